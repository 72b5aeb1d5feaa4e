//! Checks that a build in any folder reproduces the site byte for byte.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::folder::files;
use crate::workspace::{cargo, root, run, target};

/// Builds the site from a copy of the sources, in a separate empty target folder. Compares the site with `first`.
///
/// # Errors
/// The error names the files that differ or that exist in only one of the two sites.
pub fn check(first: &Path) -> Result<()> {
    let folder = target()?.join("dist-again");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("emptying {}", folder.display()))?;
    }
    let sources = folder.join("sources");
    copy_sources(&sources)?;
    run(cargo(["xtask", "dist"])
        .current_dir(&sources)
        .env("CARGO_TARGET_DIR", folder.join("target")))?;
    let different = different(first, &sources.join("dist"))?;
    ensure!(
        different.is_empty(),
        "the second build differs from the first in {}",
        different.join(", ")
    );
    println!("A second build, from another folder and from nothing, is the same to the last byte.");
    Ok(())
}

/// Copies the sources: all files that git tracks, and untracked files that git does not ignore.
fn copy_sources(to: &Path) -> Result<()> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .context("running git")?;
    ensure!(listed.status.success(), "git does not list the files of the sources");
    let listed = String::from_utf8(listed.stdout).context("a file's name is no Unicode")?;
    for name in listed.split('\0').filter(|name| !name.is_empty()) {
        let (from, to) = (root().join(name), to.join(name));
        // git still tracks a file that was deleted in the work tree.
        if !from.exists() {
            continue;
        }
        fs::create_dir_all(to.parent().expect("it is in a folder"))?;
        fs::copy(&from, &to).with_context(|| format!("copying {}", from.display()))?;
    }
    Ok(())
}

fn different(first: &Path, second: &Path) -> Result<Vec<String>> {
    let names: BTreeSet<PathBuf> = files(first)?.into_iter().chain(files(second)?).collect();
    let bytes = |folder: &Path, name: &PathBuf| fs::read(folder.join(name)).ok();
    let differs = |name: &PathBuf| bytes(first, name) != bytes(second, name);
    let names = names.into_iter().filter(differs);
    Ok(names.map(|name| name.display().to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_differ_or_are_missing_are_named() {
        let folder = target().expect("a target folder").join("reproduce-test");
        let (first, second) = (folder.join("first"), folder.join("second"));
        for (folder, page) in [(&first, "a"), (&second, "b")] {
            fs::create_dir_all(folder.join("models")).expect("room");
            fs::write(folder.join("models/same"), "1").expect("room");
            fs::write(folder.join("index.html"), page).expect("room");
        }
        fs::write(second.join("models/more"), "").expect("room");
        let different = different(&first, &second).expect("two folders");
        fs::remove_dir_all(&folder).expect("it exists");
        assert_eq!(different, ["index.html", "models/more"]);
    }
}
