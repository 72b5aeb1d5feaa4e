//! Reads files of texts. The page passes the unread file to a worker, which reads the file in pieces.

use std::cell::RefCell;
use std::mem::take;
use std::rc::Rc;
use std::str;

use js_sys::Uint8Array;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::Blob;

use crate::control::{RunControl, next_task};
use crate::embedding_file::{EmbeddingFile, new_buffer};
use crate::embedding_rows::Rows;
use crate::network;
use crate::schedule::JobClass;
use crate::workers::{Workers, exactly, of_progress, unexpected};
use fastgas_data::{Columns, Import, ImportReport, LoadError, Pool, PoolParts, Preview, PreviewRows, is_convertible};
use fastgas_embedding::cache::FileHasher;
use fastgas_embedding::{EmbeddingsError, NpyReason};
use fastgas_progress::Progress;
use fastgas_protocol::Error;
use fastgas_protocol::{Envelope, Event, FileReason, LostReason, Request, WorkerError, u32_of_bytes};

/// Number of bytes at the beginning of a file that are sufficient to recognize binary formats.
const SIGNATURE_BYTES: f64 = 16.0;
/// Maximum number of cell end offsets that one task validates.
/// This maximum is small, because checking each offset of a long cell may cause a cache miss.
const ENDS_PER_TASK: usize = 1 << 17;

/// Collects the texts of the cells, which a worker sends in several messages.
#[derive(Clone, Default)]
pub(super) struct Cells(Rc<RefCell<String>>);

