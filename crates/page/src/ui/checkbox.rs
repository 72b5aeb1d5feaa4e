//! A checkbox.

use leptos::prelude::*;

use crate::ui::dom::mounted;

/// A checkbox inside its label, of which the children are the rest. `change` gets the new state after the user's change.
#[component]
pub fn Checkbox(
    /// The id of the checkbox.
    #[prop(into, optional)]
    id: Option<String>,
    /// The name of a group of checkboxes.
    #[prop(optional)]
    name: Option<&'static str>,
    /// The value of the checkbox in its group.
    #[prop(optional)]
    value: Option<&'static str>,
    /// The class of the label.
    #[prop(optional)]
    class: Option<&'static str>,
    /// The tooltip of the label.
    #[prop(into, optional)]
    title: Option<Signal<String>>,
    #[prop(into)] checked: Signal<bool>,
    #[prop(into)] change: Callback<bool>,
    children: Children,
) -> impl IntoView {
    view! {
        <label class=class title=title>
            <input type="checkbox" id=id name=name value=value prop:checked=move || checked.get()
                on:change=mounted(move |event| change.run(event_target_checked(&event)))/>
            {children()}
        </label>
    }
}
