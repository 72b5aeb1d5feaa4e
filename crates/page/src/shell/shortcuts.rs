//! Keyboard shortcuts of the page.

use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use leptos::reactive::owner::LocalStorage;
use wasm_bindgen::JsCast;

use crate::browser::animation_frame::before_paint;
use crate::export;
use crate::labeling;
use crate::persistence;
use crate::project::Project;
use crate::runtime::access::use_app;
use crate::runtime::handle::AppHandle;
use crate::shell::help_key::is_typing;
use crate::shell::tabs::focus_view;
use crate::shell::views::{self, View};
use crate::similar;
use crate::state::Msg;
use crate::suggestions;
use crate::ui::dom::{element_of, focus, focused, is_in, leave_field, nothing_has_focus, scroll_into_view};
use crate::ui::keyboard::{key_of, letter_of};
use crate::ui::page_history::open_dialogs;
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::{AnswerType, PassReason, is_key};
use fastgas_platform::{Preference, is_apple};

/// Ignores keys that are typed into a field, and the key of [`help_key`](crate::shell::help_key).
/// While a dialog is open, the shortcuts do nothing. Keys for the current text work only in the label view.
pub fn listen() {
    let app = use_app();
    let return_focus = ReturnFocus(StoredValue::new_local(None));
    let handle = window_event_listener(ev::keydown, move |event| {
        let control = event.ctrl_key() || event.meta_key();
        // An open dialog handles all keys.
        let has_dialog = !open_dialogs().is_empty();
        // On some keyboards, the user types characters such as # with Alt, for example with French and British layouts.
        let is_sign = letter_of(&event.key()).is_some_and(|letter| "#/=+*!.,?->%".contains(letter));
        if event.default_prevented() {
            return;
        }
        if let Some(msg) = view_msg(&event).filter(|_| !is_sign) {
            let has_views = app
                .state()
                .with_untracked(|state| state.project.as_ref().is_some_and(Project::has_queue));
            if has_views && !has_dialog {
                event.prevent_default();
                if !event.repeat() {
                    choose_view(app, msg);
                }
            }
            return;
        }
        if event.alt_key() && !is_sign {
            return;
        }
        let control = control && !event.alt_key();
        // Ctrl+S makes a backup in every view. The browser's own command would save the page without the project.
        let has_project = app.state().with_untracked(|state| state.project.is_some());
        if control && event.key().eq_ignore_ascii_case("s") && !event.shift_key() && has_project && !has_dialog {
            event.prevent_default();
            if !event.repeat() {
                app.dispatch(Msg::Persistence(persistence::Msg::BackUp));
            }
            return;
        }
        if is_typing(&event) {
            // The Escape key in a field returns the focus to the previous element, so that the shortcuts work again.
            if event.key() == "Escape" && !has_dialog && !return_focus.go(&event) {
                leave_field();
            }
            return;
        }
        // Only the first press of a held Enter key on a button counts. Each repetition would answer another text.
        if event.repeat() && event.key() == "Enter" && is_pressable(&event) {
            event.prevent_default();
            return;
        }
        let (has_text, is_labeling, single_keys, writes, hides_reason, can_review) =
            app.state().with_untracked(|state| {
                let project = state.project.as_ref().filter(|project| project.view.current.is_some());
                let writes = project.is_some_and(|project| project.labels.answers == AnswerType::Text);
                (
                    project.is_some(),
                    project.is_some() && state.view.shown == View::Label,
                    state.preferences.is_on(Preference::SingleKeys),
                    writes,
                    state.session.hides_reason(),
                    key_of(&event) == "%" && project.is_some_and(|project| state.suggestions.can_review(project)),
                )
            });
        if !control && !single_keys {
            return;
        }
        if has_dialog {
            return;
        }
        let msg = match control {
            true => control_msg(&event),
            // The key `>` moves the focus to the field for the number of additional picks.
            // The user can change the number of additional picks before the Enter key starts the run.
            false if key_of(&event) == ">" => {
                if has_text {
                    event.prevent_default();
                    in_view(app, View::Label, move || {
                        if return_focus.enter("more") {
                            // Select the proposed number of additional picks, so that a typed number replaces the proposal.
                            select_content("more");
                        }
                    });
                }
                None
            }
            false if key_of(&event) == "%" => can_review.then_some(Msg::Suggest(suggestions::Msg::OpenPreview)),
            // All following shortcuts belong to the current text, which only the label view shows.
            false if !is_labeling => None,
            false if key_of(&event) == "-" => Some(Msg::Labeling(labeling::Msg::HideReason(!hides_reason))),
            false if key_of(&event) == "," => {
                if return_focus.enter("note") {
                    event.prevent_default();
                }
                None
            }
            false if let Some(pages) = pages_of(&event) => {
                if read_on(&event, pages) {
                    event.prevent_default();
                }
                None
            }
            // The browser handles Enter, because Enter presses the focused button.
            false if event.key() == "Enter" && is_pressable(&event) => None,
            false if event.key() == "Enter" && writes => {
                if return_focus.enter("answer") {
                    event.prevent_default();
                }
                None
            }
            false => action_of(&event),
        };
        if let Some(msg) = msg.filter(|_| has_text) {
            event.prevent_default();
            // A key that is held down must answer only one text.
            if !event.repeat() || may_repeat(&msg) {
                let is_export = matches!(msg, Msg::Export(..));
                app.dispatch(msg);
                if is_export {
                    // If the project has no labels, the export button is disabled and does not receive focus.
                    in_view(app, View::Export, || {
                        focus("export-csv");
                    });
                }
            }
        }
    });
    on_cleanup(move || handle.remove());
    blur_chosen();
    scroll_focus_into_view();
}

