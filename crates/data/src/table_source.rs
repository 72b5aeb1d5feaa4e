//! Settings and report for a table in a file that is not text: a workbook, a Parquet file or a packed file.
//! The `fastgas-tables` crate reads workbooks, Parquet files and packed files.
//! The types are defined here because they are part of [`Import`] and [`ImportReport`].
//!
//! [`Import`]: crate::Import
//! [`ImportReport`]: crate::ImportReport

use serde::{Deserialize, Serialize};

/// A stored report lists at most this many unread files or sheets.
const MAX_STORED_NAMES: usize = 20;

/// The user's choice of the table in a file that contains several tables. Values that are `None` are detected.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableChoice {
    /// Name of the file in a ZIP archive.
    /// For a file in a nested archive: the name of the inner archive, a slash, and the file name in the inner archive.
    #[serde(default)]
    pub zip_entry: Option<String>,
    /// Name of the sheet in a workbook.
    #[serde(default)]
    pub sheet: Option<String>,
    /// 1-based row of the sheet that contains the column names.
    #[serde(default)]
    pub header_row: Option<u32>,
}

impl TableChoice {
    /// Whether the user chose no file, no sheet and no row of column names.
    /// The program detects the values that the user did not choose.
    pub fn is_empty(&self) -> bool {
        *self == TableChoice::default()
    }
}

/// Where the rows of a file that is not text come from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSource {
    /// Compressed files and archives that contain the table, from the outermost to the innermost.
    pub packings: Vec<Packing>,
    /// Report about the sheet of a workbook, if the table is from a workbook.
    pub sheet: Option<SheetReport>,
    /// Report about the Parquet file, if the table is from a Parquet file.
    pub parquet: Option<ParquetReport>,
}

impl TableSource {
    /// Returns the settings that make another import of the file read the same table.
    pub fn choice(&self) -> TableChoice {
        TableChoice {
            zip_entry: self.entry_path(),
            sheet: self.sheet.as_ref().map(|sheet| sheet.name.clone()),
            header_row: self.sheet.as_ref().map(|sheet| sheet.header_row),
        }
    }

    /// Path of the file that contains the table, as in [`TableChoice::zip_entry`].
    /// `None` if no archive contains the table.
    pub fn entry_path(&self) -> Option<String> {
        let names = self.packings.iter().filter_map(|packing| packing.entry.as_deref());
        let names: Vec<&str> = names.collect();
        (!names.is_empty()).then(|| names.join("/"))
    }

    /// For each archive, from the outermost to the innermost: the file that was read, and the other files.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for packing in &self.packings {
            let Some(name) = &packing.entry else { continue };
            let archive = entries
                .last()
                .map(|entry| format!("{}/", entry.path))
                .unwrap_or_default();
            entries.push(Entry {
                path: format!("{archive}{name}"),
                others: packing.others.iter().map(|name| format!("{archive}{name}")).collect(),
            });
        }
        entries
    }

    /// Shortens the lists of unread files and sheets to a few names, which are enough for a report in a stored project.
    /// If the user chooses another table, the file is first read again, which restores the complete lists.
    pub fn shorten(&mut self) {
        for packing in &mut self.packings {
            packing.others.truncate(MAX_STORED_NAMES);
        }
        if let Some(sheet) = &mut self.sheet {
            sheet.others.truncate(MAX_STORED_NAMES);
        }
    }
}

/// A file that was read from an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Path of the file, as in [`TableChoice::zip_entry`].
    pub path: String,
    /// Paths of the other files in the same archive, as in [`TableChoice::zip_entry`].
    pub others: Vec<String>,
}

/// A compressed file or an archive that contains the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Packing {
    /// Name of the compression or archive format, such as `gzip`.
    pub format: String,
    /// Name of the file that was read from the archive.
    pub entry: Option<String>,
    /// Names of the other files in the archive, which were not read.
    pub others: Vec<String>,
    /// Size of the unpacked file in bytes.
    pub bytes: u64,
}

/// Report of how the sheet of a workbook was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetReport {
    /// Name of the sheet.
    pub name: String,
    /// Names of the other sheets of the workbook.
    pub others: Vec<String>,
    /// 1-based row of the sheet that was read as the first row of the table.
    pub header_row: u32,
    /// Number of rows with cells above the table. The rows above the table were not read.
    pub rows_above: u32,
    /// Number of merged regions that overlap the table. Only the first cell of a merged region has a value.
    pub n_merged: u64,
    /// Addresses of the first merged regions, such as `A3:A7`.
    pub merged: Vec<String>,
    /// Number of cells with dates and times, which were converted to ISO 8601.
    pub n_dates: u64,
    /// Number of cells with a formula error, such as `#N/A`.
    pub n_errors: u64,
    /// Address of the first cell with a formula error.
    pub first_error: Option<String>,
    /// Number of formulas without a stored value, whose cells are empty.
    pub n_without_value: u64,
    /// Address of the first formula cell without a stored value.
    pub first_without_value: Option<String>,
}

/// Report of how a Parquet file was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetReport {
    /// Names of the columns that contain lists of floats, which may be embeddings.
    pub vectors: Vec<String>,
    /// Number of `NaN` values, which became empty cells, and of infinite values, which became texts.
    pub n_not_finite: u64,
    /// Names of the columns whose bytes are not text, such as pictures. The bytes were left out.
    /// Dots separate the names of nested columns.
    #[serde(default)]
    pub left_out: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packing(entry: Option<&str>, others: &[&str]) -> Packing {
        Packing {
            format: "ZIP".into(),
            entry: entry.map(str::to_owned),
            others: others.iter().map(|&name| name.to_owned()).collect(),
            bytes: 1,
        }
    }

    #[test]
    fn path_of_a_file_names_the_archives_around_it() {
        let source = TableSource {
            packings: vec![
                packing(None, &[]),
                packing(Some("data/inner.zip"), &["README.md"]),
                packing(Some("a.csv"), &["b.csv"]),
            ],
            ..TableSource::default()
        };
        let entries = source.entries();
        let [outer, inner] = &entries[..] else {
            panic!("two archives");
        };
        assert_eq!(
            (&*outer.path, &outer.others[..]),
            ("data/inner.zip", &["README.md".to_owned()][..])
        );
        assert_eq!(
            (&*inner.path, &inner.others[..]),
            ("data/inner.zip/a.csv", &["data/inner.zip/b.csv".to_owned()][..])
        );
        assert_eq!(source.choice().zip_entry.as_ref(), Some(&inner.path));
        assert_eq!(source.entry_path().as_ref(), Some(&inner.path));
        assert_eq!(TableSource::default().choice(), TableChoice::default());
    }

    #[test]
    fn shortened_report_keeps_the_first_names() {
        let names: Vec<String> = (0..50).map(|n| format!("{n}.csv")).collect();
        let mut source = TableSource {
            packings: vec![Packing {
                others: names.clone(),
                ..packing(Some("a.csv"), &[])
            }],
            sheet: Some(SheetReport {
                others: names.clone(),
                ..SheetReport::default()
            }),
            parquet: None,
        };
        source.shorten();
        assert_eq!(source.packings[0].others, names[..MAX_STORED_NAMES]);
        assert_eq!(source.sheet.expect("a sheet").others, names[..MAX_STORED_NAMES]);
    }
}
