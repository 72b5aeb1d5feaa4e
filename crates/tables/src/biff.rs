//! Checks the records of an .xls workbook (Excel before 2007). The workbook library reads the records afterwards.
//! The library reserves memory for the stated number of cells in a sheet and of characters in a text.
//! The library stores each sheet in memory as the smallest rectangle around its cells.
//! The library silently truncates a text that is longer than the text's record.
//!
//! ```text
//!  BOF  list of sheets, texts, …  EOF   BOF  cells of a sheet  EOF   BOF  cells of a sheet  EOF
//! ```
//!
//! A record has a kind, a length, and data of this length. The data can continue in subsequent records.
//! The format is specified in MS-XLS.

use std::collections::BTreeMap;
use std::ops::Range;

use fastgas_data::{LoadError, UnsupportedReason, XlsReason};

use crate::compound::{damaged, u16_at, u32_at};
use crate::display::{NumberFormat, address};
use crate::rectangle::{MAX_CELLS, Rectangle, check_size};
use crate::unpack::unsupported;

/// Maximum ratio between the total size of the sheets' records and the size of the workbook.
/// In an intact workbook, no two sheets share records, so the ratio is at most 1.
const MAX_PASSES: usize = 4;

/// Numbers of the record kinds, as specified in MS-XLS.
const FORMULA: u16 = 0x0006;
const EOF: u16 = 0x000A;
const PASSWORD: u16 = 0x002F;
const CONTINUE: u16 = 0x003C;
const SHEET: u16 = 0x0085;
const NUMBERS: u16 = 0x00BD;
const STYLE: u16 = 0x00E0;
const FORMATTED_LABEL: u16 = 0x00D6;
const SHARED_TEXTS: u16 = 0x00FC;
const SHARED_TEXT: u16 = 0x00FD;
const DIMENSIONS: u16 = 0x0200;
const NUMBER: u16 = 0x0203;
const LABEL: u16 = 0x0204;
const BOOLEAN: u16 = 0x0205;
const FORMULA_TEXT: u16 = 0x0207;
const COMPACT_NUMBER: u16 = 0x027E;
const FORMAT: u16 = 0x041E;
const BOF: u16 = 0x0809;

/// Size in bytes of one cell (style and number) in a record of several numbers.
const NUMBERS_CELL: usize = 6;

/// Size of a record's header in bytes.
const HEADER: usize = 4;

struct Record {
    kind: u16,
    data: Range<usize>,
    /// Byte ranges of the data in the record's continuation records.
    further: Vec<Range<usize>>,
    /// Byte position of the next record.
    end: usize,
}

/// Returns an error if fewer than `bytes` bytes follow the position `place`.
/// `left` is the number of bytes after `place`.
fn check_length(place: usize, bytes: u64, left: usize) -> Result<(), LoadError> {
    match bytes <= left as u64 {
        true => Ok(()),
        false => Err(damaged(XlsReason::TooFewBytes {
            byte: place as u64,
            bytes,
            left: left as u64,
        })),
    }
}

impl Record {
    /// Reads the record at the given byte position. `None` at the end of the workbook.
    fn at(workbook: &[u8], place: usize) -> Result<Option<Record>, LoadError> {
        if place == workbook.len() {
            return Ok(None);
        }
        let mut record = Record {
            kind: u16_at(workbook, place).unwrap_or_default(),
            data: Record::data(workbook, place)?,
            further: Vec::new(),
            end: 0,
        };
        record.end = record.data.end;
        // Like the workbook library, this loop ignores a record header without data at the end of the workbook.
        while workbook.len() - record.end > HEADER && u16_at(workbook, record.end) == Some(CONTINUE) {
            let further = Record::data(workbook, record.end)?;
            record.end = further.end;
            record.further.push(further);
        }
        Ok(Some(record))
    }

