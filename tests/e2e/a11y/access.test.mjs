// Accessibility: axe-core finds no violation on any screen, in any dialog or in any state, in either theme.
// The content of every screen fits at 200 % and on a phone, also in German. Texts keep their own writing direction.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ALL_BUT_COLORS, ONLY_COLORS, RULES, loadAxe } from '../support/axe.mjs';
import { npy } from '../support/embeddings.mjs';
import { tinyEncoder } from '../support/encoder.mjs';
import { startModel } from '../support/model.mjs';
import { siteFiles, startHost, waitForOfflineReady, withChange } from '../support/site.mjs';
import {
  LONG, PAGE, SAMPLE, addLabels, archiveOf, choose, chooseWithEmbeddings, download, dropFiles, filesIn, folder, launch,
  leaveFields, listsWithManyStops, openPage, select, set, unfold, unfoldLabeling, visit, waitForRun, waitForSaved,
} from '../support/tools.mjs';
import { closeSettings, openSettings, show, waitForFrames } from '../support/views.mjs';

const scratch = folder('e2e');

const TEXTS = [
  'How do I replace the debit card that I lost?', 'Où est ma carte de crédit ?', 'אבדה לי כרטיס האשראי, מה עושים?', '信用卡丢了怎么办？',
  'كيف أستبدل بطاقتي المفقودة؟', 'カードを失くしました。どうすればいいですか？',
];
const N = 48;
const CSV = join(scratch, 'access.csv');
writeFileSync(CSV, ['text,topic', ...Array.from({ length: N }, (_, n) => `"${TEXTS[n % 6]} ${n}",${n % 6}`)].join('\n'));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Creates a project with embeddings from a file, so that no model is needed. */
async function createProject(page) {
  await chooseWithEmbeddings(page, CSV, npy(N, 6));
  await set(page, 'budget', 6);
  await select(page);
  for (const name of ['money', 'other']) {
    await page.fill('#label-name', name);
    await page.click('#add-label');
  }
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('1');
  await page.waitForSelector('.pick[data-label=money]');
}

/**
 * Runs axe-core. A fixed bar covers part of the page at each scroll position.
 * The size of a covered target is therefore checked again with the target in the middle of the window.
 */
