use crate::file_labels::found::{ColleagueLabels, KnownLabels, LabeledTable};
use crate::file_labels::state::*;
use crate::import::FileRead;
use crate::labeling;
use crate::map::PtrEq;
use crate::persistence;
use crate::project::Project;
use crate::run::settings::Settings;
use crate::state::{AppState, Cmd};
use crate::state::{Context, Msg as StateMsg, Request};
use crate::team;
use crate::test_support::numbered_texts::load_file;
use crate::test_support::{self, open_project};
use fastgas_annotation::label::AnswerType;
use fastgas_annotation::label::{ConsensusStatus, LabelOrigin, PassReason};
use fastgas_data::{Columns, Format, Import, LabelCell, Pool, guess_text_column, load};
use fastgas_progress::{NoPause, Slices, at_once};
use fastgas_select::Config;
use std::sync::Arc;

const TEXTS: [&str; 6] = [
    "the kettle leaks",
    "one\ntwo",
    " a café ",
    "the drill",
    "the drill",
    "the chair",
];

/// A table with the `code` column, the texts of [`TEXTS`] in the `text` column, and the columns `columns`.
fn table(columns: &[&str], cells: &[&[&str]]) -> String {
    let mut table = csv(&[&["code", "text"], columns].concat());
    for (row, text) in TEXTS.iter().enumerate() {
        let code = format!("000{row}");
        let more = cells.get(row).copied().unwrap_or_default();
        table.push_str(&csv(&[&[code.as_str(), text], more].concat()));
    }
    table
}

fn csv(cells: &[&str]) -> String {
    let quoted: Vec<String> = cells
        .iter()
        .map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")))
        .collect();
    quoted.join(",") + "\n"
}

fn drop(state: &mut AppState, name: &str, file: &str, columns: Columns) -> Vec<Cmd> {
    let is_json = file.starts_with(['[', '{']);
    let import = Import {
        format: Some(if is_json { Format::Jsonl } else { Format::Csv }),
        ..Import::default()
    };
    let reading = FileRead {
        ticket: 7,
        source: Some(3),
        file_name: name.into(),
        columns,
        // The encoding is set, because the page would ask about a guessed encoding.
        import: Import {
            encoding: Some("UTF-8".into()),
            ..import.clone()
        },
        ..FileRead::default()
    };
    load_file(state, file, &import, reading)
}

fn drop_colleagues_labels(state: &mut AppState, labels: &[&[&str]]) -> Vec<Cmd> {
    drop(state, "colleague.csv", &table(&["label"], labels), Columns::default())
}

/// The annotator Anna's project with the texts in [`TEXTS`]. Three texts are picked, and two of them are labeled.
fn project() -> AppState {
    project_from(&table(&[], &[]))
}

/// Like [`project`], but the texts are in the table `file`.
fn project_from(file: &str) -> AppState {
    let mut state = test_support::state(2);
    drop(&mut state, "pool.csv", file, Columns::default());
    assert!(state.file_labels.dialog.is_none());
    let open = state.project.get_mut().expect("a project");
    open.result.outcome = Some(Arc::new(test_support::outcome(
        &[0, 1, 3],
        TEXTS.len(),
        Config::default(),
    )));
    open.labels.names = vec!["complaint".into(), "question".into()];
    open.set_annotator(Some("Anna".into()));
    open.annotations.history.give(0, Some("complaint"), 1);
    open.annotations.history.give(1, Some("complaint"), 2);
    state
}

fn open_dialog(state: &AppState) -> &FileLabels {
    state.file_labels.dialog.as_ref().expect("a question")
}

fn send(state: &mut AppState, msg: Msg) -> Vec<Cmd> {
    let cmds = state.apply(StateMsg::FileLabels(msg), 9);
    perform_searches(state, cmds, 9)
}

fn name(state: &mut AppState, names: &[&str]) {
    for (place, name) in names.iter().enumerate() {
        send(
            state,
            Msg::Name {
                place,
                name: (*name).into(),
            },
        );
    }
}

fn labels_of(state: &AppState, name: &str) -> Vec<(u32, String)> {
    let (_, labels) = open_project(state)
        .annotations
        .team
        .others()
        .find(|(other, _)| *other == name)
        .expect(name);
    let all = labels.iter();
    all.map(|(row, label)| (row, label.to_owned())).collect()
}

fn rows(rows: &[(u32, &str)]) -> Vec<(u32, String)> {
    rows.iter().map(|&(row, label)| (row, label.to_owned())).collect()
}

const LABELS: [&[&str]; 6] = [
    &["complaint"],
    &["question"],
    &["praise"],
    &["complaint"],
    &["question"],
    &[""],
];

