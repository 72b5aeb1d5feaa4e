// Runs voy-search: a k-d tree that is built and then queried with every row.

import * as voy from '/bench/node_modules/voy-search/voy_search_bg.js';
import { lists, rows } from '/bench/vectors.mjs';

let vectors;

export async function open(given) {
  // The package expects a bundler. The next lines load the WebAssembly file as a bundler would.
  const wasm = fetch('/bench/node_modules/voy-search/voy_search_bg.wasm');
  const { instance } = await WebAssembly.instantiateStreaming(wasm, { './voy_search_bg.js': voy });
  voy.__wbg_set_wasm(instance.exports);
  vectors = given;
}

export function search(k) {
  const given = rows(vectors);
  const embeddings = given.map((row, id) => ({ id: String(id), title: '', url: '', embeddings: Array.from(row) }));
  const index = new voy.Voy({ embeddings });
  const found = lists(vectors.n, k, (query, k) => index.search(given[query], k).neighbors.map(({ id }) => Number(id)));
  index.free();
  return found;
}
