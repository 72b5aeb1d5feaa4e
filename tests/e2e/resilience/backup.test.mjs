// A backup of a project as one file. The file contains all data, including the embeddings.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';

import { npy } from '../support/embeddings.mjs';
import { readKeys } from '../support/indexed-db.mjs';
import { write } from '../support/page.mjs';
import {
  LONG, PAGE, archiveOf, choose, chooseWithEmbeddings, download, drop, filesIn, labelOne, launch, leaveFields,
  openPage, parseCsv, picks, select, set, visit,
} from '../support/tools.mjs';

const N = 40;
const TEXTS = Array.from({ length: N }, (_, n) => `${['A lost card', 'A recipe', '“Naïve”, said she —\nthe probe', '=garden()'][n % 4]} ${n}`);
const CSV = write('kept.csv', ['id,text', ...TEXTS.map((text, n) => `${n},"${text}"`)].join('\n'));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = (name, body, options) =>
  test(`backup: ${name}`, { timeout: LONG }, () => visit(browser, `backup ${name}`, body, options));

async function createProject(page, { embeddings } = {}) {
  await (embeddings ? chooseWithEmbeddings(page, CSV, embeddings) : choose(page, CSV));
  await set(page, 'budget', 4);
  await select(page);
  await labelOne(page, 'yes');
}

const RECORD_REQUESTS = `
  window.requests = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (message, ...rest) {
    if (Array.isArray(message)) {
      const [, request] = message;
      window.requests.push(typeof request === 'string' ? request : Object.keys(request)[0]);
    }
    return post.call(this, message, ...rest);
  };`;

