//! The cells of a sheet in compact form, and their conversion to CSV.

use fastgas_data::{LoadError, SheetReport};

use crate::display::address;

/// Number of rows that determine where the table begins.
const DETECTION_ROWS: usize = 20;

/// What a cell contains, as far as its column matters for its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellKind {
    Text,
    /// A date without a time of day, which is added if another cell of the column has one.
    Date,
    /// A date with a time of day.
    DateTime,
}

/// The cells that are not empty, row by row.
pub(crate) struct Grid {
    sheet: String,
    /// The texts of all cells.
    text: String,
    cells: Vec<Cell>,
    limit: u64,
}

struct Cell {
    row: u32,
    column: u32,
    kind: CellKind,
    /// The end of its text.
    end: usize,
}

impl Grid {
    pub(crate) fn new(sheet: &str, limit: u64) -> Grid {
        Grid {
            sheet: sheet.to_owned(),
            text: String::new(),
            cells: Vec::new(),
            limit,
        }
    }

    fn too_large(&self, row: u32, column: u32) -> LoadError {
        LoadError::SheetSize {
            sheet: self.sheet.clone(),
            cell: address(row, column),
            limit: self.limit,
        }
    }

    /// Adds a cell. Empty texts are left out.
    ///
    /// # Errors
    /// [`LoadError::SheetSize`]; [`LoadError::SheetCell`] if the cell is before the last one.
    pub(crate) fn push(&mut self, (row, column): (u32, u32), kind: CellKind, text: &str) -> Result<(), LoadError> {
        if text.is_empty() {
            return Ok(());
        }
        let is_after = |last: &Cell| (last.row, last.column) < (row, column);
        if !self.cells.last().is_none_or(is_after) {
            return Err(LoadError::SheetCell {
                sheet: self.sheet.clone(),
                cell: address(row, column),
                said: "the cells are not in order".into(),
            });
        }
        // Each cell has a text of at least one byte, so this also limits the number of cells.
        if (self.text.len() + text.len()) as u64 > self.limit {
            return Err(self.too_large(row, column));
        }
        self.text.push_str(text);
        let end = self.text.len();
        self.cells.push(Cell { row, column, kind, end });
        Ok(())
    }

    /// The rows that have cells: the index of the row, and the range of its cells.
    fn rows(&self) -> impl Iterator<Item = (u32, std::ops::Range<usize>)> {
        let mut start = 0;
        self.cells.chunk_by(|a, b| a.row == b.row).map(move |row| {
            let cells = start..start + row.len();
            start = cells.end;
            (row[0].row, cells)
        })
    }

    /// Whether there is no cell.
    pub(crate) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The row with which the table begins, from 0: the first one with cells, or a later one if only titles are above it. A title
    /// is the only cell of its row, in the leftmost column. A single cell further to the right is the name of a column, below
    /// which the first column has no name, as pandas writes an index.
    fn first_row(&self) -> u32 {
        let beginning: Vec<(u32, usize, u32)> = self
            .rows()
            .take(DETECTION_ROWS)
            .map(|(row, cells)| (row, cells.len(), self.cells[cells.start].column))
            .collect();
        let leftmost = beginning.iter().map(|(.., column)| *column).min().unwrap_or(0);
        let is_title = |(_, width, column): &&(u32, usize, u32)| *width == 1 && *column == leftmost;
        let n_titles = beginning.iter().take_while(is_title).count();
        let below = &beginning[n_titles..];
        let n_single = below.iter().filter(|(_, width, _)| *width == 1).count();
        let has_wide_rows = below.len() > 1 && n_single <= below.len() / 2;
        let first = if n_titles <= 3 && has_wide_rows { n_titles } else { 0 };
        beginning.get(first).map_or(0, |(row, ..)| *row)
    }

