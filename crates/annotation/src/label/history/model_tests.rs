//! Tests the label log against a simple reference model.
//! The test performs arbitrary user actions, reloads the page at arbitrary times, and merges files of other annotators.

use std::collections::{BTreeMap, BTreeSet};

use proptest::collection::vec;
use proptest::prelude::*;

use crate::label::{
    Annotation, ConsensusStatus, History, LabelAliases, Labels, LogEntry, PassReason, ResolvedLabels, Team, join_rows,
};
use fastgas_data::Pool;

const ROWS: u32 = 5;
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

#[derive(Clone, Debug)]
enum Act {
    Give(u32, Option<usize>),
    GiveAll(Vec<u32>, usize, bool),
    Accept(Vec<u32>, usize),
    Toggle(u32, usize),
    Pass(u32),
    Flag(u32),
    Note(u32, usize),
    Remove(usize),
    Rename(usize, usize),
    Undo,
    Redo,
    /// Saves the given number of unsaved log entries, oldest first.
    Save(usize),
    End,
}

fn act() -> impl Strategy<Value = Act> {
    let (row, name) = (0..ROWS, 0..NAMES.len());
    let rows = || proptest::sample::subsequence((0..ROWS).collect::<Vec<_>>(), 0..=ROWS as usize);
    prop_oneof![
        4 => (row.clone(), proptest::option::of(name.clone())).prop_map(|(row, name)| Act::Give(row, name)),
        1 => (rows(), name.clone(), any::<bool>()).prop_map(|(rows, name, adds)| Act::GiveAll(rows, name, adds)),
        1 => (rows(), name.clone()).prop_map(|(rows, name)| Act::Accept(rows, name)),
        2 => (row.clone(), name.clone()).prop_map(|(row, name)| Act::Toggle(row, name)),
        1 => row.clone().prop_map(Act::Pass),
        1 => row.clone().prop_map(Act::Flag),
        1 => (row, name.clone()).prop_map(|(row, name)| Act::Note(row, name)),
        1 => name.clone().prop_map(Act::Remove),
        1 => (name.clone(), name).prop_map(|(old, new)| Act::Rename(old, new)),
        3 => Just(Act::Undo),
        2 => Just(Act::Redo),
        3 => (0usize..4).prop_map(Act::Save),
        1 => Just(Act::End),
    ]
}

/// The annotations by row. A row with the default annotation is absent.
type State = BTreeMap<u32, Annotation>;

fn annotation(state: &State, row: u32) -> Annotation {
    state.get(&row).cloned().unwrap_or_default()
}

struct Step {
    rows: Vec<u32>,
    before: State,
}

/// The reference model of one log: the current answers, and the answers before each log entry.
#[derive(Default)]
struct Reference {
    now: State,
    undo: Vec<Step>,
    redo: Vec<Step>,
    log: Vec<Written>,
    n_steps: usize,
}

struct Written {
    /// Number of the entry's step; `None` for an entry from another annotator.
    step: Option<usize>,
    turn: Turn,
    row: u32,
    before: State,
}

#[derive(Clone)]
enum Turn {
    Made,
    TakenBack,
    MadeAgain,
    Renamed(String, String),
}

impl Reference {
    fn annotation(&self, row: u32) -> Annotation {
        annotation(&self.now, row)
    }

    fn contains_row(&self, row: u32) -> bool {
        self.log.iter().any(|written| written.row == row)
    }

    fn write(&mut self, step: Option<usize>, turn: Turn, row: u32, annotation: Annotation) {
        let before = self.now.clone();
        self.log.push(Written {
            step,
            turn,
            row,
            before,
        });
        self.now.insert(row, annotation);
        self.now.retain(|_, annotation| *annotation != Annotation::default());
    }

    fn turn(&mut self, Step { rows, before }: Step, turn: Turn) -> Step {
        let now = self.now.clone();
        self.n_steps += 1;
        for &row in &rows {
            self.write(Some(self.n_steps), turn.clone(), row, annotation(&before, row));
        }
        Step { rows, before: now }
    }

