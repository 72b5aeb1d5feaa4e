//! The label log, the stacks of steps to undo and redo, and the number of saved entries.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::label::{Annotation, CheckResult, EntryKind, LabelOrigin, Labels, LogEntry, MAX_DISPLAY_MS, PassReason};
use fastgas_progress::{Pause, Slices, Stopped, at_once};

type RowStates = Vec<(u32, Annotation)>;

/// Cost of reading a row of an undo or redo step, in units of work. One unit is the cost of about one byte of text.
const STEP_ROW_WORK: usize = 64;

/// The most recent step that the user made, undid or redid. A step is a set of changes that are undone together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastStep<'a> {
    /// The kind of the latest log entry: step, undo or redo.
    pub kind: &'a EntryKind,
    /// The rows that the step changed, each with its labels, flag and note before the step.
    pub before: &'a [(u32, Annotation)],
}

/// The identity of a history. A clone gets a new identity, because the original and the clone may grow independently.
#[derive(Debug, Default)]
struct Identity(Arc<()>);

impl Clone for Identity {
    fn clone(&self) -> Identity {
        Identity::default()
    }
}

/// The identity does not affect equality: two histories with equal content are equal.
impl PartialEq for Identity {
    fn eq(&self, _other: &Identity) -> bool {
        true
    }
}

impl Eq for Identity {}

/// A position in the log of one history. The default position belongs to no history.
/// A position becomes invalid if entries are removed from the log, because other entries may take their places.
/// See [`History::position`] and [`History::entries_since`].
#[derive(Clone, Debug, Default)]
pub struct LogPosition {
    history: Arc<()>,
    n_entries: usize,
}

/// The append-only log of an annotator's answers, and the labels, flags and notes that result from the log.
///
/// Invariant: `labels()` always equals the replay of `log()`.
/// Undo also appends entries, so the log contains all changes in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    log: Vec<LogEntry>,
    state: HistoryState,
    /// Whether new log entries are adjudications of disputed texts instead of answers.
    is_adjudication: bool,
    identity: Identity,
}

/// The part of a [`History`] that a snapshot contains. A copy costs little, because copies share labels and steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct HistoryState {
    labels: Labels,
    /// Steps that can be undone. For each row of a step: the labels, the flag and the note before the step.
    undo: Vec<Arc<RowStates>>,
    /// Steps that have been undone since the last new step.
    /// For each row of a step: the labels, the flag and the note before the undo.
    redo: Vec<Arc<RowStates>>,
    /// Number of saved entries. The saved entries are the first entries of the log.
    n_saved: usize,
    /// How long each row has been displayed since its latest log entry, in milliseconds.
    looked_at: BTreeMap<u32, u64>,
    /// How long each row had been displayed in total when its latest log entry was made, in milliseconds.
    times: BTreeMap<u32, u64>,
    has_renaming: bool,
    by: Option<String>,
}

/// The labels and the undo and redo steps of a [`History`] at one moment. A snapshot copies no log entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistorySnapshot {
    n_entries: usize,
    state: HistoryState,
}

impl History {
    /// Restores a history from a saved log, including the undo and redo stacks.
    /// The times of the log entries show where a step ends. O(|log| log |log|).
    /// All entries of one step have equal times, and the next step has a different time.
    pub fn restore(log: Vec<LogEntry>) -> History {
        History::default().replay(log)
    }

    fn replay(self, log: Vec<LogEntry>) -> History {
        let n_saved = log.len();
        let mut history = self;
        history.resume(log);
        history.state.n_saved = n_saved;
        history
    }

