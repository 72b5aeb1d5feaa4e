use crate::import::append::*;
use crate::import::{self, FileRead, ImportState};
use crate::labeling;
use crate::map::coloring::ColorBy;
use crate::map::{Msg as MapMsg, PtrEq};
use crate::persistence;
use crate::project::Outcome;
use crate::project::Project;
use crate::projects::backup_differences::BackupDifferences;
use crate::run;
use crate::run::settings::{PoolSize, Settings};
use crate::state::AppState;
use crate::state::{Cmd, Confirmation, Context, Msg as StateMsg, Request};
use crate::team::IncomingFile;
use crate::test_support::numbered_texts::{load, load_file, opened, outcome, pool};
use crate::test_support::{self, open_project};
use fastgas_data::{AppendMatches, Pool, join};
use fastgas_data::{Columns, Import, TextLanguages, TextSource, load_with, text_languages};
use fastgas_platform::EmbeddingFile;
use fastgas_progress::{Slices, at_once};
use fastgas_select::Config;
use fastgas_select::evaluate::Reason;
use std::sync::Arc;

const IS_OPEN: &str = "an open project";

/// A project with thirty texts. Three texts are picked, and the first pick is labeled.
fn labeled() -> AppState {
    let mut state = opened();
    let open = state.project.get_mut().expect(IS_OPEN);
    open.result.outcome = Some(Arc::new(outcome(&[4, 9, 2], Config::default())));
    open.view.current = Some(4);
    state.apply_now(StateMsg::Labeling(labeling::Msg::AddLabel("yes".into())));
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 1);
    state
}

/// A pool with two texts that are also in the open project (rows 28 and 29) and two new texts.
fn further() -> Pool {
    let row = |row: u32| [row.to_string(), format!("text number {row}")];
    test_support::pool_of(&["id", "text"], (28..32).map(row))
}

fn add(state: &mut AppState) -> Vec<Cmd> {
    let cmds = state.apply(StateMsg::Add(Msg::Add), 9);
    match appended(&cmds) {
        Some(appended) => state.apply(StateMsg::Add(appended), 9),
        None => cmds,
    }
}

#[test]
fn texts_are_added_once_and_only_when_the_new_pool_is_complete() {
    let mut state = labeled();
    load(&mut state, 2, further());
    let cmds = state.apply(StateMsg::Add(Msg::Add), 9);
    let answer = appended(&cmds).expect("a new pool");
    let n = open_project(&state).source.pool.len();
    assert_eq!(n, 30, "nothing changes before the new pool is complete");
    assert!(proposal(&state).is_adding);
    assert_eq!(
        appended(&state.apply(StateMsg::Add(Msg::Add), 9)),
        None,
        "a second press"
    );
    // The user labels a text while the new pool is being built. The label must be kept.
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 10);
    let log = open_project(&state).annotations.history.log().to_vec();
    state.apply(StateMsg::Add(answer.clone()), 11);
    assert_eq!(open_project(&state).source.pool.len(), 32);
    assert_eq!(open_project(&state).annotations.history.log(), log);
    assert!(state.apply(StateMsg::Add(answer), 12).is_empty());
    assert_eq!(open_project(&state).source.pool.len(), 32);
}

#[test]
fn comparison_from_reading_the_file_is_used_only_for_the_same_pool_and_columns() {
    let state = labeled();
    let open = open_project(&state);
    let further = || Project::new("b.csv".into(), further(), 1, 1.0);
    let pool = PtrEq(open.source.pool.clone());
    let find = |text, id| {
        let file = further().source.pool.clone();
        at_once(KnownRows::find((&pool, text, id), &file, &mut Slices::whole())).expect("a text column")
    };
    let known = find(open.source.text_column, open.source.id_column);
    let n_new = |known: &KnownRows| AppendProposal::of(open, further(), Some(known)).map(|proposal| proposal.n_new());
    assert_eq!(n_new(&known), Ok((2, 4)));
    // This comparison deliberately finds no text that is in both pools.
    // The number of new texts therefore shows whether the page uses the comparison or makes a new one.
    let wrong = |known: KnownRows| KnownRows {
        matches: AppendMatches {
            rows: vec![None; 4],
            ..AppendMatches::default()
        },
        ..known
    };
    assert_eq!(n_new(&wrong(known.clone())), Ok((4, 4)));
    let of_other_pool = KnownRows {
        here: PtrEq::new(Pool::clone(&pool)),
        ..wrong(known)
    };
    let of_other_column = wrong(find(0, None));
    for other in [of_other_pool, of_other_column] {
        assert_eq!(n_new(&other), Ok((2, 4)));
    }
}

