//! Imports and previews of tables that are not text. The table is converted to text, which is then read like a file.

use std::ops::Range;

use crate::answer::answer_or_failure;
use crate::decode::protocol;
use crate::import::{required, unreadable};
use crate::{Dispatch, Source};
use fastgas_data::{Import, MAX_FILE_BYTES, TableSource};
use fastgas_protocol::{Envelope, Error, Event, Refusal, Request, WorkerError};
use fastgas_tables::{Table, open};

/// The text of a converted table.
struct Text(Vec<u8>);

impl Source for Text {
    fn bytes(&self) -> u64 {
        self.0.len() as u64
    }

    fn read(&self, bytes: Range<u64>) -> Result<Vec<u8>, Refusal> {
        let [start, end] = [bytes.start, bytes.end].map(|place| place.min(self.bytes()) as usize);
        Ok(self.0.get(start..end).unwrap_or_default().to_vec())
    }
}

/// Handles imports and previews of workbooks, Parquet files and packed files.
pub struct TablesDispatch {
    /// Reads the converted text.
    dispatch: Dispatch,
}

impl TablesDispatch {
    /// `dispatch` reads the converted text.
    pub fn new(dispatch: Dispatch) -> TablesDispatch {
        TablesDispatch { dispatch }
    }

    /// Handles a request with its file and passes its events to `sink`. The last event is the answer or
    /// [`Event::Failed`].
    pub fn handle_file(
        &mut self,
        Envelope { job, mut body, buffers }: Envelope<Request>,
        file: Option<&dyn Source>,
        sink: &mut dyn FnMut(Envelope<Event>),
    ) {
        let Table { bytes, source, .. } = match convert(&mut body, file) {
            Ok(table) => table,
            Err(error) => return sink(answer_or_failure(job, Err(error))),
        };
        let request = Envelope { job, body, buffers };
        self.dispatch
            .handle_file(request, Some(&Text(bytes)), &mut |mut event| {
                add_source(&mut event.body, source.as_ref());
                sink(event);
            });
    }
}

/// Converts the file of a request to text, and adapts the request's settings to this text.
fn convert(request: &mut Request, file: Option<&dyn Source>) -> Result<Table, WorkerError> {
    let (Request::Import { import, .. } | Request::Preview { import, .. }) = request else {
        return Err(protocol("this worker imports and previews only"));
    };
    let file = required(file)?;
    let bytes = file.read(0..file.bytes()).map_err(unreadable)?;
    let table = open(bytes, "", &import.table, MAX_FILE_BYTES).map_err(Error::from)?;
    let format = import.format.or(Import::named(&table.name).format);
    *import = table.settings(&Import {
        format,
        ..import.clone()
    });
    Ok(table)
}

/// Adds where the rows come from to the report of an answer.
fn add_source(event: &mut Event, source: Option<&TableSource>) {
    match event {
        Event::Imported { found, .. } => found.source = source.cloned(),
        Event::Previewed { preview } => preview.found.source = source.cloned(),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_data::{Columns, PreviewRows, TableChoice};
    use fastgas_protocol::JobId;

    const SHEET: &[u8] = include_bytes!("../../tables/fixtures/sheet.xls");

    fn events(body: Request, file: &[u8]) -> Vec<Event> {
        let mut dispatch = TablesDispatch::new(Dispatch::new(Box::new(|| 0.0)));
        let request = Envelope {
            job: JobId(1),
            body,
            buffers: Vec::new(),
        };
        let mut events = Vec::new();
        dispatch.handle_file(request, Some(&Text(file.to_vec())), &mut |event| {
            events.push(event.body)
        });
        events
    }

    #[test]
    fn sheet_is_previewed_and_imported_with_its_report() {
        let import = Import::named("sheet.xls");
        let previewed = events(
            Request::Preview {
                import: import.clone(),
                sought: PreviewRows::First,
            },
            SHEET,
        );
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
        let imported = events(Request::Import { import, columns }, SHEET);
        let Some(Event::Imported { found, .. }) = imported.last() else {
            panic!("{imported:?}");
        };
        assert_eq!(found.n_rows, Some(1));
        assert!(found.source.is_some());
    }

    #[test]
    fn other_requests_and_damaged_files_fail() {
        assert!(matches!(events(Request::Unpack, SHEET)[..], [Event::Failed { .. }]));
        let preview = Request::Preview {
            import: Import::default(),
            sought: PreviewRows::First,
        };
        assert!(matches!(events(preview, &SHEET[..600])[..], [Event::Failed { .. }]));
    }
}
