//! Tokenizer for BERT: normalization, words, and the longest pieces of a WordPiece vocabulary, in one pass over the text.
//!
//! The tokenizers crate is not used here, because it needs 4 µs per token.
//! The tokenizers crate processes 213,000 to 260,000 tokens per second per thread.
//! The tokenizers crate copies the text in each of six steps and keeps the position of every byte.
//! The tokenizers crate also allocates strings for every word and piece. This module allocates nothing per token.
//!
//! ```text
//!  byte ── table of 256 classes ──┬─ letter ──────────────────────▶ word ── longest pieces (two hash tables) ──▶ ids
//!                                 ├─ space, punctuation: word ends    ▲
//!                                 └─ other ── Unicode steps ──────────┘
//! ```
//!
//! Ids and positions are identical to those of the tokenizers crate for every text, for the following reasons:
//!
//! - The encoder uses the tokenizers crate for a tokenizer with any part that this module does not know.
//!   [`BertTokenizer::new`] returns `None` for a tokenizer with an unknown part.
//! - The encoder uses the tokenizers crate for a text with an added token such as `[SEP]`.
//! - The encoder uses the tokenizers crate for a text with a character that Unicode normalization may move.
//!   Normalization may move a character if the normalizer keeps the character and its combining class is not 0.
//!   Examples are some characters of Javanese and Balinese.
//!   The normalization of all other characters does not depend on their neighbors.
//!   [`BertTokenizer::tokens`] returns `None` for a text with an added token or a character that may move.
//! - Categories, decompositions and combining classes of characters come from the same crates that tokenizers uses.
//!   Other crates contain the tables of a later Unicode version, which gives some characters other properties.

use tokenizers::normalizers::BertNormalizer;
use tokenizers::{
    Encoding, NormalizerWrapper, PostProcessor, PostProcessorWrapper, PreTokenizerWrapper, Token, Tokenizer,
};
use unicode_categories::UnicodeCategories;
use unicode_normalization_alignments::char::{canonical_combining_class, decompose_canonical};

use super::unigram::Pieces;

/// The prefix that marks a piece of a vocabulary as the continuation of a word.
/// No word of several characters contains `#`, because punctuation is always a word of its own.
/// Therefore, a piece with the prefix `##` never begins a word.
const CONTINUATION: &str = "##";

// Constants of the 32-bit FNV-1a hash. The hash of a word has the hashes of all its prefixes as intermediate results.
const FNV_BASIS: u32 = 0x811c_9dc5;
const FNV_PRIME: u32 = 0x0100_0193;

#[derive(Debug)]
pub(super) struct BertTokenizer {
    vocabulary: Vocabulary,
    normalizer: BertNormalizer,
    strips_accents: bool,
    /// The class of each byte as the first byte of a character.
    classes: [ByteClass; 256],
    added: Vec<String>,
    begin: u32,
    end: u32,
}

/// How the tokenizer processes a character, according to the first byte of the character.
#[derive(Clone, Copy, Debug)]
struct ByteClass {
    kind: Kind,
    /// The byte after normalization. Defined only for [`Kind::Letter`] and [`Kind::Punctuation`].
    byte: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// An ASCII character that is a part of a word.
    Letter,
    /// An ASCII character that is a word of its own.
    Punctuation,
    /// An ASCII character that separates words.
    Space,
    /// An ASCII character that the normalizer removes.
    Removed,
    /// The first byte of a character outside ASCII, or the first byte of an added token.
    Other,
}

#[derive(Debug)]
pub(super) struct Vocabulary {
    beginnings: Table,
    /// The pieces that continue a word, without their prefix.
    continuations: Table,
    /// The id of the token for words that the vocabulary does not contain.
    unknown: u32,
    /// Maximum number of characters in a word. A longer word becomes the unknown token.
    max_characters: usize,
}

#[derive(Debug)]
struct Table {
    /// A hash table of the pieces. The number of slots is a power of two, and at most half of the slots are occupied.
    slots: Vec<Slot>,
    bytes: Vec<u8>,
    /// Size of the longest piece in bytes.
    longest: usize,
}

