// Runs onnxruntime-web in WebAssembly on one thread, or with WebGPU. The input is token ids, sorted by text length.
// The script runs in a worker.

import { bytes, chosen, chunks, countMemory, embed, json, wasmBytes } from './encoder.mjs';

const DIST = '/bench/node_modules/onnxruntime-web/dist/';
/** Files of onnxruntime-web by execution provider: the script and the WebAssembly file. */
const PROGRAMS = {
  wasm: { script: 'ort.wasm.min.mjs', wasm: 'ort-wasm-simd-threaded.wasm' },
  webgpu: { script: 'ort.webgpu.min.mjs', wasm: 'ort-wasm-simd-threaded.asyncify.wasm' },
};
let ids;
let files;
let provider;
let ort;
let session;

async function encode(batch, work) {
  const texts = batch.map((text) => ids[work][text]);
  const length = Math.max(...texts.map((text) => text.length));
  const words = new BigInt64Array(batch.length * length);
  const mask = new BigInt64Array(batch.length * length);
  texts.forEach((text, row) => {
    words.set(text, row * length);
    mask.fill(1n, row * length, row * length + text.length);
  });
  const input = (numbers) => new ort.Tensor('int64', numbers, [batch.length, length]);
  const { last_hidden_state: tokens } = await session.run({
    input_ids: input(words),
    attention_mask: input(mask),
    token_type_ids: input(new BigInt64Array(batch.length * length)),
  });
  const width = tokens.dims[2];
  return texts.map((text, row) => pool(tokens.data.subarray(row * length * width), text.length, width));
}

/** Returns the mean of the first `length` vectors as a unit vector. Each vector has `width` numbers. */
function pool(vectors, length, width) {
  const sum = new Float32Array(width);
  for (let at = 0; at < length * width; at += width) {
    for (let column = 0; column < width; column += 1) sum[column] += vectors[at + column];
  }
  const norm = Math.sqrt(sum.reduce((square, value) => square + value * value, 0));
  return sum.map((value) => value / norm);
}

self.engine = {
  /**
   * Loads the token ids of the texts and the files of the encoder.
   * `model` is the address of the ONNX file. `device` is the name of an execution provider: `wasm` or `webgpu`.
   */
  async prepare({ model, device = 'wasm' }) {
    provider = device;
    const numbers = Object.entries(await json('/made/ids.json'));
    ids = Object.fromEntries(numbers.map(([work, texts]) => [work, texts.map((text) => BigInt64Array.from(text, BigInt))]));
    files = { wasm: await bytes(`${DIST}${PROGRAMS[provider].wasm}`), model: await bytes(model) };
  },

  async open() {
    countMemory();
    ort = await import(`${DIST}${PROGRAMS[provider].script}`);
    Object.assign(ort.env.wasm, { numThreads: 1, wasmPaths: DIST, wasmBinary: files.wasm });
    ort.env.webgpu.powerPreference = 'high-performance';
    session = await ort.InferenceSession.create(files.model, { executionProviders: [provider], graphOptimizationLevel: 'all' });
    files = undefined;
    await encode([0], Object.keys(ids)[0]);
  },

  embed({ work, size, every, first, ...options }) {
    const order = chosen(ids[work], { every, first });
    order.sort((a, b) => ids[work][a].length - ids[work][b].length);
    return embed(chunks(order, size), (batch) => encode(batch, work), options);
  },

  wasmBytes,
};
postMessage('ready');
