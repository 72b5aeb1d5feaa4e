//! What the page knows and what may happen to it. Plain Rust: no browser, no clock.
//!
//! Everything that happens is an [`Action`]; [`AppState::apply`] takes it into account and says what is to be
//! done in the world as [`Effect`]s, whose results come back as actions.
//!
//! Labels go to disk at once, in order: an append has all that is not known to be there. So what is on disk is always a beginning
//! of the log, and the screen knows how much of it.

use std::sync::Arc;

use crate::adding::{self, Adding, LastAdded};
use crate::advance::Staying;
use crate::alike::{self, Similarities};
use crate::backed_up::SinceBackup;
use crate::bundle::ToWrite;
use crate::candidate::{self, Candidate, FileName, Form, Trial};
use crate::capacity;
use crate::comparison::{self, Comparison};
use crate::confidences::{self, ConfidenceAction, ConfidenceEffect, Confidences, Consequence, Sending};
use crate::encoder::{BUILT_IN, tokens_per_second};
use crate::estimate::{self, Pace};
use crate::file_labels::{self, FileLabels, LastImported};
use crate::importing::{self, How, Importing};
use crate::isolate::{all_isolated, isolated};
use crate::journal::Journal;
use crate::labeling::Change;
use crate::listing::Listing;
use crate::map::state::{MapAction, MapEffect, MapState};
use crate::network::{self, Network};
use crate::place::{self, Place, Whereabouts};
use crate::project::{Open, Outcome};
use crate::projects::{self, ProjectsState};
use crate::prompting::{self, Prompting};
use crate::protecting::{self, Protecting};
use crate::settings::{Field, FieldError, Settings, title};
use crate::stopwatch::Stopwatch;
use crate::storing::{Appending, Asked, Beside};
use crate::suggesting::{self, Suggesting};
use crate::team::{self, TeamState};
use crate::words::{core, say};
use fastgas_annotation::export::{ExportFormat, ExportRows, name_beside};
use fastgas_annotation::label::{Answers, LabelAction, Listed, Look, Pass};
use fastgas_data::{Columns, Import, PerCell, Pool, guess_text_column};
use fastgas_embedding::ModelConfig;
use fastgas_graph::Device;
use fastgas_graph::Joined;
use fastgas_map::Layout;
use fastgas_platform::{
    Backup, CacheSize, Choice, Choices, EmbedProgress, EmbeddingFile, EncoderName, Fetched, Given, Project,
    ProjectEntry, ProjectHead, Refusal, StorageError,
};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::evaluate::{CoverageCurve, Reason};
use fastgas_select::{Config, Method};
use fastgas_select::{Earlier, EarlyPicks, VOTE_K_FIRST};
use fastgas_trace::Recorded;

/// Everything that the page knows.
#[derive(Clone, Debug, PartialEq)]
pub struct AppState {
    /// Whether it is known yet what was stored.
    pub restoring: bool,
    /// The project on the screen.
    pub open: Option<Open>,
    /// The settings in the form.
    pub settings: Settings,
    /// The file that is being read.
    pub reading: Option<Reading>,
    pub run: Option<Run>,
    /// The encoder in use, where a person brought one; else it is the built-in one.
    pub given: Option<Arc<Given>>,
    /// Whether that would survive a reload.
    pub given_is_kept: bool,
    /// Why not, or why one that was brought earlier is not in use, until it is put away.
    pub encoder_problem: Option<Message>,
    /// The file that a person looks at before it is opened.
    pub importing: Option<Importing>,
    /// The file of which a person has to say whether it goes into the open project.
    pub adding: Option<Adding>,
    /// Whether the next file is meant to.
    pub(super) wants_to_add: bool,
    /// Labels of a file of which a person has to say what they are.
    pub file_labels: Option<FileLabels>,
    /// The encoder that a person is about to bring.
    pub candidate: Option<Candidate>,
    /// What is known of a language model's confidences.
    pub confidences: Confidences,
    /// How much is in the cache of embeddings; none before it is known.
    pub cache_size: Option<CacheSize>,
    /// Why the cache does not work, until it is put away.
    pub cache_problem: Option<String>,
    /// What went wrong, until it is put away.
    pub message: Option<Message>,
    /// Whether that is that workers stopped again and again: then a backup and a reload are offered with it.
    pub workers_stopped: bool,
    /// What waits for a yes or a no.
    pub question: Option<Question>,
    /// What a person asked of the map.
    pub map: MapState,
    /// Suggestions from the labels so far.
    pub suggesting: Suggesting,
    /// Similar texts and duplicates.
    pub similarities: Similarities,
    /// Every method side by side.
    pub comparison: Comparison,
    /// The prompt that is tried, and the few-shot pack.
    pub prompting: Prompting,
    /// More than one annotator.
    pub team: TeamState,
    /// The projects of this browser.
    pub projects: ProjectsState,
    /// Passphrases.
    pub protecting: Protecting,
    /// What was asked of the network.
    pub network: Network,
    /// What of the open project is in no backup.
    pub since_backup: SinceBackup,
    /// Why the second copy of the labels is not kept; none while it is.
    pub second_copy_problem: Option<Refusal>,
    /// Why the last attempt to store something failed; none while storing works.
    pub storage_problem: Option<String>,
    /// What is on or off in this browser.
    pub choices: Choices,
    /// Whether a label is looked for by its name.
    pub finding_label: bool,
    /// Whether the browser promised to keep what is stored, once that is known; none within where it cannot be asked.
    pub promised: Option<Option<bool>>,
    /// Whether it was asked for that.
    pub asked_to_keep: Asked,
    /// The file that the next backup goes into; none where a person is yet to choose one, or where the browser has no such
    /// files.
    pub saved_file: Option<String>,
    /// Cores of this machine.
    pub cores: usize,
    /// Tokens that one worker embedded in a second, once measured.
    pub tokens_per_second: Option<f64>,
    /// Tokens of the open pool's text column, estimated.
    pub tokens: f64,
    /// The appends under way, oldest first; answers to others are dropped.
    pub(super) appending: Vec<Appending>,
    /// The entries that they have and that are not known to be on the disk, in the order in which they lie there.
    pub(super) sent: Vec<LabelAction>,
    /// What the disk was to hold beside the log and does not; none while that is stored.
    pub(super) lacks: Option<Beside>,
    /// Whether what is on disk is to be written anew, all of it.
    pub(super) rewrites: bool,
    /// From this row on texts were added that are not known to be on the disk: what is said of them goes there after them.
    pub(super) grown_from: Option<u32>,
    /// What the file that was added last has changed, in this visit.
    pub(super) last_added: Option<LastAdded>,
    /// What the last import of labels has changed, in this visit.
    pub(super) last_imported: Option<LastImported>,
    /// Whether the text that was answered is still before the person.
    pub(super) staying: Staying,
    /// Where the person is in the open project.
    pub(super) whereabouts: Whereabouts,
    /// How long the text before the person has been there.
    pub(super) stopwatch: Stopwatch,
    /// Whether it was said that the cache does not work.
    cache_problem_said: bool,
    /// Of the last run, if that was stopped while it embedded.
    kept: Option<Kept>,
    pub(super) last_look: u32,
    pub(super) last_append: u32,
    pub(super) last_job: u32,
    last_trial: u32,
    /// The run that is over but for the coverage of its picks.
    covering: Option<JobId>,
}

/// A file that is being read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Which attempt; answers to earlier ones are dropped.
    pub ticket: u32,
    /// As the person's disk names it.
    pub file_name: String,
    /// Which of the files of this visit it is; none of embeddings alone.
    pub source: Option<u32>,
    pub import: Import,
    /// What is said of its columns.
    pub columns: Columns,
    /// How much of it is read, in percent; none before that.
    pub read: Option<u8>,
    /// How much of the embeddings beside it is read, in percent; none before that.
    pub percent: Option<u8>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    pub job: JobId,
    /// Web Workers that were asked for.
    pub workers: usize,
    pub encoder: EncoderName,
    /// How much of the model has come in, once it comes.
    pub fetched: Option<Fetched>,
    /// The last that was heard of it.
    pub progress: Option<Progress>,
    /// Whether a person paused it.
    pub paused: bool,
    /// How far the embedding came.
    pub embedding: EmbedProgress,
    pub config: Config,
    /// Whether it goes on from picks that there are.
    pub(super) goes_on: bool,
    /// How long the log was when it began.
    n_said: usize,
    /// Whether some are picked among the texts that have their vectors.
    pub picking_early: bool,
    /// Whether its picks are there, and the map is on its way.
    is_drawing: bool,
    /// Where the texts that have their vectors lie in a first picture, −1 to 1, in the order in which they came.
    pub sketch: Vec<[f32; 2]>,
    /// Of the present stage.
    pace: Pace,
}

/// Texts whose embeddings were kept when a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The column that was embedded.
    pub text_column: usize,
    /// So many of its texts are in the cache.
    pub texts: u32,
    pub total: u32,
}

/// Where a run is, as the screen names it: the stages of the pipeline, and opening the model before the first text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Workers start, the model is fetched and opened.
    Model,
    /// A stage of the pipeline.
    Stage(Stage),
}

/// Something that went wrong, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// What was being done.
    pub title: String,
    pub problem: String,
    pub advice: String,
}

