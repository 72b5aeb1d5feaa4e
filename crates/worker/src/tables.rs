//! Imports, previews and exports of tables that are not text.
//! For an import or a preview, the table is converted to text, and the text is then read like a text file.

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

/// A file that is being converted, and the browser's reason if a read of the file failed.
type FileAndRefusal = (Option<Rc<dyn Source>>, Option<Refusal>);

thread_local! {
    /// The file that is being converted. The readers of tables require a value that can move to another thread,
    /// and the browser's files cannot move to another thread.
    static FILE: RefCell<FileAndRefusal> = const { RefCell::new((None, None)) };
}

/// A reader of the file in [`FILE`].
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

/// The text of a converted table, and the file of the request.
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

/// A table that was converted to text.
struct Converted {
    /// The number with which requests identify the file.
    file: u32,
    /// The choice of archive entry, sheet and header row with which the table was read from the file.
    choice: TableChoice,
    table: Table<Store>,
}

impl Converted {
    /// Whether `choice` selects the converted table of this file.
    /// Each field of `choice` must equal the earlier choice or the detected value.
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

/// Handles imports and previews of workbooks, Parquet files and packed files, and exports of workbooks and Parquet files.
pub struct TablesDispatch {
    /// The dispatcher that reads the converted text.
    dispatch: Dispatch,
    /// The most recently converted table, which is reused if only the settings for its text change.
    last: Option<Converted>,
}

impl TablesDispatch {
    /// Creates a dispatcher for tables. `dispatch` reads the converted text.
    pub fn new(dispatch: Dispatch) -> TablesDispatch {
        TablesDispatch { dispatch, last: None }
    }

