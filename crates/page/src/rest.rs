//! The rest of the page: all that its first screen does without.
//!
//! `cargo xtask` cuts the page's WebAssembly in two (feature `split`): the first piece shows the first screen, the second
//! is fetched while a person looks at it. What nothing but [`Rest`] leads to is in the second; what is done before that
//! is there waits for it. Built by anything else, the page is in one piece, and the rest is there from the start.

use std::cell::{Cell, RefCell};

use leptos::prelude::{AnyView, RwSignal};

use super::components::rest as views;
use super::effects::Store;
use super::store::Action;
use fastgas_platform::FileAt;

/// The ways into the rest.
#[derive(Clone, Copy)]
pub struct Rest {
    /// Listens to keys, provides what the rest's components share, and looks at what is stored.
    pub begin: fn(Store, RwSignal<bool>),
    /// Takes an action into account and does what follows from it.
    pub apply: fn(Store, Action),
    /// Takes files that a person chose or dropped.
    pub take: fn(Store, Vec<FileAt>, bool),
    /// Takes texts that a person pasted.
    pub paste: fn(Store, String),
    /// Begins the tour.
    pub tour: fn(),
    /// What is to be said above every screen.
    pub notices: fn() -> AnyView,
    /// The stored projects, on the first screen.
    pub projects: fn() -> AnyView,
    /// What else the browser keeps, there.
    pub kept: fn() -> AnyView,
    /// The second screen.
    pub setup: fn() -> AnyView,
    /// The third screen.
    pub result: fn(RwSignal<bool>) -> AnyView,
    /// What opens above the screens.
    pub dialogs: fn(RwSignal<bool>) -> AnyView,
}

/// Whether the rest is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is being fetched, and somebody waits for it or not.
    Coming {
        /// Somebody does.
        awaited: bool,
    },
    /// It is.
    There,
    /// It could not be fetched.
    Missing,
}

/// The rest could not be fetched.
#[derive(Debug)]
pub struct NotFetched;

#[cfg(feature = "split")]
impl From<leptos::wasm_split::SplitLoaderError> for NotFetched {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> NotFetched {
        NotFetched
    }
}

type Act = Box<dyn FnOnce(&Rest)>;

thread_local! {
    static REST: Cell<Option<Rest>> = const { Cell::new(None) };
    static WAITING: RefCell<Vec<Act>> = const { RefCell::new(Vec::new()) };
}

fn ways() -> Rest {
    Rest {
        begin: views::begin,
        apply: Store::apply,
        take: Store::take_files,
        paste: Store::take_pasted,
        tour: views::tour,
        notices: views::notices,
        projects: views::projects,
        kept: views::kept,
        setup: views::setup,
        result: views::result,
        dialogs: views::dialogs,
    }
}

/// The place of the cut.
#[cfg(feature = "split")]
#[leptos::wasm_split::wasm_split(rest, wasm_split_path = leptos::wasm_split, fallible)]
fn fetched() -> Result<Rest, NotFetched> {
    Ok(ways())
}

#[cfg(not(feature = "split"))]
async fn fetched() -> Result<Rest, NotFetched> {
    Ok(ways())
}

/// Fetches the rest, then does what waits for it, in the order in which it came.
///
/// # Errors
/// [`NotFetched`]; what waits goes on waiting.
pub async fn fetch() -> Result<(), NotFetched> {
    let rest = fetched().await?;
    REST.set(Some(rest));
    for act in WAITING.take() {
        act(&rest);
    }
    Ok(())
}

/// Does it now where the rest is there, else as soon as it is.
pub fn with(act: impl FnOnce(&Rest) + 'static) {
    match at_hand() {
        Some(rest) => act(&rest),
        None => WAITING.with_borrow_mut(|waiting| waiting.push(Box::new(act))),
    }
}

/// The rest, where it is there.
pub fn at_hand() -> Option<Rest> {
    REST.get()
}
