//! How much the browser keeps of earlier embeddings.

use leptos::prelude::*;

use super::{select, use_app};
use crate::estimate::megabytes;
use crate::store::Action;
use crate::words::{grouped, say};
use fastgas_platform::CacheSize;

/// How many embeddings are kept, how large they are, and a way to delete them; nothing while there are none.
#[component]
pub fn Cache() -> impl IntoView {
    let app = use_app();
    let size = select(|state| state.cache_size.filter(|size| size.texts > 0));
    move || {
        size.get().map(|size| {
            view! {
                <p class="cache faint" id="cache" data-texts=size.texts.to_string()>
                    {say!("cache-embeddings-kept-browser")}" " <span>{in_words(size)}</span>
                    <button type="button" class="quiet" id="empty-cache" aria-label=say!("cache-empty-cache-embeddings")
                        on:click=move |_| app.dispatch(Action::EmptyCache)>{say!("cache-empty")}</button>
                </p>
            }
        })
    }
}

/// “3,000 texts, 4.7 MB”.
pub fn in_words(size: CacheSize) -> String {
    say!("cache-text", texts = grouped(size.texts), bytes = megabytes(size.bytes))
}
