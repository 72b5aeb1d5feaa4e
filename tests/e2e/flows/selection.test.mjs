// Each method and setting selects the texts that the native program selects.
// Comparisons and coverage in the page also equal the values of the native program.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';

import {
  SAME_EMBEDDINGS, SMALL_CSV, TOPICS, addLabel, checkIn, chooseSmall, chooseTextColumn, labelByKey, labeledCount, nativeRows, scratch, write,
} from '../support/page.mjs';
import {
  LONG, cacheOptions, choose, download, fastgas, launch, leaveFields, openPage, parseCsv, picks, select, selectNatively, set,
  waitForRun,
} from '../support/tools.mjs';
import { show } from '../support/views.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('selection', () => browser);

check('other text column, seed, preset and part count give the picks of the native program', async ({ page }) => {
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

check('other methods give the picks of the native program', async ({ page }) => {
  await chooseSmall(page);
  await set(page, 'budget', 7);
  const fastgas = await nativeRows(SMALL_CSV, 'text', 7, ...SAME_EMBEDDINGS);
  const methods = [
    ['k-means', []], ['fast-vote-k', ['--centered', '--vote-neighbors', '5']], ['subclustering', ['--parts', '3']],
    ['ideal', []], ['ideal', ['--as-published']],
  ];
  for (const [method, flags] of methods) {
    await set(page, 'budget', 7);
    await page.selectOption('#method', method);
    await page.selectOption('#centered', flags.includes('--centered') ? 'centered' : 'given');
    if (method === 'fast-vote-k') await set(page, 'vote-neighbors', 5);
    if (method === 'subclustering') await set(page, 'parts', 3);
    if (method === 'ideal') await page.selectOption('#procedure', flags.length ? 'published' : 'lazy');
    await select(page);
    const native = await nativeRows(SMALL_CSV, 'text', 7, '--method', method, ...flags, ...SAME_EMBEDDINGS);
    assert.deepEqual(await picks(page), native.rows, method);
    assert.notDeepEqual(native.rows, fastgas.rows, `${method} picks other texts`);
    assert.equal(await page.locator('#parts').count(), method === 'subclustering' ? 1 : 0, 'the parts field is shown only if the method uses it');
  }
  await set(page, 'budget', 7);
  await page.selectOption('#method', 'fastgas');
  await set(page, 'parts', '');
  await page.selectOption('#centered', 'given');
  await select(page);
  assert.deepEqual(await picks(page), fastgas.rows);
  assert.match(await page.textContent('#why'), /stands for \d+ more texts?.*in its part of \d+ texts/s);
});

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

/** Removes the durations, which are the last two columns of the comparison table. */
const withoutTimes = (csv) => parseCsv(csv).map((record) => record.slice(0, -2));

check('comparison of methods equals that of the native program', async ({ page }) => {
  await chooseSmall(page);
  assert.equal(await page.locator('#compare').count(), 0, 'a comparison needs a selection');
  await set(page, 'budget', 6);
  await select(page);
  // The methods are in the native program's order, which may differ from the page's order.
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
      '--quiet', ...SAME_EMBEDDINGS, ...(labels ? ['--label', labels] : []), ...(centered ? ['--centered'] : []));
    const native = readFileSync(out, 'utf8');
    assert.deepEqual(withoutTimes(text), withoutTimes(native));
    const shown = page.locator('#compare-table tbody tr');
    assert.equal(await shown.count(), methods.length * 2);
    const head = await page.locator('#compare-table thead').innerText();
    assert.equal(/Accuracy/.test(head), Boolean(labels), head);
    assert.equal(await page.locator('.dot-plot').count(), labels ? 6 : 3);
    assert.equal(await page.locator('.dot-plot').first().locator('circle').count(), methods.length * 2);

    const [header, ...records] = parseCsv(native);
    const column = header.indexOf('facility_coverage');
    const best = records.toSorted((a, b) => Number(b[column]) - Number(a[column])).map(([method, budget]) => `${method} ${budget}`);
    const order = () => shown.evaluateAll((rows) => rows.map(({ dataset }) => `${dataset.method} ${dataset.budget}`));
    const sort = page.getByRole('button', { name: 'Average similarity' });
    await sort.click();
    assert.deepEqual(await order(), best);
    await sort.click();
    assert.deepEqual(await order(), best.toReversed());
    await page.click('#close-compare');
  }
  await page.selectOption('#centered', 'given');
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 6, ...SAME_EMBEDDINGS)).rows);
});

