// Fault injection: workers that die, disks that refuse writes or lose data, clock changes, reloads at any moment.
// In no case may the page lose data that it has shown as saved.

import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { countRecords, holdStore, recordIs, withIndexedDb } from '../support/indexed-db.mjs';
import { SERVICE_WORKER } from '../support/site.mjs';
import {
  LONG, PAGE, addLabels, choose, chooseWithEmbeddings, currentRow, download, dropEmbeddings, folder, launch,
  leaveFields, parseCsv, picks, projectDatabase, projectIn, randomNumbers, repetitions, select, selectNatively, set,
  storedLog, until, visit, waitForSaved,
} from '../support/tools.mjs';

const scratch = folder('e2e');
const N = 40;
const CSV = join(scratch, 'faults.csv');
const MANY = join(scratch, 'faults-many.csv');
const BEGINNINGS = ['A lost card', 'A recipe', 'The probe', 'A garden'];
writeFileSync(CSV, ['text', ...Array.from({ length: N }, (_, n) => `${BEGINNINGS[n % 4]} said ${n}`)].join('\n'));
writeFileSync(MANY, ['text', ...Array.from({ length: 600 }, (_, n) => `${BEGINNINGS[n % 4]} of which ${n * 7919} was said`)].join('\n'));

let browser;
let optimizing;
before(async () => {
  browser = await launch();
  optimizing = await launch([], { optimizes: true });
});
after(async () => {
  await browser.close();
  await optimizing.close();
});

/** Adds a test. With `optimizes`, V8 optimizes hot code, for tests that embed many texts or read large files. */
function check(name, body, { optimizes = false, ...options } = {}) {
  test(`faults: ${name}`, { timeout: LONG }, () => visit(optimizes ? optimizing : browser, `faults ${name}`, body, options));
}

/** Creates a project with picks and two labels. The project needs no model. */
async function createProject(page, budget = 12, file = CSV, n = N) {
  await chooseWithEmbeddings(page, file, npy(n, 4));
  await set(page, 'budget', budget);
  await select(page);
  await addLabels(page, 'yes', 'no');
}

const labeled = (page) => page.$eval('#labeled-count', (count) => Number(count.dataset.labeled));
const labelsByRow = (page) => page.$$eval('.pick[data-row]', (picks) => Object.fromEntries(picks.map((pick) => [pick.dataset.row, pick.dataset.label ?? ''])));

async function label(page, keys) {
  for (const key of keys) {
    const before = await labeled(page);
    await page.keyboard.press(key);
    await page.waitForFunction((count) => Number(document.querySelector('#labeled-count')?.dataset.labeled) > count, before);
  }
  await waitForSaved(page);
}

async function reopen(page) {
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
}

async function checkReopensUnchanged(page) {
  const before = await labelsByRow(page);
  await reopen(page);
  assert.deepEqual(await labelsByRow(page), before);
}

/** Lets the simulated disk accept writes again, and makes the page write the unsaved data. */
async function freeDisk(page) {
  // The button is pressed in the same task, because the page also retries by itself.
  await page.evaluate(() => {
    window.disk = 'fine';
    [...document.querySelectorAll('#storage-problem button')].find((button) => button.textContent.trim() === 'Try again').click();
  });
  await page.waitForSelector('#storage-problem', { state: 'detached' });
  await waitForSaved(page);
}

async function logOnDisk(page) {
  return (await storedLog(page)).map(({ row, said }) => `${row}|${said.labels.join('+')}|${JSON.stringify(said)}`);
}

// Collects all workers of the page, so that a test can simulate a crash of a worker.
// `window.kill` terminates workers, encoder workers first, and dispatches an `error` event to each of them.
const TRACK_WORKERS = () => {
  const workers = [];
  window.Worker = class extends Worker {
    constructor(...originalArguments) {
      super(...originalArguments);
      workers.push(this);
    }
    postMessage(message, ...rest) {
      this.embeds ||= Boolean(message[1]?.Embed);
      super.postMessage(message, ...rest);
    }
    terminate() {
      workers.splice(workers.indexOf(this), 1);
      super.terminate();
    }
  };
  window.kill = (count) => {
    const killed = workers.toSorted((a, b) => Boolean(b.embeds) - Boolean(a.embeds)).slice(0, count);
    for (const worker of killed) {
      Worker.prototype.terminate.call(worker);
      worker.dispatchEvent(new ErrorEvent('error', { message: 'killed by a test' }));
    }
    return killed.filter(({ embeds }) => embeds).length;
  };
};

