//! Compares tokens, positions and truncation with the tokenizers crate.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tokenizers::TruncationParams;

use super::*;
use crate::tokens::{ReadTokenizer, read};

const MINILM: &[u8] = include_bytes!("../../../../www/models/all-MiniLM-L6-v2/tokenizer.json");
const PACKAGES: &str = include_str!("../../../../www/samples/debian-packages.csv");

/// The tokenizer of this crate and the tokenizer of the tokenizers crate, both read from one file.
struct Both {
    name: String,
    bert: BertTokenizer,
    library: Tokenizer,
    /// Maximum number of tokens in a text, without special tokens.
    most: usize,
}

impl Both {
    /// Reads a tokenizer.json. `max_length` is the maximum number of tokens in a text, including special tokens.
    fn open(name: &str, file: &[u8], max_length: Option<usize>) -> Both {
        let ReadTokenizer {
            mut tokenizer,
            vocabulary,
            ..
        } = read(file).unwrap();
        let truncation = max_length.map(|max_length| TruncationParams {
            max_length,
            ..TruncationParams::default()
        });
        tokenizer.with_truncation(truncation).unwrap();
        let bert = vocabulary.and_then(|vocabulary| BertTokenizer::new(vocabulary, &tokenizer));
        Both {
            name: format!("{name}, {max_length:?} tokens"),
            bert: bert.expect("it has the usual parts"),
            library: tokenizer,
            most: max_length.map_or(usize::MAX, |max_length| max_length - 2),
        }
    }

    /// Asserts that both tokenizers return equal tokens for the text.
    /// Returns false, without a comparison, if the text needs the tokenizers crate.
    fn agree(&self, text: &str) -> bool {
        let Some(pieces) = self.bert.tokens(text, self.most) else {
            return false;
        };
        let name = &self.name;
        let ids = [&[self.bert.begin()], &*pieces.ids, &[self.bert.end()]].concat();
        let encoding = self.library.encode(text, true).unwrap();
        assert_eq!(ids, encoding.get_ids(), "{name}: {text:?}");
        assert!(encoding.get_type_ids().iter().all(|&id| id == 0), "{name}: {text:?}");
        let offsets = encoding.get_offsets();
        let ends: Vec<u32> = offsets[1..offsets.len() - 1]
            .iter()
            .map(|&(_, end)| end as u32)
            .collect();
        assert_eq!(pieces.ends, ends, "{name}: {text:?}");
        assert!(ends.is_sorted(), "{name}: {text:?}");
        let has_more = !encoding.get_overflowing().is_empty();
        assert_eq!(pieces.is_truncated, has_more, "{name}: {text:?}");
        let fast = self.library.encode_fast(text, true).unwrap();
        assert_eq!(ids, fast.get_ids(), "{name}: {text:?}");
        true
    }
}

static MINILM_BOTH: LazyLock<[Both; 2]> =
    LazyLock::new(|| [None, Some(16)].map(|max_length| Both::open("all-MiniLM-L6-v2", MINILM, max_length)));

/// A vocabulary of special tokens, some pieces, and the characters of `letters`, which begin and continue words.
fn vocabulary(letters: impl Iterator<Item = char>) -> Value {
    let special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map(str::to_owned);
    let pieces = ["ab", "abc", "##ab", "##bc", "##cab", "über", "##ber", "日本", "한"].map(str::to_owned);
    let letters = letters.flat_map(|letter| [letter.to_string(), format!("##{letter}")]);
    let mut words = Map::new();
    for word in special.into_iter().chain(pieces).chain(letters) {
        let id = words.len();
        words.entry(word).or_insert(json!(id));
    }
    Value::Object(words)
}

