use crate::import;
use crate::labeling;
use crate::persistence;
use crate::project::Project;
use crate::run;
use crate::state::Msg;
use crate::state::{AppState, Cmd};
use crate::test_support::numbered_texts::{give, load, outcome};
use crate::test_support::{self, open_project};
use fastgas_annotation::label::{AnswerType, PassReason};
use fastgas_platform::EmbedProgress;
use fastgas_protocol::{JobId, LostReason, Refusal, WorkerError};
use fastgas_select::Config;
use fastgas_select::EarlyPicks;
use fastgas_select::evaluate::Reason;

/// The run selects 10 of 1,000 texts and is still embedding the texts.
fn embedding() -> (AppState, JobId) {
    let mut state = test_support::state(2);
    state.apply_now(Msg::Persistence(persistence::Msg::Restored(None)));
    let row = |row: u32| [row.to_string(), format!("text number {row}")];
    load(
        &mut state,
        1,
        test_support::pool_of(&["id", "text"], (0..1_000).map(row)),
    );
    state.run.settings.budget = "10".into();
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("yes".into())));
    state.apply_now(Msg::Run(run::Msg::Select));
    let job = state.run.current.as_ref().expect("a run").job;
    (state, job)
}

fn ready(state: &mut AppState, done: u32) {
    let job = state.run.current.as_ref().expect("a run").job;
    let progress = EmbedProgress {
        total: 1_000,
        done,
        cached: 0,
        held: 0,
        tokens: 10_000,
        tokens_done: 10 * done as usize,
    };
    state.apply_now(Msg::Run(run::Msg::Embedded {
        job,
        progress,
        elapsed_ms: f64::from(done),
    }));
}

fn picked(state: &mut AppState, job: JobId, rows: &[u32], among: u32) -> Vec<Cmd> {
    let rows = rows.to_vec();
    let n_known = state.project.as_ref().map_or(0, |open| open.result.early_reasons.len());
    let reasons = rows[n_known..].iter().map(|&row| (row, reason(row))).collect();
    state.apply_now(Msg::Run(run::Msg::PickedEarly {
        job,
        picked: Ok((EarlyPicks { rows, among }, reasons)),
    }))
}

fn reason(row: u32) -> Reason {
    Reason {
        part: 0,
        part_size: 9,
        n_originals: 9,
        degree_in_part: row,
        rank_in_part: 1,
        n_lower_in_part: 0,
        newly_covered: 2,
        nearest: vec![row + 1],
        runner_up: Some(0),
        margin: 1,
    }
}

fn asked_for(cmds: &[Cmd]) -> (u32, &[u32]) {
    let [Cmd::Run(run::Cmd::PickEarly { config, earlier, .. })] = cmds else {
        panic!("{cmds:?}")
    };
    (config.budget, &earlier.picks)
}

fn pass(state: &mut AppState) {
    let why = PassReason::CannotTell;
    state.apply(Msg::Labeling(labeling::Msg::Pass { why }), 9);
}

/// After 350 texts are embedded, the texts 7, 40 and 3 are early picks.
fn three_early() -> (AppState, JobId) {
    let (mut state, job) = embedding();
    ready(&mut state, 350);
    assert_eq!(asked_for(&state.apply_now(Msg::Run(run::Msg::PickEarly))), (3, &[][..]));
    let cmds = picked(&mut state, job, &[7, 40, 3], 350);
    assert!(matches!(
        cmds.as_slice(),
        [Cmd::Persistence(persistence::Cmd::SaveHead(_))]
    ));
    (state, job)
}

#[test]
fn share_of_embedded_texts_can_be_picked() {
    assert_eq!(EarlyPicks::share(18, 999, 1_000), 17);
    assert_eq!(EarlyPicks::share(u32::MAX, u32::MAX, u32::MAX), u32::MAX);
    assert_eq!(EarlyPicks::share(18, 0, 0), 0);
    let (mut state, _) = embedding();
    assert_eq!(state.run.n_early(state.project.as_ref()), None);
    assert!(state.apply_now(Msg::Run(run::Msg::PickEarly)).is_empty());
    for (done, expected) in [
        (99, None),
        (100, Some(1)),
        (199, Some(1)),
        (999, Some(9)),
        (1_000, None),
    ] {
        ready(&mut state, done);
        assert_eq!(state.run.n_early(state.project.as_ref()), expected, "{done}");
    }
}

