//! The Web Worker, for browsers that have WebAssembly's relaxed-simd.

fn main() {
    fastgas::worker::run();
}
