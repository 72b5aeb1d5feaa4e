//! Announcements for screen readers: the texts of the ARIA live region, and the live region itself.

pub mod live_region;
pub mod state;

pub use state::*;
