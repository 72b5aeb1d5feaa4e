//! Small values for tests.

use crate::load::Pool;

/// A pool from names and rows.
pub fn pool(columns: &[&str], rows: &[&[&str]]) -> Pool {
    pool_of(columns, rows)
}

/// The same from rows that are made one by one.
pub fn pool_of<C: AsRef<str>, R: AsRef<[C]>>(columns: &[&str], rows: impl IntoIterator<Item = R>) -> Pool {
    let mut cells = String::new();
    let mut ends = Vec::new();
    for row in rows {
        for cell in row.as_ref() {
            cells.push_str(cell.as_ref());
            ends.push(cells.len() as u32);
        }
    }
    Pool::from_parts(columns.iter().map(|&name| name.into()).collect(), cells, ends).expect("a table")
}
