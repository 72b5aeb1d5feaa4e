//! Entry point of the encoder Web Worker.

fn main() {
    fastgas::worker::run_encoder();
}
