// The files of 17 problem reports about other tools (tests/cases) in the page, in a real Chromium.
// The tests check the proposals of the dialog and the number of opened texts. All files are opened in one page.
// tests/cli/cases.rs compares every cell of the files.

import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { LONG, dropEmbeddings, launch, picks, select, set, visit } from '../support/tools.mjs';
import { write } from '../support/page.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });

const path = (folder, file) => join('tests/cases', folder, file);

const waitForPreview = (page) => page.waitForSelector('.import-look[aria-busy=false]', { state: 'attached' });

const waitForTexts = (page, name, texts) => page.waitForFunction(
  ([name, texts]) => document.querySelector('h1.file-name')?.textContent === name
    && new RegExp(`^${texts} texts?,`).test(document.querySelector('.data .cache span')?.innerText),
  [name, texts],
);

// For each file: the expected number of opened texts, and the expected content of the dialogs.
// `problem` is the problem that the import dialog shows, and `changes` are the settings that the test changes in the dialog.
// `remark` is a remark on the opened file. `labels` is a text that the dialog about the file's labels contains.
const QUOTES = '01-miller1533-tsv-quotes';
const BACKSLASH = '03-duckdb14304-backslash';
const JOINED = '04-hledger2189-concat-bom';
const TELEGRAM = '05-tdesktop25000-telegram';
const ENVELOPE = '06-duckle27-envelope';
const PACKED = '10-pushshift11-archives';
const NAMES = '11-labelsleuth315-header-blank';
const NUMBER_SIGN = '14-doccano1821-hash-labels';
const PRODIGY = '15-prodigy5036-answer';
const DELIMITERS = '18-exceldatareader687-multichar';
const ANNOTATORS = '28-labelstudio1052-annotators';
const ODD = '34-odd-pools';
const COMMENTS = '39-duckdb12746-comments';
const wide = ['text', ...Array.from({ length: 299 }, (_, column) => `c${column}`)].join(',');
const wideRow = (row) => [`text number ${row}`, ...Array.from({ length: 299 }, (_, column) => row * column)].join(',');

const keyed = Object.fromEntries(Array.from({ length: 24 }, (_, row) => [`note ${row}`, { text: `text number ${row}`, row }]));

