//! The journal contains changes that might not be on disk yet.
//! The journal is kept in localStorage, which is written synchronously.
//! When a tab is closed, the browser discards writes to the database that are still waiting.
//! The next visit finds the discarded changes in the journal.
//!
//! The journal can be older than the stored project, because browsers delay writing localStorage to disk.
//! The journal therefore records the project's revision and the log length that its changes apply to.

use serde::{Deserialize, Serialize};

use crate::import;
use crate::labeling;
use crate::persistence::{Persistence, PersistenceContext};
use crate::project::Project;
use crate::run::settings::Settings;
use crate::state::{AppState, Request};
use fastgas_annotation::label::{AnswerType, Goal, LabelAliases, LabelSpecs, LogEntry};
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_select::Config;

/// Maximum number of log entries in the journal, because localStorage is small.
/// If the number of unsaved entries exceeds this maximum, the journal contains no entries.
/// If the journal lacks unsaved entries, the browser warns before it closes the tab.
const MAX_JOURNAL_ENTRIES: usize = 1_000;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    /// The database numbers each complete rewrite of the log. The journal applies only to the log with this number.
    pub generation: u64,
    at: usize,
    entries: Vec<LogEntry>,
    /// Length of the log at the switch to free text. 0 in journals of older versions.
    #[serde(default)]
    written_from: usize,
    /// Length of the log when the labeling goal was set. 0 without a goal, and in journals of older versions.
    #[serde(default)]
    goal_after: usize,
    edits: Option<Edits>,
}

/// The user's changes to the project, apart from the log.
/// Results of computations and the report of the import are left out, because they may be large.
/// Imported embeddings are left out, because their database may not contain them yet.
/// The last backup is left out. If its record is lost, the page only counts too many changes as not backed up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Edits {
    revision: u64,
    file_name: String,
    id_column: Option<usize>,
    answers: AnswerType,
    guidelines: String,
    label_names: Vec<String>,
    label_looks: LabelSpecs,
    renamed: LabelAliases,
    prompt: PromptSettings,
    shows_all: bool,
    goal: Option<Goal>,
    annotator: Option<String>,
    /// `None` if the project has a selection, and in journals of older versions.
    #[serde(default)]
    next_run: Option<NextRun>,
}

/// Settings for the first selection of a project. A finished selection has its own settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct NextRun {
    text_column: usize,
    config: Config,
}

impl Journal {
    fn missing_from(&self, log: &[LogEntry]) -> &[LogEntry] {
        let Some(behind) = log.get(self.at..) else {
            return &[];
        };
        match self.entries.starts_with(behind) {
            true => &self.entries[behind.len()..],
            // The log on disk continues with different entries than the journal, so the journal is outdated.
            false => &[],
        }
    }
}

impl AppState {
    /// `is_edited` is true if anything other than the log has changed.
    /// Returns `None` if everything is on disk, if too many entries are unsaved, or if the tab is read-only.
    pub fn journal(&self, generation: u64, is_edited: bool) -> Option<Journal> {
        let project = self.project.as_ref().filter(|_| !self.projects.read_only)?;
        self.persistence
            .journal(project, &self.run.settings, generation, is_edited)
    }
}

impl Persistence {
    fn journal(&self, project: &Project, settings: &Settings, generation: u64, is_edited: bool) -> Option<Journal> {
        // While the whole log is being rewritten, the unsaved entries cannot be appended to the log on disk.
        let entries: Vec<LogEntry> = match self.needs_full_rewrite {
            true => Vec::new(),
            false => self
                .sent
                .iter()
                .chain(self.unsent(Some(project)))
                .take(MAX_JOURNAL_ENTRIES + 1)
                .cloned()
                .collect(),
        };
        let entries = if entries.len() > MAX_JOURNAL_ENTRIES {
            Vec::new()
        } else {
            entries
        };
        (is_edited || !entries.is_empty()).then(|| Journal {
            generation,
            at: project.n_saved(),
            entries,
            written_from: project.labels.written_from,
            goal_after: project.annotations.goal.map_or(0, |goal| goal.after),
            edits: is_edited.then(|| Edits::of(project, settings)),
        })
    }
}

