//! Tests of the state: sequences of messages, and the state and commands that must follow.

use crate::encoder;
use crate::encoder::draft::{EncoderCheck, Form};
use crate::export;
use crate::import::FileRead;
use crate::import::{self, ImportOutcome};
use crate::labeling;
use crate::labeling::list_filter::ListFilter;
use crate::map::scene::Scene;
use crate::persistence::{self, BackupResult, PersistPrompt, UnsavedPart};
use crate::project::{Outcome, Project};
use crate::projects::{self, embedding_cache};
use crate::run::settings::Settings;
use crate::run::{self, PartialEmbedding, RunStep};
use crate::session;
use crate::similar::{self};
use crate::state::*;
use crate::suggestions::{self};
use crate::team::{self};
use crate::test_support::{self, open_project};
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::Annotation;
use fastgas_annotation::label::{LogEntry, PassReason};
use fastgas_data::Pool;
use fastgas_data::{Import, load_with};
use fastgas_embedding::TruncatedText;
use fastgas_graph::{CpuReason, GpuShare, SearchBackend};
use fastgas_map::Layout;
use fastgas_partition::{Partition, Quality};
use fastgas_platform::StoredAnnotations;
use fastgas_platform::{
    CacheSize, CustomEncoder, DownloadProgress, EmbedProgress, EmbeddingFile, EncoderName, StorageError,
};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{AssetReason, JobId, LostReason, Refusal, UnreadableReason, WorkerError};
use fastgas_select::Config;
use fastgas_select::Method;
use fastgas_select::evaluate::CoverageCurve;
use fastgas_select::evaluate::CoveragePoint;
use fastgas_select::{Pick, PriorSelection, Selection};
use std::sync::Arc;

const CORES: usize = 4;

pub(crate) fn pool() -> Pool {
    let row = |row: u32| [row.to_string(), format!("text number {row}")];
    test_support::pool_of(&["id", "text"], (0..30).map(row))
}

pub(crate) fn outcome(rows: &[u32], config: Config) -> Outcome {
    let pick = |&row: &u32| Pick {
        row,
        part: row % 3,
        degree: 5,
    };
    Outcome {
        config,
        text_column: 1,
        encoder: EncoderName::default(),
        model: None,
        beginnings: None,
        confidences: None,
        selection: Selection {
            picks: rows.iter().map(pick).collect(),
        },
        reasons: Vec::new(),
        tried: Vec::new(),
        partition: Partition {
            part_of: (0..30).map(|row| row % 3).collect(),
            n_parts: 3,
        },
        duplicates: None,
        quality: Quality {
            cut: 4,
            imbalance: 0.0,
            n_parts: 3,
        },
        searched: Some(SearchBackend::Cpu { why: CpuReason::Small }),
        timings: vec![(Stage::Embed, 1000.0), (Stage::Select, 1.0)],
    }
}

fn layout() -> Layout {
    Layout {
        positions: vec![[0.0, 0.0]; 30],
    }
}

fn refused() -> StorageError {
    test_support::refused()
}

/// A state with an open project, imported from a file.
pub(crate) fn opened() -> AppState {
    let mut state = test_support::state(CORES);
    state.apply_now(Msg::Persistence(persistence::Msg::Restored(None)));
    load(&mut state, 1, pool());
    state
}

fn reading(ticket: u32, file_name: &str) -> Msg {
    Msg::Import(import::Msg::Reading(FileRead {
        ticket,
        file_name: file_name.into(),
        ..FileRead::default()
    }))
}

pub(crate) fn load(state: &mut AppState, ticket: u32, pool: Pool) -> Vec<Cmd> {
    let reading = FileRead {
        ticket,
        file_name: format!("file-{ticket}.csv"),
        ..FileRead::default()
    };
    test_support::read_file(state, reading, pool, None, ImportOutcome::default())
}

/// Loads a file with the columns in `reading`, as a worker does.
pub(crate) fn load_file(state: &mut AppState, file: &str, import: &Import, reading: FileRead) -> Vec<Cmd> {
    let loaded = load_with(file.as_bytes(), import).expect("a table");
    let (pool, text_column) = reading.columns.apply(loaded.pool).expect("these columns");
    let ticket = reading.ticket;
    state.apply_now(Msg::Import(import::Msg::Reading(reading)));
    let how = ImportOutcome {
        found: Some(loaded.found),
        text_column: Some(text_column),
        ..ImportOutcome::default()
    };
    let loaded = Msg::Import(import::Msg::Loaded {
        ticket,
        pool,
        load_ms: 1.0,
        embeddings: None,
        how: Box::new(how),
    });
    let cmds = state.apply(loaded, 5);
    crate::file_labels::perform_searches(state, cmds, 5)
}

/// Runs a complete selection and returns the commands that the final layout causes.
pub(crate) fn run(state: &mut AppState, rows: &[u32]) -> Vec<Cmd> {
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let Some(Cmd::Run(run::Cmd::Start { job, config, .. })) = cmds.into_iter().next() else {
        panic!("a run")
    };
    state.apply_now(Msg::Run(run::Msg::Selected {
        job,
        outcome: Box::new(outcome(rows, config)),
    }));
    let cmds = state.apply_now(Msg::Run(run::Msg::Mapped {
        job,
        layout: layout(),
        map_ms: 7.0,
    }));
    state.apply_now(Msg::Run(run::Msg::Covered {
        job,
        curve: curve(rows.len()),
    }));
    cmds
}

/// The coverage curve of `n_picks` picks, each of which covers two texts.
fn curve(n_picks: usize) -> CoverageCurve {
    let point = |picks: u32| CoveragePoint {
        picks,
        facility_coverage: f64::from(picks) / 100.0,
        covered_vertices: 2 * picks,
    };
    CoverageCurve {
        points: (1..=n_picks as u32).map(point).collect(),
    }
}