#[test]
fn non_incremental_method_makes_no_early_picks() {
    let (mut state, _) = embedding();
    state.run.current.as_mut().expect("a run").config.method = fastgas_select::Method::KMeans;
    ready(&mut state, 500);
    assert_eq!(state.run.n_early(state.project.as_ref()), None);
}

#[test]
fn final_selection_extends_early_picks() {
    let (mut state, job) = three_early();
    assert!(open_project(&state).has_queue());
    assert_eq!(open_project(&state).view.current, Some(7));
    state.apply(give(0), 9);
    pass(&mut state);
    assert_eq!(
        open_project(&state).view.current,
        Some(3),
        "the next text without an answer becomes current"
    );
    assert_eq!(open_project(&state).reason(), Some(&reason(3)));
    let stored = open_project(&state).to_project(&Config::default());
    let restored = Project::restore(stored, Vec::new()).expect("a project");
    assert_eq!(restored.result.early_reasons, open_project(&state).result.early_reasons);
    let mut torn = open_project(&state).to_project(&Config::default());
    torn.head.early_reasons[0].1.nearest = vec![1_000_000];
    assert!(Project::restore(torn, Vec::new()).is_err());
    let earlier = state
        .run
        .early_is_decided(job, state.project.as_ref())
        .expect("there are some");
    assert_eq!((earlier.picks, earlier.skipped), (vec![7, 3], vec![40]));

    let config = state.run.current.as_ref().expect("a run").config.clone();
    state.apply_now(Msg::Run(run::Msg::Selected {
        job,
        outcome: Box::new(outcome(&[7, 3, 1, 2], config)),
    }));
    let open = open_project(&state);
    assert_eq!(open.view.current, Some(3), "the current text does not change");
    assert_eq!(open.picked().collect::<Vec<_>>(), [7, 3, 1, 2]);
    assert_eq!(
        open.result.early.as_ref().map(|early| early.among),
        Some(350),
        "the result records the number of texts at the time of the early picks"
    );
    assert_eq!(open.annotations.history.labels().get(7), Some("yes"));
    assert_eq!(state.run.n_early(state.project.as_ref()), None);
}

#[test]
fn finished_run_shows_next_pick_when_early_picks_are_labeled() {
    let all_said = |answers| {
        let (mut state, job) = three_early();
        state.apply_now(Msg::Labeling(labeling::Msg::ChooseAnswers(answers)));
        for row in [7, 40, 3] {
            state.apply_now(Msg::Labeling(labeling::Msg::GoTo(row)));
            state.apply(give(0), 9);
        }
        let config = state.run.current.as_ref().expect("a run").config.clone();
        let outcome = Box::new(outcome(&[7, 40, 3, 1], config));
        state.apply_now(Msg::Run(run::Msg::Selected { job, outcome }));
        open_project(&state).view.current
    };
    assert_eq!(all_said(AnswerType::One), Some(1));
    assert_eq!(all_said(AnswerType::Several), Some(3), "a text may get another label");
}

#[test]
fn more_texts_can_be_picked_as_more_are_embedded() {
    let (mut state, job) = three_early();
    assert_eq!(
        state.run.n_early(state.project.as_ref()),
        None,
        "the early picks already have their share"
    );
    ready(&mut state, 620);
    assert_eq!(state.run.n_early(state.project.as_ref()), Some(3));
    assert_eq!(
        asked_for(&state.apply_now(Msg::Run(run::Msg::PickEarly))),
        (6, &[7, 40, 3][..])
    );
    assert!(
        state.apply_now(Msg::Run(run::Msg::PickEarly)).is_empty(),
        "only one early selection runs at a time"
    );
    state.apply(give(0), 9);
    picked(&mut state, job, &[7, 40, 3, 5, 6, 8], 620);
    assert_eq!(
        open_project(&state).view.current,
        Some(40),
        "the current text does not change"
    );
    assert_eq!(open_project(&state).picked().count(), 6);
}

