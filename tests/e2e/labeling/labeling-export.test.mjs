// A small pool is labeled with the keyboard. Labels are kept after a reload, undone, exported and saved as a backup.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';

import {
  SAME_EMBEDDINGS, SMALL, SMALL_CSV, addLabel, checkIn, chooseSmall, colorsOnMap, labelByKey, labeledCount, message, nativeRows, quote,
  scratch, textColumn, write,
} from '../support/page.mjs';
import { npy } from '../support/embeddings.mjs';
import {
  choose, chooseWithEmbeddings, download, drop, dropEmbeddings, filesIn, launch, leaveFields, parseCsv, picks, select, selectNatively, set,
  unfold, unzip, waitForRun, waitForSaved,
} from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('labeling-export', () => browser);

/**
 * Returns the records of a table, with the header, as the native program reads the table.
 * The program picks all `n` rows of the table, and writes the cells unchanged.
 */
async function readNatively(name, bytes, n) {
  const file = write(name, bytes);
  const vectors = write(`${name}.npy`, npy(n, 4));
  const args = ['--text', 'text', '--embeddings', vectors, '--method', 'random', '--budget', n];
  const { records: [header, ...records] } = await selectNatively(file, join(scratch, `${name}.csv`), ...args);
  records.sort((one, other) => one[1] - other[1]);
  return [header, ...records].map((record) => record.slice(4));
}

/** Selects `budget` texts of the small pool, with precomputed embeddings. No other project may be open. */
async function selectSmall(page, budget) {
  await chooseSmall(page);
  await set(page, 'budget', budget);
  await select(page);
}

check('dropped file is selected from, labeled by key, reloaded and exported', async ({ page }) => {
  const budget = 8;
  const [, embeddings] = SAME_EMBEDDINGS;
  await drop(page, SMALL_CSV, embeddings);
  await page.waitForSelector('#given-embeddings');
  assert.equal(await textColumn(page), 'text', 'the guessed text column');
  await set(page, 'budget', budget);
  await select(page);
  assert.ok(await colorsOnMap(page) > 8, 'the map is drawn');

  const native = await nativeRows(SMALL_CSV, 'text', budget, ...SAME_EMBEDDINGS);
  assert.deepEqual(await picks(page), native.rows, 'the picks are those of the native program');

  for (const name of ['money', 'kitchen', 'sky']) await addLabel(page, name);
  await leaveFields(page);
  const labelOf = new Map();
  for (const [key, name] of [['2', 'kitchen'], ['1', 'money'], ['3', 'sky']]) labelOf.set(await labelByKey(page, key), name);
  assert.equal(labelOf.size, 3, 'each key labeled a different text');

  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), 3, 'labels after a reload');
  assert.deepEqual(await picks(page), native.rows, 'picks after a reload');

  // The CSV export contains every column of the file with unchanged cells, then rank, row, part, degree and label.
  const csv = await download(page, '#export-csv');
  assert.equal(csv.name, 'small-labeled.csv');
  const [header, ...records] = parseCsv(csv.text);
  const columns = SMALL[0].length;
  assert.equal(header.length, columns + 5);
  assert.deepEqual(header.slice(columns + 1), ['row', 'part', 'degree', 'label']);
  assert.deepEqual(header.slice(0, columns), SMALL[0]);
  assert.equal(records.length, 3);
  for (const record of records) {
    const [rank, row, part, degree, label] = record.slice(columns);
    const cells = record.slice(0, columns);
    assert.deepEqual(cells, SMALL[Number(row) + 1], 'every cell of the file is exported unchanged');
    assert.equal(label, labelOf.get(cells[1]), `label of ${cells[1]}`);
    assert.deepEqual([rank, row, part, degree], native.records[Number(rank)].slice(0, 4), 'the native program gives the same values');
    assert.deepEqual(native.records[Number(rank)].slice(4), cells, 'the native program exports the same cells');
  }

  const lines = (await download(page, '#export-jsonl')).text.trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map((line) => Object.values(line).slice(columns).map(String)),
    records.map((record) => record.slice(columns)),
  );
  for (const line of lines) assert.deepEqual(Object.entries(line).slice(0, columns), SMALL[0].map((name, column) => [name, SMALL[line.row + 1][column]]));
});

