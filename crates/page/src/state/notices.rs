//! Problems that the page reports, and questions that the user must answer.

use crate::answers;
use crate::compare::ExamConsent;
use crate::confidences::ConsentRequest;
use crate::i18n::core_messages;
use crate::labeling::AnswerTypeChange;
use crate::project::Project;
use crate::state::AppState;
use fastgas_platform::{CacheSize, ProjectEntry};
use fastgas_protocol::WorkerError;

/// Messages and questions to the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    /// The last problem. Shown until dismissed.
    pub notice: Option<Notice>,
    /// Whether `notice` reports that workers crashed repeatedly. A backup and a reload are offered with it in this
    /// case.
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
    /// Delete the stored parts of the multilingual encoder, of this size in bytes.
    DeleteMultilingual(u64),
    Send(ConsentRequest),
    /// Send prompts to a language model, which answers them.
    SendPrompts(answers::ConsentRequest),
    /// Send prompts to a language model, to compare methods by its answers.
    SendExam(ExamConsent),
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

impl Notice {
    pub(crate) fn of(title: &str, error: &WorkerError) -> Notice {
        Notice {
            title: title.to_owned(),
            problem: core_messages::problem(error),
            advice: core_messages::advice(error, error.advice()),
        }
    }
}

impl AppState {
    /// Reports that a worker job failed.
    pub(crate) fn report_failure(&mut self, title: &str, error: &WorkerError) {
        self.notices.notice = Some(Notice::of(title, error));
        self.notices.workers_stopped = matches!(error, WorkerError::Lost { .. });
    }
}
