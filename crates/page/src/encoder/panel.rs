//! The panel that shows the encoder in use.

use leptos::prelude::*;

use crate::encoder;
use crate::encoder::Multilingual;
use crate::encoder::describe::{self, BUILT_IN};
use crate::i18n::bidi::isolated;
use crate::i18n::{grouped, language, t};
use crate::projects::cache_size::StoredMultilingual;
use crate::run::time_estimate::megabytes;
use crate::runtime::access::{use_app, use_state};
use crate::state::{Msg, Notice};
use crate::ui::with_lang_spans;
use fastgas_data::{TextLanguages, UNKNOWN};
use fastgas_platform::{MULTILINGUAL_BYTES, name_of_language};

const MAX_LANGUAGES: usize = 3;

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
    // The hint about other languages is shown only for the built-in encoder.
    // The languages of an imported encoder are unknown.
    let not_english = use_state(|state| match (&state.encoder.custom, state.project.as_ref()) {
        (None, Some(project)) if project.source.embeddings.is_none() => {
            Some(project.text_languages()).filter(TextLanguages::is_not_english)
        }
        _ => None,
    });
    let trained_on_english = move || {
        let counts = not_english_counts(&not_english.get()?);
        Some(view! { <p class="note" id="foreign">{counts} " " {t!("encoder-english-only-hint")}</p> })
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
            <MultilingualOffer/>
            <StoredMultilingual/>
            <Show when=move || !is_used.get()>
                <p class="faint" id="encoder-not-used">{t!("encoder-not-used-hint")}</p>
            </Show>
            <CustomEncoderLine/>
        </section>
    }
}

fn not_english_counts(found: &TextLanguages) -> String {
    let name = |tag: &str| match tag {
        UNKNOWN => t!("encoder-unknown-language"),
        _ => name_of_language(tag, language().code()),
    };
    let names: Vec<String> = found
        .not_english()
        .take(MAX_LANGUAGES)
        .map(|language| name(&language.tag))
        .collect();
    let (n, inspected) = (grouped(found.n_not_english().into()), grouped(found.n_inspected.into()));
    let languages = match found.not_english().nth(MAX_LANGUAGES) {
        Some(_) => t!("encoder-languages-more", languages = names.join(", ")),
        None => names.join(", "),
    };
    match found.n_inspected == found.n_texts {
        true => t!("encoder-not-english-count", n, inspected, languages),
        false => {
            let texts = grouped(found.n_texts.into());
            t!("encoder-not-english-sample-count", n, inspected, texts, languages)
        }
    }
}

#[derive(Clone, PartialEq)]
enum Offer {
    InUse,
    Idle,
    Downloading,
    Failed(Notice),
}

#[component]
fn MultilingualOffer() -> impl IntoView {
    let app = use_app();
    let send = move |msg: encoder::Msg| app.dispatch(Msg::Encoder(msg));
    let offer = use_state(|state| {
        let custom = state.encoder.custom.as_ref();
        match &state.encoder.multilingual {
            _ if custom.is_some_and(|custom| custom.is_multilingual) => Offer::InUse,
            Multilingual::Idle => Offer::Idle,
            Multilingual::Downloading { .. } => Offer::Downloading,
            Multilingual::Failed(notice) => Offer::Failed(notice.clone()),
        }
    });
    let bytes = use_state(|state| match state.encoder.multilingual {
        Multilingual::Downloading { bytes, .. } => bytes,
        Multilingual::Idle | Multilingual::Failed(_) => 0,
    });
    let status = move || match bytes.get() {
        MULTILINGUAL_BYTES.. => t!("encoder-trying-status"),
        bytes => t!(
            "encoder-multilingual-progress",
            bytes = megabytes(bytes),
            total = megabytes(MULTILINGUAL_BYTES)
        ),
    };
    let button = move |label: String| {
        view! {
            <button type="button" class="quiet" id="use-multilingual"
                on:click=move |_| send(encoder::Msg::UseMultilingual)>{label}</button>
        }
    };
    move || match offer.get() {
        Offer::InUse => ().into_any(),
        Offer::Idle => view! {
            <p class="cache faint" id="multilingual">
                <span>{t!("encoder-multilingual-offer", bytes = megabytes(MULTILINGUAL_BYTES))}</span>
                {button(t!("encoder-multilingual-use-button"))}
            </p>
        }
        .into_any(),
        Offer::Downloading => view! {
            <p class="cache faint" id="multilingual">
                <span>{status}</span>
                <progress max=MULTILINGUAL_BYTES.to_string() value=move || bytes.get().to_string()
                    aria-label=t!("encoder-multilingual-progress-label")></progress>
                <button type="button" class="quiet" id="stop-multilingual"
                    on:click=move |_| send(encoder::Msg::StopMultilingual)>{t!("common-stop")}</button>
            </p>
        }
        .into_any(),
        Offer::Failed(Notice { title, problem, advice }) => view! {
            <div class="cache faint" id="multilingual" role="alert">
                <p><strong>{title}</strong>" "{with_lang_spans(&problem)}". "{advice}</p>
                {button(t!("encoder-multilingual-continue-button"))}
            </div>
        }
        .into_any(),
    }
}

#[component]
pub fn CustomEncoderLine() -> impl IntoView {
    let app = use_app();
    let given = use_state(|state| state.encoder.custom.clone());
    let is_kept = use_state(|state| state.encoder.is_persisted);
    move || {
        given.get().map(|given| {
            let name = isolated(&given.report.config.name).into_owned();
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
