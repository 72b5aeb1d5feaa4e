//! Previews and reads text files in a worker.

use crate::file_labels::{KnownLabels, LabeledTable};
use crate::import::append::KnownRows;
use crate::import::{self, Cmd, ColumnLabels, FileRead, ImportOutcome, Msg as ImportMsg, append};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use js_sys::Array;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::Blob;
use web_time::Instant;

use crate::browser::clock::{milliseconds, wall_clock_ms};
use crate::map::PtrEq;
use crate::runtime::fetch;
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::{are_equal, slices};
use crate::state::{AppState, Msg};
use fastgas_annotation::label::History;
use fastgas_data::LoadError;
use fastgas_data::{Columns, Import, MAX_FILE_BYTES, append_in_slices};
use fastgas_platform::{FileToRead, RunControl, assets};
use fastgas_progress::Progress;
use fastgas_protocol::{AssetReason, Error, FileReason, Refusal, WorkerError};

/// The files opened since the page was loaded, by number. The page may read them again.
#[derive(Default)]
pub(crate) struct SessionFiles {
    sources: RefCell<BTreeMap<u32, SessionFile>>,
    last: Cell<u32>,
    control: RefCell<RunControl>,
    appending: RefCell<RunControl>,
    labels: RefCell<RunControl>,
}

#[derive(Clone)]
struct SessionFile {
    file_name: String,
    blob: Blob,
    embeddings: Option<web_sys::File>,
}

impl AppHandle {
    pub(crate) fn open_file(self, file: &web_sys::File, embeddings: Option<web_sys::File>) {
        let source = self.keep(file.name(), file.clone().unchecked_into(), embeddings);
        self.read(source, Import::named(&file.name()), Columns::default());
    }

    pub(crate) fn take_pasted(self, text: String) {
        let parts = Array::of1(&text.into());
        let file_name = "pasted.txt".to_owned();
        match Blob::new_with_str_sequence(&parts) {
            Ok(blob) => {
                let source = self.keep(file_name.clone(), blob, None);
                self.dispatch(Msg::Import(ImportMsg::Preview { source, file_name }));
            }
            Err(reason) => leptos::logging::error!("the pasted texts are lost: {}", Refusal::of(&reason)),
        }
    }

    pub(crate) fn open_sample(self) {
        const NAME: &str = "debian-packages.csv";
        let ticket = self.next_ticket(FileRead {
            file_name: NAME.into(),
            ..FileRead::default()
        });
        spawn_local(async move {
            let blob = async {
                let url = assets::url("sample")?;
                let read = async {
                    let bytes = fetch(&url).await?;
                    Ok(Blob::new_with_buffer_source_sequence(&Array::of1(&bytes))?)
                };
                read.await.map_err(|reason: Refusal| WorkerError::Asset {
                    url,
                    reason: AssetReason::Browser(reason),
                })
            };
            match blob.await {
                Ok(blob) => {
                    // The user may have opened another file while the sample data was being downloaded.
                    if self.awaits(ticket) {
                        let source = self.keep(NAME.into(), blob, None);
                        self.read(source, Import::named(NAME), Columns::default());
                    }
                }
                Err(error) => self.dispatch(Msg::Import(ImportMsg::ReadFailed { ticket, error })),
            }
        });
    }

    pub(crate) fn awaits(self, ticket: u32) -> bool {
        let awaited = |state: &AppState| state.import.reading.as_ref().map(|reading| reading.ticket);
        self.state().with_untracked(awaited) == Some(ticket)
    }

