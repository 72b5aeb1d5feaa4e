// A crash of the page's program on any screen. Stored data is not lost, and the user can save the data as a file.
// After a reload, the page continues from the stored data.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import { startModel } from '../support/model.mjs';
import {
  LONG, addLabels, archiveOf, choose, chooseWithEmbeddings, download, dropFiles, filesIn, folder, labelOne, launch,
  leaveFields, openPage, picks, PAGE, projectIn, select, set, storedLog, unfold,
} from '../support/tools.mjs';
import { openSettings, show } from '../support/views.mjs';

const N = 40;
const CSV = join(folder('e2e'), 'rescue.csv');
const TEXTS = Array.from({ length: N }, (_, n) => `"secret, ""${n}"" – ä 東京 🦀"`);
writeFileSync(CSV, ['text,topic', ...TEXTS.map((text, n) => `${text},${n % 3}`)].join('\n'));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Makes the program panic in the middle of a state change. */
const panic = (page) => page.evaluate(() => { window.dispatchEvent(new Event('fastgas-panic')); });

/**
 * Makes the program panic, and checks that the page reports the crash.
 * Exceptions are expected, but neither the exceptions nor the console may contain a text.
 */
async function crash(page, problems, fail = panic) {
  const lines = [];
  page.on('console', (line) => lines.push(line.text()));
  await fail(page);
  await page.waitForSelector('#rescue[open][data-project]');
  const logged = [...lines, ...problems.splice(0)].join('\n');
  assert.ok(!logged.includes('secret'), logged);
  return logged;
}

async function createProject(page) {
  await chooseWithEmbeddings(page, CSV, npy(N, 4));
  await set(page, 'budget', 8);
  await select(page);
  await labelOne(page, 'card');
}

const openDialog = (button, dialog) => async (page) => {
  await page.click(button);
  await page.waitForSelector(`${dialog}[open]`);
};

const dropRows = (name, dialog, lines) => async (page) => {
  await dropFiles(page, [{ name, bytes: Buffer.from(lines.join('\n')) }]);
  await page.waitForSelector(`${dialog}[open]`);
};

async function openExplainer(page) {
  await page.click('#explainer-own');
  await page.waitForSelector('#explainer-dialog[open] .explainer-picture g > *');
}

/**
 * Closes the explainer, because the address would open it again after a reload. Escape ends a lecture first.
 */
async function closeExplainer(page) {
  if (!await page.locator('#explainer-dialog[open]').count()) return;
  if (await page.locator('#explainer-dialog.lecture').count()) await page.keyboard.press('Escape');
  await page.waitForSelector('#explainer-dialog[open]:not(.lecture)');
  await page.click('#close-explainer');
}

async function dropColleague(page, bytes) {
  await page.setInputFiles('#merge-file', { name: 'bob.fastgas', mimeType: 'application/octet-stream', buffer: bytes });
  await page.waitForSelector('#incoming-dialog[open]');
}

async function openAgreement(page, bytes) {
  await page.waitForSelector('#merge-file', { state: 'attached' });
  if (!await page.locator('#colleagues').count()) {
    await dropColleague(page, bytes);
    await page.fill('#incoming-own', 'Anna');
    await page.click('#incoming-join');
    await page.waitForSelector('#colleagues');
  }
  await page.click('#agreement');
  await page.waitForSelector('#agreement-dialog[open] #pairs');
}

