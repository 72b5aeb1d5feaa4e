//! Small states and values that tests share.

pub mod numbered_texts;

use std::sync::{Arc, LazyLock};

use crate::import::{self, FileRead, ImportOutcome};
use crate::labeling::save_gate::SaveGate;
use crate::project::{Outcome, Project};
use crate::projects::backup::{self, ProjectFile};
use crate::run::settings::Settings;
use crate::state::request::Work;
use crate::state::{AppState, Cmd, Context, Msg};
use fastgas_annotation::backup::MapData;
use fastgas_data::LoadError;
use fastgas_data::Pool;
use fastgas_graph::Adjacency;
use fastgas_partition::{Partition, Quality};
use fastgas_platform::{Backup, EmbeddingFile, EncoderName, Preferences, Refusal, StorageError, StoredProject};
use fastgas_protocol::JobId;
use fastgas_select::Config;
use fastgas_select::{Pick, Selection};

/// The returned page saves answers without waiting for the disk, so that tests need not confirm each write.
pub fn state(cores: usize) -> AppState {
    let mut state = AppState::new(cores);
    state.labeling.save_gate = SaveGate::disabled();
    state
}

impl AppState {
    /// The message gets the time of the previous message, for tests where time does not matter.
    pub fn apply_now(&mut self, msg: Msg) -> Vec<Cmd> {
        let now_ms = self.labeling.dwell_timer.now_ms();
        self.apply(msg, now_ms)
    }
}

static PREFERENCES: LazyLock<Preferences> = LazyLock::new(Preferences::default);

/// The context belongs to a tab that may change the project, and has the built-in encoder.
pub fn context<'a>(project: Option<&'a mut Project>, settings: &'a Settings) -> Context<'a> {
    Context {
        project,
        settings,
        preferences: &PREFERENCES,
        read_only: false,
        work: Work::default(),
        now_ms: 0,
        encoder: EncoderName::default(),
        confidences: None,
        is_selecting: false,
        next_job: JobId(1),
        annotator: None,
        n_waiting: None,
    }
}

pub fn pool(columns: &[&str], rows: &[&[&str]]) -> Pool {
    pool_of(columns, rows)
}

pub fn pool_of<C: AsRef<str>, R: AsRef<[C]>>(columns: &[&str], rows: impl IntoIterator<Item = R>) -> Pool {
    let mut cells = String::new();
    let mut ends = Vec::new();
    for row in rows {
        for cell in row.as_ref() {
            cells.push_str(cell.as_ref());
            ends.push(cells.len() as u32);
        }
    }
    Pool::from_parts(columns.iter().map(|&name| name.into()).collect(), cells, ends).expect("a table")
}

/// The texts are `a`, `b`, …, and the labels are `yes` and `no`. The current text is the first pick.
pub fn labeling(picks: &[u32], n: usize) -> Project {
    let texts = ('a'..='z').take(n).map(|letter| [letter.to_string()]);
    let mut project = Project::new("a.csv".into(), pool_of(&["text"], texts), 0, 0.0);
    project.result.outcome = Some(Arc::new(outcome(picks, n, Config::default())));
    project.color_parts();
    project.labels.names = vec!["yes".into(), "no".into()];
    project.labels.assign_keys_and_colors();
    project.view.current = picks.first().copied();
    project
}

/// The run picked `rows` and put all texts in one part. Column 0 contains the texts.
pub fn outcome(rows: &[u32], n: usize, config: Config) -> Outcome {
    let pick = |&row: &u32| Pick {
        row,
        part: 0,
        degree: 1,
    };
    Outcome {
        config,
        text_column: 0,
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
            part_of: vec![0; n],
            n_parts: 1,
        },
        quality: Quality {
            cut: 0,
            imbalance: 0.0,
            n_parts: 1,
        },
        duplicates: None,
        searched: None,
        timings: Vec::new(),
    }
}

pub fn embeddings() -> EmbeddingFile {
    EmbeddingFile {
        name: "vectors.npy".into(),
        hash: "a".into(),
        rows: 30,
        dimensions: 4,
        passed_over: 0,
        column: None,
    }
}

pub fn read_file(
    state: &mut AppState,
    reading: FileRead,
    pool: Pool,
    embeddings: Option<EmbeddingFile>,
    outcome: ImportOutcome,
) -> Vec<Cmd> {
    let ticket = reading.ticket;
    state.apply_now(Msg::Import(import::Msg::Reading(reading)));
    state.apply_now(Msg::Import(import::Msg::Loaded {
        ticket,
        pool,
        load_ms: 1.0,
        embeddings,
        how: Box::new(outcome),
    }))
}

pub fn read_project(state: &mut AppState, project: Project) -> Vec<Cmd> {
    let ticket = 1;
    state.apply_now(Msg::Import(import::Msg::Reading(FileRead {
        ticket,
        ..FileRead::default()
    })));
    state.apply_now(Msg::Import(import::Msg::ProjectRead {
        ticket,
        project: Box::new(project),
    }))
}

pub fn written(project: &Project) -> ProjectFile {
    let backup = Backup {
        at_ms: 5,
        n_actions: project.log().len(),
        state: Some(project.backed_up()),
    };
    ProjectFile::whole(project, &Config::default(), backup)
}

pub fn reopened(file: &ProjectFile) -> Result<Project, LoadError> {
    let StoredProject {
        pool,
        partition,
        layout,
        adjacency,
        ..
    } = &file.project;
    let places = MapData {
        partition: partition.clone(),
        layout: layout.clone(),
        adjacency: adjacency.clone(),
    };
    backup::open(&file.json(), pool.clone(), places, u64::MAX)
}

pub fn open_project(state: &AppState) -> &Project {
    state.project.as_ref().expect("an open project")
}

/// In the kNN graph of the returned project, each text is a neighbor of the next text.
pub fn connected_in_a_row(mut state: AppState) -> AppState {
    let project = state.project.get_mut().expect("an open project");
    let n = project.source.pool.len() as u32;
    let (mut offsets, mut neighbors) = (vec![0], Vec::new());
    for row in 0..n {
        let adjacent = [row.checked_sub(1), Some(row + 1).filter(|&next| next < n)];
        neighbors.extend(adjacent.into_iter().flatten());
        offsets.push(neighbors.len() as u32);
    }
    let adjacency = Adjacency::from_parts(offsets, neighbors, n as usize).expect("a graph");
    project.result.adjacency = Some(Arc::new(adjacency));
    state
}

pub fn refused() -> StorageError {
    StorageError::Refused { reason: Refusal::Full }
}
