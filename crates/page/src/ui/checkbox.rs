//! A checkbox component.

use leptos::prelude::*;

use crate::ui::dom::mounted;

/// The checkbox is inside its label element. The children are shown next to the checkbox.
/// `change` is called with the new value when the user changes the checkbox.
#[component]
pub fn Checkbox(
    #[prop(into, optional)] id: Option<String>,
    #[prop(optional)] name: Option<&'static str>,
    #[prop(optional)] value: Option<&'static str>,
    #[prop(optional)] class: Option<&'static str>,
    #[prop(into, optional)] title: Option<Signal<String>>,
    /// In a list with only one Tab stop, `tabindex` is −1 for all checkboxes except one.
    #[prop(optional)]
    tabindex: Option<&'static str>,
    #[prop(into)] checked: Signal<bool>,
    #[prop(into)] change: Callback<bool>,
    children: Children,
) -> impl IntoView {
    view! {
        <label class=class title=title>
            <input type="checkbox" id=id name=name value=value tabindex=tabindex prop:checked=move || checked.get()
                on:change=mounted(move |event| change.run(event_target_checked(&event)))/>
            {children()}
        </label>
    }
}
