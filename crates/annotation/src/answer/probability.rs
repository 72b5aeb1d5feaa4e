//! The probability of a label, computed from the alternative tokens at each token position of the answer.
//!
//! The result is the probability with which a decoder that is restricted to the labels chooses the label of the answer.
//! At each token, alternatives that begin no label are ignored, and the remaining probabilities are normalized.
//! Zhao et al. 2021 (Calibrate Before Use) also normalize the probabilities of the label names to one.
//! The normalized shares are multiplied over the tokens until only the label of the answer is possible.
//!
//! ```text
//!  labels: cards, cars, soups, tax        tokens: " car" (.6)   "ds" (.7)
//!                                         also:   " so"  (.2)   "s"  (.1)
//!                                                 "The"  (.05)  "go" (.1)
//!                                         others: ≤ .05 each    ≤ .1 each
//!
//!  tax is not listed: .6/(.6 + .2 + 1 · .05) · .7/(.7 + .1) = .62
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
//!  same      probability of the listed tokens after which the possible labels are those after the chosen token
//!  listed    probability of the listed tokens that begin a label
//!  unlisted  number of possible labels that no listed token begins; a token that begins all labels is not counted;
//!            0 if all possible labels remain possible after the chosen token
//!  smallest  lowest probability of the listed tokens, except the chosen token
//!  sum       probability of all listed tokens
//! ```
//!
//! The chosen token counts as a listed token.
//! The completions API of OpenAI adds the chosen token to the list of the most probable tokens.
//! Its reference states for `logprobs`: "so there may be up to logprobs+1 elements".
//! Other servers return the log-probability of the chosen token separately.
//! The chosen token may be less probable than unlisted tokens, so its probability is no upper bound for unlisted tokens.
//!
//! Two simplifications can make the true probability lower than the computed bound.
//! First, a label with several spellings that begin with unlisted tokens counts once.
//! Second, tokens that leave equal sets of labels possible are assumed to have equal continuations.
//! For example, `car` and ` car` leave equal sets of labels possible.

use unicode_normalization::UnicodeNormalization;

use super::Constraint;
use super::labels::is_surrounding;
use crate::confidence::reply::Token;

