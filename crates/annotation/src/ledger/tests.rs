use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::label::{Annotation, History};

fn entry(row: u32) -> LogEntry {
    LogEntry {
        row,
        annotation: Annotation {
            labels: vec![format!("label {}", row % 3)],
            ..Annotation::default()
        },
        at_ms: 1_000 + u64::from(row),
        ..LogEntry::default()
    }
}

fn log(n: u32) -> Vec<LogEntry> {
    (0..n).map(entry).collect()
}

const GENERATION: u64 = 0x19a3_0000_0001;

fn kept(log: &[LogEntry]) -> Vec<Option<CheckedEntry>> {
    let kept = |entry: &LogEntry| CheckedEntry {
        entry: entry.clone(),
        is_checked: true,
    };
    log.iter().map(|entry| Some(kept(entry))).collect()
}

fn second(generation: u64, log: &[LogEntry]) -> BTreeMap<u64, BTreeMap<u32, LogEntry>> {
    let entries = (0..).zip(log.iter().cloned()).collect();
    [(generation, entries)].into()
}

fn copies(log: &[LogEntry]) -> LogCopies {
    let seal = Some(Chain::of(GENERATION, log).seal());
    LogCopies {
        kept: kept(log),
        seal,
        noted: seal,
        second: second(GENERATION, log),
    }
}

fn segments(log: &[LogEntry]) -> Vec<Vec<u8>> {
    let mut files = vec![segment_begins(GENERATION)];
    for (position, entry) in (0..).zip(log) {
        if files[files.len() - 1].len() >= 300 {
            files.push(segment_begins(GENERATION));
        }
        let last = files.len() - 1;
        segment_takes(&mut files[last], GENERATION, position, entry);
    }
    files
}

fn read(files: &[Vec<u8>]) -> BTreeMap<u64, BTreeMap<u32, LogEntry>> {
    let entries = files.iter().flat_map(|bytes| read_segment(bytes, GENERATION).entries);
    [(GENERATION, entries.collect())].into()
}

#[test]
fn hash_of_an_entry_is_stable() {
    let mut history = History::default();
    history.set_annotator(Some("Anna".into()));
    history.give(7, Some("naïve"), 1_764_000_000_000);
    history.note(7, "see 8", 1_764_000_000_001);
    history.undo(1_764_000_000_002);
    let seal = Chain::of(GENERATION, history.log()).seal();
    // If this assertion fails, the JSON of an entry has changed: increase HASH_VERSION.
    assert_eq!(
        (HASH_VERSION, seal.n, seal.hash),
        (1, 3, 0xf256_ce99_e6c2_94df),
        "{seal:x?}"
    );
    assert_eq!(Seal::parse(&seal.to_text()), Some(seal));
    for text in ["", "1", "1 a 2", "1 a 2 zz", "1 a 2 3 4", "a b c d"] {
        assert_eq!(Seal::parse(text), None, "{text}");
    }
}

#[test]
fn chain_from_seal_equals_chain_of_whole_log() {
    let log = log(9);
    let whole = Chain::of(GENERATION, &log);
    let part = Chain::from_seal(&Chain::of(GENERATION, &log[..5]).seal());
    let grown = part.with(5, &log[5..]).expect("it ends there");
    assert_eq!((grown.seal(), grown.len()), (whole.seal(), 9));
    assert_eq!(part.with(4, &log[4..]), None, "the chain before the seal is unknown");
    assert_eq!(
        part.with(6, &log[6..]),
        None,
        "the position is beyond the end of the chain"
    );
    // If the store refuses entries, the page sends the refused entries again, together with later entries.
    // If the store has refused entries, the hash chain is continued from a position before its end.
    let again = grown.with(7, &log[6..8]).expect("known");
    assert_ne!(again.seal().hash, whole.seal().hash);
    assert!(whole.begins_with(&Chain::of(GENERATION, &log[..3]).seal()));
    assert!(!whole.begins_with(&Chain::of(GENERATION + 1, &log[..3]).seal()));
    assert!(!Chain::of(GENERATION, &log[..3]).begins_with(&whole.seal()));
}

