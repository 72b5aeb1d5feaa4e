// The page in German: no English remains on any screen, and axe-core finds no violation.
// The language is kept after a reload, and the user can switch back to English.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { ALL_BUT_COLORS, RULES, axeViolations } from '../support/axe.mjs';
import { npy } from '../support/embeddings.mjs';
import {
  LONG, PAGE, addLabels, choose, download, dropEmbeddings, fastgas, folder, launch, select, set, unfold, visit,
} from '../support/tools.mjs';
import { closeSettings, openSettings, show } from '../support/views.mjs';

const N = 48;
const CSV = join(folder('e2e'), 'language.csv');
writeFileSync(CSV, ['text,topic', ...Array.from({ length: N }, (_, n) => `Frage ${n} zum Konto,${n % 6}`)].join('\n'));

/** Maps the keys of messages without variables to their texts. The messages are in `files` of `www/words`. */
function plainMessages(...files) {
  const lines = files.flatMap((file) => readFileSync(`www/words/${file}`, 'utf8').split('\n'));
  const messages = lines.map((line) => line.match(/^([a-z][\w-]*) = ([^{]+)$/)).filter(Boolean);
  return new Map(messages.map(([, key, words]) => [key, words.trim()]));
}

const GERMAN = new Set(plainMessages('de.ftl').values());
/**
 * English messages that equal no German message.
 * Messages of at most four characters are excluded, because they could be column names.
 */
const ENGLISH = [...plainMessages('first.en.ftl', 'en.ftl').values()].filter((words) => words.length > 4 && !GERMAN.has(words));

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/**
 * Checks that no text on the screen is English, and that axe-core finds no violation.
 * A phone shows the same colors as a desktop, so the colors are checked only on a desktop, which saves much time.
 */
async function inspectScreen(page, screen) {
  const untranslated = await page.evaluate((english) => {
    const englishMessages = new Set(english);
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Names that are English in files of every language are marked with `lang=en`, and are not checked.
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement.closest('code[lang=en]')) texts.push(walker.currentNode.data);
    }
    for (const element of document.querySelectorAll('*')) {
      for (const name of ['title', 'aria-label', 'placeholder', 'aria-valuetext']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((words) => words.trim()).filter((words) => englishMessages.has(words));
  }, ENGLISH);
  assert.deepEqual(untranslated, [], `English texts on screen ${screen}`);
  const violations = await axeViolations(page, page.viewportSize().width < 640 ? ALL_BUT_COLORS : RULES);
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`), [], screen);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(overflow <= 0, `${screen} is ${overflow} pixels wider than the window`);
}

async function inspectDialog(page, button, id) {
  await page.click(button);
  await page.waitForSelector(`${id}[open]`);
  await inspectScreen(page, id);
  await page.keyboard.press('Escape');
  await page.waitForSelector(`${id}[open]`, { state: 'detached' });
}

const pageLanguage = (page) => page.getAttribute('html', 'lang');

for (const [name, viewport] of [['a desktop', { width: 1280, height: 800 }], ['a phone', { width: 390, height: 844 }]]) {
  test(`language: all screens are German on ${name}`, { timeout: LONG }, () =>
    visit(browser, `language on ${name}`, async ({ page }) => {
      assert.equal(await pageLanguage(page), 'de');
      assert.equal(await page.title(), 'FastGAS: Welche Texte sollten Sie labeln?');
      await inspectScreen(page, 'the first screen');
      await inspectDialog(page, '#paste', '#paste-dialog');
      await page.click('#try-sample');
      await page.waitForSelector('#text-column');
      assert.match(await page.innerText('.panel.data'), /3\.000 Texte, \d Spalten/);
      await unfold(page);
      await inspectScreen(page, 'the sample');
      await choose(page, [CSV]);
      // The sample stays open until the new file has been read.
      await page.waitForSelector(`.panel.data:has-text("${N} Texte, 2 Spalten")`);
      await page.click('#import-again');
      await page.waitForSelector('#import-dialog[open] table');
      await inspectScreen(page, 'import dialog');
      await page.keyboard.press('Escape');
      await page.waitForSelector('#import-dialog[open]', { state: 'detached' });
      await dropEmbeddings(page, npy(N, 6));
      await inspectDialog(page, '#bring', '#bring-dialog');
      await set(page, 'budget', 0);
      await page.waitForSelector('.problem:has-text("Die Zahl der Texte zum Labeln ist 0")');
      await inspectScreen(page, 'invalid budget');
      await set(page, 'budget', 6);
      await select(page);
      await addLabels(page, 'Karte', 'anderes');
      await page.keyboard.press('1');
      await page.waitForSelector('.pick[data-label=Karte]');
      await page.waitForFunction(() => !document.body.innerText.includes('noch nicht gespeichert'));
      assert.match(await page.innerText('#labeled-count'), /1 von 6 gelabelt/);
      await unfold(page);
      await inspectScreen(page, 'the result');
      for (const view of ['data', 'review', 'export']) {
        await show(page, view);
        await inspectScreen(page, `the ${view} view`);
      }
      await openSettings(page);
      await inspectScreen(page, 'the settings of the next selection');
      await closeSettings(page);
      await page.keyboard.press('*');
      await page.waitForSelector('#suggestion, #blind');
      await inspectScreen(page, 'a suggestion');
      await inspectDialog(page, '#compare', '#compare-dialog');
      await inspectDialog(page, '#try-prompt', '#prompt-dialog');
      await inspectDialog(page, '#open-offers', '#offers-dialog');
      await inspectDialog(page, '#open-similar', '#similar-dialog');
      await inspectDialog(page, '#open-duplicates', '#duplicates-dialog');
      await inspectDialog(page, '.bar .private', '#network-dialog');
      await inspectDialog(page, '#explainer-own', '#explainer-dialog');
      await page.evaluate(() => document.activeElement?.blur());
      await page.keyboard.press('?');
      await page.waitForSelector('#help-dialog[open]');
      await inspectScreen(page, 'help dialog');
      await page.keyboard.press('Escape');
      const { name, text } = await download(page, '#export-csv');
      assert.equal(name, 'language-labeled.csv');
      assert.match(text, /^[^\n]*\brank,row,part,degree,label\b/, 'column names that programs read stay English');
    }, { address: `${PAGE}#lang=de`, viewport }));
}

/** Words that no German sentence contains. Texts of the example graph stay English and are marked as English (`lang`). */
const ENGLISH_WORDS = /\b(the|of|is|are|and|with|vertex|vertices|edges?|parts?|picks?|lines?)\b/i;

async function inspectExplainer(page, screen) {
  await inspectScreen(page, screen);
  const visibleTexts = await page.$eval('#explainer-dialog', (dialog) => {
    const texts = [];
    const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if ((node.parentElement ?? node).closest('[lang=en], .says')) continue;
      if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      else texts.push(...['title', 'aria-label', 'aria-valuetext'].map((name) => node.getAttribute(name) ?? ''));
    }
    return texts.map((words) => words.replace(/„[^“]*“/g, ''));
  });
  assert.deepEqual(visibleTexts.filter((words) => ENGLISH_WORDS.test(words)), [], screen);
}

