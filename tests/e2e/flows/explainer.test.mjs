// The explainer in a real Chromium: the tour, every example graph, the keys, and two presets side by side.
// Also tests exercises, URLs, and the explanation of the user's own texts.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { axeViolations } from '../support/axe.mjs';
import { noise, npy, npyOf } from '../support/embeddings.mjs';
import {
  LONG, PAGE, chooseWithEmbeddings, fastgas, filesIn, folder, launch, openPage, select, set, unfold, visit,
  waitForSaved,
} from '../support/tools.mjs';

const scratch = folder('e2e');

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body, options) {
  test(`explainer: ${name}`, { timeout: LONG }, () => visit(browser, `explainer ${name}`, ({ page, context }) => body(page, context), options));
}

async function openExplainer(page, world) {
  await page.click('#explainer');
  await page.waitForSelector('#explainer-dialog[open]');
  await page.click('#tour-end');
  await page.selectOption('#explainer-world', world);
  await waitForPosition(page, /^0 of/);
}

async function waitForPosition(page, pattern) {
  await page.waitForFunction(
    ([source]) => new RegExp(source).test(document.querySelector('#explainer-at')?.textContent ?? ''), [pattern.source],
  );
}

/** Numbers next to the picture, by name. The element ids of the second of two pictures have the suffix `mark`. */
function facts(page, mark = '') {
  return page.$$eval(`#explainer-facts${mark} div`, (rows) => Object.fromEntries(
    rows.map((row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent]),
  ));
}

const latestStep = (page) => page.$eval('#explainer-log li', (line) => line.textContent);
// SVG of the drawing, without the ring around the hovered dot, and without comment nodes that Leptos may leave.
const picture = (page) => page.$eval('.explainer-picture g', (svg) => svg.innerHTML.replaceAll('<!---->', ''));

const fragment = (page) => page.evaluate(() => window.location.hash);

check('tour leads through all steps to its end', async (page) => {
  await page.click('#explainer');
  const titles = [];
  for (;;) {
    titles.push(await page.textContent('#tour-title'));
    assert.ok((await picture(page)).includes('class="dot'), titles.at(-1));
    if ((await page.textContent('#tour-next')).trim() === 'Done') break;
    await page.click('#tour-next');
    await page.waitForFunction((last) => document.querySelector('#tour-title').textContent !== last, titles.at(-1));
  }
  assert.equal(new Set(titles).size, 20);
  const prompt = await page.textContent('#prompt-example');
  assert.equal(prompt.match(/^Topic: (cooking|weather|sport|travel)$/gm).length, 5, prompt);
  const answered = await page.textContent('#prompt-answer');
  await page.selectOption('#prompt-query', { index: 9 });
  await page.waitForFunction((before) => document.querySelector('#prompt-example').textContent !== before, prompt);
  assert.match(answered, /\d+ of 16 gets? the right answer/);
  await page.click('#tour-back');
  assert.equal(await page.textContent('#tour-title'), titles.at(-2));
  for (let times = 0; times < 4; times += 1) await page.click('#tour-back');
  await page.waitForSelector('#explainer-facts-best');
  const cuts = [(await facts(page)).Cut, (await facts(page, '-best')).Cut].map(Number);
  assert.ok(cuts[1] > 0 && cuts[1] <= cuts[0], `${cuts}`);
  for (let times = 0; times < 5; times += 1) await page.click('#tour-next');
  await page.click('#tour-next');
  await page.waitForFunction(() => document.activeElement.id === 'tour-begin');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'tour-next');
});

check('explainer ends with the cut and picks of the native program', async (page) => {
  for (const [world, mode] of [['grid', 'paper'], ['karate', 'best'], ['cliques', 'strong'], ['sentences', 'paper']]) {
    const trace = JSON.parse(await fastgas('trace', world, '--preset', mode));
    if (await page.$('#explainer-dialog[open]')) await page.selectOption('#explainer-world', world);
    else await openExplainer(page, world);
    await page.selectOption('#explainer-mode', mode);
    await waitForPosition(page, new RegExp(`^0 of ${world === 'karate' || trace.vertices <= 300 ? trace.steps : '\\d+'}$`));
    await page.focus('#explainer-play');
    await page.keyboard.press('End');
    await waitForPosition(page, /^(\d+) of \1$/);
    const numbers = await facts(page);
    assert.deepEqual([numbers.Cut, numbers.Picks], [String(trace.cut), String(trace.picks.length)], `${world} ${mode}`);
  }
});

check('keys step, play and scrub, and each step has a sentence', async (page) => {
  await openExplainer(page, 'karate');
  await page.focus('#explainer-play');
  await page.keyboard.press('ArrowRight');
  assert.match(await latestStep(page), /^1 The graph is to be cut into 2 parts/);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.match(await latestStep(page), /^3 Region 1 starts at vertex/);
  const third = await picture(page);
  await page.keyboard.press('ArrowRight');
  assert.notEqual(await picture(page), third);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await picture(page), third, 'a step back restores the picture');
  assert.match(await page.textContent('#explainer-rule'), /Grow a region.*appendix C/s);
  for (let times = 0; times < 6; times += 1) await page.keyboard.press('+');
  await page.keyboard.press('p');
  assert.equal(await page.getAttribute('#explainer-log', 'aria-live'), 'off');
  await waitForPosition(page, /^(\d+) of \1$/);
  assert.equal(await page.getAttribute('#explainer-log', 'aria-live'), 'polite');
  assert.equal((await facts(page)).Picks, '4');
  await page.fill('#explainer-tick', '2');
  await waitForPosition(page, /^2 of/);
  await page.focus('#close-explainer');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#explainer-dialog[open]', { state: 'detached' });
  assert.equal(await fragment(page), '');
});

check('URL restores the same step and contains no text', async (page, context) => {
  await openExplainer(page, 'sentences');
  await page.selectOption('#explainer-mode', 'best');
  await page.fill('#explainer-seed', '5');
  await page.press('#explainer-seed', 'Enter');
  await page.focus('#explainer-play');
  for (let times = 0; times < 9; times += 1) await page.keyboard.press('ArrowRight');
  await waitForPosition(page, /^9 of/);
  const [address, sentence, drawing] = [await fragment(page), await latestStep(page), await picture(page)];
  assert.equal(address, '#explainer=sentences&mode=best&parts=4&budget=4&seed=5&step=9');
  const other = await context.newPage();
  await other.goto(`${PAGE}${address}`);
  await other.waitForSelector('#explainer-dialog[open] #explainer-at');
  await waitForPosition(other, /^9 of/);
  assert.deepEqual([await latestStep(other), await picture(other)], [sentence, drawing]);
  await other.close();
});

