// Tests a phone with a narrow screen and touch input only. The user can reach everything by taps.
// The user moves and pinches the map without moving the page. Gestures outside the map scroll the page.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, currentRow, folder, launch, parseCsv, picks, storedLog, visit, waitForRow, waitForRun, waitForSaved,
} from '../support/tools.mjs';
import { closeSettings, openSettings, show } from '../support/views.mjs';

const scratch = folder('e2e');
const shots = folder('shots');
const N = 60;
const BEGINNINGS = [
  'How do I replace the card that I lost', 'A recipe for soup with lentils', 'The probe sent pictures of Saturn', 'When do roses bloom',
];
const CSV = join(scratch, 'touch.csv');
const NPY = join(scratch, 'touch.npy');
const LINES = Array.from({ length: N }, (_, n) => `"${BEGINNINGS[n % 4]}, asked for the ${n}th time?",00${n}`);
writeFileSync(CSV, ['text,number', ...LINES].join('\n'));
writeFileSync(NPY, npy(N, 4));

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
/** Minimum size of a touch target, in CSS pixels (WCAG 2.2, criterion 2.5.8). */
const MIN_TARGET = 24;
/** Minimum size, in CSS pixels, of the touch targets that the user needs for every text. */
const MIN_LABELING_TARGET = 44;

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

function check(name, body) {
  test(`touch: ${name}`, { timeout: LONG }, () => visit(browser, `touch ${name}`, body, PHONE));
}

/** Checks that the page is as wide as the phone, is not zoomed, and cannot scroll sideways. */
async function checkFit(page, screen) {
  const layout = await page.evaluate(() => {
    const { clientWidth, scrollWidth, scrollLeft } = document.documentElement;
    const wide = [...document.querySelectorAll('body *')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      return width > 0 && right > clientWidth + 1;
    });
    return {
      widths: [window.innerWidth, clientWidth, scrollWidth, window.visualViewport.width],
      left: [scrollLeft, window.visualViewport.offsetLeft],
      // Wide content is reported only if the page overflows, because the content of a scroll container may be wide.
      wide: scrollWidth > clientWidth ? wide.slice(0, 5).map(({ tagName, id, className }) => `${tagName}#${id}.${className}`) : [],
    };
  });
  const { width } = PHONE.viewport;
  assert.deepEqual(layout, { widths: [width, width, width, width], left: [0, 0], wide: [] }, screen);
  await page.screenshot({ path: join(shots, `touch-${screen.replaceAll(' ', '-')}.png`) });
}

/** Lists touch targets that are smaller than `minimum` CSS pixels. The label of a checkbox is part of its touch target. */
const smallTargets = (page, selector, minimum = MIN_TARGET) => page.$$eval(
  `${selector} :is(button, select, summary, a, textarea, input)`,
  (targets, minimum) => targets.flatMap((target) => {
    const tapped = target.matches('[type=checkbox], [type=radio], [type=file]') ? target.closest('label') ?? target : target;
    if (!tapped.checkVisibility({ visibilityProperty: true })) return [];
    const { width, height } = tapped.getBoundingClientRect();
    const size = `${width.toFixed(1)}×${height.toFixed(1)}`;
    const name = `${target.tagName}#${target.id} “${target.innerText || target.ariaLabel}”`;
    return width < minimum || height < minimum ? [`${name} ${size}`] : [];
  }),
  minimum,
);

/** Chooses a theme in the settings. Returns the color scheme of the page. */
async function chooseTheme(page, theme) {
  await page.selectOption('#settings-theme', theme);
  return page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
}

/** Sends touch events like the operating system. Each of `paths` contains the points of one finger. */
async function moveFingers(page, ...paths) {
  const devtools = await page.context().newCDPSession(page);
  const touchPoints = (step) => paths.map((path, id) => ({ x: path[step][0], y: path[step][1], id }));
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: touchPoints(0) });
  for (let step = 1; step < paths[0].length; step += 1) {
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: touchPoints(step) });
  }
  // The fingers rest before they are lifted.
  // Without the pause, kinetic scrolling would continue, and the next tap would only stop the scrolling.
  await page.waitForTimeout(300);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

const straightPath = ([x, y], [toX, toY], steps = 10) =>
  Array.from({ length: steps + 1 }, (_, step) => [x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps]);

const scrollState = (page) => page.evaluate(() => {
  const { scale, offsetLeft, offsetTop } = window.visualViewport;
  return { top: window.scrollY, left: window.scrollX, scale, offsetLeft, offsetTop };
});

/** Waits for two frames, after which the page has drawn its changes. */
const waitForDrawing = (page) => page.evaluate(() => new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(resolve));
}));

