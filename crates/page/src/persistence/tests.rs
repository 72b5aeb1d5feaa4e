//! Tests of storing a project: appends, writes of the project, and restoring.

use crate::export;
use crate::labeling;
use crate::persistence::{self, BackupResult, PersistPrompt, UnsavedPart};
use crate::projects;
use crate::state::{AppState, Cmd, Confirmation, Msg};
use crate::test_support::numbered_texts::{CORES, appended, finish_run, give, label, load, pool, selected};
use crate::test_support::{self, open_project, refused};
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::{Annotation, LogEntry};
use fastgas_platform::StorageError;
use fastgas_select::Config;

fn saved(what: UnsavedPart, saved: Result<(), StorageError>) -> Msg {
    Msg::Persistence(persistence::Msg::Saved { what, saved })
}

#[test]
fn failed_project_write_is_reported_until_the_project_is_saved() {
    let mut state = selected();
    let label = state.apply(give(0), 9);
    let (append, _) = appended(&label).expect("a label");
    state.apply_now(saved(UnsavedPart::Project, Err(test_support::refused())));
    // The disk has too little space for the whole project, but enough space for a label and for the header.
    let error = None;
    state.apply_now(Msg::Persistence(persistence::Msg::Appended {
        append,
        saved: 1,
        error,
    }));
    assert!(open_project(&state).is_saved() && state.persistence.problem.is_some());
    state.apply_now(saved(UnsavedPart::Head, Ok(())));
    assert!(state.persistence.problem.is_some());
    // The next write stores the whole project, because a header alone would not match the stored project.
    let cmds = state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("else".into())));
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveProject(_))]),
        "{cmds:?}"
    );
    state.apply_now(saved(UnsavedPart::Project, Ok(())));
    assert_eq!(state.persistence.problem, None);
    let cmds = state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("more".into())));
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
        "{cmds:?}"
    );
    state.apply_now(saved(UnsavedPart::Head, Err(test_support::refused())));
    assert!(state.persistence.problem.is_some());
    state.apply_now(saved(UnsavedPart::Head, Ok(())));
    assert_eq!(state.persistence.problem, None);
}

#[test]
fn pending_appends_are_confirmed_after_another_tab_takes_over() {
    let mut state = selected();
    let (first, _) = appended(&state.apply(give(0), 9)).expect("a label");
    let (second, n) = appended(&state.apply(give(1), 9)).expect("it waits for nothing");
    let cmds = state.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere));
    assert_eq!(appended(&cmds), None, "all entries are being written");
    assert_eq!((n, open_project(&state).annotations.history.unsaved().len()), (2, 2));
    let error = None;
    state.apply_now(Msg::Persistence(persistence::Msg::Appended {
        append: first,
        saved: 1,
        error,
    }));
    assert_eq!(open_project(&state).annotations.history.unsaved().len(), 1);
    let mut full = state.clone();
    let error = None;
    state.apply_now(Msg::Persistence(persistence::Msg::Appended {
        append: second,
        saved: 2,
        error,
    }));
    assert!(open_project(&state).is_saved() && state.persistence.problem.is_none());
    let error = Some(test_support::refused());
    full.apply_now(Msg::Persistence(persistence::Msg::Appended {
        append: second,
        saved: 0,
        error,
    }));
    assert!(!open_project(&full).is_saved() && full.persistence.problem.is_some());
    assert!(matches!(
        &full.apply(Msg::Persistence(persistence::Msg::BackUp), 3)[..],
        [Cmd::Persistence(persistence::Cmd::WriteProject(_))]
    ));
    assert_eq!(full.apply_now(Msg::Projects(projects::Msg::TakeOver)), []);
    assert_eq!(full.notices.confirmation, Some(Confirmation::TakeOver));
    full.apply(Msg::Answer { yes: true }, 4);
    assert!(full.persistence.restoring && full.project.is_none());
    state.apply_now(Msg::Projects(projects::Msg::TakeOver));
    assert!(state.persistence.restoring && state.notices.confirmation.is_none());
}

