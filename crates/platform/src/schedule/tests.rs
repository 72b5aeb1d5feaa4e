use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;

const JOB: JobId = JobId(1);

fn chunk(job: JobId, index: u32) -> Chunk {
    Chunk { job, index }
}

#[test]
fn workers_start_when_there_is_work_and_get_the_model_once() {
    let mut schedule = Schedule::new(2);
    let [a, b] = [WorkerId(0), WorkerId(1)];
    assert_eq!(
        schedule.submit(JOB, JobClass::Embedding, 3),
        [Command::Spawn(a), Command::Spawn(b)]
    );
    assert_eq!(schedule.ready(b), [Command::OpenModel(b, JOB)]);
    assert_eq!(schedule.opened(b), [Command::Send(b, chunk(JOB, 0))]);
    assert_eq!(schedule.done(b), [Command::Send(b, chunk(JOB, 1))]);
    assert_eq!(schedule.ready(a), [Command::OpenModel(a, JOB)]);
    assert_eq!(schedule.opened(a), [Command::Send(a, chunk(JOB, 2))]);
    assert_eq!(schedule.done(a), []);
    assert_eq!(schedule.done(b), []);
}

#[test]
fn single_chunk_starts_one_worker() {
    assert_eq!(
        Schedule::new(8).submit(JOB, JobClass::Long, 1),
        [Command::Spawn(WorkerId(0))]
    );
}

#[test]
fn chunk_that_kills_three_workers_is_abandoned() {
    let mut schedule = Schedule::new(1);
    schedule.submit(JOB, JobClass::Long, 1);
    for id in [0, 1].map(WorkerId) {
        assert_eq!(schedule.ready(id), [Command::Send(id, chunk(JOB, 0))]);
        let next = WorkerId(id.0 + 1);
        assert_eq!(
            schedule.worker_failed(id),
            [Command::Terminate(id), Command::Spawn(next)]
        );
    }
    schedule.ready(WorkerId(2));
    assert_eq!(
        schedule.worker_failed(WorkerId(2)),
        [Command::Terminate(WorkerId(2)), Command::Lost(JOB, 3)]
    );
    // A lost job does not affect later jobs: the next job can start workers again.
    assert_eq!(
        schedule.submit(JobId(2), JobClass::Long, 1),
        [Command::Spawn(WorkerId(3))]
    );
}

#[test]
fn model_that_kills_its_worker_is_not_opened_again() {
    let mut schedule = Schedule::new(1);
    let id = WorkerId(0);
    schedule.submit(JOB, JobClass::Report, 1);
    assert_eq!(schedule.ready(id), [Command::OpenModel(id, JOB)]);
    assert_eq!(
        schedule.worker_failed(id),
        [Command::Terminate(id), Command::Lost(JOB, 1)]
    );
}

#[test]
fn gpu_job_is_abandoned_if_its_worker_dies_and_terminates_its_worker_on_cancel() {
    let mut schedule = Schedule::new(1);
    let [first, second] = [0, 1].map(WorkerId);
    schedule.submit(JOB, JobClass::Gpu, 1);
    assert_eq!(schedule.ready(first), [Command::Send(first, chunk(JOB, 0))]);
    assert_eq!(
        schedule.worker_failed(first),
        [Command::Terminate(first), Command::Lost(JOB, 1)]
    );
    schedule.submit(JobId(2), JobClass::Gpu, 1);
    schedule.ready(second);
    assert_eq!(schedule.cancel(JobId(2)), [Command::Terminate(second)]);
}

