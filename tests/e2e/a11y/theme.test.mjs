// The switch between the light theme, the dark theme and the theme of the system.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { chooseSmall } from '../support/page.mjs';
import { LONG, launch, select, set, visit } from '../support/tools.mjs';

const LIGHT = 'rgb(244, 244, 241)';
const DARK = 'rgb(19, 21, 23)';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

/** Records the theme when the browser has read the head of the page and has not painted anything yet. */
const recordFirstTheme = () => new MutationObserver((_, observer) => {
  if (!document.body) return;
  globalThis.firstBackground = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });

const check = (name, body) => test(`theme: ${name}`, { timeout: LONG }, () => visit(
  browser, `theme ${name}`, body, { initScript: recordFirstTheme, colorScheme: 'light' },
));

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const scheme = (page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

check('system theme is the default and follows the system', async ({ page }) => {
  assert.equal(await page.inputValue('#theme'), 'system');
  assert.equal(await background(page), LIGHT);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.equal(await background(page), DARK);
  assert.equal(await page.evaluate(() => localStorage.getItem('fastgas-theme')), null, 'nothing is stored before a choice');
});

check('chosen theme stays after a reload and is there before the first paint', async ({ page }) => {
  for (const [theme, color, canvas] of [['dark', DARK, '#131517'], ['light', LIGHT, '#f4f4f1']]) {
    await page.emulateMedia({ colorScheme: theme === 'dark' ? 'light' : 'dark' });
    await page.selectOption('#theme', theme);
    assert.deepEqual([await background(page), await scheme(page)], [color, theme]);
    await page.reload();
    await page.waitForSelector('#theme');
    assert.equal(await page.evaluate(() => globalThis.firstBackground), canvas, `${theme} from the beginning`);
    assert.deepEqual([await background(page), await page.inputValue('#theme')], [color, theme]);
  }
  await page.selectOption('#theme', 'system');
  assert.equal(await background(page), DARK);
  await page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await background(page), LIGHT);
});

check('theme can be changed in the explainer, in any language', async ({ page }) => {
  await page.click('#explainer');
  await page.waitForSelector('#explainer-dialog[open]');
  await page.selectOption('#explainer-theme', 'dark');
  assert.equal(await background(page), DARK);
  await page.keyboard.press('Escape');
  await page.waitForSelector('#explainer-dialog', { state: 'hidden' });
  assert.equal(await page.inputValue('#theme'), 'dark');
  await page.selectOption('#language', 'de');
  await page.waitForSelector('html[lang=de]');
  assert.equal(await page.inputValue('#theme'), 'dark');
  assert.match(await page.$eval('#theme', (menu) => menu.selectedOptions[0].textContent), /Dunkel/);
});

check('map is drawn in the colors of the chosen theme', async ({ page }) => {
  await chooseSmall(page);
  await set(page, 'budget', 4);
  await select(page);
  await page.waitForSelector('#map-svg');
  assert.equal(await page.isVisible('#settings-theme'), false, 'a wide window has only the menu in the header');
  const surface = async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('#map-svg')]);
    const stream = await file.createReadStream();
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString().includes('#1b1e21');
  };
  assert.equal(await surface(), false);
  await page.selectOption('#theme', 'dark');
  assert.equal(await surface(), true);
});
