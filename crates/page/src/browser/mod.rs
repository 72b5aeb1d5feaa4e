//! Stateless browser services: clocks, clipboard and downloads.

pub mod clipboard;
pub mod clock;
pub mod download;
