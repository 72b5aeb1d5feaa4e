// Editing the label set while its labels are in use: name, color, key or meaning of a label.
// Also tests removing and restoring a label.
// No change of a label removes the labels of a text, unless the user asks for the removal.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, addLabels, chooseWithEmbeddings, download, folder, launch, leaveFields, parseCsv, picks, select, set,
  storedLog, visit, waitForRow, waitForSaved,
} from '../support/tools.mjs';

const N = 40;
const CSV = join(folder('e2e'), 'labelset.csv');
const TEXTS = Array.from({ length: N }, (_, n) => `Text number ${n}, "quoted", of the set`);
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
writeFileSync(CSV, ['text,label', ...TEXTS.map((text, n) => `${quoted(text)},00${n}`)].join('\n'));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Expands the label set. The page draws the fields after the browser's `toggle` event, which follows the click. */
async function unfoldSet(page) {
  await page.click('.label-set summary');
  await page.waitForSelector('.label-set li');
  await leaveFields(page);
}

function check(name, body) {
  test(`labelset: ${name}`, { timeout: LONG }, () => visit(browser, `labelset ${name}`, async (opened) => {
    const { page } = opened;
    await chooseWithEmbeddings(page, CSV, npy(N, 4));
    await set(page, 'budget', 6);
    await select(page);
    await addLabels(page, 'yes', 'no', 'maybe');
    await unfoldSet(page);
    await body(opened);
  }));
}

async function labelByKeys(page, keys) {
  for (const key of keys) {
    const row = await page.getAttribute('#current-text', 'data-row');
    await page.keyboard.press(key);
    await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== row, row);
  }
  await waitForSaved(page);
}

const chips = (page) => page.$$eval('.pick[data-row]', (items) => Object.fromEntries(items
  .map((item) => [item.dataset.row, [...item.querySelectorAll('.chip')].map((chip) => chip.textContent).join('; ')])
  .filter(([, text]) => text)));
const checkChips = async (page, expected) => {
  await page.waitForFunction((expected) => Object.entries(expected).every(([row, text]) =>
    [...document.querySelectorAll(`.pick[data-row="${row}"] .chip`)].map((chip) => chip.textContent).join('; ') === text), expected);
  assert.deepEqual(await chips(page), expected);
};
const buttonKeys = (page) => page.$$eval('.label-button', (buttonKeys) => Object.fromEntries(buttonKeys
  .map((button) => [button.dataset.label, button.querySelector('kbd')?.textContent])));
const useCounts = (page) => page.$$eval('.label-set li', (rows) => Object.fromEntries(rows
  .map((row) => [row.dataset.label, Number(row.querySelector('.faint').textContent.match(/\d+/)[0])])));

const field = (page, property, label) => page.getByLabel(`${property} of label ${label}`, { exact: true });
async function changeField(page, property, label, value) {
  await field(page, property, label).fill(value);
  await field(page, property, label).press('Tab');
  await leaveFields(page);
}
async function setColor(page, label, color) {
  await page.getByRole('button', { name: new RegExp(`^Color of label .?${label}.?:`) }).click();
  await page.waitForSelector('#label-color-dialog[open]');
  await page.getByRole('radio', { name: new RegExp(`^${color}\\b`) }).check();
  await page.keyboard.press('Escape');
  await page.waitForSelector('#label-color-dialog', { state: 'hidden' });
}
const colorButton = (page, label, color) => page.getByRole('button', { name: new RegExp(`^Color of label .?${label}.?: ${color}$`) });
const removeLabel = (page, label) => page.getByRole('button', { name: `Remove label ${label}`, exact: true }).click();

/** Maps the row of each labeled text to the labels in the text's most recent log entry. */
async function lastLabels(page) {
  const labelsOfEntries = (await storedLog(page)).map(({ row, said: labelsOfEntries }) => [row, labelsOfEntries.labels.join('; ')]);
  return Object.fromEntries(labelsOfEntries.filter(([row], at) => labelsOfEntries.findLastIndex(([other]) => other === row) === at && labelsOfEntries[at][1]));
}

