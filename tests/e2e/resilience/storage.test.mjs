// The effect of a closed tab on the most recent changes, and the effect of a damaged database on its project.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { changeRecord, holdStore, withIndexedDb, writeRecord } from '../support/indexed-db.mjs';
import {
  LONG, PAGE, SOAK, addLabels, chooseWithEmbeddings, download, folder, launch, leaveFields, projectDatabase, projectIn,
  randomNumbers, select, set, storedLog, visit, waitForSaved,
} from '../support/tools.mjs';

const N = 40;
const CSV = join(folder('e2e'), 'storage.csv');
writeFileSync(CSV, ['text', ...Array.from({ length: N }, (_, n) => `Text number ${n}`)].join('\n'));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options) {
  test(`storage: ${name}`, { timeout: LONG }, () => visit(browser, `storage ${name}`, async (opened) => {
    await chooseWithEmbeddings(opened.page, CSV, npy(N, 4));
    await set(opened.page, 'budget', 30);
    await select(opened.page);
    await addLabels(opened.page, 'yes', 'no');
    await body(opened);
  }, options));
}

const labels = (page) => page.$$eval('#picks .pick[data-label]', (picks) => picks.filter(({ dataset }) => dataset.label).map(({ dataset }) => [dataset.row, dataset.label]));

async function reopen(context) {
  const tab = await context.newPage();
  await tab.goto(PAGE);
  await tab.waitForSelector('.pick[data-row]');
  await waitForSaved(tab);
  return tab;
}

check('two quick changes before the tab closes are both stored', async ({ page, context }) => {
  const press = (tab, keys) => tab.evaluate((keys) => {
    for (const key of keys) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  }, keys);
  let tab = page;
  let n = 0;
  for (const keys of ['12', '21', '!1', '1s', '2u']) {
    await leaveFields(tab);
    await press(tab, keys);
    await tab.close({ runBeforeUnload: false });
    tab = await reopen(context);
    n += 2;
    assert.equal((await storedLog(tab)).length, n, `after ${keys}`);
  }
  // Two label names and guidelines are data other than labels.
  await tab.evaluate(() => {
    const field = document.querySelector('#label-name');
    for (const name of ['maybe', 'never']) {
      field.value = name;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      document.querySelector('#add-label').click();
    }
  });
  await tab.close({ runBeforeUnload: false });
  tab = await reopen(context);
  assert.deepEqual(await tab.$$eval('.label-button', (buttons) => buttons.map(({ dataset }) => dataset.label)), ['yes', 'no', 'maybe', 'never']);
  await tab.keyboard.press('?');
  await tab.waitForSelector('#help-dialog[open] #guidelines');
  await tab.evaluate(() => {
    const field = document.querySelector('#guidelines');
    field.value = 'Look twice.';
    field.dispatchEvent(new Event('change', { bubbles: true }));
    document.querySelector('#help-dialog').close();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '3', bubbles: true, cancelable: true }));
  });
  await tab.close({ runBeforeUnload: false });
  tab = await reopen(context);
  assert.equal((await storedLog(tab)).at(-1).said.labels[0], 'maybe');
  await tab.keyboard.press('?');
  await tab.waitForSelector('#help-dialog[open] #guidelines');
  assert.equal(await tab.inputValue('#guidelines'), 'Look twice.');
});

check('closing a tab with a pending write asks for confirmation', async ({ page }) => {
  const closingResult = async () => {
    const asked = new Promise((resolve) => { page.once('dialog', async (dialog) => { await dialog.dismiss(); resolve(dialog.type()); }); });
    const closed = new Promise((resolve) => { page.once('close', () => resolve('closed')); });
    await page.close({ runBeforeUnload: true });
    return Promise.race([asked, closed]);
  };
  await holdStore(page, await projectDatabase(page), 'labels');
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.querySelector('#picks .unsaved'));
  assert.equal(await closingResult(), 'beforeunload');
  await page.evaluate(() => window.free());
  await waitForSaved(page);
  assert.equal(await closingResult(), 'closed');
});

