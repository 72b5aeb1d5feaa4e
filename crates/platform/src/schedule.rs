//! Assigns chunks of jobs to workers. A chunk is the work that one worker does at a time.
//! The module is a state machine and does not call the browser.
//!
//! A job consists of chunks. Chunks wait in one first-in, first-out queue.
//! Another device, for example the GPU, can take chunks from the end of the queue.
//! The caller reports each event with a method, which returns the [`Command`]s to execute, in order.
//! Invariants: each chunk is either in the queue, in one worker, taken by another device, or answered.
//! The queue contains no chunk of a job that was canceled, failed or lost.
//! No chunk of a paused job is sent to a worker.

use std::collections::{BTreeSet, VecDeque};

use fastgas_protocol::JobId;

/// A job is abandoned when this number of workers have died while they processed the same chunk.
/// In some job classes, a job is abandoned after fewer deaths of workers.
pub const MAX_DEATHS: u32 = 3;

/// Number of a worker. If a worker dies, its replacement has another number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkerId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chunk {
    pub job: JobId,
    pub index: u32,
}

/// The class of a job: which workers process its chunks, and what happens to a worker when the job is canceled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobClass {
    /// The chunks are short and need a worker with an open model.
    /// If the job is canceled, the worker finishes its chunk and keeps the model.
    Embedding,
    /// The job has a single chunk, which needs a worker with an open model.
    /// The job is abandoned if the worker dies, because a model that killed one worker would kill the next worker.
    Report,
    /// The chunks are long, and any worker can process the chunks.
    /// Canceling the job terminates the workers that process its chunks.
    Long,
    /// The chunks are long and need a worker that uses the GPU. Canceling the job terminates this worker.
    /// The job is abandoned if the worker dies, because a GPU that killed one worker might kill the next worker.
    Gpu,
    /// The chunks need a worker that has an open model and uses the GPU.
    /// A dead worker and a canceled job have the same consequences as in the class [`JobClass::Gpu`].
    GpuEmbedding,
    /// The chunks read a table. Canceling the job terminates the worker that reads the table.
    /// The job is abandoned if the worker dies, because a damaged file would also kill the next worker.
    Table,
}

impl JobClass {
    fn needs_model(self) -> bool {
        matches!(self, JobClass::Embedding | JobClass::Report | JobClass::GpuEmbedding)
    }

    fn ends_with_its_job(self) -> bool {
        matches!(
            self,
            JobClass::Long | JobClass::Gpu | JobClass::GpuEmbedding | JobClass::Table
        )
    }

