//! Writes the published site for any static host. The site also works in a subfolder of the host.
//! File names contain a hash of the content, so that browsers can cache files forever. index.html contains the new names.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::chromium_page::{Link, Page, START, file_name};
use crate::folder::files;
use crate::imports;
use crate::model::multilingual::PART;
use crate::model::sha256;
use crate::offline;
use crate::site::build_published;
use crate::tools;
use crate::workspace::{root, run, target};

/// WebAssembly features that the compiler may have used. wasm-opt requires the features as arguments.
const WASM_FEATURES: [&str; 7] = [
    "--enable-simd",
    "--enable-relaxed-simd",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
];

/// Maximum gzipped size, in bytes, of the WebAssembly for the first screen, which must not become slower to load.
const MAX_FIRST_BYTES: usize = 193_000;

/// Maximum gzipped size, in bytes, of a worker's WebAssembly.
const MAX_WORKER_BYTES: usize = 2_500_000;

/// Writes the published site to `out`, which is emptied first.
/// `plain` is the folder for an intermediate site, whose file names contain no hashes.
pub fn write(plain: &Path, out: &Path) -> Result<()> {
    let modules = tools::node_packages(&root())?;
    let (page, later) = build_published(plain)?;
    for program in page.programs() {
        let (pieces, more): (_, &[&str]) = match program.is_worker {
            true => (&[][..], &[KEEP_FUNCTIONS]),
            false => (later.as_slice(), &[]),
        };
        imports::shorten(&plain.join(program.js()), &plain.join(program.wasm()))?;
        optimize(&plain.join(program.wasm()), &program.wasm_opt, more, &modules)?;
        for piece in pieces {
            optimize(&plain.join(piece), &program.wasm_opt, &[REORDER], &modules)?;
        }
        let (most, advice) = match program.is_worker {
            true => (
                MAX_WORKER_BYTES,
                "what only some people need belongs into another worker's program, see crates/worker/src/lib.rs",
            ),
            false => (
                MAX_FIRST_BYTES,
                "what is not for the first screen belongs behind crates/page/src/lib.rs",
            ),
        };
        let bytes = gzip_size(&fs::read(plain.join(program.wasm()))?)?;
        ensure!(
            bytes <= most,
            "{} has {bytes} bytes gzipped, {most} at the most: {advice}",
            program.wasm()
        );
    }
    if out.exists() {
        fs::remove_dir_all(out).with_context(|| format!("emptying {}", out.display()))?;
    }
    let names = hash_names(plain, out, &named_files(&page, later))?;
    let html = page.render(&|path| names.get(path).cloned().unwrap_or_else(|| path.to_owned()))?;
    fs::write(out.join("index.html"), html)?;
    offline::write(out)
}

/// Gives small indices to functions that are called often, which shortens the calls.
/// The option makes the page's second WebAssembly file, which has 16,000 functions, 5 % smaller when gzipped.
/// Other programs would become 1 to 3 % larger, because similar functions would no longer be adjacent.
/// The percentages are from wasm-opt 132 and the site of 2026-11-27.
const REORDER: &str = "--reorder-functions";

/// Prevents wasm-opt from inlining large functions that have only one caller.
/// Chromium replaces the baseline code of a function by optimized code only when the function is called again.
/// A long loop must therefore stay in a function of its own, which is called repeatedly, as in
/// crates/graph/src/knn/pairs.rs. rustc respects `#[inline(never)]`, but wasm-opt does not know the attribute.
const KEEP_FUNCTIONS: &str = "--one-caller-inline-max-function-size=40";

