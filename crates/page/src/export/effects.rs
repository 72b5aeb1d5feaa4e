//! Performs the commands of exports: prepares files in slices, so that the page stays responsive.
//! A worker writes workbooks and Parquet files.

use std::borrow::Cow;
use std::fmt;

use js_sys::{Array, Uint8Array};
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag};

use crate::browser::download::download_blob;
use crate::export::zip::{PackError, pack};
use crate::export::{Cmd, ExportJob, Msg};
use crate::runtime::handle::AppHandle;
use crate::runtime::slices::{PagePause, slices};
use crate::state::Msg as StateMsg;
use fastgas_annotation::export::{Dataset, ExportFormat, Exported, FilePieces, Formulas};
use fastgas_data::{FileKind, WriteTableError};
use fastgas_platform::{RunControl, write_table};
use fastgas_progress::Slices;
use fastgas_protocol::{Error, Refusal, WorkerError};

/// Size of the chunks that are moved out of WebAssembly's memory, in bytes.
/// After each chunk, the page checks whether the time slice is over.
const CHUNK_BYTES: usize = 1 << 20;

impl AppHandle {
    pub(crate) fn perform_export(self, cmd: Cmd) {
        let runtime = self.runtime();
        match cmd {
            Cmd::Prepare { number, job } => {
                let control = RunControl::default();
                runtime.exporting.replace(control.clone()).cancel();
                spawn_local(async move {
                    let written = match prepare(&job, &control).await {
                        Ok((file, formulas)) => {
                            self.runtime().exported.replace(Some(file));
                            Ok(formulas)
                        }
                        // The user has closed the project, so the export was canceled.
                        Err(WorkerError::Cancelled) => return,
                        Err(error) => Err(error),
                    };
                    self.dispatch(StateMsg::Export(Msg::Written { number, written }));
                });
            }
            Cmd::Download { file_name } => {
                let file = runtime.exported.take();
                if let Some(Err(reason)) = file.map(|file| download_blob(&file_name, &file)) {
                    self.dispatch(StateMsg::Export(Msg::NotDownloaded(Refusal::of(&reason))));
                }
            }
            Cmd::Stop => runtime.exporting.borrow().cancel(),
            Cmd::ListColumns { number, source, guard } => {
                let control = RunControl::default();
                runtime.listing_columns.replace(control.clone()).cancel();
                spawn_local(async move {
                    let labeled = source.labeled();
                    let columns = labeled.added_columns(guard, &mut slices(&control)).await;
                    // An error means that a newer list of columns has replaced this list,
                    // because the project or a preference has changed.
                    if let Ok(columns) = columns {
                        self.dispatch(StateMsg::Export(Msg::ColumnsListed { number, columns }));
                    }
                });
            }
        }
    }
}

async fn prepare(job: &ExportJob, control: &RunControl) -> Result<(Blob, Option<Formulas>), WorkerError> {
    let ExportJob {
        source,
        rows,
        format,
        guard,
    } = job;
    let mut slices = slices(control);
    let labeled = source.labeled();
    let written = labeled.write_in_slices(*rows, *format, *guard, &mut slices).await?;
    let pieces = match written.exported {
        Exported::File(pieces) => pieces,
        Exported::Folder(files) => packed(&files, &mut slices).await?,
        Exported::Table(format, table) => vec![write_table(table, format, control).await?],
        Exported::Dataset(Dataset {
            texts,
            path,
            format,
            table,
        }) => {
            let texts = texts.into_iter().map(|(path, text)| (path, vec![text.into_bytes()]));
            let mut files: Vec<(&str, FilePieces)> = texts.collect();
            files.push((path, vec![write_table(table, format, control).await?]));
            packed(&files, &mut slices).await?
        }
    };
    let file = to_blob(pieces, *format, &mut slices).await?;
    // The user may have closed the project during the last slice.
    control.wait_while_paused().await?;
    Ok((file, written.formulas))
}

async fn packed(files: &[(&str, FilePieces)], slices: &mut Slices<PagePause>) -> Result<FilePieces, WorkerError> {
    match pack(files, slices).await {
        Ok(bytes) => Ok(vec![bytes]),
        Err(PackError::Stopped) => Err(WorkerError::Cancelled),
        Err(PackError::NotPacked(error)) => Err(failed("ZIP", &error)),
    }
}

/// The browser keeps each chunk as a `Blob`, so that the final `Blob` does not copy the chunks again.
async fn to_blob(
    pieces: FilePieces,
    format: ExportFormat,
    slices: &mut Slices<PagePause>,
) -> Result<Blob, WorkerError> {
    let refused = |reason: JsValue| failed(format.extension(), &Refusal::of(&reason));
    let parts = Array::new();
    for piece in pieces {
        for chunk in piece.chunks(CHUNK_BYTES) {
            let bytes = Array::of1(&Uint8Array::from(chunk));
            parts.push(&*Blob::new_with_u8_array_sequence(&bytes).map_err(refused)?);
            slices.count(chunk.len()).await?;
        }
    }
    let options = BlobPropertyBag::new();
    options.set_type(format.media_type());
    Blob::new_with_blob_sequence_and_options(&parts, &options).map_err(refused)
}

fn failed(format: &'static str, reason: &dyn fmt::Display) -> WorkerError {
    let error = WriteTableError::Failed {
        format: FileKind::Named(Cow::Borrowed(format)),
        message: reason.to_string().into(),
    };
    Error::from(error).into()
}
