// The complete workflow with the keyboard alone: from the first screen to the exported file and back to the project.
// No step of the workflow uses a mouse, sets the focus by script, or fills a field other than by typing.
// The other tests check single screens and dialogs, and open their pool without keys.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, PAGE, chips, currentRow, folder, launch, leaveFields, parseCsv, picks, projectIn, storedLog, visit, waitForRow, waitForRun, waitForSaved,
} from '../support/tools.mjs';
import { waitForFrames } from '../support/views.mjs';

const scratch = folder('e2e');
const N = 40;
const BEGINNINGS = ['A lost card', 'A soup of lentils', 'Pictures of Saturn', 'Roses in bloom'];
// Cell contents that a careless writer of tables would change.
const ODD = ['', '0012', '=1+1', '  spaces  ', 'a "quoted" word', 'one\ntwo', 'naïve — 東京'];
const RECORDS = [
  ['id', 'text', 'label'],
  ...Array.from({ length: N }, (_, n) => [`${n}`.padStart(4, '0'), `${BEGINNINGS[n % 4]}, number ${n}`, ODD[n % ODD.length]]),
];
const CSV = join(scratch, 'keyboard.csv');
const NPY = join(scratch, 'keyboard.npy');
writeFileSync(CSV, RECORDS.map((record) => `${record.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`).join(''));
writeFileSync(NPY, npy(N, 4));

/** Maximum number of Tab presses to reach an element, or to visit all elements of the screen. */
const MOST_TABS = 200;

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body) {
  // The tests change the view only with keys, so `followsViews` is off: no helper shows the view of an element.
  test(`keyboard: ${name}`, { timeout: LONG }, () => visit(browser, `keyboard ${name}`, body, { followsViews: false }));
}

/**
 * Checks that the focused element is in the window, has an outline, and is not covered by another element.
 * If the element is invisible, the outline surrounds the label of the element.
 * Returns the name of the element, or `body` if no element has the focus.
 */
async function checkFocus(page) {
  // After two frames, the page has drawn the effect of the key and scrolled the element into view.
  const focus = await page.evaluate(() => new Promise((resolve) => {
    const look = () => {
      const element = document.activeElement;
      if (!element || element === document.body) return resolve({ name: 'body' });
      const words = (element.ariaLabel ?? element.innerText ?? '').trim().slice(0, 40);
      const name = `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ''} “${words}”`;
      // A file input is visible only through its label.
      const shown = element.matches('[type=file]') ? element.closest('label') : element;
      const { left, top, right, bottom } = shown.getBoundingClientRect();
      const [x, y] = [[left, right, window.innerWidth], [top, bottom, window.innerHeight]]
        .map(([from, to, most]) => [Math.max(from, 0), Math.min(to, most)]);
      const box = [x[1] - x[0], y[1] - y[0]];
      const topElement = document.elementFromPoint((x[0] + x[1]) / 2, (y[0] + y[1]) / 2);
      const { outlineStyle, outlineWidth, outlineColor, opacity, visibility } = getComputedStyle(shown);
      return resolve({
        name,
        box,
        covered: shown.contains(topElement) || topElement?.contains(shown) ? undefined : topElement?.outerHTML.slice(0, 120) ?? 'out of sight',
        outline: outlineStyle === 'none' || outlineColor.endsWith(', 0)') ? 0 : Number.parseFloat(outlineWidth),
        drawn: Number(opacity) > 0 && visibility === 'visible',
      });
    };
    requestAnimationFrame(() => requestAnimationFrame(look));
  }));
  if (focus.name === 'body') return focus.name;
  assert.ok(focus.box[0] >= 2 && focus.box[1] >= 2, `${focus.name} has the focus but no box in the window: ${focus.box}`);
  assert.equal(focus.covered, undefined, `${focus.name} has the focus but is covered`);
  assert.ok(focus.drawn && focus.outline >= 2, `${focus.name} has the focus but no outline: ${JSON.stringify(focus)}`);
  return focus.name;
}

/** Presses keys, and checks that the focused element is visible afterwards. Returns the name of the element. */
async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  return checkFocus(page);
}

/** Like `press`, but an element must have the focus afterwards. */
async function pressIn(page, ...keys) {
  const name = await press(page, ...keys);
  assert.notEqual(name, 'body', `after ${keys.join(' ')} nothing has the focus`);
  return name;
}

