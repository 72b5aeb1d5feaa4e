use proptest::prelude::*;

use super::*;
use fastgas_progress::NoPause;

fn labels(history: &History) -> Vec<(u32, &str)> {
    history.labels().iter().collect()
}

fn annotation(history: &History) -> Vec<(u32, Annotation)> {
    let entries = history
        .labels()
        .last()
        .filter(|entry| entry.annotation != Annotation::default());
    entries.map(|entry| (entry.row, entry.annotation.clone())).collect()
}

#[test]
fn entries_are_signed_and_later_than_the_previous_entry_of_the_row() {
    let mut history = History::default();
    history.give(1, Some("a"), 7);
    history.set_annotator(Some("Anna".into()));
    // The clock was set back: the first entry has the time 7 ms, but the clock now shows 3 ms.
    history.give(1, Some("b"), 3);
    history.give(2, Some("b"), 3);
    let entries: Vec<_> = history
        .log()
        .iter()
        .map(|entry| (entry.at_ms, entry.by.as_deref()))
        .collect();
    assert_eq!(entries, [(7, None), (8, Some("Anna")), (3, Some("Anna"))]);
}

#[test]
fn entries_since_a_position_belong_to_the_same_history() {
    let mut history = History::default();
    let start = history.position();
    history.give(1, Some("a"), 1);
    let middle = history.position();
    history.give(2, Some("b"), 2);
    history.undo(3);
    let rows = |history: &History, position: &LogPosition| {
        let entries = history.entries_since(position)?;
        Some(entries.iter().map(|entry| entry.row).collect::<Vec<_>>())
    };
    assert_eq!(rows(&history, &start), Some(vec![1, 2, 2]));
    assert_eq!(rows(&history, &middle), Some(vec![2, 2]));
    assert_eq!(rows(&history, &history.position()), Some(Vec::new()));
    let same = history.clone();
    assert_eq!(same, history, "the identity is not part of the content");
    assert_eq!(rows(&same, &middle), None);
    assert_eq!(rows(&History::default(), &LogPosition::default()), None);
}

#[test]
fn positions_are_invalid_after_entries_were_removed() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    let (snapshot, unchanged) = (history.snapshot(), history.position());
    history.return_to(snapshot.clone());
    assert_eq!(history.entries_since(&unchanged), Some(&[][..]), "no entry was removed");
    history.give(2, Some("a"), 2);
    let removed = history.position();
    history.return_to(snapshot);
    assert_eq!(history.entries_since(&removed), None);
    history.give(3, Some("a"), 3);
    history.give(4, Some("a"), 4);
    assert_eq!(
        history.entries_since(&removed),
        None,
        "the entry of text 3 has taken the place of the removed entry"
    );
}

#[test]
fn rows_count_as_renamed_until_they_are_relabeled() {
    let mut history = History::default();
    for row in 0..4 {
        history.give(row, Some("a"), u64::from(row));
    }
    assert_eq!(history.renamed_rows(), BTreeSet::new());
    history.rename("a", "A");
    history.note(0, "sure?", 10);
    history.give(1, Some("b"), 11);
    history.give(2, Some("b"), 12);
    history.undo(13);
    history.give(3, None, 14);
    assert_eq!(
        history.renamed_rows(),
        BTreeSet::from([0, 2]),
        "undo restores the renamed label"
    );
    assert_eq!(
        History::restore(history.log().to_vec()).renamed_rows(),
        BTreeSet::from([0, 2])
    );
}

#[test]
fn last_label_of_a_row_counts() {
    let mut history = History::default();
    assert!(history.give(3, Some("a"), 1));
    assert!(history.give(3, Some("b"), 2));
    assert!(!history.give(3, Some("b"), 3), "the same label again changes nothing");
    assert!(history.give(1, Some("a"), 4));
    assert_eq!(labels(&history), [(1, "a"), (3, "b")]);
    assert_eq!(history.log().len(), 3);
}

