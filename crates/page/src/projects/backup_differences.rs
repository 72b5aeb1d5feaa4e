//! Compares the project with its last backup.
//! Counts the present differences, not the changes since the backup: a change that was undone does not count.

use std::array;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::i18n::{grouped, t};
use crate::project::Project;
use crate::state::{AppState, Cmd};
use fastgas_annotation::label::{Annotation, History, LogEntry};
use fastgas_platform::{Backup, BackupState, MergedState};

/// Number of groups for the hashes of colleagues' entries and added files. A backup stores one value per group.
const N_GROUPS: u32 = 1024;

/// Differences between the project and its last backup, or an empty project if there is no backup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackupDifferences {
    /// Number of texts whose labels differ from the backup, plus number of changed adjudications.
    pub labels: usize,
    /// Number of texts that changed between unlabeled, skipped and “cannot tell” since the backup.
    pub passed: usize,
    /// Number of texts whose note or flag differs from the backup.
    pub notes: usize,
    /// Number of labels that were added, removed, or changed in description, key, color or position.
    pub label_set: usize,
    pub guidelines: bool,
    /// Number of changed settings. The picks count as one setting.
    pub settings: usize,
    /// Number of entries from colleagues and from added files that were added or removed.
    pub merged: usize,
    /// Number of changes since the backup, if the content of the backup is unknown.
    /// The content is unknown if an older version of the page wrote the backup, or if an import in the backup was undone.
    pub entries: usize,
}

impl BackupDifferences {
    /// The sum saturates, because an edited project file may contain any number.
    pub fn total(&self) -> usize {
        let guidelines = usize::from(self.guidelines);
        let counts = [
            self.labels,
            self.passed,
            self.notes,
            self.label_set,
            guidelines,
            self.settings,
            self.merged,
            self.entries,
        ];
        counts.into_iter().fold(0, usize::saturating_add)
    }

    /// Labels are counted separately, so that the user recognizes the number of labeled texts.
    pub fn summary(&self) -> String {
        let n_others = self.total().saturating_sub(self.labels);
        let [labels, others] = [self.labels, n_others].map(|n| grouped(n as u64));
        match (self.labels, n_others) {
            (0, _) => t!("backup-pending-status", n = others),
            (_, 0) => t!("backup-pending-labels-status", n = labels),
            _ => t!("backup-pending-labels-and-others-status", labels, others),
        }
    }

    /// The number of changed labels, for the small badge in a narrow window.
    /// A dot means that no label differs. The number of other differences could be mistaken for a number of labels.
    pub fn badge(&self) -> String {
        match self.labels {
            0 => "•".to_owned(),
            n => grouped(n as u64),
        }
    }

