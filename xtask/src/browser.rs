//! Runs the scripts of tests/e2e with the page in a real Chromium.
//! A script gets the page's address and the paths of its tools as environment variables.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::folder::files;
use crate::serve;
use crate::times::{Entry, Times};
use crate::tools;
use crate::workspace::{cargo, root, run, run_then_print, target};

const TESTS: &str = "tests/e2e";

/// Number of test files that run at the same time, each with a separate server and a separate browser.
const N_AT_A_TIME: usize = 2;

/// Test files that embed thousands of texts, compare results of numeric code, or measure numeric code.
/// In the listed files, V8 optimizes hot WebAssembly functions, as in users' browsers.
/// In other test files, V8 uses only its baseline compiler, because optimizing takes a quarter of a test's CPU time.
const OPTIMIZED: [&str; 10] = [
    "cache",
    "early",
    "embedding",
    "encoders",
    "gpu-embedding",
    "load",
    "multilingual",
    "neighbors",
    "selection",
    "workers",
];

/// Durations in seconds of the longest test files on a slow machine with two cores.
/// The durations determine the order of the files until a test run has measured the files.
const SECONDS: [(&str, f64); 20] = [
    ("access", 390.0),
    ("faults", 346.0),
    ("map", 269.0),
    ("early", 202.0),
    ("explainer", 196.0),
    ("language", 191.0),
    ("cache", 174.0),
    ("selection", 147.0),
    ("load", 146.0),
    ("hostile", 144.0),
    ("queue", 138.0),
    ("offline", 137.0),
    ("import", 127.0),
    ("labelset", 125.0),
    ("projects", 125.0),
    ("focus", 119.0),
    ("labeling-export", 115.0),
    ("embedding", 114.0),
    ("encryption", 101.0),
    ("attacks", 97.0),
];

/// Tests the site in `site` against the native program `fastgas`.
/// Runs every `*.test.mjs`, or only `files`. The duration of each file is added to `times`.
///
/// The longest files of the previous run start first, so that no long file runs alone at the end.
/// The output of a file is printed in one piece when the file ends.
///
/// # Errors
/// The error names the files that failed. The other files still run, so that one run shows all failures.
pub fn end_to_end(site: &Path, fastgas: &Path, files: &[String], soak: bool, times: &mut Vec<Entry>) -> Result<()> {
    // A soak run uses Chromium, which users have, instead of the headless shell.
    let shell = match soak {
        true => None,
        false => tools::headless_shell(&tools::chromium()?),
    };
    let waiting = Mutex::new(in_order(test_files(files)?)?);
    let failed = Mutex::new(Vec::new());
    let done = Mutex::new(times);
    let next = || waiting.lock().expect("no thread panics").pop();
    let work = || {
        while let Some(file) = next() {
            let start = Instant::now();
            let result = test(&file, site, fastgas, shell.as_deref(), soak)
                .and_then(|mut script| run_then_print(&mut script.command));
            let entry = Entry::since(&file.name, start, result.is_err());
            println!("== {}.test.mjs: {:.1} s", file.name, entry.seconds);
            done.lock().expect("no thread panics").push(entry);
            if let Err(error) = result {
                failed
                    .lock()
                    .expect("no thread panics")
                    .push(format!("{}: {error:#}", file.path));
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

struct TestFile {
    name: String,
    path: String,
}

/// If `wanted` is empty, returns all test files in the folders of `tests/e2e`.
fn test_files(wanted: &[String]) -> Result<Vec<TestFile>> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    for file in files(&root().join(TESTS))? {
        let path = format!("{TESTS}/{}", file.display()).replace('\\', "/");
        let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".test.mjs"));
        if let Some(name) = name.map(str::to_owned)
            && let Some(other) = found.insert(name, path.clone())
        {
            bail!("{other} and {path} have the same name");
        }
    }
    if let Some(missing) = wanted.iter().find(|name| !found.contains_key(*name)) {
        bail!("{TESTS} has no {missing}.test.mjs");
    }
    found.retain(|name, _| wanted.is_empty() || wanted.contains(name));
    Ok(found.into_iter().map(|(name, path)| TestFile { name, path }).collect())
}

/// Sorts the files by the duration that the previous run measured, the longest file last.
/// Without a previous run, as in a new clone, the durations are the seconds in [`SECONDS`].
/// The duration of a file without a known duration is estimated from its number of lines.
fn in_order(files: Vec<TestFile>) -> Result<Vec<TestFile>> {
    let previous = Times::read(&target()?.join("test-times.json")).unwrap_or_default();
    let measured: BTreeMap<_, _> = previous
        .end_to_end
        .into_iter()
        .map(|entry| (entry.name, entry.seconds))
        .collect();
    let known: BTreeMap<_, _> = SECONDS.into_iter().collect();
    let seconds = |file: &TestFile| {
        let seconds = measured.get(&file.name).or_else(|| known.get(&*file.name));
        seconds.copied().unwrap_or_else(|| {
            let text = fs::read_to_string(root().join(&file.path));
            text.map_or(0.0, |text| text.lines().count() as f64 / 5.0)
        })
    };
    let mut files: Vec<_> = files.into_iter().map(|file| (seconds(&file), file)).collect();
    files.sort_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.name.cmp(&a.1.name)));
    Ok(files.into_iter().map(|(_, file)| file).collect())
}

/// Each file has a separate folder for its output, because two files run at a time.
fn test(file: &TestFile, site: &Path, fastgas: &Path, shell: Option<&Path>, soak: bool) -> Result<Script> {
    let mut script = script(&file.path, site, Some(fastgas))?;
    script
        .command
        .env("FASTGAS_TARGET", target()?.join("end-to-end").join(&file.name));
    if let Some(shell) = shell {
        script.command.env("FASTGAS_HEADLESS_SHELL", shell);
    }
    if soak {
        script.command.env("FASTGAS_SOAK", "1");
    } else if !OPTIMIZED.contains(&&*file.name) {
        script.command.env("FASTGAS_BASELINE_COMPILER", "1");
    }
    Ok(script)
}

pub fn shots(site: &Path) -> Result<()> {
    script("tests/e2e/scripts/shots.mjs", site, None)?.run()
}

pub fn pictures(site: &Path) -> Result<()> {
    script("tests/e2e/scripts/pictures.mjs", site, None)?.run()
}

/// Prints the durations of each stage in Chromium and in the native program as a Markdown table.
pub fn timings(site: &Path) -> Result<()> {
    script("tests/e2e/scripts/timings.mjs", site, Some(&native_program()?))?.run()
}

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

/// Path of the native program that the tests have built.
/// A build with fewer features would compile every crate again.
pub fn built_by_tests() -> Result<PathBuf> {
    let program = target()?
        .join("debug/fastgas")
        .with_extension(std::env::consts::EXE_EXTENSION);
    if !program.is_file() {
        bail!("{} is missing: build the tests first", program.display());
    }
    Ok(program)
}

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

/// A script of tests/e2e, and the server that serves the site while the script runs.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_files_exist() {
        let named = OPTIMIZED.into_iter().chain(SECONDS.map(|(name, _)| name));
        let named: Vec<String> = named.map(str::to_owned).collect();
        test_files(&named).expect("every file exists");
    }
}
