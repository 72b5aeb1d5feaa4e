//! Reads the file that the page sent with a request. The browser keeps the file on disk.

use std::ops::Range;

use js_sys::Uint8Array;
use web_sys::{Blob, FileReaderSync};

use crate::Source;
use fastgas_protocol::Refusal;

impl Source for Blob {
    fn bytes(&self) -> u64 {
        self.size() as u64
    }

    fn read(&self, bytes: Range<u64>) -> Result<Vec<u8>, Refusal> {
        let read = || {
            let piece = self.slice_with_f64_and_f64(bytes.start as f64, bytes.end as f64)?;
            FileReaderSync::new()?.read_as_array_buffer(&piece)
        };
        let buffer = read().map_err(Refusal::from)?;
        Ok(Uint8Array::new(&buffer).to_vec())
    }
}
