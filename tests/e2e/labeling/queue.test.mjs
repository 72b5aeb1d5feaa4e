// Labeling the texts one after another by keyboard: when the page moves to the next text.
// Also tests which input survives an interruption in the middle of a word.
// Also tests which texts are listed, and labels without a key.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, addLabels, chips, choose, chooseWithEmbeddings, currentRow, dropEmbeddings, folder, launch, leaveFields,
  listsWithManyStops, picks, select, set, storedLog, visit, waitForRow, waitForSaved,
} from '../support/tools.mjs';
import { closeSettings, show, waitForFrames } from '../support/views.mjs';

const N = 40;
const CSV = join(folder('e2e'), 'queue.csv');
writeFileSync(CSV, ['text', ...Array.from({ length: N }, (_, n) => `"Text number ${n} of the queue"`)].join('\n'));

/** Simulates a slow disk: each write transaction of the log takes `window.delay` milliseconds longer. */
const SLOW_DISK = () => {
  window.delay = 0;
  const complete = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete');
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
    ...complete,
    set(handler) {
      const isLog = this.mode === 'readwrite' && this.objectStoreNames.contains('labels');
      const later = function later(event) { setTimeout(() => handler.call(this, event), isLog ? window.delay : 0); };
      complete.set.call(this, handler && isLog ? later : handler);
    },
  });
};

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options = {}) {
  test(`queue: ${name}`, { timeout: LONG }, () => visit(browser, `queue ${name}`, async (opened) => {
    const { page } = opened;
    await chooseWithEmbeddings(page, CSV, npy(N, 4));
    await set(page, 'budget', 6);
    await select(page);
    await body(opened);
  }, options));
}

const waitForListing = (page, rows) => page.waitForFunction(
  (rows) => [...document.querySelectorAll('#picks .pick')].map((item) => item.dataset.row).join() === rows.join(), rows);

check('text stays until its label is saved, and keys pressed meanwhile apply to the next texts', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no');
  // All steps run in one task of the page, so that timing on a slow machine does not matter.
  const screens = await page.evaluate(async () => {
    window.delay = 600;
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const readScreen = async () => {
      await new Promise((resolve) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = resolve; port2.postMessage(0); });
      return [
        Number(document.querySelector('#current-text').dataset.row),
        [...document.querySelectorAll('#picks .chip')].map(({ textContent, classList }) => [textContent, classList.contains('unsaved')]),
        document.querySelector('.annotate .status').textContent,
      ];
    };
    press('1');
    const first = await readScreen();
    for (const key of ['2', 's', '1']) press(key);
    return [first, await readScreen()];
  });
  assert.deepEqual(screens, [
    [rows[0], [['yes', true]], 'saving…'],
    [rows[3], [['yes', true], ['no', true], ['skipped', true], ['yes', true]], 'saving…'],
  ]);
  await waitForRow(page, rows[4]);
  await waitForSaved(page);
  assert.deepEqual(await chips(page), { [rows[0]]: 'yes', [rows[1]]: 'no', [rows[2]]: 'skipped', [rows[3]]: 'yes' });
  assert.deepEqual((await storedLog(page)).map(({ row }) => row), rows.slice(0, 4));
  // If writing takes long, the page shows a message and keeps the current text.
  // After the user has moved on with an arrow key, the next answer does not wait for a save.
  await page.evaluate(() => { window.delay = 5_000; });
  await page.keyboard.press('1');
  await page.waitForFunction(() => /1 not saved yet: press → to continue anyway/.test(document.querySelector('.labeled')?.innerText));
  await page.keyboard.press('2');
  assert.equal(await currentRow(page), rows[4]);
  await page.keyboard.press('ArrowRight');
  await waitForRow(page, rows[5]);
  await page.keyboard.press('2');
  await waitForRow(page, rows[2]);
  assert.match(await page.innerText('.labeled'), /2 not saved yet/);
  await page.evaluate(() => { window.delay = 0; });
  await waitForSaved(page);
  const givenLabels = await chips(page);
  assert.deepEqual([rows[4], rows[5]].map((row) => givenLabels[row]), ['yes', 'no']);
}, { initScript: SLOW_DISK });

