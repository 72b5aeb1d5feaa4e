//! ROUGE-L and ROUGE-Lsum: overlap between the words of a summary and a reference text, in the same order.
//! The overlap is measured by precision, recall and F1.
//!
//! Lin 2004, ROUGE: A Package for Automatic Evaluation of Summaries, sections 3.1 and 3.2.
//! Scores and tokens equal the results of Google's package `rouge_score` 0.1.2 (Apache-2.0), which most papers use.
//! Texts are converted to lowercase. Tokens are runs of letters a to z and digits; other characters separate tokens.
//! A text without letters a to z and digits, for example in Chinese or Russian, therefore has the score 0.
//!
//! ```text
//!  texts ──tokens──▶ words, stemmed or not ──longest common subsequence──▶ precision, recall, F1
//! ```
//!
//! This crate implements ROUGE itself.
//! The `rougers` crate computes the same values, but needs a different version of `unicode-normalization`.
//! A test compares every score with `tests/data/rouge-golden.json`.

use std::collections::BTreeMap;

use serde::Serialize;

use super::porter;

/// Words of at most this number of letters are not stemmed.
const UNSTEMMED: usize = 3;

/// Scores of a summary against its reference text, each from 0 to 1.
/// The overlap contains the tokens that [`rouge_l`] or [`rouge_lsum`] counts as common to both texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct RougeScore {
    /// Share of the summary's tokens that are in the overlap.
    pub precision: f64,
    /// Share of the reference's tokens that are in the overlap.
    pub recall: f64,
    /// Harmonic mean of precision and recall.
    pub f1: f64,
}

impl RougeScore {
    /// The score for an overlap of `common` tokens. The score is 0 if one of the two texts has no tokens.
    fn of(common: usize, n_reference: usize, n_summary: usize) -> RougeScore {
        if n_reference == 0 || n_summary == 0 {
            return RougeScore::default();
        }
        let (precision, recall) = (common as f64 / n_summary as f64, common as f64 / n_reference as f64);
        let f1 = match precision + recall {
            0.0 => 0.0,
            sum => 2.0 * precision * recall / sum,
        };
        RougeScore { precision, recall, f1 }
    }
}

/// Whether the text contains a token. A text without a token always has the score 0.
pub(super) fn has_tokens(text: &str) -> bool {
    !tokens(text, false).is_empty()
}

/// ROUGE-L: scores from the longest common word subsequence of two texts. Line breaks have no effect.
///
/// `stem` reduces words of more than three letters to their stems before the comparison.
/// O(m·n) time and O(m + n) space for texts of m and n tokens.
pub fn rouge_l(reference: &str, summary: &str, stem: bool) -> RougeScore {
    let (reference, summary) = (tokens(reference, stem), tokens(summary, stem));
    RougeScore::of(common_length(&reference, &summary), reference.len(), summary.len())
}

/// ROUGE-Lsum: ROUGE-L for texts of several sentences, with one sentence per line.
/// The function computes the longest common subsequence of each reference sentence with each sentence of the summary.
/// The overlap consists of the reference tokens that occur in at least one of the longest common subsequences.
/// The overlap contains a token at most as often as each of the two texts contains the token.
///
/// Among several longest subsequences, the function uses the one whose tokens come latest in the reference.
/// The package `rouge_score` also uses the latest of the longest subsequences.
/// For texts of one line, the score equals [`rouge_l`]. O(m·n) time; O(m·n) space for the two longest lines.
pub fn rouge_lsum(reference: &str, summary: &str, stem: bool) -> RougeScore {
    let sentences = |text: &str| -> Vec<Vec<String>> { text.split('\n').map(|line| tokens(line, stem)).collect() };
    let (reference, summary) = (sentences(reference), sentences(summary));
    let length = |sentences: &[Vec<String>]| sentences.iter().map(Vec::len).sum();
    let (n_reference, n_summary) = (length(&reference), length(&summary));
    if let ([reference], [summary]) = (&reference[..], &summary[..]) {
        return RougeScore::of(common_length(reference, summary), n_reference, n_summary);
    }
    let (mut left_in_reference, mut left_in_summary) = (counts(&reference), counts(&summary));
    let mut common = 0;
    for sentence in &reference {
        let mut is_common = vec![false; sentence.len()];
        for other in &summary {
            mark_common(sentence, other, &mut is_common);
        }
        for (token, _) in sentence.iter().zip(is_common).filter(|(_, is_common)| *is_common) {
            let in_both = (left_in_reference.get_mut(&**token), left_in_summary.get_mut(&**token));
            let (Some(in_reference), Some(in_summary)) = in_both else {
                continue;
            };
            if *in_reference > 0 && *in_summary > 0 {
                *in_reference -= 1;
                *in_summary -= 1;
                common += 1;
            }
        }
    }
    RougeScore::of(common, n_reference, n_summary)
}

fn tokens(text: &str, stem: bool) -> Vec<String> {
    let text = text.to_lowercase();
    let is_separator = |letter: char| !(letter.is_ascii_lowercase() || letter.is_ascii_digit());
    text.split(is_separator)
        .filter(|token| !token.is_empty())
        .map(|token| match stem && token.len() > UNSTEMMED {
            true => porter::stem(token),
            false => token.to_owned(),
        })
        .collect()
}

fn counts(sentences: &[Vec<String>]) -> BTreeMap<&str, u32> {
    let mut counts = BTreeMap::new();
    for token in sentences.iter().flatten() {
        *counts.entry(&**token).or_default() += 1;
    }
    counts
}

