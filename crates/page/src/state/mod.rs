//! The state of the page, and every action that can change it. Plain Rust: no browser, no clock.
//!
//! Everything that happens is an [`Action`]. [`AppState::apply`] updates the state and returns the [`Effect`]s to perform,
//! whose results are dispatched as further actions.
//!
//! Labels are written to disk at once and in order: every append contains all entries that are not known to be saved. The log
//! on disk is therefore always a prefix of the log in memory, and the state knows its length.

pub mod request;
#[cfg(test)]
pub mod tests;
pub mod tracked;

pub use request::{Context, LabelChange, Request};

use std::sync::Arc;

use leptos::prelude::ArcTrigger;

use crate::compare::{self, Comparison};
use crate::confidences::{self, ConfidenceAction, ConfidenceEffect, Confidences, Consequence, Sending};
use crate::encoder::{self, EncoderState};
use crate::export;
use crate::file_labels::{self, FileLabelsState};
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::say;
use crate::import::append;
use crate::import::{self, ImportState};
use crate::labeling::list_filter::Listing;
use crate::labeling::{Change, LabelingState};
use crate::map::{MapAction, MapEffect, MapState};
use crate::network::{self, Network};
use crate::persistence::journal::Journal;
use crate::persistence::{Asked, Persistence, UnsavedPart};
use crate::project::Open;
use crate::projects::backup::ToWrite;
use crate::projects::embedding_cache::{self, EmbeddingCacheState};
use crate::projects::{self, ProjectsState};
use crate::prompts::{self, Prompting};
use crate::protection::{self, Protecting};
use crate::run::{self, RunState};
use crate::session::{self, Place, SessionTracker};
use crate::similar::{self, Similarities};
use crate::state::request::{Work, context};
use crate::state::tracked::Tracked;
use crate::suggestions::{self, Suggesting};
use crate::team::{self, TeamState};
use fastgas_annotation::export::{ExportFormat, ExportRows, derived_file_name};
use fastgas_annotation::label::{AnswerType, LabelSpec, LogEntry, PassReason, PastedLabel};
use fastgas_data::{Columns, Import, Pool};
use fastgas_embedding::ModelConfig;
use fastgas_graph::Device;
use fastgas_platform::{
    Backup, CacheSize, CustomEncoder, EmbeddingFile, EncoderName, Preference, Preferences, ProjectEntry, ProjectHeader,
    Refusal, StorageError, StoredProject,
};
use fastgas_protocol::{JobId, UnreadableReason, WorkerError};
use fastgas_select::Config;
use fastgas_select::PriorSelection;

/// The state of the page. Each field belongs to one feature.
#[derive(Clone, Debug, PartialEq)]
pub struct AppState {
    /// The project on the screen.
    pub project: Tracked<Option<Open>>,
    pub import: Tracked<ImportState>,
    pub file_labels: Tracked<FileLabelsState>,
    pub encoder: Tracked<EncoderState>,
    pub run: Tracked<RunState>,
    pub labeling: Tracked<LabelingState>,
    /// The user's position in the open project.
    pub(crate) session: Tracked<SessionTracker>,
    pub persistence: Tracked<Persistence>,
    pub cache: Tracked<EmbeddingCacheState>,
    pub notices: Tracked<Notices>,
    pub preferences: Tracked<Preferences>,
    pub confidences: Tracked<Confidences>,
    pub map: Tracked<MapState>,
    pub suggestions: Tracked<Suggesting>,
    pub similar: Tracked<Similarities>,
    pub comparison: Tracked<Comparison>,
    pub prompts: Tracked<Prompting>,
    pub team: Tracked<TeamState>,
    pub projects: Tracked<ProjectsState>,
    pub protection: Tracked<Protecting>,
    pub network: Tracked<Network>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Identifies the attempt. Answers to earlier attempts are dropped.
    pub ticket: u32,
    pub file_name: String,
    /// Identifies the file among those opened since the page was loaded; `None` if only embeddings are read.
    pub source: Option<u32>,
    pub import: Import,
    /// The columns that the user chose.
    pub columns: Columns,
    /// How much of the file is read, in percent; `None` before the first report.
    pub read: Option<u8>,
    /// How much of the accompanying embeddings is read, in percent; `None` before the first report.
    pub percent: Option<u8>,
}

/// What the page tells or asks the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    /// The last problem. Shown until dismissed.
    pub notice: Option<Message>,
    /// Whether `notice` says that workers crashed repeatedly. A backup and a reload are offered with it in this case.
    pub workers_stopped: bool,
    /// The question that waits for a yes or a no.
    pub confirmation: Option<Question>,
}

/// A problem, and advice on what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What failed.
    pub title: String,
    pub problem: String,
    pub advice: String,
}

/// The result of writing a project file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The backup to record for the project on the screen. `None` if the file is not a backup or another project is shown by
    /// now.
    pub backup: Option<Backup>,
    /// Whether the project has embeddings that could not be included in the file.
    pub misses_embeddings: bool,
}

