//! Out of the file: its directory, its texts and its map; the embeddings stay where they lie.

use std::io::{Read, Seek};
use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};
use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{EMBEDDINGS, MAP, PROJECT, Places, TEXTS, WrittenPlaces};
use crate::error::LoadError;
use crate::load::Pool;

/// A bundle that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Unpacked {
    /// Settings, picks, labels, as JSON; not looked at.
    pub project: String,
    /// The pool.
    pub pool: Pool,
    /// Where its texts are.
    pub places: Places,
    /// Which bytes of the file are the .npy file of the embeddings, where it has them; not looked at.
    pub embeddings: Option<Range<u64>>,
}

/// Reads a bundle. O(size of the file less its embeddings).
///
/// # Errors
/// [`LoadError::NotProject`]: no such file, or pieces that do not fit together.
pub fn unpack(file: impl Read + Seek) -> Result<Unpacked, LoadError> {
    let not = |reason: String| LoadError::NotProject { reason };
    // The list of what is in an archive stands at its end.
    let cut_off = |error: ZipError| match error {
        ZipError::InvalidArchive(why) => format!("its end is missing, as if it was cut off on its way: `{why}`"),
        error => error.to_string(),
    };
    let mut archive = ZipArchive::new(file).map_err(|error| not(cut_off(error)))?;
    let embeddings = match entry(&mut archive, EMBEDDINGS).map_err(not)? {
        Some(entry) => Some(range(&entry).ok_or_else(|| not(format!("{EMBEDDINGS} is compressed")))?),
        None => None,
    };
    let project = text(&mut archive, PROJECT).map_err(not)?;
    let texts = expected(&mut archive, TEXTS).map_err(not)?;
    let pool = pool(texts).map_err(|reason| not(format!("{TEXTS}: {reason}")))?;
    let places: WrittenPlaces<'_> =
        serde_json::from_str(&text(&mut archive, MAP).map_err(not)?).map_err(|error| not(format!("{MAP}: {error}")))?;
    let places = places.read(&pool).map_err(|reason| not(reason.into()))?;
    Ok(Unpacked {
        project,
        pool,
        places,
        embeddings,
    })
}

/// The file of this name; none where there is none.
fn entry<'a, R: Read + Seek>(archive: &'a mut ZipArchive<R>, name: &str) -> Result<Option<ZipFile<'a, R>>, String> {
    match archive.by_name(name) {
        Ok(entry) if entry.compression() == CompressionMethod::Stored => Ok(Some(entry)),
        Ok(_) => Err(format!("{name} is compressed")),
        Err(ZipError::FileNotFound) => Ok(None),
        Err(error) => Err(format!("{name}: {error}")),
    }
}

/// The same, of a file that no project is without.
fn expected<'a, R: Read + Seek>(archive: &'a mut ZipArchive<R>, name: &str) -> Result<ZipFile<'a, R>, String> {
    entry(archive, name)?.ok_or_else(|| format!("there is no {name} in it"))
}

fn text<R: Read + Seek>(archive: &mut ZipArchive<R>, name: &str) -> Result<String, String> {
    let mut text = String::new();
    let read = expected(archive, name)?.read_to_string(&mut text);
    read.map_err(|error| format!("{name}: {error}"))?;
    Ok(text)
}

/// Where its bytes stand in the archive.
fn range<R: Read>(entry: &ZipFile<'_, R>) -> Option<Range<u64>> {
    let start = entry.data_start()?;
    (entry.compressed_size() == entry.size()).then(|| start..start.saturating_add(entry.size()))
}

fn pool(csv: impl Read) -> Result<Pool, String> {
    let mut reader = ReaderBuilder::new().from_reader(csv);
    let columns = reader.headers().map_err(|error| error.to_string())?;
    let columns: Vec<String> = columns.iter().map(Into::into).collect();
    let (mut cells, mut ends) = (String::new(), Vec::new());
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| error.to_string())? {
        for cell in &record {
            cells.push_str(cell);
            ends.push(u32::try_from(cells.len()).map_err(|_| "more than 4 GB".to_owned())?);
        }
    }
    Pool::from_parts(columns, cells, ends).map_err(|error| error.to_string())
}