#[test]
fn colleagues_spreadsheet_is_imported_under_their_name_and_compared() {
    let mut state = project();
    let before = open_project(&state).clone();
    // The texts differ only in line ends, spaces, and the encoding of accented letters.
    let file = table(&["label"], &LABELS)
        .replace("one\ntwo", "one\r\ntwo")
        .replace(" a café ", "a\u{a0}cafe\u{301}")
        + &csv(&["9999", "a new text", "praise"]);
    assert!(drop(&mut state, "colleague.csv", &file, Columns::default()).is_empty());
    assert!(state.import.append.is_none());
    assert_eq!(
        *open_project(&state),
        before,
        "nothing is imported before the user confirms"
    );
    let labels = open_dialog(&state);
    assert_eq!(
        (labels.questions(), labels.question),
        (vec!["label".to_owned()], Some(0))
    );
    let matches = labels.matches.as_ref().expect("matches");
    assert_eq!(
        matches.rows,
        [Some(0), Some(1), Some(2), Some(3), Some(4), Some(5), None]
    );
    assert_eq!(
        (&matches.tolerated[..], matches.id.as_deref()),
        (&[1, 2][..], Some("code"))
    );
    assert_eq!(
        (labels.n_missing(), labels.missing()),
        (1, vec!["a new text".to_owned()])
    );
    assert_eq!(
        (&*labels.own, &*labels.people[0].name),
        ("Anna", ""),
        "the annotator's name is not assumed"
    );
    send(&mut state, Msg::Import);
    assert!(
        open_dialog(&state)
            .problem
            .as_ref()
            .is_some_and(|problem| problem.contains("Enter who gave the labels"))
    );
    name(&mut state, &["Bob"]);
    let cmds = send(&mut state, Msg::Import);
    assert_eq!(
        open_dialog(&state)
            .done
            .as_ref()
            .map(|done| (done.of.clone(), done.can_compare)),
        Some((vec![("Bob".into(), 5, 5)], true))
    );
    let saves = |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::SaveProject(project)) if project.others.len() == 5);
    assert!(cmds.iter().any(saves), "{cmds:?}");
    assert_eq!(
        labels_of(&state, "Bob"),
        rows(&[
            (0, "complaint"),
            (1, "question"),
            (2, "praise"),
            (3, "complaint"),
            (4, "question")
        ])
    );
    assert_eq!(
        open_project(&state).annotations.history.log(),
        before.annotations.history.log(),
        "the user's own labels are unchanged"
    );
    assert_eq!(open_project(&state).labels.names, ["complaint", "question", "praise"]);
    let statuses = &open_project(&state).resolved().expect("two annotators").statuses;
    assert_eq!(
        (statuses[&0], statuses[&1]),
        (ConsensusStatus::Unanimous, ConsensusStatus::Disputed)
    );
    send(&mut state, Msg::ShowAgreement);
    assert!(state.team.shown && state.file_labels.dialog.is_none());
    assert_eq!(state.team.current, Some(1));
}

#[test]
fn import_can_be_undone_until_the_next_annotation() {
    let mut state = project();
    let before = open_project(&state).clone();
    let import = |state: &mut AppState| {
        drop_colleagues_labels(state, &LABELS);
        name(state, &["Bob"]);
        send(state, Msg::Import);
    };
    import(&mut state);
    assert!(state.can_undo_import());
    let n_changes = open_project(&state).n_changes();
    let cmds = send(&mut state, Msg::Undo);
    let now = open_project(&state);
    assert_eq!(
        (now.annotations.history.log(), &now.annotations.team, &now.labels.names),
        (
            before.annotations.history.log(),
            &before.annotations.team,
            &before.labels.names
        )
    );
    assert_eq!(
        (
            now.annotations.annotator.as_deref(),
            now.view.shows_all,
            now.n_changes()
        ),
        (Some("Anna"), false, n_changes + 1)
    );
    let is_all = |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::SaveAll { project, log, .. }) if project.others.is_empty() && *log == before.log());
    assert!(cmds.iter().any(is_all), "{cmds:?}");
    assert!(send(&mut state, Msg::Undo).is_empty(), "the import is undone once");
    import(&mut state);
    send(&mut state, Msg::Close);
    state.apply(StateMsg::Labeling(labeling::Msg::GoTo(3)), 10);
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 11);
    assert!(!state.can_undo_import(), "undo would also remove later annotations");
}