    /// Appends the log entries of an earlier session. The user can undo the entries. The entries are marked as unsaved.
    pub fn resume(&mut self, log: Vec<LogEntry>) {
        let history = self;
        let mut log = log.into_iter().peekable();
        while let Some(first) = log.next() {
            let (at_ms, kind) = (first.at_ms, first.kind.clone());
            let (mut before, mut rows) = (RowStates::new(), BTreeSet::new());
            let mut next = Some(first);
            while let Some(entry) = next {
                before.push((entry.row, history.state.labels.annotation(entry.row).clone()));
                rows.insert(entry.row);
                history.take(entry);
                // The entries of one renaming belong together, although their times may differ.
                // The time of a renamed entry is 1 ms after the time of the entry that assigned the label.
                let belongs = |next: &LogEntry| next.kind == kind && (next.at_ms == at_ms || !kind.is_by_hand());
                next = log.next_if(|next| belongs(next) && !rows.contains(&next.row));
            }
            history.record_step(before, kind);
        }
    }

    /// Updates the undo and redo stacks after one step.
    /// `before` contains the changed rows with their labels, flags and notes before the step.
    fn record_step(&mut self, mut before: RowStates, kind: EntryKind) {
        let is_of = |step: Option<&Arc<RowStates>>| {
            let rows = |of: &RowStates| of.iter().map(|&(row, _)| row).collect::<Vec<u32>>();
            step.is_some_and(|step| rows(step) == rows(&before))
        };
        match kind {
            EntryKind::Imported if self.is_adjudication => {
                before.iter().for_each(|&(row, _)| self.forget_steps_of(row))
            }
            EntryKind::Imported if self.has_steps() => {
                let is_from_file = |row: &u32| self.state.labels.annotation(*row).is_from_file();
                let rows: BTreeSet<u32> = before.iter().map(|&(row, _)| row).filter(is_from_file).collect();
                at_once(self.import_into_steps(&rows, &mut Slices::whole()));
            }
            EntryKind::Imported => {}
            EntryKind::Renaming(names) => self.rename_steps(&names.0, &names.1),
            EntryKind::Undo if is_of(self.state.undo.last()) => {
                self.state.undo.pop();
                self.state.redo.push(Arc::new(before));
            }
            EntryKind::Redo if is_of(self.state.redo.last()) => {
                self.state.redo.pop();
                self.state.undo.push(Arc::new(before));
            }
            // If an undo entry does not match the last step on the undo stack, only some entries of the undo were saved.
            // An undo or redo entry without a matching step counts as a new step.
            EntryKind::Step | EntryKind::Undo | EntryKind::Redo => {
                // The import of a label from an input column is not a step of the user and cannot be undone.
                before.retain(|(row, before)| {
                    *before != Annotation::default() || !self.state.labels.annotation(*row).is_from_file()
                });
                if !before.is_empty() {
                    self.state.undo.push(Arc::new(before));
                    self.state.redo.clear();
                }
            }
        }
    }

    /// Like [`History::restore`], but for a log of adjudications.
    pub fn of_decisions(log: Vec<LogEntry>) -> History {
        let history = History {
            is_adjudication: true,
            ..History::default()
        };
        history.replay(log)
    }

    /// Removes `row` from all undo and redo steps, so that no step reverts a later adjudication by another annotator.
    fn forget_steps_of(&mut self, row: u32) {
        for steps in [&mut self.state.undo, &mut self.state.redo] {
            let is_of_row = |step: &&mut Arc<RowStates>| step.iter().any(|(of, _)| *of == row);
            for step in steps.iter_mut().filter(is_of_row) {
                Arc::make_mut(step).retain(|(of, _)| *of != row);
            }
            steps.retain(|step| !step.is_empty());
        }
    }

    fn has_steps(&self) -> bool {
        !self.state.undo.is_empty() || !self.state.redo.is_empty()
    }

