// Suggestions in a real Chromium: on request, as blind checks, and for all texts of a part.
// The user accepts suggestions by keyboard, and undoes them in one step.
// Similar texts and duplicates are found and labeled together.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { noise, npyOf } from '../support/embeddings.mjs';
import {
  LONG, chooseWithEmbeddings, currentRow, download, folder, launch, parseCsv, picks, select, set, visit, waitForRow,
  waitForSaved,
} from '../support/tools.mjs';
import { show } from '../support/views.mjs';

const scratch = folder('e2e');

const TOPICS = [
  ['bank', (n) => `How do I replace the debit card that I lost ${n} days ago?`],
  ['food', (n) => `A recipe for soup with lentils, for ${n} people`],
  ['space', (n) => `The probe sent ${n} pictures of Saturn to Earth`],
  ['garden', (n) => `When should I water the roses after ${n} weeks of sun?`],
];
const NAMES = TOPICS.map(([name]) => name);
const N = 120;
// Rows 100 to 103 have the words of rows 0 to 3. The embeddings of rows 108 and 8 are similar.
const textOf = (n) => (n >= 100 && n < 104 ? TOPICS[n % 4][1](n - 100).toUpperCase().replace(' ', '  ') : TOPICS[n % 4][1](n));
const CSV = join(scratch, 'suggest.csv');
writeFileSync(CSV, ['id,text,topic', ...Array.from({ length: N }, (_, n) => `${n},"${textOf(n)}",${TOPICS[n % 4][0]}`)].join('\n'));

/** Topics are far apart, texts of a topic are close together, and rows 8 and 108 are almost equal. */
const NPY = npyOf(N, (row, at) => (at === row % 4 ? 4 : 0) + 3 * noise(row === 108 ? 8 : row, at) + (row === 108 ? 0.01 : 0));

let browser;
before(async () => {
  browser = await launch();
});
after(async () => {
  await browser.close();
});

function check(name, body, options) {
  const prepared = async (opened) => {
    const { page } = opened;
    await chooseWithEmbeddings(page, CSV, NPY);
    await set(page, 'budget', 24);
    await select(page);
    for (const label of NAMES) {
      await page.fill('#label-name', label);
      await page.press('#label-name', 'Enter');
      await page.locator('.label-button', { hasText: label }).first().waitFor();
    }
    await page.evaluate(() => document.activeElement?.blur());
    await body(opened);
  };
  test(`suggest: ${name}`, { timeout: LONG }, () => visit(browser, `suggest ${name}`, prepared, options));
}

const labels = (page) => page.$$eval('.pick[data-label]', (items) => items.filter((item) => item.dataset.label)
  .map((item) => [Number(item.dataset.row), item.dataset.label]));

async function label(page, name) {
  const row = await currentRow(page);
  await page.keyboard.press(String(NAMES.indexOf(name) + 1));
  await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== String(row), row);
  return row;
}

async function labelCorrectly(page, count) {
  for (let at = 0; at < count; at += 1) {
    const row = await currentRow(page);
    await label(page, TOPICS[row % 4][0]);
  }
}

async function exported(page, isWanted = () => true) {
  const [head, ...records] = parseCsv((await download(page, '#export-csv')).text);
  const cell = (record, name) => record[head.indexOf(name)];
  return records.filter((record) => isWanted(cell(record, 'origin')))
    .map((record) => [Number(cell(record, 'row')), cell(record, 'label')]);
}

const byRow = ([one], [other]) => one - other;

/** Exported rows and labels that the user accepted from suggestions. */
const accepted = (page) => exported(page, (origin) => origin === 'suggestion');