check('each tour stop has a short URL, and an unknown value in a URL is named', async (page, context) => {
  await page.click('#explainer');
  await page.click('#tour-next');
  await page.click('#tour-next');
  await page.waitForFunction(() => location.hash === '#tour=region');
  const title = await page.textContent('#tour-title');
  const other = await context.newPage();
  await other.goto(`${PAGE}#tour=region`);
  await other.waitForSelector('#tour-title');
  assert.equal(await other.textContent('#tour-title'), title);
  await other.close();
  const wrong = await context.newPage();
  await wrong.goto(`${PAGE}#explainer=grid&mode=fastest`);
  await wrong.waitForSelector('#explainer-problem');
  assert.match(await wrong.textContent('#explainer-problem'), /“mode” with the value “fastest”/);
  await wrong.close();
  const misspelled = await context.newPage();
  await misspelled.goto(`${PAGE}#tuor=region`);
  await misspelled.waitForSelector('#explainer-problem');
  assert.match(await misspelled.textContent('#explainer-problem'), /“tuor” with the value “region”/);
  assert.equal(await fragment(misspelled), '#tuor=region', 'the user can correct the address');
  await misspelled.close();
});

check('link is followed while the page is open', async (page) => {
  const visitLink = (fragment) => page.evaluate((fragment) => { location.hash = fragment; }, fragment);
  await visitLink('#tour=region');
  await page.waitForSelector('#explainer-dialog[open] #tour-title');
  const title = await page.textContent('#tour-title');
  await visitLink('#tour=pairs&lecture');
  await page.waitForFunction((title) => document.querySelector('#tour-title').textContent !== title, title);
  await page.waitForSelector('#explainer-dialog.lecture');
  // The page must still understand the key `think`, which links from earlier versions contain.
  await visitLink('#think=karate&step=3');
  await waitForPosition(page, /^3 of/);
  for (const [wrong, words] of [['#tuor=region', /“tuor” with the value “region”/], ['#exprot', /does not know “exprot”/], ['#lang=fr', /“lang” with the value “fr”/]]) {
    await visitLink(wrong);
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector('#explainer-problem')?.textContent ?? ''), words.source);
    assert.equal(await fragment(page), wrong, 'the user can correct the address');
  }
  await visitLink('#lang=de&tour=region');
  await page.waitForSelector('html[lang=de] #explainer-dialog[open] #tour-title');
  await page.waitForFunction((title) => document.querySelector('#tour-title').textContent !== title, title);
  assert.equal(await page.locator('#explainer-problem').count(), 0);
});

check('URL names a language and a stop', async (page, context) => {
  const other = await context.newPage();
  await other.goto(`${PAGE}#lang=de&tour=region`);
  await other.waitForSelector('html[lang=de] #explainer-dialog[open] #tour-title');
  assert.equal(await other.textContent('#tour-title'), 'Eine Region wächst');
  await other.close();
});

check('keys of a presenter turn the pages of the tour, and the first Space stays in it', async (page) => {
  await page.click('#explainer');
  await page.waitForFunction(() => document.activeElement.id === 'tour-next');
  const stop = () => page.textContent('.tour-nav .faint');
  const after = (key, number) => page.keyboard.press(key)
    .then(() => page.waitForFunction((number) => document.querySelector('.tour-nav .faint').textContent.includes(`stop ${number} `), number));
  await after('Space', 2);
  await after('PageDown', 3);
  await after('PageUp', 2);
  await page.evaluate(() => document.activeElement.blur());
  await after('Space', 3);
  assert.match(await stop(), /stop 3 of/);
});

/** Texts of the explainer, in HTML or in pictures, whose letters are less than 24 pixels high. */
function smallLetters(page) {
  return page.evaluate(() => {
    const visible = (element) => element.checkVisibility() && element.getClientRects().length > 0;
    const small = [];
    const dialog = document.querySelector('#explainer-dialog');
    const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !visible(element) || element.closest('.hidden')) continue;
      const svg = element.closest('svg');
      const scale = svg ? svg.getScreenCTM().a : 1;
      const size = Number.parseFloat(getComputedStyle(element).fontSize) * scale;
      if (size < 23.99) small.push(`${element.tagName} ${element.className.baseVal ?? element.className} ${size} ${walker.currentNode.data}`);
    }
    return small;
  });
}

/**
 * Returns the names of controls and panels that a tour stop quotes, and the quoted names of hidden elements.
 * “How picking works” and “Topic:” are left out, because they do not name controls.
 */
function quotedNames(page) {
  return page.evaluate(() => {
    const text = document.querySelector('.tour-words p').textContent;
    const others = ['How picking works', 'Topic:'];
    const names = [...text.matchAll(/“([A-Z][^”]*)”/g)].map(([, name]) => name).filter((name) => !others.includes(name));
    if (text.includes('The queue')) names.push('Queue');
    const isOnTop = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return width > 0 && element.contains(top);
    };
    // The caption of a picture is the name of the preset, followed by the cut.
    const isNamed = (element, name) => {
      const words = element.textContent.trim();
      return element.localName === 'figcaption' ? words.startsWith(`${name} `) || words.startsWith(`${name}:`) : words === name;
    };
    const named = (name) => [...document.querySelectorAll('#explainer-dialog :is(button, h3, figcaption)')]
      .filter((element) => isNamed(element, name));
    return { names, hidden: names.filter((name) => !named(name).some((element) => element.checkVisibility() && isOnTop(element))) };
  });
}

const PROJECTOR = { viewport: { width: 1280, height: 720 } };

/** Boxes of the explainer that a lecturer would have to scroll, with the sizes of the boxes and of their contents. */
function scrolledBoxes(page) {
  return page.$$eval('#explainer-dialog, .explainer-screen, .tour-words, .explainer-side, .explainer-now, #prompt-example', (boxes) => boxes
    .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
    .map((box) => `${box.id || box.className}: ${box.scrollWidth} × ${box.scrollHeight} in ${box.clientWidth} × ${box.clientHeight}`));
}

for (const [language, lastButton] of [['en', 'Done'], ['de', 'Fertig']]) {
  check(`lecture mode has large letters, a Next button that does not move, and no box to scroll, in language ${language}`, async (page) => {
    await page.waitForSelector(`html[lang=${language}]`, { state: 'attached' });
    await page.click('#explainer');
    await page.waitForSelector('#tour-next');
    await page.click('#explainer-lecture');
    await page.waitForSelector('#explainer-dialog.lecture');
    await page.waitForFunction(() => location.hash.endsWith('&lecture'));
    const places = new Set();
    const quoted = new Set();
    for (;;) {
      const title = await page.textContent('#tour-title');
      // Names of controls are checked only in English, because English quotation marks identify the names.
      if (language === 'en') {
        const { names, hidden } = await quotedNames(page);
        assert.deepEqual(hidden, [], title);
        names.forEach((name) => quoted.add(name));
      }
      assert.ok(await page.isVisible('#tour-end'), 'the tour can be left');
      const box = await page.$eval('#tour-next', (button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      });
      assert.deepEqual(await smallLetters(page), [], title);
      assert.deepEqual(await scrolledBoxes(page), [], title);
      places.add(box);
      if ((await page.textContent('#tour-next')).trim() === lastButton) break;
      await page.keyboard.press('PageDown');
      await page.waitForFunction((last) => document.querySelector('#tour-title').textContent !== last, title);
    }
    assert.equal(places.size, 1, `the button moves: ${[...places]}`);
    if (language === 'en') assert.deepEqual([...quoted].toSorted(), ['Best', 'Levels', 'Paper', 'Queue', 'You cut', 'You pick']);
    assert.ok(await page.isVisible('#prompt-example') && await page.isVisible('#prompt-answer'), 'the last stop shows the prompt and its answer');
    await page.keyboard.press('PageDown');
    assert.equal(await page.locator('#tour').count(), 1, 'the last page stays');
    await page.click('#tour-end');
    await page.waitForSelector('#tour', { state: 'detached' });
    await page.waitForFunction(() => document.activeElement.id === 'explainer-on');
  }, { ...PROJECTOR, address: `${PAGE}#lang=${language}` });
}

