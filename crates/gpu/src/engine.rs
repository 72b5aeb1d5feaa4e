//! The GPU itself: all that is known here of wgpu.
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
    PowerPreference, Queue, RequestAdapterOptions, SubmissionIndex,
};

use crate::plan::{Plan, Portion, TERMS};
use crate::shader::{Kept, Task};
use fastgas_embedding::Embeddings;
use fastgas_graph::WhyCpu;

/// Tasks that are submitted and not done yet: one that runs and one that waits, so that the GPU is never idle and
/// nothing keeps it long when the job is cancelled.
const IN_FLIGHT: usize = 2;

/// How long a task should take: long beside what it costs to give and to await it, which is a millisecond in a browser,
/// and short for whoever looks at a screen that the same GPU draws.
const TASK: Range<Duration> = Duration::from_millis(25)..Duration::from_millis(100);

/// An open GPU.
pub struct Engine {
    device: Device,
    queue: Queue,
    pipeline: ComputePipeline,
    name: String,
    lost: Arc<Mutex<Option<String>>>,
}

/// The embeddings on the GPU and what goes with them.
pub struct Search<'a> {
    engine: &'a Engine,
    plan: Plan,
    slabs: Vec<Buffer>,
    task: Buffer,
    kept: Buffer,
    readable: Buffer,
    in_flight: VecDeque<Submitted>,
    /// Terms of the next task.
    terms: u64,
    /// When the last task was done.
    last_done: Instant,
    fetching: Option<Fetching>,
}

/// What is kept of a chunk, on its way.
struct Fetching {
    chunk: Range<usize>,
    bytes: u64,
    copied: Submitted,
    mapped: oneshot::Receiver<Result<(), BufferAsyncError>>,
}

/// A task that was submitted.
struct Submitted {
    at: Instant,
    index: SubmissionIndex,
    done: oneshot::Receiver<()>,
}

impl Engine {
    /// Opens the fastest GPU, or one that software imitates, where `software` will do.
    pub async fn open(software: bool) -> Result<Engine, WhyCpu> {
        let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
        let options = RequestAdapterOptions {
            power_preference: PowerPreference::HighPerformance,
            ..RequestAdapterOptions::default()
        };
        // The browser says nothing more of why there is none.
        let adapter = instance.request_adapter(&options).await;
        let adapter = adapter.map_err(|_| WhyCpu::NoAdapter)?;
        if adapter.get_info().device_type == DeviceType::Cpu && !software {
            return Err(WhyCpu::Software);
        }
        Engine::with(&adapter).await
    }

    async fn with(adapter: &Adapter) -> Result<Engine, WhyCpu> {
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
        let (device, queue) = opened.map_err(|error| WhyCpu::Unfit {
            reason: error.to_string(),
        })?;
        let lost = Arc::new(Mutex::new(None));
        let told = lost.clone();
        device.set_device_lost_callback(move |_, reason| {
            told.lock()
                .unwrap_or_else(PoisonError::into_inner)
                .get_or_insert(reason);
        });
        let pipeline = checked(&device, || {
            let module = device.create_shader_module(wgpu::include_wgsl!("nearest.wgsl"));
            device.create_compute_pipeline(&ComputePipelineDescriptor {
                label: None,
                layout: None,
                module: &module,
                entry_point: None,
                compilation_options: Default::default(),
                cache: None,
            })
        });
        Ok(Engine {
            pipeline: pipeline.await?,
            name: adapter.get_info().name,
            device,
            queue,
            lost,
        })
    }

    /// What its driver calls it; empty where the browser does not tell.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it can hold and do at once.
    pub fn limits(&self) -> Limits {
        self.device.limits()
    }

    /// Catches what it says against what it is given from now on.
    pub fn catch(&self) -> Catch {
        Catch::new(&self.device)
    }

    /// Takes it away, as a driver might.
    #[cfg(test)]
    pub fn destroy(&self) {
        self.device.destroy();
    }