async function violations(page, rules = RULES) {
  await loadAxe(page);
  const found = await page.evaluate(async (rules) => {
    const { violations } = await window.axe.run(document, rules);
    const isTooSmall = async ({ target }) => {
      document.querySelector(target[0]).scrollIntoView({ block: 'center' });
      const again = await window.axe.run(document, { runOnly: ['target-size'], resultTypes: ['violations'] });
      return again.violations.some(({ nodes }) => nodes.some((node) => node.target[0] === target[0]));
    };
    const [x, y] = [scrollX, scrollY];
    for (const violation of violations.filter(({ id }) => id === 'target-size')) {
      const small = [];
      for (const node of violation.nodes) if (await isTooSmall(node)) small.push(node);
      violation.nodes = small;
    }
    scrollTo(x, y);
    return violations.filter(({ nodes }) => nodes.length > 0);
  }, rules);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`);
}

/**
 * Imports the file of a colleague who gave another label, and calls `inspect` while the disagreements are shown.
 */
async function visitTeam(page, inspect) {
  const files = filesIn((await download(page, '#back-up')).bytes);
  const project = JSON.parse(files['project.json']);
  project.head.annotator = 'Bob';
  for (const { said } of project.log) said.labels = ['other'];
  const buffer = archiveOf({ ...files, 'project.json': JSON.stringify(project) });
  await page.setInputFiles('#merge-file', { name: 'bob.fastgas', mimeType: 'application/octet-stream', buffer });
  await page.waitForSelector('#incoming-dialog[open]');
  await inspect('incoming file');
  await page.fill('#incoming-own', 'Anna');
  await page.click('#incoming-join');
  await page.waitForSelector('#colleagues');
  await inspect('team');
  await page.click('#agreement');
  await page.waitForSelector('#pairs');
  await inspect('agreement');
  await page.keyboard.press('Escape');
}

async function visitScreens(page, inspect) {
  await inspect('welcome');
  await choose(page, [CSV]);
  await inspect('settings');
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
  await inspect('settings, unfolded');
  await createProject(page);
  await inspect('picks');
  await unfold(page);
  await inspect('picks, unfolded');
  for (const view of ['data', 'review', 'export']) {
    await show(page, view);
    await inspect(`${view} view`);
  }
  await openSettings(page);
  await inspect('settings of the next selection');
  await closeSettings(page);
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await inspect('keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await inspect('label search');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#find-label-dialog', { state: 'hidden' });
  for (const [key, dialog] of [['=', '#similar-dialog'], ['open-duplicates', '#duplicates-dialog'], ['network', '#network-dialog']]) {
    await (key === '=' ? page.keyboard.press(key) : page.click(`#${key}`));
    await page.waitForSelector(`${dialog}[open]`);
    await inspect(dialog);
    await page.keyboard.press('Escape');
    await page.waitForSelector(dialog, { state: 'hidden' });
  }
  await page.click('#try-prompt');
  await page.waitForSelector('dialog[open] #query');
  await inspect('prompt');
  await page.keyboard.press('Escape');
  await page.click('#compare');
  await page.waitForSelector('dialog[open]');
  await inspect('comparison');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#compare-dialog', { state: 'hidden' });
  await closeSettings(page);
  await visitTeam(page, inspect);
  await page.click('#new-project');
  await page.waitForSelector('#projects li');
  await inspect('projects');
  await page.click('#projects li:first-child > button:last-child');
  await page.waitForSelector('#deleted-projects[open]');
  await inspect('deleted projects');
  await page.click('#deleted-projects li:first-child > button:last-child');
  await page.waitForSelector('#question[open]');
  await inspect('question');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#question', { state: 'hidden' });
  await visitEmbedding(page, inspect);
}

/** Calls `inspect` while the embedding of the sample is paused, and after picks from the texts embedded so far. */
async function visitEmbedding(page, inspect) {
  await choose(page, SAMPLE);
  await set(page, 'budget', 60);
  await page.click('#select');
  await page.waitForSelector('#pick-early', { timeout: LONG });
  await page.click('#pause');
  await inspect('embedding');
  await page.click('#pick-early');
  await page.waitForSelector('#current-text');
  await inspect('early picks');
}

/**
 * Returns the violations that axe-core finds, and the lists with more than one Tab stop.
 * In a desktop window, the themes differ only in colors.
 */
async function desktopProblems(page) {
  const problems = [];
  for (const [colorScheme, rules] of [['dark', ONLY_COLORS], ['light', RULES]]) {
    await page.emulateMedia({ colorScheme });
    problems.push(...(await violations(page, rules)).map((violation) => `${colorScheme}: ${violation}`));
  }
  problems.push(...await listsWithManyStops(page));
  return problems;
}

test('access: all screens pass axe-core in both themes, and lists are one Tab stop', { timeout: LONG }, async () => {
  const { page, context } = await openPage(browser, { reducedMotion: 'reduce' });
  const problems = [];
  await visitScreens(page, async (screen) => {
    problems.push(...(await desktopProblems(page)).map((problem) => `${screen}: ${problem}`));
  });
  assert.deepEqual([...new Set(problems)], []);
  await context.close();
});

/**
 * Lists the elements whose content is wider than the element: the page, open dialogs, and elements in open dialogs.
 * Excludes elements that scroll sideways on purpose, that cut text with an ellipsis, or that are only for screen readers.
 * Also excludes layout elements without text, which may extend into the padding of the dialog.
 */
