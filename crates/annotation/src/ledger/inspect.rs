//! Compares the copies of a label log and recovers as many entries as possible.

use std::collections::BTreeMap;

use super::{Chain, HASH_VERSION, Seal};
use crate::label::LogEntry;

/// A readable entry in the first copy of the label log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedEntry {
    /// The entry of the label log as stored in the first copy.
    pub entry: LogEntry,
    /// True if the checksum of the entry matches. Older versions of the page wrote no checksums.
    pub is_checked: bool,
}

/// All stored copies of a label log and of the log's seal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogCopies {
    /// Entries of the first copy by 0-based position in the log; `None` for a missing or unreadable entry.
    pub kept: Vec<Option<CheckedEntry>>,
    /// The seal (number and hash of the entries) stored with the first copy; `None` in projects from older versions.
    pub seal: Option<Seal>,
    /// The seal (number and hash of the entries) that is stored separately from the log.
    pub noted: Option<Seal>,
    /// Entries of the second copy, by generation and 0-based position.
    /// The generation is a number that increases when the whole log is rewritten.
    pub second: BTreeMap<u64, BTreeMap<u32, LogEntry>>,
}

/// The result of comparing the copies of a label log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The recovered entries in log order.
    pub log: Vec<LogEntry>,
    /// Generation of the log: a number that increases when the whole log is rewritten.
    pub generation: u64,
    /// Number of entries that the log should have.
    pub n: u32,
    /// 0-based positions of log entries that were restored from the second copy, ascending.
    pub restored: Vec<u32>,
    /// 0-based positions of log entries that no copy of the log contains, ascending.
    pub missing: Vec<u32>,
    /// True if the log does not match its seals, and the altered entry cannot be identified.
    /// Also true if the stored log is older than the separate seal.
    pub is_altered: bool,
}

impl Inspection {
    /// True if entries of the log are lost or altered.
    pub fn is_damaged(&self) -> bool {
        !self.missing.is_empty() || self.is_altered
    }
}

impl LogCopies {
    /// Returns whether the first copy of the log matches both seals and has at least `n_second` entries.
    /// `n_second` is the number of entries in the second copy.
    /// If the result is true, no other copy of the log has to be read.
    pub fn is_whole(&self, n_second: u32) -> bool {
        let entries: Option<Vec<_>> = self
            .kept
            .iter()
            .map(|kept| kept.as_ref().map(|kept| &kept.entry))
            .collect();
        let (Some(entries), Some(seal)) = (entries, self.seal) else {
            return false;
        };
        let chain = Chain::of(seal.generation, entries);
        let noted = self.noted.filter(|noted| noted.form == HASH_VERSION);
        chain.begins_with(&seal)
            && noted.is_none_or(|noted| noted.generation < seal.generation || chain.begins_with(&noted))
            && n_second <= chain.len()
    }
}

/// Compares all copies and returns the longest log that is consistent with the copies. O(size of the copies).
pub fn inspect(copies: &LogCopies) -> Inspection {
    let known = |seal: Option<Seal>| seal.filter(|seal| seal.form == HASH_VERSION);
    let (seal, noted) = (known(copies.seal), known(copies.noted));
    // The separate seal may be older than the log, because the browser may have been closed before it wrote the seal.
    let own = match (copies.seal, noted) {
        (Some(seal), _) => seal.generation,
        // Either the seal of the first copy is lost, or an older version of the page rewrote the project.
        (None, Some(noted)) => noted.generation,
        (None, None) => 0,
    };
    if let Some(newer) = noted.filter(|noted| noted.generation > own)
        && let Some(log) = whole(copies, &newer)
    {
        return Inspection {
            generation: newer.generation,
            n: log.len() as u32,
            restored: (0..log.len() as u32).collect(),
            log,
            ..Inspection::default()
        };
    }
    let is_older = noted.is_some_and(|noted| noted.generation > own);
    let noted = noted.filter(|noted| noted.generation == own);
    let second = copies.second.get(&own);
    let last = second.and_then(|second| second.keys().next_back());
    let mut n = [seal, noted]
        .into_iter()
        .flatten()
        .map(|seal| seal.n)
        .max()
        .unwrap_or(0);
    n = n.max(copies.kept.len() as u32).max(last.map_or(0, |last| last + 1));

    let candidates = |position: u32| {
        let kept = copies.kept.get(position as usize).and_then(Option::as_ref);
        (kept, second.and_then(|second| second.get(&position)))
    };
    // The first attempt to restore the log prefers entries with a valid checksum.
    // If the result does not match the seals, the next attempt prefers entries of the second copy.
    let made = |prefers_second: bool| {
        let mut made = Inspection {
            generation: own,
            n,
            is_altered: is_older,
            ..Inspection::default()
        };
        for position in 0..n {
            let entry = match candidates(position) {
                (Some(kept), other) if kept.is_checked && !(prefers_second && other.is_some()) => {
                    Some((&kept.entry, false))
                }
                (kept, Some(other)) => Some((other, kept.is_none_or(|kept| kept.entry != *other))),
                (Some(kept), None) => Some((&kept.entry, false)),
                (None, None) => None,
            };
            match entry {
                Some((entry, is_restored)) => {
                    made.log.push(entry.clone());
                    if is_restored {
                        made.restored.push(position);
                    }
                }
                None => made.missing.push(position),
            }
        }
        made
    };
    let is_sealed = |made: &Inspection| {
        let chain = Chain::of(own, &made.log);
        [seal, noted].into_iter().flatten().all(|seal| chain.begins_with(&seal))
    };
    let mut first = made(false);
    if !first.missing.is_empty() || is_sealed(&first) {
        return first;
    }
    let other = made(true);
    if is_sealed(&other) {
        return other;
    }
    // If the first copy has no seal (number and hash of the entries), an older version of the page rewrote the log.
    // A separately stored seal belongs to the log before the rewrite, so a difference does not indicate damage.
    first.is_altered |= copies.seal.is_some();
    first
}

/// Returns the entries of the second copy that have the same generation as the separately stored seal `noted`.
/// `None` if a position has no entry, or if the first entries do not match the number and the hash in the seal.
fn whole(copies: &LogCopies, noted: &Seal) -> Option<Vec<LogEntry>> {
    let second = copies.second.get(&noted.generation)?;
    let log: Vec<LogEntry> = (0..).map_while(|position| second.get(&position).cloned()).collect();
    (log.len() == second.len() && Chain::of(noted.generation, &log).begins_with(noted)).then_some(log)
}