/** Each screen, with the steps that lead from the picks to the screen. `colleague` is a colleague's backup. */
const SCREENS = {
  picks: async () => {},
  'field with a draft': async (page) => page.fill('#note', 'half a sen'),
  keys: async (page) => { await leaveFields(page); await page.keyboard.press('?'); await page.waitForSelector('#help-dialog[open]'); },
  'similar texts': async (page) => { await leaveFields(page); await page.keyboard.press('='); await page.waitForSelector('#similar-dialog[open]'); },
  prompt: async (page) => { await page.click('#try-prompt'); await page.waitForSelector('dialog[open] #query'); },
  comparison: openDialog('#compare', '#compare-dialog'),
  explanation: openExplainer,
  film: async (page) => { await openExplainer(page); await openDialog('#explainer-film', '#film')(page); },
  lecture: async (page) => { await openExplainer(page); await page.click('#explainer-lecture'); await page.waitForSelector('#explainer-dialog.lecture'); },
  'drawn graph': async (page) => {
    await openExplainer(page);
    await page.selectOption('#explainer-world', 'drawn');
    await page.waitForSelector('#draft-picture');
  },
  network: openDialog('#network', '#network-dialog'),
  data: async (page) => { await show(page, 'data'); await page.waitForSelector('#text-column'); },
  review: async (page) => { await show(page, 'review'); await page.waitForSelector('#review-table tr[data-row]'); },
  export: async (page) => { await show(page, 'export'); await page.waitForSelector('#export-csv'); },
  settings: async (page) => { await openSettings(page); await page.waitForSelector('#settings-dialog[open]'); },
  'label search': async (page) => { await leaveFields(page); await page.keyboard.press('/'); await page.waitForSelector('#find-label:focus'); },
  duplicates: openDialog('#open-duplicates', '#duplicates-dialog'),
  protection: openDialog('#protect', '#protect-dialog'),
  encoder: openDialog('#bring', '#bring-dialog'),
  'suggestions to review': async (page) => { await leaveFields(page); await page.keyboard.press('%'); await page.waitForSelector('#offers-dialog[open]'); },
  'color of a label': async (page) => { await unfold(page); await openDialog('.label-set li:first-child button.color', '#label-color-dialog')(page); },
  'question about a label': async (page) => { await unfold(page); await openDialog('.label-set li:first-child button[title=Remove]', '#question')(page); },
  'new texts': dropRows('more.csv', '#adding-dialog', ['text,topic', '"secret new text",1', '"secret other text",2']),
  'labels of a file': dropRows('colleague.csv', '#file-labels-dialog', ['text,label', ...TEXTS.map((text, n) => `${text},${['card', 'soup'][n % 2]}`)]),
  'message': async (page) => { await dropFiles(page, [{ name: 'a.png', bytes: Buffer.from('\x89PNG', 'latin1') }]); await page.waitForSelector('#message'); },
  'backup of a colleague': dropColleague,
  agreement: openAgreement,
  'labels that settle a text': async (page, colleague) => {
    await openAgreement(page, colleague);
    await leaveFields(page);
    await page.keyboard.press('/');
    await page.waitForSelector('#compose-dialog[open]');
  },
  projects: async (page) => { await page.click('#new-project'); await page.waitForSelector('#projects li'); },
};

/** Crashes the program, and checks that no event reaches the program. Reloads the page until it shows `shown`. */
async function crashAndReload(page, problems, screen, shown) {
  await crash(page, problems);
  assert.match(await page.innerText('#rescue'), /shown as saved is stored/, screen);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'rescue-reload', `${screen}: the button has the focus`);
  // The program would fail again at each event, so no event reaches the program.
  await page.keyboard.press('1');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#rescue[open]');
  // Operations that began earlier, such as a write, may still call the program, which stops immediately.
  assert.deepEqual(problems.filter((problem) => !/^RuntimeError: unreachable/.test(problem)), [], screen);
  problems.length = 0;
  await page.click('#rescue-reload');
  await page.waitForSelector(shown);
  assert.equal(await page.locator('#rescue').count(), 0);
}

test('rescue: panic on any screen is reported, and the page continues after a reload', { timeout: LONG }, async () => {
  const { context, page, problems } = await openPage(browser);
  await crash(page, problems);
  assert.equal(await page.locator('#rescue-back-up').count(), 0, 'there is no project');
  await page.click('#rescue-reload');
  await page.waitForSelector('#try-sample');
  await openDialog('#paste', '#paste-dialog')(page);
  await crash(page, problems);
  await page.click('#rescue-reload');
  await page.waitForSelector('#try-sample');
  await choose(page, [CSV]);
  await openDialog('#import-again', '#import-dialog')(page);
  await crash(page, problems);
  await page.click('#rescue-without');
  await page.waitForSelector('#projects li');
  await page.click('#projects li button');
  await page.waitForSelector('#text-column');
  await crashAndReload(page, problems, 'settings before the selection', '#text-column');
  await page.click('#new-project');
  await page.waitForSelector('#projects li');
  await createProject(page);
  const picked = await picks(page);
  const files = filesIn((await download(page, '#back-up')).bytes);
  const project = JSON.parse(files['project.json']);
  project.head.annotator = 'Bob';
  for (const { said } of project.log) said.labels = ['other'];
  const colleague = archiveOf({ ...files, 'project.json': JSON.stringify(project) });
  let shown = '.pick[data-label=card]';
  for (const [screen, goToScreen] of Object.entries(SCREENS)) {
    await goToScreen(page, colleague);
    // The colleague's labels differ, so no pick has an agreed label until the disagreements are settled.
    if (screen === 'agreement') shown = '.pick[data-row]';
    await crashAndReload(page, problems, screen, screen === 'projects' ? '#projects li' : shown);
    await closeExplainer(page);
    if (screen === 'field with a draft') {
      await page.waitForFunction(() => document.querySelector('#note')?.value === 'half a sen');
      await page.fill('#note', '');
      await leaveFields(page);
    }
  }
  await page.click('#projects li button');
  await page.waitForSelector(shown);
  assert.deepEqual(await picks(page), picked);
  const { log } = projectIn(await download(page, '#back-up'));
  assert.ok(log.some(({ said }) => said.labels.includes('card')), 'the label is kept');
  await context.close();
});

