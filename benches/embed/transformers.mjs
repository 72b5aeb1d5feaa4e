// Runs transformers.js as in its documentation: 32 texts per call, in their original order.
// All files come from this machine. The script runs in a worker.

import { chunks, countMemory, embed, json, wasmBytes } from './encoder.mjs';

const PACKAGE = '/bench/node_modules/@huggingface/transformers/';
const TEXTS_A_CALL = 32;
let texts;
let extract;

self.engine = {
  async prepare() {
    texts = await json('/made/texts.json');
  },

  async open() {
    countMemory();
    const { pipeline, env } = await import(`${PACKAGE}dist/transformers.min.js`);
    Object.assign(env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: '/made/models/' });
    env.backends.onnx.wasm.wasmPaths = `${PACKAGE}node_modules/onnxruntime-web/dist/`;
    extract = await pipeline('feature-extraction', 'hub', { dtype: 'q8' });
    await extract([Object.values(texts)[0][0]], { pooling: 'mean', normalize: true });
  },

  embed({ work, every = 1, ...options }) {
    const order = [...texts[work].keys()].filter((text) => text % every === 0);
    const encode = async (batch) => {
      const output = await extract(batch.map((text) => texts[work][text]), { pooling: 'mean', normalize: true });
      const [, width] = output.dims;
      return batch.map((_, row) => output.data.subarray(row * width, (row + 1) * width));
    };
    return embed(chunks(order, TEXTS_A_CALL), encode, options);
  },

  wasmBytes,
};
postMessage('ready');
