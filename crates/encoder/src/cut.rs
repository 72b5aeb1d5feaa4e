//! Cuts long texts before tokenization.
//! An encoder reads only a few hundred tokens of a text, but a table cell may contain tens of megabytes of text.
//! The tokenizer needs about 150 bytes of memory per byte of text.
//!
//! ```text
//!  text ──prefix──▶ shortest prefix of more than `least` bytes that ends at a guaranteed token boundary
//! ```
//!
//! Let `p` be a prefix of a text that this module returns. `p` ends with a plain character (see `is_plain`).
//! In the text, `p` is followed by a space and another plain character.
//! Some tokenizers also allow cuts before an ideograph, which their normalizer surrounds with spaces.
//! The tokens of the prefix `p` are the first tokens of the whole text, for three reasons:
//!
//! - For every accepted normalizer, the normalized form of `p` does not depend on the text after `p`.
//!   Unicode neither composes nor reorders characters across a space.
//!   No grapheme contains a space together with a plain character.
//! - Every accepted pre-tokenizer splits at a space after a plain character, and models tokenize each piece separately.
//! - No added token contains a character followed by whitespace, so no added token crosses the cut.
//!
//! If a tokenizer lacks one of the listed properties, no text for this tokenizer is cut.
//! The size of the normalized text per tokenizer call is always limited, because a normalizer may lengthen a text.

use std::str;

use serde_json::Value;
use tokenizers::{NormalizedString, Normalizer, NormalizerWrapper, PreTokenizerWrapper, Tokenizer};

use super::errors::tokenizer_error;
use fastgas_embedding::{EmbedError, TokenizerReason};

/// Maximum size in bytes of a normalized text that is tokenized in one call.
/// For a text of this size, the tokenizer needs about 1.2 GB of memory.
const MAX_NORMALIZED_BYTES: usize = 8 << 20;

/// Number of bytes that the first tokenization attempt reads for each token of the encoder's maximum text length.
/// In nearly all texts, a prefix of this size contains the maximum number of tokens.
const BYTES_PER_TOKEN: usize = 64;

/// Maximum accepted growth factor: the number of bytes that a normalizer may produce from one byte of text.
const MAX_GROWTH: f64 = (MAX_NORMALIZED_BYTES / 64) as f64;

/// Maximum length in bytes of a `Replace` pattern for which the growth of a text is measured chunk by chunk.
/// A match of a longer pattern may straddle two chunks.
const MAX_PATTERN_BYTES: usize = 16;

/// Properties of a tokenizer that determine where texts may be cut and how large texts may be.
#[derive(Clone, Debug)]
pub(super) struct CutRules {
    /// Where texts may be cut, in addition to spaces between plain characters.
    /// `None` if texts are never cut, because the tokenizer guarantees no token boundaries.
    places: Option<Places>,
    growth: Growth,
}

/// Positions where a text may be cut, in addition to spaces between plain characters.
#[derive(Clone, Copy, Debug)]
struct Places {
    /// Whether a text may also be cut before a CJK ideograph, because the normalizer puts spaces around ideographs.
    ideographs: bool,
}

#[derive(Clone, Copy, Debug)]
struct Growth {
    /// Maximum number of bytes that the normalizer outputs per input byte.
    most: f64,
    /// Whether the normalized length of a text can be measured piece by piece.
    is_local: bool,
}

impl CutRules {
    /// Derives where texts may be cut and by how much normalization can lengthen a text, without processing any text.
    /// The result depends only on the normalizer and the pre-tokenizer.
    ///
    /// # Errors
    /// Returns [`EmbedError::Tokenizer`] if the normalizer can lengthen texts by more than a factor of `MAX_GROWTH`.
    pub(super) fn new(
        normalizer: Option<&NormalizerWrapper>,
        pre_tokenizer: Option<&PreTokenizerWrapper>,
    ) -> Result<CutRules, EmbedError> {
        let growth = match normalizer {
            Some(normalizer) => {
                growth(&serde_json::to_value(normalizer).map_err(|error| tokenizer_error(error.into()))?)
            }
            None => Growth {
                most: 1.0,
                is_local: true,
            },
        };
        if growth.most > MAX_GROWTH {
            return Err(EmbedError::Tokenizer {
                reason: TokenizerReason::Growth,
            });
        }
        let cuts = normalizer.is_none_or(is_local) && pre_tokenizer.is_some_and(splits_at_blank);
        let places = cuts.then(|| Places {
            ideographs: normalizer.is_some_and(surrounds_ideographs)
                && matches!(pre_tokenizer, Some(PreTokenizerWrapper::BertPreTokenizer(_))),
        });
        Ok(CutRules { places, growth })
    }

