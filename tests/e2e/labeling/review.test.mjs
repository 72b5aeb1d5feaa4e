// The review: the tasks that wait for the reviewer, and the table of all picks.
// The table is sorted, searched, filtered and changed with the pointer and with the keyboard alone.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, addLabels, chooseWithEmbeddings, currentRow, folder, launch, listsWithManyStops, picks, select, set, storedLog,
  visit, waitForRow, waitForSaved,
} from '../support/tools.mjs';

const N = 160;
const BUDGET = 120;
const TOPICS = ['cards', 'soups', 'planets', 'roses'];
/** Price of text `n`: an integer from 0 to 100, or an empty cell for every seventh text. */
const price = (n) => (n % 7 === 0 ? '' : String((n * 37) % 101));
const AUTHORS = ['Anna', 'Éva', 'Ida', 'Uwe'];
const RECORDS = Array.from({ length: N }, (_, n) => [`no-${n}`, `Text number ${n} about ${TOPICS[n % 4]}`, price(n), AUTHORS[n % 4]]);
const CSV = join(folder('e2e'), 'review.csv');
writeFileSync(CSV, [['id', 'text', 'price', 'author'], ...RECORDS].map((record) => record.join(',')).join('\n'));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options = {}) {
  test(`review: ${name}`, { timeout: LONG }, () => visit(browser, `review ${name}`, async (opened) => {
    const { page } = opened;
    await chooseWithEmbeddings(page, CSV, npy(N, 4));
    await set(page, 'budget', BUDGET);
    await select(page);
    await addLabels(page, 'yes', 'no');
    await body(opened);
  }, { followsViews: false, ...options }));
}

const LINES = '#review-table tbody tr[data-row]';

async function showReview(page) {
  await page.click('#view-review');
  await page.waitForSelector(LINES);
}

/** Pool rows of the lines that are in the document, from the top. */
const lines = (page) => page.$$eval(LINES, (lines) => lines.map((line) => Number(line.dataset.row)));

const waitForCount = (page, n) => page.waitForFunction((n) => document.querySelector('#review-count').dataset.count === String(n), n);

const waitForMarked = (page, n) => page.waitForFunction(
  (n) => Number(/^\d+/.exec(document.querySelector('#review-marked').textContent)?.[0] ?? 0) === n, n);

const focusedRow = (page) => page.evaluate((lines) => {
  const line = document.activeElement.closest(lines);
  return line ? Number(line.dataset.row) : null;
}, LINES);

const waitForFocus = (page, row) => page.waitForFunction(
  ([lines, row]) => document.activeElement.closest(lines)?.dataset.row === String(row), [LINES, row]);

const labels = (page) => page.$$eval(LINES, (lines) => Object.fromEntries(
  lines.filter((line) => line.dataset.label).map((line) => [line.dataset.row, line.dataset.label])));

const heading = (column) => `#review-head button[data-column="${column}"]`;

const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

check('table sorts by a column of the file, and only the visible lines are in the document', async ({ page }) => {
  const rows = await picks(page);
  assert.equal(rows.length, BUDGET);
  await showReview(page);
  assert.equal(await page.textContent('#review-count'), `${BUDGET} of ${BUDGET} picks`);
  assert.equal(await page.getAttribute('#review-table table', 'aria-rowcount'), String(BUDGET + 1));
  const first = await lines(page);
  assert.deepEqual(first, rows.slice(0, first.length), 'at first in the order of the picks');
  assert.ok(first.length < 100, `${first.length} lines are in the document`);

  const filled = rows.filter((row) => price(row) !== '');
  const empty = rows.filter((row) => price(row) === '');
  // The sort is stable: picks with equal prices keep the order of the picks.
  const ascending = filled.toSorted((a, b) => Number(price(a)) - Number(price(b)));
  const descending = filled.toSorted((a, b) => Number(price(b)) - Number(price(a)));
  const sortedBy = async (order, expected) => {
    await page.waitForFunction((selector) => document.activeElement.matches(selector), heading('file-2'));
    const sort = await page.$eval(heading('file-2'), (button) => button.closest('th').getAttribute('aria-sort'));
    assert.equal(sort, order);
    await page.waitForFunction(([selector, row]) => document.querySelector(selector).dataset.row === String(row), [LINES, expected[0]]);
    const shown = await lines(page);
    assert.deepEqual(shown, expected.slice(0, shown.length), `${order}`);
  };
  await page.focus(heading('file-2'));
  await page.keyboard.press('Enter');
  await sortedBy('ascending', [...ascending, ...empty]);
  await page.keyboard.press('Enter');
  await sortedBy('descending', [...descending, ...empty]);

  await page.$eval('#review-table', (box) => { box.scrollTop = box.scrollHeight; });
  const last = empty.at(-1);
  await page.waitForSelector(`#review-row-${last}`);
  assert.equal(await page.getAttribute(`${LINES}[data-row="${last}"]`, 'aria-rowindex'), String(BUDGET + 1));
  await page.focus(heading('file-2'));
  await page.keyboard.press('Enter');
  await sortedBy(null, rows);
});