    fn data(workbook: &[u8], place: usize) -> Result<Range<usize>, LoadError> {
        let left = workbook.len() - place;
        check_length(place, HEADER as u64, left)?;
        let start = place + HEADER;
        let length = u16_at(workbook, place + 2).unwrap_or_default();
        check_length(start, length.into(), left - HEADER)?;
        Ok(start..start + usize::from(length))
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    /// Byte ranges of the records where the sheets state their dimensions.
    pub(crate) claims: Vec<Range<usize>>,
    pub(crate) formats: CellFormats,
}

/// Number format of each style, and style of each cell whose format changes the displayed digits.
/// The workbook library does not return formats.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CellFormats {
    styles: Vec<NumberFormat>,
    /// For each sheet, in workbook order: the style of each cell, indexed by row and column.
    sheets: Vec<BTreeMap<(u16, u16), u16>>,
}

impl CellFormats {
    /// Returns the format of a cell. `sheet` is the index of the sheet in the workbook.
    pub(crate) fn get(&self, sheet: usize, (row, column): (u32, u32)) -> Option<&NumberFormat> {
        let cell = (u16::try_from(row).ok()?, u16::try_from(column).ok()?);
        let style = self.sheets.get(sheet)?.get(&cell)?;
        self.styles.get(usize::from(*style))
    }

    fn set(&mut self, cell: (u16, u16), style: u16) {
        let Some(sheet) = self.sheets.last_mut() else { return };
        match self.styles.get(usize::from(style)) {
            None | Some(NumberFormat::Plain) => sheet.remove(&cell),
            Some(_) => sheet.insert(cell, style),
        };
    }
}

struct Workbook<'a> {
    bytes: &'a [u8],
    /// Whether texts have a byte of flags. Texts of Excel 97 and later versions have this byte.
    has_flags: bool,
    /// Name of each sheet, and the byte position of its first record.
    sheets: Vec<(String, usize)>,
    texts: Vec<u16>,
    checked: Checked,
    /// Total number of bytes in the sheets' records.
    n_bytes: usize,
    n_cells: u64,
    n_letters: u64,
    limit: u64,
}

/// Checks the records of a workbook. `limit` is the largest accepted total size of the texts, in bytes.
/// The dimensions that sheets state are not checked, because the caller replaces the dimensions with zeros.
/// Checks nothing if the workbook is protected by a password. O(size of the workbook) time.
///
/// # Errors
/// Fails with [`LoadError::DamagedXls`], [`LoadError::WorkbookSize`] or [`LoadError::Unsupported`].
pub(crate) fn check(workbook: &[u8], limit: u64) -> Result<Checked, LoadError> {
    let mut workbook = Workbook {
        bytes: workbook,
        has_flags: true,
        sheets: Vec::new(),
        texts: Vec::new(),
        checked: Checked::default(),
        n_bytes: 0,
        n_cells: 0,
        n_letters: 0,
        limit,
    };
    let is_readable = workbook.read_globals()?;
    if is_readable {
        for (sheet, place) in std::mem::take(&mut workbook.sheets) {
            workbook.check_sheet(&sheet, place)?;
        }
    }
    Ok(workbook.checked)
}

