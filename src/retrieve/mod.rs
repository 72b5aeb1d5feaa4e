//! Labeled picks become the demonstrations in a language model's prompt (paper, Section 3, "Prompt Retrieval").
//!
//! Input: labeled texts with their embeddings and a [`Template`], together a [`Pack`], and a test text. Output: a
//! [`Prompt`]. Invariant: the demonstrations most similar to the test text stand last, nearest to it, and a text is
//! never shown its own answer.
//!
//! ```text
//!  labeled texts ─┐                  most_similar            Template
//!  embeddings ────┴▶ Pack ──▶ demonstrations, best last ──▶ Prompt: as one text, or as messages of a chat
//!  test text ─────────────────────────┘
//! ```

mod pack;
mod prompt;
mod similar;
mod template;
mod templates;

pub use pack::{Demonstration, Pack, PackModel, Query, Retrieval};
pub use prompt::{Message, Prompt, Shot};
pub use similar::{at_random, most_similar};
pub use template::{LABEL, TEXT, Template};
pub use templates::{BUILT_IN, BuiltIn};
