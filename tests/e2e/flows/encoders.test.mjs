// Encoders: loading the built-in model, the text length that an encoder reads, and encoders that the user adds.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before } from 'node:test';

import { tinyEncoder } from '../support/encoder.mjs';
import { changeRecord, readKeys } from '../support/indexed-db.mjs';
import {
  SMALL_CSV, addLabel, checkIn, chooseTextColumn, countIn, labelByKey, labeledCount, message, nativeRows, scratch, write,
} from '../support/page.mjs';
import {
  choose, dropFiles, launch, leaveFields, picks, projectDatabase, select, set, waitForRun, waitForSaved,
} from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('encoders', () => browser);

/** Drags files and folders from disk onto the page, like the operating system. */
async function dropPaths(page, context, paths) {
  const devtools = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop']) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
  }
}

/**
 * Returns the files of a tiny encoder for dragging onto the page, and a folder with the files for the native program.
 */
function encoderFiles(name, config, options) {
  const { onnx, tokenizer } = tinyEncoder(options);
  const files = { 'model.onnx': onnx, 'tokenizer.json': tokenizer, 'config.json': Buffer.from(JSON.stringify(config)) };
  const folder = mkdtempSync(join(scratch, `${name}-`));
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
  return { folder, files: Object.entries(files).map(([file, bytes]) => ({ name: file, bytes })) };
}

async function useEncoder(page) {
  await page.click('#try-encoder');
  await page.click('#use-encoder');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
}

const encoderInUse = (page) => page.innerText('#encoder-in-use');

const storedEncoder = (page) => readKeys(page, 'fastgas-encoder', 'encoder');

check('overlong text shows how much of it the encoder read', async ({ page }) => {
  const long = 'The parcel came late, and nobody could say why. '.repeat(60).trim();
  const file = join(scratch, 'long.csv');
  writeFileSync(file, `text\n${Array.from({ length: 30 }, (_, n) => (n === 7 || n === 20 ? `"${n} ${long}"` : `a short text of number ${n}`)).join('\n')}\n`);
  await choose(page, file);
  await set(page, 'budget', 30);
  await select(page);
  const checkReading = async () => {
    assert.match(await page.innerText('#beginnings'), /For 2 of 30 texts, only the beginning was embedded/);
    await page.click('#picks [data-row="3"] button');
    await page.waitForSelector('#current-text[data-row="3"]');
    assert.equal(await page.locator('.unread, #unread').count(), 0);
    await page.click('#picks [data-row="20"] button');
    await page.waitForSelector('#current-text[data-row="20"] .unread');
    const [read, unread] = await page.locator('#current-text span').allTextContents();
    assert.equal(read + unread, `20 ${long}`, 'the whole text is shown');
    // The model reads at most 256 tokens of a text. Two of them are special tokens, so 254 tokens remain for words.
    // “20” is one token, and each sentence has 11 tokens, so the model reads “20” and 23 sentences.
    assert.equal(read, `20 ${'The parcel came late, and nobody could say why. '.repeat(23).trim()}`);
    assert.match(await page.innerText('#unread'), new RegExp(`read ${Math.floor((100 * read.length) / (read + unread).length)}\\s% of this text`));
  };
  await checkReading();
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#beginnings');
  await checkReading();
});

check('broken or missing model file is reported, and Select works once it is restored', async ({ page, context }) => {
  const isModel = (url) => url.pathname.endsWith('.onnx');
  await context.route(isModel, (route) => route.fulfill({ status: 200, body: 'not a model' }));
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  await page.click('#select');
  assert.match(await message(page), /model file cannot be used/i);
  await context.unroute(isModel);

  await context.route(isModel, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.click('#select');
  await page.waitForFunction(
    () => /\.onnx\S* could not be loaded: the server answered 404/.test(document.querySelector('#message')?.innerText));
  await context.unroute(isModel);

  await page.click('#dismiss');
  await select(page);
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 3)).rows);
});