for (const [name, viewport] of [['a desktop', { width: 1280, height: 800 }], ['a phone', { width: 390, height: 844 }]]) {
  test(`language: explainer is German on ${name}`, { timeout: LONG }, () =>
    visit(browser, `language explainer on ${name}`, async ({ page }) => {
      assert.equal((await page.innerText('#explainer')).trim(), 'So funktioniert die Auswahl');
      await page.click('#explainer');
      await page.waitForSelector('#explainer-dialog[open]');
      const titles = new Set();
      for (;;) {
        titles.add(await page.textContent('#tour-title'));
        await inspectExplainer(page, [...titles].at(-1));
        if ((await page.textContent('#tour-next')).trim() === 'Fertig') break;
        await page.click('#tour-next');
        await page.waitForFunction((last) => document.querySelector('#tour-title').textContent !== last, [...titles].at(-1));
      }
      assert.equal(titles.size, 20);
      await page.click('#tour-end');
      for (const world of ['karate', 'cliques', 'spider', 'grid', 'sentences']) {
        await page.selectOption('#explainer-world', world);
        await page.selectOption('#explainer-mode', 'both');
        await page.waitForSelector('#explainer-log-best');
        await page.focus('#explainer-play');
        await page.keyboard.press('End');
        await page.waitForFunction(() => /^(\d+) von \1$/.test(document.querySelector('#explainer-at')?.textContent));
        await unfold(page);
        await inspectExplainer(page, `${world}, side by side`);
        await page.selectOption('#explainer-mode', 'best');
        await page.waitForSelector('#explainer-log-best', { state: 'detached' });
        for (const [exercise, task] of [['pick', /Wählen Sie .*Noch \d/], ['cut', /Hälften/]]) {
          await page.click(`#try-${exercise}`);
          assert.match(await page.innerText('#try-task'), task);
          await page.click('#try-reveal');
          await inspectExplainer(page, `${world}, ${exercise}`);
          await page.click('#try-end');
          await page.waitForSelector('#explainer-log');
        }
      }
      await inspectDialog(page, '#explainer-film', '#film');
    }, { address: `${PAGE}#lang=de`, viewport }));
}

