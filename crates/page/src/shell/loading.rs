//! Views that wait for the second WebAssembly file, and the message while the file is loading.

use leptos::prelude::*;

use crate::i18n::t;
use crate::runtime::access::use_app;
use crate::runtime::handle::LoadState;
use crate::shell::lazy::{Deferred, loaded};

/// Empty until the second WebAssembly file is loaded.
pub fn deferred_view(view: impl Fn(Deferred) -> AnyView + Send + 'static) -> impl IntoView {
    let load_state = use_app().load_state();
    let is_loaded = Memo::new(move |_| load_state.get() == LoadState::Loaded);
    move || is_loaded.get().then(loaded).flatten().map(&view)
}

/// Shown while an action waits for the second WebAssembly file, or if the file could not be loaded.
#[component]
pub fn LoadingNotice() -> impl IntoView {
    let app = use_app();
    let words = move || match app.load_state().get() {
        LoadState::Loaded | LoadState::Loading { awaited: false } => ().into_any(),
        LoadState::Loading { awaited: true } => {
            view! { <p class="message" id="arriving" role="status">{t!("shell-loading-status")}</p> }.into_any()
        }
        LoadState::Failed => view! {
            <section class="message error" id="not-arrived" role="alert">
                <div>
                    <strong>{t!("shell-loading-failed-title")}</strong>
                    <p>{t!("shell-loading-failed-advice")}</p>
                </div>
                <div class="actions">
                    <button type="button" class="primary" id="fetch-again" on:click=move |_| app.load_deferred()>
                        {t!("shell-retry-button")}
                    </button>
                </div>
            </section>
        }
        .into_any(),
    };
    view! { {words} }
}
