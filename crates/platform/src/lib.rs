//! The browser APIs that the page uses: workers, storage, network, files, locks and settings.
//!
//! This crate must not depend on the page (`fastgas-page`) or on the worker programs (`fastgas-worker`).
//! The crate uses the workers only through the messages of `fastgas-protocol`.
//! The crate has no user interface and does not contain the state of the page.
//!
//! Each kind of job has its own file, for example `importing`, `compare` and `layout_job`.
//! All stores of a project use `at_rest`, which encrypts the data of a protected project.
//! `language_model` sends requests to the user's endpoint through `egress_frame`.
//! No other module sends a request to another server.
//!
//! [`schedule`] assigns work to the workers. The module is plain Rust and does not use the browser.
//! [`workers`] executes the commands of the schedule.

mod annotator_name;
mod answers;
mod approximate;
pub mod assets;
mod at_rest;
mod backup;
mod cache;
mod compare;
mod confidences;
mod control;
mod custom_encoder_db;
mod database;
mod delete_databases;
mod drawn_graph;
mod egress_frame;
mod embed_job;
mod embedding_file;
mod embedding_rows;
mod encoder_pool;
mod files;
mod gpu;
mod gpu_embedding;
mod importing;
mod language;
mod language_model;
mod layout_job;
mod local_address;
mod local_storage;
mod lock;
mod log_copy;
mod model_files;
mod multilingual;
mod neighbors;
pub mod network;
mod preferences;
mod project_db;
mod project_id;
mod projects;
mod prompt;
mod protection;
mod rescue;
mod retrieval;
mod saved_file;
mod schedule;
mod sealed_file;
mod session_storage;
mod suggestions;
mod table_export;
mod theme;
mod url_fragment;
mod user_agent;
mod workers;

pub use annotator_name::{annotator_name, set_annotator_name};
pub use answers::{
    AnswerDb, AnswerKind, AnswerStore, ExamDb, StoredAnswer, StoredAnswerForm, StoredAnswers, StoredExamAnswer,
};
pub use at_rest::AtRest;
pub use backup::{BackupFile, packed};
pub use cache::{Cache, CacheSize};
pub use compare::{ComparisonInput, LabelCells, TestTexts};
pub use confidences::{ConfidenceDb, ConfidenceOrigin, ConfidenceSource, StoredConfidences, StoredEndpoint};
pub use control::{RunControl, next_task};
pub use custom_encoder_db::{CustomEncoder, EncoderDb, EncoderName};
pub use database::{Refusal, StorageError};
pub use delete_databases::delete_databases;
pub use drawn_graph::{keep_drawn_graph, kept_drawn_graph};
pub use embed_job::{
    ComputedEmbeddings, EmbedEvent, EmbedOutcome, EmbedProgress, PartialEmbeddings, cached, embed, keep,
};
pub use embedding_file::{EmbeddingDb, EmbeddingFile, read_embeddings};
pub use embedding_rows::Rows;
pub use encoder_pool::{DownloadProgress, EncoderPool, ModelSource};
pub use files::{DropReason, FileAt, chosen_files, dropped_files, has_files};
pub use importing::{FileToRead, Imported};
pub use language::{
    declare_language, declare_title, fetch_words, name_of_language, read_languages, store_language, stored_language,
};
pub use language_model::{LanguageModel, ProbedConstraint, Secret};
pub use layout_job::LayoutUpdate;
pub use local_address::other_local_address;
pub use lock::{Channel, ProjectLock, TabMessage};
pub use model_files::ModelFiles;
pub use multilingual::{MULTILINGUAL_BYTES, delete_multilingual, stored_multilingual_bytes};
pub use preferences::{Preference, Preferences, store_preference};
pub use project_db::{
    Backup, BackupState, IntegrityReport, MergedState, ProjectDb, ProjectHeader, ProjectPart, StoredAnnotations,
    StoredProject, forget_log,
};
pub use project_id::ProjectId;
pub use projects::{
    LastOpenProject, ProjectEntry, ProjectSummary, Projects, forget_journal, forget_position, move_stored,
    store_journal, store_position, stored_journal, stored_position,
};
pub use prompt::embed_texts;
pub use protection::{Protection, ProtectionError};
pub use rescue::{rescue_after_panics, send_rescue_texts};
pub use saved_file::{SavedFile, SavedFileStore};
pub use sealed_file::SealedFile;
pub use suggestions::EdgeCosines;
pub use table_export::write_table;
pub use theme::{Theme, store_theme, stored_theme};
pub use url_fragment::{
    HistoryEntry, address, fragment, go_back, history_entry, push_history, replace_history, set_fragment,
};
pub use user_agent::is_apple;
pub use workers::{Selected, WorkerModule, Workers, unless_cancelled};
