//! The project as the page reads and writes it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::backup_state::Backup;
use crate::custom_encoder_db::EncoderName;
use crate::embedding_file::EmbeddingFile;
use fastgas_annotation::label::{AnswerType, Goal, LabelAliases, LabelSpecs, LogEntry};
use fastgas_annotation::retrieve::PromptSettings;
use fastgas_data::{AppendedFile, ImportReport, Pool};
use fastgas_embedding::TruncatedText;
use fastgas_graph::{Adjacency, DuplicateCount, SearchBackend};
use fastgas_map::Layout;
use fastgas_partition::{Partition, Quality};
use fastgas_progress::Stage;
use fastgas_select::evaluate::{CoverageCurve, Reason};
use fastgas_select::{Config, EarlyPicks, EvaluatedK, Selection};
use fastgas_trace::StoredTrace;

#[derive(Clone, Debug, PartialEq)]
pub struct StoredProject {
    pub head: ProjectHeader,
    pub pool: Arc<Pool>,
    pub partition: Option<Partition>,
    pub layout: Option<Layout>,
    pub adjacency: Option<Adjacency>,
    pub recorded: Option<Arc<StoredTrace>>,
    /// For each text, the latest annotation by each of the other annotators.
    pub others: Vec<LogEntry>,
    /// True if a passphrase protects the project in the browser and in files.
    pub is_protected: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectHeader {
    pub file_name: String,
    pub text_column: usize,
    pub config: Config,
    #[serde(default)]
    pub encoder: EncoderName,
    /// Identifies the model that computed the embeddings.
    /// `None` in projects from older versions of the page, and for embeddings that the user supplied.
    #[serde(default)]
    pub model: Option<String>,
    /// Texts that the encoder read only in part, in ascending order.
    #[serde(default)]
    pub beginnings: Option<Vec<TruncatedText>>,
    /// Description of the embeddings that the user supplied. The embeddings are in a separate database.
    #[serde(default)]
    pub embeddings: Option<EmbeddingFile>,
    #[serde(default)]
    pub found: Option<ImportReport>,
    #[serde(default)]
    pub added: Vec<AppendedFile>,
    #[serde(default)]
    pub id_column: Option<usize>,
    #[serde(default)]
    pub confidences: Option<String>,
    #[serde(default)]
    pub early: Option<EarlyPicks>,
    #[serde(default)]
    pub early_reasons: Vec<(u32, Reason)>,
    pub selection: Option<Selection>,
    #[serde(default)]
    pub reasons: Vec<Reason>,
    /// The numbers of parts that were evaluated. Empty unless the number of parts was chosen automatically.
    #[serde(default)]
    pub tried: Vec<EvaluatedK>,
    pub quality: Option<Quality>,
    #[serde(default)]
    pub coverage: Option<CoverageCurve>,
    #[serde(default)]
    pub part_names: Vec<Vec<String>>,
    #[serde(default)]
    pub duplicates: Option<DuplicateCount>,
    #[serde(default)]
    pub searched: Option<SearchBackend>,
    pub timings: Vec<(Stage, f64)>,
    #[serde(default)]
    pub answers: AnswerType,
    /// Length of the annotator's log when the user switched from labels to written answers. Earlier entries are labels.
    #[serde(default)]
    pub written_from: usize,
    #[serde(default)]
    pub guidelines: String,
    /// The labels, in the order of their keys on the keyboard.
    pub label_names: Vec<String>,
    #[serde(default)]
    pub label_looks: LabelSpecs,
    /// Maps former names of labels to the current names, because other annotators may still use the former names.
    #[serde(default)]
    pub renamed: LabelAliases,
    #[serde(default)]
    pub prompt: PromptSettings,
    #[serde(default)]
    pub backup: Option<Backup>,
    /// Counts the changes to merged data: merges of colleagues' entries, removals of colleagues, and appended files.
    #[serde(default, rename = "n_joined")]
    pub n_merged: usize,
    /// True if lists and map show the labels that result from the answers of all annotators.
    /// False if lists and map show only the user's own labels.
    #[serde(default)]
    pub shows_all: bool,
    /// Incremented whenever the project changes, except for changes of the log.
    #[serde(default)]
    pub revision: u64,
    #[serde(default)]
    pub goal: Option<Goal>,
    #[serde(default)]
    pub annotator: Option<String>,
    /// True if the log entries of other annotators mark retracted answers; see [`LogEntry::retracts`].
    /// False in projects from older versions of the page.
    #[serde(default)]
    pub tells_retractions: bool,
    /// True if another user has selected the picks and has given this copy of the project to the annotator for labeling.
    #[serde(default)]
    pub is_handed_out: bool,
}

/// The part of a project that changes while the user labels.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredAnnotations {
    pub head: ProjectHeader,
    pub others: Vec<LogEntry>,
    pub log: Vec<LogEntry>,
}