impl Cells {
    /// Appends the cells in `message`. Does nothing if `message` contains no cells.
    /// Returns [`WorkerError::Protocol`] if the cells do not follow the cells of the previous message.
    pub fn watch(&self, message: &mut Envelope<Event>) -> Result<(), WorkerError> {
        let Event::Cells { start, total } = message.body else {
            return Ok(());
        };
        let mut cells = self.0.borrow_mut();
        if start == 0 {
            // If `start` is 0 in a later message, the first worker died and another worker sends all cells again.
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

/// Collects the byte offsets where the cells end, which a worker sends in several messages.
#[derive(Clone, Default)]
struct Ends(Rc<RefCell<Vec<u32>>>);

impl Ends {
    /// Appends the offsets in `message`, like [`Cells::watch`] appends cells.
    fn watch(&self, message: &mut Envelope<Event>) -> Result<(), WorkerError> {
        let Event::Ends { start, total } = message.body else {
            return Ok(());
        };
        let mut ends = self.0.borrow_mut();
        if start == 0 {
            *ends = Vec::with_capacity(total as usize);
        }
        let [piece] = exactly(take(&mut message.buffers))?;
        if ends.len() != start as usize {
            return Err(unexpected());
        }
        ends.extend(u32_of_bytes(&piece).ok_or_else(unexpected)?);
        Ok(())
    }
}

/// Collects the embeddings, which a worker sends in several messages, outside WebAssembly's memory.
#[derive(Clone, Default)]
struct GivenVectors(Rc<RefCell<Option<Vectors>>>);

struct Vectors {
    whole: Uint8Array,
    filled: u32,
    hasher: FileHasher,
    rows: u32,
    dimensions: u32,
}

impl GivenVectors {
    /// Appends the embeddings in `message`, like [`Cells::watch`] appends cells.
    fn watch(&self, message: &mut Envelope<Event>) -> Result<(), WorkerError> {
        let Event::Embeddings {
            first_row,
            rows,
            dimensions,
        } = message.body
        else {
            return Ok(());
        };
        let [piece] = exactly(take(&mut message.buffers))?;
        let row_bytes = u64::from(dimensions) * size_of::<f32>() as u64;
        let vectors = match self.0.take() {
            Some(vectors) if first_row > 0 => vectors,
            // If `first_row` is 0 in a later message, the first worker died and another worker sends all rows again.
            _ => {
                let bytes = u64::from(rows) * row_bytes;
                let no_memory = || EmbeddingsError::Npy {
                    reason: NpyReason::NoMemory {
                        megabytes: bytes / 1_000_000,
                    },
                };
                let whole = new_buffer(bytes).ok_or_else(no_memory).map_err(Error::from)?;
                Vectors {
                    whole: Uint8Array::new(&whole),
                    filled: 0,
                    hasher: FileHasher::default(),
                    rows,
                    dimensions,
                }
            }
        };
        let end = u64::from(vectors.filled) + piece.len() as u64;
        if u64::from(first_row) * row_bytes != u64::from(vectors.filled) || end > u64::from(vectors.whole.length()) {
            return Err(unexpected());
        }
        // The conversion of the offset cannot overflow, because the length of the browser's array has 32 bits.
        let end = end as u32;
        vectors.whole.subarray(vectors.filled, end).copy_from(&piece);
        self.0.replace(Some(Vectors {
            filled: end,
            hasher: vectors.hasher.update(&piece),
            ..vectors
        }));
        Ok(())
    }

    fn into_embeddings(self, name: &str, column: Option<String>) -> Result<Option<(EmbeddingFile, Rows)>, WorkerError> {
        let Some(column) = column else {
            return Ok(None);
        };
        let vectors = self.0.take().ok_or_else(unexpected)?;
        if vectors.filled != vectors.whole.length() {
            return Err(unexpected());
        }
        network::embeds_otherwise();
        let file = EmbeddingFile {
            name: name.to_owned(),
            hash: vectors.hasher.to_string(),
            rows: vectors.rows,
            dimensions: vectors.dimensions,
            passed_over: 0,
            column: Some(column),
        };
        let rows = Rows {
            buffer: vectors.whole.buffer(),
            n: vectors.rows as usize,
            dimensions: vectors.dimensions as usize,
        };
        Ok(Some((file, rows)))
    }
}

#[derive(Clone)]
pub struct FileToRead {
    /// Identifies the file among the files that this page has opened.
    pub number: u32,
    pub name: String,
    pub blob: Blob,
}

pub struct Imported {
    pub pool: Pool,
    pub text_column: usize,
    pub found: ImportReport,
    pub embeddings: Option<(EmbeddingFile, Rows)>,
}

/// The workers that read a file, and the class of their jobs, which determines what happens if a worker dies.
struct Readers {
    workers: Workers,
    kind: JobClass,
}

impl Readers {
    /// Converts a panic while a table was read to an error about a damaged table.
    /// The read is not repeated, because another worker would panic on the same table.
    fn explained(&self, error: WorkerError) -> WorkerError {
        match error {
            WorkerError::Lost {
                reason: LostReason::Panic(message),
                ..
            } if self.kind == JobClass::Table => Error::from(LoadError::DamagedTable { message }).into(),
            error => error,
        }
    }
}

impl Workers {
    /// Reads a table in a worker. Returns [`WorkerError::Pipeline`] if the file cannot be read as a pool.
    pub async fn import(
        &self,
        file: FileToRead,
        (import, columns): (Import, Columns),
        report: impl FnMut(Progress) + 'static,
        control: &RunControl,
    ) -> Result<Imported, WorkerError> {
        let FileToRead { number, name, blob } = file;
        let (cells, ends, vectors) = (Cells::default(), Ends::default(), GivenVectors::default());
        let coming = (cells.clone(), ends.clone(), vectors.clone());
        let mut progress = of_progress(report);
        let watch = move |message: &mut Envelope<Event>| {
            progress(message)?;
            coming.0.watch(message)?;
            coming.1.watch(message)?;
            coming.2.watch(message)
        };
        let embeddings = columns.embeddings.clone();
        let request = move || Request::Import {
            file: number,
            import: import.clone(),
            columns: columns.clone(),
        };
        let readers = self.readers_of(&blob).await?;
        let answer = readers.workers.run_on_file(readers.kind, blob, request, watch, control);
        let answer = answer.await.map_err(|error| readers.explained(error))?;
        let Event::Imported {
            columns,
            text_column,
            found,
        } = answer.body
        else {
            return Err(unexpected());
        };
        let [] = exactly(answer.buffers)?;
        // Each call checks some offsets in a separate task, so that the page stays responsive.
        let mut parts = PoolParts::new(columns, cells.into_string(), ends.0.take());
        loop {
            next_task().await;
            if parts.check(ENDS_PER_TASK).map_err(Error::from)? {
                break;
            }
        }
        Ok(Imported {
            pool: parts.into_pool().map_err(Error::from)?,
            text_column: text_column as usize,
            found: *found,
            embeddings: vectors.into_embeddings(&name, embeddings)?,
        })
    }

    pub async fn preview(&self, file: FileToRead, import: Import, sought: PreviewRows) -> Result<Preview, WorkerError> {
        let FileToRead { number, blob, .. } = file;
        let request = move || Request::Preview {
            file: number,
            import: import.clone(),
            sought,
        };
        let readers = self.readers_of(&blob).await?;
        let control = RunControl::default();
        let answer = readers
            .workers
            .run_on_file(readers.kind, blob, request, |_| Ok(()), &control);
        match answer.await.map_err(|error| readers.explained(error))?.body {
            Event::Previewed { preview } => Ok(*preview),
            _ => Err(unexpected()),
        }
    }

    /// The workers that can read the file. Binary formats and text files need different worker programs.
    async fn readers_of(&self, file: &Blob) -> Result<Readers, WorkerError> {
        let unreadable = |error: JsValue| WorkerError::File {
            reason: FileReason::Browser(error.into()),
        };
        let beginning = file.slice_with_f64_and_f64(0.0, SIGNATURE_BYTES).map_err(unreadable)?;
        let beginning = JsFuture::from(beginning.array_buffer()).await.map_err(unreadable)?;
        match is_convertible(&Uint8Array::new(&beginning).to_vec()) {
            true => Ok(Readers {
                workers: self.tables().await?,
                kind: JobClass::Table,
            }),
            false => Ok(Readers {
                workers: self.clone(),
                kind: JobClass::Long,
            }),
        }
    }
}
