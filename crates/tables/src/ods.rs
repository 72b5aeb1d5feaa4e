//! Counts the cells of an OpenDocument spreadsheet before the workbook library reads the file.
//! The library holds all sheets in memory, each as the smallest rectangle around its cells.
//! A few bytes of the file can repeat a cell or a row many times.
//!
//! ```text
//!  <table:table> … <table:table-row table:number-rows-repeated="9"> <table:table-cell …> … </table:table-row> … </table:table>
//! ```

use std::collections::BTreeSet;
use std::ops::Range;

use fastgas_data::LoadError;

use crate::rectangle::{MAX_CELLS, Rectangle, check_size};

/// Maximum number of rows of a sheet that the workbook library reads.
const MAX_ROWS: u64 = 1 << 20;
/// Maximum number of columns of a sheet that the workbook library reads.
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

/// Maximum number of zeros of a number format in a report.
const MAX_ZEROS: u64 = 20;

/// Part of the XML syntax in which the counter currently is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Text outside of tags.
    Text,
    Tag,
    /// An attribute value that ends with this quote.
    Quoted(u8),
    Comment,
    Data,
}

/// Counts the cells of all sheets while the XML text arrives in chunks.
pub(crate) struct CellCounter {
    limit: u64,
    state: State,
    /// Content of the current tag without brackets, or the last bytes of a comment or CDATA section.
    tag: Vec<u8>,
    sheet: String,
    /// Number of rows above the current row of the sheet.
    n_rows: u64,
    /// Number of times that the current row is repeated.
    repeats: u64,
    /// Number of columns of the current row so far.
    n_columns: u64,
    /// Columns of the current row from the first to the last cell that is not empty.
    row: Option<Range<u64>>,
    /// Columns of the current row from the first to the last cell with a formula.
    row_formulas: Option<Range<u64>>,
    values: Rectangle,
    formulas: Rectangle,
    /// Number of cells in the rows of the current sheet. A repeated row counts once.
    n_filled: u64,
    /// Number of cells in the previous sheets.
    n_before: u64,
    /// Total number of spaces that are written as a count instead of characters.
    n_blanks: u64,
    /// Codes of the number formats that change the digits of numbers. The workbook library does not apply formats.
    formats: BTreeSet<String>,
    refused: Option<LoadError>,
}