function tooWide(page) {
  return page.evaluate(() => {
    const ALLOWED = '.table-scroll, .compare-scroll, .scroll, .hidden, input, select, textarea, svg';
    const selector = ({ localName, id, classList }) => [localName, id && `#${id}`, ...[...classList].map((name) => `.${name}`)].join('');
    const describe = (element) => {
      const path = [element.parentElement, element].map(selector).join(' > ');
      return `${path}: ${element.scrollWidth} > ${element.clientWidth} “${element.textContent.trim().slice(0, 60)}”`;
    };
    const isWide = (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1;
    const isAllowed = (element) => element.closest(ALLOWED) || getComputedStyle(element).textOverflow === 'ellipsis';
    const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const isRelevant = (element) => getComputedStyle(element).overflowX !== 'visible' || hasText(element);
    const opened = [...document.querySelectorAll('dialog[open], :popover-open')];
    const all = opened.flatMap((dialog) => [dialog, ...dialog.querySelectorAll('*')]);
    const found = all.filter((element) => isWide(element) && isRelevant(element) && !isAllowed(element)).map(describe);
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const overflowing = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
      found.push(`the page: ${scrollWidth} > ${clientWidth}`, ...overflowing.slice(0, 5).map(describe));
    }
    return found;
  });
}

// Sets the font DejaVu Sans, which many Linux desktops use for the page. Its letters are wide.
const WIDE_LETTERS = () => {
  document.addEventListener('DOMContentLoaded', () => document.documentElement.style.setProperty('--font', '"DejaVu Sans", Verdana, sans-serif'));
};

// A window of 1280×800 at 200 % shows a page of 640×400 CSS pixels. WCAG 1.4.10 requires 320 CSS pixels.
// German words are longer than English words.
const NARROW_SIZES = [[320, 568], [390, 844], [640, 400]].map(([width, height]) => ({ width, height }));

for (const [language, sizes] of [['en', NARROW_SIZES], ['de', NARROW_SIZES.slice(0, 1)]]) {
  const widths = sizes.map(({ width }) => width).join(', ');
  test(`access: all screens fit into ${widths} pixels in ${language}`, { timeout: LONG }, async () => {
    const address = `${PAGE}#lang=${language}`;
    const { page, context } = await openPage(browser, { address, viewport: sizes[0], reducedMotion: 'reduce', initScript: WIDE_LETTERS });
    const problems = [];
    await visitScreens(page, async (screen) => {
      // A wide badge might not fit, so the badge with the number of changes gets a long number.
      await page.evaluate(() => document.querySelectorAll('#back-up-now .badge').forEach((badge) => { badge.firstChild.data = '12,345'; }));
      problems.push(...(await tooWide(page)).map((problem) => `${screen}: ${problem}`));
      for (const size of sizes.slice(1)) {
        await resize(page, size);
        problems.push(...(await tooWide(page)).map((problem) => `${screen} at ${size.width} pixels: ${problem}`));
      }
      if (sizes.length > 1) await resize(page, sizes[0]);
    });
    assert.deepEqual([...new Set(problems)], []);
    await context.close();
  });
}

/** Resizes the window and waits for two frames, in which the page adapts its pictures to the new size. */
async function resize(page, size) {
  await page.setViewportSize(size);
  await waitForFrames(page);
}

const EXISTING_LINES = ['text', ...TEXTS.map((text, n) => `"${text} ${n}"`)];
const FURTHER_LINES = ['text,when', ...EXISTING_LINES.slice(1).map((line) => `${line},may`), 'Why does the ferry leave late?,june'];

async function openAdding(page, lines) {
  await page.setInputFiles('#further-file', { name: 'further.csv', mimeType: '', buffer: Buffer.from(lines.join('\n')) });
  await page.waitForSelector('#adding-dialog[open]');
}

const LABELS = [
  'cards and limits', 'transfers', 'fees', 'exchange rates', 'top-up', 'identity', 'lost or stolen', 'refunds', 'passcode', 'delivery',
  'app trouble', 'complaint',
];

