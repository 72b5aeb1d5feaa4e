//! Tests of runs. Each test applies a sequence of messages, and checks the resulting state and commands.

use crate::export;
use crate::import;
use crate::labeling;
use crate::persistence;
use crate::project::Project;
use crate::run::settings::Settings;
use crate::run::{self, PartialEmbedding, RunStep};
use crate::session;
use crate::state::{AppState, Cmd, Msg};
use crate::test_support::numbered_texts::{
    CORES, curve, finish_run, give, label, layout, load, opened, outcome, selected,
};
use crate::test_support::{self, open_project};
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::PassReason;
use fastgas_embedding::TruncatedText;
use fastgas_graph::GpuShare;
use fastgas_map::Layout;
use fastgas_platform::EmbedProgress;
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{JobId, LostReason, Refusal, WorkerError};
use fastgas_select::{Config, Method, PriorSelection};
use std::sync::Arc;

#[test]
fn finished_run_keeps_current_text_when_user_has_labeled_or_is_typing() {
    let mut state = selected();
    let begin = |state: &mut AppState| match state.apply_now(Msg::Run(run::Msg::Select)).as_slice() {
        [Cmd::Run(run::Cmd::Start { job, .. })] => *job,
        cmds => panic!("{cmds:?}"),
    };
    let end = |state: &mut AppState, job| {
        let outcome = test_support::outcome(&[15, 8, 4], open_project(state).source.pool.len(), Config::default());
        let outcome = Box::new(outcome);
        state.apply_now(Msg::Run(run::Msg::Selected { job, outcome }));
        state.apply_now(Msg::Run(run::Msg::Cancel));
        open_project(state).view.current
    };
    let job = begin(&mut state);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(8)));
    assert_eq!(end(&mut state, job), Some(15));
    let job = begin(&mut state);
    state.apply(give(0), 9);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    assert_eq!(end(&mut state, job), Some(4));
    let job = begin(&mut state);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(15)));
    state.apply(
        Msg::Session(session::Msg::TypeInto {
            field: crate::session::DraftField::Note(15),
            text: "ask".into(),
        }),
        9,
    );
    assert_eq!(end(&mut state, job), Some(15));
}

#[test]
fn invalid_settings_do_not_start_a_run() {
    let mut state = opened();
    state.run.settings.budget = "31".into();
    assert!(state.apply_now(Msg::Run(run::Msg::Select)).is_empty());
    state.run.settings.budget = "30".into();
    assert_eq!(state.apply_now(Msg::Run(run::Msg::Select)).len(), 1);
    assert!(
        state.apply_now(Msg::Run(run::Msg::Select)).is_empty(),
        "only one run at a time"
    );
}

#[test]
fn late_results_of_a_cancelled_run_are_dropped() {
    let mut state = opened();
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let Cmd::Run(run::Cmd::Start { job, config, .. }) = &cmds[0] else {
        panic!()
    };
    assert_eq!(
        state.apply_now(Msg::Run(run::Msg::Cancel)),
        [Cmd::Run(run::Cmd::Cancel)]
    );
    assert!(state.run.current.is_none());
    assert!(
        state
            .apply_now(Msg::Run(run::Msg::Selected {
                job: *job,
                outcome: Box::new(outcome(&[1], config.clone()))
            }))
            .is_empty()
    );
    assert!(
        state
            .apply_now(Msg::Run(run::Msg::Mapped {
                job: *job,
                layout: layout(),
                map_ms: 1.0
            }))
            .is_empty()
    );
    state.apply_now(Msg::Run(run::Msg::Failed {
        job: *job,
        error: WorkerError::Cancelled,
    }));
    assert!(open_project(&state).result.outcome.is_none() && state.notices.notice.is_none());
}

