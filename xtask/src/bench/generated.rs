//! Generated pools with embeddings, for pool sizes for which there are too few real texts.
//!
//! ```text
//!  row = common direction + one of n / 500 centers + noise, scaled to unit length
//! ```
//!
//! The common direction gives two rows a mean cosine of about 0.2, as in the embeddings of all-MiniLM-L6-v2.
//! Two rows around the same center have a cosine of about 0.6. The files are the same on every machine.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};

use super::pools::{self, Pool};

pub const DIMENSIONS: usize = 384;

const ROWS_PER_CENTER: usize = 500;

/// How much the common direction and the center contribute to a row's squared length. Noise contributes the rest.
const OF_COMMON: f32 = 0.2;
const OF_CENTER: f32 = 0.4;

/// Maximum number of rows in memory at a time.
const CHUNK: usize = 4_096;

/// Reuses the files of an earlier run, if they exist.
pub fn pool(n: usize) -> Result<Pool> {
    let folder = pools::folder()?;
    // Existing files are reused, so a file name must change whenever the content of the file changes.
    let texts = folder.join(format!("generated-{n}.csv"));
    let embeddings = folder.join(format!("generated-{n}.npy"));
    write_once(&texts, |out| write_texts(n, out))?;
    write_once(&embeddings, |out| write_matrix(n, out))?;
    Ok(Pool { n, texts, embeddings })
}

/// An interrupted run leaves no incomplete file at `path`.
fn write_once(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    eprintln!("writing {}", path.display());
    let part = path.with_extension("part");
    let written = File::create(&part).and_then(|file| {
        let mut out = BufWriter::new(file);
        write(&mut out)?;
        out.flush()?;
        fs::rename(&part, path)
    });
    written.with_context(|| format!("writing {}", path.display()))
}

fn write_texts(n: usize, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "text")?;
    (0..n).try_for_each(|row| writeln!(out, "text {row}"))
}

/// Writes a .npy file with an n×[`DIMENSIONS`] matrix of float32. The rows have unit length.
fn write_matrix(n: usize, out: &mut impl Write) -> io::Result<()> {
    out.write_all(&header(n))?;
    let mut random = Random(1);
    let n_centers = n.div_ceil(ROWS_PER_CENTER);
    let common = random.vector(OF_COMMON);
    let centers: Vec<Vec<f32>> = (0..n_centers).map(|_| random.vector(OF_CENTER)).collect();
    let mut bytes = Vec::with_capacity(CHUNK.min(n) * DIMENSIONS * size_of::<f32>());
    for row in 0..n {
        let center = &centers[(random.next() % n_centers as u64) as usize];
        let mut vector = random.vector(1.0 - OF_COMMON - OF_CENTER);
        for ((x, common), center) in vector.iter_mut().zip(&common).zip(center) {
            *x += common + center;
        }
        let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
        bytes.extend(vector.iter().flat_map(|x| (x / length).to_le_bytes()));
        if (row + 1) % CHUNK == 0 || row + 1 == n {
            out.write_all(&bytes)?;
            bytes.clear();
        }
    }
    Ok(())
}

/// Header of a .npy file, version 1.0, padded to a multiple of 64 bytes.
fn header(n: usize) -> Vec<u8> {
    const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";
    let mut dictionary = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({n}, {DIMENSIONS}), }}");
    // The magic string is followed by the length of the dictionary in two bytes. The dictionary ends with a line break.
    let begin = MAGIC.len() + 2;
    let length = (begin + dictionary.len() + 1).next_multiple_of(64) - begin;
    while dictionary.len() < length - 1 {
        dictionary.push(' ');
    }
    dictionary.push('\n');
    let length = u16::try_from(length).expect("the header is short");
    [MAGIC, &length.to_le_bytes(), dictionary.as_bytes()].concat()
}

/// The random number generator SplitMix64 (Steele, Lea & Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A vector of approximately normal random numbers with the expected squared length `square`.
    fn vector(&mut self, square: f32) -> Vec<f32> {
        // The sum of four uniform numbers in [0, 1) has the mean 2 and the variance 1/3.
        let scale = (3.0 * square / DIMENSIONS as f32).sqrt();
        let mut number = || {
            let bits = self.next();
            let sum: u64 = (0..4).map(|i| (bits >> (16 * i)) & 0xffff).sum();
            (sum as f32 / 65_536.0 - 2.0) * scale
        };
        (0..DIMENSIONS).map(|_| number()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(n: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_matrix(n, &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn matrix_is_a_mixture_with_a_common_direction() {
        // The matrix has more rows than a chunk, so it needs two chunks.
        let n = CHUNK + 404;
        let bytes = matrix(n);
        let (header, numbers) = bytes.split_at(128);
        assert_eq!(header[..8], *b"\x93NUMPY\x01\x00");
        assert_eq!(u16::from_le_bytes([header[8], header[9]]), 118);
        let dictionary = String::from_utf8(header[10..].to_vec()).unwrap();
        let expected = "{'descr': '<f4', 'fortran_order': False, 'shape': (4500, 384), }";
        assert_eq!(dictionary.trim_end(), expected);
        assert!(dictionary.ends_with('\n'));
        assert_eq!(numbers.len(), n * DIMENSIONS * 4);
        let numbers: Vec<f32> = numbers
            .chunks_exact(4)
            .map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()))
            .collect();
        let rows: Vec<&[f32]> = numbers.chunks_exact(DIMENSIONS).collect();
        let cosine = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        assert!(rows.iter().all(|row| (cosine(row, row) - 1.0).abs() < 1e-4));
        let cosines = rows[1..].iter().map(|row| cosine(rows[0], row));
        let (near, far): (Vec<f32>, Vec<f32>) = cosines.partition(|&cosine| cosine > 0.4);
        let mean = |cosines: &[f32]| cosines.iter().sum::<f32>() / cosines.len() as f32;
        // The rows are spread over nine centers.
        assert!((300..700).contains(&near.len()), "{}", near.len());
        assert!((mean(&near) - 0.6).abs() < 0.08, "{}", mean(&near));
        assert!((mean(&far) - 0.2).abs() < 0.08, "{}", mean(&far));
    }

    #[test]
    fn matrix_is_the_same_in_every_run() {
        assert!(matrix(60) == matrix(60));
        let first = f32::from_le_bytes(matrix(60)[128..132].try_into().unwrap());
        assert!(first.is_finite() && first != 0.0);
    }

    #[test]
    fn each_text_has_a_line() {
        let mut bytes = Vec::new();
        write_texts(2, &mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), "text\ntext 0\ntext 1\n");
    }
}