check('suggestion is shown on request with reasons and accepted by key', async ({ page }) => {
  assert.ok(await page.isDisabled('#suggest'), 'suggestions need labels');
  await labelCorrectly(page, 8);
  const row = await currentRow(page);
  assert.equal(await page.locator('#suggestion').count(), 0);
  await page.keyboard.press('*');
  await page.waitForSelector('#suggestion[data-percent]');
  const shown = await page.innerText('#suggestion');
  const first = await page.evaluate(() => document.querySelector('#suggested-content').firstElementChild.contains(document.querySelector('#suggestion')));
  assert.ok(first, 'hints about the text are below the suggestion');
  assert.match(shown, new RegExp(`${TOPICS[row % 4][0]}\\s+\\d+\\s% sure`));
  const reasons = await page.$$eval('.because li', (items) => items.map((item) => item.innerText));
  assert.ok(reasons.length >= 1 && reasons.every((text) => text.endsWith(TOPICS[row % 4][0])), String(reasons));
  await page.keyboard.press('*');
  await page.waitForSelector('#suggestion', { state: 'detached' });
  await page.keyboard.press('+');
  assert.equal(await currentRow(page), row, 'a hidden suggestion is not accepted');
  await page.keyboard.press('*');
  await page.waitForSelector('#suggestion[data-percent]');
  await page.keyboard.press('+');
  await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== String(row), row);
  assert.equal(await page.locator('#suggestion').count(), 0, 'the next text shows no suggestion');
  assert.deepEqual((await labels(page)).find(([labeledRow]) => labeledRow === row), [row, TOPICS[row % 4][0]]);
  await waitForSaved(page);
  assert.deepEqual(await accepted(page), [[row, TOPICS[row % 4][0]]]);
  await page.reload();
  await page.waitForSelector('#current-text');
  await page.click(`.pick[data-row="${row}"] button`);
  await page.waitForSelector('.status:has-text("accepted suggestion")');
});

check('every tenth text is a blind check, and the results survive a reload', async ({ page }) => {
  await labelCorrectly(page, 9);
  await page.waitForSelector('#blind');
  assert.match(await page.innerText('#blind'), /Blind check: a suggestion for this text is ready and stays hidden\..*One text in ten/);
  const tenth = await currentRow(page);
  assert.ok(await page.isDisabled('#suggest'));
  await page.keyboard.press('*');
  assert.equal(await page.locator('#suggestion').count(), 0, 'a blind check hides the suggestion');
  // Within 1.5 seconds, the worker computes the hidden suggestion. A user takes longer to read a text.
  await page.waitForTimeout(1500);
  await label(page, TOPICS[tenth % 4][0]);
  await page.waitForSelector('#checks');
  assert.equal(await page.innerText('#checks'), '1 blind check: 1 right (100\u00a0% of those made), 0 wrong.');
  await page.click('#checks-explained summary');
  assert.match(await page.innerText('#checks-explained p'), /hides it, and compares it with your label/);
  await page.click('#checks-explained summary');
  assert.equal(await page.locator('#blind').count(), 0, 'the next text is not a blind check');
  await labelCorrectly(page, 9);
  await page.waitForSelector('#blind');
  await page.waitForTimeout(1500);
  const row = await currentRow(page);
  await label(page, TOPICS[(row + 1) % 4][0]);
  const words = '2 blind checks: 1 right (50\u00a0% of those made), 1 wrong.';
  await page.waitForFunction((words) => document.querySelector('#checks')?.innerText === words, words);
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#checks');
  assert.equal(await page.innerText('#checks'), words);
  await page.click(`.pick[data-row="${row}"] button`);
  await page.keyboard.press('0');
  await page.waitForFunction(() => document.querySelector('#checks')?.innerText.startsWith('1 blind check: 1 right'));
});