#[test]
fn refused_texts_are_not_added_later() {
    let mut state = labeled();
    load(&mut state, 2, further());
    let answer = appended(&state.apply(StateMsg::Add(Msg::Add), 9)).expect("a new pool");
    let stops = |cmds: &[Cmd]| cmds.contains(&Cmd::Import(import::Cmd::StopAppending));
    assert!(stops(&state.apply(StateMsg::Add(Msg::Refuse), 10)));
    state.apply(StateMsg::Add(answer), 11);
    assert_eq!(open_project(&state).source.pool.len(), 30);
    // Closing the project also stops the computation of the new pool.
    load(&mut state, 2, further());
    assert!(!stops(&state.close_dialogs()));
    load(&mut state, 2, further());
    let answer = appended(&state.apply(StateMsg::Add(Msg::Add), 12)).expect("a new pool");
    assert!(stops(&state.close_dialogs()));
    state.apply(StateMsg::Add(answer), 13);
    assert_eq!(open_project(&state).source.pool.len(), 30);
}

fn proposal(state: &AppState) -> &AppendProposal {
    state.import.append.as_ref().expect("a question")
}

/// The file's labels are in the column `labels`.
fn read(state: &mut AppState, file: &str, labels: Option<&str>) {
    let columns = Columns {
        text: Some(TextSource::Column("text".into())),
        labels: labels.map(str::to_owned),
        ..Columns::default()
    };
    let reading = FileRead {
        ticket: 7,
        file_name: "more.csv".into(),
        columns,
        ..FileRead::default()
    };
    load_file(state, file, &Import::default(), reading);
}

#[test]
fn new_texts_are_appended_and_annotations_stay() {
    let mut state = labeled();
    let before = open_project(&state).clone();
    load(&mut state, 2, further());
    assert_eq!(proposal(&state).n_new(), (2, 4));
    assert_eq!(open_project(&state), &before, "nothing changes before the user answers");
    let cmds = add(&mut state);
    let open = open_project(&state);
    assert_eq!((open.source.pool.len(), open.source.pool.columns().len()), (32, 2));
    assert_eq!((open.text(29), open.text(30)), ("text number 29", "text number 30"));
    assert_eq!(open.annotations.history.log(), before.annotations.history.log());
    assert_eq!(
        (open.view.current, open.source.file_name.as_str()),
        (Some(9), "file-1.csv")
    );
    assert_eq!(open.picked().collect::<Vec<_>>(), [4, 9, 2]);
    assert_eq!(open.only_early().map(|early| early.among), Some(30));
    assert_eq!(
        (open.source.appended[0].n_texts, open.source.appended[0].n_known),
        (2, 2)
    );
    assert!(open.result.layout.is_none() && open.result.outcome.is_none());
    assert_eq!(
        BackupDifferences::of(open).total(),
        BackupDifferences::of(&before).total() + 1,
        "the backup lacks the added texts"
    );
    let saves =
        |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::SaveProject(project)) if project.pool.len() == 32);
    assert!(cmds.iter().any(saves), "{cmds:?}");
    assert!(state.import.append.is_none());
}

#[test]
fn added_texts_remove_map_filters_by_column() {
    let mut state = labeled();
    for by in [ColorBy::Column(1), ColorBy::Label] {
        state.apply_now(StateMsg::Map(MapMsg::Filter { by, class: 0 }));
    }
    load(&mut state, 2, further());
    assert_eq!(state.map.filters.len(), 2, "nothing changes before the user answers");
    add(&mut state);
    let filters: Vec<ColorBy> = state.map.filters.iter().map(|filter| filter.by).collect();
    assert_eq!(
        filters,
        [ColorBy::Label],
        "the classes of the column are numbered differently"
    );
}

#[test]
fn next_selection_continues_from_the_picks_among_all_texts() {
    let mut state = labeled();
    load(&mut state, 2, further());
    add(&mut state);
    assert_eq!(
        (state.run.settings.budget.as_str(), state.n_missing_picks()),
        ("4", Some(1))
    );
    let cmds = state.apply_now(StateMsg::Run(run::Msg::Select));
    let continues = |cmd: &Cmd| {
        matches!(cmd, Cmd::Run(run::Cmd::Start { pool, earlier, config, .. })
        if pool.len() == 32 && earlier.picks == [4, 9, 2] && config.budget == 4)
    };
    assert!(cmds.iter().any(continues), "{cmds:?}");
}

