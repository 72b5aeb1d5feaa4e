// A session with many labels: no label is lost, and only the log increases the memory use.
// FASTGAS_LABELS sets the number of actions. The default is 10,000 in a soak run and 1,000 in other runs.
// `cargo xtask bench labels` sets 10,000 and measures the duration of each action.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { TRACK_MEMORIES, assertOnlyLogGrew, createProject, logOnDisk, memoryUse } from '../support/labeling.mjs';
import { LONG, SOAK, launch, repetitions, visit, waitForSaved } from '../support/tools.mjs';

const COUNT = Number(process.env.FASTGAS_LABELS ?? (SOAK ? 10_000 : 1000));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

test(`load: ${COUNT} quick actions are all stored, and only the log grows`, { timeout: LONG }, () => visit(browser, 'load', async ({ page, context }) => {
  await createProject(page);
  const devtools = await context.newCDPSession(page);
  const measurements = [];
  // After the first fifth of the actions, all objects exist that the page creates only once.
  for (const share of [0.2, 0.4, 0.4]) {
    await page.evaluate((count) => window.drive(count), Math.round(share * COUNT));
    measurements.push(await memoryUse(page, devtools));
  }
  console.log(measurements.map((measurement) => JSON.stringify(measurement)).join('\n'));
  const reference = await page.evaluate(() => window.reference());
  assert.equal(reference.length, COUNT);
  const [first, , last] = measurements;
  assertOnlyLogGrew(first, last, 0.8 * COUNT);
  // Labeled picks show their label, and a mark for a note or a flag.
  const picks = await page.locator('.pick[data-row]').count();
  assert.ok(last.nodes - first.nodes < 12 * picks, `${first.nodes} nodes, then ${last.nodes}`);
  assert.ok(last.listeners - first.listeners < 4 * picks, `${first.listeners} listeners, then ${last.listeners}`);
  assert.equal(last.documents, first.documents);

  assert.deepEqual(await logOnDisk(page), reference);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(await logOnDisk(page), reference, 'after a reload');
  const annotations = new Map(reference);
  const shown = await page.$$eval('.pick[data-row]', (picks) => picks.map((pick) => [Number(pick.dataset.row), pick.dataset.label ?? '']));
  for (const [row, label] of shown) assert.equal(label, annotations.get(row)?.labels[0] ?? '', `row ${row}`);
}, { initScript: TRACK_MEMORIES }));

const FLAGS = repetitions(4000);
/**
 * Number of keys after which the test waits until all changes are saved.
 * Pending writes are in memory, and WebAssembly memory never shrinks.
 * Without the waits, the measurement would depend on the number of writes that a slow disk delays.
 */
const KEYS_AT_ONCE = 50;

test(`load: ${FLAGS} flags on one text grow only the log`, { timeout: LONG }, () => visit(browser, 'load flags', async ({ page, context }) => {
  // All actions change the same text, whose objects the page never replaces.
  // An object that an action does not release therefore still exists at the end of the test.
  await createProject(page);
  const devtools = await context.newCDPSession(page);
  const toggleFlag = async (count) => {
    for (let pressed = 0; pressed < count; pressed += KEYS_AT_ONCE) {
      await page.evaluate(async (count) => {
        for (let n = 0; n < count; n += 1) {
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '!', bubbles: true, cancelable: true }));
          await new Promise((resolve) => { setTimeout(resolve, 4); });
        }
      }, Math.min(KEYS_AT_ONCE, count - pressed));
      await waitForSaved(page);
    }
    return memoryUse(page, devtools);
  };
  const [first, last] = [await toggleFlag(100), await toggleFlag(FLAGS)];
  assertOnlyLogGrew(first, last, FLAGS);
  assert.equal((await logOnDisk(page)).length, 100 + FLAGS);
}, { initScript: TRACK_MEMORIES }));

const OPENINGS = repetitions(200);

test(`load: ${OPENINGS} closed dialogs leave nothing behind`, { timeout: LONG }, () => visit(browser, 'load dialogs', async ({ page, context }) => {
  await createProject(page);
  const devtools = await context.newCDPSession(page);
  const openDialogs = async (count) => {
    for (let n = 0; n < count; n += 1) {
      await page.keyboard.press('=');
      await page.waitForFunction(() => document.querySelector('#similar-dialog[open] li[data-row]'));
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('#similar-dialog[open]'));
    }
    return memoryUse(page, devtools);
  };
  const [first, last] = [await openDialogs(20), await openDialogs(OPENINGS)];
  // A leaked list item takes about a kilobyte, and each opening of the dialog would leak one or two dozen items.
  assert.ok(last.wasm - first.wasm <= 1 << 20, `${first.wasm} bytes, then ${last.wasm}`);
  assert.ok(last.listeners - first.listeners < 20, `${first.listeners} listeners, then ${last.listeners}`);
}, { initScript: TRACK_MEMORIES }));
