//! Building blocks for views: dialogs, focus, lists and scrolling.
//! No building block depends on a feature of the page, except that [`page_history`] also stores the view.

pub mod axis;
pub mod checkbox;
pub mod column_select;
pub mod deferred;
pub mod dialog;
pub mod dom;
pub mod drawer;
pub mod keyboard;
pub mod list_navigation;
pub mod long_list;
pub mod meanings;
pub mod page_history;
pub mod part_badge;
pub mod resize_observer;
pub mod scroll_hint;
pub mod truncate;

use leptos::prelude::*;
use leptos::reactive::graph::{Subscriber, ToAnySubscriber};

use crate::i18n::{language, split_by_language};
use fastgas_map::{N_CATEGORIES, PaletteColor};
use fastgas_partition::N_PART_FORMS;

/// A memo that stops reading its sources when its view is removed.
///
/// A memo that keeps its sources would be checked after every message, until the page is closed.
/// The memos of all list lines that were ever shown would accumulate.
pub(crate) fn scoped_memo<T: PartialEq + Send + Sync + 'static>(
    read: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    let piece = ArcMemo::new(move |_| read());
    let subscriber = piece.to_any_subscriber();
    on_cleanup(move || subscriber.clear_sources(&subscriber));
    piece.into()
}

/// A signal with the value of the memo `changing`, for a value that many views depend on.
/// Views that read the memo would check the value after each change of the state.
/// Views that read the signal run only if the value has changed.
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
/// If `signal` is a memo, this function also computes the memo, because only computed memos report changes.
pub(crate) fn subscribe(signal: impl With) {
    signal.with(|_| ());
}

pub(crate) fn format_time(at_ms: u64) -> String {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    let style = js_sys::Object::new();
    for (key, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // Setting a property of a new JavaScript object cannot fail.
        let _ = js_sys::Reflect::set(&style, &key.into(), &value.into());
    }
    date.to_locale_string(language().code(), &style).into()
}

/// The CSS class for the color of a label. Labels without a color are gray.
pub(crate) fn color_class(index: usize) -> String {
    match index < N_CATEGORIES as usize {
        true => format!("c{index}"),
        false => "c-none".to_owned(),
    }
}

pub(crate) fn part_class(color: PaletteColor) -> String {
    format!("part-{}", u32::from(color.0).saturating_sub(N_CATEGORIES))
}

pub(crate) fn form_class(part: u32) -> String {
    format!("form-{}", part % N_PART_FORMS)
}

/// Marks English text from other sources with the `lang` attribute, so that screen readers pronounce it correctly.
pub(crate) fn with_lang_spans(sentence: &str) -> impl IntoView + use<> {
    let piece = |(piece, is_english): (&str, bool)| match is_english {
        true => view! { <bdi lang="en">{piece.to_owned()}</bdi> }.into_any(),
        false => piece.to_owned().into_any(),
    };
    split_by_language(sentence).into_iter().map(piece).collect_view()
}

pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
