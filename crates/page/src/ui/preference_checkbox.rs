//! A checkbox for a preference that is stored in this browser.

use leptos::prelude::*;

use crate::state::Msg;
use crate::ui::dom::mounted;
use crate::ui::{use_app, use_state};
use fastgas_platform::Preference;

/// The checkbox with its label, and a hint as a tooltip.
#[component]
pub fn PreferenceCheckbox(
    choice: Preference,
    id: &'static str,
    words: String,
    #[prop(optional)] hint: String,
) -> impl IntoView {
    let app = use_app();
    let is_on = use_state(move |state| state.preferences.is_on(choice));
    let change = move |event| app.dispatch(Msg::Choose(choice, event_target_checked(&event)));
    view! {
        <label class="on-off" title=hint>
            <input type="checkbox" id=id prop:checked=is_on on:change=mounted(change)/>
            {words}
        </label>
    }
}
