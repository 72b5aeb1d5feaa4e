//! Behavior when another tab takes over the project, or another project is opened, in the middle of an operation.

use crate::encoder;
use crate::import;
use crate::import::append;
use crate::labeling::save_gate::SaveGate;
use crate::map::MapAction;
use crate::project::Open;
use crate::projects::Action as Projects;
use crate::prompts;
use crate::run;
use crate::session::Field;
use crate::similar;
use crate::state::tests::{give, load, opened, outcome, pool, selected};
use crate::state::{Action, AppState, Effect, Question, Reading};
use crate::test_support;
use fastgas_data::Pool;
use fastgas_platform::{ProjectId, StorageError};
use fastgas_protocol::{JobId, UnreadableReason, WorkerError};
use fastgas_select::Config;

fn elsewhere(state: &mut AppState) -> Vec<Effect> {
    state.apply_now(Action::Projects(Projects::Elsewhere))
}

fn here(state: &AppState) -> &Open {
    state.project.as_ref().expect("an open project")
}

fn two_texts() -> Pool {
    test_support::pool(&["text"], &[&["a"], &["b"]])
}

/// Starts a run; returns its job and config.
fn begin(state: &mut AppState) -> (JobId, Config) {
    match state.apply_now(Action::Run(run::Msg::Select)).into_iter().next() {
        Some(Effect::Run { job, config, .. }) => (job, config),
        effect => panic!("{effect:?}"),
    }
}

#[test]
fn run_is_cancelled_when_another_tab_takes_over() {
    let mut state = selected();
    let (job, config) = begin(&mut state);
    let effects = elsewhere(&mut state);
    assert!(effects.contains(&Effect::CancelRun), "{effects:?}");
    assert!(state.run.current.is_none());
    // Late results of the run do not go into another project.
    state.apply_now(Action::NewProject);
    load(&mut state, 2, two_texts());
    let outcome = Box::new(outcome(&[4, 8], config));
    assert_eq!(state.apply_now(Action::Run(run::Msg::Selected { job, outcome })), []);
    assert!(here(&state).result.outcome.is_none());
    let effects = state.apply_now(Action::Run(run::Msg::Select));
    assert!(matches!(effects[..], [Effect::Run { .. }]), "{effects:?}");
}

#[test]
fn pending_question_is_dropped_when_another_project_opens() {
    let mut state = selected();
    let opened = state.project.as_ref().expect("a project").clone();
    state.notices.confirmation = Some(Question::Relabel {
        rows: vec![20, 29],
        name: "yes".into(),
        n_others: 1,
    });
    state.replace(Open::new("b.csv".into(), two_texts(), 0, 1.0));
    assert_eq!(state.notices.confirmation, None);
    state.apply(Action::Answer { yes: true }, 5);
    assert!(here(&state).annotations.history.log().is_empty());

    let mut state = test_support::joined_in_a_row(selected());
    state.apply_now(Action::Alike(similar::Action::OpenSimilar(Some(20))));
    assert!(state.similar.similar.is_some());
    load(&mut state, 2, two_texts());
    state.apply_now(Action::Add(crate::import::append::Action::OpenAsIs));
    assert!(state.similar.similar.is_none(), "there is no such text");
    assert_ne!(here(&state).source.pool, opened.source.pool);
}

#[test]
fn dialogs_close_when_another_tab_takes_over() {
    let mut state = selected();
    state.apply_now(Action::AddLabel("more".into()));
    state.apply_now(Action::FindLabel(true));
    state.apply_now(Action::Prompt(prompts::Action::Open));
    state.apply_now(Action::Encoder(encoder::Msg::AddFiles {
        files: Vec::new(),
        configs: Vec::new(),
    }));
    state.apply_now(Action::Import(import::Action::Look {
        source: 1,
        file_name: "a.csv".into(),
    }));
    let reading = Reading {
        ticket: 9,
        source: Some(1),
        ..Reading::default()
    };
    state.apply_now(Action::Import(import::Action::Reading(reading)));
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
    let effects = elsewhere(&mut state);
    assert_eq!(is_open(&state), [false; 5]);
    for effect in [
        Effect::Import(import::Effect::Stop),
        Effect::StopTrial,
        Effect::ForgetFiles,
    ] {
        assert!(effects.contains(&effect), "{effect:?} in {effects:?}");
    }
}

