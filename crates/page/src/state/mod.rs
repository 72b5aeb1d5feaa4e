//! The state of the page, and every message that can change it. Plain Rust: no browser, no clock.
//!
//! Everything that happens is a [`Msg`]. [`AppState::apply`] updates the state and returns the [`Cmd`]s to perform,
//! whose results are dispatched as further messages.
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
use crate::confidences::{self, Cmd as ConfidenceCmd, Confidences, ConsentRequest, Msg as ConfidenceMsg, UpdateResult};
use crate::encoder::{self, EncoderState};
use crate::export;
use crate::file_labels::{self, FileLabelsState};
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::import::append;
use crate::import::{self, ImportState};
use crate::labeling::list_filter::ListFilter;
use crate::labeling::{AnswerTypeChange, LabelingState};
use crate::map::{Cmd as MapCmd, MapState, Msg as MapMsg};
use crate::network::{self, Network};
use crate::persistence::journal::Journal;
use crate::persistence::{PersistPrompt, Persistence, UnsavedPart};
use crate::project::Project;
use crate::projects::backup::ProjectFile;
use crate::projects::embedding_cache::{self, EmbeddingCacheState};
use crate::projects::{self, ProjectsState};
use crate::prompts::{self, PromptState};
use crate::protection::{self, ProtectionState};
use crate::run::{self, RunState};
use crate::session::{self, SessionPosition, SessionTracker};
use crate::similar::{self, SimilarState};
use crate::state::request::{Work, context};
use crate::state::tracked::Tracked;
use crate::suggestions::{self, SuggestionState};
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
    pub project: Tracked<Option<Project>>,
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
    pub suggestions: Tracked<SuggestionState>,
    pub similar: Tracked<SimilarState>,
    pub comparison: Tracked<Comparison>,
    pub prompts: Tracked<PromptState>,
    pub team: Tracked<TeamState>,
    pub projects: Tracked<ProjectsState>,
    pub protection: Tracked<ProtectionState>,
    pub network: Tracked<Network>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileRead {
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
    pub notice: Option<Notice>,
    /// Whether `notice` says that workers crashed repeatedly. A backup and a reload are offered with it in this case.
    pub workers_stopped: bool,
    /// The question that waits for a yes or a no.
    pub confirmation: Option<Confirmation>,
}

/// A problem, and advice on what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What failed.
    pub title: String,
    pub problem: String,
    pub advice: String,
}

/// The result of writing a project file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupResult {
    /// The backup to record for the project on the screen. `None` if the file is not a backup or another project is shown by
    /// now.
    pub backup: Option<Backup>,
    /// Whether the project has embeddings that could not be included in the file.
    pub misses_embeddings: bool,
}

