//! Splits texts into chunks, and each chunk into batches.
//! Each worker or thread processes one chunk at a time.
//! A batch is a part of a chunk. The model processes the texts of a batch together.
//!
//! ```text
//!  texts ──chunks──▶ ▆▆▆▆ ▆▆▆▆ ▆▆▆ ▆▆ ▆ ▆   similar lengths per chunk; short and long chunks alternate; small chunks last
//!                       │
//!                       └──batches──▶ ▆▆ ▆▆   similar lengths per batch, so that there is little padding
//! ```
//!
//! The split into chunks and batches never changes the vectors.

use std::cmp::Reverse;

/// Cost of starting a batch, in tokens. A new batch begins if padding would cost more tokens.
/// Starting a batch is slow, because about sixty operators load their weights from the L3 cache or from memory.
const BATCH_COST: usize = 4;

/// Maximum number of estimated tokens in a chunk: several full batches, which keep the encoder busy.
/// Embedding a chunk takes a fraction of a second, so the page can pause or cancel between two chunks.
const MAX_CHUNK: usize = 1024;
/// Minimum number of estimated tokens in a chunk, except in the last chunk.
/// With smaller chunks, the workers would finish at more similar times, but the message overhead would exceed this gain.
const MIN_CHUNK: usize = 128;

/// Estimates assume that an encoder reads at most this number of tokens from a text.
const MAX_TOKENS: usize = 256;

/// Estimates the number of tokens in a text, including special tokens, from its number of bytes.
/// The estimate assumes 4.5 letters per English token.
/// Before the texts are tokenized, the amount of work is measured in estimated tokens.
pub fn likely_tokens(bytes: usize) -> usize {
    (bytes * 2 / 9 + 2).min(MAX_TOKENS)
}

/// Splits texts into chunks for `n_workers` workers. Each worker takes one chunk at a time, in order.
///
/// - Each chunk contains texts of similar length, so that there is little padding.
/// - At any time, the embedded texts are a representative sample, because chunks follow the van der Corput sequence.
///   Every prefix of the van der Corput sequence is spread evenly over the text lengths.
/// - All workers finish nearly simultaneously, because the last chunks contain texts of all lengths.
///   Each of the last chunks is at most half of one worker's share of the remaining work.
///   This scheduling is called guided self-scheduling (Polychronopoulos & Kuck 1987).
///
/// `tokens` contains the result of [`likely_tokens`] for each text. Every index is in exactly one chunk.
/// Within a chunk, longer texts come first, and ties go to the lowest index. O(n log n) time.
///
/// ```
/// # use fastgas_embedding::text_chunks;
/// assert_eq!(text_chunks(&[250, 9, 250, 9], 1), [vec![0], vec![2], vec![1, 3]]);
/// ```
pub fn text_chunks(tokens: &[usize], n_workers: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..tokens.len() as u32).collect();
    order.sort_by_key(|&text| Reverse(tokens[text as usize]));
    let all: usize = tokens.iter().sum();
    let sharing = 2 * n_workers.max(1);
    let (last, first) = spread(&order, tokens, sharing * MAX_CHUNK, all);
    let mut first: Vec<(usize, Vec<u32>)> = cut(&first, tokens, |_| MAX_CHUNK).into_iter().enumerate().collect();
    first.sort_by_key(|(index, _)| index.reverse_bits());
    let mut chunks: Vec<Vec<u32>> = first.into_iter().map(|(_, chunk)| chunk).collect();
    chunks.extend(cut(&last, tokens, |left| (left / sharing).clamp(MIN_CHUNK, MAX_CHUNK)));
    chunks
}

/// Splits the texts in `order` into two lists, both spread evenly over `order`.
/// The texts have `all` tokens in total. The texts in the first list have about `some` tokens in total.
fn spread(order: &[u32], tokens: &[usize], some: usize, all: usize) -> (Vec<u32>, Vec<u32>) {
    // The products have 64 bits, because `usize` has 32 bits in WebAssembly, and a pool can have more than 2²⁴ tokens.
    let (some, all) = (some.min(all) as u64, all as u64);
    let mut due = 0;
    order.iter().partition(|&&text| {
        let length = tokens[text as usize] as u64;
        due += length * some;
        let is_due = due >= length * all;
        due -= if is_due { length * all } else { 0 };
        is_due
    })
}

/// Splits the texts in `order` into chunks.
/// `budget` returns the maximum number of tokens in the next chunk, given the number of remaining tokens.
fn cut(order: &[u32], tokens: &[usize], budget: impl Fn(usize) -> usize) -> Vec<Vec<u32>> {
    let mut left: usize = order.iter().map(|&text| tokens[text as usize]).sum();
    let mut chunks: Vec<Vec<u32>> = Vec::new();
    let (mut size, mut allowed) = (0, 0);
    for &text in order {
        let length = tokens[text as usize];
        match chunks.last_mut() {
            Some(chunk) if size + length <= allowed => chunk.push(text),
            _ => {
                allowed = budget(left);
                size = 0;
                chunks.push(vec![text]);
            }
        }
        size += length;
        left -= length;
    }
    chunks
}

