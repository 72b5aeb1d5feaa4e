//! Labels that the machine suggests, from those that people gave, over the kNN graph.
//!
//! A walk begins at a text, goes from text to text over the graph, and ends at the first that a person has labeled
//! (`graph/spread.rs`). The label at which most walks end is suggested, where it is clear enough:
//!
//! ```text
//!  confidence = its share of the walks / (walks that ended + UNDECIDED · walks that did not)
//! ```
//!
//! It says how far the labeled texts around a text agree, and is no probability. Measured on 2026-11-22 with 10, 18,
//! 77, 200 and 500 labels drawn at random, five times each, from two pools of 3,000 short questions (Banking77,
//! CLINC150; all-MiniLM-L6-v2, k = 15), with their own 77 and 150 labels and with these merged to six: from 77 drawn
//! labels on, and with six labels from 10 on, at least so many suggestions were right as their confidence said, mostly
//! far more. With 10 or 18 drawn labels of 77 or 150, where most labels had no text at all, 38 to 62 in a hundred were
//! right of those between 50 % and 60 %, and 72 to 96 of those between 80 % and 90 %. The blind
//! [`Checks`](crate::label::Checks) say what is true of the texts at hand.
//!
//! Labels that were accepted from suggestions are no source of others: the machine never learns from itself. Neither
//! are texts that were passed over. Where an answer is written there is nothing to suggest.

use serde::{Deserialize, Serialize};

use crate::label::{Answers, Labels, Origin};
use fastgas_graph::Joined;
use fastgas_graph::{Walkable, spread, walk};

/// A walk that came upon no labeled text counts as so much of one that ended at another label.
const UNDECIDED: f64 = 0.1;

/// Below this, in percent, nothing is suggested. More than half, so that no two labels have as much.
pub const LEAST_PERCENT: u8 = 51;

/// Labeled texts that are named as a suggestion's reason, at most.
const REASONS: usize = 3;

/// The labels that suggestions are made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// Whether a text can have several labels.
    several: bool,
    /// The labeled rows, rising,
    rows: Vec<u32>,
    /// where the labels of each end,
    ends: Vec<u32>,
    /// and these, by their place in the set.
    labels: Vec<u32>,
}

/// A label for a text, or several where it can have several, and how sure it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suggestion {
    /// By their place in the set, rising. None is what the machine says where it abstains.
    pub labels: Vec<u32>,
    /// How sure, in whole percent, rounded down; of several labels the least sure one.
    pub percent: u8,
}

/// A suggestion for one text, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// It; none where nothing is clear enough.
    pub suggestion: Option<Suggestion>,
    /// How many of a hundred walks came upon a labeled text.
    pub reached_percent: u8,
    /// The labeled texts at which most walks ended, most first; of a suggestion those that have one of its labels.
    pub because: Vec<u32>,
}

/// A suggestion for every text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    ends: Vec<u32>,
    labels: Vec<u32>,
    percents: Vec<u8>,
}

impl Sources {
    /// Of the labels in force those that a person gave or that stood in the file. `names` is the set of labels.
    /// O(labels · log).
    pub fn of(labels: &Labels, names: &[String], answers: Answers) -> Sources {
        let mut sources = Sources {
            several: answers == Answers::Several,
            ..Sources::default()
        };
        if answers == Answers::Text {
            return sources;
        }
        let places: std::collections::BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        for row in labels.rows() {
            let said = labels.said(row);
            let known = said.labels.iter().filter_map(|label| places.get(label.as_str()));
            // Of a text that has several although it can have one, the first is its label everywhere.
            let known = known.take(if sources.several { usize::MAX } else { 1 }).copied();
            if !matches!(said.origin, Some(Origin::Suggestion { .. })) {
                sources.push(row, known);
            }
        }
        sources
    }

    fn push(&mut self, row: u32, labels: impl Iterator<Item = u32>) {
        let before = self.labels.len();
        self.labels.extend(labels);
        if self.labels.len() > before {
            self.rows.push(row);
            self.ends.push(self.labels.len() as u32);
        }
    }

