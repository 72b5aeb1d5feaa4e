//! The map that shows all texts as dots.
//!
//! [`state`] contains the user's settings of the map. [`coloring`], [`scene`] and [`outline`] compute the picture, in plain Rust.
//! [`view`] is the component. [`renderer`] draws on the canvases of the map with WebGL if the browser has a GPU.
//! Without a GPU, [`renderer`] draws with a 2-D context.

pub mod canvas_view;
pub mod coloring;
pub mod context;
pub mod effects;
pub mod interaction;
pub mod legend_view;
pub mod outline;
pub mod outline_view;
#[cfg(test)]
pub mod palette_tests;
pub mod renderer;
pub mod scene;
pub mod search_results;
pub mod state;
#[cfg(test)]
pub mod tests;
pub mod toolbar;
pub mod tooltip;
pub mod view;

pub use state::*;

use std::ops::Deref;
use std::sync::Arc;

/// A large shared value that is compared by pointer, so that views never compare 100,000 numbers.
#[derive(Debug, Default)]
pub struct PtrEq<T>(pub Arc<T>);

impl<T> Clone for PtrEq<T> {
    fn clone(&self) -> PtrEq<T> {
        PtrEq(self.0.clone())
    }
}

impl<T> PartialEq for PtrEq<T> {
    fn eq(&self, other: &PtrEq<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> Deref for PtrEq<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PtrEq<T> {
    pub fn new(value: T) -> PtrEq<T> {
        PtrEq(Arc::new(value))
    }
}
