//! Tests of the message files and of the translations.
//! The macro that `build.rs` generates checks the code that uses messages.
//! A test in xtask compares the parser with the reference implementation of Fluent, which only xtask links.

use std::collections::BTreeSet;
use std::fmt::Display;

use crate::i18n::*;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::label::PassReason;
use fastgas_data::{Expected, FileKind, JsonProblem, JsonReason, JsonRowReason, LoadError, ProjectReason};
use fastgas_embedding::{ConfigReason, EmbedError, EmbeddingsError, NpyReason, TokenizerReason};
use fastgas_graph::{CpuReason, SearchBackend};
use fastgas_progress::Stage;
use fastgas_protocol::{EncoderFilesReason, Error, LostReason, Refusal, StoredReason, WorkerError};
use fastgas_select::Method;

const GERMAN: &str = include_str!("../../../../www/words/de.ftl");

pub(crate) const OTHERS: [(Language, &str); 1] = [(Language::German, GERMAN)];

/// Messages with the same text in English and German: units, names, and loanwords.
const SAME: [&str; 36] = [
    "shell-view-export",
    "review-column-text",
    "shell-theme-system",
    "labeling-color-indigo",
    "labeling-color-cyan",
    "labeling-color-gold",
    "labeling-color-orange",
    "protection-passphrase-label",
    "common-percent",
    "run-stage-graph",
    "explainer-world-label",
    "common-encoder",
    "run-embeddings-label",
    "run-device-cpu",
    "common-format",
    "common-labels",
    "encoder-tokenizer-label",
    "encoder-name-label",
    "encoder-pooling-label",
    "export-format-workbook",
    "export-format-tsv",
    "export-format-parquet",
    "export-format-label-studio",
    "explainer-pause-button",
    "export-format-hugging-face",
    "team-title",
    "team-label-column",
    "map-zoom-label",
    "map-tool-lasso",
    "labeling-seconds-taken",
    "explainer-preset-paper-name",
    "confidences-file-problem",
    "common-duration-milliseconds",
    "common-duration-minutes-seconds",
    "common-size-gigabytes",
    "common-size-megabytes",
];

fn english() -> Messages {
    Messages::read(&format!("{FIRST_ENGLISH}\n{DEFERRED_ENGLISH}")).unwrap()
}

pub(crate) fn german() -> Messages {
    Messages::read(GERMAN).unwrap()
}

/// The keys of the page's messages. All other keys in a message file belong to the core.
pub(crate) fn english_keys() -> BTreeSet<String> {
    english().iter().map(|(key, _)| key.to_owned()).collect()
}

#[test]
fn all_languages_have_the_same_keys_and_variables() {
    let english = english();
    for (language, file) in OTHERS {
        let other = Messages::read(file).unwrap();
        for (key, message) in english.iter() {
            let in_other = other.get(key).unwrap_or_else(|| panic!("{key} in {language:?}"));
            assert_eq!(message.variables(), in_other.variables(), "{key} in {language:?}");
            if language == Language::German {
                assert_eq!(message == in_other, SAME.contains(&key), "{key} in German");
            }
        }
    }
}

#[test]
fn every_language_is_a_file_of_the_site() {
    let page = include_str!("../../../../index.html");
    let [english, others @ ..] = &Language::ALL;
    assert_eq!(*english, Language::English);
    assert_eq!(*others, OTHERS.map(|(language, _)| language));
    for language in others {
        let code = language.code();
        assert!(page.contains(&format!("href=\"www/words/{code}.ftl\"")), "{code}");
        assert!(page.contains(&format!("\"words-{code}\": \"{code}.ftl\"")), "{code}");
    }
}

