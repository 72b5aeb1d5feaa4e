//! Reads embeddings from other programs: .npy files of `numpy.save`, read in chunks.
//!
//! ```text
//!  \x93NUMPY  1 0  118 0  {'descr': '<f4', 'fortran_order': False, 'shape': (3000, 384), }   \n  rows …
//! ```
//!
//! The `ndarray-npy` crate is not used, because it reads only whole files, and the page must read in chunks.
//! The Python literal parser of `ndarray-npy` would also make up a tenth of the page's code.
//! The page only has to parse the header of a plain matrix.
//!
//! The numbers are 16-, 32- or 64-bit floats, in little-endian or big-endian byte order.
//! The numbers are stored row by row, or column by column (Fortran order; numpy uses this order for transposed arrays).
//! In Fortran order, the numbers of a row are not contiguous.
//! In Fortran order, some rows are read as a range of each column ([`NpyHeader::ranges`], [`NpyHeader::by_rows`]).
//! To read the whole matrix, the caller puts each number at its position ([`NpyHeader::place`]).

use std::ops::Range;

use ndarray::{Array2, ShapeBuilder};
use serde::{Deserialize, Serialize};

use crate::{EmbeddingsError, NpyReason};
use fastgas_data::RejectedRow;

/// The header of any matrix fits into this number of bytes at the beginning of a file.
pub const HEADER_BYTES: usize = 1024;

const MAGIC: &[u8] = b"\x93NUMPY";

/// Binary format of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Float {
    /// 16-bit float, little-endian.
    F16,
    /// 32-bit float, little-endian.
    F32,
    /// 64-bit float, little-endian. The value is rounded to 32 bits when read.
    F64,
    /// 16-bit float, big-endian.
    F16Big,
    /// 32-bit float, big-endian.
    F32Big,
    /// 64-bit float, big-endian. The value is rounded to 32 bits when read.
    F64Big,
}

/// Order in which the numbers of a matrix are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The matrix is stored row by row.
    Rows,
    /// The matrix is stored column by column (Fortran order).
    Columns,
}

/// Header of a .npy file with n×d numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NpyHeader {
    /// Number of rows (n).
    pub rows: u64,
    /// Number of columns (d), at least 1.
    pub columns: u64,
    /// Binary format of the numbers.
    pub float: Float,
    /// Order of the numbers in the file.
    pub order: Order,
    /// Offset of the first number from the beginning of the file, in bytes.
    pub start: u64,
}

impl Float {
    fn named(kind: &str) -> Option<Float> {
        Some(match kind {
            "<f2" => Float::F16,
            "<f4" => Float::F32,
            "<f8" => Float::F64,
            ">f2" => Float::F16Big,
            ">f4" => Float::F32Big,
            ">f8" => Float::F64Big,
            _ => return None,
        })
    }

    /// Size of a number in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Float::F16 | Float::F16Big => 2,
            Float::F32 | Float::F32Big => 4,
            Float::F64 | Float::F64Big => 8,
        }
    }

    /// Decodes the numbers in `bytes`. `None` if the last number is incomplete.
    pub fn numbers(self, bytes: &[u8]) -> Option<Vec<f32>> {
        match self {
            Float::F16 => each(bytes, |x| widened(u16::from_le_bytes(x))),
            Float::F32 => each(bytes, f32::from_le_bytes),
            Float::F64 => each(bytes, |x| f64::from_le_bytes(x) as f32),
            Float::F16Big => each(bytes, |x| widened(u16::from_be_bytes(x))),
            Float::F32Big => each(bytes, f32::from_be_bytes),
            Float::F64Big => each(bytes, |x| f64::from_be_bytes(x) as f32),
        }
    }
}

fn each<const N: usize, T>(bytes: &[u8], number: impl Fn([u8; N]) -> T) -> Option<Vec<T>> {
    let (numbers, rest) = bytes.as_chunks::<N>();
    rest.is_empty()
        .then(|| numbers.iter().map(|&bytes| number(bytes)).collect())
}

/// Converts a 16-bit float (1 sign bit, 5 exponent bits, 10 fraction bits) to 32 bits without loss.
fn widened(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let fraction = u32::from(half & 0x03ff);
    let magnitude = match u32::from(half & 0x7c00) >> 10 {
        // The smallest exponent means zero or a subnormal 16-bit float. Both are multiples of 2⁻²⁴.
        0 => (fraction as f32 / 16_777_216.0).to_bits(),
        // The largest exponent means infinity or NaN.
        31 => 0x7f80_0000 | (fraction << 13),
        // The exponent biases are 15 (16-bit floats) and 127 (32-bit floats).
        exponent => ((exponent + 127 - 15) << 23) | (fraction << 13),
    };
    f32::from_bits(sign | magnitude)
}