#[test]
fn reasons_of_early_picks_are_kept() {
    let mut state = labeled();
    let reason = |newly_covered| Reason {
        part: 0,
        part_size: 10,
        n_originals: 10,
        degree_in_part: 3,
        rank_in_part: 1,
        n_lower_in_part: 0,
        newly_covered,
        nearest: vec![1],
        runner_up: None,
        margin: 0,
    };
    let outcome = open_project(&state).result.outcome.as_deref().cloned().expect("picks");
    state.project.get_mut().expect(IS_OPEN).result.outcome = Some(Arc::new(Outcome {
        reasons: vec![reason(3), reason(2), reason(1)],
        ..outcome
    }));
    load(&mut state, 2, further());
    add(&mut state);
    assert_eq!(
        open_project(&state).reason(),
        Some(&reason(2)),
        "the reason belongs to the second pick, which is now current"
    );
}

#[test]
fn project_with_added_texts_is_restored() {
    let mut state = labeled();
    load(&mut state, 2, further());
    add(&mut state);
    let open = open_project(&state);
    let stored = open.to_project(&Config::default());
    let again = Project::restore(stored, open.log()).expect("it fits");
    assert_eq!(again.source.appended, open.source.appended);
    assert_eq!(again.picked().collect::<Vec<_>>(), [4, 9, 2]);
    assert_eq!((again.source.pool.len(), again.view.current), (32, Some(9)));
}

#[test]
fn labels_of_the_file_are_imported_for_unlabeled_texts() {
    let mut state = labeled();
    let file = "id,text,label\n30,text number 30,no\n4,text number 4,no\n31,text number 31,\n9,text number 9,no\n";
    read(&mut state, file, Some("label"));
    assert_eq!(proposal(&state).brings, ["label"]);
    add(&mut state);
    let labels = open_project(&state).annotations.history.labels();
    assert_eq!((labels.get(4), labels.get(9)), (Some("yes"), Some("no")));
    assert_eq!((labels.get(30), labels.get(31)), (Some("no"), None));
    assert_eq!(open_project(&state).labels.names, ["yes", "no"]);
    assert_eq!(open_project(&state).source.pool.instance(30).cell(2), "no");
}

#[test]
fn added_file_can_be_taken_out() {
    let mut state = labeled();
    let (before, settings) = (open_project(&state).clone(), state.run.settings.clone());
    assert!(!state.can_undo_append());
    let file = "id,text,label\n30,text number 30,no\n31,text number 31,yes\n29,text number 29,\n";
    read(&mut state, file, Some("label"));
    add(&mut state);
    assert_eq!(
        (
            open_project(&state).source.pool.len(),
            open_project(&state).labels.names.len()
        ),
        (32, 2)
    );
    state.apply_now(StateMsg::Labeling(labeling::Msg::EditGuidelines(
        "Only complaints.".into(),
    )));
    let n_changes = open_project(&state).n_changes();
    let cmds = state.apply_now(StateMsg::Add(Msg::UndoAppend));
    let mut now = open_project(&state).clone();
    now.annotations.history.mark_saved(1);
    let mut expected = before.clone();
    expected.annotations.n_merged = now.annotations.n_merged;
    expected.storage.revision = now.storage.revision;
    expected.labels.guidelines = "Only complaints.".into();
    expected.annotations.resolution = None;
    expected.annotations.history.mark_saved(1);
    assert_eq!((&now, &state.run.settings), (&expected, &settings));
    assert_eq!(
        now.n_changes(),
        n_changes + 1,
        "a backup written in between lacks this change"
    );
    let is_all = |cmd: &Cmd| {
        matches!(cmd, Cmd::Persistence(persistence::Cmd::SaveAll { project, log, .. })
        if project.pool.len() == 30 && *log == before.log())
    };
    assert!(cmds.iter().any(is_all), "{cmds:?}");
    assert!(!state.can_undo_append(), "the file is removed once");
    assert!(state.apply_now(StateMsg::Add(Msg::UndoAppend)).is_empty());
}

#[test]
fn added_file_stays_after_annotation_or_selection() {
    let added = || {
        let mut state = labeled();
        load(&mut state, 2, further());
        add(&mut state);
        assert!(state.can_undo_append());
        state
    };
    let mut state = added();
    state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(31)));
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 11);
    assert!(!state.can_undo_append());
    assert!(state.apply_now(StateMsg::Add(Msg::UndoAppend)).is_empty());
    assert_eq!(open_project(&state).source.pool.len(), 32);
    let mut state = added();
    state.project.get_mut().expect(IS_OPEN).result.outcome = Some(Arc::new(outcome(&[4, 31], Config::default())));
    state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(31)));
    assert!(!state.can_undo_append());
    let mut state = added();
    load(
        &mut state,
        3,
        test_support::pool_of(&["id", "text"], [["40", "one more"]]),
    );
    state.apply_now(StateMsg::Add(Msg::OpenAsIs));
    assert!(!state.can_undo_append(), "another project is open");
    // The user can remove only the file that was added last.
    let mut state = added();
    state.apply_now(StateMsg::Add(Msg::Choose));
    load(
        &mut state,
        3,
        test_support::pool_of(&["id", "text"], [["40", "one more"]]),
    );
    add(&mut state);
    assert_eq!(open_project(&state).source.pool.len(), 33);
    state.apply_now(StateMsg::Add(Msg::UndoAppend));
    assert_eq!(
        (
            open_project(&state).source.pool.len(),
            open_project(&state).source.appended.len()
        ),
        (32, 1)
    );
    assert!(!state.can_undo_append());
}

