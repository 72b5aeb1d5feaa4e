//! Access to the GPU: the only module that runs commands through wgpu.
#![expect(
    clippy::disallowed_types,
    reason = "a fast GPU gets larger portions; the neighbors are the same"
)]

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::channel::oneshot;
use web_time::Instant;
use wgpu::{
    Adapter, BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, BufferAsyncError, BufferDescriptor, BufferUsages,
    CommandBuffer, ComputePassDescriptor, ComputePipeline, ComputePipelineDescriptor, Device, DeviceDescriptor,
    DeviceType, Error, ErrorFilter, ErrorScopeGuard, Instance, InstanceDescriptor, Limits, MapMode, PollType,
    PowerPreference, Queue, RequestAdapterOptions, ShaderModuleDescriptor, SubmissionIndex,
};

use crate::plan::{INITIAL_TERMS, Plan, Portion};
use crate::shader::{KeptCandidate, Task};
use fastgas_embedding::Embeddings;
use fastgas_graph::CpuReason;

/// Maximum number of submitted tasks: one task runs on the GPU, and one task is queued, which keeps the GPU busy.
/// After a canceled search, the GPU has to finish at most two tasks.
const MAX_IN_FLIGHT: usize = 2;

/// Preferred duration of a task.
/// A task should be long compared with its overhead, which is about 1 ms in a browser.
/// A task should not delay drawing on a screen that uses the same GPU.
const TASK_DURATION: Range<Duration> = Duration::from_millis(25)..Duration::from_millis(100);

pub struct Engine {
    device: Device,
    queue: Queue,
    pipeline: ComputePipeline,
    name: String,
    lost: Arc<Mutex<Option<String>>>,
}

/// A search for nearest neighbors: the embeddings on the GPU, and the state of the search.
pub struct Search<'a> {
    engine: &'a Engine,
    plan: Plan,
    slabs: Vec<Buffer>,
    task: Buffer,
    kept: Buffer,
    readable: Buffer,
    in_flight: VecDeque<Submitted>,
    /// Number of dot-product terms that the next task should add.
    terms: u64,
    last_done: Instant,
    fetching: Option<Fetching>,
}

/// A chunk whose candidates are being copied from the GPU.
struct Fetching {
    chunk: Range<usize>,
    bytes: u64,
    copied: Submitted,
    mapped: oneshot::Receiver<Result<(), BufferAsyncError>>,
}

struct Submitted {
    at: Instant,
    index: SubmissionIndex,
    done: oneshot::Receiver<()>,
}

impl Engine {
    /// Opens the fastest GPU. If `software` is set, a software implementation of a GPU is accepted.
    pub async fn open(software: bool) -> Result<Engine, CpuReason> {
        let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
        let options = RequestAdapterOptions {
            power_preference: PowerPreference::HighPerformance,
            ..RequestAdapterOptions::default()
        };
        // The browser gives no reason if it returns no adapter.
        let adapter = instance.request_adapter(&options).await;
        let adapter = adapter.map_err(|_| CpuReason::NoAdapter)?;
        if adapter.get_info().device_type == DeviceType::Cpu && !software {
            return Err(CpuReason::Software);
        }
        Engine::with(&adapter).await
    }

    async fn with(adapter: &Adapter) -> Result<Engine, CpuReason> {
        let can = adapter.limits();
        let required_limits = Limits {
            max_storage_buffer_binding_size: can.max_storage_buffer_binding_size,
            max_buffer_size: can.max_buffer_size,
            max_compute_workgroups_per_dimension: can.max_compute_workgroups_per_dimension,
            ..Limits::default()
        };
        let descriptor = DeviceDescriptor {
            required_limits,
            ..DeviceDescriptor::default()
        };
        let opened = adapter.request_device(&descriptor).await;
        let (device, queue) = opened.map_err(|error| CpuReason::Unfit {
            reason: error.to_string().into(),
        })?;
        let lost = Arc::new(Mutex::new(None));
        let reported = lost.clone();
        device.set_device_lost_callback(move |_, reason| {
            reported
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(reason);
        });
        let pipeline = checked(&device, || {
            compute_pipeline(&device, wgpu::include_wgsl!("nearest.wgsl"))
        });
        Ok(Engine {
            pipeline: pipeline.await?,
            name: adapter.get_info().name,
            device,
            queue,
            lost,
        })
    }

