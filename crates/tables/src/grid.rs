//! Stores the cells of a sheet in compact form and converts the sheet to CSV.

use std::collections::BTreeSet;

use fastgas_data::{LoadError, SheetReport};

use crate::display::address;
use crate::store::{Keep, Store};

/// Number of rows inspected to detect where the table begins.
const DETECTION_ROWS: u32 = 20;
/// Number of bytes of text that are buffered before they are moved to a [`Store`].
const TEXT_BYTES: usize = 1 << 16;

/// Kind of a cell's content. The text of a date also depends on the kinds of the other cells in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellKind {
    Text,
    /// A date without a time of day. If another cell in the column has a time of day, `T00:00:00` is appended to the date.
    Date,
    DateTime,
}

/// The non-empty cells of a sheet, row by row.
pub(crate) struct Grid {
    sheet: String,
    /// 1-based row of the sheet where the table begins. `None` if the row has to be detected.
    header_row: Option<u32>,
    limit: u64,
    keep: Keep,
    /// The cells in the format of [`Cell::write`], each followed by the cell's text.
    cells: Store,
    text_bytes: u64,
    last: Option<(u32, u32)>,
    n_rows: u32,
    /// Number of non-empty sheet rows above the table.
    rows_above: u32,
    /// Cells of the first rows, as long as the first row of the table is unknown.
    beginning: Vec<Cell>,
    /// Extent of the table's cells, except the cells that are still in the `beginning` field.
    extent: Extent,
}

/// A stored cell without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    row: u32,
    column: u32,
    kind: CellKind,
    bytes: u32,
}

/// Number of bytes in a stored cell, without the bytes of the text.
const CELL_BYTES: usize = 13;

impl Cell {
    fn write(&self, to: &mut Store) {
        let mut bytes = [0; CELL_BYTES];
        bytes[..4].copy_from_slice(&self.row.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.column.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.bytes.to_le_bytes());
        bytes[12] = match self.kind {
            CellKind::Text => 0,
            CellKind::Date => 1,
            CellKind::DateTime => 2,
        };
        to.push(&bytes);
    }

    fn read(bytes: &[u8; CELL_BYTES]) -> Cell {
        let number = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        Cell {
            row: number(0),
            column: number(4),
            bytes: number(8),
            kind: match bytes[12] {
                0 => CellKind::Text,
                1 => CellKind::Date,
                _ => CellKind::DateTime,
            },
        }
    }
}

/// Column range of a table, and the columns that contain times of day.
#[derive(Default)]
struct Extent {
    /// The first and the last column that have cells.
    columns: Option<(u32, u32)>,
    /// The columns with at least one date that has a time of day.
    with_times: BTreeSet<u32>,
}

impl Extent {
    fn add(&mut self, cell: &Cell) {
        let (left, right) = self.columns.unwrap_or((cell.column, cell.column));
        self.columns = Some((left.min(cell.column), right.max(cell.column)));
        if cell.kind == CellKind::DateTime {
            self.with_times.insert(cell.column);
        }
    }
}

impl Grid {
    /// Creates a grid. `header_row` is the 1-based row where the table begins; `None` detects the row.
    /// `limit` is the largest accepted total size of all texts, in bytes.
    pub(crate) fn new(sheet: &str, header_row: Option<u32>, limit: u64, keep: Keep) -> Grid {
        Grid {
            sheet: sheet.to_owned(),
            header_row,
            limit,
            keep,
            cells: Store::new(keep),
            text_bytes: 0,
            last: None,
            n_rows: 0,
            rows_above: 0,
            beginning: Vec::new(),
            extent: Extent::default(),
        }
    }