for (const [which, count] of [['one worker', 1], ['all workers', 64]]) {
  check(`killing ${which} during a batch does not change the picks`, async ({ page }) => {
    await choose(page, [MANY]);
    await set(page, 'budget', 8);
    await set(page, 'workers', 2);
    await page.click('#select');
    await page.waitForFunction(() => document.querySelector('#progress progress')?.value >= 64, null, { timeout: LONG });
    assert.equal(await page.evaluate((count) => window.kill(count), count), Math.min(count, 2));
    await page.waitForFunction(() => document.querySelector('#message') || (!document.querySelector('#progress') && document.querySelector('.pick[data-row]')), null, { timeout: LONG });
    assert.equal(await page.locator('#message').count(), 0);
    const native = await selectNatively(MANY, join(scratch, 'faults-many-picks.csv'), '--text', 'text', '--budget', 8);
    const row = native.records[0].indexOf('row');
    assert.deepEqual(await picks(page), native.records.slice(1).map((record) => Number(record[row])));
    await addLabels(page, 'yes', 'no');
    await label(page, '12');
    await page.evaluate((count) => window.kill(count), count);
    await page.click('#pick-more');
    await page.waitForFunction(() => !document.querySelector('#progress') && document.querySelectorAll('#picks .pick').length > 8, null, { timeout: LONG });
    assert.deepEqual((await logOnDisk(page)).length, 2);
    await checkReopensUnchanged(page);
    assert.equal(await labeled(page), 2);
  }, { optimizes: true, initScript: TRACK_WORKERS });
}

// Simulates a faulty disk. Either a write throws, or its transaction is aborted afterwards.
// Browsers abort a transaction with this error when the storage quota is exceeded.
// A third kind of disk has room for labels but not for a project.
const FAULTY_DISK = () => {
  window.disk = 'fine';
  for (const method of ['put', 'add']) {
    const original = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function refusing(...originalArguments) {
      if (window.disk === 'throws' || (window.disk === 'small' && this.name === 'project')) throw new DOMException('no room', 'QuotaExceededError');
      const request = original.apply(this, originalArguments);
      if (window.disk === 'aborts') request.addEventListener('success', () => { try { request.transaction.abort(); } catch { /* The transaction has ended. */ } });
      return request;
    };
  }
  // An explicitly committed transaction could not be aborted after the commit.
  const { commit } = IDBTransaction.prototype;
  IDBTransaction.prototype.commit = function committing() { if (window.disk !== 'aborts') commit.call(this); };
};

for (const how of ['throws', 'aborts']) {
  check(`label on a disk that ${how} is shown as saved only once there is room`, async ({ page }) => {
    await createProject(page);
    await label(page, '12');
    await page.evaluate((how) => { window.disk = how; }, how);
    const row = await currentRow(page);
    await page.keyboard.press('1');
    await page.waitForSelector('#storage-problem');
    // The page does not leave a text whose label could be lost, unless the user asks for the next text.
    await page.waitForSelector('#go-on-unsaved');
    await page.keyboard.press('2');
    assert.equal(await currentRow(page), row);
    await page.click('#go-on-unsaved');
    await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== String(row), row);
    await leaveFields(page);
    for (const key of '21') await page.keyboard.press(key);
    await page.waitForFunction(() => document.body.innerText.includes('3 not saved yet'));
    assert.equal(await labeled(page), 2);
    assert.equal((await logOnDisk(page)).length, 2);
    await freeDisk(page);
    await checkReopensUnchanged(page);
    assert.equal((await logOnDisk(page)).length, 5, 'each entry is stored once');
  }, { initScript: FAULTY_DISK });

  check(`page leaves a text once a disk that ${how} has room again`, async ({ page }) => {
    await createProject(page);
    const row = await currentRow(page);
    await page.evaluate((how) => { window.disk = how; }, how);
    await page.keyboard.press('1');
    await page.waitForSelector('#go-on-unsaved');
    await freeDisk(page);
    await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== String(row), row);
    assert.equal(await labeled(page), 1);
  }, { initScript: FAULTY_DISK });
}

for (const [width, height, maximum] of [[1280, 800, 60], [390, 844, 100], [320, 568, 140]]) {
  check(`full disk notice moves nothing and hides neither labels nor focus at ${width} pixels`, async ({ page }) => {
    await createProject(page);
    await label(page, '1');
    await page.evaluate(() => scrollTo(0, 0));
    const boxes = () => page.$$eval('#current-text, .label-button', (seen) => seen.map((element) => element.getBoundingClientRect().toJSON()));
    const foot = () => page.locator('.foot').boundingBox();
    const before = await boxes();
    await page.evaluate(() => { window.disk = 'throws'; });
    await page.keyboard.press('1');
    await page.waitForSelector('#go-on-unsaved');
    assert.deepEqual(await boxes(), before);
    const { y, height: barHeight } = await foot();
    assert.ok(barHeight <= maximum, `the bar takes ${barHeight} of ${height} pixels`);
    for (const { bottom } of before) assert.ok(bottom <= y, `an element ends at ${bottom}, below the bar at ${y}`);
    await freeDisk(page);
    await page.focus('#undo');
    await page.$eval(':focus', (focused) => focused.scrollIntoView({ block: 'end' }));
    await page.evaluate(() => { window.disk = 'throws'; });
    await page.keyboard.press('1');
    await page.waitForSelector('#go-on-unsaved');
    // The focused element is visible in the window.
    await page.waitForFunction(() => {
      const { top, bottom } = document.activeElement.getBoundingClientRect();
      return document.activeElement.id === 'undo' && (top + bottom) / 2 <= document.querySelector('.foot').getBoundingClientRect().top;
    });
    // When the page is scrolled to the bottom, the bar does not cover the end of the page.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = await page.$eval('.workspace', (workspace) => workspace.getBoundingClientRect().bottom);
    assert.ok(end <= (await foot()).y + 1, `the page content ends at ${end}`);
  }, { viewport: { width, height }, initScript: FAULTY_DISK });
}

