// The page's WebAssembly in two files. The first screen needs only the first file.
// User actions wait until the second file has loaded, even if earlier requests for the file fail.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  addLabels, chips, chooseWithEmbeddings, folder, guard, launch, leaveFields, PAGE, select, set,
} from '../support/tools.mjs';

const SECOND = /\/split_rest[^/]*\.wasm$/;

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/**
 * Opens the page. `handleSecond` handles the requests for the second WebAssembly file.
 * Returns the page, its problems, and the paths of all requests.
 */
async function openWith(handleSecond) {
  const { context, problems } = await guard(browser);
  const page = await context.newPage();
  const requested = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.route(SECOND, handleSecond);
  await page.goto(PAGE);
  await page.waitForSelector('#try-sample');
  return { page, requested, problems, close: () => context.close() };
}

test('action before the second piece has loaded waits for it', async () => {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  const { page: opened, requested, problems, close } = await openWith(async (route) => {
    await released;
    await route.continue();
  });
  await opened.waitForFunction(() => document.querySelector('h1')?.textContent);
  assert.equal(await opened.locator('#arriving').count(), 0, 'no waiting note is shown');
  assert.ok(requested.some((path) => SECOND.test(path)), 'the second piece is fetched without being needed');
  assert.ok(!requested.some((path) => path.endsWith('debian-packages.csv')));

  await opened.click('#try-sample');
  await opened.waitForSelector('#arriving');
  assert.ok(!requested.some((path) => path.endsWith('debian-packages.csv')), 'the sample is read only by the second piece');
  release();
  await opened.waitForSelector('.workspace.setup');
  assert.equal(await opened.locator('#arriving').count(), 0);
  await opened.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'debian-packages.csv');
  assert.deepEqual(problems, []);
  await close();
});

test('help key before the second piece has loaded opens the help afterwards', async () => {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  const { page: opened, problems, close } = await openWith(async (route) => {
    await released;
    await route.continue();
  });
  await opened.keyboard.press('?');
  await opened.waitForSelector('#arriving');
  release();
  await opened.waitForSelector('#help-dialog[open]');
  assert.equal(await opened.locator('#arriving').count(), 0);
  assert.deepEqual(problems, []);
  await close();
});

test('keys before a stored project is shown give no label', async () => {
  let released = Promise.resolve();
  const { page: opened, problems, close } = await openWith(async (route) => {
    await released;
    await route.continue();
  });
  const file = join(folder('e2e'), 'keys.csv');
  writeFileSync(file, ['text', ...Array.from({ length: 8 }, (_, n) => `text number ${n}`)].join('\n'));
  await chooseWithEmbeddings(opened, file, npy(8, 4));
  await set(opened, 'budget', 4);
  await select(opened);
  await addLabels(opened, 'card');
  await opened.waitForTimeout(300);

  let release;
  released = new Promise((resolve) => { release = resolve; });
  await opened.reload({ waitUntil: 'commit' });
  await opened.waitForSelector('#help');
  for (const key of ['1', 's', 'Enter', '?']) await opened.keyboard.press(key);
  release();
  await opened.waitForSelector('#help-dialog[open]');
  await opened.waitForSelector('.pick[data-row]', { state: 'attached' });
  assert.deepEqual(await chips(opened), {}, 'no text was on the screen when the keys were pressed');
  assert.deepEqual(problems, []);
  await close();
});

test('failed second piece is reported and fetched again on request', async () => {
  let fails = true;
  const { page: opened, problems, close } = await openWith((route) => (fails ? route.abort() : route.continue()));
  await opened.waitForSelector('#not-arrived');
  await opened.click('#explainer');
  assert.equal(await opened.locator('#explainer-dialog[open]').count(), 0);

  await opened.click('#fetch-again');
  await opened.waitForSelector('#not-arrived');
  fails = false;
  await opened.click('#fetch-again');
  await opened.waitForSelector('#explainer-dialog[open]');
  assert.equal(await opened.locator('#not-arrived').count(), 0);
  await opened.click('#close-explainer');
  await leaveFields(opened);
  await opened.keyboard.press('?');
  await opened.waitForSelector('#help-dialog[open]');
  assert.deepEqual(problems, []);
  await close();
});

test('page opens a stored project once both pieces have loaded', async () => {
  const { context, problems } = await guard(browser);
  const first = await context.newPage();
  await first.goto(PAGE);
  await first.click('#try-sample');
  await first.waitForSelector('.workspace.setup');
  await first.waitForFunction(() => localStorage.length > 0);
  await first.reload();
  await first.waitForSelector('.workspace.setup');
  assert.deepEqual(problems, []);
  await context.close();
});
