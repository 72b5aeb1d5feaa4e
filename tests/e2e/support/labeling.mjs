// Thousands of labels at high speed. A reference implementation computes the expected log from the rules alone.
// Each action that changes an annotation adds one entry to the log. Undo and redo also add one entry.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { npy } from './embeddings.mjs';
import { addLabels, chooseWithEmbeddings, folder, select, set, storedLog } from './tools.mjs';

const N = 200;
const BUDGET = 60;
const BYTES_PER_ACTION = 550;
const SLACK = 512 << 10;

/**
 * Runs in the page before the page's own scripts.
 * WebAssembly memories are not part of the JavaScript heap, so the test needs references to them.
 */
export const TRACK_MEMORIES = () => {
  const memories = [];
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...originalArguments) => {
      const result = await original.apply(WebAssembly, originalArguments);
      const { memory } = (result.instance ?? result).exports;
      if (memory) memories.push(memory);
      return result;
    };
  }
  window.wasmBytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
};

/** Creates a project with picks and four labels. The project needs no model. */
export async function createProject(page) {
  const csv = join(folder('e2e'), 'labeling.csv');
  writeFileSync(csv, ['text', ...Array.from({ length: N }, (_, n) => `${['A lost card', 'A recipe', 'The probe', 'A garden'][n % 4]} said ${n}`)].join('\n'));
  await chooseWithEmbeddings(page, csv, npy(N, 4));
  await set(page, 'budget', BUDGET);
  await select(page);
  await addLabels(page, 'bank', 'food', 'space', 'garden');
  await page.evaluate(defineDrive);
}

/**
 * Defines `drive(count, compares)` in the page. `drive` presses keys as fast as the page acknowledges them.
 * Sometimes, `drive` presses several keys at once.
 * `drive` returns the milliseconds from each key press to its acknowledgement.
 * If `compares` is set, the measured key presses alternate with a plain IndexedDB put, which is also measured.
 */