check('labels are not shown as saved before their project is stored', async ({ page }) => {
  await page.evaluate(() => { window.disk = 'small'; });
  await choose(page, [CSV]);
  await page.waitForSelector('#storage-problem');
  await dropEmbeddings(page, npy(N, 4));
  await set(page, 'budget', 12);
  await select(page);
  await addLabels(page, 'yes', 'no');
  await page.keyboard.press('1');
  await page.waitForSelector('#go-on-unsaved');
  await page.keyboard.press('ArrowRight');
  for (const key of '21') await page.keyboard.press(key);
  await page.waitForFunction(() => document.body.innerText.includes('3 not saved yet'));
  assert.ok(await page.isVisible('#storage-problem'));
  assert.equal(await labeled(page), 0, 'labels without a stored project are not shown as saved');
  assert.match(await page.innerText('#storage-problem'), /the disk is full/);
  await freeDisk(page);
  await checkReopensUnchanged(page);
  assert.equal((await logOnDisk(page)).length, 3, 'each entry is stored once');
}, { initScript: FAULTY_DISK });

// The other tests replace functions of IndexedDB. In this test, the browser itself refuses the writes.
check('exhausted quota of the browser loses nothing, and everything is stored once there is room', async ({ page, context }) => {
  // The quota is set before the page stores data, because the browser checks the quota only from time to time.
  const devtools = await context.newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 });
  // The file is chosen without an embeddings file, because the page would show a second message about that file.
  await choose(page, [CSV]);
  await set(page, 'budget', 12);
  await select(page);
  await addLabels(page, 'yes', 'no');
  await page.waitForSelector('#storage-problem');
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.body.innerText.includes('1 not saved yet'));
  assert.equal(await labeled(page), 0);
  assert.match(await page.innerText('#storage-problem'), /the disk is full/);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  // The page may have stored everything by itself in the meantime.
  await page.evaluate(() => document.querySelector('#store-again')?.click());
  await page.waitForSelector('#storage-problem', { state: 'detached' });
  await waitForSaved(page);
  await checkReopensUnchanged(page);
  assert.equal((await logOnDisk(page)).length, 1);
}, { optimizes: true });

for (const how of ['throws', 'aborts', 'small']) {
  check(`refused selection (disk ${how}) leaves the stored project whole and is stored later`, async ({ page }) => {
    await createProject(page);
    await label(page, '12');
    const before = await labelsByRow(page);
    const selectOnFullDisk = async () => {
      await page.evaluate((how) => { window.disk = how; }, how);
      await set(page, 'budget', 5);
      await select(page);
      await page.waitForSelector('#storage-problem');
    };
    await selectOnFullDisk();
    assert.equal(await page.locator('#picks .pick').count(), 5);
    await reopen(page);
    assert.deepEqual(await labelsByRow(page), before, 'the stored picks and labels');
    assert.equal((await logOnDisk(page)).length, 2);

    await selectOnFullDisk();
    const after = await labelsByRow(page);
    // The page notices the free disk at the next write, and then writes all missing data.
    await page.evaluate(() => { window.disk = 'fine'; });
    await addLabels(page, 'maybe');
    await page.waitForSelector('#storage-problem', { state: 'detached' });
    await reopen(page);
    assert.deepEqual(await labelsByRow(page), after);
    assert.equal(await page.locator('.label-button[data-label=maybe]').count(), 1);
    assert.equal((await logOnDisk(page)).length, 2);
  }, { initScript: FAULTY_DISK });
}

check('closing a tab with unsaved labels asks for confirmation', async ({ page }) => {
  await createProject(page);
  await label(page, '1');
  const closingResult = async () => {
    const asked = new Promise((resolve) => { page.once('dialog', async (dialog) => { await dialog.dismiss(); resolve(dialog.type()); }); });
    await page.close({ runBeforeUnload: true });
    return Promise.race([asked, page.waitForTimeout(2000).then(() => 'nothing', () => 'closed')]);
  };
  await page.evaluate(() => { window.disk = 'throws'; });
  await page.keyboard.press('2');
  await page.waitForSelector('#storage-problem');
  assert.equal(await closingResult(), 'beforeunload');
  await page.evaluate(() => { window.disk = 'fine'; });
  await freeDisk(page);
  assert.equal(await closingResult(), 'closed', 'a tab without unsaved data closes without a question');
}, { initScript: FAULTY_DISK });

