//! The probability of a label, computed from the alternative tokens at each token position of the answer.
//!
//! The result is the probability that a decoder restricted to the labels chooses the label of the answer.
//! At each token, alternatives that begin no label are ignored, and the remaining probabilities are normalized.
//! Zhao et al. 2021 (Calibrate Before Use) also normalize the probabilities of the label names to one.
//! The normalized probabilities of the answer's tokens are multiplied until only the label of the answer is possible.
//!
//! ```text
//!  labels: cards, cars, soups, tax    chosen tokens: " car" (.6)   "ds" (.7)
//!                                     alternatives:  " so"  (.2)   "s"  (.1)
//!                                                    "The"  (.05)  "go" (.1)
//!                                     unlisted:      ≤ .05 each    ≤ .1 each
//!
//!  result, with 1 · .05 for the unlisted label tax: .6/(.6 + .2 + 1 · .05) · .7/(.7 + .1) = .62
//! ```
//!
//! Servers list only the most probable tokens, about 20.
//! Therefore an unlisted token has at most the smallest listed probability.
//! Together, the unlisted tokens have at most the remaining probability: 1 minus the sum of the listed probabilities.
//! Each unlisted label counts as one token with the smallest listed probability, so the result is a lower bound:
//!
//! ```text
//!  share = same / (listed + min(unlisted · smallest, 1 − sum))
//!
//!  same      total probability of the listed tokens that leave the same labels possible as the chosen token
//!  listed    total probability of the listed tokens that begin a label
//!  unlisted  number of possible labels that begin with no listed token; 0 if the chosen token excludes no label
//!            (listed tokens that exclude no possible label are ignored here)
//!  smallest  lowest probability of the listed tokens, except the chosen token
//!  sum       total probability of all listed tokens
//! ```
//!
//! The chosen token counts as a listed token.
//! The completions API of OpenAI adds the chosen token to the list of the most probable tokens.
//! The reference of the OpenAI API states for `logprobs`: "so there may be up to logprobs+1 elements".
//! Other servers return the log-probability of the chosen token separately.
//! The chosen token can be less probable than unlisted tokens.
//! The chosen token's probability is therefore not an upper bound for unlisted tokens.
//!
//! Two simplifications can make the true probability lower than the computed bound.
//! First, a label with several spellings that begin with unlisted tokens counts once.
//! Second, tokens that leave equal sets of labels possible are assumed to have equal continuations.
//! For example, `car` and ` car` leave equal sets of labels possible.

use unicode_normalization::UnicodeNormalization;

use super::Constraint;
use super::labels::is_surrounding;
use crate::confidence::reply::Token;

/// A lower bound, from 0 to 1, for the probability of the label `labels[target]`, which the tokens spell.
///
/// `None` if the server lists no alternatives, or if the tokens do not begin with the label.
/// Also `None` if another label is possible after the last token, for example `card game` after `card`.
/// O(t·a·l) time for t tokens with a alternatives each, and labels of l bytes in total.
pub(super) fn label_probability(
    tokens: &[Token],
    labels: &[String],
    target: usize,
    constraint: Constraint,
) -> Option<f32> {
    let labels: Vec<String> = labels
        .iter()
        .map(|label| fold(label.trim_matches(is_surrounding)))
        .collect();
    let mut possible: Vec<usize> = (0..labels.len()).collect();
    let mut so_far = Vec::new();
    // `reached` is the probability of the tokens so far. `elsewhere` is the probability of the label's other spellings.
    let (mut reached, mut elsewhere, mut is_known) = (1.0f64, 0.0f64, false);
    for token in tokens {
        if possible.len() == 1 {
            break;
        }
        let after = |bytes: &[u8]| {
            let all = [&so_far[..], bytes].concat();
            let text = label_prefix(&all, constraint)?;
            // Servers that hide special tokens list the end of the answer as a token without bytes.
            let is_end = bytes.is_empty() && !text.is_empty();
            Some(begun_labels(&text, is_end, &labels, &possible))
        };
        let Some(chosen) = after(&token.bytes) else {
            // The tokens so far are only the beginning of the JSON object, before the value of `label`.
            so_far.extend(&token.bytes);
            continue;
        };
        if !chosen.contains(&target) {
            return None;
        }
        let (listed, smallest) = listed(token)?;
        let (mut sum, mut of_labels, mut same, mut only_target) = (0.0, 0.0, 0.0, 0.0);
        let mut is_listed = vec![false; labels.len()];
        for (bytes, p) in listed {
            sum += p;
            let Some(matching) = after(bytes).filter(|matching| !matching.is_empty()) else {
                continue;
            };
            of_labels += p;
            if matching == chosen {
                same += p;
            } else if matching == [target] {
                only_target += p;
            }
            // Whitespace, or a prefix that all labels share, does not show which labels the server has listed.
            if matching.len() < possible.len() {
                matching.iter().for_each(|&label| is_listed[label] = true);
            }
        }
        let unlisted = match chosen.len() == possible.len() {
            true => 0,
            false => possible.iter().filter(|&&label| !is_listed[label]).count(),
        };
        let left_over = f64::max(1.0 - sum, 0.0);
        let whole = of_labels + f64::min(unlisted as f64 * smallest, left_over);
        elsewhere += reached * only_target / whole;
        reached *= same / whole;
        if !f64::is_finite(reached + elsewhere) {
            return None;
        }
        is_known = true;
        so_far.extend(&token.bytes);
        possible = chosen;
    }
    let probability = f64::min(reached + elsewhere, 1.0);
    (is_known && possible.len() == 1).then_some(probability as f32)
}

