//! Tests of labeling: the order of the texts, the label set, undo, and the types of answers.

use crate::labeling;
use crate::persistence;
use crate::state::{AppState, Cmd, Confirmation, Msg};
use crate::test_support::numbered_texts::{CORES, appended, give, label, selected};
use crate::test_support::{self, open_project};
use fastgas_annotation::label::{AnswerType, PassReason};
use fastgas_select::Config;

#[test]
fn annotated_texts_are_listed_even_if_they_are_not_picks() {
    let mut state = selected();
    let why = PassReason::CannotTell;
    let note = |row| {
        Msg::Labeling(labeling::Msg::Note {
            row,
            text: "ask".into(),
        })
    };
    for (row, annotation, at_ms) in [
        (20, Msg::Labeling(labeling::Msg::Flag), 1),
        (21, Msg::Labeling(labeling::Msg::Pass { why }), 2),
        (22, note(22), 3),
    ] {
        state.apply_now(Msg::Labeling(labeling::Msg::GoTo(row)));
        state.apply(annotation, at_ms);
    }
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    assert_eq!(open_project(&state).former_picks(), [20, 21, 22]);
    assert_eq!(open_project(&state).listed_rows(), [4, 8, 15, 20, 21, 22]);
    let why = PassReason::Skipped;
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(23)));
    state.apply(Msg::Labeling(labeling::Msg::Pass { why }), 4);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    assert_eq!(open_project(&state).former_picks(), [20, 21, 22]);
}

#[test]
fn labeling_advances_to_the_next_unlabeled_text() {
    let mut state = selected();
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(8)));
    state.apply(give(0), 9);
    assert_eq!(open_project(&state).view.current, Some(15));
    state.apply(give(1), 9);
    assert_eq!(
        open_project(&state).view.current,
        Some(4),
        "the list wraps around to the text that was passed over"
    );
    state.apply(give(1), 9);
    assert_eq!(
        open_project(&state).view.current,
        Some(4),
        "all texts have a label, so the current one stays"
    );
    assert_eq!(
        [4, 8, 15].map(|row| label(&state, row)),
        [Some("no"), Some("yes"), Some("no")]
    );
    assert!(state.apply(give(7), 9).is_empty(), "a key without a label does nothing");
}

#[test]
fn moving_stops_at_the_ends_and_skipping_wraps_around() {
    let mut state = selected();
    state.apply_now(Msg::Labeling(labeling::Msg::Move(-1)));
    assert_eq!(open_project(&state).view.current, Some(4));
    state.apply_now(Msg::Labeling(labeling::Msg::Move(5)));
    assert_eq!(open_project(&state).view.current, Some(15));
    state.apply(
        Msg::Labeling(labeling::Msg::Pass {
            why: PassReason::Skipped,
        }),
        9,
    );
    assert_eq!(open_project(&state).view.current, Some(4));
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(29)));
    assert_eq!(open_project(&state).view.current, Some(29), "any text can be shown");
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(30)));
    assert_eq!(open_project(&state).view.current, Some(29), "the row does not exist");
    state.apply_now(Msg::Labeling(labeling::Msg::Move(1)));
    assert_eq!(
        open_project(&state).view.current,
        Some(29),
        "the text follows all others"
    );
    state.apply_now(Msg::Labeling(labeling::Msg::Move(-1)));
    assert_eq!(
        open_project(&state).listed_rows(),
        [4, 8, 15],
        "the text is listed only after it is labeled"
    );
}

#[test]
fn skipped_texts_come_last() {
    let mut state = selected();
    let cmds = state.apply(
        Msg::Labeling(labeling::Msg::Pass {
            why: PassReason::Skipped,
        }),
        1,
    );
    assert!(appended(&cmds).is_some(), "the entry is written to the log");
    assert_eq!(open_project(&state).view.current, Some(8));
    assert_eq!(open_project(&state).n_passed(PassReason::Skipped), 1);
    state.apply(give(0), 9);
    assert_eq!(open_project(&state).view.current, Some(15));
    state.apply(give(0), 9);
    assert_eq!(
        open_project(&state).view.current,
        Some(4),
        "only the skipped text is left"
    );
    state.apply(Msg::Labeling(labeling::Msg::Undo), 2);
    state.apply(Msg::Labeling(labeling::Msg::Undo), 3);
    state.apply(Msg::Labeling(labeling::Msg::Undo), 4);
    assert_eq!(
        (
            open_project(&state).view.current,
            open_project(&state).n_passed(PassReason::Skipped)
        ),
        (Some(4), 0)
    );
}

#[test]
fn undo_reverts_the_label_and_shows_the_text() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply(give(1), 9);
    state.apply(Msg::Labeling(labeling::Msg::Undo), 1);
    assert_eq!((open_project(&state).view.current, label(&state, 8)), (Some(8), None));
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    state.apply(Msg::Labeling(labeling::Msg::ClearAnswer), 2);
    assert_eq!(label(&state, 4), None);
    state.apply(Msg::Labeling(labeling::Msg::Undo), 3);
    assert_eq!(label(&state, 4), Some("yes"));
}

