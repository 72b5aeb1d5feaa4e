// Measures the duration of each stage in Chromium and in the native program, and prints a Markdown table.
// Only the first run of each program is measured, in a new browser or process without caches.

import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

import {
  BANKING77, HAS_BANKING77, SAMPLE, choose, folder, launch, openPage, picks, select, selectNatively, stageTimes,
} from '../support/tools.mjs';

const STAGES = [
  ['load', 'Read the file'],
  ['embed', 'Embed'],
  ['neighbors', 'Find neighbors'],
  ['graph', 'Build the graph'],
  ['partition', 'Partition'],
  ['select', 'Select'],
  ['map', 'Draw the map'],
];
const BUDGET = 18;

async function measure(name, file) {
  const browser = await launch();
  const version = browser.version();
  const { page, foreign } = await openPage(browser);
  await choose(page, file);
  await page.selectOption('#text-column', { label: 'text' });
  const workers = await page.inputValue('#workers');
  await select(page);
  const inBrowser = await stageTimes(page);
  const rows = await picks(page);
  await browser.close();
  if (foreign.length > 0) throw new Error(`requests left the origin: ${foreign}`);

  const native = await selectNatively(file, join(folder('e2e'), `${name}-timed.csv`), '--text', 'text', '--budget', BUDGET);
  const row = native.records[0].indexOf('row');
  const same = native.records.slice(1).every((record, rank) => Number(record[row]) === rows[rank]);
  if (!same) throw new Error(`${name}: the picks differ from those of the native program`);
  // The page adds the time for choosing the number of parts to the time of the partition.
  const { parts = 0, partition, ...others } = native.summary.seconds;
  const inTerminal = { ...others, partition: parts + partition };
  return { name, version, workers, inBrowser, inTerminal, n: native.summary.instances };
}

const pools = [['Sample', SAMPLE]];
if (HAS_BANKING77) pools.push(['banking77', BANKING77]);
const measured = [];
for (const [name, file] of pools) measured.push(await measure(name, file));

const seconds = (value) => (value === undefined ? '–' : `${value.toFixed(value < 0.1 ? 3 : 2)} s`);
const sum = (times) => Object.values(times).reduce((total, time) => total + time, 0);
const line = (cells) => console.log(`| ${cells.join(' | ')} |`);
line(['Stage', ...measured.flatMap(({ name, n }) => [`${name} (${n} texts), Chromium`, `${name}, terminal`])]);
line(['---', ...measured.flatMap(() => ['---:', '---:'])]);
for (const [stage, title] of STAGES) {
  line([title, ...measured.flatMap(({ inBrowser, inTerminal }) => [
    seconds(inBrowser[stage] === undefined ? undefined : inBrowser[stage] / 1000),
    seconds(inTerminal[stage]),
  ])]);
}
line(['Total', ...measured.flatMap(({ inBrowser, inTerminal }) => [seconds(sum(inBrowser) / 1000), seconds(sum(inTerminal))])]);
const rustc = execFileSync('rustc', ['--version'], { encoding: 'utf8' }).trim().split(' ').slice(0, 2).join(' ');
console.log(`
Measured on ${new Date().toISOString().slice(0, 10)}: ${cpus()[0].model}, ${cpus().length} cores, \
${Math.round(totalmem() / 2 ** 30)} GiB; Chromium ${measured[0].version}, ${measured[0].workers} workers; ${rustc}; \
budget ${BUDGET}, default settings otherwise.`);
