//! Entry point of the GPU Web Worker.

fn main() {
    fastgas::worker::run_gpu();
}
