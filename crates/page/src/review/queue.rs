//! The kinds of review work that the user still has to do, and the amount of each kind.

use crate::i18n::t;
use crate::project::Project;
use crate::review::table::{Status, TableRow};
use crate::state::AppState;
use crate::suggestions::SuggestionState;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    Suggestions,
    Answers,
    Duplicates,
    Disagreements,
    Flagged,
    Noted,
    Skipped,
    /// Texts with an answer that replaced another answer.
    Changed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    Known(usize),
    /// No work is left, but the dialog shows results, such as the agreement of the annotators.
    OnlyResults,
    Pending,
    /// The amount is unknown, because it is computed only when the user opens the dialog.
    Unknown,
}

impl Task {
    pub const ALL: [Task; 8] = [
        Task::Suggestions,
        Task::Answers,
        Task::Duplicates,
        Task::Disagreements,
        Task::Flagged,
        Task::Noted,
        Task::Skipped,
        Task::Changed,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Task::Suggestions => "suggestions",
            Task::Answers => "answers",
            Task::Duplicates => "duplicates",
            Task::Disagreements => "disagreements",
            Task::Flagged => "flagged",
            Task::Noted => "noted",
            Task::Skipped => "skipped",
            Task::Changed => "changed",
        }
    }

    pub fn name(self) -> String {
        match self {
            Task::Suggestions => t!("review-queue-suggestions"),
            Task::Answers => t!("review-queue-answers"),
            Task::Duplicates => t!("similar-duplicates-title"),
            Task::Disagreements => t!("review-queue-disagreements"),
            Task::Flagged => t!("review-queue-flagged"),
            Task::Noted => t!("review-queue-noted"),
            Task::Skipped => t!("review-queue-skipped"),
            Task::Changed => t!("review-queue-changed"),
        }
    }

    /// The status of the texts to review in the pick table. `None` if the work is done in a dialog.
    pub const fn status(self) -> Option<Status> {
        match self {
            Task::Suggestions | Task::Answers | Task::Duplicates | Task::Disagreements => None,
            Task::Flagged => Some(Status::Flagged),
            Task::Noted => Some(Status::Noted),
            Task::Skipped => Some(Status::Skipped),
            Task::Changed => Some(Status::Changed),
        }
    }
}

impl Amount {
    pub fn is_open(self) -> bool {
        !matches!(self, Amount::Known(0) | Amount::OnlyResults)
    }

    /// True if the list shows a button for this kind of review work, even if only results are left.
    pub fn has_button(self) -> bool {
        self != Amount::Known(0)
    }
}

/// Complexity: O(n log n) for n texts, because every text may have a suggestion.
pub fn suggestions(state: &SuggestionState, project: &Project) -> Amount {
    match state.n_open(project) {
        _ if !state.can_review(project) => Amount::Known(0),
        Some(n) => Amount::Known(n),
        None if state.is_making_all() => Amount::Pending,
        None => Amount::Unknown,
    }
}

/// `rows` contains the picks.
/// Complexity: O(number of picks + number of answers).
pub fn amount(task: Task, state: &AppState, rows: &[TableRow]) -> Amount {
    let Some(project) = state.project.as_ref() else {
        return Amount::Known(0);
    };
    if let Some(status) = task.status() {
        return Amount::Known(rows.iter().filter(|row| row.has(status)).count());
    }
    match task {
        Task::Suggestions => suggestions(&state.suggestions, project),
        Task::Answers => Amount::Known(state.answers.counts(project).open),
        Task::Disagreements => match (project.n_disputed(), project.resolved()) {
            (0, Some(_)) => Amount::OnlyResults,
            (n, _) => Amount::Known(n),
        },
        // Near-duplicates are found with the kNN graph. A run counts only texts with identical embeddings.
        // If the run has found no identical embeddings, the number of near-duplicates is unknown.
        _ => match (&project.result.adjacency, &project.result.outcome) {
            (None, _) => Amount::Known(0),
            (Some(_), outcome) => {
                let counted = outcome.as_ref().and_then(|outcome| outcome.duplicates);
                let n = counted.map(|counted| counted.instances as usize).filter(|&n| n > 0);
                n.map_or(Amount::Unknown, Amount::Known)
            }
        },
    }
}