check('half-typed text and the position survive a reload', async ({ page }) => {
  const rows = await picks(page);
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  await page.selectOption('#color-by', { label: 'degree (number of neighbors)' });
  await leaveFields(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await waitForRow(page, rows[2]);
  assert.ok(await page.$eval('#why', (why) => why.open), 'the reason for a pick is open');
  await page.keyboard.press('-');
  await page.waitForFunction(() => !document.querySelector('#why').open);
  await page.selectOption('#color-by', { label: 'part' });
  await page.focus('#list-class-1');
  await page.keyboard.press('f');
  await page.waitForSelector('.legend .filter');
  await page.selectOption('#color-by', { label: 'degree (number of neighbors)' });
  await page.fill('#map-search', 'the');
  await page.waitForFunction(() => /^\d+ found, \d+ of them shown$/.test(document.querySelector('#map-found')?.innerText));
  const found = await page.innerText('#map-found');
  await leaveFields(page);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#answer:focus');
  await page.keyboard.type('Block the ca');
  await page.reload();
  await page.waitForSelector(`#picks [data-row="${rows[2]}"] .chip:not(.unsaved)`);
  assert.equal(await currentRow(page), rows[2], 'the position survives a reload');
  assert.equal(await page.inputValue('#answer'), 'Block the ca');
  assert.ok(!await page.$eval('#why', (why) => why.open));
  await page.waitForFunction((found) => document.querySelector('#map-found')?.innerText === found, found);
  assert.equal(await page.inputValue('#map-search'), 'the');
  assert.equal(await page.locator('.legend .filter').count(), 1);
  assert.equal(await page.$eval('#color-by', (select) => select.selectedOptions[0].textContent), 'degree (number of neighbors)');
  assert.deepEqual((await storedLog(page)).map(({ row, said }) => [row, said.labels]), [[rows[2], ['Block the ca']]]);

  await page.keyboard.press(',');
  await page.keyboard.type('a doub');
  await page.reload();
  await page.waitForSelector(`#picks [data-row="${rows[2]}"] [aria-label="note: a doub"]`);
  await page.keyboard.press('?');
  await page.fill('#guidelines', '');
  await page.locator('#guidelines').pressSequentially('Money befo');
  await page.reload();
  await page.waitForSelector('#current-text');
  await page.keyboard.press('?');
  await page.waitForFunction(() => document.querySelector('#guidelines')?.value === 'Money befo');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });

  // A draft is restored only once, so that it does not replace a later answer.
  await leaveFields(page);
  await page.keyboard.press('Enter');
  await page.fill('#answer', 'Block it');
  await page.keyboard.press('Control+Enter');
  await waitForRow(page, rows[3]);
  await page.keyboard.press('Escape');
  await waitForSaved(page);
  const before = (await storedLog(page)).length;
  await page.reload();
  await page.waitForSelector(`#picks [data-row="${rows[2]}"] .chip`);
  assert.equal(await currentRow(page), rows[3]);
  assert.deepEqual(await chips(page), { [rows[2]]: 'Block it' });
  assert.equal((await storedLog(page)).length, before);
});

check('next answer can be typed while the previous one is being saved', async ({ page }) => {
  const rows = await picks(page);
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  await leaveFields(page);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#answer:focus');
  await page.keyboard.type('Block it');
  await page.evaluate(() => { window.delay = 700; });
  await page.keyboard.press('Control+Enter');
  await page.keyboard.type('Bakk');
  await page.keyboard.press('Backspace');
  assert.equal(await currentRow(page), rows[0], 'the label is not saved yet');
  assert.equal(await page.inputValue('#answer'), 'Block it');
  await waitForRow(page, rows[1]);
  await page.keyboard.type('e slowly');
  assert.equal(await page.inputValue('#answer'), 'Bake slowly');
  await page.evaluate(() => { window.delay = 0; });
  await page.reload();
  await page.waitForSelector(`#picks [data-row="${rows[1]}"] .chip:not(.unsaved)`);
  assert.deepEqual(await chips(page), { [rows[0]]: 'Block it', [rows[1]]: 'Bake slowly' });
}, { initScript: SLOW_DISK });

check('button submits an answer without Ctrl', async ({ page }) => {
  const rows = await picks(page);
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  await page.fill('#answer', 'Block it');
  await page.click('#go-on');
  await waitForRow(page, rows[1]);
  await page.waitForSelector(`#picks [data-row="${rows[0]}"] .chip:not(.unsaved)`);
  assert.deepEqual(await chips(page), { [rows[0]]: 'Block it' });
});

check('answer equal to an earlier field value is saved for another text', async ({ page }) => {
  const rows = await picks(page);
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  const typeAnswer = async (text, key) => {
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
    if (key) await page.keyboard.press(key);
  };
  await page.click('#answer');
  await typeAnswer('yes', 'Control+Enter');
  await waitForRow(page, rows[1]);
  await page.click(`#picks [data-row="${rows[0]}"] button`);
  await waitForRow(page, rows[0]);
  await page.click('#answer');
  await typeAnswer('no', 'Control+Enter');
  await waitForRow(page, rows[1]);
  await typeAnswer('yes');
  await page.click(`#picks [data-row="${rows[3]}"] button`);
  await waitForRow(page, rows[3]);
  await page.waitForSelector(`#picks [data-row="${rows[1]}"] .chip:not(.unsaved)`);
  assert.deepEqual(await chips(page), { [rows[0]]: 'no', [rows[1]]: 'yes' });
  // Switching to another window for a moment does not submit the answer.
  await page.click('#answer');
  await typeAnswer('half');
  await page.evaluate(() => document.activeElement.dispatchEvent(new FocusEvent('blur')));
  await page.waitForTimeout(300);
  assert.equal((await chips(page))[rows[3]], undefined);
});