async function downloadByTap(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.tap(button)]);
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

/** Positions of the picks on the saved picture of the map, by rank, in pixels from the corner of the map. */
async function mapPositions(page) {
  const { text } = await downloadByTap(page, '#map-svg');
  const positions = [];
  for (const [, x, y, rank] of text.matchAll(/<text x="([-\d.]+)" y="([-\d.]+)" font-size="[^>]*>(\d+)<\/text>/g)) {
    positions[rank - 1] = [Number(x), Number(y)];
  }
  assert.equal(positions.filter(Boolean).length, 6, 'every pick has its rank on the map');
  return positions;
}

/** The root mean square distance of the points from their mean. */
function spread(positions) {
  const mean = [0, 1].map((axis) => positions.reduce((sum, position) => sum + position[axis], 0) / positions.length);
  return Math.sqrt(positions.reduce((sum, [x, y]) => sum + (x - mean[0]) ** 2 + (y - mean[1]) ** 2, 0) / positions.length);
}

/** Scrolls the whole map into view. Returns the box of the map. */
async function mapBox(page) {
  await page.$eval('#map', (map) => map.scrollIntoView({ block: 'center' }));
  await waitForDrawing(page);
  return page.locator('#map').boundingBox();
}

async function createProject(page, budget = 6) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.tap('.drop')]);
  await chooser.setFiles([CSV, NPY]);
  await page.waitForSelector('#given-embeddings');
  await page.tap('#budget');
  await page.fill('#budget', String(budget));
  await page.tap('#select');
  await waitForRun(page);
}

async function typeInto(page, field, text) {
  // Two taps in quick succession at nearby points would be a double tap, which selects text and sets no caret.
  await page.waitForTimeout(400);
  await page.tap(field);
  await page.waitForSelector(`${field}:focus`);
  await page.keyboard.type(text);
}

async function addLabelsByTap(page, ...names) {
  for (const name of names) {
    await typeInto(page, '#label-name', name);
    await page.tap('#add-label');
    await page.waitForSelector(`.label-button[data-label="${name}"]`);
  }
}

