//! What went wrong, and what to do about it.

use leptos::prelude::*;

use super::projects::Elsewhere;
use super::{capitalized, in_tongues, select, use_store};
use crate::app::effects::wall_clock_ms;
use crate::app::project::Open;
use crate::app::store::{Action, AppState, Message};
use crate::app::words::say;
use crate::export::{ExportFormat, ExportRows};

/// The panel of the last error, the lasting warning while storing fails, and the one that embeddings are not kept.
#[component]
pub fn Messages() -> impl IntoView {
    let store = use_store();
    let message = select(|state| state.message.clone());
    let storage_problem = select(|state| state.storage_problem.clone());
    let cache_problem = select(|state| state.cache_problem.clone());
    let encoder_problem = select(|state| state.encoder_problem.clone());
    let is_held = select(AppState::is_held);
    let can_back_up = select(|state| state.open.is_some());
    // Texts alone are in their file.
    let would_be_missed = select(|state| state.open.as_ref().is_some_and(Open::is_worth_a_question));
    let can_export = select(|state| {
        state
            .open
            .as_ref()
            .is_some_and(|open| !open.history.labels().is_empty())
    });
    view! {
        <div aria-live="assertive">
            <Elsewhere/>
            {move || storage_problem.get().map(|problem| view! {
                <section class="message warning" id="storage-problem">
                    <div>
                        <strong>{say!("message-not-saved-on-machine")}" " {in_tongues(&problem)} "."</strong>
                        <p>
                            {move || match would_be_missed.get() {
                                true => say!("message-what-you-see-whole"),
                                false => say!("message-what-you-do-is-lost"),
                            }}
                            " "
                            {move || is_held.get().then(|| say!("message-text-stays"))}
                        </p>
                    </div>
                    <div class="actions">
                        <Show when=move || can_back_up.get()>
                            <button type="button" class="primary" id="back-up-unsaved" on:click=move |_| {
                                store.dispatch(Action::BackUp { at_ms: wall_clock_ms() })
                            }>{say!("common-back-up")}</button>
                        </Show>
                        <Show when=move || can_export.get()>
                            <button type="button" on:click=move |_| {
                                store.dispatch(Action::Export(ExportRows::Labeled, ExportFormat::Csv))
                            }>{say!("message-export-labels")}</button>
                        </Show>
                        <button type="button" id="store-again" on:click=move |_| store.dispatch(Action::RetryStorage)>{say!("message-try-again")}</button>
                        <Show when=move || is_held.get()>
                            <button type="button" id="go-on-unsaved" on:click=move |_| store.dispatch(Action::GoOn)>{say!("message-go-on-unsaved")}" "<kbd>"→"</kbd></button>
                        </Show>
                    </div>
                </section>
            })}
            {move || cache_problem.get().map(|problem| view! {
                <section class="message warning" id="cache-problem">
                    <div>
                        <strong>{say!("message-embeddings-not-kept")}" " {in_tongues(&problem)} "."</strong>
                        <p>{say!("message-selection-goes-on-without")}</p>
                    </div>
                    <div class="actions">
                        <button type="button" on:click=move |_| store.dispatch(Action::DismissCacheProblem)>{say!("common-close")}</button>
                    </div>
                </section>
            })}
            {move || encoder_problem.get().map(|Message { title, problem, advice }| view! {
                <section class="message warning" id="encoder-problem">
                    <div>
                        <strong>{title}": "<bdi>{in_tongues(&problem)}</bdi>"."</strong>
                        <p>{advice}</p>
                    </div>
                    <div class="actions">
                        <button type="button" on:click=move |_| store.dispatch(Action::DismissEncoderProblem)>{say!("common-close")}</button>
                    </div>
                </section>
            })}
            {move || message.get().map(|message| view! {
                <section class="message error" id="message">
                    <div>
                        <strong>{message.title}</strong>
                        <p><bdi>{in_tongues(&capitalized(&message.problem))}</bdi> ". " {message.advice}</p>
                    </div>
                    <div class="actions">
                        <button type="button" id="dismiss" on:click=move |_| store.dispatch(Action::DismissMessage)>{say!("common-close")}</button>
                    </div>
                </section>
            })}
        </div>
    }
}
