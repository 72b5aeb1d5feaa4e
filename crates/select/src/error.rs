//! Errors of the settings and of the evaluation.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_embedding::EmbeddingsError;
use fastgas_graph::GraphError;

use crate::Method;

/// Settings that do not fit the pool.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum ConfigError {
    /// Fewer than two instances.
    #[error("the pool has {}; there is nothing to choose from", counted(u64::from(*n_instances), "text"))]
    PoolTooSmall {
        /// N.
        n_instances: u32,
    },
    /// M = 0.
    #[error("the budget is 0")]
    BudgetZero,
    /// M > N.
    #[error("the budget is {budget}, but the pool has only {n_instances} texts")]
    BudgetAbovePool {
        /// M.
        budget: u32,
        /// N.
        n_instances: u32,
    },
    /// k = 0.
    #[error("the number of neighbors is 0")]
    NeighborsZero,
    /// k ≥ N.
    #[error("{n_neighbors} neighbors were asked for, but each of {n_instances} texts has only {} others", n_instances - 1)]
    NeighborsAbovePool {
        /// k.
        n_neighbors: u32,
        /// N.
        n_instances: u32,
    },
    /// K = 0.
    #[error("the number of parts is 0")]
    PartsZero,
    /// Votes for nobody.
    #[error("the number of neighbors to vote for is 0")]
    VoteNeighborsZero,
    /// A method that needs to know how sure a language model is.
    #[error("vote-k needs a language model's confidence in each text after the first {n_first} picks, and has none")]
    NoConfidences {
        /// Picks that need none.
        n_first: u32,
    },
    /// Confidences and instances differ in number.
    #[error("there are {confidences} confidences, the pool has {n_instances} texts")]
    ConfidencesDiffer {
        /// How many were given.
        confidences: u64,
        /// N.
        n_instances: u64,
    },
    /// A confidence that is not a finite number.
    #[error("the confidence of row {row} is not a finite number")]
    BadConfidence {
        /// Row of the pool, from 0.
        row: u64,
    },
    /// Earlier picks, and a method that makes all picks at once.
    #[error("{} makes all picks at once and cannot go on from earlier ones", method.name())]
    NotExtendable {
        /// The method.
        method: Method,
    },
    /// An earlier pick, or one that was skipped, that the pool does not have.
    #[error("row {row} was picked or skipped earlier, but the pool's rows are 0 to {}", n_instances - 1)]
    EarlierOutside {
        /// Row of the pool, from 0.
        row: u32,
        /// N.
        n_instances: u32,
    },
    /// Picked or skipped twice.
    #[error("row {row} was picked or skipped twice")]
    EarlierTwice {
        /// Row of the pool, from 0.
        row: u32,
    },
    /// As many earlier picks as the budget, or more.
    #[error("the budget is {budget}, and there are {earlier} picks already")]
    NothingToAdd {
        /// M.
        budget: u32,
        /// Earlier picks.
        earlier: u32,
    },
    /// So many are skipped that too few are left.
    #[error("the budget is {budget}, but without the {skipped} skipped ones the pool has only {} texts", n_instances - skipped)]
    TooFewLeft {
        /// M.
        budget: u32,
        /// Skipped instances.
        skipped: u32,
        /// N.
        n_instances: u32,
    },
    /// Out of 0 to 1, or not a number.
    #[error("the imbalance is {imbalance}, outside 0 to 1")]
    Imbalance {
        /// As given.
        imbalance: f64,
    },
}