impl NpyHeader {
    /// Reads the header of a .npy file.
    /// `beginning` is the first [`HEADER_BYTES`] bytes of the file, or the whole file. `bytes` is the file size.
    ///
    /// # Errors
    /// Returns [`EmbeddingsError::ObjectNpy`] or [`EmbeddingsError::StructuredNpy`] if the elements are not numbers.
    /// Returns [`EmbeddingsError::Npy`] if the file is not a matrix of 16-, 32- or 64-bit floats.
    /// Returns [`EmbeddingsError::Npy`] also if the file size contradicts the header.
    pub fn read(beginning: &[u8], bytes: u64) -> Result<NpyHeader, EmbeddingsError> {
        let parsed = parse(beginning, Float::named).map_err(refusal)?;
        let header = NpyHeader {
            rows: parsed.rows,
            columns: parsed.columns,
            float: parsed.number,
            order: parsed.order,
            start: parsed.start as u64,
        };
        let expected = header
            .row_bytes()
            .checked_mul(header.rows)
            .and_then(|rows| rows.checked_add(header.start));
        if expected == Some(bytes) {
            return Ok(header);
        }
        let NpyHeader { rows, columns, .. } = header;
        Err(EmbeddingsError::Npy {
            reason: NpyReason::Size { rows, columns, bytes },
        })
    }

    /// Size of a row in bytes.
    pub fn row_bytes(&self) -> u64 {
        self.columns.saturating_mul(self.float.bytes() as u64)
    }

    /// Byte ranges of the given rows in the file: a single range, or in Fortran order one range per column.
    pub fn ranges(&self, rows: Range<u64>) -> Vec<Range<u64>> {
        let bytes = |numbers: Range<u64>| {
            let [start, end] = [numbers.start, numbers.end].map(|at| self.start + at * self.float.bytes() as u64);
            start..end
        };
        match self.order {
            // A matrix without rows may have any number of columns.
            _ if rows.is_empty() => Vec::new(),
            Order::Rows => Vec::from([bytes(rows.start * self.columns..rows.end * self.columns)]),
            Order::Columns => {
                let of_column = |column| column * self.rows + rows.start..column * self.rows + rows.end;
                (0..self.columns).map(|column| bytes(of_column(column))).collect()
            }
        }
    }

    /// Reorders the concatenated bytes of [`NpyHeader::ranges`] into row-major order. O(bytes.len()) time.
    pub fn by_rows(&self, bytes: Vec<u8>) -> Vec<u8> {
        if self.order == Order::Rows {
            return bytes;
        }
        let (width, columns) = (self.float.bytes(), self.columns as usize);
        let rows = bytes.len() / (columns * width);
        let mut turned = Vec::with_capacity(bytes.len());
        for row in 0..rows {
            for column in 0..columns {
                turned.extend_from_slice(&bytes[(column * rows + row) * width..][..width]);
            }
        }
        turned
    }

    /// Copies `numbers`, which were read from the file, to their positions in the n×d row-major `matrix`.
    /// `first` is the position of `numbers[0]` in the file, counted in elements from 0.
    /// O(numbers.len()) time, without additional memory.
    ///
    /// # Panics
    /// Panics if `numbers` extends beyond the last number of the file, or if `matrix` is too small.
    pub fn place(&self, first: usize, numbers: &[f32], matrix: &mut [f32]) {
        let (rows, columns) = (self.rows as usize, self.columns as usize);
        match self.order {
            Order::Rows => matrix[first..first + numbers.len()].copy_from_slice(numbers),
            Order::Columns => {
                for (at, &number) in (first..).zip(numbers) {
                    matrix[(at % rows) * columns + at / rows] = number;
                }
            }
        }
    }
}