#[test]
fn late_or_failed_early_picks_change_nothing() {
    let (mut state, job) = embedding();
    ready(&mut state, 350);
    state.apply_now(Msg::Run(run::Msg::PickEarly));
    let picked_none = |state: &mut AppState, error| {
        let picked = Err(error);
        assert!(
            state
                .apply_now(Msg::Run(run::Msg::PickedEarly { job, picked }))
                .is_empty()
        );
        assert!(
            open_project(state).result.early.is_none() && !state.run.current.as_ref().expect("a run").picking_early
        );
    };
    picked_none(&mut state, WorkerError::Cancelled);
    assert!(state.notices.notice.is_none());
    state.apply_now(Msg::Run(run::Msg::PickEarly));
    let (times, reason) = (3, LostReason::Browser(Refusal::NoMemory));
    picked_none(&mut state, WorkerError::Lost { times, reason });
    assert!(state.notices.notice.is_some());
    assert_eq!(
        state.run.early_is_decided(job, state.project.as_ref()),
        None,
        "the run continues with the picks that it received"
    );
    state.apply_now(Msg::Run(run::Msg::Cancel));
    assert!(picked(&mut state, job, &[1], 350).is_empty());
    assert!(open_project(&state).result.early.is_none());
}

#[test]
fn run_after_cancel_extends_early_picks_within_budget() {
    let (mut state, _) = three_early();
    state.apply(give(0), 9);
    state.apply_now(Msg::Run(run::Msg::Cancel));
    assert!(open_project(&state).has_queue(), "the picks stay in the list");
    let earlier = |cmds: &[Cmd]| match cmds {
        [Cmd::Run(run::Cmd::Start { earlier, .. })] => earlier.picks.clone(),
        _ => panic!("{cmds:?}"),
    };
    assert_eq!(earlier(&state.apply_now(Msg::Run(run::Msg::Select))), [7, 40, 3]);
    let job = state.run.current.as_ref().expect("a run").job;
    assert_eq!(
        state
            .run
            .early_is_decided(job, state.project.as_ref())
            .expect("the same")
            .picks,
        [7, 40, 3]
    );
    state.apply_now(Msg::Run(run::Msg::Cancel));
    state.run.settings.budget = "3".into();
    assert!(
        earlier(&state.apply_now(Msg::Run(run::Msg::Select))).is_empty(),
        "no further picks can be added"
    );
    let job = state.run.current.as_ref().expect("a run").job;
    assert_eq!(state.run.early_is_decided(job, state.project.as_ref()), None);
    let config = state.run.current.as_ref().expect("a run").config.clone();
    state.apply_now(Msg::Run(run::Msg::Selected {
        job,
        outcome: Box::new(outcome(&[1, 2, 3], config)),
    }));
    assert!(open_project(&state).result.early.is_none());
    assert_eq!(
        open_project(&state).former_picks(),
        [7],
        "the labeled text is still listed"
    );
}

#[test]
fn early_picks_survive_reload_and_are_dropped_with_their_column() {
    let (mut state, _) = three_early();
    state.apply(give(0), 9);
    let open = open_project(&state);
    let stored = open.to_project(&Config::default());
    let again = Project::restore(stored.clone(), open.annotations.history.log().to_vec()).expect("a project");
    assert_eq!(again.result.early, open.result.early);
    assert_eq!(again.view.current, Some(40));
    let mut outside = stored;
    outside.head.early.as_mut().expect("early picks").rows.push(1_000);
    assert!(Project::restore(outside, Vec::new()).is_err());

    state.apply_now(Msg::Import(import::Msg::ChooseTextColumn(1)));
    assert!(
        open_project(&state).result.early.is_some(),
        "the text column is the same"
    );
    state.apply_now(Msg::Import(import::Msg::ChooseTextColumn(0)));
    assert!(open_project(&state).result.early.is_none());
}
