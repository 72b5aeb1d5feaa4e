//! Messages about failed requests, and about answers that could not be stored.

use leptos::prelude::*;

use crate::endpoint::RequestFailure;
use crate::i18n::t;
use crate::ui::{capitalized, with_lang_spans};

#[component]
pub fn FailureMessage(id: &'static str, failure: Memo<Option<RequestFailure>>) -> impl IntoView {
    move || {
        failure.get().map(|failure| {
            view! {
                <p class="problem" id=id role="alert">"⚠ " {with_lang_spans(&capitalized(&failure.problem))} ". " {failure.advice}</p>
            }
        })
    }
}

#[component]
pub fn StorageMessage(problem: Memo<Option<String>>) -> impl IntoView {
    move || {
        problem.get().map(|problem| {
            view! {
                <p class="faint caution">{t!("confidences-not-stored-problem")}" " {with_lang_spans(&problem)} {t!("confidences-not-stored-effect")}</p>
            }
        })
    }
}
