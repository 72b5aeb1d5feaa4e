//! The explainer dialog, which is as large as the window. The state of the dialog is in [`crate::explainer::state`].

use std::time::Duration;

use leptos::leptos_dom::helpers::{IntervalHandle, set_interval_with_handle};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos::{ev, html};
use wasm_bindgen::JsCast;

use crate::browser::fullscreen;
use crate::explainer::controls::{Preferences, Timeline};
use crate::explainer::exercise_view::ExerciseView;
use crate::explainer::graph_draft_view::GraphEditor;
use crate::explainer::graph_view::Pictures;
use crate::explainer::prompt_example::PromptExampleView;
use crate::explainer::side_panel::{Panels, TourCard};
use crate::explainer::signal::{ExplainerSignal, Pointing, use_explainer};
use crate::explainer::vertex_info::Dot;
use crate::runtime::access::{use_app, use_state};

use crate::browser::animation_frame::before_paint;
use crate::explainer::{
    DraftMsg, Explainer, ExplainerUrl, FIRST_WITH_LEVELS, Msg, OWN_TEXTS, Panel, Position, STOPS, own_texts,
};
use crate::i18n::t;
use crate::shell::theme_picker::ThemeChoice;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::{focus, is_in};
use crate::ui::page_history::{on_link, open_dialogs, view_fragment};
use fastgas_platform::{Preference, fragment, keep_drawn_graph, kept_drawn_graph, set_fragment};

/// Opens the explainer if the page's address links to a position of the explainer.
/// A link is followed after the projects have been restored, and again after each edit of the address.
pub fn provide_explainer() {
    let explainer = ExplainerSignal(RwSignal::new(Explainer::default()));
    provide_context(explainer);
    keep_draft(explainer);
    let state = use_app().state();
    let asked = StoredValue::new(linked());
    let restoring = use_state(|state| state.persistence.restoring);
    let follow = move || {
        let Some(address) = asked.try_update_value(Option::take).flatten() else {
            return;
        };
        let address = match address {
            Ok(address) => address,
            Err(problem) => return explainer.dispatch(Msg::Impossible(problem)),
        };
        let own = match &address.position {
            Position::Step {
                example,
                settings,
                tick,
                ..
            } if example == OWN_TEXTS => state
                .with_untracked(|state| state.project.as_ref().map(own_texts))
                .map(|own| (own, *settings, *tick)),
            _ => None,
        };
        match own {
            Some((own, settings, tick)) => {
                explainer.dispatch(own);
                if explainer.0.with_untracked(|explainer| explainer.problem.is_none()) {
                    explainer.dispatch(Msg::Set(settings));
                    explainer.dispatch(Msg::Seek(tick));
                    explainer.dispatch(Msg::LinkedLecture(address.lecture));
                }
            }
            None => explainer.dispatch(Msg::Follow(address)),
        }
    };
    Effect::new(move |_| {
        if !restoring.get() {
            follow();
        }
    });
    on_link(move || {
        asked.set_value(linked());
        if !restoring.get_untracked() {
            follow();
        }
    });
}

/// Restores the graph that the user drew before a reload of the page, and saves each change of the graph.
fn keep_draft(explainer: ExplainerSignal) {
    if let Some(text) = kept_drawn_graph() {
        explainer.dispatch(Msg::Draft(DraftMsg::Type(text)));
    }
    let text = explainer.select(|explainer| explainer.draft.text.clone());
    Effect::new(move |before: Option<String>| {
        let text = text.get();
        if before.is_some_and(|before| before != text)
            && let Err(reason) = keep_drawn_graph(&text)
        {
            leptos::logging::error!("the drawn graph could not be kept: {reason:?}");
        }
        text
    });
}

