// Several annotators without a server: each annotator labels in a separate browser context, and they exchange files.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { projectDatabases } from '../support/indexed-db.mjs';
import { write } from '../support/page.mjs';
import {
  LONG, download, drop, folder, launch, listsWithManyStops, openPage, parseCsv, picks, projectDatabase, saveScreenshot, set, storedLog, waitForRun,
  waitForSaved,
} from '../support/tools.mjs';

const shots = folder('shots');
const N = 40;
const TEXTS = Array.from({ length: N }, (_, n) => [
  `How do I replace the debit card that I lost ${n} days ago?`,
  `A recipe for soup with lentils, for ${n} people`,
][n % 2]);
const CSV = write('team.csv', ['id,text', ...TEXTS.map((text, n) => `${n},"${text}"`)].join('\n'));

// Embeddings of the texts, so that the tests need no model.
const NPY = write('team.npy', npy(N, 2));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Adds a test in which each annotator has a page in a separate context. `people` maps names of annotators to pages. */
function check(title, body, options = {}) {
  test(`team: ${title}`, { timeout: LONG }, async () => {
    const people = {};
    const openPerson = async (name) => {
      people[name] = await openPage(browser, options);
      return people[name].page;
    };
    try {
      await body(openPerson);
      for (const [name, { foreign, problems }] of Object.entries(people)) {
        assert.deepEqual(foreign, [], `requests that left the origin of ${name}`);
        assert.deepEqual(problems, [], `exceptions in the page of ${name}`);
      }
    } catch (error) {
      for (const [name, { page }] of Object.entries(people)) await saveScreenshot(page, `team ${name} ${title}`);
      throw error;
    } finally {
      for (const { context } of Object.values(people)) await context.close();
    }
  });
}

async function createProject(page, name) {
  await drop(page, CSV, NPY);
  await page.waitForSelector('#given-embeddings');
  await set(page, 'budget', 8);
  await page.click('#select');
  await waitForRun(page);
  for (const label of ['bank', 'food']) {
    await page.fill('#label-name', label);
    await page.click('#add-label');
  }
  await setAnnotator(page, name);
}

async function setAnnotator(page, name) {
  await page.fill('#annotator', name);
  await page.locator('#annotator').blur();
}

/** The keys `keys` label the picks, starting with the first pick. A dot in `keys` means “cannot tell”. */
async function label(page, keys) {
  await page.evaluate(() => document.activeElement?.blur());
  for (const key of keys) {
    const before = await page.getAttribute('#current-text', 'data-row');
    await page.keyboard.press(key);
    await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== row, before);
  }
  await page.waitForFunction(() => !document.querySelector('#picks .chip.unsaved'));
}

const writeDownload = (name, { bytes }) => write(name, bytes);

function records(text) {
  const [header, ...rows] = parseCsv(text);
  return rows.map((row) => Object.fromEntries(row.map((cell, at) => [header[at], cell])));
}