/// Splits texts into batches for the encoder. Each batch contains the indexes of similarly long texts.
/// A batch has at most `budget` tokens including padding, except if a single text is longer.
///
/// `lengths` contains the number of tokens in each text.
/// Batches, and the texts within a batch, are in ascending order of length. Ties go to the lowest index.
/// Every index is in exactly one batch. O(n log n) time.
///
/// ```
/// # use fastgas_embedding::batches;
/// assert_eq!(batches(&[9, 200, 8, 9], 512), [vec![2, 0, 3], vec![1]]);
/// ```
pub fn batches(lengths: &[usize], budget: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..lengths.len() as u32).collect();
    order.sort_by_key(|&text| lengths[text as usize]);
    let mut batches: Vec<Vec<u32>> = Vec::new();
    let (mut longest, mut padding) = (0, 0);
    for text in order {
        let length = lengths[text as usize];
        match batches.last_mut() {
            Some(batch)
                if (batch.len() + 1) * length <= budget && padding + batch.len() * (length - longest) <= BATCH_COST =>
            {
                padding += batch.len() * (length - longest);
                batch.push(text);
            }
            _ => {
                padding = 0;
                batches.push(vec![text]);
            }
        }
        longest = length;
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn empty_pool_has_no_chunks() {
        assert_eq!(text_chunks(&[], 4), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn likely_tokens_grow_up_to_the_limit() {
        assert_eq!(likely_tokens(0), 2);
        assert_eq!(likely_tokens(9), 4);
        assert_eq!(likely_tokens(100_000), 256);
    }

    #[test]
    fn equally_fast_workers_finish_together() {
        // 3,000 texts of 5 to 255 tokens, most of them short.
        let tokens: Vec<usize> = (0..3000).map(|text| 5 + 250 * text * text / 9_000_000).collect();
        for n_workers in [1, 2, 3, 8] {
            let mut busy_until = vec![0; n_workers];
            for chunk in text_chunks(&tokens, n_workers) {
                let first = busy_until.iter_mut().min().expect("a worker");
                *first += chunk.iter().map(|&text| tokens[text as usize]).sum::<usize>();
            }
            let (first, last) = (busy_until.iter().min(), busy_until.iter().max());
            assert!(
                last.zip(first).is_some_and(|(last, first)| last - first <= MIN_CHUNK),
                "{busy_until:?}"
            );
        }
    }

    #[test]
    fn first_chunks_are_a_representative_sample() {
        // 20,000 texts, most of them short. Texts of similar length are adjacent, as in a sorted file.
        let tokens: Vec<usize> = (0..20_000)
            .map(|text| 5 + 250 * (text / 100) * (text / 100) / 40_000)
            .collect();
        let mean =
            |texts: &[u32]| texts.iter().map(|&text| tokens[text as usize]).sum::<usize>() as f64 / texts.len() as f64;
        let order = text_chunks(&tokens, 4).concat();
        let of_all = mean(&order);
        for percent in [2, 5, 10, 20, 50, 90] {
            let (so_far, others) = order.split_at(order.len() * percent / 100);
            for sample in [so_far, others] {
                let ratio = mean(sample) / of_all;
                assert!((0.9..1.1).contains(&ratio), "{ratio} of the mean length at {percent} %");
            }
        }
    }

    proptest! {
        #[test]
        fn every_text_is_in_one_chunk_of_limited_size(
            tokens in prop::collection::vec(2usize..=256, 0..2000),
            n_workers in 0usize..9,
        ) {
            let chunks = text_chunks(&tokens, n_workers);
            let mut all: Vec<u32> = chunks.concat();
            all.sort_unstable();
            prop_assert!(all.iter().copied().eq(0..tokens.len() as u32));
            let mut left: usize = tokens.iter().sum();
            for chunk in &chunks {
                prop_assert!(chunk.is_sorted_by_key(|&text| (Reverse(tokens[text as usize]), text)));
                let size: usize = chunk.iter().map(|&text| tokens[text as usize]).sum();
                let share = left / (2 * n_workers.max(1));
                prop_assert!(chunk.len() == 1 || size <= share.clamp(MIN_CHUNK, MAX_CHUNK));
                left -= size;
            }
        }

        #[test]
        fn every_text_is_in_one_batch_with_little_padding(
            lengths in prop::collection::vec(0usize..300, 0..200),
            budget in 1usize..1000,
        ) {
            let batches = batches(&lengths, budget);
            let mut all: Vec<u32> = batches.concat();
            prop_assert!(all.is_sorted_by_key(|&text| (lengths[text as usize], text)));
            all.sort_unstable();
            prop_assert!(all.iter().copied().eq(0..lengths.len() as u32));
            for batch in &batches {
                let of_batch: Vec<usize> = batch.iter().map(|&text| lengths[text as usize]).collect();
                let padded = of_batch.len() * of_batch[of_batch.len() - 1];
                prop_assert!(of_batch.len() == 1 || padded <= budget);
                prop_assert!(padded - of_batch.iter().sum::<usize>() <= BATCH_COST);
            }
        }
    }
}