/// Something that needs the user's confirmation.
#[derive(Clone, Debug, PartialEq)]
pub enum Confirmation {
    /// Return to the project list although part of the project is not stored.
    NewProject,
    /// Delete a project permanently.
    DeleteProject(ProjectEntry),
    /// Open another project although part of the current one is not stored.
    Replace(Box<Project>),
    /// Open another project although a selection is running in the current one.
    StopRun(Box<Project>),
    /// Remove a label that is in use from the label set.
    RemoveLabel {
        name: String,
        /// The number of rows with this label.
        uses: usize,
    },
    /// Merge a label into another one.
    MergeLabels {
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
    ChooseAnswers(AnswerTypeChange),
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
    Send(ConsentRequest),
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
pub enum Msg {
    /// The stored project, read at startup or opened from the list; `None` if there is none.
    Restored(Option<Box<(StoredProject, Vec<LogEntry>)>>),
    /// The stored project could not be read.
    RestoreFailed(StorageError),
    Import(import::Msg),
    /// Belongs to a file that may be appended to the open project.
    Add(append::Msg),
    /// Belongs to the labels in a file.
    FileLabels(file_labels::Msg),
    /// Belongs to the run, or to the settings of the next one.
    Run(run::Msg),
    Confidences(ConfidenceMsg),
    Map(MapMsg),
    Suggest(suggestions::Msg),
    Similar(similar::Msg),
    Compare(compare::Msg),
    Cache(embedding_cache::Msg),
    /// Write the whole project to a file.
    BackUp,
    /// The result of writing a project file.
    Written {
        file_name: String,
        /// The error is a translated text.
        written: Result<BackupResult, String>,
    },
    /// The name of the file that the next backup overwrites; `None` if the user still has to choose one.
    SavedFile(Option<String>),
    /// Let the next backup ask for a file.
    ForgetSavedFile,
    /// Whether the browser promised to persist storage; `None` if it cannot be asked.
    PersistedChecked(Option<bool>),
    /// Ask the browser to persist storage.
    AskToPersist,
    Encoder(encoder::Msg),
    /// Show this row for labeling.
    GoTo(u32),
    /// Show the row this many places further down the list; negative values move up.
    Move(i32),
    /// Go to the next row without an answer.
    Advance,
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
    ClearAnswer,
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
    RestoreLabel(String),
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
    SetLabelSpec {
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
    Prompt(prompts::Msg),
    Team(team::Msg),
    Projects(projects::Msg),
    Protection(protection::Msg),
    Network(network::Msg),
    /// The browser closed the project's database; its content may be gone.
    StorageLost,
    /// The result of [`Cmd::SaveAll`].
    AllSaved {
        append: u32,
        saved: Result<(), StorageError>,
    },
    /// The result of [`Cmd::Append`].
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
    List(ListFilter),
    /// Show the next filter of the list.
    NextListFilter,
    /// The user types into a field that has not lost focus yet.
    TypeInto {
        field: session::DraftField,
        /// The complete content of the field.
        text: String,
    },
    /// The saved position in the project that was just read.
    RestorePosition(SessionPosition),
    /// Collapse or expand the reason of a pick.
    HideReason(bool),
    /// The user was inactive until now, for this long.
    Idle {
        /// Duration in milliseconds.
        ms: u64,
    },
    /// The time limit of this append has passed.
    AppendTimedOut {
        append: u32,
    },
    /// The result of [`Cmd::SaveProject`] or [`Cmd::SaveHead`].
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
pub enum Cmd {
    /// Download and read the sample.
    OpenSample,
    /// Select among the texts that are embedded so far; answered by [`Msg::Run(run::Msg::PickedEarly)`].
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
        confidences: Option<confidences::ConfidenceSet>,
        /// The number of Web Workers.
        workers: usize,
        /// Where the neighbor search runs.
        device: Device,
    },
    /// Open an encoder in its own worker and measure it; answered by [`Msg::EncoderTried`].
    TryEncoder {
        trial: u32,
        /// Path of the ONNX file.
        model: String,
        /// Path of tokenizer.json.
        tokenizer: String,
        config: ModelConfig,
    },
    StopTrial,
    Import(import::Cmd),
    /// Release the dropped files.
    ForgetFiles,
    /// Store the encoder that was tried last.
    StoreEncoder(Arc<CustomEncoder>),
    /// Delete the stored encoder.
    ForgetEncoder,
    /// Report whether the browser persists storage, and ask it to if it does not yet; answered by [`Msg::PersistedChecked`].
    AskToPersist,
    /// Report whether the browser persists storage, without asking it to; answered by [`Msg::PersistedChecked`].
    CheckPersisted,
    Confidences(ConfidenceCmd),
    /// Cancel the run and what is left of it.
    CancelRun,
    /// Stop the layout at its current state; the rest of the run continues.
    StopLayout,
    /// Start no new work in the run.
    PauseRun,
    ResumeRun,
    Compare(compare::Cmd),
    /// Write the project to a file of the user; answered by [`Msg::Written`].
    WriteProject(Box<ProjectFile>),
    /// Read the next of the waiting project files.
    OpenNext,
    /// Let the next backup ask for a file.
    ForgetSavedFile,
    /// Store the embeddings that were read last; answered by [`import::Msg::EmbeddingsStored`].
    StoreEmbeddings(EmbeddingFile),
    ForgetEmbeddings,
    /// Delete all cached embeddings, including those in memory.
    EmptyCache,
    /// Save a preference in this browser.
    StorePreference(Preference, bool),
    /// Store everything but the label log.
    SaveProject(Box<StoredProject>),
    /// Store only the head of the project.
    SaveHead(Box<ProjectHeader>),
    /// Append entries to the log on disk, in order, up to the first failure; answered by [`Msg::Appended`].
    Append {
        append: u32,
        /// How many entries of the log precede these.
        at: usize,
        entries: Vec<LogEntry>,
    },
    /// Store everything in one transaction; answered by [`Msg::AllSaved`].
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
    Prompt(prompts::Cmd),
    Projects(projects::Cmd),
    Protection(protection::Cmd),
    Network(network::Cmd),
    /// Save the annotator's name in this browser; an empty name removes it.
    StoreAnnotatorName(String),
    Map(MapCmd),
    Suggest(suggestions::Cmd),
    Similar(similar::Cmd),
}

impl Cmd {
    /// Whether the command stores something other than the log.
    pub(crate) fn stores_other_part(&self) -> bool {
        matches!(self, Cmd::SaveHead(_) | Cmd::SaveProject(_) | Cmd::SaveAll { .. })
    }
}

impl FileRead {
    /// Progress as a translated text.
    pub fn words(&self) -> String {
        match (self.percent, self.read) {
            (None, None) => t!("import-reading-status", file_name = isolated(&self.file_name)),
            (None, Some(percent)) => t!("import-reading-percent", file_name = isolated(&self.file_name), percent),
            (Some(percent), _) => t!("import-reading-embeddings", percent),
        }
    }
}

impl Notice {
    pub(crate) fn of(title: &str, error: &WorkerError) -> Notice {
        Notice {
            title: title.to_owned(),
            problem: core_messages::problem(error),
            advice: core_messages::advice(error, error.advice()),
        }
    }
}

/// What the rules after a message know of the message, and the commands that they add to.
struct AfterAction {
    /// The row for which the user had typed something before the message, without leaving the field.
    typed_of: Option<u32>,
    cmds: Vec<Cmd>,
}

/// The rules that run after every message, in this order.
const AFTER_EACH: [fn(&mut AppState, &mut AfterAction); 9] = [
    // The page advances to the next text once the answer is saved.
    |state, _| state.advance_if_saved(),
    // Input for a text that the user has left is submitted.
    |state, after| after.cmds.extend(state.submit_left_input(after.typed_of)),
    // Labels agreed on by all annotators, and the colors of the map, follow the answers and the label set.
    |state, _| state.follow_answers(),
    // An appended file can be removed again until the next change that concerns its texts.
    |state, _| state.drop_append_undo(),
    // Imported labels can be removed again until the next change of them.
    |state, _| state.drop_import_undo(),
    // Suggestions follow the text on the screen, the answers and the label set.
    |state, after| after.cmds.extend(state.precompute()),
    // The next of several dropped files is read when nothing waits for the user.
    |state, after| after.cmds.extend(state.next_file()),
    // A newer version of the page is loaded once everything is saved.
    |state, after| after.cmds.extend(state.load_newer_version()),
    // The number of changes since the last backup follows the project.
    |state, after| state.update_backup_differences(&after.cmds),
];

impl AppState {
    /// Reports that a worker job failed.
    pub(crate) fn report_failure(&mut self, title: &str, error: &WorkerError) {
        self.notices.notice = Some(Notice::of(title, error));
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
        let of_project = project.get_mut().map(Project::take_changed);
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

    /// Applies a message that happens at `now_ms` (milliseconds since 1970). Returns the commands to perform, in order.
    ///
    /// Checks whether the message is allowed, so it is called only from outside the state. Messages that follow from another
    /// message are allowed and go to `decide` directly.
    pub fn apply(&mut self, msg: Msg, now_ms: u64) -> Vec<Cmd> {
        // The latest date in JavaScript. A wrong clock can return any number.
        const MAX_TIME_MS: u64 = 8_640_000_000_000_000;
        let now_ms = now_ms.min(MAX_TIME_MS);
        self.labeling.unmarked().dwell_timer.look(now_ms);
        let cmds = self.take_action(msg, now_ms);
        self.switch_dwell_timer();
        cmds
    }

    fn take_action(&mut self, msg: Msg, now_ms: u64) -> Vec<Cmd> {
        if !self.projects.is_allowed(&msg) {
            return self.carry_out(projects::tell_of_other_tab(&msg), now_ms);
        }
        let typed_of = self.row_being_typed();
        let mut cmds = Vec::new();
        if self.team.applies_typed_name(&msg) {
            let context = context!(self, now_ms);
            let requests = self.team.take_typed_name(&msg, context);
            cmds = self.carry_out(requests, now_ms);
        }
        let msg = self.gate_action(msg);
        cmds.extend(msg.map_or_else(Vec::new, |msg| self.decide(msg, now_ms)));
        let mut after = AfterAction { typed_of, cmds };
        for rule in AFTER_EACH {
            rule(self, &mut after);
        }
        after.cmds
    }

    fn follow_answers(&mut self) {
        if let Some(project) = self.project.get_mut() {
            project.refresh_resolution();
            if self.map.labels() != project.labels.names {
                self.map.follow_labels(&project.labels.names);
            }
        }
    }

    fn precompute(&mut self) -> Vec<Cmd> {
        let is_colored = self.map.shows_suggestions();
        let cmds = self.suggestions.precompute(self.project.as_ref(), is_colored);
        cmds.into_iter().map(Cmd::Suggest).collect()
    }

    fn load_newer_version(&mut self) -> Vec<Cmd> {
        // Checked first, because each mutable access notifies the subscribers.
        if !self.network.wants_newer() {
            return Vec::new();
        }
        let is_saved = self.is_saved();
        self.network.use_newer(is_saved).into_iter().map(Cmd::Network).collect()
    }

    /// `now_ms` is the time when the user acted. This is in the past for a message that had to wait.
    pub(crate) fn decide(&mut self, msg: Msg, now_ms: u64) -> Vec<Cmd> {
        match msg {
            Msg::Restored(stored) => self.restored(stored.map(|stored| *stored)),
            Msg::RestoreFailed(error) => {
                self.nothing_restored();
                self.report_storage_error(&error);
                Vec::new()
            }
            Msg::Import(msg) => {
                let context = context!(self, now_ms);
                let requests = self.import.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Add(msg) => {
                let context = context!(self, now_ms);
                let requests = self.import.update_append(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::FileLabels(msg) => {
                let context = context!(self, now_ms);
                let requests = self.file_labels.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Run(msg) => self.update_run(msg),
            Msg::Confidences(msg) => self.confidences(msg),
            Msg::Map(msg) => self.change_map(msg),
            Msg::Suggest(msg) => {
                let context = context!(self, now_ms);
                let requests = self.suggestions.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Similar(msg) => {
                let context = context!(self, now_ms);
                let requests = self.similar.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Compare(msg) => {
                let context = context!(self, now_ms);
                let requests = self.comparison.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Cache(msg) => {
                let requests = self.cache.update(msg);
                self.carry_out(requests, now_ms)
            }
            Msg::Encoder(msg) => {
                let requests = self.encoder.update(msg);
                self.carry_out(requests, now_ms)
            }
            Msg::GoTo(row) => self.change_project(|project| {
                if (row as usize) < project.source.pool.len() {
                    project.view.current = Some(row);
                }
            }),
            Msg::Move(places) => self.change_project(|project| {
                let rows = project.shown_rows();
                if let Some(at) = rows.iter().position(|&row| Some(row) == project.view.current) {
                    let to = (at as i64 + i64::from(places)).clamp(0, rows.len() as i64 - 1);
                    project.view.current = Some(rows[to as usize]);
                }
            }),
            Msg::Advance => {
                self.advance_when_saved();
                Vec::new()
            }
            Msg::FindLabel(finding) => {
                let has_labels =
                    |project: &Project| project.labels.answers != AnswerType::Text && project.view.current.is_some();
                self.labeling.is_finding_label = finding && self.project.as_ref().is_some_and(has_labels);
                Vec::new()
            }
            Msg::AddLabels(listed) => self.add_labels(listed),
            Msg::List(listing) => self.list(listing),
            Msg::NextListFilter => self.list_next(),
            Msg::TypeInto { field, text } => {
                self.type_into(field, text, now_ms);
                Vec::new()
            }
            Msg::RestorePosition(place) => self.restore_position(place),
            Msg::HideReason(is_hidden) => {
                self.hide_reason(is_hidden);
                Vec::new()
            }
            Msg::Idle { ms } => {
                self.labeling.dwell_timer.skip(ms);
                Vec::new()
            }
            Msg::AppendTimedOut { append } => {
                self.on_append_timeout(append);
                Vec::new()
            }
            Msg::Pass { why } => self.pass(why, now_ms),
            Msg::Give { index } => self.give(index, now_ms),
            Msg::GiveRowByKey { row, key } => self.give_row_by_key(row, key, now_ms),
            Msg::GiveMarked { index } => self.give_marked(index, now_ms),
            Msg::Write { row, text } => {
                self.mark_submitted();
                self.write(row, &text, now_ms)
            }
            Msg::Flag => self.label(|project| {
                if let Some(row) = project.view.current {
                    project.annotations.history.flag(row, now_ms);
                }
            }),
            Msg::Note { row, text } => {
                self.mark_submitted();
                self.label(|project| {
                    project.annotations.history.note(row, &text, now_ms);
                })
            }
            Msg::ClearAnswer => self.label(|project| {
                if let Some(row) = project.view.current {
                    project.annotations.history.give(row, None, now_ms);
                }
            }),
            Msg::Undo => self.turn_step(|history| history.undo(now_ms)),
            Msg::Redo => self.turn_step(|history| history.redo(now_ms)),
            Msg::ChooseAnswers(answers) => self.choose_answers(answers),
            Msg::EditGuidelines(text) => {
                self.mark_submitted();
                self.edit_guidelines(text)
            }
            Msg::SetGoal { n_texts } => self.set_goal(n_texts, now_ms),
            Msg::EndGoal => self.set_goal(0, now_ms),
            Msg::AddLabel(name) => self.add_label(&name),
            Msg::RenameLabel { index, name } => self.rename_label(index, &name),
            Msg::RestoreLabel(name) => self.restore_label(name),
            Msg::MoveLabel { index, to } => self.move_label(index, to),
            Msg::SetLabelSpec { index, look } => {
                self.mark_submitted();
                self.show_label_as(index, look)
            }
            Msg::GiveByKey { key } => self.give_by_key(key, now_ms),
            Msg::RemoveLabel(index) => self.ask_to_remove_label(index, now_ms),
            Msg::NewProject => {
                if self.would_lose_data() {
                    self.notices.confirmation = Some(Confirmation::NewProject);
                    return Vec::new();
                }
                self.carry_out(projects::close(), now_ms)
            }
            Msg::Answer { yes } => match self.notices.confirmation.take() {
                Some(confirmation) if yes => self.agreed(confirmation, now_ms),
                _ => Vec::new(),
            },
            Msg::Export(rows, format) => {
                let requests = export::update(rows, format, context!(self, now_ms));
                self.carry_out(requests, now_ms)
            }
            Msg::Choose(choice, on) => {
                self.preferences.choose(choice, on);
                vec![Cmd::StorePreference(choice, on)]
            }
            Msg::Prompt(msg) => {
                let context = context!(self, now_ms);
                let requests = self.prompts.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Team(msg) => {
                let context = context!(self, now_ms);
                let requests = self.team.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Projects(msg) => {
                let context = context!(self, now_ms);
                let requests = self.projects.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Protection(msg) => {
                let context = context!(self, now_ms);
                let requests = self.protection.update(msg, context);
                self.carry_out(requests, now_ms)
            }
            Msg::Network(msg) => {
                let is_saved = self.is_saved();
                let cmds = self.network.apply(msg, is_saved);
                cmds.into_iter().map(Cmd::Network).collect()
            }
            Msg::Appended { append, saved, error } => self.appended(append, saved, error),
            Msg::Saved { what, saved } => self.saved(what, saved),
            Msg::StorageFailed(error) => {
                self.report_storage_error(&error);
                Vec::new()
            }
            Msg::BackUp => self.back_up(now_ms),
            Msg::SavedFile(name) => {
                self.persistence.saved_file = name;
                Vec::new()
            }
            Msg::ForgetSavedFile => {
                self.persistence.saved_file = None;
                vec![Cmd::ForgetSavedFile]
            }
            Msg::Written { file_name, written } => self.written(&file_name, written),
            Msg::PersistedChecked(is_persisted) => {
                self.persistence.is_persisted = Some(is_persisted);
                Vec::new()
            }
            Msg::AskToPersist => {
                self.persistence.asked = PersistPrompt::Now;
                vec![Cmd::AskToPersist]
            }
            Msg::StorageLost => {
                self.storage_lost();
                Vec::new()
            }
            Msg::AllSaved { append, saved } => self.all_saved(append, saved),
            Msg::Recovered(recovered) => self.recover(recovered.0, &recovered.1),
            Msg::SecondCopy(problem) => {
                self.persistence.second_copy_problem = problem;
                Vec::new()
            }
            Msg::RetryStorage => self.retry(),
            Msg::DismissMessage => {
                self.notices.notice = None;
                Vec::new()
            }
        }
    }

    pub(crate) fn change_map(&mut self, msg: MapMsg) -> Vec<Cmd> {
        let texts = self
            .project
            .as_ref()
            .map(|project| (&project.source.pool, project.source.text_column));
        self.map.apply(msg, texts).map(Cmd::Map).into_iter().collect()
    }

    /// The encoder in use.
    pub fn encoder(&self) -> EncoderName {
        self.encoder.name()
    }

    /// The source of the embeddings: the encoder in use, or the file with given embeddings.
    pub fn embedded_by(&self) -> EncoderName {
        let encoder = self.encoder();
        match self.project.as_ref() {
            Some(project) => project.embedded_by(&encoder),
            None => encoder,
        }
    }

    fn restored(&mut self, stored: Option<(StoredProject, Vec<LogEntry>)>) -> Vec<Cmd> {
        self.persistence.restoring = false;
        // A file that was dropped in the meantime takes precedence over the stored project.
        let Some((project, log)) = stored.filter(|_| self.project.is_none()) else {
            self.nothing_restored();
            return Vec::new();
        };
        let config = project.head.config.clone();
        let mut cmds = Vec::new();
        match Project::restore(project, log) {
            Ok(project) => {
                self.run.settings = self.run.settings.with(&config);
                // The browser was asked on an earlier visit. Some browsers would show their own prompt on every visit.
                if !project.annotations.history.log().is_empty() && !self.projects.read_only {
                    if self.persistence.asked == PersistPrompt::Never {
                        self.persistence.asked = PersistPrompt::Earlier;
                    }
                    cmds.push(Cmd::CheckPersisted);
                }
                *self.project = Some(project);
                self.count_tokens();
            }
            Err(problem) => {
                self.nothing_restored();
                self.report_storage_error(&StorageError::Unreadable {
                    reason: UnreadableReason::Page(problem),
                });
            }
        }
        cmds
    }

    /// Called when the expected project does not appear. Resets the read-only state, since no project is shown that another
    /// tab could have.
    pub(crate) fn nothing_restored(&mut self) {
        self.persistence.restoring = false;
        if self.project.is_none() {
            self.projects.leave();
        }
    }

    pub(crate) fn replace(&mut self, mut project: Project) -> Vec<Cmd> {
        let before = self.project.as_ref().map(|project| project.source.pool.len());
        let settings = self.run.settings.clone().fitting(before, project.source.pool.len());
        let own = self.team.opens_as.take();
        let mut cmds = self.forget_project();
        self.run.settings = settings;
        project.storage.is_protected |= std::mem::take(&mut self.protection.next);
        cmds.push(Cmd::Projects(projects::Cmd::Begin {
            is_protected: project.storage.is_protected,
        }));
        cmds.extend(project.source.embeddings.clone().map(Cmd::StoreEmbeddings));
        if project.annotations.annotator.is_none() && own.is_none() {
            project.set_stored_annotator(self.team.name.as_deref());
        }
        if let Some(outcome) = &project.result.outcome {
            self.run.settings = self.run.settings.with(&outcome.config);
        }
        self.file_labels.ask_about_opened(&project);
        *self.project = Some(project);
        self.count_tokens();
        cmds.extend(self.save_project());
        // Labels from the file or the backup.
        cmds.extend(self.append());
        cmds.extend(own.map(|own| self.team.set_name(own)));
        cmds
    }

    /// Repeats the current search among the new texts.
    pub(crate) fn repeat_search(&mut self) -> Vec<Cmd> {
        let typed = std::mem::take(&mut self.map.typed);
        self.change_map(MapMsg::Search(typed))
    }

    fn confidences(&mut self, msg: ConfidenceMsg) -> Vec<Cmd> {
        match self.confidences.apply(msg, self.project.as_ref()) {
            UpdateResult::Effects(cmds) => confidence_commands(cmds),
            UpdateResult::AskPerson(sending) => {
                self.notices.confirmation = Some(Confirmation::Send(sending));
                Vec::new()
            }
            UpdateResult::Download(text) => {
                let name = self.project.as_ref().map_or("", |project| &project.source.file_name);
                vec![Cmd::Download {
                    file_name: derived_file_name(name, "confidences.csv"),
                    media_type: ExportFormat::Csv.media_type(),
                    text,
                }]
            }
        }
    }

    /// Stops asking the language model. Its answers stay stored with their project.
    pub(crate) fn stop_confidence_requests(&mut self) -> Vec<Cmd> {
        confidence_commands(self.confidences.leave())
    }

    /// The pool has grown beyond the confidences for all texts, which are dropped. The language model's answers stay.
    pub(crate) fn invalidate_confidences(&mut self) -> Vec<Cmd> {
        confidence_commands(self.confidences.invalidate())
    }

    /// Closes the project on the screen after sending everything unsaved to the disk.
    pub(crate) fn forget_project(&mut self) -> Vec<Cmd> {
        let mut cmds = self.flush();
        cmds.extend(self.forget_run());
        cmds.extend(self.stop_confidence_requests());
        cmds.extend(self.close_dialogs());
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
        cmds
    }

    /// Closes dialogs and cancels pending imports. Otherwise they would apply to another project, or to one whose lock is
    /// lost.
    pub(crate) fn close_dialogs(&mut self) -> Vec<Cmd> {
        let cmds = match self.prompts.is_open && self.prompts.close() {
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
        self.protection.close_dialogs();
        *self.similar = self.similar.closed();
        self.prompts.forget();
        cmds
    }

    /// Closes all dialogs and ends all jobs of a project that another tab changes from now on.
    fn stop_work(&mut self, now_ms: u64) -> Vec<Cmd> {
        self.release_gate();
        let mut cmds = self.flush();
        // Otherwise an open dialog could not be closed: the tab is read-only now.
        cmds.extend(self.decide(Msg::Import(import::Msg::Stop), now_ms));
        cmds.extend(self.close_dialogs());
        let requests = self.encoder.close();
        cmds.extend(self.carry_out(requests, now_ms));
        cmds.extend(self.forget_run());
        cmds.extend(self.stop_confidence_requests());
        cmds
    }

    /// What the features have not finished or stored yet.
    pub(crate) fn work(&self) -> Work {
        Work {
            is_at_work: self.has_running_job(),
            is_saved: self.is_saved(),
            is_at_risk: self.would_lose_data(),
            awaits_project: self.persistence.restoring,
            can_protect: self.can_protect(),
        }
    }

    /// Carries out what a feature requests, in order.
    pub(crate) fn carry_out(&mut self, requests: Vec<Request>, now_ms: u64) -> Vec<Cmd> {
        let mut cmds = Vec::new();
        for request in requests {
            match request {
                Request::TakeJob(job) => self.run.last_job = job.0,
                Request::Perform(cmd) => cmds.push(cmd),
                Request::Label(change) => cmds.extend(self.change_labels(change, now_ms)),
                Request::Append => cmds.extend(self.append()),
                Request::SaveHead => cmds.extend(self.save_head()),
                Request::SaveProject => cmds.extend(self.save_project()),
                Request::Rewrite => cmds.extend(self.rewrite()),
                Request::Notify(notice) => self.notices.notice = Some(notice),
                Request::DismissNotice => self.notices.notice = None,
                Request::Confirm(confirmation) => self.notices.confirmation = Some(confirmation),
                Request::Apply(msg) => cmds.extend(self.decide(msg, now_ms)),
                Request::OpenProject { project, own } => cmds.extend(self.replace_or_ask(*project, own)),
                Request::OfferTexts => cmds.extend(self.ask_to_append_colleagues(now_ms)),
                Request::LeaveProject => cmds.extend(self.forget_project()),
                Request::AwaitProject => self.persistence.restoring = true,
                Request::StopAwaitingProject => self.nothing_restored(),
                Request::ShowProject { project, settings } => {
                    (*self.project, self.run.settings) = (Some(*project), *settings);
                }
                Request::StopWork => cmds.extend(self.stop_work(now_ms)),
                Request::CancelReading { ticket } => {
                    self.import.reading.take_if(|reading| reading.ticket == ticket);
                    self.import.appends_next = false;
                }
                Request::EncoderChanged => self.run.forget_embedding(),
                Request::EmbeddingsChanged => {
                    self.count_tokens();
                    cmds.extend(self.forget_run());
                }
                Request::TextColumnChanged => {
                    self.count_tokens();
                    cmds.extend(self.repeat_search());
                }
                Request::ReportFailure { title, error } => self.report_failure(&title, &error),
                Request::TextsChanged => {
                    cmds.extend(self.forget_run());
                    cmds.extend(self.invalidate_confidences());
                    self.count_tokens();
                    cmds.extend(self.repeat_search());
                }
                Request::SetSettings(settings) => self.run.settings = settings,
                Request::HoldBack { from_row } => {
                    self.persistence.unsaved_from_row.get_or_insert(from_row);
                }
                Request::AskAboutColleague(incoming) => self.ask_again(*incoming),
                Request::DropWaitingFiles => self.team.waiting = None,
                Request::RememberAnnotator(name) => cmds.extend(self.set_name(name)),
                Request::ForgetMerged => self.team.merged.clear(),
                Request::ReceiveProject { project, file_name } => {
                    let context = context!(self, now_ms);
                    let requests = self.team.incoming(*project, file_name, context);
                    cmds.extend(self.carry_out(requests, now_ms));
                }
            }
        }
        cmds
    }

    pub(crate) fn agreed(&mut self, confirmation: Confirmation, now_ms: u64) -> Vec<Cmd> {
        match confirmation {
            Confirmation::Send(sending) => {
                confidence_commands(self.confidences.agreed(&sending, self.project.as_ref()))
            }
            Confirmation::SelectAnew => self.start_new_selection(),
            Confirmation::Unprotect => {
                let requests = protection::unprotect(&context!(self, now_ms));
                self.carry_out(requests, now_ms)
            }
            Confirmation::AnotherName { name, .. } => {
                let requests = self.team.rename_annotator(&name, self.project.get_mut());
                self.carry_out(requests, now_ms)
            }
            Confirmation::NewProject => self.carry_out(projects::close(), now_ms),
            Confirmation::TakeOver => self.carry_out(projects::take_over(), now_ms),
            Confirmation::DeleteProject(entry) => vec![Cmd::Projects(projects::Cmd::DeletePermanently(entry.id))],
            Confirmation::Replace(project) | Confirmation::StopRun(project) => self.replace(*project),
            Confirmation::Forget { name, .. } => {
                let requests = self.team.forget_colleague(&name, self.project.get_mut());
                self.carry_out(requests, now_ms)
            }
            Confirmation::EmptyCache(_) => {
                self.run.partial = None;
                vec![Cmd::EmptyCache]
            }
            Confirmation::MergeLabels { name, into, .. } => self.merge_labels(&name, &into),
            Confirmation::Relabel { rows, name, .. } => self.label(|project| {
                let beside = project.labels.answers == AnswerType::Several;
                project.annotations.history.give_all(&rows, &name, beside, now_ms);
            }),
            Confirmation::RemoveLabel { name, .. } => {
                let Some(project) = self.project.get_mut() else {
                    return Vec::new();
                };
                if let Some(place) = project.labels.names.iter().position(|other| *other == name) {
                    project.labels.names.remove(place);
                    project.labels.specs.retire(&name, place);
                }
                project.annotations.history.remove(&name, now_ms);
                let mut cmds = self.append();
                cmds.extend(self.save_head());
                cmds
            }
            Confirmation::TakeKey { name, key, .. } => self.take_key(&name, key),
            Confirmation::ChooseAnswers(change) => self.change_answers(change.to),
        }
    }

    fn back_up(&mut self, now_ms: u64) -> Vec<Cmd> {
        let Some(project) = self.project.as_ref() else {
            return Vec::new();
        };
        let backup = Backup {
            at_ms: now_ms,
            n_actions: project.n_changes(),
            state: Some(project.backed_up()),
        };
        let file = ProjectFile::whole(project, &self.draft(), backup);
        vec![Cmd::WriteProject(Box::new(file))]
    }

    fn written(&mut self, file_name: &str, written: Result<BackupResult, String>) -> Vec<Cmd> {
        match written {
            Ok(BackupResult {
                backup,
                misses_embeddings,
            }) => {
                if misses_embeddings {
                    self.notices.notice = Some(Notice {
                        title: t!("backup-embeddings-missing-title", file_name = isolated(file_name)),
                        problem: t!("backup-embeddings-missing-problem"),
                        advice: t!("backup-embeddings-missing-advice"),
                    });
                }
                let Some(backup) = backup else { return Vec::new() };
                self.change_project(|project| project.storage.backup = Some(backup));
                match self.projects.read_only {
                    true => Vec::new(),
                    false => self.save_head(),
                }
            }
            Err(reason) => {
                self.notices.notice = Some(Notice {
                    title: t!("backup-failed-title", file_name = isolated(file_name)),
                    problem: reason,
                    advice: t!("backup-failed-advice"),
                });
                Vec::new()
            }
        }
    }

    /// Opens this project in place of the current one, after asking if something would be lost. `own` is the user's annotator name in `project`, empty for none. With `None`, the name
    /// stored in the project applies; if there is none, the last name used in this browser.
    pub(crate) fn replace_or_ask(&mut self, project: Project, own: Option<String>) -> Vec<Cmd> {
        self.team.opens_as = own;
        if self.would_lose_data() {
            self.notices.confirmation = Some(Confirmation::Replace(Box::new(project)));
            return Vec::new();
        }
        if self.run.current.is_some() {
            self.notices.confirmation = Some(Confirmation::StopRun(Box::new(project)));
            return Vec::new();
        }
        self.replace(project)
    }

    pub(crate) fn change_project(&mut self, change: impl FnOnce(&mut Project)) -> Vec<Cmd> {
        if let Some(project) = self.project.get_mut() {
            change(project);
        }
        Vec::new()
    }

    pub(crate) fn draft(&self) -> Config {
        self.run.settings.config().unwrap_or_default()
    }
}

fn confidence_commands(cmds: Vec<ConfidenceCmd>) -> Vec<Cmd> {
    cmds.into_iter().map(Cmd::Confidences).collect()
}
