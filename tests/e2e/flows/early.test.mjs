// Labeling while texts are still being embedded.
// The first picks come from the texts that are embedded so far. The final picks extend the first picks.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { quote } from '../support/page.mjs';
import {
  COUNT_CHUNKS, LONG, SAMPLE, addLabels, choose, currentRow, download, drop, folder, launch, leaveFields, parseCsv,
  selectNatively, set, storedLog, visit, waitForPause, waitForRun, waitForSaved,
} from '../support/tools.mjs';

const BUDGET = 60;
/** Number of texts in the file: enough for two pauses of the embedding, even on a fast machine. */
const TEXTS = 1200;
const CSV = join(folder('e2e'), 'early-texts.csv');
writeFileSync(CSV, parseCsv(readFileSync(SAMPLE, 'utf8')).slice(0, 1 + TEXTS).map((record) => `${record.map(quote).join(',')}\n`).join(''));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = (name, body) =>
  test(name, { timeout: 2 * LONG }, () => visit(browser, name, body, { initScript: COUNT_CHUNKS }));
const pickedRows = (page) => page.$$eval('#picks .pick', (picks) => picks.map((pick) => Number(pick.dataset.row)));
const labels = (page) => page.$$eval('#picks .pick[data-label]', (picks) => picks.map(({ dataset }) => [Number(dataset.row), dataset.label]));

/** Pauses the run when about `texts` texts are embedded. Returns the exact number of embedded texts. */
async function pauseAt(page, texts) {
  // Two workers are used, because a fast machine with more workers would embed all texts before the pause.
  await set(page, 'workers', 2);
  await page.click('#select');
  await page.waitForFunction((texts) => document.querySelector('#progress progress')?.value >= texts, texts, { timeout: LONG });
  await page.click('#pause');
  await waitForPause(page);
  return page.$eval('#progress progress', (bar) => bar.value);
}

/** Picks of the native program that extend the picks `rows`, without the skipped rows. */
async function nativeExtension(rows, skipped = []) {
  const rowsOption = (name, rows) => {
    const path = join(folder('e2e'), `early-${name}.csv`);
    writeFileSync(path, `row\n${rows.join('\n')}\n`);
    return rows.length ? [`--${name}`, path] : [];
  };
  const args = ['--text', 'text', '--budget', BUDGET, ...rowsOption('extend', rows), ...rowsOption('skip', skipped)];
  const { records } = await selectNatively(CSV, join(folder('e2e'), 'early.csv'), ...args);
  return records.slice(1).map((record) => Number(record[records[0].indexOf('row')]));
}

check('texts labeled during embedding keep their labels, and final picks extend early ones', async ({ page }) => {
  await choose(page, CSV);
  await set(page, 'budget', BUDGET);
  assert.equal(await page.locator('#pick-early').count(), 0);
  const ready = await pauseAt(page, 240);
  const share = Math.floor(BUDGET * ready / TEXTS);
  assert.ok(share >= 12 && ready < TEXTS, `${ready} embedded texts`);
  assert.equal(await page.innerText('#pick-early'), `Label ${share} texts now`);
  await page.focus('#pick-early');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#current-text');
  const early = await pickedRows(page);
  assert.equal(early.length, share);
  assert.equal(await currentRow(page), early[0]);
  assert.equal(Number(await page.getAttribute('#sketch', 'data-texts')), ready, 'the preview stays');
  assert.equal(await page.locator('#pick-early').count(), 0, 'no more early picks are offered');
  assert.match(await page.innerText('#early'), new RegExp(`from the ${ready.toLocaleString('en')} texts`));
  const reason = () => page.innerText('#why');
  assert.match(await reason(), /before all texts were embedded\.\s.*stands for/s, 'an early pick has a reason');
  assert.ok(await page.isDisabled('#export-csv') && await page.isDisabled('#export-pack'), 'nothing can be exported before a label and a finished run');

  await addLabels(page, 'yes', 'no');
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await page.keyboard.press('.');
  await page.waitForSelector(`#picks [data-row="${early[2]}"] .chip.passed:not(.unsaved)`);
  await waitForSaved(page);
  const labeled = [[early[0], 'yes'], [early[1], 'no']];
  assert.deepEqual(await labels(page), labeled);
  assert.equal(await currentRow(page), early[3]);

  // The note keeps its focus and its text when the final picks arrive.
  await page.focus('#note');
  await page.keyboard.type('half a ');
  await page.locator('#pause').evaluate((button) => button.click());
  await page.waitForFunction((share) => document.querySelectorAll('#picks .pick').length > share, share, { timeout: LONG });
  await page.keyboard.type('note');
  await waitForRun(page);
  assert.equal(await currentRow(page), early[3]);
  assert.equal(await page.inputValue('#note'), 'half a note');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'note');
  await leaveFields(page);

  const kept = early.filter((row) => row !== early[2]);
  const allRows = await pickedRows(page);
  assert.deepEqual(allRows.slice(0, kept.length), kept);
  assert.deepEqual(allRows, await nativeExtension(kept, [early[2]]), 'the native program extends the early picks in the same way');
  assert.deepEqual(await labels(page), labeled);
  assert.match(await page.innerText('#early-picks'), new RegExp(`^${share} picks .* from ${ready.toLocaleString('en')} texts`));
  assert.doesNotMatch(await reason(), /before all texts were embedded/, 'the final reason considers all texts');
  assert.equal(await page.locator('#early').count(), 0);
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(await pickedRows(page), allRows);
  assert.deepEqual(await labels(page), labeled);
  assert.match(await page.innerText('#early-picks'), new RegExp(`^${share} picks`));
});

