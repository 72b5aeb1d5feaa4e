//! The name of the annotator in this browser, shared by all projects.

use super::local_storage::{keep, kept};

const KEY: &str = "fastgas-annotator";

/// Returns the stored name. `None` if there is none or the browser refuses access.
pub fn annotator() -> Option<String> {
    let name = kept(KEY).ok().flatten();
    name.filter(|name| !name.is_empty())
}

/// Stores the name. If the browser refuses, the page asks again on the next visit.
pub fn keep_annotator(name: &str) {
    // The project contains the name, too.
    let _ = keep(KEY, name);
}
