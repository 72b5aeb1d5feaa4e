//! Workbooks, Parquet files and packed files become text that `fastgas-data` reads.
//!
//! ```text
//!  bytes ──unpack──▶ CSV, TSV, JSON, lines ─────────────────────────▶ bytes as they are
//!           │
//!           ├──workbook──▶ grid of cells ──────▶ CSV                  ──▶ Table ──▶ fastgas_data::Reader
//!           └──parquet───▶ columns, row groups ▶ JSON lines
//! ```
//!
//! All later steps (columns, labels, ids, templates, lines that are not rows) are those of a text file. The text is UTF-8. A
//! sheet becomes CSV, because it is a grid: its header is detected as in any CSV file, line n of the text is row n of the
//! table, and blank rows become blank lines. A Parquet file becomes JSON lines, because its values may be nested or null.
//!
//! The data crate must not depend on this crate, so that the page and the main worker do not contain these readers.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod archive;
mod compound;
mod display;
mod grid;
mod pages;
mod parquet_file;
mod parquet_schema;
mod parquet_values;
mod unpack;
mod workbook;

use std::borrow::Cow;

use fastgas_data::{FileKind, Format, Import, JsonRepair, LoadError, Quotes, TableChoice, TableSource};

use archive::Archive;

pub use unpack::{MAX_RATIO, RATIO_FREE_BYTES};

/// Maximum number of compressed files or archives around a table.
const MAX_PACKINGS: usize = 3;

/// The beginning of every Parquet file, and of one whose metadata is encrypted.
const PARQUET: &[u8] = b"PAR1";
const ENCRYPTED_PARQUET: &[u8] = b"PARE";
/// The beginning of a compound file, such as a workbook of Excel before 2007.
const COMPOUND_FILE: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0];
/// The largest size of a sector of a compound file in bytes.
const MAX_SECTOR: usize = 4_096;
/// The beginning of a ZIP archive, and of an empty one.
const ZIP: &[u8] = b"PK\x03\x04";
const EMPTY_ZIP: &[u8] = b"PK\x05\x06";

/// A table as text, and where its rows come from.
#[derive(Debug)]
pub struct Table {
    /// The text: the bytes of the file, or of the file inside it, or the converted table.
    pub bytes: Vec<u8>,
    /// The name of the file, or of the file inside it. Its ending determines the format of a text.
    pub name: String,
    /// The format of a converted table. None for a text.
    pub format: Option<Format>,
    /// Where the rows come from. None if the file is a text.
    pub source: Option<TableSource>,
}

impl Table {
    /// The settings for reading the text: `import`, except for settings that the conversion determines.
    pub fn settings(&self, import: &Import) -> Import {
        let Some(format) = self.format else {
            return import.clone();
        };
        let is_delimited = format.is_delimited();
        Import {
            format: Some(format),
            encoding: Some("UTF-8".into()),
            delimiter: is_delimited.then(|| ','.into()),
            above: Some(0),
            quotes: Quotes::Double,
            records: (!is_delimited).then(String::new),
            json_repair: JsonRepair::Refuse,
            skip_blanks: false,
            ..import.clone()
        }
    }
}

/// Takes the table out of a file. A file that is neither a workbook, a Parquet file nor packed is returned unchanged.
///
/// `name`: the name of the file. `limit`: the largest accepted size of the unpacked file and of the text, in bytes.
/// O(size of the unpacked file).
///
/// # Errors
/// [`LoadError`], with the sheet and the cell, or the column, where possible.
pub fn open(bytes: Vec<u8>, name: &str, choice: &TableChoice, limit: u64) -> Result<Table, LoadError> {
    let mut table = Table {
        bytes,
        name: name.to_owned(),
        format: None,
        source: None,
    };
    let mut source = TableSource::default();
    while source.packings.len() < MAX_PACKINGS {
        let inside = if let Some(compression) = unpack::Compression::of(&table.bytes) {
            unpack::unpacked(compression, &table.bytes, &table.name, limit)?
        } else if table.bytes.starts_with(ZIP) || table.bytes.starts_with(EMPTY_ZIP) {
            let mut archive = Archive::open(&table.bytes, limit)?;
            match archive
                .workbook()
                .filter(|_| choice.zip_entry.is_none() || !source.packings.is_empty())
            {
                Some(kind) => {
                    archive.check_size()?;
                    let converted = workbook::converted(kind, &table.bytes, choice, limit)?;
                    (table.bytes, source.sheet) = (converted.0, Some(converted.1));
                    table.format = Some(Format::Csv);
                    break;
                }
                None => archive.table(choice.zip_entry.as_deref().filter(|_| !has_entry(&source)))?,
            }
        } else {
            break;
        };
        (table.bytes, table.name) = (inside.bytes, inside.name);
        source.packings.push(inside.packing);
    }
    if table.format.is_none() && table.bytes.starts_with(COMPOUND_FILE) {
        // The reader panics if the last sector is incomplete.
        table.bytes.resize(table.bytes.len().next_multiple_of(MAX_SECTOR), 0);
        if !compound::is_complete(&table.bytes) {
            return Err(unpack::unreadable("Excel (.xls)", "parts of the file are missing"));
        }
        let converted = workbook::converted(workbook::Kind::Xls, &table.bytes, choice, limit)?;
        (table.bytes, source.sheet) = (converted.0, Some(converted.1));
        table.format = Some(Format::Csv);
    }
    if table.bytes.starts_with(ENCRYPTED_PARQUET) && table.format.is_none() {
        return Err(LoadError::Password {
            format: kind("Parquet"),
        });
    }
    if table.bytes.starts_with(PARQUET) && table.format.is_none() {
        let (text, report) = parquet_file::converted(table.bytes, limit)?;
        (table.bytes, source.parquet) = (text, Some(report));
        table.format = Some(Format::Jsonl);
    }
    if source != TableSource::default() {
        table.source = Some(source);
    }
    Ok(table)
}

/// Whether a file was taken from an archive already.
fn has_entry(source: &TableSource) -> bool {
    source.packings.iter().any(|packing| packing.entry.is_some())
}

/// The name of a format, as errors contain it.
fn kind(name: &'static str) -> FileKind {
    FileKind::Named(Cow::Borrowed(name))
}

#[cfg(test)]
mod tests;
