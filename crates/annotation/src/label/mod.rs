//! The annotators' answers: a log of entries, and the labels that result from the log.
//!
//! A log consists of [`LogEntry`] values and only grows.
//! [`Labels`] result from replaying a log. [`History`] adds undo and redo and tracks which entries are saved.
//! The label set is an ordered list of names, validated by [`check_name`].
//! Each label has its own key and color ([`LabelSpecs`]).
//!
//! [`Sources`] suggests labels for other texts, based on the current labels and the kNN graph.
//! [`CheckCounts`] count how often suggestions were right.
//!
//! A [`Team`] contains the answers of several annotators to the texts of one pool.
//! Annotators are identified by name, and texts are matched by [`join_rows`].
//! A team also contains the adjudications and computes the inter-annotator agreement ([`Agreement`]).

mod agreement;
mod annotation;
mod checks;
mod goal;
mod history;
mod join;
mod label_aliases;
mod label_specs;
mod label_spelling;
mod labels;
mod names;
mod near_duplicates;
mod pace;
mod pasted_labels;
mod similar_names;
mod suggest;
mod team;

use serde::{Deserialize, Serialize};

pub use agreement::{LabelAgreement, LabelSet, Pair, UndefinedAgreement, alpha, masi, specific};
pub use annotation::{Annotation, ConfidenceMeasure, LabelOrigin, PassReason, SEPARATOR};
pub use checks::{CHECK_EVERY, CheckCounts, CheckResult, is_check_due};
pub use goal::{Goal, GoalProgress};
pub use history::{History, HistorySnapshot, LastStep, LogPosition};
pub use join::join_rows;
pub use label_aliases::LabelAliases;
pub use label_specs::{LabelSpec, LabelSpecs, LostKey, N_COLORS, N_EARLIER_COLORS, NEUTRAL_COLOR};
pub use label_spelling::unify_label_sets;
pub use labels::Labels;
pub(crate) use names::case_folded;
pub use names::{
    ConfusableLabels, LabelDifference, NameError, appearance, check_appearance, check_name, confusable_labels, is_key,
    keys, spelled,
};
pub use near_duplicates::{DuplicateGroups, first_with_same_words, folded};
pub use pace::seconds_per_text;
pub use pasted_labels::PastedLabel;
pub use similar_names::{entered_name, is_same_name, is_similar_name};
pub use suggest::{Explained, MIN_PERCENT, Sources, Suggestion, Suggestions};
pub use team::{Agreement, ConsensusStatus, ResolvedLabels, Team, TeamSnapshot};

/// One entry of the append-only log. Entries are never overwritten: a change or removal of a label adds an entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Entry")]
pub struct LogEntry {
    /// 0-based row of the text in the pool.
    pub row: u32,
    /// The labels, the flag and the note of the text after this entry.
    #[serde(rename = "said")]
    pub annotation: Annotation,
    /// Time of the entry by the annotator's clock, in milliseconds since 1970.
    /// The time is always later than the time of the row's previous entry, even if the clock was set back.
    /// If one annotator answered a text twice, the answer with the later time is used.
    pub at_ms: u64,
    /// Name of the annotator, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// True for an adjudication, which resolves a disagreement; false for an annotator's own answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "settles")]
    pub is_adjudication: bool,
    /// Result of checking this label against a hidden suggestion (blind check); `None` if the label was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<CheckResult>,
    /// The role of the log entry for undo and redo.
    #[serde(skip_serializing_if = "EntryKind::is_step")]
    pub kind: EntryKind,
    /// True if the entry retracts an earlier answer in the same log.
    /// An entry without an answer removes an answer in another copy of the project only if `retracts` is true.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub retracts: bool,
    /// How long the text was displayed between the row's previous entry and this entry, in milliseconds.
    /// The display time is 0 if several texts were labeled in one step, and in logs from older versions of the page.
    #[serde(skip_serializing_if = "is_zero")]
    pub spent_ms: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LogEntry {
    /// Returns whether the entry contains labels, declares the text impossible to label, or retracts an answer.
    pub fn concerns_answer(&self) -> bool {
        self.retracts || self.annotation.is_answer()
    }
}

/// The role of a log entry for undo and redo.
/// The role is stored, so that undo and redo work in the same way before and after the log is restored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EntryKind {
    /// The entry belongs to a step of the user. In logs from older versions, every entry has this kind.
    #[default]
    Step,
    /// The entry undoes the most recent step.
    Undo,
    /// The entry redoes the most recently undone step.
    Redo,
    /// The entry renames a label. The value contains the old and the new name.
    Renaming(Box<(String, String)>),
    /// The entry imports another annotator's adjudication, or a label from an input column, and cannot be undone.
    /// In project files, this kind of entry is called `taken-in`, as in earlier versions.
    #[serde(rename = "taken-in")]
    Imported,
}

impl EntryKind {
    fn is_step(&self) -> bool {
        *self == EntryKind::Step
    }

    /// Returns whether the entry results from an action of the user on the text in its row.
    fn is_by_hand(&self) -> bool {
        matches!(self, EntryKind::Step | EntryKind::Undo | EntryKind::Redo)
    }
}

/// A log entry as stored by any version of the page.
/// The first versions of the page stored only one label per entry, and whether the text was skipped.
#[derive(Deserialize)]
struct Entry {
    row: u32,
    #[serde(rename = "said")]
    annotation: Option<Annotation>,
    label: Option<String>,
    #[serde(default)]
    skipped: bool,
    at_ms: u64,
    by: Option<String>,
    #[serde(default)]
    #[serde(rename = "settles")]
    is_adjudication: bool,
    check: Option<CheckResult>,
    #[serde(default)]
    kind: EntryKind,
    #[serde(default)]
    retracts: bool,
    #[serde(default)]
    spent_ms: u64,
}

