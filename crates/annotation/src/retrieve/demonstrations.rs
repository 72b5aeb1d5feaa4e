//! Labeled texts and their template: the source of every prompt.

use std::collections::BTreeMap;

use ndarray::ArrayView1;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::{Prompt, Shot, TEXT, Template, at_random, most_diverse, most_similar};
use crate::RetrieveError;
use fastgas_data::Pool;
use fastgas_embedding::Embeddings;
use fastgas_progress::{Pause, Slices, Stopped, at_once};

/// Cost of a labeled text in units of work, in addition to one unit for each byte of its cells.
const TEXT_WORK: usize = 256;

/// Minimum number of bytes in a piece of [`Demonstrations::into_pieces`], except for the last piece.
pub const PIECE_BYTES: usize = 1 << 20;

/// Labeled texts with a [`Template`]. Each text has all columns of the template and can therefore be formatted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demonstrations {
    list: Vec<Demonstration>,
    text_column: String,
    template: Template,
}

/// A text with its label, as an example for the language model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demonstration {
    /// 0-based row of the text in the pool.
    pub row: u32,
    /// Label of the text.
    pub label: String,
    /// The cells of the text's row in the pool, indexed by column name.
    pub columns: BTreeMap<String, String>,
}

/// An unlabeled text that the language model is asked to label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// The text of the query. The text replaces `{text}` in the template and is compared with the labeled texts.
    pub text: String,
    /// Values for the template's placeholders other than `{text}` and `{label}`.
    pub columns: BTreeMap<String, String>,
}

/// How demonstrations are chosen for a query.
#[derive(Debug)]
pub enum Retrieval<'a> {
    /// The texts most similar to the query, in ascending order of similarity.
    Similar {
        /// Unit vector of the query.
        query: ArrayView1<'a, f32>,
        /// Unit vectors of the labeled texts, in the same order as the texts.
        labeled: &'a Embeddings,
    },
    /// Texts that are similar to the query and differ from each other, in ascending order of similarity.
    Diverse {
        /// Unit vector of the query.
        query: ArrayView1<'a, f32>,
        /// Unit vectors of the labeled texts, in the same order as the texts.
        labeled: &'a Embeddings,
    },
    /// A random sample of the texts, drawn with the given random number generator.
    Random(&'a mut Xoshiro256PlusPlus),
}

impl Demonstrations {
    /// Collects the `labeled` rows of `pool`, each with its label.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoLabels`] if there are no labeled rows.
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that is not in the pool.
    pub fn new(
        pool: &Pool,
        text_column: usize,
        labeled: &[(u32, String)],
        template: Template,
    ) -> Result<Demonstrations, RetrieveError> {
        let mut slices = Slices::whole();
        at_once(Demonstrations::new_in_slices(
            (pool, text_column),
            labeled,
            template,
            &mut slices,
        ))
    }

    /// Like [`Demonstrations::new`], but divides the work into slices. The unit of work is about one byte of a cell.
    /// The result does not depend on the size of the slices of work.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work. The inner result has the errors from [`Demonstrations::new`].
    pub async fn new_in_slices<P: Pause>(
        (pool, text_column): (&Pool, usize),
        labeled: &[(u32, String)],
        template: Template,
        slices: &mut Slices<P>,
    ) -> Result<Result<Demonstrations, RetrieveError>, Stopped> {
        if labeled.is_empty() {
            return Ok(Err(RetrieveError::NoLabels));
        }
        if let Err(error) = template.check_columns(pool.columns()) {
            return Ok(Err(error));
        }
        let mut list = Vec::with_capacity(labeled.len());
        for (row, label) in labeled {
            let instance = pool.instance(*row as usize);
            let n_bytes: usize = instance.cells().map(str::len).sum();
            let cells = instance.cells().map(str::to_owned);
            list.push(Demonstration {
                row: *row,
                label: label.clone(),
                columns: pool.columns().iter().cloned().zip(cells).collect(),
            });
            slices.count(TEXT_WORK + n_bytes).await?;
        }
        Ok(Ok(Demonstrations {
            list,
            text_column: pool.columns()[text_column].clone(),
            template,
        }))
    }