    fn step(&mut self, rows: impl IntoIterator<Item = u32>, change: impl Fn(Annotation) -> Annotation) {
        let changed = |row| (row, change(self.annotation(row)));
        let changes = rows.into_iter().map(changed);
        let changes: Vec<(u32, Annotation)> = changes
            .filter(|(row, annotation)| *annotation != self.annotation(*row))
            .collect();
        if !changes.is_empty() {
            let rows = changes.iter().map(|(row, _)| *row).collect();
            let before = changes.into_iter().collect();
            let back = self.turn(Step { rows, before }, Turn::Made);
            self.undo.push(back);
            self.redo.clear();
        }
    }

    fn undo(&mut self) -> bool {
        let step = self.undo.pop();
        let again = step.map(|step| self.turn(step, Turn::TakenBack));
        let is_undone = again.is_some();
        self.redo.extend(again);
        is_undone
    }

    fn redo(&mut self) -> bool {
        let step = self.redo.pop();
        let back = step.map(|step| self.turn(step, Turn::MadeAgain));
        let is_made = back.is_some();
        self.undo.extend(back);
        is_made
    }

    /// Removes the row from all earlier steps, because another annotator's entry changed the row.
    fn forget_steps_of(&mut self, row: u32) {
        for steps in [&mut self.undo, &mut self.redo] {
            steps.iter_mut().for_each(|step| step.rows.retain(|of| *of != row));
            steps.retain(|step| !step.rows.is_empty());
        }
    }

    fn rename(&mut self, old: &str, new: &str) {
        if old == new {
            return;
        }
        let bears = |annotation: &Annotation| annotation.labels.iter().any(|label| label == old);
        let bears_now = |row: &u32| bears(&self.annotation(*row));
        let mut rows: Vec<u32> = (0..ROWS).filter(bears_now).collect();
        if rows.is_empty() {
            let steps = self.undo.iter().chain(&self.redo);
            let mut before = steps.flat_map(|step| step.rows.iter().map(|&row| (row, annotation(&step.before, row))));
            rows.extend(before.find(|(_, annotation)| bears(annotation)).map(|(row, _)| row));
        }
        self.n_steps += 1;
        for row in rows {
            let mut annotation = self.annotation(row);
            renamed(&mut annotation, old, new);
            let turn = Turn::Renamed(old.to_owned(), new.to_owned());
            self.write(Some(self.n_steps), turn, row, annotation);
        }
        self.rename_steps(old, new);
    }

    fn rename_steps(&mut self, old: &str, new: &str) {
        let steps = self.undo.iter_mut().chain(&mut self.redo);
        let before = steps.flat_map(|step| step.before.values_mut());
        before.for_each(|annotation| renamed(annotation, old, new));
    }

    /// Reloads the page with the first `n_saved` log entries.
    /// Entries that were not saved have no effect. The saved part of an incomplete step counts as a step.
    fn end(&mut self, n_saved: usize) {
        let Some(lost) = self.log.get(n_saved) else { return };
        self.now = lost.before.clone();
        self.log.truncate(n_saved);
        self.redo.clear();
        self.undo.clear();
        let log = std::mem::take(&mut self.log);
        for entries in log.chunk_by(|one, next| one.step == next.step) {
            let first = &entries[0];
            if first.step.is_none() {
                entries.iter().for_each(|entry| self.forget_steps_of(entry.row));
                continue;
            }
            let rows: Vec<u32> = entries.iter().map(|entry| entry.row).collect();
            let is_of = |last: Option<&Step>| last.is_some_and(|step| step.rows == rows);
            let [is_undo, is_redo] = [&self.undo, &self.redo].map(|steps| is_of(steps.last()));
            let before = first.before.clone();
            let step = Step { rows, before };
            match &first.turn {
                Turn::Renamed(old, new) => self.rename_steps(old, new),
                Turn::TakenBack if is_undo => {
                    self.undo.pop();
                    self.redo.push(step);
                }
                Turn::MadeAgain if is_redo => {
                    self.redo.pop();
                    self.undo.push(step);
                }
                _ => {
                    self.undo.push(step);
                    self.redo.clear();
                }
            }
        }
        self.log = log;
    }
}

