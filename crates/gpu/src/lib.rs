//! Finds the k nearest neighbors of each embedding on a GPU.
//! The neighbor lists equal those of the CPU search, but the GPU search takes less time.
//!
//! ```text
//!  Plan: slabs, chunks, portions        Engine + nearest.wgsl             fastgas_graph::rerank
//!  ─────────────────────────────▶  the best k + margin of each row  ─────────────────────────▶  exact lists, or
//!                                  by cosines with a small error                                rows for the CPU
//! ```
//!
//! While the GPU processes the candidates of one chunk, the CPU builds the neighbor lists of the previous chunk.
//!
//! The order of additions depends on the GPU, so the cosines have a small, bounded error.
//! The CPU recomputes the cosines of the candidates by strict products, which have a fixed order of operations.
//! The error bound shows whether any row outside the candidates could belong in the neighbor list.
//! If the GPU fails, the caller must search the rows that have no neighbor list yet.
//!
//! With the feature `encoder`, `GpuEncoder` computes embeddings that are bit-identical to the embeddings of the CPU.
//!
//! Only this crate depends on wgpu. This crate must never depend on a file or on the page.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

#[cfg(any(test, feature = "encoder"))]
mod encoder;
mod engine;
mod plan;
mod shader;
mod unproven;
mod verify;

#[cfg(any(test, feature = "encoder"))]
pub use self::encoder::{ChunkError, GpuEncoder, GpuVectors};

use self::engine::{Engine, Search};
use self::plan::Plan;
use self::verify::ListBuilder;
use fastgas_embedding::Embeddings;
use fastgas_graph::{CpuReason, GpuOutcome, Neighbors};
use fastgas_progress::{Progress, Report, Stage};

/// Number of candidates that are kept for each row in addition to k.
/// In pools without duplicates, k + `EXTRA_CANDIDATES` candidates nearly always suffice to prove that the list is exact.
const EXTRA_CANDIDATES: usize = 6;

/// Callback for finished neighbor lists.
/// The arguments are the first row of a row range, and the neighbor lists of the range.
pub type OnLists<'a> = &'a mut dyn FnMut(usize, Neighbors);

/// Finds the same neighbor lists as [`nearest_neighbors`](fastgas_graph::nearest_neighbors), but on the fastest GPU.
/// If `software` is set, a software implementation of a GPU is accepted.
///
/// `found` receives the lists chunk by chunk, starting at the first row.
/// If the GPU fails, the lists passed to `found` so far remain valid, unless the reason is [`CpuReason::Wrong`].
/// After a GPU failure, the caller completes the search; see [`RemainingSearch`](fastgas_graph::RemainingSearch).
/// The search needs O(n²·d) time, and GPU memory for the embeddings, plus O(k) per row of a chunk.
/// The unit of progress is a row.
///
/// # Panics
/// Panics if k is 0 or k ≥ n.
pub async fn search_on_gpu(
    software: bool,
    embeddings: &Embeddings,
    n_neighbors: usize,
    found: OnLists<'_>,
    report: Report<'_>,
) -> GpuOutcome {
    let engine = match Engine::open(software).await {
        Ok(engine) => engine,
        Err(why) => return GpuOutcome::unopened(why),
    };
    let ended = search(&engine, &engine.limits(), embeddings, n_neighbors, found, report).await;
    GpuOutcome {
        name: engine.name().to_owned(),
        why: ended.err(),
    }
}

/// Like [`search_on_gpu`], but on an open GPU and with `limits` instead of the GPU's own limits.
async fn search(
    engine: &Engine,
    limits: &wgpu::Limits,
    embeddings: &Embeddings,
    n_neighbors: usize,
    found: OnLists<'_>,
    report: Report<'_>,
) -> Result<(), CpuReason> {
    let (n, d) = (embeddings.len(), embeddings.dimensions());
    assert!(
        (1..n).contains(&n_neighbors),
        "{n_neighbors} neighbors among {n} instances"
    );
    let mut on_event = |done: usize| {
        report(Progress {
            stage: Stage::Neighbors,
            done: done as u32,
            total: n as u32,
        });
    };
    on_event(0);
    let n_kept = (n_neighbors + EXTRA_CANDIDATES).min(n - 1);
    let plan = Plan::new(n, d, n_kept, limits)?;
    let mut search = Search::new(engine, embeddings, plan.clone()).await?;
    let mut before: Option<ListBuilder<'_>> = None;
    let ended = async {
        for chunk in plan.chunks() {
            let catch = engine.catch();
            let through = async {
                let mut candidates = 0;
                while candidates < n {
                    let done = chunk.start + (chunk.len() as u64 * candidates as u64 / n as u64) as usize;
                    // Progress 0 is reported only once, at the start of the stage.
                    if done > 0 {
                        on_event(done);
                    }
                    candidates = search.submit_next(&chunk, candidates).await?;
                    // While the GPU processes the current chunk, the CPU reranks the candidates of the previous chunk.
                    if let Some((chunk, kept)) = search.fetched().await? {
                        before = Some(ListBuilder::new(embeddings, &plan, chunk, kept, n_neighbors));
                    }
                    if let Some(before) = &mut before {
                        before.build_lists(candidates as f64 / n as f64)?;
                    }
                }
                search.fetch(chunk);
                Ok(())
            };
            let through = through.await;
            catch.end().await?;
            through?;
            if let Some(before) = before.take() {
                found(before.chunk.start, before.end()?);
            }
        }
        if let Some((chunk, kept)) = search.fetched().await? {
            before = Some(ListBuilder::new(embeddings, &plan, chunk, kept, n_neighbors));
        }
        Ok(())
    };
    let ended = ended.await;
    // Candidates that arrived before a failure of the GPU are valid, so their lists are still built.
    if ended != Err(CpuReason::Wrong)
        && let Some(before) = before
    {
        found(before.chunk.start, before.end()?);
    }
    if ended.is_ok() {
        on_event(n);
    }
    ended
}

/// Runs a future of this crate to completion. The first poll of the future waits for the GPU.
#[cfg(not(target_arch = "wasm32"))]
#[expect(
    clippy::disallowed_methods,
    reason = "yields while it waits for the GPU; starts no thread"
)]
pub fn block_on<T>(future: impl Future<Output = T>) -> T {
    use std::task::{Context, Poll, Waker};

    let mut future = std::pin::pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
            return output;
        }
        std::thread::yield_now();
    }
}

#[cfg(test)]
mod tests;
