//! The earlier state of a project, which undo restores.

use crate::project::{LabelSet, Project, RunResult, SourceTable};
use fastgas_annotation::label::{HistorySnapshot, TeamSnapshot};

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
}
