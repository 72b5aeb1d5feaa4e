//! What a person said of the picks: a log of actions, and the labels that it adds up to.
//!
//! [`LabelAction`]s only ever get appended; [`Labels`] is their replay; [`History`] knows what can be taken back
//! and what is on disk. The set of names that a person may give is an ordered list of strings, checked by
//! [`check_name`]. Each name has a key and a color of its own ([`Looks`]).
//!
//! From the labels so far and the kNN graph, [`Sources`] suggest labels for other texts; [`Checks`] tell how often such
//! were right.
//!
//! A [`Team`] holds what other annotators said of the same texts, told apart by name and joined by text ([`join_rows`]), how
//! far they agree ([`Agreement`]), and what settles their disagreements.

mod agreement;
mod alike;
mod checks;
mod goal;
mod history;
#[cfg(test)]
mod history_tests;
mod join;
mod labels;
mod listed;
mod looks;
mod names;
mod pace;
mod person;
mod renamed;
mod said;
mod suggest;
mod team;

use serde::{Deserialize, Serialize};

pub use agreement::{LabelSet, Pair, Specific, Undefined, alpha, masi, specific};
pub use alike::{Alike, folded, same_words};
pub use checks::{CHECK_EVERY, Check, Checks, is_check_due};
pub use goal::{Goal, Sitting};
pub use history::{History, LastStep};
pub use join::join_rows;
pub use labels::Labels;
pub use listed::Listed;
pub use looks::{Look, Looks, LostKey, N_COLORS};
pub use names::{LookAlikes, NameError, appearance, check_appearance, check_name, is_key, keys, look_alikes, spelled};
pub use pace::{seconds_per_text, time_on_row, time_on_rows};
pub use person::resemble;
pub use renamed::Renamed;
pub use said::{Origin, Pass, SEPARATOR, Said};
pub use suggest::{Explained, LEAST_PERCENT, Sources, Suggestion, Suggestions};
pub use team::{Agreement, Standing, Team, Verdicts};

/// One entry of the append-only log. Nothing is ever overwritten: a changed or removed label is a later entry.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Entry")]
pub struct LabelAction {
    /// The instance's row in the pool, from 0.
    pub row: u32,
    /// All that is said of it from now on.
    pub said: Said,
    /// Milliseconds since 1970, by the annotator's clock, but always later than the entry before it of the same row: of two
    /// sayings of one annotator the later one counts.
    pub at_ms: u64,
    /// The annotator's name, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whether it settles what the annotators disagree on, rather than being one of their sayings.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub settles: bool,
    /// What came of comparing the label with a suggestion that nobody had seen, where that was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// What it is to the steps that can be taken back.
    #[serde(skip_serializing_if = "Kind::is_step")]
    pub kind: Kind,
    /// Whether an answer was given earlier in the same log and there is none any more. Where there never was one, the entry takes
    /// none back that the same annotator gave elsewhere.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub retracts: bool,
    /// For how many milliseconds the text was before the annotator since the entry before it of the same row; 0 where that was
    /// not measured, as of many texts that were labeled as one, and in logs of older pages.
    #[serde(skip_serializing_if = "is_zero")]
    pub spent_ms: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl LabelAction {
    /// Whether it says what the text is, that nobody could tell, or that an earlier such answer does not hold any more.
    pub fn is_about_answer(&self) -> bool {
        self.retracts || self.said.is_answer()
    }
}

/// What an entry is to the steps of whoever has the log, so that what can be taken back and made once more is the same when the
/// log is read again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Of a step; in logs of older pages also each of the others.
    #[default]
    Step,
    /// It takes the last step back.
    Undo,
    /// It makes the step that was taken back last once more.
    Redo,
    /// A label has another name: the old one, and the new one.
    Renaming(Box<(String, String)>),
    /// It came with a file: what somebody else decided, or the labels of a column. Nothing to take back.
    TakenIn,
}

impl Kind {
    fn is_step(&self) -> bool {
        *self == Kind::Step
    }

