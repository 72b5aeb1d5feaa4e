//! Questions about rows of a pool. The examples in the prompts are labeled rows of the pool.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;

use super::tokens::count_tokens;
use super::{Asker, Choices, Constraint, Estimate, LabelSet, PromptSizes, most_answer_tokens};
use crate::confidence::{Model, QuestionKey};
use crate::retrieve::{Demonstrations, Prompt, Query, Template};
use crate::{ConfidenceError, RetrieveError};
use fastgas_data::{LabelOrder, Pool};

/// The questions of a run, indexed from 0.
pub trait QuestionList {
    /// The row of the pool that contains the text of the question with the index `place`.
    fn row_at(&self, place: usize) -> u32;

    /// The prompt of the question with the index `place`.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that is not in the pool.
    fn prompt_at(&self, place: usize) -> Result<Prompt, RetrieveError>;

    /// The answers that the model can choose from for the question with the index `place`.
    fn choices_at(&self, place: usize) -> Choices<'_>;

    /// The words before the label in the template of the question with the index `place`.
    fn cue_at(&self, place: usize) -> &str;
}

/// One question for each of the given rows: the prompt with its examples, and the labels that the model chooses from.
/// The questions are indexed from 0, in row order.
#[derive(Clone, Debug, PartialEq)]
pub struct Questions {
    pool: Arc<Pool>,
    text_column: usize,
    demonstrations: Demonstrations,
    columns: Vec<(String, usize)>,
    labels: LabelSet,
    inputs: Vec<String>,
    rows: Vec<u32>,
    /// For each row, the indices of its examples in `demonstrations`. The most similar example is last.
    examples: Vec<Vec<usize>>,
}