check('Back with unsaved labels closes the open dialog, and without a dialog asks before it leaves', async ({ page }) => {
  await page.goto('about:blank');
  await page.goto(PAGE);
  await page.waitForSelector('#try-sample');
  await createProject(page);
  await label(page, '1');
  await page.evaluate(() => { window.disk = 'throws'; });
  await page.keyboard.press('2');
  await page.waitForSelector('#storage-problem');
  const back = () => page.evaluate(() => history.back());
  const openHelp = async () => {
    await page.keyboard.press('?');
    await page.waitForSelector('#help-dialog[open]');
    await page.waitForFunction(() => history.state.step >= 1);
  };
  const questions = [];
  page.on('dialog', (dialog) => { questions.push(dialog.type()); dialog.dismiss(); });
  await openHelp();
  await back();
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  assert.deepEqual(questions, [], 'the dialog is closed without a question');
  for (const n of [1, 2]) {
    // At the second attempt to leave the page, the history also has the entry of a dialog that was closed by a key.
    if (n === 2) {
      await openHelp();
      await page.keyboard.press('Escape');
      await page.waitForSelector('#help-dialog', { state: 'hidden' });
    }
    await back();
    for (let waited = 0; questions.length < n && waited < 50; waited += 1) await page.waitForTimeout(100);
    assert.deepEqual(questions, Array.from({ length: n }, () => 'beforeunload'));
    assert.ok(await page.isVisible('#storage-problem'), 'the page stays');
  }
  await page.evaluate(() => { window.disk = 'fine'; });
  await freeDisk(page);
  await back();
  await page.waitForURL('about:blank');
  assert.equal(questions.length, 2, 'nothing is unsaved, so nothing is asked');
}, { initScript: FAULTY_DISK });

check('project of a newer version is neither read nor overwritten', async ({ page }) => {
  await createProject(page);
  await label(page, '121');
  const before = await labelsByRow(page);
  const setSchema = async (schema) => page.evaluate(withIndexedDb(({ settled, completed, use }, [name, schema]) => use(name, async (database) => {
    const transaction = database.transaction('project', 'readwrite');
    const store = transaction.objectStore('project');
    const stored = await settled(store.get('head'));
    store.put({ ...stored, schema }, 'head');
    await completed(transaction);
    return stored.schema;
  })), [await projectDatabase(page), schema]);
  const schema = await setSchema(99);
  await page.reload();
  await page.waitForSelector('#storage-problem, #message');
  assert.match(await page.innerText('body'), /it has version 99, this page reads only versions up to/);
  await page.waitForTimeout(500);
  assert.equal((await logOnDisk(page)).length, 3);
  assert.equal(await setSchema(schema), 99, 'the project was not overwritten');
  await reopen(page);
  assert.deepEqual(await labelsByRow(page), before);
});

// The first versions of the page stored their only project in a database with a fixed name.
const FIRST_DATABASE = 'fastgas';
const OLD_PICKS = [21, 6, 35, 12, 3, 18];
const OLD_TIME = 1_760_000_000_000;

/**
 * FNV-1a hash of the lengths and the bytes of all parts, which shows that the log belongs to the pool.
 */
function hashOf(parts) {
  let hash = 0xcbf29ce484222325n;
  for (const part of parts) {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(part.length));
    for (const byte of Buffer.concat([length, part])) hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return hash;
}

/** Stored values of a project of the first versions of the page, without using the code under test. */
function oldProject(schema) {
  const texts = Array.from({ length: N }, (_, n) => `${BEGINNINGS[n % 4]} said ${n}`);
  const columns = ['text', 'number'];
  const cells = texts.flatMap((text, n) => [Buffer.from(text), Buffer.from(`00${n}`)]);
  let end = 0;
  const ends = Buffer.from(Uint32Array.from(cells, (cell) => { end += cell.length; return end; }).buffer);
  const head = {
    file_name: 'old.csv',
    text_column: 0,
    config: { budget: 6, n_neighbors: 10, n_parts: 'auto', preset: 'best', edge_weights: 'unit', imbalance: 0.03, seed: 0n },
    ...(schema > 1 && { encoder: { hash: undefined, name: 'all-MiniLM-L6-v2' } }),
    selection: { picks: OLD_PICKS.map((row) => ({ row, part: row % 6, degree: 3 })) },
    quality: { cut: 40n, imbalance: 0, n_parts: 6 },
    timings: [['load', 2.5], ['embed', 900.25], ['neighbors', 1], ['graph', 1], ['partition', 3], ['select', 1], ['map', 4]],
    label_names: ['yes', 'no'],
  };
  const buffers = {
    cells: Buffer.concat(cells),
    ends,
    'part-of': Buffer.from(Uint32Array.from(texts, (_, n) => n % 6).buffer),
    positions: Buffer.from(Float32Array.from({ length: 2 * N }, (_, n) => (n % 2 ? Math.sin(n) : n)).buffer),
  };
  const parts = [...columns.map((name) => Buffer.from(name)), buffers.cells, ends];
  const bytes = Object.fromEntries(Object.entries(buffers).map(([key, buffer]) => [key, [...buffer]]));
  return { stored: { schema, pool_hash: hashOf(parts), columns, n_parts: 6, head }, bytes };
}

