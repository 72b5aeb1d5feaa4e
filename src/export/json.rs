//! JSON in files that hold one value a line.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

/// The value on a line, and the line's end. O(length).
pub(super) fn json_line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("strings and numbers always make JSON");
    escaped(json, ends_line) + "\n"
}

/// JSON with `\uXXXX` for each letter that `is_meant`, which are letters beyond ASCII or none that JSON needs: they stand in
/// strings alone. O(length).
pub(super) fn escaped(json: String, is_meant: fn(char) -> bool) -> String {
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

/// Whether Unicode ends a line here and JSON does not, so that some readers do.
fn ends_line(letter: char) -> bool {
    matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The cell of a column of values, `null` where nothing was; none for a text. It stands on one line, every digit as it was
/// written. O(length).
pub(super) fn json_value<T: DeserializeOwned>(cell: &str, is_value: bool) -> Option<T> {
    let written = if cell.is_empty() { "null" } else { cell };
    let is_json = is_value && serde_json::from_str::<IgnoredAny>(written).is_ok();
    is_json.then(|| serde_json::from_str(&on_one_line(written)).ok())?
}

/// Whether `written` is what a line of JSON has for `cell`: a list or an object that stood on several lines there stands on
/// one.
pub(super) fn is_written_so(cell: &str, written: &str) -> bool {
    let on_a_line = || {
        let value: Box<RawValue> = json_value(cell, cell.starts_with(['{', '[']))?;
        Some(escaped(value.get().to_owned(), ends_line))
    };
    cell == written || on_a_line().is_some_and(|value| value == written)
}

/// JSON as it is, or without what stands between its signs where that breaks lines.
fn on_one_line(json: &str) -> Cow<'_, str> {
    if !json.contains(['\n', '\r']) {
        return Cow::Borrowed(json);
    }
    let (mut in_text, mut is_escaped) = (false, false);
    let is_kept = |letter: &char| {
        if in_text {
            in_text = is_escaped || *letter != '"';
            is_escaped = !is_escaped && *letter == '\\';
            return true;
        }
        in_text = *letter == '"';
        !matches!(*letter, ' ' | '\t' | '\n' | '\r')
    };
    Cow::Owned(json.chars().filter(is_kept).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(cell: &str) -> Option<String> {
        json_value::<Box<RawValue>>(cell, true).map(|value| value.get().to_owned())
    }

    #[test]
    fn a_value_stands_on_one_line_with_every_digit() {
        let pretty = "{\r\n  \"a  b\": [1.50,\n\t12345678901234567890123, 1e400],\n  \"c \\\" \\\\\" : \"d  \\n\"\n}";
        let line = r#"{"a  b":[1.50,12345678901234567890123,1e400],"c \" \\":"d  \n"}"#;
        assert_eq!(value(pretty).as_deref(), Some(line));
        assert_eq!(value("{\"a\": [1, 2]}").as_deref(), Some("{\"a\": [1, 2]}"));
        assert_eq!(value("").as_deref(), Some("null"));
        assert_eq!(
            json_value::<Box<RawValue>>("1", false).map(|value| value.get().to_owned()),
            None
        );
    }

    #[test]
    fn what_is_no_json_does_not_become_json() {
        for cell in ["1\n2", "[1 \n 2]", "\"a\nb\"", "{\n", "no JSON"] {
            assert_eq!(value(cell), None, "{cell}");
        }
    }

    #[test]
    fn a_value_is_known_again_as_it_is_written() {
        let pretty = "{\n  \"a\": [1, \"b\u{2028}\"]\n}";
        assert!(is_written_so(pretty, "{\"a\":[1,\"b\\u2028\"]}"));
        assert!(is_written_so("a\nb", "a\nb"));
        assert!(!is_written_so(pretty, "{\"a\":[2,\"b\\u2028\"]}"));
        assert!(!is_written_so("", "null"));
        assert!(!is_written_so("a b", "ab"));
        assert!(!is_written_so("[a b]", "[ab]"));
    }

    #[test]
    fn letters_that_end_a_line_for_some_readers_are_escapes() {
        let text = "a\u{85}b\u{2028}c\u{2029}d\u{e4}\u{a0}\n";
        let line = json_line(&text);
        assert_eq!(line, "\"a\\u0085b\\u2028c\\u2029d\u{e4}\u{a0}\\n\"\n");
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), text);
    }
}