check('suggestions for a whole part are reviewed, accepted and undone in one step', async ({ page }) => {
  await labelCorrectly(page, 8);
  await page.click('#open-offers');
  await page.waitForSelector('#offers-dialog[open]');
  await page.selectOption('#offers-part', '');
  const count = async () => Number(await page.getAttribute('#offers-count', 'data-count'));
  await page.waitForFunction(() => Number(document.querySelector('#offers-count')?.dataset.count) > 20);
  const all = await count();
  const percents = await page.$$eval('.offers-list li .faint', (items) => items.map((item) => Number.parseInt(item.innerText, 10)));
  assert.deepEqual(percents, [...percents].sort((a, b) => a - b), 'the least certain suggestion comes first');
  assert.ok(percents[0] >= 70);
  await page.focus('#offers-least');
  for (let at = 0; at < 5; at += 1) await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('#offers-percent')?.innerText === '75\u00a0%');
  assert.ok(await count() <= all);
  await page.fill('#offers-least', '51');
  await page.waitForFunction(() => document.querySelector('#offers-percent')?.innerText === '51\u00a0%');
  const before = await labels(page);
  const offerCount = await count();
  const first = page.locator('.offers-list li').first();
  const excluded = Number(await first.getAttribute('data-row'));
  await first.locator('input').focus();
  await page.keyboard.press('Space');
  await page.waitForFunction((offerCount) => Number(document.querySelector('#offers-count')?.dataset.count) === offerCount - 1, offerCount);
  const counts = await page.$$eval('.offers-counts li', (items) => items.map((item) => Number(item.innerText.split(' ').pop())));
  assert.equal(counts.reduce((sum, count) => sum + count, 0), offerCount - 1);
  while (await page.locator('#more-offers').count()) await page.click('#more-offers');
  const offered = await page.$$eval('.offers-list li', (items) => items.map((item) => Number(item.dataset.row)));
  assert.equal(offered.length, offerCount);
  assert.ok(before.every(([row]) => !offered.includes(row)), 'labeled texts get no suggestion');
  // The key works wherever the focus is, and does not press the focused button.
  await page.focus('#cancel-offers');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector('#offers-dialog', { state: 'hidden' });
  await page.waitForFunction((words) => document.querySelector('#last-step').innerText.startsWith(words), `${offerCount - 1} suggestions accepted`);
  await waitForSaved(page);
  const acceptedLabels = await accepted(page);
  assert.equal(acceptedLabels.length, offerCount - 1);
  assert.ok(acceptedLabels.every(([row, label]) => row !== excluded && label === TOPICS[row % 4][0]), 'all suggestions are correct');
  assert.ok(before.every(([row]) => acceptedLabels.every(([other]) => other !== row)), 'labels of the user do not change');
  await page.reload();
  await page.waitForSelector('#current-text');
  await page.keyboard.press('u');
  await page.waitForFunction((count) => {
    const labeled = [...document.querySelectorAll('.pick[data-label]')].filter((item) => item.dataset.label);
    return labeled.length === count;
  }, before.length);
  assert.deepEqual(await labels(page), before, 'one undo after a reload restores all labels');
});

check('coloring by suggestion suspends blind checks', async ({ page }) => {
  await labelCorrectly(page, 9);
  await page.waitForSelector('#blind');
  await page.selectOption('#color-by', { label: 'suggestion' });
  await page.waitForFunction(() => document.querySelector('#map-list')?.innerText.includes('suggested: bank'));
  const groups = async () => Object.fromEntries(await page.$$eval('#map-list [aria-level="1"]', (lines) => lines.map((line) => [
    line.querySelector('.group-name').innerText, Number(line.querySelector('.count').innerText.replaceAll(/\D/g, '')),
  ])));
  await page.waitForFunction(() => !document.querySelector('#map-list').innerText.includes('being made'));
  const found = await groups();
  assert.equal(found['labeled already'], 9);
  assert.equal(Object.values(found).reduce((sum, count) => sum + count, 0), N);
  for (const name of NAMES) assert.ok(found[`suggested: ${name}`] > 5, JSON.stringify(found));
  assert.equal(await page.locator('#blind').count(), 0);
  await labelCorrectly(page, 1);
  await show(page, 'data');
  await page.waitForFunction(() => document.querySelector('#map-list')?.innerText.match(/labeled already\s+10/));
  assert.equal(await page.locator('#checks').count(), 0);
  await page.selectOption('#color-by', { label: 'part' });
  await page.waitForSelector('#blind');
});