impl CellCounter {
    /// Creates a counter. `limit` is the largest accepted size of the texts in bytes.
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
            formats: BTreeSet::new(),
            refused: None,
        }
    }

    /// Begins another XML text.
    pub(crate) fn begin_part(&mut self) {
        self.skip_to(State::Text);
    }

    /// Reads the next bytes of the XML text.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.refused.is_some() {
                return;
            }
            self.push_byte(byte);
        }
    }

    /// Returns the codes of the number formats that change the digits of numbers.
    ///
    /// # Errors
    /// [`LoadError::WorkbookSize`] if there are too many cells or spaces.
    pub(crate) fn finish(self) -> Result<BTreeSet<String>, LoadError> {
        self.refused.map_or(Ok(self.formats), Err)
    }

    fn push_byte(&mut self, byte: u8) {
        if self.state == State::Text {
            if byte == b'<' {
                self.tag.clear();
                self.state = State::Tag;
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

    /// Whether a closing bracket ends the current tag, comment or CDATA section.
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
            b"table:table-row" => {
                if !is_end {
                    self.begin_row(attributes);
                }
                if is_end || is_empty {
                    self.end_row();
                }
            }
            b"table:table-cell" | b"table:covered-table-cell" if !is_end => self.add_cell(attributes),
            b"number:number" if !is_end => self.add_format(attributes),
            b"text:s" if !is_end => {
                self.n_blanks += number(attributes, b"text:c").min(u64::from(u32::MAX));
                let last = self.n_columns.saturating_sub(1);
                self.check(self.n_rows, last, self.n_blanks, self.limit);
            }
            _ => {}
        }
    }

    fn begin_sheet(&mut self, attributes: &[u8]) {
        let name = Attributes(attributes).find(|(key, _)| *key == b"table:name");
        let name = name.map_or_else(String::new, |(_, name)| String::from_utf8_lossy(name).into_owned());
        let entities = [
            ("&lt;", "<"),
            ("&gt;", ">"),
            ("&quot;", "\""),
            ("&apos;", "'"),
            ("&amp;", "&"),
        ];
        self.sheet = entities
            .iter()
            .fold(name, |name, (entity, letter)| name.replace(entity, letter));
        self.end_sheet();
    }

    fn end_sheet(&mut self) {
        self.n_before += self.n_cells();
        (self.values, self.formulas) = (Rectangle::default(), Rectangle::default());
        (self.n_filled, self.n_rows) = (0, 0);
    }

    /// Number of cells that the workbook library holds for the current sheet: those in the rows and those in the rectangles.
    fn n_cells(&self) -> u64 {
        self.n_filled + self.values.n_cells() + self.formulas.n_cells()
    }

    /// Adds the format of a number style with leading zeros.
    fn add_format(&mut self, attributes: &[u8]) {
        let n_zeros = number(attributes, b"number:min-integer-digits");
        let mut attributes = Attributes(attributes);
        let has_decimals = attributes.any(|(key, value)| key == b"number:decimal-places" && parsed(value) > 0);
        if n_zeros >= 2 && !has_decimals {
            self.formats.insert("0".repeat(n_zeros.min(MAX_ZEROS) as usize));
        }
    }

    fn begin_row(&mut self, attributes: &[u8]) {
        self.repeats = number(attributes, b"table:number-rows-repeated");
        self.n_columns = 0;
        (self.row, self.row_formulas) = (None, None);
    }

    fn add_cell(&mut self, attributes: &[u8]) {
        let (mut repeats, mut has_content, mut has_formula) = (1, false, false);
        for (key, value) in Attributes(attributes) {
            if key == b"table:number-columns-repeated" {
                repeats = parsed(value);
            }
            if key == b"office:value-type" && value == b"percentage" {
                self.formats.insert("0%".to_owned());
            }
            has_content |= CONTENTS.contains(&key);
            has_formula |= key == FORMULA;
        }
        let columns = self.n_columns..self.n_columns.saturating_add(repeats).min(MAX_COLUMNS);
        self.n_columns = columns.end;
        if has_content && !columns.is_empty() {
            let start = self.row.as_ref().map_or(columns.start, |row| row.start);
            self.row = Some(start..columns.end);
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
        if let Some(columns) = self.row_formulas.take() {
            self.formulas.add(rows, columns);
        }
        self.check(
            cell.0,
            cell.1,
            self.n_before + self.n_cells(),
            MAX_CELLS.min(self.limit),
        );
    }

    fn check(&mut self, row: u64, column: u64, n: u64, limit: u64) {
        // Rows and columns are limited, so their numbers have fewer than 32 bits.
        let checked = check_size(&self.sheet, (row as u32, column as u32), n, limit);
        self.refused = checked.err().or(self.refused.take());
    }
}

/// Iterator over the attributes of a tag: names and values as written in the file.
struct Attributes<'a>(&'a [u8]);

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        let end = self.0.iter().position(|byte| *byte == b'=')?;
        let (key, rest) = self.0.split_at(end);
        let (quote, rest) = rest[1..].trim_ascii_start().split_first()?;
        let end = rest.iter().position(|byte| byte == quote)?;
        self.0 = &rest[end + 1..];
        Some((key.trim_ascii(), &rest[..end]))
    }
}

/// Value of a numeric attribute, or 1 if the attribute is missing. The workbook library refuses malformed numbers.
fn number(attributes: &[u8], key: &[u8]) -> u64 {
    let found = Attributes(attributes).find(|(other, _)| *other == key);
    found.map_or(1, |(_, value)| parsed(value))
}