check('handed-out copy returns labeled, is merged, and disagreements are settled by key', async (openPerson) => {
  const anna = await openPerson('Anna');
  await createProject(anna, 'Anna');
  const rows = await picks(anna);
  await label(anna, '12121');
  const handedOut = await download(anna, '#hand-out');
  assert.equal(handedOut.name, 'team-to-label.fastgas');
  assert.ok(!handedOut.text.includes('Anna'), 'the copy does not contain her name');
  await anna.fill('#copy-for', 'Bob / 2');
  const ofBob = await download(anna, '#hand-out');
  assert.equal(ofBob.name, 'team-to-label-Bob---2.fastgas');
  assert.ok(!ofBob.text.includes('Bob'), 'only the file name contains the name');

  const bob = await openPerson('Bob');
  await drop(bob, writeDownload('team-to-label.fastgas', handedOut));
  await bob.waitForSelector('#labeled-count');
  assert.deepEqual(await picks(bob), rows, 'the same picks');
  assert.equal(await bob.getAttribute('#labeled-count', 'data-labeled'), '0');
  await setAnnotator(bob, 'Bob');
  // The page asks before it makes other picks, because other picks could not be compared with Anna's labels.
  await bob.click('#select');
  assert.match(await bob.innerText('#question'), /Replace the texts that you were asked to label\?/);
  await bob.keyboard.press('Escape');
  assert.deepEqual(await picks(bob), rows);
  // Bob gives the second and fourth texts another label, answers “cannot tell” for the fifth text, and labels one more text.
  await label(bob, '1111.2');
  const bobFile = writeDownload('bob.fastgas', await download(bob, '#back-up'));

  // The file names Bob, and the page already knows Anna's name.
  await anna.setInputFiles('#merge-file', [bobFile]);
  await anna.waitForSelector('#incoming-dialog[open]');
  assert.equal(await anna.inputValue('#incoming-theirs'), 'Bob');
  assert.equal(await anna.inputValue('#incoming-own'), 'Anna');
  assert.match(await anna.innerText('#incoming-dialog'), /40 texts, entries for 6\. All its texts are in this project/);
  await anna.screenshot({ path: join(shots, 'team-incoming.png') });
  await anna.fill('#incoming-theirs', 'Anna');
  await anna.keyboard.press('Enter');
  assert.match(await anna.innerText('#incoming-problem'), /You are Anna too/);
  await anna.fill('#incoming-theirs', 'Bob');
  await anna.click('#incoming-join');
  await anna.waitForSelector('#merged');
  assert.match(await anna.innerText('#merged'), /Bob’s file was merged: entries for 6 texts, 6 new/);
  assert.equal(await anna.getAttribute('#labeled-count', 'data-labeled'), '5', 'her labels are unchanged');

  await anna.click('#agreement');
  await anna.waitForSelector('#agreement-dialog[open] #pairs');
  // Anna and Bob have labeled four texts: Anna 1 2 1 2, Bob 1 1 1 1. Half of the labels agree.
  // The agreement expected by chance is also one half, because half of Anna's labels and all of Bob's labels are 1.
  assert.deepEqual(await anna.locator('#pairs tbody td').allInnerTexts(), ['4', '50\u00a0%', '0.000', 'Anna food, Bob bank: 2']);
  // Krippendorff's alpha is 1 − observed disagreement / expected disagreement. There are 8 values: 6 “bank” and 2 “food”.
  // Observed disagreement: 4 of the 8 values differ from the other value of their text, so 4 / 8.
  // Expected disagreement: 2 · 6 · 2 of the 8 · 7 ordered pairs of values consist of different values, so 24 / 56.
  assert.equal(await anna.innerText('#alpha'), '−0.167');
  assert.match(await anna.innerText('#settling-title'), /3 of 3 disagreements to settle/);
  await anna.screenshot({ path: join(shots, 'team-agreement.png') });
  // While the help dialog is open over the disagreements, the key of a label has no effect.
  await anna.keyboard.press('?');
  await anna.waitForSelector('#help-dialog[open]');
  await anna.evaluate(() => document.activeElement.blur());
  await anna.keyboard.press('1');
  await anna.keyboard.press('Escape');
  await anna.waitForSelector('#help-dialog', { state: 'hidden' });
  assert.ok(await anna.isVisible('#agreement-dialog[open]'));
  assert.match(await anna.innerText('#settling-title'), /3 of 3 disagreements to settle/);
  const current = () => anna.getAttribute('.disagreement[aria-current]', 'data-row');
  const disputed = await anna.$$eval('.disagreement', (items) => items.map((item) => item.dataset.row));
  assert.deepEqual(disputed, [rows[1], rows[3], rows[4]].sort((a, b) => a - b).map(String));
  await anna.keyboard.press('2');
  assert.equal(await current(), disputed[1], 'the next disagreement is current');
  // The list of disagreements is one Tab stop. Arrow keys move through the list, and Enter opens the text.
  assert.equal(disputed.length, 3);
  assert.deepEqual(await listsWithManyStops(anna, 2), []);
  await anna.focus('.disagreement[tabindex="0"]');
  await anna.keyboard.press('End');
  await anna.waitForSelector(`.disagreement[data-row="${disputed[2]}"]:focus`);
  await anna.keyboard.press('ArrowUp');
  await anna.waitForSelector(`.disagreement[data-row="${disputed[1]}"]:focus`);
  assert.deepEqual(await listsWithManyStops(anna, 2), []);
  assert.equal(await current(), disputed[1], 'only the focus moves');
  await anna.keyboard.press('1');
  await anna.keyboard.press('.');
  assert.match(await anna.innerText('#settling-title'), /All 3 disagreements are settled/);
  await anna.keyboard.press('u');
  assert.match(await anna.innerText('#settling-title'), /1 of 3/);
  assert.equal(await current(), disputed[2]);
  // A label has the same key, regardless of the annotator who assigned the label.
  const key = (label) => anna.innerText(`.disagreement-view .label-button[data-choice="${label}"] kbd`);
  assert.deepEqual([await key('bank'), await key('food')], ['1', '2']);
  // After the user has cleared the decision with the pointer, a key settles the disagreement again.
  await anna.keyboard.press('1');
  await anna.click(`.disagreement[data-row="${disputed[2]}"]`);
  await anna.click('#unsettle');
  assert.match(await anna.innerText('#settling-title'), /1 of 3/);
  await anna.keyboard.press('.');
  assert.match(await anna.innerText('#settling-title'), /All 3 disagreements are settled/);
  await anna.keyboard.press('u');
  assert.match(await anna.innerText('#settling-title'), /1 of 3/);
  await anna.screenshot({ path: join(shots, 'team-settled.png') });
  await anna.keyboard.press('Escape');
  await anna.waitForSelector('#agreement-dialog', { state: 'hidden' });

  assert.match(await anna.innerText('#disputed'), /^Annotators disagree about 1 text: it has no label here/);
  const exported = async (page) => records((await download(page, '#export-picks-csv')).text);
  const checkExport = async () => {
    const all = await exported(anna);
    assert.deepEqual(all.map((record) => Number(record.row)), rows);
    assert.deepEqual(all.map((record) => record.agreement).sort(), ['', '', 'adjudicated', 'adjudicated', 'disputed', 'one annotator', 'unanimous', 'unanimous']);
    const open = all.find((record) => record.agreement === 'disputed');
    // The answers to each pick, ordered by rank: Anna 1 2 1 2 1, Bob 1 1 1 1 and “cannot tell”.
    const byRank = [['bank', 'bank'], ['food', 'bank'], ['bank', 'bank'], ['food', 'bank'], ['bank', 'cannot tell']];
    assert.deepEqual([open.row, open.label], [disputed[2], '']);
    assert.deepEqual([open['label by Anna'], open['label by Bob']], byRank[rows.indexOf(Number(disputed[2]))]);
    const settled = all.find((record) => record.row === disputed[0]);
    assert.deepEqual([settled.annotator, settled.label !== '', /^20\d\d-\d\d-\d\dT/.test(settled.labeled_at)], ['Anna', true, true]);
    return all;
  };
  const before = await checkExport();
  // The export view explains all columns of the file that are not in Anna's texts, in file order.
  const explained = await anna.$$eval('#added-columns dt', (names) => names.map((name) => name.textContent));
  assert.deepEqual(explained, Object.keys(before[0]).slice(-explained.length));
  assert.deepEqual(explained.slice(-3), ['agreement', 'label by Anna', 'label by Bob']);
  await anna.reload();
  await anna.waitForSelector('#agreement');
  assert.deepEqual(await checkExport(), before, 'everything survives a reload');

  const annaFile = writeDownload('anna.fastgas', await download(anna, '#back-up'));
  await drop(bob, annaFile);
  await bob.waitForSelector('#incoming-dialog[open]');
  await bob.click('#incoming-join');
  await bob.waitForSelector('#merged');
  assert.match(await bob.innerText('#merged'), /also has 6 entries of your own/);
  const finalLabels = (records) => records.map(({ row, label, agreement }) => [row, label, agreement]);
  assert.deepEqual(finalLabels(await exported(bob)), finalLabels(before));
  // Merging the same file a second time changes nothing.
  await drop(bob, annaFile);
  await bob.waitForSelector('#incoming-dialog[open]');
  await bob.click('#incoming-join');
  await bob.waitForFunction(() => /none new/.test(document.querySelector('#merged')?.textContent));
  assert.deepEqual(finalLabels(await exported(bob)), finalLabels(before));
});

