// Processes one pool with its embeddings in the page, in a separate Chromium.
// Prints times and memory as one line of JSON.
//
//     node page.mjs POOL.csv EMBEDDINGS.npy

import { readFileSync } from 'node:fs';

import { addLabels, launch, openPage, picks, stageTimes, waitForRun, waitForSaved } from '../../tests/e2e/support/tools.mjs';
import { show } from '../../tests/e2e/support/views.mjs';
import { renderers } from '../chromium.mjs';
import { moveMap } from '../frames.mjs';
import { longestTask } from '../tasks.mjs';

const [pool, embeddings] = process.argv.slice(2);
const browser = await launch();
const measure = await renderers(browser);
const { page, foreign, problems } = await openPage(browser);

/** Measures the duration of `work` in seconds, and the longest task of the page's main thread. */
async function step(work) {
  let seconds;
  const longest = await longestTask(page, async () => {
    const start = performance.now();
    await work();
    seconds = (performance.now() - start) / 1000;
  });
  return { seconds, ...longest };
}

const steps = {};
let frames;
const { process: renderer } = await measure(async () => {
  steps.open = await step(async () => {
    await page.setInputFiles('#file', [pool, embeddings]);
    await page.waitForSelector('#given-embeddings', { timeout: 300_000 });
  });
  steps.run = await step(async () => {
    await page.click('#select');
    await waitForRun(page);
  });
  await show(page, 'data');
  steps.map = await step(async () => {
    const { x, y, width, height } = await page.locator('#map').boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    for (const delta of [-400, -400, 800]) await page.mouse.wheel(0, delta);
    await page.mouse.down();
    for (let at = 0; at < 20; at += 1) await page.mouse.move(x + width / 2 + 5 * at, y + height / 2 + 3 * at);
    await page.mouse.up();
  });
  frames = (await page.evaluate(moveMap, { moves: ['drag'], frames: 120 })).drag;
  await show(page, 'label');
  steps.label = await step(async () => {
    await addLabels(page, 'first', 'second');
    for (const key of ['1', '2', 's', '1', 'u']) await page.keyboard.press(key);
    await waitForSaved(page);
  });
  steps.suggest = await step(async () => {
    await page.keyboard.press('*');
    await page.waitForSelector('#suggestion');
  });
  await show(page, 'data');
  steps['suggest all'] = await step(async () => {
    await page.selectOption('#color-by', { label: 'suggestion' });
    // The list does not contain the words “no suggestion” until all suggestions have been computed.
    await page.waitForFunction(() => /no suggestion/.test(document.querySelector('#map-list').innerText));
  });
  await page.selectOption('#color-by', { label: 'part' });
  steps.search = await step(async () => {
    await page.fill('#map-search', 'library');
    await page.waitForSelector('#map-list .hit');
    await page.fill('#map-search', '');
  });
  steps.color = await step(async () => {
    for (const way of await page.$$eval('#color-by option', (options) => options.map(({ value }) => value))) {
      await page.selectOption('#color-by', way);
      await page.waitForTimeout(500);
    }
  });
});
const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${renderer}/status`, 'utf8'));
console.log(JSON.stringify({
  chromium: browser.version(),
  stages_ms: await stageTimes(page),
  steps,
  peak_bytes: Number(peak) * 1024,
  painter: await page.getAttribute('#map-dots', 'data-painter'),
  frames,
  picks: await picks(page),
  searched: await page.innerText('#searched'),
}));
if (foreign.length > 0 || problems.length > 0) throw new Error(`${foreign} ${problems}`);
await browser.close();
