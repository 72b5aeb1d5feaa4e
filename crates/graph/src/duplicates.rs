//! Near-duplicate instances, which the encoder cannot distinguish.
//! Each duplicate is assigned to a representative, the original, whose cosine to the duplicate is above a threshold.
//! In a chain of texts that differ slightly from each other, the two ends may have a low cosine.
//! A chain of texts is therefore not merged into one group.
//!
//! ```text
//!  instances   0  1  2  3  4        fold ──▶   0  1  2        instance 0 represents 2 and 3: neither is in the graph,
//!  duplicates  └─────┴──┘                      0  1  4        and neither is picked in addition to 0
//! ```

use ndarray::Array2;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::{Neighbors, representatives};
use fastgas_embedding::Embeddings;

/// Two instances are duplicates if their cosine exceeds this value.
/// The encoder cannot distinguish duplicates, because their difference is within the encoder's rounding error.
/// Neither the threshold nor the rounding error depends on the range of the encoder's cosines.
pub const DUPLICATE_COSINE: f32 = 0.999_99;

/// Statistics of the duplicates in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuplicateCount {
    /// Number of instances that have at least one duplicate.
    pub instances: u32,
    /// Number of duplicate groups. Each group has one original.
    pub different: u32,
}

/// Maps each instance to its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates {
    original_of: Vec<u32>,
}

/// The hash of an instance's embedding.
/// If more than k instances have bit-identical embeddings, the neighbor list of an instance cannot contain all copies.
/// Equal hashes reveal the copies that the neighbor list lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HashedVector {
    /// The hash is stored as bytes, because a `u128` next to `instance` would need padding for alignment.
    hash: [u8; 16],
    instance: u32,
}

impl HashedVector {
    /// Computes the 128-bit XXH3 hash of `vector`, the embedding of `instance`.
    pub fn of(instance: u32, vector: &[f32]) -> HashedVector {
        let bytes: Vec<u8> = vector.iter().flat_map(|x| x.to_le_bytes()).collect();
        HashedVector {
            hash: xxh3_128(&bytes).to_le_bytes(),
            instance,
        }
    }
}

impl Duplicates {
    /// Finds the duplicates among the neighbors of each instance.
    /// Instances are visited in ascending order. Each instance that is not yet a duplicate becomes an original.
    /// An instance becomes a duplicate of an original if it meets three conditions:
    /// * The cosine of the instance and the original is above [`DUPLICATE_COSINE`].
    /// * The instance is in the neighbor list of the original, or the original is in the neighbor list of the instance.
    /// * The instance is not yet a duplicate of an earlier original.
    ///
    /// Instances with equal vectors share one original.
    ///
    /// `vectors` contains the hashed vectors of all [`Duplicates::candidates`]. O(n·(k + log n)) time, O(n) space.
    pub fn of(neighbors: &Neighbors, mut vectors: Vec<HashedVector>) -> Duplicates {
        vectors.sort_unstable();
        let mut first_of: Vec<u32> = (0..neighbors.ids.nrows() as u32).collect();
        for same in vectors.chunk_by(|a, b| a.hash == b.hash) {
            same.iter()
                .for_each(|vector| first_of[vector.instance as usize] = same[0].instance);
        }
        let near = |instance: u32| {
            let similarities = neighbors.similarities.row(instance as usize);
            let pairs = neighbors.ids.row(instance as usize).into_iter().zip(similarities);
            let near = pairs.take_while(|&(_, &similarity)| similarity > DUPLICATE_COSINE);
            near.map(|(&id, _)| id)
        };
        Duplicates {
            original_of: representatives(&first_of, near),
        }
    }

    /// Like [`Duplicates::of`], but hashes the vectors of the candidates from `embeddings`.
    /// `neighbors` must be the result of a search among `embeddings`.
    pub fn among(neighbors: &Neighbors, embeddings: &Embeddings) -> Duplicates {
        let hashed = |instance: u32| {
            let vector = embeddings.row(instance as usize);
            HashedVector::of(instance, vector.as_slice().expect("row-major"))
        };
        let candidates = Duplicates::candidates(neighbors);
        Duplicates::of(neighbors, candidates.into_iter().map(hashed).collect())
    }

    /// The instances whose listed neighbors are all duplicates of the instance, in ascending order.
    /// A candidate may have duplicates that are not in its neighbor list. O(n) time.
    pub fn candidates(neighbors: &Neighbors) -> Vec<u32> {
        let last = neighbors.similarities.columns().into_iter().next_back();
        let are_near = last.into_iter().flatten().zip(0..);
        are_near
            .filter(|&(&similarity, _)| similarity > DUPLICATE_COSINE)
            .map(|(_, instance)| instance)
            .collect()
    }

    /// The original of each instance. An instance that is not a duplicate is its own original.
    pub fn original_of(&self) -> &[u32] {
        &self.original_of
    }

    /// Number of instances that have a duplicate, and number of groups. O(n) time.
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

    /// The originals, in ascending order: all instances that are their own original.
    pub fn originals(&self) -> Vec<u32> {
        let numbered = self.original_of.iter().zip(0..);
        numbered
            .filter(|&(&original, instance)| original == instance)
            .map(|(_, instance)| instance)
            .collect()
    }