check('lecture without the tour has large letters, also in its panels and with two pictures', async (page) => {
  for (const mode of ['paper', 'both']) {
    await page.goto(`${PAGE}#explainer=sentences&mode=${mode}&parts=4&budget=4&seed=0&step=40&lecture`);
    await page.reload();
    await page.waitForSelector('#explainer-dialog.lecture[open] .explainer-picture .dot');
    await waitForPosition(page, /^40 of/);
    assert.ok(await page.isVisible('#explainer-code'), 'the panels are shown');
    assert.deepEqual(await smallLetters(page), [], mode);
  }
}, PROJECTOR);

check('lecture mode fills the screen and ends with it', async (page) => {
  await page.click('#explainer');
  await page.waitForSelector('#tour-next');
  await page.click('#explainer-lecture');
  await page.waitForFunction(() => document.fullscreenElement?.id === 'explainer-screen');
  await page.keyboard.press('PageDown');
  await page.waitForFunction(() => location.hash === '#tour=parts&lecture');
  await page.evaluate(() => document.exitFullscreen());
  await page.waitForSelector('#explainer-dialog[open]:not(.lecture)');
  await page.waitForFunction(() => location.hash === '#tour=parts');
});

check('first Space in a lecture turns the page', async (page) => {
  await page.click('#explainer');
  await page.click('#explainer-lecture');
  await page.waitForFunction(() => document.activeElement.id === 'tour-next');
  await page.keyboard.press('Space');
  await page.waitForFunction(() => location.hash === '#tour=parts&lecture' && document.fullscreenElement);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#explainer-dialog[open]:not(.lecture)');
  await page.waitForFunction(() => !document.fullscreenElement);
  await page.click('#tour-end');
  await page.click('#explainer-lecture');
  await page.waitForFunction(() => document.activeElement.id === 'explainer-on');
  const [step] = (await page.textContent('#explainer-at')).split(' of ');
  await page.keyboard.press('Space');
  await waitForPosition(page, new RegExp(`^${Number(step) + 1} of`));
  assert.equal(await page.locator('#explainer-dialog.lecture').count(), 1);
});

check('Esc ends a lecture that a link began, and closes the explainer after that', async (page) => {
  await page.goto(`${PAGE}#tour=region&lecture`);
  await page.reload();
  await page.waitForSelector('#explainer-dialog.lecture[open]');
  await page.waitForFunction(() => document.activeElement.id === 'tour-next');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#explainer-dialog[open]:not(.lecture)');
  await page.waitForFunction(() => location.hash === '#tour=region');
  assert.equal(await page.evaluate(() => document.fullscreenElement), null);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#explainer-dialog[open]', { state: 'detached' });
});

check('lecture that a link began fills the screen at the first key', async (page) => {
  await page.goto(`${PAGE}#tour=region&lecture`);
  await page.reload();
  await page.waitForSelector('#explainer-dialog.lecture[open]');
  await page.waitForFunction(() => document.activeElement.id === 'tour-next');
  await page.keyboard.press('PageDown');
  await page.waitForFunction(() => document.fullscreenElement?.id === 'explainer-screen');
  await page.waitForFunction(() => location.hash === '#tour=restarts&lecture');
});

check('pick that moves to its medoid is shown at both places', async (page) => {
  await page.goto(`${PAGE}#tour=middles`);
  await page.reload();
  await page.waitForSelector('.explainer-pictures .ring.replaced');
  const rings = ['replaced', 'latest', 'picked'].map((mark) => page.locator(`.explainer-pictures .ring.${mark}`).count());
  assert.deepEqual(await Promise.all(rings), [1, 1, 2]);
  assert.match(await latestStep(page), /Each pick moves to the middle .* 1 of 3 was not there yet/);
  assert.match(await page.textContent('#explainer-legend'), /no longer picked/);
  assert.equal(await page.locator('.explainer-picture .growing').count(), 1, 'a stroke from the old place to the new one');
  const texts = await page.locator('#explainer-picks li').allTextContents();
  await page.focus('#explainer-play');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('.explainer-pictures .ring.replaced', { state: 'detached' });
  const before = await page.locator('#explainer-picks li').allTextContents();
  assert.equal(before.filter((text) => !texts.includes(text)).length, 1, `${before} ${texts}`);
});

check('gains, queue and pseudo-code follow a pass, and a question waits for an answer', async (page) => {
  await page.goto(`${PAGE}#tour=refinement`);
  await page.reload();
  await page.waitForSelector('#explainer-queue li[aria-current=step]');
  assert.match(await page.getAttribute('#explainer-queue li[aria-current=step]', 'class'), /\bpart-\d/, 'the color of the part in the picture');
  const gains = await page.locator('.explainer-picture .gain').count();
  assert.equal(gains, 20);
  assert.match(await page.textContent('#explainer-code [aria-current]'), /move the first vertex/);
  const next = await page.textContent('#explainer-queue li[aria-current=step]');
  assert.match(await page.getAttribute('#explainer-queue li[aria-current=step]', 'class'), /^part-\d\b/, 'the color of a part, not of a label');
  const [, vertex, gain] = /^vertex (\d+), gain ([+-]?\d+)$/.exec(next);
  await page.check('#explainer-ask');
  await page.focus('#explainer-play');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#explainer-queue [data-guess]');
  assert.equal(await page.locator('.explainer-picture .gain').count(), 0, 'gains would give the answer away');
  await page.click(`[data-guess="${vertex - 1}"]`);
  await page.waitForFunction(() => document.querySelector('#explainer-queue-verdict').textContent.startsWith('Right'));
  assert.match(await page.textContent('#explainer-queue-verdict'), new RegExp(`^Right: vertex ${vertex} moves, with a gain of ${gain.replace('+', '\\+')}\\.$`));
  assert.match(await latestStep(page), new RegExp(`Vertex ${vertex} changes sides`));
});

