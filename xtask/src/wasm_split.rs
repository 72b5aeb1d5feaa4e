//! Splits the page's WebAssembly into two pieces.
//! The pieces are the code of the first screen, and all other code, which the page downloads afterwards.
//!
//! crates/page/src/lib.rs defines the split point.
//! The tool uses the linker's relocations to find the code that is reachable only through the split point.
//! Therefore the linker must keep the relocations.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use wasm_split_cli_support::{Options, transform};

use crate::chromium_page::Program;
use crate::workspace::root;

/// Cargo feature for building programs that can be split.
pub const FEATURE: &str = "split";

/// Linker argument that keeps the relocations.
pub const LINKER: &str = "link-arg=--emit-relocs";

/// Splits `wasm`. Writes the WebAssembly files that the page downloads later, and the download script, to `out`.
/// Returns the first file, which wasm-bindgen still has to process, and the names of the other files.
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
    check_messages(&fs::read(&first).with_context(|| format!("reading {}", first.display()))?)?;
    let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.to_owned());
    let names = cut.split_modules.iter().filter_map(name).collect();
    Ok((first, names))
}

/// Fails if the first WebAssembly file uses a message whose text is in the second file.
/// Otherwise, the page would show the key of the message until the second file has loaded.
fn check_messages(first: &[u8]) -> Result<()> {
    const DEFERRED: &str = "www/words/en.ftl";
    let messages = fs::read_to_string(root().join(DEFERRED)).with_context(|| format!("reading {DEFERRED}"))?;
    let used = used_keys(first, &messages);
    ensure!(
        used.is_empty(),
        "the first WebAssembly file uses messages of {DEFERRED}; move them to www/words/first.en.ftl: {}",
        used.join(", ")
    );
    Ok(())
}

/// The linker joins string literals, so the end of a key in `program` is unknown.
/// Therefore a key that is the beginning of another used key counts as used.
fn used_keys<'a>(program: &[u8], messages: &'a str) -> Vec<&'a str> {
    let is_of_key = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let literals: Vec<&str> = program
        .split(|byte| !is_of_key(byte))
        .filter_map(|run| str::from_utf8(run).ok())
        .filter(|run| run.contains('-'))
        .collect();
    let literals = literals.join("\n");
    messages
        .lines()
        .filter(|line| line.starts_with(|letter: char| letter.is_ascii_lowercase()))
        .filter_map(|line| Some(line.split_once(" = ")?.0))
        .filter(|key| literals.contains(key))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_keys_are_found_in_joined_literals() {
        let program = b"\0asm\x01page-titlepage-close-button\xff words";
        let messages =
            "# page-help = no message\npage-title = Title\npage-help = Help\npage-close = {\n    [one] page\n}\n";
        assert_eq!(used_keys(program, messages), ["page-title", "page-close"]);
    }
}