/// A tokenizer.json with the normalizer settings clean_text, handle_chinese_chars, strip_accents and lowercase.
fn file(settings: (bool, bool, Option<bool>, bool), vocabulary: &Value) -> Value {
    let (clean_text, handle_chinese_chars, strip_accents, lowercase) = settings;
    let added = |content: &str| {
        json!({"id": vocabulary[content], "content": content, "single_word": false, "lstrip": content == "[MASK]",
            "rstrip": false, "normalized": false, "special": true})
    };
    json!({
        "version": "1.0", "truncation": null, "padding": null,
        "added_tokens": (["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"].map(added)),
        "normalizer": {"type": "BertNormalizer", "clean_text": clean_text, "handle_chinese_chars": handle_chinese_chars,
            "strip_accents": strip_accents, "lowercase": lowercase},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]},
        "decoder": null,
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 12, "vocab": vocabulary},
    })
}

fn settings() -> Vec<(bool, bool, Option<bool>, bool)> {
    let mut all = Vec::new();
    for clean_text in [false, true] {
        for handle_chinese_chars in [false, true] {
            for strip_accents in [None, Some(false), Some(true)] {
                for lowercase in [false, true] {
                    all.push((clean_text, handle_chinese_chars, strip_accents, lowercase));
                }
            }
        }
    }
    all
}

/// Tokenizers with every combination of the normalizer's settings, without and with truncation.
static SETTINGS: LazyLock<Vec<Both>> = LazyLock::new(|| {
    let letters = ('!'..='~')
        .chain('\u{a1}'..='\u{24f}')
        .chain('\u{300}'..='\u{36f}')
        .chain('\u{1100}'..='\u{11ff}')
        .chain("ß日本語中かカ한ΣσςЖж".chars());
    let vocabulary = vocabulary(letters);
    let mut all = Vec::new();
    for settings in settings() {
        let file = serde_json::to_vec(&file(settings, &vocabulary)).unwrap();
        for max_length in [None, Some(7)] {
            all.push(Both::open(&format!("{settings:?}"), &file, max_length));
        }
    }
    all
});

/// Characters and words of all kinds that a tokenizer treats specially, separated by `|`.
const PIECES: &str = "a|b|c|ab|abc|AbC|XYZ|über|Über|u\u{308}ber|the|unbelievable|tokenizers|1999\
    | | | |  |\n|\t|\r\n|\u{b}|\u{c}|\u{1c}|\u{85}|\u{a0}|\u{2000}|\u{2003}|\u{2028}|\u{2029}|\u{202f}|\u{3000}\
    |\u{0}|\u{1}|\u{7f}|\u{9f}|\u{ad}|\u{fffd}|\u{feff}|\u{200b}|\u{200c}|\u{200d}|\u{200e}|\u{202e}|\u{2060}|\u{e000}\
    |\u{10fffd}|.|,|!|?|-|_|#|##|'|`|^|$|«|»|¿|—|…|。|、|\u{37e}|\u{1fef}|[|]|[sep]|[SE|P]\
    |é|e\u{301}|\u{301}|\u{345}|\u{344}|\u{f73}|\u{327}\u{301}|a\u{301}\u{327}|ß|İ|I\u{307}|ı|Σ|ς|ΌΣΟΣ|ﬁ|½|Å|\u{212b}|≠|ǅ|Ж|й\
    |日|本語|中文|\u{f900}|\u{2f800}|\u{2b820}|\u{3400}|か|が|か\u{3099}|カ|한|한국어|\u{1112}\u{1161}\u{11ab}\
    |עברית|שָׁלוֹם|العربية|مُحَمَّد|हिन्दी|ก็|ภาษาไทย|👩\u{200d}🚀|🇩🇪|👍🏽|☺\u{fe0f}";

/// Added tokens, and characters that normalization may move: characters of Balinese, Javanese, Hangul and musical notation.
const RARE_PIECES: [&str; 10] = [
    "[SEP]",
    "[CLS]",
    " [MASK] ",
    "[PAD]",
    "[UNK]",
    "\u{1b44}",
    "ꦲ\u{a9c0}",
    "\u{302e}",
    "\u{1d165}",
    "\u{1d15e}",
];