#[test]
fn size_of_the_slices_does_not_change_the_imported_labels() {
    let mut before = History::default();
    before.set_annotator(Some("Anna".into()));
    before.give(2, Some("mine"), 1);
    before.flag_all(&[3], true, 2);
    before.add_display_time(1, 900);
    let labels: Vec<_> = (0..5).map(|row| (row, vec!["a".to_owned()])).collect();
    let mut whole = before.clone();
    assert_eq!(whole.import(labels.clone(), "topic", 2), 4);
    for size in [1, 700] {
        let mut sliced = before.clone();
        let mut slices = Slices::new(size, NoPause);
        let n = at_once(sliced.import_in_slices(labels.clone(), ("topic", 2), &mut slices));
        assert_eq!((n, &sliced), (4, &whole), "slices of {size}");
    }
    // While labels were imported into a copy of the history, the page saved an entry and displayed a text.
    // `take_imported` must keep both changes.
    let mut now = before.clone();
    now.mark_saved(1);
    now.add_display_time(2, 500);
    now.take_imported(whole.clone());
    assert_eq!((now.log(), now.labels()), (whole.log(), whole.labels()));
    assert_eq!(
        (now.state.n_saved, now.state.looked_at),
        (1, BTreeMap::from([(2, 500)]))
    );
}

#[test]
fn steps_are_visited_in_slices_during_an_import() {
    struct CountedPauses<'a>(&'a mut usize);

    impl Pause for CountedPauses<'_> {
        async fn pause(&mut self) -> Result<(), Stopped> {
            *self.0 += 1;
            Ok(())
        }
    }

    // Each slice has one unit of work, so that every visit to a row causes a pause.
    let n_pauses = |flagged: std::ops::Range<u32>| {
        let mut history = History::default();
        history.flag_all(&flagged.collect::<Vec<_>>(), true, 1);
        let labels = (0..10).map(|row| (row, vec!["a".to_owned()])).collect();
        let mut n = 0;
        let mut slices = Slices::new(1, CountedPauses(&mut n));
        at_once(history.import_in_slices(labels, ("topic", 2), &mut slices));
        n
    };
    assert_eq!(n_pauses(0..0), 10);
    assert_eq!(n_pauses(50..150), 10 + 100, "the step concerns no imported row");
    assert_eq!(n_pauses(5..105), 10 + 3 * 100);
}

#[test]
fn history_returns_to_its_snapshot() {
    let mut history = History::default();
    history.set_annotator(Some("Anna".into()));
    history.add_display_time(1, 900);
    history.give_all(&[1, 2], "a", false, 1);
    history.give(3, Some("b"), 2);
    history.undo(3);
    history.mark_saved(2);
    history.add_display_time(4, 700);
    let before = history.clone();
    let snapshot = history.snapshot();
    assert!(
        Arc::ptr_eq(&history.state.undo[0], &snapshot.state.undo[0]),
        "steps are shared"
    );
    let changes: [fn(&mut History); 5] = [
        |history| {
            history.import(vec![(5, vec!["b".into()])], "topic", 4);
        },
        |history| {
            history.fill(vec![(4, vec!["c".into()], None)], 4);
        },
        |history| history.rename("a", "d"),
        |history| {
            history.redo(4);
        },
        |history| {
            history.set_annotator(None);
            history.mark_saved(9);
            history.undo(4);
            history.give(1, None, 5);
        },
    ];
    for change in changes {
        change(&mut history);
        assert_ne!(history, before);
        history.return_to(snapshot.clone());
        assert_eq!(history, before);
    }
}

#[test]
fn undo_goes_back_to_the_empty_log() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    history.give(1, Some("b"), 2);
    history.give(1, None, 3);
    assert_eq!(history.undo(4), Some(1));
    assert_eq!(labels(&history), [(1, "b")]);
    assert_eq!(history.undo(5), Some(1));
    assert_eq!(labels(&history), [(1, "a")]);
    assert_eq!(history.undo(6), Some(1));
    assert_eq!(labels(&history), []);
    assert_eq!(history.undo(7), None);
    assert_eq!(history.log().len(), 6, "undo appends to the log");
}

