//! The pool of Web Workers: one compiled module, several workers and one queue.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::mem::take;
use std::pin::pin;
use std::rc::{Rc, Weak};
use std::sync::atomic::{AtomicU32, Ordering};

use futures::channel::oneshot;
use futures::future::{Either, LocalBoxFuture, ready, select};
use js_sys::{Array, ArrayBuffer, Object, Reflect, SharedArrayBuffer, Uint8Array, WebAssembly};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, ErrorEvent, MessageEvent, Response, Worker, WorkerOptions, WorkerType};

use crate::assets;
use crate::control::{RunControl, RunSignal, next_task};
use crate::embedding_rows::Rows;
use crate::model_files::Model;
use crate::network;
use crate::schedule::{Chunk, Command, JobClass, Schedule, WorkerId};
use fastgas_data::Pool;
use fastgas_embedding::npy::Float;
use fastgas_graph::Neighbors;
use fastgas_partition::{Partition, Quality};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::transport::{PANIC, f32_to_buffer, is_ready, pack, u32_to_buffer, unpack};
use fastgas_protocol::{
    AssetReason, Envelope, Error, Event, JobId, LostReason, ProtocolReason, Refusal, Request, WorkerError, u32_of_bytes,
};
use fastgas_select::Config;
use fastgas_select::evaluate::Reason;
use fastgas_select::{EvaluatedK, PriorSelection, Selection};
use fastgas_trace::MAX_TRACED_VERTICES;

/// Number of workers, of any kind, that were started on this visit.
static N_STARTED: AtomicU32 = AtomicU32::new(0);

#[derive(Clone, Debug, PartialEq)]
pub struct Selected {
    pub partition: Partition,
    pub selection: Selection,
    pub reasons: Vec<Reason>,
    /// The numbers of parts that were evaluated. Empty unless the number of parts was chosen automatically.
    pub tried: Vec<EvaluatedK>,
    pub quality: Quality,
    pub n_edges: u32,
    /// Each stage that ran, with its duration in milliseconds.
    pub timings: Vec<(Stage, f64)>,
    /// The serialized trace of partition and selection.
    /// `None` if the method records no trace, or if there are more than [`MAX_TRACED_VERTICES`] texts.
    pub trace: Option<Vec<u8>>,
}

/// A worker program, which is compiled once for all workers.
#[derive(Clone)]
pub struct WorkerModule {
    /// The first message to every worker: an object `{module, script, requests}`.
    start: JsValue,
    loader: String,
}

/// The workers start when there is work, and end when the last clone of this value is dropped and no job runs.
#[derive(Clone)]
pub struct Workers(Rc<WorkerPoolInner>);

struct WorkerPoolInner {
    count: usize,
    program: WorkerModule,
    model: RefCell<Option<Model>>,
    state: RefCell<PoolState>,
    tables: RefCell<Option<Workers>>,
    this: Weak<WorkerPoolInner>,
}

struct PoolState {
    schedule: Schedule,
    workers: BTreeMap<WorkerId, Handle>,
    jobs: BTreeMap<JobId, Job>,
    next_job: u32,
    last_error: Option<LostReason>,
}

/// Dropping this value terminates the worker.
struct Handle {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.set_onmessageerror(None);
        self.worker.terminate();
    }
}

type EventHandler = Box<dyn FnMut(&mut Envelope<Event>) -> Result<(), WorkerError>>;
type Answers = Vec<Envelope<Event>>;
type BufferSource = Rc<dyn Fn(u32) -> LocalBoxFuture<'static, Vec<ArrayBuffer>>>;

/// A job before its first chunk is sent to a worker.
#[derive(Clone, Copy)]
pub(super) struct NewJob {
    id: JobId,
    class: JobClass,
}

struct Job {
    request: Box<dyn Fn(u32) -> Request>,
    /// Creates new buffers whenever a chunk is sent, because sending moves a buffer from the page to the worker.
    buffers: BufferSource,
    /// Handles the events of the job. May take buffers out of an event, and may end the job with an error.
    /// `None` while the event handler runs.
    watch: Option<EventHandler>,
    file: Option<Blob>,
    answers: Vec<Option<Envelope<Event>>>,
    end: oneshot::Sender<Result<Answers, WorkerError>>,
}

impl WorkerModule {
    pub async fn compile() -> Result<WorkerModule, WorkerError> {
        let program = WorkerModule::fetch("worker", "worker-wasm").await?;
        network::note_texts_imported();
        Ok(program)
    }

