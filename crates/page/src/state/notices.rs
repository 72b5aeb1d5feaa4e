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

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notices {
    /// The most recent problem. Shown until the user dismisses the notice.
    pub notice: Option<Notice>,
    /// True if the problem is that workers crashed repeatedly. If true, the page also offers a backup and a reload.
    pub workers_stopped: bool,
    /// The question of the confirmation dialog. `None` while the dialog is closed.
    pub confirmation: Option<Confirmation>,
    /// The requests to carry out after the project in [`Confirmation::Replace`] or [`Confirmation::StopRun`] is opened.
    pub(crate) after_opening: Vec<Request>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub title: String,
    pub problem: String,
    pub advice: String,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Confirmation {
    /// Return to the project list, although a part of the project is not stored.
    NewProject,
    DeleteProject(ProjectEntry),
    /// Open this project, although a part of the current project is not stored.
    Replace(Box<Project>),
    /// Open this project, although a run of the current project is not finished.
    StopRun(Box<Project>),
    /// Remove a label from the label set, although some texts have this label.
    RemoveLabel {
        name: String,
        uses: usize,
    },
    MergeLabels {
        /// The label that is replaced and no longer exists afterwards.
        name: String,
        into: String,
        /// Number of texts with the label `name`, summed over all annotators.
        uses: usize,
    },
    /// Give a label a key on the keyboard that another label has.
    TakeKey {
        name: String,
        key: char,
        owner: String,
        /// The new key of the label `owner`. `None` if no key is free.
        instead: Option<char>,
    },
    /// Change the kind of answer: one label, several labels, or free text.
    ChooseAnswers(AnswerTypeChange),
    /// Give a label to many texts, some of which have another label.
    Relabel {
        rows: Vec<u32>,
        name: String,
        n_others: usize,
    },
    /// Take the project over from another tab, although annotations of this tab are not stored.
    TakeOver,
    Forget {
        name: String,
        n: usize,
    },
    EmptyCache(CacheSize),
    /// Delete the stored files of the multilingual encoder. The value is their size in bytes.
    DeleteMultilingual(u64),
    Send(ConsentRequest),
    /// Use the confidences of a language model, although some texts have none. These texts count as least certain.
    MissingConfidences(MissingQuestion),
    /// Send prompts to a language model and store its answers.
    SendPrompts(answers::ConsentRequest),
    /// Send prompts to a language model, and compare methods by its answers.
    SendExam(ExamConsent),
    /// Change the name of the annotator, also in all existing annotations of the user.
    AnotherName {
        before: String,
        name: String,
        n: usize,
    },
    /// Replace the picks of a copy that a colleague handed out for labeling.
    SelectAnew,
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

    /// Combines several problems. The title and the advice come from the first problem.
    pub(crate) fn all(notices: impl IntoIterator<Item = Notice>) -> Option<Notice> {
        notices.into_iter().reduce(|mut all, next| {
            all.problem = format!("{}. {}: {}", all.problem, next.title, next.problem);
            all
        })
    }
}

impl AppState {
    pub(crate) fn report_failure(&mut self, title: &str, error: &WorkerError) {
        self.notices.notice = Some(Notice::of(title, error));
        self.notices.workers_stopped = matches!(error, WorkerError::Lost { .. });
    }
}