function defineDrive() {
  const NAMES = ['bank', 'food', 'space', 'garden'];
  const reference = { annotations: new Map(), undo: [], redo: [], log: [] };
  const noAnnotation = () => ({ labels: [], passed: null, flagged: false, note: '' });
  const annotationOf = (row) => reference.annotations.get(row) ?? noAnnotation();
  const record = (row, annotation) => {
    const before = annotationOf(row);
    reference.annotations.set(row, annotation);
    reference.log.push([row, annotation]);
    return before;
  };
  /** Changes fields of a row's annotation in the reference. Returns whether the annotation has changed. */
  const change = (row, fields) => {
    const annotation = { ...annotationOf(row), ...fields };
    if (JSON.stringify(annotation) === JSON.stringify(annotationOf(row))) return false;
    reference.undo.push([row, record(row, annotation)]);
    reference.redo = [];
    return true;
  };
  const moveStep = (from, to) => {
    if (from.length === 0) return false;
    const [row, annotation] = from.pop();
    to.push([row, record(row, annotation)]);
    return true;
  };
  let state = 11;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const press = (key, more) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  const current = () => Number(document.querySelector('#current-text').dataset.row);
  const note = (text) => {
    press(',');
    const field = document.querySelector('#note');
    field.value = text;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    field.blur();
  };
  let notes = 0;
  // The page moves to the next text once the answer is saved. Keys pressed during saving belong to the next text.
  let movesOn = false;
  /**
   * Performs a random action, which is an answer only if `mayAnswer` is true.
   * Returns whether the page must acknowledge the action.
   */
  const act = (mayAnswer) => {
    const row = current();
    const chance = mayAnswer ? next() : 0.55 + 0.45 * next();
    movesOn = chance < 0.55 || (chance >= 0.78 && chance < 0.84);
    if (chance < 0.55) {
      const key = Math.floor(next() * NAMES.length);
      press(String(key + 1));
      return change(row, { labels: [NAMES[key]], passed: null });
    }
    if (chance < 0.68) { press('u'); return moveStep(reference.undo, reference.redo); }
    if (chance < 0.78) { press('U', { shiftKey: true }); return moveStep(reference.redo, reference.undo); }
    if (chance < 0.84) { press('s'); return annotationOf(row).labels.length === 0 && change(row, { passed: 'skipped' }); }
    if (chance < 0.88) { press('0'); return change(row, { labels: [], passed: null }); }
    if (chance < 0.92) { press('!'); return change(row, { flagged: !annotationOf(row).flagged }); }
    notes += 1;
    const text = `note ${notes}`;
    note(text);
    return change(row, { note: text });
  };
  const panel = document.querySelector('.labeled');
  const isSaved = () => !panel.innerText.includes('not saved yet');
  const saved = () => new Promise((resolve) => {
    if (isSaved()) { resolve(); return; }
    const observer = new MutationObserver(() => {
      if (!isSaved()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(panel, { subtree: true, childList: true, characterData: true });
  });
  // The page has updated its view once the pending microtasks are done.
  const shown = () => new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
  let bare;
  const open = () => new Promise((resolve) => {
    const opening = indexedDB.open('bare', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('labels', { autoIncrement: true });
    opening.onsuccess = () => resolve(opening.result);
  });
  const put = async (durability) => {
    bare ??= await open();
    const start = performance.now();
    const transaction = bare.transaction('labels', 'readwrite', { durability });
    transaction.objectStore('labels').put({ row: 1, said: { ...noAnnotation(), labels: ['bank'] }, at_ms: Date.now() });
    await new Promise((resolve, reject) => { transaction.oncomplete = resolve; transaction.onabort = reject; });
    return performance.now() - start;
  };
  window.drive = async (count, compares) => {
    const times = { acknowledged: [], strict: [], relaxed: [], waited: 0 };
    const end = reference.log.length + count;
    while (reference.log.length < end) {
      for (let steps = Math.floor(next() * 4); steps > 0; steps -= 1) press(next() < 0.5 ? 'ArrowRight' : 'ArrowLeft');
      await shown();
      // One in ten actions happens while the previous actions are still being saved.
      const burst = next() < 0.025 ? 5 : 1;
      const start = performance.now();
      let isExpected = false;
      movesOn = false;
      for (let n = 1; n <= burst && reference.log.length < end && !movesOn; n += 1) {
        const hasChanged = act(n === burst);
        isExpected ||= hasChanged;
        if (burst > 1) await shown();
      }
      if (!isExpected) continue;
      // The page shows only in the next frame that a write is pending.
      await shown();
      times.waited += Number(!isSaved());
      await saved();
      if (burst === 1) times.acknowledged.push(performance.now() - start);
      if (compares && burst === 1) {
        times.strict.push(await put('strict'));
        times.relaxed.push(await put('relaxed'));
      }
    }
    await saved();
    return times;
  };
  window.reference = () => reference.log;
}

/** Log entries on disk, oldest first. Each entry is a pair of row and annotation. */
export async function logOnDisk(page) {
  const entries = await storedLog(page);
  return entries.map(({ row, said: { labels, passed, flagged, note } }) => [row, { labels, passed: passed ?? null, flagged, note }]);
}

/** Memory use and numbers of nodes, listeners and documents, after garbage collection. */
export async function memoryUse(page, devtools) {
  await devtools.send('HeapProfiler.enable');
  for (let round = 0; round < 3; round += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners, documents } = await devtools.send('Memory.getDOMCounters');
  const wasm = await page.evaluate(() => window.wasmBytes());
  return { heap: usedSize, wasm, nodes, listeners: jsEventListeners, documents };
}

/**
 * Fails if the memory has grown by more than the log between the measurements `first` and `last`.
 * The test performs `actions` actions between the two measurements.
 * Each action adds a log entry and an undo step to the WebAssembly memory.
 * The WebAssembly memory grows in jumps when vectors double their capacity, independent of the number of actions.
 */
export function assertOnlyLogGrew(first, last, actions) {
  const [heap, wasm] = ['heap', 'wasm'].map((name) => last[name] - first[name]);
  assert.ok(heap + wasm < actions * BYTES_PER_ACTION + SLACK, `${heap} + ${wasm} bytes by ${actions} actions`);
}

export function quantiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), p95: at(0.95), n: sorted.length };
}
