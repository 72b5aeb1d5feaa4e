//! The result of an earlier selection, which a new selection extends.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{GraphInput, Input};
use crate::ConfigError;
use crate::Method;

/// The result of an earlier selection from the pool.
/// Picks are nested: a larger selection begins with the earlier picks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorSelection {
    /// Rows of the earlier picks, in selection order.
    pub picks: Vec<u32>,
    /// Rows that must not be picked, but that the picks should cover.
    pub skipped: Vec<u32>,
}

/// Picks that were made when only some instances of a pool had embeddings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlyPicks {
    /// Rows of the picks, in selection order.
    pub rows: Vec<u32>,
    /// Number of instances that had embeddings when the picks were made.
    pub among: u32,
}

impl EarlyPicks {
    /// Maximum number of picks, out of `budget`, while only `ready` of `total` instances have embeddings.
    /// The maximum number of picks is proportional to `ready`.
    /// Instances that are embedded later can therefore be represented equally well.
    pub fn share(budget: u32, ready: u32, total: u32) -> u32 {
        (u64::from(budget) * u64::from(ready) / u64::from(total.max(1))) as u32
    }
}

impl PriorSelection {
    /// A prior selection without picks and without skipped rows.
    pub const NONE: &PriorSelection = &PriorSelection {
        picks: Vec::new(),
        skipped: Vec::new(),
    };

    /// Adds `rows` to the skipped rows, except rows that are already picked or skipped.
    /// For example, callers pass the rows of texts without words, which cannot be labeled but stay in the graph.
    /// The function has no effect if the method cannot [extend](Method::extends) earlier picks.
    pub fn excluding(mut self, rows: &[u32], method: Method) -> PriorSelection {
        if method.extends() && !rows.is_empty() {
            let settled: BTreeSet<u32> = self.picks.iter().chain(&self.skipped).copied().collect();
            self.skipped.extend(rows.iter().filter(|row| !settled.contains(row)));
        }
        self
    }

    /// Checks that `method` can extend the earlier picks to `budget` picks in total, among `n` instances.
    ///
    /// # Errors
    /// Returns [`ConfigError::NotExtendable`] if the method cannot extend a selection.
    /// Returns [`ConfigError::EarlierOutside`] or [`ConfigError::EarlierTwice`] for invalid earlier picks.
    /// Returns [`ConfigError::NothingToAdd`] or [`ConfigError::TooFewLeft`] for an invalid budget.
    pub fn check(&self, method: Method, budget: u32, n: u32) -> Result<(), ConfigError> {
        if self.picks.is_empty() && self.skipped.is_empty() {
            return Ok(());
        }
        if !method.extends() {
            return Err(ConfigError::NotExtendable { method });
        }
        let mut is_settled = vec![false; n as usize];
        for &row in self.picks.iter().chain(&self.skipped) {
            match is_settled.get_mut(row as usize) {
                None => return Err(ConfigError::EarlierOutside { row, n_instances: n }),
                Some(true) => return Err(ConfigError::EarlierTwice { row }),
                Some(settled) => *settled = true,
            }
        }
        let (earlier, skipped) = (self.picks.len() as u32, self.skipped.len() as u32);
        if earlier >= budget {
            return Err(ConfigError::NothingToAdd { budget, earlier });
        }
        if budget > n - skipped {
            return Err(ConfigError::TooFewLeft {
                budget,
                skipped,
                n_instances: n,
            });
        }
        Ok(())
    }

    /// For each of `n` instances, whether the instance may be picked.
    pub(super) fn open(&self, n: usize) -> Vec<bool> {
        let mut open = vec![true; n];
        for &row in self.picks.iter().chain(&self.skipped) {
            open[row as usize] = false;
        }
        open
    }
}

impl Input<'_> {
    /// Number of new picks that the selection makes.
    pub(super) fn n_new(&self) -> u32 {
        self.budget - self.earlier.picks.len() as u32
    }

    /// The rows that may be picked, in ascending order.
    pub(super) fn candidates(&self) -> Vec<u32> {
        self.earlier.candidates(self.embeddings.len())
    }
}

impl GraphInput<'_> {
    pub(super) fn n_new(&self) -> u32 {
        self.budget - self.earlier.picks.len() as u32
    }

    pub(super) fn candidates(&self) -> Vec<u32> {
        self.earlier.candidates(self.graph.n_vertices())
    }
}

impl PriorSelection {
    /// The rows of a pool of `n` instances that may be picked, in ascending order.
    fn candidates(&self, n: usize) -> Vec<u32> {
        let open = self.open(n);
        (0..).zip(open).filter_map(|(row, open)| open.then_some(row)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excluded_rows_are_skipped_once_by_extending_methods() {
        let earlier = || PriorSelection {
            picks: vec![3, 1],
            skipped: vec![0],
        };
        let skipped = |method| earlier().excluding(&[0, 1, 2, 5], method).skipped;
        assert_eq!(skipped(Method::Fastgas), [0, 2, 5]);
        assert_eq!(skipped(Method::KMeans), [0]);
    }

    #[test]
    fn invalid_earlier_selection_reports_reason() {
        let check = |picks: &[u32], skipped: &[u32], method, budget| {
            let earlier = PriorSelection {
                picks: picks.to_vec(),
                skipped: skipped.to_vec(),
            };
            earlier.check(method, budget, 10).map_err(|error| error.to_string())
        };
        let fastgas = Method::Fastgas;
        assert_eq!(check(&[3, 1], &[0], fastgas, 9), Ok(()));
        assert_eq!(check(&[], &[], Method::KMeans, 3), Ok(()));
        let message = |result: Result<(), String>| result.expect_err("it cannot");
        assert!(message(check(&[1], &[], Method::KMeans, 3)).contains("k-means"));
        assert!(message(check(&[10], &[], fastgas, 3)).contains("row 10"));
        assert!(message(check(&[4], &[4], fastgas, 3)).contains("row 4"));
        assert!(message(check(&[4, 5, 6], &[], fastgas, 3)).contains('3'));
        assert!(message(check(&[4], &[5, 6], fastgas, 9)).contains('8'));
    }
}