fn pieces() -> impl Strategy<Value = String> {
    let words = prop::sample::select(PIECES.split('|').collect::<Vec<_>>());
    let letters = prop_oneof![
        prop::char::any(),
        prop::char::range('\0', '\u{24f}'),
        prop::char::range('\u{300}', '\u{36f}'),
        prop::char::range('\u{590}', '\u{6ff}'),
        prop::char::range('\u{900}', '\u{e7f}'),
        prop::char::range('\u{1e00}', '\u{206f}'),
        prop::char::range('\u{ac00}', '\u{d7a3}'),
        prop::char::range('\u{4e00}', '\u{4eff}'),
    ];
    let long = (
        prop::sample::select(vec!["a", "abc", "ü", "x\u{301}", "한"]),
        5..120_usize,
    );
    prop_oneof![
        6 => words.prop_map(str::to_owned),
        2 => letters.prop_map(String::from),
        1 => long.prop_map(|(part, count)| part.repeat(count)),
    ]
}

/// Texts of random pieces. One text in six contains an element of [`RARE_PIECES`].
fn texts() -> impl Strategy<Value = String> {
    let rare = prop::sample::select(RARE_PIECES.to_vec());
    let rare = prop_oneof![5 => Just(""), 1 => rare];
    let parts = (
        prop::collection::vec(pieces(), 0..30),
        rare,
        prop::collection::vec(pieces(), 0..10),
    );
    parts.prop_map(|(before, rare, behind)| [&*before.concat(), rare, &*behind.concat()].concat())
}

/// Whether a text needs the tokenizers crate, because of an added token or because normalization may move a character.
fn needs_library(text: &str) -> bool {
    let mut moves = false;
    for letter in text.chars() {
        decompose_canonical(letter, |part| {
            moves |= canonical_combining_class(part) != 0 && !part.is_mark_nonspacing();
        });
    }
    moves
        || ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
            .iter()
            .any(|token| text.contains(token))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn tokens_of_any_text_equal_those_of_the_library(text in texts()) {
        for both in MINILM_BOTH.iter().chain(&*SETTINGS) {
            prop_assert!(both.agree(&text) || needs_library(&text), "{}: {text:?}", both.name);
        }
    }
}

#[test]
fn tokens_of_package_descriptions_equal_those_of_the_library() {
    for text in PACKAGES.lines() {
        for both in &*MINILM_BOTH {
            assert!(both.agree(text), "{text:?}");
        }
    }
}

#[test]
fn tokens_of_every_length_equal_those_of_the_library() {
    let whole = &PACKAGES[..PACKAGES.floor_char_boundary(40_000)];
    assert!(MINILM_BOTH[0].agree(whole));
    for max_length in [3, 4, 128, 256, 512] {
        let both = Both::open("all-MiniLM-L6-v2", MINILM, Some(max_length));
        let tokens = both.bert.tokens(whole, both.most).unwrap();
        assert_eq!((tokens.ids.len(), tokens.is_truncated), (max_length - 2, true));
        assert!(both.agree(whole));
        // Each text of the loop has about the maximum number of tokens.
        let end = *tokens.ends.last().unwrap() as usize;
        for text in [
            &whole[..end],
            &format!("{} \n ", &whole[..end]),
            &format!("{} x", &whole[..end]),
        ] {
            assert!(both.agree(text));
        }
    }
}

#[test]
fn tokens_of_every_character_equal_those_of_the_library() {
    // The vocabulary contains the parts of all Unicode decompositions except the decompositions of ideographs.
    let vocabulary = vocabulary(
        ('!'..='\u{30ff}')
            .chain('\u{a640}'..='\u{a7ff}')
            .chain('\u{fb00}'..='\u{ffef}'),
    );
    let letters: Vec<char> = ('\0'..='\u{33ff}')
        .chain('\u{4db0}'..='\u{4e10}')
        .chain('\u{9fc0}'..='\u{ac20}')
        .chain('\u{d790}'..='\u{ffff}')
        .chain('\u{10000}'..='\u{1ffff}')
        .chain('\u{2a6d0}'..='\u{2a710}')
        .chain('\u{2f7f0}'..='\u{2fa30}')
        .chain('\u{e0000}'..='\u{e01ff}')
        .collect();
    for settings in [
        (true, true, None, true),
        (false, true, Some(true), false),
        (false, false, Some(false), true),
    ] {
        let file = serde_json::to_vec(&file(settings, &vocabulary)).unwrap();
        let both = Both::open(&format!("{settings:?}"), &file, None);
        let in_word = |letter: &char| format!("a{letter}b ");
        for letters in letters.chunks(64) {
            if both.agree(&letters.iter().map(in_word).collect::<String>()) {
                continue;
            }
            for letter in letters {
                let text = in_word(letter);
                assert!(both.agree(&text) || needs_library(&text), "{}: {text:?}", both.name);
            }
        }
    }
}

