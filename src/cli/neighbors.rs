//! The nearest neighbors on the GPU, and on every core what it leaves.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

use crate::cli::stages::Stages;
use crate::embed::Embeddings;
use crate::graph::{Begun, Device, Ended, Neighbors, Rest, Searched, WhyCpu};
use crate::progress::Report;

/// The `n_neighbors` nearest of each, found as [`search`] does; says where.
pub fn find(
    embeddings: &Embeddings,
    n_neighbors: u32,
    device: Device,
    threads: Option<NonZeroUsize>,
    stages: &mut Stages,
) -> Neighbors {
    let none = Neighbors::none(embeddings.len(), n_neighbors as usize);
    let mut report = |progress| stages.report(progress);
    let (neighbors, searched) = search(none, embeddings, device, threads, &mut report);
    tell(device, &searched, stages);
    neighbors
}

/// As [`complete`](crate::graph::complete), on this device, and where the neighbors were found; on the CPU on so many
/// threads, or one per core. A GPU searches only where nobody is left out.
pub fn search(
    neighbors: Neighbors,
    embeddings: &Embeddings,
    device: Device,
    threads: Option<NonZeroUsize>,
    report: Report<'_>,
) -> (Neighbors, Searched) {
    let threads = threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.map_or(1, NonZeroUsize::get);
    let n_neighbors = neighbors.ids.ncols();
    let mut begun = Begun::new(neighbors);
    let ended = match device.why_not_gpu(embeddings.len(), embeddings.dimensions()) {
        Some(why) => Ended::unopened(why),
        None => begin(embeddings, n_neighbors, device, &mut begun, report),
    };
    let (neighbors, rest, searched) = begun.ended(ended, threads);
    (finish(neighbors, embeddings, &rest, threads, report), searched)
}

/// Says where the neighbors were found, where that is not what every program would do.
pub fn tell(device: Device, searched: &Searched, stages: &Stages) {
    use WhyCpu::{Asked, NotBuilt, Small};

    let as_always = matches!(
        searched,
        Searched::Cpu {
            why: Asked | NotBuilt | Small
        }
    );
    if device == Device::Gpu || !as_always {
        stages.say(&format!("neighbors found {searched}"));
    }
}

#[cfg(not(feature = "gpu"))]
fn begin(_: &Embeddings, _: usize, _: Device, _: &mut Begun, _: Report<'_>) -> Ended {
    Ended::unopened(WhyCpu::NotBuilt)
}

#[cfg(feature = "gpu")]
fn begin(embeddings: &Embeddings, n_neighbors: usize, device: Device, begun: &mut Begun, report: Report<'_>) -> Ended {
    use crate::graph::{block_on, search_on_gpu};

    let software = device == Device::Gpu;
    let mut found = |first, lists| assert!(begun.found(first, &lists), "chunks come in order");
    block_on(search_on_gpu(software, embeddings, n_neighbors, &mut found, report))
}

fn finish(
    mut neighbors: Neighbors,
    embeddings: &Embeddings,
    rest: &Rest,
    threads: usize,
    report: Report<'_>,
) -> Neighbors {
    if rest.portions.is_empty() {
        return neighbors;
    }
    report(rest.progress(0));
    if threads == 1 {
        rest.search(embeddings, &mut neighbors, report);
        return neighbors;
    }
    let n_neighbors = neighbors.ids.ncols();
    let next = AtomicUsize::new(0);
    // What is found so far tells the next portion where it need not look.
    let found = Mutex::new(neighbors);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, found) = (send.clone(), &next, &found);
            scope.spawn(move || {
                while let Some(pairs) = rest.portions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = || found.lock().unwrap_or_else(PoisonError::into_inner);
                    let floors = rest.floors(pairs, &found());
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
            report(rest.progress(pairs_done));
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}