/// Something that needs the user's confirmation.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// Return to the project list although part of the project is not stored.
    NewProject,
    /// Delete a project permanently.
    DeleteProject(ProjectEntry),
    /// Open another project although part of the current one is not stored.
    Replace(Box<Open>),
    /// Open another project although a selection is running in the current one.
    StopRun(Box<Open>),
    /// Remove a label that is in use from the label set.
    RemoveLabel {
        name: String,
        /// The number of rows with this label.
        uses: usize,
    },
    /// Merge a label into another one.
    JoinLabels {
        /// The label that is removed.
        name: String,
        /// The label that remains.
        into: String,
        /// How often `name` was assigned, by any annotator.
        uses: usize,
    },
    /// Assign a key that another label already uses.
    TakeKey {
        name: String,
        key: char,
        /// The label that uses the key now.
        owner: String,
        /// The key that `owner` gets instead; `None` if no key is free.
        instead: Option<char>,
    },
    /// Change the kind of answers.
    ChooseAnswers(Change),
    /// Assign a label to many texts, some of which have another label.
    Relabel {
        rows: Vec<u32>,
        name: String,
        /// The number of texts with another label.
        n_others: usize,
    },
    /// Take over the project from another tab although annotations made here are not stored.
    TakeOver,
    /// Remove a colleague's annotations from the project.
    Forget {
        name: String,
        /// The number of texts that the colleague labeled.
        n: usize,
    },
    /// Delete all cached embeddings.
    EmptyCache(CacheSize),
    Send(Sending),
    /// Rename the annotator of this project, and reassign their annotations to the new name.
    AnotherName {
        before: String,
        name: String,
        /// The number of texts annotated under the old name.
        n: usize,
    },
    /// Replace the picks that were handed out for labeling by a new selection.
    SelectAnew,
    /// Remove the passphrase of the project.
    Unprotect,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The stored project, read at startup or opened from the list; `None` if there is none.
    Restored(Option<Box<(StoredProject, Vec<LogEntry>)>>),
    /// The stored project could not be read.
    RestoreFailed(StorageError),
    Import(import::Action),
    /// Belongs to a file that may be appended to the open project.
    Add(append::Action),
    /// Belongs to the labels in a file.
    FileLabels(file_labels::Action),
    /// Belongs to the run, or to the settings of the next one.
    Run(run::Msg),
    Confidences(ConfidenceAction),
    Map(MapAction),
    Suggest(suggestions::Action),
    Alike(similar::Action),
    Compare(compare::Action),
    Cache(embedding_cache::Msg),
    /// Write the whole project to a file.
    BackUp,
    /// The result of writing a project file.
    Written {
        file_name: String,
        /// The error is a translated text.
        written: Result<Written, String>,
    },
    /// The name of the file that the next backup overwrites; `None` if the user still has to choose one.
    SavedFile(Option<String>),
    /// Let the next backup ask for a file.
    ForgetSavedFile,
    /// Whether the browser promised to persist storage; `None` if it cannot be asked.
    Promised(Option<bool>),
    /// Ask the browser to persist storage.
    AskToKeep,
    Encoder(encoder::Msg),
    /// Show this row for labeling.
    GoTo(u32),
    /// Show the row this many places further down the list; negative values move up.
    Move(i32),
    /// Go to the next row without an answer.
    GoOn,
    /// Pass over the current row and advance. A skipped row keeps its label.
    Pass {
        why: PassReason,
    },
    /// Assign the label at `index` to the current row and advance. If a text can have several labels, toggle this one
    /// instead.
    Give {
        /// Index in the label set.
        index: usize,
    },
    /// Remove the label of the current row.
    TakeBack,
    /// Assign the label with this key to `row`; the current row stays.
    GiveRowByKey {
        row: u32,
        /// A letter or a digit.
        key: char,
    },
    /// Assign a label to all rows that are marked on the map.
    GiveMarked {
        /// Index in the label set.
        index: usize,
    },
    /// Set the written answer of a row; an empty one removes it.
    Write {
        row: u32,
        text: String,
    },
    /// Toggle the flag of the current row.
    Flag,
    /// Replace the note of a row.
    Note {
        row: u32,
        text: String,
    },
    Undo,
    Redo,
    /// Choose the kind of answers: one label, several labels or text.
    ChooseAnswers(AnswerType),
    EditGuidelines(String),
    /// Set the goal of labeling this many texts from now on.
    SetGoal {
        /// 0 removes the goal.
        n_texts: u32,
    },
    /// Remove the goal.
    EndGoal,
    AddLabel(String),
    /// Restore a label that was removed from the label set.
    BringLabelBack(String),
    /// Move a label to another index of the label set.
    MoveLabel {
        /// Index in the label set.
        index: usize,
        to: usize,
    },
    /// Rename a label in the set and on all rows that have it.
    RenameLabel {
        /// Index in the label set.
        index: usize,
        name: String,
    },
    /// Change how a label is shown.
    ShowLabelAs {
        /// Index in the label set.
        index: usize,
        /// Its description, key and color.
        look: LabelSpec,
    },
    /// Assign the label with this key to the current row.
    GiveByKey {
        /// A letter or a digit.
        key: char,
    },
    /// Remove a label from the set; asks first if it is in use.
    RemoveLabel(usize),
    /// Return to the project list, where a new project can be started; asks first if something is not stored.
    NewProject,
    Answer {
        yes: bool,
    },
    /// Export rows to a file.
    Export(ExportRows, ExportFormat),
    /// Turn a preference on or off.
    Choose(Preference, bool),
    Prompt(prompts::Action),
    Team(team::Action),
    Projects(projects::Action),
    Protection(protection::Action),
    Network(network::Action),
    /// The browser closed the project's database; its content may be gone.
    StorageLost,
    /// The result of [`Effect::SaveAll`].
    AllSaved {
        append: u32,
        saved: Result<(), StorageError>,
    },
    /// The result of [`Effect::Append`].
    Appended {
        append: u32,
        /// How many of the entries are on disk, in order.
        saved: usize,
        /// Why the next entry could not be saved; `None` if all were.
        error: Option<StorageError>,
    },
    /// Open or close the dialog for finding a label by name.
    FindLabel(bool),
    /// Add labels to the set. Labels that exist already do not change.
    AddLabels(Vec<PastedLabel>),
    /// Filter the list of texts.
    List(Listing),
    /// Show the next filter of the list.
    ListNext,
    /// The user types into a field that has not lost focus yet.
    Type {
        field: session::Field,
        /// The complete content of the field.
        text: String,
    },
    /// The saved position in the project that was just read.
    Returned(Place),
    /// Collapse or expand the reason of a pick.
    HideReason(bool),
    /// The user was inactive until now, for this long.
    Unseen {
        /// Duration in milliseconds.
        ms: u64,
    },
    /// The time limit of this append has passed.
    PatienceIsOver {
        append: u32,
    },
    /// The result of [`Effect::SaveProject`] or [`Effect::SaveHead`].
    Saved {
        what: UnsavedPart,
        saved: Result<(), StorageError>,
    },
    /// Something else could not be stored or read.
    StorageFailed(StorageError),
    /// The journal of what the last visit could not store, and the log as read from disk.
    Recovered(Box<(Journal, Vec<LogEntry>)>),
    /// The result of updating the second copy of the label log; `None` if it is up to date.
    SecondCopy(Option<Refusal>),
    /// Try again to store what is not stored.
    RetryStorage,
    DismissMessage,
}

