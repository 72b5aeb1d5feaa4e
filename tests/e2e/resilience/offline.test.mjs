// Use without a network: after the first visit, on a site below a path, and during an update to a new version.
// Also tests when each file is fetched.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { noise, npy, npyOf } from '../support/embeddings.mjs';
import {
  SERVICE_WORKER, headersIn, listedFiles, siteFiles, sitePath, startHost, waitForOfflineReady, withChange,
} from '../support/site.mjs';
import {
  LONG, archiveOf, choose, chooseWithEmbeddings, download, dropEmbeddings, dropFiles, filesIn, folder, labelOne, launch, openPage,
  picks, select, set, visit, waitForRun,
} from '../support/tools.mjs';

const N = 24;

function write(name, word) {
  const path = join(folder('e2e'), name);
  writeFileSync(path, ['text', ...Array.from({ length: N }, (_, n) => `${['A lost card', 'A recipe', 'The probe'][n % 3]} ${word} ${n}`)].join('\n'));
  return path;
}

const CSV = write('offline.csv', 'number');
const LATER_CSV = write('offline-later.csv', 'later');

let browser;
let files;
/** Files of the site that some visits do not need. */
let optionalFiles;
let [START, STYLE, LOADER, ENDPOINT] = [];
before(async () => {
  browser = await launch();
  files = await siteFiles();
  optionalFiles = Object.keys(JSON.parse(String(files.get(SERVICE_WORKER)).match(/^const LATER = (\{[^}]*\});$/m)[1]));
  [START, STYLE, LOADER, ENDPOINT] = ['start.js', 'style.css', 'worker-loader.js', 'endpoint.html'].map((name) => sitePath(files, name));
});
after(async () => { await browser.close(); });

/**
 * Adds a test with its own host, which serves the site below a path and sends no headers.
 * `startHost` describes `documents`.
 */
function check(name, body, prepare = (site) => site, { initScript, documents } = {}) {
  test(`offline: ${name}`, { timeout: LONG }, async () => {
    const host = await startHost(prepare(files), '/some/where/', {}, { documents });
    const options = { address: host.address, serviceWorkers: 'allow', initScript };
    try {
      await visit(browser, `offline ${name}`, (opened) => body({ ...opened, host }), options);
    } finally {
      host.stop();
    }
  });
}

function nextVersion(site, mark) {
  const page = withChange(site, 'index.html', (html) => html.replace('<meta charset', `<meta name="version" content="${mark}"><meta charset`));
  return withChange(page, START, (source) => `globalThis.version = '${mark}';\n${source}`);
}

const version = (page) => page.evaluate(() => [document.querySelector('meta[name=version]')?.content, globalThis.version]);
const checkForUpdate = (page) => page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });

/** Looks for a new version, and waits until the browser has given up its installation. */
async function failToUpdate(page) {
  await checkForUpdate(page).catch(() => {});
  // Playwright's `waitForFunction` would treat a promise as true.
  await page.evaluate(async () => {
    while ((await navigator.serviceWorker.ready).installing) await new Promise((resolve) => { setTimeout(resolve, 20); });
  });
}

/** Looks for a new version, and starts the new version. */
async function update(page) {
  await checkForUpdate(page);
  await page.waitForSelector('#new-version');
  await Promise.all([page.waitForEvent('load'), page.click('#use-new-version')]);
  await page.waitForSelector('#try-sample');
}

/** URLs of the files that the browser has stored, of all versions of the site. */
const keptFiles = (page) => page.evaluate(async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
});

const waitForEmbedding = (page, isPossible) => page.waitForSelector(`#network[data-offline=ready][data-embeds=${isPossible}]`, { timeout: 120_000 });

const optionalRequests = (host) => host.requested.filter((path) => optionalFiles.includes(path));

async function offlineText(page) {
  await page.click('#network');
  const words = await page.innerText('#network-dialog[open] #offline');
  await page.keyboard.press('Escape');
  return words;
}

/** Keeps timers of at least ten seconds in `window.longTimers`. The timers end only when the test calls `end`. */
const HELD_TIMERS = () => {
  const { setTimeout } = window;
  window.longTimers = [];
  window.setTimeout = (handler, ms, ...rest) => {
    if (!(ms >= 10_000)) return setTimeout.call(window, handler, ms, ...rest);
    window.longTimers.push({ ms, end: () => handler(...rest) });
    return 0;
  };
};

