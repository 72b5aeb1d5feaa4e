// The page's WebAssembly in two files. The first screen needs only the first file.
// User actions before the second file has loaded are deferred until then, even if the file cannot be fetched at first.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { guard, launch, leaveFields, PAGE } from '../support/tools.mjs';

const SECOND = /\/split_rest[^/]*\.wasm$/;

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/**
 * Opens a page. `handleSecond` handles the requests for the second WebAssembly file.
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

test('failed second piece is reported and fetched again on request', async () => {
  let fails = true;
  const { page: opened, problems, close } = await openWith((route) => (fails ? route.abort() : route.continue()));
  await opened.waitForSelector('#not-arrived');
  await opened.click('#think');
  assert.equal(await opened.locator('#think-dialog[open]').count(), 0);

  await opened.click('#fetch-again');
  await opened.waitForSelector('#not-arrived');
  fails = false;
  await opened.click('#fetch-again');
  await opened.waitForSelector('#think-dialog[open]');
  assert.equal(await opened.locator('#not-arrived').count(), 0);
  await opened.click('#close-think');
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