#[test]
fn entries_about_added_texts_are_saved_after_the_texts() {
    let mut state = labeled();
    let append = state.persistence.last_append;
    state.apply_now(StateMsg::Persistence(persistence::Msg::Appended {
        append,
        saved: 1,
        error: None,
    }));
    load(&mut state, 2, further());
    add(&mut state);
    let appends = |cmds: &[Cmd]| {
        cmds.iter()
            .any(|cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::Append { .. })))
    };
    let give = |state: &mut AppState, row: u32, at_ms: u64| {
        state.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(row)));
        state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), at_ms)
    };
    assert!(!appends(&give(&mut state, 31, 11)), "the new text is not on disk yet");
    let saved = |saved| {
        StateMsg::Persistence(persistence::Msg::Saved {
            what: crate::persistence::UnsavedPart::Project,
            saved,
        })
    };
    state.apply_now(saved(Err(test_support::refused())));
    assert!(!appends(&give(&mut state, 30, 12)) && state.persistence.problem.is_some());
    assert!(appends(&state.apply_now(saved(Ok(())))));
    assert!(state.persistence.unsaved_from_row.is_none());
}

#[test]
fn adding_before_a_selection_makes_no_early_picks() {
    let mut state = opened();
    load(&mut state, 2, further());
    assert!(
        state.import.append.is_none(),
        "the first file was not processed yet and is replaced by this one"
    );
    let mut state = opened();
    state.apply_now(StateMsg::Add(Msg::Choose));
    load(&mut state, 2, further());
    add(&mut state);
    let open = open_project(&state);
    assert_eq!((open.source.pool.len(), open.result.early.is_none()), (32, true));
    load(&mut state, 3, further());
    assert!(state.import.append.is_none(), "the answer applied to one file only");
}

#[test]
fn conflicting_ids_prevent_adding() {
    let mut state = labeled();
    state.project.get_mut().expect(IS_OPEN).source.id_column = Some(0);
    let row = |id: &str, text: &str| [id.to_owned(), text.to_owned()];
    // The file uses the project's ids for different texts, as if the numbering had restarted.
    let rows = [
        row("4", "another text"),
        row("6", "a third one"),
        row("30", "text number 30"),
    ];
    load(&mut state, 2, test_support::pool_of(&["id", "text"], rows));
    let problem = proposal(&state).problem.clone().expect("a conflict");
    assert!(problem.contains("“4”"), "{problem}");
    assert!(add(&mut state).is_empty());
    assert_eq!(open_project(&state).source.pool.len(), 30);
    // The file has no ids, so the page cannot detect an id with a changed text.
    load(
        &mut state,
        3,
        test_support::pool_of(&["text"], [["text number 4"], ["new"]]),
    );
    assert!(proposal(&state).problem.is_some());
}

#[test]
fn unrelated_files_are_opened_as_projects() {
    let mut state = labeled();
    load(&mut state, 2, test_support::pool_of(&["review"], [["good"]]));
    assert!(state.import.append.is_none());
    assert_eq!(open_project(&state).source.file_name, "file-2.csv");
    // The user wanted to add this file, but it cannot be added. It must not be opened as a project instead.
    let mut state = labeled();
    state.apply_now(StateMsg::Add(Msg::Choose));
    load(&mut state, 2, test_support::pool_of(&["review"], [["good"]]));
    assert_eq!(
        (
            state.import.append.is_none(),
            open_project(&state).source.file_name.as_str()
        ),
        (true, "file-1.csv")
    );
    let message = state.notices.notice.clone().expect("a report");
    assert!(
        message.problem.contains("text") && message.problem.contains("review"),
        "{message:?}"
    );
    let mut state = labeled();
    load(&mut state, 2, further());
    state.apply_now(StateMsg::Add(Msg::OpenAsIs));
    assert_eq!(
        (
            open_project(&state).source.file_name.as_str(),
            open_project(&state).source.pool.len()
        ),
        ("file-2.csv", 4)
    );
    assert!(state.import.append.is_none());
}

