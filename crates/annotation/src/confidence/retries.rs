//! Decides whether and when a failed request to a language model is repeated.

use crate::ConfidenceError;

const MAX_RETRIES: u32 = 6;

/// Maximum number of repeated requests for a text if the model returns empty answers.
/// Most servers compute several requests in one batch, so a repeated request can get a different answer.
const MAX_EMPTY_RETRIES: u32 = 2;

/// Maximum delay before a retry in seconds, even if the server asks for a longer delay.
const MAX_SECONDS: f64 = 60.0;

/// The retries of one request.
#[derive(Clone, Debug)]
pub struct Retries {
    n: u32,
    n_empty: u32,
    n_garbled: u32,
    max_garbled: u32,
}

impl Retries {
    /// Creates the state of a request that has not been sent yet.
    /// `max_garbled` is the maximum number of retries after responses that are not answers of a language model.
    pub fn new(max_garbled: u32) -> Retries {
        Retries {
            n: 0,
            n_empty: 0,
            n_garbled: 0,
            max_garbled,
        }
    }

    /// Seconds until the retry after a response. `None` if the request is not repeated.
    ///
    /// `result` was read from the response, and `status` is its HTTP status.
    /// `asked_to_wait`: seconds of the `Retry-After` header, if there is one.
    /// `has_answered`: true if the server has answered another request of the run.
    ///
    /// After an empty answer, the request is repeated immediately, at most [`MAX_EMPTY_RETRIES`] times.
    /// If the server has answered before, a response that is not an answer causes at most `max_garbled` retries.
    /// After all other errors, the HTTP status determines whether the request is repeated.
    pub fn after_response<T>(
        &mut self,
        result: &Result<T, ConfidenceError>,
        status: u16,
        asked_to_wait: Option<f64>,
        has_answered: bool,
    ) -> Option<f64> {
        let wait = match result {
            Ok(_) => None,
            Err(ConfidenceError::Empty { .. }) => {
                self.n_empty += 1;
                (self.n_empty <= MAX_EMPTY_RETRIES).then_some(0.0)
            }
            Err(ConfidenceError::NotAnswer { .. }) if has_answered && self.n_garbled < self.max_garbled => {
                self.n_garbled += 1;
                backoff_seconds(None, self.n, asked_to_wait)
            }
            Err(_) => backoff_seconds(Some(status), self.n, asked_to_wait),
        };
        self.n += 1;
        wait
    }

    /// Seconds until the retry after an attempt without a complete response. `None` if the request is not repeated.
    /// The request is repeated only if the server is known to be reachable, because its address may be wrong.
    pub fn after_no_response(&mut self, is_reachable: bool) -> Option<f64> {
        let wait = backoff_seconds(None, self.n, None).filter(|_| is_reachable);
        self.n += 1;
        wait
    }
}

/// Seconds between a failed request and its retry; `None` if a retry would not help.
/// `status`: HTTP status, `None` if the server was unreachable.
/// `retries`: number of retries so far. `asked_to_wait`: seconds of the `Retry-After` header, if there is one.
///
/// The delay is 1, 2, 4, … seconds, or the delay from `Retry-After` if that is longer, but at most 60 seconds.
fn backoff_seconds(status: Option<u16>, retries: u32, asked_to_wait: Option<f64>) -> Option<f64> {
    let may_pass = match status {
        None | Some(408 | 425 | 429) => true,
        Some(status) => status >= 500 && status != 501,
    };
    let doubled = f64::from(1u32 << retries.min(MAX_RETRIES));
    let asked = asked_to_wait.filter(|seconds| seconds.is_finite()).unwrap_or_default();
    (may_pass && retries < MAX_RETRIES).then(|| doubled.max(asked).min(MAX_SECONDS))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnswerReason;

    #[test]
    fn delay_doubles_until_retries_are_exhausted() {
        let waits: Vec<Option<f64>> = (0..8)
            .map(|retries| backoff_seconds(Some(503), retries, None))
            .collect();
        let expected = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0].map(Some);
        assert_eq!(waits, [&expected[..], &[None, None]].concat());
    }

    #[test]
    fn retry_after_is_honored_up_to_the_maximum() {
        assert_eq!(backoff_seconds(Some(429), 0, Some(7.5)), Some(7.5));
        assert_eq!(backoff_seconds(Some(429), 3, Some(7.5)), Some(8.0));
        assert_eq!(backoff_seconds(Some(429), 0, Some(86_400.0)), Some(60.0));
        assert_eq!(backoff_seconds(Some(429), 0, Some(f64::NAN)), Some(1.0));
    }

    #[test]
    fn permanent_errors_are_not_retried() {
        for status in [301, 400, 401, 403, 404, 422, 501] {
            assert_eq!(backoff_seconds(Some(status), 0, Some(1.0)), None, "{status}");
        }
        assert_eq!(backoff_seconds(None, 0, None), Some(1.0));
    }

    #[test]
    fn request_is_repeated_at_once_after_an_empty_answer() {
        let mut retries = Retries::new(0);
        let empty = Err::<(), _>(ConfidenceError::Empty { row: 0 });
        let waits = [(); 3].map(|()| retries.after_response(&empty, 200, None, true));
        assert_eq!(waits, [Some(0.0), Some(0.0), None]);
    }

    #[test]
    fn unreachable_server_is_asked_again_only_if_it_was_reachable_before() {
        let mut retries = Retries::new(0);
        assert_eq!(retries.after_no_response(true), Some(1.0));
        assert_eq!(retries.after_no_response(true), Some(2.0));
        assert_eq!(retries.after_no_response(false), None);
    }

    #[test]
    fn garbled_response_is_requested_again_if_the_server_has_answered_before() {
        let garbled = Err::<(), _>(ConfidenceError::NotAnswer {
            row: 0,
            reason: AnswerReason::NoChoice,
        });
        for (has_answered, max_garbled, waits) in [
            (true, 2, [Some(1.0), Some(2.0), None]),
            (true, 0, [None; 3]),
            (false, 2, [None; 3]),
        ] {
            let mut retries = Retries::new(max_garbled);
            let found = [(); 3].map(|()| retries.after_response(&garbled, 200, None, has_answered));
            assert_eq!(found, waits);
        }
        assert_eq!(Retries::new(2).after_response(&Ok(()), 503, None, true), None);
    }
}
