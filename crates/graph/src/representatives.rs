//! Groups rows around representatives. Every member of a group is near the representative of the group.
//! In single-linkage clustering, by contrast, a member of a group may be near only one other member.
//!
//! ```text
//!  near  0─1─2─3─4     groups  0 1   2 3   4      0 represents 1; 2 is near 1 but not near 0, so 2 represents 3
//! ```

use std::iter::successors;

/// Returns the representative of each row. A row that no other row represents is its own representative.
///
/// `first_of` contains for each row the lowest identical row, which may be the row itself.
/// Identical rows always get the same representative. `near` returns the rows near a given row.
/// If two rows are near each other, it is sufficient that `near` returns one of the two rows for the other row.
/// Rows are visited in ascending order. A row without a representative becomes a representative.
/// A new representative represents all rows near it that have no representative yet.
/// A row that is near several representatives is therefore assigned to the representative with the lowest index.
/// The function `near` is called twice for each row. O(n) space.
pub fn representatives<I: Iterator<Item = u32>>(first_of: &[u32], near: impl Fn(u32) -> I) -> Vec<u32> {
    let rows = 0..first_of.len() as u32;
    // For each row, the next identical row. The last of several identical rows refers to itself.
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
    let mut representatives: Vec<u32> = rows.clone().collect();
    for row in rows.filter(|&row| first_of[row as usize] == row) {
        let lower = near(row).filter(|&other| other < row && representatives[other as usize] == other);
        let lowest = lower.fold(representatives[row as usize], u32::min);
        representatives[row as usize] = lowest;
        for higher in near(row).filter(|&other| lowest == row && other > row) {
            if representatives[higher as usize] == higher {
                representatives[higher as usize] = row;
            }
        }
    }
    first_of.iter().map(|&first| representatives[first as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn chain_is_cut_where_rows_are_not_near_the_representative() {
        let chain = |row: u32| row.checked_sub(1).into_iter();
        let alone: Vec<u32> = (0..5).collect();
        assert_eq!(representatives(&alone, chain), [0, 0, 2, 2, 4]);
        // Row 3 is identical to row 0, so a row near row 0 or row 3 is near both.
        assert_eq!(representatives(&[0, 1, 2, 0, 4], chain), [0, 0, 0, 0, 0]);
    }

    proptest! {
        /// The groups equal the result of a slow loop over all pairs of rows.
        /// The groups do not depend on the order of the rows that `near` returns.
        /// For a pair of near rows, the groups do not depend on which row `near` returns for the other row.
        #[test]
        fn each_row_is_near_its_representative(
            words in prop::collection::vec(0_usize..12, 1..14),
            pairs in prop::collection::vec((0_u32..14, 0_u32..14), 0..30),
        ) {
            let n = words.len() as u32;
            let pairs: Vec<_> = pairs.into_iter().filter(|&(a, b)| a < n && b < n).collect();
            let first = |word| words.iter().position(|other| other == word).expect("itself") as u32;
            let first_of: Vec<u32> = words.iter().map(first).collect();
            let behind = |row| pairs.iter().filter(move |&&(a, _)| a == row).map(|&(_, b)| b);
            let before = |row| pairs.iter().rev().filter(move |&&(_, b)| b == row).map(|&(a, _)| a);
            let found = representatives(&first_of, behind);
            prop_assert_eq!(&found, &representatives(&first_of, before));
            prop_assert_eq!(&found, &representatives(&first_of, |row| behind(row).chain(before(row))));
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
