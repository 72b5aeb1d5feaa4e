// Tests that tabs, keys, URLs and the browser history switch the views of the result screen. Also tests the settings drawer.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, PAGE, addLabels, chooseWithEmbeddings, folder, launch, leaveFields, picks, select, visit, waitForRow,
  waitForRun, waitForSaved,
} from '../support/tools.mjs';
import { waitForFrames } from '../support/views.mjs';

const N = 48;
const CSV = join(folder('e2e'), 'views.csv');
writeFileSync(CSV, `text,topic\n${Array.from({ length: N }, (_, n) => `Text number ${n} of the views,${n % 4}`).join('\n')}\n`);

/** For each view, an element that only this view shows. */
const OF_VIEW = { data: '#text-column', label: '#current-text', review: '#answers-panel', export: '#export-csv' };
const VIEWS = Object.keys(OF_VIEW);

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

// The tests of this file choose the view themselves, without the helper that shows the view of a used element.
const check = (name, body, options) =>
  test(`views: ${name}`, { timeout: LONG }, () => visit(browser, `views ${name}`, body, { followsViews: false, ...options }));

async function createProject(page) {
  await chooseWithEmbeddings(page, CSV, npy(N, 4));
  await page.fill('#budget', '6');
  await select(page);
}

/** Checks that only the view `view` is shown, and that the selected tab and the URL name the view. */
async function checkView(page, view) {
  await page.waitForFunction((view) => location.hash === `#view=${view}`, view);
  await page.waitForSelector(OF_VIEW[view]);
  for (const other of VIEWS.filter((other) => other !== view)) {
    assert.equal(await page.locator(OF_VIEW[other]).isVisible(), false, `${other} is hidden in ${view}`);
  }
  assert.deepEqual(await page.$$eval('.views [aria-current=page]', (tabs) => tabs.map(({ id }) => id)), [`view-${view}`]);
}

const back = (page) => page.evaluate(() => history.back());

check('every view shows the steps that were made in it, and the label view shows every step', async ({ page }) => {
  await createProject(page);
  const rows = await picks(page);
  await addLabels(page, 'yes');
  await leaveFields(page);
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  const waitForStep = (place, words) => page.waitForFunction(
    ([place, words]) => {
      const line = document.querySelector(`${place} .last-step`);
      return line?.checkVisibility({ visibilityProperty: true }) && line.innerText.replace(/[\u2068\u2069\s]+/g, ' ').includes(words);
    }, [place, words]);
  await waitForStep('.labeled', 'Labeled as yes');
  await page.click('#view-export');
  await leaveFields(page);
  assert.equal((await page.innerText('.export-column .last-step')).trim(), '', 'the step was made in another view');
  await page.keyboard.press('Control+z');
  await waitForStep('.export-column', 'Undone: Labeled as yes · Redo');
  await page.click('#view-data');
  await leaveFields(page);
  assert.equal((await page.innerText('.data-column .last-step')).trim(), '');
  await page.keyboard.press('Control+y');
  await waitForStep('.data-column', 'Labeled as yes · Undo');
  await page.click('.data-column .last-step button');
  await waitForStep('.data-column', 'Undone: Labeled as yes');
  await page.click('.data-column .last-step button');
  // On a small phone, the line about the last step, such as “Labeled as yes”, is next to the status of the text.
  await page.setViewportSize({ width: 320, height: 568 });
  await page.click('#view-label');
  await waitForStep('.labeled', 'Labeled as yes');
  const [step, status] = await page.$$eval('.labeled .last-step, .labeled .beneath',
    (lines) => lines.map((line) => line.getBoundingClientRect()).map(({ top, height, width }) => ({ top, height, width })).reverse());
  assert.ok(step.width > 100 && status.width > 100 && step.top < status.top + status.height && status.top < step.top + step.height,
    JSON.stringify({ step, status }));
});