    /// Handles a request and passes its events to `sink`. `file` is the file that the request reads, if any.
    /// The last event is the answer or [`Event::Failed`].
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

/// Returns the table of a request: the most recently converted table, or a newly converted table of the file.
/// Adapts the request's settings to the text of the table.
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
        // The memory of the previous table has been freed before the file is converted.
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

/// Reads a table from a file and converts the table to text.
fn convert(file: Rc<dyn Source>, choice: &TableChoice) -> Result<Table<Store>, WorkerError> {
    read_file(file, |input| {
        open_input(input, "", choice, MAX_FILE_BYTES, Keep::Packed)
    })
}

/// Calls `read` with the file. If the browser refused to read the file, returns the browser's reason as the error.
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

/// Adds the source of the rows, for example the sheet, to the report of an answer.
fn add_source(event: &mut Event, source: Option<&TableSource>) {
    match event {
        Event::Imported { found, .. } => found.source = source.cloned(),
        Event::Previewed { preview } => preview.found.source = source.cloned(),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use fastgas_data::{Columns, PreviewRows, Quotes};
    use fastgas_protocol::{FileReason, JobId, f32_of_bytes};

    const SHEET: &[u8] = include_bytes!("../../tables/fixtures/sheet.xls");
    const VECTORS: &[u8] = include_bytes!("../../tables/fixtures/zstd.parquet");
    const TWO_TABLES: &[u8] = include_bytes!("../../tables/fixtures/two.zip");

    /// A test file that counts how often it is read.
    struct Counted {
        bytes: Vec<u8>,
        n_reads: Cell<u32>,
    }

    impl Source for Counted {
        fn bytes(&self) -> u64 {
            self.bytes.len() as u64
        }

        fn read(&self, bytes: Range<u64>) -> Result<Vec<u8>, Refusal> {
            self.n_reads.set(self.n_reads.get() + 1);
            Ok(self.bytes[bytes.start as usize..bytes.end as usize].to_vec())
        }
    }

    fn counted(bytes: &[u8]) -> Rc<Counted> {
        Rc::new(Counted {
            bytes: bytes.to_vec(),
            n_reads: Cell::new(0),
        })
    }

    fn dispatch() -> TablesDispatch {
        TablesDispatch::new(Dispatch::new(Box::new(|| 0.0)))
    }

    fn events_of(dispatch: &mut TablesDispatch, body: Request, file: &Rc<Counted>) -> Vec<Event> {
        let request = Envelope {
            job: JobId(1),
            body,
            buffers: Vec::new(),
        };
        let mut events = Vec::new();
        let file = Rc::clone(file) as Rc<dyn Source>;
        dispatch.handle_file(request, Some(file), &mut |event| events.push(event.body));
        events
    }

    fn events(body: Request, file: &[u8]) -> Vec<Event> {
        events_of(&mut dispatch(), body, &counted(file))
    }

    fn preview(file: u32, import: Import) -> Request {
        Request::Preview {
            file,
            import,
            sought: PreviewRows::First,
        }
    }

    #[test]
    fn sheet_is_previewed_and_imported_with_its_report() {
        let import = Import::named("sheet.xls");
        let previewed = events(preview(1, import.clone()), SHEET);
        let Some(Event::Previewed { preview }) = previewed.last() else {
            panic!("{previewed:?}");
        };
        assert_eq!(preview.columns, ["id", "text", "when", "amount"]);
        let sheet = preview.found.source.as_ref().and_then(|source| source.sheet.as_ref());
        assert_eq!(sheet.map(|sheet| sheet.name.as_str()), Some("Texts"));
        let import = Import {
            table: TableChoice {
                sheet: Some("Notes".into()),
                ..TableChoice::default()
            },
            header: Some(false),
            ..import
        };
        let columns = Columns::default();
        let imported = events(
            Request::Import {
                file: 1,
                import,
                columns,
            },
            SHEET,
        );
        let Some(Event::Imported { found, .. }) = imported.last() else {
            panic!("{imported:?}");
        };
        assert_eq!(found.n_rows, Some(1));
        assert!(found.source.is_some());
    }

    #[test]
    fn other_settings_for_the_text_do_not_convert_the_file_again() {
        let file = counted(SHEET);
        let mut dispatch = dispatch();
        let mut reads_of = |number, import: &Import| {
            let before = file.n_reads.get();
            let mut events = events_of(&mut dispatch, preview(number, import.clone()), &file);
            let Some(Event::Previewed { preview }) = events.pop() else {
                panic!("no preview");
            };
            (file.n_reads.get() - before, preview.found.import(import.ragged))
        };
        let detected = Import::named("sheet.xls");
        let (n_reads, found) = reads_of(1, &detected);
        assert!(n_reads > 0 && found.table.sheet.as_deref() == Some("Texts"));
        assert_eq!(reads_of(1, &detected).0, 0);
        assert_eq!(reads_of(1, &found).0, 0, "the reported choice takes the same table");
        let header = Import {
            header: Some(false),
            quotes: Quotes::Letters,
            ..found.clone()
        };
        assert_eq!(reads_of(1, &header).0, 0);
        let mut other = found.clone();
        other.table.header_row = Some(2);
        assert!(reads_of(1, &other).0 > 0, "another row of the sheet is another table");
        assert!(reads_of(1, &detected).0 > 0, "only the last table is kept");
        assert!(
            reads_of(2, &detected).0 > 0,
            "another file of the same name and size may differ"
        );
        other.table = TableChoice {
            sheet: Some("Notes".into()),
            ..TableChoice::default()
        };
        other.header = Some(false);
        assert!(reads_of(2, &other).0 > 0, "another sheet is another table");
    }

    #[test]
    fn column_of_floats_in_a_parquet_file_is_sent_as_embeddings_and_stays_a_column() {
        let columns = Columns {
            embeddings: Some("vector".into()),
            ..Columns::default()
        };
        let import = Request::Import {
            file: 1,
            import: Import::named("zstd.parquet"),
            columns,
        };
        let request = Envelope {
            job: JobId(1),
            body: import,
            buffers: Vec::new(),
        };
        let (mut vectors, mut cells, mut names) = (Vec::new(), String::new(), Vec::new());
        let file = counted(VECTORS) as Rc<dyn Source>;
        dispatch().handle_file(
            request,
            Some(file),
            &mut |Envelope { body, mut buffers, .. }| match body {
                Event::Embeddings { .. } => vectors.extend(f32_of_bytes(&buffers.remove(0)).expect("whole numbers")),
                Event::Cells { .. } => cells += &String::from_utf8(buffers.remove(0)).expect("a text"),
                Event::Imported { columns, .. } => names = columns,
                Event::Failed { error } => panic!("{error}"),
                _ => {}
            },
        );
        assert_eq!(names, ["text", "label", "vector", "price"]);
        assert!(cells.contains("[0.1,-2]") && cells.contains("[3,4.5]"), "{cells}");
        assert_eq!(vectors.len() % 2, 0);
        let mut of_text = Vec::new();
        for list in [[0.1_f32, -2.0], [3.0, 4.5]] {
            let rows = ndarray::Array2::from_shape_vec((1, 2), list.to_vec()).expect("a row");
            of_text.extend_from_slice(crate::decode::normalized(rows, |row| row).expect("no zeros").as_slice());
        }
        assert_eq!(vectors[..4], of_text);
    }

    #[test]
    fn table_of_an_archive_is_chosen() {
        let failed = events(preview(1, Import::default()), TWO_TABLES);
        let [
            Event::Failed {
                error: WorkerError::Pipeline(Error::Load(LoadError::WhichEntry { names, .. })),
            },
        ] = &failed[..]
        else {
            panic!("{failed:?}");
        };
        for name in names {
            let import = Import {
                table: TableChoice {
                    zip_entry: Some(name.clone()),
                    ..TableChoice::default()
                },
                ..Import::default()
            };
            let previewed = events(preview(1, import), TWO_TABLES);
            let Some(Event::Previewed { preview }) = previewed.last() else {
                panic!("{previewed:?}");
            };
            let source = preview.found.source.as_ref().expect("an archive");
            assert_eq!(source.choice().zip_entry.as_ref(), Some(name));
        }
    }

    #[test]
    fn other_requests_and_damaged_files_fail() {
        assert!(matches!(events(Request::Unpack, SHEET)[..], [Event::Failed { .. }]));
        let refused = events(preview(1, Import::default()), &SHEET[..600]);
        assert!(matches!(refused[..], [Event::Failed { .. }]));
    }

    #[test]
    fn file_after_a_damaged_one_is_read() {
        let mut dispatch = dispatch();
        let mut damaged = SHEET.to_vec();
        // This byte belongs to a record of two bytes that names a range; see `panicking_workbook` in crates/tables.
        damaged[690] ^= 1;
        let failed = events_of(&mut dispatch, preview(1, Import::default()), &counted(&damaged));
        let damage = |event: &Event| {
            matches!(
                event,
                Event::Failed {
                    error: WorkerError::Pipeline(Error::Load(LoadError::DamagedTable { .. }))
                }
            )
        };
        assert!(failed.len() == 1 && damage(&failed[0]), "{failed:?}");
        let previewed = events_of(&mut dispatch, preview(2, Import::default()), &counted(SHEET));
        assert!(matches!(previewed[..], [Event::Previewed { .. }]));
    }

    #[test]
    fn refusal_of_the_browser_is_not_reported_as_damage() {
        struct Held;
        impl Source for Held {
            fn bytes(&self) -> u64 {
                100
            }

            fn read(&self, _: Range<u64>) -> Result<Vec<u8>, Refusal> {
                Err(Refusal::Held)
            }
        }
        let mut failed = Vec::new();
        let request = Envelope {
            job: JobId(1),
            body: preview(1, Import::default()),
            buffers: Vec::new(),
        };
        dispatch().handle_file(request, Some(Rc::new(Held)), &mut |event| failed.push(event.body));
        let reason = FileReason::Browser(Refusal::Held);
        let error = WorkerError::File { reason };
        assert_eq!(failed, [Event::Failed { error }]);
    }
}