#[test]
fn file_without_new_texts_adds_nothing() {
    let mut state = labeled();
    state.apply_now(StateMsg::Add(Msg::Choose));
    load(&mut state, 2, pool());
    assert_eq!(proposal(&state).n_new(), (0, 30));
    assert!(add(&mut state).is_empty());
    state.apply_now(StateMsg::Add(Msg::Refuse));
    assert!(state.import.append.is_none());
}

#[test]
fn joined_texts_are_joined_in_the_added_file_too() {
    let mut state = labeled();
    let file = |rows: &[[&str; 2]]| test_support::pool_of(&["title", "body"], rows);
    let name = "{title}: {body}";
    let joined = join(file(&[["a", "b"], ["c", "d"]]), name).expect("a template");
    let mut open = Project::new("first.csv".into(), joined, 2, 0.0);
    open.result.outcome = Some(Arc::new(test_support::outcome(&[1], 2, Config::default())));
    state.replace(open, 0);
    load(&mut state, 2, file(&[["c", "d"], ["e", "f"]]));
    assert_eq!(proposal(&state).n_new(), (1, 2));
    add(&mut state);
    assert_eq!(open_project(&state).text(2), "e: f");
}

#[test]
fn project_with_own_embeddings_accepts_no_texts() {
    let mut state = labeled();
    state.project.get_mut().expect(IS_OPEN).source.embeddings = Some(test_support::embeddings());
    load(&mut state, 2, further());
    assert!(proposal(&state).problem.is_some());
    assert!(add(&mut state).is_empty());
}

#[test]
fn file_with_embeddings_is_a_project_unless_chosen_for_adding() {
    let with_embeddings = |state: &mut AppState| {
        let reading = FileRead {
            ticket: 2,
            file_name: "more.csv".into(),
            ..FileRead::default()
        };
        let embeddings = EmbeddingFile {
            name: "more.npy".into(),
            rows: 4,
            ..test_support::embeddings()
        };
        test_support::read_file(state, reading, further(), Some(embeddings), Default::default());
    };
    let mut state = labeled();
    with_embeddings(&mut state);
    assert_eq!(
        (
            state.import.append.is_none(),
            open_project(&state).source.file_name.as_str()
        ),
        (true, "more.csv")
    );
    let mut state = labeled();
    state.apply_now(StateMsg::Add(Msg::Choose));
    with_embeddings(&mut state);
    let problem = proposal(&state).problem.clone().expect("a report");
    assert!(problem.contains("more.npy"), "{problem}");
    assert!(add(&mut state).is_empty());
}

#[test]
fn column_types_are_kept_if_both_files_agree() {
    let of = |values: &[&str]| {
        let file = b"{\"id\":1,\"text\":\"a\"}\n";
        let mut found = load_with(file, &Import::default()).expect("a table").found;
        found.values = values.iter().map(|&name| name.to_owned()).collect();
        found
    };
    let mut state = labeled();
    state.project.get_mut().expect(IS_OPEN).source.report = Some(of(&["id", "gone"]));
    load(&mut state, 2, further());
    let append_proposal = state.import.append.as_mut().expect("a question");
    append_proposal.project.source.report = Some(of(&["new"]));
    (append_proposal.lacks, append_proposal.brings) = (vec!["gone".into()], vec!["new".into()]);
    add(&mut state);
    let values = open_project(&state)
        .source
        .report
        .as_ref()
        .map(|found| found.values.clone());
    assert_eq!(
        values,
        Some(vec!["gone".to_owned(), "new".to_owned()]),
        "one of the files has texts as ids"
    );
}

#[test]
fn languages_of_both_files_are_counted() {
    let of = |texts: &[&str]| {
        let mut found = load_with(b"{\"id\":1,\"text\":\"a\"}\n", &Import::default())
            .expect("a table")
            .found;
        let languages = text_languages(texts.iter().copied());
        found.text_languages = [("text".to_owned(), languages)].into();
        found
    };
    let mut state = labeled();
    assert_eq!(open_project(&state).text_languages(), TextLanguages::default());
    let english = ["Where can I see how much I paid?", "My card has not arrived yet."];
    state.project.get_mut().expect(IS_OPEN).source.report = Some(of(&english));
    assert!(!open_project(&state).text_languages().is_not_english());
    load(&mut state, 2, further());
    let german = [
        "Wo sehe ich, wie viel ich bezahlt habe?",
        "Meine Karte ist noch nicht da.",
    ];
    state.import.append.as_mut().expect("a question").project.source.report = Some(of(&german));
    add(&mut state);
    let found = open_project(&state).text_languages();
    assert_eq!((found.n_texts, found.n_not_english()), (4, 2));
    assert!(found.is_not_english());
}

#[test]
fn read_only_project_accepts_no_texts() {
    let mut state = labeled();
    load(&mut state, 2, further());
    state.projects.read_only = true;
    assert!(add(&mut state).is_empty());
    assert_eq!(open_project(&state).source.pool.len(), 30);
}