check('each view is one click and one key away, and shows only its task', async ({ page }) => {
  assert.equal(await page.locator('.views').count(), 0);
  await createProject(page);
  await checkView(page, 'label');
  for (const view of ['data', 'review', 'export', 'label']) {
    await page.click(`#view-${view}`);
    await checkView(page, view);
  }
  for (const view of ['export', 'data', 'label', 'review']) {
    await page.keyboard.press(`Alt+${VIEWS.indexOf(view) + 1}`);
    await checkView(page, view);
  }
  // The page uses the physical position of the key, not the character that the key types.
  // The tested keyboard layouts need Shift for digits, or have digits of another script.
  for (const [key, code, view] of [['&', 'Digit1', 'data'], ['٢', 'Digit2', 'label']]) {
    await page.evaluate((init) => document.body.dispatchEvent(
      new KeyboardEvent('keydown', { altKey: true, bubbles: true, cancelable: true, ...init })), { key, code });
    await checkView(page, view);
  }
  // The page has a single map, which two views show.
  assert.equal(await page.locator('canvas#map').count(), 1);
  const small = await page.locator('#map').boundingBox();
  await page.keyboard.press('Alt+1');
  await checkView(page, 'data');
  const large = await page.locator('#map').boundingBox();
  assert.ok(large.width > 1.5 * small.width && large.height > 1.3 * small.height, `${JSON.stringify([small, large])}`);
  // Texts and buttons in the panel start at the same horizontal position.
  await page.waitForSelector('#protect');
  const starts = await page.evaluate(() => ['#found', '#protect'].map((selector) => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector(selector));
    return range.getBoundingClientRect().left;
  }));
  assert.ok(Math.abs(starts[0] - starts[1]) <= 1.5, `the lines start at ${starts.join(' and ')}`);
});

check('key in a field changes the view and keeps the input', async ({ page }) => {
  await createProject(page);
  const [row] = await picks(page);
  await page.focus('#note');
  await page.keyboard.type('half a note');
  await page.keyboard.press('Alt+4');
  await checkView(page, 'export');
  await page.waitForSelector(`#picks [data-row="${row}"] [aria-label="note: half a note"]`, { state: 'attached' });
  await page.keyboard.press('Alt+2');
  await page.waitForSelector('#current-text:focus');
  assert.equal(await page.inputValue('#note'), 'half a note');
});

check('keys of labels act in the label view only', async ({ page }) => {
  await createProject(page);
  await addLabels(page, 'yes', 'no');
  const rows = await picks(page);
  for (const view of ['data', 'review', 'export']) {
    await page.click(`#view-${view}`);
    await checkView(page, view);
    await leaveFields(page);
    for (const key of ['1', 's', 'ArrowRight', 'Enter', '!']) await page.keyboard.press(key);
  }
  await page.keyboard.press('Alt+2');
  assert.equal(await page.getAttribute('#current-text', 'data-row'), String(rows[0]));
  assert.equal(await page.locator('#picks .chip, #picks .mark').count(), 0, 'nothing is said about a text that is not shown');
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await waitForSaved(page);
  // Undo also works in a view that does not show the affected text.
  await page.keyboard.press('Alt+1');
  await checkView(page, 'data');
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => !document.querySelector('#picks .chip'));
});

