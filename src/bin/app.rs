//! Entry point of the page, which runs only in a browser.

fn main() {
    #[cfg(target_arch = "wasm32")]
    fastgas::page::mount();
}
