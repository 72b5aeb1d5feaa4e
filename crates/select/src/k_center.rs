//! k-center by farthest-first traversal (Gonzalez 1985; used for selection by Sener & Savarese 2018).

use super::few_to_all::{Similarities, lowest_of_most};
use super::{Input, MethodOutput, Selector};
use crate::SelectError;
use fastgas_progress::{Counter, Report, Stage};

/// Repeatedly selects the instance with the lowest cosine to its nearest pick. Ties: the lowest id.
/// Without earlier picks, the first pick is the instance nearest to the mean of all instances.
/// The largest distance from an instance to its nearest pick is at most twice the minimum for M picks. O(M·n·d) time.
pub(super) struct KCenter;

impl Selector for KCenter {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<MethodOutput, SelectError> {
        let mut counter = Counter::new(report, Stage::Select, input.n_new());
        let similarities = Similarities::new(input.embeddings, input.workers);
        let open = input.earlier.open(input.embeddings.len());
        // Instances that must not be picked get an infinite cosine, so that the lowest cosine never belongs to them.
        // The cosine 1 would not be large enough: duplicates of a pick also have the cosine 1 but may be picked.
        let mut nearest: Vec<f32> = open
            .iter()
            .map(|&open| if open { f32::NEG_INFINITY } else { f32::INFINITY })
            .collect();
        let mut take = |row: u32| {
            for (nearest, similarity) in nearest.iter_mut().zip(similarities.of(&[row])) {
                *nearest = nearest.max(similarity);
            }
            nearest[row as usize] = f32::INFINITY;
            lowest_of_most(nearest.iter().map(|similarity| -similarity))
        };
        let mut next = match input.earlier.picks.iter().map(|&row| take(row)).last() {
            Some(row) => row,
            None => similarities.central(&open),
        };
        let mut rows = Vec::with_capacity(input.n_new() as usize);
        while rows.len() < input.n_new() as usize {
            rows.push(next);
            next = take(next);
            counter.add(1);
        }
        Ok(MethodOutput::of(rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{Example, cosine, few_directions};
    use proptest::prelude::*;

    #[test]
    fn corners_come_first_after_the_center() {
        let rows = [
            [0.1, 0.0],
            [-1.0, -1.0],
            [1.0, -1.0],
            [-1.0, 1.1],
            [1.0, 1.0],
            [0.9, 1.0],
        ];
        let rows: Vec<[f32; 3]> = rows.iter().map(|&[x, y]| [x, y, 1.0]).collect();
        let embeddings = fastgas_embedding::Embeddings::normalized(rows.into()).expect("no row is zero");
        let rows = Example::of(embeddings, 1).with(5, 0).rows(&KCenter);
        assert_eq!(rows[0], 0);
        let mut corners = rows[1..].to_vec();
        corners.sort_unstable();
        assert_eq!(corners, [1, 2, 3, 4]);
    }

    proptest! {
        #[test]
        fn picks_of_k_center_equal_the_definition(embeddings in few_directions(6..40), budget in 1usize..12) {
            let n = embeddings.len() as u32;
            let budget = budget.min(n as usize);
            let rows = Example::of(embeddings.clone(), 3).with(budget as u32, 0).rows(&KCenter);
            for place in 1..budget {
                let picks = &rows[..place];
                let highest = |v: u32| picks.iter().map(|&pick| cosine(&embeddings, v, pick)).fold(f32::MIN, f32::max);
                let open = (0..n).filter(|v| !picks.contains(v));
                let farthest = open.min_by(|&a, &b| highest(a).total_cmp(&highest(b)).then(a.cmp(&b)));
                prop_assert_eq!(farthest, Some(rows[place]));
            }
        }
    }
}
