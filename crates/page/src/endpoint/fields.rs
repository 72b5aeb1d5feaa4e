//! The fields of a form for the endpoint of a language model.

use leptos::prelude::*;

use crate::i18n::t;
use fastgas_annotation::confidence::Endpoint;

/// A text field with a hint. The id of the hint is the id of the field with the suffix `-hint`.
#[derive(Clone, Copy)]
pub struct TextField {
    pub id: &'static str,
    pub value: Signal<String>,
    pub set: Callback<String>,
}

impl TextField {
    fn hint_id(&self) -> String {
        format!("{}-hint", self.id)
    }
}

pub(crate) fn host_of(address: &str) -> Option<String> {
    let endpoint = Endpoint::read(address);
    endpoint.map(|endpoint| endpoint.host().to_owned()).ok()
}

#[component]
pub fn ServerFields(
    address: TextField,
    model: TextField,
    key: TextField,
    hint: String,
    problem_id: &'static str,
) -> impl IntoView {
    view! {
        <div class="field stacked">
            <label for=address.id>{t!("confidences-endpoint-label")}</label>
            <input id=address.id type="text" inputmode="url" autocomplete="off" spellcheck="false"
                placeholder="http://localhost:11434/v1" aria-describedby=format!("{} {problem_id}", address.hint_id())
                prop:value=address.value on:input=move |event| address.set.run(event_target_value(&event))/>
            <div class="hint" id=address.hint_id()>{hint}</div>
        </div>
        <div class="field stacked">
            <label for=model.id>{t!("common-model")}</label>
            <input id=model.id type="text" autocomplete="off" spellcheck="false" placeholder="qwen3:4b"
                prop:value=model.value on:input=move |event| model.set.run(event_target_value(&event))/>
        </div>
        <div class="field stacked">
            <label for=key.id>{t!("confidences-api-key-label")}</label>
            // The key field has no form and is not of `type="password"`, so that no browser offers to save the key.
            // CSS masks the characters of the key.
            <input id=key.id type="text" class="secret" form="" aria-describedby=key.hint_id()
                prop:value=key.value on:input=move |event| key.set.run(event_target_value(&event))/>
            <div class="hint" id=key.hint_id()>{t!("confidences-api-key-hint")}</div>
        </div>
    }
}

#[component]
pub fn TemplateField(field: TextField) -> impl IntoView {
    view! {
        <div class="field stacked">
            <label for=field.id>{t!("common-template-label")}</label>
            <textarea id=field.id rows="2" spellcheck="false" aria-describedby=field.hint_id()
                prop:value=field.value on:input=move |event| field.set.run(event_target_value(&event))>
            </textarea>
            <div class="hint" id=field.hint_id()>{t!("confidences-template-hint")}</div>
        </div>
    }
}