/**
 * Presses `key`, and checks that the same element keeps the focus.
 * The element need not stay visible, because the page scrolls to a longer text.
 */
async function keepsFocus(page, key) {
  const focused = () => page.evaluateHandle(() => document.activeElement);
  const before = await focused();
  await page.keyboard.press(key);
  assert.ok(await page.evaluate(([before, after]) => before === after, [before, await focused()]), key);
}

const isFocused = (page, selector) => page.evaluate((selector) => document.activeElement?.matches(selector) ?? false, selector);

/** Presses Tab or Shift+Tab until the element `selector` has the focus. Each element on the path must be visible. */
async function tabTo(page, selector, key = 'Tab') {
  const stops = [];
  for (let step = 0; step < MOST_TABS; step += 1) {
    stops.push(await press(page, key));
    if (await isFocused(page, selector)) return;
  }
  assert.fail(`${selector} is not reached by ${key}: ${stops.join(', ')}`);
}

async function arrowTo(page, selector, key) {
  for (let step = 0; step < MOST_TABS; step += 1) {
    if (await isFocused(page, selector)) return;
    await pressIn(page, key);
  }
  assert.fail(`${selector} is not reached by ${key}`);
}

const waitForChip = (page, row, text) => page.waitForFunction(([row, text]) => {
  const chip = document.querySelector(`#picks [data-row="${row}"] .chip:not(.unsaved)`);
  return (chip?.textContent ?? '') === text;
}, [row, text]);

async function downloadByKey(page, key) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(key)]);
  const bytes = readFileSync(await file.path());
  await checkFocus(page);
  return { name: file.suggestedFilename(), bytes, text: bytes.toString('utf8') };
}

/** Creates a project with picks, using only the keyboard, and moves the focus to the field for a new label. */
async function selectByKeys(page) {
  // The wait for the file dialog starts before the key press, so that the event is not missed.
  const choosing = page.waitForEvent('filechooser');
  await tabTo(page, '#file');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles([CSV, NPY]);
  await page.waitForSelector('#given-embeddings');
  await tabTo(page, '#budget');
  await press(page, 'Control+A');
  await page.keyboard.type('6');
  await tabTo(page, '#select');
  await page.keyboard.press('Enter');
  await waitForRun(page);
  await tabTo(page, '#label-name');
}

/** Has the same result as `selectByKeys`, without the many Tab presses. */
async function selectDirectly(page) {
  await page.setInputFiles('#file', [CSV, NPY]);
  await page.waitForSelector('#given-embeddings');
  await page.fill('#budget', '6');
  await page.focus('#select');
  await page.keyboard.press('Enter');
  await waitForRun(page);
  // The page moves the focus to the new screen before the next frame.
  await waitForFrames(page);
  await page.focus('#label-name');
}

/** Creates a project with picks, and with three labels in the label set. The focus is on a button afterwards. */
async function createProject(page, selectTexts = selectDirectly) {
  await selectTexts(page);
  for (const name of ['yes', 'no', 'maybe']) {
    await page.keyboard.type(name);
    await pressIn(page, 'Enter');
    await page.waitForSelector(`.label-button[data-label=${name}]`);
  }
  await pressIn(page, 'Tab');
  assert.ok(await isFocused(page, '#add-label'));
}

