use super::*;
use crate::labeling;
use crate::shell::views::{self, View};
use crate::state::request::context;
use crate::state::{AppState, Msg as StateMsg};
use crate::test_support;
use fastgas_data::WriteTableError;
use fastgas_protocol::Error;

fn export(state: &mut AppState, rows: ExportRows, format: ExportFormat) -> Vec<Request> {
    let context = context!(state, 1);
    state.export.update(Msg::Start(rows, format), context)
}

fn job_of(requests: Vec<Request>) -> (u32, Box<ExportJob>) {
    let job = requests.into_iter().find_map(|request| match request {
        Request::Perform(StateCmd::Export(Cmd::Prepare { number, job })) => Some((number, job)),
        _ => None,
    });
    job.expect("a job")
}

fn written(state: &mut AppState, number: u32, result: Result<Option<Formulas>, WorkerError>) -> Vec<StateCmd> {
    let written = StateMsg::Export(Msg::Written {
        number,
        written: result,
    });
    let mut cmds = state.apply(written, 2);
    cmds.retain(|cmd| matches!(cmd, StateCmd::Export(_)));
    cmds
}

fn exported(state: &mut AppState) -> String {
    let (number, job) = job_of(export(state, ExportRows::All, ExportFormat::Csv));
    let (_, formulas) = job.run();
    let cmds = written(state, number, Ok(formulas));
    assert!(
        matches!(&cmds[..], [StateCmd::Export(Cmd::Download { .. })]),
        "{cmds:?}"
    );
    job.text()
}

#[test]
fn export_downloads_the_file_and_records_warning() {
    let mut state = test_support::state(1);
    let requests = export(&mut state, ExportRows::All, ExportFormat::Csv);
    assert_eq!(requests, [], "no project is open");
    let pool = test_support::pool(&["text"], &[&["=1+1"], &["a"]]);
    *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
    let text = exported(&mut state);
    assert!(text.contains("=1+1"), "{text}");
    let warning = |state: &AppState| {
        state
            .project
            .as_ref()
            .and_then(|project| project.view.exported_formulas.clone())
    };
    assert_eq!(warning(&state).map(|message| message.formulas.cells), Some(1));
    // If the next export contains no formulas, the warning disappears.
    let pool = test_support::pool(&["text"], &[&["a"]]);
    *state.project = Some(Project::new("b.csv".into(), pool, 0, 0.0));
    exported(&mut state);
    assert_eq!(warning(&state), None);
}

#[test]
fn own_columns_come_first_only_if_the_user_wants_it() {
    let mut state = test_support::state(1);
    let pool = test_support::pool(&["text"], &[&["a"]]);
    *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
    let header = |state: &mut AppState| exported(state).lines().next().map(str::to_owned);
    assert_eq!(header(&mut state).as_deref(), Some("text,rank,row,part,degree,label"));
    state.preferences.choose(Preference::OwnColumnsFirst, true);
    assert_eq!(header(&mut state).as_deref(), Some("rank,row,part,degree,label,text"));
}

/// Applies `msg`. If the message requests a list of the columns, makes the list and returns the column names.
fn listed(state: &mut AppState, msg: StateMsg) -> Option<Vec<String>> {
    let cmds = state.apply(msg, 3);
    let list = cmds.into_iter().find_map(|cmd| match cmd {
        StateCmd::Export(Cmd::ListColumns { number, source, guard }) => Some((number, source, guard)),
        _ => None,
    });
    let (number, source, guard) = list?;
    let columns = at_once(source.labeled().added_columns(guard, &mut Slices::whole()));
    let early = Msg::ColumnsListed {
        number: number - 1,
        columns: Vec::new(),
    };
    for msg in [Msg::ColumnsListed { number, columns }, early] {
        let cmds = state.apply(StateMsg::Export(msg), 3);
        assert!(!cmds.iter().any(|cmd| matches!(cmd, StateCmd::Export(_))), "{cmds:?}");
    }
    let names = state.export.columns.iter().map(|(_, name)| name.clone());
    Some(names.collect())
}

