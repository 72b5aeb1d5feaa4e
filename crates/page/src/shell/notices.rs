//! Errors and warnings, each with advice.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::encoder;
use crate::i18n::say;
use crate::network::dialog::NewVersion;
use crate::project::Open;
use crate::projects::embedding_cache;
use crate::projects::list::Elsewhere;
use crate::state::{Action, AppState, Message};
use crate::ui::dom::show_all_of;
use crate::ui::resize_observer::watch_size;
use crate::ui::{capitalized, in_tongues, select, use_app};

/// Messages that matter on every screen, at the bottom of the window, so that the layout does not shift when one appears.
/// The page reserves the same height at its end, so that everything can be scrolled clear of the messages.
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
    // Setting a property fails only if its name is invalid.
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
        show_all_of(&focused);
    }
}

/// The last error, and warnings while the project, the embeddings or the encoder cannot be stored.
#[component]
fn Messages() -> impl IntoView {
    let app = use_app();
    let message = select(|state| state.notices.notice.clone());
    let storage_problem = select(|state| state.persistence.problem.clone());
    let cache_problem = select(|state| state.cache.problem.clone());
    let encoder_problem = select(|state| state.encoder.problem.clone());
    let is_held = select(AppState::is_held);
    let workers_stopped = select(|state| state.notices.workers_stopped && state.notices.notice.is_some());
    let can_back_up = select(|state| state.project.is_some());
    // A project without annotations needs no backup: its texts are in the user's file.
    let would_be_missed = select(|state| state.project.as_ref().is_some_and(Open::is_worth_a_question));
    view! {
        <div aria-live="assertive">
            <Elsewhere/>
            {move || storage_problem.get().map(|problem| view! {
                <section class="message warning" id="storage-problem">
                    <div>
                        <strong>{say!("persistence-save-failed-title")}" " {in_tongues(&problem)} "."</strong>" "
                        <p>
                            {move || match would_be_missed.get() {
                                true => say!("persistence-backup-advice"),
                                false => say!("persistence-reload-loss-hint"),
                            }}
                        </p>
                    </div>
                    <div class="actions">
                        <Show when=move || can_back_up.get()>
                            <button type="button" class="primary" id="back-up-unsaved" on:click=move |_| {
                                app.dispatch(Action::BackUp)
                            }>{say!("common-back-up")}</button>
                        </Show>
                        <button type="button" id="store-again" on:click=move |_| app.dispatch(Action::RetryStorage)>{say!("shell-retry-button")}</button>
                        <Show when=move || is_held.get()>
                            <button type="button" id="go-on-unsaved" on:click=move |_| app.dispatch(Action::GoOn)>{say!("persistence-continue-unsaved-button")}" "<kbd>{"→"}</kbd></button>
                        </Show>
                    </div>
                </section>
            })}
            {move || cache_problem.get().map(|problem| view! {
                <section class="message warning" id="cache-problem">
                    <div>
                        <strong>{say!("persistence-cache-failed-title")}" " {in_tongues(&problem)} "."</strong>" "
                        <p>{say!("persistence-cache-failed-hint")}</p>
                    </div>
                    <div class="actions">
                        <button type="button" on:click=move |_| app.dispatch(Action::Cache(embedding_cache::Msg::DismissProblem))>{say!("common-close")}</button>
                    </div>
                </section>
            })}
            {move || encoder_problem.get().map(|Message { title, problem, advice }| view! {
                <section class="message warning" id="encoder-problem">
                    <div>
                        <strong>{title}": "<bdi>{in_tongues(&problem)}</bdi>"."</strong>" "
                        <p>{advice}</p>
                    </div>
                    <div class="actions">
                        <button type="button" on:click=move |_| app.dispatch(Action::Encoder(encoder::Msg::DismissProblem))>{say!("common-close")}</button>
                    </div>
                </section>
            })}
            {move || message.get().map(|message| view! {
                <section class="message error" id="message">
                    <div>
                        <strong>{message.title}"."</strong>" "
                        <p><bdi>{in_tongues(&capitalized(&message.problem))}</bdi> ". " {message.advice}</p>
                    </div>
                    <div class="actions">
                        <Show when=move || workers_stopped.get()>
                            <Show when=move || can_back_up.get()>
                                <button type="button" id="back-up-after" on:click=move |_| app.dispatch(Action::BackUp)>{say!("common-back-up")}</button>
                            </Show>
                            // The browser asks for confirmation if something is not saved.
                            <button type="button" id="reload-after" on:click=move |_| drop(window().location().reload())>{say!("shell-reload-button")}</button>
                        </Show>
                        <button type="button" id="dismiss" on:click=move |_| app.dispatch(Action::DismissMessage)>{say!("common-close")}</button>
                    </div>
                </section>
            })}
        </div>
    }
}