/**
 * Runs `body` in the page.
 * Tries again if reading fails because the page replaces a file of the origin private file system.
 */
async function withFiles(page, body) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await page.evaluate(body);
    } catch (error) {
      if (!/NotFoundError|NotReadableError|NoModificationAllowedError/.test(error.message) || tries === 50) throw error;
      await page.waitForTimeout(20);
    }
  }
}

/** Returns the files of the second copy of the log, as a map from name to bytes. */
const secondCopy = (page) => withFiles(page, async () => {
  const files = {};
  const root = await navigator.storage.getDirectory();
  for await (const [name, folder] of root.entries()) {
    if (!name.startsWith('fastgas-log')) continue;
    for await (const [file, handle] of folder.entries()) {
      // The temporary files that the browser writes before it replaces a file have longer names.
      if (/^[0-9a-f]+-[0-9]+$/.test(file)) files[`${name}/${file}`] = [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    }
  }
  return files;
});

const removeSecondCopy = (page) => withFiles(page, async () => {
  const root = await navigator.storage.getDirectory();
  const names = [];
  for await (const name of root.keys()) names.push(name);
  for (const name of names) await root.removeEntry(name, { recursive: true });
});

async function waitForCopies(page, n) {
  for (let tries = 0; tries < 300; tries += 1) {
    const texts = Object.values(await secondCopy(page)).map((bytes) => Buffer.from(bytes).toString('latin1'));
    if (texts.join('').split('"at_ms":').length - 1 === n) return;
    await page.waitForTimeout(100);
  }
  assert.fail(`the second copy does not have ${n} entries`);
}

/**
 * Changes the log without the page's program.
 * `change` lists operations with arguments: `delete` and `put` change an entry, `unseal` deletes the record `seal`.
 */
const changeLog = async (page, change) => page.evaluate(withIndexedDb(({ completed, use }, [name, change]) => use(name, async (database) => {
  const transaction = database.transaction(['labels', 'project'], 'readwrite');
  for (const [operation, ...values] of change) {
    const store = transaction.objectStore('labels');
    if (operation === 'delete') store.delete(values[0]);
    if (operation === 'put') store.put(values[1], values[0]);
    if (operation === 'unseal') transaction.objectStore('project').delete('seal');
  }
  await completed(transaction);
})), [await projectDatabase(page), change]);

async function label(page, n) {
  for (let key = 0; key < n; key += 1) {
    await page.keyboard.press('12'[key % 2]);
    await page.waitForFunction((count) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === count, key + 1);
  }
  await waitForSaved(page);
  await waitForCopies(page, n);
  return labels(page);
}

check('lost or damaged log entries are restored from the second copy and reported', async ({ page }) => {
  const before = await label(page, 12);
  await changeLog(page, [['delete', 12], ['delete', 11], ['delete', 3], ['put', 5, {}], ['put', 7, { row: 1, said: { labels: ['no'] } }]]);
  await page.reload();
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /Labels were restored.*5 of the 12 entries.*numbers 3, 5, 7, 11–12/s);
  await page.click('#dismiss');
  await waitForSaved(page);
  assert.deepEqual(await labels(page), before);
  assert.equal((await storedLog(page)).length, 12);
  await waitForCopies(page, 12);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await waitForSaved(page);
  assert.equal(await page.locator('#message').count(), 0);
  assert.deepEqual(await labels(page), before);
});

check('damaged second copy loses no labels and is rewritten', async ({ page }) => {
  const before = await label(page, 8);
  await withFiles(page, async () => {
    const root = await navigator.storage.getDirectory();
    for await (const [name, folder] of root.entries()) {
      if (!name.startsWith('fastgas-log')) continue;
      for await (const handle of folder.values()) {
        if (!/^[0-9a-f]+-[0-9]+$/.test(handle.name)) continue;
        const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
        for (const at of [3, 60, 700]) bytes[at] ^= 0x55;
        const writable = await handle.createWritable();
        await writable.write(bytes.subarray(0, bytes.length - 20));
        await writable.close();
      }
    }
  });
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(await labels(page), before);
  assert.equal(await page.locator('#message').count(), 0, 'nothing was lost');
  await waitForCopies(page, 8);
});

