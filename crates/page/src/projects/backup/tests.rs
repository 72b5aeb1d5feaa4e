use super::*;
use crate::test_support::{self, written};
use fastgas_annotation::label::PassReason;
use fastgas_graph::Adjacency;
use fastgas_map::Layout;

fn labeled() -> Project {
    let odd = ["a \"b\"", "one\ntwo", "", "naïve — 東京 🦀", "\u{0}", " c "];
    let pool = test_support::pool(
        &["text", "more"],
        &odd.map(|cell| [cell, "x"]).each_ref().map(|row| &row[..]),
    );
    let mut open = Project::new("odd.csv".into(), pool, 0, 1.0);
    open.result.outcome = Some(Arc::new(test_support::outcome(&[3, 1], 6, Config::default())));
    open.result.layout = Some(Arc::new(Layout {
        positions: (0..6).map(|row| [row as f32 / 3.0, -0.5]).collect(),
    }));
    open.result.adjacency = Adjacency::from_parts(vec![0, 1, 2, 2, 2, 2, 2], vec![1, 0], 6).map(Arc::new);
    open.labels.names = vec!["yes".into(), "no".into()];
    open.labels.assign_keys_and_colors();
    open.labels.guidelines = "Look twice.".into();
    open.annotations.history.toggle(3, "yes", 1);
    open.annotations.history.toggle(3, "no", 2);
    open.annotations.history.note(3, "hm", 3);
    open.annotations.history.pass(1, PassReason::CannotTell, 4);
    open
}

fn assert_same_data(one: &Project, other: &Project) {
    assert_eq!(one.source.pool, other.source.pool);
    assert_eq!(one.result.outcome, other.result.outcome);
    assert_eq!(one.result.layout, other.result.layout);
    assert_eq!(one.result.adjacency, other.result.adjacency);
}

#[test]
fn written_project_is_read_back_and_counts_as_unsaved() {
    let mut open = labeled();
    let file = written(&open);
    open.storage.backup = file.project.head.backup.clone();
    let read = test_support::reopened(&file).expect("a project");
    assert_same_data(&read, &open);
    assert_eq!(read.annotations.history.labels(), open.annotations.history.labels());
    assert_eq!(read.annotations.history.unsaved(), open.annotations.history.log());
    assert_eq!(
        (&read.labels.names, &read.labels.guidelines),
        (&open.labels.names, &open.labels.guidelines)
    );
    assert_eq!(
        ProjectFile::whole(
            &read,
            &Config::default(),
            open.storage.backup.clone().expect("a backup")
        ),
        file
    );
    let bare = ProjectFile::unlabeled(&open, &Config::default(), Columns::All);
    assert_eq!((bare.log.len(), &bare.project.head.backup), (0, &None));
    assert_eq!(
        (&*file.file_name(), &*bare.file_name()),
        ("odd.fastgas", "odd-to-label.fastgas")
    );
    assert_eq!(bare.clone().named_for(" ").file_name(), "odd-to-label.fastgas");
    let named = bare.clone().named_for("Zoë / 2");
    assert_eq!(named.file_name(), "odd-to-label-Zoë---2.fastgas");
    assert_eq!(named.json(), bare.json(), "only the file name contains the name");
    open.set_annotator(Some("Zoë O’Neil / 2".into()));
    assert_eq!(written(&open).file_name(), "odd-Zoë-O-Neil---2.fastgas");
    open.set_annotator(Some("Zoë".repeat(100)));
    assert_eq!(written(&open).file_name(), format!("odd-{}.fastgas", "Zoë".repeat(20)));
}

fn json() -> serde_json::Value {
    let file = written(&labeled());
    let mut value: serde_json::Value = serde_json::from_str(&file.json()).expect("JSON");
    value["fastgas"] = 2.into();
    value["columns"] = serde_json::json!(file.project.pool.columns());
    let rows = file
        .project
        .pool
        .instances()
        .map(|instance| instance.cells().collect::<Vec<_>>());
    value["rows"] = rows.collect::<Vec<_>>().into();
    let Contents {
        partition,
        layout,
        adjacency,
        ..
    } = file.contents("");
    let places = serde_json::to_value(SerializedMapData::of(partition, layout, adjacency)).expect("JSON");
    for (name, place) in places.as_object().expect("an object") {
        value[name] = place.clone();
    }
    value
}