fn parsed(value: &[u8]) -> u64 {
    let value = std::str::from_utf8(value).ok();
    value.and_then(|value| value.trim().parse().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(xml: &str, limit: u64) -> Result<(), String> {
        let counted = |size: usize| {
            let mut counter = CellCounter::new(limit);
            xml.as_bytes().chunks(size).for_each(|chunk| counter.push(chunk));
            counter.finish().map(|_| ()).map_err(|error| error.to_string())
        };
        let whole = counted(xml.len());
        assert_eq!(whole, counted(1));
        whole
    }

    fn sheet(rows: &str) -> String {
        format!("<table:table table:name=\"A &amp; B\"><table:table-column/>{rows}</table:table>")
    }

    const ROW: &str = "<table:table-row table:number-rows-repeated=\"5\"><table:table-cell table:number-columns-repeated='3'/>\
        <table:table-cell office:value-type=\"float\" table:number-columns-repeated=\"2\"><text:p>1</text:p></table:table-cell>\
        <table:table-cell table:number-columns-repeated=\"16379\"/></table:table-row>";

    #[test]
    fn repeated_cells_and_rows_are_counted() {
        // The row has five cells up to its last non-empty cell, and the rectangle around the non-empty cells has 5 × 2 cells.
        let refused = "A & B!E5: up to this cell the sheets of the workbook extend over more than 14 cells or bytes";
        let one = sheet(ROW);
        assert_eq!(counted(&one, 15), Ok(()));
        assert_eq!(counted(&one, 14), Err(refused.to_owned()));
        // The cells of all sheets are counted. Empty rows count only between rows with cells.
        let empty = "<table:table-row table:number-rows-repeated=\"1000000\"><table:table-cell/></table:table-row>";
        assert_eq!(counted(&sheet(&format!("{empty}{ROW}{empty}")).repeat(2), 30), Ok(()));
        assert!(counted(&one.repeat(2), 29).is_err());
        let far = counted(&sheet(&format!("{ROW}{empty}{ROW}")), 1_000_000);
        assert!(far.is_err_and(|error| error.starts_with("A & B!E1000010: ")));
        let formula =
            "<table:table-row><table:table-cell table:formula='of:=[.A2]>\"1\"' office:value='1'/></table:table-row>";
        assert_eq!(counted(&sheet(formula), 3), Ok(()));
        assert!(counted(&sheet(formula), 2).is_err());
    }

    #[test]
    fn number_formats_are_found() {
        let found = |xml: &str| {
            let mut counter = CellCounter::new(1_000);
            // A part that ends within a tag does not affect the next part.
            counter.push(b"<number:number number:min-integer-digits='9'");
            counter.begin_part();
            counter.push(xml.as_bytes());
            Vec::from_iter(counter.finish().expect("few cells"))
        };
        let number =
            |attributes: &str| format!("<number:number-style><number:number {attributes}/></number:number-style>");
        assert_eq!(found(&number("number:min-integer-digits=\"5\"")), ["00000"]);
        let zip = "number:decimal-places=\"0\" number:min-integer-digits=\"3\"";
        assert_eq!(found(&number(zip)), ["000"]);
        assert!(found(&number("number:min-integer-digits=\"1\"")).is_empty());
        assert!(found(&number("number:decimal-places=\"2\" number:min-integer-digits=\"5\"")).is_empty());
        let cell = "<table:table-row><table:table-cell office:value-type=\"percentage\" office:value=\"0.25\"/></table:table-row>";
        assert_eq!(found(&sheet(cell)), ["0%"]);
    }

    #[test]
    fn comments_and_data_are_no_cells() {
        let xml = sheet(&format!(
            "<!-- > {ROW} -- --><![CDATA[ > {ROW} ]] ]]><table:table-row/>"
        ));
        assert_eq!(counted(&xml, 0), Ok(()));
    }

    #[test]
    fn numbers_of_blanks_are_limited() {
        let cell = |blanks: u64| {
            sheet(&format!(
                "<table:table-row><table:table-cell office:value-type=\"string\"><text:p><text:s text:c=\"{blanks}\"/></text:p></table:table-cell></table:table-row>"
            ))
        };
        assert_eq!(counted(&cell(100), 100), Ok(()));
        assert!(counted(&cell(1_000_000_000), 100).is_err_and(|error| error.starts_with("A & B!A1: ")));
    }
}
