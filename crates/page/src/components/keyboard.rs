//! Keys of the labeling view.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::back::open_dialogs;
use super::dom::{element_of, focus, is_in, leave_field, nobody_has_focus, show_all_of};
use super::use_app;
use crate::alike;
use crate::store::Action;
use crate::suggesting;
use crate::words::say;
use fastgas_annotation::label::{Answers, Pass, is_key};
use fastgas_platform::{Choice, is_apple};

/// Listens to the whole page, except where keys are typed into a field; where a dialog is open, to what opens the guidelines.
pub fn listen(help: RwSignal<bool>) {
    let app = use_app();
    let handle = window_event_listener(ev::keydown, move |event| {
        let control = event.ctrl_key() || event.meta_key();
        // In it keys are its own.
        let has_dialog = !open_dialogs().is_empty();
        // Some keyboards have signs there, as # in France or Britain.
        let is_sign = letter_of(&event.key()).is_some_and(|letter| "#/=+*!.,?-".contains(letter));
        if event.alt_key() && !is_sign || event.default_prevented() {
            return;
        }
        let control = control && !event.alt_key();
        // As everywhere, wherever one is: what the browser would save is the page without what is in it.
        let has_project = app.state().with_untracked(|state| state.open.is_some());
        if control && event.key().eq_ignore_ascii_case("s") && !event.shift_key() && has_project && !has_dialog {
            event.prevent_default();
            if !event.repeat() {
                app.dispatch(Action::BackUp);
            }
            return;
        }
        if is_typing(&event) {
            // Whoever has added a label, searched or set a number has the keys again.
            if event.key() == "Escape" && !has_dialog {
                leave_field();
            }
            return;
        }
        // Held down, it would press again and again, each time with another text before it.
        if event.repeat() && event.key() == "Enter" && is_pressable(&event) {
            event.prevent_default();
            return;
        }
        let (can_label, single_keys, writes, hides_reason) = app.state().with_untracked(|state| {
            let open = state.open.as_ref().filter(|open| open.current.is_some());
            let writes = open.is_some_and(|open| open.answers == Answers::Text);
            (
                open.is_some(),
                state.choices.is_on(Choice::SingleKeys),
                writes,
                state.hides_reason(),
            )
        });
        if !control && !single_keys {
            return;
        }
        if event.key() == "?" && !control {
            event.prevent_default();
            help.set(true);
            return;
        }
        if has_dialog {
            return;
        }
        let action = match control {
            true => turn_of(&event),
            false if key_of(&event) == "-" => Some(Action::HideReason(!hides_reason)),
            false if key_of(&event) == "," => {
                if can_label && focus("note") {
                    event.prevent_default();
                }
                None
            }
            false if let Some(pages) = pages_of(&event) => {
                if can_label && read_on(&event, pages) {
                    event.prevent_default();
                }
                None
            }
            // There it presses what has the focus.
            false if event.key() == "Enter" && is_pressable(&event) => None,
            false if event.key() == "Enter" && writes => {
                if focus("answer") {
                    event.prevent_default();
                }
                None
            }
            false => action_of(&event),
        };
        if let Some(action) = action.filter(|_| can_label) {
            event.prevent_default();
            // A key that is held down answers one text, not all that come after it.
            if !event.repeat() || may_repeat(&action) {
                app.dispatch(action);
            }
        }
    });
    on_cleanup(move || handle.remove());
    leave_chosen();
    keep_focus_in_sight();
}