    /// Adds the labels that were just imported for `rows` to the states of these rows in all undo and redo steps.
    /// Therefore undo and redo of an earlier step, such as a flag, keep the imported label.
    /// If a step stores an answer for a row, the answer is not replaced by the imported labels.
    /// A row that a step would no longer change is removed from the step, and a step without rows is removed.
    /// For example, the skipping of a text is removed if the text now has a label.
    async fn import_into_steps<P: Pause>(
        &mut self,
        rows: &BTreeSet<u32>,
        slices: &mut Slices<P>,
    ) -> Result<(), Stopped> {
        if rows.is_empty() {
            return Ok(());
        }
        let HistoryState { labels, undo, redo, .. } = &mut self.state;
        for steps in [undo, redo] {
            // The steps are visited from the last one to the first one, so the map contains each row's state after a step.
            let mut later: BTreeMap<u32, Annotation> = BTreeMap::new();
            for step in steps.iter_mut().rev() {
                let mut is_concerned = false;
                for (row, _) in step.iter() {
                    is_concerned |= rows.contains(row);
                    slices.count(STEP_ROW_WORK).await?;
                }
                if !is_concerned {
                    continue;
                }
                let mut kept = RowStates::with_capacity(step.len());
                for (row, state) in step.iter() {
                    let (row, mut state) = (*row, state.clone());
                    let mut is_change = true;
                    if rows.contains(&row) {
                        let now = labels.annotation(row);
                        if !state.is_answer() {
                            state.labels.clone_from(&now.labels);
                            state.origin.clone_from(&now.origin);
                            state.passed = None;
                        }
                        let next = later.insert(row, state.clone());
                        is_change = state != next.unwrap_or_else(|| now.clone());
                    }
                    if is_change {
                        kept.push((row, state));
                    }
                    slices.count(STEP_ROW_WORK).await?;
                }
                *step = Arc::new(kept);
            }
            steps.retain(|step| !step.is_empty());
        }
        Ok(())
    }

    /// The rows of all undo and redo steps.
    async fn rows_of_steps<P: Pause>(&self, slices: &mut Slices<P>) -> Result<BTreeSet<u32>, Stopped> {
        let mut rows = BTreeSet::new();
        for step in self.state.undo.iter().chain(&self.state.redo) {
            for &(row, _) in step.iter() {
                rows.insert(row);
                slices.count(STEP_ROW_WORK).await?;
            }
        }
        Ok(rows)
    }

    /// The current state as a snapshot for [`History::return_to`].
    /// O(n / 1024 + number of steps + number of displayed texts) time for n rows, stored in blocks of 1024 rows.
    pub fn snapshot(&self) -> HistorySnapshot {
        HistorySnapshot {
            n_entries: self.log.len(),
            state: self.state.clone(),
        }
    }

    /// Removes all entries since the snapshot, and restores the labels and the steps of the snapshot.
    /// The snapshot must come from the same history.
    /// The result of a blind check in an earlier entry is kept, even if the result was recorded after the snapshot.
    ///
    /// All earlier [positions](LogPosition) become invalid if entries are removed.
    /// Other numbers of entries that the caller has stored may exceed the new length of the log.
    pub fn return_to(&mut self, snapshot: HistorySnapshot) {
        if self.log.len() > snapshot.n_entries {
            self.log.truncate(snapshot.n_entries);
            self.identity = Identity::default();
        }
        self.state = snapshot.state;
    }

    /// Sets the annotator of new entries; `None` if the annotator is unknown.
    pub fn set_annotator(&mut self, by: Option<String>) {
        self.state.by = by;
    }

    /// Adds `ms` milliseconds to the display time of `row`. The next log entry of the row stores the total.
    pub fn add_display_time(&mut self, row: u32, ms: u64) {
        let looked_at = self.state.looked_at.entry(row).or_default();
        *looked_at = looked_at.saturating_add(ms).min(MAX_DISPLAY_MS);
    }

    /// All entries of the log, oldest first.
    pub fn log(&self) -> &[LogEntry] {
        &self.log
    }

    /// The position after the last entry of the log.
    pub fn position(&self) -> LogPosition {
        LogPosition {
            history: self.identity.0.clone(),
            n_entries: self.log.len(),
        }
    }

    /// The log entries that were appended after `position`, oldest first.
    /// `None` if the position belongs to a different history, for example to the original of a clone.
    /// Also `None` if entries were removed from the log since the position was taken. O(1).
    pub fn entries_since(&self, position: &LogPosition) -> Option<&[LogEntry]> {
        let is_own = Arc::ptr_eq(&self.identity.0, &position.history);
        self.log.get(position.n_entries..).filter(|_| is_own)
    }