#[test]
fn colleagues_new_texts_are_added_before_labels_are_merged() {
    use crate::projects::backup::ProjectFile;
    use crate::team;
    use fastgas_platform::Backup;

    let mut state = labeled();
    state.apply_now(StateMsg::Team(team::Msg::Name("Anna".into())));
    let mut theirs = Project::new("bob.csv".into(), further(), 1, 1.0);
    theirs.labels.names = vec!["yes".into(), "no".into()];
    theirs.set_annotator(Some("Bob".into()));
    theirs.annotations.history.give(0, Some("no"), 5);
    theirs.annotations.history.give(3, Some("yes"), 6);
    let backup = Backup {
        at_ms: 7,
        n_actions: 2,
        state: None,
    };
    let file = ProjectFile::whole(&theirs, &Config::default(), backup);
    let drop_file = |state: &mut AppState| {
        test_support::read_project(state, test_support::reopened(&file).expect("a project"));
    };
    let shared = |state: &AppState| state.team.incoming.as_ref().map(IncomingFile::n_shared);
    drop_file(&mut state);
    assert_eq!(shared(&state), Some((2, 4)));
    state.apply_now(StateMsg::Team(team::Msg::AddTexts));
    assert_eq!(
        (proposal(&state).n_new(), shared(&state)),
        ((2, 4), None),
        "only one question is shown at a time"
    );
    assert!(proposal(&state).is_colleagues());
    state.apply_now(StateMsg::Add(Msg::Refuse));
    assert_eq!(
        (shared(&state), open_project(&state).source.pool.len()),
        (Some((2, 4)), 30),
        "the first question is shown again"
    );
    state.apply_now(StateMsg::Team(team::Msg::AddTexts));
    add(&mut state);
    assert_eq!(open_project(&state).source.pool.len(), 32);
    assert_eq!(shared(&state), Some((4, 4)), "the question is repeated");
    state.apply_now(StateMsg::Team(team::Msg::Merge));
    let merged = state.team.merged.last().expect("a merge");
    assert_eq!((merged.n_entries, merged.strays.len()), (2, 0));
    let labels = open_project(&state).effective_labels();
    assert_eq!(
        [4, 28, 31].map(|row| labels.get(row)),
        [Some("yes"), Some("no"), Some("yes")]
    );
}

#[test]
fn file_with_same_columns_and_only_new_texts_is_offered_for_adding() {
    // The columns are in a different order than in the project, and `month` is an additional column.
    let rows = [["may", "text number 40", "40"], ["may", "text number 41", "41"]];
    let next = || test_support::pool_of(&["month", "text", "id"], rows);
    let mut state = labeled();
    load(&mut state, 2, next());
    assert_eq!((proposal(&state).n_new(), proposal(&state).n_changed()), ((2, 2), 0));
    add(&mut state);
    let open = open_project(&state);
    assert_eq!(
        (open.source.pool.len(), open.source.file_name.as_str()),
        (32, "file-1.csv")
    );
    assert_eq!(open.source.pool.columns(), ["id", "text", "month"]);
    assert_eq!(
        open.source.pool.instance(31).cells().collect::<Vec<_>>(),
        ["41", "text number 41", "may"]
    );
    let mut state = labeled();
    load(&mut state, 2, next());
    state.apply_now(StateMsg::Add(Msg::OpenAsIs));
    assert_eq!(
        (
            open_project(&state).source.file_name.as_str(),
            open_project(&state).source.pool.len()
        ),
        ("file-2.csv", 2)
    );
    // A file without a column that the project needs does not belong to the project.
    let mut state = labeled();
    state.project.get_mut().expect(IS_OPEN).source.id_column = Some(0);
    load(&mut state, 2, test_support::pool_of(&["text"], [["text number 40"]]));
    assert_eq!(
        (
            state.import.append.is_none(),
            open_project(&state).source.file_name.as_str()
        ),
        (true, "file-2.csv")
    );
}

