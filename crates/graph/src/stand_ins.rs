//! Groups around one that stands for the others: each is near to that one, and not only to another that is near to it, as
//! where groups grow from one to the next.
//!
//! ```text
//!  near  0─1─2─3─4     groups  0 1   2 3   4      0 takes 1; 2 is near to 1 only, so it stands for itself and takes 3
//! ```

use std::iter::successors;

/// Of each row the one that stands for it, or itself.
///
/// `first_of`: of each row the lowest that is the same as it, or itself; these are one, and stay together. `near`: rows that are
/// near to one, of each two at least one at the other. In rising order each that nobody stands for yet stands for itself, and
/// for all that are near to it and have nobody yet; so who is near to several that stand for themselves goes to the lowest.
/// Reads what is near to each row twice; O(n) space.
pub fn stand_ins<I: Iterator<Item = u32>>(first_of: &[u32], near: impl Fn(u32) -> I) -> Vec<u32> {
    let rows = 0..first_of.len() as u32;
    // Of those that are the same the next one, or itself.
    let mut next: Vec<u32> = rows.clone().collect();
    for row in rows.clone().rev().filter(|&row| first_of[row as usize] != row) {
        let first = first_of[row as usize];
        let after = next[first as usize];
        next[row as usize] = if after == first { row } else { after };
        next[first as usize] = row;
    }
    let near = |row: u32| {
        let same = successors(Some(row), |&at| Some(next[at as usize]).filter(|&after| after != at));
        same.flat_map(&near).map(|other| first_of[other as usize])
    };
    let mut stand_ins: Vec<u32> = rows.clone().collect();
    for row in rows.filter(|&row| first_of[row as usize] == row) {
        let lower = near(row).filter(|&other| other < row && stand_ins[other as usize] == other);
        let lowest = lower.fold(stand_ins[row as usize], u32::min);
        stand_ins[row as usize] = lowest;
        for higher in near(row).filter(|&other| lowest == row && other > row) {
            if stand_ins[higher as usize] == higher {
                stand_ins[higher as usize] = row;
            }
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
        let chain = |row: u32| row.checked_sub(1).into_iter();
        let alone: Vec<u32> = (0..5).collect();
        assert_eq!(stand_ins(&alone, chain), [0, 0, 2, 2, 4]);
        // 3 is the same as 0, and what is near to it is near to both.
        assert_eq!(stand_ins(&[0, 1, 2, 0, 4], chain), [0, 0, 0, 0, 0]);
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
            let behind = |row| pairs.iter().filter(move |&&(a, _)| a == row).map(|&(_, b)| b);
            let before = |row| pairs.iter().rev().filter(move |&&(_, b)| b == row).map(|&(a, _)| a);
            let found = stand_ins(&first_of, behind);
            prop_assert_eq!(&found, &stand_ins(&first_of, before));
            prop_assert_eq!(&found, &stand_ins(&first_of, |row| behind(row).chain(before(row))));
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