/** Further states of the page, each with the steps that lead to the state. The steps call `inspect` in the state. */
const STATES = {
  'file import': async ({ page, inspect }) => {
    const waitForClosed = (dialog) => page.waitForSelector(dialog, { state: 'hidden' });
    const chooseFile = (name, buffer) => page.setInputFiles('#file', { name, mimeType: '', buffer });
    const closeDialog = async (dialog) => { await page.keyboard.press('Escape'); await waitForClosed(dialog); };
    await page.click('#paste');
    await page.waitForSelector('#paste-dialog[open]');
    await inspect('pasted texts');
    await closeDialog('#paste-dialog');
    await chooseFile('guessed.csv', Buffer.from('id,text\n1,Grüße aus Köln\n2,schöne Straße\n', 'latin1'));
    await page.waitForSelector('#import-dialog[open] #open-import:enabled');
    await inspect('guessed encoding');
    await closeDialog('#import-dialog');
    await chooseFile('ragged.csv', Buffer.from('id,text\n1,a\n2,"b\nb",c\n3,d\n4\n5,e\n'));
    await page.waitForSelector('#import-dialog[open] #open-import:enabled');
    await inspect('rows of a different width');
    await closeDialog('#import-dialog');
    const bytes = Buffer.from('text\na\nb\n');
    await dropFiles(page, [{ name: 'first.csv', bytes }, { name: 'second.csv', bytes }]);
    await page.waitForSelector('#message');
    await inspect('error');
    await page.click('#dismiss');
    await choose(page, [CSV]);
    await page.click('#import-again');
    await page.waitForSelector('#import-dialog[open] table');
    await page.selectOption('#import-text', '\n');
    await page.fill('#import-template', '{topic}: {text}');
    await page.waitForSelector('.import-look td.joined');
    await inspect('joined columns');
    await closeDialog('#import-dialog');
    for (const [lines, button, state] of [[FURTHER_LINES, '#adding-add', 'new texts'], [EXISTING_LINES, '#adding-open', 'known texts']]) {
      await openAdding(page, lines);
      await page.waitForSelector(button);
      await inspect(state);
      await closeDialog('#adding-dialog');
    }

    const { onnx, tokenizer } = tinyEncoder({ extraOperator: 'Sin' });
    const chooseEncoder = (...files) => page.setInputFiles('#bring-files', files.map(([name, buffer]) => ({ name, mimeType: '', buffer })));
    await page.click('#bring');
    await page.waitForSelector('#bring-dialog[open]');
    await inspect('encoder dialog');
    await chooseEncoder(['model.onnx', onnx]);
    await page.waitForSelector('#bring-problem');
    await inspect('encoder with a missing file');
    await chooseEncoder(['tokenizer.json', tokenizer], ['other-model-with-a-long-name-of-its-own.onnx', onnx]);
    await page.waitForSelector('#model-file');
    await page.fill('#max-length', '65');
    await page.click('#try-encoder');
    await page.waitForSelector('#bring-problem.message');
    await inspect('rejected encoder');
    await page.fill('#max-length', '');
    await page.click('#try-encoder');
    await page.waitForSelector('#report-warning');
    await inspect('working encoder');
    await closeDialog('#bring-dialog');
  },

  passphrase: async ({ page, inspect }) => {
    await page.click('#protect-next');
    await page.waitForSelector('#protect-dialog[open]');
    await page.fill('#new-passphrase', 'short');
    await inspect('new passphrase');
    for (const field of ['#new-passphrase', '#same-passphrase']) await page.fill(field, 'correct horse battery');
    await page.click('#use-passphrase');
    await page.waitForSelector('#forget-next');
    await inspect('protection of the next project');
    await choose(page, [CSV]);
    await page.waitForSelector('#protected');
    await inspect('protected project');
    await page.click('#lock-now');
    await page.waitForSelector('#projects .protected');
    await inspect('protected project in the list');
    await page.click('#projects .project-open');
    await page.waitForSelector('#unlock-dialog[open]');
    await page.fill('#passphrase', 'incorrect horse');
    await page.press('#passphrase', 'Enter');
    await page.waitForFunction(() => document.querySelector('#passphrase-problem').textContent);
    await inspect('wrong passphrase');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#unlock-dialog', { state: 'hidden' });
  },

  answer: async ({ page, inspect }) => {
    await chooseWithEmbeddings(page, CSV, npy(N, 6));
    await set(page, 'budget', 30);
    await select(page);
    await addLabels(page, 'money', 'other');
    const currentRow = () => page.getAttribute('#current-text', 'data-row');
    const label = async () => {
      const row = await currentRow();
      await page.keyboard.press(Number(row) % 6 < 3 ? '1' : '2');
      await page.waitForFunction((row) => document.querySelector('#current-text').dataset.row !== row, row);
    };
    await page.click('#set-out summary');
    await inspect('goal form');
    await page.fill('#goal-texts', '2');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#sitting');
    await inspect('goal');
    await leaveFields(page);
    for (let n = 0; n < 2; n += 1) await label();
    await page.waitForSelector('#goal-words.reached');
    await inspect('reached goal');
    await page.click('#end-goal');
    await leaveFields(page);

    for (let n = 0; n < 7; n += 1) await label();
    await page.waitForSelector('#blind');
    await inspect('blind check');
    // In this second, the worker computes the hidden suggestion. A user takes longer to read a text.
    await page.waitForTimeout(1000);
    await label();
    await page.waitForSelector('#checks');
    await inspect('result of a blind check');
    await page.keyboard.press('*');
    await page.waitForSelector('#suggestion');
    await inspect('suggestion');
    await page.click('#open-offers');
    await page.waitForSelector('#offers-dialog[open]');
    await page.selectOption('#offers-part', '');
    await page.waitForSelector('.offers-list li input');
    await inspect('suggestions to review');
    await page.click('#accept-offers');
    await page.waitForSelector('#last-step:is(:has-text("suggestions accepted"), :has-text("Vorschläge angenommen"))');
    await inspect('accepted suggestions');
    await leaveFields(page);
    await page.keyboard.press('u');
    await page.waitForSelector('#last-step:is(:has-text("Undone:"), :has-text("Rückgängig gemacht:"))');

    await addLabels(page, ...LABELS);
    const inView = await page.$$eval('#current-text, .annotate .label-button', (elements) => elements.map((element) => {
      const { top, bottom, left, width } = element.getBoundingClientRect();
      const hit = (y) => element.contains(document.elementFromPoint(left + width / 2, y));
      return hit(top + 4) && hit(bottom - 4);
    }));
    assert.deepEqual(inView, Array(15).fill(true), 'the text and fourteen labels are in view together');
    await inspect('fourteen labels');
    await page.click('#large-text');
    await page.waitForSelector('.annotate.large-text');
    await inspect('large text');
    await page.click('#large-text');
    await page.waitForSelector('.annotate.large-text', { state: 'detached' });

    await unfold(page);
    await page.selectOption('#answers', 'several');
    await leaveFields(page);
    await page.keyboard.press('1');
    await page.waitForSelector('.label-button[aria-pressed=true]');
    await inspect('several labels');
    await page.selectOption('#answers', 'text');
    await page.waitForSelector('#question[open]');
    await inspect('confirmation of written answers');
    await page.click('#answer-yes');
    await page.waitForSelector('#question', { state: 'hidden' });
    await page.fill('#answer', 'It is about money.');
    await inspect('written answers');
  },

  'prompt, comparison and map': async ({ page, inspect }) => {
    await createProject(page);
    await waitForSaved(page);
    await page.click('#try-prompt');
    await page.waitForSelector('#prompt-dialog[open]');
    // Random examples are used, because finding similar examples would need the model.
    await page.selectOption('#retrieval', 'random');
    await page.fill('#query', `${TEXTS[0]} ${TEXTS[2]}`);
    await page.waitForSelector('.prompt-paper[aria-busy=false] #prompt-text');
    await inspect('prompt as text');
    await page.selectOption('#prompt-form', 'chat');
    await page.waitForSelector('.prompt-paper[aria-busy=false] #prompt-chat');
    await inspect('prompt as a chat');
    await page.fill('#template-text', '{text} {label');
    await page.waitForSelector('#template-hint .problem');
    await inspect('rejected template');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#prompt-dialog', { state: 'hidden' });

    await page.click('#compare');
    await page.click('#no-methods');
    for (const method of ['fastgas', 'random']) await page.check(`#compare-dialog input[value=${method}]`);
    await page.fill('#compare-budgets', '3,6');
    await page.fill('#compare-seeds', '0,1');
    await page.selectOption('#compare-labels', { label: 'topic' });
    await page.click('#start-compare');
    await page.waitForSelector('#compare-results[data-complete=true]', { timeout: LONG });
    await unfold(page);
    await page.waitForSelector('#exam-ask');
    await inspect('comparison of methods');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#compare-dialog', { state: 'hidden' });

    await page.click('#coverage button');
    await page.waitForSelector('#coverage-table:popover-open');
    await inspect('coverage as a table');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#coverage-table', { state: 'hidden' });

    const { x, y, width, height } = await page.locator('#map').boundingBox();
    for (let n = 0; n < 400 && !await page.locator('.card').count(); n += 1) {
      await page.mouse.move(x + width * (0.05 + 0.045 * (n % 20)), y + height * (0.05 + 0.045 * Math.floor(n / 20)));
    }
    await page.waitForSelector('.card');
    await inspect('text under the pointer', 'desktop');
    await page.fill('#map-search', 'carte');
    await page.waitForFunction(() => /\d/.test(document.querySelector('#map-found')?.innerText));
    await page.waitForSelector('#list-found');
    await inspect('found texts');
    await page.click('#mark-found');
    await page.waitForSelector('.marks.some');
    await inspect('marked texts');
    for (const option of await page.$$eval('#color-by option', (options) => options.map((option) => option.value))) {
      await page.selectOption('#color-by', option);
      await page.waitForTimeout(100);
      await inspect(`map colored by option ${option}`, 'desktop');
    }
    await page.selectOption('#color-by', { index: 0 });
    await page.focus('#list-class-1');
    await page.keyboard.press('f');
    await page.waitForSelector('.legend .filter');
    await inspect('filtered map');

    // The project has user-supplied embeddings. The new texts have no embeddings and cannot be added.
    await openAdding(page, FURTHER_LINES);
    await page.waitForSelector('#adding-problem');
    await inspect('new texts that cannot be added');
  },

  'team, full disk and second tab': async ({ page, context, inspect, address }) => {
    await createProject(page);
    await waitForSaved(page);
    const projectFile = (name, buffer) => ({ name, mimeType: 'application/octet-stream', buffer });
    const copy = projectFile('copy.fastgas', (await download(page, '#hand-out')).bytes);
    await page.setInputFiles('#merge-file', copy);
    await page.waitForSelector('#incoming-dialog[open]');
    await inspect('incoming unlabeled copy');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#incoming-dialog', { state: 'hidden' });

    const files = filesIn((await download(page, '#back-up')).bytes);
    const colleague = ([name, label]) => {
      const project = JSON.parse(files['project.json']);
      project.head.annotator = name;
      for (const { said } of project.log) said.labels = [label];
      return projectFile(`${name}.fastgas`, archiveOf({ ...files, 'project.json': JSON.stringify(project) }));
    };
    await page.setInputFiles('#merge-file', Object.entries({ Dina: 'other', Cem: 'money', 'Friederike-Wilhelmine': 'other' }).map(colleague));
    await page.waitForSelector('#incoming-waiting');
    await inspect('several incoming files');
    await page.fill('#incoming-own', 'Anna');
    await page.click('#incoming-join-all');
    await page.waitForFunction(() => document.querySelectorAll('#colleagues li').length === 3);
    await inspect('team list');
    const truncated = await page.$$eval('#colleagues strong', (names) =>
      names.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).map((name) => name.textContent));
    assert.deepEqual(truncated, [], 'names of colleagues are not truncated');

    for (const answers of ['several', 'one']) {
      await unfold(page);
      await page.selectOption('#answers', answers);
      await page.click('#agreement');
      await page.waitForSelector('#agreement-dialog[open] #pairs');
      await unfold(page);
      await inspect(`agreement, ${answers}`);
      await page.keyboard.press('/');
      await page.waitForSelector('#compose-dialog[open] #find-label');
      await page.keyboard.type('m');
      await inspect(`other labels, ${answers}`);
      await page.keyboard.press('Escape');
      await page.waitForSelector('#compose-dialog', { state: 'hidden' });
      await page.keyboard.press('Escape');
      await page.waitForSelector('#agreement-dialog', { state: 'hidden' });
    }
    await page.click('#agreement');
    await page.waitForSelector('#agreement-dialog[open] #pairs');
    await leaveFields(page);
    await page.keyboard.press('1');
    await page.waitForFunction(() => document.querySelectorAll('.disagreement').length === document.querySelectorAll('.disagreement.settled').length);
    await inspect('all disagreements settled');
    await page.keyboard.press('Escape');
    await page.waitForSelector('#agreement-dialog', { state: 'hidden' });
    await inspect('team without disagreements');

    await page.evaluate(() => { window.full = true; });
    await leaveFields(page);
    await page.keyboard.press('2');
    await page.waitForSelector('#storage-problem');
    await inspect('full disk');
    await page.evaluate(() => { window.full = false; });
    await page.click('#store-again');
    await page.waitForSelector('#storage-problem', { state: 'detached' });

    const second = await context.newPage();
    await second.goto(address);
    await second.waitForSelector('#elsewhere');
    await inspect('open in another tab', 'everywhere', second);
    await second.close();

    await page.click('#new-project');
    await page.click('#projects li:first-child .project-name + button');
    await page.waitForSelector('#projects input:focus');
    await inspect('rename field');
  },

  'language model': async ({ page, inspect, permit }) => {
    const model = await startModel();
    try {
      permit(model.origin);
      await chooseWithEmbeddings(page, CSV, npy(N, 6));
      await set(page, 'neighbors', 5);
      await set(page, 'budget', 14);
      await page.selectOption('#method', 'vote-k');
      await page.waitForSelector('#confidences');
      await unfold(page);
      await inspect('missing confidences');
      await page.click('#pick-examples');
      await waitForRun(page);
      await addLabels(page, 'money');
      await page.keyboard.press('1');
      await page.waitForSelector('.pick[data-label=money]');
      await waitForSaved(page);
      await set(page, 'endpoint', 'localhost:1');
      await set(page, 'llm', 'tiny');
      await page.click('#ask');
      await page.waitForSelector('#confidences-problem');
      await inspect('invalid address of a language model');
      await set(page, 'endpoint', model.origin);
      await page.click('#ask');
      await page.waitForSelector('#question[open]');
      await inspect('confirmation of sending texts');
      model.delay = 100;
      await page.click('#answer-yes');
      await page.waitForFunction(() => Number(document.querySelector('#asking')?.dataset.done) >= 2);
      await page.click('#pause-asking');
      await inspect('running model requests');
      model.delay = 0;
      await page.click('#pause-asking');
      await page.waitForSelector('#confidences-given');
      await inspect('received confidences');
      await set(page, 'answers-endpoint', model.origin);
      await set(page, 'answers-model', 'tiny');
      model.answer = () => 'money';
      await page.click('#answers-ask');
      await page.waitForSelector('#question[open]');
      await inspect('confirmation of sending prompts');
      model.delay = 100;
      await page.click('#answer-yes');
      await page.waitForFunction(() => Number(document.querySelector('#answers-progress')?.dataset.done) >= 2);
      await page.click('#answers-pause');
      await inspect('running requests for answers');
      model.delay = 0;
      await page.click('#answers-pause');
      await page.waitForSelector('#answers-progress', { state: 'detached' });
      await page.click('#answers-check');
      await page.waitForSelector('#answers-accuracy');
      await page.click('#answers-next');
      await page.waitForSelector('#model-answer');
      await inspect('answer of a language model');
      await page.click('#answers-review');
      await page.waitForSelector('#answer-review-dialog[open]');
      await page.fill('#answers-least', '0');
      await inspect('review of answers');
      await page.keyboard.press('Escape');
      await page.waitForSelector('#answer-review-dialog:not([open])', { state: 'attached' });
    } finally {
      model.stop();
    }
  },
};