/** The log format of the first versions: at most one label and, from schema 2 on, whether the text was skipped. */
function oldLog(schema) {
  const entry = (row, label, minute, skipped = false) =>
    ({ row, label, ...(schema > 1 && { skipped }), at_ms: BigInt(OLD_TIME + 60_000 * minute) });
  return [
    entry(21, 'yes', 0), entry(6, 'no', 1), entry(35, 'yes', 2), entry(21, undefined, 3), entry(12, 'yes', 4), entry(21, 'no', 5),
    // The clock was set back before this entry. The entry still takes precedence, because it was added last.
    entry(6, 'yes', -600),
    // The row of this log entry is no longer a pick.
    entry(30, 'no', 7),
    ...(schema > 1 ? [entry(3, undefined, 8, true)] : [entry(3, 'no', 8), entry(3, undefined, 9)]),
  ];
}

/** Replaces all stored data by an old database. Meanwhile, another document than the page is open. */
async function storeOld(page, schema) {
  await page.goto(new URL(SERVICE_WORKER, PAGE).href);
  await page.evaluate(withIndexedDb(async ({ settled, completed, open }, { database, stored, bytes, log }) => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) {
      const deleting = indexedDB.deleteDatabase(name);
      await Promise.race([settled(deleting), new Promise((_, reject) => {
        deleting.onblocked = () => reject(new Error('the database is still open'));
      })]);
    }
    const opened = await open(database, 1, (created) => {
      created.createObjectStore('project');
      created.createObjectStore('labels', { autoIncrement: true });
    });
    const transaction = opened.transaction(['project', 'labels'], 'readwrite');
    const [project, labels] = ['project', 'labels'].map((name) => transaction.objectStore(name));
    project.put(stored, 'head');
    for (const [key, values] of Object.entries(bytes)) project.put(Uint8Array.from(values).buffer, key);
    for (const entry of log) labels.add(entry);
    await completed(transaction);
    opened.close();
  }), { database: FIRST_DATABASE, ...oldProject(schema), log: oldLog(schema) });
}

async function waitForStored(page, rows) {
  const hasPicks = recordIs(({ schema, head }, rows) =>
    schema > 2 && head.selection.picks.map(({ row }) => row).join() === rows.join());
  await until(page, hasPicks, [FIRST_DATABASE, 'project', 'head', rows]);
}

for (const schema of [1, 2]) {
  check(`database of version ${schema} keeps every label in order, on disk and in files`, async ({ page }) => {
    const old = oldLog(schema);
    const labels = { 21: 'no', 6: 'yes', 35: 'yes', 12: 'yes', 3: '', 18: '', 30: 'no' };
    const skipped = schema > 1 ? [3] : [];
    await storeOld(page, schema);
    await page.goto(PAGE);
    await page.waitForSelector('.pick[data-row]');
    assert.equal(await page.locator('#storage-problem, #message').count(), 0);
    assert.equal(await page.innerText('.file-name'), 'old.csv');
    assert.deepEqual(await picks(page), [...OLD_PICKS, 30]);
    assert.deepEqual(await page.$$eval('#former .pick', (items) => items.map((item) => item.dataset.row)), ['30']);
    assert.deepEqual(await labelsByRow(page), labels);
    const chips = await page.$$eval('.chip.passed', (chips) => chips.map((chip) => Number(chip.closest('.pick').dataset.row)));
    assert.deepEqual(chips, skipped);
    assert.deepEqual(await storedLog(page, FIRST_DATABASE), old);

    const annotations = old.map(({ row, label, skipped, at_ms }) =>
      ({ row, labels: label ? [label] : [], passed: skipped ? 'skipped' : null, at: Number(at_ms) }));
    const logInFile = async () => projectIn(await download(page, '#back-up')).log
      .map(({ row, said, at_ms }) => ({ row, labels: said.labels, passed: said.passed ?? null, at: Number(at_ms) }));
    assert.deepEqual(await logInFile(), annotations);
    const [header, ...records] = parseCsv((await download(page, '#export-csv')).text);
    const cells = (record) => ['text', 'number', 'label'].map((name) => record[header.indexOf(name)]);
    const texts = Object.fromEntries(records.map((record) => [record[header.indexOf('row')], cells(record)]));
    assert.deepEqual(texts, Object.fromEntries(Object.entries(labels).filter(([, label]) => label)
      .map(([row, label]) => [row, [`${BEGINNINGS[row % 4]} said ${row}`, `00${row}`, label]])));

    // Undo restores the earlier states in turn, and redo restores the effects of all entries.
    await leaveFields(page);
    const steps = [];
    for (let press = 0; press < old.length; press += 1) {
      await page.keyboard.press('u');
      await waitForSaved(page);
      const { row } = (await storedLog(page, FIRST_DATABASE)).at(-1);
      steps.push(row);
    }
    assert.deepEqual(steps, old.map(({ row }) => row).toReversed());
    assert.ok(await page.isDisabled('#undo'), 'nothing is left to undo');
    assert.deepEqual(Object.values(await labelsByRow(page)).filter(Boolean), []);
    for (let press = 0; press < old.length; press += 1) await page.keyboard.press('Shift+U');
    await waitForSaved(page);
    assert.deepEqual(await labelsByRow(page), labels);

    await page.click('#picks [data-row="18"] button');
    await leaveFields(page);
    await page.keyboard.press('2');
    await page.waitForSelector('.pick[data-row="18"][data-label=no]');
    await waitForSaved(page);
    const now = { ...labels, 18: 'no' };
    await reopen(page);
    assert.deepEqual(await labelsByRow(page), now);
    const written = await storedLog(page, FIRST_DATABASE);
    assert.deepEqual(written.slice(0, old.length), old);
    assert.equal(written.length, 3 * old.length + 1);

    await dropEmbeddings(page, npy(N, 4));
    await page.click('#select');
    await page.waitForSelector('#coverage', { timeout: LONG });
    await waitForStored(page, (await picks(page)).slice(0, 6));
    await reopen(page);
    assert.deepEqual(await storedLog(page, FIRST_DATABASE), written);
    const after = await labelsByRow(page);
    for (const [row, label] of Object.entries(now)) if (label) assert.equal(after[row], label, `row ${row}`);
    assert.deepEqual((await logInFile()).slice(0, old.length), annotations);
  });
}