/// A state with two labels whose appends are still pending.
fn waiting() -> AppState {
    let mut state = selected();
    state.labeling.save_gate = SaveGate::default();
    state.apply(give(0), 9);
    let effects = state.apply(give(1), 9);
    assert!(
        matches!(&effects[..], [Effect::Append { at: 0, actions, .. }] if actions.len() == 2),
        "{effects:?}"
    );
    state
}

#[test]
fn takeover_sends_no_append_for_pending_entries() {
    let mut state = waiting();
    let effects = elsewhere(&mut state);
    assert_eq!(here(&state).annotations.history.log().len(), 2);
    let is_append = |effect: &Effect| matches!(effect, Effect::Append { .. });
    assert!(!effects.iter().any(is_append), "all of it is under way");
}

#[test]
fn unsubmitted_input_is_left_to_the_tab_that_takes_over() {
    let mut state = selected();
    let row = here(&state).view.current.expect("a text");
    state.apply(
        Action::Type {
            field: Field::Note(row),
            text: "half a".into(),
        },
        5,
    );
    elsewhere(&mut state);
    state.apply_now(Action::Move(1));
    assert_ne!(here(&state).view.current, Some(row));
    assert!(here(&state).annotations.history.log().is_empty());
}

/// A project that was lost from disk and is being rewritten; returns the pending append.
fn rewriting() -> (AppState, u32) {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply_now(Action::StorageLost);
    match state.apply_now(Action::RetryStorage).as_slice() {
        [Effect::SaveAll { append, .. }] => {
            let append = *append;
            // No problem is reported so far.
            state.persistence.problem = None;
            (state, append)
        }
        effects => panic!("{effects:?}"),
    }
}

fn logs(effects: &[Effect]) -> Vec<usize> {
    let all = effects.iter().filter_map(|effect| match effect {
        Effect::SaveAll { log, .. } => Some(log.len()),
        _ => None,
    });
    all.collect()
}

#[test]
fn labels_given_during_a_rewrite_are_sent_before_the_project_closes() {
    let (mut state, _) = rewriting();
    assert_eq!(logs(&state.apply_now(Action::NewProject)), [0; 0], "all is on its way");

    let (mut state, append) = rewriting();
    state.apply(give(1), 9);
    let mut other = state.clone();
    assert_eq!(logs(&state.apply_now(Action::NewProject)), [2]);
    // A failure is reported even if the project is no longer on the screen.
    state.apply_now(Action::AllSaved {
        append,
        saved: Err(test_support::refused()),
    });
    assert!(state.persistence.problem.is_some());

    let effects = elsewhere(&mut other);
    assert_eq!(logs(&effects), [2]);
    let later = other.apply_now(Action::AllSaved { append, saved: Ok(()) });
    assert_eq!(later, [], "the other tab writes by then");
    let last = append + 1;
    other.apply_now(Action::AllSaved {
        append: last,
        saved: Ok(()),
    });
    assert!(here(&other).is_saved());
}

#[test]
fn labels_of_appended_texts_are_saved_with_them() {
    let mut state = opened();
    state.apply_now(Action::AddLabel("yes".into()));
    state.apply(Action::Give { index: 0 }, 1);
    let further = test_support::pool_of(
        &["id", "text"],
        (28..32).map(|row: u32| [row.to_string(), format!("text number {row}")]),
    );
    state.apply_now(Action::Add(append::Action::Choose));
    load(&mut state, 2, further);
    state.apply(Action::Add(append::Action::Add), 9);
    state.apply_now(Action::GoTo(31));
    state.apply(Action::Give { index: 0 }, 10);
    let n = here(&state).annotations.history.log().len();
    let effects = state.apply_now(Action::NewProject);
    assert_eq!(logs(&effects), [n]);
    let is_append = |effect: &Effect| matches!(effect, Effect::Append { .. });
    assert!(!effects.iter().any(is_append), "{effects:?}");
}