/** Runs `body` with a page in another browser context, which has no stored data. */
async function inOtherContext(body) {
  const { context, page, problems } = await openPage(browser, { initScript: RECORD_REQUESTS });
  try {
    await body(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const message = async (page) => {
  await page.waitForSelector('#message');
  return page.innerText('#message');
};

/** Returns the picks of another seed, for which only the embeddings can be used again. */
async function selectAgain(page) {
  await set(page, 'seed', 7);
  await select(page);
  return picks(page);
}

const workerRequests = (page) => page.evaluate(() => window.requests);

check('backup contains the model’s embeddings, and opening it embeds nothing', async ({ page }) => {
  await createProject(page);
  const rows = await picks(page);
  // After a reload, the page has no embeddings in memory and reads them from the cache.
  await page.reload();
  await page.waitForSelector('#labeled-count');
  const file = await download(page, '#back-up');
  const files = filesIn(file.bytes);
  assert.deepEqual(Object.keys(files), ['project.json', 'texts.csv', 'map.json', 'embeddings.npy']);
  assert.deepEqual(parseCsv(files['texts.csv'].toString()).slice(1).map(([, text]) => text), TEXTS);
  assert.match(files['embeddings.npy'].toString('latin1', 0, 128), /'<f4', 'fortran_order': False, 'shape': \(40, 384\)/);
  assert.equal(files['embeddings.npy'].length, 128 + N * 384 * 4);
  const expectedPicks = await selectAgain(page);

  await inOtherContext(async (other) => {
    await drop(other, write('kept.fastgas', file.bytes));
    await other.waitForSelector('#labeled-count');
    assert.deepEqual(await picks(other), rows);
    assert.equal(await other.getAttribute('#cache', 'data-texts'), String(N));
    assert.deepEqual(await selectAgain(other), expectedPicks, 'the same picks from the same embeddings');
    const requests = await workerRequests(other);
    assert.ok(requests.includes('Select') && !requests.includes('Embed'), requests.join());
    // The exported files are equal, except for the time of the export and the time of the later selection.
    const back = filesIn((await download(other, '#back-up')).bytes);
    for (const name of ['texts.csv', 'embeddings.npy']) assert.ok(back[name].equals(files[name]), name);
  });
});

check('forged embeddings of a backup affect only its own project', async ({ page }) => {
  await createProject(page);
  const rows = await picks(page);
  const files = filesIn((await download(page, '#back-up')).bytes);
  // The embeddings in the backup are assigned to the wrong texts.
  const numbers = Buffer.from(files['embeddings.npy']);
  const row = 4 * 384;
  for (let n = 0; n < N; n += 1) files['embeddings.npy'].copy(numbers, 128 + n * row, 128 + ((n * 7 + 3) % N) * row, 128 + (((n * 7 + 3) % N) + 1) * row);
  const forged = write('forged.fastgas', archiveOf({ ...files, 'embeddings.npy': numbers }));

  await inOtherContext(async (other) => {
    await choose(other, CSV);
    await drop(other, forged);
    await other.waitForSelector('#incoming-dialog[open]');
    await other.keyboard.press('Escape');
    await other.waitForSelector('#incoming-dialog', { state: 'hidden' });
    await set(other, 'budget', 4);
    await select(other);
    assert.deepEqual(await picks(other), rows, 'a cancelled import does not use the forged embeddings');
    const expectedPicks = await selectAgain(other);

    await drop(other, forged);
    await other.waitForSelector('#incoming-dialog[open]');
    await other.click('#incoming-open');
    await other.waitForSelector('#incoming-dialog', { state: 'hidden' });
    await other.waitForSelector('#labeled-count[data-labeled="1"]');
    await other.click('#new-project');
    await choose(other, CSV);
    await set(other, 'budget', 4);
    assert.deepEqual(await selectAgain(other), expectedPicks, 'another project with the same texts does not use the forged embeddings');

    // Permanent deletion leaves no vector in the browser's storage.
    await other.click('#new-project');
    await other.waitForSelector('#projects');
    for (let n = await other.locator('#projects li').count(); n > 0; n -= 1) {
      await other.locator('#projects li').first().getByRole('button', { name: /^Delete/ }).click();
      await other.waitForFunction((n) => document.querySelectorAll('#projects li').length === n, n - 1);
    }
    const remaining = () => other.locator('#deleted-projects li').count();
    for (let n = await remaining(); n > 0; n -= 1) {
      await other.locator('#deleted-projects li').first().getByRole('button', { name: /^Delete for good/ }).click();
      await other.click('#answer-yes');
      await other.waitForFunction((n) => document.querySelectorAll('#deleted-projects li').length === n, n - 1);
    }
    assert.deepEqual(await readKeys(other, 'fastgas-embeddings', 'chunks'), []);
  });
});

check('backup contains given embeddings, and opening it needs no model', async ({ page }) => {
  await createProject(page, { embeddings: npy(N, 3) });
  const file = await download(page, '#back-up');
  const expectedPicks = await selectAgain(page);
  await inOtherContext(async (other) => {
    const models = [];
    other.on('request', (request) => { if (/\.onnx/.test(request.url())) models.push(request.url()); });
    await drop(other, write('brought.fastgas', file.bytes));
    await other.waitForSelector('#labeled-count');
    await other.waitForSelector('#given-embeddings');
    assert.deepEqual(await selectAgain(other), expectedPicks);
    await other.reload();
    await other.waitForSelector('#labeled-count');
    assert.deepEqual(await selectAgain(other), expectedPicks);
    assert.deepEqual(models, []);
  });
  // Embeddings that were changed in the file do not match the picks, so the page does not use the embeddings.
  const files = filesIn(file.bytes);
  await inOtherContext(async (other) => {
    await drop(other, write('changed.fastgas', archiveOf({ ...files, 'embeddings.npy': npy(N, 2) })));
    await other.waitForSelector('#labeled-count');
    assert.equal(await other.locator('#given-embeddings').count(), 0);
  });
});

check('backup after emptying the cache reports missing embeddings', async ({ page }) => {
  await createProject(page);
  await page.evaluate(() => { document.querySelector('#empty-cache').closest('details')?.setAttribute('open', ''); });
  await page.click('#empty-cache');
  await page.click('#answer-yes');
  await page.waitForSelector('#empty-cache', { state: 'detached' });
  const file = await download(page, '#back-up');
  assert.deepEqual(Object.keys(filesIn(file.bytes)), ['project.json', 'texts.csv', 'map.json']);
  assert.match(await message(page), /kept\.fastgas does not contain the embeddings/);
});

check('damaged or foreign backup files are rejected, and the project stays', async ({ page }) => {
  await createProject(page, { embeddings: npy(N, 3) });
  const rows = await picks(page);
  const { bytes } = await download(page, '#back-up');
  const files = filesIn(bytes);
  // The file contains 16 million letters that compress to a few kilobytes.
  const zeros = deflateRawSync(Buffer.alloc(1 << 24, 0x5b), { level: 9 });
  const bomb = archiveOf({ ...files, 'project.json': zeros });
  for (const [signature, at] of [['PK\x03\x04', 8], ['PK\x01\x02', 10]]) bomb.writeUInt16LE(8, bomb.indexOf(signature, 0, 'latin1') + at);
  const badFiles = {
    'cut.fastgas': [bytes.subarray(0, -40), /backup[^]*is damaged: its end is missing[^]*older backup/],
    'cut.zip': [bytes.subarray(0, -40), /backup[^]*is damaged: its end is missing[^]*older backup/],
    'bomb.fastgas': [bomb, /project\.json: it is compressed/],
    'short.fastgas': [archiveOf({ ...files, 'texts.csv': '"id","text"\n"1","a"\n' }), /differs from the number of its texts/],
    'none.fastgas': [archiveOf({ 'map.json': '{}' }), /there is no project\.json in it/],
    'rows.fastgas': [archiveOf({ ...files, 'embeddings.npy': npy(N + 1, 3) }), /41 rows/],
  };
  for (const [name, [content, pattern]] of Object.entries(badFiles)) {
    await drop(page, write(name, content));
    assert.match(await message(page), pattern, name);
    await page.click('#dismiss');
    assert.deepEqual(await picks(page), rows);
  }
});

/** Replaces the file dialog by a function that returns a file of the page's own storage. */
const FAKE_FILE_DIALOG = `
  window.chosen = [];
  window.showSaveFilePicker = async ({ suggestedName }) => {
    window.chosen.push(suggestedName);
    if (window.declines) throw new DOMException('the user cancelled', 'AbortError');
    const folder = await navigator.storage.getDirectory();
    return folder.getFileHandle(suggestedName, { create: true });
  };`;

/** Number of log entries in the backup file on disk; null if the file does not exist. */
const labelsOnDisk = (page) => page.evaluate(async () => {
  const folder = await navigator.storage.getDirectory();
  const names = [];
  for await (const name of folder.keys()) names.push(name);
  if (!names.includes('kept.fastgas')) return null;
  const file = await (await folder.getFileHandle('kept.fastgas')).getFile();
  return [...new Uint8Array(await file.arrayBuffer())];
}).then((bytes) => bytes && JSON.parse(filesIn(Buffer.from(bytes))['project.json']).log.length);

const waitForBackup = (page) => page.waitForFunction(() => /✓ backed up/.test(document.querySelector('#backed-up')?.textContent));

check('backup writes the same file again if the browser supports it', async ({ page, context }) => {
  await createProject(page, { embeddings: npy(N, 3) });
  await page.evaluate(() => { window.declines = true; });
  await page.click('#back-up');
  await page.waitForFunction(() => window.chosen.length === 1);
  assert.match(await page.innerText('#backed-up'), /not backed up yet/, 'the user cancelled');
  await page.evaluate(() => { window.declines = false; });
  await page.click('#back-up');
  await waitForBackup(page);
  assert.equal(await labelsOnDisk(page), 1);
  assert.match(await page.innerText('#saved-file'), /kept\.fastgas/);

  // The page does not ask for a file again after a reload.
  await page.reload();
  await page.waitForSelector('#saved-file');
  await page.keyboard.press('1');
  await page.waitForFunction(() => /1 change since/.test(document.querySelector('#backed-up')?.textContent));
  await page.click('#back-up');
  await waitForBackup(page);
  assert.deepEqual([await labelsOnDisk(page), await page.evaluate(() => window.chosen.length)], [2, 0]);

  // A second tab, which shows the project read-only, displays the name of the same backup file.
  const second = await context.newPage();
  await second.goto(PAGE);
  await second.waitForSelector('#elsewhere');
  await second.waitForSelector('#saved-file');
  assert.equal(await second.innerText('#saved-file'), await page.innerText('#saved-file'));
  await second.close();

  await page.click('#another-file');
  await page.waitForSelector('#saved-file', { state: 'detached' });
  await page.click('#back-up');
  await page.waitForSelector('#saved-file');
  await waitForBackup(page);
  assert.equal(await page.evaluate(() => window.chosen.length), 1);

  // The folder of the file is missing, so the page does not show the change as backed up.
  await page.evaluate(() => { FileSystemFileHandle.prototype.createWritable = () => Promise.reject(new DOMException('the file is gone', 'NotFoundError')); });
  await leaveFields(page);
  await page.keyboard.press('1');
  await page.waitForFunction(() => /1 change since/.test(document.querySelector('#backed-up')?.textContent));
  await page.click('#back-up');
  assert.match(await message(page), /kept\.fastgas was not saved.*it no longer exists/s);
  assert.match(await page.innerText('#backed-up'), /1 change since/);
}, { initScript: FAKE_FILE_DIALOG });
