//! A person's words within a sentence of the page: whatever letters they hold, the sentence around them keeps its order.

use std::borrow::Cow;

const ISOLATE: char = '\u{2068}';
const POP: char = '\u{2069}';

/// The text as it may stand in a sentence that is shown, never in anything that is stored.
///
/// It is put between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (Unicode Annex 9), what would end that early is left
/// out, and what the text opens is closed. A name in ASCII stays as it is.
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
            // The end of a paragraph ends all that is open.
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

/// Names in a row, each as it may stand in a sentence.
pub fn all_isolated(names: &[String]) -> String {
    let names: Vec<Cow<'_, str>> = names.iter().map(|name| isolated(name)).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_name_in_ascii_stays_and_others_are_enclosed() {
        assert_eq!(isolated("a file.csv"), "a file.csv");
        assert_eq!(isolated("\u{202e}vsc.exe"), "\u{2068}\u{202e}vsc.exe\u{2069}");
        assert_eq!(isolated("a\u{2069}b\nc"), "\u{2068}ab c\u{2069}");
        assert_eq!(isolated("\u{2067}x"), "\u{2068}\u{2067}x\u{2069}\u{2069}");
    }

    proptest! {
        #[test]
        fn what_is_opened_is_closed_at_its_very_end(text in "[a\u{5d0}\u{2066}-\u{2069}\u{202a}-\u{202e}\n\u{2029}]{1,20}") {
            let shown = isolated(&text);
            prop_assume!(shown != text);
            let mut depth = 0;
            for (place, letter) in shown.char_indices() {
                match letter {
                    '\u{2066}'..=ISOLATE => depth += 1,
                    POP => depth -= 1,
                    letter => prop_assert!(letter != '\n' && letter != '\u{2029}', "{shown:?}"),
                }
                let is_last = place + letter.len_utf8() == shown.len();
                prop_assert_eq!(depth == 0, is_last, "{:?}", shown);
            }
        }
    }
}
