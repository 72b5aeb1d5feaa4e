//! The answers of several annotators to the texts of one pool.
//!
//! ```text
//!            Anna   Bob    adjudication   result     status
//!  text 1    yes    yes                   yes        unanimous
//!  text 2    yes    no                    –          disputed
//!  text 3    yes    no     no             no         adjudicated
//!  text 4           no                    no         by one annotator
//! ```
//!
//! No annotator's answer replaces the answer of another annotator.
//! For each of the other annotators, the latest entry of each row is stored.
//! Of two entries by one annotator for the same row, a merge keeps the later entry.
//! Files may therefore be merged in any order and repeatedly.

use std::collections::BTreeMap;

use crate::label::{
    Annotation, EntryKind, History, HistorySnapshot, LabelAgreement, LabelAliases, LabelSet, Labels, LogEntry, Pair,
    PassReason, SEPARATOR, UndefinedAgreement, alpha, specific,
};

/// The answers of the user's colleagues, and the adjudications of all annotators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    others: BTreeMap<String, Labels>,
    /// The adjudications of all annotators.
    pub decisions: History,
    /// The label aliases for answers of the other annotators.
    pub renamed: LabelAliases,
}

/// The answers, adjudications and label aliases of a [`Team`] at one moment.
/// Creating a snapshot takes little time: the snapshot shares the answers with the team and copies no adjudications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamSnapshot {
    others: BTreeMap<String, Labels>,
    decisions: HistorySnapshot,
    renamed: LabelAliases,
}

/// The consensus status of one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConsensusStatus {
    /// Exactly one annotator labeled the text or declared it impossible to label.
    Single,
    /// Several annotators gave equal answers.
    Unanimous,
    /// The answers differ, and no adjudication decides the text.
    Disputed,
    /// An adjudication decides the text's labels.
    Adjudicated,
}

/// The labels of all texts, as determined from the answers and the adjudications.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolvedLabels {
    /// The resulting labels of all texts; a disputed text has no labels.
    pub labels: Labels,
    /// The status of each text that has an answer.
    pub statuses: BTreeMap<u32, ConsensusStatus>,
    /// The annotators with their labels: the user first, then the other annotators sorted by name.
    pub annotators: Vec<(String, Labels)>,
}

/// The inter-annotator agreement of a team.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement {
    /// Krippendorff's alpha of all annotators.
    pub alpha: Result<f64, UndefinedAgreement>,
    /// Number of texts that at least two annotators labeled.
    pub n_shared: usize,
    /// The annotators with at least one label, as indices into [`ResolvedLabels::annotators`].
    /// [`ResolvedLabels::pair`] compares two annotators.
    /// Pairs are computed only for display, because thousands of annotators form millions of pairs.
    pub annotators: Vec<usize>,
    /// The agreement on each label, among annotators who labeled the same text.
    pub of_labels: BTreeMap<String, LabelAgreement>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Answer<'a> {
    Labels(LabelSet<'a>),
    CannotTell,
}

impl ConsensusStatus {
    /// The consensus status as text for the user.
    pub const fn words(self) -> &'static str {
        match self {
            ConsensusStatus::Single => "one annotator",
            ConsensusStatus::Unanimous => "unanimous",
            ConsensusStatus::Disputed => "disputed",
            ConsensusStatus::Adjudicated => "adjudicated",
        }
    }
}

impl Default for Team {
    fn default() -> Team {
        Team::restore(Vec::new(), Vec::new(), LabelAliases::default())
    }
}

impl Team {
    /// Restores a team from stored data.
    /// The arguments are the [entries](Team::annotations) of other annotators, the adjudications and the label aliases.
    pub fn restore(entries: Vec<LogEntry>, decisions: Vec<LogEntry>, renamed: LabelAliases) -> Team {
        let mut team = Team {
            others: BTreeMap::new(),
            decisions: History::of_decisions(decisions),
            renamed,
        };
        team.join(entries);
        team
    }

    /// The current state as a snapshot for [`Team::return_to`].
    pub fn snapshot(&self) -> TeamSnapshot {
        TeamSnapshot {
            others: self.others.clone(),
            decisions: self.decisions.snapshot(),
            renamed: self.renamed.clone(),
        }
    }

    /// Restores the answers of the snapshot and removes all later adjudications. The snapshot must come from this team.
    pub fn return_to(&mut self, snapshot: TeamSnapshot) {
        let TeamSnapshot {
            others,
            decisions,
            renamed,
        } = snapshot;
        self.others = others;
        self.decisions.return_to(decisions);
        self.renamed = renamed;
    }

    /// The latest entry of each row, for each of the other annotators.
    pub fn annotations(&self) -> impl Iterator<Item = &LogEntry> {
        self.others.values().flat_map(Labels::last)
    }

