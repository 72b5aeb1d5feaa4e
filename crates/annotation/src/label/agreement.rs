//! Inter-annotator agreement, corrected for chance.
//!
//! A text may have several labels, so a value is a set of labels ([`LabelSet`]).
//! [`Pair`] tests whether two label sets are equal. [`alpha`] uses the MASI distance ([`masi`]) between label sets.
//! If each text has one label, the MASI distance is 0 or 1, and alpha is Krippendorff's nominal alpha.
//! An undefined coefficient is an error with a reason, never NaN.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

/// The labels that one annotator gave to one text: sorted, distinct, not empty.
pub type LabelSet<'a> = Vec<&'a str>;

/// The reason why an agreement coefficient is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum UndefinedAgreement {
    /// No text has labels from two annotators.
    #[error("no text is labeled by both")]
    NothingShared,
    /// All labels are equal, so the agreement expected by chance is 1.
    #[error("every text has the same label")]
    OneValue,
}

/// Two annotators, compared on the texts that both labeled.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Number of texts that both annotators labeled.
    pub n_shared: usize,
    /// Number of texts to which both annotators assigned the same label set.
    pub n_same: usize,
    /// Cohen's kappa of the two annotators.
    pub kappa: Result<f64, UndefinedAgreement>,
    /// How often each pair of different labels occurs. The first label comes from the first annotator.
    /// `None` in a pair means that one annotator gave no label that corresponds to the other annotator's label.
    /// Texts with equal label sets are not included.
    pub confusion: BTreeMap<(Option<String>, Option<String>), usize>,
}

/// The agreement of all annotators on one label. Each annotator pair is counted once per text that both labeled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelAgreement {
    /// Number of pairs in which both annotators gave the label.
    pub n_both: u64,
    /// Number of pairs in which exactly one annotator gave the label.
    pub n_one: u64,
}

impl LabelAgreement {
    /// Positive specific agreement, from 0 to 1 (Cicchetti and Feinstein 1990, “High agreement but low kappa: II”).
    /// The value is the probability that one annotator of a pair gave the label, given that the other annotator did.
    pub fn share(&self) -> f64 {
        let n_both = 2 * self.n_both;
        n_both as f64 / (n_both + self.n_one).max(1) as f64
    }
}

/// Returns a [`LabelAgreement`] for each label that occurs in texts with at least two annotators.
/// `texts` contains the label sets of each text.
/// O(n m l log v) time for n texts, m label sets per text, l labels per set, and v distinct label sets overall.
/// Pairs of annotators are counted without being enumerated.
pub fn specific(texts: &[Vec<LabelSet>]) -> BTreeMap<String, LabelAgreement> {
    let mut of_label: BTreeMap<String, LabelAgreement> = BTreeMap::new();
    for values in texts.iter().filter(|values| values.len() > 1) {
        let mut count_of: BTreeMap<&str, u64> = BTreeMap::new();
        for &label in values.iter().flatten() {
            *count_of.entry(label).or_default() += 1;
        }
        for (label, n) in count_of {
            let specific = of_label.entry(label.to_owned()).or_default();
            specific.n_both += n * (n - 1) / 2;
            specific.n_one += n * (values.len() as u64 - n);
        }
    }
    of_label
}

impl Pair {
    /// Compares two annotators. Cohen's kappa is (p_o - p_e) / (1 - p_e).
    /// `p_o` is the share of texts with equal label sets.
    /// `p_e` is the share expected if each annotator assigned label sets at random with unchanged frequencies.
    /// Source: Cohen 1960. O(n log n) for n texts.
    pub fn of(values: &[(LabelSet, LabelSet)]) -> Pair {
        let mut confusion = BTreeMap::new();
        let (mut first, mut second) = (BTreeMap::new(), BTreeMap::new());
        for (a, b) in values {
            *first.entry(a).or_insert(0u64) += 1;
            *second.entry(b).or_insert(0u64) += 1;
            for pair in differences(a, b) {
                *confusion.entry(pair).or_insert(0) += 1;
            }
        }
        let n_same = values.iter().filter(|(a, b)| a == b).count();
        let n = values.len() as u64;
        let by_chance: u64 = first.iter().filter_map(|(a, n)| Some(n * second.get(a)?)).sum();
        // The observed share, the expected share and 1 are multiplied by n², so that all three numbers are integers.
        let (observed, expected, all) = (n_same as u64 * n, by_chance, n * n);
        let kappa = match n {
            0 => Err(UndefinedAgreement::NothingShared),
            _ if expected == all => Err(UndefinedAgreement::OneValue),
            _ => Ok((observed as f64 - expected as f64) / (all - expected) as f64),
        };
        Pair {
            n_shared: values.len(),
            n_same,
            kappa,
            confusion,
        }
    }
}

