// The prompts and few-shot packs of the page equal the prompts and packs of the native program.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before } from 'node:test';

import { numpyFile } from '../support/embeddings.mjs';
import { SMALL, SMALL_CSV, TOPICS, addLabel, checkIn, labelByKey, scratch, write } from '../support/page.mjs';
import {
  choose, download, dropFiles, fastgas, fastgasWithStderr, launch, leaveFields, parseCsv, select, set,
} from '../support/tools.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const check = checkIn('prompts', () => browser);

/** The label of a pick is its topic, which is in the column `rank`. */
async function labelSmall(page, budget) {
  await select(page);
  for (const [topic] of TOPICS) await addLabel(page, topic);
  await leaveFields(page);
  for (let pick = 0; pick < budget; pick += 1) {
    const row = Number(await page.getAttribute('#current-text', 'data-row'));
    await labelByKey(page, String(TOPICS.findIndex(([topic]) => topic === SMALL[row + 1][3]) + 1));
  }
}

async function shownPrompt(page) {
  await page.waitForTimeout(50);
  await page.waitForSelector('.prompt-paper[aria-busy="false"] #prompt-text');
  const tokens = Number(await page.getAttribute('#prompt-length', 'data-tokens'));
  return { text: await page.textContent('#prompt-text'), tokens };
}

