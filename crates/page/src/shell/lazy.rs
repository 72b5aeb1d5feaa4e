//! The second WebAssembly file of the page, and the queue of calls that wait for the file.
//!
//! With the `split` feature, `cargo xtask` splits the WebAssembly of the page into two files.
//! The first file shows the first screen. The second file is loaded while the first screen is visible.
//! The second file contains the code that is only reachable through [`Deferred`].
//! The first WebAssembly file may call code of the second file only through the table [`Deferred`].
//! A direct call would move the called code into the first WebAssembly file.
//! Without the `split` feature, there is only one WebAssembly file, and [`Deferred`] is available immediately.
//!
//! This module does not depend on the two WebAssembly files. [`mount`](crate::mount) installs the loader.

use std::cell::{Cell, RefCell};

use futures::future::LocalBoxFuture;
use leptos::prelude::{AnyView, GetUntracked, RwSignal, Set, Update};
use leptos::task::spawn_local;

use crate::runtime::handle::{AppHandle, LoadState};
use crate::state::Msg;
use fastgas_platform::FileAt;

#[derive(Clone, Copy)]
pub struct Deferred {
    pub begin: fn(AppHandle),
    pub apply: fn(AppHandle, Msg),
    pub take: fn(AppHandle, Vec<FileAt>, bool),
    pub paste: fn(AppHandle, String),
    pub tour: fn(),
    pub notices: fn() -> AnyView,
    pub projects: fn() -> AnyView,
    /// On the first screen, shows the stored encoder and the embedding cache.
    pub stored_data: fn() -> AnyView,
    pub setup: fn() -> AnyView,
    pub result: fn(RwSignal<bool>) -> AnyView,
    pub dialogs: fn(RwSignal<bool>) -> AnyView,
}

#[derive(Debug)]
pub struct NotLoaded;

#[cfg(feature = "split")]
impl From<leptos::wasm_split::SplitLoaderError> for NotLoaded {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> NotLoaded {
        NotLoaded
    }
}

pub type Loader = fn() -> LocalBoxFuture<'static, Result<Deferred, NotLoaded>>;

type Call = Box<dyn FnOnce(&Deferred)>;

thread_local! {
    static LOADER: Cell<Option<Loader>> = const { Cell::new(None) };
    static LOADED: Cell<Option<Deferred>> = const { Cell::new(None) };
    static QUEUE: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
}

pub fn install(loader: Loader) {
    LOADER.set(Some(loader));
}

/// Loads the second WebAssembly file, and then makes the waiting calls in their order.
/// After a failure, the calls continue to wait.
async fn load() -> Result<(), NotLoaded> {
    let loader = LOADER.get().ok_or(NotLoaded)?;
    let deferred = loader().await?;
    LOADED.set(Some(deferred));
    for call in QUEUE.take() {
        call(&deferred);
    }
    Ok(())
}

/// If the second WebAssembly file is not loaded yet, the call waits until the file is loaded.
pub fn when_loaded(call: impl FnOnce(&Deferred) + 'static) {
    match loaded() {
        Some(deferred) => call(&deferred),
        None => QUEUE.with_borrow_mut(|queue| queue.push(Box::new(call))),
    }
}

pub fn loaded() -> Option<Deferred> {
    LOADED.get()
}

impl AppHandle {
    pub fn load_deferred(self) {
        self.load_state.update(|state| {
            let awaited = *state == LoadState::Failed;
            *state = LoadState::Loading { awaited };
        });
        spawn_local(async move {
            self.load_state.set(match load().await {
                Ok(()) => LoadState::Loaded,
                Err(NotLoaded) => LoadState::Failed,
            });
        });
    }

    /// If the second WebAssembly file is not loaded yet, the call waits, and the page informs the user.
    fn request(self, call: impl FnOnce(&Deferred) + 'static) {
        if self.load_state.get_untracked() == (LoadState::Loading { awaited: false }) {
            self.load_state.set(LoadState::Loading { awaited: true });
        }
        when_loaded(call);
    }

    /// The help dialog is in the second WebAssembly file.
    pub fn open_help(self, help: RwSignal<bool>) {
        self.request(move |_| help.set(true));
    }

    pub fn dispatch(self, msg: Msg) {
        self.request(move |deferred| (deferred.apply)(self, msg));
    }

    /// If `adds` is true, the texts of a table are added to the open project.
    pub fn take(self, files: Vec<FileAt>, adds: bool) {
        self.request(move |deferred| (deferred.take)(self, files, adds));
    }

    pub fn paste(self, text: String) {
        self.request(move |deferred| (deferred.paste)(self, text));
    }
}
