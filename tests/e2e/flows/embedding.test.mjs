// The built-in encoder embeds up to 3,000 texts in the page.
// The picks equal the picks of the native program, also after a canceled run.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';

import { SMALL_CSV, checkIn, chooseTextColumn, colorsOnMap, countIn, nativeRows, textColumn } from '../support/page.mjs';
import {
  BANKING77, HAS_BANKING77, LONG, SAMPLE, choose, launch, picks, select, set, stageTimes, waitForRun,
} from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('embedding', () => browser);

check('encoder program is fetched at the first embedding, and the fetch can be cancelled', async ({ page, context }) => {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  await context.route(/worker-encoder[^/]*\.wasm$/, async (route) => {
    await released;
    await route.continue();
  });
  const requested = page.waitForRequest(/worker-encoder[^/]*\.wasm$/);
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  const fetchedPrograms = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('worker-encoder')));
  assert.deepEqual(await fetchedPrograms(), [], 'reading a table does not fetch the encoder program');
  await page.click('#select');
  await requested;
  await page.click('#cancel');
  await page.waitForSelector('#progress', { state: 'detached', timeout: 10_000 });
  assert.equal(await page.locator('#message').count(), 0, 'cancelling shows no error');
  release();
  await select(page);
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 5)).rows);
});

check('cancelled run of the sample resumes with the picks of the native program', async ({ page }) => {
  await page.click('#try-sample');
  await page.waitForSelector('#text-column', { timeout: 120_000 });
  assert.equal(await textColumn(page), 'text');
  await page.click('#select');
  // The test must cancel a run that is in the middle of the embedding.
  await page.waitForFunction(
    () => Number(document.querySelector('#progress progress')?.value) >= 32 && document.querySelector('#progress progress').value < 2500,
    null,
    { timeout: LONG },
  );
  await page.click('#cancel');
  await page.waitForSelector('#progress', { state: 'detached', timeout: 10_000 });
  assert.equal((await picks(page)).length, 0, 'a cancelled run picks nothing');
  assert.equal(await page.locator('#message').count(), 0, 'cancelling shows no error');
  const keptCount = await countIn(page, '#kept');
  assert.ok(keptCount >= 32, `${keptCount} cached embeddings`);
  await page.click('#select');
  assert.equal(await countIn(page, '#cached'), keptCount, 'the next run resumes from the cache');
  await waitForRun(page);
  const native = await nativeRows(SAMPLE, 'text', 18);
  assert.deepEqual(await picks(page), native.rows);
  assert.ok(await colorsOnMap(page) > 18, 'the map is drawn');
  for (const stage of ['embed', 'neighbors', 'partition', 'select']) {
    assert.ok((await stageTimes(page))[stage] > 0, `time of stage ${stage}`);
  }
});

check('3,000 requests to a bank give the picks of the native program', async ({ page }) => {
  await choose(page, BANKING77);
  await chooseTextColumn(page, 'text');
  await select(page);
  const native = await nativeRows(BANKING77, 'text', 18);
  assert.equal(native.rows.length, 18);
  assert.deepEqual(await picks(page), native.rows);
}, { skip: !HAS_BANKING77 && 'the data is not next to the repository' });