    /// Whether somebody looked at the text and said so.
    fn is_by_hand(&self) -> bool {
        matches!(self, Kind::Step | Kind::Undo | Kind::Redo)
    }
}

/// An entry as any version of the page wrote it. The first ones knew of one label and of skipping only.
#[derive(Deserialize)]
struct Entry {
    row: u32,
    said: Option<Said>,
    label: Option<String>,
    #[serde(default)]
    skipped: bool,
    at_ms: u64,
    by: Option<String>,
    #[serde(default)]
    settles: bool,
    check: Option<Check>,
    #[serde(default)]
    kind: Kind,
    #[serde(default)]
    retracts: bool,
    #[serde(default)]
    spent_ms: u64,
}

/// No clock gives a later time than this, and times just after it can still be counted. Only an edited file has later ones.
const LATEST_MS: u64 = 1 << 60;

/// As long for how long a text was looked at, so that the sum of a whole log can be counted.
const LONGEST_MS: u64 = 1 << 40;

impl From<Entry> for LabelAction {
    fn from(entry: Entry) -> LabelAction {
        let first = || Said {
            labels: entry.label.into_iter().collect(),
            passed: entry.skipped.then_some(Pass::Skipped),
            ..Said::default()
        };
        LabelAction {
            row: entry.row,
            said: entry.said.unwrap_or_else(first),
            at_ms: entry.at_ms.min(LATEST_MS),
            by: entry.by,
            settles: entry.settles,
            check: entry.check,
            kind: entry.kind,
            retracts: entry.retracts,
            spent_ms: entry.spent_ms.min(LONGEST_MS),
        }
    }
}

/// How the texts of a project are answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// Each has one of the labels.
    #[default]
    One,
    /// Each has any number of the labels.
    Several,
    /// For each a text is written.
    Text,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_older_pages_wrote_is_read() {
        let read = |json: &str| serde_json::from_str::<LabelAction>(json).expect("an entry");
        let labeled = read(r#"{"row":3,"label":"yes","at_ms":5}"#);
        assert_eq!(
            (labeled.row, labeled.said.labels, labeled.at_ms),
            (3, vec!["yes".to_owned()], 5)
        );
        let skipped = read(r#"{"row":3,"label":null,"skipped":true,"at_ms":5}"#);
        assert_eq!(skipped.said.passed, Some(Pass::Skipped));
        assert_eq!(read(r#"{"row":3,"label":null,"at_ms":5}"#).said, Said::default());
        let of_file = read(r#"{"row":3,"said":{"labels":["yes"],"origin":"topic"},"at_ms":5}"#);
        assert_eq!(of_file.said.origin, Some(Origin::Column("topic".into())));
        assert_eq!((of_file.check, of_file.kind), (None, Kind::Step));
    }

    #[test]
    fn what_is_written_comes_back() {
        let action = LabelAction {
            row: 7,
            said: Said {
                labels: vec!["a".into(), "b".into()],
                origin: Some(Origin::Column("topic".into())),
                passed: None,
                flagged: true,
                note: "see 8".into(),
            },
            at_ms: 1,
            by: Some("Anna".into()),
            settles: true,
            check: Some(Check::Wrong),
            kind: Kind::Undo,
            retracts: true,
            spent_ms: 12_000,
        };
        let written = |action: &LabelAction| serde_json::to_string(action).expect("JSON");
        let read = |json: &str| serde_json::from_str::<LabelAction>(json).expect("an entry");
        assert_eq!(read(&written(&action)), action);
        let mut suggested = action;
        suggested.said.origin = Some(Origin::Suggestion { percent: 83 });
        suggested.kind = Kind::Renaming(Box::new(("a".into(), "b".into())));
        assert_eq!(read(&written(&suggested)), suggested);
        suggested.kind = Kind::Step;
        suggested.spent_ms = 0;
        let short = written(&suggested);
        assert!(
            !short.contains("kind") && !short.contains("spent"),
            "what is usual is not written: {short}"
        );
    }
}
