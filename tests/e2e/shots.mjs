// A picture of every screen, at three sizes, light and dark, into target/shots.

import { join } from 'node:path';

import { choose, ended, folder, launch, openPage, SAMPLE } from './tools.mjs';

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
    await ended(page);
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
    await page.keyboard.press('?');
    await page.waitForTimeout(150);
    await shoot('9-keys');
    await page.keyboard.press('Escape');
    await page.setInputFiles('#file', { name: 'ragged.csv', mimeType: 'text/csv', buffer: Buffer.from('id,text\n1,a\n2,b,c\n') });
    await page.waitForSelector('#message');
    await shoot('10-message');
    if (problems.length > 0) throw new Error(problems.join('\n'));
    await context.close();
  }
}
await browser.close();
