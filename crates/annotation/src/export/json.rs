//! Reads and writes cells as JSON values, for export formats that have one row per line.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use fastgas_data::to_json_line;

/// Parses a cell as JSON. `is_value` indicates whether the column contains JSON values. An empty cell is `null`.
/// `None` if the column contains texts, or if the cell is not JSON.
/// Numbers keep every digit. JSON on several lines is reduced to one line. O(length) time.
pub(super) fn json_value<T: DeserializeOwned>(cell: &str, is_value: bool) -> Option<T> {
    if !is_value {
        return None;
    }
    let written = if cell.is_empty() { "null" } else { cell };
    if !written.contains(['\n', '\r']) {
        return serde_json::from_str(written).ok();
    }
    // The original cell must be valid JSON, because removing line breaks could turn invalid JSON into valid JSON.
    serde_json::from_str::<IgnoredAny>(written).ok()?;
    serde_json::from_str(&without_breaks(written)).ok()
}

pub(super) fn json_list(texts: &[String]) -> String {
    serde_json::to_string(texts).expect("texts are JSON")
}

pub(super) fn is_exported_as(cell: &str, written: &str) -> bool {
    let value = || json_value::<Box<RawValue>>(cell, cell.starts_with(['{', '[']));
    cell == written || value().is_some_and(|value| to_json_line(&value) == written)
}

fn without_breaks(json: &str) -> String {
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
    json.chars().filter(is_kept).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(cell: &str) -> Option<String> {
        json_value::<Box<RawValue>>(cell, true).map(|value| value.get().to_owned())
    }

    #[test]
    fn value_is_written_on_one_line_with_every_digit() {
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
    fn invalid_json_does_not_become_valid() {
        for cell in ["1\n2", "[1 \n 2]", "\"a\nb\"", "{\n", "no JSON"] {
            assert_eq!(value(cell), None, "{cell}");
        }
    }

    #[test]
    fn value_is_recognized_in_its_exported_form() {
        let pretty = "{\n  \"a\": [1, \"b\u{2028}\"]\n}";
        assert!(is_exported_as(pretty, "{\"a\":[1,\"b\\u2028\"]}"));
        assert!(is_exported_as("a\nb", "a\nb"));
        assert!(!is_exported_as(pretty, "{\"a\":[2,\"b\\u2028\"]}"));
        assert!(!is_exported_as("", "null"));
        assert!(!is_exported_as("a b", "ab"));
        assert!(!is_exported_as("[a b]", "[ab]"));
    }
}
