//! The questions of `fastgas answer` and `fastgas compare`, and their settings.

use std::num::NonZeroU32;
use std::path::Path;

use crate::error::CliError;
use crate::pool::Texts;
use fastgas_annotation::answer::{Choices, Constraint};
use fastgas_annotation::retrieve::{Demonstrations, Prompt, Query};

/// The settings that determine the requests, apart from the prompts.
#[derive(Clone, Debug)]
pub struct QuestionSettings {
    pub llm: String,
    /// `None` to detect which constraint the server supports.
    pub constraint: Option<Constraint>,
    /// The answers are free texts instead of labels.
    pub is_free_text: bool,
    /// `None` for the number that the labels need.
    pub max_answer_tokens: Option<NonZeroU32>,
    /// `None` if the size of the model's context is not known.
    pub context: Option<NonZeroU32>,
}

/// A list of prompts with 0-based indices. Each prompt has a list of choices.
pub trait Questions: Sync {
    fn settings(&self) -> &QuestionSettings;

    fn n_questions(&self) -> usize;

    /// Row of the text in its table.
    fn row_of(&self, index: usize) -> u32;

    /// The words before the label in the template.
    fn cue(&self) -> &str;

    /// The labels or options from which the model chooses.
    fn choices(&self, index: usize) -> Choices<'_>;

    /// Chooses the examples, the most similar example last. The examples do not depend on the other questions.
    fn retrieve(&self, index: usize) -> Result<Vec<usize>, CliError>;

    /// `examples` are the examples in the prompt.
    fn prompt(&self, index: usize, examples: &[usize]) -> Result<Prompt, CliError>;
}

/// The names and indices of the columns that the template uses in addition to the text.
pub fn columns_asked(
    demonstrations: &Demonstrations,
    (texts, path): (&Texts, &Path),
) -> Result<Vec<(String, usize)>, CliError> {
    let asked = demonstrations.columns_asked().into_iter();
    asked
        .map(|name| Ok((name.to_owned(), texts.table.column(name).map_err(CliError::of(path))?)))
        .collect()
}

/// The query also contains the cells that the template uses.
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