check('sides and parts differ in form, in the picture and in the lists', async (page) => {
  // With seven parts, one side of the first cut contains the parts 0 to 3, and the other side contains the parts 4 to 6.
  await page.goto(`${PAGE}#explainer=cliques&mode=paper&parts=7&budget=7&seed=0&step=0`);
  await page.reload();
  await page.waitForSelector('#explainer-dialog[open] .explainer-picture .dot');
  const next = async () => {
    const at = await page.textContent('#explainer-at');
    await page.keyboard.press('Shift+ArrowRight');
    await page.waitForFunction((at) => document.querySelector('#explainer-at').textContent !== at, at);
  };
  await page.focus('#explainer-play');
  for (let times = 0; times < 40 && !/Of the cuts/.test(await latestStep(page)); times += 1) await next();
  const classes = await page.$$eval('.explainer-pictures g .dot:not(.aside)', (dots) => dots.map((dot) => dot.getAttribute('class')));
  assert.ok(classes.some((name) => name.includes('part-0')) && classes.some((name) => name.includes('part-4')), `${classes}`);
  assert.ok(classes.every((name) => name.includes('part-4') === name.includes('solid')), `part 4 is a circle with a gap: ${classes}`);
  await page.keyboard.press('End');
  await waitForPosition(page, /^(\d+) of \1$/);
  await page.waitForFunction(() => document.querySelectorAll('#explainer-picks .part-dot .dot').length === 7);
  const dots = await page.$$eval('#explainer-picks .part-dot .dot', (dots) => dots.map((dot) => dot.getAttribute('d')));
  assert.equal(new Set(dots).size, 7, 'each part has its own form in front of its pick');
});

check('help lists the keys of the explainer, and the keys work', async (page) => {
  await openExplainer(page, 'karate');
  assert.equal(await page.locator('#explainer-link').count(), 1);
  const end = (await page.textContent('#explainer-at')).split(' of ')[1];
  await page.focus('#explainer-play');
  await page.keyboard.press('End');
  await waitForPosition(page, new RegExp(`^${end} of`));
  await page.keyboard.press('Home');
  await waitForPosition(page, /^0 of/);
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  const keys = await page.$$eval('#help-dialog .key-group:last-child kbd', (keys) => keys.map((key) => key.textContent));
  for (const key of ['p', 'Space', 'Home', 'End', '+', '−']) assert.ok(keys.includes(key), `${key}: ${keys}`);
});

check('residual degrees and their queue are shown before each pick', async (page) => {
  await page.goto(`${PAGE}#tour=four-parts`);
  await page.reload();
  await page.waitForSelector('#explainer-queue li[aria-current=step]');
  const lines = await page.locator('#explainer-queue li').allTextContents();
  const degrees = lines.map((line) => Number(/^vertex \d+, residual degree (\d+)$/.exec(line)[1]));
  assert.deepEqual(degrees, degrees.toSorted((a, b) => b - a));
  const gains = await page.locator('.explainer-picture .gain').allTextContents();
  assert.deepEqual(gains.map(Number).toSorted(), degrees.toSorted(), 'one for each vertex of the part');
  const [, first] = /^vertex (\d+)/.exec(lines[0]);
  await page.click('#explainer-on');
  await page.waitForSelector('#explainer-picks li');
  const text = await page.textContent(`#explainer-texts li:nth-child(${first}) bdi`);
  assert.deepEqual(await page.locator('#explainer-picks li').allTextContents(), [text]);
});

check('increases of the coverage and their queue are shown before each pick of the default', async (page) => {
  await page.goto(`${PAGE}#tour=propose`);
  await page.reload();
  await page.waitForSelector('#explainer-queue li[aria-current=step]');
  const lines = await page.locator('#explainer-queue li').allTextContents();
  const increases = lines.map((line) => Number(/^vertex \d+, coverage \+(0\.\d{3})$/.exec(line)[1]));
  assert.deepEqual(increases, increases.toSorted((a, b) => b - a));
  const gains = await page.locator('.explainer-picture .gain').allTextContents();
  assert.equal(gains.length, 20, 'one for each proposed vertex');
  assert.equal(Math.max(...gains.map(Number)), increases[0]);
  const [, first] = /^vertex (\d+)/.exec(lines[0]);
  await page.click('#explainer-on');
  await page.waitForSelector('#explainer-picks li');
  const text = await page.textContent(`#explainer-texts li:nth-child(${first}) bdi`);
  assert.deepEqual(await page.locator('#explainer-picks li').allTextContents(), [text]);
});

check('chart of the cut follows the steps and seeks', async (page) => {
  await openExplainer(page, 'grid');
  const area = page.locator('#explainer-chart');
  const { x, y, width, height } = await area.boundingBox();
  const end = Number((await page.textContent('#explainer-at')).split(' of ')[1]);
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.waitForFunction((middle) => Math.abs(Number(document.querySelector('#explainer-chart').ariaValueNow) - middle) <= 4, end / 2);
  await page.mouse.move(x + width / 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width + 50, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await waitForPosition(page, /^(\d+) of \1$/);
  assert.match(await page.textContent('#explainer-cut'), /^Cut 32 of at most \d+$/);
  await area.focus();
  await page.keyboard.press('ArrowLeft');
  await waitForPosition(page, new RegExp(`^${end - 1} of`));
});

for (const reducedMotion of ['no-preference', 'reduce']) {
  check(`merged pairs and growing regions ${reducedMotion === 'reduce' ? 'jump' : 'move'} with motion preference ${reducedMotion}`, async (page) => {
    await page.click('#explainer');
    await page.evaluate(() => { location.hash = '#tour=pairs'; });
    await page.reload();
    await page.waitForSelector('#explainer-dialog[open] #explainer-at');
    const pictures = await page.evaluate(async () => {
      const seen = new Set();
      const group = document.querySelector('.explainer-picture g');
      const observer = new MutationObserver(() => seen.add(group.innerHTML));
      observer.observe(group, { childList: true, subtree: true, attributes: true });
      document.querySelector('#explainer-on').click();
      await new Promise((resolve) => { setTimeout(resolve, 1500); });
      observer.disconnect();
      return seen.size;
    });
    assert.ok(reducedMotion === 'reduce' ? pictures <= 2 : pictures > 3, `${pictures} pictures`);
    // When a vertex joins a region, a stroke grows from the region to the vertex.
    await page.evaluate(() => { location.hash = '#tour=region'; });
    await page.reload();
    await page.waitForSelector('.explainer-picture .growing', { state: 'attached' });
    const animations = await page.$eval('.explainer-picture .growing', (line) => line.getAnimations().length);
    assert.equal(animations, reducedMotion === 'reduce' ? 0 : 1);
  }, { reducedMotion });
}

check('dot shows its text when hovered, tapped or named by number', async (page) => {
  await openExplainer(page, 'sentences');
  const dotText = () => page.textContent('#explainer-dot-says');
  assert.match(await dotText(), /Point at a dot/);
  const dot = page.locator('.explainer-picture .number', { hasText: /^4$/ });
  await dot.hover();
  await page.waitForFunction(() => document.querySelector('#explainer-dot')?.value === '4');
  assert.equal((await dotText()).trim(), 'This cake is made with eggs, flour and sugar.');
  assert.equal(await page.locator('.explainer-picture .pointed').count(), 1);
  await page.fill('#explainer-dot', '8');
  const seventh = await dotText();
  assert.ok(seventh.trim().length > 10 && !seventh.includes('eggs'), seventh);
  await dot.dispatchEvent('pointerdown', await dot.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { bubbles: true, pointerType: 'touch', clientX: x + width / 2, clientY: y + height / 2 };
  }));
  await page.waitForFunction(() => document.querySelector('#explainer-dot')?.value === '4');
  // If a chapter shows only one group of vertices, the vertices keep the numbers that they have in the whole graph.
  const numbers = [];
  for (const chapter of [2, 3]) {
    await page.locator('#explainer-chapters li button').nth(chapter).click();
    await page.waitForSelector(`#explainer-chapters li:nth-child(${chapter + 1}) [aria-current]`);
    numbers.push(...await page.$$eval('.explainer-picture .number', (dots) => dots.map((dot) => Number(dot.textContent))));
  }
  assert.deepEqual(numbers.sort((a, b) => a - b), Array.from({ length: 20 }, (_, vertex) => vertex + 1));
  assert.ok('Cut of this group' in await facts(page));
  await page.focus('#explainer-play');
  await page.keyboard.press('End');
  assert.match(await page.textContent('#explainer-legend'), /picked just now/);
  assert.equal(await page.locator('#explainer-goes-on').count(), 0);
  await page.selectOption('#explainer-mode', 'best');
  await page.focus('#explainer-play');
  await page.keyboard.press('End');
  assert.match(await latestStep(page), /Each pick moves to the middle/);
  assert.equal(await page.locator('#explainer-goes-on').count(), 0, 'the sentences have embeddings');
  const edges = async () => Number((await facts(page)).Edges);
  const before = await edges();
  await page.fill('#explainer-neighbors', '5');
  await page.waitForFunction((before) => Number(document.querySelectorAll('#explainer-facts dd')[1].textContent) > before, before);
  await page.selectOption('#explainer-world', 'karate');
  await page.selectOption('#explainer-mode', 'best');
  await page.focus('#explainer-play');
  await page.keyboard.press('End');
  assert.match(await page.textContent('#explainer-goes-on'), /facility location/);
  await page.selectOption('#explainer-world', 'grid');
  assert.match(await dotText(), /Point at a dot/, 'another graph clears the chosen dot');
});

