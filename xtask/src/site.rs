//! Builds the site from index.html with plain file names, like trunk.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::chromium_page::{Link, Page, Program, file_name};
use crate::folder::files;
use crate::model::multilingual;
use crate::offline;
use crate::tools;
use crate::wasm_split;
use crate::workspace::{cargo, root, run, target};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Build {
    /// A build for debugging, with cargo's dev profile. The programs run slowly.
    Dev,
    /// A build for use on this machine, which compiles quickly and has fast numeric code.
    Serve,
    /// The release build, without function names.
    /// index.html specifies whether a program is optimized for size or for speed.
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

/// Builds all files of the published site except index.html into `out`, which is emptied first.
/// Returns the page, and the names of the WebAssembly files that the page downloads after the first WebAssembly file.
pub fn build_published(out: &Path) -> Result<(Page, Vec<String>)> {
    let page = read_page()?;
    // The programs are compiled separately, because code of unneeded features makes a program larger.
    // wasm-bindgen keeps every closure. Compiled separately, `worker` has 0.9 MB instead of 1.65 MB (gzipped).
    for program in page.programs() {
        compile(&[program], &features_of(&[program], Build::Publish), Build::Publish)?;
    }
    copy_files(&page, out)?;
    let pieces = bind_all(page.programs(), out, Build::Publish)?;
    check_assets(&page, out)?;
    Ok((page, pieces))
}

/// Builds a site with plain file names, for use on this machine.
pub fn build_plain(out: &Path, how: Build) -> Result<()> {
    Unfinished::build(out, how)?.finish()
}

/// A site with plain file names that lacks only the service worker and the programs that the page needs later.
/// The service worker lists all files, so it must be written last.
pub struct Unfinished {
    page: Page,
    out: PathBuf,
    how: Build,
}

impl Unfinished {
    /// Writes the page and the programs that the page needs immediately into `out`, which is emptied first.
    pub fn build(out: &Path, how: Build) -> Result<Unfinished> {
        let page = read_page()?;
        let programs: Vec<&Program> = page.programs().filter(|program| !is_needed_later(program)).collect();
        compile(&programs, &features_of(&programs, how), how)?;
        copy_files(&page, out)?;
        bind_all(programs.into_iter(), out, how)?;
        fs::write(out.join("index.html"), page.render(&str::to_owned)?)?;
        let out = out.to_owned();
        Ok(Unfinished { page, out, how })
    }

    /// Builds the programs that the page needs later, with at least the features of the programs that it needs immediately.
    /// With fewer features, cargo would recompile the crates that the programs share.
    pub fn finish(self) -> Result<()> {
        let replaces = |program: &Program| program.features.split(',').any(|feature| feature == REPLACING_FEATURE);
        let programs: Vec<&Program> = self.page.programs().collect();
        let (replacing, others): (Vec<&Program>, Vec<&Program>) =
            programs.iter().copied().partition(|program| replaces(program));
        let later: Vec<&Program> = others
            .iter()
            .copied()
            .filter(|program| is_needed_later(program))
            .collect();
        compile(&later, &features_of(&others, self.how), self.how)?;
        for program in replacing {
            let features = &features_of(&others, self.how) | &features_of(&[program], self.how);
            compile(&[program], &features, self.how)?;
        }
        bind_all(
            programs.into_iter().filter(|program| is_needed_later(program)),
            &self.out,
            self.how,
        )?;
        check_assets(&self.page, &self.out)?;
        offline::write(&self.out)
    }
}

fn is_needed_later(program: &Program) -> bool {
    offline::is_needed_later(&program.js())
}

fn read_page() -> Result<Page> {
    tools::wasm_target()?;
    Page::read(&root().join("index.html"))
}

/// Copies all files that index.html names into `out`, which is emptied first.
fn copy_files(page: &Page, out: &Path) -> Result<()> {
    if out.exists() {
        fs::remove_dir_all(out).with_context(|| format!("emptying {}", out.display()))?;
    }
    fs::create_dir_all(out).with_context(|| format!("making {}", out.display()))?;
    for link in &page.links {
        match link {
            Link::Rust(_) => {}
            Link::Css { href } | Link::Icon { href } | Link::CopyFile { href } => {
                copy(&root().join(href), &out.join(file_name(href)))?
            }
            Link::CopyDir { href } => copy_folder(&root().join(href), &out.join(file_name(href)))?,
        }
    }
    multilingual::cut_into_parts(out)
}

/// Returns the names of the WebAssembly files that the page downloads after the first WebAssembly file.
fn bind_all<'a>(programs: impl Iterator<Item = &'a Program>, out: &Path, build: Build) -> Result<Vec<String>> {
    let target = target()?;
    let mut pieces = Vec::new();
    for program in programs {
        let folder = match build.profile(program) {
            "dev" => "debug",
            profile => profile,
        };
        let wasm = target.join(tools::WASM).join(folder).join(&program.bin);
        pieces.extend(bind(program, &wasm.with_extension("wasm"), out, build)?);
    }
    Ok(pieces)
}