/** Exports the project, and maps rows to labels. Fails if cells other than the labels have changed. */
async function exported(page) {
  const [header, ...records] = parseCsv((await download(page, '#export-csv')).text);
  // The file already has a column `label`, so the exported column gets a different name.
  assert.deepEqual(header.slice(0, 7), ['text', 'label', 'rank', 'row', 'part', 'degree', 'label_fastgas']);
  for (const [text, label, , row] of records) assert.deepEqual([text, label], [TEXTS[row], `00${row}`]);
  return Object.fromEntries(records.map(([, , , row, , , label]) => [row, label]));
}

async function exportedLines(page) {
  const lines = (await download(page, '#export-jsonl')).text.trimEnd().split('\n').map((line) => JSON.parse(line));
  return Object.fromEntries(lines.map(({ row, label_fastgas: label }) => [row, label]));
}

async function checkEverywhere(page, expected) {
  await waitForSaved(page);
  await checkChips(page, expected);
  assert.deepEqual(await lastLabels(page), expected, 'stored labels');
  assert.deepEqual(await exported(page), expected, 'exported CSV');
  assert.deepEqual(await exportedLines(page), expected, 'exported JSON lines');
}

async function reloadPage(page) {
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await unfoldSet(page);
}

check('renamed label keeps its texts, key and description, also after a reload and in files', async ({ page }) => {
  const rows = await picks(page);
  await changeField(page, 'Description', 'no', 'It is about something else');
  await changeField(page, 'Key', 'no', 'n');
  await labelByKeys(page, ['1', 'n', 'n', '3']);
  await checkEverywhere(page, { [rows[0]]: 'yes', [rows[1]]: 'no', [rows[2]]: 'no', [rows[3]]: 'maybe' });
  const before = (await storedLog(page)).length;

  await changeField(page, 'Name', 'no', '  not at all ');
  const renamed = { [rows[0]]: 'yes', [rows[1]]: 'not at all', [rows[2]]: 'not at all', [rows[3]]: 'maybe' };
  await checkEverywhere(page, renamed);
  assert.equal((await storedLog(page)).length, before + 2, 'renaming adds one entry for each text with the label');
  assert.deepEqual(await buttonKeys(page), { yes: '1', 'not at all': 'n', maybe: '3' });
  assert.deepEqual(await useCounts(page), { yes: 1, 'not at all': 2, maybe: 1 });
  assert.equal(await page.getAttribute('.label-button[data-label="not at all"]', 'title'), 'It is about something else');
  assert.equal(await page.locator('.pick[data-label="not at all"]').count(), 2);
  assert.equal(await page.getAttribute('#current-text', 'data-row'), String(rows[4]));

  await reloadPage(page);
  await checkEverywhere(page, renamed);
  assert.deepEqual(await buttonKeys(page), { yes: '1', 'not at all': 'n', maybe: '3' });
  await labelByKeys(page, ['n']);
  await checkEverywhere(page, { ...renamed, [rows[4]]: 'not at all' });
});

check('undo and redo of earlier steps use the new name of a label', async ({ page }) => {
  const rows = await picks(page);
  await labelByKeys(page, ['1', '2', '2']);
  await page.click(`#picks [data-row="${rows[1]}"] button`);
  await leaveFields(page);
  await page.keyboard.press('0');
  await checkChips(page, { [rows[0]]: 'yes', [rows[2]]: 'no' });
  await changeField(page, 'Name', 'no', 'never');
  await checkChips(page, { [rows[0]]: 'yes', [rows[2]]: 'never' });
  await page.keyboard.press('u');
  await checkEverywhere(page, { [rows[0]]: 'yes', [rows[1]]: 'never', [rows[2]]: 'never' });
  await page.keyboard.press('u');
  await checkChips(page, { [rows[0]]: 'yes', [rows[1]]: 'never' });
  await page.keyboard.press('Shift+U');
  await checkEverywhere(page, { [rows[0]]: 'yes', [rows[1]]: 'never', [rows[2]]: 'never' });
  assert.deepEqual(Object.keys(await buttonKeys(page)), ['yes', 'never', 'maybe'], 'the old name is gone');

  // The labels are the same after a reload. Renaming is not an undo step, and undone steps can be redone.
  await page.keyboard.press('u');
  await checkChips(page, { [rows[0]]: 'yes', [rows[1]]: 'never' });
  await reloadPage(page);
  await page.keyboard.press('Shift+U');
  await checkEverywhere(page, { [rows[0]]: 'yes', [rows[1]]: 'never', [rows[2]]: 'never' });
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await checkChips(page, { [rows[0]]: 'yes' });
  await page.keyboard.press('u');
  await checkChips(page, {});
  await waitForSaved(page);
  assert.deepEqual(await lastLabels(page), {}, 'stored labels');
  assert.ok(await page.isDisabled('#undo'), 'all steps are undone');
  assert.deepEqual(Object.keys(await buttonKeys(page)), ['yes', 'never', 'maybe']);
});

