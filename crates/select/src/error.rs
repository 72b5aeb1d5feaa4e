//! Errors in the selection settings and in the evaluation of picks.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_data::{counted, one_or_many};
use fastgas_embedding::EmbeddingsError;
use fastgas_graph::GraphError;

use crate::Method;

/// The settings do not fit the pool.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum ConfigError {
    /// The pool has fewer than two instances.
    #[error("the pool has {}; there is nothing to choose from", counted(u64::from(*n_instances), "text"))]
    PoolTooSmall {
        /// Pool size N.
        n_instances: u32,
    },
    /// The budget M is 0.
    #[error("the budget is 0")]
    BudgetZero,
    /// The budget M exceeds the pool size N.
    #[error("the budget is {budget}, but the pool has only {}", counted(u64::from(*n_instances), "text"))]
    BudgetAbovePool {
        /// Budget M.
        budget: u32,
        /// Pool size N.
        n_instances: u32,
    },
    /// The number of neighbors k is 0.
    #[error("the number of neighbors is 0")]
    NeighborsZero,
    /// The number of neighbors k is not less than the pool size N.
    #[error(
        "{n_neighbors} neighbors were requested, but each of {n_instances} texts has only {}",
        counted(u64::from(n_instances - 1), "other")
    )]
    NeighborsAbovePool {
        /// The requested number of neighbors k.
        n_neighbors: u32,
        /// Pool size N.
        n_instances: u32,
    },
    /// The number of parts K is 0.
    #[error("the number of parts is 0")]
    PartsZero,
    /// The number of neighbors that each instance votes for is 0.
    #[error("the number of neighbors to vote for is 0")]
    VoteNeighborsZero,
    /// The method needs confidences of a language model, but no confidences are available.
    #[error(
        "vote-k needs a language model's confidence in each text after the first {}, but none is given",
        counted(u64::from(*n_first), "pick")
    )]
    NoConfidences {
        /// Number of picks that the method makes before it needs confidences.
        n_first: u32,
    },
    /// The number of confidences differs from the number of instances.
    #[error(
        "there {} {}, but the pool has {}",
        one_or_many(*confidences, "is", "are"),
        counted(*confidences, "confidence"),
        counted(*n_instances, "text")
    )]
    ConfidencesDiffer {
        /// Number of confidences in the input.
        confidences: u64,
        /// Pool size N.
        n_instances: u64,
    },
    /// A confidence is infinite or not a number.
    #[error("the confidence of row {row} is not a finite number")]
    BadConfidence {
        /// 0-based index of the pool's row that has this confidence.
        row: u64,
    },
    /// There are earlier picks, but the method selects all picks in one step.
    #[error("{} makes all picks at once and cannot extend earlier picks", method.name())]
    NotExtendable {
        /// The method that cannot extend earlier picks.
        method: Method,
    },
    /// An earlier pick or an earlier skipped row is not a row of the pool.
    #[error("row {row} was picked or skipped earlier, but the pool's rows are 0 to {}", n_instances - 1)]
    EarlierOutside {
        /// 0-based row that is not in the pool.
        row: u32,
        /// Pool size N.
        n_instances: u32,
    },
    /// A row occurs twice in the list of earlier picks and skipped rows.
    #[error("row {row} was picked or skipped twice")]
    EarlierTwice {
        /// 0-based row that appears twice.
        row: u32,
    },
    /// The number of earlier picks is not less than the budget.
    #[error(
        "the budget is {budget}, and there {} {} already",
        one_or_many(u64::from(*earlier), "is", "are"),
        counted(u64::from(*earlier), "pick")
    )]
    NothingToAdd {
        /// Budget M.
        budget: u32,
        /// Number of earlier picks.
        earlier: u32,
    },
    /// The budget exceeds the pool size minus the number of skipped rows. Callers also skip rows with an empty text.
    #[error(
        "the budget is {budget}, but without the {} the pool has only {}",
        counted(u64::from(*skipped), "skipped or empty text"),
        counted(u64::from(n_instances - skipped), "text")
    )]
    TooFewLeft {
        /// Budget M.
        budget: u32,
        /// Number of skipped instances, which include empty texts.
        skipped: u32,
        /// Pool size N.
        n_instances: u32,
    },
    /// The imbalance is outside 0 to 1, or not a number.
    #[error("the imbalance is {imbalance}, but it must be between 0 and 1")]
    Imbalance {
        /// The tolerated imbalance that the user gave.
        imbalance: f64,
    },
}