#[test]
fn export_view_lists_the_columns_that_exports_add() {
    let mut state = test_support::state(1);
    *state.project = Some(test_support::labeling(&[2, 0, 1], 4));
    let note = StateMsg::Labeling(labeling::Msg::Note {
        row: 1,
        text: "odd".into(),
    });
    let show = |view| StateMsg::View(views::Msg::Show(view));
    // The first text is shown for two milliseconds.
    state.apply(StateMsg::DismissMessage, 1);
    assert_eq!(
        listed(&mut state, show(View::Data)),
        None,
        "the list is in the export view"
    );
    let names = listed(&mut state, show(View::Export)).expect("a list");
    assert_eq!(names, ["rank", "row", "part", "degree", "label"]);
    assert_eq!(
        listed(&mut state, StateMsg::DismissMessage),
        None,
        "nothing has changed"
    );
    let header = |state: &mut AppState| exported(state).lines().next().map(str::to_owned);
    for msg in [
        note,
        StateMsg::SetPreference(Preference::TellTimes, true),
        StateMsg::SetPreference(Preference::GuardFormulas, true),
        StateMsg::Labeling(labeling::Msg::GiveByKey { key: '1' }),
    ] {
        let names = listed(&mut state, msg).expect("a new list");
        assert_eq!(header(&mut state), Some(format!("text,{}", names.join(","))));
    }
    let names: Vec<&str> = state.export.columns.iter().map(|(_, name)| name.as_str()).collect();
    assert_eq!(names[5..], ["guarded_fastgas", "note", "labeled_at", "seconds"]);
    state.forget_project();
    assert!(state.export.columns.is_empty());
}

#[test]
fn export_of_labels_without_labels_tells_what_to_do() {
    let mut state = test_support::state(1);
    *state.project = Some(test_support::labeling(&[2, 0, 1], 4));
    let requests = export(&mut state, ExportRows::Labeled, ExportFormat::Csv);
    assert!(matches!(&requests[..], [Request::Notify(_)]), "{requests:?}");
    let requests = export(&mut state, ExportRows::Picks, ExportFormat::Csv);
    assert!(
        matches!(&requests[..], [Request::Perform(StateCmd::Export(Cmd::Prepare { .. }))]),
        "{requests:?}"
    );
}

fn project_with_formula() -> AppState {
    let mut state = test_support::state(1);
    let pool = test_support::pool(&["id", "text"], &[&["007", "=1+1"]]);
    *state.project = Some(Project::new("a.csv".into(), pool, 0, 0.0));
    state
}

#[test]
fn only_one_file_is_prepared_at_a_time() {
    let mut state = project_with_formula();
    let requests = export(&mut state, ExportRows::All, ExportFormat::Workbook);
    assert_eq!(requests.first(), Some(&Request::DismissNotice));
    let (number, job) = job_of(requests);
    let (exported, formulas) = job.run();
    let Exported::Table(TableFormat::Workbook, table) = exported else {
        panic!("{exported:?}");
    };
    assert_eq!(table.text, "007=1+10", "the cells of the file, and the row");
    assert_eq!(formulas, None, "no spreadsheet runs a text of a workbook");
    let writing = state.export.writing.as_ref().map(|file| file.file_name.clone());
    assert_eq!(writing.as_deref(), Some("a-all.xlsx"));
    for format in [ExportFormat::Workbook, ExportFormat::Csv] {
        assert_eq!(export(&mut state, ExportRows::All, format), []);
    }
    assert_eq!(written(&mut state, number + 1, Ok(None)), [], "another export");
    let file_name = "a-all.xlsx".to_owned();
    assert_eq!(
        written(&mut state, number, Ok(None)),
        [StateCmd::Export(Cmd::Download { file_name })]
    );
    assert_eq!(state.export.writing, None);
    assert_eq!(written(&mut state, number, Ok(None)), [], "nothing was being written");
    assert_eq!(
        job_of(export(&mut state, ExportRows::All, ExportFormat::Csv)).0,
        number + 1
    );
}

