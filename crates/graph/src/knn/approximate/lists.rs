//! For each of some instances, who was found nearest so far, by coarse scores.

use crate::knn::shortlist::NOBODY;

/// Lists of equal length, best first: coarse score and id. Ties: lowest id. Nobody is in a list twice, so that what a
/// list holds depends on who was offered to it, and neither on the order nor on how often.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scored {
    width: usize,
    entries: Vec<(i32, u32)>,
}

impl Scored {
    /// Lists of nobody.
    pub fn none(rows: usize, width: usize) -> Scored {
        let entries = vec![(i32::MIN, NOBODY); rows * width];
        Scored { width, entries }
    }

    /// Lists of nobody, each of which takes in only who reaches its floor.
    pub fn above(floors: impl ExactSizeIterator<Item = i32>, width: usize) -> Scored {
        let mut entries = Vec::with_capacity(floors.len() * width);
        entries.extend(floors.flat_map(|floor| std::iter::repeat_n((floor, NOBODY), width)));
        Scored { width, entries }
    }

    /// The list of `row`; where it is not full, it ends with [`NOBODY`].
    pub fn of(&self, row: u32) -> &[(i32, u32)] {
        &self.entries[row as usize * self.width..][..self.width]
    }

    /// The score that is needed to be taken in: below it, nobody is.
    pub fn least(&self, row: u32) -> i32 {
        self.entries[row as usize * self.width + self.width - 1].0
    }

    /// Takes in who is nearer than the last of the list. The same `id` comes with the same `score` always.
    pub fn offer(&mut self, row: u32, score: i32, id: u32) {
        let list = &mut self.entries[row as usize * self.width..][..self.width];
        let worse = |&(other, of): &(i32, u32)| other < score || other == score && of > id;
        // The list is short, and most of who comes is near its end.
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
        fn a_list_is_what_sorting_gives(width in 1usize..6, offers in prop::collection::vec(0u32..8, 0..40)) {
            // An id has one score, and some have the same.
            let offers: Vec<(i32, u32)> = offers.into_iter().map(|id| ((id * 7 % 4) as i32, id)).collect();
            let mut lists = Scored::none(2, width);
            offers.iter().for_each(|&(score, id)| lists.offer(1, score, id));
            let mut expected = offers;
            expected.sort_by_key(|&(score, id)| (-score, id));
            expected.dedup();
            expected.resize(width.max(expected.len()), (i32::MIN, NOBODY));
            prop_assert_eq!(lists.of(1), &expected[..width]);
            prop_assert_eq!(lists.least(1), expected[width - 1].0);
            prop_assert_eq!(lists.of(0), vec![(i32::MIN, NOBODY); width]);
        }
    }
}
