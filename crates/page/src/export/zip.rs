//! Packs a folder into one zip file.

use std::fmt;
use std::io::{self, Cursor, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::i18n::t;

/// The reason why files cannot be packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotPacked {
    /// Two files have the same path.
    Twice,
    /// The archive exceeds the limits of the ZIP format or the available memory.
    TooLarge,
}

impl fmt::Display for NotPacked {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&match self {
            NotPacked::Twice => t!("export-zip-duplicate-problem"),
            NotPacked::TooLarge => t!("export-zip-size-problem"),
        })
    }
}

/// When a zip file is written to memory, no other errors can occur.
impl From<ZipError> for NotPacked {
    fn from(error: ZipError) -> NotPacked {
        match error {
            ZipError::InvalidArchive(_) => NotPacked::Twice,
            _ => NotPacked::TooLarge,
        }
    }
}

impl From<io::Error> for NotPacked {
    fn from(_: io::Error) -> NotPacked {
        NotPacked::TooLarge
    }
}

/// An uncompressed zip file under construction. Equal files yield equal bytes, because no timestamps are written.
pub struct Archive {
    writer: ZipWriter<Cursor<Vec<u8>>>,
    n_bytes: usize,
}

impl Default for Archive {
    fn default() -> Archive {
        Archive {
            writer: ZipWriter::new(Cursor::new(Vec::new())),
            n_bytes: 0,
        }
    }
}

impl Archive {
    /// Adds a file to the archive.
    ///
    /// # Errors
    /// [`NotPacked`] if the path already exists or the archive becomes too large.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), NotPacked> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default());
        self.writer.start_file(path, options)?;
        self.writer.write_all(bytes)?;
        self.n_bytes += bytes.len();
        Ok(())
    }

    /// Total size of the added files in bytes.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Finishes the zip file and returns its bytes.
    ///
    /// # Errors
    /// Returns [`NotPacked::TooLarge`] if the archive becomes too large.
    pub fn end(self) -> Result<Vec<u8>, NotPacked> {
        Ok(self.writer.finish()?.into_inner())
    }
}

/// Packs a dataset into a zip file. `texts` are paths with their texts, `(path, rows)` is the file of the rows.
///
/// # Errors
/// Fails with the errors of [`Archive::add`].
pub fn dataset(texts: &[(&str, String)], (path, rows): (&str, &[u8])) -> Result<Vec<u8>, NotPacked> {
    let mut archive = Archive::default();
    for (path, text) in texts {
        archive.add(path, text.as_bytes())?;
    }
    archive.add(path, rows)?;
    archive.end()
}

/// Packs the texts in `files` into a zip file, each under its path.
///
/// # Errors
/// Fails with the errors of [`Archive::add`].
pub fn archive(files: &[(&str, String)]) -> Result<Vec<u8>, NotPacked> {
    let mut archive = Archive::default();
    for (path, text) in files {
        archive.add(path, text.as_bytes())?;
    }
    archive.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn packed_files_are_read_back_unchanged() {
        let files = [("README.md", "# ä\n".to_owned()), ("data/train.jsonl", String::new())];
        let bytes = archive(&files).expect("it fits");
        assert_eq!(bytes, archive(&files).expect("it fits"));
        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
        assert_eq!(read.len(), 2);
        for (path, text) in files {
            let mut unpacked = String::new();
            read.by_name(path)
                .expect("it exists")
                .read_to_string(&mut unpacked)
                .expect("UTF-8");
            assert_eq!(unpacked, text);
        }
        let texts = [("README.md", "# ä\n".to_owned())];
        let bytes = dataset(&texts, ("data/rows", &[0, 255])).expect("it fits");
        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
        let mut rows = Vec::new();
        read.by_name("data/rows")
            .expect("it exists")
            .read_to_end(&mut rows)
            .expect("bytes");
        assert_eq!((read.len(), rows), (2, vec![0, 255]));
        let twice = [("a", String::new()), ("a", String::new())];
        assert_eq!(archive(&twice), Err(NotPacked::Twice));
    }
}