check('picks by hand beat greedy on the spider', async (page) => {
  await openExplainer(page, 'spider');
  await page.click('#try-pick');
  for (const vertex of [1, 2]) await page.click(`[data-vertex="${vertex}"]`);
  await page.locator('.explainer-picture .number', { hasText: /^4$/ }).click();
  await page.click('#try-reveal');
  const lines = await page.$$eval('#try-lines span', (lines) => lines.map((line) => line.textContent));
  assert.match(lines[0], /^You: 2, 3, 4 touch 6 of 6 lines/);
  assert.match(lines[1], /^Greedy: 1, 2, 3 touch 5 of 6/);
  assert.match(lines[2], /^The best possible: 2, 3, 4 touch 6 of 6/);
  const own = await picture(page);
  await page.locator('#try-lines button').nth(1).click();
  assert.notEqual(await picture(page), own, 'the picks of greedy are shown');
  await page.click('#try-end');
  await page.waitForSelector('#explainer-log');
});

check('karate club is cut by hand and compared with the best cut', async (page) => {
  await openExplainer(page, 'karate');
  await page.click('#try-cut');
  const ownResult = () => page.textContent('#try-lines span');
  const before = await ownResult();
  await page.click('[data-vertex="0"]');
  assert.notEqual(await ownResult(), before);
  assert.match(await ownResult(), /sides 16 : 18, which is not balanced/);
  await page.click('#try-reveal');
  const lines = await page.$$eval('#try-lines span', (lines) => lines.map((line) => line.textContent));
  assert.match(lines[1], /10 lines cut, sides 17 : 17\.$/);
  assert.match(lines[2], /^The best possible: 10 lines cut, sides 17 : 17\.$/);
  assert.match(lines[3], /^What really happened: 11 lines cut, sides 17 : 17\.$/);
  // A drag from a vertex of the second side moves all vertices on the path to the second side.
  const center = async (number) => {
    const { x, y, width, height } = await page.locator('.explainer-picture .number', { hasText: new RegExp(`^${number}$`) }).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...await center(4));
  await page.mouse.down();
  for (const number of [8, 14]) await page.mouse.move(...await center(number), { steps: 4 });
  await page.mouse.up();
  for (const vertex of [3, 7, 13]) assert.equal(await page.getAttribute(`[data-vertex="${vertex}"]`, 'aria-pressed'), 'false', `${vertex}`);
  const classes = await page.$$eval('.explainer-picture g .dot', (dots) => dots.map((dot) => dot.getAttribute('class')));
  assert.deepEqual(classes.sort(), ['dot part-0', 'dot solid part-1'], 'the sides differ in form');
});

check('own graph is drawn, typed and opened as a METIS file', async (page) => {
  await openExplainer(page, 'karate');
  await page.selectOption('#explainer-world', 'drawn');
  const area = await page.locator('#draft-picture').boundingBox();
  const press = (x, y) => page.mouse.click(area.x + area.width / 2 + x, area.y + area.height / 2 + y);
  for (const [x, y] of [[-100, 0], [100, 0], [-100, 0], [100, 0]]) await press(x, y);
  assert.equal(await page.inputValue('#draft-text'), '1 2');
  await page.fill('#draft-text', '1 2\n2 3\n3 x');
  assert.match(await page.textContent('#draft-problem'), /^Line 3 is “3 x”/);
  assert.ok(await page.isDisabled('#draft-use'));
  await page.fill('#draft-text', '1 2\n2 3\n3 1\n3 4\n4 5\n5 6\n6 4');
  await page.click('#draft-use');
  await waitForPosition(page, /^0 of/);
  await page.focus('#explainer-play');
  await page.keyboard.press('End');
  assert.equal((await facts(page)).Cut, '1');
  assert.equal(await fragment(page), '');
  assert.equal(await page.locator('#explainer-link').count(), 0, 'the graph has no link');
  await page.fill('#explainer-parts', '1');
  await page.waitForFunction(() => document.querySelector('#explainer-chapters').textContent.includes('Cut into 1'));
  await page.click('#draft-edit');
  const metis = join(scratch, 'square.graph');
  writeFileSync(metis, '4 4\n2 4\n1 3\n2 4\n1 3\n');
  await page.setInputFiles('#draft-file', metis);
  await page.waitForFunction(() => document.querySelector('#draft-text').value.startsWith('4 4'));
  await page.click('#draft-use');
  await waitForPosition(page, /^0 of/);
  assert.deepEqual([(await facts(page)).Vertices, (await facts(page)).Edges], ['4', '4']);
  // The graph is kept after a reload, and after the user has left the page.
  await page.click('#draft-edit');
  await page.fill('#draft-text', '1 2\n2 3\n3 x');
  await page.waitForFunction(() => Object.values(sessionStorage).includes('1 2\n2 3\n3 x'));
  await page.reload();
  await page.goto('about:blank');
  await page.goBack();
  await openExplainer(page, 'karate');
  await page.selectOption('#explainer-world', 'drawn');
  assert.equal(await page.inputValue('#draft-text'), '1 2\n2 3\n3 x');
  await page.fill('#draft-text', '1 2\n2 3');
  await page.click('#draft-use');
  await waitForPosition(page, /^0 of/);
  assert.equal((await facts(page)).Edges, '2');
});

