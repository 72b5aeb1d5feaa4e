//! Stores bytes in pieces, so that a large text need not be moved when it grows. The pieces can be compressed.

use std::io;
use std::ops::Range;

use bytes::Bytes;

use crate::input::Input;

/// Size of a piece in bytes before compression.
const PIECE_BYTES: usize = 1 << 20;

/// How a [`Store`] keeps its bytes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The bytes are stored uncompressed, for a text that is read once.
    Plain,
    /// The bytes are compressed with LZ4 to about half their size, for a text that stays in a browser's memory.
    Packed,
}

/// A sequence of bytes that is stored in pieces.
#[derive(Debug)]
pub struct Store {
    keep: Keep,
    /// The complete pieces of [`PIECE_BYTES`] bytes each.
    pieces: Vec<Piece>,
    /// The last piece, which is incomplete.
    last: Vec<u8>,
}

#[derive(Debug)]
enum Piece {
    Plain(Box<[u8]>),
    Packed(Box<[u8]>),
}

impl Piece {
    fn into_bytes(self) -> Vec<u8> {
        match self {
            Piece::Plain(bytes) => bytes.into_vec(),
            Piece::Packed(packed) => unpacked(&packed),
        }
    }
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    lz4_flex::block::decompress(packed, PIECE_BYTES).expect("this store has compressed it")
}

impl Store {
    /// Creates an empty store.
    pub fn new(keep: Keep) -> Store {
        Store {
            keep,
            pieces: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Total number of bytes before compression.
    pub fn bytes(&self) -> u64 {
        (self.pieces.len() * PIECE_BYTES) as u64 + self.last.len() as u64
    }

    /// Appends bytes. O(number of bytes) time.
    pub fn push(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let room = PIECE_BYTES - self.last.len();
            let (now, later) = bytes.split_at(room.min(bytes.len()));
            self.last.extend_from_slice(now);
            bytes = later;
            if self.last.len() == PIECE_BYTES {
                self.complete_piece();
            }
        }
    }

    fn complete_piece(&mut self) {
        let piece = match self.keep {
            Keep::Plain => Piece::Plain(std::mem::take(&mut self.last).into_boxed_slice()),
            Keep::Packed => {
                let packed = lz4_flex::block::compress(&self.last);
                // A piece that compression does not shrink, as in a file that is already compressed, is stored uncompressed.
                let piece = match packed.len() < self.last.len() {
                    true => Piece::Packed(packed.into_boxed_slice()),
                    false => Piece::Plain(Box::from(&self.last[..])),
                };
                self.last.clear();
                piece
            }
        };
        self.pieces.push(piece);
    }

    /// Copies a range of bytes. Bytes of the range after the last byte are omitted.
    /// O(total size of the pieces that overlap the range) time.
    pub fn read(&self, range: Range<u64>) -> Vec<u8> {
        let end = range.end.min(self.bytes());
        let mut read = Vec::new();
        let mut at = range.start;
        while at < end {
            // The index of a piece in memory always fits into a `usize`.
            let (index, offset) = ((at / PIECE_BYTES as u64) as usize, (at % PIECE_BYTES as u64) as usize);
            let n = (PIECE_BYTES - offset).min((end - at) as usize);
            match self.pieces.get(index) {
                None => read.extend_from_slice(&self.last[offset..offset + n]),
                Some(Piece::Plain(bytes)) => read.extend_from_slice(&bytes[offset..offset + n]),
                Some(Piece::Packed(packed)) => {
                    let bytes = unpacked(packed);
                    match n == PIECE_BYTES && read.is_empty() {
                        true => read = bytes,
                        false => read.extend_from_slice(&bytes[offset..offset + n]),
                    }
                }
            }
            at += n as u64;
        }
        read
    }

    /// Returns the bytes piece by piece. Each piece is freed when the next piece is requested.
    pub fn into_pieces(self) -> impl Iterator<Item = Vec<u8>> {
        let last = Some(self.last).filter(|last| !last.is_empty());
        self.pieces.into_iter().map(Piece::into_bytes).chain(last)
    }

    /// Returns all bytes in one vector. O(number of bytes) time.
    pub fn into_vec(self) -> Vec<u8> {
        let mut whole = Vec::with_capacity(usize::try_from(self.bytes()).unwrap_or(0));
        for piece in self.into_pieces() {
            whole.extend_from_slice(&piece);
        }
        whole
    }
}

impl Input for Store {
    fn bytes(&self) -> u64 {
        Store::bytes(self)
    }

    fn read(&self, range: Range<u64>) -> io::Result<Bytes> {
        Ok(Bytes::from(Store::read(self, range)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `n` test bytes. Every second piece of these bytes can be compressed.
    fn sample(n: usize) -> Vec<u8> {
        let mut seed = 7_u32;
        let random = std::iter::repeat_with(|| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        });
        let letters = (0..n).map(|at| {
            if (at / PIECE_BYTES).is_multiple_of(2) {
                b'a' + (at % 13) as u8
            } else {
                0
            }
        });
        letters
            .zip(random)
            .map(|(letter, random)| if letter == 0 { random } else { letter })
            .collect()
    }

    #[test]
    fn pushed_bytes_are_read_in_any_ranges() {
        let bytes = sample(3 * PIECE_BYTES + 77);
        for keep in [Keep::Plain, Keep::Packed] {
            let mut store = Store::new(keep);
            bytes.chunks(700_001).for_each(|piece| store.push(piece));
            assert_eq!(store.bytes(), bytes.len() as u64);
            let step = PIECE_BYTES as u64;
            for (start, end) in [
                (0, step),
                (5, 9),
                (step - 1, step + 1),
                (step, 2 * step),
                (10, 3 * step + 77),
            ] {
                let expected = &bytes[start as usize..end as usize];
                assert!(store.read(start..end) == expected, "{keep:?} {start}..{end}");
            }
            assert!(store.read(3 * step..u64::MAX) == bytes[3 * PIECE_BYTES..]);
            assert!(store.read(9 * step..u64::MAX).is_empty());
            assert!(store.into_vec() == bytes, "{keep:?}");
        }
    }

    #[test]
    fn packed_store_is_smaller_than_repetitive_bytes() {
        let mut store = Store::new(Keep::Packed);
        store.push(&b"a text that occurs often, ".repeat(100_000));
        let n_packed: usize = store
            .pieces
            .iter()
            .map(|piece| match piece {
                Piece::Plain(bytes) | Piece::Packed(bytes) => bytes.len(),
            })
            .sum();
        assert!(n_packed < PIECE_BYTES / 10, "{n_packed}");
    }
}
