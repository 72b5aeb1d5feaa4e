//! Entry point of the Web Worker for jobs that need neither the encoder nor the GPU.

fn main() {
    fastgas::worker::run();
}
