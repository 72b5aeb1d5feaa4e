//! A folder as one file.

use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A zip file on its way, not compressed. The same files give the same bytes: no time is written.
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
    /// Adds a file.
    ///
    /// # Errors
    /// Where another has the same path, or all is larger than the format allows.
    pub fn add(&mut self, path: &str, bytes: &[u8]) -> ZipResult<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(DateTime::default());
        self.writer.start_file(path, options)?;
        self.writer.write_all(bytes)?;
        self.n_bytes += bytes.len();
        Ok(())
    }

    /// How much is in it so far.
    pub fn n_bytes(&self) -> usize {
        self.n_bytes
    }

    /// The file.
    ///
    /// # Errors
    /// Where all is larger than the format allows.
    pub fn end(self) -> ZipResult<Vec<u8>> {
        Ok(self.writer.finish()?.into_inner())
    }
}

/// A zip file of these paths and texts.
///
/// # Errors
/// As [`Archive::add`].
pub fn archive(files: &[(&str, String)]) -> ZipResult<Vec<u8>> {
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
    fn every_file_comes_back() {
        let files = [("README.md", "# ä\n".to_owned()), ("data/train.jsonl", String::new())];
        let bytes = archive(&files).expect("it fits");
        assert_eq!(bytes, archive(&files).expect("it fits"));
        let mut read = zip::ZipArchive::new(Cursor::new(bytes)).expect("a zip file");
        assert_eq!(read.len(), 2);
        for (path, text) in files {
            let mut came_back = String::new();
            read.by_name(path)
                .expect("it is there")
                .read_to_string(&mut came_back)
                .expect("UTF-8");
            assert_eq!(came_back, text);
        }
        let twice = [("a", String::new()), ("a", String::new())];
        assert!(archive(&twice).is_err());
    }
}
