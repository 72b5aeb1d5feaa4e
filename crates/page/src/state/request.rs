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

/// The data that the update function of a feature may use in addition to the feature's own state.
pub struct Context<'a> {
    pub project: Option<&'a mut Project>,
    pub settings: &'a Settings,
    pub preferences: &'a Preferences,
    /// True if another tab may change the project, or if the project is damaged.
    pub read_only: bool,
    /// The name that the user last used to annotate in this browser.
    pub annotator: Option<String>,
    /// If the user loaded several files together, the number of files that are still to be read.
    pub n_waiting: Option<usize>,
    pub work: Work,
    pub now_ms: u64,
    pub encoder: EncoderName,
    pub confidences: Option<&'a ConfidenceSet>,
    pub is_selecting: bool,
    /// The number of the next job. See [`Request::TakeJob`].
    pub next_job: JobId,
}

/// Work of all features that is not finished or not stored yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// True if a job is running whose result will be used.
    pub is_at_work: bool,
    pub is_saved: bool,
    pub is_at_risk: bool,
    pub awaits_project: bool,
    pub can_protect: bool,
}

/// A macro borrows only the fields that it uses, so that the update function can borrow its own feature mutably.
/// The context must be built before the mutable borrow of the feature.
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

/// Like [`context!`], this macro borrows only the fields that it uses.
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

/// The features return requests. Only [`AppState`](crate::state::AppState) carries them out, in their order.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Mark this job number as used, so that the next job gets another number.
    TakeJob(JobId),
    /// A job has progressed. The comparison of methods may wait for this job.
    JobProgressed {
        job: JobId,
        progress: Progress,
    },
    SpeedMeasured {
        tokens_per_second: f64,
    },
    Perform(Cmd),
    Label(LabelChange),
    /// Inform the user that saving takes too long.
    AppendTimedOut,
    /// Keep each answered text on the screen until its answer is saved, because a storage error has occurred.
    HoldTexts,
    GoToWhenSaved(u32),
    /// The header of the project is on disk, so text that was typed into one of its fields need not be kept separately.
    HeadSaved,
    CountTokens,
    InputSubmitted,
    /// A new label was added, so the field for its name must be cleared.
    NewLabelAdded,
    /// The disagreement about the text in this row is settled, so the typed answer is no longer needed.
    DropSettlementDraft(u32),
    HideReason(bool),
    /// Show the view that was on the screen when the user left the project, unless the URL names another view.
    RestoreView(View),
    Append,
    SaveHead,
    SaveProject,
    Rewrite,
    Notify(Notice),
    DismissNotice,
    Confirm(Confirmation),
    Apply(Msg),
    /// Apply a message with the time when the user caused it, in milliseconds since 1970.
    ApplyAt {
        msg: Msg,
        at_ms: u64,
    },
    /// Open this project instead of the current project. Ask first if data would be lost.
    OpenProject {
        project: Box<Project>,
        /// The name of the user as annotator. An empty name removes the name.
        /// `None` keeps the name in the project, or sets the last name used in this browser if the project has no name.
        own: Option<String>,
        /// Requests to carry out after the project is opened. Discarded if the user does not open the project.
        then: Vec<Request>,
    },
    /// Offer to add the new texts in a colleague's file before the labels of the colleague are merged.
    OfferTexts,
    /// Close the project after all unsaved data was written to disk.
    LeaveProject,
    AwaitProject,
    /// Show the project list, because no project is being read anymore.
    StopAwaitingProject,
    /// Replace the open project and the settings with newer versions that another tab has stored.
    ShowProject {
        project: Box<Project>,
        settings: Box<Settings>,
    },
    /// Close all dialogs and end all jobs after all unsaved data was written to disk. The project stays on the screen.
    StopWork,
    /// Stop reading a file. `ticket` is the number of the attempt to read the file.
    CancelReading {
        ticket: u32,
    },
    EncoderChanged,
    EmbeddingsChanged,
    TextColumnChanged,
    ReportFailure {
        title: String,
        error: WorkerError,
    },
    TextsChanged,
    PartsChanged,
    /// Show the given settings in the form without storing them.
    SetSettings(Settings),
    HoldBack {
        from_row: u32,
    },
    AskAboutColleague(Box<IncomingFile>),
    /// The user loaded several files together. Do not read the files that are still waiting.
    DropWaitingFiles,
    /// Store the user's name in this browser. An empty name deletes the stored name.
    RememberAnnotator(String),
    /// Hide the results of the last merges, because the project has changed since then.
    ForgetMerged,
    /// A project was read from a project file. Open it or merge it, and ask the user first if necessary.
    ReceiveProject {
        project: Box<Project>,
        file_name: String,
    },
}

/// A change of many texts that the user can undo in one step.
#[derive(Clone, Debug, PartialEq)]
pub enum LabelChange {
    /// Give the label with this index in the label set. Ask first if some texts would lose another label.
    Give {
        rows: Vec<u32>,
        index: usize,
    },
    Flag {
        rows: Vec<u32>,
        on: bool,
    },
    Clear {
        rows: Vec<u32>,
    },
    /// Give labels to texts that have none. Each entry is a row and its labels.
    Fill(Vec<(u32, Vec<String>)>),
    /// Accept suggestions for texts without a label. Each entry is a row, its labels, and the confidence in percent.
    Accept(Vec<(u32, Vec<String>, u8)>),
    /// Accept a language model's answers for texts without a label. Each entry is a row, its labels, and their origin.
    AcceptAnswers(Vec<(u32, Vec<String>, LabelOrigin)>),
}
