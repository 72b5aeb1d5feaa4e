//! The frame of the page: screens, header, keyboard shortcuts, notices, and loading of the second WebAssembly file.

pub mod confirm;
pub mod drop_zone;
pub mod focus_restore;
pub mod header;
pub mod help;
pub mod help_key;
pub mod lazy;
pub mod loading;
pub mod notices;
pub mod page;
pub mod preference_checkbox;
pub mod rescue;
pub mod screens;
pub mod shortcuts;
pub mod tabs;
pub mod theme_picker;
pub mod views;
pub mod welcome;