fn check_assets(page: &Page, out: &Path) -> Result<()> {
    for (key, path) in &page.assets {
        ensure!(
            out.join(path).is_file(),
            "index.html: the asset `{key}` is {path}, but no link brings such a file"
        );
    }
    Ok(())
}

/// Cargo feature that replaces numeric kernels of the encoder by kernels with relaxed SIMD instructions.
/// A program with this feature is built by a separate cargo command, because one command enables features for all programs.
const REPLACING_FEATURE: &str = "relaxed-simd";

/// Returns the features of a joint build. Programs with the same features share compiled dependencies (Cargo.toml).
fn features_of(programs: &[&Program], build: Build) -> BTreeSet<String> {
    let mut features = BTreeSet::from(["unified".to_owned()]);
    if build != Build::Publish {
        features.insert("unified-local".into());
    }
    for program in programs {
        features.extend(program.features.split(',').map(str::to_owned));
        if !program.is_worker {
            features.insert(wasm_split::FEATURE.to_owned());
        }
    }
    features
}

fn compile(programs: &[&Program], features: &BTreeSet<String>, build: Build) -> Result<()> {
    let features = features.iter().map(String::as_str).collect::<Vec<_>>().join(",");
    let mut groups: BTreeMap<&str, Vec<&Program>> = BTreeMap::new();
    for program in programs {
        groups.entry(build.profile(program)).or_default().push(program);
    }
    for (profile, programs) in groups {
        for call in calls(&programs) {
            let mut cargo = cargo([call.subcommand, "--package", "fastgas", "--target", tools::WASM]);
            cargo.args(["--profile", profile, "--features", &features]);
            for bin in call.bins {
                cargo.args(["--bin", bin]);
            }
            run(cargo.args(call.rest))?;
        }
    }
    Ok(())
}

/// A cargo call, which compiles its programs together.
#[derive(Debug, PartialEq)]
struct CargoCall<'a> {
    subcommand: &'static str,
    bins: Vec<&'a str>,
    /// Arguments at the end of the command line of cargo.
    rest: &'static [&'static str],
}

/// The cargo calls that compile `programs`, which must have the same profile and the same features.
/// One call compiles all workers. Each page program has its own call, because it needs an additional linker argument.
fn calls<'a>(programs: &[&'a Program]) -> Vec<CargoCall<'a>> {
    let (workers, pages): (Vec<&Program>, Vec<&Program>) =
        programs.iter().copied().partition(|program| program.is_worker);
    let mut calls = Vec::new();
    if !workers.is_empty() {
        calls.push(CargoCall {
            subcommand: "build",
            bins: workers.into_iter().map(|program| &*program.bin).collect(),
            rest: &[],
        });
    }
    calls.extend(pages.into_iter().map(|program| CargoCall {
        subcommand: "rustc",
        bins: vec![&*program.bin],
        rest: &["--", "-C", wasm_split::LINKER],
    }));
    calls
}

/// Writes the WebAssembly and the JavaScript of a program into `out`, in the format that a browser loads.
/// Returns the names of the WebAssembly files that the page downloads after the first WebAssembly file.
///
/// The result is cached in the target folder, and used again until the compiled program changes.
fn bind(program: &Program, wasm: &Path, out: &Path, build: Build) -> Result<Vec<String>> {
    let kept = target()?.join("bound").join(format!("{}-{build:?}", program.bin));
    let stamp = kept.with_extension("stamp");
    let bytes = fs::read(wasm).with_context(|| format!("reading {}", wasm.display()))?;
    let mut hash = Sha256::new();
    // The lock file pins wasm-bindgen. The listed sources determine how wasm-bindgen is called.
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
            // The stamp is written last, so that an interrupted run leaves no stamp.
            fs::write(&stamp, [&[hash], &pieces[..]].concat().join("\n"))?;
            pieces
        }
    };
    copy_folder(&kept, out)?;
    Ok(pieces)
}

fn generate(program: &Program, wasm: &Path, out: &Path, build: Build) -> Result<()> {
    let published = build == Build::Publish;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(&program.bin)
        .typescript(false)
        // The pieces of the page's WebAssembly refer to each other through exports that the linker adds. Keep these exports.
        .keep_lld_exports(!program.is_worker)
        .remove_name_section(published)
        .remove_producers_section(published);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.generate(out))
        .with_context(|| format!("wasm-bindgen on {}", wasm.display()))
}

