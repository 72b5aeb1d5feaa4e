//! Cell number formats in an OpenDocument spreadsheet. The workbook library does not return formats.
//!
//! ```text
//!  <number:percentage-style style:name="N11"> <number:number number:decimal-places="2" …/> <number:text>%</number:text> …
//!  <style:style style:name="ce1" style:family="table-cell" style:parent-style-name="Default" style:data-style-name="N11"/>
//!  <table:table-cell table:style-name="ce1" office:value-type="percentage" office:value="0.125">
//! ```

use std::collections::BTreeMap;
use std::ops::Range;

use crate::display::NumberFormat;
use crate::xml_attributes::{Attributes, parsed, unescaped};

/// Largest accepted minimum number of digits before or after the decimal point. Larger minimums in a file are reduced.
const MAX_DIGITS: u64 = 20;
/// Maximum length of the chain of styles that a style inherits from.
const MAX_PARENTS: usize = 16;

type FormatIndex = u32;
/// Indexes of the two predefined formats: plain numbers, and percentages with the format code `0%`.
const PLAIN: FormatIndex = 0;
const PERCENT: FormatIndex = 1;

/// Number formats of cell ranges within a column. Maps (column, first row) to (row after the last row, format).
type SheetFormats = BTreeMap<(u64, u64), (u64, FormatIndex)>;

/// Number formats of a spreadsheet, and the cells whose format changes the displayed digits.
#[derive(Debug)]
pub(crate) struct CellFormats {
    formats: Vec<NumberFormat>,
    sheets: BTreeMap<String, SheetFormats>,
}

impl CellFormats {
    pub(crate) fn get(&self, sheet: &str, (row, column): (u32, u32)) -> Option<&NumberFormat> {
        let (row, column) = (u64::from(row), u64::from(column));
        let mut above = self.sheets.get(sheet)?.range((column, 0)..=(column, row));
        let (_, (end, format)) = above.next_back()?;
        self.formats.get(*format as usize).filter(|_| row < *end)
    }

    /// Begins a sheet. A sheet replaces earlier sheets with the same name, as in the workbook library.
    pub(crate) fn begin_sheet(&mut self, sheet: &str) {
        self.sheets.insert(sheet.to_owned(), BTreeMap::new());
    }

    /// Sets the format of a column's cells in the given rows. The rows are below all previous rows of the column.
    /// Returns whether the format differs from the format of the cells directly above.
    pub(crate) fn set(&mut self, sheet: &str, column: u64, rows: &Range<u64>, format: FormatIndex) -> bool {
        let Some(cells) = self.sheets.get_mut(sheet) else {
            return false;
        };
        let above = cells.range_mut((column, 0)..=(column, rows.start)).next_back();
        if let Some((_, (end, _))) = above.filter(|(_, (end, other))| (*end, *other) == (rows.start, format)) {
            *end = rows.end;
            return false;
        }
        cells.insert((column, rows.start), (rows.end, format));
        true
    }
}

#[derive(Debug, Default)]
struct Code {
    name: Vec<u8>,
    text: String,
    is_percent: bool,
    /// Whether the format contains an element that Excel format codes cannot express.
    is_unknown: bool,
    /// Minimum numbers of digits before and after the decimal point, and whether groups of digits have separators.
    n_whole: usize,
    n_decimals: usize,
    has_groups: bool,
    /// Texts between the digits, each with the number of digits to its right.
    embedded: Vec<(u64, String)>,
}

impl Code {
    /// Adds text around the number to the format code, in quotes. The percent sign of a percentage is not quoted.
    fn push_literal(&mut self, text: &str) {
        for (at, part) in text.split('%').enumerate() {
            if at > 0 {
                self.text.push_str(if self.is_percent { "%" } else { "\"%\"" });
            }
            push_quoted(&mut self.text, part);
        }
    }

    fn push_digits(&mut self) {
        if self.has_groups {
            self.text.push_str("#,");
        }
        if self.n_whole == 0 {
            self.text.push('#');
        }
        for n_right in (1..=self.n_whole as u64).rev() {
            for (_, text) in self.embedded.iter().filter(|(right, _)| *right == n_right) {
                push_quoted(&mut self.text, text);
            }
            self.text.push('0');
        }
        if self.n_decimals > 0 {
            self.text.push('.');
            self.text.push_str(&"0".repeat(self.n_decimals));
        }
    }

    fn format(&self) -> NumberFormat {
        match self.is_unknown {
            true => NumberFormat::Plain,
            false => NumberFormat::of(&self.text),
        }
    }
}

fn push_quoted(code: &mut String, text: &str) {
    if !text.is_empty() {
        code.push('"');
        code.push_str(&text.replace('"', ""));
        code.push('"');
    }
}

#[derive(Debug)]
struct CellStyle {
    /// Name of the number format. `None` if the format is inherited, or if the `format` field contains the format.
    data_style: Option<Vec<u8>>,
    format: Option<FormatIndex>,
    parent: Option<Vec<u8>>,
}

#[derive(Debug)]
pub(crate) struct Styles {
    pub(crate) cells: CellFormats,
    /// The number formats of the current part of the file, by name. Different parts may use the same names.
    data_styles: BTreeMap<Vec<u8>, FormatIndex>,
    styles: BTreeMap<Vec<u8>, CellStyle>,
    code: Option<Code>,
    /// Text of the current XML element, if the element belongs to a number format.
    text: Option<Vec<u8>>,
    /// Number of digits to the right of the current text, if the text is between digits.
    n_right: Option<u64>,
}

