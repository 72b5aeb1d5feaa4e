//! Imports, previews and exports tables that are not text.
//! For an import or a preview, the table is converted to text, which is read like a text file.

use std::cell::RefCell;
use std::io;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use crate::answer::answer_or_failure;
use crate::decode::protocol;
use crate::import::unreadable;
use crate::write_table::written;
use crate::{Dispatch, Source};
use fastgas_data::{Import, LoadError, MAX_FILE_BYTES, TableChoice, TableSource, VectorRows};
use fastgas_protocol::{Envelope, Error, Event, Refusal, Request, WorkerError};
use fastgas_tables::{Bytes, Input, Keep, Store, Table, open_input, vector_rows};

/// The file that is being converted, and the browser's reason if the browser refused a read.
type FileAndRefusal = (Option<Rc<dyn Source>>, Option<Refusal>);

thread_local! {
    /// The file that is being converted. The readers of tables require an input that can move to another thread.
    /// The browser's files cannot move to another thread, so the file is in a thread-local variable.
    static FILE: RefCell<FileAndRefusal> = const { RefCell::new((None, None)) };
}

/// The file in [`FILE`], as input for the readers of tables.
struct CurrentFile {
    bytes: u64,
}

impl Input for CurrentFile {
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn read(&self, range: Range<u64>) -> io::Result<Bytes> {
        let [start, end] = [range.start, range.end].map(|place| place.min(self.bytes));
        let file = FILE.with_borrow(|(file, _)| file.clone());
        let read = match file {
            Some(file) => file.read(start..end.max(start)),
            None => Err(Refusal::Gone),
        };
        read.map(Bytes::from).map_err(|refusal| {
            FILE.with_borrow_mut(|(_, reason)| *reason = Some(refusal));
            io::Error::other("the browser refused to read the file")
        })
    }
}

struct Text<'a> {
    text: &'a Store,
    file: Option<Rc<dyn Source>>,
}

impl Source for Text<'_> {
    fn bytes(&self) -> u64 {
        self.text.bytes()
    }

    fn read(&self, bytes: Range<u64>) -> Result<Vec<u8>, Refusal> {
        Ok(self.text.read(bytes))
    }

    fn vectors(&self, name: &str) -> Result<Option<VectorRows>, WorkerError> {
        match &self.file {
            Some(file) => read_file(Rc::clone(file), |input| vector_rows(input, name, MAX_FILE_BYTES)),
            None => Ok(None),
        }
    }
}

struct Converted {
    /// Number that the page's requests use to identify the file.
    file: u32,
    choice: TableChoice,
    table: Table<Store>,
}

impl Converted {
    /// True if `choice` selects this table in `file`, so that the table need not be converted again.
    /// Each field of `choice` must equal the field in the earlier request or the value detected in the file.
    fn is_of(&self, file: u32, choice: &TableChoice) -> bool {
        let found = self.table.source.as_ref().map(TableSource::choice).unwrap_or_default();
        let TableChoice {
            zip_entry,
            sheet,
            header_row,
        } = choice;
        self.file == file
            && [&self.choice.zip_entry, &found.zip_entry].contains(&zip_entry)
            && [&self.choice.sheet, &found.sheet].contains(&sheet)
            && [self.choice.header_row, found.header_row].contains(header_row)
    }
}

/// Imports and previews workbooks, Parquet files and compressed files, and exports workbooks and Parquet files.
pub struct TablesDispatch {
    /// Imports the converted text of a table.
    dispatch: Dispatch,
    /// The most recently converted table, for later requests that read the same table with other settings.
    last: Option<Converted>,
}

impl TablesDispatch {
    pub fn new(dispatch: Dispatch) -> TablesDispatch {
        TablesDispatch { dispatch, last: None }
    }

    /// Passes the events of the request to `sink`. The last event is the answer or [`Event::Failed`].
    /// `file` is the file that the request reads, if any.
    pub fn handle_file(
        &mut self,
        Envelope { job, mut body, buffers }: Envelope<Request>,
        file: Option<Rc<dyn Source>>,
        sink: &mut dyn FnMut(Envelope<Event>),
    ) {
        if let Request::WriteTable { format, columns } = body {
            return sink(answer_or_failure(job, written(format, columns, buffers)));
        }
        let table = match converted(&mut self.last, &mut body, file.clone()) {
            Ok(table) => table,
            Err(error) => return sink(answer_or_failure(job, Err(error))),
        };
        let request = Envelope { job, body, buffers };
        let text = Text {
            text: &table.bytes,
            file,
        };
        self.dispatch.handle_file(request, Some(&text), &mut |mut event| {
            add_source(&mut event.body, table.source.as_ref());
            sink(event);
        });
    }
}

/// Returns the table that `request` selects. Converts `file` unless the same table was converted last.
/// Adapts the import settings in `request` to the text of the table.
fn converted<'a>(
    last: &'a mut Option<Converted>,
    request: &mut Request,
    file: Option<Rc<dyn Source>>,
) -> Result<&'a Table<Store>, WorkerError> {
    let (Request::Import {
        file: number, import, ..
    }
    | Request::Preview {
        file: number, import, ..
    }) = request
    else {
        return Err(protocol("this worker only reads and writes tables"));
    };
    let converted = match last.take().filter(|last| last.is_of(*number, &import.table)) {
        Some(converted) => converted,
        // The memory of the previous table is freed before the file is converted.
        None => Converted {
            file: *number,
            choice: import.table.clone(),
            table: convert(file.ok_or_else(|| protocol("the request has no file"))?, &import.table)?,
        },
    };
    let table = &last.insert(converted).table;
    let format = import.format.or(Import::named(&table.name).format);
    *import = table.settings(&Import {
        format,
        ..import.clone()
    });
    Ok(table)
}

/// Converts the table that `choice` selects to text, so that the code for text files can read the table.
fn convert(file: Rc<dyn Source>, choice: &TableChoice) -> Result<Table<Store>, WorkerError> {
    read_file(file, |input| {
        open_input(input, "", choice, MAX_FILE_BYTES, Keep::Packed)
    })
}

/// If the browser refused to read the file, returns the browser's reason as the error.
fn read_file<T>(
    file: Rc<dyn Source>,
    read: impl FnOnce(Arc<dyn Input>) -> Result<T, LoadError>,
) -> Result<T, WorkerError> {
    let input = CurrentFile { bytes: file.bytes() };
    FILE.set((Some(file), None));
    let result = read(Arc::new(input));
    let (_, refusal) = FILE.take();
    match (result, refusal) {
        (Err(_), Some(refusal)) => Err(unreadable(refusal)),
        (result, _) => Ok(result.map_err(Error::from)?),
    }
}

/// Adds the source of the rows, for example the sheet of a workbook, to the report in `event`.
fn add_source(event: &mut Event, source: Option<&TableSource>) {
    match event {
        Event::Imported { found, .. } => found.source = source.cloned(),
        Event::Previewed { preview } => preview.found.source = source.cloned(),
        _ => {}
    }
}

#[cfg(test)]
mod tests;
