// Takes the screenshots that README.md and the documentation show, and writes the screenshots into docs/pictures.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import {
  SAMPLE, addLabels, choose, currentRow, download, drop, folder, launch, leaveFields, openPage, parseCsv, select, waitForSaved,
} from '../support/tools.mjs';

const PICTURES = resolve('docs/pictures');
const N_LABELED = 12;
const LABELS = ['program', 'library', 'data'];
const LIBRARY = /librar|librer|module|framework|binding|development|routines|plugin/i;
const DATA = /data|font|dictionary|documentation|manual|theme|translation/i;

const [header, ...rows] = parseCsv(readFileSync(SAMPLE, 'utf8'));
const texts = rows.map((cells) => cells[header.indexOf('text')]);
const keyOf = (text) => {
  if (LIBRARY.test(text)) return '2';
  return DATA.test(text) ? '3' : '1';
};

/** Labels the first picks in order. `keyOfPick` returns the key for the text and the position of a pick. */
async function label(page, keyOfPick) {
  await leaveFields(page);
  for (let n = 0; n < N_LABELED; n += 1) {
    const row = await currentRow(page);
    await page.keyboard.press(keyOfPick(texts[row], n));
    await page.waitForFunction((row) => document.querySelector('#current-text')?.dataset.row !== String(row), row);
  }
  await waitForSaved(page);
}

async function setAnnotator(page, name) {
  await page.fill('#annotator', name);
  await page.locator('#annotator').blur();
}

const browser = await launch();
const open = async () => (await openPage(browser, { viewport: { width: 1280, height: 800 } })).page;
const shoot = async (page, name) => {
  const path = join(PICTURES, name);
  await page.screenshot({ path });
  console.log(path);
};

const anna = await open();
await choose(anna, SAMPLE);
await select(anna);
await addLabels(anna, ...LABELS);
const handedOut = join(folder('e2e'), 'to-label.fastgas');
writeFileSync(handedOut, (await download(anna, '#hand-out')).bytes);
await label(anna, keyOf);
await shoot(anna, 'picks.png');

await anna.click('#try-prompt');
await anna.fill('#query', 'a fast viewer for large log files in the terminal');
await anna.waitForSelector('.prompt-paper[aria-busy="false"] #prompt-text');
await shoot(anna, 'prompt.png');
await anna.keyboard.press('Escape');
await anna.waitForSelector('#prompt-dialog', { state: 'hidden' });
await setAnnotator(anna, 'Anna');

// A colleague answers every fourth pick differently, and answers “cannot tell” for one pick.
const otherKeyOf = (text) => (keyOf(text) === '1' ? '2' : '1');
const keyOfColleague = (text, n) => {
  if (n % 4 !== 1) return keyOf(text);
  return n === 5 ? '.' : otherKeyOf(text);
};
const bob = await open();
await drop(bob, handedOut);
await bob.waitForSelector('#labeled-count');
await setAnnotator(bob, 'Bob');
await label(bob, keyOfColleague);
const returned = join(folder('e2e'), 'bob.fastgas');
writeFileSync(returned, (await download(bob, '#back-up')).bytes);
await anna.setInputFiles('#merge-file', [returned]);
await anna.waitForSelector('#incoming-dialog[open]');
await anna.click('#incoming-join');
await anna.waitForSelector('#merged');
await anna.click('#agreement');
await anna.waitForSelector('#agreement-dialog[open] #pairs');
await shoot(anna, 'agreement.png');
await browser.close();
