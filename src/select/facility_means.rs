//! Facility location, and from there k-means: picks that together have something similar for everyone, each moved to
//! the middle of those that it stands for.

use super::clusters::k_means_from;
use super::facility_location::{self, MOST_KEPT};
use super::k_means::partition_of;
use super::{Choice, Input, Selector};
use crate::config::ValidConfig;
use crate::error::Error;
use crate::progress::{Counter, Report, Stage};

/// Rounds of k-means; after a few, hardly anyone moves.
const ROUNDS: u32 = 10;

/// Takes the picks of [facility location](facility_location) for the centers of clusters, and after some rounds of
/// k-means the member of each that is nearest to its mean, the largest cluster first. The clusters are the parts.
///
/// The pool's mean is subtracted first, whatever the settings: what all texts have in common says nothing about which of
/// them to label. Where some text is that mean and would have no direction left, nothing is subtracted.
///
/// As long as facility location, and O(n·M·d) for each round. Draws nothing, so no seed matters.
pub(super) struct FacilityMeans {
    /// Whether the embeddings are centered already.
    is_centered: bool,
}

impl FacilityMeans {
    pub(super) fn of(config: &ValidConfig) -> FacilityMeans {
        FacilityMeans {
            is_centered: config.config().centered,
        }
    }
}

impl Selector for FacilityMeans {
    fn choose(&self, input: &Input<'_>, report: Report<'_>) -> Result<Choice, Error> {
        let centered = if self.is_centered {
            None
        } else {
            input.embeddings.centered().ok()
        };
        let embeddings = centered.as_ref().unwrap_or(input.embeddings);
        let input = Input { embeddings, ..*input };
        let begun = facility_location::steps(&input);
        let mut counter = Counter::new(report, Stage::Select, begun + ROUNDS);
        let rows = facility_location::choose(&input, &mut counter, MOST_KEPT);
        let clusters = k_means_from(embeddings, &rows, ROUNDS, &mut |round| counter.reach(begun + round));
        counter.finish();
        let rows = clusters.iter().map(|cluster| cluster.medoid).collect();
        Ok(Choice::in_parts(rows, partition_of(&clusters, embeddings.len())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::Embeddings;
    use crate::select::facility_location::FacilityLocation;
    use crate::select::fixtures::{Example, few_directions, grouped};
    use crate::select::nearest_pick;
    use ndarray::Array2;
    use proptest::prelude::*;

    const METHOD: FacilityMeans = FacilityMeans { is_centered: false };

    fn rows_of(selector: &dyn Selector, embeddings: &Embeddings, budget: u32) -> Vec<u32> {
        let example = Example::of(embeddings.clone(), 3);
        let input = Input {
            budget,
            ..example.input()
        };
        selector.choose(&input, &mut |_| ()).expect("nothing is missing").rows
    }

    #[test]
    fn one_of_each_group_the_largest_first() {
        let (embeddings, group_of) = grouped(&[40, 30, 20, 10], 5);
        let rows = rows_of(&METHOD, &embeddings, 4);
        let groups: Vec<_> = rows.iter().map(|&row| group_of[row as usize]).collect();
        assert_eq!(groups, [0, 1, 2, 3]);
    }

    /// By hand: with one pick, facility location takes the point with the largest sum of cosines to the others, and k-means
    /// goes on to the one nearest to their mean, which is the same here only where nothing is subtracted.
    ///
    /// ```text
    ///  0 1 2     3          angles 0, 10, 20 and 60 degrees; the mean of the four points is at 21.6
    /// ```
    #[test]
    fn centers_move_to_the_middle() {
        let angles = [0.0f32, 10.0, 20.0, 60.0].map(f32::to_radians);
        let points = Array2::from_shape_fn((4, 2), |(row, axis)| {
            if axis == 0 {
                angles[row].cos()
            } else {
                angles[row].sin()
            }
        });
        let embeddings = Embeddings::normalized(points).expect("no row is zero");
        let as_they_are = FacilityMeans { is_centered: true };
        assert_eq!(rows_of(&as_they_are, &embeddings, 1), [2]);
        // Two picks: 3 stands alone, and of 0, 1 and 2 the middle is 1.
        assert_eq!(rows_of(&as_they_are, &embeddings, 2), [1, 3]);
    }

    #[test]
    fn a_pool_of_one_text_has_no_direction_left_and_is_taken_as_it_is() {
        let embeddings = Embeddings::normalized(Array2::from_elem((5, 3), 1.0)).expect("no row is zero");
        let rows = rows_of(&METHOD, &embeddings, 3);
        assert_eq!(rows.len(), 3);
    }

    /// The sum of squared distances of everyone to the mean of its part.
    fn spread(embeddings: &Embeddings, part_of: &[u32], n_parts: u32) -> f64 {
        let of_part = |part| {
            let rows = (0..embeddings.len() as u32).filter(|&row| part_of[row as usize] == part);
            let members = embeddings.gather(&rows.collect::<Vec<_>>());
            let mean = members.mean();
            let square = |(&x, mean): (&f32, &f64)| (f64::from(x) - mean).powi(2);
            let squares = members
                .as_array()
                .rows()
                .into_iter()
                .map(|row| row.iter().zip(&mean).map(square).sum::<f64>());
            squares.sum::<f64>()
        };
        (0..n_parts).map(of_part).sum()
    }

    proptest! {
        #[test]
        fn the_middles_are_no_worse_centers_than_the_start(embeddings in few_directions(6..50), budget in 1u32..12) {
            let budget = budget.min(embeddings.len() as u32);
            let as_they_are = FacilityMeans { is_centered: true };
            let start = rows_of(&FacilityLocation, &embeddings, budget);
            let start = nearest_pick(&embeddings, &start).partition(&start);
            let example = Example::of(embeddings.clone(), 3);
            let choice = as_they_are.choose(&Input { budget, ..example.input() }, &mut |_| ()).unwrap();
            let end = choice.partition.unwrap();
            let [start, end] = [start, end].map(|partition| spread(&embeddings, &partition.part_of, budget));
            prop_assert!(end <= start + 1e-4, "rounds of k-means only lessen it: {} after {}", end, start);
        }
    }
}