    /// Writes the labeled texts for [`Demonstrations::from_pieces`], in slices of work.
    /// The unit of work is about one byte of a cell.
    /// `take` receives pieces of at least [`PIECE_BYTES`] bytes, except for the last piece.
    /// The pieces do not depend on the size of the slices of work.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the caller stops the work.
    pub async fn into_pieces<P: Pause>(
        self,
        mut take: impl FnMut(&[u8]),
        slices: &mut Slices<P>,
    ) -> Result<(), Stopped> {
        let mut piece = Vec::new();
        for demonstration in self.list {
            let before = piece.len();
            serde_json::to_writer(&mut piece, &demonstration).expect("texts can be written as JSON");
            piece.push(b'\n');
            let n_bytes = piece.len() - before;
            if piece.len() >= PIECE_BYTES {
                take(&piece);
                piece.clear();
            }
            slices.count(TEXT_WORK + n_bytes).await?;
        }
        if !piece.is_empty() {
            take(&piece);
        }
        Ok(())
    }

    /// Reads labeled texts from the output of [`Demonstrations::into_pieces`]. O(bytes).
    ///
    /// # Errors
    /// Fails if a line of a piece is not a labeled text.
    pub fn from_pieces(
        pieces: &[Vec<u8>],
        text_column: String,
        template: Template,
    ) -> Result<Demonstrations, serde_json::Error> {
        let lines = pieces.iter().flat_map(|piece| piece.split(|&byte| byte == b'\n'));
        let lines = lines.filter(|line| !line.is_empty());
        Ok(Demonstrations {
            list: lines.map(serde_json::from_slice).collect::<Result<_, _>>()?,
            text_column,
            template,
        })
    }

    /// Collects labeled texts, in the given order.
    ///
    /// # Errors
    /// Returns any error from [`Demonstrations::new`].
    pub(super) fn of(
        list: Vec<Demonstration>,
        text_column: String,
        template: Template,
    ) -> Result<Demonstrations, RetrieveError> {
        let demonstrations = Demonstrations {
            list,
            text_column,
            template,
        };
        if demonstrations.list.is_empty() {
            return Err(RetrieveError::NoLabels);
        }
        demonstrations.inputs()?;
        Ok(demonstrations)
    }

    /// The labeled texts with a different template.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that the labeled texts do not have.
    pub fn with_template(self, template: Template) -> Result<Demonstrations, RetrieveError> {
        Demonstrations::of(self.list, self.text_column, template)
    }

    /// The labeled texts, in the order the texts were collected.
    pub fn list(&self) -> &[Demonstration] {
        &self.list
    }