    /// The table as CSV, from the row `header_row` on, which counts from 1. Completes `report`.
    ///
    /// # Errors
    /// [`LoadError::EmptySheet`], [`LoadError::NoHeaderRow`], [`LoadError::SheetSize`].
    pub(crate) fn into_csv(self, header_row: Option<u32>, report: &mut SheetReport) -> Result<Vec<u8>, LoadError> {
        let Some(last) = self.cells.last() else {
            return Err(LoadError::EmptySheet { sheet: self.sheet });
        };
        let first_row = header_row.map_or_else(|| self.first_row(), |row| row.saturating_sub(1));
        if header_row == Some(0) || first_row > last.row {
            return Err(LoadError::NoHeaderRow {
                row: u64::from(header_row.unwrap_or(0)),
                last: u64::from(last.row) + 1,
                sheet: self.sheet,
            });
        }
        report.rows_above = self.rows().take_while(|(row, _)| *row < first_row).count() as u32;
        report.header_row = first_row + 1;
        let start = self.cells.partition_point(|cell| cell.row < first_row);
        let table = &self.cells[start..];
        let columns = table.iter().map(|cell| cell.column);
        let (Some(left), Some(right)) = (columns.clone().min(), columns.max()) else {
            return Err(LoadError::EmptySheet { sheet: self.sheet });
        };
        let width = (right - left) as usize + 1;
        let mut has_times = vec![false; width];
        for cell in table.iter().filter(|cell| cell.kind == CellKind::DateTime) {
            has_times[(cell.column - left) as usize] = true;
        }
        let mut csv = Vec::with_capacity(self.text.len() + table.len());
        let mut next = first_row;
        for (row, cells) in self.rows().skip_while(|(row, _)| *row < first_row) {
            // The lines of the blank rows keep the numbers of the rows below them.
            let n_blank = (row - next) as usize;
            if (csv.len() + n_blank + width) as u64 > self.limit.saturating_mul(2) {
                return Err(self.too_large(row, right));
            }
            csv.resize(csv.len() + n_blank, b'\n');
            next = row + 1;
            let mut column = left;
            for index in cells {
                let cell = &self.cells[index];
                csv.resize(csv.len() + (cell.column - column) as usize, b',');
                column = cell.column;
                let begin = index.checked_sub(1).map_or(0, |before| self.cells[before].end);
                write_cell(&mut csv, &self.text[begin..cell.end]);
                if cell.kind == CellKind::Date && has_times[(cell.column - left) as usize] {
                    csv.extend_from_slice(b"T00:00:00");
                }
            }
            csv.resize(csv.len() + (right - column) as usize, b',');
            csv.push(b'\n');
        }
        Ok(csv)
    }
}

/// Writes a cell, in quotes if necessary.
fn write_cell(csv: &mut Vec<u8>, text: &str) {
    if !text.contains([',', '"', '\n', '\r']) {
        csv.extend_from_slice(text.as_bytes());
        return;
    }
    csv.push(b'"');
    for byte in text.bytes() {
        if byte == b'"' {
            csv.push(b'"');
        }
        csv.push(byte);
    }
    csv.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv_of(cells: &[(u32, u32, &str)], header_row: Option<u32>) -> Result<(String, SheetReport), LoadError> {
        let mut grid = Grid::new("S", 1_000);
        for (row, column, text) in cells {
            grid.push((*row, *column), CellKind::Text, text)?;
        }
        let mut report = SheetReport::default();
        let csv = grid.into_csv(header_row, &mut report)?;
        Ok((String::from_utf8(csv).expect("text"), report))
    }

    #[test]
    fn cells_keep_their_places_and_are_quoted() {
        let cells = [
            (2, 1, "id"),
            (2, 2, "text"),
            (3, 1, "1"),
            (3, 2, "a \"b\", c\nd"),
            (5, 2, "only"),
            (6, 1, "3"),
            (6, 3, "wide"),
        ];
        let (csv, report) = csv_of(&cells, None).expect("a table");
        assert_eq!(csv, "id,text,\n1,\"a \"\"b\"\", c\nd\",\n\n,only,\n3,,wide\n");
        assert_eq!((report.header_row, report.rows_above), (3, 0));
    }

    #[test]
    fn titles_above_the_table_are_left_out_and_reported() {
        let cells = [(0, 0, "Survey"), (2, 0, "id"), (2, 1, "text"), (3, 0, "1"), (3, 1, "a")];
        let (csv, report) = csv_of(&cells, None).expect("a table");
        assert_eq!(
            (csv.as_str(), report.header_row, report.rows_above),
            ("id,text\n1,a\n", 3, 1)
        );
        let (csv, report) = csv_of(&cells, Some(1)).expect("a table");
        assert_eq!((csv.as_str(), report.header_row), ("Survey,\n\nid,text\n1,a\n", 1));
        let column = [(0, 0, "text"), (1, 0, "a"), (2, 0, "b")];
        assert_eq!(csv_of(&column, None).expect("a table").0, "text\na\nb\n");
        let below = csv_of(&cells, Some(5)).expect_err("no such row");
        assert_eq!(below.to_string(), "the sheet `S` has no row 5; its last row is 4");
    }

    /// As pandas writes a data frame with one column: the index has no name.
    #[test]
    fn single_name_above_the_second_column_is_no_title() {
        let cells = [(0, 1, "text"), (1, 0, "0"), (1, 1, "a"), (2, 0, "1"), (2, 1, "b")];
        let (csv, report) = csv_of(&cells, None).expect("a table");
        assert_eq!(
            (csv.as_str(), report.header_row, report.rows_above),
            (",text\n0,a\n1,b\n", 1, 0)
        );
    }

    #[test]
    fn single_cell_far_away_is_refused_instead_of_exhausting_the_memory() {
        let cells: Vec<(u32, u32, &str)> = (0..50)
            .map(|row| (row, 0, "a"))
            .chain([(1_048_575, 16_383, "b")])
            .collect();
        let refused = csv_of(&cells, None).expect_err("too large");
        assert!(matches!(refused, LoadError::SheetSize { .. }), "{refused}");
    }
}