    pub async fn encoder() -> Result<WorkerModule, WorkerError> {
        let [script, module] = assets::encoder_files();
        WorkerModule::fetch(script, module).await
    }

    pub(super) async fn gpu() -> Result<WorkerModule, WorkerError> {
        WorkerModule::fetch("worker-gpu", "worker-gpu-wasm").await
    }

    pub(super) async fn encoder_gpu() -> Result<WorkerModule, WorkerError> {
        WorkerModule::fetch("worker-encoder-gpu", "worker-encoder-gpu-wasm").await
    }

    pub(super) async fn tables() -> Result<WorkerModule, WorkerError> {
        WorkerModule::fetch("worker-tables", "worker-tables-wasm").await
    }

    async fn fetch(script: &str, module: &str) -> Result<WorkerModule, WorkerError> {
        network::bound().await;
        let loader = assets::url("worker-loader")?;
        let script = assets::url(script)?;
        let module = compile(&assets::url(module)?).await?;
        let start = Object::new();
        let set = |key: &str, value: &JsValue| Reflect::set(&start, &key.into(), value).map_err(protocol);
        set("module", &module)?;
        set("script", &script.into())?;
        set("requests", &network::channel().into())?;
        Ok(WorkerModule {
            start: start.into(),
            loader,
        })
    }
}

impl Workers {
    /// Starts up to `count` workers (at least 1) when there is work.
    pub fn new(program: WorkerModule, count: usize) -> Workers {
        Workers(Rc::new_cyclic(|this| WorkerPoolInner {
            count: count.max(1),
            program,
            model: RefCell::new(None),
            state: RefCell::new(PoolState {
                schedule: Schedule::new(count),
                workers: BTreeMap::new(),
                jobs: BTreeMap::new(),
                next_job: 0,
                last_error: None,
            }),
            tables: RefCell::new(None),
            this: this.clone(),
        }))
    }

    /// Opens a pool in a worker. Each attempt sends a copy of `bytes`, because the worker may die.
    /// Returns [`WorkerError::Pipeline`] if the file cannot be read as a pool.
    pub async fn load(&self, bytes: ArrayBuffer) -> Result<Pool, WorkerError> {
        let [answer] = self
            .run_one(
                || Request::Load,
                move || vec![bytes.slice(0)],
                |_| Ok(()),
                &RunControl::default(),
            )
            .await?;
        let (Event::Loaded { columns }, [cells, ends]) = (answer.body, exactly(answer.buffers)?) else {
            return Err(unexpected());
        };
        let cells = String::from_utf8(cells).map_err(|error| WorkerError::Protocol {
            reason: ProtocolReason::Other(error.to_string().into()),
        })?;
        let ends = u32_of_bytes(&ends).ok_or_else(unexpected)?;
        Ok(Pool::from_parts(columns, cells, ends).map_err(Error::from)?)
    }

    /// Normalizes some rows of a .npy file and returns the unit vectors as bytes.
    /// Error messages number the rows starting at `first_row`.
    pub async fn normalize(
        &self,
        bytes: ArrayBuffer,
        first_row: u32,
        dimensions: u32,
        float: Float,
    ) -> Result<Vec<u8>, WorkerError> {
        let request = move || Request::Normalize {
            first_row,
            dimensions,
            float,
        };
        let [answer] = self
            .run_one(
                request,
                move || vec![bytes.slice(0)],
                |_| Ok(()),
                &RunControl::default(),
            )
            .await?;
        let [vectors] = exactly(answer.buffers)?;
        Ok(vectors)
    }

    /// `None` if the model is not loaded yet or is unusable.
    pub(super) fn model(&self) -> Option<Model> {
        self.0.model.borrow().clone()
    }

    pub(super) fn set_model(&self, model: Model) {
        self.0.model.replace(Some(model));
    }

    pub fn count(&self) -> usize {
        self.0.count
    }