check('label has its own key, color and description', async ({ page }) => {
  await selectSmall(page, 4);
  for (const name of ['yes', 'no']) await addLabel(page, name);
  await unfold(page);
  const field = (property) => page.getByLabel(`${property} of label no`, { exact: true });
  await field('Key').fill('n');
  await field('Key').press('Tab');
  await field('Description').fill('It is about something else');
  await field('Description').press('Tab');
  const colorOf = () => page.$eval('.label-button[data-label=no] kbd', (key) => getComputedStyle(key.parentElement).getPropertyValue('--own'));
  const before = await colorOf();
  await page.getByRole('button', { name: /^Color of label .?no.?: brown$/ }).click();
  await page.waitForSelector('#label-color-dialog[open]');
  await page.getByRole('radio', { name: /^cyan/ }).check();
  await page.click('#close-label-color');
  await page.getByRole('button', { name: /^Color of label .?no.?: cyan$/ }).waitFor();
  assert.notEqual(await colorOf(), before);

  // A key can belong to one label only.
  await page.getByLabel('Key of label yes', { exact: true }).fill('N');
  await page.getByLabel('Key of label yes', { exact: true }).press('Tab');
  await page.waitForSelector('#question[open]');
  assert.match(await page.innerText('#question'), /“n” is the key of .?no.?, which would get/);
  await page.click('#answer-no');
  assert.equal(await page.getByLabel('Key of label yes', { exact: true }).inputValue(), '1');

  await leaveFields(page);
  await labelByKey(page, 'n');
  assert.equal(await page.locator('.pick[data-label=no]').count(), 1);
  await page.waitForFunction(() => !document.querySelector('.labeled')?.textContent.includes('not saved yet'));
  await page.reload();
  await page.waitForSelector('.label-button');
  assert.equal(await page.innerText('.label-button[data-label=no] kbd'), 'n');
  assert.equal(await page.getAttribute('.label-button[data-label=no]', 'title'), 'It is about something else');
  await page.keyboard.press('?');
  await page.waitForSelector('#help-labels');
  assert.match(await page.innerText('#help-labels'), /n\s+no\s+It is about something else/);
});

check('Enter leads from the settings through labeling to the finished export', async ({ page }) => {
  await choose(page, SMALL_CSV);
  assert.ok(await page.locator('#select').evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight), 'the button is in view');
  await dropEmbeddings(page, npy(SMALL.length - 1, 4));
  await page.fill('#budget', '3');
  assert.equal(await page.innerText('#select'), 'Select 3 texts');
  await page.focus('#select');
  await page.keyboard.press('Enter');
  await waitForRun(page);
  assert.equal(await page.locator('#select.primary').count(), 0, 'Select is no longer the primary action');
  await page.click('#label-name');
  assert.equal(await page.getAttribute('#label-name', 'placeholder'), 'New label', 'Enter does not continue without a label');
  // The button shows the key Enter only while Enter adds the typed label.
  const showsEnter = () => page.$eval('#add-label kbd', (key) => key.checkVisibility({ visibilityProperty: true }));
  assert.equal(await showsEnter(), false);
  await page.keyboard.type('good');
  assert.equal(await showsEnter(), true);
  await page.keyboard.press('Enter');
  await page.waitForSelector('#label-name[placeholder="New label (Enter: to the text)"]');
  // Enter in the empty field ends the input of label names. Keys then assign labels again.
  await page.keyboard.press('Enter');
  await page.waitForSelector('#current-text:focus');
  assert.equal(await page.locator('#message').count(), 0);
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await page.locator('#all-done').count(), 0);
    await labelByKey(page, '1');
  }
  assert.match(await page.innerText('#all-done'), /All 3 picks are done/);
  const file = await download(page, '#done-export');
  assert.equal(await page.innerText('#done-saved'), '✓ Downloaded: small-labeled.csv, with the labels of 3 texts.');
  assert.equal(file.text, (await download(page, '#export-csv')).text);
  assert.match(await page.innerText('#export-saved'), /^✓ Downloaded: small-labeled\.csv, /);
  await page.click('#added-columns summary');
  // The file has a column with the name rank, so the added column has another name.
  const explained = await page.$$eval('#added-columns dt', (names) => names.map((name) => name.textContent));
  assert.deepEqual(explained, ['rank_fastgas', 'row', 'part', 'degree', 'label']);
  assert.deepEqual(explained, parseCsv(file.text)[0].slice(SMALL[0].length));
  await page.click('#done-more');
  await page.waitForSelector('#more:focus');
  await page.click('#undo');
  await page.waitForSelector('#all-done', { state: 'detached' });
});

