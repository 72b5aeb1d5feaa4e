//! Writes JSON on a single line, for programs that read files line by line.

use serde::Serialize;

/// Serializes the value to a single line, without a line end. O(length).
pub fn to_json_line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("strings and numbers always make JSON");
    escaped(json, ends_line)
}

/// Replaces each character for which `is_meant` returns true with the escape sequence `\uXXXX`.
/// `is_meant` must return true only for characters that JSON allows only in strings. O(length).
/// Non-ASCII characters, and ASCII characters that are not part of the JSON syntax, occur only in strings.
pub fn escaped(json: String, is_meant: fn(char) -> bool) -> String {
    if !json.contains(is_meant) {
        return json;
    }
    let mut escaped = String::with_capacity(json.len() + 16);
    for letter in json.chars() {
        match is_meant(letter) {
            true => escaped.push_str(&format!("\\u{:04x}", u32::from(letter))),
            false => escaped.push(letter),
        }
    }
    escaped
}

/// Whether some programs break lines at the character, because Unicode but not JSON defines it as a line break.
fn ends_line(letter: char) -> bool {
    matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_line_breaks_are_escaped() {
        let text = "a\u{85}b\u{2028}c\u{2029}d\u{e4}\u{a0}\n";
        let line = to_json_line(&text);
        assert_eq!(line, "\"a\\u0085b\\u2028c\\u2029d\u{e4}\u{a0}\\n\"");
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), text);
    }
}
