//! A file of texts goes to a worker as it is, unread: the worker reads it piece by piece.

use web_sys::Blob;

use crate::bridge::control::{Control, next_task};
use crate::bridge::workers::{Workers, exactly, of_progress, unexpected};
use crate::error::Error;
use crate::load::{Columns, Found, Import, Pool, Preview};
use crate::progress::Progress;
use crate::protocol::{Event, Request, WorkerError, u32_of_bytes};

/// A pool that was read.
pub struct Imported {
    /// The texts.
    pub pool: Pool,
    /// Index of the column of the texts.
    pub text_column: usize,
    /// How the file was read.
    pub found: Found,
}

impl Workers {
    /// Reads a file; `report` hears how far.
    ///
    /// # Errors
    /// [`WorkerError::Cancelled`]; [`WorkerError::Pipeline`] for a file that is no pool; [`WorkerError::Asset`] for one that
    /// cannot be read; else as the workers fare.
    pub async fn import(
        &self,
        file: Blob,
        (import, columns): (Import, Columns),
        report: impl FnMut(Progress) + 'static,
        control: &Control,
    ) -> Result<Imported, WorkerError> {
        let request = move |job| Request::Import {
            job,
            import: import.clone(),
            columns: columns.clone(),
        };
        let answer = self.run_on_file(file, request, of_progress(report), control).await?;
        let Event::Imported {
            columns,
            text_column,
            found,
            ..
        } = answer.body
        else {
            return Err(unexpected());
        };
        let [cells, ends] = exactly(answer.buffers)?;
        // Each in a task of its own, so that the page stutters for none of them.
        next_task().await;
        let cells = String::from_utf8(cells).map_err(|_| unexpected())?;
        next_task().await;
        let ends = u32_of_bytes(&ends).ok_or_else(unexpected)?;
        Ok(Imported {
            pool: Pool::from_parts(columns, cells, ends).map_err(Error::from)?,
            text_column: text_column as usize,
            found: *found,
        })
    }

    /// What the beginning of a file looks like.
    ///
    /// # Errors
    /// As [`Workers::import`].
    pub async fn preview(&self, file: Blob, import: Import, foreign: bool) -> Result<Preview, WorkerError> {
        let request = move |job| Request::Preview {
            job,
            import: import.clone(),
            foreign,
        };
        let answer = self.run_on_file(file, request, |_| Ok(()), &Control::default()).await?;
        match answer.body {
            Event::Previewed { preview, .. } => Ok(*preview),
            _ => Err(unexpected()),
        }
    }
}
