// Tables that are not text files: workbooks, Parquet files and compressed files in the page, in a real Chromium.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { numpyFile } from '../support/embeddings.mjs';
import { SMALL, message, nativeRows, write } from '../support/page.mjs';
import { LONG, archiveOf, launch, picks, select, set, visit } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });

/** Adds a test with its own page. The test fails if a request leaves the origin or a script throws. */
function check(name, body) {
  test(`tables: ${name}`, { timeout: LONG }, () => visit(browser, `tables ${name}`, body));
}

const fixture = (name) => write(name, readFileSync(`crates/tables/fixtures/${name}`));
const waitForDialog = (page) => page.waitForSelector('#import-dialog[open] #open-import:enabled');
const waitForPreview = (page) => page.waitForSelector('.import-look[aria-busy=false]', { state: 'attached' });
const columns = (page) => page.$$eval('#text-column option', (options) => options.map((option) => option.textContent.trim()));

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

check('columns of pictures in Parquet are left out with a message', async ({ page }) => {
  await page.setInputFiles('#file', fixture('binary.parquet'));
  await page.waitForSelector('#found');
  assert.deepEqual(await columns(page), ['text', 'image']);
  assert.match(await page.innerText('.data'), /Columns with bytes that are not text, such as pictures, are empty: image/);
});

check('a packed table is opened, and a plain one loads no further program', async ({ page }) => {
  const loaded = programs(page);
  const table = 'id,text\n1,a small cat\n2,a large dog\n3,a red bird\n';
  await page.setInputFiles('#file', write('plain.csv', table));
  await page.waitForSelector('#found');
  assert.deepEqual(loaded, []);
  await page.setInputFiles('#file', write('packed.csv.gz', gzipSync(table)));
  await page.waitForFunction(() => document.body.innerText.includes('packed.csv.gz'));
  // The page shows the file name before the program is loaded.
  await eventually(page, () => loaded.length > 0);
});

function countWorkers(page) {
  const counted = { n: 0 };
  page.on('worker', (worker) => {
    worker.evaluate(() => new Promise((resolve) => {
      // The program of a worker is known after the script of the worker has been loaded.
      const look = () => {
        const names = performance.getEntriesByType('resource').map(({ name }) => name);
        if (names.length > 0) resolve(names.some((name) => /worker-tables/.test(name)));
        else setTimeout(look, 20);
      };
      look();
    })).then((isOfTables) => { counted.n += Number(isOfTables); }, () => {});
  });
  return counted;
}

/** Waits until `holds` returns true. `holds` is a function of the test, not of the page. */
async function eventually(page, holds) {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    assert.ok(Date.now() < deadline, `this never became true: ${holds}`);
    await page.waitForTimeout(50);
  }
}

check('other settings are read from the table that the worker keeps', async ({ page }) => {
  const workers = countWorkers(page);
  await page.setInputFiles('#file', fixture('sheet.xls'));
  await waitForDialog(page);
  for (const header of ['no', 'yes', 'no']) {
    await page.selectOption('#import-header', header);
    await waitForPreview(page);
  }
  await eventually(page, () => workers.n > 0);
  assert.equal(workers.n, 1, 'one worker serves the file while the dialog is open');
  const before = page.workers().length;
  await page.click('#close-import');
  await eventually(page, () => page.workers().length === before - 1);
});

check('a damaged workbook is reported, and the next file is opened', async ({ page }) => {
  const damaged = readFileSync('crates/tables/fixtures/sheet.xls');
  // Damages the file so that the reader of workbooks panics; see `panicking_workbook` in crates/tables.
  damaged[690] ^= 1;
  await page.setInputFiles('#file', write('damaged.xls', damaged));
  const words = await message(page);
  assert.match(words, /The file is damaged and cannot be read further/);
  assert.match(words, /save it again/);
  await page.setInputFiles('#file', fixture('zstd.parquet'));
  await page.waitForSelector('#found');
  assert.deepEqual(await columns(page), ['text', 'label', 'vector', 'price']);
});

