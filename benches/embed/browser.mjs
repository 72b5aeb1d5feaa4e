// Runs an encoder in a separate Chromium. Requests and answers are lines of JSON (lines.mjs).
//
//     node browser.mjs fastgas|onnxruntime|transformers TEXTS.json [MODEL [shared]]
//
// With `shared`, the workers of our encoder share the memory of the ONNX file.

import { readFileSync } from 'node:fs';

import { PAGE, guard, launch } from '../../tests/e2e/support/tools.mjs';
import { privateBytes, renderers } from '../chromium.mjs';
import { answer } from '../lines.mjs';
import { inPage, inWorker } from '../scope.mjs';
import { record } from './record.mjs';

const [name, texts, model, memory] = process.argv.slice(2);
const script = `/bench/${name}.mjs`;
const browser = await launch();
const measure = await renderers(browser);
const recorded = name === 'fastgas' ? await record(browser, JSON.parse(readFileSync(texts, 'utf8'))) : undefined;
const settings = { recorded, model, isShared: memory === 'shared' };

async function open() {
  const { context, foreign } = await guard(browser);
  const page = await context.newPage();
  await page.goto(new URL('bench/page.html', PAGE).href);
  // Our encoder starts workers itself, so its script runs in the page. All other scripts run in a worker.
  const scope = await (name === 'fastgas' ? inPage : inWorker)(page, script);
  await scope.evaluate((settings) => self.engine.prepare(settings), settings);
  const opening = await measure(() => scope.evaluate(() => self.engine.open()));
  if (foreign.length > 0) throw new Error(`${name} asked for ${foreign}`);
  return { context, page, scope, opening };
}

function embed(scope, options) {
  return measure(() => scope.evaluate((options) => self.engine.embed(options), options));
}

async function addWorker(scope) {
  await scope.evaluate((settings) => self.engine.prepare(settings), settings);
  await scope.evaluate(() => self.engine.open());
}

function wasmBytes({ page, scope }) {
  if (name !== 'fastgas') return scope.evaluate(() => self.engine.wasmBytes());
  // wasm-bindgen's `init` has already run in this worker. A repeated call returns the same exports with the memory.
  return page.workers()[0].evaluate(async (script) => {
    const { default: init } = await import(script);
    return (await init()).memory.buffer.byteLength;
  }, recorded.script);
}

const opened = await open();
const ready = { version: `Chromium ${browser.version()}`, wasm: recorded && new URL(recorded.wasm).pathname };
await answer(ready, {
  async embed(options) {
    const { result, cpu_s, wall_s } = await embed(opened.scope, options);
    return { ...result, cpu_s, wall_s };
  },

  /**
   * Measures the CPU and wall time that a new page in a new process needs to open the encoder and embed a first text.
   */
  async first() {
    const { context, opening: { cpu_s, wall_s } } = await open();
    await context.close();
    return { cpu_s, wall_s };
  },

  async add_worker() {
    await addWorker(opened.scope);
    return {};
  },

  /**
   * Opens the encoder in a new page and a new process, embeds the texts that `options` select, and measures the memory.
   * If `second` is true, also measures the additional memory after a second worker has embedded the texts.
   */
  async memory({ second, ...options }) {
    const again = await open();
    const { process } = await embed(again.scope, options);
    const bytes = { wasm_bytes: await wasmBytes(again), private_bytes: privateBytes(process) };
    if (second) {
      await addWorker(again.scope);
      await embed(again.scope, { ...options, workers: 2 });
      bytes.second_worker_bytes = privateBytes(process) - bytes.private_bytes;
    }
    await again.context.close();
    return bytes;
  },
});
await browser.close();
