//! A checkbox for a preference that is stored in this browser.

use leptos::prelude::*;

use crate::runtime::access::{use_app, use_state};
use crate::state::Msg;
use crate::ui::checkbox::Checkbox;
use fastgas_platform::Preference;

#[component]
pub fn PreferenceCheckbox(
    choice: Preference,
    id: &'static str,
    words: String,
    #[prop(optional)] hint: String,
) -> impl IntoView {
    let app = use_app();
    let is_on = use_state(move |state| state.preferences.is_on(choice));
    let change = move |is_on: bool| app.dispatch(Msg::SetPreference(choice, is_on));
    view! { <Checkbox class="on-off" id title=hint checked=is_on change>{words}</Checkbox> }
}
