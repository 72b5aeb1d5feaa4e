use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::json;
use tokenizers::{TruncationParams, utils::truncation::TruncationDirection};

use super::*;
use crate::tokens::{ReadTokenizer, read};

/// A vocabulary of all bytes in GPT-2's encoding, single letters and subwords.
fn vocabulary() -> Value {
    let bytes = (0x21..=0x7e)
        .chain(0xa1..=0xac)
        .chain(0xae..=0x143)
        .filter_map(char::from_u32);
    let others = "▁éüßчדعहกかカ한日本語中".chars();
    let words = ["▁a", "▁b", "##a", "##b", "Ġa", "ab", "[UNK]", "<unk>"].map(str::to_owned);
    let mut words: Vec<String> = bytes.chain(others).map(String::from).chain(words).collect();
    words.sort();
    words.dedup();
    Value::Object(
        words
            .into_iter()
            .enumerate()
            .map(|(id, word)| (word, json!(id)))
            .collect(),
    )
}

fn word_piece() -> Value {
    json!({"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 20,
        "vocab": vocabulary()})
}

fn bpe() -> Value {
    json!({"type": "BPE", "vocab": vocabulary(), "merges": [["a", "b"], ["Ġ", "a"]], "unk_token": "<unk>"})
}

fn unigram() -> Value {
    let mut words: Vec<(String, f64)> = vocabulary()
        .as_object()
        .unwrap()
        .keys()
        .map(|word| (word.clone(), -(word.len() as f64)))
        .collect();
    words.retain(|(word, _)| word != "<unk>");
    words.insert(0, ("<unk>".into(), 0.0));
    json!({"type": "Unigram", "unk_id": 0, "vocab": words})
}

/// Builds SentencePiece's precompiled table, a trie in an array.
/// The table replaces the first string of each entry with the second string.
/// Each node of the trie has a block of 256 array elements.
fn charsmap(entries: &[(&str, &str)]) -> String {
    let (mut units, mut blob) = (vec![0_u32; 512], Vec::new());
    units[0] = 256 << 10;
    for (from, to) in entries {
        let (mut base, mut last) = (256, 0);
        for &byte in from.as_bytes() {
            last = base + usize::from(byte);
            if units[last] == 0 {
                let block = units.len();
                units.resize(block + 256, 0);
                units[last] = ((last ^ block) as u32) << 10 | u32::from(byte);
            }
            base = last ^ (units[last] >> 10) as usize;
        }
        units[last] |= 1 << 8;
        units[base] = blob.len() as u32 | 1 << 31;
        blob.extend(to.bytes().chain([0]));
    }
    let trie: Vec<u8> = units.into_iter().flat_map(u32::to_le_bytes).collect();
    base64::encode([&(trie.len() as u32).to_le_bytes()[..], &trie, &blob].concat())
}