/// Work for the browser, performed by the [`runtime`](crate::runtime).
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Download and read the sample.
    OpenSample,
    /// Select among the texts that are embedded so far; answered by [`Action::Run(run::Msg::PickedEarly)`].
    PickEarly {
        /// The run that is embedding.
        job: JobId,
        /// The settings of the run, with the budget for the picks so far and the new ones together.
        config: Config,
        /// The picks to continue from, and the rows to exclude.
        earlier: PriorSelection,
        /// The number of Web Workers.
        workers: usize,
    },
    /// Embed (unless the embeddings are available), select, and lay out the map.
    Run {
        job: JobId,
        pool: Arc<Pool>,
        text_column: usize,
        /// The validated settings.
        config: Config,
        /// The picks to continue from, and the rows to exclude.
        earlier: PriorSelection,
        encoder: EncoderName,
        /// The embeddings, if they come from a file.
        embeddings: Option<EmbeddingFile>,
        /// The confidences, if the method needs them.
        confidences: Option<confidences::Given>,
        /// The number of Web Workers.
        workers: usize,
        /// Where the neighbor search runs.
        device: Device,
    },
    /// Open an encoder in its own worker and measure it; answered by [`Action::EncoderTried`].
    TryEncoder {
        trial: u32,
        /// Path of the ONNX file.
        model: String,
        /// Path of tokenizer.json.
        tokenizer: String,
        config: ModelConfig,
    },
    StopTrial,
    Import(import::Effect),
    /// Release the dropped files.
    ForgetFiles,
    /// Store the encoder that was tried last.
    KeepEncoder(Arc<CustomEncoder>),
    /// Delete the stored encoder.
    ForgetEncoder,
    /// Report whether the browser persists storage, and ask it to if it does not yet; answered by [`Action::Promised`].
    AskToKeep,
    /// Report whether the browser persists storage, without asking it to; answered by [`Action::Promised`].
    SeeWhetherKept,
    Confidences(ConfidenceEffect),
    /// Cancel the run and what is left of it.
    CancelRun,
    /// Stop the layout at its current state; the rest of the run continues.
    StopDrawing,
    /// Start no new work in the run.
    PauseRun,
    ResumeRun,
    Compare(compare::Effect),
    /// Write the project to a file of the user; answered by [`Action::Written`].
    WriteProject(Box<ToWrite>),
    /// Read the next of the waiting project files.
    OpenNext,
    /// Let the next backup ask for a file.
    ForgetSavedFile,
    /// Store the embeddings that were read last; answered by [`import::Action::EmbeddingsKept`].
    KeepEmbeddings(EmbeddingFile),
    ForgetEmbeddings,
    /// Delete all cached embeddings, including those in memory.
    EmptyCache,
    /// Save a preference in this browser.
    KeepChoice(Preference, bool),
    /// Store everything but the label log.
    SaveProject(Box<StoredProject>),
    /// Store only the head of the project.
    SaveHead(Box<ProjectHeader>),
    /// Append entries to the log on disk, in order, up to the first failure; answered by [`Action::Appended`].
    Append {
        append: u32,
        /// How many entries of the log precede these.
        at: usize,
        actions: Vec<LogEntry>,
    },
    /// Store everything in one transaction; answered by [`Action::AllSaved`].
    SaveAll {
        append: u32,
        /// Everything but the log.
        project: Box<StoredProject>,
        log: Vec<LogEntry>,
    },
    /// Download a file.
    Download {
        file_name: String,
        media_type: &'static str,
        text: String,
    },
    /// Download a folder as a zip file.
    DownloadFolder {
        file_name: String,
        /// The path and the text of each file.
        files: Vec<(&'static str, String)>,
    },
    Prompt(prompts::Effect),
    Projects(projects::Effect),
    Protection(protection::Effect),
    Network(network::Effect),
    /// Save the annotator's name in this browser; an empty name removes it.
    KeepName(String),
    Map(MapEffect),
    Suggest(suggestions::Effect),
    Alike(similar::Effect),
}

impl Effect {
    /// Whether the effect stores something other than the log.
    pub(crate) fn is_beside(&self) -> bool {
        matches!(
            self,
            Effect::SaveHead(_) | Effect::SaveProject(_) | Effect::SaveAll { .. }
        )
    }
}

impl Reading {
    /// Progress as a translated text.
    pub fn words(&self) -> String {
        match (self.percent, self.read) {
            (None, None) => say!("import-reading-status", file_name = isolated(&self.file_name)),
            (None, Some(percent)) => say!("import-reading-percent", file_name = isolated(&self.file_name), percent),
            (Some(percent), _) => say!("import-reading-embeddings", percent),
        }
    }
}

