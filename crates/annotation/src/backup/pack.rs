//! Writes a backup in chunks, without a copy of a large pool in memory. The caller can yield between chunks.

use std::io::{self, Write};
use std::ops::Range;

use csv::{QuoteStyle, WriterBuilder};
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::{EMBEDDINGS, MAP, PROJECT, SerializedMapData, TEXTS};
use fastgas_data::Pool;
use fastgas_embedding::npy;
use fastgas_graph::Adjacency;
use fastgas_map::Layout;
use fastgas_partition::Partition;

/// Number of texts per chunk. The map data and the embeddings are written in chunks of about `CHUNK_BYTES` bytes.
const TEXTS_PER_CHUNK: usize = 2000;
const CHUNK_BYTES: usize = 4 << 20;

/// The contents of a backup, except the embeddings.
pub struct Contents<'a> {
    /// Settings, picks and labels as JSON.
    pub project: &'a str,
    /// The pool of texts.
    pub pool: &'a Pool,
    /// Partition of the texts into parts, if there is one.
    pub partition: Option<&'a Partition>,
    /// Map position of each text, if there is a layout.
    pub layout: Option<&'a Layout>,
    /// The edges of the kNN graph.
    pub adjacency: Option<&'a Adjacency>,
}

/// The embeddings of a pool, one row of the matrix per text.
pub struct BackupEmbeddings<'a> {
    /// Embedding dimension d.
    pub dimensions: usize,
    /// Returns the embeddings of the given rows as little-endian f32.
    pub rows: &'a mut dyn FnMut(Range<u32>) -> Vec<u8>,
}

/// Writes a backup to `sink` and awaits `pause` between chunks. The output is deterministic and contains no timestamps.
/// O(size of the project) time.
///
/// # Errors
/// Fails if `sink` fails, or if a file in the backup would be larger than 4 GB.
pub async fn pack<W: Write>(
    sink: W,
    contents: &Contents<'_>,
    vectors: Option<BackupEmbeddings<'_>>,
    pause: impl AsyncFn(),
) -> ZipResult<W> {
    let &Contents { pool, .. } = contents;
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    let mut zip = ZipWriter::new_stream(sink);

    zip.start_file(PROJECT, options)?;
    zip.write_all(contents.project.as_bytes())?;
    pause().await;

    zip.start_file(TEXTS, options)?;
    write_rows(&mut zip, [pool.columns().iter().map(String::as_str)])?;
    for start in (0..pool.len()).step_by(TEXTS_PER_CHUNK) {
        let rows = start..pool.len().min(start + TEXTS_PER_CHUNK);
        write_rows(&mut zip, rows.map(|row| pool.instance(row).cells()))?;
        pause().await;
    }

    zip.start_file(MAP, options)?;
    let places = SerializedMapData::of(contents.partition, contents.layout, contents.adjacency);
    // serde_json writes each number separately, and each write to the archive is expensive.
    // Therefore the map data is first serialized to a buffer.
    let places = serde_json::to_vec(&places).map_err(io::Error::from)?;
    for piece in places.chunks(CHUNK_BYTES) {
        pause().await;
        zip.write_all(piece)?;
    }
    pause().await;

    if let Some(BackupEmbeddings { dimensions, rows }) = vectors {
        zip.start_file(EMBEDDINGS, options)?;
        zip.write_all(&npy::header(pool.len(), dimensions))?;
        let n_rows = (CHUNK_BYTES / (dimensions * size_of::<f32>()).max(1)).max(1);
        for start in (0..pool.len()).step_by(n_rows) {
            zip.write_all(&rows(start as u32..pool.len().min(start + n_rows) as u32))?;
            pause().await;
        }
    }
    zip.finish().map(StreamWriter::into_inner)
}

/// Quotes every cell, so that no program misreads a cell, for example as a byte order mark.
fn write_rows<'a>(
    to: &mut impl Write,
    rows: impl IntoIterator<Item = impl Iterator<Item = &'a str>>,
) -> io::Result<()> {
    let mut writer = WriterBuilder::new().quote_style(QuoteStyle::Always).from_writer(to);
    for row in rows {
        writer.write_record(row)?;
    }
    writer.flush()
}
