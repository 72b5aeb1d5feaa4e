//! The Web Worker.

fn main() {
    fastgas::worker::run();
}
