//! The cache of embeddings in this browser.

use fastgas_platform::CacheSize;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmbeddingCacheState {
    /// The size of the cache; `None` until it is measured.
    pub size: Option<CacheSize>,
    /// Why the cache does not work. Shown until dismissed.
    pub problem: Option<String>,
    /// Whether the failure of the cache was reported. It is reported once.
    pub(crate) was_reported: bool,
}
