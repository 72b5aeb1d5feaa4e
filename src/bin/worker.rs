//! Entry point of the Web Worker for requests that need neither the encoder nor the GPU.

fn main() {
    fastgas::worker::run();
}
