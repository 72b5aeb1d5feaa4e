//! What the user is told after the program has failed: `www/rescue.js` shows it, without this program.

use leptos::prelude::*;

use super::use_app;
use crate::words::say;
use fastgas_platform::tell_rescue_words;

/// The event at which the program panics, for tests. Only a script in the page can dispatch it, and one that runs there could do
/// worse; a user who meets it sees what a panic shows, and loses nothing.
const PANIC: &str = "fastgas-panic";

/// Tells the words in the language in use.
pub fn tell_words() {
    tell_rescue_words(&words());
}

/// By their names in the script.
fn words() -> [(&'static str, String); 11] {
    [
        ("title", say!("rescue-title")),
        ("saved", say!("rescue-saved")),
        ("works", say!("rescue-works")),
        ("locked", say!("rescue-locked")),
        ("backUp", say!("rescue-back-up")),
        ("reload", say!("rescue-reload")),
        ("reloadWithout", say!("rescue-reload-without")),
        ("loop", say!("rescue-loop")),
        ("written", say!("rescue-written")),
        ("unreadable", say!("rescue-unreadable")),
        ("report", say!("rescue-report")),
    ]
}

/// Panics when a test says so, while the state is being changed: the worst moment.
pub fn listen_for_tests() {
    let state = use_app().state();
    let handle = window_event_listener_untyped(PANIC, move |_| state.update(|_| panic!("a test asked for it")));
    on_cleanup(move || handle.remove());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The script speaks English before the program has told it anything.
    #[test]
    fn the_script_has_the_same_words() {
        let script = include_str!("../../../../www/rescue.js");
        for (name, words) in words() {
            assert!(script.contains(&format!("{name}: \"{words}\"")), "{name}: {words}");
        }
    }
}
