//! Embeds texts on a GPU while the CPU threads embed other texts.
//! The CPU checks the GPU's results, and embeds all remaining texts if the GPU fails.
//!
//! ```text
//!  queue:  ▆▆▆ ▆▆▆ ▆▆▆ … ▆▆▆ ▆▆▆ ▆▆▆
//!          └─▶ threads of the CPU └─▶ GPU, one text of each chunk is also computed on the CPU
//! ```

use crate::chunk_queue::{Queue, SendChunk, texts_of};
use fastgas_embedding::{EmbedError, Encoded, GpuStop, HeldChunks};
use fastgas_encoder::Encoder;
use fastgas_gpu::{ChunkError, GpuEncoder, block_on};
use fastgas_graph::{CpuReason, GpuShare};

/// Encodes chunks from the end of the queue on a GPU.
/// If the GPU fails, encodes chunks on the CPU, until the queue is empty.
pub fn encode(texts: &[&str], encoder: &Encoder, queue: &Queue, send: SendChunk<'_>) -> GpuShare {
    let mut gpu = match block_on(GpuEncoder::open(true, encoder)) {
        Ok(gpu) => gpu,
        // Without a usable GPU, the CPU threads encode all chunks.
        Err(why) => {
            return GpuShare {
                why: Some(why),
                ..GpuShare::default()
            };
        }
    };
    let on_gpu = |chunk: &[u32]| block_on(gpu.encode_checked(encoder, &texts_of(chunk, texts)));
    let on_cpu = |chunk: &[u32]| encoder.encode(&texts_of(chunk, texts));
    let (n_texts, why) = take_chunks(queue, send, on_gpu, on_cpu);
    let name = gpu.name().to_owned();
    GpuShare { name, n_texts, why }
}

/// Returns the number of texts encoded on the GPU, and the reason if the GPU has failed.
/// Passes the GPU's vectors to `send` only at the end, and only if all of them are correct.
fn take_chunks(
    queue: &Queue,
    send: SendChunk<'_>,
    mut on_gpu: impl FnMut(&[u32]) -> Result<Encoded, ChunkError>,
    on_cpu: impl Fn(&[u32]) -> Result<Encoded, EmbedError>,
) -> (u32, Option<CpuReason>) {
    let mut held = HeldChunks::default();
    let mut failure = None;
    let mut stop = GpuStop::BetweenChunks;
    while let Some(chunk) = queue.last() {
        match on_gpu(&chunk) {
            Ok(vectors) => held.hold(chunk, vectors),
            Err(ChunkError::Text(error)) => {
                // The CPU cannot encode the chunk either, so the error ends the run.
                send(chunk, Err(error));
                return (0, None);
            }
            Err(ChunkError::Gpu(reason)) => {
                stop = reason.stop(chunk);
                failure = Some(reason);
                break;
            }
        }
    }
    let (used, left) = held.stop(stop);
    left.into_iter().for_each(|chunk| queue.put_back(chunk));
    let mut n_texts = 0;
    for (chunk, vectors) in used {
        n_texts += chunk.len() as u32;
        if !send(chunk, Ok(vectors)) {
            return (n_texts, failure);
        }
    }
    // After a failure of the GPU, the other threads may have ended, so this thread encodes the remaining chunks.
    while failure.is_some()
        && let Some(chunk) = queue.first()
    {
        let vectors = on_cpu(&chunk);
        if !send(chunk, vectors) {
            break;
        }
    }
    (n_texts, failure)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    fn vectors(chunk: &[u32], number: f32) -> Encoded {
        Encoded {
            rows: vec![number; chunk.len()],
            bytes_read: vec![0; chunk.len()],
        }
    }

    /// Encodes a queue of five chunks with two texts each. The GPU fails at its third chunk.
    /// Vectors of the GPU contain the number 1, and vectors of the CPU the number 0.
    fn taken(failure: impl Fn() -> Option<ChunkError>) -> (Vec<(u32, f32)>, u32, Option<CpuReason>) {
        let queue = Queue::new((0..5).map(|chunk| vec![2 * chunk, 2 * chunk + 1]).collect());
        let sent = RefCell::new(Vec::new());
        let send = |chunk: Vec<u32>, encoded: Result<Encoded, EmbedError>| {
            let Ok(encoded) = encoded else { return false };
            sent.borrow_mut().extend(chunk.into_iter().zip(encoded.rows));
            true
        };
        let mut n_chunks = 0;
        let on_gpu = |chunk: &[u32]| {
            n_chunks += 1;
            let failure = failure().filter(|_| n_chunks == 3);
            failure.map_or_else(|| Ok(vectors(chunk, 1.0)), Err)
        };
        let on_cpu = |chunk: &[u32]| Ok(vectors(chunk, 0.0));
        let (n_texts, failure) = take_chunks(&queue, &send, on_gpu, on_cpu);
        let mut sent = sent.into_inner();
        sent.sort_by_key(|&(text, _)| text);
        (sent, n_texts, failure)
    }

    fn expected(first_on_gpu: u32) -> Vec<(u32, f32)> {
        (0..10)
            .map(|text| (text, if text < first_on_gpu { 0.0 } else { 1.0 }))
            .collect()
    }

    #[test]
    fn gpu_encodes_all_chunks() {
        assert_eq!(taken(|| None), (expected(0), 10, None));
    }

    #[test]
    fn cpu_takes_over_from_a_lost_gpu() {
        let lost = || Some(ChunkError::Gpu(CpuReason::Silent));
        assert_eq!(taken(lost), (expected(6), 4, Some(CpuReason::Silent)));
    }

    #[test]
    fn no_vector_of_a_wrong_gpu_is_used() {
        let wrong = || Some(ChunkError::Gpu(CpuReason::Wrong));
        assert_eq!(taken(wrong), (expected(10), 0, Some(CpuReason::Wrong)));
    }

    #[test]
    fn text_without_a_vector_ends_the_run() {
        let error = || Some(ChunkError::Text(EmbedError::NotFinite { instance: 1 }));
        assert_eq!(taken(error), (vec![], 0, None));
    }
}