/// Tokenizers of common models and special cases.
/// Each tuple contains the name, whether long texts can be cut before tokenization, and the content of tokenizer.json.
fn kinds() -> Vec<(&'static str, bool, Value)> {
    let bert = json!({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null,
        "lowercase": true});
    let bytes = json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": true, "use_regex": true});
    let metaspace = json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true});
    let words = json!({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, metaspace]});
    let joined = json!({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "});
    let quotes = json!({"type": "Replace", "pattern": {"String": "``"}, "content": "\""});
    let sequence = |all: &[&Value]| json!({"type": "Sequence", "normalizers": all});
    let unicode = |kind: &str| json!({"type": kind});
    let albert = sequence(&[
        &quotes,
        &unicode("NFKD"),
        &unicode("StripAccents"),
        &unicode("Lowercase"),
        &joined,
    ]);
    let llama = sequence(&[
        &json!({"type": "Prepend", "prepend": "▁"}),
        &json!({"type": "Replace", "pattern": {"String": " "}, "content": "▁"}),
    ]);
    let strip = json!({"type": "Strip", "strip_left": true, "strip_right": true});
    let file = |normalizer: &Value, pre_tokenizer: &Value, model: Value| {
        let token = |id: u32, content: &str, lstrip: bool, normalized: bool| {
            json!({"id": id, "content": content, "single_word": false, "lstrip": lstrip, "rstrip": false,
                "normalized": normalized, "special": !normalized})
        };
        json!({"version": "1.0", "truncation": null, "padding": null,
            "added_tokens": [token(1000, "<mask>", true, false), token(1001, "[x]", false, true)],
            "normalizer": normalizer, "pre_tokenizer": pre_tokenizer, "post_processor": null, "decoder": null, "model": model})
    };
    let table = |entries: &[(&str, &str)]| json!({"type": "Precompiled", "precompiled_charsmap": charsmap(entries)});
    let precompiled = table(&[
        ("\u{a0}", " "),
        ("\u{3000}", " "),
        ("\n", " "),
        ("\t", " "),
        ("ﬁ", "ab"),
        ("½", "1/2"),
        ("e\u{301}", "é"),
        ("a\u{301}", "b a"),
        ("\u{200b}", ""),
        ("\u{fdfa}", "ab ab ab"),
    ]);
    let unblanked = table(&[(" ", "a")]);
    let none = Value::Null;
    vec![
        (
            "BERT",
            true,
            file(&bert, &json!({"type": "BertPreTokenizer"}), word_piece()),
        ),
        ("RoBERTa", true, file(&none, &bytes, bpe())),
        ("ModernBERT", true, file(&unicode("NFC"), &bytes, bpe())),
        (
            "XLM-R",
            true,
            file(&sequence(&[&precompiled, &joined]), &words, unigram()),
        ),
        (
            "a table that takes blanks away",
            false,
            file(&unblanked, &words, unigram()),
        ),
        ("T5", true, file(&strip, &metaspace, unigram())),
        ("ALBERT", true, file(&albert, &metaspace, unigram())),
        (
            "NFKC and words",
            true,
            file(&unicode("NFKC"), &json!({"type": "Whitespace"}), word_piece()),
        ),
        ("Llama", false, file(&llama, &none, bpe())),
        ("no pre-tokenizer", false, file(&none, &none, unigram())),
        (
            "punctuation",
            false,
            file(
                &none,
                &json!({"type": "Punctuation", "behavior": "Isolated"}),
                word_piece(),
            ),
        ),
    ]
}

#[test]
fn sentencepiece_table_is_read_as_by_tokenizers() {
    let (_, _, file) = kinds().into_iter().find(|(name, ..)| *name == "XLM-R").unwrap();
    let (tokenizer, cutter) = opened(&file);
    let mut text = NormalizedString::from("ﬁ\u{a0}½ e\u{301}\u{200b}b\u{fdfa}");
    tokenizer.get_normalizer().unwrap().normalize(&mut text).unwrap();
    assert_eq!(text.get(), "ab 1/2 ébab ab ab");
    assert_eq!(cutter.growth.most, 8.0);
}

fn opened(file: &Value) -> (Tokenizer, CutRules) {
    let ReadTokenizer { tokenizer, cutter, .. } = read(&serde_json::to_vec(file).unwrap()).unwrap();
    (tokenizer, cutter)
}

fn tokens(tokenizer: &Tokenizer, text: &str) -> Vec<(u32, (usize, usize))> {
    let encoding = tokenizer.encode(text, false).unwrap();
    encoding
        .get_ids()
        .iter()
        .copied()
        .zip(encoding.get_offsets().iter().copied())
        .collect()
}

/// Random texts of the characters that normalizers and pre-tokenizers treat specially.
fn texts() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "a",
        "b",
        "ab",
        "Z",
        "1",
        " ",
        " ",
        " ",
        "  ",
        "\n",
        "\t",
        "\r\n",
        "\u{a0}",
        "\u{3000}",
        "\u{200b}",
        "\u{200d}",
        "é",
        "e\u{301}",
        "\u{301}",
        "\u{345}",
        "ß",
        "İ",
        "Σ",
        "ﬁ",
        "½",
        "\u{fdfa}",
        "ч",
        "ד",
        "ع",
        "ह",
        "\u{93f}",
        "ก",
        "\u{e31}",
        "か",
        "\u{3099}",
        "한",
        "\u{11a8}",
        "日",
        "本語",
        "中",
        "\u{600}",
        "\u{6dd}",
        "\u{d4e}",
        "\u{110bd}",
        "👩\u{200d}🚀",
        "🇩🇪",
        "'s",
        "'t",
        "``",
        "\"",
        ".",
        "!",
        "-",
        "<mask>",
        "<ma",
        "sk>",
        "[x]",
        "[X",
        "]",
        "▁",
        "\u{0}",
        "\u{fffd}",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ]);
    prop::collection::vec(pieces, 0..60).prop_map(|pieces| pieces.concat())
}

