//! Classifies the errors from `serde_json`, because the library returns its errors only as text.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::Verbatim;

/// Why a text is not valid JSON or not a JSON value of the expected type.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum JsonReason {
    /// The parser found a problem at a known position of the text.
    #[error("{problem} at line {line} column {column}")]
    At {
        /// What is wrong with the JSON at the given position.
        problem: JsonProblem,
        /// 1-based number of the line with the problem.
        line: u64,
        /// 1-based position of the problem in the line, in bytes.
        column: u64,
    },
    /// A problem in a value that was already parsed. The position in the text is unknown.
    #[error(transparent)]
    InValue(JsonProblem),
}

/// Reasons why `serde_json` rejects a text. The English messages equal the messages of `serde_json`.
#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum JsonProblem {
    /// The text ends within a list.
    #[error("EOF while parsing a list")]
    EndInList,
    /// The text ends within an object.
    #[error("EOF while parsing an object")]
    EndInObject,
    /// The text ends within a string.
    #[error("EOF while parsing a string")]
    EndInString,
    /// The text ends before a value.
    #[error("EOF while parsing a value")]
    EndBeforeValue,
    /// A colon is missing after a key.
    #[error("expected `:`")]
    NoColon,
    /// A comma is missing between two items of a list, or the list has no closing bracket.
    #[error("expected `,` or `]`")]
    InList,
    /// A comma is missing between two members of an object, or the object has no closing brace.
    #[error("expected `,` or `}}`")]
    InObject,
    /// The text contains a misspelled `true`, `false` or `null`.
    #[error("expected ident")]
    NoWord,
    /// The text at the position of the error cannot be the beginning of a JSON value.
    #[error("expected value")]
    NoValue,
    /// A numeric key has no closing quote.
    #[error("expected `\"`")]
    NoQuote,
    /// The text contains an unknown escape sequence.
    #[error("invalid escape")]
    Escape,
    /// The text contains a malformed number.
    #[error("invalid number")]
    Number,
    /// The text contains a number that is too large.
    #[error("number out of range")]
    NumberRange,
    /// An escape sequence does not encode a Unicode character.
    #[error("invalid unicode code point")]
    CodePoint,
    /// A string contains a control character that is not escaped.
    #[error("control character (\\u0000-\\u001F) found while parsing a string")]
    ControlCharacter,
    /// An object has a key that is not a string.
    #[error("key must be a string")]
    Key,
    /// A string contains only one half of a surrogate pair.
    #[error("lone leading surrogate in hex escape")]
    LoneSurrogate,
    /// A Unicode escape sequence has too few digits.
    #[error("unexpected end of hex escape")]
    HexEscape,
    /// A comma follows the last item of a list or object.
    #[error("trailing comma")]
    TrailingComma,
    /// Surplus characters follow the value.
    #[error("trailing characters")]
    TrailingCharacters,
    /// Lists and objects are nested more deeply than the parser allows.
    #[error("recursion limit exceeded")]
    Recursion,
    /// A required field is missing.
    #[error("missing field `{field}`")]
    MissingField {
        /// Name of the missing field.
        field: String,
    },
    /// A field of an object occurs twice.
    #[error("duplicate field `{field}`")]
    DuplicateField {
        /// Name of the repeated field.
        field: String,
    },
    /// A value has a different type than expected.
    #[error("{message}")]
    Type {
        /// Message of `serde_json`, which describes the actual value and the expected type.
        message: Verbatim,
    },
    /// A value has the right type but is not allowed.
    #[error("{message}")]
    Value {
        /// Message of `serde_json`, which describes the actual value and the allowed values.
        message: Verbatim,
    },
    /// A list has a different length than expected.
    #[error("{message}")]
    Length {
        /// Message of `serde_json`, which contains the actual and the expected length.
        message: Verbatim,
    },
    /// An object has an unknown field.
    #[error("{message}")]
    UnknownField {
        /// Message of `serde_json`, which names the unknown field and the known fields.
        message: Verbatim,
    },
    /// A value names an unknown variant of an enum.
    #[error("{message}")]
    UnknownVariant {
        /// Message of `serde_json`, which names the unknown variant and the known variants.
        message: Verbatim,
    },
    /// Any error without a separate variant, for example an error from a type that has a custom parser.
    #[error(transparent)]
    Other(Verbatim),
}

