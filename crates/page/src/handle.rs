//! The handle of the page. Components get it from the context; effects and listeners have a copy.
//!
//! What it can do is written where it is done: [`lazy`](crate::lazy) accepts actions, [`effects`](crate::effects) perform what
//! follows from them.

use std::cell::Cell;

use leptos::prelude::RwSignal;

use crate::store::AppState;
use fastgas_platform::{Choices, LeftOff};

/// The state of the page, and whether its second WebAssembly file is loaded. Small, so that every closure can own a copy.
#[derive(Clone, Copy)]
pub struct AppHandle {
    pub(super) state: RwSignal<AppState>,
    pub(super) load_state: RwSignal<LoadState>,
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
    /// The state as it is at the start.
    pub fn start() -> AppHandle {
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        let mut state = AppState::new((cores as usize).max(1));
        state.restoring = LeftOff::kept().is_some_and(|left_off| left_off.project().is_some());
        state.choices = Choices::kept();
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
    /// Writes of a project that the browser has not confirmed.
    static UNDER_WAY: Cell<usize> = const { Cell::new(0) };
}

/// A write of a project, until the browser has confirmed or refused it.
pub struct UnderWay(());

impl UnderWay {
    pub fn begin() -> UnderWay {
        UNDER_WAY.set(UNDER_WAY.get() + 1);
        UnderWay(())
    }

    /// Whether there is one.
    pub fn any() -> bool {
        UNDER_WAY.get() > 0
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        UNDER_WAY.set(UNDER_WAY.get() - 1);
    }
}
