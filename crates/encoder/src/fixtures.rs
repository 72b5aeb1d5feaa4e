//! Tiny encoders with random weights for tests: ONNX graphs as exporters write them, and a tokenizer.

use prost::Message;
use serde_json::json;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto;
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TypeProto, ValueInfoProto,
};
use tract_onnx::prelude::f16;

use fastgas_embedding::SharedBytes;

pub use super::onnx::whole;

/// Simulates a file in memory that several programs share.
pub struct SharedFile(pub Vec<u8>);

impl SharedBytes for SharedFile {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn read(&self, start: usize, out: &mut [u8]) {
        out.copy_from_slice(&self.0[start..][..out.len()]);
    }
}

/// Builds an ONNX graph. Each method that adds a node or a constant returns the name of the output.
#[derive(Clone, Default)]
pub struct Graph {
    pub proto: GraphProto,
    state: u64,
    /// Whether all floats of the graph have 16 bits.
    half: bool,
}

impl Graph {
    pub fn new(seed: u64) -> Graph {
        Graph {
            state: seed,
            ..Graph::default()
        }
    }

    /// Random numbers from -1 to 1, most of them close to 0, like the weights of a model.
    pub fn random(&mut self, count: usize) -> Vec<f32> {
        let mut next = || {
            self.state = self
                .state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.state >> 40) as f32 / (1 << 23) as f32 - 1.0
        };
        (0..count).map(|_| next() * next()).collect()
    }

    pub fn node(&mut self, op_type: &str, inputs: &[&str], attribute: Vec<AttributeProto>) -> String {
        let [output] = self.nodes(op_type, inputs, attribute);
        output
    }

    /// Adds a node with several outputs to the graph.
    pub fn nodes<const N: usize>(
        &mut self,
        op_type: &str,
        inputs: &[&str],
        attribute: Vec<AttributeProto>,
    ) -> [String; N] {
        let name = format!("{op_type}{}", self.proto.node.len());
        let outputs = std::array::from_fn(|slot| {
            if slot == 0 {
                name.clone()
            } else {
                format!("{name}.{slot}")
            }
        });
        self.proto.node.push(NodeProto {
            op_type: op_type.into(),
            input: inputs.iter().map(|&input| input.into()).collect(),
            output: outputs.to_vec(),
            attribute,
            name,
            ..NodeProto::default()
        });
        outputs
    }

    pub fn input(&mut self, name: &str, data_type: DataType) -> String {
        self.proto.input.push(ValueInfoProto {
            name: name.into(),
            r#type: Some(TypeProto {
                value: Some(type_proto::Value::TensorType(type_proto::Tensor {
                    elem_type: data_type as i32,
                    shape: None,
                })),
                ..TypeProto::default()
            }),
            ..ValueInfoProto::default()
        });
        name.into()
    }

    pub fn constant(&mut self, data_type: DataType, shape: &[usize], raw_data: Vec<u8>) -> String {
        let name = format!("constant{}", self.proto.initializer.len());
        self.proto.initializer.push(TensorProto {
            name: name.clone(),
            data_type: data_type as i32,
            dims: shape.iter().map(|&n| n as i64).collect(),
            raw_data,
            ..TensorProto::default()
        });
        name
    }

    pub fn floats(&mut self, shape: &[usize], numbers: &[f32]) -> String {
        if self.half {
            return self.halves(shape, numbers);
        }
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.constant(DataType::Float, shape, bytes)
    }

    fn halves(&mut self, shape: &[usize], numbers: &[f32]) -> String {
        let bytes = numbers.iter().flat_map(|&x| f16::from_f32(x).to_le_bytes()).collect();
        self.constant(DataType::Float16, shape, bytes)
    }

    pub fn number(&mut self, x: f32) -> String {
        self.floats(&[], &[x])
    }

    pub fn integers(&mut self, numbers: &[i64]) -> String {
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        self.constant(DataType::Int64, &[numbers.len()], bytes)
    }

    pub fn integer(&mut self, number: i64) -> String {
        self.constant(DataType::Int64, &[], number.to_le_bytes().to_vec())
    }

    pub fn random_floats(&mut self, shape: &[usize]) -> String {
        let numbers = self.random(shape.iter().product());
        self.floats(shape, &numbers)
    }

    /// Adds the linear layer x·W + b, with W of shape k×n in full precision.
    pub fn linear(&mut self, x: &str, k: usize, n: usize) -> String {
        let weights = self.random_floats(&[k, n]);
        let biases = self.random_floats(&[n]);
        let y = self.node("MatMul", &[x, &weights], vec![]);
        self.node("Add", &[&biases, &y], vec![])
    }

    /// The ONNX model of this graph. The only output of the model is `output`.
    pub fn model(&self, output: &str) -> ModelProto {
        let mut graph = self.proto.clone();
        graph.output = vec![ValueInfoProto {
            name: output.into(),
            ..ValueInfoProto::default()
        }];
        ModelProto {
            ir_version: 8,
            opset_import: vec![OperatorSetIdProto {
                domain: String::new(),
                version: 17,
            }],
            graph: Some(graph),
            ..ModelProto::default()
        }
    }
}

/// The bytes of an ONNX file.
pub fn file(model: &ModelProto) -> Vec<u8> {
    model.encode_to_vec()
}

pub fn axis(i: i64) -> AttributeProto {
    whole("axis", i)
}

