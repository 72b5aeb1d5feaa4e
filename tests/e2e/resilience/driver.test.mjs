// Random actions: the test labels texts, loads files, switches projects, closes the tab, and kills the browser.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { projectDatabases, recordIs } from '../support/indexed-db.mjs';
import {
  LONG, PAGE, SOAK, drop, dropEmbeddings, dropFiles, folder, launchWith, leaveFields, randomNumbers, removeProfile, saveScreenshot,
  storedLog, until,
} from '../support/tools.mjs';

const SEED = Number(process.env.FASTGAS_SEED ?? (SOAK ? Date.now() % 2 ** 31 : 39));
const DURATION_MS = SOAK ? 60 * 60 * 1000 : 30_000;
/** Actions that happen in every run, even in a short one. */
const REQUIRED_ACTIONS = ['label', 'burst', 'kill', 'close', 'reload', 'switch', 'drop', 'kill'];
const LABELS = ['bank', 'food', 'space', 'garden'];
const MAX_PROJECTS = 3;
const N = 60;

const scratch = folder('e2e');

/** A file whose column name is unique, so that the page never offers to add its texts to another project. */
const textsOf = (number) => [`text${number}`, ...Array.from({ length: N }, (_, n) => `File ${number} says ${n}`)].join('\n');

const noAnnotation = () => ({ labels: [], passed: null, flagged: false, note: '' });

/** Reference implementation of the log: each change of an annotation, each undo and each redo adds one log entry. */
class Reference {
  log = [];

  /** Number of log entries that the page has shown as saved. */
  shown = 0;

  constructor() { this.replay([]); }

  /** Rebuilds the labels and the undo stack from log entries. */
  replay(entries) {
    [this.log, this.annotations, this.undo, this.redo] = [[], new Map(), [], []];
    for (const { row, key } of entries) this.press(row, key);
    this.shown = this.log.length;
  }

  annotationOf(row) { return this.annotations.get(row) ?? noAnnotation(); }

  record(row, annotation, key) {
    const before = this.annotationOf(row);
    this.annotations.set(row, annotation);
    this.log.push({ row, said: annotation, key });
    return before;
  }

  change(row, fields, key) {
    const annotation = { ...this.annotationOf(row), ...fields };
    if (JSON.stringify(annotation) === JSON.stringify(this.annotationOf(row))) return;
    this.undo.push([row, this.record(row, annotation, key)]);
    this.redo = [];
  }

  moveStep(from, to, key) {
    const step = from.pop();
    if (step) to.push([step[0], this.record(...step, key)]);
  }

  press(row, key) {
    if (key === 'u') return this.moveStep(this.undo, this.redo, key);
    if (key === 'U') return this.moveStep(this.redo, this.undo, key);
    if (key === '!') return this.change(row, { flagged: !this.annotationOf(row).flagged }, key);
    if (key === '0') return this.change(row, { labels: [], passed: null }, key);
    if (key === 's') return this.annotationOf(row).labels.length === 0 && this.change(row, { passed: 'skipped' }, key);
    return this.change(row, { labels: [LABELS[key - 1]], passed: null }, key);
  }
}

/** Presses the keys in one task of the page. Returns what a user sees afterwards. */
const pressKeys = (page, keys) => page.evaluate(async (keys) => {
  const row = Number(document.querySelector('#current-text').dataset.row);
  const chipsByRow = () => Object.fromEntries([...document.querySelectorAll('#picks .pick[data-row]')].map((pick) => [pick.dataset.row, pick.querySelector('.chip')?.textContent ?? '']));
  const before = chipsByRow();
  for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: key === 'U', bubbles: true, cancelable: true }));
  // The page has updated its view once the pending microtasks are done.
  await new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
  const now = chipsByRow();
  const changed = Object.keys(now).filter((other) => now[other] !== before[other] && Number(other) !== row).map(Number);
  const unsaved = Number(document.querySelector('.labeled').innerText.match(/(\d+) not saved yet/)?.[1] ?? 0);
  return { row, changed, unsaved, own: now[row] };
}, keys);

const waitForSaved = (page) => page.waitForFunction(() => document.querySelector('#picks .pick') && !document.querySelector('.labeled')?.textContent.includes('not saved yet'));

class Driver {
  projects = new Map();

  done = {};

  trace = [];

  constructor(seed) {
    this.next = randomNumbers(seed);
    this.profile = mkdtempSync(join(scratch, 'driver-'));
  }

  upTo(n) { return Math.floor(this.next() * n); }

  one(items) { return items[this.upTo(items.length)]; }

