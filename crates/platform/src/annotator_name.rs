//! The name of the annotator in this browser, shared by all projects.

use super::local_storage::{get_item, set_item};

const KEY: &str = "fastgas-annotator";

/// Returns the stored name of the annotator. `None` if no name is stored or the browser refuses access.
pub fn annotator_name() -> Option<String> {
    let name = get_item(KEY).ok().flatten();
    name.filter(|name| !name.is_empty())
}

/// Stores the name of the annotator. If the browser refuses, the page asks for the name again on the next visit.
pub fn set_annotator_name(name: &str) {
    // An error is ignored, because the project also stores the name of the annotator.
    let _ = set_item(KEY, name);
}