    /// Subtracts the mean of all embeddings from each embedding.
    /// See [`Embeddings::centered`](fastgas_embedding::Embeddings::centered).
    /// Returns [`WorkerError::Pipeline`] for a row that equals the mean.
    pub async fn center(&self, embeddings: &Rows, control: &RunControl) -> Result<Rows, WorkerError> {
        let dimensions = embeddings.dimensions as u32;
        let request = move || Request::Center { dimensions };
        let centered = Uint8Array::new_with_length(embeddings.buffer.byte_length());
        let filled = Rc::new(Cell::new(0));
        let watch = {
            let (centered, filled) = (centered.clone(), filled.clone());
            move |message: &mut Envelope<Event>| {
                let Event::Centering { first_row } = message.body else {
                    return Ok(());
                };
                let [rows] = exactly(take(&mut message.buffers))?;
                let start = first_row * dimensions * size_of::<f32>() as u32;
                let end = start + rows.len() as u32;
                // A later event may also start at row 0, because another worker may repeat the work of a dead worker.
                if (start != 0 && start != filled.get()) || end > centered.length() {
                    return Err(unexpected());
                }
                centered.subarray(start, end).copy_from(&rows);
                filled.set(end);
                Ok(())
            }
        };
        let pieces = embeddings.in_pieces().await;
        self.run_one(request, pieces, watch, control).await?;
        if filled.get() != centered.length() {
            return Err(unexpected());
        }
        Ok(Rows {
            buffer: centered.buffer(),
            ..*embeddings
        })
    }

    /// Builds and partitions the graph and selects instances, in one worker.
    /// `neighbors` must be the result of a search in `embeddings`.
    /// `confidences` contains one value per text, if the method needs confidences.
    /// Returns [`WorkerError::Pipeline`] if the settings are invalid.
    pub async fn select(
        &self,
        embeddings: &Rows,
        neighbors: &Neighbors,
        config: &Config,
        (confidences, earlier): (Option<&[f32]>, &PriorSelection),
        report: impl FnMut(Progress) + 'static,
        control: &RunControl,
    ) -> Result<Selected, WorkerError> {
        let (pieces, lists) = (embeddings.in_pieces().await, buffers_of(neighbors));
        let confidences = f32_to_buffer(confidences.unwrap_or_default());
        let buffers = move || {
            pieces()
                .into_iter()
                .chain(lists())
                .chain([confidences.slice(0)])
                .collect()
        };
        let (dimensions, n_searched) = (embeddings.dimensions as u32, neighbors.ids.ncols() as u32);
        let (config, earlier) = (config.clone(), earlier.clone());
        let record = neighbors.ids.nrows() <= MAX_TRACED_VERTICES;
        let request = move || Request::Select {
            dimensions,
            n_searched,
            config: config.clone(),
            earlier: earlier.clone(),
            record,
        };
        let [mut answer] = self.run_one(request, buffers, of_progress(report), control).await?;
        let trace = (answer.buffers.len() > 1).then(|| answer.buffers.pop()).flatten();
        let [part_of] = exactly(answer.buffers)?;
        let Event::Selected {
            selection,
            reasons,
            tried,
            quality,
            n_edges,
            timings,
        } = answer.body
        else {
            return Err(unexpected());
        };
        Ok(Selected {
            partition: Partition {
                part_of: u32_of_bytes(&part_of).ok_or_else(unexpected)?,
                n_parts: quality.n_parts,
            },
            selection,
            reasons,
            tried,
            quality,
            n_edges,
            timings,
            trace,
        })
    }

    pub(super) async fn run_one(
        &self,
        request: impl Fn() -> Request + 'static,
        buffers: impl Fn() -> Vec<ArrayBuffer> + 'static,
        watch: impl FnMut(&mut Envelope<Event>) -> Result<(), WorkerError> + 'static,
        control: &RunControl,
    ) -> Result<[Envelope<Event>; 1], WorkerError> {
        let job = self.new_job(JobClass::Long);
        let (request, buffers) = (move |_| request(), move |_| ready(buffers()));
        let answers = self.run(job, 1, request, buffers, watch, control).await?;
        answers.try_into().map_err(|_| unexpected())
    }

    pub(super) fn new_job(&self, class: JobClass) -> NewJob {
        let mut state = self.0.state.borrow_mut();
        let id = JobId(state.next_job);
        state.next_job += 1;
        NewJob { id, class }
    }

    pub(super) fn waiting_chunks(&self, job: NewJob) -> WaitingChunks {
        WaitingChunks {
            pool: self.clone(),
            job: job.id,
        }
    }

