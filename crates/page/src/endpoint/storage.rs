//! Problems with the storage of a feature that asks a language model.
//! A problem is shown as long as a reload would lose data.

use std::collections::BTreeMap;

use crate::i18n::core_messages;
use fastgas_platform::StorageError;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoredPart {
    /// A write adds answers. The answers of a failed write are not written again.
    Answers,
    /// A write replaces the settings of the endpoint.
    Form,
    /// A write replaces the confidences in use.
    Confidences,
}

/// The latest problem of each part of the stored data that is incomplete or outdated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StorageProblems(BTreeMap<StoredPart, String>);

impl StorageProblems {
    pub fn shown(&self) -> Option<String> {
        self.0.values().next().cloned()
    }

    /// Stored answers that could not be read are not read again before the project is opened again.
    pub(crate) fn not_read(&mut self, error: &StorageError) {
        self.add(StoredPart::Answers, error);
    }

    pub(crate) fn written(&mut self, part: StoredPart, written: Result<(), StorageError>) {
        match (part, written) {
            (_, Err(error)) => self.add(part, &error),
            // The answers of an earlier write are still missing.
            (StoredPart::Answers, Ok(())) => {}
            (StoredPart::Form | StoredPart::Confidences, Ok(())) => {
                self.0.remove(&part);
            }
        }
    }

    fn add(&mut self, part: StoredPart, error: &StorageError) {
        self.0.insert(part, core_messages::translate_core("storage", error));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problem_with_answers_is_shown_after_later_writes() {
        let mut problems = StorageProblems::default();
        problems.written(StoredPart::Answers, Ok(()));
        assert_eq!(problems.shown(), None);
        problems.written(StoredPart::Answers, Err(StorageError::Locked));
        let shown = problems.shown();
        assert!(shown.is_some());
        for part in [StoredPart::Answers, StoredPart::Form, StoredPart::Confidences] {
            problems.written(part, Ok(()));
            assert_eq!(problems.shown(), shown, "the answers are not written again");
        }

        let mut unread = StorageProblems::default();
        unread.not_read(&StorageError::Locked);
        unread.written(StoredPart::Answers, Ok(()));
        assert!(unread.shown().is_some());
    }

    #[test]
    fn problem_with_a_replaced_part_is_shown_until_the_part_is_written() {
        for part in [StoredPart::Form, StoredPart::Confidences] {
            let mut problems = StorageProblems::default();
            problems.written(part, Err(StorageError::Locked));
            problems.written(StoredPart::Answers, Ok(()));
            assert!(problems.shown().is_some());
            problems.written(part, Ok(()));
            assert_eq!(problems.shown(), None);
        }
    }
}