type ListedToken<'a> = (&'a [u8], f64);

/// Returns the tokens that the server lists at one position of the answer, including the chosen token.
/// Also returns the highest possible probability of an unlisted token.
/// `None` if the server lists only the chosen token, or does not return the probability of the chosen token.
fn listed(token: &Token) -> Option<(Vec<ListedToken<'_>>, f64)> {
    let alternatives = token.alternatives.iter();
    let mut listed: Vec<ListedToken<'_>> = alternatives
        .map(|(bytes, logprob)| (bytes.as_slice(), logprob.exp()))
        .collect();
    let is_chosen = |bytes: &[u8]| bytes == token.bytes.as_slice();
    let others = listed.iter().filter(|(bytes, _)| !is_chosen(bytes));
    let smallest = others.map(|&(_, p)| p).reduce(f64::min)?;
    if !listed.iter().any(|(bytes, _)| is_chosen(bytes)) {
        listed.push((&token.bytes, token.logprob?.exp()));
    }
    Some((listed, smallest))
}

/// The part of the label that the incomplete answer already contains, normalized. May be empty.
/// `None` if the value of `label` in a JSON answer has not begun.
fn label_prefix(bytes: &[u8], constraint: Constraint) -> Option<String> {
    // The last character of the bytes may be incomplete, because a token can end inside a character.
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).expect("it is valid so far"),
    };
    let text = match constraint {
        Constraint::JsonSchema => text.split_once(':')?.1,
        Constraint::None | Constraint::Grammar | Constraint::Choice => text,
    };
    Some(fold(text.trim_start_matches(is_surrounding)))
}

fn fold(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// The labels in `possible` that the answer can still become if the answer begins with `text`.
/// `is_end` indicates whether `text` is the complete answer.
fn begun_labels(text: &str, is_end: bool, labels: &[String], possible: &[usize]) -> Vec<usize> {
    let (line, is_complete) = text.split_once('\n').map_or((text, is_end), |(line, _)| (line, true));
    if !is_complete {
        let line = line.trim_end();
        let open = possible
            .iter()
            .copied()
            .filter(|&label| labels[label].starts_with(line));
        let open: Vec<usize> = open.collect();
        if !open.is_empty() {
            return open;
        }
    }
    // A label matches if the rest of the line after the label does not start with a letter or a digit.
    // If `card` and `card-lost` both match, the longer label is the answer.
    let ended = possible.iter().copied().filter(|&label| {
        let rest = line.strip_prefix(&labels[label]);
        rest.is_some_and(|rest| !rest.trim_start().starts_with(char::is_alphanumeric))
    });
    ended.max_by_key(|&label| labels[label].len()).into_iter().collect()
}

#[cfg(test)]
mod tests;