check('database of a newer format is reported, and nothing is lost', async ({ page, context }) => {
  await createProject(page);
  await label(page, '12');
  const database = await projectDatabase(page);
  await page.goto('about:blank');
  const other = await context.newPage();
  await other.goto(new URL(SERVICE_WORKER, PAGE).href);
  const raiseVersion = (version) => other.evaluate(withIndexedDb(async ({ open }, [name, version]) => {
    (await open(name, version)).close();
  }), [database, version]);
  await raiseVersion(7);
  await page.goto(PAGE);
  await page.waitForSelector('#storage-problem, #message');
  assert.match(await page.innerText('body'), /version/i);
  assert.equal(await countRecords(other, database, 'labels'), 2);
});

check('project is stored again after the site’s data is deleted', async ({ page, context }) => {
  await createProject(page);
  await label(page, '12');
  const before = await labelsByRow(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(PAGE).origin, storageTypes: 'indexeddb' });
  await page.waitForSelector('#storage-problem');
  await page.waitForSelector('#storage-problem', { state: 'detached' });
  await waitForSaved(page);
  assert.equal((await logOnDisk(page)).length, 2);
  await label(page, '1');
  const after = await labelsByRow(page);
  await reopen(page);
  assert.deepEqual(await labelsByRow(page), after);
  for (const [row, label] of Object.entries(before)) if (label) assert.equal(after[row], label);
});

check('project is stored again after the site’s data is deleted on a full disk', async ({ page, context }) => {
  await createProject(page);
  await label(page, '12');
  const devtools = await context.newCDPSession(page);
  await page.evaluate(() => { window.disk = 'throws'; });
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(PAGE).origin, storageTypes: 'indexeddb' });
  await page.waitForSelector('#storage-problem');
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.body.innerText.includes('3 not saved yet'));
  assert.equal(projectIn(await download(page, '#back-up-unsaved')).log.length, 3);
  await freeDisk(page);
  await checkReopensUnchanged(page);
  assert.equal((await logOnDisk(page)).length, 3);
}, { initScript: FAULTY_DISK });

// Records what the page shows as saved in localStorage, which is written immediately, even if the tab is killed.
const RECORD_SHOWN = () => {
  const observe = () => {
    const count = document.querySelector('#labeled-count');
    if (!count) return;
    const waiting = Number(document.querySelector('.labeled').textContent.match(/(\d+) not saved yet/)?.[1] ?? 0);
    const sure = Array.from(document.querySelectorAll('.pick[data-row]'))
      .filter((pick) => pick.dataset.label && !pick.querySelector('.unsaved'))
      .map((pick) => [pick.dataset.row, pick.dataset.label]);
    localStorage.setItem('witness', JSON.stringify({ waiting, sure }));
  };
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(observe).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
};

check('tab closed just after a key keeps every label that was shown as saved', async ({ page, context }) => {
  await createProject(page, 24);
  const database = await projectDatabase(page);
  await page.close();
  let previousCount = 0;
  let waited = 0;
  const ROUNDS = repetitions(20);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const tab = await context.newPage();
    await tab.goto(PAGE);
    await tab.waitForSelector('.pick[data-row]');
    // The page shows all labels that the previous tab has shown as saved.
    const witness = await tab.evaluate(() => JSON.parse(localStorage.getItem('before') ?? '{"waiting":0,"sure":[]}'));
    const now = await labelsByRow(tab);
    for (const [row, label] of witness.sure) assert.equal(now[row], label, `round ${round}, row ${row}`);
    assert.ok(await labeled(tab) >= previousCount, 'no label disappears');
    previousCount = await labeled(tab);
    waited += Number(witness.waiting > 0);
    if (round === ROUNDS) break;
    await leaveFields(tab);
    // In every second round, the disk is busy, so the tab is closed before the label is saved.
    if (round % 2 === 1) await holdStore(tab, database, 'labels');
    // The tab is closed 0 to 19 ms after the key press, without waiting for an event.
    await tab.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true })));
    await tab.evaluate((ms) => { const end = performance.now() + ms; while (performance.now() < end); }, round % 20);
    await tab.evaluate(() => localStorage.setItem('before', localStorage.getItem('witness') ?? '{"waiting":0,"sure":[]}'));
    await tab.close({ runBeforeUnload: false });
  }
  assert.ok(waited >= ROUNDS / 2, `${waited} tabs were closed before a label was saved`);
  assert.ok(previousCount > ROUNDS / 4, 'enough labels are stored');
}, { initScript: RECORD_SHOWN });

