// Thousands of labels at high speed. A reference implementation computes the expected log from the rules alone: each action that
// changes something adds one entry, and so do undo and redo.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { npy } from './embeddings.mjs';
import { addLabels, choose, dropEmbeddings, folder, select, set, storedLog } from './tools.mjs';

const N = 200;
const BUDGET = 60;
const BYTES_OF_ACTION = 550;
const SLACK = 512 << 10;

/** Runs in the page before its own scripts: keeps the WebAssembly memories, which are not part of the JavaScript heap. */
export const MEMORIES = () => {
  const memories = [];
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const result = await original.apply(WebAssembly, given);
      const { memory } = (result.instance ?? result).exports;
      if (memory) memories.push(memory);
      return result;
    };
  }
  window.wasmBytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
};

/** A project with picks and four labels, without a model. */
export async function begin(page) {
  const csv = join(folder('e2e'), 'labeling.csv');
  writeFileSync(csv, ['text', ...Array.from({ length: N }, (_, n) => `${['A lost card', 'A recipe', 'The probe', 'A garden'][n % 4]} said ${n}`)].join('\n'));
  await choose(page, [csv]);
  await dropEmbeddings(page, npy(N, 4));
  await set(page, 'budget', BUDGET);
  await select(page);
  await addLabels(page, 'bank', 'food', 'space', 'garden');
  await page.evaluate(plant);
}

/**
 * Defines `drive(count, compares)` in the page. It presses keys as fast as they are acknowledged, and sometimes several at once.
 * It returns the milliseconds from key press to acknowledgement and, if `compares` is set, alternately those of a plain IndexedDB
 * put.
 */
function plant() {
  const NAMES = ['bank', 'food', 'space', 'garden'];
  const reference = { said: new Map(), undo: [], redo: [], log: [] };
  const nothing = () => ({ labels: [], passed: null, flagged: false, note: '' });
  const saidOf = (row) => reference.said.get(row) ?? nothing();
  const enter = (row, said) => {
    const before = saidOf(row);
    reference.said.set(row, said);
    reference.log.push([row, said]);
    return before;
  };
  /** Applies a change. Returns whether it changed anything. */
  const say = (row, change) => {
    const said = { ...saidOf(row), ...change };
    if (JSON.stringify(said) === JSON.stringify(saidOf(row))) return false;
    reference.undo.push([row, enter(row, said)]);
    reference.redo = [];
    return true;
  };
  const turn = (from, to) => {
    if (from.length === 0) return false;
    const [row, said] = from.pop();
    to.push([row, enter(row, said)]);
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
  // After an answer, the page moves on once the answer is saved; keys pressed before belong to the text that comes next.
  let goesOn = false;
  /** Performs a random action; an answer only if `mayAnswer`. Returns whether the page must acknowledge it. */
  const act = (mayAnswer) => {
    const row = current();
    const chance = mayAnswer ? next() : 0.55 + 0.45 * next();
    goesOn = chance < 0.55 || (chance >= 0.78 && chance < 0.84);
    if (chance < 0.55) {
      const key = Math.floor(next() * NAMES.length);
      press(String(key + 1));
      return say(row, { labels: [NAMES[key]], passed: null });
    }
    if (chance < 0.68) { press('u'); return turn(reference.undo, reference.redo); }
    if (chance < 0.78) { press('U', { shiftKey: true }); return turn(reference.redo, reference.undo); }
    if (chance < 0.84) { press('s'); return saidOf(row).labels.length === 0 && say(row, { passed: 'skipped' }); }
    if (chance < 0.88) { press('0'); return say(row, { labels: [], passed: null }); }
    if (chance < 0.92) { press('!'); return say(row, { flagged: !saidOf(row).flagged }); }
    notes += 1;
    const text = `note ${notes}`;
    note(text);
    return say(row, { note: text });
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
    transaction.objectStore('labels').put({ row: 1, said: { ...nothing(), labels: ['bank'] }, at_ms: Date.now() });
    await new Promise((resolve, reject) => { transaction.oncomplete = resolve; transaction.onabort = reject; });
    return performance.now() - start;
  };
  window.drive = async (count, compares) => {
    const times = { acknowledged: [], strict: [], relaxed: [], waited: 0 };
    const end = reference.log.length + count;
    while (reference.log.length < end) {
      // Moves to a random text nearby.
      for (let steps = Math.floor(next() * 4); steps > 0; steps -= 1) press(next() < 0.5 ? 'ArrowRight' : 'ArrowLeft');
      await shown();
      // One in ten actions happens while the previous ones are still being saved.
      const burst = next() < 0.025 ? 5 : 1;
      const start = performance.now();
      let counts = false;
      goesOn = false;
      for (let n = 1; n <= burst && reference.log.length < end && !goesOn; n += 1) {
        const acts = act(n === burst);
        counts ||= acts;
        if (burst > 1) await shown();
      }
      if (!counts) continue;
      // Before this, the page has not even shown that a write is pending.
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

/** The stored log: row and annotation, oldest first. */
export async function logOnDisk(page) {
  const entries = await storedLog(page);
  return entries.map(({ row, said: { labels, passed, flagged, note } }) => [row, { labels, passed: passed ?? null, flagged, note }]);
}

/** Memory use of the page after garbage collection. */
export async function taken(page, devtools) {
  await devtools.send('HeapProfiler.enable');
  for (let turn = 0; turn < 3; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners, documents } = await devtools.send('Memory.getDOMCounters');
  const wasm = await page.evaluate(() => window.wasmBytes());
  return { heap: usedSize, wasm, nodes, listeners: jsEventListeners, documents };
}

/**
 * Fails if memory has grown by more than the log between two measurements that are `actions` apart. Each action adds an entry and
 * an undo step to the WebAssembly memory. This memory grows in jumps as vectors double, independent of the number of actions.
 */
export function growsByTheLog(first, last, actions) {
  const [heap, wasm] = ['heap', 'wasm'].map((name) => last[name] - first[name]);
  assert.ok(heap + wasm < actions * BYTES_OF_ACTION + SLACK, `${heap} + ${wasm} bytes by ${actions} actions`);
}

/** The median and the 95th percentile. */
export function quantiles(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), p95: at(0.95), n: sorted.length };
}
