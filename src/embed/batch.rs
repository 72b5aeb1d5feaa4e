//! Which texts are encoded together.
//!
//! Texts of a batch are padded to the longest of them, so texts of like length belong together. Which batch a text
//! falls into never changes its vector.

/// A new batch starts where padding would cost more tokens than starting one does.
const BATCH_COST: usize = 32;

/// Groups texts for the encoder: each batch holds the indices of texts of like length, and no more than `budget`
/// tokens, padding included, unless one text alone is longer.
///
/// `lengths`: tokens of each text, or any measure that grows with them. Batches go from short texts to long ones;
/// within a batch too, ties to the lowest index. Every index is in exactly one batch. O(n log n) time.
///
/// ```
/// # use fastgas::embed::batches;
/// assert_eq!(batches(&[9, 200, 8, 9], 512), [vec![2, 0, 3], vec![1]]);
/// ```
pub fn batches(lengths: &[usize], budget: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..lengths.len() as u32).collect();
    order.sort_by_key(|&index| lengths[index as usize]);
    let mut batches: Vec<Vec<u32>> = Vec::new();
    for index in order {
        let length = lengths[index as usize];
        match batches.last_mut() {
            Some(batch)
                if (batch.len() + 1) * length <= budget
                    && batch
                        .iter()
                        .map(|&shorter| length - lengths[shorter as usize])
                        .sum::<usize>()
                        <= BATCH_COST =>
            {
                batch.push(index);
            }
            _ => batches.push(vec![index]),
        }
    }
    batches
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_text_is_in_one_batch_and_padding_is_small(
            lengths in prop::collection::vec(0usize..300, 0..200),
            budget in 1usize..1000,
        ) {
            let batches = batches(&lengths, budget);
            let mut all: Vec<u32> = batches.concat();
            prop_assert!(all.is_sorted_by_key(|&index| (lengths[index as usize], index)));
            all.sort_unstable();
            prop_assert!(all.iter().copied().eq(0..lengths.len() as u32));
            for batch in &batches {
                let of_batch: Vec<usize> = batch.iter().map(|&index| lengths[index as usize]).collect();
                let padded = of_batch.len() * of_batch[of_batch.len() - 1];
                prop_assert!(of_batch.len() == 1 || padded <= budget);
                prop_assert!(padded - of_batch.iter().sum::<usize>() <= BATCH_COST);
            }
        }
    }
}
