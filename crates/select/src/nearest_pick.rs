//! The most similar pick of every instance.

use fastgas_embedding::Embeddings;
use fastgas_linalg::matmul::{Packed, multiply};
use fastgas_partition::Partition;
use fastgas_progress::{OneWorker, Task, Workers};

/// Number of instances compared with the picks at a time.
const BLOCK: usize = 256;

/// Number of instances of one task. Smaller in tests, so that small pools need several tasks.
const CHUNK: usize = if cfg!(test) { 8 } else { 16 * BLOCK };

/// The most similar pick of each instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// Index of the pick, from 0; length n.
    pub place: Vec<u32>,
    /// Cosine to the pick; length n.
    pub similarity: Vec<f32>,
}

/// The most similar of the picks `rows` for each instance; there is at least one pick. Ties: the earlier pick. O(n·M·d)
/// time.
pub fn nearest_pick(embeddings: &Embeddings, rows: &[u32]) -> Nearest {
    nearest_pick_by(embeddings, rows, &OneWorker)
}

/// As [`nearest_pick`], computed by these workers.
pub(super) fn nearest_pick_by(embeddings: &Embeddings, rows: &[u32], workers: &dyn Workers) -> Nearest {
    let (n, d, m) = (embeddings.len(), embeddings.dimensions(), rows.len());
    let picks = &Packed::from_rows(embeddings.gather(rows).as_slice(), m, d);
    let mut place = vec![0; n];
    let mut similarity = vec![0.0; n];
    let pieces = embeddings.as_slice().chunks(CHUNK * d).zip(place.chunks_mut(CHUNK));
    let tasks = pieces.zip(similarity.chunks_mut(CHUNK));
    let tasks = tasks.map(|((embeddings, place), similarity)| -> Task<'_> {
        Box::new(move || {
            let mut products = Vec::new();
            let blocks = embeddings.chunks(BLOCK * d).zip(place.chunks_mut(BLOCK));
            for ((block, place), similarity) in blocks.zip(similarity.chunks_mut(BLOCK)) {
                products.resize(place.len() * m, 0.0);
                multiply(block, place.len(), picks, &mut products);
                let nearest = place.iter_mut().zip(similarity);
                for (products, (place, similarity)) in products.chunks_exact(m).zip(nearest) {
                    (*place, *similarity) = (0, f32::NEG_INFINITY);
                    for (other, &product) in products.iter().enumerate() {
                        if product > *similarity {
                            (*place, *similarity) = (other as u32, product);
                        }
                    }
                }
            }
        })
    });
    workers.run(tasks.collect());
    Nearest { place, similarity }
}

impl Nearest {
    /// The mean of the cosines: the objective of facility location.
    pub fn coverage(&self) -> f64 {
        let sum: f64 = self.similarity.iter().map(|&cosine| f64::from(cosine)).sum();
        sum / self.similarity.len() as f64
    }

    /// One part for each of the picks `rows`: the instances nearest to it, and the pick itself.
    pub(super) fn partition(self, rows: &[u32]) -> Partition {
        let mut part_of = self.place;
        // Without this, a pick with an identical earlier pick would be assigned to that pick's part.
        for (&row, part) in rows.iter().zip(0..) {
            part_of[row as usize] = part;
        }
        Partition {
            part_of,
            n_parts: rows.len() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{cosine, few_directions};
    use proptest::prelude::*;

    #[test]
    fn ties_go_to_the_earlier_pick_and_picks_to_their_own_part() {
        let rows = ndarray::array![[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 2.0]];
        let embeddings = Embeddings::normalized(rows).expect("no row is zero");
        let nearest = nearest_pick(&embeddings, &[1, 3, 0]);
        assert_eq!(nearest.place, [2, 0, 0, 0]);
        assert_eq!(nearest.similarity[1], 1.0);
        assert!((nearest.coverage() - (3.0 + 0.5f64.sqrt()) / 4.0).abs() < 1e-6);
        assert_eq!(nearest.partition(&[1, 3, 0]).part_of, [2, 0, 0, 1]);
    }

    proptest! {
        #[test]
        fn equals_the_definition(embeddings in few_directions(1..40), m in 1usize..9) {
            let n = embeddings.len() as u32;
            let rows: Vec<u32> = (0..n).rev().step_by(3).take(m).collect();
            let nearest = nearest_pick(&embeddings, &rows);
            for v in 0..n {
                let cosines = rows.iter().map(|&row| cosine(&embeddings, v, row));
                // `max_by` returns the last maximum; on the reversed list this is the first.
                let (place, best) = cosines.enumerate().collect::<Vec<_>>().into_iter().rev()
                    .max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
                prop_assert_eq!((nearest.place[v as usize], nearest.similarity[v as usize]), (place as u32, best));
            }
        }
    }
}
