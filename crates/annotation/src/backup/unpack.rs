//! Reads the archive directory, the texts and the map of a backup. The embeddings are not read into memory.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read, Seek};
use std::ops::Range;

use csv::{ReaderBuilder, StringRecord};
use serde::de::IgnoredAny;
use zip::read::ZipFile;
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

use super::{EMBEDDINGS, MAGIC, MAP, MapData, PROJECT, SerializedMapData, TEXTS};
use fastgas_data::{JsonProblem, JsonReason, LoadError, Pool, ProjectReason};

const VERSION_FIELD: &str = "fastgas";
/// Offsets of the file name and of the file name's length in a local header of an archive.
const NAME_AT: usize = 30;
const NAME_LENGTH_AT: usize = 26;

/// The contents of a backup.
#[derive(Clone, Debug, PartialEq)]
pub struct UnpackedBackup {
    /// Settings, picks and labels as unparsed JSON.
    pub project: String,
    /// The pool of texts.
    pub pool: Pool,
    /// Partition, map positions and graph edges of the texts.
    pub places: MapData,
    /// Byte range of the embeddings' .npy file; `None` without embeddings.
    /// The content of the .npy file is not validated.
    pub embeddings: Option<Range<u64>>,
}

/// Reads a backup. O(size of the file without its embeddings).
///
/// # Errors
/// Returns [`LoadError::NotProject`] if the file is not a backup, or if the contents are inconsistent.
/// Returns [`LoadError::Damaged`] if the content was altered or truncated after the backup was written.
pub fn unpack(mut file: impl Read + Seek) -> Result<UnpackedBackup, LoadError> {
    let begins = begins_as_archive(&mut file).map_err(|error| refused(unread(&error)))?;
    let is_other = begins && begins_with_other_file(&mut file).map_err(|error| refused(unread(&error)))?;
    let mut archive = ZipArchive::new(file).map_err(|error| match error {
        _ if !begins => refused(ProjectReason::NoZip),
        _ if is_other => refused(ProjectReason::OtherArchive),
        // The ZIP library reports “Could not find …” if the central directory of the archive is missing or truncated.
        ZipError::InvalidArchive(why) if why.contains("Could not find") => refused(ProjectReason::CutOff),
        error => refused(reason_of(error)),
    })?;
    // The project file is read first: an archive without the project file is not a backup, see `is_other_file`.
    let has_others = [TEXTS, MAP].iter().all(|name| archive.index_for_name(name).is_some());
    let project = text(&mut archive, PROJECT).map_err(|reason| match reason {
        // Another program may have compressed the backup again, but the file names in the archive are unchanged.
        ProjectReason::Compressed if !has_others => refused(ProjectReason::OtherArchive),
        reason => refused_in(PROJECT, reason),
    })?;
    if is_foreign(&project) {
        return Err(refused(ProjectReason::OtherArchive));
    }
    let embeddings = match entry(&mut archive, EMBEDDINGS).map_err(|reason| refused_in(EMBEDDINGS, reason))? {
        Some(entry) => Some(range(&entry).ok_or_else(|| refused_in(EMBEDDINGS, ProjectReason::Compressed))?),
        None => None,
    };
    let texts = expected(&mut archive, TEXTS).map_err(|reason| refused_in(TEXTS, reason))?;
    let pool = pool(texts).map_err(|reason| refused_in(TEXTS, reason))?;
    let map = text(&mut archive, MAP).map_err(|reason| refused_in(MAP, reason))?;
    let places: SerializedMapData<'_> =
        serde_json::from_str(&map).map_err(|error| refused_in(MAP, ProjectReason::Json(error.into())))?;
    let places = places
        .read(&pool)
        .map_err(|reason| refused(ProjectReason::Places(reason)))?;
    Ok(UnpackedBackup {
        project,
        pool,
        places,
        embeddings,
    })
}

/// Whether `error` shows that another program wrote the file. The caller can then try to read the file as a table.
/// `error` comes from [`unpack`] or from the parser of JSON projects.
pub fn is_other_file(error: &LoadError) -> bool {
    let LoadError::NotProject { reason } = error else {
        return false;
    };
    match reason {
        ProjectReason::NoZip | ProjectReason::OtherArchive => true,
        ProjectReason::Missing { file } => file == PROJECT,
        ProjectReason::Json(JsonReason::At {
            problem: JsonProblem::MissingField { field },
            ..
        }) => field == VERSION_FIELD,
        _ => false,
    }
}

/// Whether another program wrote the file `project.json`. The file of another program lacks the version field.
fn is_foreign(project: &str) -> bool {
    match serde_json::from_str::<BTreeMap<String, IgnoredAny>>(project) {
        Ok(members) => !members.contains_key(VERSION_FIELD),
        Err(_) => !project.trim_start().starts_with('{'),
    }
}

fn refused(reason: ProjectReason) -> LoadError {
    use ProjectReason::{Changed, CutOff, Inconsistent};
    let problem = match &reason {
        ProjectReason::InFile { reason, .. } => &**reason,
        reason => reason,
    };
    match problem {
        CutOff | Inconsistent { .. } | Changed => LoadError::Damaged { reason },
        _ => LoadError::NotProject { reason },
    }
}