/**
 * Reloads the page, and compares all labels that were shown as saved with the stored log.
 * The log must extend `before`. Returns the log.
 */
async function reloadAndCompare(page, before, when) {
  const witness = await page.evaluate(() => JSON.parse(localStorage.getItem('witness')));
  await reopen(page);
  const now = await logOnDisk(page);
  assert.deepEqual(now.slice(0, before.length), before, `${when}: the log only grows`);
  const labels = await labelsByRow(page);
  const last = new Map(now.map((entry) => entry.split('|')));
  for (const [row, label] of witness.sure) {
    assert.ok(now.some((entry) => entry.startsWith(`${row}|${label}|`)), `${when}: row ${row} was ${label}, but the log does not contain it`);
    // An entry that was stored after the last observation may have changed the label.
    assert.ok(labels[row] === label || (last.has(row) && now.length > before.length), `${when}: row ${row} was ${label}, is now ${labels[row]}`);
  }
  for (const [row, label] of last) if (row in labels) assert.equal(labels[row], label, `${when}: row ${row}`);
  await leaveFields(page);
  return now;
}

async function pressRandomKeys(page, next) {
  for (let n = Math.floor(next() * 4); n >= 0; n -= 1) {
    const key = '12su→.!*'[Math.floor(next() * 8)];
    await page.keyboard.press({ '→': 'ArrowRight' }[key] ?? key);
  }
}

/** Opens the settings and presses Select. Does not wait for the selection. */
const startSelection = (page) => page.evaluate(async () => {
  document.querySelector('#open-settings').click();
  while (!document.querySelector('#select')) await new Promise((resolve) => { setTimeout(resolve); });
  document.querySelector('#select').click();
});

const RELOADS = repetitions(50);

check(`log keeps all saved labels over ${RELOADS} random reloads`, async ({ page }) => {
  const next = randomNumbers(7);
  await createProject(page, 16, MANY, 600);
  let before = await logOnDisk(page);
  let selecting = 0;
  for (let reload = 0; reload < RELOADS; reload += 1) {
    await pressRandomKeys(page, next);
    // Some reloads happen in the middle of a selection.
    if (next() < 0.3) await startSelection(page);
    await page.waitForTimeout(next() * 60);
    selecting += await page.locator('#progress').count();
    before = await reloadAndCompare(page, before, `reload ${reload}`);
  }
  assert.ok(before.length > 0.6 * RELOADS, `${before.length} log entries`);
  assert.ok(selecting > RELOADS / 25, `${selecting} reloads interrupted a selection`);
}, { initScript: RECORD_SHOWN });

/** Writes a file with `n` texts, so large that reading the file takes some time. */
function bigFile(name, n) {
  const big = join(scratch, name);
  writeFileSync(big, `text\n${'a line of a file that somebody else is writing to\n'.repeat(n)}`);
  return big;
}

/**
 * Reloads five times, each time at a random moment after `start` began an operation.
 * At least one reload must interrupt the operation.
 */
async function reloadDuring(page, seed, maximumDelay, start, isBusy) {
  const next = randomNumbers(seed);
  let before = await logOnDisk(page);
  let interrupted = 0;
  for (let reload = 0; reload < 5; reload += 1) {
    await pressRandomKeys(page, next);
    await waitForSaved(page);
    await page.keyboard.press('12'[reload % 2]);
    await start();
    await page.waitForTimeout(next() * maximumDelay);
    interrupted += Number(await isBusy());
    before = await reloadAndCompare(page, before, `reload ${reload}`);
  }
  assert.ok(interrupted > 0, 'at least one reload interrupted the operation');
  assert.ok(before.length > 5, `${before.length} log entries`);
}

check('reload while a file is read keeps all saved labels', async ({ page }) => {
  const big = bigFile('faults-big.csv', 1_500_000);
  await createProject(page, 16);
  await reloadDuring(page, 17, 300, () => page.setInputFiles('#file', big), () => page.isVisible('#stop-reading'));
}, { initScript: RECORD_SHOWN });

