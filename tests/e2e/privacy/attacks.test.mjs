// Attacks on the page through stored browser data, language-model servers, and extremely large files.
// Also tests pages restored from the history, and power failures.
// hostile.test.mjs tests attacks through texts, and trust.test.mjs tests leaks.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { projectDatabases, readRecord } from '../support/indexed-db.mjs';
import { startModel } from '../support/model.mjs';
import { scratch, write } from '../support/page.mjs';
import {
  LONG, PAGE, addLabels, archiveOf, choose, chooseWithEmbeddings, download, dropFiles, exposedFields, filesIn,
  labelOne, launch, launchWith, leaveFields, prepareQuestions, projectDatabase, removeProfile, repetitions, select,
  set, storedLog, unfold, until, visit, waitForSaved,
} from '../support/tools.mjs';

const N = 24;
let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options) {
  test(`attacks: ${name}`, { timeout: LONG }, () => visit(browser, `attacks ${name}`, body, options));
}

const TEXTS = Array.from({ length: N }, (_, n) => `text number ${n}`);

async function openTexts(page, name = 'attacks.csv') {
  await chooseWithEmbeddings(page, write(name, `text\n${TEXTS.join('\n')}\n`), npy(N, 3));
}

async function createProject(page, name) {
  await openTexts(page, name);
  await set(page, 'budget', 6);
  await select(page);
}

async function changedBackup(page, change) {
  const { bytes } = await download(page, '#back-up');
  const files = filesIn(bytes);
  const project = JSON.parse(files['project.json']);
  change(project);
  return archiveOf({ ...files, 'project.json': JSON.stringify(project) });
}

/** Starts a server on another port, and therefore of another origin, that records the paths of requests. */
async function startOtherHost() {
  const requested = [];
  const server = createServer((request, response) => { requested.push(request.url); response.end(); });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const stop = () => { server.closeAllConnections(); server.close(); };
  return { requested, origin: `http://127.0.0.1:${server.address().port}`, stop };
}

check('hosts named by a model’s server are not contacted', async ({ page, permit, problems }) => {
  const model = await startModel();
  const { requested, origin: otherHost, stop } = await startOtherHost();
  model.headers = { Link: ['prefetch', 'preload; as=fetch', 'preload; as=image', 'modulepreload', 'preconnect', 'dns-prefetch'].map((rel) => `<${otherHost}/${rel.split(';')[0]}>; rel=${rel}`).join(', ') };
  try {
    for (const origin of [model.origin, otherHost]) permit(origin);
    await openTexts(page);
    await prepareQuestions(page, model);
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForSelector('#confidences-given');
    assert.ok(model.requests.length > 0);
    assert.deepEqual(requested, []);
    const requestsElsewhere = () => page.$eval('#network-count', (count) => Number(count.dataset.elsewhere));
    assert.equal(await requestsElsewhere(), model.requests.length, 'the page counts the requests to the model');
    assert.deepEqual(problems, []);
  } finally {
    model.stop();
    stop();
  }
});

check('foreign request is listed after the browser’s own list of requests is full', async ({ page, permit, problems }) => {
  const model = await startModel();
  model.delay = 300;
  try {
    permit(model.origin);
    await openTexts(page);
    await prepareQuestions(page, model);
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForSelector('iframe', { state: 'attached' });
    while (model.requests.length === 0) await page.waitForTimeout(20);
    // The browser's list of requests is full after 250 requests by default. In this test, the list is full immediately.
    await page.evaluate(async (address) => {
      const frame = document.querySelector('iframe').contentWindow;
      frame.performance.setResourceTimingBufferSize(0);
      const answer = await frame.fetch(address, { method: 'POST', body: '{"messages":[{"content":"foreign"}]}' });
      await answer.text();
    }, `${model.origin}/foreign`);
    await page.waitForSelector('#confidences-given');
    assert.equal(model.requests.length, N + 1);
    await page.waitForFunction((n) => Number(document.querySelector('#network-count').dataset.elsewhere) === n, N + 1);
    assert.deepEqual(problems, []);
  } finally {
    model.stop();
  }
});