#[test]
fn stopped_layout_keeps_the_last_positions() {
    let mut state = opened();
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let Some(Cmd::Run(run::Cmd::Start { job, config, .. })) = cmds.into_iter().next() else {
        panic!("a run")
    };
    state.apply_now(Msg::Run(run::Msg::Selected {
        job,
        outcome: Box::new(outcome(&[4, 8, 15], config)),
    }));
    assert!(!open_project(&state).has_unsettled_map(), "there is no layout yet");
    let shown = layout();
    state.apply_now(Msg::Run(run::Msg::LayoutMoved { job, layout: shown }));
    let cmds = state.apply_now(Msg::Run(run::Msg::Cancel));
    let [
        Cmd::Run(run::Cmd::StopLayout),
        Cmd::Persistence(persistence::Cmd::SaveProject(saved)),
    ] = cmds.as_slice()
    else {
        panic!("{cmds:?}")
    };
    assert_eq!(saved.layout, Some(layout()));
    let further = Layout::default();
    state.apply_now(Msg::Run(run::Msg::LayoutMoved { job, layout: further }));
    assert_eq!(open_project(&state).result.layout.as_deref(), Some(&layout()));
    assert!(open_project(&state).has_unsettled_map() && state.notices.notice.is_none());
    // Keywords and coverage are computed even if the user stopped the computation of the map.
    let names = vec![vec!["beep".into()]; 2];
    state.apply_now(Msg::Run(run::Msg::KeywordsFound {
        job,
        names: names.clone(),
    }));
    assert_eq!(*open_project(&state).result.part_names, names);
    assert!(state.run.is_covering());
    state.apply_now(Msg::Run(run::Msg::Covered { job, curve: curve(3) }));
    assert_eq!(open_project(&state).result.coverage.as_deref(), Some(&curve(3)));
    finish_run(&mut state, &[4, 8, 15]);
    assert!(!open_project(&state).has_unsettled_map());
}

#[test]
fn failed_run_reports_reason_and_keeps_the_last_picks() {
    let mut state = selected();
    state.apply_now(Msg::Run(run::Msg::Select));
    let job = state.run.current.as_ref().unwrap().job;
    let error = WorkerError::Lost {
        times: 3,
        reason: LostReason::Browser(Refusal::NoMemory),
    };
    state.apply_now(Msg::Run(run::Msg::Failed { job, error }));
    assert!(state.run.current.is_none());
    assert!(state.notices.notice.as_ref().unwrap().problem.contains("3 times"));
    assert_eq!(open_project(&state).picks().len(), 3);
}

/// The run embeds 100 texts with 10 tokens each. The cache contains the embeddings of `cached` texts.
fn embedding(cached: u32) -> (AppState, impl Fn(&mut AppState, u32, f64)) {
    let mut state = opened();
    state.apply_now(Msg::Run(run::Msg::Select));
    let job = state.run.current.as_ref().unwrap().job;
    let at = move |state: &mut AppState, done: u32, elapsed_ms: f64| {
        let progress = EmbedProgress {
            total: 100,
            done,
            cached,
            held: 0,
            tokens: 10 * (100 - cached as usize),
            tokens_done: 10 * (done - cached) as usize,
        };
        state.apply_now(Msg::Run(run::Msg::Embedded {
            job,
            progress,
            elapsed_ms,
        }));
    };
    at(&mut state, cached, 0.0);
    (state, at)
}

#[test]
fn texts_of_the_gpu_count_as_done_and_not_as_the_work_of_the_workers() {
    let (mut state, at) = embedding(0);
    let job = state.run.current.as_ref().unwrap().job;
    let speed = state.encoder.tokens_per_second;
    let share = GpuShare {
        n_texts: 30,
        ..GpuShare::default()
    };
    state.apply_now(Msg::Run(run::Msg::OnGpu(share.clone())));
    at(&mut state, 20, 2_000.0);
    let progress = EmbedProgress {
        total: 100,
        done: 20,
        held: 30,
        tokens: 1_000,
        tokens_done: 500,
        ..EmbedProgress::default()
    };
    state.apply_now(Msg::Run(run::Msg::Embedded {
        job,
        progress,
        elapsed_ms: 4_000.0,
    }));
    let shown = state.run.current.as_ref().unwrap().progress.unwrap();
    assert_eq!((shown.done, shown.total), (50, 100));
    assert_eq!(state.encoder.tokens_per_second, speed);
    assert_eq!(state.run.on_gpu, Some(share));
    state.apply_now(Msg::Run(run::Msg::Cancel));
    state.apply_now(Msg::Run(run::Msg::Select));
    assert_eq!(state.run.on_gpu, None, "the contribution belongs to one run");
}

