// The map in a real Chromium: both renderers, and all interactions with the pointer and with the keyboard.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, addLabels, chooseWithEmbeddings, folder, gpuArguments, launch, openPage, picks, select, set, storedLog, visit,
  waitForRow, waitForRun, waitForSaved,
} from '../support/tools.mjs';
import { show } from '../support/views.mjs';

const scratch = folder('e2e');
// The page would reject Chromium's software GL as too slow, so the test makes the page accept software GL.
const WITH_GL = gpuArguments(['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist']);
const ACCEPT_SOFTWARE = () => {
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    const accepted = kind === 'webgl2' ? { ...options, failIfMajorPerformanceCaveat: false } : options;
    return getContext.call(this, kind, accepted);
  };
  const getExtension = WebGL2RenderingContext.prototype.getExtension;
  WebGL2RenderingContext.prototype.getExtension = function (name) {
    return name === 'WEBGL_debug_renderer_info' ? null : getExtension.call(this, name);
  };
};
const NO_WEBGL = () => {
  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (kind, options) {
    return kind === 'webgl2' ? null : getContext.call(this, kind, options);
  };
};

const TOPICS = [
  ['bank', (n) => `How do I replace the debit card that I lost ${n} days ago?`],
  ['food', (n) => `A recipe for soup with lentils, for ${n} people`],
  ['space', (n) => `The probe sent ${n} pictures of Saturn to Earth`],
  ['garden', (n) => `When should I water the roses after ${n} weeks of sun?`],
];
const N = 120;
const CSV = join(scratch, 'map.csv');
writeFileSync(CSV, ['id,text,topic,length', ...Array.from({ length: N }, (_, n) => {
  const text = TOPICS[n % 4][1](n);
  return `${n},"${text}",${TOPICS[n % 4][0]},${n * 7}`;
})].join('\n'));

const NPY = npy(N, 4);

let browsers;
before(async () => {
  browsers = { canvas: await launch(), webgl: await launch(WITH_GL) };
});
after(async () => {
  for (const browser of Object.values(browsers)) await browser.close();
});

/** Adds a test with a page that has the small pool, its picks, and a map with the renderer `painter`. */
function check(name, body, { painter = 'canvas', ...options } = {}) {
  const setUpPainter = painter === 'webgl' ? ACCEPT_SOFTWARE : NO_WEBGL;
  const ownScript = options.initScript ?? (() => {});
  const initScript = `(${setUpPainter})(); (${ownScript})();`;
  const prepared = async (opened) => {
    const { page } = opened;
    await chooseWithEmbeddings(page, CSV, NPY);
    await set(page, 'budget', 8);
    await select(page);
    await page.waitForSelector(`#map-dots[data-painter=${painter}]`);
    await show(page, 'data');
    await body(opened);
  };
  test(`map: ${name}`, { timeout: LONG }, () => visit(browsers[painter], `map ${name}`, prepared, { ...options, initScript }));
}

/**
 * Mean colors of squares of 8×8 pixels of the map's dots, after the next frame.
 * The page computes the means, because sending all pixels to the test would take seconds.
 */
async function squareMeans(page) {
  const png = (await page.locator('#map-dots').screenshot()).toString('base64');
  return page.evaluate(async (png) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (char) => char.charCodeAt(0))]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data, width, height } = context.getImageData(0, 0, image.width, image.height);
    const means = [];
    for (let top = 0; top + 8 <= height; top += 8) {
      for (let left = 0; left + 8 <= width; left += 8) {
        const sum = [0, 0, 0];
        for (let y = top; y < top + 8; y += 1) {
          for (let x = left; x < left + 8; x += 1) {
            for (let channel = 0; channel < 3; channel += 1) sum[channel] += data[4 * (y * width + x) + channel];
          }
        }
        means.push(...sum.map((value) => value / 64));
      }
    }
    return means;
  }, png);
}

