//! Whether single keys do something, as a person chose for this browser.

use super::kept::{keep, kept};

const KEY: &str = "fastgas-single-keys";
const OFF: &str = "off";

/// Whether single keys do something: unless a person has turned them off.
pub fn has_single_keys() -> bool {
    kept(KEY).ok().flatten().as_deref() != Some(OFF)
}

/// Keeps the choice; where the browser refuses, it holds until the page is left.
pub fn keep_single_keys(on: bool) {
    // It holds already.
    let _ = keep(KEY, if on { "on" } else { OFF });
}
