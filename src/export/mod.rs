//! Picks and labels as files.

mod picks;

pub use picks::{PICK_COLUMNS, write_picks};