check('project with lost log entries opens read-only, can be backed up and can continue', async ({ page }) => {
  const before = await label(page, 10);
  await changeLog(page, [['delete', 10], ['put', 4, {}]]);
  await removeSecondCopy(page);
  await page.reload();
  await page.waitForSelector('#damaged');
  assert.match(await page.innerText('#damaged'), /2 of the 10 entries of the log of labels are lost: numbers 4, 10\./);
  const remaining = before.filter((_, at) => at !== 3 && at !== 9);
  assert.deepEqual(await labels(page), remaining);
  await page.keyboard.press('1');
  assert.deepEqual(await labels(page), remaining, 'a read-only project accepts no label');
  assert.equal((await storedLog(page)).length, 9, 'the damaged log is not overwritten');
  assert.equal(projectIn(await download(page, '#back-up-damaged')).log.length, 8);
  await page.click('#go-on-damaged');
  await page.waitForSelector('#damaged', { state: 'detached' });
  await waitForSaved(page);
  assert.equal((await storedLog(page)).length, 8);
  if (await page.isVisible('#dismiss')) await page.click('#dismiss');
  await page.keyboard.press('1');
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await waitForSaved(page);
  assert.equal(await page.locator('#damaged').count(), 0);
  assert.equal((await storedLog(page)).length, 9);
});

/**
 * Changes the bytes under a key of the project without using the page's program.
 * `null` deletes the bytes, `cut` truncates them, and `bytes` changes single bytes by XOR.
 */
const changeBytes = async (page, key, change) => changeRecord(page, await projectDatabase(page), 'project', key, (stored, change) => {
  if (change === null) return undefined;
  const bytes = new Uint8Array(stored.slice(0, change.cut ?? stored.byteLength));
  for (const [at, byte] of change.bytes ?? []) bytes[at % bytes.length] ^= byte;
  return bytes.buffer;
}, change);

