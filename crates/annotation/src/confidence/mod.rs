//! The confidence of a language model for each text, for [`Method::VoteK`](fastgas_select::Method::VoteK).
//!
//! Input: a pool, a few labeled texts, a template and the address of an OpenAI-compatible server.
//! Output: one confidence per text, the mean log-probability of the tokens in the model's answer.
//! This module only builds request bodies and parses response bodies. Callers send the requests.
//!
//! ```text
//!  pool ────────────┐
//!  labeled texts ───┴▶ Questions ──body──▶ (the caller sends it to the Endpoint) ──▶ read_answer ──▶ confidence
//!                          └──key──▶ answers that are already known, from a file or the browser
//! ```
//!
//! The mean log-probability is the confidence of Su et al. 2022, section 2.3.
//! The title of the paper is "Selective annotation makes language models better few-shot learners".
//! This implementation differs from the program of Su et al. in two points.
//! First, the order of the examples does not depend on the text.
//! In the program of Su et al., the most similar example is last.
//! Because of the fixed order, a server with a prompt cache processes the examples once.
//! Second, a text is never an example in the question about itself.

mod answer;
mod api_key;
mod endpoint;
mod failure_budget;
mod questions;
pub(crate) mod reply;
mod retries;
mod table;

pub use answer::read_answer;
pub use api_key::without_key;
pub use endpoint::{Api, Endpoint};
pub use failure_budget::FailureBudget;
pub use questions::{MAX_EXAMPLES, Model, QuestionKey, Questions};
pub use retries::Retries;
pub use table::{HEADER, line, read_answered};

/// Default number of concurrent requests.
/// Local servers process four requests in parallel by default, and remote servers accept four concurrent requests.
pub const N_REQUESTS: usize = 4;
