//! A place in the plane for every instance.

mod layout;

pub use layout::{Layout, layout};
