//! The questions of `fastgas answer` and `fastgas compare`, and their settings.

use std::num::NonZeroU32;
use std::path::Path;

use crate::error::CliError;
use crate::pool::Texts;
use fastgas_annotation::answer::{Choices, Constraint};
use fastgas_annotation::retrieve::{Demonstrations, Prompt, Query};

/// The settings that, together with the prompts, determine the requests.
#[derive(Clone, Debug)]
pub struct QuestionSettings {
    pub llm: String,
    /// How the server constrains answers to the labels. `None` if the server must be asked which constraint it supports.
    pub constraint: Option<Constraint>,
    pub is_free_text: bool,
    /// Maximum number of tokens in an answer; `None` for the number of tokens that the labels need.
    pub max_answer_tokens: Option<NonZeroU32>,
    /// Size of the language model's context window in tokens, if known.
    pub context: Option<NonZeroU32>,
}

/// Questions with 0-based indices. Each question has a prompt and a list of choices.
pub trait Questions: Sync {
    fn settings(&self) -> &QuestionSettings;

    fn n_questions(&self) -> usize;

    fn row_of(&self, index: usize) -> u32;

    /// The words of the template directly before the label.
    fn cue(&self) -> &str;

    fn choices(&self, index: usize) -> Choices<'_>;

    /// Returns the indices of the examples for one question. The most similar example is last.
    /// The examples do not depend on the other questions.
    fn retrieve(&self, index: usize) -> Result<Vec<usize>, CliError>;

    fn prompt(&self, index: usize, examples: &[usize]) -> Result<Prompt, CliError>;
}

pub fn columns_asked(
    demonstrations: &Demonstrations,
    (texts, path): (&Texts, &Path),
) -> Result<Vec<(String, usize)>, CliError> {
    let asked = demonstrations.columns_asked().into_iter();
    asked
        .map(|name| Ok((name.to_owned(), texts.table.column(name).map_err(CliError::of(path))?)))
        .collect()
}

pub fn query(texts: &Texts, columns: &[(String, usize)], row: u32) -> Query {
    let instance = texts.table.instance(row as usize);
    let cells = columns
        .iter()
        .map(|(name, column)| (name.clone(), instance.cell(*column).to_owned()));
    Query {
        text: instance.cell(texts.column).to_owned(),
        columns: cells.collect(),
    }
}
