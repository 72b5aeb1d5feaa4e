// A new user labels texts from their own file. The test uses only words and roles on the screen, and no element ids.
// The test does not scroll. Each element that the user needs must therefore be in the window.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { LONG, launch, parseCsv, visit } from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** The table has the columns `id` and `text`, and 60 different texts of two kinds, one kind after the other. */
const KINDS = {
  cooking: (n) => `${['Boil', 'Fry', 'Bake', 'Steam', 'Roast'][n % 5]} the ${['onions', 'potatoes', 'carrots', 'mushrooms', 'peppers', 'beans'][n % 6]} with some salt`,
  travel: (n) => `The ${['train', 'bus', 'ferry', 'plane', 'tram'][n % 5]} to ${['Lisbon', 'Oslo', 'Vienna', 'Dublin', 'Athens', 'Prague'][n % 6]} leaves in the morning`,
};
const NAMES = Object.keys(KINDS);
const KIND_OF = new Map(Array.from({ length: 60 }, (_, n) => [KINDS[NAMES[n % 2]](n >> 1), NAMES[n % 2]]));
const TEXTS = [...KIND_OF.keys()];
const FILE = ['id,text', ...TEXTS.map((text, n) => `${n + 1},${text}`)].join('\n');

/** Runs in the page. True if the whole element is inside the window, and inside all boxes that clip the element. */
const isInWindow = (element) => new Promise((resolve) => {
  new IntersectionObserver(([{ intersectionRatio }], observer) => {
    observer.disconnect();
    resolve(intersectionRatio >= 0.99);
  }).observe(element);
});

/** Fails if the user would have to scroll in order to see the element. */
async function seen(locator) {
  await locator.waitFor();
  let isSeen = await locator.evaluate(isInWindow);
  // The page may be scrolling to the element by itself.
  for (let tries = 0; tries < 20 && !isSeen; tries += 1) {
    await locator.page().waitForTimeout(50);
    isSeen = await locator.evaluate(isInWindow);
  }
  assert.ok(isSeen, `in the window: ${locator}`);
  return locator;
}

/** Clicks with the mouse, because Playwright's own click would scroll to the element first. */
async function clickOn(locator) {
  const { x, y, width, height } = await (await seen(locator)).boundingBox();
  await locator.page().mouse.click(x + width / 2, y + height / 2);
}

test('first-use: a new user labels 18 texts of an own file with visible words only', { timeout: LONG }, () => visit(browser, 'first-use', async ({ page }) => {
  assert.equal(KIND_OF.size, 60, 'the texts are different');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), clickOn(page.getByText('Drop a file of texts here', { exact: true }))]);
  await chooser.setFiles({ name: 'messages.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await clickOn(page.getByRole('button', { name: 'Select 18 texts', exact: true }));

  const panel = page.getByRole('region', { name: 'Labeling', exact: true });
  const newLabel = panel.getByPlaceholder(/^New label/);
  const labelButton = (name) => panel.getByRole('group', { name: 'Labels', exact: true }).getByRole('button', { name });
  await clickOn(newLabel);
  for (const name of NAMES) {
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await seen(labelButton(name));
  }
  const keyOf = {};
  for (const name of NAMES) keyOf[name] = (await labelButton(name).innerText()).match(/\d/)[0];
  assert.deepEqual(keyOf, { cooking: '1', travel: '2' }, 'each button shows its key');
  assert.equal(await (await seen(newLabel)).getAttribute('placeholder'), 'New label (Enter: to the text)');
  await page.keyboard.press('Enter');

  const current = panel.getByRole('group', { name: 'The text', exact: true });
  const labeled = [];
  for (let n = 1; n <= 18; n += 1) {
    const text = (await (await seen(current)).innerText()).trim();
    const kind = KIND_OF.get(text);
    assert.ok(kind, `a text of the file: ${text}`);
    labeled.push(text);
    await page.keyboard.press(keyOf[kind]);
    if (n < 18) {
      await page.waitForFunction(([element, text]) => element.innerText.trim() !== text, [await current.elementHandle(), text]);
    }
  }
  assert.equal(new Set(labeled).size, 18, 'each text is shown once');
  await seen(panel.getByText('All 18 picks are done.'));

  await seen(panel.getByRole('button', { name: 'Label the rest…', exact: true }));
  const cutOff = await panel.getByRole('group', { name: 'Hints about this text', exact: true }).evaluate((box) => box.scrollHeight - box.clientHeight);
  assert.ok(cutOff <= 1, `${cutOff} pixels are cut off`);
  // The header gives separate numbers for labels and for other changes.
  const fileName = page.getByRole('heading', { level: 1 });
  assert.ok(await fileName.evaluate((name) => name.title === 'messages.csv' && name.scrollWidth <= name.clientWidth), 'the file name is whole');
  await seen(page.getByText('18 labels and 2 other changes not backed up'));

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    clickOn(panel.getByRole('button', { name: 'Export labels (CSV)', exact: true })),
  ]);
  await seen(panel.getByText('✓ Downloaded: messages-labeled.csv, with the labels of 18 texts.'));
  const [header, ...records] = parseCsv(readFileSync(await saved.path(), 'utf8'));
  assert.deepEqual([header.slice(0, 2), header.at(-1)], [['id', 'text'], 'label']);
  assert.equal(records.length, 18);
  assert.deepEqual(records.map(([, text]) => text).toSorted(), labeled.toSorted());
  for (const [id, text, ...others] of records) {
    assert.equal(text, TEXTS[Number(id) - 1], 'the row of the file');
    assert.equal(others.at(-1), KIND_OF.get(text));
  }
}, { followsViews: false }));