check('headings are whole and above the content of their columns', async ({ page }) => {
  await showReview(page);
  const starts = (selector) => page.$eval(selector, (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect().left;
  });
  for (const [column, cell] of [['rank', 'td.rank'], ['text', 'th button']]) {
    const name = `${heading(column)} .name`;
    assert.ok(await page.$eval(name, (name) => name.scrollWidth <= name.clientWidth), `the heading “${column}” is cut off`);
    const distance = await starts(name) - await starts(`${LINES} ${cell}`);
    assert.ok(Math.abs(distance) <= 1, `the heading “${column}” is offset from its column by ${distance} pixels`);
  }
  // The meaning of a heading is in its tooltip and description, and in a list that keys and fingers reach.
  const meaning = await page.getAttribute(heading('part'), 'aria-description');
  assert.match(meaning, /group of similar texts/);
  assert.ok((await page.getAttribute(heading('part'), 'title')).startsWith(meaning));
  await page.click('#review-columns > summary');
  assert.deepEqual(await page.$$eval('#review-meanings dt', (names) => names.map((name) => name.textContent)), ['Rank', 'Suggestion', 'Model’s answer', 'Part', 'State']);
  await page.click('#review-columns > summary');
  // The name of a part does not extend beyond its table cell.
  const parts = await page.$$eval(`${LINES} .part`, (parts) => parts.filter((part) => part.getBoundingClientRect().right > part.closest('td').getBoundingClientRect().right + 1).length);
  assert.equal(parts, 0);
  // The list of tasks and the section about the language model leave most of the window to the review table.
  const { y } = await page.locator('#review-table').boundingBox();
  assert.ok(y < 540, `the table begins at ${y} of 800 pixels`);
});

