//! The texts to answer, with their prompts and the labels that the model chooses from.

use std::path::Path;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Answer;
use super::questions::{QuestionSettings, Questions, columns_asked, query};
use crate::args::GivenEmbeddings;
use crate::commands::prompt::{RetrievalArgs, RetrievalName};
use crate::embed_pool;
use crate::error::CliError;
use crate::files::Output;
use crate::pool::{
    Texts, embed, given_embeddings, read_labels, read_pool, read_table, rejected_labels, rejected_message,
};
use crate::progress::ProgressReporter;
use fastgas_annotation::RetrieveError;
use fastgas_annotation::answer::{AnswerError, Answered, Choices, LabelSet};
use fastgas_annotation::label::unify_label_sets;
use fastgas_annotation::retrieve::{BUILT_IN, Demonstrations, Prompt, Retrieval, Template};
use fastgas_data::{LabelOrder, Pool, listed_options};
use fastgas_embedding::Embeddings;
use fastgas_graph::Device;

pub struct Material {
    texts: Texts,
    rows: Vec<u32>,
    demonstrations: Demonstrations,
    /// Names and indices of the columns that the template uses in addition to the text.
    columns: Vec<(String, usize)>,
    vectors: Option<Vectors>,
    retrieval: RetrievalArgs,
    labels: Labels,
    /// Index of the true-label column in the --test file, if the file has such a column.
    truth: Option<usize>,
    /// Rows whose true labels are marked as rejected, ignored or canceled, in ascending order.
    rejected: Vec<u32>,
    settings: QuestionSettings,
}

struct Vectors {
    labeled: Embeddings,
    of_table: Embeddings,
}

enum Labels {
    Common(LabelSet),
    OfRows(Vec<LabelSet>),
    FreeText,
}

impl Material {
    pub fn read(
        command: &Answer,
        template: Option<Template>,
        left_out: Option<&Output>,
        reporter: &mut ProgressReporter,
    ) -> Result<Material, CliError> {
        let path = &command.pool.pool;
        let pool = read_pool(&command.pool, left_out, reporter)?;
        let id = command.pool.id.as_deref();
        let mut labeled = read_labels(&pool, id, (&command.labeled, command.label.as_deref()), reporter)?;
        // The order of labels is significant in multiple-choice options and in free-text answers.
        // In other answers, sets of labels that differ only in their order become equal.
        unify_label_sets(&mut labeled, command.label_order());
        if labeled.is_empty() {
            return Err(CliError::of(&command.labeled)(RetrieveError::NoLabels));
        }
        let template = template.unwrap_or_else(|| BUILT_IN[0].template());
        let demonstrations = Demonstrations::new(&pool.table, pool.column, &labeled, template);
        let demonstrations = demonstrations.map_err(CliError::of(path))?;
        if let Some(column) = &command.options {
            check_options(&pool.table, column, &labeled, path)?;
        }
        let labeled_rows: Vec<u32> = labeled.iter().map(|(row, _)| *row).collect();
        let test = command
            .test
            .as_deref()
            .map(|test| read_table(test, &command.pool, reporter).map(|texts| (texts, test)));
        let test = test.transpose()?;
        let asked = test
            .as_ref()
            .map_or((&pool, path.as_path()), |(texts, path)| (texts, *path));
        let columns = columns_asked(&demonstrations, asked)?;
        let rows: Vec<u32> = match test {
            Some(_) => (0..asked.0.table.len() as u32).collect(),
            None => {
                let mut is_labeled = vec![false; pool.table.len()];
                labeled_rows.iter().for_each(|&row| is_labeled[row as usize] = true);
                (0..pool.table.len() as u32)
                    .filter(|&row| !is_labeled[row as usize])
                    .collect()
            }
        };
        let labels = match &command.options {
            _ if command.is_free_text() => Labels::FreeText,
            Some(column) => Labels::OfRows(options_of(&asked.0.table, column, &rows, asked.1)?),
            None => {
                let labels = labeled.into_iter().map(|(_, label)| label);
                Labels::Common(LabelSet::new(labels, command.label_order()))
            }
        };
        let truth = test.as_ref().and(command.label.as_ref());
        let truth = truth.and_then(|name| asked.0.table.columns().iter().position(|column| column == name));
        // Free-text answers are not compared with true labels, so rejected true labels need no warning.
        let compared = truth.filter(|_| !command.is_free_text());
        let rejected = compared.and_then(|truth| rejected_labels(&asked.0.table, Some(asked.0.column), truth));
        let rejected = rejected.map_or_else(Vec::new, |rejected| {
            let words = rejected_message(&rejected.columns, rejected.rows.len());
            reporter.warn(&format!("{}: {words}", asked.1.display()));
            rejected.rows
        });
        let vectors = match command.uses_vectors() && !rows.is_empty() {
            true => Some(vectors(
                command,
                &pool,
                (&demonstrations, &labeled_rows),
                test.as_ref(),
                reporter,
            )?),
            false => None,
        };
        Ok(Material {
            texts: test.map_or(pool, |(texts, _)| texts),
            rows,
            demonstrations,
            columns,
            vectors,
            retrieval: command.retrieval,
            labels,
            truth,
            rejected,
            settings: command.settings(),
        })
    }