/// Adds the changes that the previous visit could not store. `log` was read from disk.
pub(super) fn recover(journal: Journal, log: &[LogEntry], context: PersistenceContext<'_>) -> Vec<Request> {
    let Some(project) = context.project.filter(|_| !context.read_only) else {
        return Vec::new();
    };
    let n = project.source.pool.len();
    let lacking = journal
        .missing_from(log)
        .iter()
        .filter(|entry| (entry.row as usize) < n);
    let (settled, annotated): (Vec<_>, Vec<_>) = lacking.cloned().partition(|entry| entry.is_adjudication);
    let has_entries = !annotated.is_empty();
    project.annotations.history.resume(annotated);
    project.annotations.team.decisions.resume(settled);
    let edits = journal.edits.filter(|edits| edits.revision > project.storage.revision);
    let is_edited = edits.is_some();
    let mut requests = edits.map_or_else(Vec::new, |edits| edits.apply(project, context.settings));
    if is_edited || has_entries {
        // If the log on disk is too short, reading the project lowers the positions of the free-text switch and the goal.
        // The recovered log may be long enough for the original positions.
        project.labels.written_from = project.labels.written_from.max(journal.written_from);
        if let Some(goal) = &mut project.annotations.goal {
            goal.after = goal.after.max(journal.goal_after);
        }
        // The recovered log may still be shorter than the positions from the journal.
        project.fit_positions_to_log();
    }
    project.forget_outdated_backup_state();
    let lost = project.adopt_labels_in_use();
    project.refresh_resolution();
    requests.extend(labeling::report_lost_keys(&lost));
    requests.push(Request::Append);
    requests.extend(is_edited.then_some(Request::SaveHead));
    requests
}

impl Edits {
    fn of(project: &Project, settings: &Settings) -> Edits {
        let next_run = || NextRun {
            text_column: project.source.text_column,
            config: settings.config_or_default(),
        };
        Edits {
            revision: project.storage.revision,
            file_name: project.source.file_name.clone(),
            id_column: project.source.id_column,
            answers: project.labels.answers,
            guidelines: project.labels.guidelines.clone(),
            label_names: project.labels.names.clone(),
            label_looks: project.labels.specs.clone(),
            renamed: project.annotations.team.renamed.clone(),
            prompt: project.view.prompt.clone(),
            shows_all: project.view.shows_all,
            goal: project.annotations.goal,
            annotator: project.annotations.annotator.clone(),
            next_run: project.result.outcome.is_none().then(next_run),
        }
    }

    /// Applies the changes to the project. `settings` are the current settings in the selection form.
    fn apply(self, project: &mut Project, settings: &Settings) -> Vec<Request> {
        let n_columns = project.source.pool.columns().len();
        project.source.file_name = self.file_name;
        project.source.id_column = self.id_column.filter(|&column| column < n_columns);
        project.labels.answers = self.answers;
        project.labels.guidelines = self.guidelines;
        project.labels.names = self.label_names;
        project.labels.specs = self.label_looks;
        project.annotations.team.renamed = self.renamed;
        project.view.prompt = self.prompt;
        project.view.shows_all = self.shows_all;
        project.annotations.goal = self.goal;
        project.set_annotator(self.annotator);
        project.storage.revision = self.revision;
        let next_run = self.next_run.filter(|_| project.result.outcome.is_none());
        let Some(NextRun { text_column, config }) = next_run else {
            return Vec::new();
        };
        let mut requests = vec![Request::SetSettings(settings.with(&config))];
        if text_column < n_columns {
            requests.extend(import::set_text_column(project, text_column));
        }
        requests
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::persistence;
    use crate::run;
    use crate::state::{Cmd, Msg};
    use crate::test_support::numbered_texts::opened;
    use crate::test_support::{self, open_project};

    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
        state
    }

    type Disk = (fastgas_platform::StoredProject, Vec<LogEntry>);

    fn stored(state: &AppState) -> Disk {
        let project = open_project(state);
        (
            project.to_project(&state.run.settings.config_or_default()),
            project.log(),
        )
    }