check('invalid label name is rejected, and the label keeps its name', async ({ page }) => {
  const rows = await picks(page);
  await labelByKeys(page, ['2']);
  for (const [name, pattern] of [['a; b', /contains a semicolon/], ['   ', /needs a name/]]) {
    await changeField(page, 'Name', 'no', name);
    await page.waitForSelector('#message');
    assert.match(await page.innerText('#message'), pattern);
    assert.equal(await field(page, 'Name', 'no').inputValue(), 'no');
    await page.click('#dismiss');
    await page.waitForSelector('#message', { state: 'detached' });
  }
  await checkEverywhere(page, { [rows[0]]: 'no' });
  assert.deepEqual(Object.keys(await buttonKeys(page)), ['yes', 'no', 'maybe']);
});

check('two labels merge after confirmation', async ({ page }) => {
  const rows = await picks(page);
  await labelByKeys(page, ['2', '1']);
  await changeField(page, 'Name', 'no', 'yes');
  await page.waitForSelector('#question[open]');
  assert.match(await page.innerText('#question'), /Merge no into yes\?/);
  await page.click('#answer-no');
  await page.waitForSelector('#question', { state: 'hidden' });
  assert.equal(await field(page, 'Name', 'no').inputValue(), 'no');
  await checkEverywhere(page, { [rows[0]]: 'no', [rows[1]]: 'yes' });
  await changeField(page, 'Name', 'no', 'yes');
  await page.click('#answer-yes');
  await page.waitForSelector('#question', { state: 'hidden' });
  await checkEverywhere(page, { [rows[0]]: 'yes', [rows[1]]: 'yes' });
  assert.deepEqual(Object.keys(await buttonKeys(page)), ['yes', 'maybe']);
});

