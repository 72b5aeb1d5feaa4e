//! Labels and their use: from the annotators' answers to suggestions, exports, prompts and backups.
//!
//! ```text
//! answers ──label (append-only log)──▶ Labels ─┬──▶ suggestions for other texts
//!                                              ├──export──▶ CSV, JSON Lines, Label Studio, Hugging Face
//!                                              ├──retrieve──▶ prompts with similar labeled examples
//!                                              └──backup──▶ a project as one file
//!              label log ──ledger──▶ hashes and a second copy, to repair the log after damage
//!  language model ──confidence──▶ confidences for the selection method vote-k
//!                 ──answer──▶ answers for the texts without a label
//! ```
//!
//! Invariant: this crate does not depend on a browser, a network, a clock or a file system.
//! Callers query the language model, read the time and write the files.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

pub mod answer;
pub mod backup;
pub mod confidence;
mod error;
pub mod export;
mod file_head;
pub mod label;
pub mod ledger;
mod reasons;
pub mod retrieve;

pub use error::{AskError, ConfidenceError, RetrieveError};
pub use reasons::{AnswerReason, EndpointReason, HeadReason, JournalReason, PackReason, UnreachableReason};