/// A file of the project that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What it is to the project on the screen.
    pub backup: Option<Backup>,
    /// Whether embeddings belong to it that are not in it.
    pub misses_embeddings: bool,
}

/// Something that is not done before a person says yes.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// Go back to the list, though something of the project is not stored.
    NewProject,
    /// Delete a project for good.
    DeleteProject(ProjectEntry),
    /// Open another one, though something of the project is not stored.
    Replace(Box<Open>),
    /// Open another one, though a selection is under way in this.
    StopRun(Box<Open>),
    /// Take a label that is in use out of the set.
    RemoveLabel {
        name: String,
        /// Rows that bear it.
        uses: usize,
    },
    /// Make one label of two.
    JoinLabels {
        /// The one that goes.
        name: String,
        /// The one that stays.
        into: String,
        /// How often the first was given, by whomever.
        uses: usize,
    },
    /// Give a label a key that another one has.
    TakeKey {
        name: String,
        key: char,
        /// Whose key it is.
        owner: String,
        /// What the owner has then; none where no key is free.
        instead: Option<char>,
    },
    /// Answer texts otherwise from now on.
    ChooseAnswers(Change),
    /// Give many texts a label, though some have another one.
    Relabel {
        rows: Vec<u32>,
        name: String,
        /// How many have another one.
        n_others: usize,
    },
    /// Go on with the project that another tab has, though something that was said here is not stored.
    TakeOver,
    /// Take what a colleague said out of the project.
    Forget {
        name: String,
        /// Texts with a label of theirs.
        n: usize,
    },
    /// Delete all embeddings that the browser keeps.
    EmptyCache(CacheSize),
    /// Send texts to a language model.
    Send(Sending),
    /// Give whoever labels here another name, and with it all that they said.
    AnotherName {
        before: String,
        name: String,
        /// Texts of which they said something.
        n: usize,
    },
    /// Select texts other than those that were handed out to be labeled.
    SelectAnew,
    /// Protect the project by a passphrase no more.
    Unprotect,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// What was stored, read at the start.
    Restored(Option<Box<(Project, Vec<LabelAction>)>>),
    /// What is stored could not be read.
    RestoreFailed(StorageError),
    /// A file is being read.
    Reading(Reading),
    /// It is a pool.
    Loaded {
        ticket: u32,
        pool: Pool,
        load_ms: f64,
        /// Those that were beside it.
        embeddings: Option<EmbeddingFile>,
        /// What came of it beside that.
        how: Box<How>,
    },
    /// It is a whole project.
    ProjectRead {
        ticket: u32,
        open: Box<Open>,
    },
    /// Something of a file on its way in.
    Import(importing::Action),
    /// Something of a file that may go into the open project.
    Add(adding::Action),
    /// Something of the labels in a file.
    FileLabels(file_labels::Action),
    /// Embeddings are being read.
    ReadFurther {
        ticket: u32,
        percent: u8,
    },
    /// There are embeddings for the open pool.
    EmbeddingsRead {
        ticket: u32,
        embeddings: EmbeddingFile,
    },
    /// The embeddings were stored, or not.
    EmbeddingsKept(Result<(), StorageError>),
    /// A person wants the encoder to make the embeddings.
    ForgetEmbeddings,
    ReadFailed {
        ticket: u32,
        error: WorkerError,
    },
    /// Files of these names came at once, of which each is a project.
    ManyDropped(Vec<String>),
    /// A person asks for the sample.
    OpenSample,
    /// A person wants the labels of this column taken in.
    TakeInLabels {
        /// Its index.
        column: usize,
        /// How many a cell has.
        per_cell: PerCell,
    },
    /// A person chose the column of the texts.
    ChooseTextColumn(usize),
    /// A person changed the settings.
    Edit(Settings),
    Select,
    /// A person does not wait for all texts to be embedded.
    PickEarly,
    /// Among those that were ready.
    PickedEarly {
        /// The run that embeds them.
        job: JobId,
        /// Who is picked, those that were before included, and why those that were not.
        picked: Result<(EarlyPicks, Vec<(u32, Reason)>), WorkerError>,
    },
    /// A person wants so many more picks, beside those that there are.
    PickMore(u32),
    /// A person wants the picks that vote-k begins with, to label them.
    SelectExamples,
    /// Something of a language model's confidences.
    Confidences(ConfidenceAction),
    Cancel,
    /// A person wants nothing new begun for now.
    Pause,
    /// A person wants it to go on.
    Resume,
    /// More of the model has come in.
    Fetching {
        job: JobId,
        fetched: Fetched,
    },
    /// The run embedded more texts.
    Embedding {
        job: JobId,
        progress: EmbedProgress,
        /// Milliseconds on a clock that never goes back.
        elapsed_ms: f64,
    },
    /// More of the run's texts have a place in its first picture.
    Placed {
        job: JobId,
        /// Where, from −1 to 1.
        places: Vec<[f32; 2]>,
    },
    /// The run came further in a later stage.
    Progressed {
        job: JobId,
        progress: Progress,
        /// Milliseconds on a clock that never goes back.
        elapsed_ms: f64,
    },
    /// The picks are there; the map is still to come.
    Selected {
        job: JobId,
        outcome: Box<Outcome>,
    },
    /// What partition and selection did in the run.
    Traced {
        job: JobId,
        recorded: Arc<Recorded>,
    },
    /// The parts of the run have names.
    Named {
        job: JobId,
        /// Telling words of each part.
        names: Vec<Vec<String>>,
    },
    /// The edges of the kNN graph of the run.
    Joined {
        job: JobId,
        joined: Joined,
    },
    /// The texts are on their way to their places on the map.
    Settling {
        job: JobId,
        layout: Layout,
    },
    /// Something that has to do with the map.
    Map(MapAction),
    /// Something that has to do with suggestions.
    Suggest(suggesting::Action),
    /// Something that has to do with similar texts and duplicates.
    Alike(alike::Action),
    /// The map is there, and the run is over.
    Mapped {
        job: JobId,
        layout: Layout,
        map_ms: f64,
    },
    /// What the picks of the run that is over cover.
    Covered {
        job: JobId,
        /// One after another.
        curve: CoverageCurve,
    },
    /// Something happened to the comparison of methods.
    Compare(comparison::Action),
    /// The run is over before its end.
    RunFailed {
        job: JobId,
        error: WorkerError,
    },
    /// The run stopped while it embedded; so much of that is kept.
    Kept {
        job: JobId,
        kept: Kept,
    },
    /// So much is in the cache of embeddings.
    CacheMeasured(CacheSize),
    /// The cache of embeddings does not work.
    CacheFailed(StorageError),
    /// Empty the cache; asks first.
    EmptyCache,
    /// Write the whole project into a file.
    BackUp,
    /// A file of the project was written, or not.
    Written {
        file_name: String,
        /// How that went; what the browser has no room for, in words.
        written: Result<Written, String>,
    },
    /// The next backup goes into the file of this name; none where the person is yet to choose one.
    SavedFile(Option<String>),
    /// Ask where to, the next time.
    ForgetSavedFile,
    /// Whether the browser promised to keep what is stored; none where it cannot be asked.
    Promised(Option<bool>),
    /// A person wants it to be asked.
    AskToKeep,
    /// Put the cache's problem away.
    DismissCacheProblem,
    /// The encoder that was brought on an earlier visit, read at the start.
    EncoderRestored(Result<Option<Box<Given>>, StorageError>),
    /// A person wants another encoder; with its files, where there are some.
    Bring {
        files: Vec<FileName>,
        /// The small JSON files among them.
        configs: Vec<(String, Vec<u8>)>,
    },
    /// Dropped files could not be had.
    BringFailed(String),
    /// A person said something of the encoder.
    EditEncoder(Form),
    /// A person wants to see how it fares.
    TryEncoder,
    EncoderTried {
        trial: u32,
        result: Result<Box<Given>, WorkerError>,
    },
    /// A person wants to go on with the encoder that was tried.
    UseEncoder,
    /// A person does not want another encoder after all.
    StopBringing,
    /// A person wants the built-in encoder back.
    UseBuiltIn,
    /// The encoder was stored, or not.
    EncoderKept(Result<(), StorageError>),
    /// The encoder that was stored is deleted, or not.
    EncoderForgotten(Result<(), StorageError>),
    /// Put the encoder's problem away.
    DismissEncoderProblem,
    /// Show this row for labeling.
    GoTo(u32),
    /// Show the row so many places further in the list.
    Move(i32),
    /// Go to the next row of which nothing was said.
    GoOn,
    /// Pass over the current row and go on; skipped, it keeps a label that it has.
    Pass {
        why: Pass,
    },
    /// Give the current row the label at `index` of the set and go on; where a text can have several, give it this one too,
    /// or take it back.
    Give {
        /// Place in the set.
        index: usize,
    },
    /// Take the current row's label back.
    TakeBack,
    /// Give this row the label that has this key; the current row stays.
    GiveRowByKey {
        row: u32,
        /// A letter or a digit.
        key: char,
    },
    /// Give all rows that are marked on the map the label at `index` of the set.
    GiveMarked {
        /// Place in the set.
        index: usize,
    },
    /// Write the answer of this row; an empty one takes it back.
    Write {
        row: u32,
        text: String,
    },
    /// Flag the current row, or take its flag away.
    Flag,
    /// Note something beside this row, in the place of what was noted.
    Note {
        row: u32,
        text: String,
    },
    /// Undo the last step of labeling.
    Undo,
    /// Make the step that was undone last once more.
    Redo,
    /// A person says what an answer is.
    ChooseAnswers(Answers),
    /// A person wrote what whoever labels should know.
    EditGuidelines(String),
    /// Set out to label so many texts from now on.
    SetGoal {
        /// How many; none is no goal.
        n_texts: u32,
    },
    /// The sitting is over.
    EndGoal,
    /// Add a label to the set.
    AddLabel(String),
    /// Take a label into the set again that was taken out of it.
    BringLabelBack(String),
    /// Move a label to another place in the set.
    MoveLabel {
        /// Place in the set.
        index: usize,
        to: usize,
    },
    /// Give a label of the set another name; rows keep it.
    RenameLabel {
        /// Place in the set.
        index: usize,
        name: String,
    },
    /// Show a label of the set like this.
    ShowLabelAs {
        /// Place in the set.
        index: usize,
        /// What it means, its key and its color.
        look: Look,
    },
    /// Give the current text the label that has this key.
    GiveByKey {
        /// A letter or a digit.
        key: char,
    },
    /// Take a label out of the set; asks first when it is in use.
    RemoveLabel(usize),
    /// Go back to the list of projects, from which a new one begins; asks first where something is not stored.
    NewProject,
    Answer {
        yes: bool,
    },
    /// Write the picks to a file.
    Export(ExportRows, ExportFormat),
    /// A person turned that on or off.
    Choose(Choice, bool),
    /// Something that has to do with prompts.
    Prompt(prompting::Action),
    /// Something that has to do with other annotators.
    Team(team::Action),
    /// Something that has to do with other projects.
    Projects(projects::Action),
    /// Something that has to do with passphrases.
    Protection(protecting::Action),
    /// Something that has to do with the network.
    Network(network::Action),
    /// The browser has closed the project's database by itself; what was in it may be gone.
    StorageLost,
    /// Everything was stored anew, or nothing.
    AllSaved {
        append: u32,
        saved: Result<(), StorageError>,
    },
    /// So many of the appended labels are on disk; the rest failed.
    Appended {
        append: u32,
        /// How many, in order.
        saved: usize,
        /// Why the next one is not.
        error: Option<StorageError>,
    },
    /// Look for a label by its name, or do so no more.
    FindLabel(bool),
    /// Add labels to the set, those that are there already left as they are.
    AddLabels(Vec<Listed>),
    /// Show these of the listed texts.
    List(Listing),
    /// Show the next kind of them.
    ListNext,
    /// A person types into a field and has not left it.
    Type {
        field: place::Field,
        /// All that stands in it.
        text: String,
    },
    /// Where the person was in the project that was read.
    Returned(Place),
    /// Fold away why a text was picked, or unfold it.
    HideReason(bool),
    /// Nobody looked at the page for so long until now.
    Unseen {
        /// Milliseconds.
        ms: u64,
    },
    /// The disk has had its time.
    PatienceIsOver {
        append: u32,
    },
    /// The project or its head was stored, or not.
    Saved {
        what: Beside,
        saved: Result<(), StorageError>,
    },
    /// Something else could not be stored or read.
    StorageFailed(StorageError),
    /// What the last visit could not store of the project that was read, and the log as it was read.
    Recovered(Box<(Journal, Vec<LabelAction>)>),
    /// The second copy of the labels was brought up to date, or not.
    SecondCopy(Option<Refusal>),
    /// Try again to store what is not stored.
    RetryStorage,
    DismissMessage,
}