    /// From what [`Sources::parts`] gives; none where that does not fit together, or is not of `n` texts.
    pub fn from_parts(several: bool, [rows, ends, labels]: [Vec<u32>; 3], n: usize) -> Option<Sources> {
        let rising = |numbers: &[u32]| numbers.is_sorted_by(|a, b| a < b);
        let whole = rows.len() == ends.len() && ends.last().copied().unwrap_or(0) as usize == labels.len();
        let known = rows.last().is_none_or(|&row| (row as usize) < n) && ends.first() != Some(&0);
        (whole && known && rising(&rows) && rising(&ends)).then_some(Sources {
            several,
            rows,
            ends,
            labels,
        })
    }

    /// Rows, ends of their labels, and labels.
    pub fn parts(&self) -> [&[u32]; 3] {
        [&self.rows, &self.ends, &self.labels]
    }

    /// Whether a text can have several labels.
    pub fn several(&self) -> bool {
        self.several
    }

    /// Whether there is nothing to suggest from.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn labels_at(&self, place: usize) -> &[u32] {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.labels[begin as usize..self.ends[place] as usize]
    }

    /// Each labeled row with its labels.
    fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> + Clone {
        self.rows
            .iter()
            .enumerate()
            .map(|(place, &row)| (row, self.labels_at(place)))
    }

    /// What to suggest for the text in `row`, and why; what is said of `row` itself does not count.
    ///
    /// O(STEPS·(n + edges)) time, whatever the number of labels. The same as what [`Sources::suggest_all`] says of it,
    /// where the row has no label.
    pub fn suggest(&self, joined: &Joined, row: u32) -> Explained {
        let place = |row: u32| self.rows.binary_search(&row).ok();
        let ended = walk(joined, row, |row| place(row).is_some());
        let total: f64 = ended.iter().map(|&(_, share)| share).sum();
        let labels_of = |end: u32| place(end).map_or(&[][..], |place| self.labels_at(place));
        let mut shares: std::collections::BTreeMap<u32, f64> = std::collections::BTreeMap::new();
        for &(end, share) in &ended {
            for &label in labels_of(end) {
                *shares.entry(label).or_default() += share;
            }
        }
        let suggestion = self.decide(shares.into_iter(), total);
        let is_reason = |&&(end, _): &&(u32, f64)| {
            suggestion
                .as_ref()
                .is_none_or(|suggestion| labels_of(end).iter().any(|label| suggestion.labels.contains(label)))
        };
        let mut because: Vec<&(u32, f64)> = ended.iter().filter(is_reason).collect();
        because.sort_by(|a, b| b.1.total_cmp(&a.1));
        because.truncate(REASONS);
        Explained {
            because: because.into_iter().map(|&(end, _)| end).collect(),
            reached_percent: (100.0 * total).round() as u8,
            suggestion,
        }
    }

    /// What to suggest for each text; nothing for those that are sources themselves.
    ///
    /// O(STEPS·(n + edges)·labels in use) time, O(n + edges) space.
    pub fn suggest_all(&self, joined: &Joined) -> Suggestions {
        let n = joined.n_vertices();
        let mut used: Vec<u32> = self.labels.clone();
        used.sort_unstable();
        used.dedup();
        // Class 0 is a label, whichever.
        let class_of = |label: &u32| used.binary_search(label).map_or(0, |place| place as u32 + 1);
        let classes =
            |(row, labels): (u32, &[u32])| (row, [0].into_iter().chain(labels.iter().map(class_of)).collect());
        let sources: Vec<(u32, Vec<u32>)> = self.iter().map(classes).collect();
        let sources = sources.iter().map(|(row, classes)| (*row, classes.as_slice()));
        let mut totals = vec![0.0; n];
        let mut shares: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n];
        spread(joined, used.len() + 1, sources, |row, class, share| {
            let row = row as usize;
            match class {
                0 => totals[row] = share,
                // Smaller ones are never enough.
                _ if share > 0.0 && confidence(share, totals[row]) >= f64::from(LEAST_PERCENT) / 200.0 => {
                    shares[row].push((used[class as usize - 1], share));
                }
                _ => {}
            }
        });
        let mut suggestions = Suggestions::default();
        for (row, (shares, total)) in (0..).zip(shares.into_iter().zip(totals)) {
            let is_source = self.rows.binary_search(&row).is_ok();
            let suggestion = self.decide(shares.into_iter(), total).filter(|_| !is_source);
            suggestions.push(suggestion.as_ref());
        }
        suggestions
    }

    /// The label that is clear enough, or all that are where a text can have several. `shares` by label, rising.
    fn decide(&self, shares: impl Iterator<Item = (u32, f64)>, total: f64) -> Option<Suggestion> {
        let sure = |(label, share)| (label, (100.0 * confidence(share, total)) as u8);
        let clear: Vec<(u32, u8)> = shares
            .map(sure)
            .filter(|&(_, percent)| percent >= LEAST_PERCENT)
            .collect();
        // Of one label each, two cannot have more than half.
        Some(Suggestion {
            percent: clear.iter().map(|&(_, percent)| percent).min()?,
            labels: clear.into_iter().map(|(label, _)| label).collect(),
        })
    }
}

