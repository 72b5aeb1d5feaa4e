//! Searches for nearest neighbors approximately or exactly.
//! An exact search may begin on a GPU. All cores search the rows that the GPU has not completed.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, RwLock, mpsc};
use std::thread;

use crate::error::CliError;
use crate::npy;
use crate::progress::ProgressReporter;
use crate::run_estimate::{MIN_ANNOUNCED_SECONDS, Speed, duration};
use crate::threads::{ThreadWorkers, Threads};
use fastgas_embedding::Embeddings;
use fastgas_graph::Search;
use fastgas_graph::{
    Approximate, CpuReason, Device, GpuOutcome, Neighbors, PartialSearch, RemainingSearch, SearchBackend,
};
use fastgas_progress::Report;
use fastgas_select::{Config, ConfigError};

#[derive(Clone, Copy)]
pub struct SearchOptions {
    pub search: Search,
    pub device: Device,
    /// Number of threads. `None` means one thread per core.
    pub threads: Option<Threads>,
}

/// Returns the number of neighbors that the user gives, or the default for a pool of `n` texts.
/// Prints a message if the pool is so small that the default is reduced.
pub fn number(given: Option<u32>, n: u32, reporter: &ProgressReporter) -> u32 {
    given.unwrap_or_else(|| {
        let (number, usual) = (Config::default_neighbors(n), Config::default().n_neighbors);
        if n > 1 && number < usual {
            reporter.warn(&format!(
                "neighbors of each text: {number} instead of {usual}, because there are only {n} texts"
            ));
        }
        number
    })
}

/// Prints a message if `number` is less than `requested`, because merging near-duplicates left only `n` texts.
pub fn report_reduced(number: u32, requested: u32, n: usize, reporter: &ProgressReporter) {
    if number < requested {
        reporter.warn(&format!(
            "neighbors of each text: {number} instead of {requested}, because only {n} texts remain after near-duplicates \
             are merged"
        ));
    }
}

pub fn check_number(n_neighbors: u32, n: u32) -> Result<(), ConfigError> {
    // Only `n_neighbors` is checked here. The budget of 1 is a placeholder that is valid for every pool.
    let config = Config {
        budget: 1,
        n_neighbors,
        ..Config::default()
    };
    config.check(n).map(drop)
}

pub fn of_file(
    path: &Path,
    n_neighbors: Option<u32>,
    options: SearchOptions,
    reporter: &mut ProgressReporter,
) -> Result<Neighbors, CliError> {
    let embeddings = npy::read_embeddings(path, &ThreadWorkers::new(options.threads))?;
    let n_neighbors = number(n_neighbors, embeddings.len() as u32, reporter);
    check_number(n_neighbors, embeddings.len() as u32).map_err(CliError::of(path))?;
    Ok(find(&embeddings, n_neighbors, options, reporter))
}

/// Like [`search`], but reports the estimated duration and the device.
pub fn find(
    embeddings: &Embeddings,
    n_neighbors: u32,
    options: SearchOptions,
    reporter: &mut ProgressReporter,
) -> Neighbors {
    estimate(embeddings, n_neighbors as usize, options, reporter);
    find_unannounced(embeddings, n_neighbors, options, reporter)
}

/// Like [`find`], but without the estimate, for commands that estimate the duration of the whole run.
pub fn find_unannounced(
    embeddings: &Embeddings,
    n_neighbors: u32,
    options: SearchOptions,
    reporter: &mut ProgressReporter,
) -> Neighbors {
    let none = Neighbors::empty(embeddings.len(), n_neighbors as usize);
    let (neighbors, searched) = search(none, embeddings, options, &mut |progress| reporter.report(progress));
    report_backend(options.device, &searched, reporter);
    neighbors
}

/// Completes the neighbor lists like [`fill_exact`](fastgas_graph::fill_exact), or by an approximate search.
/// Also returns the device that was used. The CPU uses `threads` threads, or one thread per core.
/// A GPU is used only for an exact search that finds the neighbors of all rows.
pub fn search(
    neighbors: Neighbors,
    embeddings: &Embeddings,
    SearchOptions {
        search,
        device,
        threads,
    }: SearchOptions,
    report: Report<'_>,
) -> (Neighbors, SearchBackend) {
    let threads = Threads::or_cores(threads);
    let n_neighbors = neighbors.ids.ncols();
    if search.is_approximate(embeddings.len(), embeddings.dimensions(), n_neighbors)
        && let Some(found) = search_approximately(neighbors.clone(), embeddings, threads, report)
    {
        let large = search == Search::Auto;
        return (found, SearchBackend::Approximately { large });
    }
    let mut partial = PartialSearch::new(neighbors);
    let ended = match device.why_not_gpu(embeddings.len(), embeddings.dimensions(), threads) {
        Some(why) => GpuOutcome::unopened(why),
        None => begin(embeddings, n_neighbors, device, &mut partial, report),
    };
    let (neighbors, rest, searched) = partial.ended(ended, threads);
    (finish(neighbors, embeddings, &rest, threads, report), searched)
}

/// Prints the estimated duration of the search, unless the search is short.
fn estimate(embeddings: &Embeddings, n_neighbors: usize, options: SearchOptions, reporter: &ProgressReporter) {
    let Some(speed) = Speed::measured(embeddings, n_neighbors, options.threads) else {
        return;
    };
    let size = (embeddings.len(), embeddings.dimensions());
    let seconds = speed.seconds(options.pairs(size, n_neighbors));
    if seconds >= MIN_ANNOUNCED_SECONDS {
        let kind = options.kind(size, n_neighbors);
        reporter.print(&format!(
            "the {kind} neighbor search will take about {} on this CPU",
            duration(seconds)
        ));
    }
}

