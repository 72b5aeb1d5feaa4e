//! A table that this program writes. All output formats are written from the same table.
//!
//! ```text
//!  picks, labels, answers ──▶ OutputTable ──write_delimited──▶ CSV, TSV
//!                                  │
//!                                  └──fastgas-tables──▶ .xlsx, Parquet
//! ```
//!
//! A large table is written row by row, with [`DelimitedWriter`] or [`PackedTable::push_row`].
//!
//! A cell is either missing or contains the text that is written to a CSV file.
//! Formats with types, such as .xlsx and Parquet, convert the text of a cell to the type of its column.
//! All formats therefore contain the same values.

use std::borrow::Cow;
use std::io::{Error, Write};

use ::csv::{Writer, WriterBuilder};
use serde::{Deserialize, Serialize};

use crate::{ESCAPED_COLUMN, guarded, is_formula, write_error};

/// Text of a cell, or `None` if the cell has no value.
pub type OutputCell<'a> = Option<Cow<'a, str>>;

/// Length that marks a missing cell in [`PackedTable::lengths`].
const MISSING: u32 = u32::MAX;

/// Type of the values in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OutputKind {
    /// Plain texts.
    Text,
    /// Whole 64-bit numbers.
    Integer,
    /// Floating-point numbers.
    Float,
    /// Points in time, such as `2026-11-22T08:01:04Z`.
    Moment,
    /// JSON lists of texts.
    Texts,
    /// JSON lists of whole 64-bit numbers.
    Integers,
}

/// Name and type of a column in an [`OutputTable`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputColumn {
    /// Name of the column.
    pub name: String,
    /// Type of the values in the column.
    pub kind: OutputKind,
}

/// A format that the `fastgas-tables` crate can write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableFormat {
    /// Excel workbook with one sheet.
    Workbook,
    /// Parquet file.
    Parquet,
}

/// Whether cells that a spreadsheet would interpret as formulas are prefixed with an apostrophe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EscapeFormulas {
    /// All cells are written unchanged.
    #[default]
    Off,
    /// Formula cells are prefixed. The [`ESCAPED_COLUMN`] column counts the prefixed cells in each row.
    On,
}

/// A table that this program writes to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputTable<'a> {
    columns: Vec<OutputColumn>,
    n_before: usize,
    /// Cells of the table, row by row.
    cells: Vec<OutputCell<'a>>,
}

/// Writes rows as CSV with a given delimiter, one row at a time.
pub struct DelimitedWriter<W: Write> {
    writer: Writer<W>,
    guard: EscapeFormulas,
    n_before: usize,
}

/// An [`OutputTable`] whose cells are stored in one text. The table can be sent to or from a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedTable {
    /// Columns of the table.
    pub columns: Vec<OutputColumn>,
    /// The texts of all cells, row by row.
    pub text: String,
    /// Length of each cell in bytes. [`u32::MAX`] marks a missing cell.
    pub lengths: Vec<u32>,
}

impl TableFormat {
    /// The format that corresponds to the extension of a file name.
    pub fn of_name(name: &str) -> Option<TableFormat> {
        let (_, ending) = name.rsplit_once('.')?;
        match &*ending.to_ascii_lowercase() {
            "xlsx" => Some(TableFormat::Workbook),
            "parquet" | "pq" => Some(TableFormat::Parquet),
            _ => None,
        }
    }

    /// File name extension of the format.
    pub const fn extension(self) -> &'static str {
        match self {
            TableFormat::Workbook => "xlsx",
            TableFormat::Parquet => "parquet",
        }
    }

    /// Media type of the format.
    pub const fn media_type(self) -> &'static str {
        match self {
            TableFormat::Workbook => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            TableFormat::Parquet => "application/vnd.apache.parquet",
        }
    }
}

impl OutputKind {
    fn accepts(self, text: &str) -> bool {
        match self {
            OutputKind::Text => true,
            OutputKind::Integer => text.parse::<i64>().is_ok(),
            OutputKind::Float => text.parse::<f64>().is_ok(),
            OutputKind::Moment => moment_milliseconds(text).is_some(),
            OutputKind::Texts => serde_json::from_str::<Vec<String>>(text).is_ok(),
            OutputKind::Integers => serde_json::from_str::<Vec<i64>>(text).is_ok(),
        }
    }
}

impl OutputColumn {
    /// Creates a column with the given name and type.
    pub fn new(name: impl Into<String>, kind: OutputKind) -> OutputColumn {
        OutputColumn {
            name: name.into(),
            kind,
        }
    }
}