#[test]
fn gpu_worker_opens_the_model_once_and_ends_with_its_job() {
    let mut schedule = Schedule::new(1);
    let [first, second] = [0, 1].map(WorkerId);
    let [next, last] = [2, 3].map(JobId);
    schedule.submit(JOB, JobClass::GpuEmbedding, 1);
    assert_eq!(schedule.ready(first), [Command::OpenModel(first, JOB)]);
    assert_eq!(schedule.opened(first), [Command::Send(first, chunk(JOB, 0))]);
    assert_eq!(schedule.done(first), []);
    let sent = [Command::Send(first, chunk(next, 0))];
    assert_eq!(schedule.submit(next, JobClass::GpuEmbedding, 1), sent);
    assert_eq!(schedule.cancel(next), [Command::Terminate(first)]);
    schedule.submit(last, JobClass::GpuEmbedding, 1);
    schedule.ready(second);
    let lost = [Command::Terminate(second), Command::Lost(last, 1)];
    assert_eq!(schedule.worker_failed(second), lost);
}

#[test]
fn other_device_takes_chunks_from_the_end_and_returns_them() {
    let mut schedule = Schedule::new(1);
    let id = WorkerId(0);
    let other = JobId(2);
    schedule.submit(JOB, JobClass::Embedding, 4);
    schedule.submit(other, JobClass::Embedding, 1);
    schedule.ready(id);
    assert_eq!(schedule.take_last(JOB), Some(3));
    assert_eq!(schedule.opened(id), [Command::Send(id, chunk(JOB, 0))]);
    assert_eq!([schedule.take_last(JOB), schedule.take_last(JOB)], [Some(2), Some(1)]);
    assert_eq!(schedule.take_last(JOB), None, "a worker has the first chunk");
    assert_eq!(schedule.put_back(JOB, JobClass::Embedding, &[2, 1]), []);
    let mut sent = Vec::new();
    for _ in 0..4 {
        sent.extend(schedule.done(id));
    }
    let expected = [chunk(other, 0), chunk(JOB, 2), chunk(JOB, 1)];
    assert_eq!(sent, expected.map(|chunk| Command::Send(id, chunk)));
}

#[test]
fn returned_chunk_is_sent_to_an_idle_worker() {
    let mut schedule = Schedule::new(2);
    let [a, b] = [WorkerId(0), WorkerId(1)];
    schedule.submit(JOB, JobClass::Embedding, 2);
    assert_eq!(schedule.take_last(JOB), Some(1));
    schedule.ready(a);
    schedule.ready(b);
    schedule.opened(a);
    schedule.done(a);
    let sent = [Command::Send(a, chunk(JOB, 1))];
    assert_eq!(schedule.put_back(JOB, JobClass::Embedding, &[1]), sent);
}

#[test]
fn file_that_kills_its_worker_is_not_read_again_and_the_next_file_gets_another_worker() {
    let mut schedule = Schedule::new(1);
    let [first, second] = [0, 1].map(WorkerId);
    schedule.submit(JOB, JobClass::Table, 1);
    assert_eq!(schedule.ready(first), [Command::Send(first, chunk(JOB, 0))]);
    assert_eq!(
        schedule.worker_failed(first),
        [Command::Terminate(first), Command::Lost(JOB, 1)]
    );
    let next = JobId(2);
    assert_eq!(schedule.submit(next, JobClass::Table, 1), [Command::Spawn(second)]);
    assert_eq!(schedule.ready(second), [Command::Send(second, chunk(next, 0))]);
    // The worker keeps the table in memory, so the same worker reads the table again with different settings.
    assert_eq!(schedule.done(second), []);
    let again = JobId(3);
    let sent = [Command::Send(second, chunk(again, 0))];
    assert_eq!(schedule.submit(again, JobClass::Table, 1), sent);
}

#[test]
fn workers_that_never_start_fail_every_job() {
    let mut schedule = Schedule::new(1);
    schedule.submit(JOB, JobClass::Long, 1);
    schedule.submit(JobId(2), JobClass::Embedding, 5);
    schedule.worker_failed(WorkerId(0));
    schedule.worker_failed(WorkerId(1));
    assert_eq!(
        schedule.worker_failed(WorkerId(2)),
        [
            Command::Terminate(WorkerId(2)),
            Command::Lost(JOB, 3),
            Command::Lost(JobId(2), 3)
        ]
    );
}