/// Something to be done in the world.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Fetch and read the sample.
    OpenSample,
    /// Pick among the texts that have their vectors; answered by [`Action::PickedEarly`].
    PickEarly {
        /// The run that embeds them.
        job: JobId,
        /// The settings, with as many picks as there shall be then.
        config: Config,
        /// What the picks go on from.
        earlier: Earlier,
        /// Web Workers.
        workers: usize,
    },
    /// Embed (unless that was done), select, lay out.
    Run {
        job: JobId,
        pool: Arc<Pool>,
        text_column: usize,
        /// The settings, checked.
        config: Config,
        /// What the picks go on from.
        earlier: Earlier,
        encoder: EncoderName,
        /// The embeddings, where they are given.
        embeddings: Option<EmbeddingFile>,
        /// The confidences, where they are needed.
        confidences: Option<confidences::Given>,
        /// Web Workers.
        workers: usize,
        /// Where the neighbors are searched.
        device: Device,
    },
    /// Open an encoder in a worker of its own and see how it fares; answered by [`Action::EncoderTried`].
    TryEncoder {
        trial: u32,
        /// Path of the ONNX file.
        model: String,
        /// Path of tokenizer.json.
        tokenizer: String,
        /// What else is to be known.
        config: ModelConfig,
    },
    StopTrial,
    /// Something for a file on its way in.
    Import(importing::Effect),
    /// Let go of the files that were dropped.
    ForgetFiles,
    /// Keep the encoder that was tried last.
    KeepEncoder(Arc<Given>),
    /// Delete the encoder that is kept.
    ForgetEncoder,
    /// Ask the browser to keep what is stored, and tell what it says; meanwhile, what it has said so far.
    AskToKeep,
    /// Tell what the browser has said of that so far.
    SeeWhetherKept,
    /// Something with a language model's confidences.
    Confidences(ConfidenceEffect),
    /// Stop the run, or what is left of it.
    CancelRun,
    /// Let the map stand as it is and go on with what is left of the run.
    StopDrawing,
    /// Begin nothing new in the run.
    PauseRun,
    /// Let the run go on.
    ResumeRun,
    /// Compare methods, or stop that.
    Compare(comparison::Effect),
    /// Hand the project to the person as a file; answered by [`Action::Written`].
    WriteProject(Box<ToWrite>),
    /// Read the next of the projects' files that wait.
    OpenNext,
    /// Ask where to, the next time that the project is backed up.
    ForgetSavedFile,
    /// Keep the embeddings that were read last; answered by [`Action::EmbeddingsKept`].
    KeepEmbeddings(EmbeddingFile),
    ForgetEmbeddings,
    /// Delete all embeddings, also those at hand.
    EmptyCache,
    /// Keep for this browser that that is on or off.
    KeepChoice(Choice, bool),
    /// Store everything but the labels.
    SaveProject(Box<Project>),
    /// Store the small part.
    SaveHead(Box<ProjectHead>),
    /// Append to the log on disk, in order, up to the first that fails; answered by [`Action::Appended`].
    Append {
        append: u32,
        /// How many entries of the log are before them.
        at: usize,
        actions: Vec<LabelAction>,
    },
    /// Store everything anew, all of it or nothing; answered by [`Action::AllSaved`].
    SaveAll {
        append: u32,
        /// Everything but the log.
        project: Box<Project>,
        log: Vec<LabelAction>,
    },
    /// Hand a file to the person.
    Download {
        file_name: String,
        media_type: &'static str,
        text: String,
    },
    /// Hand a folder to the person, as a zip file.
    DownloadFolder {
        file_name: String,
        /// The path and the text of each file.
        files: Vec<(&'static str, String)>,
    },
    /// Something that has to do with prompts.
    Prompt(prompting::Effect),
    /// Something that has to do with other projects.
    Projects(projects::Effect),
    /// Something that has to do with passphrases.
    Protection(protecting::Effect),
    /// Something that has to do with the network.
    Network(network::Effect),
    /// Keep the name of whoever labels in this browser; an empty one forgets it.
    KeepName(String),
    /// Something that has to do with the map.
    Map(MapEffect),
    /// Something that has to do with suggestions.
    Suggest(suggesting::Effect),
    /// Something that has to do with similar texts and duplicates.
    Alike(alike::Effect),
}

impl Effect {
    /// Whether it stores what is beside the log.
    pub(super) fn is_beside(&self) -> bool {
        matches!(
            self,
            Effect::SaveHead(_) | Effect::SaveProject(_) | Effect::SaveAll { .. }
        )
    }
}

impl Reading {
    /// What is being read, as a person reads it.
    pub fn words(&self) -> String {
        match (self.percent, self.read) {
            (None, None) => say!("store-reading", file_name = isolated(&self.file_name)),
            (None, Some(percent)) => say!("store-reading-2", file_name = isolated(&self.file_name), percent),
            (Some(percent), _) => say!("store-reading-embeddings", percent),
        }
    }
}

impl Run {
    /// Where the run is. What came from the cache needs no model.
    pub fn step(&self) -> Step {
        match self.progress {
            None => Step::Model,
            Some(Progress {
                stage: Stage::Embed,
                done,
                total,
            }) if done <= self.embedding.cached && done < total => Step::Model,
            Some(progress) => Step::Stage(progress.stage),
        }
    }

    /// How much of the model has come in, while that is what the run waits for.
    pub fn fetching(&self) -> Option<Fetched> {
        self.fetched
            .filter(|fetched| self.step() == Step::Model && Some(fetched.bytes) != fetched.total)
    }

