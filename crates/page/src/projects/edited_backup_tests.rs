//! Edited project files: each file is either rejected with a reason or works like any other project.

use serde_json::{Value, json};

use crate::export;
use crate::labeling;
use crate::persistence;
use crate::project::Project;
use crate::projects::backup::*;
use crate::projects::backup_differences::BackupDifferences;
use crate::run;
use crate::state::{AppState, Cmd, Msg};
use crate::team;
use crate::test_support::{self, written};
use fastgas_annotation::backup::MapData;
use fastgas_annotation::export::{ExportFormat, ExportRows};
use fastgas_annotation::label::LogEntry;
use fastgas_annotation::label::PassReason;
use fastgas_select::evaluate::{CoverageCurve, CoveragePoint};
use std::sync::Arc;

const NOW_MS: u64 = 1_795_334_464_000;

fn others() -> Vec<Value> {
    let numbers = [
        "-1",
        "0",
        "1.5",
        "1e308",
        "4294967295",
        "4294967296",
        "8640000000000001",
        "18446744073709551615",
    ];
    let texts = [
        "",
        "\u{0}",
        "../../etc/passwd",
        "<img src=x onerror=alert(1)>",
        "a\u{202e}b\u{2028}c",
        "=cmd|' /C calc'!A0",
        "---\n- a: b",
        "__proto__",
    ];
    let numbers = numbers.map(|number| serde_json::from_str(number).expect("a number"));
    let rest = [
        Value::Null,
        json!(true),
        json!([]),
        json!({}),
        json!("x".repeat(70_000)),
    ];
    numbers.into_iter().chain(texts.map(Value::from)).chain(rest).collect()
}

fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    if !at.is_empty() {
        all.push(at.to_owned());
    }
    match value {
        Value::Array(items) => (0..)
            .zip(items)
            .for_each(|(pointer, item): (usize, _)| places(item, &format!("{at}/{pointer}"), all)),
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| places(field, &format!("{at}/{name}"), all)),
        _ => {}
    }
}

/// A project with a value in every optional field.
fn full() -> Project {
    let mut open = test_support::labeling(&[3, 1, 0], 6);
    open.set_annotator(Some("Anna".into()));
    open.result.coverage = Some(Arc::new(CoverageCurve {
        points: vec![CoveragePoint {
            picks: 1,
            facility_coverage: 0.5,
            covered_vertices: 2,
        }],
    }));
    open.labels.guidelines = "Look twice.".into();
    open.annotations.history.add_display_time(3, 4_000);
    open.annotations.history.give(3, Some("yes"), 1);
    open.annotations.history.rename("yes", "maybe");
    open.labels.names[0] = "maybe".into();
    open.annotations.history.accept(vec![(4, vec!["no".into()], 90)], 2);
    open.annotations.history.note(3, "hm", 3);
    open.annotations.history.pass(1, PassReason::CannotTell, 4);
    open.annotations.history.undo(5);
    let annotation = open.annotations.history.labels().annotation(4).clone();
    open.annotations.team.join([LogEntry {
        row: 3,
        by: Some("Bob".into()),
        at_ms: 6,
        annotation,
        ..LogEntry::default()
    }]);
    open.annotations.team.decisions.give(3, Some("no"), 7);
    open
}

fn work_with(open: Project) {
    let mut state = test_support::state(2);
    state.replace(open, 0);
    let mut act = |msg| drop(state.apply(msg, NOW_MS + 1));
    act(Msg::Labeling(labeling::Msg::AddLabel("new".into())));
    for row in [3, 0] {
        act(Msg::Labeling(labeling::Msg::GoTo(row)));
        act(Msg::Labeling(labeling::Msg::Give { index: 0 }));
        act(Msg::Labeling(labeling::Msg::Note {
            row,
            text: "a note".into(),
        }));
    }
    act(Msg::Labeling(labeling::Msg::Undo));
    act(Msg::Labeling(labeling::Msg::Redo));
    act(Msg::Labeling(labeling::Msg::SetGoal { n_texts: 3 }));
    act(Msg::Team(team::Msg::Show));
    act(Msg::Team(team::Msg::SettleByMajority));
    act(Msg::Team(team::Msg::Name("Zoe".into())));
    act(Msg::Run(run::Msg::Select));
    for format in [
        ExportFormat::Csv,
        ExportFormat::JsonLines,
        ExportFormat::LabelStudio,
        ExportFormat::HuggingFace,
    ] {
        for cmd in state.apply(Msg::Export(export::Msg::Start(ExportRows::All, format)), NOW_MS + 1) {
            if let Cmd::Export(export::Cmd::Prepare { number, job }) = cmd {
                let written = Ok(job.run().1);
                state.apply(Msg::Export(export::Msg::Written { number, written }), NOW_MS + 1);
            }
        }
    }
    let open = test_support::open_project(&state);
    let changes_since_backup = BackupDifferences::of(open).total();
    let derived = (open.summary(changes_since_backup), open.uses(), open.pace());
    drop(derived);
    let cmds = state.apply(Msg::Persistence(persistence::Msg::BackUp), NOW_MS + 2);
    let file = cmds.into_iter().find_map(|cmd| match cmd {
        Cmd::Persistence(persistence::Cmd::WriteProject(file)) => Some(file),
        _ => None,
    });
    test_support::reopened(&file.expect("a backup")).expect("a backup can be opened again");
}