check('texts with several labels get suggestions, and written answers do not', async ({ page }) => {
  await page.locator('details.label-set').evaluate((details) => { details.open = true; });
  await page.selectOption('#answers', 'several');
  await page.evaluate(() => document.activeElement?.blur());
  for (let at = 0; at < 8; at += 1) {
    const row = await currentRow(page);
    await page.keyboard.press(String((row % 4) + 1));
    await page.keyboard.press(String(((row + 1) % 4) + 1));
    await page.keyboard.press('Enter');
    await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== String(row), row);
  }
  const row = await currentRow(page);
  await page.keyboard.press('*');
  await page.waitForSelector('#suggestion[data-percent]');
  const chips = await page.$$eval('#suggestion .chip', (chips) => chips.map((chip) => chip.innerText));
  assert.deepEqual(chips.sort(), [TOPICS[row % 4][0], TOPICS[(row + 1) % 4][0]].sort());
  await page.keyboard.press('+');
  await page.waitForSelector('.label-button[aria-pressed=true]');
  assert.equal(await currentRow(page), row, 'more labels can be added');
  await page.selectOption('#answers', 'text');
  await page.click('#answer-yes');
  await page.waitForSelector('text=There are no suggestions for written answers.');
  assert.ok(await page.isDisabled('#suggest'));
});

check('similar texts are found by key and labeled together', async ({ page }) => {
  const row = await currentRow(page);
  await page.keyboard.press('=');
  await page.waitForSelector('#similar-dialog[open]');
  await page.waitForFunction(() => /^[01]\.\d\d$/.test(document.querySelector('#similar-dialog li .faint')?.innerText));
  const lines = () => page.$$eval('#similar-dialog li[data-row]', (items) => items.map((item) => [
    Number(item.dataset.row), item.querySelector('.faint').innerText,
  ]));
  const similar = await lines();
  const cosines = similar.map(([, cosine]) => Number(cosine));
  assert.deepEqual(cosines, [...cosines].sort((a, b) => b - a));
  assert.ok(similar.every(([other]) => other !== row) && similar.slice(0, 5).every(([other]) => other % 4 === row % 4), String(similar));
  for (let at = 0; at < 3; at += 1) {
    await page.locator('#similar-dialog li[data-row] input').nth(at).focus();
    await page.keyboard.press('Space');
  }
  await page.waitForFunction((n) => document.querySelector('#similar-count')?.innerText === `3 of ${n} chosen`, similar.length);
  await page.selectOption('#similar-label', { label: TOPICS[row % 4][0] });
  await page.focus('#similar-give');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('#similar-dialog li .chip').length === 3);
  await page.click('#mark-similar');
  await page.waitForSelector('#similar-dialog', { state: 'hidden' });
  await page.waitForFunction(() => document.querySelector('#marked-count')?.innerText === '3 texts marked');
  await waitForSaved(page);
  const expected = similar.slice(0, 3).map(([other]) => [other, TOPICS[row % 4][0]]).sort(byRow);
  assert.deepEqual((await exported(page)).sort(byRow), expected);
  await page.keyboard.press('u');
  await page.waitForSelector('#export-csv:disabled');
  await page.keyboard.press('=');
  await page.waitForSelector('#similar-dialog[open] li[data-row]');
  const firstLine = page.locator('#similar-dialog li[data-row]').first();
  const target = Number(await firstLine.getAttribute('data-row'));
  await firstLine.locator('button').click();
  await page.waitForSelector('#similar-dialog', { state: 'hidden' });
  assert.equal(await currentRow(page), target, 'the listed text becomes current');
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#current-text');
  await page.click('#open-similar');
  await page.waitForSelector('#similar-dialog[open] li[data-row]');
  assert.equal((await lines())[0][1], 'neighbor', 'embeddings are not loaded before the next Select');

  // The page shows the first similar text next to the current text.
  const rows = await picks(page);
  const other = (await lines()).map(([near]) => near).find((near) => !rows.includes(near));
  await page.click(`#similar-dialog li[data-row="${other}"] button`);
  await waitForRow(page, other);
  await page.waitForSelector('#similar-dialog', { state: 'hidden' });
  await page.keyboard.press('=');
  await page.waitForSelector('#similar-dialog[open] li[data-row]');
  const texts = (selector) => page.$$eval(selector, (texts) => texts.map((text) => text.textContent));
  const listed = await texts('#similar-dialog .offer-text');
  assert.deepEqual(await texts('#why q'), listed.slice(0, 5));
  assert.match(await page.textContent('#why summary'), /^Similar texts/);
});

