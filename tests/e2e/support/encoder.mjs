// A tiny BERT-like encoder with random weights, as the bytes of an ONNX file and of the encoder's tokenizer.json.

/**
 * Encodes a protobuf field: an integer as a varint, `{ float }` as a 32-bit float, any other value after its length.
 */
function field(number, value) {
  if (typeof value === 'number' || typeof value === 'bigint') return [varint(number << 3), varint(value)];
  if (value.float !== undefined) {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value.float);
    return [varint((number << 3) | 5), bytes];
  }
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return [varint((number << 3) | 2), varint(bytes.length), bytes];
}

function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [];
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

/** Encodes a protobuf message from `[number, value]` pairs. The numbers are the field numbers of onnx.proto. */
const message = (fields) => Buffer.concat(fields.flatMap(([number, value]) => field(number, value)));

const [FLOAT, INT64] = [1, 7];
const integer = (name, value) => message([[1, name], [3, value], [20, 2]]);
const integers = (name, values) => message([[1, name], ...values.map((value) => [8, value]), [20, 7]]);
const number = (name, value) => message([[1, name], [2, { float: value }], [20, 1]]);
const tensorInfo = (name, type, dimensions) => {
  const shape = message(dimensions.map((dimension) =>
    [1, message([typeof dimension === 'string' ? [2, dimension] : [1, dimension]])]));
  return message([[1, name], [2, message([[1, message([[1, type], [2, shape]])]])]]);
};

class Graph {
  nodes = [];
  constants = [];

  constructor(seed) { this.state = BigInt(seed); }

  /** Pseudorandom number between −1 and 1. */
  random() {
    this.state = (this.state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(this.state >> 40n) / 2 ** 23 - 1;
  }

  node(type, inputs, attributes = []) {
    const name = `${type}_${this.nodes.length}`;
    this.nodes.push(message([
      ...inputs.map((input) => [1, input]), [2, name], [3, name], [4, type], ...attributes.map((attribute) => [5, attribute]),
    ]));
    return name;
  }

  constant(type, shape, data) {
    const name = `constant_${this.constants.length}`;
    this.constants.push(message([...shape.map((size) => [1, size]), [2, type], [8, name], [9, Buffer.from(data.buffer)]]));
    return name;
  }

  floats(shape, values) { return this.constant(FLOAT, shape, Float32Array.from(values)); }

  integers(values) { return this.constant(INT64, [values.length], BigInt64Array.from(values, BigInt)); }

  weights(shape, scale, mean = 0) {
    const count = shape.reduce((product, size) => product * size, 1);
    return this.floats(shape, Array.from({ length: count }, () => mean + scale * this.random()));
  }

  linear(x, inputs, outputs) {
    const y = this.node('MatMul', [x, this.weights([inputs, outputs], 2 / Math.sqrt(inputs))]);
    return this.node('Add', [this.weights([outputs], 0.1), y]);
  }

  norm(x, width) {
    const weights = [this.weights([width], 0.1, 1), this.weights([width], 0.1)];
    return this.node('LayerNormalization', [x, ...weights], [integer('axis', -1), number('epsilon', 1e-12)]);
  }
}

/** The vocabulary contains the special tokens, and each character as a word and as the continuation of a word. */
function vocabularyOf(characters) {
  return ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...characters, ...characters.map((character) => `##${character}`)];
}

/**
 * Creates an ONNX file and a tokenizer.json.
 * `seed` is the seed of the weights, and `positions` the maximum number of tokens of a text.
 * `characters` are characters that the tokenizer knows in addition to English letters and digits.
 * `extraOperator` is an operator that no encoder has, applied to the last layer.
 * `divideByZero` adds an integer division by zero.
 */
