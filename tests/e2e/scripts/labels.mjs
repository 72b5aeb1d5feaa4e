// Measures the time from a key press until the page shows the label as saved.
// Alternates the measured actions with a plain put into IndexedDB in the same page.
// Also measures the memory use of 10,000 actions. Prints a Markdown table. FASTGAS_LABELS sets the number of actions.

import { cpus, totalmem } from 'node:os';

import { TRACK_MEMORIES, assertOnlyLogGrew, createProject, logOnDisk, memoryUse, quantiles } from '../support/labeling.mjs';
import { launch, openPage } from '../support/tools.mjs';

const COUNT = Number(process.env.FASTGAS_LABELS ?? 10_000);
const browser = await launch();
const { page, context, foreign, problems } = await openPage(browser, { initScript: TRACK_MEMORIES });
await createProject(page);
const devtools = await context.newCDPSession(page);
const all = { acknowledged: [], strict: [], relaxed: [] };
const rows = [];
let waited = 0;
for (const share of [0.2, 0.4, 0.4]) {
  const times = await page.evaluate((count) => window.drive(count, true), Math.round(share * COUNT));
  for (const name of Object.keys(all)) all[name].push(...times[name]);
  waited += times.waited;
  const reference = await page.evaluate(() => window.reference().length);
  rows.push({ actions: reference, ...await memoryUse(page, devtools), ...quantiles(times.acknowledged) });
}
const reference = await page.evaluate(() => window.reference());
const isComplete = JSON.stringify(await logOnDisk(page)) === JSON.stringify(reference);
await page.reload();
await page.waitForSelector('.pick[data-row]');
const isCompleteAfterReload = JSON.stringify(await logOnDisk(page)) === JSON.stringify(reference);
const version = browser.version();
await browser.close();
if (!isComplete || !isCompleteAfterReload) throw new Error('the stored log differs from the entered actions');
if (foreign.length + problems.length > 0) throw new Error(`${foreign} ${problems}`);

const line = (cells) => console.log(`| ${cells.join(' | ')} |`);
line(['Actions', 'JavaScript heap, KB', 'WebAssembly, KB', 'DOM nodes', 'listeners', 'median, ms']);
line(['---:', '---:', '---:', '---:', '---:', '---:']);
for (const { actions, heap, wasm, nodes, listeners, median } of rows) {
  line([actions, Math.round(heap / 1024), Math.round(wasm / 1024), nodes, listeners, median.toFixed(1)]);
}
const [first, last] = [rows[0], rows.at(-1)];
assertOnlyLogGrew(first, last, last.actions - first.actions);
const bytes = (name) => ((last[name] - first[name]) / (last.actions - first.actions)).toFixed(0);
console.log(`\nBytes per action from the first row to the last row: ${bytes('heap')} of JavaScript, ${bytes('wasm')} of WebAssembly.\n`);
line(['Duration of', 'median, ms', '95 %, ms', 'n']);
line(['---', '---:', '---:', '---:']);
const titles = { acknowledged: 'a key press, until the label is shown as saved', strict: 'a plain put, strict durability', relaxed: 'a plain put, relaxed durability' };
for (const [name, title] of Object.entries(titles)) {
  const { median, p95, n } = quantiles(all[name]);
  line([title, median.toFixed(1), p95.toFixed(1), n]);
}
const ratios = (name) => quantiles(all.acknowledged.map((time, at) => time / all[name][at]));
for (const name of ['strict', 'relaxed']) {
  const { median, p95 } = ratios(name);
  console.log(`\nRatio to a ${name} put: ${median.toFixed(2)} (median), ${p95.toFixed(2)} (95th percentile).`);
}
console.log(`
The page showed ${waited} times that it was waiting. None of the ${reference.length} actions was lost, including after a reload.
Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0].model}, ${cpus().length} cores, \
${Math.round(totalmem() / 2 ** 30)} GiB; Chromium ${version}.`);