const listLines = (page) => page.$$eval('#map-list [role=treeitem]', (items) => items.map((item) => item.innerText.replace(/\s+/g, ' ').trim()));
const markedCount = async (page) => Number((await page.innerText('#marked-count').catch(() => '0')).replace(/\D/g, '') || 0);
async function saveFile(page, button) {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

function circleCenters(svg) {
  return Array.from(svg.matchAll(/<circle cx="([-\d.]+)" cy="([-\d.]+)"/g), ([, x, y]) => [Number(x), Number(y)]);
}

test('map: canvas and WebGL draw the same picture', { timeout: LONG }, async () => {
  const pictures = {};
  for (const painter of ['canvas', 'webgl']) {
    const initScript = painter === 'webgl' ? ACCEPT_SOFTWARE : NO_WEBGL;
    const { page, context, problems } = await openPage(browsers[painter], { initScript });
    await chooseWithEmbeddings(page, CSV, NPY);
    await set(page, 'budget', 8);
    await page.click('#select');
    await waitForRun(page);
    await page.waitForSelector(`#map-dots[data-painter=${painter}]`);
    await page.fill('#map-search', 'saturn');
    await page.waitForFunction(() => document.querySelector('#map-found')?.innerText === '30 found');
    await page.click('#mark-found');
    await page.fill('#map-search', 'soup');
    await page.waitForFunction(() => document.querySelector('#map-found')?.innerText === '30 found');
    await page.focus('#list-class-0');
    await page.keyboard.press('f');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.card');
    await page.evaluate(() => document.querySelectorAll('.card, .zoom').forEach((element) => { element.style.visibility = 'hidden'; }));
    await page.waitForTimeout(300);
    pictures[painter] = await squareMeans(page);
    assert.deepEqual(problems, []);
    await context.close();
  }
  const { canvas, webgl } = pictures;
  assert.equal(canvas.length, webgl.length);
  const differences = canvas.map((mean, at) => Math.abs(mean - webgl[at]));
  const worst = Math.max(...differences);
  const drawn = canvas.filter((mean) => mean < 235).length;
  assert.ok(drawn > 60, `${drawn} squares are drawn on`);
  assert.ok(worst < 24, `greatest difference of a square: ${worst.toFixed(1)}`);
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / differences.length;
  assert.ok(mean < 1, `average difference of squares: ${mean.toFixed(2)}`);
});

for (const painter of ['canvas', 'webgl']) {
  check(`rectangle and lasso mark the enclosed texts (${painter})`, async ({ page }) => {
    const svg = (await saveFile(page, '#map-svg')).bytes.toString();
    const box = await page.locator('#map').boundingBox();
    const dots = circleCenters(svg).slice(0, N);
    assert.equal(dots.length, N, 'the file contains every text');
    // The rectangle goes from a corner without dots to the middle of the map.
    await page.click('#tool-rectangle');
    await page.mouse.move(box.x + 1, box.y + 1);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3, { steps: 4 });
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 1, { steps: 4 });
    await page.mouse.up();
    const left = dots.filter(([x]) => x <= box.width / 2).length;
    assert.ok(left > 5 && left < N - 5, `${left} dots on the left`);
    assert.ok(Math.abs(await markedCount(page) - left) <= 2, `${await markedCount(page)} marked, ${left} on the left`);
    // The lasso marks the other half of the map, in addition to the first half.
    const before = await markedCount(page);
    await page.click('#tool-lasso');
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + box.width / 2, box.y + 1);
    await page.mouse.down();
    for (const [x, y] of [[1, 0], [1, 1], [0.5, 1]]) {
      await page.mouse.move(box.x + Math.min(box.width - 1, x * box.width), box.y + Math.min(box.height - 1, Math.max(1, y * box.height)), { steps: 5 });
    }
    await page.mouse.up();
    await page.keyboard.up('Shift');
    assert.ok(await markedCount(page) > before, 'the lasso adds to the marked texts');
    assert.ok(await markedCount(page) >= N - 2, `${await markedCount(page)} of ${N} marked`);
    await page.click('#marked-color');
    assert.deepEqual((await listLines(page)).slice(1).map((line) => line.replace(/ (only|zoom)/g, '')).at(0), `marked ${await markedCount(page)}`);
    await page.click('#marked-list');
    await page.waitForFunction(() => document.activeElement.id === 'list-marked');
    await page.fill('#label-name', 'all');
    await page.click('#add-label');
    await page.selectOption('#marked-label', { label: 'all' });
    assert.equal(await page.locator('.pick-list .chip').count(), 0, 'choosing a label does not give it');
    await page.click('#marked-give');
    const chipsAre = (count) => page.waitForFunction(
      (count) => document.querySelectorAll('.pick-list .chip:not(.unsaved)').length === count, count);
    await chipsAre(await markedCount(page));
    await page.click('#undo');
    await chipsAre(0);
    await page.click('#marked-clear');
    assert.equal(await markedCount(page), 0);
  }, { painter });
}