    /// True if there are no other annotators.
    pub fn is_empty(&self) -> bool {
        self.others.is_empty()
    }

    /// The other annotators and their labels, sorted by name.
    pub fn others(&self) -> impl Iterator<Item = (&str, &Labels)> {
        self.others.iter().map(|(name, labels)| (name.as_str(), labels))
    }

    /// Merges each entry into the stored entries of the entry's annotator.
    /// Entries without an annotator's name are ignored. Returns how many entries changed the stored answers.
    pub fn join(&mut self, entries: impl IntoIterator<Item = LogEntry>) -> usize {
        let join = |entry: &LogEntry| match &entry.by {
            Some(by) => self.others.entry(by.clone()).or_default().join(entry),
            None => false,
        };
        entries.into_iter().filter(join).count()
    }

    /// Counts the stored answers that a later, different answer in `entries` would replace.
    /// Answers of the annotator `name` are not counted.
    pub fn n_replaced(&self, entries: &[LogEntry], name: &str) -> usize {
        let is_replaced = |entry: &&LogEntry| {
            let by = entry.by.as_deref().filter(|by| *by != name);
            let known = by
                .and_then(|by| self.others.get(by))
                .filter(|known| known.supersedes_last(entry));
            let before = known.and_then(|known| answer_of(known.annotation(entry.row)));
            before.is_some() && before != answer_of(&entry.annotation)
        };
        entries.iter().filter(is_replaced).count()
    }

    /// Merges an adjudication from another copy of the project. Returns whether the adjudications changed.
    pub fn join_decision(&mut self, decision: LogEntry) -> bool {
        let annotation = self.renamed.annotation(&decision.annotation);
        self.decisions.join(LogEntry { annotation, ..decision })
    }

    /// Renames a label in the adjudications and in the aliases.
    pub fn rename(&mut self, old: &str, new: &str) {
        self.decisions.rename(old, new);
        self.renamed.rename(old, new);
    }

    /// Returns the current name of the label that the other annotators call `name`.
    /// `None` if this copy did not rename the label, or if no answer of the other annotators contains `name`.
    /// If the result is not `None`, a new label `name` would wrongly receive the answers for the renamed label.
    pub fn aliases_other<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        let now = self.renamed.name(name);
        let is_in_use = || {
            self.others
                .values()
                .any(|labels| labels.rows_with(name).next().is_some())
        };
        (now != name && is_in_use()).then_some(now)
    }

    /// Prepares this copy of the project for another annotator, who cannot undo the existing adjudications.
    pub fn hand_over(&mut self) {
        let decisions = self.decisions.log().iter().cloned();
        let imported = decisions.map(|decision| LogEntry {
            kind: EntryKind::Imported,
            ..decision
        });
        self.decisions = History::of_decisions(imported.collect());
    }

    /// Removes and returns the entries of the annotator `name`, who turned out to be the user. Adjudications remain.
    pub fn take(&mut self, name: &str) -> Vec<LogEntry> {
        let labels = self.others.remove(name);
        labels.iter().flat_map(Labels::last).cloned().collect()
    }

    /// Removes all answers and adjudications by one of the other annotators.
    pub fn forget(&mut self, name: &str) {
        self.others.remove(name);
        let by_them = |decision: &LogEntry| decision.by.as_deref() == Some(name);
        if self.decisions.log().iter().any(by_them) {
            let left = self.decisions.log().iter().filter(|decision| !by_them(decision));
            self.decisions = History::of_decisions(left.cloned().collect());
        }
    }

    /// Returns whether the adjudication `decision` would replace an answer on which all annotators of the text agree.
    /// The annotators include the user, whose labels are `own`. O(m log n) for m annotators and n texts.
    pub fn is_superseded_by(&self, decision: &LogEntry, own: &Labels) -> bool {
        let annotation = self.renamed.annotation(&decision.annotation);
        let others = self
            .others
            .values()
            .map(|labels| self.renamed.annotation(labels.annotation(decision.row)));
        let all: Vec<Annotation> = others.chain([own.annotation(decision.row).clone()]).collect();
        let mut answers = all.iter().filter_map(answer_of);
        let first = answers.next();
        self.decisions.labels().supersedes_last(decision)
            && first.is_some()
            && answers.all(|other| Some(other) == first)
            && answer_of(&annotation).is_some_and(|annotation| Some(annotation) != first)
    }

    /// Determines the resolved labels of all texts. `name` and `own` are the user's name and labels.
    ///
    /// An adjudication takes precedence. Without an adjudication, a label is final if all annotators with an answer agree.
    /// The answer that a text is impossible to label is treated like a label.
    /// Labels from the input belong to no annotator and apply only to texts without an answer.
    /// O(m n log n) for m annotators and n texts.
    pub fn resolved(&self, name: &str, own: &Labels) -> ResolvedLabels {
        let mut resolved = ResolvedLabels {
            annotators: vec![(name.to_owned(), own.clone())],
            ..ResolvedLabels::default()
        };
        let here = |(name, labels): (&str, &Labels)| (name.to_owned(), self.renamed.labels(labels));
        let others = self.others().map(here);
        resolved.annotators.extend(others);
        let mut of_rows: BTreeMap<u32, Vec<LogEntry>> = BTreeMap::new();
        for (name, labels) in &resolved.annotators {
            for entry in labels.last() {
                // The entry gets the current name of its annotator.
                let by = Some(name.clone());
                of_rows
                    .entry(entry.row)
                    .or_default()
                    .push(LogEntry { by, ..entry.clone() });
            }
        }
        for (row, entries) in of_rows {
            let settled = self.decisions.labels().entry(row);
            let (status, entry) = resolve(row, &entries, settled, own);
            resolved.labels.apply(&entry);
            resolved.statuses.extend(status.map(|status| (row, status)));
        }
        resolved
    }
}

