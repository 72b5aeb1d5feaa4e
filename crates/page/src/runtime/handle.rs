//! The handle that views use to read the state and dispatch messages. Views get the handle from the Leptos context.
//!
//! [`lazy`](crate::shell::lazy) dispatches messages, and the [`runtime`](crate::runtime) performs the commands.

use std::cell::Cell;

use leptos::prelude::{Notify, RwSignal, StoredValue, UpdateValue, WithValue};

use crate::shell::views::{View, ViewState};
use crate::state::AppState;
use crate::state::tracked::{tracked, untracked};
use fastgas_platform::{LastOpenProject, Preferences, fragment};

/// The handle is `Copy`, so that every closure can capture a copy.
#[derive(Clone, Copy)]
pub struct AppHandle {
    pub(crate) state: StateSignal,
    pub(crate) load_state: RwSignal<LoadState>,
}

/// The state of the page. A view is updated only if a part of the state that the view reads has changed.
#[derive(Clone, Copy)]
pub struct StateSignal(StoredValue<AppState>);

impl StateSignal {
    pub fn with<R>(self, read: impl FnOnce(&AppState) -> R) -> R {
        self.0.with_value(|state| tracked(|| read(state)))
    }

    pub fn with_untracked<R>(self, read: impl FnOnce(&AppState) -> R) -> R {
        self.0.with_value(|state| untracked(|| read(state)))
    }

    /// `None` after the page was removed from the document.
    pub fn try_with_untracked<R>(self, read: impl FnOnce(&AppState) -> R) -> Option<R> {
        self.0.try_with_value(|state| untracked(|| read(state)))
    }

    /// Notifies the views that depend on the changed parts. `None` after the page was removed from the document.
    pub(crate) fn try_update<R>(self, change: impl FnOnce(&mut AppState) -> R) -> Option<R> {
        let change = |state: &mut AppState| untracked(|| (change(state), state.take_changed_parts()));
        let (result, changed) = self.0.try_update_value(change)?;
        for (_, subscribers) in changed {
            subscribers.notify();
        }
        Some(result)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadState {
    Loading {
        /// True if the user waits for the second WebAssembly file.
        awaited: bool,
    },
    Loaded,
    Failed,
}

impl AppHandle {
    pub fn start() -> AppHandle {
        let cores = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
        let mut state = AppState::new((cores as usize).max(1));
        state.persistence.restoring = LastOpenProject::stored().is_some_and(|left_off| left_off.project().is_some());
        *state.preferences = Preferences::stored();
        if let Some(view) = View::of_fragment(&fragment()) {
            *state.view = ViewState::linked(view);
        }
        AppHandle {
            state: StateSignal(StoredValue::new(state)),
            load_state: RwSignal::new(LoadState::Loading { awaited: false }),
        }
    }

    /// The state of the page for reading. Only [`apply`](AppHandle::apply) changes the state.
    pub fn state(self) -> StateSignal {
        self.state
    }

    pub fn load_state(self) -> RwSignal<LoadState> {
        self.load_state
    }
}

thread_local! {
    static PENDING_WRITES: Cell<usize> = const { Cell::new(0) };
}

/// A write of a project counts as not confirmed until this value is dropped.
pub struct PendingWrite(());

impl PendingWrite {
    pub fn begin() -> PendingWrite {
        PENDING_WRITES.set(PENDING_WRITES.get() + 1);
        PendingWrite(())
    }

    pub fn any() -> bool {
        PENDING_WRITES.get() > 0
    }
}

impl Drop for PendingWrite {
    fn drop(&mut self) {
        PENDING_WRITES.set(PENDING_WRITES.get() - 1);
    }
}
