//! For each row, who may still be among its k nearest: a few candidates by their coarse scores.

use super::rerank::exact;
use fastgas_embedding::Embeddings;
use fastgas_linalg::coarse::{self, SCALE, WIDTH};

/// What stands in a list where there is no neighbor.
pub const NOBODY: u32 = u32::MAX;

/// Lists of candidates, one for each of some rows, in O(rows·k) space.
///
/// A candidate is taken in when its coarse score is above the row's threshold: below it, k others are surely nearer. A
/// list that is full is thinned: by raising the threshold to what the k-th best score allows, and where that leaves too
/// many (rows that are nearly or exactly alike), by strict products.
pub struct Shortlists {
    k: usize,
    /// Most entries of a list.
    capacity: usize,
    /// Most that a coarse score is off, in its own unit, rounded up.
    error: i32,
    /// Of each row; then those of no row, which nothing passes, up to a whole panel.
    thresholds: Vec<i32>,
    lengths: Vec<usize>,
    /// `capacity` for each row: coarse score and instance.
    entries: Vec<(i32, u32)>,
}

impl Shortlists {
    /// An empty list for each of the `floors`: similarities that a neighbor must reach, ties included; −∞ for none, ∞ for
    /// a row that takes no part.
    pub fn new(k: usize, dimensions: usize, floors: &[f32]) -> Shortlists {
        let error = coarse::error(dimensions);
        // Short lists are thinned soon, and what is above a low threshold costs more than thinning: a third less time
        // in all than with twice the capacity.
        let capacity = 2 * k + 12;
        let thresholds = floors.iter().map(|&floor| threshold(floor, error));
        Shortlists {
            k,
            capacity,
            error: (error * SCALE * SCALE).ceil() as i32,
            thresholds: thresholds.chain([i32::MAX; WIDTH]).collect(),
            lengths: vec![0; floors.len()],
            entries: vec![(0, 0); floors.len() * capacity],
        }
    }

    /// What a score of each row must be above.
    #[inline(always)]
    pub fn thresholds(&self) -> &[i32] {
        &self.thresholds
    }

    /// Whether the row has a list.
    pub fn takes_part(&self, row: usize) -> bool {
        self.thresholds[row] < i32::MAX
    }

    /// Takes in the candidate `id` of `row`, which is instance `instance`, if it is above the threshold.
    pub fn offer(&mut self, row: usize, score: i32, id: u32, instance: u32, embeddings: &Embeddings) {
        if score <= self.thresholds[row] {
            return;
        }
        if self.lengths[row] == self.capacity {
            self.thin(row);
            if self.lengths[row] > self.capacity / 2 {
                self.thin_exactly(row, instance, embeddings);
            }
            if score <= self.thresholds[row] {
                return;
            }
        }
        self.entries[row * self.capacity + self.lengths[row]] = (score, id);
        self.lengths[row] += 1;
    }

    /// The k nearest of `row`, exactly, into `ids` and `similarities`; where it has fewer, [`NOBODY`] at −∞.
    pub fn finish(
        &mut self,
        row: usize,
        instance: u32,
        embeddings: &Embeddings,
        ids: &mut [u32],
        similarities: &mut [f32],
    ) {
        self.thin(row);
        let nearest = exact(embeddings, instance, &self.ids(row));
        let nearest = nearest
            .into_iter()
            .chain(std::iter::repeat((f32::NEG_INFINITY, NOBODY)));
        for ((id, similarity), nearest) in ids.iter_mut().zip(similarities).zip(nearest) {
            (*similarity, *id) = nearest;
        }
    }

    fn list(&self, row: usize) -> &[(i32, u32)] {
        &self.entries[row * self.capacity..][..self.lengths[row]]
    }

    fn ids(&self, row: usize) -> Vec<u32> {
        self.list(row).iter().map(|&(_, id)| id).collect()
    }

    /// Raises the threshold to where the k best cannot be reached, and drops who is not above it.
    fn thin(&mut self, row: usize) {
        let list = &mut self.entries[row * self.capacity..][..self.lengths[row]];
        if list.len() < self.k {
            return;
        }
        let (_, kth, _) = list.select_nth_unstable_by_key(self.k - 1, |&(score, _)| std::cmp::Reverse(score));
        let surely = kth.0.saturating_sub(2 * self.error);
        let threshold = self.thresholds[row].max(surely.saturating_sub(1));
        let mut kept = 0;
        for at in 0..list.len() {
            if list[at].0 > threshold {
                list[kept] = list[at];
                kept += 1;
            }
        }
        self.thresholds[row] = threshold;
        self.lengths[row] = kept;
    }

    /// Keeps the k nearest by strict products.
    #[cold]
    fn thin_exactly(&mut self, row: usize, instance: u32, embeddings: &Embeddings) {
        let nearest = exact(embeddings, instance, &self.ids(row));
        let last = nearest[self.k - 1].0;
        let kept: Vec<u32> = nearest.into_iter().take(self.k).map(|(_, id)| id).collect();
        let list = &mut self.entries[row * self.capacity..][..self.lengths[row]];
        let mut next = 0;
        for at in 0..list.len() {
            if kept.contains(&list[at].1) {
                list[next] = list[at];
                next += 1;
            }
        }
        self.lengths[row] = next;
        let error = f64::from(self.error) / (SCALE * SCALE);
        self.thresholds[row] = self.thresholds[row].max(threshold(last, error));
    }
}

/// The coarse score that is too low for a strict product of at least `floor`.
fn threshold(floor: f32, error: f64) -> i32 {
    if floor == f32::INFINITY {
        return i32::MAX;
    }
    // A conversion of −∞ gives the lowest number.
    (((f64::from(floor) - error) * SCALE * SCALE).ceil() as i32).saturating_sub(1)
}
