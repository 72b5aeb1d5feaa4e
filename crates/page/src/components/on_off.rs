//! A box to tick that holds for this browser.

use leptos::prelude::*;

use super::dom::mounted;
use super::{select, use_app};
use crate::store::Action;
use fastgas_platform::Choice;

/// Its words, and more of them where the pointer rests.
#[component]
pub fn OnOff(choice: Choice, id: &'static str, words: String, #[prop(optional)] hint: String) -> impl IntoView {
    let app = use_app();
    let is_on = select(move |state| state.choices.is_on(choice));
    let change = move |event| app.dispatch(Action::Choose(choice, event_target_checked(&event)));
    view! {
        <label class="on-off" title=hint>
            <input type="checkbox" id=id prop:checked=is_on on:change=mounted(change)/>
            {words}
        </label>
    }
}