    /// Total display time of each row up to the latest entry of the row, in milliseconds.
    /// Rows without a measured time are omitted.
    pub fn times(&self) -> &BTreeMap<u32, u64> {
        &self.state.times
    }

    /// The current labels, which result from replaying the log.
    pub fn labels(&self) -> &Labels {
        &self.state.labels
    }

    /// Replaces the labels of `row` with `label`, or removes the labels if `label` is `None`.
    /// The mark “skipped” or “cannot tell” of the row is removed.
    /// Returns whether the row changed.
    pub fn give(&mut self, row: u32, label: Option<&str>, at_ms: u64) -> bool {
        let annotation = self.state.labels.annotation(row).with(label);
        self.record(row, annotation, at_ms)
    }

    /// Gives `label` to each row of `rows` as one step.
    /// If `adds` is true, the rows keep their previous labels. Returns the number of changed rows.
    pub fn give_all(&mut self, rows: &[u32], label: &str, adds: bool, at_ms: u64) -> usize {
        let given = |&row: &u32| {
            let annotation = self.state.labels.annotation(row);
            let given = match (adds, annotation.labels.iter().any(|given| given == label)) {
                (true, true) => return None,
                (true, false) => annotation.toggled(label),
                (false, _) => annotation.with(Some(label)),
            };
            (given != *annotation).then_some((row, given))
        };
        let changes: RowStates = rows.iter().filter_map(given).collect();
        self.step(changes, at_ms)
    }

    /// Accepts suggestions as one step. Each suggestion consists of a row, the labels, and the confidence in percent.
    /// A row that has a label keeps its label. Returns the number of changed rows.
    pub fn accept(&mut self, suggested: Vec<(u32, Vec<String>, u8)>, at_ms: u64) -> usize {
        let given = |(row, labels, percent)| (row, labels, Some(LabelOrigin::Suggestion { percent }));
        self.label_unlabeled(suggested.into_iter().map(given).collect(), at_ms)
    }

    /// Accepts answers of a language model as one step. Each answer consists of a row, the labels, and their origin.
    /// A row that has a label keeps its label. Returns the number of changed rows.
    pub fn accept_answers(&mut self, answers: Vec<(u32, Vec<String>, LabelOrigin)>, at_ms: u64) -> usize {
        let given = |(row, labels, origin)| (row, labels, Some(origin));
        self.label_unlabeled(answers.into_iter().map(given).collect(), at_ms)
    }

    /// Labels rows as one step. Each item of `given` consists of a row, labels, and their origin.
    /// A row that has an answer keeps the answer: its labels, or the mark “cannot tell”.
    /// Returns the number of changed rows.
    pub fn fill(&mut self, mut given: Vec<(u32, Vec<String>, Option<LabelOrigin>)>, at_ms: u64) -> usize {
        given.retain(|(row, ..)| !self.state.labels.annotation(*row).is_answer());
        self.label_unlabeled(given, at_ms)
    }

    /// Like [`History::fill`], but labels also replace the mark “cannot tell”, because the user chose these texts.
    fn label_unlabeled(&mut self, given: Vec<(u32, Vec<String>, Option<LabelOrigin>)>, at_ms: u64) -> usize {
        let filled = |(row, labels, origin)| {
            let annotation = self.state.labels.annotation(row);
            let filled = Annotation {
                labels,
                origin,
                ..annotation.with(None)
            };
            annotation.labels.is_empty().then_some((row, filled))
        };
        let changes: RowStates = given.into_iter().filter_map(filled).collect();
        self.step(changes, at_ms)
    }

    /// Records the result of a blind check in the latest log entry, if the entry labels `row` and is unsaved.
    /// The function does nothing if the latest entry belongs to another row, has no label or is saved.
    pub fn check_last(&mut self, row: u32, check: CheckResult) {
        let n_saved = self.state.n_saved;
        let last = self.log.iter_mut().skip(n_saved).last();
        if let Some(last) = last.filter(|last| last.row == row && !last.annotation.labels.is_empty()) {
            last.check = Some(check);
        }
    }