check('label color and description are shown everywhere and survive a reload', async ({ page }) => {
  const rows = await picks(page);
  await labelByKeys(page, ['2', '1']);
  const ownColor = (selector) => page.$eval(selector, (element) => getComputedStyle(element).getPropertyValue('--own').trim());
  const chip = `#picks [data-row="${rows[0]}"] .chip`;
  const colors = async () => [await ownColor('.label-button[data-label=no]'), await ownColor('.label-set li[data-label=no]'), await ownColor(chip)];
  const before = await colors();
  assert.equal(new Set(before).size, 1, 'the label has the same color everywhere');
  const yes = await ownColor('.label-button[data-label=yes]');
  await setColor(page, 'no', 'purple');
  await colorButton(page, 'no', 'purple').waitFor();
  const after = await colors();
  assert.equal(new Set(after).size, 1, 'the label has the same color everywhere');
  assert.notEqual(after[0], before[0]);
  assert.equal(await ownColor('.label-button[data-label=yes]'), yes, 'other labels keep their color');
  await changeField(page, 'Description', 'no', '  Nothing of it is true ');
  const checkShown = async () => {
    assert.deepEqual(await colors(), after);
    assert.equal(await page.getAttribute('.label-button[data-label=no]', 'title'), 'Nothing of it is true');
    assert.equal((await field(page, 'Description', 'no').inputValue()).trim(), 'Nothing of it is true');
    await leaveFields(page);
    await page.keyboard.press('/');
    await page.waitForSelector('#find-label:focus');
    assert.match(await page.locator('#found-labels li', { hasText: 'no' }).innerText(), /no\s+Nothing of it is true/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#find-label-dialog', { state: 'hidden' });
    await page.keyboard.press('?');
    await page.waitForSelector('#help-labels');
    assert.match(await page.innerText('#help-labels'), /2\s+no\s+Nothing of it is true/);
    await page.keyboard.press('Escape');
    await page.waitForSelector('#help-dialog', { state: 'hidden' });
  };
  await checkShown();
  await reloadPage(page);
  await checkShown();
  await page.selectOption('#color-by', { label: 'label' });
  const dot = page.locator('#map-list li:has(.group-name:text-is("no")) .swatch');
  await dot.waitFor();
  assert.equal(await dot.evaluate((element) => getComputedStyle(element).getPropertyValue('--own').trim()), after[0]);
  await checkEverywhere(page, { [rows[0]]: 'no', [rows[1]]: 'yes' });
});

check('color picker shows each color next to its name', async ({ page }) => {
  await page.getByRole('button', { name: /^Color of label .?no.?:/ }).click();
  await page.waitForSelector('#label-color-dialog[open]');
  const options = await page.$$eval('.color-option', (options) => options.map((option) => {
    const swatch = option.querySelector('.swatch');
    return { name: option.querySelector('span').textContent, color: getComputedStyle(swatch).backgroundColor, width: swatch.getBoundingClientRect().width };
  }));
  assert.ok(options.length > 20 && options.every(({ name, width }) => name && width >= 16), JSON.stringify(options));
  assert.equal(new Set(options.map(({ color }) => color)).size, options.length, 'all colors differ');
});

check('labels beyond the palette are gray with their key until the user chooses a color', async ({ page }) => {
  const rows = await picks(page);
  await addLabels(page, ...Array.from({ length: 23 }, (_, n) => `extra ${n}`));
  const ownColors = (selector) => page.$$eval(selector, (elements) => elements.map(
    (element) => getComputedStyle(element).getPropertyValue('--own').trim()));
  const gray = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--no-class').trim());
  const colors = await ownColors('.label-button');
  assert.equal(colors.length, 26);
  assert.equal(new Set(colors.slice(0, 24)).size, 24, 'no two labels share a color');
  assert.deepEqual(colors.slice(24), [gray, gray]);
  assert.match(await page.innerText('#labels-share-color'), /Further labels are gray/);
  const key = (await buttonKeys(page))['extra 21'];
  assert.equal(await page.textContent('.label-set li[data-label="extra 21"] .swatch'), key);
  await labelByKeys(page, [key]);
  assert.deepEqual(await ownColors(`#picks [data-row="${rows[0]}"] .chip`), [gray]);
  await setColor(page, 'extra 22', 'gold');
  await colorButton(page, 'extra 22', 'gold').waitFor();
  assert.notEqual((await ownColors('.label-button[data-label="extra 22"]'))[0], gray);
  assert.equal(await page.textContent('.label-set li[data-label="extra 22"] .swatch'), '');
  await page.selectOption('#color-by', { label: 'label' });
  const swatch = page.locator('#map-list li:has(.group-name:text-is("extra 21")) .swatch');
  await swatch.waitFor({ state: 'attached' });
  assert.equal(await swatch.textContent(), key, 'the legend shows the key');
});

check('changed key gives the label, and the previous key does not', async ({ page }) => {
  const rows = await picks(page);
  await changeField(page, 'Key', 'no', 'N');
  assert.deepEqual(await buttonKeys(page), { yes: '1', no: 'n', maybe: '3' });
  await page.keyboard.press('2');
  await labelByKeys(page, ['n']);
  await checkEverywhere(page, { [rows[0]]: 'no' });
  // The page refuses keys that have a function in the page, and characters that cannot be keys.
  for (const [key, pattern] of [['j', /“j” cannot be the key/], ['0', /“0” cannot be the key/], ['é', /“é” cannot be the key/]]) {
    await changeField(page, 'Key', 'maybe', key);
    await page.waitForSelector('#message');
    assert.match(await page.innerText('#message'), pattern);
    assert.equal(await field(page, 'Key', 'maybe').inputValue(), '3');
    await page.click('#dismiss');
    await page.waitForSelector('#message', { state: 'detached' });
  }
  // Taking the key of another label needs confirmation, and gives the other label a different key.
  for (const answer of ['no', 'yes']) {
    await changeField(page, 'Key', 'maybe', '1');
    await page.waitForSelector('#question[open]');
    assert.match(await page.innerText('#question'), /Assign the key “1” to maybe\?\s+“1” is the key of yes, which would get “3” instead\./);
    assert.equal(await field(page, 'Key', 'maybe').inputValue(), '3');
    await page.click(`#answer-${answer}`);
    await page.waitForSelector('#question', { state: 'hidden' });
    const keys = answer === 'yes' ? { yes: '3', no: 'n', maybe: '1' } : { yes: '1', no: 'n', maybe: '3' };
    assert.deepEqual(await buttonKeys(page), keys);
  }
  await leaveFields(page);
  await labelByKeys(page, ['1', '3']);
  await reloadPage(page);
  assert.deepEqual(await buttonKeys(page), { yes: '3', no: 'n', maybe: '1' });
  await labelByKeys(page, ['N']);
  await checkEverywhere(page, { [rows[0]]: 'no', [rows[1]]: 'maybe', [rows[2]]: 'yes', [rows[3]]: 'no' });
  // A label can have no key, and stays without a key after a reload.
  await changeField(page, 'Key', 'maybe', '');
  assert.deepEqual(await buttonKeys(page), { yes: '3', no: 'n', maybe: undefined });
  await waitForSaved(page);
  await reloadPage(page);
  assert.deepEqual(await buttonKeys(page), { yes: '3', no: 'n', maybe: undefined });
});

check('used label is removed after confirmation and restored by undo', async ({ page }) => {
  const rows = await picks(page);
  await changeField(page, 'Description', 'no', 'Nothing of it is true');
  await changeField(page, 'Key', 'no', 'n');
  await setColor(page, 'no', 'olive');
  await leaveFields(page);
  await labelByKeys(page, ['n', '1', 'n']);
  await page.keyboard.press('!');
  await labelByKeys(page, ['3']);
  const before = { [rows[0]]: 'no', [rows[1]]: 'yes', [rows[2]]: 'no', [rows[3]]: 'maybe' };
  await checkEverywhere(page, before);

  // Escape answers no to the question. Enter on the focused button also answers no.
  for (const key of ['Escape', 'Enter']) {
    await removeLabel(page, 'no');
    await page.waitForSelector('#question[open]');
    const pattern = /Remove the label “\u2068?no\u2069?”\?\s+2 texts have it and lose it\. Undo brings it back\./;
    assert.match(await page.innerText('#question'), pattern);
    await page.keyboard.press(key);
    await page.waitForSelector('#question', { state: 'hidden' });
    await checkEverywhere(page, before);
    assert.deepEqual(Object.keys(await buttonKeys(page)), ['yes', 'no', 'maybe']);
  }

  await removeLabel(page, 'no');
  await page.waitForSelector('#question[open]');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#question button:text-is("Export labels first")')]);
  assert.equal(file.suggestedFilename(), 'labelset-labeled.csv');
  await page.click('#answer-yes');
  await page.waitForSelector('#question', { state: 'hidden' });
  await checkEverywhere(page, { [rows[1]]: 'yes', [rows[3]]: 'maybe' });
  assert.deepEqual(await buttonKeys(page), { yes: '1', maybe: '3' }, 'other labels keep their keys');
  assert.ok(await page.isVisible(`#picks [data-row="${rows[3]}"] .mark`), 'the flag stays');
  assert.equal(await page.$eval('#labeled-count', (count) => count.dataset.labeled), '2');
  const row = await page.getAttribute('#current-text', 'data-row');
  await leaveFields(page);
  await page.keyboard.press('n');
  await waitForSaved(page);
  assert.equal(await page.getAttribute('#current-text', 'data-row'), row, 'the key of the removed label has no effect');

  // One undo restores the labels of both texts.
  await page.keyboard.press('u');
  await checkEverywhere(page, before);
  const again = await buttonKeys(page);
  assert.equal(again.no, 'n', 'the label has its own key again');
  assert.equal(await page.getAttribute('.label-button[data-label=no]', 'title'), 'Nothing of it is true');
  await colorButton(page, 'no', 'olive').waitFor();
  await page.keyboard.press('Shift+U');
  await checkEverywhere(page, { [rows[1]]: 'yes', [rows[3]]: 'maybe' });
  await reloadPage(page);
  await checkEverywhere(page, { [rows[1]]: 'yes', [rows[3]]: 'maybe' });
  await page.keyboard.press('u');
  await checkEverywhere(page, before);
  assert.equal((await buttonKeys(page)).no, 'n');
});

check('restored label returns to its position, and all labels keep their keys', async ({ page }) => {
  await labelByKeys(page, ['2']);
  const before = await buttonKeys(page);
  assert.deepEqual(before, { yes: '1', no: '2', maybe: '3' });
  await removeLabel(page, 'no');
  await page.click('#answer-yes');
  await page.waitForSelector('.label-button[data-label=no]', { state: 'detached' });
  await leaveFields(page);
  await page.keyboard.press('u');
  await page.waitForSelector('.label-button[data-label=no]');
  assert.deepEqual(await buttonKeys(page), before);
});

check('restored label gets another key if its key was taken', async ({ page }) => {
  const rows = await picks(page);
  await changeField(page, 'Key', 'maybe', 'n');
  await labelByKeys(page, ['n']);
  await removeLabel(page, 'maybe');
  await page.click('#answer-yes');
  await page.waitForSelector('.label-button[data-label=maybe]', { state: 'detached' });
  // The label's former key no longer belongs to any label.
  await changeField(page, 'Key', 'no', 'n');
  await page.waitForSelector('.label-button[data-label=no] kbd:text-is("n")');
  await page.keyboard.press('u');
  await page.waitForSelector('.label-button[data-label=maybe]');
  await waitForSaved(page);
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /maybe is back with another key[\s\S]*“n”, belongs to no now/);
  await page.click('#dismiss');
  await page.waitForSelector('#message', { state: 'detached' });
  const keys = await buttonKeys(page);
  assert.equal(new Set(Object.values(keys)).size, 3, `each label has its own key: ${JSON.stringify(keys)}`);
  for (const [label, row] of [['maybe', rows[1]], ['no', rows[2]]]) {
    await page.click(`#picks [data-row="${row}"] button`);
    await leaveFields(page);
    await page.keyboard.press(keys[label]);
    await page.waitForSelector(`.pick[data-row="${row}"][data-label="${label}"]`);
  }
});