/** Waits until all changes of the project are stored: only then does the page close without a question. */
const waitForStored = (page) => page.waitForFunction(() => window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

check('damaged texts, parts or map are reported, and the rest opens read-only', async ({ page }) => {
  await label(page, 4);
  const checkDamage = async (key, change, words) => {
    await changeBytes(page, key, change);
    await page.reload();
    await page.waitForSelector('#damaged');
    assert.match(await page.innerText('#damaged'), words);
    const copy = projectIn(await download(page, '#back-up-damaged'));
    assert.equal(copy.log.length, 4);
    await page.click('#go-on-damaged');
    await page.waitForSelector('#damaged', { state: 'detached' });
    await waitForStored(page);
    await page.reload();
    await page.waitForSelector('.file-name');
    await waitForStored(page);
    assert.equal(await page.locator('#damaged').count(), 0);
    return copy;
  };
  // After the first change, the text is still valid UTF-8, so the page cannot locate the damage.
  // The second change creates an invalid UTF-8 byte, which the page can locate.
  await checkDamage('cells', { bytes: [[3, 1]] }, /not the ones that were stored/);
  await checkDamage('cells', { bytes: [[3, 0x80]] }, /A cell of one text cannot be read \(row 0\)/);
  assert.equal(await page.locator('.pick[data-row]').count(), 30);
  await checkDamage('cells', { cut: 30 }, /Cells of \d+ texts cannot be read/);
  await checkDamage('ends', null, /Cells of 40 texts cannot be read/);
  await checkDamage('positions', { bytes: [[9, 1]] }, /The map is lost/);
  await checkDamage('joined-neighbors', { cut: 8 }, /The lines of the map are lost/);
  assert.equal(await page.locator('.pick[data-label]:not([data-label=""])').count(), 4);
  const { log } = await checkDamage('part-of', { bytes: [[1, 1]] }, /The parts and the picks are lost/);
  assert.equal(log.length, 4);
  assert.equal((await storedLog(page)).length, 4);
});

check('project opens after damage at random positions and reports it', async ({ page }) => {
  const before = await label(page, 8);
  const next = randomNumbers(39);
  const randomBelow = (n) => Math.floor(next() * n);
  let keys = ['cells', 'ends', 'positions', 'joined-offsets', 'joined-neighbors'];
  for (let round = 0; round < (SOAK ? 15 : 6); round += 1) {
    const key = keys[randomBelow(keys.length)];
    const at = randomBelow(160);
    await changeBytes(page, key, { bytes: [[at, 1 + randomBelow(255)]] });
    const position = `${key}, byte ${at}`;
    await page.reload();
    await page.waitForSelector('#damaged');
    assert.deepEqual(await labels(page), before, position);
    assert.equal((await storedLog(page)).length, 8, position);
    await page.click('#go-on-damaged');
    await page.waitForSelector('#damaged', { state: 'detached' });
    await waitForStored(page);
    // Cells and ends of cells can be damaged again, but damaged positions or edges of the map are lost.
    if (!['cells', 'ends'].includes(key)) keys = keys.filter((other) => other.split('-')[0] !== key.split('-')[0]);
  }
});

check('project with a missing or damaged head opens from its copy', async ({ page }) => {
  const before = await label(page, 4);
  const database = await projectDatabase(page);
  for (const damagedHead of [undefined, {}, { schema: 5, columns: 7 }, 'text']) {
    await writeRecord(page, database, 'project', 'head', damagedHead);
    await page.reload();
    await page.waitForSelector('.pick[data-row]');
    await waitForSaved(page);
    assert.deepEqual(await labels(page), before);
    assert.equal(await page.locator('#message, #damaged').count(), 0, 'nothing is lost');
  }
  // The next change of the project's main record writes both copies of the record.
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await page.fill('#guidelines', 'Zoë');
  await leaveFields(page);
  await waitForSaved(page);
  const heads = await page.evaluate(withIndexedDb(({ settled, use }, name) => use(name, (database) => {
    const store = database.transaction('project').objectStore('project');
    return Promise.all(['head', 'head-copy'].map(async (key) => (await settled(store.get(key))).head.guidelines));
  })), database);
  assert.deepEqual(heads, ['Zoë', 'Zoë']);
});

check('shortened log is detected by its separate count', async ({ page }) => {
  await label(page, 6);
  await changeLog(page, [['delete', 6], ['unseal']]);
  await removeSecondCopy(page);
  await page.reload();
  await page.waitForSelector('#damaged');
  assert.match(await page.innerText('#damaged'), /One of the 6 entries.*number 6/);
});

check('missing private files are reported, and labels are stored', async ({ page }) => {
  await page.keyboard.press('1');
  await waitForSaved(page);
  await page.waitForSelector('#no-second-copy');
  assert.match(await page.innerText('#no-second-copy'), /could not be written.*The labels themselves are stored/);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.equal((await labels(page)).length, 1);
}, { initScript: () => { delete globalThis.StorageManager?.prototype.getDirectory; } });

check('permanently deleted project leaves no copy of its labels', async ({ page }) => {
  await label(page, 2);
  const logCopies = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('fastgas-log-')).length);
  assert.equal(await logCopies(), 1);
  await page.click('#new-project');
  await page.click('button[aria-label="Delete storage.csv"]');
  await page.click('button[aria-label="Delete for good storage.csv"]');
  await page.click('#answer-yes');
  await page.waitForSelector('#deleted-projects', { state: 'detached' });
  assert.deepEqual([Object.keys(await secondCopy(page)).length, await logCopies()], [0, 0]);
});
