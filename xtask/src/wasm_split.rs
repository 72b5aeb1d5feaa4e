//! Splits the page's WebAssembly into two pieces: the code of the first screen, and the rest, which is fetched
//! afterwards.
//!
//! crates/page/src/lib.rs defines the split point. The tool finds code that is reachable only through it from the
//! linker's relocations, so the linker must keep them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use crate::chromium_page::Program;

/// The cargo feature of a program that can be split.
pub const FEATURE: &str = "split";

/// Linker argument that keeps relocations.
pub const LINKER: &str = "link-arg=--emit-relocs";

/// Splits `wasm`. Writes the pieces that are fetched later, and the script that fetches them, into `out`. Returns the
/// first piece, which wasm-bindgen still has to process, and the names of the other pieces.
pub fn cut(program: &Program, wasm: &Path, out: &Path) -> Result<(PathBuf, Vec<String>)> {
    let bytes = fs::read(wasm).with_context(|| format!("reading {}", wasm.display()))?;
    let first = wasm.with_file_name(format!("{}-first.wasm", program.bin));
    let (script, main) = (format!("./{}", program.pieces_js()), format!("./{}", program.js()));
    let mut options = Options::new(&bytes);
    options.output_dir = out;
    options.main_out_path = &first;
    options.link_name = &script;
    options.main_module = &main;
    let cut = transform(options).map_err(|error| anyhow!("cutting {}: {error:#}", wasm.display()))?;
    let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.to_owned());
    let names = cut.split_modules.iter().filter_map(name).collect();
    Ok((first, names))
}