impl ConfigError {
    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            ConfigError::PoolTooSmall { .. } => "Load a file with at least two texts.",
            ConfigError::BudgetZero => "Set the budget to 1 or more.",
            ConfigError::BudgetAbovePool { .. } => "Lower the budget to the size of the pool, or load more texts.",
            ConfigError::NeighborsZero => "Set the number of neighbors to 1 or more; 10 is the usual choice.",
            ConfigError::NeighborsAbovePool { .. } => "Lower the number of neighbors, or load more texts.",
            ConfigError::PartsZero => "Set the number of parts to 1 or more, or to auto.",
            ConfigError::VoteNeighborsZero => "Let each text vote for 1 or more; 150 is the usual choice.",
            ConfigError::NoConfidences { .. } => {
                "Pick 10 by fast-vote-k, label these, let `fastgas confidences` ask a language model with them as examples, and give what it writes as --confidences."
            }
            ConfigError::ConfidencesDiffer { .. } => "Give one confidence for each text of this very file.",
            ConfigError::BadConfidence { .. } => {
                "Give a number for every text, such as the mean log-probability of the prediction's tokens."
            }
            ConfigError::NotExtendable { .. } => {
                "Go on with a method that takes one pick after the other, as fastgas does, or begin anew without the earlier picks."
            }
            ConfigError::EarlierOutside { .. } => "Give the picks that were made from this very file.",
            ConfigError::EarlierTwice { .. } => "Name each row once, as picked or as skipped.",
            ConfigError::NothingToAdd { .. } => {
                "Raise the budget: it counts all picks, those that there are already included."
            }
            ConfigError::TooFewLeft { .. } => "Lower the budget, or skip fewer texts.",
            ConfigError::Imbalance { .. } => "Give a number between 0 and 1; 0.03 is the usual choice.",
        }
    }
}

/// Picks or labels that cannot be measured.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EvaluateError {
    /// The labels would be the texts, which every selector sees.
    #[error("column `{column}` is given both as the texts and as the labels")]
    SameColumn {
        /// The column.
        column: String,
    },
    /// A row without a label.
    #[error("row {row}: column `{column}` is empty, so there is no label to compare with")]
    NoLabel {
        /// Row, from 0.
        row: u32,
        /// The column.
        column: String,
    },
    /// A row whose label does not count.
    #[error("row {row}: column `{by}` says that the answer in column `{column}` is no label")]
    SetAside {
        /// Row, from 0.
        row: u32,
        /// The column of the labels.
        column: String,
        /// The column that says whether they count.
        by: String,
    },
    /// No pick at all.
    #[error("there are no picks")]
    NoPicks,
    /// A pick that is no row of the pool.
    #[error("row {row} is picked, but the pool has only {n_instances} texts")]
    PickOutside {
        /// Row, from 0.
        row: u32,
        /// N.
        n_instances: u32,
    },
    /// A row that is picked again.
    #[error("row {row} is picked twice")]
    PickTwice {
        /// Row, from 0.
        row: u32,
    },
    /// More or fewer labels than embeddings.
    #[error("there are {labels} labels and {embeddings} embeddings")]
    LabelsDiffer {
        /// How many labels.
        labels: u32,
        /// How many embeddings.
        embeddings: u32,
    },
    /// Embeddings of another encoder.
    #[error("the pool's embeddings have {pool} dimensions, the others {other}")]
    DimensionsDiffer {
        /// d of the pool.
        pool: u32,
        /// d of the others.
        other: u32,
    },
}

impl EvaluateError {
    /// What the user can do about the error, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            EvaluateError::SameColumn { .. } => "Name the column of the labels; no selector may be shown it.",
            EvaluateError::NoLabel { .. } => "Fill in the label, or leave the row out.",
            EvaluateError::SetAside { .. } => {
                "Leave out rows that were rejected, ignored or cancelled, or name a column of labels that all count."
            }
            EvaluateError::NoPicks => "Give a file with at least one row below its header.",
            EvaluateError::PickOutside { .. } => "Use the picks that were made from this very pool.",
            EvaluateError::PickTwice { .. } => "Leave each row only once among the picks.",
            EvaluateError::LabelsDiffer { .. } => "Use the embeddings that were made from this very file.",
            EvaluateError::DimensionsDiffer { .. } => "Embed both files with the same encoder.",
        }
    }
}

/// Errors of a run of the pipeline.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum SelectError {
    /// In the settings.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// In the embeddings.
    #[error(transparent)]
    Embeddings(#[from] EmbeddingsError),
    /// In the graph.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// In the evaluation of the picks.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

/// “1 cell”, “2 cells”.
fn counted(n: u64, one: &str) -> String {
    match n {
        1 => format!("1 {one}"),
        n => format!("{n} {one}s"),
    }
}
