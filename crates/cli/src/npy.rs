//! Reads and writes .npy files.

use std::fs::File;
use std::io::{self, Cursor, Read, Write};
use std::ops::Range;
use std::path::Path;

use ndarray::Array2;

use crate::error::CliError;
use crate::files::Output;
use fastgas_embedding::Embeddings;
use fastgas_embedding::npy::{HEADER_BYTES, NpyHeader, header_of, integers};
use fastgas_embedding::{EmbeddingsError, NpyReason};
use fastgas_progress::Workers;

/// Number of bytes that are read at a time, a multiple of each number type's size.
const CHUNK_BYTES: usize = 1 << 22;

/// Reads n×d floats of any width, in row-major or column-major order, and scales each row to unit length on `workers`.
/// In addition to the matrix, only one chunk of the file is in memory.
///
/// # Errors
/// Returns [`EmbeddingsError::Npy`](fastgas_embedding::EmbeddingsError::Npy) if the file is not a .npy file of floats.
/// Returns [`EmbeddingsError::BadRow`](fastgas_embedding::EmbeddingsError::BadRow) if a row cannot be normalized.
pub fn read_embeddings(path: &Path, workers: &dyn Workers) -> Result<Embeddings, CliError> {
    Embeddings::normalized_by(read(path)?, workers).map_err(CliError::of(path))
}

/// Like [`read_embeddings`], but keeps only some rows, which `workers` normalize.
/// `requested` receives the number of rows in the file and returns the rows to keep, in ascending order.
/// Also returns the number of rows in the file.
pub fn read_embeddings_of(
    path: &Path,
    workers: &dyn Workers,
    requested: impl FnOnce(u64) -> Result<Vec<Range<u64>>, EmbeddingsError>,
) -> Result<(Embeddings, usize), CliError> {
    let mut rows = read(path)?;
    let n = rows.nrows();
    let requested = requested(n as u64).map_err(CliError::of(path))?;
    let requested: Vec<usize> = requested.into_iter().flatten().map(|row| row as usize).collect();
    if requested.len() < n {
        rows = keep_rows(rows, &requested);
    }
    let embeddings = Embeddings::normalized_by(rows, workers).map_err(|error| match error {
        EmbeddingsError::BadRow { row, reason } => EmbeddingsError::BadRow {
            row: requested[row as usize] as u64,
            reason,
        },
        other => other,
    });
    Ok((embeddings.map_err(CliError::of(path))?, n))
}

/// Keeps only the given rows, which must be in ascending order.
/// The rows are moved within `matrix`, so that no second matrix is in memory.
fn keep_rows(matrix: Array2<f32>, rows: &[usize]) -> Array2<f32> {
    let d = matrix.ncols();
    let (mut numbers, _) = matrix.into_raw_vec_and_offset();
    for (index, &row) in rows.iter().enumerate() {
        numbers.copy_within(row * d..(row + 1) * d, index * d);
    }
    numbers.truncate(rows.len() * d);
    // Releases unused memory: the kept rows may be few, and they remain in memory during the whole run.
    numbers.shrink_to_fit();
    Array2::from_shape_vec((rows.len(), d), numbers).expect("whole rows")
}

/// Reads n×d floats of any width, in row-major or column-major order, without normalization.
///
/// # Errors
/// Returns [`EmbeddingsError::Npy`](fastgas_embedding::EmbeddingsError::Npy) if the file is not a .npy file of floats.
pub fn read_matrix(path: &Path) -> Result<Array2<f32>, CliError> {
    read(path)
}

/// Reads a matrix of integers with 32 or 64 bits.
/// The outer error means that the file cannot be read, and the inner error means that its format is wrong.
pub fn read_integers(path: &Path) -> Result<Result<Array2<i64>, NpyReason>, CliError> {
    let (mut file, bytes) = open(path).map_err(CliError::file(path))?;
    let mut all = Vec::with_capacity(bytes as usize);
    file.read_to_end(&mut all).map_err(CliError::file(path))?;
    Ok(integers(&all))
}

fn read(path: &Path) -> Result<Array2<f32>, CliError> {
    let (mut file, bytes) = open(path).map_err(CliError::file(path))?;
    let mut beginning = Vec::new();
    let read = file.by_ref().take(HEADER_BYTES as u64).read_to_end(&mut beginning);
    read.map_err(CliError::file(path))?;
    let header = NpyHeader::read(&beginning, bytes).map_err(CliError::of(path))?;
    let behind = beginning.split_off(header.start as usize);
    matrix(&header, behind.as_slice().chain(file)).map_err(CliError::file(path))
}

