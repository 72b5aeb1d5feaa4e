//! Shortens the names of the functions that a WebAssembly program imports from its script.
//!
//! wasm-bindgen names each import by its purpose and a hash, once in the script and once in the program.
//! The hashes cannot be compressed: they would make up 5 % of the first piece of the page.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use walrus::Module;

/// Renames the imports of `wasm` from `script` to `a`, `b`, …, in program order, in both files.
/// Both files must be unmodified output of wasm-bindgen.
///
/// # Errors
/// Fails if the script does not define an imported name exactly once.
pub fn shorten(script: &Path, wasm: &Path) -> Result<()> {
    let mut module = Module::from_file(wasm).map_err(|error| anyhow!("reading {}: {error:#}", wasm.display()))?;
    let source = fs::read_to_string(script).with_context(|| format!("reading {}", script.display()))?;
    let stem = script.file_stem().and_then(|stem| stem.to_str());
    let stem = stem.with_context(|| format!("{} has no name", script.display()))?;
    let from_script = format!("./{stem}_bg.js");
    let imports = module.imports.iter_mut().filter(|import| import.module == from_script);
    let mut renamed = Vec::new();
    for (n, import) in imports.enumerate() {
        let name = std::mem::replace(&mut import.name, short_name(n));
        renamed.push((name, import.name.clone()));
    }
    let source = rename_keys(&source, &renamed).with_context(|| format!("in {}", script.display()))?;
    fs::write(script, source).with_context(|| format!("writing {}", script.display()))?;
    module
        .emit_wasm_file(wasm)
        .map_err(|error| anyhow!("writing {}: {error:#}", wasm.display()))
}

/// The names are `a`, …, `z`, `aa`, `ab`, …. The first name has the index 0.
fn short_name(n: usize) -> String {
    let letter = char::from(b'a' + (n % 26) as u8);
    match n / 26 {
        0 => letter.to_string(),
        rest => format!("{}{letter}", short_name(rest - 1)),
    }
}

/// Renames keys of an object in `script`. Each renamed key must be the first word of exactly one line.
fn rename_keys(script: &str, renamed: &[(String, String)]) -> Result<String> {
    let mut counts = vec![0; renamed.len()];
    let mut lines = Vec::new();
    for line in script.split('\n') {
        let key = line.trim_start().split_once(": ").map_or("", |(key, _)| key);
        match renamed.iter().position(|(name, _)| name == key) {
            Some(n) => {
                counts[n] += 1;
                lines.push(line.replacen(key, &renamed[n].1, 1));
            }
            None => lines.push(line.to_owned()),
        }
    }
    for ((name, _), count) in renamed.iter().zip(counts) {
        ensure!(count == 1, "the import `{name}` is defined {count} times");
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_are_distinct_and_never_get_shorter() {
        let names: Vec<String> = [0, 25, 26, 27, 701, 702].map(short_name).to_vec();
        assert_eq!(names, ["a", "z", "aa", "ab", "zz", "aaa"]);
    }

    #[test]
    fn keys_are_renamed_at_their_definition() {
        let script = "const i = {\n    __proto__: null,\n    __wbg_x_1: function(a) {\n        return __wbg_x_1: a;\n    },\n    y: z,\n};";
        let renamed = [("__wbg_x_1".to_owned(), "a".to_owned())];
        let expected = script.replacen("__wbg_x_1", "a", 1);
        assert_eq!(rename_keys(script, &renamed).expect("defined once"), expected);
        let missing = [("w".to_owned(), "a".to_owned())];
        assert!(rename_keys(script, &missing).is_err());
        let twice = script.replace("y: z", "__wbg_x_1: z");
        assert!(rename_keys(&twice, &renamed).is_err());
    }
}