impl Message {
    pub(crate) fn of(title: &str, error: &WorkerError) -> Message {
        Message {
            title: title.to_owned(),
            problem: core_messages::problem(error),
            advice: core_messages::advice(error, error.advice()),
        }
    }
}

/// What the rules after an action know of the action, and the effects that they add to.
struct AfterAction {
    /// The row for which the user had typed something before the action, without leaving the field.
    typed_of: Option<u32>,
    effects: Vec<Effect>,
}

/// The rules that run after every action, in this order.
const AFTER_EACH: [fn(&mut AppState, &mut AfterAction); 9] = [
    // The page advances to the next text once the answer is saved.
    |state, _| state.catch_up(),
    // Input for a text that the user has left is submitted.
    |state, after| after.effects.extend(state.take_left_behind(after.typed_of)),
    // Labels agreed on by all annotators, and the colors of the map, follow the answers and the label set.
    |state, _| state.follow_answers(),
    // An appended file can be removed again until the next change that concerns its texts.
    |state, _| state.forget_last_added(),
    // Imported labels can be removed again until the next change of them.
    |state, _| state.forget_last_imported(),
    // Suggestions follow the text on the screen, the answers and the label set.
    |state, after| after.effects.extend(state.look_ahead()),
    // The next of several dropped files is read when nothing waits for the user.
    |state, after| after.effects.extend(state.next_file()),
    // A newer version of the page is loaded once everything is saved.
    |state, after| after.effects.extend(state.load_newer_version()),
    // The number of changes since the last backup follows the project.
    |state, after| state.look_at_backup(&after.effects),
];

impl AppState {
    /// Reports that a worker job failed.
    pub(crate) fn tell_failure(&mut self, title: &str, error: &WorkerError) {
        self.notices.notice = Some(Message::of(title, error));
        self.notices.workers_stopped = matches!(error, WorkerError::Lost { .. });
    }

    /// The state of the page at startup, on a machine with this many cores.
    pub fn new(cores: usize) -> AppState {
        AppState {
            project: Tracked::default(),
            import: Tracked::default(),
            file_labels: Tracked::default(),
            encoder: Tracked::default(),
            run: RunState::new(cores).into(),
            labeling: Tracked::default(),
            session: Tracked::default(),
            persistence: Persistence::at_start().into(),
            cache: Tracked::default(),
            notices: Tracked::default(),
            preferences: Tracked::default(),
            confidences: Tracked::default(),
            map: Tracked::default(),
            suggestions: Tracked::default(),
            similar: Tracked::default(),
            comparison: Tracked::default(),
            prompts: Tracked::default(),
            team: Tracked::default(),
            projects: Tracked::default(),
            protection: Tracked::default(),
            network: Tracked::default(),
        }
    }

    /// The subscribers of all parts that have changed since the last call.
    pub fn take_changed(&mut self) -> Vec<ArcTrigger> {
        let AppState {
            project,
            import,
            file_labels,
            encoder,
            run,
            labeling,
            session,
            persistence,
            cache,
            notices,
            preferences,
            confidences,
            map,
            suggestions,
            similar,
            comparison,
            prompts,
            team,
            projects,
            protection,
            network,
        } = self;
        let of_project = project.get_mut().map(Open::take_changed);
        let parts = [
            project.take_changed(),
            import.take_changed(),
            file_labels.take_changed(),
            encoder.take_changed(),
            run.take_changed(),
            labeling.take_changed(),
            session.take_changed(),
            persistence.take_changed(),
            cache.take_changed(),
            notices.take_changed(),
            preferences.take_changed(),
            confidences.take_changed(),
            map.take_changed(),
            suggestions.take_changed(),
            similar.take_changed(),
            comparison.take_changed(),
            prompts.take_changed(),
            team.take_changed(),
            projects.take_changed(),
            protection.take_changed(),
            network.take_changed(),
        ];
        parts
            .into_iter()
            .chain(of_project.into_iter().flatten())
            .flatten()
            .collect()
    }

    /// Applies an action that happens at `now_ms` (milliseconds since 1970). Returns the effects to perform, in order.
    ///
    /// Checks whether the action is allowed, so it is called only from outside the state. Actions that follow from another
    /// action are allowed and go to `decide` directly.
    pub fn apply(&mut self, action: Action, now_ms: u64) -> Vec<Effect> {
        // The latest date in JavaScript. A wrong clock can return any number.
        const LATEST_MS: u64 = 8_640_000_000_000_000;
        let now_ms = now_ms.min(LATEST_MS);
        self.labeling.unmarked().dwell_timer.look(now_ms);
        let effects = self.take_action(action, now_ms);
        self.turn_watch();
        effects
    }

    fn take_action(&mut self, action: Action, now_ms: u64) -> Vec<Effect> {
        if !self.projects.is_allowed(&action) {
            return self.carry_out(projects::tell_of_other_tab(&action), now_ms);
        }
        let typed_of = self.types_of_current();
        let mut effects = Vec::new();
        if self.team.applies_typed_name(&action) {
            let context = context!(self, now_ms);
            let requests = self.team.take_typed_name(&action, context);
            effects = self.carry_out(requests, now_ms);
        }
        let action = self.aim(action);
        effects.extend(action.map_or_else(Vec::new, |action| self.decide(action, now_ms)));
        let mut after = AfterAction { typed_of, effects };
        for rule in AFTER_EACH {
            rule(self, &mut after);
        }
        after.effects
    }

    fn follow_answers(&mut self) {
        if let Some(open) = self.project.get_mut() {
            open.judge();
            if self.map.labels() != open.labels.names {
                self.map.follow_labels(&open.labels.names);
            }
        }
    }