/// Krippendorff's alpha for any number of annotators: 1 − observed disagreement / expected disagreement.
/// Not every annotator has to label every text.
///
/// `texts` contains the label sets (values) of each text. Texts with fewer than two label sets are ignored.
/// The distance between two label sets is [`masi`].
/// O(n (m log m + u²) + v²) for n texts, m values per text, u distinct values per text, and v distinct values overall.
/// If every label set contains a single label, the time is O(n m log m + v).
///
/// Sources: Krippendorff 2011, “Computing Krippendorff's Alpha-Reliability”; for label sets, Passonneau 2006.
///
/// # Errors
/// Returns [`UndefinedAgreement`] if alpha is undefined.
pub fn alpha(texts: &[Vec<LabelSet>]) -> Result<f64, UndefinedAgreement> {
    let mut count_of: Counts = BTreeMap::new();
    let mut observed = 0.0;
    for values in texts.iter().filter(|values| values.len() > 1) {
        let mut of_text: Counts = BTreeMap::new();
        for value in values {
            *of_text.entry(value).or_default() += 1;
        }
        observed += distances(&of_text) / (values.len() - 1) as f64;
        for (value, n) in of_text {
            *count_of.entry(value).or_default() += n;
        }
    }
    let n: u64 = count_of.values().sum();
    if n == 0 {
        return Err(UndefinedAgreement::NothingShared);
    }
    if count_of.len() == 1 {
        return Err(UndefinedAgreement::OneValue);
    }
    Ok(1.0 - observed * (n - 1) as f64 / distances(&count_of))
}

/// How often each label set occurs. A product of two counts can exceed 32 bits, the size of `usize` in WebAssembly.
type Counts<'a> = BTreeMap<&'a LabelSet<'a>, u64>;

fn distances(counts: &Counts) -> f64 {
    // If every label set has one label, two sets are either equal or disjoint, so pairs need not be enumerated.
    // With thousands of annotators, a text has millions of value pairs, and free-text answers may all be different.
    if counts.keys().all(|value| value.len() == 1) {
        let n: u64 = counts.values().sum();
        let same: u64 = counts.values().map(|n| n * n).sum();
        return (n * n - same) as f64;
    }
    let counts: Vec<_> = counts.iter().collect();
    let mut sum = 0.0;
    for (index, (a, n_a)) in counts.iter().enumerate() {
        for (b, n_b) in &counts[index + 1..] {
            sum += masi(a, b) * (*n_a * *n_b) as f64;
        }
    }
    2.0 * sum
}

/// The MASI distance between two label sets, from 0 (equal) to 1 (disjoint): 1 - J M, where J is the Jaccard index.
/// M is 1 for equal sets, 2/3 if one set contains the other, and 1/3 if the sets overlap. Source: Passonneau 2006.
pub fn masi(a: &LabelSet, b: &LabelSet) -> f64 {
    let common = a.iter().filter(|label| b.binary_search(label).is_ok()).count();
    let union = a.len() + b.len() - common;
    let thirds = match common {
        0 => 0,
        _ if common == union => 3,
        _ if common == a.len() || common == b.len() => 2,
        _ => 1,
    };
    1.0 - (common * thirds) as f64 / (3 * union) as f64
}

/// The labels on which two label sets differ.
/// If each set has exactly one label that the other set lacks, the result is the pair of these two labels.
/// In all other cases, each differing label is paired with `None`.
fn differences(a: &LabelSet, b: &LabelSet) -> Vec<(Option<String>, Option<String>)> {
    let beyond = |these: &LabelSet, those: &LabelSet| -> Vec<Option<String>> {
        let beyond = these.iter().filter(|label| !those.contains(label));
        beyond.map(|&label| Some(label.to_owned())).collect()
    };
    match (&beyond(a, b)[..], &beyond(b, a)[..]) {
        ([one], [other]) => vec![(one.clone(), other.clone())],
        (first, second) => {
            let first = first.iter().map(|label| (label.clone(), None));
            first.chain(second.iter().map(|label| (None, label.clone()))).collect()
        }
    }
}

#[cfg(test)]
mod tests;
