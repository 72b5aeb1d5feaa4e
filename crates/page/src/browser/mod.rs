//! Stateless browser services: clocks, animation frames, clipboard, downloads and full screen.

pub mod animation_frame;
pub mod clipboard;
pub mod clock;
pub mod download;
pub mod fullscreen;
