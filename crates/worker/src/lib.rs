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
#[cfg(feature = "gpu")]
mod gpu;
mod import;
mod prompt;
mod run;
mod scope;
mod suggest;

pub use dispatch::Dispatch;
#[cfg(feature = "encoder")]
pub use encoder::run_encoder;
pub use encoding::{EncoderDispatch, OpenModel, TextEncoder};
#[cfg(feature = "gpu")]
pub use gpu::run_gpu;
pub use import::Source;
pub use prompt::{CountTokens, OpenTokenizer};
pub use run::run;