/// As the head of the file says. A bit over 1 by rounding is 1.
fn confidence(share: f64, total: f64) -> f64 {
    (share / (total + UNDECIDED * (1.0 - total))).min(1.0)
}

impl Suggestions {
    fn push(&mut self, suggestion: Option<&Suggestion>) {
        self.labels.extend(suggestion.map_or(&[][..], |given| &given.labels));
        self.ends.push(self.labels.len() as u32);
        self.percents.push(suggestion.map_or(0, |given| given.percent));
    }

    /// The suggestion for the text in `row`; none where the machine abstains.
    pub fn get(&self, row: u32) -> Option<Suggestion> {
        let row = row as usize;
        let begin = if row == 0 { 0 } else { *self.ends.get(row - 1)? };
        let labels = &self.labels[begin as usize..*self.ends.get(row)? as usize];
        (!labels.is_empty()).then(|| Suggestion {
            labels: labels.to_vec(),
            percent: self.percents[row],
        })
    }

    /// The first of the labels that are suggested for the text in `row`.
    pub fn first_label(&self, row: u32) -> Option<u32> {
        let row = row as usize;
        let begin = if row == 0 { 0 } else { *self.ends.get(row - 1)? };
        (begin < *self.ends.get(row)?).then(|| self.labels[begin as usize])
    }

    /// How many texts there are.
    pub fn n_texts(&self) -> usize {
        self.ends.len()
    }

    /// Where the labels of each text end, the labels, and how sure each text's are.
    pub fn into_parts(self) -> (Vec<u32>, Vec<u32>, Vec<u8>) {
        (self.ends, self.labels, self.percents)
    }

