//! The set of labels that a person may give: unique names, each with a key.

use serde::Serialize;
use thiserror::Error as ThisError;

use crate::label::SEPARATOR;

/// The keys of the labels, in the set's order: digits first, then the letters that mean nothing else
/// (j and k move, s skips, u undoes).
const KEYS: &str = "123456789abcdefghilmnopqrtvwxyz";

/// The key of the label at `index` of a set whose labels have no keys of their own; labels past the last key have none.
pub(super) fn key_of(index: usize) -> Option<char> {
    keys().nth(index)
}

/// The keys that labels can have, in the order in which they get them.
pub fn keys() -> impl Iterator<Item = char> {
    KEYS.chars()
}

/// Whether a label can have that key: digits from 1, and small letters that mean nothing else.
pub fn is_key(key: char) -> bool {
    KEYS.contains(key)
}

/// Why a name or a key is refused.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize)]
pub enum NameError {
    /// Nothing but spaces.
    #[error("a label needs a name")]
    Empty,
    /// It holds what stands between the labels of a text that has several.
    #[error("`{name}` has a semicolon, which stands between the labels of one text")]
    Semicolon {
        /// The name.
        name: String,
    },
    /// Another label has it.
    #[error("there is already a label `{name}`")]
    Taken {
        /// The name.
        name: String,
    },
    /// The key means something else.
    #[error("`{key}` cannot be the key of a label: digits from 1 and the letters but j, k, s and u can")]
    NoKey {
        /// The key.
        key: char,
    },
    /// Another label has the key.
    #[error("`{key}` is the key of `{name}`")]
    KeyTaken {
        /// The key.
        key: char,
        /// The label that has it.
        name: String,
    },
}

/// `candidate` without the spaces around it, as a name for a label beside `others`.
///
/// # Errors
/// [`NameError`] when nothing is left of it, it has a semicolon, or one of `others` has the name.
pub fn check_name<'a>(candidate: &str, mut others: impl Iterator<Item = &'a str>) -> Result<String, NameError> {
    let name = candidate.trim();
    if name.is_empty() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_has_a_key_of_its_own_that_means_nothing_else() {
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
}
