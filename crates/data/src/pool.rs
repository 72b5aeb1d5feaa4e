//! The pool: all rows and columns of the input, in contiguous memory.

use super::visible::meant;
use crate::{LoadError, SizeReason};

/// A table of instances. All cells are concatenated in one string, row by row. A pool of any size therefore has three
/// allocations and is sent to a worker as two buffers.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Pool {
    columns: Vec<String>,
    cells: String,
    /// `ends[row * n_columns + column]`: the end of that cell in `cells`.
    ends: Vec<u32>,
}

/// One row of a [`Pool`].
#[derive(Clone, Copy, Debug)]
pub struct Instance<'a> {
    pool: &'a Pool,
    row: usize,
}

impl Pool {
    /// Creates a pool from the names of its columns, its concatenated cells, and the end of each cell, row by row.
    ///
    /// # Errors
    /// [`LoadError::TooManyCells`] if the ends do not form complete rows, decrease, or do not fit the cells.
    pub fn from_parts(columns: Vec<String>, cells: String, ends: Vec<u32>) -> Result<Pool, LoadError> {
        if !Pool::are_parts(&columns, &cells, &ends) {
            return Err(LoadError::TooManyCells {
                reason: SizeReason::Parts,
            });
        }
        Ok(Pool { columns, cells, ends })
    }

    /// Whether [`Pool::from_parts`] accepts these parts. O(ends).
    pub fn are_parts(columns: &[String], cells: &str, ends: &[u32]) -> bool {
        let whole_rows = !columns.is_empty() && ends.len().is_multiple_of(columns.len());
        let rising = ends.is_sorted() && ends.iter().all(|&end| cells.is_char_boundary(end as usize));
        whole_rows && rising && ends.last().map_or(0, |&end| end as usize) == cells.len()
    }

    /// Returns the names of the columns, the concatenated cells, and the end of each cell.
    pub fn into_parts(self) -> (Vec<String>, String, Vec<u32>) {
        (self.columns, self.cells, self.ends)
    }

    /// Like [`Pool::into_parts`], by reference.
    pub fn as_parts(&self) -> (&[String], &str, &[u32]) {
        (&self.columns, &self.cells, &self.ends)
    }

    /// All rows with only these columns, in this order. O(size).
    ///
    /// # Panics
    /// If a column does not exist.
    pub fn only(&self, columns: &[usize]) -> Pool {
        let rows: Vec<u32> = (0..self.len() as u32).collect();
        self.part(&rows, columns)
    }

    /// These rows with only these columns, in this order. O(size).
    ///
    /// # Panics
    /// If a row or column does not exist.
    pub fn part(&self, rows: &[u32], columns: &[usize]) -> Pool {
        let (mut cells, mut ends) = (String::new(), Vec::new());
        for instance in rows.iter().map(|&row| self.instance(row as usize)) {
            for &column in columns {
                cells.push_str(instance.cell(column));
                // Fits into 32 bits, because the selected cells are a part of this pool.
                ends.push(cells.len() as u32);
            }
        }
        let columns = columns.iter().map(|&column| self.columns[column].clone()).collect();
        Pool { columns, cells, ends }
    }

    /// N, the number of instances.
    pub fn len(&self) -> usize {
        self.ends.len().checked_div(self.columns.len()).unwrap_or(0)
    }

    /// Whether there is no instance.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The names of the columns, in the file's order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The index of the column with this name.
    ///
    /// # Errors
    /// [`LoadError::OtherColumn`] if another column has a similar name; otherwise [`LoadError::NoColumn`], with the
    /// existing names.
    pub fn column(&self, name: &str) -> Result<usize, LoadError> {
        let place = self.columns.iter().position(|column| column == name);
        place.ok_or_else(|| match meant(name, &self.columns) {
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

    /// The texts of `column`, in the file's order. Some may be empty.
    ///
    /// # Errors
    /// [`LoadError::EmptyColumn`] if all of them are blank.
    pub fn texts(&self, column: usize) -> Result<Vec<&str>, LoadError> {
        let texts: Vec<&str> = self.instances().map(|instance| instance.cell(column)).collect();
        if texts.iter().all(|text| text.trim().is_empty()) {
            return Err(LoadError::EmptyColumn {
                name: self.columns[column].clone(),
            });
        }
        Ok(texts)
    }

    /// The rows whose cell in `column` is blank, in ascending order. O(size of the pool).
    pub fn blank_rows(&self, column: usize) -> Vec<u32> {
        let is_blank = |instance: &Instance<'_>| instance.cell(column).trim().is_empty();
        let blank = self.instances().filter(is_blank);
        blank.map(|instance| instance.row() as u32).collect()
    }

    /// The instance in `row`, from 0.
    pub fn instance(&self, row: usize) -> Instance<'_> {
        assert!(row < self.len(), "row {row} of {}", self.len());
        Instance { pool: self, row }
    }

    /// Every instance, in the file's order.
    pub fn instances(&self) -> impl ExactSizeIterator<Item = Instance<'_>> + Clone {
        (0..self.len()).map(|row| Instance { pool: self, row })
    }
}

impl<'a> Instance<'a> {
    /// The instance's row, from 0.
    pub fn row(&self) -> usize {
        self.row
    }

    /// The cell in `column`, exactly as in the file.
    pub fn cell(&self, column: usize) -> &'a str {
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
        &self.pool.cells[start..self.pool.ends[index] as usize]
    }

    /// Every cell, in the columns' order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        let this = *self;
        (0..this.pool.columns.len()).map(move |column| this.cell(column))
    }
}