check('colleague’s spreadsheet imports under their name, gives agreement and can be undone', async (openPerson) => {
  const anna = await openPerson('Anna');
  await createProject(anna, 'Anna');
  const rows = await picks(anna);
  await label(anna, '1212');
  const labels = ['bank', 'bank', 'bank', 'food'];
  const cell = (text, n) => `"${n % 2 ? text.replaceAll(' ', '\u00a0') : `${text} `}"`;
  const line = (text, n) => [n, cell(text, n), labels[rows.indexOf(n)] ?? ''].join(',');
  const path = write('colleague.csv', ['id,text,label', ...TEXTS.map(line), '40,"Another text",food'].join('\r\n'));
  await drop(anna, path);
  await anna.waitForSelector('#file-labels-dialog[open]');
  const facts = await anna.innerText('#file-labels-facts');
  assert.match(facts, /It has 41 texts; 40 of them are in team\.csv[^]*40 texts differ from the texts in the project only in/);
  assert.equal(await anna.inputValue('#file-labels-own'), 'Anna');
  assert.equal(await anna.inputValue('#file-labels-name-0'), '', 'no annotator is assumed');
  await anna.screenshot({ path: join(shots, 'team-spreadsheet.png') });
  await anna.fill('#file-labels-name-0', 'Bob');
  await anna.keyboard.press('Enter');
  await anna.waitForSelector('#file-labels-done');
  assert.match(await anna.innerText('#file-labels-done'), /Bob: 4 texts labeled, 4 of them new/);
  await anna.click('#file-labels-agreement');
  await anna.waitForSelector('#agreement-dialog[open] #pairs');
  assert.deepEqual(await anna.locator('#pairs tbody td').allInnerTexts(), ['4', '75\u00a0%', '0.500', 'Anna food, Bob bank: 1']);
  await anna.keyboard.press('Escape');
  await anna.reload();
  await anna.waitForSelector('#colleagues');
  assert.match(await anna.innerText('#colleagues'), /Bob\s+4 texts labeled/, 'the import survives a reload');
  await drop(anna, path);
  await anna.fill('#file-labels-name-0', 'Cleo');
  await anna.click('#file-labels-import');
  await anna.click('#file-labels-undo');
  await anna.waitForSelector('#file-labels-dialog', { state: 'hidden' });
  assert.doesNotMatch(await anna.innerText('#colleagues'), /Cleo/);
});

