//! Exports tables that are not text, for example workbooks.

use crate::answer::Answer;
use crate::decode::{exactly, protocol};
use fastgas_data::{OutputColumn, PackedTable, TableFormat};
use fastgas_protocol::{Error, Event, WorkerError, u32_of_bytes};
use fastgas_tables::write_table;

/// Answers a request to write a table file. `buffers` contains the texts and the lengths of the cells.
///
/// # Errors
/// Returns [`WorkerError::Pipeline`] if the format cannot hold the table.
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
mod tests {
    use super::*;
    use crate::{Dispatch, TablesDispatch};
    use fastgas_data::{OutputKind, TableChoice, WriteTableError};
    use fastgas_protocol::{Envelope, JobId, Request, bytes_of_u32};
    use fastgas_tables::open;

    fn answer(body: Request, buffers: Vec<Vec<u8>>) -> Envelope<Event> {
        let mut dispatch = TablesDispatch::new(Dispatch::new(Box::new(|| 0.0)));
        let job = JobId(3);
        let mut events = Vec::new();
        dispatch.handle_file(Envelope { job, body, buffers }, None, &mut |event| events.push(event));
        let [answer] = <[_; 1]>::try_from(events).expect("one answer");
        assert_eq!(answer.job, job);
        answer
    }

    fn write(format: TableFormat) -> Request {
        let columns = vec![
            OutputColumn::new("rank", OutputKind::Integer),
            OutputColumn::new("id", OutputKind::Text),
        ];
        Request::WriteTable { format, columns }
    }

    #[test]
    fn table_is_written_in_both_formats() {
        let buffers = || vec![b"1007".to_vec(), bytes_of_u32(&[1, 3, u32::MAX, 0])];
        for (format, expected) in [
            (TableFormat::Workbook, "rank,id\n1,007\n"),
            (
                TableFormat::Parquet,
                "{\"rank\":1,\"id\":\"007\"}\n{\"rank\":null,\"id\":\"\"}",
            ),
        ] {
            let answer = answer(write(format), buffers());
            assert_eq!(answer.body, Event::TableWritten);
            let [file] = <[_; 1]>::try_from(answer.buffers).expect("one file");
            let table = open(file, "a", &TableChoice::default(), 1_000_000).expect("a table");
            assert_eq!(String::from_utf8(table.bytes).expect("UTF-8"), expected);
        }
    }

    #[test]
    fn table_that_a_workbook_cannot_hold_fails_with_its_cell() {
        let text = "a".repeat(40_000).into_bytes();
        let answer = answer(
            write(TableFormat::Workbook),
            vec![text, bytes_of_u32(&[u32::MAX, 40_000])],
        );
        let error = WriteTableError::LongCell {
            row: 2,
            column: "id".into(),
            letters: 40_000,
            limit: 32_767,
        };
        let error = Error::from(error).into();
        assert_eq!(answer.body, Event::Failed { error });
    }

    #[test]
    fn buffers_that_are_no_table_fail() {
        let buffers = [
            vec![],
            vec![b"a".to_vec(), vec![0; 3]],
            vec![b"a".to_vec(), bytes_of_u32(&[1])],
            vec![b"a".to_vec(), bytes_of_u32(&[1, 1])],
            vec![b"\xFF".to_vec(), bytes_of_u32(&[1, 0])],
        ];
        for buffers in buffers {
            let answer = answer(write(TableFormat::Parquet), buffers);
            assert!(
                matches!(
                    answer.body,
                    Event::Failed {
                        error: WorkerError::Protocol { .. }
                    }
                ),
                "{answer:?}"
            );
        }
    }
}
