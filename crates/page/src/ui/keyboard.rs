//! Functions for keyboard events, and the names of keys.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;

use crate::i18n::t;
use fastgas_platform::is_apple;

/// True if the key belongs to a composition of an input method (IME). In a composition, Enter only confirms the composed text.
pub fn is_composing(event: &KeyboardEvent) -> bool {
    // Safari fires the last key event of a composition after the end of the composition, but with key code 229.
    event.is_composing() || event.key_code() == 229
}

/// The key, mapped to the Latin letter at its position if the keyboard layout is not Latin.
/// Keys of the digit row are mapped to digits, also in layouts that type digits with Shift (French) or have other digits.
pub fn key_of(event: &KeyboardEvent) -> String {
    let (key, code) = (event.key(), event.code());
    let letter = letter_of(&key);
    let is_other_letter = letter.is_some_and(|letter| letter.is_alphabetic() && !letter.is_ascii());
    // The characters `!`, `#`, `*` and `%` are shortcuts, regardless of their position on the keyboard.
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

/// The name of the modifier key for shortcuts on this platform.
pub fn control_key() -> String {
    match is_apple() {
        true => "⌘".to_owned(),
        false => t!("shell-key-ctrl"),
    }
}

/// The name of the Alt key on this platform.
pub fn alt_key() -> &'static str {
    match is_apple() {
        true => "⌥",
        false => "Alt",
    }
}

/// The character that the key types, if the key types exactly one character.
pub fn letter_of(key: &str) -> Option<char> {
    let mut letters = key.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// True if the user's last input was from the keyboard, so that the page may move the focus to new content.
/// After input with touch or mouse, the page does not move the focus.
pub fn by_key() -> StoredValue<bool> {
    let by_key = StoredValue::new(false);
    let handles = [
        window_event_listener(ev::pointerdown, move |_| by_key.set_value(false)),
        window_event_listener(ev::keydown, move |_| by_key.set_value(true)),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
    by_key
}
