//! Tests of the message files and their use. A test in xtask, the only crate that links Fluent's reference implementation, checks
//! that both parsers agree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::i18n::core_messages::kebab;
use crate::i18n::*;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::label::Pass;
use fastgas_annotation::retrieve::BUILT_IN;
use fastgas_data::Format;
use fastgas_data::LoadError;
use fastgas_embedding::EmbedError;
use fastgas_embedding::EmbeddingsError;
use fastgas_graph::{CpuReason, SearchBackend};
use fastgas_progress::Stage;
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;
use fastgas_select::Method;

const GERMAN: &str = include_str!("../../../../www/words/de.ftl");

/// All languages except English, with their files.
pub(crate) const OTHERS: [(Language, &str); 1] = [(Language::German, GERMAN)];

/// Prefixes of the keys of the core's messages. Their English text is in the core.
const OF_CORE: [&str; 14] = [
    "error-",
    "advice-",
    "stage-",
    "pass-",
    "method-",
    "format-",
    "task-",
    "searched-",
    "why-cpu-",
    "undefined-",
    "name-",
    "storage-",
    "step-",
    "said-",
];

/// Messages that are the same in English and German: units, names, and loanwords.
const SAME: [&str; 26] = [
    "protection-passphrase-label",
    "common-percent",
    "run-stage-graph",
    "common-encoder",
    "run-embeddings-label",
    "run-device-cpu",
    "common-format",
    "common-labels",
    "encoder-tokenizer-label",
    "encoder-name-label",
    "encoder-pooling-label",
    "export-format-tsv",
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
    Messages::read(ENGLISH).unwrap()
}

pub(crate) fn german() -> Messages {
    Messages::read(GERMAN).unwrap()
}

pub(crate) fn is_of_core(key: &str) -> bool {
    OF_CORE.iter().any(|beginning| key.starts_with(beginning))
}