#[test]
fn preview_grows_with_its_run_and_is_dropped_with_it() {
    let (mut state, _) = embedding(0);
    let job = state.run.current.as_ref().unwrap().job;
    let place = |state: &mut AppState, job, x| {
        state.apply_now(Msg::Run(run::Msg::PreviewPlaced {
            job,
            places: vec![[x, 0.0]],
        }))
    };
    place(&mut state, job, 0.25);
    place(&mut state, job, 0.5);
    assert_eq!(state.run.current.as_ref().unwrap().sketch, [[0.25, 0.0], [0.5, 0.0]]);
    state.apply_now(Msg::Run(run::Msg::Cancel));
    state.apply_now(Msg::Run(run::Msg::Select));
    // Late results of the previous run do not change the new run.
    place(&mut state, job, 0.75);
    assert_eq!(state.run.current.as_ref().unwrap().sketch, [[0.0f32; 2]; 0]);
}

fn seconds_left(state: &AppState) -> Option<f64> {
    state.run.current.as_ref().unwrap().seconds_left()
}

#[test]
fn progress_shows_the_model_first_and_then_the_stage() {
    let (mut state, at) = embedding(0);
    let step = |state: &AppState| state.run.current.as_ref().unwrap().step();
    assert_eq!((step(&state), seconds_left(&state)), (RunStep::Model, None));
    at(&mut state, 10, 4_000.0);
    assert_eq!(step(&state), RunStep::Stage(Stage::Embed));
    assert_eq!(seconds_left(&state), None, "one sample is not enough");
    at(&mut state, 55, 9_000.0);
    assert_eq!(seconds_left(&state), Some(5.0), "45 texts took 5 s, and 45 are left");
    assert_eq!(
        state.encoder.tokens_per_second,
        Some(90.0 / CORES as f64),
        "the run measures the speed"
    );
    let job = state.run.current.as_ref().unwrap().job;
    let progress = Progress {
        stage: Stage::Neighbors,
        done: 0,
        total: 100,
    };
    let elapsed_ms = 9_500.0;
    state.apply_now(Msg::Run(run::Msg::Progressed {
        job,
        progress,
        elapsed_ms,
    }));
    assert_eq!(
        (step(&state), seconds_left(&state)),
        (RunStep::Stage(Stage::Neighbors), None)
    );
}

#[test]
fn cached_texts_count_as_done_and_do_not_affect_the_estimate() {
    let (mut state, at) = embedding(60);
    let run = state.run.current.as_ref().unwrap();
    assert_eq!(
        (run.step(), run.progress.unwrap().done),
        (RunStep::Model, 60),
        "the remaining texts wait for the model"
    );
    at(&mut state, 70, 4_000.0);
    at(&mut state, 80, 6_000.0);
    assert_eq!(seconds_left(&state), Some(4.0));
    let (state, _) = embedding(100);
    assert_eq!(
        state.run.current.as_ref().unwrap().step(),
        RunStep::Stage(Stage::Embed),
        "no text needs the model"
    );
}

#[test]
fn pause_is_sent_once_and_does_not_affect_the_estimate() {
    let (mut state, at) = embedding(0);
    at(&mut state, 10, 1_000.0);
    at(&mut state, 30, 3_000.0);
    assert_eq!(seconds_left(&state), Some(7.0));
    assert!(
        state.apply_now(Msg::Run(run::Msg::Resume)).is_empty(),
        "the run is not paused"
    );
    assert_eq!(state.apply_now(Msg::Run(run::Msg::Pause)), [Cmd::Run(run::Cmd::Pause)]);
    assert!(state.apply_now(Msg::Run(run::Msg::Pause)).is_empty());
    at(&mut state, 35, 3_500.0);
    assert_eq!(seconds_left(&state), None, "the time until the run resumes is unknown");
    assert_eq!(
        state.run.current.as_ref().unwrap().progress.unwrap().done,
        35,
        "started chunks are finished and counted"
    );
    assert_eq!(
        state.apply_now(Msg::Run(run::Msg::Resume)),
        [Cmd::Run(run::Cmd::Resume)]
    );
    assert_eq!(
        seconds_left(&state),
        Some(6.5),
        "the estimate uses the speed before the pause"
    );
    at(&mut state, 40, 90_000.0);
    at(&mut state, 50, 91_000.0);
    let left = seconds_left(&state).unwrap();
    assert!((4.9..5.1).contains(&left), "{left}");
}

