//! Error type for labeling texts with a language model.

use fastgas_data::{counted, one_or_many};
use thiserror::Error as ThisError;

use super::Constraint;
use crate::{ConfidenceError, JournalReason};

/// Errors that can occur when a language model labels texts. Row numbers start at 0.
#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum AnswerError {
    /// The server cannot be used, or its response is not an answer of a model.
    #[error(transparent)]
    Server(#[from] ConfidenceError),
    /// Some texts have no answer.
    #[error(
        "{unanswered} of {} {} no answer; {first}",
        counted(u64::from(*texts), "text"),
        one_or_many(u64::from(*unanswered), "has", "have")
    )]
    Unanswered {
        /// Number of texts without an answer.
        unanswered: u32,
        /// Total number of texts in the run.
        texts: u32,
        /// Error of the first text without an answer.
        first: ConfidenceError,
    },
    /// The file is not a journal of the language model's answers.
    #[error("line {line} does not belong to a journal of answers: {reason}")]
    NotJournal {
        /// 1-based line number of the error in the journal.
        line: u64,
        /// Why the line of the journal is rejected.
        reason: JournalReason,
    },
    /// A text has fewer than two options.
    #[error("row {row}: column `{column}` has fewer than two options")]
    NoOptions {
        /// 0-based row of the text with fewer than two options.
        row: u32,
        /// Name of the column with the options of each text.
        column: String,
    },
    /// The label of a labeled example is not one of the example's own options.
    #[error("row {row}: the label `{label}` is not one of the options in column `{column}`")]
    NotAnOption {
        /// 0-based row of the labeled text whose label is not an option.
        row: u32,
        /// Label of the example. The label is not one of the example's options.
        label: String,
        /// Name of the column with the options of each text.
        column: String,
    },
    /// The user requested a constraint, but the answers are free text.
    #[error("answers in free text cannot be constrained to a {constraint}")]
    NothingToConstrain {
        /// The constraint that the user requested.
        constraint: Constraint,
    },
    /// The server refuses or ignores the requested constraint.
    #[error("{host} does not constrain answers by a {constraint}")]
    NotConstrained {
        /// Host and port of the server that ignores the constraint.
        host: String,
        /// The constraint that the user requested.
        constraint: Constraint,
    },
    /// The server is on another machine, and stdin is not a terminal, so the user cannot consent to sending prompts.
    #[error(
        "{} would be sent to {host}, but stdin is not a terminal, so the program cannot ask for your consent",
        counted_prompts(*prompts, *is_most)
    )]
    NoTerminal {
        /// Host and port of the server that would receive the prompts.
        host: String,
        /// Number of prompts that the run would send.
        prompts: u32,
        /// Whether `prompts` is an upper bound, because some prompts may already have answers.
        is_most: bool,
    },
    /// The user did not consent to sending the prompts.
    #[error("no text was sent to {host}, because you did not agree")]
    Declined {
        /// Host and port of the server that would receive the prompts.
        host: String,
    },
}

fn counted_prompts(prompts: u32, is_most: bool) -> String {
    let at_most = if is_most { "at most " } else { "" };
    format!("{at_most}{}", counted(u64::from(prompts), "prompt"))
}

impl AnswerError {
    /// What the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            AnswerError::Server(error) | AnswerError::Unanswered { first: error, .. } => error.advice(),
            AnswerError::NotJournal { .. } => {
                "Give another name for the answers, or delete this file to ask for all answers again."
            }
            AnswerError::NoOptions { .. } => {
                "Write the options of each row as a JSON list of strings, or one per line."
            }
            AnswerError::NotAnOption { .. } => {
                "Label each example with the text of an option; leave --options out if the labels are numbers or letters."
            }
            AnswerError::NothingToConstrain { .. } => "Leave --constrain out.",
            AnswerError::NotConstrained { .. } => {
                "Use `--constrain auto` to try all kinds, or `--constrain none` to match unconstrained answers."
            }
            AnswerError::NoTerminal { .. } => "Give --yes to agree in advance.",
            AnswerError::Declined { .. } => "Use a server on this machine, or agree next time.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_and_verbs_agree_with_their_numbers() {
        let unanswered = |unanswered, texts| AnswerError::Unanswered {
            unanswered,
            texts,
            first: ConfidenceError::NoModel,
        };
        for (error, beginning) in [
            (unanswered(1, 1), "1 of 1 text has no answer"),
            (unanswered(1, 5), "1 of 5 texts has no answer"),
            (unanswered(2, 5), "2 of 5 texts have no answer"),
        ] {
            assert!(error.to_string().starts_with(beginning), "{error}");
        }
        for (prompts, is_most, beginning) in [
            (1, false, "1 prompt would be sent"),
            (1, true, "at most 1 prompt would be sent"),
            (2, false, "2 prompts would be sent"),
        ] {
            let host = "example.com".to_owned();
            let error = AnswerError::NoTerminal { host, prompts, is_most }.to_string();
            assert!(error.starts_with(beginning), "{error}");
        }
    }
}