/// A state with three picks and two labels in the label set.
pub(crate) fn selected() -> AppState {
    let mut state = opened();
    run(&mut state, &[4, 8, 15]);
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("yes".into())));
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("no".into())));
    state
}

fn label(state: &AppState, row: u32) -> Option<&str> {
    open_project(state).annotations.history.labels().get(row)
}

pub(crate) fn give(index: usize) -> Msg {
    Msg::Labeling(labeling::Msg::Give { index })
}

fn appended(cmds: &[Cmd]) -> Option<(u32, usize)> {
    cmds.iter().find_map(|cmd| match cmd {
        Cmd::Persistence(persistence::Cmd::Append { append, entries, .. }) => Some((*append, entries.len())),
        _ => None,
    })
}

#[test]
fn file_is_opened_and_picks_are_selected() {
    let mut state = opened();
    assert_eq!(
        open_project(&state).source.text_column,
        1,
        "the column named text is the text column"
    );
    let cmds = run(&mut state, &[4, 8, 15]);
    assert!(state.run.current.is_none());
    assert_eq!(open_project(&state).view.current, Some(4));
    let stages: Vec<Stage> = open_project(&state)
        .result
        .outcome
        .as_ref()
        .unwrap()
        .timings
        .iter()
        .map(|timing| timing.0)
        .collect();
    assert_eq!(stages, [Stage::Load, Stage::Embed, Stage::Select, Stage::Map]);
    let [Cmd::Persistence(persistence::Cmd::SaveProject(saved))] = cmds.as_slice() else {
        panic!("{cmds:?}")
    };
    assert_eq!(saved.layout, Some(layout()));
}

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

fn saved(what: UnsavedPart, saved: Result<(), StorageError>) -> Msg {
    Msg::Persistence(persistence::Msg::Saved { what, saved })
}

#[test]
fn failed_project_write_is_reported_until_the_project_is_saved() {
    let mut state = selected();
    let label = state.apply(give(0), 9);
    let (append, _) = appended(&label).expect("a label");
    state.apply_now(saved(UnsavedPart::Project, Err(test_support::refused())));
    // The disk has enough space for a label and for a header.
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
    // The user can still back up the project, and closing the project requires a confirmation.
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
    // Skipping a text is not an annotation.
    let why = PassReason::Skipped;
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(23)));
    state.apply(Msg::Labeling(labeling::Msg::Pass { why }), 4);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    assert_eq!(open_project(&state).former_picks(), [20, 21, 22]);
}

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
    // If the user has not labeled anything, the first pick becomes the current text.
    let job = begin(&mut state);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(8)));
    assert_eq!(end(&mut state, job), Some(15));
    // The user has labeled a text during the run and moved to the next text.
    let job = begin(&mut state);
    state.apply(give(0), 9);
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(4)));
    assert_eq!(end(&mut state, job), Some(4));
    // The user is typing a note for a finished text.
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
fn opening_the_same_file_again_changes_nothing() {
    let mut state = selected();
    state.apply(give(0), 9);
    assert!(load(&mut state, 2, pool()).is_empty());
    assert!(state.notices.confirmation.is_none() && state.import.reading.is_none());
    assert_eq!(label(&state, 4), Some("yes"));
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
    // Keywords and coverage do not need the map.
    let names = vec![vec!["beep".into()]; 2];
    state.apply_now(Msg::Run(run::Msg::KeywordsFound {
        job,
        names: names.clone(),
    }));
    assert_eq!(*open_project(&state).result.part_names, names);
    assert!(state.run.is_covering());
    state.apply_now(Msg::Run(run::Msg::Covered { job, curve: curve(3) }));
    assert_eq!(open_project(&state).result.coverage.as_deref(), Some(&curve(3)));
    run(&mut state, &[4, 8, 15]);
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

/// A run that embeds 100 texts of 10 tokens each, of which `cached` are in the cache.
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
    // Late results of the previous run do not affect the new run.
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
fn cache_failure_is_reported_once() {
    let mut state = opened();
    state.apply_now(Msg::Cache(embedding_cache::Msg::Failed(refused())));
    assert!(state.cache.problem.as_ref().unwrap().contains("the disk is full"));
    state.apply_now(Msg::Cache(embedding_cache::Msg::DismissProblem));
    state.apply_now(Msg::Cache(embedding_cache::Msg::Failed(refused())));
    assert_eq!(state.cache.problem, None);
    assert_eq!(state.persistence.problem, None, "the project is stored nevertheless");
}

#[test]
fn cache_is_emptied_after_confirmation() {
    let mut state = opened();
    state.apply_now(Msg::Cache(embedding_cache::Msg::Empty));
    assert_eq!(
        state.notices.confirmation, None,
        "the content of the file is still unknown"
    );
    let size = CacheSize {
        texts: 3000,
        bytes: 4_656_000,
    };
    state.apply_now(Msg::Cache(embedding_cache::Msg::Measured(size)));
    state.apply_now(Msg::Cache(embedding_cache::Msg::Empty));
    assert_eq!(state.notices.confirmation, Some(Confirmation::EmptyCache(size)));
    assert!(state.apply(Msg::Answer { yes: false }, 1).is_empty());
    state.apply_now(Msg::Cache(embedding_cache::Msg::Empty));
    assert_eq!(
        state.apply(Msg::Answer { yes: true }, 1),
        [Cmd::Cache(embedding_cache::Cmd::Empty)]
    );
    assert!(state.project.is_some());
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

#[test]
fn why_no_more_reports_reason() {
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
    run(&mut state, &[1, 2]);
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
    // The limit of pending entries is reached, so the last entry waits.
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
fn project_of_another_tab_is_read_only() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply(give(1), 9);
    assert_eq!(
        state.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere)),
        [],
        "all entries are being written"
    );
    let before = open_project(&state).clone();
    for msg in [
        give(0),
        Msg::Run(run::Msg::Select),
        Msg::Labeling(labeling::Msg::AddLabel("more".into())),
        Msg::Labeling(labeling::Msg::Undo),
        Msg::Similar(similar::Msg::GiveTicked { index: 0 }),
        Msg::Suggest(suggestions::Msg::AcceptAll),
        Msg::Team(team::Msg::Merge),
        reading(9, "other.csv"),
    ] {
        assert!(state.notices.notice.is_none());
        assert!(state.apply(msg, 9).is_empty());
        assert!(state.notices.notice.is_some(), "the user is informed");
        state.apply_now(Msg::DismissMessage);
    }
    state.apply_now(Msg::Suggest(suggestions::Msg::OpenPreview));
    assert!(state.suggestions.preview.is_some(), "a preview can still be opened");
    assert_eq!(open_project(&state), &before);
    assert!(
        state.summarize().is_none(),
        "the preview is not added to the project list"
    );
    state.apply_now(Msg::Labeling(labeling::Msg::Move(-1)));
    assert_ne!(open_project(&state).view.current, before.view.current);
    let cmds = state.apply_now(Msg::Projects(projects::Msg::TakeOver));
    assert_eq!(cmds.last(), Some(&Cmd::Projects(projects::Cmd::TakeOver)));
    assert!(state.persistence.restoring && !state.projects.read_only && state.project.is_none());
}

