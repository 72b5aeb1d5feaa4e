//! A line of JSON, for all who read by lines.

use serde::Serialize;

/// The value on one line, without the line's end. O(length).
pub fn on_a_line(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("strings and numbers always make JSON");
    escaped(json, ends_line)
}

/// JSON with `\uXXXX` for each letter that `is_meant`, which are letters beyond ASCII or none that JSON needs: they stand in
/// strings alone. O(length).
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

/// Whether Unicode ends a line here and JSON does not, so that some readers do.
fn ends_line(letter: char) -> bool {
    matches!(letter, '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_end_a_line_for_some_readers_are_escapes() {
        let text = "a\u{85}b\u{2028}c\u{2029}d\u{e4}\u{a0}\n";
        let line = on_a_line(&text);
        assert_eq!(line, "\"a\\u0085b\\u2028c\\u2029d\u{e4}\u{a0}\\n\"");
        assert_eq!(serde_json::from_str::<String>(&line).expect("JSON"), text);
    }
}