    /// Adds `label` to `row`, or removes `label` from `row` if the row already has the label.
    pub fn toggle(&mut self, row: u32, label: &str, at_ms: u64) {
        let annotation = self.state.labels.annotation(row).toggled(label);
        self.record(row, annotation, at_ms);
    }

    /// Marks the text in `row` as skipped or as impossible to label.
    /// A labeled row cannot be skipped, but [`PassReason::CannotTell`] removes its labels.
    /// Returns whether the row changed.
    pub fn pass(&mut self, row: u32, why: PassReason, at_ms: u64) -> bool {
        let annotation = self.state.labels.annotation(row);
        if why == PassReason::Skipped && !annotation.labels.is_empty() {
            return false;
        }
        let passed = Annotation {
            passed: Some(why),
            ..annotation.with(None)
        };
        self.record(row, passed, at_ms)
    }

    /// Flags the text in `row` for review, or removes the flag if the text is already flagged.
    pub fn flag(&mut self, row: u32, at_ms: u64) {
        let annotation = self.state.labels.annotation(row);
        let flagged = Annotation {
            flagged: !annotation.flagged,
            ..annotation.clone()
        };
        self.record(row, flagged, at_ms);
    }

    /// Flags `rows` as one step, or removes their flags if `flagged` is false. Returns the number of changed rows.
    pub fn flag_all(&mut self, rows: &[u32], flagged: bool, at_ms: u64) -> usize {
        self.change_all(rows, at_ms, |annotation| Annotation {
            flagged,
            ..annotation.clone()
        })
    }

    /// Removes the answers of `rows` as one step and keeps flags and notes. Returns the number of changed rows.
    pub fn clear_all(&mut self, rows: &[u32], at_ms: u64) -> usize {
        self.change_all(rows, at_ms, |annotation| annotation.with(None))
    }

    /// Changes the labels, flags and notes of `rows` as one step. A repeated row is changed once.
    /// Returns the number of changed rows.
    fn change_all(&mut self, rows: &[u32], at_ms: u64, change: impl Fn(&Annotation) -> Annotation) -> usize {
        let rows: BTreeSet<u32> = rows.iter().copied().collect();
        let changed = |row| {
            let annotation = self.state.labels.annotation(row);
            let changed = change(annotation);
            (changed != *annotation).then_some((row, changed))
        };
        let changes: RowStates = rows.into_iter().filter_map(changed).collect();
        self.step(changes, at_ms)
    }

    /// Replaces the note of `row`. Returns whether the note changed.
    pub fn note(&mut self, row: u32, note: &str, at_ms: u64) -> bool {
        let noted = Annotation {
            note: note.trim().into(),
            ..self.state.labels.annotation(row).clone()
        };
        self.record(row, noted, at_ms)
    }

    fn record(&mut self, row: u32, annotation: Annotation, at_ms: u64) -> bool {
        if *self.state.labels.annotation(row) == annotation {
            return false;
        }
        self.step([(row, annotation)].into(), at_ms);
        true
    }

    /// Imports labels of the given rows from an input column.
    /// A row that has an answer keeps the answer: its labels, or the mark “cannot tell”.
    /// The import is not a step and cannot be undone. Returns the number of labeled rows.
    pub fn import(&mut self, labels: Vec<(u32, Vec<String>)>, column: &str, at_ms: u64) -> usize {
        at_once(self.import_in_slices(labels, (column, at_ms), &mut Slices::whole()))
    }