/// The message that `tab` has stored its project.
fn stored_by(tab: &AppState) -> Msg {
    let open = open_project(tab);
    Msg::Projects(projects::Msg::Followed(Box::new(StoredAnnotations {
        head: open.head(&Config::default()),
        others: open.annotations.team.annotations().cloned().collect(),
        log: open.annotations.history.log().to_vec(),
    })))
}

/// Two tabs: the first tab may change a project with a map, the second tab only shows the project.
fn two_tabs() -> (AppState, AppState) {
    let mut writes = test_support::connected_in_a_row(selected());
    writes.project.get_mut().expect("a project").result.layout = Some(Arc::new(layout()));
    let mut viewer = test_support::state(2);
    viewer.project = writes.project.clone();
    viewer.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere));
    (writes, viewer)
}

#[test]
fn read_only_tab_shows_changes_of_the_other_tab_and_keeps_its_position() {
    let (mut writes, mut viewer) = two_tabs();
    viewer.apply_now(Msg::Labeling(labeling::Msg::Move(1)));
    viewer.apply_now(Msg::Labeling(labeling::Msg::List(ListFilter::Left)));
    let before = open_project(&viewer).clone();
    writes.apply(give(0), 9);
    writes.apply_now(Msg::Labeling(labeling::Msg::AddLabel("perhaps".into())));
    writes.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Be quick.".into())));
    assert!(viewer.apply_now(stored_by(&writes)).is_empty());
    let (here, there) = (open_project(&viewer), open_project(&writes));
    assert_eq!(here.annotations.history.log(), there.annotations.history.log());
    assert_eq!(
        (&here.labels.names, &here.labels.guidelines),
        (&there.labels.names, &there.labels.guidelines)
    );
    assert_eq!(
        (here.view.current, here.view.listing),
        (before.view.current, ListFilter::Left)
    );
    let drawn = |open: &Project| {
        let scene = Scene::of(open).expect("a map");
        (
            scene.layout,
            scene.outcome,
            scene.adjacency,
            scene.names,
            scene.part_colors,
        )
    };
    assert!(drawn(here) == drawn(&before), "unchanged parts are not copied");
    assert!(viewer.projects.read_only && viewer.notices.notice.is_none());
}

fn returned_from_cache(stored: Option<&AppState>) -> Msg {
    let stored = stored.map(|tab| match stored_by(tab) {
        Msg::Projects(projects::Msg::Followed(stored)) => stored,
        msg => panic!("{msg:?}"),
    });
    Msg::Projects(projects::Msg::ReturnedFromCache(stored))
}

/// Covers the browser's back/forward cache, which keeps a page after the user has left it.
#[test]
fn page_restored_from_bfcache_shows_what_another_tab_stored() {
    let (mut writes, mut here) = two_tabs();
    here.projects.read_only = false;
    here.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(
        here.is_left() && here.projects.read_only,
        "other tabs may have the lock"
    );
    assert!(
        here.apply(give(1), 8).is_empty(),
        "the tab is read-only until the lock is known"
    );
    writes.apply(give(0), 9);
    assert_eq!(here.apply_now(returned_from_cache(Some(&writes))), []);
    assert!(!here.is_left() && !here.projects.read_only);
    assert_eq!(
        open_project(&here).annotations.history.log(),
        open_project(&writes).annotations.history.log()
    );
    assert_eq!(
        here.apply_now(returned_from_cache(Some(&writes))),
        [],
        "the return is handled once"
    );

    // If the project was deleted or has different picks, the whole project is read again.
    here.apply_now(Msg::Projects(projects::Msg::Left));
    let cmds = here.apply_now(returned_from_cache(None));
    assert_eq!(cmds, [Cmd::Projects(projects::Cmd::Reread)]);
    assert!(here.project.is_none() && here.persistence.restoring && !here.is_left());
}

#[test]
fn left_page_keeps_the_lock_while_work_is_unsaved_or_running() {
    let (_, mut here) = two_tabs();
    here.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(!here.is_left(), "another tab has the lock");
    here.projects.read_only = false;
    here.apply(give(0), 9);
    here.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(!here.is_left() && !here.projects.read_only);

    let mut selects = selected();
    selects.apply_now(Msg::Run(run::Msg::Select));
    assert!(selects.run.current.is_some());
    selects.apply_now(Msg::Projects(projects::Msg::Left));
    assert!(!selects.is_left());
}

