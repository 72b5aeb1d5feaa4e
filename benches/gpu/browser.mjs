// Runs an encoder in a separate Chromium with WebGPU. Requests and answers are lines of JSON (lines.mjs).
// FASTGAS_CHROMIUM_GPU holds the arguments that make Chromium use a real GPU.
// Without the variable, Chromium emulates a GPU.
//
//     node browser.mjs SCRIPT SETTINGS
//
// SCRIPT is the path of the encoder's script on the server, and SETTINGS are the settings of the encoder, in JSON.

import { PAGE, WITH_WEBGPU, guard, launch } from '../../tests/e2e/support/tools.mjs';
import { answer } from '../lines.mjs';
import { inPage, inWorker } from '../scope.mjs';

/** Time limit for an answer of the page, in seconds. A GPU whose driver hangs never answers. */
const LIMIT_S = 45;

const script = process.argv[2];
const settings = JSON.parse(process.argv[3]);
const browser = await launch(WITH_WEBGPU);
let opened;

async function limited(work) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_S} s`)), LIMIT_S * 1000);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Opens the encoder in a new page.
 * `first_s` is the time for opening the encoder and embedding a first text, in seconds, without fetching files.
 */
async function open() {
  const { context, foreign } = await guard(browser);
  try {
    const page = await context.newPage();
    await page.goto(new URL('bench/page.html', PAGE).href);
    const adapter = await page.evaluate(adapterName);
    const scope = await (script === '/gpu/fastgas.mjs' ? inPage : inWorker)(page, script);
    await scope.evaluate((settings) => self.engine.prepare(settings), settings);
    const begin = performance.now();
    await limited(scope.evaluate(() => self.engine.open()));
    const first_s = (performance.now() - begin) / 1000;
    if (foreign.length > 0) throw new Error(`${script} asked for ${foreign}`);
    return { context, scope, adapter, first_s };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/**
 * Runs in the page. Returns the name of the GPU, or a placeholder if the browser hides the name.
 * Returns undefined without a GPU.
 */
async function adapterName() {
  const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  const { vendor, architecture, device, description } = adapter.info;
  return [vendor, architecture, device, description].filter(Boolean).join(' ') || 'a GPU without a name';
}

const firstLine = (error) => error.message.split('\n')[0];

async function start() {
  try {
    opened = await open();
  } catch (error) {
    return { skipped: firstLine(error) };
  }
  const { adapter, first_s } = opened;
  return { version: `Chromium ${browser.version()}`, adapter, first_s };
}

await answer(await start(), {
  /** After a failure, the next request opens a new page, because the GPU may be lost. */
  async embed(request) {
    try {
      opened ??= await open();
      const begin = performance.now();
      const { texts } = await limited(opened.scope.evaluate((request) => self.engine.embed(request), request));
      return { texts, wall_s: (performance.now() - begin) / 1000 };
    } catch (error) {
      await opened?.context.close();
      opened = undefined;
      return { failed: firstLine(error) };
    }
  },
});
await browser.close();
