//! Replays the seeds of the fuzz targets and the inputs that once broke a parser.

#[path = "../fuzz/entries.rs"]
mod entries;
#[path = "../fuzz/replay.rs"]
mod replay;

use std::path::Path;

use entries::ENTRIES;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn every_entry_accepts_its_corpus() {
    for (name, entry) in ENTRIES {
        replay::unchanged(Path::new(ROOT), name, *entry);
    }
}

#[test]
fn truncated_or_changed_input_gives_value_or_error() {
    for (name, entry) in ENTRIES {
        // Messages get few changes, because a message may request a layout, which takes 50 ms.
        let max_changes = if *name == "message" { 12 } else { 200 };
        replay::damaged(Path::new(ROOT), name, *entry, max_changes);
    }
}

/// The fuzz entry `message` ignores files that are not a request, so a file without a request would test nothing.
#[cfg(feature = "worker")]
#[test]
fn every_message_of_the_corpus_is_a_request() {
    use fastgas::protocol::{JobId, Request};

    for (file, bytes) in replay::corpus(Path::new(ROOT), "message") {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let request = serde_json::from_slice::<(JobId, Request)>(line);
        assert!(request.is_ok(), "{file}: {:?}", request.err());
    }
}
