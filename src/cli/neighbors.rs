//! The nearest neighbors on every core.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use crate::embed::Embeddings;
use crate::graph::{Neighbors, all_pairs, complete, progress};
use crate::progress::Report;

/// As [`complete`], on so many threads, or one per core.
pub fn search(
    neighbors: Neighbors,
    embeddings: &Embeddings,
    threads: Option<NonZeroUsize>,
    report: Report<'_>,
) -> Neighbors {
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    if threads == 1 {
        return complete(neighbors, embeddings, report);
    }
    let n = embeddings.len() as u32;
    let n_neighbors = neighbors.ids.ncols();
    let portions = all_pairs(n, threads);
    let next = AtomicUsize::new(0);
    // What is found so far tells the next portion where it need not look.
    let found = Mutex::new(neighbors);
    let (send, receive) = mpsc::channel();
    report(progress(0, n));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, portions, found) = (send.clone(), &next, &portions, &found);
            scope.spawn(move || {
                while let Some(pairs) = portions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = || found.lock().unwrap_or_else(PoisonError::into_inner);
                    let floors = found().floors(pairs);
                    let lists = pairs.search(embeddings, n_neighbors, &floors, &mut |_| ());
                    found().merge(pairs, &lists);
                    // It is heard as long as any thread works.
                    let _ = send.send(pairs.n_pairs());
                }
            });
        }
        drop(send);
        let mut pairs_done = 0;
        for n_pairs in receive {
            pairs_done += n_pairs;
            report(progress(pairs_done, n));
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}