    /// Whether the run can be paused now: later stages are short, and each is one piece.
    pub fn can_pause(&self) -> bool {
        self.paused || self.step() <= Step::Stage(Stage::Embed)
    }

    /// Seconds until the present stage ends, once that can be known; none while it is paused.
    pub fn seconds_left(&self) -> Option<f64> {
        let progress = self.progress.filter(|_| !self.paused)?;
        let left = match progress.stage {
            Stage::Embed => (self.embedding.tokens - self.embedding.tokens_done) as f64,
            _ => f64::from(progress.total - progress.done),
        };
        self.pace.seconds_left(left)
    }

    /// `done` is the work that takes the same time everywhere in the stage.
    fn advance(&mut self, progress: Progress, done: f64, elapsed_ms: f64) {
        if self.progress.is_none_or(|last| last.stage != progress.stage) {
            self.pace = Pace::default();
        }
        // The first unit of a stage may have waited for something else, such as the model.
        if done > 0.0 && !self.paused {
            self.pace.look(done, elapsed_ms);
        }
        self.progress = Some(progress);
    }
}

impl Step {
    /// The step's name, as a person reads it.
    pub fn name(self) -> String {
        match self {
            Step::Model => say!("store-loading-model"),
            Step::Stage(stage) => core::stage(stage),
        }
    }
}

impl Message {
    pub(super) fn of(title: &str, error: &WorkerError) -> Message {
        Message {
            title: title.to_owned(),
            problem: core::problem(error),
            advice: core::advice(error, error.advice()),
        }
    }
}

impl AppState {
    /// Whether something will come of what runs.
    pub(super) fn is_at_work(&self) -> bool {
        self.run.is_some() || self.covering.is_some() || self.confidences.asking.is_some()
    }

    /// Says that a job of the workers failed.
    pub(super) fn tell_failure(&mut self, title: &str, error: &WorkerError) {
        self.message = Some(Message::of(title, error));
        self.workers_stopped = matches!(error, WorkerError::Lost { .. });
    }

    /// The page as it opens, on a machine of so many cores.
    pub fn new(cores: usize) -> AppState {
        AppState {
            restoring: true,
            open: None,
            settings: Settings::new(default_workers(cores)),
            reading: None,
            run: None,
            given: None,
            given_is_kept: false,
            encoder_problem: None,
            importing: None,
            adding: None,
            wants_to_add: false,
            file_labels: None,
            candidate: None,
            confidences: Confidences::default(),
            cache_size: None,
            cache_problem: None,
            message: None,
            workers_stopped: false,
            question: None,
            map: MapState::default(),
            suggesting: Suggesting::default(),
            similarities: Similarities::default(),
            comparison: Comparison::default(),
            prompting: Prompting::default(),
            team: TeamState::default(),
            network: Network::default(),
            projects: ProjectsState::default(),
            protecting: Protecting::default(),
            since_backup: SinceBackup::default(),
            second_copy_problem: None,
            storage_problem: None,
            choices: Choices::default(),
            finding_label: false,
            promised: None,
            asked_to_keep: Asked::Never,
            saved_file: None,
            cores,
            tokens_per_second: None,
            tokens: 0.0,
            appending: Vec::new(),
            sent: Vec::new(),
            lacks: None,
            rewrites: false,
            grown_from: None,
            last_added: None,
            last_imported: None,
            staying: Staying::default(),
            whereabouts: Whereabouts::default(),
            stopwatch: Stopwatch::default(),
            cache_problem_said: false,
            kept: None,
            last_look: 0,
            last_append: 0,
            last_job: 0,
            last_trial: 0,
            covering: None,
        }
    }

    /// Applies an action that happens at `now_ms` (milliseconds since 1970). Returns what is to be done, in order.
    ///
    /// It checks whether the action is allowed, so only callers outside of the state use it. What follows from an action is
    /// allowed, and goes to `decide`.
    pub fn apply(&mut self, action: Action, now_ms: u64) -> Vec<Effect> {
        // The latest date in JavaScript. A clock that is out of order gives any number.
        const LATEST_MS: u64 = 8_640_000_000_000_000;
        let now_ms = now_ms.min(LATEST_MS);
        self.stopwatch.look(now_ms);
        let effects = self.take_action(action, now_ms);
        self.turn_watch();
        effects
    }

    fn take_action(&mut self, action: Action, now_ms: u64) -> Vec<Effect> {
        if !self.is_allowed(&action) {
            self.tell_of_other_tab(&action);
            return Vec::new();
        }
        let typed_of = self.types_of_current();
        let mut effects = self.take_typed_name(&action);
        let action = self.aim(action);
        effects.extend(action.map_or_else(Vec::new, |action| self.decide(action, now_ms)));
        self.catch_up();
        effects.extend(self.take_left_behind(typed_of));
        if let Some(open) = &mut self.open {
            open.judge();
            self.map.follow_labels(&open.label_names);
        }
        self.forget_last_added();
        self.forget_last_imported();
        effects.extend(self.look_ahead());
        effects.extend(self.next_file());
        let is_saved = self.is_saved();
        effects.extend(self.network.use_newer(is_saved).into_iter().map(Effect::Network));
        self.look_at_backup(&effects);
        effects
    }

