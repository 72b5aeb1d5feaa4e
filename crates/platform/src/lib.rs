//! The page's side of the workers and of storage.
//!
//! ```text
//!  Workers ──submit──▶ Schedule ──Action──▶ Web Workers
//!     ▲                    ▲                     │
//!     └────answers─────────┴──done, died, ready──┘
//! ```
//!
//! [`schedule`] decides and is plain Rust; [`workers`] does as it says and decides nothing; [`encoders`] are those with
//! a model. [`embedding`] joins the workers to the [`cache`]; [`encoder`] keeps an encoder that a person brought,
//! [`embedding_file`] embeddings; [`prompt`] makes prompts of labeled texts; [`importing`] reads a file of texts.
//! [`confidences`] keeps what a [`language_model`] answered, which is the only thing here that sends anything away, by
//! the one [`way_out`]. [`network`] tells what was asked of the network, and has the page stored for use without one.

mod schedule;

mod address;
mod approximate;
pub mod assets;
mod bundle;
mod cache;
mod choices;
mod compare;
mod confidences;
mod control;
mod database;
mod drawing;
mod embedding;
mod embedding_file;
mod encoder;
mod encoders;
mod files;
mod gpu;
mod importing;
mod kept;
mod language;
mod language_model;
mod lock;
mod machine;
mod name;
pub mod network;
mod projects;
mod prompt;
mod saved_file;
mod storage;
mod suggestions;
mod way_out;
mod workers;

pub use address::{add_step, address, begin_steps, fragment, go_back, set_fragment, steps};
pub use bundle::{UnpackedFile, packed};
pub use cache::{Cache, CacheSize};
pub use choices::{Choice, Choices, keep_choice};
pub use compare::{LabelCells, ToCompare};
pub use confidences::{ConfidenceStore, KeptConfidences, KeptForm, KeptSource};
pub use control::{Control, next_task};
pub use database::{Refusal, StorageError};
pub use drawing::Drawing;
pub use embedding::{EmbedEvent, EmbedProgress, Embedded, Made, Rows, SoFar, cached, embed, keep};
pub use embedding_file::{EmbeddingFile, EmbeddingStore, read_embeddings};
pub use encoder::{EncoderName, EncoderStore, Given, ModelFiles};
pub use encoders::{Encoders, Fetched, ModelSource};
pub use files::{FileAt, chosen_files, dropped_files, has_files};
pub use importing::Imported;
pub use language::{
    declare_language, declare_title, fetch_words, keep_language, kept_language, name_of_language, read_languages,
};
pub use language_model::{LanguageModel, Secret};
pub use lock::{Channel, ProjectLock, TabMessage};
pub use machine::is_apple;
pub use name::{annotator, keep_annotator};
pub use projects::{
    LeftOff, ProjectEntry, ProjectId, Projects, Summary, delete_databases, forget_place, keep_place, kept_place,
};
pub use prompt::embed_texts;
pub use saved_file::{SavedFile, SavedFileStore};
pub use storage::{Backup, Project, ProjectHead, Storage, StoredSaid};
pub use workers::{Program, Selected, Workers, unless_cancelled};