    /// Adds a cell. A cell with an empty text is ignored.
    ///
    /// # Errors
    /// Returns [`LoadError::SheetSize`] if the total size of the texts exceeds the limit.
    /// Returns [`LoadError::SheetCell`] if the cell does not come after the previously added cell in the sheet.
    pub(crate) fn push(&mut self, (row, column): (u32, u32), kind: CellKind, text: &str) -> Result<(), LoadError> {
        if text.is_empty() {
            return Ok(());
        }
        if self.last.is_some_and(|last| last >= (row, column)) {
            return Err(LoadError::SheetCell {
                sheet: self.sheet.clone(),
                cell: address(row, column),
                message: "the cells are not in order".into(),
            });
        }
        // Each text has at least one byte, so the byte limit also bounds the number of cells.
        self.text_bytes += text.len() as u64;
        let Some(bytes) = u32::try_from(text.len()).ok().filter(|_| self.text_bytes <= self.limit) else {
            return Err(too_large(&self.sheet, self.limit, row, column));
        };
        let is_new_row = self.last.is_none_or(|(last, _)| last != row);
        self.last = Some((row, column));
        self.n_rows += u32::from(is_new_row);
        let cell = Cell {
            row,
            column,
            kind,
            bytes,
        };
        match self.header_row {
            Some(header_row) if row < header_row.saturating_sub(1) => self.rows_above += u32::from(is_new_row),
            None if self.n_rows <= DETECTION_ROWS => self.beginning.push(cell),
            Some(_) | None => self.extent.add(&cell),
        }
        cell.write(&mut self.cells);
        self.cells.push(text.as_bytes());
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Returns the 0-based row where the table begins.
    /// The table begins in the first row with cells, or in a later row if all rows above contain only titles.
    /// A title is the only cell in its row and is in the leftmost column of the table.
    /// A single cell further to the right is a column name of a table whose first column has no name.
    /// For example, pandas writes no name for the index column.
    fn detected_row(&self) -> u32 {
        let rows = self.beginning.chunk_by(|a, b| a.row == b.row);
        let beginning: Vec<(u32, usize, u32)> = rows.map(|row| (row[0].row, row.len(), row[0].column)).collect();
        let leftmost = beginning.iter().map(|(.., column)| *column).min().unwrap_or(0);
        let is_title = |(_, width, column): &&(u32, usize, u32)| *width == 1 && *column == leftmost;
        let n_titles = beginning.iter().take_while(is_title).count();
        let below = &beginning[n_titles..];
        let n_single = below.iter().filter(|(_, width, _)| *width == 1).count();
        let has_wide_rows = below.len() > 1 && n_single <= below.len() / 2;
        let first = if n_titles <= 3 && has_wide_rows { n_titles } else { 0 };
        beginning.get(first).map_or(0, |(row, ..)| *row)
    }

    /// Converts the table to CSV and adds the table's properties to `report`.
    ///
    /// # Errors
    /// Fails with [`LoadError::EmptySheet`], [`LoadError::NoHeaderRow`] or [`LoadError::SheetSize`].
    pub(crate) fn into_csv(mut self, report: &mut SheetReport) -> Result<Store, LoadError> {
        let Some((last_row, _)) = self.last else {
            return Err(LoadError::EmptySheet { sheet: self.sheet });
        };
        let first_row = match self.header_row {
            Some(row) => row.saturating_sub(1),
            None => self.detected_row(),
        };
        if self.header_row == Some(0) || first_row > last_row {
            return Err(LoadError::NoHeaderRow {
                row: u64::from(self.header_row.unwrap_or(0)),
                last: u64::from(last_row) + 1,
                sheet: self.sheet,
            });
        }
        for row in self.beginning.chunk_by(|a, b| a.row == b.row) {
            match row[0].row < first_row {
                true => self.rows_above += 1,
                false => row.iter().for_each(|cell| self.extent.add(cell)),
            }
        }
        report.rows_above = self.rows_above;
        report.header_row = first_row + 1;
        let Some((left, right)) = self.extent.columns else {
            return Err(LoadError::EmptySheet { sheet: self.sheet });
        };
        let mut csv = Csv {
            store: Store::new(self.keep),
            text: Vec::new(),
            left,
            right,
            next: first_row,
            column: None,
        };
        let mut cells = cells_of(self.cells);
        let mut text = Vec::new();
        while let Some(cell) = cells.next(&mut text) {
            if cell.row < first_row {
                continue;
            }
            if !csv.begin(&cell, self.limit.saturating_mul(2)) {
                return Err(too_large(&self.sheet, self.limit, cell.row, right));
            }
            write_cell(&mut csv.text, &text);
            if cell.kind == CellKind::Date && self.extent.with_times.contains(&cell.column) {
                csv.text.extend_from_slice(b"T00:00:00");
            }
        }
        Ok(csv.finish())
    }
}

fn too_large(sheet: &str, limit: u64, row: u32, column: u32) -> LoadError {
    LoadError::SheetSize {
        sheet: sheet.to_owned(),
        cell: address(row, column),
        limit,
    }
}

/// Reads the stored cells back, and frees each piece of the store after reading.
struct Cells<I> {
    pieces: I,
    piece: Vec<u8>,
    at: usize,
}

fn cells_of(store: Store) -> Cells<impl Iterator<Item = Vec<u8>>> {
    Cells {
        pieces: store.into_pieces(),
        piece: Vec::new(),
        at: 0,
    }
}

impl<I: Iterator<Item = Vec<u8>>> Cells<I> {
    fn next(&mut self, text: &mut Vec<u8>) -> Option<Cell> {
        let mut bytes = [0; CELL_BYTES];
        text.clear();
        self.read(CELL_BYTES, text)?;
        bytes.copy_from_slice(text);
        let cell = Cell::read(&bytes);
        text.clear();
        self.read(cell.bytes as usize, text)?;
        Some(cell)
    }