check('redirect of a model’s server is not followed', async ({ page, permit }) => {
  const model = await startModel();
  const { requested, origin: otherHost, stop } = await startOtherHost();
  model.headers = { Location: `${otherHost}/v1/chat/completions` };
  model.refuse = 307;
  try {
    for (const origin of [model.origin, otherHost]) permit(origin);
    await openTexts(page);
    await prepareQuestions(page, model);
    await page.click('#ask');
    await page.click('#answer-yes');
    await page.waitForSelector('#confidences-problem');
    assert.ok(model.requests.length > 0);
    assert.deepEqual(requested, []);
  } finally {
    model.stop();
    stop();
  }
});

check('page of another origin can neither frame, read nor control the page', async ({ context, permit }) => {
  const server = createServer((_, response) => { response.writeHead(200, { 'content-type': 'text/html' }).end('<title>another page</title>'); });
  await new Promise((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const origin = `http://127.0.0.1:${server.address().port}`;
  permit(origin);
  try {
    const tab = await context.newPage();
    await tab.goto(origin);
    const show = (address) => tab.evaluate((address) => new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.onload = resolve;
      frame.src = address;
      document.body.append(frame);
    }), address);
    for (const address of [`${origin}/own`, PAGE]) await show(address);
    const shown = tab.frames().map((frame) => frame.url());
    assert.ok(shown.includes(`${origin}/own`), `${shown}`);
    assert.ok(!shown.some((url) => url.startsWith(PAGE)), `${shown}`);
    const outcomes = await tab.evaluate(async (address) => {
      const outcome = (asked) => asked.then(() => 'answered', (error) => error.name);
      return [await outcome(fetch('/own')), await outcome(fetch(address)), await outcome(fetch(address, { mode: 'no-cors' }))];
    }, PAGE);
    assert.deepEqual(outcomes, ['answered', 'TypeError', 'TypeError']);
    // The opened page is in a separate browsing context group, so its window appears closed to the page that opened it.
    await tab.evaluate((address) => { window.opened = window.open(address); }, PAGE);
    await until(tab, () => window.opened.closed);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

const KEYS = repetitions(324);

check(`${KEYS} keys pressed in two tabs at once lose no label`, async ({ page, context }) => {
  const texts = Array.from({ length: KEYS + 20 }, (_, n) => `text number ${n}`);
  await chooseWithEmbeddings(page, write('two-tabs.csv', `text\n${texts.join('\n')}\n`), npy(texts.length, 3));
  await set(page, 'budget', KEYS + 10);
  await select(page);
  await addLabels(page, 'yes', 'no');
  await waitForSaved(page);
  const other = await context.newPage();
  await other.goto(PAGE);
  await other.waitForSelector('#elsewhere');
  await other.waitForSelector('.label-button');
  let [owner, reader] = [page, other];
  let before = [];
  for (let n = 1; n <= KEYS; n += 1) {
    await Promise.all([owner, reader].map((tab) => tab.keyboard.press(String(1 + n % 2))));
    if (n % 8 !== 0) continue;
    await reader.click('#take-over');
    await reader.waitForSelector('#elsewhere', { state: 'detached' });
    await reader.waitForSelector('#current-text');
    await owner.waitForSelector('#elsewhere');
    [owner, reader] = [reader, owner];
    const log = await storedLog(owner);
    assert.deepEqual(log.slice(0, before.length), before, `the log only grows, after ${n} keys`);
    before = log;
  }
  await waitForSaved(owner);
  const log = await storedLog(owner);
  assert.ok(log.length >= KEYS / 3, `${log.length} entries after ${KEYS} keys`);
  const labeled = new Map(log.map(({ row, said }) => [row, said.labels]));
  const n = [...labeled.values()].filter((labels) => labels.length > 0).length;
  for (const tab of [owner, reader]) {
    await tab.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
  }
});

test('attacks: typed text is not in the browser’s session files', { timeout: LONG }, async () => {
  const profile = mkdtempSync(join(scratch, 'sessions-'));
  // A second page has a field without privacy settings.
  // When the session files contain the text of this field, the browser has written the files.
  const plain = createServer((_, response) => { response.writeHead(200, { 'content-type': 'text/html' }).end('<textarea id="plain"></textarea>'); });
  await new Promise((resolve) => { plain.listen(0, '127.0.0.1', resolve); });
  const { page, kill } = await launchWith(profile);
  const isInSessionFiles = (word) => {
    const sessions = join(profile, 'Default', 'Sessions');
    let files = [];
    try { files = readdirSync(sessions); } catch { /* The folder does not exist yet. */ }
    return files.some((file) => {
      const bytes = readFileSync(join(sessions, file));
      return ['utf16le', 'utf8'].some((encoding) => bytes.includes(Buffer.from(word, encoding)));
    });
  };
  try {
    await page.goto(PAGE);
    await page.waitForSelector('#try-sample');
    await createProject(page, 'sessionsecretfile.csv');
    await addLabels(page, 'sessionsecretlabel');
    const typeSecret = async (field) => {
      await page.click(field);
      await page.keyboard.type(`sessionsecret${field}`);
    };
    await unfold(page);
    await page.selectOption('#method', 'vote-k');
    await unfold(page);
    for (const field of ['#note', '#map-search', '#label-name', '#endpoint', '#api-key']) await typeSecret(field);
    await leaveFields(page);
    await page.keyboard.press('?');
    await page.waitForSelector('#help-dialog[open]');
    await typeSecret('#guidelines');
    await page.keyboard.press('Escape');
    assert.deepEqual(await page.$eval('#api-key', ({ form, type }) => [form, type]), [null, 'text'], 'the browser does not offer to store it');
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${plain.address().port}/`);
    await other.click('#plain');
    await other.keyboard.type('sessioncontrol');
    for (let attempt = 0; attempt < 300 && !isInSessionFiles('sessioncontrol'); attempt += 1) await other.waitForTimeout(100);
    assert.ok(isInSessionFiles('sessioncontrol'), 'the browser has written its session files');
    assert.ok(!isInSessionFiles('sessionsecret'));
  } finally {
    await kill();
    plain.closeAllConnections();
    plain.close();
    await removeProfile(profile);
  }
});

check('browser services cannot read any field on any screen', async ({ page }) => {
  const root = await page.$eval('html', (root) => ['translate', 'spellcheck', 'writingsuggestions', 'class'].map((name) => root.getAttribute(name)));
  assert.deepEqual(root, ['no', 'false', 'false', 'notranslate']);
  const checkFields = async (screen) => assert.deepEqual(await exposedFields(page), [], screen);
  await checkFields('welcome');
  await createProject(page);
  await unfold(page);
  await checkFields('picks');
  await page.click('#explainer-own');
  await page.waitForSelector('#explainer-dialog[open] .explainer-picture');
  await unfold(page);
  await checkFields('explanation');
  // The check detects a field where a browser service is not turned off.
  await page.evaluate(() => { document.querySelector('#note').removeAttribute('autocomplete'); });
  assert.deepEqual(await exposedFields(page), ['note']);
  // The check also detects secrets that the browser would offer to save.
  await page.evaluate(() => {
    const form = document.createElement('form');
    for (const [id, type] of [['planted-password', 'password'], ['planted-key', 'text']]) {
      const field = document.createElement('input');
      Object.assign(field, { id, type, className: 'secret' });
      form.append(field);
    }
    document.body.append(form);
  });
  assert.deepEqual((await exposedFields(page)).sort(), ['note', 'planted-key', 'planted-password']);
});

check('page kept in memory lets other tabs use its project and rejoins later', async ({ page, context }) => {
  await createProject(page);
  await labelOne(page, 'yes');
  await until(page, async () => (await navigator.locks.query()).held.length === 1);
  const dispatchTransition = (type) => page.evaluate((type) => { window.dispatchEvent(new PageTransitionEvent(type, { persisted: true })); }, type);
  const waitForLocks = (n) => until(page, async (n) => (await navigator.locks.query()).held.length === n, n);
  await dispatchTransition('pagehide');
  await waitForLocks(0);
  const other = await context.newPage();
  await other.goto(PAGE);
  await other.waitForSelector('.pick[data-label=yes]');
  assert.equal(await other.locator('#elsewhere').count(), 0);
  const waitForLabeled = (tab, n) => tab.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
  await other.keyboard.press('1');
  await waitForLabeled(other, 2);
  await waitForSaved(other);
  // The other tab still has the project's lock.
  await dispatchTransition('pageshow');
  await page.waitForSelector('#elsewhere');
  await waitForLabeled(page, 2);
  await page.click('#take-over');
  await other.waitForSelector('#elsewhere');
  // While this tab takes over the project, the screen shows no project.
  await page.waitForSelector('#elsewhere', { state: 'detached' });
  await page.waitForSelector('.pick[data-label=yes]');
  // When the other tab is closed, this tab gets the lock again and shows the labels from the other tab.
  await dispatchTransition('pagehide');
  await waitForLocks(0);
  await other.reload();
  await other.waitForSelector('.pick[data-label=yes]');
  assert.equal(await other.locator('#elsewhere').count(), 0);
  await other.keyboard.press('1');
  await waitForLabeled(other, 3);
  await waitForSaved(other);
  await other.close();
  await waitForLocks(0);
  await dispatchTransition('pageshow');
  await waitForLabeled(page, 3);
  await waitForLocks(1);
  // The tab accepts a label only after reading the changes of the other tab. The current text may already have a label.
  for (let tries = 0; tries < 100 && (await storedLog(page)).length < 4; tries += 1) {
    await page.keyboard.press('1');
    await page.waitForTimeout(200);
  }
  assert.equal(await page.locator('#elsewhere').count(), 0);
  assert.deepEqual((await storedLog(page)).map(({ said }) => said.labels[0]).slice(0, 4), ['yes', 'yes', 'yes', 'yes']);
});

check('page frozen by the browser keeps its labels and continues', async ({ page, context }) => {
  await createProject(page);
  await labelOne(page, 'yes');
  const devtools = await context.newCDPSession(page);
  const waitForLabeled = (n) => page.waitForFunction((n) => Number(document.querySelector('#labeled-count')?.dataset.labeled) === n, n);
  await page.keyboard.press('1');
  for (const state of ['frozen', 'active']) {
    await devtools.send('Page.setWebLifecycleState', { state });
    await new Promise((resolve) => { setTimeout(resolve, 500); });
  }
  await waitForLabeled(2);
  await page.keyboard.press('1');
  await waitForLabeled(3);
  await waitForSaved(page);
  assert.equal((await storedLog(page)).length, 3);
});

test('attacks: text typed just before a power failure is restored', { timeout: LONG }, async () => {
  const profile = mkdtempSync(join(scratch, 'drafts-'));
  try {
    const first = await launchWith(profile);
    await first.page.goto(PAGE);
    await first.page.waitForSelector('#try-sample');
    await createProject(first.page);
    await until(first.page, async () => (await indexedDB.databases()).some(({ name }) => /^fastgas-[0-9a-f]+$/.test(name)));
    const database = await projectDatabase(first.page);
    await first.page.click('#note');
    await first.page.keyboard.type('half a sentence');
    const draft = () => readRecord(first.page, database, 'project', 'draft');
    for (let reads = 0; !(await draft())?.includes('half a sentence'); reads += 1) {
      // The page writes the text after a quarter of a second. The limit is a number of reads instead of a time.
      // On a busy computer, each read takes longer.
      assert.ok(reads < 250, 'typed text is written to the disk soon');
      await first.page.waitForTimeout(20);
    }
    await first.kill();
    const second = await launchWith(profile);
    await second.page.goto(PAGE);
    await second.page.waitForFunction(() => document.querySelector('#note')?.value === 'half a sentence');
    await second.kill();
  } finally {
    await removeProfile(profile);
  }
});

check('file with 3,000 annotators is merged, and its agreement is paged', async ({ page }) => {
  await createProject(page);
  await labelOne(page, 'yes');
  const row = Number(await page.getAttribute('.pick[data-label=yes]', 'data-row'));
  const raterName = (n) => `Rater ${String(n).padStart(4, '0')}`;
  const annotation = (label) => ({ labels: [label], passed: null, flagged: false, note: '', origin: null });
  const bytes = await changedBackup(page, (project) => {
    project.others = Array.from({ length: 3000 }, (_, n) => ({ row, said: annotation(n % 3 ? 'yes' : 'no'), at_ms: 1, by: raterName(n) }));
  });
  await page.click('#new-project');
  await dropFiles(page, [{ name: 'crowd.fastgas', bytes }]);
  await page.waitForSelector('#colleagues li');
  assert.equal(await page.locator('#colleagues li').count(), 50);
  assert.match(await page.innerText('#pages-of-colleagues'), /1 to 50 of 3,000/);
  await page.click('#agreement');
  await page.waitForSelector('#pairs tbody tr');
  assert.equal(await page.locator('#pairs tbody tr').count(), 100);
  assert.match(await page.innerText('#pages-of-pairs'), /1 to 100 of 4,501,500/);
  const first = await page.innerText('#pairs tbody tr:first-child');
  await page.click('#next-pairs');
  await page.waitForFunction((first) => document.querySelector('#pairs tbody tr').innerText !== first, first);
  assert.match(await page.innerText('#pages-of-pairs'), /101 to 200 of 4,501,500/);
  assert.ok(await page.locator('#said-by tbody tr').count() <= 200);
  await page.keyboard.press('+');
  await page.waitForFunction(() => document.querySelector('#settling-title').textContent.includes('settled'));
});

check('lookalike labels are rejected when added and listed when they come from a file', async ({ page }) => {
  await createProject(page);
  await addLabels(page, 'Café', 'Cafe\u0301');
  assert.match(await page.innerText('#message'), /already a label “Café” that looks the same.*U\+00E9.*U\+0301/s);
  await page.click('#dismiss');
  assert.equal(await page.locator('#label-buttons button').count(), 1);
  assert.equal(await page.locator('#confusable-labels').count(), 0);
  await leaveFields(page);
  await page.keyboard.press('1');
  await waitForSaved(page);
  const bytes = await changedBackup(page, (project) => { project.head.label_names.push('Caf\u00e9\u200b'); });
  await page.click('#new-project');
  await dropFiles(page, [{ name: 'alike.fastgas', bytes }]);
  await page.waitForSelector('#confusable-labels');
  assert.match(await page.innerText('#confusable-labels'), /look the same but are spelled differently .*U\+200B/);
  await page.click('#merge-confusable-labels');
  await page.waitForSelector('#question[open]');
  await page.click('#answer-yes');
  await page.waitForSelector('#confusable-labels', { state: 'detached' });
  assert.equal(await page.locator('#label-buttons button').count(), 1);
});

check('menus of 100,000 columns list some and find the others', async ({ page }) => {
  const width = 100_000;
  const names = Array.from({ length: width }, (_, n) => (n === 70_000 ? 'what they said' : `column ${n}`));
  const row = (n) => names.map((_, column) => (column === 70_000 ? `text ${n}` : column === 5 ? `id ${n}` : '')).join(',');
  await choose(page, [write('wide-menu.csv', [names.join(','), ...TEXTS.map((_, n) => row(n))].join('\n'))]);
  const options = () => page.$$eval('#text-column option', (options) => options.length);
  assert.ok(await options() <= 301);
  await page.fill('#text-column-find', 'THEY said');
  await page.waitForFunction(() => document.querySelector('#text-column-listed').textContent.match(/^[12] of 100,000/));
  await page.selectOption('#text-column', { label: 'what they said' });
  await page.waitForFunction(() => document.querySelector('.preview th.chosen')?.innerText.includes('what they said'));
});

check('log of 20,000 entries is stored completely and in order', async ({ page }) => {
  await createProject(page);
  await labelOne(page, 'yes');
  const entries = 20_000;
  const bytes = await changedBackup(page, (project) => {
    const [entry] = project.log;
    project.log = Array.from({ length: entries }, (_, n) => ({ ...entry, at_ms: n + 1, said: { ...entry.said, note: `note ${n}` } }));
  });
  await page.click('#new-project');
  await dropFiles(page, [{ name: 'long.fastgas', bytes }]);
  await page.waitForSelector('.pick[data-label=yes]');
  const logs = async () => Promise.all((await projectDatabases(page)).map((name) => storedLog(page, name)));
  let log;
  while (!log) log = (await logs()).find(({ length }) => length === entries);
  assert.deepEqual(log.map(({ said }) => said.note), Array.from({ length: entries }, (_, n) => `note ${n}`));
  await waitForSaved(page);
});
