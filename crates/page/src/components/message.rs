//! What went wrong, and what to do about it.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::dom::show_all_of;
use super::network::NewVersion;
use super::projects::Elsewhere;
use super::size::watch_size;
use super::{capitalized, in_tongues, select, use_app};
use crate::project::Open;
use crate::store::{Action, AppState, Message};
use crate::words::say;

/// What is to be known whatever one does, at the foot of the window: nothing moves when it comes. The page keeps as much room
/// below itself, so that all of it can be scrolled out from under there.
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

/// The foot is so many pixels high now. What has the keys does not stay hidden behind it (WCAG 2.4.11).
fn make_room(height: i32) {
    let Some(root) = document().document_element() else {
        return;
    };
    // Refused only of a name that is none.
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

/// The panel of the last error, the lasting warning while storing fails, and the one that embeddings are not kept.
#[component]
fn Messages() -> impl IntoView {
    let app = use_app();
    let message = select(|state| state.message.clone());
    let storage_problem = select(|state| state.storage_problem.clone());
    let cache_problem = select(|state| state.cache_problem.clone());
    let encoder_problem = select(|state| state.encoder_problem.clone());
    let is_held = select(AppState::is_held);
    let workers_stopped = select(|state| state.workers_stopped && state.message.is_some());
    let can_back_up = select(|state| state.open.is_some());
    // Texts alone are in their file.
    let would_be_missed = select(|state| state.open.as_ref().is_some_and(Open::is_worth_a_question));
    view! {
        <div aria-live="assertive">
            <Elsewhere/>
            {move || storage_problem.get().map(|problem| view! {
                <section class="message warning" id="storage-problem">
                    <div>
                        <strong>{say!("message-not-saved")}" " {in_tongues(&problem)} "."</strong>" "
                        <p>
                            {move || match would_be_missed.get() {
                                true => say!("message-back-up-first"),
                                false => say!("message-what-you-do-is-lost"),
                            }}
                        </p>
                    </div>
                    <div class="actions">
                        <Show when=move || can_back_up.get()>
                            <button type="button" class="primary" id="back-up-unsaved" on:click=move |_| {
                                app.dispatch(Action::BackUp)
                            }>{say!("common-back-up")}</button>
                        </Show>
                        <button type="button" id="store-again" on:click=move |_| app.dispatch(Action::RetryStorage)>{say!("message-try-again")}</button>
                        <Show when=move || is_held.get()>
                            <button type="button" id="go-on-unsaved" on:click=move |_| app.dispatch(Action::GoOn)>{say!("message-go-on-unsaved")}" "<kbd>{"→"}</kbd></button>
                        </Show>
                    </div>
                </section>
            })}
            {move || cache_problem.get().map(|problem| view! {
                <section class="message warning" id="cache-problem">
                    <div>
                        <strong>{say!("message-embeddings-not-kept")}" " {in_tongues(&problem)} "."</strong>" "
                        <p>{say!("message-selection-goes-on-without")}</p>
                    </div>
                    <div class="actions">
                        <button type="button" on:click=move |_| app.dispatch(Action::DismissCacheProblem)>{say!("common-close")}</button>
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
                        <button type="button" on:click=move |_| app.dispatch(Action::DismissEncoderProblem)>{say!("common-close")}</button>
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
                            // The browser asks first if something is not on disk.
                            <button type="button" id="reload-after" on:click=move |_| drop(window().location().reload())>{say!("rescue-reload")}</button>
                        </Show>
                        <button type="button" id="dismiss" on:click=move |_| app.dispatch(Action::DismissMessage)>{say!("common-close")}</button>
                    </div>
                </section>
            })}
        </div>
    }
}