/// The message for Alt and a digit, which opens a view or the settings.
/// Reads the position of the digit key, because some layouts type digits with Shift.
/// Returns `None` in a field if Alt and a digit type a character, as on Apple's keyboards.
fn view_msg(event: &KeyboardEvent) -> Option<views::Msg> {
    let is_other = event.ctrl_key() || event.meta_key() || event.shift_key() || event.get_modifier_state("AltGraph");
    if !event.alt_key() || is_other || is_apple() && is_typing(event) {
        return None;
    }
    let digit: usize = event.code().strip_prefix("Digit")?.parse().ok()?;
    let view = View::ALL.get(digit.checked_sub(1)?).copied();
    match view {
        Some(view) => Some(views::Msg::Show(view)),
        None => (digit == SETTINGS_DIGIT).then_some(views::Msg::OpenSettings),
    }
}

/// Alt and this digit open the settings. The digit follows the digits of the views.
pub const SETTINGS_DIGIT: usize = View::ALL.len() + 1;

/// Before the view changes, the focused field loses the focus, so that its content is submitted.
fn choose_view(app: AppHandle, msg: views::Msg) {
    if let views::Msg::Show(view) = msg {
        leave_field();
        before_paint(move || focus_view(view));
    }
    app.dispatch(Msg::View(msg));
}

/// Calls `then` when the view is in the document, so that `then` can focus an element of the view.
fn in_view(app: AppHandle, view: View, then: impl FnOnce() + 'static) {
    if app.state().with_untracked(|state| state.view.shown) == view {
        return then();
    }
    app.dispatch(Msg::View(views::Msg::Show(view)));
    before_paint(then);
}

/// Scrolls to an element with the keyboard focus, because Firefox does not scroll to a partly visible element.
fn scroll_focus_into_view() {
    let handle = window_event_listener(ev::focusin, |event| {
        let focused = element_of(&event);
        // After a click, the page does not scroll, because the element would move away from the pointer.
        if let Some(focused) = focused.filter(|focused| focused.matches(":focus-visible").unwrap_or(false)) {
            scroll_into_view(&focused);
        }
    });
    on_cleanup(move || handle.remove());
}

/// Removes the focus after the user has chosen from a drop-down list, given a label or changed the view with the pointer.
/// If the focus stayed, the next key would change the choice in the list or press the button again.
/// After keyboard input, the focus stays on the element.
fn blur_chosen() {
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
            let gives = |target: web_sys::Element| {
                target
                    .closest(".annotate .label-button, .views [id^=view-]")
                    .ok()
                    .flatten()
            };
            // A click from the keyboard has `detail` 0. After such a click, the focus stays on the element.
            if event.detail() > 0 && target.and_then(gives).is_some() {
                leave_field();
            }
        }),
    ];
    on_cleanup(move || handles.into_iter().for_each(|handle| handle.remove()));
}

/// Navigation, undo and redo are repeated while a key is held down, but annotations are not.
fn may_repeat(msg: &Msg) -> bool {
    matches!(
        msg,
        Msg::Labeling(labeling::Msg::Move(_)) | Msg::Labeling(labeling::Msg::Undo) | Msg::Labeling(labeling::Msg::Redo)
    )
}

