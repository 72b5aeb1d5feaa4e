//! The k nearest neighbors on a GPU: the lists of the CPU, sooner.
//!
//! ```text
//!  Plan: slabs, chunks, portions        Engine + nearest.wgsl             fastgas_graph::rerank
//!  ─────────────────────────────▶  the best k + margin of each row  ─────────────────────────▶  exact lists, or
//!                                  by cosines that are a bit off                                rows for the CPU
//! ```
//!
//! While the GPU goes through the candidates of one chunk, the CPU makes the lists of the chunk before.
//!
//! A GPU adds in its own order, so its cosines are off by a little that has a bound. The CPU computes those of the
//! candidates again, strictly, and knows from the bound whether any other could belong among them. Rows of which it does
//! not know are searched strictly; rows that are left when the GPU fails are not of this module.
//!
//! This is the only crate that depends on wgpu. It must never depend on a file or on the page.
#![warn(missing_docs, clippy::iter_over_hash_type)]
#![cfg_attr(
    test,
    allow(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types)
)]

mod engine;
mod plan;
mod shader;
mod unproven;

use std::ops::Range;

use ndarray::Array2;

use self::engine::{Engine, Search};
use self::plan::Plan;
use self::shader::Kept;
use self::unproven::search_rows;
use fastgas_embedding::Embeddings;
use fastgas_graph::{Candidates, Neighbors, rerank};
use fastgas_graph::{Ended, WhyCpu};
use fastgas_linalg::rounding_error;
use fastgas_progress::{Progress, Report, Stage};

/// Candidates that are kept beyond k: without duplicates, the next best of them is far enough from the k-th nearly
/// always.
const MARGIN: usize = 6;

/// Is given the first row of some, and the lists of those rows.
pub type Found<'a> = &'a mut dyn FnMut(usize, Neighbors);

/// The lists of [`nearest_neighbors`](fastgas_graph::nearest_neighbors) from the fastest GPU, or from one that software
/// imitates, where `software` will do.
///
/// `found` is given the lists of rows from the first on, chunk by chunk. Where the GPU fails, those that it was given
/// stay as good as they are, but for [`WhyCpu::Wrong`], and [`Rest`](fastgas_graph::Rest) is what is left. O(n²·d) time;
/// on the GPU memory for the embeddings and O(k) more for a chunk of rows. Progress counts rows.
///
/// # Panics
/// When k is 0 or k ≥ n.
pub async fn search_on_gpu(
    software: bool,
    embeddings: &Embeddings,
    n_neighbors: usize,
    found: Found<'_>,
    report: Report<'_>,
) -> Ended {
    let engine = match Engine::open(software).await {
        Ok(engine) => engine,
        Err(why) => return Ended::unopened(why),
    };
    let ended = search(&engine, &engine.limits(), embeddings, n_neighbors, found, report).await;
    Ended {
        name: engine.name().to_owned(),
        why: ended.err(),
    }
}

