//! The page's program.

fn main() {
    fastgas::app::mount();
}
