// Without a network: after the first visit, below a path, and while a new version comes.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from './embeddings.mjs';
import { changed, headersIn, listIn, named, SERVICE_WORKER, siteFiles, startHost, stored } from './site.mjs';
import { LONG, choose, dropEmbeddings, folder, labelOne, launch, picks, select, set, visit } from './tools.mjs';

const N = 24;
const CSV = join(folder('e2e'), 'offline.csv');
writeFileSync(CSV, ['text', ...Array.from({ length: N }, (_, n) => `${['A lost card', 'A recipe', 'The probe'][n % 3]} ${n}`)].join('\n'));

let browser;
let files;
let [START, STYLE, LOADER] = [];
before(async () => {
  browser = await launch();
  files = await siteFiles();
  [START, STYLE, LOADER] = ['start.js', 'style.css', 'worker-loader.js'].map((name) => named(files, name));
});
after(async () => { await browser.close(); });

/** A test on a host of its own, below a path, which sends no headers. */
function check(name, body, prepare = (site) => site) {
  test(`offline: ${name}`, { timeout: LONG }, async () => {
    const host = await startHost(prepare(files), '/some/where/');
    const options = { address: host.address, serviceWorkers: 'allow' };
    try {
      await visit(browser, `offline ${name}`, (opened) => body({ ...opened, host }), options);
    } finally {
      host.stop();
    }
  });
}

/** Another version of the site, which can be told from the first by the eye and by the script that starts it. */
function nextVersion(site, mark) {
  const page = changed(site, 'index.html', (html) => html.replace('<meta charset', `<meta name="version" content="${mark}"><meta charset`));
  return changed(page, START, (source) => `globalThis.version = '${mark}';\n${source}`);
}

const version = (page) => page.evaluate(() => [document.querySelector('meta[name=version]')?.content, globalThis.version]);
const look = (page) => page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });

/** The addresses of the files that are stored, of whatever version. */
const keptFiles = (page) => page.evaluate(async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
});

check('with the network cut after the first visit, texts are read, embedded, selected and labeled', async ({ page, context, host }) => {
  await stored(page);
  host.cut = true;
  const asked = host.asked.length;
  await page.reload();
  await page.waitForSelector('#try-sample');
  assert.equal(await page.evaluate(() => crossOriginIsolated), true, 'and the page is alone in its process');
  await choose(page, [CSV]);
  await set(page, 'budget', 4);
  await select(page);
  await labelOne(page, 'money');
  const rows = await picks(page);
  await page.close();
  const again = await context.newPage();
  await again.goto(`${host.address}index.html?from=somewhere`);
  await again.waitForSelector('.pick[data-label=money]');
  assert.deepEqual(await picks(again), rows);
  // The browser may look whether there is a newer service worker.
  assert.deepEqual(host.asked.slice(asked).filter((path) => path !== SERVICE_WORKER), []);
});

check('an installable page: its manifest and icons are those of the standard', async ({ page, context, host }) => {
  const devtools = await context.newCDPSession(page);
  await stored(page);
  const { errors, data, url } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(url, `${host.address}manifest.webmanifest`);
  const manifest = JSON.parse(data);
  assert.equal(manifest.display, 'standalone');
  for (const [size, purpose] of [['192x192', undefined], ['512x512', undefined], ['512x512', 'maskable']]) {
    const icon = manifest.icons.find(({ sizes, purpose: of }) => sizes === size && of === purpose);
    const found = await page.evaluate(async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      return `${image.width}x${image.height}`;
    }, icon.src);
    assert.equal(found, size);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
});

check('a new version waits for a person, in the middle of a session and in two tabs', async ({ page, context, host }) => {
  await stored(page);
  await choose(page, [CSV]);
  await dropEmbeddings(page, npy(N, 3));
  await set(page, 'budget', 4);
  await select(page);
  await labelOne(page, 'money');
  host.files = nextVersion(files, 'two');
  await look(page);
  await page.waitForSelector('#new-version');
  assert.deepEqual(await version(page), [undefined, undefined], 'it does not begin of itself');
  const other = await context.newPage();
  await other.goto(host.address);
  await other.waitForSelector('#new-version');
  assert.deepEqual(await version(other), [undefined, undefined], 'nor in a new tab, beside one of the former version');
  await page.click('#use-new-version');
  await page.waitForFunction(() => /Another tab still uses this version/.test(document.querySelector('#new-version').innerText));
  assert.deepEqual(await version(page), [undefined, undefined]);
  await other.close();
  await Promise.all([page.waitForEvent('load'), page.click('#use-new-version')]);
  await page.waitForSelector('.pick[data-label=money]');
  assert.deepEqual(await version(page), ['two', 'two']);
  assert.equal(await page.locator('#new-version').count(), 0);
  host.cut = true;
  await page.reload();
  await page.waitForSelector('.pick[data-label=money]');
  assert.deepEqual(await version(page), ['two', 'two']);
});