check('keys and jumps show the view that they need', async ({ page }) => {
  await createProject(page);
  await addLabels(page, 'yes');
  const rows = await picks(page);
  await page.keyboard.press('1');
  await waitForRow(page, rows[1]);
  await page.keyboard.press('Alt+1');
  await checkView(page, 'data');
  await page.keyboard.press('>');
  await page.waitForSelector('#more:focus');
  await checkView(page, 'label');
  await leaveFields(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+e')]);
  assert.equal(file.suggestedFilename(), 'views-labeled.csv');
  await checkView(page, 'export');
  await page.waitForSelector('#export-csv:focus');
  await page.keyboard.press('Alt+1');
  await page.fill('#map-search', 'number 17 ');
  await page.click('#search-results li[data-row="17"] button');
  await checkView(page, 'label');
  await waitForRow(page, 17);
});

check('second press of a double click presses nothing in the view that the first one showed', async ({ page }) => {
  await createProject(page);
  await addLabels(page, 'yes');
  await page.click('#view-data');
  await page.fill('#map-search', 'number 17 ');
  await page.waitForSelector('#search-results li[data-row="17"] button');
  const press = (selector, detail) => page.$eval(selector, (element, detail) =>
    element.dispatchEvent(new MouseEvent('click', { detail, bubbles: true, cancelable: true })), detail);
  await press('#search-results li[data-row="17"] button', 1);
  await checkView(page, 'label');
  await waitForRow(page, 17);
  await page.waitForSelector('#current-text:focus');
  const pressAt = async (selector, clickCount) => {
    const { x, y, width, height } = await page.locator(selector).boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
  };
  await page.evaluate(() => {
    window.doubleClicks = 0;
    document.querySelector('#map').addEventListener('dblclick', () => { window.doubleClicks += 1; });
  });
  await pressAt('#note', 2);
  await pressAt('#map', 2);
  assert.deepEqual(await page.evaluate(() => [document.activeElement.id, window.doubleClicks]), ['current-text', 0]);
  await press('.label-button', 2);
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.pick-list .chip').count(), 0);
  await press('.label-button', 1);
  await page.waitForSelector('.pick-list [data-row="17"] .chip', { state: 'attached' });
  // A double click whose two presses are in the same view works as usual.
  await pressAt('#note', 1);
  await page.waitForSelector('#note:focus');
  for (const clickCount of [1, 2]) await pressAt('#map', clickCount);
  assert.equal(await page.evaluate(() => window.doubleClicks), 1);
});

check('list shows the current text after the project was opened in another view', async ({ page }) => {
  await chooseWithEmbeddings(page, CSV, npy(N, 4));
  await page.fill('#budget', '40');
  await select(page);
  const rows = await picks(page);
  await page.click(`#picks [data-row="${rows.at(-1)}"] button`);
  await waitForRow(page, rows.at(-1));
  await page.click('#view-export');
  await checkView(page, 'export');
  await waitForSaved(page);
  await page.reload();
  await page.waitForSelector('#export-csv');
  await page.keyboard.press('Alt+2');
  await checkView(page, 'label');
  await page.waitForFunction(() => {
    const list = document.querySelector('#picks').getBoundingClientRect();
    const { top, bottom } = document.querySelector('#picks .pick.current').getBoundingClientRect();
    return top >= list.top - 1 && bottom <= list.bottom + 1;
  });
  // While the user moves through the texts, the list also shows the text after the current text.
  await page.click(`#picks [data-row="${rows[10]}"] button`);
  await waitForRow(page, rows[10]);
  for (const row of rows.slice(11, 20)) {
    await page.keyboard.press('ArrowRight');
    await waitForRow(page, row);
  }
  await page.waitForFunction((row) => {
    const [list, next] = ['#picks', `#picks [data-row="${row}"]`].map((selector) => document.querySelector(selector).getBoundingClientRect());
    return next.top >= list.top && next.top < list.bottom - 10;
  }, rows[20]);
});

check('unknown view in the URL is reported', async ({ page, context }) => {
  await createProject(page);
  await waitForSaved(page);
  await page.close();
  const tab = await context.newPage();
  await tab.goto(`${PAGE}#view=labels`);
  await tab.waitForSelector('#explainer-problem');
  assert.match(await tab.innerText('#explainer-problem'), /“view” with the value “labels”/);
  assert.equal(await tab.evaluate(() => location.hash), '#view=labels', 'the user can correct the URL');
  await tab.click('#close-explainer');
  await checkView(tab, 'label');
});

check('Back closes the dialog, returns to the view before, and then leaves the page', async ({ page }) => {
  await page.goto('about:blank');
  await page.goto(PAGE);
  await page.waitForSelector('#try-sample');
  await createProject(page);
  await page.click('#view-data');
  await page.click('#view-export');
  await checkView(page, 'export');
  await page.click('#open-settings');
  await page.waitForSelector('#settings-dialog[open]');
  await page.waitForFunction(() => history.state.step === 3);
  await back(page);
  await page.waitForSelector('#settings-dialog', { state: 'hidden' });
  await checkView(page, 'export');
  await back(page);
  await checkView(page, 'data');
  await page.evaluate(() => history.forward());
  await checkView(page, 'export');
  // The history entries and their views survive a reload.
  await page.reload();
  await page.waitForSelector('#export-csv');
  await checkView(page, 'export');
  await back(page);
  await checkView(page, 'data');
  // A dialog that the user closed without the Back button leaves no history entry.
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#help-dialog', { state: 'hidden' });
  await back(page);
  await checkView(page, 'label');
  await back(page);
  await page.waitForURL('about:blank');
});

check('help groups the keys and separates them from the guidelines', async ({ page }) => {
  await createProject(page);
  await leaveFields(page);
  await page.keyboard.press('?');
  await page.waitForSelector('#help-dialog[open] #guidelines');
  const groups = await page.$$eval('.help-keys .key-group', (groups) => groups.map((group) => {
    const heading = group.querySelector('h4');
    const { left, top } = heading.getBoundingClientRect();
    return { title: heading.textContent, keys: group.querySelectorAll('kbd').length, left, top };
  }));
  assert.ok(groups.length >= 3 && groups.every(({ title, keys }) => title && keys > 0), JSON.stringify(groups));
  assert.equal(await page.locator('.help-keys #guidelines, .help-project .key-group').count(), 0);
  // The first headings of all columns are at the same vertical position.
  const lefts = [...new Set(groups.map(({ left }) => left))];
  const tops = lefts.map((left) => Math.min(...groups.filter((group) => group.left === left).map(({ top }) => top)));
  assert.ok(Math.max(...tops) - Math.min(...tops) <= 1, `the columns begin at ${tops}`);
});

check('URL names the view, and a reopened project shows its last view', async ({ page, context }) => {
  await createProject(page);
  await waitForSaved(page);
  await page.click('#view-review');
  await checkView(page, 'review');
  await page.evaluate(() => { location.hash = 'view=export'; });
  await checkView(page, 'export');
  await page.click('#new-project');
  await page.waitForSelector('#projects li');
  await page.waitForFunction(() => location.hash === '');
  await page.click('.project-open');
  await checkView(page, 'export');
  // The explainer has a URL of its own. After the explainer is closed, the page has the URL of the view again.
  await page.click('#open-settings');
  await page.click('#explainer-own');
  await page.waitForFunction(() => location.hash.startsWith('#explainer='));
  await page.click('#close-explainer');
  await page.waitForFunction(() => location.hash === '#view=export');
  await page.close();
  const tab = await context.newPage();
  await tab.goto(`${PAGE}#view=data`);
  await tab.waitForSelector('#text-column');
  await checkView(tab, 'data');
});

check('settings open in a drawer that closes when the selection starts', async ({ page }) => {
  await createProject(page);
  assert.equal(await page.locator('#budget').count(), 0, 'the settings are not on the screen');
  await page.keyboard.press('Alt+5');
  await page.waitForSelector('#settings-dialog[open]');
  // The number of texts and the encoder come first in the drawer, and rarely used settings are folded.
  const tops = await page.evaluate(() => ['#budget', '#encoder', '.advanced summary']
    .map((name) => document.querySelector(`#settings-dialog ${name}`).getBoundingClientRect().top));
  assert.deepEqual(tops, tops.toSorted((a, b) => a - b));
  for (const folded of ['#method', '#method-hint', '#neighbors', '#seed', '#workers']) assert.ok(!await page.isVisible(folded), folded);
  await page.click('#settings-dialog .advanced summary');
  await page.waitForSelector('#method', { state: 'visible' });
  assert.ok(await page.isVisible('#seed'));
  await page.keyboard.press('Escape');
  await page.waitForSelector('#settings-dialog', { state: 'hidden' });
  await page.click('#open-settings');
  assert.equal(await page.locator('#open-settings .differs').count(), 0);
  await page.fill('#budget', '8');
  // Changed settings are marked by a dot and by words, not only by color.
  await page.waitForSelector('#open-settings.outdated .differs');
  assert.match(await page.textContent('#open-settings'), /Settings, changed/);
  assert.match(await page.getAttribute('#open-settings', 'title'), /made with other settings/);
  await page.click('#select');
  await page.waitForSelector('#settings-dialog', { state: 'hidden' });
  await waitForRun(page);
  assert.equal((await picks(page)).length, 8);
  await page.waitForSelector('#open-settings:not(.outdated)');
  assert.equal(await page.locator('#open-settings .differs').count(), 0);
});

/** Elements that extend beyond the left or right side of the window, and panels that overlap. */
const misplaced = (page) => page.evaluate(() => {
  const name = ({ tagName, id, className }) => `${tagName.toLowerCase()}#${id}.${className}`;
  const { clientWidth, scrollWidth } = document.documentElement;
  const outside = [...document.querySelectorAll('.bar > *, .views > *, .panel, .workspace > *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return element.checkVisibility() && width > 0 && (left < -1 || right > clientWidth + 1);
  });
  const panels = [...document.querySelectorAll('.views, .workspace .panel')].filter((panel) => panel.checkVisibility() && !panel.closest('.ongoing'));
  const boxes = panels.map((panel) => panel.getBoundingClientRect());
  const isOver = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const overlapping = panels.flatMap((panel, at) => panels.slice(at + 1)
    .filter((other, next) => !panel.contains(other) && isOver(boxes[at], boxes[at + 1 + next]))
    .map((other) => `${name(panel)} covers ${name(other)}`));
  return [...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []), ...outside.map(name), ...overlapping];
});