/// Returns the consensus status of one text, and an entry with the resulting labels, flag and note.
/// `entries` contains one entry per annotator, and `settled` is the adjudication of the text.
fn resolve(
    row: u32,
    entries: &[LogEntry],
    settled: Option<&LogEntry>,
    own: &Labels,
) -> (Option<ConsensusStatus>, LogEntry) {
    // Flags and notes of all annotators are combined.
    // A note of another annotator starts with the annotator's name. The page shows separately who flagged the text.
    let own_note = &own.annotation(row).note;
    let noted = entries.iter().filter(|entry| !entry.annotation.note.is_empty());
    let signed = noted.map(|entry| match entry.annotation.note == *own_note {
        true => own_note.clone(),
        false => format!("{}: {}", entry.by.as_deref().unwrap_or_default(), entry.annotation.note),
    });
    let mut notes: Vec<String> = signed.collect();
    notes.dedup();
    let (flagged, note) = (
        entries.iter().any(|entry| entry.annotation.flagged),
        notes.join(SEPARATOR),
    );
    let with_notes = |annotation: &Annotation| Annotation {
        flagged,
        note: note.clone(),
        ..annotation.clone()
    };
    let in_force = |entry: &LogEntry| LogEntry {
        annotation: with_notes(&entry.annotation),
        ..entry.clone()
    };
    if let Some(settled) = settled.filter(|settled| answer_of(&settled.annotation).is_some()) {
        return (Some(ConsensusStatus::Adjudicated), in_force(settled));
    }
    let is_answer = |entry: &&LogEntry| answer_of(&entry.annotation).is_some();
    let mut answers = entries.iter().filter(is_answer);
    let Some(first) = answers.next() else {
        let entry = own.entry(row).cloned().unwrap_or(LogEntry {
            row,
            ..LogEntry::default()
        });
        return (None, in_force(&entry));
    };
    let mut names = vec![first.by.as_deref().unwrap_or_default()];
    let mut same = true;
    for other in answers {
        names.extend(other.by.as_deref());
        same &= answer_of(&other.annotation) == answer_of(&first.annotation);
    }
    match (names.len(), same) {
        (1, _) => (Some(ConsensusStatus::Single), in_force(first)),
        (_, true) => {
            // Labels that at least one annotator gave by hand are not marked as proposed by a program.
            let is_by_hand = |entry: &&LogEntry| !entry.annotation.is_proposed();
            let by_hand = entries.iter().filter(is_answer).find(is_by_hand);
            let by_all = LogEntry {
                by: Some(names.join(SEPARATOR)),
                ..in_force(by_hand.unwrap_or(first))
            };
            (Some(ConsensusStatus::Unanimous), by_all)
        }
        (_, false) => {
            let disputed = LogEntry {
                row,
                annotation: with_notes(&Annotation::default()),
                ..LogEntry::default()
            };
            (Some(ConsensusStatus::Disputed), disputed)
        }
    }
}

impl ResolvedLabels {
    /// The rows with the given status, in ascending order.
    pub fn rows(&self, status: ConsensusStatus) -> impl Iterator<Item = u32> {
        let rows = self.statuses.iter().filter(move |(_, of_row)| **of_row == status);
        rows.map(|(&row, _)| row)
    }

    /// The annotators who have an entry for `row`, each with the entry.
    pub fn entries_of(&self, row: u32) -> impl Iterator<Item = (&str, &LogEntry)> {
        self.annotators
            .iter()
            .filter_map(move |(name, labels)| Some((name.as_str(), labels.entry(row)?)))
    }

