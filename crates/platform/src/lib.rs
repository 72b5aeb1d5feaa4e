//! The browser APIs that the page uses: workers, storage, network, files, locks, settings.
//!
//! This crate must not depend on the page (`fastgas-page`) or on the worker programs (`fastgas-worker`). It knows the
//! workers only through `fastgas-protocol`. It has no user interface and does not hold the page's state.
//!
//! ```text
//!  embedding ── cache        import, bundle, compare, drawing, suggestions, neighbors …
//!      │                                   │  one file for each kind of job
//!  encoders ───────────────────────────────┤
//!                                          ▼
//!                     Workers ──submit──▶ Schedule ──Action──▶ Web Workers
//!                        ▲                    ▲                     │
//!                        └──────events────────┴──done, died, ready──┘
//!
//!  projects, storage, confidences, embedding_file, encoder, saved_file, cache ──▶ database (IndexedDB)
//!             └───────── all data of a project ──▶ at_rest ──▶ protection (encrypted if the project is protected)
//!  language_model ──▶ way_out ──▶ the user's endpoint: the only request to another server
//! network: the log of requests, and the service worker that stores the site for offline use
//! ```
//!
//! [`schedule`] decides what the workers do; it is plain Rust and does not use the browser. [`workers`] executes its
//! decisions.

mod address;
mod approximate;
pub mod assets;
mod at_rest;
mod bundle;
mod cache;
mod compare;
mod confidences;
mod control;
mod database;
mod delete_databases;
mod drawing;
mod egress_frame;
mod embedding;
mod embedding_file;
mod embedding_rows;
mod encoder;
mod encoders;
mod files;
mod gpu;
mod importing;
mod language;
mod language_model;
mod local_storage;
mod lock;
mod log_copy;
mod machine;
mod model_files;
mod name;
mod neighbors;
pub mod network;
mod preferences;
mod project_id;
mod projects;
mod prompt;
mod protection;
mod rescue;
mod saved_file;
mod schedule;
mod sealed_file;
mod storage;
mod suggestions;
mod workers;

pub use address::{add_step, address, begin_steps, fragment, go_back, set_fragment, steps};
pub use at_rest::AtRest;
pub use bundle::{UnpackedFile, packed};
pub use cache::{Cache, CacheSize};
pub use compare::{LabelCells, ToCompare};
pub use confidences::{ConfidenceDb, KeptConfidences, KeptForm, KeptSource};
pub use control::{RunControl, next_task};
pub use database::{Refusal, StorageError};
pub use delete_databases::delete_databases;
pub use drawing::Drawing;
pub use embedding::{EmbedEvent, EmbedProgress, Embedded, Made, SoFar, cached, embed, keep};
pub use embedding_file::{EmbeddingDb, EmbeddingFile, read_embeddings};
pub use embedding_rows::Rows;
pub use encoder::{EncoderDb, EncoderName, Given};
pub use encoders::{Encoders, Fetched, ModelSource};
pub use files::{DropReason, FileAt, chosen_files, dropped_files, has_files};
pub use importing::Imported;
pub use language::{
    declare_language, declare_title, fetch_words, keep_language, kept_language, name_of_language, read_languages,
};
pub use language_model::{LanguageModel, Secret};
pub use lock::{Channel, ProjectLock, TabMessage};
pub use machine::is_apple;
pub use model_files::ModelFiles;
pub use name::{annotator, keep_annotator};
pub use preferences::{Choice, Preferences, keep_choice};
pub use project_id::ProjectId;
pub use projects::{
    LeftOff, ProjectEntry, Projects, Summary, forget_journal, forget_place, keep_journal, keep_place, kept_journal,
    kept_place, move_kept,
};
pub use prompt::embed_texts;
pub use protection::{Protection, ProtectionError};
pub use rescue::{rescue_after_panics, tell_rescue_words};
pub use saved_file::{SavedFile, SavedFileStore};
pub use sealed_file::SealedFile;
pub use storage::{BackedUp, Backup, Findings, Project, ProjectDb, ProjectHeader, ProjectPart, StoredSaid, forget_log};
pub use workers::{Program, Selected, Workers, unless_cancelled};