check('colleague’s project opens for independent labeling without showing their labels', async (openPerson) => {
  const anna = await openPerson('Anna');
  await createProject(anna, 'Anna');
  await label(anna, '121');
  const annaFile = writeDownload('anna-whole.fastgas', await download(anna, '#back-up'));

  const bob = await openPerson('Bob');
  await drop(bob, annaFile);
  await bob.waitForSelector('#incoming-dialog[open]');
  await bob.fill('#incoming-own', 'Bob');
  await bob.click('#incoming-join');
  await bob.waitForSelector('#labeled-count');
  assert.equal(await bob.getAttribute('#labeled-count', 'data-labeled'), '0');
  assert.equal(await bob.inputValue('#annotator'), 'Bob');
  assert.deepEqual(await bob.locator('#picks .chip').allInnerTexts(), [], 'her labels are hidden');
  assert.match(await bob.innerText('#colleagues'), /Anna\s+3 texts labeled/);
  assert.match(await bob.innerText('#in-force'), /^Together: 3 of \d+ picks have a final answer/);
  // The review leads to the agreement before there is a disagreement.
  await label(bob, '1');
  await bob.click('#view-review');
  await bob.waitForSelector('#review-open-disagreements');
  assert.match(await bob.innerText('#review-queue [data-task=disagreements]'), /nothing to settle/);
  await bob.click('#review-open-disagreements');
  await bob.waitForSelector('#agreement-dialog[open] #pairs');
  assert.match(await bob.innerText('#settling-title'), /No disagreement/);
  await bob.keyboard.press('Escape');
  await bob.waitForSelector('#agreement-dialog', { state: 'hidden' });
  await bob.click('#view-label');
  await label(bob, '11');
  await bob.waitForFunction(() => /settle 1 text/.test(document.querySelector('#agreement')?.textContent));
  await bob.reload();
  await bob.waitForSelector('#annotator');
  assert.equal(await bob.inputValue('#annotator'), 'Bob');
});

