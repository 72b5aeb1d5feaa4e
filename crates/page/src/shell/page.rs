//! The root component of the page, which chooses the screen.

use leptos::ev;
use leptos::prelude::*;

use crate::i18n::language_picker::LanguageState;
use crate::import::paste::listen_for_paste;
use crate::runtime::access::use_state;
use crate::runtime::handle::{AppHandle, PendingWrite};
use crate::shell::drop_zone::{DropVeil, listen_for_drops};
use crate::shell::header::Header;
use crate::shell::help_key;
use crate::shell::lazy;
use crate::shell::loading::{LoadingNotice, deferred_view};
use crate::shell::rescue;
use crate::shell::theme_picker::ThemeState;
use crate::shell::welcome::Welcome;
use crate::state::AppState;
use crate::ui::page_history;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Screen {
    Restoring,
    Welcome,
    Setup,
    Result,
}

/// A change of the language creates `LocalizedPage` again, but not this component.
#[component]
pub fn Page(speaking: LanguageState) -> impl IntoView {
    let app = AppHandle::start();
    provide_context(app);
    provide_context(speaking);
    provide_context(ThemeState::stored());
    let help = RwSignal::new(false);
    // The setup of the second WebAssembly file must be its first call, because all later calls depend on it.
    let owner = Owner::current().unwrap_or_default();
    lazy::when_loaded(move |deferred| owner.with(|| (deferred.begin)(app)));
    app.load_deferred();
    page_history::listen();
    speaking.follow_links();
    listen_for_drops();
    listen_for_paste();
    help_key::listen(help);
    rescue::listen_for_tests();
    // The browser asks for confirmation if closing the tab would lose unsaved data.
    let leaving = window_event_listener(ev::beforeunload, move |event| {
        if PendingWrite::any() || app.state().with_untracked(AppState::would_lose) {
            event.prevent_default();
        }
    });
    on_cleanup(move || leaving.remove());
    view! { <For each=move || [speaking.language.get()] key=|language| *language let(_)><LocalizedPage help/></For> }
}

/// A change of the language creates this component again, because its texts do not change by themselves.
#[component]
fn LocalizedPage(help: RwSignal<bool>) -> impl IntoView {
    rescue::update_rescue_texts();
    let screen = use_state(|state| match state.project.as_ref() {
        None if state.persistence.restoring => Screen::Restoring,
        None => Screen::Welcome,
        Some(project) if !project.has_queue() => Screen::Setup,
        Some(_) => Screen::Result,
    });
    view! {
        <Header help/>
        <main id="main">
            <LoadingNotice/>
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