check('dots of the grid are picked by number and compared with the best picks', async (page) => {
  await openExplainer(page, 'grid');
  await page.click('#try-pick');
  await page.fill('#try-number', '18');
  await page.press('#try-number', 'Enter');
  assert.match(await page.textContent('#try-lines span'), /^You: 18 touches 4 of 480 lines; 5 of 256 dots/);
  await page.click('#try-reveal');
  assert.match(await page.textContent('#try-lines'), /The best possible, as if there were no parts: .* touch 32 of 480 lines/);
});

check('chapter zooms into a part of the recursion and back', async (page) => {
  await openExplainer(page, 'grid');
  const whole = await picture(page);
  await page.click('#explainer-chapters li:nth-child(3) button');
  await page.waitForSelector('#explainer-whole');
  assert.equal(await page.getAttribute('#explainer-chapters li:nth-child(3) button', 'aria-current'), 'step');
  assert.notEqual(await picture(page), whole);
  await page.click('#explainer-whole');
  await page.waitForSelector('#explainer-whole', { state: 'detached' });
});

check('levels form a V, and each graph is a button that leads to its level', async (page) => {
  await openExplainer(page, 'grid');
  await page.focus('#explainer-play');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const sides = await page.$$eval('.explainer-levels li', (places) => places.map((place) => place.className));
  assert.deepEqual(sides, ['down', 'down', 'bottom', 'up', 'up']);
  const boxes = await page.$$eval('.explainer-levels button', (buttons) => buttons.map((button) => {
    const { x, y, width } = button.getBoundingClientRect();
    return { middle: x + width / 2, y };
  }));
  const [top, down, bottom, up, end] = boxes;
  assert.ok(top.middle < down.middle && down.middle < bottom.middle && bottom.middle < up.middle && up.middle < end.middle, JSON.stringify(boxes));
  assert.ok(top.y < down.y && down.y < bottom.y && up.y === down.y && end.y === top.y, JSON.stringify(boxes));
  for (const [place, words] of [[2, /^First cut, level 3: (\d+) vertices, (\d+) edges$/], [3, /^Refining, level 2: (\d+) vertices, (\d+) edges$/]]) {
    const button = page.locator('.explainer-levels button').nth(place);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((place) => document.querySelectorAll('.explainer-levels button')[place].ariaCurrent === 'step', place);
    const [, vertices, edges] = words.exec(await button.getAttribute('title'));
    const numbers = await facts(page);
    assert.deepEqual([numbers.Vertices, numbers.Edges], [vertices, edges]);
  }
});

check('paper and best side by side show separate details and end together', async (page) => {
  await openExplainer(page, 'cliques');
  await page.selectOption('#explainer-mode', 'both');
  await page.waitForSelector('#explainer-log-best');
  await page.focus('#explainer-play');
  await page.keyboard.press('End');
  await waitForPosition(page, /^(\d+) of \1$/);
  const read = (mark) => page.evaluate((mark) => {
    const text = (name) => document.querySelector(`#explainer-${name}${mark}`).innerText;
    return { rule: text('rule'), chapters: text('chapters'), log: text('log'), picks: document.querySelectorAll(`#explainer-picks${mark} li`).length };
  }, mark);
  const [paper, best] = [await read(''), await read('-best')];
  assert.ok(paper.picks === 10 && best.picks === 10, `${paper.picks} ${best.picks}`);
  assert.notEqual(paper.chapters, best.chapters);
  assert.notEqual(paper.log, best.log);
  assert.match(best.chapters, /Coarsen for all parts/);
  // The chapter exists only for the second preset.
  await page.locator('#explainer-chapters-best button', { hasText: 'Coarsen for all parts' }).click();
  await page.waitForFunction(() => document.querySelector('#explainer-rule-best')?.innerText.includes('Coarsen by clusters'));
  assert.equal(await page.locator('.explainer-levels').count(), 2);
});

check('side-by-side view is stacked on a phone', async (page) => {
  await openExplainer(page, 'cliques');
  await page.selectOption('#explainer-mode', 'both');
  await page.waitForSelector('#explainer-log-best');
  for (const selector of ['.explainer-pictures figure', '.explainer-panel']) {
    const [first, second] = await page.$$eval(selector, (boxes) => boxes.map((box) => box.getBoundingClientRect().toJSON()));
    assert.ok(second.top >= first.bottom && Math.abs(second.left - first.left) < 2, `${selector} ${JSON.stringify([first, second])}`);
  }
  const [caption, drawing] = await page.$eval('.explainer-pictures figure',
    (figure) => ['figcaption', 'svg'].map((part) => figure.querySelector(part).getBoundingClientRect().toJSON()));
  assert.ok(caption.bottom <= drawing.top + 1, `the caption covers the picture: ${JSON.stringify([caption, drawing])}`);
}, { viewport: { width: 390, height: 844 } });

async function saveSvg(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#explainer-svg')]);
  return readFileSync(await download.path(), 'utf8');
}

check('picture is saved as SVG with its own colors', async (page) => {
  await openExplainer(page, 'karate');
  const svg = await saveSvg(page);
  assert.match(svg, /^<svg xmlns/);
  assert.ok(svg.includes('stroke="#') && !svg.includes('var(--') && !svg.includes('class='), 'the file contains its own colors');
});