#[test]
fn changed_texts_are_counted_and_keep_the_projects_version() {
    let mut state = labeled();
    state.project.get_mut().expect(IS_OPEN).source.id_column = Some(0);
    let file = "id,text,label\n4,another text,no\n5,text number 5,no\n9,text number 9,\n30,text number 30,yes\n";
    read(&mut state, file, Some("label"));
    let append_proposal = proposal(&state);
    assert_eq!(
        (
            append_proposal.n_new(),
            append_proposal.n_changed(),
            append_proposal.problem.as_ref()
        ),
        ((1, 4), 1, None)
    );
    assert_eq!(append_proposal.changed_id.as_deref(), Some("4"));
    add(&mut state);
    let open = open_project(&state);
    assert_eq!(
        (open.source.pool.len(), open.text(4), open.text(30)),
        (31, "text number 4", "text number 30")
    );
    let labels = open.annotations.history.labels();
    assert_eq!(
        [4, 5, 30].map(|row| labels.get(row)),
        [Some("yes"), Some("no"), Some("yes")],
        "the label of another text does not apply to this one"
    );
    assert_eq!(
        (open.source.appended[0].n_texts, open.source.appended[0].n_known),
        (1, 3)
    );
    let file = "id,text,label\n5,text number 5,yes\n30,text number 30,yes\n31,text number 31,\n";
    read(&mut state, file, None);
    assert!(state.import.append.is_none(), "the labels may belong to a colleague");
    state.apply_now(StateMsg::FileLabels(crate::file_labels::Msg::AddTexts));
    assert_eq!((proposal(&state).n_new(), proposal(&state).n_other_values), ((1, 3), 1));
    add(&mut state);
    assert_eq!(open_project(&state).source.pool.instance(5).cell(2), "");
}

#[test]
fn several_files_have_their_questions_in_turn() {
    let month = |first: u32| {
        let row = |row: u32| [row.to_string(), format!("text number {row}")];
        test_support::pool_of(&["id", "text"], (first..first + 2).map(row))
    };
    let next = |cmds: &[Cmd]| cmds.contains(&Cmd::Import(import::Cmd::OpenNext));
    let waiting = |n| StateMsg::Team(crate::team::Msg::Waiting(n));
    let mut state = labeled();
    assert!(state.takes_more_texts(false) && !opened().takes_more_texts(false));
    state.apply_now(StateMsg::Import(import::Msg::Reading(FileRead::default())));
    state.apply_now(waiting(2));
    assert!(
        !next(&load(&mut state, 2, month(30))),
        "the question about this file comes first"
    );
    assert!(next(&add(&mut state)));
    assert!(!next(&load(
        &mut state,
        3,
        test_support::pool_of(&["review"], [["good"]])
    )));
    assert_eq!(open_project(&state).source.file_name, "file-1.csv");
    assert!(next(&state.apply_now(StateMsg::DismissMessage)));
    load(&mut state, 4, month(32));
    add(&mut state);
    assert_eq!((open_project(&state).source.pool.len(), state.team.waiting), (34, None));
    // Opening a file as a separate project discards the files in the queue, which were meant for the previous project.
    let mut state = labeled();
    state.apply_now(StateMsg::Import(import::Msg::Reading(FileRead::default())));
    state.apply_now(waiting(1));
    load(&mut state, 2, month(30));
    let cmds = state.apply_now(StateMsg::Add(Msg::OpenAsIs));
    assert!(!next(&cmds) && state.team.waiting.is_none());
    assert!(state.notices.notice.is_some(), "the other file was not opened");
    assert_eq!(open_project(&state).source.file_name, "file-2.csv");
}

#[test]
fn several_files_are_added_to_a_project_without_picks_and_labels() {
    let month = |first: u32| {
        let row = |row: u32| [row.to_string(), format!("text number {row}")];
        test_support::pool_of(&["id", "text"], (first..first + 2).map(row))
    };
    let mut state = opened();
    assert!(state.takes_more_texts(true), "the user has chosen to add texts");
    state.apply_now(StateMsg::Import(import::Msg::Reading(FileRead::default())));
    state.apply_now(StateMsg::Team(crate::team::Msg::Waiting(1)));
    assert!(state.may_append());
    load(&mut state, 2, month(30));
    assert_eq!(proposal(&state).n_new(), (2, 2));
    let cmds = add(&mut state);
    assert!(cmds.contains(&Cmd::Import(import::Cmd::OpenNext)), "{cmds:?}");
    load(&mut state, 3, month(32));
    add(&mut state);
    assert_eq!((open_project(&state).source.pool.len(), state.team.waiting), (34, None));
    state.projects.read_only = true;
    assert!(!state.takes_more_texts(true));
    assert!(!test_support::state(1).takes_more_texts(true), "no project is open");
}

#[test]
fn texts_that_differ_only_in_whitespace_are_known() {
    let mut state = labeled();
    let row = |row: u32| [row.to_string(), format!(" text number {row}\r\n")];
    load(&mut state, 2, test_support::pool_of(&["id", "text"], (28..32).map(row)));
    assert_eq!((proposal(&state).n_new(), proposal(&state).n_tolerated), ((2, 4), 2));
    assert_eq!(
        proposal(&state).n_other_values,
        0,
        "whitespace does not make a different text"
    );
    add(&mut state);
    assert_eq!(
        (open_project(&state).source.pool.len(), open_project(&state).text(29)),
        (32, "text number 29")
    );
}