impl Questions {
    /// Creates the questions about `rows`, without examples. The model chooses among the labels of the `labeled` rows.
    /// If a row has several labels, the model chooses among the sets of labels; see [`LabelOrder::Ignored`].
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoLabels`] if there are no labeled rows.
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that is not in the pool.
    pub fn new(
        pool: Arc<Pool>,
        text_column: usize,
        labeled: &[(u32, String)],
        template: Template,
        rows: Vec<u32>,
    ) -> Result<Questions, RetrieveError> {
        let demonstrations = Demonstrations::new(&pool, text_column, labeled, template)?;
        let column = |name: &str| {
            let column = pool.columns().iter().position(|column| column == name);
            let column = column.ok_or_else(|| RetrieveError::NoColumn { column: name.into() })?;
            Ok((name.to_owned(), column))
        };
        let columns = demonstrations.columns_asked().into_iter().map(column);
        Ok(Questions {
            columns: columns.collect::<Result<_, RetrieveError>>()?,
            labels: LabelSet::new(labeled.iter().map(|(_, label)| label.clone()), LabelOrder::Ignored),
            inputs: demonstrations.inputs()?,
            examples: vec![Vec::new(); rows.len()],
            demonstrations,
            pool,
            text_column,
            rows,
        })
    }

    /// The number of similar labeled rows that [`Questions::with_examples`] needs to choose `shots` examples per row.
    /// The number exceeds `shots`, because a labeled row with the same input as a question cannot be an example.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] cannot occur, because [`Questions::new`] has checked the columns.
    pub fn n_to_retrieve(&self, shots: u32) -> Result<u32, RetrieveError> {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for input in self.demonstrations.inputs()? {
            *counts.entry(input).or_default() += 1;
        }
        Ok(shots.saturating_add(counts.into_values().max().unwrap_or_default()))
    }

    /// Returns the questions, each with at most `shots` examples.
    /// `places` contains the indices of the most similar labeled rows for each question, in question order.
    /// The most similar labeled row is last. The number of indices is the same for all rows.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] cannot occur, because [`Questions::new`] has checked the columns.
    ///
    /// # Panics
    /// Panics if an index in `places` is not less than the number of labeled rows.
    pub fn with_examples(mut self, places: &[u32], shots: u32) -> Result<Questions, RetrieveError> {
        for place in 0..self.rows.len() {
            self.choose_examples(place, places, shots)?;
        }
        Ok(self)
    }

    /// Chooses at most `shots` examples for the question with the index `place`.
    /// `places` has the format that [`Questions::with_examples`] documents.
    /// A caller that must not block calls `choose_examples` for one question at a time.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] cannot occur, because [`Questions::new`] has checked the columns.
    ///
    /// # Panics
    /// Panics under the conditions of [`Questions::with_examples`], and if no question has the index `place`.
    pub fn choose_examples(&mut self, place: usize, places: &[u32], shots: u32) -> Result<(), RetrieveError> {
        let per_row = places.len() / self.rows.len().max(1);
        let own = self.demonstrations.input_of(&self.query(self.rows[place]))?;
        let similar = places[place * per_row..][..per_row].iter().map(|&place| place as usize);
        let mut chosen: Vec<usize> = similar.filter(|&place| self.inputs[place] != own).collect();
        // The least similar examples come first, so surplus examples are removed at the start of the list.
        chosen.drain(..chosen.len().saturating_sub(shots as usize));
        self.examples[place] = chosen;
        Ok(())
    }

    /// The rows of the pool that the questions ask about.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The labeled rows. [`Questions::with_examples`] expects indices into this list.
    pub fn labeled_rows(&self) -> Vec<u32> {
        self.demonstrations.list().iter().map(|labeled| labeled.row).collect()
    }

    /// The number of examples for the question with the index `place`.
    pub fn n_examples(&self, place: usize) -> u32 {
        self.examples[place].len() as u32
    }

    /// The words of the template before the label.
    pub fn cue(&self) -> &str {
        self.demonstrations.template().cue()
    }

    /// The labels that the model chooses from.
    pub fn choices(&self) -> Choices<'_> {
        Choices::Labels(&self.labels)
    }

    /// The label that an answer contains; `None` if the answer contains no label.
    pub fn matched(&self, answer: &str) -> Option<&str> {
        self.labels.matched(answer, self.cue())
    }

    /// Creates the [`Asker`], which builds the requests to `model` with the constraint `constraint`.
    ///
    /// # Errors
    /// Returns [`ConfidenceError::NoModel`] if the model has no name.
    pub fn asker(&self, model: Model, constraint: Constraint) -> Result<Asker, ConfidenceError> {
        Asker::new(model, constraint, most_answer_tokens([self.choices()]))
    }

    /// The prompt of the question with the index `place`.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] cannot occur, because [`Questions::new`] has checked the columns.
    pub fn prompt(&self, place: usize) -> Result<Prompt, RetrieveError> {
        let query = self.query(self.rows[place]);
        self.demonstrations.prompt_with(&query, &self.examples[place])
    }

    /// Creates a planner, which plans one request at a time. `asker` creates the requests.
    pub fn planner<'a>(&'a self, asker: &'a Asker) -> Planner<'a> {
        Planner::new(self, asker)
    }

    /// Approximate number of tokens in the prompts of `requests` and in the answers.
    pub fn estimate(&self, requests: impl IntoIterator<Item = PlannedRequest>) -> Estimate {
        let most = most_answer_tokens([self.choices()]);
        let mut estimate = Estimate::default();
        for request in requests {
            estimate.add(request.prompt_tokens, most);
        }
        estimate
    }

    fn query(&self, row: u32) -> Query {
        let instance = self.pool.instance(row as usize);
        let columns = self.columns.iter();
        let cells = columns.map(|(name, column)| (name.clone(), instance.cell(*column).to_owned()));
        Query {
            text: instance.cell(self.text_column).to_owned(),
            columns: cells.collect(),
        }
    }
}

/// The key and the size of a planned request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedRequest {
    /// Key that identifies the request.
    pub key: QuestionKey,
    /// Approximate number of tokens in the prompt.
    pub prompt_tokens: usize,
}

type TokenCount = fn(&str) -> Result<usize, Infallible>;

/// Plans requests one by one, so that a caller that must not block can interrupt the work.
pub struct Planner<'a> {
    questions: &'a dyn QuestionList,
    asker: &'a Asker,
    sizes: PromptSizes<TokenCount>,
}

impl<'a> Planner<'a> {
    pub(super) fn new(questions: &'a dyn QuestionList, asker: &'a Asker) -> Planner<'a> {
        Planner {
            questions,
            asker,
            sizes: PromptSizes::new(count_tokens as TokenCount),
        }
    }

    /// Plans the request for the question with the index `place`. O(size of the prompt) time.
    ///
    /// # Errors
    /// Returns any error from [`QuestionList::prompt_at`].
    ///
    /// # Panics
    /// Panics if no question has the index `place`.
    pub fn plan(&mut self, place: usize) -> Result<PlannedRequest, RetrieveError> {
        let prompt = self.questions.prompt_at(place)?;
        let Ok(prompt_tokens) = self.sizes.tokens(&prompt);
        let request = self.asker.request(&prompt, self.questions.choices_at(place));
        Ok(PlannedRequest {
            key: request.key(),
            prompt_tokens,
        })
    }
}

impl QuestionList for Questions {
    fn row_at(&self, place: usize) -> u32 {
        self.rows[place]
    }

    fn prompt_at(&self, place: usize) -> Result<Prompt, RetrieveError> {
        self.prompt(place)
    }

    fn choices_at(&self, _: usize) -> Choices<'_> {
        self.choices()
    }

    fn cue_at(&self, _: usize) -> &str {
        self.cue()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::LogprobLevel;
    use crate::confidence::Api;
    use fastgas_data::load;

    const POOL: &str = "id,text\n1,north\n2,east\n3,north east\n4,west\n5,north\n";

    fn questions(template: &str, rows: &[u32]) -> Result<Questions, RetrieveError> {
        let pool = Arc::new(load(POOL.as_bytes()).expect("a table"));
        let labeled = [(0, "N"), (1, "E"), (4, "N")].map(|(row, label)| (row, label.to_owned()));
        let template = Template::read(template).expect("a template");
        Questions::new(pool, 1, &labeled, template, rows.to_vec())
    }

    #[test]
    fn labeled_row_is_no_example_for_its_own_words() {
        let questions = questions("{text}: {label}", &[2, 0]).expect("its columns are there");
        assert_eq!(questions.labeled_rows(), [0, 1, 4]);
        // The two labeled rows with the text "north" cannot be examples for this text, so two more rows are needed.
        assert_eq!(questions.n_to_retrieve(1), Ok(3));
        let asked = questions.with_examples(&[1, 2, 0, 1, 2, 0], 2).expect("all columns");
        let shots = |place| {
            let prompt = asked.prompt(place).expect("all columns");
            let labels: Vec<String> = prompt.shots.iter().map(|shot| shot.input.clone()).collect();
            (labels, prompt.query)
        };
        assert_eq!(
            shots(0),
            (vec!["north: ".into(), "north: ".into()], "north east: ".into())
        );
        assert_eq!(shots(1), (vec!["east: ".into()], "north: ".into()));
        assert_eq!(asked.matched(" n\nbecause"), Some("N"));
    }

    #[test]
    fn requests_contain_the_columns_of_the_template() {
        let model = Model {
            name: "tiny".into(),
            api: Api::Chat,
        };
        let asked = questions("{id} {text}: {label}", &[3]).expect("its columns are there");
        let asked = asked.with_examples(&[1], 8).expect("all columns");
        let asker = asked.asker(model, Constraint::None).expect("it has a name");
        let request = asker.request(&asked.prompt(0).expect("all columns"), asked.choices());
        let body = request.body(LogprobLevel::None);
        assert!(body.contains("2 east:") && body.contains("4 west:"), "{body}");
        let planned = asked.planner(&asker).plan(0).expect("all columns");
        assert_eq!(planned.key, request.key());
        let estimate = asked.estimate([planned]);
        // The prompts "4 west: " and "2 east: " have two tokens each, and the label "east" has one token.
        // Each of the three messages adds four tokens.
        assert_eq!((estimate.prompts, estimate.prompt_tokens), (1, 2 + 4 + 2 + 1 + 8));
        let missing = questions("{other}: {label}", &[3]).expect_err("there is no such column");
        assert_eq!(missing, RetrieveError::NoColumn { column: "other".into() });
    }

    #[test]
    fn questions_without_examples_are_possible() {
        let asked = questions("{text}: {label}", &[2, 3]).expect("its columns are there");
        let asked = asked.with_examples(&[], 0).expect("all columns");
        assert!(asked.prompt(1).expect("all columns").shots.is_empty());
    }
}
