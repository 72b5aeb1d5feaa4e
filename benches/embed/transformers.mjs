// Runs transformers.js with the defaults of its documentation: on the CPU, with 32 texts per call, in the given order.
// All files come from this machine. The script runs in a worker.

import { chosen, chunks, countMemory, embed, json, wasmBytes } from './encoder.mjs';

const PACKAGE = '/bench/node_modules/@huggingface/transformers/';
const TEXTS_A_CALL = 32;
let texts;
let options;
let extract;

self.engine = {
  /** Loads the texts, and stores `dtype` and `device` as options for transformers.js. */
  async prepare({ dtype = 'q8', device }) {
    options = { dtype, ...(device && { device }) };
    texts = await json('/made/texts.json');
  },

  async open() {
    countMemory();
    const { pipeline, env } = await import(`${PACKAGE}dist/transformers.min.js`);
    Object.assign(env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: '/made/models/' });
    env.backends.onnx.wasm.wasmPaths = `${PACKAGE}node_modules/onnxruntime-web/dist/`;
    extract = await pipeline('feature-extraction', 'hub', options);
    await extract([Object.values(texts)[0][0]], { pooling: 'mean', normalize: true });
  },

  /** Embeds the selected texts, `size` texts per call. If `sorted` is true, the texts are first sorted by length. */
  embed({ work, every, first, size = TEXTS_A_CALL, sorted = false, ...more }) {
    const order = chosen(texts[work], { every, first });
    if (sorted) order.sort((a, b) => texts[work][a].length - texts[work][b].length);
    const encode = async (batch) => {
      const output = await extract(batch.map((text) => texts[work][text]), { pooling: 'mean', normalize: true });
      const [, width] = output.dims;
      return batch.map((_, row) => output.data.subarray(row * width, (row + 1) * width));
    };
    return embed(chunks(order, size), encode, more);
  },

  wasmBytes,
};
postMessage('ready');
