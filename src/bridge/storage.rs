//! What survives a reload: the project and its log of labels, in IndexedDB.

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::config::Config;
use crate::label::LabelAction;
use crate::load::Pool;
use crate::map::Layout;
use crate::partition::{Partition, Quality};
use crate::progress::Stage;
use crate::select::Selection;

/// Everything of a project but its labels.
#[derive(Clone, Debug, PartialEq)]
pub struct Project {
    /// The small part, stored as one value.
    pub head: ProjectHead,
    /// The input, whole.
    pub pool: Pool,
    /// A part for every instance, once selected.
    pub partition: Option<Partition>,
    /// Where each instance is drawn, once laid out.
    pub layout: Option<Layout>,
}

/// The small part of a [`Project`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectHead {
    /// As the person's disk names it.
    pub file_name: String,
    /// Index of the text column.
    pub text_column: usize,
    /// The settings.
    pub config: Config,
    /// The picks, once selected.
    pub selection: Option<Selection>,
    /// Cut and imbalance, once partitioned.
    pub quality: Option<Quality>,
    /// Milliseconds of each stage.
    pub timings: Vec<(Stage, f64)>,
    /// The labels that a person may give, in the order of their keys.
    pub label_names: Vec<String>,
}

/// Why something was not stored.
#[derive(Clone, Debug, PartialEq, ThisError)]
pub enum StorageError {
    /// The browser refused.
    #[error("the browser could not store it: {reason}")]
    Refused {
        /// What it said.
        reason: String,
    },
    /// What is stored was written by another version.
    #[error("what is stored cannot be read: {reason}")]
    Unreadable {
        /// What is wrong with it.
        reason: String,
    },
}

/// The database.
#[derive(Clone)]
pub struct Storage;

impl Storage {
    /// Opens the database, making it when there is none.
    pub async fn open() -> Result<Storage, StorageError> {
        todo!()
    }

    /// The stored project and its log of labels.
    pub async fn load(&self) -> Result<Option<(Project, Vec<LabelAction>)>, StorageError> {
        todo!()
    }

    /// Replaces the stored project. Its log of labels stays unless the pool is another one.
    pub async fn save(&self, _project: &Project) -> Result<(), StorageError> {
        todo!()
    }

    /// Replaces the project's small part only.
    pub async fn save_head(&self, _head: &ProjectHead) -> Result<(), StorageError> {
        todo!()
    }

    /// Appends one action to the log. When this returns, it is on disk.
    pub async fn append(&self, _action: &LabelAction) -> Result<(), StorageError> {
        todo!()
    }

    /// Deletes the project and its log.
    pub async fn clear(&self) -> Result<(), StorageError> {
        todo!()
    }
}
