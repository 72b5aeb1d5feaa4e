//! Everything, and which of it.

use leptos::ev;
use leptos::prelude::*;

use super::arriving::{Arriving, rested};
use super::back;
use super::drops::{DropVeil, listen_for_drops};
use super::header::Header;
use super::language::Speaking;
use super::paste::listen_for_paste;
use super::select;
use super::welcome::Welcome;
use crate::effects::Store;
use crate::rest;
use crate::store::AppState;

/// Which screen is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    Restoring,
    Welcome,
    Setup,
    Result,
}

/// The page, in whatever language.
#[component]
pub fn Page(
    /// The language that it begins in, and its way to another.
    speaking: Speaking,
) -> impl IntoView {
    let store = Store::start();
    provide_context(store);
    provide_context(speaking);
    let help = RwSignal::new(false);
    // Before anything else that may wait by then.
    let owner = Owner::current().unwrap_or_default();
    rest::with(move |rest| owner.with(|| (rest.begin)(store, help)));
    store.fetch_rest();
    back::listen();
    listen_for_drops();
    listen_for_paste();
    // What is not on the disk goes with the tab: the browser asks.
    let leaving = window_event_listener(ev::beforeunload, move |event| {
        if store.state().with_untracked(AppState::would_lose) {
            event.prevent_default();
        }
    });
    on_cleanup(move || leaving.remove());
    view! { <For each=move || [speaking.language.get()] key=|language| *language let(_)><Spoken help/></For> }
}

/// The page in the language in use. What it says does not change with the language: it is made anew.
#[component]
fn Spoken(help: RwSignal<bool>) -> impl IntoView {
    let screen = select(|state| match &state.open {
        None if state.restoring => Screen::Restoring,
        None => Screen::Welcome,
        Some(open) if !open.has_queue() => Screen::Setup,
        Some(_) => Screen::Result,
    });
    view! {
        <Header help/>
        <main id="main">
            <Arriving/>
            {rested(|rest| (rest.notices)())}
            {move || match screen.get() {
                Screen::Restoring => ().into_any(),
                Screen::Welcome => view! { <Welcome/> }.into_any(),
                Screen::Setup => rested(|rest| (rest.setup)()).into_any(),
                Screen::Result => rested(move |rest| (rest.result)(help)).into_any(),
            }}
        </main>
        <DropVeil/>
        {rested(move |rest| (rest.dialogs)(help))}
    }
}
