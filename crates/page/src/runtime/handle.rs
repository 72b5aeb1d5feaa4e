//! The application handle. Components get it from the Leptos context; effects and listeners own a copy.
//!
//! Its methods are defined where their work is done: [`lazy`](crate::shell::lazy) dispatches actions, and the
//! [`runtime`](crate::runtime) performs the resulting effects.

use std::cell::Cell;

use leptos::prelude::RwSignal;

use crate::state::AppState;
use fastgas_platform::{LeftOff, Preferences};

/// The state of the page, and the load state of the second WebAssembly file. `Copy`, so that every closure can own one.
#[derive(Clone, Copy)]
pub struct AppHandle {
    pub(crate) state: RwSignal<AppState>,
    pub(crate) load_state: RwSignal<LoadState>,
}

/// Whether the second WebAssembly file is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadState {
    Loading {
        /// Whether the user waits for it.
        awaited: bool,
    },
    Loaded,
    Failed,
}

impl AppHandle {
    /// A handle with the initial state.
    pub fn start() -> AppHandle {
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        let mut state = AppState::new((cores as usize).max(1));
        state.persistence.restoring = LeftOff::kept().is_some_and(|left_off| left_off.project().is_some());
        state.preferences = Preferences::kept();
        AppHandle {
            state: RwSignal::new(state),
            load_state: RwSignal::new(LoadState::Loading { awaited: false }),
        }
    }

    /// The state, for reading. Only [`apply`](AppHandle::apply) changes it.
    pub fn state(self) -> RwSignal<AppState> {
        self.state
    }

    pub fn load_state(self) -> RwSignal<LoadState> {
        self.load_state
    }
}

thread_local! {
    /// The number of project writes that the browser has not confirmed.
    static UNDER_WAY: Cell<usize> = const { Cell::new(0) };
}

/// Counts as a pending project write until it is dropped.
pub struct UnderWay(());

impl UnderWay {
    pub fn begin() -> UnderWay {
        UNDER_WAY.set(UNDER_WAY.get() + 1);
        UnderWay(())
    }

    /// Whether any project write is pending.
    pub fn any() -> bool {
        UNDER_WAY.get() > 0
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.set(UNDER_WAY.get() - 1);
    }
}
