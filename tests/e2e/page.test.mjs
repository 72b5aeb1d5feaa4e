// The page in a real Chromium, against the terminal program on the same files.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';

import { tinyEncoder } from './encoder.mjs';
import { startModel } from './model.mjs';
import {
  BANKING77, HAS_BANKING77, LONG, SAMPLE, addLabels, choose, download, drop, dropFiles, ended, fastgas, fastgasAloud, folder, gpuOr,
  launch, leaveFields, openPage, parseCsv, picks, projectDatabase, saved, select, selectNatively, set, stageTimes, unfold, unzip, visit,
} from './tools.mjs';

const scratch = folder('e2e');
const counts = { passed: 0, failed: 0, skipped: 0 };
// WebGPU, in a browser of its own.
const WITH_GPU = gpuOr(['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader']);
const NO_GPU = await whyNoGpu();
let browser;
let browserWithGpu;

before(async () => {
  browser = await launch();
  if (!NO_GPU) browserWithGpu = await launch(WITH_GPU);
});
after(async () => {
  await browser?.close();
  await browserWithGpu?.close();
});
process.on('exit', () => {
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  console.log(`e2e: ${counts.passed} passed, ${counts.failed} failed${skipped}`);
});

/** Why tests of the GPU are skipped, if they are; with FASTGAS_GPU=required that is a failure. */
async function whyNoGpu() {
  const browser = await launch(WITH_GPU);
  const { page, context } = await openPage(browser);
  const found = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
  await context.close();
  await browser.close();
  if (found) return undefined;
  if (process.env.FASTGAS_GPU === 'required') throw new Error('FASTGAS_GPU=required, but this Chromium has no WebGPU adapter');
  return 'no GPU adapter';
}

/**
 * A test with a page of its own, in the browser with a GPU or in the other one. Whatever it does, no request leaves the
 * origin and no script throws.
 */
function check(name, body, { skip, gpu } = {}) {
  skip ??= gpu ? NO_GPU : undefined;
  if (skip) counts.skipped += 1;
  test(name, { skip, timeout: 2 * LONG }, async () => {
    try {
      await visit(gpu ? browserWithGpu : browser, name, body);
      counts.passed += 1;
    } catch (error) {
      counts.failed += 1;
      throw error;
    }
  });
}

function write(name, content) {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

// Four topics, 60 texts, and every cell that a careless reader or writer would change: quotes, line breaks, spaces at
// the ends, formulas, leading zeros, empty cells, letters outside of ASCII; and a header named like one of ours.
const TOPICS = [
  ['bank', (n) => `How do I ${['block', 'replace', 'order', 'unlock'][n % 4]} the debit card that I ${['lost', 'broke', 'forgot'][n % 3]} ${n} days ago?`],
  ['food', (n) => `A recipe for ${['soup', 'bread', 'cake', 'curry'][n % 4]} with ${['lentils', 'rye flour', 'lemons'][n % 3]}, for ${n} people`],
  ['space', (n) => `The ${['probe', 'rover', 'telescope', 'rocket'][n % 4]} sent ${n} pictures of ${['Mars', 'Saturn', 'a comet'][n % 3]} to Earth`],
  ['garden', (n) => `When should I ${['sow', 'prune', 'water', 'harvest'][n % 4]} ${['tomatoes', 'roses', 'beans'][n % 3]} after ${n} weeks of sun?`],
];
const ODD_CELLS = ['', '0012', '=1+1', '  spaces  ', 'a "quoted" word', 'one\ntwo', 'naïve — 東京 🦀', 'semi;colon\ttab', "'", 'NULL'];
const SMALL = [
  ['id', 'text', 'note, odd', 'rank'],
  ...Array.from({ length: 60 }, (_, n) => [
    `${n + 1}`.padStart(4, '0'),
    n === 7 ? 'He said "no", then\nleft' : TOPICS[n % 4][1](n),
    ODD_CELLS[n % ODD_CELLS.length],
    TOPICS[n % 4][0],
  ]),
];
const quote = (cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const SMALL_CSV = write('small.csv', SMALL.map((record) => `${record.map(quote).join(',')}\n`).join(''));

/** Drops files and folders of the disk onto the page, as the system does. */
async function dropPaths(page, context, paths) {
  const devtools = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
  }
}

/** The files of a tiny encoder, as they are dropped, and a folder with the same for the terminal program. */
function encoderFiles(name, config, options) {
  const { onnx, tokenizer } = tinyEncoder(options);
  const files = { 'model.onnx': onnx, 'tokenizer.json': tokenizer, 'config.json': Buffer.from(JSON.stringify(config)) };
  const folder = mkdtempSync(join(scratch, `${name}-`));
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
  return { folder, files: Object.entries(files).map(([file, bytes]) => ({ name: file, bytes })) };
}

/** Opens the encoder that was dropped and uses it. */
async function useEncoder(page) {
  await page.click('#try-encoder');
  await page.click('#use-encoder');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
}

const encoderInUse = (page) => page.innerText('#encoder-in-use');

/** Keys in the store of the encoder. */
async function storedEncoder(page) {
  return page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('fastgas-encoder');
    opening.onsuccess = () => {
      const keys = opening.result.transaction('encoder').objectStore('encoder').getAllKeys();
      keys.onsuccess = () => { opening.result.close(); resolve(keys.result); };
      keys.onerror = () => reject(keys.error);
    };
  }));
}

/** Chooses the text column by its name. */
async function chooseTextColumn(page, name) {
  await page.selectOption('#text-column', { label: name });
}

async function textColumn(page) {
  return page.$eval('#text-column', (select) => select.selectedOptions[0].textContent.trim());
}

async function labeledCount(page) {
  return Number((await page.textContent('#labeled-count')).match(/\d+/)[0]);
}

/** Labels the current text by a key and returns the text. */
async function labelByKey(page, key) {
  const before = await labeledCount(page);
  const text = (await page.textContent('#current-text')).trim();
  await page.keyboard.press(key);
  await page.waitForFunction(
    (count) => Number(document.querySelector('#labeled-count').textContent.match(/\d+/)[0]) === count,
    before + 1,
  );
  return text;
}

async function addLabel(page, name) {
  await page.fill('#label-name', name);
  await page.click('#add-label');
  await page.locator('.label-button', { hasText: name }).first().waitFor();
}

async function message(page) {
  await page.waitForSelector('#message');
  return page.innerText('#message');
}

/** The number of texts that this element is about. */
async function countIn(page, selector) {
  return Number(await page.locator(selector).getAttribute('data-texts'));
}

/** The embeddings in chunks that stand one after another: the vector of each text by its hash, in hexadecimal. */
function readChunks(bytes) {
  const embeddings = new Map();
  for (let at = 0; at < bytes.length;) {
    const [n, d] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)];
    // Hashes, ends, rows.
    const [hashes, rows] = [at + 32, at + 32 + (16 + 4) * n];
    for (let text = 0; text < n; text += 1) {
      const hash = bytes.toString('hex', hashes + 16 * text, hashes + 16 * (text + 1));
      embeddings.set(hash, bytes.toString('hex', rows + 4 * d * text, rows + 4 * d * (text + 1)));
    }
    at = rows + 4 * d * n;
  }
  return embeddings;
}

/** Whether something was drawn on the map: how many colors its pixels have. */
async function colorsOnMap(page) {
  const png = (await page.locator('#map').screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    return new Set(pixels).size;
  }, png);
}

/** Picks of the terminal program in the order of the page. */
async function nativeRows(file, text, budget, ...args) {
  const out = join(scratch, `${basename(file, '.csv')}-picks.csv`);
  const { records } = await selectNatively(file, out, '--text', text, '--budget', budget, ...args);
  const row = records[0].indexOf('row');
  return { records, rows: records.slice(1).map((record) => Number(record[row])) };
}

check('drop a file, select, label three by keyboard, reload, export', async ({ page }) => {
  const budget = 8;
  await drop(page, SMALL_CSV);
  await page.waitForSelector('#text-column');
  assert.equal(await textColumn(page), 'text', 'the guessed text column');
  await set(page, 'budget', budget);
  await select(page);
  assert.ok(await colorsOnMap(page) > 8, 'the map is drawn');

  const native = await nativeRows(SMALL_CSV, 'text', budget);
  assert.deepEqual(await picks(page), native.rows, 'the picks of the page are those of the terminal');

  for (const name of ['money', 'kitchen', 'sky']) await addLabel(page, name);
  await leaveFields(page);
  const given = new Map();
  for (const [key, name] of [['2', 'kitchen'], ['1', 'money'], ['3', 'sky']]) given.set(await labelByKey(page, key), name);
  assert.equal(given.size, 3, 'each key labeled another text');

  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), 3, 'labels after a reload');
  assert.deepEqual(await picks(page), native.rows, 'picks after a reload');

  // CSV: rank, row, part, degree and label in front, then every column of the file, each cell as it was.
  const csv = await download(page, '#export-csv');
  assert.equal(csv.name, 'small-labeled.csv');
  const [header, ...records] = parseCsv(csv.text);
  const columns = header.length - SMALL[0].length;
  assert.equal(columns, 5);
  assert.deepEqual(header.slice(1, 5), ['row', 'part', 'degree', 'label']);
  assert.deepEqual(header.slice(columns), SMALL[0]);
  assert.equal(records.length, 3);
  for (const record of records) {
    const [rank, row, part, degree, label] = record;
    const cells = record.slice(columns);
    assert.deepEqual(cells, SMALL[Number(row) + 1], 'every cell of the file comes back');
    assert.equal(label, given.get(cells[1]), `label of ${cells[1]}`);
    assert.deepEqual([rank, row, part, degree], native.records[Number(rank)].slice(0, 4), 'as the terminal says');
    assert.deepEqual(native.records[Number(rank)].slice(4), cells, 'the terminal loses nothing either');
  }

  // JSON lines say the same.
  const lines = (await download(page, '#export-jsonl')).text.trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map((line) => Object.values(line).slice(0, columns).map(String)),
    records.map((record) => record.slice(0, columns)),
  );
  for (const line of lines) assert.deepEqual(Object.entries(line).slice(columns), SMALL[0].map((name, column) => [name, SMALL[line.row + 1][column]]));
});

check('a label has a key, a color and a meaning of its own', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 4);
  await select(page);
  for (const name of ['yes', 'no']) await addLabel(page, name);
  await unfold(page);
  const field = (what) => page.getByLabel(`${what} of label no`, { exact: true });
  await field('Key').fill('n');
  await field('Key').press('Tab');
  await field('Description').fill('It is about something else');
  await field('Description').press('Tab');
  const colorOf = () => page.$eval('.label-button[data-label=no] kbd', (key) => getComputedStyle(key.parentElement).getPropertyValue('--own'));
  const before = await colorOf();
  await page.getByRole('button', { name: /^Color 2 of \d+ of label no/ }).click();
  await page.getByRole('button', { name: /^Color 3 of \d+ of label no/ }).waitFor();
  assert.notEqual(await colorOf(), before);

  // A key is nobody else's.
  await page.getByLabel('Key of label yes', { exact: true }).fill('N');
  await page.getByLabel('Key of label yes', { exact: true }).press('Tab');
  assert.match(await message(page), /“n” is the key of “no”/);
  assert.equal(await page.getByLabel('Key of label yes', { exact: true }).inputValue(), '1');

  await leaveFields(page);
  await labelByKey(page, 'n');
  assert.equal(await page.locator('.pick[data-label=no]').count(), 1);
  await page.waitForFunction(() => !document.body.innerText.includes('not saved yet'));
  await page.reload();
  await page.waitForSelector('.label-button');
  assert.equal(await page.innerText('.label-button[data-label=no] kbd'), 'n');
  assert.equal(await page.getAttribute('.label-button[data-label=no]', 'title'), 'It is about something else');
  await page.keyboard.press('?');
  await page.waitForSelector('#help-labels');
  assert.match(await page.innerText('#help-labels'), /n\s+no\s+It is about something else/);
});