check('labels are exported for Excel, Label Studio and Hugging Face', async ({ page }) => {
  await selectSmall(page, 4);
  for (const name of ['yes & "so"', 'no']) await addLabel(page, name);
  await leaveFields(page);
  const text = await labelByKey(page, '1');
  const plain = (await download(page, '#export-csv')).text;
  await unfold(page);
  await page.selectOption('#export-format', 'excel');
  assert.equal((await download(page, '#export-other')).text, `\ufeff${plain}`);
  await page.selectOption('#export-format', 'excel-semicolons');
  assert.match((await download(page, '#export-other')).text, /^\ufeffid;text;note, odd;rank;rank_fastgas;row;part;degree;label\n/);
  await page.selectOption('#export-format', 'tsv');
  const tsv = await download(page, '#export-picks-other');
  assert.equal(tsv.name, 'small-picks.tsv');
  assert.equal(tsv.text.split('\n')[0], `${SMALL[0].join('\t')}\trank_fastgas\trow\tpart\tdegree\tlabel`);

  await page.selectOption('#export-format', 'label-studio');
  const studio = await unzip(page, '#export-picks-other');
  assert.equal(studio.name, 'small-picks-label-studio.zip');
  const tasks = JSON.parse(studio.files['tasks.json']);
  assert.equal(tasks.length, 4);
  const [labeledTask] = tasks.filter(({ annotations }) => annotations.length);
  assert.equal(labeledTask.data.text, text);
  assert.deepEqual(labeledTask.annotations[0].result[0].value, { choices: ['yes & "so"'] });
  assert.match(studio.files['labeling-config.xml'], /<Text name="text" value="\$text"\/>[^]*<Choice value="yes &amp; &quot;so&quot;"\/>/);

  await page.selectOption('#export-format', 'hugging-face');
  const dataset = filesIn((await download(page, '#export-picks-other')).bytes);
  assert.match(dataset['README.md'].toString(), /^---\nconfigs:[^]*class_label:[^]*'0': "yes & \\"so\\""/);
  const [names, ...rows] = await readNatively('hugging-face.parquet', dataset['data/train-00000-of-00001.parquet'], 4);
  const [textAt, classAt] = [names.lastIndexOf('text'), names.lastIndexOf('label')];
  assert.equal(rows.length, 4);
  for (const row of rows) assert.equal(row[classAt], row[textAt] === text ? '0' : '', 'the class of the label, or null');
});

check('a workbook and a Parquet file keep every cell, and the native program reads them', async ({ page }) => {
  const loaded = [];
  page.on('request', (request) => { if (/worker-tables[^/]*\.wasm$/.test(request.url())) loaded.push(request.url()); });
  const n = SMALL.length - 1;
  await selectSmall(page, 6);
  for (const name of ['=yes', '007']) await addLabel(page, name);
  await leaveFields(page);
  await labelByKey(page, '1');
  await labelByKey(page, '2');
  const csv = await download(page, '#export-all-csv');
  assert.deepEqual(loaded, [], 'CSV needs no further program');
  const expected = parseCsv(csv.text);
  await unfold(page);
  for (const [format, ending] of [['workbook', 'xlsx'], ['parquet', 'parquet']]) {
    await page.selectOption('#export-format', format);
    const { name, bytes } = await download(page, '#export-all-other');
    assert.equal(name, `small-all.${ending}`);
    assert.ok(loaded.length > 0, 'the program was fetched for the file');
    await page.waitForFunction(() => document.querySelector('#export-writing').textContent === '');
    const again = await download(page, '#export-all-other');
    assert.ok(bytes.equals(again.bytes), 'the same table has the same bytes');
    assert.deepEqual(await readNatively(`page-all.${ending}`, bytes, n), expected, format);
  }
});