fn renamed(annotation: &mut Annotation, old: &str, new: &str) {
    match annotation.labels.iter().position(|label| label == old) {
        Some(_) if annotation.labels.iter().any(|label| label == new) => annotation.labels.retain(|label| label != old),
        Some(place) => annotation.labels[place] = new.to_owned(),
        None => {}
    }
}

/// Performs an action on the history and on the reference model.
/// `at_ms` may decrease from one action to the next, as after a change of the clock.
fn both(history: &mut History, reference: &mut Reference, act: Act, at_ms: u64) {
    match act {
        Act::Give(row, name) => {
            let label = name.map(|name| NAMES[name]);
            history.give(row, label, at_ms);
            reference.step([row], |annotation| annotation.with(label));
        }
        Act::GiveAll(rows, name, adds) => {
            history.give_all(&rows, NAMES[name], adds, at_ms);
            reference.step(rows, |annotation| {
                match (adds, annotation.labels.iter().any(|label| label == NAMES[name])) {
                    (true, true) => annotation,
                    (true, false) => annotation.toggled(NAMES[name]),
                    (false, _) => annotation.with(Some(NAMES[name])),
                }
            });
        }
        Act::Accept(rows, name) => {
            let suggested = rows.iter().map(|&row| (row, vec![NAMES[name].to_owned()], 80));
            history.accept(suggested.collect(), at_ms);
            reference.step(rows, |annotation| match annotation.labels.is_empty() {
                true => Annotation {
                    labels: vec![NAMES[name].to_owned()],
                    origin: Some(crate::label::LabelOrigin::Suggestion { percent: 80 }),
                    ..annotation.with(None)
                },
                false => annotation,
            });
        }
        Act::Toggle(row, name) => {
            history.toggle(row, NAMES[name], at_ms);
            reference.step([row], |annotation| annotation.toggled(NAMES[name]));
        }
        Act::Pass(row) => {
            history.pass(row, PassReason::CannotTell, at_ms);
            reference.step([row], |annotation| Annotation {
                passed: Some(PassReason::CannotTell),
                ..annotation.with(None)
            });
        }
        Act::Flag(row) => {
            history.flag(row, at_ms);
            reference.step([row], |annotation| Annotation {
                flagged: !annotation.flagged,
                ..annotation
            });
        }
        Act::Note(row, name) => {
            history.note(row, NAMES[name], at_ms);
            reference.step([row], |annotation| Annotation {
                note: NAMES[name].to_owned(),
                ..annotation
            });
        }
        Act::Remove(name) => {
            history.remove(NAMES[name], at_ms);
            reference.step(0..ROWS, |annotation| {
                match annotation.labels.iter().any(|label| label == NAMES[name]) {
                    true => annotation.toggled(NAMES[name]),
                    false => annotation,
                }
            });
        }
        Act::Rename(old, new) => {
            history.rename(NAMES[old], NAMES[new]);
            reference.rename(NAMES[old], NAMES[new]);
        }
        Act::Undo => assert_eq!(history.undo(at_ms).is_some(), reference.undo()),
        Act::Redo => assert_eq!(history.redo(at_ms).is_some(), reference.redo()),
        Act::Save(count) => history.mark_saved(count),
        Act::End => {
            let saved = saved(history);
            *history = reopened(history, History::restore(saved));
            reference.end(history.log().len());
        }
    }
}

fn saved(history: &History) -> Vec<LogEntry> {
    let n_saved = history.log().len() - history.unsaved().len();
    history.log()[..n_saved].to_vec()
}

/// Asserts that a reloaded log contains all rows that the page showed as saved.
fn reopened(before: &History, after: History) -> History {
    for row in (0..ROWS).filter(|&row| before.is_saved(row)) {
        assert_eq!(
            after.labels().annotation(row),
            before.labels().annotation(row),
            "the restored row {row} equals the row that was shown as saved"
        );
    }
    after
}