check('by keys alone from the settings to the last text and its file', async ({ page }) => {
  await choose(page, SMALL_CSV);
  assert.ok(await page.locator('#select').evaluate((button) => button.getBoundingClientRect().bottom <= window.innerHeight), 'in sight');
  await page.fill('#budget', '3');
  assert.equal(await page.innerText('#select'), 'Select 3 texts');
  await page.focus('#select');
  await page.keyboard.press('Enter');
  await ended(page);
  assert.equal(await page.locator('#select.primary').count(), 0, 'what is done is not what is to be done next');
  await page.click('#label-name');
  assert.equal(await page.getAttribute('#label-name', 'placeholder'), 'New label', 'there is nothing to go on with');
  await page.keyboard.type('good');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#label-name[placeholder="New label, or Enter to go on"]');
  // Nothing more to add: the keys are those of the labels.
  await page.keyboard.press('Enter');
  await page.waitForSelector('#current-text:focus');
  assert.equal(await page.locator('#message').count(), 0);
  for (let n = 0; n < 3; n += 1) {
    assert.equal(await page.locator('#all-done').count(), 0);
    await labelByKey(page, '1');
  }
  assert.match(await page.innerText('#all-done'), /All 3 picks are done/);
  const file = await download(page, '#done-export');
  assert.equal(file.text, (await download(page, '#export-csv')).text);
  await page.click('#done-more');
  await page.waitForSelector('#more:focus');
  await page.click('#undo');
  await page.waitForSelector('#all-done', { state: 'detached' });
});

check('labels leave for Excel, Label Studio and Hugging Face', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 4);
  await select(page);
  for (const name of ['yes & "so"', 'no']) await addLabel(page, name);
  await leaveFields(page);
  const text = await labelByKey(page, '1');
  const plain = (await download(page, '#export-csv')).text;
  await unfold(page);
  await page.selectOption('#export-format', 'excel');
  assert.equal((await download(page, '#export-other')).text, `\ufeff${plain}`);
  await page.selectOption('#export-format', 'excel-semicolons');
  assert.match((await download(page, '#export-other')).text, /^\ufeff[^,]+;row;part;degree;label;/);
  await page.selectOption('#export-format', 'tsv');
  const tsv = await download(page, '#export-picks-other');
  assert.equal(tsv.name, 'small-picks.tsv');
  assert.equal(tsv.text.split('\n')[0], `rank_fastgas\trow\tpart\tdegree\tlabel\t${SMALL[0].join('\t')}`);

  await page.selectOption('#export-format', 'label-studio');
  const studio = await unzip(page, '#export-picks-other');
  assert.equal(studio.name, 'small-picks-label-studio.zip');
  const tasks = JSON.parse(studio.files['tasks.json']);
  assert.equal(tasks.length, 4);
  const [done] = tasks.filter(({ annotations }) => annotations.length);
  assert.equal(done.data.text, text);
  assert.deepEqual(done.annotations[0].result[0].value, { choices: ['yes & "so"'] });
  assert.match(studio.files['labeling-config.xml'], /<Text name="text" value="\$text"\/>[^]*<Choice value="yes &amp; &quot;so&quot;"\/>/);

  await page.selectOption('#export-format', 'hugging-face');
  const { files } = await unzip(page, '#export-other');
  const row = JSON.parse(files['data/train.jsonl']);
  assert.deepEqual([row.text, row.label], [text, 'yes & "so"']);
  assert.match(files['README.md'], /^---\nconfigs:[^]*class_label:[^]*'0': "yes & \\"so\\""/);
});

check('undo takes a label back, for good', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 4);
  await select(page);
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

check('another text column, seed, preset and number of parts agree with the terminal too', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await chooseTextColumn(page, 'note, odd');
  await set(page, 'budget', 9);
  await set(page, 'neighbors', 5);
  await set(page, 'parts', 4);
  await set(page, 'seed', 11);
  await page.selectOption('#preset', 'paper');
  await select(page);
  const native = await nativeRows(
    SMALL_CSV, 'note, odd', 9, '--neighbors', 5, '--parts', 4, '--seed', 11, '--preset', 'paper');
  assert.deepEqual(await picks(page), native.rows);
});

check('other methods pick as in the terminal', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 7);
  const fastgas = await nativeRows(SMALL_CSV, 'text', 7);
  const others = [
    ['k-means', []], ['fast-vote-k', ['--centered', '--vote-neighbors', '5']], ['subclustering', ['--parts', '3']],
    ['ideal', []], ['ideal', ['--as-published']],
  ];
  for (const [method, more] of others) {
    await set(page, 'budget', 7);
    await page.selectOption('#method', method);
    await page.selectOption('#centered', more.includes('--centered') ? 'centered' : 'given');
    if (method === 'fast-vote-k') await set(page, 'vote-neighbors', 5);
    if (method === 'subclustering') await set(page, 'parts', 3);
    if (method === 'ideal') await page.selectOption('#procedure', more.length ? 'published' : 'lazy');
    await select(page);
    const args = ['--method', method, ...more];
    const native = await nativeRows(SMALL_CSV, 'text', 7, ...args);
    assert.deepEqual(await picks(page), native.rows, method);
    assert.notDeepEqual(native.rows, fastgas.rows, `${method} is another method`);
    assert.equal(await page.locator('#parts').count(), method === 'subclustering' ? 1 : 0, 'who has no use for parts');
  }
  await set(page, 'budget', 7);
  await page.selectOption('#method', 'fastgas');
  await set(page, 'parts', '');
  await page.selectOption('#centered', 'given');
  await select(page);
  assert.deepEqual(await picks(page), fastgas.rows);
  assert.match(await page.textContent('#why'), /newly covers \d+ other texts?.*in its part of \d+ texts/s);
});

/** Chooses these methods and no others, then compares and waits until that is over. */
async function compareMethods(page, methods, { budgets, seeds, labels }) {
  await page.click('#compare');
  await page.click('#no-methods');
  for (const method of methods) await page.check(`#compare-dialog input[value=${method}]`);
  await page.fill('#compare-budgets', budgets);
  await page.fill('#compare-seeds', seeds);
  await page.selectOption('#compare-labels', labels ? { label: labels } : '');
  await page.click('#start-compare');
  await page.waitForSelector('#compare-results[data-complete=true]', { timeout: LONG });
}

/** The table without its times, which are the last two columns. */
const withoutTimes = (csv) => parseCsv(csv).map((record) => record.slice(0, -2));

check('methods are compared as in the terminal', async ({ page }) => {
  await choose(page, SMALL_CSV);
  assert.equal(await page.locator('#compare').count(), 0, 'there is nothing to compare with yet');
  await set(page, 'budget', 6);
  await select(page);
  // In the terminal's order, whatever the page's.
  const methods = ['fastgas', 'random', 'fast-vote-k', 'k-means', 'typical'];
  const [budgets, seeds] = ['6,12', '0,3,4'];
  for (const [labels, centered] of [['rank', false], [undefined, true]]) {
    await set(page, 'budget', 6);
    await page.selectOption('#centered', centered ? 'centered' : 'given');
    await compareMethods(page, methods, { budgets, seeds, labels });
    const { name, text } = await download(page, '#export-compare');
    assert.equal(name, 'small-methods.csv');
    const out = join(scratch, 'methods.csv');
    await fastgas(
      'compare', SMALL_CSV, '--text', 'text', '--budgets', budgets, '--seeds', seeds, '--methods', methods.join(), '--out', out,
      '--quiet', ...(labels ? ['--label', labels] : []), ...(centered ? ['--centered'] : []));
    const native = readFileSync(out, 'utf8');
    assert.deepEqual(withoutTimes(text), withoutTimes(native));
    const shown = page.locator('#compare-table tbody tr');
    assert.equal(await shown.count(), methods.length * 2);
    const head = await page.locator('#compare-table thead').innerText();
    assert.equal(/Accuracy/.test(head), Boolean(labels), head);
    assert.equal(await page.locator('.dot-plot').count(), labels ? 6 : 3);
    assert.equal(await page.locator('.dot-plot').first().locator('circle').count(), methods.length * 2);

    // Sorted by facility coverage, one way and the other.
    const [header, ...records] = parseCsv(native);
    const column = header.indexOf('facility_coverage');
    const best = records.toSorted((a, b) => Number(b[column]) - Number(a[column])).map(([method, budget]) => `${method} ${budget}`);
    const order = () => shown.evaluateAll((rows) => rows.map(({ dataset }) => `${dataset.method} ${dataset.budget}`));
    const sort = page.getByRole('button', { name: 'Facility coverage' });
    await sort.click();
    assert.deepEqual(await order(), best);
    await sort.click();
    assert.deepEqual(await order(), best.toReversed());
    await page.click('#close-compare');
  }
  // The picks on the screen are as they were.
  await page.selectOption('#centered', 'given');
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 6)).rows);
});

check('a comparison is shown run by run, goes on unseen, and stops at once', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  await page.click('#compare');
  await page.selectOption('#compare-labels', { label: 'note, odd' });
  assert.match(await page.innerText('#compare-note'), /^Row 0: column “note, odd” is empty/);
  assert.ok(await page.isDisabled('#start-compare'), 'empty cells are no labels');
  await page.selectOption('#compare-labels', '');
  // Far more runs than anybody waits for.
  await page.fill('#compare-seeds', Array.from({ length: 2_000 }, (_, seed) => seed).join());
  await page.click('#start-compare');
  await page.waitForSelector('#compare-table tbody tr');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#compare-dialog', { state: 'hidden' });
  const done = async () => Number((await page.innerText('#compare')).match(/(\d[\d,]*) of/)[1].replace(',', ''));
  const before = await done();
  await page.waitForFunction(
    (before) => Number(document.querySelector('#compare').textContent.match(/(\d[\d,]*) of/)[1].replace(',', '')) > before, before);
  await page.click('#compare');
  await page.click('#stop-compare');
  await page.waitForSelector('#compare-results[data-complete=true]', { timeout: 2_000 });
  assert.equal(await page.locator('#compare-problem').count(), 0, 'to stop is no error');
  const [, ...records] = parseCsv((await download(page, '#export-compare')).text);
  assert.ok(records.length > 0, 'what was ready stays');
});

