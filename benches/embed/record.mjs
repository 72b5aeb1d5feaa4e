// Records how the page embeds texts: which build of the encoder worker the page starts, and which texts are in each batch.

import { choose, openPage, select, set } from '../../tests/e2e/support/tools.mjs';

/**
 * Records the files of the encoder worker and the texts of each batch in `window.heard`.
 * Runs in the page before the page's own scripts.
 */
function listen() {
  const heard = { batches: [] };
  const addresses = new WeakMap();
  window.heard = heard;
  const { compileStreaming } = WebAssembly;
  WebAssembly.compileStreaming = async (source) => {
    const response = await source;
    const module = await compileStreaming(response);
    addresses.set(module, response.url);
    return module;
  };
  window.Worker = class extends Worker {
    constructor(loader, options) {
      super(loader, options);
      heard.loader = new URL(loader, document.baseURI).href;
    }

    postMessage(message, ...rest) {
      if (message.module) this.started = { wasm: addresses.get(message.module), script: message.script };
      if (message[1]?.Embed) {
        Object.assign(heard, this.started);
        heard.batches.push(message[1].Embed.texts);
      }
      super.postMessage(message, ...rest);
    }
  };
}

/**
 * Embeds each list of texts in `works` in the page with one worker.
 * Returns the addresses of the worker's `loader`, `script` and `wasm` and of the three files of the `model`.
 * Also returns the `batches` of each list in order; the texts of a batch are indices in the list.
 */
export async function record(browser, works) {
  const recorded = { batches: {} };
  for (const [work, texts] of Object.entries(works)) {
    const { context, page } = await openPage(browser, { initScript: listen });
    const csv = ['text', ...texts.map((text) => `"${text.replaceAll('"', '""')}"`)].join('\n');
    await choose(page, { name: 'texts.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.selectOption('#text-column', { label: 'text' });
    await set(page, 'workers', 1);
    await select(page);
    const { batches, ...worker } = await page.evaluate(() => window.heard);
    const places = new Map(texts.map((text, place) => [text, place]));
    recorded.batches[work] = batches.map((batch) => batch.map((text) => places.get(text)));
    if (recorded.batches[work].flat().sort((a, b) => a - b).some((text, place) => text !== place)) {
      throw new Error(`${work}: the page sent other texts to its worker than those of its file`);
    }
    Object.assign(recorded, worker);
    recorded.model = await page.evaluate(() => {
      const assets = JSON.parse(document.querySelector('#assets').textContent);
      return ['model', 'tokenizer', 'model-config'].map((name) => new URL(assets[name], document.baseURI).href);
    });
    await context.close();
  }
  return recorded;
}
