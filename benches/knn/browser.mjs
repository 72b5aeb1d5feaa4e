// Runs a neighbor search in a separate Chromium. Requests and answers are lines of JSON (lines.mjs).
//
//     node browser.mjs fastgas|hnswlib|voy|edgevec EMBEDDINGS.npy N

import { PAGE, guard, launch } from '../../tests/e2e/support/tools.mjs';
import { renderers } from '../chromium.mjs';
import { answer } from '../lines.mjs';

const [name, embeddings, n] = process.argv.slice(2);
const browser = await launch();
const measure = await renderers(browser);
const { context, foreign } = await guard(browser);
const page = await context.newPage();
await page.goto(new URL('bench/page.html', PAGE).href);
await page.evaluate(async ({ name, embeddings, n }) => {
  const { read } = await import('/bench/vectors.mjs');
  self.engine = await import(`/bench/${name}.mjs`);
  await self.engine.open(await read(embeddings, n));
}, { name, embeddings, n: Number(n) });

await answer({ version: `Chromium ${browser.version()}` }, {
  async search({ neighbors, times = 1, workers = 1, ids = false }) {
    const { result, cpu_s, wall_s } = await measure(() => page.evaluate(async (request) => {
      let lists;
      for (let time = 0; time < request.times; time += 1) lists = await self.engine.search(request.neighbors, request.workers);
      return request.ids ? lists.map((list) => Array.from(list)) : undefined;
    }, { neighbors, times, workers, ids }));
    if (foreign.length > 0) throw new Error(`${name} asked for ${foreign}`);
    return { cpu_s: cpu_s / times, wall_s: wall_s / times, ids: result };
  },
});
await browser.close();
