// The embedding cache in the browser. After a pause or a reload, only the missing texts are embedded.
// If the cache is damaged or full, the picks stay the same.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before } from 'node:test';

import { withIndexedDb } from '../support/indexed-db.mjs';
import { SMALL, SMALL_CSV, checkIn, countIn, nativeRows, quote, scratch, write } from '../support/page.mjs';
import {
  COUNT_CHUNKS, LONG, SAMPLE, choose, fastgas, launch, parseCsv, picks, select, set, waitForPause, waitForRun,
} from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('cache', () => browser);

/** Number of texts in a run that the test pauses before all texts are embedded. */
const N_PAUSED = 1000;
const writeTable = (name, records) => write(name, records.map((record) => `${record.map(quote).join(',')}\n`).join(''));

check('paused and reloaded run embeds only the missing texts', async ({ page }) => {
  const pool = writeTable('thousand.csv', parseCsv(readFileSync(SAMPLE, 'utf8')).slice(0, 1 + N_PAUSED));
  await choose(page, pool);
  // A fast machine with more workers would embed all texts before the pause.
  await set(page, 'workers', 2);
  await page.click('#select');
  await page.waitForFunction(() => document.querySelector('#progress progress')?.value >= 300, null, { timeout: LONG });
  await page.focus('#pause');
  await page.keyboard.press('Enter');
  await waitForPause(page);
  const progressValue = () => page.$eval('#progress progress', (bar) => bar.value);
  const embedded = await progressValue();
  await page.waitForTimeout(2000);
  assert.equal(await progressValue(), embedded, 'no text is embedded while the run is paused');
  assert.ok(embedded < N_PAUSED);
  assert.equal(await page.innerText('#pause'), 'Resume');
  // The page already draws a dot for each text that was embedded before the pause.
  assert.equal(await countIn(page, '#sketch'), embedded);
  const inkPixels = await page.$eval('#sketch canvas', (canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, place) => place % 4 === 3 && value > 0).length;
  });
  assert.ok(inkPixels > 4 * embedded, `${inkPixels} colored pixels for ${embedded} dots`);

  await page.reload();
  assert.ok(await countIn(page, '#cache') >= 300, 'the number of cached texts is shown');
  await set(page, 'workers', 2);
  await page.click('#select');
  assert.equal(await countIn(page, '#cached'), embedded, 'texts embedded before the reload come from the cache');
  assert.ok(await countIn(page, '#sketch') >= embedded);
  await page.click('#pause');
  await page.getByRole('status').filter({ hasText: 'Paused' }).waitFor();
  await page.click('#pause');
  await waitForRun(page);
  const native = await nativeRows(pool, 'text', 18);
  assert.deepEqual(await picks(page), native.rows, 'the cache does not change the picks');
  assert.equal(await page.locator('#sketch').count(), 0, 'the map replaces the preview');

  // All embeddings are cached now, so the next visit embeds no text.
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await set(page, 'seed', 5);
  await page.click('#select');
  assert.equal(await countIn(page, '#cached'), N_PAUSED);
  await waitForRun(page);
  assert.deepEqual(await picks(page), (await nativeRows(pool, 'text', 18, '--seed', 5)).rows);
}, { initScript: COUNT_CHUNKS });

