//! Builds the ONNX graph of a BERT encoder.

use anyhow::{Context, Result};

use super::onnx::{
    Attribute, AttributeKind, DataType, Dimension, Graph, Length, Model, Node, OperatorSet, Shape, Tensor, TensorType,
    ValueInfo, ValueType,
};

pub const HEADS: usize = 12;
pub const HIDDEN: usize = 384;

/// Domain of Microsoft's ONNX operators.
const MICROSOFT: &str = "com.microsoft";

/// Weights of an encoder. Tensors are looked up by their names in the transformers library.
pub trait Weights {
    fn read(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>)>;
}

/// Builds a graph. Every method that adds an operator returns the name of the operator's output.
pub struct Builder<'a> {
    weights: &'a dyn Weights,
    graph: Graph,
}

impl<'a> Builder<'a> {
    pub fn new(weights: &'a dyn Weights) -> Builder<'a> {
        Builder {
            weights,
            graph: Graph::default(),
        }
    }

    /// `scales` contains the input scales of the layer's four groups of linear layers, if given.
    pub fn layer(&mut self, x: &str, mask: &str, layer: usize, scales: [Option<&[f32]>; 4]) -> Result<String> {
        let name = format!("encoder.layer.{layer}");
        let attended = self.attention(x, mask, &name, [scales[0], scales[1]])?;
        let residual = self.node("Add", &[&attended, x], vec![]);
        let x = self.layer_norm(&residual, &format!("{name}.attention.output.LayerNorm"))?;
        let inner = self.linear(&x, &format!("{name}.intermediate.dense"), scales[2])?;
        let inner = self.node("Gelu", &[&inner], vec![]);
        let outer = self.linear(&inner, &format!("{name}.output.dense"), scales[3])?;
        let residual = self.node("Add", &[&outer, &x], vec![]);
        self.layer_norm(&residual, &format!("{name}.output.LayerNorm"))
    }

    /// The output of the model is the output of the last operator.
    /// `inputs` contains the names of the model's inputs, each of shape batch×length.
    pub fn model(self, name: &str, inputs: &[&str]) -> Result<Model> {
        let mut graph = self.graph;
        let last = graph.node.last_mut().context("the graph is empty")?;
        last.output = vec!["last_hidden_state".into()];
        graph.name = name.into();
        let batch = || Length::Name("batch".into());
        let length = || Length::Name("length".into());
        graph.input = inputs
            .iter()
            .map(|name| value_info(name, DataType::Int64, vec![batch(), length()]))
            .collect();
        let shape = vec![batch(), length(), Length::Number(HIDDEN as i64)];
        graph.output = vec![value_info("last_hidden_state", DataType::Float, shape)];
        let mut operators = vec![OperatorSet {
            domain: String::new(),
            version: 23,
        }];
        if graph.node.iter().any(|node| node.domain == MICROSOFT) {
            operators.push(OperatorSet {
                domain: MICROSOFT.into(),
                version: 1,
            });
        }
        Ok(Model {
            ir_version: 11,
            producer_name: "fastgas".into(),
            graph: Some(graph),
            opset_import: operators,
        })
    }

    /// The attention mask has the shape batch×1×1×length: 0 for tokens that are attended to, -10000 for other tokens.
    pub fn additive_mask(&mut self) -> String {
        let axes = self.integers("mask_axes", &[1, 2]);
        let mask = self.node("Unsqueeze", &["attention_mask", &axes], vec![]);
        let mask = self.node("Cast", &[&mask], vec![integer("to", DataType::Float as i64)]);
        let one = self.number("one", 1.0);
        let masked = self.node("Sub", &[&one, &mask], vec![]);
        let far = self.number("far_below", -10_000.0);
        self.node("Mul", &[&masked, &far], vec![])
    }

    /// Adds a lookup of rows in a table of signed bytes with one scale per column.
    #[cfg(feature = "model")]
    pub fn rows_of_bytes(&mut self, weights: &str, name: &str) -> Result<String> {
        let (shape, words) = self.weights.read(weights)?;
        let (bytes, scales) = quantize_columns(&words, shape[1]);
        let table = self.initializer(name, DataType::Int8, &[shape[0], shape[1]], bytes);
        let scales = self.floats(&format!("{name}.scale"), &[shape[1]], &scales);
        // The lookup precedes the dequantization, because runtimes that fold constants would dequantize the whole table.
        let words = self.node("Gather", &[&table, "input_ids"], vec![integer("axis", 0)]);
        Ok(self.node("DequantizeLinear", &[&words, &scales], vec![integer("axis", 2)]))
    }

    /// Adds a lookup of rows in a table of signed 4-bit integers, two per byte.
    /// Each `block` of numbers in a row has one 16-bit float as its scale.
    pub fn rows_of_blocks(&mut self, name: &str, block: usize, values: Vec<u8>, scales: Vec<u8>) -> String {
        let rows = values.len() * 2 / HIDDEN;
        let table = self.initializer(name, DataType::Int4, &[rows, HIDDEN], values);
        let scales = self.initializer(
            &format!("{name}.scale"),
            DataType::Float16,
            &[rows, HIDDEN / block],
            scales,
        );
        let attributes = vec![
            integer("block_size", block as i64),
            integer("gather_axis", 0),
            integer("quantize_axis", 1),
        ];
        let rows = self.node("GatherBlockQuantized", &[&table, "input_ids", &scales], attributes);
        let last = self.graph.node.last_mut().expect("just added");
        last.domain = MICROSOFT.into();
        // The operator returns rows in the type of the scales, which has 16 bits, so the rows are cast to 32 bits.
        self.node("Cast", &[&rows], vec![integer("to", DataType::Float as i64)])
    }

    #[cfg(feature = "model")]
    pub fn types(&mut self) -> Result<String> {
        let types = self.tensor("embeddings.token_type_embeddings.weight")?;
        Ok(self.node("Gather", &[&types, "token_type_ids"], vec![integer("axis", 0)]))
    }

    pub fn positions(&mut self) -> Result<String> {
        let shape = self.node("Shape", &["input_ids"], vec![integer("start", 1)]);
        let positions = self.tensor("embeddings.position_embeddings.weight")?;
        let zero = self.integers("position_start", &[0]);
        let axis = self.integers("position_axis", &[0]);
        Ok(self.node("Slice", &[&positions, &zero, &shape, &axis], vec![]))
    }

    pub fn sum(&mut self, a: &str, b: &str) -> String {
        self.node("Add", &[a, b], vec![])
    }

    /// `scales` contains the input scales of the query, key and value layers and of the output layer.
    fn attention(&mut self, x: &str, mask: &str, layer: &str, scales: [Option<&[f32]>; 2]) -> Result<String> {
        let [queries, keys, values] =
            ["query", "key", "value"].map(|part| self.linear(x, &format!("{layer}.attention.self.{part}"), scales[0]));
        let heads = |name| integer(name, HEADS as i64);
        let attributes = vec![heads("q_num_heads"), heads("kv_num_heads")];
        let y = self.node("Attention", &[&queries?, &keys?, &values?, mask], attributes);
        self.linear(&y, &format!("{layer}.attention.output.dense"), scales[1])
    }

    /// Adds the operators of a linear layer, x·Wᵀ + b.
    /// W is stored as int8 with one scale per output and, if `input_scales` is given, one scale per input.
    fn linear(&mut self, x: &str, name: &str, input_scales: Option<&[f32]>) -> Result<String> {
        let (shape, weight) = self.weights.read(&format!("{name}.weight"))?;
        let (outputs, inputs) = (shape[0], shape[1]);
        let scaled: Vec<f32> = (0..inputs * outputs)
            .map(|i| (i / outputs, i % outputs))
            .map(|(input, output)| {
                let weight = weight[output * inputs + input];
                input_scales.map_or(weight, |scales| weight / scales[input])
            })
            .collect();
        let (bytes, scales) = quantize_columns(&scaled, outputs);
        let weight = self.initializer(&format!("{name}.weight"), DataType::Int8, &[inputs, outputs], bytes);
        let scales = self.floats(&format!("{name}.scale"), &[outputs], &scales);
        let mut weight = self.node("DequantizeLinear", &[&weight, &scales], vec![integer("axis", 1)]);
        if let Some(scales) = input_scales {
            let scales = self.floats(&format!("{name}.input_scale"), &[inputs, 1], scales);
            weight = self.node("Mul", &[&weight, &scales], vec![]);
        }
        let product = self.node("MatMul", &[x, &weight], vec![]);
        let bias = self.tensor(&format!("{name}.bias"))?;
        Ok(self.node("Add", &[&product, &bias], vec![]))
    }

    pub fn layer_norm(&mut self, x: &str, name: &str) -> Result<String> {
        let weight = self.tensor(&format!("{name}.weight"))?;
        let bias = self.tensor(&format!("{name}.bias"))?;
        Ok(self.node(
            "LayerNormalization",
            &[x, &weight, &bias],
            vec![integer("axis", -1), float("epsilon", 1e-12)],
        ))
    }

    fn node(&mut self, op_type: &str, inputs: &[&str], attribute: Vec<Attribute>) -> String {
        let name = format!("{op_type}_{}", self.graph.node.len());
        self.graph.node.push(Node {
            input: inputs.iter().map(|&input| input.into()).collect(),
            output: vec![name.clone()],
            name: name.clone(),
            op_type: op_type.into(),
            attribute,
            domain: String::new(),
        });
        name
    }

    /// Adds a tensor of the published weights, unchanged.
    fn tensor(&mut self, name: &str) -> Result<String> {
        let (shape, numbers) = self.weights.read(name)?;
        Ok(self.floats(name, &shape, &numbers))
    }

    fn number(&mut self, name: &str, value: f32) -> String {
        self.floats(name, &[], &[value])
    }

    fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.initializer(name, DataType::Float, shape, bytes)
    }