#[test]
fn read_only_tab_reloads_the_project_if_the_picks_changed() {
    let (mut writes, mut viewer) = two_tabs();
    let open = writes.project.get_mut().expect("a project");
    let mut outcome = Outcome::clone(open.result.outcome.as_ref().expect("picks"));
    outcome.selection.picks.reverse();
    open.result.outcome = Some(Arc::new(outcome));
    let cmds = viewer.apply_now(stored_by(&writes));
    assert_eq!(cmds, [Cmd::Projects(projects::Cmd::Reread)]);
    assert!(viewer.project.is_none() && viewer.persistence.restoring);
}

#[test]
fn unsaved_work_is_not_replaced_by_what_another_tab_stores() {
    let (writes, mut viewer) = two_tabs();
    viewer.projects.read_only = false;
    viewer.apply(give(0), 9);
    viewer.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere));
    viewer.apply_now(stored_by(&writes));
    assert_eq!(open_project(&viewer).annotations.history.log().len(), 1);
    viewer.projects.read_only = false;
    let (mut own, before) = (selected(), open_project(&writes).clone());
    *own.project = Some(before.clone());
    own.apply_now(stored_by(&writes));
    assert_eq!(
        open_project(&own),
        &before,
        "the tab's own project is not replaced either"
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
fn renaming_keeps_labels_and_names_stay_unique() {
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
fn removing_a_label_in_use_asks_and_can_be_undone() {
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

#[test]
fn labels_survive_another_selection() {
    let mut state = selected();
    state.apply(give(0), 9);
    state.apply(give(1), 9);
    state.run.settings.seed = "7".into();
    assert!(state.is_outdated());
    run(&mut state, &[8, 20, 21]);
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
fn reload_restores_everything() {
    let mut state = selected();
    state.run.settings.n_neighbors = "9".into();
    run(&mut state, &[4, 8, 15]);
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
    // Invalid values in an edited file do not cause a panic.
    let odd = stored(&open, Some(&[(0, 900), (1, 3), (7, 1)]));
    assert_eq!([0, 1].map(|row| odd.text_as_read(row)), [("größer", ""), ("gr", "ün")]);
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
fn dropped_file_takes_precedence_over_the_stored_project() {
    let stored = selected();
    let stored = (open_project(&stored).to_project(&Config::default()), Vec::new());
    let mut state = test_support::state(CORES);
    load(&mut state, 1, test_support::pool(&["review"], &[&["a"], &["b"]]));
    state.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new(stored)))));
    assert_eq!(open_project(&state).source.pool.len(), 2);
}

mod encoders {
    use super::*;
    use crate::import::classify_files::FileName;
    use fastgas_embedding::EncoderReport;
    use fastgas_embedding::{EmbedError, ModelReason};
    use fastgas_protocol::Error;

    fn given(hash: &str) -> CustomEncoder {
        CustomEncoder {
            hash: hash.into(),
            bytes: 90_000,
            report: EncoderReport::example(),
            is_multilingual: false,
        }
    }

    fn file(path: &str) -> FileName {
        FileName {
            path: path.into(),
            bytes: 5,
        }
    }

    fn bring(state: &mut AppState, paths: &[&str]) -> Vec<Cmd> {
        state.apply_now(Msg::Encoder(encoder::Msg::AddFiles {
            files: paths.iter().map(|path| file(path)).collect(),
            configs: Vec::new(),
        }))
    }

    /// Opens the encoder dialog with an encoder and tries the encoder. Returns the number of the trial.
    fn tried(state: &mut AppState) -> u32 {
        bring(state, &["model.onnx", "tokenizer.json"]);
        let cmds = state.apply_now(Msg::Encoder(encoder::Msg::Check));
        let [
            Cmd::Encoder(encoder::Cmd::Try {
                trial,
                model,
                tokenizer,
                ..
            }),
        ] = cmds.as_slice()
        else {
            panic!("{cmds:?}")
        };
        assert_eq!((model.as_str(), tokenizer.as_str()), ("model.onnx", "tokenizer.json"));
        *trial
    }

    /// Chooses, tries and uses an encoder.
    fn used(state: &mut AppState, hash: &str) -> Vec<Cmd> {
        let trial = tried(state);
        let result = Ok(Box::new(given(hash)));
        state.apply_now(Msg::Encoder(encoder::Msg::Checked { check: trial, result }));
        state.apply_now(Msg::Encoder(encoder::Msg::Use))
    }

    fn trial(state: &AppState) -> &EncoderCheck {
        &state.encoder.draft.as_ref().expect("a candidate").trial
    }

    #[test]
    fn picks_are_outdated_while_another_encoder_is_in_use() {
        let mut state = selected();
        state.encoder.tokens_per_second = Some(77.0);
        assert!(!state.is_outdated());
        let cmds = used(&mut state, "a");
        assert!(
            matches!(cmds.as_slice(), [Cmd::Encoder(encoder::Cmd::Store(kept)), Cmd::Import(import::Cmd::ForgetFiles)] if kept.hash == "a")
        );
        assert_eq!(state.encoder.draft, None);
        assert!(state.is_outdated());
        assert_eq!(
            state.encoder.tokens_per_second,
            Some(6000.0),
            "the estimate uses the report of this encoder"
        );
        assert!(!state.encoder.is_persisted);
        state.apply_now(Msg::Encoder(encoder::Msg::Stored(Ok(()))));
        assert!(state.encoder.is_persisted);

        assert_eq!(
            state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn)),
            [Cmd::Encoder(encoder::Cmd::Forget)]
        );
        assert!(!state.is_outdated());
        assert_eq!(state.encoder.tokens_per_second, None);
        assert!(
            state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn)).is_empty(),
            "the encoder is already in use"
        );
    }

    fn multilingual() -> CustomEncoder {
        CustomEncoder {
            is_multilingual: true,
            ..given("m")
        }
    }

    /// Asks for the multilingual encoder and returns the number of the attempt.
    fn asked(state: &mut AppState) -> u32 {
        let cmds = state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual));
        let [Cmd::Encoder(encoder::Cmd::GetMultilingual { attempt })] = cmds.as_slice() else {
            panic!("{cmds:?}")
        };
        *attempt
    }

    #[test]
    fn site_without_the_multilingual_encoder_does_not_advise_to_continue() {
        let mut state = selected();
        let mut advice = |reason: AssetReason| {
            let attempt = asked(&mut state);
            let url = "download.json".into();
            let result = Err(WorkerError::Asset { url, reason });
            state.apply_now(Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result }));
            match &state.encoder.multilingual {
                encoder::Multilingual::Failed(notice) => notice.advice.clone(),
                other => panic!("{other:?}"),
            }
        };
        assert!(advice(AssetReason::OtherContent).contains("is kept"));
        let not_on_site = advice(AssetReason::NotOnSite);
        assert!(
            !not_on_site.contains("is kept") && !not_on_site.contains("continue"),
            "{not_on_site}"
        );
    }

    #[test]
    fn encoder_that_was_chosen_during_the_download_stays_in_use() {
        let mut state = selected();
        let attempt = asked(&mut state);
        let stop = Cmd::Encoder(encoder::Cmd::StopMultilingual);
        assert!(used(&mut state, "a").contains(&stop));
        let late = |attempt| {
            let result = Ok(Box::new(multilingual()));
            Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result })
        };
        assert_eq!(state.apply_now(late(attempt)), []);
        assert_eq!(state.encoder.name().hash.as_deref(), Some("a"));

        let attempt = asked(&mut state);
        assert!(state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn)).contains(&stop));
        assert_eq!(state.apply_now(late(attempt)), []);
        assert_eq!(state.encoder.custom, None);
    }

    #[test]
    fn multilingual_encoder_is_used_and_stored_after_its_download() {
        let mut state = selected();
        let attempt = asked(&mut state);
        assert!(
            state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual)).is_empty(),
            "one download at a time"
        );
        for (of, bytes) in [(attempt, 5), (attempt + 1, 7)] {
            state.apply_now(Msg::Encoder(encoder::Msg::MultilingualProgress { attempt: of, bytes }));
        }
        assert_eq!(
            state.encoder.multilingual,
            encoder::Multilingual::Downloading { attempt, bytes: 5 }
        );
        assert!(!state.is_outdated(), "the encoder in use has not changed yet");
        let result = Ok(Box::new(multilingual()));
        let cmds = state.apply_now(Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result }));
        assert!(
            matches!(cmds.as_slice(), [Cmd::Encoder(encoder::Cmd::Store(kept))] if kept.is_multilingual),
            "{cmds:?}"
        );
        assert!(state.is_outdated());
        assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
        assert!(
            state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual)).is_empty(),
            "the encoder is already in use"
        );
    }

    #[test]
    fn multilingual_encoder_chosen_in_the_dialog_closes_it() {
        let mut state = selected();
        bring(&mut state, &[]);
        assert!(state.encoder.draft.is_some() && state.encoder.can_use_multilingual());
        let cmds = state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual));
        assert!(
            matches!(cmds.last(), Some(Cmd::Encoder(encoder::Cmd::GetMultilingual { .. }))),
            "{cmds:?}"
        );
        assert!(
            cmds.contains(&Cmd::Import(import::Cmd::ForgetFiles)),
            "the files of the dialog are forgotten: {cmds:?}"
        );
        assert_eq!(state.encoder.draft, None);
        assert!(!state.encoder.can_use_multilingual(), "one download at a time");
    }

    #[test]
    fn failed_or_stopped_download_can_be_continued() {
        let mut state = selected();
        let attempt = asked(&mut state);
        let result = Err(WorkerError::Asset {
            url: "part".into(),
            reason: AssetReason::OtherContent,
        });
        assert!(
            state
                .apply_now(Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result }))
                .is_empty()
        );
        assert!(matches!(state.encoder.multilingual, encoder::Multilingual::Failed(_)));

        let next = asked(&mut state);
        assert_ne!(next, attempt);
        assert_eq!(
            state.apply_now(Msg::Encoder(encoder::Msg::StopMultilingual)),
            [Cmd::Encoder(encoder::Cmd::StopMultilingual)]
        );
        let late = Ok(Box::new(multilingual()));
        let cmds = state.apply_now(Msg::Encoder(encoder::Msg::MultilingualTried {
            attempt: next,
            result: late,
        }));
        assert!(cmds.is_empty(), "{cmds:?}");
        assert_eq!(state.encoder.custom, None);
        asked(&mut state);
    }

    #[test]
    fn stored_multilingual_encoder_is_deleted_after_confirmation() {
        let mut state = selected();
        let delete = || Msg::Encoder(encoder::Msg::DeleteMultilingual);
        state.apply_now(delete());
        assert_eq!(state.notices.confirmation, None, "no part is stored");
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(81_684_045)));
        state.apply_now(delete());
        let question = Some(Confirmation::DeleteMultilingual(81_684_045));
        assert_eq!(state.notices.confirmation, question);
        assert!(state.apply(Msg::Answer { yes: false }, 1).is_empty());
        state.apply_now(delete());
        assert_eq!(
            state.apply(Msg::Answer { yes: true }, 1),
            [Cmd::Encoder(encoder::Cmd::DeleteMultilingual)]
        );
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualDeleted(Err(refused()))));
        assert!(state.encoder.problem.is_some());
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualDeleted(Ok(()))));
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(0)));
        assert_eq!(
            (&state.encoder.problem, state.encoder.deletable_multilingual()),
            (&None, None)
        );
    }

    #[test]
    fn multilingual_encoder_that_is_in_use_or_on_its_way_is_not_deleted() {
        let mut state = selected();
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(5)));
        let attempt = asked(&mut state);
        state.apply_now(Msg::Encoder(encoder::Msg::DeleteMultilingual));
        assert_eq!(state.notices.confirmation, None, "the download needs its parts");
        state.apply_now(tried_multilingual(attempt, Ok(Box::new(multilingual()))));
        state.apply_now(Msg::Encoder(encoder::Msg::DeleteMultilingual));
        assert_eq!(state.notices.confirmation, None, "the encoder is in use");
        state.apply_now(Msg::Encoder(encoder::Msg::UseBuiltIn));
        assert_eq!(state.encoder.deletable_multilingual(), Some(5));
    }

    #[test]
    fn read_only_tab_measures_the_multilingual_encoder_and_does_not_delete_it() {
        let mut state = selected();
        state.projects.read_only = true;
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualMeasured(5)));
        assert_eq!(state.encoder.deletable_multilingual(), Some(5));
        state.apply_now(Msg::Encoder(encoder::Msg::DeleteMultilingual));
        assert_eq!(state.notices.confirmation, None);
        assert!(state.notices.notice.is_some(), "the user is informed");
    }

    fn tried_multilingual(attempt: u32, result: Result<Box<CustomEncoder>, WorkerError>) -> Msg {
        Msg::Encoder(encoder::Msg::MultilingualTried { attempt, result })
    }

    #[test]
    fn download_stops_when_another_tab_takes_over() {
        let mut state = selected();
        let attempt = asked(&mut state);
        let cmds = state.apply_now(Msg::Projects(projects::Msg::ChangedElsewhere));
        assert!(cmds.contains(&Cmd::Encoder(encoder::Cmd::StopMultilingual)), "{cmds:?}");
        assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
        let late = Err(WorkerError::Cancelled);
        assert_eq!(state.apply_now(tried_multilingual(attempt, late)), []);
        assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
        let cmds = state.apply_now(Msg::Encoder(encoder::Msg::UseMultilingual));
        assert!(
            cmds.is_empty() && state.notices.notice.is_some(),
            "the user is informed"
        );
    }

    #[test]
    fn read_only_tab_shows_progress_and_end_of_a_download() {
        // A page in the back/forward cache and a damaged project are also read-only.
        let mut state = selected();
        let attempt = asked(&mut state);
        state.projects.read_only = true;
        state.apply_now(Msg::Encoder(encoder::Msg::MultilingualProgress { attempt, bytes: 5 }));
        assert_eq!(
            state.encoder.multilingual,
            encoder::Multilingual::Downloading { attempt, bytes: 5 }
        );
        let cmds = state.apply_now(tried_multilingual(attempt, Ok(Box::new(multilingual()))));
        let stores = |cmd: &Cmd| matches!(cmd, Cmd::Encoder(encoder::Cmd::Store(_)));
        assert!(cmds.iter().any(stores), "{cmds:?}");
        assert_eq!(state.encoder.multilingual, encoder::Multilingual::Idle);
        state.apply_now(Msg::Encoder(encoder::Msg::Stored(Ok(()))));
        assert!(state.encoder.is_persisted);

        let mut state = selected();
        let attempt = asked(&mut state);
        state.projects.read_only = true;
        let result = Err(WorkerError::Asset {
            url: "part".into(),
            reason: AssetReason::OtherContent,
        });
        state.apply_now(tried_multilingual(attempt, result));
        assert!(matches!(state.encoder.multilingual, encoder::Multilingual::Failed(_)));
    }

    /// Starts a selection and returns its job and its outcome.
    fn started(state: &mut AppState) -> (JobId, Outcome) {
        let cmds = state.apply_now(Msg::Run(run::Msg::Select));
        let [
            Cmd::Run(run::Cmd::Start {
                job, encoder, config, ..
            }),
        ] = cmds.as_slice()
        else {
            panic!("{cmds:?}")
        };
        let made = Outcome {
            encoder: encoder.clone(),
            ..outcome(&[1, 2], config.clone())
        };
        (*job, made)
    }

    #[test]
    fn run_keeps_the_encoder_it_started_with() {
        let mut state = opened();
        used(&mut state, "a");
        let (job, made) = started(&mut state);
        assert_eq!(made.encoder.hash.as_deref(), Some("a"));
        // The user adds another encoder while the run is in progress.
        used(&mut state, "b");
        let progress = |done| EmbedProgress {
            total: 30,
            done,
            tokens: 300,
            tokens_done: 10 * done as usize,
            ..EmbedProgress::default()
        };
        for (done, elapsed_ms) in [(5, 1000.0), (25, 3000.0)] {
            let (job, progress) = (job, progress(done));
            state.apply_now(Msg::Run(run::Msg::Embedded {
                job,
                progress,
                elapsed_ms,
            }));
        }
        assert_eq!(
            state.encoder.tokens_per_second,
            Some(6000.0),
            "the speed of the previous encoder is not used for the new one"
        );
        state.apply_now(Msg::Run(run::Msg::Selected {
            job,
            outcome: Box::new(made),
        }));
        assert!(state.is_outdated());
    }

    #[test]
    fn restored_picks_belong_to_their_encoder() {
        let mut state = opened();
        used(&mut state, "a");
        let (job, made) = started(&mut state);
        state.apply_now(Msg::Run(run::Msg::Selected {
            job,
            outcome: Box::new(made),
        }));
        let stored = (open_project(&state).to_project(&Config::default()), Vec::new());
        let restored = |given: Option<CustomEncoder>| {
            let mut fresh = test_support::state(CORES);
            fresh.apply_now(Msg::Encoder(encoder::Msg::Restored(Ok(given.map(Box::new)))));
            fresh.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new(
                stored.clone(),
            )))));
            fresh.is_outdated()
        };
        assert!(!restored(Some(given("a"))));
        assert!(restored(Some(given("b"))));
        assert!(restored(None));
    }

    #[test]
    fn encoder_that_does_not_open_changes_only_the_dialog() {
        let mut state = selected();
        used(&mut state, "a");
        state.apply_now(Msg::Encoder(encoder::Msg::Stored(Ok(()))));
        let before = (open_project(&state).clone(), state.encoder.custom.clone());
        for error in [
            WorkerError::Lost {
                times: 1,
                reason: LostReason::Script,
            },
            Error::from(EmbedError::Model {
                reason: ModelReason::NoGraph,
            })
            .into(),
        ] {
            let trial_number = tried(&mut state);
            state.apply_now(Msg::Encoder(encoder::Msg::Checked {
                check: trial_number,
                result: Err(error.clone()),
            }));
            let EncoderCheck::Failed(notice) = trial(&state) else {
                panic!()
            };
            assert_eq!(notice.title, "model.onnx does not work; small stays in use");
            assert_eq!(notice.problem, error.to_string());
            assert!(!notice.advice.is_empty());
            assert!(
                state.apply_now(Msg::Encoder(encoder::Msg::Use)).is_empty(),
                "no encoder was tried"
            );
        }
        assert_eq!((open_project(&state).clone(), state.encoder.custom.clone()), before);
        assert_eq!(
            state.apply_now(Msg::Encoder(encoder::Msg::Close)),
            [
                Cmd::Encoder(encoder::Cmd::StopTrial),
                Cmd::Import(import::Cmd::ForgetFiles)
            ]
        );
        assert_eq!(state.encoder.draft, None);
    }

    #[test]
    fn changed_candidate_must_be_tried_again() {
        let mut state = opened();
        let first = tried(&mut state);
        assert_eq!(
            bring(&mut state, &["other.json"]),
            [Cmd::Encoder(encoder::Cmd::StopTrial)]
        );
        let result = Ok(Box::new(given("a")));
        state.apply_now(Msg::Encoder(encoder::Msg::Checked {
            check: first,
            result: result.clone(),
        }));
        assert_eq!(
            trial(&state),
            &EncoderCheck::None,
            "the settings differ from those of the trial"
        );
        let second = tried(&mut state);
        state.apply_now(Msg::Encoder(encoder::Msg::Checked { check: second, result }));
        assert!(matches!(trial(&state), EncoderCheck::Opened(_)));
        let form = Form {
            prefix: "query: ".into(),
            ..state.encoder.draft.as_ref().unwrap().form.clone()
        };
        state.apply_now(Msg::Encoder(encoder::Msg::Edit(form)));
        assert!(
            state.apply_now(Msg::Encoder(encoder::Msg::Use)).is_empty(),
            "the prefix was not part of the trial"
        );
        state.apply_now(Msg::Encoder(encoder::Msg::Close));
        let result = Ok(Box::new(given("a")));
        state.apply_now(Msg::Encoder(encoder::Msg::Checked { check: second, result }));
        assert_eq!(
            (state.encoder.draft.is_none(), state.encoder.custom.is_none()),
            (true, true)
        );
    }

    #[test]
    fn incomplete_candidate_is_not_tried() {
        let mut state = opened();
        assert!(
            bring(&mut state, &[]).is_empty(),
            "without files, only the dialog opens"
        );
        bring(&mut state, &["model.onnx"]);
        assert!(state.apply_now(Msg::Encoder(encoder::Msg::Check)).is_empty());
        bring(&mut state, &["tokenizer.json"]);
        assert_eq!(state.apply_now(Msg::Encoder(encoder::Msg::Check)).len(), 1);
    }

    #[test]
    fn encoder_that_cannot_be_stored_is_used_until_reload() {
        let mut state = opened();
        used(&mut state, "a");
        state.apply_now(Msg::Encoder(encoder::Msg::Stored(Err(refused()))));
        assert_eq!(state.encoder.name().hash.as_deref(), Some("a"));
        assert!(!state.encoder.is_persisted);
        let problem = state.encoder.problem.clone().expect("a problem");
        assert!(problem.title.contains("small is not stored") && problem.problem.contains("the disk is full"));
        state.apply_now(Msg::Encoder(encoder::Msg::DismissProblem));
        assert_eq!(state.encoder.problem, None);
        // A stored encoder of an unknown version is reported, and the built-in encoder is used.
        let mut fresh = test_support::state(CORES);
        let reason = UnreadableReason::OtherVersion { version: 9, known: 1 };
        fresh.apply_now(Msg::Encoder(encoder::Msg::Restored(Err(StorageError::Unreadable {
            reason,
        }))));
        assert!(fresh.encoder.problem.is_some() && fresh.encoder.custom.is_none());
    }

    #[test]
    fn cached_part_of_a_stopped_run_applies_only_to_its_encoder() {
        let mut state = opened();
        state.apply_now(Msg::Run(run::Msg::Select));
        let job = state.run.current.as_ref().unwrap().job;
        state.apply_now(Msg::Run(run::Msg::Cancel));
        let kept = PartialEmbedding {
            text_column: 1,
            texts: 12,
            total: 30,
        };
        state.apply_now(Msg::Run(run::Msg::Stopped { job, kept }));
        assert_eq!(state.partial_embedding(), Some(kept));
        used(&mut state, "a");
        assert_eq!(state.partial_embedding(), None);
        state.apply_now(Msg::Run(run::Msg::Stopped { job, kept }));
        assert_eq!(state.partial_embedding(), None, "the report arrived late");
    }

    #[test]
    fn model_download_is_shown_before_the_first_text() {
        let mut state = opened();
        state.apply_now(Msg::Run(run::Msg::Select));
        let job = state.run.current.as_ref().unwrap().job;
        let fetched = |bytes| DownloadProgress { bytes, total: Some(24) };
        let fetching = |state: &AppState| state.run.current.as_ref().unwrap().fetching();
        assert_eq!(fetching(&state), None);
        state.apply_now(Msg::Run(run::Msg::Fetching {
            job,
            fetched: fetched(7),
        }));
        assert_eq!(fetching(&state), Some(fetched(7)));
        state.apply_now(Msg::Run(run::Msg::Fetching {
            job,
            fetched: fetched(24),
        }));
        assert_eq!(fetching(&state), None, "the model is being opened");
    }
}

