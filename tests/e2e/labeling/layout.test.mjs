// The layout of the labeling panel: text, note, fourteen labels and suggestion are visible together.
// No element moves while the user labels.
// On a phone, the text, its labels and one toolbar are visible, and the other parts are folded.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, addLabels, chooseWithEmbeddings, currentRow, folder, launch, picks, select, set, visit, waitForRow,
  waitForSaved,
} from '../support/tools.mjs';
import { waitForFrames } from '../support/views.mjs';

const N = 40;
const SHORT = 10;
const LENGTHY = 3000;
const CSV = join(folder('e2e'), 'layout.csv');
// Neighboring rows belong to different topics, so that there are short and long texts among the picks.
const textOf = (row) => {
  const start = `text ${String(row).padStart(5, '0')}`;
  return row % 2 === 0 ? start : `${start} ${'has many words and lines. '.repeat(LENGTHY)}`.slice(0, LENGTHY - 1).concat('!');
};
writeFileSync(CSV, ['text', ...Array.from({ length: N }, (_, row) => textOf(row))].join('\n'));

const LABELS = [
  'cards', 'transfers', 'fees', 'exchange rates', 'top-up', 'identity', 'lost or stolen', 'refunds', 'passcode', 'delivery',
  'app trouble', 'complaint', 'question', 'other',
];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options = {}) {
  test(`layout: ${name}`, { timeout: LONG }, () => visit(browser, `layout ${name}`, async (opened) => {
    const { page } = opened;
    await chooseWithEmbeddings(page, CSV, npy(N, 4));
    await set(page, 'budget', 8);
    await select(page);
    await body(opened);
  }, options));
}

/** Positions and sizes of the elements that must not move. */
const positions = (page) => page.$$eval(
  '#current-text, #note, .label-button, #label-name, .suggested-content, .annotate-main .tools button',
  (elements) => elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const name = element.id || element.dataset.label || element.innerText || element.className;
    return [name, ...[x, y, width, height].map((value) => Math.round(value))].join(' ');
  }),
);

/** An element is not visible if a part of it is outside of the window, cut, or covered. */
const notVisible = (page, selector) => page.$$eval(selector, (elements) => elements.flatMap((element) => {
  const { left, top, right, bottom, width } = element.getBoundingClientRect();
  const hit = (y) => element.contains(document.elementFromPoint(left + width / 2, y));
  const isVisible = left >= 0 && right <= innerWidth && hit(top + 3) && hit(bottom - 3);
  return isVisible ? [] : [element.id || element.dataset.label || element.className];
}));

/** Presses `key` until the text in `row` is current. Unlike a click in a list, a key scrolls no list. */
async function moveTo(page, row, key) {
  for (let step = 0; step < 8 && await currentRow(page) !== row; step += 1) {
    const before = await currentRow(page);
    await page.keyboard.press(key);
    await waitForOtherRow(page, before);
  }
  assert.equal(await currentRow(page), row);
}

const waitForOtherRow = (page, row) => page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== String(row), row);

check('everything for a text is visible at 1280×800, and nothing moves', async ({ page }) => {
  await addLabels(page, ...LABELS);
  const rows = await picks(page);
  assert.equal(await page.locator('.label-button kbd').count(), LABELS.length, 'each label shows its key');
  const selector = '#current-text, #note, .label-button, #label-name, .suggested-content, .toolbar button:not(#more-tools)';
  assert.deepEqual(await notVisible(page, selector), []);
  const start = await positions(page);
  const checkPositions = async (step) => {
    await waitForFrames(page);
    assert.deepEqual(await positions(page), start, `positions after ${step}`);
  };

  const lengths = new Set();
  for (const [rank, row] of rows.entries()) {
    await waitForRow(page, row);
    lengths.add(await page.$eval('#current-text', (text) => text.textContent.length));
    await checkPositions(`moving to text ${rank + 1}`);
    if (rank + 1 < rows.length) await page.keyboard.press('ArrowRight');
  }
  assert.deepEqual([...lengths].sort((a, b) => a - b), [SHORT, LENGTHY]);
  await moveTo(page, rows[0], 'ArrowLeft');

  // The status shows first that the label is being saved, then that the label is saved.
  await page.keyboard.press('1');
  await checkPositions('a label');
  await waitForRow(page, rows[1]);
  await waitForSaved(page);
  await checkPositions('saving');
  await page.keyboard.press('s');
  await waitForRow(page, rows[2]);
  await checkPositions('skipping');
  await page.keyboard.press('.');
  await waitForRow(page, rows[3]);
  await checkPositions('“cannot tell”');
  await page.keyboard.press('u');
  await waitForRow(page, rows[2]);
  await checkPositions('undo');
  await page.keyboard.press('Shift+U');
  await page.waitForSelector(`#picks [data-row="${rows[2]}"] .chip.passed`);
  await checkPositions('redo');
  await page.keyboard.press('!');
  await page.waitForSelector('#flag[aria-pressed=true]');
  await checkPositions('a flag');
  await page.keyboard.press(',');
  await page.keyboard.type('a note');
  await page.keyboard.press('Escape');
  await checkPositions('a note');

  await moveTo(page, rows[4], 'ArrowRight');
  await page.keyboard.press('*');
  await checkPositions('the request of a suggestion');
  await page.waitForSelector('#suggestion');
  await checkPositions('a suggestion');
  await page.keyboard.press('2');
  await waitForOtherRow(page, rows[4]);
  await checkPositions('an answer to a text with a suggestion');

  // The button A⁺ changes only the letter size of the text.
  const typeSize = () => page.$eval('#current-text', (text) => Number.parseFloat(getComputedStyle(text).fontSize));
  const size = await typeSize();
  await page.click('#large-text');
  await page.waitForSelector('.annotate.large-text');
  assert.ok(await typeSize() > 1.2 * size);
  const boxes = (all) => all.filter((line) => !line.startsWith('current-text'));
  assert.deepEqual(boxes(await positions(page)), boxes(start));
  await page.click('#large-text');
  await page.waitForSelector('.annotate:not(.large-text)');
  await checkPositions('normal type');
});

