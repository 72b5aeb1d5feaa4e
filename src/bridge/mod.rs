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

#[cfg(feature = "app")]
mod address;
#[cfg(feature = "app")]
mod approximate;
#[cfg(feature = "app")]
pub mod assets;
#[cfg(feature = "app")]
mod bundle;
#[cfg(feature = "app")]
mod cache;
#[cfg(feature = "app")]
mod choices;
#[cfg(feature = "app")]
mod compare;
#[cfg(feature = "app")]
mod confidences;
#[cfg(feature = "app")]
mod control;
#[cfg(feature = "app")]
mod database;
#[cfg(feature = "app")]
mod drawing;
#[cfg(feature = "app")]
mod embedding;
#[cfg(feature = "app")]
mod embedding_file;
#[cfg(feature = "app")]
mod encoder;
#[cfg(feature = "app")]
mod encoders;
#[cfg(feature = "app")]
mod files;
#[cfg(feature = "app")]
mod gpu;
#[cfg(feature = "app")]
mod importing;
#[cfg(feature = "app")]
mod kept;
#[cfg(feature = "app")]
mod language;
#[cfg(feature = "app")]
mod language_model;
#[cfg(feature = "app")]
mod lock;
#[cfg(feature = "app")]
mod machine;
#[cfg(feature = "app")]
mod name;
#[cfg(feature = "app")]
pub mod network;
#[cfg(feature = "app")]
mod projects;
#[cfg(feature = "app")]
mod prompt;
#[cfg(feature = "app")]
mod saved_file;
#[cfg(feature = "app")]
mod storage;
#[cfg(feature = "app")]
mod suggestions;
#[cfg(feature = "app")]
mod way_out;
#[cfg(feature = "app")]
mod workers;

#[cfg(feature = "app")]
pub use address::{add_step, address, begin_steps, fragment, go_back, set_fragment, steps};
#[cfg(feature = "app")]
pub use bundle::{UnpackedFile, packed};
#[cfg(feature = "app")]
pub use cache::{Cache, CacheSize};
#[cfg(feature = "app")]
pub use choices::{Choice, Choices, keep_choice};
#[cfg(feature = "app")]
pub use compare::{LabelCells, ToCompare};
#[cfg(feature = "app")]
pub use confidences::{ConfidenceStore, KeptConfidences, KeptForm, KeptSource};
#[cfg(feature = "app")]
pub use control::{Control, next_task};
#[cfg(feature = "app")]
pub use database::{Refusal, StorageError};
#[cfg(feature = "app")]
pub use drawing::Drawing;
#[cfg(feature = "app")]
pub use embedding::{EmbedEvent, EmbedProgress, Embedded, Made, Rows, SoFar, cached, embed, keep};
#[cfg(feature = "app")]
pub use embedding_file::{EmbeddingFile, EmbeddingStore, read_embeddings};
#[cfg(feature = "app")]
pub use encoder::{EncoderName, EncoderStore, Given, ModelFiles};
#[cfg(feature = "app")]
pub use encoders::{Encoders, Fetched, ModelSource};
#[cfg(feature = "app")]
pub use files::{FileAt, chosen_files, dropped_files, has_files};
#[cfg(feature = "app")]
pub use importing::Imported;
#[cfg(feature = "app")]
pub use language::{
    declare_language, declare_title, fetch_words, keep_language, kept_language, name_of_language, read_languages,
};
#[cfg(feature = "app")]
pub use language_model::{LanguageModel, Secret};
#[cfg(feature = "app")]
pub use lock::{Channel, ProjectLock, TabMessage};
#[cfg(feature = "app")]
pub use machine::is_apple;
#[cfg(feature = "app")]
pub use name::{annotator, keep_annotator};
#[cfg(feature = "app")]
pub use projects::{
    LeftOff, ProjectEntry, ProjectId, Projects, Summary, delete_databases, forget_place, keep_place, kept_place,
};
#[cfg(feature = "app")]
pub use prompt::embed_texts;
#[cfg(feature = "app")]
pub use saved_file::{SavedFile, SavedFileStore};
#[cfg(feature = "app")]
pub use storage::{Backup, Project, ProjectHead, Storage, StoredSaid};
#[cfg(feature = "app")]
pub use workers::{Program, Selected, Workers, unless_cancelled};
