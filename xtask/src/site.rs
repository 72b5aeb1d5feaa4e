//! The site under plain names: what trunk would make of index.html.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use wasm_bindgen_cli_support::Bindgen;

use crate::offline;
use crate::page::{Link, Page, Program, file_name};
use crate::pieces;
use crate::project::{cargo, root, run, target};
use crate::tools;

/// How the programs are compiled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Build {
    /// With cargo's dev profile, for debugging: slow to run.
    Dev,
    /// For use on this machine: compiled quickly, and fast where it computes.
    Serve,
    /// For visitors: small or fast as index.html says, without names of functions.
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

/// Builds the site into `out`, which is emptied first, all but index.html. Returns the page, and the names of the pieces
/// of WebAssembly that its first one fetches.
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
                if program.is_worker {
                    bind(program, &wasm, out, build)?;
                } else {
                    let (first, pieces) = pieces::cut(program, &wasm, out)?;
                    bind(program, &first, out, build)?;
                    later.extend(pieces);
                }
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

/// Builds the site and its index.html under plain names.
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
/// Programs of the same profile are compiled with the same features: the union of what they need. Otherwise their common
/// dependencies would have other features each time, and cargo would compile every crate once per program. A program
/// contains only what its `main` leads to, whatever the features are.
fn compile(page: &Page, build: Build) -> Result<()> {
    let mut groups: BTreeMap<&str, Vec<&Program>> = BTreeMap::new();
    for program in page.programs() {
        groups.entry(build.profile(program)).or_default().push(program);
    }
    for (profile, programs) in groups {
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

/// A call of cargo.
#[derive(Debug, PartialEq)]
struct CargoCall {
    subcommand: &'static str,
    bins: Vec<String>,
    /// Comma-separated.
    features: String,
    /// Arguments after these.
    rest: &'static [&'static str],
}

/// The calls that compile programs of one profile.
fn commands(programs: &[&Program]) -> Vec<CargoCall> {
    let features_of = |program: &Program| -> Vec<String> { program.features.split(',').map(str::to_owned).collect() };
    let replaces = |program: &&&Program| features_of(program).iter().any(|feature| feature == REPLACING_FEATURE);
    let is_page = |program: &&&Program| !program.is_worker;
    let mut common: BTreeSet<String> = BTreeSet::new();
    for program in programs.iter().filter(|program| !replaces(program)) {
        common.extend(features_of(program));
        if !program.is_worker {
            common.insert(pieces::FEATURE.to_owned());
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
            rest: &["--", "-C", pieces::LINKER],
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

/// wasm-bindgen: the JavaScript around a compiled program.
fn bind(program: &Program, wasm: &Path, out: &Path, build: Build) -> Result<()> {
    let published = build == Build::Publish;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(&program.bin)
        .typescript(false)
        // By them the pieces find each other.
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

/// Every file below `folder`, as a path from there, sorted.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(within) = folders.pop() {
        let path = folder.join(&within);
        for entry in fs::read_dir(&path).with_context(|| format!("reading {}", path.display()))? {
            let entry = entry?;
            let within = within.join(entry.file_name());
            if entry.path().is_dir() {
                folders.push(within);
            } else {
                found.push(within);
            }
        }
    }
    found.sort();
    Ok(found)
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
            program("worker-gpu", "worker,gpu"),
        ];
        let calls = commands(&programs.each_ref());
        let calls: Vec<_> = calls
            .iter()
            .map(|call| (call.subcommand, call.bins.join(" "), &*call.features, call.rest.len()))
            .collect();
        let common = "app,encoder,gpu,split,worker";
        let replacing = "app,encoder,gpu,relaxed-simd,split,worker";
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
