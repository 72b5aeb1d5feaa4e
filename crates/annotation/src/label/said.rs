//! What a person says of one text.

use serde::{Deserialize, Serialize};

/// Between the labels of a text where they stand in one cell or in a prompt.
pub const SEPARATOR: &str = "; ";

/// What a person says of an instance; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(default)]
pub struct Said {
    /// Its labels, in the order in which they were given: one, or several where a text can have several, or a text that
    /// was written for it.
    pub labels: Vec<String>,
    /// Where its labels come from; none where a person gave them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
    /// Why it has none, where that was said.
    pub passed: Option<Pass>,
    /// Whether a person wants to come back to it.
    pub flagged: bool,
    /// What a person noted beside it.
    pub note: String,
}

/// Where labels come from that a person did not give.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Origin {
    /// They stood in this column of the file.
    Column(String),
    /// They were suggested, and a person accepted them.
    Suggestion {
        /// How sure the suggestion was.
        percent: u8,
    },
}

/// Why a text has no label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// Not now. It comes again after the others.
    Skipped,
    /// Nobody could tell from the text. It does not come again.
    CannotTell,
}

impl Pass {
    /// As a person reads it.
    pub const fn words(self) -> &'static str {
        match self {
            Pass::Skipped => "skipped",
            Pass::CannotTell => "can’t tell",
        }
    }
}

impl Said {
    /// Whether it tells what the text is, or that nobody could tell.
    pub fn is_answer(&self) -> bool {
        !self.labels.is_empty() || self.passed == Some(Pass::CannotTell)
    }

    /// Nothing.
    pub(super) const NOTHING: &Said = &Said {
        labels: Vec::new(),
        origin: None,
        passed: None,
        flagged: false,
        note: String::new(),
    };

    /// Whether its label stood in the file, so that no person gave it or accepted it.
    pub fn stood_in_file(&self) -> bool {
        matches!(self.origin, Some(Origin::Column(_)))
    }

    /// What of it a person said: not the labels that stood in the file.
    pub fn by_person(&self) -> Said {
        match self.stood_in_file() {
            true => self.with(None),
            false => self.clone(),
        }
    }

    /// All its labels as one text; none where it has none.
    pub fn answer(&self) -> Option<String> {
        (!self.labels.is_empty()).then(|| self.labels.join(SEPARATOR))
    }

    /// What bears `old` bears `new` instead, once.
    pub(super) fn rename(&mut self, old: &str, new: &str) {
        match self.labels.iter().any(|label| label == new) {
            true => self.labels.retain(|label| label != old),
            false => {
                let old = self.labels.iter_mut().filter(|label| *label == old);
                old.for_each(|label| new.clone_into(label));
            }
        }
    }

    /// The same with this label and no other, or with none.
    pub(super) fn with(&self, label: Option<&str>) -> Said {
        Said {
            labels: label.into_iter().map(str::to_owned).collect(),
            origin: None,
            passed: None,
            ..self.clone()
        }
    }

    /// The same with this label too, or without it where it has it.
    pub(super) fn toggled(&self, label: &str) -> Said {
        let mut labels = self.labels.clone();
        match labels.iter().position(|given| given == label) {
            Some(place) => drop(labels.remove(place)),
            None => labels.push(label.to_owned()),
        }
        Said {
            labels,
            origin: None,
            passed: None,
            ..self.clone()
        }
    }
}