#[test]
fn failed_starts_do_not_stop_a_running_worker() {
    let mut schedule = Schedule::new(2);
    schedule.submit(JOB, JobClass::Embedding, 9);
    schedule.ready(WorkerId(0));
    for id in 1..3 {
        assert_eq!(
            schedule.worker_failed(WorkerId(id)),
            [Command::Terminate(WorkerId(id)), Command::Spawn(WorkerId(id + 1))]
        );
    }
    assert_eq!(schedule.worker_failed(WorkerId(3)), [Command::Terminate(WorkerId(3))]);
    assert_eq!(
        schedule.opened(WorkerId(0)),
        [Command::Send(WorkerId(0), chunk(JOB, 0))]
    );
}

#[test]
fn cancel_terminates_a_long_chunk_and_keeps_an_embedding_worker() {
    let mut schedule = Schedule::new(2);
    let [a, b] = [WorkerId(0), WorkerId(1)];
    schedule.submit(JOB, JobClass::Embedding, 1);
    schedule.ready(a);
    schedule.opened(a);
    assert_eq!(schedule.cancel(JOB), []);
    assert_eq!(schedule.submit(JobId(2), JobClass::Long, 1), [Command::Spawn(b)]);
    schedule.ready(b);
    assert_eq!(schedule.cancel(JobId(2)), [Command::Terminate(b)]);
    // Worker `a` finishes the chunk of the canceled job, then takes the next chunk without opening the model again.
    assert_eq!(schedule.done(a), []);
    let third = JobId(3);
    assert_eq!(
        schedule.submit(third, JobClass::Embedding, 1),
        [Command::Send(a, chunk(third, 0))]
    );
}

#[test]
fn paused_job_starts_nothing_and_keeps_its_order() {
    let mut schedule = Schedule::new(2);
    let [a, b] = [WorkerId(0), WorkerId(1)];
    schedule.submit(JOB, JobClass::Embedding, 4);
    schedule.ready(a);
    schedule.ready(b);
    schedule.opened(a);
    schedule.set_paused(JOB, true);
    // Pausing a job does not stop its running chunks.
    // The chunk that waited for the model returns to the queue, and chunks of other jobs are started first.
    assert_eq!(schedule.done(a), []);
    assert_eq!(schedule.opened(b), []);
    let other = JobId(2);
    assert_eq!(
        schedule.submit(other, JobClass::Long, 1),
        [Command::Send(a, chunk(other, 0))]
    );
    assert_eq!(schedule.set_paused(JOB, false), [Command::Send(b, chunk(JOB, 1))]);
    assert_eq!(schedule.done(a), [Command::Send(a, chunk(JOB, 2))]);
    schedule.set_paused(JOB, true);
    assert_eq!(schedule.cancel(JOB), []);
    assert_eq!(schedule.done(a), []);
}

#[test]
fn worker_that_dies_in_a_paused_job_is_replaced_after_resume() {
    let mut schedule = Schedule::new(1);
    schedule.submit(JOB, JobClass::Embedding, 1);
    schedule.ready(WorkerId(0));
    schedule.opened(WorkerId(0));
    schedule.set_paused(JOB, true);
    assert_eq!(schedule.worker_failed(WorkerId(0)), [Command::Terminate(WorkerId(0))]);
    assert_eq!(schedule.set_paused(JOB, false), [Command::Spawn(WorkerId(1))]);
}

#[test]
fn rejected_model_fails_the_job_and_keeps_the_worker() {
    let mut schedule = Schedule::new(1);
    schedule.submit(JOB, JobClass::Embedding, 4);
    schedule.ready(WorkerId(0));
    assert_eq!(schedule.failed(WorkerId(0), JOB), []);
    let next = JobId(2);
    assert_eq!(
        schedule.submit(next, JobClass::Embedding, 1),
        [Command::OpenModel(WorkerId(0), next)]
    );
}

