// Runs hnswlib-wasm: an approximate graph that is built and then queried with every row.
// M and efConstruction have the values in the documentation of `initIndex`.
// With efSearch 64, the search finds nearly all neighbors.

import { loadHnswlib } from '/bench/node_modules/hnswlib-wasm/dist/hnswlib.js';
import { lists, rows } from '/bench/vectors.mjs';

let library;
let vectors;

export async function open(given) {
  library = await loadHnswlib();
  vectors = given;
}

export function search(k) {
  const index = new library.HierarchicalNSW('ip', vectors.dimensions, '');
  index.initIndex(vectors.n, 16, 100, 1);
  const given = rows(vectors);
  const labels = index.addItems(given, false);
  index.setEfSearch(64);
  const row = new Map(labels.map((label, row) => [label, row]));
  const found = lists(vectors.n, k, (query, k) => index.searchKnn(given[query], k, undefined).neighbors.map((label) => row.get(label)));
  index.delete();
  return found;
}
