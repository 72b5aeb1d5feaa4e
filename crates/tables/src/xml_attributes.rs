//! Reads the attributes of XML tags, and texts with the named entities of XML.

pub(crate) struct Attributes<'a>(pub(crate) &'a [u8]);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let end = self.0.iter().position(|byte| *byte == b'=')?;
        let (key, rest) = self.0.split_at(end);
        let (quote, rest) = rest[1..].trim_ascii_start().split_first()?;
        let end = rest.iter().position(|byte| byte == quote)?;
        self.0 = &rest[end + 1..];
        Some((key.trim_ascii(), &rest[..end]))
    }
}

/// Returns the text with the five named XML entities replaced with their characters.
pub(crate) fn unescaped(text: &[u8]) -> String {
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&amp;", "&"),
    ];
    let text = String::from_utf8_lossy(text).into_owned();
    entities
        .iter()
        .fold(text, |text, (entity, letter)| text.replace(entity, letter))
}

/// The number in an attribute value; 1 if the value is malformed.
pub(crate) fn parsed(value: &[u8]) -> u64 {
    let value = std::str::from_utf8(value).ok();
    value.and_then(|value| value.trim().parse().ok()).unwrap_or(1)
}
