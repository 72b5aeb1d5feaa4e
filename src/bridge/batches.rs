//! Texts are embedded in batches of like length, the longest first.

/// Most texts of a batch: the answer comes often enough for a progress bar, and a lost batch is soon redone.
const MAX_TEXTS: usize = 32;

/// Most bytes of a batch, each text counted as long as the longest. A text alone may have more.
const MAX_BYTES: usize = 32 * 1024;

/// Splits the texts into batches of indices into `texts`: longest first, so that no worker is left with a long
/// batch at the end; ties by lowest index. Each index is in exactly one batch, and no batch is empty.
///
/// For `n_workers`, so that a small pool still gives each of them something to do.
/// O(n log n) time.
pub fn batches(texts: &[String], n_workers: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..texts.len() as u32).collect();
    order.sort_by_key(|&text| std::cmp::Reverse(texts[text as usize].len()));
    let max_texts = texts.len().div_ceil(n_workers.max(1)).clamp(1, MAX_TEXTS);
    let mut batches: Vec<Vec<u32>> = Vec::new();
    let mut longest = 0;
    for text in order {
        match batches.last_mut() {
            Some(batch) if batch.len() < max_texts && (batch.len() + 1) * longest <= MAX_BYTES => batch.push(text),
            _ => {
                longest = texts[text as usize].len();
                batches.push(vec![text]);
            }
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn no_texts_make_no_batch() {
        assert_eq!(batches(&[], 4), Vec::<Vec<u32>>::new());
    }

    #[test]
    fn longest_first_and_ties_by_index() {
        let texts = ["a", "ccc", "b", "dddd", "eee"].map(String::from);
        assert_eq!(batches(&texts, 1), [vec![3, 1, 4, 0, 2]]);
        assert_eq!(batches(&texts, 2), [vec![3, 1, 4], vec![0, 2]]);
    }

    #[test]
    fn a_huge_text_stands_alone() {
        let texts = ["x".repeat(MAX_BYTES + 1), "y".into(), "z".into()];
        assert_eq!(batches(&texts, 1), [vec![0], vec![1, 2]]);
    }

    proptest! {
        #[test]
        fn every_text_is_in_one_batch(lengths in prop::collection::vec(0usize..3000, 0..200), n_workers in 0usize..9) {
            let texts: Vec<String> = lengths.iter().map(|&length| "x".repeat(length)).collect();
            let batches = batches(&texts, n_workers);
            for batch in &batches {
                let longest = batch.iter().map(|&text| lengths[text as usize]).max();
                prop_assert!(!batch.is_empty() && batch.len() <= MAX_TEXTS);
                prop_assert!(batch.len() == 1 || batch.len() * longest.unwrap_or(0) <= MAX_BYTES);
            }
            let flat: Vec<u32> = batches.concat();
            prop_assert!(flat.is_sorted_by_key(|&text| std::cmp::Reverse(lengths[text as usize])));
            let mut sorted = flat;
            sorted.sort_unstable();
            prop_assert_eq!(sorted, (0..texts.len() as u32).collect::<Vec<_>>());
        }
    }
}
