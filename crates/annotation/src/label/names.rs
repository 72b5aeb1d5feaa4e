//! Validates the names and keyboard keys of the label set.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;
use unicode_normalization::UnicodeNormalization;

use crate::label::SEPARATOR;

/// The keyboard keys that labels can have, in the order in which labels get them. Digits come first.
/// Letters with a different function are excluded: j and k move between texts, s skips a text, u undoes a step.
const KEYS: &str = "123456789abcdefghilmnopqrtvwxyz";

/// The default keyboard key for a label at position `index` of the label set; `None` after the last key.
/// Labels without a stored key get the default key.
pub(super) fn key_of(index: usize) -> Option<char> {
    keys().nth(index)
}

/// All keyboard keys that can be assigned to labels, in the order in which labels get them.
pub fn keys() -> impl Iterator<Item = char> {
    KEYS.chars()
}

/// Returns whether a label can have the keyboard key `key`.
/// A key is a digit from 1 to 9, or a lowercase letter without another function.
pub fn is_key(key: char) -> bool {
    KEYS.contains(key)
}

/// The reason why a name or a keyboard key of a label is rejected.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum NameError {
    /// The name is empty or has no visible character.
    #[error("a label needs a name")]
    Empty,
    /// The name contains a semicolon, which separates the labels of a text.
    #[error("`{name}` contains a semicolon, which separates the labels of a text")]
    Semicolon {
        /// The rejected name of the label.
        name: String,
    },
    /// Another label of the set already has the name.
    #[error("there is already a label `{name}`")]
    Taken {
        /// The rejected name of the label.
        name: String,
    },
    /// Another label looks the same but consists of other characters.
    #[error("there is already a label `{name}` that looks the same but is spelled differently: {spelled}")]
    LooksTaken {
        /// Name of the existing label that looks the same.
        name: String,
        /// The characters of the two names: visible ASCII unchanged, all others as code points, such as `U+0301`.
        spelled: String,
    },
    /// The keyboard key has a different function on the page.
    #[error("`{key}` cannot be the key of a label; use a digit from 1 or a letter other than j, k, s and u")]
    NoKey {
        /// The rejected keyboard key.
        key: char,
    },
    /// Another label of the set already has the keyboard key.
    #[error("`{key}` is the key of `{name}`")]
    KeyTaken {
        /// The rejected keyboard key.
        key: char,
        /// Name of the label that already has the key.
        name: String,
    },
}

/// Validates a label name and returns the name without surrounding whitespace.
/// `others` are the other names in the label set.
///
/// # Errors
/// Returns [`NameError`] if the name has no visible character, contains a semicolon, or equals one of `others`.
/// Names with a similar appearance are rejected by [`check_appearance`].
pub fn check_name<'a>(candidate: &str, mut others: impl Iterator<Item = &'a str>) -> Result<String, NameError> {
    let name = candidate.trim();
    if appearance(name).is_empty() {
        return Err(NameError::Empty);
    }
    if name.contains(SEPARATOR.trim_end()) {
        return Err(NameError::Semicolon { name: name.into() });
    }
    if others.any(|other| other == name) {
        return Err(NameError::Taken { name: name.into() });
    }
    Ok(name.into())
}

/// Checks that a new name looks different from all names in `others`. O(length of the names).
///
/// # Errors
/// Returns [`NameError::LooksTaken`] if the name looks like one of `others`.
pub fn check_appearance<'a>(name: &str, mut others: impl Iterator<Item = &'a str>) -> Result<(), NameError> {
    let spec = appearance(name);
    match others.find(|other| appearance(other) == spec) {
        Some(other) => Err(NameError::LooksTaken {
            name: other.into(),
            spelled: format!("{} / {}", spelled(other), spelled(name)),
        }),
        None => Ok(()),
    }
}

