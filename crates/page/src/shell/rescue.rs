//! The texts shown after a panic. `www/rescue.js` displays them without the program.

use leptos::prelude::*;

use crate::i18n::say;
use crate::ui::use_app;
use fastgas_platform::send_rescue_texts;

/// The event that makes the program panic, for tests. Only a script in the page can dispatch it, and such a script could do
/// worse. The user would see what any panic shows, and lose nothing.
const PANIC: &str = "fastgas-panic";

/// Passes the texts in the current language to `www/rescue.js`.
pub fn tell_words() {
    send_rescue_texts(&words());
}

/// The texts by their names in the script.
fn words() -> [(&'static str, String); 11] {
    [
        ("title", say!("shell-rescue-title")),
        ("saved", say!("shell-rescue-stored-hint")),
        ("works", say!("shell-rescue-save-hint")),
        ("locked", say!("shell-rescue-protected-hint")),
        ("backUp", say!("shell-rescue-save-button")),
        ("reload", say!("shell-reload-button")),
        ("reloadWithout", say!("shell-rescue-skip-project-button")),
        ("loop", say!("shell-rescue-loop-advice")),
        ("written", say!("shell-rescue-saved-status")),
        ("unreadable", say!("shell-rescue-unreadable-problem")),
        ("report", say!("shell-rescue-report-label")),
    ]
}

/// Panics when a test dispatches the panic event, during a state change, which is the worst moment.
pub fn listen_for_tests() {
    let state = use_app().state();
    let handle = window_event_listener_untyped(PANIC, move |_| {
        state.try_update(|_| panic!("a test asked for it"));
    });
    on_cleanup(move || handle.remove());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The script shows its own English texts before the program has passed any.
    #[test]
    fn script_contains_the_same_english_texts() {
        let script = include_str!("../../../../www/rescue.js");
        for (name, words) in words() {
            assert!(script.contains(&format!("{name}: \"{words}\"")), "{name}: {words}");
        }
    }
}
