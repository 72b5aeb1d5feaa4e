//! The fields of the import dialog whose text is parsed: the delimiter, and the numbers of rows and lines.

use crate::i18n::core_messages;
use crate::i18n::t;
use fastgas_data::{DELIMITERS, Delimiter, Import, visible_name};
use fastgas_protocol::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TypedField {
    Delimiter,
    HeaderRow,
    LinesAbove,
    RowsBelow,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidText {
    pub text: String,
    pub problem: String,
    pub advice: String,
}

impl TypedField {
    pub(super) fn text_of(self, import: &Import) -> String {
        match self {
            TypedField::Delimiter => {
                let rare = import.delimiter.filter(is_rare);
                rare.map_or_else(String::new, |rare| visible_name(&rare.to_string()).into_owned())
            }
            TypedField::HeaderRow => import.table.header_row.map_or_else(String::new, |row| row.to_string()),
            TypedField::LinesAbove => import.above.unwrap_or(0).to_string(),
            TypedField::RowsBelow => import.below.unwrap_or(0).to_string(),
        }
    }

    /// Settings that depend on the field are detected again.
    pub(super) fn applied(self, text: &str, import: &Import) -> Result<Import, InvalidText> {
        let mut import = Import {
            below: None,
            ..import.clone()
        };
        match self {
            TypedField::Delimiter => {
                import.delimiter = Some(delimiter(text)?);
                import.header = None;
            }
            TypedField::HeaderRow => {
                import.table.header_row = Some(whole_number(text, 1)?);
                import.header = None;
            }
            TypedField::LinesAbove => {
                import.above = Some(whole_number(text, 0)?.into());
                // The table starts at a different line, so the delimiter and the header are detected again.
                (import.delimiter, import.header) = (None, None);
            }
            TypedField::RowsBelow => import.below = Some(whole_number(text, 0)?.into()),
        }
        Ok(import)
    }
}

pub(super) fn is_rare(delimiter: &Delimiter) -> bool {
    !DELIMITERS.iter().any(|known| *delimiter == *known)
}

fn delimiter(text: &str) -> Result<Delimiter, InvalidText> {
    text.parse::<Delimiter>().map_err(|error| {
        let error = Error::from(error);
        InvalidText {
            text: text.to_owned(),
            problem: core_messages::problem(&error),
            advice: core_messages::advice(&error, error.advice()),
        }
    })
}

fn whole_number(text: &str, least: u32) -> Result<u32, InvalidText> {
    let number = text.trim().parse::<u32>().ok();
    number.filter(|&number| number >= least).ok_or_else(|| InvalidText {
        text: text.to_owned(),
        problem: match text.trim() {
            "" => t!("common-number-missing-problem"),
            text => t!("common-whole-number-problem", text),
        },
        advice: t!("import-number-advice", least),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_settings_are_applied_and_dependent_ones_detected_again() {
        let import = Import {
            delimiter: Some(';'.into()),
            above: Some(1),
            header: Some(true),
            below: Some(3),
            ..Import::default()
        };
        let applied = |field: TypedField, text: &str| {
            let import = field.applied(text, &import).expect("a valid text");
            let Import {
                delimiter,
                above,
                header,
                below,
                ..
            } = import;
            (delimiter, above, header, below, import.table.header_row)
        };
        let semicolon = Some(Delimiter::from(';'));
        let bars = Delimiter::new("||").ok();
        assert_eq!(applied(TypedField::Delimiter, "||"), (bars, Some(1), None, None, None));
        assert_eq!(
            applied(TypedField::HeaderRow, " 4 "),
            (semicolon, Some(1), None, None, Some(4))
        );
        assert_eq!(applied(TypedField::LinesAbove, "2"), (None, Some(2), None, None, None));
        assert_eq!(
            applied(TypedField::RowsBelow, "0"),
            (semicolon, Some(1), Some(true), Some(0), None)
        );
    }

    #[test]
    fn invalid_text_is_rejected_with_the_reason() {
        let import = Import::default();
        for (field, text, problem, advice) in [
            (
                TypedField::Delimiter,
                "\"",
                "cannot delimit cells",
                "one to eight characters",
            ),
            (
                TypedField::Delimiter,
                "",
                "cannot delimit cells",
                "one to eight characters",
            ),
            (TypedField::HeaderRow, "two", "“two”", "of 1 or more"),
            (TypedField::HeaderRow, "0", "“0”", "of 1 or more"),
            (TypedField::LinesAbove, "-1", "“-1”", "of 0 or more"),
            (TypedField::RowsBelow, "4294967296", "“4294967296”", "of 0 or more"),
        ] {
            let invalid = field.applied(text, &import).expect_err("an invalid text");
            assert_eq!(invalid.text, text);
            assert!(invalid.problem.contains(problem), "{invalid:?}");
            assert!(invalid.advice.contains(advice), "{invalid:?}");
        }
    }
}
