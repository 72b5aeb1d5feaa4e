//! Embeddings in JavaScript's memory.

use std::cell::RefCell;
use std::ops::Range;

use js_sys::{ArrayBuffer, Float32Array, Uint8Array};

use crate::control::next_task;
use fastgas_graph::{Duplicates, HashedVector, Neighbors};
use fastgas_map::PcaPreview;

/// Number of embedding bytes that one task copies. This number is small enough not to block the page.
const CHUNK_BYTES: usize = 8 << 20;
/// Number of embedding rows that one task copies. This number is small enough not to block the page.
const ROWS_PER_TASK: usize = 2_048;

/// Copies the buffer in several tasks, so that the page stays responsive.
pub(crate) async fn copied_in_tasks(buffer: &ArrayBuffer) -> ArrayBuffer {
    let (from, bytes) = (Uint8Array::new(buffer), buffer.byte_length());
    let to = Uint8Array::new_with_length(bytes);
    for start in (0..bytes).step_by(CHUNK_BYTES) {
        next_task().await;
        to.set(&from.subarray(start, bytes.min(start + CHUNK_BYTES as u32)), start);
    }
    to.buffer()
}

/// The embeddings of texts as unit vectors, in the order of the texts.
/// The vectors are in JavaScript's memory, because WebAssembly's memory does not shrink after a large pool.
#[derive(Clone)]
pub struct Rows {
    /// The buffer contains n×d values of type f32, in row-major order.
    pub buffer: ArrayBuffer,
    pub n: usize,
    pub dimensions: usize,
}

impl Rows {
    pub fn slice(&self, rows: &Range<u32>) -> ArrayBuffer {
        let row = (self.dimensions * size_of::<f32>()) as u32;
        self.buffer.slice_with_end(rows.start * row, rows.end * row)
    }

    pub fn all(&self) -> ArrayBuffer {
        self.buffer.slice(0)
    }

    pub async fn all_in_tasks(&self) -> ArrayBuffer {
        copied_in_tasks(&self.buffer).await
    }

    /// Returns a function that copies all rows for a worker.
    /// The copies for the first call are made in advance, each in a separate task, so that the page stays responsive.
    /// Each later call copies everything in a single task. A later call is only needed if a worker dies.
    pub async fn in_pieces(&self) -> impl Fn() -> Vec<ArrayBuffer> + 'static {
        let (rows, first) = (self.clone(), RefCell::new(Some(self.pieces().await)));
        move || first.take().unwrap_or_else(|| vec![rows.all()])
    }

    /// Splits the rows into ranges of at most [`CHUNK_BYTES`] bytes each. A range has at least one row.
    fn by_piece(&self) -> impl ExactSizeIterator<Item = Range<u32>> + use<> {
        let rows = (CHUNK_BYTES / (self.dimensions * size_of::<f32>()).max(1)).max(1);
        let n = self.n;
        let starts = (0..n).step_by(rows);
        starts.map(move |start| start as u32..n.min(start + rows) as u32)
    }

    async fn pieces(&self) -> Vec<ArrayBuffer> {
        let by_piece = self.by_piece();
        let mut pieces = Vec::with_capacity(by_piece.len());
        for rows in by_piece {
            next_task().await;
            pieces.push(self.slice(&rows));
        }
        pieces
    }

    /// Computes positions for a preview of the map, and passes them to `on_event` in row order.
    pub async fn pca_preview(&self, mut on_event: impl FnMut(Vec<[f32; 2]>)) {
        let mut sketch = PcaPreview::default();
        for rows in self.by_piece() {
            next_task().await;
            let piece = Float32Array::new(&self.slice(&rows)).to_vec();
            piece.chunks_exact(self.dimensions).for_each(|row| sketch.add(row));
            let positions = sketch.take();
            if !positions.is_empty() {
                on_event(positions);
            }
        }
    }

    /// Finds duplicate embeddings. For each row, `neighbors` must contain the nearest neighbors among all these rows.
    pub async fn duplicates(&self, neighbors: &Neighbors) -> Duplicates {
        let candidates = Duplicates::candidates(neighbors);
        let mut hashed = Vec::with_capacity(candidates.len());
        for rows in candidates.chunks(ROWS_PER_TASK) {
            next_task().await;
            let vectors = Float32Array::new(&self.gather(rows)).to_vec();
            let vectors = rows.iter().zip(vectors.chunks_exact(self.dimensions));
            hashed.extend(vectors.map(|(&row, vector)| HashedVector::of(row, vector)));
        }
        Duplicates::of(neighbors, hashed)
    }

    pub async fn only(&self, rows: &[u32]) -> Rows {
        Rows {
            buffer: self.gather_in_tasks(rows).await,
            n: rows.len(),
            ..*self
        }
    }

    /// Copies the rows `instances` in one task, so the list should be short.
    pub fn gather(&self, instances: &[u32]) -> ArrayBuffer {
        let to = self.room(instances.len());
        self.copy(instances, &to, 0);
        to.buffer()
    }

    /// Like [`Rows::gather`], for many rows. Copies at most [`ROWS_PER_TASK`] rows per task.
    pub async fn gather_in_tasks(&self, instances: &[u32]) -> ArrayBuffer {
        let to = self.room(instances.len());
        for (piece, start) in instances.chunks(ROWS_PER_TASK).zip((0u32..).step_by(ROWS_PER_TASK)) {
            if start > 0 {
                next_task().await;
            }
            self.copy(piece, &to, start);
        }
        to.buffer()
    }

    fn room(&self, rows: usize) -> Float32Array {
        Float32Array::new_with_length((rows * self.dimensions) as u32)
    }

    fn copy(&self, instances: &[u32], to: &Float32Array, mut start: u32) {
        let d = self.dimensions as u32;
        let from = Float32Array::new(&self.buffer);
        for run in instances.chunk_by(|&before, &after| after == before + 1) {
            let (first, rows) = (run[0], run.len() as u32);
            to.set(&from.subarray(first * d, (first + rows) * d), start * d);
            start += rows;
        }
    }
}