check('a damaged list of sectors in an old workbook is reported with the sector', async ({ page }) => {
  const damaged = readFileSync('crates/tables/fixtures/sheet.xls');
  // The sector table has 4 bytes for each sector. The entry of the fourth sector now points back to the second sector.
  damaged[4608 + 3 * 4] = 1;
  await page.setInputFiles('#file', write('cycle.xls', damaged));
  const words = await message(page);
  assert.match(words, /The Excel file \(\.xls\) is damaged: the sectors after sector 1 lead back to it/);
  assert.match(words, /save it again/);
});

check('a table whose name two files of a ZIP archive have is refused with their numbers', async ({ page }) => {
  const table = 'id,text\n1,a small cat\n2,a large dog\n3,a red bird\n';
  const two = archiveOf({ 'a.csv': table, 'b.csv': table });
  const same = Buffer.from(two.toString('latin1').replaceAll('b.csv', 'a.csv'), 'latin1');
  await page.setInputFiles('#file', write('same.zip', same));
  assert.match(await message(page), /two files with the name “a\.csv”, as numbers 1 and 2 of its list/);
});

check('a ZIP archive with one table is opened, also inside of another packing', async ({ page }) => {
  const table = 'id,text\n1,a small cat\n2,a large dog\n3,a red bird\n';
  const inside = archiveOf({ 'data/pool.csv.gz': gzipSync(table), 'README.md': 'about' });
  await page.setInputFiles('#file', write('pool.zip', inside));
  await page.waitForSelector('#found');
  assert.deepEqual(await columns(page), ['id', 'text']);
  assert.match(await page.innerText('.data'), /data\/pool\.csv\.gz.*README\.md/s);
  const lines = '{"question":"where is it?"}\n{"question":"who was it?"}\n';
  await page.setInputFiles('#file', write('other.zip', archiveOf({ 'a.jsonl': lines })));
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'other.zip');
  assert.deepEqual(await columns(page), ['question']);
});

check('a file named .zip that is not a backup is read as a table', async ({ page }) => {
  const table = 'id,text\n1,a small cat\n2,a large dog\n3,a red bird\n';
  await page.setInputFiles('#file', write('plain.zip', table));
  await page.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'plain.zip');
  assert.deepEqual(await columns(page), ['id', 'text']);
  const archive = archiveOf({ 'survey.csv': table });
  await page.setInputFiles('#file', write('cut.zip', archive.subarray(0, -30)));
  const words = await message(page);
  assert.match(words, /^cut\.zip was not opened/);
  assert.doesNotMatch(words, /backup/);
  await page.click('#dismiss');
  // Another program wrote this archive. It contains a file with the name of the project file in a backup.
  await page.setInputFiles('#file', write('foreign.zip', archiveOf({ 'project.json': '{"name":"survey"}', 'survey.csv': table })));
  await page.waitForSelector('#import-entry');
});

check('a ZIP archive with several tables offers them', async ({ page }) => {
  const files = {
    'first.csv': 'id,text\n1,a small cat\n2,a large dog\n',
    'second.jsonl': '{"question":"where is it?"}\n{"question":"who was it?"}\n',
    'book.xls': readFileSync('crates/tables/fixtures/sheet.xls'),
    'notes.md': 'about',
  };
  await page.setInputFiles('#file', write('several.zip', archiveOf(files)));
  await waitForDialog(page);
  assert.match(await page.innerText('#import-problem'), /first\.csv/);
  const offered = await page.$$eval('#import-entry option', (options) => options.map((option) => option.value));
  assert.deepEqual(offered, ['first.csv', 'second.jsonl', 'book.xls']);
  assert.equal(await page.inputValue('#import-entry'), 'first.csv');
  await page.selectOption('#import-entry', 'book.xls');
  await page.waitForSelector('#import-sheet');
  await page.selectOption('#import-entry', 'second.jsonl');
  await page.waitForFunction(() => document.querySelector('#import-format')?.value === 'jsonl');
  assert.equal(await page.$('#import-problem'), null);
  await page.click('#open-import');
  await page.waitForSelector('#found');
  assert.deepEqual(await columns(page), ['question']);
});