#[test]
fn goal_and_written_answers_count_after_an_undone_import() {
    let mut state = project();
    drop(&mut state, "mine.csv", &table(&["label"], &LABELS), Columns::default());
    name(&mut state, &["Anna"]);
    // The page first asks whether the labels are those of the user.
    send(&mut state, Msg::Import);
    send(&mut state, Msg::Import);
    let label = |state: &mut AppState, msg: labeling::Msg| state.apply(StateMsg::Labeling(msg), 10);
    label(&mut state, labeling::Msg::SetGoal { n_texts: 2 });
    label(&mut state, labeling::Msg::ChooseAnswers(AnswerType::Text));
    state.apply(StateMsg::Answer { yes: true }, 10);
    assert_eq!(open_project(&state).labels.answers, AnswerType::Text);
    send(&mut state, Msg::Undo);
    let text = "a new handle".to_owned();
    label(&mut state, labeling::Msg::Write { row: 3, text });
    let open = open_project(&state);
    let goal = open.annotations.goal.expect("a goal");
    assert_eq!(goal.session_progress(open.annotations.history.log()).n_done, 1);
    assert_eq!(open.written(3).as_deref(), Some("a new handle"));
}

#[test]
fn names_are_checked_and_own_labels_are_not_replaced() {
    let mut state = project();
    drop(&mut state, "mine.csv", &table(&["label"], &LABELS), Columns::default());
    name(&mut state, &["Anna"]);
    send(&mut state, Msg::Import);
    let problem = open_dialog(&state).problem.clone().expect("a question");
    assert!(
        problem.contains("You are Anna too") && problem.contains("2 texts keep"),
        "{problem}"
    );
    send(&mut state, Msg::Import);
    let labels = open_project(&state).annotations.history.labels();
    assert_eq!(
        [0, 1, 2, 4].map(|row| labels.get(row)),
        [Some("complaint"), Some("complaint"), Some("praise"), Some("question")]
    );
    assert!(open_project(&state).annotations.team.is_empty() && open_project(&state).annotations.history.can_undo());

    let mut state = project();
    let import = |state: &mut AppState, labels: &[&[&str]], who: &str| {
        drop_colleagues_labels(state, labels);
        name(state, &[who]);
        send(state, Msg::Import);
    };
    import(&mut state, &LABELS, "Bob");
    send(&mut state, Msg::Close);
    let changed: Vec<&[&str]> = LABELS
        .iter()
        .enumerate()
        .map(|(row, label)| if row == 3 { &["praise"][..] } else { *label })
        .collect();
    drop_colleagues_labels(&mut state, &changed);
    name(&mut state, &["Bob"]);
    state.apply(StateMsg::FileLabels(Msg::Import), 20);
    let problem = open_dialog(&state).problem.clone().expect("a question");
    assert!(problem.contains("Bob is already the name of someone here"), "{problem}");
    assert_eq!(
        labels_of(&state, "Bob")[3],
        (3, "complaint".to_owned()),
        "the first click only asks for confirmation"
    );
    state.apply(StateMsg::FileLabels(Msg::Import), 21);
    assert_eq!(labels_of(&state, "Bob")[3], (3, "praise".to_owned()));
}

#[test]
fn own_labels_from_a_file_keep_cannot_tell() {
    let mut state = project();
    let history = &mut state.project.get_mut().expect("a project").annotations.history;
    history.pass(2, PassReason::CannotTell, 3);
    history.pass(3, PassReason::Skipped, 4);
    drop(&mut state, "mine.csv", &table(&["label"], &LABELS), Columns::default());
    name(&mut state, &["Anna"]);
    send(&mut state, Msg::Import);
    let problem = open_dialog(&state).problem.clone().expect("a question");
    assert!(problem.contains("3 texts keep their answers"), "{problem}");
    send(&mut state, Msg::Import);
    let labels = open_project(&state).annotations.history.labels();
    assert_eq!(
        [2, 3, 4].map(|row| labels.get(row)),
        [None, Some("complaint"), Some("question")]
    );
    assert_eq!(labels.passed(2), Some(PassReason::CannotTell));
}

#[test]
fn names_that_look_the_same_are_one_name() {
    for spelling in [" Anna\t", "\u{2068}Anna\u{2069}", "An\u{200b}na", "Ann\u{7}a"] {
        let mut state = project();
        drop_colleagues_labels(&mut state, &LABELS);
        name(&mut state, &[spelling]);
        send(&mut state, Msg::Import);
        let problem = open_dialog(&state).problem.clone().expect("a question");
        assert!(problem.contains("You are Anna too"), "{spelling:?}: {problem}");
        send(&mut state, Msg::Import);
        assert!(
            open_project(&state).annotations.team.is_empty(),
            "{spelling:?} is the user"
        );
    }
    let mut state = project();
    drop_colleagues_labels(&mut state, &LABELS);
    name(&mut state, &["Zoë"]);
    send(&mut state, Msg::Import);
    send(&mut state, Msg::Close);
    drop_colleagues_labels(&mut state, &LABELS);
    name(&mut state, &["Zoe\u{308}"]);
    send(&mut state, Msg::Import);
    let others: Vec<&str> = open_project(&state)
        .annotations
        .team
        .others()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(others, ["Zoë"]);
    send(&mut state, Msg::Close);
    drop_colleagues_labels(&mut state, &LABELS);
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::NameSelf("Zoe\u{308}".into()));
    send(&mut state, Msg::Import);
    let problem = open_dialog(&state).problem.clone().expect("a message");
    assert!(problem.contains("name of a colleague"), "{problem}");
}