    pub(super) async fn run<B: Future<Output = Vec<ArrayBuffer>> + 'static>(
        &self,
        new: NewJob,
        n_chunks: usize,
        request: impl Fn(u32) -> Request + 'static,
        buffers: impl Fn(u32) -> B + 'static,
        watch: impl FnMut(&mut Envelope<Event>) -> Result<(), WorkerError> + 'static,
        control: &RunControl,
    ) -> Result<Answers, WorkerError> {
        let (end, ended) = oneshot::channel();
        let job = Job {
            request: Box::new(request),
            buffers: Rc::new(move |chunk| Box::pin(buffers(chunk))),
            watch: Some(Box::new(watch)),
            file: None,
            answers: vec![None; n_chunks],
            end,
        };
        self.run_job(new, job, ended, control).await
    }

    /// The worker that reads tables in binary formats. The worker's program is loaded on the first call.
    pub(super) async fn tables(&self) -> Result<Workers, WorkerError> {
        let started = self.0.tables.borrow().clone();
        match started {
            Some(tables) => Ok(tables),
            None => {
                let tables = Workers::new(WorkerModule::tables().await?, 1);
                self.0.tables.replace(Some(tables.clone()));
                Ok(tables)
            }
        }
    }

    /// Frees the table that the worker keeps. The worker ends, but first completes its current job.
    pub fn forget_table(&self) {
        self.0.tables.take();
    }

    pub(super) async fn run_on_file(
        &self,
        kind: JobClass,
        file: Blob,
        request: impl Fn() -> Request + 'static,
        watch: impl FnMut(&mut Envelope<Event>) -> Result<(), WorkerError> + 'static,
        control: &RunControl,
    ) -> Result<Envelope<Event>, WorkerError> {
        let (end, ended) = oneshot::channel();
        let job = Job {
            request: Box::new(move |_| request()),
            buffers: Rc::new(|_| Box::pin(ready(Vec::new()))),
            watch: Some(Box::new(watch)),
            file: Some(file),
            answers: vec![None],
            end,
        };
        let [answer] = self
            .run_job(self.new_job(kind), job, ended, control)
            .await?
            .try_into()
            .map_err(|_| unexpected())?;
        Ok(answer)
    }

    async fn run_job(
        &self,
        NewJob { id, class }: NewJob,
        job: Job,
        mut ended: oneshot::Receiver<Result<Answers, WorkerError>>,
        control: &RunControl,
    ) -> Result<Answers, WorkerError> {
        control.wait_while_paused().await?;
        let actions = {
            let mut state = self.0.state.borrow_mut();
            let n_chunks = job.answers.len() as u32;
            state.jobs.insert(id, job);
            state.schedule.submit(id, class, n_chunks)
        };
        let guard = CancelGuard { pool: &self.0, job: id };
        self.0.act(actions);
        let mut signal = RunSignal::Go;
        let answers = loop {
            match select(pin!(control.other_than(signal)), ended).await {
                Either::Right((answers, _)) => break answers,
                Either::Left((RunSignal::Stop, _)) => return Err(WorkerError::Cancelled),
                Either::Left((changed, still)) => {
                    (signal, ended) = (changed, still);
                    let actions = self
                        .0
                        .state
                        .borrow_mut()
                        .schedule
                        .set_paused(id, signal == RunSignal::Pause);
                    self.0.act(actions);
                }
            }
        };
        drop(guard);
        answers.map_err(|_| WorkerError::Cancelled)?
    }
}

/// The chunks of a job that are still in the queue. Another device can take, answer or return the chunks.
pub(super) struct WaitingChunks {
    pool: Workers,
    job: JobId,
}

impl WaitingChunks {
    /// Removes the last chunk of the job from the queue. Returns its index, or `None` if no chunk is left.
    /// The caller must not take a chunk while the job is paused.
    pub(super) fn take_last(&self) -> Option<u32> {
        self.pool.0.state.borrow_mut().schedule.take_last(self.job)
    }

    /// Puts chunks back at the end of the queue. Has no effect if the job has ended.
    pub(super) fn put_back(&self, chunks: &[u32]) {
        let actions = {
            let mut state = self.pool.0.state.borrow_mut();
            if !state.jobs.contains_key(&self.job) {
                return;
            }
            state.schedule.put_back(self.job, JobClass::Embedding, chunks)
        };
        self.pool.0.act(actions);
    }

