//! The workers that run an encoder, and the source of the encoder's files.

use std::cell::RefCell;
use std::mem::take;
use std::pin::pin;
use std::rc::Rc;

use futures::future::{Either, ready, select, try_join3};
use js_sys::{ArrayBuffer, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader};

use crate::assets;
use crate::control::RunControl;
use crate::custom_encoder_db::EncoderDb;
use crate::database::StorageError;
use crate::gpu_embedding::{GpuEmbedding, Vectors};
use crate::model_files::{Model, ModelFiles, OnnxFile};
use crate::multilingual;
use crate::network;
use crate::schedule::JobClass;
use crate::workers::{WorkerModule, Workers, asset, bytes, exactly, fetch, unexpected, unless_cancelled};
use fastgas_embedding::cache::{FileHasher, ModelHash};
use fastgas_embedding::{Encoded, EncoderReport, GpuStop, HeldChunks};
use fastgas_graph::{Device, GpuShare};
use fastgas_protocol::{EncoderFilesReason, Envelope, Event, Request, WorkerError, f32_of_bytes, u32_of_bytes};

#[derive(Clone)]
pub enum ModelSource {
    BuiltIn,
    /// The user has chosen these files on this visit.
    Files(ModelFiles),
    /// The user chose these files on an earlier visit, and the browser stores them.
    Stored {
        store: EncoderDb,
        hash: String,
    },
    Multilingual {
        hash: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DownloadProgress {
    /// Number of loaded bytes. For the built-in encoder, only the ONNX file is counted.
    pub bytes: u64,
    pub total: Option<u64>,
}

/// Workers that embed texts. The workers start when there is work.
/// The workers end when the last clone of the pool is dropped and no job runs.
#[derive(Clone)]
pub struct EncoderPool {
    pub(super) workers: Workers,
    source: ModelSource,
    device: Device,
}

impl EncoderPool {
    pub fn new(program: WorkerModule, source: ModelSource, count: usize) -> EncoderPool {
        if !matches!(source, ModelSource::BuiltIn) {
            network::embeds_otherwise();
        }
        EncoderPool {
            workers: Workers::new(program, count),
            source,
            device: Device::Cpu,
        }
    }

    /// Chooses the device. With [`Device::Gpu`], the workers on the CPU share the work with the GPU.
    /// [`Device::Auto`] means the CPU, because the speed of GPUs has not been measured.
    #[must_use]
    pub fn on(mut self, device: Device) -> EncoderPool {
        self.device = device;
        self
    }

    pub fn count(&self) -> usize {
        self.workers.count()
    }

    pub async fn model_hash(
        &self,
        on_event: &mut dyn FnMut(DownloadProgress),
        control: &RunControl,
    ) -> Result<ModelHash, WorkerError> {
        unless_cancelled(self.fetch_model(on_event), control).await?
    }

    /// Opens and tests the model in one worker. If the worker dies, returns [`WorkerError::Lost`] without a retry.
    pub async fn report(&self, control: &RunControl) -> Result<(EncoderReport, ModelHash), WorkerError> {
        let hash = self.model_hash(&mut |_| {}, control).await?;
        let request = |_| Request::Report;
        let job = self.workers.new_job(JobClass::Report);
        let answers = self
            .workers
            .run(job, 1, request, |_| ready(Vec::new()), |_| Ok(()), control);
        let answer = answers.await?.pop();
        match answer.map(|answer| answer.body) {
            Some(Event::Reported { report }) => Ok((*report, hash)),
            _ => Err(unexpected()),
        }
    }

    /// Embeds texts in `chunks`, which are non-empty lists of text indices.
    /// A worker opens the model before its first chunk. The workers process the chunks from the first to the last.
    /// The GPU processes the chunks from the last to the first.
    /// When a chunk is complete, `done` is called with the chunk and its embeddings. An error from `done` ends the job.
    ///
    /// `on_gpu` receives each change of [`GpuShare`], and the texts that the GPU has embedded since the last call.
    /// The GPU's embeddings are passed to `done` when the GPU stops.
    /// If [`GpuShare::n_texts`] becomes 0, these embeddings are not used, and the workers embed the texts again.
    pub async fn embed(
        &self,
        chunks: Vec<Vec<u32>>,
        text: impl Fn(u32) -> String + 'static,
        mut done: impl FnMut(&[u32], Encoded) -> Result<(), WorkerError> + 'static,
        on_gpu: impl FnMut(&GpuShare, &[u32]),
        control: &RunControl,
    ) -> Result<(), WorkerError> {
        if chunks.is_empty() {
            return Ok(());
        }
        self.model_hash(&mut |_| {}, control).await?;
        let chunks = Rc::new(chunks);
        let text: Rc<dyn Fn(u32) -> String> = Rc::new(text);
        let texts_of = chunks.clone();
        let receive = Rc::new(RefCell::new(move |chunk: u32, vectors: Vectors| {
            let [rows, bytes_read] = exactly(vectors)?;
            let encoded = Encoded {
                rows: f32_of_bytes(&rows).ok_or_else(unexpected)?,
                bytes_read: u32_of_bytes(&bytes_read).ok_or_else(unexpected)?,
            };
            done(texts_of.get(chunk as usize).ok_or_else(unexpected)?, encoded)
        }));
        let watch = {
            let receive = receive.clone();
            move |message: &mut Envelope<Event>| match message.body {
                Event::Embedded { chunk } => (*receive.borrow_mut())(chunk, take(&mut message.buffers)),
                _ => Ok(()),
            }
        };
        let n_chunks = chunks.len();
        let request = {
            let (chunks, text) = (chunks.clone(), text.clone());
            move |chunk| Request::Embed {
                chunk,
                rows: chunks[chunk as usize].clone(),
                texts: chunks[chunk as usize].iter().map(|&index| text(index)).collect(),
            }
        };
        let job = self.workers.new_job(JobClass::Embedding);
        let buffers = |_| ready(Vec::new());
        let on_cpu = self.workers.run(job, n_chunks, request, buffers, watch, control);
        let Some(model) = self.workers.model().filter(|_| self.device == Device::Gpu) else {
            on_cpu.await?;
            return Ok(());
        };
        let held = RefCell::new(HeldChunks::default());
        let gpu = GpuEmbedding {
            model,
            chunks,
            text,
            waiting: self.workers.waiting_chunks(job),
            held: &held,
            control,
        };
        // `select` polls the future of the workers first.
        // The workers therefore take the first chunks before the GPU takes any.
        let ended = match select(pin!(on_cpu), pin!(gpu.run(on_gpu))).await {
            Either::Left((ended, _)) => ended,
            Either::Right(((), on_cpu)) => on_cpu.await,
        };
        // If the user stopped the run, the embeddings from the GPU are valid and are kept.
        let (stopped, _) = held.take().stop(GpuStop::BetweenChunks);
        for (chunk, vectors) in stopped {
            (*receive.borrow_mut())(chunk, vectors)?;
        }
        ended?;
        Ok(())
    }

    pub(super) async fn tokenizer(&self) -> Result<ArrayBuffer, WorkerError> {
        let fetched = self.workers.model().map(|model| model.tokenizer.clone());
        match (fetched, &self.source) {
            (Some(tokenizer), _) => Ok(tokenizer),
            (None, ModelSource::BuiltIn) => fetch_bytes(&assets::url("tokenizer")?).await,
            (None, ModelSource::Files([_, tokenizer, _])) => Ok(tokenizer.clone()),
            (None, ModelSource::Multilingual { .. }) => multilingual::tokenizer().await,
            (None, ModelSource::Stored { store, .. }) => {
                let [_, tokenizer, _] = store.files().await.map_err(not_stored)?;
                Ok(tokenizer)
            }
        }
    }

    async fn fetch_model(&self, on_event: &mut dyn FnMut(DownloadProgress)) -> Result<ModelHash, WorkerError> {
        if let Some(model) = self.workers.model() {
            return Ok(model.hash);
        }
        let (onnx, tokenizer, config) = match &self.source {
            ModelSource::BuiltIn => {
                let [onnx, tokenizer, config] = ["model", "tokenizer", "model-config"].map(assets::url);
                let (onnx, tokenizer, config) = (onnx?, tokenizer?, config?);
                let onnx = fetch_with_progress(&onnx, on_event);
                let files = try_join3(onnx, fetch_bytes(&tokenizer), fetch_bytes(&config));
                copied(files.await?.into())
            }
            ModelSource::Files(files) => copied(files.clone()),
            ModelSource::Stored { store, .. } => copied(store.files().await.map_err(not_stored)?),
            ModelSource::Multilingual { .. } => multilingual::files(on_event).await?,
        };
        let files = [onnx.bytes(), Uint8Array::new(&tokenizer), Uint8Array::new(&config)];
        let [onnx_hash, tokenizer_hash, config_hash] = files.each_ref().map(hash_file);
        let hash = ModelHash::of(onnx_hash, tokenizer_hash, config_hash);
        let (expected, reason) = match &self.source {
            ModelSource::BuiltIn | ModelSource::Files(_) => (None, EncoderFilesReason::Replaced),
            ModelSource::Stored { hash, .. } => (Some(hash), EncoderFilesReason::Replaced),
            ModelSource::Multilingual { hash } => (hash.as_ref(), EncoderFilesReason::OtherVersion),
        };
        if expected.is_some_and(|expected| hash.to_string() != *expected) {
            return Err(WorkerError::EncoderFiles { reason });
        }
        self.workers.set_model(Model {
            onnx,
            tokenizer,
            config,
            hash,
        });
        Ok(hash)
    }
}

fn copied([onnx, tokenizer, config]: ModelFiles) -> (OnnxFile, ArrayBuffer, ArrayBuffer) {
    (OnnxFile::Copied(onnx), tokenizer, config)
}

/// Hashes the file in pieces, so that WebAssembly's memory, which never shrinks, need not hold the whole file.
fn hash_file(file: &Uint8Array) -> FileHasher {
    const CHUNK_BYTES: u32 = 1 << 20;
    let length = file.length();
    let pieces = (0..length).step_by(CHUNK_BYTES as usize).map(|start| {
        let piece = file.subarray(start, start + CHUNK_BYTES.min(length - start));
        piece.to_vec()
    });
    pieces.fold(FileHasher::default(), |hasher, piece| hasher.update(&piece))
}

async fn fetch_bytes(url: &str) -> Result<ArrayBuffer, WorkerError> {
    bytes(&fetch(url).await?, url).await
}

/// Like [`fetch_bytes`], but `on_event` is called after each chunk of the response.
pub(super) async fn fetch_with_progress(
    url: &str,
    on_event: &mut dyn FnMut(DownloadProgress),
) -> Result<ArrayBuffer, WorkerError> {
    let response = fetch(url).await?;
    let header = |name| response.headers().get(name).ok().flatten();
    // The content length of a compressed response is not the length of the decompressed content.
    let total = match header("content-encoding") {
        None => header("content-length").and_then(|length| length.parse().ok()),
        Some(_) => None,
    };
    let Some(body) = response.body() else {
        return bytes(&response, url).await;
    };
    let read = async {
        let reader = BodyReader::new(&body);
        let mut pieces = Vec::new();
        let mut length = 0;
        while let Some(piece) = reader.next().await? {
            length += piece.length();
            pieces.push(piece);
            on_event(DownloadProgress {
                bytes: length.into(),
                total,
            });
        }
        let whole = Uint8Array::new_with_length(length);
        let mut start = 0;
        for piece in pieces {
            whole.set(&piece, start);
            start += piece.length();
        }
        Ok(whole.buffer())
    };
    read.await.map_err(|reason: JsValue| asset(url, reason.into()))
}

/// Dropping the reader cancels the download.
struct BodyReader(ReadableStreamDefaultReader);

impl BodyReader {
    fn new(body: &ReadableStream) -> BodyReader {
        BodyReader(body.get_reader().unchecked_into())
    }

    async fn next(&self) -> Result<Option<Uint8Array>, JsValue> {
        let read = JsFuture::from(self.0.read()).await?;
        if Reflect::get(&read, &"done".into())?.is_truthy() {
            return Ok(None);
        }
        Ok(Some(Reflect::get(&read, &"value".into())?.unchecked_into()))
    }
}

impl Drop for BodyReader {
    fn drop(&mut self) {
        // Canceling fails only if the download is already complete or has failed. In both cases, no download continues.
        let _ = self.0.cancel();
    }
}

fn not_stored(error: StorageError) -> WorkerError {
    WorkerError::EncoderFiles {
        reason: EncoderFilesReason::Stored(error.into()),
    }
}