    pub fn words(&self) -> String {
        let n = |n: usize| grouped(n as u64);
        let parts = [
            (self.labels > 0).then(|| t!("backup-difference-labels", n = n(self.labels))),
            (self.passed > 0).then(|| t!("backup-difference-passed", n = n(self.passed))),
            (self.notes > 0).then(|| t!("backup-difference-notes", n = n(self.notes))),
            (self.label_set > 0).then(|| t!("backup-difference-label-set", n = n(self.label_set))),
            self.guidelines.then(|| t!("backup-difference-guidelines")),
            (self.settings > 0).then(|| t!("backup-difference-settings", n = n(self.settings))),
            (self.merged > 0).then(|| t!("backup-difference-entries", n = n(self.merged))),
            (self.entries > 0).then(|| t!("backup-difference-log-entries", n = n(self.entries))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    pub fn of(open: &Project) -> BackupDifferences {
        let mut since = SinceBackup::default();
        since.update(open, true);
        since.differences
    }
}

/// Kinds of differences: the labels, the reason for no label, and the note or flag.
const N_KINDS: usize = 3;

/// `before` is the annotation in the backup. `differs` indicates for each kind whether the current annotation differs.
#[derive(Clone, Debug, PartialEq)]
struct RowChange {
    before: Annotation,
    differs: [bool; N_KINDS],
}

#[derive(Clone, Debug, Default, PartialEq)]
struct ChangedRows {
    n_before: usize,
    n_compared: usize,
    rows: BTreeMap<u32, RowChange>,
    n_differing: [usize; N_KINDS],
}

impl ChangedRows {
    fn since(n_before: usize, history: &History) -> ChangedRows {
        let n_before = n_before.min(history.log().len());
        ChangedRows {
            n_before,
            n_compared: n_before,
            ..ChangedRows::default()
        }
    }

    /// Takes O(new log entries) time, plus one pass over the log if any row has its first entry since the backup.
    fn update(&mut self, history: &History) {
        let (before, since) = history.log().split_at(self.n_before);
        let new = &since[self.n_compared - self.n_before..];
        let first_changed = new
            .iter()
            .map(|entry| entry.row)
            .filter(|row| !self.rows.contains_key(row));
        let last = last_annotations(before, first_changed.collect());
        for entry in new {
            let touched = self.rows.entry(entry.row).or_insert_with(|| RowChange {
                before: last.get(&entry.row).copied().cloned().unwrap_or_default(),
                differs: [false; N_KINDS],
            });
            let (now, before) = (history.labels().annotation(entry.row), &touched.before);
            let is_other_label = (&now.labels, &now.origin) != (&before.labels, &before.origin);
            let differs = [
                is_other_label,
                !is_other_label && now.passed != before.passed,
                (&now.note, now.flagged) != (&before.note, before.flagged),
            ];
            for (kind, differs) in differs.into_iter().enumerate() {
                match (touched.differs[kind], differs) {
                    (false, true) => self.n_differing[kind] += 1,
                    (true, false) => self.n_differing[kind] -= 1,
                    _ => {}
                }
            }
            touched.differs = differs;
        }
        self.n_compared = history.log().len();
    }
}

/// The last annotation in `log` of each row in `rows`. Rows without an entry are omitted.
/// One pass finds all rows, because a pass for each row would block the page after a change of many rows.
fn last_annotations(log: &[LogEntry], mut rows: BTreeSet<u32>) -> BTreeMap<u32, &Annotation> {
    let mut last = BTreeMap::new();
    for entry in log.iter().rev() {
        if rows.is_empty() {
            break;
        }
        if rows.remove(&entry.row) {
            last.insert(entry.row, &entry.annotation);
        }
    }
    last
}

/// Each change updates the differences, because computing them again from a long log would be slow.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SinceBackup {
    /// The backup that the project was last compared with, and the value of `n_merged` at the last full comparison.
    of: Option<(Option<Backup>, usize)>,
    annotation: ChangedRows,
    settled: ChangedRows,
    pub differences: BackupDifferences,
}

impl SinceBackup {
    /// `is_full` is true if anything other than the log may have changed.
    fn update(&mut self, open: &Project, is_full: bool) {
        let state = open.storage.backup.as_ref().map(|backup| backup.state.clone());
        // If only the number of changes at the time of the backup is known, only later changes can be counted.
        if let Some(None) = state {
            let n_actions = open.storage.backup.as_ref().map_or(0, |backup| backup.n_actions);
            *self = SinceBackup::default();
            self.differences.entries = open.n_changes().saturating_sub(n_actions);
            return;
        }
        // Without a backup, the project is compared with an empty project.
        let state = state.flatten().unwrap_or_else(|| BackupState {
            merged: Some(MergedState::default()),
            ..BackupState::default()
        });
        let of = (open.storage.backup.clone(), open.annotations.n_merged);
        let (n_annotations, n_settled) = (
            open.annotations.history.log().len(),
            open.annotations.team.decisions.log().len(),
        );
        let is_other = self.of.as_ref() != Some(&of)
            || n_annotations < self.annotation.n_compared
            || n_settled < self.settled.n_compared;
        if is_other {
            self.of = Some(of);
            self.annotation = ChangedRows::since(state.n_annotations, &open.annotations.history);
            self.settled = ChangedRows::since(state.n_settled, &open.annotations.team.decisions);
        }
        self.annotation.update(&open.annotations.history);
        self.settled.update(&open.annotations.team.decisions);
        let (annotation, settled) = (self.annotation.n_differing, self.settled.n_differing);
        let n_differing: [usize; N_KINDS] = array::from_fn(|kind| annotation[kind] + settled[kind]);
        let [labels, passed, notes] = n_differing;
        self.differences = BackupDifferences {
            labels,
            passed,
            notes,
            entries: 0,
            ..self.differences
        };
        if is_other || is_full {
            let now = open.backed_up_settings();
            self.differences.label_set = label_set(&state.label_set, &now.label_set);
            self.differences.guidelines = state.guidelines != now.guidelines;
            // If the backup lacks a setting, this setting did not exist in the version that wrote the backup.
            let is_other = |(name, hash): (&String, &u32)| now.settings.get(name).is_some_and(|now| now != hash);
            self.differences.settings = state.settings.iter().filter(|&setting| is_other(setting)).count();
        }
        // The counter `n_merged` increases with each change to the colleagues' entries or the added files.
        if is_other {
            self.differences.merged = match &state.merged {
                Some(before) => differing_merged(before, &open.merged()),
                None => open.annotations.n_merged.saturating_sub(state.n_merged),
            };
        }
    }

    fn forget(&mut self) {
        *self = SinceBackup::default();
    }
}

/// Number of labels that were added, removed or changed, plus one if the order of the other labels has changed.
fn label_set(before: &[(u32, u32)], now: &[(u32, u32)]) -> usize {
    let by_name = |set: &[(u32, u32)]| set.iter().copied().collect::<BTreeMap<u32, u32>>();
    let (of_before, of_now) = (by_name(before), by_name(now));
    let gone = of_before.keys().filter(|name| !of_now.contains_key(name)).count();
    let other = of_now
        .iter()
        .filter(|(name, hash)| of_before.get(name) != Some(hash))
        .count();
    let stayed = |set: &[(u32, u32)], others: &BTreeMap<u32, u32>| {
        let names = set.iter().map(|(name, _)| *name);
        names.filter(|name| others.contains_key(name)).collect::<Vec<_>>()
    };
    gone + other + usize::from(stayed(before, &of_now) != stayed(now, &of_before))
}

/// A lower bound on the number of differences in the colleagues' entries and in the added files.
/// The entries are compared in groups, and one group may contain several differences. Zero only if everything is equal.
fn differing_merged(before: &MergedState, now: &MergedState) -> usize {
    let groups = before.sums.keys().chain(now.sums.keys()).collect::<BTreeSet<_>>();
    let differs = |group: &&u32| before.sums.get(*group) != now.sums.get(*group);
    let n_groups = groups.into_iter().filter(differs).count();
    n_groups.max(before.n.abs_diff(now.n))
}

fn hash_of_text(text: &str) -> u32 {
    match text {
        "" => 0,
        text => xxh3_64(text.as_bytes()) as u32,
    }
}

fn hash<T: Serialize + ?Sized>(value: &T) -> u32 {
    let json = serde_json::to_vec(value).expect("text and numbers make JSON");
    xxh3_64(&json) as u32
}

impl Project {
    /// The summary of the project that a backup stores, so that the page can later compare the project with the backup.
    pub fn backed_up(&self) -> BackupState {
        BackupState {
            merged: Some(self.merged()),
            ..self.backed_up_settings()
        }
    }

    fn merged(&self) -> MergedState {
        let mut merged = MergedState::default();
        let mut add = |place: u32, content: u32| {
            merged.n += 1;
            let sum = merged.sums.entry(place % N_GROUPS).or_default();
            *sum = sum.wrapping_add(content);
        };
        for entry in self.annotations.team.annotations() {
            let place = hash(&(&entry.by, entry.row));
            // Each hash is at least 1, because an entry with the hash 0 would not change the sum of its group.
            add(place, hash(&(&entry.by, entry.row, &entry.annotation)).max(1));
        }
        for file in &self.source.appended {
            let place = hash(&(&file.file_name, file.n_texts, file.n_known));
            add(place, place.max(1));
        }
        merged
    }

    /// Leaves the `merged` field empty, because summarizing the merged entries is slow.
    fn backed_up_settings(&self) -> BackupState {
        // Compare the displayed keys and colors, because opening a file of an older version assigns missing ones.
        let names = &self.labels.names;
        let shown = self
            .labels
            .specs
            .keys(names)
            .into_iter()
            .zip(self.labels.specs.colors(names));
        let entry = |(name, (key, color)): (&String, (Option<char>, u32))| {
            let description = self.labels.specs.of(name).description;
            (hash_of_text(name), hash(&(description, key, color)))
        };
        let outcome = self.result.outcome.as_deref();
        let settings = [
            ("name", hash(&self.source.file_name)),
            ("columns", hash(&(self.source.text_column, self.source.id_column))),
            ("answers", hash(&self.labels.answers)),
            ("prompt", hash(&self.view.prompt)),
            ("goal", hash(&self.annotations.goal)),
            ("annotator", hash(&self.annotations.annotator)),
            ("view", hash(&self.view.shows_all)),
            (
                "picks",
                hash(&(
                    outcome.map(|outcome| (&outcome.config, &outcome.selection)),
                    &self.result.early,
                )),
            ),
            ("embeddings", hash(&self.source.embeddings)),
        ];
        BackupState {
            n_annotations: self.annotations.history.log().len(),
            n_settled: self.annotations.team.decisions.log().len(),
            n_merged: self.annotations.n_merged,
            merged: None,
            label_set: names.iter().zip(shown).map(entry).collect(),
            guidelines: hash_of_text(&self.labels.guidelines),
            settings: settings
                .into_iter()
                .map(|(name, hash)| (name.to_owned(), hash))
                .collect(),
        }
    }
}

impl AppState {
    /// `cmds` are the commands that the message caused.
    pub(crate) fn update_backup_differences(&mut self, cmds: &[Cmd]) {
        let before = self.persistence.since_backup.differences;
        let since_backup = &mut self.persistence.unmarked().since_backup;
        match self.project.as_ref() {
            Some(open) => since_backup.update(open, cmds.iter().any(Cmd::stores_other_part)),
            None => since_backup.forget(),
        }
        // Views show only the numbers of differences, so they are notified only if a number has changed.
        if self.persistence.since_backup.differences != before {
            self.persistence.mark();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::labeling;
    use crate::persistence::{self, BackupResult};
    use crate::state::Msg;
    use crate::test_support;
    use fastgas_annotation::label::{LabelSpec, PassReason};

    fn labeling() -> AppState {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
        state.apply_now(Msg::Labeling(labeling::Msg::Flag));
        state.apply_now(Msg::Labeling(labeling::Msg::Flag));
        backed_up(&mut state);
        state
    }

    fn backed_up(state: &mut AppState) {
        let cmds = state.apply(Msg::Persistence(persistence::Msg::BackUp), 9);
        let Some(Cmd::Persistence(persistence::Cmd::WriteProject(file))) = cmds.into_iter().next() else {
            panic!("no file")
        };
        let written = BackupResult {
            backup: file.project.head.backup,
            misses_embeddings: false,
        };
        state.apply_now(Msg::Persistence(persistence::Msg::Written {
            file_name: "a.fastgas".into(),
            written: Ok(written),
        }));
        assert_eq!(state.persistence.since_backup.differences, BackupDifferences::default());
    }

    fn differences(state: &AppState) -> BackupDifferences {
        let found = state.persistence.since_backup.differences;
        assert_eq!(
            found,
            BackupDifferences::of(test_support::open_project(state)),
            "the incremental counts equal a new computation"
        );
        found
    }

    #[test]
    fn undone_changes_are_no_difference() {
        let mut state = labeling();
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 10);
        assert_eq!(differences(&state).labels, 1);
        state.apply(Msg::Labeling(labeling::Msg::Undo), 11);
        assert_eq!(differences(&state).total(), 0);
        state.apply(Msg::Labeling(labeling::Msg::Redo), 12);
        assert_eq!(differences(&state).labels, 1);
        backed_up(&mut state);
        state.apply(Msg::Labeling(labeling::Msg::Undo), 13);
        assert_eq!(differences(&state).labels, 1, "the backup contains the other labels");
        state.apply(Msg::Labeling(labeling::Msg::Redo), 14);
        assert_eq!(differences(&state).total(), 0);
        // Two changes of the same row count as one changed row.
        state.apply(Msg::Labeling(labeling::Msg::GoTo(2)), 14);
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '2' }), 15);
        state.apply(Msg::Labeling(labeling::Msg::GoTo(2)), 15);
        state.apply(
            Msg::Labeling(labeling::Msg::Pass {
                why: PassReason::CannotTell,
            }),
            16,
        );
        assert_eq!((differences(&state).labels, differences(&state).notes), (1, 0));
    }

