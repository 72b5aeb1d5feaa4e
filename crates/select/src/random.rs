//! Selects uniformly random instances: the baseline for all other methods.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_progress::{Counter, Report, Stage};

/// Draws M instances without replacement; every set of M instances is equally likely. O(n) time.
pub(super) struct Random;

impl Selector for Random {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let mut counter = Counter::new(report, Stage::Select, input.n_new());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(input.seed);
        // The loop is a partial Fisher–Yates shuffle.
        // Indices are drawn as u32, so that wasm32 draws the same indices as other targets.
        let mut rows = input.candidates();
        let n = rows.len() as u32;
        for index in 0..input.n_new() {
            rows.swap(index as usize, rng.random_range(index..n) as usize);
            counter.add(1);
        }
        rows.truncate(input.n_new() as usize);
        Ok(MethodOutput::of(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::Example;

    #[test]
    fn every_instance_is_equally_likely() {
        let example = Example::ring(10);
        let mut times = [0; 10];
        for seed in 0..3_000 {
            for row in example.with(3, seed).rows(&Random) {
                times[row as usize] += 1;
            }
        }
        // Each instance is drawn with probability 3/10 in each of 3,000 selections.
        // The expected number of draws per instance is 900; the standard deviation is √(3,000 · 0.3 · 0.7) = 25.
        assert!(times.iter().all(|&times| (800..1_000).contains(&times)), "{times:?}");
    }
}
