//! Drag and drop of files onto the page.

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::encoder;
use crate::i18n::t;
use crate::runtime::access::use_app;
use crate::state::Msg;
use fastgas_platform::{dropped_files, has_files};

#[derive(Clone, Copy)]
struct Drag(RwSignal<bool>);

/// Listens to the whole window. Otherwise, the browser would open a file that is dropped outside the marked area.
pub fn listen_for_drops() {
    let app = use_app();
    let over = RwSignal::new(false);
    provide_context(Drag(over));
    let files_of = |event: &ev::DragEvent| event.data_transfer().filter(has_files);
    let on_over = window_event_listener(ev::dragover, move |event| {
        if files_of(&event).is_some() {
            event.prevent_default();
            over.set(true);
        }
    });
    let on_leave = window_event_listener(ev::dragleave, move |event| {
        // If the event has a `relatedTarget`, the pointer has only moved from one element of the page to another.
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    let on_drop = window_event_listener(ev::drop, move |event| {
        over.set(false);
        let Some(data) = files_of(&event) else { return };
        event.prevent_default();
        let files = dropped_files(&data);
        spawn_local(async move {
            match files.await {
                Ok(files) => app.take(files, false),
                Err(reason) => app.dispatch(Msg::Encoder(encoder::Msg::FilesUnreadable(reason))),
            }
        });
    });
    on_cleanup(move || {
        for handle in [on_over, on_leave, on_drop] {
            handle.remove();
        }
    });
}

pub fn use_drag() -> RwSignal<bool> {
    expect_context::<Drag>().0
}

/// Names the accepted files while the user drags files over a screen without a marked drop area.
#[component]
pub fn DropVeil() -> impl IntoView {
    let over = use_drag();
    view! {
        <Show when=move || over.get()>
            <div class="veil" aria-hidden="true"><p>{t!("shell-drop-zone-hint")}</p></div>
        </Show>
    }
}