/// Returns the explainer position in the page's address, or the reason why the address is invalid.
/// Returns `None` if the address is not a link to the explainer.
fn linked() -> Option<Result<ExplainerUrl, String>> {
    let fragment = fragment();
    // The part of the address after `#` may also be the id of an element of the page.
    let is_element = !fragment.starts_with("explainer") && document().get_element_by_id(&fragment).is_some();
    (!is_element).then(|| ExplainerUrl::of_fragment(&fragment)).flatten()
}

pub fn tour() {
    use_explainer().dispatch(Msg::Tour(Some(0)));
}

#[component]
pub fn ExplainerButton() -> impl IntoView {
    let explainer = use_explainer();
    let state = use_app().state();
    let open = move |_| {
        let msg = state.with_untracked(|state| state.project.as_ref().map(own_texts));
        if let Some(msg) = msg {
            explainer.dispatch(msg);
        }
    };
    let can = use_state(|state| state.project.as_ref().is_some_and(|open| open.result.outcome.is_some()));
    view! {
        <Show when=move || can.get()>
            <button type="button" id="explainer-own" class="quiet link" aria-haspopup="dialog" on:click=open>{t!("explainer-title")}</button>
        </Show>
    }
}

/// The Escape key ends a lecture or closes the dialog.
#[component]
pub fn ExplainerDialog() -> impl IntoView {
    let explainer = use_explainer();
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = explainer.select(|explainer| explainer.shown);
    let problem = explainer.select(|explainer| explainer.problem.clone());
    let touring = explainer.select(|explainer| explainer.stop.is_some());
    let single_keys = use_state(|state| state.preferences.is_on(Preference::SingleKeys));
    let early = explainer.select(|explainer| explainer.stop.is_some_and(|stop| stop < FIRST_WITH_LEVELS));
    let panel = explainer.select(|explainer| explainer.stop.and_then(|stop| STOPS[stop].panel).map(Panel::name));
    let side_by_side = explainer.select(|explainer| explainer.settings.side_by_side);
    let lecture = explainer.select(|explainer| explainer.lecture);
    let drafting = explainer.select(|explainer| explainer.is_drafting);
    provide_context::<Pointing>(RwSignal::new(None));
    show_while(dialog, shown.into());
    run_timer(explainer);
    update_url(explainer);
    follow_fullscreen(explainer);
    enter_fullscreen_later(explainer);
    focus_in_lecture(explainer);
    // After a press outside all controls, no element has focus, and key events reach only the window.
    let keys = window_event_listener(ev::keydown, move |event| {
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if shown.get_untracked() && target.is_some_and(|target| target.tag_name() == "BODY") {
            on_key(explainer, single_keys.get_untracked(), &event);
        }
    });
    on_cleanup(move || keys.remove());
    let close = move || explainer.dispatch(Msg::Leave);
    let cancel = move |event: ev::Event| {
        // File fields in the dialog also fire `cancel` events, which bubble but must not close the dialog.
        if !is_in(&event, &["DIALOG"]) {
            return;
        }
        event.prevent_default();
        // If the event cannot be canceled, the browser closes the dialog in any case.
        // If the browser closes the dialog, the explainer is also closed, even during a lecture.
        match explainer.0.with_untracked(|explainer| explainer.lecture) && event.cancelable() {
            true => explainer.dispatch(Msg::Lecture(false)),
            false => close(),
        }
    };
    view! {
        <dialog node_ref=dialog id=DIALOG class="explainer" class:touring=touring class:early=early class:lecture=lecture class:drafting=drafting
            data-panel=move || panel.get() aria-labelledby="explainer-title"
            on:cancel=cancel
            on:keydown=move |event| on_key(explainer, single_keys.get_untracked(), &event)>
            // Browsers cannot show a dialog in full screen, but they can show an element of the dialog in full screen.
            <div class="explainer-screen" id=SCREEN>
                {dialog_head("explainer", t!("explainer-title"), close)}
                <Show when=move || shown.get()>
                    <ThemeChoice id="explainer-theme"/>
                    <Preferences/>
                    <Show when=move || problem.read().is_some()>
                        <p class="message warn" role="alert" id="explainer-problem">{move || problem.get()}</p>
                    </Show>
                    <div class="explainer-body" class:beside=side_by_side>
                        <TourCard/>
                        <Show when=move || drafting.get() fallback=|| view! { <div class="explainer-stage"><Pictures/><Timeline/><Dot/></div> }>
                            <div class="explainer-stage"><GraphEditor/></div>
                        </Show>
                        <Show when=move || !drafting.get()><div class="explainer-side"><PromptExampleView/><ExerciseView/><Panels/></div></Show>
                    </div>
                </Show>
            </div>
        </dialog>
    }
}