export function tinyEncoder({
  seed = 1, layers = 2, width = 32, heads = 4, positions = 64, characters = '', extraOperator, divideByZero,
} = {}) {
  const vocabulary = vocabularyOf([...new Set(`abcdefghijklmnopqrstuvwxyz0123456789${characters}`)]);
  const graph = new Graph(seed);
  const lookUp = (rows, ids) => graph.node('Gather', [graph.weights([rows, width], 1), ids]);
  const length = graph.node('Shape', ['input_ids'], [integer('start', 1)]);
  const zero = graph.integers([0]);
  const positionRows = graph.node('Slice', [graph.weights([positions, width], 0.2), zero, length, zero]);
  let x = graph.node('Add', [lookUp(vocabulary.length, 'input_ids'), lookUp(2, 'token_type_ids')]);
  x = graph.norm(graph.node('Add', [x, positionRows]), width);
  let mask = graph.node('Unsqueeze', ['attention_mask', graph.integers([1, 2])]);
  mask = graph.node('Sub', [graph.floats([], [1]), graph.node('Cast', [mask], [integer('to', FLOAT)])]);
  mask = graph.node('Mul', [mask, graph.floats([], [-10000])]);
  for (let layer = 0; layer < layers; layer += 1) {
    const split = graph.integers([0, 0, heads, width / heads]);
    const [queries, keys, values] = [[0, 2, 1, 3], [0, 2, 3, 1], [0, 2, 1, 3]].map((order) =>
      graph.node('Transpose', [graph.node('Reshape', [graph.linear(x, width, width), split])], [integers('perm', order)]));
    let scores = graph.node('Div', [graph.node('MatMul', [queries, keys]), graph.floats([], [Math.sqrt(width / heads)])]);
    scores = graph.node('Softmax', [graph.node('Add', [scores, mask])], [integer('axis', -1)]);
    let y = graph.node('Transpose', [graph.node('MatMul', [scores, values])], [integers('perm', [0, 2, 1, 3])]);
    y = graph.linear(graph.node('Reshape', [y, graph.integers([0, 0, width])]), width, width);
    x = graph.norm(graph.node('Add', [y, x]), width);
    const inner = graph.linear(x, width, 4 * width);
    const error = graph.node('Erf', [graph.node('Div', [inner, graph.floats([], [Math.SQRT2])])]);
    y = graph.node('Mul', [inner, graph.node('Add', [error, graph.floats([], [1])])]);
    y = graph.linear(graph.node('Mul', [y, graph.floats([], [0.5])]), 4 * width, width);
    x = graph.norm(graph.node('Add', [y, x]), width);
  }
  if (extraOperator) x = graph.node(extraOperator, [x]);
  if (divideByZero) {
    const quotient = graph.node('Div', [graph.integers([1]), graph.integers([0])]);
    x = graph.node('Add', [x, graph.node('Cast', [quotient], [integer('to', FLOAT)])]);
  }
  const inputs = ['input_ids', 'attention_mask', 'token_type_ids'];
  const onnx = message([
    [1, 8],
    [8, message([[1, ''], [2, 17]])],
    [7, message([
      ...graph.nodes.map((node) => [1, node]),
      [2, 'tiny'],
      ...graph.constants.map((constant) => [5, constant]),
      ...inputs.map((name) => [11, tensorInfo(name, INT64, ['batch', 'length'])]),
      [12, tensorInfo(x, FLOAT, ['batch', 'length', width])],
    ])],
  ]);
  return { onnx, tokenizer: Buffer.from(JSON.stringify(tokenizerOf(vocabulary))) };
}

const special = (name) => ({ SpecialToken: { id: name, type_id: 0 } });
const single = [special('[CLS]'), { Sequence: { id: 'A', type_id: 0 } }, special('[SEP]')];
const tokenizerOf = (vocabulary) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: vocabulary.slice(0, 4).map((content, id) =>
    ({ id, content, special: true, single_word: false, lstrip: false, rstrip: false, normalized: false })),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single,
    pair: [...single, { Sequence: { id: 'B', type_id: 1 } }, { SpecialToken: { id: '[SEP]', type_id: 1 } }],
    special_tokens: Object.fromEntries(['[CLS]', '[SEP]'].map((id) => [id, { id, ids: [vocabulary.indexOf(id)], tokens: [id] }])),
  },
  decoder: null,
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(vocabulary.map((piece, id) => [piece, id])),
  },
});