    /// Forbids cuts if the normalizer of the tokenizer removes spaces.
    /// Also forbids cuts if an added token, raw or normalized, contains a character followed by whitespace.
    pub(super) fn of_whole(mut self, tokenizer: &Tokenizer) -> CutRules {
        let normalized = |text: &str| {
            let mut normalized = NormalizedString::from(text);
            let done = tokenizer
                .get_normalizer()
                .map_or(Ok(()), |normalizer| normalizer.normalize(&mut normalized));
            done.is_ok().then(|| normalized.get().to_owned())
        };
        let has_letter_and_blank = |text: &str| {
            let pairs = text.chars().zip(text.chars().skip(1));
            pairs
                .into_iter()
                .any(|(letter, blank)| !letter.is_whitespace() && blank.is_whitespace())
        };
        let keeps_blanks = normalized("a a").is_some_and(|text| text.contains(' '));
        let added = tokenizer.get_added_tokens_decoder();
        let is_across = added.values().any(|token| {
            let normalized = normalized(&token.content);
            has_letter_and_blank(&token.content) || normalized.is_none_or(|text| has_letter_and_blank(&text))
        });
        if is_across || !keeps_blanks {
            self.places = None;
        }
        self
    }

    /// Size, in bytes, of the prefix that the first tokenization attempt reads. `max_length` is a number of tokens.
    pub(super) fn first(max_length: usize) -> usize {
        max_length.saturating_mul(BYTES_PER_TOKEN)
    }

    /// Returns the shortest prefix of more than `least` bytes after which the text may be cut.
    /// Returns the whole text if no prefix of more than `least` bytes ends at a permitted cut.
    pub(super) fn prefix<'t>(&self, text: &'t str, least: usize) -> &'t str {
        let (Some(places), true) = (self.places, least < text.len()) else {
            return text;
        };
        let start = text.floor_char_boundary(least);
        let mut letters = text[start..].char_indices();
        let mut before = letters.next().map(|(_, letter)| letter);
        while let Some((at, letter)) = letters.next() {
            let is_plain_before = before.is_some_and(is_plain);
            let is_place = match letter {
                ' ' => letters.clone().next().is_some_and(|(_, behind)| is_plain(behind)),
                _ => places.ideographs && is_ideograph(letter),
            };
            if is_place && is_plain_before {
                return &text[..start + at];
            }
            before = Some(letter);
        }
        text
    }

    /// Rejects a text if a single tokenizer call could need too much memory.
    /// The error contains the size of the text and the limit, in bytes.
    pub(super) fn check(&self, tokenizer: &Tokenizer, text: &str) -> Result<(), (u64, u64)> {
        let refused = |bytes: usize| Err((bytes as u64, MAX_NORMALIZED_BYTES as u64));
        if text.len() > MAX_NORMALIZED_BYTES {
            return refused(text.len());
        }
        let longest = text.len() as f64 * self.growth.most;
        let (Some(normalizer), true) = (tokenizer.get_normalizer(), longest > MAX_NORMALIZED_BYTES as f64) else {
            return Ok(());
        };
        if !self.growth.is_local {
            return refused(longest as usize);
        }
        let (mut rest, mut bytes) = (text, 0);
        while !rest.is_empty() {
            let size = rest.floor_char_boundary((MAX_NORMALIZED_BYTES as f64 / self.growth.most) as usize);
            let (piece, others) = rest.split_at(size);
            let mut normalized = NormalizedString::from(piece);
            // A normalization error is ignored here, because the later tokenization of the text reports the error.
            let _ = normalizer.normalize(&mut normalized);
            bytes += normalized.get().len();
            if bytes > MAX_NORMALIZED_BYTES {
                return refused(bytes);
            }
            rest = others;
        }
        Ok(())
    }
}