/// A piece of a vocabulary. An empty slot has length 0.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    start: u32,
    length: u32,
    id: u32,
}

fn fnv(hash: u32, byte: u8) -> u32 {
    (hash ^ u32::from(byte)).wrapping_mul(FNV_PRIME)
}

impl Table {
    fn new(pieces: &[(&str, u32)]) -> Table {
        let mut table = Table {
            slots: vec![Slot::default(); (2 * pieces.len()).next_power_of_two()],
            bytes: Vec::new(),
            longest: 0,
        };
        let mask = table.slots.len() - 1;
        for &(piece, id) in pieces.iter().filter(|(piece, _)| !piece.is_empty()) {
            let hash = piece.bytes().fold(FNV_BASIS, fnv);
            let mut at = hash as usize & mask;
            while table.slots[at].length != 0 {
                at = (at + 1) & mask;
            }
            table.slots[at] = Slot {
                hash,
                start: table.bytes.len() as u32,
                length: piece.len() as u32,
                id,
            };
            table.bytes.extend_from_slice(piece.as_bytes());
            table.longest = table.longest.max(piece.len());
        }
        table
    }

    fn id(&self, hash: u32, piece: &[u8]) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot.length == 0 {
                return None;
            }
            let (start, length) = (slot.start as usize, slot.length as usize);
            if slot.hash == hash && length == piece.len() && self.bytes[start..start + length] == *piece {
                return Some(slot.id);
            }
            at = (at + 1) & mask;
        }
    }

    /// Returns the size in bytes and the id of the longest piece that `word` begins with. Overwrites `hashes`.
    fn longest_piece(&self, word: &[u8], hashes: &mut Vec<u32>) -> Option<(usize, u32)> {
        hashes.clear();
        let mut hash = FNV_BASIS;
        for &byte in word.iter().take(self.longest) {
            hash = fnv(hash, byte);
            hashes.push(hash);
        }
        hashes.iter().enumerate().rev().find_map(|(last, &hash)| {
            let length = last + 1;
            Some((length, self.id(hash, &word[..length])?))
        })
    }
}

impl Vocabulary {
    /// Stores the words of a WordPiece model with their ids.
    /// Returns `None` if `continuation`, the prefix of pieces that continue a word, is not `##`.
    /// Also returns `None` if `words` does not contain the unknown token, whose text is `unknown`.
    pub(super) fn new<'w>(
        words: impl Iterator<Item = (&'w str, u32)>,
        unknown: &str,
        continuation: &str,
        max_characters: usize,
    ) -> Option<Vocabulary> {
        if continuation != CONTINUATION {
            return None;
        }
        let (mut beginnings, mut continuations, mut unknown_id) = (Vec::new(), Vec::new(), None);
        for (word, id) in words {
            if word == unknown {
                unknown_id = Some(id);
            }
            match word.strip_prefix(CONTINUATION) {
                Some(piece) => continuations.push((piece, id)),
                None => beginnings.push((word, id)),
            }
        }
        Some(Vocabulary {
            beginnings: Table::new(&beginnings),
            continuations: Table::new(&continuations),
            unknown: unknown_id?,
            max_characters,
        })
    }
}

fn is_removed(letter: char) -> bool {
    match letter {
        '\t' | '\n' | '\r' => false,
        '\0' | '\u{fffd}' => true,
        _ => letter.is_other(),
    }
}

fn is_punctuation(letter: char) -> bool {
    letter.is_ascii_punctuation() || letter.is_punctuation()
}