/// Embeddings that the user imports from a file.
mod imported_embeddings {
    use super::*;
    use crate::test_support::embeddings;

    fn read(state: &mut AppState, ticket: u32) -> Vec<Cmd> {
        state.apply_now(reading(ticket, "vectors.npy"));
        state.apply_now(Msg::Import(import::Msg::EmbeddingsRead {
            ticket,
            embeddings: embeddings(),
        }))
    }

    fn embeddings_of_run(state: &mut AppState) -> Option<EmbeddingFile> {
        match state.apply_now(Msg::Run(run::Msg::Select)).into_iter().next() {
            Some(Cmd::Run(run::Cmd::Start { embeddings, .. })) => embeddings,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn imported_embeddings_replace_the_encoder_until_removed() {
        let mut state = selected();
        assert!(!state.is_outdated() && state.run.tokens > 0.0);
        let cmds = read(&mut state, 2);
        assert_eq!(cmds[0], Cmd::Import(import::Cmd::StoreEmbeddings(embeddings())));
        assert!(
            matches!(cmds.last(), Some(Cmd::Persistence(persistence::Cmd::SaveHead(head))) if head.embeddings == Some(embeddings()))
        );
        assert!(state.is_outdated(), "the picks were selected with the other encoder");
        assert_eq!(
            (state.run.tokens, state.embedded_by().name.as_str()),
            (0.0, "vectors.npy")
        );
        assert_eq!(embeddings_of_run(&mut state), Some(embeddings()));

        let cmds = state.apply_now(Msg::Import(import::Msg::ForgetEmbeddings));
        assert!(
            cmds.contains(&Cmd::Import(import::Cmd::ForgetEmbeddings)) && cmds.contains(&Cmd::Run(run::Cmd::Cancel))
        );
        assert!(!state.is_outdated() && state.run.tokens > 0.0);
        assert_eq!(embeddings_of_run(&mut state), None);
    }

    #[test]
    fn another_file_does_not_inherit_imported_embeddings() {
        let mut state = opened();
        read(&mut state, 2);
        let cmds = load(&mut state, 3, test_support::pool(&["text"], &[&["one"], &["two"]]));
        assert!(
            !cmds.contains(&Cmd::Import(import::Cmd::ForgetEmbeddings)),
            "the embeddings stay with their project"
        );
        assert_eq!(open_project(&state).source.embeddings, None);
    }

    #[test]
    fn imported_embeddings_are_read_with_their_table() {
        let mut state = opened();
        state.apply_now(reading(2, "pool.csv"));
        state.apply_now(Msg::Import(import::Msg::EmbeddingsReadFurther {
            ticket: 2,
            percent: 40,
        }));
        assert_eq!(
            state.import.reading.as_ref().map(FileRead::words).as_deref(),
            Some("Reading the embeddings: 40\u{a0}%")
        );
        let cmds = state.apply_now(Msg::Import(import::Msg::Loaded {
            ticket: 2,
            pool: pool(),
            load_ms: 1.0,
            embeddings: Some(embeddings()),
            how: Box::default(),
        }));
        assert!(
            cmds.contains(&Cmd::Import(import::Cmd::StoreEmbeddings(embeddings()))),
            "the embeddings are stored even if the pool is the open one"
        );
        assert_eq!(open_project(&state).source.embeddings, Some(embeddings()));
        state.apply_now(Msg::Import(import::Msg::EmbeddingsStored(Err(test_support::refused()))));
        assert!(
            state
                .notices
                .notice
                .as_ref()
                .is_some_and(|notice| notice.title.starts_with("vectors.npy is not stored"))
        );
    }

    #[test]
    fn imported_embeddings_are_restored_only_if_they_fit_the_project() {
        let mut state = selected();
        read(&mut state, 2);
        let mut stored = open_project(&state).to_project(&Config::default());
        let mut again = test_support::state(CORES);
        again.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
            stored.clone(),
            Vec::new(),
        ))))));
        assert_eq!(open_project(&again).source.embeddings, Some(embeddings()));
        assert_eq!(again.run.tokens, 0.0);
        stored.head.embeddings.as_mut().expect("some").rows += 1;
        let mut torn = test_support::state(CORES);
        torn.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
            stored,
            Vec::new(),
        ))))));
        assert!(torn.project.is_none() && torn.persistence.problem.is_some());
    }
}

