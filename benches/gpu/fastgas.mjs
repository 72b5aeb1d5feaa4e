// Runs our encoder in the site's worker for the GPU or for the CPU, with the protocol of crates/protocol/src/lib.rs.
// The script runs in a page.

import { bytes, chosen, embed, json } from '/bench/encoder.mjs';
import { ask, assets, begin, receive } from '/shared/worker.mjs';

let texts;
let files;
let device;
let worker;

const utf8 = new TextEncoder();
/** Estimated number of tokens of a text, computed like `likely_tokens` in crates/embedding/src/batch.rs. */
const likelyTokens = (text) => Math.min(Math.floor(utf8.encode(text).length * 2 / 9) + 2, 256);

/** Splits texts of similar length into requests of at most `budget` estimated tokens. The page's budget is 1,024. */
function requests(work, order, budget) {
  const tokens = new Map(order.map((text) => [text, likelyTokens(texts[work][text])]));
  order.sort((a, b) => tokens.get(b) - tokens.get(a));
  const batches = [];
  let size = 0;
  for (const text of order) {
    size += tokens.get(text);
    if (batches.length > 0 && size <= budget) {
      batches.at(-1).push(text);
    } else {
      batches.push([text]);
      size = tokens.get(text);
    }
  }
  return batches;
}

async function encode(rows, work) {
  const request = { rows, texts: rows.map((text) => texts[work][text]) };
  if (device === 'cpu') {
    await ask(worker, { Embed: { chunk: 0, ...request } }, [], 'Embedded');
    return;
  }
  const [{ GpuEmbedded: { ended } }] = await receive(worker, { EmbedOnGpu: request }, [], 'GpuEmbedded');
  if (ended.why) throw new Error(`the GPU was not used: ${JSON.stringify(ended.why)}`);
}

self.engine = {
  /**
   * Fetches the texts and the files of the encoder. `settings.device` is `gpu` or `cpu`.
   * `settings.model` is the folder of the multilingual encoder. Without this setting, the encoder of the page is used.
   */
  async prepare(settings) {
    device = settings.device;
    texts = await json('/made/texts.json');
    const address = await assets();
    const program = { gpu: 'worker-encoder-gpu', cpu: 'worker-encoder-relaxed' }[device];
    const addresses = settings.model
      ? ['model.onnx', 'tokenizer.bin', 'config.json'].map((name) => `${settings.model}${name}`)
      : ['model', 'tokenizer', 'model-config'].map(address);
    const model = await Promise.all(addresses.map(bytes));
    const wasm = await bytes(address(`${program}-wasm`));
    files = { loader: address('worker-loader'), script: address(program), wasm, model };
  },

  /** Starts the worker from the files that `prepare` has fetched, and waits for the first embedding of the worker. */
  async open() {
    const { loader, script, wasm, model } = files;
    files = undefined;
    const module = await WebAssembly.compile(wasm);
    worker = new Worker(loader, { type: 'module' });
    await begin(worker, { module, script });
    await ask(worker, 'OpenModel', model, 'ModelOpened');
    await encode([0], Object.keys(texts)[0]);
  },

  /** Embeds the first `first` texts of a list, with at most `size` estimated tokens per request. */
  embed({ work, first, size }) {
    return embed(requests(work, chosen(texts[work], { first }), size), (batch) => encode(batch, work), {});
  },
};