    /// The text of each demonstration, in the same order as [`Demonstrations::list`].
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|demonstration| {
            let text = demonstration.columns.get(&self.text_column);
            text.map_or("", String::as_str)
        })
    }

    /// Name of the column that contains the texts.
    pub fn text_column(&self) -> &str {
        &self.text_column
    }

    /// The template that formats the texts.
    pub fn template(&self) -> &Template {
        &self.template
    }

    /// The columns that a query needs in addition to its text. Each column occurs once, in template order.
    pub fn columns_asked(&self) -> Vec<&str> {
        let mut columns = self.template.columns();
        columns.retain(|&name| name != TEXT && name != self.text_column);
        columns
    }

    /// The part of the template before the label, filled in for each labeled text, in the same order as the texts.
    pub(crate) fn inputs(&self) -> Result<Vec<String>, RetrieveError> {
        self.list
            .iter()
            .map(|demonstration| self.input(demonstration))
            .collect()
    }

    fn input(&self, demonstration: &Demonstration) -> Result<String, RetrieveError> {
        let column = |name: &str| demonstration.columns.get(name).map(String::as_str);
        self.template.input(|name| match name {
            TEXT => column(&self.text_column),
            name => column(name),
        })
    }

    fn check(&self, query: ArrayView1<'_, f32>, labeled: &Embeddings) -> Result<(), RetrieveError> {
        assert_eq!(
            labeled.len(),
            self.list.len(),
            "there must be a vector for every labeled text"
        );
        match query.len() == labeled.dimensions() {
            true => Ok(()),
            false => Err(RetrieveError::DimensionsDiffer {
                pack: labeled.dimensions() as u32,
                query: query.len() as u32,
            }),
        }
    }

    /// Builds the prompt for `query` with at most `shots` demonstrations.
    /// The function calls [`Demonstrations::retrieve`], then [`Demonstrations::prompt_with`].
    ///
    /// # Errors
    /// Returns any error from [`Demonstrations::retrieve`].
    ///
    /// # Panics
    /// Panics if the number of vectors differs from the number of labeled texts.
    pub fn prompt(&self, query: &Query, retrieval: Retrieval<'_>, shots: usize) -> Result<Prompt, RetrieveError> {
        self.prompt_with(query, &self.retrieve(query, retrieval, shots)?)
    }

    /// Chooses at most `shots` demonstrations for `query`.
    /// Returns the indices of the demonstrations in [`Demonstrations::list`], in prompt order.
    ///
    /// A labeled text is skipped if its part of the prompt before the label equals the query's part of the prompt.
    /// The label of a labeled text that equals the query would reveal the answer.
    /// [`Retrieval::Similar`] takes O(n·d + n log n) time for n texts and vectors of length d.
    /// [`Retrieval::Diverse`] takes O(shots·n·d) time, and [`Retrieval::Random`] takes O(n) time.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that the query lacks.
    /// Returns [`RetrieveError::DimensionsDiffer`] if the query and the labeled texts have embeddings of different lengths.
    ///
    /// # Panics
    /// Panics if the number of vectors differs from the number of labeled texts.
    pub fn retrieve(&self, query: &Query, retrieval: Retrieval<'_>, shots: usize) -> Result<Vec<usize>, RetrieveError> {
        let own_input = self.input_of(query)?;
        let inputs = self.inputs()?;
        let is_itself = |place: usize| inputs[place] == own_input;
        Ok(match retrieval {
            Retrieval::Similar { query, labeled } => {
                self.check(query, labeled)?;
                most_similar(query, labeled, is_itself, shots)
            }
            Retrieval::Diverse { query, labeled } => {
                self.check(query, labeled)?;
                most_diverse(query, labeled, is_itself, shots)
            }
            Retrieval::Random(rng) => at_random(inputs.len(), is_itself, shots, rng),
        })
    }

    /// Builds the prompt for `query` with the demonstrations at the indices `chosen` of [`Demonstrations::list`].
    /// O(size of the prompt in bytes) time.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that the query lacks.
    ///
    /// # Panics
    /// Panics if an index of a demonstration is out of range.
    pub fn prompt_with(&self, query: &Query, chosen: &[usize]) -> Result<Prompt, RetrieveError> {
        let shot = |&place: &usize| {
            let demonstration = &self.list[place];
            Ok(Shot {
                input: self.input(demonstration)?,
                label: demonstration.label.clone(),
            })
        };
        Ok(Prompt {
            shots: chosen.iter().map(shot).collect::<Result<_, RetrieveError>>()?,
            query: self.input_of(query)?,
            behind: self.template.behind().into(),
        })
    }

    pub(crate) fn input_of(&self, query: &Query) -> Result<String, RetrieveError> {
        self.template.input(|name| match name {
            TEXT => Some(&query.text),
            name if name == self.text_column => Some(&query.text),
            name => query.columns.get(name).map(String::as_str),
        })
    }
}

#[cfg(test)]
mod tests;
