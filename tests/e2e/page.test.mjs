// The page in a real Chromium, against the terminal program on the same files.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';

import {
  BANKING77, HAS_BANKING77, LONG, SAMPLE, choose, download, ended, folder, launch, openPage, parseCsv, picks, select,
  selectNatively, set, stageTimes,
} from './tools.mjs';

const scratch = folder('e2e');
const counts = { passed: 0, failed: 0, skipped: 0 };
let browser;

before(async () => { browser = await launch(); });
after(async () => { await browser?.close(); });
process.on('exit', () => {
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : '';
  console.log(`e2e: ${counts.passed} passed, ${counts.failed} failed${skipped}`);
});

/** A test with a page of its own. Whatever it does, no request leaves the origin and no script throws. */
function check(name, body, { skip } = {}) {
  if (skip) counts.skipped += 1;
  test(name, { skip, timeout: 2 * LONG }, async () => {
    const opened = await openPage(browser);
    try {
      await body(opened);
      assert.deepEqual(opened.foreign, [], 'requests that left the origin');
      assert.deepEqual(opened.problems, [], 'exceptions in the page');
      counts.passed += 1;
    } catch (error) {
      counts.failed += 1;
      const picture = join(scratch, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`);
      await opened.page.screenshot({ path: picture, fullPage: true }).catch(() => {});
      console.log(`picture of the failure: ${picture}`);
      throw error;
    } finally {
      await opened.context.close();
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

/** Drops a file onto the page as a person does. */
async function drop(page, file, type = 'text/csv') {
  const bytes = readFileSync(file).toString('base64');
  const data = await page.evaluateHandle(({ bytes, name, type }) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(bytes), (char) => char.charCodeAt(0));
    transfer.items.add(new File([content], name, { type }));
    return transfer;
  }, { bytes, name: basename(file), type });
  const zone = page.locator('label:has(#file)').first();
  for (const event of ['dragenter', 'dragover', 'drop']) await zone.dispatchEvent(event, { dataTransfer: data });
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

/** Leaves every field, so that keys are shortcuts. */
async function leaveFields(page) {
  await page.evaluate(() => document.activeElement?.blur());
}

async function message(page) {
  await page.waitForSelector('#message');
  return page.innerText('#message');
}

/** Whether something was drawn on the map: how many colors its pixels have. */
async function colorsOnMap(page) {
  const png = (await page.locator('#map').screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
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
    lines.map(({ rank, row, part, degree, label }) => [rank, row, part, degree].map(String).concat(label)),
    records.map((record) => record.slice(0, columns)),
  );
  for (const line of lines) assert.deepEqual(Object.entries(line.columns), SMALL[0].map((name, column) => [name, SMALL[line.row + 1][column]]));
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
  await page.waitForFunction(() => document.querySelector('#labeled-count').textContent.trim().startsWith('1'));
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
    SMALL_CSV, 'note, odd', 9, '--neighbors', 5, '--parts', 4, '--seed', 11, '--mode', 'paper');
  assert.deepEqual(await picks(page), native.rows);
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
  await select(page);
  const native = await nativeRows(SAMPLE, 'text', 18);
  assert.deepEqual(await picks(page), native.rows);
  assert.ok(await colorsOnMap(page) > 18, 'the map is drawn');
  for (const stage of ['embed', 'neighbors', 'partition', 'select']) {
    assert.ok((await stageTimes(page))[stage] > 0, `time of stage ${stage}`);
  }
});

check('3,000 requests to a bank: same picks as the terminal', async ({ page }) => {
  await choose(page, BANKING77);
  await chooseTextColumn(page, 'text');
  await select(page);
  const native = await nativeRows(BANKING77, 'text', 18);
  assert.equal(native.rows.length, 18);
  assert.deepEqual(await picks(page), native.rows);
}, { skip: !HAS_BANKING77 && 'its data are not beside the repository' });

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
    ['not UTF-8', write('latin.csv', Buffer.from([...Buffer.from('text\ncaf'), 0xe9, 0x0a])), /line 2/i],
    ['open quote', write('quote.csv', 'id,text\n1,"a\n2,b\n'), /line 2/i],
  ];
  for (const [name, file, expected] of bad) {
    await page.setInputFiles('#file', file);
    assert.match(await message(page), expected, name);
    assert.deepEqual(await picks(page), before, `picks after: ${name}`);
    assert.equal(await labeledCount(page), 1, `labels after: ${name}`);
    await page.click('#dismiss');
    await page.waitForSelector('#message', { state: 'detached' });
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
    await page.waitForFunction(() => document.querySelector('#select').disabled);
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
  await page.waitForFunction(() => [...document.querySelector('#text-column').options].some((option) => option.text === 'blank'));
  await chooseTextColumn(page, 'blank');
  if (await page.isEnabled('#select')) await page.click('#select');
  await page.getByText(/column `blank` is empty in every row/i).first().waitFor();
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
