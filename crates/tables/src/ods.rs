//! Counts the cells of an OpenDocument spreadsheet and reads their number formats.
//! The workbook library reads the file afterwards.
//! The library stores each sheet in memory as the smallest rectangle around its cells.
//! A few bytes of the file can state that a cell or a row is repeated many times.
//! Therefore the library could fill the memory with the cells of a small file.
//!
//! ```text
//!  <table:table> … <table:table-row table:number-rows-repeated="9"> <table:table-cell …> … </table:table-row> … </table:table>
//! ```

use std::ops::Range;

use fastgas_data::LoadError;

use crate::ods_styles::{CellFormats, Styles};
use crate::rectangle::{MAX_CELLS, Rectangle, check_size};
use crate::xml_attributes::{Attributes, parsed, unescaped};

/// Maximum number of rows in a sheet that the workbook library reads.
const MAX_ROWS: u64 = 1 << 20;
/// Maximum number of columns in a sheet that the workbook library reads.
const MAX_COLUMNS: u64 = 1 << 14;

/// XML attributes of cells that are not empty.
const CONTENTS: [&[u8]; 8] = [
    b"office:value-type",
    b"office:value",
    b"office:string-value",
    b"office:date-value",
    b"office:time-value",
    b"office:boolean-value",
    b"calcext:value-type",
    FORMULA,
];
const FORMULA: &[u8] = b"table:formula";
const DEFAULT_STYLE: &[u8] = b"table:default-cell-style-name";
const NO_STYLE: &[u8] = b"Default";

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Text,
    Tag,
    /// A quoted attribute value. The field contains the quote character that ends the value.
    Quoted(u8),
    Comment,
    Data,
}

pub(crate) struct CellCounter {
    limit: u64,
    state: State,
    /// Content of the current tag without brackets, or the last bytes of a comment or a CDATA section.
    tag: Vec<u8>,
    sheet: String,
    n_rows: u64,
    repeats: u64,
    n_columns: u64,
    /// Column range of the current row from the first to the last non-empty cell.
    row: Option<Range<u64>>,
    /// Column range of the current row from the first to the last cell with a formula.
    row_formulas: Option<Range<u64>>,
    values: Rectangle,
    formulas: Rectangle,
    /// Number of cells in the rows of the current sheet. A repeated row is counted once.
    n_filled: u64,
    n_before: u64,
    /// Total number of spaces that the elements `text:s` of the file represent. One element can represent many spaces.
    n_blanks: u64,
    styles: Styles,
    /// Styles of the sheet's columns. Each entry contains the exclusive end of a column range, and the style of the range.
    column_styles: Vec<(u64, Vec<u8>)>,
    row_style: Option<Vec<u8>>,
    /// Cells with numbers in the current row: columns, style, and whether the numbers are percentages.
    numbers: Vec<(Range<u64>, Option<Vec<u8>>, bool)>,
    n_formats: u64,
    refused: Option<LoadError>,
}

impl CellCounter {
    /// Creates a counter. `limit` is the largest accepted total size of the texts, in bytes.
    pub(crate) fn new(limit: u64) -> CellCounter {
        CellCounter {
            limit,
            state: State::Text,
            tag: Vec::new(),
            sheet: String::new(),
            n_rows: 0,
            repeats: 1,
            n_columns: 0,
            row: None,
            row_formulas: None,
            values: Rectangle::default(),
            formulas: Rectangle::default(),
            n_filled: 0,
            n_before: 0,
            n_blanks: 0,
            styles: Styles::new(),
            column_styles: Vec::new(),
            row_style: None,
            numbers: Vec::new(),
            n_formats: 0,
            refused: None,
        }
    }

