// Runs edgevec: an approximate graph that is built and then queried with every row.
// The metric is l2, which ranks unit vectors in the same order as the cosine.
// edgevec's own cosine metric returns the least similar rows.

import init, { EdgeVec, EdgeVecConfig } from '/bench/node_modules/edgevec/edgevec.js';
import { lists, rows } from '/bench/vectors.mjs';

let vectors;

export async function open(given) {
  await init();
  vectors = given;
}

export function search(k) {
  const config = new EdgeVecConfig(vectors.dimensions);
  config.metric = 'l2';
  const index = new EdgeVec(config);
  const ids = index.insertBatchFlat(vectors.numbers, vectors.n);
  const row = new Map(Array.from(ids, (id, row) => [id, row]));
  const given = rows(vectors);
  const found = lists(vectors.n, k, (query, k) => index.search(given[query], k).map(({ id }) => row.get(id)));
  index.free();
  return found;
}