    /// Reports the embeddings of a chunk. `buffers` contains the buffers of [`Event::Embedded`].
    pub(super) fn answer(&self, chunk: u32, buffers: Vec<Vec<u8>>) {
        let (job, body) = (self.job, Event::Embedded { chunk });
        self.pool.0.record(chunk, Envelope { job, body, buffers });
    }
}

/// Cancels the job when the future of the job ends or is dropped.
struct CancelGuard<'a> {
    pool: &'a WorkerPoolInner,
    job: JobId,
}

impl Drop for CancelGuard<'_> {
    fn drop(&mut self) {
        let actions = {
            let mut state = self.pool.state.borrow_mut();
            state.jobs.remove(&self.job);
            state.schedule.cancel(self.job)
        };
        self.pool.act(actions);
    }
}

impl WorkerPoolInner {
    /// Executes the commands of the schedule. The state is not borrowed while code outside this module runs.
    fn act(&self, actions: Vec<Command>) {
        for action in actions {
            match action {
                Command::Spawn(id) => match self.spawn(id) {
                    Ok(handle) => {
                        self.state.borrow_mut().workers.insert(id, handle);
                    }
                    Err(reason) => self.on_exit(id, LostReason::Browser(reason.into())),
                },
                Command::OpenModel(id, job) => {
                    let model = self.model.borrow().clone();
                    let (files, shared) = model.map(|model| model.for_worker()).unwrap_or_default();
                    self.send(id, job, &Request::OpenModel, (&files[..], shared.as_ref()));
                }
                Command::Send(id, chunk) => self.send_chunk(id, chunk),
                Command::Terminate(id) => {
                    let handle = self.state.borrow_mut().workers.remove(&id);
                    drop(handle);
                }
                Command::Lost(job, times) => {
                    let reason = self.state.borrow().last_error.clone().unwrap_or(LostReason::Script);
                    self.end(job, Err(WorkerError::Lost { times, reason }));
                }
            }
        }
    }

