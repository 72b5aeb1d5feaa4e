//! Suggests labels by label propagation over the kNN graph. The sources are texts with labels from annotators.
//!
//! An absorbing random walk starts at a text and ends at the first labeled text.
//! The walks are computed by `fastgas_graph::absorb_walks` and `fastgas_graph::propagate_labels`.
//! Each walk is a vote for the labels of its last text.
//! The label with the most votes is suggested if its confidence is high enough:
//!
//! ```text
//!  confidence = walks that end at the label / (walks that end + UNREACHED_WEIGHT · walks that do not end)
//! ```
//!
//! The confidence measures the agreement of the labeled texts near a text. The confidence is not a probability.
//! The graph has no weights, so the range of the encoder's cosines does not matter.
//! The confidence was measured on 2026-11-22 on two pools of 3,000 short questions, Banking77 and CLINC150.
//! The encoder was all-MiniLM-L6-v2, and k was 15.
//! The pools have 77 and 150 labels; a second measurement merged the labels of each pool into six labels.
//! 10, 18, 77, 200 and 500 labeled texts were drawn at random, five times each.
//! With 77 or more labeled texts, the share of correct suggestions was at least the confidence, and usually far higher.
//! With six labels and 10 or more labeled texts, the share of correct suggestions was also at least the confidence.
//! With 10 or 18 labeled texts for 77 or 150 labels, most labels had no labeled text.
//! With 10 or 18 labeled texts, 38 to 62 % of the suggestions with a confidence of 50 to 60 % were correct.
//! Of the suggestions with a confidence of 80 to 90 %, 72 to 96 % were correct.
//! The blind checks ([`CheckCounts`](crate::label::CheckCounts)) measure the accuracy for the texts of the project.
//!
//! Suggestions do not reinforce themselves: accepted suggestions and accepted model answers are not sources.
//! Texts that the user skipped or declared impossible to label are not sources either.
//! Projects with free-text answers have no suggestions.

use serde::{Deserialize, Serialize};

use crate::label::{AnswerType, Labels};
use fastgas_graph::Adjacency;
use fastgas_graph::{WeightedGraph, absorb_walks, propagate_labels};

/// Weight of a walk that reaches no labeled text, relative to a walk that ends at a labeled text.
const UNREACHED_WEIGHT: f64 = 0.1;

/// Minimum confidence of a suggestion, in percent. At most one of several mutually exclusive labels can exceed 50 percent.
pub const MIN_PERCENT: u8 = 51;

/// Maximum number of labeled texts that explain a suggestion.
const REASONS: usize = 3;

/// The labeled texts that suggestions are based on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    several: bool,
    /// Rows of the labeled texts, ascending.
    rows: Vec<u32>,
    /// For each labeled row, the end of the row's labels in `labels`.
    ends: Vec<u32>,
    labels: Vec<u32>,
}

/// The suggested label or labels of a text, and the confidence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suggestion {
    /// Indices into the label set, ascending. An empty list means that there is no suggestion.
    pub labels: Vec<u32>,
    /// Confidence in percent, rounded down; the minimum over the suggested labels.
    pub percent: u8,
}

/// A suggestion for one text with its explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explained {
    /// The suggestion for the text; `None` if no label reaches the minimum confidence.
    pub suggestion: Option<Suggestion>,
    /// Percentage of walks that ended at a labeled text.
    pub reached_percent: u8,
    /// The labeled texts where most walks ended, sorted by the number of walks, largest first.
    /// If there is a suggestion, the list contains only labeled texts with a suggested label.
    pub because: Vec<u32>,
}

/// The suggestions for all texts of the pool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suggestions {
    ends: Vec<u32>,
    labels: Vec<u32>,
    percents: Vec<u8>,
}

