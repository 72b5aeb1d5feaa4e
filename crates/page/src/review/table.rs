//! The rows of the pick table, their order, and the filter.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::answers::{AnswersState, labels_of};
use crate::i18n::core_messages;
use crate::i18n::{grouped, t};
use crate::labeling::list_filter::ListFilter;
use crate::map::coloring::part_name;
use crate::project::Project;
use crate::suggestions::names_of;
use crate::ui::truncate;
use fastgas_annotation::label::{
    Annotation, AnswerType, ConsensusStatus, EntryKind, PassReason, SEPARATOR, Suggestions,
};
use fastgas_map::{PaletteColor, Query};

/// Number of file columns that the table shows at first, in addition to the id column.
const N_FIRST_COLUMNS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Column {
    Rank,
    Text,
    Label,
    Suggestion,
    Answer,
    Part,
    Status,
    Note,
    File(usize),
}

impl Column {
    const OWN: [Column; 7] = [
        Column::Rank,
        Column::Label,
        Column::Suggestion,
        Column::Answer,
        Column::Part,
        Column::Status,
        Column::Note,
    ];

    pub fn name(self, columns: &[String]) -> String {
        match self {
            Column::Rank => t!("review-column-rank"),
            Column::Text => t!("review-column-text"),
            Column::Label => t!("team-label-column"),
            Column::Suggestion => t!("review-column-suggestion"),
            Column::Answer => t!("review-column-answer"),
            Column::Part => t!("review-column-part"),
            Column::Status => t!("review-column-status"),
            Column::Note => t!("labeling-note-label"),
            Column::File(column) => {
                let name = columns.get(column).map_or("", String::as_str);
                truncate::name(name, column)
            }
        }
    }

    /// Returns `None` if the heading of the column needs no explanation.
    pub fn meaning(self) -> Option<String> {
        match self {
            Column::Rank => Some(t!("export-rank-meaning")),
            Column::Suggestion => Some(t!("review-suggestion-meaning")),
            Column::Answer => Some(t!("review-answer-meaning")),
            Column::Part => Some(t!("export-part-meaning")),
            Column::Status => Some(t!("review-status-meaning")),
            Column::Text | Column::Label | Column::Note | Column::File(_) => None,
        }
    }

    pub fn explained() -> Vec<(String, String)> {
        let explained = |column: Column| Some((column.name(&[]), column.meaning()?));
        Column::OWN.into_iter().filter_map(explained).collect()
    }