/** Tests can grow the page's WebAssembly memory only with a reference to the memory. */
const KEEP_MEMORY = () => {
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const result = await original.apply(WebAssembly, given);
      window.memory ??= (result.instance ?? result).exports.memory;
      return result;
    };
  }
};

check('map is drawn without old rings after the WebAssembly memory has grown', async ({ page }) => {
  const ringPixels = () => page.evaluate(() => {
    const canvas = document.querySelector('#map-dots');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const accent = getComputedStyle(canvas).getPropertyValue('--accent').trim();
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
    let n = 0;
    for (let at = 0; at < data.length; at += 4) n += data[at] === red && data[at + 1] === green && data[at + 2] === blue;
    return n;
  });
  await show(page, 'label');
  await page.evaluate(() => document.activeElement?.blur());
  const before = await ringPixels();
  assert.ok(before > 20, `${before} pixels of the ring around the current text`);
  await page.evaluate(() => { window.memory.grow(1); });
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(200);
  }
  const after = await ringPixels();
  assert.ok(after < 1.5 * before, `${after} pixels, ${before} before: only one ring is drawn`);
}, { initScript: KEEP_MEMORY });

check('map continues on the canvas after the GPU is lost', async ({ page }) => {
  const drawnSquares = async () => (await squareMeans(page)).filter((mean) => mean < 235).length;
  const before = await drawnSquares();
  assert.ok(before > 20, `${before} squares are drawn on`);
  await page.evaluate(() => document.querySelector('#map-dots').getContext('webgl2').getExtension('WEBGL_lose_context').loseContext());
  await page.waitForSelector('#map-dots[data-painter=canvas]');
  await page.waitForTimeout(300);
  assert.ok(Math.abs(await drawnSquares() - before) <= before / 5, 'the canvas shows the dots');
  // After the loss of the GPU, the user can still move the map with the keys.
  await page.focus('#map');
  await page.keyboard.press('+');
  await page.waitForTimeout(300);
  assert.ok(await drawnSquares() > 0);
}, { painter: 'webgl' });

