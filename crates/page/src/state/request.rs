//! The input and output of the update function of a feature.

use crate::confidences::ConfidenceSet;
use crate::project::Project;
use crate::run::settings::Settings;
use crate::shell::views::View;
use crate::state::{Cmd, Confirmation, Msg, Notice};
use crate::team::IncomingFile;
use fastgas_annotation::label::LabelOrigin;
use fastgas_platform::EncoderName;
use fastgas_platform::Preferences;
use fastgas_progress::Progress;
use fastgas_protocol::{JobId, WorkerError};

/// The parts of the state that a feature may read or change in addition to its own state.
pub struct Context<'a> {
    pub project: Option<&'a mut Project>,
    /// The run settings in the form.
    pub settings: &'a Settings,
    pub preferences: &'a Preferences,
    /// Whether another tab holds the lock of the project, or the project is damaged.
    pub read_only: bool,
    /// The name under which the user last annotated in this browser.
    pub annotator: Option<String>,
    /// Number of dropped files that wait to be read, if the user dropped several files.
    pub n_waiting: Option<usize>,
    pub work: Work,
    /// The time of the message, in milliseconds since 1970.
    pub now_ms: u64,
    /// The encoder in use.
    pub encoder: EncoderName,
    /// The confidences in use.
    pub confidences: Option<&'a ConfidenceSet>,
    /// Whether a selection is running.
    pub is_selecting: bool,
    /// The number of the next job. See [`Request::TakeJob`].
    pub next_job: JobId,
}

/// The work that the features of the page have not finished or stored yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Whether a job is running, and the result of the job will still be used.
    pub is_at_work: bool,
    /// Whether all data is on disk, so that a reload loses nothing.
    pub is_saved: bool,
    /// Whether closing the project would lose data because storage fails.
    pub is_at_risk: bool,
    /// Whether a project is being read.
    pub awaits_project: bool,
    /// Whether the open project can be rewritten now, because no run, export or write is in progress.
    pub can_protect: bool,
}

/// Builds the context of an update function. A macro borrows only the fields of the state that it uses,
/// so that the update function can borrow the feature's own state mutably at the same time.
/// The context must be built before the mutable access to the feature.
macro_rules! context {
    ($state:expr, $now_ms:expr) => {{
        let work = $state.work();
        $crate::state::Context {
            project: $state.project.get_mut(),
            settings: &$state.run.settings,
            read_only: $state.projects.read_only,
            annotator: $state.team.name.clone(),
            n_waiting: $state.team.waiting,
            work,
            now_ms: $now_ms,
            encoder: $state.encoder.name(),
            confidences: $state.confidences.in_use.as_ref(),
            is_selecting: $state.run.current.is_some(),
            next_job: $state.run.next_job(),
            preferences: &$state.preferences,
        }
    }};
}
pub(crate) use context;

/// Builds the context of the update function of persistence. A macro for the same reason as [`context!`].
macro_rules! persistence_context {
    ($state:expr) => {
        $crate::persistence::PersistenceContext {
            project: $state.project.get_mut(),
            settings: &$state.run.settings,
            read_only: $state.projects.read_only,
        }
    };
}
pub(crate) use persistence_context;

