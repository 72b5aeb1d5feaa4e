//! Labeled picks as demonstrations in a language model's prompt (paper, Section 3, "Prompt Retrieval").
//!
//! Input: labeled texts and a [`Template`], which form the [`Demonstrations`], and a test text, the [`Query`].
//! Output: a [`Prompt`]. Invariants: the demonstrations most similar to the test text are last, next to the query.
//! A text is never a demonstration for itself. A [`Pack`] is a file with all the data for building prompts.
//!
//! ```text
//!  labeled texts ─┐                    most_similar, most_diverse or at_random
//!  Template ──────┴▶ Demonstrations ──────────────────────────────────────▶ Prompt: one text, or chat messages
//!  embeddings ────┐                             │
//!  Query ─────────┴─────────────────────────────┘
//! ```

mod demonstrations;
mod pack;
mod prompt;
mod settings;
mod similar;
mod template;
mod templates;

pub use demonstrations::{Demonstration, Demonstrations, PIECE_BYTES, Query, Retrieval};
pub use pack::{Pack, PackModel};
pub use prompt::{ChatMessage, Prompt, Shot};
pub use settings::{DEFAULT_SHOTS, PromptConfig, PromptSettings};
pub use similar::{at_random, most_diverse, most_similar};
pub use template::{LABEL, TEXT, Template};
pub use templates::{BUILT_IN, BuiltIn};
