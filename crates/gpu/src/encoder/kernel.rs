//! Runs a single compute kernel on the GPU.

use std::time::{Duration, Instant};

use futures::channel::oneshot;
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, ComputePassDescriptor, ComputePipeline, ComputePipelineDescriptor, MapMode,
    PollType, ShaderModuleDescriptor, ShaderSource,
};

use crate::block_on;
use crate::engine::Engine;

/// A compiled compute kernel.
pub struct Kernel<'a> {
    engine: &'a Engine,
    pipeline: ComputePipeline,
}

/// The buffers and the number of workgroups of one kernel run.
pub struct Job<'a> {
    /// Words of the uniform buffer at binding 0.
    pub task: &'a [u32],
    /// Words of the input buffers at the bindings from 1 on.
    pub inputs: &'a [&'a [u32]],
    /// Number of words of each output buffer, at the bindings after the inputs.
    pub outputs: &'a [usize],
    pub workgroups: [usize; 2],
}

impl<'a> Kernel<'a> {
    /// Compiles a WGSL shader with one entry point.
    pub fn new(engine: &'a Engine, source: &str) -> Kernel<'a> {
        let (device, _) = engine.device();
        let catch = engine.catch();
        let module = device.create_shader_module(ShaderModuleDescriptor {
            label: None,
            source: ShaderSource::Wgsl(source.into()),
        });
        let pipeline = device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        });
        block_on(catch.end()).expect("the shader is valid");
        Kernel { engine, pipeline }
    }

    /// Runs a job and returns the words of its output buffers.
    pub fn run(&self, job: &Job<'_>) -> Vec<Vec<u32>> {
        let buffers = self.buffers(job);
        self.dispatch(job, &buffers);
        buffers[1 + job.inputs.len()..]
            .iter()
            .map(|buffer| self.read(buffer))
            .collect()
    }

    /// Runs a job and returns its duration, without copies to and from the device.
    pub fn time(&self, job: &Job<'_>) -> Duration {
        let buffers = self.buffers(job);
        self.dispatch(job, &buffers);
        let start = Instant::now();
        self.dispatch(job, &buffers);
        start.elapsed()
    }

    fn buffers(&self, job: &Job<'_>) -> Vec<Buffer> {
        let (device, _) = self.engine.device();
        let filled = |words: &[u32], usage: BufferUsages| {
            device.create_buffer_init(&BufferInitDescriptor {
                label: None,
                contents: bytemuck::cast_slice(words),
                usage,
            })
        };
        // The size of a uniform buffer is a multiple of four words.
        let mut task = job.task.to_vec();
        task.resize(task.len().next_multiple_of(4), 0);
        let mut buffers = vec![filled(&task, BufferUsages::UNIFORM)];
        buffers.extend(job.inputs.iter().map(|words| filled(words, BufferUsages::STORAGE)));
        buffers.extend(job.outputs.iter().map(|&words| {
            device.create_buffer(&BufferDescriptor {
                label: None,
                size: 4 * words as u64,
                usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            })
        }));
        buffers
    }

    fn dispatch(&self, job: &Job<'_>, buffers: &[Buffer]) {
        let (device, queue) = self.engine.device();
        let group = self.engine.bind_group(&self.pipeline, buffers);
        let mut commands = device.create_command_encoder(&Default::default());
        let mut pass = commands.begin_compute_pass(&ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        let [x, y] = job.workgroups;
        pass.dispatch_workgroups(x as u32, y as u32, 1);
        drop(pass);
        queue.submit([commands.finish()]);
        device.poll(PollType::wait_indefinitely()).expect("the GPU answers");
    }

    fn read(&self, buffer: &Buffer) -> Vec<u32> {
        let (device, queue) = self.engine.device();
        let readable = device.create_buffer(&BufferDescriptor {
            label: None,
            size: buffer.size(),
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut commands = device.create_command_encoder(&Default::default());
        commands.copy_buffer_to_buffer(buffer, 0, &readable, 0, buffer.size());
        queue.submit([commands.finish()]);
        let (send, mapped) = oneshot::channel();
        readable.slice(..).map_async(MapMode::Read, |result| {
            let _ = send.send(result);
        });
        device.poll(PollType::wait_indefinitely()).expect("the GPU answers");
        block_on(mapped)
            .expect("the GPU answers")
            .expect("the buffer is mapped");
        let range = readable.slice(..).get_mapped_range().expect("the buffer is mapped");
        bytemuck::pod_collect_to_vec(&range)
    }
}