#[test]
fn undamaged_log_is_returned_unchanged() {
    for n in [0, 1, 40] {
        let log = log(n);
        let copies = copies(&log);
        assert!(copies.is_whole(n));
        let inspection = inspect(&copies);
        assert_eq!((&inspection.log, inspection.restored.len()), (&log, 0));
        assert!(!inspection.is_damaged());
    }
    // Older versions of the page stored neither checksums nor seals nor a second copy.
    let mut older = LogCopies {
        kept: kept(&log(4)),
        ..LogCopies::default()
    };
    older.kept.iter_mut().flatten().for_each(|kept| kept.is_checked = false);
    assert_eq!(inspect(&older).log, log(4));
    assert!(!inspect(&older).is_damaged());
}

#[test]
fn missing_entries_are_restored_from_second_copy() {
    let log = log(30);
    // The store has lost its last entries, and the seal in the store was computed from the remaining entries.
    for (n_kept, noted) in [(28, true), (28, false), (0, true)] {
        let mut copies = copies(&log);
        copies.kept.truncate(n_kept);
        copies.seal = Some(Chain::of(GENERATION, &log[..n_kept]).seal());
        copies.noted = copies.noted.filter(|_| noted);
        assert!(!copies.is_whole(30));
        let inspection = inspect(&copies);
        assert_eq!(inspection.log, log);
        assert_eq!(inspection.restored, (n_kept as u32..30).collect::<Vec<_>>());
        assert!(!inspection.is_damaged());
    }
    // One entry of the first copy is missing, and one entry is unreadable.
    let mut copies = copies(&log);
    (copies.kept[3], copies.kept[17]) = (None, None);
    let inspection = inspect(&copies);
    assert_eq!((inspection.log, inspection.restored), (log, vec![3, 17]));
}

#[test]
fn unrecoverable_entries_are_reported_and_others_kept() {
    let log = log(30);
    let mut copies = copies(&log);
    copies.second.clear();
    copies.kept.truncate(28);
    copies.kept[4] = None;
    let inspection = inspect(&copies);
    assert_eq!(inspection.missing, [4, 28, 29]);
    assert_eq!((inspection.n, inspection.log.len()), (30, 27));
    // The result does not change if only the separate seal covers the last two entries.
    copies.seal = Some(Chain::of(GENERATION, &log[..28]).seal());
    assert_eq!(inspect(&copies).missing, [4, 28, 29]);
}

#[test]
fn replaced_entry_is_detected() {
    let log = log(5);
    let mut whole = copies(&log);
    whole.kept[2] = Some(CheckedEntry {
        entry: entry(9),
        is_checked: false,
    });
    assert!(!whole.is_whole(5));
    let inspection = inspect(&whole);
    assert_eq!((&inspection.log, &inspection.restored), (&log, &vec![2]));
    whole.second.clear();
    let inspection = inspect(&whole);
    assert!(inspection.is_altered && inspection.log.len() == 5);
}

#[test]
fn rewritten_log_is_not_filled_from_its_former_copy() {
    let (before, after) = (log(30), log(28));
    let mut copies = copies(&before);
    // The page was closed before it wrote the second copy and the separate seal.
    copies.kept = kept(&after);
    copies.seal = Some(Chain::of(GENERATION + 1, &after).seal());
    assert!(copies.is_whole(0));
    let inspection = inspect(&copies);
    assert_eq!((inspection.log, inspection.generation), (after.clone(), GENERATION + 1));
    assert!(inspection.restored.is_empty() && inspection.missing.is_empty());

    // The page rewrote the log, but the store of the first copy has lost the rewritten log and contains the previous log.
    // The separate seal belongs to the rewritten log.
    let mut copies = self::copies(&before);
    copies.noted = Some(Chain::of(GENERATION + 1, &after).seal());
    assert!(!copies.is_whole(30));
    assert!(inspect(&copies).is_altered, "the copy is older than the recorded state");
    copies.second.extend(second(GENERATION + 1, &after));
    let inspection = inspect(&copies);
    assert_eq!((inspection.log.len(), inspection.generation), (28, GENERATION + 1));
    assert!(!inspection.is_damaged());
}

#[test]
fn log_extended_or_rewritten_by_older_page_is_not_damaged() {
    let log = log(12);
    let mut longer = copies(&log[..9]);
    longer.kept = kept(&log);
    assert_eq!(inspect(&longer).log, log);
    assert!(longer.is_whole(9) && !inspect(&longer).is_damaged());

    // An older version of the page, which writes no seals, has rewritten the log.
    let mut unsealed = copies(&self::log(20));
    unsealed.seal = None;
    unsealed.second.clear();
    unsealed.kept = kept(&log[2..]).into_iter().chain(kept(&self::log(10))).collect();
    let inspection = inspect(&unsealed);
    assert!(!inspection.is_damaged() && inspection.log.len() == 20);
}

