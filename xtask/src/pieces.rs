//! The page's WebAssembly in two pieces: what the first screen needs, and the rest, fetched after it.
//!
//! crates/page/src/lib.rs says where the cut is. What only the far side of it leads to is found in the linker's relocations,
//! which is why they are asked for.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use wasm_split_cli_support::{Options, transform};

use crate::page::Program;

/// The feature with which a program can be cut.
pub const FEATURE: &str = "split";

/// What the linker must be asked for.
pub const LINKER: &str = "link-arg=--emit-relocs";

/// Cuts `wasm`, and writes into `out` the pieces that are fetched later and the script that fetches them. Gives the
/// first piece, which is for wasm-bindgen still, and the names of the others.
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