/// Ranges of the embedding rows that belong to a pool of `n_instances` instances, in ascending order.
/// `left_out` contains the rows of the text file that are not in the pool.
/// If the embeddings have a row for each row of the pool, a single range contains all rows.
/// If the embeddings have a row for each row of the text file, the ranges skip the rows in `left_out`.
/// O(number of left-out rows) time.
///
/// # Errors
/// Returns [`EmbeddingsError::RowsDiffer`] if the number of rows differs from the pool and the left-out rows are unknown.
/// The left-out rows are unknown if `left_out` is empty or contains a row whose position is unknown.
/// Returns [`EmbeddingsError::RowsDifferFromBoth`] if the number of rows fits neither the pool nor the text file.
pub fn rows_of_pool(rows: u64, n_instances: u64, left_out: &[RejectedRow]) -> Result<Vec<Range<u64>>, EmbeddingsError> {
    let all = 0..rows;
    if rows == n_instances {
        return Ok(vec![all]);
    }
    let rows_before: Option<Vec<u64>> = left_out
        .iter()
        .map(|record| record.rows_before.map(u64::from))
        .collect();
    let Some(rows_before) = rows_before.filter(|rows_before| !rows_before.is_empty()) else {
        return Err(EmbeddingsError::RowsDiffer { rows, n_instances });
    };
    let n_in_file = n_instances + rows_before.len() as u64;
    if rows != n_in_file {
        return Err(EmbeddingsError::RowsDifferFromBoth {
            rows,
            n_instances,
            n_in_file,
        });
    }
    // Index of a left-out row in the file: number of preceding pool rows plus number of preceding left-out rows.
    let ends = (0..)
        .zip(rows_before)
        .map(|(n_before, rows_before)| n_before + rows_before);
    let mut start = 0;
    let between = ends
        .chain([rows])
        .map(|end| std::mem::replace(&mut start, end + 1)..end);
    Ok(between.filter(|rows| !rows.is_empty()).collect())
}

/// Reads a .npy file of n×k integers, such as the ids of neighbors.
/// The integers have 32 or 64 bits, are signed or unsigned, and little-endian or big-endian.
/// An unsigned integer with all bits set becomes −1. O(n·k) time and space.
///
/// # Errors
/// Returns [`NpyReason`] if the file is not a matrix of 32- or 64-bit integers.
pub fn integers(file: &[u8]) -> Result<Array2<i64>, NpyReason> {
    let parsed = parse(file, Integer::named)?;
    let (rows, columns) = (parsed.rows, parsed.columns);
    let numbers = file.get(parsed.start..).and_then(|bytes| parsed.number.numbers(bytes));
    let shape = (rows as usize, columns as usize);
    let array = numbers.and_then(|numbers| match parsed.order {
        Order::Rows => Array2::from_shape_vec(shape, numbers).ok(),
        Order::Columns => Array2::from_shape_vec(shape.f(), numbers).ok(),
    });
    array.ok_or(NpyReason::Size {
        rows,
        columns,
        bytes: file.len() as u64,
    })
}

#[derive(Clone, Copy, Debug)]
enum Integer {
    I32,
    I64,
    U32,
    U64,
    I32Big,
    I64Big,
    U32Big,
    U64Big,
}

impl Integer {
    fn named(kind: &str) -> Option<Integer> {
        Some(match kind {
            "<i4" => Integer::I32,
            "<i8" => Integer::I64,
            "<u4" => Integer::U32,
            "<u8" => Integer::U64,
            ">i4" => Integer::I32Big,
            ">i8" => Integer::I64Big,
            ">u4" => Integer::U32Big,
            ">u8" => Integer::U64Big,
            _ => return None,
        })
    }

    /// Decodes the numbers in `bytes`. `None` if the last number is incomplete.
    /// Unsigned integers of at least 2⁶³ become negative, which does not matter, because ids are far smaller.
    fn numbers(self, bytes: &[u8]) -> Option<Vec<i64>> {
        let of_u32 = |x: u32| if x == u32::MAX { -1 } else { i64::from(x) };
        match self {
            Integer::I32 => each(bytes, |x| i64::from(i32::from_le_bytes(x))),
            Integer::I64 => each(bytes, i64::from_le_bytes),
            Integer::U32 => each(bytes, |x| of_u32(u32::from_le_bytes(x))),
            Integer::U64 => each(bytes, |x| u64::from_le_bytes(x) as i64),
            Integer::I32Big => each(bytes, |x| i64::from(i32::from_be_bytes(x))),
            Integer::I64Big => each(bytes, i64::from_be_bytes),
            Integer::U32Big => each(bytes, |x| of_u32(u32::from_be_bytes(x))),
            Integer::U64Big => each(bytes, |x| u64::from_be_bytes(x) as i64),
        }
    }
}

/// Returns the header that `numpy.save` writes for an n×d array of 32-bit floats.
pub fn header(rows: usize, columns: usize) -> Vec<u8> {
    header_of("<f4", rows, columns)
}

