//! Builds the site from index.html with plain file names, as trunk would build it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::chromium_page::{Link, Page, Program, file_name};
use crate::folder::files;
use crate::offline;
use crate::tools;
use crate::wasm_split;
use crate::workspace::{cargo, root, run, target};

/// How to compile the programs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Build {
    /// With cargo's dev profile, for debugging: slow to run.
    Dev,
    /// For use on this machine: compiles quickly, with fast numeric code.
    Serve,
    /// For visitors: optimized for size or speed as index.html specifies, without function names.
    Publish,
}

impl Build {
    fn profile(self, program: &Program) -> &str {
        match self {
            Build::Dev => "dev",
            Build::Serve => &program.profile,
            Build::Publish => &program.publish_profile,
        }
    }
}

/// Builds the site, except index.html, into `out`, which is emptied first. Returns the page, and the names of the
/// WebAssembly pieces that its first piece fetches.
pub fn build(out: &Path, build: Build) -> Result<(Page, Vec<String>)> {
    tools::wasm_target()?;
    let page = Page::read(&root().join("index.html"))?;
    let target = target()?;
    compile(&page, build)?;
    if out.exists() {
        fs::remove_dir_all(out).with_context(|| format!("emptying {}", out.display()))?;
    }
    fs::create_dir_all(out).with_context(|| format!("making {}", out.display()))?;
    let mut later = Vec::new();
    for link in &page.links {
        match link {
            Link::Rust(program) => {
                let folder = match build.profile(program) {
                    "dev" => "debug",
                    profile => profile,
                };
                let wasm = target
                    .join(tools::WASM)
                    .join(folder)
                    .join(&program.bin)
                    .with_extension("wasm");
                later.extend(bind(program, &wasm, out, build)?);
            }
            Link::Css { href } | Link::Icon { href } | Link::CopyFile { href } => {
                copy(&root().join(href), &out.join(file_name(href)))?
            }
            Link::CopyDir { href } => copy_folder(&root().join(href), &out.join(file_name(href)))?,
        }
    }
    for (key, path) in &page.assets {
        ensure!(
            out.join(path).is_file(),
            "index.html: the asset `{key}` is {path}, but no link brings such a file"
        );
    }
    Ok((page, later))
}

/// Builds the site, including index.html, with plain file names.
pub fn build_plain(out: &Path, how: Build) -> Result<()> {
    let (page, _) = build(out, how)?;
    fs::write(out.join("index.html"), page.render(&str::to_owned)?)?;
    offline::write(out)?;
    Ok(())
}

/// The feature that replaces kernels. A program with it cannot be compiled together with the others.
const REPLACING_FEATURE: &str = "relaxed-simd";

/// Compiles all programs.
///
/// For use on this machine, programs of the same profile are compiled with the same features: the union of what they need.
/// Otherwise their common dependencies would have other features each time, and cargo would compile many crates once per
/// program. Published programs are compiled one by one, because code of unneeded features makes a program larger:
/// wasm-bindgen keeps every closure. Gzipped, `worker` has 0.9 instead of 1.65 MB.
fn compile(page: &Page, build: Build) -> Result<()> {
    let mut groups: BTreeMap<(&str, usize), Vec<&Program>> = BTreeMap::new();
    for (index, program) in page.programs().enumerate() {
        let group = if build == Build::Publish { index } else { 0 };
        groups.entry((build.profile(program), group)).or_default().push(program);
    }
    for ((profile, _), programs) in groups {
        for command in commands(&programs) {
            let mut cargo = cargo([command.subcommand, "--package", "fastgas", "--target", tools::WASM]);
            cargo.args(["--profile", profile, "--features", &command.features]);
            for bin in command.bins {
                cargo.args(["--bin", &bin]);
            }
            run(cargo.args(command.rest))?;
        }
    }
    Ok(())
}

/// An invocation of cargo.
#[derive(Debug, PartialEq)]
struct CargoCall {
    subcommand: &'static str,
    bins: Vec<String>,
    /// Comma-separated.
    features: String,
    /// Arguments after all others.
    rest: &'static [&'static str],
}

