//! Reads a column of number lists, such as embeddings in JSON Lines or in a Parquet file.

use super::{Instance, Pool};
use crate::LoadError;

const MAX_LISTED_ROWS: usize = 20;
const MAX_INSPECTED_ROWS: usize = 100;
/// Minimum length of a number list that may be a vector.
const MIN_DIMENSION: usize = 2;
/// Maximum number of `f32` numbers (4 MB) in a chunk of [`VectorRows`]. A longer row is a chunk of its own.
const PIECE_NUMBERS: usize = 1 << 20;

/// Appends the numbers of a list such as `[0.25, -1]` to `numbers`, each rounded once to the nearest `f32`.
/// Returns the length of the list, or `None` if the text is an empty list or not a list of finite numbers.
/// If the result is `None`, `numbers` is unchanged.
fn push_list(text: &str, numbers: &mut Vec<f32>) -> Option<usize> {
    let inside = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let before = numbers.len();
    for number in inside.split(',') {
        match number.trim().parse::<f32>().ok().filter(|number| number.is_finite()) {
            Some(number) => numbers.push(number),
            None => {
                numbers.truncate(before);
                return None;
            }
        }
    }
    Some(numbers.len() - before)
}

/// Checks that each cell of a column is a list of finite numbers, all of the same length d. Returns d.
/// O(bytes of the column).
///
/// # Errors
/// Returns [`LoadError::NotVector`] with the rows that have no number list, or a list that is not as long as the first list.
pub fn check_vectors(table: &Pool, column: usize) -> Result<usize, LoadError> {
    let mut numbers = Vec::new();
    let mut lengths = table.instances().map(|instance| {
        numbers.clear();
        push_list(instance.cell(column), &mut numbers)
    });
    let mut dimension = 0;
    let mut wrong = WrongRows::default();
    for (row, length) in (0..).zip(&mut lengths) {
        match length {
            Some(length) if dimension == 0 => dimension = length,
            Some(length) if length == dimension => {}
            Some(_) | None => wrong.add(row),
        }
    }
    wrong.refuse(&table.columns()[column], dimension)?;
    Ok(dimension)
}

#[derive(Debug, Default)]
struct WrongRows {
    first: Option<u64>,
    further: Vec<u64>,
    n_further: u64,
}

impl WrongRows {
    fn add(&mut self, row: u64) {
        if self.first.is_none() {
            self.first = Some(row);
            return;
        }
        self.n_further += 1;
        if self.further.len() + 1 < MAX_LISTED_ROWS {
            self.further.push(row);
        }
    }

    /// Returns an error if `column` has rows without a valid list. `dimension` is the expected length of a list.
    fn refuse(self, column: &str, dimension: usize) -> Result<(), LoadError> {
        match self.first {
            Some(row) => Err(LoadError::NotVector {
                row,
                column: column.to_owned(),
                expected: dimension as u64,
                rows: self.further,
                n: self.n_further,
            }),
            None => Ok(()),
        }
    }
}

/// Collects the number lists of a column row by row. The lists are checked as in [`check_vectors`].
#[derive(Debug, Default)]
pub struct VectorRows {
    /// Length of the first list of finite numbers. 0 until a row has a list of finite numbers.
    dimension: usize,
    n_rows: u64,
    wrong: WrongRows,
    /// The values of all rows, in chunks of whole rows. A single growing vector would be copied several times.
    /// Empty after a row without a valid list, because no values are returned in this case.
    pieces: Vec<Vec<f32>>,
}

impl VectorRows {
    /// Appends the list of the next row, or `None` for a row without a list. O(length of the list).
    pub fn push(&mut self, list: Option<&[f32]>) {
        let row = self.n_rows;
        self.n_rows += 1;
        let list = list.filter(|list| !list.is_empty() && list.iter().all(|number| number.is_finite()));
        if let (0, Some(list)) = (self.dimension, list) {
            self.dimension = list.len();
        }
        match list.filter(|list| list.len() == self.dimension) {
            Some(list) if self.wrong.first.is_none() => self.append(list),
            Some(_) => {}
            None => {
                self.wrong.add(row);
                self.pieces = Vec::new();
            }
        }
    }