check('answers, notes and found labels given before saving reach their own texts', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no', 'perhaps');
  await page.evaluate(() => { window.delay = 400; });
  await page.keyboard.press('1');
  await page.keyboard.press(',');
  await page.keyboard.type('of the second');
  assert.equal(await currentRow(page), rows[0], 'the label is not saved yet');
  await waitForRow(page, rows[1]);
  assert.equal(await page.inputValue('#note'), 'of the second');
  await page.keyboard.press('Escape');
  await waitForSaved(page);
  await page.evaluate(() => { window.delay = 900; });
  await page.keyboard.press('2');
  for (const key of ['/', 'p', 'e', 'r', 'Enter']) await page.keyboard.press(key);
  assert.equal(await currentRow(page), rows[2], 'the search found a label for the next text, which stays current');
  await waitForRow(page, rows[3]);
  await page.evaluate(() => { window.delay = 0; });
  await waitForSaved(page);
  assert.deepEqual(await chips(page), { [rows[0]]: 'yes', [rows[1]]: 'no', [rows[2]]: 'perhaps' });
  const notes = (await storedLog(page)).filter(({ said }) => said.note).map(({ row, said }) => [row, said.note]);
  assert.deepEqual(notes.at(-1), [rows[1], 'of the second']);

  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  await page.waitForSelector('#question[open]');
  assert.match(await page.innerText('#question'), /3 texts have labels\. They stay until you write an answer/);
  await page.click('#answer-yes');
  await page.click(`.pick[data-row="${rows[0]}"] button`);
  await page.waitForSelector('#label-so-far');
  assert.equal(await page.inputValue('#answer'), '', 'the field is empty at first');
  await page.click(`.pick[data-row="${rows[3]}"] button`);
  await leaveFields(page);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#answer:focus');
  await page.evaluate(() => { window.delay = 400; });
  for (const answer of ['Block it', 'Bake it']) {
    await page.keyboard.type(answer);
    await page.keyboard.press('Control+Enter');
  }
  await page.keyboard.type('Burn');
  await waitForRow(page, rows[5]);
  await page.waitForFunction(() => document.querySelector('#answer')?.value === 'Burn');
  await waitForSaved(page);
  const answers = await chips(page);
  assert.deepEqual([answers[rows[3]], answers[rows[4]]], ['Block it', 'Bake it']);
}, { initScript: SLOW_DISK });

check('quick flags do not each rewrite the project list', async ({ page }) => {
  await addLabels(page, 'yes');
  const puts = await page.evaluate(async () => {
    let puts = 0;
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function counted(...values) {
      puts += this.name === 'projects';
      return put.apply(this, values);
    };
    for (let n = 0; n < 40; n += 1) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '!', bubbles: true, cancelable: true }));
    }
    const unsaved = () => document.body.innerText.includes('not saved yet');
    do await new Promise((resolve) => { setTimeout(resolve, 50); }); while (unsaved());
    return puts;
  });
  await waitForSaved(page);
  assert.equal((await storedLog(page)).length, 40);
  assert.ok(puts <= 5, `${puts} list rows written for 40 flags`);
});

check('listing, label description and half-typed label name survive a reload', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no');
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('#');
  await waitForListing(page, rows.slice(1));
  await page.click('.label-set summary');
  await page.locator('.label-set [data-label=no] .description').pressSequentially('not a word');
  await page.reload();
  await page.waitForSelector('#current-text');
  await waitForListing(page, rows.slice(1));
  await page.click('.label-set summary');
  await page.waitForFunction(() => document.querySelector('.label-set [data-label=no] .description')?.value === 'not a word');
  await page.locator('#label-name').pressSequentially('perh');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('#label-name')?.value === 'perh');
  assert.equal(await page.locator('.label-button').count(), 2);
  await page.focus('#label-name');
  await page.keyboard.press('End');
  await page.keyboard.type('aps');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.label-button[data-label=perhaps]');
  assert.equal(await page.inputValue('#label-name'), '');
  await page.reload();
  await page.waitForSelector('.label-button[data-label=perhaps]');
  assert.equal(await page.inputValue('#label-name'), '');
});

check('flagged texts are listed and visited by key', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no');
  for (const flagged of [false, true, false, true]) {
    const row = await currentRow(page);
    if (flagged) await page.keyboard.press('!');
    await page.keyboard.press('1');
    await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== String(row), row);
  }
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('#');
  await page.waitForFunction(() => document.querySelector('#listing')?.value === 'flagged');
  await waitForListing(page, [rows[1], rows[3]]);
  assert.equal(await currentRow(page), rows[1]);
  await page.keyboard.press('2');
  await waitForRow(page, rows[3]);
  await page.keyboard.press('ArrowLeft');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('#');
  await page.waitForFunction(() => document.querySelector('#listing')?.value === 'all');
  await waitForListing(page, rows);
  assert.equal((await chips(page))[rows[1]], 'no');
  assert.match(await page.innerText('#listing'), /flagged \(2\)/);
});

