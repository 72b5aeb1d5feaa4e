//! Another tab takes over the project, or the user opens another project, in the middle of an operation.

use crate::encoder;
use crate::import::{self, FileRead, append};
use crate::labeling;
use crate::labeling::save_gate::SaveGate;
use crate::map::Msg as MapMsg;
use crate::persistence;
use crate::project::Project;
use crate::projects::Msg as ProjectsMsg;
use crate::prompts;
use crate::run;
use crate::session::{self, DraftField};
use crate::similar;
use crate::state::{AppState, Cmd, Confirmation, Msg};
use crate::test_support::numbered_texts::{give, load, opened, outcome, pool, selected};
use crate::test_support::{self, open_project};
use fastgas_data::Pool;
use fastgas_platform::{ProjectId, StorageError};
use fastgas_protocol::{JobId, UnreadableReason, WorkerError};
use fastgas_select::Config;

fn elsewhere(state: &mut AppState) -> Vec<Cmd> {
    state.apply_now(Msg::Projects(ProjectsMsg::ChangedElsewhere))
}

fn two_texts() -> Pool {
    test_support::pool(&["text"], &[&["a"], &["b"]])
}

fn begin(state: &mut AppState) -> (JobId, Config) {
    match state.apply_now(Msg::Run(run::Msg::Select)).into_iter().next() {
        Some(Cmd::Run(run::Cmd::Start { job, config, .. })) => (job, config),
        cmd => panic!("{cmd:?}"),
    }
}

#[test]
fn run_is_cancelled_when_another_tab_takes_over() {
    let mut state = selected();
    let (job, config) = begin(&mut state);
    let cmds = elsewhere(&mut state);
    assert!(cmds.contains(&Cmd::Run(run::Cmd::Cancel)), "{cmds:?}");
    assert!(state.run.current.is_none());
    // Late results of the run do not change a project that was opened later.
    state.apply_now(Msg::Projects(ProjectsMsg::New));
    load(&mut state, 2, two_texts());
    let outcome = Box::new(outcome(&[4, 8], config));
    assert_eq!(state.apply_now(Msg::Run(run::Msg::Selected { job, outcome })), []);
    assert!(open_project(&state).result.outcome.is_none());
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    assert!(matches!(cmds[..], [Cmd::Run(run::Cmd::Start { .. })]), "{cmds:?}");
}

#[test]
fn pending_question_is_dropped_when_another_project_opens() {
    let mut state = selected();
    let opened = open_project(&state).clone();
    state.notices.confirmation = Some(Confirmation::Relabel {
        rows: vec![20, 29],
        name: "yes".into(),
        n_others: 1,
    });
    state.replace(Project::new("b.csv".into(), two_texts(), 0, 1.0), 0);
    assert_eq!(state.notices.confirmation, None);
    state.apply(Msg::Answer { yes: true }, 5);
    assert!(open_project(&state).annotations.history.log().is_empty());

    let mut state = test_support::connected_in_a_row(selected());
    state.apply_now(Msg::Similar(similar::Msg::OpenSimilar(Some(20))));
    assert!(state.similar.similar.is_some());
    load(&mut state, 2, two_texts());
    state.apply_now(Msg::Add(crate::import::append::Msg::OpenAsIs));
    assert!(state.similar.similar.is_none(), "the current text does not exist");
    assert_ne!(open_project(&state).source.pool, opened.source.pool);
}

#[test]
fn dialogs_close_when_another_tab_takes_over() {
    let mut state = selected();
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("more".into())));
    state.apply_now(Msg::Labeling(labeling::Msg::FindLabel(true)));
    state.apply_now(Msg::Prompt(prompts::Msg::Open));
    state.apply_now(Msg::Encoder(encoder::Msg::AddFiles {
        files: Vec::new(),
        configs: Vec::new(),
    }));
    state.apply_now(Msg::Import(import::Msg::Preview {
        source: 1,
        file_name: "a.csv".into(),
    }));
    let reading = FileRead {
        ticket: 9,
        source: Some(1),
        ..FileRead::default()
    };
    state.apply_now(Msg::Import(import::Msg::Reading(reading)));
    let is_open = |state: &AppState| {
        [
            state.labeling.is_finding_label,
            state.prompts.is_open,
            state.encoder.draft.is_some(),
            state.import.dialog.is_some(),
            state.import.reading.is_some(),
        ]
    };
    assert_eq!(is_open(&state), [true; 5]);
    let cmds = elsewhere(&mut state);
    assert_eq!(is_open(&state), [false; 5]);
    for cmd in [
        Cmd::Import(import::Cmd::Stop),
        Cmd::Encoder(encoder::Cmd::StopTrial),
        Cmd::Import(import::Cmd::ForgetFiles),
    ] {
        assert!(cmds.contains(&cmd), "{cmd:?} in {cmds:?}");
    }
}