check('search and list work by key alone', async ({ page }) => {
  await addLabels(page, 'yes', 'no');
  await page.focus('#map-search');
  await page.keyboard.type('SATURN probe');
  await page.waitForFunction(() => document.querySelector('#map-found')?.innerText === '30 found');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'list-found');
  await page.keyboard.press('ArrowRight');
  const id = await page.waitForFunction(() => document.activeElement.id.match(/^list-found-\d+$/)?.[0]);
  assert.match(await page.innerText(`#${await id.jsonValue()}`), /Saturn/);
  await page.waitForSelector('.card');
  const card = await page.innerText('.card');
  assert.match(card, /Saturn.*degree \d+:.*\d+ in its part.*\d+ cut/s);
  const [, n] = card.match(/sent (\d+) pictures/);
  assert.match(card, new RegExp(`row ${n}\\b`), 'rows are counted from 0, as in exports');
  // The label keys apply to the current text, not to the focused text of the list.
  for (const key of ['s', '.', '!']) await page.keyboard.press(key);
  await page.focus(`#${await id.jsonValue()}`);
  await page.keyboard.press(' ');
  assert.equal(await page.getAttribute(`#${await id.jsonValue()}`, 'aria-selected'), 'true');
  assert.equal(await markedCount(page), 1);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press(' ');
  assert.equal(await markedCount(page), 30, 'the group marks all of its texts');
  await page.keyboard.press(' ');
  assert.equal(await markedCount(page), 0);
  await page.keyboard.press('ArrowLeft');
  assert.equal(await page.getAttribute('#list-found', 'aria-expanded'), 'false');
  const labeled = await page.$$eval('.pick[data-label]', (items) => items.length);
  assert.equal(labeled, 0, 'no key gave a label');
  assert.equal(await page.locator('#picks .chip, #picks .mark').count(), 0);
  // If a text is no longer marked, the focus moves to the neighboring text in the list.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  for (const key of [' ', 'ArrowDown', ' ', 'Home', 'ArrowRight']) await page.keyboard.press(key);
  await page.waitForSelector('#list-marked[aria-expanded="true"]:focus');
  await page.keyboard.press('ArrowRight');
  const marked = await page.waitForFunction(() => document.activeElement.id.match(/^list-marked-\d+$/)?.[0]);
  await page.keyboard.press(' ');
  await page.waitForFunction((id) => /^list-marked-\d+$/.test(document.activeElement.id) && document.activeElement.id !== id, await marked.jsonValue());
  await page.keyboard.press(' ');
  await page.waitForFunction(() => document.activeElement.id.startsWith('list-') && !document.querySelector('#list-marked'));
  await page.focus('#list-found');
  // A digit key labels the focused text of the list.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const first = await page.waitForFunction(() => document.activeElement.id.match(/^list-found-\d+$/)?.[0]);
  await page.keyboard.press('1');
  await page.waitForSelector(`#${await first.jsonValue()} .chip:has-text("yes")`);
  assert.match(await page.textContent('#last-step'), /Labeled as yes/);
  await waitForSaved(page);
  assert.equal((await storedLog(page)).length, 1);
  // Enter opens the text in the label view, where digits then label the text.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#current-text:focus');
  await page.keyboard.press('2');
  await page.waitForSelector('[id^="list-found-"] .chip:has-text("no")');
});

check('range in the list begins at the first text that “more” has shown', async ({ page }) => {
  await page.fill('#map-search', 'o');
  await page.waitForFunction((n) => document.querySelector('#map-found')?.innerText === `${n} found`, N);
  await page.press('#map-search', 'Enter');
  await page.waitForFunction(() => document.activeElement.id === 'list-found');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#list-found-more');
  await page.focus('#list-class-0');
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('#list-found-more:focus');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /^list-found-\d+$/.test(document.activeElement.id));
  assert.equal(await page.locator('#list-found-more').count(), 1, 'the group has further texts');
  await page.keyboard.press('Shift+ArrowDown');
  await page.waitForSelector('#list-marked');
  assert.equal(await markedCount(page), 2);
});

check('search covers all columns and shows the first results at once', async ({ page }) => {
  await page.focus('#map-search');
  // The word “space” occurs only in the topic column, and the word “probe” only in the texts.
  await page.keyboard.type('space probe');
  await page.waitForFunction(() => document.querySelector('#map-found')?.innerText === '30 found');
  const lines = page.locator('#search-results li');
  assert.equal(await lines.count(), 8);
  assert.match(await lines.first().innerText(), /The probe sent 2 pictures of Saturn to Earth\s+topic: space/);
  // The Down key moves the focus into the list, and Escape moves the focus back to the field.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const row = Number(await page.evaluate(() => document.activeElement.closest('#search-results li').dataset.row));
  assert.equal(row, 6);
  await page.keyboard.press('Enter');
  await waitForRow(page, row);
  await page.waitForSelector('#current-text:focus');
  await show(page, 'data');
  await page.focus('#map-search');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('#search-results button:focus');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#map-search:focus');
  await page.keyboard.press('End');
  await page.keyboard.type(' saturn');
  await page.waitForFunction(() => document.querySelector('#search-results li')?.innerText.includes('topic: space'));
  // Simulates Safari, where the browser does not focus the pressed button.
  await page.$eval('#search-results button span', (text) => text.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true })));
  assert.ok(await page.evaluate(() => document.activeElement.matches('#search-results button')), 'the list stays open until the click');
  await page.focus('#map');
  assert.ok(!await page.isVisible('#search-results'), 'the map is not covered after the search');
});

