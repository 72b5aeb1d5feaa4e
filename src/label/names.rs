//! The set of labels that a person may give: unique names, each with a key.

use thiserror::Error as ThisError;

use crate::label::SEPARATOR;

/// The keys of the labels, in the set's order: digits first, then the letters that mean nothing else
/// (j and k move, s skips, u undoes).
const KEYS: &str = "123456789abcdefghilmnopqrtvwxyz";

/// The key that gives the label at `index` of the set; labels past the last key have none.
pub fn key_of(index: usize) -> Option<char> {
    KEYS.chars().nth(index)
}

/// The index of the label that `key` gives; either case of a letter.
pub fn index_of_key(key: char) -> Option<usize> {
    KEYS.find(key.to_ascii_lowercase())
}

/// Why a name is refused.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
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
    fn keys_and_indices_are_inverse() {
        let mut index = 0;
        while let Some(key) = key_of(index) {
            assert_eq!(index_of_key(key), Some(index));
            assert_eq!(index_of_key(key.to_ascii_uppercase()), Some(index));
            index += 1;
        }
        assert_eq!(index, 31);
    }

    #[test]
    fn keys_that_mean_something_else_give_no_label() {
        for key in ['0', 'j', 'k', 's', 'u', '?', ' ', 'é'] {
            assert_eq!(index_of_key(key), None, "{key}");
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
