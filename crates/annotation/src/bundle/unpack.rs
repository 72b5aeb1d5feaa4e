//! Reads the directory, the texts and the map of a bundle; the embeddings are left in the file.

use std::io::{self, ErrorKind, Read, Seek};
use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};
use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{EMBEDDINGS, Flaw, MAGIC, MAP, PROJECT, Places, TEXTS, WrittenPlaces};
use fastgas_data::LoadError;
use fastgas_data::Pool;

/// The contents of a bundle.
#[derive(Clone, Debug, PartialEq)]
pub struct Unpacked {
    /// Settings, picks and labels as JSON; not parsed.
    pub project: String,
    /// The pool.
    pub pool: Pool,
    /// Parts, map positions and edges of the texts.
    pub places: Places,
    /// Byte range of the embeddings' .npy file; `None` if there are none. Its content is not validated.
    pub embeddings: Option<Range<u64>>,
}

/// Reads a bundle. O(size of the file without its embeddings).
///
/// # Errors
/// [`LoadError::NotProject`]: not a bundle, or parts that do not fit together. [`LoadError::Damaged`]: the content was
/// altered or truncated after it was written.
pub fn unpack(mut file: impl Read + Seek) -> Result<Unpacked, LoadError> {
    let not = |reason: String| LoadError::NotProject { reason };
    let flaw = |flaw: Flaw| flaw.error(flaw.to_string());
    let flaw_in = |file: &str, flaw: Flaw| match flaw {
        Flaw::Missing { .. } => not(flaw.to_string()),
        flaw => flaw.error(format!("{file}: {flaw}")),
    };
    let begins = begins_as_archive(&mut file).map_err(|error| flaw(unread(&error)))?;
    let mut archive = ZipArchive::new(file).map_err(|error| match error {
        _ if !begins => flaw(Flaw::NoZip),
        // The central directory is missing or truncated.
        ZipError::InvalidArchive(why) if why.contains("Could not find") => flaw(Flaw::CutOff),
        error => flaw(flaw_of(error)),
    })?;
    let embeddings = match entry(&mut archive, EMBEDDINGS).map_err(|flaw| flaw_in(EMBEDDINGS, flaw))? {
        Some(entry) => Some(range(&entry).ok_or_else(|| flaw_in(EMBEDDINGS, Flaw::Compressed))?),
        None => None,
    };
    let project = text(&mut archive, PROJECT).map_err(|flaw| flaw_in(PROJECT, flaw))?;
    let texts = expected(&mut archive, TEXTS).map_err(|flaw| flaw_in(TEXTS, flaw))?;
    let pool = pool(texts).map_err(|flaw| flaw_in(TEXTS, flaw))?;
    let map = text(&mut archive, MAP).map_err(|flaw| flaw_in(MAP, flaw))?;
    let places: WrittenPlaces<'_> = serde_json::from_str(&map).map_err(|error| not(format!("{MAP}: {error}")))?;
    let places = places.read(&pool).map_err(|reason| not(reason.into()))?;
    Ok(Unpacked {
        project,
        pool,
        places,
        embeddings,
    })
}

/// Returns whether the file starts with the ZIP signature.
fn begins_as_archive(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    let mut beginning = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut beginning)?;
    file.rewind()?;
    Ok(beginning == MAGIC)
}

/// Returns the entry of this name; `None` if there is none.
fn entry<'a, R: Read + Seek>(archive: &'a mut ZipArchive<R>, name: &str) -> Result<Option<ZipFile<'a, R>>, Flaw> {
    match archive.by_name(name) {
        Ok(entry) if entry.compression() == CompressionMethod::Stored => Ok(Some(entry)),
        Ok(_) => Err(Flaw::Compressed),
        Err(ZipError::FileNotFound) => Ok(None),
        Err(error) => Err(flaw_of(error)),
    }
}

/// Like [`entry`], but a missing entry is an error.
fn expected<'a, R: Read + Seek>(archive: &'a mut ZipArchive<R>, file: &'static str) -> Result<ZipFile<'a, R>, Flaw> {
    entry(archive, file)?.ok_or(Flaw::Missing { file })
}

fn text<R: Read + Seek>(archive: &mut ZipArchive<R>, name: &'static str) -> Result<String, Flaw> {
    let mut text = String::new();
    let read = expected(archive, name)?.read_to_string(&mut text);
    read.map_err(|error| unread(&error))?;
    Ok(text)
}

fn flaw_of(error: ZipError) -> Flaw {
    match error {
        ZipError::Io(error) => unread(&error),
        ZipError::InvalidArchive(said) => Flaw::Damaged { said: said.into() },
        ZipError::CompressionMethodNotSupported(_) => Flaw::Compressed,
        error => Flaw::Unsupported {
            said: error.to_string(),
        },
    }
}

/// Classifies a read error.
fn unread(error: &io::Error) -> Flaw {
    match error.kind() {
        ErrorKind::UnexpectedEof => Flaw::CutOff,
        // Error text of the `zip` crate.
        ErrorKind::InvalidData if error.to_string() == "Invalid checksum" => Flaw::Changed,
        ErrorKind::InvalidData => Flaw::NotText,
        _ => Flaw::Unread {
            said: error.to_string(),
        },
    }
}

/// Byte range of the entry's data in the archive; `None` if it is compressed.
fn range<R: Read>(entry: &ZipFile<'_, R>) -> Option<Range<u64>> {
    let start = entry.data_start()?;
    (entry.compressed_size() == entry.size()).then(|| start..start.saturating_add(entry.size()))
}

fn pool(csv: impl Read) -> Result<Pool, Flaw> {
    let mut reader = ReaderBuilder::new().from_reader(csv);
    let columns = reader.headers().map_err(flaw_of_csv)?;
    let columns: Vec<String> = columns.iter().map(Into::into).collect();
    let (mut cells, mut ends) = (String::new(), Vec::new());
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(flaw_of_csv)? {
        for cell in &record {
            cells.push_str(cell);
            ends.push(u32::try_from(cells.len()).map_err(|_| Flaw::TooLarge)?);
        }
    }
    Pool::from_parts(columns, cells, ends).map_err(|_| Flaw::TooLarge)
}

fn flaw_of_csv(error: csv::Error) -> Flaw {
    match error.into_kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => Flaw::Ragged {
            // The first record is the header.
            row: pos.map_or(0, |pos| pos.record().saturating_sub(1)),
            cells: len,
            columns: expected_len,
        },
        csv::ErrorKind::Utf8 { .. } => Flaw::NotText,
        csv::ErrorKind::Io(error) => unread(&error),
        kind => Flaw::Damaged {
            said: format!("{kind:?}"),
        },
    }
}
