//! The delay between a failed request and its retry.

const MAX_RETRIES: u32 = 6;
/// Maximum delay before a retry in seconds, even if the server asks for a longer delay.
const MAX_SECONDS: f64 = 60.0;

/// Seconds between a failed request and its retry; `None` if a retry would not help.
/// `status` is the HTTP status, or `None` if the server was unreachable. `retries` is the number of retries so far.
/// `asked_to_wait` is the number of seconds in the `Retry-After` header, if there is one.
///
/// The delay is 1, 2, 4, … seconds, or the delay from `Retry-After` if longer, but at most 60 seconds.
pub fn backoff_seconds(status: Option<u16>, retries: u32, asked_to_wait: Option<f64>) -> Option<f64> {
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
}