fn assert_equals_reference(history: &History, reference: &Reference) {
    for row in 0..ROWS {
        assert_eq!(
            *history.labels().annotation(row),
            reference.annotation(row),
            "row {row}"
        );
    }
    let can = (history.can_undo(), history.can_redo());
    assert_eq!(can, (!reference.undo.is_empty(), !reference.redo.is_empty()));
}

/// The entry times of each row, oldest entry first.
fn times(history: &History) -> Vec<Vec<u64>> {
    let of_row = |row| history.log().iter().filter(move |action| action.row == row);
    (0..ROWS)
        .map(|row| of_row(row).map(|action| action.at_ms).collect())
        .collect()
}

fn undo_all(history: &mut History, reference: &mut Reference) {
    while history.can_undo() {
        both(history, reference, Act::Undo, 0);
        assert_equals_reference(history, reference);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn history_matches_reference_for_any_actions_and_reloads(
        acts in vec((act(), 0u64..20), 0..60)
    ) {
        let (mut history, mut reference) = (History::default(), Reference::default());
        for (act, at_ms) in acts {
            let before = (!matches!(act, Act::End)).then(|| history.log().to_vec());
            both(&mut history, &mut reference, act, at_ms);
            assert_equals_reference(&history, &reference);
            prop_assert!(before.is_none_or(|before| history.log().starts_with(&before)), "the log only grows");
            let is_rising = times(&history).iter().all(|times| times.is_sorted_by(|a, b| a < b));
            prop_assert!(is_rising, "entries have increasing times");
        }
        undo_all(&mut history, &mut reference);
        prop_assert!(reference.now.is_empty(), "undo reverts every step");
    }
}

mod team {
    use super::*;

    const ANNOTATORS: [&str; 3] = ["Anna", "Bob", "Cleo"];

    /// For each annotator's pool, the number of the text in each row. The pools list the texts in different orders.
    /// Text 4 is only in the first two pools, and text 5 is only in the third pool.
    const TEXTS: [[u8; ROWS as usize]; 3] = [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [5, 0, 1, 2, 3]];

    #[derive(Clone, Debug)]
    enum TeamAct {
        /// An action of a single annotator; the action `End` reloads the page with all team data.
        Own(Act),
        /// Adjudicates a row. The label is given by its index in `NAMES`; `None` declares the text impossible to label.
        Settle(u32, Option<usize>),
        Unsettle(u32),
        UndoSettled,
        RedoSettled,
        /// Saves the given number of unsaved adjudications, oldest first.
        SaveSettled(usize),
        SaveTeam,
        Write,
        /// Merges any file written so far, possibly an old file or a file that was merged earlier.
        Join(prop::sample::Index),
    }

    fn team_act() -> impl Strategy<Value = TeamAct> {
        prop_oneof![
            12 => act().prop_map(TeamAct::Own),
            3 => (0..ROWS, proptest::option::of(0..NAMES.len())).prop_map(|(row, name)| TeamAct::Settle(row, name)),
            1 => (0..ROWS).prop_map(TeamAct::Unsettle),
            2 => Just(TeamAct::UndoSettled),
            1 => Just(TeamAct::RedoSettled),
            2 => (0usize..4).prop_map(TeamAct::SaveSettled),
            1 => Just(TeamAct::SaveTeam),
            4 => Just(TeamAct::Write),
            6 => any::<prop::sample::Index>().prop_map(TeamAct::Join),
        ]
    }

    /// For each annotator and row: the last known answer, and the number of the annotator's file that contains it.
    type KnownStates = BTreeMap<(&'static str, u32), (usize, Annotation)>;

    type CurrentNames = BTreeMap<String, String>;

    /// A file for the other annotators, and the file's content according to the reference model.
    struct File {
        texts: [u8; ROWS as usize],
        annotations: Vec<LogEntry>,
        decisions: Vec<LogEntry>,
        known: KnownStates,
    }

    /// The page of one annotator, and the reference model of the page.
    struct Desk {
        name: &'static str,
        texts: [u8; ROWS as usize],
        history: History,
        team: Team,
        stored: (Vec<LogEntry>, LabelAliases),
        own: Reference,
        settled: Reference,
        known: KnownStates,
        current_names: CurrentNames,
        stored_reference: (KnownStates, CurrentNames),
    }

    fn pool(texts: [u8; ROWS as usize]) -> Pool {
        let text = texts.map(|text| text.to_string()).concat();
        Pool::from_parts(vec!["text".into()], text, (1..=ROWS).collect()).expect("a pool")
    }

    /// Returns the latest entry of each row with the annotator's name. The page writes these entries to project files.
    fn signed(labels: &Labels, name: &str) -> Vec<LogEntry> {
        let signed = |entry: &LogEntry| LogEntry {
            by: Some(name.to_owned()),
            ..entry.clone()
        };
        labels.last().map(signed).collect()
    }

    impl Desk {
        fn new(name: &'static str, texts: [u8; ROWS as usize]) -> Desk {
            let mut desk = Desk {
                name,
                texts,
                history: History::default(),
                team: Team::default(),
                stored: Default::default(),
                own: Reference::default(),
                settled: Reference::default(),
                known: KnownStates::new(),
                current_names: CurrentNames::new(),
                stored_reference: Default::default(),
            };
            desk.set_annotator();
            desk
        }

        fn set_annotator(&mut self) {
            self.history.set_annotator(Some(self.name.to_owned()));
            self.team.decisions.set_annotator(Some(self.name.to_owned()));
        }

        fn act(&mut self, act: TeamAct, at_ms: u64, files: &mut Vec<File>) {
            let decisions = &mut self.team.decisions;
            match act {
                TeamAct::Own(Act::End) => self.end(),
                TeamAct::Own(Act::Rename(old, new)) => self.rename(NAMES[old], NAMES[new]),
                TeamAct::Own(act) => both(&mut self.history, &mut self.own, act, at_ms),
                TeamAct::Settle(row, name) => {
                    let annotation = Annotation {
                        labels: name.map(|name| NAMES[name].to_owned()).into_iter().collect(),
                        passed: name.is_none().then_some(PassReason::CannotTell),
                        ..Annotation::default()
                    };
                    decisions.adjudicate(row, annotation.clone(), at_ms);
                    self.settled.step([row], |_| annotation.clone());
                }
                TeamAct::Unsettle(row) => {
                    decisions.adjudicate(row, Annotation::default(), at_ms);
                    self.settled.step([row], |_| Annotation::default());
                }
                TeamAct::UndoSettled => assert_eq!(decisions.undo(at_ms).is_some(), self.settled.undo()),
                TeamAct::RedoSettled => assert_eq!(decisions.redo(at_ms).is_some(), self.settled.redo()),
                TeamAct::SaveSettled(count) => decisions.mark_saved(count),
                TeamAct::SaveTeam => {
                    self.stored = (self.team.annotations().cloned().collect(), self.team.renamed.clone());
                    self.stored_reference = (self.known.clone(), self.current_names.clone());
                }
                TeamAct::Write => {
                    let file = self.write(files.len());
                    files.push(file);
                }
                TeamAct::Join(_) if files.is_empty() => {}
                TeamAct::Join(file) => self.join(file.get(files)),
            }
        }

        fn rename(&mut self, old: &str, new: &str) {
            both(&mut self.history, &mut self.own, Act::Rename(place(old), place(new)), 0);
            if old == new {
                return;
            }
            self.team.rename(old, new);
            self.settled.rename(old, new);
            let current_names = self.current_names.values_mut().filter(|name| *name == old);
            current_names.for_each(|name| *name = new.to_owned());
            self.current_names.insert(old.to_owned(), new.to_owned());
            self.current_names.insert(new.to_owned(), new.to_owned());
        }

        fn end(&mut self) {
            let (annotations, renamed) = self.stored.clone();
            let team = Team::restore(annotations, saved(&self.team.decisions), renamed);
            self.history = reopened(&self.history, History::restore(saved(&self.history)));
            reopened(&self.team.decisions, team.decisions.clone());
            self.team = team;
            self.set_annotator();
            self.own.end(self.history.log().len());
            self.settled.end(self.team.decisions.log().len());
            (self.known, self.current_names) = self.stored_reference.clone();
        }

        /// Writes the project file with the given number. Like the page, first marks all log entries as saved.
        /// Otherwise, a reload could remove an unsaved entry although the project file already contains the entry.
        /// After the removal and a change of the clock, the annotator could give a different answer with the same time.
        fn write(&mut self, number: usize) -> File {
            let decisions = &mut self.team.decisions;
            for log in [&mut self.history, decisions] {
                log.mark_saved(log.unsaved().len());
            }
            let decisions = &self.team.decisions;
            let mut annotations = signed(self.history.labels(), self.name);
            annotations.extend(self.team.annotations().cloned());
            let mut known = self.known.clone();
            let spoken_of = (0..ROWS).filter(|&row| self.own.contains_row(row));
            known.extend(spoken_of.map(|row| ((self.name, row), (number, self.own.annotation(row)))));
            File {
                texts: self.texts,
                annotations,
                decisions: decisions.labels().last().cloned().collect(),
                known,
            }
        }

        fn join_into_team(&mut self, file: &File) -> usize {
            let rows = join_rows((&pool(self.texts), 0), (&pool(file.texts), 0));
            let here = |entry: &LogEntry| {
                let row = rows[entry.row as usize]?;
                Some(LogEntry { row, ..entry.clone() })
            };
            let of_others = |entry: &LogEntry| entry.by.as_deref() != Some(self.name);
            let annotations: Vec<LogEntry> = file.annotations.iter().filter_map(here).filter(of_others).collect();
            let n_new = self.team.join(annotations);
            let decisions: Vec<LogEntry> = file.decisions.iter().filter_map(here).collect();
            let joined = decisions
                .into_iter()
                .filter(|decision| self.team.join_decision(decision.clone()));
            n_new + joined.count()
        }

        fn join(&mut self, file: &File) {
            let here = |row: u32| {
                let place = self.texts.iter().position(|text| *text == file.texts[row as usize]);
                Some(place? as u32)
            };
            for ((name, row), (number, annotation)) in &file.known {
                let Some(row) = here(*row).filter(|_| *name != self.name) else {
                    continue;
                };
                let known = self.known.entry((name, row)).or_default();
                if *number >= known.0 {
                    *known = (*number, annotation.clone());
                }
            }
            // If several annotators have adjudicated a text, the latest adjudication decides the text.
            for decision in &file.decisions {
                let Some(row) = here(decision.row) else { continue };
                let theirs = (decision.at_ms, self.in_names_of_now(&decision.annotation), &decision.by);
                let entry = self.team.decisions.labels().entry(row);
                let is_later = entry.is_none_or(|ours| (ours.at_ms, ours.annotation.clone(), &ours.by) < theirs);
                if is_later {
                    self.settled.forget_steps_of(row);
                    self.settled.write(None, Turn::Made, row, theirs.1);
                }
            }
            self.join_into_team(file);
            let again = (self.resolved(), self.join_into_team(file), self.resolved());
            assert_eq!((again.1, again.0), (0, again.2), "merging again changes nothing");
        }

        fn in_names_of_now(&self, annotation: &Annotation) -> Annotation {
            let mut labels: Vec<String> = Vec::new();
            for label in &annotation.labels {
                let name = self.current_names.get(label).unwrap_or(label);
                if !labels.contains(name) {
                    labels.push(name.clone());
                }
            }
            Annotation {
                labels,
                ..annotation.clone()
            }
        }

        fn resolved(&self) -> ResolvedLabels {
            self.team.resolved(self.name, self.history.labels())
        }

        /// The expected consensus status of a row, and the expected annotation that results from all annotators.
        /// An adjudication has no effect while no annotator has an entry for the row.
        fn verdict(&self, row: u32) -> (Option<ConsensusStatus>, Annotation) {
            let own = self.own.annotation(row);
            let others = || self.known.iter().filter(|((_, of), _)| *of == row);
            let mut notes = vec![own.note.clone()];
            notes.extend(others().map(|((name, _), (_, annotation))| match &annotation.note {
                note if *note == own.note || note.is_empty() => note.clone(),
                note => format!("{name}: {note}"),
            }));
            notes.retain(|note| !note.is_empty());
            notes.dedup();
            let with_shared_parts = |annotation: Annotation| Annotation {
                flagged: own.flagged || others().any(|(_, (_, annotation))| annotation.flagged),
                note: notes.join("; "),
                ..annotation
            };
            let others = others().map(|(_, (_, annotation))| self.in_names_of_now(annotation));
            let annotation: Vec<Annotation> = [own.clone()]
                .into_iter()
                .chain(others)
                .filter(Annotation::is_answer)
                .collect();
            let answers: BTreeSet<BTreeSet<&String>> = annotation
                .iter()
                .map(|annotation| annotation.labels.iter().collect())
                .collect();
            let is_spoken_of = self.own.contains_row(row) || self.known.keys().any(|(_, of)| *of == row);
            let settled = self.settled.annotation(row);
            let (status, in_force) = match (answers.len(), annotation.len()) {
                _ if settled.is_answer() && is_spoken_of => (ConsensusStatus::Adjudicated, settled),
                (0, _) => return (None, with_shared_parts(own.clone())),
                (1, 1) => (ConsensusStatus::Single, annotation[0].clone()),
                (1, _) => {
                    let by_hand = annotation.iter().find(|annotation| !annotation.is_proposed());
                    (ConsensusStatus::Unanimous, by_hand.unwrap_or(&annotation[0]).clone())
                }
                _ => (ConsensusStatus::Disputed, Annotation::default()),
            };
            (Some(status), with_shared_parts(in_force))
        }

        fn assert_equals_reference(&self) {
            assert_equals_reference(&self.history, &self.own);
            assert_equals_reference(&self.team.decisions, &self.settled);
            let nothing = Labels::default();
            for name in ANNOTATORS.into_iter().filter(|name| *name != self.name) {
                let labels = self.team.others().find(|(other, _)| *other == name);
                let labels = labels.map_or(&nothing, |(_, labels)| labels);
                for row in 0..ROWS {
                    let known = self.known.get(&(name, row)).cloned().unwrap_or_default();
                    assert_eq!(*labels.annotation(row), known.1, "{name} on row {row} of {}", self.name);
                }
            }
            let resolved = self.resolved();
            for row in 0..ROWS {
                let verdict = (
                    resolved.statuses.get(&row).copied(),
                    resolved.labels.annotation(row).clone(),
                );
                assert_eq!(verdict, self.verdict(row), "row {row} of {}", self.name);
            }
        }
    }

    fn place(name: &str) -> usize {
        NAMES.iter().position(|other| *other == name).expect("one of them")
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn merges_in_any_order_match_reference_and_keep_own_answers(
            acts in vec((0..ANNOTATORS.len(), team_act(), 0u64..8), 0..100)
        ) {
            let mut desks = [0, 1, 2].map(|desk| Desk::new(ANNOTATORS[desk], TEXTS[desk]));
            let mut files = Vec::new();
            for (desk, act, at_ms) in acts {
                let desk = &mut desks[desk];
                desk.act(act, at_ms, &mut files);
                desk.assert_equals_reference();
                let is_rising = times(&desk.team.decisions).iter().all(|times| times.is_sorted());
                prop_assert!(is_rising, "adjudications have increasing times");
            }
            // Merging all files gives the same result in any order.
            let mut first = Desk::new("Dora", TEXTS[0]);
            files.iter().for_each(|file| first.join(file));
            let mut last = Desk::new("Dora", TEXTS[0]);
            files.iter().rev().for_each(|file| last.join(file));
            for desk in [&first, &last] {
                desk.assert_equals_reference();
            }
            prop_assert_eq!(first.resolved(), last.resolved());
            let n_new: usize = files.iter().map(|file| first.join_into_team(file)).sum();
            prop_assert_eq!(n_new, 0);
            for Desk { history, own, .. } in &mut desks {
                undo_all(history, own);
                prop_assert!(own.now.is_empty(), "undo reverts every step");
            }
        }
    }
}