pub fn wholes(name: &str, ints: &[i64]) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        r#type: 7,
        ints: ints.into(),
        ..AttributeProto::default()
    }
}

pub fn permutation(ints: &[i64]) -> AttributeProto {
    wholes("perm", ints)
}

/// Adds the activation GELU, x·½(1 + erf(x/√2)), written as separate operators.
pub fn gelu(graph: &mut Graph, x: &str) -> String {
    let [root, one, half] = [2f32.sqrt(), 1.0, 0.5].map(|x| graph.number(x));
    let y = graph.node("Div", &[x, &root], vec![]);
    let y = graph.node("Erf", &[&y], vec![]);
    let y = graph.node("Add", &[&y, &one], vec![]);
    let y = graph.node("Mul", &[x, &y], vec![]);
    graph.node("Mul", &[&y, &half], vec![])
}

pub const HEADS: usize = 4;
pub const HEAD_WIDTH: usize = 8;
pub const HIDDEN: usize = HEADS * HEAD_WIDTH;
pub const INNER: usize = 48;
pub const POSITIONS: usize = 24;
pub const VOCABULARY: usize = 40;
/// Vocabulary index of the padding token in [`tokenizer`].
pub const PADDING: i64 = 1;

/// The format in which an exporter writes an encoder as an ONNX graph.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub norms: Norms,
    pub activation: Activation,
    pub attending: Attending,
    pub masking: Masking,
    pub scaling: Scaling,
    pub positions: Positions,
    pub weights: Weights,
    /// Whether the shapes of attention heads are computed from the shape of the token vectors instead of being constants.
    pub computed_shapes: bool,
    pub token_types: bool,
    /// Whether a bias that depends on the distance of tokens is added to the attention scores, as in MPNet.
    pub relative: bool,
    /// Whether NaN attention weights are replaced by 0, as in graphs of newer exporters.
    pub guarded: bool,
    /// Number of layers. The time that tract takes to read a model grows faster than the number of layers.
    pub layers: usize,
    pub ending: Ending,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Norms {
    Whole,
    Apart,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Activation {
    /// The activation GELU with erf, written as separate operators.
    Erf,
    /// The activation GELU, written as one operator.
    Gelu,
    /// GELU with tanh, written as separate operators.
    Tanh,
    Relu,
    /// The activation softsign, which no rule recognizes.
    Softsign,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attending {
    /// Attention written as separate products and softmax.
    Apart,
    /// The attention operator with inputs of shape batch×heads×length×width.
    Heads,
    /// The attention operator with inputs of shape batch×length×(heads·width).
    Tokens,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Masking {
    /// Adds (1 − mask) times the given number to the attention scores.
    Added(f32),
    /// Expands the mask to the shape of the scores, and adds the lowest float where the mask is 0.
    Expanded,
    /// Replaces the attention scores with the lowest float where the mask is 0.
    Filled,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scaling {
    /// Attention scores are divided by √width.
    Divided,
    /// Attention queries are divided by √width.
    Queries,
    /// Queries and keys are each divided by √(√width). The width is computed from the shape of the queries.
    Both,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Positions {
    /// The position table is sliced to the length of the text.
    Table,
    /// Constant position ids are sliced to the length of the text and gathered from the position table.
    Ids,
    /// Position ids count only tokens that are not padding, starting after the position id of padding.
    Counted,
    /// Position ids are an additional input of the model.
    Given,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weights {
    Float32,
    /// Constants have 16 bits and are cast to 32 bits.
    Half,
    /// All floats of the model have 16 bits.
    AllHalf,
    /// Weights are int8 and are dequantized before the products.
    Int8 {
        per_channel: bool,
        signed: bool,
    },
    /// Products are int8, as in onnxruntime's dynamic quantization.
    Dynamic {
        per_channel: bool,
        signed: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// A single output with the token vectors, of shape batch×length×d. The string is the name of the output.
    Tokens(&'static str),
    /// Two outputs: token vectors under an arbitrary name, and the mean of the token vectors, of shape batch×d.
    Pooled,
}

impl Default for Recipe {
    /// A BERT model as written by the simplest exporter.
    fn default() -> Recipe {
        Recipe {
            norms: Norms::Whole,
            activation: Activation::Erf,
            attending: Attending::Apart,
            masking: Masking::Added(-10_000.0),
            scaling: Scaling::Divided,
            positions: Positions::Ids,
            weights: Weights::Float32,
            computed_shapes: true,
            token_types: true,
            relative: false,
            guarded: false,
            layers: 1,
            ending: Ending::Tokens("last_hidden_state"),
        }
    }
}

impl Recipe {
    /// The ONNX model of an encoder in this format.
    /// Equal seeds result in equal weights, up to the rounding of the weight format.
    pub fn model(&self, seed: u64) -> ModelProto {
        let mut graph = Graph::new(seed);
        graph.half = self.weights == Weights::AllHalf;
        let ids = graph.input("input_ids", DataType::Int64);
        let mask = graph.input("attention_mask", DataType::Int64);
        let mut x = self.look_up(&mut graph, VOCABULARY, &ids);
        if self.token_types {
            let types = graph.input("token_type_ids", DataType::Int64);
            let types = self.look_up(&mut graph, 2, &types);
            x = graph.node("Add", &[&x, &types], vec![]);
        }
        let length = |graph: &mut Graph| {
            let shape = graph.node("Shape", &[&ids], vec![]);
            let one = graph.integer(1);
            let length = graph.node("Gather", &[&shape, &one], vec![axis(0)]);
            let zero = graph.integers(&[0]);
            graph.node("Unsqueeze", &[&length, &zero], vec![])
        };
        let positions = match self.positions {
            Positions::Table => {
                let table = graph.random_floats(&[POSITIONS, HIDDEN]);
                let end = length(&mut graph);
                let [begin, axes] = [0, 0].map(|x| graph.integers(&[x]));
                graph.node("Slice", &[&table, &begin, &end, &axes], vec![])
            }
            Positions::Ids => {
                let all: Vec<i64> = (0..POSITIONS as i64).collect();
                let bytes = all.iter().flat_map(|x| x.to_le_bytes()).collect();
                let all = graph.constant(DataType::Int64, &[1, POSITIONS], bytes);
                let end = length(&mut graph);
                let [begin, axes] = [0, 1].map(|x| graph.integers(&[x]));
                let positions = graph.node("Slice", &[&all, &begin, &end, &axes], vec![]);
                self.look_up(&mut graph, POSITIONS, &positions)
            }
            Positions::Counted => {
                let padding = graph.integer(PADDING);
                let is_padding = graph.node("Equal", &[&ids, &padding], vec![]);
                let is_text = graph.node("Not", &[&is_padding], vec![]);
                let is_text = graph.node("Cast", &[&is_text], vec![whole("to", DataType::Int32 as i64)]);
                let along = graph.integer(1);
                let counted = graph.node("CumSum", &[&is_text, &along], vec![]);
                let counted = graph.node("Mul", &[&counted, &is_text], vec![]);
                let counted = graph.node("Cast", &[&counted], vec![whole("to", DataType::Int64 as i64)]);
                let positions = graph.node("Add", &[&counted, &padding], vec![]);
                self.look_up(&mut graph, POSITIONS + PADDING as usize + 1, &positions)
            }
            Positions::Given => {
                let positions = graph.input("position_ids", DataType::Int64);
                self.look_up(&mut graph, POSITIONS, &positions)
            }
        };
        x = graph.node("Add", &[&x, &positions], vec![]);
        x = self.norm(&mut graph, &x);
        let mask = self.mask(&mut graph, &mask);
        let bias = self.relative.then(|| relative_bias(&mut graph, &ids));
        for _ in 0..self.layers {
            let y = self.attention(&mut graph, &x, &mask, bias.as_deref());
            let y = self.linear(&mut graph, &y, HIDDEN, HIDDEN);
            let y = graph.node("Add", &[&y, &x], vec![]);
            let y = self.norm(&mut graph, &y);
            let z = self.linear(&mut graph, &y, HIDDEN, INNER);
            let z = self.activate(&mut graph, &z);
            let z = self.linear(&mut graph, &z, INNER, HIDDEN);
            let z = graph.node("Add", &[&z, &y], vec![]);
            x = self.norm(&mut graph, &z);
        }
        match self.ending {
            Ending::Tokens(name) => {
                let last = graph.proto.node.last_mut().unwrap();
                last.output[0] = name.into();
                graph.model(name)
            }
            Ending::Pooled => {
                let last = graph.integers(&[2]);
                let weights = graph.node("Unsqueeze", &["attention_mask", &last], vec![]);
                let weights = graph.node("Cast", &[&weights], self.float_type());
                let weighted = graph.node("Mul", &[&x, &weights], vec![]);
                let along = graph.integers(&[1]);
                let [sum, count] = [weighted, weights]
                    .map(|numbers| graph.node("ReduceSum", &[&numbers, &along], vec![whole("keepdims", 0)]));
                graph.node("Div", &[&sum, &count], vec![]);
                let last = graph.proto.node.last_mut().unwrap();
                last.output[0] = "sentence_embedding".into();
                let mut model = graph.model("sentence_embedding");
                let tokens = ValueInfoProto {
                    name: x,
                    ..ValueInfoProto::default()
                };
                model.graph.as_mut().unwrap().output.insert(0, tokens);
                model
            }
        }
    }

    fn look_up(&self, graph: &mut Graph, rows: usize, ids: &str) -> String {
        let numbers = graph.random(rows * HIDDEN);
        let shape = [rows, HIDDEN];
        match self.weights {
            Weights::Int8 { signed, .. } | Weights::Dynamic { signed, .. } => {
                let (table, scale, zero) = quantized(graph, &shape, &numbers, false, signed);
                let y = graph.node("Gather", &[&table, ids], vec![axis(0)]);
                graph.node("DequantizeLinear", &[&y, &scale, &zero], vec![])
            }
            Weights::Half => {
                let table = half(graph, &shape, &numbers);
                graph.node("Gather", &[&table, ids], vec![axis(0)])
            }
            Weights::Float32 | Weights::AllHalf => {
                let table = graph.floats(&shape, &numbers);
                graph.node("Gather", &[&table, ids], vec![axis(0)])
            }
        }
    }

    fn linear(&self, graph: &mut Graph, x: &str, k: usize, n: usize) -> String {
        let numbers = graph.random(k * n);
        let biases = graph.random(n);
        let shape = [k, n];
        let y = match self.weights {
            Weights::Float32 | Weights::AllHalf => {
                let weights = graph.floats(&shape, &numbers);
                graph.node("MatMul", &[x, &weights], vec![])
            }
            Weights::Half => {
                let weights = half(graph, &shape, &numbers);
                graph.node("MatMul", &[x, &weights], vec![])
            }
            Weights::Int8 { per_channel, signed } => {
                let (weights, scale, zero) = quantized(graph, &shape, &numbers, per_channel, signed);
                let weights = graph.node("DequantizeLinear", &[&weights, &scale, &zero], vec![axis(1)]);
                graph.node("MatMul", &[x, &weights], vec![])
            }
            Weights::Dynamic { per_channel, signed } => {
                let (weights, scale, zero) = quantized(graph, &shape, &numbers, per_channel, signed);
                let [levels, step, level_of_zero] = graph.nodes("DynamicQuantizeLinear", &[x], vec![]);
                let y = graph.node("MatMulInteger", &[&levels, &weights, &level_of_zero, &zero], vec![]);
                let y = graph.node("Cast", &[&y], vec![whole("to", DataType::Float as i64)]);
                let steps = graph.node("Mul", &[&step, &scale], vec![]);
                graph.node("Mul", &[&y, &steps], vec![])
            }
        };
        let biases = graph.floats(&[n], &biases);
        graph.node("Add", &[&biases, &y], vec![])
    }

    fn norm(&self, graph: &mut Graph, x: &str) -> String {
        let [weights, biases] = [(); 2].map(|()| graph.random(HIDDEN));
        let weights: Vec<f32> = weights.iter().map(|x| 1.0 + x / 2.0).collect();
        let [weights, biases] = [weights, biases].map(|numbers| graph.floats(&[HIDDEN], &numbers));
        match self.norms {
            Norms::Whole => graph.node("LayerNormalization", &[x, &weights, &biases], vec![axis(-1)]),
            Norms::Apart => {
                let last = || vec![wholes("axes", &[-1])];
                let mean = graph.node("ReduceMean", &[x], last());
                let centered = graph.node("Sub", &[x, &mean], vec![]);
                let [two, epsilon] = [2.0, 1e-5].map(|x| graph.number(x));
                let squares = graph.node("Pow", &[&centered, &two], vec![]);
                let variance = graph.node("ReduceMean", &[&squares], last());
                let variance = graph.node("Add", &[&variance, &epsilon], vec![]);
                let deviation = graph.node("Sqrt", &[&variance], vec![]);
                let y = graph.node("Div", &[&centered, &deviation], vec![]);
                let y = graph.node("Mul", &[&y, &weights], vec![]);
                graph.node("Add", &[&y, &biases], vec![])
            }
        }
    }

    fn activate(&self, graph: &mut Graph, x: &str) -> String {
        match self.activation {
            Activation::Erf => gelu(graph, x),
            Activation::Gelu => graph.node("Gelu", &[x], vec![]),
            Activation::Relu => graph.node("Relu", &[x], vec![]),
            Activation::Softsign => graph.node("Softsign", &[x], vec![]),
            Activation::Tanh => {
                let [three, little, root, one, half] =
                    [3.0, 0.044_715, (2.0 / std::f32::consts::PI).sqrt(), 1.0, 0.5].map(|x| graph.number(x));
                let y = graph.node("Pow", &[x, &three], vec![]);
                let y = graph.node("Mul", &[&y, &little], vec![]);
                let y = graph.node("Add", &[x, &y], vec![]);
                let y = graph.node("Mul", &[&y, &root], vec![]);
                let y = graph.node("Tanh", &[&y], vec![]);
                let y = graph.node("Add", &[&y, &one], vec![]);
                let half_x = graph.node("Mul", &[x, &half], vec![]);
                graph.node("Mul", &[&half_x, &y], vec![])
            }
        }
    }

    fn float_type(&self) -> Vec<AttributeProto> {
        let data_type = match self.weights {
            Weights::AllHalf => DataType::Float16,
            _ => DataType::Float,
        };
        vec![whole("to", data_type as i64)]
    }

    fn least(&self) -> f32 {
        match self.weights {
            Weights::AllHalf => -65_504.0,
            _ => f32::MIN,
        }
    }

    fn mask(&self, graph: &mut Graph, mask: &str) -> String {
        let axes = graph.integers(&[1, 2]);
        let mask = graph.node("Unsqueeze", &[mask, &axes], vec![]);
        let one = graph.number(1.0);
        match self.masking {
            Masking::Added(much) => {
                let mask = graph.node("Cast", &[&mask], self.float_type());
                let mask = graph.node("Sub", &[&one, &mask], vec![]);
                let much = graph.number(much.max(self.least()));
                graph.node("Mul", &[&mask, &much], vec![])
            }
            Masking::Expanded => {
                let shape = graph.node("Shape", &[&mask], vec![]);
                let parts = [0, 3, 3].map(|index| {
                    let index = graph.integers(&[index]);
                    graph.node("Gather", &[&shape, &index], vec![axis(0)])
                });
                let ones = graph.integers(&[1]);
                let full = graph.node("Concat", &[&parts[0], &ones, &parts[1], &parts[2]], vec![axis(0)]);
                let mask = graph.node("Expand", &[&mask, &full], vec![]);
                let mask = graph.node("Cast", &[&mask], self.float_type());
                let mask = graph.node("Sub", &[&one, &mask], vec![]);
                let is_masked = graph.node("Cast", &[&mask], vec![whole("to", DataType::Bool as i64)]);
                let least = graph.number(self.least());
                graph.node("Where", &[&is_masked, &least, &mask], vec![])
            }
            Masking::Filled => {
                let zero = graph.integer(0);
                graph.node("Equal", &[&mask, &zero], vec![])
            }
        }
    }

    fn attention(&self, graph: &mut Graph, x: &str, mask: &str, bias: Option<&str>) -> String {
        if self.attending != Attending::Apart {
            return self.whole_attention(graph, x, mask, bias);
        }
        let mut parts = [(); 3].map(|()| {
            let y = self.linear(graph, x, HIDDEN, HIDDEN);
            self.split(graph, &y)
        });
        let root = (HEAD_WIDTH as f32).sqrt();
        let [queries, keys, values] = &mut parts;
        *queries = graph.node("Transpose", &[queries], vec![permutation(&[0, 2, 1, 3])]);
        *values = graph.node("Transpose", &[values], vec![permutation(&[0, 2, 1, 3])]);
        match self.scaling {
            Scaling::Divided => {}
            Scaling::Queries => {
                let root = graph.number(root);
                *queries = graph.node("Div", &[queries, &root], vec![]);
            }
            Scaling::Both => {
                let shape = graph.node("Shape", &[queries], vec![]);
                let [begin, end, axes] = [-1, i64::MAX, 0].map(|x| graph.integers(&[x]));
                let width = graph.node("Slice", &[&shape, &begin, &end, &axes], vec![]);
                let width = graph.node("Cast", &[&width], self.float_type());
                let root = graph.node("Sqrt", &[&width], vec![]);
                let one = graph.floats(&[1], &[1.0]);
                let scale = graph.node("Div", &[&one, &root], vec![]);
                let scale = graph.node("Sqrt", &[&scale], vec![]);
                *queries = graph.node("Mul", &[queries, &scale], vec![]);
                *keys = graph.node("Transpose", &[keys], vec![permutation(&[0, 2, 3, 1])]);
                *keys = graph.node("Mul", &[keys, &scale], vec![]);
            }
        }
        if self.scaling != Scaling::Both {
            *keys = graph.node("Transpose", &[keys], vec![permutation(&[0, 2, 3, 1])]);
        }
        let mut scores = graph.node("MatMul", &[queries, keys], vec![]);
        if self.scaling == Scaling::Divided {
            let root = graph.number(root);
            scores = graph.node("Div", &[&scores, &root], vec![]);
        }
        if let Some(bias) = bias {
            scores = graph.node("Add", &[&scores, bias], vec![]);
        }
        scores = match self.masking {
            Masking::Filled => {
                let shape = graph.node("Shape", &[&scores], vec![]);
                let mask = graph.node("Expand", &[mask, &shape], vec![]);
                let least = graph.number(self.least());
                graph.node("Where", &[&mask, &least, &scores], vec![])
            }
            _ => graph.node("Add", &[&scores, mask], vec![]),
        };
        let mut shares = graph.node("Softmax", &[&scores], vec![axis(-1)]);
        if self.guarded {
            let is_wrong = graph.node("IsNaN", &[&shares], vec![]);
            let zero = graph.number(0.0);
            shares = graph.node("Where", &[&is_wrong, &zero, &shares], vec![]);
        }
        let y = graph.node("MatMul", &[&shares, values], vec![]);
        self.join(graph, &y)
    }

    fn whole_attention(&self, graph: &mut Graph, x: &str, mask: &str, bias: Option<&str>) -> String {
        let mut inputs = [(); 3].map(|()| self.linear(graph, x, HIDDEN, HIDDEN)).to_vec();
        let mut attributes = vec![whole("q_num_heads", HEADS as i64), whole("kv_num_heads", HEADS as i64)];
        if self.attending == Attending::Heads {
            for input in &mut inputs {
                let split = self.split(graph, input);
                *input = graph.node("Transpose", &[&split], vec![permutation(&[0, 2, 1, 3])]);
            }
            attributes.clear();
        }
        let mut mask = mask.to_owned();
        if self.masking == Masking::Filled {
            mask = graph.node("Not", &[&mask], vec![]);
        }
        if let Some(bias) = bias {
            mask = match self.masking {
                Masking::Filled => {
                    let least = graph.number(self.least());
                    graph.node("Where", &[&mask, bias, &least], vec![])
                }
                _ => graph.node("Add", &[&mask, bias], vec![]),
            };
        }
        inputs.push(mask);
        let inputs: Vec<&str> = inputs.iter().map(|input| &**input).collect();
        let y = graph.node("Attention", &inputs, attributes);
        if self.attending == Attending::Tokens {
            return y;
        }
        self.join(graph, &y)
    }

    /// Reshapes a tensor from batch×heads×length×width to batch×length×(heads·width).
    fn join(&self, graph: &mut Graph, x: &str) -> String {
        let y = graph.node("Transpose", &[x], vec![permutation(&[0, 2, 1, 3])]);
        let join = self.shape(graph, &y, &[HIDDEN]);
        graph.node("Reshape", &[&y, &join], vec![])
    }

    /// Reshapes a tensor from batch×length×(heads·width) to batch×length×heads×width.
    fn split(&self, graph: &mut Graph, x: &str) -> String {
        let split = self.shape(graph, x, &[HEADS, HEAD_WIDTH]);
        graph.node("Reshape", &[x, &split], vec![])
    }

    fn shape(&self, graph: &mut Graph, x: &str, rest: &[usize]) -> String {
        if !self.computed_shapes {
            let shape: Vec<i64> = [0, 0].into_iter().chain(rest.iter().map(|&n| n as i64)).collect();
            return graph.integers(&shape);
        }
        let shape = graph.node("Shape", &[x], vec![]);
        let mut parts: Vec<String> = [0, 1]
            .map(|index| {
                let index = graph.integer(index);
                let n = graph.node("Gather", &[&shape, &index], vec![axis(0)]);
                let zero = graph.integers(&[0]);
                graph.node("Unsqueeze", &[&n, &zero], vec![])
            })
            .to_vec();
        parts.extend(rest.iter().map(|&n| graph.integers(&[n as i64])));
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        graph.node("Concat", &parts, vec![axis(0)])
    }
}

/// Options for generating a model that consists of high-level operators.
#[derive(Clone, Debug)]
pub struct ModelVariant {
    pub types: bool,
    pub mask: bool,
    /// Whether each linear layer has separate input scales.
    pub input_scales: bool,
    pub biases: bool,
    pub gelu: bool,
    /// Whether each addition of a constant has the constant as its first operand.
    pub constants_first: bool,
    /// Whether two nodes read the output of an inner layer.
    pub read_twice: bool,
    /// Whether the graph contains nodes whose output no other node reads.
    pub unused_outputs: bool,
    /// The `scale` attribute of attention; `None` if the attribute is omitted.
    pub scale: Option<f32>,
    pub layers: usize,
}

fn float(name: &str, f: f32) -> AttributeProto {
    AttributeProto {
        name: name.into(),
        r#type: 1,
        f,
        ..AttributeProto::default()
    }
}

impl ModelVariant {
    /// A model with token types, mask, input scales, biases and GELU.
    pub const ALL: ModelVariant = ModelVariant {
        types: true,
        mask: true,
        input_scales: true,
        biases: true,
        gelu: true,
        constants_first: false,
        read_twice: false,
        unused_outputs: false,
        scale: None,
        layers: 2,
    };

    pub fn model(&self, seed: u64) -> ModelProto {
        let mut graph = Graph::new(seed);
        let ids = graph.input("input_ids", DataType::Int64);
        let mask = self.mask.then(|| {
            let mask = graph.input("attention_mask", DataType::Int64);
            let axes = graph.integers(&[1, 2]);
            let mask = graph.node("Unsqueeze", &[&mask, &axes], vec![]);
            let mask = graph.node("Cast", &[&mask], vec![whole("to", DataType::Float as i64)]);
            let [one, far] = [1.0, -10_000.0].map(|x| graph.number(x));
            let masked = graph.node("Sub", &[&one, &mask], vec![]);
            graph.node("Mul", &[&masked, &far], vec![])
        });
        let table = bytes(&mut graph, &[VOCABULARY, HIDDEN]);
        let words = graph.node("Gather", &[&table, &ids], vec![axis(0)]);
        let scales = scales(&mut graph, &[HIDDEN]);
        let mut x = graph.node("DequantizeLinear", &[&words, &scales], vec![axis(2)]);
        if self.types {
            let types = graph.input("token_type_ids", DataType::Int64);
            let table = graph.random_floats(&[2, HIDDEN]);
            let types = graph.node("Gather", &[&table, &types], vec![]);
            x = graph.node("Add", &[&x, &types], vec![]);
        }
        let length = graph.node("Shape", &[&ids], vec![whole("start", 1)]);
        let [zero, first] = [0, 0].map(|x| graph.integers(&[x]));
        let positions = graph.random_floats(&[POSITIONS, HIDDEN]);
        let positions = graph.node("Slice", &[&positions, &zero, &length, &first], vec![]);
        x = graph.node("Add", &[&x, &positions], vec![]);
        x = norm(&mut graph, &x);
        for _ in 0..self.layers {
            let mut inputs = [(); 3].map(|()| self.linear(&mut graph, &x, HIDDEN, HIDDEN)).to_vec();
            inputs.extend(mask.clone());
            let inputs: Vec<&str> = inputs.iter().map(|input| &**input).collect();
            let mut attributes = vec![whole("q_num_heads", HEADS as i64), whole("kv_num_heads", HEADS as i64)];
            attributes.extend(self.scale.map(|scale| float("scale", scale)));
            let y = graph.node("Attention", &inputs, attributes);
            let y = self.linear(&mut graph, &y, HIDDEN, HIDDEN);
            let y = graph.node("Add", &[&y, &x], vec![]);
            let y = norm(&mut graph, &y);
            let inner = self.linear(&mut graph, &y, HIDDEN, INNER);
            let mut z = inner.clone();
            if self.gelu {
                z = graph.node("Gelu", &[&z], vec![]);
            }
            if self.read_twice {
                z = graph.node("Add", &[&z, &z], vec![]);
            }
            let z = self.linear(&mut graph, &z, INNER, HIDDEN);
            let z = graph.node("Add", &[&z, &y], vec![]);
            x = norm(&mut graph, &z);
            if self.unused_outputs {
                graph.node("Add", &[&y, &y], vec![]);
                self.linear(&mut graph, &x, HIDDEN, INNER);
            }
        }
        graph.model(&x)
    }

    fn linear(&self, graph: &mut Graph, x: &str, k: usize, n: usize) -> String {
        let weights = bytes(graph, &[k, n]);
        let per_column = scales(graph, &[n]);
        let mut weights = graph.node("DequantizeLinear", &[&weights, &per_column], vec![axis(1)]);
        if self.input_scales {
            // All layers with the same number of inputs get the same scales, so that the layers can be merged.
            let per_input: Vec<f32> = (0..k).map(|i| 1.0 + i as f32 / 64.0).collect();
            let per_input = graph.floats(&[k, 1], &per_input);
            weights = graph.node("Mul", &[&weights, &per_input], vec![]);
        }
        let y = graph.node("MatMul", &[x, &weights], vec![]);
        if !self.biases {
            return y;
        }
        let biases = graph.random_floats(&[n]);
        let mut inputs = [&*y, &*biases];
        if self.constants_first {
            inputs.reverse();
        }
        graph.node("Add", &inputs, vec![])
    }
}

fn bytes(graph: &mut Graph, shape: &[usize]) -> String {
    let numbers = graph.random(shape.iter().product());
    let bytes = numbers.iter().map(|x| (x * 127.0) as i8 as u8).collect();
    graph.constant(DataType::Int8, shape, bytes)
}

fn scales(graph: &mut Graph, shape: &[usize]) -> String {
    let numbers = graph.random(shape.iter().product());
    let numbers: Vec<f32> = numbers.iter().map(|x| 0.01 + x.abs() / 100.0).collect();
    graph.floats(shape, &numbers)
}

fn norm(graph: &mut Graph, x: &str) -> String {
    let [weights, biases] = [(); 2].map(|()| graph.random_floats(&[HIDDEN]));
    graph.node(
        "LayerNormalization",
        &[x, &weights, &biases],
        vec![axis(-1), float("epsilon", 1e-12)],
    )
}

/// A model whose token table consists of blocks of 4-bit integers, or of the same numbers as floats.
pub fn with_blocks(rows: usize, as_floats: bool) -> ModelProto {
    const BLOCK: usize = 16;
    let mut model = ModelVariant {
        types: false,
        ..ModelVariant::ALL
    }
    .model(3);
    let graph = model.graph.as_mut().unwrap();
    let words = graph.node.iter().position(|node| node.op_type == "Gather").unwrap();
    assert_eq!(graph.node[words + 1].op_type, "DequantizeLinear");
    let output = graph.node[words + 1].output[0].clone();
    let mut more = Graph::new(4);
    let bytes: Vec<u8> = more
        .random(rows * HIDDEN / 2)
        .iter()
        .map(|x| (x * 128.0) as i8 as u8)
        .collect();
    let scales: Vec<f16> = more
        .random(rows * HIDDEN / BLOCK)
        .iter()
        .map(|&x| f16::from_f32(x))
        .collect();
    let looked_up = if as_floats {
        let halves = bytes
            .iter()
            .flat_map(|&byte| [((byte << 4) as i8) >> 4, (byte as i8) >> 4]);
        let numbers: Vec<f32> = halves
            .enumerate()
            .map(|(index, half)| f32::from(half) * scales[index / BLOCK].to_f32())
            .collect();
        let table = more.floats(&[rows, HIDDEN], &numbers);
        more.node("Gather", &[&table, "input_ids"], vec![axis(0)])
    } else {
        let table = more.constant(DataType::Int4, &[rows, HIDDEN], bytes);
        let scales = scales.iter().flat_map(|scale| scale.to_le_bytes()).collect();
        let scales = more.constant(DataType::Float16, &[rows, HIDDEN / BLOCK], scales);
        let attributes = vec![
            whole("block_size", BLOCK as i64),
            whole("gather_axis", 0),
            whole("quantize_axis", 1),
        ];
        let rows = more.node("GatherBlockQuantized", &[&table, "input_ids", &scales], attributes);
        more.proto.node[0].domain = "com.microsoft".into();
        more.node("Cast", &[&rows], vec![whole("to", DataType::Float as i64)])
    };
    let mut nodes = more.proto.node;
    let renamed = |name: &str| match name {
        _ if name == looked_up => output.clone(),
        "input_ids" => name.into(),
        _ => format!("more {name}"),
    };
    for node in &mut nodes {
        for name in node.input.iter_mut().chain(&mut node.output) {
            *name = renamed(name);
        }
    }
    for mut tensor in more.proto.initializer {
        tensor.name = renamed(&tensor.name);
        graph.initializer.push(tensor);
    }
    graph.node.splice(words..words + 2, nodes);
    model
}

/// A model without attention: each token is combined with its neighbors by a convolution.
pub fn convolution(seed: u64) -> ModelProto {
    let mut graph = Graph::new(seed);
    let ids = graph.input("input_ids", DataType::Int64);
    let x = Recipe::default().look_up(&mut graph, VOCABULARY, &ids);
    let x = graph.node("Transpose", &[&x], vec![permutation(&[0, 2, 1])]);
    let weights = graph.random_floats(&[HIDDEN, HIDDEN, 3]);
    let y = graph.node(
        "Conv",
        &[&x, &weights],
        vec![wholes("pads", &[1, 1]), wholes("kernel_shape", &[3])],
    );
    let y = graph.node("Transpose", &[&y], vec![permutation(&[0, 2, 1])]);
    graph.model(&y)
}

/// Attention bias of shape 1×heads×length×length that depends on the distance of query and key.
/// MPNet groups several distances into one bucket, but the attention bias of this test model has one bucket per distance.
fn relative_bias(graph: &mut Graph, ids: &str) -> String {
    let shape = graph.node("Shape", &[ids], vec![]);
    let one = graph.integer(1);
    let length = graph.node("Gather", &[&shape, &one], vec![axis(0)]);
    let zero = graph.integer(0);
    let range = graph.node("Range", &[&zero, &length, &one], vec![]);
    let [first, last] = [0, 1].map(|x| graph.integers(&[x]));
    let keys = graph.node("Unsqueeze", &[&range, &first], vec![]);
    let queries = graph.node("Unsqueeze", &[&range, &last], vec![]);
    let distance = graph.node("Sub", &[&keys, &queries], vec![]);
    let far = graph.integer(8);
    let is_negative = graph.node("Less", &[&distance, &zero], vec![]);
    let is_negative = graph.node("Cast", &[&is_negative], vec![whole("to", DataType::Int64 as i64)]);
    let side = graph.node("Mul", &[&is_negative, &far], vec![]);
    let distance = graph.node("Abs", &[&distance], vec![]);
    let is_near = graph.node("Less", &[&distance, &far], vec![]);
    let farthest = graph.integer(7);
    let distance = graph.node("Where", &[&is_near, &distance, &farthest], vec![]);
    let bucket = graph.node("Add", &[&distance, &side], vec![]);
    let table = graph.random_floats(&[16, HEADS]);
    let bias = graph.node("Gather", &[&table, &bucket], vec![axis(0)]);
    let bias = graph.node("Transpose", &[&bias], vec![permutation(&[2, 0, 1])]);
    graph.node("Unsqueeze", &[&bias, &first], vec![])
}

/// A constant with 16-bit floats, which a node casts to 32 bits.
fn half(graph: &mut Graph, shape: &[usize], numbers: &[f32]) -> String {
    let numbers = graph.halves(shape, numbers);
    graph.node("Cast", &[&numbers], vec![whole("to", DataType::Float as i64)])
}

/// Quantized bytes with their scale and zero point, as onnxruntime computes them.
/// Unsigned bytes cover 0 to 255, and signed bytes are symmetric about 0.
fn quantized(
    graph: &mut Graph,
    shape: &[usize; 2],
    numbers: &[f32],
    per_channel: bool,
    signed: bool,
) -> (String, String, String) {
    let columns = if per_channel { shape[1] } else { 1 };
    let (mut scales, mut zeros) = (vec![0f32; columns], vec![0f32; columns]);
    for column in 0..columns {
        let column_of = |i: usize| if per_channel { i % shape[1] } else { 0 };
        let of_column = || {
            (0..numbers.len())
                .filter(|&i| column_of(i) == column)
                .map(|i| numbers[i])
        };
        let (low, high) = of_column().fold((0f32, 0f32), |(low, high), x| (low.min(x), high.max(x)));
        if signed {
            scales[column] = low.abs().max(high) / 127.0;
        } else {
            scales[column] = (high - low) / 255.0;
            zeros[column] = (-low / scales[column]).round();
        }
    }
    let byte = |i: usize| {
        let column = if per_channel { i % shape[1] } else { 0 };
        let level = (numbers[i] / scales[column]).round() + zeros[column];
        if signed { level as i8 as u8 } else { level as u8 }
    };
    let data_type = if signed { DataType::Int8 } else { DataType::Uint8 };
    let shape_of_scales: &[usize] = if per_channel { &[columns] } else { &[] };
    let bytes = (0..numbers.len()).map(byte).collect();
    let bytes = graph.constant(data_type, shape, bytes);
    let scale = graph.floats(shape_of_scales, &scales);
    let zeros = zeros.iter().map(|&zero| zero as u8).collect();
    let zero = graph.constant(data_type, shape_of_scales, zeros);
    (bytes, scale, zero)
}

/// A tokenizer.json for the words `w0` to `w35`, with RoBERTa's special tokens.
pub fn tokenizer() -> Vec<u8> {
    let special = ["<s>", "<pad>", "</s>", "<unk>"];
    let words = (0..VOCABULARY - special.len()).map(|word| format!("w{word}"));
    let vocabulary: serde_json::Map<_, _> = special
        .iter()
        .map(|&word| word.to_owned())
        .chain(words)
        .enumerate()
        .map(|(id, word)| (word, id.into()))
        .collect();
    let added: Vec<_> = special
        .iter()
        .enumerate()
        .map(|(id, word)| {
            json!({
                "id": id, "content": word, "single_word": false, "lstrip": false, "rstrip": false,
                "normalized": false, "special": true,
            })
        })
        .collect();
    let token = |id: &str| json!({"SpecialToken": {"id": id, "type_id": 0}});
    let text = json!({"Sequence": {"id": "A", "type_id": 0}});
    let tokenizer = json!({
        "version": "1.0", "truncation": null, "padding": null, "added_tokens": added, "normalizer": null,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": {
            "type": "TemplateProcessing",
            "single": [token("<s>"), text, token("</s>")],
            "pair": [token("<s>"), text, token("</s>"), {"Sequence": {"id": "B", "type_id": 0}}, token("</s>")],
            "special_tokens": {
                "<s>": {"id": "<s>", "ids": [0], "tokens": ["<s>"]},
                "</s>": {"id": "</s>", "ids": [2], "tokens": ["</s>"]},
            },
        },
        "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "<unk>"},
    });
    serde_json::to_vec(&tokenizer).unwrap()
}