const OPENED = [
  { file: path(QUOTES, 'paired.tsv'), texts: 24, problem: /lines 5–7; there are 22 rows, or 24 if quotes belong to the text/, changes: { 'import-quotes': 'no' } },
  { file: path(QUOTES, 'uneven.tsv'), texts: 24, problem: /lines 5–8; there are 21 rows, or 24 if quotes belong to the text/, changes: { 'import-quotes': 'no' } },
  { file: path(BACKSLASH, 'backslash.csv'), texts: 24, problem: /line 5: a backslash precedes a quote/i, changes: { 'import-quotes': 'backslash' } },
  { file: path(BACKSLASH, 'backslash-nocomma.csv'), texts: 24, problem: /there is a backslash before some of them/i, changes: { 'import-quotes': 'backslash' } },
  { file: path(JOINED, 'joined.csv'), texts: 24, remark: /Repeated column names left out: line 14\./ },
  { file: path(JOINED, 'joined-nohead.csv'), texts: 24, remark: /Byte order marks within the file left out: line 14\./ },
  { file: path(JOINED, 'doublebom.csv'), texts: 24, remark: /Byte order marks within the file left out: line 1\./ },
  { file: path(TELEGRAM, 'result.json'), texts: 24, problem: /they are likely the list at “messages”/i, remark: /12 texts are joined from their parts/ },
  { file: path(TELEGRAM, 'result-oneline.json'), texts: 24, problem: /they are likely the list at “messages”/i },
  { file: path(TELEGRAM, 'messages-only.json'), texts: 24, remark: /12 texts are joined from their parts/ },
  { file: path(ENVELOPE, 'tweets-v2.json'), texts: 24, problem: /they are likely the list at “data”/i, remark: /Other lists in this file: .*includes\.users/ },
  { file: path(ENVELOPE, 'reddit.json'), texts: 24, problem: /they are likely the list at “data\.children”/i },
  { file: path(ENVELOPE, 'pages.jsonl'), texts: 24, problem: /they are likely the list at “data”/i },
  { file: write('case-keyed.json', JSON.stringify({ n: 24, notes: keyed })), texts: 24,
    problem: /they are likely the values at “notes\.\*”, whose keys become the column “key”/i,
    remark: /Only the values at “notes\.\*” are rows; their keys are in the column “key”\./ },
  { file: path(ENVELOPE, 'tweets.js'), texts: 24, remark: /The file is a script; its beginning “window\.YTD\.tweets\.part0 =” is skipped/ },
  { file: path('08-codextrace279-surrogate', 'cut.jsonl'), texts: 24, problem: /line 6: .*is half of a character/i, changes: { 'import-repair': 'keep' } },
  { file: path('09-muutils65-nan', 'somescores.jsonl'), texts: 24, problem: /line 1: “NaN” is not JSON/i, changes: { 'import-repair': 'keep' } },
  { file: path('09-muutils65-nan', 'scores.jsonl'), texts: 24, problem: /line 1: “NaN” is not JSON/i, changes: { 'import-repair': 'keep' } },
  { file: path(PACKED, 'RC_2031-01.zst'), texts: 24 },
  { file: path(PACKED, 'RC_2031-01.bz2'), texts: 24 },
  { file: path(PACKED, 'RC_2031-01.jsonl.gz'), texts: 24 },
  { file: path(PACKED, 'survey.csv.zip'), texts: 24 },
  { file: path(PACKED, 'RC_big.zst'), texts: '4,800' },
  { file: path(NAMES, 'blank.csv'), texts: 24 },
  { file: path(NAMES, 'nbsp.csv'), texts: 24 },
  { file: path(NAMES, 'case.csv'), texts: 24 },
  { file: path(NUMBER_SIGN, 'all.csv'), texts: 24, separator: '#' },
  { file: path(NUMBER_SIGN, 'all.jsonl'), texts: 24, separator: 'list' },
  { file: path(PRODIGY, 'textcat.jsonl'), texts: 24, labels: /13 answers count[^]*Rejected: 10\. Ignored, canceled or unfinished: 1\./ },
  { file: path(PRODIGY, 'choice.jsonl'), texts: 24, labels: /20 answers count[^]*Rejected: 0\. Ignored, canceled or unfinished: 4\./ },
  { file: path(DELIMITERS, 'bars.csv'), texts: 24 },
  { file: path(DELIMITERS, 'bars.txt'), texts: 24 },
  { file: path(DELIMITERS, 'ctrla.csv'), texts: 24 },
  { file: path(DELIMITERS, 'section.csv'), texts: 24 },
  { file: path(DELIMITERS, 'colons.dat'), texts: 24, problem: /line 1 should name the columns, but column 1 is “0”/i },
  { file: path(ANNOTATORS, 'export.json'), texts: 24, labels: /48 answers count/ },
  { file: path(ANNOTATORS, 'two-questions.json'), texts: 24, questions: ['sentiment', 'topic'] },
  { file: path(ANNOTATORS, 'ls.csv'), texts: 48, labels: /48 answers count/ },
  { file: path(ODD, 'one.csv'), texts: 1 },
  { file: path(ODD, 'two.csv'), texts: 2 },
  { file: path(ODD, 'three.csv'), texts: 3 },
  { file: path(ODD, 'caps.csv'), texts: 24 },
  { file: path(ODD, 'code.jsonl'), texts: 24 },
  { file: path(ODD, 'numbers.csv'), texts: 30 },
  { file: path(ODD, 'numbers.txt'), texts: 30 },
  { file: path(ODD, 'same.csv'), texts: 30 },
  { file: path(ODD, 'urls.txt'), texts: 30 },
  { file: write('case-wide.csv', `${wide}\n${Array.from({ length: 24 }, (_, row) => `${wideRow(row)}\n`).join('')}`), texts: 24 },
  { file: path(COMMENTS, 'above.csv'), texts: 24, remark: /2 lines above the table are left out/ },
  { file: path(COMMENTS, 'above.tsv'), texts: 24, remark: /1 line above the table is left out/ },
  { file: path(COMMENTS, 'below.csv'), texts: 24, remark: /Comment lines left out: line 2\./ },
  { file: path(COMMENTS, 'middle.csv'), texts: 24, remark: /Comment lines left out: line 14\./ },
  { file: path(COMMENTS, 'footer.csv'), texts: 24, remark: /Lines below the table left out: line 27\./ },
];

const REFUSED = [
  ['RC_2031-01.xz', /packed, in the format xz/i],
  ['a.7z', /packed, in the format 7z/i],
  ['survey.sav', /SPSS/],
  ['texts.pkl', /pickle/],
  ['vectors.h5', /HDF5/],
  ['notes.rtf', /RTF/],
  ['report.xls', /HTML or XML/],
  ['report.xls.html', /HTML or XML/],
];

