//! The page's program.

fn main() {
    fastgas::page::mount();
}