check('taps alone choose, select, label and export, and every screen fits', async ({ page }) => {
  await checkFit(page, 'welcome');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.tap('.drop')]);
  await chooser.setFiles([CSV, NPY]);
  await page.waitForSelector('#given-embeddings');
  await checkFit(page, 'settings');
  assert.equal(await page.isVisible('#theme'), false, 'the header has no space for the theme');
  assert.equal(await chooseTheme(page, 'dark'), 'dark');
  await page.tap('.advanced summary');
  await page.waitForSelector('#workers', { state: 'visible' });
  await checkFit(page, 'settings unfolded');
  await page.tap('#budget');
  await page.fill('#budget', '6');
  await page.tap('#select');
  await waitForRun(page);
  await checkFit(page, 'picks');
  await addLabelsByTap(page, 'money', 'a kitchen or a garden, whichever of the two it may be');
  await checkFit(page, 'labels');
  const backupButton = async () => (await page.innerText('#back-up-now')).replace(/\s+/g, ' ');
  assert.equal(await backupButton(), 'Back up •', 'the label set has changed, but no text has a label');
  for (const view of ['data', 'review', 'export', 'label']) {
    await show(page, view);
    await checkFit(page, `${view} view`);
  }
  await openSettings(page);
  await checkFit(page, 'settings of the next selection');
  assert.equal(await chooseTheme(page, 'light'), 'light');
  await closeSettings(page);

  const rows = await picks(page);
  const buttons = page.locator('.label-button');
  assert.equal(await currentRow(page), rows[0]);
  await buttons.nth(0).tap();
  await waitForRow(page, rows[1]);
  await buttons.nth(1).tap();
  await waitForRow(page, rows[2]);
  await page.tap('#skip');
  await waitForRow(page, rows[3]);
  assert.equal(await backupButton(), 'Back up 2', 'the button has a text and the number of labels');
  const name = await page.getAttribute('#back-up-now', 'aria-label');
  assert.match(name, /^Back up: 2 labels and \d+ other changes not backed up$/, 'the name says what the number counts');
  assert.ok((await page.getAttribute('#back-up-now', 'title')).startsWith(`${name.replace('Back up: ', '')}: `));
  await page.tap('#more-tools');
  await page.tap('#flag');
  await page.tap('#cannot-tell');
  await waitForRow(page, rows[4]);
  await page.tap('#undo');
  await waitForRow(page, rows[3]);
  await page.tap('#redo');
  await page.waitForSelector(`#picks [data-row="${rows[3]}"] .chip.passed`);
  await page.tap(`#picks [data-row="${rows[0]}"] button`);
  await waitForRow(page, rows[0]);
  assert.equal(await page.getAttribute('.label-button >> nth=0', 'aria-pressed'), 'true');
  await checkFit(page, 'listed pick');
  await buttons.nth(1).tap();
  await page.waitForSelector(`#picks [data-row="${rows[0]}"][data-label^="a kitchen"]`);
  await page.tap(`#picks [data-row="${rows[5]}"] button`);
  await waitForRow(page, rows[5]);
  await typeInto(page, '#note', 'written with a thumb');
  await page.tap('.annotate h2');
  await page.waitForSelector(`#picks [data-row="${rows[5]}"] [role=img][aria-label="note: written with a thumb"]`);
  await waitForSaved(page);
  await page.tap('.label-button >> nth=0');
  await page.waitForSelector(`#picks [data-row="${rows[5]}"][data-label=money]`);
  await waitForSaved(page);
  const annotations = Object.fromEntries((await storedLog(page)).map(({ row, said: annotations }) => [row, annotations]));
  const kitchen = await buttons.nth(1).getAttribute('data-label');
  assert.deepEqual(rows.map((row) => annotations[row]?.labels.join() ?? ''), [kitchen, kitchen, '', '', '', 'money']);
  assert.deepEqual([annotations[rows[2]].passed, annotations[rows[3]].passed, annotations[rows[3]].flagged], ['skipped', 'cannot-tell', true]);

  await page.tap('.label-set summary');
  await page.waitForSelector('.label-set .description', { state: 'visible' });
  await checkFit(page, 'labels unfolded');
  await page.tap('.tools button:has-text("Guidelines")');
  await page.waitForSelector('#help-dialog[open]');
  await checkFit(page, 'guidelines and keys');
  await page.tap('#help-dialog .actions button');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  const { text } = await downloadByTap(page, '#export-csv');
  const [header, ...records] = parseCsv(text);
  const cell = (record, name) => record[header.indexOf(name)];
  assert.deepEqual(records.map((record) => [cell(record, 'row'), cell(record, 'label'), cell(record, 'number')]),
    [0, 1, 5].map((rank) => [String(rows[rank]), rank === 5 ? 'money' : kitchen, `00${rows[rank]}`]));
  await checkFit(page, 'export');
  await page.tap('#new-project');
  await page.waitForSelector('#projects li');
  await checkFit(page, 'projects');
  await page.tap('.project-open');
  await page.waitForSelector(`#picks [data-row="${rows[1]}"][data-label^="a kitchen"]`);
});

check('tapped label is given while a note has the focus, and the note is kept', async ({ page }) => {
  await createProject(page, 8);
  const rows = await picks(page);
  await addLabelsByTap(page, 'money', 'garden');
  // With labels, flags and skips of every kind, the progress text is long.
  for (const [rank, button] of ['.label-button >> nth=0', '.label-button >> nth=1', '#skip', '#cannot-tell'].entries()) {
    await page.tap(button);
    await waitForRow(page, rows[rank + 1]);
    await waitForSaved(page);
  }
  // The finger leaves the note and immediately presses a label button near one edge of the button.
  // The message about saving must not move the label away from under the finger.
  const buttons = page.locator('.label-button >> nth=0');
  const { height } = await buttons.boundingBox();
  const scrolls = {
    'at the top': () => page.evaluate(() => window.scrollTo(0, 0)),
    'further down': () => page.$eval('.label-buttons', (buttons) => window.scrollBy(0, buttons.getBoundingClientRect().top - 80)),
  };
  let rank = 4;
  for (const [name, scroll] of Object.entries(scrolls)) {
    for (const [edge, y] of [['upper', 4], ['lower', height - 4]]) {
      await scroll();
      await typeInto(page, '#note', `written with a thumb ${rank}`);
      await scroll();
      await waitForDrawing(page);
      await buttons.tap({ position: { x: 40, y } });
      const pick = `#picks [data-row="${rows[rank]}"]`;
      await page.waitForSelector(`${pick} [role=img][aria-label="note: written with a thumb ${rank}"]`);
      // The click assigns the label, without waiting for another event.
      const isGiven = await page.waitForSelector(`${pick}[data-label=money]`, { timeout: 5_000 }).catch(() => null);
      assert.ok(isGiven, `${name}, ${edge} edge: the tap did not give the label`);
      await waitForSaved(page);
      rank += 1;
    }
  }
});

