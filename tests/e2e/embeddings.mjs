// Embeddings for tests that need no model.

/** A .npy file of n rows of 8 numbers: row i is of topic i mod `topics`, topics are far apart, rows of one near each other. */
export function npy(n, topics) {
  return npyOf(n, (row, at) => (at === row % topics ? 3 : 0) + Math.sin(row * 12.9898 + at * 78.233));
}

/** The same with what `value` gives for a row and a column, of which there may be others than 8. */
export function npyOf(n, value, dimensions = 8) {
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${n}, ${dimensions}), }`.padEnd(117) + '\n';
  const bytes = Buffer.alloc(10 + header.length + 4 * n * dimensions);
  bytes.write('\x93NUMPY\x01\x00', 'latin1');
  bytes.writeUInt16LE(header.length, 8);
  bytes.write(header, 10);
  let end = 10 + header.length;
  for (let row = 0; row < n; row += 1) {
    for (let at = 0; at < dimensions; at += 1) end = bytes.writeFloatLE(value(row, at), end);
  }
  return bytes;
}