#[test]
fn malformed_messages_are_rejected() {
    for wrong in [
        "key\n",
        "key = { $n",
        "key = a } b",
        "key = { n }",
        "key = { $n ->\n    [one] a\n}",
        "key = { $n ->\n   *[other] a",
        "key = { \"quoted }",
        "key = two\n    lines",
    ] {
        assert!(Messages::read(wrong).is_err(), "{wrong:?}");
    }
    let error = Messages::read("key = a { n } b").unwrap_err();
    assert_eq!(error.to_string(), "the message `key` breaks off before `n } b`");
}

#[test]
fn messages_and_numbers_follow_the_current_language() {
    assert_eq!(t!("announcer-pick-rank", rank = 3, n_picks = 18), "Pick 3 of 18");
    set_language(Language::German, Some(german()));
    assert_eq!(t!("announcer-pick-rank", rank = 3, n_picks = 18), "Text 3 von 18");
    assert_eq!(t!("common-text-count", n = grouped(1_166)), "1.166 Texte");
    assert_eq!(t!("common-text-count", n = grouped(1)), "1 Text");
    assert_eq!(
        t!("labeling-reason-degree-percentile", percent = 50),
        ", mehr als 50\u{a0}% der übrigen"
    );
    assert_eq!(decimal(-12.345, 2), "-12,35");
    set_language(Language::English, None);
    assert_eq!(t!("common-text-count", n = grouped(1_166)), "1,166 texts");
    assert_eq!(
        [decimal(0.25f32, 1), decimal(62.5, 0), decimal(-0.04, 1)],
        ["0.3", "63", "-0.0"]
    );
    assert_eq!(grouped(12_345_678), "12,345,678");
    assert_eq!([0, 999, 1_000].map(grouped), ["0", "999", "1,000"]);
}

#[test]
fn messages_about_one_thing_use_the_singular() {
    let with = |messages: &Messages, key: &str, value: u32| {
        let message = messages.get(key).unwrap_or_else(|| panic!("{key}"));
        let variables = message.variables().into_iter();
        let values: Vec<(&str, &dyn Display)> = variables.map(|name| (name, &value as &dyn Display)).collect();
        message.with(&values)
    };
    let languages = [english(), german()];
    for key in [
        "common-columns-listed-status",
        "compare-exam-count-hint",
        "compare-exam-progress",
        "compare-exam-shortened-status",
        "compare-exam-unmatched-status",
        "compare-progress-button",
        "compare-stopped-status",
        "compare-test-status",
        "confidences-asking-progress",
        "confidences-source-status",
        "explainer-level-coarsening",
        "explainer-level-first-cut",
        "explainer-level-refining",
        "explainer-prompt-count",
        "import-column-embeddings-status",
        "import-delimiter-doubt-problem",
        "import-embeddings-status",
        "import-joined-doubt-problem",
        "import-rows-enclosing-quotes",
        "import-rows-literal-quotes",
        "import-rows-other-delimiter",
        "import-rows-with-header",
        "import-rows-without-header",
        "project-embeddings-size-problem",
        "project-map-size-problem",
        "run-stopped-resume-hint",
        "team-incoming-copy-summary",
    ] {
        for messages in &languages {
            let plural = with(messages, key, 2).replace('2', "1");
            assert_ne!(with(messages, key, 1), plural, "{key}");
        }
    }
    let [english, german] = &languages;
    for (key, in_english, in_german) in [
        (
            "encoder-file-time-estimate",
            "1 for 1 text with 1 worker",
            "1 für 1 Text mit 1 Worker",
        ),
        (
            "team-final-answers-status",
            "Together: 1 of 1 pick has a final answer.",
            "Zusammen: 1 von 1 ausgewählten Text hat eine endgültige Antwort.",
        ),
        (
            "explainer-exercise-picks-worth",
            "1 touches 1 of 1 line; 1 of 1 dots is picked or next to a pick",
            "1 berührt 1 von 1 Linie; 1 von 1 Punkten ist ausgewählt oder liegt neben einem ausgewählten",
        ),
        (
            "projects-damage-log-missing",
            "The only entry of the log of labels is lost: number 1.",
            "Der einzige Eintrag des Label-Protokolls ist verloren: Nummer 1.",
        ),
    ] {
        assert_eq!(with(english, key, 1), in_english);
        assert_eq!(with(german, key, 1), in_german);
    }
}