check('many labels scroll, and the text keeps its place', async ({ page }) => {
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', Array.from({ length: 90 }, (_, n) => `topic ${n}`).join('\n'));
    document.querySelector('#label-name').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.waitForSelector('.labels-shown.more');
  assert.deepEqual(await notVisible(page, '#current-text, #note, #label-name, #find, .suggested-content, .toolbar button:not(#more-tools)'), []);
  assert.ok(await page.$eval('#current-text', (text) => text.clientHeight) >= 100, 'the text has room for some lines');
});

check('a new user is told how to add labels and how to give them', async ({ page }) => {
  const hint = await page.innerText('#first-label-hint');
  assert.match(hint, /Enter/);
  assert.match(hint, /keys 1 to 9/);
  assert.equal(await page.locator('#first-step-hint').count(), 0);
  await addLabels(page, 'yes', 'no');
  await page.waitForSelector('#first-label-hint', { state: 'detached' });
  assert.match(await page.innerText('#first-step-hint'), /next text follows/);
  assert.deepEqual(await notVisible(page, '#first-step-hint'), []);
  const row = await currentRow(page);
  await page.keyboard.press('1');
  await waitForOtherRow(page, row);
  await page.waitForSelector('#first-step-hint', { state: 'detached' });
});

check('Escape leaves each field, and the keys label again', async ({ page }) => {
  await addLabels(page, 'yes', 'no');
  const rows = await picks(page);
  await page.click('.annotate .label-set > summary');
  await page.waitForSelector('.label-set li');
  await page.click('#set-out > summary');
  const labelField = '.label-set li[data-label=yes] .description';
  for (const [rank, field] of ['#note', '#label-name', '#goal-texts', labelField].entries()) {
    await page.click(field);
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await waitForRow(page, rows[rank + 1]);
    await waitForSaved(page);
  }
  await page.focus('#label-name');
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'current-text', 'the focus is on the text');
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#find-label-dialog', { state: 'hidden' });
  await page.waitForFunction(() => document.activeElement.id === 'current-text');
  await page.keyboard.press('2');
  await waitForRow(page, rows[5]);

  await page.selectOption('#answers', 'text');
  await page.click('#answer-yes');
  await page.click('#answer');
  await page.keyboard.type('1');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await waitForRow(page, rows[6]);
});

check('a phone shows the text, its labels and one toolbar', async ({ page }) => {
  await addLabels(page, ...LABELS.slice(0, 4));
  const rows = await picks(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  const checkFit = async (state) => {
    const [content, width] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    assert.equal(content, width, `${state}: the page cannot be scrolled sideways`);
  };
  await checkFit('folded');
  const tools = await page.$$eval('.toolbar button', (buttons) => buttons.filter((button) => button.checkVisibility()).map((button) => button.id));
  assert.deepEqual(tools, ['previous-pick', 'next-pick', 'skip', 'cannot-tell', 'undo', 'more-tools']);
  assert.deepEqual(await notVisible(page, '#current-text, #note, .label-button, .toolbar > button, .toolbar .pager button'), []);
  for (const part of ['#why', '#set-out', '.label-set', '#flag', '#suggest']) assert.ok(!await page.isVisible(part), `${part} is folded away`);
  const small = await page.$$eval('.toolbar button, .label-button, #note, #label-name, #add-label', (targets) => targets.flatMap((target) => {
    const { width, height } = target.getBoundingClientRect();
    return target.checkVisibility() && (width < 44 || height < 44) ? [`${target.id || target.dataset.label} ${width}×${height}`] : [];
  }));
  assert.deepEqual(small, []);

  const start = await positions(page);
  for (const [rank, button] of ['.label-button >> nth=0', '#skip', '.label-button >> nth=3', '#cannot-tell'].entries()) {
    await page.tap(button);
    await waitForRow(page, rows[rank + 1]);
    await waitForSaved(page);
    assert.deepEqual(await positions(page), start, `positions after ${button}`);
  }
  await page.tap('#undo');
  await waitForRow(page, rows[3]);
  assert.deepEqual(await positions(page), start, 'positions after undo');

  await page.tap('#more-tools');
  for (const part of ['#why', '#set-out', '.label-set', '#flag', '#suggest']) await page.waitForSelector(part, { state: 'visible' });
  await checkFit('unfolded');
  // The toolbar stays at the bottom of the window.
  await page.$eval('.label-set', (labels) => labels.scrollIntoView({ block: 'center' }));
  const { top, bottom } = await page.$eval('.toolbar', (toolbar) => toolbar.getBoundingClientRect().toJSON());
  assert.ok(top > 0 && bottom <= 844, `the toolbar is at ${top} to ${bottom}`);
  await page.tap('#more-tools');
  await page.waitForSelector('#why', { state: 'hidden' });
}, PHONE);
