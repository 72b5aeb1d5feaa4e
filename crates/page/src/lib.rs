//! The page: its state, its effects and its components.
//!
//! * [`store`] and the feature modules beside it (`labeling`, [`team`], [`map`], …) know and decide. Plain Rust without clock
//!   or browser: [`AppState::apply`](store::AppState::apply) gets the time, and returns [`Effect`](store::Effect)s.
//! * [`effects`] performs these through [`fastgas_platform`]. The results come back as actions.
//! * [`components`] shows the state and dispatches actions. Components decide nothing.
//! * [`handle`] and [`lazy`] connect them: the handle of the state, and the calls that wait for the second WebAssembly file.
//! * [`words`] holds the texts in every language.
//!
//! ```text
//!        first WebAssembly file          │          second WebAssembly file
//!                                        │
//!  components ──Action──▶ lazy (a queue) ┼─▶ AppState::apply ──Effect──▶ effects ──▶ fastgas_platform
//!      ▲                                 │      │     ▲                     │
//!      │                                 │      │     └───────Action────────┘
//!      └───────signals──── AppHandle ◀───┼──────┘
//!                                        │
//!  page, header, welcome, …              │   components::screens, which leads to all other components
//! ```
//!
//! Modules depend on each other in one direction: [`components`] and [`effects`] on [`lazy`], that on [`handle`], that on
//! [`store`]. Only [`mount`] knows both WebAssembly files. Inside of [`store`] and the feature modules there is still a cycle.
//!
//! This crate must never depend on `fastgas-worker`, `fastgas-cli`, `fastgas-gpu` or `fastgas-encoder` (the last only in
//! tests). Their code runs in workers, to which the page sends the messages of `fastgas-protocol`. Only the facade `fastgas`
//! may depend on this crate.

pub mod adding;
mod advance;
pub mod alike;
mod archive;
mod backed_up;
pub mod bundle;
pub mod candidate;
mod capacity;
mod clipboard;
mod clock;
pub mod comparison;
pub mod components;
pub mod confidences;
pub mod coverage;
pub mod dot_plot;
mod download;
mod early;
pub mod effects;
#[cfg(test)]
mod elsewhere_tests;
pub mod encoder;
pub mod estimate;
pub mod exporting;
pub mod file_labels;
#[cfg(test)]
mod fixtures;
pub mod handle;
pub mod hearing;
pub mod importing;
pub mod isolate;
mod journal;
pub mod labeling;
pub mod last_step;
pub mod lazy;
pub mod listing;
pub mod map;
pub mod measures;
pub mod network;
#[cfg(test)]
mod older_tests;
pub mod place;
pub mod plot;
pub mod project;
pub mod projects;
pub mod prompting;
pub mod protecting;
pub mod reason;
pub mod settings;
pub mod stopwatch;
pub mod store;
pub mod storing;
pub mod suggesting;
pub mod team;
pub mod think;
pub mod wide;
pub mod words;

use components::screens;
use fastgas_platform::rescue_after_panics;
use handle::AppHandle;
use lazy::{Deferred, NotLoaded};

/// Shows the page.
pub fn mount() {
    rescue_after_panics();
    lazy::install(|| Box::pin(load_deferred()));
    components::begin(|speaking| {
        leptos::mount::mount_to_body(move || components::Page(components::PageProps { speaking }))
    });
}

/// The only way from the first WebAssembly file into the second: what this function leads to, and nothing else, is in the
/// second. Calls of `screens` or of `AppHandle::apply` from anywhere else would move them into the first file.
#[cfg(feature = "split")]
#[leptos::wasm_split::wasm_split(rest, wasm_split_path = leptos::wasm_split, fallible)]
fn load_deferred() -> Result<Deferred, NotLoaded> {
    Ok(deferred())
}

#[cfg(not(feature = "split"))]
async fn load_deferred() -> Result<Deferred, NotLoaded> {
    Ok(deferred())
}

fn deferred() -> Deferred {
    Deferred {
        begin: screens::begin,
        apply: AppHandle::apply,
        take: AppHandle::take_files,
        paste: AppHandle::take_pasted,
        tour: screens::tour,
        notices: screens::notices,
        projects: screens::projects,
        kept: screens::kept,
        setup: screens::setup,
        result: screens::result,
        dialogs: screens::dialogs,
    }
}
