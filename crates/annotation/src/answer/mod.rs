//! Labels texts with a language model (in-context learning).
//!
//! Input: a [`Prompt`](crate::retrieve::Prompt) for each text and the labels that the model chooses from.
//! Output: an [`Answer`] with a label and a confidence for each text, and a table of all answers.
//! This module builds request bodies, parses response bodies, and formats lines and tables.
//! The module sends no requests and writes no files.
//!
//! ```text
//!  Prompt ───┐
//!  Choices ──┴▶ Asker ──body──▶ (the caller sends it to the Endpoint) ──▶ read_model_answer ──▶ Answer
//!                 └──key──▶ Journal: the answers of earlier runs                                 │
//!                                                          table of answers, labels, confidences ┘
//! ```
//!
//! Invariants: a request contains the prompt and no other data of the pool.
//! The key of a request does not depend on the server's address. Neither the key nor the journal contains an API key.
//! The label of an answer is one of the choices; an answer may also have no label.

mod constraint;
mod error;
mod exam;
mod journal;
mod labels;
mod probability;
mod questions;
mod read;
mod request;
mod summary;
mod table;
mod tokens;

pub use constraint::{Constraint, probe, probe_is_enforced};
pub use error::AnswerError;
pub use exam::{Exam, exam_rows};
pub use journal::{Entry, Journal, Support};
pub use labels::{Choices, LabelSet};
pub use questions::{PlannedRequest, Planner, QuestionList, Questions};
pub use read::{Answer, Confidence, is_context_exceeded, is_logprobs_refused, read_model_answer};
pub use request::{Asker, LogprobLevel, Request, most_answer_tokens};
pub use summary::Summary;
pub use table::{Answered, answers_table};
pub(crate) use tokens::estimate_tokens;
pub use tokens::{Estimate, PromptSizes};