#[test]
fn text_with_an_added_token_needs_the_library() {
    let both = &MINILM_BOTH[0];
    for text in ["[SEP]", "a[MASK]", "the [CLS] token", "x [PAD]", "é[UNK]é"] {
        assert!(both.bert.tokens(text, usize::MAX).is_none(), "{text}");
    }
    // A text that is truncated before the added token does not need the tokenizers crate.
    assert!(
        both.bert
            .tokens("one two three [SEP]", 2)
            .is_some_and(|pieces| pieces.is_truncated)
    );
    assert!(both.agree("[sep] [ SEP ] [SEP SEP]"));
}

#[test]
fn other_tokenizers_need_the_library() {
    let vocabulary = vocabulary('a'..='z');
    let usual = file((true, true, None, true), &vocabulary);
    let is_usual = |file: &Value| {
        let read = read(&serde_json::to_vec(file).unwrap()).unwrap();
        let bert = read
            .vocabulary
            .and_then(|vocabulary| BertTokenizer::new(vocabulary, &read.tokenizer));
        bert.is_some()
    };
    assert!(is_usual(&usual));
    let template = |before: &str, type_id: u32| {
        let token = |id: &str| json!({"SpecialToken": {"id": id, "type_id": type_id}});
        json!({"type": "TemplateProcessing",
        "single": [token(before), {"Sequence": {"id": "A", "type_id": 0}}, token("[SEP]")],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": {
            "[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]},
            "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]},
            "two": {"id": "two", "ids": [2, 2], "tokens": ["[CLS]", "[CLS]"]},
        }})
    };
    let with = |path: &str, value: Value| {
        let mut file = usual.clone();
        *file.pointer_mut(path).unwrap() = value;
        file
    };
    assert!(is_usual(&with("/post_processor", template("[CLS]", 0))));
    let normalizer = usual["normalizer"].clone();
    for (path, value) in [
        ("/normalizer", Value::Null),
        ("/normalizer", json!({"type": "Lowercase"})),
        ("/normalizer", json!({"type": "Sequence", "normalizers": [normalizer]})),
        ("/pre_tokenizer", Value::Null),
        ("/pre_tokenizer", json!({"type": "Whitespace"})),
        ("/post_processor", Value::Null),
        ("/post_processor", template("[CLS]", 1)),
        ("/post_processor", template("two", 0)),
        ("/added_tokens/0/normalized", json!(true)),
        ("/model/continuing_subword_prefix", json!("@@")),
        ("/model/unk_token", json!("[NONE]")),
    ] {
        assert!(!is_usual(&with(path, value.clone())), "{path}: {value}");
    }
}

#[test]
fn table_finds_the_longest_piece() {
    let words: Vec<String> = (0..1000).map(|number: u32| number.to_string()).collect();
    let pieces: Vec<(&str, u32)> = words.iter().map(String::as_str).zip(0..).collect();
    let table = Table::new(&pieces);
    let mut hashes = Vec::new();
    for &(piece, id) in &pieces {
        let word = format!("{piece}x1");
        let found = table.longest_piece(word.as_bytes(), &mut hashes);
        assert_eq!(found, Some((piece.len(), id)));
    }
    assert_eq!(table.longest_piece(b"1234", &mut hashes), Some((3, 123)));
    assert_eq!(table.longest_piece(b"x", &mut hashes), None);
    assert_eq!(Table::new(&[]).longest_piece(b"x", &mut hashes), None);
    assert_eq!(Table::new(&[("", 1)]).longest_piece(b"x", &mut hashes), None);
}