check('held card can be reached with the pointer and closes when the pointer leaves', async ({ page }) => {
  const box = await page.locator('#map').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Points around the middle of the map are tried until a point belongs to a text.
  let found;
  for (let step = 0; step < 400 && !found; step += 1) {
    const [angle, distance] = [step * 0.7, step * 0.4];
    const at = [x + distance * Math.cos(angle), y + distance * Math.sin(angle)];
    await page.mouse.move(...at);
    if (await page.locator('#map-card').count()) found = at;
  }
  assert.ok(found, 'no text under the pointer');
  const card = page.locator('#map-card');
  assert.equal(await card.evaluate((card) => getComputedStyle(card).pointerEvents), 'none');
  await page.waitForSelector('#map.held ~ #map-card');
  const words = await card.innerText();
  // The card numbers the rows from 0, as exports do. Each text contains the number of its row.
  const row = words.match(/row\s+(\d+)/i)?.[1];
  assert.ok(TOPICS.some(([, text]) => words.includes(text(row))), `row ${row} is the row of: ${words}`);
  const { left, top, width, height } = await card.evaluate((card) => card.getBoundingClientRect().toJSON());
  const target = [left + width / 2, top + height / 2];
  for (let step = 1; step <= 20; step += 1) {
    await page.mouse.move(...found.map((from, axis) => from + ((target[axis] - from) * step) / 20));
    assert.equal(await card.innerText(), words);
  }
  await page.waitForTimeout(600);
  assert.equal(await card.innerText(), words);
  await page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  // The card closes when the pointer leaves the card.
  await page.mouse.move(...found);
  await page.waitForSelector('#map.held ~ #map-card');
  await page.mouse.move(...target, { steps: 20 });
  await page.mouse.move(box.x - 40, target[1], { steps: 20 });
  await card.waitFor({ state: 'detached' });
});

check('typed letters find a part or a text in the list', async ({ page }) => {
  await page.selectOption('#color-by', { label: 'column “topic”' });
  const waitForFocus = (id) => page.waitForFunction((id) => document.activeElement.id === id, id);
  await page.focus('#list-class-0');
  await page.keyboard.press('g');
  await waitForFocus('list-class-2');
  await page.keyboard.press('s');
  // No class name begins with “gs”, so the focus does not move when the second key follows the first key quickly.
  await page.waitForTimeout(1200);
  await page.keyboard.press('s');
  await waitForFocus('list-class-3');
  await page.waitForTimeout(1200);
  // Without a preceding letter key, the F key filters the list to the focused class.
  await page.keyboard.press('f');
  await page.waitForSelector('.legend .filter');
  await page.keyboard.press('f');
  await page.waitForSelector('.legend .filter', { state: 'detached' });
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#list-class-3[aria-expanded=true]');
  await page.keyboard.type('the');
  await page.waitForFunction(() => /^list-class-3-\d+$/.test(document.activeElement.id));
  assert.match(await page.evaluate(() => document.activeElement.innerText), /The probe sent/);
  assert.equal(await page.locator('#picks .chip, #picks .mark').count(), 0, 'no letter gave a label');
});

check('parts have names, and the list contains every text once', async ({ page }) => {
  await page.selectOption('#color-by', { label: 'part' });
  const heads = await listLines(page);
  const words = ['card', 'soup', 'saturn', 'roses', 'debit', 'lentils', 'probe', 'water', 'recipe', 'pictures'];
  assert.ok(heads.length >= 2 && heads.every((head) => /^\d+: \w/.test(head)), heads.join(' | '));
  assert.ok(heads.some((head) => words.some((word) => head.includes(word))), heads.join(' | '));
  const counts = heads.map((head) => Number(head.replace(/(only|mark|zoom)/g, '').match(/(\d+)\s*$/)[1]));
  assert.equal(counts.reduce((sum, count) => sum + count, 0), N);
  await page.focus('#list-class-0');
  const rows = new Set();
  for (let part = 0; part < heads.length; part += 1) {
    await page.focus(`#list-class-${part}`);
    await page.keyboard.press('ArrowRight');
    await page.waitForSelector(`[id^="list-class-${part}-"]`);
    while (await page.$(`#list-class-${part}-more`)) await page.click(`#list-class-${part}-more`);
    for (const id of await page.$$eval(`[id^="list-class-${part}-"]`, (items) => items.map((item) => item.id))) rows.add(id.split('-').at(-1));
  }
  assert.equal(rows.size, N);
  const first = await page.$eval('[id^="list-class-"][aria-level="2"]', (item) => item.innerText);
  assert.match(first, /^pick\s*\d+/, 'the picks come first');
});

