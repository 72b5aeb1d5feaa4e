//! Tests of opening a file while another project is open.

use crate::import;
use crate::persistence::{self, UnsavedPart};
use crate::projects;
use crate::run;
use crate::state::{Cmd, Confirmation, Msg};
use crate::test_support::numbered_texts::{CORES, give, label, load, pool, reading, selected};
use crate::test_support::{self, open_project};
use fastgas_select::Config;

#[test]
fn unreadable_file_leaves_the_project_unchanged() {
    let mut state = selected();
    state.apply(give(0), 9);
    let before = open_project(&state).clone();
    state.apply_now(reading(2, "bad.csv"));
    let error = fastgas_protocol::Error::from(fastgas_data::LoadError::Empty).into();
    let cmds = state.apply_now(Msg::Import(import::Msg::ReadFailed { ticket: 2, error }));
    assert!(cmds.is_empty());
    assert_eq!(open_project(&state), &before);
    let notice = state.notices.notice.as_ref().unwrap();
    assert!(notice.title.contains("bad.csv"));
    assert_eq!(notice.problem, "the file is empty");
    assert!(notice.advice.contains("plain lines"));
}

#[test]
fn only_the_last_requested_file_opens() {
    let mut state = test_support::state(CORES);
    state.apply_now(reading(1, "slow.csv"));
    load(&mut state, 2, pool());
    assert_eq!(open_project(&state).source.file_name, "file-2.csv");
    assert!(
        state
            .apply_now(Msg::Import(import::Msg::Loaded {
                ticket: 1,
                pool: test_support::pool(&["a"], &[&["b"]]),
                load_ms: 1.0,
                embeddings: None,
                how: Box::default(),
            }))
            .is_empty()
    );
    assert_eq!(open_project(&state).source.file_name, "file-2.csv");
}

#[test]
fn opening_a_file_during_a_run_asks_first() {
    let mut state = selected();
    state.apply_now(Msg::Run(run::Msg::Select));
    let run = state.run.current.clone().expect("it runs");
    let other = || test_support::pool(&["review"], &[&["a"], &["b"]]);
    assert!(load(&mut state, 2, other()).is_empty());
    assert!(matches!(state.notices.confirmation, Some(Confirmation::StopRun(_))));
    state.apply(Msg::Answer { yes: false }, 1);
    assert_eq!(
        (state.run.current.as_ref(), &*open_project(&state).source.file_name),
        (Some(&run), "file-1.csv")
    );
    load(&mut state, 3, other());
    let cmds = state.apply(Msg::Answer { yes: true }, 1);
    assert!(cmds.contains(&Cmd::Run(run::Cmd::Cancel)), "{cmds:?}");
    assert_eq!(
        (state.run.current.as_ref(), &*open_project(&state).source.file_name),
        (None, "file-3.csv")
    );
}

#[test]
fn opening_another_file_asks_first_if_labels_are_not_stored() {
    let mut state = selected();
    state.apply(give(0), 9);
    let other = || test_support::pool(&["review"], &[&["a"], &["b"]]);
    let refused = test_support::refused();
    state.apply_now(Msg::Persistence(persistence::Msg::Saved {
        what: UnsavedPart::Head,
        saved: Err(refused),
    }));
    assert!(load(&mut state, 2, other()).is_empty());
    assert!(matches!(state.notices.confirmation, Some(Confirmation::Replace(_))));
    assert!(state.apply(Msg::Answer { yes: false }, 1).is_empty());
    assert_eq!(label(&state, 4), Some("yes"));
    load(&mut state, 3, other());
    let cmds = state.apply(Msg::Answer { yes: true }, 1);
    let is_another = |cmds: &[Cmd]| {
        matches!(
            cmds,
            [
                Cmd::Projects(projects::Cmd::Begin { .. }),
                Cmd::Persistence(persistence::Cmd::SaveProject(_))
            ]
        )
    };
    assert!(is_another(&cmds));
    assert!(
        is_another(&load(&mut state, 4, pool())),
        "everything is stored, so there is no question"
    );
    load(&mut state, 5, other());
    assert_eq!(open_project(&state).source.pool.len(), 2);
    assert!(open_project(&state).annotations.history.labels().is_empty());
}

#[test]
fn second_opening_of_the_same_file_changes_nothing() {
    let mut state = selected();
    state.apply(give(0), 9);
    assert!(load(&mut state, 2, pool()).is_empty());
    assert!(state.notices.confirmation.is_none() && state.import.reading.is_none());
    assert_eq!(label(&state, 4), Some("yes"));
}

#[test]
fn dropped_file_takes_precedence_over_the_stored_project() {
    let stored = selected();
    let stored = (open_project(&stored).to_project(&Config::default()), Vec::new());
    let mut state = test_support::state(CORES);
    load(&mut state, 1, test_support::pool(&["review"], &[&["a"], &["b"]]));
    state.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new(stored)))));
    assert_eq!(open_project(&state).source.pool.len(), 2);
}