#[test]
fn seals_of_another_form_are_not_compared() {
    let log = log(5);
    let mut copies = copies(&log);
    for seal in [&mut copies.seal, &mut copies.noted] {
        let known = seal.as_mut().expect("it exists");
        (known.form, known.hash) = (HASH_VERSION + 1, 7);
    }
    copies.second.clear();
    let inspection = inspect(&copies);
    assert_eq!(inspection.log, log);
    assert!(!inspection.is_damaged());
}

proptest! {
    /// After arbitrary damage to one copy, the other copy restores all entries.
    #[test]
    fn damage_to_one_copy_loses_nothing(
        n in 1u32..40,
        gone in proptest::collection::btree_set(0u32..40, 0..10),
        changed in proptest::collection::btree_set(0u32..40, 0..5),
        cut in 0u32..40,
        spares_note in any::<bool>(),
    ) {
        let log = log(n);
        let mut copies = copies(&log);
        for &position in changed.iter().filter(|&&position| position < n) {
            // An entry without a valid checksum replaces the original entry.
            copies.kept[position as usize] = Some(CheckedEntry { entry: entry(99), is_checked: false });
        }
        for &position in gone.iter().filter(|&&position| position < n) {
            copies.kept[position as usize] = None;
        }
        copies.kept.truncate(cut as usize);
        if !spares_note { copies.noted = None; }
        let inspection = inspect(&copies);
        prop_assert_eq!(&inspection.log, &log);
        prop_assert!(!inspection.is_damaged());
    }

    /// Changed, cut or removed bytes of the second copy affect only the records that contain these bytes.
    /// Damage to the second copy never affects the first copy.
    #[test]
    fn damaged_segment_loses_only_the_affected_records(
        n in 1u32..40,
        damage in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>(), 0u8..3), 1..6),
    ) {
        let log = log(n);
        let mut files = segments(&log);
        for (at, byte, how) in damage {
            let n_files = files.len();
            let file = &mut files[at.index(n_files)];
            if file.is_empty() { continue; }
            let place = at.index(file.len());
            match how {
                0 => file[place] = byte,
                1 => drop(file.remove(place)),
                _ => file.truncate(place),
            }
        }
        let second = read(&files);
        for (position, entry) in &second[&GENERATION] {
            prop_assert_eq!(entry, &log[*position as usize], "every recovered entry is original");
        }
        let mut copies = copies(&log);
        copies.second = second.clone();
        prop_assert_eq!(&inspect(&copies).log, &log);
        // Without the first copy, all readable entries are returned, and all other entries are reported as missing.
        copies.kept.clear();
        let inspection = inspect(&copies);
        prop_assert_eq!(inspection.log.len() + inspection.missing.len(), n as usize);
        prop_assert_eq!(inspection.log.len(), second[&GENERATION].len());
        prop_assert!(!inspection.is_altered);
    }

    /// After damage to both copies, returned entries are correct, and missing entries are reported.
    #[test]
    fn damage_to_both_copies_is_reported(
        n in 1u32..40,
        first in proptest::collection::btree_set(0u32..40, 0..30),
        other in proptest::collection::btree_set(0u32..40, 0..30),
    ) {
        let log = log(n);
        let mut copies = copies(&log);
        for &position in first.iter().filter(|&&position| position < n) {
            copies.kept[position as usize] = None;
        }
        copies.second.values_mut().for_each(|second| second.retain(|position, _| !other.contains(position)));
        let inspection = inspect(&copies);
        let lost: Vec<u32> = first.intersection(&other).copied().filter(|&position| position < n).collect();
        prop_assert_eq!(&inspection.missing, &lost);
        let left: Vec<_> = (0..n).filter(|position| !lost.contains(position)).map(entry).collect();
        prop_assert_eq!(inspection.log, left);
    }
}

#[test]
fn segment_reports_whether_it_is_damaged() {
    let files = segments(&log(20));
    assert!(files.len() > 3);
    for file in &files {
        assert!(!read_segment(file, GENERATION).is_damaged);
        assert!(read_segment(&file[..file.len() - 1], GENERATION).is_damaged);
        assert_eq!(read_segment(file, GENERATION + 1).entries, []);
    }
    assert_eq!(read(&files)[&GENERATION].len(), 20);
    assert!(read_segment(&[], GENERATION).is_damaged);
}