    fn spawn(&self, id: WorkerId) -> Result<Handle, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        // WebKit merges the script requests of workers that start simultaneously from one URL.
        // Only the first of the merged script requests reaches the service worker.
        // All other script requests would fail offline and after a new version was deployed.
        // A unique URL for each worker avoids merged script requests.
        let number = N_STARTED.fetch_add(1, Ordering::Relaxed);
        let loader = format!("{}?{number}", self.program.loader);
        let worker = Worker::new_with_options(&loader, &options)?;
        let this = self.this.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(pool) = this.upgrade() {
                let message = event.data();
                if is_ready(&message) {
                    return pool.ready(id);
                }
                match unpack(message) {
                    Ok(event) => pool.on_message(id, event),
                    Err(error) => pool.on_exit(id, LostReason::Other(error.to_string().into())),
                }
            }
        });
        let this = self.this.clone();
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            // The error is not printed in the console, because the message about the run shows the error to the user.
            event.prevent_default();
            let reason = match event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message) {
                Some(message) if !message.is_empty() => {
                    let words = message.strip_prefix("Uncaught ").unwrap_or(&message);
                    let words = words.strip_prefix("Error: ").unwrap_or(words);
                    match words.strip_prefix(PANIC) {
                        Some(said) => LostReason::Panic(said.into()),
                        None => LostReason::Browser(Refusal::in_words(words)),
                    }
                }
                _ => LostReason::Script,
            };
            if let Some(pool) = this.upgrade() {
                pool.on_exit(id, reason);
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        worker.set_onmessageerror(Some(on_error.as_ref().unchecked_ref()));
        worker.post_message(&self.program.start)?;
        Ok(Handle {
            worker,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    /// Sends a chunk to a worker in a separate task.
    /// Creating the buffers for several workers in one task would block the page.
    fn send_chunk(&self, id: WorkerId, chunk: Chunk) {
        let this = self.this.clone();
        spawn_local(async move {
            next_task().await;
            let buffers = this.upgrade().and_then(|pool| {
                let state = pool.state.borrow();
                state.jobs.get(&chunk.job).map(|job| job.buffers.clone())
            });
            let made = match buffers {
                Some(buffers) => buffers(chunk.index).await,
                None => Vec::new(),
            };
            if let Some(pool) = this.upgrade() {
                pool.send_made(id, chunk, &made);
            }
        });
    }

    /// If the worker died in the meantime, another worker gets the chunk.
    /// If the job has ended, the worker becomes idle.
    fn send_made(&self, id: WorkerId, chunk: Chunk, buffers: &[ArrayBuffer]) {
        let request = {
            let state = self.state.borrow();
            if !state.workers.contains_key(&id) {
                return;
            }
            state.jobs.get(&chunk.job).map(|job| (job.request)(chunk.index))
        };
        match request {
            Some(request) => self.send(id, chunk.job, &request, (buffers, None)),
            None => {
                let actions = self.state.borrow_mut().schedule.done(id);
                self.act(actions);
            }
        }
    }

    /// The buffers move to the worker. The shared memory stays available to this page.
    fn send(
        &self,
        id: WorkerId,
        job: JobId,
        request: &Request,
        (buffers, shared): (&[ArrayBuffer], Option<&SharedArrayBuffer>),
    ) {
        let sent = pack(job, request, buffers).and_then(|array: Array| {
            let state = self.state.borrow();
            let handle = state.workers.get(&id).ok_or_else(unexpected)?;
            if let Some(file) = state.jobs.get(&job).and_then(|job| job.file.as_ref()) {
                array.push(file);
            }
            if let Some(shared) = shared {
                array.push(shared);
            }
            let transferred: Array = buffers.iter().collect();
            let posted = handle.worker.post_message_with_transfer(&array, &transferred);
            posted.map_err(protocol)
        });
        if let Err(error) = sent {
            self.failed(id, job, error);
        }
    }

    fn ready(&self, id: WorkerId) {
        if self.has_worker(id) {
            let actions = self.state.borrow_mut().schedule.ready(id);
            self.act(actions);
        }
    }

    fn on_message(&self, id: WorkerId, mut event: Envelope<Event>) {
        // Ignore events that a worker sent before it was terminated.
        if !self.has_worker(id) {
            return;
        }
        let job = event.job;
        match event.body {
            Event::ModelOpened { .. } => {
                let actions = self.state.borrow_mut().schedule.opened(id);
                self.act(actions);
            }
            Event::Progress { .. }
            | Event::Cells { .. }
            | Event::Ends { .. }
            | Event::Embeddings { .. }
            | Event::GpuFound { .. }
            | Event::Centering { .. }
            | Event::Ran { .. }
            | Event::Joined
            | Event::Settling => self.watch(&mut event),
            Event::Failed { error } => self.failed(id, job, error),
            Event::Embedded { chunk } | Event::NeighborsFound { chunk } | Event::Answered { chunk } => {
                self.answered(id, chunk, event)
            }
            // All other events are answers to jobs with a single chunk, which has the index 0.
            _ => self.answered(id, 0, event),
        }
    }

    fn has_worker(&self, id: WorkerId) -> bool {
        self.state.borrow().workers.contains_key(&id)
    }

    fn answered(&self, id: WorkerId, chunk: u32, answer: Envelope<Event>) {
        let actions = self.state.borrow_mut().schedule.done(id);
        self.act(actions);
        self.record(chunk, answer);
    }

    /// Stores the answer to a chunk. The last missing answer ends the job.
    fn record(&self, chunk: u32, mut answer: Envelope<Event>) {
        let job = answer.job;
        self.watch(&mut answer);
        let answers = {
            let mut state = self.state.borrow_mut();
            let Some(known) = state.jobs.get_mut(&job) else { return };
            if let Some(place) = known.answers.get_mut(chunk as usize) {
                *place = Some(answer);
            }
            if !known.answers.iter().all(Option::is_some) {
                return;
            }
            known.answers.drain(..).flatten().collect()
        };
        self.end(job, Ok(answers));
    }

    /// If the job has ended, the event is ignored.
    fn watch(&self, event: &mut Envelope<Event>) {
        let job = event.job;
        let watch = {
            let mut state = self.state.borrow_mut();
            state.jobs.get_mut(&job).and_then(|job| job.watch.take())
        };
        let Some(mut watch) = watch else { return };
        match watch(event) {
            Ok(()) => {
                if let Some(job) = self.state.borrow_mut().jobs.get_mut(&job) {
                    job.watch = Some(watch);
                }
            }
            Err(error) => {
                let actions = self.state.borrow_mut().schedule.cancel(job);
                self.end(job, Err(error));
                self.act(actions);
            }
        }
    }

    fn failed(&self, id: WorkerId, job: JobId, error: WorkerError) {
        // The next job loads the files of the model again, because the files may be damaged.
        if matches!(error, WorkerError::Pipeline(Error::Embed(_))) {
            self.model.replace(None);
        }
        let actions = self.state.borrow_mut().schedule.failed(id, job);
        self.end(job, Err(error));
        self.act(actions);
    }

    fn on_exit(&self, id: WorkerId, reason: LostReason) {
        let actions = {
            let mut state = self.state.borrow_mut();
            state.last_error = Some(reason);
            state.schedule.worker_failed(id)
        };
        self.act(actions);
    }

    fn end(&self, job: JobId, result: Result<Answers, WorkerError>) {
        let job = self.state.borrow_mut().jobs.remove(&job);
        if let Some(job) = job {
            // An error from `send` means that the future of the job was dropped, so that no result is needed.
            let _ = job.end.send(result);
        }
    }
}

/// Waits for `future`, unless the user cancels.
/// Returns [`WorkerError::Cancelled`] if the user cancels before the future is complete.
pub async fn unless_cancelled<T>(future: impl Future<Output = T>, control: &RunControl) -> Result<T, WorkerError> {
    match select(pin!(control.cancelled()), pin!(future)).await {
        Either::Left(_) => Err(WorkerError::Cancelled),
        Either::Right((output, _)) => Ok(output),
    }
}

/// Returns a function that copies the ids and the similarities in `neighbors` to two buffers.
pub(super) fn buffers_of(neighbors: &Neighbors) -> impl Fn() -> Vec<ArrayBuffer> + 'static {
    let (ids, similarities) = (
        neighbors.ids.as_standard_layout(),
        neighbors.similarities.as_standard_layout(),
    );
    let buffers = [
        u32_to_buffer(ids.as_slice().expect("in this layout it lies in one piece")),
        f32_to_buffer(similarities.as_slice().expect("in this layout it lies in one piece")),
    ];
    move || buffers.iter().map(|buffer| buffer.slice(0)).collect()
}

pub(super) fn of_progress(
    mut report: impl FnMut(Progress) + 'static,
) -> impl FnMut(&mut Envelope<Event>) -> Result<(), WorkerError> + 'static {
    move |message| {
        if let Event::Progress { progress } = message.body {
            report(progress);
        }
        Ok(())
    }
}

