//! For each row, a short list of candidates for the row's k nearest neighbors. The lists are ranked by coarse scores.

use super::rerank::exact;
use fastgas_embedding::Embeddings;
use fastgas_linalg::int16_products::{self, SCALE, WIDTH};

/// Id of an unused list entry, which contains no neighbor.
pub const NO_NEIGHBOR: u32 = u32::MAX;

/// One list of candidates per row. O(rows·k) space for all lists.
///
/// A candidate enters a list if its coarse score is above the threshold of the row.
/// If the score of an instance is not above the threshold, k other instances are certainly nearer.
/// A full list is thinned: its threshold rises to the highest value that certainly keeps the k nearest candidates.
/// Entries at or below the new threshold are removed.
/// If many identical or nearly identical rows remain, float products decide which k candidates remain.
pub struct Shortlists {
    k: usize,
    /// Maximum number of candidates per list.
    capacity: usize,
    /// Maximum error of a coarse score, in score units, rounded up.
    error: i32,
    /// One threshold per row. A panel of `i32::MAX` follows, because the last panel is read beyond the last row.
    thresholds: Vec<i32>,
    lengths: Vec<usize>,
    /// `capacity` entries per row: coarse score and instance id of a candidate.
    entries: Vec<(i32, u32)>,
}

impl Shortlists {
    /// Creates one empty list for each entry of `lower_bounds`.
    /// A lower bound is the minimum similarity of a neighbor, inclusive. −∞ means no minimum, and ∞ excludes the row.
    pub fn new(k: usize, dimensions: usize, lower_bounds: &[f32]) -> Shortlists {
        let error = int16_products::error(dimensions);
        // If the lists have a small capacity, their thresholds rise early, so the lists admit fewer candidates.
        // Admitting fewer candidates saves more time than the frequent thinning of full lists costs.
        // With the capacity 2k + 12, the search takes a third less time than with the capacity 4k + 24.
        let capacity = 2 * k + 12;
        let thresholds = lower_bounds.iter().map(|&lower_bound| threshold(lower_bound, error));
        Shortlists {
            k,
            capacity,
            error: (error * SCALE * SCALE).ceil() as i32,
            thresholds: thresholds.chain([i32::MAX; WIDTH]).collect(),
            lengths: vec![0; lower_bounds.len()],
            entries: vec![(0, 0); lower_bounds.len() * capacity],
        }
    }

    /// Threshold of each row. A candidate enters the list of a row only if its coarse score exceeds the threshold.
    #[inline(always)]
    pub fn thresholds(&self) -> &[i32] {
        &self.thresholds
    }

    /// Whether the search includes `row`. An excluded row has no list and is in no list.
    #[inline]
    pub fn takes_part(&self, row: usize) -> bool {
        self.thresholds[row] < i32::MAX
    }

    /// Adds the candidate `id` to the list of `row` if the score exceeds the threshold of the list.
    /// `row` is the index of the list, and `instance` is the index of the same instance in `embeddings`.
    ///
    /// Most scores do not exceed the threshold. Inlining makes the rejection of a score a single comparison.
    #[inline]
    pub fn offer(&mut self, row: usize, score: i32, id: u32, instance: u32, embeddings: &Embeddings) {
        if score > self.thresholds[row] {
            self.add(row, score, id, instance, embeddings);
        }
    }

    /// Adds a candidate whose score exceeds the threshold of `row`. A full list is thinned first.
    fn add(&mut self, row: usize, score: i32, id: u32, instance: u32, embeddings: &Embeddings) {
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

    /// Writes the exact k nearest neighbors of `row` to `ids` and `similarities`.
    /// Missing entries get the id [`NO_NEIGHBOR`] and the similarity −∞.
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
            .chain(std::iter::repeat((f32::NEG_INFINITY, NO_NEIGHBOR)));
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

    /// Raises the threshold to the highest value that certainly keeps the k nearest candidates.
    /// Entries whose scores are not above the new threshold are dropped.
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

    /// Keeps the k nearest candidates by float products.
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

/// The highest coarse score that guarantees a float product below `lower_bound`.
fn threshold(lower_bound: f32, error: f64) -> i32 {
    if lower_bound == f32::INFINITY {
        return i32::MAX;
    }
    // The conversion of −∞ to an integer gives `i32::MIN`.
    (((f64::from(lower_bound) - error) * SCALE * SCALE).ceil() as i32).saturating_sub(1)
}