    pub(crate) fn perform_import(self, cmd: Cmd) {
        match cmd {
            Cmd::Preview {
                number,
                source,
                import,
                sought,
            } => {
                let file = self.source_of(source);
                spawn_local(async move {
                    let preview = async {
                        let reason = FileReason::Browser(Refusal::Gone);
                        let SessionFile { file_name, blob, .. } = file.ok_or(WorkerError::File { reason })?;
                        let file = FileToRead {
                            number: source,
                            name: file_name,
                            blob,
                        };
                        let workers = self.workers(self.worker_count()).await?;
                        workers.preview(file, import, sought).await
                    };
                    let result = preview.await.map(Box::new);
                    self.dispatch(Msg::Import(ImportMsg::Previewed { number, result }));
                });
            }
            Cmd::Read {
                source,
                import,
                columns,
            } => self.read(source, import, columns),
            Cmd::OpenNext => self.open_next(),
            Cmd::OpenSample => self.open_sample(),
            Cmd::ForgetFiles => {
                self.runtime().dropped.take();
                self.runtime().tried.take();
            }
            Cmd::StoreEmbeddings(file) => {
                // Embeddings that are not in memory are read from the browser's storage and need not be stored again.
                let Some(rows) = self.imported_rows(&file) else { return };
                spawn_local(async move {
                    // The user may open another project while this task waits.
                    let (runtime, id) = (self.runtime(), self.project().unwrap_or_default());
                    let kept = async {
                        let _alone = runtime.storing.lock().await;
                        self.embedding_db(&id).await?.put(&file, &rows).await
                    };
                    self.dispatch(Msg::Import(import::Msg::EmbeddingsStored(kept.await)));
                });
            }
            Cmd::ForgetEmbeddings => {
                self.runtime().imported.take();
                spawn_local(async move {
                    let forgotten = async { self.own_embedding_db().await?.clear().await };
                    if let Err(error) = forgotten.await {
                        leptos::logging::warn!("given embeddings are still stored: {error}");
                    }
                });
            }
            Cmd::Append { here, further, rows } => {
                let control = RunControl::default();
                self.runtime().importing.appending.replace(control.clone()).cancel();
                spawn_local(async move {
                    let joined = append_in_slices(&here, &further, &rows, &mut slices(&control)).await;
                    // An error means that the work was stopped, because the user has closed the dialog or the project.
                    if let Ok(pool) = joined {
                        self.dispatch(Msg::Add(append::Msg::Appended { here, further, pool }));
                    }
                });
            }
            Cmd::StopAppending => self.runtime().importing.appending.borrow().cancel(),
            Cmd::ImportLabels { import, history, at_ms } => {
                let control = RunControl::default();
                self.runtime().importing.labels.replace(control.clone()).cancel();
                spawn_local(async move {
                    let of_column = (import.column, import.per_cell);
                    let mut slices = slices(&control);
                    let labels = ColumnLabels::import(&import.pool, of_column, (*history, at_ms), &mut slices).await;
                    // The import fails only if it was stopped, because the user has closed the project.
                    if let Ok(labels) = labels {
                        let labels = Box::new(labels);
                        self.dispatch(Msg::Import(ImportMsg::FileLabelsImported { import, labels }));
                    }
                });
            }
            Cmd::StopImportingLabels => self.runtime().importing.labels.borrow().cancel(),
            Cmd::Stop => self.runtime().importing.control.borrow().cancel(),
            Cmd::ForgetTable => self.forget_table(),
        }
    }