#[test]
fn later_stages_cannot_be_paused_and_paused_run_can_be_cancelled() {
    let (mut state, at) = embedding(0);
    at(&mut state, 10, 1_000.0);
    state.apply_now(Msg::Run(run::Msg::Pause));
    at(&mut state, 100, 9_000.0);
    assert!(
        state.run.current.as_ref().unwrap().can_pause(),
        "the run waits for the user before the next stage"
    );
    state.apply_now(Msg::Run(run::Msg::Resume));
    let job = state.run.current.as_ref().unwrap().job;
    let progress = Progress {
        stage: Stage::Neighbors,
        done: 0,
        total: 100,
    };
    let elapsed_ms = 9_500.0;
    state.apply_now(Msg::Run(run::Msg::Progressed {
        job,
        progress,
        elapsed_ms,
    }));
    assert!(!state.run.current.as_ref().unwrap().can_pause());
    assert!(state.apply_now(Msg::Run(run::Msg::Pause)).is_empty());

    let (mut state, _) = embedding(0);
    state.apply_now(Msg::Run(run::Msg::Pause));
    assert_eq!(
        state.apply_now(Msg::Run(run::Msg::Cancel)),
        [Cmd::Run(run::Cmd::Cancel)]
    );
    assert!(state.apply_now(Msg::Run(run::Msg::Resume)).is_empty());
}

#[test]
fn cached_part_of_a_stopped_run_is_shown_until_the_next_run() {
    let (mut state, _) = embedding(0);
    let job = state.run.current.as_ref().unwrap().job;
    let kept = |texts| PartialEmbedding {
        text_column: 1,
        texts,
        total: 30,
    };
    state.apply_now(Msg::Run(run::Msg::Cancel));
    state.apply_now(Msg::Run(run::Msg::Stopped { job, kept: kept(0) }));
    assert_eq!(state.partial_embedding(), None, "no text was embedded");
    state.apply_now(Msg::Run(run::Msg::Stopped { job, kept: kept(12) }));
    assert_eq!(state.partial_embedding(), Some(kept(12)));
    state.apply_now(Msg::Import(import::Msg::ChooseTextColumn(0)));
    assert_eq!(
        state.partial_embedding(),
        None,
        "the texts of another column were embedded"
    );
    state.apply_now(Msg::Import(import::Msg::ChooseTextColumn(1)));
    assert_eq!(state.partial_embedding(), Some(kept(12)));
    state.apply_now(Msg::Run(run::Msg::Select));
    assert_eq!(state.partial_embedding(), None);
    state.apply_now(Msg::Run(run::Msg::Stopped { job, kept: kept(12) }));
    assert_eq!(state.partial_embedding(), None, "the report belongs to an earlier run");

    let (mut state, _) = embedding(0);
    let job = state.run.current.as_ref().unwrap().job;
    load(
        &mut state,
        2,
        test_support::pool(&["id", "text"], &[&["1", "a"], &["2", "b"]]),
    );
    state.apply(Msg::Answer { yes: true }, 1);
    state.apply_now(Msg::Run(run::Msg::Stopped { job, kept: kept(12) }));
    assert_eq!(
        state.partial_embedding(),
        None,
        "the texts of another pool were embedded"
    );
}

#[test]
fn more_picks_continue_from_the_existing_ones() {
    let mut state = selected();
    state.apply(give(1), 9);
    state.apply(
        Msg::Labeling(labeling::Msg::Pass {
            why: PassReason::Skipped,
        }),
        1,
    );
    assert_eq!(open_project(&state).view.current, Some(15));
    assert_eq!(open_project(&state).n_left(), 30 - 3);
    assert_eq!(state.reason_no_more_picks(), None);
    let cmds = state.apply_now(Msg::Run(run::Msg::PickMore(2)));
    let Cmd::Run(run::Cmd::Start {
        job, config, earlier, ..
    }) = &cmds[0]
    else {
        panic!("a run")
    };
    assert_eq!(config.budget, 4);
    let expected = PriorSelection {
        picks: vec![4, 15],
        skipped: vec![8],
    };
    assert_eq!(earlier, &expected);
    state.apply_now(Msg::Run(run::Msg::Selected {
        job: *job,
        outcome: Box::new(outcome(&[4, 15, 20, 21], config.clone())),
    }));
    assert_eq!(label(&state, 4), Some("no"));
    assert_eq!(
        open_project(&state).view.current,
        Some(15),
        "the first text without a label becomes current"
    );
    assert_eq!(state.run.settings.budget, "4");
    assert!(!state.is_outdated());
}

/// The pool has `n` numbered texts, of which text 3 is empty.
fn opened_with_empty_text(n: u32) -> AppState {
    let text = |row| match row {
        3 => " ".to_owned(),
        _ => format!("text number {row}"),
    };
    let rows = (0..n).map(|row| [row.to_string(), text(row)]);
    let mut state = test_support::state(CORES);
    state.apply_now(Msg::Persistence(persistence::Msg::Restored(None)));
    load(&mut state, 1, test_support::pool_of(&["id", "text"], rows));
    state
}