check('label set fields show the values of their labels after each change', async ({ page }) => {
  /** The name, key and meaning of each label, as the label set shows them and as the label buttons show them. */
  const fieldValues = () => page.$$eval('.label-set li', (fieldValues) => fieldValues.map((line) => {
    const [key, name, meaning] = [...line.querySelectorAll('input')].map((input) => input.value);
    const button = document.querySelector(`.label-button[data-label="${CSS.escape(line.dataset.label)}"]`);
    return { shown: [name, key, meaning], actual: [line.dataset.label, button.querySelector('kbd').textContent, button.title] };
  }));
  const checkFields = async (names) => {
    const all = await fieldValues();
    assert.deepEqual(all.map(({ actual: [name] }) => name), names);
    assert.deepEqual(all.map(({ shown }) => shown), all.map(({ actual }) => actual));
  };
  await checkFields(['yes', 'no', 'maybe']);
  await changeField(page, 'Key', 'no', 'n');
  await changeField(page, 'Description', 'no', 'Nothing of it is true');
  await changeField(page, 'Name', 'no', 'never');
  await checkFields(['yes', 'never', 'maybe']);
  // The label below the removed label moves up.
  await removeLabel(page, 'never');
  await page.waitForSelector('.label-button[data-label=never]', { state: 'detached' });
  await checkFields(['yes', 'maybe']);
  await addLabels(page, 'else');
  await page.waitForSelector('.label-button[data-label=else]');
  await checkFields(['yes', 'maybe', 'else']);
});

