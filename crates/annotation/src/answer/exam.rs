//! An exam compares selections: a language model answers questions with the picks of each selection as examples.
//! The right and wrong answers show which selection provides the better examples.
//!
//! ```text
//!  picks of each selection ──(true labels)──▶ examples ──┐
//!  rows of the exam ─────────────────────────────────────┴▶ Exam ──asking──▶ right or wrong, for each selection and row
//! ```

use std::sync::Arc;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    Asker, Choices, Constraint, Estimate, LabelSet, PlannedRequest, Planner, QuestionList, Questions,
    most_answer_tokens,
};
use crate::confidence::Model;
use crate::label::unify_label_sets;
use crate::retrieve::{Prompt, Template, at_random};
use crate::{ConfidenceError, RetrieveError};
use fastgas_data::{LabelOrder, Pool};

/// Chooses at most `n` of `n_instances` rows and returns them in ascending order. The choice is deterministic.
/// The rows for a larger `n` include the rows for a smaller `n`, so that known answers can be reused.
pub fn exam_rows(n_instances: u32, n: u32) -> Vec<u32> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let sample = at_random(n_instances as usize, |_| false, n as usize, &mut rng);
    let mut rows: Vec<u32> = sample.into_iter().map(|row| row as u32).collect();
    rows.sort_unstable();
    rows
}

/// Questions about rows of a pool, repeated for each of several selections.
/// The examples of a question are picks of one selection with their true labels.
/// The model chooses among the true labels.
/// A pick is never an example for a question about a text with the same words.
/// The rows of the exam may therefore include picks.
///
/// Questions are indexed from 0. Questions for the first distinct list of picks come first.
/// The questions about one list of picks are in the order of the rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Exam {
    of_picks: Vec<Questions>,
    /// For each selection, the index of its questions in `of_picks`. Selections with equal picks have the same index.
    index_of: Vec<usize>,
    rows: Vec<u32>,
    truth: Vec<String>,
    max_answer_tokens: u32,
}

impl Exam {
    /// Creates the exam about `rows`; the questions have no examples yet.
    /// `selections` contains the picks of each selection.
    ///
    /// # Errors
    /// Returns [`RetrieveError::NoLabels`] if a selection has no pick with a label.
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that is not in the pool.
    pub fn new(
        pool: &Arc<Pool>,
        (text_column, label_column): (usize, usize),
        selections: &[Vec<u32>],
        template: &Template,
        rows: Vec<u32>,
    ) -> Result<Exam, RetrieveError> {
        let label = |row: u32| pool.instance(row as usize).cell(label_column).trim().to_owned();
        let mut distinct: Vec<&[u32]> = Vec::new();
        let mut index_of = Vec::with_capacity(selections.len());
        for picks in selections {
            let known = distinct.iter().position(|other| *other == picks.as_slice());
            index_of.push(known.unwrap_or(distinct.len()));
            if known.is_none() {
                distinct.push(picks);
            }
        }
        let questions = |picks: &&[u32]| {
            let mut labeled: Vec<(u32, String)> = picks.iter().map(|&row| (row, label(row))).collect();
            unify_label_sets(&mut labeled, LabelOrder::Ignored);
            Questions::new(pool.clone(), text_column, &labeled, template.clone(), rows.clone())
        };
        // The token limit in each request depends on all labels of the pool but not on the selections.
        // Therefore the answers of an exam can be reused in the next exam.
        // Every spelling of a set of labels counts, because the spelling in a request depends on the picks.
        let all = LabelSet::new((0..pool.len() as u32).map(label), LabelOrder::Significant);
        Ok(Exam {
            of_picks: distinct.iter().map(questions).collect::<Result<_, _>>()?,
            index_of,
            truth: rows.iter().map(|&row| label(row)).collect(),
            rows,
            max_answer_tokens: most_answer_tokens([Choices::Labels(&all)]),
        })
    }

    /// For each distinct list of picks, returns the rows of the picks.
    /// Also returns how many similar picks [`Exam::with_examples`] needs for each row to choose `shots` examples.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] cannot occur, because [`Exam::new`] has checked the columns.
    pub fn to_retrieve(&self, shots: u32) -> Result<Vec<(Vec<u32>, u32)>, RetrieveError> {
        let of_one = |questions: &Questions| Ok((questions.labeled_rows(), questions.n_to_retrieve(shots)?));
        self.of_picks.iter().map(of_one).collect()
    }

    /// Returns the exam with at most `shots` examples for each question.
    /// For each distinct list of picks, `places` contains the indices of the picks that are similar to each row.
    /// [`Questions::with_examples`] documents the format of each list.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] cannot occur, because [`Exam::new`] has checked the columns.
    ///
    /// # Panics
    /// Panics if `places` does not have one list for each distinct list of picks.
    /// Also panics under the conditions of [`Questions::with_examples`].
    pub fn with_examples(mut self, places: &[Vec<u32>], shots: u32) -> Result<Exam, RetrieveError> {
        assert_eq!(
            places.len(),
            self.of_picks.len(),
            "each list of picks must have its most similar ones"
        );
        for place in 0..self.n_questions() {
            self.choose_examples(place, places, shots)?;
        }
        Ok(self)
    }