/** Simulates a disk that is full while `window.full` is true. */
const FULL_DISK = () => {
  for (const method of ['put', 'add']) {
    const original = IDBObjectStore.prototype[method];
    IDBObjectStore.prototype[method] = function (...originalArguments) {
      if (window.full) throw new DOMException('no room', 'QuotaExceededError');
      return original.apply(this, originalArguments);
    };
  }
};

const DESKTOP = { width: 1280, height: 800 };
const NARROW = { width: 320, height: 568 };

/**
 * Runs axe-core.
 * A narrow window has the same colors as a wide window, so the rules about colors are not checked again.
 * For other languages, only the layout is checked, because only the texts differ.
 */
async function inspectState(page, language, where) {
  const isEnglish = language === 'en';
  const problems = isEnglish ? await desktopProblems(page) : [];
  if (where !== 'desktop') {
    await page.setViewportSize(NARROW);
    await unfoldLabeling(page);
    problems.push(...await tooWide(page), ...(isEnglish ? await violations(page, ALL_BUT_COLORS) : []));
    await page.setViewportSize(DESKTOP);
  }
  return problems;
}

for (const language of ['en', 'de']) {
  for (const [name, visitStates] of Object.entries(STATES)) {
    test(`access: ${name} screens have no violations in ${language}`, { timeout: LONG }, () => {
      const address = `${PAGE}#lang=${language}`;
      return visit(browser, `access ${name} ${language}`, async (opened) => {
        const problems = [];
        const inspect = async (state, where, page = opened.page) =>
          problems.push(...(await inspectState(page, language, where)).map((problem) => `${state}: ${problem}`));
        await visitStates({ ...opened, inspect, address });
        assert.deepEqual([...new Set(problems)], []);
      }, { address, viewport: DESKTOP, reducedMotion: 'reduce', initScript: `(${FULL_DISK})(); (${WIDE_LETTERS})();` });
    });
  }

  test(`access: notice of a new version has no violations in ${language}`, { timeout: LONG }, async () => {
    const files = await siteFiles();
    const host = await startHost(files);
    const address = `${host.address}#lang=${language}`;
    try {
      await visit(browser, `access version ${language}`, async ({ page }) => {
        await waitForOfflineReady(page);
        host.files = withChange(files, 'index.html', (html) => html.replace('<meta charset', '<meta name="version" content="two"><meta charset'));
        await page.evaluate(async () => { await (await navigator.serviceWorker.ready).update(); });
        await page.waitForSelector('#new-version');
        assert.deepEqual(await inspectState(page, language), []);
      }, { address, viewport: DESKTOP, reducedMotion: 'reduce', serviceWorkers: 'allow' });
    } finally {
      host.stop();
    }
  });
}

test('access: each text has its own writing direction', { timeout: LONG }, async () => {
  const { page, context } = await openPage(browser);
  await createProject(page);
  const directions = await page.$$eval('.pick-text', (texts) => texts.map((text) => [text.textContent, getComputedStyle(text).direction]));
  for (const [text, direction] of directions) assert.equal(direction, /[\u0590-\u06ff]/.test(text) ? 'rtl' : 'ltr', text);
  assert.ok(new Set(directions.map(([, direction]) => direction)).size > 1, 'both directions occur among the picks');
  const alignments = await page.$$eval('.pick-text', (texts) => texts.map((text) => getComputedStyle(text).textAlign));
  assert.deepEqual([...new Set(alignments)], ['start'], 'each text is aligned to its own start');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('=');
  await page.waitForSelector('#similar-dialog[open] .offer-text');
  const similar = await page.$$eval('#similar-dialog :is(.offer-text, .similar-of)', (texts) => texts.map((text) => [text.textContent, getComputedStyle(text).direction]));
  for (const [text, direction] of similar) assert.equal(direction, /[\u0590-\u06ff]/.test(text) ? 'rtl' : 'ltr', text);
  await context.close();
});
