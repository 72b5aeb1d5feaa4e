//! Escapes text for XML files: SVG pictures, and the configuration files of other programs.

use std::fmt::Write;

/// Escapes `text` for display between XML tags. Tabs and line ends become spaces. O(length).
pub fn shown(text: &str) -> String {
    escaped(text, |out, _| out.push(' '))
}

/// Escapes `text` for an XML attribute. O(length).
/// XML parsers restore the text, except for characters that XML does not allow.
pub fn attribute(text: &str) -> String {
    escaped(text, |out, letter| {
        let _ = write!(out, "&#{};", u32::from(letter));
    })
}

/// Escapes reserved characters and removes forbidden characters: control characters and two noncharacters.
/// `space` appends the replacement of a tab, a line feed or a carriage return.
/// In an attribute, tabs and line ends must be written as references such as `&#10;`,
/// because XML parsers turn literal tabs and line ends in attributes into spaces.
fn escaped(text: &str, space: impl Fn(&mut String, char)) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => space(&mut out, letter),
            '\u{fffe}' | '\u{ffff}' => {}
            control if control.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// XML 1.0, production 2: the characters that a document may contain.
        #[test]
        fn escaped_text_contains_only_xml_characters(text in "\\PC{0,8}|[<>&\"'\u{0}-\u{20}\u{7f}-\u{9f}\u{202e}\u{fffd}-\u{10000}]{0,12}") {
            for escaped in [shown(&text), attribute(&text)] {
                let is_letter = |letter| matches!(letter, ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
                prop_assert!(escaped.chars().all(is_letter), "{escaped:?}");
                prop_assert!(!escaped.contains(['<', '>', '"']));
                for (at, _) in escaped.match_indices('&') {
                    let entities = ["&amp;", "&lt;", "&gt;", "&quot;", "&#9;", "&#10;", "&#13;"];
                    prop_assert!(entities.iter().any(|entity| escaped[at..].starts_with(entity)));
                }
            }
        }
    }

    #[test]
    fn attribute_keeps_tabs_and_line_ends() {
        let text = "a\tb\r\nc \"d\" & <e>";
        assert_eq!(attribute(text), "a&#9;b&#13;&#10;c &quot;d&quot; &amp; &lt;e&gt;");
        assert_eq!(shown(text), "a b  c &quot;d&quot; &amp; &lt;e&gt;");
    }
}
