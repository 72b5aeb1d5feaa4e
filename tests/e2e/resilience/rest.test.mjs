// The page's WebAssembly in two pieces: the first screen needs only the first one. User actions before the second piece has
// loaded are deferred until then, also if it cannot be fetched at first.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { guard, launch, leaveFields, PAGE } from '../support/tools.mjs';

const SECOND = /\/split_rest[^/]*\.wasm$/;

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** A page for which `answer` handles requests for the second piece, and the requests so far. */
async function page(answer) {
  const { context, problems } = await guard(browser);
  const page = await context.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route(SECOND, answer);
  await page.goto(PAGE);
  await page.waitForSelector('#try-sample');
  return { page, asked, problems, close: () => context.close() };
}

test('action before the second piece has loaded waits for it', async () => {
  let bring;
  const held = new Promise((resolve) => { bring = resolve; });
  const { page: opened, asked, problems, close } = await page(async (route) => {
    await held;
    await route.continue();
  });
  await opened.waitForFunction(() => document.querySelector('h1')?.textContent);
  assert.equal(await opened.locator('#arriving').count(), 0, 'nobody waits');
  assert.ok(asked.some((path) => SECOND.test(path)), 'it is asked for without being needed');
  assert.ok(!asked.some((path) => path.endsWith('debian-packages.csv')));

  await opened.click('#try-sample');
  await opened.waitForSelector('#arriving');
  assert.ok(!asked.some((path) => path.endsWith('debian-packages.csv')), 'the sample is for the second piece to read');
  bring();
  await opened.waitForSelector('.workspace.setup');
  assert.equal(await opened.locator('#arriving').count(), 0);
  await opened.waitForFunction(() => document.querySelector('h1.file-name')?.textContent === 'debian-packages.csv');
  assert.deepEqual(problems, []);
  await close();
});

test('failed second piece is reported and fetched again on request', async () => {
  let fails = true;
  const { page: opened, problems, close } = await page((route) => (fails ? route.abort() : route.continue()));
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