    pub(crate) fn begin_part(&mut self) {
        self.styles.end_part();
        self.skip_to(State::Text);
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.refused.is_some() {
                return;
            }
            self.push_byte(byte);
        }
    }

    /// Returns the number formats of the cells.
    ///
    /// # Errors
    /// Returns [`LoadError::WorkbookSize`] if there are too many cells or spaces.
    pub(crate) fn finish(self) -> Result<CellFormats, LoadError> {
        self.refused.map_or(Ok(self.styles.cells), Err)
    }

    fn push_byte(&mut self, byte: u8) {
        if self.state == State::Text {
            if byte == b'<' {
                self.tag.clear();
                self.state = State::Tag;
            } else {
                self.styles.push_text(byte);
            }
            return;
        }
        if byte == b'>' && self.ends() {
            if self.state == State::Tag {
                let tag = std::mem::take(&mut self.tag);
                self.read_tag(&tag);
                self.tag = tag;
            }
            self.state = State::Text;
            return;
        }
        if matches!(self.state, State::Comment | State::Data) && self.tag.len() == 2 {
            self.tag.remove(0);
        }
        self.tag.push(byte);
        match self.state {
            State::Tag if matches!(byte, b'"' | b'\'') => self.state = State::Quoted(byte),
            State::Quoted(quote) if byte == quote => self.state = State::Tag,
            State::Tag if self.tag == b"!--" => self.skip_to(State::Comment),
            State::Tag if self.tag == b"![CDATA[" => self.skip_to(State::Data),
            _ => {}
        }
    }

    fn skip_to(&mut self, state: State) {
        self.state = state;
        self.tag.clear();
    }

    /// Whether a closing bracket at this position ends the current tag, comment or CDATA section.
    fn ends(&self) -> bool {
        match self.state {
            State::Tag => true,
            State::Comment => self.tag == b"--",
            State::Data => self.tag == b"]]",
            State::Text | State::Quoted(_) => false,
        }
    }

    fn read_tag(&mut self, tag: &[u8]) {
        let is_end = tag.starts_with(b"/");
        let is_empty = tag.ends_with(b"/");
        let tag = tag.strip_prefix(b"/").unwrap_or(tag);
        let end = tag.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'/');
        let (name, attributes) = tag.split_at(end.unwrap_or(tag.len()));
        match name {
            b"table:table" if is_end => self.end_sheet(),
            b"table:table" => self.begin_sheet(attributes),
            b"table:table-column" if !is_end => self.add_columns(attributes),
            b"table:table-row" => {
                if !is_end {
                    self.begin_row(attributes);
                }
                if is_end || is_empty {
                    self.end_row();
                }
            }
            b"table:table-cell" | b"table:covered-table-cell" if !is_end => self.add_cell(attributes),
            b"text:s" if !is_end => {
                self.n_blanks += number(attributes, b"text:c").min(u64::from(u32::MAX));
                let last = self.n_columns.saturating_sub(1);
                self.check(self.n_rows, last, self.n_blanks, self.limit);
            }
            _ => self.styles.read_tag(name, attributes, is_end, is_empty),
        }
    }

    fn begin_sheet(&mut self, attributes: &[u8]) {
        let name = Attributes(attributes).find(|(key, _)| *key == b"table:name");
        self.sheet = name.map_or_else(String::new, |(_, name)| unescaped(name));
        self.end_sheet();
        self.styles.end_part();
        self.styles.cells.begin_sheet(&self.sheet);
    }

    fn end_sheet(&mut self) {
        self.n_before += self.n_cells();
        (self.values, self.formulas) = (Rectangle::default(), Rectangle::default());
        (self.n_filled, self.n_rows) = (0, 0);
        self.column_styles.clear();
    }

    /// Number of cells that the workbook library stores for the current sheet.
    /// The library stores the cells of all rows, and the smallest rectangles around all values and around all formulas.
    fn n_cells(&self) -> u64 {
        self.n_filled + self.values.n_cells() + self.formulas.n_cells()
    }

    fn add_columns(&mut self, attributes: &[u8]) {
        let before = self.column_styles.last().map_or(0, |(end, _)| *end);
        let n = number(attributes, b"table:number-columns-repeated");
        let end = before.saturating_add(n).min(MAX_COLUMNS);
        if end > before {
            let style = style_in(attributes, DEFAULT_STYLE);
            self.column_styles
                .push((end, style.unwrap_or_else(|| NO_STYLE.to_vec())));
        }
    }

    fn begin_row(&mut self, attributes: &[u8]) {
        self.repeats = number(attributes, b"table:number-rows-repeated");
        self.n_columns = 0;
        (self.row, self.row_formulas) = (None, None);
        self.row_style = style_in(attributes, DEFAULT_STYLE);
        self.numbers.clear();
    }

    fn add_cell(&mut self, attributes: &[u8]) {
        let (mut repeats, mut has_content, mut has_formula) = (1, false, false);
        let (mut style, mut has_number, mut is_percent) = (None, false, false);
        for (key, value) in Attributes(attributes) {
            if key == b"table:number-columns-repeated" {
                repeats = parsed(value);
            }
            match key {
                b"table:style-name" => style = Some(value.to_vec()),
                b"office:value-type" => is_percent = value == b"percentage",
                b"office:value" => has_number = true,
                _ => {}
            }
            has_content |= CONTENTS.contains(&key);
            has_formula |= key == FORMULA;
        }
        let columns = self.n_columns..self.n_columns.saturating_add(repeats).min(MAX_COLUMNS);
        self.n_columns = columns.end;
        if has_content && !columns.is_empty() {
            let start = self.row.as_ref().map_or(columns.start, |row| row.start);
            self.row = Some(start..columns.end);
            if has_number {
                self.numbers.push((columns.clone(), style, is_percent));
            }
            if has_formula {
                let start = self.row_formulas.as_ref().map_or(columns.start, |row| row.start);
                self.row_formulas = Some(start..columns.end);
            }
        }
    }

    fn end_row(&mut self) {
        let rows = self.n_rows..self.n_rows.saturating_add(self.repeats).min(MAX_ROWS);
        self.n_rows = rows.end;
        let Some(columns) = self.row.take().filter(|_| !rows.is_empty()) else {
            return;
        };
        let cell = (rows.end - 1, columns.end - 1);
        self.n_filled += columns.end;
        self.values.add(rows.clone(), columns);
        self.set_formats(&rows);
        if let Some(columns) = self.row_formulas.take() {
            self.formulas.add(rows, columns);
        }
        self.check(
            cell.0,
            cell.1,
            self.n_before + self.n_cells() + self.n_formats,
            MAX_CELLS.min(self.limit),
        );
    }

    /// Sets the formats of the numbers in the current row. `rows` are the sheet rows of the row and its repetitions.
    /// A cell without a style has the style of its row. If the row has no style, the cell has the style of its column.
    fn set_formats(&mut self, rows: &Range<u64>) {
        for (columns, style, is_percent) in std::mem::take(&mut self.numbers) {
            let style = style.as_ref().or(self.row_style.as_ref());
            for column in columns {
                let of_column = || {
                    let index = self.column_styles.partition_point(|(end, _)| *end <= column);
                    self.column_styles
                        .get(index)
                        .map_or(NO_STYLE, |(_, style)| style.as_slice())
                };
                let style = style.map_or_else(of_column, Vec::as_slice);
                if let Some(format) = self.styles.format_of(style, is_percent) {
                    self.n_formats += u64::from(self.styles.cells.set(&self.sheet, column, rows, format));
                }
            }
        }
    }

    fn check(&mut self, row: u64, column: u64, n: u64, limit: u64) {
        // The numbers of rows and columns are limited, so they fit into 32 bits.
        let checked = check_size(&self.sheet, (row as u32, column as u32), n, limit);
        self.refused = checked.err().or(self.refused.take());
    }
}

/// Value of a numeric attribute; 1 if the attribute is missing. The workbook library refuses malformed numbers.
fn number(attributes: &[u8], key: &[u8]) -> u64 {
    let found = Attributes(attributes).find(|(other, _)| *other == key);
    found.map_or(1, |(_, value)| parsed(value))
}

fn style_in(attributes: &[u8], key: &[u8]) -> Option<Vec<u8>> {
    let found = Attributes(attributes).find(|(other, _)| *other == key);
    found.map(|(_, value)| value.to_vec())
}

#[cfg(test)]
mod tests;