impl<'a> OutputTable<'a> {
    /// Creates a table from its cells, row by row. The column [`ESCAPED_COLUMN`] follows the first `n_before` columns.
    /// If a text does not fit its column's type, the column becomes a column of texts, so that no value changes. O(size).
    ///
    /// # Panics
    /// Panics if there are no columns, there are fewer columns than `n_before`, or a row is incomplete.
    pub fn new(columns: Vec<OutputColumn>, n_before: usize, cells: Vec<OutputCell<'a>>) -> OutputTable<'a> {
        assert!(
            !columns.is_empty() && n_before <= columns.len() && cells.len().is_multiple_of(columns.len()),
            "{} cells in {} columns, of which {n_before} precede the mark",
            cells.len(),
            columns.len()
        );
        let mut table = OutputTable {
            columns,
            n_before,
            cells,
        };
        for row in table.cells.chunks_exact(table.columns.len()) {
            fit_kinds(&mut table.columns, row);
        }
        table
    }

    /// Columns of the table, and the types of their values.
    pub fn columns(&self) -> &[OutputColumn] {
        &self.columns
    }

    /// Number of rows in the table.
    pub fn n_rows(&self) -> usize {
        self.cells.len() / self.columns.len()
    }

    /// Rows of the table, each with one cell per column.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[OutputCell<'a>]> {
        self.cells.chunks_exact(self.columns.len())
    }

    /// Cells of the given column.
    pub fn column(&self, column: usize) -> impl Iterator<Item = Option<&str>> {
        self.rows().map(move |row| row[column].as_deref())
    }

    /// Writes a header and the rows as CSV with the given delimiter. A missing cell is empty.
    ///
    /// # Errors
    /// Fails with the errors of the writer `out`, without changing the kind of the error.
    pub fn write_delimited(&self, guard: EscapeFormulas, delimiter: u8, out: impl Write) -> Result<(), Error> {
        let mut writer = DelimitedWriter::new(&self.columns, self.n_before, (guard, delimiter), out)?;
        for row in self.rows() {
            writer.write_row(row)?;
        }
        writer.finish()
    }
}

