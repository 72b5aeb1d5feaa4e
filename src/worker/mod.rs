//! The Web Worker: it does one request of the page at a time, in order.
//!
//! [`Dispatch`] is plain Rust and is tested natively; [`run`] joins it to the browser.

mod dispatch;
#[cfg(feature = "worker")]
mod run;

pub use dispatch::{Dispatch, OpenModel, TextEncoder};
#[cfg(feature = "worker")]
pub use run::run;