#[test]
fn row_is_passed_over_until_labeled_or_reset() {
    let mut history = History::default();
    assert!(history.pass(1, PassReason::Skipped, 1));
    assert!(
        !history.pass(1, PassReason::Skipped, 2),
        "skipping again changes nothing"
    );
    history.give(1, Some("a"), 3);
    assert!(history.labels().passed(1).is_none());
    assert!(!history.pass(1, PassReason::Skipped, 4), "skipping keeps the label");
    assert!(
        history.pass(1, PassReason::CannotTell, 4),
        "“cannot tell” removes the label"
    );
    assert_eq!(
        (history.labels().get(1), history.labels().passed(1)),
        (None, Some(PassReason::CannotTell))
    );
    history.undo(5);
    assert_eq!(history.labels().get(1), Some("a"));
    assert_eq!(history.undo(5), Some(1));
    assert_eq!(history.labels().passed(1), Some(PassReason::Skipped));
    assert!(history.labels().is_empty());
    assert!(history.give(1, None, 6));
    assert!(history.labels().passed(1).is_none());
    history.undo(7);
    history.undo(8);
    assert_eq!(history.labels().passed_rows().count(), 0);
    assert!(!history.can_undo());
}

#[test]
fn column_labels_keep_their_origin() {
    let mut history = History::default();
    history.give(2, Some("mine"), 1);
    let topic = LabelOrigin::Column("topic".into());
    let column = [(1, "a"), (2, "b"), (3, "a")]
        .map(|(row, label)| (row, vec![label.to_owned()]))
        .to_vec();
    assert_eq!(
        history.import(column, "topic", 2),
        2,
        "labels of annotators are not replaced"
    );
    assert_eq!(labels(&history), [(1, "a"), (2, "mine"), (3, "a")]);
    assert_eq!(
        (history.labels().origin(1), history.labels().origin(2)),
        (Some(&topic), None)
    );
    history.give(1, Some("b"), 3);
    assert_eq!(history.labels().origin(1), None, "the label is now the annotator's");
    history.rename("a", "c");
    assert_eq!(history.labels().origin(3), Some(&topic));
    assert_eq!(history.undo(5), Some(1));
    assert_eq!(
        (history.labels().get(1), history.labels().origin(1)),
        (Some("c"), Some(&topic))
    );
    let mut restored = History::restore(history.log().to_vec());
    assert_eq!(restored.labels(), history.labels());
    while restored.undo(6).is_some() {}
    assert_eq!(
        restored.labels().origin(3),
        Some(&topic),
        "undo does not remove an imported label"
    );
}

#[test]
fn import_keeps_cannot_tell_and_labels_skipped_texts() {
    let mut history = History::default();
    history.pass(1, PassReason::CannotTell, 1);
    history.pass(2, PassReason::Skipped, 2);
    history.flag(3, 3);
    history.note(4, "hm", 4);
    let column = (1..6).map(|row| (row, vec!["a".to_owned()])).collect();
    assert_eq!(history.import(column, "topic", 5), 4);
    assert_eq!(labels(&history), [(2, "a"), (3, "a"), (4, "a"), (5, "a")]);
    let now = history.labels();
    assert_eq!((now.passed(1), now.passed(2)), (Some(PassReason::CannotTell), None));
    assert!(now.annotation(3).flagged && now.annotation(4).note == "hm");
}

