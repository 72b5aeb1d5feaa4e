// Bad files and settings cause a message, and the open project does not change.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  SMALL, SMALL_CSV, addLabel, checkIn, chooseSmall, chooseTextColumn, labelByKey, labeledCount, message, quote, write,
} from '../support/page.mjs';
import { LONG, SOAK, choose, dropEmbeddings, launch, leaveFields, picks, repetitions, select, set } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('bad-input', () => browser);

check('bad file is reported with its problem and position, and the project stays', async ({ page }) => {
  await chooseSmall(page);
  await set(page, 'budget', 3);
  await select(page);
  await addLabel(page, 'kept');
  await leaveFields(page);
  await labelByKey(page, '1');
  const before = await picks(page);
  const badFiles = [
    ['not a table', write('picture.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), /PNG/i],
    ['ragged', write('ragged.csv', 'id,text\n1,a\n2,b,c\n3,d\n'), /line 3 has 3 cells/i],
    ['no header', write('headless.csv', ',\n1,a\n2,b\n'), /line 1/i],
    ['header alone', write('alone.csv', 'id,text\n'), /no rows/i],
    ['nothing', write('nothing.csv', ''), /empty/i],
    ['not UTF-8', write('latin.csv', Buffer.from([...Buffer.from('text\ncaf'), 0xe9, 0x0a])), /likely windows-1252/i],
    ['open quote', write('quote.csv', 'id,text\n1,"a\n2,b\n'), /line 2/i],
  ];
  for (const [name, file, expected] of badFiles) {
    await page.setInputFiles('#file', file);
    // Problems that a change of the import settings can fix are shown next to the settings.
    await page.waitForSelector('#message, #import-problem');
    const isFixable = await page.locator('#import-problem').count() > 0;
    assert.match(await page.innerText(isFixable ? '#import-problem' : '#message'), expected, name);
    assert.deepEqual(await picks(page), before, `picks after: ${name}`);
    assert.equal(await labeledCount(page), 1, `labels after: ${name}`);
    await page.click(isFixable ? '#close-import' : '#dismiss');
    await page.waitForSelector('#message, #import-problem', { state: 'detached' });
  }
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), 1, 'labels after a reload');
});

check('invalid settings are reported and disable Select', async ({ page }) => {
  await choose(page, SMALL_CSV);
  const checkRejected = async (id, value, expected) => {
    const validValue = await page.inputValue(`#${id}`);
    await set(page, id, value);
    await page.waitForFunction(() => document.querySelector('#select')?.disabled);
    assert.match(await page.innerText('#main'), expected, `${id} = ${value}`);
    await set(page, id, validValue);
    await page.waitForFunction(() => !document.querySelector('#select').disabled);
  };
  await checkRejected('budget', 61, /budget is 61, but the pool has only 60 texts/i);
  await checkRejected('budget', 0, /budget is 0/i);
  await checkRejected('neighbors', 60, /60 neighbors were requested, but each of 60 texts has only 59 others/i);
  await checkRejected('parts', 0, /parts is 0/i);
  await checkRejected('budget', 'many', /number/i);
});

check('single row or empty text column cannot be selected from', async ({ page }) => {
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
  await dropEmbeddings(page, npy(SMALL.length - 1, 4));
  await set(page, 'budget', 3);
  await select(page);
  assert.equal((await picks(page)).length, 3);
});

/** Files as large as an attacker may send. A soak run uses the full sizes, and other runs use a fifth of the sizes. */
const LARGE_FILES = [
  ['file of 300 MB', repetitions(300_000), 'text\n', `${'x'.repeat(999)}\n`.repeat(1000)],
  ['table of 5 million rows', repetitions(5_000_000), 'id,text\n', Array.from({ length: 1000 }, (_, n) => `${n},text ${n}\n`).join('')],
];
for (const [name, rows, header, block] of LARGE_FILES) {
  check(`${name}${SOAK ? '' : ' (a fifth of it)'} is read, and the page continues`, async ({ page }) => {
    const large = write('large.csv', header + block.repeat(rows / 1000));
    await page.setInputFiles('#file', large);
    await page.waitForSelector('#text-column', { timeout: LONG });
    assert.match(await page.innerText('.data'), new RegExp(`${rows.toLocaleString('en-US')} texts`));
    await page.reload();
    await page.waitForSelector('#try-sample, #text-column', { timeout: LONG });
    if (await page.locator('#text-column').count()) await page.click('#new-project');
    await page.waitForSelector('#try-sample');
    await chooseSmall(page);
    await set(page, 'budget', 3);
    await select(page);
    assert.equal((await picks(page)).length, 3);
    rmSync(large);
  });
}

check('file of 200 MB is read or rejected without crashing the page', async ({ page }) => {
  const line = `${'x'.repeat(999)}\n`;
  const big = write('big.csv', `text\n${line.repeat(210_000)}`);
  await page.setInputFiles('#file', big);
  await page.waitForSelector('#message, #text-column', { timeout: LONG });
  if (await page.locator('#message').count()) assert.match(await message(page), /MB/);
  await page.reload();
  await page.waitForSelector('#try-sample, #text-column');
});