#[test]
fn labels_are_appended_in_order_without_waiting() {
    let mut state = selected();
    let (first, n) = appended(&state.apply(give(0), 9)).expect("an append");
    assert_eq!(n, 1);
    assert_eq!(
        open_project(&state).n_labeled_shown(),
        0,
        "the label is not on disk yet and does not count"
    );
    let (second, n) = appended(&state.apply(give(1), 9)).expect("immediately");
    assert_eq!(n, 2, "the append contains all entries that are not known to be saved");
    let (third, n) = appended(&state.apply(give(0), 9)).expect("immediately");
    assert_eq!(n, 3);
    for (append, saved) in [(first, 1), (second, 2), (third, 3)] {
        let cmds = state.apply_now(Msg::Persistence(persistence::Msg::Appended {
            append,
            saved,
            error: None,
        }));
        assert_eq!((open_project(&state).n_labeled_shown(), appended(&cmds)), (saved, None));
    }
    let [Cmd::Persistence(persistence::Cmd::Append { at, entries, .. })] = &state.apply(give(1), 9)[..] else {
        panic!("no append")
    };
    assert_eq!((*at, entries.len()), (3, 1));
}

#[test]
fn appends_wait_while_too_many_entries_are_pending() {
    let mut state = selected();
    let many = (0..200).map(|_| state.apply(Msg::Labeling(labeling::Msg::Flag), 9));
    let sent: Vec<_> = many
        .collect::<Vec<_>>()
        .iter()
        .filter_map(|cmds| appended(cmds))
        .collect();
    let most = persistence::MAX_PENDING_ENTRIES;
    assert_eq!((sent.len(), sent.last().map(|last| last.1)), (most, Some(most)));
    let n_copies: usize = sent.iter().map(|(_, n)| n).sum();
    assert!(n_copies <= 250, "the pending appends hold {n_copies} entries");
    for (append, saved) in sent {
        let cmds = state.apply_now(Msg::Persistence(persistence::Msg::Appended {
            append,
            saved,
            error: None,
        }));
        if let Some((append, saved)) = appended(&cmds) {
            state.apply_now(Msg::Persistence(persistence::Msg::Appended {
                append,
                saved,
                error: None,
            }));
        }
    }
    assert!(open_project(&state).is_saved());
}

#[test]
fn full_disk_loses_no_labels() {
    let mut state = selected();
    let (first, _) = appended(&state.apply(give(0), 9)).unwrap();
    let (second, _) = appended(&state.apply(give(1), 9)).unwrap();
    for append in [first, second] {
        assert!(
            state
                .apply_now(Msg::Persistence(persistence::Msg::Appended {
                    append,
                    saved: 0,
                    error: Some(refused())
                }))
                .is_empty()
        );
    }
    assert!(state.persistence.problem.is_some());
    assert_eq!(open_project(&state).n_labeled_shown(), 0);
    assert_eq!(
        [4, 8].map(|row| label(&state, row)),
        [Some("yes"), Some("no")],
        "the labels are still shown"
    );
    let cmds = state.apply_now(Msg::Export(export::Msg::Start(ExportRows::Labeled, ExportFormat::Csv)));
    let [Cmd::Export(export::Cmd::Prepare { job, .. })] = cmds.as_slice() else {
        panic!()
    };
    assert_eq!(job.text().lines().count(), 3, "the export contains the labels");
    let (append, n) = appended(&state.apply_now(Msg::Persistence(persistence::Msg::RetryStorage))).expect("both again");
    assert_eq!(n, 2);
    state.apply_now(Msg::Persistence(persistence::Msg::Saved {
        what: UnsavedPart::Project,
        saved: Ok(()),
    }));
    assert!(state.persistence.problem.is_some(), "labels are still unsaved");
    state.apply_now(Msg::Persistence(persistence::Msg::Appended {
        append,
        saved: 2,
        error: None,
    }));
    assert_eq!(open_project(&state).n_labeled_shown(), 2);
    assert!(state.persistence.problem.is_none());
}

#[test]
fn append_result_of_a_closed_project_is_dropped() {
    let mut state = selected();
    let (append, _) = appended(&state.apply(give(0), 9)).unwrap();
    assert_eq!(
        state.apply_now(Msg::Projects(projects::Msg::New)),
        [Cmd::Projects(projects::Cmd::Close)]
    );
    assert!(state.project.is_none());
    load(&mut state, 2, pool());
    finish_run(&mut state, &[1, 2]);
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("yes".into())));
    state.apply(give(0), 9);
    state.apply_now(Msg::Persistence(persistence::Msg::Appended {
        append,
        saved: 1,
        error: None,
    }));
    assert_eq!(open_project(&state).n_labeled_shown(), 0);
}

