// Embeddings for tests that do not need a model.

/**
 * A .npy file of n rows of 8 numbers. Row i belongs to topic i mod `topics`.
 * Topics are far apart, and rows of the same topic are close together.
 */
export function npy(n, topics) {
  return npyOf(n, (row, at) => (at === row % topics ? 3 : 0) + Math.sin(row * 12.9898 + at * 78.233));
}

/** A deterministic number between −0.5 and 0.5 for a row and a column. */
export function noise(row, at) {
  const wave = Math.sin(row * 12.9898 + at * 78.233) * 43758.5453;
  return wave - Math.floor(wave) - 0.5;
}

/** A .npy file with `n` rows. `value` returns the number for a row and a column. */
export function npyOf(n, value, dimensions = 8) {
  const numbers = Buffer.alloc(4 * n * dimensions);
  let end = 0;
  for (let row = 0; row < n; row += 1) {
    for (let at = 0; at < dimensions; at += 1) end = numbers.writeFloatLE(value(row, at), end);
  }
  return Buffer.concat([npyHeader('<f4', false, n, dimensions), numbers]);
}

/**
 * The first 128 bytes of a .npy file: the magic number, version 1.0, the length of the dictionary, and the dictionary.
 */
function npyHeader(type, fortran, n, dimensions) {
  const order = fortran ? 'True' : 'False';
  const dictionary = `{'descr': '${type}', 'fortran_order': ${order}, 'shape': (${n}, ${dimensions}), }`.padEnd(117);
  return Buffer.from(`\x93NUMPY\x01\x00${String.fromCharCode(dictionary.length + 1)}\x00${dictionary}\n`, 'latin1');
}

/**
 * A .npy file in the format of numpy, with rows of 16 numbers that depend on the topic.
 * The numbers have 32 or 64 bits (`float64`), and are little-endian or big-endian (`big`).
 * The numbers are in row-major or column-major order (`fortran`).
 */
export function numpyFile(n, { float64 = false, big = false, fortran = false, kind = 'f', change = (numbers) => numbers } = {}) {
  const numbers = change(Array.from({ length: 16 * n }, (_, at) => {
    const [row, axis] = [Math.floor(at / 16), at % 16];
    return Number(row % 4 === axis) + ((row * 7919 + axis * 104729) % 997) / 2000;
  }));
  const width = float64 ? 8 : 4;
  const written = Buffer.alloc(width * numbers.length);
  numbers.forEach((number, at) => {
    const [row, axis] = [Math.floor(at / 16), at % 16];
    written[`write${float64 ? 'Double' : 'Float'}${big ? 'BE' : 'LE'}`](number, width * (fortran ? axis * n + row : at));
  });
  return Buffer.concat([npyHeader(`${big ? '>' : '<'}${kind}${width}`, fortran, n, 16), written]);
}
