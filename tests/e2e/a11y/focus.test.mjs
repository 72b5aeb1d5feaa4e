// Tests a field that has focus while the page around the field changes.
// The browser sends `blur` to the field after the view of the field has been removed.
// If the browser sends `blur` late, the page must not throw an exception and must not lose typed text.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, addLabels, chips, drop, dropFiles, folder, launch, leaveFields, picks, select, set, unfold, visit, waitForSaved,
} from '../support/tools.mjs';
import { closeSettings, openSettings, show } from '../support/views.mjs';

const N = 12;
const scratch = folder('e2e');

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = (name, body) => test(`focus: ${name}`, { timeout: LONG }, () => visit(browser, `focus ${name}`, body));

/** The project has three picks, two labels and written answers. */
async function createProject(page) {
  const csv = join(scratch, 'focus.csv');
  writeFileSync(csv, `text\n${Array.from({ length: N }, (_, n) => `Text number ${n}`).join('\n')}\n`);
  const embeddings = join(scratch, 'focus.npy');
  writeFileSync(embeddings, npy(N, 3));
  await drop(page, csv, embeddings);
  await page.waitForSelector('#given-embeddings');
  await set(page, 'budget', 3);
  await select(page);
  await addLabels(page, 'yes', 'no');
  await unfold(page);
  await page.selectOption('#answers', 'text');
  await leaveFields(page);
  await page.waitForSelector('#answer');
}

/** Clicks without moving the focus, because a click does not focus a button in some browsers. */
const clickWithoutFocus = (page, selector) => page.$eval(selector, (button) => button.click());

const waitForFile = (page, name) => page.waitForFunction((name) => document.querySelector('.file-name')?.textContent === name, name);

async function reopenProject(page) {
  await page.waitForSelector('#projects');
  await clickWithoutFocus(page, '.project-open:text-is("focus.csv")');
  await waitForFile(page, 'focus.csv');
  await page.waitForSelector('#answer');
  await unfold(page);
}

let otherFiles = 0;
/** Actions that replace parts of the page. Each function performs its action, and then returns to the project. */
const PAGE_CHANGES = {
  'language change': async (page) => {
    for (const code of ['de', 'en']) {
      await page.selectOption('#language', code);
      await page.waitForSelector(`html[lang=${code}]`);
      await page.waitForSelector('#answer');
      await unfold(page);
    }
  },
  'project list': async (page) => {
    await clickWithoutFocus(page, '#new-project');
    await reopenProject(page);
  },
  'dropped file': async (page) => {
    otherFiles += 1;
    const name = `other-${otherFiles}.csv`;
    await dropFiles(page, [{ name, bytes: Buffer.from(`words,n\none,${otherFiles}\ntwo,2\nthree,3\n`) }]);
    await waitForFile(page, name);
    await clickWithoutFocus(page, '#new-project');
    await page.waitForSelector('#projects');
    await reopenProject(page);
  },
};

const showFields = (page, place) => (place === 'settings' ? openSettings(page) : show(page, place));

/** Selectors of the fields that can have the focus now. */
const focusableFields = (page) => page.$$eval('input, select, textarea', (all) => all
  .filter((field) => field.checkVisibility() && !field.disabled && !['file', 'range'].includes(field.type) && field.id !== 'language')
  .map((field) => (field.id ? `#${field.id}` : `[aria-label="${CSS.escape(field.ariaLabel ?? '')}"]`))
  .filter((selector) => document.querySelectorAll(selector).length === 1));

