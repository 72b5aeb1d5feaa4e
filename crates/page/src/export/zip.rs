//! Packs the files of a folder into one ZIP file.

use std::fmt;
use std::io::{self, Cursor, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::i18n::t;
use fastgas_annotation::export::FilePieces;
use fastgas_progress::{Pause, Slices, Stopped};

/// Number of bytes that are packed at a time. After each chunk, the page checks whether the time slice is over.
const CHUNK_BYTES: usize = 1 << 20;
/// Memory for the headers of one file in the archive, in bytes.
const HEADER_BYTES: usize = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotPacked {
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

/// The conversion covers only errors that can occur when a ZIP file is written to memory.
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

/// The archive contains no timestamps, so that equal input always gives the same bytes.
pub struct Archive {
    writer: ZipWriter<Cursor<Vec<u8>>>,
    n_bytes: usize,
}

impl Default for Archive {
    fn default() -> Archive {
        Archive::with_capacity(0)
    }
}

impl Archive {
    fn with_capacity(n_bytes: usize) -> Archive {
        Archive {
            writer: ZipWriter::new(Cursor::new(Vec::with_capacity(n_bytes))),
            n_bytes: 0,
        }
    }

    /// Returns an error if the path already exists or the archive becomes too large.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> Result<(), NotPacked> {
        self.begin_file(path)?;
        self.write(bytes)
    }

    fn begin_file(&mut self, path: &str) -> Result<(), NotPacked> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default());
        Ok(self.writer.start_file(path, options)?)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), NotPacked> {
        self.writer.write_all(bytes)?;
        self.n_bytes += bytes.len();
        Ok(())
    }

    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// Returns [`NotPacked::TooLarge`] if the archive becomes too large.
    pub fn end(self) -> Result<Vec<u8>, NotPacked> {
        Ok(self.writer.finish()?.into_inner())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackError {
    NotPacked(NotPacked),
    Stopped,
}

impl From<NotPacked> for PackError {
    fn from(error: NotPacked) -> PackError {
        PackError::NotPacked(error)
    }
}

impl From<Stopped> for PackError {
    fn from(_: Stopped) -> PackError {
        PackError::Stopped
    }
}

/// The resulting file does not depend on the size of the slices.
pub async fn pack<P: Pause>(files: &[(&str, FilePieces)], slices: &mut Slices<P>) -> Result<Vec<u8>, PackError> {
    let n_bytes: usize = files.iter().flat_map(|(_, pieces)| pieces).map(Vec::len).sum();
    let mut archive = Archive::with_capacity(n_bytes + HEADER_BYTES * files.len());
    for (path, pieces) in files {
        archive.begin_file(path)?;
        for chunk in pieces.iter().flat_map(|piece| piece.chunks(CHUNK_BYTES)) {
            archive.write(chunk)?;
            slices.count(chunk.len()).await?;
        }
    }
    Ok(archive.end()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastgas_progress::{NoPause, at_once};
    use std::io::Read;

    fn packed(files: &[(&str, FilePieces)], size: usize) -> Result<Vec<u8>, PackError> {
        let mut slices = Slices::new(size, NoPause);
        at_once(async { Ok(pack(files, &mut slices).await) })
    }

    #[test]
    fn packed_files_are_read_back_unchanged() {
        let long = vec![b'a'; CHUNK_BYTES + 1];
        let files = [
            ("README.md", vec!["# ä\n".into()]),
            ("data/train.jsonl", Vec::new()),
            ("data/rows", vec![long, vec![0, 255]]),
        ];
        let bytes = packed(&files, usize::MAX).expect("it fits");
        for size in [1, 7] {
            assert_eq!(packed(&files, size), Ok(bytes.clone()), "slices of {size}");
        }
        let mut whole = Archive::default();
        for (path, pieces) in &files {
            whole.add(path, &pieces.concat()).expect("it fits");
        }
        assert_eq!(whole.end(), Ok(bytes.clone()), "the pieces do not matter");
        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
        assert_eq!(read.len(), 3);
        for (path, pieces) in files {
            let mut unpacked = Vec::new();
            let mut file = read.by_name(path).expect("it exists");
            file.read_to_end(&mut unpacked).expect("bytes");
            assert_eq!(unpacked, pieces.concat());
        }
        let twice = [("a", Vec::new()), ("a", Vec::new())];
        assert_eq!(packed(&twice, 1), Err(PackError::NotPacked(NotPacked::Twice)));
    }
}
