//! The view in which the user reviews suggestions and answers for many texts.

use leptos::prelude::*;

use crate::answers::panel::Answers;

#[component]
pub fn ReviewView() -> impl IntoView {
    view! { <Answers/> }
}
