//! Writes records as CSV or TSV, with or without formula escaping.

use std::borrow::Cow;
use std::io::{Error, Write};

use csv::WriterBuilder;

use fastgas_data::{ESCAPED_COLUMN, guarded, is_formula, write_error};

/// The cells of a line.
pub(crate) type Record<'a> = Vec<Cow<'a, str>>;

/// Whether cells that a spreadsheet would interpret as formulas are prefixed with an apostrophe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EscapeFormulas {
    /// Cells are written unchanged.
    #[default]
    Off,
    /// Formula cells are prefixed, and the column [`ESCAPED_COLUMN`] contains the number of such cells of each line.
    On,
}

/// Writes the records, the first of which is the header. The first `n_own` cells of each record are our columns; the
/// column [`ESCAPED_COLUMN`] follows them.
///
/// # Errors
/// The errors of the writer, with their kind.
pub(crate) fn write_table(
    records: &[Record<'_>],
    n_own: usize,
    guard: EscapeFormulas,
    delimiter: u8,
    out: impl Write,
) -> Result<(), Error> {
    let mut writer = WriterBuilder::new().delimiter(delimiter).from_writer(out);
    for (index, record) in records.iter().enumerate() {
        if guard == EscapeFormulas::Off {
            let cells = record.iter().map(|cell| cell.as_bytes());
            writer.write_record(cells).map_err(write_error)?;
            continue;
        }
        let mark = match index {
            0 => ESCAPED_COLUMN.to_owned(),
            _ => record.iter().filter(|cell| is_formula(cell)).count().to_string(),
        };
        let (own, rest) = record.split_at(n_own);
        let own = own.iter().map(|cell| guarded(cell)).chain([Cow::from(mark)]);
        let cells = own.chain(rest.iter().map(|cell| guarded(cell)));
        writer.write_record(cells.map(Cow::into_owned)).map_err(write_error)?;
    }
    writer.flush()
}
