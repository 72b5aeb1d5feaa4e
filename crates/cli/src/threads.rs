//! Limits the number of threads, and runs the tasks of a stage on several threads.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use fastgas_progress::{Task, Workers};

/// Maximum number of threads on machines with at most 64 cores. On other machines, the maximum is the number of cores.
/// More threads would use memory but save no time.
const MAX_THREADS: usize = 64;

/// Number of threads from `--threads`, reduced to the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    n: usize,
    /// True if the user requested more threads than the limit.
    is_less: bool,
}

impl Threads {
    fn clamped(asked: NonZeroUsize, cores: usize) -> Threads {
        let n = asked.get().min(cores.max(MAX_THREADS));
        Threads {
            n,
            is_less: n < asked.get(),
        }
    }

    pub fn or_cores(threads: Option<Threads>) -> usize {
        threads.map_or_else(cores, |threads| threads.n)
    }

    pub fn warning(self) -> Option<String> {
        let Threads { n, is_less } = self;
        is_less.then(|| {
            format!(
                "--threads is reduced to {n}; more threads would not be faster (cores: {})",
                cores()
            )
        })
    }
}

/// Runs tasks on `n` threads, including the caller's thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadWorkers {
    n: usize,
}

impl ThreadWorkers {
    pub fn new(threads: Option<Threads>) -> ThreadWorkers {
        ThreadWorkers {
            n: Threads::or_cores(threads),
        }
    }

    /// If `n` is 0 or 1, only the thread of the caller runs tasks.
    pub fn of(n: usize) -> ThreadWorkers {
        ThreadWorkers { n }
    }
}

impl Workers for ThreadWorkers {
    fn count(&self) -> usize {
        self.n
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        let n_others = self.n.min(tasks.len()).saturating_sub(1);
        let tasks = Mutex::new(tasks.into_iter());
        let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(task) = next() {
                task();
            }
        };
        thread::scope(|scope| {
            for _ in 0..n_others {
                scope.spawn(work);
            }
            work();
        });
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

pub fn parse(text: &str) -> Result<Threads, String> {
    let asked = text
        .parse::<NonZeroUsize>()
        .map_err(|_| format!("give a whole number from 1 to {}", usize::MAX))?;
    Ok(Threads::clamped(asked, cores()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_runs_once_for_any_number_of_threads() {
        for n in [1, 2, 5] {
            for n_tasks in [0, 1, 3, 1_000] {
                let mut runs = vec![0; n_tasks];
                let tasks = runs.iter_mut().map(|run| -> Task<'_> { Box::new(move || *run += 1) });
                ThreadWorkers { n }.run(tasks.collect());
                assert_eq!(runs, vec![1; n_tasks], "{n} threads, {n_tasks} tasks");
            }
        }
    }

    #[test]
    fn excessive_thread_count_is_reduced() {
        for (asked, cores, n, is_less) in [
            (1, 2, 1, false),
            (64, 2, 64, false),
            (65, 2, 64, true),
            (100, 128, 100, false),
            (100_000, 128, 128, true),
            (usize::MAX, 1, 64, true),
        ] {
            let asked = NonZeroUsize::new(asked).expect("a result");
            assert_eq!(Threads::clamped(asked, cores), Threads { n, is_less }, "{asked}");
        }
        for text in ["0", "-1", "1e18", "", "99999999999999999999999999"] {
            parse(text).expect_err(text);
        }
    }
}
