//! The worker that embeds texts on the GPU. The worker also runs the encoder on the CPU to check the GPU's results.
//! The worker is a separate program, so that only users who choose the GPU download the program.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use wasm_bindgen_futures::spawn_local;

use crate::answer::{Answer, answer_or_failure};
use crate::decode::{exactly, protocol};
use crate::encoder_dispatch::model_files;
use crate::global_scope::Page;
use crate::shared_memory::shared_bytes;
use fastgas_embedding::{Encoded, SharedBytes};
use fastgas_encoder::Encoder;
use fastgas_gpu::{ChunkError, GpuEncoder};
use fastgas_graph::GpuOutcome;
use fastgas_protocol::{Envelope, Error, Event, Request, WorkerError, bytes_of_f32, bytes_of_u32};

struct OpenEncoder {
    encoder: Encoder,
    gpu: Option<GpuEncoder>,
}

pub fn run_gpu_encoder() {
    let page = Page::of_this_worker();
    let open: Rc<RefCell<Option<OpenEncoder>>> = Rc::default();
    page.clone().listen(move |request, message| {
        let Envelope { job, body, buffers } = request;
        let (page, open, shared) = (page.clone(), open.clone(), shared_bytes(message));
        spawn_local(async move {
            // No other request needs the encoder in the meantime, because the page waits for each answer.
            let mut encoder = open.take();
            let answer = answer(&mut encoder, body, buffers, shared).await;
            open.replace(encoder);
            page.send(answer_or_failure(job, answer));
        });
    });
}

async fn answer(
    open: &mut Option<OpenEncoder>,
    request: Request,
    buffers: Vec<Vec<u8>>,
    shared: Option<Arc<dyn SharedBytes>>,
) -> Result<Answer, WorkerError> {
    match request {
        Request::OpenModel => {
            let (onnx, [tokenizer, config]) = model_files(buffers, shared)?;
            let encoder = Encoder::open(onnx, &tokenizer, &config).map_err(Error::from)?;
            let dimensions = encoder.dimensions() as u32;
            *open = Some(OpenEncoder { encoder, gpu: None });
            Ok((Event::ModelOpened { dimensions }, Vec::new()))
        }
        Request::EmbedOnGpu { rows, texts } => {
            let [] = exactly(buffers)?;
            let open = open.as_mut().ok_or_else(|| protocol("no model is open"))?;
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            open.embed(&rows, &texts).await
        }
        _ => Err(protocol("this worker embeds on the GPU and does nothing else")),
    }
}

impl OpenEncoder {
    async fn embed(&mut self, rows: &[u32], texts: &[&str]) -> Result<Answer, WorkerError> {
        let gpu = match &mut self.gpu {
            Some(gpu) => gpu,
            // The user has chosen the GPU, so a GPU that is emulated by software is also used.
            None => match GpuEncoder::open(true, &self.encoder).await {
                Ok(gpu) => self.gpu.insert(gpu),
                Err(why) => {
                    let ended = GpuOutcome::unopened(why);
                    return Ok((Event::GpuEmbedded { ended }, Vec::new()));
                }
            },
        };
        let name = gpu.name().to_owned();
        let (why, buffers) = match gpu.encode_checked(&self.encoder, texts).await {
            Ok(Encoded { rows, bytes_read }) => (None, vec![bytes_of_f32(&rows), bytes_of_u32(&bytes_read)]),
            Err(ChunkError::Gpu(why)) => {
                self.gpu = None;
                (Some(why), Vec::new())
            }
            Err(ChunkError::Text(error)) => return Err(Error::from(error.in_rows(rows)).into()),
        };
        let ended = GpuOutcome { name, why };
        Ok((Event::GpuEmbedded { ended }, buffers))
    }
}