check('half-written answer to a disagreement survives Escape, Back and a reload', async (openPerson) => {
  const writeAnswer = async (page, answer) => {
    await page.fill('#answer', answer);
    await page.press('#answer', 'Control+Enter');
    await waitForSaved(page);
  };
  const anna = await openPerson('Anna');
  await createProject(anna, 'Anna');
  await anna.click('.label-set summary');
  await anna.selectOption('#answers', 'text');
  const handedOut = await download(anna, '#hand-out');
  await writeAnswer(anna, 'a lost card');
  const bob = await openPerson('Bob');
  await drop(bob, writeDownload('team-written.fastgas', handedOut));
  await bob.waitForSelector('#labeled-count');
  await setAnnotator(bob, 'Bob');
  await writeAnswer(bob, 'a stolen card');
  await anna.setInputFiles('#merge-file', [writeDownload('bob-written.fastgas', await download(bob, '#back-up'))]);
  await anna.waitForSelector('#incoming-dialog[open]');
  await anna.click('#incoming-join');
  await anna.waitForSelector('#merged');
  const open = async () => {
    await anna.click('#agreement');
    await anna.waitForSelector('#agreement-dialog[open] #settle-answer');
    return anna.inputValue('#settle-answer');
  };
  const waitForClosed = () => anna.waitForSelector('#agreement-dialog', { state: 'hidden' });
  assert.equal(await open(), '');
  await anna.focus('#settle-answer');
  await anna.keyboard.type('a card that is');
  await anna.keyboard.press('Escape');
  await waitForClosed();
  assert.equal(await open(), 'a card that is');
  await anna.goBack();
  await waitForClosed();
  // Typing into the note does not change the unfinished answer in the dialog of disagreements.
  await anna.fill('#note', 'which card?');
  await anna.reload();
  assert.equal(await open(), 'a card that is');
  await anna.focus('#settle-answer');
  await anna.keyboard.press('End');
  await anna.keyboard.type(' missing');
  await anna.keyboard.press('Control+Enter');
  await anna.waitForFunction(() => /settled/.test(document.querySelector('#settling-title').textContent));
  assert.match(await anna.innerText('#said-by'), /a card that is missing/);
  assert.equal(await anna.inputValue('#settle-answer'), '', 'the answer is submitted once');
});

