//! Building blocks for components: access to the state, dialogs, focus, lists and scrolling.
//! Components read the state through signals and dispatch messages, but make no decisions.

pub mod axis;
pub mod checkbox;
pub mod column_select;
pub mod deferred;
pub mod dialog;
pub mod dom;
pub mod drawer;
pub mod focus_restore;
pub mod keyboard;
pub mod list_navigation;
pub mod long_list;
pub mod page_history;
pub mod part_badge;
pub mod preference_checkbox;
pub mod resize_observer;
pub mod scroll_hint;
pub mod truncate;

use leptos::ev;
use leptos::prelude::*;
use leptos::reactive::graph::{Subscriber, ToAnySubscriber};

use crate::i18n::{language, split_by_language};
use crate::project::Project;
use crate::runtime::handle::AppHandle;
use crate::session::{self, DraftField};
use crate::state::{AppState, Msg};
use fastgas_map::{N_CATEGORIES, PaletteColor};
use fastgas_partition::N_PART_FORMS;

pub(crate) fn use_app() -> AppHandle {
    expect_context::<AppHandle>()
}

/// A memo that is disconnected from its sources when its view is disposed.
///
/// The page would check a connected memo after every message until the page is closed.
/// The cost of the checks would add up over all list items that were ever shown.
pub(crate) fn scoped_memo<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let piece = ArcMemo::new(move |_| read());
    let subscriber = piece.to_any_subscriber();
    on_cleanup(move || subscriber.clear_sources(&subscriber));
    piece.into()
}

/// A memo of a part of the state.
pub(crate) fn use_state<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn(&AppState) -> T + Send + Sync + 'static,
) -> Memo<T> {
    let state = use_app().state();
    scoped_memo(move || state.with(&read))
}

/// A memo of a part of the open project, or the default value if no project is open.
pub(crate) fn use_project<T>(read: impl Fn(&Project) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Default + Send + Sync + 'static,
{
    use_state(move |state| state.project.as_ref().map(&read).unwrap_or_default())
}

/// Like `use_state`, but for values with many subscribers.
/// A memo checks every subscriber again on each state change, a signal only when the value has changed.
pub(crate) fn cached_signal<T: Clone + PartialEq + Send + Sync + 'static>(changing: Memo<T>) -> RwSignal<T> {
    let steady = RwSignal::new(changing.get_untracked());
    Effect::new(move |_| {
        let now = changing.get();
        if *steady.read_untracked() != now {
            steady.set(now);
        }
    });
    steady
}

/// Makes the current effect or memo run again after each change of `signal`.
/// Unlike `Track::track`, also computes a memo without other readers, because only computed memos report changes.
pub(crate) fn subscribe(signal: impl With) {
    signal.with(|_| ());
}

/// True if the project is read-only because another tab has the project open.
pub(crate) fn read_only() -> Memo<bool> {
    use_state(|state| state.projects.read_only)
}

/// Reports every input in a field whose value is only committed when the field loses the focus.
pub(crate) fn typing(field: impl Fn() -> Option<DraftField> + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    dom::mounted(move |event: ev::Event| {
        if let Some(field) = field() {
            let text = event_target_value(&event);
            app.dispatch(Msg::Session(session::Msg::TypeInto { field, text }));
        }
    })
}

/// Formats a time in the user's language and time zone.
pub(crate) fn format_time(at_ms: u64) -> String {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    let style = js_sys::Object::new();
    for (key, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // Setting a property of a new JavaScript object never fails.
        let _ = js_sys::Reflect::set(&style, &key.into(), &value.into());
    }
    date.to_locale_string(language().code(), &style).into()
}

/// The CSS class for the color of a label or another category. Categories without a color are gray.
pub(crate) fn color_class(index: usize) -> String {
    match index < N_CATEGORIES as usize {
        true => format!("c{index}"),
        false => "c-none".to_owned(),
    }
}

/// The CSS class for the color of a part, see [`PaletteColor::part`].
pub(crate) fn part_class(color: PaletteColor) -> String {
    format!("part-{}", u32::from(color.0).saturating_sub(N_CATEGORIES))
}

/// The CSS class for the shape of a part, see [`PartForm`](fastgas_partition::PartForm).
pub(crate) fn form_class(part: u32) -> String {
    format!("form-{}", part % N_PART_FORMS)
}

/// A sentence of the page in which English text from other sources is marked with `lang`.
/// Screen readers therefore pronounce the marked English text correctly.
pub(crate) fn with_lang_spans(sentence: &str) -> impl IntoView + use<> {
    let piece = |(piece, is_english): (&str, bool)| match is_english {
        true => view! { <bdi lang="en">{piece.to_owned()}</bdi> }.into_any(),
        false => piece.to_owned().into_any(),
    };
    split_by_language(sentence).into_iter().map(piece).collect_view()
}

/// Returns `text` with an upper-case first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