impl Workbook<'_> {
    /// Reads the records before the sheets. Returns false if the workbook is protected by a password.
    fn read_globals(&mut self) -> Result<bool, LoadError> {
        let mut place = 0;
        // `codes` contains the format codes by format number. `styles` contains the format number of each style.
        let (mut codes, mut styles): (BTreeMap<u16, String>, Vec<u16>) = (BTreeMap::new(), Vec::new());
        while let Some(record) = Record::at(self.bytes, place)? {
            let data = &self.bytes[record.data.clone()];
            match record.kind {
                EOF => {
                    let format = |number: &u16| match codes.get(number) {
                        Some(code) => NumberFormat::of(code),
                        None => NumberFormat::built_in(*number),
                    };
                    self.checked.formats.styles = styles.iter().map(format).collect();
                    return Ok(true);
                }
                FORMAT => {
                    if let Some(number) = u16_at(data, 0) {
                        codes.insert(number, self.format_code(data));
                    }
                }
                STYLE => styles.push(u16_at(data, 2).unwrap_or_default()),
                PASSWORD if u16_at(data, 0) != Some(0) => return Ok(false),
                BOF => {
                    let version = u16_at(data, 0).unwrap_or_default();
                    let is_older = matches!(version, 2 | 7 | 0x0200 | 0x0300 | 0x0400 | 0x0500)
                        || (version == 0 && u16_at(data, 2) == Some(0x1000));
                    self.has_flags = !is_older;
                }
                SHEET => {
                    let start = u32_at(data, 0).map_or(usize::MAX, |start| start as usize);
                    self.sheets.push((self.sheet_name(data), start));
                }
                SHARED_TEXTS => self.texts = SharedTexts::of(self.bytes, &record).lengths()?,
                _ => {}
            }
            place = record.end;
        }
        Err(damaged(XlsReason::NoEnd { byte: 0 }))
    }

    /// Returns the code of a number format. Only the ASCII characters of a format code affect the digits.
    fn format_code(&self, data: &[u8]) -> String {
        let (n_letters, is_wide, letters) = match (self.has_flags, data.get(2..)) {
            (true, Some([low, high, flags, letters @ ..])) => {
                (usize::from(u16::from_le_bytes([*low, *high])), flags & 1 != 0, letters)
            }
            (false, Some([n_letters, letters @ ..])) => (usize::from(*n_letters), false, letters),
            _ => return String::new(),
        };
        match is_wide {
            true => {
                let units = letters.as_chunks::<2>().0.iter().take(n_letters);
                let units: Vec<u16> = units.map(|unit| u16::from_le_bytes(*unit)).collect();
                String::from_utf16_lossy(&units)
            }
            false => letters
                .iter()
                .take(n_letters)
                .map(|letter| char::from(*letter))
                .collect(),
        }
    }

    /// Returns the name of a sheet for error messages. In workbooks before Excel 97, non-ASCII letters become �.
    fn sheet_name(&self, data: &[u8]) -> String {
        let Some([n_letters, rest @ ..]) = data.get(6..) else {
            return String::new();
        };
        let n_letters = usize::from(*n_letters);
        match (self.has_flags, rest) {
            (true, [flags, letters @ ..]) if flags & 1 != 0 => {
                let units = letters.as_chunks::<2>().0.iter().take(n_letters);
                let units: Vec<u16> = units.map(|unit| u16::from_le_bytes(*unit)).collect();
                String::from_utf16_lossy(&units)
            }
            (true, [_, letters @ ..]) => letters
                .iter()
                .take(n_letters)
                .map(|letter| char::from(*letter))
                .collect(),
            (true, []) => String::new(),
            (false, letters) => {
                let letters = letters.iter().take(n_letters);
                let shown = letters.map(|letter| match letter.is_ascii() {
                    true => char::from(*letter),
                    false => '\u{fffd}',
                });
                shown.collect()
            }
        }
    }

    fn check_sheet(&mut self, sheet: &str, start: usize) -> Result<(), LoadError> {
        let is_begin = u16_at(self.bytes, start) == Some(BOF);
        if !is_begin {
            return Err(damaged(XlsReason::NoSheetBegin {
                sheet: sheet.to_owned(),
                byte: start as u64,
            }));
        }
        self.checked.formats.sheets.push(BTreeMap::new());
        let (mut values, mut formulas) = (Rectangle::default(), Rectangle::default());
        // If the result of a formula is a text, the text is in a later record. `last` is the cell of the latest formula.
        let mut last = (0, 0);
        // Nesting depth of the current record: 1 in the sheet, and more in embedded objects such as charts.
        let mut depth = 0_usize;
        let mut place = start;
        while let Some(record) = Record::at(self.bytes, place)? {
            self.n_bytes += record.end - place;
            if self.n_bytes / MAX_PASSES > self.bytes.len() {
                let sheet = sheet.to_owned();
                return Err(damaged(XlsReason::SharedRecords { sheet }));
            }
            place = record.end;
            match record.kind {
                BOF => depth += 1,
                EOF if depth == 1 => {
                    self.n_cells += values.n_cells() + formulas.n_cells();
                    return Ok(());
                }
                EOF => depth -= 1,
                _ if depth > 1 => {}
                DIMENSIONS => self.checked.claims.push(record.data),
                FORMULA_TEXT => self.check_text(sheet, last, &record, 0)?,
                NUMBER | LABEL | FORMATTED_LABEL | BOOLEAN | COMPACT_NUMBER | SHARED_TEXT | NUMBERS | FORMULA => {
                    let data = &self.bytes[record.data.clone()];
                    // A record too short for a row and a column is skipped, because the workbook library refuses it later.
                    let (Some(row), Some(column)) = (u16_at(data, 0), u16_at(data, 2)) else {
                        continue;
                    };
                    let cell = (u32::from(row), u32::from(column));
                    let n_columns = match record.kind {
                        NUMBERS => (data.len().saturating_sub(6) / NUMBERS_CELL).max(1) as u64,
                        _ => 1,
                    };
                    let (top, left) = (u64::from(row), u64::from(column));
                    values.add(top..top + 1, left..left + n_columns);
                    if matches!(record.kind, NUMBER | COMPACT_NUMBER | NUMBERS | FORMULA) {
                        for index in 0..n_columns as usize {
                            // Cells beyond the last possible column, as in a damaged record, get no style.
                            let column = u16::try_from(left as usize + index);
                            if let (Ok(column), Some(style)) = (column, u16_at(data, 4 + NUMBERS_CELL * index)) {
                                self.checked.formats.set((row, column), style);
                            }
                        }
                    }
                    match record.kind {
                        FORMULA => {
                            formulas.add(top..top + 1, left..left + 1);
                            last = cell;
                        }
                        LABEL | FORMATTED_LABEL => self.check_text(sheet, cell, &record, 6)?,
                        SHARED_TEXT => self.add_text(sheet, cell, u32_at(data, 6))?,
                        _ => {}
                    }
                    let n_cells = self.n_cells + values.n_cells() + formulas.n_cells();
                    check_size(sheet, cell, n_cells, MAX_CELLS.min(self.limit))?;
                }
                _ => {}
            }
        }
        Err(damaged(XlsReason::NoEnd { byte: start as u64 }))
    }

    /// Counts the characters of a cell's shared text, because the workbook library copies the text into each cell.
    fn add_text(&mut self, sheet: &str, cell: (u32, u32), text: Option<u32>) -> Result<(), LoadError> {
        // The workbook library refuses a record that is too short for the index of a text.
        let Some(text) = text else { return Ok(()) };
        let Some(n_letters) = self.texts.get(text as usize) else {
            // The workbook library would silently leave the cell empty, so the missing text is an error.
            return Err(damaged(XlsReason::NoText {
                sheet: sheet.to_owned(),
                cell: address(cell.0, cell.1),
                text: text.into(),
                n_texts: self.texts.len() as u64,
            }));
        };
        self.n_letters += u64::from(*n_letters);
        check_size(sheet, cell, self.n_letters, self.limit)
    }

    /// Checks that a text is as long as its header states.
    /// `skipped` is the number of bytes before the text in the record.
    fn check_text(&self, sheet: &str, cell: (u32, u32), record: &Record, skipped: usize) -> Result<(), LoadError> {
        let text = self.bytes[record.data.clone()].get(skipped..).unwrap_or_default();
        let header = if self.has_flags { 3 } else { 2 };
        // A record that is too short for the header of a text is not checked, because the workbook library refuses it later.
        let (Some(n_letters), Some(letters)) = (u16_at(text, 0), text.get(header..)) else {
            return Ok(());
        };
        let is_wide = self.has_flags && text[2] & 1 != 0;
        if usize::from(n_letters) * (1 + usize::from(is_wide)) <= letters.len() {
            return Ok(());
        }
        match record.further.is_empty() {
            true => Err(damaged(XlsReason::TextLength {
                byte: (record.data.start + skipped) as u64,
                letters: n_letters.into(),
                bytes: letters.len() as u64,
            })),
            false => {
                let (sheet, cell) = (sheet.to_owned(), address(cell.0, cell.1));
                Err(unsupported("Excel (.xls)", UnsupportedReason::LongText { sheet, cell }))
            }
        }
    }
}

