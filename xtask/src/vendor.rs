//! Restores the modification times of the vendored crate.
//!
//! Cargo recompiles a local crate whose files are newer than the last build of the crate.
//! In a fresh clone all files are new, so cargo would compile `vendor/inventory` again.
//! Cargo would then also compile everything that depends on the vendored crate: tract, for every profile and target.

use std::fs::File;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};

use crate::folder::files;
use crate::workspace::root;

/// Sets the modification time of each vendored file to the time of the commit that last changed the file.
/// Does nothing if the vendored files have uncommitted changes.
pub fn restore_times() -> Result<()> {
    restore_times_in(&root(), Path::new("vendor"))
}

fn restore_times_in(root: &Path, folder: &Path) -> Result<()> {
    let git = |arguments: &[&str]| -> Result<String> {
        let output = Command::new("git")
            .args(arguments)
            .arg("--")
            .arg(folder)
            .current_dir(root)
            .output()
            .context("running git")?;
        ensure!(
            output.status.success(),
            "git {}: {}",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    };
    if !git(&["status", "--porcelain", "--untracked-files=all"])?.is_empty() {
        return Ok(());
    }
    let seconds = git(&["log", "-1", "--format=%ct"])?;
    let time = UNIX_EPOCH + Duration::from_secs(seconds.parse().with_context(|| format!("a time: `{seconds}`"))?);
    for file in files(&root.join(folder))? {
        let path = root.join(folder).join(file);
        let set = File::options()
            .append(true)
            .open(&path)
            .and_then(|file| file.set_modified(time));
        set.with_context(|| format!("setting the time of {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn unchanged_files_get_commit_time_and_changed_files_keep_theirs() {
        let root = std::env::temp_dir().join(format!("xtask-vendor-{}", std::process::id()));
        fs::create_dir_all(root.join("vendor/a")).unwrap();
        let file = root.join("vendor/a/lib.rs");
        fs::write(&file, "one").unwrap();
        let git = |arguments: &[&str]| {
            let status = Command::new("git")
                .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
                .args(arguments)
                .env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
                .current_dir(&root)
                .status();
            assert!(status.unwrap().success(), "{arguments:?}");
        };
        git(&["init", "--quiet"]);
        git(&["add", "."]);
        git(&["commit", "--quiet", "--message", "one"]);
        let modified = || fs::metadata(&file).unwrap().modified().unwrap();
        let committed = UNIX_EPOCH + Duration::from_secs(1_767_323_045);

        restore_times_in(&root, Path::new("vendor")).unwrap();
        assert_eq!(modified(), committed);

        fs::write(&file, "two").unwrap();
        restore_times_in(&root, Path::new("vendor")).unwrap();
        assert!(modified() > committed);
        fs::remove_dir_all(root).unwrap();
    }
}