    fn append(&mut self, list: &[f32]) {
        match self.pieces.last_mut() {
            Some(piece) if piece.len() + list.len() <= PIECE_NUMBERS => piece.extend_from_slice(list),
            _ => self.pieces.push(list.to_vec()),
        }
    }

    /// Number of rows.
    pub fn len(&self) -> u64 {
        self.n_rows
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.n_rows == 0
    }

    /// Returns the values of all rows in chunks of whole rows, and the length d of each list.
    /// `column` is the column name that an error contains.
    ///
    /// # Errors
    /// Returns any error from [`check_vectors`].
    pub fn into_pieces(self, column: &str) -> Result<(Vec<Vec<f32>>, usize), LoadError> {
        self.wrong.refuse(column, self.dimension)?;
        Ok((self.pieces, self.dimension))
    }

    /// Returns the values of all rows in one vector, and the length d of each list.
    /// `column` is the column name that an error contains.
    ///
    /// # Errors
    /// Returns any error from [`check_vectors`].
    pub fn into_vec(self, column: &str) -> Result<(Vec<f32>, usize), LoadError> {
        let (pieces, dimension) = self.into_pieces(column)?;
        let mut numbers = Vec::with_capacity(pieces.iter().map(Vec::len).sum());
        for piece in pieces {
            numbers.extend_from_slice(&piece);
        }
        Ok((numbers, dimension))
    }
}

/// Reads number lists, row by row, from a column that [`check_vectors`] accepts. O(bytes of the cells).
///
/// # Panics
/// Panics if a cell is not a list of numbers.
pub fn vectors_of<'a>(rows: impl Iterator<Item = Instance<'a>>, column: usize) -> Vec<f32> {
    let mut numbers = Vec::new();
    for instance in rows {
        push_list(instance.cell(column), &mut numbers).expect("the column was checked");
    }
    numbers
}

/// Reads a column whose cells are lists such as `[0.25, -1]`.
/// Returns the values of all lists, row by row, and the length d of each list.
/// Each number is rounded once to the nearest `f32`. O(bytes of the column).
///
/// # Errors
/// Returns any error from [`check_vectors`].
pub fn vectors(table: &Pool, column: usize) -> Result<(Vec<f32>, usize), LoadError> {
    let mut rows = VectorRows::default();
    let mut numbers = Vec::new();
    for instance in table.instances() {
        numbers.clear();
        let length = push_list(instance.cell(column), &mut numbers);
        rows.push(length.map(|_| &numbers[..]));
    }
    rows.into_vec(&table.columns()[column])
}