check('note is kept when its text is left without leaving the field', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no');
  await page.keyboard.press(',');
  await page.keyboard.type('odd one');
  // Simulates iOS, where a tapped button does not receive focus.
  await page.evaluate(() => document.querySelector('.label-button[data-label="no"]').click());
  await waitForRow(page, rows[1]);
  assert.equal(await page.inputValue('#note'), '');
  await page.keyboard.press('Escape');
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#current-text');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('ArrowLeft');
  await waitForRow(page, rows[0]);
  assert.equal(await page.inputValue('#note'), 'odd one');
  assert.equal((await chips(page))[rows[0]], 'no');
});

check('page keys that need Alt on some keyboards work', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no');
  const press = (key, code, ctrlKey) => page.evaluate((init) => document.body.dispatchEvent(
    new KeyboardEvent('keydown', { altKey: true, bubbles: true, cancelable: true, ...init })), { key, code, ctrlKey });
  const waitForListingValue = (name) => page.waitForFunction((name) => document.querySelector('#listing')?.value === name, name);
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await press('#', 'Digit3', false);
  await waitForListingValue('left');
  await press('#', 'Digit3', true);
  await waitForListingValue('labeled');
  await press('#', 'Digit3', true);
  await waitForListingValue('all');
  const before = await currentRow(page);
  // The page ignores a browser shortcut, and ignores a character that is not a key of the page.
  for (const [key, code] of [['1', 'Digit1'], ['~', 'Digit2'], ['s', 'KeyS']]) await press(key, code, true);
  await page.waitForTimeout(300);
  assert.equal(await currentRow(page), before);
  assert.deepEqual(await chips(page), { [rows[0]]: 'yes' });
});

check('labels without a key are found by name or added, and a list can be pasted', async ({ page, context }) => {
  const names = Array.from({ length: 40 }, (_, n) => `intent ${String(n).padStart(2, '0')}`);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), names.join('\r\n'));
  await page.focus('#label-name');
  await page.keyboard.press('Control+V');
  await page.waitForFunction(() => document.querySelectorAll('.label-button').length === 40);
  assert.equal(await page.inputValue('#label-name'), '');
  await leaveFields(page);
  const rows = await picks(page);
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await page.keyboard.type('3');
  assert.deepEqual((await page.locator('#found-labels li').allInnerTexts()).slice(0, 2).map((text) => text.trim()), ['intent 03', 'intent 13']);
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await waitForRow(page, rows[1]);
  assert.deepEqual(await chips(page), { [rows[0]]: 'intent 37' });
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await page.keyboard.type('intent 0');
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.getAttribute('#find-label', 'aria-activedescendant'), 'found-label-1');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#find-label-dialog', { state: 'hidden' });
  assert.equal(await currentRow(page), rows[1], 'no label is given');
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  // A label that lacks one of the typed words is offered, but not preselected.
  await page.keyboard.type('new intent 37x');
  await page.waitForSelector('#found-label-0.add[aria-selected=true]');
  assert.match(await page.innerText('#found-label-1'), /intent/);
  await page.keyboard.press('Enter');
  await waitForRow(page, rows[2]);
  assert.deepEqual(await chips(page), { [rows[0]]: 'intent 37', [rows[1]]: 'new intent 37x' });
  const waitForLastStep = (words) => page.waitForFunction((words) => document.querySelector('#last-step').innerText.replace(/[\u2068\u2069\s]+/g, ' ').trim() === words, words);
  await waitForLastStep('Labeled as new intent 37x · Undo u');
  const top = await page.$eval('#current-text', (text) => text.getBoundingClientRect().top);
  await page.click('#last-step button');
  await waitForRow(page, rows[1]);
  await waitForLastStep('Undone: Labeled as new intent 37x · Redo ⇧u');
  assert.equal(await page.$eval('#current-text', (text) => text.getBoundingClientRect().top), top, 'the text does not move');
  assert.deepEqual(await chips(page), { [rows[0]]: 'intent 37' });
});

