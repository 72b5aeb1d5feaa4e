//! Embeddings that were made elsewhere: a .npy file as `numpy.save` writes it, read row by row.
//!
//! ```text
//!  \x93NUMPY  1 0  118 0  {'descr': '<f4', 'fortran_order': False, 'shape': (3000, 384), }   \n  rows …
//! ```
//!
//! `ndarray-npy` reads such a file whole, and brings a parser of Python literals that would be a tenth of the page; the
//! page wants a piece at a time and only what a plain matrix says of itself.

use serde::{Deserialize, Serialize};

use crate::error::GraphError;

/// So many bytes from the file's beginning hold the header of any matrix: numpy pads it to 64 bytes, or to 128.
pub const HEADER_BYTES: usize = 1024;

const MAGIC: &[u8] = b"\x93NUMPY";

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Float {
    /// Four bytes, little-endian.
    F32,
    /// Eight bytes, little-endian; rounded to four when read.
    F64,
}

/// What the beginning of the file tells: n×d numbers, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NpyHeader {
    /// n.
    pub rows: u64,
    /// d, at least 1.
    pub columns: u64,
    /// Of every number.
    pub float: Float,
    /// Where the first row begins, in bytes.
    pub start: u64,
}

impl Float {
    /// Bytes of one number.
    pub const fn bytes(self) -> usize {
        match self {
            Float::F32 => 4,
            Float::F64 => 8,
        }
    }

    /// The numbers in `bytes`; none where these are not whole.
    pub fn numbers(self, bytes: &[u8]) -> Option<Vec<f32>> {
        match self {
            Float::F32 => {
                let (numbers, rest) = bytes.as_chunks();
                rest.is_empty()
                    .then(|| numbers.iter().map(|&x| f32::from_le_bytes(x)).collect())
            }
            Float::F64 => {
                let (numbers, rest) = bytes.as_chunks();
                rest.is_empty()
                    .then(|| numbers.iter().map(|&x| f64::from_le_bytes(x) as f32).collect())
            }
        }
    }
}

impl NpyHeader {
    /// Reads the header; `beginning` is the file's first [`HEADER_BYTES`], or all of it, `bytes` its length.
    ///
    /// # Errors
    /// [`GraphError::Npy`] for what is no matrix of little-endian floats of 32 or 64 bits in C order, or not as long as
    /// it says.
    pub fn read(beginning: &[u8], bytes: u64) -> Result<NpyHeader, GraphError> {
        let header = parse(beginning).map_err(|reason| GraphError::Npy { reason })?;
        let expected = header
            .row_bytes()
            .checked_mul(header.rows)
            .and_then(|rows| rows.checked_add(header.start));
        if expected == Some(bytes) {
            return Ok(header);
        }
        let NpyHeader { rows, columns, .. } = header;
        Err(GraphError::Npy {
            reason: format!("it says that it holds {rows} × {columns} numbers, but it has {bytes} bytes"),
        })
    }

    /// Bytes of one row.
    pub fn row_bytes(&self) -> u64 {
        self.columns.saturating_mul(self.float.bytes() as u64)
    }
}

/// What stands before the rows of n×d floats of 32 bits, as `numpy.save` writes it.
pub fn header(rows: usize, columns: usize) -> Vec<u8> {
    let dictionary = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}");
    // The rows begin at a multiple of 64 bytes, after a line feed.
    let length = (10 + dictionary.len() + 1).next_multiple_of(64) - 10;
    let line = format!("{dictionary:<width$}\n", width = length - 1);
    [MAGIC, &[1, 0], &(length as u16).to_le_bytes(), line.as_bytes()].concat()
}

fn parse(beginning: &[u8]) -> Result<NpyHeader, String> {
    let rest = beginning
        .strip_prefix(MAGIC)
        .ok_or("it does not begin as a .npy file does")?;
    let (length, before) = match *rest {
        [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([a, b])), 10),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([a, b, c, d]) as usize, 12),
        _ => return Err("its version is not 1, 2 or 3".into()),
    };
    let header = beginning.get(before..before + length);
    let header = header.and_then(|header| str::from_utf8(header).ok());
    let header = header.ok_or("its header is cut off, or not that of one matrix")?;
    let float = match value(header, "descr")? {
        text if text.starts_with("'<f4'") => Float::F32,
        text if text.starts_with("'<f8'") => Float::F64,
        text => {
            let kind = text.split(',').next().unwrap_or(text).trim_matches([' ', '\'', '}']);
            return Err(format!(
                "its numbers are of the kind `{kind}`; only `<f4` and `<f8`, floats of 32 or 64 bits, are read"
            ));
        }
    };
    if !value(header, "fortran_order")?.starts_with("False") {
        return Err("it is written column by column (Fortran order)".into());
    }
    let shape = value(header, "shape")?.strip_prefix('(');
    let shape = shape.and_then(|shape| shape.split_once(')'));
    let (shape, _) = shape.ok_or("its shape cannot be read")?;
    let sides: Result<Vec<u64>, _> = shape
        .split(',')
        .map(str::trim)
        .filter(|side| !side.is_empty())
        .map(str::parse)
        .collect();
    match sides.as_deref() {
        Ok(&[rows, columns]) if columns > 0 => Ok(NpyHeader {
            rows,
            columns,
            float,
            start: (before + length) as u64,
        }),
        _ => Err(format!("its shape is ({shape}), not (texts, dimensions)")),
    }
}

