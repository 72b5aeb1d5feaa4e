//! Converts workbooks, Parquet files and packed files to text that `fastgas-data` reads.
//! This crate also writes tables as workbooks and Parquet files.
//!
//! ```text
//!  bytes ──unpack──▶ CSV, TSV, JSON, lines ─────────────────────────▶ bytes as they are
//!           │
//!           ├──workbook──▶ grid of cells ──────▶ CSV                  ──▶ Table ──▶ fastgas_data::Reader
//!           └──parquet───▶ columns, row groups ▶ JSON lines
//! ```
//!
//! After the conversion, the UTF-8 text is read like any other text file.
//! Columns, labels, ids, templates and lines that are not rows are therefore recognized by the same rules.
//! A sheet becomes CSV, because a sheet is a grid. The header is detected as in any CSV file.
//! Line n of the CSV text is row n of the table. Blank rows become blank lines.
//! A Parquet file becomes JSON Lines, because Parquet values may be nested or null.
//!
//! ```text
//!  a Parquet column of lists of floats ──parquet_vectors──▶ fastgas_data::VectorRows, without text
//! ```
//!
//! ```text
//!  fastgas_data::OutputTable ──write_workbook──▶ .xlsx
//!                     └────────write_parquet───▶ .parquet
//! ```
//!
//! The crate `fastgas-data` must not depend on this crate.
//! Otherwise the web page and the main worker would contain the readers of workbooks and Parquet files.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]
#![cfg_attr(
    all(not(test), panic = "unwind"),
    expect(
        clippy::disallowed_macros,
        reason = "the panic hook belongs to the process, so `panics` must know which threads read a file"
    )
)]

mod archive;
mod biff;
mod compound;
mod display;
mod grid;
mod input;
mod ods;
mod ods_styles;
mod pages;
mod panics;
mod parquet_file;
mod parquet_schema;
mod parquet_values;
mod parquet_vectors;
mod rectangle;
mod store;
mod unpack;
mod workbook;
mod write_parquet;
mod write_workbook;
mod xlsb_styles;
mod xml_attributes;

use std::borrow::Cow;
use std::sync::Arc;

use fastgas_data::{
    FileKind, Format, Import, JsonRepair, LoadError, OutputTable, Quotes, TableChoice, TableFormat, TableSource,
    VectorRows, WriteTableError, is_convertible,
};

use archive::Archive;
use biff::CellFormats;
use compound::Compound;
use unpack::Bounds;
use workbook::Formats;

pub use bytes::Bytes;
pub use input::Input;
pub use store::{Keep, Store};
pub use unpack::{MAX_RATIO, RATIO_FREE_BYTES};

/// Maximum number of compressed files and archives that may be nested around a table.
const MAX_PACKINGS: usize = 3;

/// First bytes of a Parquet file. A file with encrypted metadata begins with `ENCRYPTED_PARQUET`.
const PARQUET: &[u8] = b"PAR1";
const ENCRYPTED_PARQUET: &[u8] = b"PARE";
/// First bytes of a compound file: a container format for `.xls` workbooks and other Office files before 2007.
const COMPOUND_FILE: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0];
/// Maximum sector size of a compound file, in bytes.
const MAX_SECTOR: usize = 4_096;
/// Names of the stream that contains a workbook: since Excel 97, and before Excel 97.
const WORKBOOKS: [&str; 2] = ["Workbook", "Book"];
/// Names of streams that identify a compound file as a document of another program, each with the name of the program.
const DOCUMENT_STREAMS: [(&str, &str); 4] = [
    ("WordDocument", "Word"),
    ("PowerPoint Document", "PowerPoint"),
    ("VisioDocument", "Visio"),
    ("__properties_version1.0", "Outlook (.msg)"),
];
/// First bytes of a ZIP archive. An archive without files begins with `EMPTY_ZIP`.
const ZIP: &[u8] = b"PK\x03\x04";
const EMPTY_ZIP: &[u8] = b"PK\x05\x06";

/// Number of bytes at the start of a file that are used to recognize the file format.
const SIGNATURE_BYTES: u64 = 16;
const COPY_BYTES: u64 = 1 << 20;

/// The text of a table, and its origin: archive, sheet or Parquet file. `T` is the type that contains the text.
#[derive(Debug)]
pub struct Table<T = Vec<u8>> {
    /// Text of the table: the file, a file inside an archive, or the converted table.
    pub bytes: T,
    /// Name of the file, or of the file inside the archive. The file name extension determines the text format.
    pub name: String,
    /// Format of a converted table. `None` if the file is a text file.
    pub format: Option<Format>,
    /// Origin of the rows: the archives, the sheet or the Parquet file. `None` if the file is a text file.
    pub source: Option<TableSource>,
}

