//! What is done with the page in a real Chromium: scripts in tests/e2e, which get the page's address and the paths
//! of their tools as variables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::project::{cargo, root, run, target};
use crate::serve;
use crate::tools;

/// The end-to-end tests of the site in `site`, against the terminal program: every `*.test.mjs`, in the order of their
/// names; or those of `files` alone.
pub fn end_to_end(site: &Path, files: &[String]) -> Result<()> {
    let fastgas = terminal_program()?;
    let mut tests = Vec::new();
    for entry in fs::read_dir(root().join("tests/e2e"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_wanted = |name: &str| files.is_empty() || files.iter().any(|wanted| wanted == name);
        tests.extend(
            name.strip_suffix(".test.mjs")
                .filter(|name| is_wanted(name))
                .map(str::to_owned),
        );
    }
    if let Some(missing) = files.iter().find(|file| !tests.contains(file)) {
        bail!("tests/e2e has no {missing}.test.mjs");
    }
    tests.sort();
    for test in tests {
        script(&format!("{test}.test.mjs"), site, Some(&fastgas))?;
    }
    Ok(())
}

/// Pictures of every screen, into target/shots.
pub fn shots(site: &Path) -> Result<()> {
    script("shots.mjs", site, None)
}

/// How long each stage takes in Chromium and natively, as a table in Markdown.
pub fn timings(site: &Path) -> Result<()> {
    let fastgas = terminal_program()?;
    script("timings.mjs", site, Some(&fastgas))
}

/// Builds `fastgas` and says where it is. With the profile (optimized) and the features of the tests, so that
/// nothing is compiled twice.
pub fn terminal_program() -> Result<PathBuf> {
    run(&mut cargo(["build", "--features", "cli,app,gpu", "--bin", "fastgas"]))?;
    Ok(target()?
        .join("debug/fastgas")
        .with_extension(std::env::consts::EXE_EXTENSION))
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

fn script(name: &str, site: &Path, fastgas: Option<&Path>) -> Result<()> {
    let serving = serve::start(site, &[], 0)?;
    let mut command = node(&format!("tests/e2e/{name}"), &serving.address)?;
    if let Some(fastgas) = fastgas {
        command.env("FASTGAS_PROGRAM", fastgas);
    }
    run(&mut command).with_context(|| format!("tests/e2e/{name}"))
}