#[test]
fn undo_and_redo_of_earlier_steps_keep_imported_labels() {
    let mut history = History::default();
    history.pass(1, PassReason::CannotTell, 1);
    history.pass(2, PassReason::Skipped, 2);
    history.flag_all(&[2, 3], true, 3);
    history.give(4, Some("b"), 4);
    history.give(4, None, 5);
    history.note(5, "hm", 6);
    history.undo(7);
    let column = (1..6).map(|row| (row, vec!["a".to_owned()])).collect();
    history.import(column, "topic", 8);
    let restored = History::restore(history.log().to_vec());
    for mut history in [history, restored] {
        assert_eq!(history.redo(9), Some(5));
        let noted = history.labels().annotation(5);
        assert_eq!((noted.labels.as_slice(), &*noted.note), (&["a".to_owned()][..], "hm"));
        history.undo(10);
        assert_eq!(history.undo(11), Some(4));
        assert_eq!(history.labels().get(4), Some("b"), "an earlier answer is restored");
        assert_eq!(history.undo(12), Some(4));
        assert_eq!(history.labels().get(4), Some("a"));
        assert_eq!(history.undo(13), Some(2));
        assert!(!history.labels().annotation(3).flagged);
        assert_eq!(
            history.undo(14),
            Some(1),
            "the step that skipped text 2 has no effect any more"
        );
        assert_eq!(labels(&history), [(2, "a"), (3, "a"), (4, "a"), (5, "a")]);
        assert!(!history.can_undo());
    }
}

#[test]
fn filling_keeps_cannot_tell_and_accepting_replaces_it() {
    let mut history = History::default();
    history.pass(1, PassReason::CannotTell, 1);
    history.pass(2, PassReason::Skipped, 2);
    history.give(3, Some("b"), 3);
    let given = (1..5).map(|row| (row, vec!["a".to_owned()], None)).collect();
    assert_eq!(history.fill(given, 4), 2);
    assert_eq!(labels(&history), [(2, "a"), (3, "b"), (4, "a")]);
    assert_eq!(history.labels().passed(1), Some(PassReason::CannotTell));
    assert_eq!(history.accept(vec![(1, vec!["a".into()], 90)], 5), 1);
    assert_eq!((history.labels().get(1), history.labels().passed(1)), (Some("a"), None));
}

#[test]
fn accepted_suggestions_are_one_step_and_keep_their_origin() {
    let mut history = History::default();
    history.give(2, Some("mine"), 1);
    history.pass(3, PassReason::Skipped, 2);
    history.flag(4, 3);
    let suggested = (1..6).map(|row| (row, vec!["a".to_owned()], 70 + row as u8)).collect();
    assert_eq!(history.accept(suggested, 4), 4, "labels of annotators are not replaced");
    assert_eq!(labels(&history), [(1, "a"), (2, "mine"), (3, "a"), (4, "a"), (5, "a")]);
    assert!(history.labels().annotation(4).flagged && history.labels().passed(3).is_none());
    history.rename("a", "b");
    assert_eq!(
        history.labels().origin(5),
        Some(&LabelOrigin::Suggestion { percent: 75 })
    );
    assert_eq!(history.labels().origin(2), None);
    history.give(5, Some("c"), 6);
    assert_eq!(history.labels().origin(5), None, "the label is now the annotator's");
    history.undo(7);
    assert_eq!(
        history.labels().origin(5),
        Some(&LabelOrigin::Suggestion { percent: 75 })
    );
    assert_eq!(history.undo(8), Some(1));
    assert_eq!(labels(&history), [(2, "mine")]);
    assert_eq!(history.labels().passed(3), Some(PassReason::Skipped));
    assert_eq!(history.accept(vec![(2, vec!["a".into()], 80)], 9), 0);
}

#[test]
fn step_of_several_rows_is_restored_as_one() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    history.give_all(&[2, 3, 4], "a", false, 2);
    history.accept(vec![(5, vec!["b".into()], 80), (6, vec!["b".into()], 90)], 3);
    let mut restored = History::restore(history.log().to_vec());
    restored.undo(4);
    assert_eq!(labels(&restored), [(1, "a"), (2, "a"), (3, "a"), (4, "a")]);
    restored.undo(5);
    assert_eq!(labels(&restored), [(1, "a")]);
    restored.undo(6);
    assert!(restored.labels().is_empty() && !restored.can_undo());
}

