//! The views that two reviews share: the review of suggestions, and the review of a language model's answers.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::i18n::{grouped, t};
use crate::labeling::label_set::shown_labels;
use crate::runtime::access::use_project;
use crate::ui::color_class;
use crate::ui::dom::{element_of, mounted};
use crate::ui::list_navigation::ListNavigation;
use crate::ui::page_history::open_dialogs;
use fastgas_annotation::label::NEUTRAL_COLOR;

#[component]
pub fn MinConfidence(
    name: &'static str,
    /// The lowest minimum confidence that the user can select, in percent.
    min: u8,
    #[prop(into)] least: Signal<u8>,
    choose: Callback<u8>,
) -> impl IntoView {
    let on_input = move |event: ev::Event| {
        if let Ok(least) = event_target_value(&event).parse() {
            choose.run(least);
        }
    };
    view! {
        <label class="offers-field">
            <span>{t!("suggestions-minimum-confidence-label")}</span>
            <input type="range" id=format!("{name}-least") min=min.to_string() max="100" aria-describedby=format!("{name}-percent")
                aria-valuetext=move || t!("suggestions-minimum-percent", least = least.get()) prop:value=move || least.get().to_string() on:input=on_input/>
            <output id=format!("{name}-percent")>{move || t!("common-percent", n = least.get())}</output>
        </label>
    }
}

#[component]
pub fn LabelCounts(
    /// Indices of labels in the label set, each with its number of texts.
    #[prop(into)]
    counts: Signal<Vec<(usize, usize)>>,
) -> impl IntoView {
    let colors = use_project(shown_labels);
    let names = use_project(|project| project.labels.names.clone());
    let chips = move || {
        let chip = |(label, count): (usize, usize)| {
            let name = names.read().get(label).cloned().unwrap_or_default();
            let color = colors
                .read()
                .get(label)
                .map_or(NEUTRAL_COLOR as usize, |label| label.color);
            let class = format!("chip {}", color_class(color));
            view! { <li class=class><bdi>{name}</bdi> " " {grouped(count as u64)}</li> }
        };
        counts.get().into_iter().map(chip).collect_view()
    };
    view! { <ul class="offers-counts" aria-label=t!("suggestions-label-counts")>{chips}</ul> }
}

#[component]
pub fn LabelChips(
    /// Indices of labels in the label set, each with the name of the label.
    #[prop(into)]
    labels: Signal<Vec<(usize, String)>>,
) -> impl IntoView {
    let colors = use_project(shown_labels);
    move || {
        let chip = |(index, name): (usize, String)| {
            let color = colors
                .read()
                .get(index)
                .map_or(NEUTRAL_COLOR as usize, |label| label.color);
            view! { <span class=format!("chip {}", color_class(color)) dir="auto">{name}</span> }
        };
        labels.get().into_iter().map(chip).collect_view()
    }
}

/// Calls `accept` when the user presses Ctrl+Enter while the dialog with the id `dialog` is the topmost dialog.
/// The listener is on the window, because nothing has focus after the focused control was removed or disabled.
pub fn accept_by_key(dialog: &'static str, accept: impl Fn() + 'static) {
    let handle = window_event_listener(ev::keydown, move |event| {
        let is_key = event.key() == "Enter" && (event.ctrl_key() || event.meta_key());
        let is_top = || open_dialogs().last().is_some_and(|top| top.id() == dialog);
        if !is_key || event.default_prevented() || !is_top() {
            return;
        }
        // If the default action were not prevented, the key would also press the focused button.
        event.prevent_default();
        if !event.repeat() {
            accept();
        }
    });
    on_cleanup(move || handle.remove());
}

/// Selector of the controls in a list of texts with checkboxes, for [`ListNavigation`].
pub const REVIEW_CONTROLS: &str = "input, button";

pub type Tick = Callback<(Vec<u32>, bool)>;

/// A list of [`ReviewLine`]s with one Tab stop. With Shift, the arrow keys extend a range of lines.
/// All lines of the range are selected or deselected like the line where the range began.
#[component]
pub fn ReviewList(
    id: &'static str,
    label: String,
    navigation: ListNavigation,
    is_in: Callback<u32, bool>,
    tick: Tick,
    children: Children,
) -> impl IntoView {
    let on_key = move |event: ev::KeyboardEvent| {
        navigation.key(&event, |anchor, rows| tick.run((rows, is_in.run(anchor))));
    };
    view! {
        <ul class="offers-list" id=id aria-label=label on:focusin=move |event| navigation.focused(&event)
            on:mousedown=move |event| navigation.pressed(&event) on:click=|event| press_checkbox(&event) on:keydown=on_key>{children()}</ul>
    }
}

/// Firefox does not toggle the checkbox of a label that the user clicks with Shift, so the page toggles it.
fn press_checkbox(event: &ev::MouseEvent) {
    let Some(target) = element_of(event).filter(|_| event.shift_key()) else {
        return;
    };
    let label = target.closest("label").ok().flatten();
    let checkbox = label.and_then(|label| label.query_selector("input").ok().flatten());
    let checkbox = checkbox.filter(|checkbox| *checkbox != target);
    if let Some(checkbox) = checkbox.and_then(|checkbox| checkbox.dyn_into::<HtmlElement>().ok()) {
        // If the default action were not prevented, browsers other than Firefox would toggle the checkbox twice.
        event.prevent_default();
        // The checkbox is clicked after the handler has ended, because the click calls the same handler again.
        spawn_local(async move { checkbox.click() });
    }
}

/// With Shift, the checkbox selects all texts from the previously clicked text to the clicked text.
#[component]
pub fn ReviewCheckbox(
    row: u32,
    navigation: ListNavigation,
    #[prop(into)] is_in: Signal<bool>,
    tick: Tick,
) -> impl IntoView {
    let change = move |event: ev::Event| {
        let rows = navigation.clicked(row).unwrap_or_else(|| vec![row]);
        tick.run((rows, event_target_checked(&event)));
    };
    view! { <input type="checkbox" tabindex="-1" prop:checked=move || is_in.get() on:change=mounted(change)/> }
}

#[component]
pub fn ReviewLine(
    row: u32,
    #[prop(into)] labels: Signal<Vec<(usize, String)>>,
    certainty: String,
    #[prop(into)] is_in: Signal<bool>,
    navigation: ListNavigation,
    tick: Tick,
) -> impl IntoView {
    let text = use_project(move |project| project.beginning(row));
    view! {
        <li class:out=move || !is_in.get() data-row=row.to_string()>
            <label>
                <ReviewCheckbox row navigation is_in tick/>
                <span class="offer-text" dir="auto" lang="">{move || text.get()}</span>
                <LabelChips labels/>
                <span class="faint">{certainty}</span>
            </label>
        </li>
    }
}
