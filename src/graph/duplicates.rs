//! Instances that are the same to the encoder, and one that stands for all of them.
//!
//! ```text
//!  instances   0  1  2  3  4        fold ──▶   0  1  2        instance 0 stands for 2 and 3 too, so that these neither
//!  the same    └─────┴──┘                      0  1  4        crowd the graph nor are picked beside it
//! ```

use ndarray::Array2;
use serde::{Deserialize, Serialize};

use super::{Lowest, Neighbors};

/// Two instances whose cosine is above this are duplicates: no rounding and no encoder tells them apart.
pub const DUPLICATE_COSINE: f32 = 0.999_99;

/// How many duplicates there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuplicateCount {
    /// Instances that have a duplicate.
    pub instances: u32,
    /// How many different ones these are.
    pub different: u32,
}

/// Which instances are duplicates of each other, directly or through others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates {
    original_of: Vec<u32>,
}

impl Duplicates {
    /// The duplicates among neighbors.
    ///
    /// O(n·k) time, near enough. Of more than k instances that are exactly alike, all have the k lowest ones for their
    /// neighbors, and so are found to belong together.
    pub fn of(neighbors: &Neighbors) -> Duplicates {
        let mut lowest = Lowest::alone(neighbors.ids.nrows());
        let lists = neighbors.ids.rows().into_iter().zip(neighbors.similarities.rows());
        for ((ids, similarities), instance) in lists.zip(0..) {
            for (&id, _) in ids
                .iter()
                .zip(similarities)
                .take_while(|&(_, &similarity)| similarity > DUPLICATE_COSINE)
            {
                lowest.join(instance, id);
            }
        }
        Duplicates {
            original_of: lowest.of_all(),
        }
    }

    /// Of each instance the one that stands for it: the lowest of those that are the same, so itself where it has no
    /// duplicate.
    pub fn original_of(&self) -> &[u32] {
        &self.original_of
    }

    /// How many there are.
    pub fn count(&self) -> DuplicateCount {
        let mut has_one = vec![false; self.original_of.len()];
        for (instance, &original) in self.original_of.iter().enumerate() {
            if instance != original as usize {
                has_one[instance] = true;
                has_one[original as usize] = true;
            }
        }
        let instances = has_one.into_iter().filter(|&has_one| has_one).count();
        let folded = self.original_of.len() - self.originals().len();
        DuplicateCount {
            instances: instances as u32,
            different: (instances - folded) as u32,
        }
    }

    /// Those that stand for themselves, and maybe for others, in rising order.
    pub fn originals(&self) -> Vec<u32> {
        let numbered = self.original_of.iter().zip(0..);
        numbered
            .filter(|&(&original, instance)| original == instance)
            .map(|(_, instance)| instance)
            .collect()
    }

    /// Of each instance the place among the [originals](Duplicates::originals) of the one that stands for it.
    pub fn places(&self) -> Vec<u32> {
        let mut place_of = vec![0; self.original_of.len()];
        for (&original, place) in self.originals().iter().zip(0..) {
            place_of[original as usize] = place;
        }
        let original_of = self.original_of.iter();
        original_of.map(|&original| place_of[original as usize]).collect()
    }

    /// Neighbors to be searched among the originals only.
    pub fn among_originals(&self, n_neighbors: usize) -> Neighbors {
        let mut neighbors = Neighbors::none(self.original_of.len(), n_neighbors);
        for (instance, &original) in self.original_of.iter().enumerate() {
            if instance != original as usize {
                neighbors.leave_out(instance as u32);
            }
        }
        neighbors
    }

    /// The lists of the originals, numbered from 0. `neighbors` were searched among them only, and there are enough.
    ///
    /// # Panics
    /// When there are k originals or fewer.
    pub fn fold(&self, neighbors: &Neighbors) -> Neighbors {
        let originals = self.originals();
        let place_of = self.places();
        let shape = (originals.len(), neighbors.ids.ncols());
        let at = |(place, rank): (usize, usize)| [originals[place] as usize, rank];
        Neighbors {
            ids: Array2::from_shape_fn(shape, |place| place_of[neighbors.ids[at(place)] as usize]),
            similarities: Array2::from_shape_fn(shape, |place| neighbors.similarities[at(place)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::Embeddings;
    use crate::graph::{complete, nearest_neighbors};
    use proptest::prelude::*;

    fn embeddings(rows: &[[f32; 2]]) -> Embeddings {
        Embeddings::normalized(rows.to_vec().into()).expect("no row is zero")
    }

    #[test]
    fn the_lowest_stands_for_all() {
        let near = [1.0, 1e-4];
        let rows = embeddings(&[
            [0.0, 1.0],
            [1.0, 0.0],
            [1.0, 1.0],
            near,
            [1.0, 0.0],
            [1.0, 1.0],
            [-1.0, 0.0],
        ]);
        let duplicates = Duplicates::of(&nearest_neighbors(&rows, 2, &mut |_| ()));
        assert_eq!(duplicates.original_of, [0, 1, 2, 1, 1, 2, 6]);
        let count = DuplicateCount {
            instances: 5,
            different: 2,
        };
        assert_eq!((duplicates.count(), duplicates.originals()), (count, vec![0, 1, 2, 6]));
    }

    proptest! {
        /// The folded lists are those of a pool that has each instance once.
        #[test]
        fn folded_is_as_if_each_came_once(choices in prop::collection::vec(0u32..40, 3..90), k in 1usize..4) {
            // The first two are different.
            let choices = [[90, 91].as_slice(), &choices].concat();
            let row = |&choice: &u32| [(choice as f32 * 0.05).cos(), (choice as f32 * 0.05).sin()];
            let all = embeddings(&choices.iter().map(row).collect::<Vec<_>>());
            let mut once = Vec::new();
            choices.iter().for_each(|choice| if !once.contains(choice) { once.push(*choice) });
            let k = k.min(once.len() - 1);
            let duplicates = Duplicates::of(&nearest_neighbors(&all, k, &mut |_| ()));
            let found = complete(duplicates.among_originals(k), &all, &mut |_| ());
            let alone = embeddings(&once.iter().map(row).collect::<Vec<_>>());
            prop_assert_eq!(duplicates.fold(&found), nearest_neighbors(&alone, k, &mut |_| ()));
        }
    }
}
