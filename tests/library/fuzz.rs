//! Tests the parsers with the seeds of the fuzz targets and the inputs that once broke a parser.
//! Each input is also truncated at many positions, and changed in single bytes.

#[path = "../fuzz/entries.rs"]
mod entries;

use std::path::Path;

use entries::ENTRIES;

/// Bytes that have a special meaning for some parser.
const SPECIAL_BYTES: &[u8] = b"\0\"',;\t\n\r {}[]:-0129aE.%\x7f\x80\xbf\xc3\xef\xff";

fn corpus(name: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fuzz/corpus")
        .join(name);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = files.map(|file| file.expect("it is listed").path()).collect();
    files.sort();
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let read = |path: &Path| std::fs::read(path).expect("it exists");
    files.iter().map(|path| (name(path), read(path))).collect()
}

#[test]
fn every_entry_accepts_its_corpus() {
    for (name, entry) in ENTRIES {
        let corpus = corpus(name);
        assert!(corpus.len() > 1, "the corpus of {name} has several entries");
        for (file, bytes) in corpus {
            println!("{name}/{file}");
            entry(&bytes);
        }
    }
}

#[test]
fn truncated_or_changed_input_gives_value_or_error() {
    for (name, entry) in ENTRIES {
        for (file, bytes) in corpus(name) {
            // The positions of the changes are spread over the file.
            // Messages get few changes, because a message may request a layout, which takes 50 ms.
            let most = if *name == "message" { 12 } else { 200 };
            let step = (bytes.len() / most).max(1);
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
}

/// Tests that each file of the corpus is a request, because the entry ignores all other files.
#[cfg(feature = "worker")]
#[test]
fn every_message_of_the_corpus_is_a_request() {
    use fastgas::protocol::{JobId, Request};

    for (file, bytes) in corpus("message") {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let request = serde_json::from_slice::<(JobId, Request)>(line);
        assert!(request.is_ok(), "{file}: {:?}", request.err());
    }
}