#[test]
fn waiting_entries_are_stored_before_the_project_closes() {
    let mut state = selected();
    let (append, _) = appended(&state.apply(Msg::Labeling(labeling::Msg::Flag), 9)).expect("an append");
    // After 100 more changes, too many entries are unconfirmed, so the last entry waits.
    for _ in 0..100 {
        state.apply(Msg::Labeling(labeling::Msg::Flag), 9);
    }
    let cmds = state.apply_now(Msg::Projects(projects::Msg::New));
    let [
        Cmd::Persistence(persistence::Cmd::Append { at: 0, entries, .. }),
        Cmd::Projects(projects::Cmd::Close),
    ] = cmds.as_slice()
    else {
        panic!("{cmds:?}")
    };
    assert_eq!(entries.len(), 101);
    let appended = |saved, error| Msg::Persistence(persistence::Msg::Appended { append, saved, error });
    assert!(state.apply_now(appended(1, None)).is_empty());
    let refused = test_support::refused();
    state.apply_now(appended(0, Some(refused)));
    assert!(
        state.persistence.problem.is_some(),
        "the problem is shown on every screen"
    );
}

#[test]
fn reload_restores_the_whole_project() {
    let mut state = selected();
    state.run.settings.n_neighbors = "9".into();
    finish_run(&mut state, &[4, 8, 15]);
    state.apply(give(1), 9);
    let open = open_project(&state);
    let stored = (
        open.to_project(&Config::default()),
        open.annotations.history.log().to_vec(),
    );

    let mut fresh = test_support::state(CORES);
    let cmds = fresh.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new(stored)))));
    assert_eq!(
        cmds,
        [Cmd::Persistence(persistence::Cmd::CheckPersisted)],
        "the browser's prompt would cover the page"
    );
    assert_eq!(fresh.persistence.asked, PersistPrompt::Earlier);
    assert_eq!(
        fresh.apply_now(Msg::Persistence(persistence::Msg::AskToPersist)),
        [Cmd::Persistence(persistence::Cmd::AskToPersist)]
    );
    assert_eq!(fresh.persistence.asked, PersistPrompt::Now);
    let restored = open_project(&fresh);
    assert_eq!(restored.result.outcome, open.result.outcome);
    assert_eq!(restored.result.layout, open.result.layout);
    assert_eq!(restored.labels.names, open.labels.names);
    assert_eq!(restored.annotations.history.labels(), open.annotations.history.labels());
    assert_eq!((restored.n_labeled_shown(), restored.view.current), (1, Some(8)));
    assert_eq!(fresh.run.settings, state.run.settings);
    assert!(!fresh.is_outdated());
}

#[test]
fn inconsistent_project_is_not_opened() {
    let state = selected();
    let open = open_project(&state);
    let log = vec![LogEntry {
        row: 30,
        annotation: Annotation::default(),
        ..LogEntry::default()
    }];
    let mut fresh = test_support::state(CORES);
    fresh.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
        open.to_project(&Config::default()),
        log,
    ))))));
    assert!(fresh.project.is_none());
    assert!(fresh.persistence.problem.as_ref().unwrap().contains("row 30"));
}

#[test]
fn backup_counts_once_it_is_written() {
    let mut state = selected();
    state.apply(give(0), 9);
    let since = |state: &AppState| state.persistence.since_backup.differences.total();
    let before = since(&state);
    assert!(before > 0);
    let cmds = state.apply(Msg::Persistence(persistence::Msg::BackUp), 9);
    let [Cmd::Persistence(persistence::Cmd::WriteProject(file))] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    let backup = file.project.head.backup.clone().expect("it is one");
    assert_eq!((backup.at_ms, backup.n_actions, file.log.len()), (9, 1, 1));
    assert_eq!(since(&state), before, "the backup is not written yet");

    let written = |state: &mut AppState, written| {
        let file_name = "texts.fastgas".into();
        state.apply_now(Msg::Persistence(persistence::Msg::Written { file_name, written }))
    };
    assert_eq!(written(&mut state, Err("no room".into())), []);
    assert_eq!(since(&state), before);
    assert!(
        state
            .notices
            .notice
            .take()
            .is_some_and(|notice| notice.problem == "no room")
    );

    let whole = BackupResult {
        backup: Some(backup.clone()),
        misses_embeddings: false,
    };
    assert!(
        matches!(&written(&mut state, Ok(whole))[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.backup == Some(backup))
    );
    assert_eq!((since(&state), state.notices.notice.is_some()), (0, false));

    // A copy for a colleague is not a backup.
    state.apply(give(0), 9);
    let without = BackupResult {
        backup: None,
        misses_embeddings: true,
    };
    assert_eq!(written(&mut state, Ok(without)), []);
    assert_eq!(since(&state), 1);
    assert!(
        state
            .notices
            .notice
            .as_ref()
            .is_some_and(|notice| notice.title == "texts.fastgas does not contain the embeddings")
    );
}