check('comparison on a test file equals that of the native program, with the FastGAS of the paper next to the default', async ({ page }) => {
  const test = write('test.csv', ['id,text,rank', ...TOPICS.flatMap(([topic, text], kind) =>
    [61, 62, 63].map((n) => `${topic}${n},${text(n).replaceAll(',', ';')},${kind}`))].join('\n'));
  const pool = write('pool.csv', ['id,text,rank', ...TOPICS.flatMap(([topic, text], kind) =>
    Array.from({ length: 12 }, (_, n) => `${topic}${n},${text(n + 1).replaceAll(',', ';')},${kind}`))].join('\n'));
  await choose(page, pool);
  await set(page, 'budget', 6);
  await select(page);
  await page.click('#compare');
  const chosen = () => page.$$eval('#compare-dialog fieldset input:checked', (boxes) => boxes.length);
  const all = await chosen();
  assert.ok(await page.isChecked('#compare-paper'), 'the published method is compared by default');
  await page.click('#no-methods');
  assert.equal(await chosen(), 0);
  await page.click('#all-methods');
  assert.equal(await chosen(), all, '“all” includes the published method');
  await page.click('#no-methods');
  for (const method of ['fastgas', 'typical']) await page.check(`#compare-dialog input[value=${method}]`);
  await page.check('#compare-paper');
  await page.fill('#compare-budgets', '6');
  await page.fill('#compare-seeds', '0,3');
  // A comparison with a test file needs the labels in the test file.
  await page.setInputFiles('#compare-test', test);
  await page.waitForFunction(() => /needs true labels/.test(document.querySelector('#compare-note').textContent));
  assert.ok(await page.isDisabled('#start-compare'));
  await page.selectOption('#compare-labels', { label: 'rank' });
  await page.waitForSelector('#start-compare:enabled');
  assert.match(await page.locator('.compare-field', { has: page.locator('#compare-test') }).innerText(), /test\.csv \(12 texts\)/);
  await page.click('#start-compare');
  await page.waitForSelector('#compare-results[data-complete=true]', { timeout: LONG });

  const { text } = await download(page, '#export-compare');
  const rows = withoutTimes(text);
  const out = join(scratch, 'tested.csv');
  const native = async (...flags) => {
    await fastgas(
      'compare', pool, '--text', 'text', '--budgets', 6, '--seeds', '0,3', '--label', 'rank', '--test', test, '--out', out, '--quiet',
      ...cacheOptions(), ...flags);
    return withoutTimes(readFileSync(out, 'utf8'));
  };
  const [header, ...others] = await native('--methods', 'fastgas,typical');
  assert.deepEqual(rows[0], header);
  const named = (name) => rows.find(([method]) => method === name);
  for (const record of others) assert.deepEqual(named(record[0]), record);
  assert.ok(named('fastgas-paper'), `${rows.map(([name]) => name)}`);
  assert.equal(await page.locator('#compare-table tr[data-method="fastgas-paper"]').count(), 1);

  // If all seeds agree, the table shows no deviation.
  const values = await page.innerText('#compare-table tr[data-method=typical]');
  assert.match(values, /\t100\.0 %\t/);
  assert.doesNotMatch(values, /± 0\.0 %/);

  await page.click('#remove-compare-test');
  assert.equal(await page.locator('#remove-compare-test').count(), 0);
  await page.waitForSelector('#start-compare:enabled');
});

check('comparison shows each run, continues when closed and stops at once', async ({ page }) => {
  await chooseSmall(page);
  await set(page, 'budget', 5);
  await select(page);
  await page.click('#compare');
  await page.selectOption('#compare-labels', { label: 'note, odd' });
  assert.match(await page.innerText('#compare-note'), /^Row 0: column “note, odd” is empty/);
  assert.ok(await page.isDisabled('#start-compare'), 'empty cells are not labels');
  await page.selectOption('#compare-labels', '');
  // The comparison has far more runs than could finish during the test.
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
  assert.equal(await page.locator('#compare-problem').count(), 0, 'stopping shows no error');
  const [, ...records] = parseCsv((await download(page, '#export-compare')).text);
  assert.ok(records.length > 0, 'finished runs stay');
});

/** The page formats percentages with a no-break space. */
const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