/// Whether the normalizer surrounds the character with spaces. The ranges are those of the tokenizers crate.
fn is_ideograph(letter: char) -> bool {
    matches!(letter,
        '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{2a6df}' | '\u{2a700}'..='\u{2b73f}'
        | '\u{2b740}'..='\u{2b81f}' | '\u{2b920}'..='\u{2ceaf}' | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}

/// Returns the ids of the tokens that the post-processor puts before and after the tokens of a text.
/// Returns `None` unless exactly one token precedes the text, exactly one token follows it, and both tokens have type 0.
fn special_tokens(post_processor: &PostProcessorWrapper) -> Option<(u32, u32)> {
    let is_known = matches!(
        post_processor,
        PostProcessorWrapper::Bert(_) | PostProcessorWrapper::Template(_)
    );
    if !is_known {
        return None;
    }
    let text = Encoding::from_tokens(vec![Token::new(0, String::new(), (0, 0))], 0);
    let framed = post_processor.process(text, None, true).ok()?;
    let is_usual = framed.get_type_ids() == [0; 3] && framed.get_special_tokens_mask() == [1, 0, 1];
    match *framed.get_ids() {
        [begin, _, end] if is_usual => Some((begin, end)),
        _ => None,
    }
}

impl BertTokenizer {
    /// Returns a tokenizer that is equivalent to `tokenizer`, whose model has the vocabulary `vocabulary`.
    /// Returns `None` if `tokenizer` has a part that this module does not know. Ignores truncation and padding.
    pub(super) fn new(vocabulary: Vocabulary, tokenizer: &Tokenizer) -> Option<BertTokenizer> {
        let Some(&NormalizerWrapper::BertNormalizer(normalizer)) = tokenizer.get_normalizer() else {
            return None;
        };
        let Some(PreTokenizerWrapper::BertPreTokenizer(_)) = tokenizer.get_pre_tokenizer() else {
            return None;
        };
        let (begin, end) = special_tokens(tokenizer.get_post_processor()?)?;
        let added = tokenizer.get_added_tokens_decoder();
        if added.values().any(|token| token.normalized) {
            return None;
        }
        let mut bert = BertTokenizer {
            vocabulary,
            normalizer,
            strips_accents: normalizer.strip_accents.unwrap_or(normalizer.lowercase),
            classes: [ByteClass {
                kind: Kind::Other,
                byte: 0,
            }; 256],
            added: added.values().map(|token| token.content.clone()).collect(),
            begin,
            end,
        };
        for byte in 0..128 {
            bert.classes[usize::from(byte)] = bert.class(byte);
        }
        Some(bert)
    }

    fn class(&self, byte: u8) -> ByteClass {
        let letter = char::from(byte);
        let kind = if self.added.iter().any(|token| token.starts_with(letter)) {
            Kind::Other
        } else if self.normalizer.clean_text && is_removed(letter) {
            Kind::Removed
        } else if letter.is_whitespace() {
            Kind::Space
        } else if is_punctuation(letter) {
            Kind::Punctuation
        } else {
            Kind::Letter
        };
        let byte = match self.normalizer.lowercase {
            true => byte.to_ascii_lowercase(),
            false => byte,
        };
        ByteClass { kind, byte }
    }

    pub(super) fn begin(&self) -> u32 {
        self.begin
    }

    pub(super) fn end(&self) -> u32 {
        self.end
    }

    /// Returns the first `most` tokens of `text`. The time is linear in the length of the text that is read.
    /// Returns `None` for a text that needs the tokenizers crate: see the module documentation.
    pub(super) fn tokens(&self, text: &str, most: usize) -> Option<Pieces> {
        let mut words = Words {
            vocabulary: &self.vocabulary,
            word: Vec::new(),
            ends: Vec::new(),
            hashes: Vec::new(),
            pieces: Pieces {
                ids: Vec::new(),
                ends: Vec::new(),
                is_truncated: false,
            },
        };
        let mut at = 0;
        while at < text.len() && words.pieces.ids.len() <= most {
            let class = self.classes[usize::from(text.as_bytes()[at])];
            match class.kind {
                Kind::Letter => words.push_byte(class.byte, at + 1),
                Kind::Punctuation => {
                    words.end_word();
                    words.push_byte(class.byte, at + 1);
                    words.end_word();
                }
                Kind::Space => words.end_word(),
                Kind::Removed => {}
                Kind::Other => {
                    let rest = &text[at..];
                    if self.added.iter().any(|token| rest.starts_with(token.as_str())) {
                        return None;
                    }
                    let letter = rest.chars().next()?;
                    at += letter.len_utf8();
                    self.push_character(letter, at, &mut words)?;
                    continue;
                }
            }
            at += 1;
        }
        words.end_word();
        let mut pieces = words.pieces;
        if pieces.ids.len() > most {
            pieces.ids.truncate(most);
            pieces.ends.truncate(most);
            pieces.is_truncated = true;
        }
        Some(pieces)
    }

    /// Appends the normalized form of a character that ends at byte `end` of the text.
    /// Returns `None` if Unicode normalization may move a part of the character.
    fn push_character(&self, letter: char, end: usize, words: &mut Words<'_>) -> Option<()> {
        if self.normalizer.clean_text && is_removed(letter) {
            return Some(());
        }
        let is_separate = self.normalizer.handle_chinese_chars && is_ideograph(letter);
        if is_separate {
            words.end_word();
        }
        let mut may_move = false;
        if self.strips_accents {
            decompose_canonical(letter, |part| {
                if !part.is_mark_nonspacing() {
                    may_move |= canonical_combining_class(part) != 0;
                    self.push_part(part, end, words);
                }
            });
        } else {
            self.push_part(letter, end, words);
        }
        if is_separate {
            words.end_word();
        }
        (!may_move).then_some(())
    }

    /// Appends a part of a decomposed character, in lower case if the normalizer converts to lower case.
    fn push_part(&self, part: char, end: usize, words: &mut Words<'_>) {
        if self.normalizer.lowercase {
            for part in part.to_lowercase() {
                words.push(part, end);
            }
        } else {
            words.push(part, end);
        }
    }
}

/// The word that is being read, and the tokens of the preceding words.
struct Words<'v> {
    vocabulary: &'v Vocabulary,
    word: Vec<u8>,
    /// For each byte of the word, the number of bytes in the text up to the end of the byte's character.
    ends: Vec<u32>,
    /// A reused buffer for [`Table::longest_piece`]: a hash for each prefix of a word.
    hashes: Vec<u32>,
    pieces: Pieces,
}

