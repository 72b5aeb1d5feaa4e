//! Writes tables as workbooks and Parquet files. The worker program for these formats is loaded on demand.

use std::rc::Rc;

use crate::control::RunControl;
use crate::workers::{WorkerModule, Workers, exactly, unexpected};
use fastgas_data::{PackedTable, TableFormat};
use fastgas_protocol::transport::{to_buffer, u32_to_buffer};
use fastgas_protocol::{Event, Request, WorkerError};

/// Writes a table as a file of the given format. The worker that writes the file ends with this call.
///
/// # Errors
/// [`WorkerError::Pipeline`] if the format cannot represent the table;
/// [`WorkerError::Asset`] if the program cannot be loaded; [`WorkerError::Lost`].
pub async fn write_table(table: PackedTable, format: TableFormat) -> Result<Vec<u8>, WorkerError> {
    let workers = Workers::new(WorkerModule::tables().await?, 1);
    let table = Rc::new(table);
    let request = {
        let table = table.clone();
        move || Request::WriteTable {
            format,
            columns: table.columns.clone(),
        }
    };
    let buffers = move || vec![to_buffer(table.text.as_bytes()), u32_to_buffer(&table.lengths)];
    let [answer] = workers
        .run_one(request, buffers, |_| Ok(()), &RunControl::default())
        .await?;
    let (Event::TableWritten, [file]) = (answer.body, exactly(answer.buffers)?) else {
        return Err(unexpected());
    };
    Ok(file)
}
