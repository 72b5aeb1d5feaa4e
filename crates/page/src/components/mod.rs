//! What is seen. Each component reads the state through signals and dispatches actions; none decides anything.

mod adding;
mod agreement;
mod alike;
mod annotate;
mod arriving;
mod back;
mod below;
mod bring;
mod cache;
mod columns;
mod compare;
mod confidences;
mod coverage;
mod data;
mod dialogs;
mod dom;
mod dot_plot;
mod drops;
mod early;
mod encoder;
mod export;
mod file_labels;
mod find_label;
mod goal;
mod header;
mod hearing;
mod help;
mod import;
mod keyboard;
mod label_all;
mod label_set;
mod landing;
mod language;
mod last_step;
mod later;
mod map;
mod message;
mod network;
mod offers;
mod on_off;
mod page;
mod paste;
mod per_cell;
mod picks;
mod presence;
mod preview;
mod progress;
mod projects;
mod prompt;
mod prompt_settings;
mod protecting;
mod rescue;
pub mod screens;
mod settings;
mod size;
mod sketch;
mod suggested;
mod summary;
mod team;
mod think;
mod welcome;

pub use language::begin;
pub use page::{Page, PageProps};

use leptos::ev;
use leptos::prelude::*;
use leptos::reactive::graph::{Subscriber, ToAnySubscriber};

use crate::handle::AppHandle;
use crate::place::Field;
use crate::project::Open;
use crate::store::{Action, AppState};
use crate::words::{language, tongues};
use fastgas_map::N_CATEGORIES;

fn use_app() -> AppHandle {
    expect_context::<AppHandle>()
}

/// A piece of what there is, which tells its readers only when it has changed.
///
/// With the view that it is for it leaves what it reads: a memo by itself would be asked at every key until the page is left,
/// as would those of every card and line that were ever shown.
fn piece<T: PartialEq + Send + Sync + 'static>(read: impl Fn() -> T + Send + Sync + 'static) -> Memo<T> {
    let piece = ArcMemo::new(move |_| read());
    let subscriber = piece.to_any_subscriber();
    on_cleanup(move || subscriber.clear_sources(&subscriber));
    piece.into()
}

/// A piece of the state.
fn select<T: PartialEq + Send + Sync + 'static>(read: impl Fn(&AppState) -> T + Send + Sync + 'static) -> Memo<T> {
    let state = use_app().state();
    piece(move || state.with(&read))
}

/// A piece of the open project; its default where none is open.
fn select_open<T>(read: impl Fn(&Open) -> T + Send + Sync + 'static) -> Memo<T>
where
    T: PartialEq + Default + Send + Sync + 'static,
{
    select(move |state| state.open.as_ref().map(&read).unwrap_or_default())
}

/// The same, for many who hear of it: of a memo each of them is asked at every key whether it has to do with them.
fn steady<T: Clone + PartialEq + Send + Sync + 'static>(changing: Memo<T>) -> RwSignal<T> {
    let steady = RwSignal::new(changing.get_untracked());
    Effect::new(move |_| {
        let now = changing.get();
        if *steady.read_untracked() != now {
            steady.set(now);
        }
    });
    steady
}

/// Whether the project is only looked at here, since another tab has it.
fn read_only() -> Memo<bool> {
    select(|state| state.projects.read_only)
}

/// Tells of each letter that is typed into a field which is taken when it is left.
fn typing(field: impl Fn() -> Option<Field> + 'static) -> impl FnMut(ev::Event) + 'static {
    let app = use_app();
    dom::mounted(move |event: ev::Event| {
        if let Some(field) = field() {
            let text = event_target_value(&event);
            app.dispatch(Action::Type { field, text });
        }
    })
}

/// The time in the words of whoever reads it.
fn when(at_ms: u64) -> String {
    let date = js_sys::Date::new(&(at_ms as f64).into());
    let style = js_sys::Object::new();
    for (key, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        // A new object takes any key.
        let _ = js_sys::Reflect::set(&style, &key.into(), &value.into());
    }
    date.to_locale_string(language().code(), &style).into()
}

/// The class that gives the color of a part or of a label.
fn color_class(index: usize) -> String {
    format!("c{}", index % N_CATEGORIES as usize)
}

/// A sentence of the page, in which what others have said in English is marked as English: voices read it as such.
fn in_tongues(sentence: &str) -> impl IntoView + use<> {
    let piece = |(piece, is_english): (&str, bool)| match is_english {
        true => view! { <bdi lang="en">{piece.to_owned()}</bdi> }.into_any(),
        false => piece.to_owned().into_any(),
    };
    tongues(sentence).into_iter().map(piece).collect_view()
}

/// `text` as the beginning of a sentence.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
