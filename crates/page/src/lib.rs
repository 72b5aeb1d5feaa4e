//! The page.
//!
//! [`store`] knows and decides, in plain Rust; [`effects`] does what it decides, through
//! [`bridge`](fastgas_platform); [`components`] show it. Actions go one way:
//!
//! ```text
//!  component ──Action──▶ AppState::apply ──Effect──▶ effects ──Action──▶ …
//!      ▲                      │
//!      └──────signals─────────┘
//! ```

pub mod adding;
mod advance;
pub mod alike;
mod archive;
pub mod bundle;
pub mod candidate;
mod capacity;
pub mod comparison;
pub mod components;
pub mod confidences;
pub mod coverage;
pub mod dot_plot;
mod early;
pub mod effects;
#[cfg(test)]
mod elsewhere_tests;
pub mod encoder;
pub mod estimate;
pub mod exporting;
#[cfg(test)]
mod fixtures;
pub mod hearing;
pub mod importing;
pub mod isolate;
mod labeling;
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
pub mod reason;
mod rest;
pub mod settings;
pub mod stopwatch;
pub mod store;
pub mod storing;
pub mod suggesting;
pub mod team;
pub mod think;
pub mod wide;
pub mod words;

/// Shows the page.
pub fn mount() {
    console_error_panic_hook::set_once();
    components::begin(|speaking| {
        leptos::mount::mount_to_body(move || components::Page(components::PageProps { speaking }))
    });
}