    /// For each instance, the index of its original in the list [`Duplicates::originals`].
    pub fn places(&self) -> Vec<u32> {
        let mut place_of = vec![0; self.original_of.len()];
        for (&original, place) in self.originals().iter().zip(0..) {
            place_of[original as usize] = place;
        }
        let original_of = self.original_of.iter();
        original_of.map(|&original| place_of[original as usize]).collect()
    }

    /// Empty neighbor lists in which all duplicates are marked as left out, so that the search covers only originals.
    pub fn empty_lists_of_originals(&self, n_neighbors: usize) -> Neighbors {
        let mut neighbors = Neighbors::empty(self.original_of.len(), n_neighbors);
        for (instance, &original) in self.original_of.iter().enumerate() {
            if instance != original as usize {
                neighbors.leave_out(instance as u32);
            }
        }
        neighbors
    }

    /// The neighbor lists of the originals, renumbered from 0. The search must have included only the originals.
    ///
    /// # Panics
    /// Panics if the number of originals is at most k.
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
    use crate::{fill_exact, nearest_neighbors};
    use proptest::prelude::*;

    fn embeddings(rows: &[[f32; 2]]) -> Embeddings {
        Embeddings::normalized(rows.to_vec().into()).expect("no row is zero")
    }

    #[test]
    fn lowest_instance_is_the_original() {
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
        let duplicates = Duplicates::among(&nearest_neighbors(&rows, 2, &mut |_| ()), &rows);
        assert_eq!(duplicates.original_of, [0, 1, 2, 1, 1, 2, 6]);
        let count = DuplicateCount {
            instances: 5,
            different: 2,
        };
        assert_eq!((duplicates.count(), duplicates.originals()), (count, vec![0, 1, 2, 6]));
    }

    #[test]
    fn dense_curve_is_not_merged_into_one_text() {
        // Consecutive points have a cosine above the threshold, but the two ends of the curve have a much lower cosine.
        // The first twenty points occur twice, and every neighbor list is shorter than the number of duplicates.
        let step = 1e-4;
        let point = |i: u32| (i as f32 * step).sin_cos();
        let rows: Vec<[f32; 2]> = (0..2_000).chain(0..20).map(|i| [point(i).1, point(i).0]).collect();
        let rows = embeddings(&rows);
        let duplicates = Duplicates::among(&nearest_neighbors(&rows, 5, &mut |_| ()), &rows);
        let cosine = |a: u32, b: u32| rows.row(a as usize).dot(&rows.row(b as usize));
        for (instance, &original) in (0..).zip(duplicates.original_of()) {
            assert!(
                cosine(instance, original) > DUPLICATE_COSINE,
                "{instance} of {original}"
            );
        }
        assert_eq!(duplicates.original_of()[..20], duplicates.original_of()[2_000..]);
        assert!(duplicates.count().different > 40, "{:?}", duplicates.count());
    }

    proptest! {
        /// Instances with equal vectors share one original, even if their neighbor lists are too short to link them.
        /// The cosine of each instance with its original is above the threshold.
        #[test]
        fn equal_vectors_have_the_same_original(choices in prop::collection::vec(0u32..30, 3..60), k in 1usize..3) {
            let row = |&choice: &u32| [(choice as f32 * 1e-3).cos(), (choice as f32 * 1e-3).sin()];
            let all = embeddings(&choices.iter().map(row).collect::<Vec<_>>());
            let duplicates = Duplicates::among(&nearest_neighbors(&all, k, &mut |_| ()), &all);
            for (a, &choice) in choices.iter().enumerate() {
                let original = duplicates.original_of()[a] as usize;
                prop_assert!(all.row(a).dot(&all.row(original)) > DUPLICATE_COSINE);
                prop_assert_eq!(duplicates.original_of()[original] as usize, original);
                for (b, _) in choices.iter().enumerate().filter(|&(_, &other)| other == choice) {
                    prop_assert_eq!(duplicates.original_of()[b] as usize, original);
                }
            }
        }

        /// The result of [`Duplicates::fold`] equals the neighbor lists of a pool that contains each distinct instance once.
        #[test]
        fn folded_lists_equal_those_of_the_deduplicated_pool(choices in prop::collection::vec(0u32..40, 3..90), k in 1usize..4) {
            // The first two instances have different values, so at least two originals exist.
            let choices = [[90, 91].as_slice(), &choices].concat();
            let row = |&choice: &u32| [(choice as f32 * 0.05).cos(), (choice as f32 * 0.05).sin()];
            let all = embeddings(&choices.iter().map(row).collect::<Vec<_>>());
            let mut once = Vec::new();
            choices.iter().for_each(|choice| if !once.contains(choice) { once.push(*choice) });
            let k = k.min(once.len() - 1);
            let duplicates = Duplicates::among(&nearest_neighbors(&all, k, &mut |_| ()), &all);
            let found = fill_exact(duplicates.empty_lists_of_originals(k), &all, &mut |_| ());
            let alone = embeddings(&once.iter().map(row).collect::<Vec<_>>());
            prop_assert_eq!(duplicates.fold(&found), nearest_neighbors(&alone, k, &mut |_| ()));
        }
    }
}
