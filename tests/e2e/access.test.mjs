// Whom the page must not shut out: axe-core finds nothing on any screen in either theme, everything fits at 200 % and on a
// phone, and texts run in their own direction.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from './embeddings.mjs';
import { LONG, SAMPLE, archiveOf, choose, download, dropEmbeddings, filesIn, folder, launch, openPage, select, set } from './tools.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// What WCAG 2.2 AA asks.
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
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

/** Opens the small pool with its embeddings, so that no model is needed, and selects. */
async function selected(page) {
  await choose(page, [CSV]);
  await dropEmbeddings(page, npy(N, 6));
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

/** What axe-core finds in what is shown now. */
async function violations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((rules) => window.axe.run(document, rules), RULES);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`);
}

/** A colleague's file comes in, who gave the other label, and what two disagree on is looked at. */
async function withColleague(page, look) {
  const files = filesIn((await download(page, '#back-up')).bytes);
  const project = JSON.parse(files['project.json']);
  project.head.annotator = 'Bob';
  for (const { said } of project.log) said.labels = ['other'];
  const buffer = archiveOf({ ...files, 'project.json': JSON.stringify(project) });
  await page.setInputFiles('#merge-file', { name: 'bob.fastgas', mimeType: 'application/octet-stream', buffer });
  await page.waitForSelector('#incoming-dialog[open]');
  await look('a file comes in');
  await page.fill('#incoming-own', 'Anna');
  await page.click('#incoming-join');
  await page.waitForSelector('#colleagues');
  await look('team');
  await page.click('#agreement');
  await page.waitForSelector('#pairs');
  await look('agreement');
  await page.keyboard.press('Escape');
}

/** Every screen in turn; `look` is told its name. */
async function everyScreen(page, look) {
  await look('welcome');
  await choose(page, [CSV]);
  await look('settings');
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
  await look('settings, unfolded');
  await selected(page);
  await look('picks');
  await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
  await look('picks, unfolded');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await look('keys');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await page.keyboard.press('/');
  await page.waitForSelector('#find-label:focus');
  await look('a label is found');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#find-label-dialog', { state: 'hidden' });
  for (const [key, dialog] of [['=', '#similar-dialog'], ['open-duplicates', '#duplicates-dialog'], ['network', '#network-dialog']]) {
    await (key === '=' ? page.keyboard.press(key) : page.click(`#${key}`));
    await page.waitForSelector(`${dialog}[open]`);
    await look(dialog);
    await page.keyboard.press('Escape');
    await page.waitForSelector(dialog, { state: 'hidden' });
  }
  await page.click('#try-prompt');
  await page.waitForSelector('dialog[open] #query');
  await look('prompt');
  await page.keyboard.press('Escape');
  await page.click('#compare');
  await page.waitForSelector('dialog[open]');
  await look('comparison');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  await withColleague(page, look);
  await page.click('#new-project');
  await page.waitForSelector('#projects li');
  await look('projects');
  await page.click('#projects button[aria-label^=Delete]');
  await page.waitForSelector('#deleted-projects[open]');
  await look('deleted projects');
  await page.click('#deleted-projects button[aria-label^="Delete for good"]');
  await page.waitForSelector('#question[open]');
  await look('question');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#question', { state: 'hidden' });
  await whileEmbedding(page, look);
}

/** The sample is embedded, and some of it labeled meanwhile. */
async function whileEmbedding(page, look) {
  await choose(page, SAMPLE);
  await set(page, 'budget', 60);
  await page.click('#select');
  await page.waitForSelector('#pick-early', { timeout: LONG });
  await page.click('#pause');
  await look('embedding');
  await page.click('#pick-early');
  await page.waitForSelector('#current-text');
  await look('early picks');
}

for (const colorScheme of ['light', 'dark']) {
  test(`access: axe-core finds nothing, ${colorScheme}`, { timeout: LONG }, async () => {
    const { page, context } = await openPage(browser, { colorScheme, reducedMotion: 'reduce' });
    const found = [];
    await everyScreen(page, async (screen) => found.push(...(await violations(page)).map((violation) => `${screen}: ${violation}`)));
    assert.deepEqual([...new Set(found)], []);
    await context.close();
  });
}

// 1280×800 at 200 % is a page of 640×400, and 320 CSS pixels are what WCAG 1.4.10 asks for.
for (const [width, height] of [[640, 400], [390, 844], [320, 568]]) {
  test(`access: all fits into ${width} pixels`, { timeout: LONG }, async () => {
    const { page, context } = await openPage(browser, { viewport: { width, height }, reducedMotion: 'reduce' });
    await everyScreen(page, async (screen) => {
      const wide = await page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width) return [];
        return [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > width + 1)
          .slice(0, 5).map((element) => `${element.tagName}.${element.className} ${element.id}`);
      });
      assert.deepEqual(wide, [], `${screen} scrolls sideways`);
    });
    await context.close();
  });
}

test('access: texts run in their own direction', { timeout: LONG }, async () => {
  const { page, context } = await openPage(browser);
  await selected(page);
  const directions = await page.$$eval('.pick-text', (texts) => texts.map((text) => [text.textContent, getComputedStyle(text).direction]));
  for (const [text, direction] of directions) assert.equal(direction, /[\u0590-\u06ff]/.test(text) ? 'rtl' : 'ltr', text);
  assert.ok(new Set(directions.map(([, direction]) => direction)).size > 1, 'both directions are among the picks');
  const aligned = await page.$$eval('.pick-text', (texts) => texts.map((text) => getComputedStyle(text).textAlign));
  assert.deepEqual([...new Set(aligned)], ['start'], 'each begins where its direction does');
  await page.evaluate(() => document.activeElement?.blur());
  await page.keyboard.press('=');
  await page.waitForSelector('#similar-dialog[open] .offer-text');
  const similar = await page.$$eval('#similar-dialog :is(.offer-text, .similar-of)', (texts) => texts.map((text) => [text.textContent, getComputedStyle(text).direction]));
  for (const [text, direction] of similar) assert.equal(direction, /[\u0590-\u06ff]/.test(text) ? 'rtl' : 'ltr', text);
  await context.close();
});