#[test]
fn own_labels_change_annotator_only_after_confirmation() {
    let mut state = project();
    drop_colleagues_labels(&mut state, &LABELS);
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::NameSelf("Zoe".into()));
    send(&mut state, Msg::Import);
    let problem = open_dialog(&state).problem.clone().expect("a question");
    assert!(problem.contains("Anna") && problem.contains("Zoe"), "{problem}");
    assert_eq!(open_project(&state).annotations.annotator.as_deref(), Some("Anna"));
    send(&mut state, Msg::Import);
    assert_eq!(open_project(&state).annotations.annotator.as_deref(), Some("Zoe"));
}

#[test]
fn tables_with_ids_only_or_unusual_label_columns_are_imported() {
    let mut state = project();
    drop(
        &mut state,
        "by-code.csv",
        "code,label\n0003,praise\n0004,praise\n",
        Columns::default(),
    );
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::Import);
    assert_eq!(labels_of(&state, "Bob"), rows(&[(3, "praise"), (4, "praise")]));

    let mut state = project();
    let cells = LABELS.map(|labels| [labels[0], "x"]);
    let cells: Vec<&[&str]> = cells.iter().map(|cells| &cells[..]).collect();
    drop(
        &mut state,
        "two.csv",
        &table(&["Bewertung", "Zweitlabel"], &cells),
        Columns::default(),
    );
    assert_eq!(open_dialog(&state).question, None, "two columns may contain labels");
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::Import);
    assert!(
        open_dialog(&state)
            .problem
            .as_ref()
            .is_some_and(|problem| problem.contains("several questions"))
    );
    let at = open_dialog(&state)
        .questions()
        .iter()
        .position(|name| name == "Bewertung")
        .expect("its column");
    send(&mut state, Msg::Question(at));
    send(&mut state, Msg::Import);
    assert_eq!(labels_of(&state, "Bob").len(), 5);
}

#[test]
fn tables_of_row_numbers_and_labels_are_imported() {
    let drop_rows = |file: &str| {
        let mut state = project();
        drop(&mut state, "rows.csv", file, Columns::default());
        state
    };
    let mut state = drop_rows("row,label\n3,praise\n4.0,praise\n1,x\n1,y\n");
    let labels = open_dialog(&state);
    assert!(labels.is_numbered);
    assert_eq!(
        (labels.n_rows(), labels.n_missing(), labels.n_contradicting()),
        ((4, 3), 0, 1)
    );
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::Import);
    assert_eq!(labels_of(&state, "Bob"), rows(&[(3, "praise"), (4, "praise")]));

    let mut state = drop_rows("row,label\n3,praise\n6,x\n2,praise\n1,x\n-1,x\n");
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::Import);
    let problem = open_dialog(&state).problem.clone().expect("a problem");
    assert!(
        problem.contains("0 to 5") && problem.contains("6 (record 2), -1 (record 5)"),
        "{problem}"
    );
    assert!(open_project(&state).annotations.team.is_empty());

    let state = drop_rows("row,comment\n0,a first comment\n1,a second comment\n2,a third comment\n");
    assert!(state.file_labels.dialog.is_none(), "the file has texts of its own");
}

#[test]
fn files_without_new_labels_or_with_other_texts_ask_nothing() {
    let mut state = test_support::state(2);
    drop(&mut state, "pool.csv", &table(&["label"], &LABELS), Columns::default());
    let with_note = LABELS.map(|labels| [labels[0], ""]);
    let with_note: Vec<&[&str]> = with_note.iter().map(|cells| &cells[..]).collect();
    drop(
        &mut state,
        "again.csv",
        &table(&["label", "note"], &with_note),
        Columns::default(),
    );
    assert!(
        state.file_labels.dialog.is_none(),
        "the project's file has the same labels"
    );
    let mut state = project();
    drop(
        &mut state,
        "other.csv",
        "text,label\nanother text,x\nthe chair,x\na third one,y\n",
        Columns::default(),
    );
    assert!(
        state.file_labels.dialog.is_none(),
        "most texts of the file are not in the project"
    );
    let mut state = project();
    drop(
        &mut state,
        "copy.csv",
        &table(&["note"], &[&["a"], &["b"], &["c"], &["d"], &["e"], &["f"]]),
        Columns::default(),
    );
    assert!(
        state.file_labels.dialog.is_none() && state.import.append.is_some(),
        "the file has no labels"
    );
}