    /// Appends the next `n` bytes of the store to `to`. `None` if fewer than `n` bytes are left.
    fn read(&mut self, mut n: usize, to: &mut Vec<u8>) -> Option<()> {
        while n > 0 {
            if self.at == self.piece.len() {
                (self.piece, self.at) = (self.pieces.next()?, 0);
            }
            let rest = &self.piece[self.at..];
            let part = &rest[..n.min(rest.len())];
            to.extend_from_slice(part);
            self.at += part.len();
            n -= part.len();
        }
        Some(())
    }
}

struct Csv {
    store: Store,
    /// The end of the CSV text, which has not been moved to the `store` field yet.
    text: Vec<u8>,
    left: u32,
    right: u32,
    /// Index of the row below the current row.
    next: u32,
    /// Column of the last written cell in the current row.
    column: Option<u32>,
}

impl Csv {
    /// Writes the delimiters and line breaks before the text of a cell. Returns false if the text would exceed `limit`.
    fn begin(&mut self, cell: &Cell, limit: u64) -> bool {
        if cell.row >= self.next {
            self.end_row();
            // Blank rows become blank lines, so that later rows keep their line numbers.
            let n_blank = (cell.row - self.next) as usize;
            let width = (self.right - self.left) as u64 + 1;
            if self.store.bytes() + (self.text.len() + n_blank) as u64 + width > limit {
                return false;
            }
            self.text.resize(self.text.len() + n_blank, b'\n');
            self.next = cell.row + 1;
        }
        self.go_to(cell.column);
        true
    }

    fn go_to(&mut self, column: u32) {
        let before = self.column.replace(column).unwrap_or(self.left);
        self.text.resize(self.text.len() + (column - before) as usize, b',');
    }

    fn end_row(&mut self) {
        if self.column.is_none() {
            return;
        }
        self.go_to(self.right);
        self.text.push(b'\n');
        self.column = None;
        if self.text.len() >= TEXT_BYTES {
            self.store.push(&self.text);
            self.text.clear();
        }
    }

    fn finish(mut self) -> Store {
        self.end_row();
        self.store.push(&self.text);
        self.store
    }
}

/// Writes the text of a cell. A text that contains a comma, a quote or a line break is written in quotes.
fn write_cell(csv: &mut Vec<u8>, text: &[u8]) {
    if !text.iter().any(|byte| matches!(byte, b',' | b'"' | b'\n' | b'\r')) {
        csv.extend_from_slice(text);
        return;
    }
    csv.push(b'"');
    for &byte in text {
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
        let mut grid = Grid::new("S", header_row, 1_000, Keep::Packed);
        for (row, column, text) in cells {
            grid.push((*row, *column), CellKind::Text, text)?;
        }
        let mut report = SheetReport::default();
        let csv = grid.into_csv(&mut report)?.into_vec();
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

    /// For a data frame with one column, pandas writes a single name above the second column, because the index has no name.
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

    #[test]
    fn sheet_of_several_pieces_keeps_every_cell() {
        let texts: Vec<String> = (0..3_000_u32).map(|row| format!("text {row}, ").repeat(100)).collect();
        for keep in [Keep::Plain, Keep::Packed] {
            let mut grid = Grid::new("S", None, 100_000_000, keep);
            let mut expected = String::new();
            for (row, text) in (0..).zip(&texts) {
                grid.push((row, 0), CellKind::Text, &row.to_string()).expect("in order");
                grid.push((row, 2), CellKind::Text, text).expect("in order");
                expected.push_str(&format!("{row},,\"{text}\"\n"));
            }
            let csv = grid.into_csv(&mut SheetReport::default()).expect("a table");
            assert!(csv.bytes() > 2 << 20, "the text has several pieces");
            assert!(csv.into_vec() == expected.as_bytes(), "{keep:?}");
        }
    }

    #[test]
    fn date_gets_a_time_only_if_a_row_of_the_table_has_one_in_its_column() {
        let csv_from = |header_row| {
            let mut grid = Grid::new("S", header_row, 1_000, Keep::Plain);
            let cells = [
                (0, 0, CellKind::DateTime, "2024-01-01T01:00:00"),
                (1, 0, CellKind::Text, "day"),
                (1, 1, CellKind::Text, "at"),
                (2, 0, CellKind::Date, "2024-01-02"),
                (2, 1, CellKind::Date, "2024-01-02"),
                (3, 1, CellKind::DateTime, "2024-01-03T02:00:00"),
            ];
            for (row, column, kind, text) in cells {
                grid.push((row, column), kind, text).expect("in order");
            }
            let csv = grid.into_csv(&mut SheetReport::default()).expect("a table");
            String::from_utf8(csv.into_vec()).expect("text")
        };
        let table = "day,at\n2024-01-02,2024-01-02T00:00:00\n,2024-01-03T02:00:00\n";
        assert_eq!(csv_from(Some(2)), table);
        assert_eq!(csv_from(None), table);
        assert!(csv_from(Some(1)).ends_with("2024-01-02T00:00:00,2024-01-02T00:00:00\n,2024-01-03T02:00:00\n"));
    }
}