/// Optimizes `wasm` in place with wasm-opt. The level `0` leaves the file unchanged, as in trunk.
///
/// The result is cached in the target folder. The cache contains one result for each file name.
/// A cached result is used again if the file, the arguments and the npm packages are the same.
fn optimize(wasm: &Path, level: &str, more: &[&str], modules: &Path) -> Result<()> {
    if level == "0" {
        return Ok(());
    }
    let level = format!("-O{level}");
    let arguments = [&[level.as_str()][..], more, &WASM_FEATURES].concat();
    let key = optimization_key(
        &fs::read(wasm)?,
        &arguments,
        &fs::read(root().join("package-lock.json"))?,
    );
    let folder = target()?.join("optimized");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let cached = folder.join(
        wasm.file_name()
            .with_context(|| format!("{} has no name", wasm.display()))?,
    );
    let stamp = cached.with_extension("stamp");
    if fs::read_to_string(&stamp).ok().as_deref() == Some(&key) {
        fs::copy(&cached, wasm).with_context(|| format!("copying {}", cached.display()))?;
        return Ok(());
    }
    // The stamp describes the inputs of the cached result.
    // The stamp is written last, so that an interrupted run leaves no stamp.
    let _ = fs::remove_file(&stamp);
    run(Command::new("node")
        .arg(modules.join("binaryen/bin/wasm-opt"))
        .args(&arguments)
        .arg(wasm)
        .arg("-o")
        .arg(wasm))?;
    fs::copy(wasm, &cached).with_context(|| format!("writing {}", cached.display()))?;
    fs::write(&stamp, key).with_context(|| format!("writing {}", stamp.display()))
}

/// `packages` is the content of npm's lock file, which pins the version of wasm-opt.
fn optimization_key(wasm: &[u8], arguments: &[&str], packages: &[u8]) -> String {
    let parts = [wasm, arguments.join(" ").as_bytes(), packages].map(sha256);
    sha256(parts.concat().as_bytes())
}

/// A file may be published under a name with a hash only if the page or its start script refers to the file.
/// WebAssembly pieces that are downloaded later (`later`) can also have a hash in their names.
fn named_files(page: &Page, later: Vec<String>) -> BTreeSet<String> {
    let mut named: BTreeSet<String> = page.assets.values().cloned().chain(later).collect();
    named.insert(START.into());
    for link in &page.links {
        match link {
            Link::Rust(program) => {
                named.extend([program.js(), program.wasm()]);
                if !program.is_worker {
                    named.insert(program.pieces_js());
                }
            }
            Link::Css { href } | Link::Icon { href } => {
                named.insert(file_name(href).into());
            }
            Link::CopyFile { .. } | Link::CopyDir { .. } => {}
        }
    }
    named
}

/// Copies `plain` to `out` and adds a hash of the content to the names of the files in `named`.
/// Returns the new name of each file in `named`.
///
/// A script contains the names of the files that it loads, so the script gets its name last.
/// Scripts that load each other get a common hash of all their contents.
fn hash_names(plain: &Path, out: &Path, named: &BTreeSet<String>) -> Result<BTreeMap<String, String>> {
    let mut contents = BTreeMap::new();
    for file in files(plain)? {
        let path = file
            .to_str()
            .with_context(|| format!("{} is no Unicode name", file.display()))?
            .replace('\\', "/");
        contents.insert(path, fs::read(plain.join(&file))?);
    }
    let loads = |path: &str| -> Vec<&str> {
        let is_loaded = |other: &&str| *other != path && mentions(path, &contents[path], other);
        named
            .iter()
            .map(String::as_str)
            .filter(|name| contents.contains_key(*name))
            .filter(is_loaded)
            .collect()
    };
    let loads: BTreeMap<&str, Vec<&str>> = contents.keys().map(|path| (path.as_str(), loads(path))).collect();
    let mut names = BTreeMap::new();
    let mut waiting: BTreeSet<&str> = loads.keys().copied().collect();
    while let Some(together) = waiting
        .iter()
        .map(|path| reach(path, &loads, &waiting))
        .min_by_key(BTreeSet::len)
    {
        let renamed = |path: &str, names: &BTreeMap<_, _>| rename_mentions(path, &contents[path], names);
        let hashed: Vec<u8> = together.iter().flat_map(|path| renamed(path, &names)).collect();
        for &path in &together {
            waiting.remove(path);
            if named.contains(path) {
                names.insert(path.to_owned(), with_hash(path, &hashed));
            }
        }
        for path in together {
            let to = out.join(names.get(path).map_or(path, String::as_str));
            fs::create_dir_all(to.parent().expect("a file has a folder"))?;
            fs::write(&to, renamed(path, &names)).with_context(|| format!("writing {}", to.display()))?;
        }
    }
    Ok(names)
}

