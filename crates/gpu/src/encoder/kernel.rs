//! Compiles and runs compute kernels.

use std::borrow::Cow;
use std::iter;

use futures::channel::oneshot;
use wgpu::{
    Buffer, BufferUsages, ComputePass, ComputePassDescriptor, ComputePipeline, MapMode, PollType,
    ShaderModuleDescriptor, ShaderSource,
};

use crate::engine::{Engine, compute_pipeline};
use fastgas_graph::CpuReason;

/// A kernel that runs alone: each submission to the GPU contains one run of this kernel.
pub struct Kernel<'a> {
    engine: &'a Engine,
    pipeline: ComputePipeline,
}

pub struct Job<'a> {
    /// Content of the uniform buffer at binding 0, as 32-bit words.
    pub task: &'a [u32],
    /// Contents of the input buffers, which have the bindings 1, 2 and so on.
    pub inputs: &'a [&'a [u32]],
    /// Number of words in each output buffer.
    /// The bindings of the output buffers follow the bindings of the input buffers.
    pub outputs: &'a [usize],
    pub workgroups: [usize; 2],
}

/// Compiles a shader, which must have exactly one entry point.
pub async fn compiled(engine: &Engine, source: &str) -> Result<ComputePipeline, CpuReason> {
    let (device, _) = engine.device();
    let catch = engine.catch();
    let source = ShaderSource::Wgsl(source.into());
    let pipeline = compute_pipeline(device, ShaderModuleDescriptor { label: None, source });
    catch.end().await?;
    Ok(pipeline)
}

/// Creates a buffer with the given contents. Zeros are appended up to a multiple of 4 bytes, as WebGPU requires.
pub fn filled(engine: &Engine, bytes: &[u8], usage: BufferUsages) -> Buffer {
    /// Number of bytes that are copied at a time.
    /// The number is small, so that the intermediate copy needs little memory.
    const CHUNK_BYTES: usize = 8 << 20;
    let (_, queue) = engine.device();
    let size = bytes.len().next_multiple_of(size_of::<u32>());
    let buffer = engine.buffer(size as u64, usage | BufferUsages::COPY_DST);
    for (chunk, offset) in bytes.chunks(CHUNK_BYTES).zip((0..).step_by(CHUNK_BYTES)) {
        let mut chunk = Cow::from(chunk);
        if !chunk.len().is_multiple_of(size_of::<u32>()) {
            chunk.to_mut().resize(size - offset, 0);
        }
        queue.write_buffer(&buffer, offset as u64, &chunk);
    }
    buffer
}

/// Adds a run of a kernel to a compute pass.
/// `task` is the content of the uniform buffer at binding 0, as 32-bit words.
/// The buffers in `buffers` have the bindings from 1 on.
pub fn dispatch(
    engine: &Engine,
    pass: &mut ComputePass<'_>,
    pipeline: &ComputePipeline,
    task: &[u32],
    buffers: &[&Buffer],
    workgroups: [usize; 2],
) {
    let task = task_buffer(engine, task);
    let group = engine.bind_group(pipeline, iter::once(&task).chain(buffers.iter().copied()));
    let [x, y] = workgroups;
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(x as u32, y as u32, 1);
}