/** Exports an animation with the settings `choices` of the export dialog. Returns the exported file. */
async function film(page, choices) {
  await page.click('#explainer-film');
  await page.waitForSelector('#film[open]');
  for (const [name, value] of Object.entries(choices)) await page.selectOption(`#film-${name}`, value);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#film-begin')]);
  await page.waitForSelector('#film[open]', { state: 'detached' });
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** For each PNG picture, returns a hash, and the mean difference of its color values (0 to 255) from an SVG picture. */
function comparePictures(page, pngs, svg) {
  return page.evaluate(async ([pngs, svg]) => {
    // The comparison excludes the caption, which is below the drawing.
    const pixels = async (source, width, height) => {
      const side = width;
      const canvas = new OffscreenCanvas(side, side);
      const context = canvas.getContext('2d');
      context.drawImage(source, 0, 0, side, height);
      return context.getImageData(0, 0, side, side).data;
    };
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const seen = [];
    for (const png of pngs) {
      const bytes = Uint8Array.from(atob(png), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width: side, height } = bitmap;
      const [own, other] = [await pixels(bitmap, side, height), await pixels(image, side, side)];
      let [hash, difference] = [0, 0];
      for (let at = 0; at < own.length; at += 1) {
        hash = (Math.imul(hash, 31) + own[at]) | 0;
        difference += Math.abs(own[at] - other[at]);
      }
      seen.push({ side, height, hash, difference: difference / own.length });
    }
    return seen;
  }, [pngs.map((png) => png.toString('base64')), svg]);
}

check('steps are saved as a film whose frames match the still picture', async (page, context) => {
  await openExplainer(page, 'karate');
  const end = Number((await page.textContent('#explainer-at')).split(' of ')[1]);
  const first = await saveSvg(page);
  const drawn = new Set();
  await page.focus('#explainer-play');
  for (let step = 0; ; step += 1) {
    drawn.add(await picture(page));
    if (step === end) break;
    await page.keyboard.press('ArrowRight');
    await waitForPosition(page, new RegExp(`^${step + 1} of`));
  }
  const last = await saveSvg(page);
  const { name, bytes } = await film(page, { each: 'step', side: '480', format: 'zip' });
  assert.equal(name, 'explainer.zip');
  const pngs = Object.entries(filesIn(bytes));
  assert.deepEqual(pngs.map(([path]) => path), Array.from({ length: end + 1 }, (_, at) => `${String(at).padStart(5, '0')}.png`));
  // The test's page has no content security policy, so the page can draw images from any source.
  const blank = await context.newPage();
  const all = await comparePictures(blank, pngs.map(([, png]) => png), first);
  assert.ok(all.every(({ side, height }) => side === 480 && height === 533), 'frames have a band for the caption');
  assert.equal(new Set(all.map(({ hash }) => hash)).size, drawn.size, 'the film has as many different frames as the screen had pictures');
  assert.ok(all[0].difference < 1 && all.at(-1).difference > 2 * all[0].difference, JSON.stringify([all[0], all.at(-1)]));
  const [ending] = await comparePictures(blank, [pngs.at(-1)[1]], last);
  assert.ok(ending.difference < 1, JSON.stringify(ending));
  await blank.close();
  assert.equal(await page.textContent('#explainer-at'), `${end} of ${end}`, 'the position is unchanged');
});

check('film of a part of the recursion is animated', async (page) => {
  await openExplainer(page, 'grid');
  await page.click('#explainer-chapters li:nth-child(3) button');
  await page.click('#explainer-film');
  await page.waitForSelector('#film[open]');
  assert.equal(await page.inputValue('#film-each'), 'event', 'every step would take minutes');
  assert.match(await page.textContent('#film-length'), /^\d+ pictures, \d+\ss\.$/);
  await page.selectOption('#film-each', 'step');
  assert.match(await page.textContent('#film-length'), /^[\d,]+ pictures, \d+\smin \d+\ss\.$/);
  await page.selectOption('#film-each', 'minute');
  assert.ok(Number(/^\d+/.exec(await page.textContent('#film-length'))[0]) <= 240);
  const chosen = { part: 'part', each: 'event', side: '480', format: 'moving', pace: '8' };
  for (const [name, value] of Object.entries(chosen)) await page.selectOption(`#film-${name}`, value);
  const count = Number(/^(\d+) pictures/.exec(await page.textContent('#film-length'))[1]);
  await page.keyboard.press('Escape');
  const { name, bytes } = await film(page, chosen);
  assert.equal(name, 'explainer.png');
  const seen = await page.evaluate(async (base64) => {
    const data = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/png' });
    await decoder.tracks.ready;
    await decoder.completed;
    const { frameCount, animated } = decoder.tracks.selectedTrack;
    const hashes = [];
    let duration;
    for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      const pixels = new Uint8Array(image.allocationSize());
      await image.copyTo(pixels);
      hashes.push(pixels.reduce((hash, value) => (Math.imul(hash, 31) + value) | 0, 0));
      duration = image.duration;
      image.close();
    }
    return { frameCount, animated, duration, different: new Set(hashes).size };
  }, bytes.toString('base64'));
  assert.ok(count > 20 && seen.animated, JSON.stringify(seen));
  assert.equal(seen.frameCount, count);
  assert.equal(seen.duration, 125_000);
  assert.ok(seen.different > count / 3, JSON.stringify(seen));
});

check('film for slides is a 16:9 video', async (page, context) => {
  await openExplainer(page, 'spider');
  await page.click('#explainer-film');
  await page.waitForSelector('#film[open]');
  for (const [name, value] of Object.entries({ shape: 'wide', each: 'step', side: '720', format: 'webm', pace: '4' })) await page.selectOption(`#film-${name}`, value);
  const count = Number(/^(\d+) pictures/.exec(await page.textContent('#film-length'))[1]);
  await page.keyboard.press('Escape');
  const { name, bytes } = await film(page, { shape: 'wide', format: 'webm' });
  assert.equal(name, 'explainer.webm');
  // The test's page has no content security policy, so the page can play videos from data URLs.
  const blank = await context.newPage();
  const played = await blank.evaluate(async (base64) => {
    const video = document.createElement('video');
    video.src = `data:video/webm;base64,${base64}`;
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve;
      video.onerror = () => reject(new Error(video.error.message));
    });
    const { duration, videoWidth, videoHeight } = video;
    // The event `seeked` can precede the frame, and then `drawImage` draws nothing. The callback follows the frame.
    const end = new Promise((resolve) => {
      const wait = () => video.requestVideoFrameCallback((_, { mediaTime }) => (mediaTime > 0 ? resolve() : wait()));
      wait();
    });
    video.currentTime = duration - 0.05;
    await end;
    const canvas = new OffscreenCanvas(videoWidth, videoHeight);
    const context = canvas.getContext('2d');
    context.drawImage(video, 0, 0);
    const [red, green, blue] = context.getImageData(videoWidth - 5, videoHeight - 5, 1, 1).data;
    return { duration, videoWidth, videoHeight, paper: Math.min(red, green, blue) };
  }, bytes.toString('base64'));
  await blank.close();
  assert.deepEqual([played.videoWidth, played.videoHeight], [1280, 720]);
  assert.ok(Math.abs(played.duration - count / 4) < 0.01, JSON.stringify(played));
  assert.ok(played.paper > 245, 'the last frame is drawn on paper');
});

check('film contains texts only on request and can be stopped', async (page, context) => {
  await openExplainer(page, 'sentences');
  assert.ok((await saveSvg(page)).includes('This cake is made'), 'the texts of a built-in graph are saved');
  await page.uncheck('#explainer-svg-texts');
  const svg = await saveSvg(page);
  assert.ok(!svg.includes('This cake'), 'the picture contains no text');
  const firstFrame = async () => Object.values(filesIn((await film(page, { each: 'event', side: '480', format: 'zip' })).bytes))[0];
  const without = await firstFrame();
  await page.click('#explainer-film');
  await page.check('#film-texts');
  assert.match(await page.textContent('#film'), /can read the beginnings of these texts/);
  await page.keyboard.press('Escape');
  const withTexts = await firstFrame();
  const blank = await context.newPage();
  const [own, other] = await comparePictures(blank, [without, withTexts], svg);
  assert.ok(own.difference < 1 && other.difference > own.difference + 1, JSON.stringify([own, other]));
  await blank.close();

  await page.selectOption('#explainer-world', 'grid');
  await waitForPosition(page, /^0 of/);
  await page.click('#explainer-film');
  await page.waitForSelector('#film[open]');
  let downloads = 0;
  page.on('download', () => { downloads += 1; });
  await page.selectOption('#film-each', 'step');
  await page.click('#film-begin');
  await page.waitForFunction(() => document.querySelector('#film-progress')?.value > 3);
  await page.click('#film-cancel');
  await page.waitForSelector('#film-begin');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#film[open]', { state: 'detached' });
  await page.waitForTimeout(300);
  assert.equal(downloads, 0);
});

