//! The site under plain names: what trunk would make of index.html.

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
    /// With cargo's dev profile: soonest compiled, slow to run.
    Dev,
    /// As they are used.
    Release,
    /// Small or fast as index.html says, without names of functions.
    Publish,
}

impl Build {
    fn profile(self, program: &Program) -> &str {
        match self {
            Build::Dev => "dev",
            Build::Release => &program.profile,
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
    for program in page.programs() {
        compile(program, build)?;
    }
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

fn compile(program: &Program, build: Build) -> Result<()> {
    let profile = build.profile(program);
    let program_of = |features| {
        let mut command = cargo([
            "rustc",
            "--target",
            tools::WASM,
            "--profile",
            profile,
            "--bin",
            &program.bin,
        ]);
        command.args(["--features", features]);
        command
    };
    if program.is_worker {
        return run(&mut program_of(&program.features));
    }
    let features = format!("{},{}", program.features, pieces::FEATURE);
    run(program_of(&features).args(["--", "-C", pieces::LINKER]))
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