check('single keys can be turned off, and other keyboard layouts work', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no');
  // On a Russian keyboard, ы is on the key of S.
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ы', code: 'KeyS', bubbles: true, cancelable: true })));
  await waitForRow(page, rows[1]);
  assert.deepEqual(await chips(page), { [rows[0]]: 'skipped' });
  await page.click('#help');
  await page.uncheck('#single-keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await leaveFields(page);
  for (const key of ['1', 's', '?', '!']) await page.keyboard.press(key);
  await page.keyboard.press('Control+z');
  await waitForRow(page, rows[0]);
  assert.deepEqual(await chips(page), {}, 'only keys with Ctrl have an effect');
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#current-text');
  await page.keyboard.press('1');
  await page.click('#help');
  assert.equal(await page.isChecked('#single-keys'), false);
  await page.check('#single-keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  assert.deepEqual(await chips(page), {});
  await leaveFields(page);
  await page.keyboard.press('1');
  await page.waitForSelector('.pick[data-label=yes]');
});

/** Adds labels and removes the focus from all fields, so that keys reach the page. Returns the picks. */
async function startLabeling(page, ...labels) {
  await addLabels(page, ...labels);
  await leaveFields(page);
  return picks(page);
}

check('held key answers one text, and held arrows continue', async ({ page }) => {
  const rows = await startLabeling(page, 'yes', 'no');
  for (const key of ['1', '1', '1', '1']) await page.keyboard.down(key);
  await page.keyboard.up('1');
  await waitForRow(page, rows[1]);
  await waitForSaved(page);
  assert.equal((await storedLog(page)).length, 1);
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight']) await page.keyboard.down(key);
  await page.keyboard.up('ArrowRight');
  await waitForRow(page, rows[4]);
});

check('list choice by pointer returns the focus to the page, and by key it stays in the list', async ({ page }) => {
  const rows = await startLabeling(page, 'left', 'no');
  await page.click('#listing');
  await page.selectOption('#listing', 'left');
  assert.equal(await page.evaluate(() => document.activeElement.id), '');
  await page.keyboard.press('2');
  await waitForRow(page, rows[1]);
  await waitForSaved(page);
  assert.equal(await page.inputValue('#listing'), 'left', 'the key did not change the list');
  assert.deepEqual((await storedLog(page)).map(({ said }) => said.labels), [['no']]);
  await page.focus('#listing');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.querySelector('#listing')?.value === 'all');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'listing');
  // While a checkbox has focus, the label keys still assign labels.
  await page.click('.label-set summary');
  await page.evaluate(() => {
    document.body.append(Object.assign(document.createElement('input'), { type: 'checkbox', id: 'box' }));
    document.querySelector('#box').focus();
  });
  await page.keyboard.press('1');
  await waitForRow(page, rows[2]);
});

check('labeled text can be marked as cannot tell', async ({ page }) => {
  const rows = await startLabeling(page, 'yes', 'no');
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('ArrowLeft');
  await waitForRow(page, rows[0]);
  await page.keyboard.press('s');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector(`.pick[data-row="${rows[0]}"][data-label="yes"]`);
  await waitForRow(page, rows[0]);
  await page.keyboard.press('.');
  await waitForRow(page, rows[1]);
  await waitForSaved(page);
  const last = (await storedLog(page)).at(-1);
  assert.deepEqual([last.row, last.said.labels, last.said.passed], [rows[0], [], 'cannot-tell']);
  await page.keyboard.press('u');
  await page.waitForSelector(`.pick[data-row="${rows[0]}"][data-label="yes"]`);
});

check('unchanged field does not affect later answers', async ({ page }) => {
  const rows = await picks(page);
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  await leaveFields(page);
  await page.keyboard.press('Enter');
  await page.keyboard.type('hm');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  await waitForRow(page, rows[1]);
  await waitForSaved(page);
  const before = await storedLog(page);
  await page.reload();
  await page.waitForSelector('#labeled-count');
  await waitForSaved(page);
  assert.deepEqual(await storedLog(page), before);
});

check('next text starts in view, and page keys work after a click', async ({ page }) => {
  const long = join(folder('e2e'), 'long.csv');
  const sentences = (n) => Array.from({ length: 60 }, (_, at) => `Sentence ${at} of letter ${n}.`).join(' ');
  writeFileSync(long, ['text', ...Array.from({ length: N }, (_, n) => `"${sentences(n)}"`)].join('\n'));
  await choose(page, long);
  await page.click('#adding-open');
  await dropEmbeddings(page, npy(N, 4));
  await set(page, 'budget', 6);
  await select(page);
  await addLabels(page, ...Array.from({ length: 14 }, (_, n) => `label ${n}`));
  await leaveFields(page);
  const rows = await picks(page);
  const waitForTextStart = () => page.waitForFunction(() => {
    const text = document.querySelector('#current-text');
    const { top, bottom } = text.getBoundingClientRect();
    return text.scrollTop === 0 && top >= 0 && bottom <= innerHeight;
  });
  await page.waitForSelector('.reading.more .more-below');
  // The button scrolls by whole lines, until the end of the text.
  const cutLines = () => page.$eval('#current-text', (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { top } = text.getBoundingClientRect();
    return [...range.getClientRects()].filter((line) => line.top < top - 1 && line.bottom > top + 1).length;
  });
  for (let n = 0; n < 60 && await page.locator('.reading.more').count(); n += 1) {
    const before = await page.$eval('#current-text', (text) => text.scrollTop);
    await page.click('.more-below');
    await page.waitForFunction((before) => document.querySelector('#current-text')?.scrollTop > before, before);
    assert.equal(await cutLines(), 0, 'the first visible line is not cut');
    await waitForFrames(page);
  }
  assert.equal(await page.locator('.reading.more').count(), 0, 'the button reaches the end');
  await page.$eval('#current-text', (text) => { text.scrollTop = 0; });
  await page.waitForSelector('.reading.more');
  assert.ok(await page.$eval('#current-text', (text) => Number.parseFloat(getComputedStyle(text).fontSize)) >= 20);
  await page.hover('#current-text');
  await page.mouse.wheel(0, 400);
  await page.waitForFunction(() => document.querySelector('#current-text')?.scrollTop > 100);
  await page.mouse.wheel(0, 4000);
  await page.waitForSelector('.reading:not(.more)');
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await waitForTextStart();
  // The note field is far below the start of the text. After a note, the next text must be shown from its start.
  await page.keyboard.press(',');
  await page.keyboard.type('odd');
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await waitForRow(page, rows[2]);
  await waitForTextStart();
  await page.click('.label-button[data-label="label 2"]');
  await waitForRow(page, rows[3]);
  await page.keyboard.press('Space');
  await waitForSaved(page);
  assert.equal(await currentRow(page), rows[3], 'the space bar presses no button');
  assert.equal((await chips(page))[rows[3]], undefined);
  // After adding a label, the user can continue to label with the keyboard.
  await addLabels(page, 'one more');
  await page.focus('#label-name');
  await page.keyboard.press('Escape');
  await page.keyboard.press('4');
  await waitForRow(page, rows[4]);
  // On a French keyboard, digits need Shift.
  await page.evaluate(() => document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'é', code: 'Digit2', bubbles: true, cancelable: true })));
  await waitForRow(page, rows[5]);
  assert.equal((await chips(page))[rows[4]], 'label 1');
});