check('added encoder embeds like the native program, survives a reload and can be removed', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 5);
  await select(page);
  const builtIn = await picks(page);
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');

  const { folder, files } = encoderFiles('tiny', { name: 'tiny', prefix: 'query: ', pooling: 'cls' });
  await dropFiles(page, files);
  await page.waitForSelector('#try-encoder:enabled');
  assert.equal(await page.inputValue('#prefix'), 'query: ', 'the prefix of the configuration');
  assert.equal(await page.inputValue('#pooling'), 'cls');
  await page.click('#try-encoder');
  await page.waitForSelector('#report');
  const report = await page.innerText('#bring-dialog');
  for (const words of [/tiny works/, /2 layers\./, /Dimensions\s+32\b/, /Maximum length\s+64 tokens/,
    /Vocabulary\s+76 tokens/, /float32/, /“query: ”/, /short texts per second on one worker/, /for 60 texts with \d+ workers?/]) {
    assert.match(report, words);
  }
  assert.equal(await page.locator('#report-warning').count(), 0, 'no warning about differences between devices');
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2', 'testing does not switch the encoder');
  await page.click('#use-encoder');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
  assert.equal(await encoderInUse(page), 'tiny');
  assert.match(await page.innerText('#outdated'), /made with the encoder all-MiniLM-L6-v2/);
  assert.deepEqual(await picks(page), builtIn);

  await select(page);
  const native = (budget) => nativeRows(SMALL_CSV, 'text', budget, '--model', folder);
  assert.deepEqual(await picks(page), (await native(5)).rows, 'the native program picks the same with this encoder');
  assert.equal(await page.locator('#outdated').count(), 0);
  assert.match(await page.innerText('#summary'), /Encoder\s+tiny/);
  await page.locator('#given', { hasText: /stored in this browser/ }).waitFor();

  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.equal(await encoderInUse(page), 'tiny');
  assert.equal(await page.locator('#outdated').count(), 0, 'the picks belong to this encoder');
  await chooseTextColumn(page, 'note, odd');
  await set(page, 'budget', 4);
  await page.click('#select');
  await waitForRun(page);
  const { rows } = await nativeRows(SMALL_CSV, 'note, odd', 4, '--model', folder);
  assert.deepEqual(await picks(page), rows, 'the stored encoder gives the same picks');

  await page.click('#use-built-in');
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');
  assert.match(await page.innerText('#outdated'), /made with the encoder tiny/);
  await page.waitForFunction(() => !document.querySelector('#given'));
  await chooseTextColumn(page, 'text');
  await set(page, 'budget', 5);
  const kept = await countIn(page, '#cache');
  await page.click('#select');
  await waitForRun(page);
  assert.deepEqual(await picks(page), builtIn);
  assert.equal(await countIn(page, '#cache'), kept, 'the cached embeddings of the built-in encoder are used');
  assert.deepEqual(await storedEncoder(page), []);
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2');
});

check('incomplete encoder reports missing files and invalid settings until it works', async ({ page }) => {
  const { onnx, tokenizer } = tinyEncoder({ positions: 32, extraOperator: 'Sin' });
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
  await page.getByText(/max_length is 33, but the model has only 32 positions/).waitFor();
  // The rest of the test uses only the keyboard.
  await page.fill('#max-length', '');
  await page.fill('#encoder-name', 'odd');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#report');
  assert.match(await page.innerText('#slow-operators'), /Sin/);
  assert.match(await page.innerText('#report-warning'), /Because of Sin.*between devices/);
  await page.focus('#change-encoder');
  await page.keyboard.press('Enter');
  await page.selectOption('#pooling', 'max');
  await page.focus('#try-encoder');
  await page.keyboard.press('Enter');
  await page.getByText('Maximum of all tokens').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForSelector('#bring-dialog', { state: 'hidden' });
  await choose(page, SMALL_CSV);
  assert.equal(await encoderInUse(page), 'all-MiniLM-L6-v2', 'Escape changes nothing');
});