#[test]
fn flags_and_removed_answers_of_several_rows_are_one_step() {
    let mut history = History::default();
    history.give_all(&[1, 2], "a", false, 1);
    history.flag(2, 2);
    assert_eq!(
        history.flag_all(&[3, 2, 1, 1], true, 3),
        2,
        "one row is flagged already"
    );
    let flagged = |history: &History| history.labels().flagged().collect::<Vec<u32>>();
    assert_eq!(flagged(&history), [1, 2, 3]);
    assert_eq!(history.flag_all(&[1, 2, 3], true, 4), 0);
    assert_eq!(history.clear_all(&[1, 2, 3], 5), 2, "one row has no answer");
    assert!(labels(&history).is_empty());
    assert_eq!(flagged(&history), [1, 2, 3], "flags stay");
    let mut restored = History::restore(history.log().to_vec());
    for history in [&mut history, &mut restored] {
        history.undo(6);
        assert_eq!(labels(history), [(1, "a"), (2, "a")]);
        history.undo(7);
        assert_eq!(flagged(history), [2]);
        history.redo(8);
        assert_eq!(flagged(history), [1, 2, 3]);
        assert_eq!(history.flag_all(&[1, 3], false, 9), 2);
        assert_eq!(flagged(history), [2]);
    }
}

#[test]
fn steps_in_the_same_millisecond_are_restored_as_two() {
    let mut history = History::default();
    history.give(1, Some("a"), 5);
    history.give(2, Some("b"), 5);
    let mut restored = History::restore(history.log().to_vec());
    restored.undo(6);
    assert_eq!(labels(&restored), [(1, "a")]);
}

#[test]
fn step_of_several_rows_is_restored_as_one_after_clock_was_set_back() {
    let mut history = History::default();
    history.give(1, Some("a"), 5);
    history.give_all(&[1, 2], "b", false, 3);
    history.rename("b", "c");
    let mut restored = History::restore(history.log().to_vec());
    restored.undo(9);
    assert_eq!(labels(&restored), [(1, "a")]);
}

#[test]
fn adjudications_of_others_cannot_be_undone_after_restore() {
    let mut bob = History::of_decisions(Vec::new());
    bob.set_annotator(Some("Bob".into()));
    bob.give(2, Some("b"), 1);
    let mut anna = History::of_decisions(Vec::new());
    anna.set_annotator(Some("Anna".into()));
    anna.give(1, Some("a"), 1);
    assert!(anna.join(bob.log()[0].clone()));
    let mut restored = History::of_decisions(anna.log().to_vec());
    restored.set_annotator(Some("Anna".into()));
    for history in [&mut anna, &mut restored] {
        assert_eq!(history.undo(2), Some(1));
        assert!(!history.can_undo());
        assert_eq!(labels(history), [(2, "b")]);
    }
}

#[test]
fn own_adjudications_can_be_undone_after_a_change_of_name() {
    let mut history = History::of_decisions(Vec::new());
    history.set_annotator(Some("Anna".into()));
    history.give(1, Some("a"), 1);
    history = History::of_decisions(history.log().to_vec());
    history.set_annotator(Some("Hannah".into()));
    assert_eq!(history.undo(2), Some(1));
}

#[test]
fn undo_redo_and_renaming_survive_restore() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    history.give(2, Some("b"), 2);
    history.import(vec![(9, vec!["x".into()])], "topic", 3);
    history.rename("a", "A");
    history.undo(5);
    history.undo(6);
    let mut restored = History::restore(history.log().to_vec());
    assert!(!restored.can_undo());
    restored.redo(7);
    assert_eq!(labels(&restored), [(1, "A"), (9, "x")], "a rename is not a step");
    restored.redo(8);
    assert_eq!(labels(&restored), [(1, "A"), (2, "b"), (9, "x")]);
    assert!(!restored.can_redo());
}

