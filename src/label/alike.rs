//! Texts that say the same: the same words, or nearly.
//!
//! ```text
//!  "Hello  there", "hello there "   the same words            any two of a group are joined through others
//!  "Hello there!"                   cosine 0.98: near
//! ```

use std::collections::{BTreeMap, HashMap};

use crate::graph::Lowest;
use crate::map::Joined;

/// Groups of texts that say the same, for those that have another such.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alike {
    /// Rows rising in each group, groups by their first row.
    pub groups: Vec<Vec<u32>>,
}

/// `text` without differences of case and of spaces. O(length).
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

/// For each text the lowest row with the same words; texts without any words are nobody's like. `folded_texts` in the
/// order of the rows. O(length of the texts).
pub fn same_words(folded_texts: impl IntoIterator<Item = String>) -> Vec<u32> {
    let mut first_of: HashMap<String, u32> = HashMap::new();
    let first = |(row, text): (u32, String)| match text.is_empty() {
        true => row,
        false => *first_of.entry(text).or_insert(row),
    };
    (0..).zip(folded_texts).map(first).collect()
}

impl Alike {
    /// The groups of those with the same words (`first_of`, see [`same_words`]), and where `cosines` are known (see
    /// [`Joined::cosines`]) of those that are joined and at least so near, through others too. O(n + edges), near
    /// enough.
    pub fn of(first_of: &[u32], near: Option<(&Joined, &[f32], f32)>) -> Alike {
        let mut lowest = Lowest::joined(first_of.to_vec());
        if let Some((joined, cosines, least)) = near {
            let mut cosines = cosines.iter();
            for row in 0..first_of.len() as u32 {
                for (&other, _) in joined
                    .with(row)
                    .iter()
                    .zip(&mut cosines)
                    .filter(|&(_, &cosine)| cosine >= least)
                {
                    lowest.join(row, other);
                }
            }
        }
        let belongs_to = lowest.of_all();
        let mut n_texts = vec![0_u32; first_of.len()];
        belongs_to.iter().for_each(|&first| n_texts[first as usize] += 1);
        let mut groups: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        // Most texts are alone.
        for (row, &first) in (0..)
            .zip(&belongs_to)
            .filter(|&(_, &first)| n_texts[first as usize] > 1)
        {
            groups.entry(first).or_default().push(row);
        }
        Alike {
            groups: groups.into_values().collect(),
        }
    }

    /// How many texts have another one that says the same.
    pub fn n_texts(&self) -> usize {
        self.groups.iter().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn first_of(texts: &[&str]) -> Vec<u32> {
        same_words(texts.iter().map(|text| folded(text)))
    }

    #[test]
    fn case_and_spaces_make_no_difference() {
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
        let alike = Alike::of(&first_of(&texts), None);
        assert_eq!((&alike.groups, alike.n_texts()), (&vec![vec![0, 1, 5], vec![6, 7]], 5));
    }

    #[test]
    fn near_ones_belong_together_through_others() {
        // 0─1─2─3, and 4 with the words of 3.
        let joined = Joined::from_parts(vec![0, 1, 3, 5, 6, 6], vec![1, 0, 2, 1, 3, 2], 5).expect("a graph");
        let words = first_of(&["a", "b", "c", "d", "D"]);
        let cosines = [0.97, 0.97, 0.96, 0.96, 0.9, 0.9];
        let groups = |least| Alike::of(&words, Some((&joined, &cosines, least))).groups;
        assert_eq!(groups(0.98), [vec![3, 4]]);
        assert_eq!(groups(0.97), [vec![0, 1], vec![3, 4]]);
        assert_eq!(groups(0.95), [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(groups(0.9), [vec![0, 1, 2, 3, 4]]);
    }

    proptest! {
        /// Against joining pair by pair until nothing changes.
        #[test]
        fn equals_slow_joining(words in prop::collection::vec(0u32..12, 1..16),
            edges in prop::collection::vec((0u32..16, 0u32..16, 0.0f32..1.0), 0..20),
        ) {
            let n = words.len() as u32;
            let mut rows = vec![BTreeMap::new(); n as usize];
            for (a, b, cosine) in edges.into_iter().filter(|&(a, b, _)| a < n && b < n && a != b) {
                rows[a as usize].insert(b, cosine);
                rows[b as usize].insert(a, cosine);
            }
            let mut offsets = vec![0];
            rows.iter().for_each(|row| offsets.push(offsets[offsets.len() - 1] + row.len() as u32));
            let neighbors = rows.iter().flat_map(|row| row.keys().copied()).collect();
            let cosines: Vec<f32> = rows.iter().flat_map(|row| row.values().copied()).collect();
            let joined = Joined::from_parts(offsets, neighbors, n as usize).expect("a graph");
            let first_of = same_words(words.iter().map(u32::to_string));
            let alike = Alike::of(&first_of, Some((&joined, &cosines, 0.6)));
            let mut slow: Vec<u32> = (0..n).collect();
            for _ in 0..n {
                for a in 0..n as usize {
                    for b in 0..n as usize {
                        let near = rows[a].get(&(b as u32)).is_some_and(|&cosine| cosine >= 0.6);
                        if near || words[a] == words[b] {
                            slow[a] = slow[a].min(slow[b]);
                            slow[b] = slow[a];
                        }
                    }
                }
            }
            let grouped = |row: u32| alike.groups.iter().position(|group| group.contains(&row));
            for a in 0..n {
                prop_assert_eq!(grouped(a).is_some(), (0..n).any(|b| a != b && slow[a as usize] == slow[b as usize]));
                for b in 0..n {
                    let together = grouped(a).is_some() && grouped(a) == grouped(b);
                    prop_assert_eq!(together && a != b, a != b && slow[a as usize] == slow[b as usize]);
                }
            }
            prop_assert!(alike.groups.is_sorted_by_key(|group| group[0]));
            prop_assert!(alike.groups.iter().all(|group| group.is_sorted_by(|a, b| a < b)));
        }
    }
}
