//! The number of cells that the reader of a workbook holds in memory for a sheet.

use std::ops::Range;

/// Maximum number of cells with a value and of cells with a formula, together with the empty cells of the rectangles around them, in
/// a workbook whose reader holds all sheets in memory. The reader needs 24 bytes for each, and a second time for the cells of the
/// sheet that is read. A sheet of Excel before 2007 has at most half as many cells.
pub(crate) const MAX_CELLS: u64 = 1 << 25;

/// The smallest rectangle around cells: rows and columns.
#[derive(Default)]
pub(crate) struct Rectangle(Option<[Range<u64>; 2]>);

impl Rectangle {
    pub(crate) fn add(&mut self, rows: Range<u64>, columns: Range<u64>) {
        self.0 = Some(match self.0.take() {
            None => [rows, columns],
            Some([before, left]) => [around(&before, &rows), around(&left, &columns)],
        });
    }

    /// Number of cells. Rows and columns have fewer than 32 bits.
    pub(crate) fn n_cells(&self) -> u64 {
        match &self.0 {
            Some([rows, columns]) => (rows.end - rows.start) * (columns.end - columns.start),
            None => 0,
        }
    }
}

fn around(one: &Range<u64>, other: &Range<u64>) -> Range<u64> {
    one.start.min(other.start)..one.end.max(other.end)
}