check('tables of a ZIP archive in a ZIP archive are offered with their paths', async ({ page }) => {
  const inner = archiveOf({ 'first.csv': 'id,text\n1,a small cat\n2,a large dog\n', 'second.jsonl': '{"question":"where is it?"}\n{"question":"who was it?"}\n' });
  const only = archiveOf({ 'third.csv': 'id,remark\n1,a red bird\n2,a blue fish\n' });
  await page.setInputFiles('#file', write('outer.zip', archiveOf({ 'data/inner.zip': inner, 'only.zip': only, 'notes.md': 'about' })));
  await waitForDialog(page);
  const offered = () => page.$$eval('#import-entry option', (options) => options.map((option) => option.value));
  assert.deepEqual(await offered(), ['data/inner.zip/first.csv', 'data/inner.zip/second.jsonl', 'only.zip']);
  assert.equal(await page.inputValue('#import-entry'), 'data/inner.zip/first.csv');
  assert.match(await page.innerText('#import-problem'), /data\/inner\.zip\/first\.csv/);
  await page.selectOption('#import-entry', 'only.zip');
  await page.waitForFunction(() => document.querySelector('#import-entry')?.value === 'only.zip/third.csv');
  assert.deepEqual(await offered(), ['data/inner.zip/first.csv', 'data/inner.zip/second.jsonl', 'only.zip/third.csv']);
  await page.selectOption('#import-entry', 'data/inner.zip/second.jsonl');
  await page.waitForFunction(() => document.querySelector('#import-format')?.value === 'jsonl');
  await page.click('#open-import:enabled');
  await page.waitForSelector('#found');
  assert.deepEqual(await columns(page), ['question']);
  assert.match(await page.innerText('.data'), /data\/inner\.zip\/second\.jsonl/);
});

check('a ZIP archive with hundreds of tables has a search field, also when it is imported again', async ({ page }) => {
  const names = Array.from({ length: 400 }, (_, n) => `part-${n}.csv`);
  const files = Object.fromEntries(names.map((name, n) => [name, `id,text\n1,a text of part ${n}\n2,another text of part ${n}\n`]));
  await page.setInputFiles('#file', write('many.zip', archiveOf(files)));
  await waitForDialog(page);
  const offered = () => page.$$eval('#import-entry option', (options) => options.map((option) => option.value));
  assert.deepEqual(await offered(), names.slice(0, 300));
  await page.click('#open-import');
  await page.waitForSelector('#found');
  await page.click('#import-again');
  await waitForDialog(page);
  assert.match(await page.innerText('#import-entry-listed'), /300 of 400 are listed/);
  await page.fill('#import-entry-find', 'part-399');
  await page.waitForFunction(() => document.querySelectorAll('#import-entry option').length === 2);
  assert.deepEqual(await offered(), ['part-0.csv', 'part-399.csv'], 'the chosen file stays listed');
  await page.selectOption('#import-entry', 'part-399.csv');
  await page.waitForFunction(() => document.querySelector('.import-look')?.innerText.includes('a text of part 399'));
  await page.click('#open-import:enabled');
  await page.waitForFunction(() => document.querySelector('.data')?.innerText.includes('part-399.csv'));
});

check('an archive that unpacks to too much is refused with the numbers', async ({ page }) => {
  const bomb = archiveOf({ 'pool.csv.gz': gzipSync(Buffer.alloc(70_000_000, 'a')) });
  await page.setInputFiles('#file', write('bomb.zip', bomb));
  assert.match(await message(page), /unpacked, it has more than 500 times as many/);
});