/// Returns `path`, and all files in `waiting` that `path` loads directly or indirectly.
/// If no other path in `waiting` gives a smaller result, all files in the result load each other directly or indirectly.
fn reach<'a>(path: &'a str, loads: &BTreeMap<&'a str, Vec<&'a str>>, waiting: &BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![path]);
    while let Some(path) = next.pop() {
        if waiting.contains(path) && reached.insert(path) {
            next.extend(&loads[path]);
        }
    }
    reached
}

/// The notations that a script of the site may use for the name of a file in the same folder.
fn spellings(name: &str) -> [String; 4] {
    [
        format!("'{name}'"),
        format!("\"{name}\""),
        format!("'./{name}'"),
        format!("\"./{name}\""),
    ]
}

fn script(path: &str, content: &[u8]) -> Option<String> {
    // Scripts in folders are snippets of wasm-bindgen, which do not load any of the site's files by name.
    (path.ends_with(".js") && !path.contains('/'))
        .then(|| String::from_utf8(content.to_vec()).ok())
        .flatten()
}

fn mentions(path: &str, content: &[u8], other: &str) -> bool {
    script(path, content).is_some_and(|text| spellings(other).iter().any(|spelling| text.contains(spelling)))
}

fn rename_mentions(path: &str, content: &[u8], names: &BTreeMap<String, String>) -> Vec<u8> {
    let Some(mut text) = script(path, content) else {
        return content.to_vec();
    };
    for (plain, hashed) in names {
        for (from, to) in spellings(plain).iter().zip(spellings(hashed)) {
            // A key `"name":` in the imports of the WebAssembly is a module name, which must not be replaced.
            let key = format!("{to}:");
            text = text.replace(from, &to).replace(&key, &format!("{from}:"));
        }
    }
    text.into_bytes()
}

/// Adds a hash of the content to the path, as in `models/model.onnx` → `models/model-0123456789abcdef.onnx`.
fn with_hash(path: &str, content: &[u8]) -> String {
    let hash = &sha256(content)[..16];
    let start_of_name = path.rfind('/').map_or(0, |slash| slash + 1);
    match path[start_of_name..].find('.') {
        Some(dot) => {
            let (stem, extension) = path.split_at(start_of_name + dot);
            format!("{stem}-{hash}{extension}")
        }
        None => format!("{path}-{hash}"),
    }
}

/// Prints the size of each file: uncompressed, with gzip and with Brotli.
pub fn print_sizes(folder: &Path) -> Result<()> {
    println!("{:>12} {:>12} {:>12}  file", "bytes", "gzip", "brotli");
    let mut sums = [0; 3];
    for file in files(folder)? {
        let content = fs::read(folder.join(&file))?;
        // Parts of the multilingual encoder are not compressed: they barely shrink, and compressing them takes minutes.
        let sizes = match file.extension().is_some_and(|extension| extension == PART) {
            true => [content.len(); 3],
            false => [content.len(), gzip_size(&content)?, brotli_size(&content)?],
        };
        println!("{:>12} {:>12} {:>12}  {}", sizes[0], sizes[1], sizes[2], file.display());
        for (sum, size) in sums.iter_mut().zip(sizes) {
            *sum += size;
        }
    }
    println!(
        "{:>12} {:>12} {:>12}  together, in {}",
        sums[0],
        sums[1],
        sums[2],
        folder.display()
    );
    Ok(())
}

pub fn gzip_size(content: &[u8]) -> Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?.len())
}

