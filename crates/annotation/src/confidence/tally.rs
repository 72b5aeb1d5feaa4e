//! Whether it is worth to go on asking.

use crate::ConfidenceError;

/// When so many texts in a row got no answer, the rest is not asked: something is wrong with all of them.
const MAX_IN_A_ROW: usize = 10;

/// How asking fared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    first: Option<ConfidenceError>,
    in_a_row: usize,
}

impl Tally {
    /// A text got its answer.
    pub fn answered(&mut self) {
        self.in_a_row = 0;
    }

    /// A text got none.
    ///
    /// # Errors
    /// The error, where it is not this text's alone, or where it was the last of many: then nothing more is to be asked.
    pub fn failed(&mut self, error: ConfidenceError) -> Result<(), ConfidenceError> {
        let of_this_text = match &error {
            ConfidenceError::Empty { .. }
            | ConfidenceError::OtherTokens { .. }
            | ConfidenceError::NotNumber { .. }
            | ConfidenceError::Status {
                status: 400 | 413 | 422,
                ..
            } => true,
            ConfidenceError::Status { .. }
            | ConfidenceError::NotAnswer { .. }
            | ConfidenceError::NoLogprobs { .. }
            | ConfidenceError::Unreachable { .. }
            | ConfidenceError::Endpoint { .. }
            | ConfidenceError::NoModel
            | ConfidenceError::NoKey { .. }
            | ConfidenceError::BadKey
            | ConfidenceError::Unanswered { .. }
            | ConfidenceError::OtherQuestion { .. } => false,
        };
        self.in_a_row += 1;
        if !of_this_text || self.in_a_row == MAX_IN_A_ROW {
            return Err(error);
        }
        self.first.get_or_insert(error);
        Ok(())
    }

    /// What is to be said at the end, where `unanswered` of `texts` have no confidence.
    pub fn end(self, unanswered: u32, texts: u32) -> Option<ConfidenceError> {
        let first = self.first.filter(|_| unanswered > 0)?;
        Some(ConfidenceError::Unanswered {
            unanswered,
            texts,
            first: Box::new(first),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY: ConfidenceError = ConfidenceError::Empty { row: 3 };

    fn status(status: u16) -> ConfidenceError {
        let said = String::new();
        ConfidenceError::Status { row: 5, status, said }
    }

    #[test]
    fn one_text_s_failure_stops_nobody() {
        let mut tally = Tally::default();
        assert_eq!(tally.failed(EMPTY), Ok(()));
        assert_eq!(tally.failed(status(400)), Ok(()));
        let first = Box::new(EMPTY);
        let (unanswered, texts) = (2, 30);
        let said = tally.clone().end(2, 30).expect("two are missing");
        assert_eq!(
            said,
            ConfidenceError::Unanswered {
                unanswered,
                texts,
                first
            }
        );
        assert_eq!(
            said.to_string(),
            "2 of 30 texts have no confidence; row 3: the model answered nothing"
        );
        assert_eq!(tally.end(0, 30), None);
    }

    #[test]
    fn what_concerns_all_stops_at_once() {
        for error in [status(401), status(500), ConfidenceError::NoLogprobs { row: 1 }] {
            assert_eq!(Tally::default().failed(error.clone()), Err(error));
        }
    }

    #[test]
    fn ten_in_a_row_are_enough() {
        let mut tally = Tally::default();
        for _ in 0..9 {
            assert_eq!(tally.failed(EMPTY), Ok(()));
        }
        tally.answered();
        for _ in 0..9 {
            assert_eq!(tally.failed(EMPTY), Ok(()));
        }
        assert_eq!(tally.failed(EMPTY), Err(EMPTY));
    }
}