/// Whether the character is an ASCII graphic character, an ideograph, or a letter that does not combine with its neighbors.
/// No normalizer turns a plain character into a space.
fn is_plain(letter: char) -> bool {
    letter.is_ascii_graphic()
        || is_ideograph(letter)
        || matches!(letter,
            // The letters in the ranges are Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, Kana and Hangul.
            '\u{c0}'..='\u{2af}' | '\u{386}' | '\u{388}'..='\u{3ff}' | '\u{400}'..='\u{45f}' | '\u{5d0}'..='\u{5ea}'
            | '\u{621}'..='\u{63a}' | '\u{641}'..='\u{64a}' | '\u{904}'..='\u{939}' | '\u{e01}'..='\u{e2e}'
            | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{ac00}'..='\u{d7a3}')
}

fn is_ideograph(letter: char) -> bool {
    matches!(letter, '\u{4e00}'..='\u{9fff}')
}

/// Whether the pre-tokenizer always splits at a space between two plain characters.
fn splits_at_blank(pre_tokenizer: &PreTokenizerWrapper) -> bool {
    match pre_tokenizer {
        PreTokenizerWrapper::BertPreTokenizer(_)
        | PreTokenizerWrapper::Whitespace(_)
        | PreTokenizerWrapper::WhitespaceSplit(_) => true,
        PreTokenizerWrapper::ByteLevel(bytes) => bytes.use_regex,
        PreTokenizerWrapper::Metaspace(metaspace) => metaspace.split,
        PreTokenizerWrapper::Sequence(sequence) => sequence.as_ref().first().is_some_and(splits_at_blank),
        _ => false,
    }
}

/// Whether the normalizer keeps a space between two plain characters, and normalizes the texts on both sides independently.
fn is_local(normalizer: &NormalizerWrapper) -> bool {
    match normalizer {
        NormalizerWrapper::BertNormalizer(_)
        | NormalizerWrapper::StripNormalizer(_)
        | NormalizerWrapper::StripAccents(_)
        | NormalizerWrapper::NFC(_)
        | NormalizerWrapper::NFD(_)
        | NormalizerWrapper::NFKC(_)
        | NormalizerWrapper::NFKD(_)
        | NormalizerWrapper::Lowercase(_)
        | NormalizerWrapper::Nmt(_)
        | NormalizerWrapper::Precompiled(_)
        | NormalizerWrapper::Prepend(_) => true,
        NormalizerWrapper::Sequence(sequence) => sequence.as_ref().iter().all(is_local),
        NormalizerWrapper::Replace(replace) => {
            let Ok(replace) = serde_json::to_value(replace) else {
                return false;
            };
            match (&replace["pattern"]["String"], &replace["pattern"]["Regex"]) {
                (Value::String(pattern), _) => !pattern.is_empty() && !pattern.contains(char::is_whitespace),
                (_, Value::String(regex)) => joins_blanks(regex, &replace["content"]),
                _ => false,
            }
        }
        NormalizerWrapper::ByteLevel(_) => false,
    }
}

/// Whether the normalizer's replacement rule collapses runs of whitespace to one space.
fn joins_blanks(regex: &str, content: &Value) -> bool {
    matches!(regex, " {2,}" | " +" | r"\s+") && content == " "
}

fn surrounds_ideographs(normalizer: &NormalizerWrapper) -> bool {
    matches!(normalizer, NormalizerWrapper::BertNormalizer(bert) if bert.handle_chinese_chars)
}

/// Returns the factor by which a normalizer may lengthen a text. The normalizer is given as JSON from tokenizer.json.
fn growth(normalizer: &Value) -> Growth {
    let local = |most| Growth { most, is_local: true };
    let length = |field: &str| normalizer[field].as_str().map_or(0, str::len) as f64;
    match normalizer["type"].as_str().unwrap_or_default() {
        "Sequence" => {
            let all = normalizer["normalizers"].as_array().into_iter().flatten().map(growth);
            all.fold(local(1.0), |all, one| Growth {
                most: all.most * one.most,
                is_local: all.is_local && one.is_local,
            })
        }
        "Replace" => match (&normalizer["pattern"]["String"], &normalizer["pattern"]["Regex"]) {
            (Value::String(pattern), _) if !pattern.is_empty() => Growth {
                most: (length("content") / pattern.len() as f64).max(1.0),
                is_local: pattern.len() <= MAX_PATTERN_BYTES,
            },
            (_, Value::String(regex)) if joins_blanks(regex, &normalizer["content"]) => local(1.0),
            // A match of a regular expression may be empty and may depend on distant text.
            _ => Growth {
                most: 1.0 + length("content"),
                is_local: false,
            },
        },
        "Prepend" => local(1.0 + length("prepend")),
        "Precompiled" => local(longest_replacement(
            normalizer["precompiled_charsmap"].as_str().unwrap_or_default(),
        )),
        // The growth factors of the Unicode normalizers follow from the Unicode tables.
        "NFKC" | "NFKD" => local(12.0),
        "NFC" | "NFD" => local(4.0),
        "BertNormalizer" => local(8.0),
        "Lowercase" | "ByteLevel" => local(3.0),
        _ => local(1.0),
    }
}

/// Length in bytes of the longest replacement in SentencePiece's precompiled table; infinite if the table cannot be decoded.
/// The table contains the size of a trie in bytes (a little-endian `u32`), the trie, and zero-terminated replacements.
fn longest_replacement(table: &str) -> f64 {
    let Ok(bytes) = base64::decode(table) else {
        return f64::INFINITY;
    };
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else {
        return f64::INFINITY;
    };
    let entries = rest.get(u32::from_le_bytes(*length) as usize..).unwrap_or(rest);
    let longest = entries.split(|&byte| byte == 0).map(<[u8]>::len).max();
    longest.unwrap_or(0).max(1) as f64
}

#[cfg(test)]
mod tests;
