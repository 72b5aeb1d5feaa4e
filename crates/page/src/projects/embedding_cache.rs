//! The embedding cache in this browser.

use crate::i18n::core_messages;
use crate::state::{Confirmation, Request};
use fastgas_platform::{CacheSize, StorageError};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmbeddingCacheState {
    pub size: Option<CacheSize>,
    /// The reason why the cache does not work. Shown until the user dismisses the notice.
    pub problem: Option<String>,
    /// Only the first failure of the cache is reported.
    was_reported: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Measured(CacheSize),
    Failed(StorageError),
    Empty,
    DismissProblem,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cmd {
    /// Delete all cached embeddings, both on disk and in memory.
    Empty,
}

impl EmbeddingCacheState {
    pub(crate) fn update(&mut self, msg: Msg) -> Vec<Request> {
        match msg {
            Msg::Measured(size) => self.size = Some(size),
            Msg::Failed(error) => {
                if !std::mem::replace(&mut self.was_reported, true) {
                    self.problem = Some(core_messages::translate_core("storage", &error));
                }
            }
            Msg::Empty => {
                return self
                    .size
                    .map(Confirmation::EmptyCache)
                    .map(Request::Confirm)
                    .into_iter()
                    .collect();
            }
            Msg::DismissProblem => self.problem = None,
        }
        Vec::new()
    }
}
