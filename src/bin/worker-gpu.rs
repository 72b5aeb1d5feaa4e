//! The Web Worker that has the GPU.

fn main() {
    fastgas::worker::run_gpu();
}
