//! Confidences as an append-only table that [`confidences`](fastgas_data::confidences) can read.
//! The third column of the table contains the key of the question that the model answered.

use super::{QuestionKey, Questions};
use crate::ConfidenceError;
use crate::error::AskError;
use fastgas_data::{Confidence, Expected, LoadError};
use fastgas_data::{known_confidences, load};

/// The header line of the confidence table.
pub const HEADER: &str = "row,confidence,asked\n";

/// Formats the table's line for one text. The confidence is empty if the model gave an empty answer.
pub fn line(row: u32, confidence: Confidence, key: QuestionKey) -> String {
    match confidence {
        Confidence::Number(number) => format!("{row},{number},{key}\n"),
        Confidence::NoRow | Confidence::Empty => format!("{row},,{key}\n"),
    }
}

/// Reads a complete or incomplete table of confidences. Returns the confidence of each row.
/// An incomplete last line is ignored.
///
/// # Errors
/// Returns any error from [`known_confidences`].
/// Returns [`ConfidenceError::OtherQuestion`] if the key of a line is not the key of the current question.
pub fn read_answered(bytes: &[u8], questions: &Questions) -> Result<Vec<Confidence>, AskError> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    if bytes[..whole].is_empty() || bytes[..whole] == *HEADER.as_bytes() {
        return Ok(vec![Confidence::NoRow; questions.len()]);
    }
    let table = load(&bytes[..whole])?;
    let known = known_confidences(&table, questions.len())?;
    let (rows, keys) = (table.column("row")?, table.column("asked")?);
    for instance in table.instances() {
        let row: u32 = instance.cell(rows).trim().parse().expect("it was read as one");
        let key = instance.cell(keys).trim();
        let key = QuestionKey::read(key).ok_or_else(|| LoadError::NotNumber {
            record: instance.row() as u64 + 1,
            column: "asked".into(),
            cell: key.into(),
            expected: Expected::Key,
        })?;
        if key != questions.key(row) {
            return Err(ConfidenceError::OtherQuestion { row }.into());
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confidence::{Api, Model};
    use crate::retrieve::BUILT_IN;
    use fastgas_data::{MissingConfidences, confidences};
    use std::sync::Arc;

    fn questions(model: &str) -> Questions {
        let pool = Arc::new(load(b"text\na\nb\nc\n").expect("a table"));
        let name = model.to_owned();
        let model = Model { name, api: Api::Chat };
        Questions::new(pool, 0, &[(1, "x".into())], BUILT_IN[0].template(), model).expect("all inputs exist")
    }

    #[test]
    fn table_round_trips_in_both_ways() {
        let questions = questions("tiny");
        let values = [-1.5e-7, -0.1, -123.456];
        let lines = (0..3)
            .zip(values)
            .map(|(row, value)| line(row, Confidence::Number(value), questions.key(row)));
        let file = HEADER.to_owned() + &lines.rev().collect::<String>();
        assert_eq!(
            read_answered(file.as_bytes(), &questions),
            Ok(values.map(Confidence::Number).to_vec())
        );
        assert_eq!(
            confidences(&load(file.as_bytes()).expect("a table"), 3, MissingConfidences::Refuse),
            Ok(values.to_vec())
        );
    }

    #[test]
    fn incomplete_last_line_is_ignored() {
        let questions = questions("tiny");
        let file = format!(
            "{HEADER}{}{}",
            line(2, Confidence::Number(-0.5), questions.key(2)),
            line(0, Confidence::Empty, questions.key(0))
        );
        for end in 0..file.len() {
            let known = read_answered(&file.as_bytes()[..end], &questions).expect("a beginning");
            let whole = file[..end].matches('\n').count();
            let last = if whole > 1 {
                Confidence::Number(-0.5)
            } else {
                Confidence::NoRow
            };
            assert_eq!(known, [Confidence::NoRow, Confidence::NoRow, last], "{end}");
        }
        let known = read_answered(file.as_bytes(), &questions).expect("the whole file");
        assert_eq!(known[0], Confidence::Empty);
    }

    #[test]
    fn answers_to_other_questions_are_rejected() {
        let file = format!(
            "{HEADER}{}",
            line(1, Confidence::Number(-0.5), questions("tiny").key(1))
        );
        let error = read_answered(file.as_bytes(), &questions("large"));
        assert_eq!(error, Err(ConfidenceError::OtherQuestion { row: 1 }.into()));
        for (file, expected) in [
            (
                "row,confidence\n0,1\n",
                "there is no column `asked`; the columns are `row`, `confidence`",
            ),
            (
                "row,confidence,asked\n0,1,?\n",
                "record 1: column `asked` holds `?`, which is not a number of 16 hexadecimal digits",
            ),
        ] {
            let error = read_answered(file.as_bytes(), &questions("tiny")).expect_err(file);
            assert_eq!(error.to_string(), expected);
        }
    }
}