    /// Like [`History::import`], but divides the work into slices. The size of the slices does not change the result.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work. A stopped import may have imported only some of the labels.
    pub async fn import_in_slices<P: Pause>(
        &mut self,
        labels: Vec<(u32, Vec<String>)>,
        (column, at_ms): (&str, u64),
        slices: &mut Slices<P>,
    ) -> Result<usize, Stopped> {
        /// Cost of appending a log entry, in units of work. One unit is the cost of processing about one byte of text.
        const ENTRY_WORK: usize = 512;
        let before = self.log.len();
        let rows_of_steps = self.rows_of_steps(slices).await?;
        let mut imported: BTreeSet<u32> = BTreeSet::new();
        let at_ms = self.time_of_step(labels.iter().map(|(row, _)| *row), at_ms);
        // Space for all entries is reserved, because a vector that grows step by step is copied several times.
        self.log.reserve(labels.len());
        for (row, labels) in labels {
            if !self.state.labels.annotation(row).is_answer() {
                let annotation = Annotation {
                    labels,
                    origin: Some(LabelOrigin::Column(column.to_owned())),
                    ..self.state.labels.annotation(row).with(None)
                };
                self.append(row, annotation, at_ms, EntryKind::Imported);
                if rows_of_steps.contains(&row) {
                    imported.insert(row);
                }
            }
            slices.count(ENTRY_WORK).await?;
        }
        self.import_into_steps(&imported, slices).await?;
        Ok(self.log.len() - before)
    }

    /// Replaces this history with `imported`: a copy of this history with additional labels from an import.
    /// The page may have saved entries and displayed texts since the copy was made.
    /// This history keeps the number of saved entries, and the display times of rows that the import did not change.
    pub fn take_imported(&mut self, imported: History) {
        let mut looked_at = std::mem::take(&mut self.state.looked_at);
        looked_at.retain(|row, _| self.state.labels.entry(*row) == imported.state.labels.entry(*row));
        let n_saved = self.state.n_saved;
        *self = imported;
        self.state.looked_at = looked_at;
        self.state.n_saved = n_saved;
    }

    /// Adds another annotator's entry, unless the log has a later entry for the same row. The entry cannot be undone.
    /// Returns whether the log changed.
    pub fn join(&mut self, action: LogEntry) -> bool {
        let is_later = self.state.labels.supersedes_last(&action);
        if is_later {
            self.forget_steps_of(action.row);
            self.take(LogEntry {
                kind: EntryKind::Imported,
                ..action
            });
        }
        is_later
    }

    /// Replaces the labels, the flag and the note of `row` with an adjudication, a decision on a disputed text.
    /// Returns whether the row changed.
    pub fn adjudicate(&mut self, row: u32, annotation: Annotation, at_ms: u64) -> bool {
        self.record(row, annotation, at_ms)
    }

    /// Adjudicates several disputed texts as one step.
    pub fn adjudicate_all(&mut self, annotation: Vec<(u32, Annotation)>, at_ms: u64) {
        let is_other = |(row, annotation): &(u32, Annotation)| self.state.labels.annotation(*row) != annotation;
        let changes: RowStates = annotation.into_iter().filter(is_other).collect();
        self.step(changes, at_ms);
    }

    /// Removes `label` from all rows as one step.
    pub fn remove(&mut self, label: &str, at_ms: u64) {
        let without = |row| (row, self.state.labels.annotation(row).toggled(label));
        let changes: RowStates = self.state.labels.rows_with(label).map(without).collect();
        self.step(changes, at_ms);
    }

    /// Replaces the label `old` with `new` in every row.
    /// A renaming is not a step. After a renaming, undo and redo restore the label `new` instead of `old`.
    /// Renamed entries keep their annotator. The time of a renamed entry is the time of the original entry plus 1 ms.
    /// Therefore a renamed entry does not supersede later answers in other copies of the project.
    pub fn rename(&mut self, old: &str, new: &str) {
        if old == new {
            return;
        }
        let mut rows: Vec<u32> = self.state.labels.rows_with(old).collect();
        if rows.is_empty() {
            // The renaming needs a log entry even if the label occurs only in steps that can be undone or redone.
            let mut steps = self
                .state
                .undo
                .iter()
                .chain(&self.state.redo)
                .flat_map(|step| step.iter());
            let bears = steps.find(|(_, annotation)| annotation.labels.iter().any(|label| label == old));
            rows.extend(bears.map(|&(row, _)| row));
        }
        let kind = EntryKind::Renaming(Box::new((old.to_owned(), new.to_owned())));
        for row in rows {
            if let Some(last) = self.state.labels.entry(row).cloned() {
                let mut annotation = last.annotation;
                annotation.rename(old, new);
                self.take(LogEntry {
                    annotation,
                    at_ms: last.at_ms + 1,
                    check: None,
                    kind: kind.clone(),
                    spent_ms: 0,
                    ..last
                });
            }
        }
        self.rename_steps(old, new);
    }