  async start() {
    this.browser = await launchWith(this.profile);
    await this.visit(this.browser.page);
  }

  async visit(page) {
    this.page = page;
    page.setDefaultTimeout(60_000);
    page.on('dialog', (dialog) => dialog.accept().catch(() => {}));
    page.on('pageerror', (error) => { this.problem ??= error; });
    await page.goto(PAGE);
    await this.waitForScreen();
  }

  /** Waits for the screen after a restart: the first screen, or the project that was shown before. */
  async waitForScreen() {
    await this.page.waitForSelector('#try-sample, #picks .pick[data-row]');
    await leaveFields(this.page);
  }

  async currentName() { return this.page.evaluate(() => document.querySelector('.file-name')?.textContent ?? ''); }

  async createProject() {
    const number = this.projects.size;
    const name = `driver-${number}.csv`;
    const csv = join(scratch, name);
    const texts = textsOf(number);
    writeFileSync(csv, texts);
    const before = await projectDatabases(this.page);
    await drop(this.page, csv);
    await this.page.waitForFunction((name) => document.querySelector('.file-name')?.textContent === name, name);
    await dropEmbeddings(this.page, npy(N, 4));
    await this.page.fill('#budget', '40');
    await this.page.click('#select');
    await this.page.waitForSelector('#picks .pick[data-row]');
    await this.page.waitForSelector('#progress', { state: 'detached' });
    for (const label of LABELS) {
      await this.page.fill('#label-name', label);
      await this.page.click('#add-label');
    }
    await this.page.waitForFunction((n) => document.querySelectorAll('.label-button').length === n, LABELS.length);
    await leaveFields(this.page);
    const [database] = (await projectDatabases(this.page)).filter((name) => !before.includes(name));
    this.projects.set(name, { database, texts, reference: new Reference() });
    // The page does not show when files and settings outside the log are saved, so the test waits for the storage.
    await this.waitForStored(database);
  }

  async waitForStored(database) {
    const isComplete = recordIs((stored, n) => stored?.head?.label_names?.length === n && stored.head.part_names?.length > 0);
    await until(this.page, isComplete, [database, 'project', 'head', LABELS.length]);
  }

  async open(name) {
    // The page may open the most recent project by itself while the test reads the project list.
    for (let tries = 1; await this.currentName() !== name; tries += 1) {
      try {
        const options = { timeout: 3000 };
        if (await this.page.isVisible('#new-project')) await this.page.click('#new-project', options);
        await this.page.click(`.project-open:text-is("${name}")`, options);
        await this.page.waitForFunction((name) => document.querySelector('.file-name')?.textContent === name, name, options);
      } catch (error) {
        if (tries === 20) throw error;
      }
    }
    await this.page.waitForSelector('#picks .pick[data-row]');
    await leaveFields(this.page);
    await this.checkProject(name);
  }

  /**
   * Presses keys in one task and applies the keys to the reference.
   * If there are two keys, the first key must be an answer.
   */
  async press(keys) {
    const { reference } = this.projects.get(await this.currentName());
    const { row, changed, unsaved, own } = await pressKeys(this.page, keys);
    this.trace.push(`${keys.join('+')} in ${row}${changed.length > 0 ? ` and ${changed}` : ''}, ${unsaved} unsaved`);
    reference.press(row, keys[0]);
    if (keys.length > 1) {
      assert.ok(changed.length <= 1, `the second key changes at most one text, not ${changed}`);
      // A second answer to the same text that equals the first answer changes nothing.
      // If all texts have an answer, the second key applies to the same text.
      if (changed.length === 1) reference.press(changed[0], keys[1]);
      else if (own === LABELS[keys[1] - 1]) reference.press(row, keys[1]);
    }
    reference.shown = Math.max(reference.shown, reference.log.length - unsaved);
  }

  /** Labels some texts. Presses each key only after the effect of the previous key is saved. */
  async label() {
    for (let n = 1 + this.upTo(6); n > 0; n -= 1) {
      for (let steps = this.upTo(3); steps > 0; steps -= 1) await this.page.keyboard.press(this.one(['ArrowRight', 'ArrowLeft']));
      await this.press([this.one('123412341234!su0U')]);
      await waitForSaved(this.page);
      const { reference } = this.projects.get(await this.currentName());
      reference.shown = reference.log.length;
    }
  }

  async burst() { await this.press([this.one('1234'), this.one('1234')]); }

