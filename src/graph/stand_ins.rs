//! Groups around one that stands for the others: each is near to that one, and not only to another that is near to it, as
//! where groups grow from one to the next.
//!
//! ```text
//!  near  0─1─2─3─4     groups  0 1   2 3   4      0 takes 1; 2 is near to 1 only, so it stands for itself and takes 3
//! ```

/// Of each row the one that stands for it, or itself.
///
/// `first_of`: of each row the lowest that is the same as it, or itself; these are one, and stay together. `near`: pairs of rows,
/// in any order and either direction. In rising order each that nobody stands for yet stands for itself, and for all that
/// are near to it and have nobody yet; so who is near to several that stand for themselves goes to the lowest.
/// O(n + p·log p) time for p pairs, O(n + p) space.
pub fn stand_ins(first_of: &[u32], near: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let pairs = near.map(|(a, b)| (first_of[a as usize], first_of[b as usize]));
    let mut pairs: Vec<(u32, u32)> = pairs.map(|(a, b)| (a.max(b), a.min(b))).collect();
    pairs.sort_unstable();
    let mut stand_ins: Vec<u32> = (0..first_of.len() as u32).collect();
    let stands_for_itself = |stand_ins: &[u32], row: u32| stand_ins[row as usize] == row;
    // All of the lower ones is settled when a row's turn comes.
    for (row, lower) in pairs {
        if stands_for_itself(&stand_ins, row) && stands_for_itself(&stand_ins, lower) {
            stand_ins[row as usize] = lower;
        }
    }
    first_of.iter().map(|&first| stand_ins[first as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_chain_is_cut_where_nobody_is_near_to_the_one_that_stands_for_the_others() {
        let chain = |n: u32| (1..n).map(|row| (row, row - 1));
        let alone: Vec<u32> = (0..5).collect();
        assert_eq!(stand_ins(&alone, chain(5)), [0, 0, 2, 2, 4]);
        // 3 is the same as 0, and what is near to it is near to both.
        assert_eq!(stand_ins(&[0, 1, 2, 0, 4], chain(5)), [0, 0, 0, 0, 0]);
    }

    proptest! {
        /// Against taking them one after another, and whatever the pairs' order.
        #[test]
        fn each_is_near_to_the_one_that_stands_for_it(
            words in prop::collection::vec(0_usize..12, 1..14),
            pairs in prop::collection::vec((0_u32..14, 0_u32..14), 0..30),
        ) {
            let n = words.len() as u32;
            let pairs: Vec<_> = pairs.into_iter().filter(|&(a, b)| a < n && b < n).collect();
            let first = |word| words.iter().position(|other| other == word).expect("itself") as u32;
            let first_of: Vec<u32> = words.iter().map(first).collect();
            let found = stand_ins(&first_of, pairs.iter().copied());
            prop_assert_eq!(&found, &stand_ins(&first_of, pairs.iter().rev().map(|&(a, b)| (b, a))));
            let is_near = |a: u32, b: u32| first_of[a as usize] == first_of[b as usize] || pairs.iter().any(|&(c, d)| {
                let pair = [first_of[c as usize], first_of[d as usize]];
                pair == [first_of[a as usize], first_of[b as usize]] || pair == [first_of[b as usize], first_of[a as usize]]
            });
            let mut slow: Vec<Option<u32>> = vec![None; n as usize];
            for row in 0..n {
                if slow[row as usize].is_none() {
                    for other in (row..n).filter(|&other| is_near(row, other)) {
                        slow[other as usize].get_or_insert(row);
                    }
                }
            }
            prop_assert_eq!(found.into_iter().map(Some).collect::<Vec<_>>(), slow);
        }
    }
}
