//! The welcome screen.

use leptos::html;
use leptos::prelude::*;

use crate::i18n::t;
use crate::import::paste::Paste;
use crate::import::{self, FileRead};
use crate::runtime::access::{use_app, use_state};
use crate::runtime::handle::AppHandle;
use crate::shell::drop_zone::use_drag;
use crate::shell::lazy;
use crate::shell::loading::deferred_view;
use crate::state::Msg;
use crate::ui::dom::mounted;
use crate::ui::keyboard::control_key;
use fastgas_platform::chosen_files;

#[component]
pub fn Welcome() -> impl IntoView {
    let app = use_app();
    view! {
        <div class="welcome">
            <h1>{t!("shell-welcome-title")}</h1>
            <p class="lead">
                {t!("shell-welcome-summary")}
            </p>
            {deferred_view(|deferred| (deferred.projects)())}
            <DropZone/>
            <p class="or">
                <button type="button" id="try-sample" on:click=move |_| app.dispatch(Msg::Import(import::Msg::OpenSample))>
                    {t!("shell-welcome-sample-button")}
                </button>
                <span>{t!("shell-welcome-sample-hint")}</span>
                <Paste/>
                <span>{t!("shell-welcome-paste-hint", control = control_key())}</span>
            </p>
            <Steps/>
            <p class="or"><TourButton/><span>{t!("shell-welcome-tour-hint")}</span></p>
            <p class="privacy">
                <strong>{t!("shell-welcome-privacy-title")}</strong>
                " "{t!("shell-welcome-privacy-hint")}
            </p>
            <div class="kept-here">{deferred_view(|deferred| (deferred.stored_data)())}</div>
        </div>
    }
}

#[component]
fn TourButton() -> impl IntoView {
    let owner = StoredValue::new(Owner::current().unwrap_or_default());
    let project = move |_| lazy::when_loaded(move |deferred| owner.with_value(|owner| owner.with(deferred.tour)));
    view! { <button type="button" id="explainer" aria-haspopup="dialog" on:click=project>{t!("explainer-title")}</button> }
}

/// A click on this area opens a dialog to choose a file. The user can drop files anywhere on the page.
#[component]
pub fn DropZone() -> impl IntoView {
    let app = use_app();
    let over = use_drag();
    let reading = use_state(|state| state.import.reading.as_ref().map(FileRead::words));
    view! {
        <label class="drop" class:over=over>
            <FileInput app/>
            <svg viewBox="0 0 32 32" aria-hidden="true"><path d={"M16 21V6m-6 6 6-6 6 6M5 21v5h22v-5"}/></svg>
            <span class="drop-text" aria-live="polite">
                {move || match reading.get() {
                    Some(words) => view! { <strong>{words}</strong> }.into_any(),
                    None => view! {
                        <strong>{t!("shell-welcome-drop-title")}</strong>
                        <span>{t!("shell-welcome-drop-hint")}</span>
                    }.into_any(),
                }}
            </span>
        </label>
        <Show when=move || reading.read().is_some()><StopReading/></Show>
    }
}

#[component]
pub fn StopReading() -> impl IntoView {
    let app = use_app();
    view! {
        <button type="button" class="quiet stop-reading" id="stop-reading"
            on:click=move |_| app.dispatch(Msg::Import(import::Msg::Stop))>{t!("shell-welcome-stop-reading-button")}</button>
    }
}

const ACCEPTED_FILES: &str = ".csv,.tsv,.tab,.txt,.jsonl,.ndjson,.xlsx,.xlsm,.xlsb,.xls,.ods,.parquet,.pq,.gz,.zst,.bz2,text/csv,text/tab-separated-values,text/plain,.npy,.onnx,.json,.js,.fastgas,.zip";

