//! Embeds texts on a GPU while the threads of the CPU embed other texts. The CPU checks the GPU, and takes over if the GPU fails.
//!
//! ```text
//!  queue:  ▆▆▆ ▆▆▆ ▆▆▆ … ▆▆▆ ▆▆▆ ▆▆▆
//!          └─▶ threads of the CPU └─▶ GPU, one text of each chunk is also computed on the CPU
//! ```

use crate::embed_pool::{GpuShare, Queue, SendChunk, texts_of};
use fastgas_embedding::{EmbedError, Encoded};
use fastgas_encoder::{Encoder, Tokens};
use fastgas_gpu::{EncoderFailure, GpuEncoder, GpuVectors, block_on};
use fastgas_graph::CpuReason;

/// Why a chunk was not encoded on a GPU.
#[derive(Debug)]
enum ChunkError {
    Gpu(EncoderFailure),
    /// The CPU cannot encode a text of the chunk either. The error ends the run.
    Text(EmbedError),
}

impl From<EmbedError> for ChunkError {
    fn from(error: EmbedError) -> ChunkError {
        ChunkError::Text(error)
    }
}

/// Encodes chunks from the end of the queue on a GPU. If the GPU fails, encodes chunks on the CPU, until the queue is empty.
pub fn encode(texts: &[&str], encoder: &Encoder, queue: &Queue, send: SendChunk<'_>) -> GpuShare {
    let opened = match encoder.weights() {
        Some(weights) => block_on(GpuEncoder::open(true, &weights)),
        None => Err(EncoderFailure::Weights { part: "operators" }),
    };
    let mut gpu = match opened {
        Ok(gpu) => gpu,
        // The threads of the CPU encode all chunks.
        Err(failure) => {
            return GpuShare {
                name: String::new(),
                n_texts: 0,
                failure: Some(failure.to_string()),
            };
        }
    };
    let on_gpu = |chunk: &[u32]| encode_chunk(&mut gpu, encoder, &texts_of(chunk, texts));
    let on_cpu = |chunk: &[u32]| encoder.encode(&texts_of(chunk, texts));
    let (n_texts, failure) = take_chunks(queue, send, on_gpu, on_cpu);
    GpuShare {
        name: gpu.name().to_owned(),
        n_texts,
        failure: failure.map(|failure| failure.to_string()),
    }
}