/// Also returns the file size in bytes. A pipe is read completely first, because the size of a pipe is unknown.
fn open(path: &Path) -> io::Result<(Box<dyn Read>, u64)> {
    let mut file = File::open(path)?;
    let about = file.metadata()?;
    let opened: (Box<dyn Read>, u64) = if about.is_file() {
        (Box::new(file), about.len())
    } else {
        let mut all = Vec::new();
        file.read_to_end(&mut all)?;
        let bytes = all.len() as u64;
        (Box::new(Cursor::new(all)), bytes)
    };
    Ok(opened)
}

fn matrix(header: &NpyHeader, mut behind: impl Read) -> io::Result<Array2<f32>> {
    let shape = (header.rows as usize, header.columns as usize);
    let width = header.float.bytes();
    let mut matrix = vec![0.0; shape.0 * shape.1];
    let mut piece = vec![0; CHUNK_BYTES.min(matrix.len() * width)];
    let mut first = 0;
    while first < matrix.len() {
        let bytes = (matrix.len() - first).saturating_mul(width).min(CHUNK_BYTES);
        let bytes = &mut piece[..bytes];
        behind.read_exact(bytes)?;
        let numbers = header.float.numbers(bytes).expect("whole numbers");
        header.place(first, &numbers, &mut matrix);
        first += numbers.len();
    }
    // A file without rows can declare more columns than an array can have.
    Array2::from_shape_vec(shape, matrix).map_err(io::Error::other)
}

pub trait Number: Copy {
    const DESCR: &str;

    fn to_bytes(self) -> [u8; 4];
}

impl Number for f32 {
    const DESCR: &str = "<f4";

    fn to_bytes(self) -> [u8; 4] {
        self.to_le_bytes()
    }
}

impl Number for u32 {
    const DESCR: &str = "<u4";

    fn to_bytes(self) -> [u8; 4] {
        self.to_le_bytes()
    }
}

pub fn write<T: Number>(out: &Output, array: &Array2<T>) -> Result<(), CliError> {
    out.write(|file| write_array(file, array))
}

fn write_array<T: Number>(file: &mut dyn Write, array: &Array2<T>) -> io::Result<()> {
    let (rows, columns) = array.dim();
    file.write_all(&header_of(T::DESCR, rows, columns))?;
    for row in array.rows() {
        let bytes: Vec<u8> = row.iter().flat_map(|&number| number.to_bytes()).collect();
        file.write_all(&bytes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Axis;
    use ndarray_npy::{ReadNpyExt, ReadableElement};

    fn check<T: Number + ReadableElement + PartialEq>(array: &Array2<T>) {
        let mut bytes = Vec::new();
        write_array(&mut bytes, array).expect("a vector grows");
        let data = size_of_val(array.as_slice().expect("rows in order"));
        assert_eq!((bytes.len() - data) % 64, 0, "NumPy aligns the numbers");
        let read = Array2::<T>::read_npy(&bytes[..]).expect("a valid file");
        assert!(read == array, "{:?}", array.dim());
    }

    #[test]
    fn rows_that_are_left_out_take_no_memory() {
        let (numbers, _) = keep_rows(Array2::zeros((1_000, 8)), &[3, 900]).into_raw_vec_and_offset();
        assert!(numbers.capacity() < 1_000, "{}", numbers.capacity());
    }

    #[test]
    fn kept_rows_are_those_that_ndarray_selects() {
        let matrix = Array2::from_shape_fn((9, 3), |(i, j)| (i * 3 + j) as f32);
        for rows in [vec![], vec![0], vec![8], vec![0, 1, 4, 5, 8], (0..9).collect()] {
            assert_eq!(
                keep_rows(matrix.clone(), &rows),
                matrix.select(Axis(0), &rows),
                "{rows:?}"
            );
        }
    }

    #[test]
    fn written_array_is_read_back_by_ndarray_npy() {
        for shape in [(0, 0), (0, 3), (1, 1), (3, 384), (12_345, 7)] {
            check(&Array2::from_shape_fn(shape, |(i, j)| (i * 31 + j) as f32 / 7.0 - 3.0));
            check(&Array2::from_shape_fn(shape, |(i, j)| (i * 31 + j) as u32));
        }
    }
}
