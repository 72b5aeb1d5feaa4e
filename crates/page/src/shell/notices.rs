//! Errors and warnings, each with advice for the user.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::encoder;
use crate::i18n::t;
use crate::labeling;
use crate::network::dialog::NewVersion;
use crate::persistence;
use crate::project::Project;
use crate::projects::embedding_cache;
use crate::projects::list::Elsewhere;
use crate::runtime::access::{use_app, use_state};
use crate::state::{AppState, Msg, Notice};
use crate::ui::dom::scroll_into_view;
use crate::ui::resize_observer::watch_size;
use crate::ui::{capitalized, with_lang_spans};

/// The messages are at the bottom of the window, so that they move no other element.
/// The page ends with an empty area as high as the messages, so that the messages cover no content.
#[component]
pub fn Notices() -> impl IntoView {
    let foot = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        let Some(foot) = foot.get() else { return };
        let measured = foot.clone();
        let watching = watch_size(&foot, move || make_room(measured.offset_height()));
        let watching = StoredValue::new_local(Some(watching));
        on_cleanup(move || drop(watching.try_update_value(Option::take)));
    });
    view! { <div class="foot" node_ref=foot><Messages/><NewVersion/></div> }
}

/// Reserves `height` pixels below the page, and keeps the focused element visible (WCAG 2.4.11).
fn make_room(height: i32) {
    let Some(root) = document().document_element() else {
        return;
    };
    // Setting a CSS property fails only if its name is invalid.
    let _ = root
        .unchecked_ref::<web_sys::HtmlElement>()
        .style()
        .set_property("--foot", &format!("{height}px"));
    let end = f64::from(root.client_height());
    let is_behind = |element: &web_sys::Element| {
        let place = element.get_bounding_client_rect();
        let middle = (place.top() + place.bottom()) / 2.0;
        place.top() < end
            && middle > end - f64::from(height)
            && element.closest(".foot").is_ok_and(|foot| foot.is_none())
    };
    if let Some(focused) = document().active_element().filter(is_behind) {
        scroll_into_view(&focused);
    }
}

#[component]
fn Messages() -> impl IntoView {
    let app = use_app();
    let message = use_state(|state| state.notices.notice.clone());
    let storage_problem = use_state(|state| state.persistence.problem.clone());
    let cache_problem = use_state(|state| state.cache.problem.clone());
    let encoder_problem = use_state(|state| state.encoder.problem.clone());
    let is_held = use_state(AppState::is_held);
    let workers_stopped = use_state(|state| state.notices.workers_stopped && state.notices.notice.is_some());
    let can_back_up = use_state(|state| state.project.is_some());
    // A project without annotations needs no backup, because its texts are in the user's file.
    let would_be_missed = use_state(|state| state.project.as_ref().is_some_and(Project::has_unsaved_work));
    view! {
        <div aria-live="assertive">
            <Elsewhere/>
            {move || storage_problem.get().map(|problem| view! {
                <section class="message warning" id="storage-problem">
                    <div>
                        <strong>{t!("persistence-save-failed-title")}" " {with_lang_spans(&problem)} "."</strong>" "
                        <p>
                            {move || match would_be_missed.get() {
                                true => t!("persistence-backup-advice"),
                                false => t!("persistence-reload-loss-hint"),
                            }}
                        </p>
                    </div>
                    <div class="actions">
                        <Show when=move || can_back_up.get()>
                            <button type="button" class="primary" id="back-up-unsaved" on:click=move |_| {
                                app.dispatch(Msg::Persistence(persistence::Msg::BackUp))
                            }>{t!("common-back-up")}</button>
                        </Show>
                        <button type="button" id="store-again" on:click=move |_| app.dispatch(Msg::Persistence(persistence::Msg::RetryStorage))>{t!("shell-retry-button")}</button>
                        <Show when=move || is_held.get()>
                            <button type="button" id="go-on-unsaved" on:click=move |_| app.dispatch(Msg::Labeling(labeling::Msg::Advance))>{t!("persistence-continue-unsaved-button")}" "<kbd>{"→"}</kbd></button>
                        </Show>
                    </div>
                </section>
            })}
            {move || cache_problem.get().map(|problem| view! {
                <section class="message warning" id="cache-problem">
                    <div>
                        <strong>{t!("persistence-cache-failed-title")}" " {with_lang_spans(&problem)} "."</strong>" "
                        <p>{t!("persistence-cache-failed-hint")}</p>
                    </div>
                    <div class="actions">
                        <button type="button" on:click=move |_| app.dispatch(Msg::Cache(embedding_cache::Msg::DismissProblem))>{t!("common-close")}</button>
                    </div>
                </section>
            })}
            {move || encoder_problem.get().map(|Notice { title, problem, advice }| view! {
                <section class="message warning" id="encoder-problem">
                    <div>
                        <strong>{title}": "<bdi>{with_lang_spans(&problem)}</bdi>"."</strong>" "
                        <p>{advice}</p>
                    </div>
                    <div class="actions">
                        <button type="button" on:click=move |_| app.dispatch(Msg::Encoder(encoder::Msg::DismissProblem))>{t!("common-close")}</button>
                    </div>
                </section>
            })}
            {move || message.get().map(|message| view! {
                <section class="message error" id="message">
                    <div>
                        <strong>{message.title}"."</strong>" "
                        <p><bdi>{with_lang_spans(&capitalized(&message.problem))}</bdi> ". " {message.advice}</p>
                    </div>
                    <div class="actions">
                        <Show when=move || workers_stopped.get()>
                            <Show when=move || can_back_up.get()>
                                <button type="button" id="back-up-after" on:click=move |_| app.dispatch(Msg::Persistence(persistence::Msg::BackUp))>{t!("common-back-up")}</button>
                            </Show>
                            // If data is not saved, the browser asks for confirmation before it reloads the page.
                            <button type="button" id="reload-after" on:click=move |_| drop(window().location().reload())>{t!("shell-reload-button")}</button>
                        </Show>
                        <button type="button" id="dismiss" on:click=move |_| app.dispatch(Msg::DismissMessage)>{t!("common-close")}</button>
                    </div>
                </section>
            })}
        </div>
    }
}
