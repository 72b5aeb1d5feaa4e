//! The size of the embedding cache.

use leptos::prelude::*;

use crate::i18n::{grouped, t};
use crate::projects::embedding_cache;
use crate::run::time_estimate::megabytes;
use crate::state::Msg;
use crate::ui::{use_app, use_state};
use fastgas_platform::CacheSize;

/// Shows the number and size of cached embeddings, with a button to delete them. Renders nothing if the cache is empty.
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

/// Formats a size: “3,000 texts, 4.7 MB”.
pub fn in_words(size: CacheSize) -> String {
    t!(
        "projects-cache-size",
        texts = grouped(size.texts),
        bytes = megabytes(size.bytes)
    )
}
