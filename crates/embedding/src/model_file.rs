//! The ONNX file of an encoder: in this program's memory, or in memory that several programs share.

use std::sync::Arc;

/// Bytes outside of this program's memory. The bytes never change.
pub trait SharedBytes: Send + Sync {
    /// Number of bytes.
    fn len(&self) -> usize;

    /// True if there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Copies the bytes from `start` on into `out`.
    ///
    /// # Panics
    /// Panics if there are fewer bytes.
    fn read(&self, start: usize, out: &mut [u8]);
}

/// The ONNX file of an encoder.
pub enum ModelFile {
    /// The file is in this program's memory, which is freed as the file is read.
    Owned(Vec<u8>),
    /// Several programs share the file. A table of 4-bit integers, the largest part of a multilingual encoder,
    /// stays in the shared memory.
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

    /// True if the file has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
