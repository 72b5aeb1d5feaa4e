use super::*;
use crate::state::request::context;
use crate::test_support;
use crate::test_support::numbered_texts::give;
use fastgas_platform::StorageError;

fn labeled() -> AppState {
    let mut state = test_support::state(1);
    *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
    state.apply(give(0), 1);
    let append = state.persistence.last_append;
    state.apply_now(state::Msg::Persistence(persistence::Msg::Appended {
        append,
        saved: 1,
        error: None,
    }));
    state
}

fn inspect(state: &mut AppState, findings: IntegrityReport) -> Vec<state::Cmd> {
    state.apply_now(state::Msg::Projects(Msg::Inspected(findings)))
}

fn n_labels(state: &AppState) -> usize {
    state
        .project
        .as_ref()
        .map_or(0, |open| open.annotations.history.labels().len())
}

#[test]
fn absence_of_projects_is_known_only_after_the_list_was_read() {
    let mut state = test_support::state(1);
    assert!(!state.projects.has_none());
    let mut list = |list| {
        state.apply_now(state::Msg::Projects(Msg::Listed(list)));
        state.projects.has_none()
    };
    assert!(list(Vec::new()));
    let deleted = ProjectEntry {
        deleted: true,
        ..ProjectEntry::default()
    };
    assert!(!list(vec![deleted]), "deleted projects are listed, too");
}

#[test]
fn opening_and_leaving_a_project_requests_the_steps_of_the_page() {
    let mut state = labeled();
    let update = |state: &mut AppState, msg| {
        let context = context!(state, 1);
        state.projects.update(msg, context)
    };
    let id = ProjectId::begun_at(7);
    assert_eq!(
        update(&mut state, Msg::Open(id.clone())),
        [
            Request::LeaveProject,
            perform(Cmd::Close),
            Request::AwaitProject,
            perform(Cmd::Open(id.clone()))
        ]
    );
    assert_eq!(
        update(&mut state, Msg::DeletePermanently(id.clone())),
        [],
        "the project is not in the list"
    );
    let requests = update(&mut state, Msg::Missing(id.clone()));
    assert!(
        matches!(&requests[..], [Request::StopAwaitingProject, Request::Notify(_), last] if *last == perform(Cmd::Forget(id)))
    );
    assert_eq!(
        update(&mut state, Msg::TakeOver),
        [Request::LeaveProject, Request::AwaitProject, perform(Cmd::TakeOver)]
    );
    assert_eq!(
        update(&mut state, Msg::ReturnedFromCache(None)),
        [],
        "the page was not left"
    );
    update(&mut state, Msg::Left);
    assert!(state.is_left() && state.projects.read_only);
    assert_eq!(
        update(&mut state, Msg::ReturnedFromCache(None)),
        [Request::LeaveProject, Request::AwaitProject, perform(Cmd::Reread)]
    );
    assert_eq!(update(&mut state, Msg::ChangedElsewhere), [Request::StopWork]);
    assert!(!state.is_left() && state.projects.read_only);
    // Taking the lock from another tab needs a confirmation if work in this tab would be lost.
    state.projects.read_only = false;
    state.persistence.problem = Some("the disk is full".into());
    assert_eq!(
        update(&mut state, Msg::TakeOver),
        [Request::Confirm(Confirmation::TakeOver)]
    );
}

#[test]
fn restored_entries_are_reported_and_the_project_is_rewritten() {
    let mut state = labeled();
    let whole = IntegrityReport {
        n: 1,
        ..IntegrityReport::default()
    };
    assert_eq!(inspect(&mut state, whole.clone()), []);
    let restored = IntegrityReport {
        n: 9,
        restored: vec![0, 3, 4, 5, 8],
        ..whole
    };
    let cmds = inspect(&mut state, restored);
    assert!(matches!(&cmds[..], [state::Cmd::Persistence(persistence::Cmd::SaveAll { log, .. })] if log.len() == 1));
    let problem = state
        .notices
        .notice
        .take()
        .map(|message| message.problem)
        .unwrap_or_default();
    assert!(problem.contains("1, 4–6, 9"), "{problem}");
    // A read-only tab does not write restored data to disk.
    let mut other = labeled();
    other.projects.read_only = true;
    let restored = IntegrityReport {
        n: 1,
        restored: vec![0],
        ..IntegrityReport::default()
    };
    assert_eq!(inspect(&mut other, restored), []);
}

