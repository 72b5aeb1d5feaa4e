//! Reads project files from older versions, in tests/data/older. Each file name contains the date of its version.
//! The tests compare the annotations in each project file with the CSV file that the same version exported.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use crate::project::Project;
use crate::projects::backup;
use crate::session::SessionPosition;
use crate::state::{AppState, Msg};
use crate::team;
use crate::test_support;
use fastgas_annotation::backup::unpack;
use fastgas_annotation::label::PassReason;
use fastgas_platform::{BackupState, ProjectSummary};

const DAYS: [&str; 3] = ["2026-11-22", "2026-11-24", "2026-11-25"];

fn file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/older");
    fs::read(folder.join(name)).expect("it exists")
}

fn open(name: &str) -> Project {
    let bytes = file(name);
    if bytes.starts_with(b"{") {
        return backup::open_json(&bytes, u64::MAX).expect("a project");
    }
    let unpacked = unpack(Cursor::new(bytes)).expect("a project file");
    backup::open(&unpacked.project, Arc::new(unpacked.pool), unpacked.places, u64::MAX).expect("a project")
}

/// The cells of a column in the export of the older version, by row. Empty cells are left out.
fn exported(day: &str, column: &str) -> BTreeMap<u32, String> {
    let bytes = file(&format!("{day}.csv"));
    let mut table = csv::Reader::from_reader(bytes.as_slice());
    let index = |name: &str, table: &mut csv::Reader<&[u8]>| {
        let names = table.headers().expect("a header");
        names.iter().position(|other| other == name)
    };
    let row = index("row", &mut table).expect("a column of rows");
    let Some(column) = index(column, &mut table) else {
        return BTreeMap::new();
    };
    let cell = |record: csv::StringRecord| (record[row].parse().expect("a number"), record[column].to_owned());
    let cells = table.records().map(|record| cell(record.expect("a record")));
    cells.filter(|(_, cell)| !cell.is_empty()).collect()
}

#[test]
fn annotations_of_older_versions_match_their_export() {
    for day in DAYS {
        let open = open(&format!("{day}.fastgas"));
        let labels: BTreeMap<u32, String> = open.labeled().rows().into_iter().collect();
        assert!(labels.len() >= 5, "{day}: {labels:?}");
        let of_picks = exported(day, "label_fastgas");
        let picked: Vec<u32> = open.picked().collect();
        let labels_of_picks = labels.into_iter().filter(|(row, _)| picked.contains(row));
        assert_eq!(labels_of_picks.collect::<BTreeMap<_, _>>(), of_picks, "{day}");
        let ranks = exported(day, "rank");
        let ranked = (1..).zip(&picked).map(|(rank, &row)| (row, i32::to_string(&rank)));
        assert_eq!(ranked.collect::<BTreeMap<_, _>>(), ranks, "{day}");
        let flagged = |row: &u32| open.annotations.history.labels().annotation(*row).flagged;
        let n_flagged = picked.iter().filter(|row| flagged(row)).count();
        assert!(n_flagged <= exported(day, "flagged").len(), "{day}");
        let notes = exported(day, "note");
        let annotation = |row: u32| open.annotations.history.labels().annotation(row).note.clone();
        for row in picked.into_iter().filter(|&row| !annotation(row).is_empty()) {
            assert!(notes[&row].contains(&annotation(row)), "{day}: {row}");
        }
        for (name, labels) in open.annotations.team.others() {
            let theirs = exported(day, &format!("label by {name}"));
            assert!(!theirs.is_empty(), "{day}: {name}");
            for (row, words) in theirs {
                let annotation = labels.get(row).or_else(|| labels.passed(row).map(PassReason::words));
                // Older versions wrote “can’t tell” instead of “cannot tell”.
                let words = words.replace("can’t tell", "cannot tell");
                assert_eq!(annotation, Some(&*words), "{day}: {name}, row {row}");
            }
        }
    }
}

/// Merges the file of the colleague `name`. Returns the number of entries in the file that are new.
fn merge(state: &mut AppState, name: &str) -> usize {
    test_support::read_project(state, open(name));
    for _ in 0..2 {
        state.apply_now(Msg::Team(team::Msg::Merge));
    }
    assert_eq!(state.team.incoming, None);
    state.team.merged.last().expect("a result").n_new
}

#[test]
fn retracted_annotation_of_an_older_version_stays_retracted() {
    for day in &DAYS[1..] {
        let mut state = test_support::state(2);
        *state.project = Some(open(&format!("{day}.fastgas")));
        let n_labels = |state: &AppState| {
            let team = &test_support::open_project(state).annotations.team;
            team.others().map(|(_, labels)| labels.len()).collect::<Vec<_>>()
        };
        let before = n_labels(&state);
        // The file contains an annotation that the colleague retracted later. The user already has the retraction.
        assert_eq!(merge(&mut state, &format!("{day}-colleague.fastgas")), 0, "{day}");
        assert_eq!(n_labels(&state), before, "{day}");
    }
}

#[test]
fn counts_in_stored_records_have_the_names_of_earlier_versions() {
    let backup: BackupState = serde_json::from_str(r#"{"n_said":3}"#).expect("a summary of a backup");
    assert_eq!(backup.n_annotations, 3);
    let summary = r#"{"name":"a","n_texts":1,"n_picks":1,"n_labeled":1,"bytes":1,"n_since_backup":2}"#;
    let summary: ProjectSummary = serde_json::from_str(summary).expect("an entry of the list");
    assert_eq!(summary.changes_since_backup, 2);
    let position: SessionPosition = serde_json::from_str(r#"{"n_said":4}"#).expect("a position");
    assert_eq!(position.log_length, Some(4));
}
