// Texts are embedded on the GPU and on the CPU at the same time. The embeddings and the picks do not depend on the device.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { NOT_ON_SITE, isOnSite, waitForEncoder } from '../support/multilingual.mjs';
import { SMALL, checkIn, countIn, quote, write } from '../support/page.mjs';
import { LONG, WITH_WEBGPU, choose, launch, openPage, picks, set, until, waitForRun, whyNoGpu } from '../support/tools.mjs';

const NO_GPU = await whyNoGpu(WITH_WEBGPU);

// Only a few texts are used, because SwiftShader is slow. The texts fill at least four chunks.
// The CPU embeds the first chunk, and the GPU embeds the other chunks.
const N_TEXTS = 48;
const CSV = write('gpu-embedding.csv', SMALL.slice(0, 1 + N_TEXTS).map((record) => `${record.map(quote).join(',')}\n`).join(''));

// Texts for the multilingual encoder: all beginnings with all ends of each language. Few texts, because the encoder has 12 layers.
const FOREIGN = [
  [['Wo finde ich', 'Bitte löschen Sie', 'Wie ändere ich', 'Was kostet'], [' die neue Karte', ' den Vertrag']],
  [['मुझे बताइए कहाँ है', 'कृपया हटा दीजिए', 'मैं कैसे बदलूँ', 'कितना खर्च होगा'], [' नया कार्ड', ' मेरा अनुबंध']],
  [['请问在哪里可以找到', '请删除', '怎么修改', '多少钱'], ['新的银行卡', '我的合同']],
].flatMap(([begins, ends]) => begins.flatMap((begin) => ends.map((end) => `${begin}${end}`)));
const FOREIGN_CSV = write('gpu-multilingual.csv', ['text', ...FOREIGN].map((text) => `${text}\n`).join(''));

let browser;
let browserWithGpu;
let expected;
before(async () => {
  browser = await launch();
  if (!NO_GPU) browserWithGpu = await launch(WITH_WEBGPU);
  const { page, context } = await openPage(browser, { initScript: watchWorkers });
  const programs = [];
  context.on('request', (request) => { if (request.url().includes('worker-encoder-gpu')) programs.push(request.url()); });
  await begin(page, 'auto');
  expected = await end(page);
  assert.ok(expected.sent.length > 1000, 'the embeddings were recorded');
  assert.deepEqual(programs, [], 'embedding on the CPU does not fetch the program of the GPU');
  assert.equal(await page.locator('#embedded-on-gpu').count(), 0);
  await context.close();
});
after(async () => {
  await browser?.close();
  await browserWithGpu?.close();
});

/** Adds a test that runs in the browser with a GPU if `gpu` is true, otherwise in the browser without a GPU. */
function check(name, body, { gpu } = {}) {
  const add = checkIn('gpu-embedding', () => (gpu ? browserWithGpu : browser));
  add(name, body, { skip: gpu ? NO_GPU : undefined, initScript: watchWorkers });
}

/**
 * Runs in the page. Records the embeddings and the neighbors that the page sends to its workers, as text.
 * Holds the requests to embed on the CPU until `release` is called, so that the GPU embeds chunks of a small pool.
 */
function watchWorkers() {
  window.sent = [];
  const held = [];
  let isHeld = true;
  window.release = () => {
    isHeld = false;
    for (const post of held.splice(0)) post();
  };
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message[1]?.Select) window.sent.push(message.slice(2).map((buffer) => new Uint32Array(buffer).join()).join(';'));
    if (isHeld && message[1]?.Embed) held.push(() => post.call(this, message, ...rest));
    else post.call(this, message, ...rest);
  };
}

/** The GPU worker will call `inWorker` before its own program. The page fetches the worker when it embeds on the GPU. */
const changeGpuWorker = (context, inWorker) => context.route(/worker-encoder-gpu[^/]*\.js$/, async (route) => {
  const script = await (await route.fetch()).text();
  await route.fulfill({ contentType: 'text/javascript', body: `(${inWorker})();\n${script}` });
});

/** Starts embedding on `device`. With `multilingual`, uses the multilingual encoder and texts in other languages. */
async function begin(page, device, { multilingual = false } = {}) {
  await choose(page, multilingual ? FOREIGN_CSV : CSV);
  if (multilingual) {
    await page.click('#use-multilingual');
    await waitForEncoder(page, 'multilingual-e5-small');
  }
  await set(page, 'budget', 5);
  await set(page, 'workers', 1);
  await page.selectOption('#embed-device', device);
  await page.click('#select');
}

/** Waits until the page's message about the GPU matches `pattern`. Returns the number of texts in the message. */
async function waitForGpu(page, pattern) {
  const found = await page.waitForFunction((source) => {
    const message = document.querySelector('#gpu-texts');
    return message && new RegExp(source).test(message.textContent) ? message.dataset.texts : undefined;
  }, pattern.source, { timeout: LONG });
  return Number(await found.jsonValue());
}

/** Releases the requests to embed on the CPU that were held back, and waits for the end of the run. */
async function end(page) {
  await page.evaluate(() => window.release());
  await waitForRun(page);
  return { picks: await picks(page), sent: await page.evaluate(() => window.sent.pop()) };
}

check('GPU and CPU compute the same embeddings', async ({ page }) => {
  await begin(page, 'gpu');
  const shown = await waitForGpu(page, /GPU.*: [1-9]/);
  const { picks: rows, sent } = await end(page);
  assert.match(await page.innerText('#embedded-on-gpu'), /^Texts embedded on the GPU.*: \d+\.$/);
  const onGpu = await countIn(page, '#embedded-on-gpu');
  assert.ok(onGpu >= shown && onGpu < N_TEXTS, `${shown}, then ${onGpu} texts on the GPU`);
  assert.deepEqual(rows, expected.picks);
  assert.ok(sent === expected.sent, 'the embeddings and the neighbors are identical');
}, { gpu: true });