    /// `now_ms` is when the user acted, which is earlier than now for an action that had to wait.
    pub(super) fn decide(&mut self, action: Action, now_ms: u64) -> Vec<Effect> {
        match action {
            Action::Restored(stored) => self.restored(stored.map(|stored| *stored)),
            Action::RestoreFailed(error) => {
                self.nothing_restored();
                self.tell_of_disk(&error);
                Vec::new()
            }
            Action::Reading(reading) => {
                self.reading = Some(reading);
                self.message = None;
                Vec::new()
            }
            Action::Loaded {
                ticket,
                pool,
                load_ms,
                embeddings,
                how,
            } => match self.reading.take_if(|reading| reading.ticket == ticket) {
                Some(reading) => self.loaded(reading, pool, load_ms, embeddings, *how, now_ms),
                None => Vec::new(),
            },
            Action::ProjectRead { ticket, open } => match self.reading.take_if(|reading| reading.ticket == ticket) {
                Some(reading) => {
                    self.wants_to_add = false;
                    self.incoming(*open, reading.file_name)
                }
                None => Vec::new(),
            },
            Action::Import(action) => self.import(action),
            Action::Add(action) => self.adding(action, now_ms),
            Action::FileLabels(action) => self.file_labels(action, now_ms),
            Action::ReadFurther { ticket, percent } => {
                if let Some(reading) = self.reading.as_mut().filter(|reading| reading.ticket == ticket) {
                    reading.percent = Some(percent);
                }
                Vec::new()
            }
            Action::EmbeddingsRead { ticket, embeddings } => {
                match self.reading.take_if(|reading| reading.ticket == ticket) {
                    Some(_) => self.set_embeddings(Some(embeddings)),
                    None => Vec::new(),
                }
            }
            Action::EmbeddingsKept(kept) => {
                if let (Err(error), Some(file)) = (kept, self.open.as_ref().and_then(|open| open.embeddings.as_ref())) {
                    self.message = Some(Message {
                        title: say!("store-not-kept-browser", file = isolated(&file.name)),
                        problem: core::of_core("storage", &error),
                        advice: say!("store-used-until-page-closed"),
                    });
                }
                Vec::new()
            }
            Action::ForgetEmbeddings => self.set_embeddings(None),
            Action::ReadFailed { ticket, error } => {
                if let Some(reading) = self.reading.take_if(|reading| reading.ticket == ticket) {
                    if let Some(effects) = self.mend(&reading, &error) {
                        return effects;
                    }
                    // That was meant of this file.
                    self.wants_to_add = false;
                    let kept = match self.open {
                        Some(_) => say!("store-present-project-stays-as"),
                        None => String::new(),
                    };
                    let title = say!("store-was-not-opened", file_name = isolated(&reading.file_name), kept);
                    self.tell_failure(&title, &error);
                }
                Vec::new()
            }
            Action::ManyDropped(names) => {
                self.message = Some(Message {
                    title: say!("store-many-dropped"),
                    problem: say!("store-each-is-a-project", names = all_isolated(&names)),
                    advice: say!("store-one-at-a-time"),
                });
                Vec::new()
            }
            Action::OpenSample => vec![Effect::OpenSample],
            Action::TakeInLabels { column, per_cell } => {
                self.with_open(|open| {
                    open.take_in_labels(column, per_cell, now_ms);
                });
                let mut effects = self.append();
                effects.extend(self.save_head());
                effects
            }
            Action::ChooseTextColumn(column) => self.choose_text_column(column),
            Action::Edit(settings) => {
                let before = std::mem::replace(&mut self.settings, settings);
                // Those of a selection are its own.
                let is_kept = self
                    .settings
                    .config()
                    .is_ok_and(|config| before.config().ok() != Some(config));
                let waits = self.open.as_ref().is_some_and(|open| open.outcome.is_none());
                match is_kept && waits && self.run.is_none() {
                    true => self.save_head(),
                    false => Vec::new(),
                }
            }
            Action::Select => self.select_or_ask(),
            Action::PickMore(more) => self.select(Wanted::More(more)),
            Action::PickEarly => self.pick_early(),
            Action::PickedEarly { job, picked } => self.picked_early(job, picked),
            Action::SelectExamples => self.select(Wanted::Examples),
            Action::Confidences(action) => self.confidences(action),
            Action::Cancel => self.stop(),
            Action::Pause => self.set_paused(true),
            Action::Resume => self.set_paused(false),
            Action::Fetching { job, fetched } => {
                if let Some(run) = self.run.as_mut().filter(|run| run.job == job) {
                    run.fetched = Some(fetched);
                }
                Vec::new()
            }
            Action::Embedding {
                job,
                progress,
                elapsed_ms,
            } => {
                self.embedding(job, progress, elapsed_ms);
                Vec::new()
            }
            Action::Placed { job, places } => {
                if let Some(run) = self.run.as_mut().filter(|run| run.job == job) {
                    run.sketch.extend(places);
                }
                Vec::new()
            }
            Action::Progressed {
                job,
                progress,
                elapsed_ms,
            } => {
                if let Some(run) = self.run.as_mut().filter(|run| run.job == job) {
                    run.advance(progress, f64::from(progress.done), elapsed_ms);
                }
                self.comparison.progressed(job, progress);
                Vec::new()
            }
            Action::Selected { job, outcome } => self.selected(job, *outcome),
            Action::Traced { job, recorded } => self.with_run(job, |open| open.recorded = Some(recorded)),
            Action::Named { job, names } => {
                // The map may have been quicker, which is the end of the run; what the picks cover is told later.
                let is_of_run = self.run.as_ref().is_some_and(|run| run.job == job) || self.covering == Some(job);
                match self.open.as_mut().filter(|_| is_of_run) {
                    Some(open) => {
                        open.part_names = Arc::new(names);
                        self.save_head()
                    }
                    None => Vec::new(),
                }
            }
            Action::Joined { job, joined } => self.with_run(job, |open| {
                open.joined = Some(Arc::new(joined));
                open.color_parts();
            }),
            Action::Settling { job, layout } => self.with_run(job, |open| open.layout = Some(Arc::new(layout))),
            Action::Map(action) => self.change_map(action),
            Action::Suggest(action) => self.suggest(action, now_ms),
            Action::Alike(action) => self.alike(action, now_ms),
            Action::Mapped { job, layout, map_ms } => self.mapped(job, layout, map_ms),
            Action::Covered { job, curve } => self.covered(job, curve),
            Action::Compare(action) => self.compare(action),
            Action::RunFailed { job, error } => {
                let run = self
                    .run
                    .take_if(|run| run.job == job)
                    .map(|_| say!("store-selection-stopped"));
                let covering = self.covering.take_if(|covering| *covering == job);
                let title = run.or(covering.map(|_| say!("store-what-picks-cover-not")));
                if let Some(title) = title.filter(|_| error != WorkerError::Cancelled) {
                    self.tell_failure(&title, &error);
                }
                Vec::new()
            }
            Action::Kept { job, kept } => {
                // Of a run that is over, unless another has begun meanwhile.
                if self.last_job == job.0 && kept.texts > 0 && self.open.is_some() {
                    self.kept = Some(kept);
                }
                Vec::new()
            }
            Action::CacheMeasured(size) => {
                self.cache_size = Some(size);
                Vec::new()
            }
            Action::CacheFailed(error) => {
                if !std::mem::replace(&mut self.cache_problem_said, true) {
                    self.cache_problem = Some(core::of_core("storage", &error));
                }
                Vec::new()
            }
            Action::EmptyCache => {
                self.question = self.cache_size.map(Question::EmptyCache);
                Vec::new()
            }
            Action::DismissCacheProblem => {
                self.cache_problem = None;
                Vec::new()
            }
            Action::EncoderRestored(given) => self.encoder_restored(given),
            Action::Bring { files, configs } => self.bring(files, configs),
            Action::BringFailed(reason) => {
                let candidate = self.candidate.get_or_insert_default();
                candidate.unreadable = Some(reason);
                Vec::new()
            }
            Action::EditEncoder(form) => {
                if let Some(candidate) = &mut self.candidate {
                    candidate.form = form;
                    candidate.trial = Trial::None;
                }
                Vec::new()
            }
            Action::TryEncoder => self.try_encoder(),
            Action::EncoderTried { trial, result } => self.encoder_tried(trial, result),
            Action::UseEncoder => self.use_encoder(),
            Action::StopBringing => self.stop_bringing(),
            Action::UseBuiltIn => match self.given.take() {
                Some(_) => {
                    self.given_is_kept = false;
                    self.encoder_problem = None;
                    self.other_encoder();
                    vec![Effect::ForgetEncoder]
                }
                None => Vec::new(),
            },
            Action::EncoderKept(kept) => {
                self.given_is_kept = kept.is_ok() && self.given.is_some();
                self.encoder_problem = kept.err().map(|error| Message {
                    title: say!("store-not-kept-browser-2", encoder = isolated(&self.encoder().name)),
                    problem: core::of_core("storage", &error),
                    advice: say!("store-used-until-page-closed-or"),
                });
                Vec::new()
            }
            Action::EncoderForgotten(forgotten) => {
                self.encoder_problem = forgotten.err().map(|error| Message {
                    title: say!("store-encoders-files-still-browser"),
                    problem: core::of_core("storage", &error),
                    advice: say!("store-they-not-used-until"),
                });
                Vec::new()
            }
            Action::DismissEncoderProblem => {
                self.encoder_problem = None;
                Vec::new()
            }
            Action::GoTo(row) => self.with_open(|open| {
                if (row as usize) < open.pool.len() {
                    open.current = Some(row);
                }
            }),
            Action::Move(places) => self.with_open(|open| {
                let rows = open.shown_rows();
                if let Some(at) = rows.iter().position(|&row| Some(row) == open.current) {
                    let to = (at as i64 + i64::from(places)).clamp(0, rows.len() as i64 - 1);
                    open.current = Some(rows[to as usize]);
                }
            }),
            Action::GoOn => {
                self.go_on();
                Vec::new()
            }
            Action::FindLabel(finding) => {
                let has_labels = |open: &Open| open.answers != Answers::Text && open.current.is_some();
                self.finding_label = finding && self.open.as_ref().is_some_and(has_labels);
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
                self.stopwatch.skip(ms);
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
                if let Some(row) = open.current {
                    open.history.flag(row, now_ms);
                }
            }),
            Action::Note { row, text } => {
                self.take_typed();
                self.label(|open| {
                    open.history.note(row, &text, now_ms);
                })
            }
            Action::TakeBack => self.label(|open| {
                if let Some(row) = open.current {
                    open.history.give(row, None, now_ms);
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
                    self.question = Some(Question::NewProject);
                    return Vec::new();
                }
                self.close()
            }
            Action::Answer { yes } => match self.question.take() {
                Some(question) if yes => self.agreed(question, now_ms),
                _ => Vec::new(),
            },
            Action::Export(rows, format) => self.export(rows, format),
            Action::Choose(choice, on) => {
                self.choices.choose(choice, on);
                vec![Effect::KeepChoice(choice, on)]
            }
            Action::Prompt(action) => self.prompt(action),
            Action::Team(action) => self.team(action, now_ms),
            Action::Projects(action) => self.projects(action),
            Action::Protection(action) => self.protecting(action),
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
                self.saved_file = name;
                Vec::new()
            }
            Action::ForgetSavedFile => {
                self.saved_file = None;
                vec![Effect::ForgetSavedFile]
            }
            Action::Written { file_name, written } => self.written(&file_name, written),
            Action::Promised(promised) => {
                self.promised = Some(promised);
                Vec::new()
            }
            Action::AskToKeep => {
                self.asked_to_keep = Asked::Now;
                vec![Effect::AskToKeep]
            }
            Action::StorageLost => {
                self.storage_lost();
                Vec::new()
            }
            Action::AllSaved { append, saved } => self.all_saved(append, saved),
            Action::Recovered(recovered) => self.recover(recovered.0, &recovered.1),
            Action::SecondCopy(problem) => {
                self.second_copy_problem = problem;
                Vec::new()
            }
            Action::RetryStorage => self.retry(),
            Action::DismissMessage => {
                self.message = None;
                Vec::new()
            }
        }
    }

    pub(super) fn change_map(&mut self, action: MapAction) -> Vec<Effect> {
        let texts = self.open.as_ref().map(|open| (&open.pool, open.text_column));
        self.map.apply(action, texts).map(Effect::Map).into_iter().collect()
    }

    /// The encoder in use.
    pub fn encoder(&self) -> EncoderName {
        self.given.as_ref().map(|given| given.name()).unwrap_or_default()
    }

    /// What the embeddings are made by: the encoder in use, unless they are given.
    pub fn embedded_by(&self) -> EncoderName {
        let given = self.open.as_ref().and_then(|open| open.embeddings.as_ref());
        given.map_or_else(|| self.encoder(), EmbeddingFile::made_by)
    }

    /// Seconds that Select would take with this encoder, roughly.
    pub fn seconds_with(&self, given: &Given) -> Option<f64> {
        self.seconds_at(Some(tokens_per_second(given)))
    }

    /// Whether the picks on the screen were made with other settings than the form's, or with another encoder.
    pub fn is_outdated(&self) -> bool {
        let Some(open) = &self.open else { return false };
        open.outcome.as_ref().is_some_and(|outcome| {
            outcome.text_column != open.text_column
                || outcome.encoder != self.embedded_by()
                || self.confidences.for_run(&outcome.config).map(|given| &given.hash) != outcome.confidences.as_ref()
                || self.settings.config().is_ok_and(|config| config != outcome.config)
        })
    }

    /// Why Select has to wait for a language model's confidences, where it has.
    pub fn lacks_confidences(&self) -> Option<FieldError> {
        let config = self.settings.config().ok()?;
        if !confidences::are_needed(&config) || self.confidences.for_run(&config).is_some() {
            return None;
        }
        Some(FieldError {
            field: Field::Method,
            problem: say!("store-beyond-picks-vote-k", vote_k_first = VOTE_K_FIRST),
            advice: say!("store-see-below"),
        })
    }

    /// What a stopped run has kept of the texts that Select would embed.
    pub fn kept(&self) -> Option<Kept> {
        let open = self.open.as_ref()?;
        self.kept.filter(|kept| kept.text_column == open.text_column)
    }

    /// Seconds that Select will take, roughly.
    pub fn seconds_in_all(&self) -> Option<f64> {
        self.seconds_at(self.tokens_per_second)
    }

    /// Of the embeddings that a selection would be made with.
    fn dimensions(&self) -> usize {
        let brought = self.open.as_ref().and_then(|open| open.embeddings.as_ref());
        let given = self.given.as_ref().and_then(|given| given.report.config.dimensions);
        let brought = brought.map(|embeddings| embeddings.dimensions as usize);
        brought.or(given).unwrap_or(BUILT_IN.dimensions)
    }

    fn seconds_at(&self, tokens_per_second: Option<f64>) -> Option<f64> {
        let (open, workers) = (self.open.as_ref()?, self.settings.worker_count().ok()?);
        let k = self.settings.config().map_or(0, |config| config.n_neighbors as usize);
        let d = self.dimensions();
        let pairs = self.settings.search.pairs(open.pool.len(), d, k);
        Some(estimate::seconds_in_all(
            self.tokens,
            pairs,
            workers,
            self.cores,
            tokens_per_second,
        ))
    }

    fn restored(&mut self, stored: Option<(Project, Vec<LabelAction>)>) -> Vec<Effect> {
        self.restoring = false;
        // A file that was dropped meanwhile is newer than what was stored.
        let Some((project, log)) = stored.filter(|_| self.open.is_none()) else {
            self.nothing_restored();
            return Vec::new();
        };
        let config = project.head.config.clone();
        let mut effects = Vec::new();
        match Open::restore(project, log) {
            Ok(open) => {
                self.settings = self.settings.with(&config);
                // Asked before. Some browsers would put their own question over the page at each visit.
                if !open.history.log().is_empty() && !self.projects.read_only {
                    if self.asked_to_keep == Asked::Never {
                        self.asked_to_keep = Asked::Earlier;
                    }
                    effects.push(Effect::SeeWhetherKept);
                }
                self.open = Some(open);
                self.count_tokens();
            }
            Err(reason) => {
                self.nothing_restored();
                self.tell_of_disk(&StorageError::Unreadable { reason });
            }
        }
        effects
    }

    /// The project that was to come does not: no other tab has what is not on the screen.
    pub(super) fn nothing_restored(&mut self) {
        self.restoring = false;
        if self.open.is_none() {
            self.leave_projects();
        }
    }

    fn loaded(
        &mut self,
        reading: Reading,
        pool: Pool,
        load_ms: f64,
        embeddings: Option<EmbeddingFile>,
        how: How,
        now_ms: u64,
    ) -> Vec<Effect> {
        if let Some(effects) = self.doubts(&reading, how.found.as_ref()) {
            return effects;
        }
        self.importing = None;
        if !self.wants_to_add && self.open.as_ref().is_some_and(|open| *open.pool == pool) {
            let mut effects = match embeddings {
                Some(embeddings) => self.set_embeddings(Some(embeddings)),
                None => Vec::new(),
            };
            effects.extend(self.read_again(&reading, how, now_ms));
            return effects;
        }
        let file_name = reading.file_name.clone();
        if self.open.is_some() && self.settings.method == Method::VoteK && confidences::is_table(&pool) {
            self.wants_to_add = false;
            return self.confidences(ConfidenceAction::FileRead {
                file_name,
                table: Ok(pool),
            });
        }
        let text_column = how.text_column.unwrap_or_else(|| guess_text_column(&pool));
        let mut open = Open::new(file_name, pool, text_column, load_ms);
        open.embeddings = embeddings;
        say_columns(&mut open, &reading, how, now_ms);
        match self.adds(open) {
            Ok(effects) => effects,
            Err(open) => self.replace_or_ask(*open),
        }
    }

    pub(super) fn replace(&mut self, mut open: Open) -> Vec<Effect> {
        let before = self.open.as_ref().map(|open| open.pool.len());
        let settings = self.settings.clone().fitting(before, open.pool.len());
        let own = self.team.opens_as.take();
        let mut effects = self.forget_project();
        self.settings = settings;
        open.is_protected |= std::mem::take(&mut self.protecting.next);
        effects.push(Effect::Projects(projects::Effect::Begin {
            is_protected: open.is_protected,
        }));
        effects.extend(open.embeddings.clone().map(Effect::KeepEmbeddings));
        if open.annotator.is_none() && own.is_none() {
            open.sign_anew(self.team.name.as_deref());
        }
        if let Some(outcome) = &open.outcome {
            self.settings = self.settings.with(&outcome.config);
        }
        self.open = Some(open);
        self.look_at_labels();
        self.count_tokens();
        effects.extend(self.save_project());
        // Labels that stood in the file or in the backup.
        effects.extend(self.append());
        effects.extend(own.into_iter().flat_map(|own| self.known_as(own)));
        effects
    }

    /// The open pool's own file was read again, with something else said of its columns.
    fn read_again(&mut self, reading: &Reading, how: How, now_ms: u64) -> Vec<Effect> {
        let Some(open) = &mut self.open else { return Vec::new() };
        let known = |open: &Open| (open.id_column, open.found.clone());
        let before = known(open);
        // Only the dialog says anything of them.
        let column = how.text_column.filter(|_| reading.columns.text.is_some());
        say_columns(open, reading, how, now_ms);
        let changed = known(open) != before;
        let asks = open.labels_column.is_some();
        let mut effects = column.map_or_else(Vec::new, |column| self.turn_to_column(column));
        if changed || !effects.is_empty() {
            effects.extend(self.save_head());
        }
        if asks {
            self.look_at_chosen_labels();
        }
        effects.extend(self.append());
        effects
    }

    /// Gives the open pool its embeddings, or leaves them to the encoder.
    fn set_embeddings(&mut self, embeddings: Option<EmbeddingFile>) -> Vec<Effect> {
        let mut effects: Vec<Effect> = self.keep_or_forget(embeddings.as_ref()).into_iter().collect();
        let Some(open) = &mut self.open else { return Vec::new() };
        open.embeddings = embeddings;
        self.count_tokens();
        effects.extend(self.forget_run());
        effects.extend(self.save_head());
        effects
    }

    /// Embeddings that are brought are kept in the place of others, which serve no pool any more.
    fn keep_or_forget(&self, embeddings: Option<&EmbeddingFile>) -> Option<Effect> {
        let had = self.open.as_ref().is_some_and(|open| open.embeddings.is_some());
        let keep = embeddings.map(|file| Effect::KeepEmbeddings(file.clone()));
        keep.or(had.then_some(Effect::ForgetEmbeddings))
    }

    /// Tokens that the encoder will be given.
    pub(super) fn count_tokens(&mut self) {
        let to_embed = self.open.as_ref().filter(|open| open.embeddings.is_none());
        self.tokens = to_embed.map_or(0.0, |open| estimate::tokens(&open.pool, open.text_column));
    }

    fn choose_text_column(&mut self, column: usize) -> Vec<Effect> {
        let is_there = self
            .open
            .as_ref()
            .is_some_and(|open| column < open.pool.columns().len());
        if !is_there {
            return Vec::new();
        }
        let mut effects = self.turn_to_column(column);
        effects.extend(self.save_head());
        effects
    }

    /// The texts are those of this column from now on; what was found or picked early among others is no more.
    fn turn_to_column(&mut self, column: usize) -> Vec<Effect> {
        let Some(open) = self.open.as_mut().filter(|open| open.text_column != column) else {
            return Vec::new();
        };
        open.forget_early();
        open.text_column = column;
        self.count_tokens();
        self.search_again()
    }

    /// Searches among other texts for what is searched.
    pub(super) fn search_again(&mut self) -> Vec<Effect> {
        let typed = std::mem::take(&mut self.map.typed);
        self.change_map(MapAction::Search(typed))
    }

    /// How many picks the settings ask for beside those that were made among fewer texts.
    pub fn n_missing_picks(&self) -> Option<usize> {
        let open = self.open.as_ref().filter(|open| open.only_early().is_some())?;
        let budget: usize = self.settings.budget.trim().parse().ok()?;
        budget.checked_sub(open.settled().picks.len()).filter(|&n| n > 0)
    }

    /// Why the settings allow no further picks beside those that there are, if so.
    pub fn why_no_more(&self) -> Option<String> {
        let (open, method) = (self.open.as_ref()?, self.settings.method);
        if !method.extends() {
            return Some(say!("store-makes-all-picks-at", method = title(method)));
        }
        let settings = Settings {
            budget: (open.settled().picks.len() + 1).to_string(),
            ..self.settings.clone()
        };
        let error = settings.check(open.pool.len()).err()?;
        Some(say!("store-settings-need-change-first", problem = error.problem))
    }

    /// Whoever labels what somebody else picked may not mean to pick anew.
    fn select_or_ask(&mut self) -> Vec<Effect> {
        let is_given = |open: &Open| open.is_handed_out && open.picked().next().is_some();
        if self.open.as_ref().is_some_and(is_given) {
            self.question = Some(Question::SelectAnew);
            return Vec::new();
        }
        self.select_anew()
    }

    /// The picks are one's own from now on.
    fn select_anew(&mut self) -> Vec<Effect> {
        if let Some(open) = &mut self.open {
            open.is_handed_out = false;
        }
        self.select(Wanted::All)
    }

    fn select(&mut self, wanted: Wanted) -> Vec<Effect> {
        let Some(open) = self.open.as_ref().filter(|_| self.run.is_none()) else {
            return Vec::new();
        };
        let earlier = match wanted {
            Wanted::More(more) => {
                let earlier = open.settled();
                self.settings.budget = (earlier.picks.len() as u32).saturating_add(more).to_string();
                earlier
            }
            Wanted::All => self.earlier_of_early(&self.draft()).unwrap_or_default(),
            Wanted::Examples => Earlier::default(),
        };
        let Ok((mut config, workers)) = self.settings.check(open.pool.len()) else {
            return Vec::new();
        };
        if wanted == Wanted::Examples {
            config.method = Method::VoteK;
            config.budget = config.budget.min(VOTE_K_FIRST);
        }
        let n_searched = config.check(open.pool.len() as u32).map(|checked| checked.n_searched());
        let n_searched = n_searched.unwrap_or(config.n_neighbors);
        if let Some(message) = capacity::too_large(open.pool.len(), self.dimensions(), n_searched) {
            self.message = Some(message);
            return Vec::new();
        }
        let confidences = self.confidences.for_run(&config).cloned();
        if confidences::are_needed(&config) && confidences.is_none() {
            return Vec::new();
        }
        self.message = None;
        self.kept = None;
        self.covering = None;
        self.last_job += 1;
        let job = JobId(self.last_job);
        let goes_on = earlier != Earlier::default();
        let earlier = open.passing_over_blank(earlier, config.method);
        self.run = Some(Run {
            job,
            workers,
            encoder: self.encoder(),
            fetched: None,
            progress: None,
            paused: false,
            embedding: EmbedProgress::default(),
            config: config.clone(),
            goes_on,
            n_said: open.n_entries(),
            picking_early: false,
            is_drawing: false,
            sketch: Vec::new(),
            pace: Pace::default(),
        });
        vec![Effect::Run {
            job,
            pool: open.pool.clone(),
            text_column: open.text_column,
            config,
            earlier,
            encoder: self.encoder(),
            embeddings: open.embeddings.clone(),
            confidences,
            workers,
            device: self.settings.device,
        }]
    }

    fn confidences(&mut self, action: ConfidenceAction) -> Vec<Effect> {
        match self.confidences.apply(action, self.open.as_ref()) {
            Consequence::Effects(effects) => in_world(effects),
            Consequence::AskPerson(sending) => {
                self.question = Some(Question::Send(sending));
                Vec::new()
            }
            Consequence::Download(text) => {
                let name = self.open.as_ref().map_or("", |open| &open.file_name);
                vec![Effect::Download {
                    file_name: name_beside(name, "confidences.csv"),
                    media_type: ExportFormat::Csv.media_type(),
                    text,
                }]
            }
        }
    }

    /// Asks no language model any more; what it has answered stays with its project.
    pub(super) fn stop_asking(&mut self) -> Vec<Effect> {
        in_world(self.confidences.leave())
    }

    /// The pool has more texts than there are confidences of; what was answered of single texts stays.
    pub(super) fn outgrow_confidences(&mut self) -> Vec<Effect> {
        in_world(self.confidences.outgrow())
    }

    /// Lets go of what is on the screen, once all of it is on its way to the disk.
    pub(super) fn forget_project(&mut self) -> Vec<Effect> {
        let mut effects = self.flush();
        effects.extend(self.forget_run());
        effects.extend(self.stop_asking());
        effects.extend(self.put_away());
        self.open = None;
        self.map.forget();
        self.team.forget();
        self.leave_projects();
        self.forget_sent();
        self.lacks = None;
        self.rewrites = false;
        self.grown_from = None;
        self.staying.forget();
        self.stopwatch.forget();
        self.whereabouts = Whereabouts::default();
        self.restoring = false;
        self.message = None;
        self.storage_problem = None;
        self.second_copy_problem = None;
        self.saved_file = None;
        self.settings = self.settings.with(&Config::default());
        effects
    }

    /// Puts away what stands above the project or is on its way into it: it would be done to another one, or without the lock.
    pub(super) fn put_away(&mut self) -> Vec<Effect> {
        let effects = match self.prompting.is_open {
            true => self.prompt(prompting::Action::Close),
            false => Vec::new(),
        };
        self.question = None;
        self.reading = None;
        self.importing = None;
        self.adding = None;
        self.file_labels = None;
        self.team.incoming = None;
        self.wants_to_add = false;
        self.finding_label = false;
        self.protecting.put_away();
        self.similarities = self.similarities.closed();
        self.prompting.forget();
        effects
    }

    fn encoder_restored(&mut self, given: Result<Option<Box<Given>>, StorageError>) -> Vec<Effect> {
        match given {
            // One that was brought meanwhile is newer.
            Ok(Some(given)) if self.given.is_none() => {
                self.given = Some(Arc::new(*given));
                self.given_is_kept = true;
                self.other_encoder();
            }
            Ok(_) => {}
            // Nobody knows of one then, and the project's storage says that it is refused.
            Err(StorageError::Refused { .. }) => {}
            Err(error @ (StorageError::Unreadable { .. } | StorageError::Locked)) => {
                self.encoder_problem = Some(Message {
                    title: say!(
                        "store-encoder-you-brought-not",
                        encoder = isolated(&self.encoder().name)
                    ),
                    problem: core::of_core("storage", &error),
                    advice: say!("store-bring-again"),
                });
            }
        }
        Vec::new()
    }

    fn bring(&mut self, files: Vec<FileName>, configs: Vec<(String, Vec<u8>)>) -> Vec<Effect> {
        self.message = None;
        let candidate = self.candidate.get_or_insert_default();
        if files.is_empty() {
            return Vec::new();
        }
        candidate.add(files, configs);
        vec![Effect::StopTrial]
    }

    pub(super) fn stop_bringing(&mut self) -> Vec<Effect> {
        match self.candidate.take() {
            Some(_) => vec![Effect::StopTrial, Effect::ForgetFiles],
            None => Vec::new(),
        }
    }

    fn try_encoder(&mut self) -> Vec<Effect> {
        let Some(candidate) = &mut self.candidate else {
            return Vec::new();
        };
        let Ok(attempt) = candidate.attempt() else {
            return Vec::new();
        };
        self.last_trial += 1;
        candidate.trial = Trial::Opening(self.last_trial);
        vec![Effect::TryEncoder {
            trial: self.last_trial,
            model: attempt.model,
            tokenizer: attempt.tokenizer,
            config: attempt.config,
        }]
    }

    fn encoder_tried(&mut self, trial: u32, result: Result<Box<Given>, WorkerError>) -> Vec<Effect> {
        let in_use = self.encoder().name;
        let candidate = self.candidate.as_mut();
        if let Some(candidate) = candidate.filter(|candidate| candidate.trial == Trial::Opening(trial)) {
            candidate.trial = match result {
                Ok(given) => Trial::Opened(given),
                Err(WorkerError::Cancelled) => Trial::None,
                Err(error) => Trial::Failed(candidate::failure(&candidate.form.model, &in_use, &error)),
            };
        }
        Vec::new()
    }

    fn use_encoder(&mut self) -> Vec<Effect> {
        let opened = |candidate: &mut Candidate| matches!(candidate.trial, Trial::Opened(_));
        let Some(Candidate {
            trial: Trial::Opened(given),
            ..
        }) = self.candidate.take_if(opened)
        else {
            return Vec::new();
        };
        let given: Arc<Given> = Arc::new(*given);
        self.given = Some(given.clone());
        self.given_is_kept = false;
        self.encoder_problem = None;
        self.other_encoder();
        vec![Effect::KeepEncoder(given), Effect::ForgetFiles]
    }

    /// Nothing that is known of how the former encoder fares holds any more.
    fn other_encoder(&mut self) {
        self.tokens_per_second = self.given.as_ref().map(|given| tokens_per_second(given));
        self.kept = None;
        // Of what a run with the former encoder keeps, nothing serves the next.
        self.last_job += 1;
    }

    fn selected(&mut self, job: JobId, mut outcome: Outcome) -> Vec<Effect> {
        let run = self.run.as_mut().filter(|run| run.job == job);
        let Some((open, run)) = self.open.as_mut().zip(run) else {
            return Vec::new();
        };
        run.is_drawing = true;
        // Whoever is at a text stays there: the next key is meant for it.
        let is_new = open.outcome.is_none() || run.goes_on || open.n_entries() > run.n_said;
        // The text that goes as soon as its label is on the disk goes then.
        let is_busy = |row| self.whereabouts.types_of(row) || self.staying.is_leaving();
        let stays = open
            .current
            .filter(|&row| is_busy(row) || (is_new && !open.is_done(row)));
        if !run.goes_on {
            open.forget_early();
        }
        if let Some(load_ms) = open.load_ms {
            outcome.timings.insert(0, (Stage::Load, load_ms));
        }
        open.outcome = Some(Arc::new(outcome));
        open.forget_map();
        open.current = stays.or(open.first_to_label());
        self.map.forget_parts();
        self.save_project()
    }

    fn set_paused(&mut self, paused: bool) -> Vec<Effect> {
        let Some(run) = self.run.as_mut().filter(|run| run.paused != paused && run.can_pause()) else {
            return Vec::new();
        };
        run.paused = paused;
        run.pace.pause();
        vec![if paused { Effect::PauseRun } else { Effect::ResumeRun }]
    }

    fn embedding(&mut self, job: JobId, embedding: EmbedProgress, elapsed_ms: f64) {
        let in_use = self.encoder();
        let progress = Progress {
            stage: Stage::Embed,
            done: embedding.done,
            total: embedding.total,
        };
        self.comparison.progressed(job, progress);
        let Some(run) = self.run.as_mut().filter(|run| run.job == job) else {
            return;
        };
        run.embedding = embedding;
        run.advance(progress, embedding.tokens_done as f64, elapsed_ms);
        // Over all of it: short texts have another pace than long ones.
        if let Some(rate) = run.pace.mean().filter(|_| run.encoder == in_use) {
            self.tokens_per_second = Some(rate / run.workers.min(self.cores).max(1) as f64);
        }
    }

    /// Ends the run of a project that goes.
    pub(super) fn forget_run(&mut self) -> Vec<Effect> {
        self.kept = None;
        // What comes of it later belongs to no project.
        self.last_job += 1;
        let mut effects: Vec<Effect> = self.cancel().into_iter().collect();
        effects.extend(self.comparison.forget());
        effects
    }

    /// Ends the run at a person's wish. A map on its way to rest stands as it was shown last, after a reload too; what the picks
    /// cover, which needs no map, is still found out.
    fn stop(&mut self) -> Vec<Effect> {
        let Some(run) = self.run.take_if(|run| run.is_drawing) else {
            return self.cancel().into_iter().collect();
        };
        self.covering = Some(run.job);
        let mut effects = vec![Effect::StopDrawing];
        effects.extend(self.save_project());
        effects
    }

    /// Ends the run under way, and what is left of it.
    fn cancel(&mut self) -> Option<Effect> {
        let (run, covering) = (self.run.take(), self.covering.take());
        (run.is_some() || covering.is_some()).then_some(Effect::CancelRun)
    }

    fn mapped(&mut self, job: JobId, layout: Layout, map_ms: f64) -> Vec<Effect> {
        if self.run.take_if(|run| run.job == job).is_none() {
            return Vec::new();
        }
        let Some(open) = self.open.as_mut() else {
            return Vec::new();
        };
        if let Some(outcome) = &mut open.outcome {
            Arc::make_mut(outcome).timings.push((Stage::Map, map_ms));
        }
        open.layout = Some(Arc::new(layout));
        self.covering = Some(job);
        self.save_project()
    }

    /// Changes the open project by something that the run under way gave.
    fn with_run(&mut self, job: JobId, change: impl FnOnce(&mut Open)) -> Vec<Effect> {
        match self.run.as_ref().filter(|run| run.job == job) {
            Some(_) => self.with_open(change),
            None => Vec::new(),
        }
    }

    /// Whether it is being found out what the picks cover.
    pub fn is_covering(&self) -> bool {
        self.covering.is_some()
    }

    fn covered(&mut self, job: JobId, curve: CoverageCurve) -> Vec<Effect> {
        if self.covering.take_if(|covering| *covering == job).is_none() {
            return Vec::new();
        }
        self.with_open(|open| open.coverage = Some(Arc::new(curve)));
        self.save_head()
    }

    pub(super) fn agreed(&mut self, question: Question, now_ms: u64) -> Vec<Effect> {
        match question {
            Question::Send(sending) => in_world(self.confidences.agreed(&sending, self.open.as_ref())),
            Question::SelectAnew => self.select_anew(),
            Question::Unprotect => self.unprotect(),
            Question::AnotherName { name, .. } => self.sign_as(&name),
            Question::NewProject => self.close(),
            Question::TakeOver => self.take_over(),
            Question::DeleteProject(entry) => vec![Effect::Projects(projects::Effect::DeleteForGood(entry.id))],
            Question::Replace(open) | Question::StopRun(open) => self.replace(*open),
            Question::Forget { name, .. } => self.forget_colleague(&name),
            Question::EmptyCache(_) => {
                self.kept = None;
                vec![Effect::EmptyCache]
            }
            Question::JoinLabels { name, into, .. } => self.join_labels(&name, &into),
            Question::Relabel { rows, name, .. } => self.label(|open| {
                let beside = open.answers == Answers::Several;
                open.history.give_all(&rows, &name, beside, now_ms);
            }),
            Question::RemoveLabel { name, .. } => {
                let Some(open) = &mut self.open else { return Vec::new() };
                if let Some(place) = open.label_names.iter().position(|other| *other == name) {
                    open.label_names.remove(place);
                    open.label_looks.leave(&name, place);
                }
                open.history.remove(&name, now_ms);
                let mut effects = self.append();
                effects.extend(self.save_head());
                effects
            }
            Question::TakeKey { name, key, .. } => self.take_key(&name, key),
            Question::ChooseAnswers(change) => self.change_answers(change.to),
        }
    }

    fn back_up(&mut self, now_ms: u64) -> Vec<Effect> {
        let Some(open) = &self.open else { return Vec::new() };
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
                    self.message = Some(Message {
                        title: say!("store-without-embeddings", file_name = isolated(file_name)),
                        problem: say!("store-they-not-kept-any-more"),
                        advice: say!("store-whoever-opens-waits"),
                    });
                }
                let Some(backup) = backup else { return Vec::new() };
                self.with_open(|open| open.backup = Some(backup));
                match self.projects.read_only {
                    true => Vec::new(),
                    false => self.save_head(),
                }
            }
            Err(reason) => {
                self.message = Some(Message {
                    title: say!("store-was-not-written", file_name = isolated(file_name)),
                    problem: reason,
                    advice: say!("store-all-in-browser-still"),
                });
                Vec::new()
            }
        }
    }

    pub(super) fn replace_or_ask(&mut self, open: Open) -> Vec<Effect> {
        self.replace_as(open, None)
    }

    /// The same. `own` is the name by which whoever opens it labels there, empty for none; without it the project says so, or a
    /// new one is that of whoever labeled in this browser last.
    pub(super) fn replace_as(&mut self, open: Open, own: Option<String>) -> Vec<Effect> {
        self.team.opens_as = own;
        if self.is_at_risk() {
            self.question = Some(Question::Replace(Box::new(open)));
            return Vec::new();
        }
        if self.run.is_some() {
            self.question = Some(Question::StopRun(Box::new(open)));
            return Vec::new();
        }
        self.replace(open)
    }

    pub(super) fn with_open(&mut self, change: impl FnOnce(&mut Open)) -> Vec<Effect> {
        if let Some(open) = &mut self.open {
            change(open);
        }
        Vec::new()
    }

    pub(super) fn draft(&self) -> Config {
        self.settings.config().unwrap_or_default()
    }
}

/// Which picks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// As many as the settings say, anew.
    All,
    More(u32),
    /// Those that vote-k begins with.
    Examples,
}

/// What is said of the columns and of the file, beside the texts.
fn say_columns(open: &mut Open, reading: &Reading, how: How, now_ms: u64) {
    open.source = reading.source;
    open.found = how.found;
    let column = |name: &Option<String>| open.pool.column(name.as_ref()?).ok();
    let (id, labels) = (column(&reading.columns.id), column(&reading.columns.labels));
    if reading.columns.text.is_some() {
        open.id_column = id;
    }
    open.labels_column = labels.map(|column| (column, reading.columns.per_cell));
    // Of others a person is asked.
    if let Some(column) = labels.filter(|_| open.responses().is_plain()) {
        open.take_in_labels(column, reading.columns.per_cell, now_ms);
    }
}

fn in_world(effects: Vec<ConfidenceEffect>) -> Vec<Effect> {
    effects.into_iter().map(Effect::Confidences).collect()
}

/// One worker a core, up to eight: each holds a copy of the model in memory.
fn default_workers(cores: usize) -> usize {
    cores.clamp(1, 8)
}

#[cfg(test)]
#[path = "store_tests.rs"]
pub(super) mod tests;
