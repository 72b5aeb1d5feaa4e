// Runs our encoder in the site's workers, with the protocol of crates/protocol/src/lib.rs. The script runs in a page.

import { ask, begin } from '/shared/worker.mjs';
import { bytes, embed, json } from './encoder.mjs';

const workers = [];
let texts;
let batches;
let files;
let module;
/** Shared memory with the ONNX file; undefined unless `prepare` was called with `isShared`. */
let sharedOnnx;

async function encode(batch, worker, work) {
  const request = { Embed: { chunk: 0, rows: batch, texts: batch.map((text) => texts[work][text]) } };
  const [buffer] = await ask(workers[worker], request, [], 'Embedded');
  const length = buffer.byteLength / 4 / batch.length;
  return batch.map((_, row) => new Float32Array(buffer, row * length * 4, length));
}

function shared(buffer) {
  const copy = new SharedArrayBuffer(buffer.byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}

self.engine = {
  /**
   * Fetches the texts and the files of the encoder.
   * `recorded` is the result of `record` in record.mjs: the addresses of the encoder's files, and the page's batches.
   * `model` is the folder of the multilingual encoder. Without `model`, the encoder of the page is used.
   * With `isShared`, all workers read the ONNX file in shared memory, as in a cross-origin isolated page.
   */
  async prepare({ recorded, model, isShared }) {
    texts ??= await json('/made/texts.json');
    batches = recorded.batches;
    const addresses = model ? ['model.onnx', 'tokenizer.bin', 'config.json'].map((name) => `${model}${name}`) : recorded.model;
    const [onnx, ...others] = addresses;
    if (isShared) sharedOnnx ??= shared(await bytes(onnx));
    const copied = isShared ? others : addresses;
    files = { ...recorded, wasm: await bytes(recorded.wasm), model: await Promise.all(copied.map(bytes)) };
  },

  /** Starts a worker from the files that `prepare` has fetched, and waits for the first embedding of the worker. */
  async open() {
    const { loader, script, wasm, model } = files;
    files = undefined;
    module ??= await WebAssembly.compile(wasm);
    const worker = new Worker(loader, { type: 'module' });
    await begin(worker, { module, script });
    await ask(worker, 'OpenModel', model, 'ModelOpened', sharedOnnx ? [sharedOnnx] : []);
    workers.push(worker);
    await encode([0], workers.length - 1, Object.keys(texts)[0]);
  },

  /** Embeds every `every`-th text of the list `work`, in the batches that the page formed for this list. */
  embed({ work, every = 1, ...options }) {
    const taken = batches[work].map((batch) => batch.filter((text) => text % every === 0));
    return embed(taken.filter((batch) => batch.length > 0), (batch, worker) => encode(batch, worker, work), options);
  },
};