/** Records the announcements for screen readers, in order. */
const recordAnnouncements = (page) => page.evaluate(() => {
  const region = document.querySelector('#announcements');
  window.announced = [];
  const look = () => {
    const words = region.innerText.replace(/\s+/g, ' ').trim();
    if (words !== window.announced.at(-1)) window.announced.push(words);
  };
  new MutationObserver(look).observe(region, { childList: true, characterData: true, subtree: true });
});

check('screen reader announcements contain answer, text and goal once', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, 'yes', 'no');
  await page.evaluate(() => { document.querySelector('#set-out').open = true; });
  await page.fill('#goal-texts', '2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'current-text');
  await recordAnnouncements(page);
  const checkAnnouncement = async (key, expected) => {
    await page.evaluate(() => { window.announced = []; });
    await page.keyboard.press(key);
    await page.waitForFunction(() => window.announced.length > 0);
    // Waits for more announcements, which the page must not make.
    await page.waitForTimeout(300);
    assert.deepEqual(await page.evaluate(() => window.announced), [expected], key);
  };
  const text = (rank) => `Text number ${rows[rank - 1]} of the queue`;
  await checkAnnouncement('1', `yes, saved. Pick 2 of 6. ${text(2)}`);
  await checkAnnouncement('!', 'flagged, saved.');
  await checkAnnouncement('2', `no, saved. Goal reached: 2 texts in 1 minute. Pick 3 of 6. ${text(3)}`);
  await checkAnnouncement('ArrowLeft', `Pick 2 of 6, no, flagged. ${text(2)}`);
  await checkAnnouncement('u', 'Undone: answer cleared.');
  await checkAnnouncement('Shift+U', 'Redone: no. Goal reached: 2 texts in 1 minute.');
  await checkAnnouncement('u', 'Undone: answer cleared.');
  await checkAnnouncement('u', 'Undone: flag removed.');
  await checkAnnouncement('u', `Undone. Pick 1 of 6. ${text(1)}`);
  for (const key of '12121') {
    await page.keyboard.press(key);
    await page.waitForTimeout(100);
  }
  await checkAnnouncement('.', 'cannot tell, saved. All 6 picks are done.');
  assert.equal(await page.evaluate(() => document.querySelector('#announcements span').lang), '');
});

check('note is between its text and the labels, and nothing moves while it is written', async ({ page }) => {
  await addLabels(page, 'yes', 'no');
  await leaveFields(page);
  // Positions are relative to the text, because the panel may scroll to the focused field.
  const edges = (selector) => page.$eval(selector, (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const text = document.querySelector('#current-text').getBoundingClientRect().top;
    return [top - text, bottom - text];
  });
  const [[, textBottom], [noteTop, noteBottom], label] = [await edges('#current-text'), await edges('#note'), await edges('.label-button')];
  assert.ok(textBottom <= noteTop && noteBottom <= label[0], `${textBottom} ${noteTop} ${noteBottom} ${label[0]}`);
  await page.keyboard.press(',');
  await page.waitForSelector('#note:focus');
  await page.keyboard.type('first line');
  for (const line of ['second', 'third']) {
    await page.keyboard.press('Enter');
    await page.keyboard.type(line);
  }
  const [, grown] = await edges('#note');
  assert.ok(grown > noteBottom, 'the field shows all lines while it has the focus');
  assert.deepEqual(await edges('.label-button'), label, 'the labels stay');
  await page.keyboard.press('Escape');
  assert.deepEqual(await edges('#note'), [noteTop, noteBottom]);
  assert.deepEqual(await edges('.label-button'), label);
  await page.waitForSelector('#picks [role="img"][aria-label*="second"]');
});