check('targets of the labeling panel are at least 24 pixels large', async ({ page }) => {
  await createProject(page);
  await addLabelsByTap(page, 'a', 'b', 'c');
  await page.tap('.label-button >> nth=0');
  await page.waitForSelector('.pick[data-label=a]');
  for (const part of ['.label-row', '.toolbar', '.note-field', '.add-label']) {
    assert.deepEqual(await smallTargets(page, part, MIN_LABELING_TARGET), [], part);
  }
  await page.tap('#more-tools');
  await page.waitForSelector('.label-set', { state: 'visible' });
  await page.evaluate(() => document.querySelectorAll('.labeling details').forEach((details) => { details.open = true; }));
  const visibleButtons = await page.$$eval('.annotate button', (buttons) => buttons.filter((button) => button.checkVisibility()).length);
  assert.ok(visibleButtons > 15, `${visibleButtons} visible buttons`);
  assert.deepEqual(await smallTargets(page, '.annotate'), []);
  assert.deepEqual(await smallTargets(page, '.picks'), []);
  await page.selectOption('#answers', 'several');
  await page.waitForSelector('#go-on');
  assert.deepEqual(await smallTargets(page, '.annotate'), []);
});

check('tapped map point shows its text, and the tap presses nothing there', async ({ page }) => {
  await createProject(page);
  await addLabelsByTap(page, 'money', 'garden');
  const rows = await picks(page);
  for (const rank of [3, 5]) {
    const row = rows[rank - 1];
    const positions = await mapPositions(page);
    const box = await mapBox(page);
    const [x, y] = positions[rank - 1];
    await page.touchscreen.tap(box.x + x, box.y + y);
    await waitForRow(page, row);
    await page.waitForFunction(() => document.querySelector('.workspace').dataset.view === 'label');
    const text = await page.innerText(`#picks [data-row="${row}"] .pick-text`);
    assert.ok((await page.innerText('#current-text')).includes(text), `the text of rank ${rank} is shown`);
    await checkFit(page, `text of rank ${rank}`);
    assert.equal(await page.locator('#picks :is(.chip, .mark)').count(), 0);
  }
  await show(page, 'data');
  const box = await mapBox(page);
  await page.touchscreen.tap(box.x + 3, box.y + 3);
  await waitForDrawing(page);
  assert.equal(await currentRow(page), rows[4]);
  assert.equal(await page.getAttribute('.workspace', 'data-view'), 'data');
});

