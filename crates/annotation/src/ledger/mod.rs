//! Protects the label log against a damaged store:
//! hashes that detect damage, the format of the second copy, and the repair of the log.
//!
//! ```text
//!  IndexedDB      entries, each with a checksum ────┐
//!                 the seal of the log ──────────────┤
//!  localStorage   the same seal, stored separately ─┼──▶ inspect ──▶ the log, restored and missing positions
//!  OPFS           a second copy, in segments ───────┘
//! ```
//!
//! A [`Seal`] consists of the number of entries and a hash chained over the entries.
//! This module does no I/O: the platform reads and writes the bytes.

mod inspect;
mod segment;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::label::LogEntry;

pub use inspect::{CheckedEntry, Inspection, LogCopies, inspect};
pub use segment::{SEGMENT_BYTES, Segment, read_segment, segment_begins, segment_takes};

/// Version of the JSON whose hash is computed.
/// Increase the version whenever the JSON of an entry changes: hashes of different versions are not compared.
/// A test in `tests.rs` fails when the JSON changes.
pub const HASH_VERSION: u32 = 1;

/// The expected state of a log. One copy of the seal is stored with the log, another copy separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The value of [`HASH_VERSION`] in the version of the page that wrote the seal.
    pub form: u32,
    /// Generation of the log, which increases each time the whole log is rewritten.
    pub generation: u64,
    /// Number of entries in the log.
    pub n: u32,
    /// Chained hash of all entries of the log in order.
    pub hash: u64,
}

impl Seal {
    /// Serializes the seal for a store of strings.
    pub fn to_text(&self) -> String {
        format!("{} {:x} {} {:x}", self.form, self.generation, self.n, self.hash)
    }

    /// The inverse of [`Seal::to_text`]; `None` if `text` is not a seal.
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

/// The chained hash of a growing log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    generation: u64,
    /// Number of leading entries whose content is unknown; only their hash is known.
    start: u32,
    /// The hash after the first `start` entries, and the hash after each later entry.
    hashes: Vec<u64>,
}

impl Chain {
    /// The chain of an empty log.
    pub fn begin(generation: u64) -> Chain {
        Chain {
            generation,
            start: 0,
            hashes: vec![generation],
        }
    }

    /// The chain of all entries in `log`.
    pub fn of<'a>(generation: u64, log: impl IntoIterator<Item = &'a LogEntry>) -> Chain {
        let mut chain = Chain::begin(generation);
        chain.extend(log);
        chain
    }

    /// Creates a chain from the seal alone, to continue a log whose entries are unknown.
    pub fn from_seal(seal: &Seal) -> Chain {
        Chain {
            generation: seal.generation,
            start: seal.n,
            hashes: vec![seal.hash],
        }
    }

    /// Number of entries in the log.
    pub fn len(&self) -> u32 {
        self.start + self.hashes.len() as u32 - 1
    }

    /// True if the log has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Generation of the log, which increases each time the whole log is rewritten.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Appends entries to the chain.
    pub fn extend<'a>(&mut self, entries: impl IntoIterator<Item = &'a LogEntry>) {
        let mut hash = self.hashes[self.hashes.len() - 1];
        for entry in entries {
            hash = xxh3_64_with_seed(&json(entry), hash);
            self.hashes.push(hash);
        }
    }

    /// The chain of the first `at` entries followed by `entries`. `None` if the hash at position `at` is not known.
    pub fn with(&self, at: u32, entries: &[LogEntry]) -> Option<Chain> {
        let hash = *self.hashes.get(at.checked_sub(self.start)? as usize)?;
        let mut chain = Chain {
            generation: self.generation,
            start: at,
            hashes: vec![hash],
        };
        chain.extend(entries);
        Some(chain)
    }

    /// The seal of all entries in the chain.
    pub fn seal(&self) -> Seal {
        Seal {
            form: HASH_VERSION,
            generation: self.generation,
            n: self.len(),
            hash: self.hashes[self.hashes.len() - 1],
        }
    }

    /// Returns whether the log starts with the entries of `seal`.
    /// False if the log is shorter, or if the generation or [`HASH_VERSION`] differs.
    pub fn begins_with(&self, seal: &Seal) -> bool {
        let at = seal.n.checked_sub(self.start);
        let hash = at.and_then(|at| self.hashes.get(at as usize));
        seal.form == HASH_VERSION && seal.generation == self.generation && hash == Some(&seal.hash)
    }
}

/// The checksum of the entry at a position of the log. A JavaScript number represents the 32 bits exactly.
pub fn checksum(position: u32, entry: &LogEntry) -> u32 {
    xxh3_64_with_seed(&json(entry), u64::from(position)) as u32
}

fn json(entry: &LogEntry) -> Vec<u8> {
    serde_json::to_vec(entry).expect("text and numbers make JSON")
}