#[derive(Clone, Copy, Debug)]
enum Real {
    Starting,
    Waiting,
    Opening,
    Working(Chunk),
}

/// The simulated page executes the commands of the schedule and checks that each command is valid.
struct World {
    schedule: Schedule,
    max_workers: usize,
    workers: BTreeMap<WorkerId, (Real, bool)>,
    answered: BTreeMap<Chunk, u32>,
    over: BTreeSet<JobId>,
    paused: BTreeSet<JobId>,
    deaths: BTreeMap<Chunk, u32>,
    taken: Vec<Chunk>,
}

impl World {
    fn take(&mut self, actions: Vec<Command>) {
        for action in actions {
            match action {
                Command::Spawn(id) => {
                    assert!(self.workers.insert(id, (Real::Starting, false)).is_none());
                    assert!(self.workers.len() <= self.max_workers);
                }
                Command::OpenModel(id, job) => {
                    assert!(!self.over.contains(&job) && !self.paused.contains(&job));
                    let worker = self.workers.get_mut(&id).expect("alive");
                    assert!(matches!(worker, (Real::Waiting, false)));
                    worker.0 = Real::Opening;
                }
                Command::Send(id, chunk) => {
                    assert!(!self.over.contains(&chunk.job), "an ended job starts no chunk");
                    assert!(!self.paused.contains(&chunk.job), "a paused job starts no chunk");
                    assert!(!self.answered.contains_key(&chunk), "no chunk is processed twice");
                    let busy = |worker: &(Real, bool)| matches!(worker.0, Real::Working(other) if other == chunk);
                    assert!(!self.workers.values().any(busy), "no chunk is in two workers");
                    assert!(
                        !self.taken.contains(&chunk),
                        "no chunk is in a worker and on another device"
                    );
                    let worker = self.workers.get_mut(&id).expect("alive");
                    assert!(matches!(worker.0, Real::Waiting));
                    assert!(worker.1 || chunk.job.0 % 2 == 1, "embedding needs the model");
                    worker.0 = Real::Working(chunk);
                }
                Command::Terminate(id) => {
                    self.workers.remove(&id);
                }
                Command::Lost(job, times) => {
                    assert!(times >= MAX_DEATHS);
                    self.paused.remove(&job);
                    self.over.insert(job);
                }
            }
        }
    }

    fn take_last(&mut self, job: JobId) {
        if self.paused.contains(&job) {
            return;
        }
        if let Some(index) = self.schedule.take_last(job) {
            let chunk = chunk(job, index);
            assert!(!self.over.contains(&job), "no chunk of an ended job waits");
            assert!(!self.answered.contains_key(&chunk) && !self.taken.contains(&chunk));
            let busy = |worker: &(Real, bool)| matches!(worker.0, Real::Working(other) if other == chunk);
            assert!(!self.workers.values().any(busy));
            self.taken.push(chunk);
        }
    }

    /// If `answers` is true, the other device answers its chunks. Otherwise, the chunks return to the queue.
    fn end_taken(&mut self, answers: bool) {
        for chunk in std::mem::take(&mut self.taken) {
            if self.over.contains(&chunk.job) {
                continue;
            }
            if answers {
                *self.answered.entry(chunk).or_default() += 1;
            } else {
                let actions = self.schedule.put_back(chunk.job, JobClass::Embedding, &[chunk.index]);
                self.take(actions);
            }
        }
    }

    fn step(&mut self, nth: usize, dies: bool) {
        let ids: Vec<WorkerId> = self.workers.keys().copied().collect();
        let Some(&id) = ids.get(nth % ids.len().max(1)) else {
            return;
        };
        let (real, _) = self.workers[&id];
        if dies {
            if let Real::Working(chunk) = real {
                *self.deaths.entry(chunk).or_default() += 1;
            }
            let actions = self.schedule.worker_failed(id);
            return self.take(actions);
        }
        let worker = self.workers.get_mut(&id).expect("listed");
        worker.0 = Real::Waiting;
        let actions = match real {
            Real::Starting => self.schedule.ready(id),
            Real::Waiting => Vec::new(),
            Real::Opening => {
                worker.1 = true;
                self.schedule.opened(id)
            }
            Real::Working(chunk) => {
                if !self.over.contains(&chunk.job) {
                    *self.answered.entry(chunk).or_default() += 1;
                }
                self.schedule.done(id)
            }
        };
        self.take(actions);
    }
}

