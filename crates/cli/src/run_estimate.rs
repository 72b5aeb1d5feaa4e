//! Estimates how long a run takes, from the work in each stage and the measured speed of this machine.
//!
//! ```text
//!  pairs of rows × Speed ─┐
//!  edges ─────────────────┴─▶ RunEstimate: seconds per stage ─▶ “this run will take about 3 min on this CPU: …”
//! ```
//!
//! `select`, `compare` and `evaluate` also estimate the embedding of many texts, before the embedding begins.

use std::thread;
use std::time::Instant;

use ndarray::Array2;

use crate::progress::ProgressReporter;
use crate::threads::Threads;
use fastgas_embedding::Embeddings;
use fastgas_graph::Pairs;
use fastgas_select::Method;

/// Minimum estimated duration, in seconds, of a run whose estimate is printed.
pub const MIN_ANNOUNCED_SECONDS: f64 = 3.0;

/// Seconds for building and partitioning a graph, per edge or per entry of the neighbor lists.
/// The partition of a graph with 8.2 million edges takes 3 to 8 s on a Xeon.
const SECONDS_PER_EDGE: f64 = 1e-6;

/// Minimum duration, in seconds, of a stage that the estimate names. Shorter stages would be displayed as 0 s.
const MIN_NAMED_SECONDS: f64 = 0.5;

/// Measured speed of this machine. The speed is used only for estimates. No result depends on the speed.
#[derive(Clone, Copy)]
pub struct Speed {
    /// Seconds that a search with all threads takes, divided by the number of row pairs that all threads multiply.
    seconds_per_pair: f64,
    n_threads: usize,
}

/// Number of rows in the search that measures the speed. The search takes some hundredths of a second.
const ROWS: usize = 2_048;

impl Speed {
    /// Measures the speed of the neighbor search with a few rows of the embeddings.
    /// Returns `None` if the pool is so small that no estimate is needed.
    pub fn measured(embeddings: &Embeddings, n_neighbors: usize, threads: Option<Threads>) -> Option<Speed> {
        (embeddings.len() >= 8 * ROWS).then(|| Speed::of_first_rows(embeddings, n_neighbors, threads))
    }

    /// Like [`Speed::measured`], but with random rows, because the embeddings are not known yet.
    pub fn of_random_rows(dimensions: usize, n_neighbors: usize, threads: Option<Threads>) -> Option<Speed> {
        let mut state = 1_u32;
        let rows = Array2::from_shape_simple_fn((ROWS, dimensions), || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 8_388_608.0 - 0.999
        });
        let embeddings = Embeddings::normalized(rows).ok()?;
        Some(Speed::of_first_rows(&embeddings, n_neighbors, threads))
    }

    /// All threads search at the same time, because threads that share cores slow each other down.
    fn of_first_rows(embeddings: &Embeddings, n_neighbors: usize, threads: Option<Threads>) -> Speed {
        let few = Pairs {
            rows: 0..ROWS as u32,
            columns: 0..ROWS as u32,
        };
        let n_threads = Threads::or_cores(threads);
        let search = || {
            few.search(embeddings, n_neighbors, &[f32::NEG_INFINITY; ROWS], &mut |_| ());
        };
        let started = Instant::now();
        thread::scope(|scope| {
            for _ in 1..n_threads {
                scope.spawn(search);
            }
            search();
        });
        Speed {
            seconds_per_pair: started.elapsed().as_secs_f64() / (few.n_pairs() as f64 * n_threads as f64),
            n_threads,
        }
    }

    #[cfg(test)]
    pub fn of(seconds_per_pair: f64, n_threads: usize) -> Speed {
        Speed {
            seconds_per_pair,
            n_threads,
        }
    }

    pub fn seconds(self, pairs: f64) -> f64 {
        pairs * self.seconds_per_pair
    }

    /// Seconds for measuring the accuracy of `n_picks` picks on `n_tested` labeled texts, on one thread.
    pub fn accuracy_seconds(self, n_tested: usize, n_picks: usize) -> f64 {
        self.seconds(n_tested as f64 * n_picks as f64) * self.n_threads as f64
    }
}

/// Seconds for building and partitioning the graph of `n` texts with `n_neighbors` neighbors each.
pub fn graph_seconds(n: usize, n_neighbors: u32) -> f64 {
    partition_seconds(n as f64 * f64::from(n_neighbors))
}

pub fn partition_seconds(n_edges: f64) -> f64 {
    n_edges * SECONDS_PER_EDGE
}

#[derive(Debug, Default)]
pub struct RunEstimate {
    /// Seconds and name of each stage.
    stages: Vec<(f64, String)>,
    /// Methods with an unknown duration, because the duration depends on the texts.
    unknown: Vec<Method>,
}

impl RunEstimate {
    /// Adds a stage. A stage that does not run takes 0 seconds.
    pub fn add(&mut self, seconds: f64, stage: impl Into<String>) {
        self.stages.push((seconds, stage.into()));
    }