#[test]
fn edited_project_is_rejected_or_can_be_used() {
    let file = written(&full());
    let original: Value = serde_json::from_str(&file.json()).expect("JSON");
    let opened = |value: &Value| {
        let places = MapData {
            partition: file.project.partition.clone(),
            ..MapData::default()
        };
        open(&value.to_string(), file.project.pool.clone(), places, NOW_MS)
    };
    work_with(opened(&original).expect("the file as written"));
    let mut all = Vec::new();
    places(&original, "", &mut all);
    let (mut n_opened, mut n_refused) = (0, 0);
    for pointer in &all {
        for other in others() {
            let mut edited = original.clone();
            *edited.pointer_mut(pointer).expect("a value") = other.clone();
            let short: String = other.to_string().chars().take(60).collect();
            let done = std::panic::catch_unwind(|| match opened(&edited) {
                Ok(open) => {
                    work_with(open);
                    true
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    false
                }
            });
            match done {
                Ok(true) => n_opened += 1,
                Ok(false) => n_refused += 1,
                Err(_) => panic!("{pointer} = {short}"),
            }
        }
    }
    assert!(
        n_opened > 100 && n_refused > 100,
        "{n_opened} opened, {n_refused} refused"
    );
}

#[test]
fn repeated_label_counts_once_and_thousands_of_labels_are_kept() {
    let open = test_support::labeling(&[3, 1, 0], 6);
    let names_of_file = |names: Vec<String>| {
        let mut file = written(&open);
        file.project.head.label_names = names;
        let again = test_support::reopened(&file).expect("a project");
        again.labels.names.clone()
    };
    assert_eq!(names_of_file(vec!["yes".into(); 50_000]), ["yes"]);
    let many: Vec<String> = (0..20_000).map(|n| format!("label {n}")).collect();
    assert!(names_of_file(many.clone()) == many);
}

/// The clock values include NaN, ±∞ and the limits of JavaScript dates, all converted to integers.
#[test]
fn last_label_counts_for_any_clock_value() {
    let clocks = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 8.64e15, -8.64e15, 1.0];
    for first in clocks {
        for second in clocks {
            let mut state = test_support::state(2);
            *state.project = Some(test_support::labeling(&[2, 0, 1], 3));
            let act = |state: &mut AppState, clock: f64, msg| drop(state.apply(msg, clock as u64));
            for (clock, index) in [(first, 0), (second, 1), (first, 0), (second, 1)] {
                act(&mut state, clock, Msg::Labeling(labeling::Msg::GoTo(2)));
                act(&mut state, clock, Msg::Labeling(labeling::Msg::Give { index }));
            }
            act(&mut state, first, Msg::Labeling(labeling::Msg::Undo));
            act(&mut state, second, Msg::Labeling(labeling::Msg::Redo));
            act(&mut state, second, Msg::Labeling(labeling::Msg::SetGoal { n_texts: 2 }));
            for cmd in state.apply(
                Msg::Export(export::Msg::Start(ExportRows::All, ExportFormat::Csv)),
                first as u64,
            ) {
                if let Cmd::Export(export::Cmd::Prepare { job, .. }) = cmd {
                    job.run();
                }
            }
            let open = test_support::open_project(&state);
            assert_eq!(
                open.annotations.history.labels().get(2),
                Some("no"),
                "{first}, {second}"
            );
            let times: Vec<u64> = open.annotations.history.log().iter().map(|entry| entry.at_ms).collect();
            assert!(
                times.is_sorted_by(|a, b| a < b),
                "the entries of a text have increasing times: {times:?}"
            );
            let file = written(open);
            let again = test_support::reopened(&file).expect("a project");
            assert_eq!(
                again.annotations.history.log(),
                open.annotations.history.log(),
                "{first}, {second}"
            );
            let elsewhere = crate::projects::backup::open(
                &file.json(),
                file.project.pool.clone(),
                MapData::default(),
                second as u64,
            );
            let elsewhere = elsewhere.map(|open| open.annotations.history.labels().get(2).map(str::to_owned));
            assert_eq!(elsewhere, Ok(Some("no".to_owned())), "{first}, {second}");
        }
    }
}
