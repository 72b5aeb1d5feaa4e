//! Runs the scripts of tests/e2e with the page in a real Chromium. A script gets the page's address and the paths of its
//! tools as environment variables.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::folder::files;
use crate::project::{cargo, root, run, run_then_print, target};
use crate::serve;
use crate::times::{Entry, Times};
use crate::tools;

/// The folder of the end-to-end tests.
const TESTS: &str = "tests/e2e";

/// End-to-end files that run at the same time, each with its own server and its own browser.
const N_AT_A_TIME: usize = 2;

/// Runs the end-to-end tests of the site in `site` against the native program `fastgas`: every `*.test.mjs`, or only
/// `files`. The duration of each file is added to `times`.
///
/// The longest files of the previous run start first, so that no long file runs alone at the end. The output of a file is
/// printed in one piece when the file ends.
///
/// # Errors
/// Names the files that failed. The other files run nevertheless, so that one run shows all failures.
pub fn end_to_end(site: &Path, fastgas: &Path, files: &[String], soak: bool, times: &mut Vec<Entry>) -> Result<()> {
    let waiting = Mutex::new(in_order(&test_files(files)?)?);
    let failed = Mutex::new(Vec::new());
    let done = Mutex::new(times);
    let next = || waiting.lock().expect("no thread panics").pop();
    let work = || {
        while let Some(name) = next() {
            let start = Instant::now();
            let file = format!("{name}.test.mjs");
            let result = test(&name, site, fastgas, soak).and_then(|mut script| run_then_print(&mut script.command));
            let entry = Entry::since(&name, start, result.is_err());
            println!("== {file}: {:.1} s", entry.seconds);
            done.lock().expect("no thread panics").push(entry);
            if let Err(error) = result {
                failed
                    .lock()
                    .expect("no thread panics")
                    .push(format!("{file}: {error:#}"));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..N_AT_A_TIME {
            scope.spawn(work);
        }
    });
    let failed = failed.into_inner().expect("no thread panics");
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// The end-to-end tests by name, without `.test.mjs`: their paths below the root. Each folder of `tests/e2e` is searched.
fn test_paths() -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for file in files(&root().join(TESTS))? {
        let path = format!("{TESTS}/{}", file.display()).replace('\\', "/");
        let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".test.mjs"));
        if let Some(name) = name.map(str::to_owned)
            && let Some(other) = found.insert(name, path.clone())
        {
            bail!("{other} and {path} have the same name");
        }
    }
    Ok(found)
}

/// The names of the tests: all of them, or those of `wanted`.
fn test_files(wanted: &[String]) -> Result<Vec<String>> {
    let mut found: Vec<String> = test_paths()?.into_keys().collect();
    if let Some(missing) = wanted.iter().find(|file| !found.contains(file)) {
        bail!("{TESTS} has no {missing}.test.mjs");
    }
    found.retain(|name| wanted.is_empty() || wanted.contains(name));
    Ok(found)
}

/// The files by the duration that the previous run measured, the longest last. A file without a duration is estimated from its
/// number of lines.
fn in_order(files: &[String]) -> Result<Vec<String>> {
    let previous = Times::read(&target()?.join("test-times.json")).unwrap_or_default();
    let measured: BTreeMap<_, _> = previous
        .end_to_end
        .into_iter()
        .map(|entry| (entry.name, entry.seconds))
        .collect();
    let paths = test_paths()?;
    let seconds = |name: &String| {
        measured.get(name).copied().unwrap_or_else(|| {
            let text = paths
                .get(name)
                .and_then(|path| fs::read_to_string(root().join(path)).ok());
            text.map_or(0.0, |text| text.lines().count() as f64 / 4.0)
        })
    };
    let mut files: Vec<_> = files.iter().map(|name| (seconds(name), name.clone())).collect();
    files.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(&a.1)));
    Ok(files.into_iter().map(|(_, name)| name).collect())
}

/// A test with its own folder for its files, because two tests run at a time.
fn test(name: &str, site: &Path, fastgas: &Path, soak: bool) -> Result<Script> {
    let paths = test_paths()?;
    let path = paths
        .get(name)
        .with_context(|| format!("{TESTS} has no {name}.test.mjs"))?;
    let mut script = script(path, site, Some(fastgas))?;
    script
        .command
        .env("FASTGAS_TARGET", target()?.join("end-to-end").join(name));
    if soak {
        script.command.env("FASTGAS_SOAK", "1");
    }
    Ok(script)
}

/// Writes screenshots of every screen into target/shots.
pub fn shots(site: &Path) -> Result<()> {
    script("tests/e2e/scripts/shots.mjs", site, None)?.run()
}

/// Prints how long each stage takes in Chromium and natively, as a table in Markdown.
pub fn timings(site: &Path) -> Result<()> {
    script("tests/e2e/scripts/timings.mjs", site, Some(&native_program()?))?.run()
}

/// Builds the native program and returns its path.
pub fn native_program() -> Result<PathBuf> {
    run(&mut cargo([
        "build",
        "--package",
        "fastgas",
        "--features",
        "cli,gpu",
        "--bin",
        "fastgas",
    ]))?;
    built_by_tests()
}

/// The native program as the tests built it: building it once more with fewer features would compile every crate again.
pub fn built_by_tests() -> Result<PathBuf> {
    let program = target()?
        .join("debug/fastgas")
        .with_extension(std::env::consts::EXE_EXTENSION);
    if !program.is_file() {
        bail!("{} is missing: build the tests first", program.display());
    }
    Ok(program)
}

/// Node with a script that opens the page at `address`.
pub fn node(script: &str, address: &str) -> Result<Command> {
    tools::node_packages(&root())?;
    let mut command = Command::new("node");
    command
        .arg(root().join(script))
        .current_dir(root())
        .env("FASTGAS_PAGE", address)
        .env("FASTGAS_CHROMIUM", tools::chromium()?)
        .env("FASTGAS_TARGET", target()?);
    Ok(command)
}

/// A script of tests/e2e with its server.
struct Script {
    command: Command,
    _serving: serve::Serving,
}

fn script(path: &str, site: &Path, fastgas: Option<&Path>) -> Result<Script> {
    let serving = serve::start(site, &[], 0)?;
    let mut command = node(path, &serving.address)?;
    if let Some(fastgas) = fastgas {
        command.env("FASTGAS_PROGRAM", fastgas);
    }
    Ok(Script {
        command,
        _serving: serving,
    })
}

impl Script {
    fn run(&mut self) -> Result<()> {
        run(&mut self.command)
    }
}