async function nativePrompt(labeled, query, ...args) {
  const options = ['prompt', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--query', query];
  const { stdout, stderr } = await fastgasWithStderr(...options, ...args);
  return { text: stdout.replace(/\n$/, ''), tokens: Number(stderr.match(/(\d+) tokens/)[1]) };
}

check('prompts and few-shot packs equal those of the native program', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, SMALL_CSV);
  await set(page, 'budget', 12);
  await labelSmall(page, 12);
  const labeled = write('prompt-labeled.csv', (await download(page, '#export-csv')).text);

  await page.click('#try-prompt');
  assert.equal(await page.locator('#copy-prompt').isDisabled(), true, 'nothing to copy yet');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'query', 'the query field has the focus');
  const query = 'Which soup needs lentils — for 7 people?';
  await page.fill('#query', query);
  const first = await shownPrompt(page);
  assert.deepEqual(first, await nativePrompt(labeled, query), '8 demonstrations, the most similar last');
  assert.equal(first.text.split('answer: ').length - 1, 8);

  await page.fill('#shots', '3');
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, query, '--shots', 3));
  await page.fill('#shots', '12');
  await page.fill('#max-tokens', '90');
  const limitedPrompt = await shownPrompt(page);
  assert.deepEqual(limitedPrompt, await nativePrompt(labeled, query, '--shots', 12, '--max-tokens', 90));
  assert.ok(limitedPrompt.tokens <= 90 && limitedPrompt.text.includes('answer: '));
  await page.fill('#max-tokens', '');

  // The prompt for a labeled text does not contain the text's label.
  const [names, , , third] = parseCsv(readFileSync(labeled, 'utf8'));
  const ownText = third[names.indexOf('text')];
  await page.fill('#query', ownText);
  const skipped = await shownPrompt(page);
  assert.deepEqual(skipped, await nativePrompt(labeled, ownText, '--shots', 12));
  assert.equal(skipped.text.split('answer: ').length - 1, 11);

  // The same seed gives the same random examples.
  await page.selectOption('#retrieval', 'random');
  await page.fill('#prompt-seed', '5');
  await page.fill('#shots', '4');
  await page.fill('#query', query);
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, query, '--shots', 4, '--retrieval', 'random', '--seed', 5));
  await page.selectOption('#retrieval', 'similar');

  // The page reports errors in a template with their position.
  assert.equal(await page.locator('#template option[value="mnli"]').isDisabled(), true, 'the template needs a column that is missing');
  await page.selectOption('#template', 'sst-5');
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, query, '--shots', 4, '--template', 'sst-5'));
  await page.fill('#template-text', 'No. {id}\n{text} {label');
  await page.waitForSelector('#template-hint .problem');
  assert.match(await page.innerText('#template-hint'), /line 2, letter 8/i);
  assert.equal(await page.locator('#prompt-text').count(), 0, 'an invalid template gives no prompt');
  await page.fill('#template-text', 'No. {nr}: {label}');
  await page.waitForFunction(() => document.querySelector('#template-hint .problem')?.innerText.includes('{nr}'));
  const words = 'No. {id}, {{odd}} {note, odd}\n{text}\n=> {label}.';
  const template = write('prompt-template.txt', words);
  await page.fill('#template-text', words);
  await page.getByLabel('Column id').fill('61');
  await page.getByLabel('Column note, odd').fill('a "quote"');
  const columns = ['--set', 'id=61', '--set', 'note, odd=a "quote"', '--shots', 4, '--template', template];
  const customPrompt = await shownPrompt(page);
  assert.deepEqual(customPrompt, await nativePrompt(labeled, query, ...columns));
  assert.ok(customPrompt.text.endsWith('=>'));

  await page.click('#copy-prompt');
  await page.waitForFunction(() => document.querySelector('#copy-prompt')?.textContent.includes('Copied'));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), customPrompt.text);
  const written = await download(page, '#save-prompt');
  assert.deepEqual([written.name, written.text], ['small-prompt.txt', `${customPrompt.text}\n`]);
  await page.selectOption('#prompt-form', 'chat');
  const chat = await download(page, '#save-prompt');
  const native = await fastgas('prompt', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--query', query, ...columns, '--chat');
  assert.deepEqual([chat.name, chat.text], ['small-prompt.jsonl', native]);
  const messages = await page.$$eval('#prompt-chat li', (items) => items.map((item) => ({
    role: item.className, content: item.querySelector('p').textContent,
  })));
  assert.deepEqual(messages, JSON.parse(native).messages);

  // The pack equals the native program's pack, byte for byte.
  await page.keyboard.press('Escape');
  await page.waitForSelector('#prompt-dialog', { state: 'hidden' });
  const packFile = join(scratch, 'terminal-pack.json');
  await fastgas('prompt', SMALL_CSV, '--text', 'text', '--labeled', labeled, '--template', template, '--save-pack', packFile);
  const pack = await download(page, '#export-pack');
  assert.equal(pack.name, 'small-few-shot.json');
  assert.ok(pack.text === readFileSync(packFile, 'utf8'), 'the packs are identical');
  const readBack = await fastgas('prompt', '--pack', write('page-pack.json', pack.text), '--query', query, ...columns.slice(0, 6));
  assert.equal(readBack.replace(/\n$/, ''), customPrompt.text);

  // Template and settings are restored after a reload. With cached embeddings, the page builds the same prompt.
  await page.reload();
  await page.click('#try-prompt');
  assert.equal(await page.inputValue('#template-text'), words);
  assert.equal(await page.inputValue('#template'), 'own');
  assert.equal(await page.inputValue('#shots'), '4');
  assert.equal(await page.inputValue('#prompt-form'), 'chat');
  assert.equal(await page.inputValue('#query'), '', 'the query is not stored');
  await page.selectOption('#prompt-form', 'text');
  await page.fill('#query', query);
  await page.getByLabel('Column id').fill('61');
  await page.getByLabel('Column note, odd').fill('a "quote"');
  assert.deepEqual(await shownPrompt(page), customPrompt);
});

check('prompts with given embeddings use an encoder or random examples', async ({ page }) => {
  await dropFiles(page, [{ name: 'small.npy', bytes: numpyFile(60) }, { name: 'small.csv', bytes: readFileSync(SMALL_CSV) }]);
  await page.waitForSelector('#given-embeddings');
  await set(page, 'budget', 6);
  await labelSmall(page, 6);
  const labeled = write('given-labeled.csv', (await download(page, '#export-csv')).text);
  await page.click('#try-prompt');
  assert.match(await page.innerText('#prompt-encoder'), /small\.npy has no vector for a new text.*all-MiniLM-L6-v2/s);
  await page.fill('#query', 'roses in the sun');
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, 'roses in the sun'));
  await page.selectOption('#retrieval', 'random');
  assert.equal(await page.locator('#prompt-encoder').count(), 0);
  assert.deepEqual(await shownPrompt(page), await nativePrompt(labeled, 'roses in the sun', '--retrieval', 'random'));
});
