//! Instances that are the same to the encoder, and one that stands for all of them: each is a duplicate of that one, so that
//! texts which change little by little are not all one.
//!
//! ```text
//!  instances   0  1  2  3  4        fold ──▶   0  1  2        instance 0 stands for 2 and 3 too, so that these neither
//!  the same    └─────┴──┘                      0  1  4        crowd the graph nor are picked beside it
//! ```

use ndarray::Array2;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use super::{Neighbors, stand_ins};
use fastgas_embedding::Embeddings;

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

/// Of each instance the one of which it is a duplicate, if it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates {
    original_of: Vec<u32>,
}

/// The vector of an instance by its hash: what is nearest to many that are the same, bit by bit, does not list all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HashedVector {
    /// As bytes, which take no more room than they need beside the instance.
    hash: [u8; 16],
    instance: u32,
}

impl HashedVector {
    /// That of this instance.
    pub fn of(instance: u32, vector: &[f32]) -> HashedVector {
        let bytes: Vec<u8> = vector.iter().flat_map(|x| x.to_le_bytes()).collect();
        HashedVector {
            hash: xxh3_128(&bytes).to_le_bytes(),
            instance,
        }
    }
}

impl Duplicates {
    /// The duplicates among neighbors: in rising order each instance that is no duplicate yet is an original, and its
    /// duplicates are those that it lists, or that list it, with a cosine above [`DUPLICATE_COSINE`], and are no duplicates of
    /// a lower original. What has the same vector has the same original.
    ///
    /// `vectors`: of all [`Duplicates::candidates`]. O(n·(k + log n)) time, O(n) space.
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
            original_of: stand_ins(&first_of, near),
        }
    }

    /// The same, of the embeddings among which these are the neighbors.
    pub fn among(neighbors: &Neighbors, embeddings: &Embeddings) -> Duplicates {
        let hashed = |instance: u32| {
            let vector = embeddings.row(instance as usize);
            HashedVector::of(instance, vector.as_slice().expect("row-major"))
        };
        let candidates = Duplicates::candidates(neighbors);
        Duplicates::of(neighbors, candidates.into_iter().map(hashed).collect())
    }

    /// Those that have nothing but duplicates for neighbors, and so may have more than they list, in rising order. O(n).
    pub fn candidates(neighbors: &Neighbors) -> Vec<u32> {
        let last = neighbors.similarities.columns().into_iter().next_back();
        let are_near = last.into_iter().flatten().zip(0..);
        are_near
            .filter(|&(&similarity, _)| similarity > DUPLICATE_COSINE)
            .map(|(_, instance)| instance)
            .collect()
    }

    /// Of each instance the one that stands for it; itself where it is no duplicate.
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
    use crate::{complete, nearest_neighbors};
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
        let duplicates = Duplicates::among(&nearest_neighbors(&rows, 2, &mut |_| ()), &rows);
        assert_eq!(duplicates.original_of, [0, 1, 2, 1, 1, 2, 6]);
        let count = DuplicateCount {
            instances: 5,
            different: 2,
        };
        assert_eq!((duplicates.count(), duplicates.originals()), (count, vec![0, 1, 2, 6]));
    }

    #[test]
    fn a_dense_curve_is_not_one_text() {
        // From one to the next the cosine is above the threshold, from one end of the curve to the other far below; the first
        // twenty are there twice, and everybody lists fewer than are duplicates.
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
        /// However few neighbors are listed, what has the same vector has the same original, which is a duplicate of it.
        #[test]
        fn the_same_stay_together(choices in prop::collection::vec(0u32..30, 3..60), k in 1usize..3) {
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
            let duplicates = Duplicates::among(&nearest_neighbors(&all, k, &mut |_| ()), &all);
            let found = complete(duplicates.among_originals(k), &all, &mut |_| ());
            let alone = embeddings(&once.iter().map(row).collect::<Vec<_>>());
            prop_assert_eq!(duplicates.fold(&found), nearest_neighbors(&alone, k, &mut |_| ()));
        }
    }
}
