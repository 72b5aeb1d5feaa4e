// Reads embeddings and builds neighbor lists in the format that all engines of this benchmark share.

import { npy } from '/shared/npy.mjs';

/** Reads the first `n` rows of a .npy file of float32 numbers. Also returns the length of a row. */
export async function read(url, n) {
  const { bytes, columns: dimensions } = await npy(url);
  return { numbers: new Float32Array(bytes, 0, n * dimensions), n, dimensions };
}

export function rows({ numbers, n, dimensions }) {
  return Array.from({ length: n }, (_, row) => numbers.subarray(row * dimensions, (row + 1) * dimensions));
}

/**
 * Returns the ids that `nearest(row, k)` returns for each row, without the row itself.
 * The nearest neighbor of a row is the row itself, so one additional neighbor is requested.
 */
export function lists(n, k, nearest) {
  return Array.from({ length: n }, (_, row) => nearest(row, k + 1).filter((id) => id !== row).slice(0, k));
}
