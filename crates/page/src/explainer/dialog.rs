//! The explainer dialog, as large as the window. Its state is in [`crate::explainer::state`].

use std::time::Duration;

use leptos::leptos_dom::helpers::{IntervalHandle, set_interval_with_handle};
use leptos::prelude::*;
use leptos::{ev, html};

use crate::explainer::controls::{Preferences, Timeline};
use crate::explainer::exercise_view::Trying;
use crate::explainer::graph_view::Pictures;
use crate::explainer::side_panel::{Panels, TourCard};
use crate::explainer::vertex_info::Dot;

use crate::explainer::{Action, Address, Explainer, FIRST_WITH_LEVELS, OWN, own};
use crate::i18n::say;
use crate::ui::dialog::{dialog_head, show_while};
use crate::ui::dom::is_in;
use crate::ui::{piece, select, use_app};
use fastgas_platform::{Preference, fragment, set_fragment};

/// The state of the explainer, and its dispatch.
#[derive(Clone, Copy)]
pub struct ExplainerSignal(pub(crate) RwSignal<Explainer>);

impl ExplainerSignal {
    pub(crate) fn dispatch(self, action: Action) {
        self.0.update(|think| think.apply(action));
    }

    /// A memo of a part of the state.
    pub(crate) fn select<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Explainer) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        piece(move || self.0.with(&read))
    }
}

pub(crate) fn use_thinking() -> ExplainerSignal {
    expect_context::<ExplainerSignal>()
}

/// The dot that the user points at: the index of the player, and the vertex of the original graph. Kept outside of [`Explainer`]
/// because the pictures are redrawn whenever that changes.
type Pointing = RwSignal<Option<(usize, u32)>>;

pub(crate) fn use_pointing() -> Pointing {
    expect_context::<Pointing>()
}

/// Provides the state to the whole page. Once projects are restored, opens the explainer if the page's address links to it.
pub fn provide_thinking() {
    let thinking = ExplainerSignal(RwSignal::new(Explainer::default()));
    provide_context(thinking);
    let state = use_app().state();
    let asked = StoredValue::new(Address::of_fragment(&fragment()));
    let restoring = select(|state| state.persistence.restoring);
    Effect::new(move |_| {
        if restoring.get() {
            return;
        }
        let Some(address) = asked.try_update_value(Option::take).flatten() else {
            return;
        };
        let own = state.with_untracked(|state| state.project.as_ref().filter(|_| address.world == OWN).map(own));
        match own {
            Some(own) => {
                thinking.dispatch(own);
                if thinking.0.with_untracked(|think| think.problem.is_none()) {
                    thinking.dispatch(Action::Set(address.settings));
                    thinking.dispatch(Action::Seek(address.tick));
                }
            }
            None => thinking.dispatch(Action::Follow(address)),
        }
    });
}

pub fn tour() {
    use_thinking().dispatch(Action::Tour(Some(0)));
}

/// Opens the explainer for the open project, once it has picks.
#[component]
pub fn ThinkButton() -> impl IntoView {
    let thinking = use_thinking();
    let state = use_app().state();
    let open = move |_| {
        let action = state.with_untracked(|state| state.project.as_ref().map(own));
        if let Some(action) = action {
            thinking.dispatch(action);
        }
    };
    let can = select(|state| state.project.as_ref().is_some_and(|open| open.result.outcome.is_some()));
    view! {
        <Show when=move || can.get()>
            <button type="button" id="think-own" class="quiet link" aria-haspopup="dialog" on:click=open>{say!("explainer-title")}</button>
        </Show>
    }
}

/// Escape closes the dialog.
#[component]
pub fn ThinkDialog() -> impl IntoView {
    let thinking = use_thinking();
    let dialog = NodeRef::<html::Dialog>::new();
    let shown = thinking.select(|think| think.shown);
    let problem = thinking.select(|think| think.problem.clone());
    let touring = thinking.select(|think| think.stop.is_some());
    let single_keys = select(|state| state.preferences.is_on(Preference::SingleKeys));
    let early = thinking.select(|think| think.stop.is_some_and(|stop| stop < FIRST_WITH_LEVELS));
    let beside = thinking.select(|think| think.settings.beside);
    provide_context::<Pointing>(RwSignal::new(None));
    show_while(dialog, shown.into());
    keep_time(thinking);
    keep_address(thinking);
    let close = move || thinking.dispatch(Action::Leave);
    view! {
        <dialog node_ref=dialog id="think-dialog" class="think" class:touring=touring class:early=early aria-labelledby="think-title"
            on:cancel=move |event: ev::Event| { event.prevent_default(); close() }
            on:keydown=move |event| on_key(thinking, single_keys.get_untracked(), &event)>
            {dialog_head("think", say!("explainer-title"), close)}
            <Show when=move || shown.get()>
                <Preferences/>
                <Show when=move || problem.read().is_some()>
                    <p class="message warn" role="alert" id="think-problem">{move || problem.get()}</p>
                </Show>
                <div class="think-body" class:beside=beside>
                    <TourCard/>
                    <div class="think-stage"><Pictures/><Timeline/><Dot/></div>
                    <div class="think-side"><Trying/><Panels/></div>
                </div>
            </Show>
        </dialog>
    }
}

/// Advances the ticks by a timer while playing.
fn keep_time(thinking: ExplainerSignal) {
    let pace = thinking.select(|think| think.playing.then(|| think.interval()));
    let running = StoredValue::new(None::<IntervalHandle>);
    let stop = move || {
        if let Some(handle) = running.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    Effect::new(move |_| {
        stop();
        let Some(interval) = pace.get() else { return };
        let pass = move || thinking.dispatch(Action::Pass);
        let handle = set_interval_with_handle(pass, Duration::from_millis(interval.into()));
        running.set_value(handle.ok());
    });
    on_cleanup(stop);
}

/// Writes the current position to the page's address while not playing.
fn keep_address(thinking: ExplainerSignal) {
    let place = thinking.select(|think| (!think.playing).then(|| (think.shown, think.address())));
    Effect::new(move |before: Option<bool>| {
        let was_shown = before.unwrap_or(false);
        match place.get() {
            Some((true, Some(address))) => set_fragment(&address.to_fragment()),
            Some((false, _)) if was_shown => set_fragment(""),
            _ => {}
        }
        thinking.0.with_untracked(|think| think.shown)
    });
}

/// The keyboard shortcuts of the timeline. Inactive in fields, which have keys of their own.
fn on_key(thinking: ExplainerSignal, single_keys: bool, event: &ev::KeyboardEvent) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || is_in(event, &["INPUT", "SELECT"]) {
        return;
    }
    let step = |forward| Action::Step {
        forward,
        whole: event.shift_key(),
    };
    let action = match event.key().as_str() {
        " " if !is_in(event, &["BUTTON", "SUMMARY"]) => Action::Play(!thinking.0.with_untracked(|think| think.playing)),
        // Single-key shortcuts are off, for example for speech input. Space still works.
        "p" | "P" | "+" | "=" | "-" if !single_keys => return,
        "p" | "P" => Action::Play(!thinking.0.with_untracked(|think| think.playing)),
        "ArrowRight" => step(true),
        "ArrowLeft" => step(false),
        "Home" => Action::Seek(0),
        "End" => Action::Seek(u32::MAX),
        "+" | "=" => Action::Speed(1),
        "-" => Action::Speed(-1),
        _ => return,
    };
    event.prevent_default();
    thinking.dispatch(action);
}