/// If the server declares the media type of WebAssembly, the module is compiled during the download.
async fn compile(url: &str) -> Result<JsValue, WorkerError> {
    let response = fetch(url).await?;
    let media_type = response
        .headers()
        .get("content-type")
        .ok()
        .flatten()
        .unwrap_or_default();
    let compiled = if media_type.eq_ignore_ascii_case("application/wasm") {
        WebAssembly::compile_streaming(&js_sys::Promise::resolve(&JsValue::from(response)))
    } else {
        WebAssembly::compile(&bytes(&response, url).await?.into())
    };
    JsFuture::from(compiled)
        .await
        .map_err(|reason| asset(url, reason.into()))
}

pub(super) async fn bytes(response: &Response, url: &str) -> Result<ArrayBuffer, WorkerError> {
    let read = async { JsFuture::from(response.array_buffer()?).await };
    let buffer = read.await.map_err(|reason| asset(url, reason.into()))?;
    Ok(buffer.unchecked_into())
}

pub(super) async fn fetch(url: &str) -> Result<Response, WorkerError> {
    let window = web_sys::window().ok_or_else(|| asset(url, Refusal::NoPage))?;
    let response = JsFuture::from(window.fetch_with_str(url))
        .await
        .map_err(|reason| asset(url, reason.into()))?;
    let response: Response = response.unchecked_into();
    if response.ok() {
        Ok(response)
    } else {
        let status = response.status();
        Err(asset(url, Refusal::Status { status }))
    }
}

pub(super) fn exactly<const N: usize>(buffers: Vec<Vec<u8>>) -> Result<[Vec<u8>; N], WorkerError> {
    buffers.try_into().map_err(|_| unexpected())
}

pub(super) fn unexpected() -> WorkerError {
    WorkerError::Protocol {
        reason: ProtocolReason::Unexpected,
    }
}

fn protocol(error: JsValue) -> WorkerError {
    WorkerError::Protocol {
        reason: ProtocolReason::Other(Refusal::from(error).to_string().into()),
    }
}

pub(super) fn asset(url: &str, reason: Refusal) -> WorkerError {
    WorkerError::Asset {
        url: url.into(),
        reason: AssetReason::Browser(reason),
    }
}