#[test]
fn files_of_version_2_are_read() {
    let open = labeled();
    let read = open_json(json().to_string().as_bytes(), u64::MAX).expect("a project");
    assert_same_data(&read, &open);
    assert_eq!(read.annotations.history.unsaved(), open.annotations.history.log());
}

#[test]
fn invalid_files_report_reason() {
    let says = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = json();
        change(&mut value);
        match open_json(value.to_string().as_bytes(), u64::MAX) {
            Err(LoadError::NotProject { reason }) => reason.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert!(says(&|value| value["fastgas"] = 3.into()).contains("version 3"));
    assert!(says(&|value| value["fastgas"] = "x".into()).contains("invalid type"));
    assert!(says(&|value| value["rows"][2] = serde_json::json!(["one"])).contains("row 2 has 1 cell"));
    assert!(
        says(&|value| value["rows"] = serde_json::json!([["a", "b"]])).contains("differs from the number of its texts")
    );
    assert!(says(&|value| value["parts"]["part_of"][0] = 9.into()).contains("part"));
    assert!(says(&|value| value["edges"][0][6] = 3.into()).contains("edges"));
    assert!(says(&|value| value["log"][0]["row"] = 6.into()).contains("row 6"));
    assert!(says(&|value| value["head"]["text_column"] = 2.into()).contains("text column"));
    assert!(says(&|value| drop(value.as_object_mut().expect("an object").remove("log"))).contains("log"));
    assert!(matches!(
        open_json(b"text,label\n", u64::MAX),
        Err(LoadError::NotProject { .. })
    ));

    let file = written(&labeled());
    let says = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut value = serde_json::from_str(&file.json()).expect("JSON");
        change(&mut value);
        let places = MapData {
            partition: file.project.partition.clone(),
            ..MapData::default()
        };
        open(&value.to_string(), file.project.pool.clone(), places, u64::MAX)
            .expect_err("none")
            .to_string()
    };
    assert!(says(&|value| value["fastgas"] = 4.into()).contains("version 4"));
    assert!(says(&|value| value["log"][0]["row"] = 6.into()).contains("row 6"));
    assert!(says(&|value| value["head"]["text_column"] = 2.into()).contains("text column"));
}

#[test]
fn deep_nesting_and_oversized_numbers_are_rejected() {
    let file = json().to_string();
    let deep = "[".repeat(100_000);
    let much = |what: &str| file.replacen(&format!("\"{what}\":"), &format!("\"{what}\":{deep}"), 1);
    let numbers = ["1e400", "-1", "4294967296", "1.5", "18446744073709551616"];
    let lying = |number| file.replacen("\"n_parts\":", &format!("\"n_parts\":{number},\"was\":"), 1);
    let deeper = [
        deep.clone(),
        format!("{{\"fastgas\":{deep}"),
        much("head"),
        much("rows"),
        much("log"),
    ];
    for lie in deeper.into_iter().chain(numbers.map(lying)) {
        assert_ne!(lie, file);
        let read = open_json(lie.as_bytes(), u64::MAX);
        assert!(matches!(read, Err(LoadError::NotProject { .. })), "{lie:.200}");
    }
}

#[test]
fn javascript_special_keys_are_ignored() {
    let file = json().to_string();
    let odd = file.replacen(
        "\"head\":{",
        "\"__proto__\":{\"fastgas\":1},\"constructor\":[],\"head\":{\"__proto__\":{\"file_name\":\"other.csv\"},",
        1,
    );
    assert_ne!(odd, file);
    let [odd, file] = [odd, file].map(|json| written(&open_json(json.as_bytes(), u64::MAX).expect("a project")));
    assert_eq!(odd, file);
}
