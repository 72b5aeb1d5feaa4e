// What the encoders here share, in a page or in a worker.

/** The bytes of a file of this server. */
export async function bytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** The JSON of a file of this server. */
export async function json(url) {
  return JSON.parse(new TextDecoder().decode(await bytes(url)));
}

/** Each `size` of the list's items together. */
export function chunks(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, chunk) => list.slice(chunk * size, (chunk + 1) * size));
}

/**
 * Gives `batches` of texts to `encode(batch, worker)`, which gives a vector for each. Each of the workers takes the next
 * batch when it has done its last. Gives the number of texts, and their vectors if `vectors` asks for them.
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

/** From now on, counts what the WebAssembly of this scope is given. */
export function countMemory() {
  WebAssembly.Memory = class extends WebAssembly.Memory {
    constructor(description) {
      super(description);
      memories.push(this);
    }
  };
}

/** Bytes of all WebAssembly memories since `countMemory`. */
export function wasmBytes() {
  if (memories.length === 0) throw new Error('no WebAssembly memory was made here');
  return memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
}
