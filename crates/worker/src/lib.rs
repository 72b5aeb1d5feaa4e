//! The programs of the Web Workers.
//!
//! This crate must not depend on the page or on `fastgas-platform`.
//! A worker communicates with the page only through `fastgas-protocol`.
//! A worker has no storage and no network; a request contains all data that the worker needs.
//!
//! The crate builds six programs, so that users download only the code that they need.
//! `worker-encoder` runs a model, and `worker-encoder-relaxed` does the same in browsers with WebAssembly relaxed SIMD.
//! `worker-encoder-gpu` runs a model on the GPU, and `worker-gpu` searches for nearest neighbors on the GPU.
//! `worker-tables` reads and writes tables that are not text. The `worker` program handles all other requests.
//! [`Dispatch`], [`EncoderDispatch`] and `TablesDispatch` do not call the browser, so native tests cover the dispatchers.
//! The `global_scope` module connects the dispatchers to the browser.
//!
//! ```text
//!            page, through fastgas-protocol
//!      ┌──────────────┼────────────────┬───────────────┐
//!   run()       run_encoder()     run_tables()     run_gpu(), run_gpu_encoder()     global_scope: connects to the browser
//!      │              │                │               │
//!   Dispatch    EncoderDispatch   TablesDispatch   fastgas-gpu                      handles one request at a time
//!      │              │                │
//!   import, backup, compare, layout_request, suggest, prompt     one module for each kind of request
//!      │              │                │
//!   decode, progress_throttle, answer                            decode buffers, send progress and events
//! ```

mod answer;
mod backup;
#[cfg(any(feature = "compute", feature = "tables"))]
mod blob_source;
mod compare;
mod decode;
mod dispatch;
mod encoder_dispatch;
#[cfg(feature = "encoder")]
mod encoder_entry;
#[cfg(feature = "compute")]
mod entry;
#[cfg(any(
    feature = "compute",
    feature = "encoder",
    feature = "encoder-gpu",
    feature = "gpu",
    feature = "tables"
))]
mod global_scope;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "encoder-gpu")]
mod gpu_encoder;
mod import;
mod layout_request;
mod progress_throttle;
mod prompt;
mod retrieve;
#[cfg(any(feature = "encoder", feature = "encoder-gpu"))]
mod shared_memory;
mod suggest;
#[cfg(feature = "tables")]
mod tables;
#[cfg(feature = "tables")]
mod tables_entry;
#[cfg(feature = "tables")]
mod write_table;

pub use dispatch::Dispatch;
pub use encoder_dispatch::{EncoderDispatch, OpenModel, TextEncoder};
#[cfg(feature = "encoder")]
pub use encoder_entry::run_encoder;
#[cfg(feature = "compute")]
pub use entry::run;
#[cfg(feature = "gpu")]
pub use gpu::run_gpu;
#[cfg(feature = "encoder-gpu")]
pub use gpu_encoder::run_gpu_encoder;
pub use import::Source;
pub use prompt::{CountTokens, OpenTokenizer};
#[cfg(feature = "tables")]
pub use tables::TablesDispatch;
#[cfg(feature = "tables")]
pub use tables_entry::run_tables;