fn task(text: &str, answers: &[(&str, &[(&str, &str)])]) -> serde_json::Value {
    let result = |(question, label): &(&str, &str)| serde_json::json!({ "from_name": question, "type": "choices", "value": { "choices": [label] } });
    let annotation = |(by, results): &(&str, &[(&str, &str)])| {
        serde_json::json!({ "completed_by": { "email": by }, "was_cancelled": results.is_empty(),
            "result": results.iter().map(result).collect::<Vec<_>>() })
    };
    let annotations: Vec<_> = answers.iter().map(annotation).collect();
    serde_json::json!({ "data": { "text": text }, "annotations": annotations })
}

#[test]
fn annotators_of_an_export_are_distinguished_and_questions_kept_apart() {
    let tasks = serde_json::json!([
        task(
            "a",
            &[
                ("anna@x", &[("topic", "x"), ("tone", "good")]),
                ("bob@x", &[("topic", "y")])
            ]
        ),
        task("b", &[("anna@x", &[("topic", "y")]), ("bob@x", &[])]),
    ]);
    let mut state = test_support::state(2);
    drop(&mut state, "export.json", &tasks.to_string(), Columns::default());
    let labels = open_dialog(&state);
    assert_eq!(
        (labels.questions(), labels.question),
        (vec!["topic".to_owned(), "tone".to_owned()], None)
    );
    assert!(labels.is_of_own_file() && labels.has_people());
    assert!(
        open_project(&state).annotations.history.log().is_empty() && open_project(&state).annotations.team.is_empty()
    );
    send(&mut state, Msg::Question(0));
    assert_eq!(
        open_dialog(&state).counts().map(|counts| (counts.given, counts.void)),
        Some((3, 1))
    );
    send(&mut state, Msg::NameSelf("Lea".into()));
    name(&mut state, &["Anna", "Bob"]);
    send(&mut state, Msg::Import);
    assert_eq!(labels_of(&state, "Anna"), rows(&[(0, "x"), (1, "y")]));
    assert_eq!(
        labels_of(&state, "Bob"),
        rows(&[(0, "y")]),
        "a cancelled answer is not a label"
    );
    assert_eq!(open_project(&state).annotations.annotator.as_deref(), Some("Lea"));
    assert_eq!(open_project(&state).labels.answers, AnswerType::One);
    assert_eq!(open_project(&state).n_disputed(), 1);
    assert_eq!(
        open_project(&state).labels_of_file().offered,
        None,
        "the labels of several people are not offered as labels of one"
    );

    // Because all answers are from one annotator and belong to one question, they are imported as labels of the file.
    let tasks = serde_json::json!([
        task("a", &[("anna@x", &[("topic", "x"), ("tone", "good")])]),
        task("b", &[("anna@x", &[("topic", "y"), ("tone", "bad")])]),
    ]);
    let mut state = test_support::state(2);
    drop(&mut state, "export.json", &tasks.to_string(), Columns::default());
    assert!(!open_dialog(&state).has_people());
    send(&mut state, Msg::Question(1));
    send(&mut state, Msg::Import);
    let labels = open_project(&state).annotations.history.labels();
    assert_eq!(labels.iter().collect::<Vec<_>>(), [(0, "good"), (1, "bad")]);
    assert_eq!(labels.origin(0), Some(&LabelOrigin::Column("tone".into())));
}