/// Names of the columns that may contain vectors. O(bytes of the first 100 rows).
/// In the first 100 rows, more than half of the column's cells must be lists of finite numbers.
/// The lists must be as long as the column's first list, which must have at least two numbers.
pub fn vector_columns(table: &Pool) -> Vec<String> {
    let mut numbers = Vec::new();
    let mut may_be_vectors = |column: usize| {
        let inspected = table.instances().take(MAX_INSPECTED_ROWS);
        let n_rows = inspected.len();
        let lengths: Vec<usize> = inspected
            .filter_map(|instance| {
                numbers.clear();
                push_list(instance.cell(column), &mut numbers)
            })
            .collect();
        let Some(&first) = lengths.first() else {
            return false;
        };
        let n_equal = lengths.iter().filter(|length| **length == first).count();
        2 * n_equal > n_rows && first >= MIN_DIMENSION
    };
    let columns = (0..).zip(table.columns());
    columns
        .filter(|(column, _)| may_be_vectors(*column))
        .map(|(_, name)| name.clone())
        .collect()
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
                rows: Vec::new(),
                n: 0,
            })
        };
        assert_eq!(column_of("{\"v\":[1,2]}\n{\"v\":[1]}\n"), refused(1, 2));
        assert_eq!(column_of("{\"v\":[1,2]}\n{\"v\":null}\n"), refused(1, 2));
        assert_eq!(column_of("{\"v\":null}\n{\"v\":[1,2]}\n"), refused(0, 2));
        assert_eq!(column_of("{\"v\":[1,null]}\n"), refused(0, 0));
        assert_eq!(column_of("{\"v\":[]}\n"), refused(0, 0));
        assert_eq!(column_of("{\"v\":\"a\"}\n"), refused(0, 0));
        assert_eq!(column_of("{\"v\":[1e39]}\n"), refused(0, 0));
    }

    #[test]
    fn all_wrong_rows_are_counted_and_the_first_are_listed() {
        let rows = (0..60).map(|row| match row {
            0 | 1 => "{\"v\":[1,2]}\n",
            7 => "{\"v\":[1,2,3]}\n",
            _ if row % 2 == 0 => "{\"v\":[3,4]}\n",
            _ => "{\"v\":[1,\"x\"]}\n",
        });
        let error = column_of(&rows.collect::<String>()).expect_err("some rows are wrong");
        let LoadError::NotVector { row, rows, n, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!((*row, rows.len(), rows[..3].to_vec(), *n), (3, 19, vec![5, 7, 9], 28));
        let message = error.to_string();
        assert!(
            message.starts_with("row 3: column `v` holds no list of 2 numbers; further such rows: 28, namely 5, 7, 9")
                && message.ends_with("41 …"),
            "{message}"
        );
    }

    #[test]
    fn vectors_are_stored_in_pieces_that_contain_whole_rows() {
        const D: usize = 3;
        let row = |row: usize| [row as f32, 0.5, -1.0];
        let n = PIECE_NUMBERS / D + 2;
        let mut rows = VectorRows::default();
        (0..n).for_each(|at| rows.push(Some(&row(at))));
        assert_eq!((rows.len(), rows.is_empty()), (n as u64, false));
        let (pieces, d) = rows.into_pieces("v").expect("lists");
        let lengths: Vec<usize> = pieces.iter().map(Vec::len).collect();
        assert_eq!((d, lengths), (D, vec![PIECE_NUMBERS / D * D, 2 * D]));
        assert!((0..n).flat_map(row).eq(pieces.into_iter().flatten()));
    }

    #[test]
    fn rows_without_a_list_of_finite_numbers_are_wrong() {
        let mut rows = VectorRows::default();
        let lists: [Option<&[f32]>; 7] = [
            None,
            Some(&[]),
            Some(&[1.0, 2.0]),
            Some(&[f32::NAN, 2.0]),
            Some(&[1.0]),
            Some(&[3.0, 4.0]),
            Some(&[f32::INFINITY, 0.0]),
        ];
        lists.into_iter().for_each(|list| rows.push(list));
        let refused = LoadError::NotVector {
            row: 0,
            column: "v".into(),
            expected: 2,
            rows: vec![1, 3, 4, 6],
            n: 4,
        };
        assert_eq!(rows.into_vec("v"), Err(refused));
        assert_eq!(VectorRows::default().into_vec("v"), Ok((Vec::new(), 0)));
    }

    #[test]
    fn columns_of_equally_long_lists_are_found() {
        let file = "{\"t\":\"a\",\"v\":[1,2],\"w\":[1],\"tags\":[\"a\",\"b\"],\"x\":[1,2],\"n\":3}\n\
            {\"t\":\"b\",\"v\":[3,4],\"w\":[2],\"tags\":[],\"x\":[1,2,3],\"n\":4}\n\
            {\"t\":\"c\",\"v\":null,\"w\":[3],\"tags\":[\"c\"],\"x\":[1,2,3,4],\"n\":5}\n";
        let loaded = load_with(file.as_bytes(), &Import::named("a.jsonl")).expect("a table");
        assert_eq!(
            vector_columns(&loaded.pool),
            ["v"],
            "a wrong row is reported when the column is used"
        );
        assert_eq!(loaded.found.vectors, ["v"]);
        let csv = load_with(b"text,v\na,\"[0.5, 1]\"\n", &Import::named("a.csv")).expect("a table");
        assert_eq!(csv.found.vectors, ["v"]);
    }
}