/** As the page writes it, in one piece. */
const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

check('what the picks cover is drawn as the terminal measures it, and kept', async ({ page }) => {
  const budget = 8;
  await choose(page, SMALL_CSV);
  for (const flags of [['--centered'], []]) {
    await set(page, 'budget', budget);
    await page.selectOption('#centered', flags.length ? 'centered' : 'given');
    await select(page);
    await page.waitForSelector('#coverage');
    const out = join(scratch, 'covered.csv');
    await selectNatively(SMALL_CSV, out, '--text', 'text', '--budget', budget, ...flags);
    const evaluated = await fastgas('evaluate', SMALL_CSV, '--text', 'text', '--picks', out, '--curve', '--quiet');
    const { curve, last_label: last } = JSON.parse(evaluated);
    const shown = await page.$$eval('#coverage-table tbody tr', (rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(
      shown.map(([label, coverage, , covered]) => [label, coverage, covered]),
      curve.map((point) => [`${point.picks}`, percent(point.facility_coverage), `${point.covered_vertices}`]),
    );
    assert.ok((await page.textContent('#stop-hint')).includes(`The 8th label adds ${percent(last.facility_coverage)} and`));
  }
  await addLabel(page, 'yes');
  await leaveFields(page);
  assert.equal(await page.locator('#coverage rect.labeled-so-far').count(), 0);
  for (let label = 0; label < 3; label += 1) await labelByKey(page, '1');
  const covered = (await page.$$eval('#coverage-table tbody tr', (rows) => rows.map((row) => row.cells[3].textContent)));
  const soFar = `Labeled: 3 of 8. ${covered[2]} of `;
  await page.waitForFunction((words) => document.querySelector('#coverage')?.innerText.includes(words), soFar);
  assert.match(await page.innerText('#coverage'), / texts have a label or a neighbor with one\. The 4th label adds/);
  await page.reload();
  await page.waitForSelector('#coverage rect.labeled-so-far');
  assert.ok((await page.innerText('#coverage')).includes(soFar));
  await page.click('#coverage button');
  assert.ok(await page.isVisible('#coverage-table'));
});

check('more picks go on from those that there are, and not from those that were skipped', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  const first = await picks(page);
  await addLabel(page, 'yes');
  await leaveFields(page);
  await labelByKey(page, '1');
  await page.keyboard.press('s');
  await page.waitForSelector(`#picks [data-row="${first[1]}"] .chip.passed:not(.unsaved)`);
  assert.equal(Number(await page.locator('#current-text').getAttribute('data-row')), first[2]);
  await page.reload();
  await page.waitForSelector(`#picks [data-row="${first[1]}"] .chip.passed`);
  await page.selectOption('#method', 'k-means');
  assert.match(await page.textContent('#more-hint'), /k-means makes all picks at once/);
  assert.ok(await page.isDisabled('#pick-more'));
  await page.selectOption('#method', 'fastgas');
  await page.fill('#more', '6');
  await page.click('#pick-more');
  await ended(page);
  const kept = first.filter((row) => row !== first[1]);
  write('first.csv', `row\n${kept.join('\n')}\n`);
  write('skipped.csv', `row\n${first[1]}\n`);
  const native = await nativeRows(
    SMALL_CSV, 'text', 10, '--extend', join(scratch, 'first.csv'), '--skip', join(scratch, 'skipped.csv'));
  assert.deepEqual(native.rows.slice(0, 4), kept);
  assert.deepEqual(await picks(page), native.rows);
  assert.equal(await labeledCount(page), 1, 'the label stays');
});

check('several labels, a flag, a note, can’t tell and redo: by keyboard, kept, and in the export', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 4);
  await select(page);
  const rows = await picks(page);
  const current = async () => Number(await page.locator('#current-text').getAttribute('data-row'));
  const isAt = (row) => page.waitForFunction((row) => document.querySelector('#current-text')?.dataset.row === String(row), row);
  const chipsAre = (row, texts) => page.waitForFunction(([row, texts]) => {
    const shown = document.querySelectorAll(`#picks [data-row="${row}"] .chip:not(.unsaved)`);
    return JSON.stringify([...shown].map((chip) => chip.textContent)) === JSON.stringify(texts);
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
  await chipsAre(rows[0], ['money', 'food']);
  assert.equal(await current(), rows[0], 'nothing moves before Enter');
  await page.keyboard.press('!');
  await page.keyboard.press(',');
  await page.keyboard.type('Ada, 3 and "4"');
  await page.keyboard.press('Escape');
  await page.waitForSelector(`#picks [data-row="${rows[0]}"] [aria-label^="note: Ada"]`);
  await page.keyboard.press('Enter');
  await isAt(rows[1]);
  await page.keyboard.press('.');
  await chipsAre(rows[1], ['can’t tell']);
  await isAt(rows[2]);

  // Undone all the way, and made again.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('u');
  await page.waitForFunction((row) => !document.querySelector(`#picks [data-row="${row}"] [aria-label="flagged"]`), rows[0]);
  await chipsAre(rows[1], []);
  await page.keyboard.press('Shift+U');
  await page.keyboard.press('Control+Shift+Z');
  await page.keyboard.press('Control+y');
  await chipsAre(rows[1], ['can’t tell']);
  assert.ok(await page.isDisabled('#redo'));

  await page.keyboard.press('?');
  await page.fill('#guidelines', 'Money before food.');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  // Within the same frame the field of the closed dialog still has the keys.
  await leaveFields(page);
  await page.keyboard.press('Enter');
  await page.keyboard.press('s');
  await chipsAre(rows[2], ['skipped']);
  await page.reload();
  await chipsAre(rows[0], ['money', 'food']);
  await chipsAre(rows[1], ['can’t tell']);
  assert.equal(await current(), rows[3], 'where one stopped');
  await page.keyboard.press('?');
  assert.equal(await page.inputValue('#guidelines'), 'Money before food.');
  await page.keyboard.press('Escape');

  const [header, ...records] = parseCsv((await download(page, '#export-picks-csv')).text);
  assert.deepEqual(header.slice(1, 8), ['row', 'part', 'degree', 'label', 'passed', 'flagged', 'note']);
  assert.deepEqual(records[0].slice(4, 8), ['money; food', '', 'true', 'Ada, 3 and "4"']);
  assert.deepEqual(records.slice(1, 3).map((record) => record[5]), ['cannot tell', 'skipped']);
  assert.deepEqual(records[0].slice(8), SMALL[rows[0] + 1], 'every cell of the file comes back');
  const [line] = (await download(page, '#export-jsonl')).text.trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual([line.labels, line.flagged, line.note], [['money', 'food'], true, 'Ada, 3 and "4"']);

  const all = (await download(page, '#export-all-csv')).text;
  const whole = parseCsv(all).slice(1);
  assert.deepEqual(whole.map((record) => record.slice(8)), SMALL.slice(1), 'every text in the order of the file');
  assert.deepEqual(whole[rows[0]], records[0]);
  assert.equal(whole.filter((record) => record[4]).length, 1);
  const lines = (await download(page, '#export-all-jsonl')).text.trimEnd().split('\n');
  assert.equal(lines.length, whole.length);
  await unfold(page);
  await page.selectOption('#export-format', 'tsv');
  const { name, text: tabs } = await download(page, '#export-all-other');
  assert.ok(name.endsWith('-all.tsv') && tabs.startsWith('rank_fastgas\trow\t'), name);

  // What went out comes in again, two labels of a text as two.
  await page.setInputFiles('#file', write('page-all.csv', all));
  await page.click('#adding-open');
  await page.waitForFunction(() => document.querySelector('.file-name')?.textContent === 'page-all.csv');
  await page.click('#import-again');
  await page.waitForSelector('#import-dialog[open]');
  await page.waitForFunction(() => document.querySelector('#import-labels option[value="label"]'));
  await page.selectOption('#import-labels', 'label');
  await page.waitForSelector('#import-per-cell');
  assert.equal(await page.inputValue('#import-per-cell'), ';');
  await page.click('#open-import');
  await page.waitForSelector('#import-dialog', { state: 'hidden' });
  await set(page, 'budget', 4);
  await select(page);
  await page.click(`.pick[data-row="${rows[0]}"] button`);
  await chipsAre(rows[0], ['money', 'food']);
  assert.deepEqual(await page.$$eval('.label-button', (buttons) => buttons.map((button) => button.dataset.label)), ['money', 'food']);
  assert.equal(await page.locator('#go-on').count(), 1, 'a text can have several');
});

check('answers are written, kept and exported', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  await select(page);
  const rows = await picks(page);
  await page.click('.label-set summary');
  await page.selectOption('#answers', 'text');
  await page.fill('#answer', 'Block it; then call.');
  await page.keyboard.press('Control+Enter');
  await page.waitForSelector(`#picks [data-row="${rows[0]}"] .chip:not(.unsaved)`);
  assert.equal(await page.inputValue('#answer'), '');
  // What is typed is kept when the field is left, too.
  await page.fill('#answer', 'Bake\nslowly');
  await leaveFields(page);
  await page.waitForSelector(`#picks [data-row="${rows[1]}"] .chip:not(.unsaved)`);
  await page.reload();
  await page.waitForSelector(`#picks [data-row="${rows[1]}"] .chip`);
  const records = parseCsv((await download(page, '#export-csv')).text).slice(1);
  assert.deepEqual(records.map((record) => record[4]), ['Block it; then call.', 'Bake\nslowly']);
});

check('a project is backed up, and goes on from the file where it stopped', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 4);
  await select(page);
  const rows = await picks(page);
  for (const name of ['yes', 'no']) await addLabel(page, name);
  await leaveFields(page);
  const badge = () => page.innerText('#backed-up');
  assert.match(await badge(), /not backed up yet/);
  await labelByKey(page, '2');
  await labelByKey(page, '1');
  assert.match(await badge(), /2 changes are in this browser only/);
  const inBar = () => page.innerText('.backing');
  assert.match(await inBar(), /2 not backed up\s+Back up/);
  await page.waitForFunction(() => /This browser/.test(document.querySelector('#promised')?.textContent));
  const file = await download(page, '#back-up');
  assert.equal(file.name, 'small.fastgas');
  assert.match(await badge(), /backed up/);
  assert.match(await inBar(), /✓ Backed up just now/);
  await leaveFields(page);
  await labelByKey(page, '1');
  assert.match(await badge(), /1 change since/);

  // Another day: what was said since is asked about, then the file counts.
  const backup = write('small.fastgas', file.bytes);
  await drop(page, backup);
  await page.click('#incoming-open');
  await page.waitForFunction(() => document.querySelector('#labeled-count')?.textContent.trim().startsWith('2'));
  // Another machine.
  await page.click('#new-project');
  await page.waitForSelector('#try-sample');
  await drop(page, backup);
  await page.waitForSelector('#labeled-count');
  const isWhole = async () => {
    await page.waitForFunction(() => document.querySelectorAll('#picks .chip:not(.unsaved)').length === 2);
    assert.deepEqual(await picks(page), rows);
    assert.deepEqual(await page.locator('#picks .chip').allInnerTexts(), ['no', 'yes']);
    assert.ok(await colorsOnMap(page) > 4, 'the map is drawn');
  };
  await isWhole();
  await page.reload();
  await isWhole();
  await drop(page, write('broken.fastgas', file.bytes.subarray(0, -40)));
  assert.match(await message(page), /is damaged/);
  await isWhole();
});