    /// From what [`Suggestions::into_parts`] gives; none where that is nothing of `n` texts.
    pub fn from_parts(ends: Vec<u32>, labels: Vec<u32>, percents: Vec<u8>, n: usize) -> Option<Suggestions> {
        let whole = ends.len() == n && percents.len() == n && ends.is_sorted();
        let fits = ends.last().copied().unwrap_or(0) as usize == labels.len();
        (whole && fits).then_some(Suggestions { ends, labels, percents })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::History;
    use proptest::prelude::*;

    /// An edge between each two.
    fn joined(n: usize, edges: &[(u32, u32)]) -> Joined {
        let mut rows = vec![Vec::new(); n];
        for &(a, b) in edges {
            rows[a as usize].push(b);
            rows[b as usize].push(a);
        }
        let mut offsets = vec![0];
        let mut neighbors = Vec::new();
        for mut row in rows {
            row.sort_unstable();
            row.dedup();
            neighbors.extend(row);
            offsets.push(neighbors.len() as u32);
        }
        Joined::from_parts(offsets, neighbors, n).expect("a graph")
    }

    fn path(n: u32) -> Joined {
        joined(n as usize, &(1..n).map(|v| (v - 1, v)).collect::<Vec<_>>())
    }

    fn sources(several: bool, given: &[(u32, &[u32])]) -> Sources {
        let mut sources = Sources {
            several,
            ..Sources::default()
        };
        given
            .iter()
            .for_each(|(row, labels)| sources.push(*row, labels.iter().copied()));
        sources
    }

    fn one(label: u32, percent: u8) -> Option<Suggestion> {
        Some(Suggestion {
            labels: vec![label],
            percent,
        })
    }

    #[test]
    fn the_nearer_label_is_suggested_and_the_middle_is_left_open() {
        // 0─1─2─3─4, the ends labeled: 3/4, 1/2, 1/4 of all walks end at the one, but for a few that are on their way.
        let (graph, given) = (path(5), sources(false, &[(0, &[7]), (4, &[2])]));
        let suggested = [1, 2, 3].map(|row| given.suggest(&graph, row));
        assert_eq!(suggested[0].suggestion, one(7, 75));
        assert_eq!((suggested[0].reached_percent, &suggested[0].because), (100, &vec![0]));
        assert_eq!(suggested[1].suggestion, None, "as many here as there");
        assert_eq!(suggested[1].because, [0, 4], "so far the reasons speak for both");
        assert_eq!(suggested[2].suggestion, one(2, 75));
        let all = given.suggest_all(&graph);
        assert_eq!(
            [0, 1, 3, 5].map(|row| all.first_label(row)),
            [None, Some(7), Some(2), None]
        );
        assert_eq!(
            [0, 1, 2, 3, 4].map(|row| all.get(row)),
            [None, one(7, 75), None, one(2, 75), None]
        );
    }

    #[test]
    fn who_is_far_from_all_labels_gets_none() {
        // 0─1 2─3─…: 2 and later are not reached; of a long path only the beginning is.
        let graph = joined(4, &[(0, 1), (2, 3)]);
        let given = sources(false, &[(0, &[0])]);
        let far = given.suggest(&graph, 2);
        assert_eq!((far.suggestion, far.reached_percent, far.because), (None, 0, vec![]));
        let all = given.suggest_all(&path(40));
        assert!(all.get(1).is_some_and(|near| near.percent > 90));
        let percents: Vec<u8> = (1..40)
            .map(|row| all.get(row).map_or(0, |given| given.percent))
            .collect();
        assert!(percents.is_sorted_by(|a, b| a >= b), "{percents:?}");
        assert_eq!(percents[30], 0);
        assert_eq!(Sources::default().suggest(&graph, 0).suggestion, None);
        assert_eq!(Sources::default().suggest_all(&graph).n_texts(), 4);
    }

    #[test]
    fn of_several_labels_all_that_are_clear() {
        // A star: 0 in the middle, three of four around it have a, two b.
        let graph = joined(5, &[(0, 1), (0, 2), (0, 3), (0, 4)]);
        let given: [(u32, &[u32]); 4] = [(1, &[0]), (2, &[0, 1]), (3, &[0, 1]), (4, &[2])];
        let clear = Some(Suggestion {
            labels: vec![0],
            percent: 75,
        });
        assert_eq!(sources(true, &given).suggest(&graph, 0).suggestion, clear);
        let given: [(u32, &[u32]); 4] = [(1, &[0]), (2, &[0, 1]), (3, &[0, 1]), (4, &[1])];
        let both = Some(Suggestion {
            labels: vec![0, 1],
            percent: 75,
        });
        assert_eq!(sources(true, &given).suggest(&graph, 0).suggestion, both);
        assert_eq!(sources(true, &given).suggest_all(&graph).get(0), both);
    }

    #[test]
    fn only_what_people_said_is_a_source() {
        let mut history = History::default();
        let names = ["a", "b"].map(str::to_owned);
        history.give(3, Some("b"), 1);
        history.pass(1, crate::label::Pass::CannotTell, 2);
        history.take_in(vec![(5, vec!["a".into()])], "topic", 3);
        history.accept(vec![(0, vec!["a".into()], 90)], 4);
        history.give(4, Some("not in the set"), 5);
        let given = Sources::of(history.labels(), &names, Answers::One);
        assert_eq!(given, sources(false, &[(3, &[1]), (5, &[0])]));
        assert!(Sources::of(history.labels(), &names, Answers::Text).is_empty());
        // Once a person gives the same label themselves it is one.
        history.give(0, Some("a"), 6);
        let given = Sources::of(history.labels(), &names, Answers::One);
        assert_eq!(given, sources(false, &[(0, &[0]), (3, &[1]), (5, &[0])]));
        let parts = given.parts().map(<[u32]>::to_vec);
        assert_eq!(Sources::from_parts(false, parts.clone(), 6), Some(given));
        assert_eq!(Sources::from_parts(false, parts.clone(), 5), None);
        let [rows, ends, mut labels] = parts;
        labels.pop();
        assert_eq!(Sources::from_parts(false, [rows, ends, labels], 6), None);
    }

    #[test]
    fn suggestions_come_back_whole_or_not_at_all() {
        let graph = path(5);
        let all = sources(false, &[(0, &[7]), (4, &[2])]).suggest_all(&graph);
        let (ends, labels, percents) = all.clone().into_parts();
        let back =
            |ends: &[u32], labels: &[u32], n| Suggestions::from_parts(ends.into(), labels.into(), percents.clone(), n);
        assert_eq!(back(&ends, &labels, 5), Some(all));
        assert_eq!(back(&ends, &labels, 4), None);
        assert_eq!(back(&ends, &labels[1..], 5), None);
        assert_eq!(back(&[3, 0, 0, 0, 2], &labels, 5), None);
    }

    fn any_graph() -> impl Strategy<Value = Joined> {
        let edges = prop::collection::vec((0u32..25, 0u32..25), 0..60);
        edges.prop_map(|edges| joined(25, &edges.into_iter().filter(|(a, b)| a != b).collect::<Vec<_>>()))
    }

    fn any_sources() -> impl Strategy<Value = Vec<(u32, Vec<u32>)>> {
        let labels = prop::collection::btree_set(0u32..12, 1..3);
        let rows = prop::collection::btree_map(0u32..25, labels, 0..12);
        rows.prop_map(|rows| {
            rows.into_iter()
                .map(|(row, labels)| (row, labels.into_iter().collect()))
                .collect()
        })
    }

    proptest! {
        /// One by one and all at once, with more labels than are worked out together.
        #[test]
        fn each_and_all_agree(graph in any_graph(), given in any_sources(), several: bool) {
            let given: Vec<(u32, &[u32])> =
                given.iter().map(|(row, labels)| (*row, &labels[..if several { labels.len() } else { 1 }])).collect();
            let made = sources(several, &given);
            let all = made.suggest_all(&graph);
            for row in (0..25).filter(|row| given.iter().all(|(source, _)| source != row)) {
                let explained = made.suggest(&graph, row);
                // Percents may differ where rounding tips them, and at the least so may whether there is a suggestion.
                match (all.get(row), &explained.suggestion) {
                    (Some(of_all), Some(own)) if several => prop_assert!(of_all.percent.abs_diff(own.percent) <= 1),
                    (Some(of_all), Some(own)) => {
                        prop_assert_eq!(&of_all.labels, &own.labels);
                        prop_assert!(of_all.percent.abs_diff(own.percent) <= 1);
                    }
                    (None, None) => {}
                    (one, other) => prop_assert!(one.or(other.clone()).is_some_and(|given| given.percent == LEAST_PERCENT)),
                }
                prop_assert!(explained.reached_percent <= 100 && explained.because.len() <= REASONS);
                prop_assert!(explained.because.iter().all(|row| given.iter().any(|(source, _)| source == row)));
            }
        }

        /// Who gives the labels other names gets the same suggestions under these names.
        #[test]
        fn names_mean_nothing(graph in any_graph(), given in any_sources()) {
            let turned: Vec<(u32, [u32; 1])> = given.iter().map(|(row, labels)| (*row, [11 - labels[0]])).collect();
            let given: Vec<(u32, &[u32])> = given.iter().map(|(row, labels)| (*row, &labels[..1])).collect();
            let turned: Vec<(u32, &[u32])> = turned.iter().map(|(row, labels)| (*row, labels.as_slice())).collect();
            let (made, turned) = (sources(false, &given).suggest_all(&graph), sources(false, &turned).suggest_all(&graph));
            for row in 0..25 {
                let mirrored = made.get(row).map(|made| Suggestion { labels: vec![11 - made.labels[0]], ..made });
                prop_assert_eq!(turned.get(row), mirrored);
            }
        }
    }
}
