//! Project files: a worker reads project files, and the page writes project files into a `Blob`.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use js_sys::{Array, Uint8Array};
use web_sys::{Blob, BlobPropertyBag};
use zip::result::ZipError;

use crate::control::{RunControl, next_task};
use crate::embedding_rows::Rows;
use crate::importing::Cells;
use crate::protection::Protection;
use crate::schedule::JobClass;
use crate::sealed_file::Sealing;
use crate::workers::{Workers, exactly, unexpected};
use fastgas_annotation::backup::{BackupEmbeddings, Contents, MapData, pack};
use fastgas_data::Pool;
use fastgas_graph::Adjacency;
use fastgas_map::Layout;
use fastgas_partition::Partition;
use fastgas_protocol::Error;
use fastgas_protocol::{Envelope, Event, Refusal, Request, WorkerError, f32_of_bytes, u32_of_bytes};

/// Number of bytes that are moved out of the WebAssembly memory at a time, so that the page stays responsive.
const CHUNK_BYTES: usize = 4 << 20;

pub struct BackupFile {
    pub project: String,
    pub pool: Arc<Pool>,
    pub places: MapData,
    /// Byte range of the embeddings (a .npy file) in the project file. `None` if the project file has no embeddings.
    pub embeddings: Option<Range<u64>>,
}

impl Workers {
    pub async fn unpack(&self, file: Blob) -> Result<BackupFile, WorkerError> {
        let request = || Request::Unpack;
        let cells = Cells::default();
        let coming = cells.clone();
        let watch = move |message: &mut Envelope<Event>| coming.watch(message);
        let control = RunControl::default();
        let answer = self.run_on_file(JobClass::Long, file, request, watch, &control).await?;
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
        // Each buffer is converted to numbers in a separate task, so that the page stays responsive.
        next_task().await;
        let numbers = |bytes: &[u8]| u32_of_bytes(bytes).ok_or_else(unexpected);
        let pool = Pool::from_parts(columns, cells.into_string(), numbers(&ends)?).map_err(Error::from)?;
        next_task().await;
        let partition = match n_parts {
            Some(n_parts) => {
                let partition = Partition::from_parts(numbers(&part_of)?, n_parts, pool.len());
                Some(partition.map_err(|_| unexpected())?)
            }
            None => None,
        };
        let layout = match is_drawn {
            true => Some(Layout {
                positions: f32_of_bytes(&positions).ok_or_else(unexpected)?.as_chunks().0.to_vec(),
            }),
            false => None,
        };
        let adjacency = match is_joined {
            true => {
                let adjacency = Adjacency::from_parts(numbers(&offsets)?, numbers(&neighbors)?, pool.len());
                Some(adjacency.ok_or_else(unexpected)?)
            }
            false => None,
        };
        Ok(BackupFile {
            project,
            pool: Arc::new(pool),
            places: MapData {
                partition,
                layout,
                adjacency,
            },
            embeddings: embeddings.map(|(start, end)| start..end),
        })
    }
}

pub async fn packed(
    contents: &Contents<'_>,
    embeddings: Option<&Rows>,
    protection: Option<&Protection>,
) -> Result<Blob, Refusal> {
    let mut rows;
    let vectors = match embeddings {
        Some(embeddings) => {
            rows = |range: Range<u32>| Uint8Array::new(&embeddings.slice(&range)).to_vec();
            Some(BackupEmbeddings {
                dimensions: embeddings.dimensions,
                rows: &mut rows,
            })
        }
        None => None,
    };
    let pieces = pack(Pieces::new(protection.cloned()), contents, vectors, next_task).await;
    pieces.map_err(refusal)?.into_blob().await
}

fn refusal(error: ZipError) -> Refusal {
    let other = |message: String| Refusal::Other {
        message: message.into(),
    };
    match error {
        ZipError::Io(error) => error.downcast().unwrap_or_else(|error| other(error.to_string())),
        error => other(error.to_string()),
    }
}

/// The bytes that have been written so far. WebAssembly's memory contains only the current piece.
/// The browser keeps each earlier piece as a `Blob`, so that the final `Blob` does not copy the pieces again.
/// The pieces of an encrypted file are encrypted first, because a browser may write blobs to disk.
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

    fn put(&mut self) -> Result<(), Refusal> {
        let bytes = Array::of1(&Uint8Array::from(&self.piece[..]));
        self.whole.push(&*Blob::new_with_u8_array_sequence(&bytes)?);
        self.piece.clear();
        Ok(())
    }

    async fn into_blob(mut self) -> Result<Blob, Refusal> {
        let options = BlobPropertyBag::new();
        options.set_type("application/octet-stream");
        let whole = match self.sealing.take() {
            Some(sealing) => sealing.end(&self.piece).await?,
            None => {
                self.put()?;
                self.whole
            }
        };
        Ok(Blob::new_with_blob_sequence_and_options(&whole, &options)?)
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        match &mut self.sealing {
            Some(sealing) => sealing.take_from(&mut self.piece),
            None if self.piece.len() >= CHUNK_BYTES => {
                self.put().map_err(io::Error::other)?;
            }
            None => {}
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
