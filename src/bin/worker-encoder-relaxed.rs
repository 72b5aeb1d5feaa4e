//! The Web Worker that has the model, for browsers that have WebAssembly's relaxed-simd.

fn main() {
    fastgas::worker::run_encoder();
}
