// Runs our neighbor search in the site's workers, in the same chunks as the page.
// The protocol is in crates/protocol/src/lib.rs.

import { ask, workers } from '/shared/worker.mjs';

const ROW = Float32Array.BYTES_PER_ELEMENT;
let vectors;
let start;
const started = [];

export async function open(given) {
  vectors = given;
  start = await workers();
}

async function worker(place) {
  started[place] ??= await start();
  return started[place];
}

async function searchChunk(place, [rows, columns], lowerBounds, k) {
  const bytes = ({ start, end }) => vectors.numbers.buffer.slice(start * vectors.dimensions * ROW, end * vectors.dimensions * ROW);
  const one = rows.start === columns.start;
  const buffers = [bytes(rows), one ? new ArrayBuffer(0) : bytes(columns), new Float32Array(lowerBounds).buffer];
  const request = { Neighbors: { chunk: 0, pairs: { rows, columns }, n_neighbors: k } };
  const [ids, similarities] = await ask(await worker(place), request, buffers, 'NeighborsFound');
  return { ids: new Uint32Array(ids), similarities: new Float32Array(similarities) };
}

/**
 * Merges the neighbor lists of one row from two chunks. Returns the ids of the `k` nearest neighbors, nearest first.
 * Ties: the neighbor with the lowest id is first.
 */
function merged(k, [a, i], [b, j]) {
  const list = [];
  for (let place = 0; place < k; place += 1) {
    list.push([a.similarities[i * k + place], a.ids[i * k + place]], [b.similarities[j * k + place], b.ids[j * k + place]]);
  }
  return list.sort(([x, p], [y, q]) => y - x || p - q).slice(0, k).map(([, id]) => id);
}

/**
 * Returns the `k` nearest neighbors of each row. The search compares pairs of rows, chunk by chunk.
 * With one worker, a single chunk contains all pairs.
 * With two workers, the rows form two blocks, and there are three chunks.
 * Two chunks contain the pairs within a block, and one chunk the pairs of rows from different blocks.
 */
export async function search(k, count) {
  const { n } = vectors;
  const nothing = (length) => Array(length).fill(-Infinity);
  if (count === 1) {
    const all = { start: 0, end: n };
    const { ids } = await searchChunk(0, [all, all], nothing(n), k);
    return Array.from({ length: n }, (_, row) => ids.subarray(row * k, (row + 1) * k));
  }
  const half = n >> 1;
  const blocks = [{ start: 0, end: half }, { start: half, end: n }];
  const [first, second] = await Promise.all(blocks.map((block, place) => searchChunk(place, [block, block], nothing(block.end - block.start), k)));
  const last = ({ similarities }, row) => similarities[row * k + k - 1];
  const lowerBounds = Array.from({ length: n }, (_, row) => (row < half ? last(first, row) : last(second, row - half)));
  const both = await searchChunk(0, blocks, lowerBounds, k);
  return Array.from({ length: n }, (_, row) => merged(k, row < half ? [first, row] : [second, row - half], [both, row]));
}
