// See it think in a real Chromium: the tour, every world, the keys, two ways side by side, exercises, addresses, and one's
// own texts.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from './embeddings.mjs';
import { LONG, PAGE, choose, dropEmbeddings, fastgas, folder, launch, openPage, select, set, visit } from './tools.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
const scratch = folder('e2e');

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options) {
  test(`think: ${name}`, { timeout: LONG }, () => visit(browser, `think ${name}`, ({ page, context }) => body(page, context), options));
}

/** Opens it on a world. */
async function at(page, world) {
  await page.click('#think');
  await page.waitForSelector('#think-dialog[open]');
  await page.click('#tour-end');
  await page.selectOption('#think-world', world);
  await shows(page, /^0 of/);
}

/** Waits until the place in the timeline is as `pattern` says. */
async function shows(page, pattern) {
  await page.waitForFunction(
    ([source]) => new RegExp(source).test(document.querySelector('#think-at')?.textContent ?? ''), [pattern.source],
  );
}

/** The numbers beside the picture, by name; of two players both. */
function facts(page) {
  return page.$$eval('#think-facts div', (rows) => Object.fromEntries(
    rows.map((row) => [row.querySelector('dt').textContent, [...row.querySelectorAll('dd')].map((value) => value.textContent)]),
  ));
}

const latest = (page) => page.$eval('#think-log li', (line) => line.textContent);
// Leptos may leave a comment behind.
const picture = (page) => page.$eval('.think-picture', (svg) => svg.innerHTML.replaceAll('<!---->', ''));

/** The address of the page without its origin. */
const fragment = (page) => page.evaluate(() => window.location.hash);

check('the tour is followed to its end', async (page) => {
  await page.click('#think');
  const titles = [];
  for (;;) {
    titles.push(await page.textContent('#tour-title'));
    assert.ok((await picture(page)).includes('class="dot'), titles.at(-1));
    if ((await page.textContent('#tour-next')).trim() === 'Done') break;
    await page.click('#tour-next');
    await page.waitForFunction((last) => document.querySelector('#tour-title').textContent !== last, titles.at(-1));
  }
  assert.equal(new Set(titles).size, 14);
  await page.click('#tour-back');
  assert.equal(await page.textContent('#tour-title'), titles.at(-2));
  const cuts = (await facts(page)).Cut.map(Number);
  assert.ok(cuts.length === 2 && cuts[1] <= cuts[0], `${cuts}`);
  await page.click('#tour-next');
  await page.click('#tour-next');
  await page.waitForSelector('#tour-begin');
});

check('what is watched is what the terminal program does', async (page) => {
  for (const [world, mode] of [['grid', 'paper'], ['karate', 'best'], ['cliques', 'strong'], ['sentences', 'paper']]) {
    const told = JSON.parse(await fastgas('trace', world, '--mode', mode));
    if (await page.$('#think-dialog[open]')) await page.selectOption('#think-world', world);
    else await at(page, world);
    await page.selectOption('#think-mode', mode);
    await shows(page, new RegExp(`^0 of ${world === 'karate' || told.vertices <= 300 ? told.steps : '\\d+'}$`));
    await page.focus('#think-play');
    await page.keyboard.press('End');
    await shows(page, /^(\d+) of \1$/);
    const numbers = await facts(page);
    assert.deepEqual([numbers.Cut, numbers.Picks], [[String(told.cut)], [String(told.picks.length)]], `${world} ${mode}`);
  }
});

check('keys step, play and scrub, and each step is a sentence', async (page) => {
  await at(page, 'karate');
  await page.focus('#think-play');
  await page.keyboard.press('ArrowRight');
  assert.match(await latest(page), /^1 The graph is to be cut into 2 parts/);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.match(await latest(page), /^3 Region 1 starts at vertex/);
  const third = await picture(page);
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await picture(page), third);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await picture(page), third, 'back is as it was');
  assert.match(await page.textContent('#think-rule'), /Grow a region.*appendix C/s);
  for (let times = 0; times < 6; times += 1) await page.keyboard.press('+');
  await page.keyboard.press('p');
  assert.equal(await page.getAttribute('#think-log', 'aria-live'), 'off');
  await shows(page, /^(\d+) of \1$/);
  assert.equal(await page.getAttribute('#think-log', 'aria-live'), 'polite');
  assert.equal((await facts(page)).Picks[0], '4');
  await page.fill('#think-tick', '2');
  await shows(page, /^2 of/);
  await page.focus('#close-think');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#think-dialog[open]', { state: 'detached' });
  assert.equal(await fragment(page), '');
});

check('an address leads back to the same step, and holds no text', async (page, context) => {
  await at(page, 'sentences');
  await page.selectOption('#think-mode', 'best');
  await page.fill('#think-seed', '5');
  await page.press('#think-seed', 'Enter');
  await page.focus('#think-play');
  for (let times = 0; times < 9; times += 1) await page.keyboard.press('ArrowRight');
  await shows(page, /^9 of/);
  const [there, sentence, seen] = [await fragment(page), await latest(page), await picture(page)];
  assert.equal(there, '#think=sentences&mode=best&parts=4&budget=4&seed=5&step=9');
  const other = await context.newPage();
  await other.goto(`${PAGE}${there}`);
  await other.waitForSelector('#think-dialog[open] #think-at');
  await shows(other, /^9 of/);
  assert.deepEqual([await latest(other), await picture(other)], [sentence, seen]);
  await other.close();
});

