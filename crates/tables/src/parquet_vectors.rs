//! Reads a Parquet column with lists of floats as 32-bit floats.
//!
//! Each number equals the number that results from reading the table's text, but no decimal text is written and parsed.

use std::sync::Arc;

use fastgas_data::{LoadError, VectorRows};
use parquet::errors::{ParquetError, Result as ParquetResult};

use crate::input::Input;
use crate::parquet_file::{BATCH_ROWS, Group, ParquetFile, first_leaf};
use crate::parquet_schema::Shape;
use crate::parquet_values::Leaf;

/// Reads the lists of the top-level column `name`.
/// `None` if the file has no column `name` with lists of floats, or several columns with this name.
/// `limit` is the largest accepted number of rows, and of values in the column.
///
/// # Errors
/// Fails with [`LoadError::Unreadable`], [`LoadError::Unsupported`] or [`LoadError::Empty`].
/// Also fails with [`LoadError::ParquetColumn`] or [`LoadError::UnpackedSize`].
pub(crate) fn vector_rows(input: &Arc<dyn Input>, name: &str, limit: u64) -> Result<Option<VectorRows>, LoadError> {
    let ParquetFile { file, metadata, shapes } = ParquetFile::open(input)?;
    let mut of_name = shapes.columns.iter().filter(|(column, _)| column == name);
    let (Some((_, shape)), None) = (of_name.next(), of_name.next()) else {
        return Ok(None);
    };
    if !shapes.is_vector(shape) {
        return Ok(None);
    }
    let index = first_leaf(shape);
    let mut rows = VectorRows::default();
    for group in metadata.row_groups() {
        let group = Group::checked(&file, group, &shapes, limit)?;
        let leaf = group.leaf(index, shapes.meanings[index], false);
        let read = leaf.and_then(|mut leaf| read_group(&mut leaf, group.n_rows, shape, &mut rows));
        read.map_err(|error| LoadError::ParquetColumn {
            column: group.column(index),
            row: rows.len(),
            message: error.to_string().into(),
        })?;
    }
    Ok(Some(rows))
}

fn read_group(leaf: &mut Leaf, n_rows: usize, shape: &Shape, rows: &mut VectorRows) -> ParquetResult<()> {
    let mut list = Vec::new();
    let mut n_left = n_rows;
    while n_left > 0 {
        let n_batch = n_left.min(BATCH_ROWS);
        if leaf.read(n_batch)? != n_batch {
            return Err(ParquetError::EOF("rows are missing".into()));
        }
        for _ in 0..n_batch {
            list.clear();
            let has_list = read_list(leaf, shape, &mut list)?;
            rows.push(has_list.then_some(&list[..]));
        }
        if !leaf.is_at_end() {
            return Err(ParquetError::General("there are more values than rows".into()));
        }
        n_left -= n_batch;
    }
    Ok(())
}

/// Reads the next list. Returns false if there is no list; a list may be empty. A missing number becomes `NaN`.
fn read_list(leaf: &mut Leaf, shape: &Shape, list: &mut Vec<f32>) -> ParquetResult<bool> {
    match shape {
        Shape::Optional { def, value, .. } => {
            if leaf.def()? < *def {
                leaf.skip()?;
                return Ok(false);
            }
            read_list(leaf, value, list)
        }
        Shape::List { def, rep, element, .. } => {
            if leaf.def()? < *def {
                leaf.skip()?;
                return Ok(true);
            }
            list.push(number(leaf, element)?);
            while leaf.rep() >= *rep {
                list.push(number(leaf, element)?);
            }
            Ok(true)
        }
        Shape::Map { .. } | Shape::Struct(_) | Shape::Leaf(_) => Err(no_list()),
    }
}

fn number(leaf: &mut Leaf, element: &Shape) -> ParquetResult<f32> {
    match element {
        Shape::Optional { def, value, .. } => {
            if leaf.def()? < *def {
                leaf.skip()?;
                return Ok(f32::NAN);
            }
            number(leaf, value)
        }
        Shape::Leaf(_) => leaf.number(),
        Shape::List { .. } | Shape::Map { .. } | Shape::Struct(_) => Err(no_list()),
    }
}

fn no_list() -> ParquetError {
    ParquetError::General("the column is no list of floats".into())
}
