//! Approximate nearest-neighbor search in all workers.

use std::cell::RefCell;
use std::mem::take;
use std::rc::Rc;

use crate::control::{RunControl, next_task};
use crate::embedding_rows::Rows;
use crate::schedule::JobClass;
use crate::workers::{Workers, exactly, unexpected};
use fastgas_graph::{Approximate, Neighbors};
use fastgas_progress::Progress;
use fastgas_protocol::transport::u32_to_buffer;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, u32_of_bytes};

const INSTANCES_PER_CHUNK: usize = 4_096;

/// Each worker holds only the embeddings of one chunk and the embeddings that the chunk is compared with.
pub(super) async fn search(
    workers: &Workers,
    embeddings: &Rows,
    start: Neighbors,
    mut report: impl FnMut(Progress) + Clone + 'static,
    control: &RunControl,
) -> Result<Option<Neighbors>, WorkerError> {
    let n_neighbors = start.ids.ncols() as u32;
    next_task().await;
    let search = Rc::new(RefCell::new(Approximate::new(start, INSTANCES_PER_CHUNK)));
    loop {
        let (step, n_chunks) = (search.borrow().step(), search.borrow().n_chunks());
        report(search.borrow().progress(0));
        let watch = {
            let (search, mut report, mut done) = (search.clone(), report.clone(), 0);
            move |message: &mut Envelope<Event>| {
                if let Event::Answered { chunk } = message.body {
                    let [answer] = exactly(take(&mut message.buffers))?;
                    let answer = u32_of_bytes(&answer).ok_or_else(unexpected)?;
                    if !search.borrow_mut().take(chunk as usize, &answer) {
                        return Err(unexpected());
                    }
                    done += 1;
                    report(search.borrow().progress(done));
                }
                Ok(())
            }
        };
        let buffers = {
            let (search, rows) = (search.clone(), embeddings.clone());
            move |chunk: u32| {
                let (search, rows) = (search.clone(), rows.clone());
                async move {
                    let chunk = search.borrow().chunk(chunk as usize);
                    let words = [&chunk.words, &chunk.instances].map(|words| u32_to_buffer(words));
                    let rows = rows.gather_in_tasks(&chunk.instances).await;
                    [rows].into_iter().chain(words).collect()
                }
            }
        };
        let request = move |chunk| Request::Approximate {
            chunk,
            step,
            n_neighbors,
        };
        if n_chunks > 0 {
            let job = workers.new_job(JobClass::Long);
            workers.run(job, n_chunks, request, buffers, watch, control).await?;
        }
        // Two slow steps must not run in one task: handling the last answer, and advancing the search.
        next_task().await;
        if !search.borrow_mut().advance() {
            // The search is moved out of the `RefCell`, because the finished job may keep its `Rc` for a moment.
            let done = search.replace(Approximate::new(Neighbors::default(), INSTANCES_PER_CHUNK));
            return Ok(done.found());
        }
    }
}
