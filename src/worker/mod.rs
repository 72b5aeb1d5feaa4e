//! The Web Workers: each does one request of the page at a time, in order.
//!
//! [`Dispatch`] is plain Rust and is tested natively; [`scope`] joins it to the browser. The GPU has a worker of its own.

mod bundle;
mod compare;
mod dispatch;
mod draw;
#[cfg(all(feature = "gpu", feature = "web"))]
mod gpu;
mod import;
mod prompt;
#[cfg(feature = "worker")]
mod run;
#[cfg(any(feature = "worker", all(feature = "gpu", feature = "web")))]
mod scope;
mod suggest;

pub use dispatch::{Dispatch, OpenModel, TextEncoder};
#[cfg(all(feature = "gpu", feature = "web"))]
pub use gpu::run_gpu;
pub use import::Source;
pub use prompt::{CountTokens, OpenTokenizer};
#[cfg(feature = "worker")]
pub use run::run;