test('rescue: panic while a language model is asked loses no label', { timeout: LONG }, async () => {
  const model = await startModel();
  const { context, page, problems, permit } = await openPage(browser);
  try {
    permit(model.origin);
    await createProject(page);
    const ask = async () => {
      await set(page, 'answers-endpoint', model.origin);
      await set(page, 'answers-model', 'tiny');
      await page.click('#answers-ask');
      await page.waitForSelector('#question[open]');
    };
    const screens = {
      'confirmation of sending prompts': ask,
      'running requests': async () => {
        model.delay = 100;
        await ask();
        await page.click('#answer-yes');
        await page.waitForFunction(() => Number(document.querySelector('#answers-progress')?.dataset.done) >= 2);
      },
      'review of answers': async () => {
        model.delay = 0;
        await ask();
        await page.click('#answer-yes');
        await openDialog('#answers-review', '#answer-review-dialog')(page);
      },
    };
    for (const [screen, goToScreen] of Object.entries(screens)) {
      await goToScreen();
      await crashAndReload(page, problems, screen, '.pick[data-label=card]');
    }
  } finally {
    model.stop();
    await context.close();
  }
});

test('rescue: stored project is saved as a file that the page opens', { timeout: LONG }, async () => {
  const { context, page, problems } = await openPage(browser);
  await createProject(page);
  await addLabels(page, 'other');
  const log = await storedLog(page);
  const logged = await crash(page, problems);
  assert.match(logged, /panicked at crates.page.src.shell.rescue\.rs:\d+/);
  assert.match(await page.innerText('#rescue-where'), /rescue\.rs:\d+/);
  const file = await download(page, '#rescue-back-up');
  assert.equal(file.name, 'rescue.fastgas');
  await page.waitForFunction(() => document.querySelector('#rescue-done').textContent.includes('file is saved'));
  assert.deepEqual(JSON.parse(file.text).log.map(({ row, said }) => [row, said.labels]), log.map(({ row, said }) => [row, said.labels]));
  const other = await openPage(browser);
  await dropFiles(other.page, [{ name: file.name, bytes: file.bytes }]);
  await other.page.waitForSelector('.pick[data-label=card]');
  assert.equal(await other.page.locator('#label-buttons button').count(), 2);
  const lines = (await download(other.page, '#export-jsonl')).text.trim().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines.length, 1);
  assert.equal(lines[0].text, `secret, "${lines[0].row}" – ä 東京 🦀`);
  assert.deepEqual(other.problems, []);
  await other.context.close();
  // The user can continue without a project that crashes the page each time.
  await page.click('#rescue-without');
  await page.waitForSelector('#projects li');
  await context.close();
});

test('rescue: exception in the program is reported in German', { timeout: LONG }, async () => {
  const { context, page, problems } = await openPage(browser, { address: `${PAGE}#lang=de` });
  await createProject(page);
  // An exception of a browser API leaves the program's state in the middle of a change.
  await crash(page, problems, () => page.evaluate(() => {
    Object.defineProperty(document, 'title', { set() { throw new TypeError('planted'); } });
    document.querySelector('#new-project').click();
  }));
  assert.match(await page.innerText('#rescue-title'), /Fehlers/);
  assert.match(await page.innerText('#rescue-reload'), /neu laden/);
  await context.close();
});

test('rescue: repeated worker failures are reported with a backup offer', { timeout: LONG }, async () => {
  const { context, page, problems } = await openPage(browser);
  await createProject(page);
  // The response has the headers of the site, because a worker without the headers does not start.
  await page.route(/worker-loader[^/]*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: 'onmessage = () => { throw new Error("planted"); };' });
  });
  await page.reload();
  await page.waitForSelector('.pick[data-label=card]');
  await set(page, 'budget', 9);
  await page.click('#select');
  await page.waitForSelector('#message');
  assert.match(await page.innerText('#message'), /stopped 3 times on the same work: .*planted.*Labeling, export and backup still work/s);
  assert.equal(await page.locator('#back-up-after').count(), 1);
  await leaveFields(page);
  await page.click('#dismiss');
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelector('#labeled-count')?.dataset.labeled === '0');
  assert.deepEqual(problems, []);
  await context.close();
});