impl Sources {
    /// Collects the current labels that annotators assigned or that come from the input. `names` is the label set.
    /// O(l log l) time, where l is the total number of labels in all texts.
    pub fn of(labels: &Labels, names: &[String], answers: AnswerType) -> Sources {
        let mut sources = Sources {
            several: answers == AnswerType::Several,
            ..Sources::default()
        };
        if answers == AnswerType::Text {
            return sources;
        }
        let places: std::collections::BTreeMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        for row in labels.rows() {
            let annotation = labels.annotation(row);
            let known = annotation.labels.iter().filter_map(|label| places.get(label.as_str()));
            // In a project with one label per text, only the first label of a text is used.
            let known = known.take(if sources.several { usize::MAX } else { 1 }).copied();
            if !annotation.is_proposed() {
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

    /// Restores the sources from [`Sources::parts`]; `None` if the parts are inconsistent or a row is not less than `n`.
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

    /// Returns the rows of the labeled texts, the end of each row's labels in the label list, and the label list.
    pub fn parts(&self) -> [&[u32]; 3] {
        [&self.rows, &self.ends, &self.labels]
    }

    /// Whether a text can have more than one label.
    pub fn several(&self) -> bool {
        self.several
    }

    /// True if there are no labeled texts.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn labels_at(&self, place: usize) -> &[u32] {
        let begin = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.labels[begin as usize..self.ends[place] as usize]
    }

    fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> + Clone {
        self.rows
            .iter()
            .enumerate()
            .map(|(place, &row)| (row, self.labels_at(place)))
    }

    /// Returns the suggestion for the text in `row` with its explanation. Labels of the text itself are ignored.
    ///
    /// O(MAX_WALK_STEPS·(n + edges)) time, regardless of the number of labels.
    /// For an unlabeled row, the result equals the result of [`Sources::suggest_all`], apart from rounding differences.
    pub fn suggest(&self, adjacency: &Adjacency, row: u32) -> Explained {
        let place = |row: u32| self.rows.binary_search(&row).ok();
        let ended = absorb_walks(adjacency, row, |row| place(row).is_some());
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

    /// Returns the suggestions for all texts. Labeled texts get no suggestion.
    ///
    /// O(MAX_WALK_STEPS·(n + edges)·labels in use) time, O(n + edges) space.
    pub fn suggest_all(&self, adjacency: &Adjacency) -> Suggestions {
        let n = adjacency.n_vertices();
        let mut used: Vec<u32> = self.labels.clone();
        used.sort_unstable();
        used.dedup();
        // Class 0 represents all labels together, so its share of walks is the share that ends at any labeled text.
        let class_of = |label: &u32| used.binary_search(label).map_or(0, |place| place as u32 + 1);
        let classes =
            |(row, labels): (u32, &[u32])| (row, [0].into_iter().chain(labels.iter().map(class_of)).collect());
        let sources: Vec<(u32, Vec<u32>)> = self.iter().map(classes).collect();
        let sources = sources.iter().map(|(row, classes)| (*row, classes.as_slice()));
        let mut totals = vec![0.0; n];
        let mut shares: Vec<Vec<(u32, f64)>> = vec![Vec::new(); n];
        propagate_labels(adjacency, used.len() + 1, sources, |row, class, share| {
            let row = row as usize;
            match class {
                0 => totals[row] = share,
                // Shares of walks far below the minimum confidence are not stored.
                _ if share > 0.0 && confidence(share, totals[row]) >= f64::from(MIN_PERCENT) / 200.0 => {
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

    /// Returns the labels that reach the minimum confidence: at most one label in a project with one label per text.
    /// `shares` contains the share of walks for each label, sorted by label.
    fn decide(&self, shares: impl Iterator<Item = (u32, f64)>, total: f64) -> Option<Suggestion> {
        let sure = |(label, share)| (label, (100.0 * confidence(share, total)) as u8);
        let clear: Vec<(u32, u8)> = shares
            .map(sure)
            .filter(|&(_, percent)| percent >= MIN_PERCENT)
            .collect();
        // With one label per text, at most one label has more than half of the walks, so `clear` has at most one label.
        Some(Suggestion {
            percent: clear.iter().map(|&(_, percent)| percent).min()?,
            labels: clear.into_iter().map(|(label, _)| label).collect(),
        })
    }
}

/// The confidence according to the formula in the module documentation, at most 1 despite rounding errors.
fn confidence(share: f64, total: f64) -> f64 {
    (share / (total + UNREACHED_WEIGHT * (1.0 - total))).min(1.0)
}

impl Suggestions {
    fn push(&mut self, suggestion: Option<&Suggestion>) {
        self.labels.extend(suggestion.map_or(&[][..], |given| &given.labels));
        self.ends.push(self.labels.len() as u32);
        self.percents.push(suggestion.map_or(0, |given| given.percent));
    }

    /// The suggestion for the text in `row`; `None` if no label is suggested.
    pub fn get(&self, row: u32) -> Option<Suggestion> {
        let row = row as usize;
        let begin = if row == 0 { 0 } else { *self.ends.get(row - 1)? };
        let labels = &self.labels[begin as usize..*self.ends.get(row)? as usize];
        (!labels.is_empty()).then(|| Suggestion {
            labels: labels.to_vec(),
            percent: self.percents[row],
        })
    }

    /// The first label suggested for the text in `row`.
    pub fn first_label(&self, row: u32) -> Option<u32> {
        let row = row as usize;
        let begin = if row == 0 { 0 } else { *self.ends.get(row - 1)? };
        (begin < *self.ends.get(row)?).then(|| self.labels[begin as usize])
    }

    /// Number of texts, with or without a suggestion.
    pub fn n_texts(&self) -> usize {
        self.ends.len()
    }

    /// Returns each text's end index in the label list, the label list itself, and each text's confidence in percent.
    pub fn into_parts(self) -> (Vec<u32>, Vec<u32>, Vec<u8>) {
        (self.ends, self.labels, self.percents)
    }

    /// Restores the suggestions from the output of [`Suggestions::into_parts`].
    /// `None` if the parts are inconsistent or do not describe `n` texts.
    pub fn from_parts(ends: Vec<u32>, labels: Vec<u32>, percents: Vec<u8>, n: usize) -> Option<Suggestions> {
        let whole = ends.len() == n && percents.len() == n && ends.is_sorted();
        let fits = ends.last().copied().unwrap_or(0) as usize == labels.len();
        (whole && fits).then_some(Suggestions { ends, labels, percents })
    }
}

#[cfg(test)]
mod tests;
