//! Entry point of the encoder Web Worker, for browsers with WebAssembly relaxed SIMD.

fn main() {
    fastgas::worker::run_encoder();
}