check('a goal is set for a sitting, is kept over a reload, and is reached', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 6);
  await select(page);
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
  await saved(page);
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

check('duplicates are counted, and folded as in the terminal', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await chooseTextColumn(page, 'note, odd');
  for (const flags of [[], ['--fold-duplicates']]) {
    await set(page, 'budget', 5);
    await set(page, 'neighbors', 3);
    await page.selectOption('#duplicates', flags.length ? 'fold' : 'keep');
    await select(page);
    const { records, summary } = await selectNatively(
      SMALL_CSV, join(scratch, 'folded.csv'), '--text', 'note, odd', '--budget', 5, '--neighbors', 3, ...flags);
    assert.deepEqual(await picks(page), records.slice(1).map(([, row]) => Number(row)));
    const count = await page.getAttribute('#duplicate-count', 'data-texts');
    assert.equal(Number(count), summary.duplicates.instances);
    assert.ok(summary.duplicates.instances > 50);
  }
});

check('one worker or two, the picks are the same', async ({ page }) => {
  // Each in a context of its own, so that no embedding is remembered.
  const other = await openPage(browser);
  const chosen = [];
  for (const [workers, { page: at }] of [[1, { page }], [2, other]]) {
    await choose(at, SMALL_CSV);
    await set(at, 'budget', 10);
    await set(at, 'workers', workers);
    await select(at);
    chosen.push(await picks(at));
  }
  await other.context.close();
  assert.deepEqual([...other.foreign, ...other.problems], []);
  assert.equal(chosen[0].length, 10);
  assert.deepEqual(chosen[1], chosen[0]);
});

check('the program that embeds is fetched with the first texts to embed, and can be cancelled on its way', async ({ page, context }) => {
  let arrive;
  const arrived = new Promise((resolve) => { arrive = resolve; });
  await context.route(/worker-encoder[^/]*\.wasm$/, async (route) => {
    await arrived;
    await route.continue();
  });
  const asked = page.waitForRequest(/worker-encoder[^/]*\.wasm$/);
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  const programs = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('worker-encoder')));
  assert.deepEqual(await programs(), [], 'to read a table it is not needed');
  await page.click('#select');
  await asked;
  await page.click('#cancel');
  await page.waitForSelector('#progress', { state: 'detached', timeout: 10_000 });
  assert.equal(await page.locator('#message').count(), 0, 'to cancel is no error');
  arrive();
  await select(page);
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 5)).rows);
});

check('the sample: cancel in the middle, select again, same picks as the terminal', async ({ page }) => {
  await page.click('#try-sample');
  await page.waitForSelector('#text-column', { timeout: 120_000 });
  assert.equal(await textColumn(page), 'text');
  await page.click('#select');
  // In the middle of the embedding: when the page has counted some texts, but by far not all.
  await page.waitForFunction(
    () => Number(document.querySelector('#progress progress')?.value) >= 32 && document.querySelector('#progress progress').value < 2500,
    null,
    { timeout: LONG },
  );
  await page.click('#cancel');
  await page.waitForSelector('#progress', { state: 'detached', timeout: 10_000 });
  assert.equal((await picks(page)).length, 0, 'a cancelled run picks nothing');
  assert.equal(await page.locator('#message').count(), 0, 'to cancel is no error');
  const kept = await countIn(page, '#kept');
  assert.ok(kept >= 32, `${kept} embeddings are kept`);
  await page.click('#select');
  assert.equal(await countIn(page, '#cached'), kept, 'the next run goes on from there');
  await ended(page);
  const native = await nativeRows(SAMPLE, 'text', 18);
  assert.deepEqual(await picks(page), native.rows);
  assert.ok(await colorsOnMap(page) > 18, 'the map is drawn');
  for (const stage of ['embed', 'neighbors', 'partition', 'select']) {
    assert.ok((await stageTimes(page))[stage] > 0, `time of stage ${stage}`);
  }
});

check('pause, reload in the middle, select again: only what is missing is embedded', async ({ page }) => {
  await choose(page, SAMPLE);
  await page.click('#select');
  await page.waitForFunction(() => document.querySelector('#progress progress')?.value >= 300, null, { timeout: LONG });
  // By keyboard; what the workers have begun they finish, and then nothing moves.
  await page.focus('#pause');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor();
  const shown = () => page.$eval('#progress progress', (bar) => bar.value);
  await page.waitForTimeout(3000);
  const done = await shown();
  await page.waitForTimeout(2000);
  assert.equal(await shown(), done, 'nothing is begun while the run is paused');
  assert.ok(done < 3000);
  assert.equal(await page.innerText('#pause'), 'Resume');
  // What is ready is seen already.
  assert.equal(await countIn(page, '#sketch'), done);
  const inked = await page.$eval('#sketch canvas', (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, place) => place % 4 === 3 && value > 0).length;
  });
  assert.ok(inked > 4 * done, `${inked} pixels of ${done} dots have ink`);

  await page.reload();
  assert.ok(await countIn(page, '#cache') >= 300, 'what is kept is shown');
  await page.click('#select');
  assert.equal(await countIn(page, '#cached'), done, 'what was embedded before the reload is not embedded again');
  assert.ok(await countIn(page, '#sketch') >= done);
  await page.click('#pause');
  await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor();
  await page.click('#pause');
  await ended(page);
  const native = await nativeRows(SAMPLE, 'text', 18);
  assert.deepEqual(await picks(page), native.rows, 'with the cache as without');
  assert.equal(await page.locator('#sketch').count(), 0, 'the map takes its place');

  // Everything is kept now: the next visit embeds nothing.
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await set(page, 'seed', 5);
  await page.click('#select');
  assert.equal(await countIn(page, '#cached'), 3000);
  await ended(page);
  assert.deepEqual(await picks(page), (await nativeRows(SAMPLE, 'text', 18, '--seed', 5)).rows);
});

check('rows that are added later cost only themselves, and the cache can be emptied', async ({ page }) => {
  const file = (name, records) => write(name, records.map((record) => `${record.map(quote).join(',')}\n`).join(''));
  await choose(page, file('first.csv', SMALL.slice(0, 41)));
  await set(page, 'budget', 5);
  await select(page);
  assert.equal(await countIn(page, '#cache'), 40);
  // The last row twice: it is embedded once.
  await page.setInputFiles('#file', file('more.csv', [...SMALL, SMALL[60]]));
  assert.match(await page.innerText('#adding-facts'), /It has 61 texts; 40 of them are in first\.csv already/);
  await page.click('#adding-open');
  await page.getByText('61 texts').first().waitFor();
  // The line is on the screen only while the other texts are embedded, which may be shorter than a step of the test.
  await page.evaluate(() => {
    const look = () => { window.cached = document.querySelector('#cached')?.dataset.texts ?? window.cached; };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.click('#select');
  await ended(page);
  assert.equal(await page.evaluate(() => window.cached), '40');
  assert.equal(await countIn(page, '#cache'), 60);
  const native = await nativeRows(join(scratch, 'more.csv'), 'text', 5);
  assert.deepEqual(await picks(page), native.rows);

  await page.click('#empty-cache');
  assert.match(await page.innerText('#question'), /60 texts, 0\.1\sMB/);
  await page.click('#answer-no');
  assert.equal(await countIn(page, '#cache'), 60);
  await page.click('#empty-cache');
  await page.click('#answer-yes');
  await page.waitForSelector('#cache', { state: 'detached' });
  assert.deepEqual(await picks(page), native.rows, 'the picks stay');
  await select(page);
  assert.equal(await countIn(page, '#cache'), 60, 'all are embedded again');
  assert.deepEqual(await picks(page), native.rows);
});

for (const relaxed of [true, false]) check(
  `the page and the terminal keep the same bits under the same names, with${relaxed ? '' : 'out'} relaxed-simd`,
  async ({ page }) => {
    if (!relaxed) {
      // As in a browser that lacks it.
      await page.addInitScript(() => { WebAssembly.validate = () => false; });
      await page.reload();
    }
    await choose(page, SMALL_CSV);
    await set(page, 'budget', 5);
    await select(page);
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.equal(fetched.some((name) => /\/worker-encoder-relaxed_bg[^/]*\.wasm$/.test(name)), relaxed, fetched.join(' '));
    assert.equal(fetched.some((name) => /\/worker-encoder_bg[^/]*\.wasm$/.test(name)), !relaxed, fetched.join(' '));
    const kept = await page.evaluate(() => new Promise((resolve, reject) => {
      const opening = indexedDB.open('fastgas-embeddings');
      opening.onsuccess = () => {
        const chunks = opening.result.transaction('chunks').objectStore('chunks');
        const [keys, values] = [chunks.getAllKeys(), chunks.getAll()];
        values.onsuccess = async () => {
          const address = await new Promise((read) => {
            const reader = new FileReader();
            reader.onload = () => read(reader.result);
            reader.readAsDataURL(new Blob(values.result));
          });
          opening.result.close();
          resolve({ keys: keys.result, base64: address.split(',')[1] });
        };
        values.onerror = () => reject(values.error);
      };
    }));
    const cache = mkdtempSync(join(scratch, 'cache-'));
    await fastgas('embed', SMALL_CSV, '--text', 'text', '--quiet', '--cache', cache, '--out', join(cache, 'x.npy'));
    const [file] = readdirSync(cache).filter((name) => name.endsWith('.embeddings'));
    assert.deepEqual([...new Set(kept.keys.map((key) => key.split('/')[0]))], [basename(file, '.embeddings')], 'the model');
    const inPage = readChunks(Buffer.from(kept.base64, 'base64'));
    assert.equal(inPage.size, 60);
    assert.deepEqual(inPage, readChunks(readFileSync(join(cache, file))));
  },
);

check('a text that is longer than the encoder reads says how far it was read', async ({ page }) => {
  const long = 'The parcel came late, and nobody could say why. '.repeat(60).trim();
  const file = join(scratch, 'long.csv');
  writeFileSync(file, `text\n${Array.from({ length: 30 }, (_, n) => (n === 7 || n === 20 ? `"${n} ${long}"` : `a short text of number ${n}`)).join('\n')}\n`);
  await choose(page, file);
  await set(page, 'budget', 30);
  await select(page);
  const look = async () => {
    assert.match(await page.innerText('#beginnings'), /Of 2 of 30 texts only the beginning was embedded/);
    await page.click('#picks [data-row="3"] button');
    await page.waitForSelector('#current-text[data-row="3"]');
    assert.equal(await page.locator('.unread, #unread').count(), 0);
    await page.click('#picks [data-row="20"] button');
    await page.waitForSelector('#current-text[data-row="20"] .unread');
    const [read, unread] = await page.locator('#current-text span').allTextContents();
    assert.equal(read + unread, `20 ${long}`, 'nothing of it is missing');
    // 256 tokens, two of them special: eleven to a sentence, the number and 23 sentences.
    assert.equal(read, `20 ${'The parcel came late, and nobody could say why. '.repeat(23).trim()}`);
    assert.match(await page.innerText('#unread'), new RegExp(`read ${Math.floor((100 * read.length) / (read + unread).length)}\\s% of this text`));
  };
  await look();
  await saved(page);
  await page.reload();
  await page.waitForSelector('#beginnings');
  await look();
});

check('a damaged cache is mended', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  const before = await picks(page);
  assert.equal(await countIn(page, '#cache'), 60);
  // One chunk has a wrong bit, one is torn, one is no buffer.
  const damaged = await page.evaluate(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('fastgas-embeddings');
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('chunks', 'readwrite');
      const chunks = transaction.objectStore('chunks');
      const damages = [
        (bytes) => { bytes[bytes.length - 5] ^= 1; return bytes.buffer; },
        (bytes) => bytes.slice(0, bytes.length / 2).buffer,
        () => 'nonsense',
      ];
      let done = 0;
      chunks.openCursor().onsuccess = ({ target: { result: cursor } }) => {
        if (!cursor || done === damages.length) return;
        cursor.update(damages[done](new Uint8Array(cursor.value)));
        done += 1;
        cursor.continue();
      };
      transaction.oncomplete = () => { opening.result.close(); resolve(done); };
      transaction.onerror = () => reject(transaction.error);
    };
  }));
  assert.ok(damaged >= 2, `${damaged} chunks`);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await page.click('#select');
  await ended(page);
  assert.deepEqual(await picks(page), before);
  assert.equal(await countIn(page, '#cache'), 60, 'the damaged chunks are replaced');
});