check('early picks survive a reload and a cancelled run, and grow with the embedded texts', async ({ page }) => {
  await choose(page, CSV);
  await set(page, 'budget', BUDGET);
  await pauseAt(page, 160);
  await page.click('#pick-early');
  await page.waitForSelector('#current-text');
  const early = await pickedRows(page);
  await addLabels(page, 'yes', 'no');
  await page.keyboard.press('2');
  await waitForSaved(page);

  await page.reload();
  await page.waitForSelector('#picks .pick');
  assert.deepEqual(await pickedRows(page), early);
  assert.match(await page.innerText('#why'), /before all texts were embedded/, 'the early reason survives a reload');
  assert.deepEqual(await labels(page), [[early[0], 'no']]);
  const ready = await pauseAt(page, 720);
  const share = Math.floor(BUDGET * ready / TEXTS);
  assert.equal(await page.innerText('#pick-early'), `Pick ${share - early.length} more now`);
  await page.keyboard.press('1');
  await page.click('#pick-early');
  await page.waitForFunction((share) => document.querySelectorAll('#picks .pick').length === share, share);
  assert.deepEqual((await pickedRows(page)).slice(0, early.length), early);
  assert.deepEqual(await labels(page), [[early[0], 'no'], [early[1], 'yes']]);
  assert.equal(await currentRow(page), early[2], 'the current text stays');

  await page.click('#cancel');
  await page.keyboard.press('1');
  await waitForSaved(page);
  assert.equal((await storedLog(page)).length, 3);
  const before = await pickedRows(page);
  const [names, ...records] = parseCsv((await download(page, '#export-picks-csv')).text);
  const noPartAndDegree = ['', ''];
  const first = names.indexOf('rank');
  assert.deepEqual(names.slice(first, first + 5), ['rank', 'row', 'part', 'degree', 'label']);
  assert.deepEqual(
    records.map((record) => record.slice(first, first + 5)),
    before.map((row, index) => [`${index + 1}`, `${row}`, ...noPartAndDegree, ['no', 'yes', 'yes'][index] ?? '']),
    'labels can be exported after a cancelled run',
  );
  assert.ok(await page.isDisabled('#export-pack'), 'a few-shot pack needs the embeddings of all texts');
  await page.click('#select');
  await waitForRun(page);
  assert.deepEqual(await pickedRows(page), await nativeExtension(before));
  assert.equal((await labels(page)).length, 3);
});

check('given embeddings show a preview before neighbors and parts are found', async ({ page }) => {
  const [csv, vectors] = ['first-picture.csv', 'first-picture.npy'].map((name) => join(folder('e2e'), name));
  const n = 3000;
  writeFileSync(csv, ['text', ...Array.from({ length: n }, (_, row) => `Text number ${row}`)].join('\n'));
  writeFileSync(vectors, npy(n, 9));
  await drop(page, csv, vectors);
  await page.waitForSelector('#given-embeddings');
  await page.evaluate(() => {
    window.seen = [];
    const look = () => {
      const texts = Number(document.querySelector('#sketch')?.dataset.texts ?? 0);
      if (texts) window.seen.push([texts, Boolean(document.querySelector('#picks .pick'))]);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.click('#select');
  await waitForRun(page);
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.some(([texts, hasPicks]) => texts === n && !hasPicks), JSON.stringify(seen.slice(0, 9)));
  await page.waitForSelector('#map, .map-panel');
  assert.equal(await page.locator('#sketch').count(), 0, 'the map replaces the preview');
});