#[test]
fn all_languages_have_the_same_keys_and_variables() {
    let english = english();
    let keys = |messages: &Messages| -> BTreeSet<String> { messages.iter().map(|(key, _)| key.to_owned()).collect() };
    for (language, file) in OTHERS {
        let other = Messages::read(file).unwrap();
        let of_page = keys(&other).into_iter().filter(|key| !is_of_core(key));
        assert_eq!(keys(&english), of_page.collect(), "{language:?}");
        for (key, message) in english.iter() {
            let in_other = other.get(key).unwrap();
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
    assert_eq!(say!("announcer-pick-rank", rank = 3, n_picks = 18), "Pick 3 of 18");
    speak(Language::German, Some(german()));
    assert_eq!(say!("announcer-pick-rank", rank = 3, n_picks = 18), "Text 3 von 18");
    assert_eq!(say!("common-text-count", n = grouped(1_166)), "1.166 Texte");
    assert_eq!(say!("common-text-count", n = grouped(1)), "1 Text");
    assert_eq!(
        say!("labeling-reason-degree-percentile", percent = 50),
        ", mehr als 50\u{a0}% der übrigen"
    );
    assert_eq!(decimal(-12.345, 2), "-12,35");
    speak(Language::English, None);
    assert_eq!(say!("common-text-count", n = grouped(1_166)), "1,166 texts");
    assert_eq!(
        [decimal(0.25f32, 1), decimal(62.5, 0), decimal(-0.04, 1)],
        ["0.3", "63", "-0.0"]
    );
    assert_eq!(grouped(12_345_678), "12,345,678");
    assert_eq!([0, 999, 1_000].map(grouped), ["0", "999", "1,000"]);
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

/// The sources in a folder without test code: path and text.
pub(crate) fn sources_in(place: &Path) -> Vec<(PathBuf, String)> {
    fn read(place: &Path, files: &mut Vec<(PathBuf, String)>) {
        if place.is_dir() {
            for entry in std::fs::read_dir(place).unwrap() {
                read(&entry.unwrap().path(), files);
            }
        } else if !["fixtures.rs", "test_support.rs", "core_catalog_test.rs"]
            .iter()
            .any(|name| place.ends_with(name))
            && !place.to_string_lossy().ends_with("tests.rs")
        {
            let text = std::fs::read_to_string(place).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
            files.push((place.to_owned(), text));
        }
    }
    let mut files = Vec::new();
    read(place, &mut files);
    files.retain(|(path, _)| path.extension().is_some_and(|end| end == "rs"));
    files.sort();
    files
}

/// The sources of the page.
fn sources() -> Vec<(PathBuf, String)> {
    let mut files = sources_in(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")));
    files.retain(|(path, _)| !path.to_string_lossy().contains("/src/i18n/") || path.ends_with("language_picker.rs"));
    files
}

/// The string literals of a Rust source: position and content of each.
pub(crate) fn strings(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < source.len() {
        let rest = &source[at..];
        let letter = rest.chars().next().unwrap();
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("r\"") || rest.starts_with("r#\"") {
            let end = if rest.starts_with("r#") { "\"#" } else { "\"" };
            let begin = rest.find('"').unwrap() + 1;
            at += begin + rest[begin..].find(end).unwrap() + end.len();
        } else if letter == '"' {
            let mut end = at + 1;
            while !source[end..].starts_with('"') {
                let escaped = usize::from(source[end..].starts_with('\\'));
                end += escaped;
                end += source[end..].chars().next().unwrap().len_utf8();
            }
            found.push((at, &source[at + 1..end]));
            at = end + 1;
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            at += rest[2..].find('\'').unwrap() + 3;
        } else {
            at += letter.len_utf8();
        }
    }
    found
}

/// The names of the arguments of a message. `rest` begins after its key.
fn given(rest: &str) -> BTreeSet<&str> {
    let (mut depth, mut quoted, mut last, mut names) = (0, false, 0, BTreeSet::new());
    let mut arguments = Vec::new();
    for (at, letter) in rest.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => {
                arguments.push(&rest[last..at]);
                break;
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(&rest[last..at]);
                last = at + 1;
            }
            _ => {}
        }
    }
    for argument in arguments {
        let name = argument.trim();
        names.insert(name.split_once('=').map_or(name, |(name, _)| name.trim()));
    }
    names.remove("");
    names
}

#[test]
fn every_message_exists_and_is_used_with_its_variables() {
    let english = english();
    let mut said: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let sources = sources();
    for (path, source) in &sources {
        for (at, key) in strings(source) {
            let before = source[..at].trim_end();
            let says = before.ends_with("say!(");
            if !says && !before.ends_with("key!(") {
                continue;
            }
            let message = english
                .get(key)
                .unwrap_or_else(|| panic!("{}: no message {key}", path.display()));
            let values = given(&source[at + key.len() + 2..]);
            assert_eq!(values, message.variables(), "{}: {key}", path.display());
            said.entry(key).or_default().extend(values);
        }
    }
    let unsaid: Vec<&str> = english
        .iter()
        .map(|(key, _)| key)
        .filter(|key| !said.contains_key(key))
        .collect();
    assert!(unsaid.is_empty(), "nobody says {unsaid:?}");
}

/// Strings that read like words but are not shown as text: names of keys, files, classes, and products.
const NO_WORDS: [&str; 47] = [
    "Digit",
    "Key",
    "Enter",
    "Escape",
    "Home",
    "End",
    "Backspace",
    "Space",
    "PageDown",
    "PageUp",
    "Alt",
    "Ctrl",
    "Ctrl Enter",
    "Ctrl Z",
    "Ctrl ⇧Z",
    "Ctrl Y",
    "ArrowUp",
    "ArrowDown",
    "ArrowLeft",
    "ArrowRight",
    "Arrow",
    "FastGAS",
    "Facility location",
    "Graph cover",
    "Typical",
    "Subclustering",
    "Louvain",
    "Fast vote-k",
    "Vote-k",
    "PageRank",
    "Top-degree",
    "Random",
    "message warning",
    "message error",
    "card left",
    "card left below",
    "card right",
    "card right below",
    "card below",
    "swatch ring",
    "swatch hit",
    "swatch full",
    "swatch none",
    "(prefers-color-scheme: dark)",
    "(prefers-reduced-motion: reduce)",
    "basic render",
    "input, textarea, select, [contenteditable], dialog",
];

/// Whether a string reads like words: it has at least two words, or is a single capitalized word.
pub(crate) fn reads_like_words(text: &str) -> bool {
    let mut words = Vec::new();
    let mut braces = 0;
    let outside = text.chars().map(|letter| {
        braces += i32::from(letter == '{') - i32::from(letter == '}');
        if braces > 0 { '_' } else { letter }
    });
    let outside: String = outside.collect();
    for word in outside.split(|letter: char| letter.is_whitespace() || "….,:;!?()“”".contains(letter)) {
        if word.chars().count() >= 2
            && word
                .chars()
                .all(|letter| letter.is_alphabetic() || "-’'".contains(letter))
        {
            words.push(word);
        }
    }
    let begins = |word: &&str| {
        let mut letters = word.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
    };
    words.len() >= 2 || (words.len() == 1 && outside.trim() == words[0] && begins(&words[0]))
}

/// Texts in a source that should be in www/words.
fn left_in(source: &str) -> Vec<&str> {
    let unseen = |at: usize| {
        let before = source[..at].trim_end();
        // Texts for developers, or names in the page's own files.
        [
            "class=",
            " d=",
            "id=",
            "viewBox=",
            "closest(",
            "expect(",
            "error!(",
            "warn!(",
            "panic!(",
            "queued\" => unreachable!(",
        ]
        .iter()
        .any(|end| before.ends_with(end))
            || ["#[", "#!["].iter().any(|begin| {
                before
                    .rsplit('\n')
                    .next()
                    .is_some_and(|line| line.trim_start().starts_with(begin))
            })
    };
    let is_file = |text: &str| {
        [
            "csv",
            "rs",
            "txt",
            "json",
            "jsonl",
            "utf-8",
            "png",
            "svg",
            "onnx",
            "data",
            "separated-values",
            "zip",
            ".fastgas",
        ]
        .iter()
        .any(|end| text.ends_with(end))
    };
    strings(source)
        .into_iter()
        .filter(|&(at, text)| reads_like_words(text) && !NO_WORDS.contains(&text) && !unseen(at) && !is_file(text))
        .map(|(_, text)| text)
        .collect()
}

#[test]
fn sources_contain_no_untranslated_texts() {
    assert_eq!(
        left_in(
            "view! { <p title=\"Two words\">\"Close\" {n} \" texts\" </p> <i class=\"quiet link\"/> } // \"No words\""
        ),
        ["Two words", "Close"]
    );
    for (path, source) in sources() {
        let name = path.to_string_lossy();
        // Effects, the clipboard and downloads log to the console; shaders are for the GPU.
        let speaks_elsewhere = ["clipboard.rs", "download.rs", "webgl.rs"]
            .iter()
            .any(|end| name.ends_with(end));
        if name.ends_with("effects.rs") || name.contains("/runtime/") || speaks_elsewhere {
            continue;
        }
        let left = left_in(&source);
        assert!(left.is_empty(), "{name}: {left:?}");
    }
}

/// The sources of the error types of all stages.
pub(crate) const ERRORS: [&str; 6] = [
    include_str!("../../../annotation/src/error.rs"),
    include_str!("../../../data/src/error.rs"),
    include_str!("../../../embedding/src/error.rs"),
    include_str!("../../../graph/src/error.rs"),
    include_str!("../../../select/src/error.rs"),
    include_str!("../../../trace/src/error.rs"),
];

/// The key of every variant of the errors that reach the page, such as `load-no-rows` for `LoadError::NoRows`.
fn errors() -> BTreeSet<String> {
    let mut errors = BTreeSet::new();
    let of_protocol = include_str!("../../../protocol/src/worker_error.rs");
    for source in ERRORS.into_iter().chain([of_protocol]) {
        let mut stage = None;
        let mut lines = source.lines();
        while let Some(line) = lines.next() {
            if let Some(name) = line
                .strip_prefix("pub enum ")
                .and_then(|rest| rest.strip_suffix("Error {"))
            {
                stage = Some(name.to_owned());
            } else if line == "}" {
                stage = None;
            } else if let (Some(stage), true) = (&stage, line.starts_with("    #[error(\"")) {
                let variant = lines.next().unwrap().trim();
                let name: String = variant.chars().take_while(|letter| letter.is_alphanumeric()).collect();
                // The worker's own errors have no stage.
                let stage = if stage == "Worker" {
                    String::new()
                } else {
                    kebab(stage) + "-"
                };
                errors.insert(stage + &kebab(&name));
            }
        }
    }
    errors
}

#[test]
fn core_messages_are_translated_to_german() {
    let errors = errors();
    assert!(
        errors.contains("load-no-rows") && errors.contains("lost") && errors.len() > 70,
        "{errors:?}"
    );
    let german = german();
    for group in ["error-", "advice-"] {
        let keys = german.iter().filter_map(|(key, _)| key.strip_prefix(group));
        assert_eq!(keys.map(str::to_owned).collect::<BTreeSet<_>>(), errors, "{group}");
    }
    let named = |group: &str, names: Vec<&str>| {
        for name in names {
            let english = "no words";
            assert_ne!(core_messages::named(group, name, english), english, "{group} {name}");
        }
    };
    speak(Language::German, Some(german.clone()));
    named("method", Method::ALL.map(Method::name).to_vec());
    named("format", Format::ALL.map(|(format, _)| format.name()).to_vec());
    named("task", BUILT_IN.map(|built_in| built_in.name).to_vec());
    named(
        "stage",
        vec!["Load", "Embed", "Neighbors", "Graph", "Partition", "Select", "Map"],
    );
    assert_eq!(
        [Pass::Skipped, Pass::CannotTell].map(core_messages::passed),
        ["übersprungen", "nicht erkennbar"]
    );
    assert_eq!(core_messages::stage(Stage::Map), "Karte zeichnen");
    speak(Language::English, None);
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
    speak(Language::German, Some(german()));
    let in_german = "Zeile 7 hat 3 Zellen, die Kopfzeile hat 2; 2 Zeilen sind so: 7, 9";
    assert_eq!(core_messages::problem(&error), in_german);
    assert_eq!(core_messages::problem(&Error::from(ragged)), in_german);
    let of_one = WorkerError::Pipeline(first.into());
    let advice = |error: &WorkerError| core_messages::advice(error, error.advice());
    assert_eq!(
        advice(&error),
        advice(&of_one),
        "what helps against one helps against all"
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
            reason: "a `,` or `}` is missing behind a value (letter 8)".into()
        }),
        "Zeile 4: hinter einem Wert fehlt ein „,“ oder „}“ (Zeichen 8)"
    );
    assert_eq!(
        reason(LoadError::Json {
            line: 4,
            reason: "the key `a b` stands twice in the object".into()
        }),
        "Zeile 4: der Schlüssel „a b“ steht zweimal im Objekt"
    );
    assert_eq!(
        reason(LoadError::NotTable {
            format: "old Excel".into()
        }),
        "dies ist keine Tabelle und kein einfacher Text, sondern eine Datei der Art „altes Excel“"
    );
    assert_eq!(
        reason(LoadError::NotProject {
            reason: "it broke".into()
        }),
        "die Datei enthält kein Projekt: it broke",
        "what others say stays as they say it"
    );
    assert_eq!(
        reason(LoadError::Json {
            line: 2,
            reason: "expected value (from letter 6 on)".into()
        }),
        "Zeile 2: hier müsste ein Wert stehen (ab Zeichen 6)",
        "so does what is known of them"
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
            expected: "a whole number below 3".into()
        }),
        "Datensatz 2: Spalte „row“ enthält „7“, erwartet ist eine ganze Zahl unter 3"
    );
    let json = |text: &str| serde_json::from_str::<Vec<u8>>(text).expect_err("broken").to_string();
    let tokenizer = |reason: String| core_messages::problem(&Error::from(EmbedError::Tokenizer { reason }));
    for broken in [
        "", "[", "[1", "[1,", "[1,]", "[1}", "{", "x", "nul", "[1]x", "[-]", "\"\\x\"", "[300", "\"\n",
    ] {
        let told = tokenizer(json(broken));
        let said = json(broken);
        let has_found = ["invalid type", "invalid value"]
            .iter()
            .any(|begin| said.starts_with(begin));
        assert_eq!(told.contains('\u{2066}'), has_found, "{said}: {told}");
    }
    let odd = tokenizer(json("[\"a `b` “c”\"]"));
    let in_english = "invalid type: string \"a `b` “c”\", expected u8";
    assert_eq!(
        tongues(&odd),
        [
            (
                "die Datei des Tokenizers ist nicht verwendbar: ein Wert ist von anderer Art als erwartet: „",
                false
            ),
            (in_english, true),
            ("“ (Zeile 1, Zeichen 16)", false)
        ],
        "what is not known is told as it was said, and marked"
    );
    let lost = |reason: &str| {
        core_messages::problem(&WorkerError::Lost {
            times: 1,
            reason: reason.into(),
        })
    };
    assert_eq!(
        lost("the browser says “RuntimeError: unreachable”"),
        "der Worker brach ab: der Browser meldet „\u{2066}RuntimeError: unreachable\u{2069}“"
    );
    assert_eq!(
        lost("unreachable"),
        "der Worker brach ab: „\u{2066}unreachable\u{2069}“"
    );
    let full = "the browser could not store it: the disk is full, or this site’s share of it";
    assert_eq!(
        core_messages::problem(&WorkerError::EncoderFiles { reason: full.into() }),
        "die Dateien des Encoders fehlen im Speicher dieses Browsers: der Browser konnte es nicht speichern: der Datenträger \
         oder der Anteil dieser Website daran ist voll"
    );
    assert_eq!(
        reason(LoadError::NotProject {
            reason: "texts.csv: row 3 has another number of cells (2) than the header (1)".into()
        }),
        "die Datei enthält kein Projekt: texts.csv: Zeile 3 hat eine andere Zahl von Zellen (2) als die Kopfzeile (1)"
    );
    assert_eq!(
        reason(LoadError::NotProject {
            reason: "there is no project.json in it".into()
        }),
        "die Datei enthält kein Projekt: project.json fehlt darin"
    );
    assert_eq!(core_messages::reason("there was no answer"), "es kam keine Antwort");
    let npy = |reason: &str| core_messages::problem(&Error::from(EmbeddingsError::Npy { reason: reason.into() }));
    assert_eq!(
        npy("it says that it holds 60 × 8 numbers, but it has 12 bytes"),
        "die Array-Datei ist nicht verwendbar: sie gibt an, 60 × 8 Zahlen zu enthalten, hat aber 12 Bytes"
    );
    assert_eq!(
        npy("its version is not 1, 2 or 3"),
        "die Array-Datei ist nicht verwendbar: ihre Version ist nicht 1, 2 oder 3"
    );
    assert_eq!(
        npy("its shape is (3, 4, 5), not (texts, dimensions)"),
        "die Array-Datei ist nicht verwendbar: ihre Form ist (3, 4, 5), nicht (Texte, Dimensionen)"
    );
    let config = EmbedError::ModelConfig {
        reason: "1_Pooling/config.json: no way of pooling is on".into(),
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
        "1 von 9 Texten hat keine Konfidenz; Zeile 3: Das Modell antwortete nichts"
    );
    let status = |status| ConfidenceError::Status {
        row: 3,
        status,
        said: String::new(),
    };
    let advice = |error: ConfidenceError| core_messages::advice(&Error::from(error), "no words");
    assert!(core_messages::advice(&unanswered, "no words").contains("schalten Sie das Nachdenken des Modells ab"));
    assert!(advice(status(401)).starts_with("Prüfen Sie den Schlüssel"));
    assert_eq!(advice(status(300)), advice(status(308)));
    assert_ne!(advice(status(300)), advice(status(500)));
    let refused = |said: &str| {
        core_messages::problem(&Error::from(ConfidenceError::Status {
            row: 3,
            status: 401,
            said: said.into(),
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
    speak(Language::English, None);
    assert_eq!(
        core_messages::reason("the browser says “x`y”"),
        "the browser says “x`y”"
    );
    let same_name = |name: &str| LoadError::DuplicateColumn { name: name.into() };
    assert_eq!(
        core_messages::problem(&Error::from(same_name("a"))),
        "line 1: two columns are named “a”",
        "backticks are the terminal’s"
    );
    let odd = same_name("a`");
    assert_eq!(core_messages::problem(&Error::from(odd.clone())), odd.to_string());
}