check('full storage: the run goes on without the cache and says so', async ({ page, context }) => {
  // Before anything is stored: the browser looks at the quota now and then only.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1000 });
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  assert.match(await page.innerText('#cache-problem'), /embeddings are not kept/i);
  assert.equal(await page.locator('#cache').count(), 0);
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 5)).rows);
});

check('3,000 requests to a bank: same picks as the terminal', async ({ page }) => {
  await choose(page, BANKING77);
  await chooseTextColumn(page, 'text');
  await select(page);
  const native = await nativeRows(BANKING77, 'text', 18);
  assert.equal(native.rows.length, 18);
  assert.deepEqual(await picks(page), native.rows);
}, { skip: !HAS_BANKING77 && 'its data are not beside the repository' });

/** Opens the small pool, selects and labels every pick by its topic, which the column `rank` holds. */
async function labelSmall(page, budget) {
  await select(page);
  for (const [topic] of TOPICS) await addLabel(page, topic);
  await leaveFields(page);
  for (let pick = 0; pick < budget; pick += 1) {
    const row = Number(await page.getAttribute('#current-text', 'data-row'));
    await labelByKey(page, String(TOPICS.findIndex(([topic]) => topic === SMALL[row + 1][3]) + 1));
  }
}

/** The prompt that the page shows, as one text, and its tokens, once it is made. */
async function shownPrompt(page) {
  await page.waitForTimeout(50);
  await page.waitForSelector('.prompt-paper[aria-busy="false"] #prompt-text');
  const tokens = Number(await page.getAttribute('#prompt-length', 'data-tokens'));
  return { text: await page.textContent('#prompt-text'), tokens };
}

/** The prompt of the terminal program, as one text, and its tokens. */
async function nativePrompt(labeled, query, ...args) {
  const about = ['prompt', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--query', query];
  const { stdout, stderr } = await fastgasAloud(...about, ...args);
  return { text: stdout.replace(/\n$/, ''), tokens: Number(stderr.match(/(\d+) tokens/)[1]) };
}

check('prompts and few-shot packs are those of the terminal', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 12);
  await labelSmall(page, 12);
  const labeled = write('prompt-labeled.csv', (await download(page, '#export-csv')).text);

  await page.click('#try-prompt');
  assert.equal(await page.locator('#copy-prompt').isDisabled(), true, 'nothing to copy yet');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'query', 'ready to type');
  const query = 'Which soup needs lentils — for 7 people?';
  await page.fill('#query', query);
  const first = await shownPrompt(page);
  assert.deepEqual(first, await nativePrompt(labeled, query), '8 demonstrations, the most similar last');
  assert.equal(first.text.split('answer: ').length - 1, 8);

  // Fewer, and as many as there is room for.
  await page.fill('#shots', '3');
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, query, '--shots', 3));
  await page.fill('#shots', '12');
  await page.fill('#max-tokens', '90');
  const short = await shownPrompt(page);
  assert.deepEqual(short, await nativePrompt(labeled, query, '--shots', 12, '--max-tokens', 90));
  assert.ok(short.tokens <= 90 && short.text.includes('answer: '));
  await page.fill('#max-tokens', '');

  // A text that is labeled is not shown its own answer.
  const own = parseCsv(readFileSync(labeled, 'utf8'))[3][6];
  await page.fill('#query', own);
  const skipped = await shownPrompt(page);
  assert.deepEqual(skipped, await nativePrompt(labeled, own, '--shots', 12));
  assert.equal(skipped.text.split('answer: ').length - 1, 11);

  // Random ones by their seed.
  await page.selectOption('#retrieval', 'random');
  await page.fill('#prompt-seed', '5');
  await page.fill('#shots', '4');
  await page.fill('#query', query);
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, query, '--shots', 4, '--retrieval', 'random', '--seed', 5));
  await page.selectOption('#retrieval', 'similar');

  // Built-in templates, where the columns are there, and one of one's own, its mistakes told with their place.
  assert.equal(await page.locator('#template option[value="mnli"]').isDisabled(), true, 'there is no premise');
  await page.selectOption('#template', 'sst-5');
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, query, '--shots', 4, '--template', 'sst-5'));
  await page.fill('#template-text', 'No. {id}\n{text} {label');
  await page.waitForSelector('#template-hint .problem');
  assert.match(await page.innerText('#template-hint'), /line 2, letter 8/i);
  assert.equal(await page.locator('#prompt-text').count(), 0, 'no prompt of a broken template');
  await page.fill('#template-text', 'No. {nr}: {label}');
  await page.waitForFunction(() => document.querySelector('#template-hint .problem')?.innerText.includes('{nr}'));
  const words = 'No. {id}, {{odd}} {note, odd}\n{text}\n=> {label}.';
  const template = write('prompt-template.txt', words);
  await page.fill('#template-text', words);
  await page.getByLabel('Column id').fill('61');
  await page.getByLabel('Column note, odd').fill('a "quote"');
  const columns = ['--set', 'id=61', '--set', 'note, odd=a "quote"', '--shots', 4, '--template', template];
  const odd = await shownPrompt(page);
  assert.deepEqual(odd, await nativePrompt(labeled, query, ...columns));
  assert.ok(odd.text.endsWith('=>'));

  // Copied and saved, as text and as messages.
  await page.click('#copy-prompt');
  await page.waitForFunction(() => document.querySelector('#copy-prompt')?.textContent.includes('Copied'));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), odd.text);
  const written = await download(page, '#save-prompt');
  assert.deepEqual([written.name, written.text], ['small-prompt.txt', `${odd.text}\n`]);
  await page.selectOption('#prompt-form', 'chat');
  const chat = await download(page, '#save-prompt');
  const native = await fastgas('prompt', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--query', query, ...columns, '--chat');
  assert.deepEqual([chat.name, chat.text], ['small-prompt.jsonl', native]);
  const messages = await page.$$eval('#prompt-chat li', (items) => items.map((item) => ({
    role: item.className, content: item.querySelector('p').textContent,
  })));
  assert.deepEqual(messages, JSON.parse(native).messages);

  // The pack is the terminal's, byte for byte.
  await page.keyboard.press('Escape');
  await page.waitForSelector('#prompt-dialog', { state: 'hidden' });
  const packFile = join(scratch, 'terminal-pack.json');
  await fastgas('prompt', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--template', template, '--save-pack', packFile);
  const pack = await download(page, '#export-pack');
  assert.equal(pack.name, 'small-few-shot.json');
  assert.ok(pack.text === readFileSync(packFile, 'utf8'), 'the same bytes');
  const readBack = await fastgas('prompt', '--pack', write('page-pack.json', pack.text), '--query', query, ...columns.slice(0, 6));
  assert.equal(readBack.replace(/\n$/, ''), odd.text);

  // Template and numbers are there again after a reload, and the prompt is the same from the cache.
  await page.reload();
  await page.click('#try-prompt');
  assert.equal(await page.inputValue('#template-text'), words);
  assert.equal(await page.inputValue('#template'), 'own');
  assert.equal(await page.inputValue('#shots'), '4');
  assert.equal(await page.inputValue('#prompt-form'), 'chat');
  assert.equal(await page.inputValue('#query'), '', 'what was typed is kept nowhere');
  await page.selectOption('#prompt-form', 'text');
  await page.fill('#query', query);
  await page.getByLabel('Column id').fill('61');
  await page.getByLabel('Column note, odd').fill('a "quote"');
  assert.deepEqual(await shownPrompt(page), odd);
});

check('given embeddings hold no vector of a new text: an encoder compares, or chance decides', async ({ page }) => {
  await dropFiles(page, [{ name: 'small.npy', bytes: npy(60) }, { name: 'small.csv', bytes: readFileSync(SMALL_CSV) }]);
  await page.waitForSelector('#given-embeddings');
  await set(page, 'budget', 6);
  await labelSmall(page, 6);
  const labeled = write('given-labeled.csv', (await download(page, '#export-csv')).text);
  await page.click('#try-prompt');
  assert.match(await page.innerText('#prompt-encoder'), /small\.npy holds no vector of a new text.*all-MiniLM-L6-v2/s);
  await page.fill('#query', 'roses in the sun');
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, 'roses in the sun'));
  await page.selectOption('#retrieval', 'random');
  assert.equal(await page.locator('#prompt-encoder').count(), 0);
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, 'roses in the sun', '--retrieval', 'random'));
});

/**
 * A .npy file as numpy writes it: rows of 16 numbers that the rows' topics decide, in 32 bits or in 64 (`float64`), the lowest
 * byte first or last (`big`), row by row or column by column (`fortran`).
 */
function npy(n, { float64 = false, big = false, fortran = false, kind = 'f', change = (numbers) => numbers } = {}) {
  const numbers = change(Array.from({ length: 16 * n }, (_, at) => {
    const [row, axis] = [Math.floor(at / 16), at % 16];
    return Number(row % 4 === axis) + ((row * 7919 + axis * 104729) % 997) / 2000;
  }));
  const width = float64 ? 8 : 4;
  const order = fortran ? 'True' : 'False';
  const dictionary = `{'descr': '${big ? '>' : '<'}${kind}${width}', 'fortran_order': ${order}, 'shape': (${n}, 16), }`;
  const header = `${dictionary.padEnd(117)}\n`;
  const magic = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]);
  const written = Buffer.alloc(width * numbers.length);
  numbers.forEach((number, at) => {
    const [row, axis] = [Math.floor(at / 16), at % 16];
    written[`write${float64 ? 'Double' : 'Float'}${big ? 'BE' : 'LE'}`](number, width * (fortran ? axis * n + row : at));
  });
  return Buffer.concat([magic, Buffer.from(header), written]);
}

