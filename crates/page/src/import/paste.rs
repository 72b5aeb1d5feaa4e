//! Import of texts from the clipboard. The user pastes anywhere, or into a field on devices without a paste key.

use leptos::prelude::*;
use leptos::{ev, html};
use wasm_bindgen::JsCast;

use crate::i18n::t;
use crate::runtime::access::use_app;
use crate::ui::dialog::{dialog_head, show_while};

/// Handles a paste event while no field has focus.
pub fn listen_for_paste() {
    let app = use_app();
    let handle = window_event_listener(ev::paste, move |event| {
        let target: Option<web_sys::Element> = event.target().and_then(|target| target.dyn_into().ok());
        let is_field = target.is_some_and(|target| {
            let field = "input, textarea, select, [contenteditable], dialog";
            target.closest(field).is_ok_and(|field| field.is_some())
        });
        if is_field || !app.takes_pasted() {
            return;
        }
        let Some(data) = event.clipboard_data() else { return };
        let files = data
            .files()
            .map(|files| fastgas_platform::chosen_files(&files))
            .unwrap_or_default();
        if !files.is_empty() {
            event.prevent_default();
            app.take(files, false);
            return;
        }
        let text = data.get_data("text/plain").unwrap_or_default();
        if !text.trim().is_empty() {
            event.prevent_default();
            app.paste(text);
        }
    });
    on_cleanup(move || handle.remove());
}

#[component]
pub fn Paste() -> impl IntoView {
    let app = use_app();
    let dialog = NodeRef::<html::Dialog>::new();
    let open = RwSignal::new(false);
    let text = RwSignal::new(String::new());
    show_while(dialog, open.into());
    let close = move || {
        open.set(false);
        text.set(String::new());
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let pasted = text.get_untracked();
        close();
        app.paste(pasted);
    };
    view! {
        <button type="button" id="paste" on:click=move |_| open.set(true)>{t!("import-paste-title")}</button>
        <dialog node_ref=dialog id="paste-dialog" class="paste" aria-labelledby="paste-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }>
            {dialog_head("paste", t!("import-paste-title"), close)}
            <form on:submit=submit>
                <label for="pasted">{t!("import-paste-label")}</label>
                <textarea id="pasted" autofocus rows="10" dir="auto" spellcheck="false" prop:value=move || text.get()
                    on:input:target=move |event| text.set(event.target().value())></textarea>
                <div class="actions">
                    <button type="button" on:click=move |_| close()>{t!("common-cancel")}</button>
                    <button type="submit" id="use-pasted" class="primary" disabled=move || text.read().trim().is_empty()>{t!("import-paste-preview-button")}</button>
                </div>
            </form>
        </dialog>
    }
}