check('a text that no cell of Excel holds is reported with its row and column', async ({ page }) => {
  const texts = Array.from({ length: 12 }, (_, n) => `${n},${n === 5 ? 'long '.repeat(8000) : `text ${n}`}\n`);
  await chooseWithEmbeddings(page, write('long.csv', `id,text\n${texts.join('')}`), npy(12, 3));
  await set(page, 'budget', 3);
  await select(page);
  await unfold(page);
  await page.selectOption('#export-format', 'workbook');
  await page.click('#export-all-other');
  assert.match(await message(page), /Row 7 of the sheet, column “text”: the text has 40000 characters[^]*Parquet/);
  assert.equal(await page.textContent('#export-writing'), '');
  await page.selectOption('#export-format', 'parquet');
  const { name } = await download(page, '#export-all-other');
  assert.equal(name, 'long-all.parquet');
});

check('an export is a snapshot, and a second press while it is prepared does nothing', async ({ page }) => {
  // Long texts make the export take several tasks, so that the page can handle the second press between two tasks.
  const n = 3000;
  const texts = Array.from({ length: n }, (_, row) => [String(row), `${row}${' a "quoted" line of words,'.repeat(120)}`]);
  const table = write('slices.csv', `id,text\n${texts.map((record) => `${record.map(quote).join(',')}\n`).join('')}`);
  await chooseWithEmbeddings(page, table, npy(n, 4));
  await set(page, 'budget', 4);
  await select(page);
  await addLabel(page, 'yes');
  await leaveFields(page);
  const first = await download(page, '#export-all-csv');
  const [header, ...records] = parseCsv(first.text);
  assert.deepEqual(header, ['id', 'text', 'rank', 'row', 'part', 'degree', 'label']);
  assert.deepEqual(records.map(([id, text]) => [id, text]), texts);
  assert.deepEqual(records.map((record) => Number(record[3])), texts.map((_, row) => row));

  let saved = 0;
  page.on('download', () => { saved += 1; });
  const [file, states] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(async () => {
      const button = document.querySelector('#export-all-csv');
      const states = [];
      new MutationObserver(() => states.push(button.getAttribute('aria-busy'))).observe(button, { attributeFilter: ['aria-busy'] });
      button.click();
      button.click();
      document.querySelector('.label-button').click();
      while (!states.includes('false')) await new Promise((resolve) => { setTimeout(resolve, 10); });
      return states;
    }),
  ]);
  assert.deepEqual(states, ['true', 'false'], 'the button is busy until the file is prepared');
  assert.ok(first.bytes.equals(readFileSync(await file.path())), 'the label was given after the export was started');
  await waitForSaved(page);
  const later = await download(page, '#export-all-csv');
  assert.equal(parseCsv(later.text).filter((record) => record[6] === 'yes').length, 1);
  assert.equal(saved, 2, 'the second press saved no file');
});

check('undo removes a label, also after a reload', async ({ page }) => {
  await selectSmall(page, 4);
  for (const name of ['one', 'two']) await addLabel(page, name);
  await leaveFields(page);
  await labelByKey(page, '1');
  await labelByKey(page, '2');
  await page.click('#undo');
  await page.waitForFunction(() => document.querySelector('#labeled-count')?.textContent.trim().startsWith('1'));
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), 1);
});

