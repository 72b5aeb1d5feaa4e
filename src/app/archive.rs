//! A folder as one file.

use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

/// A zip file of these paths and texts, not compressed. The same files give the same bytes: no time is written.
///
/// # Errors
/// Where two have the same path, or all is larger than the format allows.
pub fn archive(files: &[(&str, String)]) -> ZipResult<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in files {
        writer.start_file(*path, options)?;
        writer.write_all(text.as_bytes())?;
    }
    Ok(writer.finish()?.into_inner())
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
