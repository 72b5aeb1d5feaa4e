//! Errors that end the job of a worker.

use fastgas_data::Verbatim;
use fastgas_progress::Stopped;
use fastgas_select::SelectError;
use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use crate::{Error, Refusal, StoredReason};

#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum WorkerError {
    #[error(transparent)]
    Pipeline(#[from] Error),
    #[error("cancelled")]
    Cancelled,
    #[error("no project is open")]
    NoProject,
    #[error("the worker stopped{}: {reason}", how_often(*times))]
    Lost { times: u32, reason: LostReason },
    /// A file that belongs to the page could not be loaded.
    #[error("{url} could not be loaded: {reason}")]
    Asset { url: String, reason: AssetReason },
    #[error("the file cannot be read: {reason}")]
    File { reason: FileReason },
    #[error("the encoder’s files are missing from this browser’s storage: {reason}")]
    EncoderFiles { reason: EncoderFilesReason },
    #[error("the embeddings are missing from this browser’s storage: {reason}")]
    EmbeddingFile { reason: StoredReason },
    /// A message cannot be understood, because the page and the worker come from different builds of the site.
    #[error("a worker's message could not be understood: {reason}")]
    Protocol { reason: ProtocolReason },
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum LostReason {
    #[error(transparent)]
    Browser(Refusal),
    #[error("its script could not be run")]
    Script,
    #[error(transparent)]
    Panic(Verbatim),
    #[error(transparent)]
    Other(Verbatim),
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum AssetReason {
    #[error(transparent)]
    Browser(Refusal),
    #[error("the page has no element `{id}`")]
    NoElement { id: String },
    #[error("the page’s list of files cannot be read: {reason}")]
    List { reason: Refusal },
    #[error("the page lists no file `{name}`")]
    NotListed { name: String },
    #[error("the page has no address")]
    NoAddress,
    #[error("`{address}` is not an address")]
    BadAddress { address: String },
    /// The site was built without the multilingual encoder.
    #[error("this site does not have it")]
    NotOnSite,
    /// The server sent a file whose content does not match the site's list of files.
    #[error("the server has other content under this name")]
    OtherContent,
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum FileReason {
    #[error(transparent)]
    Browser(Refusal),
    #[error(transparent)]
    Stored(StoredReason),
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum EncoderFilesReason {
    #[error(transparent)]
    Stored(StoredReason),
    #[error("another encoder has replaced it")]
    Replaced,
    #[error("this site has another version of it")]
    OtherVersion,
}

#[derive(Clone, Debug, PartialEq, Eq, ThisError, Serialize, Deserialize)]
pub enum ProtocolReason {
    #[error("it does not answer the request")]
    Unexpected,
    #[error(transparent)]
    Other(Verbatim),
}

impl From<Stopped> for WorkerError {
    fn from(_: Stopped) -> WorkerError {
        WorkerError::Cancelled
    }
}

impl From<SelectError> for WorkerError {
    fn from(error: SelectError) -> WorkerError {
        WorkerError::Pipeline(error.into())
    }
}

impl WorkerError {
    pub fn advice(&self) -> &'static str {
        match self {
            WorkerError::Pipeline(error) => error.advice(),
            WorkerError::Cancelled => "Nothing was lost; press Select to continue.",
            WorkerError::NoProject => "Open a project, and try again.",
            WorkerError::Lost { .. } => {
                "Labeling, export and backup still work. The browser may be short of memory: close other tabs, set fewer \
                 workers, and try again. If the page was updated on its server in the meantime, reload it."
            }
            WorkerError::Asset { .. } => {
                "Check the connection to the server that this page came from, and try again. If the page was updated there \
                 meanwhile, reload it."
            }
            WorkerError::File { .. } => {
                "It may have been changed, moved or locked since you chose it. Choose it again."
            }
            WorkerError::EncoderFiles { .. } => {
                "Go back to the built-in encoder in the settings, or drop the encoder's files again."
            }
            WorkerError::EmbeddingFile { .. } => {
                "Drop the .npy file again, or let the encoder embed the texts (under “Data”)."
            }
            WorkerError::Protocol { .. } => "Reload the page without its cache (Ctrl+Shift+R).",
        }
    }
}

fn how_often(times: u32) -> String {
    if times > 1 {
        format!(" {times} times on the same work")
    } else {
        String::new()
    }
}