    fn max_deaths(self) -> u32 {
        match self {
            JobClass::Report | JobClass::Gpu | JobClass::GpuEmbedding | JobClass::Table => 1,
            JobClass::Embedding | JobClass::Long => MAX_DEATHS,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Spawn(WorkerId),
    /// The worker opens the model. If the model cannot be opened, the error is reported to the job.
    OpenModel(WorkerId, JobId),
    Send(WorkerId, Chunk),
    Terminate(WorkerId),
    /// The job cannot be completed, and the caller must end the job with an error.
    /// The `u32` is the number of workers that died during one chunk, or that died during startup.
    Lost(JobId, u32),
}

#[derive(Clone, Copy, Debug)]
struct QueuedChunk {
    chunk: Chunk,
    kind: JobClass,
    deaths: u32,
}

#[derive(Debug)]
enum WorkerState {
    Starting,
    Idle,
    Opening(QueuedChunk),
    Working(QueuedChunk),
    /// The job of the worker has ended, but the worker still completes an operation.
    /// The worker opens the model if `opening` is true, and otherwise processes a chunk.
    Finishing {
        opening: bool,
    },
}

#[derive(Debug)]
struct Worker {
    id: WorkerId,
    has_model: bool,
    state: WorkerState,
}

#[derive(Debug)]
pub struct Schedule {
    max_workers: usize,
    workers: Vec<Worker>,
    queue: VecDeque<QueuedChunk>,
    paused: BTreeSet<JobId>,
    next_worker: u32,
    /// Number of workers that have died during startup since a worker last became ready.
    failed_starts: u32,
}

impl Schedule {
    /// The schedule starts without workers, and spawns up to `max_workers` workers (at least 1) when there is work.
    pub fn new(max_workers: usize) -> Schedule {
        Schedule {
            max_workers: max_workers.max(1),
            workers: Vec::new(),
            queue: VecDeque::new(),
            paused: BTreeSet::new(),
            next_worker: 0,
            failed_starts: 0,
        }
    }

    pub fn submit(&mut self, job: JobId, kind: JobClass, n_chunks: u32) -> Vec<Command> {
        self.queue.extend((0..n_chunks).map(|index| QueuedChunk {
            chunk: Chunk { job, index },
            kind,
            deaths: 0,
        }));
        self.assign()
    }

    pub fn ready(&mut self, id: WorkerId) -> Vec<Command> {
        if let Some(worker) = self.worker(id)
            && matches!(worker.state, WorkerState::Starting)
        {
            worker.state = WorkerState::Idle;
            self.failed_starts = 0;
        }
        self.assign()
    }

    pub fn opened(&mut self, id: WorkerId) -> Vec<Command> {
        let Some(worker) = self.worker(id) else {
            return Vec::new();
        };
        let waiting = match worker.state {
            WorkerState::Opening(task) => Some(task),
            WorkerState::Finishing { opening: true } => None,
            _ => return Vec::new(),
        };
        worker.has_model = true;
        worker.state = WorkerState::Idle;
        // The chunk returns to the queue first, because its job may have been paused while the model was opened.
        if let Some(task) = waiting {
            self.queue.push_front(task);
        }
        self.assign()
    }

    pub fn done(&mut self, id: WorkerId) -> Vec<Command> {
        if let Some(worker) = self.worker(id)
            && matches!(
                worker.state,
                WorkerState::Working(_) | WorkerState::Finishing { opening: false }
            )
        {
            worker.state = WorkerState::Idle;
        }
        self.assign()
    }

    /// A worker has reported an error in its chunk or in the model.
    /// The job ends, but the worker can be used again.
    pub fn failed(&mut self, id: WorkerId, job: JobId) -> Vec<Command> {
        if let Some(worker) = self.worker(id)
            && !matches!(worker.state, WorkerState::Starting)
        {
            worker.state = WorkerState::Idle;
        }
        self.forget(job);
        self.assign()
    }

    /// A worker has died. Its chunk returns to the front of the queue.
    /// If the chunk has already killed the number of workers that its [`JobClass`] allows, the job is lost instead.
    pub fn worker_failed(&mut self, id: WorkerId) -> Vec<Command> {
        let Some(at) = self.workers.iter().position(|worker| worker.id == id) else {
            return Vec::new();
        };
        let mut actions = vec![Command::Terminate(id)];
        match self.workers.remove(at).state {
            WorkerState::Starting => {
                self.failed_starts += 1;
                if self.failed_starts >= MAX_DEATHS && !self.workers.iter().any(Worker::has_started) {
                    while let Some(task) = self.queue.front() {
                        let job = task.chunk.job;
                        actions.push(Command::Lost(job, self.failed_starts));
                        self.forget(job);
                    }
                    self.failed_starts = 0;
                }
            }
            WorkerState::Opening(mut task) | WorkerState::Working(mut task) => {
                task.deaths += 1;
                if task.deaths >= task.kind.max_deaths() {
                    actions.push(Command::Lost(task.chunk.job, task.deaths));
                    actions.extend(self.end(task.chunk.job));
                } else {
                    self.queue.push_front(task);
                }
            }
            WorkerState::Idle | WorkerState::Finishing { .. } => {}
        }
        actions.extend(self.assign());
        actions
    }

    /// While a job is paused, no chunk of the job is started, but running chunks are finished.
    pub fn set_paused(&mut self, job: JobId, paused: bool) -> Vec<Command> {
        if paused {
            self.paused.insert(job);
        } else {
            self.paused.remove(&job);
        }
        self.assign()
    }

    /// Removes the last queued chunk of a job from the queue, so that another device processes the chunk.
    /// Returns `None` if the queue contains no chunk of the job. The caller must not take a chunk of a paused job.
    pub fn take_last(&mut self, job: JobId) -> Option<u32> {
        let last = self.queue.iter().rposition(|task| task.chunk.job == job)?;
        self.queue.remove(last).map(|task| task.chunk.index)
    }

    /// Another device gives back chunks that it has taken. The chunks are appended to the queue.
    /// The caller must not call this method after the job has ended.
    pub fn put_back(&mut self, job: JobId, kind: JobClass, chunks: &[u32]) -> Vec<Command> {
        self.queue.extend(chunks.iter().map(|&index| QueuedChunk {
            chunk: Chunk { job, index },
            kind,
            deaths: 0,
        }));
        self.assign()
    }

    /// Cancels a job, so that no further chunks of the job are started.
    pub fn cancel(&mut self, job: JobId) -> Vec<Command> {
        let mut actions = self.end(job);
        actions.extend(self.assign());
        actions
    }

    fn worker(&mut self, id: WorkerId) -> Option<&mut Worker> {
        self.workers.iter_mut().find(|worker| worker.id == id)
    }

    /// Ends a job: removes its chunks from the queue, and terminates its workers depending on the [`JobClass`].
    fn end(&mut self, job: JobId) -> Vec<Command> {
        let long: Vec<WorkerId> = self
            .workers
            .iter()
            .filter(|worker| matches!(worker.state, WorkerState::Working(task) if task.chunk.job == job && task.kind.ends_with_its_job()))
            .map(|worker| worker.id)
            .collect();
        self.workers.retain(|worker| !long.contains(&worker.id));
        self.forget(job);
        long.into_iter().map(Command::Terminate).collect()
    }

    fn forget(&mut self, job: JobId) {
        self.paused.remove(&job);
        self.queue.retain(|task| task.chunk.job != job);
        for worker in &mut self.workers {
            match worker.state {
                WorkerState::Opening(task) if task.chunk.job == job => {
                    worker.state = WorkerState::Finishing { opening: true }
                }
                WorkerState::Working(task) if task.chunk.job == job => {
                    worker.state = WorkerState::Finishing { opening: false }
                }
                _ => {}
            }
        }
    }

    /// Assigns queued chunks to idle workers, and spawns workers if there are more chunks than idle workers.
    fn assign(&mut self) -> Vec<Command> {
        let mut actions = Vec::new();
        let is_paused = |task: &QueuedChunk| self.paused.contains(&task.chunk.job);
        let mut next = 0;
        while let Some(&task) = self.queue.get(next) {
            if is_paused(&task) {
                next += 1;
                continue;
            }
            // A chunk that needs the model prefers a worker with an open model.
            // All other chunks prefer a worker without the model.
            let needs_model = task.kind.needs_model();
            let idle = self
                .workers
                .iter_mut()
                .filter(|worker| matches!(worker.state, WorkerState::Idle))
                .min_by_key(|worker| (worker.has_model != needs_model, worker.id));
            let Some(worker) = idle else { break };
            self.queue.remove(next);
            if needs_model && !worker.has_model {
                worker.state = WorkerState::Opening(task);
                actions.push(Command::OpenModel(worker.id, task.chunk.job));
            } else {
                worker.state = WorkerState::Working(task);
                actions.push(Command::Send(worker.id, task.chunk));
            }
        }
        let starting = self.workers.iter().filter(|worker| !worker.has_started()).count();
        if self.failed_starts >= MAX_DEATHS && starting < self.workers.len() {
            // The browser fails to start workers, so only the running workers process the queue.
            return actions;
        }
        let startable = self.queue.iter().filter(|task| !is_paused(task)).count();
        let wanted = startable.saturating_sub(starting);
        for _ in 0..wanted.min(self.max_workers.saturating_sub(self.workers.len())) {
            let id = WorkerId(self.next_worker);
            self.next_worker += 1;
            self.workers.push(Worker {
                id,
                has_model: false,
                state: WorkerState::Starting,
            });
            actions.push(Command::Spawn(id));
        }
        actions
    }
}

impl Worker {
    fn has_started(&self) -> bool {
        !matches!(self.state, WorkerState::Starting)
    }
}

#[cfg(test)]
mod tests;
