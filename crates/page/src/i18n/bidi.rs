//! Bidirectional isolation, which prevents a user's text from reordering the words of the surrounding sentence.

use std::borrow::Cow;

const ISOLATE: char = '\u{2068}';
const POP: char = '\u{2069}';

/// Prepares a user's text for display within a sentence. The result is only for display and must not be stored.
///
/// The text is enclosed in FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (Unicode Annex 9).
/// Characters that would end the isolate early are removed, and isolates that the text opens are closed.
/// Text of spaces and printable ASCII characters is returned unchanged.
pub fn isolated(text: &str) -> Cow<'_, str> {
    if text.chars().all(|letter| letter == ' ' || letter.is_ascii_graphic()) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::from(ISOLATE);
    let mut n_open = 0;
    for letter in text.chars() {
        match letter {
            '\u{2066}'..=ISOLATE => n_open += 1,
            POP if n_open == 0 => continue,
            POP => n_open -= 1,
            // Replace a paragraph separator with a space, because a paragraph separator would close all open isolates.
            '\n' | '\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2029}' => {
                shown.push(' ');
                continue;
            }
            _ => {}
        }
        shown.push(letter);
    }
    shown.extend(std::iter::repeat_n(POP, n_open + 1));
    Cow::Owned(shown)
}

pub fn all_isolated(names: &[String]) -> String {
    let names: Vec<Cow<'_, str>> = names.iter().map(|name| isolated(name)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ascii_is_unchanged_and_other_text_is_isolated() {
        assert_eq!(isolated("a file.csv"), "a file.csv");
        assert_eq!(isolated("\u{202e}vsc.exe"), "\u{2068}\u{202e}vsc.exe\u{2069}");
        assert_eq!(isolated("a\u{2069}b\nc"), "\u{2068}ab c\u{2069}");
        assert_eq!(isolated("\u{2067}x"), "\u{2068}\u{2067}x\u{2069}\u{2069}");
    }

    proptest! {
        #[test]
        fn isolates_are_closed_exactly_at_the_end(text in "[a\u{5d0}\u{2066}-\u{2069}\u{202a}-\u{202e}\n\u{2029}]{1,20}") {
            let shown = isolated(&text);
            prop_assume!(shown != text);
            let mut depth = 0;
            for (index, letter) in shown.char_indices() {
                match letter {
                    '\u{2066}'..=ISOLATE => depth += 1,
                    POP => depth -= 1,
                    letter => prop_assert!(letter != '\n' && letter != '\u{2029}', "{shown:?}"),
                }
                let is_last = index + letter.len_utf8() == shown.len();
                prop_assert_eq!(depth == 0, is_last, "{:?}", shown);
            }
        }
    }
}