#[test]
fn rows_about_one_text_are_merged_if_requested() {
    let file = "annotator,id,sentiment,text\n1,1,good,a\n2,1,bad,a\n1,2,bad,b\n2,2,bad,b\n1,3,good,c\n";
    let begin = || {
        let mut state = test_support::state(2);
        drop(&mut state, "ls.csv", file, Columns::default());
        assert_eq!(open_dialog(&state).n_rows(), (5, 3));
        assert_eq!(
            (open_dialog(&state).joins_rows, open_dialog(&state).varying.clone()),
            (Some(true), vec!["annotator".to_owned(), "sentiment".into()])
        );
        send(&mut state, Msg::NameSelf("Lea".into()));
        name(&mut state, &["Anna", "Bob"]);
        state
    };
    let mut state = begin();
    let before = open_project(&state).clone();
    send(&mut state, Msg::Import);
    assert_eq!(
        (
            open_project(&state).source.pool.len(),
            open_project(&state).source.pool.columns()
        ),
        (3, &["id".to_owned(), "text".into()][..])
    );
    assert_eq!((open_project(&state).text(0), open_project(&state).text(2)), ("a", "c"));
    assert_eq!(labels_of(&state, "Anna"), rows(&[(0, "good"), (1, "bad"), (2, "good")]));
    assert_eq!(labels_of(&state, "Bob"), rows(&[(0, "bad"), (1, "bad")]));
    send(&mut state, Msg::Undo);
    let now = open_project(&state);
    assert_eq!(
        (
            &now.source.pool,
            now.source.text_column,
            &now.annotations.team,
            now.source.file_index
        ),
        (
            &before.source.pool,
            before.source.text_column,
            &before.annotations.team,
            before.source.file_index
        )
    );
    let mut state = begin();
    send(&mut state, Msg::JoinRows(false));
    send(&mut state, Msg::Import);
    assert_eq!(
        (open_project(&state).source.pool.len(), labels_of(&state, "Bob")),
        (5, rows(&[(0, "bad"), (2, "bad")]))
    );
}

#[test]
fn rejected_answers_are_never_labels() {
    let line = |text: &str, answer: &str| format!("{{\"text\":\"{text}\",\"label\":\"X\",\"answer\":\"{answer}\"}}\n");
    let file = [line("a", "accept"), line("b", "reject"), line("c", "ignore")].concat();
    let chosen = Columns {
        labels: Some("label".into()),
        ..Columns::default()
    };
    for columns in [Columns::default(), chosen] {
        let mut state = test_support::state(2);
        drop(&mut state, "textcat.jsonl", &file, columns);
        assert!(open_project(&state).annotations.history.log().is_empty());
        assert!(open_project(&state).labels_of_file().asks);
        let counts = open_dialog(&state).counts().expect("one question");
        assert_eq!((counts.given, counts.void, counts.rejected), (1, 1, 1));
        send(&mut state, Msg::Close);
        send(&mut state, Msg::AskAboutOwn);
        send(&mut state, Msg::Import);
        assert_eq!(
            open_project(&state)
                .annotations
                .history
                .labels()
                .iter()
                .collect::<Vec<_>>(),
            [(0, "X")]
        );
    }
}

const DECISIONS: [&[&str]; 6] = [
    &["accept"],
    &["reject"],
    &["ignore"],
    &["accept"],
    &["reject"],
    &["accept"],
];

#[test]
fn words_in_columns_of_the_project_are_no_verdicts_on_exported_labels() {
    let export = |is_input_first: bool| {
        let line = |input: &[&str], own: &[&str]| match is_input_first {
            true => csv(&[input, own].concat()),
            false => csv(&[own, input].concat()),
        };
        let header = ["rank", "row", "part", "degree", "label"];
        let mut file = line(&["code", "text", "decision"], &header);
        for (row, text) in TEXTS.iter().enumerate() {
            let (code, number) = (format!("000{row}"), row.to_string());
            let input = [code.as_str(), *text, DECISIONS[row][0]];
            file.push_str(&line(&input, &["", number.as_str(), "0", "", LABELS[row][0]]));
        }
        file
    };
    for is_input_first in [true, false] {
        let mut state = project_from(&table(&["decision"], &DECISIONS));
        drop(
            &mut state,
            "pool-labeled.csv",
            &export(is_input_first),
            Columns::default(),
        );
        let counts = open_dialog(&state).counts().expect("one question");
        assert_eq!((counts.given, counts.void, counts.rejected), (5, 0, 0));
        name(&mut state, &["Bob"]);
        send(&mut state, Msg::Import);
        assert_eq!(labels_of(&state, "Bob").len(), 5);
    }
}

#[test]
fn unchanged_columns_of_the_project_are_no_verdicts_on_a_colleagues_labels() {
    let dropped = |changed: Option<usize>, columns: Columns| {
        let mut state = project_from(&table(&["decision"], &DECISIONS));
        let rows: Vec<[&str; 2]> = (0..TEXTS.len())
            .map(|row| match Some(row) == changed {
                true => ["reject", LABELS[row][0]],
                false => [DECISIONS[row][0], LABELS[row][0]],
            })
            .collect();
        let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
        drop(
            &mut state,
            "colleague.csv",
            &table(&["decision", "label"], &rows),
            columns,
        );
        let counts = open_dialog(&state).counts().expect("one question");
        ((counts.given, counts.void, counts.rejected), state)
    };
    let chosen = || Columns {
        labels: Some("label".into()),
        ..Columns::default()
    };
    for columns in [Columns::default(), chosen()] {
        let (counts, mut state) = dropped(None, columns.clone());
        assert_eq!(counts, (5, 0, 0));
        name(&mut state, &["Bob"]);
        send(&mut state, Msg::Import);
        assert_eq!(labels_of(&state, "Bob").len(), 5);
        // The colleague has rejected one more label, so that the column is not a copy.
        assert_eq!(dropped(Some(0), columns).0, (1, 1, 3));
    }
}