/// Copies a file under a hidden name and then renames the copy, because the server may already answer requests.
/// The server never serves the incomplete copy, because it serves no hidden files.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let incomplete = to.with_file_name(format!(".{}", file_name(&to.to_string_lossy())));
    fs::copy(from, &incomplete).with_context(|| format!("index.html names {}", from.display()))?;
    fs::rename(&incomplete, to).with_context(|| format!("writing {}", to.display()))
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
    fn workers_are_compiled_together_and_page_alone() {
        let programs = [
            program("app", "app"),
            program("worker", "worker"),
            program("worker-gpu", "worker-gpu"),
        ];
        let programs = programs.each_ref();
        let calls: Vec<_> = calls(&programs)
            .into_iter()
            .map(|call| (call.subcommand, call.bins.join(" "), call.rest.len()))
            .collect();
        assert_eq!(
            calls,
            [
                ("build", "worker worker-gpu".to_owned(), 0),
                ("rustc", "app".to_owned(), 3)
            ]
        );
        let joined = |features: BTreeSet<String>| features.into_iter().collect::<Vec<_>>().join(",");
        assert_eq!(
            joined(features_of(&programs, Build::Publish)),
            "app,split,unified,worker,worker-gpu"
        );
        assert_eq!(
            joined(features_of(&programs[1..2], Build::Serve)),
            "unified,unified-local,worker"
        );
    }

    /// The programs' crates and features, except `fastgas` and `fastgas-worker`, whose features differ by design.
    fn crates(programs: &[&Program], build: Build) -> BTreeSet<String> {
        let features = features_of(programs, build).into_iter().collect::<Vec<_>>().join(",");
        let mut cargo = cargo([
            "tree",
            "--package",
            "fastgas",
            "--target",
            tools::WASM,
            "--features",
            &features,
        ]);
        let output = cargo
            .args(["--edges", "normal,build", "--prefix", "none", "--format", "{p} {f}"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let differs = |line: &str| line.starts_with("fastgas v") || line.starts_with("fastgas-worker v");
        let lines = String::from_utf8(output.stdout).unwrap();
        let lines = lines.lines().map(|line| line.trim_end_matches(" (*)"));
        lines.filter(|line| !differs(line)).map(str::to_owned).collect()
    }

    /// The profile of the published workers names the crates that are optimized for speed.
    #[test]
    fn published_workers_optimize_every_crate_of_the_workspace_for_speed() {
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let (_, profile) = manifest.split_once("[profile.wasm-worker.package]\n").unwrap();
        let (profile, _) = profile.split_once("\n[").unwrap();
        let page = Page::read(&root().join("index.html")).unwrap();
        let workers: Vec<&Program> = page.programs().filter(|program| program.is_worker).collect();
        let crates = crates(&workers, Build::Publish);
        let own: BTreeSet<&str> = crates
            .iter()
            .filter_map(|line| line.split(' ').next())
            .filter(|name| name.starts_with("fastgas"))
            .collect();
        assert!(
            own.contains("fastgas-encoder") && own.contains("fastgas-tables"),
            "{own:?}"
        );
        for name in own {
            assert!(profile.contains(&format!("{name} = {{ opt-level = 3 }}\n")), "{name}");
        }
    }

    /// Every visitor downloads the `worker` program, so it must not contain the code of other workers.
    #[test]
    fn published_worker_is_without_the_code_of_other_workers() {
        let page = Page::read(&root().join("index.html")).unwrap();
        let worker: Vec<&Program> = page.programs().filter(|program| program.bin == "worker").collect();
        let has = |build: Build, name: &str, feature: &str| {
            let crates = crates(&worker, build);
            let is_it = |line: &&String| line.split(' ').next() == Some(name);
            let line = crates.iter().find(is_it).expect("a dependency of the worker");
            line.split([' ', ',']).any(|word| word == feature)
        };
        for (name, feature) in [("rustfft", "wasm_simd"), ("zip", "deflate")] {
            assert!(has(Build::Serve, name, feature), "{name} is no longer unified");
            assert!(!has(Build::Publish, name, feature), "{name} has the feature {feature}");
        }
    }

    /// If the features differed, cargo would compile the listed dependencies, and all crates that use them, twice.
    #[test]
    fn dependencies_of_first_programs_have_same_features_in_later_programs() {
        let page = Page::read(&root().join("index.html")).unwrap();
        let all: Vec<&Program> = page.programs().collect();
        let first: Vec<&Program> = page.programs().filter(|program| !is_needed_later(program)).collect();
        assert!(first.len() > 1 && first.len() < all.len());
        let later = crates(&all, Build::Serve);
        let differing: Vec<String> = crates(&first, Build::Serve).difference(&later).cloned().collect();
        assert!(
            differing.is_empty(),
            "the feature `unified` of Cargo.toml must enable what later programs need in: {differing:#?}"
        );
    }
}