    /// Chooses at most `shots` examples for the question with the index `place`.
    /// `places` has the format that [`Exam::with_examples`] documents.
    /// A caller that must not block calls `choose_examples` for one question at a time.
    ///
    /// # Errors
    /// [`RetrieveError::NoColumn`] cannot occur, because [`Exam::new`] has checked the columns.
    ///
    /// # Panics
    /// Panics if `places` has no list for the picks of the question, or if no question has the index `place`.
    /// Also panics under the conditions of [`Questions::with_examples`].
    pub fn choose_examples(&mut self, place: usize, places: &[Vec<u32>], shots: u32) -> Result<(), RetrieveError> {
        let (picks, place) = (place / self.rows.len(), place % self.rows.len());
        self.of_picks[picks].choose_examples(place, &places[picks], shots)
    }

    /// The rows of the pool that the exam asks about.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The number of questions, summed over the distinct lists of picks.
    pub fn n_questions(&self) -> usize {
        self.of_picks.len() * self.rows.len()
    }

    /// The number of examples for the question with the index `place`.
    pub fn n_examples(&self, place: usize) -> u32 {
        let (questions, place) = self.at(place);
        questions.n_examples(place)
    }

    /// The indices of the questions whose examples are picks of a selection: one question per row, in row order.
    pub fn places(&self, selection: usize) -> std::ops::Range<usize> {
        let first = self.index_of[selection] * self.rows.len();
        first..first + self.rows.len()
    }

    /// Creates the [`Asker`], which builds the exam's requests to `model` with the constraint `constraint`.
    ///
    /// # Errors
    /// Returns [`ConfidenceError::NoModel`] if the model has no name.
    pub fn asker(&self, model: Model, constraint: Constraint) -> Result<Asker, ConfidenceError> {
        Asker::new(model, constraint, self.max_answer_tokens)
    }

    /// Creates a planner, which plans one request at a time. `asker` creates the requests.
    pub fn planner<'a>(&'a self, asker: &'a Asker) -> Planner<'a> {
        Planner::new(self, asker)
    }

    /// Approximate number of tokens in the prompts of `requests` and in the answers.
    pub fn estimate(&self, requests: impl IntoIterator<Item = PlannedRequest>) -> Estimate {
        let mut estimate = Estimate::default();
        for request in requests {
            estimate.add(request.prompt_tokens, self.max_answer_tokens);
        }
        estimate
    }

    /// The label in the model's answer to the question with the index `place`; `None` if the answer contains no label.
    pub fn matched(&self, place: usize, answer: &str) -> Option<&str> {
        self.at(place).0.matched(answer)
    }

    /// Whether the answer to the question with the index `place` contains the true label of the question's row.
    /// The order of several labels does not matter.
    pub fn is_right(&self, place: usize, answer: &str) -> bool {
        let truth = &self.truth[place % self.rows.len()];
        let matched = self.matched(place, answer);
        matched.is_some_and(|label| self.choices_at(place).is_right(label, truth))
    }

    fn at(&self, place: usize) -> (&Questions, usize) {
        (&self.of_picks[place / self.rows.len()], place % self.rows.len())
    }
}

impl QuestionList for Exam {
    fn row_at(&self, place: usize) -> u32 {
        self.rows[place % self.rows.len()]
    }

    fn prompt_at(&self, place: usize) -> Result<Prompt, RetrieveError> {
        let (questions, place) = self.at(place);
        questions.prompt(place)
    }