#[test]
fn browser_tags_map_to_supported_languages() {
    let of = |tag| Language::of_tag(tag);
    assert_eq!([of("de"), of("de-AT"), of("DE-ch")], [Some(Language::German); 3]);
    assert_eq!(
        [of("en-GB"), of("fr"), of("deu"), of("")],
        [Some(Language::English), None, None, None]
    );
}

#[test]
fn names_of_the_core_are_translated() {
    set_language(Language::German, Some(german()));
    assert_eq!(
        [PassReason::Skipped, PassReason::CannotTell].map(core_messages::passed),
        ["übersprungen", "nicht erkennbar"]
    );
    assert_eq!(core_messages::stage(Stage::Map), "Karte zeichnen");
    assert_ne!(core_messages::about(Method::Louvain), Method::Louvain.about());
    set_language(Language::English, None);
    assert_eq!(core_messages::stage(Stage::Map), Stage::Map.name());
}

#[test]
fn errors_are_translated_with_their_values() {
    let first = LoadError::Ragged {
        line: 7,
        cells: 3,
        expected: 2,
    };
    let ragged = LoadError::Irregular {
        first: Box::new(first.clone()),
        lines: vec![7, 9],
        n: 2,
    };
    let error = WorkerError::Pipeline(ragged.clone().into());
    assert_eq!(core_messages::problem(&error), ragged.to_string());
    assert_eq!(core_messages::advice(&error, error.advice()), error.advice());
    set_language(Language::German, Some(german()));
    let in_german = "Zeile 7 hat 3 Zellen, die Kopfzeile hat 2; 2 Zeilen sind so: 7, 9";
    assert_eq!(core_messages::problem(&error), in_german);
    assert_eq!(core_messages::problem(&Error::from(ragged)), in_german);
    let of_one = WorkerError::Pipeline(first.into());
    let advice = |error: &WorkerError| core_messages::advice(error, error.advice());
    assert_eq!(
        advice(&error),
        advice(&of_one),
        "the advice for one error applies to all errors of this kind"
    );
    let same = LoadError::SameId {
        id: "a".into(),
        column: "id".into(),
        rows: [1, 4],
    };
    assert_eq!(
        core_messages::problem(&Error::from(same)),
        "die Zeilen 1 und 4 haben beide „a“ in Spalte „id“"
    );
    let reason = |error: LoadError| core_messages::problem(&Error::from(error));
    assert_eq!(
        reason(LoadError::Json {
            line: 4,
            reason: JsonRowReason::NoSeparator { letter: 8 }
        }),
        "Zeile 4: hinter einem Wert fehlt ein „,“ oder „}“ (Zeichen 8)"
    );
    assert_eq!(
        reason(LoadError::Json {
            line: 4,
            reason: JsonRowReason::SameKey { key: "a b".into() }
        }),
        "Zeile 4: der Schlüssel „a b“ steht zweimal im Objekt"
    );
    assert_eq!(
        reason(LoadError::NotTable {
            format: FileKind::OldExcel
        }),
        "dies ist keine Tabelle und kein einfacher Text, sondern eine Datei der Art „altes Excel“"
    );
    assert_eq!(
        reason(LoadError::NotProject {
            reason: ProjectReason::Page("es ist zu neu".into())
        }),
        "die Datei enthält kein Projekt: es ist zu neu",
        "a message of the page is already translated"
    );
    assert_eq!(
        reason(LoadError::Json {
            line: 2,
            reason: JsonRowReason::Value {
                problem: JsonProblem::NoValue,
                letter: 6
            }
        }),
        "Zeile 2: hier müsste ein Wert stehen (ab Zeichen 6)"
    );
    assert_eq!(
        reason(LoadError::TooLarge {
            bytes: 4_831_838_208,
            limit: 2_000_000_000
        }),
        "die Datei hat 4.831\u{a0}MB; die Grenze ist 2.000\u{a0}MB"
    );
    assert_eq!(
        reason(LoadError::NotNumber {
            record: 2,
            column: "row".into(),
            cell: "7".into(),
            expected: Expected::RowBelow { limit: 3 }
        }),
        "Datensatz 2: Spalte „row“ enthält „7“, erwartet ist eine ganze Zahl unter 3"
    );
    let json = |text: &str| JsonReason::from(serde_json::from_str::<Vec<u8>>(text).expect_err("broken"));
    let tokenizer = |reason: JsonReason| {
        let reason = TokenizerReason::Json(reason);
        core_messages::problem(&Error::from(EmbedError::Tokenizer { reason }))
    };
    for broken in [
        "", "[", "[1", "[1,", "[1,]", "[1}", "{", "x", "nul", "[1]x", "[-]", "\"\\x\"", "[300", "\"\n",
    ] {
        let inspected = tokenizer(json(broken));
        let said = json(broken).to_string();
        let has_found = ["invalid type", "invalid value"]
            .iter()
            .any(|begin| said.starts_with(begin));
        assert_eq!(inspected.contains('\u{2066}'), has_found, "{said}: {inspected}");
    }
    let odd = tokenizer(json("[\"a `b` “c”\"]"));
    let in_english = "invalid type: string \"a `b` “c”\", expected u8";
    assert_eq!(
        split_by_language(&odd),
        [
            (
                "die Datei des Tokenizers ist nicht verwendbar: ein Wert ist von anderer Art als erwartet: „",
                false
            ),
            (in_english, true),
            ("“ (Zeile 1, Zeichen 16)", false)
        ],
        "unknown text is quoted and marked as English"
    );
    let lost = |reason| core_messages::problem(&WorkerError::Lost { times: 1, reason });
    assert_eq!(
        lost(LostReason::Browser(Refusal::Other {
            message: "RuntimeError: unreachable".into()
        })),
        "der Worker brach ab: der Browser meldet „\u{2066}RuntimeError: unreachable\u{2069}“"
    );
    assert_eq!(
        lost(LostReason::Other("unreachable".into())),
        "der Worker brach ab: „\u{2066}unreachable\u{2069}“"
    );
    assert_eq!(
        core_messages::problem(&WorkerError::EncoderFiles {
            reason: EncoderFilesReason::Stored(StoredReason::Refused(Refusal::Full))
        }),
        "die Dateien des Encoders fehlen im Speicher dieses Browsers: der Datenträger oder der Anteil dieser Website daran ist voll"
    );
    assert_eq!(
        reason(LoadError::NotProject {
            reason: ProjectReason::InFile {
                file: "texts.csv".into(),
                reason: Box::new(ProjectReason::Ragged {
                    row: 3,
                    cells: 2,
                    columns: 1
                })
            }
        }),
        "die Datei enthält kein Projekt: texts.csv: Zeile 3 hat 2 Zellen, aber die Kopfzeile hat 1"
    );
    assert_eq!(
        reason(LoadError::NotProject {
            reason: ProjectReason::Missing {
                file: "project.json".into()
            }
        }),
        "die Datei enthält kein Projekt: project.json fehlt darin"
    );
    assert_eq!(core_messages::reason(&Refusal::NoAnswer), "es kam keine Antwort");
    let npy = |reason| core_messages::problem(&Error::from(EmbeddingsError::Npy { reason }));
    assert_eq!(
        npy(NpyReason::Size {
            rows: 60,
            columns: 8,
            bytes: 12
        }),
        "die Array-Datei ist nicht verwendbar: sie gibt an, 60 × 8 Zahlen zu enthalten, hat aber 12 Bytes"
    );
    assert_eq!(
        npy(NpyReason::Version),
        "die Array-Datei ist nicht verwendbar: ihre Version ist nicht 1, 2 oder 3"
    );
    assert_eq!(
        npy(NpyReason::NotMatrix {
            shape: "3, 4, 5".into()
        }),
        "die Array-Datei ist nicht verwendbar: ihre Form ist (3, 4, 5), nicht (Texte, Dimensionen)"
    );
    let config = EmbedError::ModelConfig {
        reason: ConfigReason::InFile {
            file: "1_Pooling/config.json".into(),
            reason: Box::new(ConfigReason::NoPooling),
        },
    };
    assert_eq!(
        core_messages::problem(&Error::from(config)),
        "die Konfiguration des Modells ist nicht verwendbar: 1_Pooling/config.json: keine Art von Pooling ist eingeschaltet"
    );
    let first = ConfidenceError::Empty { row: 3 };
    let unanswered = ConfidenceError::Unanswered {
        unanswered: 1,
        texts: 9,
        first: Box::new(first),
    };
    let unanswered = Error::from(unanswered);
    assert_eq!(
        core_messages::problem(&unanswered),
        "1 von 9 Texten hat keine Konfidenz; Zeile 3: Das Modell gab eine leere Antwort"
    );
    let status = |status| ConfidenceError::Status {
        row: 3,
        status,
        message: String::new(),
    };
    let advice = |error: ConfidenceError| core_messages::advice(&Error::from(error), "no words");
    assert!(core_messages::advice(&unanswered, "no words").contains("schalten Sie das Reasoning des Modells ab"));
    assert!(advice(status(401)).starts_with("Prüfen Sie den Schlüssel"));
    assert_eq!(advice(status(300)), advice(status(308)));
    assert_ne!(advice(status(300)), advice(status(500)));
    let refused = |message: &str| {
        core_messages::problem(&Error::from(ConfidenceError::Status {
            row: 3,
            status: 401,
            message: message.into(),
        }))
    };
    assert_eq!(refused(""), "Zeile 3: Der Server antwortete 401");
    assert_eq!(refused("no credit"), "Zeile 3: Der Server antwortete 401: „no credit“");
    assert_eq!(core_messages::problem(&WorkerError::Cancelled), "abgebrochen");
    assert_eq!(
        core_messages::advice(&WorkerError::Cancelled, "no words"),
        "Nichts ging verloren; machen Sie mit „Auswählen“ weiter."
    );
    let gpu = SearchBackend::Both {
        name: "Tesla".into(),
        n_rows: 64,
        why: CpuReason::OutOfMemory,
    };
    assert_eq!(
        core_messages::searched(&gpu),
        "für 64 Zeilen auf der GPU (Tesla) gesucht, für die anderen auf der CPU, da die GPU zu wenig Speicher hat"
    );
    let lost = SearchBackend::Cpu {
        why: CpuReason::Lost { reason: "reset".into() },
    };
    assert_eq!(
        core_messages::searched(&lost),
        "auf der CPU gesucht, da die GPU ausfiel: „\u{2066}reset\u{2069}“"
    );
    assert_eq!(
        core_messages::searched(&SearchBackend::Approximately { large: true }),
        "ungefähr gesucht, da es viele Texte sind"
    );
    set_language(Language::English, None);
    assert_eq!(
        core_messages::reason(&Refusal::Other { message: "x`y".into() }),
        "the browser says “x'y”"
    );
    let same_name = |name: &str| LoadError::DuplicateColumn { name: name.into() };
    assert_eq!(
        core_messages::problem(&Error::from(same_name("a"))),
        "line 1: two columns are named “a”",
        "backticks are for the terminal"
    );
    let odd = same_name("a`");
    assert_eq!(core_messages::problem(&Error::from(odd.clone())), odd.to_string());
}