    /// With one pass over the log for each row, this test would read 2.5 billion entries.
    #[test]
    fn rows_of_a_large_bulk_change_are_compared_in_one_pass_over_the_log() {
        let n = 50_000;
        let rows: Vec<u32> = (0..2 * n as u32).collect();
        let (earlier, later) = rows.split_at(n);
        let mut history = History::default();
        history.flag_all(earlier, true, 1);
        history.flag(0, 2);
        let mut changed = ChangedRows::since(history.log().len(), &history);
        history.flag_all(later, true, 3);
        for row in [0, 1, 2, 2] {
            history.flag(row, 4);
        }
        changed.update(&history);
        assert_eq!(changed.rows.len(), n + 3);
        assert_eq!(changed.n_differing, [0, 0, n + 2], "row 2 is flagged again");
    }

    #[test]
    fn everything_in_a_backup_is_compared() {
        let mut state = labeling();
        let note = |text: &str| {
            Msg::Labeling(labeling::Msg::Note {
                row: 1,
                text: text.into(),
            })
        };
        state.apply(note("odd"), 10);
        state.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Look twice.".into())));
        let open = test_support::open_project(&state);
        let before = LabelSpec {
            key: open.labels.specs.keys(&open.labels.names)[0],
            color: Some(open.labels.specs.colors(&open.labels.names)[0]),
            ..open.labels.specs.of(&open.labels.names[0])
        };
        let spec = LabelSpec {
            description: "when it is".into(),
            color: Some(3),
            ..before.clone()
        };
        state.apply_now(Msg::Labeling(labeling::Msg::SetLabelSpec { index: 0, spec }));
        state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("maybe".into())));
        state.apply(Msg::Labeling(labeling::Msg::SetGoal { n_texts: 5 }), 11);
        let found = differences(&state);
        let expected = BackupDifferences {
            notes: 1,
            label_set: 2,
            guidelines: true,
            settings: 1,
            ..BackupDifferences::default()
        };
        assert_eq!((found, found.total()), (expected, 5));
        assert!(found.words().contains("guidelines"), "{}", found.words());
        state.apply(note(""), 12);
        state.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines(String::new())));
        state.apply_now(Msg::Labeling(labeling::Msg::SetLabelSpec { index: 0, spec: before }));
        state.apply_now(Msg::Labeling(labeling::Msg::EndGoal));
        assert_eq!(differences(&state).total(), 1, "only the new label differs");
        state.apply_now(Msg::Labeling(labeling::Msg::MoveLabel { index: 1, to: 0 }));
        assert!(differences(&state).label_set > 1, "the order of the labels differs too");
    }

    #[test]
    fn differences_are_the_same_after_a_reload() {
        let mut state = labeling();
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 10);
        state.apply_now(Msg::Labeling(labeling::Msg::EditGuidelines("Look twice.".into())));
        let open = test_support::open_project(&state);
        let project = open.to_project(&state.run.settings.config_or_default());
        let mut again = test_support::state(1);
        again.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
            project,
            open.log(),
        ))))));
        assert_eq!(differences(&again), differences(&state));
        assert_eq!(differences(&again).total(), 2);
    }

    #[test]
    fn backups_without_state_are_compared_by_log_length() {
        let mut state = labeling();
        let backup = Backup {
            at_ms: 5,
            n_actions: 1,
            state: None,
        };
        state.project.get_mut().expect("a project").storage.backup = Some(backup);
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 10);
        let found = differences(&state);
        assert_eq!((found.labels, found.entries, found.total()), (0, 2, 2));
        assert_eq!(found.summary(), "2 changes not backed up", "one entry removed a flag");
        assert_eq!(found.words(), "2 changes to labels or notes");
        backed_up(&mut state);
    }

    #[test]
    fn undone_import_is_a_difference_from_a_backup_that_contains_it() {
        let mut state = labeling();
        let import = vec![(1, vec!["yes".to_owned()]), (2, vec!["no".to_owned()])];
        let open = state.project.get_mut().expect("a project");
        let before = open.annotations.history.snapshot();
        open.annotations.history.import(import, "topic", 9);
        backed_up(&mut state);
        let open = state.project.get_mut().expect("a project");
        let n_changes = open.n_changes();
        open.annotations.history.return_to(before);
        open.finish_undo(n_changes);
        state.apply_now(Msg::DismissMessage);
        assert_eq!(differences(&state).total(), 1);
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 10);
        assert_eq!(differences(&state).total(), 2);
        let open = test_support::open_project(&state);
        let project = open.to_project(&state.run.settings.config_or_default());
        let mut again = test_support::state(1);
        again.apply_now(Msg::Persistence(persistence::Msg::Restored(Some(Box::new((
            project,
            open.log(),
        ))))));
        assert_eq!(differences(&again).total(), 2, "a reload changes nothing");
        backed_up(&mut state);
    }

    #[test]
    fn changes_count_after_a_reload_if_an_earlier_version_undid_a_backed_up_import() {
        let mut state = labeling();
        let open = state.project.get_mut().expect("a project");
        let before = open.annotations.history.snapshot();
        let import = vec![(1, vec!["yes".to_owned()]), (2, vec!["no".to_owned()])];
        open.annotations.history.import(import, "topic", 9);
        backed_up(&mut state);
        let open = state.project.get_mut().expect("a project");
        let (n_changes, backup) = (open.n_changes(), open.storage.backup.clone());
        open.annotations.history.return_to(before);
        open.finish_undo(n_changes);
        // Earlier versions of the page kept the description of the backup after an import was undone.
        open.storage.backup = backup;
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 10);
        let open = test_support::open_project(&state);
        let project = open.to_project(&state.run.settings.config_or_default());
        let mut again = test_support::state(1);
        let restored = persistence::Msg::Restored(Some(Box::new((project, open.log()))));
        again.apply_now(Msg::Persistence(restored));
        again.apply_now(Msg::Persistence(persistence::Msg::NothingToRecover));
        let found = differences(&again);
        assert_eq!((found.entries, found.total()), (2, 2), "the undo and the label");
    }

    #[test]
    fn skipped_texts_are_not_counted_as_labels() {
        let pass = |why| Msg::Labeling(labeling::Msg::Pass { why });
        let mut state = labeling();
        state.apply(pass(PassReason::Skipped), 10);
        state.apply(Msg::Labeling(labeling::Msg::GoTo(0)), 11);
        state.apply(pass(PassReason::CannotTell), 12);
        let found = differences(&state);
        assert_eq!((found.labels, found.passed, found.total()), (0, 2, 2));
        assert_eq!(found.summary(), "2 changes not backed up");
        assert_eq!(found.words(), "2 texts skipped or marked “cannot tell”");
        // A label replaces the reason why the text had no label. The text is counted once.
        state.apply(Msg::Labeling(labeling::Msg::GoTo(2)), 13);
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 14);
        let found = differences(&state);
        assert_eq!((found.labels, found.passed, found.total()), (1, 1, 2));
        assert_eq!(found.summary(), "1 label and 1 other change not backed up");
    }

    #[test]
    fn labels_are_counted_apart_from_other_changes() {
        let found = |labels, label_set, guidelines| BackupDifferences {
            labels,
            label_set,
            guidelines,
            ..BackupDifferences::default()
        };
        let summary = |labels, label_set, guidelines| found(labels, label_set, guidelines).summary();
        assert_eq!(summary(18, 3, false), "18 labels and 3 other changes not backed up");
        assert_eq!(summary(1, 0, true), "1 label and 1 other change not backed up");
        assert_eq!(summary(1_200, 0, false), "1,200 labels not backed up");
        assert_eq!(summary(0, 1, false), "1 change not backed up");
        assert_eq!(summary(0, 3, true), "4 changes not backed up");
        assert_eq!(
            [found(1_200, 3, false), found(18, 3, false), found(0, 3, false)].map(|found| found.badge()),
            ["1,200", "18", "•"],
            "the badge never counts anything but labels"
        );
        let overflowing = BackupDifferences {
            merged: usize::MAX,
            ..found(2, 3, false)
        };
        assert!(overflowing.summary().starts_with("2 labels and "));
    }

    #[test]
    fn project_without_a_backup_counts_all_its_changes() {
        let mut state = test_support::state(1);
        *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
        state.apply(Msg::Labeling(labeling::Msg::GiveByKey { key: '1' }), 10);
        let found = differences(&state);
        assert_eq!((found.labels, found.label_set, found.settings), (1, 2, 0));
    }
}