#[test]
fn download_is_confirmed_until_the_next_export_or_label_or_another_view() {
    let mut project = test_support::labeling(&[2, 0, 1], 4);
    project.annotations.history.give(2, Some("yes"), 1);
    project.annotations.history.give(3, Some("no"), 2);
    let mut state = test_support::state(1);
    *state.project = Some(project);
    for (rows, n_labeled, words) in [
        (
            ExportRows::All,
            2,
            "✓ Downloaded: a-all.csv, with the labels of 2 texts.",
        ),
        (
            ExportRows::Picks,
            1,
            "✓ Downloaded: a-picks.csv, with the label of 1 text.",
        ),
        (
            ExportRows::Labeled,
            2,
            "✓ Downloaded: a-labeled.csv, with the labels of 2 texts.",
        ),
    ] {
        let (number, _) = job_of(export(&mut state, rows, ExportFormat::Csv));
        assert_eq!(state.export.saved, None, "the file is not ready yet");
        written(&mut state, number, Ok(None));
        let saved = state.export.saved.clone().expect("a confirmation");
        assert_eq!((saved.n_labeled, saved.words().as_str()), (n_labeled, words));
    }
    state.apply(StateMsg::Labeling(labeling::Msg::GiveByKey { key: '2' }), 3);
    assert_eq!(state.export.saved, None, "the file lacks the new label");
    let (number, _) = job_of(export(&mut state, ExportRows::All, ExportFormat::Csv));
    written(&mut state, number, Ok(None));
    assert!(state.export.saved.is_some());
    state.apply_now(StateMsg::View(views::Msg::Show(View::Data)));
    assert_eq!(state.export.saved, None, "the user has left the view");
    let (number, _) = job_of(export(&mut state, ExportRows::All, ExportFormat::Csv));
    written(&mut state, number, Ok(None));
    state.apply_now(StateMsg::Export(Msg::NotDownloaded(Refusal::Broken)));
    assert_eq!(state.export.saved, None);
    assert!(state.notices.notice.is_some(), "the browser refused the download");
}

#[test]
fn export_ends_when_its_project_is_closed() {
    let mut state = project_with_formula();
    let (number, _) = job_of(export(&mut state, ExportRows::All, ExportFormat::Csv));
    let cmds = state.forget_project();
    assert!(cmds.contains(&StateCmd::Export(Cmd::Stop)), "{cmds:?}");
    let mut next = project_with_formula();
    std::mem::swap(&mut state.project, &mut next.project);
    assert_eq!(written(&mut state, number, Ok(None)), [], "the file is not downloaded");
    assert!(!state.forget_project().contains(&StateCmd::Export(Cmd::Stop)));
}

#[test]
fn dataset_has_its_card_and_its_rows() {
    let mut state = project_with_formula();
    let (_, job) = job_of(export(&mut state, ExportRows::All, ExportFormat::HuggingFace));
    let (Exported::Dataset(dataset), None) = job.run() else {
        panic!("a dataset");
    };
    assert_eq!(dataset.path, "data/train-00000-of-00001.parquet");
    assert!(matches!(&dataset.texts[..], [("README.md", card)] if card.contains(dataset.path)));
    let writing = state.export.writing.as_ref().map(|file| file.file_name.clone());
    assert_eq!(writing.as_deref(), Some("a-all-hugging-face.zip"));
}

#[test]
fn failed_export_is_reported_and_can_be_repeated() {
    let mut state = project_with_formula();
    let (number, _) = job_of(export(&mut state, ExportRows::All, ExportFormat::Workbook));
    let error = WorkerError::Pipeline(Error::WriteTable(WriteTableError::LongCell {
        row: 2,
        column: "text".into(),
        letters: 40_000,
        limit: 32_767,
    }));
    assert_eq!(written(&mut state, number, Err(error)), []);
    let notice = state.notices.notice.clone().expect("a notice");
    assert!(
        notice.problem.contains("40000 characters") && notice.advice.contains("CSV"),
        "{notice:?}"
    );
    job_of(export(&mut state, ExportRows::All, ExportFormat::Workbook));
}

#[test]
fn warning_names_escaped_cells_or_possible_formulas() {
    let message = |cells, columns: &[&str], is_guarded| {
        let columns = columns.iter().map(|&name| name.to_owned()).collect();
        let formulas = Formulas { cells, columns };
        let file_name = "a.csv".into();
        let message = FormulaWarning {
            file_name,
            formulas,
            is_guarded,
        };
        message.words()
    };
    assert!(
        message(1, &["text"], true)
            .starts_with("a.csv: 1 cell now begins with an apostrophe so that no spreadsheet runs it")
    );
    let many = message(1200, &["a", "b", "c", "d", "e", "f"], false);
    assert!(
        many.starts_with("a.csv: 1,200 cells begin like a formula (columns a, b, c, d, e, …)"),
        "{many}"
    );
}
