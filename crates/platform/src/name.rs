//! The name of whoever labels in this browser, which is no part of any one project.

use super::kept::{keep, kept};

const KEY: &str = "fastgas-annotator";

/// The name, where one was kept and the browser gives it.
pub fn annotator() -> Option<String> {
    let name = kept(KEY).ok().flatten();
    name.filter(|name| !name.is_empty())
}

/// Keeps the name; where the browser refuses, it is asked for again on the next visit.
pub fn keep_annotator(name: &str) {
    // The project keeps it too.
    let _ = keep(KEY, name);
}
