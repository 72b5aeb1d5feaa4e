//! A checkbox component.

use leptos::prelude::*;

use crate::ui::dom::mounted;

/// A checkbox inside its label element. The children are the content of the label next to the checkbox.
/// `change` gets the new state of the checkbox when the user changes it.
#[component]
pub fn Checkbox(
    /// The element id of the checkbox.
    #[prop(into, optional)]
    id: Option<String>,
    /// The name of the group of checkboxes that the checkbox belongs to.
    #[prop(optional)]
    name: Option<&'static str>,
    /// The value of the checkbox in its group of checkboxes.
    #[prop(optional)]
    value: Option<&'static str>,
    /// The CSS class of the label element.
    #[prop(optional)]
    class: Option<&'static str>,
    /// The tooltip of the label element.
    #[prop(into, optional)]
    title: Option<Signal<String>>,
    /// The tabindex of the checkbox. In a list with one Tab stop, the list sets the tabindex to −1.
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