check('focus stays near a removed element for keyboard users', async ({ page }) => {
  await addLabels(page, 'yes');
  await page.focus('#map-search');
  await page.keyboard.type('number 1');
  await page.waitForSelector('#mark-found');
  await page.focus('#mark-found');
  await page.keyboard.press('Enter');
  await page.focus('#marked-clear');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#marked-clear', { state: 'detached' });
  // The focus is not on a button, because the next Enter would press the button. Tab continues from the focused element.
  await page.waitForFunction(() => document.activeElement.closest('.map-panel') && !document.activeElement.matches('button'));
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.activeElement.closest('.map-panel')));
  assert.equal(await page.locator('[data-focus-restored]').count(), 0);
  await page.focus('#new-project');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#projects');
  await page.waitForFunction(() => document.activeElement.id === 'main');
  // After a click with the pointer, the page does not move the focus.
  await page.click('.project-open');
  await page.waitForSelector('#current-text');
  await page.click('#new-project');
  await page.waitForSelector('#projects');
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'BODY');
});

check('each text counts only the time for which it is shown', async ({ page }) => {
  const [first, second] = await picks(page);
  await addLabels(page, 'yes');
  let now = Date.now();
  const passSeconds = async (seconds) => {
    now += 1000 * seconds;
    await page.clock.setFixedTime(now);
  };
  // The test controls the clock from now on. Moving the pointer shows that the user is present.
  await page.clock.setFixedTime(now);
  await page.mouse.move(9, 9);
  await page.keyboard.press('ArrowRight');
  await waitForRow(page, second);
  await page.keyboard.press('ArrowLeft');
  await waitForRow(page, first);
  await passSeconds(7);
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await passSeconds(5);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await passSeconds(3);
  await page.keyboard.press('1');
  await waitForRow(page, second);
  await passSeconds(2);
  await page.click('#compare');
  await page.waitForSelector('#compare-dialog[open]');
  await passSeconds(60);
  await page.mouse.move(19, 19);
  await passSeconds(60);
  await page.click('#close-compare');
  await page.waitForSelector('#compare-dialog', { state: 'hidden' });
  await closeSettings(page);
  // A user moves the pointer before a click. The event `close` of a dialog can be late.
  await page.mouse.move(29, 29);
  await show(page, 'data');
  await passSeconds(30);
  await show(page, 'label');
  await passSeconds(4);
  await page.keyboard.press('1');
  await waitForSaved(page);
  const log = await storedLog(page);
  const seconds = (row) => log.filter((entry) => entry.row === row).map((entry) => Math.round(Number(entry.spent_ms) / 1000));
  // The recorded time of the first text includes the time before the test stopped the clock.
  assert.ok(seconds(first)[0] >= 15 && seconds(first)[0] < 60, `${seconds(first)}`);
  assert.deepEqual(seconds(second), [6]);
});

/** Waits for two frames, after which the document contains the lines for the new scroll position. */
const drawn = (page) => page.evaluate(async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
});

/** Scrolls through the list, because only some lines of the list are in the document at a time. */
async function listedRows(page, n) {
  const rows = [];
  const height = await page.$eval('#picks', (list) => list.clientHeight);
  for (let top = 0; rows.filter((row) => row !== undefined).length < n && top <= 200 * n; top += height) {
    await page.$eval('#picks', (list, top) => { list.scrollTop = top; }, top);
    await drawn(page);
    const lines = await page.$$eval('#picks .pick', (lines) => lines.map((line) => [Number(line.getAttribute('aria-posinset')), Number(line.dataset.row)]));
    for (const [place, row] of lines) rows[place - 1] = row;
  }
  return rows;
}

const waitForVisible = (page, row) => page.waitForFunction((row) => {
  const [line, list] = [`#pick-${row}`, '#picks'].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
  return line && line.top >= list.top - 1 && line.bottom <= list.bottom + 1;
}, row);

const PICKED = 240;
const MAX_LINES = 90;

