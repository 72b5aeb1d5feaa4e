// The embeddings, as every engine here is given them, and lists, as every engine gives them.

import { npy } from '/shared/npy.mjs';

/** The first `n` rows of a .npy file of float32, and the length of a row. */
export async function read(url, n) {
  const { bytes, columns: dimensions } = await npy(url);
  return { numbers: new Float32Array(bytes, 0, n * dimensions), n, dimensions };
}

/** Each row by itself. */
export function rows({ numbers, n, dimensions }) {
  return Array.from({ length: n }, (_, row) => numbers.subarray(row * dimensions, (row + 1) * dimensions));
}

/** For each row the ids that `nearest(row, k)` gives, itself left out: one more is asked for, since it is among them. */
export function lists(n, k, nearest) {
  return Array.from({ length: n }, (_, row) => nearest(row, k + 1).filter((id) => id !== row).slice(0, k));
}
