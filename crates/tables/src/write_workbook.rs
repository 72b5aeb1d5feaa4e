//! Writes a table as a workbook (.xlsx) with one sheet.
//!
//! A text becomes a text cell. The column of a text cell has the format “Text”.
//! A spreadsheet therefore shows ids, leading zeros, long numbers and texts that look like formulas unchanged.
//! Texts remain unchanged even if the user edits the cells.
//! Only numbers that this program computes become number cells.
//!
//! XML cannot contain control characters. A workbook contains `_x000D_` for a carriage return.
//! A workbook contains `_x005F_x000D_` for the literal text `_x000D_`.
//! `rust_xlsxwriter` writes the escapes, except in two cases that [`written_by_hand`] handles.

use fastgas_data::{OutputKind, OutputTable, WriteTableError};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Format, IgnoreError, Workbook, Worksheet, XlsxError};

use crate::kind;

/// Maximum number of rows in a sheet in Excel.
const MAX_ROWS: usize = 1_048_576;
/// Maximum number of columns in a sheet in Excel.
const MAX_COLUMNS: usize = 16_384;
/// Maximum number of UTF-16 code units of a cell in Excel.
const MAX_LETTERS: usize = 32_767;
/// The number 2^53. Up to this number, a number cell represents each whole number exactly.
const MAX_WHOLE_NUMBER: u64 = 1 << 53;
/// Number of hexadecimal digits in an escape such as `_x000D_`.
const N_DIGITS: usize = 4;

/// Returns the bytes of the workbook. Equal tables yield equal bytes.
///
/// # Errors
/// Fails with any [`WriteTableError`] except [`WriteTableError::SameColumn`].
pub(crate) fn written(table: &OutputTable<'_>) -> Result<Vec<u8>, WriteTableError> {
    let (n_rows, columns) = (table.n_rows(), table.columns());
    if n_rows >= MAX_ROWS {
        return Err(WriteTableError::ManyRows {
            rows: n_rows as u64,
            limit: MAX_ROWS as u64 - 1,
        });
    }
    if columns.len() > MAX_COLUMNS {
        return Err(WriteTableError::ManyColumns {
            columns: columns.len() as u64,
            limit: MAX_COLUMNS as u64,
        });
    }
    let mut workbook = Workbook::new();
    // By default, the library writes the current time to the file, which makes the output differ between runs.
    let created = ExcelDateTime::from_ymd(2000, 1, 1).map_err(failed)?;
    workbook.set_properties(&DocProperties::new().set_creation_datetime(&created));
    let sheet = workbook.add_worksheet();
    sheet.set_freeze_panes(1, 0).map_err(failed)?;
    let as_text = Format::new().set_num_format("@");
    for (index, column) in (0..).zip(columns) {
        if !is_numeric(column.kind) {
            sheet.set_column_format(index, &as_text).map_err(failed)?;
        }
        write_text(sheet, (0, index), &column.name, &column.name)?;
    }
    for (row, cells) in (1..).zip(table.rows()) {
        for ((index, column), cell) in (0..).zip(columns).zip(cells) {
            let Some(text) = cell.as_deref() else { continue };
            match number(column.kind, text) {
                Some(number) => sheet.write_number(row, index, number).map(drop).map_err(failed)?,
                None => write_text(sheet, (row, index), &column.name, text)?,
            }
        }
    }
    // By default, Excel marks each id as a number stored as text.
    let (last_row, last_column) = (n_rows as u32, columns.len() as u16 - 1);
    let ignored = sheet.ignore_error_range(0, 0, last_row, last_column, IgnoreError::NumberStoredAsText);
    ignored.map_err(failed)?;
    workbook.save_to_buffer().map_err(failed)
}

fn failed(error: XlsxError) -> WriteTableError {
    WriteTableError::Failed {
        format: kind("Excel"),
        message: error.to_string().into(),
    }
}

fn is_numeric(kind: OutputKind) -> bool {
    matches!(kind, OutputKind::Integer | OutputKind::Float)
}

/// The number in a cell. `None` if the cell is a text, or if a workbook cannot represent the number.
fn number(kind: OutputKind, text: &str) -> Option<f64> {
    match kind {
        OutputKind::Integer => {
            let whole = text.parse::<i64>().ok();
            let exact = whole.filter(|whole| whole.unsigned_abs() <= MAX_WHOLE_NUMBER);
            exact.map(|whole| whole as f64)
        }
        OutputKind::Float => text.parse::<f64>().ok().filter(|number| number.is_finite()),
        OutputKind::Text | OutputKind::Moment | OutputKind::Texts | OutputKind::Integers => None,
    }
}

