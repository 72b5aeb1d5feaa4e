//! The worker for all requests that need neither a model nor a GPU.

use web_time::Instant;

use crate::global_scope::Page;
use crate::{Dispatch, Source};
use fastgas_protocol::transport::file_of;

pub fn run() {
    let page = Page::of_this_worker();
    let start = Instant::now();
    let mut dispatch = Dispatch::new(Box::new(move || start.elapsed().as_secs_f64() * 1000.0));
    page.clone().listen(move |request, message| {
        let file = file_of(message);
        dispatch.handle_file(request, file.as_ref().map(|file| file as &dyn Source), &mut |event| {
            page.send(event)
        })
    });
}