for (const [width, height] of [[1280, 800], [1920, 1080], [390, 844]]) {
  check(`nothing is outside the window or covered at ${width} pixels`, async ({ page }) => {
    await createProject(page);
    await addLabels(page, 'yes', 'no', 'a longer name of a label');
    for (const view of VIEWS) {
      await page.click(`#view-${view}`);
      await page.waitForSelector(OF_VIEW[view]);
      await waitForFrames(page);
      assert.deepEqual(await misplaced(page), [], view);
      // On a large screen, the columns scroll separately, and the page does not scroll.
      if (width >= 1180) assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= window.innerHeight), `${view} fits into the window`);
    }
    await page.click('#open-settings');
    await page.waitForSelector('#settings-dialog[open]');
    const { x, width: drawerWidth } = await page.locator('#settings-dialog').boundingBox();
    assert.ok(x >= 0 && x + drawerWidth <= width + 1, `the drawer is from ${x} to ${x + drawerWidth}`);
  }, { viewport: { width, height } });
}

check('text has most of the window in the label view', async ({ page }) => {
  await createProject(page);
  const { width } = await page.locator('.annotate').boundingBox();
  assert.ok(width > 700, `the panel with the text is ${width} of 1280 pixels wide`);
});

check('phone shows the text, its labels and tabs for fingers', async ({ page }) => {
  await createProject(page);
  await addLabels(page, 'yes', 'no');
  await page.evaluate(() => scrollTo(0, 0));
  assert.equal(await page.isVisible('#map'), false, 'the map is in the data view');
  for (const selector of ['#current-text', '.label-button >> nth=1']) {
    const { y, height } = await page.locator(selector).boundingBox();
    assert.ok(y >= 0 && y + height <= 844, `${selector} is from ${y} to ${y + height}`);
  }
  const tabs = await page.$$eval('.views button', (tabs) => tabs.map((tab) => {
    const { width, height } = tab.getBoundingClientRect();
    return [tab.id, width, height];
  }));
  assert.equal(tabs.length, 5);
  for (const [id, width, height] of tabs) assert.ok(width >= 44 && height >= 44, `${id} has ${width}×${height} pixels`);
  await page.evaluate(() => scrollTo(0, 400));
  await page.tap('#view-data');
  await page.waitForSelector('#map');
  await page.waitForFunction(() => scrollY === 0);
}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

check('export buttons are in rows on a phone, and the hint of the note has one line', async ({ page }) => {
  await createProject(page);
  const cutOff = await page.$eval('#note', (note) => note.scrollHeight > note.clientHeight + 1);
  assert.equal(cutOff, false, 'the hint in the note field has one line');
  await page.click('#view-export');
  await page.waitForSelector('#export-csv');
  const tops = await page.$$eval('#export-csv, #export-picks-csv, #export-all-csv, #export-jsonl', (buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
  assert.equal(new Set(tops).size, 1, `the buttons begin at ${tops}`);
}, { viewport: { width: 390, height: 844 } });
