//! The ONNX file of an encoder, in this program's own memory or in memory that several programs share.

use std::sync::Arc;

/// A read-only file in memory that several programs share.
pub trait SharedBytes: Send + Sync {
    /// Number of bytes in the file.
    fn len(&self) -> usize;

    /// Whether the file is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies the bytes from position `start` into `out`.
    ///
    /// # Panics
    /// Panics if the file ends before `out` is filled.
    fn read(&self, start: usize, out: &mut [u8]);
}

/// The ONNX file of an encoder.
pub enum ModelFile {
    /// The file is in this program's own memory. The memory is freed while the encoder reads the file.
    Owned(Vec<u8>),
    /// The file is in memory that several programs share. A token table of 4-bit integers stays in the shared memory.
    /// Such a token table is the largest part of a multilingual encoder.
    Shared(Arc<dyn SharedBytes>),
}

impl ModelFile {
    /// Size of the file in bytes.
    pub fn len(&self) -> usize {
        match self {
            ModelFile::Owned(bytes) => bytes.len(),
            ModelFile::Shared(bytes) => bytes.len(),
        }
    }

    /// Whether the file is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