check('label sets are settled by key or letter, and another set can be composed', async (openPerson) => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const anna = await openPerson('Anna');
  await createProject(anna, 'Anna');
  for (const name of names) {
    await anna.fill('#label-name', name);
    await anna.click('#add-label');
  }
  await anna.click('.label-set summary');
  for (const name of ['bank', 'food']) {
    await anna.click(`.label-set li[data-label="${name}"] button[title="Remove"]`);
  }
  await anna.selectOption('#answers', 'several');
  const handedOut = await download(anna, '#hand-out');
  const bob = await openPerson('Bob');
  await drop(bob, writeDownload('team-sets.fastgas', handedOut));
  await bob.waitForSelector('#labeled-count');
  await setAnnotator(bob, 'Bob');
  const giveSets = async (page, sets) => {
    await page.evaluate(() => document.activeElement?.blur());
    for (const keys of sets) {
      const before = await page.getAttribute('#current-text', 'data-row');
      for (const key of keys) await page.keyboard.press(key);
      await page.keyboard.press('Enter');
      await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== row, before);
    }
    await page.waitForFunction(() => !document.querySelector('#picks .chip.unsaved'));
  };
  // The other labels keep their keys after two labels were removed.
  await giveSets(anna, ['34', '5', '7']);
  await giveSets(bob, ['35', '56', '7']);
  await anna.setInputFiles('#merge-file', [writeDownload('bob-sets.fastgas', await download(bob, '#back-up'))]);
  await anna.waitForSelector('#incoming-dialog[open]');
  await anna.click('#incoming-join');
  await anna.waitForSelector('#merged');
  await anna.click('#agreement');
  await anna.waitForSelector('#agreement-dialog[open] #pairs');
  // The annotators chose different labels for one text, and only one annotator labeled another text.
  assert.deepEqual(await anna.locator('#pairs tbody td').allInnerTexts(), ['3', '33\u00a0%', '0.250', 'Anna –, Bob four: 1; Anna two, Bob three: 1']);
  await anna.click('#label-by-label summary');
  assert.deepEqual(await anna.locator('#of-labels tbody tr').allInnerTexts().then((rows) => rows.map((row) => row.split(/\s+/).join(' '))),
    ['four 0 % 0 1', 'two 0 % 0 1', 'three 67 % 1 1', 'five 100 % 1 0', 'one 100 % 1 0']);
  await anna.screenshot({ path: join(shots, 'team-sets.png') });
  // The ten labels have the keys 3 to 9 and a to c. Sets of several labels get other keys, such as 1, 2 and d.
  const choiceKeys = async () => Object.fromEntries(await anna.$$eval('.disagreement-view .label-button', (buttons) => buttons.map((button) => [button.dataset.choice, button.querySelector('kbd')?.textContent])));
  const disputed = await anna.$$eval('.disagreement', (items) => items.map((item) => item.dataset.row));
  assert.equal(disputed.length, 2);
  const isFirst = async () => (await anna.innerText('#said-by')).includes('two');
  if (!await isFirst()) await anna.keyboard.press('ArrowRight');
  assert.ok(await isFirst());
  const choices = await choiceKeys();
  assert.deepEqual(['one; two', 'one; three', 'one; two; three', 'one', 'ten'].map((choice) => choices[choice]), ['1', '2', 'd', '3', 'c']);
  const first = await anna.getAttribute('.disagreement[aria-current]', 'data-row');
  await anna.keyboard.press('d');
  assert.match(await anna.innerText('#settling-title'), /1 of 2/);
  await anna.keyboard.press('/');
  await anna.waitForSelector('#find-label:focus');
  await anna.keyboard.type('nine');
  await anna.keyboard.press('Enter');
  await anna.keyboard.type('four');
  await anna.keyboard.press('Enter');
  await anna.keyboard.type('two');
  await anna.keyboard.press('Enter');
  await anna.keyboard.type('two');
  await anna.keyboard.press('Enter');
  await anna.keyboard.type('eleven');
  await anna.keyboard.press('ArrowDown');
  await anna.keyboard.press('Enter');
  await anna.waitForFunction(() => document.querySelector('#composed')?.textContent === 'four; nine; eleven');
  await anna.screenshot({ path: join(shots, 'team-composed.png') });
  await anna.keyboard.press('Control+Enter');
  await anna.waitForSelector('#compose-dialog', { state: 'hidden' });
  assert.match(await anna.innerText('#settling-title'), /All 2 disagreements are settled/);
  await anna.keyboard.press('/');
  await anna.waitForSelector('#find-label:focus');
  await anna.keyboard.press('Escape');
  await anna.waitForSelector('#compose-dialog', { state: 'hidden' });
  assert.ok(await anna.isVisible('#agreement-dialog[open]'), 'Escape closes only the top dialog');
  await anna.keyboard.press('Escape');
  const settled = records((await download(anna, '#export-picks-csv')).text).filter((record) => record.agreement === 'adjudicated');
  const labels = Object.fromEntries(settled.map((record) => [record.row, record.label]));
  const second = disputed.find((row) => row !== first);
  assert.deepEqual(labels, { [first]: 'one; two; three', [second]: 'four; nine; eleven' });
});