check('label is moved by key and pointer and keeps its key, color, description and texts', async ({ page }) => {
  const rows = await picks(page);
  await changeField(page, 'Description', 'maybe', 'Not sure');
  await labelByKeys(page, ['3', '1']);
  const appearance = () => page.$$eval('.label-set li', (lines) => Object.fromEntries(lines.map((line) => [line.dataset.label, {
    color: getComputedStyle(line).getPropertyValue('--own').trim(), fields: [...line.querySelectorAll('input')].map((input) => input.value),
  }])));
  const before = await appearance();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute('aria-label')?.replace(/[\u2068\u2069]/g, ''));
  const checkOrder = async (labels) => {
    await page.waitForFunction((labels) => [...document.querySelectorAll('.label-button')].map((button) => button.dataset.label).join() === labels.join(), labels);
    assert.deepEqual(await buttonKeys(page), { yes: '1', no: '2', maybe: '3' });
    assert.deepEqual(await appearance(), before, 'each label is unchanged');
    assert.deepEqual(Object.keys(await appearance()), labels);
  };
  // The focus stays on the button for moving up until the label is at the top.
  // At the top, the focus moves to the button for moving down.
  await page.getByRole('button', { name: 'Move label maybe up', exact: true }).focus();
  await page.keyboard.press('Enter');
  await checkOrder(['yes', 'maybe', 'no']);
  assert.equal(await focused(), 'Move label maybe up');
  await page.keyboard.press('Enter');
  await checkOrder(['maybe', 'yes', 'no']);
  assert.equal(await focused(), 'Move label maybe down');
  assert.ok(await page.getByRole('button', { name: 'Move label maybe up', exact: true }).isDisabled());
  assert.ok(await page.getByRole('button', { name: 'Move label no down', exact: true }).isDisabled());
  await page.getByRole('button', { name: 'Move label yes down', exact: true }).click();
  await checkOrder(['maybe', 'no', 'yes']);
  await leaveFields(page);
  await labelByKeys(page, ['1', '2']);
  const expected = { [rows[0]]: 'maybe', [rows[1]]: 'yes', [rows[2]]: 'yes', [rows[3]]: 'no' };
  await checkEverywhere(page, expected);
  await reloadPage(page);
  await checkOrder(['maybe', 'no', 'yes']);
  await checkEverywhere(page, expected);
});

