//! Imports files of texts. The page passes the file unread to a worker, which reads it in pieces.

use std::cell::RefCell;
use std::mem::take;
use std::rc::Rc;
use std::str;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::control::{RunControl, next_task};
use crate::workers::{WorkerModule, Workers, exactly, of_progress, unexpected};
use fastgas_data::{Columns, Import, ImportReport, Pool, Preview, PreviewRows, is_convertible};
use fastgas_progress::Progress;
use fastgas_protocol::Error;
use fastgas_protocol::{Envelope, Event, FileReason, Request, WorkerError, u32_of_bytes};

/// Number of bytes from which a file that is not text is recognized.
const SIGNATURE_BYTES: f64 = 16.0;

/// Collects the cells of a file as a worker sends them.
#[derive(Clone, Default)]
pub(super) struct Cells(Rc<RefCell<String>>);

impl Cells {
    /// Takes the cells out of a message, if it has any.
    ///
    /// # Errors
    /// [`WorkerError::Protocol`] if the message is not the continuation of the previous one.
    pub fn watch(&self, message: &mut Envelope<Event>) -> Result<(), WorkerError> {
        let Event::Cells { start, total } = message.body else {
            return Ok(());
        };
        let mut cells = self.0.borrow_mut();
        if start == 0 {
            // The first worker may have died; another worker then starts from the beginning.
            *cells = String::with_capacity(total as usize);
        }
        let [piece] = exactly(take(&mut message.buffers))?;
        let piece = str::from_utf8(&piece).map_err(|_| unexpected())?;
        if cells.len() != start as usize {
            return Err(unexpected());
        }
        cells.push_str(piece);
        Ok(())
    }

    pub fn into_string(self) -> String {
        self.0.take()
    }
}

pub struct Imported {
    pub pool: Pool,
    pub text_column: usize,
    pub found: ImportReport,
}

impl Workers {
    /// Reads a file. `report` receives the progress.
    ///
    /// # Errors
    /// [`WorkerError::Cancelled`]; [`WorkerError::Pipeline`] if the file is not a pool; [`WorkerError::Asset`] if it
    /// cannot be read; otherwise the errors of the workers.
    pub async fn import(
        &self,
        file: Blob,
        (import, columns): (Import, Columns),
        report: impl FnMut(Progress) + 'static,
        control: &RunControl,
    ) -> Result<Imported, WorkerError> {
        let cells = Cells::default();
        let coming = cells.clone();
        let mut progress = of_progress(report);
        let watch = move |message: &mut Envelope<Event>| {
            progress(message)?;
            coming.watch(message)
        };
        let request = move || Request::Import {
            import: import.clone(),
            columns: columns.clone(),
        };
        let readers = self.readers_of(&file).await?;
        let answer = readers.run_on_file(file, request, watch, control).await?;
        let Event::Imported {
            columns,
            text_column,
            found,
        } = answer.body
        else {
            return Err(unexpected());
        };
        let [ends] = exactly(answer.buffers)?;
        // Runs in its own task, so that the page stays responsive.
        next_task().await;
        let ends = u32_of_bytes(&ends).ok_or_else(unexpected)?;
        Ok(Imported {
            pool: Pool::from_parts(columns, cells.into_string(), ends).map_err(Error::from)?,
            text_column: text_column as usize,
            found: *found,
        })
    }

    /// Parses the beginning of a file for a preview.
    ///
    /// # Errors
    /// Those of [`Workers::import`].
    pub async fn preview(&self, file: Blob, import: Import, sought: PreviewRows) -> Result<Preview, WorkerError> {
        let request = move || Request::Preview {
            import: import.clone(),
            sought,
        };
        let readers = self.readers_of(&file).await?;
        let answer = readers
            .run_on_file(file, request, |_| Ok(()), &RunControl::default())
            .await?;
        match answer.body {
            Event::Previewed { preview } => Ok(*preview),
            _ => Err(unexpected()),
        }
    }

    /// The workers that can read the file: a worker with another program, which is loaded now, if the file is not text.
    ///
    /// # Errors
    /// [`WorkerError::File`] if the file cannot be read; [`WorkerError::Asset`] if the program cannot be loaded.
    async fn readers_of(&self, file: &Blob) -> Result<Workers, WorkerError> {
        let unreadable = |error: JsValue| WorkerError::File {
            reason: FileReason::Browser(error.into()),
        };
        let beginning = file.slice_with_f64_and_f64(0.0, SIGNATURE_BYTES).map_err(unreadable)?;
        let beginning = JsFuture::from(beginning.array_buffer()).await.map_err(unreadable)?;
        match is_convertible(&Uint8Array::new(&beginning).to_vec()) {
            true => Ok(Workers::new(WorkerModule::tables().await?, 1)),
            false => Ok(self.clone()),
        }
    }
}
