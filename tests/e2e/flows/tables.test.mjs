// Tables that are not text: workbooks, Parquet and packed files in the page, in a real Chromium.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { LONG, launch, visit } from '../support/tools.mjs';
import { write } from '../support/page.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });

/** A test with its own page. No request leaves the origin, and no script throws. */
function check(name, body) {
  test(`tables: ${name}`, { timeout: LONG }, () => visit(browser, `tables ${name}`, body));
}

const fixture = (name) => write(name, readFileSync(`crates/tables/fixtures/${name}`));
const waitForDialog = (page) => page.waitForSelector('#import-dialog[open] #open-import:enabled');
const waitForPreview = (page) => page.waitForSelector('.import-look[aria-busy=false]', { state: 'attached' });
const columns = (page) => page.$$eval('#text-column option', (options) => options.map((option) => option.textContent.trim()));

/** The names of the worker programs that the page has loaded. */
function programs(page) {
  const loaded = [];
  page.on('request', (request) => { if (/worker-tables[^/]*\.wasm$/.test(request.url())) loaded.push(request.url()); });
  return loaded;
}

check('a workbook asks for its sheet and is read by a worker of its own', async ({ page }) => {
  const loaded = programs(page);
  await page.setInputFiles('#file', fixture('sheet.xls'));
  await waitForDialog(page);
  assert.ok(loaded.length > 0, 'the program was fetched for the workbook');
  assert.match(await page.innerText('#import-problem'), /sheet/);
  assert.deepEqual(await page.$$eval('#import-sheet option', (options) => options.map((option) => option.value)), ['Texts', 'Notes']);
  assert.equal(await page.inputValue('#import-header-row'), '1');
  assert.equal(await page.$('#import-encoding'), null, 'a workbook has no encoding');
  await page.selectOption('#import-sheet', 'Notes');
  await waitForPreview(page);
  await page.selectOption('#import-sheet', 'Texts');
  await waitForPreview(page);
  await page.click('#open-import');
  await page.waitForSelector('#found');
  assert.deepEqual(await columns(page), ['id', 'text', 'when', 'amount']);
});

check('Parquet with Zstandard is opened', async ({ page }) => {
  await page.setInputFiles('#file', fixture('zstd.parquet'));
  await page.waitForSelector('#found');
  assert.deepEqual(await columns(page), ['text', 'label', 'vector', 'price']);
});

check('a packed table is opened, and a plain one loads no further program', async ({ page }) => {
  const loaded = programs(page);
  const table = 'id,text\n1,a small cat\n2,a large dog\n3,a red bird\n';
  await page.setInputFiles('#file', write('plain.csv', table));
  await page.waitForSelector('#found');
  assert.deepEqual(loaded, []);
  await page.setInputFiles('#file', write('packed.csv.gz', gzipSync(table)));
  await page.waitForFunction(() => document.body.innerText.includes('packed.csv.gz'));
  assert.ok(loaded.length > 0);
});
