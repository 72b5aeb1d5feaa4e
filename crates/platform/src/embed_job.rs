//! Embeds a pool: reads stored embeddings from the cache, and computes and caches all others in the workers.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, unbounded};
use futures::future::join;
use js_sys::Float32Array;

use crate::at_rest::AtRest;
use crate::cache::Cache;
use crate::control::RunControl;
use crate::database::StorageError;
use crate::embedding_rows::Rows;
use crate::encoder_pool::{DownloadProgress, EncoderPool};
use crate::workers::{unexpected, unless_cancelled};
use fastgas_data::Pool;
use fastgas_embedding::cache::{Chunk, ModelHash, TextHash};
use fastgas_embedding::{EmbeddingAssembler, Encoded, TruncatedText, UNKNOWN_EXTENT, likely_tokens, text_chunks};
use fastgas_graph::GpuShare;
use fastgas_map::PcaPreview;
use fastgas_protocol::Error;
use fastgas_protocol::WorkerError;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EmbedProgress {
    pub total: u32,
    pub done: u32,
    pub cached: u32,
    /// Number of texts whose embeddings from the GPU are not used yet.
    /// If the GPU computes a wrong result before it stops, these embeddings are discarded.
    pub held: u32,
    /// Estimated number of tokens in the texts that are not in the cache.
    pub tokens: usize,
    /// Estimated number of tokens in the texts that were embedded in this job, on the CPU or on the GPU.
    pub tokens_done: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub enum EmbedEvent {
    Fetching(DownloadProgress),
    Progress(EmbedProgress),
    OnGpu(GpuShare),
    /// Positions on a preview of the map ([`PcaPreview`]) for texts that were embedded since the last event.
    /// The page shows the preview until the layout of the map is computed.
    Placed(Vec<[f32; 2]>),
    /// The cache failed, so embeddings that are computed from now on are not stored.
    CacheFailed(StorageError),
}

/// Gives access to embeddings before all texts are embedded.
#[derive(Clone, Default)]
pub struct PartialEmbeddings(Rc<RefCell<RowCollector>>);

impl PartialEmbeddings {
    /// Returns the ascending indices of the texts that have an embedding, and the embeddings in this order.
    /// `None` while no text has an embedding.
    pub async fn rows(&self) -> Option<(Vec<u32>, Rows)> {
        let (mut texts, all) = {
            let collector = self.0.borrow();
            (collector.texts.clone(), collector.rows()?)
        };
        texts.sort_unstable();
        let rows = all.only(&texts).await;
        Some((texts, rows))
    }
}

#[derive(Clone)]
pub struct ComputedEmbeddings {
    pub rows: Rows,
    pub model: ModelHash,
    pub beginnings: Option<Rc<[TruncatedText]>>,
}

pub struct EmbedOutcome {
    pub made: Result<ComputedEmbeddings, WorkerError>,
    pub kept: u32,
}

/// Embeds the texts of a column. Embeddings in the cache are reused, and identical texts are embedded only once.
///
/// While the job runs, `so_far` gives access to the embeddings that already exist.
/// If the cache fails, `on_event` receives the error, and the job continues without the cache.
/// [`EmbedOutcome::made`] may contain any error from [`EncoderPool::embed`].
/// A column without text causes the error [`WorkerError::Pipeline`].
pub async fn embed(
    encoders: &EncoderPool,
    cache: Result<Cache, StorageError>,
    pool: &Arc<Pool>,
    column: usize,
    so_far: &PartialEmbeddings,
    on_event: impl FnMut(EmbedEvent) + 'static,
    control: &RunControl,
) -> EmbedOutcome {
    let mut kept = 0;
    let made = embed_and_keep(encoders, cache, (pool, column), so_far, on_event, control, &mut kept).await;
    EmbedOutcome { made, kept }
}

async fn embed_and_keep(
    encoders: &EncoderPool,
    cache: Result<Cache, StorageError>,
    (pool, column): (&Arc<Pool>, usize),
    PartialEmbeddings(collector): &PartialEmbeddings,
    mut on_event: impl FnMut(EmbedEvent) + 'static,
    control: &RunControl,
    kept: &mut u32,
) -> Result<ComputedEmbeddings, WorkerError> {
    let texts = pool.texts(column).map_err(Error::from)?;
    let mut progress = EmbedProgress {
        total: texts.len() as u32,
        ..EmbedProgress::default()
    };
    on_event(EmbedEvent::Progress(progress));
    let model = encoders
        .model_hash(&mut |fetched| on_event(EmbedEvent::Fetching(fetched)), control)
        .await?;
    // The main thread computes the hashes, because hashing takes little time.
    // For 100,000 texts of 200 letters, hashing and creating the `EmbeddingAssembler` take 30 ms.
    // Measured with Chromium's profiler on two cores of a Xeon on 2026-11-21.
    let hashes: Vec<TextHash> = texts.iter().map(|text| TextHash::of(text)).collect();
    let mut assembler = EmbeddingAssembler::new(&hashes);
    collector.replace(RowCollector::new(texts.len(), Some(PcaPreview::default())));
    let read = async {
        let cache = cache?;
        let put = |text, row: &[f32]| collector.borrow_mut().put(text, row);
        cache.gather(model, &mut assembler, put).await?;
        Ok::<Cache, StorageError>(cache)
    };
    let cache = match unless_cancelled(read, control).await? {
        Ok(cache) => Some(cache),
        Err(error) => {
            on_event(EmbedEvent::CacheFailed(error));
            None
        }
    };

    let missing = assembler.missing();
    let tokens: Vec<usize> = missing
        .iter()
        .map(|&text| likely_tokens(texts[text as usize].len()))
        .collect();
    progress.cached = assembler.n_known();
    progress.done = progress.cached;
    progress.tokens = tokens.iter().sum();
    on_event(EmbedEvent::Progress(progress));
    collector.borrow_mut().report_new_rows(&mut on_event);
    let rows_of_cache = if cache.is_some() { progress.cached } else { 0 };

    let chunks = text_chunks(&tokens, encoders.count()).into_iter();
    let chunks = chunks.map(|chunk| chunk.iter().map(|&index| missing[index as usize]).collect());
    let text = {
        let pool = pool.clone();
        move |text: u32| pool.instance(text as usize).cell(column).to_owned()
    };
    let assembler = Rc::new(RefCell::new(assembler));
    let on_event = Rc::new(RefCell::new(on_event));
    let (send, receive) = unbounded();
    let progress = Rc::new(RefCell::new(ChunkProgress {
        progress,
        held: BTreeMap::new(),
    }));
    let n_tokens = {
        let pool = pool.clone();
        move |chunk: &[u32]| -> usize {
            let bytes = chunk
                .iter()
                .map(|&text| pool.instance(text as usize).cell(column).len());
            bytes.map(likely_tokens).sum()
        }
    };
    let on_gpu = {
        let (progress, on_event, n_tokens) = (progress.clone(), on_event.clone(), n_tokens.clone());
        move |share: &GpuShare, texts: &[u32]| {
            let mut progress = progress.borrow_mut();
            if !texts.is_empty() {
                progress.hold(texts, n_tokens(texts));
            }
            if share.n_texts == 0 {
                progress.discard_held();
            }
            let mut on_event = on_event.borrow_mut();
            (*on_event)(EmbedEvent::OnGpu(share.clone()));
            (*on_event)(EmbedEvent::Progress(progress.progress));
        }
    };
    let done = {
        let (collector, assembler, on_event) = (collector.clone(), assembler.clone(), on_event.clone());
        move |chunk: &[u32], Encoded { rows, bytes_read }| {
            let cached = Chunk {
                texts: chunk.iter().map(|&text| hashes[text as usize]).collect(),
                rows,
                bytes_read,
            };
            let mut assembler = assembler.borrow_mut();
            if !assembler.take(&cached, |text, row| collector.borrow_mut().put(text, row)) {
                return Err(unexpected());
            }
            // The error is ignored, because without a cache the channel has no receiver.
            let _ = send.unbounded_send(cached);
            let mut progress = progress.borrow_mut();
            progress.finish(chunk, n_tokens(chunk), assembler.n_known());
            let mut on_event = on_event.borrow_mut();
            (*on_event)(EmbedEvent::Progress(progress.progress));
            collector.borrow_mut().report_new_rows(&mut *on_event);
            Ok(())
        }
    };
    let embedded = encoders.embed(chunks.collect(), text, done, on_gpu, control);
    // The future `written` ends last, because it reads from a channel until `embedded` drops the sender.
    let written = async {
        let written = write_all(cache.as_ref(), model, receive).await;
        if let Err(error) = &written {
            (*on_event.borrow_mut())(EmbedEvent::CacheFailed(error.clone()));
        }
        written
    };
    let (embedded, written) = join(embedded, written).await;
    *kept = match (cache, written) {
        (Some(_), Ok(())) => assembler.borrow().n_known(),
        _ => rows_of_cache,
    };
    embedded?;
    let assembler = assembler.borrow();
    let rows = collector
        .borrow()
        .rows()
        .filter(|_| assembler.n_known() as usize == texts.len());
    let bytes = texts.iter().map(|text| text.len());
    Ok(ComputedEmbeddings {
        rows: rows.ok_or_else(unexpected)?,
        model,
        beginnings: TruncatedText::among(bytes, assembler.bytes_read()).map(Rc::from),
    })
}

/// Reads the embeddings of the column from the cache without loading the model.
/// Returns `None` if the cache lacks an embedding.
pub async fn cached(cache: &Cache, model: ModelHash, pool: &Pool, column: usize) -> Result<Option<Rows>, StorageError> {
    let hashes = hashes(pool, column);
    let mut assembler = EmbeddingAssembler::new(&hashes);
    let mut collector = RowCollector::new(hashes.len(), None);
    cache
        .gather(model, &mut assembler, |text, row| collector.put(text, row))
        .await?;
    Ok(collector
        .rows()
        .filter(|_| assembler.n_known() as usize == hashes.len()))
}

/// Adds embeddings that a project file contains to the cache, for this project only.
/// Embeddings that are already in the cache are skipped.
/// After an error, embeddings that were already added remain in the cache.
pub async fn keep(
    cache: &Cache,
    project: &AtRest,
    model: ModelHash,
    (pool, column): (&Pool, usize),
    rows: &Rows,
    beginnings: Option<&[TruncatedText]>,
) -> Result<(), StorageError> {
    const TEXTS_PER_CHUNK: usize = 512;
    let hashes = hashes(pool, column);
    let mut assembler = EmbeddingAssembler::new(&hashes);
    cache.find_kept(project, model, &mut assembler).await?;
    let bytes_read = |text: u32| {
        beginnings.map_or(UNKNOWN_EXTENT, |beginnings| {
            let whole = pool.instance(text as usize).cell(column).len() as u32;
            TruncatedText::of(text, beginnings).unwrap_or(whole)
        })
    };
    for texts in assembler.missing().chunks(TEXTS_PER_CHUNK) {
        let chunk = Chunk {
            texts: texts.iter().map(|&text| hashes[text as usize]).collect(),
            rows: Float32Array::new(&rows.gather(texts)).to_vec(),
            bytes_read: texts.iter().map(|&text| bytes_read(text)).collect(),
        };
        cache.put_in_project(project, model, &chunk).await?;
    }
    Ok(())
}

fn hashes(pool: &Pool, column: usize) -> Vec<TextHash> {
    pool.instances()
        .map(|instance| TextHash::of(instance.cell(column)))
        .collect()
}

/// Collects embedding rows. The memory is allocated for the first row, which determines the dimension.
#[derive(Default)]
struct RowCollector {
    n: usize,
    numbers: Option<Float32Array>,
    /// Indices of the texts, in the order their rows were added.
    texts: Vec<u32>,
    sketch: Option<PcaPreview>,
}

impl RowCollector {
    fn new(n: usize, sketch: Option<PcaPreview>) -> RowCollector {
        RowCollector {
            n,
            sketch,
            ..RowCollector::default()
        }
    }

    fn put(&mut self, text: usize, row: &[f32]) {
        let length = self.n * row.len();
        let numbers = self
            .numbers
            .get_or_insert_with(|| Float32Array::new_with_length(length as u32));
        let start = text * row.len();
        numbers
            .subarray(start as u32, (start + row.len()) as u32)
            .copy_from(row);
        self.texts.push(text as u32);
        if let Some(sketch) = &mut self.sketch {
            sketch.add(row);
        }
    }

    fn report_new_rows(&mut self, on_event: &mut impl FnMut(EmbedEvent)) {
        let new = self.sketch.as_mut().map(PcaPreview::take).unwrap_or_default();
        if !new.is_empty() {
            on_event(EmbedEvent::Placed(new));
        }
    }

    /// The rows of all texts. Rows that have not been added yet are zero. `None` before the first row is added.
    fn rows(&self) -> Option<Rows> {
        let numbers = self.numbers.as_ref()?;
        Some(Rows {
            buffer: numbers.buffer(),
            n: self.n,
            dimensions: numbers.length() as usize / self.n,
        })
    }
}

struct ChunkProgress {
    progress: EmbedProgress,
    /// Chunks that the GPU has embedded, but whose embeddings are not used yet.
    /// Maps the index of each chunk's first text to the chunk's number of texts and number of tokens.
    held: BTreeMap<u32, (u32, usize)>,
}

impl ChunkProgress {
    /// The embeddings of the chunk are used only after [`ChunkProgress::finish`].
    fn hold(&mut self, chunk: &[u32], n_tokens: usize) {
        let n_texts = chunk.len() as u32;
        self.held.insert(chunk[0], (n_texts, n_tokens));
        self.progress.held += n_texts;
        self.progress.tokens_done += n_tokens;
    }

    fn finish(&mut self, chunk: &[u32], n_tokens: usize, done: u32) {
        match self.held.remove(&chunk[0]) {
            Some((n_texts, _)) => self.progress.held -= n_texts,
            None => self.progress.tokens_done += n_tokens,
        }
        self.progress.done = done;
    }

    /// Subtracts the chunks in `held`, which the GPU has embedded, from the progress.
    /// If the GPU computes wrong results, none of its embeddings is used, and the texts are embedded again.
    fn discard_held(&mut self) {
        for (n_texts, n_tokens) in std::mem::take(&mut self.held).into_values() {
            self.progress.held -= n_texts;
            self.progress.tokens_done -= n_tokens;
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_the_gpu_count_once() {
        let mut progress = ChunkProgress {
            progress: EmbedProgress {
                total: 9,
                tokens: 90,
                ..EmbedProgress::default()
            },
            held: BTreeMap::new(),
        };
        let mut counted = Vec::new();
        let mut count = |progress: &ChunkProgress| {
            let EmbedProgress {
                done,
                held,
                tokens_done,
                ..
            } = progress.progress;
            counted.push((done, held, tokens_done));
        };
        progress.hold(&[8, 7], 20);
        count(&progress);
        progress.finish(&[0, 1, 2], 30, 3);
        count(&progress);
        progress.finish(&[8, 7], 20, 5);
        count(&progress);
        progress.hold(&[6], 10);
        progress.hold(&[5, 4], 20);
        count(&progress);
        progress.discard_held();
        count(&progress);
        progress.finish(&[6], 10, 6);
        count(&progress);
        let expected = [(0, 2, 20), (3, 2, 50), (5, 0, 50), (5, 3, 80), (5, 0, 50), (6, 0, 60)];
        assert_eq!(counted, expected);
    }
}
