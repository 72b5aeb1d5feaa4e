//! Writes tables as workbooks and Parquet files. The worker program for these formats is loaded on demand.

use std::rc::Rc;

use js_sys::{ArrayBuffer, Uint8Array, Uint32Array};

use crate::control::{RunControl, next_task};
use crate::schedule::JobClass;
use crate::workers::{WorkerModule, Workers, exactly, unexpected};
use fastgas_data::{PackedTable, TableFormat};
use fastgas_protocol::{Event, Request, WorkerError};

/// Number of bytes that are moved out of the WebAssembly memory at a time, so that the page stays responsive.
const CHUNK_BYTES: usize = 4 << 20;

/// Writes a table in a separate worker, which ends when the file is complete.
/// Returns [`WorkerError::Pipeline`] if the format cannot represent the table.
pub async fn write_table(
    table: PackedTable,
    format: TableFormat,
    control: &RunControl,
) -> Result<Vec<u8>, WorkerError> {
    let workers = Workers::new(WorkerModule::tables().await?, 1);
    let table = Rc::new(table);
    let request = {
        let table = table.clone();
        move |_| Request::WriteTable {
            format,
            columns: table.columns.clone(),
        }
    };
    let buffers = move |_| {
        let table = table.clone();
        async move { vec![text_buffer(&table.text).await, lengths_buffer(&table.lengths).await] }
    };
    let job = workers.new_job(JobClass::Long);
    let answers = workers.run(job, 1, request, buffers, |_| Ok(()), control);
    let [answer] = <[_; 1]>::try_from(answers.await?).map_err(|_| unexpected())?;
    let (Event::TableWritten, [file]) = (answer.body, exactly(answer.buffers)?) else {
        return Err(unexpected());
    };
    Ok(file)
}

/// Copies the text of all cells into a buffer, one chunk per task, so that the page stays responsive.
async fn text_buffer(text: &str) -> ArrayBuffer {
    let whole = Uint8Array::new_with_length(text.len() as u32);
    let mut start = 0;
    for chunk in text.as_bytes().chunks(CHUNK_BYTES) {
        let end = start + chunk.len() as u32;
        whole.subarray(start, end).copy_from(chunk);
        start = end;
        next_task().await;
    }
    whole.buffer()
}

/// Copies the lengths of the cells into a buffer, one chunk per task, so that the page stays responsive.
async fn lengths_buffer(lengths: &[u32]) -> ArrayBuffer {
    let whole = Uint32Array::new_with_length(lengths.len() as u32);
    let mut start = 0;
    for chunk in lengths.chunks(CHUNK_BYTES / size_of::<u32>()) {
        let end = start + chunk.len() as u32;
        whole.subarray(start, end).copy_from(chunk);
        start = end;
        next_task().await;
    }
    whole.buffer()
}
