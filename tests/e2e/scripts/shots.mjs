// Writes screenshots of every screen into target/shots, at three sizes, in the light and the dark theme.

import { join } from 'node:path';

import { tinyEncoder } from '../support/encoder.mjs';
import { SAMPLE, choose, folder, launch, openPage, waitForRun } from '../support/tools.mjs';
import { closeSettings, openSettings, show } from '../support/views.mjs';

const SIZES = [[1280, 800], [1920, 1080], [390, 844]];
const LABELS = ['library', 'game', 'tool'];
const shots = folder('shots');
const browser = await launch();

for (const [width, height] of SIZES) {
  for (const colorScheme of ['light', 'dark']) {
    const { page, context, problems } = await openPage(browser, { viewport: { width, height }, colorScheme });
    const shoot = async (screen) => {
      const path = join(shots, `${screen}-${width}x${height}-${colorScheme}.png`);
      await page.screenshot({ path });
      console.log(path);
    };
    await shoot('1-welcome');
    await choose(page, SAMPLE);
    await shoot('2-settings');
    await page.click('#select');
    await page.waitForFunction(() => document.querySelector('#progress progress')?.value > 200, null, { timeout: 600_000 });
    await shoot('3-running');
    await page.click('#pause');
    await page.waitForTimeout(1000);
    await shoot('4-paused');
    await page.click('#cancel');
    await page.waitForSelector('#kept');
    await shoot('5-cancelled');
    await page.click('#select');
    await page.waitForSelector('#cached');
    await shoot('6-going-on');
    await waitForRun(page);
    await shoot('7-picks');
    for (const label of LABELS) {
      await page.fill('#label-name', label);
      await page.click('#add-label');
    }
    await page.evaluate(() => document.activeElement?.blur());
    for (const key of ['1', '3', '2', '3', '1']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(150);
    }
    await shoot('8-labels');
    for (const view of ['data', 'review', 'export', 'label']) {
      await show(page, view);
      await page.waitForTimeout(300);
      await shoot(`8-view-${view}`);
    }
    await openSettings(page);
    await shoot('8-settings-of-result');
    await closeSettings(page);
    await page.keyboard.press('?');
    await page.waitForTimeout(150);
    await shoot('9-keys');
    await page.keyboard.press('Escape');
    await page.click('#try-prompt');
    await shoot('17-prompt-empty');
    await page.fill('#query', 'A fast library to read and write compressed tables in Python');
    await page.waitForSelector('.prompt-paper[aria-busy="false"] #prompt-text');
    await shoot('18-prompt');
    await page.selectOption('#prompt-form', 'chat');
    await page.locator('#prompt-chat').scrollIntoViewIfNeeded();
    await shoot('19-prompt-chat');
    await page.fill('#template-text', 'Package: {text}\nKind: {lable}');
    await page.locator('#template-hint').scrollIntoViewIfNeeded();
    await shoot('20-prompt-refused');
    await page.keyboard.press('Escape');
    await page.click('#coverage button');
    await shoot('21-coverage-table');
    await page.keyboard.press('Escape');
    await page.click('#compare');
    await shoot('22-compare');
    await page.selectOption('#compare-labels', { label: 'section' });
    await page.click('#start-compare');
    await page.waitForSelector('#compare-table tbody tr:nth-child(6)', { timeout: 600_000 });
    await shoot('23-comparing');
    await page.click('#stop-compare');
    await page.waitForSelector('#compare-results[data-complete=true]');
    await page.locator('#compare-results').scrollIntoViewIfNeeded();
    await shoot('24-compared');
    await page.click('#close-compare');
    await closeSettings(page);
    await page.setInputFiles('#file', { name: 'ragged.csv', mimeType: 'text/csv', buffer: Buffer.from('id,text\n1,a\n2,b,c\n') });
    await page.waitForSelector('#import-dialog[open] #open-import:enabled');
    await shoot('25-import-ragged');
    await page.click('#close-import');
    await page.setInputFiles('#file', { name: 'picture.csv', mimeType: '', buffer: Buffer.from('GIF89a') });
    await page.waitForSelector('#message');
    await shoot('10-message');
    await page.click('#dismiss');
    await page.locator('#encoder').scrollIntoViewIfNeeded();
    await page.click('#bring');
    await shoot('11-encoder');
    const chooseEncoder = (name, { onnx, tokenizer }) => page.setInputFiles('#bring-files', [
      { name: `${name}.onnx`, mimeType: '', buffer: onnx },
      ...(tokenizer ? [{ name: 'tokenizer.json', mimeType: '', buffer: tokenizer }] : []),
    ]);
    const { onnx, tokenizer } = tinyEncoder({ extraOperator: 'Sin' });
    await chooseEncoder('tiny', { onnx });
    await page.waitForSelector('#bring-problem');
    await shoot('12-encoder-in-part');
    await chooseEncoder('tiny', { onnx: onnx.subarray(0, 1000), tokenizer });
    await page.click('#try-encoder:enabled');
    await page.waitForSelector('#bring-problem');
    await shoot('13-encoder-refused');
    await chooseEncoder('tiny', { onnx });
    await page.waitForSelector('#bring-problem', { state: 'detached' });
    await page.fill('#prefix', 'query: ');
    await shoot('14-encoder-settings');
    await page.click('#try-encoder');
    await page.waitForSelector('#report');
    await shoot('15-encoder-report');
    await page.click('#use-encoder');
    await page.locator('#encoder').scrollIntoViewIfNeeded();
    await shoot('16-encoder-in-use');
    if (problems.length > 0) throw new Error(problems.join('\n'));
    await context.close();
  }
}

