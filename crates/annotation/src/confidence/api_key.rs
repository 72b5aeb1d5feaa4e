//! Removes the API key from every response of a server.

/// Removes the API key from the body of a response, because some servers repeat the key in error messages.
/// O(|body|·|key|) time.
pub fn without_key(body: Vec<u8>, key: &str) -> Vec<u8> {
    let key = key.as_bytes();
    if key.is_empty() {
        return body;
    }
    let mut rest = &body[..];
    let mut clean = Vec::with_capacity(body.len());
    while let Some(at) = rest.windows(key.len()).position(|window| window == key) {
        clean.extend(&rest[..at]);
        clean.extend(b"[API key]");
        rest = &rest[at + key.len()..];
    }
    clean.extend(rest);
    clean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_removed_from_responses() {
        let cleaned = |key, body: &str| String::from_utf8(without_key(body.into(), key)).expect("text");
        assert_eq!(cleaned("sk-1", "sk-1 is wrong: sk-1"), "[API key] is wrong: [API key]");
        assert_eq!(cleaned("sk-1", "sk-"), "sk-");
        assert_eq!(cleaned("", "sk-1"), "sk-1");
    }
}
