//! The annotation of one text: its labels, flag and note.

use serde::{Deserialize, Serialize};

use fastgas_data::LABEL_SEPARATOR;

/// Separator between the labels of a text in one cell or in a prompt.
pub const SEPARATOR: &str = LABEL_SEPARATOR;

/// An annotator's answer to a text, with a flag and a note. The default value is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Annotation {
    /// The text's labels, in the order they were assigned.
    /// A text has one label, a free-text answer, or several labels if the project allows them.
    pub labels: Vec<String>,
    /// The origin of the labels; `None` if an annotator assigned the labels by hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<LabelOrigin>,
    /// Whether the text was skipped or declared impossible to label; `None` if neither is the case.
    pub passed: Option<PassReason>,
    /// Whether the user flagged the text for review.
    pub flagged: bool,
    /// The note that the user wrote about the text.
    pub note: String,
}

/// The origin of labels that come from the input or from a program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LabelOrigin {
    /// The labels come from the input column with the given name.
    Column(String),
    /// An answer of a language model that the user accepted.
    /// Older versions of the page read `Model` as a suggestion, because `Model` has all fields of a suggestion.
    /// Therefore the variant `Model` must precede [`LabelOrigin::Suggestion`].
    Model {
        /// Confidence of the answer in percent, rounded down; 0 if the confidence is unknown.
        percent: u8,
        /// Name of the language model.
        model: String,
        /// What the confidence measures; `None` if the measure is unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        measure: Option<ConfidenceMeasure>,
    },
    /// A suggestion that the user accepted.
    Suggestion {
        /// Confidence of the suggestion in percent.
        percent: u8,
    },
}

/// What the confidence of a language model measures. Confidences of different measures are not comparable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConfidenceMeasure {
    /// A lower bound of the label's probability among all labels.
    LabelProbability,
    /// The geometric mean of the answer tokens' probabilities.
    TokenMean,
}

impl ConfidenceMeasure {
    /// Name of the confidence measure in tables.
    pub const fn name(self) -> &'static str {
        match self {
            ConfidenceMeasure::LabelProbability => "label-probability",
            ConfidenceMeasure::TokenMean => "token-mean",
        }
    }
}

impl LabelOrigin {
    /// Whether a program proposed the labels and the user accepted them.
    pub fn is_proposed(&self) -> bool {
        matches!(self, LabelOrigin::Model { .. } | LabelOrigin::Suggestion { .. })
    }
}

/// The reason why a text has no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PassReason {
    /// The user postponed the text. The text is shown again after the other texts.
    Skipped,
    /// The text is impossible to label. The text is not shown again.
    CannotTell,
}

impl PassReason {
    /// The reason as text for the user.
    pub const fn words(self) -> &'static str {
        match self {
            PassReason::Skipped => "skipped",
            PassReason::CannotTell => "cannot tell",
        }
    }
}

impl Annotation {
    /// Returns whether the annotation contains labels or declares the text impossible to label.
    pub fn is_answer(&self) -> bool {
        !self.labels.is_empty() || self.passed == Some(PassReason::CannotTell)
    }

    pub(super) const EMPTY: &Annotation = &Annotation {
        labels: Vec::new(),
        origin: None,
        passed: None,
        flagged: false,
        note: String::new(),
    };

    /// Returns whether the labels come from the input and no annotator assigned or accepted them.
    pub fn is_from_file(&self) -> bool {
        matches!(self.origin, Some(LabelOrigin::Column(_)))
    }

    /// The answer, flag and note of the text, without labels that come from the input.
    pub fn by_user(&self) -> Annotation {
        match self.is_from_file() {
            true => self.with(None),
            false => self.clone(),
        }
    }

    /// Returns whether a program proposed the labels and the user accepted them.
    pub fn is_proposed(&self) -> bool {
        self.origin.as_ref().is_some_and(LabelOrigin::is_proposed)
    }

    /// All labels of the text, joined into one string; `None` if the text has no labels.
    pub fn answer(&self) -> Option<String> {
        (!self.labels.is_empty()).then(|| self.labels.join(SEPARATOR))
    }

    /// Replaces the label `old` with `new`. If the text already has the label `new`, only `old` is removed.
    pub(super) fn rename(&mut self, old: &str, new: &str) {
        match self.labels.iter().any(|label| label == new) {
            true => self.labels.retain(|label| label != old),
            false => {
                let old = self.labels.iter_mut().filter(|label| *label == old);
                old.for_each(|label| new.clone_into(label));
            }
        }
    }

    /// Returns a copy with `label` as the only label, or without labels if `label` is `None`.
    /// The mark “skipped” or “cannot tell” is removed.
    pub(super) fn with(&self, label: Option<&str>) -> Annotation {
        Annotation {
            labels: label.into_iter().map(str::to_owned).collect(),
            origin: None,
            passed: None,
            ..self.clone()
        }
    }

    /// Returns a copy with `label` added, or with `label` removed if `label` was present.
    /// The mark “skipped” or “cannot tell” is removed.
    pub(super) fn toggled(&self, label: &str) -> Annotation {
        let mut labels = self.labels.clone();
        match labels.iter().position(|given| given == label) {
            Some(index) => drop(labels.remove(index)),
            None => labels.push(label.to_owned()),
        }
        Annotation {
            labels,
            origin: None,
            passed: None,
            ..self.clone()
        }
    }
}