/// A request of a feature to the page. Only the root reducer carries out requests, in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Use this number for a job, so that the next job gets a different number.
    TakeJob(JobId),
    /// Show the progress of a job that a comparison may wait for.
    JobProgressed { job: JobId, progress: Progress },
    /// Remember the number of tokens per second that one worker embeds with the encoder in use.
    SpeedMeasured { tokens_per_second: f64 },
    /// Perform this command in the browser.
    Perform(Cmd),
    /// Change the user's labels, and store the change.
    Label(LabelChange),
    /// Report that saving is slow: an append is still pending after the time limit.
    AppendTimedOut,
    /// Keep each answered text on the screen until the answer is saved, because of a new storage error.
    HoldTexts,
    /// Go to the text in this row once everything is saved.
    GoToWhenSaved(u32),
    /// Drop submitted input that the project's header contains, because the header is on disk.
    HeadSaved,
    /// Estimate the number of tokens in the text column of the open pool.
    CountTokens,
    /// Record that the user has submitted the content of a field, which is being saved.
    InputSubmitted,
    /// Clear the field for the name of a new label, because the label was added.
    NewLabelAdded,
    /// Drop the answer that the user has typed in the agreement dialog for the text in this row, because the text was settled.
    DropSettlementDraft(u32),
    /// Collapse or expand the reason of a pick.
    HideReason(bool),
    /// Show the view that was on the screen when the project was left, unless the URL names another view.
    RestoreView(View),
    /// Append the unsaved annotations to the log on disk.
    Append,
    /// Store the header of the project, which is small.
    SaveHead,
    /// Store the whole project except for the log.
    SaveProject,
    /// Store the project and its log again, replacing the data on disk.
    Rewrite,
    /// Show a new problem, which replaces the previous problem.
    Notify(Notice),
    /// Close the message about the previous problem.
    DismissNotice,
    /// Ask the user this question.
    Confirm(Confirmation),
    /// Apply a message of another feature.
    Apply(Msg),
    /// Apply a message that the user caused at `at_ms`, in milliseconds since 1970.
    ApplyAt { msg: Msg, at_ms: u64 },
    /// Open this project instead of the current project. Ask first if data would be lost.
    OpenProject {
        project: Box<Project>,
        /// The user's name in the project, or empty for no name.
        /// `None` means the name stored in the project. If the project has no name, `None` means the last name used in this browser.
        own: Option<String>,
        /// The requests to carry out as soon as the project is open. Dropped if the user declines to open the project.
        then: Vec<Request>,
    },
    /// Offer to add the new texts of a colleague's file before its labels are merged.
    OfferTexts,
    /// Close the open project, after sending all unsaved data to the disk.
    LeaveProject,
    /// Show that a project is being read.
    AwaitProject,
    /// Show the project list, because the page no longer waits for a project.
    StopAwaitingProject,
    /// Replace the open project and the settings in the form by newer versions, which another tab has stored.
    ShowProject {
        project: Box<Project>,
        settings: Box<Settings>,
    },
    /// Close all dialogs and end all jobs, after sending all unsaved data to the disk. The project stays on the screen.
    StopWork,
    /// Discard the file that the reading attempt with this number is reading.
    CancelReading { ticket: u32 },
    /// The encoder in use has changed, so results of the previous encoder are no longer valid.
    EncoderChanged,
    /// The embeddings of the open project have another source, so results of the previous source are no longer valid.
    EmbeddingsChanged,
    /// The open project has a new text column.
    TextColumnChanged,
    /// Report that a worker job failed.
    ReportFailure { title: String, error: WorkerError },
    /// The texts of the open project have changed, so results for the previous texts are no longer valid.
    TextsChanged,
    /// The parts of the previous selection no longer exist, so filters by part are dropped.
    PartsChanged,
    /// Show these settings in the form, without storing them.
    SetSettings(Settings),
    /// Delay writing the log entries for rows from `from_row` on until the project is stored.
    HoldBack { from_row: u32 },
    /// Ask the user about a colleague's file.
    AskAboutColleague(Box<IncomingFile>),
    /// Discard the dropped files that wait to be read.
    DropWaitingFiles,
    /// Remember the user's name in this browser. An empty name removes the remembered name.
    RememberAnnotator(String),
    /// Forget the changes of the last merges, because the merges are no longer the latest change.
    ForgetMerged,
    /// Open or merge a project that was read from a project file, after asking the user if necessary.
    ReceiveProject { project: Box<Project>, file_name: String },
}

/// A change of the labels of many texts, which the user can undo in one step.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelChange {
    /// Assign the label with this index in the label set. Asks first if some rows would lose another label.
    Give { rows: Vec<u32>, index: usize },
    /// Flag the texts in these rows, or remove their flags.
    Flag { rows: Vec<u32>, on: bool },
    /// Remove the answers of the texts in these rows.
    Clear { rows: Vec<u32> },
    /// Assign these labels to rows without a label.
    Fill(Vec<(u32, Vec<String>)>),
    /// Accept these suggestions for rows without a label, with the confidences in percent.
    Accept(Vec<(u32, Vec<String>, u8)>),
    /// Accept these answers of a language model for rows without a label, with the origins of the answers.
    AcceptAnswers(Vec<(u32, Vec<String>, LabelOrigin)>),
}
