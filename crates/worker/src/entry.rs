//! The worker for all requests that need neither a model nor a GPU.

use std::ops::Range;

use js_sys::Uint8Array;
use web_sys::{Blob, FileReaderSync};
use web_time::Instant;

use crate::global_scope::Page;
use crate::{Dispatch, Source};
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

/// Handles the page's requests until the page terminates the worker.
pub fn run() {
    let page = Page::of_this_worker();
    let start = Instant::now();
    let mut dispatch = Dispatch::new(Box::new(move || start.elapsed().as_secs_f64() * 1000.0));
    page.clone().listen(move |request, file| {
        dispatch.handle_file(request, file.as_ref().map(|file| file as &dyn Source), &mut |event| {
            page.send(event)
        })
    });
}
