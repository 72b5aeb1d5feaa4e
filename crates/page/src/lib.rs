//! The page of FastGAS: state, commands and views, in one folder per feature.
//!
//! A feature folder contains these files if the feature needs them:
//! * `state.rs`: the feature's part of the state, and how each message changes it. Plain Rust without clock or browser.
//! * `effects.rs`: performs the feature's commands through [`fastgas_platform`]. The results are sent back as messages.
//! * one file per view, named after its content. Views show the state, dispatch messages, and contain no logic.
//! * `tests.rs`: tests of the feature's state.
//!
//! Features, in the order of a user's workflow:
//! * Frame of the page: [`shell`]
//! * From the import to the picks: [`import`], [`file_labels`], [`encoder`], [`run`]
//! * Labeling: [`labeling`], [`suggestions`], [`similar`], [`map`], [`review`], [`team`]
//! * Language models and measurements: [`compare`], [`prompts`], [`confidences`], [`answers`]
//! * Projects and files: [`export`], [`projects`], [`protection`], [`persistence`], [`session`]
//! * Information for the user: [`network`], [`announcer`], [`explainer`]
//!
//! Modules that the features use:
//! * [`state`]: the root of the state
//! * [`runtime`]: performs commands, and gives views access to the state
//! * [`project`]: the open project
//! * [`endpoint`]: questions to a language model, for [`confidences`], [`answers`] and [`compare`]
//! * [`ui`]: widgets that do not depend on a feature
//! * [`i18n`]: texts in every language
//! * [`browser`]: clock, clipboard, downloads
//!
//! ```text
//!        first WebAssembly file                │          second WebAssembly file
//!                                              │
//!  views ──Msg──▶ shell::lazy (a queue) ───────┼─▶ AppState::apply ──Cmd──▶ runtime ──▶ fastgas_platform
//!    ▲                                         │      │     ▲                  │
//!    │                                         │      │     └───────Msg────────┘
//!    └──signals──── runtime::handle::AppHandle ◀──────┘
//!                                              │
//!  shell::{page, header, welcome, …}           │   shell::screens, which leads to all other views
//! ```
//!
//! Only [`mount`] depends on both WebAssembly files.
//! [`state`] and the state modules of the features depend on each other.
//!
//! This crate must never depend on `fastgas-worker`, `fastgas-cli` or `fastgas-gpu`.
//! Only the tests of this crate may depend on `fastgas-encoder`.
//! Long computations run in Web Workers. The page sends them the messages defined in `fastgas-protocol`.
//! Only the root crate `fastgas` may depend on this crate.

pub mod announcer;
pub mod answers;
pub mod browser;
pub mod compare;
pub mod confidences;
pub mod encoder;
pub mod endpoint;
pub mod explainer;
pub mod export;
pub mod file_labels;
pub mod i18n;
pub mod import;
pub mod labeling;
pub mod map;
pub mod network;
pub mod persistence;
pub mod project;
pub mod projects;
pub mod prompts;
pub mod protection;
pub mod review;
pub mod run;
pub mod runtime;
pub mod session;
pub mod shell;
pub mod similar;
#[cfg(test)]
mod source_tests;
pub mod state;
pub mod suggestions;
pub mod team;
#[cfg(test)]
pub mod test_support;
pub mod ui;

use crate::runtime::handle::AppHandle;
use crate::shell::lazy::{Deferred, NotLoaded};
use crate::shell::screens;
use fastgas_platform::rescue_after_panics;

pub fn mount() {
    rescue_after_panics();
    shell::lazy::install(|| Box::pin(load_deferred()));
    i18n::language_picker::begin(|speaking| {
        leptos::mount::mount_to_body(move || shell::page::Page(shell::page::PageProps { speaking }))
    });
}

/// The only entry point into the second WebAssembly file, which contains only code that `load_deferred` calls.
/// If other code called `screens` or `AppHandle::apply`, these functions would move into the first WebAssembly file.
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
    i18n::add_deferred_english();
    Deferred {
        begin: screens::begin,
        apply: AppHandle::apply,
        take: AppHandle::take_files,
        paste: AppHandle::take_pasted,
        tour: screens::tour,
        notices: screens::notices,
        projects: screens::projects,
        stored_data: screens::stored_data,
        setup: screens::setup,
        result: screens::result,
        dialogs: screens::dialogs,
    }
}