test('queue: only some lines of hundreds of picks are in the document, and keys reach all lines', { timeout: LONG }, () =>
  visit(browser, 'queue of hundreds', async ({ page }) => {
    const csv = join(folder('e2e'), 'queue-hundreds.csv');
    // Some texts are so long that they wrap to a second line in the list.
    writeFileSync(csv, ['text', ...Array.from({ length: 480 }, (_, n) => `Text ${n} of hundreds${' of texts'.repeat(n % 3 * 20)}`)].join('\n'));
    await chooseWithEmbeddings(page, csv, npy(480, 12));
    await set(page, 'budget', PICKED);
    await select(page);
    await drawn(page);
    const count = () => page.locator('#picks .pick').count();
    const waitForSize = (n) => page.waitForFunction(
      (n) => [...document.querySelectorAll('#picks .pick')].every((line) => line.getAttribute('aria-setsize') === n), n && String(n));
    const focused = () => page.evaluate(() => Number(document.activeElement.closest('#picks .pick')?.dataset.row ?? -1));
    const waitForFocus = (row) => page.waitForFunction((row) => document.activeElement.closest('#picks .pick')?.dataset.row === String(row), row);
    assert.ok(await count() <= MAX_LINES, `${await count()} lines are in the document`);
    await waitForSize(PICKED);
    const rows = await listedRows(page, PICKED);
    assert.equal(new Set(rows).size, PICKED);
    assert.deepEqual(await page.$$eval('#picks .pick', (lines) => lines.map((line) => line.getAttribute('aria-posinset'))),
      await page.$$eval('#picks .pick .rank', (ranks) => ranks.map((rank) => rank.textContent)), 'without a filter, the place is the rank');
    const heights = await page.$$eval('#picks .pick', (lines) => lines.map((line) => line.getBoundingClientRect().height.toFixed(1)));
    assert.equal(new Set(heights).size, 1, 'all lines have the same height');

    // The line of the current text stays in the document. After a label, the list scrolls to the line of the next text.
    assert.equal(await page.getAttribute('.pick.current', 'data-row'), String(rows[0]));
    assert.ok(await page.$eval('#picks', (list) => list.scrollTop) > 1000, 'although the list is scrolled to other lines');
    await addLabels(page, 'yes', 'no');
    await page.keyboard.press('1');
    await waitForRow(page, rows[1]);
    await waitForSaved(page);
    assert.equal(await page.getAttribute('#labeled-count', 'data-labeled'), '1');
    await page.waitForSelector(`#pick-${rows[0]}[data-label=yes]`);
    await waitForVisible(page, rows[1]);

    await page.selectOption('#listing', 'left');
    await waitForSize(PICKED - 1);
    assert.deepEqual(await listedRows(page, PICKED - 1), rows.slice(1));
    await page.selectOption('#listing', 'labeled');
    await waitForListing(page, [rows[0]]);
    await waitForSize(null);
    await page.selectOption('#listing', 'all');
    await waitForSize(PICKED);

    // The list is one Tab stop, and keys move the focus through all lines.
    await page.focus('#picks .pick.current button');
    assert.equal(await focused(), rows[0]);
    assert.deepEqual(await listsWithManyStops(page), []);
    await page.keyboard.press('End');
    await waitForFocus(rows.at(-1));
    await waitForVisible(page, rows.at(-1));
    assert.ok(await count() <= MAX_LINES);
    assert.equal(await page.getAttribute('.pick.current', 'data-row'), String(rows[0]), 'the current text is still in the document');
    for (let place = PICKED - 2; place >= PICKED - 60; place -= 1) {
      await page.keyboard.press('ArrowUp');
      await waitForFocus(rows[place]);
    }
    await waitForVisible(page, rows[PICKED - 60]);
    assert.deepEqual(await listsWithManyStops(page), []);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await page.waitForFunction(() => document.querySelectorAll('#picks [data-marked]').length === 3);
    assert.match(await page.innerText('#marked-count'), /^3 /);
    await waitForFocus(rows[PICKED - 62]);

    // The focused line stays in the document when the user scrolls. Keys then move the focus from the focused line.
    for (const top of [0, 3000, 100_000, 0]) {
      await page.$eval('#picks', (list, top) => { list.scrollTop = top; }, top);
      await drawn(page);
      assert.equal(await focused(), rows[PICKED - 62], `scrolled to ${top}`);
      assert.ok(await count() <= MAX_LINES);
    }
    assert.equal(await page.$eval('#picks', (list) => list.scrollTop), 0, 'the list does not scroll back');
    await page.keyboard.press('ArrowDown');
    await waitForFocus(rows[PICKED - 61]);
    await waitForVisible(page, rows[PICKED - 61]);

    await page.keyboard.press('End');
    await waitForFocus(rows.at(-1));
    await page.keyboard.press('ArrowUp');
    await waitForFocus(rows.at(-2));
    await page.keyboard.press('Enter');
    await waitForRow(page, rows.at(-2));
    await page.keyboard.press('Home');
    await waitForFocus(rows[0]);
    await leaveFields(page);
    await page.keyboard.press('ArrowRight');
    await waitForRow(page, rows.at(-1));
    await waitForVisible(page, rows.at(-1));

    // More picks are appended to the list. The existing lines and the focus stay.
    await page.evaluate((row) => document.querySelector(`#pick-${row} button`).focus(), rows[230]);
    await page.evaluate(() => { document.querySelector('#more').value = '10'; document.querySelector('#more').dispatchEvent(new Event('input', { bubbles: true })); });
    await page.evaluate(() => document.querySelector('.pick-more').requestSubmit());
    await waitForSize(PICKED + 10);
    assert.equal(await focused(), rows[230]);
    assert.deepEqual((await listedRows(page, PICKED + 10)).slice(0, PICKED), rows);

    // The printed page contains all lines.
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.waitForFunction((n) => document.querySelectorAll('#picks .pick').length === n, PICKED + 10);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.waitForFunction((n) => document.querySelectorAll('#picks .pick').length <= n, MAX_LINES);
  // The window is so high that the list is visible below the text.
  }, { viewport: { width: 1280, height: 1400 } }));
