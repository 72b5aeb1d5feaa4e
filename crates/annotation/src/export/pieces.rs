//! Files as lists of pieces, so that no memory block has to be as large as the whole file.

use std::io::{self, Write};

/// The content of a file as consecutive pieces.
pub type FilePieces = Vec<Vec<u8>>;

/// Minimum size of a piece in bytes. Only the last piece of a file may be smaller.
const PIECE_BYTES: usize = 1 << 20;

#[derive(Default)]
pub(super) struct PieceWriter(FilePieces);

impl PieceWriter {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        match self.0.last_mut().filter(|piece| piece.len() < PIECE_BYTES) {
            Some(piece) => piece.extend_from_slice(bytes),
            None => self.0.push(bytes.to_vec()),
        }
    }

    pub(super) fn into_pieces(self) -> FilePieces {
        self.0
    }
}

impl Write for PieceWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(super) fn joined(pieces: &[Vec<u8>]) -> String {
    String::from_utf8(pieces.concat()).expect("only text was written")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_file_has_several_pieces() {
        let mut writer = PieceWriter::default();
        let line = "one of many words ".repeat(1000);
        for _ in 0..100 {
            writer.push(line.as_bytes());
        }
        let pieces = writer.into_pieces();
        assert!(pieces.len() > 1 && pieces.iter().all(|piece| piece.len() < PIECE_BYTES + line.len()));
        assert_eq!(joined(&pieces), line.repeat(100));
        assert_eq!(joined(&PieceWriter::default().into_pieces()), "");
    }
}