/// Waits for all submitted work. Reads the given number of bytes, a multiple of 4, from the beginning of each buffer.
pub async fn read(engine: &Engine, buffers: &[(&Buffer, u64)]) -> Result<Vec<Vec<u32>>, CpuReason> {
    let (device, queue) = engine.device();
    let mut commands = device.create_command_encoder(&Default::default());
    let mut pending = Vec::new();
    for &(buffer, bytes) in buffers {
        let readable = engine.buffer(bytes, BufferUsages::MAP_READ | BufferUsages::COPY_DST);
        commands.copy_buffer_to_buffer(buffer, 0, &readable, 0, bytes);
        pending.push(readable);
    }
    queue.submit([commands.finish()]);
    let mapping: Vec<_> = pending
        .iter()
        .map(|readable| {
            let (send, mapped) = oneshot::channel();
            readable.slice(..).map_async(MapMode::Read, |result| {
                // An error from `send` is ignored: the receiver is gone if the computation was canceled early.
                let _ = send.send(result);
            });
            mapped
        })
        .collect();
    // In native programs, `poll` waits for the work. In a browser `poll` does nothing, and `mapped` waits.
    let polled = device.poll(PollType::wait_indefinitely());
    polled.map_err(|_| engine.why())?;
    let mut contents = Vec::new();
    for (readable, mapped) in pending.iter().zip(mapping) {
        if !matches!(mapped.await, Ok(Ok(()))) {
            return Err(engine.why());
        }
        let view = readable.slice(..).get_mapped_range().map_err(|_| engine.why())?;
        contents.push(bytemuck::pod_collect_to_vec(&view));
    }
    Ok(contents)
}

/// Creates the uniform buffer of a task, padded with zeros to a multiple of 16 bytes.
fn task_buffer(engine: &Engine, task: &[u32]) -> Buffer {
    let mut task = task.to_vec();
    task.resize(task.len().next_multiple_of(4), 0);
    filled(engine, bytemuck::cast_slice(&task), BufferUsages::UNIFORM)
}

impl<'a> Kernel<'a> {
    /// Compiles a shader, which must have exactly one entry point.
    pub async fn compile(engine: &'a Engine, source: &str) -> Result<Kernel<'a>, CpuReason> {
        let pipeline = compiled(engine, source).await?;
        Ok(Kernel { engine, pipeline })
    }

    pub async fn compute(&self, job: &Job<'_>) -> Result<Vec<Vec<u32>>, CpuReason> {
        let catch = self.engine.catch();
        let buffers = self.buffers(job);
        self.submit(job, &buffers);
        let outputs = buffers[job.inputs.len()..].iter().map(|buffer| (buffer, buffer.size()));
        let contents = read(self.engine, &outputs.collect::<Vec<_>>()).await;
        catch.end().await?;
        contents
    }

    fn buffers(&self, job: &Job<'_>) -> Vec<Buffer> {
        let storage = BufferUsages::STORAGE;
        let inputs = job.inputs.iter();
        let mut buffers: Vec<Buffer> = inputs
            .map(|words| filled(self.engine, bytemuck::cast_slice(words), storage))
            .collect();
        let outputs = job.outputs.iter();
        buffers.extend(outputs.map(|&words| self.engine.buffer(4 * words as u64, storage | BufferUsages::COPY_SRC)));
        buffers
    }

    fn submit(&self, job: &Job<'_>, buffers: &[Buffer]) {
        let (device, queue) = self.engine.device();
        let mut commands = device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_compute_pass(&ComputePassDescriptor::default());
        let buffers: Vec<&Buffer> = buffers.iter().collect();
        dispatch(
            self.engine,
            &mut pass,
            &self.pipeline,
            job.task,
            &buffers,
            job.workgroups,
        );
        drop(pass);
        queue.submit([commands.finish()]);
    }
}

#[cfg(test)]
impl<'a> Kernel<'a> {
    pub fn new(engine: &'a Engine, source: &str) -> Kernel<'a> {
        crate::block_on(Kernel::compile(engine, source)).expect("the shader is valid")
    }

    pub fn run(&self, job: &Job<'_>) -> Vec<Vec<u32>> {
        crate::block_on(self.compute(job)).expect("the GPU answers")
    }

    /// Runs the kernel twice and returns the duration of the second run, without copies to and from the device.
    pub fn time(&self, job: &Job<'_>) -> std::time::Duration {
        let (device, _) = self.engine.device();
        let wait = || {
            device.poll(PollType::wait_indefinitely()).expect("the GPU answers");
        };
        let buffers = self.buffers(job);
        self.submit(job, &buffers);
        wait();
        let start = std::time::Instant::now();
        self.submit(job, &buffers);
        wait();
        start.elapsed()
    }
}