/// Encodes chunks on the GPU until the queue is empty or the GPU fails. After a failure, encodes chunks on the CPU.
/// Returns the number of texts encoded on the GPU, and the failure.
///
/// The vectors of the GPU are sent at the end. If one of them is wrong, none is sent.
fn take_chunks(
    queue: &Queue,
    send: SendChunk<'_>,
    mut on_gpu: impl FnMut(&[u32]) -> Result<Encoded, ChunkError>,
    on_cpu: impl Fn(&[u32]) -> Result<Encoded, EmbedError>,
) -> (usize, Option<EncoderFailure>) {
    let mut encoded = Vec::new();
    let mut failure = None;
    while let Some(chunk) = queue.last() {
        match on_gpu(&chunk) {
            Ok(vectors) => encoded.push((chunk, vectors)),
            Err(ChunkError::Text(error)) => {
                // The error ends the run.
                send(chunk, Err(error));
                return (0, None);
            }
            Err(ChunkError::Gpu(reason)) => {
                queue.put_back(chunk);
                failure = Some(reason);
                break;
            }
        }
    }
    if failure == Some(EncoderFailure::Gpu(CpuReason::Wrong)) {
        encoded.drain(..).for_each(|(chunk, _)| queue.put_back(chunk));
    }
    let mut n_texts = 0;
    for (chunk, vectors) in encoded {
        n_texts += chunk.len();
        if !send(chunk, Ok(vectors)) {
            return (n_texts, failure);
        }
    }
    // After a failure, the other threads may have ended already.
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

/// Encodes texts on the GPU, and the texts that the GPU leaves on the CPU. Compares one text with the result of the CPU.
fn encode_chunk(gpu: &mut GpuEncoder, encoder: &Encoder, texts: &[&str]) -> Result<Encoded, ChunkError> {
    let (tokens, ends) = encoder.tokens(texts)?;
    let vectors = block_on(gpu.encode(&tokens)).map_err(ChunkError::Gpu)?;
    let rows = checked(vectors, encoder, &tokens)?;
    Ok(Encoded { rows, ends })
}

/// Computes the texts that the GPU has left, and compares one other text with the result of the CPU.
fn checked(vectors: GpuVectors, encoder: &Encoder, tokens: &[Tokens]) -> Result<Vec<f32>, ChunkError> {
    let GpuVectors { mut rows, left } = vectors;
    let width = encoder.dimensions();
    let encoded: Vec<usize> = (0..tokens.len())
        .filter(|&text| left.binary_search(&(text as u32)).is_err())
        .collect();
    if let Some(&text) = encoded.get(drawn(tokens, encoded.len())) {
        let expected = encoder.encode_tokens(&tokens[text..=text])?;
        let bits = |numbers: &[f32]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<u32>>();
        if bits(&rows[text * width..][..width]) != bits(&expected) {
            return Err(ChunkError::Gpu(CpuReason::Wrong.into()));
        }
    }
    let others: Vec<Tokens> = left.iter().map(|&text| tokens[text as usize].clone()).collect();
    let computed = encoder.encode_tokens(&others).map_err(|error| error.in_rows(&left))?;
    for (&text, vector) in left.iter().zip(computed.chunks_exact(width)) {
        rows[text as usize * width..][..width].copy_from_slice(vector);
    }
    Ok(rows)
}

/// A pseudo-random number below `n` that depends on the tokens, or 0 if `n` is 0. The hash function is FNV-1a.
fn drawn(tokens: &[Tokens], n: usize) -> usize {
    let ids = tokens.iter().flat_map(|tokens| &tokens.ids);
    let hash = ids.fold(0xcbf2_9ce4_8422_2325_u64, |hash, &id| {
        (hash ^ u64::from(id)).wrapping_mul(0x0100_0000_01b3)
    });
    hash.checked_rem(n as u64).unwrap_or(0) as usize
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Vectors of one number per text: the given number.
    fn vectors(chunk: &[u32], number: f32) -> Encoded {
        Encoded {
            rows: vec![number; chunk.len()],
            ends: vec![0; chunk.len()],
        }
    }

    /// Takes five chunks of two texts. The GPU returns the number 1 and the CPU 0; the GPU's third chunk fails.
    /// Returns the text and the number of each result, the number of texts of the GPU, and the failure.
    fn taken(failure: impl Fn() -> Option<ChunkError>) -> (Vec<(u32, f32)>, usize, Option<EncoderFailure>) {
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
        let lost = || Some(ChunkError::Gpu(CpuReason::Silent.into()));
        assert_eq!(taken(lost), (expected(6), 4, Some(CpuReason::Silent.into())));
    }

    #[test]
    fn no_vector_of_a_wrong_gpu_is_used() {
        let wrong = || Some(ChunkError::Gpu(CpuReason::Wrong.into()));
        assert_eq!(taken(wrong), (expected(10), 0, Some(CpuReason::Wrong.into())));
    }

    #[test]
    fn text_without_a_vector_ends_the_run() {
        let error = || Some(ChunkError::Text(EmbedError::NotFinite { instance: 1 }));
        assert_eq!(taken(error), (vec![], 0, None));
    }

    #[test]
    fn drawn_number_is_below_the_limit() {
        let tokens = |id| Tokens {
            ids: vec![id],
            types: vec![0],
            first_pooled: 0,
        };
        let drawn: Vec<usize> = (0..40).map(|id| drawn(&[tokens(id)], 4)).collect();
        assert!((0..4).all(|number| drawn.contains(&number)), "{drawn:?}");
        assert_eq!(super::drawn(&[tokens(7)], 0), 0);
    }
}