check('added rows alone are embedded, and the cache can be emptied', async ({ page }) => {
  await choose(page, writeTable('first.csv', SMALL.slice(0, 41)));
  await set(page, 'budget', 5);
  await select(page);
  assert.equal(await countIn(page, '#cache'), 40);
  // The last row occurs twice, and its text is embedded once.
  await page.setInputFiles('#file', writeTable('more.csv', [...SMALL, SMALL[60]]));
  assert.match(await page.innerText('#adding-facts'), /It has 61 texts; 40 of them are in first\.csv already/);
  await page.click('#adding-open');
  await page.getByText('61 texts').first().waitFor();
  // The page shows the number of cached texts only while the remaining texts are embedded.
  // An observer in the page records the number, because the embedding may end before the test reads the number.
  await page.evaluate(() => {
    const look = () => { window.cached = document.querySelector('#cached')?.dataset.texts ?? window.cached; };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.click('#select');
  await waitForRun(page);
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
  assert.deepEqual(await picks(page), native.rows, 'emptying the cache keeps the picks');
  await select(page);
  assert.equal(await countIn(page, '#cache'), 60, 'all texts are embedded again');
  assert.deepEqual(await picks(page), native.rows);
});

/** `bytes` contains concatenated chunks. Maps the hexadecimal hash of each text to its vector. */
function readChunks(bytes) {
  const embeddings = new Map();
  for (let at = 0; at < bytes.length;) {
    const [n, d] = [bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12)];
    // A chunk of n texts has a 32-byte head, n 16-byte hashes, n 4-byte numbers, and n embeddings.
    const [hashes, rows] = [at + 32, at + 32 + (16 + 4) * n];
    for (let text = 0; text < n; text += 1) {
      const hash = bytes.toString('hex', hashes + 16 * text, hashes + 16 * (text + 1));
      embeddings.set(hash, bytes.toString('hex', rows + 4 * d * text, rows + 4 * d * (text + 1)));
    }
    at = rows + 4 * d * n;
  }
  return embeddings;
}

for (const relaxed of [true, false]) check(
  `page and native program cache the same vectors with${relaxed ? '' : 'out'} relaxed SIMD`,
  async ({ page }) => {
    if (!relaxed) {
      // Simulates a browser without relaxed SIMD.
      await page.addInitScript(() => { WebAssembly.validate = () => false; });
      await page.reload();
    }
    await choose(page, SMALL_CSV);
    await set(page, 'budget', 5);
    await select(page);
    const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.equal(fetched.some((name) => /\/worker-encoder-relaxed_bg[^/]*\.wasm$/.test(name)), relaxed, fetched.join(' '));
    assert.equal(fetched.some((name) => /\/worker-encoder_bg[^/]*\.wasm$/.test(name)), !relaxed, fetched.join(' '));
    const stored = await page.evaluate(withIndexedDb(({ settled, use }, name) => use(name, async (database) => {
      const chunks = database.transaction('chunks').objectStore('chunks');
      const [keys, values] = await Promise.all([settled(chunks.getAllKeys()), settled(chunks.getAll())]);
      const address = await new Promise((resolve) => {
        const reader = new FileReader();
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(new Blob(values));
      });
      return { keys, base64: address.split(',')[1] };
    })), 'fastgas-embeddings');
    const cache = mkdtempSync(join(scratch, 'cache-'));
    await fastgas('embed', SMALL_CSV, '--text', 'text', '--quiet', '--cache', cache, '--out', join(cache, 'x.npy'));
    const [file] = readdirSync(cache).filter((name) => name.endsWith('.embeddings'));
    assert.deepEqual([...new Set(stored.keys.map((key) => key.split('/')[0]))], [basename(file, '.embeddings')], 'the keys contain the hash of the model');
    const inPage = readChunks(Buffer.from(stored.base64, 'base64'));
    assert.equal(inPage.size, 60);
    assert.deepEqual(inPage, readChunks(readFileSync(join(cache, file))));
  },
);

check('damaged cache chunks are replaced, and the picks stay', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  const before = await picks(page);
  assert.equal(await countIn(page, '#cache'), 60);
  // One chunk has a flipped bit, one chunk is truncated, and one value is not a buffer.
  const damaged = await page.evaluate(withIndexedDb(({ completed, use }, name) => use(name, async (database) => {
    const transaction = database.transaction('chunks', 'readwrite');
    const changes = [
      (bytes) => { bytes[bytes.length - 5] ^= 1; return bytes.buffer; },
      (bytes) => bytes.slice(0, bytes.length / 2).buffer,
      () => 'nonsense',
    ];
    let changed = 0;
    transaction.objectStore('chunks').openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor || changed === changes.length) return;
      cursor.update(changes[changed](new Uint8Array(cursor.value)));
      changed += 1;
      cursor.continue();
    };
    await completed(transaction);
    return changed;
  })), 'fastgas-embeddings');
  assert.ok(damaged >= 2, `${damaged} chunks`);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  await page.click('#select');
  await waitForRun(page);
  assert.deepEqual(await picks(page), before);
  assert.equal(await countIn(page, '#cache'), 60, 'the damaged chunks are replaced');
});

check('full storage is reported, and the run completes without the cache', async ({ page, context }) => {
  // The quota is set before the page stores data, because the browser checks the quota only from time to time.
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1000 });
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  assert.match(await page.innerText('#cache-problem'), /embeddings are not stored/i);
  assert.equal(await page.locator('#cache').count(), 0);
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 5)).rows);
});