/// The invocations that compile the programs of one profile.
fn commands(programs: &[&Program]) -> Vec<CargoCall> {
    let features_of = |program: &Program| -> Vec<String> { program.features.split(',').map(str::to_owned).collect() };
    let replaces = |program: &&&Program| features_of(program).iter().any(|feature| feature == REPLACING_FEATURE);
    let is_page = |program: &&&Program| !program.is_worker;
    let mut common: BTreeSet<String> = BTreeSet::new();
    for program in programs.iter().filter(|program| !replaces(program)) {
        common.extend(features_of(program));
        if !program.is_worker {
            common.insert(wasm_split::FEATURE.to_owned());
        }
    }
    let joined = |features: &BTreeSet<String>| features.iter().cloned().collect::<Vec<_>>().join(",");
    let mut calls = Vec::new();
    let together = |program: &&&Program| !replaces(program) && !is_page(program);
    let bins: Vec<String> = programs
        .iter()
        .filter(together)
        .map(|program| program.bin.clone())
        .collect();
    if !bins.is_empty() {
        calls.push(CargoCall {
            subcommand: "build",
            bins,
            features: joined(&common),
            rest: &[],
        });
    }
    for program in programs.iter().filter(is_page) {
        calls.push(CargoCall {
            subcommand: "rustc",
            bins: vec![program.bin.clone()],
            features: joined(&common),
            rest: &["--", "-C", wasm_split::LINKER],
        });
    }
    for program in programs.iter().filter(replaces) {
        let mut features = common.clone();
        features.extend(features_of(program));
        calls.push(CargoCall {
            subcommand: "build",
            bins: vec![program.bin.clone()],
            features: joined(&features),
            rest: &[],
        });
    }
    calls
}

/// Writes a program as a browser loads it into `out`: the WebAssembly and its JavaScript. Returns the names of the
/// pieces that the first one fetches.
///
/// The result is cached in the target folder and reused as long as the compiled program is the same.
fn bind(program: &Program, wasm: &Path, out: &Path, build: Build) -> Result<Vec<String>> {
    let kept = target()?.join("bound").join(format!("{}-{build:?}", program.bin));
    let stamp = kept.with_extension("stamp");
    let bytes = fs::read(wasm).with_context(|| format!("reading {}", wasm.display()))?;
    let mut hash = Sha256::new();
    // The lock file pins wasm-bindgen; these sources determine how it is called.
    hash.update(fs::read(root().join("Cargo.lock"))?);
    hash.update([include_str!("site.rs"), include_str!("wasm_split.rs")].concat());
    hash.update(&bytes);
    let hash: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let kept_pieces = fs::read_to_string(&stamp).ok().and_then(|stamp| {
        let mut lines = stamp.lines().map(str::to_owned);
        (lines.next()? == hash).then(|| lines.collect::<Vec<_>>())
    });
    let pieces = match kept_pieces {
        Some(pieces) => pieces,
        None => {
            let _ = fs::remove_file(&stamp);
            if kept.exists() {
                fs::remove_dir_all(&kept).with_context(|| format!("emptying {}", kept.display()))?;
            }
            fs::create_dir_all(&kept).with_context(|| format!("making {}", kept.display()))?;
            let (first, pieces) = match program.is_worker {
                true => (wasm.to_owned(), Vec::new()),
                false => wasm_split::cut(program, wasm, &kept)?,
            };
            generate(program, &first, &kept, build)?;
            // Written last, so that an interrupted run leaves no stamp.
            fs::write(&stamp, [&[hash], &pieces[..]].concat().join("\n"))?;
            pieces
        }
    };
    copy_folder(&kept, out)?;
    Ok(pieces)
}

/// Runs wasm-bindgen.
fn generate(program: &Program, wasm: &Path, out: &Path, build: Build) -> Result<()> {
    let published = build == Build::Publish;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(&program.bin)
        .typescript(false)
        // The pieces find each other through these exports.
        .keep_lld_exports(!program.is_worker)
        .remove_name_section(published)
        .remove_producers_section(published);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(out))
        .with_context(|| format!("wasm-bindgen on {}", wasm.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).with_context(|| format!("index.html names {}", from.display()))?;
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    for file in files(from).with_context(|| format!("index.html names {}", from.display()))? {
        let to = to.join(&file);
        fs::create_dir_all(to.parent().expect("a file has a folder"))?;
        copy(&from.join(&file), &to)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(bin: &str, features: &str) -> Program {
        Program {
            bin: bin.into(),
            features: features.into(),
            is_worker: bin != "app",
            profile: "p".into(),
            publish_profile: "q".into(),
            wasm_opt: "0".into(),
        }
    }

    #[test]
    fn programs_of_one_profile_share_their_features() {
        let programs = [
            program("app", "app"),
            program("worker", "worker"),
            program("worker-encoder", "encoder"),
            program("worker-encoder-relaxed", "relaxed-simd"),
            program("worker-gpu", "worker-gpu"),
        ];
        let calls = commands(&programs.each_ref());
        let calls: Vec<_> = calls
            .iter()
            .map(|call| (call.subcommand, call.bins.join(" "), &*call.features, call.rest.len()))
            .collect();
        let common = "app,encoder,split,worker,worker-gpu";
        let replacing = "app,encoder,relaxed-simd,split,worker,worker-gpu";
        assert_eq!(
            calls,
            [
                ("build", "worker worker-encoder worker-gpu".to_owned(), common, 0),
                ("rustc", "app".to_owned(), common, 3),
                ("build", "worker-encoder-relaxed".to_owned(), replacing, 0),
            ]
        );
        let workers = commands(&[&programs[1], &programs[3]]);
        assert_eq!(workers[1].features, "relaxed-simd,worker");
    }
}