#[test]
fn renaming_of_an_unused_label_reaches_restored_steps() {
    let mut history = History::default();
    history.give(1, Some("old"), 1);
    history.give(1, Some("other"), 2);
    history.rename("old", "new");
    let mut restored = History::restore(history.log().to_vec());
    restored.undo(4);
    assert_eq!(labels(&restored), [(1, "new")]);
}

#[test]
fn renaming_does_not_supersede_later_adjudications_elsewhere() {
    let mut anna = History::of_decisions(Vec::new());
    anna.set_annotator(Some("Anna".into()));
    anna.give(1, Some("old"), 1);
    anna.give(2, Some("old"), 1);
    anna.undo(3);
    let mut bob = History::of_decisions(Vec::new());
    bob.set_annotator(Some("Bob".into()));
    bob.give(1, Some("yes"), 10);
    bob.give(2, Some("yes"), 10);
    anna.rename("old", "new");
    assert_eq!(labels(&anna), [(1, "new")]);
    for decision in anna.log() {
        assert!(!bob.join(decision.clone()), "{decision:?}");
    }
}

#[test]
fn step_of_many_rows_is_restored_fast() {
    let mut history = History::default();
    let rows: Vec<u32> = (0..100_000).collect();
    history.give_all(&rows, "a", false, 1);
    history.undo(2);
    let mut restored = History::restore(history.log().to_vec());
    assert_eq!((restored.redo(3), restored.labels().len()), (Some(0), 100_000));
}

#[test]
fn every_entry_of_an_older_log_is_a_step() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    history.give(1, Some("b"), 2);
    history.undo(3);
    let mut log = history.log().to_vec();
    log.iter_mut().for_each(|entry| entry.kind = EntryKind::Step);
    let mut restored = History::restore(log);
    restored.undo(4);
    assert_eq!(labels(&restored), [(1, "b")]);
}

#[test]
fn undo_restores_a_removed_label_in_all_rows() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    history.give(2, Some("b"), 2);
    history.give(3, Some("a"), 3);
    history.remove("a", 4);
    assert_eq!(labels(&history), [(2, "b")]);
    assert_eq!(history.undo(5), Some(1));
    assert_eq!(labels(&history), [(1, "a"), (2, "b"), (3, "a")]);
}

#[test]
fn renaming_changes_undo_steps() {
    let mut history = History::default();
    history.give(1, Some("old"), 1);
    history.give(1, Some("other"), 2);
    history.give(2, Some("old"), 3);
    history.rename("old", "new");
    assert_eq!(labels(&history), [(1, "other"), (2, "new")]);
    history.undo(5);
    history.undo(6);
    assert_eq!(labels(&history), [(1, "new")]);
}

#[test]
fn row_is_saved_if_all_its_entries_are() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    history.give(2, Some("a"), 2);
    history.give(1, Some("b"), 3);
    history.mark_saved(1);
    assert!(!history.is_saved(1) && !history.is_saved(2) && history.is_saved(7));
    history.mark_saved(1);
    assert!(!history.is_saved(1) && history.is_saved(2));
    history.mark_saved(1);
    assert!(history.is_saved(1) && history.unsaved().is_empty());
}

#[test]
fn undone_steps_can_be_redone_until_a_new_step() {
    let mut history = History::default();
    history.give(1, Some("a"), 1);
    history.give(2, Some("b"), 2);
    assert!(!history.can_redo());
    history.undo(3);
    history.undo(4);
    assert_eq!(history.redo(5), Some(1));
    assert_eq!(labels(&history), [(1, "a")]);
    assert_eq!(history.redo(6), Some(2));
    assert_eq!(labels(&history), [(1, "a"), (2, "b")]);
    assert_eq!(history.redo(7), None);
    history.undo(8);
    history.give(3, Some("c"), 9);
    assert!(!history.can_redo(), "a new step discards the redo steps");
    assert_eq!(labels(&history), [(1, "a"), (3, "c")]);
}