/// The field that a shortcut last moved the focus to, and the element that had focus before.
#[derive(Clone, Copy)]
struct ReturnFocus(StoredValue<Option<(&'static str, web_sys::HtmlElement)>, LocalStorage>);

impl ReturnFocus {
    fn enter(self, id: &'static str) -> bool {
        let before = focused().and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
        let is_there = focus(id);
        if is_there {
            self.0.set_value(before.map(|before| (id, before)));
        }
        is_there
    }

    /// Returns the focus to the element that had focus before the field.
    /// Returns false if the previous element no longer exists, or if the user reached the field without a shortcut.
    fn go(self, event: &KeyboardEvent) -> bool {
        let Some((id, before)) = self.0.try_update_value(Option::take).flatten() else {
            return false;
        };
        if element_of(event).is_none_or(|field| field.id() != id) {
            return false;
        }
        // Focusing does nothing if the element no longer exists or is disabled.
        let _ = before.focus();
        let before: &web_sys::Element = &before;
        focused().as_ref() == Some(before)
    }
}

fn select_content(id: &str) {
    let field = document().get_element_by_id(id);
    if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlInputElement>().ok()) {
        field.select();
    }
}

fn control_msg(event: &KeyboardEvent) -> Option<Msg> {
    match (event.key().to_ascii_lowercase().as_str(), event.shift_key()) {
        ("z", false) => Some(Msg::Labeling(labeling::Msg::Undo)),
        ("z", true) | ("y", false) => Some(Msg::Labeling(labeling::Msg::Redo)),
        ("e", false) => Some(Msg::Export(export::Msg::Start(ExportRows::Labeled, ExportFormat::Csv))),
        _ => None,
    }
}

/// Number of pages to scroll down. A negative number scrolls up.
fn pages_of(event: &KeyboardEvent) -> Option<f64> {
    match event.key().as_str() {
        "PageDown" => Some(1.0),
        "PageUp" => Some(-1.0),
        _ => None,
    }
}

/// Scrolls the current text by `pages` if the text is taller than its area. Returns whether the text has scrolled.
/// Does nothing if the focus is in another part of the page.
fn read_on(event: &KeyboardEvent, pages: f64) -> bool {
    // Share of the visible height that one page scrolls. Less than 1, so that the last visible line stays visible.
    const SCROLL_SHARE: f64 = 0.85;
    let focused = element_of(event);
    let is_here = |focused: web_sys::Element| {
        // If the focus is in the panel of suggestions, the browser scrolls this panel.
        let is_hints = focused.id() == "suggested-content";
        nothing_has_focus() || !is_hints && focused.closest(".annotate").is_ok_and(|near| near.is_some())
    };
    let Some(text) = document()
        .get_element_by_id("current-text")
        .filter(|_| focused.is_some_and(is_here))
    else {
        return false;
    };
    let before = text.scroll_top();
    let step = (f64::from(text.client_height()) * SCROLL_SHARE * pages).round();
    text.set_scroll_top(before + step as i32);
    text.scroll_top() != before
}

fn action_of(event: &KeyboardEvent) -> Option<Msg> {
    let key = key_of(event);
    match key.as_str() {
        "0" | "Backspace" => Some(Msg::Labeling(labeling::Msg::ClearAnswer)),
        "ArrowRight" | "j" | "J" => Some(Msg::Labeling(labeling::Msg::Move(1))),
        "ArrowLeft" | "k" | "K" => Some(Msg::Labeling(labeling::Msg::Move(-1))),
        "Enter" => Some(Msg::Labeling(labeling::Msg::Advance)),
        "s" | "S" => Some(Msg::Labeling(labeling::Msg::Pass {
            why: PassReason::Skipped,
        })),
        "." => Some(Msg::Labeling(labeling::Msg::Pass {
            why: PassReason::CannotTell,
        })),
        "!" => Some(Msg::Labeling(labeling::Msg::Flag)),
        "#" => Some(Msg::Labeling(labeling::Msg::NextListFilter)),
        "/" => Some(Msg::Labeling(labeling::Msg::FindLabel(true))),
        "*" => Some(Msg::Suggest(suggestions::Msg::Ask)),
        "=" => Some(Msg::Similar(similar::Msg::OpenSimilar(None))),
        "+" => Some(Msg::Suggest(suggestions::Msg::Accept)),
        "u" | "U" if event.shift_key() => Some(Msg::Labeling(labeling::Msg::Redo)),
        "u" | "U" => Some(Msg::Labeling(labeling::Msg::Undo)),
        _ => {
            let key = letter_of(&key).filter(|letter| is_key(letter.to_ascii_lowercase()))?;
            Some(Msg::Labeling(labeling::Msg::GiveByKey { key }))
        }
    }
}

fn is_pressable(event: &KeyboardEvent) -> bool {
    is_in(event, &["BUTTON", "A", "SUMMARY"])
}
