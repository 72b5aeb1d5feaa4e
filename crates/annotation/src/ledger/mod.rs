//! Keeps the log of labels safe against a damaged store: hashes that tell a damaged log from a whole one, the form of its
//! second copy, and the repair.
//!
//! ```text
//!  IndexedDB      entries, each with its checksum ──┐
//!                 the seal of the log ──────────────┤
//!  localStorage   the same seal, kept apart ────────┼──▶ inspect ──▶ the log, what was restored, what is missing
//!  OPFS           a second copy, in segments ───────┘
//! ```
//!
//! A [`Seal`] is the number of entries and a hash that is chained over them. Plain Rust: the platform reads and writes the bytes.

mod inspect;
mod segment;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::label::LabelAction;

pub use inspect::{Copies, Inspection, Kept, inspect};
pub use segment::{SEGMENT_BYTES, Segment, read_segment, segment_begins, segment_takes};

/// The version of the JSON that is hashed. Raise it whenever an entry's JSON changes: hashes of another form are not compared.
/// A test in `tests.rs` fails when the JSON changes.
pub const FORM: u32 = 1;

/// What a log must hold: kept beside it and apart from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// [`FORM`] of the page that wrote it.
    pub form: u32,
    /// Rises whenever the whole log is written anew.
    pub generation: u64,
    /// Number of entries.
    pub n: u32,
    /// Hash of all entries in their order.
    pub hash: u64,
}

impl Seal {
    /// As it is kept in a store of strings.
    pub fn to_text(&self) -> String {
        format!("{} {:x} {} {:x}", self.form, self.generation, self.n, self.hash)
    }

    /// The inverse of [`Seal::to_text`]; none of any other text.
    pub fn parse(text: &str) -> Option<Seal> {
        let mut parts = text.split(' ');
        let seal = Seal {
            form: parts.next()?.parse().ok()?,
            generation: u64::from_str_radix(parts.next()?, 16).ok()?,
            n: parts.next()?.parse().ok()?,
            hash: u64::from_str_radix(parts.next()?, 16).ok()?,
        };
        parts.next().is_none().then_some(seal)
    }
}

/// The chained hash of a log as it grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    generation: u64,
    /// So many entries are known only by their hash.
    start: u32,
    /// The hash of so many entries, and after each further one.
    hashes: Vec<u64>,
}

impl Chain {
    /// Of an empty log.
    pub fn begin(generation: u64) -> Chain {
        Chain {
            generation,
            start: 0,
            hashes: vec![generation],
        }
    }

    /// Of a log.
    pub fn of<'a>(generation: u64, log: impl IntoIterator<Item = &'a LabelAction>) -> Chain {
        let mut chain = Chain::begin(generation);
        chain.extend(log);
        chain
    }

    /// Of a log of which only the seal is at hand.
    pub fn from_seal(seal: &Seal) -> Chain {
        Chain {
            generation: seal.generation,
            start: seal.n,
            hashes: vec![seal.hash],
        }
    }

    /// Number of entries.
    pub fn len(&self) -> u32 {
        self.start + self.hashes.len() as u32 - 1
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Rises whenever the whole log is written anew.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Adds entries at the end.
    pub fn extend<'a>(&mut self, entries: impl IntoIterator<Item = &'a LabelAction>) {
        let mut hash = self.hashes[self.hashes.len() - 1];
        for entry in entries {
            hash = xxh3_64_with_seed(&json(entry), hash);
            self.hashes.push(hash);
        }
    }

    /// The same of `entries` after the first `at` ones, in the place of those that follow; none where that is not known.
    pub fn with(&self, at: u32, entries: &[LabelAction]) -> Option<Chain> {
        let hash = *self.hashes.get(at.checked_sub(self.start)? as usize)?;
        let mut chain = Chain {
            generation: self.generation,
            start: at,
            hashes: vec![hash],
        };
        chain.extend(entries);
        Some(chain)
    }

    /// Of all entries.
    pub fn seal(&self) -> Seal {
        Seal {
            form: FORM,
            generation: self.generation,
            n: self.len(),
            hash: self.hashes[self.hashes.len() - 1],
        }
    }

    /// Whether the log begins with what was sealed. Not where it is shorter, of another generation, or of a form that is not
    /// known here.
    pub fn begins_with(&self, seal: &Seal) -> bool {
        let at = seal.n.checked_sub(self.start);
        let hash = at.and_then(|at| self.hashes.get(at as usize));
        seal.form == FORM && seal.generation == self.generation && hash == Some(&seal.hash)
    }
}

/// The checksum of the entry at a position of the log. It fits a JavaScript number.
pub fn checksum(position: u32, entry: &LabelAction) -> u32 {
    xxh3_64_with_seed(&json(entry), u64::from(position)) as u32
}

fn json(entry: &LabelAction) -> Vec<u8> {
    serde_json::to_vec(entry).expect("text and numbers make JSON")
}