/// Length of the longest common subsequence of two token lists. O(m·n) time, O(n) space.
fn common_length(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for token in a {
        let mut diagonal = 0;
        for (column, other) in (1..).zip(b) {
            let above = row[column];
            row[column] = match token == other {
                true => diagonal + 1,
                false => above.max(row[column - 1]),
            };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// Marks the tokens of `a` in the longest common subsequence of `a` and `b`. O(m·n) time and space.
fn mark_common(a: &[String], b: &[String], is_common: &mut [bool]) {
    let width = b.len() + 1;
    let mut lengths = vec![0u32; (a.len() + 1) * width];
    for (row, token) in (1..).zip(a) {
        for (column, other) in (1..).zip(b) {
            lengths[row * width + column] = match token == other {
                true => lengths[(row - 1) * width + column - 1] + 1,
                false => lengths[(row - 1) * width + column].max(lengths[row * width + column - 1]),
            };
        }
    }
    let (mut row, mut column) = (a.len(), b.len());
    while row > 0 && column > 0 {
        if a[row - 1] == b[column - 1] {
            is_common[row - 1] = true;
            (row, column) = (row - 1, column - 1);
        } else if lengths[row * width + column - 1] > lengths[(row - 1) * width + column] {
            column -= 1;
        } else {
            row -= 1;
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::*;

    type Expected = [f64; 3];

    #[derive(Deserialize)]
    pub struct Golden {
        pub versions: BTreeMap<String, String>,
        /// Reference text, summary text, and their ROUGE-L and ROUGE-Lsum scores, each without and with stemming.
        pub pairs: Vec<(String, String, [Expected; 2], [Expected; 2])>,
        pub stems: Vec<[String; 2]>,
    }

    pub fn golden() -> Golden {
        let file = include_str!("../../../../../tests/data/rouge-golden.json");
        serde_json::from_str(file).expect("tests/rouge_golden.py wrote it")
    }

    #[test]
    fn scores_equal_those_of_googles_package() {
        let golden = golden();
        assert_eq!(golden.versions["rouge_score"], "0.1.2");
        assert!(golden.pairs.len() >= 60);
        for (reference, summary, plain, stemmed) in &golden.pairs {
            for (stem, expected) in [(false, plain), (true, stemmed)] {
                let scores = [rouge_l(reference, summary, stem), rouge_lsum(reference, summary, stem)];
                let found = scores.map(|score| [score.precision, score.recall, score.f1]);
                assert_eq!(&found, expected, "{reference:?} and {summary:?}, stem: {stem}");
            }
        }
    }

    /// The common words “police the gunman” are 3 out of 4 words in the reference and 3 out of 5 words in the summary.
    #[test]
    fn rouge_l_of_a_pair_equals_hand_computed_values() {
        let (reference, summary) = ("police killed the gunman", "police kill the gunman again");
        let score = rouge_l(reference, summary, false);
        assert_eq!((score.precision, score.recall), (3.0 / 5.0, 3.0 / 4.0));
        assert!((score.f1 - 2.0 / 3.0).abs() < 1e-15);
        assert_eq!(rouge_l(reference, summary, true).recall, 1.0);
        assert!(has_tokens("№ 7") && !has_tokens("Москва … 東京"));
    }

    /// Length of the longest common subsequence by definition: the longest subsequence of `a` that occurs in `b`.
    fn longest_by_definition(a: &[String], b: &[String]) -> usize {
        let is_in_b = |part: &[&String]| {
            let mut rest = b.iter();
            part.iter().all(|token| rest.any(|other| other == *token))
        };
        let parts = (0..1u32 << a.len()).map(|set| -> Vec<&String> {
            let chosen = (0..a.len()).filter(|index| (set >> index) & 1 == 1);
            chosen.map(|index| &a[index]).collect()
        });
        let lengths = parts.filter(|part| is_in_b(part)).map(|part| part.len());
        lengths.max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn common_subsequence_equals_the_definition(
            a in prop::collection::vec("[abc]", 0..9), b in prop::collection::vec("[abc]", 0..9),
        ) {
            let longest = longest_by_definition(&a, &b);
            prop_assert_eq!(common_length(&a, &b), longest);
            prop_assert_eq!(rouge_l(&a.join(" "), &b.join(" "), false), RougeScore::of(longest, a.len(), b.len()));
        }

        #[test]
        fn scores_are_bounded_and_exchange_with_the_texts(a in "[a-d \n.é]{0,40}", b in "[a-d \n.é]{0,40}", stem: bool) {
            for score in [rouge_l(&a, &b, stem), rouge_lsum(&a, &b, stem)] {
                for value in [score.precision, score.recall, score.f1] {
                    prop_assert!((0.0..=1.0).contains(&value), "{score:?}");
                }
                prop_assert!(score.f1 <= score.precision.max(score.recall) + 1e-12, "{score:?}");
                prop_assert!(score.f1 >= score.precision.min(score.recall) - 1e-12, "{score:?}");
            }
            let (there, back) = (rouge_l(&a, &b, stem), rouge_l(&b, &a, stem));
            prop_assert_eq!((there.precision, there.recall), (back.recall, back.precision));
            let same = rouge_lsum(&a, &a, stem);
            prop_assert_eq!(same.f1, if has_tokens(&a) { 1.0 } else { 0.0 });
        }
    }
}
