//! Failures of requests to a language model, with advice for the user.

use crate::i18n::{core_messages, t};
use fastgas_protocol::{Error, WorkerError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestFailure {
    pub problem: String,
    pub advice: String,
}

impl RequestFailure {
    pub(crate) fn of(error: impl Into<Error>) -> RequestFailure {
        let error = error.into();
        RequestFailure {
            problem: core_messages::problem(&error),
            advice: core_messages::advice(&error, error.advice()),
        }
    }

    /// The page could not ask for consent, because the user had to answer another question first.
    pub(crate) fn other_question() -> RequestFailure {
        RequestFailure {
            problem: t!("endpoint-other-question-problem"),
            advice: t!("endpoint-other-question-advice"),
        }
    }

    pub(crate) fn of_worker(error: &WorkerError) -> RequestFailure {
        RequestFailure {
            problem: core_messages::problem(error),
            advice: core_messages::advice(error, error.advice()),
        }
    }
}
