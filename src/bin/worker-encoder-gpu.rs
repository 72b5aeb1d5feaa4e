//! Entry point of the Web Worker that embeds texts on the GPU.

fn main() {
    fastgas::worker::run_gpu_encoder();
}