const SCREEN: &str = "explainer-screen";

const DIALOG: &str = "explainer-dialog";

/// Must be called in a click handler, because browsers otherwise refuse the full-screen mode.
pub fn toggle_lecture(explainer: ExplainerSignal) {
    // If a link turned on the lecture mode, the button enters full screen instead of ending the lecture.
    let lecture = explainer
        .0
        .with_untracked(|explainer| !explainer.lecture || explainer.awaits_fullscreen);
    explainer.dispatch(Msg::Lecture(lecture));
    if lecture {
        enter_fullscreen();
    }
}

/// Must be called in a handler of a key press or click, because browsers otherwise refuse the full-screen mode.
fn enter_fullscreen() {
    let Some(screen) = document().get_element_by_id(SCREEN) else {
        return;
    };
    spawn_local(async move {
        // The error is only logged, because the lecture mode also works without full screen, for example on phones.
        if let Err(reason) = fullscreen::enter(&screen).await {
            leptos::logging::log!("no full screen: {reason:?}");
        }
    });
}

/// Browsers refuse the full-screen mode after a press of Escape.
/// A modifier key is ignored, because it may be the first key of a shortcut.
fn allows_fullscreen(key: &str) -> bool {
    !matches!(key, "Escape" | "Shift" | "Control" | "Alt" | "AltGraph" | "Meta")
}

/// A link cannot enter the full-screen mode, so the page waits for the next key press or click.
fn enter_fullscreen_later(explainer: ExplainerSignal) {
    let enter = move || {
        if explainer.0.with_untracked(|explainer| explainer.awaits_fullscreen) {
            explainer.dispatch(Msg::Lecture(true));
            enter_fullscreen();
        }
    };
    let keys = window_event_listener(ev::keydown, move |event| {
        if allows_fullscreen(&event.key()) {
            enter();
        }
    });
    let presses = window_event_listener(ev::click, move |_| enter());
    on_cleanup(move || {
        keys.remove();
        presses.remove();
    });
}

/// Moves the focus to the button that leads to the next page of the lecture.
/// If the focus stayed on the lecture button, the first press of Space would end the lecture.
fn focus_in_lecture(explainer: ExplainerSignal) {
    let lectures = explainer.select(|explainer| explainer.shown && explainer.lecture);
    Effect::new(move |_| {
        if lectures.get() {
            before_paint(|| {
                if !focus("tour-next") {
                    focus("explainer-on");
                }
            });
        }
    });
}

/// Ends the lecture mode when the full-screen mode ends, and the full-screen mode when the lecture mode ends.
fn follow_fullscreen(explainer: ExplainerSignal) {
    let listener = window_event_listener_untyped("fullscreenchange", move |_| {
        if !fullscreen::is_on() && explainer.0.with_untracked(|explainer| explainer.lecture) {
            explainer.dispatch(Msg::Lecture(false));
        }
    });
    on_cleanup(move || listener.remove());
    let lecture = explainer.select(|explainer| explainer.lecture);
    Effect::new(move |_| {
        if lecture.get() {
            return;
        }
        spawn_local(async {
            if let Err(reason) = fullscreen::leave().await {
                leptos::logging::log!("the full screen did not end: {reason:?}");
            }
        });
    });
}