/// Reads the shared texts, which are stored one after another in a record and its continuation records.
struct SharedTexts<'a> {
    bytes: &'a [u8],
    /// Byte range of the unread part of the current record.
    part: Range<usize>,
    further: std::slice::Iter<'a, Range<usize>>,
}

impl<'a> SharedTexts<'a> {
    fn of(bytes: &'a [u8], record: &'a Record) -> SharedTexts<'a> {
        SharedTexts {
            bytes,
            part: record.data.clone(),
            further: record.further.iter(),
        }
    }

    /// Returns the length of each text in UTF-16 code units.
    /// The record begins with two text counts. Both counts are skipped, because the workbook library ignores them.
    fn lengths(mut self) -> Result<Vec<u16>, LoadError> {
        let mut lengths = Vec::new();
        self.take(8)?;
        while !self.part.is_empty() || self.next_record() {
            lengths.push(self.text()?);
        }
        Ok(lengths)
    }

    /// Moves to the next continuation record. Returns false if all records have been read.
    fn next_record(&mut self) -> bool {
        match self.further.next() {
            Some(part) => {
                self.part = part.clone();
                true
            }
            None => false,
        }
    }

    fn take(&mut self, n: usize) -> Result<&'a [u8], LoadError> {
        check_length(self.part.start, n as u64, self.part.len())?;
        let start = self.part.start;
        self.part.start += n;
        Ok(&self.bytes[start..start + n])
    }

    /// Reads a text: number of characters, flags, characters, character formats and additional data.
    /// Returns the number of characters.
    fn text(&mut self) -> Result<u16, LoadError> {
        if self.part.is_empty() {
            return Ok(0);
        }
        let byte = self.part.start as u64;
        let header = self.take(3)?;
        let (n_letters, flags) = (u16_at(header, 0).unwrap_or_default(), header[2]);
        let mut n_skipped = 0;
        if flags & 8 != 0 {
            n_skipped += 4 * u64::from(u16_at(self.take(2)?, 0).unwrap_or_default());
        }
        if flags & 4 != 0 {
            n_skipped += u64::from(u32_at(self.take(4)?, 0).unwrap_or_default());
        }
        let mut width = 1 + usize::from(flags & 1);
        let mut left = usize::from(n_letters);
        let mut bytes = 0;
        loop {
            let n = left.min(self.part.len() / width);
            self.part.start += n * width;
            bytes += n * width;
            left -= n;
            if left == 0 {
                break;
            }
            if !self.next_record() {
                return Err(damaged(XlsReason::TextLength {
                    byte,
                    letters: n_letters.into(),
                    bytes: bytes as u64,
                }));
            }
            // A text that continues in another record has new flags at the start of that record.
            width = 1 + usize::from(self.take(1)?[0] & 1);
        }
        while n_skipped > 0 {
            if self.part.is_empty() && !self.next_record() {
                check_length(self.part.start, n_skipped, 0)?;
            }
            let n = n_skipped.min(self.part.len() as u64);
            self.part.start += n as usize;
            n_skipped -= n;
        }
        Ok(n_letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: u64 = 1_000_000;

    fn record(kind: u16, data: &[u8]) -> Vec<u8> {
        let mut record = kind.to_le_bytes().to_vec();
        record.extend((data.len() as u16).to_le_bytes());
        record.extend(data);
        record
    }

    fn cell(kind: u16, row: u16, column: u16, rest: &[u8]) -> Vec<u8> {
        let place = [row.to_le_bytes(), column.to_le_bytes(), [0, 0]].concat();
        record(kind, &[&place[..], rest].concat())
    }

    fn workbook(n_sheets: usize, texts: &[u8], records: &[Vec<u8>]) -> Vec<u8> {
        let (begin, end) = (record(BOF, &[0, 6, 5, 0]), record(EOF, &[]));
        let sheet = |start: usize| {
            let start = (start as u32).to_le_bytes();
            record(SHEET, &[&start[..], &[0, 0, 1, 0, b'S']].concat())
        };
        let start = begin.len() + n_sheets * sheet(0).len() + texts.len() + end.len();
        let sheets = sheet(start).repeat(n_sheets);
        [&begin[..], &sheets, texts, &end, &begin, &records.concat(), &end].concat()
    }

    fn message(workbook: &[u8], limit: u64) -> String {
        check(workbook, limit).expect_err("it is refused").to_string()
    }

    fn shared_texts(texts: &[u8]) -> Vec<u8> {
        record(SHARED_TEXTS, &[&[0; 8][..], texts].concat())
    }

    #[test]
    fn rectangles_around_the_cells_of_all_sheets_are_limited() {
        let cells = [cell(NUMBER, 0, 0, &[0; 8]), cell(NUMBER, 99, 9, &[0; 8])];
        let two = workbook(2, &[], &cells);
        assert_eq!(check(&two, 2_000).map(|checked| checked.claims), Ok(Vec::new()));
        let refused = "S!J100: up to this cell the sheets of the workbook extend over more than 1999 cells or bytes";
        assert_eq!(message(&two, 1_999), refused);
        let corners = [cell(NUMBER, 0, 0, &[0; 8]), cell(NUMBER, u16::MAX, u16::MAX, &[0; 8])];
        let refused = message(&workbook(1, &[], &corners), u64::MAX);
        assert!(refused.ends_with("more than 33554432 cells or bytes"), "{refused}");
        // The rectangle around the three numbers and the formula has four cells.
        // The rectangle around the formula has one cell.
        let row = [cell(NUMBERS, 0, 1, &[0; 18]), cell(FORMULA, 0, 0, &[0; 16])];
        let row = workbook(1, &[], &row);
        assert!(check(&row, 5).is_ok() && check(&row, 4).is_err());
    }

    #[test]
    fn claims_of_sheets_are_found() {
        let sheet = [record(DIMENSIONS, &[0xFF; 14])];
        let workbook = workbook(1, &[], &sheet);
        let claims = check(&workbook, LIMIT).expect("intact").claims;
        assert_eq!(claims.len(), 1);
        assert_eq!(workbook[claims[0].clone()], [0xFF; 14]);
    }

    #[test]
    fn shared_texts_continue_in_other_records() {
        let texts = shared_texts(&[2, 0, 0, b'a', b'b', 1, 0, 8, 1, 0, b'x', 1, 2, 3, 4, 3, 0, 0, b'c']);
        let texts = [texts, record(CONTINUE, &[1, 0x42, 0x26, 0x43, 0x26])].concat();
        let record = Record::at(&texts, 0).expect("intact").expect("a record");
        assert_eq!(record.end, texts.len());
        assert_eq!(SharedTexts::of(&texts, &record).lengths(), Ok(vec![2, 1, 3]));
        let cut = shared_texts(&[3, 0, 0, b'c']);
        let refused = "the Excel file (.xls) is damaged: the text at byte 33 of the workbook should have 3 characters, but 1 byte follows";
        assert_eq!(message(&workbook(1, &cut, &[]), LIMIT), refused);
    }

    #[test]
    fn copies_of_shared_texts_are_limited() {
        let texts = shared_texts(&[&[100, 0, 0][..], &[b'a'; 100]].concat());
        let cells: Vec<Vec<u8>> = (0..3).map(|row| cell(SHARED_TEXT, row, 0, &[0; 4])).collect();
        let three = workbook(1, &texts, &cells);
        assert!(check(&three, 300).is_ok());
        assert!(message(&three, 299).starts_with("S!A3: "));
        let other = workbook(1, &texts, &[cell(SHARED_TEXT, 0, 1, &[7, 0, 0, 0])]);
        let refused = "the Excel file (.xls) is damaged: S!B1 refers to text 7, but the number of texts is 1";
        assert_eq!(message(&other, LIMIT), refused);
    }

    #[test]
    fn text_that_the_reader_would_shorten_is_refused() {
        let formula = cell(FORMULA, 1, 1, &[0; 16]);
        let text = |letters: &[u8]| record(FORMULA_TEXT, &[&[3, 0, 0][..], letters].concat());
        let whole = [formula.clone(), text(b"abc")];
        assert!(check(&workbook(1, &[], &whole), LIMIT).is_ok());
        let cut = message(&workbook(1, &[], &[formula.clone(), text(b"ab")]), LIMIT);
        assert!(cut.ends_with("should have 3 characters, but 2 bytes follow"), "{cut}");
        let further = [formula, text(b"ab"), record(CONTINUE, &[0, b'c'])];
        assert_eq!(
            message(&workbook(1, &[], &further), LIMIT),
            "the Excel (.xls) file uses something that this program does not read: a text that is longer than a record, in S!B2"
        );
        let label = cell(LABEL, 0, 0, &[0xFF, 0xFF, 1, b'a', 0]);
        assert!(message(&workbook(1, &[], &[label]), LIMIT).contains("should have 65535 characters"));
    }

    #[test]
    fn parts_without_an_end_and_parts_of_other_sheets_are_refused() {
        let one = workbook(1, &[], &[]);
        let cut = &one[..one.len() - HEADER];
        let refused = "the Excel file (.xls) is damaged: the records from byte 25 of the workbook on have no end";
        assert_eq!(message(cut, LIMIT), refused);
        let cut = &one[..one.len() - 2];
        assert!(message(cut, LIMIT).contains("4 bytes should follow byte 33 of the workbook, but there are 2"));
        let same = workbook(64, &[], &[record(0x1234, &[0; 1_000])]);
        let refused = "the Excel file (.xls) is damaged: the sheet `S` contains the same records as other sheets";
        assert_eq!(message(&same, LIMIT), refused);
    }

    #[test]
    fn formats_of_numbers_are_read() {
        let style = |format: u16| record(STYLE, &[&[0, 0][..], &format.to_le_bytes()].concat());
        let code = record(FORMAT, &[&[164, 0, 3, 0, 0][..], b"000"].concat());
        let wide = record(FORMAT, &[165, 0, 2, 0, 1, b'0', 0, b'0', 0]);
        let globals = [code, wide, style(0), style(164), style(9), style(165)].concat();
        let number = |column: u8, style: u8| {
            let place = [1, 0, column, 0, style, 0];
            record(NUMBER, &[&place[..], &[0; 8]].concat())
        };
        // The record contains two cells with the styles 1 and 3, followed by the number of the last column.
        let numbers = [1, 0, 4, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 5, 0];
        let cells = [number(0, 0), number(1, 1), number(2, 2), record(NUMBERS, &numbers)];
        let formats = check(&workbook(2, &globals, &cells), LIMIT).expect("intact").formats;
        let shown = |column| formats.get(1, (1, column)).map(|format| format.number(7.0));
        assert_eq!(
            [0, 1, 2, 3].map(shown),
            [None, Some("007".into()), Some("700%".into()), None]
        );
        assert_eq!([4, 5, 6].map(shown), [Some("007".into()), Some("07".into()), None]);
        assert_eq!(formats.get(2, (1, 1)), None);
    }

    #[test]
    fn nothing_is_checked_in_a_workbook_with_a_password() {
        let locked = [record(BOF, &[0, 6, 5, 0]), record(PASSWORD, &[1, 0]), vec![0xFF; 9]].concat();
        assert_eq!(check(&locked, LIMIT), Ok(Checked::default()));
    }
}