/// Returns the header that `numpy.save` writes for an n×d array of type `descr`.
pub fn header_of(descr: &str, rows: usize, columns: usize) -> Vec<u8> {
    let dictionary = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    // The rows begin at a multiple of 64 bytes, after the line feed at the end of the header.
    let length = (10 + dictionary.len() + 1).next_multiple_of(64) - 10;
    let line = format!("{dictionary:<width$}\n", width = length - 1);
    [MAGIC, &[1, 0], &(length as u16).to_le_bytes(), line.as_bytes()].concat()
}

/// Returns the error for a .npy file that cannot be read because of `reason`.
/// Object arrays and structured arrays have their own errors with specific advice.
fn refusal(reason: NpyReason) -> EmbeddingsError {
    match reason {
        NpyReason::NumberKind { kind } if kind.ends_with('O') => EmbeddingsError::ObjectNpy,
        NpyReason::NumberKind { kind } if kind.starts_with(['[', '(']) => EmbeddingsError::StructuredNpy,
        reason => EmbeddingsError::Npy { reason },
    }
}

struct Parsed<T> {
    number: T,
    order: Order,
    rows: u64,
    columns: u64,
    start: usize,
}

/// Parses the header of a .npy file.
/// `number` maps a numpy type name to the number type, or to `None` for an unsupported type.
fn parse<T>(beginning: &[u8], number: impl Fn(&str) -> Option<T>) -> Result<Parsed<T>, NpyReason> {
    let Some(rest) = beginning.strip_prefix(MAGIC) else {
        return Err(match other_kind(beginning) {
            Some(kind) => NpyReason::OtherKind { kind: kind.into() },
            None => NpyReason::NotNpy,
        });
    };
    let (length, before) = match *rest {
        [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([a, b])), 10),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([a, b, c, d]) as usize, 12),
        _ => return Err(NpyReason::Version),
    };
    let header = beginning.get(before..before + length);
    let header = header.and_then(|header| str::from_utf8(header).ok());
    let header = header.ok_or(NpyReason::Header)?;
    let kind = kind(value(header, "descr")?);
    let number = number(kind).ok_or_else(|| NpyReason::NumberKind { kind: kind.into() })?;
    let order = match value(header, "fortran_order")? {
        text if text.starts_with("False") => Order::Rows,
        text if text.starts_with("True") => Order::Columns,
        _ => return Err(NpyReason::Order),
    };
    let shape = value(header, "shape")?.strip_prefix('(');
    let shape = shape.and_then(|shape| shape.split_once(')'));
    let (shape, _) = shape.ok_or(NpyReason::Shape)?;
    let sides: Result<Vec<u64>, _> = shape
        .split(',')
        .map(str::trim)
        .filter(|side| !side.is_empty())
        .map(str::parse)
        .collect();
    match sides.as_deref() {
        Ok(&[rows, columns]) if columns > 0 => Ok(Parsed {
            number,
            order,
            rows,
            columns,
            start: before + length,
        }),
        _ => Err(NpyReason::NotMatrix { shape: shape.into() }),
    }
}

/// Recognizes embedding files in other formats by their first bytes.
fn other_kind(beginning: &[u8]) -> Option<&'static str> {
    Some(match beginning {
        [b'P', b'K', 3, 4, ..] => "ZIP (.npz, .pt)",
        [b'P', b'A', b'R', b'1', ..] => "Parquet",
        [b'A', b'R', b'R', b'O', b'W', b'1', ..] => "Arrow",
        [0x89, b'H', b'D', b'F', ..] => "HDF5",
        [0x1f, 0x8b, ..] => "gzip",
        [0x80, 2..=5, ..] => "pickle",
        _ => return None,
    })
}

/// Returns the quoted type name in `descr`, or for a structured type the description up to the first comma.
fn kind(descr: &str) -> &str {
    let quoted = descr.strip_prefix('\'').and_then(|behind| behind.split_once('\''));
    match quoted {
        Some((kind, _)) => kind,
        None => descr.split(',').next().unwrap_or(descr).trim(),
    }
}

/// Returns the part of the header that begins with the value of `key`.
fn value<'a>(header: &'a str, key: &str) -> Result<&'a str, NpyReason> {
    let found = header.split_once(&format!("'{key}':"));
    found
        .map(|(_, value)| value.trim_start())
        .ok_or_else(|| NpyReason::NoKey { key: key.into() })
}

#[cfg(test)]
mod tests;