check('several files merge in one step, and the lead sees the labels in force', async (openPerson) => {
  const lead = await openPerson('Lead');
  await createProject(lead, 'Lead');
  const handedOut = writeDownload('together.fastgas', await download(lead, '#hand-out'));
  const files = [];
  for (const [name, keys] of [['Bob', '1212'], ['Cleo', '1112'], ['Dina', '12']]) {
    const page = await openPerson(name);
    await drop(page, handedOut);
    await page.waitForSelector('#labeled-count');
    await setAnnotator(page, name);
    await label(page, keys);
    files.push(writeDownload(`together-${name}.fastgas`, await download(page, '#back-up')));
  }
  await lead.setInputFiles('#merge-file', files);
  await lead.waitForSelector('#incoming-dialog[open]');
  assert.match(await lead.innerText('#incoming-dialog'), /together-Bob\.fastgas/, 'the dialog names the file');
  assert.match(await lead.innerText('#incoming-waiting'), /2 more files are waiting/);
  await lead.screenshot({ path: join(shots, 'team-together.png') });
  await lead.click('#incoming-join-all');
  await lead.waitForFunction(() => document.querySelectorAll('#merged > .note').length === 3);
  assert.deepEqual(await lead.locator('#colleagues strong').allInnerTexts(), ['Bob', 'Cleo', 'Dina']);
  // The second of four texts is disputed: its labels are 2, 1 and 2.
  assert.ok(await lead.isChecked('#shows-all'));
  const count = () => lead.getAttribute('#labeled-count', 'data-labeled');
  assert.equal(await count(), '3');
  assert.equal(await lead.locator('#picks .chip').count(), 4);
  const rows = await picks(lead);
  assert.match(await lead.innerText(`#picks [data-row="${rows[1]}"]`), /disagreement/);
  await lead.click(`#picks [data-row="${rows[1]}"] button`);
  assert.match(await lead.innerText('#stands'), /Annotators disagree/);
  await lead.selectOption('#color-by', { label: 'label' });
  await lead.waitForFunction(() => /disagreement/.test(document.querySelector('.map-panel')?.textContent));
  await lead.screenshot({ path: join(shots, 'team-lead.png') });
  // Two of three answers are a majority. Settling all disagreements by majority is one step.
  await lead.click('#agreement');
  await lead.waitForSelector('#agreement-dialog[open] #settle-majority');
  assert.match(await lead.innerText('#settle-majority'), /Settle 1 by majority/);
  await lead.screenshot({ path: join(shots, 'team-majority.png') });
  await lead.keyboard.press('+');
  assert.match(await lead.innerText('#settling-title'), /settled/);
  assert.equal(await lead.locator('#settle-majority').count(), 0);
  await lead.keyboard.press('u');
  assert.match(await lead.innerText('#settle-majority'), /Settle 1 by majority/);
  await lead.keyboard.press('Escape');
  await lead.waitForSelector('#agreement-dialog', { state: 'hidden' });
  await lead.click('#shows-all');
  await lead.waitForFunction(() => document.querySelector('#labeled-count')?.dataset.labeled === '0');
  assert.equal(await lead.locator('#picks .chip').count(), 0);
  await lead.click('#shows-all');
  await lead.reload();
  await lead.waitForSelector('#shows-all');
  assert.ok(await lead.isChecked('#shows-all'), 'the option survives a reload');
  assert.equal(await count(), '3');
});

check('next copy takes over the answers of the last one', async (openPerson) => {
  const lead = await openPerson('Lead');
  await createProject(lead, 'Lead');
  const bob = await openPerson('Bob');
  await drop(bob, writeDownload('first-to-label.fastgas', await download(lead, '#hand-out')));
  await bob.waitForSelector('#labeled-count');
  await setAnnotator(bob, 'Bob');
  await label(bob, '1212');
  const first = await projectDatabase(bob);
  const before = await storedLog(bob, first);
  const texts = before.map(({ row }) => TEXTS[row]);
  // The file has additional texts above the existing texts, so that every row number changes.
  const more = Array.from({ length: 20 }, (_, n) => `A poem of ${n} lines on autumn`);
  const csv = write('team-more.csv', ['id,text', ...[...more, ...TEXTS].map((text, n) => `${n},"${text}"`)].join('\n'));
  const vectors = write('team-more.npy', npy(N + 20, 2));
  const next = await openPerson('Next');
  await drop(next, csv, vectors);
  await next.waitForSelector('#given-embeddings');
  await set(next, 'budget', 12);
  await next.click('#select');
  await waitForRun(next);
  await drop(bob, writeDownload('second-to-label.fastgas', await download(next, '#hand-out')));
  await bob.waitForSelector('#incoming-dialog[open]');
  assert.match(await bob.innerText('#incoming-dialog'), /A copy to label, with 60 texts.*Your 4 answers are copied/s);
  await bob.screenshot({ path: join(shots, 'team-next-copy.png') });
  await bob.keyboard.press('Enter');
  await bob.waitForFunction(() => document.querySelectorAll('#picks .pick').length >= 12);
  await bob.waitForFunction(() => !document.querySelector('#picks .chip.unsaved'));
  // The project that Bob labeled first is unchanged.
  assert.deepEqual(await storedLog(bob, first), before);
  const second = (await projectDatabases(bob)).find((name) => name !== first);
  const after = await storedLog(bob, second);
  assert.deepEqual(after.map(({ row }) => [...more, ...TEXTS][row]), texts, 'the same texts');
  assert.deepEqual(after.map(({ said, at_ms: at }) => [said.labels, at]), before.map(({ said, at_ms: at }) => [said.labels, at]), 'answers keep their labels and times');
  assert.equal(await bob.inputValue('#annotator'), 'Bob');
  await bob.reload();
  await bob.waitForSelector('#labeled-count');
  assert.equal((await storedLog(bob, second)).length, 4);
  assert.equal(await bob.locator('.pick .chip').count(), 4, 'labeled texts that are no longer picks are listed');
});