impl Styles {
    pub(crate) fn new() -> Styles {
        Styles {
            cells: CellFormats {
                formats: vec![NumberFormat::Plain, NumberFormat::of("0%")],
                sheets: BTreeMap::new(),
            },
            data_styles: BTreeMap::new(),
            styles: BTreeMap::new(),
            code: None,
            text: None,
            n_right: None,
        }
    }

    /// At the end of a part of the file, replaces each number-format name in the styles with the format itself.
    /// Format names are valid only in their part of the file. The next part may use the same names for other formats.
    /// The function is called before each part and before the cells of each sheet.
    pub(crate) fn end_part(&mut self) {
        for style in self.styles.values_mut() {
            if let Some(name) = style.data_style.take() {
                style.format = Some(self.data_styles.get(&name).copied().unwrap_or(PLAIN));
            }
        }
        self.data_styles.clear();
        (self.code, self.text) = (None, None);
    }

    pub(crate) fn push_text(&mut self, byte: u8) {
        if let Some(text) = &mut self.text {
            text.push(byte);
        }
    }

    pub(crate) fn read_tag(&mut self, name: &[u8], attributes: &[u8], is_end: bool, is_empty: bool) {
        let attribute = |key: &[u8]| {
            let found = Attributes(attributes).find(|(other, _)| *other == key);
            found.map(|(_, value)| value.to_vec())
        };
        match name {
            b"style:style" if !is_end && attribute(b"style:family").as_deref() == Some(&b"table-cell"[..]) => {
                let style = CellStyle {
                    data_style: attribute(b"style:data-style-name"),
                    format: None,
                    parent: attribute(b"style:parent-style-name"),
                };
                self.styles.insert(attribute(b"style:name").unwrap_or_default(), style);
            }
            b"number:number-style" | b"number:percentage-style" | b"number:currency-style" => {
                if is_end || is_empty {
                    self.end_code();
                } else {
                    self.code = Some(Code {
                        name: attribute(b"style:name").unwrap_or_default(),
                        is_percent: name == b"number:percentage-style",
                        ..Code::default()
                    });
                }
            }
            b"number:number" => {
                if let Some(code) = &mut self.code {
                    if !is_end {
                        read_digits(code, attributes);
                    }
                    if is_end || is_empty {
                        code.push_digits();
                    }
                }
            }
            b"number:scientific-number" | b"number:fraction" => {
                if let Some(code) = &mut self.code {
                    code.is_unknown = true;
                }
            }
            b"number:text" | b"number:embedded-text" if !is_end && !is_empty && self.code.is_some() => {
                let position = || attribute(b"number:position").map_or(0, |position| parsed(&position));
                self.n_right = (name == b"number:embedded-text").then(position);
                self.text = Some(Vec::new());
            }
            b"number:text" | b"number:embedded-text" if is_end => self.end_text(),
            _ => {}
        }
    }

    fn end_text(&mut self) {
        if let (Some(text), Some(code)) = (self.text.take(), &mut self.code) {
            let text = unescaped(&text);
            match self.n_right {
                None => code.push_literal(&text),
                // A text without a digit to its right is not between two digits of the number.
                Some(0) => code.is_unknown = true,
                Some(n_right) => code.embedded.push((n_right, text)),
            }
        }
    }

    fn end_code(&mut self) {
        let Some(code) = self.code.take() else { return };
        let format = match code.format() {
            NumberFormat::Plain => PLAIN,
            format => {
                self.cells.formats.push(format);
                // A format needs more than one byte, so only a file of more than 4 GiB could contain 2^32 formats.
                // A format whose index does not fit into 32 bits counts as plain.
                u32::try_from(self.cells.formats.len() - 1).unwrap_or(PLAIN)
            }
        };
        self.data_styles.insert(code.name, format);
    }

    /// Returns the format of cells with a style. `is_percent` is true if the numbers are percentages.
    /// `None` if the format does not change the digits.
    pub(crate) fn format_of(&self, style: &[u8], is_percent: bool) -> Option<FormatIndex> {
        let mut format = PLAIN;
        let mut name = style;
        for _ in 0..MAX_PARENTS {
            let Some(style) = self.styles.get(name) else { break };
            if let Some(own) = style.format {
                format = own;
                break;
            }
            let Some(parent) = &style.parent else { break };
            name = parent;
        }
        let has_sign = self
            .cells
            .formats
            .get(format as usize)
            .is_some_and(NumberFormat::is_percent);
        if is_percent && !has_sign {
            format = PERCENT;
        }
        (format != PLAIN).then_some(format)
    }
}

/// Reads the minimum numbers of digits from the attributes of a `number:number` element.
fn read_digits(code: &mut Code, attributes: &[u8]) {
    let mut n_decimals = 0;
    let mut n_min_decimals = None;
    for (key, value) in Attributes(attributes) {
        let n = || parsed(value).min(MAX_DIGITS) as usize;
        match key {
            b"number:min-integer-digits" => code.n_whole = n(),
            b"number:decimal-places" => n_decimals = n(),
            b"number:min-decimal-places" | b"loext:min-decimal-places" => n_min_decimals = Some(n()),
            // If the `number:decimal-replacement` attribute is present, the minimum number of decimals defaults to 0.
            b"number:decimal-replacement" => n_min_decimals = n_min_decimals.or(Some(0)),
            b"number:grouping" => code.has_groups = value == b"true",
            b"number:display-factor" => code.is_unknown |= value != b"1",
            _ => {}
        }
    }
    code.n_decimals = n_min_decimals.unwrap_or(n_decimals);
}