/** Ends `OFFLINE_DOWNLOAD_DELAY` (crates/platform/src/network.rs), after which the page stores the encoder's files. */
async function endDownloadDelay(page) {
  await page.waitForFunction(() => window.longTimers.some(({ ms }) => ms === 20_000));
  await page.evaluate(() => window.longTimers.filter(({ ms }) => ms === 20_000).forEach(({ end }) => end()));
}

check('page reads, embeds, selects and labels without a network after the first visit', async ({ page, context, host }) => {
  await waitForOfflineReady(page);
  await page.waitForTimeout(1000);
  assert.deepEqual(optionalRequests(host), [], 'opening the page fetches no model');
  assert.match(await offlineText(page), /opens offline\. To embed offline, it also needs/);
  await choose(page, [CSV]);
  await endDownloadDelay(page);
  await waitForEmbedding(page, 'yes');
  assert.match(await offlineText(page), /works offline/);
  host.cut = true;
  const requestCount = host.requested.length;
  await page.reload();
  await page.waitForSelector('#text-column');
  assert.equal(await page.evaluate(() => crossOriginIsolated), true, 'the page is cross-origin isolated');
  await choose(page, [LATER_CSV]);
  await page.locator('h1.file-name', { hasText: 'offline-later.csv' }).waitFor();
  await set(page, 'budget', 4);
  await select(page);
  await labelOne(page, 'money');
  const rows = await picks(page);
  await page.close();
  const again = await context.newPage();
  await again.goto(`${host.address}index.html?from=somewhere`);
  await again.waitForSelector('.pick[data-label=money]');
  assert.deepEqual(await picks(again), rows);
  // The browser may check for a newer service worker.
  assert.deepEqual(host.requested.slice(requestCount).filter((path) => path !== SERVICE_WORKER), []);
}, undefined, { initScript: HELD_TIMERS });

check('given embeddings fetch no model and allow a selection without a network', async ({ page, host }) => {
  await waitForOfflineReady(page);
  await choose(page, [CSV]);
  await dropEmbeddings(page, npy(N, 3));
  await set(page, 'budget', 4);
  await select(page);
  await endDownloadDelay(page);
  await page.waitForTimeout(1000);
  assert.deepEqual(optionalRequests(host), []);
  await waitForEmbedding(page, 'no');
  host.cut = true;
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await page.click('#new-project');
  await choose(page, [LATER_CSV]);
  await dropEmbeddings(page, npy(N, 5));
  await set(page, 'budget', 3);
  await select(page);
  assert.equal((await picks(page)).length, 3);
}, undefined, { initScript: HELD_TIMERS });

/**
 * A backup as if the encoder had computed the embeddings, which a test would have to wait for.
 * `undefined` is the built-in encoder.
 */
async function backupOf(encoder) {
  const { context, page } = await openPage(browser);
  try {
    await chooseWithEmbeddings(page, CSV, npyOf(N, noise, 384));
    await set(page, 'budget', 4);
    await select(page);
    const backup = filesIn((await download(page, '#back-up')).bytes);
    const project = JSON.parse(backup['project.json']);
    Object.assign(project.head, { encoder, embeddings: null, model: '0123456789abcdef'.repeat(2) });
    return archiveOf({ ...backup, 'project.json': JSON.stringify(project) });
  } finally {
    await context.close();
  }
}

check('backup with embeddings of the built-in encoder prepares embedding without a network', async ({ page, host }) => {
  const bytes = await backupOf(undefined);
  await waitForOfflineReady(page);
  await dropFiles(page, [{ name: 'built-in.fastgas', bytes }]);
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(optionalRequests(host), [], 'opening the backup fetches no model');
  await endDownloadDelay(page);
  const isFetched = () => optionalRequests(host).some((path) => path.startsWith('worker-encoder'));
  for (let attempt = 0; attempt < 200 && !isFetched(); attempt += 1) await page.waitForTimeout(50);
  assert.ok(isFetched(), `${optionalRequests(host)}`);
}, undefined, { initScript: HELD_TIMERS });