    fn reopened(disk: Disk, journal: &Journal) -> (AppState, Vec<Cmd>) {
        // localStorage contains JSON, so the test converts the journal to JSON and back.
        let json = serde_json::to_string(journal).expect("JSON");
        let journal = serde_json::from_str(&json).expect("a journal");
        let mut again = test_support::state(1);
        let log = disk.1.clone();
        again.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new(disk)))));
        let cmds = again.apply_now(Msg::Persistence(persistence::Msg::Recovered(Box::new((journal, log)))));
        (again, cmds)
    }

    #[test]
    fn pending_entries_are_recovered_after_any_partial_write() {
        let mut state = labeling();
        let empty = stored(&state);
        let mut disks = vec![empty];
        for key in ['1', '2'] {
            state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key }), 5);
            disks.push(stored(&state));
        }
        let journal = state.journal(7, false).expect("two are in progress");
        assert_eq!(journal.entries.len(), 2);
        for (n_there, disk) in disks.into_iter().enumerate() {
            let (again, cmds) = reopened(disk, &journal);
            assert_eq!(
                open_project(&again).annotations.history.log(),
                open_project(&state).annotations.history.log()
            );
            assert_eq!(open_project(&again).annotations.history.unsaved().len(), 2 - n_there);
            let n_sent = cmds.iter().find_map(|cmd| match cmd {
                Cmd::Persistence(persistence::Cmd::Append { at, entries, .. }) => Some((*at, entries.len())),
                _ => None,
            });
            assert_eq!(n_sent, (n_there < 2).then_some((n_there, 2 - n_there)));
            // The user can undo each label that comes from the journal.
            let mut again = again;
            again.apply(Msg::Labeling(labeling::Msg::Undo), 6);
            again.apply(Msg::Labeling(labeling::Msg::Undo), 7);
            assert!(open_project(&again).annotations.history.labels().is_empty());
        }
    }

    #[test]
    fn outdated_journal_changes_nothing() {
        let mut state = labeling();
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 5);
        state.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Once.".into())));
        let older = state.journal(7, true).expect("in progress");
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '2' }), 6);
        state.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Twice.".into())));
        let (again, cmds) = reopened(stored(&state), &older);
        assert_eq!(cmds, []);
        assert_eq!(open_project(&again).labels.guidelines, "Twice.");
        assert_eq!(
            open_project(&again).annotations.history.log(),
            open_project(&state).annotations.history.log()
        );
        // The journal is ignored if the log on disk continues with different entries than the journal.
        let mut other = labeling();
        other.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '2' }), 8);
        let (again, _) = reopened(stored(&other), &older);
        assert_eq!(
            open_project(&again).annotations.history.log(),
            open_project(&other).annotations.history.log()
        );
    }

    #[test]
    fn edits_other_than_labels_are_recovered() {
        let mut state = labeling();
        let before = stored(&state);
        assert_eq!(state.journal(7, false), None);
        state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("maybe".into())));
        state.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Look twice.".into())));
        state.apply(Msg::Labeling(labeling::Msg::SetGoal { n_texts: 5 }), 5);
        let journal = state.journal(7, true).expect("in progress");
        let (again, cmds) = reopened(before, &journal);
        assert!(
            matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(_))]),
            "{cmds:?}"
        );
        let (here, there) = (open_project(&again), open_project(&state));
        assert_eq!(
            (&here.labels.names, &here.labels.guidelines, here.annotations.goal),
            (&there.labels.names, &there.labels.guidelines, there.annotations.goal)
        );
        // A read-only tab adds nothing from the journal.
        let mut viewer = labeling();
        viewer.projects.read_only = true;
        let recovered = Msg::Persistence(persistence::Msg::Recovered(Box::new((journal, Vec::new()))));
        assert_eq!(viewer.apply_now(recovered), []);
        assert_eq!(open_project(&viewer).labels.guidelines, "");
    }

    /// Two texts have labels from before the switch to free text. No part of the switch is on disk yet.
    fn switched_to_free_text() -> (Disk, AppState) {
        let mut state = labeling();
        for (key, at_ms) in [('1', 5), ('2', 6)] {
            state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key }), at_ms);
        }
        let before = stored(&state);
        state.apply_now(Msg::Labeling(labeling::Msg::ChooseAnswers(AnswerType::Text)));
        state.apply_now(Msg::Answer { yes: true });
        (before, state)
    }

    fn assert_labels_are_no_answers(state: &AppState) {
        let project = open_project(state);
        assert_eq!(
            (project.labels.answers, project.labels.written_from),
            (AnswerType::Text, 2)
        );
        assert_eq!((project.written(2), project.written(0)), (None, None));
        assert_eq!(project.annotations.history.labels().get(2), Some("yes"));
    }

    #[test]
    fn labels_are_no_written_answers_after_a_recovered_switch_to_free_text() {
        let (before, state) = switched_to_free_text();
        assert_labels_are_no_answers(&state);
        let journal = state.journal(7, true).expect("in progress");
        let (again, cmds) = reopened(before, &journal);
        assert_labels_are_no_answers(&again);
        assert!(
            matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveHead(head))] if head.written_from == 2),
            "{cmds:?}"
        );
    }

    #[test]
    fn recovered_labels_are_no_written_answers_if_only_the_switch_to_free_text_was_stored() {
        let (_, state) = switched_to_free_text();
        let journal = state.journal(7, true).expect("in progress");
        let (project, log) = stored(&state);
        for n_there in 0..=log.len() {
            let disk = (project.clone(), log[..n_there].to_vec());
            assert_labels_are_no_answers(&reopened(disk, &journal).0);
        }
    }

    fn n_done(state: &AppState) -> u32 {
        let annotations = &open_project(state).annotations;
        let goal = annotations.goal.expect("a goal");
        goal.session_progress(annotations.history.log()).n_done
    }

    /// Of three labels, only the last one was given after the labeling goal was set.
    fn with_goal_after_two_labels() -> AppState {
        let mut state = labeling();
        for (key, at_ms) in [('1', 5), ('2', 6)] {
            state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key }), at_ms);
        }
        state.apply(Msg::Labeling(labeling::Msg::SetGoal { n_texts: 5 }), 7);
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 8);
        assert_eq!(n_done(&state), 1);
        state
    }

    #[test]
    fn recovered_labels_from_before_the_goal_do_not_count_if_only_the_goal_was_stored() {
        let state = with_goal_after_two_labels();
        let journal = state.journal(7, true).expect("in progress");
        let (project, log) = stored(&state);
        for n_there in 0..=log.len() {
            let disk = (project.clone(), log[..n_there].to_vec());
            let (again, _) = reopened(disk, &journal);
            assert_eq!(
                open_project(&again).annotations.goal,
                open_project(&state).annotations.goal
            );
            assert_eq!(n_done(&again), 1);
        }
    }

    #[test]
    fn answers_count_towards_a_recovered_goal_without_the_earlier_labels() {
        let before = stored(&labeling());
        let mut state = with_goal_after_two_labels();
        state.persistence.needs_full_rewrite = true;
        let journal = state.journal(7, true).expect("in progress");
        assert_eq!(journal.entries, []);
        let (mut again, _) = reopened(before, &journal);
        again.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 9);
        assert_eq!(n_done(&again), 1);
    }

    #[test]
    fn journal_of_an_older_version_keeps_the_stored_switch_to_free_text() {
        let (_, mut state) = switched_to_free_text();
        let before = stored(&state);
        state.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Look twice.".into())));
        let journal = state.journal(7, true).expect("in progress");
        let mut older = serde_json::to_value(&journal).expect("JSON");
        let fields = older.as_object_mut().expect("an object");
        for field in ["written_from", "goal_after"] {
            fields.remove(field).expect("the new field");
        }
        let edits = fields["edits"].as_object_mut().expect("edits");
        edits.remove("next_run").expect("the new field");
        let older = serde_json::from_value(older).expect("a journal");
        let (again, _) = reopened(before, &older);
        assert_labels_are_no_answers(&again);
        assert_eq!(open_project(&again).labels.guidelines, "Look twice.");
    }

    #[test]
    fn text_column_and_settings_of_the_first_run_are_recovered() {
        let mut state = opened();
        let before = stored(&state);
        let column = 1 - open_project(&state).source.text_column;
        state.apply_now(Msg::Import(import::Msg::ChooseTextColumn(column)));
        let settings = Settings {
            budget: "7".into(),
            ..state.run.settings.clone()
        };
        state.apply_now(Msg::Run(run::Msg::Edit(settings)));
        let journal = state.journal(7, true).expect("in progress");
        let (again, cmds) = reopened(before, &journal);
        assert_eq!(open_project(&again).source.text_column, column);
        assert_eq!(again.run.settings.config(), state.run.settings.config());
        let head = cmds.iter().find_map(|cmd| match cmd {
            Cmd::Persistence(persistence::Cmd::SaveHead(head)) => Some(head),
            _ => None,
        });
        let head = head.expect("the recovered changes are stored");
        assert_eq!((head.text_column, head.config.budget), (column, 7));
        // A project with a selection keeps the settings of the selection.
        let (again, _) = reopened(stored(&labeling()), &journal);
        assert_ne!(again.run.settings.budget, "7");
    }
}