check('part has the same form and color in the legend, the lists, the table and the filter', async ({ page }) => {
  /** Maps the number of each part to the CSS classes for the part's shape and color. */
  const looks = (selector, name) => page.$$eval(selector, (elements, name) => Object.fromEntries(elements.map((element) => {
    const classes = [element, ...element.querySelectorAll('i')].flatMap(({ classList }) => [...classList]);
    const text = (name ? element.querySelector(name) : element).textContent;
    return [/\d+/.exec(text)[0], classes.filter((one) => /^(form|part)-\d+$/.test(one)).sort().join(' ')];
  })), name);
  const inList = await looks('#picks .pick .part');
  assert.ok(Object.keys(inList).length >= 8, 'more parts than there are forms');
  for (const [part, look] of Object.entries(inList)) assert.match(look, new RegExp(`^form-${part % 8} part-\\d+$`));
  const clip = await page.$eval('#picks .pick .part i', (form) => getComputedStyle(form).clipPath);
  assert.match(clip, /^polygon\(/);
  await page.click('#view-data');
  await page.waitForSelector('#map-list .swatch[class*="form-"]');
  const inLegend = await looks('#map-list [role=treeitem]:has(.swatch[class*="form-"])', '.group-name');
  await showReview(page);
  const inTable = await looks('#review-table td .part');
  for (const shown of [inLegend, inTable]) {
    for (const [part, look] of Object.entries(shown)) assert.equal(look, inList[part] ?? look, part);
  }
  const [part] = Object.keys(inTable);
  await page.selectOption('#review-filter-part', part);
  await page.waitForSelector('.part-filter i[class*="form-"]');
  const chosen = await page.$eval('.part-filter i', (form) => [...form.classList].sort().join(' '));
  assert.equal(chosen, inTable[part]);
  const options = await page.$$eval('#review-filter-part option', (options) => options.slice(1).map((option) => option.textContent));
  assert.ok(options.every((text, n) => text.startsWith('●■◆▲◉▣◈◬'[n % 8])), options.join('\n'));
});

check('search covers all columns and shows results at once, and filters are combined with it', async ({ page }) => {
  const rows = await picks(page);
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('2');
  await waitForRow(page, rows[2]);
  await showReview(page);
  const byEva = rows.filter((row) => AUTHORS[row % 4] === 'Éva');
  await page.focus('#review-search');
  await page.keyboard.type('éva');
  await waitForCount(page, byEva.length);
  const found = await lines(page);
  assert.deepEqual(found, byEva.slice(0, found.length));
  assert.ok(await page.evaluate(() => document.activeElement.id === 'review-search'), 'the focus stays in the field');
  // The words of a search may be in different columns.
  const id = RECORDS[byEva[3]][0];
  await page.fill('#review-search', `${id} ÉVA SOUPS`);
  const withId = byEva.filter((row) => RECORDS[row][0].includes(id));
  await waitForCount(page, withId.length);
  assert.deepEqual(await lines(page), withId);
  await page.fill('#review-search', 'nothing has these words');
  await page.waitForSelector('#review-empty');
  await page.click('#review-reset');
  await waitForCount(page, BUDGET);
  assert.equal(await page.inputValue('#review-search'), '');

  await page.selectOption('#review-filter-label', { label: 'no' });
  await waitForCount(page, 1);
  assert.deepEqual(await lines(page), [rows[1]]);
  await page.selectOption('#review-filter-label', 'without');
  await waitForCount(page, BUDGET - 2);
  await page.selectOption('#review-filter-status', 'labeled');
  await waitForCount(page, 0);
  await page.click('#review-reset');
  await page.selectOption('#review-filter-status', 'labeled');
  await waitForCount(page, 2);

  // The text column has a fixed position, so the menu offers only the other columns.
  await page.click('#review-columns > summary');
  assert.equal(await page.locator('#review-columns li').count(), 3);
  await page.uncheck('#review-column-2');
  await page.waitForSelector(heading('file-2'), { state: 'detached' });
  assert.ok(await page.isVisible(heading('file-3')));

  // The sort order and columns of the table are restored after a reload.
  await page.fill('#review-search', 'text');
  await page.focus(heading('file-3'));
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  await page.waitForSelector('#review-head th[aria-sort=descending] button[data-column="file-3"]');
  const before = await lines(page);
  assert.equal(before.length, 2);
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector(LINES);
  await waitForCount(page, 2);
  assert.deepEqual(await lines(page), before);
  assert.equal(await page.inputValue('#review-search'), 'text');
  assert.equal(await page.inputValue('#review-filter-status'), 'labeled');
  assert.equal(await page.$eval(heading('file-3'), (button) => button.closest('th').getAttribute('aria-sort')), 'descending');
  assert.equal(await page.locator(heading('file-2')).count(), 0);
});

check('range of lines is labeled, flagged and cleared in one step each, and undone', async ({ page }) => {
  const rows = await picks(page);
  await showReview(page);
  await page.click(`#review-row-${rows[1]}`);
  await page.click(`#review-row-${rows[5]}`, { modifiers: ['Shift'] });
  await waitForMarked(page, 5);
  assert.equal(await focusedRow(page), rows[5]);
  assert.ok(await page.isChecked(`${LINES}[data-row="${rows[3]}"] input`));
  await page.uncheck(`${LINES}[data-row="${rows[3]}"] input`);
  await waitForMarked(page, 4);
  await page.selectOption('#review-bulk-label', { label: 'yes' });
  await page.click('#review-bulk-give');
  const marked = [1, 2, 4, 5].map((index) => rows[index]);
  const given = Object.fromEntries(marked.map((row) => [row, 'yes']));
  await page.waitForFunction((lines) => document.querySelectorAll(`${lines}[data-label=yes]`).length === 4, LINES);
  assert.deepEqual(await labels(page), given);
  await waitForSaved(page);
  const stored = (await storedLog(page)).map(({ row, said }) => [row, said.labels.join()]);
  assert.deepEqual(Object.fromEntries(stored), given);
  assert.equal(stored.length, 4);
  assert.match(await page.innerText('.review-actions .last-step'), /4 texts labeled as/);

  assert.equal(await page.innerText('#review-flag'), 'Flag 4 picks');
  await page.click('#review-flag');
  await page.waitForFunction(() => document.querySelector('#review-flag').textContent === 'Remove 4 flags');
  await page.click('#review-clear');
  await page.waitForFunction((lines) => document.querySelectorAll(`${lines}[data-label]`).length === 0, LINES);
  await page.click('.review-actions .last-step button');
  await page.waitForFunction((lines) => document.querySelectorAll(`${lines}[data-label=yes]`).length === 4, LINES);
  await page.keyboard.press('Control+Z');
  await page.waitForFunction(() => document.querySelector('#review-flag').textContent === 'Flag 4 picks');
  await page.keyboard.press('Control+Z');
  await page.waitForFunction((lines) => document.querySelectorAll(`${lines}[data-label]`).length === 0, LINES);

  // Lines that a filter hides lose their marks, so that no action changes hidden lines.
  await page.fill('#review-search', RECORDS[rows[2]][0]);
  const found = rows.filter((row) => RECORDS[row][0].includes(RECORDS[rows[2]][0]));
  await waitForCount(page, found.length);
  await waitForMarked(page, marked.filter((row) => found.includes(row)).length);
  await page.click('#review-reset');
  await waitForCount(page, BUDGET);
  await waitForMarked(page, marked.filter((row) => found.includes(row)).length);
});

check('table works with the keyboard alone, and Enter opens the text', async ({ page }) => {
  const rows = await picks(page);
  await showReview(page);
  await page.focus('#review-search');
  // The headings are one Tab stop, and the lines are one Tab stop.
  let inHead = 0;
  for (let step = 0; step < 20 && await focusedRow(page) === null; step += 1) {
    await page.keyboard.press('Tab');
    inHead += Number(await page.evaluate(() => Boolean(document.activeElement.closest('#review-head'))));
  }
  assert.equal(inHead, 1, 'the headings are one Tab stop');
  assert.equal(await focusedRow(page), await currentRow(page), 'the Tab stop is the current text');
  await page.keyboard.press('Home');
  await waitForFocus(page, rows[0]);
  await page.keyboard.press('ArrowDown');
  await waitForFocus(page, rows[1]);
  await page.keyboard.press('Space');
  await waitForMarked(page, 1);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await waitForFocus(page, rows[3]);
  await waitForMarked(page, 3);
  await page.keyboard.press('Shift+ArrowUp');
  await waitForMarked(page, 2);
  await page.keyboard.press('ArrowLeft');
  assert.ok(await page.evaluate(() => document.activeElement.matches('tr input[type=checkbox]')));
  await page.keyboard.press('ArrowRight');
  await waitForFocus(page, rows[2]);

  // The page also handles keys that are pressed before the focus has moved.
  const pressTwice = (key) => page.evaluate((key) => {
    for (let press = 0; press < 2; press += 1) {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }
  }, key);
  await pressTwice('ArrowDown');
  await waitForFocus(page, rows[4]);
  await pressTwice('ArrowUp');
  await waitForFocus(page, rows[2]);

  // Lines that are far away are not in the document before the focus reaches them.
  assert.equal(await page.locator(`#review-row-${rows.at(-1)}`).count(), 0);
  await page.keyboard.press('End');
  await waitForFocus(page, rows.at(-1));
  assert.ok(await page.$eval(`#review-row-${rows.at(-1)}`, (button) => {
    const [line, box] = [button, document.querySelector('#review-table')].map((element) => element.getBoundingClientRect());
    return line.top >= box.top && line.bottom <= box.bottom + 1;
  }), 'the focused line is visible');
  // A focused line that the wheel moves out of view keeps the focus, and the keys start from the focused line.
  await page.$eval('#review-table', (box) => { box.scrollTop = 0; });
  await page.waitForSelector(`#review-row-${rows[0]}`);
  assert.equal(await focusedRow(page), rows.at(-1), 'the focus is not lost');
  assert.equal(await page.$eval('#review-table', (box) => box.scrollTop), 0, 'the table does not scroll back');
  assert.ok((await lines(page)).length < 100);
  await page.keyboard.press('ArrowUp');
  await waitForFocus(page, rows.at(-2));
  await page.keyboard.press('Tab');
  assert.equal(await focusedRow(page), null);
  await page.keyboard.press('Shift+Tab');
  assert.equal(await focusedRow(page), rows.at(-2), 'and Shift+Tab returns to the same line');
  await page.keyboard.press('Enter');
  await waitForRow(page, rows.at(-2));
  await page.waitForSelector('#current-text', { state: 'visible' });

  await showReview(page);
  await page.waitForSelector(`#review-row-${rows.at(-2)}`);
  await page.dblclick(`#review-row-${rows.at(-3)}`);
  await waitForRow(page, rows.at(-3));
});

check('list of what to review counts the work and leads to it', async ({ page }) => {
  const rows = await picks(page);
  await page.keyboard.press('!');
  await page.waitForSelector('#flag[aria-pressed=true]');
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('s');
  await waitForRow(page, rows[2]);
  await showReview(page);
  const count = (task) => page.getAttribute(`#review-queue [data-task=${task}]`, 'data-count');
  assert.deepEqual(await Promise.all(['flagged', 'skipped', 'noted', 'answers', 'disagreements'].map(count)), ['1', '1', '0', '0', '0']);
  assert.equal(await page.locator('#review-queue [data-task=noted] button').count(), 0);
  assert.match(await page.innerText('#review-queue [data-task=noted]'), /nothing to review/);
  // The list of tasks for the reviewer and the list of columns are one Tab stop each.
  await page.click('#review-columns > summary');
  await page.waitForSelector('#review-columns-listed input[tabindex="0"]');
  assert.deepEqual(await listsWithManyStops(page, 2), []);
  await page.focus('#review-open-flagged');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('#review-open-skipped:focus');
  await page.keyboard.press('Home');
  assert.ok(await page.evaluate(() => document.activeElement.matches('#review-queue li button')));
  assert.deepEqual(await listsWithManyStops(page, 2), []);
  await page.click('#review-columns > summary');
  await page.click('#review-open-flagged');
  await waitForCount(page, 1);
  assert.deepEqual(await lines(page), [rows[0]]);
  assert.equal(await page.inputValue('#review-filter-status'), 'flagged');
  await page.click('#review-open-skipped');
  await page.waitForFunction(([selector, row]) => document.querySelector(selector)?.dataset.row === String(row), [LINES, rows[1]]);

  // The page shows the number of suggestions, and shows the suggestions only on request.
  await page.waitForFunction(() => Number(document.querySelector('[data-task=suggestions]').dataset.count) > 0);
  assert.equal(await page.locator(heading('suggestion')).count(), 0);
  await page.click('#review-reset');
  await page.click('#review-columns > summary');
  await page.check('#review-suggestions');
  await page.waitForSelector(heading('suggestion'));
  await page.click('#review-open-suggestions');
  await page.waitForSelector('#offers-dialog[open]');
  assert.equal(await page.inputValue('#offers-part'), '');
  await page.keyboard.press('Escape');
  await page.click('#review-open-duplicates');
  await page.waitForSelector('#duplicates-dialog[open]');
});

check('table scrolls in its own box on a phone', async ({ page }) => {
  const rows = await picks(page);
  await showReview(page);
  assert.equal(await sideways(page), 0);
  const box = await page.$eval('#review-table', (box) => [box.scrollWidth > box.clientWidth, box.scrollHeight > box.clientHeight]);
  assert.deepEqual(box, [true, true]);
  // A tap on a line shows the whole text, with a button that opens the text.
  await page.tap(`#review-row-${rows[2]}`);
  await page.waitForSelector('#review-detail');
  assert.ok((await page.innerText('#review-detail')).includes(RECORDS[rows[2]][1]));
  assert.equal(await sideways(page), 0);
  await page.tap('#review-label-text');
  await waitForRow(page, rows[2]);
}, { followsViews: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
