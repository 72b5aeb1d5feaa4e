//! A file of a protected project.
//! The file consists of a header, which is not secret, and encrypted pieces.
//! The pieces contain the content of the unprotected file.
//!
//! ```text
//!  magic, n: u32, header (n bytes of JSON), piece, piece, …, last piece
//! ```
//!
//! Every piece except the last piece contains [`FILE_CHUNK_BYTES`] bytes of the unprotected file.
//! The number of a piece is authenticated together with the piece.
//! Whether a piece is the last piece is also authenticated.
//! Truncated or reordered files are therefore rejected.

use std::ops::Range;

use crate::header::Header;
use crate::seal::{OVERHEAD, place_of};

/// The first bytes of an encrypted file. No table, archive or JSON file begins with these bytes.
pub const FILE_MAGIC: &[u8; 16] = b"FastGAS sealed 1";

/// Number of plaintext bytes per piece of an encrypted file.
pub const FILE_CHUNK_BYTES: usize = 1 << 20;

const LENGTH_BYTES: usize = 4;

/// Maximum length of a header that is read. Actual headers have a few hundred bytes.
const MAX_HEADER_BYTES: usize = 64 << 10;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileBeginning {
    pub header: Header,
    /// Offset of the first piece in the file, in bytes.
    pub start: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChunk {
    /// Byte range of the piece in the encrypted file.
    pub range: Range<u64>,
    /// Data that is authenticated together with the piece and required for decryption; see [`piece_place`].
    pub place: Vec<u8>,
}

pub fn begin_file(header: &Header) -> Vec<u8> {
    // A header consists of strings and numbers, so it can always be serialized.
    let json = serde_json::to_vec(header).unwrap_or_default();
    [&FILE_MAGIC[..], &(json.len() as u32).to_le_bytes(), &json].concat()
}

/// Reads the magic bytes and the header of an encrypted file; `None` if they are damaged.
/// `bytes` must contain the first 70,000 bytes of the file, or the whole file if the file is shorter.
pub fn read_beginning(bytes: &[u8]) -> Option<FileBeginning> {
    let rest = bytes.strip_prefix(FILE_MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<LENGTH_BYTES>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let json = rest.get(..length).filter(|_| length <= MAX_HEADER_BYTES)?;
    Some(FileBeginning {
        header: serde_json::from_slice(json).ok()?,
        start: (FILE_MAGIC.len() + LENGTH_BYTES + length) as u64,
    })
}

/// The pieces of an encrypted file of `end` bytes. `start` is the offset of the first piece.
pub fn chunks_of_file(start: u64, end: u64) -> impl Iterator<Item = FileChunk> {
    let step = (FILE_CHUNK_BYTES + OVERHEAD) as u64;
    // A file without pieces was truncated. An empty piece, which cannot be decrypted, represents the missing pieces.
    let n = end.saturating_sub(start).div_ceil(step).max(1);
    (0..n).map(move |number| {
        let first = start + number * step;
        FileChunk {
            range: first..end.min(first + step).max(first),
            place: piece_place(number, number + 1 == n),
        }
    })
}

/// Returns the location of a piece, which is authenticated together with the piece.
/// Pieces therefore cannot be reordered or removed. `number` is the 0-based number of the piece in the file.
pub fn piece_place(number: u64, is_last: bool) -> Vec<u8> {
    place_of(&["file", &number.to_string(), if is_last { "last" } else { "more" }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seal::{DataKey, KEY_BYTES, NONCE_BYTES, NotOpened};

    fn key() -> DataKey {
        DataKey::new(&[7; KEY_BYTES])
    }

    fn header() -> Header {
        Header::wrap(&[1; KEY_BYTES], [2; 16], &[7; KEY_BYTES], [3; NONCE_BYTES])
    }

    fn written(plain: &[u8]) -> Vec<u8> {
        let mut file = begin_file(&header());
        let n = plain.len().div_ceil(FILE_CHUNK_BYTES).max(1);
        for number in 0..n {
            let start = number * FILE_CHUNK_BYTES;
            let bytes = &plain[start..plain.len().min(start + FILE_CHUNK_BYTES)];
            let place = piece_place(number as u64, number + 1 == n);
            file.extend(key().seal([number as u8; NONCE_BYTES], &place, bytes));
        }
        file
    }

    fn read(file: &[u8]) -> Result<Vec<u8>, NotOpened> {
        let FileBeginning { header: read, start } = read_beginning(file).expect("a beginning");
        assert_eq!(read, header());
        let mut plain = Vec::new();
        for piece in chunks_of_file(start, file.len() as u64) {
            let bytes = &file[piece.range.start as usize..piece.range.end as usize];
            plain.extend(key().open(&piece.place, bytes)?);
        }
        Ok(plain)
    }

    #[test]
    fn files_are_read_back_and_contain_no_plaintext() {
        for n in [
            0,
            1,
            FILE_CHUNK_BYTES - 1,
            FILE_CHUNK_BYTES,
            FILE_CHUNK_BYTES + 1,
            3 * FILE_CHUNK_BYTES,
        ] {
            let plain: Vec<u8> = b"secret word ".iter().copied().cycle().take(n).collect();
            let file = written(&plain);
            assert!(!file.windows(11).any(|eleven| eleven == b"secret word"));
            assert_eq!(read(&file), Ok(plain), "{n} bytes");
        }
    }

    #[test]
    fn truncated_and_reordered_files_are_refused() {
        let plain = vec![5; 2 * FILE_CHUNK_BYTES + 9];
        let file = written(&plain);
        let step = FILE_CHUNK_BYTES + OVERHEAD;
        let start = file.len() - 2 * step - 9 - OVERHEAD;
        // Each truncated file lacks pieces at its end, or its last piece is incomplete.
        for n in [start, start + step, start + 2 * step, file.len() - 1] {
            assert_eq!(read(&file[..n]), Err(NotOpened::NotAuthentic), "{n} bytes");
        }
        let (first, second) = (&file[start..start + step], &file[start + step..start + 2 * step]);
        let swapped = [&file[..start], second, first, &file[start + 2 * step..]].concat();
        assert_eq!(read(&swapped), Err(NotOpened::NotAuthentic));
    }

    #[test]
    fn invalid_beginning_is_none() {
        let whole = begin_file(&header());
        assert_eq!(
            read_beginning(&whole).map(|found| found.start),
            Some(whole.len() as u64)
        );
        for n in 0..whole.len() {
            assert_eq!(read_beginning(&whole[..n]), None, "{n} bytes");
        }
        let mut lying = whole.clone();
        lying[FILE_MAGIC.len()..FILE_MAGIC.len() + LENGTH_BYTES].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(read_beginning(&lying), None);
        assert_eq!(read_beginning(b"PK\x03\x04"), None);
    }
}