check('coverage of the picks equals that of the native program and survives a reload', async ({ page }) => {
  const budget = 8;
  await chooseSmall(page);
  for (const flags of [['--centered'], []]) {
    await set(page, 'budget', budget);
    await page.selectOption('#centered', flags.length ? 'centered' : 'given');
    await select(page);
    await page.waitForSelector('#coverage');
    const out = join(scratch, 'covered.csv');
    await selectNatively(SMALL_CSV, out, '--text', 'text', '--budget', budget, ...flags, ...SAME_EMBEDDINGS);
    const evaluated = await fastgas('evaluate', SMALL_CSV, '--text', 'text', '--picks', out, '--curve', '--quiet', ...SAME_EMBEDDINGS);
    const { curve, last_label: last } = JSON.parse(evaluated);
    const shown = await page.$$eval('#coverage-table tbody tr', (rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
    assert.deepEqual(
      shown.map(([label, coverage, , covered]) => [label, coverage, covered]),
      curve.map((point) => [`${point.picks}`, percent(point.facility_coverage), `${point.covered_vertices}`]),
    );
    assert.ok((await page.textContent('#stop-hint')).includes(`The 8th pick adds ${percent(last.facility_coverage)} average similarity and`));
  }
  await addLabel(page, 'yes');
  await leaveFields(page);
  assert.equal(await page.locator('#coverage rect.labeled-so-far').count(), 0);
  for (let label = 0; label < 3; label += 1) await labelByKey(page, '1');
  const covered = (await page.$$eval('#coverage-table tbody tr', (rows) => rows.map((row) => row.cells[3].textContent)));
  const soFar = `Labeled: 3 of 8. ${covered[2]} of `;
  await show(page, 'data');
  await page.waitForFunction((words) => document.querySelector('#coverage')?.innerText.includes(words), soFar);
  assert.match(await page.innerText('#coverage'), / texts have a label or a neighbor with one\. The 4th pick adds/);
  await page.reload();
  await page.waitForSelector('#coverage rect.labeled-so-far');
  assert.ok((await page.innerText('#coverage')).includes(soFar));
  await page.click('#coverage button');
  assert.ok(await page.isVisible('#coverage-table'));
});

check('additional picks extend the existing ones without the skipped text', async ({ page }) => {
  await chooseSmall(page);
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
  await waitForRun(page);
  const kept = first.filter((row) => row !== first[1]);
  write('first.csv', `row\n${kept.join('\n')}\n`);
  write('skipped.csv', `row\n${first[1]}\n`);
  const native = await nativeRows(
    SMALL_CSV, 'text', 10, '--extend', join(scratch, 'first.csv'), '--skip', join(scratch, 'skipped.csv'), ...SAME_EMBEDDINGS);
  assert.deepEqual(native.rows.slice(0, 4), kept);
  assert.deepEqual(await picks(page), native.rows);
  assert.equal(await labeledCount(page), 1, 'the label stays');
});

check('duplicates are counted and folded as in the native program', async ({ page }) => {
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

check('one and two workers give the same picks', async ({ page }) => {
  // Each selection has a separate browser context without cached embeddings.
  const other = await openPage(browser);
  const picksOfRuns = [];
  for (const [workers, { page: tab }] of [[1, { page }], [2, other]]) {
    await choose(tab, SMALL_CSV);
    await set(tab, 'budget', 10);
    await set(tab, 'workers', workers);
    await select(tab);
    picksOfRuns.push(await picks(tab));
  }
  await other.context.close();
  assert.deepEqual([...other.foreign, ...other.problems], []);
  assert.equal(picksOfRuns[0].length, 10);
  assert.deepEqual(picksOfRuns[1], picksOfRuns[0]);
});

check('another seed gives the picks of the native program, and the first seed its picks again', async ({ page }) => {
  await chooseSmall(page);
  // A random selection of 5 of 60 texts depends on the seed. The parts of fastgas may be the same for two seeds.
  for (const method of ['random', 'fastgas']) {
    const native = async (seed) => (await nativeRows(SMALL_CSV, 'text', 5, '--method', method, '--seed', seed, ...SAME_EMBEDDINGS)).rows;
    const [first, other] = [await native(0), await native(1)];
    if (method === 'random') assert.notDeepEqual(other, first, 'the seeds give different picks');
    await set(page, 'budget', 5);
    await page.selectOption('#method', method);
    for (const [seed, expected] of [[0, first], [1, other], [0, first]]) {
      await set(page, 'seed', seed);
      await select(page);
      assert.deepEqual(await picks(page), expected, `${method}, seed ${seed}`);
    }
  }
});
