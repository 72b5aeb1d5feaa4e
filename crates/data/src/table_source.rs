//! How a table is taken out of a file that is not text: a workbook, a Parquet file or a packed file. The crate
//! `fastgas-tables` reads these files. Its settings and its report are here, because they belong to [`Import`] and
//! [`ImportReport`].
//!
//! [`Import`]: crate::Import
//! [`ImportReport`]: crate::ImportReport

use serde::{Deserialize, Serialize};

/// The user's choice of the table in a file that contains several. What is `None` is detected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChoice {
    /// The name of the file in a ZIP archive.
    #[serde(default)]
    pub zip_entry: Option<String>,
    /// The name of the sheet in a workbook.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The row of the sheet that contains the column names, from 1.
    #[serde(default)]
    pub header_row: Option<u32>,
}

impl TableChoice {
    /// Whether everything is detected.
    pub fn is_empty(&self) -> bool {
        *self == TableChoice::default()
    }
}

/// Where the rows of a file that is not text come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSource {
    /// The compressed files and archives around the table, from the outside to the inside.
    pub packings: Vec<Packing>,
    /// The sheet of a workbook.
    pub sheet: Option<SheetReport>,
    /// A Parquet file.
    pub parquet: Option<ParquetReport>,
}

impl TableSource {
    /// The choice that takes the same table again.
    pub fn choice(&self) -> TableChoice {
        TableChoice {
            zip_entry: self.packings.iter().find_map(|packing| packing.entry.clone()),
            sheet: self.sheet.as_ref().map(|sheet| sheet.name.clone()),
            header_row: self.sheet.as_ref().map(|sheet| sheet.header_row),
        }
    }
}

/// A compressed file or an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packing {
    /// The name of the format, such as `gzip`.
    pub format: String,
    /// The name of the file that was taken from an archive.
    pub entry: Option<String>,
    /// The names of the other files in the archive, which were not read.
    pub others: Vec<String>,
    /// The size of the unpacked file in bytes.
    pub bytes: u64,
}

/// How the sheet of a workbook was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetReport {
    /// The name of the sheet.
    pub name: String,
    /// The names of the other sheets.
    pub others: Vec<String>,
    /// The row of the sheet that was read as the first one of the table, from 1.
    pub header_row: u32,
    /// Number of rows with cells above the table, which were not read.
    pub rows_above: u32,
    /// Number of merged regions that reach into the table. Only the first cell of such a region has a value.
    pub n_merged: u64,
    /// The addresses of the first of these regions, such as `A3:A7`.
    pub merged: Vec<String>,
    /// Number of dates and times, which became ISO 8601.
    pub n_dates: u64,
    /// Number of cells with an error of a formula, such as `#N/A`.
    pub n_errors: u64,
    /// The address of the first of these cells.
    pub first_error: Option<String>,
    /// Number of formulas without a stored value, whose cells are empty.
    pub n_without_value: u64,
    /// The address of the first of these cells.
    pub first_without_value: Option<String>,
}

/// How a Parquet file was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetReport {
    /// The columns that contain lists of floats, which may be embeddings.
    pub vectors: Vec<String>,
    /// Number of `NaN`s, which became empty, and infinities, which became texts.
    pub n_not_finite: u64,
}