    fn buffer(&self, size: u64, usage: BufferUsages) -> Buffer {
        self.device.create_buffer(&BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    /// Why what should have come did not.
    fn why(&self) -> WhyCpu {
        let lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        WhyCpu::Lost {
            reason: lost.clone().unwrap_or_else(|| "its driver does not answer".into()),
        }
    }
}

/// Catches what a device says against the work that it is given.
pub struct Catch(Vec<ErrorScopeGuard>);

impl Catch {
    fn new(device: &Device) -> Catch {
        let filters = [ErrorFilter::Internal, ErrorFilter::Validation, ErrorFilter::OutOfMemory];
        Catch(filters.map(|filter| device.push_error_scope(filter)).into())
    }

    /// What it has said, as a reason.
    pub async fn end(self) -> Result<(), WhyCpu> {
        // All scopes end here, the last one first; what each has caught comes later.
        let caught: Vec<_> = self.0.into_iter().rev().map(ErrorScopeGuard::pop).collect();
        for error in caught {
            match error.await {
                None => {}
                Some(Error::OutOfMemory { .. }) => return Err(WhyCpu::OutOfMemory),
                Some(Error::Validation { description, .. } | Error::Internal { description, .. }) => {
                    return Err(WhyCpu::Refused { reason: description });
                }
            }
        }
        Ok(())
    }
}

/// Does `work`, and whatever the device says against it becomes the reason why.
async fn checked<T>(device: &Device, work: impl FnOnce() -> T) -> Result<T, WhyCpu> {
    let catch = Catch::new(device);
    let result = work();
    catch.end().await?;
    Ok(result)
}

impl<'a> Search<'a> {
    /// Brings the embeddings to the GPU.
    pub async fn new(engine: &'a Engine, embeddings: &Embeddings, plan: Plan) -> Result<Search<'a>, WhyCpu> {
        checked(&engine.device, || {
            let storage = BufferUsages::STORAGE;
            let kept = plan.kept_bytes();
            let mut search = Search {
                slabs: Vec::new(),
                task: engine.buffer(size_of::<Task>() as u64, BufferUsages::UNIFORM | BufferUsages::COPY_DST),
                kept: engine.buffer(kept, storage | BufferUsages::COPY_SRC),
                readable: engine.buffer(kept, BufferUsages::MAP_READ | BufferUsages::COPY_DST),
                in_flight: VecDeque::new(),
                terms: TERMS,
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

    /// Writes rows into a buffer, each filled up to its depth with zeros.
    fn fill(&self, buffer: &Buffer, embeddings: &Embeddings, rows: Range<usize>) {
        /// So many bytes that a copy on the way matters to nobody.
        const PIECE: usize = 8 << 20;
        let (d, padded) = (embeddings.dimensions(), self.plan.padded_dimensions());
        let piece = (PIECE / (padded * size_of::<f32>())).max(1);
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

    /// Holds the candidates from `start` on against a chunk, as many as the GPU does in one go, and gives where the next
    /// ones begin. What was kept of the chunk before is lost with the first ones, unless [`Search::fetch`] came before.
    pub async fn go_on(&mut self, chunk: &Range<usize>, start: usize) -> Result<usize, WhyCpu> {
        while self.in_flight.len() >= IN_FLIGHT {
            self.wait().await?;
        }
        let portion = self.plan.portion(chunk, start, self.terms);
        let submitted = self.submit(chunk, &portion);
        self.in_flight.push_back(submitted);
        Ok(portion.candidates.end)
    }

    /// Begins to fetch what is kept of the rows of a chunk, once all candidates have been held against them.
    pub fn fetch(&mut self, chunk: Range<usize>) {
        let bytes = self.plan.n_kept_of(self.plan.stride(&chunk)) * size_of::<Kept>() as u64;
        let mut commands = self.engine.device.create_command_encoder(&Default::default());
        commands.copy_buffer_to_buffer(&self.kept, 0, &self.readable, 0, bytes);
        let copied = self.submitted(commands.finish());
        let (send, mapped) = oneshot::channel();
        self.readable.map_async(MapMode::Read, 0..bytes, |result| {
            // Nobody hears it when the job was given up meanwhile.
            let _ = send.send(result);
        });
        self.fetching = Some(Fetching {
            chunk,
            bytes,
            copied,
            mapped,
        });
    }

    /// The chunk whose fetching has begun, if that of one has, and what was kept of it: [part][place][row], a number of
    /// rows that [`Plan::stride`] gives.
    pub async fn fetched(&mut self) -> Result<Option<(Range<usize>, Vec<Kept>)>, WhyCpu> {
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
        // Natively that has brought it; a browser takes its time.
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
        let entries: Vec<BindGroupEntry<'_>> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        self.engine.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &self.engine.pipeline.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    fn submitted(&self, commands: CommandBuffer) -> Submitted {
        let queue = &self.engine.queue;
        let index = queue.submit([commands]);
        let (send, done) = oneshot::channel();
        // Nobody hears it when the job was given up meanwhile.
        queue.on_submitted_work_done(|| {
            let _ = send.send(());
        });
        Submitted {
            at: Instant::now(),
            index,
            done,
        }
    }

    /// Waits for the oldest task in flight, and gives the next one more if it was done soon, or less.
    async fn wait(&mut self) -> Result<(), WhyCpu> {
        let Some(task) = self.in_flight.pop_front() else {
            return Ok(());
        };
        let begun = task.at.max(self.last_done);
        self.done(task).await?;
        self.last_done = Instant::now();
        let took = self.last_done - begun;
        if took < TASK.start {
            self.terms = self.terms.saturating_mul(2);
        } else if took > TASK.end {
            self.terms = (self.terms / 2).max(TERMS);
        }
        Ok(())
    }

    async fn done(&self, Submitted { index, done, .. }: Submitted) -> Result<(), WhyCpu> {
        // Natively everything happens in here; in a browser nothing does, and `done` waits for it.
        let poll = PollType::Wait {
            submission_index: Some(index),
            timeout: None,
        };
        self.engine.device.poll(poll).map_err(|_| self.engine.why())?;
        done.await.map_err(|_| self.engine.why())
    }
}
