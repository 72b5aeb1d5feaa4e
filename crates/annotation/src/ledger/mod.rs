//! Protects the label log against a damaged store.
//! The module contains the hashes that detect damage, the format of the second copy, and the repair of the log.
//!
//! ```text
//!  IndexedDB      entries, each with a checksum ────┐
//!                 seal of the log ──────────────────┤
//!  localStorage   a copy of the seal ───────────────┼──▶ inspect ──▶ the log, restored and missing positions
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

/// Version of the JSON format that the hashes are computed from.
/// Increase the version whenever the JSON of an entry changes, because hashes of different versions are not comparable.
/// A test in `tests.rs` fails when the JSON of an entry changes.
pub const HASH_VERSION: u32 = 1;

/// The expected number of entries in a label log, and the expected hash of these entries.
/// One copy of the seal is stored with the log, and another copy is stored separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seal {
    /// The value of [`HASH_VERSION`] in the page version that wrote the seal.
    pub form: u32,
    /// Generation of the log: a number that increases when the whole log is rewritten.
    pub generation: u64,
    /// Number of entries in the log.
    pub n: u32,
    /// Chained hash of all log entries, in order.
    pub hash: u64,
}

impl Seal {
    /// Serializes the seal as a string, for example for localStorage.
    pub fn to_text(&self) -> String {
        format!("{} {:x} {} {:x}", self.form, self.generation, self.n, self.hash)
    }

    /// Parses the output of [`Seal::to_text`]; `None` if `text` is not a seal.
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

/// The chained hash of an append-only log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    generation: u64,
    /// Number of entries at the beginning of the log whose content is unknown. Only the hash of these entries is known.
    start: u32,
    /// The hash after the first `start` entries, and the hash after each subsequent entry.
    hashes: Vec<u64>,
}

impl Chain {
    /// The hash chain of an empty log.
    pub fn begin(generation: u64) -> Chain {
        Chain {
            generation,
            start: 0,
            hashes: vec![generation],
        }
    }

    /// The hash chain of all entries in `log`.
    pub fn of<'a>(generation: u64, log: impl IntoIterator<Item = &'a LogEntry>) -> Chain {
        let mut chain = Chain::begin(generation);
        chain.extend(log);
        chain
    }

    /// Creates a chain from a seal, to continue a log whose entries are unknown.
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

    /// Generation of the log: a number that increases when the whole log is rewritten.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Appends log entries to the hash chain.
    pub fn extend<'a>(&mut self, entries: impl IntoIterator<Item = &'a LogEntry>) {
        let mut hash = self.hashes[self.hashes.len() - 1];
        for entry in entries {
            hash = xxh3_64_with_seed(&json(entry), hash);
            self.hashes.push(hash);
        }
    }

    /// The chain of the log that contains the first `at` entries of this chain, followed by `entries`.
    /// `None` if the hash of the first `at` entries is unknown.
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

    /// Returns whether the log starts with the entries that `seal` covers.
    /// False if the log is shorter than the seal, or if the log was rewritten after the seal was written.
    /// Also false if the seal has a different [`HASH_VERSION`].
    pub fn begins_with(&self, seal: &Seal) -> bool {
        let at = seal.n.checked_sub(self.start);
        let hash = at.and_then(|at| self.hashes.get(at as usize));
        seal.form == HASH_VERSION && seal.generation == self.generation && hash == Some(&seal.hash)
    }
}

/// The 32-bit checksum of the entry at a position of the log. A JavaScript number represents 32 bits exactly.
pub fn checksum(position: u32, entry: &LogEntry) -> u32 {
    xxh3_64_with_seed(&json(entry), u64::from(position)) as u32
}

fn json(entry: &LogEntry) -> Vec<u8> {
    serde_json::to_vec(entry).expect("text and numbers make JSON")
}