check('GPU and CPU compute the same embeddings with the multilingual encoder', async ({ page }, t) => {
  if (!await isOnSite()) {
    t.skip(NOT_ON_SITE);
    return;
  }
  const onCpu = await openPage(browser, { initScript: watchWorkers });
  await begin(onCpu.page, 'auto', { multilingual: true });
  const expected = await end(onCpu.page);
  assert.ok(expected.sent.length > 1000, 'the embeddings were recorded');
  assert.equal(await onCpu.page.locator('#embedded-on-gpu').count(), 0);
  await onCpu.context.close();

  await begin(page, 'gpu', { multilingual: true });
  await waitForGpu(page, /GPU.*: [1-9]/);
  const half = FOREIGN.length / 2;
  await until(page, (half) => Number(document.querySelector('#gpu-texts')?.dataset.texts) > half, half);
  const { picks: rows, sent } = await end(page);
  assert.match(await page.innerText('#embedded-on-gpu'), /^Texts embedded on the GPU.*: \d+\.$/);
  const onGpu = await countIn(page, '#embedded-on-gpu');
  assert.ok(onGpu > half && onGpu < FOREIGN.length, `${onGpu} texts on the GPU`);
  assert.equal(rows.length, 5);
  assert.deepEqual(rows, expected.picks);
  assert.ok(sent === expected.sent, 'the embeddings and the neighbors are identical');
}, { gpu: true });

check('texts of the GPU are kept if the run is cancelled', async ({ page }) => {
  await begin(page, 'gpu');
  // The GPU has embedded all chunks except the first chunk, which was sent to the CPU.
  await waitForGpu(page, /GPU.*: [1-9]/);
  await page.click('#cancel');
  await page.waitForSelector('#progress', { state: 'detached', timeout: 10_000 });
  const kept = await countIn(page, '#kept');
  assert.ok(kept > 0 && kept < N_TEXTS, `${kept} texts`);
  await page.selectOption('#embed-device', 'auto');
  await page.click('#select');
  assert.equal(await countIn(page, '#cached'), kept);
  const { picks: rows, sent } = await end(page);
  assert.deepEqual(rows, expected.picks);
  assert.ok(sent === expected.sent, 'the embeddings and the neighbors are identical');
}, { gpu: true });

check('CPU embeds the other texts after the GPU is lost', async ({ page, context }) => {
  // Simulates a GPU that is lost in the second chunk.
  const loseGpu = () => {
    const { requestDevice } = GPUAdapter.prototype;
    const { submit } = GPUQueue.prototype;
    let device;
    let chunks = 0;
    self.addEventListener('message', ({ data }) => { chunks += data[1]?.EmbedOnGpu?.texts.length > 0; });
    GPUAdapter.prototype.requestDevice = async function (...args) {
      device = await requestDevice.apply(this, args);
      return device;
    };
    GPUQueue.prototype.submit = function (...args) {
      if (chunks === 2) device.destroy();
      return submit.apply(this, args);
    };
  };
  await changeGpuWorker(context, loseGpu);
  await begin(page, 'gpu');
  const onGpu = await waitForGpu(page, /The others are embedded on the CPU: the GPU was lost/);
  assert.ok(onGpu > 0 && onGpu < N_TEXTS, `${onGpu} texts on the GPU`);
  const { picks: rows, sent } = await end(page);
  assert.match(await page.innerText('#embedded-on-gpu'), /The others are embedded on the CPU: the GPU was lost/);
  assert.equal(await countIn(page, '#embedded-on-gpu'), onGpu);
  assert.deepEqual(rows, expected.picks);
  assert.ok(sent === expected.sent, 'the embeddings and the neighbors are identical');
}, { gpu: true });

check('no embedding of a GPU that computes wrongly is used', async ({ page, context }) => {
  // Simulates a GPU whose vectors have a wrong bit in the second chunk. A vector of the encoder has 384 numbers.
  const computeWrongly = () => {
    const { getMappedRange } = GPUBuffer.prototype;
    let chunks = 0;
    self.addEventListener('message', ({ data }) => { chunks += data[1]?.EmbedOnGpu?.texts.length > 0; });
    GPUBuffer.prototype.getMappedRange = function (...args) {
      const range = getMappedRange.apply(this, args);
      if (chunks === 2 && range.byteLength % (4 * 384) === 0) {
        const numbers = new Uint32Array(range);
        numbers.forEach((bits, index) => { numbers[index] = bits ^ 0x100; });
      }
      return range;
    };
  };
  await changeGpuWorker(context, computeWrongly);
  await begin(page, 'gpu');
  assert.equal(await waitForGpu(page, /The others are embedded on the CPU: the GPU computes wrongly/), 0);
  const { picks: rows, sent } = await end(page);
  assert.deepEqual(rows, expected.picks);
  assert.ok(sent === expected.sent, 'the embeddings and the neighbors are identical');
}, { gpu: true });

check('missing GPU is reported, and the CPU embeds', async ({ page }) => {
  await begin(page, 'gpu');
  assert.equal(await waitForGpu(page, /The others are embedded on the CPU: no GPU can be used here/), 0);
  const { picks: rows, sent } = await end(page);
  assert.deepEqual(rows, expected.picks);
  assert.ok(sent === expected.sent, 'the embeddings and the neighbors are identical');
});
