use std::cell::Cell;

use super::*;
use fastgas_data::{Columns, PreviewRows, Quotes};
use fastgas_protocol::{FileReason, JobId, f32_of_bytes};

const SHEET: &[u8] = include_bytes!("../../../tables/fixtures/sheet.xls");
const VECTORS: &[u8] = include_bytes!("../../../tables/fixtures/zstd.parquet");
const TWO_TABLES: &[u8] = include_bytes!("../../../tables/fixtures/two.zip");

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
    // Damages the file so that the workbook reader panics; see `panicking_workbook` in crates/tables.
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
