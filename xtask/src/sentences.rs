//! Embeds the twenty example sentences of the explainer with the built-in encoder.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::browser::native_program;
use crate::workspace::{root, run};

const NEIGHBORS: &str = "3";

/// Writes the kNN graph (`sentences.graph`) and the embeddings in signed bytes (`sentences.i8`).
pub fn write() -> Result<()> {
    let folder = root().join("crates/trace/src/examples");
    let program = native_program()?;
    let vectors = folder.join("sentences.npy");
    let embed = ["embed", "sentences.csv", "--out", "sentences.npy"];
    run(Command::new(&program).args(embed).current_dir(&folder))?;
    let graph = [
        "graph",
        "sentences.npy",
        "--neighbors",
        NEIGHBORS,
        "--out",
        "sentences.graph",
    ];
    run(Command::new(&program).args(graph).current_dir(&folder))?;
    let npy = fs::read(&vectors).with_context(|| format!("reading {}", vectors.display()))?;
    fs::remove_file(&vectors)?;
    let (numbers, columns) = numbers(&npy)?;
    let bytes: Vec<u8> = numbers.chunks(columns).flat_map(in_bytes).collect();
    let out = folder.join("sentences.i8");
    fs::write(&out, bytes).with_context(|| format!("writing {}", out.display()))
}

/// Returns the numbers of a .npy file, and the length of a row.
/// The file must have the format of `fastgas embed`: version 1, `<f4`, two axes.
fn numbers(npy: &[u8]) -> Result<(Vec<f32>, usize)> {
    ensure!(npy.starts_with(b"\x93NUMPY\x01"), "this is no .npy file of version 1");
    let length: [u8; 2] = npy.get(8..10).context("a header")?.try_into()?;
    let length = usize::from(u16::from_le_bytes(length));
    let header = std::str::from_utf8(npy.get(10..10 + length).context("a whole header")?)?;
    ensure!(
        header.contains("'<f4'") && header.contains("'fortran_order': False"),
        "unexpected numbers: {header}"
    );
    let shape = header.split(['(', ')']).nth(1).context("a shape")?;
    let columns = shape.split(',').nth(1).context("two axes")?.trim().parse()?;
    let numbers = npy[10 + length..].chunks_exact(4);
    let numbers = numbers.map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
    Ok((numbers.collect(), columns))
}

/// Scales a row to signed bytes: the largest magnitude becomes 127.
/// The norm of the row is lost, but the norm of an embedding is always 1.
fn in_bytes(row: &[f32]) -> Vec<u8> {
    let most = row
        .iter()
        .fold(f32::MIN_POSITIVE, |most, number| most.max(number.abs()));
    let byte = |number: &f32| (number * 127.0 / most).round() as i8 as u8;
    row.iter().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_scaled_to_signed_bytes() {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n";
        let data: Vec<u8> = [0.5f32, -1.0, 0.25, 0.0, 0.1, 0.2]
            .iter()
            .flat_map(|x| x.to_le_bytes())
            .collect();
        let length = (header.len() as u16).to_le_bytes();
        let npy = [&b"\x93NUMPY\x01\x00"[..], &length, header.as_bytes(), &data].concat();
        let (read, columns) = numbers(&npy).expect("a .npy file");
        assert_eq!((read.len(), columns), (6, 3));
        let bytes: Vec<i8> = in_bytes(&read[..3]).into_iter().map(|byte| byte as i8).collect();
        assert_eq!(bytes, [64, -127, 32]);
        assert!(numbers(b"PK").is_err());
    }
}
