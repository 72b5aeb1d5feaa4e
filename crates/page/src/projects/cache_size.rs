//! The size of the embedding cache.

use leptos::prelude::*;

use crate::i18n::{grouped, say};
use crate::projects::embedding_cache;
use crate::run::time_estimate::megabytes;
use crate::state::Action;
use crate::ui::{select, use_app};
use fastgas_platform::CacheSize;

/// Shows the number and size of cached embeddings, with a button to delete them. Renders nothing if the cache is empty.
#[component]
pub fn Cache() -> impl IntoView {
    let app = use_app();
    let size = select(|state| state.cache.size.filter(|size| size.texts > 0));
    move || {
        size.get().map(|size| {
            view! {
                <p class="cache faint" id="cache" data-texts=size.texts.to_string()>
                    {say!("projects-cache-label")}" " <span>{in_words(size)}</span>
                    <button type="button" class="quiet" id="empty-cache" aria-label=say!("projects-empty-cache-label")
                        on:click=move |_| app.dispatch(Action::Cache(embedding_cache::Msg::Empty))>{say!("projects-empty-cache-button")}</button>
                </p>
            }
        })
    }
}

/// Formats a size: “3,000 texts, 4.7 MB”.
pub fn in_words(size: CacheSize) -> String {
    say!(
        "projects-cache-size",
        texts = grouped(size.texts),
        bytes = megabytes(size.bytes)
    )
}