check('a column of numbers replaces the encoder, survives a reload and can be removed', async ({ page }) => {
  const npy = numpyFile(60);
  const vectors = write('column.npy', npy);
  const numbers = new Float32Array(npy.buffer.slice(npy.byteOffset + npy.length - 60 * 16 * 4, npy.byteOffset + npy.length));
  const row = (cells, n) => JSON.stringify({
    text: cells[1], vector: [...numbers.subarray(16 * n, 16 * n + 16)],
  });
  const pool = write('vectors.jsonl', `${SMALL.slice(1).map(row).join('\n')}\n`);
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.setInputFiles('#file', pool);
  await page.waitForSelector('#has-vectors');
  assert.equal(await page.locator('#given-embeddings').count(), 0, 'embeddings are used only on request');
  await page.click('#import-again');
  await waitForDialog(page);
  assert.deepEqual(await page.$$eval('#import-embeddings option', (options) => options.map((option) => option.textContent.trim()).slice(1)), ['vector']);
  await page.selectOption('#import-embeddings', 'vector');
  await page.selectOption('#import-text', 'text');
  await page.click('#open-import');
  await page.waitForSelector('#given-embeddings');
  assert.match(await page.innerText('#given-embeddings'), /column “.*vector.*” of .*vectors\.jsonl.*, 16 dimensions/);
  assert.equal(await page.locator('#has-vectors').count(), 0);
  await set(page, 'budget', 8);
  await select(page);
  const expected = await nativeRows(pool, 'text', 8, '--embeddings', vectors);
  assert.deepEqual(await picks(page), expected.rows, 'the picks are those of a .npy file with these numbers');
  assert.deepEqual(fetched.filter((url) => url.includes('model')), [], 'no model is fetched');

  await page.reload();
  await page.waitForSelector('#given-embeddings');
  await set(page, 'seed', 5);
  await select(page);
  const again = await nativeRows(pool, 'text', 8, '--embeddings-column', 'vector', '--seed', 5);
  assert.deepEqual(await picks(page), again.rows, 'stored embeddings are used after a reload');
  await page.click('#forget-embeddings');
  await page.waitForSelector('#given-embeddings', { state: 'detached' });
});

check('a column of numbers in a Parquet file replaces the encoder', async ({ page }) => {
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  const pool = fixture('zstd.parquet');
  await page.setInputFiles('#file', pool);
  await page.waitForSelector('#has-vectors');
  assert.match(await page.innerText('#has-vectors'), /vector/);
  await page.click('#import-again');
  await waitForDialog(page);
  await page.selectOption('#import-embeddings', 'vector');
  await page.selectOption('#import-text', 'text');
  await page.click('#open-import');
  await page.waitForSelector('#given-embeddings');
  assert.match(await page.innerText('#given-embeddings'), /column “.*vector.*” of .*zstd\.parquet.*, 2 dimensions/);
  await set(page, 'budget', 2);
  await select(page);
  const expected = await nativeRows(pool, 'text', 2, '--embeddings-column', 'vector');
  assert.deepEqual(await picks(page), expected.rows, 'the picks are those of the native program');
  assert.deepEqual(fetched.filter((url) => url.includes('model')), [], 'no model is fetched');
});

check('wrong rows of a column of embeddings are reported, and the dialog stays', async ({ page }) => {
  const rows = Array.from({ length: 12 }, (_, n) => ({ text: `text number ${n}`, vector: n % 5 === 3 ? null : [n, 1, 2] }));
  rows[9].vector = [1, 2];
  await page.setInputFiles('#file', write('wrong.jsonl', `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`));
  await page.waitForSelector('#has-vectors');
  await page.click('#import-again');
  await waitForDialog(page);
  await page.selectOption('#import-embeddings', 'vector');
  await page.click('#open-import');
  await page.waitForSelector('#import-problem');
  assert.match(await page.innerText('#import-problem'), /row 3: column “vector” holds no list of 3 numbers; further such rows: 2, namely 8, 9/i);
  assert.equal(await page.locator('#given-embeddings').count(), 0);
});