check('embeddings that are dropped with their table are used, kept, and let go', async ({ page }) => {
  const vectors = npy(60);
  const file = write('small.npy', vectors);
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await dropFiles(page, [{ name: 'small.npy', bytes: vectors }, { name: 'small.csv', bytes: readFileSync(SMALL_CSV) }]);
  assert.match(await page.innerText('#given-embeddings'), /small\.npy, 16 dimensions/);
  await set(page, 'budget', 8);
  await select(page);
  const given = await nativeRows(SMALL_CSV, 'text', 8, '--embeddings', file);
  assert.deepEqual(await picks(page), given.rows, 'the picks of the page are those of the terminal');
  assert.deepEqual(fetched.filter((url) => url.includes('model')), [], 'no model is fetched for them');
  assert.match(await page.innerText('#summary'), /small\.npy/);

  await page.reload();
  await page.waitForSelector('#given-embeddings');
  await set(page, 'seed', 5);
  await select(page);
  const again = await nativeRows(SMALL_CSV, 'text', 8, '--embeddings', file, '--seed', 5);
  assert.deepEqual(await picks(page), again.rows, 'after a reload they come from the storage');

  await page.click('#forget-embeddings');
  await page.waitForSelector('#given-embeddings', { state: 'detached' });
  await select(page);
  const own = await nativeRows(SMALL_CSV, 'text', 8, '--seed', 5);
  assert.deepEqual(await picks(page), own.rows, 'the encoder makes them again');
  assert.notDeepEqual(own.rows, again.rows, 'which are others');

  for (const [name, seed, otherwise] of [
    ['wide.npy', 6, { float64: true }],
    ['turned.npy', 7, { fortran: true }],
    ['big-endian.npy', 8, { float64: true, big: true, fortran: true }],
  ]) {
    await dropFiles(page, [{ name, bytes: npy(60, otherwise) }]);
    await page.waitForFunction((name) => document.querySelector('#given-embeddings')?.innerText.includes(name), name);
    await set(page, 'seed', seed);
    await select(page);
    const same = await nativeRows(SMALL_CSV, 'text', 8, '--embeddings', file, '--seed', seed);
    assert.deepEqual(await picks(page), same.rows, `the same numbers, brought later in ${name}`);
    await page.click('#forget-embeddings');
    await page.waitForSelector('#given-embeddings', { state: 'detached' });
  }
});

check('embeddings that do not belong say why, and nothing is lost', async ({ page }) => {
  await dropFiles(page, [{ name: 'small.npy', bytes: npy(60) }]);
  assert.match(await message(page), /no texts are open/i);
  await drop(page, SMALL_CSV);
  await page.waitForSelector('#text-column');
  const zero = (numbers) => numbers.fill(0, 16 * 41, 16 * 42);
  for (const [name, bytes, words] of [
    ['fewer.npy', npy(59), /59 rows, the pool has 60/i],
    ['zero.npy', npy(60, { change: zero }), /row 42 of the embeddings is all zero/i],
    ['whole.npy', npy(60, { kind: 'i' }), /of the kind “<i4”; only floats of 16, 32 or 64 bits/],
    ['torn.npy', npy(60).subarray(0, 1000), /60 × 16 numbers, but it has 1000 bytes/],
    ['picture.npy', Buffer.from('GIF89a'), /does not begin/],
  ]) {
    await dropFiles(page, [{ name, bytes }]);
    await page.waitForFunction((name) => document.querySelector('#message')?.innerText.includes(name), name);
    assert.match(await message(page), words);
    assert.equal(await page.locator('#given-embeddings').count(), 0, name);
    assert.equal(await textColumn(page), 'text', 'the project is still there');
  }
});

check('every bad file says what is wrong and where, and the open project stays', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  await select(page);
  await addLabel(page, 'kept');
  await leaveFields(page);
  await labelByKey(page, '1');
  const before = await picks(page);
  const bad = [
    ['not a table', write('picture.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), /PNG/i],
    ['ragged', write('ragged.csv', 'id,text\n1,a\n2,b,c\n3,d\n'), /line 3 has 3 cells/i],
    ['no header', write('headless.csv', ',\n1,a\n2,b\n'), /line 1/i],
    ['header alone', write('alone.csv', 'id,text\n'), /no rows/i],
    ['nothing', write('nothing.csv', ''), /empty/i],
    ['not UTF-8', write('latin.csv', Buffer.from([...Buffer.from('text\ncaf'), 0xe9, 0x0a])), /likely windows-1252/i],
    ['open quote', write('quote.csv', 'id,text\n1,"a\n2,b\n'), /line 2/i],
  ];
  for (const [name, file, expected] of bad) {
    await page.setInputFiles('#file', file);
    // What another setting would mend is told where these are.
    await page.waitForSelector('#message, #import-problem');
    const mendable = await page.locator('#import-problem').count() > 0;
    assert.match(await page.innerText(mendable ? '#import-problem' : '#message'), expected, name);
    assert.deepEqual(await picks(page), before, `picks after: ${name}`);
    assert.equal(await labeledCount(page), 1, `labels after: ${name}`);
    await page.click(mendable ? '#close-import' : '#dismiss');
    await page.waitForSelector('#message, #import-problem', { state: 'detached' });
  }
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), 1, 'labels after a reload');
});

check('settings that do not fit are named beside their field, and Select waits', async ({ page }) => {
  await choose(page, SMALL_CSV);
  const refuse = async (id, value, expected) => {
    const good = await page.inputValue(`#${id}`);
    await set(page, id, value);
    await page.waitForFunction(() => document.querySelector('#select')?.disabled);
    assert.match(await page.innerText('#main'), expected, `${id} = ${value}`);
    await set(page, id, good);
    await page.waitForFunction(() => !document.querySelector('#select').disabled);
  };
  await refuse('budget', 61, /budget is 61, but the pool has only 60 texts/i);
  await refuse('budget', 0, /budget is 0/i);
  await refuse('neighbors', 60, /60 neighbors were asked for, but each of 60 texts has only 59 others/i);
  await refuse('parts', 0, /parts is 0/i);
  await refuse('budget', 'many', /number/i);
});

check('one row, and a column without any text', async ({ page }) => {
  await choose(page, write('one.csv', 'id,text\n1,alone\n'));
  assert.ok(await page.isDisabled('#select'));
  assert.match(await page.innerText('#main'), /1 text/i);

  const [header, ...rows] = SMALL;
  const withEmpty = [[...header, 'blank'], ...rows.map((row) => [...row, ''])];
  await choose(page, write('blank.csv', withEmpty.map((record) => `${record.map(quote).join(',')}\n`).join('')));
  await page.waitForFunction(() => [...document.querySelector('#text-column')?.options].some((option) => option.text === 'blank'));
  await chooseTextColumn(page, 'blank');
  if (await page.isEnabled('#select')) await page.click('#select');
  await page.getByText(/column “blank” is empty in every row/i).first().waitFor();
  await chooseTextColumn(page, 'text');
  await set(page, 'budget', 3);
  await select(page);
  assert.equal((await picks(page)).length, 3);
});

check('a broken model file is named, and selecting works once it is whole', async ({ page, context }) => {
  const isModel = (url) => url.pathname.endsWith('.onnx');
  await context.route(isModel, (route) => route.fulfill({ status: 200, body: 'not a model' }));
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  await page.click('#select');
  assert.match(await message(page), /model file cannot be used/i);
  await context.unroute(isModel);

  await context.route(isModel, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.click('#select');
  await page.getByText(/\.onnx/).first().waitFor();
  await context.unroute(isModel);

  if (await page.locator('#dismiss').count()) await page.click('#dismiss');
  await select(page);
  assert.equal((await picks(page)).length, 3);
});

check('another encoder: dropped, tried, used, there after a reload, and left again', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  const builtIn = await picks(page);
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');

  const { folder, files } = encoderFiles('tiny', { name: 'tiny', prefix: 'query: ', pooling: 'cls' });
  await dropFiles(page, files);
  await page.waitForSelector('#try-encoder:enabled');
  assert.equal(await page.inputValue('#prefix'), 'query: ', 'what the config says');
  assert.equal(await page.inputValue('#pooling'), 'cls');
  await page.click('#try-encoder');
  await page.waitForSelector('#report');
  const report = await page.innerText('#bring-dialog');
  for (const words of [/tiny works/, /2 layers on the fast integer kernels/, /Dimensions\s+32\b/, /Longest text\s+64 tokens/,
    /Vocabulary\s+76 tokens/, /float32/, /“query: ”/, /short texts per second on one worker/, /for 60 texts with \d+ workers?/]) {
    assert.match(report, words);
  }
  assert.equal(await page.locator('#report-warning').count(), 0, 'the same bits everywhere');
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2', 'not before it is asked for');
  await page.click('#use-encoder');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
  assert.equal(await encoderInUse(page), 'tiny');
  assert.match(await page.innerText('#outdated'), /made with the encoder all-MiniLM-L6-v2/);
  assert.deepEqual(await picks(page), builtIn);

  await select(page);
  const native = (budget) => nativeRows(SMALL_CSV, 'text', budget, '--model', folder);
  assert.deepEqual(await picks(page), (await native(5)).rows, 'as the terminal with the same encoder');
  assert.equal(await page.locator('#outdated').count(), 0);
  assert.match(await page.innerText('#summary'), /Encoder\s+tiny/);
  await page.getByText(/kept in this browser/).first().waitFor();

  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.equal(await encoderInUse(page), 'tiny');
  assert.equal(await page.locator('#outdated').count(), 0, 'the picks are this encoder\'s');
  await chooseTextColumn(page, 'note, odd');
  await set(page, 'budget', 4);
  await page.click('#select');
  await ended(page);
  const { rows } = await nativeRows(SMALL_CSV, 'note, odd', 4, '--model', folder);
  assert.deepEqual(await picks(page), rows, 'with its files from storage');

  await page.click('#use-built-in');
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');
  assert.match(await page.innerText('#outdated'), /made with the encoder tiny/);
  await page.waitForFunction(() => !document.querySelector('#given'));
  await chooseTextColumn(page, 'text');
  await set(page, 'budget', 5);
  const kept = await countIn(page, '#cache');
  await page.click('#select');
  await ended(page);
  assert.deepEqual(await picks(page), builtIn);
  assert.equal(await countIn(page, '#cache'), kept, 'its embeddings were still there');
  assert.deepEqual(await storedEncoder(page), []);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');
});