check('duplicates are found by words or similarity, and a group takes over one label', async ({ page }) => {
  await page.click('#open-duplicates');
  await page.waitForSelector('#duplicates-count[data-groups]');
  const groups = () => page.$$eval('.duplicate-group', (items) => items.map((item) =>
    [...item.querySelectorAll('li')].map((line) => Number(line.dataset.row))));
  await page.fill('#duplicates-least', '100');
  await page.waitForFunction(() => document.querySelector('#duplicates-count')?.dataset.groups === '4');
  const words = [[0, 100], [1, 101], [2, 102], [3, 103]];
  assert.deepEqual(await groups(), words);
  await page.fill('#duplicates-least', '99');
  await page.waitForFunction(() => document.querySelector('#duplicates-count')?.dataset.groups === '5');
  assert.deepEqual(await groups(), [...words, [8, 108]]);
  const hasTabStop = () => page.waitForFunction(() => document.querySelectorAll('#duplicate-groups [tabindex="0"]').length === 1);
  await hasTabStop();
  assert.ok(await page.isDisabled('#label-groups'), 'a group without a label cannot be copied');
  await page.locator('.duplicate-group .mark-group').nth(1).click();
  assert.equal(await page.locator('.duplicate-group .mark-group').nth(1).getAttribute('aria-pressed'), 'true');
  assert.match(await page.textContent('#marked-count'), /^2 texts marked/);
  await page.locator('.duplicate-group .mark-group').nth(1).click();
  assert.equal(await page.textContent('#marked-count'), '');
  await page.locator('.duplicate-group li[data-row="100"] button').click();
  await page.waitForSelector('#duplicates-dialog', { state: 'hidden' });
  assert.equal(await currentRow(page), 100);
  await label(page, 'bank');
  await page.click('#open-duplicates');
  await page.waitForSelector('#duplicates-count[data-groups]');
  await page.locator('.duplicate-group', { hasText: 'Label all as bank' }).locator('button', { hasText: 'Label all as bank' }).click();
  await page.waitForFunction(() => !document.querySelector('#duplicates-dialog').innerText.includes('Label all as bank'));
  // The removed button was the Tab stop, so another button must become the Tab stop.
  await hasTabStop();
  await page.keyboard.press('Escape');
  await page.waitForSelector('#duplicates-dialog', { state: 'hidden' });
  await waitForSaved(page);
  assert.deepEqual((await exported(page)).sort(byRow), [[0, 'bank'], [100, 'bank']]);
  await page.reload();
  await page.waitForSelector('#current-text');
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelector('#current-text')?.dataset.row === '0');
  await page.click('#open-duplicates');
  await page.waitForFunction(() => document.querySelectorAll('.duplicate-group').length >= 5);
  assert.equal(await page.locator('#label-groups').innerText(), 'Copy labels within 1 group');
  await page.click('#label-groups');
  await page.waitForSelector('#label-groups:disabled');
});