/// Runs a selection until only the coverage is missing, and returns the job.
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

mod answers {
    use super::*;
    use fastgas_annotation::label::AnswerType;

    fn labels(state: &AppState, row: u32) -> Vec<&str> {
        let annotation = open_project(state).annotations.history.labels().annotation(row);
        annotation.labels.iter().map(String::as_str).collect()
    }

    #[test]
    fn with_several_labels_each_key_toggles_one_without_advancing() {
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
        // Switching back to one label per text asks first and keeps all labels.
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
        // After a reload, the answer is still not in the label set.
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
    fn texts_marked_cannot_tell_do_not_come_again() {
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
        // Each of six texts takes 4 s, except for an idle period. All picks are unanswered.
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

/// The names of the parts of the state that have changed since the last call.
fn changed_parts(state: &mut AppState) -> Vec<&'static str> {
    state.take_changed_parts().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn label_and_progress_change_only_the_parts_that_show_them() {
    let mut state = selected();
    state.apply(give(0), 1);
    changed_parts(&mut state);
    state.apply(give(1), 2);
    assert_eq!(
        changed_parts(&mut state),
        ["labeling", "persistence", "suggestions", "annotations", "view"]
    );
    state.apply(Msg::Labeling(labeling::Msg::Idle { ms: 5 }), 3);
    assert_eq!(changed_parts(&mut state), ["labeling", "suggestions"]);
}
