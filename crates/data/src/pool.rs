//! The pool: all rows and columns of the input, in contiguous memory.

use std::ops::Range;

use super::visible::closest_name;
use crate::{LoadError, SizeReason};

/// A table of instances. All cells are concatenated in one string, row by row.
/// A pool of any size therefore has only three allocations and is sent to a worker as two buffers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pool {
    columns: Vec<String>,
    cells: String,
    /// Byte offset in `cells` where each cell ends. The index of a cell is `row * n_columns + column`.
    ends: Vec<u32>,
}

/// Parts of a pool whose validity is not known yet.
/// The parts can be checked in slices, so that a program can do other work between two slices.
#[derive(Debug)]
pub struct PoolParts {
    columns: Vec<String>,
    cells: String,
    ends: Vec<u32>,
    n_checked: usize,
}

impl PoolParts {
    /// Stores the column names, the concatenated cells and the end offsets of the cells without checking them.
    pub fn new(columns: Vec<String>, cells: String, ends: Vec<u32>) -> PoolParts {
        PoolParts {
            columns,
            cells,
            ends,
            n_checked: 0,
        }
    }

    /// Checks the next `n` end offsets of cells. Returns whether all end offsets are checked. O(n).
    ///
    /// # Errors
    /// Returns any error from [`Pool::from_parts`].
    pub fn check(&mut self, n: usize) -> Result<bool, LoadError> {
        let next = self.ends.len().min(self.n_checked.saturating_add(n));
        // The slice includes the last checked end offset, because the next end offset must not be smaller.
        let slice = &self.ends[self.n_checked.saturating_sub(1)..next];
        let are_ends = slice.iter().all(|&end| self.cells.is_char_boundary(end as usize));
        if !slice.is_sorted() || !are_ends {
            return Err(no_pool());
        }
        self.n_checked = next;
        Ok(next == self.ends.len())
    }

    /// Checks the end offsets of cells that [`PoolParts::check`] has not checked, and returns the pool.
    /// O(number of unchecked end offsets).
    ///
    /// # Errors
    /// Returns any error from [`Pool::from_parts`].
    pub fn into_pool(mut self) -> Result<Pool, LoadError> {
        self.check(usize::MAX)?;
        match self.are_complete() {
            true => {
                let (columns, cells, ends) = self.into_parts();
                Ok(Pool { columns, cells, ends })
            }
            false => Err(no_pool()),
        }
    }

    /// Whether the end offsets of all cells are checked, form complete rows and cover the text of all cells. O(1).
    pub fn are_complete(&self) -> bool {
        let is_checked = self.n_checked == self.ends.len();
        let has_whole_rows = !self.columns.is_empty() && self.ends.len().is_multiple_of(self.columns.len());
        let has_all_cells = self.ends.last().map_or(0, |&end| end as usize) == self.cells.len();
        is_checked && has_whole_rows && has_all_cells
    }

    /// Returns the column names, the concatenated cells and the end offset of each cell.
    /// The parts do not necessarily form a valid pool.
    pub fn into_parts(self) -> (Vec<String>, String, Vec<u32>) {
        (self.columns, self.cells, self.ends)
    }
}

fn no_pool() -> LoadError {
    LoadError::TooManyCells {
        reason: SizeReason::Parts,
    }
}

/// One row of a [`Pool`].
#[derive(Clone, Copy, Debug)]
pub struct Instance<'a> {
    pool: &'a Pool,
    row: usize,
}

impl Pool {
    /// Creates a pool from the column names, the concatenated cells, and the byte offset where each cell ends.
    /// The cells and the offsets are in row-major order.
    ///
    /// # Errors
    /// Returns [`LoadError::TooManyCells`] if the end offsets form incomplete rows, decrease, or do not fit the cells.
    pub fn from_parts(columns: Vec<String>, cells: String, ends: Vec<u32>) -> Result<Pool, LoadError> {
        PoolParts::new(columns, cells, ends).into_pool()
    }

    /// Whether [`Pool::from_parts`] accepts the given parts. O(number of cells).
    pub fn are_parts(columns: &[String], cells: &str, ends: &[u32]) -> bool {
        let whole_rows = !columns.is_empty() && ends.len().is_multiple_of(columns.len());
        let rising = ends.is_sorted() && ends.iter().all(|&end| cells.is_char_boundary(end as usize));
        whole_rows && rising && ends.last().map_or(0, |&end| end as usize) == cells.len()
    }

    /// Returns the column names, the concatenated cells, and the byte offset where each cell ends.
    pub fn into_parts(self) -> (Vec<String>, String, Vec<u32>) {
        (self.columns, self.cells, self.ends)
    }

    /// Returns references to the parts that [`Pool::into_parts`] returns.
    pub fn as_parts(&self) -> (&[String], &str, &[u32]) {
        (&self.columns, &self.cells, &self.ends)
    }

    /// Returns a pool of all rows with only the given columns, in the given order. O(size).
    ///
    /// # Panics
    /// Panics if a column does not exist.
    pub fn only(&self, columns: &[usize]) -> Pool {
        let rows: Vec<u32> = (0..self.len() as u32).collect();
        self.part(&rows, columns)
    }

