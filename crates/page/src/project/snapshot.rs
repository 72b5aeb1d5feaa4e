//! The earlier state of a project, which undo restores.

use crate::project::{LabelSet, Project, RunResult, SourceTable};
use fastgas_annotation::label::{AnswerType, HistorySnapshot, TeamSnapshot};

/// The state of a project before an import. The snapshot shares the pool, the labels and the log with the project.
/// Copying the log of a large project would block the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProjectSnapshot {
    pub source: SourceTable,
    pub result: RunResult,
    pub labels: LabelSet,
    pub history: HistorySnapshot,
    pub team: TeamSnapshot,
    pub annotator: Option<String>,
    /// The row of the text on the screen.
    pub current: Option<u32>,
    pub shows_all: bool,
}

impl Project {
    pub(crate) fn snapshot(&self) -> ProjectSnapshot {
        ProjectSnapshot {
            source: (*self.source).clone(),
            result: (*self.result).clone(),
            labels: (*self.labels).clone(),
            history: self.annotations.history.snapshot(),
            team: self.annotations.team.snapshot(),
            annotator: self.annotations.annotator.clone(),
            current: self.view.current,
            shows_all: self.view.shows_all,
        }
    }
    /// Restores the labels and the answer type that the project had before an import, unless the user has changed them since.
    /// `names` and `answers` are the state directly after the import.
    pub(crate) fn restore_label_set(&mut self, before: LabelSet, names: &[String], answers: &AnswerType) {
        let labels = &mut *self.labels;
        if labels.names == names {
            labels.names = before.names;
            let added = names.iter().filter(|name| !labels.names.contains(name));
            added.for_each(|name| labels.specs.forget(name));
        }
        if labels.answers == *answers {
            labels.answers = before.answers;
        }
    }

    /// Counts the undo of an import as a change, because a backup made after the import contains the imported data.
    /// `n_changes` is the number of changes before the undo.
    pub(crate) fn finish_undo(&mut self, n_changes: usize) {
        self.annotations.n_merged += 1 + n_changes - self.n_changes();
        self.annotations.resolution = None;
        self.refresh_resolution();
    }
}