// Together, the stops of the tour “How picking works” cover all layouts of the lecture mode.
// The stops `refinement`, `merge`, `exercise` and `prompt` show different panels, and `presets` shows two pictures.
const STOPS = ['start', 'refinement', 'four-parts', 'result', 'without-parts', 'pairs', 'merge', 'presets', 'cover', 'exercise', 'prompt'];
// The tour stops whose German texts need the most space in lecture mode.
const GERMAN_STOPS = ['refinement', 'presets', 'prompt'];
const PROJECTOR = [1280, 720];
for (const [width, height] of [...SIZES, PROJECTOR]) {
  for (const colorScheme of ['light', 'dark']) {
    const { page, context, problems } = await openPage(browser, { viewport: { width, height }, colorScheme });
    const shoot = async (screen) => {
      const path = join(shots, `explainer-${screen}-${width}x${height}-${colorScheme}.png`);
      await page.screenshot({ path });
      console.log(path);
    };
    const visit = async (fragment) => {
      await page.evaluate((hash) => { location.hash = hash; }, fragment);
      await page.reload();
      // In a lecture, the stop `prompt` hides the picture.
      await page.waitForSelector('#explainer-dialog[open] .explainer-picture .dot', { state: 'attached' });
    };
    for (const stop of STOPS) {
      for (const lecture of [false, true]) {
        await visit(`tour=${stop}${lecture ? '&lecture' : ''}`);
        await shoot(`${stop}${lecture ? '-lecture' : ''}`);
      }
    }
    await visit('explainer=karate&mode=paper');
    await shoot('karate');
    await page.selectOption('#explainer-world', 'drawn');
    await page.fill('#draft-text', '1 2\n1 3\n2 3\n3 4\n4 5\n4 6\n5 6');
    await page.waitForSelector('#draft-picture .dot');
    await shoot('drawn');
    await page.fill('#draft-text', '1 2\n2 x');
    await page.waitForSelector('#draft-problem:not(:empty)');
    await shoot('drawn-problem');
    if (width === PROJECTOR[0] && height === PROJECTOR[1]) {
      // The page keeps the language, so the German pictures come last.
      await page.evaluate(() => { location.hash = 'lang=de'; });
      await page.waitForSelector('html[lang=de]', { state: 'attached' });
      for (const stop of GERMAN_STOPS) {
        await visit(`tour=${stop}&lecture`);
        await page.waitForSelector('html[lang=de]', { state: 'attached' });
        await shoot(`${stop}-lecture-de`);
      }
    }
    if (problems.length > 0) throw new Error(problems.join('\n'));
    await context.close();
  }
}
await browser.close();
