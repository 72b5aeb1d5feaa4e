// Opens one file in the page in a separate Chromium, and waits until the page has stored the project of the file.
// Prints the time, the longest task of the page's main thread, and the memory as one line of JSON.
//
//     node page.mjs FILE

import { readFileSync } from 'node:fs';

import { LONG, launch, openPage } from '../../tests/e2e/support/tools.mjs';
import { longestTask } from '../tasks.mjs';

const [file] = process.argv.slice(2);
const browser = await launch();
const session = await browser.newBrowserCDPSession();
const { page, foreign, problems } = await openPage(browser);

/**
 * Reads a memory size of the process `id` from the file `name` of the process in /proc, and returns the size in bytes.
 * `pattern` matches the number of kB in the file. Returns 0 if the process has ended.
 */
function bytesOf(id, name, pattern) {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${id}/${name}`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

// Peak memory of the renderer, which runs the page and its workers, and of all browser processes.
// In the sum over all processes, memory that several processes share is counted only once.
const peaks = { renderer: 0, all: 0 };
let isMeasuring = true;
const measuring = (async () => {
  while (isMeasuring) {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    for (const { id } of renderers) peaks.renderer = Math.max(peaks.renderer, bytesOf(id, 'status', /^VmHWM:\s+(\d+) kB$/m));
    const shares = processInfo.map(({ id }) => bytesOf(id, 'smaps_rollup', /^Pss:\s+(\d+) kB$/m));
    peaks.all = Math.max(peaks.all, shares.reduce((sum, share) => sum + share, 0));
    await new Promise((resolve) => { setTimeout(resolve, 200); });
  }
})();

/** Waits until the project is stored: until the storage of the page has not grown for five seconds. */
async function waitForStored() {
  const deadline = Date.now() + LONG;
  let [last, n_equal] = [-1, 0];
  while (n_equal < 5 || last < 100_000) {
    if (Date.now() > deadline) throw new Error(`the project is not stored; the storage has ${last} bytes`);
    await page.waitForTimeout(1_000);
    const usage = await page.evaluate(async () => (await navigator.storage.estimate()).usage);
    n_equal = usage === last ? n_equal + 1 : 0;
    last = usage;
  }
}

let seconds;
const longest = await longestTask(page, async () => {
  const start = performance.now();
  await page.setInputFiles('#file', file);
  // If the page shows a message and waits for the user, the benchmark ends with an error.
  await page.waitForSelector('#found, #message, #import-problem', { timeout: LONG });
  const notice = await page.$('#message, #import-problem');
  if (notice) throw new Error(`the page says: ${await notice.innerText()}`);
  seconds = (performance.now() - start) / 1000;
  await waitForStored();
});
isMeasuring = false;
await measuring;
console.log(JSON.stringify({
  chromium: browser.version(),
  seconds,
  ...longest,
  renderer_bytes: peaks.renderer,
  all_bytes: peaks.all,
  rows: await page.evaluate(() => Number(document.querySelector('.data .cache span').innerText.match(/^([\d,]+) texts?,/)?.[1].replaceAll(',', '') ?? 0)),
}));
if (foreign.length > 0 || problems.length > 0) throw new Error(`${foreign} ${problems}`);
await browser.close();