proptest! {
    /// A job that is neither canceled nor failed gets one answer for each chunk.
    /// During the test, workers crash, jobs are paused or canceled, and another device takes chunks.
    #[test]
    fn every_chunk_is_answered_exactly_once(
        max_workers in 0usize..5,
        jobs in prop::collection::vec(1u32..12, 1..5),
        events in prop::collection::vec((0usize..8, 0u32..15), 0..200),
    ) {
        let mut world = World {
            schedule: Schedule::new(max_workers),
            max_workers: max_workers.max(1),
            workers: BTreeMap::new(),
            answered: BTreeMap::new(),
            over: BTreeSet::new(),
            paused: BTreeSet::new(),
            deaths: BTreeMap::new(),
            taken: Vec::new(),
        };
        let mut waiting: VecDeque<(JobId, u32)> = (0..).map(JobId).zip(jobs.iter().copied()).collect();
        let submit = |world: &mut World, (job, size): (JobId, u32)| {
            let (kind, size) = if job.0 % 2 == 1 { (JobClass::Long, 1) } else { (JobClass::Embedding, size) };
            let actions = world.schedule.submit(job, kind, size);
            world.take(actions);
        };
        for (nth, what) in events {
            match what {
                0 => if let Some(job) = waiting.pop_front() { submit(&mut world, job) },
                1 => {
                    let job = JobId(nth as u32 % jobs.len() as u32);
                    world.over.insert(job);
                    world.paused.remove(&job);
                    waiting.retain(|&(other, _)| other != job);
                    let actions = world.schedule.cancel(job);
                    world.take(actions);
                }
                2 | 3 => world.step(nth, true),
                4 => {
                    let job = JobId(nth as u32 % jobs.len() as u32);
                    let submitted = waiting.iter().all(|&(other, _)| other != job);
                    if submitted && !world.over.contains(&job) && world.paused.insert(job) {
                        let actions = world.schedule.set_paused(job, true);
                        world.take(actions);
                    }
                }
                5 => if let Some(job) = world.paused.pop_first() {
                    let actions = world.schedule.set_paused(job, false);
                    world.take(actions);
                },
                6 | 7 => {
                    let job = JobId(nth as u32 % jobs.len() as u32);
                    // Only chunks of embedding jobs are shared with another device.
                    if job.0.is_multiple_of(2) {
                        world.take_last(job);
                    }
                }
                8 => world.end_taken(nth % 2 == 0),
                _ => world.step(nth, false),
            }
        }
        while let Some(job) = waiting.pop_front() {
            submit(&mut world, job);
        }
        // From here on, the other device has failed, no worker dies and no job is paused, so all jobs must end.
        world.end_taken(false);
        while let Some(job) = world.paused.pop_first() {
            let actions = world.schedule.set_paused(job, false);
            world.take(actions);
        }
        for nth in 0..1000 {
            world.step(nth, false);
        }
        prop_assert!(world.workers.values().all(|(real, _)| matches!(real, Real::Waiting)));
        for (job, size) in (0..).map(JobId).zip(jobs) {
            if world.over.contains(&job) {
                continue;
            }
            let size = if job.0 % 2 == 1 { 1 } else { size };
            for index in 0..size {
                prop_assert_eq!(world.answered.get(&chunk(job, index)), Some(&1));
            }
        }
        prop_assert!(world.deaths.values().all(|&deaths| deaths <= MAX_DEATHS));
    }
}
