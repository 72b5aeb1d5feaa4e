//! The panel of the encoder in use.

use leptos::prelude::*;

use crate::encoder;
use crate::encoder::describe::{self, BUILT_IN};
use crate::i18n::{language, t};
use crate::run::time_estimate::megabytes;
use crate::state::Msg;
use crate::ui::{use_app, use_state};
use fastgas_platform::name_of_language;

/// The encoder in use, with buttons to import another one and to return to the built-in one.
#[component]
pub fn Encoder() -> impl IntoView {
    let app = use_app();
    let name = use_state(|state| state.encoder.name().name);
    let given = use_state(|state| state.encoder.custom.clone());
    let tokens_per_second = use_state(|state| state.encoder.tokens_per_second);
    let size = move || match given.get() {
        Some(given) => {
            let config = &given.report.config;
            describe::size(
                config.dimensions.unwrap_or_default(),
                config.max_length.unwrap_or_default(),
            )
        }
        None => describe::size(BUILT_IN.dimensions, BUILT_IN.max_length),
    };
    let sentence = move || match given.get() {
        Some(given) => describe::custom(&given.report, tokens_per_second.get()),
        None => describe::built_in(tokens_per_second.get()),
    };
    let warning = move || given.get().and_then(|given| describe::warning(&given.report));
    let is_used = use_state(|state| {
        state
            .project
            .as_ref()
            .is_none_or(|project| project.source.embeddings.is_none())
    });
    // The languages of an imported encoder are unknown.
    let foreign = use_state(|state| match (&state.encoder.custom, state.project.as_ref()) {
        (None, Some(project)) if project.source.embeddings.is_none() => project.foreign_language().map(str::to_owned),
        _ => None,
    });
    let trained_on_english = move || {
        let name = name_of_language(&foreign.get()?, language().code());
        Some(view! { <p class="note" id="foreign">{t!("encoder-foreign-language-hint", language = name)}</p> })
    };
    view! {
        <section class="panel encoder" id="encoder" aria-labelledby="encoder-title">
            <div class="panel-head">
                <h2 id="encoder-title">{t!("common-encoder")}</h2>
                <button type="button" class="quiet link" id="bring" aria-haspopup="dialog"
                    on:click=move |_| app.dispatch(Msg::Encoder(encoder::Msg::AddFiles { files: Vec::new(), configs: Vec::new() }))
                >{t!("encoder-use-another-button")}</button>
            </div>
            <p class="encoder-name" id="encoder-in-use" title=move || name.get()>{move || name.get()}</p>
            <p class="faint">{size} ". " {sentence}</p>
            {move || warning().map(|warning| view! { <p class="faint caution">"⚠ " {warning}</p> })}
            {trained_on_english}
            <Show when=move || !is_used.get()>
                <p class="faint" id="encoder-not-used">{t!("encoder-not-used-hint")}</p>
            </Show>
            <CustomEncoderLine/>
        </section>
    }
}

/// Whether the imported encoder is stored, with a button to return to the built-in one. Empty if the built-in one is in use.
#[component]
pub fn CustomEncoderLine() -> impl IntoView {
    let app = use_app();
    let given = use_state(|state| state.encoder.custom.clone());
    let is_kept = use_state(|state| state.encoder.is_persisted);
    move || {
        given.get().map(|given| {
            let name = given.report.config.name.clone();
            let kept = move || match is_kept.get() {
                true => t!("encoder-stored-status", name, bytes = megabytes(given.bytes)),
                false => t!("encoder-temporary-status", name),
            };
            view! {
                <p class="cache faint" id="given">
                    <span>{kept}</span>
                    <button type="button" class="quiet" id="use-built-in"
                        on:click=move |_| app.dispatch(Msg::Encoder(encoder::Msg::UseBuiltIn))>{t!("encoder-use-built-in-button")}</button>
                </p>
            }
        })
    }
}