check('reload during a backup keeps all saved labels', async ({ page }) => {
  // Opening the file makes the page write eight megabytes.
  const large = join(scratch, 'faults-large-cells.csv');
  writeFileSync(large, ['text,more', ...Array.from({ length: N }, (_, n) => `${BEGINNINGS[n % 4]} said ${n},${'more '.repeat(40_000)}`)].join('\n'));
  await createProject(page, 16, large);
  let [startedCount, downloadCount] = [0, 0];
  page.on('download', () => { downloadCount += 1; });
  const start = () => { startedCount += 1; return page.evaluate(() => document.querySelector('#back-up').click()); };
  await reloadDuring(page, 18, 20, start, () => downloadCount < startedCount);
}, { initScript: RECORD_SHOWN });

check('reload during embedding keeps all saved labels of early picks', async ({ page }) => {
  await choose(page, MANY);
  await set(page, 'budget', 120);
  await set(page, 'workers', 2);
  await page.click('#select');
  await page.click('#pick-early', { timeout: LONG });
  await page.waitForSelector('#current-text');
  await addLabels(page, 'yes', 'no');
  await reloadDuring(page, 19, 1000, () => startSelection(page), () => page.isVisible('#progress'));
}, { initScript: RECORD_SHOWN });

check('file changed while it is read is rejected, and the project stays', async ({ page }) => {
  await createProject(page);
  await label(page, '12');
  const before = await labelsByRow(page);
  // The file is changed a moment after the page begins to read, and is then read to its end.
  const big = bigFile('faults-changing.csv', 400_000);
  await page.setInputFiles('#file, #other-file', big).catch(() => page.setInputFiles('input[type=file]', big));
  appendFileSync(big, 'and one more\n');
  await page.waitForSelector('#message, #text-column >> nth=0', { timeout: LONG });
  await page.waitForSelector('#message', { timeout: LONG });
  const notice = await page.innerText('#message');
  assert.match(notice, /faults-changing\.csv was not opened; your project is unchanged/);
  // The page shows its own message instead of the DOMException message from Chromium.
  assert.match(notice, /The file cannot be read: it was changed in the meantime/);
  await page.click('#dismiss');
  assert.deepEqual(await labelsByRow(page), before);
  // Only the change of the file caused the error, so the file can be read now.
  await page.setInputFiles('#file', big);
  await page.click('#adding-open', { timeout: LONG });
  await page.locator('.file-name').filter({ hasText: 'faults-changing.csv' }).waitFor({ timeout: LONG });
  assert.match(await page.innerText('.data'), /400,001 texts/);
}, { optimizes: true });

check('last label wins after the clock jumps back by a day', async ({ page }) => {
  await createProject(page);
  await page.keyboard.press('1');
  await waitForSaved(page);
  await page.evaluate(() => { const real = Date.now.bind(Date); Date.now = () => real() - 86_400_000; });
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('2');
  await waitForSaved(page);
  await label(page, '1');
  const before = await labelsByRow(page);
  assert.equal(Object.values(before).filter((label) => label === 'no').length, 1);
  await page.keyboard.press('u');
  await page.keyboard.press('Shift+U');
  await waitForSaved(page);
  assert.deepEqual(await labelsByRow(page), before);
  await reopen(page);
  assert.deepEqual(await labelsByRow(page), before);
});

check('pool too large for a worker is rejected with its memory need', async ({ page }) => {
  await createProject(page);
  await label(page, '12');
  const before = await labelsByRow(page);
  const large = join(scratch, 'faults-large.csv');
  writeFileSync(large, `text\n${'a text\n'.repeat(2_000_000)}`);
  await choose(page, [large]);
  await page.click('#adding-open');
  await page.waitForSelector('#current-text', { state: 'detached' });
  await page.click('#select');
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /2,000,000 texts are too many for this page.*GB of memory.*at most 1,[0-9,]+ texts/s);
  assert.equal(await page.locator('#progress').count(), 0);
  await checkFormerProject(page, before);
}, { optimizes: true });

async function checkFormerProject(page, before) {
  await page.click('#new-project');
  await page.click('.project-open:text-is("faults.csv")');
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(await labelsByRow(page), before);
}

test('faults: worker without memory is reported, and the projects stay', { timeout: LONG }, async () => {
  // WebAssembly gets 40 MB of memory: enough for the page, but not for a worker with the vectors of this test.
  const limitedBrowser = await launch(['--js-flags=--wasm-max-mem-pages=640']);
  try {
    await visit(limitedBrowser, 'faults no memory', async ({ page }) => {
      await createProject(page);
      await label(page, '12');
      const before = await labelsByRow(page);
      const n = 200_000;
      const many = join(scratch, 'faults-no-memory.csv');
      writeFileSync(many, `text\n${Array.from({ length: n }, (_, row) => `${row}\n`).join('')}`);
      await choose(page, [many]);
      await page.click('#adding-open');
      await page.waitForSelector('#current-text', { state: 'detached' });
      await dropEmbeddings(page, npy(n, 4));
      await set(page, 'budget', 12);
      await page.click('#select');
      await page.waitForSelector('#message', { timeout: LONG });
      assert.match(await page.innerText('#message'), /memory/);
      assert.equal(await page.locator('#progress').count(), 0);
      await page.click('#dismiss');
      await checkFormerProject(page, before);
    });
  } finally {
    await limitedBrowser.close();
  }
});
