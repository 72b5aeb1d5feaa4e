// Vote-k with confidences from a table, or from a language model if the user agrees to send texts.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';

import { startModel } from '../support/model.mjs';
import {
  SAME_EMBEDDINGS, SMALL, SMALL_CSV, addLabel, checkIn, checkKeyIsNotStored, chooseSmall, chooseTextColumn, countIn, labelByKey,
  scratch, write,
} from '../support/page.mjs';
import {
  download, drop, fastgas, launch, leaveFields, parseCsv, picks, select, selectNatively, set, unfold, waitForRun,
} from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('vote-k', () => browser);

async function chooseVoteK(page) {
  await chooseSmall(page);
  await chooseTextColumn(page, 'text');
  await set(page, 'neighbors', 5);
  await set(page, 'budget', 14);
  await page.selectOption('#method', 'vote-k');
  await page.waitForSelector('#confidences');
  await unfold(page);
}

check('vote-k asks the language model after consent and picks like the native program', async ({ page, permit }) => {
  const model = await startModel();
  const texts = SMALL.slice(1).map((record) => record[1]);
  const options = ['--text', 'text', '--method', 'vote-k', '--neighbors', 5, ...SAME_EMBEDDINGS];
  try {
    permit(model.origin);
    await chooseVoteK(page);
    assert.equal(await page.isDisabled('#select'), true, 'more than ten picks need confidences');
    assert.equal(await page.isDisabled('#ask'), true, 'confidences need labels');
    await page.click('#pick-examples');
    await waitForRun(page);
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
    assert.equal(model.requests.length, 0, 'nothing is sent before the user agrees');
    assert.equal(await page.innerText('#privacy'), 'Nothing leaves this page');

    model.delay = 60;
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForFunction(() => Number(document.querySelector('#asking')?.dataset.done) >= 12);
    assert.equal(await page.innerText('#privacy'), `Texts go to ${new URL(model.origin).host}`);
    await page.click('#pause-asking');
    await page.waitForTimeout(400);
    const answered = Number(await page.getAttribute('#asking', 'data-done'));
    const sent = model.requests.length;
    assert.equal(sent, answered, 'pending requests finish and no new ones start');
    await page.waitForTimeout(400);
    assert.equal(model.requests.length, sent);
    await checkKeyIsNotStored(page, 'sk-secret');
    await page.reload();
    await page.waitForSelector('#kept-answers', { state: 'attached' });
    assert.equal(await countIn(page, '#kept-answers'), answered);
    assert.equal(await page.inputValue('#endpoint'), `${model.origin}/v1`);
    assert.equal(await page.inputValue('#api-key'), '');
    assert.equal(model.requests.length, sent, 'a reload sends nothing');

    model.delay = 0;
    await set(page, 'api-key', 'sk-secret');
    await page.click('#ask');
    await page.waitForSelector('#question[open]');
    assert.ok((await page.innerText('#question')).includes(`Send ${60 - answered} texts`));
    await page.click('#answer-yes');
    await page.waitForSelector('#confidences-given');
    assert.equal(await countIn(page, '#confidences-given'), 60);
    const inTemplate = (text) => `${text}\nanswer:`;
    assert.deepEqual(model.requests.map(({ subject }) => subject).sort(), texts.map(inTemplate).sort(), 'each text is sent once');
    for (const { url, key, cookie, body } of model.requests) {
      assert.deepEqual([url, key, cookie, body.model, body.logprobs], ['/v1/chat/completions', 'Bearer sk-secret', undefined, 'tiny', true]);
    }

    await set(page, 'budget', 14);
    await select(page);
    const saved = await download(page, '#save-confidences');
    assert.equal(saved.name, 'small-confidences.csv');
    const confidencesFile = write('vote-k-sure.csv', saved.text);
    const expected = await selectNatively(SMALL_CSV, join(scratch, 'vote-k.csv'), ...options, '--budget', 14, '--confidences', confidencesFile);
    assert.deepEqual(await picks(page), expected.records.slice(1).map((record) => Number(record[1])));
    assert.equal(await page.locator('#outdated').count(), 0);

    // The native program sends the same requests and gets the same confidences.
    const sentBodies = model.requests.splice(0).map(({ body }) => JSON.stringify(body)).sort();
    const out = join(mkdtempSync(join(scratch, 'vote-k-')), 'sure.csv');
    await fastgas('confidences', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--endpoint', model.origin, '--llm', 'tiny', '--out', out, '--quiet');
    assert.deepEqual(model.requests.map(({ body }) => JSON.stringify(body)).sort(), sentBodies);
    const values = (text) => parseCsv(text).map((record) => record.slice(0, 2));
    assert.deepEqual(values(readFileSync(out, 'utf8')), values(saved.text));

    // After a reload, the page still uses the confidences, without sending a request.
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

check('refused model request is reported, and received answers are kept', async ({ page, permit }) => {
  const model = await startModel();
  try {
    await chooseVoteK(page);
    await page.click('#pick-examples');
    await waitForRun(page);
    await addLabel(page, 'card');
    await leaveFields(page);
    await labelByKey(page, '1');
    await set(page, 'endpoint', 'localhost:1');
    await set(page, 'llm', 'tiny');
    await page.click('#ask');
    await page.waitForSelector('#confidences-problem');
    assert.match(await page.innerText('#confidences-problem'), /“localhost:1” is not the address of a language model/);
    permit(model.origin);
    await set(page, 'endpoint', model.origin);
    model.delay = 50;
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForFunction(() => Number(document.querySelector('#asking')?.dataset.done) >= 8);
    model.refuse = 401;
    await page.waitForSelector('#confidences-problem');
    assert.match(await page.innerText('#confidences-problem'), /the server answered 401: not today\. Check the key/);
    const keptCount = await countIn(page, '#kept-answers');
    assert.ok(keptCount >= 8 && keptCount < 60, `${keptCount}`);
    model.refuse = undefined;
    model.requests.length = 0;
    model.delay = 0;
    await set(page, 'llm', 'tiny');
    await page.click('#ask');
    await page.waitForSelector('#confidences-given');
    assert.equal(model.requests.length, 60 - keptCount, 'only missing texts are sent, without another question');
  } finally {
    model.stop();
  }
});

check('texts without an answer count as least sure only if the user agrees', async ({ page, permit }) => {
  const model = await startModel();
  const odd = SMALL[21][1];
  model.answer = (subject) => (subject.startsWith(odd) ? '' : 'card');
  const asked = () => page.waitForFunction(() => document.querySelector('#question[open] #question-title')?.textContent.includes('although 1 text has none'));
  try {
    permit(model.origin);
    await chooseVoteK(page);
    await page.click('#pick-examples');
    await waitForRun(page);
    await addLabel(page, 'card');
    await leaveFields(page);
    await labelByKey(page, '1');
    await set(page, 'endpoint', model.origin);
    await set(page, 'llm', 'tiny');
    await page.click('#ask');
    await page.click('#answer-yes');
    await asked();
    assert.equal(model.requests.length, 62, 'the text is sent three times');
    assert.match(await page.innerText('#question-text'), /^Rows without a confidence: 1, namely 20\. The model gave empty answers/);
    await page.click('#answer-no');
    assert.match(await page.innerText('#confidences-problem'), /Rows without a confidence: 1, namely 20\. Ask the model once more/);
    assert.equal(await page.isDisabled('#select'), true);
    await page.click('#ask');
    await asked();
    assert.equal(model.requests.length, 65, 'only this text is sent again');
    await page.click('#answer-yes');
    await page.waitForSelector('#confidences-given');
    assert.equal(await countIn(page, '#confidences-missing'), 1);
    await set(page, 'budget', 14);
    await select(page);

    // The saved file has an empty cell, and the native program treats the empty cell in the same way.
    const saved = await download(page, '#save-confidences');
    assert.ok(saved.text.split('\n').includes('20,'), saved.text);
    const confidencesFile = write('vote-k-missing.csv', saved.text);
    const options = ['--text', 'text', '--method', 'vote-k', '--neighbors', 5, '--budget', 14, '--confidences', confidencesFile, ...SAME_EMBEDDINGS];
    const expected = await selectNatively(SMALL_CSV, join(scratch, 'vote-k-missing-picks.csv'), ...options, '--missing-confidences', 'least');
    assert.deepEqual(await picks(page), expected.records.slice(1).map((record) => Number(record[1])));
  } finally {
    model.stop();
  }
});

check('confidence table gives the picks of the native program, and an incomplete one is rejected', async ({ page }) => {
  await chooseVoteK(page);
  const lines = Array.from({ length: 60 }, (_, row) => `${row},${-((row * 37) % 61) / 8}\n`);
  const short = write('sure-short.csv', `row,confidence\n${lines.slice(0, 59).join('')}`);
  await page.setInputFiles('#confidences-file', short);
  await page.waitForSelector('#confidences-problem');
  assert.match(await page.innerText('#confidences-problem'), /In sure-short\.csv, row 59 of the pool is missing\. Give one line/);
  assert.equal(await page.isDisabled('#select'), true);
  const confidencesFile = write('sure.csv', `row,confidence\n${lines.join('')}`);
  await drop(page, confidencesFile);
  await page.waitForSelector('#confidences-given');
  await select(page);
  const options = ['--text', 'text', '--method', 'vote-k', '--neighbors', 5, '--budget', 14, '--confidences', confidencesFile, ...SAME_EMBEDDINGS];
  const expected = await selectNatively(SMALL_CSV, join(scratch, 'vote-k-table.csv'), ...options);
  assert.deepEqual(await picks(page), expected.records.slice(1).map((record) => Number(record[1])));
  // If duplicates are merged, only some of the confidences are used.
  await unfold(page);
  await page.selectOption('#duplicates', 'fold');
  await select(page);
  const folded = await selectNatively(SMALL_CSV, join(scratch, 'vote-k-folded.csv'), ...options, '--fold-duplicates');
  assert.deepEqual(await picks(page), folded.records.slice(1).map((record) => Number(record[1])));
  await page.click('#forget-confidences');
  assert.equal(await page.isDisabled('#select'), true);
  assert.equal(await page.locator('#outdated').count(), 1);
});