check('explainer ends with the picks of the user’s own texts', async (page) => {
  const csv = join(scratch, 'explainer.csv');
  writeFileSync(csv, ['text,topic', ...Array.from({ length: 48 }, (_, n) => `a text about ${n},${n % 6}`)].join('\n'));
  await chooseWithEmbeddings(page, csv, npy(48, 6));
  await set(page, 'budget', 6);
  await select(page);
  await page.click('#explainer-own');
  await page.waitForSelector('#explainer-dialog[open]');
  assert.equal(await page.inputValue('#explainer-world'), 'own');
  assert.equal(await page.inputValue('#explainer-budget'), '6');
  assert.match(await page.textContent('.explainer-numbering'), /^Parts count from 1 here, and from 0 on the map and in exported files\.$/);
  assert.ok(!(await fragment(page)).includes('text'), 'the URL contains no text');
  await page.focus('#explainer-play');
  await page.keyboard.press('End');
  await waitForPosition(page, /^(\d+) of \1$/);
  assert.match(await latestStep(page), /Each pick moves to the middle/);
  const rows = await page.$$eval('#explainer-picks li', (lines) => lines.map((line) => line.textContent));
  await page.focus('#close-explainer');
  await page.keyboard.press('Escape');
  const chosen = await page.$$eval('.pick-text', (texts) => texts.map((text) => text.textContent));
  assert.deepEqual(rows, chosen, 'the explainer ends with the picks of the page');
});

check('graph of thousands of lines shows a labeled sample', async (page) => {
  const csv = join(scratch, 'explainer-dense.csv');
  const n = 600;
  writeFileSync(csv, ['text,topic', ...Array.from({ length: n }, (_, row) => `a text about ${row},${row % 6}`)].join('\n'));
  // The topics overlap, so that the graph has edges between parts.
  await chooseWithEmbeddings(page, csv, npyOf(n, (row, at) => (at === row % 6 ? 0.5 : 0) + noise(row, at)));
  await set(page, 'budget', 6);
  await select(page);
  await page.click('#explainer-own');
  await page.waitForSelector('#explainer-dialog[open]');
  const sample = () => page.textContent('.explainer-sample');
  const [, n_lines] = /^600 of ([\d,]+) lines are drawn, evenly sampled\.$/.exec(await sample());
  assert.equal((await facts(page)).Edges.replaceAll(',', ''), n_lines.replaceAll(',', ''));
  // After the cut, the picture shows only edges between parts.
  await page.locator('#explainer-chapters button', { hasText: 'Pick' }).click();
  await page.waitForFunction(() => /lines between parts/.test(document.querySelector('.explainer-sample').textContent));
  const [, drawn, between] = /^([\d,]+) of ([\d,]+) lines between parts are drawn/.exec(await sample());
  assert.ok(Number(drawn) <= 600 && Number(between.replaceAll(',', '')) < Number(n_lines.replaceAll(',', '')), `${drawn} ${between}`);
  const kinds = await page.$$eval('.explainer-pictures g .edge', (lines) => lines.map((line) => line.getAttribute('class')));
  assert.ok(kinds.length > 0 && kinds.every((kind) => kind.includes('cut')), `${kinds}`);
});

check('explainer of folded duplicates ends with the same picks after a reload', async (page) => {
  const csv = join(scratch, 'explainer-folded.csv');
  const textOfRow = Array.from({ length: 60 }, (_, n) => n % 45);
  writeFileSync(csv, ['text,topic', ...textOfRow.map((n) => `a text about ${n},${n % 6}`)].join('\n'));
  await chooseWithEmbeddings(page, csv, npyOf(textOfRow.length, (row, at) => {
    const text = textOfRow[row];
    return (at === text % 6 ? 3 : 0) + Math.sin(text * 12.9898 + at * 78.233);
  }));
  await unfold(page);
  await page.selectOption('#duplicates', 'fold');
  await set(page, 'budget', 6);
  await select(page);
  const chosen = await page.$$eval('.pick-text', (texts) => texts.map((text) => text.textContent));
  await waitForSaved(page);
  const watchToEnd = async () => {
    await page.click('#explainer-own');
    await page.waitForSelector('#explainer-dialog[open]');
    assert.match(await page.textContent('.explainer-about'), /Duplicates count as one/);
    await page.focus('#explainer-play');
    await page.keyboard.press('End');
    await waitForPosition(page, /^(\d+) of \1$/);
    assert.equal(await page.locator('#explainer-texts li').count(), 45);
    assert.equal(await page.locator('#explainer-texts li', { hasText: '(represents 2 texts)' }).count(), 15);
    const words = await page.$$eval('#explainer-picks li', (lines) => lines.map((line) => line.textContent.replace(/ \(represents.*/, '')));
    assert.deepEqual(words, chosen, 'the explainer ends with the picks of the page');
    return latestStep(page);
  };
  const before = await watchToEnd();
  await page.reload();
  await page.waitForSelector('#explainer-dialog[open]');
  await page.focus('#close-explainer');
  await page.keyboard.press('Escape');
  assert.equal(await watchToEnd(), before);
});

for (const colorScheme of ['light', 'dark']) {
  test(`explainer: all screens pass axe-core in the ${colorScheme} theme`, { timeout: LONG }, async () => {
    const { page, context } = await openPage(browser, { colorScheme, reducedMotion: 'reduce' });
    const found = [];
    const inspect = async (screen) => {
      found.push(...(await axeViolations(page)).map(({ id, nodes }) => `${screen}: ${id} ${nodes[0].html.slice(0, 160)} ${nodes[0].any[0]?.message ?? ''}`));
    };
    await page.click('#explainer');
    await page.waitForSelector('#explainer-dialog[open]');
    await inspect('tour');
    await page.click('#tour-end');
    await inspect('watching');
    await page.click('#explainer-film');
    await page.waitForSelector('#film[open]');
    await inspect('film');
    await page.keyboard.press('Escape');
    await page.selectOption('#explainer-mode', 'both');
    await page.waitForSelector('#explainer-log-best');
    await inspect('side by side');
    await page.selectOption('#explainer-mode', 'paper');
    await page.waitForSelector('#explainer-log-best', { state: 'detached' });
    await page.click('#try-pick');
    await page.click('[data-vertex="0"]');
    await page.click('#try-reveal');
    await inspect('picking');
    assert.deepEqual([...new Set(found)], []);
    await context.close();
  });
}

for (const [width, height] of [[640, 400], [390, 844], [320, 568]]) {
  check(`explainer fits into ${width} pixels`, async (page) => {
    await page.click('#explainer');
    await page.waitForSelector('#explainer-dialog[open]');
    const wide = await page.evaluate(() => {
      const dialog = document.querySelector('#explainer-dialog');
      if (dialog.scrollWidth <= dialog.clientWidth) return [];
      return [...dialog.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > dialog.clientWidth + 8)
        .slice(0, 5).map((element) => `${element.tagName}.${element.className} ${element.id}`);
    });
    assert.deepEqual(wide, []);
  }, { viewport: { width, height } });
}
