//! Decides after failed requests whether to stop the run.

use crate::ConfidenceError;

/// Number of consecutive failures after which the run stops. Individual texts are unlikely to cause ten failures in a row.
const MAX_CONSECUTIVE_FAILURES: usize = 10;

/// The failed requests of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FailureBudget {
    first: Option<ConfidenceError>,
    in_a_row: usize,
}

impl FailureBudget {
    /// Records a successful answer and sets the count of consecutive failures to zero.
    pub fn answered(&mut self) {
        self.in_a_row = 0;
    }

    /// Records a failed request. An empty answer only increases the count of consecutive failures.
    /// A text with an empty answer has no confidence; the run reports the number of such texts at its end.
    ///
    /// # Errors
    /// Returns `error` if its cause may affect all texts, or if this failure is the tenth consecutive failure.
    /// The caller must stop the run after an error.
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
        if !of_this_text || self.in_a_row == MAX_CONSECUTIVE_FAILURES {
            return Err(error);
        }
        if !matches!(error, ConfidenceError::Empty { .. }) {
            self.first.get_or_insert(error);
        }
        Ok(())
    }

    /// The first failure of the run; `None` if `unanswered`, the number of texts without an answer, is 0.
    pub fn first_failure(self, unanswered: u32) -> Option<ConfidenceError> {
        self.first.filter(|_| unanswered > 0)
    }

    /// The error to report at the end of the run if `unanswered` of the `texts` texts have no confidence.
    /// `None` if `unanswered` is 0, or if only empty answers caused failures.
    pub fn end(self, unanswered: u32, texts: u32) -> Option<ConfidenceError> {
        let first = self.first_failure(unanswered)?;
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
        let message = String::new();
        ConfidenceError::Status {
            row: 5,
            status,
            message,
        }
    }

    fn other_tokens() -> ConfidenceError {
        let answer = "yes".to_owned();
        ConfidenceError::OtherTokens { row: 3, answer }
    }

    #[test]
    fn empty_answer_is_no_failure_to_report() {
        let mut failures = FailureBudget::default();
        assert_eq!(failures.failed(EMPTY), Ok(()));
        assert_eq!(failures.clone().end(1, 30), None);
        assert_eq!(failures.failed(status(400)), Ok(()));
        assert_eq!(failures.first_failure(1), Some(status(400)));
    }

    #[test]
    fn failure_of_one_text_does_not_stop() {
        let mut failures = FailureBudget::default();
        assert_eq!(failures.failed(other_tokens()), Ok(()));
        assert_eq!(failures.failed(status(400)), Ok(()));
        let first = Box::new(other_tokens());
        let (unanswered, texts) = (2, 30);
        let message = failures.clone().end(2, 30).expect("two are missing");
        assert_eq!(
            message,
            ConfidenceError::Unanswered {
                unanswered,
                texts,
                first
            }
        );
        assert_eq!(
            message.to_string(),
            "2 of 30 texts have no confidence; row 3: the tokens with log-probabilities do not spell the answer `yes`"
        );
        assert_eq!(failures.end(0, 30), None);
    }

    #[test]
    fn failure_that_concerns_all_texts_stops_immediately() {
        for error in [status(401), status(500), ConfidenceError::NoLogprobs { row: 1 }] {
            assert_eq!(FailureBudget::default().failed(error.clone()), Err(error));
        }
    }

    #[test]
    fn ten_consecutive_failures_stop() {
        let mut failures = FailureBudget::default();
        for _ in 0..9 {
            assert_eq!(failures.failed(EMPTY), Ok(()));
        }
        failures.answered();
        for _ in 0..9 {
            assert_eq!(failures.failed(EMPTY), Ok(()));
        }
        assert_eq!(failures.failed(EMPTY), Err(EMPTY));
    }
}
