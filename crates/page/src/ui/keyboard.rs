//! Functions for keyboard events, and the names of keys.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;

use crate::i18n::t;
use fastgas_platform::is_apple;

/// True while the user composes text with an input method (IME), where Enter only confirms the composed text.
pub fn is_composing(event: &KeyboardEvent) -> bool {
    // Safari sends the last key event of a composition after its end, but with key code 229.
    event.is_composing() || event.key_code() == 229
}

/// The name of the pressed key, regardless of the keyboard's script.
/// On a keyboard with a non-Latin script, returns the Latin letter at the same position.
/// For the keys 0 to 9, returns the digit, even if the keyboard types digits with Shift (French) or has other digits.
pub fn key_of(event: &KeyboardEvent) -> String {
    let (key, code) = (event.key(), event.code());
    let letter = letter_of(&key);
    let is_other_letter = letter.is_some_and(|letter| letter.is_alphabetic() && !letter.is_ascii());
    // The shortcuts `!`, `#`, `*` and `%` depend on the typed character, not on the position of the key.
    let is_sign = letter.is_none_or(|letter| "!#*%".contains(letter));
    let is_digit = !is_sign && !event.shift_key() && !event.alt_key();
    if let Some(digit) = code.strip_prefix("Digit").filter(|_| is_digit) {
        return digit.to_owned();
    }
    match code.strip_prefix("Key").filter(|_| is_other_letter) {
        Some(letter) if event.shift_key() => letter.to_owned(),
        Some(letter) => letter.to_lowercase(),
        None => key,
    }
}

/// The modifier key of shortcuts: Command on Apple devices, otherwise Ctrl.
pub fn control_key() -> String {
    match is_apple() {
        true => "⌘".to_owned(),
        false => t!("shell-key-ctrl"),
    }
}

pub fn alt_key() -> &'static str {
    match is_apple() {
        true => "⌥",
        false => "Alt",
    }
}

pub fn letter_of(key: &str) -> Option<char> {
    let mut letters = key.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// True if the user's last input came from the keyboard, so that the page may move the focus to new content.
/// After touch or mouse input, the page does not move the focus.
pub fn by_key() -> StoredValue<bool> {
    let by_key = StoredValue::new(false);
    let handles = [
        window_event_listener(ev::pointerdown, move |_| by_key.set_value(false)),
        window_event_listener(ev::keydown, move |_| by_key.set_value(true)),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
    by_key
}
