//! Everything, and which of it.

use leptos::ev;
use leptos::prelude::*;

use super::arriving::{Arriving, deferred_view};
use super::back;
use super::drops::{DropVeil, listen_for_drops};
use super::header::Header;
use super::language::Speaking;
use super::paste::listen_for_paste;
use super::rescue;
use super::select;
use super::welcome::Welcome;
use crate::handle::{AppHandle, UnderWay};
use crate::lazy;
use crate::store::AppState;

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
    let app = AppHandle::start();
    provide_context(app);
    provide_context(speaking);
    let help = RwSignal::new(false);
    // Queued first: what else waits needs what this sets up.
    let owner = Owner::current().unwrap_or_default();
    lazy::when_loaded(move |deferred| owner.with(|| (deferred.begin)(app, help)));
    app.load_deferred();
    back::listen();
    listen_for_drops();
    listen_for_paste();
    rescue::listen_for_tests();
    // What is not on the disk goes with the tab: the browser asks.
    let leaving = window_event_listener(ev::beforeunload, move |event| {
        if UnderWay::any() || app.state().with_untracked(AppState::would_lose) {
            event.prevent_default();
        }
    });
    on_cleanup(move || leaving.remove());
    view! { <For each=move || [speaking.language.get()] key=|language| *language let(_)><Spoken help/></For> }
}

/// The page in the language in use. What it says does not change with the language: it is made anew.
#[component]
fn Spoken(help: RwSignal<bool>) -> impl IntoView {
    rescue::tell_words();
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
            {deferred_view(|deferred| (deferred.notices)())}
            {move || match screen.get() {
                Screen::Restoring => ().into_any(),
                Screen::Welcome => view! { <Welcome/> }.into_any(),
                Screen::Setup => deferred_view(|deferred| (deferred.setup)()).into_any(),
                Screen::Result => deferred_view(move |deferred| (deferred.result)(help)).into_any(),
            }}
        </main>
        <DropVeil/>
        {deferred_view(move |deferred| (deferred.dialogs)(help))}
    }
}