impl ConfigError {
    /// What the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            ConfigError::PoolTooSmall { .. } => "Load a file with at least two texts.",
            ConfigError::BudgetZero => "Set the budget to 1 or more.",
            ConfigError::BudgetAbovePool { .. } => "Lower the budget to the size of the pool, or load more texts.",
            ConfigError::NeighborsZero => "Set the number of neighbors to 1 or more; 10 is the usual choice.",
            ConfigError::NeighborsAbovePool { .. } => "Lower the number of neighbors, or load more texts.",
            ConfigError::PartsZero => "Set the number of parts to 1 or more, or to auto.",
            ConfigError::VoteNeighborsZero => "Set this number to 1 or more; 150 is the usual choice.",
            ConfigError::NoConfidences { .. } => {
                "Pick 10 texts with fast-vote-k and label them. Then run `fastgas confidences` with these labels, and give the file that it writes as --confidences."
            }
            ConfigError::ConfidencesDiffer { .. } => "Give one confidence for each text of exactly this file.",
            ConfigError::BadConfidence { .. } => {
                "Give a number for every text, such as the mean log-probability of the prediction's tokens."
            }
            ConfigError::NotExtendable { .. } => {
                "Use a method that makes one pick after another, such as fastgas, or select again without the earlier picks."
            }
            ConfigError::EarlierOutside { .. } => "Give the picks that were made from exactly this file.",
            ConfigError::EarlierTwice { .. } => "Name each row once, as picked or as skipped.",
            ConfigError::NothingToAdd { .. } => "Raise the budget: it counts all picks, including the existing picks.",
            ConfigError::TooFewLeft { .. } => "Lower the budget, skip fewer texts, or fill in empty texts.",
            ConfigError::Imbalance { .. } => "Give a number between 0 and 1; 0.03 is the usual choice.",
        }
    }
}

/// The picks or the labels cannot be evaluated.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum EvaluateError {
    /// The label column is also the text column. Every selection method sees the text column.
    #[error("column `{column}` is given both as the texts and as the labels")]
    SameColumn {
        /// Name of the column that was given as both the label column and the text column.
        column: String,
    },
    /// A row has no label.
    #[error("row {row}: column `{column}` is empty, so there is no label to compare with")]
    NoLabel {
        /// 0-based row without a label.
        row: u32,
        /// Name of the label column.
        column: String,
    },
    /// A row has a label that must not be used, because another column marks it as rejected, ignored or canceled.
    #[error("row {row}: column `{by}` says that the answer in column `{column}` is not a label")]
    SetAside {
        /// 0-based row of the label.
        row: u32,
        /// Name of the label column.
        column: String,
        /// Name of the column that marks the label as rejected.
        by: String,
    },
    /// The list of picks is empty.
    #[error("there are no picks")]
    NoPicks,
    /// A pick is not a row of the pool.
    #[error("row {row} is picked, but the pool has only {}", counted(u64::from(*n_instances), "text"))]
    PickOutside {
        /// 0-based row of the pick.
        row: u32,
        /// Pool size N.
        n_instances: u32,
    },
    /// A row is picked twice.
    #[error("row {row} is picked twice")]
    PickTwice {
        /// 0-based row that is picked twice.
        row: u32,
    },
    /// The number of labels differs from the number of embeddings.
    #[error(
        "there {} {} and {}",
        one_or_many(u64::from(*labels), "is", "are"),
        counted(u64::from(*labels), "label"),
        counted(u64::from(*embeddings), "embedding")
    )]
    LabelsDiffer {
        /// Number of labels given for the texts.
        labels: u32,
        /// Number of embeddings given for the texts.
        embeddings: u32,
    },
    /// The pool and the test set have embeddings of different dimensions, for example from two different encoders.
    #[error(
        "the embeddings of the pool have {}, but the others have {other}",
        counted(u64::from(*pool), "dimension")
    )]
    DimensionsDiffer {
        /// Dimension d of the pool's embeddings.
        pool: u32,
        /// Dimension d of the test set's embeddings.
        other: u32,
    },
}

impl EvaluateError {
    /// What the user can do about the error, in one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            EvaluateError::SameColumn { .. } => "Name the column of the labels; selection must not use this column.",
            EvaluateError::NoLabel { .. } => "Fill in the label, or leave the row out.",
            EvaluateError::SetAside { .. } => {
                "Leave out rows that were rejected, ignored or cancelled, or name a column of labels that all count."
            }
            EvaluateError::NoPicks => "Give a file with at least one row below its header.",
            EvaluateError::PickOutside { .. } => "Use the picks that were made from exactly this pool.",
            EvaluateError::PickTwice { .. } => "Keep each row only once among the picks.",
            EvaluateError::LabelsDiffer { .. } => "Use the embeddings that were made from exactly this file.",
            EvaluateError::DimensionsDiffer { .. } => "Embed both files with the same encoder.",
        }
    }
}

/// The reason why a run of the selection pipeline fails.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum SelectError {
    /// The settings are invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The embeddings are invalid.
    #[error(transparent)]
    Embeddings(#[from] EmbeddingsError),
    /// The graph is invalid.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The picks cannot be evaluated.
    #[error(transparent)]
    Evaluate(#[from] EvaluateError),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_and_verbs_agree_with_their_numbers() {
        let neighbors = ConfigError::NeighborsAbovePool {
            n_neighbors: 5,
            n_instances: 2,
        };
        let earlier = |earlier| ConfigError::NothingToAdd { budget: 1, earlier };
        let few = ConfigError::TooFewLeft {
            budget: 5,
            skipped: 1,
            n_instances: 2,
        };
        for (error, expected) in [
            (
                neighbors,
                "5 neighbors were requested, but each of 2 texts has only 1 other",
            ),
            (earlier(1), "the budget is 1, and there is 1 pick already"),
            (earlier(2), "the budget is 1, and there are 2 picks already"),
            (
                few,
                "the budget is 5, but without the 1 skipped or empty text the pool has only 1 text",
            ),
        ] {
            assert_eq!(error.to_string(), expected);
        }
    }
}