    fn look_ahead(&mut self) -> Vec<Effect> {
        let is_colored = self.map.shows_suggestions();
        let effects = self.suggestions.look_ahead(self.project.as_ref(), is_colored);
        effects.into_iter().map(Effect::Suggest).collect()
    }

    fn load_newer_version(&mut self) -> Vec<Effect> {
        // Checked first, because each mutable access notifies the subscribers.
        if !self.network.wants_newer() {
            return Vec::new();
        }
        let is_saved = self.is_saved();
        self.network
            .use_newer(is_saved)
            .into_iter()
            .map(Effect::Network)
            .collect()
    }

    /// `now_ms` is the time when the user acted. This is in the past for an action that had to wait.
    pub(crate) fn decide(&mut self, action: Action, now_ms: u64) -> Vec<Effect> {
        match action {
            Action::Restored(stored) => self.restored(stored.map(|stored| *stored)),
            Action::RestoreFailed(error) => {
                self.nothing_restored();
                self.tell_of_disk(&error);
                Vec::new()
            }
            Action::Import(action) => {
                let context = context!(self, now_ms);
                let requests = self.import.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Add(action) => {
                let context = context!(self, now_ms);
                let requests = self.import.update_append(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::FileLabels(action) => {
                let context = context!(self, now_ms);
                let requests = self.file_labels.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Run(msg) => self.update_run(msg),
            Action::Confidences(action) => self.confidences(action),
            Action::Map(action) => self.change_map(action),
            Action::Suggest(action) => {
                let context = context!(self, now_ms);
                let requests = self.suggestions.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Alike(action) => {
                let context = context!(self, now_ms);
                let requests = self.similar.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Compare(action) => {
                let context = context!(self, now_ms);
                let requests = self.comparison.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Cache(msg) => {
                let requests = self.cache.update(msg);
                self.carry_out(requests, now_ms)
            }
            Action::Encoder(msg) => {
                let requests = self.encoder.update(msg);
                self.carry_out(requests, now_ms)
            }
            Action::GoTo(row) => self.with_open(|open| {
                if (row as usize) < open.source.pool.len() {
                    open.view.current = Some(row);
                }
            }),
            Action::Move(places) => self.with_open(|open| {
                let rows = open.shown_rows();
                if let Some(at) = rows.iter().position(|&row| Some(row) == open.view.current) {
                    let to = (at as i64 + i64::from(places)).clamp(0, rows.len() as i64 - 1);
                    open.view.current = Some(rows[to as usize]);
                }
            }),
            Action::GoOn => {
                self.go_on();
                Vec::new()
            }
            Action::FindLabel(finding) => {
                let has_labels = |open: &Open| open.labels.answers != AnswerType::Text && open.view.current.is_some();
                self.labeling.is_finding_label = finding && self.project.as_ref().is_some_and(has_labels);
                Vec::new()
            }
            Action::AddLabels(listed) => self.add_labels(listed),
            Action::List(listing) => self.list(listing),
            Action::ListNext => self.list_next(),
            Action::Type { field, text } => {
                self.type_into(field, text, now_ms);
                Vec::new()
            }
            Action::Returned(place) => self.returned(place),
            Action::HideReason(is_hidden) => {
                self.hide_reason(is_hidden);
                Vec::new()
            }
            Action::Unseen { ms } => {
                self.labeling.dwell_timer.skip(ms);
                Vec::new()
            }
            Action::PatienceIsOver { append } => {
                self.be_patient_no_more(append);
                Vec::new()
            }
            Action::Pass { why } => self.pass(why, now_ms),
            Action::Give { index } => self.give(index, now_ms),
            Action::GiveRowByKey { row, key } => self.give_row_by_key(row, key, now_ms),
            Action::GiveMarked { index } => self.give_marked(index, now_ms),
            Action::Write { row, text } => {
                self.take_typed();
                self.write(row, &text, now_ms)
            }
            Action::Flag => self.label(|open| {
                if let Some(row) = open.view.current {
                    open.annotations.history.flag(row, now_ms);
                }
            }),
            Action::Note { row, text } => {
                self.take_typed();
                self.label(|open| {
                    open.annotations.history.note(row, &text, now_ms);
                })
            }
            Action::TakeBack => self.label(|open| {
                if let Some(row) = open.view.current {
                    open.annotations.history.give(row, None, now_ms);
                }
            }),
            Action::Undo => self.turn_step(|history| history.undo(now_ms)),
            Action::Redo => self.turn_step(|history| history.redo(now_ms)),
            Action::ChooseAnswers(answers) => self.choose_answers(answers),
            Action::EditGuidelines(text) => {
                self.take_typed();
                self.edit_guidelines(text)
            }
            Action::SetGoal { n_texts } => self.set_goal(n_texts, now_ms),
            Action::EndGoal => self.set_goal(0, now_ms),
            Action::AddLabel(name) => self.add_label(&name),
            Action::RenameLabel { index, name } => self.rename_label(index, &name),
            Action::BringLabelBack(name) => self.bring_label_back(name),
            Action::MoveLabel { index, to } => self.move_label(index, to),
            Action::ShowLabelAs { index, look } => {
                self.take_typed();
                self.show_label_as(index, look)
            }
            Action::GiveByKey { key } => self.give_by_key(key, now_ms),
            Action::RemoveLabel(index) => self.ask_to_remove_label(index, now_ms),
            Action::NewProject => {
                if self.is_at_risk() {
                    self.notices.confirmation = Some(Question::NewProject);
                    return Vec::new();
                }
                self.carry_out(projects::close(), now_ms)
            }
            Action::Answer { yes } => match self.notices.confirmation.take() {
                Some(question) if yes => self.agreed(question, now_ms),
                _ => Vec::new(),
            },
            Action::Export(rows, format) => {
                let requests = export::update(rows, format, context!(self, now_ms));
                self.carry_out(requests, now_ms)
            }
            Action::Choose(choice, on) => {
                self.preferences.choose(choice, on);
                vec![Effect::KeepChoice(choice, on)]
            }
            Action::Prompt(action) => {
                let context = context!(self, now_ms);
                let requests = self.prompts.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Team(action) => {
                let context = context!(self, now_ms);
                let requests = self.team.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Projects(action) => {
                let context = context!(self, now_ms);
                let requests = self.projects.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Protection(action) => {
                let context = context!(self, now_ms);
                let requests = self.protection.update(action, context);
                self.carry_out(requests, now_ms)
            }
            Action::Network(action) => {
                let is_saved = self.is_saved();
                let effects = self.network.apply(action, is_saved);
                effects.into_iter().map(Effect::Network).collect()
            }
            Action::Appended { append, saved, error } => self.appended(append, saved, error),
            Action::Saved { what, saved } => self.saved(what, saved),
            Action::StorageFailed(error) => {
                self.tell_of_disk(&error);
                Vec::new()
            }
            Action::BackUp => self.back_up(now_ms),
            Action::SavedFile(name) => {
                self.persistence.saved_file = name;
                Vec::new()
            }
            Action::ForgetSavedFile => {
                self.persistence.saved_file = None;
                vec![Effect::ForgetSavedFile]
            }
            Action::Written { file_name, written } => self.written(&file_name, written),
            Action::Promised(promised) => {
                self.persistence.promised = Some(promised);
                Vec::new()
            }
            Action::AskToKeep => {
                self.persistence.asked = Asked::Now;
                vec![Effect::AskToKeep]
            }
            Action::StorageLost => {
                self.storage_lost();
                Vec::new()
            }
            Action::AllSaved { append, saved } => self.all_saved(append, saved),
            Action::Recovered(recovered) => self.recover(recovered.0, &recovered.1),
            Action::SecondCopy(problem) => {
                self.persistence.second_copy_problem = problem;
                Vec::new()
            }
            Action::RetryStorage => self.retry(),
            Action::DismissMessage => {
                self.notices.notice = None;
                Vec::new()
            }
        }
    }

    pub(crate) fn change_map(&mut self, action: MapAction) -> Vec<Effect> {
        let texts = self
            .project
            .as_ref()
            .map(|open| (&open.source.pool, open.source.text_column));
        self.map.apply(action, texts).map(Effect::Map).into_iter().collect()
    }

    /// The encoder in use.
    pub fn encoder(&self) -> EncoderName {
        self.encoder.name()
    }

    /// The source of the embeddings: the encoder in use, or the file with given embeddings.
    pub fn embedded_by(&self) -> EncoderName {
        let encoder = self.encoder();
        match self.project.as_ref() {
            Some(open) => open.embedded_by(&encoder),
            None => encoder,
        }
    }

    fn restored(&mut self, stored: Option<(StoredProject, Vec<LogEntry>)>) -> Vec<Effect> {
        self.persistence.restoring = false;
        // A file that was dropped in the meantime takes precedence over the stored project.
        let Some((project, log)) = stored.filter(|_| self.project.is_none()) else {
            self.nothing_restored();
            return Vec::new();
        };
        let config = project.head.config.clone();
        let mut effects = Vec::new();
        match Open::restore(project, log) {
            Ok(open) => {
                self.run.settings = self.run.settings.with(&config);
                // The browser was asked on an earlier visit. Some browsers would show their own prompt on every visit.
                if !open.annotations.history.log().is_empty() && !self.projects.read_only {
                    if self.persistence.asked == Asked::Never {
                        self.persistence.asked = Asked::Earlier;
                    }
                    effects.push(Effect::SeeWhetherKept);
                }
                *self.project = Some(open);
                self.count_tokens();
            }
            Err(problem) => {
                self.nothing_restored();
                self.tell_of_disk(&StorageError::Unreadable {
                    reason: UnreadableReason::Page(problem),
                });
            }
        }
        effects
    }

    /// Called when the expected project does not appear. Resets the read-only state, since no project is shown that another
    /// tab could have.
    pub(crate) fn nothing_restored(&mut self) {
        self.persistence.restoring = false;
        if self.project.is_none() {
            self.projects.leave();
        }
    }

    pub(crate) fn replace(&mut self, mut open: Open) -> Vec<Effect> {
        let before = self.project.as_ref().map(|open| open.source.pool.len());
        let settings = self.run.settings.clone().fitting(before, open.source.pool.len());
        let own = self.team.opens_as.take();
        let mut effects = self.forget_project();
        self.run.settings = settings;
        open.storage.is_protected |= std::mem::take(&mut self.protection.next);
        effects.push(Effect::Projects(projects::Effect::Begin {
            is_protected: open.storage.is_protected,
        }));
        effects.extend(open.source.embeddings.clone().map(Effect::KeepEmbeddings));
        if open.annotations.annotator.is_none() && own.is_none() {
            open.sign_anew(self.team.name.as_deref());
        }
        if let Some(outcome) = &open.result.outcome {
            self.run.settings = self.run.settings.with(&outcome.config);
        }
        self.file_labels.ask_about_opened(&open);
        *self.project = Some(open);
        self.count_tokens();
        effects.extend(self.save_project());
        // Labels from the file or the backup.
        effects.extend(self.append());
        effects.extend(own.map(|own| self.team.known_as(own)));
        effects
    }

    /// Repeats the current search among the new texts.
    pub(crate) fn search_again(&mut self) -> Vec<Effect> {
        let typed = std::mem::take(&mut self.map.typed);
        self.change_map(MapAction::Search(typed))
    }

    fn confidences(&mut self, action: ConfidenceAction) -> Vec<Effect> {
        match self.confidences.apply(action, self.project.as_ref()) {
            Consequence::Effects(effects) => in_world(effects),
            Consequence::AskPerson(sending) => {
                self.notices.confirmation = Some(Question::Send(sending));
                Vec::new()
            }
            Consequence::Download(text) => {
                let name = self.project.as_ref().map_or("", |open| &open.source.file_name);
                vec![Effect::Download {
                    file_name: derived_file_name(name, "confidences.csv"),
                    media_type: ExportFormat::Csv.media_type(),
                    text,
                }]
            }
        }
    }

    /// Stops asking the language model. Its answers stay stored with their project.
    pub(crate) fn stop_asking(&mut self) -> Vec<Effect> {
        in_world(self.confidences.leave())
    }

    /// The pool has grown beyond the confidences for all texts, which are dropped. The language model's answers stay.
    pub(crate) fn outgrow_confidences(&mut self) -> Vec<Effect> {
        in_world(self.confidences.outgrow())
    }

    /// Closes the project on the screen after sending everything unsaved to the disk.
    pub(crate) fn forget_project(&mut self) -> Vec<Effect> {
        let mut effects = self.flush();
        effects.extend(self.forget_run());
        effects.extend(self.stop_asking());
        effects.extend(self.put_away());
        *self.project = None;
        self.map.forget();
        self.team.forget();
        self.projects.leave();
        self.forget_sent();
        self.persistence.unsaved_part = None;
        self.persistence.needs_full_rewrite = false;
        self.persistence.unsaved_from_row = None;
        self.labeling.save_gate.forget();
        self.labeling.dwell_timer.forget();
        *self.session = SessionTracker::default();
        self.persistence.restoring = false;
        self.notices.notice = None;
        self.persistence.problem = None;
        self.persistence.second_copy_problem = None;
        self.persistence.saved_file = None;
        self.run.settings = self.run.settings.with(&Config::default());
        effects
    }

    /// Closes dialogs and cancels pending imports. Otherwise they would apply to another project, or to one whose lock is
    /// lost.
    pub(crate) fn put_away(&mut self) -> Vec<Effect> {
        let effects = match self.prompts.is_open && self.prompts.close() {
            true => self.save_head(),
            false => Vec::new(),
        };
        self.notices.confirmation = None;
        self.import.reading = None;
        self.import.dialog = None;
        self.import.append = None;
        self.file_labels.dialog = None;
        self.team.incoming = None;
        self.import.appends_next = false;
        self.labeling.is_finding_label = false;
        self.protection.put_away();
        *self.similar = self.similar.closed();
        self.prompts.forget();
        effects
    }

    /// Closes all dialogs and ends all jobs of a project that another tab changes from now on.
    fn stop_work(&mut self, now_ms: u64) -> Vec<Effect> {
        self.wait_no_more();
        let mut effects = self.flush();
        // Otherwise an open dialog could not be closed: the tab is read-only now.
        effects.extend(self.decide(Action::Import(import::Action::Stop), now_ms));
        effects.extend(self.put_away());
        let requests = self.encoder.close();
        effects.extend(self.carry_out(requests, now_ms));
        effects.extend(self.forget_run());
        effects.extend(self.stop_asking());
        effects
    }

    /// What the features have not finished or stored yet.
    pub(crate) fn work(&self) -> Work {
        Work {
            is_at_work: self.is_at_work(),
            is_saved: self.is_saved(),
            is_at_risk: self.is_at_risk(),
            awaits_project: self.persistence.restoring,
            can_protect: self.can_protect(),
        }
    }

    /// Carries out what a feature requests, in order.
    pub(crate) fn carry_out(&mut self, requests: Vec<Request>, now_ms: u64) -> Vec<Effect> {
        let mut effects = Vec::new();
        for request in requests {
            match request {
                Request::TakeJob(job) => self.run.last_job = job.0,
                Request::Perform(effect) => effects.push(effect),
                Request::Label(change) => effects.extend(self.change_labels(change, now_ms)),
                Request::Append => effects.extend(self.append()),
                Request::SaveHead => effects.extend(self.save_head()),
                Request::SaveProject => effects.extend(self.save_project()),
                Request::Rewrite => effects.extend(self.rewrite()),
                Request::Notify(message) => self.notices.notice = Some(message),
                Request::DismissNotice => self.notices.notice = None,
                Request::Confirm(question) => self.notices.confirmation = Some(question),
                Request::Apply(action) => effects.extend(self.decide(action, now_ms)),
                Request::OpenProject { project, own } => effects.extend(self.replace_or_ask(*project, own)),
                Request::OfferTexts => effects.extend(self.add_colleagues(now_ms)),
                Request::LeaveProject => effects.extend(self.forget_project()),
                Request::AwaitProject => self.persistence.restoring = true,
                Request::StopAwaitingProject => self.nothing_restored(),
                Request::ShowProject { project, settings } => {
                    (*self.project, self.run.settings) = (Some(*project), *settings);
                }
                Request::StopWork => effects.extend(self.stop_work(now_ms)),
                Request::CancelReading { ticket } => {
                    self.import.reading.take_if(|reading| reading.ticket == ticket);
                    self.import.appends_next = false;
                }
                Request::EncoderChanged => self.run.forget_embedding(),
                Request::EmbeddingsChanged => {
                    self.count_tokens();
                    effects.extend(self.forget_run());
                }
                Request::TextColumnChanged => {
                    self.count_tokens();
                    effects.extend(self.search_again());
                }
                Request::ReportFailure { title, error } => self.tell_failure(&title, &error),
                Request::TextsChanged => {
                    effects.extend(self.forget_run());
                    effects.extend(self.outgrow_confidences());
                    self.count_tokens();
                    effects.extend(self.search_again());
                }
                Request::SetSettings(settings) => self.run.settings = settings,
                Request::HoldBack { from_row } => {
                    self.persistence.unsaved_from_row.get_or_insert(from_row);
                }
                Request::AskAboutColleague(incoming) => self.ask_again(*incoming),
                Request::DropWaitingFiles => self.team.waiting = None,
                Request::RememberAnnotator(name) => effects.extend(self.known_as(name)),
                Request::ForgetMerged => self.team.merged.clear(),
                Request::ReceiveProject { open, file_name } => {
                    let context = context!(self, now_ms);
                    let requests = self.team.incoming(*open, file_name, context);
                    effects.extend(self.carry_out(requests, now_ms));
                }
            }
        }
        effects
    }

    pub(crate) fn agreed(&mut self, question: Question, now_ms: u64) -> Vec<Effect> {
        match question {
            Question::Send(sending) => in_world(self.confidences.agreed(&sending, self.project.as_ref())),
            Question::SelectAnew => self.select_anew(),
            Question::Unprotect => {
                let requests = protection::unprotect(&context!(self, now_ms));
                self.carry_out(requests, now_ms)
            }
            Question::AnotherName { name, .. } => {
                let requests = self.team.sign_as(&name, self.project.get_mut());
                self.carry_out(requests, now_ms)
            }
            Question::NewProject => self.carry_out(projects::close(), now_ms),
            Question::TakeOver => self.carry_out(projects::take_over(), now_ms),
            Question::DeleteProject(entry) => vec![Effect::Projects(projects::Effect::DeleteForGood(entry.id))],
            Question::Replace(open) | Question::StopRun(open) => self.replace(*open),
            Question::Forget { name, .. } => {
                let requests = self.team.forget_colleague(&name, self.project.get_mut());
                self.carry_out(requests, now_ms)
            }
            Question::EmptyCache(_) => {
                self.run.partial = None;
                vec![Effect::EmptyCache]
            }
            Question::JoinLabels { name, into, .. } => self.join_labels(&name, &into),
            Question::Relabel { rows, name, .. } => self.label(|open| {
                let beside = open.labels.answers == AnswerType::Several;
                open.annotations.history.give_all(&rows, &name, beside, now_ms);
            }),
            Question::RemoveLabel { name, .. } => {
                let Some(open) = self.project.get_mut() else {
                    return Vec::new();
                };
                if let Some(place) = open.labels.names.iter().position(|other| *other == name) {
                    open.labels.names.remove(place);
                    open.labels.specs.retire(&name, place);
                }
                open.annotations.history.remove(&name, now_ms);
                let mut effects = self.append();
                effects.extend(self.save_head());
                effects
            }
            Question::TakeKey { name, key, .. } => self.take_key(&name, key),
            Question::ChooseAnswers(change) => self.change_answers(change.to),
        }
    }

    fn back_up(&mut self, now_ms: u64) -> Vec<Effect> {
        let Some(open) = self.project.as_ref() else {
            return Vec::new();
        };
        let backup = Backup {
            at_ms: now_ms,
            n_actions: open.n_changes(),
            state: Some(open.backed_up()),
        };
        let file = ToWrite::whole(open, &self.draft(), backup);
        vec![Effect::WriteProject(Box::new(file))]
    }

    fn written(&mut self, file_name: &str, written: Result<Written, String>) -> Vec<Effect> {
        match written {
            Ok(Written {
                backup,
                misses_embeddings,
            }) => {
                if misses_embeddings {
                    self.notices.notice = Some(Message {
                        title: say!("backup-embeddings-missing-title", file_name = isolated(file_name)),
                        problem: say!("backup-embeddings-missing-problem"),
                        advice: say!("backup-embeddings-missing-advice"),
                    });
                }
                let Some(backup) = backup else { return Vec::new() };
                self.with_open(|open| open.storage.backup = Some(backup));
                match self.projects.read_only {
                    true => Vec::new(),
                    false => self.save_head(),
                }
            }
            Err(reason) => {
                self.notices.notice = Some(Message {
                    title: say!("backup-failed-title", file_name = isolated(file_name)),
                    problem: reason,
                    advice: say!("backup-failed-advice"),
                });
                Vec::new()
            }
        }
    }

    /// Opens this project in place of the current one, after asking if something would be lost. `own` is the user's annotator name in `open`, empty for none. With `None`, the name
    /// stored in the project applies; if there is none, the last name used in this browser.
    pub(crate) fn replace_or_ask(&mut self, open: Open, own: Option<String>) -> Vec<Effect> {
        self.team.opens_as = own;
        if self.is_at_risk() {
            self.notices.confirmation = Some(Question::Replace(Box::new(open)));
            return Vec::new();
        }
        if self.run.current.is_some() {
            self.notices.confirmation = Some(Question::StopRun(Box::new(open)));
            return Vec::new();
        }
        self.replace(open)
    }

    pub(crate) fn with_open(&mut self, change: impl FnOnce(&mut Open)) -> Vec<Effect> {
        if let Some(open) = self.project.get_mut() {
            change(open);
        }
        Vec::new()
    }

    pub(crate) fn draft(&self) -> Config {
        self.run.settings.config().unwrap_or_default()
    }
}

fn in_world(effects: Vec<ConfidenceEffect>) -> Vec<Effect> {
    effects.into_iter().map(Effect::Confidences).collect()
}