#[test]
fn budget_that_needs_an_empty_text_is_refused_before_the_run() {
    let mut state = opened_with_empty_text(15);
    assert_eq!((&*state.run.settings.budget, state.n_excluded()), ("14", 1));
    state.run.settings.budget = "15".into();
    assert!(state.apply_now(Msg::Run(run::Msg::Select)).is_empty());
    state.run.settings.method = Method::KMeans;
    assert_eq!(state.n_excluded(), 0, "k-means may pick empty texts");
    state.run.settings.method = Method::Fastgas;
    state.run.settings.budget = "14".into();
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let [Cmd::Run(run::Cmd::Start { config, earlier, .. })] = cmds.as_slice() else {
        panic!("{cmds:?}")
    };
    assert_eq!((config.budget, &*earlier.skipped), (14, &[3][..]));
}

#[test]
fn more_picks_are_at_most_the_texts_that_are_not_empty() {
    let mut state = opened_with_empty_text(30);
    finish_run(&mut state, &[4, 8, 15]);
    assert_eq!(open_project(&state).n_left(), 30 - 3 - 1);
    state.apply_now(Msg::Labeling(labeling::Msg::Pass {
        why: PassReason::Skipped,
    }));
    assert_eq!(
        open_project(&state).n_left(),
        30 - 3 - 1,
        "the skipped pick cannot be picked again"
    );
    assert!(state.apply_now(Msg::Run(run::Msg::PickMore(27))).is_empty());
    let cmds = state.apply_now(Msg::Run(run::Msg::PickMore(26)));
    let Some(Cmd::Run(run::Cmd::Start { config, earlier, .. })) = cmds.first() else {
        panic!("{cmds:?}")
    };
    assert_eq!((config.budget, &*earlier.skipped), (28, &[4, 3][..]));
}

#[test]
fn unavailable_further_picks_report_the_reason() {
    let mut state = selected();
    let settings = Settings {
        method: Method::KMeans,
        ..state.run.settings.clone()
    };
    state.apply_now(Msg::Run(run::Msg::Edit(settings)));
    assert!(
        state
            .reason_no_more_picks()
            .expect("a reason")
            .starts_with("k-means makes all picks at once")
    );
    let settings = Settings {
        method: Method::Fastgas,
        n_neighbors: "0".into(),
        ..state.run.settings.clone()
    };
    state.apply_now(Msg::Run(run::Msg::Edit(settings)));
    assert!(state.reason_no_more_picks().expect("a reason").contains("neighbors"));
    assert!(state.apply_now(Msg::Run(run::Msg::PickMore(2))).is_empty());
}

#[test]
fn labels_survive_another_selection() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply(give(1), 9);
    state.run.settings.seed = "7".into();
    assert!(state.is_outdated());
    finish_run(&mut state, &[8, 20, 21]);
    assert!(!state.is_outdated());
    assert_eq!([4, 8].map(|row| label(&state, row)), [Some("yes"), Some("no")]);
    assert_eq!(open_project(&state).former_picks(), [4]);
    assert_eq!(
        open_project(&state).view.current,
        Some(20),
        "the first pick without a label becomes current"
    );
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    assert_eq!(
        open_project(&state).view.current,
        Some(4),
        "the label of a former pick can still be changed"
    );
    let cmds = state.apply_now(Msg::Export(export::Msg::Start(ExportRows::Labeled, ExportFormat::Csv)));
    let [Cmd::Export(export::Cmd::Prepare { job, .. })] = cmds.as_slice() else {
        panic!()
    };
    let writing = state.export.writing.as_ref().map(|file| file.file_name.as_str());
    assert_eq!(writing, Some("file-1-labeled.csv"));
    assert_eq!(
        job.text(),
        "id,text,rank,row,part,degree,label\n8,text number 8,1,8,2,5,no\n4,text number 4,,4,1,,yes\n"
    );
}

