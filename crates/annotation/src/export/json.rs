//! JSON in files that hold one value a line.

use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use fastgas_data::on_a_line;

/// The cell of a column of values, `null` where nothing was; none for a text. It stands on one line, every digit as it was
/// written. O(length).
pub(super) fn json_value<T: DeserializeOwned>(cell: &str, is_value: bool) -> Option<T> {
    if !is_value {
        return None;
    }
    let written = if cell.is_empty() { "null" } else { cell };
    if !written.contains(['\n', '\r']) {
        return serde_json::from_str(written).ok();
    }
    // What is no JSON could become some without what breaks its lines.
    serde_json::from_str::<IgnoredAny>(written).ok()?;
    serde_json::from_str(&without_breaks(written)).ok()
}

/// Whether `written` is what a line of JSON has for `cell`: a list or an object that stood on several lines there stands on
/// one.
pub(super) fn is_written_so(cell: &str, written: &str) -> bool {
    let value = || json_value::<Box<RawValue>>(cell, cell.starts_with(['{', '[']));
    cell == written || value().is_some_and(|value| on_a_line(&value) == written)
}

/// JSON without what stands between its signs.
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
}
