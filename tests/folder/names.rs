//! Which files a test's folder has.

use std::fs;

use crate::folder::Folder;

/// Their names, sorted.
pub fn names(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(&folder.0).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").file_name().into_string().expect("UTF-8");
    let mut names: Vec<String> = entries.map(name).collect();
    names.sort();
    names
}
