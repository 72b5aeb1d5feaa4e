//! Embeds chunks of texts on the GPU while other workers embed chunks on the CPU.
//!
//! The CPU workers take chunks from the start of the queue. The GPU worker takes chunks from the end.
//! The job uses the embeddings from the GPU only after the GPU has stopped.
//!
//! A separate worker uses the GPU. The program of this worker is loaded only if the user has chosen the GPU.
//! The worker ends when the embedding job ends, so that no data stays in the GPU's memory.

use std::cell::RefCell;
use std::future::ready;
use std::rc::Rc;

use crate::control::RunControl;
use crate::gpu::{cpu_reason, has_webgpu};
use crate::model_files::Model;
use crate::schedule::JobClass;
use crate::workers::{WaitingChunks, WorkerModule, Workers, unexpected};
use fastgas_embedding::{GpuStop, HeldChunks};
use fastgas_graph::{CpuReason, GpuOutcome, GpuShare};
use fastgas_protocol::{Envelope, Event, Request, WorkerError};

/// The buffers of [`Event::Embedded`] for one chunk: the embeddings, and the bytes that the model read per text.
pub(super) type Vectors = Vec<Vec<u8>>;

pub(super) struct GpuEmbedding<'a> {
    pub(super) model: Model,
    pub(super) chunks: Rc<Vec<Vec<u32>>>,
    pub(super) text: Rc<dyn Fn(u32) -> String>,
    pub(super) waiting: WaitingChunks,
    /// Chunks that the GPU has embedded. The caller can use the chunks even if this job is dropped.
    pub(super) held: &'a RefCell<HeldChunks<u32, Vectors>>,
    pub(super) control: &'a RunControl,
}

impl GpuEmbedding<'_> {
    /// Embeds chunks on the GPU until no chunk is left or the GPU fails.
    /// At the end, passes the valid embeddings to the job, and returns all other chunks to the workers on the CPU.
    /// `on_change` receives each change of [`GpuShare`], and the texts that the GPU has embedded since the last call.
    pub(super) async fn run(self, mut on_change: impl FnMut(&GpuShare, &[u32])) {
        let mut share = GpuShare::default();
        on_change(&share, &[]);
        let mut taken = None;
        let failure = self.take_chunks(&mut share, &mut taken, &mut on_change).await;
        share.why = match failure {
            // The GPU did not fail if no chunk is left or the user has stopped the run.
            // The workers on the CPU report a stopped run.
            Ok(()) | Err(Failure::Worker(WorkerError::Cancelled)) => None,
            Err(Failure::Gpu(why)) => Some(why),
            Err(Failure::Worker(error)) => Some(cpu_reason(&error).unwrap_or_else(|| CpuReason::Unfit {
                reason: error.to_string().into(),
            })),
        };
        let stop = match (&share.why, taken) {
            (Some(why), Some(chunk)) => why.stop(chunk),
            (None, Some(chunk)) => GpuStop::Failed(chunk),
            (_, None) => GpuStop::BetweenChunks,
        };
        let (used, left) = self.held.take().stop(stop);
        if used.is_empty() {
            share.n_texts = 0;
        }
        on_change(&share, &[]);
        self.waiting.put_back(&left);
        for (chunk, vectors) in used {
            self.waiting.answer(chunk, vectors);
        }
    }

    /// While the GPU embeds a chunk, `taken` contains the index of the chunk.
    async fn take_chunks(
        &self,
        share: &mut GpuShare,
        taken: &mut Option<u32>,
        on_change: &mut impl FnMut(&GpuShare, &[u32]),
    ) -> Result<(), Failure> {
        if !has_webgpu() {
            return Err(Failure::Gpu(CpuReason::NoAdapter));
        }
        let worker = Workers::new(WorkerModule::encoder_gpu().await?, 1);
        worker.set_model(self.model.clone());
        // The first request contains no texts, so the worker only opens the GPU.
        // While the GPU is being opened, the CPU workers can take all chunks.
        let (ended, _) = self.embed(&worker, Vec::new()).await?;
        share.name = ended.name;
        ended.why.map_or(Ok(()), |why| Err(Failure::Gpu(why)))?;
        loop {
            self.control.wait_while_paused().await?;
            *taken = self.waiting.take_last();
            let Some(chunk) = *taken else { return Ok(()) };
            let texts = &self.chunks[chunk as usize];
            let (ended, vectors) = self.embed(&worker, texts.clone()).await?;
            ended.why.map_or(Ok(()), |why| Err(Failure::Gpu(why)))?;
            self.held.borrow_mut().hold(chunk, vectors);
            *taken = None;
            share.n_texts += texts.len() as u32;
            on_change(share, texts);
        }
    }

    async fn embed(&self, worker: &Workers, rows: Vec<u32>) -> Result<(GpuOutcome, Vectors), WorkerError> {
        let text = self.text.clone();
        let request = move |_| Request::EmbedOnGpu {
            texts: rows.iter().map(|&row| text(row)).collect(),
            rows: rows.clone(),
        };
        let buffers = |_| ready(Vec::new());
        let job = worker.new_job(JobClass::GpuEmbedding);
        let mut answers = worker.run(job, 1, request, buffers, |_| Ok(()), self.control).await?;
        match answers.pop() {
            Some(Envelope {
                body: Event::GpuEmbedded { ended },
                buffers,
                ..
            }) => Ok((ended, buffers)),
            _ => Err(unexpected()),
        }
    }
}

enum Failure {
    Gpu(CpuReason),
    Worker(WorkerError),
}

impl From<WorkerError> for Failure {
    fn from(error: WorkerError) -> Failure {
        Failure::Worker(error)
    }
}
