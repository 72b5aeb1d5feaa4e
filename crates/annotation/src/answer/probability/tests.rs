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
    // The probabilities of all spellings are summed, because each spelling means the same label.
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
    // The label's token has probability .2, and each of the two unlisted labels has at most .05.
    // The result is .2 / (.2 + 2 · .05).
    // All unlisted tokens together have probability .15. This sum exceeds 2 · .05 and does not change the result.
    let found = bank(&[(" bank", 0.2), ("The", 0.5), ("A", 0.1), (" I", 0.05)]);
    assert!(near(found, 2.0 / 3.0), "{found:?}");
    // The label's token has probability .2. The two unlisted labels together have at most the remaining probability .02.
    // The result is .2 / (.2 + .02).
    let found = bank(&[(" bank", 0.2), ("The", 0.7), ("A", 0.08)]);
    assert!(near(found, 1.0 / 1.1), "{found:?}");
    // The two listed labels have the probabilities .2 and .1, and the unlisted label has at most .1.
    // The result is .2 / (.2 + .1 + .1).
    let found = bank(&[(" bank", 0.2), ("The", 0.5), (" kit", 0.1)]);
    assert!(near(found, 0.5), "{found:?}");
    // The label's token has probability .2, and a line break has .05. A line break may precede every label.
    // Therefore both other labels count as unlisted with at most .05 each. The result is .2 / (.2 + .05 + 2 · .05).
    let found = bank(&[(" bank", 0.2), ("The", 0.5), ("\n", 0.05)]);
    assert!(near(found, 4.0 / 7.0), "{found:?}");
    // The first token of the label `cards` has probability .9, and the other listed first token has .1.
    // After the first token, only `cards` and the unlisted label `cars` are possible.
    // The second token of `cards` has probability .4.
    // `cars` has at most the smallest listed probability, .1. The result is .9 / (.9 + .1) · .4 / (.4 + .1).
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
    // The chosen token " bank" has probability .02, and " kitchen" is listed with .05. "garden" is not listed.
    // Therefore "garden" counts with the lowest probability of the listed tokens other than " bank", which is .05.
    // The result is .02 / (.02 + .05 + .05).
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

/// Two spellings of `bank`: the tokens " " and "bank" (probability .5/.8 · .6/.9), and the token " bank" (.3/.8).
/// One spelling of the label `kitchen`: the tokens " " and "kitchen" (probability .5/.8 · .3/.9).
/// The probability of a label is the sum over its spellings.
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