check('of a new version only what changed is fetched', async ({ page, host }) => {
  await stored(page);
  host.asked.length = 0;
  host.files = nextVersion(files, 'two');
  await look(page);
  await page.waitForSelector('#new-version');
  assert.deepEqual([...new Set(host.asked)].sort(), ['index.html', SERVICE_WORKER, START].sort());
});

check('a version of which a file is wrong or missing is not begun with, and the page works on', async ({ page, host }) => {
  await stored(page);
  const next = nextVersion(files, 'two');
  for (const broken of [Buffer.from('cut off'), undefined]) {
    host.files = new Map(next);
    if (broken) host.files.set(START, broken); else host.files.delete(START);
    await look(page).catch(() => {});
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).installing === null);
    await page.reload();
    await page.waitForSelector('#try-sample');
    assert.deepEqual(await version(page), [undefined, undefined]);
    assert.equal(await page.locator('#new-version').count(), 0);
  }
  host.files = next;
  await look(page);
  await page.waitForSelector('#new-version');
});

check('what the browser throws away is stored again', async ({ page, host }) => {
  await stored(page);
  await page.evaluate(async () => { for (const name of await caches.keys()) await caches.delete(name); });
  await page.reload();
  await stored(page);
  const listed = Object.keys(listIn(String(files.get(SERVICE_WORKER))));
  assert.deepEqual((await keptFiles(page)).sort(), listed.map((path) => host.address + path).sort());
});

/** What is answered for a file, by whoever answers. */
const got = (page, path) => page.evaluate(async (path) => {
  const response = await fetch(path);
  const { headers } = response;
  const [policy, embedder] = ['content-security-policy', 'cross-origin-embedder-policy'].map((name) => headers.get(name));
  return { status: response.status, text: await response.text(), policy, embedder };
}, path);

/** An answer that is no file of any version: a reason, under the policy of all files. */
function isRefused({ status, text, policy, embedder }, path) {
  assert.equal(status, 503, text);
  assert.match(text, new RegExp(`^${path.replaceAll('.', '\\.')} is not the file that belongs to this version: the server has another one`));
  const headers = headersIn(String(files.get(SERVICE_WORKER)));
  assert.deepEqual([policy, embedder], [headers['content-security-policy'], 'require-corp']);
}

check('a file of another version that comes before all is stored is refused, with a reason and the policy', async ({ page, host }) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForSelector('#network[data-offline=no]');
  isRefused(await got(page, LOADER), LOADER);
  assert.deepEqual(await keptFiles(page), [], 'of such a version nothing is kept');
  await page.click('#network');
  await page.locator('#offline').filter({ hasText: `${LOADER} is not the file that belongs to this version` }).waitFor();
  await page.keyboard.press('Escape');
  // As soon as the server has the right one, all is as ever.
  host.files = files;
  await page.reload();
  await stored(page);
  const { status, text, policy } = await got(page, LOADER);
  assert.deepEqual([status, text], [200, String(files.get(LOADER))]);
  assert.match(policy, /^default-src 'none'/);
  await choose(page, [CSV]);
}, (site) => new Map(site).set(LOADER, Buffer.from(`${site.get(LOADER)}\n// Of another version.\n`)));

check('where the page of a version is gone for good, another begins whole and never beside it', async ({ page, context, host }) => {
  await stored(page);
  host.files = changed(nextVersion(files, 'two'), STYLE, (source) => `/* two */\n${source}`);
  await page.evaluate(async (address) => {
    for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
  }, `${host.address}index.html`);
  const other = await context.newPage();
  const answer = await other.goto(host.address);
  const { 'content-security-policy': policy, 'cross-origin-embedder-policy': embedder } = answer.headers();
  isRefused({ status: answer.status(), text: await other.innerText('body'), policy, embedder }, 'index.html');
  await other.close();
  await page.reload();
  await page.waitForSelector('#try-sample');
  assert.deepEqual(await version(page), ['two', 'two']);
  assert.match((await got(page, STYLE)).text, /^\/\* two \*\//, 'no file is of the former version');
  await stored(page);
  host.cut = true;
  await page.reload();
  await page.waitForSelector('#try-sample');
  assert.deepEqual(await version(page), ['two', 'two']);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  assert.equal(await page.locator('#new-version').count(), 0);
});
