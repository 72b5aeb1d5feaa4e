//! A project of 30 numbered texts for tests of the state.

use crate::import::{self, FileRead, ImportOutcome};
use crate::labeling;
use crate::persistence;
use crate::project::Outcome;
use crate::run;
use crate::state::{AppState, Cmd, Msg};
use crate::test_support::{self, open_project};
use fastgas_data::{Import, Pool, load_with};
use fastgas_graph::{CpuReason, SearchBackend};
use fastgas_map::Layout;
use fastgas_partition::{Partition, Quality};
use fastgas_platform::EncoderName;
use fastgas_progress::Stage;
use fastgas_select::evaluate::{CoverageCurve, CoveragePoint};
use fastgas_select::{Config, Pick, Selection};

pub const CORES: usize = 4;

pub fn pool() -> Pool {
    let row = |row: u32| [row.to_string(), format!("text number {row}")];
    test_support::pool_of(&["id", "text"], (0..30).map(row))
}

pub fn outcome(rows: &[u32], config: Config) -> Outcome {
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

pub fn layout() -> Layout {
    Layout {
        positions: vec![[0.0, 0.0]; 30],
    }
}

pub fn opened() -> AppState {
    let mut state = test_support::state(CORES);
    state.apply_now(Msg::Persistence(persistence::Msg::Restored(None)));
    load(&mut state, 1, pool());
    state
}

pub fn reading(ticket: u32, file_name: &str) -> Msg {
    Msg::Import(import::Msg::Reading(FileRead {
        ticket,
        file_name: file_name.into(),
        ..FileRead::default()
    }))
}

pub fn load(state: &mut AppState, ticket: u32, pool: Pool) -> Vec<Cmd> {
    let reading = FileRead {
        ticket,
        file_name: format!("file-{ticket}.csv"),
        ..FileRead::default()
    };
    test_support::read_file(state, reading, pool, None, ImportOutcome::default())
}

/// Imports the table `file` directly instead of in a worker. `reading` selects the columns.
pub fn load_file(state: &mut AppState, file: &str, import: &Import, reading: FileRead) -> Vec<Cmd> {
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

/// Simulates a run that picks the texts in `rows`. Returns the commands that the page issues when the map is complete.
pub fn finish_run(state: &mut AppState, rows: &[u32]) -> Vec<Cmd> {
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

pub fn curve(n_picks: usize) -> CoverageCurve {
    let point = |picks: u32| CoveragePoint {
        picks,
        facility_coverage: f64::from(picks) / 100.0,
        covered_vertices: 2 * picks,
    };
    CoverageCurve {
        points: (1..=n_picks as u32).map(point).collect(),
    }
}

/// Three texts are picked, and the label set contains `yes` and `no`.
pub fn selected() -> AppState {
    let mut state = opened();
    finish_run(&mut state, &[4, 8, 15]);
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("yes".into())));
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("no".into())));
    state
}

pub fn label(state: &AppState, row: u32) -> Option<&str> {
    open_project(state).annotations.history.labels().get(row)
}

pub fn give(index: usize) -> Msg {
    Msg::Labeling(labeling::Msg::Give { index })
}

pub fn appended(cmds: &[Cmd]) -> Option<(u32, usize)> {
    cmds.iter().find_map(|cmd| match cmd {
        Cmd::Persistence(persistence::Cmd::Append { append, entries, .. }) => Some((*append, entries.len())),
        _ => None,
    })
}
