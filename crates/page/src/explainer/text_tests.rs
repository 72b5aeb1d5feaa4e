//! Tests that every step of the explainer is described in every language, with the same numbers.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::explainer::state::*;
use crate::explainer::*;
use crate::i18n::core_messages;
use crate::i18n::placeholders;
use crate::i18n::{Key, Language, Messages, key, set_language};
use fastgas_partition::Preset;
use fastgas_trace::Sentence;
use fastgas_trace::examples::NAMES;

const GERMAN: &str = include_str!("../../../../www/words/de.ftl");

fn in_german<T>(tell: impl FnOnce() -> T) -> T {
    set_language(
        Language::German,
        Some(Messages::read(GERMAN).expect("they are well formed")),
    );
    let reported = tell();
    set_language(Language::English, None);
    reported
}

/// The sentences in the traces of all example graphs and presets, and sentences that these traces do not contain.
fn sentences() -> Vec<Sentence> {
    let mut sentences = vec![
        Sentence::NoneMoved { cut: None },
        Sentence::NoneMoved { cut: Some(16) },
        Sentence::AllKept { n_moves: 1, cut: None },
        Sentence::AllKept {
            n_moves: 12,
            cut: Some(16),
        },
        Sentence::SomeKept {
            n_kept: 3,
            n_undone: 1,
            cut: None,
        },
        Sentence::Dropped,
        Sentence::Counted { n_moves: 1 },
        Sentence::Counted { n_moves: 3 },
        Sentence::Halve { n_parts: 8 },
        Sentence::Covers {
            coverage: 0.8,
            better: true,
        },
        Sentence::Covers {
            coverage: 0.79951,
            better: false,
        },
        Sentence::CoversCentered {
            coverage: 0.43,
            better: true,
        },
        Sentence::CoversCentered {
            coverage: 0.42951,
            better: false,
        },
        Sentence::Propose {
            cut: 120,
            n_proposed: 64,
        },
        Sentence::Medoids { n_picks: 4, n_moved: 0 },
        Sentence::Medoids { n_picks: 3, n_moved: 1 },
        Sentence::Medoids { n_picks: 9, n_moved: 5 },
    ];
    sentences.extend([true, false].map(|has_text| Sentence::Taken {
        part: 2,
        row: 31,
        has_text,
        text: if has_text { "a null".into() } else { String::new() },
        coverage: 0.5625,
    }));
    for name in NAMES {
        for preset in [Preset::Paper, Preset::Fast, Preset::Best, Preset::Strong] {
            let mut explainer = Explainer::default();
            explainer.apply(Msg::Visit(name));
            explainer.apply(Msg::Set(Settings {
                preset,
                ..explainer.settings
            }));
            for tick in 0..=explainer.end() {
                explainer.apply(Msg::Seek(tick));
                sentences.push(explainer.players[0].sentence(&explainer.texts()));
            }
        }
    }
    sentences
}

fn variant(sentence: &Sentence) -> String {
    match serde_json::to_value(sentence).expect("it is plain") {
        Value::String(name) => name,
        Value::Object(fields) => fields.keys().next().expect("a variant").clone(),
        other => panic!("{other}"),
    }
}

/// The runs of digits in a text, sorted. For example, "0.8" contains the runs "0" and "8".
fn numbers(text: &str) -> Vec<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_digit());
    let mut numbers: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    numbers.sort_unstable();
    numbers
}

#[test]
fn german_steps_contain_the_numbers_of_the_english_ones() {
    let sentences = sentences();
    let german = in_german(|| sentences.iter().map(core_messages::step).collect::<Vec<_>>());
    for (sentence, german) in sentences.iter().zip(&german) {
        let english = sentence.to_string();
        assert_eq!(core_messages::step(sentence), english);
        assert_ne!(*german, english);
        assert_eq!(numbers(german), numbers(&english), "{german} {english}");
        assert!(!german.contains(['{', '}']) && !german.contains("null."), "{german}");
    }
    let reported: BTreeSet<String> = sentences.iter().map(variant).collect();
    let declared = placeholders::variant_names::<Sentence>().iter();
    let declared: BTreeSet<String> = declared.map(|&name| name.to_owned()).collect();
    assert_eq!(reported, declared, "every kind of sentence has a text");
    for covers in [
        "Mit der Auswahl aus diesen Teilen wäre der mittlere Kosinus eines Textes zum nächsten ausgewählten 0,800, \
         mit den Embeddings dieses Laufs: der bisher höchste.",
        "Die Auswahl aus diesen Teilen hätte eine zentrierte Abdeckung von 0,430: die bisher höchste.",
    ] {
        assert!(german.contains(&covers.to_owned()), "{covers}");
    }
    assert!(german.contains(&"„a null“ aus Teil 2 wird genommen: Die zentrierte Abdeckung ist 0,563.".to_owned()));
}

#[test]
fn texts_of_a_world_are_translated_to_german() {
    let (log, chapters, picks, problem) = in_german(|| {
        let mut explainer = Explainer::default();
        explainer.apply(Msg::Visit("karate"));
        explainer.apply(Msg::Seek(u32::MAX));
        let chapters = explainer.players[0].chapters();
        let chapters: Vec<String> = chapters.iter().map(|chapter| text::chapter(chapter.title)).collect();
        let (log, picks) = (explainer.sentence(), explainer.picks(0));
        explainer.apply(Msg::Set(Settings {
            budget: 99,
            ..explainer.settings
        }));
        (log, chapters, picks, explainer.problem)
    });
    assert_eq!(
        log,
        "Teil 2: Knoten 33 wird ausgewählt, mit 10 Kanten, die kein früher ausgewählter berührt. Die Grade dieser Nachbarn \
         sinken um je eins."
    );
    assert_eq!(chapters, ["In 2 schneiden", "Teile 1–2 → 1 : 1", "Auswählen"]);
    assert!(picks.iter().all(|(_, words)| words.starts_with("Knoten ")), "{picks:?}");
    assert!(
        problem
            .as_ref()
            .is_some_and(|words| words.contains("99") && words.contains("Knoten")),
        "{problem:?}"
    );
}

#[test]
fn tour_quotes_the_names_of_buttons_and_modes() {
    let names = || {
        let exercise = key!("explainer-tour-exercise-text").text();
        let buttons = [
            key!("explainer-play-button"),
            key!("explainer-exercise-cut-button"),
            key!("explainer-exercise-pick-button"),
            key!("explainer-title"),
        ];
        let presets = key!("explainer-tour-presets-text").text();
        let modes = [key!("explainer-preset-paper-name"), key!("explainer-preset-best-name")];
        (exercise, buttons.map(Key::text), presets, modes.map(Key::text))
    };
    for (quotes, (exercise, buttons, presets, modes)) in [(["“", "”"], names()), (["„", "“"], in_german(names))]
    {
        let [play, others @ ..] = &buttons;
        assert!(
            exercise.contains(play.as_str()) && exercise.contains("(P)"),
            "{exercise}"
        );
        let quoted = |name: &String| format!("{}{name}{}", quotes[0], quotes[1]);
        for name in others {
            assert!(exercise.contains(&quoted(name)), "{name}: {exercise}");
        }
        for name in &modes {
            assert!(presets.contains(&quoted(name)), "{name}: {presets}");
        }
    }
}
