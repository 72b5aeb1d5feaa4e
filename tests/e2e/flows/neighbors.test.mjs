// The neighbor search, exact or approximate, on the CPU or on the GPU. The picks do not depend on the device.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';

import { noise, npyOf } from '../support/embeddings.mjs';
import { checkIn, quote, write } from '../support/page.mjs';
import {
  SAMPLE, WITH_WEBGPU, addLabels, chooseWithEmbeddings, launch, leaveFields, parseCsv, picks, select, set, waitForSaved, whyNoGpu,
} from '../support/tools.mjs';

// The tests of WebGPU run in a separate browser, and are skipped if the machine has no GPU.
const NO_GPU = await whyNoGpu(WITH_WEBGPU);

let browser;
let browserWithGpu;
before(async () => {
  browser = await launch();
  if (!NO_GPU) browserWithGpu = await launch(WITH_WEBGPU);
});
after(async () => {
  await browser?.close();
  await browserWithGpu?.close();
});

/** Adds a test that runs in the browser with a GPU if `gpu` is true, otherwise in the browser without a GPU. */
function check(name, body, { gpu } = {}) {
  const add = checkIn('neighbors', () => (gpu ? browserWithGpu : browser));
  add(name, body, { skip: gpu ? NO_GPU : undefined, initScript: watchLists });
}

// Texts of the sample. Some texts occur three times with equal embeddings, which causes ties.
const [SAMPLE_HEADER, ...SAMPLE_RECORDS] = parseCsv(readFileSync(SAMPLE, 'utf8'));
const RECORD_OF_ROW = [300, 60, 60].flatMap((n) => Array.from({ length: n }, (_, record) => record));
const TIED_CSV = write('tied.csv', [SAMPLE_HEADER, ...RECORD_OF_ROW.map((record) => SAMPLE_RECORDS[record])]
  .map((record) => `${record.map(quote).join(',')}\n`).join(''));

/** Embeddings with as many dimensions as those of the built-in encoder. The records have nine topics. */
const TIED_NPY = npyOf(
  RECORD_OF_ROW.length, (row, at) => (at % 9 === RECORD_OF_ROW[row] % 9 ? 0.5 : 0) + noise(RECORD_OF_ROW[row], at), 384,
);

const chooseTied = (page) => chooseWithEmbeddings(page, TIED_CSV, TIED_NPY);

/** Runs in the page. Records the neighbor lists that the page sends to its workers, as text. */
function watchLists() {
  window.lists = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message[1]?.Select) window.lists.push(message.slice(2).map((buffer) => new Uint32Array(buffer).join()).join(';'));
    return post.call(this, message, ...rest);
  };
}

/** Selects on `device`. Returns the picks, the neighbor lists, and the page's message about the device. */
async function selectOn(page, device) {
  await set(page, 'budget', 12);
  await page.selectOption('#device', device);
  await select(page);
  const lists = await page.evaluate(() => window.lists.pop());
  assert.ok(lists.length > 1000, 'the neighbor lists were recorded');
  return { picks: await picks(page), lists, searched: await page.innerText('#searched') };
}

check('approximate neighbors do not depend on the number of workers', async ({ page }) => {
  await chooseTied(page);
  await set(page, 'workers', 1);
  await page.selectOption('#search', 'approximate');
  const withOneWorker = await selectOn(page, 'auto');
  assert.match(withOneWorker.searched, /approximately: as requested/);
  await set(page, 'workers', 3);
  const withThreeWorkers = await selectOn(page, 'auto');
  assert.deepEqual(withThreeWorkers.picks, withOneWorker.picks);
  assert.ok(withThreeWorkers.lists === withOneWorker.lists, 'the neighbor lists are identical');
});

check('GPU and CPU find the same neighbors', async ({ page, context }) => {
  const programs = [];
  context.on('request', (request) => { if (request.url().includes('worker-gpu')) programs.push(request.url()); });
  await chooseTied(page);
  const auto = await selectOn(page, 'auto');
  assert.match(auto.searched, /on the CPU: the pool is small/);
  assert.deepEqual(programs, [], 'a search on the CPU does not fetch the GPU program');
  const cpu = await selectOn(page, 'cpu');
  assert.match(cpu.searched, /on the CPU: as requested/);
  const gpu = await selectOn(page, 'gpu');
  assert.match(gpu.searched, /on the GPU/);
  assert.ok(programs.length > 0);
  assert.deepEqual([gpu.picks, cpu.picks], [auto.picks, auto.picks]);
  assert.ok(gpu.lists === cpu.lists && cpu.lists === auto.lists, 'the neighbor lists are identical');
}, { gpu: true });

check('neighbor search continues on the CPU after the GPU is lost', async ({ page, context }) => {
  // Simulates a GPU that accepts 128 rows at a time and is lost at the fifth submission.
  const loseGpu = () => {
    Object.defineProperty(GPUSupportedLimits.prototype, 'maxComputeWorkgroupsPerDimension', { get: () => 2 });
    const { requestDevice } = GPUAdapter.prototype;
    const { submit } = GPUQueue.prototype;
    let device;
    let submitted = 0;
    GPUAdapter.prototype.requestDevice = async function (...args) {
      device = await requestDevice.apply(this, args);
      return device;
    };
    GPUQueue.prototype.submit = function (...args) {
      submitted += 1;
      if (submitted === 5) device.destroy();
      return submit.apply(this, args);
    };
  };
  await context.route(/worker-gpu[^/]*\.js$/, async (route) => {
    const script = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: `(${loseGpu})();\n${script}` });
  });
  await chooseTied(page);
  const cpu = await selectOn(page, 'cpu');
  await addLabels(page, 'yes');
  await leaveFields(page);
  await page.keyboard.press('1');
  await waitForSaved(page);
  const chips = () => page.$$eval('.pick .chip:not(.unsaved)', (chips) => chips.map((chip) => [chip.closest('.pick').dataset.row, chip.textContent]));
  const labeledChips = await chips();
  assert.equal(labeledChips.length, 1);
  const mixed = await selectOn(page, 'gpu');
  assert.deepEqual(await chips(), labeledChips, 'the label stays');
  const [, rows] = mixed.searched.match(/([\d,]+) rows on the GPU.*, the others on the CPU: the GPU was lost/) ?? assert.fail(mixed.searched);
  assert.ok(Number(rows) >= 128 && Number(rows) < 420, rows);
  assert.deepEqual(mixed.picks, cpu.picks);
  assert.ok(mixed.lists === cpu.lists, 'the neighbor lists are identical');
}, { gpu: true });

check('missing GPU is reported, and the CPU searches', async ({ page }) => {
  await chooseTied(page);
  const { searched } = await selectOn(page, 'gpu');
  assert.match(searched, /on the CPU: no GPU can be used here/);
});