#[test]
fn renamed_label_keeps_its_texts_and_names_stay_unique() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply_now(Msg::Labeling(labeling::Msg::RenameLabel {
        index: 0,
        name: " agree ".into(),
    }));
    assert_eq!(label(&state, 4), Some("agree"));
    assert_eq!(open_project(&state).labels.names, ["agree", "no"]);
    state.apply_now(Msg::Labeling(labeling::Msg::RenameLabel {
        index: 0,
        name: "no".into(),
    }));
    assert_eq!(open_project(&state).labels.names, ["agree", "no"]);
    assert!(matches!(
        state.notices.confirmation,
        Some(Confirmation::MergeLabels { uses: 1, .. })
    ));
    state.apply(Msg::Answer { yes: false }, 9);
    assert_eq!(label(&state, 4), Some("agree"));
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("  ".into())));
    assert_eq!(open_project(&state).labels.names.len(), 2);
}

#[test]
fn removal_of_a_label_in_use_is_confirmed_and_can_be_undone() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply_now(Msg::Labeling(labeling::Msg::RemoveLabel(1)));
    assert!(state.notices.confirmation.is_none(), "the label is not in use");
    assert_eq!(open_project(&state).labels.names, ["yes"]);
    state.apply_now(Msg::Labeling(labeling::Msg::RemoveLabel(0)));
    assert_eq!(
        state.notices.confirmation,
        Some(Confirmation::RemoveLabel {
            name: "yes".into(),
            uses: 1
        })
    );
    state.apply(Msg::Answer { yes: true }, 1);
    assert_eq!((label(&state, 4), open_project(&state).labels.names.len()), (None, 0));
    let cmds = state.apply(Msg::Labeling(labeling::Msg::Undo), 2);
    assert_eq!(label(&state, 4), Some("yes"));
    assert_eq!(
        open_project(&state).labels.names,
        ["yes"],
        "the label set is restored too"
    );
    assert!(
        cmds.iter()
            .any(|cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::SaveHead(_))))
    );
}

fn labels(state: &AppState, row: u32) -> Vec<&str> {
    let annotation = open_project(state).annotations.history.labels().annotation(row);
    annotation.labels.iter().map(String::as_str).collect()
}

#[test]
fn key_toggles_one_of_several_labels_without_advancing() {
    let mut state = selected();
    assert!(matches!(
        state.apply_now(Msg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::Several)))[..],
        [Cmd::Persistence(persistence::Cmd::SaveHead(_))]
    ));
    for index in [0, 1, 0, 0] {
        state.apply(give(index), 9);
    }
    assert_eq!(labels(&state, 4), ["no", "yes"]);
    assert_eq!(open_project(&state).view.current, Some(4));
    state.apply_now(Msg::Labeling(labeling::Msg::Advance));
    assert_eq!(open_project(&state).view.current, Some(8));
    state.apply_now(Msg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::One)));
    assert_eq!(open_project(&state).labels.answers, AnswerType::Several);
    state.apply_now(Msg::Answer { yes: true });
    assert_eq!(labels(&state, 4), ["no", "yes"]);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    state.apply(give(0), 9);
    assert_eq!(labels(&state, 4), ["yes"]);
}

#[test]
fn written_answer_is_not_added_to_the_label_set() {
    let mut state = selected();
    state.apply_now(Msg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::Text)));
    let write = |row, text: &str| Msg::Labeling(labeling::Msg::Write { row, text: text.into() });
    let cmds = state.apply(write(4, " Once; upon a time. \n"), 1);
    assert!(appended(&cmds).is_some());
    assert_eq!(labels(&state, 4), ["Once; upon a time."]);
    assert!(
        state.apply(give(0), 9).is_empty(),
        "keys do not give labels while answers are written"
    );
    assert_eq!(open_project(&state).labels.names, ["yes", "no"]);
    state.apply(write(4, "  "), 1);
    assert_eq!(labels(&state, 4), [""; 0]);
    state.apply(write(4, "Once"), 1);
    let open = open_project(&state);
    let (stored, log) = (
        open.to_project(&Config::default()),
        open.annotations.history.log().to_vec(),
    );
    let mut fresh = test_support::state(CORES);
    fresh.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
        stored, log,
    ))))));
    assert_eq!(open_project(&fresh).labels.names, ["yes", "no"]);
    assert_eq!(open_project(&fresh).labels.answers, AnswerType::Text);
}

