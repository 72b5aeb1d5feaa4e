//! Repairs two kinds of invalid JSON that other programs write.
//! The program repairs words for non-finite numbers, and lone surrogates (halves of characters).

/// Words for non-finite numbers, and the JSON value that replaces each word.
/// `NaN` becomes `null`, because `NaN` means that there is no number. The words for infinity become strings.
const WORDS: [(&str, &str); 3] = [
    ("NaN", "null"),
    ("-Infinity", "\"-Infinity\""),
    ("Infinity", "\"Infinity\""),
];

/// The UTF-16 code unit of the `\uXXXX` escape at the start of `json`.
pub(super) fn unit(json: &str) -> Option<u16> {
    u16::from_str_radix(json.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

/// Length in bytes of the escape sequence at the start of `json`, and whether the sequence is a lone surrogate.
/// An emoji is escaped as two surrogates. A lone surrogate is a surrogate without its counterpart.
/// For any other escape sequence, the length covers only the backslash and the next character.
pub(super) fn escape(json: &str) -> (usize, bool) {
    match unit(json) {
        Some(0xD800..=0xDBFF) if matches!(unit(&json[6..]), Some(0xDC00..=0xDFFF)) => (12, false),
        Some(0xD800..=0xDFFF) => (6, true),
        // The escaped character may be a quote, or a character of several bytes.
        _ => (1 + json[1..].chars().next().map_or(0, char::len_utf8), false),
    }
}

/// Replaces `NaN` with `null`, `Infinity` with a string, and lone surrogates with �. O(length).
pub(super) fn repaired(json: &str) -> String {
    let mut repaired = String::with_capacity(json.len() + 16);
    let mut rest = json;
    let mut in_text = false;
    loop {
        let signs: &[char] = if in_text { &['"', '\\'] } else { &['"', 'N', 'I', '-'] };
        let Some(next) = rest.find(signs) else {
            break;
        };
        repaired.push_str(&rest[..next]);
        rest = &rest[next..];
        let length = if rest.starts_with('"') {
            in_text = !in_text;
            1
        } else if in_text {
            let (length, is_half) = escape(rest);
            if is_half {
                repaired.push_str("\\ufffd");
                rest = &rest[length..];
                continue;
            }
            length
        } else if let Some((word, replacement)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            repaired.push_str(replacement);
            rest = &rest[word.len()..];
            continue;
        } else {
            1
        };
        repaired.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    repaired.push_str(rest);
    repaired
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_halves_are_replaced_and_everything_else_is_kept() {
        for (json, expected) in [
            (
                r#"{"a":NaN,"b":[-Infinity,Infinity]}"#,
                r#"{"a":null,"b":["-Infinity","Infinity"]}"#,
            ),
            (r#"{"NaN":"NaN -Infinity \" NaN"}"#, r#"{"NaN":"NaN -Infinity \" NaN"}"#),
            (
                r#"{"a":"x \ud83d y \ude00","b":"\ud83d\ude00 \\ud83d"}"#,
                r#"{"a":"x \ufffd y \ufffd","b":"\ud83d\ude00 \\ud83d"}"#,
            ),
            (r#"{"a":-1.5,"é":"\é"}"#, r#"{"a":-1.5,"é":"\é"}"#),
            (r#"{"a":"\"#, r#"{"a":"\"#),
        ] {
            assert_eq!(repaired(json), expected);
        }
    }
}
