// Embeddings that the user adds as a .npy file, so that the page embeds no text.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';

import { numpyFile } from '../support/embeddings.mjs';
import { SMALL_CSV, checkIn, message, nativeRows, textColumn, write } from '../support/page.mjs';
import { drop, dropFiles, launch, picks, select, set } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('given-embeddings', () => browser);

check('embeddings dropped with a table are used, survive a reload and can be removed', async ({ page }) => {
  const vectors = numpyFile(60);
  const file = write('small.npy', vectors);
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  await dropFiles(page, [{ name: 'small.npy', bytes: vectors }, { name: 'small.csv', bytes: readFileSync(SMALL_CSV) }]);
  assert.match(await page.innerText('#given-embeddings'), /small\.npy, 16 dimensions/);
  await set(page, 'budget', 8);
  await select(page);
  const fromFile = await nativeRows(SMALL_CSV, 'text', 8, '--embeddings', file);
  assert.deepEqual(await picks(page), fromFile.rows, 'the picks are those of the native program');
  assert.deepEqual(fetched.filter((url) => url.includes('model')), [], 'given embeddings fetch no model');
  assert.match(await page.innerText('#summary'), /small\.npy/);

  await page.reload();
  await page.waitForSelector('#given-embeddings');
  await set(page, 'seed', 5);
  await select(page);
  const fromStorage = await nativeRows(SMALL_CSV, 'text', 8, '--embeddings', file, '--seed', 5);
  assert.deepEqual(await picks(page), fromStorage.rows, 'stored embeddings are used after a reload');

  await page.click('#forget-embeddings');
  await page.waitForSelector('#given-embeddings', { state: 'detached' });
  await select(page);
  const fromEncoder = await nativeRows(SMALL_CSV, 'text', 8, '--seed', 5);
  assert.deepEqual(await picks(page), fromEncoder.rows, 'the encoder embeds the texts');
  assert.notDeepEqual(fromEncoder.rows, fromStorage.rows, 'the encoder gives other picks');

  for (const [name, seed, format] of [
    ['wide.npy', 6, { float64: true }],
    ['turned.npy', 7, { fortran: true }],
    ['big-endian.npy', 8, { float64: true, big: true, fortran: true }],
  ]) {
    await dropFiles(page, [{ name, bytes: numpyFile(60, format) }]);
    await page.waitForFunction((name) => document.querySelector('#given-embeddings')?.innerText.includes(name), name);
    await set(page, 'seed', seed);
    await select(page);
    const same = await nativeRows(SMALL_CSV, 'text', 8, '--embeddings', file, '--seed', seed);
    assert.deepEqual(await picks(page), same.rows, `${name} contains the same numbers`);
    await page.click('#forget-embeddings');
    await page.waitForSelector('#given-embeddings', { state: 'detached' });
  }
});

check('mismatched embeddings are rejected with a reason, and the project stays', async ({ page }) => {
  await dropFiles(page, [{ name: 'small.npy', bytes: numpyFile(60) }]);
  assert.match(await message(page), /no texts are open/i);
  await drop(page, SMALL_CSV);
  await page.waitForSelector('#text-column');
  const zero = (numbers) => numbers.fill(0, 16 * 41, 16 * 42);
  const objects = numpyFile(60).toString('latin1').replace("'<f4'", "'|O'").replace('\n', ' \n');
  for (const [name, bytes, words] of [
    ['fewer.npy', numpyFile(59), /59 rows, but the pool has 60/i],
    ['zero.npy', numpyFile(60, { change: zero }), /row 41 of the embeddings is all zero/i],
    ['whole.npy', numpyFile(60, { kind: 'i' }), /have the type “<i4”; only floats of 16, 32 or 64 bits/],
    ['objects.npy', Buffer.from(objects, 'latin1'), /objects of Python, not numbers[^]*numpy\.stack/],
    ['torn.npy', numpyFile(60).subarray(0, 1000), /60 × 16 numbers, but it has 1000 bytes/],
    ['picture.npy', Buffer.from('GIF89a'), /does not begin/],
  ]) {
    await dropFiles(page, [{ name, bytes }]);
    await page.waitForFunction((name) => document.querySelector('#message')?.innerText.includes(name), name);
    assert.match(await message(page), words);
    assert.equal(await page.locator('#given-embeddings').count(), 0, name);
    assert.equal(await textColumn(page), 'text', 'the project stays open');
  }
});