#[test]
fn labels_of_a_row_are_removed_one_at_a_time() {
    let mut history = History::default();
    for label in ["b", "a", "c", "a"] {
        history.toggle(1, label, 1);
    }
    assert_eq!(
        labels(&history),
        [(1, "b"), (1, "c")],
        "labels keep the order in which they were given"
    );
    assert_eq!(history.labels().len(), 1);
    history.remove("b", 2);
    assert_eq!(labels(&history), [(1, "c")]);
    history.rename("c", "see");
    assert_eq!(history.labels().annotation(1).answer().as_deref(), Some("see"));
    history.undo(4);
    assert_eq!(history.labels().annotation(1).answer().as_deref(), Some("b; see"));
}

#[test]
fn several_rows_are_labeled_in_one_step() {
    let mut history = History::default();
    history.give(2, Some("b"), 1);
    history.give(3, Some("a"), 2);
    assert_eq!(
        history.give_all(&[1, 2, 3], "a", false, 3),
        2,
        "row 3 already has the label"
    );
    assert_eq!(labels(&history), [(1, "a"), (2, "a"), (3, "a")]);
    assert_eq!(history.undo(4), Some(1));
    assert_eq!(labels(&history), [(2, "b"), (3, "a")]);
    assert_eq!(history.give_all(&[2, 3], "a", true, 5), 1);
    assert_eq!(labels(&history), [(2, "b"), (2, "a"), (3, "a")]);
    assert_eq!(history.give_all(&[2, 3], "a", true, 6), 0);
}

#[test]
fn flags_and_notes_are_kept_when_labels_change() {
    let mut history = History::default();
    history.flag(1, 1);
    assert!(history.note(1, " ask Ada \n", 2) && !history.note(1, "ask Ada", 3));
    history.give(1, Some("a"), 4);
    history.give(1, None, 5);
    history.pass(1, PassReason::CannotTell, 6);
    let annotation = history.labels().annotation(1);
    assert!(annotation.flagged && annotation.note == "ask Ada" && annotation.passed == Some(PassReason::CannotTell));
    assert_eq!(history.labels().flagged().collect::<Vec<_>>(), [1]);
    history.flag(1, 7);
    assert_eq!(history.labels().flagged().count(), 0);
}

proptest! {
    /// For any sequence of actions, replaying the log results in the current labels.
    /// A restored log results in the same labels.
    #[test]
    fn labels_are_the_replay_of_the_log(script in proptest::collection::vec((0u32..5, 0usize..13), 0..60)) {
        const NAMES: [&str; 4] = ["a", "b", "c", "d"];
        let mut history = History::default();
        for (at, (row, verb)) in script.into_iter().enumerate() {
            let at = at as u64;
            match verb {
                0..=3 => { history.give(row, Some(NAMES[verb]), at); }
                4 => { history.give(row, None, at); }
                5 => { history.undo(at); }
                9 => { history.redo(at); }
                10 => history.toggle(row, NAMES[at as usize % 4], at),
                11 => history.flag(row, at),
                12 => { history.note(row, NAMES[at as usize % 4], at); }
                8 => { history.pass(row, PassReason::CannotTell, at); }
                6 => history.remove(NAMES[row as usize % 4], at),
                _ => history.rename(NAMES[row as usize % 4], NAMES[(row as usize + 1) % 4]),
            }
            prop_assert_eq!(history.labels(), &Labels::replay(history.log()));
        }
        let restored = History::restore(history.log().to_vec());
        prop_assert_eq!(restored.labels(), history.labels());
        prop_assert!(restored.unsaved().is_empty());
        let final_annotation = annotation(&history);
        let mut n_steps = 0;
        while history.undo(99).is_some() { n_steps += 1; }
        prop_assert_eq!(annotation(&history), []);
        for _ in 0..n_steps { history.redo(100); }
        prop_assert_eq!(annotation(&history), final_annotation);
    }
}