check('the spider is picked better by hand than by greedy', async (page) => {
  await at(page, 'spider');
  await page.click('#try-pick');
  for (const vertex of [1, 2]) await page.click(`[data-vertex="${vertex}"]`);
  // The third one in the picture itself: its number stands on it.
  await page.locator('.think-picture .number', { hasText: /^3$/ }).click();
  await page.click('#try-reveal');
  const lines = await page.$$eval('#try-lines p', (lines) => lines.map((line) => line.textContent));
  assert.match(lines[1], /^You: 6 of 6 edges touched/);
  assert.match(lines[2], /^Greedy \(0, 1, 2\): 5 of 6/);
  assert.match(lines[3], /^The best \(1, 2, 3\): 6 of 6/);
  await page.click('#try-end');
  await page.waitForSelector('#think-log');
});

check('the karate club is cut by hand', async (page) => {
  await at(page, 'karate');
  await page.click('#try-cut');
  const before = await page.textContent('#try-lines p:nth-child(2)');
  await page.click('[data-vertex="0"]');
  assert.notEqual(await page.textContent('#try-lines p:nth-child(2)'), before);
  await page.click('#try-reveal');
  assert.match(await page.textContent('#try-lines p:nth-child(3)'), /cut 10, sides 17 : 17/);
});

check('a part of the recursion is zoomed into', async (page) => {
  await at(page, 'grid');
  const whole = await picture(page);
  await page.click('#think-chapters li:nth-child(3) button');
  await page.waitForSelector('#think-whole');
  assert.equal(await page.getAttribute('#think-chapters li:nth-child(3) button', 'aria-current'), 'step');
  assert.notEqual(await picture(page), whole);
  await page.click('#think-whole');
  await page.waitForSelector('#think-whole', { state: 'detached' });
});

check('the picture is saved as SVG', async (page) => {
  await at(page, 'karate');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#think-svg')]);
  const path = join(scratch, 'think.svg');
  await download.saveAs(path);
  const svg = readFileSync(path, 'utf8');
  assert.match(svg, /^<svg xmlns/);
  assert.ok(svg.includes('<style>') && !svg.includes('var(--'), 'it brings its own colors');
});

check('one’s own texts', async (page) => {
  const csv = join(scratch, 'think.csv');
  writeFileSync(csv, ['text,topic', ...Array.from({ length: 48 }, (_, n) => `a text about ${n},${n % 6}`)].join('\n'));
  await choose(page, [csv]);
  await dropEmbeddings(page, npy(48, 6));
  await set(page, 'budget', 6);
  await select(page);
  await page.click('#think-own');
  await page.waitForSelector('#think-dialog[open]');
  assert.equal(await page.inputValue('#think-world'), 'own');
  assert.equal(await page.inputValue('#think-budget'), '6');
  assert.ok(!(await fragment(page)).includes('text'), 'no text is in the address');
  await page.focus('#think-play');
  await page.keyboard.press('End');
  await shows(page, /^(\d+) of \1$/);
  assert.match(await latest(page), /Each pick moves to the middle/);
  const rows = await page.$$eval('#think-picks li', (lines) => lines.map((line) => line.textContent));
  await page.focus('#close-think');
  await page.keyboard.press('Escape');
  const chosen = await page.$$eval('.pick-text', (texts) => texts.map((text) => text.textContent));
  assert.deepEqual(rows, chosen, 'what was watched leads to the picks that are shown');
});

for (const colorScheme of ['light', 'dark']) {
  test(`think: axe-core finds nothing, ${colorScheme}`, { timeout: LONG }, async () => {
    const { page, context } = await openPage(browser, { colorScheme, reducedMotion: 'reduce' });
    const found = [];
    const look = async (screen) => {
      await page.evaluate(AXE);
      const { violations } = await page.evaluate((rules) => window.axe.run(document, rules), RULES);
      found.push(...violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`));
    };
    await page.click('#think');
    await page.waitForSelector('#think-dialog[open]');
    await look('tour');
    await page.click('#tour-end');
    await look('watching');
    await page.click('#try-pick');
    await page.click('[data-vertex="0"]');
    await page.click('#try-reveal');
    await look('picking');
    assert.deepEqual([...new Set(found)], []);
    await context.close();
  });
}

for (const [width, height] of [[640, 400], [390, 844], [320, 568]]) {
  check(`all fits into ${width} pixels`, async (page) => {
    await page.click('#think');
    await page.waitForSelector('#think-dialog[open]');
    const wide = await page.evaluate(() => {
      const dialog = document.querySelector('#think-dialog');
      if (dialog.scrollWidth <= dialog.clientWidth) return [];
      return [...dialog.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > dialog.clientWidth + 8)
        .slice(0, 5).map((element) => `${element.tagName}.${element.className} ${element.id}`);
    });
    assert.deepEqual(wide, []);
  }, { viewport: { width, height } });
}
