//! Searches for the nearest neighbors on the GPU until the search is complete or the GPU fails.
//!
//! A separate worker uses the GPU. The first search on the GPU loads the program of the worker.
//! The worker ends after each search, so that no data stays in the GPU's memory.

use std::cell::RefCell;
use std::mem::take;
use std::rc::Rc;

use js_sys::Reflect;
use ndarray::Array2;

use crate::control::RunControl;
use crate::embedding_rows::Rows;
use crate::schedule::JobClass;
use crate::workers::{WorkerModule, Workers, exactly, unexpected};
use fastgas_graph::{CpuReason, Device, GpuOutcome, Neighbors, PartialSearch, RemainingSearch, SearchBackend};
use fastgas_progress::Progress;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, f32_of_bytes, u32_of_bytes};

/// Searches for nearest neighbors on the GPU if the user requests the GPU or if the GPU saves time.
/// No row may be excluded from the search in `start`, because the GPU searches all rows.
/// Returns the completed neighbor lists, the remaining search for `workers` workers, and the backend of the search.
/// Returns [`WorkerError::Cancelled`] if the user stops the work.
/// Returns [`WorkerError::Pipeline`] for a row that cannot be normalized.
/// If the GPU worker dies or its program cannot be loaded, the error is returned as a reason to use the CPU.
pub(super) async fn begin(
    embeddings: &Rows,
    start: Neighbors,
    device: Device,
    workers: usize,
    report: impl FnMut(Progress) + 'static,
    control: &RunControl,
) -> Result<(Neighbors, RemainingSearch, SearchBackend), WorkerError> {
    let n_neighbors = start.ids.ncols() as u32;
    let partial = Rc::new(RefCell::new(PartialSearch::new(start)));
    let ended = match device.why_not_gpu(embeddings.n, embeddings.dimensions, workers) {
        Some(why) => GpuOutcome::unopened(why),
        None if !has_webgpu() => GpuOutcome::unopened(CpuReason::NoAdapter),
        None => match search(embeddings, n_neighbors, device, partial.clone(), report, control).await {
            Ok(ended) => ended,
            Err(error) => GpuOutcome::unopened(cpu_reason(&error).ok_or(error)?),
        },
    };
    // `take` moves the search out of the `RefCell`, because the finished job may keep its `Rc` for a moment.
    Ok(partial.take().ended(ended, workers))
}

async fn search(
    embeddings: &Rows,
    n_neighbors: u32,
    device: Device,
    partial: Rc<RefCell<PartialSearch>>,
    mut report: impl FnMut(Progress) + 'static,
    control: &RunControl,
) -> Result<GpuOutcome, WorkerError> {
    let worker = Workers::new(WorkerModule::gpu().await?, 1);
    let dimensions = embeddings.dimensions as u32;
    let request = move |_| Request::GpuNeighbors {
        dimensions,
        n_neighbors,
        software: device == Device::Gpu,
    };
    let rows = embeddings.clone();
    let watch = move |message: &mut Envelope<Event>| {
        match message.body {
            Event::Progress { progress } => report(progress),
            Event::GpuFound { first_row } => {
                let [ids, similarities] = exactly(take(&mut message.buffers))?;
                let lists = Neighbors {
                    ids: lists(u32_of_bytes(&ids), n_neighbors)?,
                    similarities: lists(f32_of_bytes(&similarities), n_neighbors)?,
                };
                if !partial.borrow_mut().found(first_row as usize, &lists) {
                    return Err(unexpected());
                }
            }
            _ => {}
        }
        Ok(())
    };
    let buffers = move |_| {
        let rows = rows.clone();
        async move { vec![rows.all_in_tasks().await] }
    };
    let job = worker.new_job(JobClass::Gpu);
    let mut answers = worker.run(job, 1, request, buffers, watch, control).await?;
    match answers.pop().map(|answer| answer.body) {
        Some(Event::GpuEnded { ended }) => Ok(ended),
        _ => Err(unexpected()),
    }
}

fn lists<T>(values: Option<Vec<T>>, n_neighbors: u32) -> Result<Array2<T>, WorkerError> {
    let values = values.ok_or_else(unexpected)?;
    let shape = (values.len() / n_neighbors as usize, n_neighbors as usize);
    Array2::from_shape_vec(shape, values).map_err(|_| unexpected())
}

pub(super) fn cpu_reason(error: &WorkerError) -> Option<CpuReason> {
    match error {
        WorkerError::Lost { reason, .. } => Some(CpuReason::Lost {
            reason: reason.to_string().into(),
        }),
        WorkerError::Asset { reason, .. } => Some(CpuReason::NotLoaded {
            reason: reason.to_string().into(),
        }),
        _ => None,
    }
}

/// True if the browser provides WebGPU to the page.
/// Only a worker can determine whether workers can use WebGPU, and whether the machine has a GPU.
pub(super) fn has_webgpu() -> bool {
    let navigator = web_sys::window().map(|window| window.navigator());
    navigator.is_some_and(|navigator| Reflect::get(&navigator, &"gpu".into()).is_ok_and(|gpu| gpu.is_object()))
}
