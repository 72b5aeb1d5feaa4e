// How smoothly the map of 100,000 made-up texts moves, in a Chromium of its own: a table in Markdown. With the GPU that
// FASTGAS_CHROMIUM_GPU makes Chromium find, if it holds such arguments. `cargo xtask bench map` runs it.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { npyOf } from '../../tests/e2e/embeddings.mjs';
import { ended, folder, gpuOr, launch, openPage } from '../../tests/e2e/tools.mjs';

const N = 100_000;
const TOPICS = 300;
const DIMENSIONS = 64;

/** A number from -1 to 1 that is the same every time: the sum of two that are spread evenly, by xorshift. */
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

/** Windows by their size in points, and how many pixels each point has along a side. */
const WINDOWS = [[1280, 800, 1], [1920, 1080, 1], [1920, 1080, 2]];

/**
 * For every way of moving the map, once a frame as a hand does: how many frames there are a second, how many of a hundred
 * come more than half a frame late, and how long the longest takes. Chromium draws 60 a second at the most.
 */
const movesOfMap = () => {
  const map = document.querySelector('#map');
  const { left, top, width, height } = map.getBoundingClientRect();
  const place = ([x, y]) => ({ bubbles: true, cancelable: true, clientX: left + width / 2 + x, clientY: top + height / 2 + y });
  const point = (type, at) => map.dispatchEvent(new PointerEvent(type, { ...place(at), pointerId: 1, isPrimary: true }));
  const wheel = (deltaY) => map.dispatchEvent(new WheelEvent('wheel', { ...place([0, 0]), deltaY }));
  const frame = () => new Promise(requestAnimationFrame);
  const around = (at) => [80 * Math.sin(at / 8), 40 * Math.sin(at / 5)];
  const FRAMES = 240;
  const measure = async (move) => {
    const times = [await frame()];
    for (let at = 1; at <= FRAMES; at += 1) {
      move(at);
      times.push(await frame());
    }
    const took = times.slice(1).map((time, at) => time - times[at]);
    return {
      per_second: 1000 * took.length / (times.at(-1) - times[0]),
      late_percent: 100 * took.filter((ms) => ms > 25).length / took.length,
      longest_ms: Math.max(...took),
    };
  };
  return (async () => {
    const moves = {};
    point('pointerdown', [0, 0]);
    moves.drag = await measure((at) => point('pointermove', around(at)));
    point('pointerup', [0, 0]);
    moves.zoom = await measure((at) => wheel(at % 80 < 40 ? -60 : 60));
    moves.hover = await measure((at) => point('pointermove', around(at)));
    document.querySelector('#tool-lasso').click();
    point('pointerdown', [0, 0]);
    moves.lasso = await measure((at) => point('pointermove', around(at)));
    point('pointerup', [0, 0]);
    return moves;
  })();
};

/** Who draws by WebGL here. */
const renderer = () => {
  const gl = document.createElement('canvas').getContext('webgl2');
  const named = gl?.getExtension('WEBGL_debug_renderer_info');
  return named ? gl.getParameter(named.UNMASKED_RENDERER_WEBGL) : null;
};

const browser = await launch(gpuOr([]));
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
  await ended(page);
  await page.locator('#map').scrollIntoViewIfNeeded();
  const pixels = await page.$eval('#map-dots', ({ width, height }) => `${width}×${height}`);
  for (const [move, { per_second, late_percent, longest_ms }] of Object.entries(await page.evaluate(movesOfMap))) {
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