check('an encoder in pieces: what is missing is said, and what it is made of can be chosen', async ({ page }) => {
  const { onnx, tokenizer } = tinyEncoder({ positions: 32, odd: 'Sin' });
  await dropFiles(page, [{ name: 'model.onnx', bytes: onnx }]);
  await page.getByText(/tokenizer’s file is missing/i).waitFor();
  assert.ok(await page.isDisabled('#try-encoder'));
  await page.setInputFiles('#bring-files', [
    { name: 'tokenizer.json', mimeType: 'application/json', buffer: tokenizer },
    { name: 'model.onnx_data', mimeType: '', buffer: Buffer.from('weights') },
    { name: 'other.onnx', mimeType: '', buffer: onnx },
  ]);
  await page.getByText(/second file, model\.onnx_data/).waitFor();
  await page.selectOption('#model-file', 'other.onnx');
  await page.fill('#max-length', 'many');
  await page.getByText(/“many” is not a whole number/).waitFor();
  await page.fill('#max-length', '33');
  await page.click('#try-encoder');
  await page.getByText(/max_length is 33, and the model has 32 positions/).waitFor();
  // By keyboard alone from here.
  await page.fill('#max-length', '');
  await page.fill('#encoder-name', 'odd');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#report');
  assert.match(await page.innerText('#slow-operators'), /Sin/);
  assert.match(await page.innerText('#report-warning'), /between machines.*Sin/);
  await page.focus('#change-encoder');
  await page.keyboard.press('Enter');
  await page.selectOption('#pooling', 'max');
  await page.focus('#try-encoder');
  await page.keyboard.press('Enter');
  await page.getByText('Maximum of all tokens').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
  await choose(page, SMALL_CSV);
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2', 'Escape leaves everything as it was');
});

check('a whole folder of a hub, dropped and chosen', async ({ page, context }) => {
  const { onnx, tokenizer } = tinyEncoder();
  const hub = mkdtempSync(join(scratch, 'hub-'));
  const put = (path, content) => {
    mkdirSync(join(hub, path, '..'), { recursive: true });
    writeFileSync(join(hub, path), content);
  };
  put('onnx/model.onnx', onnx);
  put('onnx/model_odd.onnx', tinyEncoder({ odd: 'Sin' }).onnx);
  put('tokenizer.json', tokenizer);
  put('README.md', '# A model');
  put('.git/config.json', '{"not": "ours"}');
  put('config.json', JSON.stringify({ model_type: 'bert', hidden_size: 32, max_position_embeddings: 64 }));
  put('sentence_bert_config.json', JSON.stringify({ max_seq_length: 48, do_lower_case: false }));
  put('1_Pooling/config.json', JSON.stringify({ word_embedding_dimension: 32, pooling_mode_cls_token: true }));
  // More entries than a browser gives at once.
  for (let n = 0; n < 120; n += 1) put(`notes/${n}.txt`, `${n}`);
  const check = async () => {
    await page.waitForSelector('#try-encoder:enabled');
    const name = basename(hub);
    assert.equal(await page.inputValue('#encoder-name'), name);
    assert.equal(await page.inputValue('#pooling'), 'cls');
    assert.equal(await page.inputValue('#max-length'), '48');
    assert.match(await page.innerText('#brought'), /from 3 JSON files/);
    assert.equal(await page.inputValue('#model-file'), `${name}/onnx/model.onnx`);
    await page.click('#try-encoder');
    await page.waitForSelector('#report');
    assert.match(await page.innerText('#report'), /48 tokens[^]*First token/);
    await page.click('#close-bring');
    await page.waitForSelector('#bring-dialog', { state: 'hidden' });
  };
  await dropPaths(page, context, [hub]);
  await check();
  await choose(page, SMALL_CSV);
  await page.click('#bring');
  await page.setInputFiles('#bring-folder', hub);
  await check();
  // A table is a table still.
  await dropPaths(page, context, [write('later.csv', 'text\none\ntwo\nthree\n')]);
  await page.getByText('3 texts').first().waitFor();
});

check('a hostile encoder ends in a message, and the one in use and the project stay', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  const good = encoderFiles('good', { name: 'good' });
  await dropFiles(page, good.files);
  await useEncoder(page);
  await select(page);
  await addLabel(page, 'kept');
  await leaveFields(page);
  await labelByKey(page, '1');
  const before = await picks(page);
  const { onnx, tokenizer } = tinyEncoder();
  const bad = [
    ['no model', Buffer.from('<!doctype html>not found'), tokenizer, /model file cannot be used/i],
    ['torn', onnx.subarray(0, onnx.length / 2), tokenizer, /model file cannot be used/i],
    ['no tokenizer', onnx, Buffer.from('{"model": {}}'), /tokenizer file cannot be used/i],
    ['another tokenizer', onnx, readFileSync('www/models/all-MiniLM-L6-v2/tokenizer.json'), /token/i],
    ['division by zero', tinyEncoder({ trap: true }).onnx, tokenizer, /the worker stopped/i],
  ];
  for (const [name, model, tokenizer, expected] of bad) {
    await dropFiles(page, [{ name: 'bad.onnx', bytes: model }, { name: 'tokenizer.json', bytes: tokenizer }]);
    await page.click('#try-encoder');
    const problem = page.locator('#bring-problem');
    await problem.filter({ hasText: 'bad.onnx does not work; good stays in use' }).waitFor();
    assert.match(await problem.innerText(), expected, name);
    // No label is given behind the dialog.
    await page.focus('#close-bring');
    await page.keyboard.press('1');
    await page.click('#close-bring');
    await page.waitForSelector('#bring-dialog', { state: 'hidden' });
    assert.deepEqual(await picks(page), before, `picks after: ${name}`);
  }
  assert.equal(await encoderInUse(page), 'good');
  assert.equal(await labeledCount(page), 1);
  await chooseTextColumn(page, 'note, odd');
  await page.click('#select');
  await ended(page);
  const { rows } = await nativeRows(SMALL_CSV, 'note, odd', 3, '--model', good.folder);
  // Behind the picks stands the text that was labeled before.
  assert.deepEqual((await picks(page)).slice(0, 3), rows, 'the former encoder still works');
});

check('full storage: another encoder is used until the reload and says so', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1000 });
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  const { folder, files } = encoderFiles('unkept', { name: 'unkept' });
  await dropFiles(page, files);
  await useEncoder(page);
  assert.match(await page.innerText('#encoder-problem'), /unkept is not kept in this browser/);
  assert.match(await page.innerText('#given'), /until the page is reloaded/);
  await select(page);
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 3, '--model', folder)).rows);
  await page.reload();
  await page.waitForSelector('#try-sample, #encoder-in-use');
  assert.equal(await page.locator('#given').count(), 0);
});

check('a project of the version before encoders is read as one of the built-in encoder', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  await select(page);
  const before = await picks(page);
  await page.evaluate((database) => new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('project', 'readwrite');
      const store = transaction.objectStore('project');
      const head = store.get('head');
      head.onsuccess = () => {
        const value = head.result;
        delete value.head.encoder;
        delete value.head.searched;
        store.put({ ...value, schema: 1 }, 'head');
      };
      transaction.oncomplete = () => { opening.result.close(); resolve(); };
      transaction.onerror = () => reject(transaction.error);
    };
  }), await projectDatabase(page));
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(await picks(page), before);
  assert.equal(await page.locator('#outdated').count(), 0);
  await addLabel(page, 'kept');
  await leaveFields(page);
  await labelByKey(page, '1');
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), 1, 'and it is written on');
});

check('while the model comes in, its megabytes are counted', async ({ page, context }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false, latency: 0, downloadThroughput: 12e6, uploadThroughput: 12e6,
  });
  await page.click('#select');
  await page.getByText(/^\d+\.\d\sMB of 2\d\.\d\sMB$/).waitFor();
  const bar = await page.$eval('#progress progress', ({ value, max }) => ({ value, max }));
  assert.ok(bar.value > 0 && bar.max > 20 && bar.max < 30, JSON.stringify(bar));
  await ended(page);
});

check('a file of 200 MB is refused or read, and the page lives on', async ({ page }) => {
  const line = `${'x'.repeat(999)}\n`;
  const big = write('big.csv', `text\n${line.repeat(210_000)}`);
  await page.setInputFiles('#file', big);
  await page.waitForSelector('#message, #text-column', { timeout: LONG });
  if (await page.locator('#message').count()) assert.match(await message(page), /MB/);
  await page.reload();
  await page.waitForSelector('#try-sample, #text-column');
});

check('the seed decides, and nothing else', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  const first = await picks(page);
  await set(page, 'seed', 1);
  await page.click('#select');
  await ended(page);
  assert.equal((await picks(page)).length, first.length);
  await set(page, 'seed', 0);
  await select(page);
  assert.deepEqual(await picks(page), first, 'same seed, same picks');
});

// Texts of the sample, some of them three times, so that there are ties.
const [SAMPLE_HEADER, ...SAMPLE_RECORDS] = parseCsv(readFileSync(SAMPLE, 'utf8'));
const TIED_CSV = write('tied.csv', [
  SAMPLE_HEADER, ...SAMPLE_RECORDS.slice(0, 300), ...SAMPLE_RECORDS.slice(0, 60), ...SAMPLE_RECORDS.slice(0, 60),
].map((record) => `${record.map(quote).join(',')}\n`).join(''));

/** Keeps what the page gives its workers for the graph: the lists of neighbors, as text. */
function watchLists() {
  window.lists = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (message[1]?.Select) window.lists.push(message.slice(2).map((buffer) => new Uint32Array(buffer).join()).join(';'));
    return post.call(this, message, ...rest);
  };
}

/** Selects from texts with ties on this device: the picks, the lists, and what the page says of the device. */
async function selectOn(page, device) {
  await set(page, 'budget', 12);
  await page.selectOption('#device', device);
  await select(page);
  const lists = await page.evaluate(() => window.lists.pop());
  assert.ok(lists.length > 1000, 'the lists were seen');
  return { picks: await picks(page), lists, searched: await page.innerText('#searched') };
}

check('neighbors are found approximately, with any number of workers the same', async ({ page, context }) => {
  await context.addInitScript(watchLists);
  await page.reload();
  await choose(page, TIED_CSV);
  await set(page, 'workers', 1);
  await page.selectOption('#search', 'approximate');
  const one = await selectOn(page, 'auto');
  assert.match(one.searched, /approximately: as asked for/);
  await set(page, 'workers', 3);
  const three = await selectOn(page, 'auto');
  assert.deepEqual(three.picks, one.picks);
  assert.ok(three.lists === one.lists, 'the lists are the same, bit by bit');
});

check('the GPU finds the neighbors that the CPU finds', async ({ page, context }) => {
  await context.addInitScript(watchLists);
  await page.reload();
  const programs = [];
  context.on('request', (request) => { if (request.url().includes('worker-gpu')) programs.push(request.url()); });
  await choose(page, TIED_CSV);
  const auto = await selectOn(page, 'auto');
  assert.match(auto.searched, /on the CPU: the pool is small/);
  assert.deepEqual(programs, [], 'what needs no GPU does not fetch its program');
  const cpu = await selectOn(page, 'cpu');
  assert.match(cpu.searched, /on the CPU: as asked for/);
  const gpu = await selectOn(page, 'gpu');
  assert.match(gpu.searched, /on the GPU/);
  assert.ok(programs.length > 0);
  assert.deepEqual([gpu.picks, cpu.picks], [auto.picks, auto.picks]);
  assert.ok(gpu.lists === cpu.lists && cpu.lists === auto.lists, 'the lists are the same, bit by bit');
}, { gpu: true });