check('two fingers zoom and one finger moves the map without moving the page', async ({ page }) => {
  await createProject(page);
  const row = await currentRow(page);
  const first = await mapPositions(page);
  /** Calls `act` with the box of the map. Returns the positions of the picks before and after `act`. */
  const measureMove = async (gesture, act) => {
    const earlier = await mapPositions(page);
    const box = await mapBox(page);
    const before = await scrollState(page);
    await act({ ...box, middle: [box.x + box.width / 2, box.y + box.height / 2] });
    await waitForDrawing(page);
    assert.deepEqual(await scrollState(page), before, `page position after ${gesture}`);
    return [earlier, await mapPositions(page), box];
  };

  /** Moves two fingers from one distance to another, in pixels. The map must grow by the same factor as the distance. */
  const pinch = async (startDistance, endDistance) => {
    const [earlier, later, { width, height }] = await measureMove(`fingers from ${startDistance} to ${endDistance} pixels apart`, ({ middle: [x, y] }) =>
      moveFingers(page, straightPath([x - startDistance / 2, y], [x - endDistance / 2, y]), straightPath([x + startDistance / 2, y], [x + endDistance / 2, y])));
    const factor = spread(later) / spread(earlier);
    const isRight = Math.abs(factor / (endDistance / startDistance) - 1) < 0.1;
    assert.ok(isRight, `from ${startDistance} to ${endDistance} pixels apart the map is ${factor.toFixed(2)} times as large`);
    // The point between the fingers stays in place. All other points move away from the middle or towards the middle.
    const [left, top] = [width / 2, height / 2];
    for (const [n, [x, y]] of earlier.entries()) {
      const deviation = Math.hypot(later[n][0] - left - factor * (x - left), later[n][1] - top - factor * (y - top));
      assert.ok(deviation < 10, `rank ${n + 1} is ${deviation.toFixed(1)} pixels from its expected position`);
    }
  };

  // Zooming out first keeps all picks on the map.
  await pinch(160, 80);
  await checkFit(page, 'map zoomed out');
  // The map moves in both directions, although the page could scroll in either direction.
  for (const [deltaX, deltaY] of [[30, 0], [0, -40], [-30, 40]]) {
    const [earlier, later] = await measureMove(`a finger by ${deltaX}, ${deltaY}`, ({ middle: [x, y] }) =>
      moveFingers(page, straightPath([x, y], [x + deltaX, y + deltaY])));
    const moved = [0, 1].map((axis) => later.reduce((sum, position, n) => sum + position[axis] - earlier[n][axis], 0) / later.length);
    assert.ok(Math.hypot(moved[0] - deltaX, moved[1] - deltaY) < 2, `a finger by ${deltaX}, ${deltaY} moved the map by ${moved}`);
    assert.ok(Math.abs(spread(later) / spread(earlier) - 1) < 0.01, 'one finger does not zoom');
  }

  await pinch(80, 160);

  // One finger is lifted first. The other finger then moves the map.
  const [earlier, later] = await measureMove('one finger after two', async ({ middle: [x, y] }) => {
    const devtools = await page.context().newCDPSession(page);
    const touch = (type, ...points) => devtools.send('Input.dispatchTouchEvent', {
      type, touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
    await touch('touchStart', [x, y - 80], [x, y + 80]);
    for (const apart of [70, 60, 50, 40]) await touch('touchMove', [x, y - apart], [x, y + apart]);
    // A finger whose point is missing in the touch event was lifted.
    for (const step of [0, 10, 20, 30]) await touch('touchMove', [x, y - 40 + step]);
    await page.waitForTimeout(300);
    await touch('touchEnd');
  });
  const half = spread(later) / spread(earlier);
  assert.ok(half > 0.45 && half < 0.55, `scale after the pinch: ${half.toFixed(2)}`);

  assert.equal(await currentRow(page), row, 'no gesture counts as a tap');
  await page.tap('.zoom button >> nth=2');
  await waitForDrawing(page);
  for (const [n, [x, y]] of (await mapPositions(page)).entries()) {
    assert.ok(Math.hypot(x - first[n][0], y - first[n][1]) < 0.5, 'the button restores the first view');
  }
});

check('rectangle drawn by finger marks texts without moving the page', async ({ page }) => {
  await createProject(page);
  await page.tap('#tool-rectangle');
  const box = await mapBox(page);
  const before = await scrollState(page);
  await moveFingers(page, straightPath([box.x + 2, box.y + 2], [box.x + box.width - 60, box.y + box.height - 2]));
  await page.waitForSelector('#marked-clear');
  assert.deepEqual(await scrollState(page), before);
  const marked = Number((await page.innerText('#marked-count')).match(/\d+/)[0]);
  assert.ok(marked > 0 && marked <= N, `${marked} marked texts`);
  await checkFit(page, 'marked texts');
  assert.deepEqual(await smallTargets(page, '.marks'), []);
  const edges = await page.evaluate(() => ['#map', '.marks', '.legend'].flatMap((name) => {
    const { top, bottom } = document.querySelector(name).getBoundingClientRect();
    return [top, bottom].map(Math.round);
  }));
  assert.deepEqual(edges, edges.toSorted((a, b) => a - b), 'the actions for marked texts are below the map');
  assert.ok(await page.$eval('.marks', (marks) => marks.scrollHeight <= marks.clientHeight), 'the actions for marked texts are visible');
  await page.tap('#marked-clear');
  await page.waitForSelector('#marked-clear', { state: 'detached' });
});

check('finger outside the map scrolls the page', async ({ page }) => {
  await createProject(page);
  await addLabelsByTap(page, 'a', 'b');
  await page.evaluate(() => { document.activeElement?.blur(); window.scrollTo(0, 0); });
  await waitForDrawing(page);
  const { height } = PHONE.viewport;
  const above = await page.evaluate(() => document.querySelector('#current-text').getBoundingClientRect().top);
  assert.ok(above < height, 'the text is in view at the top');
  for (const selector of ['#current-text', '.label-buttons', '.map-tools', '.legend-head', '.coverage']) {
    await page.$eval(selector, (element) => element.scrollIntoView({ block: 'center' }));
    await waitForDrawing(page);
    const box = await page.locator(selector).boundingBox();
    const before = await scrollState(page);
    const from = [box.x + Math.min(box.width / 2, 40), box.y + Math.min(box.height / 2, 60)];
    const up = before.top < 200;
    await moveFingers(page, straightPath(from, [from[0], from[1] + (up ? -200 : 200)], 20));
    await page.waitForFunction(([top, up]) => (up ? window.scrollY - top : top - window.scrollY) > 100, [before.top, up]);
    const after = await scrollState(page);
    assert.deepEqual([after.left, after.scale], [0, 1], `${selector}: vertical scrolling only`);
  }
});
