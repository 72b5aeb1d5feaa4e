//! The questions of `fastgas answer` and `fastgas compare`, and their settings.

use std::num::NonZeroU32;
use std::path::Path;

use crate::error::CliError;
use crate::pool::Texts;
use fastgas_annotation::answer::{Choices, Constraint};
use fastgas_annotation::retrieve::{Demonstrations, Prompt, Query};

/// Apart from the prompts, these settings determine the requests.
#[derive(Clone, Debug)]
pub struct QuestionSettings {
    pub llm: String,
    /// If no constraint is given, the program finds out which constraint the server supports.
    pub constraint: Option<Constraint>,
    /// If true, the answers are free texts instead of labels.
    pub is_free_text: bool,
    /// If no maximum is given, it is the number of tokens that the labels need.
    pub max_answer_tokens: Option<NonZeroU32>,
    /// `None` if the size of the model's context is not known.
    pub context: Option<NonZeroU32>,
}

/// The prompts have 0-based indices. Each prompt has a list of choices.
pub trait Questions: Sync {
    fn settings(&self) -> &QuestionSettings;

    fn n_questions(&self) -> usize;

    fn row_of(&self, index: usize) -> u32;

    /// In the template, these words are directly before the label.
    fn cue(&self) -> &str;

    fn choices(&self, index: usize) -> Choices<'_>;

    /// The most similar example is last. The examples do not depend on the other questions.
    fn retrieve(&self, index: usize) -> Result<Vec<usize>, CliError>;

    fn prompt(&self, index: usize, examples: &[usize]) -> Result<Prompt, CliError>;
}

/// The template uses these columns in addition to the text. Returns their names and indices.
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
