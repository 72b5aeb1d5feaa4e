// Measures the frame rate of a map with 100,000 generated texts in a separate Chromium, and prints a Markdown table.
// If FASTGAS_CHROMIUM_GPU contains Chromium arguments that enable a GPU, Chromium uses the GPU.
// `cargo xtask bench map` runs this program.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { npyOf } from '../../tests/e2e/support/embeddings.mjs';
import { folder, gpuArguments, launch, openPage, waitForRun } from '../../tests/e2e/support/tools.mjs';
import { show } from '../../tests/e2e/support/views.mjs';
import { moveMap } from '../frames.mjs';

const N = 100_000;
const TOPICS = 300;
const DIMENSIONS = 64;

/**
 * A deterministic generator of numbers from -1 to 1.
 * Each number is the sum of two uniform xorshift numbers from 0 to 1, minus 1.
 */
function numbers(seed) {
  let state = seed;
  const even = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  return () => even() + even() - 1;
}

const scratch = folder('bench');
const pool = join(scratch, 'map.csv');
const embeddings = join(scratch, 'map.npy');
const topic = (row) => (row * 7919) % TOPICS;
writeFileSync(pool, ['text', ...Array.from({ length: N }, (_, row) => `made-up text ${row} about topic ${topic(row)}`)].join('\n'));
const next = numbers(1);
const centers = Array.from({ length: TOPICS * DIMENSIONS }, next);
writeFileSync(embeddings, npyOf(N, (row, at) => centers[topic(row) * DIMENSIONS + at] + 0.6 * next(), DIMENSIONS));

/** Measured windows: width and height in CSS pixels, and the device pixel ratio. */
const WINDOWS = [[1280, 800, 1], [1920, 1080, 1], [1920, 1080, 2]];

const MOVES = { moves: ['drag', 'zoom', 'hover', 'lasso'], frames: 240 };

/** Name of the WebGL renderer; null if the name is unknown. */
const renderer = () => {
  const gl = document.createElement('canvas').getContext('webgl2');
  const named = gl?.getExtension('WEBGL_debug_renderer_info');
  return named ? gl.getParameter(named.UNMASKED_RENDERER_WEBGL) : null;
};

const browser = await launch(gpuArguments([]));
console.log('| Window, pixels of each point | Map, pixels | Move | Frames a second | Late, % | Longest, ms |');
console.log('| --- | --- | --- | ---: | ---: | ---: |');
let drawn;
for (const [width, height, ratio] of WINDOWS) {
  const { page, context, foreign, problems } = await openPage(browser, {
    viewport: { width, height }, deviceScaleFactor: ratio,
  });
  await page.setInputFiles('#file', [pool, embeddings]);
  await page.waitForSelector('#given-embeddings', { timeout: 300_000 });
  await page.click('#select');
  await waitForRun(page);
  await show(page, 'data');
  await page.locator('#map').scrollIntoViewIfNeeded();
  const pixels = await page.$eval('#map-dots', ({ width, height }) => `${width}×${height}`);
  for (const [move, { per_second, late_percent, longest_ms }] of Object.entries(await page.evaluate(moveMap, MOVES))) {
    const figures = [per_second, late_percent, longest_ms].map((figure) => figure.toFixed(1));
    console.log(`| ${[`${width}×${height}, ${ratio ** 2}`, pixels, move, ...figures].join(' | ')} |`);
  }
  const [painter, searched] = [await page.getAttribute('#map-dots', 'data-painter'), await page.innerText('#searched')];
  drawn = `drawn by ${painter} (WebGL here: ${await page.evaluate(renderer)}). ${searched}`;
  if (foreign.length > 0 || problems.length > 0) throw new Error(`${foreign} ${problems}`);
  await context.close();
}
console.log(`\nChromium ${browser.version()}, ${drawn}`);
await browser.close();
