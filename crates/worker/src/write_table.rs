//! Exports tables that are not text, for example workbooks.

use crate::answer::Answer;
use crate::decode::{exactly, protocol};
use fastgas_data::{OutputColumn, PackedTable, TableFormat};
use fastgas_protocol::{Error, Event, WorkerError, u32_of_bytes};
use fastgas_tables::write_table;

/// Writes a table in `format`. `buffers` contains the text of all cells, and the length of each cell.
///
/// # Errors
/// Returns [`WorkerError::Pipeline`] if the format cannot represent the table.
/// Returns [`WorkerError::Protocol`] if the buffers are not a table.
pub(crate) fn written(
    format: TableFormat,
    columns: Vec<OutputColumn>,
    buffers: Vec<Vec<u8>>,
) -> Result<Answer, WorkerError> {
    let [text, lengths] = exactly(buffers)?;
    let packed = PackedTable {
        columns,
        text: String::from_utf8(text).map_err(|_| protocol("the cells are not text"))?,
        lengths: u32_of_bytes(&lengths).ok_or_else(|| protocol("a buffer's length is no multiple of 4"))?,
    };
    let table = packed.table().ok_or_else(|| protocol("the cells are not a table"))?;
    let file = write_table(&table, format).map_err(Error::from)?;
    Ok((Event::TableWritten, vec![file]))
}

#[cfg(test)]
mod tests;
