//! Entry point of the page.

fn main() {
    fastgas::page::mount();
}