check('folder of a model hub is read when dropped or chosen', async ({ page, context }) => {
  const { onnx, tokenizer } = tinyEncoder();
  const hub = mkdtempSync(join(scratch, 'hub-'));
  const writeHubFile = (path, content) => {
    mkdirSync(join(hub, path, '..'), { recursive: true });
    writeFileSync(join(hub, path), content);
  };
  writeHubFile('onnx/model.onnx', onnx);
  writeHubFile('onnx/model_odd.onnx', tinyEncoder({ extraOperator: 'Sin' }).onnx);
  writeHubFile('tokenizer.json', tokenizer);
  writeHubFile('README.md', '# A model');
  writeHubFile('.git/config.json', '{"not": "ours"}');
  writeHubFile('config.json', JSON.stringify({ model_type: 'bert', hidden_size: 32, max_position_embeddings: 64 }));
  writeHubFile('sentence_bert_config.json', JSON.stringify({ max_seq_length: 48, do_lower_case: false }));
  writeHubFile('1_Pooling/config.json', JSON.stringify({ word_embedding_dimension: 32, pooling_mode_cls_token: true }));
  // The folder has more directory entries than a browser returns in one call.
  for (let n = 0; n < 120; n += 1) writeHubFile(`notes/${n}.txt`, `${n}`);
  const checkEncoder = async () => {
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
  await checkEncoder();
  await choose(page, SMALL_CSV);
  await page.click('#bring');
  await page.setInputFiles('#bring-folder', hub);
  await checkEncoder();
  // A table is still recognized after an encoder was dragged onto the page.
  await dropPaths(page, context, [write('later.csv', 'text\none\ntwo\nthree\n')]);
  await page.getByText('3 texts').first().waitFor();
});

check('hostile encoder is rejected with a message, and encoder and project stay', async ({ page }) => {
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
  const badEncoders = [
    ['no model', Buffer.from('<!doctype html>not found'), tokenizer, /model file cannot be used/i],
    ['torn', onnx.subarray(0, onnx.length / 2), tokenizer, /model file cannot be used/i],
    ['no tokenizer', onnx, Buffer.from('{"model": {}}'), /tokenizer file cannot be used/i],
    ['another tokenizer', onnx, readFileSync('www/models/all-MiniLM-L6-v2/tokenizer.json'), /token/i],
    ['division by zero', tinyEncoder({ divideByZero: true }).onnx, tokenizer, /the worker stopped/i],
  ];
  for (const [name, model, tokenizer, expected] of badEncoders) {
    await dropFiles(page, [{ name: 'bad.onnx', bytes: model }, { name: 'tokenizer.json', bytes: tokenizer }]);
    await page.click('#try-encoder');
    const problem = page.locator('#bring-problem');
    await problem.filter({ hasText: 'bad.onnx does not work; good stays in use' }).waitFor();
    assert.match(await problem.innerText(), expected, name);
    // The label keys have no effect while the dialog is open.
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
  await waitForRun(page);
  const { rows } = await nativeRows(SMALL_CSV, 'note, odd', 3, '--model', good.folder);
  // The list shows the three picks first, and then the text that was labeled before the selection.
  assert.deepEqual((await picks(page)).slice(0, 3), rows, 'the previous encoder still works');
});

check('full storage is reported, and an added encoder works until the reload', async ({ page, context }) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1000 });
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  const { folder, files } = encoderFiles('unkept', { name: 'unkept' });
  await dropFiles(page, files);
  await useEncoder(page);
  assert.match(await page.innerText('#encoder-problem'), /unkept is not stored in this browser/);
  assert.match(await page.innerText('#given'), /until the page is reloaded/);
  await select(page);
  assert.deepEqual(await picks(page), (await nativeRows(SMALL_CSV, 'text', 3, '--model', folder)).rows);
  await page.reload();
  await page.waitForSelector('#try-sample, #encoder-in-use');
  assert.equal(await page.locator('#given').count(), 0);
});

check('project from before encoders opens with the built-in encoder', async ({ page }) => {
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 3);
  await select(page);
  const before = await picks(page);
  await changeRecord(page, await projectDatabase(page), 'project', 'head', (stored) => {
    delete stored.head.encoder;
    delete stored.head.searched;
    return { ...stored, schema: 1 };
  });
  await page.reload();
  await page.waitForSelector('.pick[data-row]');
  assert.deepEqual(await picks(page), before);
  assert.equal(await page.locator('#outdated').count(), 0);
  await addLabel(page, 'kept');
  await leaveFields(page);
  await labelByKey(page, '1');
  await page.reload();
  await page.waitForSelector('#labeled-count');
  assert.equal(await labeledCount(page), 1, 'new labels are stored in the old project');
});

check('progress shows the downloaded megabytes of the model', async ({ page, context }) => {
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
  await waitForRun(page);
});