check('several labels, a flag, a note, cannot tell and redo work by key and are exported', async ({ page }) => {
  await selectSmall(page, 4);
  const rows = await picks(page);
  const current = async () => Number(await page.locator('#current-text').getAttribute('data-row'));
  const waitForCurrent = (row) => page.waitForFunction((row) => document.querySelector('#current-text')?.dataset.row === String(row), row);
  const waitForChips = (row, texts) => page.waitForFunction(([row, texts]) => {
    const shownChips = document.querySelectorAll(`#picks [data-row="${row}"] .chip:not(.unsaved)`);
    return JSON.stringify([...shownChips].map((chip) => chip.textContent)) === JSON.stringify(texts);
  }, [row, texts]);
  for (const name of ['money', 'food', 'sky']) await addLabel(page, name);
  await page.fill('#label-name', 'a; b');
  await page.click('#add-label');
  assert.match(await message(page), /semicolon/);
  await page.fill('#label-name', '');
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'several');
  await leaveFields(page);

  for (const key of ['1', '3', '2', '3']) await page.keyboard.press(key);
  await waitForChips(rows[0], ['money', 'food']);
  assert.equal(await current(), rows[0], 'the text stays until Enter');
  await page.keyboard.press('!');
  await page.keyboard.press(',');
  await page.keyboard.type('Ada, 3 and "4"');
  await page.keyboard.press('Escape');
  await page.waitForSelector(`#picks [data-row="${rows[0]}"] [aria-label^="note: Ada"]`);
  await page.keyboard.press('Enter');
  await waitForCurrent(rows[1]);
  await page.keyboard.press('.');
  await waitForChips(rows[1], ['cannot tell']);
  await waitForCurrent(rows[2]);

  for (let step = 0; step < 3; step += 1) await page.keyboard.press('u');
  await page.waitForFunction((row) => !document.querySelector(`#picks [data-row="${row}"] [aria-label="flagged"]`), rows[0]);
  await waitForChips(rows[1], []);
  await page.keyboard.press('Shift+U');
  await page.keyboard.press('Control+Shift+Z');
  await page.keyboard.press('Control+y');
  await waitForChips(rows[1], ['cannot tell']);
  assert.ok(await page.isDisabled('#redo'));

  await page.keyboard.press('?');
  await page.fill('#guidelines', 'Money before food.');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  // In the frame after closing, the field of the closed dialog still has focus.
  await leaveFields(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('s');
  await waitForChips(rows[2], ['skipped']);
  await page.reload();
  await waitForChips(rows[0], ['money', 'food']);
  await waitForChips(rows[1], ['cannot tell']);
  assert.equal(await current(), rows[3], 'the position survives a reload');
  await page.keyboard.press('?');
  assert.equal(await page.inputValue('#guidelines'), 'Money before food.');
  await page.keyboard.press('Escape');

  const [header, ...records] = parseCsv((await download(page, '#export-picks-csv')).text);
  const columns = SMALL[0].length;
  assert.deepEqual(header.slice(columns + 1), ['row', 'part', 'degree', 'label', 'passed', 'flagged', 'note']);
  assert.deepEqual(records[0].slice(columns + 4), ['money; food', '', 'true', 'Ada, 3 and "4"']);
  assert.deepEqual(records.slice(1, 3).map((record) => record[columns + 5]), ['cannot tell', 'skipped']);
  assert.deepEqual(records[0].slice(0, columns), SMALL[rows[0] + 1], 'every cell of the file is exported unchanged');
  const [line] = (await download(page, '#export-jsonl')).text.trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual([line.labels, line.flagged, line.note], [['money', 'food'], true, 'Ada, 3 and "4"']);

  const all = (await download(page, '#export-all-csv')).text;
  const allRecords = parseCsv(all).slice(1);
  assert.deepEqual(allRecords.map((record) => record.slice(0, columns)), SMALL.slice(1), 'all texts are exported in the order of the file');
  assert.deepEqual(allRecords[rows[0]], records[0]);
  assert.equal(allRecords.filter((record) => record[columns + 4]).length, 1);
  const lines = (await download(page, '#export-all-jsonl')).text.trimEnd().split('\n');
  assert.equal(lines.length, allRecords.length);
  await unfold(page);
  await page.selectOption('#export-format', 'tsv');
  const { name, text: tabs } = await download(page, '#export-all-other');
  assert.ok(name.endsWith('-all.tsv') && tabs.split('\n')[0].includes('\trank_fastgas\trow\t'), name);

  // A text with two labels keeps both labels when the exported file is imported.
  await page.setInputFiles('#file', write('page-all.csv', all));
  await page.click('#file-labels-open');
  await page.waitForFunction(() => document.querySelector('.file-name')?.textContent === 'page-all.csv');
  await page.click('#import-again');
  await page.waitForSelector('#import-dialog[open]');
  await page.waitForFunction(() => document.querySelector('#import-labels option[value="label"]'));
  await page.selectOption('#import-labels', 'label');
  await page.waitForSelector('#import-per-cell');
  assert.equal(await page.inputValue('#import-per-cell'), ';');
  await page.click('#open-import');
  await page.waitForSelector('#import-dialog', { state: 'hidden' });
  await dropEmbeddings(page, npy(SMALL.length - 1, 4));
  await set(page, 'budget', 4);
  await select(page);
  await page.click(`.pick[data-row="${rows[0]}"] button`);
  await waitForChips(rows[0], ['money', 'food']);
  assert.deepEqual(await page.$$eval('.label-button', (buttons) => buttons.map((button) => button.dataset.label)), ['money', 'food']);
  assert.equal(await page.locator('#go-on').count(), 1, 'a text can have several labels');
});