#[test]
fn adding_texts_and_taking_them_out_is_followed_by_requests() {
    let mut here = test_support::labeling(&[1], 3);
    let further = Project::new("b.csv".into(), test_support::pool_of(&["text"], [["c"], ["d"]]), 0, 1.0);
    let append_proposal = AppendProposal::of(&here, further, None).expect("a text column");
    let (mut import, before) = (ImportState::default(), Settings::default());
    let size_after = PoolSize { n_texts: 4, n_blank: 0 };
    // One of three texts was picked, so the budget for four texts is two.
    let after = Settings {
        budget: "2".into(),
        ..before.clone().fitting(Some(here.size()), size_after)
    };
    let mut update =
        |msg, settings: &Settings| import.update_append(msg, test_support::context(Some(&mut here), settings));
    assert_eq!(update(Msg::Ask(Box::new(append_proposal)), &before), []);
    let requests = update(Msg::Add, &before);
    let [Request::Perform(cmd)] = &requests[..] else {
        panic!("{requests:?}");
    };
    let answer = appended(std::slice::from_ref(cmd)).expect("a new pool");
    assert_eq!(
        update(answer.clone(), &before),
        [
            Request::SetSettings(after.clone()),
            Request::HoldBack { from_row: 3 },
            Request::PartsChanged,
            Request::TextsChanged,
            Request::SaveProject,
            Request::Append,
        ]
    );
    assert_eq!(update(answer, &after), [], "the file is added once");
    assert_eq!(
        update(Msg::UndoAppend, &after),
        [
            Request::SetSettings(before),
            Request::Apply(StateMsg::Map(MapMsg::Forget)),
            Request::TextsChanged,
            Request::Rewrite,
        ]
    );
    assert_eq!(update(Msg::UndoAppend, &after), [], "the file is removed once");
    assert_eq!(here.source.pool.len(), 3);
}

#[test]
fn opening_a_file_drops_the_waiting_ones_and_reports_it() {
    let open = |n_waiting| {
        let mut here = test_support::labeling(&[1], 3);
        let other = Project::new("b.csv".into(), test_support::pool_of(&["text"], [["d"]]), 0, 1.0);
        let append_proposal = AppendProposal::of(&here, other, None).expect("a text column");
        let (mut import, settings) = (ImportState::default(), Settings::default());
        import.append = Some(append_proposal);
        let context = Context {
            n_waiting,
            ..test_support::context(Some(&mut here), &settings)
        };
        import.update_append(Msg::OpenAsIs, context)
    };
    for n_waiting in [None, Some(0)] {
        let requests = open(n_waiting);
        let [Request::OpenProject { own: None, then, .. }] = &requests[..] else {
            panic!("{requests:?}");
        };
        assert_eq!(then[..], [Request::DropWaitingFiles]);
    }
    let requests = open(Some(2));
    let [Request::OpenProject { own: None, then, .. }] = &requests[..] else {
        panic!("{requests:?}");
    };
    assert!(
        matches!(&then[..], [Request::DropWaitingFiles, Request::Notify(_)]),
        "{then:?}"
    );
}

#[test]
fn file_is_reported_as_opened_only_after_the_user_has_agreed() {
    // Some labels are not stored yet, so the page asks before it opens another project.
    let asked = || {
        let mut state = labeled();
        state.apply_now(StateMsg::Persistence(persistence::Msg::StorageFailed(
            test_support::refused(),
        )));
        state.notices.notice = None;
        state.apply_now(StateMsg::Import(import::Msg::Reading(FileRead::default())));
        state.apply_now(StateMsg::Team(crate::team::Msg::Waiting(1)));
        load(&mut state, 2, further());
        state.apply_now(StateMsg::Add(Msg::OpenAsIs));
        assert!(matches!(state.notices.confirmation, Some(Confirmation::Replace(_))));
        assert_eq!(state.notices.notice, None, "the project does not exist yet");
        assert_eq!(state.team.waiting, Some(1));
        state
    };
    let mut state = asked();
    state.apply_now(StateMsg::Answer { yes: true });
    assert_eq!(open_project(&state).source.file_name, "file-2.csv");
    let title = state.notices.notice.as_ref().map(|notice| notice.title.as_str());
    assert_eq!(title, Some("1 more file was not opened"));
    assert_eq!(state.team.waiting, None);
    let mut state = asked();
    let cmds = state.apply_now(StateMsg::Answer { yes: false });
    assert_eq!(open_project(&state).source.pool.len(), 30);
    assert_eq!(state.notices.notice, None);
    assert!(cmds.contains(&Cmd::Import(import::Cmd::OpenNext)), "{cmds:?}");
}