fn refused_in(file: &str, reason: ProjectReason) -> LoadError {
    refused(match reason {
        ProjectReason::Missing { .. } => reason,
        reason => ProjectReason::InFile {
            file: file.into(),
            reason: Box::new(reason),
        },
    })
}

fn begins_as_archive(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    let mut beginning = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut beginning)?;
    file.rewind()?;
    Ok(beginning == MAGIC)
}

/// Whether the name of the archive's first file differs from the names of all files in a backup.
/// False if the header of the first file is truncated.
fn begins_with_other_file(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    let mut beginning = Vec::new();
    file.take((NAME_AT + EMBEDDINGS.len()) as u64)
        .read_to_end(&mut beginning)?;
    file.rewind()?;
    let Some(&[low, high]) = beginning.get(NAME_LENGTH_AT..NAME_LENGTH_AT + 2) else {
        return Ok(false);
    };
    let length = usize::from(u16::from_le_bytes([low, high]));
    let name = beginning.get(NAME_AT..).unwrap_or_default();
    let name = &name[..name.len().min(length)];
    let is_own = |own: &str| own.len() == length && own.as_bytes().starts_with(name);
    Ok(![PROJECT, TEXTS, MAP, EMBEDDINGS].into_iter().any(is_own))
}

/// Returns the file with the given name in the archive; `None` if the archive has no file with this name.
/// A compressed file is an error.
fn entry<'a, R: Read + Seek>(
    archive: &'a mut ZipArchive<R>,
    name: &str,
) -> Result<Option<ZipFile<'a, R>>, ProjectReason> {
    match archive.by_name(name) {
        Ok(entry) if entry.compression() == CompressionMethod::Stored => Ok(Some(entry)),
        Ok(_) => Err(ProjectReason::Compressed),
        Err(ZipError::FileNotFound) => Ok(None),
        Err(error) => Err(reason_of(error)),
    }
}

fn expected<'a, R: Read + Seek>(archive: &'a mut ZipArchive<R>, file: &str) -> Result<ZipFile<'a, R>, ProjectReason> {
    entry(archive, file)?.ok_or_else(|| ProjectReason::Missing { file: file.into() })
}

fn text<R: Read + Seek>(archive: &mut ZipArchive<R>, name: &str) -> Result<String, ProjectReason> {
    let mut text = String::new();
    let read = expected(archive, name)?.read_to_string(&mut text);
    read.map_err(|error| unread(&error))?;
    Ok(text)
}

fn reason_of(error: ZipError) -> ProjectReason {
    match error {
        ZipError::Io(error) => unread(&error),
        ZipError::InvalidArchive(message) => ProjectReason::Inconsistent {
            message: message.to_string().into(),
        },
        ZipError::CompressionMethodNotSupported(_) => ProjectReason::Compressed,
        error => ProjectReason::Unsupported {
            message: error.to_string().into(),
        },
    }
}

fn unread(error: &io::Error) -> ProjectReason {
    match error.kind() {
        ErrorKind::UnexpectedEof => ProjectReason::CutOff,
        // The `zip` crate reports a wrong checksum only in the error text. A wrong checksum means that the file was changed.
        ErrorKind::InvalidData if error.to_string() == "Invalid checksum" => ProjectReason::Changed,
        ErrorKind::InvalidData => ProjectReason::NotText,
        _ => ProjectReason::Unread(error.to_string().into()),
    }
}

/// Byte range of a file's data in the archive; `None` if the file is compressed.
fn range<R: Read>(entry: &ZipFile<'_, R>) -> Option<Range<u64>> {
    let start = entry.data_start()?;
    (entry.compressed_size() == entry.size()).then(|| start..start.saturating_add(entry.size()))
}

fn pool(csv: impl Read) -> Result<Pool, ProjectReason> {
    let too_large = || ProjectReason::TooLarge { gigabytes: 4 };
    let mut reader = ReaderBuilder::new().from_reader(csv);
    let columns = reader.headers().map_err(reason_of_csv)?;
    let columns: Vec<String> = columns.iter().map(Into::into).collect();
    let (mut cells, mut ends) = (String::new(), Vec::new());
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(reason_of_csv)? {
        for cell in &record {
            cells.push_str(cell);
            ends.push(u32::try_from(cells.len()).map_err(|_| too_large())?);
        }
    }
    Pool::from_parts(columns, cells, ends).map_err(|_| too_large())
}

fn reason_of_csv(error: csv::Error) -> ProjectReason {
    match error.into_kind() {
        csv::ErrorKind::UnequalLengths { pos, expected_len, len } => ProjectReason::Ragged {
            // The first record of the CSV file is the header.
            row: pos.map_or(0, |pos| pos.record().saturating_sub(1)),
            cells: len,
            columns: expected_len,
        },
        csv::ErrorKind::Utf8 { .. } => ProjectReason::NotText,
        csv::ErrorKind::Io(error) => unread(&error),
        kind => ProjectReason::Inconsistent {
            message: format!("{kind:?}").into(),
        },
    }
}