impl<T> Table<T> {
    /// Returns the settings for reading the text: a copy of `import` with the settings that the conversion determines.
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

/// Extracts the table from a file. Text files need no conversion and are returned unchanged.
///
/// `name` is the file name.
/// `limit`, in bytes, is the maximum total size of all unpacked files, and also the maximum size of the table's text.
/// O(size of the unpacked file) time.
///
/// # Errors
/// Returns [`LoadError`], which contains the position (sheet and cell, or column) where possible.
/// Returns [`LoadError::DamagedTable`] if the library for the file format panics, in programs that can unwind.
pub fn open(bytes: Vec<u8>, name: &str, choice: &TableChoice, limit: u64) -> Result<Table, LoadError> {
    if !is_convertible(&bytes) {
        return Ok(Table {
            bytes,
            name: name.to_owned(),
            format: None,
            source: None,
        });
    }
    let table = open_input(Arc::new(Bytes::from(bytes)), name, choice, limit, Keep::Plain)?;
    Ok(Table {
        bytes: table.bytes.into_vec(),
        name: table.name,
        format: table.format,
        source: table.source,
    })
}

/// Like [`open`], but for a file that is not fully in memory.
/// Only the text, the shared texts of a workbook and a small part of the file are in memory.
/// An .xls file or a text file is copied to memory in full.
///
/// # Errors
/// Fails with the errors from [`open`]. An error from [`Input::read`] becomes a [`LoadError`] with the error's message.
pub fn open_input(
    input: Arc<dyn Input>,
    name: &str,
    choice: &TableChoice,
    limit: u64,
    keep: Keep,
) -> Result<Table<Store>, LoadError> {
    panics::caught(|| extract_table(input, name, choice, limit, keep))
}

/// Reads the column `name` of a Parquet file, if the column contains lists of floats.
/// The result equals that of [`fastgas_data::vectors()`] for the table's text, but no number is converted to text.
/// O(size of the column) time.
/// Returns `None` for all other files and columns, and for a packed Parquet file.
/// The numbers in a packed Parquet file are available only in the table's text.
///
/// `limit` is the largest accepted number of rows, and of numbers in one row group.
///
/// # Errors
/// Returns [`LoadError`], which contains the column and the row where possible.
/// Returns [`LoadError::DamagedTable`] if the Parquet library panics, in programs that can unwind.
pub fn vector_rows(input: Arc<dyn Input>, name: &str, limit: u64) -> Result<Option<VectorRows>, LoadError> {
    panics::caught(|| match beginning(&input)?.starts_with(PARQUET) {
        true => parquet_vectors::vector_rows(&input, name, limit),
        false => Ok(None),
    })
}

fn extract_table(
    mut input: Arc<dyn Input>,
    name: &str,
    choice: &TableChoice,
    limit: u64,
    keep: Keep,
) -> Result<Table<Store>, LoadError> {
    let mut name = name.to_owned();
    let mut source = TableSource::default();
    // The most recently unpacked file, whose bytes `input` reads.
    let mut text = None;
    let mut format = None;
    let mut bounds = Bounds::new(limit);
    // The rest of the requested path: a path to a file inside `input`.
    let mut requested = choice.zip_entry.clone();
    let mut is_folder = false;
    while source.packings.len() < MAX_PACKINGS {
        let beginning = beginning(&input)?;
        let inside = if let Some(compression) = unpack::Compression::of(&beginning) {
            unpack::unpacked(compression, &input, &name, bounds, requested.take(), keep)?
        } else if beginning.starts_with(ZIP) || beginning.starts_with(EMPTY_ZIP) {
            let path = source.entry_path().map(|path| format!("{path}/")).unwrap_or_default();
            let mut archive = Archive::open(&input, path, bounds)?;
            match archive.workbook().filter(|_| requested.is_none()) {
                Some(kind) => {
                    let formats = archive.check_parts(kind, limit)?;
                    let (csv, report) = workbook::converted(kind, &input, &formats, choice, limit, keep)?;
                    (format, source.sheet) = (Some(Format::Csv), Some(report));
                    text = Some(Arc::new(csv));
                    break;
                }
                // If an archive and a folder have the same name, a path could lead into the archive or into the folder.
                None if is_folder => return Err(LoadError::EntryAndFolder { name }),
                None => archive.table(requested.as_deref(), keep)?,
            }
        } else {
            break;
        };
        let store = Arc::new(inside.store);
        input = Arc::clone(&store) as Arc<dyn Input>;
        (text, name) = (Some(store), inside.name);
        (bounds, requested) = (inside.bounds, inside.requested);
        // Decompression adds no name to the path: paths into the archive in `a.zip.gz` begin with `a.zip.gz/`.
        // Therefore a folder with the name `a.zip.gz` makes paths into the archive ambiguous.
        is_folder = inside.is_folder || (is_folder && inside.packing.entry.is_none());
        source.packings.push(inside.packing);
    }
    if let (Some(rest), Some(path)) = (&requested, source.entry_path()) {
        // The path leads into too many nested archives, or into a file that is not an archive.
        if beginning(&input)?.starts_with(ZIP) {
            return Err(LoadError::Packed { format: kind("ZIP") });
        }
        return Err(LoadError::NoEntry {
            name: format!("{path}/{rest}"),
            names: vec![path],
        });
    }
    if format.is_none() {
        let beginning = beginning(&input)?;
        if beginning.starts_with(COMPOUND_FILE) {
            let (file, formats) = compound_file(&input, limit)?;
            let formats = Formats::Xls(formats);
            let (csv, report) = workbook::converted(workbook::Kind::Xls, &file, &formats, choice, limit, keep)?;
            (format, source.sheet) = (Some(Format::Csv), Some(report));
            text = Some(Arc::new(csv));
        } else if beginning.starts_with(ENCRYPTED_PARQUET) {
            return Err(LoadError::Password {
                format: kind("Parquet"),
            });
        } else if beginning.starts_with(PARQUET) {
            let (json, report) = parquet_file::converted(&input, limit, keep)?;
            (format, source.parquet) = (Some(Format::Jsonl), Some(report));
            text = Some(Arc::new(json));
        }
    }
    let store = match text {
        Some(store) => {
            // Dropping the input frees the file that the table was read from.
            drop(input);
            Arc::into_inner(store).ok_or_else(|| unpack::unreadable("table", "it is being read"))?
        }
        None => copied(&input, keep)?,
    };
    Ok(Table {
        bytes: store,
        name,
        format,
        source: (source != TableSource::default()).then_some(source),
    })
}

fn beginning(input: &Arc<dyn Input>) -> Result<Bytes, LoadError> {
    let beginning = input.read(0..SIGNATURE_BYTES);
    beginning.map_err(|error| unpack::unreadable("table", error))
}

/// Copies a compound file to memory, and reads the formats of the workbook's cells.
/// The copy is changed so that the workbook library requests no more memory than the file needs.
/// The copy is padded to a whole number of sectors. The dimensions that the sheets state are replaced by zeros.
/// The names of embedded workbooks are also replaced by zeros, because the library reads the first workbook it finds.
fn compound_file(input: &Arc<dyn Input>, limit: u64) -> Result<(Arc<dyn Input>, CellFormats), LoadError> {
    let bytes = input.read(0..input.bytes());
    let mut bytes = Vec::from(bytes.map_err(|error| unpack::unreadable("Excel (.xls)", error))?);
    let length = bytes.len();
    bytes.resize(length.next_multiple_of(MAX_SECTOR), 0);
    let (places, formats) = claims(&bytes, length, limit)?;
    for place in places {
        bytes[place] = 0;
    }
    Ok((Arc::new(Bytes::from(bytes)), formats))
}

/// Checks a compound file that contains a workbook.
/// Returns the byte positions of the stated sheet dimensions, and of the names that embedded workbooks have.
/// Also returns the formats of the cells.
fn claims(bytes: &[u8], length: usize, limit: u64) -> Result<(Vec<usize>, CellFormats), LoadError> {
    let compound = Compound::checked(bytes, length)?;
    let mut places = compound.embedded_names(&WORKBOOKS);
    let [now, before] = WORKBOOKS;
    let workbook = match compound.stream(now)? {
        Some(workbook) => Some(workbook),
        None => compound.stream(before)?,
    };
    let Some(workbook) = workbook else {
        return match DOCUMENT_STREAMS.iter().find(|(stream, _)| compound.has(stream)) {
            Some((_, program)) => Err(LoadError::Document { format: kind(program) }),
            // The file contains neither a workbook nor a known document.
            // For example, the file may be an encrypted workbook of Excel 2007 or later, which the workbook library recognizes.
            None => Ok((places, CellFormats::default())),
        };
    };
    let checked = biff::check(&workbook.bytes, limit)?;
    places.extend(checked.claims.into_iter().flatten().map(|byte| workbook.place(byte)));
    Ok((places, checked.formats))
}

fn copied(input: &Arc<dyn Input>, keep: Keep) -> Result<Store, LoadError> {
    let mut store = Store::new(keep);
    loop {
        let at = store.bytes();
        let piece = input.read(at..at + COPY_BYTES);
        let piece = piece.map_err(|error| unpack::unreadable("table", error))?;
        if piece.is_empty() {
            return Ok(store);
        }
        store.push(&piece);
    }
}

/// Writes a table to a file of the given format. Equal tables yield equal bytes. O(size of the table) time.
///
/// # Errors
/// Returns [`WriteTableError`], with row and column where possible.
pub fn write_table(table: &OutputTable<'_>, format: TableFormat) -> Result<Vec<u8>, WriteTableError> {
    match format {
        TableFormat::Workbook => write_workbook::written(table),
        TableFormat::Parquet => write_parquet::written(table),
    }
}

fn kind(name: &'static str) -> FileKind {
    FileKind::Named(Cow::Borrowed(name))
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod write_tests;