#[test]
fn texts_marked_cannot_tell_are_not_shown_again() {
    let mut state = selected();
    state.apply(
        Msg::Labeling(labeling::Msg::Pass {
            why: PassReason::CannotTell,
        }),
        1,
    );
    state.apply(
        Msg::Labeling(labeling::Msg::Pass {
            why: PassReason::Skipped,
        }),
        2,
    );
    assert_eq!(open_project(&state).view.current, Some(15));
    state.apply(give(0), 9);
    assert_eq!(
        open_project(&state).view.current,
        Some(8),
        "only the skipped text is left"
    );
    state.apply(give(0), 9);
    assert_eq!(open_project(&state).view.current, Some(8), "row 4 has an answer");
    let open = open_project(&state);
    assert_eq!((open.settled().picks, open.settled().skipped), (vec![8, 15], vec![4]));
    assert_eq!(
        (
            open.n_passed(PassReason::CannotTell),
            open.n_passed(PassReason::Skipped)
        ),
        (1, 0)
    );
}

#[test]
fn texts_marked_on_the_map_are_labeled_in_one_step() {
    use crate::map::{Msg as MapMsg, SelectionMode};
    let mut state = selected();
    state.apply_now(Msg::Map(MapMsg::Mark {
        rows: vec![4, 20, 21],
        how: SelectionMode::Replace,
    }));
    let cmds = state.apply(Msg::Labeling(labeling::Msg::GiveMarked { index: 1 }), 1);
    assert_eq!(appended(&cmds).expect("it is in the log").1, 3);
    assert_eq!([4, 20, 21].map(|row| label(&state, row)), [Some("no"); 3]);
    assert_eq!(open_project(&state).former_picks(), [20, 21]);
    assert_eq!(
        open_project(&state).view.current,
        Some(4),
        "the current text does not change"
    );
    state.apply(Msg::Labeling(labeling::Msg::Undo), 2);
    assert!(open_project(&state).annotations.history.labels().is_empty());
}

#[test]
fn undo_and_redo_show_the_text_they_change() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply(give(1), 9);
    assert_eq!(open_project(&state).view.current, Some(15));
    state.apply(Msg::Labeling(labeling::Msg::Undo), 1);
    state.apply(Msg::Labeling(labeling::Msg::Undo), 2);
    assert_eq!(open_project(&state).view.current, Some(4));
    let cmds = state.apply(Msg::Labeling(labeling::Msg::Redo), 3);
    assert!(appended(&cmds).is_some() || !open_project(&state).annotations.history.unsaved().is_empty());
    assert_eq!(
        (label(&state, 4), open_project(&state).view.current),
        (Some("yes"), Some(4))
    );
    state.apply(Msg::Labeling(labeling::Msg::Redo), 4);
    assert_eq!(
        (label(&state, 8), open_project(&state).view.current),
        (Some("no"), Some(8))
    );
}

#[test]
fn remaining_time_is_estimated_from_recent_texts() {
    let mut state = selected();
    assert_eq!(open_project(&state).pace(), None);
    // Each of six texts takes 4 s, not counting an idle period of 600 s. All picks are unanswered.
    for step in 0..6 {
        let at_ms = 4_000 * (step + 1) + if step < 3 { 0 } else { 600_000 };
        let ms = if step == 3 { 600_000 } else { 0 };
        state.apply(Msg::Labeling(labeling::Msg::Idle { ms }), at_ms);
        let row = open_project(&state).view.current.expect("a text");
        let text = format!("note {step}");
        state.apply(Msg::Labeling(labeling::Msg::Note { row, text }), at_ms);
        state.apply_now(Msg::Labeling(labeling::Msg::GoTo(20 + step as u32)));
    }
    assert_eq!(
        open_project(&state).pace().and_then(|pace| pace.seconds_left),
        Some(12.0)
    );
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    state.apply(give(0), 9);
    assert_eq!(
        open_project(&state).pace().and_then(|pace| pace.seconds_left),
        Some(8.0)
    );
    state.apply(Msg::Labeling(labeling::Msg::Flag), 0);
    assert!(open_project(&state).annotations.history.labels().annotation(8).flagged);
}

#[test]
fn goal_counts_from_when_it_was_set_and_is_stored() {
    let mut state = selected();
    state.apply(give(0), 9);
    let cmds = state.apply(Msg::Labeling(labeling::Msg::SetGoal { n_texts: 2 }), 9);
    let [Cmd::Persistence(persistence::Cmd::SaveHead(head))] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    let goal = head.goal.expect("it is stored");
    let n_done = |state: &AppState| {
        goal.session_progress(open_project(state).annotations.history.log())
            .n_done
    };
    assert_eq!((goal.n_texts, n_done(&state)), (2, 0));
    state.apply(give(1), 9);
    assert_eq!(n_done(&state), 1);
    state.apply(Msg::Labeling(labeling::Msg::Undo), 9);
    assert_eq!(n_done(&state), 0);
    let cmds = state.apply_now(Msg::Labeling(labeling::Msg::EndGoal));
    assert!(matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.goal.is_none()));
}
