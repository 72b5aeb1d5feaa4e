//! A file of a protected project: a header that is no secret, and the file of an unprotected project in pieces, each sealed.
//!
//! ```text
//!  magic, n: u32, header (n bytes of JSON), piece, piece, …, last piece
//! ```
//!
//! Every piece but the last has [`FILE_PIECE`] bytes of the file. Its number and whether it is the last are its place, so a
//! file that was cut off or put together anew does not open.

use std::ops::Range;

use crate::header::Header;
use crate::seal::{OVERHEAD, place_of};

/// How such files begin. No table, no archive and no JSON begins like this.
pub const FILE_MAGIC: &[u8; 16] = b"FastGAS sealed 1";

/// Bytes of the file in a piece.
pub const FILE_PIECE: usize = 1 << 20;

const LENGTH_BYTES: usize = 4;

/// A header is some hundred bytes long.
const LONGEST_HEADER: usize = 64 << 10;

/// What begins a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileBeginning {
    pub header: Header,
    /// Where the first piece begins.
    pub start: u64,
}

/// A piece of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it stands in the file.
    pub range: Range<u64>,
    /// As [`place_of`] gives it.
    pub place: Vec<u8>,
}

/// The bytes before the first piece.
pub fn begin_file(header: &Header) -> Vec<u8> {
    // Text and numbers make JSON.
    let json = serde_json::to_vec(header).unwrap_or_default();
    [&FILE_MAGIC[..], &(json.len() as u32).to_le_bytes(), &json].concat()
}

/// What the first bytes of a file say; none where they are damaged. 70,000 of them are enough, or the whole file.
pub fn read_beginning(bytes: &[u8]) -> Option<FileBeginning> {
    let rest = bytes.strip_prefix(FILE_MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<LENGTH_BYTES>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let json = rest.get(..length).filter(|_| length <= LONGEST_HEADER)?;
    Some(FileBeginning {
        header: serde_json::from_slice(json).ok()?,
        start: (FILE_MAGIC.len() + LENGTH_BYTES + length) as u64,
    })
}

/// The pieces of an encrypted file of so many bytes whose first piece begins at `start`.
pub fn pieces_of_file(start: u64, end: u64) -> impl Iterator<Item = Piece> {
    let step = (FILE_PIECE + OVERHEAD) as u64;
    // A file without a piece is one that was cut off: it gives one, which does not open.
    let n = end.saturating_sub(start).div_ceil(step).max(1);
    (0..n).map(move |number| {
        let first = start + number * step;
        Piece {
            range: first..end.min(first + step).max(first),
            place: piece_place(number, number + 1 == n),
        }
    })
}

/// What is authenticated with a piece.
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
        let n = plain.len().div_ceil(FILE_PIECE).max(1);
        for number in 0..n {
            let start = number * FILE_PIECE;
            let bytes = &plain[start..plain.len().min(start + FILE_PIECE)];
            let place = piece_place(number as u64, number + 1 == n);
            file.extend(key().seal([number as u8; NONCE_BYTES], &place, bytes));
        }
        file
    }

    fn read(file: &[u8]) -> Result<Vec<u8>, NotOpened> {
        let FileBeginning { header: read, start } = read_beginning(file).expect("a beginning");
        assert_eq!(read, header());
        let mut plain = Vec::new();
        for piece in pieces_of_file(start, file.len() as u64) {
            let bytes = &file[piece.range.start as usize..piece.range.end as usize];
            plain.extend(key().open(&piece.place, bytes)?);
        }
        Ok(plain)
    }

    #[test]
    fn files_come_back_and_no_part_of_them_stays_readable() {
        for n in [0, 1, FILE_PIECE - 1, FILE_PIECE, FILE_PIECE + 1, 3 * FILE_PIECE] {
            let plain: Vec<u8> = b"secret word ".iter().copied().cycle().take(n).collect();
            let file = written(&plain);
            assert!(!file.windows(11).any(|eleven| eleven == b"secret word"));
            assert_eq!(read(&file), Ok(plain), "{n} bytes");
        }
    }

    #[test]
    fn files_that_were_cut_off_or_put_together_anew_are_refused() {
        let plain = vec![5; 2 * FILE_PIECE + 9];
        let file = written(&plain);
        let step = FILE_PIECE + OVERHEAD;
        let start = file.len() - 2 * step - 9 - OVERHEAD;
        // Whole pieces are missing at the end, or stand in another order.
        for n in [start, start + step, start + 2 * step, file.len() - 1] {
            assert_eq!(read(&file[..n]), Err(NotOpened::NotAuthentic), "{n} bytes");
        }
        let (first, second) = (&file[start..start + step], &file[start + step..start + 2 * step]);
        let swapped = [&file[..start], second, first, &file[start + 2 * step..]].concat();
        assert_eq!(read(&swapped), Err(NotOpened::NotAuthentic));
    }

    #[test]
    fn what_is_no_beginning_is_none() {
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
