//! Compares the copies of a log and makes the best of them.

use std::collections::BTreeMap;

use super::{Chain, FORM, Seal};
use crate::label::LabelAction;

/// An entry of the first copy that is readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The entry.
    pub entry: LabelAction,
    /// Whether its checksum was there and right; older pages wrote none.
    pub is_checked: bool,
}

/// All that is kept of a log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// The first copy by position; none where an entry is missing or unreadable.
    pub kept: Vec<Option<Kept>>,
    /// The seal beside it; none in projects of older pages.
    pub seal: Option<Seal>,
    /// The seal that is kept apart.
    pub noted: Option<Seal>,
    /// The second copy, by generation and position.
    pub second: BTreeMap<u64, BTreeMap<u32, LabelAction>>,
}

/// What came of comparing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspection {
    /// The entries that are there, in their order.
    pub log: Vec<LabelAction>,
    /// Its generation.
    pub generation: u64,
    /// How many entries there should be.
    pub n: u32,
    /// The positions of entries that came from the second copy, rising.
    pub restored: Vec<u32>,
    /// The positions of entries that nobody has, rising.
    pub missing: Vec<u32>,
    /// Whether the entries are not those that were sealed, and nobody knows which is another one; or whether what is stored is
    /// older than what was noted.
    pub is_altered: bool,
}

impl Inspection {
    /// Whether something is lost.
    pub fn is_damaged(&self) -> bool {
        !self.missing.is_empty() || self.is_altered
    }
}

impl Copies {
    /// Whether the first copy is whole by both seals, and has at least `n_second` entries: then nothing else needs to be read.
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
        let noted = self.noted.filter(|noted| noted.form == FORM);
        chain.begins_with(&seal)
            && noted.is_none_or(|noted| noted.generation < seal.generation || chain.begins_with(&noted))
            && n_second <= chain.len()
    }
}

/// Compares all copies and makes the longest log of them that is right. O(size of the copies).
pub fn inspect(copies: &Copies) -> Inspection {
    let known = |seal: Option<Seal>| seal.filter(|seal| seal.form == FORM);
    let (seal, noted) = (known(copies.seal), known(copies.noted));
    // The note may lag behind: a browser that is killed has not written it yet.
    let own = match (copies.seal, noted) {
        (Some(seal), _) => seal.generation,
        // An older page has written the project anew, or the seal is gone.
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
    // First the entries with the better proof; where these are not what was sealed, those of the second copy.
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
    // Without a seal beside it, an older page has written the log anew, whatever was noted before.
    first.is_altered |= copies.seal.is_some();
    first
}

/// The second copy of the generation that was noted, where it has all that was.
fn whole(copies: &Copies, noted: &Seal) -> Option<Vec<LabelAction>> {
    let second = copies.second.get(&noted.generation)?;
    let log: Vec<LabelAction> = (0..).map_while(|position| second.get(&position).cloned()).collect();
    (log.len() == second.len() && Chain::of(noted.generation, &log).begins_with(noted)).then_some(log)
}
