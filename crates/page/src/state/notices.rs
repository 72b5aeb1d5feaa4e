//! Problems that the page reports, and questions that the user must answer.

use crate::answers;
use crate::compare::ExamConsent;
use crate::confidences::{ConsentRequest, MissingQuestion};
use crate::i18n::core_messages;
use crate::labeling::AnswerTypeChange;
use crate::project::Project;
use crate::state::{AppState, Request};
use fastgas_platform::{CacheSize, ProjectEntry};
use fastgas_protocol::WorkerError;

/// Messages and questions to the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    /// The most recent problem. Shown until the user dismisses it.
    pub notice: Option<Notice>,
    /// Whether `notice` reports that workers crashed repeatedly.
    /// If true, the page offers a backup and a reload together with the problem.
    pub workers_stopped: bool,
    /// The question that the user must answer with yes or no.
    pub confirmation: Option<Confirmation>,
    /// The requests to carry out as soon as the project in [`Confirmation::Replace`] or [`Confirmation::StopRun`] is open.
    pub(crate) after_opening: Vec<Request>,
}

/// A problem, with advice on what the user can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The operation that failed.
    pub title: String,
    pub problem: String,
    pub advice: String,
}

/// An action that needs the user's confirmation.
#[derive(Clone, Debug, PartialEq)]
pub enum Confirmation {
    /// Return to the project list although part of the project is not stored.
    NewProject,
    /// Delete a project permanently.
    DeleteProject(ProjectEntry),
    /// Open another project although part of the current project is not stored.
    Replace(Box<Project>),
    /// Open another project although a selection is running in the current project.
    StopRun(Box<Project>),
    /// Remove a label that is in use from the label set.
    RemoveLabel {
        name: String,
        /// The number of rows that have this label.
        uses: usize,
    },
    /// Merge a label into another label.
    MergeLabels {
        /// The label that the merge removes.
        name: String,
        /// The label that remains after the merge.
        into: String,
        /// The number of assignments of the label `name` by all annotators.
        uses: usize,
    },
    /// Assign a key to a label although another label already uses the key.
    TakeKey {
        name: String,
        key: char,
        /// The label that uses the key at present.
        owner: String,
        /// The new key of the label `owner`. `None` if no key is free.
        instead: Option<char>,
    },
    /// Change the type of answers.
    ChooseAnswers(AnswerTypeChange),
    /// Assign a label to many texts. Some of the texts have a different label.
    Relabel {
        rows: Vec<u32>,
        name: String,
        /// The number of texts that have a different label.
        n_others: usize,
    },
    /// Take over the project from another tab although annotations made in this tab are not stored.
    TakeOver,
    /// Remove a colleague's annotations from the project.
    Forget {
        name: String,
        /// The number of texts that the colleague labeled.
        n: usize,
    },
    /// Delete all cached embeddings.
    EmptyCache(CacheSize),
    /// Delete the stored files of the multilingual encoder. The value is the size of the files in bytes.
    DeleteMultilingual(u64),
    Send(ConsentRequest),
    /// Use confidences although some texts have no confidence. Texts without a confidence count as least certain.
    MissingConfidences(MissingQuestion),
    /// Send prompts to a language model and store its answers.
    SendPrompts(answers::ConsentRequest),
    /// Send prompts to a language model, to compare methods by means of its answers.
    SendExam(ExamConsent),
    /// Rename the annotator of this project. The annotations then belong to the new name.
    AnotherName {
        before: String,
        name: String,
        /// The number of texts that were annotated under the old name.
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

    /// Combines several problems in one notice, with the title and the advice of the first problem.
    pub(crate) fn all(notices: impl IntoIterator<Item = Notice>) -> Option<Notice> {
        notices.into_iter().reduce(|mut all, next| {
            all.problem = format!("{}. {}: {}", all.problem, next.title, next.problem);
            all
        })
    }
}

impl AppState {
    /// Reports that a worker job failed.
    pub(crate) fn report_failure(&mut self, title: &str, error: &WorkerError) {
        self.notices.notice = Some(Notice::of(title, error));
        self.notices.workers_stopped = matches!(error, WorkerError::Lost { .. });
    }
}
