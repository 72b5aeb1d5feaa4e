//! Entry point of the web page, which runs only in a browser.

fn main() {
    #[cfg(target_arch = "wasm32")]
    fastgas::page::mount();
}
