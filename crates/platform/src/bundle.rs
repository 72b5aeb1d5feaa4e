//! Projects as files: out of a worker, which reads them, and into a `Blob`, which the browser writes.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsValue;
use web_sys::{Blob, BlobPropertyBag};
use zip::result::ZipError;

use crate::control::{Control, next_task};
use crate::embedding_rows::Rows;
use crate::importing::Cells;
use crate::protection::Protection;
use crate::sealed_file::Sealing;
use crate::workers::{Workers, exactly, unexpected};
use fastgas_annotation::bundle::{Contents, Places, Vectors, pack};
use fastgas_data::Pool;
use fastgas_data::quoted;
use fastgas_graph::Joined;
use fastgas_map::Layout;
use fastgas_partition::Partition;
use fastgas_protocol::Error;
use fastgas_protocol::transport::words;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, f32_of_bytes, u32_of_bytes};

/// Bytes that leave WebAssembly's memory at a time.
const PIECE: usize = 4 << 20;

/// A bundle that was read.
pub struct UnpackedFile {
    /// Settings, picks, labels, as JSON.
    pub project: String,
    pub pool: Arc<Pool>,
    pub places: Places,
    /// Where in the file the .npy file of the embeddings is, where it has them.
    pub embeddings: Option<Range<u64>>,
}

impl Workers {
    /// Reads a project that was backed up.
    ///
    /// # Errors
    /// [`WorkerError::Pipeline`] for a file that is none; else as the workers fare.
    pub async fn unpack(&self, file: Blob) -> Result<UnpackedFile, WorkerError> {
        let request = || Request::Unpack;
        let cells = Cells::default();
        let coming = cells.clone();
        let watch = move |message: &mut Envelope<Event>| coming.watch(message);
        let answer = self.run_on_file(file, request, watch, &Control::default()).await?;
        let Event::Unpacked {
            project,
            columns,
            n_parts,
            is_drawn,
            is_joined,
            embeddings,
        } = answer.body
        else {
            return Err(unexpected());
        };
        let [ends, part_of, positions, offsets, neighbors] = exactly(answer.buffers)?;
        // Each in a task of its own, so that the page stutters for none of them.
        next_task().await;
        let numbers = |bytes: &[u8]| u32_of_bytes(bytes).ok_or_else(unexpected);
        let pool = Pool::from_parts(columns, cells.into_string(), numbers(&ends)?).map_err(Error::from)?;
        next_task().await;
        let partition = match n_parts {
            Some(n_parts) => {
                let partition = Partition::from_parts(numbers(&part_of)?, n_parts, pool.len());
                Some(partition.ok_or_else(unexpected)?)
            }
            None => None,
        };
        let layout = match is_drawn {
            true => Some(Layout {
                positions: f32_of_bytes(&positions).ok_or_else(unexpected)?.as_chunks().0.to_vec(),
            }),
            false => None,
        };
        let joined = match is_joined {
            true => {
                let joined = Joined::from_parts(numbers(&offsets)?, numbers(&neighbors)?, pool.len());
                Some(joined.ok_or_else(unexpected)?)
            }
            false => None,
        };
        Ok(UnpackedFile {
            project,
            pool: Arc::new(pool),
            places: Places {
                partition,
                layout,
                joined,
            },
            embeddings: embeddings.map(|(start, end)| start..end),
        })
    }
}

/// A project as a file, made piece by piece, each in a task of its own; encrypted where there is a protection.
///
/// # Errors
/// What the browser has no room for, in words.
pub async fn packed(
    contents: &Contents<'_>,
    embeddings: Option<&Rows>,
    protection: Option<&Protection>,
) -> Result<Blob, String> {
    let mut rows;
    let vectors = match embeddings {
        Some(embeddings) => {
            rows = |range: Range<u32>| Uint8Array::new(&embeddings.slice(&range)).to_vec();
            Some(Vectors {
                dimensions: embeddings.dimensions,
                rows: &mut rows,
            })
        }
        None => None,
    };
    let pieces = pack(Pieces::new(protection.cloned()), contents, vectors, next_task).await;
    let in_words = |error| match error {
        ZipError::Io(error) => error.to_string(),
        error => quoted(&error.to_string()),
    };
    let pieces = pieces.map_err(in_words)?;
    pieces.into_blob().await.map_err(|reason| words(&reason))
}

/// What is written so far: WebAssembly's memory has one piece of it, the browser the others, each as a `Blob`, so that
/// these are not copied once more into the last. What is encrypted becomes a `Blob` only then: a browser may write those to the
/// disk.
struct Pieces {
    whole: Array,
    piece: Vec<u8>,
    sealing: Option<Sealing>,
}

impl Pieces {
    fn new(protection: Option<Protection>) -> Pieces {
        Pieces {
            whole: Array::new(),
            piece: Vec::new(),
            sealing: protection.map(Sealing::begin),
        }
    }

    fn put(&mut self) -> Result<(), JsValue> {
        let bytes = Array::of1(&Uint8Array::from(&self.piece[..]));
        self.whole.push(&*Blob::new_with_u8_array_sequence(&bytes)?);
        self.piece.clear();
        Ok(())
    }

    async fn into_blob(mut self) -> Result<Blob, JsValue> {
        let options = BlobPropertyBag::new();
        options.set_type("application/octet-stream");
        let whole = match self.sealing.take() {
            Some(sealing) => sealing.end(&self.piece).await?,
            None => {
                self.put()?;
                self.whole
            }
        };
        Blob::new_with_blob_sequence_and_options(&whole, &options)
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        match &mut self.sealing {
            Some(sealing) => sealing.take_from(&mut self.piece),
            None if self.piece.len() >= PIECE => {
                self.put().map_err(|reason| io::Error::other(words(&reason)))?;
            }
            None => {}
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