check('unused label is removed without confirmation and restored unchanged', async ({ page }) => {
  const rows = await picks(page);
  await changeField(page, 'Description', 'no', 'It is about something else');
  await labelByKeys(page, ['1']);
  await removeLabel(page, 'no');
  await page.waitForSelector('.label-button[data-label=no]', { state: 'detached' });
  assert.equal(await page.locator('#question[open]').count(), 0);
  await checkEverywhere(page, { [rows[0]]: 'yes' });
  await reloadPage(page);
  assert.deepEqual(await buttonKeys(page), { yes: '1', maybe: '3' });
  await page.getByRole('button', { name: 'Bring label no back', exact: true }).click();
  await page.waitForSelector('.label-button[data-label=no]');
  assert.deepEqual(await buttonKeys(page), { yes: '1', no: '2', maybe: '3' });
  assert.equal(await field(page, 'Description', 'no').inputValue(), 'It is about something else');
  assert.equal(await page.locator('#removed-labels').count(), 0);
});

check('renaming or removing one of several labels leaves the others unchanged', async ({ page }) => {
  const rows = await picks(page);
  await page.selectOption('#answers', 'several');
  await leaveFields(page);
  for (const key of ['1', '2', '3']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('2');
  await checkEverywhere(page, { [rows[0]]: 'yes; no; maybe', [rows[1]]: 'no' });
  await changeField(page, 'Name', 'no', 'never');
  await checkEverywhere(page, { [rows[0]]: 'yes; never; maybe', [rows[1]]: 'never' });
  await removeLabel(page, 'never');
  await page.click('#answer-yes');
  await checkEverywhere(page, { [rows[0]]: 'yes; maybe' });
  await leaveFields(page);
  await page.keyboard.press('u');
  await checkEverywhere(page, { [rows[0]]: 'yes; never; maybe', [rows[1]]: 'never' });
  await reloadPage(page);
  await checkEverywhere(page, { [rows[0]]: 'yes; never; maybe', [rows[1]]: 'never' });
});

check('300 of 403 labels have buttons, and the others are found by name', async ({ page }) => {
  const list = Array.from({ length: 400 }, (_, n) => `topic ${n}`).join('\n');
  const milliseconds = await page.evaluate((list) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', list);
    const start = performance.now();
    document.querySelector('#label-name').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    return performance.now() - start;
  }, list);
  await page.waitForFunction(() => document.querySelectorAll('.label-button').length === 300);
  assert.match(await page.innerText('.annotate'), /103 more labels are not listed/, `pasting took ${milliseconds} ms`);
  await page.locator('#current-text').focus();
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await page.keyboard.type('topic 399');
  await page.keyboard.press('Enter');
  await waitForSaved(page);
  assert.deepEqual(Object.values(await chips(page)), ['topic 399']);
});