#[test]
fn unreadable_project_of_another_tab_does_not_block_new_files() {
    let gone = StorageError::Unreadable {
        reason: UnreadableReason::NoColumns,
    };
    for ends in [
        Action::Restored(None),
        Action::RestoreFailed(gone),
        Action::Projects(Projects::Missing(ProjectId::begun_at(4))),
    ] {
        let mut state = test_support::state(2);
        assert!(state.persistence.restoring);
        elsewhere(&mut state);
        assert!(state.projects.read_only);
        state.apply_now(ends);
        assert!(!state.persistence.restoring && !state.projects.read_only);
        state.apply_now(Action::DismissMessage);
        load(&mut state, 2, two_texts());
        assert_eq!(here(&state).source.pool.len(), 2);
    }
}

#[test]
fn failed_read_clears_the_choice_to_append() {
    let mut state = selected();
    state.apply_now(Action::Add(append::Action::Choose));
    state.apply_now(Action::Import(import::Action::Reading(Reading {
        ticket: 2,
        ..Reading::default()
    })));
    let error = fastgas_protocol::Error::from(fastgas_data::LoadError::Empty).into();
    state.apply_now(Action::Import(import::Action::ReadFailed { ticket: 2, error }));
    state.apply_now(Action::DismissMessage);
    let other = test_support::pool(&["question"], &[&["a"], &["b"]]);
    load(&mut state, 3, other.clone());
    assert_eq!(*here(&state).source.pool, other, "it is a project of its own");
}

#[test]
fn part_names_are_assigned_to_their_run() {
    let mut state = opened();
    let (job, config) = begin(&mut state);
    let outcome = Box::new(outcome(&[1, 2], config));
    state.apply_now(Action::Run(run::Msg::Selected { job, outcome }));
    state.run.last_job += 1;
    let names = vec![vec!["word".to_owned()]; 3];
    // Stopping the layout does not end the run.
    for _ in 0..2 {
        let names = names.clone();
        let effects = state.apply_now(Action::Run(run::Msg::KeywordsFound { job, names }));
        assert!(matches!(effects[..], [Effect::SaveHead(_)]), "{effects:?}");
        assert_eq!(here(&state).result.part_names.len(), 3);
        state.apply_now(Action::Run(run::Msg::Cancel));
    }
    let error = WorkerError::Cancelled;
    state.apply_now(Action::Run(run::Msg::Failed { job, error }));
    let effects = state.apply_now(Action::Run(run::Msg::KeywordsFound { job, names: Vec::new() }));
    assert_eq!(effects, [], "of a run that is over nothing is waited for");
}

#[test]
fn text_column_from_dialog_or_list_has_the_same_effect() {
    let mut state = opened();
    state.apply_now(Action::Map(MapAction::Search("12".into())));
    let mut listed = state.clone();
    listed.apply_now(Action::Import(import::Action::ChooseTextColumn(0)));
    state.apply_now(Action::Import(import::Action::Reading(Reading {
        ticket: 2,
        columns: fastgas_data::Columns {
            text: Some(fastgas_data::TextSource::Column("id".into())),
            ..Default::default()
        },
        ..Reading::default()
    })));
    let how = import::How {
        text_column: Some(0),
        ..Default::default()
    };
    let effects = state.apply_now(Action::Import(import::Action::Loaded {
        ticket: 2,
        pool: pool(),
        load_ms: 1.0,
        embeddings: None,
        how: Box::new(how),
    }));
    assert_eq!(here(&state).source.text_column, here(&listed).source.text_column);
    assert_eq!(state.run.tokens, listed.run.tokens);
    let is_search = |effect: &Effect| matches!(effect, Effect::Map(_));
    let is_head = |effect: &Effect| matches!(effect, Effect::SaveHead(_));
    assert!(effects.iter().any(is_search), "{effects:?}");
    assert!(effects.iter().any(is_head), "{effects:?}");
}