  /** Checks that disk and screen agree with the reference, and contain at least all entries that were shown as saved. */
  async checkProject(name) {
    const { database, reference } = this.projects.get(name);
    await waitForSaved(this.page);
    const log = (await storedLog(this.page, database)).map(({ row, said: { labels, passed, flagged, note } }) => ({ row, said: { labels, passed: passed ?? null, flagged, note } }));
    const expected = reference.log.map(({ row, said: expected }) => ({ row, said: expected }));
    assert.deepEqual(log, expected.slice(0, log.length), `${name}: the log contains the expected entries`);
    assert.ok(log.length >= reference.shown, `${name}: ${reference.shown} entries were shown as saved, ${log.length} are stored`);
    reference.replay(reference.log.slice(0, log.length));
    const shown = await this.page.$$eval('#picks .pick[data-row]', (picks) => picks.map(({ dataset }) => [Number(dataset.row), dataset.label ?? '']));
    for (const [row, label] of shown) assert.equal(label, reference.annotationOf(row).labels[0] ?? '', `${name}: row ${row}`);
    for (const notice of ['#damaged', '#elsewhere', '#storage-problem']) assert.equal(await this.page.locator(notice).count(), 0, `${name}: ${notice} is shown`);
    assert.equal(await this.page.locator('.label-button').count(), LABELS.length);
  }

  async checkProjects() {
    await this.waitForScreen();
    const names = [...this.projects.keys()];
    for (const name of SOAK ? [this.one(names)] : names) await this.open(name);
  }

  async kill() {
    await this.browser.kill();
    await this.start();
    await this.checkProjects();
  }

  async close() {
    const context = this.page.context();
    const { page } = this;
    await page.close({ runBeforeUnload: this.next() < 0.5 });
    const other = await context.newPage();
    if (!page.isClosed()) await page.waitForEvent('close');
    await this.visit(other);
    await this.checkProjects();
  }

  async reload() {
    await this.page.reload();
    await this.checkProjects();
  }

  async switch() { await this.open(this.one([...this.projects.keys()])); }

  /** Drags another file, the same file again, or a file that contains no texts onto the page. */
  async drop() {
    if (this.projects.size < MAX_PROJECTS && this.next() < 0.7) return this.createProject();
    const name = await this.currentName();
    const sameFile = { name, bytes: this.projects.get(name).texts };
    await dropFiles(this.page, [this.one([{ name: 'broken.fastgas', bytes: 'PK no project' }, sameFile])]);
    await this.page.waitForTimeout(this.upTo(50));
    return undefined;
  }

  /** Closes all messages and dialogs that a user could close. */
  async dismiss() {
    for (const button of ['#dismiss', 'dialog[open] .close', 'dialog[open] button:text-is("Cancel")']) {
      const found = this.page.locator(button);
      if (await found.count() > 0 && await found.first().isVisible()) await found.first().click();
    }
    await leaveFields(this.page);
  }

  async act(action) {
    // Most of the time, writes are pending when the page is interrupted.
    if (['kill', 'close', 'reload', 'switch', 'drop'].includes(action) && this.next() < 0.8) {
      await this.burst();
      await this.page.waitForTimeout(this.upTo(40));
    }
    await this[action]();
    if (action === 'burst') await waitForSaved(this.page);
    await this.dismiss();
    assert.equal(this.problem, undefined, 'an exception in the page');
    this.done[action] = (this.done[action] ?? 0) + 1;
  }
}

test('driver: random actions and browser kills lose nothing that was shown as saved', { timeout: LONG + 2 * DURATION_MS }, async () => {
  console.log(`seed ${SEED}`);
  const driver = new Driver(SEED);
  const steps = [];
  try {
    await driver.start();
    await driver.createProject();
    const end = Date.now() + DURATION_MS;
    const required = [...REQUIRED_ACTIONS];
    while (required.length > 0 || Date.now() < end) {
      const action = driver.next() < 0.4 && required.length > 0 ? required.shift() : driver.one(['label', 'label', 'label', 'burst', 'burst', 'switch', 'drop', 'close', 'reload', 'kill']);
      steps.push(action);
      driver.trace.push(action);
      await driver.act(action);
    }
    for (const name of driver.projects.keys()) await driver.open(name);
    const entries = [...driver.projects.values()].map(({ reference }) => reference.log.length);
    console.log(`${JSON.stringify(driver.done)}; entries: ${entries}`);
    assert.ok(entries.reduce((sum, n) => sum + n, 0) > 10, 'some actions were recorded');
  } catch (error) {
    if (driver.page) await saveScreenshot(driver.page, 'driver');
    error.message += `\nseed ${SEED}, after ${steps.join(' ')}: ${driver.trace.slice(-20).join('; ')}`;
    throw error;
  } finally {
    await driver.browser?.kill();
    await removeProfile(driver.profile);
  }
});
