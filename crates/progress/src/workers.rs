//! The interface that lets a stage use several threads.

/// A piece of work that does not depend on other pieces of work.
pub type Task<'t> = Box<dyn FnOnce() + Send + 't>;

/// Runs tasks, possibly on several threads.
///
/// The crates of the pipeline start no threads.
/// A stage splits its work into tasks whose results do not depend on the order of execution.
/// The caller decides where the tasks run. Therefore no result depends on the number of threads.
pub trait Workers: Sync {
    /// Number of tasks that run at the same time, at least 1.
    /// A stage uses the number of simultaneous tasks only to decide how large its tasks are.
    fn count(&self) -> usize;

    /// Runs each task once, in any order, and returns when all tasks have ended.
    fn run(&self, tasks: Vec<Task<'_>>);
}

/// Runs all tasks on the caller's thread, in list order.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneWorker;

impl Workers for OneWorker {
    fn count(&self) -> usize {
        1
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        tasks.into_iter().for_each(|task| task());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_task_runs_once_in_order() {
        let mut squares = [0; 4];
        let tasks = squares
            .iter_mut()
            .zip(0..)
            .map(|(square, x)| -> Task<'_> { Box::new(move || *square += x * x) });
        OneWorker.run(tasks.collect());
        assert_eq!(squares, [0, 1, 4, 9]);
    }
}
