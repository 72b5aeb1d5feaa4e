//! The entry point of the fuzz target `bundle`, which passes untrusted bytes to the reader of project files.

use std::io::Cursor;

use fastgas_annotation::backup::{pack, unpack};
use fastgas_platform::Backup;
use fastgas_progress::without_waiting;
use fastgas_select::Config;

use super::backup::{ProjectFile, open, open_json};
use crate::project::Project;

/// If the bytes are a project file, writes the project to a second file.
/// Panics if the second file contains a different project.
pub fn bundle(data: &[u8]) {
    let read = |data: &[u8]| -> Option<Project> {
        if data.starts_with(b"{") {
            return open_json(data, u64::MAX).ok();
        }
        let unpacked = unpack(Cursor::new(data)).ok()?;
        open(&unpacked.project, unpacked.pool.into(), unpacked.places, u64::MAX).ok()
    };
    let file = |open: &Project| {
        let backup = Backup {
            at_ms: 1,
            n_actions: 1,
            state: None,
        };
        ProjectFile::whole(open, &Config::default(), backup)
    };
    let Some(open) = read(data) else { return };
    let written = file(&open);
    let json = written.json();
    let contents = written.contents(&json);
    let packed = without_waiting(pack(Vec::new(), &contents, None, async || ()));
    let again = read(&packed.expect("there is room")).expect("written data can be read");
    assert_eq!(file(&again), written);
}

#[cfg(test)]
#[path = "../../../../tests/fuzz/replay.rs"]
mod replay;

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{bundle, replay};

    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

    #[test]
    fn every_project_file_of_the_corpus_is_accepted() {
        replay::unchanged(Path::new(ROOT), "bundle", bundle);
    }

    #[test]
    fn truncated_or_changed_project_file_gives_value_or_error() {
        replay::damaged(Path::new(ROOT), "bundle", bundle, 200);
    }
}