/// Turns each column into a column of texts if the column's type does not fit the column's cell in `row`.
fn fit_kinds(columns: &mut [OutputColumn], row: &[OutputCell<'_>]) {
    for (column, cell) in columns.iter_mut().zip(row) {
        if cell.as_deref().is_some_and(|text| !column.kind.accepts(text)) {
            column.kind = OutputKind::Text;
        }
    }
}

impl<W: Write> DelimitedWriter<W> {
    /// Writes the header. If formulas are escaped, the column [`ESCAPED_COLUMN`] follows the first `n_before` columns.
    ///
    /// # Errors
    /// Fails with the errors of the writer `out`, without changing the kind of the error.
    pub fn new(
        columns: &[OutputColumn],
        n_before: usize,
        (guard, delimiter): (EscapeFormulas, u8),
        out: W,
    ) -> Result<DelimitedWriter<W>, Error> {
        let mut writer = DelimitedWriter {
            writer: WriterBuilder::new().delimiter(delimiter).from_writer(out),
            guard,
            n_before,
        };
        let header: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        writer.write(&header, |_| ESCAPED_COLUMN.to_owned())?;
        Ok(writer)
    }

    /// Writes one row. A missing cell is empty.
    ///
    /// # Errors
    /// Fails with the errors of the underlying writer, without changing the kind of the error.
    pub fn write_row(&mut self, row: &[OutputCell<'_>]) -> Result<(), Error> {
        let record: Vec<&str> = row.iter().map(|cell| cell.as_deref().unwrap_or_default()).collect();
        self.write(&record, |record| {
            record.iter().filter(|cell| is_formula(cell)).count().to_string()
        })
    }

    /// Writes the rows that are still buffered.
    ///
    /// # Errors
    /// Fails with the errors of the underlying writer, without changing the kind of the error.
    pub fn finish(mut self) -> Result<(), Error> {
        self.writer.flush()
    }

    fn write(&mut self, record: &[&str], mark: impl Fn(&[&str]) -> String) -> Result<(), Error> {
        if self.guard == EscapeFormulas::Off {
            return self.writer.write_record(record).map_err(write_error);
        }
        let (before, rest) = record.split_at(self.n_before);
        let before = before.iter().map(|cell| guarded(cell)).chain([Cow::from(mark(record))]);
        let cells = before.chain(rest.iter().map(|cell| guarded(cell)));
        self.writer
            .write_record(cells.map(Cow::into_owned))
            .map_err(write_error)
    }
}

impl PackedTable {
    /// Creates a table without rows, and reserves memory for `n_rows` rows with `n_bytes` bytes of text.
    pub fn with_capacity(columns: Vec<OutputColumn>, n_rows: usize, n_bytes: usize) -> PackedTable {
        PackedTable {
            text: String::with_capacity(n_bytes),
            lengths: Vec::with_capacity(n_rows * columns.len()),
            columns,
        }
    }

    /// Appends a row. A column whose type does not fit the new cell becomes a column of texts.
    ///
    /// # Panics
    /// Panics if the number of cells differs from the number of columns, or if a cell has 4 GiB or more.
    /// Cells of pools are smaller than 4 GiB.
    pub fn push_row(&mut self, row: &[OutputCell<'_>]) {
        assert_eq!(row.len(), self.columns.len(), "a cell for each column");
        fit_kinds(&mut self.columns, row);
        for cell in row {
            let Some(cell) = cell else {
                self.lengths.push(MISSING);
                continue;
            };
            let length = u32::try_from(cell.len()).ok().filter(|&length| length < MISSING);
            self.lengths.push(length.expect("a cell has less than 4 GiB"));
            self.text.push_str(cell);
        }
    }

    /// Unpacks the table. `None` if the lengths do not fit the columns or the text. O(size).
    pub fn table(&self) -> Option<OutputTable<'_>> {
        let n_columns = self.columns.len();
        if n_columns == 0 || !self.lengths.len().is_multiple_of(n_columns) {
            return None;
        }
        let mut rest = self.text.as_str();
        let mut cells = Vec::with_capacity(self.lengths.len());
        for &length in &self.lengths {
            if length == MISSING {
                cells.push(None);
                continue;
            }
            let (cell, behind) = rest.split_at_checked(usize::try_from(length).ok()?)?;
            cells.push(Some(Cow::Borrowed(cell)));
            rest = behind;
        }
        rest.is_empty()
            .then(|| OutputTable::new(self.columns.clone(), n_columns, cells))
    }
}

/// Converts a time in the format that this program writes, such as `2026-11-22T08:01:04Z`, to milliseconds since 1970.
/// `None` for any other text.
/// Source of the conversion to the Gregorian calendar: Hinnant, “chrono-Compatible Low-Level Date Algorithms”.
/// Years start in March, so that a leap day is the last day of the year.
pub fn moment_milliseconds(moment: &str) -> Option<i64> {
    const DAYS_IN_400_YEARS: i64 = 146_097;
    /// Days from March 1 of the year 0 to January 1, 1970.
    const DAYS_BEFORE: i64 = 719_468;
    let (date, time) = moment.strip_suffix('Z')?.split_once('T')?;
    let [year, month, day] = three_numbers(date, '-')?;
    let [hour, minute, second] = three_numbers(time, ':')?;
    let is_leap_year = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days_in_month = match month {
        2 => 28 + i64::from(is_leap_year),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_date = year > 0 && (1..=12).contains(&month) && (1..=days_in_month).contains(&day);
    if !(is_date && hour < 24 && minute < 60 && second < 60) {
        return None;
    }
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year / 400, year % 400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * DAYS_IN_400_YEARS + day_of_era - DAYS_BEFORE;
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
    seconds.checked_mul(1_000)
}

/// Parses exactly three numbers with a `separator` between them.
/// Numbers of more than 32 bits are rejected, so that later computations with 64 bits cannot overflow.
fn three_numbers(text: &str, separator: char) -> Option<[i64; 3]> {
    let mut parts = text.split(separator).map(|part| part.parse::<u32>().ok());
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then(|| numbers.map(i64::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(name: &str, kind: OutputKind) -> OutputColumn {
        OutputColumn::new(name, kind)
    }

    fn table() -> OutputTable<'static> {
        let columns = vec![
            column("rank", OutputKind::Integer),
            column("text", OutputKind::Text),
            column("code", OutputKind::Text),
        ];
        let cells = [
            [Some("1"), Some("a, \"b\"\nc"), Some("007")],
            [None, Some(""), Some("=1+1")],
            [Some("12"), None, Some("🦀")],
        ];
        OutputTable::new(
            columns,
            1,
            cells.concat().into_iter().map(|cell| cell.map(Cow::from)).collect(),
        )
    }

    fn csv(table: &OutputTable<'_>, guard: EscapeFormulas, delimiter: u8) -> String {
        let mut out = Vec::new();
        table.write_delimited(guard, delimiter, &mut out).expect("memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn format_is_found_by_the_ending_of_a_name() {
        let found = ["a.xlsx", "a.b/c.PARQUET", "a.pq", "a.csv", "xlsx", ".tsv"].map(TableFormat::of_name);
        let (workbook, parquet) = (Some(TableFormat::Workbook), Some(TableFormat::Parquet));
        assert_eq!(found, [workbook, parquet, parquet, None, None, None]);
        for format in [TableFormat::Workbook, TableFormat::Parquet] {
            let name = format!("a.{}", format.extension());
            assert_eq!(TableFormat::of_name(&name), Some(format));
        }
    }

    #[test]
    fn missing_and_empty_cells_are_empty_in_csv() {
        assert_eq!(
            csv(&table(), EscapeFormulas::Off, b','),
            "rank,text,code\n1,\"a, \"\"b\"\"\nc\",007\n,,=1+1\n12,,🦀\n"
        );
        assert_eq!(
            csv(&table(), EscapeFormulas::On, b'\t'),
            "rank\tguarded_fastgas\ttext\tcode\n1\t0\t\"a, \"\"b\"\"\nc\"\t007\n\t1\t\t'=1+1\n12\t0\t\t🦀\n"
        );
    }

    fn packed() -> PackedTable {
        let table = table();
        let mut packed = PackedTable::with_capacity(table.columns().to_vec(), 3, 0);
        table.rows().for_each(|row| packed.push_row(row));
        packed
    }

    #[test]
    fn packed_table_keeps_missing_and_empty_cells() {
        let packed = packed();
        assert_eq!(packed.text, "1a, \"b\"\nc007=1+112🦀");
        let unpacked = packed.table().expect("the same table");
        assert_eq!(unpacked.rows().collect::<Vec<_>>(), table().rows().collect::<Vec<_>>());
        assert_eq!(unpacked.columns(), table().columns());
    }

    #[test]
    fn packed_table_with_wrong_lengths_is_refused() {
        let change = |change: fn(&mut PackedTable)| {
            let mut packed = packed();
            change(&mut packed);
            packed.table().is_none()
        };
        assert!(change(|packed| packed.columns.clear()));
        assert!(change(|packed| packed.lengths.truncate(8)));
        assert!(change(|packed| packed.lengths[0] += 1));
        assert!(change(|packed| packed.text.push('a')));
        assert!(change(|packed| packed.lengths[8] = 1), "half of a character");
        assert!(!change(|_| ()));
    }

    #[test]
    fn column_with_another_value_becomes_text() {
        let kinds = [
            (OutputKind::Integer, "-3", "1.5"),
            (OutputKind::Float, "0.412", "0,4"),
            (OutputKind::Moment, "2026-11-22T08:01:04Z", "2026-11-22"),
            (OutputKind::Texts, "[\"a\"]", "[1]"),
            (OutputKind::Integers, "[0,1]", "[\"a\"]"),
        ];
        for (kind, text, other) in kinds {
            let of = |texts: &[&'static str]| {
                let cells = texts.iter().map(|text| Some(Cow::from(*text))).chain([None]);
                OutputTable::new(vec![column("a", kind)], 0, cells.collect()).columns()[0].kind
            };
            assert_eq!((of(&[text]), of(&[text, other])), (kind, OutputKind::Text), "{kind:?}");
            let mut packed = PackedTable::with_capacity(vec![column("a", kind)], 2, 0);
            packed.push_row(&[Some(Cow::from(text))]);
            assert_eq!(packed.columns[0].kind, kind);
            packed.push_row(&[Some(Cow::from(other))]);
            assert_eq!(packed.columns[0].kind, OutputKind::Text, "{kind:?}");
        }
    }

    #[test]
    fn moments_match_the_gregorian_calendar() {
        for (moment, seconds) in [
            ("1970-01-01T00:00:00Z", 0),
            ("1969-12-31T23:59:59Z", -1),
            ("2000-02-28T23:59:59Z", 951_782_399),
            ("2000-02-29T00:00:00Z", 951_782_400),
            ("2000-03-01T00:00:00Z", 951_868_800),
            ("2026-11-22T08:01:04Z", 1_795_334_464),
            ("2000-02-29T00:00:00Z", 951_782_400),
            ("2100-03-01T00:00:00Z", 4_107_542_400),
        ] {
            assert_eq!(moment_milliseconds(moment), Some(seconds * 1_000), "{moment}");
        }
        for other in [
            "",
            "2026-11-22",
            "2026-11-22T08:01:04",
            "2026-13-22T08:01:04Z",
            "2026-02-29T08:01:04Z",
            "2100-02-29T08:01:04Z",
            "2026-04-31T08:01:04Z",
            "2026-11-22T24:01:04Z",
            "2026-11-22T08:01:04:00Z",
            "4294967295-01-01T00:00:00Z",
        ] {
            assert_eq!(moment_milliseconds(other), None, "{other}");
        }
    }

    #[test]
    fn format_is_known_by_the_ending_of_the_name() {
        assert_eq!(TableFormat::of_name("a/picks.XLSX"), Some(TableFormat::Workbook));
        assert_eq!(TableFormat::of_name("picks.parquet"), Some(TableFormat::Parquet));
        for other in ["xlsx", "picks.xlsx.csv", "picks.xls", ""] {
            assert_eq!(TableFormat::of_name(other), None, "{other}");
        }
    }
}