/// Upper bound for entry times, so that adding to a time does not overflow. Only manually edited files exceed the bound.
const MAX_TIME_MS: u64 = 1 << 60;

/// Upper bound for a display time, so that the sum over all log entries does not overflow.
const MAX_DISPLAY_MS: u64 = 1 << 40;

impl From<Entry> for LogEntry {
    fn from(entry: Entry) -> LogEntry {
        let first = || Annotation {
            labels: entry.label.into_iter().collect(),
            passed: entry.skipped.then_some(PassReason::Skipped),
            ..Annotation::default()
        };
        LogEntry {
            row: entry.row,
            annotation: entry.annotation.unwrap_or_else(first),
            at_ms: entry.at_ms.min(MAX_TIME_MS),
            by: entry.by,
            is_adjudication: entry.is_adjudication,
            check: entry.check,
            kind: entry.kind,
            retracts: entry.retracts,
            spent_ms: entry.spent_ms.min(MAX_DISPLAY_MS),
        }
    }
}

/// The kind of answers that a project collects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AnswerType {
    /// Each text gets one of the labels.
    #[default]
    One,
    /// Each text gets any number of the labels.
    Several,
    /// Each text gets a free-text answer.
    Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imported_entry_has_the_name_of_earlier_versions() {
        let written = serde_json::to_string(&EntryKind::Imported).expect("JSON");
        assert_eq!(written, r#""taken-in""#);
        assert_eq!(
            serde_json::from_str::<EntryKind>(&written).expect("a kind"),
            EntryKind::Imported
        );
    }

    #[test]
    fn entries_of_older_pages_are_read() {
        let read = |json: &str| serde_json::from_str::<LogEntry>(json).expect("an entry");
        let labeled = read(r#"{"row":3,"label":"yes","at_ms":5}"#);
        assert_eq!(
            (labeled.row, labeled.annotation.labels, labeled.at_ms),
            (3, vec!["yes".to_owned()], 5)
        );
        let skipped = read(r#"{"row":3,"label":null,"skipped":true,"at_ms":5}"#);
        assert_eq!(skipped.annotation.passed, Some(PassReason::Skipped));
        assert_eq!(
            read(r#"{"row":3,"label":null,"at_ms":5}"#).annotation,
            Annotation::default()
        );
        let of_file = read(r#"{"row":3,"said":{"labels":["yes"],"origin":"topic"},"at_ms":5}"#);
        assert_eq!(of_file.annotation.origin, Some(LabelOrigin::Column("topic".into())));
        assert_eq!((of_file.check, of_file.kind), (None, EntryKind::Step));
    }

    #[test]
    fn answer_of_a_model_is_a_suggestion_for_older_pages() {
        /// The label origins that older versions of the page can read.
        #[derive(Debug, PartialEq, Deserialize)]
        #[serde(untagged)]
        enum Older {
            Column(String),
            Suggestion { percent: u8 },
        }
        let origin = LabelOrigin::Model {
            percent: 83,
            model: "tiny".into(),
            measure: Some(ConfidenceMeasure::LabelProbability),
        };
        let json = serde_json::to_string(&origin).expect("JSON");
        assert_eq!(json, r#"{"percent":83,"model":"tiny","measure":"label-probability"}"#);
        let older: Older = serde_json::from_str(&json).expect("an origin");
        assert_eq!(older, Older::Suggestion { percent: 83 });
        assert_eq!(
            serde_json::from_str::<Older>(r#""topic""#).expect("an origin"),
            Older::Column("topic".into())
        );
    }

    #[test]
    fn entry_round_trips() {
        let action = LogEntry {
            row: 7,
            annotation: Annotation {
                labels: vec!["a".into(), "b".into()],
                origin: Some(LabelOrigin::Column("topic".into())),
                passed: None,
                flagged: true,
                note: "see 8".into(),
            },
            at_ms: 1,
            by: Some("Anna".into()),
            is_adjudication: true,
            check: Some(CheckResult::Wrong),
            kind: EntryKind::Undo,
            retracts: true,
            spent_ms: 12_000,
        };
        let written = |action: &LogEntry| serde_json::to_string(action).expect("JSON");
        let read = |json: &str| serde_json::from_str::<LogEntry>(json).expect("an entry");
        assert_eq!(read(&written(&action)), action);
        let mut suggested = action;
        suggested.annotation.origin = Some(LabelOrigin::Suggestion { percent: 83 });
        suggested.kind = EntryKind::Renaming(Box::new(("a".into(), "b".into())));
        assert_eq!(read(&written(&suggested)), suggested);
        suggested.kind = EntryKind::Step;
        suggested.spent_ms = 0;
        let short = written(&suggested);
        suggested.annotation.origin = Some(LabelOrigin::Model {
            percent: 83,
            model: "tiny".into(),
            measure: Some(ConfidenceMeasure::TokenMean),
        });
        assert_eq!(read(&written(&suggested)), suggested);
        suggested.annotation.origin = Some(LabelOrigin::Model {
            percent: 0,
            model: "tiny".into(),
            measure: None,
        });
        assert_eq!(read(&written(&suggested)), suggested);
        assert!(
            !short.contains("kind") && !short.contains("spent"),
            "default values are not written: {short}"
        );
    }
}