    fn choices_at(&self, place: usize) -> Choices<'_> {
        self.at(place).0.choices()
    }

    fn cue_at(&self, place: usize) -> &str {
        self.at(place).0.cue()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::confidence::Api;
    use fastgas_data::load;

    const POOL: &str = "text,label\nnorth,N\neast, E \nnorth east,N\nwest,W\nsouth,S\n";

    fn exam(selections: &[Vec<u32>]) -> Exam {
        let pool = Arc::new(load(POOL.as_bytes()).expect("a table"));
        let template = Template::read("{text}: {label}").expect("a template");
        Exam::new(&pool, (0, 1), selections, &template, vec![0, 3]).expect("its columns are there")
    }

    fn asker(exam: &Exam) -> Asker {
        let model = Model {
            name: "tiny".into(),
            api: Api::Chat,
        };
        exam.asker(model, Constraint::None).expect("it has a name")
    }

    #[test]
    fn equal_picks_share_their_questions() {
        let exam = exam(&[vec![0, 1], vec![2, 3], vec![0, 1]]);
        assert_eq!((exam.n_questions(), exam.rows()), (4, &[0, 3][..]));
        assert_eq!([0, 1, 2].map(|selection| exam.places(selection)), [0..2, 2..4, 0..2]);
        assert_eq!(exam.to_retrieve(1), Ok(vec![(vec![0, 1], 2), (vec![2, 3], 2)]));
    }

    #[test]
    fn pick_is_no_example_for_itself() {
        let exam = exam(&[vec![0, 1], vec![2, 3]]);
        let exam = exam
            .with_examples(&[vec![1, 0, 0, 1], vec![1, 0, 0, 1]], 1)
            .expect("all columns");
        let shots = |place| {
            let prompt = exam.prompt_at(place).expect("all columns");
            let shots: Vec<String> = prompt
                .shots
                .iter()
                .map(|shot| shot.input.clone() + &shot.label)
                .collect();
            (shots.concat(), prompt.query, exam.row_at(place))
        };
        assert_eq!(shots(0), ("east: E".into(), "north: ".into(), 0));
        assert_eq!(shots(1), ("east: E".into(), "west: ".into(), 3));
        assert_eq!(shots(3), ("north east: N".into(), "west: ".into(), 3));
        assert_eq!(exam.n_examples(3), 1);
    }

    #[test]
    fn answer_is_right_if_it_gives_the_true_label() {
        let exam = exam(&[vec![0, 1], vec![3]]);
        assert!(exam.is_right(0, "N.") && !exam.is_right(0, "E"));
        // The examples of question 1 are picks of the first selection. No pick of this selection has the label "W".
        assert_eq!((exam.matched(1, "W"), exam.is_right(1, "W")), (None, false));
        assert!(exam.is_right(3, "w"));
    }

    #[test]
    fn order_of_several_true_labels_does_not_matter() {
        let pool = Arc::new(load(b"text,label\na,x; y\nb,y; x\nc,x\nd,y; x\n").expect("a table"));
        let template = Template::read("{text}: {label}").expect("a template");
        let exam = Exam::new(&pool, (0, 1), &[vec![0, 1, 2]], &template, vec![3]).expect("its columns are there");
        let Choices::Labels(choices) = exam.choices_at(0) else {
            panic!("the answers are labels")
        };
        assert_eq!(choices.labels(), ["x; y", "x"]);
        assert!(exam.is_right(0, "x; y") && exam.is_right(0, "y; x") && !exam.is_right(0, "x"));
        let exam = exam.with_examples(&[vec![0, 1, 2]], 3).expect("all columns");
        let prompt = exam.prompt_at(0).expect("all columns");
        let labels: Vec<&str> = prompt.shots.iter().map(|shot| shot.label.as_str()).collect();
        assert_eq!(labels, ["x; y", "x; y", "x"]);
    }

    #[test]
    fn requests_do_not_depend_on_other_selections() {
        let keys = |selections: &[Vec<u32>], selection: usize| {
            let exam = exam(selections);
            let asker = asker(&exam);
            let mut planner = exam.planner(&asker);
            let key = |place| planner.plan(place).expect("all columns").key;
            exam.places(selection).map(key).collect::<Vec<_>>()
        };
        assert_eq!(keys(&[vec![0, 1]], 0), keys(&[vec![3, 4], vec![0, 1]], 1));
        assert_ne!(keys(&[vec![0, 1]], 0), keys(&[vec![3, 4]], 0));
    }

    #[test]
    fn planned_request_has_the_key_and_the_size_of_its_prompt() {
        let exam = exam(&[vec![0, 1], vec![2, 3]]);
        let exam = exam
            .with_examples(&[vec![1, 0, 0, 1], vec![1, 0, 0, 1]], 1)
            .expect("all columns");
        let asker = asker(&exam);
        let mut planner = exam.planner(&asker);
        let planned = [0, 3].map(|place| planner.plan(place).expect("all columns"));
        let key = |place| {
            let prompt = exam.prompt_at(place).expect("all columns");
            asker.request(&prompt, exam.choices_at(place)).key()
        };
        assert_eq!(planned.map(|request| request.key), [key(0), key(3)]);
        // The prompt "north: " has two tokens, and the example "east: " with its label has three tokens.
        // The prompt "west: " has two tokens, and the example "north east: " with its label has four tokens.
        // Each of the three chat messages adds four tokens.
        let tokens = [2 + 4 + 3 + 8, 2 + 4 + 4 + 8];
        assert_eq!(planned.map(|request| request.prompt_tokens), tokens);
        let estimate = exam.estimate(planned);
        assert_eq!(
            (estimate.prompts, estimate.prompt_tokens, estimate.answer_tokens),
            (2, 35, 64)
        );
    }

    #[test]
    fn larger_exam_keeps_the_rows() {
        let (few, more) = (exam_rows(50, 10), exam_rows(50, 20));
        assert_eq!((few.len(), more.len()), (10, 20));
        assert!(few.iter().all(|row| more.contains(row)) && more.is_sorted());
        assert_eq!(exam_rows(3, 10), [0, 1, 2]);
    }
}