check('coloring and filters apply to the list, the map and the saved picture', async ({ page }) => {
  await page.selectOption('#color-by', { label: 'column “topic”' });
  assert.deepEqual((await listLines(page)).map((line) => line.split(' ')[0]), ['bank', 'food', 'garden', 'space']);
  const before = circleCenters((await saveFile(page, '#map-svg')).bytes.toString()).length;
  await page.focus('#list-class-1');
  await page.keyboard.press('f');
  const svg = (await saveFile(page, '#map-svg')).bytes.toString();
  assert.equal(circleCenters(svg).length, before, 'dimmed texts are still drawn');
  const opacity = (value) => Array.from(svg.matchAll(new RegExp(`fill-opacity="${value}">(.*?)</g>`, 'g')), ([, group]) => group.split('<circle').length - 1)
    .reduce((sum, count) => sum + count, 0);
  assert.deepEqual([opacity('0.14'), opacity('0.72')], [90, 30]);
  assert.match(svg, /<desc>Only .*topic.*: food\. 30 of 120 texts shown<\/desc>/, 'the picture describes its filter');
  assert.match(await page.innerText('#list-class-0'), /hidden by a filter/);
  // While the class filter is on, marking the search results marks only the visible texts.
  await page.fill('#map-search', 'a');
  await page.waitForFunction(() => document.querySelector('#map-found')?.innerText === '120 found, 30 of them shown');
  await page.click('#mark-found');
  assert.equal(await markedCount(page), 30);
  await page.click('#marked-clear');
  await page.fill('#map-search', '');
  await page.focus('#list-class-1');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getAttribute('#list-class-1', 'aria-expanded'), 'true');
  // The filter stays when the coloring changes.
  // The expanded class belonged to the previous coloring, so no class is expanded.
  await page.selectOption('#color-by', { label: 'degree (number of neighbors)' });
  await page.waitForFunction(() => !document.querySelector('#map-list [aria-expanded=true]'));
  assert.equal(await page.locator('.legend .filter').count(), 1);
  await page.selectOption('#color-by', { label: 'column “length”' });
  assert.equal((await listLines(page)).length, 8);
  // If two filters leave no texts, the saved picture reports that no texts are left.
  await page.selectOption('#color-by', { index: 0 });
  const descriptions = [];
  for (let part = 0; part < await page.locator('[id^=list-class-]').count() && !descriptions.at(-1)?.startsWith('0 '); part += 1) {
    await page.press(`#list-class-${part}`, 'f');
    descriptions.push((await saveFile(page, '#map-svg')).bytes.toString().match(/(\d+ of 120 texts shown)<\/desc>/)[1]);
    await page.press(`#list-class-${part}`, 'f');
  }
  assert.equal(descriptions.at(-1), '0 of 120 texts shown', `${descriptions}`);
  await page.click('.legend .filter');
  assert.equal(await page.locator('.legend .filter').count(), 0);
});

check('hits stand out on the map, and an empty view offers a way back', async ({ page }) => {
  await page.fill('#map-search', 'saturn');
  await page.waitForFunction(() => document.querySelector('#map-found')?.innerText === '30 found');
  const svg = (await saveFile(page, '#map-svg')).bytes.toString();
  const dimmed = Array.from(svg.matchAll(/fill-opacity="0.3">(.*?)<\/g>/g), ([, group]) => group.split('<circle').length - 1);
  assert.equal(dimmed.reduce((sum, count) => sum + count, 0), 90, 'texts that do not match are dimmed');
  assert.match(svg, /<text [^>]*>Searched for .*saturn.*: 30 found<\/text>/);
  // A filter dims dots on the map, but the user can still mark the texts of dimmed dots.
  await page.click('#mark-view');
  assert.equal(await markedCount(page), N);
  await page.click('#marked-clear');
  await page.fill('#map-search', '');
  await page.focus('#map');
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('+');
  for (let press = 0; press < 40 && !await page.locator('#show-all').count(); press += 1) {
    await page.keyboard.press('ArrowRight');
    await page.waitForTimeout(50);
  }
  await page.click('#show-all');
  await page.waitForSelector('#show-all', { state: 'detached' });
  assert.equal(await page.evaluate(() => document.activeElement.id), 'map');
});

