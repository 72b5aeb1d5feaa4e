//! Reads how confident a language model is about each instance, from a table.

use super::Pool;
use crate::{Expected, LoadError};

/// Confidence of the language model for each of `n_instances` instances, in the order of the instances.
/// The confidences are finite numbers. Only their order matters.
///
/// `table` has the columns `row` (row of the pool, from 0) and `confidence`.
/// Each row of the pool must occur exactly once, in any order. O(n).
///
/// # Errors
/// [`LoadError::NoColumn`] if `table` lacks a column, and [`LoadError::NotNumber`] for a cell that is not a number.
/// [`LoadError::RepeatedRow`] and [`LoadError::MissingRow`] if a row of the pool does not occur exactly once.
pub fn confidences(table: &Pool, n_instances: usize) -> Result<Vec<f32>, LoadError> {
    let known = known_confidences(table, n_instances)?.into_iter().zip(0..);
    let known = known.map(|(confidence, row)| confidence.ok_or(LoadError::MissingRow { row }));
    known.collect()
}

/// Like [`confidences`], but `table` need not contain every row of the pool.
///
/// # Errors
/// Fails with the errors of [`confidences`], except [`LoadError::MissingRow`].
pub fn known_confidences(table: &Pool, n_instances: usize) -> Result<Vec<Option<f32>>, LoadError> {
    let (rows, values) = (table.column("row")?, table.column("confidence")?);
    let mut confidences = vec![None; n_instances];
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
        let value = instance.cell(values).trim().parse::<f32>().ok();
        let value = value.filter(|value| value.is_finite());
        let value = value.ok_or_else(|| not_number(values, Expected::Finite))?;
        if confidences[row].replace(value).is_some() {
            return Err(LoadError::RepeatedRow { row: row as u64 });
        }
    }
    Ok(confidences)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load;

    fn read(table: &str) -> Result<Vec<f32>, String> {
        let table = load(table.as_bytes()).expect("a table");
        confidences(&table, 3).map_err(|error| error.to_string())
    }

    #[test]
    fn rows_come_in_any_order() {
        let table = "text,confidence,row\na,-1.5e-1,2\nb,0,0\nc, 3 ,1\n";
        assert_eq!(read(table), Ok(vec![0.0, 3.0, -0.15]));
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
            ("row,confidence\n0,1\n0,1\n", "row 0 of the pool stands twice"),
            ("row,confidence\n0,1\n2,1\n", "row 1 of the pool is missing"),
        ] {
            assert_eq!(read(table), Err(expected.into()));
        }
    }
}