    fn rename_steps(&mut self, old: &str, new: &str) {
        let has_old = |(_, annotation): &(u32, Annotation)| annotation.labels.iter().any(|label| label == old);
        let steps = self.state.undo.iter_mut().chain(&mut self.state.redo);
        for step in steps.filter(|step| step.iter().any(has_old)) {
            let rows = Arc::make_mut(step).iter_mut();
            rows.for_each(|(_, annotation)| annotation.rename(old, new));
        }
    }

    /// The rows whose label was renamed after the label was assigned, in ascending order.
    /// O(1) time if no label was renamed; O(|log| log |log|) time if a label was renamed.
    pub fn renamed_rows(&self) -> BTreeSet<u32> {
        if !self.state.has_renaming {
            return BTreeSet::new();
        }
        let mut labels_of: BTreeMap<u32, &[String]> = BTreeMap::new();
        // Pairs of a row and the labels that a renaming gave to the row. Undo and redo may restore these labels.
        let mut made: BTreeSet<(u32, &[String])> = BTreeSet::new();
        let mut renamed = BTreeSet::new();
        for entry in &self.log {
            let labels = &entry.annotation.labels[..];
            if labels_of.insert(entry.row, labels) == Some(labels) {
                continue;
            }
            let is_renamed = match entry.kind {
                EntryKind::Renaming(_) => {
                    made.insert((entry.row, labels));
                    !labels.is_empty()
                }
                EntryKind::Undo | EntryKind::Redo => made.contains(&(entry.row, labels)),
                EntryKind::Step | EntryKind::Imported => false,
            };
            match is_renamed {
                true => renamed.insert(entry.row),
                false => renamed.remove(&entry.row),
            };
        }
        renamed
    }

    /// Returns whether the user can undo a step.
    pub fn can_undo(&self) -> bool {
        !self.state.undo.is_empty()
    }

    /// Undoes the most recent step and returns the first row of the undone step.
    pub fn undo(&mut self, at_ms: u64) -> Option<u32> {
        let step = self.state.undo.pop()?;
        let taken_back = self.swap_states(Arc::unwrap_or_clone(step), at_ms, EntryKind::Undo);
        let first = taken_back.first().map(|&(row, _)| row);
        self.state.redo.push(Arc::new(taken_back));
        first
    }

    /// Returns whether the user can redo a step.
    pub fn can_redo(&self) -> bool {
        !self.state.redo.is_empty()
    }

    /// Redoes the most recently undone step and returns the first row of the redone step.
    pub fn redo(&mut self, at_ms: u64) -> Option<u32> {
        let step = self.state.redo.pop()?;
        let made = self.swap_states(Arc::unwrap_or_clone(step), at_ms, EntryKind::Redo);
        let first = made.first().map(|&(row, _)| row);
        self.state.undo.push(Arc::new(made));
        first
    }

    /// For each row of `step`, sets the labels, flag and note to the values in `step`.
    /// Returns the previous values of the rows.
    fn swap_states(&mut self, step: RowStates, at_ms: u64, kind: EntryKind) -> RowStates {
        let before = step
            .iter()
            .map(|&(row, _)| (row, self.state.labels.annotation(row).clone()));
        let before = before.collect();
        let at_ms = self.time_of_step(step.iter().map(|&(row, _)| row), at_ms);
        for (row, annotation) in step {
            self.append(row, annotation, at_ms, kind.clone());
        }
        before
    }

