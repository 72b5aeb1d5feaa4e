//! How sure a language model is of each text, for [`Method::VoteK`](fastgas_select::Method::VoteK).
//!
//! Input: a pool, a few labeled texts, a template and the address of an OpenAI-compatible server. Output: one confidence
//! a text, the mean log-probability of the tokens that the model answers with. Nothing here sends anything: this makes
//! the bodies of requests and reads those of answers.
//!
//! ```text
//!  pool ────────────┐
//!  labeled texts ───┴▶ Questions ──body──▶ (the caller sends it to the Endpoint) ──▶ read_answer ──▶ confidence
//!                          └──key──▶ what was answered already, in a file or in the browser
//! ```
//!
//! Su et al. 2022 ("Selective annotation makes language models better few-shot learners", section 2.3) take the mean
//! log-probability too. Where this differs from their program: the examples stand in the same order before every text,
//! not the most similar last, so that a server that keeps what it has read of a prompt reads them once; and a text is
//! never asked about with itself among the examples.

mod answer;
mod endpoint;
mod questions;
mod retry;
mod table;
mod tally;

pub use answer::read_answer;
pub use endpoint::{Api, Endpoint};
pub use questions::{Key, MAX_EXAMPLES, Model, Questions};
pub use retry::wait_seconds;
pub use table::{HEADER, line, read_answered};
pub use tally::Tally;

/// Requests that are under way at the same time, unless a person says otherwise: what servers on one's own machine
/// serve at once by default, and few enough for others.
pub const N_REQUESTS: usize = 4;
