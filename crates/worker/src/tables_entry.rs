//! The worker for tables that are not text: workbooks, Parquet files and packed files.
//! The worker is a separate program. Only users with workbooks, Parquet files or packed files download the program.

use std::rc::Rc;

use web_time::Instant;

use crate::global_scope::Page;
use crate::tables::TablesDispatch;
use crate::{Dispatch, Source};
use fastgas_protocol::transport::file_of;

pub fn run_tables() {
    let page = Page::of_this_worker();
    let start = Instant::now();
    let dispatch = Dispatch::new(Box::new(move || start.elapsed().as_secs_f64() * 1000.0));
    let mut dispatch = TablesDispatch::new(dispatch);
    page.clone().listen(move |request, message| {
        let file = file_of(message).map(|file| Rc::new(file) as Rc<dyn Source>);
        dispatch.handle_file(request, file, &mut |event| page.send(event));
    });
}