    fn integers(&mut self, name: &str, values: &[i64]) -> String {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        self.initializer(name, DataType::Int64, &[values.len()], bytes)
    }

    /// Adds a constant, unless the graph already has a constant called `name`.
    fn initializer(&mut self, name: &str, data_type: DataType, shape: &[usize], raw_data: Vec<u8>) -> String {
        if !self.graph.initializer.iter().any(|tensor| tensor.name == name) {
            self.graph.initializer.push(Tensor {
                name: name.into(),
                dims: shape.iter().map(|&size| size as i64).collect(),
                data_type: data_type.into(),
                raw_data,
            });
        }
        name.into()
    }
}

/// Quantizes numbers symmetrically to signed bytes with one scale per column: a column's largest magnitude becomes 127.
fn quantize_columns(numbers: &[f32], columns: usize) -> (Vec<u8>, Vec<f32>) {
    let mut scales = vec![0f32; columns];
    for row in numbers.chunks_exact(columns) {
        for (scale, &number) in scales.iter_mut().zip(row) {
            *scale = scale.max(number.abs() / 127.0);
        }
    }
    let quantize = |(&number, &scale): (&f32, &f32)| {
        if scale > 0.0 {
            (number / scale).round() as i8 as u8
        } else {
            0
        }
    };
    let bytes = numbers
        .chunks_exact(columns)
        .flat_map(|row| row.iter().zip(&scales).map(quantize))
        .collect();
    (bytes, scales)
}

fn integer(name: &str, i: i64) -> Attribute {
    Attribute {
        name: name.into(),
        i: Some(i),
        kind: AttributeKind::Int.into(),
        ..Attribute::default()
    }
}

fn float(name: &str, f: f32) -> Attribute {
    Attribute {
        name: name.into(),
        f: Some(f),
        kind: AttributeKind::Float.into(),
        ..Attribute::default()
    }
}

fn value_info(name: &str, data_type: DataType, shape: Vec<Length>) -> ValueInfo {
    let dim = shape
        .into_iter()
        .map(|value| Dimension { value: Some(value) })
        .collect();
    let tensor_type = TensorType {
        elem_type: data_type.into(),
        shape: Some(Shape { dim }),
    };
    ValueInfo {
        name: name.into(),
        value_type: Some(ValueType {
            tensor_type: Some(tensor_type),
        }),
    }
}
