// Functions that all encoders of this benchmark share, in a page or in a worker.

export async function bytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

export async function json(url) {
  return JSON.parse(new TextDecoder().decode(await bytes(url)));
}

/** Returns the indices of the measured texts: every `every`-th text of the first `first` texts. */
export function chosen(texts, { every = 1, first = texts.length }) {
  return [...texts.keys()].filter((text) => text < first && text % every === 0);
}

export function chunks(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) => list.slice(chunk * size, (chunk + 1) * size));
}

/**
 * Embeds the batches with `workers` parallel workers. A worker that has finished a batch takes the next batch.
 * `encode(batch, worker)` returns a vector for each text of the batch; `worker` is the index of the worker.
 * Returns the number of texts. If `vectors` is true, also returns the vectors, indexed by text.
 */
export async function embed(batches, encode, { workers = 1, vectors = false }) {
  const waiting = batches.values();
  const rows = [];
  const work = async (worker) => {
    for (const batch of waiting) {
      const encoded = await encode(batch, worker);
      if (vectors) batch.forEach((text, place) => { rows[text] = Array.from(encoded[place]); });
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
  return { texts: batches.flat().length, ...(vectors && { vectors: rows }) };
}

const memories = [];

/** Records the WebAssembly memories that JavaScript creates in this page or worker after the call. */
export function countMemory() {
  WebAssembly.Memory = class extends WebAssembly.Memory {
    constructor(description) {
      super(description);
      memories.push(this);
    }
  };
}

/** Total size of the WebAssembly memories that were created after the call of `countMemory`, in bytes. */
export function wasmBytes() {
  if (memories.length === 0) throw new Error('no WebAssembly memory was made here');
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
