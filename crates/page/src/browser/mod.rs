//! Stateless browser services: clocks, clipboard, downloads and full screen.

pub mod clipboard;
pub mod clock;
pub mod download;
pub mod fullscreen;
