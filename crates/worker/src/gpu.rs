//! The GPU worker for neighbor searches.
//! This worker is a separate program, so that users without a GPU do not download the program.

use wasm_bindgen_futures::spawn_local;

use crate::answer::answer_or_failure;
use crate::decode::{exactly, matrix, protocol};
use crate::global_scope::Page;
use fastgas_embedding::Embeddings;
use fastgas_gpu::search_on_gpu;
use fastgas_graph::{GpuOutcome, Neighbors};
use fastgas_protocol::Error;
use fastgas_protocol::{Envelope, Event, Request, WorkerError, bytes_of_f32, bytes_of_u32, f32_of_bytes};

pub fn run_gpu() {
    let page = Page::of_this_worker();
    page.clone().listen(move |request, _| {
        let page = page.clone();
        spawn_local(async move {
            let job = request.job;
            let ended = search(request, &page).await;
            let answer = ended.map(|ended| (Event::GpuEnded { ended }, Vec::new()));
            page.send(answer_or_failure(job, answer));
        });
    });
}

async fn search(Envelope { job, body, buffers }: Envelope<Request>, page: &Page) -> Result<GpuOutcome, WorkerError> {
    let Request::GpuNeighbors {
        dimensions,
        n_neighbors,
        software,
    } = body
    else {
        return Err(protocol("the GPU's worker finds neighbors only"));
    };
    let [numbers] = exactly(buffers)?;
    let rows = matrix(f32_of_bytes(&numbers), dimensions)?;
    drop(numbers);
    let k = n_neighbors as usize;
    if !(1..rows.nrows()).contains(&k) {
        return Err(protocol("there are not so many neighbors"));
    }
    let embeddings = Embeddings::normalized(rows).map_err(Error::from)?;
    let mut found = |first_row: usize, lists: Neighbors| {
        let (ids, _) = lists.ids.into_raw_vec_and_offset();
        let (similarities, _) = lists.similarities.into_raw_vec_and_offset();
        let first_row = first_row as u32;
        page.send(Envelope {
            job,
            body: Event::GpuFound { first_row },
            buffers: vec![bytes_of_u32(&ids), bytes_of_f32(&similarities)],
        });
    };
    let mut report = |progress| {
        page.send(Envelope {
            job,
            body: Event::Progress { progress },
            buffers: Vec::new(),
        });
    };
    Ok(search_on_gpu(software, &embeddings, k, &mut found, &mut report).await)
}