check('backup with embeddings of another encoder fetches no model', async ({ page, host }) => {
  const bytes = await backupOf({ hash: '0123456789abcdef'.repeat(4), name: 'tiny' });
  await waitForOfflineReady(page);
  await dropFiles(page, [{ name: 'other.fastgas', bytes }]);
  await page.waitForSelector('.pick[data-row]');
  await endDownloadDelay(page);
  await page.waitForTimeout(1000);
  assert.deepEqual(optionalRequests(host), []);
}, undefined, { initScript: HELD_TIMERS });

/** Asks the service worker to store files, with the same message as the page. */
const askToKeep = (page, ...paths) => page.evaluate((paths) => {
  navigator.serviceWorker.controller.postMessage({ keep: paths.map((path) => new URL(path, location.href).href) });
}, paths);

const waitForKept = (page, path) => page.evaluate(async (path) => {
  while (!(await caches.match(path))) await new Promise((resolve) => { setTimeout(resolve, 20); });
}, path);

check('browser that saves data fetches files only when they are needed', async ({ page, host }) => {
  await waitForOfflineReady(page);
  const small = optionalFiles.filter((path) => /^worker-.*\.js$/.test(path));
  await askToKeep(page, ...small);
  await page.waitForTimeout(1000);
  assert.deepEqual(optionalRequests(host), []);
  await page.evaluate(async (path) => { await (await fetch(path)).arrayBuffer(); }, small[0]);
  await waitForKept(page, small[0]);
  assert.deepEqual(optionalRequests(host), [small[0]]);
}, (site) => new Map(site).set(
  SERVICE_WORKER,
  Buffer.from(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } });\n${site.get(SERVICE_WORKER)}`),
));

/** Serves the site with compression and with a limited total bandwidth, like a distant host. */
async function startSlowHost(bytesPerSecond) {
  const host = { cut: false, requested: [] };
  const compressed = new Map();
  let availableAt = 0;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://host').pathname.slice(1) || 'index.html';
    host.requested.push(path);
    if (host.cut) return request.socket.destroy();
    if (!files.has(path)) return response.writeHead(404).end();
    if (!compressed.has(path)) compressed.set(path, gzipSync(files.get(path), { level: 1 }));
    const bytes = compressed.get(path);
    const type = { html: 'text/html', js: 'text/javascript', css: 'text/css', wasm: 'application/wasm', svg: 'image/svg+xml' }[path.split('.').pop()];
    response.writeHead(200, { 'Content-Type': type ?? 'application/octet-stream', 'Content-Encoding': 'gzip' });
    for (let at = 0; at < bytes.length; at += 16_384) {
      const piece = bytes.subarray(at, at + 16_384);
      availableAt = Math.max(availableAt, Date.now()) + 1000 * piece.length / bytesPerSecond;
      await new Promise((resolve) => { setTimeout(resolve, availableAt - Date.now()); });
      response.write(piece);
    }
    return response.end();
  });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  host.address = `http://127.0.0.1:${server.address().port}/`;
  host.stop = () => { server.closeAllConnections(); server.close(); };
  return host;
}

test('offline: slow line fetches each file once and the model on demand, and shows megabytes', { timeout: LONG }, async () => {
  const host = await startSlowHost(4e6);
  const model = optionalFiles.find((path) => path.endsWith('.onnx'));
  try {
    await visit(browser, 'offline slow', async ({ page }) => {
      await waitForOfflineReady(page);
      await page.waitForTimeout(1000);
      assert.deepEqual(optionalRequests(host), []);
      await choose(page, [CSV]);
      await set(page, 'budget', 4);
      await page.click('#select');
      const counted = [];
      while (await page.locator('.pick[data-row]').count() === 0) {
        const words = await page.locator('#progress').innerText({ timeout: 1000 }).catch(() => '');
        const [, bytes, total] = words.match(/(\d+\.\d)\sMB of (\d+\.\d)\sMB/) ?? [];
        if (total && counted.at(-1) !== Number(bytes)) counted.push(Number(bytes));
        await page.waitForTimeout(50);
      }
      await waitForRun(page);
      assert.ok(counted.length > 10 && counted[0] < 10 && counted.at(-1) > 20, `${counted}`);
      assert.deepEqual(counted, [...counted].sort((a, b) => a - b));
      await waitForEmbedding(page, 'yes');
      const requests = optionalRequests(host);
      assert.deepEqual(requests, [...new Set(requests)], 'no file is requested twice');
      assert.ok(requests.includes(model));
      host.cut = true;
      host.requested.length = 0;
      await page.reload();
      await page.waitForSelector('.pick[data-row]');
      await page.click('#new-project');
      await choose(page, [LATER_CSV]);
      await set(page, 'budget', 4);
      await select(page);
      assert.equal((await picks(page)).length, 4);
      assert.deepEqual(host.requested.filter((path) => path !== SERVICE_WORKER), []);
    }, { address: host.address, serviceWorkers: 'allow' });
  } finally {
    host.stop();
  }
});

