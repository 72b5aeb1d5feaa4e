//! The earlier state of a project, which undo restores.

use crate::project::{LabelSet, Project, RunResult, SourceTable};
use fastgas_annotation::label::{AnswerType, HistorySnapshot, TeamSnapshot};
use fastgas_platform::BackupState;

/// The snapshot shares texts, labels and log with the project, because copying a large log would block the page.
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

    /// Labels and the kind of answer stay as they are if the user has changed them since the import.
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

    /// Adapts the numbers of log entries that the project stores to the length of the log.
    /// Must be called after entries were removed from the log, and after log positions were read that may exceed the log.
    /// Otherwise, new entries would not count, for example towards the labeling goal, until the log is as long as before.
    pub(crate) fn fit_positions_to_log(&mut self) {
        let annotations = &mut *self.annotations;
        let n_entries = annotations.history.log().len();
        annotations.n_at_opening = annotations.n_at_opening.min(n_entries);
        annotations.goal = annotations.goal.map(|goal| goal.within(n_entries));
        self.labels.written_from = self.labels.written_from.min(n_entries);
    }

    /// Forgets the description of the last backup if the backup contains entries that were removed from the log.
    /// A backup with removed entries cannot be compared by log position, so the page counts the changes since the backup.
    /// When a project is opened, the journal must be recovered first, because it can contain the missing entries.
    pub(crate) fn forget_outdated_backup_state(&mut self) {
        let n_entries = self.annotations.history.log().len();
        let n_settled = self.annotations.team.decisions.log().len();
        let is_outdated = |state: &BackupState| state.n_annotations > n_entries || state.n_settled > n_settled;
        let state = self.storage.backup.as_ref().and_then(|backup| backup.state.as_ref());
        // The condition is checked first, because each mutable access notifies the subscribers of the project.
        if state.is_some_and(is_outdated)
            && let Some(backup) = &mut self.storage.backup
        {
            backup.state = None;
        }
    }

    /// The undo counts as a change. Otherwise, a backup with the imported data would seem to be up to date.
    /// `n_changes` is the number of changes before the undo.
    pub(crate) fn finish_undo(&mut self, n_changes: usize) {
        self.annotations.n_merged += 1 + n_changes - self.n_changes();
        self.fit_positions_to_log();
        self.forget_outdated_backup_state();
        self.annotations.resolution = None;
        self.refresh_resolution();
    }
}

#[cfg(test)]
mod tests {
    use crate::test_support;
    use fastgas_annotation::label::AnswerType;

    #[test]
    fn text_written_after_an_undone_import_is_an_answer() {
        let mut project = test_support::labeling(&[2, 0, 1], 3);
        let before = project.snapshot();
        project.annotations.history.give_all(&[0, 1], "yes", false, 1);
        project.labels.answers = AnswerType::Text;
        project.labels.written_from = project.annotations.history.log().len();
        let n_changes = project.n_changes();
        project.annotations.history.return_to(before.history);
        project.finish_undo(n_changes);
        project.annotations.history.give(0, Some("about a card"), 2);
        assert_eq!(project.written(0).as_deref(), Some("about a card"));
    }
}