/// The visible form of a name: NFKC without ignorable and control characters, with normalized whitespace. O(length).
pub fn appearance(name: &str) -> String {
    // Composition is the last step, so that letters compose with marks after invisible characters are removed.
    let is_shown = |letter: &char| letter.is_whitespace() || !(is_ignorable(*letter) || letter.is_control());
    let seen: String = name.nfkd().filter(is_shown).nfkc().collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Case-folds the visible form of a name. `to_uppercase` first maps “ß” to “SS” and both small sigmas to one letter.
pub(crate) fn case_folded(appearance: &str) -> String {
    appearance.to_uppercase().to_lowercase().nfkc().collect()
}

/// Unicode property `Default_Ignorable_Code_Point`: characters that are not displayed.
fn is_ignorable(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Spells out a name: visible ASCII characters unchanged, all other characters as code points, as in “Cafe U+0301”.
pub fn spelled(name: &str) -> String {
    let is_plain = |letter: &char| letter.is_ascii_graphic() || *letter == ' ';
    let mut parts: Vec<String> = Vec::new();
    let mut was_plain = false;
    for letter in name.chars() {
        match parts.last_mut().filter(|_| was_plain && is_plain(&letter)) {
            Some(plain) => plain.push(letter),
            None if is_plain(&letter) => parts.push(letter.into()),
            None => parts.push(format!("U+{:04X}", u32::from(letter))),
        }
        was_plain = is_plain(&letter);
    }
    let parts: Vec<&str> = parts
        .iter()
        .map(|part| part.trim())
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// Two labels of the set that users easily confuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfusableLabels {
    /// The label that comes first in the set.
    pub first: String,
    /// The label that comes later in the set.
    pub second: String,
    /// The kind of difference between the two labels.
    pub difference: LabelDifference,
}

/// The kind of difference between two easily confused labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelDifference {
    /// The names differ only in characters that look equal or are invisible, such as composed letters or extra spaces.
    Appearance,
    /// The names differ only in upper and lower case.
    Case,
    /// The names are numbers that differ only in zeros after the decimal point, such as `0` and `0.0`.
    Zeros,
}

/// Returns the first two names that look equal.
/// If no names look equal, returns the first two names that differ only in case.
/// If no names differ only in case, returns the first two names of the same whole number, such as `0` and `0.0`.
/// O(total length of the names · log n) time for n names.
pub fn confusable_labels(names: &[String]) -> Option<ConfusableLabels> {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    let mut folded: BTreeMap<String, &str> = BTreeMap::new();
    let mut numbers: BTreeMap<String, &str> = BTreeMap::new();
    let (mut by_case, mut by_zeros) = (None, None);
    let pair = |first: &str, second: &str, difference| ConfusableLabels {
        first: first.into(),
        second: second.into(),
        difference,
    };
    for name in names {
        let spec = appearance(name);
        let fold = case_folded(&spec);
        if let Some(number) = whole_number(&spec)
            && let Some(first) = numbers.insert(number.to_owned(), name)
        {
            by_zeros = by_zeros.or_else(|| Some(pair(first, name, LabelDifference::Zeros)));
        }
        if let Some(first) = seen.insert(spec, name) {
            return Some(pair(first, name, LabelDifference::Appearance));
        }
        if let Some(first) = folded.insert(fold, name) {
            by_case = by_case.or_else(|| Some(pair(first, name, LabelDifference::Case)));
        }
    }
    by_case.or(by_zeros)
}

/// The sign and the digits of a whole number, without zeros after the decimal point.
/// `None` if `name` is not a whole number.
fn whole_number(name: &str) -> Option<&str> {
    let (whole, zeros) = name.split_once('.').unwrap_or((name, ""));
    let digits = whole.strip_prefix('-').unwrap_or(whole);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_whole && zeros.bytes().all(|byte| byte == b'0')).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_distinct_and_not_reserved() {
        let keys: String = (0..).map_while(key_of).collect();
        assert_eq!(keys, KEYS);
        assert!(KEYS.chars().all(is_key));
        for key in ['0', 'j', 'k', 's', 'u', 'J', '?', ' ', 'é'] {
            assert!(!is_key(key), "{key}");
        }
    }

    #[test]
    fn names_are_trimmed_and_unique() {
        let set = ["yes", "no"];
        assert_eq!(check_name("  may be ", set.into_iter()), Ok("may be".into()));
        assert_eq!(check_name(" \t", set.into_iter()), Err(NameError::Empty));
        let name = "a;b".to_owned();
        assert_eq!(check_name("a;b", set.into_iter()), Err(NameError::Semicolon { name }));
        assert_eq!(
            check_name("no ", set.into_iter()),
            Err(NameError::Taken { name: "no".into() })
        );
    }

    /// Tests composed and decomposed letters, a ligature, a full-width letter, zero-width characters and special spaces.
    #[test]
    fn name_that_looks_like_another_is_rejected_and_spelled_out() {
        let twins = [
            ("Café", "Cafe\u{301}"),
            ("fi", "\u{fb01}"),
            ("A", "\u{ff21}"),
            ("yes", "y\u{200b}e\u{ad}s\u{feff}"),
            ("no idea", "no\u{a0} idea"),
            ("é", "e\u{200d}\u{301}"),
            ("ok", "ok\u{fe0f}\u{e0020}"),
            ("bell", "\u{7}be\u{1b}ll\u{1f}"),
        ];
        for (name, twin) in twins {
            assert_eq!(check_name(twin, ["other", name].into_iter()), Ok(twin.into()));
            let refused = check_appearance(twin, ["other", name].into_iter());
            assert!(
                matches!(&refused, Err(NameError::LooksTaken { name: other, .. }) if other == name),
                "{name}, {twin:?}: {refused:?}"
            );
        }
        for other in ["Cafe", "CAFÉ", "Cafés"] {
            assert_eq!(check_appearance(other, ["Café"].into_iter()), Ok(()));
        }
        assert_eq!(check_name(" \u{200b}\u{ad} ", [].into_iter()), Err(NameError::Empty));
        assert_eq!(spelled("Cafe\u{301} x"), "Cafe U+0301 x");
        assert_eq!(spelled("\u{fb01}n\u{ad}b"), "U+FB01 n U+00AD b");
    }

    #[test]
    fn easily_confused_labels_are_found() {
        use LabelDifference::{Appearance, Case, Zeros};
        let found = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.into()).collect();
            confusable_labels(&names).map(|found| (found.first, found.second, found.difference))
        };
        let pair = |first: &str, second: &str, difference| Some((first.to_owned(), second.to_owned(), difference));
        assert_eq!(found(&["Lob", "Kritik", "lob"]), pair("Lob", "lob", Case));
        assert_eq!(found(&["ÄRGER", "ärger"]), pair("ÄRGER", "ärger", Case));
        assert_eq!(found(&["Straße", "STRASSE"]), pair("Straße", "STRASSE", Case));
        let both = ["lob", "LOB", "Café", "Cafe\u{301}"];
        assert_eq!(
            found(&both),
            pair("Café", "Cafe\u{301}", Appearance),
            "a difference in invisible characters is reported first"
        );
        assert_eq!(found(&["Lob", "Lobe"]), None);
        assert_eq!(found(&["1", "0", "0.0", "1.5"]), pair("0", "0.0", Zeros));
        assert_eq!(found(&["-1.00", "-1"]), pair("-1.00", "-1", Zeros));
        assert_eq!(found(&["1.5", "1", "01", "1.50", ".0", "-"]), None);
    }
}