check('concurrent requests share one fetch, and a wrong file is broken off', async ({ page, host }) => {
  await waitForOfflineReady(page);
  const gpuScript = optionalFiles.find((path) => /^worker-gpu.*\.js$/.test(path));
  const lengths = await page.evaluate((path) => Promise.all(Array.from({ length: 5 }, async () => {
    const response = await fetch(path);
    return [Number(response.headers.get('content-length')), (await response.arrayBuffer()).byteLength];
  })), gpuScript);
  assert.deepEqual(lengths, Array.from({ length: 5 }, () => [files.get(gpuScript).length, files.get(gpuScript).length]));
  assert.deepEqual(optionalRequests(host), [gpuScript]);
  const encoderScript = optionalFiles.find((path) => /^worker-encoder.*\.js$/.test(path));
  host.files = new Map(files).set(encoderScript, Buffer.from(`${files.get(encoderScript)}\n// Of another version.\n`));
  const outcome = await page.evaluate(async (path) => {
    const response = await fetch(path);
    return response.text().then(() => 'whole', () => 'aborted');
  }, encoderScript);
  assert.equal(outcome, 'aborted');
  host.files.delete(encoderScript);
  // The service worker sends a new request that bypasses the browser's cache. The request may still be running.
  await page.evaluate(async (path) => {
    while (!(await fetch(path).then(({ status }) => status === 503, () => false))) await new Promise((resolve) => { setTimeout(resolve, 20); });
  }, encoderScript);
  assert.ok(!(await keptFiles(page)).some((address) => address.endsWith(encoderScript)));
  host.files = files;
  assert.equal((await fetchFile(page, encoderScript)).text, String(files.get(encoderScript)));
});

check('manifest and icons make the page installable', async ({ page, context, host }) => {
  const devtools = await context.newCDPSession(page);
  await waitForOfflineReady(page);
  const { errors, data, url } = await devtools.send('Page.getAppManifest');
  assert.deepEqual(errors, []);
  assert.equal(url, `${host.address}manifest.webmanifest`);
  const manifest = JSON.parse(data);
  assert.equal(manifest.display, 'standalone');
  for (const [size, purpose] of [['192x192', undefined], ['512x512', undefined], ['512x512', 'maskable']]) {
    const icon = manifest.icons.find(({ sizes, purpose: iconPurpose }) => sizes === size && iconPurpose === purpose);
    const found = await page.evaluate(async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      return `${image.width}x${image.height}`;
    }, icon.src);
    assert.equal(found, size);
  }
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'), []);
});

