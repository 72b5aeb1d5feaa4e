//! The text between two cells of a table.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::LoadError;

const MAX_CHARS: usize = 8;
/// Filler for the elements of the array after the last character of the delimiter.
const END: char = '\0';

/// The text between two cells: usually one character, at most eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Delimiter([char; MAX_CHARS]);

impl Delimiter {
    /// Returns the delimiter with the characters of `text`.
    ///
    /// # Errors
    /// Returns [`LoadError::Delimiter`] for an empty text, more than eight characters, a quote, a line end or U+0000.
    pub fn new(text: &str) -> Result<Delimiter, LoadError> {
        let mut letters = [END; MAX_CHARS];
        for (place, letter) in text.chars().take(MAX_CHARS).enumerate() {
            letters[place] = letter;
        }
        let delimiter = Delimiter(letters);
        if delimiter.is_valid() && text.chars().count() <= MAX_CHARS {
            return Ok(delimiter);
        }
        Err(LoadError::Delimiter {
            delimiter: text.escape_debug().to_string(),
        })
    }

    pub(crate) fn is_valid(self) -> bool {
        let n = self.letters().count();
        let is_forbidden = |letter: &char| matches!(*letter, '"' | '\'' | '\n' | '\r' | END | '\u{feff}');
        n > 0 && !self.0[..n].iter().any(is_forbidden) && self.0[n..].iter().all(|&rest| rest == END)
    }

    /// The only character of the delimiter. `None` if the delimiter has several characters.
    pub fn single(self) -> Option<char> {
        let mut letters = self.letters();
        letters.next().filter(|_| letters.next().is_none())
    }

    /// The only byte of the delimiter in UTF-8. `None` if the delimiter has several bytes.
    pub(crate) fn byte(self) -> Option<u8> {
        self.single().filter(char::is_ascii).map(|letter| letter as u8)
    }

    fn letters(self) -> impl Iterator<Item = char> {
        self.0.into_iter().take_while(|&letter| letter != END)
    }
}

/// Parses a delimiter as users write it: the text itself, `tab`, `\t`, or the code of a control character such as `\x01`.
impl FromStr for Delimiter {
    type Err = LoadError;

    fn from_str(text: &str) -> Result<Delimiter, LoadError> {
        if matches!(text, "tab" | "\\t") {
            return Ok('\t'.into());
        }
        let code = text.strip_prefix("\\x").filter(|digits| digits.len() == 2);
        let control = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match control.filter(u8::is_ascii_control) {
            Some(control) => Delimiter::new(&char::from(control).to_string()),
            None => Delimiter::new(text),
        }
    }
}

impl From<char> for Delimiter {
    fn from(letter: char) -> Delimiter {
        let mut letters = [END; MAX_CHARS];
        letters[0] = letter;
        Delimiter(letters)
    }
}

impl PartialEq<char> for Delimiter {
    fn eq(&self, letter: &char) -> bool {
        self.single() == Some(*letter)
    }
}

impl fmt::Display for Delimiter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters()
            .try_for_each(|letter| fmt::Write::write_char(formatter, letter))
    }
}

impl TryFrom<String> for Delimiter {
    type Error = LoadError;

    fn try_from(text: String) -> Result<Delimiter, LoadError> {
        Delimiter::new(&text)
    }
}

impl From<Delimiter> for String {
    fn from(delimiter: Delimiter) -> String {
        delimiter.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delimiters_are_checked_and_stored_as_text() {
        for text in [",", "\t", "||", "§", "\u{1}", " | ", "12345678"] {
            let delimiter = Delimiter::new(text).expect(text);
            assert_eq!(delimiter.to_string(), text);
            let stored = serde_json::to_string(&delimiter).expect("JSON");
            assert_eq!(stored, serde_json::to_string(text).expect("JSON"));
            assert_eq!(serde_json::from_str::<Delimiter>(&stored).expect("JSON"), delimiter);
        }
        for text in ["", "\"", "a'b", "|\n", "\0", "123456789", "12345678\""] {
            let refusal = LoadError::Delimiter {
                delimiter: text.escape_debug().to_string(),
            };
            assert_eq!(Delimiter::new(text), Err(refusal));
        }
        assert_eq!(Delimiter::from(';').single(), Some(';'));
        for (text, letter) in [("tab", '\t'), ("\\t", '\t'), ("\\x01", '\u{1}'), ("§", '§')] {
            assert_eq!(text.parse::<Delimiter>(), Ok(Delimiter::from(letter)), "{text}");
        }
        assert_eq!(Delimiter::new("§").expect("a delimiter").byte(), None);
    }
}