check('written answers survive a reload and are exported', async ({ page }) => {
  await selectSmall(page, 3);
  const rows = await picks(page);
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  await page.fill('#answer', 'Block it; then call.');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector(`#picks [data-row="${rows[0]}"] .chip:not(.unsaved)`);
  assert.equal(await page.inputValue('#answer'), '');
  // Typed text is also saved when the field loses the focus.
  await page.fill('#answer', 'Bake\nslowly');
  await leaveFields(page);
  await page.waitForSelector(`#picks [data-row="${rows[1]}"] .chip:not(.unsaved)`);
  await page.reload();
  await page.waitForSelector(`#picks [data-row="${rows[1]}"] .chip`);
  const [header, ...records] = parseCsv((await download(page, '#export-csv')).text);
  assert.deepEqual(records.map((record) => record[header.indexOf('label')]), ['Block it; then call.', 'Bake\nslowly']);
});

check('project continues from its backup file where it stopped', async ({ page }) => {
  await selectSmall(page, 4);
  const rows = await picks(page);
  for (const name of ['yes', 'no']) await addLabel(page, name);
  await leaveFields(page);
  const backupStatus = () => page.innerText('#backed-up');
  assert.match(await backupStatus(), /not backed up yet/);
  await labelByKey(page, '2');
  await labelByKey(page, '1');
  // The changes are two labels in the label set and two labeled texts.
  assert.match(await backupStatus(), /4 changes are in this browser only/);
  assert.match(await page.innerText('#backup-lacks'), /2 labels, 2 changes to the label set/);
  const barText = () => page.innerText('.backing');
  assert.match(await barText(), /2 labels and 2 other changes not backed up\s+Back up/);
  await page.waitForFunction(() => /This browser/.test(document.querySelector('#promised')?.textContent));
  const file = await download(page, '#back-up');
  assert.equal(file.name, 'small.fastgas');
  assert.match(await backupStatus(), /backed up/);
  assert.match(await barText(), /✓ Backed up just now/);
  await leaveFields(page);
  await labelByKey(page, '1');
  assert.match(await backupStatus(), /1 change since/);

  // After a question about the changes since the backup, the file replaces the changes.
  const backup = write('small.fastgas', file.bytes);
  await drop(page, backup);
  await page.click('#incoming-open');
  await page.waitForFunction(() => document.querySelector('#labeled-count')?.textContent.trim().startsWith('2'));
  // The backup also opens while the project is not open, as on another machine.
  await page.click('#new-project');
  await page.waitForSelector('#try-sample');
  await drop(page, backup);
  await page.waitForSelector('#labeled-count');
  const checkProject = async () => {
    await page.waitForFunction(() => document.querySelectorAll('#picks .chip:not(.unsaved)').length === 2);
    assert.deepEqual(await picks(page), rows);
    assert.deepEqual(await page.locator('#picks .chip').allInnerTexts(), ['no', 'yes']);
    assert.ok(await colorsOnMap(page) > 4, 'the map is drawn');
  };
  await checkProject();
  await page.reload();
  await checkProject();
  await drop(page, write('broken.fastgas', file.bytes.subarray(0, -40)));
  assert.match(await message(page), /is damaged/);
  await checkProject();
});

check('labeling goal survives a reload and is reported when reached', async ({ page }) => {
  await selectSmall(page, 6);
  for (const name of ['one', 'two']) await addLabel(page, name);
  await labelByKey(page, '1');
  await page.click('#set-out summary');
  await page.fill('#goal-texts', '2');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#sitting');
  assert.equal(await page.innerText('#goal-words'), '0 of 2 in this session');
  await leaveFields(page);
  await labelByKey(page, '2');
  await page.waitForSelector('#goal-words:text-is("1 of 2 in this session")');
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#goal-words:text-is("1 of 2 in this session")');
  await labelByKey(page, '1');
  await page.waitForSelector('#goal-words.reached');
  assert.match(await page.innerText('#goal-words'), /^Goal reached: 2 texts in \d+ minutes?$/);
  await page.click('#more-of-goal');
  await page.waitForSelector('#goal-words:text-is("0 of 2 in this session")');
  await page.click('#end-goal');
  await page.waitForSelector('#set-out');
});