fn waiting() -> AppState {
    let mut state = selected();
    state.labeling.save_gate = SaveGate::default();
    state.apply(give(0), 9);
    let cmds = state.apply(give(1), 9);
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::Append { at: 0, entries, .. })] if entries.len() == 2),
        "{cmds:?}"
    );
    state
}

#[test]
fn takeover_sends_no_append_for_pending_entries() {
    let mut state = waiting();
    let cmds = elsewhere(&mut state);
    assert_eq!(open_project(&state).annotations.history.log().len(), 2);
    let is_append = |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::Append { .. }));
    assert!(!cmds.iter().any(is_append), "all entries are being written");
}

#[test]
fn unsubmitted_input_is_left_to_the_tab_that_takes_over() {
    let mut state = selected();
    let row = open_project(&state).view.current.expect("a text");
    state.apply(
        Msg::Session(session::Msg::TypeInto {
            field: DraftField::Note(row),
            text: "half a".into(),
        }),
        5,
    );
    elsewhere(&mut state);
    state.apply_now(Msg::Labeling(labeling::Msg::Move(1)));
    assert_ne!(open_project(&state).view.current, Some(row));
    assert!(open_project(&state).annotations.history.log().is_empty());
}

/// Returns a state in which the lost project is being written again, and the number of this write.
fn rewriting() -> (AppState, u32) {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply_now(Msg::Persistence(persistence::Msg::StorageLost));
    match state
        .apply_now(Msg::Persistence(persistence::Msg::RetryStorage))
        .as_slice()
    {
        [Cmd::Persistence(persistence::Cmd::SaveAll { append, .. })] => {
            let append = *append;
            // The error is removed, so that the tests notice a later error.
            state.persistence.problem = None;
            (state, append)
        }
        cmds => panic!("{cmds:?}"),
    }
}

fn logs(cmds: &[Cmd]) -> Vec<usize> {
    let all = cmds.iter().filter_map(|cmd| match cmd {
        Cmd::Persistence(persistence::Cmd::SaveAll { log, .. }) => Some(log.len()),
        _ => None,
    });
    all.collect()
}

#[test]
fn labels_given_during_a_rewrite_are_sent_before_the_project_closes() {
    let (mut state, _) = rewriting();
    assert_eq!(
        logs(&state.apply_now(Msg::Projects(ProjectsMsg::New))),
        [0; 0],
        "all entries are being written"
    );

    let (mut state, append) = rewriting();
    state.apply(give(1), 9);
    let mut other = state.clone();
    assert_eq!(logs(&state.apply_now(Msg::Projects(ProjectsMsg::New))), [2]);
    // An error is reported even if the project is no longer on the screen.
    state.apply_now(Msg::Persistence(persistence::Msg::AllSaved {
        append,
        saved: Err(test_support::refused()),
    }));
    assert!(state.persistence.problem.is_some());

    let cmds = elsewhere(&mut other);
    assert_eq!(logs(&cmds), [2]);
    let later = other.apply_now(Msg::Persistence(persistence::Msg::AllSaved { append, saved: Ok(()) }));
    assert_eq!(later, [], "the other tab writes from now on");
    let last = append + 1;
    other.apply_now(Msg::Persistence(persistence::Msg::AllSaved {
        append: last,
        saved: Ok(()),
    }));
    assert!(open_project(&other).is_saved());
}

#[test]
fn labels_of_appended_texts_are_saved_with_them() {
    let mut state = opened();
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("yes".into())));
    state.apply(Msg::Labeling(labeling::Msg::Give { index: 0 }), 1);
    let further = test_support::pool_of(
        &["id", "text"],
        (28..32).map(|row: u32| [row.to_string(), format!("text number {row}")]),
    );
    state.apply_now(Msg::Add(append::Msg::Choose));
    load(&mut state, 2, further);
    let cmds = state.apply(Msg::Add(append::Msg::Add), 9);
    let appended = append::appended(&cmds).expect("a new pool");
    state.apply(Msg::Add(appended), 9);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(31)));
    state.apply(Msg::Labeling(labeling::Msg::Give { index: 0 }), 10);
    let n = open_project(&state).annotations.history.log().len();
    let cmds = state.apply_now(Msg::Projects(ProjectsMsg::New));
    assert_eq!(logs(&cmds), [n]);
    let is_append = |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::Append { .. }));
    assert!(!cmds.iter().any(is_append), "{cmds:?}");
}

