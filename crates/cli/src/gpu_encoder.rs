//! Embeds texts on a GPU while the threads of the CPU embed other texts. The CPU checks the GPU, and takes over if the GPU fails.
//!
//! ```text
//!  queue:  ▆▆▆ ▆▆▆ ▆▆▆ … ▆▆▆ ▆▆▆ ▆▆▆
//!          └─▶ threads of the CPU └─▶ GPU, one text of each portion is also computed on the CPU
//! ```

use crate::embed_pool::{Queue, SendPortion, texts_of};
use fastgas_embedding::{EmbedError, Encoded, GpuStop, HeldPortions};
use fastgas_encoder::Encoder;
use fastgas_gpu::{GpuEncoder, PortionError, block_on};
use fastgas_graph::{CpuReason, GpuShare};

/// Encodes portions from the end of the queue on a GPU. If the GPU fails, encodes portions on the CPU, until the queue is empty.
pub fn encode(texts: &[&str], encoder: &Encoder, queue: &Queue, send: SendPortion<'_>) -> GpuShare {
    let mut gpu = match block_on(GpuEncoder::open(true, encoder)) {
        Ok(gpu) => gpu,
        // The threads of the CPU encode all portions.
        Err(why) => {
            return GpuShare {
                why: Some(why),
                ..GpuShare::default()
            };
        }
    };
    let on_gpu = |portion: &[u32]| block_on(gpu.encode_checked(encoder, &texts_of(portion, texts)));
    let on_cpu = |portion: &[u32]| encoder.encode(&texts_of(portion, texts));
    let (n_texts, why) = take_portions(queue, send, on_gpu, on_cpu);
    let name = gpu.name().to_owned();
    GpuShare { name, n_texts, why }
}

/// Encodes portions on the GPU until the queue is empty or the GPU fails. After a failure, encodes portions on the CPU.
/// Returns the number of texts encoded on the GPU, and the reason of the failure.
///
/// The vectors of the GPU are sent at the end. If one of them is wrong, none is sent.
fn take_portions(
    queue: &Queue,
    send: SendPortion<'_>,
    mut on_gpu: impl FnMut(&[u32]) -> Result<Encoded, PortionError>,
    on_cpu: impl Fn(&[u32]) -> Result<Encoded, EmbedError>,
) -> (u32, Option<CpuReason>) {
    let mut held = HeldPortions::default();
    let mut failure = None;
    let mut stop = GpuStop::BetweenPortions;
    while let Some(portion) = queue.last() {
        match on_gpu(&portion) {
            Ok(vectors) => held.hold(portion, vectors),
            Err(PortionError::Text(error)) => {
                // The error ends the run.
                send(portion, Err(error));
                return (0, None);
            }
            Err(PortionError::Gpu(reason)) => {
                stop = match reason {
                    CpuReason::Wrong => GpuStop::Wrong(portion),
                    _ => GpuStop::Failed(portion),
                };
                failure = Some(reason);
                break;
            }
        }
    }
    let (used, left) = held.stop(stop);
    left.into_iter().for_each(|portion| queue.put_back(portion));
    let mut n_texts = 0;
    for (portion, vectors) in used {
        n_texts += portion.len() as u32;
        if !send(portion, Ok(vectors)) {
            return (n_texts, failure);
        }
    }
    // After a failure, the other threads may have ended already.
    while failure.is_some()
        && let Some(portion) = queue.first()
    {
        let vectors = on_cpu(&portion);
        if !send(portion, vectors) {
            break;
        }
    }
    (n_texts, failure)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// Vectors of one number per text: the given number.
    fn vectors(portion: &[u32], number: f32) -> Encoded {
        Encoded {
            rows: vec![number; portion.len()],
            ends: vec![0; portion.len()],
        }
    }

    /// Takes five portions of two texts. The GPU returns the number 1 and the CPU 0; the GPU's third portion fails.
    /// Returns the text and the number of each result, the number of texts of the GPU, and the reason of the failure.
    fn taken(failure: impl Fn() -> Option<PortionError>) -> (Vec<(u32, f32)>, u32, Option<CpuReason>) {
        let queue = Queue::new((0..5).map(|portion| vec![2 * portion, 2 * portion + 1]).collect());
        let sent = RefCell::new(Vec::new());
        let send = |portion: Vec<u32>, encoded: Result<Encoded, EmbedError>| {
            let Ok(encoded) = encoded else { return false };
            sent.borrow_mut().extend(portion.into_iter().zip(encoded.rows));
            true
        };
        let mut n_portions = 0;
        let on_gpu = |portion: &[u32]| {
            n_portions += 1;
            let failure = failure().filter(|_| n_portions == 3);
            failure.map_or_else(|| Ok(vectors(portion, 1.0)), Err)
        };
        let on_cpu = |portion: &[u32]| Ok(vectors(portion, 0.0));
        let (n_texts, failure) = take_portions(&queue, &send, on_gpu, on_cpu);
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
    fn gpu_encodes_all_portions() {
        assert_eq!(taken(|| None), (expected(0), 10, None));
    }

    #[test]
    fn cpu_takes_over_from_a_lost_gpu() {
        let lost = || Some(PortionError::Gpu(CpuReason::Silent));
        assert_eq!(taken(lost), (expected(6), 4, Some(CpuReason::Silent)));
    }

    #[test]
    fn no_vector_of_a_wrong_gpu_is_used() {
        let wrong = || Some(PortionError::Gpu(CpuReason::Wrong));
        assert_eq!(taken(wrong), (expected(10), 0, Some(CpuReason::Wrong)));
    }

    #[test]
    fn text_without_a_vector_ends_the_run() {
        let error = || Some(PortionError::Text(EmbedError::NotFinite { instance: 1 }));
        assert_eq!(taken(error), (vec![], 0, None));
    }
}
