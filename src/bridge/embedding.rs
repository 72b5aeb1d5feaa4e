//! The embeddings of a pool: from the cache what is there, from the workers what is not, and that into the cache.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::future::join;
use ndarray::Array2;

use crate::bridge::cache::Cache;
use crate::bridge::control::Control;
use crate::bridge::database::StorageError;
use crate::bridge::workers::{Workers, unexpected, unless_cancelled};
use crate::embed::cache::{Chunk, ModelHash, TextHash};
use crate::embed::{Gathering, likely_tokens, portions};
use crate::error::Error;
use crate::load::Pool;
use crate::protocol::WorkerError;

/// How far the embedding has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmbedProgress {
    /// Texts in all.
    pub total: u32,
    /// Texts that have their vector.
    pub done: u32,
    /// How many of these were in the cache.
    pub cached: u32,
    /// Likely tokens of the texts that were not.
    pub tokens: usize,
    /// Likely tokens of those of them that have their vector now.
    pub tokens_done: usize,
}

/// What is told meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub enum EmbedEvent {
    /// It has come further.
    Progress(EmbedProgress),
    /// The cache cannot be read or written; what is embedded from here on is not kept.
    CacheFailed(StorageError),
}

/// How the embedding ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Embedded {
    /// Unit vectors, n×d in the pool's order.
    pub rows: Result<Array2<f32>, WorkerError>,
    /// How many of the texts are in the cache now.
    pub kept: u32,
}

/// Embeds a column of the pool. Texts that are in the cache, and all but the first of texts that are alike, cost
/// nothing.
///
/// A cache that fails is told of and done without. [`Embedded::rows`] may be an error of [`Workers::embed`], or
/// [`WorkerError::Pipeline`] for a column without a text.
pub async fn embed(
    workers: &Workers,
    cache: Result<Cache, StorageError>,
    pool: &Arc<Pool>,
    column: usize,
    tell: impl FnMut(EmbedEvent) + 'static,
    control: &Control,
) -> Embedded {
    let mut kept = 0;
    let rows = embed_and_keep(workers, cache, pool, column, tell, control, &mut kept).await;
    Embedded { rows, kept }
}

async fn embed_and_keep(
    workers: &Workers,
    cache: Result<Cache, StorageError>,
    pool: &Arc<Pool>,
    column: usize,
    mut tell: impl FnMut(EmbedEvent) + 'static,
    control: &Control,
    kept: &mut u32,
) -> Result<Array2<f32>, WorkerError> {
    let texts = pool.texts(column).map_err(Error::from)?;
    let mut progress = EmbedProgress {
        total: texts.len() as u32,
        ..EmbedProgress::default()
    };
    tell(EmbedEvent::Progress(progress));
    let model = workers.model_hash(control).await?;
    let hashes: Vec<TextHash> = texts.iter().map(|text| TextHash::of(text)).collect();
    let mut gathering = Gathering::new(&hashes);
    let read = async {
        let cache = cache?;
        cache.gather(model, &mut gathering).await?;
        Ok::<Cache, StorageError>(cache)
    };
    let cache = match unless_cancelled(read, control).await? {
        Ok(cache) => Some(cache),
        Err(error) => {
            tell(EmbedEvent::CacheFailed(error));
            None
        }
    };

    let missing = gathering.missing();
    let tokens: Vec<usize> = missing
        .iter()
        .map(|&text| likely_tokens(texts[text as usize].len()))
        .collect();
    progress.cached = gathering.n_known();
    progress.done = progress.cached;
    progress.tokens = tokens.iter().sum();
    tell(EmbedEvent::Progress(progress));
    let rows_of_cache = if cache.is_some() { progress.cached } else { 0 };

    let portions = portions(&tokens, workers.count()).into_iter();
    let portions = portions.map(|portion| portion.iter().map(|&place| missing[place as usize]).collect());
    let text = {
        let pool = pool.clone();
        move |text: u32| pool.instance(text as usize).cell(column).to_owned()
    };
    let gathering = Rc::new(RefCell::new(gathering));
    let tell = Rc::new(RefCell::new(tell));
    let (send, receive) = unbounded();
    let rows = {
        let (pool, gathering, tell) = (pool.clone(), gathering.clone(), tell.clone());
        move |portion: &[u32], rows: Vec<f32>| {
            let chunk = Chunk {
                texts: portion.iter().map(|&text| hashes[text as usize]).collect(),
                rows,
            };
            let mut gathering = gathering.borrow_mut();
            if !gathering.take(&chunk) {
                return Err(unexpected());
            }
            // Nobody receives it where there is no cache.
            let _ = send.unbounded_send(chunk);
            let bytes = portion
                .iter()
                .map(|&text| pool.instance(text as usize).cell(column).len());
            progress.tokens_done += bytes.map(likely_tokens).sum::<usize>();
            progress.done = gathering.n_known();
            (*tell.borrow_mut())(EmbedEvent::Progress(progress));
            Ok(())
        }
    };
    let embedded = workers.embed(portions.collect(), text, rows, control);
    // Ends when `embedded` has ended, since that holds the other end of the channel.
    let written = async {
        let written = write_all(cache.as_ref(), model, receive).await;
        if let Err(error) = &written {
            (*tell.borrow_mut())(EmbedEvent::CacheFailed(error.clone()));
        }
        written
    };
    let (embedded, written) = join(embedded, written).await;
    let gathering = gathering.take();
    *kept = match (cache, written) {
        (Some(_), Ok(())) => gathering.n_known(),
        _ => rows_of_cache,
    };
    embedded?;
    gathering.finish().ok_or_else(unexpected)
}

/// Puts the chunks into the cache as they come.
async fn write_all(
    cache: Option<&Cache>,
    model: ModelHash,
    mut chunks: UnboundedReceiver<Chunk>,
) -> Result<(), StorageError> {
    let Some(cache) = cache else { return Ok(()) };
    while let Some(chunk) = chunks.next().await {
        cache.put(model, &chunk).await?;
    }
    Ok(())
}