check('new version waits for the user in a session and with two tabs', async ({ page, context, host }) => {
  await waitForOfflineReady(page);
  await choose(page, [CSV]);
  await dropEmbeddings(page, npy(N, 3));
  await set(page, 'budget', 4);
  await select(page);
  await labelOne(page, 'money');
  host.files = nextVersion(files, 'two');
  await checkForUpdate(page);
  await page.waitForSelector('#new-version');
  assert.deepEqual(await version(page), [undefined, undefined], 'the new version does not start by itself');
  const other = await context.newPage();
  await other.goto(host.address);
  await other.waitForSelector('#new-version');
  assert.deepEqual(await version(other), [undefined, undefined], 'a new tab uses the version of the open tab');
  await page.click('#use-new-version');
  await page.waitForFunction(() => /Another tab still uses this version/.test(document.querySelector('#new-version')?.innerText));
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

check('new version fetches only changed files', async ({ page, host }) => {
  await waitForOfflineReady(page);
  host.requested.length = 0;
  host.files = nextVersion(files, 'two');
  await checkForUpdate(page);
  await page.waitForSelector('#new-version');
  assert.deepEqual([...new Set(host.requested)].sort(), ['index.html', SERVICE_WORKER, START].sort());
});

check('new version stores the optional files of the previous one and no others', async ({ page, host }) => {
  await waitForOfflineReady(page);
  const [gpuScript, encoderScript] = ['gpu', 'encoder'].map((name) => optionalFiles.find((path) => new RegExp(`^worker-${name}.*\\.js$`).test(path)));
  await askToKeep(page, gpuScript);
  await waitForKept(page, gpuScript);
  host.requested.length = 0;
  host.files = withChange(nextVersion(files, 'two'), gpuScript, (source) => `${source}\n// two\n`);
  await checkForUpdate(page);
  await page.waitForSelector('#new-version');
  assert.deepEqual([...new Set(host.requested)].sort(), ['index.html', SERVICE_WORKER, START, gpuScript].sort());
  await askToKeep(page, encoderScript);
  await waitForKept(page, encoderScript);
  await Promise.all([page.waitForEvent('load'), page.click('#use-new-version')]);
  await page.waitForSelector('#try-sample');
  await waitForOfflineReady(page);
  host.cut = true;
  assert.match((await fetchFile(page, gpuScript)).text, /\/\/ two\n$/);
  assert.equal((await fetchFile(page, encoderScript)).text, String(files.get(encoderScript)));
  const keptOptional = (await keptFiles(page)).filter((address) => optionalFiles.includes(address.slice(host.address.length)));
  assert.deepEqual(keptOptional.sort(), [gpuScript, encoderScript].map((path) => host.address + path).sort());
});

check('incomplete version does not start, and the page keeps working', async ({ page, host }) => {
  await waitForOfflineReady(page);
  const next = nextVersion(files, 'two');
  for (const broken of [Buffer.from('cut off'), undefined]) {
    host.files = new Map(next);
    if (broken) host.files.set(START, broken); else host.files.delete(START);
    await failToUpdate(page);
    await page.reload();
    await page.waitForSelector('#try-sample');
    assert.deepEqual(await version(page), [undefined, undefined]);
    assert.equal(await page.locator('#new-version').count(), 0);
  }
  host.files = next;
  await checkForUpdate(page);
  await page.waitForSelector('#new-version');
});

check('update that a temporary error interrupts keeps the stored files and continues later', async ({ page, host }) => {
  await waitForOfflineReady(page);
  const storedVersions = () => page.evaluate(async () => (await caches.keys()).length);
  const next = nextVersion(files, 'two');
  // Both files are changed. The service worker stores the page last.
  const [first, last] = [START, 'index.html'];
  host.files = new Map(next).set(last, 503);
  await failToUpdate(page);
  const kept = await keptFiles(page);
  assert.equal(kept.filter((address) => address === host.address + first).length, 2, 'the changed file is stored in both versions');
  host.requested.length = 0;
  host.files = next;
  await update(page);
  assert.deepEqual(await version(page), ['two', 'two']);
  assert.ok(host.requested.includes(last) && !host.requested.includes(first), `${host.requested}`);

  host.files = new Map(nextVersion(files, 'three')).set(last, 429);
  await failToUpdate(page);
  assert.equal(await storedVersions(), 2);
  host.files = nextVersion(files, 'four');
  await update(page);
  assert.deepEqual(await version(page), ['four', 'four']);
  assert.equal(await storedVersions(), 1, 'the incomplete version is deleted');

  const fifth = nextVersion(files, 'five');
  const fullDisk = "Cache.prototype.put = () => Promise.reject(new DOMException('no room', 'QuotaExceededError'));\n";
  host.files = new Map(fifth).set(SERVICE_WORKER, Buffer.from(fullDisk + fifth.get(SERVICE_WORKER)));
  await failToUpdate(page);
  assert.equal(await storedVersions(), 1, 'an incomplete version takes no space on a full disk');
});

check('incomplete version is continued or deleted at the next visit', async ({ page, host }) => {
  await waitForOfflineReady(page);
  const storedVersions = () => page.evaluate(() => caches.keys());
  const interruptUpdate = async (mark) => {
    host.files = new Map(nextVersion(files, mark)).set('index.html', 503);
    await failToUpdate(page);
  };
  /** Reloads the page, and waits until the service worker has deleted the version `name`. */
  const reloadUntilDeleted = async (name) => {
    await page.reload();
    await page.evaluate(async (name) => {
      while (await caches.has(name)) await new Promise((resolve) => { setTimeout(resolve, 20); });
    }, name);
  };
  const [own] = await storedVersions();
  await interruptUpdate('two');
  const [, two] = await storedVersions();
  assert.ok(two, 'an interrupted update leaves an incomplete version');
  // If the service worker deleted the version and stored the version again, the mark would be missing.
  await page.evaluate(async (name) => { await (await caches.open(name)).put('mark', new Response()); }, two);

  host.requested.length = 0;
  await page.reload();
  await waitForOfflineReady(page);
  while (!host.requested.includes(SERVICE_WORKER)) await page.waitForTimeout(20);
  await page.waitForTimeout(500);
  assert.deepEqual(await storedVersions(), [own, two], 'the server still has the incomplete version');
  assert.ok(await page.evaluate((name) => caches.match('mark', { cacheName: name }).then(Boolean), two), 'the version is kept');

  host.files = new Map(nextVersion(files, 'three')).set('index.html', 503);
  await reloadUntilDeleted(two);
  await interruptUpdate('three');
  const [first, three, ...others] = await storedVersions();
  assert.deepEqual([first, others], [own, []]);

  host.files = files;
  await reloadUntilDeleted(three);
  assert.deepEqual(await storedVersions(), [own]);
  host.cut = true;
  await page.reload();
  await page.waitForSelector('#try-sample');
});

check('files discarded by the browser are stored again', async ({ page, host }) => {
  await waitForOfflineReady(page);
  await page.evaluate(async () => { for (const name of await caches.keys()) await caches.delete(name); });
  await page.reload();
  await waitForOfflineReady(page);
  const listed = Object.keys(listedFiles(String(files.get(SERVICE_WORKER)))).filter((path) => !optionalFiles.includes(path));
  assert.deepEqual((await keptFiles(page)).sort(), listed.map((path) => host.address + path).sort());
});

/** Requests a file from the page. Either the service worker or the server responds. */
const fetchFile = (page, path) => page.evaluate(async (path) => {
  const response = await fetch(path);
  const { headers } = response;
  const [policy, embedder] = ['content-security-policy', 'cross-origin-embedder-policy'].map((name) => headers.get(name));
  return { status: response.status, text: await response.text(), policy, embedder };
}, path);

/** Checks that a response is a rejection with a reason, and has the security policy of all files. */
function checkRefused({ status, text, policy, embedder }, path) {
  assert.equal(status, 503, text);
  assert.match(text, new RegExp(`^${path.replaceAll('.', '\\.')} is not the file that belongs to this version: the server has another one`));
  const headers = headersIn(String(files.get(SERVICE_WORKER)));
  assert.deepEqual([policy, embedder], [headers['content-security-policy'], 'require-corp']);
}

check('file of another version is refused with a reason before all files are stored', async ({ page, host }) => {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.waitForSelector('#network[data-offline=no]');
  checkRefused(await fetchFile(page, LOADER), LOADER);
  assert.deepEqual(await keptFiles(page), [], 'nothing of an incomplete version is stored');
  await page.click('#network');
  await page.locator('#offline').filter({ hasText: `${LOADER} is not the file that belongs to this version` }).waitFor();
  await page.keyboard.press('Escape');
  // As soon as the server has the right file, the page works again.
  host.files = files;
  await page.reload();
  await waitForOfflineReady(page);
  const { status, text, policy } = await fetchFile(page, LOADER);
  assert.deepEqual([status, text], [200, String(files.get(LOADER))]);
  assert.match(policy, /^default-src 'none'/);
  await choose(page, [CSV]);
}, (site) => new Map(site).set(LOADER, Buffer.from(`${site.get(LOADER)}\n// Of another version.\n`)));

/** Deletes the page itself from the stored files, like a browser that discards files. */
const forgetPage = (page, host) => page.evaluate(async (address) => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
}, `${host.address}index.html`);

check('host that redirects documents serves the page at every visit', async ({ page, context, host, permit }) => {
  const reopen = async () => {
    await page.reload();
    await page.waitForSelector('#try-sample');
    assert.equal(await page.evaluate(() => crossOriginIsolated), true, 'the service worker responds');
  };
  await waitForOfflineReady(page);
  assert.ok(host.requested.includes(ENDPOINT.replace('.html', '')), 'the host redirects');
  host.cut = true;
  await reopen();
  assert.equal((await fetchFile(page, ENDPOINT)).text, String(files.get(ENDPOINT)));
  host.cut = false;
  await forgetPage(page, host);
  await reopen();
  await waitForOfflineReady(page);
  const other = await startHost(files);
  // Playwright reports and blocks requests to other origins, even if the browser does not send them.
  permit(other.origin);
  try {
    host.documents = other.address;
    await forgetPage(page, host);
    await reopen();
    // The address of the page itself is not redirected, so the page opens. The file `index.html` cannot be stored.
    await page.waitForSelector('#network[data-offline=no]');
    assert.deepEqual(other.requested, [], 'no redirect to another origin is followed');
    // The address of the file `index.html` is redirected. The browser follows the redirect and shows the target's own page.
    host.requested.length = 0;
    const visitor = await context.newPage();
    await visitor.goto(`${host.address}index.html`);
    assert.equal(visitor.url(), other.address);
    await visitor.waitForSelector('#try-sample');
    assert.ok(host.requested.includes('index.html') && other.requested.includes('index.html'));
    await visitor.close();
    assert.ok(!(await keptFiles(page)).includes(`${host.address}index.html`), 'the page of another origin is not stored');
  } finally {
    other.stop();
  }
}, undefined, { documents: '.' });

check('temporary error of the server is reported, and stored files are kept', async ({ page, context, host }) => {
  await page.waitForSelector('#network[data-offline=no]');
  assert.match(await offlineText(page), /does not open offline: the server answered 503\.$/);
  const { status, policy } = await fetchFile(page, LOADER);
  assert.equal(status, 503);
  assert.match(policy, /^default-src 'none'/);
  assert.ok((await keptFiles(page)).includes(`${host.address}index.html`));
  // A visit shows the error page of the server.
  await forgetPage(page, host);
  const kept = await keptFiles(page);
  assert.ok(kept.length > 0);
  host.files = new Map(files).set('index.html', 429);
  const other = await context.newPage();
  const answer = await other.goto(host.address);
  assert.deepEqual([answer.status(), await other.innerText('body')], [429, 'busy']);
  await other.close();
  assert.deepEqual(await keptFiles(page), kept);
  host.files = files;
  host.requested.length = 0;
  await page.reload();
  await waitForOfflineReady(page);
  const again = host.requested.filter((path) => kept.includes(host.address + path));
  assert.deepEqual(again, [], 'stored files are not fetched again');
}, (site) => new Map(site).set(LOADER, 503));

check('version whose page is lost is replaced completely by the new one', async ({ page, context, host }) => {
  await waitForOfflineReady(page);
  host.files = withChange(nextVersion(files, 'two'), STYLE, (source) => `/* two */\n${source}`);
  await forgetPage(page, host);
  const other = await context.newPage();
  const answer = await other.goto(host.address);
  const { 'content-security-policy': policy, 'cross-origin-embedder-policy': embedder } = answer.headers();
  checkRefused({ status: answer.status(), text: await other.innerText('body'), policy, embedder }, 'index.html');
  await other.close();
  await page.reload();
  await page.waitForSelector('#try-sample');
  assert.deepEqual(await version(page), ['two', 'two']);
  assert.match((await fetchFile(page, STYLE)).text, /^\/\* two \*\//, 'no file is of the previous version');
  await waitForOfflineReady(page);
  host.cut = true;
  await page.reload();
  await page.waitForSelector('#try-sample');
  assert.deepEqual(await version(page), ['two', 'two']);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  assert.equal(await page.locator('#new-version').count(), 0);
});