/// Firefox is content where a part of what gets the focus is in sight.
fn keep_focus_in_sight() {
    let handle = window_event_listener(ev::focusin, |event| {
        let focused = element_of(&event);
        // Not under a pointer, where it would move away.
        if let Some(focused) = focused.filter(|focused| focused.matches(":focus-visible").unwrap_or(false)) {
            show_all_of(&focused);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Who has chosen from a list or given a label by pointer gets the keys back: the next one would choose something else in it, or
/// give the same label again, and is meant for the text. Whoever chooses by key goes on there.
fn leave_chosen() {
    let by_pointer = StoredValue::new(false);
    let handles = [
        window_event_listener(ev::pointerdown, move |event| {
            by_pointer.set_value(is_in(&event, &["SELECT"]))
        }),
        window_event_listener(ev::keydown, move |_| by_pointer.set_value(false)),
        window_event_listener(ev::change, move |event| {
            if by_pointer.get_value() && is_in(&event, &["SELECT"]) {
                leave_field();
            }
        }),
        window_event_listener(ev::click, move |event| {
            let target = element_of(&event);
            let gives = |target: web_sys::Element| target.closest(".annotate .label-button").ok().flatten();
            // A button that was pressed by key was clicked no times.
            if event.detail() > 0 && target.and_then(gives).is_some() {
                leave_field();
            }
        }),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
}

/// Whether holding the key down does it again and again: going from text to text and through the steps, but saying nothing new.
fn may_repeat(action: &Action) -> bool {
    matches!(action, Action::Move(_) | Action::Undo | Action::Redo)
}

/// Whether the key belongs to what an input method composes, as for Japanese: Enter takes a word there, and nothing else.
pub fn is_composing(event: &KeyboardEvent) -> bool {
    // Safari has ended the composition by the time at which it tells of the key.
    event.is_composing() || event.key_code() == 229
}

/// Undo and redo as everywhere.
fn turn_of(event: &KeyboardEvent) -> Option<Action> {
    match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
        ("z", false) => Some(Action::Undo),
        ("z", true) | ("y", false) => Some(Action::Redo),
        _ => None,
    }
}

/// How many pages the key reads on.
fn pages_of(event: &KeyboardEvent) -> Option<f64> {
    match event.key().as_str() {
        "PageDown" => Some(1.0),
        "PageUp" => Some(-1.0),
        _ => None,
    }
}

/// Scrolls a text that is longer than its place, unless the focus is elsewhere; whether there was more of it.
fn read_on(event: &KeyboardEvent, pages: f64) -> bool {
    // The last line stays in sight as the first.
    const OF_PLACE: f64 = 0.85;
    let focused = element_of(event);
    let is_here =
        |focused: web_sys::Element| nobody_has_focus() || focused.closest(".annotate").is_ok_and(|near| near.is_some());
    let Some(text) = document()
        .get_element_by_id("current-text")
        .filter(|_| focused.is_some_and(is_here))
    else {
        return false;
    };
    let before = text.scroll_top();
    let step = (f64::from(text.client_height()) * OF_PLACE * pages).round();
    text.set_scroll_top(before + step as i32);
    text.scroll_top() != before
}

fn action_of(event: &KeyboardEvent) -> Option<Action> {
    let key = key_of(event);
    match key.as_str() {
        "0" | "Backspace" => Some(Action::TakeBack),
        "ArrowRight" | "j" | "J" => Some(Action::Move(1)),
        "ArrowLeft" | "k" | "K" => Some(Action::Move(-1)),
        "Enter" => Some(Action::GoOn),
        "s" | "S" => Some(Action::Pass { why: Pass::Skipped }),
        "." => Some(Action::Pass { why: Pass::CannotTell }),
        "!" => Some(Action::Flag),
        "#" => Some(Action::ListNext),
        "/" => Some(Action::FindLabel(true)),
        "*" => Some(Action::Suggest(suggesting::Action::Ask)),
        "=" => Some(Action::Alike(alike::Action::OpenSimilar(None))),
        "+" => Some(Action::Suggest(suggesting::Action::Accept)),
        "u" | "U" if event.shift_key() => Some(Action::Redo),
        "u" | "U" => Some(Action::Undo),
        _ => {
            let key = letter_of(&key).filter(|letter| is_key(letter.to_ascii_lowercase()))?;
            Some(Action::GiveByKey { key })
        }
    }
}

/// The key, or, on keyboards with other letters, the Latin letter that is on it; in the row of numbers the digit, also where that
/// needs Shift, as in France, or is another one.
pub fn key_of(event: &KeyboardEvent) -> String {
    let (key, code) = (event.key(), event.code());
    let letter = letter_of(&key);
    let is_other_letter = letter.is_some_and(|letter| letter.is_alphabetic() && !letter.is_ascii());
    // These are keys of the page, wherever they are.
    let is_sign = letter.is_none_or(|letter| "!#*".contains(letter));
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

/// The key that goes with others, as it is called on this machine's keyboards.
pub fn control_key() -> String {
    match is_apple() {
        true => "⌘".to_owned(),
        false => say!("key-ctrl"),
    }
}

/// What the key writes, where that is one letter, digit or sign.
pub fn letter_of(key: &str) -> Option<char> {
    let mut letters = key.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn is_pressable(event: &KeyboardEvent) -> bool {
    is_in(event, &["BUTTON", "A", "SUMMARY"])
}

/// Whether the key goes into a field. Into a box to tick none does but the space bar, which is no key of the page.
fn is_typing(event: &KeyboardEvent) -> bool {
    let input = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let is_box = input.is_some_and(|input| input.type_() == "checkbox");
    !is_box && is_in(event, &["INPUT", "SELECT", "TEXTAREA"])
}

/// Whether what a person did last, they did by key: the page may bring to them what it shows next. Under a finger or a mouse it
/// stays where it is.
pub fn by_key() -> StoredValue<bool> {
    let by_key = StoredValue::new(false);
    let handles = [
        window_event_listener(ev::pointerdown, move |_| by_key.set_value(false)),
        window_event_listener(ev::keydown, move |_| by_key.set_value(true)),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
    by_key
}
