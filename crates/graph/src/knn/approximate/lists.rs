//! Lists of the nearest instances found so far, one list per row. The lists are ranked by coarse scores.

use crate::knn::shortlist::NO_NEIGHBOR;

/// Lists of the nearest instances found so far. Each list has `width` pairs of coarse score and id, best first.
/// Ties: the lowest id. An id occurs at most once in a list, and the order of the offers does not change the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scored {
    width: usize,
    entries: Vec<(i32, u32)>,
}

impl Scored {
    /// Creates `rows` empty lists of length `width`.
    pub fn empty(rows: usize, width: usize) -> Scored {
        let entries = vec![(i32::MIN, NO_NEIGHBOR); rows * width];
        Scored { width, entries }
    }

    /// Creates one empty list of `width` entries for each score in `lower_bounds`.
    /// Each list accepts only scores that are at least its lower bound.
    pub fn above(lower_bounds: impl ExactSizeIterator<Item = i32>, width: usize) -> Scored {
        let mut entries = Vec::with_capacity(lower_bounds.len() * width);
        entries.extend(lower_bounds.flat_map(|lower_bound| std::iter::repeat_n((lower_bound, NO_NEIGHBOR), width)));
        Scored { width, entries }
    }

    /// The list of `row`. Unused entries at the end of the list contain [`NO_NEIGHBOR`].
    pub fn of(&self, row: u32) -> &[(i32, u32)] {
        &self.entries[row as usize * self.width..][..self.width]
    }

    /// Score of the last entry in the list of `row`. The list accepts no lower score.
    #[inline]
    pub fn least(&self, row: u32) -> i32 {
        self.entries[row as usize * self.width + self.width - 1].0
    }

    /// Inserts `id` into the list of `row` if `id` ranks before the last entry.
    /// A higher score ranks first. Ties: the lower id.
    /// All offers of one id to the same list must have the same score.
    ///
    /// Most offers have a score below the last entry. Inlining makes the rejection of an offer a single comparison.
    #[inline]
    pub fn offer(&mut self, row: u32, score: i32, id: u32) {
        if score >= self.least(row) {
            self.insert(row, score, id);
        }
    }

    /// Like [`Scored::offer`], for a score that is at least the score of the last entry.
    fn insert(&mut self, row: u32, score: i32, id: u32) {
        let list = &mut self.entries[row as usize * self.width..][..self.width];
        let worse = |&(other, of): &(i32, u32)| other < score || other == score && of > id;
        // The search for the position starts at the end of the list, because most new entries belong near the end.
        let mut place = list.len();
        while place > 0 && worse(&list[place - 1]) {
            place -= 1;
        }
        if place < list.len() && (place == 0 || list[place - 1].1 != id) {
            list[place..].rotate_right(1);
            list[place] = (score, id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn list_equals_sorted_offers(width in 1usize..6, offers in prop::collection::vec(0u32..8, 0..40)) {
            // Each id has a fixed score, and many ids share a score (such as 0 and 4), so that ties are common.
            let offers: Vec<(i32, u32)> = offers.into_iter().map(|id| ((id * 7 % 4) as i32, id)).collect();
            let mut lists = Scored::empty(2, width);
            offers.iter().for_each(|&(score, id)| lists.offer(1, score, id));
            let mut expected = offers;
            expected.sort_by_key(|&(score, id)| (-score, id));
            expected.dedup();
            expected.resize(width.max(expected.len()), (i32::MIN, NO_NEIGHBOR));
            prop_assert_eq!(lists.of(1), &expected[..width]);
            prop_assert_eq!(lists.least(1), expected[width - 1].0);
            prop_assert_eq!(lists.of(0), vec![(i32::MIN, NO_NEIGHBOR); width]);
        }
    }
}
