//! Counts the near-duplicates of a pool.

use std::collections::BTreeSet;

use serde::Serialize;

use fastgas_data::Pool;
use fastgas_graph::{DUPLICATE_COSINE, DuplicateCount, Duplicates};

#[derive(Serialize)]
pub struct NearDuplicates {
    /// Number of texts that are near-duplicates (cosine above 0.99999), and number of groups of near-duplicates.
    #[serde(flatten)]
    count: DuplicateCount,
    repeated: u32,
}

impl NearDuplicates {
    pub fn of(duplicates: &Duplicates, pool: &Pool, column: usize) -> NearDuplicates {
        let n = duplicates.original_of().len();
        let different: BTreeSet<&str> = (0..n).map(|instance| pool.instance(instance).cell(column)).collect();
        NearDuplicates {
            count: duplicates.count(),
            repeated: (n - different.len()) as u32,
        }
    }

    /// Returns a message with the numbers of near-duplicates, if the pool contains near-duplicates.
    /// `folded` is true if one text represents its near-duplicates.
    /// `listed` is true if the user gives neighbor lists, because near-duplicates cannot be merged with given lists.
    pub fn line(&self, folded: bool, listed: bool) -> Option<String> {
        let DuplicateCount { instances, different } = self.count;
        let repeated = self.repeated;
        let then = match (folded, listed) {
            (true, _) => "one text of each group represents the others",
            (false, false) => "each text counts separately; use --fold-duplicates to let one text represent its group",
            (false, true) => {
                "each text counts separately; use --fold-duplicates without --neighbor-lists to let one text represent its group"
            }
        };
        let groups = if different == 1 { "group" } else { "groups" };
        (instances > 0).then(|| {
            format!(
                "{instances} texts are near-duplicates (cosine above {DUPLICATE_COSINE}) in {different} {groups}; texts \
                 identical to an earlier one: {repeated}; {then}"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_is_advised_only_where_it_is_possible() {
        let of = |instances, different| NearDuplicates {
            count: DuplicateCount { instances, different },
            repeated: 0,
        };
        let line = |folded, listed| of(2, 1).line(folded, listed).expect("there are duplicates");
        assert!(line(false, false).contains("use --fold-duplicates to let"));
        assert!(line(false, true).contains("use --fold-duplicates without --neighbor-lists"));
        assert!(!line(true, false).contains("--fold-duplicates"));
        assert_eq!(of(0, 0).line(false, true), None);
    }
}