#[test]
fn unreadable_project_of_another_tab_does_not_block_new_files() {
    let gone = StorageError::Unreadable {
        reason: UnreadableReason::NoColumns,
    };
    for ends in [
        Msg::Persistence(persistence::Msg::Restored(None)),
        Msg::Persistence(persistence::Msg::RestoreFailed(gone)),
        Msg::Projects(ProjectsMsg::Missing(ProjectId::begun_at(4))),
    ] {
        let mut state = test_support::state(2);
        assert!(state.persistence.restoring);
        elsewhere(&mut state);
        assert!(state.projects.read_only);
        state.apply_now(ends);
        assert!(!state.persistence.restoring && !state.projects.read_only);
        state.apply_now(Msg::DismissMessage);
        load(&mut state, 2, two_texts());
        assert_eq!(open_project(&state).source.pool.len(), 2);
    }
}

#[test]
fn failed_read_clears_the_choice_to_append() {
    let mut state = selected();
    state.apply_now(Msg::Add(append::Msg::Choose));
    state.apply_now(Msg::Import(import::Msg::Reading(FileRead {
        ticket: 2,
        ..FileRead::default()
    })));
    let error = fastgas_protocol::Error::from(fastgas_data::LoadError::Empty).into();
    state.apply_now(Msg::Import(import::Msg::ReadFailed { ticket: 2, error }));
    state.apply_now(Msg::DismissMessage);
    let other = test_support::pool(&["question"], &[&["a"], &["b"]]);
    load(&mut state, 3, other.clone());
    assert_eq!(
        *open_project(&state).source.pool,
        other,
        "the file was opened as a separate project"
    );
}

#[test]
fn part_names_are_assigned_to_their_run() {
    let mut state = opened();
    let (job, config) = begin(&mut state);
    let outcome = Box::new(outcome(&[1, 2], config));
    state.apply_now(Msg::Run(run::Msg::Selected { job, outcome }));
    let next = state.run.next_job();
    state.run.take_job(next);
    let names = vec![vec!["word".to_owned()]; 3];
    // Stopping the computation of the map does not end the run.
    for _ in 0..2 {
        let names = names.clone();
        let cmds = state.apply_now(Msg::Run(run::Msg::KeywordsFound { job, names }));
        assert!(
            matches!(cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
            "{cmds:?}"
        );
        assert_eq!(open_project(&state).result.part_names.len(), 3);
        state.apply_now(Msg::Run(run::Msg::Cancel));
    }
    let error = WorkerError::Cancelled;
    state.apply_now(Msg::Run(run::Msg::Failed { job, error }));
    let cmds = state.apply_now(Msg::Run(run::Msg::KeywordsFound { job, names: Vec::new() }));
    assert_eq!(cmds, [], "results of an ended run are not awaited");
}

#[test]
fn text_column_from_dialog_or_list_has_the_same_effect() {
    let mut state = opened();
    state.apply_now(Msg::Map(MapMsg::Search("12".into())));
    let mut listed = state.clone();
    listed.apply_now(Msg::Import(import::Msg::ChooseTextColumn(0)));
    let reading = FileRead {
        ticket: 2,
        columns: fastgas_data::Columns {
            text: Some(fastgas_data::TextSource::Column("id".into())),
            ..Default::default()
        },
        ..FileRead::default()
    };
    let how = import::ImportOutcome {
        text_column: Some(0),
        ..Default::default()
    };
    let cmds = test_support::read_file(&mut state, reading, pool(), None, how);
    assert_eq!(
        open_project(&state).source.text_column,
        open_project(&listed).source.text_column
    );
    assert_eq!(state.run.tokens, listed.run.tokens);
    let is_search = |cmd: &Cmd| matches!(cmd, Cmd::Map(_));
    let is_head = |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::SaveHead(_)));
    assert!(cmds.iter().any(is_search), "{cmds:?}");
    assert!(cmds.iter().any(is_head), "{cmds:?}");
}