check('map controls stay in place when hits, marks, filters or a run appear', async ({ page }) => {
  const boxes = () => page.evaluate(() => Object.fromEntries(['mark-view', 'tool-lasso', 'map', 'color-by', 'map-svg'].map((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [id, [x, y, width, height]];
  })));
  const before = await boxes();
  await page.fill('#map-search', 'saturn');
  await page.waitForSelector('#mark-found');
  assert.deepEqual(await boxes(), before, 'position after a search');
  await page.click('#mark-found');
  await page.waitForSelector('#marked-clear');
  assert.deepEqual(await boxes(), before, 'position after marking');
  const edges = await page.evaluate(() => ['#map', '.marks', '#marked-clear', '.map-panel'].map((name) => document.querySelector(name).getBoundingClientRect().bottom));
  assert.deepEqual(edges.toSorted((a, b) => a - b), [edges[0], edges[2], edges[1], edges[3]], 'the actions for marked texts are below the map');
  await page.focus('#list-class-0');
  await page.keyboard.press('f');
  await page.waitForSelector('.legend .filter');
  assert.deepEqual(await boxes(), before, 'position after filtering');
  await set(page, 'budget', 10);
  await page.evaluate(() => {
    window.seen = [];
    const look = () => {
      const map = document.querySelector('#map');
      if (map && document.querySelector('#progress')) window.seen.push(map.getBoundingClientRect().toJSON());
      requestAnimationFrame(look);
    };
    look();
  });
  await select(page);
  const seen = await page.evaluate(() => window.seen);
  assert.ok(seen.length > 0, 'the map was visible during the run');
  for (const { x, y, width, height } of seen) assert.deepEqual([x, y, width, height], before.map, 'position during the run');
});

test('map: stopped layout is reported next to the map without covering it', { timeout: LONG }, () =>
  visit(browsers.canvas, 'map stopped', async ({ page }) => {
    const many = join(scratch, 'map-many.csv');
    writeFileSync(many, ['text', ...Array.from({ length: 3000 }, (_, n) => TOPICS[n % 4][1](n))].join('\n').replaceAll(',', ''));
    await chooseWithEmbeddings(page, many, npy(3000, 4));
    await set(page, 'budget', 8);
    await page.evaluate(() => {
      const look = () => {
        const cancel = document.querySelector('#cancel');
        if (cancel && document.querySelector('#map')) cancel.click(); else requestAnimationFrame(look);
      };
      look();
    });
    await page.click('#select');
    await page.waitForSelector('#unsettled');
    for (const [width, height] of [[1280, 800], [1920, 1080], [390, 844], [320, 568]]) {
      await page.setViewportSize({ width, height });
      const [map, note, marks] = await Promise.all(['#map', '#unsettled', '.marks'].map((name) => page.locator(name).boundingBox()));
      assert.ok(map.y + map.height <= note.y, `the note is below the map at ${width} pixels`);
      assert.ok(note.y >= marks.y && note.y + note.height <= marks.y + marks.height, `the note is fully visible at ${width} pixels`);
    }
    // The buttons for marked texts always appear at the same position.
    await page.click('#mark-view');
    await page.waitForSelector('#marked-clear');
    assert.equal(await page.locator('#unsettled').count(), 0);
    await page.click('#marked-clear');
    await page.waitForSelector('#unsettled');
  }));