/// A lower bound, from 0 to 1, of the probability of `labels[target]`. The tokens spell this label.
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
    // `reached`: probability of the tokens so far. `elsewhere`: probability of other spellings of the label.
    let (mut reached, mut elsewhere, mut is_known) = (1.0f64, 0.0f64, false);
    for token in tokens {
        if possible.len() == 1 {
            break;
        }
        let after = |bytes: &[u8]| {
            let all = [&so_far[..], bytes].concat();
            let text = label_prefix(&all, constraint)?;
            // Servers that do not show special tokens list the end of the answer as a token without bytes.
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
            // White space, or a prefix that all labels share, does not indicate that the server listed a certain label.
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

/// The bytes of a token and its probability.
type ListedToken<'a> = (&'a [u8], f64);

/// The listed tokens, including the chosen token, with their probabilities.
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

/// The normalized beginning of the label in the answer, possibly empty; `None` before the value in a JSON object.
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

/// The labels in `possible` that an answer beginning with `text` can mean.
/// `is_end` states whether `text` is the complete answer.
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
    // The answer is longer than the label, or the answer ends with the label.
    // If `card` and `card-lost` both fit, the longer label is the answer.
    let ended = possible.iter().copied().filter(|&label| {
        let rest = line.strip_prefix(&labels[label]);
        rest.is_some_and(|rest| !rest.trim_start().starts_with(char::is_alphanumeric))
    });
    ended.max_by_key(|&label| labels[label].len()).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates tokens from lists of alternatives. The first alternative of each list is the chosen token.
    fn tokens(lists: &[&[(&str, f64)]]) -> Vec<Token> {
        let token = |list: &&[(&str, f64)]| Token {
            bytes: list[0].0.into(),
            logprob: Some(list[0].1.ln()),
            alternatives: list
                .iter()
                .map(|(token, p)| (token.as_bytes().to_vec(), p.ln()))
                .collect(),
        };
        lists.iter().map(token).collect()
    }

    fn probability(labels: &[&str], target: &str, lists: &[&[(&str, f64)]], constraint: Constraint) -> Option<f32> {
        let labels: Vec<String> = labels.iter().map(|&label| label.to_owned()).collect();
        let target = labels.iter().position(|label| label == target).expect("a label");
        label_probability(&tokens(lists), &labels, target, constraint)
    }

    fn near(found: Option<f32>, expected: f32) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-5)
    }

    #[test]
    fn only_tokens_that_begin_a_label_count() {
        let labels = ["cards", "cars", "soups"];
        let lists: [&[(&str, f64)]; 3] = [
            &[(" car", 0.6), (" so", 0.2), ("The", 0.1)],
            &[("ds", 0.7), ("s", 0.1), ("go", 0.1)],
            &[("\n", 0.5), ("!", 0.5)],
        ];
        let found = probability(&labels, "cards", &lists, Constraint::None);
        assert!(near(found, 0.75 * 0.875), "{found:?}");
        // The probabilities of all spellings of the label are added.
        let lists: [&[(&str, f64)]; 1] = [&[("soups", 0.5), (" Soups", 0.2), ("SO", 0.1), ("cars", 0.2)]];
        let found = probability(&labels, "soups", &lists, Constraint::None);
        assert!(near(found, 0.8), "{found:?}");
        // A token that begins several labels does not distinguish the labels.
        let lists: [&[(&str, f64)]; 1] = [&[("cards", 0.5), ("car", 0.3), ("soups", 0.2)]];
        let found = probability(&labels, "cards", &lists, Constraint::None);
        assert!(near(found, 0.5), "{found:?}");
    }

    #[test]
    fn label_that_begins_another_one_is_distinguished_by_its_end() {
        let labels = ["card", "card game", "card-lost"];
        let first: &[(&str, f64)] = &[("card", 0.9), ("x", 0.1)];
        let ended: [&[(&str, f64)]; 2] = [first, &[("\n", 0.6), (" game", 0.3), ("-", 0.1)]];
        let found = probability(&labels, "card", &ended, Constraint::None);
        assert!(near(found, 0.6), "{found:?}");
        let ended: [&[(&str, f64)]; 2] = [first, &[("<|end|>", 0.6), (" game", 0.2), (" of", 0.2)]];
        let found = probability(&labels, "card", &ended, Constraint::None);
        assert!(near(found, 0.75), "{found:?}");
        let longer: [&[(&str, f64)]; 2] = [first, &[("-lost", 0.5), (".", 0.3), (" game", 0.2)]];
        let found = probability(&labels, "card-lost", &longer, Constraint::None);
        assert!(near(found, 0.5), "{found:?}");
        let ended: [&[(&str, f64)]; 2] = [first, &[("", 0.6), (" game", 0.3), ("-", 0.1)]];
        let found = probability(&labels, "card", &ended, Constraint::None);
        assert!(near(found, 0.6), "{found:?}");
        // Without the token that ends the answer, `card` cannot be distinguished from a longer label.
        assert_eq!(probability(&labels, "card", &[first], Constraint::None), None);
    }

    #[test]
    fn label_in_json_begins_after_the_colon() {
        let lists: [&[(&str, f64)]; 4] = [
            &[("{\"", 1.0), ("{", 0.0)],
            &[("label\":", 1.0), ("soups", 0.0)],
            &[(" \"", 0.9), ("\"soups", 0.1)],
            &[("cards\"", 0.6), ("soups", 0.4)],
        ];
        let found = probability(&["cards", "soups"], "cards", &lists, Constraint::JsonSchema);
        assert!(near(found, 0.9 * 0.6), "{found:?}");
    }

    #[test]
    fn unlisted_labels_count_with_the_smallest_listed_probability() {
        let labels = ["bank", "kitchen", "garden"];
        let bank = |list: &[(&str, f64)]| probability(&labels, "bank", &[list], Constraint::None);
        // Two unlisted labels with at most .05 each: .2 / (.2 + .1). All unlisted tokens together have .15.
        let found = bank(&[(" bank", 0.2), ("The", 0.5), ("A", 0.1), (" I", 0.05)]);
        assert!(near(found, 2.0 / 3.0), "{found:?}");
        // The unlisted tokens together have at most the remaining probability .02: .2 / (.2 + .02).
        let found = bank(&[(" bank", 0.2), ("The", 0.7), ("A", 0.08)]);
        assert!(near(found, 1.0 / 1.1), "{found:?}");
        // One unlisted label: .2 / (.2 + .1 + .1).
        let found = bank(&[(" bank", 0.2), ("The", 0.5), (" kit", 0.1)]);
        assert!(near(found, 0.5), "{found:?}");
        // A token of white space does not count as a listed label: .2 / (.2 + .05 + 2 · .05).
        let found = bank(&[(" bank", 0.2), ("The", 0.5), ("\n", 0.05)]);
        assert!(near(found, 4.0 / 7.0), "{found:?}");
        // At the second token, only the labels that are still possible count: .9 · .4 / (.4 + .1).
        let lists: [&[(&str, f64)]; 2] = [&[("car", 0.9), ("tax", 0.1)], &[("ds", 0.4), ("bon", 0.3), ("go", 0.1)]];
        let found = probability(&["cards", "cars", "tax"], "cards", &lists, Constraint::None);
        assert!(near(found, 0.9 * 0.8), "{found:?}");
    }

    #[test]
    fn chosen_token_counts_wherever_the_server_lists_it() {
        let labels = ["bank", "kitchen", "garden"].map(str::to_owned);
        let token = |logprob: Option<f64>, alternatives: &[(&str, f64)]| Token {
            bytes: b" bank".to_vec(),
            logprob,
            alternatives: alternatives
                .iter()
                .map(|(token, p)| (token.as_bytes().to_vec(), p.ln()))
                .collect(),
        };
        let logprob = Some(0.02f64.ln());
        let most = [("The", 0.5), ("A", 0.1), (" kitchen", 0.05)];
        let with_chosen = [most[0], most[1], most[2], (" bank", 0.02)];
        // .02 / (.02 + .05 + .05): the chosen token does not have the smallest probability.
        for token in [
            token(logprob, &most),
            token(logprob, &with_chosen),
            token(None, &with_chosen),
        ] {
            let found = label_probability(&[token], &labels, 0, Constraint::None);
            assert!(near(found, 1.0 / 6.0), "{found:?}");
        }
        assert_eq!(
            label_probability(&[token(None, &most)], &labels, 0, Constraint::None),
            None
        );
    }

    /// ```text
    ///  " " (.5)  bank (.6)     .3/.8 + .5/.8 · .6/.9
    ///            kitchen (.3)          .5/.8 · .3/.9
    ///  " bank" (.3)
    /// ```
    #[test]
    fn other_spellings_of_the_label_are_added() {
        let labels = ["bank", "kitchen"];
        let space: &[(&str, f64)] = &[(" ", 0.5), (" bank", 0.3), ("The", 0.2)];
        let bank: [&[(&str, f64)]; 2] = [space, &[("bank", 0.6), ("kitchen", 0.3), ("x", 0.1)]];
        let found = probability(&labels, "bank", &bank, Constraint::None);
        assert!(near(found, 0.375 + 0.625 * 2.0 / 3.0), "{found:?}");
        let kitchen: [&[(&str, f64)]; 2] = [space, &[("kitchen", 0.3), ("bank", 0.6), ("x", 0.1)]];
        let found = probability(&labels, "kitchen", &kitchen, Constraint::None);
        assert!(near(found, 0.625 / 3.0), "{found:?}");
    }

    #[test]
    fn probability_is_unknown_without_alternatives() {
        let labels = ["cards", "soups"];
        assert_eq!(
            probability(&labels, "cards", &[&[("cards", 0.5)]], Constraint::None),
            None
        );
        assert_eq!(probability(&labels, "cards", &[], Constraint::None), None);
        let lead: &[&[(&str, f64)]] = &[&[("Label", 0.5), ("cards", 0.5)], &[(": cards", 0.5), (".", 0.5)]];
        assert_eq!(probability(&labels, "cards", lead, Constraint::None), None);
        let one: &[&[(&str, f64)]] = &[&[("cards", 0.5), ("soups", 0.5)]];
        assert_eq!(probability(&["cards"], "cards", one, Constraint::None), None);
        let nothing: &[&[(&str, f64)]] = &[&[("cards", 0.0), ("soups", 0.0)]];
        assert_eq!(probability(&labels, "cards", nothing, Constraint::None), None);
    }

    #[test]
    fn incomplete_characters_begin_no_other_label() {
        let labels = ["日本".to_owned(), "日曜".to_owned()];
        let token = |bytes: &[u8], alternatives: &[(&[u8], f64)]| Token {
            bytes: bytes.to_vec(),
            logprob: Some(-0.5),
            alternatives: alternatives.iter().map(|(bytes, p)| (bytes.to_vec(), p.ln())).collect(),
        };
        let tokens = [
            token(b"\xe6\x97", &[(b"\xe6\x97", 0.9), (b"x", 0.1)]),
            token(b"\xa5\xe6", &[(b"\xa5\xe6", 0.9), (b"x", 0.1)]),
            token(b"\x9c\xac", &[(b"\x9c\xac", 0.7), (b"\x9b\x9c", 0.3)]),
        ];
        let found = label_probability(&tokens, &labels, 0, Constraint::None);
        assert!(near(found, 0.7), "{found:?}");
    }
}
