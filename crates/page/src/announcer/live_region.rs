//! The ARIA live region that announces project changes to screen-reader users.

use leptos::prelude::*;

use crate::announcer::{Announcement, Snapshot};
use crate::runtime::access::{use_app, use_state};

/// The live region always exists, because screen readers ignore a live region that is inserted together with its text.
#[component]
pub fn LiveRegion() -> impl IntoView {
    let app = use_app();
    let now = use_state(|state| state.project.as_ref().map(Snapshot::of).unwrap_or_default());
    let announced = RwSignal::new(Announcement::default());
    Effect::new(move |before: Option<Snapshot>| {
        let now = now.get();
        let before = before.unwrap_or_default();
        let announcement = app.state().with_untracked(|state| match state.project.as_ref() {
            Some(project) => now.announce(&before, project),
            // Clear the announcement. Otherwise, reopening the same project would not be announced.
            None => Some(Announcement::default()),
        });
        match announcement {
            Some(announcement) => {
                if !announcement.words.is_empty() {
                    announced.set(announcement);
                }
                now
            }
            None => before,
        }
    });
    view! {
        <p class="hidden" role="status" id="announcements">
            {move || announced.read().words.clone()}" "<span lang="" dir="auto">{move || announced.read().text.clone()}</span>
        </p>
    }
}
