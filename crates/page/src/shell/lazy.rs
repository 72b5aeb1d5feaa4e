//! The second WebAssembly file of the page, and the queue of calls that wait for the second file.
//!
//! With the feature `split`, `cargo xtask` splits the page's WebAssembly into two files. The first file shows the first screen.
//! The second file is fetched while the user looks at the first screen.
//! The second file contains the code that is only reachable through [`Deferred`].
//! The first file may call code of the second file only through the table [`Deferred`].
//! A direct call would move the called code into the first file.
//! Without the feature `split` there is only one file, and the table is filled immediately.
//!
//! This module does not depend on the two WebAssembly files. [`mount`](crate::mount) installs the loader.

use std::cell::{Cell, RefCell};

use futures::future::LocalBoxFuture;
use leptos::prelude::{AnyView, GetUntracked, RwSignal, Set, Update};
use leptos::task::spawn_local;

use crate::runtime::handle::{AppHandle, LoadState};
use crate::state::Msg;
use fastgas_platform::FileAt;

/// The functions of the second WebAssembly file that the first file calls.
#[derive(Clone, Copy)]
pub struct Deferred {
    /// Listens to keys, provides the context of the deferred components, and reads the stored data.
    pub begin: fn(AppHandle),
    /// Applies a message and performs its commands.
    pub apply: fn(AppHandle, Msg),
    /// Opens files that the user chose or dropped.
    pub take: fn(AppHandle, Vec<FileAt>, bool),
    /// Opens texts that the user pasted.
    pub paste: fn(AppHandle, String),
    pub tour: fn(),
    /// Shows the messages above every screen.
    pub notices: fn() -> AnyView,
    /// Shows the stored projects on the first screen.
    pub projects: fn() -> AnyView,
    /// Shows the stored encoder and the embedding cache on the first screen.
    pub stored_data: fn() -> AnyView,
    pub setup: fn() -> AnyView,
    pub result: fn(RwSignal<bool>) -> AnyView,
    /// Shows the dialogs above the screens.
    pub dialogs: fn(RwSignal<bool>) -> AnyView,
}

/// Error: the second WebAssembly file could not be fetched.
#[derive(Debug)]
pub struct NotLoaded;

#[cfg(feature = "split")]
impl From<leptos::wasm_split::SplitLoaderError> for NotLoaded {
    fn from(_: leptos::wasm_split::SplitLoaderError) -> NotLoaded {
        NotLoaded
    }
}

/// Fetches the second WebAssembly file and returns its functions.
pub type Loader = fn() -> LocalBoxFuture<'static, Result<Deferred, NotLoaded>>;

type Call = Box<dyn FnOnce(&Deferred)>;

thread_local! {
    static LOADER: Cell<Option<Loader>> = const { Cell::new(None) };
    static LOADED: Cell<Option<Deferred>> = const { Cell::new(None) };
    static QUEUE: RefCell<Vec<Call>> = const { RefCell::new(Vec::new()) };
}

/// Sets the loader of the second WebAssembly file.
pub fn install(loader: Loader) {
    LOADER.set(Some(loader));
}

/// Loads the second WebAssembly file, then makes the queued calls in order. After a failure, the calls stay queued.
async fn load() -> Result<(), NotLoaded> {
    let loader = LOADER.get().ok_or(NotLoaded)?;
    let deferred = loader().await?;
    LOADED.set(Some(deferred));
    for call in QUEUE.take() {
        call(&deferred);
    }
    Ok(())
}

/// Makes the call if the second WebAssembly file is loaded, or else as soon as the second file is loaded.
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
    /// Fetches the second WebAssembly file.
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

    /// Makes the call as soon as the second WebAssembly file is loaded.
    /// Until then, the page shows the user that an action waits for the second file.
    fn request(self, call: impl FnOnce(&Deferred) + 'static) {
        if self.load_state.get_untracked() == (LoadState::Loading { awaited: false }) {
            self.load_state.set(LoadState::Loading { awaited: true });
        }
        when_loaded(call);
    }

    /// Opens the help dialog, which is in the second file.
    pub fn open_help(self, help: RwSignal<bool>) {
        self.request(move |_| help.set(true));
    }

    /// Applies a message and performs its commands.
    pub fn dispatch(self, msg: Msg) {
        self.request(move |deferred| (deferred.apply)(self, msg));
    }

    /// Opens files that the user chose or dropped: a table, projects, or the files of an encoder.
    /// If `adds` is true, the texts of a table are appended to the open project.
    pub fn take(self, files: Vec<FileAt>, adds: bool) {
        self.request(move |deferred| (deferred.take)(self, files, adds));
    }

    /// Opens texts that the user pasted.
    pub fn paste(self, text: String) {
        self.request(move |deferred| (deferred.paste)(self, text));
    }
}
