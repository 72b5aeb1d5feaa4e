//! .npy files.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::ops::Range;
use std::path::Path;

use ndarray::{Array2, Axis};
use ndarray_npy::{WritableElement, WriteNpyError, WriteNpyExt};

use crate::failure::Failure;
use crate::files::Output;
use fastgas_embedding::Embeddings;
use fastgas_embedding::EmbeddingsError;
use fastgas_embedding::npy::{HEADER_BYTES, NpyHeader};

/// So many bytes are read at a time: whole numbers of every kind.
const PIECE: usize = 1 << 22;

/// Reads n×d floats of any width, in either order, and scales each row to unit length. Beside the matrix only a piece of
/// the file is in memory.
///
/// # Errors
/// [`EmbeddingsError::Npy`](fastgas_embedding::EmbeddingsError::Npy) for another kind of file,
/// [`EmbeddingsError::BadRow`](fastgas_embedding::EmbeddingsError::BadRow) for a row without a direction; [`Failure::File`].
pub fn read_embeddings(path: &Path) -> Result<Embeddings, Failure> {
    Embeddings::normalized(read(path)?).map_err(Failure::of(path))
}

/// The same with those rows alone that `wanted` gives for how many there are, rising; and how many there are.
///
/// # Errors
/// As [`read_embeddings`], and those of `wanted`.
pub fn read_embeddings_of(
    path: &Path,
    wanted: impl FnOnce(u64) -> Result<Vec<Range<u64>>, EmbeddingsError>,
) -> Result<(Embeddings, usize), Failure> {
    let mut rows = read(path)?;
    let n = rows.nrows();
    let wanted = wanted(n as u64).map_err(Failure::of(path))?;
    let wanted: Vec<usize> = wanted.into_iter().flatten().map(|row| row as usize).collect();
    if wanted.len() < n {
        rows = rows.select(Axis(0), &wanted);
    }
    let embeddings = Embeddings::normalized(rows).map_err(|error| match error {
        EmbeddingsError::BadRow { row, reason } => EmbeddingsError::BadRow {
            row: wanted[row as usize - 1] as u64 + 1,
            reason,
        },
        other => other,
    });
    Ok((embeddings.map_err(Failure::of(path))?, n))
}

fn read(path: &Path) -> Result<Array2<f32>, Failure> {
    let (mut file, bytes) = open(path).map_err(Failure::file(path))?;
    let mut beginning = Vec::new();
    let read = file.by_ref().take(HEADER_BYTES as u64).read_to_end(&mut beginning);
    read.map_err(Failure::file(path))?;
    let header = NpyHeader::read(&beginning, bytes).map_err(Failure::of(path))?;
    let behind = beginning.split_off(header.start as usize);
    matrix(&header, behind.as_slice().chain(file)).map_err(Failure::file(path))
}

/// The file, and how many bytes it has; a pipe does not tell that before it is read.
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

/// The numbers that stand behind the header, each in its place.
fn matrix(header: &NpyHeader, mut behind: impl Read) -> io::Result<Array2<f32>> {
    let shape = (header.rows as usize, header.columns as usize);
    let width = header.float.bytes();
    let mut matrix = vec![0.0; shape.0 * shape.1];
    let mut piece = vec![0; PIECE.min(matrix.len() * width)];
    let mut first = 0;
    while first < matrix.len() {
        let bytes = (matrix.len() - first).saturating_mul(width).min(PIECE);
        let bytes = &mut piece[..bytes];
        behind.read_exact(bytes)?;
        let numbers = header.float.numbers(bytes).expect("whole numbers");
        header.place(first, &numbers, &mut matrix);
        first += numbers.len();
    }
    // Of no rows there may be more columns than an array can have.
    Array2::from_shape_vec(shape, matrix).map_err(io::Error::other)
}

/// Writes a two-dimensional array.
pub fn write<T: WritableElement>(out: &Output, array: &Array2<T>) -> Result<(), Failure> {
    out.write(|file| {
        array.write_npy(file).map_err(|error| match error {
            WriteNpyError::Io(error) => error,
            other => io::Error::other(other.to_string()),
        })
    })
}
