//! The sizes of stored data that the page can restore: the embedding cache and the multilingual encoder.

use leptos::prelude::*;

use crate::encoder;
use crate::i18n::{grouped, t};
use crate::projects::embedding_cache;
use crate::run::time_estimate::megabytes;
use crate::runtime::access::{use_app, use_state};
use crate::state::Msg;
use fastgas_platform::CacheSize;

/// Hidden if the embedding cache is empty.
#[component]
pub fn Cache() -> impl IntoView {
    let app = use_app();
    let size = use_state(|state| state.cache.size.filter(|size| size.texts > 0));
    move || {
        size.get().map(|size| {
            view! {
                <p class="cache faint" id="cache" data-texts=size.texts.to_string()>
                    {t!("projects-cache-label")}" " <span>{in_words(size)}</span>
                    <button type="button" class="quiet" id="empty-cache" aria-label=t!("projects-empty-cache-label")
                        on:click=move |_| app.dispatch(Msg::Cache(embedding_cache::Msg::Empty))>{t!("projects-empty-cache-button")}</button>
                </p>
            }
        })
    }
}

/// Hidden while the encoder is in use or being downloaded, because the encoder's panel shows its size in both cases.
#[component]
pub fn StoredMultilingual() -> impl IntoView {
    let app = use_app();
    let bytes = use_state(|state| state.encoder.deletable_multilingual());
    move || {
        bytes.get().map(|bytes| {
            view! {
                <p class="cache faint" id="stored-multilingual">
                    {t!("projects-multilingual-label")}" " <span>{megabytes(bytes)}</span>
                    <button type="button" class="quiet" id="delete-multilingual" aria-label=t!("projects-delete-multilingual-label")
                        on:click=move |_| app.dispatch(Msg::Encoder(encoder::Msg::DeleteMultilingual))>{t!("projects-delete-button")}</button>
                </p>
            }
        })
    }
}

pub fn in_words(size: CacheSize) -> String {
    t!(
        "projects-cache-size",
        texts = grouped(size.texts),
        bytes = megabytes(size.bytes)
    )
}
