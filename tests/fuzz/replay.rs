//! Replays the corpus of a fuzz target, unchanged and damaged.

use std::path::Path;

/// Bytes with a special meaning for at least one parser.
const SPECIAL_BYTES: &[u8] = b"\0\"',;\t\n\r {}[]:-0129aE.%\x7f\x80\xbf\xc3\xef\xff";

/// Names and contents of the files in a corpus, sorted by name. `root` is the root folder of the repository.
pub fn corpus(root: &Path, name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = root.join("tests/fuzz/corpus").join(name);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|file| file.expect("it is listed").path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &Path| std::fs::read(path).expect("it exists");
    files.iter().map(|path| (name(path), read(path))).collect()
}

pub fn unchanged(root: &Path, name: &str, entry: fn(&[u8])) {
    let corpus = corpus(root, name);
    assert!(corpus.len() > 1, "the corpus of {name} has several entries");
    for (file, bytes) in corpus {
        println!("{name}/{file}");
        entry(&bytes);
    }
}

/// Passes damaged files of the corpus to the entry.
/// At each of about `max_changes` positions spread over a file, the file is truncated, or one byte is changed.
pub fn damaged(root: &Path, name: &str, entry: fn(&[u8]), max_changes: usize) {
    for (file, bytes) in corpus(root, name) {
        let step = (bytes.len() / max_changes).max(1);
        for place in (0..bytes.len()).step_by(step) {
            println!("{name}/{file} at {place}");
            entry(&bytes[..place]);
            let mut changed = bytes.clone();
            for turn in 0..8 {
                changed[place] = SPECIAL_BYTES[(place * 7 + turn * 5) % SPECIAL_BYTES.len()];
                entry(&changed);
            }
        }
    }
}
