//! Lists the files of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Paths of all files in `folder`, sorted and relative to `folder`.
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