check('map is saved as PNG and as SVG with its legend', async ({ page }) => {
  const png = await saveFile(page, '#map-png');
  assert.equal(png.name, 'map-map.png');
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  const box = await page.locator('#map').boundingBox();
  assert.equal(png.bytes.readUInt32BE(16), Math.round(2 * box.width), 'two pixels for each CSS pixel');
  assert.ok(png.bytes.readUInt32BE(20) > 2 * box.height + 40, 'the legend is below');
  assert.ok(png.bytes.length > 5000, `${png.bytes.length} bytes`);
  const svg = await saveFile(page, '#map-svg');
  assert.equal(svg.name, 'map-map.svg');
  // The page's policy forbids parsing a string as a document, so a blank page parses the string.
  const blank = await page.context().newPage();
  const words = await blank.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (document.querySelector('parsererror')) throw new Error(document.documentElement.textContent);
    return Array.from(document.querySelectorAll('text'), (word) => word.textContent);
  }, svg.bytes.toString());
  for (const line of await listLines(page)) {
    const lineText = line.replace(/ (only|zoom)/g, '');
    assert.ok(words.includes(lineText), `“${lineText}” is in ${words}`);
  }
  assert.ok(words.includes('Color by part'), `${words}`);
  for (const rank of ['1', '2']) assert.ok(words.includes(rank), `rank ${rank} is in ${words}`);
});

check('map zooms to a part, keeps the view after a reload and resets it', async ({ page }) => {
  // The buttons above the map are hidden, because Chromium may draw their borders differently at each visit.
  const dots = async () => {
    await page.$eval('.map-panel .zoom', (controls) => { controls.style.visibility = 'hidden'; });
    return squareMeans(page);
  };
  const before = await dots();
  await page.focus('#list-class-0');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(200);
  const zoomed = await dots();
  assert.notDeepEqual(zoomed, before);
  // The view of the map is saved when the map has stopped moving.
  await page.waitForTimeout(1000);
  await page.reload();
  await page.waitForSelector('#map-dots[data-painter=canvas]');
  await page.waitForTimeout(1000);
  assert.deepEqual(await dots(), zoomed, 'the view survives a reload');
  await page.focus('#map');
  await page.keyboard.press('Home');
  await page.evaluate(() => document.activeElement.blur());
  await page.waitForTimeout(200);
  assert.deepEqual(await dots(), before);
  const second = (await picks(page))[1];
  await page.focus('#list-class-0');
  await page.click('#picks .pick:nth-child(2) button');
  await page.focus('#map');
  await page.keyboard.press('Enter');
  assert.equal(typeof second, 'number');
  assert.equal(await page.locator('.pick.current').count(), 1);
});

test('map: layout settles, and the same seed gives the same picture', { timeout: LONG }, async () => {
  const layOut = async (options) => {
    const initScript = NO_WEBGL;
    const { page, context, problems } = await openPage(browsers.canvas, { initScript, ...options });
    await chooseWithEmbeddings(page, CSV, NPY);
    await set(page, 'budget', 8);
    await page.evaluate(() => {
      window.seen = new Set();
      const look = () => {
        const canvas = document.querySelector('#map-dots');
        if (canvas?.width > 1) window.seen.add(canvas.toDataURL());
        requestAnimationFrame(look);
      };
      look();
    });
    await page.click('#select');
    await waitForRun(page);
    await page.waitForTimeout(300);
    const svg = (await saveFile(page, '#map-svg')).bytes.toString();
    const pictures = await page.evaluate(() => window.seen.size);
    // The layout of the map is the same after a reload.
    await page.reload();
    await page.waitForSelector('#map-dots[data-painter=canvas]');
    await page.waitForTimeout(300);
    assert.equal((await saveFile(page, '#map-svg')).bytes.toString(), svg, 'the map survives a reload');
    await page.focus('#list-class-0');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.card');
    assert.match(await page.innerText('.card'), /\d+ in its part/, 'the edges survive a reload');
    assert.deepEqual(problems, []);
    await context.close();
    return { svg, pictures };
  };
  const animated = await layOut({});
  const reduced = await layOut({ reducedMotion: 'reduce' });
  assert.equal(animated.svg, reduced.svg);
  assert.ok(animated.pictures >= 2, `${animated.pictures} pictures before the layout settled`);
  assert.ok(reduced.pictures <= animated.pictures, 'reduced motion shows no more pictures');
});
