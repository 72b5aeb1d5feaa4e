// A small pool, and helpers for test files that write files or compare the page with the native program.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';

import { npy } from './embeddings.mjs';
import { storedText } from './indexed-db.mjs';
import { LONG, chooseWithEmbeddings, embeddingFile, folder, selectNatively, visit } from './tools.mjs';

export const scratch = folder('e2e');

/**
 * Returns the function `check` of a test file.
 * `check` adds a test with a new page in the browser that `browser()` returns.
 * `prefix` is the prefix of the test names. `skip` is the reason for skipping the test, if any.
 * `body` gets the test context `t` as its second parameter, so that a running test can call `t.skip(reason)`.
 * The other options are options of `visit`.
 */
export const checkIn = (prefix, browser) => (name, body, { skip, ...options } = {}) =>
  test(`${prefix}: ${name}`, { skip, timeout: 2 * LONG }, (t) =>
    visit(browser(), `${prefix} ${name}`, (opened) => body(opened, t), options));

export function write(name, content) {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

// A small pool of 60 texts on four topics. The cells contain everything that an incorrect reader or writer would change.
// The cells contain quotes, line breaks, spaces at the ends, formulas, leading zeros, and non-ASCII characters, or are empty.
// One column has the same name as a column of the export.
export const TOPICS = [
  ['bank', (n) => `How do I ${['block', 'replace', 'order', 'unlock'][n % 4]} the debit card that I ${['lost', 'broke', 'forgot'][n % 3]} ${n} days ago?`],
  ['food', (n) => `A recipe for ${['soup', 'bread', 'cake', 'curry'][n % 4]} with ${['lentils', 'rye flour', 'lemons'][n % 3]}, for ${n} people`],
  ['space', (n) => `The ${['probe', 'rover', 'telescope', 'rocket'][n % 4]} sent ${n} pictures of ${['Mars', 'Saturn', 'a comet'][n % 3]} to Earth`],
  ['garden', (n) => `When should I ${['sow', 'prune', 'water', 'harvest'][n % 4]} ${['tomatoes', 'roses', 'beans'][n % 3]} after ${n} weeks of sun?`],
];
const ODD_CELLS = ['', '0012', '=1+1', '  spaces  ', 'a "quoted" word', 'one\ntwo', 'naïve — 東京 🦀', 'semi;colon\ttab', "'", 'NULL'];
export const SMALL = [
  ['id', 'text', 'note, odd', 'rank'],
  ...Array.from({ length: 60 }, (_, n) => [
    `${n + 1}`.padStart(4, '0'),
    n === 7 ? 'He said "no", then\nleft' : TOPICS[n % 4][1](n),
    ODD_CELLS[n % ODD_CELLS.length],
    TOPICS[n % 4][0],
  ]),
];
export const quote = (cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
export const SMALL_CSV = write('small.csv', SMALL.map((record) => `${record.map(quote).join(',')}\n`).join(''));

/** Embeddings of the small pool: the texts of a topic are close together. */
const SMALL_EMBEDDINGS = npy(SMALL.length - 1, 4);
/** Option that makes the native program use the same embeddings as a page after `chooseSmall`. */
export const SAME_EMBEDDINGS = ['--embeddings', embeddingFile(SMALL_EMBEDDINGS)];

/** Chooses the small pool together with its embeddings. */
export const chooseSmall = (page) => chooseWithEmbeddings(page, SMALL_CSV, SMALL_EMBEDDINGS);

/**
 * Fails if the page has stored the key of a language model.
 * The search must find the texts of the small pool, because a broken search would find no key either.
 */
export async function checkKeyIsNotStored(page, key) {
  const stored = await storedText(page);
  assert.ok(stored.includes(SMALL[3][1]), 'the search finds the stored texts');
  assert.ok(!stored.includes(key), 'the key is not stored');
}

export async function chooseTextColumn(page, name) {
  await page.selectOption('#text-column', { label: name });
}

export async function textColumn(page) {
  return page.$eval('#text-column', (select) => select.selectedOptions[0].textContent.trim());
}

export async function labeledCount(page) {
  return Number((await page.textContent('#labeled-count')).match(/\d+/)[0]);
}

export async function labelByKey(page, key) {
  const before = await labeledCount(page);
  const text = (await page.textContent('#current-text')).trim();
  await page.keyboard.press(key);
  await page.waitForFunction(
    (count) => Number(document.querySelector('#labeled-count').textContent.match(/\d+/)[0]) === count,
    before + 1,
  );
  return text;
}

export async function addLabel(page, name) {
  await page.fill('#label-name', name);
  await page.click('#add-label');
  await page.locator('.label-button', { hasText: name }).first().waitFor();
}

export async function message(page) {
  await page.waitForSelector('#message');
  return page.innerText('#message');
}

export async function countIn(page, selector) {
  return Number(await page.locator(selector).getAttribute('data-texts'));
}

/** Number of colors in a screenshot of the map. More than one color shows that the map was drawn. */
export async function colorsOnMap(page) {
  const png = (await page.locator('#map').screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    return new Set(pixels).size;
  }, png);
}

export async function nativeRows(file, text, budget, ...args) {
  const out = join(scratch, `${basename(file, '.csv')}-picks.csv`);
  const { records } = await selectNatively(file, out, '--text', text, '--budget', budget, ...args);
  const row = records[0].indexOf('row');
  return { records, rows: records.slice(1).map((record) => Number(record[row])) };
}