impl SearchOptions {
    /// Duration of the configured search, as the number of row pairs that an exact search multiplies in this time.
    pub fn pairs(&self, (n, d): (usize, usize), n_neighbors: usize) -> f64 {
        self.search.pairs(n, d, n_neighbors)
    }

    /// Name of the search in an estimate of the run. `size` contains the number of rows and the number of columns.
    pub fn stage(&self, size: (usize, usize), n_neighbors: usize) -> String {
        format!("the {} neighbor search", self.kind(size, n_neighbors))
    }

    fn kind(&self, (n, d): (usize, usize), n_neighbors: usize) -> &'static str {
        match self.search.is_approximate(n, d, n_neighbors) {
            true => "approximate",
            false => "exact",
        }
    }
}

#[cfg(test)]
pub fn exact_on_cpu() -> SearchOptions {
    SearchOptions {
        search: Search::Exact,
        device: Device::Cpu,
        threads: None,
    }
}

fn search_approximately(
    start: Neighbors,
    embeddings: &Embeddings,
    threads: usize,
    report: Report<'_>,
) -> Option<Neighbors> {
    /// Maximum number of rows in the chunks of all threads together. This maximum limits the memory.
    /// More than four threads exceed the maximum, because each chunk has about `MIN_CHUNK` rows or more.
    const MAX_INSTANCES_IN_CHUNKS: usize = 65_536;
    const MIN_CHUNK: usize = 16_384;
    let search = RwLock::new(Approximate::new(
        start,
        (MAX_INSTANCES_IN_CHUNKS / threads).max(MIN_CHUNK),
    ));
    let read = || search.read().unwrap_or_else(PoisonError::into_inner);
    let write = || search.write().unwrap_or_else(PoisonError::into_inner);
    loop {
        let n_chunks = read().n_chunks();
        report(read().progress(0));
        let next = AtomicUsize::new(0);
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..threads.min(n_chunks) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= n_chunks {
                            break;
                        }
                        let chunk = read().chunk(number);
                        // If there is only one chunk, the chunk uses all threads.
                        let workers = ThreadWorkers::of(if n_chunks == 1 { threads } else { 1 });
                        let answer = chunk.answer_by(embeddings, &workers);
                        assert!(write().take(number, &answer), "the answer belongs to the chunk");
                        // Sending cannot fail, because the receiver exists while threads run.
                        let _ = send.send(());
                    }
                });
            }
            drop(send);
            for ((), done) in receive.into_iter().zip(1..) {
                report(read().progress(done));
            }
        });
        if !write().advance() {
            break;
        }
    }
    search.into_inner().unwrap_or_else(PoisonError::into_inner).found()
}

/// Prints how the neighbors were found. Without `Device::Gpu`, an expected use of the CPU is not printed.
/// The CPU is expected if the user requests it, if the pool is small, or if the program has no GPU support.
pub fn report_backend(device: Device, searched: &SearchBackend, reporter: &ProgressReporter) {
    use CpuReason::{Asked, NotBuilt, Small};

    let is_expected = matches!(
        searched,
        SearchBackend::Cpu {
            why: Asked | NotBuilt | Small
        }
    );
    if device == Device::Gpu || !is_expected {
        reporter.print(&format!("neighbors found {searched}"));
    }
}

#[cfg(not(feature = "gpu"))]
fn begin(_: &Embeddings, _: usize, _: Device, _: &mut PartialSearch, _: Report<'_>) -> GpuOutcome {
    GpuOutcome::unopened(CpuReason::NotBuilt)
}

#[cfg(feature = "gpu")]
fn begin(
    embeddings: &Embeddings,
    n_neighbors: usize,
    device: Device,
    partial: &mut PartialSearch,
    report: Report<'_>,
) -> GpuOutcome {
    use fastgas_gpu::{block_on, search_on_gpu};

    let software = device == Device::Gpu;
    let mut found = |first, lists| assert!(partial.found(first, &lists), "chunks must arrive in order");
    block_on(search_on_gpu(software, embeddings, n_neighbors, &mut found, report))
}

fn finish(
    mut neighbors: Neighbors,
    embeddings: &Embeddings,
    rest: &RemainingSearch,
    threads: usize,
    report: Report<'_>,
) -> Neighbors {
    if rest.chunks.is_empty() {
        return neighbors;
    }
    report(rest.progress(0));
    if threads == 1 {
        rest.search(embeddings, &mut neighbors, report);
        return neighbors;
    }
    let n_neighbors = neighbors.ids.ncols();
    let next = AtomicUsize::new(0);
    // The neighbors found so far provide lower bounds that let the next chunk skip candidates.
    let found = Mutex::new(neighbors);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, found) = (send.clone(), &next, &found);
            scope.spawn(move || {
                while let Some(pairs) = rest.chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = || found.lock().unwrap_or_else(PoisonError::into_inner);
                    let lower_bounds = rest.lower_bounds(pairs, &found());
                    let lists = pairs.search(embeddings, n_neighbors, &lower_bounds, &mut |_| ());
                    found().merge(pairs, &lists);
                    // Sending cannot fail, because the receiver exists while threads run.
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