    pub fn table(&self) -> &Pool {
        &self.texts.table
    }

    /// Returns the number of correct labels and the number of texts with a true label.
    /// `answered` contains the answers to all questions, in the order of the questions.
    /// Returns `None` if no text has an accepted true label.
    pub fn correct(&self, answered: &[Answered<'_>]) -> Option<(u32, u32)> {
        let truth = self.truth?;
        let (mut correct, mut n) = (0, 0);
        let is_rejected = |row: u32| self.rejected.binary_search(&row).is_ok();
        let answered = answered.iter().enumerate();
        for (index, answer) in answered.filter(|(_, answer)| !is_rejected(answer.row)) {
            let label = self.texts.table.instance(answer.row as usize).cell(truth).trim();
            n += u32::from(!label.is_empty());
            let is_correct = answer
                .label
                .is_some_and(|given| self.choices(index).is_right(given, label));
            correct += u32::from(!label.is_empty() && is_correct);
        }
        (n > 0).then_some((correct, n))
    }
}

impl Questions for Material {
    fn settings(&self) -> &QuestionSettings {
        &self.settings
    }

    fn n_questions(&self) -> usize {
        self.rows.len()
    }

    fn row_of(&self, index: usize) -> u32 {
        self.rows[index]
    }

    fn cue(&self) -> &str {
        self.demonstrations.template().cue()
    }

    fn choices(&self, index: usize) -> Choices<'_> {
        match &self.labels {
            Labels::Common(set) => Choices::Labels(set),
            Labels::OfRows(sets) => Choices::Labels(&sets[index]),
            Labels::FreeText => Choices::FreeText,
        }
    }

    fn retrieve(&self, index: usize) -> Result<Vec<usize>, CliError> {
        let row = self.rows[index];
        let RetrievalArgs { shots, name, seed } = self.retrieval;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ u64::from(row).wrapping_mul(GOLDEN));
        let retrieval = match &self.vectors {
            Some(vectors) if name != RetrievalName::Random => {
                name.of(vectors.of_table.row(row as usize), &vectors.labeled)
            }
            _ => Retrieval::Random(&mut rng),
        };
        let query = query(&self.texts, &self.columns, row);
        Ok(self.demonstrations.retrieve(&query, retrieval, shots)?)
    }

    fn prompt(&self, index: usize, examples: &[usize]) -> Result<Prompt, CliError> {
        let query = query(&self.texts, &self.columns, self.rows[index]);
        Ok(self.demonstrations.prompt_with(&query, examples)?)
    }
}

/// 2⁶⁴ divided by the golden ratio. Multiples of this number distribute the seeds of consecutive rows evenly.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Checks that the label of each example is one of the example's answer options.
fn check_options(pool: &Pool, column: &str, labeled: &[(u32, String)], path: &Path) -> Result<(), CliError> {
    let index = pool.column(column).map_err(CliError::of(path))?;
    for (row, label) in labeled {
        if !listed_options(pool.instance(*row as usize).cell(index)).contains(label) {
            return Err(CliError::of_answers(path)(AnswerError::NotAnOption {
                row: *row,
                label: label.clone(),
                column: column.into(),
            }));
        }
    }
    Ok(())
}

fn options_of(table: &Pool, column: &str, rows: &[u32], path: &Path) -> Result<Vec<LabelSet>, CliError> {
    let index = table.column(column).map_err(CliError::of(path))?;
    let options = rows.iter().map(|&row| {
        let options = listed_options(table.instance(row as usize).cell(index));
        let set = LabelSet::new(options, LabelOrder::Significant);
        let column = column.to_owned();
        match set.labels().len() {
            0 | 1 => Err(CliError::of_answers(path)(AnswerError::NoOptions { row, column })),
            _ => Ok(set),
        }
    });
    options.collect()
}

fn vectors(
    command: &Answer,
    pool: &Texts,
    (demonstrations, labeled): (&Demonstrations, &[u32]),
    test: Option<&(Texts, &Path)>,
    reporter: &mut ProgressReporter,
) -> Result<Vectors, CliError> {
    let given = command.embeddings.as_deref();
    let Some((test, path)) = test else {
        let of_table = embed(
            (pool, &command.pool.pool),
            given.map(GivenEmbeddings::File),
            &command.encoding,
            Device::Cpu,
            reporter,
        )?
        .embeddings;
        let labeled = of_table.gather(labeled);
        return Ok(Vectors { labeled, of_table });
    };
    let labeled = match given {
        Some(given) => given_embeddings(pool, given, reporter)?.gather(labeled),
        None => {
            let texts: Vec<&str> = demonstrations.texts().collect();
            let embedded = embed_pool::embed(&texts, &command.encoding, Device::Cpu, reporter);
            embedded.map_err(|error| error.in_rows(labeled))?.embeddings
        }
    };
    let given = command.test_embeddings.as_deref().map(GivenEmbeddings::File);
    let of_table = embed((test, path), given, &command.encoding, Device::Cpu, reporter)?.embeddings;
    Ok(Vectors { labeled, of_table })
}
