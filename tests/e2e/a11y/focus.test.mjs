// A focused field on a page that changes around it. The browser sends `blur` to the field after its view has been removed.
// Nothing may fail then, and typed text is not lost.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { npy } from '../support/embeddings.mjs';
import {
  LONG, addLabels, chips, drop, dropFiles, folder, launch, leaveFields, picks, saved, select, set, unfold, visit,
} from '../support/tools.mjs';

const N = 12;
const scratch = folder('e2e');

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = (name, body) => test(`focus: ${name}`, { timeout: LONG }, () => visit(browser, `focus ${name}`, body));

/** Creates a project with three picks and two labels, with written answers. */
async function begin(page) {
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

/** Clicks a button without focusing it, as browsers do in which buttons take no focus. */
const press = (page, selector) => page.$eval(selector, (button) => button.click());

const opened = (page, name) => page.waitForFunction((name) => document.querySelector('.file-name')?.textContent === name, name);

async function reopen(page) {
  await page.waitForSelector('#projects');
  await press(page, '.project-open:text-is("focus.csv")');
  await opened(page, 'focus.csv');
  await page.waitForSelector('#answer');
  await unfold(page);
}

let other = 0;
/** Actions that change the page, each with the way back to the project. */
const WAYS = {
  'another language': async (page) => {
    for (const code of ['de', 'en']) {
      await page.selectOption('#language', code);
      await page.waitForSelector(`html[lang=${code}]`);
      await page.waitForSelector('#answer');
      await unfold(page);
    }
  },
  'the list of projects': async (page) => {
    await press(page, '#new-project');
    await reopen(page);
  },
  'a dropped file': async (page) => {
    other += 1;
    const name = `other-${other}.csv`;
    await dropFiles(page, [{ name, bytes: Buffer.from(`words,n\none,${other}\ntwo,2\nthree,3\n`) }]);
    await opened(page, name);
    await press(page, '#new-project');
    await page.waitForSelector('#projects');
    await reopen(page);
  },
};

/** Selectors of the fields that can have the focus now. */
const fields = (page) => page.$$eval('input, select, textarea', (all) => all
  .filter((field) => field.checkVisibility() && !field.disabled && !['file', 'range'].includes(field.type) && field.id !== 'language')
  .map((field) => (field.id ? `#${field.id}` : `[aria-label="${CSS.escape(field.ariaLabel ?? '')}"]`))
  .filter((selector) => document.querySelectorAll(selector).length === 1));

check('focused field does not fail when the page changes', async ({ page, problems }) => {
  await begin(page);
  const found = await fields(page);
  for (const needed of ['#answer', '#note', '#answers', '#budget', '#more']) assert.ok(found.includes(needed), `${needed} of ${found}`);
  assert.ok(found.filter((selector) => selector.includes('aria-label')).length >= 6, `the fields of two labels: ${found}`);
  for (const [way, go] of Object.entries(WAYS)) {
    for (const selector of found) {
      await page.focus(selector);
      // A value that was edited but not yet committed by leaving the field.
      await page.$eval(selector, (field) => field.dispatchEvent(new Event('input', { bubbles: true })));
      await go(page);
      assert.deepEqual(problems, [], `${way}, with the focus in ${selector}`);
    }
  }
});

check('focused dialog field does not fail when the page changes', async ({ page, problems }) => {
  await begin(page);
  // A prompt needs an example.
  await page.fill('#answer', 'yes');
  await page.press('#answer', 'Control+Enter');
  await saved(page);
  const dialogs = [['help', '?', '#guidelines'], ['prompt', '#try-prompt', '#query'], ['network', '#network', '#close-network']];
  for (const [dialog, opener, selector] of dialogs) {
    const open = async () => {
      await leaveFields(page);
      await (opener.startsWith('#') ? press(page, opener) : page.keyboard.press(opener));
      await page.focus(`${selector}`);
    };
    await open();
    await page.goBack();
    await page.waitForFunction((selector) => !document.querySelector(selector)?.checkVisibility(), selector);
    assert.deepEqual(problems, [], `Back, with the focus in ${selector}`);
    for (const way of ['the list of projects', 'a dropped file']) {
      await open();
      await page.keyboard.type('x');
      await WAYS[way](page);
      assert.deepEqual(problems, [], `${way}, with the focus in ${selector} of ${dialog}`);
    }
  }
});

check('typed text survives a dropped file, a language change and the project list', async ({ page }) => {
  await begin(page);
  const [first, second, third] = await picks(page);
  await page.click(`.pick[data-row="${first}"] button`);
  await page.focus('#answer');
  await page.keyboard.type('Block it');
  await WAYS['a dropped file'](page);
  await page.waitForSelector(`#picks [data-row="${first}"] .chip`);
  await page.click(`.pick[data-row="${second}"] button`);
  await page.focus('#answer');
  await page.keyboard.type('Bake it');
  await WAYS['another language'](page);
  await page.waitForSelector(`#picks [data-row="${second}"] .chip`);
  await page.click(`.pick[data-row="${third}"] button`);
  await page.focus('#note');
  await page.keyboard.type('see 3');
  await WAYS['the list of projects'](page);
  await page.waitForSelector(`#picks [data-row="${third}"] [aria-label="note: see 3"]`);
  await saved(page);
  assert.deepEqual(await chips(page), { [first]: 'Block it', [second]: 'Bake it' });
});

check('rename field does not fail when a project is opened or deleted or the language changes', async ({ page, problems }) => {
  await begin(page);
  await dropFiles(page, [{ name: 'other.csv', bytes: Buffer.from('words,n\none,1\ntwo,2\n') }]);
  await opened(page, 'other.csv');
  for (const go of [
    async () => {
      await press(page, '.project-open:text-is("other.csv")');
      await opened(page, 'other.csv');
    },
    async () => {
      await page.selectOption('#language', 'de');
      await page.waitForSelector('html[lang=de]');
      await page.selectOption('#language', 'en');
      await page.waitForSelector('html[lang=en]');
    },
    async () => {
      await press(page, 'button[aria-label^="Delete "][aria-label*="focus"]');
      await page.waitForSelector('#deleted-projects');
    },
  ]) {
    if (await page.$('#new-project')) await press(page, '#new-project');
    await page.waitForSelector('#projects');
    await page.click('button[aria-label^="Rename "][aria-label*="focus"]');
    await page.keyboard.press('End');
    await page.keyboard.type('x');
    await go();
    assert.deepEqual(problems, []);
  }
});