/** Opens a file as a new project, and checks the texts of the dialogs and the number of opened texts. */
async function open(page, { file, texts, problem, changes = {}, remark, labels, questions, separator }) {
  if (await page.locator('h1.file-name').count() > 0) {
    await page.click('#new-project');
    await page.waitForSelector('h1.file-name', { state: 'detached' });
  }
  await page.waitForSelector('#file', { state: 'attached' });
  await page.setInputFiles('#file', file);
  if (problem) {
    await page.waitForSelector('#import-dialog[open] #import-problem');
    await waitForPreview(page);
    assert.match(await page.innerText('#import-problem'), problem, file);
    for (const [id, value] of Object.entries(changes)) await page.selectOption(`#${id}`, value);
    await waitForPreview(page);
    await page.click('#open-import:enabled');
  }
  await waitForTexts(page, basename(file), texts);
  if (labels || questions) {
    await page.waitForSelector('#file-labels-dialog[open]');
    if (labels) assert.match(await page.innerText('#file-labels-counts'), labels, file);
    if (questions) {
      const options = await page.$$eval('#file-labels-question option', (options) => options.map((option) => option.textContent));
      assert.deepEqual(options.slice(1), questions, file);
    }
    await page.click('#file-labels-cancel');
    await page.waitForSelector('#file-labels-dialog:not([open])', { state: 'attached' });
  }
  if (remark) {
    const remarks = await page.$$eval('.found-remark', (remarks) => remarks.map((remark) => remark.innerText));
    assert.match(remarks.join('\n'), remark, file);
  }
  if (separator) assert.equal(await page.inputValue('#own-per-cell'), separator, file);
  assert.equal(await page.locator('#import-dialog[open], #file-labels-dialog[open], #message').count(), 0, `${file}: nothing is asked`);
}

test('cases: the files of 17 reports are opened as proposed', { timeout: LONG }, () => visit(browser, 'cases', async ({ page }) => {
  for (const [name, words] of REFUSED) {
    await page.setInputFiles('#file', path(PACKED, name));
    await page.waitForSelector('#message');
    assert.match(await page.innerText('#message'), words, name);
    await page.click('#dismiss');
    await page.waitForSelector('#message', { state: 'detached' });
  }
  for (const opened of OPENED) await open(page, opened);

  const spreadsheets = '35-labelstudio1165-excel-roundtrip';
  await open(page, { file: path(spreadsheets, 'pool.csv'), texts: 24 });
  for (const [file, facts] of [
    ['colleague-utf8.csv', /24 of them are in .*pool\.csv/],
    ['colleague-excel.csv', /24 of them are in .*pool\.csv/],
    ['colleague-changed.csv', /5 texts differ from the texts in the project only in line endings/],
    ['../36-picks-roundtrip/excel-utf8.csv', /6 of them are in .*pool\.csv/],
    ['../36-picks-roundtrip/excel-semi-1252.csv', /6 of them are in .*pool\.csv/],
    ['../36-picks-roundtrip/semi-1252-zeros-kept.csv', /6 of them are in .*pool\.csv/],
    ['../36-picks-roundtrip/utf16.txt', /6 of them are in .*pool\.csv/],
    ['../36-picks-roundtrip/pandas-float.csv', /6 of them are in .*pool\.csv/],
    ['../36-picks-roundtrip/crlf-in-cells.csv', /6 of them are in .*pool\.csv[^]*1 text differs from the text in the project only in line endings/],
    ['../36-picks-roundtrip/by-code.csv', /6 of them are in .*pool\.csv/],
    ['../36-picks-roundtrip/row-label.csv', /column “row” names 6 rows of .*pool\.csv/],
  ]) {
    await page.setInputFiles('#file', path(spreadsheets, file));
    if (file === 'colleague-excel.csv') {
      await page.waitForSelector('#import-dialog[open] #import-problem');
      await waitForPreview(page);
      assert.match(await page.innerText('#import-problem'), /it is likely windows-1252/i);
      await page.click('#open-import:enabled');
    }
    await page.waitForSelector('#file-labels-dialog[open]');
    assert.match(await page.innerText('#file-labels-facts'), facts, file);
    await page.click('#file-labels-cancel');
    await page.waitForSelector('#file-labels-dialog:not([open])', { state: 'attached' });
  }
  // If the file names rows that the project does not have, the page lists the unknown rows and imports nothing.
  await page.setInputFiles('#file', write('cases-rows.csv', 'row,label\n3,praise\n24,praise\n5,question\n'));
  await page.waitForSelector('#file-labels-dialog[open]');
  assert.match(await page.innerText('#file-labels-facts'), /are 0 to 23\. The file names others: 24 \(record 2\)/);
  await page.click('#file-labels-import');
  await page.waitForFunction(() => document.querySelector('#file-labels-problem').innerText.includes('24 (record 2)'));
  assert.equal(await page.locator('#file-labels-done').count(), 0);
}));

test('cases: two of two and of three texts are selected', { timeout: LONG }, () => visit(browser, 'cases few texts', async ({ page }) => {
  for (const [name, texts] of [['three.csv', 3], ['two.csv', 2]]) {
    await open(page, { file: path(ODD, name), texts });
    await dropEmbeddings(page, npy(texts, texts));
    await set(page, 'budget', 2);
    assert.equal(await page.inputValue('#neighbors'), String(texts - 1), `${name}: a text is not its own neighbor`);
    await select(page);
    const rows = await picks(page);
    assert.equal(new Set(rows).size, 2, `${name}: ${rows}`);
    assert.equal(await page.locator('#message').count(), 0, name);
  }
}));
