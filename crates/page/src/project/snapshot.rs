//! The earlier state of a project, which undo restores.

use crate::project::{LabelSet, Project, RunResult, SourceTable};
use fastgas_annotation::label::{AnswerType, HistorySnapshot, TeamSnapshot};

/// The snapshot shares the texts, the labels and the log with the project, because copying the log of a large project would
/// block the page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProjectSnapshot {
    pub source: SourceTable,
    pub result: RunResult,
    pub labels: LabelSet,
    pub history: HistorySnapshot,
    pub team: TeamSnapshot,
    pub annotator: Option<String>,
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
    /// Undoes an import. If the user has changed the labels or the kind of answer since then, they stay as they are.
    /// `names` and `answers` are the labels and the kind of answer directly after the import.
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

    /// Records the undo of an import as a change of the project.
    /// Otherwise a backup that contains the imported data would seem to be up to date.
    /// `n_changes` is the number of changes before the undo.
    pub(crate) fn finish_undo(&mut self, n_changes: usize) {
        self.annotations.n_merged += 1 + n_changes - self.n_changes();
        self.annotations.resolution = None;
        self.refresh_resolution();
    }
}
