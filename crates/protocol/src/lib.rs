//! The protocol between the page and its Web Workers.
//!
//! The crate defines [`Request`] and [`Event`], the [`Envelope`] around a message, and the errors that workers report.
//! This crate must not depend on the page, `fastgas-platform` or `fastgas-worker`, which all depend on this crate.
//! The crate has no state and calls no browser API.
//! Only the `transport` module (`js` feature) creates and reads JavaScript values.
//!
//! ```text
//!  page                                                      worker
//!  fastgas-platform                                  fastgas-worker
//!      │                                                       │
//!      │◀─────────────────── "Ready" ──────────────────────────│  once, when the worker starts to listen
//!      │─── [job, Request, ArrayBuffer …, File?] ─────────────▶│
//!      │◀── [job, Event, ArrayBuffer …] ───────────────────────│  any number of events; the last event is the answer
//! ```

mod envelope;
mod error;
mod event;
mod numbers;
mod refusal;
mod request;
mod stored_reason;
#[cfg(feature = "js")]
pub mod transport;
mod worker_error;

pub use envelope::{Envelope, JobId};
pub use error::Error;
pub use event::Event;
pub use numbers::{bytes_of_f32, bytes_of_u32, f32_of_bytes, u32_of_bytes};
pub use refusal::Refusal;
pub use request::Request;
pub use stored_reason::{StoredReason, UnreadableReason};
pub use worker_error::{AssetReason, EncoderFilesReason, FileReason, LostReason, ProtocolReason, WorkerError};
