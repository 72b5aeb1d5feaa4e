//! Reads a table that contains a language model's confidence for each instance.

use super::Pool;
use crate::{Expected, LoadError};

/// The value that [`confidences`] gives to texts without a confidence under [`MissingConfidences::Least`].
/// The value is below every mean log-probability that a language model can return.
pub const LEAST_CONFIDENCE: f32 = f32::MIN;

/// How [`confidences`] treats texts that have an empty cell instead of a confidence in the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingConfidences {
    /// The table is rejected if a confidence is missing.
    #[default]
    Refuse,
    /// Texts without a confidence get [`LEAST_CONFIDENCE`].
    Least,
}

/// The confidence of one instance in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Confidence {
    /// The table has no row for the instance.
    #[default]
    NoRow,
    /// The cell is empty, because the language model returned no answer.
    Empty,
    /// The confidence is a finite number.
    Number(f32),
}

/// The language model's confidence for each of `n_instances` instances, in instance order.
/// The confidences are finite numbers. Only their order matters.
///
/// `table` has the columns `row` (row of the pool, from 0) and `confidence`.
/// Each row of the pool must occur exactly once, in any order. `missing` determines how empty confidences are treated. O(n).
///
/// # Errors
/// Returns [`LoadError::NoColumn`] if `table` lacks a column, and [`LoadError::NotNumber`] for a cell that is not a number.
/// Returns [`LoadError::RepeatedRow`] and [`LoadError::MissingRow`] if a row of the pool does not occur exactly once.
/// Returns [`LoadError::NoConfidence`] if a confidence is empty and `missing` is [`MissingConfidences::Refuse`].
pub fn confidences(table: &Pool, n_instances: usize, missing: MissingConfidences) -> Result<Vec<f32>, LoadError> {
    let known = known_confidences(table, n_instances)?;
    if let Some(row) = known.iter().position(|known| *known == Confidence::NoRow) {
        return Err(LoadError::MissingRow { row: row as u64 });
    }
    let empty = (0..).zip(&known).filter(|(_, known)| **known == Confidence::Empty);
    let empty: Vec<u64> = empty.map(|(row, _)| row).collect();
    if missing == MissingConfidences::Refuse && !empty.is_empty() {
        return Err(LoadError::no_confidence(empty));
    }
    Ok(known.into_iter().map(Confidence::or_least).collect())
}

impl Confidence {
    fn or_least(self) -> f32 {
        match self {
            Confidence::Number(number) => number,
            Confidence::NoRow | Confidence::Empty => LEAST_CONFIDENCE,
        }
    }
}

/// Like [`confidences`], but `table` need not contain every row of the pool, and confidences may be empty.
///
/// # Errors
/// Fails with the errors from [`confidences`], except [`LoadError::MissingRow`] and [`LoadError::NoConfidence`].
pub fn known_confidences(table: &Pool, n_instances: usize) -> Result<Vec<Confidence>, LoadError> {
    let (rows, values) = (table.column("row")?, table.column("confidence")?);
    let mut confidences = vec![Confidence::NoRow; n_instances];
    for instance in table.instances() {
        let not_number = |column: usize, expected: Expected| LoadError::NotNumber {
            record: instance.row() as u64 + 1,
            column: table.columns()[column].clone(),
            cell: instance.cell(column).into(),
            expected,
        };
        let row = instance.cell(rows).trim().parse::<usize>().ok();
        let row = row.filter(|&row| row < n_instances);
        let row = row.ok_or_else(|| {
            not_number(
                rows,
                Expected::RowBelow {
                    limit: n_instances as u64,
                },
            )
        })?;
        let confidence = match instance.cell(values).trim() {
            "" => Confidence::Empty,
            cell => {
                let number = cell.parse::<f32>().ok().filter(|number| number.is_finite());
                Confidence::Number(number.ok_or_else(|| not_number(values, Expected::Finite))?)
            }
        };
        if std::mem::replace(&mut confidences[row], confidence) != Confidence::NoRow {
            return Err(LoadError::RepeatedRow { row: row as u64 });
        }
    }
    Ok(confidences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    fn read_with(table: &str, missing: MissingConfidences) -> Result<Vec<f32>, String> {
        let table = load(table.as_bytes()).expect("a table");
        confidences(&table, 3, missing).map_err(|error| error.to_string())
    }

    fn read(table: &str) -> Result<Vec<f32>, String> {
        read_with(table, MissingConfidences::Refuse)
    }

    #[test]
    fn rows_come_in_any_order() {
        let table = "text,confidence,row\na,-1.5e-1,2\nb,0,0\nc, 3 ,1\n";
        assert_eq!(read(table), Ok(vec![0.0, 3.0, -0.15]));
    }

    #[test]
    fn empty_confidences_are_refused_or_the_least() {
        let table = "row,confidence,asked\n2,,a\n0,-1e30,b\n1, ,c\n";
        assert_eq!(read(table), Err("rows without a confidence: 2, namely 1, 2".into()));
        let least = read_with(table, MissingConfidences::Least);
        assert_eq!(least, Ok(vec![-1e30, LEAST_CONFIDENCE, LEAST_CONFIDENCE]));
        // An empty cell means that the model returned no answer. A row of the pool that is not in the table is an error.
        let missing = read_with("row,confidence\n0,\n1,1\n", MissingConfidences::Least);
        assert_eq!(missing, Err("row 2 of the pool is missing".into()));
        let repeated = read_with("row,confidence\n0,\n0,1\n", MissingConfidences::Least);
        assert_eq!(repeated, Err("row 0 of the pool occurs twice".into()));
    }

    #[test]
    fn error_lists_the_first_rows_without_a_confidence() {
        let error = LoadError::no_confidence((0..30).collect()).to_string();
        assert!(
            error.starts_with("rows without a confidence: 30, namely 0, 1, "),
            "{error}"
        );
        assert!(error.ends_with(", 19 …"), "{error}");
    }

    #[test]
    fn errors_are_reported_with_their_position() {
        for (table, expected) in [
            (
                "row,sure\n0,1\n",
                "there is no column `confidence`; the columns are `row`, `sure`",
            ),
            (
                "row,confidence\n0,1\n3,1\n",
                "record 2: column `row` holds `3`, which is not a whole number below 3",
            ),
            (
                "row,confidence\n0,NaN\n",
                "record 1: column `confidence` holds `NaN`, which is not a finite number",
            ),
            ("row,confidence\n0,1\n0,1\n", "row 0 of the pool occurs twice"),
            ("row,confidence\n0,1\n2,1\n", "row 1 of the pool is missing"),
        ] {
            assert_eq!(read(table), Err(expected.into()));
        }
    }
}
