// One pool with its embeddings through the page, in a Chromium of its own: prints what it took as one line of JSON.
//
//     node page.mjs POOL.csv EMBEDDINGS.npy

import { readFileSync } from 'node:fs';

import { ended, launch, openPage, picks, stageTimes } from '../../tests/e2e/tools.mjs';
import { renderers } from '../chromium.mjs';

/** Runs in the page before its own scripts. */
function watch() {
  // Tasks of the page's own thread that hold it up for more than 50 ms, with the time at which they began.
  self.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) self.longTasks.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
}

const [pool, embeddings] = process.argv.slice(2);
const browser = await launch();
const measure = await renderers(browser);
const { page, foreign, problems } = await openPage(browser, { initScript: watch });
const tasks = async (from) => {
  const all = await page.evaluate(() => self.longTasks);
  return all.filter(([begun]) => begun >= from).map(([, lasted]) => lasted);
};
const now = () => page.evaluate(() => performance.now());

/** What `work` takes, and how long the page's own thread was held up by one task, at the most. */
async function step(work) {
  const begun = await now();
  await work();
  // The observer hears of a task after it.
  await page.waitForTimeout(200);
  return { seconds: ((await now()) - begun - 200) / 1000, longest_task_ms: Math.max(0, ...(await tasks(begun))) };
}

const steps = {};
const { process: renderer } = await measure(async () => {
  steps.open = await step(async () => {
    await page.setInputFiles('#file', [pool, embeddings]);
    await page.waitForSelector('#given-embeddings', { timeout: 300_000 });
  });
  steps.run = await step(async () => {
    await page.click('#select');
    await ended(page);
  });
  steps.map = await step(async () => {
    const { x, y, width, height } = await page.locator('#map').boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    for (const delta of [-400, -400, 800]) await page.mouse.wheel(0, delta);
    await page.mouse.down();
    for (let at = 0; at < 20; at += 1) await page.mouse.move(x + width / 2 + 5 * at, y + height / 2 + 3 * at);
    await page.mouse.up();
  });
});
const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${renderer}/status`, 'utf8'));
console.log(JSON.stringify({
  chromium: browser.version(),
  stages_ms: await stageTimes(page),
  steps,
  peak_bytes: Number(peak) * 1024,
  picks: await picks(page),
  searched: await page.innerText('#searched'),
}));
if (foreign.length > 0 || problems.length > 0) throw new Error(`${foreign} ${problems}`);
await browser.close();
