//! Groups of near-duplicates: texts with the same words, or texts with a high cosine similarity.
//!
//! ```text
//!  "Hello  there", "hello there "   near-duplicates, because the words are the same
//!  "Hello there!"                   near-duplicate of both texts, because the cosine similarity is 0.98
//! ```
//!
//! Each text of a group has the words of the group's first text, or a high cosine similarity to the first text.
//! Texts with the same words count as one text.
#![expect(
    clippy::disallowed_types,
    reason = "texts are looked up; rows are visited in their order"
)]

use std::collections::{BTreeMap, HashMap};

use fastgas_graph::Adjacency;
use fastgas_graph::representatives;

/// Groups of near-duplicates. A text without a near-duplicate is in no group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DuplicateGroups {
    /// The rows of each group, in ascending order. Groups are sorted by their first row.
    pub groups: Vec<Vec<u32>>,
}

/// Returns `text` in lower case, with normalized whitespace. O(length).
pub fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.chars().flat_map(char::to_lowercase));
    }
    folded
}

/// For each text, returns the row of the first text that is equal except for case and whitespace.
/// Blank texts are not duplicates of each other, so a blank text gets its own row.
/// `folded_texts` contains the result of [`folded`] for each text, in row order. O(total length of the texts).
pub fn first_with_same_words(folded_texts: impl IntoIterator<Item = String>) -> Vec<u32> {
    let mut first_of: HashMap<String, u32> = HashMap::new();
    let first = |(row, text): (u32, String)| match text.is_empty() {
        true => row,
        false => *first_of.entry(text).or_insert(row),
    };
    (0..).zip(folded_texts).map(first).collect()
}

impl DuplicateGroups {
    /// Groups texts with the same words. `first_of` is the result of [`first_with_same_words`].
    /// If `near` is given, neighbors in the kNN graph are also grouped if their cosine is at least the minimum cosine.
    /// `near` contains the kNN graph, the [cosines](Adjacency::cosines) of its edges, and the minimum cosine.
    /// Rows are visited in ascending order. A text without a group becomes the first text of a new group.
    /// All similar neighbors of the first text that have no group join the new group.
    /// Texts with the same words are treated as one text that has the neighbors of all these texts. O(n + edges).
    pub fn of(first_of: &[u32], near: Option<(&Adjacency, &[f32], f32)>) -> DuplicateGroups {
        let near = |row: u32| {
            near.into_iter().flat_map(move |(adjacency, cosines, least)| {
                let [offsets, _] = adjacency.parts();
                let edges = adjacency
                    .neighbors_of(row)
                    .iter()
                    .zip(&cosines[offsets[row as usize] as usize..]);
                edges
                    .filter(move |&(_, &cosine)| cosine >= least)
                    .map(|(&other, _)| other)
            })
        };
        let belongs_to = representatives(first_of, near);
        let mut n_texts = vec![0_u32; first_of.len()];
        belongs_to.iter().for_each(|&first| n_texts[first as usize] += 1);
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        // Most texts have no near-duplicate, so groups are created only for texts with near-duplicates.
        for (row, &first) in (0..)
            .zip(&belongs_to)
            .filter(|&(_, &first)| n_texts[first as usize] > 1)
        {
            groups.entry(first).or_default().push(row);
        }
        DuplicateGroups {
            groups: groups.into_values().collect(),
        }
    }

    /// Number of texts that have at least one near-duplicate.
    pub fn n_texts(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_of(texts: &[&str]) -> Vec<u32> {
        first_with_same_words(texts.iter().map(|text| folded(text)))
    }

    #[test]
    fn case_and_white_space_are_ignored() {
        let texts = [
            "Hello  there",
            "hello there ",
            "Hello there!",
            " ",
            "",
            "\tHELLO\nthere",
            "ÄRGER",
            "ärger",
        ];
        assert_eq!(first_of(&texts), [0, 0, 2, 3, 4, 0, 6, 6]);
        let duplicates = DuplicateGroups::of(&first_of(&texts), None);
        assert_eq!(
            (&duplicates.groups, duplicates.n_texts()),
            (&vec![vec![0, 1, 5], vec![6, 7]], 5)
        );
    }

    #[test]
    fn group_members_are_near_to_the_first_one() {
        // The path 0─1─2─3 and the isolated vertex 4. Texts 3 and 4 have equal words.
        let adjacency = Adjacency::from_parts(vec![0, 1, 3, 5, 6, 6], vec![1, 0, 2, 1, 3, 2], 5).expect("a graph");
        let words = first_of(&["a", "b", "c", "d", "D"]);
        let cosines = [0.97, 0.97, 0.96, 0.96, 0.9, 0.9];
        let groups = |least| DuplicateGroups::of(&words, Some((&adjacency, &cosines, least))).groups;
        assert_eq!(groups(0.98), [vec![3, 4]]);
        assert_eq!(groups(0.97), [vec![0, 1], vec![3, 4]]);
        assert_eq!(
            groups(0.95),
            [vec![0, 1], vec![3, 4]],
            "row 2 is near row 1, which is already in the group of row 0"
        );
        assert_eq!(groups(0.9), [vec![0, 1], vec![2, 3, 4]]);
    }

    #[test]
    fn groups_are_ordered_by_their_first_row() {
        // The edges of the graph are 0─3 and 1─2.
        let adjacency = Adjacency::from_parts(vec![0, 1, 2, 3, 4], vec![3, 2, 1, 0], 4).expect("a graph");
        let duplicates = DuplicateGroups::of(&[0, 1, 2, 3], Some((&adjacency, &[0.9; 4], 0.9)));
        assert_eq!(duplicates.groups, [vec![0, 3], vec![1, 2]]);
    }
}