    /// Returns the time for all new entries of a step that changes the labels of `rows`.
    /// The time is later than the times of all entries of `rows`, even if the clock was set back.
    /// The time differs from the time of the latest log entry.
    /// Therefore two successive steps are still separate steps after the log is restored.
    fn time_of_step(&self, rows: impl Iterator<Item = u32>, at_ms: u64) -> u64 {
        let last = rows.filter_map(|row| self.state.labels.entry(row));
        let at_ms = last.fold(at_ms, |at_ms, last| at_ms.max(last.at_ms + 1));
        let is_taken = self.log.last().is_some_and(|last| last.at_ms == at_ms);
        at_ms + u64::from(is_taken)
    }

    /// The step that was most recently made, undone or redone; `None` after an import or a renaming. O(1).
    pub fn last_step(&self) -> Option<LastStep<'_>> {
        let kind = &self.log.last()?.kind;
        let before = match kind {
            EntryKind::Step | EntryKind::Redo => self.state.undo.last()?,
            EntryKind::Undo => self.state.redo.last()?,
            EntryKind::Imported | EntryKind::Renaming(_) => return None,
        };
        Some(LastStep { kind, before })
    }

    /// Returns whether `row` has the same labels as after the first `n_entries` entries of the log.
    /// Later renamings of labels are ignored. False if the row had no labels after these entries. O(|log|).
    pub fn has_same_labels_as_after(&self, row: u32, n_entries: usize) -> bool {
        let (before, since) = self.log.split_at(n_entries.min(self.log.len()));
        let Some(before) = before.iter().rev().find(|entry| entry.row == row) else {
            return false;
        };
        let mut annotation = before.annotation.clone();
        for entry in since.iter().filter(|entry| entry.row == row) {
            if let EntryKind::Renaming(names) = &entry.kind {
                annotation.rename(&names.0, &names.1);
            }
        }
        !annotation.labels.is_empty() && annotation.labels == self.state.labels.annotation(row).labels
    }

    /// The log entries that are not known to be saved, oldest first.
    pub fn unsaved(&self) -> &[LogEntry] {
        &self.log[self.state.n_saved..]
    }

    /// Records that the `count` oldest unsaved log entries are now saved.
    pub fn mark_saved(&mut self, count: usize) {
        self.state.n_saved = (self.state.n_saved + count).min(self.log.len());
    }

    /// Marks all log entries as unsaved, for example in a project that was read from a file.
    pub fn forget_saved(&mut self) {
        self.state.n_saved = 0;
    }

    /// Returns whether all entries of `row` are saved.
    pub fn is_saved(&self, row: u32) -> bool {
        self.unsaved().iter().all(|action| action.row != row)
    }

    /// Changes the labels, flags and notes of rows as one step, or does nothing if there are no changes.
    /// Returns the number of changes.
    fn step(&mut self, changes: RowStates, at_ms: u64) -> usize {
        let n_changes = changes.len();
        if n_changes > 0 {
            let before = self.swap_states(changes, at_ms, EntryKind::Step);
            self.state.undo.push(Arc::new(before));
            self.state.redo.clear();
        }
        n_changes
    }

    /// Appends an entry at the time `at_ms`, or 1 ms after the latest entry of the row if that time is later.
    fn append(&mut self, row: u32, annotation: Annotation, at_ms: u64, kind: EntryKind) {
        let looked_at = self.state.looked_at.remove(&row).filter(|_| kind.is_by_hand());
        let action = LogEntry {
            row,
            annotation,
            at_ms: self
                .state
                .labels
                .entry(row)
                .map_or(at_ms, |last| at_ms.max(last.at_ms + 1)),
            check: None,
            by: self.state.by.clone(),
            is_adjudication: self.is_adjudication,
            kind,
            retracts: false,
            spent_ms: looked_at.unwrap_or(0),
        };
        self.take(action);
    }

    fn take(&mut self, action: LogEntry) {
        self.state.labels.apply(&action);
        if action.spent_ms > 0 {
            let time = self.state.times.entry(action.row).or_default();
            *time = time.saturating_add(action.spent_ms);
        }
        self.state.has_renaming |= matches!(action.kind, EntryKind::Renaming(_));
        self.log.extend(self.state.labels.entry(action.row).cloned());
    }
}

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod tests;
