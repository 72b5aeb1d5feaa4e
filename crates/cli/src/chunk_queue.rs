//! The queue of text chunks that the CPU threads and the GPU share.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fastgas_embedding::{EmbedError, Encoded};

/// The chunks that are not encoded yet. A chunk is a list of text indices.
pub struct Queue(Mutex<VecDeque<Vec<u32>>>);

impl Queue {
    pub fn new(chunks: Vec<Vec<u32>>) -> Queue {
        Queue(Mutex::new(chunks.into()))
    }

    /// Takes the next chunk for a thread of the CPU, from the front of the queue.
    pub fn first(&self) -> Option<Vec<u32>> {
        self.chunks().pop_front()
    }

    /// Takes the next chunk for the GPU, from the end of the queue.
    #[cfg(feature = "gpu")]
    pub fn last(&self) -> Option<Vec<u32>> {
        self.chunks().pop_back()
    }

    /// Appends a chunk to the queue again, because the GPU could not encode the chunk.
    #[cfg(feature = "gpu")]
    pub fn put_back(&self, chunk: Vec<u32>) {
        self.chunks().push_back(chunk);
    }

    fn chunks(&self) -> MutexGuard<'_, VecDeque<Vec<u32>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Callback that receives the text indices and the vectors of an encoded chunk, or an error.
/// The callback returns false if no more chunks are needed.
pub type SendChunk<'a> = &'a dyn Fn(Vec<u32>, Result<Encoded, EmbedError>) -> bool;

pub fn texts_of<'a>(chunk: &[u32], texts: &[&'a str]) -> Vec<&'a str> {
    chunk.iter().map(|&text| texts[text as usize]).collect()
}
