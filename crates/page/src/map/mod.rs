//! The map on the page.
//!
//! [`state`] knows what a person asked of it; [`coloring`], [`scene`] and [`list`] make of that what is to be seen, in plain Rust;
//! [`view`] holds the canvases, on which [`webgl`] or, without a GPU, [`canvas`] draw.

pub mod canvas;
pub mod coloring;
pub mod list;
pub mod scene;
pub mod state;
#[cfg(test)]
mod tests;
pub mod view;
pub mod webgl;

use std::ops::Deref;
use std::sync::Arc;

/// A large value that is shared, and equal only to itself: the screen never compares 100,000 numbers.
#[derive(Debug, Default)]
pub struct Shared<T>(pub Arc<T>);

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(self.0.clone())
    }
}

impl<T> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Shared<T> {
    /// A value that nothing shares yet.
    pub fn new(value: T) -> Shared<T> {
        Shared(Arc::new(value))
    }
}