    /// Returns a pool of the given rows with only the given columns, in the given order. O(size).
    ///
    /// # Panics
    /// Panics if a row or column does not exist.
    pub fn part(&self, rows: &[u32], columns: &[usize]) -> Pool {
        let (mut cells, mut ends) = (String::new(), Vec::new());
        for instance in rows.iter().map(|&row| self.instance(row as usize)) {
            for &column in columns {
                cells.push_str(instance.cell(column));
                // The length fits into 32 bits, because the selected cells are a subset of the original pool's cells.
                ends.push(cells.len() as u32);
            }
        }
        let columns = columns.iter().map(|&column| self.columns[column].clone()).collect();
        Pool { columns, cells, ends }
    }

    /// Number of instances (N).
    pub fn len(&self) -> usize {
        self.ends.len().checked_div(self.columns.len()).unwrap_or(0)
    }

    /// Whether the pool has no instances.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Names of the columns, in file order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Index of the column with the given name.
    ///
    /// # Errors
    /// Returns [`LoadError::OtherColumn`] if a column has a similar name.
    /// Returns [`LoadError::NoColumn`] if no column has a similar name. The error contains the existing names.
    pub fn column(&self, name: &str) -> Result<usize, LoadError> {
        let place = self.columns.iter().position(|column| column == name);
        place.ok_or_else(|| match closest_name(name, &self.columns) {
            Some(meant) => LoadError::OtherColumn {
                name: name.into(),
                meant: meant.into(),
            },
            None => LoadError::NoColumn {
                name: name.into(),
                columns: self.columns.clone(),
            },
        })
    }

    /// Texts of `column`, in file order. Some texts may be empty.
    ///
    /// # Errors
    /// Returns [`LoadError::EmptyColumn`] if all texts of the column are blank.
    pub fn texts(&self, column: usize) -> Result<Vec<&str>, LoadError> {
        let texts: Vec<&str> = self.instances().map(|instance| instance.cell(column)).collect();
        if texts.iter().all(|text| text.trim().is_empty()) {
            return Err(LoadError::EmptyColumn {
                name: self.columns[column].clone(),
            });
        }
        Ok(texts)
    }

    /// Indexes of the rows whose cell in `column` is blank, in ascending order. O(size of the pool).
    pub fn blank_rows(&self, column: usize) -> Vec<u32> {
        let is_blank = |instance: &Instance<'_>| instance.cell(column).trim().is_empty();
        let blank = self.instances().filter(is_blank);
        blank.map(|instance| instance.row() as u32).collect()
    }

    /// The instance in the given 0-based `row`.
    pub fn instance(&self, row: usize) -> Instance<'_> {
        assert!(row < self.len(), "row {row} of {}", self.len());
        Instance { pool: self, row }
    }

    /// All instances, in file order.
    pub fn instances(&self) -> impl ExactSizeIterator<Item = Instance<'_>> + Clone {
        (0..self.len()).map(|row| Instance { pool: self, row })
    }
}

impl<'a> Instance<'a> {
    /// 0-based index of the instance's row.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The instance's cell in `column`, exactly as in the file.
    pub fn cell(&self, column: usize) -> &'a str {
        &self.pool.cells[self.range(column)]
    }

    /// Number of bytes in the instance's cell in `column`. The cell itself is not read.
    pub fn n_bytes(&self, column: usize) -> usize {
        self.range(column).len()
    }

    fn range(&self, column: usize) -> Range<usize> {
        assert!(
            column < self.pool.columns.len(),
            "column {column} of {}",
            self.pool.columns.len()
        );
        let index = self.row * self.pool.columns.len() + column;
        let start = if index == 0 {
            0
        } else {
            self.pool.ends[index - 1] as usize
        };
        start..self.pool.ends[index] as usize
    }

    /// All cells of the instance, in column order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let this = *self;
        (0..this.pool.columns.len()).map(move |column| this.cell(column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_checked_in_slices_are_accepted_like_whole_parts() {
        let columns = || vec!["a".to_owned(), "b".to_owned()];
        for (cells, ends) in [
            ("xäyz", vec![1, 3, 3, 5]),
            ("xäyz", vec![1, 2, 3, 5]),
            ("xäyz", vec![3, 1, 3, 5]),
            ("xäyz", vec![1, 3, 5]),
            ("xäyz", vec![1, 3, 3, 4]),
            ("xäyz", vec![1, 3, 5, 9]),
            ("xäyz", vec![1, 3, 4, 3]),
            ("x", Vec::new()),
            ("", Vec::new()),
        ] {
            let is_pool = Pool::are_parts(&columns(), cells, &ends);
            for n in 1..5 {
                let mut parts = PoolParts::new(columns(), cells.into(), ends.clone());
                let checked = loop {
                    match parts.check(n) {
                        Ok(false) => {}
                        Ok(true) => break parts.into_pool().map(|pool| pool.as_parts().2 == ends),
                        Err(error) => break Err(error),
                    }
                };
                assert_eq!(checked.is_ok(), is_pool, "{ends:?} in slices of {n}");
                assert!(checked.unwrap_or(true));
            }
            assert_eq!(Pool::from_parts(columns(), cells.into(), ends.clone()).is_ok(), is_pool);
        }
        assert!(Pool::from_parts(Vec::new(), String::new(), Vec::new()).is_err());
    }

    #[test]
    fn number_of_bytes_of_a_cell_is_the_length_of_the_cell() {
        let columns = vec!["a".to_owned(), "b".to_owned()];
        let pool = Pool::from_parts(columns, "xäyz".into(), vec![1, 3, 3, 5]).expect("a pool");
        for instance in pool.instances() {
            for column in 0..2 {
                assert_eq!(instance.n_bytes(column), instance.cell(column).len());
            }
        }
    }
}
