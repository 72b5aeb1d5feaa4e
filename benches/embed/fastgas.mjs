// Our encoder in the workers of the site, in the words of src/protocol.rs. Runs in a page.

import { bytes, embed, json } from './encoder.mjs';

const JOB = 1;
const workers = [];
let texts;
let batches;
let files;
let module;

/** Sends a request and gives the buffers of the answer of that name. */
function ask(worker, request, buffers, answer) {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data: [event, ...answered] }) => {
      if (event.Failed) reject(new Error(JSON.stringify(event.Failed)));
      else if (event === answer || event[answer]) resolve(answered);
    };
    worker.postMessage(request, buffers);
  });
}

async function encode(batch, worker, work) {
  const request = { Embed: { job: JOB, portion: 0, texts: batch.map((text) => texts[work][text]) } };
  const [buffer] = await ask(workers[worker], [request], [], 'Embedded');
  const length = buffer.byteLength / 4 / batch.length;
  return batch.map((_, row) => new Float32Array(buffer, row * length * 4, length));
}

self.engine = {
  /** Fetches all that the next worker needs. `recorded`: see record.mjs. */
  async prepare({ recorded }) {
    texts ??= await json('/made/texts.json');
    batches = recorded.batches;
    files = { ...recorded, wasm: await bytes(recorded.wasm), model: await Promise.all(recorded.model.map(bytes)) };
  },

  /** From those bytes to the first embedding. */
  async open() {
    const { loader, script, wasm, model } = files;
    files = undefined;
    module ??= await WebAssembly.compile(wasm);
    const worker = new Worker(loader, { type: 'module' });
    await ask(worker, { module, script }, [], 'Ready');
    await ask(worker, [{ OpenModel: { job: JOB } }, ...model], model, 'ModelOpened');
    workers.push(worker);
    await encode([0], workers.length - 1, Object.keys(texts)[0]);
  },

  /** The texts in the batches in which the page itself sends them. */
  embed({ work, every = 1, ...options }) {
    const taken = batches[work].map((batch) => batch.filter((text) => text % every === 0));
    return embed(taken.filter((batch) => batch.length > 0), (batch, worker) => encode(batch, worker, work), options);
  },
};