const FIXED: [JsonProblem; 21] = [
    JsonProblem::EndInList,
    JsonProblem::EndInObject,
    JsonProblem::EndInString,
    JsonProblem::EndBeforeValue,
    JsonProblem::NoColon,
    JsonProblem::InList,
    JsonProblem::InObject,
    JsonProblem::NoWord,
    JsonProblem::NoValue,
    JsonProblem::NoQuote,
    JsonProblem::Escape,
    JsonProblem::Number,
    JsonProblem::NumberRange,
    JsonProblem::CodePoint,
    JsonProblem::ControlCharacter,
    JsonProblem::Key,
    JsonProblem::LoneSurrogate,
    JsonProblem::HexEscape,
    JsonProblem::TrailingComma,
    JsonProblem::TrailingCharacters,
    JsonProblem::Recursion,
];

impl From<&serde_json::Error> for JsonReason {
    fn from(error: &serde_json::Error) -> JsonReason {
        let problem = JsonProblem::from(error);
        match error.line() {
            0 => JsonReason::InValue(problem),
            line => JsonReason::At {
                problem,
                line: line as u64,
                column: error.column() as u64,
            },
        }
    }
}

impl From<serde_json::Error> for JsonReason {
    fn from(error: serde_json::Error) -> JsonReason {
        JsonReason::from(&error)
    }
}

impl From<&serde_json::Error> for JsonProblem {
    fn from(error: &serde_json::Error) -> JsonProblem {
        let text = error.to_string();
        let suffix = format!(" at line {} column {}", error.line(), error.column());
        let text = text.strip_suffix(&suffix).unwrap_or(&text);
        if let Some(fixed) = FIXED.iter().find(|problem| problem.to_string() == text) {
            return fixed.clone();
        }
        let field = |begin: &str| Some(text.strip_prefix(begin)?.strip_suffix('`')?.to_owned());
        if let Some(field) = field("missing field `") {
            return JsonProblem::MissingField { field };
        }
        if let Some(field) = field("duplicate field `") {
            return JsonProblem::DuplicateField { field };
        }
        let message = Verbatim::from(text);
        match () {
            () if text.starts_with("invalid type: ") => JsonProblem::Type { message },
            () if text.starts_with("invalid value: ") => JsonProblem::Value { message },
            () if text.starts_with("invalid length ") => JsonProblem::Length { message },
            () if text.starts_with("unknown field ") => JsonProblem::UnknownField { message },
            () if text.starts_with("unknown variant ") => JsonProblem::UnknownVariant { message },
            () => JsonProblem::Other(message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(text: &str) -> JsonReason {
        let error = serde_json::from_str::<Vec<u8>>(text).expect_err(text);
        let reason = JsonReason::from(&error);
        assert_eq!(reason.to_string(), error.to_string());
        reason
    }

    #[test]
    fn syntax_errors_are_classified() {
        for (text, expected) in [
            ("", JsonProblem::EndBeforeValue),
            ("[", JsonProblem::EndInList),
            ("[1,]", JsonProblem::TrailingComma),
            ("[1}", JsonProblem::InList),
            ("x", JsonProblem::NoValue),
            ("nulx", JsonProblem::NoWord),
            ("[1]x", JsonProblem::TrailingCharacters),
            ("[-]", JsonProblem::Number),
            ("\"\\x\"", JsonProblem::Escape),
            ("\"\n", JsonProblem::ControlCharacter),
            ("[1e999]", JsonProblem::NumberRange),
        ] {
            match reason(text) {
                JsonReason::At { problem, line: 1.., .. } => assert_eq!(problem, expected, "{text}"),
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    /// Without this test, new messages of a later `serde_json` version would silently remain unclassified.
    #[test]
    fn errors_of_values_are_classified() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Strict {
            #[serde(rename = "a")]
            _a: u8,
            #[serde(rename = "b", default)]
            _b: [u8; 2],
        }
        let problem = |text: &str| {
            let error = serde_json::from_str::<Strict>(text).expect_err(text);
            JsonProblem::from(&error)
        };
        let field = String::from("a");
        assert_eq!(problem("{}"), JsonProblem::MissingField { field: field.clone() });
        assert_eq!(problem("{\"a\":1,\"a\":2}"), JsonProblem::DuplicateField { field });
        assert!(matches!(problem("{\"a\":\"x\"}"), JsonProblem::Type { .. }));
        assert!(matches!(problem("{\"a\":300}"), JsonProblem::Value { .. }));
        assert!(matches!(problem("{\"a\":1,\"b\":[1]}"), JsonProblem::Length { .. }));
        assert!(matches!(problem("{\"a\":1,\"c\":1}"), JsonProblem::UnknownField { .. }));
        assert!(matches!(problem("{a"), JsonProblem::Key));
        let of_value = serde_json::from_value::<Strict>(serde_json::json!({})).expect_err("no field");
        assert!(matches!(JsonReason::from(of_value), JsonReason::InValue(_)));
    }
}