/// What stands behind a key, to the header's end.
fn value<'a>(header: &'a str, key: &str) -> Result<&'a str, String> {
    let found = header.split_once(&format!("'{key}':"));
    found
        .map(|(_, value)| value.trim_start())
        .ok_or_else(|| format!("its header has no `{key}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;
    use ndarray_npy::WriteNpyExt;
    use proptest::prelude::*;

    fn written<T: ndarray_npy::WritableElement>(array: &Array2<T>) -> Vec<u8> {
        let mut bytes = Vec::new();
        array.write_npy(&mut bytes).unwrap();
        bytes
    }

    /// A file with this header and so many bytes behind it.
    fn file(dictionary: &str, behind: usize) -> Vec<u8> {
        let header = format!("{dictionary}\n");
        let mut bytes = [MAGIC, &[1, 0], &(header.len() as u16).to_le_bytes(), header.as_bytes()].concat();
        bytes.resize(bytes.len() + behind, 0);
        bytes
    }

    fn refused(bytes: &[u8]) -> String {
        NpyHeader::read(bytes, bytes.len() as u64).unwrap_err().to_string()
    }

    proptest! {
        #[test]
        fn what_another_writes_is_read(rows in 1usize..20, columns in 1usize..20, wide: bool) {
            let numbers = Array2::from_shape_fn((rows, columns), |(i, j)| (i * 31 + j) as f32 / 7.0 - 3.0);
            let bytes = if wide { written(&numbers.mapv(f64::from)) } else { written(&numbers) };
            let header = NpyHeader::read(&bytes, bytes.len() as u64).unwrap();
            prop_assert_eq!((header.rows, header.columns), (rows as u64, columns as u64));
            let read = header.float.numbers(&bytes[header.start as usize..]).unwrap();
            prop_assert_eq!(read, numbers.into_raw_vec_and_offset().0);
        }

        #[test]
        fn nothing_traps(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0usize..200, at in 0usize..200, byte: u8) {
            let _ = NpyHeader::read(&bytes, bytes.len() as u64);
            let mut file = file("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }", 24);
            let at = at % file.len();
            file[at] = byte;
            file.truncate(cut);
            let _ = NpyHeader::read(&file, file.len() as u64);
        }
    }

    /// Written by NumPy 2.4: `numpy.save(file, numpy.zeros((3000, 384), '<f4'))`.
    #[test]
    fn a_header_is_numpy_s() {
        let dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (3000, 384), }";
        let numpy = format!("{dictionary}{}\n", " ".repeat(128 - 10 - 1 - dictionary.len()));
        let numpy = [b"\x93NUMPY\x01\x00v\x00", numpy.as_bytes()].concat();
        assert_eq!(header(3000, 384), numpy);
        for (rows, columns) in [(0, 1), (1, 8), (100_000, 4096), (usize::MAX, usize::MAX)] {
            assert!(header(rows, columns).len().is_multiple_of(64));
        }
        let file = [header(2, 3), vec![0; 24]].concat();
        let read = NpyHeader::read(&file, file.len() as u64).unwrap();
        assert_eq!((read.rows, read.columns, read.start), (2, 3, 128));
    }

    #[test]
    fn versions_and_keys_in_any_order() {
        let wide = "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f8'}\n";
        let mut bytes = [MAGIC, &[2, 0], &(wide.len() as u32).to_le_bytes(), wide.as_bytes()].concat();
        bytes.resize(bytes.len() + 48, 0);
        let header = NpyHeader::read(&bytes, bytes.len() as u64).unwrap();
        assert_eq!((header.rows, header.columns, header.float), (2, 3, Float::F64));
    }

    #[test]
    fn what_is_no_matrix_of_floats_is_refused() {
        assert!(refused(b"id,text\n").contains("does not begin"));
        let half = "{'descr': '<f2', 'fortran_order': False, 'shape': (3, 2), }";
        assert!(refused(&file(half, 12)).contains("`<f2`"));
        let big = "{'descr': '>f4', 'fortran_order': False, 'shape': (3, 2), }";
        assert!(refused(&file(big, 24)).contains("`>f4`"));
        let fortran = "{'descr': '<f4', 'fortran_order': True, 'shape': (3, 2), }";
        assert!(refused(&file(fortran, 24)).contains("Fortran"));
        for shape in [
            "(6,)",
            "(3, 2, 1)",
            "()",
            "(3, 0)",
            "(3, -2)",
            "(3, 99999999999999999999)",
        ] {
            let other = format!("{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}");
            assert!(refused(&file(&other, 24)).contains("shape"), "{shape}");
        }
        let whole = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }";
        assert!(refused(&file(whole, 23)).contains("3 × 2"));
        let huge = format!(
            "{{'descr': '<f4', 'fortran_order': False, 'shape': ({0}, {0}), }}",
            u64::MAX
        );
        assert!(refused(&file(&huge, 24)).contains("bytes"));
    }

    #[test]
    fn half_a_number_is_none() {
        assert_eq!(Float::F32.numbers(&[0; 7]), None);
        assert_eq!(Float::F64.numbers(&[0; 12]), None);
    }
}
