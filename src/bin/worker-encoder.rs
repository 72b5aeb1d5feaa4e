//! The Web Worker that has the model.

fn main() {
    fastgas::worker::run_encoder();
}