test('language: explainer steps are German and have the numbers of the native program', { timeout: LONG }, () =>
  visit(browser, 'language steps', async ({ page }) => {
    await page.click('#explainer');
    await page.click('#tour-end');
    for (const [world, mode] of [['karate', 'paper'], ['spider', 'best'], ['grid', 'best']]) {
      const traceLines = (await fastgas('trace', world, '--preset', mode, '--tell')).split('\n').filter((line) => /^\d+\t/.test(line));
      // The page numbers vertices and parts from 1, but the command-line program numbers them from 0.
      const fromOne = (line) => line.replace(/\b(vertex|started at|part) (\d+)/gi, (_, word, number) => `${word} ${Number(number) + 1}`)
        .replace(/\bParts (\d+)–(\d+)/g, (_, first, last) => `Parts ${Number(first) + 1}–${Number(last) + 1}`);
      const english = traceLines.map((line) => fromOne(line.split('\t')[1]));
      await page.selectOption('#explainer-world', world);
      await page.selectOption('#explainer-mode', mode);
      await page.waitForFunction((end) => document.querySelector('#explainer-at')?.textContent === `0 von ${end}`, traceLines.length - 1);
      const numbers = (words) => words.match(/\d+/g)?.sort() ?? [];
      await page.focus('#explainer-play');
      for (let step = 0; step < Math.min(traceLines.length, 60); step += 1) {
        const german = await page.textContent('#explainer-now');
        assert.notEqual(german, english[step]);
        assert.deepEqual(numbers(german), numbers(english[step]), `${german} ${english[step]}`);
        assert.equal(await page.getAttribute('.explainer-picture', 'aria-label'), german);
        await page.keyboard.press('ArrowRight');
        await page.waitForFunction((step) => document.querySelector('#explainer-at')?.textContent.startsWith(`${step} `), Math.min(step + 1, traceLines.length - 1));
      }
      const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#explainer-svg')]);
      const title = readFileSync(await saved.path(), 'utf8').match(/<title>(.*)<\/title>/)[1];
      assert.equal(title, await page.textContent('#explainer-now'), 'the picture has the same title');
    }
  }, { address: `${PAGE}#lang=de` }));

for (const [locale, first] of [['de-AT', 'de'], ['en-GB', 'en'], ['fr-FR', 'en']]) {
  test(`language: locale ${locale} starts in ${first} and offers both languages`, { timeout: LONG }, () =>
    visit(browser, `language ${locale}`, async ({ page }) => {
      await page.waitForSelector(`html[lang=${first}] h1`);
      const offered = await page.$$eval('#language option', (options) => options.map((option) => option.textContent));
      assert.deepEqual(offered, ['English', 'Deutsch']);
      assert.equal(await page.inputValue('#language'), first);
      const second = first === 'de' ? 'en' : 'de';
      await page.selectOption('#language', second);
      await page.waitForSelector(`html[lang=${second}] h1`);
    }, { locale }));
}

test('language: choice survives a new visit, and a change keeps the screen', { timeout: LONG }, () =>
  visit(browser, 'language choice', async ({ page }) => {
    await choose(page, [CSV]);
    await page.selectOption('#language', 'en');
    await page.waitForSelector('html[lang=en]');
    assert.match(await page.innerText('.panel.data'), /48 texts, 2 columns/);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'language', 'the focus stays in the menu');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('html[lang=de]');
    assert.match(await page.innerText('.panel.data'), /48 Texte, 2 Spalten/);
    await page.goto(PAGE);
    await page.waitForSelector('html[lang=de] h1');
    await page.selectOption('#language', 'en');
    await page.waitForSelector('html[lang=en]');
    await page.goto(PAGE);
    await page.waitForSelector('h1');
    assert.equal(await pageLanguage(page), 'en');
  }, { address: `${PAGE}#lang=de` }));

test('language: missing German messages are reported in English', { timeout: LONG }, () =>
  visit(browser, 'language missing', async ({ page, context }) => {
    await context.route('**/de*.ftl', (route) => route.fulfill({ status: 404, body: '' }));
    await page.goto(`${PAGE}#lang=de`);
    await page.reload();
    await page.waitForSelector('.bar [role=alert]:has-text("Deutsch could not be loaded")');
    assert.equal(await pageLanguage(page), 'en');
    assert.equal(await page.inputValue('#language'), 'en');
  }));
