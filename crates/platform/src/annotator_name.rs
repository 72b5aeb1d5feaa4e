//! The name of the user as annotator. All projects in the browser share the name.

use super::local_storage::{get_item, set_item};

const KEY: &str = "fastgas-annotator";

pub fn annotator_name() -> Option<String> {
    let name = get_item(KEY).ok().flatten();
    name.filter(|name| !name.is_empty())
}

/// If the browser refuses to store the name, the page asks for the name again on the next visit.
pub fn set_annotator_name(name: &str) {
    // An error is ignored, because the project also stores the name of the annotator.
    let _ = set_item(KEY, name);
}