#[test]
fn unchanged_answer_column_of_repeated_texts_contains_no_verdicts() {
    // An `answer` column with verdicts would assign all rows with the same text to the first such row.
    let mut state = project_from(&table(&["answer"], &DECISIONS));
    let rows: Vec<[&str; 2]> = (0..TEXTS.len())
        .map(|row| [DECISIONS[row][0], LABELS[row][0]])
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let file = table(&["answer", "label"], &rows);
    drop(&mut state, "colleague.csv", &file, Columns::default());
    let counts = open_dialog(&state).counts().expect("one question");
    assert_eq!((counts.given, counts.void, counts.rejected), (5, 0, 0));
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::Import);
    let expected = [
        (0, "complaint"),
        (1, "question"),
        (2, "praise"),
        (3, "complaint"),
        (4, "question"),
    ];
    assert_eq!(labels_of(&state, "Bob"), self::rows(&expected));

    let dropped = |pool: &str, file: &str| {
        let mut state = test_support::state(2);
        drop(&mut state, "pool.csv", pool, Columns::default());
        drop(&mut state, "colleague.csv", file, Columns::default());
        state
    };
    // The file has no ids, and every text occurs twice.
    let mut state = dropped(
        "text,answer\na,accept\na,reject\nb,reject\nb,accept\n",
        "text,answer,label\na,accept,x\na,reject,y\nb,reject,y\nb,accept,x\n",
    );
    send(&mut state, Msg::NameSelf("Lea".into()));
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::Import);
    let expected = [(0, "x"), (1, "y"), (2, "y"), (3, "x")];
    assert_eq!(labels_of(&state, "Bob"), self::rows(&expected));

    // The colleague has rejected one of two labels of the first text, so the column is not a copy.
    let state = dropped(
        "text,answer\na,accept\nb,accept\nc,accept\n",
        "text,answer,label\na,accept,x\na,reject,y\nb,accept,x\nc,accept,y\n",
    );
    let counts = open_dialog(&state).counts().expect("one question");
    assert_eq!((counts.given, counts.void, counts.rejected), (3, 0, 1));
}

#[test]
fn unapproved_labels_are_imported_only_on_request() {
    let file = "text,label,annotation_approver\na,x,boss\nb,y,\nc,x,\nd,y,boss\n";
    let begin = || {
        let mut state = test_support::state(2);
        drop(&mut state, "doccano.csv", file, Columns::default());
        send(&mut state, Msg::Import);
        assert!(
            open_dialog(&state)
                .problem
                .as_ref()
                .is_some_and(|problem| problem.contains("not approved"))
        );
        state
    };
    for (takes, n) in [(false, 2), (true, 4)] {
        let mut state = begin();
        send(&mut state, Msg::TakeUnapproved(takes));
        send(&mut state, Msg::Import);
        assert_eq!(open_project(&state).annotations.history.labels().len(), n);
    }
}

#[test]
fn plain_labels_are_imported_without_a_question() {
    let mut state = test_support::state(2);
    let columns = Columns {
        labels: Some("label".into()),
        per_cell: LabelCell::One,
        ..Columns::default()
    };
    drop(&mut state, "pool.csv", &table(&["label"], &LABELS), columns);
    assert!(state.file_labels.dialog.is_none());
    assert_eq!(open_project(&state).annotations.history.labels().len(), 5);
}

#[test]
fn undo_rewrites_the_project_unless_it_is_read_only() {
    let mut state = project();
    drop_colleagues_labels(&mut state, &LABELS);
    name(&mut state, &["Bob"]);
    send(&mut state, Msg::Import);
    let (mut labels, settings) = ((*state.file_labels).clone(), Settings::default());
    let mut update = |msg, read_only| {
        let context = Context {
            read_only,
            ..test_support::context(state.project.get_mut(), &settings)
        };
        labels.update(msg, context)
    };
    assert_eq!(update(Msg::Undo, true), []);
    assert_eq!(update(Msg::Undo, false), [Request::ForgetMerged, Request::Rewrite]);
    assert_eq!(update(Msg::Undo, false), [], "the import is undone once");
    let show = Request::Apply(StateMsg::Team(team::Msg::Show));
    assert_eq!(update(Msg::ShowAgreement, false), [show]);
}