/// [`search_on_gpu`] on one that is open, as if it had these limits.
async fn search(
    engine: &Engine,
    limits: &wgpu::Limits,
    embeddings: &Embeddings,
    n_neighbors: usize,
    found: Found<'_>,
    report: Report<'_>,
) -> Result<(), WhyCpu> {
    let (n, d) = (embeddings.len(), embeddings.dimensions());
    assert!(
        (1..n).contains(&n_neighbors),
        "{n_neighbors} neighbors among {n} instances"
    );
    let mut tell = |done: usize| {
        report(Progress {
            stage: Stage::Neighbors,
            done: done as u32,
            total: n as u32,
        });
    };
    tell(0);
    let n_kept = (n_neighbors + MARGIN).min(n - 1);
    let plan = Plan::new(n, d, n_kept, limits).map_err(|reason| WhyCpu::Unfit { reason })?;
    let mut search = Search::new(engine, embeddings, plan.clone()).await?;
    let mut before: Option<TakingIn<'_>> = None;
    let ended = async {
        for chunk in plan.chunks() {
            let catch = engine.catch();
            let through = async {
                let mut candidates = 0;
                while candidates < n {
                    let done = chunk.start + (chunk.len() as u64 * candidates as u64 / n as u64) as usize;
                    // A stage says once that it begins.
                    if done > 0 {
                        tell(done);
                    }
                    candidates = search.go_on(&chunk, candidates).await?;
                    // While the GPU goes through this chunk, the CPU takes in what was kept of the one before.
                    if let Some((chunk, kept)) = search.fetched().await? {
                        before = Some(TakingIn::new(embeddings, &plan, chunk, kept, n_neighbors));
                    }
                    if let Some(before) = &mut before {
                        before.go_on(candidates as f64 / n as f64)?;
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
            before = Some(TakingIn::new(embeddings, &plan, chunk, kept, n_neighbors));
        }
        Ok(())
    };
    let ended = ended.await;
    // What has come is as good as ever, whatever befell the GPU since.
    if ended != Err(WhyCpu::Wrong)
        && let Some(before) = before
    {
        found(before.chunk.start, before.end()?);
    }
    if ended.is_ok() {
        tell(n);
    }
    ended
}

/// Exact lists in the making, of what the GPU kept of a chunk.
struct TakingIn<'a> {
    embeddings: &'a Embeddings,
    plan: &'a Plan,
    chunk: Range<usize>,
    kept: Vec<Kept>,
    /// Of the chunk; rows from `next` on are still to be made.
    neighbors: Neighbors,
    next: usize,
    /// Rows whose candidates prove nothing.
    unproven: Vec<u32>,
}

impl<'a> TakingIn<'a> {
    fn new(
        embeddings: &'a Embeddings,
        plan: &'a Plan,
        chunk: Range<usize>,
        kept: Vec<Kept>,
        n_neighbors: usize,
    ) -> TakingIn<'a> {
        TakingIn {
            neighbors: Neighbors {
                ids: Array2::zeros((chunk.len(), n_neighbors)),
                similarities: Array2::zeros((chunk.len(), n_neighbors)),
            },
            next: chunk.start,
            unproven: Vec::new(),
            embeddings,
            plan,
            chunk,
            kept,
        }
    }

    /// Goes on until this share of the rows is done.
    ///
    /// # Errors
    /// [`WhyCpu::Wrong`] where what was kept is not what a GPU that works would keep.
    fn go_on(&mut self, share: f64) -> Result<(), WhyCpu> {
        let end = self.chunk.start + (self.chunk.len() as f64 * share) as usize;
        // WGSL lets each operation round up or down as it likes, so that it may be twice as far off as one that rounds
        // to the nearest number, as if there were twice as many; and the strict product is off as well.
        let d = self.embeddings.dimensions();
        let error = rounding_error(2 * d) + rounding_error(d);
        let stride = self.plan.stride(&self.chunk);
        let (mut ids, mut scores) = (Vec::new(), Vec::new());
        for row in self.next..end.min(self.chunk.end) {
            ids.clear();
            scores.clear();
            let at = row - self.chunk.start;
            let mut beyond = f32::NEG_INFINITY;
            let mut places = self.kept[at..].iter().step_by(stride);
            for _ in 0..self.plan.n_parts() {
                let mut worst = f32::INFINITY;
                for kept in places.by_ref().take(self.plan.n_kept()) {
                    if kept.id == u32::MAX {
                        // There was room for all.
                        worst = f32::NEG_INFINITY;
                    } else {
                        worst = worst.min(kept.score);
                        ids.push(kept.id);
                        scores.push(kept.score);
                    }
                }
                beyond = beyond.max(worst);
            }
            let is_other = |&id: &u32| (id as usize) < self.embeddings.len() && id as usize != row;
            if !ids.iter().all(is_other) {
                return Err(WhyCpu::Wrong);
            }
            let candidates = Candidates {
                ids: &ids,
                scores: &scores,
                error,
                beyond,
            };
            let Neighbors {
                ids: lists,
                similarities,
            } = &mut self.neighbors;
            let list = lists.row_mut(at).into_slice().expect("row-major");
            let similarities = similarities.row_mut(at).into_slice().expect("row-major");
            if !rerank(self.embeddings, row as u32, candidates, list, similarities) {
                self.unproven.push(row as u32);
            } else if !is_sound(&candidates, list, similarities) {
                return Err(WhyCpu::Wrong);
            }
            self.next = row + 1;
        }
        Ok(())
    }

    /// The lists of all rows.
    ///
    /// # Errors
    /// As of [`TakingIn::go_on`].
    fn end(mut self) -> Result<Neighbors, WhyCpu> {
        self.go_on(1.0)?;
        search_rows(self.embeddings, self.chunk.start, &self.unproven, &mut self.neighbors);
        Ok(self.neighbors)
    }
}

/// Whether the scores of what came out are as near to its cosines as they must be, and nothing came out twice.
fn is_sound(candidates: &Candidates<'_>, list: &[u32], similarities: &[f32]) -> bool {
    list.iter().zip(similarities).all(|(id, similarity)| {
        let mut of_id = candidates
            .ids
            .iter()
            .zip(candidates.scores)
            .filter(|&(candidate, _)| candidate == id);
        let is_near = |(_, score): (_, &f32)| (score - similarity).abs() <= candidates.error;
        of_id.next().is_some_and(is_near) && of_id.next().is_none()
    })
}

/// Runs a future of this module to its end. Natively each is ready at once: what it waits for happens while it asks.
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
