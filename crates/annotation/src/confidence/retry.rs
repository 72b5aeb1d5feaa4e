//! When to ask once more.

/// So often is the same asked once more.
const MAX_RETRIES: u32 = 6;
/// Nobody waits longer than this, whatever the server says.
const MAX_SECONDS: f64 = 60.0;

/// Seconds to wait before the same is asked once more; none where that would not help. `status`: what the server
/// answered, none where it could not be reached. `retries`: how often it was asked once more already. `asked_to_wait`: seconds
/// of the header `Retry-After`, where there is one.
///
/// 1, 2, 4, … seconds, or longer where the server says so, at most 60.
pub fn wait_seconds(status: Option<u16>, retries: u32, asked_to_wait: Option<f64>) -> Option<f64> {
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
    fn waits_grow_and_end() {
        let waits: Vec<Option<f64>> = (0..8).map(|retries| wait_seconds(Some(503), retries, None)).collect();
        let expected = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0].map(Some);
        assert_eq!(waits, [&expected[..], &[None, None]].concat());
    }

    #[test]
    fn the_server_is_listened_to_within_reason() {
        assert_eq!(wait_seconds(Some(429), 0, Some(7.5)), Some(7.5));
        assert_eq!(wait_seconds(Some(429), 3, Some(7.5)), Some(8.0));
        assert_eq!(wait_seconds(Some(429), 0, Some(86_400.0)), Some(60.0));
        assert_eq!(wait_seconds(Some(429), 0, Some(f64::NAN)), Some(1.0));
    }

    #[test]
    fn what_will_not_pass_is_not_asked_again() {
        for status in [301, 400, 401, 403, 404, 422, 501] {
            assert_eq!(wait_seconds(Some(status), 0, Some(1.0)), None, "{status}");
        }
        assert_eq!(wait_seconds(None, 0, None), Some(1.0));
    }
}
