//! The trait for the questions that a run asks.

use std::fmt;

use fastgas_annotation::answer::{Asker, Constraint, Estimate, Exam, PlannedRequest, Planner, QuestionList, Questions};
use fastgas_annotation::confidence::Model;
use fastgas_annotation::{ConfidenceError, RetrieveError};
use fastgas_platform::{AnswerKind, StoredAnswer, StoredExamAnswer};

pub trait RunQuestions: QuestionList + Clone + fmt::Debug + PartialEq + 'static {
    type Stored: AnswerKind + Clone + fmt::Debug + PartialEq + 'static;

    fn n_questions(&self) -> usize;

    /// For each question, the row of its text in the pool. No row occurs twice.
    fn rows(&self) -> &[u32];

    /// Lists of possible example rows, each with the number of rows to find per question.
    /// Returns [`RetrieveError::NoColumn`] if the template uses a column that is not in the pool.
    fn to_retrieve(&self, shots: u32) -> Result<Vec<(Vec<u32>, u32)>, RetrieveError>;

    /// Chooses at most `shots` examples for the question with the index `place`.
    /// `similar` contains the most similar rows of each list of [`RunQuestions::to_retrieve`], as indices in the list.
    /// Each list of similar rows ends with the most similar row.
    fn choose_examples(&mut self, place: usize, similar: &[Vec<u32>], shots: u32) -> Result<(), RetrieveError>;

    /// Returns the sender of the questions. `constraint` restricts the output of the model.
    /// Returns [`ConfidenceError::NoModel`] if the model has no name.
    fn asker(&self, model: Model, constraint: Constraint) -> Result<Asker, ConfidenceError>;

    fn planner<'a>(&'a self, asker: &'a Asker) -> Planner<'a>;

    fn estimate(&self, requests: &[PlannedRequest]) -> Estimate;
}

impl RunQuestions for Questions {
    type Stored = StoredAnswer;

    fn n_questions(&self) -> usize {
        Questions::rows(self).len()
    }

    fn rows(&self) -> &[u32] {
        Questions::rows(self)
    }

    fn to_retrieve(&self, shots: u32) -> Result<Vec<(Vec<u32>, u32)>, RetrieveError> {
        Ok(vec![(self.labeled_rows(), self.n_to_retrieve(shots)?)])
    }

    fn choose_examples(&mut self, place: usize, similar: &[Vec<u32>], shots: u32) -> Result<(), RetrieveError> {
        Questions::choose_examples(self, place, &similar[0], shots)
    }

    fn asker(&self, model: Model, constraint: Constraint) -> Result<Asker, ConfidenceError> {
        Questions::asker(self, model, constraint)
    }

    fn planner<'a>(&'a self, asker: &'a Asker) -> Planner<'a> {
        Questions::planner(self, asker)
    }

    fn estimate(&self, requests: &[PlannedRequest]) -> Estimate {
        Questions::estimate(self, requests.iter().copied())
    }
}

impl RunQuestions for Exam {
    type Stored = StoredExamAnswer;

    fn n_questions(&self) -> usize {
        Exam::n_questions(self)
    }

    fn rows(&self) -> &[u32] {
        Exam::rows(self)
    }

    fn to_retrieve(&self, shots: u32) -> Result<Vec<(Vec<u32>, u32)>, RetrieveError> {
        Exam::to_retrieve(self, shots)
    }

    fn choose_examples(&mut self, place: usize, similar: &[Vec<u32>], shots: u32) -> Result<(), RetrieveError> {
        Exam::choose_examples(self, place, similar, shots)
    }

    fn asker(&self, model: Model, constraint: Constraint) -> Result<Asker, ConfidenceError> {
        Exam::asker(self, model, constraint)
    }

    fn planner<'a>(&'a self, asker: &'a Asker) -> Planner<'a> {
        Exam::planner(self, asker)
    }

    fn estimate(&self, requests: &[PlannedRequest]) -> Estimate {
        Exam::estimate(self, requests.iter().copied())
    }
}