    /// The answer with a strict majority for each disputed text, in ascending row order.
    /// Texts without a strict majority are omitted. Answers are compared as complete label sets.
    /// Ignores labels that a program proposed, because an adjudication counts as a person's answer.
    /// O(m n log m) for m annotators and n texts.
    pub fn majorities(&self) -> Vec<(u32, Annotation)> {
        let of_row = |row: u32| {
            let mut counts: BTreeMap<Answer, (usize, &Annotation)> = BTreeMap::new();
            let mut n = 0;
            for (_, LogEntry { annotation, .. }) in self.entries_of(row) {
                if let Some(answer) = answer_by_hand(annotation) {
                    counts.entry(answer).or_insert((0, annotation)).0 += 1;
                    n += 1;
                }
            }
            let (_, annotation) = counts.into_values().find(|(n_same, _)| 2 * n_same > n)?;
            let annotation = Annotation {
                labels: annotation.labels.clone(),
                passed: annotation.passed,
                ..Annotation::default()
            };
            Some((row, annotation))
        };
        self.rows(ConsensusStatus::Disputed).filter_map(of_row).collect()
    }

    /// The inter-annotator agreement on the labels that the annotators gave by hand.
    /// Labels from the input, accepted proposals of programs, and the answer “impossible to label” are not included.
    /// The time is the time of [`alpha`] plus O(m n log n) for m annotators and n texts.
    pub fn agreement(&self) -> Agreement {
        let mut texts: BTreeMap<u32, Vec<LabelSet>> = BTreeMap::new();
        let mut annotators = Vec::new();
        for annotator in 0..self.annotators.len() {
            let labels = self.label_sets(annotator);
            if !labels.is_empty() {
                annotators.push(annotator);
            }
            for (row, value) in labels {
                texts.entry(row).or_default().push(value);
            }
        }
        let values: Vec<Vec<LabelSet>> = texts.into_values().collect();
        Agreement {
            alpha: alpha(&values),
            n_shared: values.iter().filter(|values| values.len() > 1).count(),
            annotators,
            of_labels: specific(&values),
        }
    }

    /// The agreement of two annotators, given as indices into [`ResolvedLabels::annotators`]. O(n log n) for n texts.
    pub fn pair(&self, a: usize, b: usize) -> Pair {
        let (first, mut second) = (self.label_sets(a), self.label_sets(b));
        let both = first
            .into_iter()
            .filter_map(|(row, value)| Some((value, second.remove(&row)?)));
        Pair::of(&both.collect::<Vec<_>>())
    }

    /// The label set that the annotator gave to each labeled text. Labels that a program proposed are left out.
    fn label_sets(&self, annotator: usize) -> BTreeMap<u32, LabelSet<'_>> {
        let entries = self.annotators[annotator].1.last();
        let label_sets = entries.filter_map(|entry| match answer_by_hand(&entry.annotation)? {
            Answer::Labels(value) => Some((entry.row, value)),
            Answer::CannotTell => None,
        });
        label_sets.collect()
    }
}

impl Agreement {
    /// Number of pairs of annotators.
    pub fn n_pairs(&self) -> usize {
        let n = self.annotators.len();
        n * n.saturating_sub(1) / 2
    }

    /// Returns each pair of annotators once, as indices.
    /// The pairs are sorted by the first and then by the second annotator, in [`Agreement::annotators`] order.
    /// The first `skipped` pairs are omitted.
    /// For m annotators, the time is O(m) plus O(1) for each returned pair.
    pub fn pairs(&self, skipped: usize) -> impl Iterator<Item = (usize, usize)> {
        let n = self.annotators.len();
        let (mut first, mut left) = (0, skipped);
        while first < n && left >= n - 1 - first {
            left -= n - 1 - first;
            first += 1;
        }
        let begins = move |at: usize| if at == first { at + 1 + left } else { at + 1 };
        (first..n).flat_map(move |a| (begins(a)..n).map(move |b| (self.annotators[a], self.annotators[b])))
    }
}

/// The answer of an annotator; `None` for postponed texts and for labels from the input.
fn answer_of(annotation: &Annotation) -> Option<Answer<'_>> {
    if annotation.is_from_file() {
        return None;
    }
    if annotation.labels.is_empty() {
        return (annotation.passed == Some(PassReason::CannotTell)).then_some(Answer::CannotTell);
    }
    let mut labels: LabelSet = annotation.labels.iter().map(String::as_str).collect();
    labels.sort_unstable();
    labels.dedup();
    Some(Answer::Labels(labels))
}

/// The answer that an annotator gave by hand: like [`answer_of`], but `None` for labels that a program proposed.
/// Annotators who accept the same proposal agree with the program, but not necessarily with each other.
fn answer_by_hand(annotation: &Annotation) -> Option<Answer<'_>> {
    (!annotation.is_proposed()).then(|| answer_of(annotation)).flatten()
}

#[cfg(test)]
mod tests;