impl Words<'_> {
    fn push_byte(&mut self, byte: u8, end: usize) {
        self.word.push(byte);
        self.ends.push(end as u32);
    }

    /// Appends a normalized character to the word. Whitespace and punctuation characters end the word.
    fn push(&mut self, letter: char, end: usize) {
        if letter.is_whitespace() {
            self.end_word();
            return;
        }
        let is_word = is_punctuation(letter);
        if is_word {
            self.end_word();
        }
        for &byte in letter.encode_utf8(&mut [0; 4]).as_bytes() {
            self.push_byte(byte, end);
        }
        if is_word {
            self.end_word();
        }
    }

    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let first = self.pieces.ids.len();
        if self.is_too_long() || !self.split_word() {
            self.pieces.ids.truncate(first);
            self.pieces.ends.truncate(first);
            self.push_piece(self.vocabulary.unknown, self.word.len());
        }
        self.word.clear();
        self.ends.clear();
    }

    fn is_too_long(&self) -> bool {
        let limit = self.vocabulary.max_characters;
        let begins_character = |byte: &&u8| **byte & 0xc0 != 0x80;
        self.word.len() > limit && self.word.iter().filter(begins_character).count() > limit
    }

    /// Appends the longest pieces of the word. Returns false if the vocabulary does not contain the next piece.
    fn split_word(&mut self) -> bool {
        let vocabulary = self.vocabulary;
        let mut table = &vocabulary.beginnings;
        let mut start = 0;
        while start < self.word.len() {
            let Some((length, id)) = table.longest_piece(&self.word[start..], &mut self.hashes) else {
                return false;
            };
            start += length;
            self.push_piece(id, start);
            table = &vocabulary.continuations;
        }
        true
    }

    fn push_piece(&mut self, id: u32, end: usize) {
        self.pieces.ids.push(id);
        self.pieces.ends.push(self.ends[end - 1]);
    }
}

#[cfg(test)]
mod tests;
