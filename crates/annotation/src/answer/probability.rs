//! The probability of a label, from the alternatives of the answer's tokens.
//!
//! At each token, alternatives that begin no label are left out, and the rest is normalized. The probability of the
//! label is the product over the tokens until only this label is possible: the probability with which a decoder would
//! choose the label if it could choose only labels.
//!
//! ```text
//!  labels: cards, cars, soups        tokens: " car" (.6)   "ds" (.7)
//!                                    also:   " so"  (.2)   "s"  (.1)
//!                                            "The"  (.1)   "go" (.1)      .6/(.6+.2) · .7/(.7+.1) = .66
//! ```
//!
//! Servers list only the most probable tokens, so labels whose tokens are not listed count as impossible.

use unicode_normalization::UnicodeNormalization;

use super::Constraint;
use super::labels::is_surrounding;
use crate::confidence::reply::Token;

/// The probability of `labels[target]`, which the tokens spell. `None` if the server lists no alternatives, or if the
/// tokens do not begin with the label.
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
    let (mut probability, mut is_known) = (1.0, false);
    for token in tokens {
        if possible.len() == 1 {
            break;
        }
        let after = |bytes: &[u8]| {
            let all = [&so_far[..], bytes].concat();
            begun(&all, constraint).map(|text| begun_labels(&text, &labels, &possible))
        };
        let Some(chosen) = after(&token.bytes) else {
            // So far there is only white space, a quote or the beginning of the JSON.
            so_far.extend(&token.bytes);
            continue;
        };
        if !chosen.contains(&target) || token.alternatives.len() < 2 {
            return None;
        }
        let (mut of_chosen, mut of_all) = (0.0, 0.0);
        for (bytes, logprob) in &token.alternatives {
            let Some(begun) = after(bytes).filter(|begun| !begun.is_empty()) else {
                continue;
            };
            let p = logprob.exp();
            of_all += p;
            if begun.iter().all(|label| chosen.contains(label)) {
                of_chosen += p;
            }
        }
        let share: f64 = of_chosen / of_all;
        if !share.is_finite() {
            return None;
        }
        probability *= share;
        is_known = true;
        so_far.extend(&token.bytes);
        possible = chosen;
    }
    is_known.then_some(probability as f32)
}

/// The folded beginning of the label in the answer so far; `None` if the label has not begun.
fn begun(bytes: &[u8], constraint: Constraint) -> Option<String> {
    // The last character may be incomplete.
    let text = match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => str::from_utf8(&bytes[..error.valid_up_to()]).expect("it is valid so far"),
    };
    let text = match constraint {
        Constraint::JsonSchema => text.split_once(':')?.1,
        Constraint::None | Constraint::Grammar | Constraint::Choice => text,
    };
    let text = text.trim_start_matches(is_surrounding);
    (!text.is_empty()).then(|| fold(text))
}

fn fold(text: &str) -> String {
    text.nfkc().flat_map(char::to_lowercase).collect()
}

/// The labels among `possible` that can result from an answer which begins with `text`.
fn begun_labels(text: &str, labels: &[String], possible: &[usize]) -> Vec<usize> {
    let (line, is_complete) = text.split_once('\n').map_or((text, false), |(line, _)| (line, true));
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
    // The answer goes on after the end of a label. Of `card` and `card-lost`, the longer one is meant.
    let ended = possible.iter().copied().filter(|&label| {
        let rest = line.strip_prefix(&labels[label]);
        rest.is_some_and(|rest| !rest.trim_start().starts_with(char::is_alphanumeric))
    });
    ended.max_by_key(|&label| labels[label].len()).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tokens with alternatives, the first of which is chosen.
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
        // All spellings of the label count.
        let lists: [&[(&str, f64)]; 1] = [&[("soups", 0.5), (" Soups", 0.2), ("SO", 0.1), ("cars", 0.2)]];
        let found = probability(&labels, "soups", &lists, Constraint::None);
        assert!(near(found, 0.8), "{found:?}");
        // A shorter token does not decide between labels.
        let lists: [&[(&str, f64)]; 1] = [&[("cards", 0.5), ("car", 0.3), ("soups", 0.2)]];
        let found = probability(&labels, "cards", &lists, Constraint::None);
        assert!(near(found, 0.5), "{found:?}");
    }

    #[test]
    fn label_that_begins_another_one_is_told_apart_by_its_end() {
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
        // Without the token that ends the answer, the label is not told apart from longer ones.
        let found = probability(&labels, "card", &[first], Constraint::None);
        assert!(near(found, 1.0), "{found:?}");
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
        assert!(near(found, 0.6), "{found:?}");
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
