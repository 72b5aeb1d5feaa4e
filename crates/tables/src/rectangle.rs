//! Counts the cells that the workbook library stores in memory for a sheet.

use std::ops::Range;

use fastgas_data::LoadError;

use crate::display::address;

/// Maximum number of stored cells in a workbook whose sheets the workbook library keeps in memory (.xls and .ods).
/// For each sheet, the library stores a rectangle around the values and a rectangle around the formulas.
/// A rectangle also contains the empty cells between values or formulas.
/// The workbook library needs 24 bytes per cell, and another 24 bytes per cell of the sheet that is read.
/// A sheet of an Excel version before 2007 has at most 2^24 cells, which is half of `MAX_CELLS`.
pub(crate) const MAX_CELLS: u64 = 1 << 25;

/// The smallest rectangle around a set of cells, as a row range and a column range.
#[derive(Default)]
pub(crate) struct Rectangle(Option<[Range<u64>; 2]>);

impl Rectangle {
    pub(crate) fn add(&mut self, rows: Range<u64>, columns: Range<u64>) {
        self.0 = Some(match self.0.take() {
            None => [rows, columns],
            Some([before, left]) => [around(&before, &rows), around(&left, &columns)],
        });
    }

    /// Number of cells in the rectangle. Row and column numbers have fewer than 32 bits, so the product cannot overflow.
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

/// Checks that `n`, the number of cells or bytes up to the cell (row, column), does not exceed `limit`.
///
/// # Errors
/// Returns [`LoadError::WorkbookSize`] if `n` exceeds `limit`.
pub(crate) fn check_size(sheet: &str, (row, column): (u32, u32), n: u64, limit: u64) -> Result<(), LoadError> {
    match n <= limit {
        true => Ok(()),
        false => Err(LoadError::WorkbookSize {
            sheet: sheet.to_owned(),
            cell: address(row, column),
            limit,
        }),
    }
}
