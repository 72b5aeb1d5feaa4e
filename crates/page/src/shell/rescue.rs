//! The texts that are shown after a panic. `www/rescue.js` displays the texts, because the WebAssembly program has stopped.

use leptos::prelude::*;

use crate::i18n::t;
use crate::runtime::access::use_app;
use fastgas_platform::send_rescue_texts;

/// A test dispatches this event to cause a panic.
/// A malicious script in the page could also dispatch the event, but could cause more damage in other ways.
/// If a script dispatches the event, the user sees the usual message after a panic and loses no data.
const PANIC_EVENT: &str = "fastgas-panic";

/// `www/rescue.js` shows these texts after a panic.
pub fn update_rescue_texts() {
    send_rescue_texts(&words());
}

fn words() -> [(&'static str, String); 11] {
    [
        ("title", t!("shell-rescue-title")),
        ("saved", t!("shell-rescue-stored-hint")),
        ("works", t!("shell-rescue-save-hint")),
        ("locked", t!("shell-rescue-protected-hint")),
        ("backUp", t!("shell-rescue-save-button")),
        ("reload", t!("shell-reload-button")),
        ("reloadWithout", t!("shell-rescue-skip-project-button")),
        ("loop", t!("shell-rescue-loop-advice")),
        ("written", t!("shell-rescue-saved-status")),
        ("unreadable", t!("shell-rescue-unreadable-problem")),
        ("report", t!("shell-rescue-report-label")),
    ]
}

/// Panics during a change of the state, when a panic is most harmful.
pub fn listen_for_tests() {
    let state = use_app().state();
    let handle = window_event_listener_untyped(PANIC_EVENT, move |_| {
        state.try_update(|_| panic!("a test asked for it"));
    });
    on_cleanup(move || handle.remove());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If a panic happens before the program has passed its texts to `www/rescue.js`, the script shows its own texts.
    #[test]
    fn script_contains_the_same_english_texts() {
        let script = include_str!("../../../../www/rescue.js");
        for (name, words) in words() {
            assert!(script.contains(&format!("{name}: \"{words}\"")), "{name}: {words}");
        }
    }
}