fn brotli_size(content: &[u8]) -> Result<usize> {
    // Brotli quality 9 with a window of 4 MB resembles the settings of hosts for files that they compress once.
    let mut compressed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut compressed, 1 << 16, 9, 22);
    encoder.write_all(content)?;
    drop(encoder);
    Ok(compressed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn optimization_key_depends_on_file_arguments_and_packages() {
        let key = optimization_key(b"wasm", &["-O3", "--enable-simd"], b"lock");
        assert_eq!(key.len(), 64);
        assert_eq!(key, optimization_key(b"wasm", &["-O3", "--enable-simd"], b"lock"));
        let others = [
            optimization_key(b"wasm2", &["-O3", "--enable-simd"], b"lock"),
            optimization_key(b"wasm", &["-Oz", "--enable-simd"], b"lock"),
            optimization_key(b"wasm", &["-O3", "--enable-simd"], b"lock2"),
            optimization_key(b"wasm-O3", &["--enable-simd"], b"lock"),
        ];
        assert!(!others.contains(&key));
    }

    #[test]
    fn hash_is_inserted_before_first_dot_of_name() {
        assert_eq!(with_hash("a.b/model.onnx", b"x"), "a.b/model-2d711642b726b044.onnx");
        assert_eq!(with_hash("worker_bg.wasm", b"x"), "worker_bg-2d711642b726b044.wasm");
        assert_eq!(with_hash("LICENSE", b"x"), "LICENSE-2d711642b726b044");
    }

    #[test]
    fn changed_file_renames_every_script_that_loads_it() {
        let folder = std::env::temp_dir().join(format!("xtask-dist-{}", std::process::id()));
        let (plain, out) = (folder.join("plain"), folder.join("out"));
        let named = ["start.js", "app.js", "app_bg.wasm"].map(String::from).into();
        let names_of = |wasm: &str| {
            fs::create_dir_all(plain.join("models")).unwrap();
            fs::write(plain.join("start.js"), "import init from \"./app.js\";").unwrap();
            fs::write(plain.join("app.js"), "new URL('app_bg.wasm', import.meta.url)").unwrap();
            fs::write(plain.join("app_bg.wasm"), wasm).unwrap();
            fs::write(plain.join("models/LICENSE"), "as it is").unwrap();
            hash_names(&plain, &out, &named).unwrap()
        };
        let first = names_of("one");
        let second = names_of("two");
        assert_eq!(first.len(), 3);
        for (name, hashed) in &second {
            assert_ne!(&first[name], hashed, "{name}");
        }
        let start = fs::read_to_string(out.join(&second["start.js"])).unwrap();
        assert_eq!(start, format!("import init from \"./{}\";", second["app.js"]));
        let app = fs::read_to_string(out.join(&second["app.js"])).unwrap();
        assert!(app.contains(&format!("'{}'", second["app_bg.wasm"])), "{app}");
        assert!(out.join("models/LICENSE").is_file());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn scripts_that_load_each_other_share_a_hash() {
        let folder = std::env::temp_dir().join(format!("xtask-circle-{}", std::process::id()));
        let (plain, out) = (folder.join("plain"), folder.join("out"));
        fs::create_dir_all(&plain).unwrap();
        let named = ["a.js", "b.js", "c.wasm", "start.js"].map(String::from).into();
        let names_of = |c: &str, a: &str| {
            fs::write(plain.join("start.js"), "import './a.js'").unwrap();
            fs::write(
                plain.join("a.js"),
                format!("{a} import * as b from \"./b.js\"; use({{ \"./b.js\": b }})"),
            )
            .unwrap();
            fs::write(plain.join("b.js"), "import './a.js'; fetch('./c.wasm')").unwrap();
            fs::write(plain.join("c.wasm"), c).unwrap();
            hash_names(&plain, &out, &named).unwrap()
        };
        let first = names_of("one", "");
        let a = fs::read_to_string(out.join(&first["a.js"])).unwrap();
        assert_eq!(
            a,
            format!(" import * as b from \"./{}\"; use({{ \"./b.js\": b }})", first["b.js"])
        );
        for second in [names_of("two", ""), names_of("one", "more();")] {
            for name in ["a.js", "b.js", "start.js"] {
                assert_ne!(first[name], second[name], "{name}");
            }
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