static OPENED: LazyLock<Vec<(&str, bool, Tokenizer, CutRules)>> = LazyLock::new(|| {
    let opened = |(name, cuts, file)| {
        let (tokenizer, cutter) = opened(&file);
        (name, cuts, tokenizer, cutter)
    };
    kinds().into_iter().map(opened).collect()
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn prefix_has_the_first_tokens_of_the_text(text in texts(), max_length in 1_usize..12) {
        for (name, cuts, tokenizer, cutter) in &*OPENED {
            let mut tokenizer = tokenizer.clone();
            prop_assert_eq!(cutter.places.is_some(), *cuts, "{}", name);
            let whole = tokens(&tokenizer, &text);
            let mut seen = "";
            for least in 0..text.len() {
                let prefix = cutter.prefix(&text, least);
                prop_assert!(prefix.len() >= least && text.starts_with(prefix), "{}", name);
                if prefix != seen {
                    let first = tokens(&tokenizer, prefix);
                    prop_assert!(whole.starts_with(&first), "{name}: {prefix:?} of {text:?}");
                }
                seen = prefix;
            }
            // Truncation by the tokenizers library must also keep the first tokens.
            let truncation = TruncationParams { max_length, direction: TruncationDirection::Right, ..Default::default() };
            tokenizer.with_truncation(Some(truncation)).unwrap();
            let whole = tokenizer.encode(&*text, false).unwrap();
            for least in [text.len() / 3, text.len() / 2] {
                let first = tokenizer.encode(cutter.prefix(&text, least), false).unwrap();
                if !first.get_overflowing().is_empty() {
                    prop_assert_eq!(first.get_ids(), whole.get_ids(), "{}", name);
                    prop_assert_eq!(first.get_offsets(), whole.get_offsets(), "{}", name);
                }
            }
        }
    }
}

#[test]
fn ordinary_texts_are_cut_at_word_ends() {
    let text = "Words of a letter. ".repeat(1_000);
    let ideographs = "日本語の文章は空白がない".repeat(1_000);
    for (name, cuts, file) in kinds() {
        let (_, cutter) = opened(&file);
        let piece = cutter.prefix(&text, 500);
        assert_eq!(piece.len() < 520, cuts, "{name}");
        assert_eq!(
            piece.ends_with(|letter: char| letter.is_ascii_graphic()),
            cuts,
            "{name}"
        );
        let is_cut = cutter.prefix(&ideographs, 500).len() < 600;
        assert_eq!(
            is_cut,
            name == "BERT",
            "{name}: only BERT inserts spaces around ideographs"
        );
    }
}

#[test]
fn added_token_containing_a_space_prevents_cuts() {
    let (_, _, mut file) = kinds().swap_remove(0);
    for (content, cuts) in [("lost card", false), ("  ", true), ("lost-card", true), ("日", false)] {
        file["added_tokens"][1]["content"] = content.into();
        assert_eq!(opened(&file).1.places.is_some(), cuts, "{content}");
    }
}

#[test]
fn long_word_is_rejected_and_long_text_is_cut() {
    let (_, _, file) = kinds().swap_remove(0);
    let (tokenizer, cutter) = opened(&file);
    let word = "x".repeat(MAX_NORMALIZED_BYTES + 1);
    assert_eq!(cutter.prefix(&word, 16_384).len(), word.len());
    assert_eq!(
        cutter.check(&tokenizer, &word),
        Err((MAX_NORMALIZED_BYTES as u64 + 1, MAX_NORMALIZED_BYTES as u64))
    );
    let text = format!("{} {word}", "ab ".repeat(10_000));
    let piece = cutter.prefix(&text, 16_384);
    assert!(piece.len() < 16_400);
    assert_eq!(cutter.check(&tokenizer, piece), Ok(()));
}

#[test]
fn growth_of_normalizers_is_limited() {
    let replace = |pattern: Value, content: String| json!({"type": "Replace", "pattern": pattern, "content": content});
    let with = |normalizer: &Value| {
        let (_, _, mut file) = kinds().swap_remove(0);
        file["normalizer"] = normalizer.clone();
        read(&serde_json::to_vec(&file).unwrap())
    };
    let long = "x".repeat(100_000);
    for pattern in [
        json!({"String": "a"}),
        json!({"Regex": "a"}),
        json!({"Regex": ""}),
        json!({"Regex": "(?<=b{50})a"}),
    ] {
        let ReadTokenizer { tokenizer, cutter, .. } = with(&replace(pattern.clone(), long.clone())).unwrap();
        let refused = cutter.check(&tokenizer, &"a".repeat(1_000));
        assert!(
            matches!(refused, Err((bytes, limit)) if bytes > limit),
            "{pattern}: {refused:?}"
        );
    }
    // The pattern `a` does not occur in the text, so no long replacement is inserted, and the text is accepted.
    let ReadTokenizer { tokenizer, cutter, .. } = with(&replace(json!({"String": "a"}), long.clone())).unwrap();
    assert_eq!(cutter.check(&tokenizer, &"b".repeat(10_000)), Ok(()));
    // The growth factors of consecutive normalizers are multiplied, and their product exceeds the maximum.
    let twice = json!({"type": "Sequence", "normalizers": [
        replace(json!({"String": "a"}), "b".repeat(1_000)), replace(json!({"String": "b"}), "c".repeat(1_000)),
    ]});
    for normalizer in [
        twice,
        json!({"type": "Prepend", "prepend": "x".repeat(1_000_000)}),
        replace(json!({"String": "a"}), "x".repeat(1_000_000)),
    ] {
        let Err(EmbedError::Tokenizer { reason }) = with(&normalizer) else {
            panic!("it is read");
        };
        assert_eq!(reason, TokenizerReason::Growth);
    }
    // Builds a SentencePiece table: an empty trie, a replacement of `length` bytes, and the replacement `yy`.
    // Returns the size of the longest replacement.
    let entry = |length: usize| {
        let table = [&0_u32.to_le_bytes()[..], &vec![b'x'; length], &[0], b"yy\0"].concat();
        longest_replacement(&base64::encode(table))
    };
    assert_eq!([entry(1), entry(33), entry(1_000_000)], [2.0, 33.0, 1e6]);
    assert_eq!(longest_replacement("no base64"), f64::INFINITY);
}
