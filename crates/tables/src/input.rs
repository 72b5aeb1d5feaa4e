//! Random access to the bytes of a file. The web page reads parts from the disk, so the file need not fit in memory.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::sync::Arc;

use bytes::Bytes;

const READ_BYTES: usize = 1 << 18;

/// Random access to the bytes of a file. The Parquet library requires values that can move to another thread.
pub trait Input: Send + Sync {
    /// Size of the file in bytes.
    fn bytes(&self) -> u64;

    /// Reads a byte range of the file. Bytes of the range after the end of the file are omitted.
    ///
    /// # Errors
    /// Fails with the error from the operating system or the browser.
    fn read(&self, range: Range<u64>) -> io::Result<Bytes>;
}

impl Input for Bytes {
    fn bytes(&self) -> u64 {
        self.len() as u64
    }

    fn read(&self, range: Range<u64>) -> io::Result<Bytes> {
        // Both ends of the range are limited to the number of bytes in the file, so both ends fit into a `usize`.
        let [start, end] = [range.start, range.end].map(|place| place.min(self.bytes()) as usize);
        Ok(self.slice(start..end.max(start)))
    }
}

pub(crate) struct InputReader {
    input: Arc<dyn Input>,
    at: u64,
}

pub(crate) fn reader(input: &Arc<dyn Input>) -> BufReader<InputReader> {
    reader_at(input, 0, READ_BYTES)
}

pub(crate) fn reader_at(input: &Arc<dyn Input>, start: u64, buffer: usize) -> BufReader<InputReader> {
    let reader = InputReader {
        input: Arc::clone(input),
        at: start,
    };
    BufReader::with_capacity(buffer, reader)
}

impl Read for InputReader {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(self.at..self.at.saturating_add(to.len() as u64))?;
        to[..bytes.len()].copy_from_slice(&bytes);
        self.at += bytes.len() as u64;
        Ok(bytes.len())
    }
}

impl Seek for InputReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(from) => self.input.bytes().checked_add_signed(from),
            SeekFrom::Current(from) => self.at.checked_add_signed(from),
        };
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reader_returns_the_bytes_from_its_place_on_and_nothing_after_the_end() {
        let input: Arc<dyn Input> = Arc::new(Bytes::from_static(b"0123456789"));
        let mut reader = reader_at(&input, 3, 4);
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("memory");
        assert_eq!(text, "3456789");
        assert_eq!(reader.seek(SeekFrom::End(-2)).expect("a place"), 8);
        text.clear();
        reader.read_to_string(&mut text).expect("memory");
        assert_eq!(text, "89");
        assert!(reader.seek(SeekFrom::Current(-20)).is_err());
        assert_eq!(input.read(20..30).expect("memory"), Bytes::new());
        assert_eq!(input.read(8..30).expect("memory"), Bytes::from_static(b"89"));
    }
}
