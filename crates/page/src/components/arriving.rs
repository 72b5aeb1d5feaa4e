//! Until the rest of the page is there.

use leptos::prelude::*;

use super::use_store;
use crate::rest::{Arrival, Rest, at_hand};
use crate::words::say;

/// A view of the rest, as soon as that is there.
pub fn rested(view: impl Fn(Rest) -> AnyView + Send + 'static) -> impl IntoView {
    let is_there = is_there();
    move || is_there.get().then(at_hand).flatten().map(&view)
}

fn is_there() -> Memo<bool> {
    let arrival = use_store().arrival();
    Memo::new(move |_| arrival.get() == Arrival::There)
}

/// Says that something waits for the rest, or that it could not be fetched.
#[component]
pub fn Arriving() -> impl IntoView {
    let store = use_store();
    let words = move || match store.arrival().get() {
        Arrival::There | Arrival::Coming { awaited: false } => ().into_any(),
        Arrival::Coming { awaited: true } => {
            view! { <p class="message" id="arriving" role="status">{say!("arriving-one-moment")}</p> }.into_any()
        }
        Arrival::Missing => view! {
            <section class="message error" id="not-arrived" role="alert">
                <div>
                    <strong>{say!("arriving-not-whole")}</strong>
                    <p>{say!("arriving-advice")}</p>
                </div>
                <div class="actions">
                    <button type="button" class="primary" id="fetch-again" on:click=move |_| store.fetch_rest()>
                        {say!("message-try-again")}
                    </button>
                </div>
            </section>
        }
        .into_any(),
    };
    view! { {words} }
}
