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

/**
 * A .npy file as numpy writes it: rows of 16 numbers that the rows' topics decide, in 32 bits or in 64 (`float64`), the lowest
 * byte first or last (`big`), row by row or column by column (`fortran`).
 */
export function numpyFile(n, { float64 = false, big = false, fortran = false, kind = 'f', change = (numbers) => numbers } = {}) {
  const numbers = change(Array.from({ length: 16 * n }, (_, at) => {
    const [row, axis] = [Math.floor(at / 16), at % 16];
    return Number(row % 4 === axis) + ((row * 7919 + axis * 104729) % 997) / 2000;
  }));
  const width = float64 ? 8 : 4;
  const order = fortran ? 'True' : 'False';
  const dictionary = `{'descr': '${big ? '>' : '<'}${kind}${width}', 'fortran_order': ${order}, 'shape': (${n}, 16), }`;
  const header = `${dictionary.padEnd(117)}\n`;
  const magic = Buffer.from([0x93, ...Buffer.from('NUMPY'), 1, 0, header.length, 0]);
  const written = Buffer.alloc(width * numbers.length);
  numbers.forEach((number, at) => {
    const [row, axis] = [Math.floor(at / 16), at % 16];
    written[`write${float64 ? 'Double' : 'Float'}${big ? 'BE' : 'LE'}`](number, width * (fortran ? axis * n + row : at));
  });
  return Buffer.concat([magic, Buffer.from(header), written]);
}