/// Tables that a colleague may send. Each table identifies the texts by their content, their id, or their row number.
fn colleagues_tables() -> [Pool; 4] {
    [
        table(&["label"], &LABELS),
        "code,label\n0003,praise\n0004,praise\n".to_owned(),
        "row,label\n3,praise\n4.0,praise\n1,x\n1,y\n9,x\n".to_owned(),
        table(
            &["label", "annotator"],
            &[
                &["praise", "Bob"],
                &["question", "Eve"],
                &["praise", "Bob"],
                &["", "Eve"],
                &["question", "Bob"],
                &["praise", "Eve"],
            ],
        ),
    ]
    .map(|file| load(file.as_bytes()).expect("a table"))
}

fn labeled_table(pool: &Pool) -> LabeledTable<'_> {
    LabeledTable {
        pool,
        text_column: guess_text_column(pool),
        chosen: None,
    }
}

#[test]
fn size_of_the_slices_does_not_change_the_labels() {
    let state = project();
    let source = &open_project(&state).source;
    for pool in colleagues_tables() {
        let find = |size| {
            let ours = (&*source.pool, source.text_column, source.id_column);
            let mut slices = Slices::new(size, NoPause);
            at_once(ColleagueLabels::find(ours, labeled_table(&pool), &mut slices))
        };
        let whole = find(usize::MAX);
        assert!(whole.is_some(), "{pool:?}");
        assert_eq!([find(1), find(300)], [whole.clone(), whole]);
    }
}

#[test]
fn labels_from_reading_the_file_are_used_only_for_the_same_pool_and_columns() {
    let state = project();
    let here = open_project(&state);
    let [pool, ..] = colleagues_tables();
    let pool_of_project = PtrEq(here.source.pool.clone());
    let columns = (here.source.text_column, here.source.id_column);
    let other = || Project::new("colleague.csv".into(), pool.clone(), guess_text_column(&pool), 1.0);
    let find = || {
        let ours = (&pool_of_project, columns.0, columns.1);
        at_once(KnownLabels::find(ours, labeled_table(&pool), &mut Slices::whole()))
    };
    let expected = FileLabels::from_colleague(here, other(), None);
    assert!(expected.is_ok());
    assert_eq!(FileLabels::from_colleague(here, other(), Some(find())), expected);
    // This search result deliberately contains no labels, although a new search would find some.
    // The error shows that the page uses the given search result.
    let nothing = || KnownLabels { labels: None, ..find() };
    assert!(FileLabels::from_colleague(here, other(), Some(nothing())).is_err());
    for outdated in [
        KnownLabels {
            here: PtrEq::new(Pool::clone(&pool_of_project)),
            ..nothing()
        },
        KnownLabels {
            columns: (0, None),
            ..nothing()
        },
        KnownLabels {
            of_file: (0, None),
            ..nothing()
        },
    ] {
        assert_eq!(FileLabels::from_colleague(here, other(), Some(outdated)), expected);
    }
}

#[test]
fn labels_that_were_found_before_a_change_are_not_asked_about() {
    let mut state = test_support::state(2);
    let file = "text,label,annotation_approver\na,x,boss\nb,y,\nc,x,\nd,y,boss\n";
    drop(&mut state, "doccano.csv", file, Columns::default());
    send(&mut state, Msg::Close);
    let mut ask = |is_changed: bool| {
        let cmds = state.apply(StateMsg::FileLabels(Msg::AskAboutOwn), 9);
        assert!(state.file_labels.searching.is_some() && state.file_labels.dialog.is_none());
        if is_changed {
            let open = state.project.get_mut().expect("a project");
            open.annotations.history.give(0, Some("x"), 9);
        }
        perform_searches(&mut state, cmds, 10);
        assert!(state.file_labels.searching.is_none());
        state.file_labels.dialog.take().is_some()
    };
    assert_eq!([ask(false), ask(true)], [true, false]);
}

#[test]
fn search_for_labels_stops_when_the_project_is_closed() {
    let mut state = test_support::state(2);
    let file = "text,label,annotation_approver\na,x,boss\nb,y,\nc,x,\nd,y,boss\n";
    drop(&mut state, "doccano.csv", file, Columns::default());
    send(&mut state, Msg::Close);
    let searches = state.apply(StateMsg::FileLabels(Msg::AskAboutOwn), 9);
    let cmds = state.forget_project();
    assert!(
        cmds.contains(&Cmd::FileLabels(crate::file_labels::Cmd::StopSearch)),
        "{cmds:?}"
    );
    perform_searches(&mut state, searches, 10);
    assert!(state.file_labels.dialog.is_none());
}