    /// Name of the GPU reported by the driver; empty if the browser does not reveal the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn limits(&self) -> Limits {
        self.device.limits()
    }

    /// Catches the errors of all GPU work that is submitted after the call.
    pub fn catch(&self) -> ErrorScopes {
        ErrorScopes::new(&self.device)
    }

    /// The device and its queue, for kernels other than the neighbor search.
    #[cfg(any(test, feature = "encoder"))]
    pub fn device(&self) -> (&Device, &Queue) {
        (&self.device, &self.queue)
    }

    /// Binds whole buffers to the bindings 0, 1, … of group 0.
    pub fn bind_group<'b>(
        &self,
        pipeline: &ComputePipeline,
        buffers: impl IntoIterator<Item = &'b Buffer>,
    ) -> BindGroup {
        let entries: Vec<BindGroupEntry<'_>> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    /// Simulates the loss of the device.
    #[cfg(test)]
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// Creates a buffer. WebGPU fills new buffers with zeros.
    pub fn buffer(&self, size: u64, usage: BufferUsages) -> Buffer {
        self.device.create_buffer(&BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    pub fn why(&self) -> CpuReason {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        match &*lost {
            Some(reason) => CpuReason::Lost {
                reason: reason.as_str().into(),
            },
            None => CpuReason::Silent,
        }
    }
}

/// Error scopes, which catch the errors of the work that is submitted while the scopes are open.
pub struct ErrorScopes(Vec<ErrorScopeGuard>);

impl ErrorScopes {
    fn new(device: &Device) -> ErrorScopes {
        let filters = [ErrorFilter::Internal, ErrorFilter::Validation, ErrorFilter::OutOfMemory];
        ErrorScopes(filters.map(|filter| device.push_error_scope(filter)).into())
    }

    pub async fn end(self) -> Result<(), CpuReason> {
        // All error scopes are popped in reverse order before the first `await`, because the caught errors arrive later.
        let caught: Vec<_> = self.0.into_iter().rev().map(ErrorScopeGuard::pop).collect();
        for error in caught {
            match error.await {
                None => {}
                Some(Error::OutOfMemory { .. }) => return Err(CpuReason::OutOfMemory),
                Some(Error::Validation { description, .. } | Error::Internal { description, .. }) => {
                    return Err(CpuReason::Refused {
                        reason: description.into(),
                    });
                }
            }
        }
        Ok(())
    }
}

pub fn compute_pipeline(device: &Device, shader: ShaderModuleDescriptor<'_>) -> ComputePipeline {
    device.create_compute_pipeline(&ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &device.create_shader_module(shader),
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    })
}

/// Runs `work`. Returns the result of `work`, or the error that the device reports for the commands of `work`.
async fn checked<T>(device: &Device, work: impl FnOnce() -> T) -> Result<T, CpuReason> {
    let catch = ErrorScopes::new(device);
    let result = work();
    catch.end().await?;
    Ok(result)
}

impl<'a> Search<'a> {
    pub async fn new(engine: &'a Engine, embeddings: &Embeddings, plan: Plan) -> Result<Search<'a>, CpuReason> {
        checked(&engine.device, || {
            let storage = BufferUsages::STORAGE;
            let kept = plan.kept_bytes();
            let mut search = Search {
                slabs: Vec::new(),
                task: engine.buffer(size_of::<Task>() as u64, BufferUsages::UNIFORM | BufferUsages::COPY_DST),
                kept: engine.buffer(kept, storage | BufferUsages::COPY_SRC),
                readable: engine.buffer(kept, BufferUsages::MAP_READ | BufferUsages::COPY_DST),
                in_flight: VecDeque::new(),
                terms: INITIAL_TERMS,
                last_done: Instant::now(),
                fetching: None,
                engine,
                plan,
            };
            for slab in search.plan.slabs() {
                let buffer = engine.buffer(search.plan.slab_bytes(&slab), storage | BufferUsages::COPY_DST);
                search.fill(&buffer, embeddings, slab);
                search.slabs.push(buffer);
            }
            search
        })
        .await
    }

    /// Copies rows of the embeddings into a buffer. Each row is padded with zeros to the padded dimension.
    fn fill(&self, buffer: &Buffer, embeddings: &Embeddings, rows: Range<usize>) {
        /// Number of bytes that are copied at a time.
        /// The number is small, so that the intermediate copy needs little memory.
        const CHUNK_BYTES: usize = 8 << 20;
        let (d, padded) = (embeddings.dimensions(), self.plan.padded_dimensions());
        let piece = (CHUNK_BYTES / (padded * size_of::<f32>())).max(1);
        let mut filled = Vec::new();
        for start in rows.clone().step_by(piece) {
            let end = rows.end.min(start + piece);
            let mut numbers = &embeddings.as_slice()[start * d..end * d];
            if d < padded {
                filled.clear();
                filled.resize((end - start) * padded, 0.0);
                for (to, from) in filled.chunks_exact_mut(padded).zip(numbers.chunks_exact(d)) {
                    to[..d].copy_from_slice(from);
                }
                numbers = &filled;
            }
            let offset = (start - rows.start) * padded * size_of::<f32>();
            let bytes = bytemuck::cast_slice(numbers);
            self.engine.queue.write_buffer(buffer, offset as u64, bytes);
        }
    }

    /// Submits the next task, which compares a chunk with candidates from `start` on, up to the task's limit.
    /// Returns the index of the first candidate for the following task.
    /// The first task of a chunk overwrites the candidates of the previous chunk.
    /// Before the first task of a chunk, [`Search::fetch`] must be called for the previous chunk.
    pub async fn submit_next(&mut self, chunk: &Range<usize>, start: usize) -> Result<usize, CpuReason> {
        while self.in_flight.len() >= MAX_IN_FLIGHT {
            self.wait().await?;
        }
        let portion = self.plan.portion(chunk, start, self.terms);
        let submitted = self.submit(chunk, &portion);
        self.in_flight.push_back(submitted);
        Ok(portion.candidates.end)
    }

    /// Starts to read the candidates of a chunk. All candidates must already have been compared with the chunk.
    pub fn fetch(&mut self, chunk: Range<usize>) {
        let bytes = self.plan.n_kept_of(self.plan.stride(&chunk)) * size_of::<KeptCandidate>() as u64;
        let mut commands = self.engine.device.create_command_encoder(&Default::default());
        commands.copy_buffer_to_buffer(&self.kept, 0, &self.readable, 0, bytes);
        let copied = self.submitted(commands.finish());
        let (send, mapped) = oneshot::channel();
        self.readable.map_async(MapMode::Read, 0..bytes, |result| {
            // An error from `send` is ignored: the receiver is gone if the search was canceled early.
            let _ = send.send(result);
        });
        self.fetching = Some(Fetching {
            chunk,
            bytes,
            copied,
            mapped,
        });
    }

    /// Returns the chunk that is being read, if any, and its candidates with the axes \[part\]\[position\]\[row\].
    /// The axis \[part\] has the length [`Plan::n_parts`]: the number of parts that each row's candidates are split into.
    /// The axis \[position\] has the length [`Plan::n_kept`]: the number of candidates that each part keeps per row.
    /// The axis \[row\] has the length [`Plan::stride`].
    pub async fn fetched(&mut self) -> Result<Option<(Range<usize>, Vec<KeptCandidate>)>, CpuReason> {
        let Some(Fetching {
            chunk,
            bytes,
            copied,
            mapped,
        }) = self.fetching.take()
        else {
            return Ok(None);
        };
        self.done(copied).await?;
        // The future `mapped` is ready at this point in native programs. In a browser, the mapping takes longer.
        if !matches!(mapped.await, Ok(Ok(()))) {
            return Err(self.engine.why());
        }
        let view = self.readable.get_mapped_range(0..bytes);
        let view = view.map_err(|_| self.engine.why())?;
        let kept = bytemuck::pod_collect_to_vec(&view);
        drop(view);
        self.readable.unmap();
        Ok(Some((chunk, kept)))
    }

    fn submit(&self, chunk: &Range<usize>, portion: &Portion) -> Submitted {
        let Engine { device, queue, .. } = self.engine;
        let query_slab = self.plan.slab_of(chunk.start);
        let query_id = self.plan.first_of_slab(query_slab);
        let candidate_id = self.plan.first_of_slab(portion.slab);
        let task = Task {
            first_query: (chunk.start - query_id) as u32,
            first_candidate: (portion.candidates.start - candidate_id) as u32,
            end_candidate: (portion.candidates.end - candidate_id) as u32,
            query_id: query_id as u32,
            candidate_id: candidate_id as u32,
            depth: self.plan.depth() as u32,
            n_kept: self.plan.n_kept() as u32,
            is_first: u32::from(portion.candidates.start == 0),
        };
        queue.write_buffer(&self.task, 0, bytemuck::bytes_of(&task));
        let mut commands = device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_compute_pass(&ComputePassDescriptor::default());
        pass.set_pipeline(&self.engine.pipeline);
        pass.set_bind_group(0, &self.bind_group(query_slab, portion.slab), &[]);
        let [x, y] = self.plan.workgroups(self.plan.stride(chunk));
        pass.dispatch_workgroups(x, y, 1);
        drop(pass);
        self.submitted(commands.finish())
    }

    fn bind_group(&self, queries: usize, candidates: usize) -> BindGroup {
        let buffers = [&self.slabs[queries], &self.slabs[candidates], &self.kept, &self.task];
        self.engine.bind_group(&self.engine.pipeline, buffers)
    }

    fn submitted(&self, commands: CommandBuffer) -> Submitted {
        let queue = &self.engine.queue;
        let index = queue.submit([commands]);
        let (send, done) = oneshot::channel();
        // An error from `send` is ignored: the receiver is gone if the search was canceled early.
        queue.on_submitted_work_done(|| {
            let _ = send.send(());
        });
        Submitted {
            at: Instant::now(),
            index,
            done,
        }
    }

    /// Waits for the oldest task on the GPU.
    /// Doubles the size of the next task if the oldest task finished early, and halves the size if it finished late.
    async fn wait(&mut self) -> Result<(), CpuReason> {
        let Some(task) = self.in_flight.pop_front() else {
            return Ok(());
        };
        let start = task.at.max(self.last_done);
        self.done(task).await?;
        self.last_done = Instant::now();
        let took = self.last_done - start;
        if took < TASK_DURATION.start {
            self.terms = self.terms.saturating_mul(2);
        } else if took > TASK_DURATION.end {
            self.terms = (self.terms / 2).max(INITIAL_TERMS);
        }
        Ok(())
    }

    async fn done(&self, Submitted { index, done, .. }: Submitted) -> Result<(), CpuReason> {
        // In native programs, `poll` waits for the task. In a browser `poll` does nothing, and `done` waits.
        let poll = PollType::Wait {
            submission_index: Some(index),
            timeout: None,
        };
        self.engine.device.poll(poll).map_err(|_| self.engine.why())?;
        done.await.map_err(|_| self.engine.why())
    }
}