    fn read(self, source: u32, import: Import, columns: Columns) {
        let Some(SessionFile {
            file_name,
            blob,
            embeddings,
        }) = self.source_of(source)
        else {
            return;
        };
        let ticket = self.next_ticket(FileRead {
            file_name: file_name.clone(),
            source: Some(source),
            import: import.clone(),
            columns: columns.clone(),
            ..FileRead::default()
        });
        let control = RunControl::default();
        self.runtime().importing.control.replace(control.clone()).cancel();
        spawn_local(async move {
            let start = Instant::now();
            let both = async {
                check_size(&blob)?;
                let workers = self.workers(self.worker_count()).await?;
                let report = self.share_reporter(ticket);
                let file = FileToRead {
                    number: source,
                    name: file_name,
                    blob,
                };
                let (chosen, per_cell) = (columns.labels.clone(), columns.per_cell);
                let mut imported = workers.import(file, (import, columns), report, &control).await?;
                let embeddings = match (imported.embeddings.take(), embeddings) {
                    // A chosen column with embeddings takes precedence over a separate file with embeddings.
                    (Some((file, rows)), _) => {
                        self.runtime().imported.replace(Some((file.clone(), rows)));
                        Some(file)
                    }
                    (None, Some(file)) => {
                        let of = (imported.pool.len(), &imported.found.left_out[..]);
                        Some(self.read_embeddings(ticket, &file, of).await?)
                    }
                    (None, None) => None,
                };
                let open = |state: &AppState| {
                    let project = state.project.as_ref()?;
                    let columns = (project.source.text_column, project.source.id_column);
                    Some((PtrEq(project.source.pool.clone()), columns, state.may_append()))
                };
                let column = chosen.and_then(|name| imported.pool.column(&name).ok());
                let chosen = column.map(|column| (column, per_cell));
                let (mut compared, mut known, mut labels) = (None, None, None);
                if let Some((open, (text, id), may_append)) = self.state().with_untracked(open) {
                    let equal = are_equal(&imported.pool, &open, &control).await?;
                    if may_append && !equal {
                        known = KnownRows::find((&open, text, id), &imported.pool, &mut slices(&control)).await?;
                    }
                    // A file with embeddings is opened as a separate project, so no search for labels is needed.
                    if !equal && embeddings.is_none() {
                        let table = LabeledTable {
                            pool: &imported.pool,
                            text_column: imported.text_column,
                            chosen,
                        };
                        labels = Some(KnownLabels::find((&open, text, id), table, &mut slices(&control)).await?);
                    }
                    compared = Some((open, equal));
                }
                let has_plain = imported.found.labels.as_ref().is_some_and(|found| found.is_plain);
                let column_labels = match chosen.filter(|_| has_plain) {
                    Some(chosen) => {
                        let empty = (History::default(), wall_clock_ms());
                        let mut slices = slices(&control);
                        let labels = ColumnLabels::import(&imported.pool, chosen, empty, &mut slices).await?;
                        Some(Box::new(labels))
                    }
                    None => None,
                };
                let how = ImportOutcome {
                    found: Some(imported.found),
                    text_column: Some(imported.text_column),
                    compared,
                    known,
                    labels,
                    column_labels,
                };
                Ok((imported.pool, embeddings, how))
            };
            self.dispatch(match both.await {
                Ok((pool, embeddings, how)) => Msg::Import(ImportMsg::Loaded {
                    ticket,
                    pool,
                    load_ms: milliseconds(start),
                    embeddings,
                    how: Box::new(how),
                }),
                Err(error) => Msg::Import(ImportMsg::ReadFailed { ticket, error }),
            });
            // Keep the table in the worker while the import dialog is open, because the user may read the file again.
            let is_done = |state: &AppState| state.import.dialog.is_none() && state.import.reading.is_none();
            if self.state().with_untracked(is_done) {
                self.forget_table();
            }
        });
    }

    /// Ends the worker that keeps the table of the last workbook, Parquet file or packed file.
    pub(crate) fn forget_table(self) {
        if let Some(workers) = self.started_workers() {
            workers.forget_table();
        }
    }

    /// Returns a function that reports the progress of reading a file, but only when the integer percentage changes.
    fn share_reporter(self, ticket: u32) -> impl FnMut(Progress) + 'static {
        let mut shown = None;
        move |Progress { done, total, .. }| {
            let percent = (u64::from(done) * 100 / u64::from(total.max(1))) as u8;
            if shown.replace(percent) != Some(percent) {
                self.dispatch(Msg::Import(ImportMsg::ReadProgress { ticket, percent }));
            }
        }
    }

    fn keep(self, file_name: String, blob: Blob, embeddings: Option<web_sys::File>) -> u32 {
        let source = self.next_file_number();
        let kept = SessionFile {
            file_name,
            blob,
            embeddings,
        };
        self.runtime().importing.sources.borrow_mut().insert(source, kept);
        source
    }

    /// The worker identifies a table in its memory by the file's number.
    pub(crate) fn next_file_number(self) -> u32 {
        let runtime = self.runtime();
        let number = runtime.importing.last.get() + 1;
        runtime.importing.last.set(number);
        number
    }

    fn source_of(self, source: u32) -> Option<SessionFile> {
        self.runtime().importing.sources.borrow().get(&source).cloned()
    }

    /// Whether a pasted text is opened as a file. False while a dialog is open that could receive the text.
    pub fn takes_pasted(self) -> bool {
        self.state().with_untracked(|state| {
            state.import.dialog.is_none() && state.encoder.draft.is_none() && state.notices.confirmation.is_none()
        })
    }
}

pub(crate) fn check_size(blob: &Blob) -> Result<(), WorkerError> {
    let bytes = blob.size() as u64;
    if bytes > MAX_FILE_BYTES {
        let error = LoadError::TooLarge {
            bytes,
            limit: MAX_FILE_BYTES,
        };
        return Err(Error::from(error).into());
    }
    Ok(())
}
