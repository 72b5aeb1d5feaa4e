use super::*;
use crate::persistence;
use crate::projects;
use crate::state::Cmd;
use crate::test_support;
use fastgas_annotation::label::PassReason;
use fastgas_platform::StorageError;

/// The project has three picks in rows 2, 0, 1. The page waits for writes.
fn labeling() -> AppState {
    let mut state = AppState::new(1);
    *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
    state
}

fn press(state: &mut AppState, key: char) -> Vec<Cmd> {
    state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key }), 1)
}

fn answer(state: &mut AppState, saved: usize, error: Option<StorageError>) -> Vec<Cmd> {
    let append = state.persistence.last_append;
    state.apply_now(Msg::Persistence(persistence::Msg::Appended { append, saved, error }))
}

fn current(state: &AppState) -> Option<u32> {
    state.project.as_ref().and_then(|project| project.view.current)
}

fn label(state: &AppState, row: u32) -> Option<&str> {
    state
        .project
        .as_ref()
        .and_then(|project| project.annotations.history.labels().get(row))
}

fn refused() -> Option<StorageError> {
    Some(test_support::refused())
}

#[test]
fn text_stays_until_its_label_is_saved() {
    let mut state = labeling();
    let cmds = press(&mut state, '1');
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::Append { .. })]),
        "{cmds:?}"
    );
    assert_eq!((current(&state), label(&state, 2)), (Some(2), Some("yes")));
    answer(&mut state, 1, None);
    assert_eq!(current(&state), Some(0));
}

#[test]
fn keys_during_a_write_apply_to_the_next_texts_immediately() {
    let mut state = labeling();
    press(&mut state, '1');
    let cmds = press(&mut state, '2');
    let [Cmd::Persistence(persistence::Cmd::Append { at: 0, entries, .. })] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    assert_eq!(
        entries.iter().map(|msg| msg.row).collect::<Vec<_>>(),
        [2, 0],
        "both entries are appended"
    );
    assert_eq!((current(&state), label(&state, 0)), (Some(0), Some("no")));
    let skip = Msg::Labeling(labeling::Msg::Pass {
        why: PassReason::Skipped,
    });
    assert!(
        matches!(&state.apply(skip, 3)[..], [Cmd::Persistence(persistence::Cmd::Append { entries, .. })] if entries.len() == 3)
    );
    assert_eq!(current(&state), Some(1), "the skip of this text is being written");
    let last = state.persistence.last_append;
    for (append, saved) in [(last - 2, 1), (last - 1, 2), (last, 3)] {
        assert_eq!(state.project.as_ref().map(Project::n_saved), Some(saved - 1));
        state.apply_now(Msg::Persistence(persistence::Msg::Appended {
            append,
            saved,
            error: None,
        }));
    }
    assert!(state.project.as_ref().is_some_and(Project::is_saved));
    assert_eq!(
        [label(&state, 2), label(&state, 0), label(&state, 1)],
        [Some("yes"), Some("no"), None]
    );
}

#[test]
fn slow_write_holds_the_text_until_saved_or_user_advances() {
    let mut state = labeling();
    press(&mut state, '1');
    let append = state.persistence.last_append;
    state.apply_now(Msg::Persistence(persistence::Msg::AppendTimedOut {
        append: append + 7,
    }));
    assert!(!state.is_held(), "the result belongs to another append");
    state.apply_now(Msg::Persistence(persistence::Msg::AppendTimedOut { append }));
    assert!(state.is_held() && state.would_lose());
    press(&mut state, '1');
    assert_eq!([label(&state, 2), label(&state, 0)], [Some("yes"), None]);
    answer(&mut state, 1, None);
    assert!(!state.is_held() && current(&state) == Some(0));

    press(&mut state, '2');
    let append = state.persistence.last_append;
    state.apply_now(Msg::Persistence(persistence::Msg::AppendTimedOut { append }));
    state.apply_now(Msg::Labeling(labeling::Msg::Move(1)));
    assert_eq!(current(&state), Some(1), "the page advances by one text, not by two");
    press(&mut state, '1');
    assert_eq!(
        (current(&state), state.is_held()),
        (Some(1), false),
        "all appends have completed"
    );
    answer(&mut state, 2, None);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(2)));
    press(&mut state, '2');
    assert_eq!(
        current(&state),
        Some(2),
        "all writes have completed, so the page waits again"
    );
}

#[test]
fn failed_write_holds_the_text_until_user_advances() {
    let mut state = labeling();
    press(&mut state, '1');
    answer(&mut state, 0, refused());
    assert!(state.is_held() && current(&state) == Some(2));
    state.apply_now(Msg::Labeling(labeling::Msg::Advance));
    assert_eq!(current(&state), Some(0));
    press(&mut state, '1');
    answer(&mut state, 0, refused());
    assert_eq!(
        (current(&state), state.is_held()),
        (Some(1), false),
        "the user knows that the label is unsaved"
    );
}

#[test]
fn failed_write_holds_the_text_again_after_advancing_from_a_slow_one() {
    let mut state = labeling();
    press(&mut state, '1');
    let append = state.persistence.last_append;
    state.apply_now(Msg::Persistence(persistence::Msg::AppendTimedOut { append }));
    state.apply_now(Msg::Labeling(labeling::Msg::Advance));
    press(&mut state, '2');
    assert_eq!(current(&state), Some(1));
    answer(&mut state, 0, refused());
    press(&mut state, '1');
    answer(&mut state, 0, refused());
    assert_eq!(current(&state), Some(1));
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(2)));
    press(&mut state, '2');
    answer(&mut state, 0, refused());
    assert!(
        state.is_held() && current(&state) == Some(2),
        "the new failure stops the page again"
    );
}

#[test]
fn held_text_advances_after_a_successful_retry() {
    let mut state = labeling();
    press(&mut state, '1');
    answer(&mut state, 0, refused());
    state.apply_now(Msg::Persistence(persistence::Msg::RetryStorage));
    assert!(!state.is_held(), "the append is being retried");
    answer(&mut state, 1, None);
    assert_eq!((current(&state), state.would_lose()), (Some(0), false));
}

#[test]
fn undoing_a_failed_answer_stays_at_the_text() {
    let mut state = labeling();
    press(&mut state, '1');
    answer(&mut state, 0, refused());
    state.apply(Msg::Labeling(labeling::Msg::Undo), 2);
    assert_eq!((current(&state), label(&state, 2)), (Some(2), None));
    press(&mut state, '2');
    assert_eq!((current(&state), label(&state, 2)), (Some(2), Some("no")));
}

#[test]
fn opening_another_project_resets_the_gate() {
    let mut state = labeling();
    press(&mut state, '1');
    state.apply_now(Msg::Projects(projects::Msg::New));
    state.project = labeling().project;
    state.apply_now(Msg::DismissMessage);
    assert_eq!((current(&state), label(&state, 2)), (Some(2), None));
}
