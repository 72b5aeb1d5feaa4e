//! Evaluates the answers of a language model with known labels.
//!
//! Input: the table that the `fastgas answer` command wrote, and the true label of each text.
//! Output for labels: [`Classification`] and [`Calibration`]. Output for summaries: [`Summarization`].
//! Output for a comparison of two files of answers: [`Paired`].
//! [`compare_answers`] compares selection methods: a language model answers with the picks of each method as examples.
//!
//! ```text
//!  answers.csv ─┬─ Answers ──▶ Classification, Calibration     label = true label?
//!  true labels ─┘     │ └────▶ Summarization                   ROUGE of answer and reference text
//!  other answers ─────┴──────▶ Paired                          difference, McNemar's test
//! ```
//!
//! If a text has no true label, or a label that another column marks as rejected, its answers are ignored.
//! An answer that matches no label is wrong. The results do not depend on the order of the answers.

mod by_method;
mod calibration;
mod classification;
mod error;
mod intervals;
mod paired;
mod porter;
mod rouge;
mod summarization;
mod table;

pub use by_method::{AnswerRow, AnsweredPlan, compare_answers};
pub use calibration::{Calibration, ConfidenceGroup, calibration};
pub use classification::{Class, Classification, Confusion, OtherLabel, classification};
pub use error::AnswersError;
pub use intervals::{Interval, mcnemar, wilson, wilson_of_share};
pub use paired::{Mcnemar, Paired, paired_classification, paired_summarization};
pub use rouge::{RougeScore, rouge_l, rouge_lsum};
pub use summarization::{RougeEstimates, Summarization, summarization};
pub use table::{Answered, Answers, RejectedTruth, Task, Truth};