    /// The name of the column in the document, for example in element ids.
    pub fn id(self) -> String {
        match self {
            Column::Rank => "rank".to_owned(),
            Column::Text => "text".to_owned(),
            Column::Label => "label".to_owned(),
            Column::Suggestion => "suggestion".to_owned(),
            Column::Answer => "answer".to_owned(),
            Column::Part => "part".to_owned(),
            Column::Status => "status".to_owned(),
            Column::Note => "note".to_owned(),
            Column::File(column) => format!("file-{column}"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sort {
    pub column: Column,
    pub descending: bool,
}

impl Sort {
    /// Pressing the heading of a column several times sorts ascending, then descending, then by the order of the picks.
    pub fn next(now: Option<Sort>, column: Column) -> Option<Sort> {
        // Ascending order by rank is the order of the picks, so the first press on the rank heading sorts descending.
        let first = column == Column::Rank;
        match now.filter(|now| now.column == column) {
            None => Some(Sort {
                column,
                descending: first,
            }),
            Some(Sort { descending: false, .. }) => Some(Sort {
                column,
                descending: true,
            }),
            Some(_) => None,
        }
    }
}

/// A status of a text. A text can have several statuses, for example skipped and flagged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Status {
    Disputed,
    Open,
    Skipped,
    CannotTell,
    /// The user accepted a suggestion or the answer of a language model.
    Accepted,
    FromFile,
    Labeled,
    Changed,
    Flagged,
    Noted,
}

impl Status {
    /// All statuses, in sort order, which is also the order in the list of filters.
    pub const ALL: [Status; 10] = [
        Status::Disputed,
        Status::Open,
        Status::Skipped,
        Status::CannotTell,
        Status::Accepted,
        Status::FromFile,
        Status::Labeled,
        Status::Changed,
        Status::Flagged,
        Status::Noted,
    ];

    pub const fn id(self) -> &'static str {
        match self {
            Status::Disputed => "disputed",
            Status::Open => "open",
            Status::Skipped => "skipped",
            Status::CannotTell => "cannot-tell",
            Status::Accepted => "accepted",
            Status::FromFile => "from-file",
            Status::Labeled => "labeled",
            Status::Changed => "changed",
            Status::Flagged => "flagged",
            Status::Noted => "noted",
        }
    }

    pub fn name(self) -> String {
        match self {
            Status::Disputed => t!("common-disputed-status"),
            Status::Open => ListFilter::Left.name(),
            Status::Skipped => core_messages::passed(PassReason::Skipped),
            Status::CannotTell => core_messages::passed(PassReason::CannotTell),
            Status::Accepted => t!("review-status-accepted"),
            Status::FromFile => t!("review-status-from-file"),
            Status::Labeled => ListFilter::Labeled.name(),
            Status::Changed => t!("review-status-changed"),
            Status::Flagged => t!("labeling-flagged-status"),
            Status::Noted => ListFilter::Noted.name(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum LabelFilter {
    #[default]
    Any,
    Without,
    With(String),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    pub typed: String,
    pub label: LabelFilter,
    pub status: Option<Status>,
    pub part: Option<u32>,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    pub fn fitting(&self, project: &Project) -> Filter {
        let is_known = |label: &LabelFilter| match label {
            LabelFilter::With(name) => project.labels.names.contains(name),
            LabelFilter::Any | LabelFilter::Without => true,
        };
        let label = Some(self.label.clone()).filter(is_known).unwrap_or_default();
        let part = self.part.filter(|&part| part < n_parts(project));
        Filter {
            label,
            part,
            ..self.clone()
        }
    }

    fn shows(&self, row: &TableRow, query: &Query, project: &Project) -> bool {
        let labels = &row.annotation.labels;
        let has_label = match &self.label {
            LabelFilter::Any => true,
            LabelFilter::Without => labels.is_empty(),
            LabelFilter::With(name) => labels.contains(name),
        };
        has_label
            && self.status.is_none_or(|status| row.has(status))
            && self
                .part
                .is_none_or(|part| row.part.is_some_and(|(own, _)| own == part))
            && (query.is_empty() || row.is_found(query, project))
    }
}

pub fn n_parts(project: &Project) -> u32 {
    let outcome = project.result.outcome.as_ref();
    outcome.map_or(0, |outcome| outcome.partition.n_parts)
}

/// A suggestion or a language model proposes labels only for a text without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The labels are empty if the answer of a language model contains no label.
    pub labels: Vec<String>,
    /// The confidence in percent. `None` if the confidence is unknown.
    pub percent: Option<u8>,
}

impl Proposal {
    fn words(&self) -> String {
        let labels = match self.labels.is_empty() {
            true => t!("review-no-label-of-set"),
            false => self.labels.join(SEPARATOR),
        };
        match self.percent {
            Some(percent) => format!("{labels} {}", t!("common-percent", n = percent)),
            None => labels,
        }
    }
}

/// A table row contains a pick and the values that the table shows in addition to the cells of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    pub row: u32,
    /// The 1-based rank of the pick.
    pub rank: usize,
    pub annotation: Annotation,
    pub is_saved: bool,
    pub suggestion: Option<Proposal>,
    pub model_answer: Option<Proposal>,
    /// The index and the color of the part. `None` for picks that were made before all texts were embedded.
    pub part: Option<(u32, PaletteColor)>,
    pub is_disputed: bool,
    pub is_changed: bool,
}

impl TableRow {
    pub fn has(&self, status: Status) -> bool {
        let annotation = &self.annotation;
        match status {
            Status::Disputed => self.is_disputed,
            Status::Open => ListFilter::Left.shows(annotation),
            Status::Skipped => ListFilter::Skipped.shows(annotation),
            Status::CannotTell => ListFilter::CannotTell.shows(annotation),
            Status::Accepted => annotation.is_proposed(),
            Status::FromFile => annotation.is_from_file(),
            Status::Labeled => ListFilter::Labeled.shows(annotation),
            Status::Changed => self.is_changed,
            Status::Flagged => annotation.flagged,
            Status::Noted => ListFilter::Noted.shows(annotation),
        }
    }

    /// Labels from the file or from accepted suggestions have their own status instead of “labeled”.
    /// Skipped texts do not have the status “to label”. Notes have their own column.
    pub fn statuses(&self) -> Vec<Status> {
        let is_said = |status: &Status| match status {
            Status::Open => !self.has(Status::Skipped),
            Status::Labeled => !self.has(Status::Accepted) && !self.has(Status::FromFile),
            Status::Noted => false,
            _ => true,
        };
        let has = |status: &Status| self.has(*status) && is_said(status);
        Status::ALL.into_iter().filter(has).collect()
    }

    pub fn cell<'a>(&'a self, column: Column, project: &'a Project) -> Cow<'a, str> {
        let words = |proposal: &Option<Proposal>| proposal.as_ref().map(Proposal::words).unwrap_or_default();
        match column {
            Column::Rank => Cow::Owned(self.rank.to_string()),
            Column::Text => Cow::Borrowed(project.text(self.row)),
            Column::Label => Cow::Owned(self.annotation.answer().unwrap_or_default()),
            Column::Suggestion => Cow::Owned(words(&self.suggestion)),
            Column::Answer => Cow::Owned(words(&self.model_answer)),
            Column::Part => {
                let name = |(part, _)| part_name(part, &project.result.part_names);
                Cow::Owned(self.part.map(name).unwrap_or_default())
            }
            Column::Status => {
                let names: Vec<String> = self.statuses().into_iter().map(Status::name).collect();
                Cow::Owned(names.join(", "))
            }
            Column::Note => Cow::Borrowed(&self.annotation.note),
            Column::File(column) => {
                let pool = &project.source.pool;
                let is_in = column < pool.columns().len();
                Cow::Borrowed(if is_in {
                    pool.instance(self.row as usize).cell(column)
                } else {
                    ""
                })
            }
        }
    }

    /// Suggestions are searched only if they are shown.
    fn is_found(&self, query: &Query, project: &Project) -> bool {
        let own = Column::OWN.map(|column| self.cell(column, project));
        let instance = project.source.pool.instance(self.row as usize);
        query.is_in_row(|| instance.cells().chain(own.iter().map(|cell| &**cell)))
    }
}

/// `suggested` contains the suggestions if the table shows them.
/// Complexity: O(number of picks · log n + length of the log) for n texts in the pool.
pub fn table_rows(project: &Project, suggested: Option<&Suggestions>, answers: &AnswersState) -> Vec<TableRow> {
    let (shown, own) = (project.labels_shown(), project.annotations.history.labels());
    let changed = changed_rows(project);
    let picks = project.picks();
    let row = |(index, row): (usize, u32)| {
        let is_open = own.get(row).is_none() && own.passed(row).is_none();
        let suggestion = suggested.filter(|_| is_open).and_then(|suggested| suggested.get(row));
        let suggestion = suggestion.map(|suggestion| Proposal {
            labels: names_of(project, &suggestion),
            percent: Some(suggestion.percent),
        });
        let model_answer = answers.open_answer(row, project).map(|answer| Proposal {
            labels: labels_of(answer, project).unwrap_or_default(),
            percent: answer.percent(),
        });
        let part = picks.get(index).map(|pick| (pick.part, project.part_ink(pick.part)));
        TableRow {
            row,
            rank: index + 1,
            annotation: shown.annotation(row).clone(),
            is_saved: project.annotations.history.is_saved(row),
            suggestion,
            model_answer,
            part,
            is_disputed: project.shown_consensus(row) == Some(ConsensusStatus::Disputed),
            is_changed: changed.contains(&row),
        }
    };
    project.picked().enumerate().map(row).collect()
}

/// For each text, compares the current answer with the first answer, which a user gave or the file contained.
/// A renamed label counts as the same label, and an answer that was undone does not count.
/// If texts can have several labels, the result is empty, because each additional label would be a change.
fn changed_rows(project: &Project) -> BTreeSet<u32> {
    if project.labels.answers == AnswerType::Several {
        return BTreeSet::new();
    }
    let history = &project.annotations.history;
    let mut first: BTreeMap<u32, &[String]> = BTreeMap::new();
    for entry in history.log() {
        let labels = &entry.annotation.labels[..];
        if !labels.is_empty() {
            first.entry(entry.row).or_insert(labels);
        } else if entry.kind == EntryKind::Undo {
            first.remove(&entry.row);
        }
    }
    let renamed = &project.annotations.team.renamed;
    let is_changed = |&(row, labels): &(u32, &[String])| {
        let now = &history.labels().annotation(row).labels;
        let before = labels.iter().map(|label| renamed.name(label));
        !now.is_empty() && !before.eq(now.iter().map(|label| renamed.name(label)))
    };
    let changed = first.into_iter().filter(is_changed);
    changed.map(|(row, _)| row).collect()
}

/// Empty cells have no sort key.
#[derive(Clone, Debug, PartialEq)]
enum SortKey {
    Number(f64),
    /// The text in lower case is compared first, then the original text.
    Text(String, String),
}

impl SortKey {
    fn number(number: f64) -> SortKey {
        // Adding zero converts −0 to +0, so that both zeros are equal in the order.
        SortKey::Number(number + 0.0)
    }

    fn text(cell: &str) -> Option<SortKey> {
        let cell = cell.trim();
        (!cell.is_empty()).then(|| SortKey::Text(cell.to_lowercase(), cell.to_owned()))
    }

    fn compare(&self, other: &SortKey) -> Ordering {
        match (self, other) {
            (SortKey::Number(a), SortKey::Number(b)) => a.total_cmp(b),
            (SortKey::Number(_), SortKey::Text(..)) => Ordering::Less,
            (SortKey::Text(..), SortKey::Number(_)) => Ordering::Greater,
            (SortKey::Text(a, whole), SortKey::Text(b, other)) => a.cmp(b).then_with(|| whole.cmp(other)),
        }
    }
}

fn number_in(cell: &str) -> Option<f64> {
    cell.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

fn sort_keys(rows: &[TableRow], column: Column, project: &Project) -> Vec<Option<SortKey>> {
    let percent = |proposal: &Option<Proposal>| {
        let percent = |proposal: &Proposal| SortKey::number(proposal.percent.map_or(-1.0, f64::from));
        proposal.as_ref().map(percent)
    };
    let text = |row: &TableRow| SortKey::text(&row.cell(column, project));
    let texts = || -> Vec<Option<SortKey>> { rows.iter().map(text).collect() };
    match column {
        Column::Rank => rows.iter().map(|row| Some(SortKey::number(row.rank as f64))).collect(),
        Column::Suggestion => rows.iter().map(|row| percent(&row.suggestion)).collect(),
        Column::Answer => rows.iter().map(|row| percent(&row.model_answer)).collect(),
        Column::Part => {
            let part = |row: &TableRow| row.part.map(|(part, _)| SortKey::number(part.into()));
            rows.iter().map(part).collect()
        }
        Column::Status => {
            let status = |row: &TableRow| {
                row.statuses()
                    .first()
                    .map(|&status| SortKey::number(f64::from(status as u8)))
            };
            rows.iter().map(status).collect()
        }
        Column::Text | Column::Label | Column::Note => texts(),
        Column::File(_) => {
            let cells: Vec<Cow<'_, str>> = rows.iter().map(|row| row.cell(column, project)).collect();
            let mut filled = cells.iter().filter(|cell| !cell.trim().is_empty());
            match filled.all(|cell| number_in(cell).is_some()) {
                true => cells.iter().map(|cell| number_in(cell).map(SortKey::number)).collect(),
                false => texts(),
            }
        }
    }
}

/// Columns of the file that contain only numbers are compared as numbers, and proposed labels by their confidence.
/// Empty cells are last in both directions. Ties keep the order of the picks. Complexity: O(p · log p) for p picks.
pub fn sorted(rows: &[TableRow], sort: Option<Sort>, project: &Project) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    if let Some(Sort { column, descending }) = sort {
        let keys = sort_keys(rows, column, project);
        // The sort is stable, so ties keep the order of the picks.
        order.sort_by(|&a, &b| match (&keys[a], &keys[b]) {
            (Some(a), Some(b)) if descending => b.compare(a),
            (Some(a), Some(b)) => a.compare(b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        });
    }
    order
}

/// Complexity: O(p · length of a row) for p picks.
pub fn filtered(rows: &[TableRow], order: &[usize], filter: &Filter, project: &Project) -> Vec<u32> {
    let filter = filter.fitting(project);
    let query = Query::new(&filter.typed);
    // The order may be outdated and contain indices of rows that no longer exist.
    let ordered = order.iter().filter_map(|&index| rows.get(index));
    let shown = ordered.filter(|row| filter.shows(row, &query, project));
    shown.map(|row| row.row).collect()
}

/// Returns the id column and the first few other columns of the file, but not the text column.
pub fn first_columns(project: &Project) -> BTreeSet<usize> {
    let (text, id) = (project.source.text_column, project.source.id_column);
    let others = (0..project.source.pool.columns().len()).filter(|&column| column != text && Some(column) != id);
    others
        .take(N_FIRST_COLUMNS)
        .chain(id.filter(|&id| id != text))
        .collect()
}

/// The id column comes first, then the other columns in file order.
pub fn file_columns(project: &Project, chosen: Option<&BTreeSet<usize>>) -> Vec<Column> {
    let (n, id) = (project.source.pool.columns().len(), project.source.id_column);
    let chosen = chosen.cloned().unwrap_or_else(|| first_columns(project));
    let first = id.filter(|id| chosen.contains(id));
    let others = chosen
        .iter()
        .copied()
        .filter(|&column| Some(column) != first && column < n);
    first.into_iter().chain(others).map(Column::File).collect()
}

pub fn count_words(shown: usize, n: usize) -> String {
    t!("review-count", shown = grouped(shown as u64), n = grouped(n as u64))
}
