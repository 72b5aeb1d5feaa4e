// Runs our partitioner in a separate Chromium. Requests and answers are lines of JSON (lines.mjs).
//
//     node browser.mjs POOLS
//
// POOLS is a JSON list with the addresses of the embeddings, ids and similarities of each pool.

import { PAGE, guard, launch } from '../../tests/e2e/support/tools.mjs';
import { answer } from '../lines.mjs';

const browser = await launch();
const { context, foreign } = await guard(browser);
const page = await context.newPage();
await page.goto(new URL('bench/page.html', PAGE).href);
await page.evaluate(async (pools) => {
  self.engine = await import('/bench/fastgas.mjs');
  await self.engine.open(pools);
}, JSON.parse(process.argv[2]));

await answer({ version: `Chromium ${browser.version()}` }, {
  async partition(request) {
    const found = await page.evaluate((request) => self.engine.partition(request), request);
    if (foreign.length > 0) throw new Error(`the page asked for ${foreign}`);
    return found;
  },
});
await browser.close();