#[test]
fn damaged_project_is_read_only_until_the_user_continues() {
    let mut state = labeled();
    let lost = IntegrityReport {
        n: 3,
        missing: vec![1, 2],
        ..IntegrityReport::default()
    };
    assert_eq!(inspect(&mut state, lost.clone()), []);
    let words = state.projects.damage.as_ref().map(Damage::words).unwrap_or_default();
    assert!(words.contains("2–3"), "{words}");
    state.apply(give(1), 2);
    assert_eq!(n_labels(&state), 1, "the confirmation does not mention the label");
    assert!(
        !state
            .apply_now(state::Msg::Persistence(persistence::Msg::BackUp))
            .is_empty(),
        "the project can be backed up"
    );
    state.notices.notice = None;
    let cmds = state.apply_now(state::Msg::Projects(Msg::ContinueDamaged));
    assert!(matches!(&cmds[..], [state::Cmd::Persistence(persistence::Cmd::SaveAll { log, .. })] if log.len() == 1));
    let append = state.persistence.last_append;
    state.apply_now(state::Msg::Persistence(persistence::Msg::AllSaved {
        append,
        saved: Ok(()),
    }));
    assert!(state.projects.damage.is_none());
    state.apply(give(1), 3);
    assert_eq!(n_labels(&state), 2);

    // Only the tab that holds the lock can continue with the damaged project.
    let mut other = labeled();
    other.projects.read_only = true;
    inspect(&mut other, lost);
    assert_eq!(other.apply_now(state::Msg::Projects(Msg::ContinueDamaged)), []);
    assert!(other.projects.read_only && other.projects.damage.is_some());
}

#[test]
fn read_only_tab_shows_the_file_of_the_backups_and_can_choose_another() {
    let mut state = labeled();
    state.projects.read_only = true;
    let known = persistence::Msg::SavedFile(Some("kept.fastgas".into()));
    state.apply_now(state::Msg::Persistence(known));
    assert_eq!(state.persistence.saved_file.as_deref(), Some("kept.fastgas"));
    assert_eq!(
        state.apply_now(state::Msg::Persistence(persistence::Msg::ForgetSavedFile)),
        [state::Cmd::Persistence(persistence::Cmd::ForgetSavedFile)]
    );
    assert_eq!(state.persistence.saved_file, None);
}

#[test]
fn damage_report_names_everything_that_is_lost() {
    let damage = |findings| Damage {
        findings,
        is_alone: true,
    };
    let lost_rows = (5..17).collect();
    let all = damage(IntegrityReport {
        lost_rows,
        has_other_texts: true,
        lost_parts: vec![
            ProjectPart::Partition,
            ProjectPart::Layout,
            ProjectPart::Edges,
            ProjectPart::Recorded,
        ],
        ..IntegrityReport::default()
    });
    let words = all.words();
    for part in [
        "12 texts",
        "5, 6, 7",
        ", 14, …",
        "not the ones",
        "parts",
        "map is",
        "lines",
        "explanation",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let one = IntegrityReport {
        lost_parts: vec![ProjectPart::Layout],
        ..IntegrityReport::default()
    };
    assert!(one.is_damaged() && !IntegrityReport::default().is_damaged());
    assert!(!damage(one).words().contains("lines"));
}

#[test]
fn append_after_failures_contains_all_unsaved_entries() {
    let mut state = labeled();
    for key in ['1', '2'] {
        state.apply(state::Msg::Labeling(labeling::Msg::GiveByKey { key }), 2);
    }
    let last = state.persistence.last_append;
    let answer = |state: &mut AppState, append, saved, error: Option<StorageError>| {
        state.apply_now(state::Msg::Persistence(persistence::Msg::Appended {
            append,
            saved,
            error,
        }))
    };
    answer(&mut state, last - 1, 0, Some(test_support::refused()));
    assert!(state.persistence.problem.is_some());
    answer(&mut state, last, 2, None);
    assert!(state.project.as_ref().is_some_and(Project::is_saved) && state.persistence.problem.is_none());
    for _ in 0..2 {
        state.apply(state::Msg::Labeling(labeling::Msg::Flag), 3);
    }
    let last = state.persistence.last_append;
    for append in [last - 1, last] {
        answer(&mut state, append, 0, Some(test_support::refused()));
    }
    let cmds = state.apply_now(state::Msg::Persistence(persistence::Msg::RetryStorage));
    let appends: Vec<_> = cmds
        .iter()
        .filter_map(|cmd| match cmd {
            state::Cmd::Persistence(persistence::Cmd::Append { at, entries, .. }) => Some((*at, entries.len())),
            _ => None,
        })
        .collect();
    assert_eq!(appends, [(3, 2)]);
}