#[test]
fn truncation_points_are_stored_with_the_run() {
    let mut open = test_support::labeling(&[1, 0], 2);
    let pool = test_support::pool_of(&["text", "other"], [["größer", "größer"], ["grün", "grün"]]);
    open.source.pool = Arc::new(pool);
    let stored = |open: &Project, beginnings: Option<&[(u32, u32)]>| {
        let mut project = open.to_project(&Config::default());
        project.head.beginnings = beginnings.map(|them| them.iter().copied().map(TruncatedText::from).collect());
        let json = serde_json::to_string(&project.head).expect("JSON");
        project.head = serde_json::from_str(&json).expect("the same");
        Project::restore(project, Vec::new()).expect("fits")
    };
    let mut read = stored(&open, Some(&[(0, 4)]));
    assert_eq!([0, 1].map(|row| read.text_as_read(row)), [("grö", "ßer"), ("grün", "")]);
    assert_eq!(
        stored(&open, None).text_as_read(0),
        ("größer", ""),
        "the end of the embedded prefix is unknown"
    );
    read.source.text_column = 1;
    assert_eq!(read.text_as_read(0), ("größer", ""), "another column was embedded");
    // Invalid numbers of bytes in an edited project file do not cause a panic.
    let odd = stored(&open, Some(&[(0, 900), (1, 3), (7, 1)]));
    assert_eq!([0, 1].map(|row| odd.text_as_read(row)), [("größer", ""), ("gr", "ün")]);
}

/// The returned job has finished except for the coverage.
fn select_until_covering(state: &mut AppState) -> JobId {
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let Some(Cmd::Run(run::Cmd::Start { job, config, .. })) = cmds.into_iter().next() else {
        panic!("a run")
    };
    let outcome = Box::new(outcome(&[1, 2], config));
    state.apply_now(Msg::Run(run::Msg::Selected { job, outcome }));
    state.apply_now(Msg::Run(run::Msg::Mapped {
        job,
        layout: layout(),
        map_ms: 7.0,
    }));
    job
}

#[test]
fn coverage_is_stored_with_the_picks() {
    let mut state = selected();
    let before = open_project(&state).result.coverage.clone();
    assert_eq!(before.as_deref(), Some(&curve(3)));
    let job = select_until_covering(&mut state);
    assert!(
        state.run.current.is_none() && open_project(&state).result.coverage.is_none(),
        "the coverage belongs to other picks"
    );
    let cmds = state.apply_now(Msg::Run(run::Msg::Covered { job, curve: curve(2) }));
    let [Cmd::Persistence(persistence::Cmd::SaveHead(head))] = cmds.as_slice() else {
        panic!("{cmds:?}")
    };
    assert_eq!(head.coverage, Some(curve(2)));
    let restored = Project::restore(open_project(&state).to_project(&Config::default()), Vec::new()).expect("whole");
    assert_eq!(restored.result.coverage.as_deref(), Some(&curve(2)));
    assert!(
        state
            .apply_now(Msg::Run(run::Msg::Covered { job, curve: curve(3) }))
            .is_empty(),
        "the curve is stored once"
    );
}

#[test]
fn coverage_is_dropped_with_its_project_and_by_the_next_selection() {
    let mut state = selected();
    let job = select_until_covering(&mut state);
    let cmds = load(&mut state, 2, test_support::pool(&["review"], &[&["a"], &["b"]]));
    assert!(cmds.contains(&Cmd::Run(run::Cmd::Cancel)), "{cmds:?}");
    assert!(
        state
            .apply_now(Msg::Run(run::Msg::Covered { job, curve: curve(2) }))
            .is_empty()
    );
    assert!(open_project(&state).result.coverage.is_none());

    let mut state = selected();
    let job = select_until_covering(&mut state);
    state.apply_now(Msg::Run(run::Msg::Select));
    assert!(
        state
            .apply_now(Msg::Run(run::Msg::Covered { job, curve: curve(2) }))
            .is_empty()
    );
    state.apply_now(Msg::Run(run::Msg::Failed {
        job,
        error: WorkerError::Cancelled,
    }));
    assert!(state.run.current.is_some() && state.notices.notice.is_none());
}

#[test]
fn failed_coverage_is_reported_and_keeps_the_picks() {
    let mut state = selected();
    let job = select_until_covering(&mut state);
    let error = WorkerError::Lost {
        times: 3,
        reason: LostReason::Browser(Refusal::NoMemory),
    };
    state.apply_now(Msg::Run(run::Msg::Failed { job, error }));
    let notice = state.notices.notice.as_ref().expect("a message");
    assert!(notice.title.contains("cover") && notice.problem.contains("not enough memory"));
    assert_eq!(open_project(&state).picks().len(), 2);
}