check('whole workflow from opening to reopening works by key alone', async ({ page }) => {
  await createProject(page, selectByKeys);
  const rows = await picks(page);
  assert.equal(rows.length, 6);
  assert.equal(await currentRow(page), rows[0]);

  // The keys of labels also work while a button has focus.
  await pressIn(page, '1');
  await waitForRow(page, rows[1]);
  await pressIn(page, '2');
  await waitForRow(page, rows[2]);
  assert.deepEqual(await chips(page), { [rows[0]]: 'yes', [rows[1]]: 'no' });
  await pressIn(page, 'u');
  await waitForRow(page, rows[1]);
  await waitForChip(page, rows[1], '');
  await pressIn(page, 'Shift+U');
  await waitForChip(page, rows[1], 'no');
  await pressIn(page, 'j');
  await waitForRow(page, rows[2]);
  await pressIn(page, 's');
  await waitForRow(page, rows[3]);
  await waitForChip(page, rows[2], 'skipped');

  // Escape leaves the note and returns the focus to the previous element.
  await pressIn(page, '!');
  await page.waitForSelector('#flag[aria-pressed=true]');
  assert.match(await pressIn(page, ','), /#note/);
  await page.keyboard.type('1, 2 or 3?');
  assert.match(await press(page, 'Escape'), /#add-label/);
  await page.waitForSelector(`#picks [data-row="${rows[3]}"] [aria-label="note: 1, 2 or 3?"]`);
  assert.equal(await currentRow(page), rows[3], 'keys typed into the note are letters');
  await tabTo(page, '#why summary');
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await checkFocus(page);
  await page.keyboard.type('may');
  await press(page, 'Enter');
  await waitForRow(page, rows[4]);
  await waitForChip(page, rows[3], 'maybe');
  assert.ok(await isFocused(page, '#why summary'), 'the dialog restores the focus');

  await keepsFocus(page, '1');
  await waitForRow(page, rows[5]);
  await keepsFocus(page, 'ArrowLeft');
  await waitForRow(page, rows[4]);
  await keepsFocus(page, '0');
  await waitForChip(page, rows[4], '');
  await keepsFocus(page, '2');
  await waitForRow(page, rows[5]);
  await keepsFocus(page, '3');
  await waitForRow(page, rows[2]);
  await keepsFocus(page, '1');
  const givenLabels = ['yes', 'no', 'yes', 'maybe', 'no', 'maybe'];
  const labels = Object.fromEntries(rows.map((row, rank) => [row, givenLabels[rank]]));
  await page.waitForFunction(() => document.querySelector('#labeled-count')?.dataset.labeled === '6');
  await waitForSaved(page);
  assert.deepEqual(await chips(page), labels);

  const showListing = async (listing, expected) => {
    for (let step = 0; step < 7; step += 1) {
      await keepsFocus(page, '#');
      if (await page.inputValue('#listing') === listing) break;
    }
    assert.deepEqual(await picks(page), expected, listing);
  };
  await showListing('flagged', [rows[3]]);
  await showListing('all', rows);

  assert.match(await pressIn(page, '?'), /Close/);
  assert.ok(await page.isVisible('#help-dialog'));
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  assert.ok(await isFocused(page, '#why summary'), 'the dialog restores the focus');

  // In the data view, the focus goes to the map's picture, then to the parts of the map and their texts.
  assert.match(await pressIn(page, 'Alt+1'), /#view-data/);
  await tabTo(page, '#map');
  for (const key of ['+', 'ArrowLeft', 'ArrowUp', '-', 'Home']) assert.match(await pressIn(page, key), /canvas#map/);
  await pressIn(page, 'Enter');
  assert.ok(rows.includes(await currentRow(page)), 'Enter chooses a pick on the map');
  assert.ok(await isFocused(page, '#current-text'), 'and shows its text');
  await pressIn(page, 'Alt+1');
  await tabTo(page, '#map-list [role=treeitem]');
  const focusedId = () => page.evaluate(() => document.activeElement.id);
  const first = await focusedId();
  assert.equal(first, 'list-class-0');
  assert.equal(await page.getAttribute(`#${first}`, 'aria-expanded'), 'false');
  await pressIn(page, 'ArrowRight');
  await page.waitForSelector('#list-class-0[aria-expanded=true]');
  await pressIn(page, 'ArrowRight');
  await page.waitForFunction(() => /^list-class-0-\d+$/.test(document.activeElement.id));
  await pressIn(page, 'ArrowDown');
  const lineId = await focusedId();
  assert.match(lineId, /^list-class-0-\d+$/);
  const row = Number(lineId.split('-').at(-1));
  await page.waitForSelector('.card');
  assert.ok((await page.innerText('.card')).includes(RECORDS[row + 1][1]), 'the card contains the focused text');
  await pressIn(page, 'Enter');
  await waitForRow(page, row);
  assert.equal(await focusedId(), 'current-text', 'the text is shown');
  await pressIn(page, 'Alt+1');
  await tabTo(page, '#map-list [role=treeitem]');
  assert.equal(await focusedId(), lineId, 'the list keeps its line');
  await pressIn(page, 'Space');
  await page.waitForFunction((lineId) => document.getElementById(lineId).ariaSelected === 'true', lineId);
  assert.match(await page.innerText('#marked-count'), /^1 /);
  // Shift with a click or a key marks a range of lines, which begins at the last line that was reached without Shift.
  const waitForMarks = (n) => page.waitForFunction(
    (n) => document.querySelector('#marked-count')?.innerText.startsWith(`${n} `)
      && document.querySelectorAll('#map-list [aria-selected=true]').length === n, n);
  await pressIn(page, 'Shift+ArrowUp');
  assert.match(await focusedId(), /^list-class-0-\d+$/);
  await waitForMarks(2);
  await pressIn(page, 'Shift+ArrowDown');
  await waitForMarks(1);
  assert.equal(await focusedId(), lineId);
  await pressIn(page, 'Space');
  await page.waitForFunction((lineId) => document.getElementById(lineId).ariaSelected === 'false', lineId);
  await pressIn(page, 'ArrowLeft');
  assert.equal(await focusedId(), first);
  await pressIn(page, 'f');
  await page.waitForSelector('.legend .filter');
  await pressIn(page, 'f');
  await page.waitForSelector('.legend .filter', { state: 'detached' });
  await pressIn(page, 'End');
  assert.notEqual(await focusedId(), first);
  await pressIn(page, 'Home');
  assert.equal(await focusedId(), first);
  await pressIn(page, 'ArrowLeft');
  await page.waitForSelector('#list-class-0[aria-expanded=false]');
  assert.deepEqual(await chips(page), labels, 'no key gave a label');

  // One Tab leaves the list, regardless of expanded groups in the list.
  await press(page, 'Tab');
  assert.ok(!await isFocused(page, '#map-list *'), 'the list is one Tab stop');
  assert.match(await pressIn(page, 'Alt+4'), /#view-export/);
  await tabTo(page, '#export-csv');
  const csv = await downloadByKey(page, 'Enter');
  assert.equal(csv.name, 'keyboard-labeled.csv');
  const [header, ...records] = parseCsv(csv.text);
  assert.deepEqual(header.slice(0, 3), RECORDS[0]);
  const column = (name) => header.indexOf(name);
  assert.ok(column('row') >= 0 && column('label_fastgas') >= 0, `${header}`);
  const exported = records.map((record) => [record[column('row')], record[column('label_fastgas')]]);
  assert.deepEqual(Object.fromEntries(exported), labels);
  for (const record of records) {
    assert.deepEqual(record.slice(0, 3), RECORDS[Number(record[column('row')]) + 1], 'every cell of the file is exported unchanged');
  }
  const noted = records.filter((record) => record[column('note')]);
  const notes = noted.map((record) => ['row', 'note', 'flagged'].map((name) => record[column(name)]));
  assert.deepEqual(notes, [[String(rows[3]), '1, 2 or 3?', 'true']]);

  await tabTo(page, '#back-up');
  const backup = await downloadByKey(page, ' ');
  assert.equal(backup.name, 'keyboard.fastgas');
  const inFile = projectIn(backup);
  assert.deepEqual(inFile.head.label_names, ['yes', 'no', 'maybe']);
  assert.equal((await downloadByKey(page, 'Control+s')).name, 'keyboard.fastgas', 'Ctrl+S also saves the backup');
  const log = await storedLog(page);
  assert.deepEqual(inFile.log.map(({ row, said }) => [row, said.labels]), log.map(({ row, said }) => [row, said.labels]));

  await tabTo(page, '#new-project', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#projects li');
  await checkFocus(page);
  await tabTo(page, '.project-open');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#picks .pick').length === 6);
  assert.deepEqual(await chips(page), labels);
  assert.equal((await storedLog(page)).length, log.length);
});

check('Tab reaches every element once, and Shift+Tab goes the same way back', async ({ page }) => {
  await createProject(page);
  const rows = await picks(page);
  await pressIn(page, '1');
  await waitForRow(page, rows[1]);
  for (const summary of ['.goal > summary', '.label-set > summary']) {
    await tabTo(page, summary);
    await pressIn(page, 'Enter');
  }
  /** Number of the focused element; null if the focus has left the page. */
  const focusMark = () => page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    window.marks ??= new Map();
    if (!window.marks.has(element)) window.marks.set(element, window.marks.size);
    return window.marks.get(element);
  });
  /** Presses `key` until the focused element has the focus again. Each focused element must be visible. */
  const tabAround = async (key) => {
    const start = await focusMark();
    const stops = [];
    for (let step = 0; step < MOST_TABS; step += 1) {
      const name = await press(page, key);
      const stop = await focusMark();
      if (stop === start) return stops;
      stops.push({ stop, name });
    }
    return assert.fail(`${key} does not return to its start: ${stops.map(({ name }) => name).slice(-20).join(', ')}`);
  };
  const ofAllViews = ['help', 'new-project', 'view-data', 'view-label', 'view-review', 'view-export', 'open-settings'];
  for (const [key, ids] of [
    [null, ['map', 'label-name', 'undo', 'note', 'listing']],
    ['Alt+1', ['file', 'text-column', 'map', 'map-search', 'list-class-0']],
    ['Alt+3', ['answers-summary']],
    ['Alt+4', ['export-csv', 'back-up']],
  ]) {
    if (key) await pressIn(page, key);
    const start = await page.evaluate(() => document.activeElement.id);
    const forward = await tabAround('Tab');
    const names = forward.map(({ name }) => name);
    const stopsOnPage = forward.filter(({ stop }) => stop !== null);
    assert.equal(new Set(stopsOnPage.map(({ stop }) => stop)).size, stopsOnPage.length, `each element is reached once: ${names.join(', ')}`);
    for (const id of [...ofAllViews, ...ids].filter((id) => id !== start)) {
      assert.ok(names.some((name) => new RegExp(`#${id} `).test(name)), `#${id} is among ${names.join(', ')}`);
    }
    const backward = (await tabAround('Shift+Tab')).filter(({ stop }) => stop !== null);
    assert.deepEqual(backward.map(({ name }) => name), stopsOnPage.map(({ name }) => name).toReversed());
  }
  // The settings are in a dialog, so Tab stays in the dialog.
  await page.keyboard.press('Alt+5');
  await page.waitForSelector('#settings-dialog[open]');
  await tabTo(page, '#budget');
  await tabTo(page, '#select');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#settings-dialog', { state: 'hidden' });
});

check('keys stay in an open dialog, and closing it restores the focus', async ({ page }) => {
  await createProject(page);
  const rows = await picks(page);
  for (const [key, dialog] of [['?', '#help-dialog'], ['/', '#find-label-dialog'], ['=', '#similar-dialog']]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`${dialog}[open]`);
    for (const move of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab']) {
      const name = await press(page, move);
      assert.ok(name === 'body' || await isFocused(page, `${dialog} *, ${dialog}`), `${move} in ${dialog} leads to ${name}`);
    }
    await press(page, 'Escape');
    await page.waitForSelector(dialog, { state: 'hidden' });
    await checkFocus(page);
    assert.ok(await isFocused(page, '#add-label'), `closing ${dialog} restores the focus`);
  }
  assert.equal(await currentRow(page), rows[0]);
  assert.deepEqual(await chips(page), {}, 'no key gave a label');
});

check('keys export the labels, open the review of many suggestions, and lead to “pick more”', async ({ page }) => {
  await createProject(page);
  const rows = await picks(page);
  await leaveFields(page);
  // Without labels, the page can neither export nor suggest labels.
  await page.keyboard.press('Control+E');
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /No text has a label yet/);
  await page.click('#dismiss');
  await page.keyboard.press('%');
  assert.equal(await page.locator('#offers-dialog[open]').count(), 0);
  assert.deepEqual(await chips(page), {}, '% is not the key of a label');
  // The label keys work only in the label view.
  await page.keyboard.press('1');
  assert.ok(await page.isVisible('#export-csv'), 'Ctrl+E shows the export');
  assert.deepEqual(await chips(page), {}, 'no label is given to a text that is not shown');
  await page.keyboard.press('Alt+2');
  await page.keyboard.press('1');
  await waitForChip(page, rows[0], 'yes');
  await leaveFields(page);
  const { name, text } = await downloadByKey(page, 'Control+E');
  await page.waitForSelector('#export-csv:focus');
  assert.equal(name, 'keyboard-labeled.csv');
  assert.match(text, /yes/);
  await page.keyboard.press('%');
  await page.waitForSelector('#offers-dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#offers-dialog', { state: 'hidden' });
  // The number in the field is selected, so that typing replaces the number.
  await page.keyboard.press('>');
  await page.waitForSelector('#more:focus');
  await page.keyboard.type('2');
  assert.equal(await page.inputValue('#more'), '2');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#picks .pick').length === 8);
});

check('each list is one Tab stop, and Shift chooses a range of its lines', async ({ page }) => {
  await createProject(page);
  const rows = await picks(page);
  const focusedRow = () => page.evaluate(() => Number(document.activeElement.closest('#picks [data-row]')?.dataset.row ?? -1));
  await tabTo(page, '#picks button');
  assert.equal(await focusedRow(), rows[0], 'the Tab stop is the current text');
  await pressIn(page, 'ArrowDown');
  assert.equal(await focusedRow(), rows[1]);
  assert.equal(await currentRow(page), rows[0], 'only the focus moves');
  // The list is the last element of the view, so Tab may move the focus out of the document.
  await press(page, 'Tab');
  assert.equal(await focusedRow(), -1, 'Tab leaves the list');
  await pressIn(page, 'Shift+Tab');
  assert.equal(await focusedRow(), rows[1], 'and returns to the same line');
  const marked = () => page.$$eval('#picks [data-marked]', (lines) => lines.map((line) => Number(line.dataset.row)));
  await pressIn(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
  await page.waitForFunction(() => document.querySelectorAll('#picks [data-marked]').length === 3);
  assert.deepEqual(await marked(), rows.slice(1, 4));
  assert.match(await page.innerText('#marked-count'), /^3 /);
  await pressIn(page, 'Shift+ArrowUp');
  await page.waitForFunction(() => document.querySelectorAll('#picks [data-marked]').length === 2);
  await pressIn(page, 'End');
  assert.equal(await focusedRow(), rows[5]);
  // On this screen size, the page scrolls from the list to the text.
  await page.keyboard.press('Enter');
  await waitForRow(page, rows[5]);

  await page.click(`#pick-${rows[0]} button`);
  await waitForRow(page, rows[0]);
  await page.click(`#pick-${rows[4]} button`, { modifiers: ['Shift'] });
  await page.waitForFunction(() => document.querySelectorAll('#picks [data-marked]').length === 5);
  assert.equal(await currentRow(page), rows[0], 'a click with Shift goes nowhere');

  // In the list below the map, a click with Shift also marks the texts.
  await page.keyboard.press('Alt+1');
  await page.click('#list-class-0 .group-name');
  const lines = await page.$$eval('#map-list [id^="list-class-0-"]', (lines) => lines.map((line) => line.id).filter((id) => /\d$/.test(id)));
  assert.ok(lines.length >= 2, `${lines}`);
  await page.click(`#${lines[0]}`);
  const shown = await currentRow(page);
  await page.click('#view-data');
  await page.click(`#${lines.at(-1)}`, { modifiers: ['Shift'] });
  await page.waitForFunction((n) => document.querySelectorAll('#map-list [aria-selected=true]').length === n, lines.length);
  assert.equal(await currentRow(page), shown, 'a click with Shift goes nowhere');
  await page.click('#marked-clear');
  await page.keyboard.press('Alt+2');
  await leaveFields(page);

  // Checkboxes in a range get the state of the line where the range begins.
  await page.keyboard.press('=');
  await page.waitForSelector('#similar-texts li:nth-child(4)');
  const chosen = () => page.$$eval('#similar-texts li', (lines) => lines.flatMap((line, index) => (line.querySelector('input').checked ? [index] : [])));
  await tabTo(page, '#similar-texts input');
  await pressIn(page, 'ArrowDown');
  await pressIn(page, 'Space');
  await pressIn(page, 'Shift+ArrowDown', 'Shift+ArrowDown');
  assert.deepEqual(await chosen(), [1, 2, 3]);
  await pressIn(page, 'ArrowRight');
  assert.ok(await isFocused(page, '#similar-texts li:nth-child(4) button'), 'the other control of the line');
  await pressIn(page, 'ArrowLeft');
  await page.click('#similar-texts li:nth-child(2) input');
  assert.deepEqual(await chosen(), [2, 3]);
  await page.click('#similar-texts li:nth-child(4) .offer-text', { modifiers: ['Shift'] });
  assert.deepEqual(await chosen(), [], 'the clicked line changes to deselected, and all lines between with it');
  await pressIn(page, 'Tab');
  assert.ok(!await isFocused(page, '#similar-texts *'), 'the list is one Tab stop');
});

check('help has one table of keys for each task, apart from the guidelines', async ({ page }) => {
  // The page shows its first screen before it handles keys.
  let isOpen = false;
  for (let attempt = 0; attempt < 20 && !isOpen; attempt += 1) {
    await page.keyboard.press('?');
    isOpen = await page.waitForSelector('#help-dialog[open]', { timeout: 2_000 }).then(() => true, () => false);
  }
  assert.ok(isOpen, 'the help opens');
  assert.equal(await page.locator('.help-project').count(), 0, 'no project is open');
  const tasks = await page.$$eval('.key-group', (groups) => groups.map((group) => [group.querySelector('h4').textContent, group.querySelectorAll('tr').length]));
  assert.deepEqual(tasks.map(([task]) => task), [
    'Answer', 'Move through the texts', 'Suggestions and reasons', 'Project', 'Review', 'Map', 'List below the map', 'Agreement', 'How picking works',
  ]);
  for (const [task, n] of tasks) assert.ok(n >= 3, task);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await createProject(page);
  await page.keyboard.press('?');
  await page.waitForSelector('.help-project #guidelines');
  assert.equal(await page.locator('.help-keys #guidelines').count(), 0);
  assert.equal(await page.locator('.help-project #help-labels tr').count(), 3);
});

check('Back closes the top dialog and leaves the page only when none is open', async ({ page }) => {
  await page.goto('about:blank');
  await page.goto(PAGE);
  await page.waitForSelector('#try-sample');
  await createProject(page);
  const back = () => page.evaluate(() => history.back());
  const open = async (dialog, key) => {
    if (key) await page.keyboard.press(key);
    await page.waitForSelector(`${dialog}[open]`);
    await page.waitForFunction(() => history.state.step >= document.querySelectorAll('dialog[open]').length);
  };
  for (const [key, dialog] of [['?', '#help-dialog'], ['/', '#find-label-dialog'], ['=', '#similar-dialog']]) {
    await open(dialog, key);
    await back();
    await page.waitForSelector(dialog, { state: 'hidden' });
    await page.waitForFunction(() => document.activeElement.id === 'add-label');
  }
  // While the explainer is shown on top of the settings, the URL contains the position in the explainer.
  await open('#settings-dialog', 'Alt+5');
  await page.click('#explainer-own');
  await page.waitForFunction(() => location.hash.startsWith('#explainer'));
  await open('#help-dialog', '?');
  await back();
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await open('#help-dialog', '?');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  assert.ok(await isFocused(page, '#explainer-dialog[open] *'));
  await page.reload();
  await page.waitForSelector('#explainer-dialog[open]');
  await page.waitForSelector('.pick[data-row]', { state: 'attached' });
  await back();
  await page.waitForSelector('#explainer-dialog', { state: 'hidden' });
  await page.waitForFunction(() => location.hash === '#view=label');
  // A dialog that was closed leaves no history entry that would open the dialog again.
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  // A URL that the user changed is not one of the page's history entries.
  await page.evaluate(() => { location.hash = 'lang=en'; });
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => location.hash), '#lang=en');
  await back();
  await page.waitForFunction(() => location.hash === '#view=label');
  await back();
  await page.waitForURL('about:blank');
});

check('a dialog that is reopened at once stays open', async ({ page }) => {
  await createProject(page);
  for (const [key, name] of [['?', 'help'], ['/', 'find-label'], ['=', 'similar']]) {
    await page.keyboard.press(key);
    await page.waitForSelector(`#${name}-dialog[open]`);
    // The browser reports a closed dialog in a later task. When the report arrives, the dialog is open again.
    await page.evaluate(async ([key, name]) => {
      const dialog = document.querySelector(`#${name}-dialog`);
      const isOpen = async (open) => { while (dialog.open !== open) await Promise.resolve(); };
      const closed = new Promise((resolve) => { dialog.addEventListener('close', resolve, { once: true }); });
      document.querySelector(`#close-${name}`).click();
      await isOpen(false);
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await isOpen(true);
      await closed;
    }, [key, name]);
    await page.waitForTimeout(50);
    assert.ok(await page.isVisible(`#${name}-dialog`), name);
    await page.keyboard.press('Escape');
    await page.waitForSelector(`#${name}-dialog`, { state: 'hidden' });
  }
});

check('help dialog opens at its beginning', async ({ page }) => {
  await createProject(page);
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await checkFocus(page);
  const top = await page.$eval('#help-title', (title) => title.getBoundingClientRect().top);
  assert.ok(top >= 0, `the title is ${-top} pixels above the window`);
});

check('labels are edited in place, and the focus moves from field to field', async ({ page }) => {
  await createProject(page);
  await pressIn(page, '2');
  await page.waitForSelector('.pick[data-label=no]');
  await tabTo(page, '.label-set > summary');
  await pressIn(page, 'Enter');
  // The label set is one Tab stop. Arrow keys move from field to field, and select the content of the field.
  await tabTo(page, '[aria-label^="Color of label"][aria-label*="yes"]');
  await pressIn(page, 'ArrowDown', 'ArrowRight');
  assert.ok(await isFocused(page, '[aria-label="Key of label no"]'));
  await page.keyboard.type('n');
  await pressIn(page, 'ArrowRight');
  await page.waitForSelector('.label-button[data-label=no] kbd:text-is("n")');
  assert.ok(await isFocused(page, '[aria-label="Name of label no"]'), 'at its end, the caret leaves the field');
  // A change of the key does not replace the other fields of the label, so the content of the name is still selected.
  await page.keyboard.type('never');
  await pressIn(page, 'ArrowLeft');
  assert.ok(await isFocused(page, '[aria-label="Name of label no"]'), 'within the name, the key moves the caret');
  await pressIn(page, 'ArrowRight', 'ArrowRight');
  await page.waitForSelector('.pick[data-label=never]');
  assert.ok(await isFocused(page, '[aria-label="Remove label never"]'), 'at the end of the name, the key moves to the next button');
  await pressIn(page, 'ArrowRight');
  assert.ok(await isFocused(page, '[aria-label="Move label never up"]'));
  await pressIn(page, 'ArrowRight');
  assert.ok(await isFocused(page, '[aria-label="Move label never down"]'));
  await press(page, 'Tab');
  assert.ok(!await isFocused(page, '#label-set-listed *'), 'Tab leaves the list');
  await pressIn(page, 'Shift+Tab', 'ArrowRight');
  await page.keyboard.type('Nothing of it is true');
  await pressIn(page, 'Enter');
  await page.waitForSelector('.label-button[data-label=never][title="Nothing of it is true"]');
  assert.ok(await isFocused(page, '[aria-label="Description of label never"]'));
  // The colors are radio buttons. Escape returns the focus to the button that opened the dialog.
  await page.keyboard.press('Home');
  await arrowTo(page, '[aria-label^="Color of label"][aria-label*="never"]', 'ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#label-color-17:focus');
  assert.match(await checkFocus(page), /#label-color-17/);
  await pressIn(page, 'ArrowDown');
  assert.ok(await isFocused(page, '#label-color-18:checked'));
  await pressIn(page, 'Escape');
  await page.waitForSelector('#label-color-dialog', { state: 'hidden' });
  assert.ok(await isFocused(page, '[aria-label^="Color of label"][aria-label*="never"][aria-label$=": green"]'));
  // The question dialog receives focus, and Escape returns the focus.
  await arrowTo(page, '[aria-label="Remove label never"]', 'ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#question[open]');
  assert.match(await checkFocus(page), /#answer-no/);
  await pressIn(page, 'Escape');
  await page.waitForSelector('#question', { state: 'hidden' });
  assert.ok(await isFocused(page, '[aria-label="Remove label never"]'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('#question[open]');
  await pressIn(page, 'Tab');
  assert.ok(await isFocused(page, '#answer-yes'));
  await page.keyboard.press('Enter');
  await page.waitForSelector('.label-button[data-label=never]', { state: 'detached' });
  assert.notEqual(await checkFocus(page), 'body', 'the focus survives the removal of the label');
});