check('focused field does not fail when the page changes', async ({ page, problems }) => {
  await createProject(page);
  // Maps each field to the view that contains it. The lines of the review table exist only while the review is shown.
  const places = new Map();
  for (const place of ['data', 'review', 'export', 'label', 'settings']) {
    await showFields(page, place);
    if (place === 'review') await page.waitForSelector('#review-table tr[data-row]');
    for (const field of await focusableFields(page)) if (!places.has(field)) places.set(field, place);
  }
  await closeSettings(page);
  const found = [...places.keys()];
  for (const expected of ['#answer', '#note', '#answers', '#budget', '#more', '#map-search', '#export-format']) assert.ok(found.includes(expected), `${expected} is among ${found}`);
  assert.ok(found.filter((selector) => selector.includes('aria-label')).length >= 6, `fields of two labels among ${found}`);
  for (const [change, makeChange] of Object.entries(PAGE_CHANGES)) {
    for (const selector of found) {
      await showFields(page, places.get(selector));
      await page.focus(selector);
      // The event `input` marks the value as edited. The focused field has not committed the value yet.
      await page.$eval(selector, (field) => field.dispatchEvent(new Event('input', { bubbles: true })));
      await makeChange(page);
      assert.deepEqual(problems, [], `${change} with the focus in ${selector}`);
    }
  }
});

check('focused dialog field does not fail when the page changes', async ({ page, problems }) => {
  await createProject(page);
  // The prompt dialog can be opened only if the project has at least one labeled text as an example.
  await page.fill('#answer', 'yes');
  await page.press('#answer', 'Control+Enter');
  await waitForSaved(page);
  const dialogs = [['help', '?', '#guidelines'], ['prompt', '#try-prompt', '#query'], ['network', '#network', '#close-network']];
  for (const [dialog, opener, selector] of dialogs) {
    const open = async () => {
      await leaveFields(page);
      await (opener.startsWith('#') ? clickWithoutFocus(page, opener) : page.keyboard.press(opener));
      await page.focus(`${selector}`);
    };
    await open();
    await page.goBack();
    await page.waitForFunction((selector) => !document.querySelector(selector)?.checkVisibility(), selector);
    assert.deepEqual(problems, [], `Back with the focus in ${selector}`);
    for (const change of ['project list', 'dropped file']) {
      await open();
      await page.keyboard.type('x');
      await PAGE_CHANGES[change](page);
      assert.deepEqual(problems, [], `${change} with the focus in ${selector} of ${dialog}`);
    }
  }
});

check('typed text survives a dropped file, a language change and the project list', async ({ page }) => {
  await createProject(page);
  const [first, second, third] = await picks(page);
  await page.click(`.pick[data-row="${first}"] button`);
  await page.focus('#answer');
  await page.keyboard.type('Block it');
  await PAGE_CHANGES['dropped file'](page);
  await page.waitForSelector(`#picks [data-row="${first}"] .chip`);
  await page.click(`.pick[data-row="${second}"] button`);
  await page.focus('#answer');
  await page.keyboard.type('Bake it');
  await PAGE_CHANGES['language change'](page);
  await page.waitForSelector(`#picks [data-row="${second}"] .chip`);
  await page.click(`.pick[data-row="${third}"] button`);
  await page.focus('#note');
  await page.keyboard.type('see 3');
  await PAGE_CHANGES['project list'](page);
  await page.waitForSelector(`#picks [data-row="${third}"] [aria-label="note: see 3"]`);
  await waitForSaved(page);
  assert.deepEqual(await chips(page), { [first]: 'Block it', [second]: 'Bake it' });
});

check('rename field does not fail when a project is opened or deleted or the language changes', async ({ page, problems }) => {
  await createProject(page);
  await dropFiles(page, [{ name: 'other.csv', bytes: Buffer.from('words,n\none,1\ntwo,2\n') }]);
  await waitForFile(page, 'other.csv');
  for (const makeChange of [
    async () => {
      await clickWithoutFocus(page, '.project-open:text-is("other.csv")');
      await waitForFile(page, 'other.csv');
    },
    async () => {
      await page.selectOption('#language', 'de');
      await page.waitForSelector('html[lang=de]');
      await page.selectOption('#language', 'en');
      await page.waitForSelector('html[lang=en]');
    },
    async () => {
      await clickWithoutFocus(page, 'button[aria-label^="Delete "][aria-label*="focus"]');
      await page.waitForSelector('#deleted-projects');
    },
  ]) {
    if (await page.$('#new-project')) await clickWithoutFocus(page, '#new-project');
    await page.waitForSelector('#projects');
    await page.click('button[aria-label^="Rename "][aria-label*="focus"]');
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await makeChange();
    assert.deepEqual(problems, []);
  }
});
