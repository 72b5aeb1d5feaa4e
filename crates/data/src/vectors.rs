//! Reads a column of number lists, such as embeddings in JSON lines or in a Parquet file.

use super::Pool;
use crate::LoadError;

/// The numbers of a column whose cells are lists such as `[0.25, -1]`, row by row, and the length d of each list. Each
/// number is rounded once to the nearest `f32`. O(bytes of the column).
///
/// # Errors
/// [`LoadError::NotVector`] for a cell that is not a list of numbers, has another length than the first one, or is empty.
pub fn vectors(table: &Pool, column: usize) -> Result<(Vec<f32>, usize), LoadError> {
    let mut numbers = Vec::new();
    let mut dimension = 0;
    for instance in table.instances() {
        let refused = |expected: usize| LoadError::NotVector {
            row: instance.row() as u64,
            column: table.columns()[column].clone(),
            expected: expected as u64,
        };
        let before = numbers.len();
        let inside = instance.cell(column).trim();
        let inside = inside.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        for number in inside.ok_or_else(|| refused(dimension))?.split(',') {
            let number = number.trim().parse::<f32>().ok();
            let number = number.filter(|number| number.is_finite());
            numbers.push(number.ok_or_else(|| refused(dimension))?);
        }
        let length = numbers.len() - before;
        if dimension == 0 {
            dimension = length;
        }
        if length != dimension {
            return Err(refused(dimension));
        }
    }
    Ok((numbers, dimension))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Import, load_with};

    fn column_of(file: &str) -> Result<(Vec<f32>, usize), LoadError> {
        let loaded = load_with(file.as_bytes(), &Import::named("a.jsonl")).expect("a table");
        let column = loaded.pool.column("v").expect("the column");
        vectors(&loaded.pool, column)
    }

    #[test]
    fn lists_of_numbers_are_read_as_rows() {
        let read = column_of("{\"t\":\"a\",\"v\":[0.1, -2e-3]}\n{\"t\":\"b\",\"v\":[3,4]}\n");
        assert_eq!(read, Ok((vec![0.1, -0.002, 3.0, 4.0], 2)));
    }

    #[test]
    fn other_cells_are_refused_with_their_row() {
        let refused = |row, expected| {
            Err(LoadError::NotVector {
                row,
                column: "v".into(),
                expected,
            })
        };
        assert_eq!(column_of("{\"v\":[1,2]}\n{\"v\":[1]}\n"), refused(1, 2));
        assert_eq!(column_of("{\"v\":[1,2]}\n{\"v\":null}\n"), refused(1, 2));
        assert_eq!(column_of("{\"v\":[1,null]}\n"), refused(0, 0));
        assert_eq!(column_of("{\"v\":[]}\n"), refused(0, 0));
        assert_eq!(column_of("{\"v\":\"a\"}\n"), refused(0, 0));
        assert_eq!(column_of("{\"v\":[1e39]}\n"), refused(0, 0));
    }
}