fn run_timer(explainer: ExplainerSignal) {
    let pace = explainer.select(|explainer| explainer.playing.then(|| explainer.interval()));
    let running = StoredValue::new(None::<IntervalHandle>);
    let stop = move || {
        if let Some(handle) = running.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    Effect::new(move |_| {
        stop();
        let Some(interval) = pace.get() else { return };
        let pass = move || explainer.dispatch(Msg::Pass);
        let handle = set_interval_with_handle(pass, Duration::from_millis(interval.into()));
        running.set_value(handle.ok());
    });
    on_cleanup(stop);
}

/// The address changes only while the explanation is not being played.
fn update_url(explainer: ExplainerSignal) {
    let place = explainer.select(|explainer| {
        // If the explainer cannot show the address, the address stays, so that the user can correct it.
        let is_known = explainer.problem.is_none();
        (!explainer.playing && is_known).then(|| (explainer.shown, explainer.url()))
    });
    Effect::new(move |before: Option<bool>| {
        let was_shown = before.unwrap_or(false);
        match place.get() {
            Some((true, Some(address))) => set_fragment(&address.to_fragment()),
            Some((true, None)) => set_fragment(""),
            Some((false, _)) if was_shown => set_fragment(&view_fragment()),
            _ => {}
        }
        explainer.0.with_untracked(|explainer| explainer.shown)
    });
}

/// The keyboard shortcuts are inactive in input fields, because input fields use the same keys.
fn on_key(explainer: ExplainerSignal, single_keys: bool, event: &ev::KeyboardEvent) {
    let is_on_top = || open_dialogs().last().is_some_and(|dialog| dialog.id() == DIALOG);
    // Browsers close a dialog on Escape until the user has interacted with the page, even if `cancel` is prevented.
    // Therefore the handler of the key press keeps the dialog open.
    if event.key() == "Escape" && explainer.0.with_untracked(|explainer| explainer.lecture) && is_on_top() {
        event.prevent_default();
        return explainer.dispatch(Msg::Lecture(false));
    }
    if event.ctrl_key() || event.meta_key() || event.alt_key() || is_in(event, &["INPUT", "SELECT", "TEXTAREA"]) {
        return;
    }
    let step = |forward| Msg::Step {
        forward,
        whole: event.shift_key(),
    };
    let (touring, lecture) = explainer
        .0
        .with_untracked(|explainer| (explainer.stop.is_some(), explainer.lecture));
    let is_on_button = is_in(event, &["BUTTON", "SUMMARY"]);
    let msg = match event.key().as_str() {
        // Presenter remotes send the keys Space, Page Down and Page Up.
        " " if touring && !is_on_button => Msg::Page { forward: true },
        "PageDown" if touring || lecture => Msg::Page { forward: true },
        "PageUp" if touring || lecture => Msg::Page { forward: false },
        " " if !is_on_button => Msg::Play(!explainer.0.with_untracked(|explainer| explainer.playing)),
        // Single-key shortcuts can be turned off, for example for speech input. The space key always works.
        "p" | "P" | "+" | "=" | "-" if !single_keys => return,
        "p" | "P" => Msg::Play(!explainer.0.with_untracked(|explainer| explainer.playing)),
        "ArrowRight" => step(true),
        "ArrowLeft" => step(false),
        "Home" => Msg::Seek(0),
        "End" => Msg::Seek(u32::MAX),
        "+" | "=" => Msg::Speed(1),
        "-" => Msg::Speed(-1),
        _ => return,
    };
    event.prevent_default();
    explainer.dispatch(msg);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifier_keys_do_not_enter_full_screen() {
        for key in ["Escape", "Shift", "Control", "Alt", "AltGraph", "Meta"] {
            assert!(!allows_fullscreen(key), "{key}");
        }
        for key in ["a", "A", " ", "Enter", "ArrowRight", "PageDown"] {
            assert!(allows_fullscreen(key), "{key}");
        }
    }
}
