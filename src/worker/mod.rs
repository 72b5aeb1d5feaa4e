//! The Web Workers: each does one request of the page at a time, in order.
//!
//! [`Dispatch`] and [`EncoderDispatch`] are plain Rust and are tested natively; [`scope`] joins them to the browser. There
//! are three programs, so that nobody fetches what they do not need: one that has a model, one that has the GPU, and one
//! that does all the rest.

mod bundle;
mod compare;
mod dispatch;
mod draw;
#[cfg(feature = "encoder")]
mod encoder;
mod encoding;
#[cfg(all(feature = "gpu", feature = "web"))]
mod gpu;
mod import;
mod prompt;
#[cfg(feature = "worker")]
mod run;
#[cfg(any(feature = "worker", feature = "encoder", all(feature = "gpu", feature = "web")))]
mod scope;
mod suggest;

pub use dispatch::Dispatch;
#[cfg(feature = "encoder")]
pub use encoder::run_encoder;
pub use encoding::{EncoderDispatch, OpenModel, TextEncoder};
#[cfg(all(feature = "gpu", feature = "web"))]
pub use gpu::run_gpu;
pub use import::Source;
pub use prompt::{CountTokens, OpenTokenizer};
#[cfg(feature = "worker")]
pub use run::run;