check('the GPU is lost in the middle, and the CPU goes on', async ({ page, context }) => {
  await context.addInitScript(watchLists);
  // A GPU that takes 128 rows at a time, and goes away at the fifth thing that it is given to do.
  const fragile = () => {
    Object.defineProperty(GPUSupportedLimits.prototype, 'maxComputeWorkgroupsPerDimension', { get: () => 2 });
    const { requestDevice } = GPUAdapter.prototype;
    const { submit } = GPUQueue.prototype;
    let device;
    let submitted = 0;
    GPUAdapter.prototype.requestDevice = async function (...args) {
      device = await requestDevice.apply(this, args);
      return device;
    };
    GPUQueue.prototype.submit = function (...args) {
      submitted += 1;
      if (submitted === 5) device.destroy();
      return submit.apply(this, args);
    };
  };
  await context.route(/worker-gpu[^/]*\.js$/, async (route) => {
    const script = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: `(${fragile})();\n${script}` });
  });
  await page.reload();
  await choose(page, TIED_CSV);
  const cpu = await selectOn(page, 'cpu');
  await addLabels(page, 'yes');
  await leaveFields(page);
  await page.keyboard.press('1');
  await saved(page);
  const chips = () => page.$$eval('.pick .chip:not(.unsaved)', (chips) => chips.map((chip) => [chip.closest('.pick').dataset.row, chip.textContent]));
  const said = await chips();
  assert.equal(said.length, 1);
  const both = await selectOn(page, 'gpu');
  assert.deepEqual(await chips(), said, 'nothing that was said is lost');
  const [, rows] = both.searched.match(/([\d,]+) rows on the GPU.*, the others on the CPU: the GPU was lost/) ?? assert.fail(both.searched);
  assert.ok(Number(rows) >= 128 && Number(rows) < 420, rows);
  assert.deepEqual(both.picks, cpu.picks);
  assert.ok(both.lists === cpu.lists, 'the lists are the same, bit by bit');
}, { gpu: true });

check('without a GPU the page says so', async ({ page, context }) => {
  await context.addInitScript(watchLists);
  await page.reload();
  await choose(page, TIED_CSV);
  const { searched } = await selectOn(page, 'gpu');
  assert.match(searched, /on the CPU: no GPU can be used here/);
});

/** Chooses the small pool and vote-k with a budget of 14. */
async function chooseVoteK(page) {
  await choose(page, SMALL_CSV);
  await chooseTextColumn(page, 'text');
  await set(page, 'neighbors', 5);
  await set(page, 'budget', 14);
  await page.selectOption('#method', 'vote-k');
  await page.waitForSelector('#confidences');
  await unfold(page);
}

/** Everything that the page keeps in IndexedDB, as text. */
async function stored(page) {
  return page.evaluate(async () => {
    const wait = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const found = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await wait(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        found.push(name, store, await wait(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    return JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  });
}

check('vote-k asks the language model that a person agrees to, and picks as the terminal does', async ({ page, permit }) => {
  const model = await startModel();
  const texts = SMALL.slice(1).map((record) => record[1]);
  const options = ['--text', 'text', '--method', 'vote-k', '--neighbors', 5];
  try {
    permit(model.origin);
    await chooseVoteK(page);
    assert.equal(await page.isDisabled('#select'), true, 'beyond ten picks it needs confidences');
    assert.equal(await page.isDisabled('#ask'), true, 'and these need labels');
    await page.click('#pick-examples');
    await ended(page);
    const first = await selectNatively(SMALL_CSV, join(scratch, 'vote-k-first.csv'), ...options, '--budget', 10);
    assert.deepEqual(await picks(page), first.records.slice(1).map((record) => Number(record[1])));

    await addLabel(page, 'card');
    await addLabel(page, 'other');
    await leaveFields(page);
    for (let n = 0; n < 10; n += 1) await labelByKey(page, String(1 + (n % 2)));
    const labeled = write('vote-k-labeled.csv', (await download(page, '#export-csv')).text);
    await set(page, 'endpoint', `${model.origin}/v1`);
    await set(page, 'llm', 'tiny');
    await set(page, 'api-key', 'sk-secret');
    await page.click('#ask');
    await page.waitForSelector('#question[open]');
    const question = await page.innerText('#question');
    assert.ok(question.includes(`Send 60 texts to ${new URL(model.origin).host}?`), question);
    assert.ok(question.includes(`${model.origin}/v1/chat/completions with 10 labeled examples`), question);
    await page.click('#answer-no');
    await page.waitForTimeout(300);
    assert.equal(model.requests.length, 0, 'nothing is sent before a person agrees');
    assert.equal(await page.innerText('#privacy'), 'Nothing leaves this page');

    // A pause, and a reload in the middle.
    model.delay = 60;
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForFunction(() => Number(document.querySelector('#asking')?.dataset.done) >= 12);
    assert.equal(await page.innerText('#privacy'), `Texts go to ${new URL(model.origin).host}`);
    await page.click('#pause-asking');
    await page.waitForTimeout(400);
    const done = Number(await page.getAttribute('#asking', 'data-done'));
    const sent = model.requests.length;
    assert.equal(sent, done, 'what was under way has come in, and nothing new was begun');
    await page.waitForTimeout(400);
    assert.equal(model.requests.length, sent);
    assert.ok(!(await stored(page)).includes('sk-secret'), 'the key is stored nowhere');
    await page.reload();
    await page.waitForSelector('#kept-answers', { state: 'attached' });
    assert.equal(await countIn(page, '#kept-answers'), done);
    assert.equal(await page.inputValue('#endpoint'), `${model.origin}/v1`);
    assert.equal(await page.inputValue('#api-key'), '');
    assert.equal(model.requests.length, sent, 'a reload sends nothing');

    model.delay = 0;
    await set(page, 'api-key', 'sk-secret');
    await page.click('#ask');
    await page.waitForSelector('#question[open]');
    assert.ok((await page.innerText('#question')).includes(`Send ${60 - done} texts`));
    await page.click('#answer-yes');
    await page.waitForSelector('#confidences-given');
    assert.equal(await countIn(page, '#confidences-given'), 60);
    const inTemplate = (text) => `${text}\nanswer:`;
    assert.deepEqual(model.requests.map(({ asked }) => asked).sort(), texts.map(inTemplate).sort(), 'each text once');
    for (const { url, key, cookie, body } of model.requests) {
      assert.deepEqual([url, key, cookie, body.model, body.logprobs], ['/v1/chat/completions', 'Bearer sk-secret', undefined, 'tiny', true]);
    }

    await set(page, 'budget', 14);
    await select(page);
    const saved = await download(page, '#save-confidences');
    assert.equal(saved.name, 'small-confidences.csv');
    const sure = write('vote-k-sure.csv', saved.text);
    const expected = await selectNatively(SMALL_CSV, join(scratch, 'vote-k.csv'), ...options, '--budget', 14, '--confidences', sure);
    assert.deepEqual(await picks(page), expected.records.slice(1).map((record) => Number(record[1])));
    assert.equal(await page.locator('#outdated').count(), 0);

    // The terminal asks the same, and hears the same.
    const asked = model.requests.splice(0).map(({ body }) => JSON.stringify(body)).sort();
    const out = join(mkdtempSync(join(scratch, 'vote-k-')), 'sure.csv');
    await fastgas('confidences', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--endpoint', model.origin, '--llm', 'tiny', '--out', out, '--quiet');
    assert.deepEqual(model.requests.map(({ body }) => JSON.stringify(body)).sort(), asked);
    const values = (text) => parseCsv(text).map((record) => record.slice(0, 2));
    assert.deepEqual(values(readFileSync(out, 'utf8')), values(saved.text));

    // They are used after a reload too, without a word to anyone.
    const before = model.requests.length;
    await page.reload();
    await page.waitForSelector('#confidences-given');
    await select(page);
    assert.deepEqual(await picks(page), expected.records.slice(1).map((record) => Number(record[1])));
    assert.equal(model.requests.length, before);
  } finally {
    model.stop();
  }
});

check('a language model that refuses says why, and what was answered is kept', async ({ page, permit }) => {
  const model = await startModel();
  try {
    await chooseVoteK(page);
    await page.click('#pick-examples');
    await ended(page);
    await addLabel(page, 'card');
    await leaveFields(page);
    await labelByKey(page, '1');
    await set(page, 'endpoint', 'localhost:1');
    await set(page, 'llm', 'tiny');
    await page.click('#ask');
    await page.waitForSelector('#confidences-problem');
    assert.match(await page.innerText('#confidences-problem'), /“localhost:1” is no address of a language model/);
    permit(model.origin);
    await set(page, 'endpoint', model.origin);
    model.delay = 50;
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForFunction(() => Number(document.querySelector('#asking')?.dataset.done) >= 8);
    model.refuse = 401;
    await page.waitForSelector('#confidences-problem');
    assert.match(await page.innerText('#confidences-problem'), /the server answered 401: not today\. Check the key/);
    const kept = await countIn(page, '#kept-answers');
    assert.ok(kept >= 8 && kept < 60, `${kept}`);
    model.refuse = undefined;
    model.requests.length = 0;
    model.delay = 0;
    await set(page, 'llm', 'tiny');
    await page.click('#ask');
    await page.waitForSelector('#confidences-given');
    assert.equal(model.requests.length, 60 - kept, 'agreed to already, and nothing twice');
  } finally {
    model.stop();
  }
});

check('a table of confidences is taken or refused as in the terminal', async ({ page }) => {
  await chooseVoteK(page);
  const lines = Array.from({ length: 60 }, (_, row) => `${row},${-((row * 37) % 61) / 8}\n`);
  const short = write('sure-short.csv', `row,confidence\n${lines.slice(0, 59).join('')}`);
  await page.setInputFiles('#confidences-file', short);
  await page.waitForSelector('#confidences-problem');
  assert.match(await page.innerText('#confidences-problem'), /In sure-short\.csv, row 59 of the pool is missing\. Give one line/);
  assert.equal(await page.isDisabled('#select'), true);
  const sure = write('sure.csv', `row,confidence\n${lines.join('')}`);
  await drop(page, sure);
  await page.waitForSelector('#confidences-given');
  await select(page);
  const options = ['--text', 'text', '--method', 'vote-k', '--neighbors', 5, '--budget', 14, '--confidences', sure];
  const expected = await selectNatively(SMALL_CSV, join(scratch, 'vote-k-table.csv'), ...options);
  assert.deepEqual(await picks(page), expected.records.slice(1).map((record) => Number(record[1])));
  // Duplicates folded, only some of the confidences count.
  await unfold(page);
  await page.selectOption('#duplicates', 'fold');
  await select(page);
  const folded = await selectNatively(SMALL_CSV, join(scratch, 'vote-k-folded.csv'), ...options, '--fold-duplicates');
  assert.deepEqual(await picks(page), folded.records.slice(1).map((record) => Number(record[1])));
  await page.click('#forget-confidences');
  assert.equal(await page.isDisabled('#select'), true);
  assert.equal(await page.locator('#outdated').count(), 1);
});
