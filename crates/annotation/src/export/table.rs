//! Lines of cells as CSV or TSV, guarded or as they are.

use std::borrow::Cow;
use std::io::{Error, Write};

use csv::WriterBuilder;

use fastgas_data::{GUARDED, guarded, is_formula, write_error};

/// Cells of a line.
pub(super) type Record<'a> = Vec<Cow<'a, str>>;

/// Whether cells that a spreadsheet would take for formulas get an apostrophe in front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guard {
    /// Every cell is as it is.
    #[default]
    Off,
    /// They do, and the column [`GUARDED`] says of each line how many did.
    On,
}

/// Writes the records, of which the first names the columns; the first `n_own` of each are ours, and the mark of the guard
/// stands behind them.
///
/// # Errors
/// What the writer says, of the kind that it says.
pub(super) fn write_table(
    records: &[Record<'_>],
    n_own: usize,
    guard: Guard,
    delimiter: u8,
    out: impl Write,
) -> Result<(), Error> {
    let mut writer = WriterBuilder::new().delimiter(delimiter).from_writer(out);
    for (place, record) in records.iter().enumerate() {
        if guard == Guard::Off {
            let cells = record.iter().map(|cell| cell.as_bytes());
            writer.write_record(cells).map_err(write_error)?;
            continue;
        }
        let mark = match place {
            0 => GUARDED.to_owned(),
            _ => record.iter().filter(|cell| is_formula(cell)).count().to_string(),
        };
        let (own, rest) = record.split_at(n_own);
        let own = own.iter().map(|cell| guarded(cell)).chain([Cow::from(mark)]);
        let cells = own.chain(rest.iter().map(|cell| guarded(cell)));
        writer.write_record(cells.map(Cow::into_owned)).map_err(write_error)?;
    }
    writer.flush()
}
