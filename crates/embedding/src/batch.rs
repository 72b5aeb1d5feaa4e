//! How texts are cut: into portions, one of which a worker or a thread takes at a time, and each portion by the
//! encoder into batches, which go through the model at once.
//!
//! ```text
//!  texts ──portions──▶ ▆▆▆▆ ▆▆▆▆ ▆▆▆ ▆▆ ▆ ▆   each of like length, short and long ones in turn, small portions last
//!                       │
//!                       └──batches──▶ ▆▆ ▆▆   of like length, so that little is padded
//! ```
//!
//! How a text is cut never changes its vector.

use std::cmp::Reverse;

/// A new batch starts where padding would cost more tokens than starting one does.
const BATCH_COST: usize = 32;

/// Most likely tokens of a portion: two full batches, so that the encoder is busy; a fraction of a second, so that
/// progress, pausing and cancelling need no other means.
const MAX_PORTION: usize = 1024;
/// Least likely tokens of a portion but the last: below this, sending it costs more than ending together gains.
const MIN_PORTION: usize = 128;

/// What an encoder reads of a text, in tokens.
const MAX_TOKENS: usize = 256;

/// Tokens that a text of so many bytes likely has, the special ones included: 4.5 letters to a token of English.
/// Work is measured in these before a text is tokenized.
pub fn likely_tokens(bytes: usize) -> usize {
    (bytes * 2 / 9 + 2).min(MAX_TOKENS)
}

/// Cuts texts into portions for `n_workers` that take one at a time, in order.
///
/// - Each portion is of texts of like length, so that little is padded.
/// - Whatever has been embedded is a fair sample of all: the portions come in the order of van der Corput's sequence, in
///   which every beginning is spread evenly over the lengths.
/// - All end nearly together: the last portions, of every length, are no more than half of one worker's share of what is
///   left then (guided self-scheduling, Polychronopoulos & Kuck 1987).
///
/// `tokens`: of each text, by [`likely_tokens`]. Every index is in exactly one portion; within one longer texts come first,
/// ties to the lowest index. O(n log n) time.
///
/// ```
/// # use fastgas_embedding::portions;
/// assert_eq!(portions(&[250, 9, 250, 9], 1), [vec![0], vec![2], vec![1, 3]]);
/// ```
pub fn portions(tokens: &[usize], n_workers: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..tokens.len() as u32).collect();
    order.sort_by_key(|&text| Reverse(tokens[text as usize]));
    let all: usize = tokens.iter().sum();
    let sharing = 2 * n_workers.max(1);
    let (last, first) = spread(&order, tokens, sharing * MAX_PORTION, all);
    let mut first: Vec<(usize, Vec<u32>)> = cut(&first, tokens, |_| MAX_PORTION).into_iter().enumerate().collect();
    first.sort_by_key(|(place, _)| place.reverse_bits());
    let mut portions: Vec<Vec<u32>> = first.into_iter().map(|(_, portion)| portion).collect();
    portions.extend(cut(&last, tokens, |left| {
        (left / sharing).clamp(MIN_PORTION, MAX_PORTION)
    }));
    portions
}

/// Those of about `some` of `all` tokens, spread evenly over the order, and the others.
fn spread(order: &[u32], tokens: &[usize], some: usize, all: usize) -> (Vec<u32>, Vec<u32>) {
    let mut due = 0;
    order.iter().partition(|&&text| {
        let length = tokens[text as usize];
        due += length * some.min(all);
        let is_due = due >= length * all;
        due -= if is_due { length * all } else { 0 };
        is_due
    })
}

/// Cuts texts in their order into portions, each of as many tokens as `budget` allows it when so many are left.
fn cut(order: &[u32], tokens: &[usize], budget: impl Fn(usize) -> usize) -> Vec<Vec<u32>> {
    let mut left: usize = order.iter().map(|&text| tokens[text as usize]).sum();
    let mut portions: Vec<Vec<u32>> = Vec::new();
    let (mut size, mut allowed) = (0, 0);
    for &text in order {
        let length = tokens[text as usize];
        match portions.last_mut() {
            Some(portion) if size + length <= allowed => portion.push(text),
            _ => {
                allowed = budget(left);
                size = 0;
                portions.push(vec![text]);
            }
        }
        size += length;
        left -= length;
    }
    portions
}

/// Cuts texts into batches for the encoder: each holds the indices of texts of like length, and no more than
/// `budget` tokens, padding included, unless one text alone is longer.
///
/// `lengths`: tokens of each text. Batches go from short texts to long ones; within a batch too, ties to the lowest
/// index. Every index is in exactly one batch. O(n log n) time.
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
    fn no_texts_make_no_portion() {
        assert_eq!(portions(&[], 4), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn tokens_grow_with_the_text_up_to_what_is_read() {
        assert_eq!(likely_tokens(0), 2);
        assert_eq!(likely_tokens(9), 4);
        assert_eq!(likely_tokens(100_000), 256);
    }

    #[test]
    fn workers_of_one_speed_end_together() {
        // 3,000 texts of 5 to 255 tokens, most of them short.
        let tokens: Vec<usize> = (0..3000).map(|text| 5 + 250 * text * text / 9_000_000).collect();
        for n_workers in [1, 2, 3, 8] {
            let mut busy_until = vec![0; n_workers];
            for portion in portions(&tokens, n_workers) {
                let first = busy_until.iter_mut().min().expect("a worker");
                *first += portion.iter().map(|&text| tokens[text as usize]).sum::<usize>();
            }
            let (first, last) = (busy_until.iter().min(), busy_until.iter().max());
            assert!(
                last.zip(first).is_some_and(|(last, first)| last - first <= MIN_PORTION),
                "{busy_until:?}"
            );
        }
    }

    #[test]
    fn what_is_embedded_first_is_a_fair_sample() {
        // 20,000 texts, most of them short; texts of like length stand together, as those of a sorted file.
        let tokens: Vec<usize> = (0..20_000)
            .map(|text| 5 + 250 * (text / 100) * (text / 100) / 40_000)
            .collect();
        let mean =
            |texts: &[u32]| texts.iter().map(|&text| tokens[text as usize]).sum::<usize>() as f64 / texts.len() as f64;
        let order = portions(&tokens, 4).concat();
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
        fn every_text_is_in_one_portion_and_none_is_too_large(
            tokens in prop::collection::vec(2usize..=256, 0..2000),
            n_workers in 0usize..9,
        ) {
            let portions = portions(&tokens, n_workers);
            let mut all: Vec<u32> = portions.concat();
            all.sort_unstable();
            prop_assert!(all.iter().copied().eq(0..tokens.len() as u32));
            let mut left: usize = tokens.iter().sum();
            for portion in &portions {
                prop_assert!(portion.is_sorted_by_key(|&text| (Reverse(tokens[text as usize]), text)));
                let size: usize = portion.iter().map(|&text| tokens[text as usize]).sum();
                let share = left / (2 * n_workers.max(1));
                prop_assert!(portion.len() == 1 || size <= share.clamp(MIN_PORTION, MAX_PORTION));
                left -= size;
            }
        }

        #[test]
        fn every_text_is_in_one_batch_and_padding_is_small(
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
