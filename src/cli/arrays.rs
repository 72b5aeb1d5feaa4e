//! .npy files.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use ndarray::Array2;
use ndarray_npy::{ReadNpyExt, WritableElement, WriteNpyError, WriteNpyExt};

use crate::cli::failure::Failure;
use crate::embed::Embeddings;
use crate::error::GraphError;

/// Reads n×d float32 and scales each row to unit length.
pub fn read_embeddings(path: &Path) -> Result<Embeddings, Failure> {
    let file = BufReader::new(File::open(path).map_err(Failure::file(path))?);
    let rows = Array2::<f32>::read_npy(file).map_err(|error| {
        Failure::of(path)(GraphError::Npy {
            reason: error.to_string(),
        })
    })?;
    Embeddings::normalized(rows).map_err(Failure::of(path))
}

/// Writes a two-dimensional array.
pub fn write<T: WritableElement>(path: &Path, array: &Array2<T>) -> Result<(), Failure> {
    let file = BufWriter::new(File::create(path).map_err(Failure::file(path))?);
    array.write_npy(file).map_err(|error| match error {
        WriteNpyError::Io(error) => Failure::file(path)(error),
        other => Failure::of(path)(GraphError::Npy {
            reason: other.to_string(),
        }),
    })
}
