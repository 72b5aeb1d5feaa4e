//! The Web Worker that does what needs neither a model nor a GPU.

fn main() {
    fastgas::worker::run();
}