/// The surrounding label element names the file input for screen readers.
#[component]
pub fn FileInput(
    app: AppHandle,
    #[prop(default = "file")] id: &'static str,
    #[prop(default = ACCEPTED_FILES)] accept: &'static str,
    #[prop(default = false)] adds: bool,
) -> impl IntoView {
    let input = NodeRef::<html::Input>::new();
    let on_change = move |_| {
        let Some(input) = input.get_untracked() else { return };
        if let Some(files) = input.files() {
            app.take(chosen_files(&files), adds);
        }
        // Reset the field. Otherwise, the browser sends no `change` event if the user chooses the same file again.
        input.set_value("");
    };
    view! {
        <input
            type="file" id=id node_ref=input multiple accept=accept
            on:change=mounted(on_change)
        />
    }
}

#[component]
fn Steps() -> impl IntoView {
    view! {
        <ol class="steps">
            <li>
                <svg viewBox="0 0 120 72" aria-hidden="true">
                    <g class="dots">
                        <circle cx={"22"} cy="20" r="3.5"/><circle cx={"34"} cy="34" r="3.5"/><circle cx={"20"} cy="44" r="3.5"/>
                        <circle cx={"44"} cy="18" r="3.5"/><circle cx={"62"} cy="30" r="3.5"/><circle cx={"74"} cy="16" r="3.5"/>
                        <circle cx={"84"} cy="34" r="3.5"/><circle cx={"98"} cy="22" r="3.5"/><circle cx={"58"} cy="54" r="3.5"/>
                        <circle cx={"76"} cy="56" r="3.5"/><circle cx={"94"} cy="50" r="3.5"/><circle cx={"40"} cy="56" r="3.5"/>
                    </g>
                </svg>
                <strong>{t!("common-embed")}</strong>
                <span>{t!("shell-welcome-embed-hint")}</span>
            </li>
            <li>
                <svg viewBox="0 0 120 72" aria-hidden="true">
                    <g class="edges">
                        <path d={"M22 20 34 34 20 44ZM34 34 44 18 22 20M62 30 74 16 84 34ZM84 34 98 22 74 16M58 54 76 56 94 50M58 54 40 56"}/>
                    </g>
                    <g class="part-0 dots"><circle cx={"22"} cy="20" r="4"/><circle cx={"34"} cy="34" r="4"/><circle cx={"20"} cy="44" r="4"/><circle cx={"44"} cy="18" r="4"/></g>
                    <g class="part-1 dots"><circle cx={"62"} cy="30" r="4"/><circle cx={"74"} cy="16" r="4"/><circle cx={"84"} cy="34" r="4"/><circle cx={"98"} cy="22" r="4"/></g>
                    <g class="part-2 dots"><circle cx={"58"} cy="54" r="4"/><circle cx={"76"} cy="56" r="4"/><circle cx={"94"} cy="50" r="4"/><circle cx={"40"} cy="56" r="4"/></g>
                </svg>
                <strong>{t!("shell-welcome-pick-title")}</strong>
                <span>{t!("shell-welcome-pick-hint")}</span>
            </li>
            <li>
                <svg viewBox="0 0 120 72" aria-hidden="true">
                    <g class="cards">
                        <rect x={"16"} y="12" width="88" height="14" rx="4"/><rect x={"16"} y="30" width="88" height="14" rx="4"/><rect x={"16"} y="48" width="88" height="14" rx="4"/>
                    </g>
                    <path class={"lines"} d="M24 19h40M24 37h48M24 55h34"/>
                    <g class="c2"><rect class={"chip"} x="78" y="15" width="22" height="8" rx="4"/></g>
                    <g class="c3"><rect class={"chip"} x="78" y="33" width="22" height="8" rx="4"/></g>
                    <g class="c2"><rect class={"chip"} x="78" y="51" width="22" height="8" rx="4"/></g>
                </svg>
                <strong>{t!("shell-welcome-label-title")}</strong>
                <span>{t!("shell-welcome-label-hint")}</span>
            </li>
        </ol>
    }
}