    pub fn add_unknown(&mut self, method: Method) {
        if !self.unknown.contains(&method) {
            self.unknown.push(method);
        }
    }

    pub fn append(&mut self, rest: RunEstimate) {
        self.stages.extend(rest.stages);
        rest.unknown.into_iter().for_each(|method| self.add_unknown(method));
    }

    pub fn announce(&self, reporter: &ProgressReporter) {
        if let Some(line) = self.message() {
            reporter.print(&line);
        }
    }

    /// Returns a message with the total duration and the duration of each stage.
    /// Returns `None` if the total is less than [`MIN_ANNOUNCED_SECONDS`].
    pub fn message(&self) -> Option<String> {
        let all: f64 = self.stages.iter().map(|(seconds, _)| seconds).sum();
        if all < MIN_ANNOUNCED_SECONDS {
            return None;
        }
        let stages = self.stages.iter().filter(|(seconds, _)| *seconds >= MIN_NAMED_SECONDS);
        let stages = stages.map(|(seconds, name)| format!("{} for {name}", duration(*seconds)));
        let stages = stages.collect::<Vec<_>>().join(", ");
        let names: Vec<&str> = self.unknown.iter().map(|method| method.name()).collect();
        let (bound, rest) = match &names[..] {
            [] => ("about", String::new()),
            [name] => ("at least", format!("; the time of {name} depends on the texts")),
            [first @ .., last] => {
                let first = first.join(", ");
                (
                    "at least",
                    format!("; the times of {first} and {last} depend on the texts"),
                )
            }
        };
        let all = duration(all);
        Some(format!("this run will take {bound} {all} on this CPU: {stages}{rest}"))
    }
}

pub fn duration(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..6_000.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_the_unit_that_fits() {
        for (seconds, expected) in [
            (3.2, "3 s"),
            (99.4, "99 s"),
            (100.0, "2 min"),
            (842.0, "14 min"),
            (5_999.0, "100 min"),
            (9_000.0, "2.5 h"),
        ] {
            assert_eq!(duration(seconds), expected);
        }
    }

    fn estimate(search: f64) -> RunEstimate {
        let mut estimate = RunEstimate::default();
        estimate.add(search, "the approximate neighbor search");
        estimate.add(10.0, "graph and parts");
        estimate.add(130.0, "proposals and coverage");
        estimate
    }

    #[test]
    fn estimate_of_the_run_names_each_stage_that_runs() {
        let expected = "this run will take about 3 min on this CPU: 52 s for the approximate neighbor search, 10 s for graph and \
                        parts, 2 min for proposals and coverage";
        assert_eq!(estimate(52.0).message().expect("it is long"), expected);
        // If the neighbors are given, the search takes no time.
        let line = estimate(0.0).message().expect("it is long");
        assert!(line.contains("CPU: 10 s for graph and parts, "), "{line}");
        let mut short = RunEstimate::default();
        short.add(1.0, "picks");
        short.add(1.5, "graph and parts");
        short.add_unknown(Method::KMeans);
        assert_eq!(short.message(), None);
    }

    #[test]
    fn embedding_is_the_first_stage_of_the_run() {
        let mut whole = RunEstimate::default();
        whole.add(400.0, "the embedding");
        let mut rest = estimate(52.0);
        rest.add_unknown(Method::KMeans);
        whole.append(rest);
        let line = whole.message().expect("it is long");
        let begin = "this run will take at least 10 min on this CPU: 7 min for the embedding, 52 s for the approximate";
        assert!(line.starts_with(begin), "{line}");
        assert!(line.ends_with("; the time of k-means depends on the texts"), "{line}");
    }

    #[test]
    fn speed_is_measured_without_embeddings() {
        let speed = Speed::of_random_rows(16, 10, None).expect("no row is zero");
        assert!(speed.seconds(1e6) > 0.0);
    }

    #[test]
    fn methods_of_unknown_duration_are_named_once() {
        let mut estimate = estimate(52.0);
        estimate.add_unknown(Method::KMeans);
        estimate.add_unknown(Method::KMeans);
        let line = estimate.message().expect("it is long");
        assert!(
            line.starts_with("this run will take at least 3 min on this CPU: "),
            "{line}"
        );
        assert!(line.ends_with("; the time of k-means depends on the texts"), "{line}");
        estimate.add_unknown(Method::Ideal);
        estimate.add_unknown(Method::Typical);
        let line = estimate.message().expect("it is long");
        assert!(
            line.ends_with("; the times of k-means, ideal and typical depend on the texts"),
            "{line}"
        );
    }

    #[test]
    fn accuracy_is_measured_on_one_thread() {
        let speed = Speed::of(0.5, 4);
        assert_eq!(speed.accuracy_seconds(0, 10), 0.0);
        assert_eq!(speed.accuracy_seconds(100, 10), 2_000.0);
        assert_eq!(speed.accuracy_seconds(3, 10), 60.0);
    }
}
