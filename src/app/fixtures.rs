//! Small values for tests.

use crate::load::Pool;

/// A pool from names and rows.
pub fn pool(columns: &[&str], rows: &[&[&str]]) -> Pool {
    let mut cells = String::new();
    let mut ends = Vec::new();
    for cell in rows.iter().flat_map(|row| row.iter()) {
        cells.push_str(cell);
        ends.push(cells.len() as u32);
    }
    Pool::from_parts(columns.iter().map(|&name| name.into()).collect(), cells, ends).expect("a table")
}