/// Writes a text cell. The row and the column are 0-based.
fn write_text(sheet: &mut Worksheet, (row, column): (u32, u16), name: &str, text: &str) -> Result<(), WriteTableError> {
    // A text has at most as many UTF-16 code units as UTF-8 bytes.
    let letters = if text.len() <= MAX_LETTERS {
        text.len()
    } else {
        text.encode_utf16().count()
    };
    if letters > MAX_LETTERS {
        return Err(WriteTableError::LongCell {
            row: u64::from(row) + 1,
            column: name.to_owned(),
            letters: letters as u64,
            limit: MAX_LETTERS as u64,
        });
    }
    let written = match written_by_hand(text) {
        Some(escaped) => sheet.write_rich_string(row, column, &[(&Format::default(), escaped.as_str())]),
        None => sheet.write_string(row, column, text),
    };
    match written {
        Ok(_) => Ok(()),
        Err(error) => Err(WriteTableError::Cell {
            row: u64::from(row) + 1,
            column: name.to_owned(),
            message: error.to_string().into(),
        }),
    }
}

/// Returns the text with escapes for a rich text cell, if `rust_xlsxwriter` would write an ordinary cell wrongly.
/// The library mistakes a text that looks like the library's own rich text (`<r>…</r>`) for rich text.
/// The library also does not escape `_x0041` before a control character.
/// The escape of a control character begins with `_`, so `_x0041` would become the escape `_x0041_`.
fn written_by_hand(text: &str) -> Option<String> {
    let is_like_rich_text = text.starts_with("<r>") && text.ends_with("</r>");
    let begins = || text.match_indices("_x").map(|(index, _)| index);
    let is_merged = |index: usize| letter_after_digits(text, index).is_some_and(is_replaced);
    if !is_like_rich_text && !begins().any(is_merged) {
        return None;
    }
    let is_escape =
        |index: usize| letter_after_digits(text, index).is_some_and(|next| next == '_' || is_replaced(next));
    let mut escaped = String::with_capacity(text.len());
    let mut copied = 0;
    for index in begins().filter(|&index| is_escape(index)) {
        escaped.push_str(&text[copied..index]);
        escaped.push_str("_x005F");
        copied = index;
    }
    escaped.push_str(&text[copied..]);
    Some(escaped)
}

/// Returns the character after an escape: `_x` and four hexadecimal digits at `index`.
/// Returns `None` if there is no escape at `index`, or no character after the escape.
fn letter_after_digits(text: &str, index: usize) -> Option<char> {
    let digits = text[index..].strip_prefix("_x")?;
    let are_digits = digits.as_bytes().get(..N_DIGITS)?.iter().all(u8::is_ascii_hexdigit);
    are_digits.then(|| digits[N_DIGITS..].chars().next()).flatten()
}

fn is_replaced(letter: char) -> bool {
    matches!(letter, '\0'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_texts_that_the_library_writes_incorrectly_are_escaped_here() {
        for same in [
            "", "_x0041_", "_x0041", "_x004", "a\rb", "<r>", "<r>a", "_x00ü\r", "_xABCDE", "a</r>",
        ] {
            assert_eq!(written_by_hand(same), None, "{same}");
        }
        for (text, escaped) in [
            ("_x0041\r", "_x005F_x0041\r"),
            ("_x0041_x000d\u{1}", "_x005F_x0041_x005F_x000d\u{1}"),
            ("<r>_x0041_</r>", "<r>_x005F_x0041_</r>"),
            ("<r></r>", "<r></r>"),
        ] {
            assert_eq!(written_by_hand(text).as_deref(), Some(escaped), "{text}");
        }
    }

    #[test]
    fn only_exact_numbers_are_cells_of_numbers() {
        assert_eq!(number(OutputKind::Integer, "-3"), Some(-3.0));
        assert_eq!(number(OutputKind::Integer, "9007199254740993"), None);
        assert_eq!(number(OutputKind::Integer, "-9223372036854775808"), None);
        assert_eq!(number(OutputKind::Float, "0.412"), Some(0.412));
        assert_eq!(number(OutputKind::Float, "NaN"), None);
        assert_eq!(number(OutputKind::Text, "1"), None);
    }
}
