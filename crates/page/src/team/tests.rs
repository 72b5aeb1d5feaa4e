use crate::import;
use crate::labeling;
use crate::persistence;
use crate::project::Project;
use crate::projects::backup::Columns;
use crate::projects::backup::ProjectFile;
use crate::projects::backup_differences::BackupDifferences;
use crate::review::queue::{Amount, Task, amount};
use crate::run;
use crate::session::{self, DraftField};
use crate::state::Msg as StateMsg;
use crate::state::request::context;
use crate::state::{AppState, Cmd, Confirmation, Request};
use crate::team;
use crate::team::state::*;
use crate::test_support::{self, open_project, written};
use fastgas_annotation::label::{Annotation, ConsensusStatus, Goal, LogEntry, PassReason};
use fastgas_data::Pool;
use fastgas_select::Config;
use std::sync::Arc;

const TEXTS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

fn pool(texts: &[&str]) -> Pool {
    test_support::pool_of(&["text"], texts.iter().map(|text| [*text]))
}

fn project(texts: &[&str]) -> Project {
    let mut open = Project::new("texts.csv".into(), pool(texts), 0, 1.0);
    open.result.outcome = Some(Arc::new(test_support::outcome(
        &[0, 1, 2, 3],
        texts.len(),
        Config::default(),
    )));
    open.labels.names = vec!["yes".into(), "no".into()];
    open
}

/// The project file of an annotator. `labels` contains pairs of row and label.
fn file(name: Option<&str>, texts: &[&str], labels: &[(u32, &str)]) -> ProjectFile {
    let mut open = project(texts);
    open.set_annotator(name.map(str::to_owned));
    for (at_ms, &(row, label)) in (1..).zip(labels) {
        open.annotations.history.give(row, Some(label), at_ms);
    }
    written(&open)
}

fn state(name: Option<&str>, labels: &[(u32, &str)]) -> AppState {
    let mut state = test_support::state(2);
    *state.project = Some(test_support::reopened(&file(name, &TEXTS, labels)).expect("a project"));
    state
}

fn drop_file(state: &mut AppState, file: &ProjectFile) -> Vec<Cmd> {
    test_support::read_project(state, test_support::reopened(file).expect("a project"))
}

fn act(state: &mut AppState, msg: Msg) -> Vec<Cmd> {
    state.apply_now(StateMsg::Team(msg))
}

fn act_at(state: &mut AppState, msg: Msg, now_ms: u64) -> Vec<Cmd> {
    state.apply(StateMsg::Team(msg), now_ms)
}

fn in_force(state: &AppState) -> Vec<(u32, String)> {
    open_project(state).labeled().rows()
}

fn pairs(rows: &[(u32, &str)]) -> Vec<(u32, String)> {
    rows.iter().map(|&(row, label)| (row, label.to_owned())).collect()
}

#[test]
fn names_and_merges_request_storing_and_confirmations() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    let update = |state: &mut AppState, msg| {
        let context = context!(state, 9);
        state.team.update(msg, context)
    };
    assert_eq!(update(&mut state, Msg::AddTexts), [Request::OfferTexts]);
    assert_eq!(update(&mut state, Msg::ShowAll(true)), [Request::SaveHead]);
    assert!(open_project(&state).view.shows_all);
    assert_eq!(update(&mut state, Msg::TypeName("Eve".into())), []);
    assert_eq!(
        update(&mut state, Msg::Name(" Eve ".into())),
        [Request::Confirm(Confirmation::AnotherName {
            before: "Anna".into(),
            name: "Eve".into(),
            n: 1
        })]
    );
    assert_eq!(state.team.typed, None);
    assert_eq!(
        update(&mut state, Msg::Name("Anna".into())),
        [
            Request::Perform(Cmd::Team(team::Cmd::StoreName("Anna".into()))),
            Request::SaveHead
        ]
    );
    assert_eq!(
        update(&mut state, Msg::Forget("Bob".into())),
        [],
        "there is no such colleague"
    );
    drop_file(&mut state, &file(Some("Bob"), &["a", "x", "y", "z"], &[(0, "no")]));
    assert_eq!(
        update(&mut state, Msg::Merge),
        [
            Request::Perform(Cmd::Team(team::Cmd::StoreName("Anna".into()))),
            Request::SaveProject,
            Request::Append
        ]
    );
    let forget = Confirmation::Forget {
        name: "Bob".into(),
        n: 1,
    };
    assert_eq!(
        update(&mut state, Msg::Forget("Bob".into())),
        [Request::Confirm(forget)]
    );
    let requests = state.team.forget_colleague("Bob", state.project.get_mut());
    assert_eq!(
        requests,
        [Request::SaveProject],
        "the log does not contain the entries of colleagues"
    );
}

#[test]
fn merge_reports_labels_that_are_back_without_their_key() {
    let mut state = state(Some("Anna"), &[]);
    let label = |state: &mut AppState, msg| state.apply_now(StateMsg::Labeling(msg));
    label(&mut state, labeling::Msg::RemoveLabel(0));
    let listed = fastgas_annotation::label::PastedLabel::of("one\t1\tThe first\nno\tThe second");
    label(&mut state, labeling::Msg::AddLabels(listed));
    assert_eq!(
        (&open_project(&state).labels.names[..], &state.notices.notice),
        (&["no".to_owned(), "one".into()][..], &None)
    );
    drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "yes")]));
    act(&mut state, Msg::Merge);
    assert_eq!(open_project(&state).labels.names, ["yes", "no", "one"]);
    let notice = state.notices.notice.as_ref().expect("a message");
    assert!(notice.problem.contains("belongs to one"), "{}", notice.problem);
}

#[test]
fn merged_labels_do_not_change_the_users_own() {
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "yes")]);
    // Compared with the project, the file has its texts in a different order, lacks some texts and has an extra text.
    let bob = file(
        Some("Bob"),
        &["f", "b", "z", "a"],
        &[(1, "no"), (2, "no"), (3, "yes"), (0, "maybe")],
    );
    assert!(drop_file(&mut state, &bob).is_empty());
    let incoming = state.team.incoming.as_ref().expect("a question");
    assert_eq!((incoming.n_shared(), incoming.annotation_count()), ((3, 4), 4));
    assert_eq!((&*incoming.theirs, &*incoming.own), ("Bob", "Anna"));
    let cmds = act(&mut state, Msg::Merge);
    assert!(matches!(
        &cmds[..],
        [Cmd::Team(team::Cmd::StoreName(name)), Cmd::Persistence(persistence::Cmd::SaveProject(project)), Cmd::Persistence(persistence::Cmd::Append { .. })] if name == "Anna" && project.others.len() == 3
    ));
    let merged = state.team.merged.last().cloned().expect("a result");
    assert_eq!(
        (merged.n_entries, merged.n_new, &merged.strays[..]),
        (3, 3, &["z".to_owned()][..])
    );
    assert_eq!(
        open_project(&state).annotations.history.labels().get(1),
        Some("yes"),
        "the user's own labels are unchanged"
    );
    assert_eq!(
        in_force(&state),
        pairs(&[(0, "yes"), (5, "maybe")]),
        "a disputed text has no label"
    );
    assert_eq!(open_project(&state).n_disputed(), 1);
    assert_eq!(open_project(&state).labels.names, ["yes", "no", "maybe"]);
    assert_eq!(merged.new_labels, ["maybe"]);

    let before = open_project(&state).clone();
    drop_file(&mut state, &bob);
    act(&mut state, Msg::Merge);
    assert_eq!(state.team.merged.last().map(|merged| merged.n_new), Some(0));
    assert_eq!(
        (
            &open_project(&state).annotations.team,
            &open_project(&state).annotations.history
        ),
        (&before.annotations.team, &before.annotations.history)
    );
}

#[test]
fn answer_removed_before_file_import_is_retracted_by_merge() {
    let mut state = state(Some("Anna"), &[]);
    let mut bob = test_support::reopened(&file(Some("Bob"), &TEXTS, &[(0, "no")])).expect("a project");
    drop_file(&mut state, &written(&bob));
    act(&mut state, Msg::Merge);
    assert_eq!(in_force(&state), pairs(&[(0, "no")]));
    bob.annotations.history.undo(5);
    let column = [(0, "maybe"), (1, "maybe")].map(|(row, label)| (row, vec![label.to_owned()]));
    bob.annotations.history.import(column.to_vec(), "topic", 6);
    bob.annotations.history.flag(1, 7);
    drop_file(&mut state, &written(&bob));
    act(&mut state, Msg::Merge);
    assert_eq!(
        in_force(&state),
        [],
        "neither the undone label nor the imported labels count"
    );
    let entries: Vec<(u32, bool)> = open_project(&state)
        .annotations
        .team
        .annotations()
        .map(|entry| (entry.row, entry.annotation.flagged))
        .collect();
    assert_eq!(
        entries,
        [(0, false), (1, true)],
        "of the file's rows, only answers of annotators count"
    );
}

#[test]
fn settlement_counts_until_undone() {
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "yes"), (2, "no")]);
    drop_file(
        &mut state,
        &file(Some("Bob"), &TEXTS, &[(0, "no"), (1, "no"), (2, "no")]),
    );
    act(&mut state, Msg::Merge);
    act(&mut state, Msg::Show);
    assert_eq!(state.team.current, Some(0));
    // The running write must end first, because otherwise the adjudication would be written only later.
    let first = open_project(&state).annotations.history.log().len();
    state.apply_now(StateMsg::Persistence(persistence::Msg::Appended {
        append: 1,
        saved: first,
        error: None,
    }));
    let labels = vec!["no".to_owned()];
    let cmds = act_at(&mut state, Msg::Settle { labels }, 9);
    let [Cmd::Persistence(persistence::Cmd::Append { append, entries, .. })] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    assert!(entries[0].is_adjudication && entries[0].by.as_deref() == Some("Anna"));
    assert_eq!(state.team.current, Some(1), "the next disputed text becomes current");
    assert_eq!(in_force(&state), pairs(&[(0, "no"), (2, "no")]));
    state.apply_now(StateMsg::Persistence(persistence::Msg::Appended {
        append: *append,
        saved: 1,
        error: None,
    }));
    assert!(open_project(&state).is_saved());
    act_at(&mut state, Msg::Settle { labels: Vec::new() }, 10);
    assert_eq!(state.team.current, Some(1), "all texts are settled");
    assert_eq!(
        in_force(&state),
        pairs(&[(0, "no"), (2, "no")]),
        "the text was settled as “cannot tell”"
    );
    act_at(&mut state, Msg::Undo, 11);
    act_at(&mut state, Msg::Undo, 12);
    assert_eq!(state.team.current, Some(0));
    assert_eq!(in_force(&state), pairs(&[(2, "no")]));
    act_at(&mut state, Msg::Redo, 13);
    assert_eq!(in_force(&state), pairs(&[(0, "no"), (2, "no")]));

    let project = open_project(&state).to_project(&Config::default());
    let restored = Project::restore(project, open_project(&state).log()).expect("a project");
    assert_eq!(
        (
            &restored.annotations.team.annotations().collect::<Vec<_>>(),
            restored.resolved()
        ),
        (
            &open_project(&state).annotations.team.annotations().collect(),
            open_project(&state).resolved()
        )
    );
    let read = test_support::reopened(&written(open_project(&state))).expect("a project");
    assert_eq!(read.resolved(), open_project(&state).resolved());
    let mut bob = self::state(Some("Bob"), &[(0, "no"), (1, "no"), (2, "no")]);
    drop_file(&mut bob, &written(open_project(&state)));
    act(&mut bob, Msg::Merge);
    assert_eq!(in_force(&bob), pairs(&[(0, "no"), (2, "no")]));
    assert_eq!(bob.team.merged.last().map(|merged| merged.n_own), Some(3));
}

#[test]
fn merge_requires_two_different_names() {
    let mut state = state(None, &[(0, "yes")]);
    drop_file(&mut state, &file(None, &TEXTS, &[(0, "no")]));
    let problem = |state: &AppState| {
        state
            .team
            .incoming
            .as_ref()
            .and_then(|incoming| incoming.problem.clone())
    };
    let name = |theirs: &str, own: &str| Msg::NameIncoming {
        theirs: theirs.into(),
        own: own.into(),
    };
    for (theirs, own, words) in [("", "", "whose"), ("Bob", " ", "your name"), ("Anna", "Anna ", "too")] {
        act(&mut state, name(theirs, own));
        for msg in [Msg::OpenAsNewProject, Msg::Merge] {
            assert!(act(&mut state, msg).is_empty());
        }
        assert!(
            problem(&state).is_some_and(|problem| problem.contains(words)),
            "{words}"
        );
    }
    act(&mut state, name("Bob", "Anna"));
    assert_eq!(problem(&state), None);
    act(&mut state, Msg::Merge);
    assert_eq!(open_project(&state).annotations.annotator.as_deref(), Some("Anna"));
    for refused in ["Bob", " "] {
        assert!(act(&mut state, Msg::Name(refused.into())).is_empty());
        assert!(state.team.name_problem.is_some());
    }
    act(&mut state, Msg::Name("Anna B.".into()));
    assert_eq!(state.team.name_problem, None);
    state.apply_now(StateMsg::Answer { yes: true });
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 5);
    assert_eq!(
        open_project(&state)
            .annotations
            .history
            .log()
            .last()
            .and_then(|entry| entry.by.as_deref()),
        Some("Anna B.")
    );
}

#[test]
fn copy_for_a_colleague_has_no_labels() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    let hand_out = Msg::HandOut {
        columns: Columns::All,
        colleague: " Zoë / 2 ".into(),
    };
    let cmds = act(&mut state, hand_out);
    let [Cmd::Persistence(persistence::Cmd::WriteProject(file))] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    assert_eq!(file.file_name(), "texts-to-label-Zoë---2.fastgas");
    let mut bob = test_support::state(2);
    act(&mut bob, Msg::Known(Some("Bob".into())));
    drop_file(&mut bob, file);
    assert!(bob.team.incoming.is_none(), "no question is necessary");
    let theirs = open_project(&bob);
    assert!(theirs.annotations.history.log().is_empty() && theirs.annotations.team.is_empty());
    assert_eq!(
        (theirs.annotations.annotator.as_deref(), &theirs.labels.names),
        (Some("Bob"), &open_project(&state).labels.names)
    );
    assert_eq!(theirs.picks(), open_project(&state).picks());
}

#[test]
fn opening_a_colleagues_project_starts_without_own_labels() {
    let mut state = test_support::state(2);
    act(&mut state, Msg::Known(Some("Bob".into())));
    let anna = file(Some("Anna"), &TEXTS, &[(0, "yes")]);
    drop_file(&mut state, &anna);
    act(&mut state, Msg::OpenAsNewProject);
    assert!(open_project(&state).annotations.history.labels().is_empty());
    assert_eq!(
        open_project(&state)
            .annotations
            .team
            .others()
            .map(|(name, labels)| (name, labels.len()))
            .collect::<Vec<_>>(),
        [("Anna", 1)]
    );
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 1 }), 5);
    assert_eq!(open_project(&state).n_disputed(), 1);
    let mut state = test_support::state(2);
    drop_file(&mut state, &anna);
    act(&mut state, Msg::OpenAsIs);
    assert_eq!(
        (
            open_project(&state).annotations.annotator.as_deref(),
            open_project(&state).annotations.history.labels().len()
        ),
        (Some("Anna"), 1)
    );
    drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "no")]));
    act(&mut state, Msg::Merge);
    assert_eq!(in_force(&state), []);
    act(&mut state, Msg::Forget("Bob".into()));
    let question = Confirmation::Forget {
        name: "Bob".into(),
        n: 1,
    };
    assert_eq!(state.notices.confirmation, Some(question));
    assert_eq!(in_force(&state), [], "the settlement is not confirmed yet");
    let cmds = state.apply(StateMsg::Answer { yes: true }, 6);
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveProject(_))]),
        "{cmds:?}"
    );
    assert_eq!(in_force(&state), pairs(&[(0, "yes")]));
}

#[test]
fn opening_a_colleagues_project_forgets_positions_in_the_colleagues_log() {
    let mut anna = file(Some("Anna"), &TEXTS, &[(0, "yes"), (1, "yes")]);
    anna.project.head.goal = Some(Goal {
        n_texts: 2,
        after: 2,
        since_ms: 1,
    });
    let mut state = test_support::state(2);
    act(&mut state, Msg::Known(Some("Bob".into())));
    drop_file(&mut state, &anna);
    act(&mut state, Msg::OpenAsNewProject);
    assert_eq!(open_project(&state).annotations.goal, None);
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 1 }), 5);
    assert!(state.last_step_shown().is_some());
}

#[test]
fn unsaved_project_is_not_replaced_without_a_question() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    state.apply_now(StateMsg::Persistence(persistence::Msg::StorageFailed(
        test_support::refused(),
    )));
    for open in [Msg::OpenAsIs, Msg::OpenAsNewProject] {
        drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "no")]));
        act(
            &mut state,
            Msg::NameIncoming {
                theirs: "Bob".into(),
                own: "Carla".into(),
            },
        );
        if open == Msg::OpenAsIs {
            act(&mut state, open.clone());
            assert_eq!(
                (state.notices.confirmation.is_none(), question(&state).is_some()),
                (true, true),
                "the user has to choose between Bob and Carla"
            );
        }
        let cmds = act(&mut state, open);
        assert!(!cmds.iter().any(|cmd| matches!(cmd, Cmd::Projects(_))), "{cmds:?}");
        assert!(matches!(state.notices.confirmation, Some(Confirmation::Replace(_))));
        state.apply(StateMsg::Answer { yes: false }, 6);
        assert_eq!(state.team.name, None, "no annotator is named Carla yet");
        assert_eq!(in_force(&state), pairs(&[(0, "yes")]));
    }
}

#[test]
fn exports_contain_annotators_and_consensus_status() {
    use fastgas_annotation::export::{ExportFormat, ExportRows, Exported};
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "yes"), (2, "yes")]);
    drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "no"), (1, "yes")]));
    act(&mut state, Msg::Merge);
    let labeled = open_project(&state).labeled();
    let write = |rows, format| match labeled.write(rows, format) {
        Exported::File(text) => text,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        write(ExportRows::Picks, ExportFormat::Csv),
        "text,rank,row,part,degree,label,annotator,labeled_at,agreement,label by Anna,label by Bob\n\
         a,1,0,0,1,,,,disputed,yes,no\n\
         b,2,1,0,1,yes,Anna; Bob,1970-01-01T00:00:00Z,unanimous,yes,yes\n\
         c,3,2,0,1,yes,Anna,1970-01-01T00:00:00Z,one annotator,yes,\n\
         d,4,3,0,1,,,,,,\n"
    );
    let lines = write(ExportRows::Labeled, ExportFormat::JsonLines);
    let first = lines.lines().next().expect("a line");
    assert_eq!(
        first,
        r#"{"text":"b","rank":2,"row":1,"part":0,"degree":1,"label":"yes","annotator":"Anna; Bob","labeled_at":"1970-01-01T00:00:00Z","agreement":"unanimous","label by Anna":"yes","label by Bob":"yes"}"#
    );
    // If labeling times are exported, the export contains the time of each annotator.
    let mut timed = open_project(&state).labeled();
    timed.tells_times = true;
    let Exported::File(timed) = timed.write(ExportRows::Picks, ExportFormat::Csv) else {
        panic!("a file");
    };
    let mut lines = timed.lines();
    let header = lines.next().expect("a header");
    assert!(
        header.ends_with(",label by Anna,label by Bob,labeled_at by Anna,labeled_at by Bob"),
        "{header}"
    );
    let first = lines.next().expect("a line");
    assert!(
        first.ends_with(",yes,no,1970-01-01T00:00:00Z,1970-01-01T00:00:00Z"),
        "{first}"
    );
    let third = lines.nth(1).expect("a line");
    assert!(third.ends_with(",yes,,1970-01-01T00:00:00Z,"), "{third}");
}

#[test]
fn renaming_a_label_renames_settlements() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "no")]));
    act(&mut state, Msg::Merge);
    act(&mut state, Msg::Show);
    let labels = vec!["yes".to_owned()];
    act_at(&mut state, Msg::Settle { labels }, 9);
    state.apply_now(StateMsg::Labeling(labeling::Msg::RenameLabel {
        index: 0,
        name: "sure".into(),
    }));
    assert_eq!(in_force(&state), pairs(&[(0, "sure")]));
}

#[test]
fn colleagues_labels_follow_renamed_labels() {
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "yes"), (2, "no")]);
    let bob = file(Some("Bob"), &TEXTS, &[(0, "yes"), (1, "no"), (3, "yes")]);
    drop_file(&mut state, &bob);
    act(&mut state, Msg::Merge);
    let cmds = state.apply_now(StateMsg::Labeling(labeling::Msg::RenameLabel {
        index: 0,
        name: "sure".into(),
    }));
    assert!(
        cmds.iter()
            .any(|cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::SaveHead(..)))),
        "{cmds:?}"
    );
    let expected = pairs(&[(0, "sure"), (2, "no"), (3, "sure")]);
    assert_eq!(in_force(&state), expected);
    assert_eq!(open_project(&state).labels.names, ["sure", "no"]);
    // In storage, the entries of the colleague keep the old name of the label.
    // The entries of the colleague get the new name of the label when they are read.
    let stored = open_project(&state).to_project(&Default::default());
    assert!(stored.others.iter().any(|entry| entry.annotation.labels == ["yes"]));
    let restored = Project::restore(stored, open_project(&state).log()).expect("it fits");
    assert_eq!(restored.labeled().rows(), expected);
    assert_eq!(restored.labels.names, ["sure", "no"]);
    drop_file(&mut state, &bob);
    act(&mut state, Msg::Merge);
    assert_eq!(open_project(&state).labels.names, ["sure", "no"]);
    assert_eq!(in_force(&state), expected);
    // A new label must not get the old name of a renamed label.
    // With the old name, the colleague's entries would seem to have the new label.
    // Renaming a label back to its old name is allowed.
    state.apply_now(StateMsg::Labeling(labeling::Msg::AddLabel("yes".into())));
    assert!(
        state
            .notices
            .notice
            .as_ref()
            .is_some_and(|message| message.problem.contains("sure"))
    );
    assert_eq!(in_force(&state), expected);
    state.apply_now(StateMsg::Labeling(labeling::Msg::RenameLabel {
        index: 0,
        name: "yes".into(),
    }));
    assert_eq!(in_force(&state), pairs(&[(0, "yes"), (2, "no"), (3, "yes")]));
}

fn merge(state: &mut AppState, file: &ProjectFile) {
    drop_file(state, file);
    act(state, Msg::Merge);
    if state.team.incoming.is_some() {
        act(state, Msg::Merge);
    }
}

fn labels_by(state: &AppState, name: &str) -> Vec<(u32, String)> {
    let resolved = open_project(state).resolved().expect("several annotators");
    let (_, labels) = resolved
        .annotators
        .iter()
        .find(|(of, _)| of == name)
        .expect("one of them");
    labels.iter().map(|(row, label)| (row, label.to_owned())).collect()
}

#[test]
fn contradicting_file_of_a_known_name_needs_confirmation() {
    let mut state = state(Some("Anna"), &[]);
    let first = file(Some("Bob"), &TEXTS, &[(0, "yes"), (1, "yes")]);
    merge(&mut state, &first);
    let mut other = test_support::reopened(&file(Some("Bob"), &TEXTS, &[])).expect("a project");
    other.annotations.history.give(0, Some("no"), 50);
    other.annotations.history.give(1, Some("yes"), 51);
    drop_file(&mut state, &written(&other));
    act(&mut state, Msg::Merge);
    let question = state
        .team
        .incoming
        .as_ref()
        .and_then(|incoming| incoming.problem.clone());
    assert!(
        question.is_some_and(|question| question.contains("1 text")),
        "the file has a different answer for one text"
    );
    assert_eq!(labels_by(&state, "Bob"), pairs(&[(0, "yes"), (1, "yes")]));
    let named = Msg::NameIncoming {
        theirs: "Bob B.".into(),
        own: "Anna".into(),
    };
    act(&mut state, named);
    act(&mut state, Msg::Merge);
    assert_eq!(labels_by(&state, "Bob"), pairs(&[(0, "yes"), (1, "yes")]));
    assert_eq!(labels_by(&state, "Bob B."), pairs(&[(0, "no"), (1, "yes")]));
    // Another version of a merged file by the same annotator needs no confirmation, whether it is newer or older.
    let mut later = test_support::reopened(&first).expect("a project");
    later.annotations.history.give(0, Some("no"), 60);
    for file in [&written(&later), &first] {
        drop_file(&mut state, file);
        act(&mut state, Msg::Merge);
        assert!(state.team.incoming.is_none());
        assert_eq!(labels_by(&state, "Bob"), pairs(&[(0, "no"), (1, "yes")]));
    }
}

#[test]
fn similar_name_needs_confirmation() {
    let mut state = state(Some("Anna"), &[]);
    let question = |state: &AppState| {
        let incoming = state.team.incoming.as_ref()?;
        Some(incoming.problem.clone().unwrap_or_default())
    };
    for (name, like) in [
        ("Roberta", None),
        ("Robert", Some("Roberta")),
        ("anna", Some("Anna")),
        ("Bob", None),
    ] {
        drop_file(&mut state, &file(Some(name), &TEXTS, &[(0, "yes")]));
        act(&mut state, Msg::Merge);
        match like {
            None => assert_eq!(question(&state), None, "{name}"),
            Some(like) => {
                assert!(
                    question(&state).is_some_and(|question| question.contains(like)),
                    "{name}"
                );
                act(&mut state, Msg::Merge);
                assert_eq!(question(&state), None, "{name} is a different name");
            }
        }
        assert_eq!(labels_by(&state, name), pairs(&[(0, "yes")]));
    }
    // After labels by Robert were merged, the page merges another file by Robert without a question.
    // The similar name “Roberta” does not matter.
    drop_file(&mut state, &file(Some("Robert"), &TEXTS, &[(0, "yes"), (1, "no")]));
    act(&mut state, Msg::Merge);
    assert_eq!(question(&state), None);
    // The file contains the misspelled name “Robertta”. The user corrects this name to the name of a colleague.
    drop_file(&mut state, &file(Some("Robertta"), &TEXTS, &[(2, "no")]));
    act(&mut state, Msg::Merge);
    assert!(question(&state).is_some_and(|question| question.contains("Roberta")));
    let mended = Msg::NameIncoming {
        theirs: "Roberta".into(),
        own: "Anna".into(),
    };
    act(&mut state, mended);
    act(&mut state, Msg::Merge);
    if question(&state).is_some() {
        act(&mut state, Msg::Merge);
    }
    assert_eq!(labels_by(&state, "Roberta"), pairs(&[(0, "yes"), (2, "no")]));
}

#[test]
fn own_entries_from_another_copy_are_merged_and_the_latest_counts() {
    let before = file(Some("Anna"), &["c", "b", "z", "y"], &[(1, "no"), (0, "yes"), (2, "no")]);
    let mut anna = state(Some("Anna"), &[]);
    anna.apply_now(StateMsg::Labeling(labeling::Msg::GoTo(1)));
    anna.apply(StateMsg::Labeling(labeling::Msg::Give { index: 0 }), 9);
    drop_file(&mut anna, &before);
    let theirs = anna.team.incoming.as_ref().map(|incoming| incoming.theirs.clone());
    assert_eq!(theirs.as_deref(), Some("Anna"));
    assert!(
        act(&mut anna, Msg::Merge).is_empty(),
        "another annotator may have the name"
    );
    act(&mut anna, Msg::Merge);
    let is_on_its_way = open_project(&anna)
        .annotations
        .history
        .unsaved()
        .iter()
        .any(|entry| entry.row == 2);
    assert!(is_on_its_way, "the merge is being written to disk");
    let annotation = [0, 1, 2].map(|row| open_project(&anna).annotations.history.labels().get(row));
    assert_eq!(annotation, [None, Some("yes"), Some("yes")]);
    assert_eq!(open_project(&anna).annotations.team.others().count(), 0);
    let merged = anna.team.merged.last().cloned().expect("a result");
    assert_eq!((merged.n_entries, merged.n_new, merged.n_own), (2, 1, 0));
    assert_eq!(merged.strays, ["z"]);
    merge(&mut anna, &before);
    assert_eq!(
        anna.team.merged.last().map(|merged| merged.n_new),
        Some(0),
        "the annotations are already merged"
    );
}

#[test]
fn own_entries_under_an_earlier_name_are_recognized() {
    let mut anna = state(Some("Anna"), &[(0, "yes")]);
    let mut bob = state(Some("Bob"), &[(1, "no")]);
    merge(&mut bob, &written(open_project(&anna)));
    act(&mut anna, Msg::Name("Anna M.".into()));
    anna.apply_now(StateMsg::Answer { yes: true });
    merge(&mut anna, &written(open_project(&bob)));
    let others: Vec<&str> = open_project(&anna)
        .annotations
        .team
        .others()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(others, ["Bob"]);
    assert_eq!(anna.team.merged.last().map(|merged| merged.n_own), Some(1));
}

#[test]
fn later_settlement_by_a_colleague_is_reported_and_cannot_be_undone() {
    let mut anna = state(Some("Anna"), &[(0, "yes")]);
    let mut bob = state(Some("Bob"), &[(0, "no")]);
    merge(&mut anna, &written(open_project(&bob)));
    merge(&mut bob, &written(open_project(&anna)));
    let settle = |label: &str| Msg::Settle {
        labels: vec![label.into()],
    };
    for (state, label, at_ms) in [(&mut anna, "yes", 20), (&mut bob, "no", 30)] {
        act(state, Msg::Show);
        act_at(state, settle(label), at_ms);
    }
    merge(&mut anna, &written(open_project(&bob)));
    assert_eq!(anna.team.merged.last().map(|merged| merged.n_resettled), Some(1));
    assert_eq!(in_force(&anna), pairs(&[(0, "no")]));
    act_at(&mut anna, Msg::Undo, 40);
    assert_eq!(in_force(&anna), pairs(&[(0, "no")]), "the annotation is Bob's");
    let restored =
        fastgas_annotation::label::History::of_decisions(open_project(&anna).annotations.team.decisions.log().to_vec());
    assert!(!restored.can_undo(), "the merge cannot be undone after a reload either");
}

#[test]
fn label_cannot_take_a_name_that_means_another_label_to_colleagues() {
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "no")]);
    merge(
        &mut state,
        &file(Some("Bob"), &TEXTS, &[(0, "yes"), (1, "no"), (2, "yes"), (3, "no")]),
    );
    let rename = |state: &mut AppState, index, name: &str| {
        let name = name.into();
        state.apply_now(StateMsg::Labeling(labeling::Msg::RenameLabel { index, name }))
    };
    rename(&mut state, 0, "x");
    rename(&mut state, 1, "yes");
    let message = state.notices.notice.as_ref().expect("a message");
    assert!(message.problem.contains("x"), "{}", message.problem);
    assert_eq!(open_project(&state).labels.names, ["x", "no"]);
    assert_eq!(
        labels_by(&state, "Bob"),
        pairs(&[(0, "x"), (1, "no"), (2, "x"), (3, "no")])
    );
}

#[test]
fn merging_two_labels_changes_entries_of_all_annotators() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    merge(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "yep"), (1, "yep")]));
    assert_eq!(open_project(&state).n_disputed(), 1);
    let place = |state: &AppState, label: &str| open_project(state).labels.names.iter().position(|name| name == label);
    let index = place(&state, "yep").expect("it was in the file");
    // A label that annotations use cannot be removed, because the next annotation would add it again.
    state.apply_now(StateMsg::Labeling(labeling::Msg::RemoveLabel(index)));
    assert!(place(&state, "yep").is_some() && state.notices.notice.is_some());
    state.apply_now(StateMsg::Labeling(labeling::Msg::RenameLabel {
        index,
        name: "yes".into(),
    }));
    let question = Confirmation::MergeLabels {
        name: "yep".into(),
        into: "yes".into(),
        uses: 2,
    };
    assert_eq!(state.notices.confirmation, Some(question));
    assert_eq!(
        open_project(&state).n_disputed(),
        1,
        "the settlement is not confirmed yet"
    );
    state.apply(StateMsg::Answer { yes: true }, 9);
    assert_eq!(open_project(&state).labels.names, ["yes", "no"]);
    assert_eq!(in_force(&state), pairs(&[(0, "yes"), (1, "yes")]));
    state.apply(StateMsg::Labeling(labeling::Msg::Give { index: 1 }), 10);
    assert_eq!(place(&state, "yep"), None);
}

#[test]
fn merged_entries_count_as_changes_since_the_last_backup() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    assert_eq!(BackupDifferences::of(open_project(&state)).total(), 0);
    merge(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "yes"), (1, "no")]));
    assert_eq!(BackupDifferences::of(open_project(&state)).total(), 2);
    let again = test_support::reopened(&written(open_project(&state))).expect("a project");
    assert_eq!(again.annotations.n_merged, 2);
}

#[test]
fn colleague_that_is_removed_and_merged_again_is_no_difference() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    let theirs = file(Some("Bob"), &TEXTS, &[(0, "yes"), (1, "no"), (2, "no")]);
    let n_merged = |state: &AppState| BackupDifferences::of(open_project(state)).merged;
    merge(&mut state, &theirs);
    assert_eq!(n_merged(&state), 3);
    let backup = written(open_project(&state)).project.head.backup;
    assert!(backup.is_some(), "a file contains the description of its content");
    let back_up = |state: &mut AppState| {
        let content = open_project(state).backed_up();
        let json = serde_json::to_string(&content).expect("JSON");
        let backup = fastgas_platform::Backup {
            at_ms: 9,
            n_actions: open_project(state).n_changes(),
            state: serde_json::from_str(&json).expect("a state"),
        };
        state.project.get_mut().expect("a project").storage.backup = Some(backup);
    };
    back_up(&mut state);
    assert_eq!(n_merged(&state), 0);
    state.team.forget_colleague("Bob", state.project.get_mut());
    assert_eq!(n_merged(&state), 3, "the backup contains the labels of Bob");
    merge(&mut state, &theirs);
    assert_eq!(n_merged(&state), 0);
    let newer = [(0, "yes"), (1, "no"), (2, "no"), (1, "yes"), (3, "no")];
    merge(&mut state, &file(Some("Bob"), &TEXTS, &newer));
    assert_eq!(n_merged(&state), 2);
    back_up(&mut state);
    assert_eq!(n_merged(&state), 0);
    // Backups from older versions contain only the number of merged entries, not their summary.
    let project = state.project.get_mut().expect("a project");
    if let Some(content) = project.storage.backup.as_mut().and_then(|backup| backup.state.as_mut()) {
        content.merged = None;
        content.n_merged -= 1;
    }
    assert_eq!(n_merged(&state), 1);
}

#[test]
fn user_without_labels_can_export_those_of_colleagues() {
    let mut state = state(Some("Lead"), &[]);
    merge(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "yes"), (1, "no")]));
    assert_eq!(open_project(&state).effective_labels().len(), 2);
}

#[test]
fn flags_and_notes_of_colleagues_are_combined() {
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "yes")]);
    let mut bob = test_support::reopened(&file(Some("Bob"), &TEXTS, &[(0, "no")])).expect("a project");
    bob.annotations.history.flag(0, 20);
    bob.annotations.history.note(0, "why not?", 21);
    bob.annotations.history.note(3, "odd", 22);
    if let Some(open) = state.project.get_mut() {
        open.annotations.history.note(0, "hm", 30);
    }
    merge(&mut state, &written(&bob));
    let labels = open_project(&state).effective_labels();
    assert!(labels.annotation(0).flagged && !labels.annotation(1).flagged);
    assert_eq!(labels.annotation(0).note, "hm; Bob: why not?");
    assert_eq!(labels.annotation(3).note, "Bob: odd");
}

#[test]
fn user_without_labels_sees_resolved_labels_after_merge() {
    use crate::labeling::list_filter::ListFilter;
    use crate::map::PtrEq;
    use crate::map::coloring::{ColorBy, ColoringInput};

    let mut state = state(Some("Lead"), &[]);
    assert_eq!(open_project(&state).n_labeled_shown(), 0);
    for (name, labels) in [("Bob", [(0, "yes"), (1, "yes")]), ("Cleo", [(0, "yes"), (1, "no")])] {
        drop_file(&mut state, &file(Some(name), &TEXTS, &labels));
        act(&mut state, Msg::Merge);
    }
    let colored = |state: &AppState| {
        let coloring_input =
            ColoringInput::of(open_project(state), ColorBy::Label, &PtrEq::default(), None).expect("a ground");
        let classes = coloring_input.color().classes.into_iter();
        classes.map(|class| (class.name, class.rows)).collect::<Vec<_>>()
    };
    let classes = |classes: &[(&str, &[u32])]| -> Vec<(String, Vec<u32>)> {
        classes
            .iter()
            .map(|(name, rows)| ((*name).to_owned(), rows.to_vec()))
            .collect()
    };
    assert_eq!(
        colored(&state),
        classes(&[
            ("yes", &[0]),
            ("no", &[]),
            ("no label", &[2, 3, 4, 5]),
            ("disagreement", &[1])
        ])
    );
    assert_eq!(open_project(&state).n_labeled_shown(), 1);
    let n_labeled = |state: &AppState| {
        open_project(state).n_shown()[ListFilter::ALL
            .iter()
            .position(|of| *of == ListFilter::Labeled)
            .expect("a kind")]
    };
    assert_eq!(n_labeled(&state), 1);
    assert_eq!(open_project(&state).shown_consensus(1), Some(ConsensusStatus::Disputed));
    act(&mut state, Msg::ShowAll(false));
    assert_eq!(colored(&state)[2], ("no label".to_owned(), vec![0, 1, 2, 3, 4, 5]));
    assert_eq!(colored(&state).len(), 3);
    assert_eq!((open_project(&state).n_labeled_shown(), n_labeled(&state)), (0, 0));
    assert_eq!(open_project(&state).shown_consensus(1), None);
    // After a merge, a user who has given labels sees only the user's own labels.
    let mut state = self::state(Some("Anna"), &[(0, "yes")]);
    drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "no")]));
    act(&mut state, Msg::Merge);
    assert_eq!(open_project(&state).labels_shown().get(0), Some("yes"));
}

#[test]
fn new_copy_carries_over_earlier_annotations() {
    let mut state = state(Some("Bea"), &[(0, "yes"), (1, "no"), (4, "yes")]);
    let annotation = open_project(&state).annotations.history.log().to_vec();
    let mut copy = project(&["x", "b", "a", "y"]);
    copy.labels.names = vec!["yes".into()];
    copy.result.outcome = Some(Arc::new(test_support::outcome(&[0, 2, 1], 4, Config::default())));
    let copy = ProjectFile::unlabeled(&copy, &Config::default(), Columns::All);
    drop_file(&mut state, &copy);
    let incoming = state.team.incoming.as_ref().expect("a question");
    assert!(incoming.is_copy());
    assert_eq!(
        (incoming.n_shared(), incoming.annotation_count_in(open_project(&state))),
        ((2, 4), 2)
    );
    let cmds = act(&mut state, Msg::OpenWithMine);
    let here = open_project(&state);
    assert_eq!(here.source.pool.len(), 4);
    assert_eq!(here.annotations.annotator.as_deref(), Some("Bea"));
    let labels: Vec<(u32, &str)> = here.annotations.history.labels().iter().collect();
    assert_eq!(labels, [(1, "no"), (2, "yes")]);
    assert_eq!(
        here.labels.names,
        ["yes", "no"],
        "the set contains the labels of the annotations"
    );
    assert_eq!(
        here.view.current,
        Some(0),
        "the first pick without an answer becomes current"
    );
    let when = |log: &[LogEntry]| -> Vec<u64> { log.iter().map(|entry| entry.at_ms).collect() };
    assert_eq!(
        when(here.annotations.history.log()),
        when(&annotation)[..2],
        "the annotations keep their times"
    );
    assert!(here.annotations.history.can_undo());
    let appends =
        |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::Append { entries, .. }) if entries.len() == 2);
    assert!(
        cmds.iter().any(appends),
        "the annotations are not on disk yet: {cmds:?}"
    );
    drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "no")]));
    assert!(!state.team.incoming.as_ref().expect("a question").is_copy());
}

#[test]
fn replacing_picks_of_a_handed_out_copy_needs_confirmation() {
    let lead = project(&TEXTS);
    let runs = |cmds: &[Cmd]| cmds.iter().any(|cmd| matches!(cmd, Cmd::Run(run::Cmd::Start { .. })));
    let mut state = test_support::state(2);
    state.run.settings = state.run.settings.clone().fitting(None, lead.size());
    *state.project = Some(lead.clone());
    assert!(
        runs(&state.apply_now(StateMsg::Run(run::Msg::Select))),
        "the picks are the user's own"
    );
    let copy = ProjectFile::unlabeled(&lead, &Config::default(), Columns::All);
    *state.project = Some(test_support::reopened(&copy).expect("a project"));
    state.run.current = None;
    // The user hands the copy to someone else. The picks are still those of the author of the first copy.
    let handed_on = ProjectFile::unlabeled(open_project(&state), &Config::default(), Columns::All);
    *state.project = Some(test_support::reopened(&handed_on).expect("a project"));
    assert!(!runs(&state.apply_now(StateMsg::Run(run::Msg::Select))));
    assert_eq!(state.notices.confirmation, Some(Confirmation::SelectAnew));
    let answer = |yes| StateMsg::Answer { yes };
    assert!(!runs(&state.apply(answer(false), 1)));
    assert!(!runs(&state.apply_now(StateMsg::Run(run::Msg::Select))));
    assert!(runs(&state.apply(answer(true), 1)));
    state.run.current = None;
    assert!(
        runs(&state.apply_now(StateMsg::Run(run::Msg::Select))),
        "the picks are now the user's own"
    );
}

#[test]
fn skip_in_another_copy_retracts_no_answer_but_removal_does() {
    let mut state = state(Some("Lead"), &[]);
    let merge = |state: &mut AppState, of: &Project| {
        drop_file(state, &written(of));
        act(state, Msg::Merge);
    };
    let mut first = project(&TEXTS);
    first.set_annotator(Some("Dina".into()));
    first.annotations.history.give(0, Some("yes"), 1);
    first.annotations.history.give(1, Some("no"), 2);
    let mut second = project(&TEXTS);
    second.set_annotator(Some("Dina".into()));
    second.annotations.history.pass(0, PassReason::Skipped, 10);
    second.annotations.history.flag(1, 11);
    second.annotations.history.pass(2, PassReason::Skipped, 12);
    for files in [[&first, &second], [&second, &first]] {
        let mut state = self::state(Some("Lead"), &[]);
        merge(&mut state, files[0]);
        merge(&mut state, files[1]);
        assert_eq!(in_force(&state), pairs(&[(0, "yes"), (1, "no")]));
    }
    merge(&mut state, &first);
    drop_file(&mut state, &written(&second));
    act(&mut state, Msg::Merge);
    assert_eq!(state.team.incoming, None, "a skip does not contradict a label");
    // If the annotator removes an answer after the file was merged, the next merge retracts the answer.
    first.annotations.history.give(0, None, 20);
    first.annotations.history.pass(0, PassReason::Skipped, 21);
    merge(&mut state, &first);
    assert!(
        state.team.incoming.is_some(),
        "the copies have different answers for one text"
    );
    act(&mut state, Msg::Merge);
    assert_eq!(in_force(&state), pairs(&[(1, "no")]));
}

#[test]
fn files_dropped_together_are_merged_in_turn() {
    let mut state = state(Some("Lead"), &[]);
    let of = |name, label| file(name, &TEXTS, &[(0, label)]);
    let opens_next = |cmds: &[Cmd]| cmds.iter().any(|cmd| matches!(cmd, Cmd::Import(import::Cmd::OpenNext)));
    // Like the page, the test reports the number of additional files while the first file is being read.
    state.apply_now(StateMsg::Import(crate::import::Msg::Reading(
        crate::import::FileRead::default(),
    )));
    let cmds = act(&mut state, Msg::Waiting(3));
    assert!(!opens_next(&cmds));
    assert!(
        drop_file(&mut state, &of(Some("Bob"), "yes")).is_empty(),
        "the question is about the first file"
    );
    let cmds = act(&mut state, Msg::MergeAll);
    assert!(opens_next(&cmds) && state.team.waiting == Some(2));
    let cmds = drop_file(&mut state, &of(Some("Cleo"), "no"));
    assert!(opens_next(&cmds), "the file is merged without a question: {cmds:?}");
    // A file without the name of its annotator needs a decision, although the user has chosen to merge all files.
    assert!(!opens_next(&drop_file(&mut state, &of(None, "no"))));
    assert!(state.team.incoming.is_some());
    assert!(opens_next(&act(&mut state, Msg::Refuse)), "only this file is left out");
    assert!(!opens_next(&drop_file(&mut state, &of(Some("Dina"), "yes"))));
    let names: Vec<&str> = state.team.merged.iter().map(|merged| &*merged.name).collect();
    assert_eq!(names, ["Bob", "Cleo", "Dina"]);
    assert_eq!(open_project(&state).annotations.team.others().count(), 3);
    // The choice to merge all files does not apply to a file that the user loads later.
    drop_file(&mut state, &of(Some("Emil"), "yes"));
    assert!(state.team.incoming.is_some());
    act(&mut state, Msg::Merge);
    assert_eq!(state.team.merged.len(), 1);
}

#[test]
fn copy_can_omit_other_columns() {
    let mut here = Project::new(
        "exam.csv".into(),
        test_support::pool_of(
            &["name", "text", "grade", "id"],
            [["Ada", "a", "1,0", "7"], ["Bob", "b", "2,3", "8"]],
        ),
        1,
        1.0,
    );
    here.source.id_column = Some(3);
    let loaded = fastgas_data::load_with(
        b"name,text,grade,id\nAda,a,\"1,0\",7\nCleo,c,5\n",
        &fastgas_data::Import {
            ragged: fastgas_data::Ragged::LeaveOut,
            ..Default::default()
        },
    );
    here.source.report = Some(loaded.expect("a table").found);
    assert_eq!(here.source.report.as_ref().map(|found| found.left_out.len()), Some(1));
    here.view.prompt.own_template = "{name}: {grade}".into();
    let mut outcome = test_support::outcome(&[1], 2, Config::default());
    outcome.text_column = 1;
    here.result.outcome = Some(Arc::new(outcome));
    let reopened = |columns| {
        let copy = ProjectFile::unlabeled(&here, &Config::default(), columns);
        test_support::reopened(&copy).expect("a project")
    };
    let all = reopened(Columns::All);
    assert_eq!(
        all.source.report.as_ref().map(|found| found.left_out.len()),
        Some(0),
        "the copy contains no left-out rows"
    );
    assert_eq!((all.source.pool.columns().len(), all.text(1)), (4, "b"));
    let json = ProjectFile::unlabeled(&here, &Config::default(), Columns::TextAndId).json();
    for word in ["Cleo", "grade", "name}"] {
        assert!(!json.contains(word), "{word}: {json}");
    }
    let copy = reopened(Columns::TextAndId);
    assert_eq!(copy.source.pool.columns(), ["text", "id"]);
    assert_eq!((copy.text(1), copy.id(1)), ("b", Some("8")));
    assert_eq!(copy.picked().collect::<Vec<_>>(), [1]);
    // The copy lacks two columns of the project. The merge still succeeds, because a merge compares only texts.
    let mut state = test_support::state(2);
    *state.project = Some(here.clone());
    let mut labeled = copy;
    labeled.set_annotator(Some("Cleo".into()));
    labeled.annotations.history.give(1, Some("good"), 5);
    state.team.name = Some("Lead".into());
    drop_file(&mut state, &written(&labeled));
    act(&mut state, Msg::Merge);
    assert_eq!(in_force(&state), pairs(&[(1, "good")]));
}

#[test]
fn agreement_dialog_without_disagreements_is_reached_from_the_review() {
    let amount_of = |state: &AppState| amount(Task::Disagreements, state, &[]);
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "no")]);
    assert_eq!(amount_of(&state), Amount::Known(0), "there is only one annotator");
    assert!(!amount_of(&state).has_button());
    drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(0, "yes"), (1, "no")]));
    act(&mut state, Msg::Merge);
    assert_eq!(amount_of(&state), Amount::OnlyResults);
    assert!(amount_of(&state).has_button() && !amount_of(&state).is_open());
    drop_file(&mut state, &file(Some("Cleo"), &TEXTS, &[(1, "yes")]));
    act(&mut state, Msg::Merge);
    assert_eq!(amount_of(&state), Amount::Known(1));
    act_at(&mut state, Msg::SettleByMajority, 50);
    assert_eq!(amount_of(&state), Amount::OnlyResults, "all disagreements are settled");
}

#[test]
fn majorities_are_settled_in_one_step() {
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "yes"), (2, "yes")]);
    for (name, labels) in [
        ("Bob", [(0, "no"), (1, "no"), (2, "yes")]),
        ("Cleo", [(0, "no"), (1, "maybe"), (2, "yes")]),
    ] {
        drop_file(&mut state, &file(Some(name), &TEXTS, &labels));
        act(&mut state, Msg::Merge);
    }
    act(&mut state, Msg::Show);
    assert_eq!(open_project(&state).n_disputed(), 2);
    for row in [0, 1] {
        let field = DraftField::Settlement(row);
        let text = format!("draft {row}");
        state.apply(StateMsg::Session(session::Msg::TypeInto { field, text }), 49);
    }
    act_at(&mut state, Msg::SettleByMajority, 50);
    assert_eq!(state.session.settlement(0), "", "the text is settled");
    assert_eq!(state.session.settlement(1), "draft 1", "the text is not settled");
    let settled: Vec<u32> = open_project(&state)
        .annotations
        .team
        .decisions
        .log()
        .iter()
        .map(|entry| entry.row)
        .collect();
    assert_eq!(settled, [0]);
    assert_eq!(in_force(&state), pairs(&[(0, "no"), (2, "yes")]));
    assert_eq!(state.team.current, Some(1), "the next disputed text becomes current");
    act_at(&mut state, Msg::SettleByMajority, 51);
    assert_eq!(open_project(&state).n_disputed(), 1, "the text has no majority");
    act_at(&mut state, Msg::Undo, 52);
    assert_eq!(open_project(&state).n_disputed(), 2);
    assert!(open_project(&state).annotations.team.decisions.can_redo());
}

fn question(state: &AppState) -> Option<String> {
    state.team.incoming.as_ref()?.problem.clone()
}

/// `settled` contains the adjudications in the colleague's file: row, label, annotator and time.
fn settling(name: &str, labels: &[(u32, &str)], settled: &[(u32, &str, &str, u64)]) -> ProjectFile {
    let mut written = file(Some(name), &TEXTS, labels);
    let entry = |&(row, label, by, at_ms): &(u32, &str, &str, u64)| LogEntry {
        row,
        annotation: Annotation {
            labels: vec![label.to_owned()],
            ..Annotation::default()
        },
        by: Some(by.to_owned()),
        at_ms,
        is_adjudication: true,
        ..LogEntry::default()
    };
    written.log.extend(settled.iter().map(entry));
    written
}

#[test]
fn settlements_in_the_users_name_from_a_file_are_ignored() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    drop_file(&mut state, &settling("Bob", &[(0, "no")], &[(0, "no", "Anna", 900)]));
    act(&mut state, Msg::Merge);
    assert!(state.team.incoming.is_none(), "{:?}", question(&state));
    assert_eq!(open_project(&state).n_disputed(), 1);
    assert_eq!(state.team.merged.last().map(|merged| merged.n_own), Some(1));
}

#[test]
fn settlement_against_all_annotators_needs_confirmation_and_is_removed_with_its_author() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    let file = settling("Bob", &[(0, "yes")], &[(0, "no", "Bob", 900)]);
    drop_file(&mut state, &file);
    act(&mut state, Msg::Merge);
    assert!(question(&state).is_some_and(|question| question.contains("settles 1 text differently")));
    assert_eq!(in_force(&state), pairs(&[(0, "yes")]));
    act(&mut state, Msg::Merge);
    assert_eq!(
        in_force(&state),
        pairs(&[(0, "no")]),
        "the user confirmed the settlement"
    );
    act(&mut state, Msg::Forget("Bob".into()));
    let cmds = state.apply(StateMsg::Answer { yes: true }, 6);
    assert!(
        matches!(&cmds[..], [Cmd::Persistence(persistence::Cmd::SaveAll { log, .. })] if log.len() == 1),
        "{cmds:?}"
    );
    assert_eq!(in_force(&state), pairs(&[(0, "yes")]));
    // If the annotators disagree, an adjudication in the file can settle the text without a question.
    drop_file(&mut state, &settling("Cleo", &[(0, "no")], &[(0, "no", "Cleo", 900)]));
    act(&mut state, Msg::Merge);
    assert_eq!(in_force(&state), pairs(&[(0, "no")]));
}

#[test]
fn changed_answers_of_third_annotators_are_reported() {
    let mut state = state(Some("Anna"), &[]);
    drop_file(
        &mut state,
        &file(Some("Cleo"), &TEXTS, &[(0, "yes"), (1, "yes"), (2, "yes")]),
    );
    act(&mut state, Msg::Merge);
    let mut bob = test_support::reopened(&file(Some("Bob"), &TEXTS, &[(3, "yes")])).expect("a project");
    let of_cleo = |row, label: &str, at_ms| LogEntry {
        row,
        annotation: Annotation {
            labels: vec![label.to_owned()],
            ..Annotation::default()
        },
        by: Some("Cleo".into()),
        at_ms,
        ..LogEntry::default()
    };
    bob.annotations
        .team
        .join([of_cleo(0, "no", 50), of_cleo(1, "yes", 50), of_cleo(2, "no", 0)]);
    drop_file(&mut state, &written(&bob));
    act(&mut state, Msg::Merge);
    assert_eq!(state.team.merged.last().map(|merged| merged.n_replaced), Some(1));
    assert_eq!(labels_by(&state, "Cleo"), pairs(&[(0, "no"), (1, "yes"), (2, "yes")]));
}

#[test]
fn future_times_are_clamped_to_the_time_of_import() {
    const NOW: u64 = 1_800_000_000_000;
    let mut bob = project(&TEXTS);
    bob.set_annotator(Some("Bob".into()));
    for (row, at_ms) in [(0, NOW - 1), (1, NOW + 60_000), (2, u64::MAX >> 11)] {
        bob.annotations.history.give(row, Some("yes"), at_ms);
    }
    let file = written(&bob);
    let pool = Arc::new(pool(&TEXTS));
    let opened = crate::projects::backup::open(&file.json(), pool, Default::default(), NOW).expect("a project");
    let times: Vec<u64> = opened
        .annotations
        .history
        .log()
        .iter()
        .map(|entry| entry.at_ms)
        .collect();
    assert_eq!(
        times,
        [NOW - 1, NOW + 60_000, NOW],
        "small differences between clocks are accepted"
    );
}

fn named(theirs: &str, own: &str) -> Msg {
    Msg::NameIncoming {
        theirs: theirs.into(),
        own: own.into(),
    }
}

fn annotator(state: &AppState) -> Option<&str> {
    open_project(state).annotations.annotator.as_deref()
}

fn unlabeled() -> ProjectFile {
    ProjectFile::unlabeled(&project(&TEXTS), &Config::default(), Columns::All)
}

fn agree(state: &mut AppState) {
    assert!(state.notices.confirmation.is_some());
    state.apply_now(StateMsg::Answer { yes: true });
}

#[test]
fn name_in_the_copy_dialog_becomes_the_annotator() {
    for msg in [Msg::OpenAsIs, Msg::OpenWithMine] {
        for (typed, expected) in [
            ("Zoe", Some("Zoe")),
            (" Zoe ", Some("Zoe")),
            ("", None),
            ("Anna", Some("Anna")),
        ] {
            let mut state = state(Some("Anna"), &[]);
            state.team.name = Some("Anna".into());
            drop_file(&mut state, &unlabeled());
            act(&mut state, named("", typed));
            let cmds = act(&mut state, msg.clone());
            assert_eq!(annotator(&state), expected, "{typed:?}, {msg:?}");
            let is_kept = |cmd: &Cmd| matches!(cmd, Cmd::Team(team::Cmd::StoreName(name)) if name == expected.unwrap_or_default());
            assert!(cmds.iter().any(is_kept), "{cmds:?}");
            assert_eq!(
                state.team.name.as_deref(),
                expected,
                "the next project has the same annotator"
            );
        }
    }
}

#[test]
fn entered_name_applies_after_confirmation_and_is_discarded_after_refusal() {
    let at_risk = || {
        let mut state = state(Some("Anna"), &[]);
        state.team.name = Some("Anna".into());
        state.persistence.problem = Some("the disk is full".into());
        state
    };
    let mut state = at_risk();
    drop_file(&mut state, &unlabeled());
    act(&mut state, named("", "Zoe"));
    act(&mut state, Msg::OpenAsIs);
    agree(&mut state);
    assert_eq!(
        (annotator(&state), state.team.name.as_deref()),
        (Some("Zoe"), Some("Zoe"))
    );
    // If the user does not confirm the change of the name, the entered name is discarded.
    let mut state = at_risk();
    drop_file(&mut state, &unlabeled());
    act(&mut state, named("", "Zoe"));
    act(&mut state, Msg::OpenAsIs);
    state.apply_now(StateMsg::Answer { yes: false });
    state.replace_or_ask(project(&["x", "y", "z", "w"]), None, Vec::new(), 0);
    agree(&mut state);
    assert_eq!(
        (annotator(&state), state.team.name.as_deref()),
        (Some("Anna"), Some("Anna"))
    );
}

#[test]
fn opening_a_file_does_not_sign_existing_annotations() {
    let nameless = file(None, &["x", "y", "z", "w"], &[(0, "yes")]);
    let mut state = test_support::state(2);
    state.team.name = Some("Anna".into());
    drop_file(&mut state, &nameless);
    assert_eq!(annotator(&state), None);
    assert_eq!(open_project(&state).annotations.history.log()[0].by, None);
    let mut state = test_support::state(2);
    state.team.name = Some("Anna".into());
    drop_file(&mut state, &file(Some("Bob"), &["x", "y", "z", "w"], &[]));
    assert_eq!(annotator(&state), Some("Anna"));
    // The file contains annotations by the colleague Anna, but no name of the annotator who made the file.
    let mut with_anna = test_support::reopened(&file(None, &["x", "y", "z", "w"], &[])).expect("a project");
    with_anna.annotations.team.join([LogEntry {
        annotation: Annotation {
            labels: vec!["yes".into()],
            ..Annotation::default()
        },
        by: Some("Anna".into()),
        ..LogEntry::default()
    }]);
    let mut state = test_support::state(2);
    state.team.name = Some("Anna".into());
    drop_file(&mut state, &written(&with_anna));
    assert_eq!(annotator(&state), None, "two annotators have the same name");
}

#[test]
fn project_opened_as_is_keeps_its_annotator() {
    let opened = |by: Option<&str>, names: Option<(&str, &str)>| {
        let mut state = state(Some("Anna"), &[]);
        drop_file(&mut state, &file(by, &TEXTS, &[(0, "yes")]));
        if let Some((theirs, own)) = names {
            act(&mut state, named(theirs, own));
        }
        act(&mut state, Msg::OpenAsIs);
        state
    };
    let problem = |state: &AppState| {
        state
            .team
            .incoming
            .as_ref()
            .and_then(|incoming| incoming.problem.clone())
    };
    assert_eq!(
        annotator(&opened(Some("Bob"), None)),
        Some("Bob"),
        "the button shows the name"
    );
    assert_eq!(annotator(&opened(None, Some(("Bob", "Anna")))), Some("Bob"));
    assert_eq!(annotator(&opened(None, Some(("Anna", "Anna")))), Some("Anna"));
    assert_eq!(annotator(&opened(None, Some(("", "")))), None);
    let state = opened(None, None);
    assert!(problem(&state).is_some(), "the annotations are not Anna's");
    // In the dialog, the user enters Zoe as the user's name, but the annotator in the file is Bob.
    let mut state = opened(Some("Bob"), Some(("Bob", "Zoe")));
    assert!(problem(&state).is_some_and(|problem| problem.contains("Zoe") && problem.contains("Bob")));
    act(&mut state, Msg::OpenAsIs);
    assert_eq!(annotator(&state), Some("Bob"));
}

#[test]
fn existing_labels_change_annotator_only_after_confirmation() {
    let mut state = state(Some("Anna"), &[(0, "yes")]);
    act(&mut state, Msg::Name("Bob".into()));
    assert_eq!(annotator(&state), Some("Anna"));
    state.apply_now(StateMsg::Answer { yes: false });
    assert_eq!(annotator(&state), Some("Anna"));
    act(&mut state, Msg::Name("Bob".into()));
    agree(&mut state);
    assert_eq!(
        (annotator(&state), state.team.name.as_deref()),
        (Some("Bob"), Some("Bob"))
    );
    // Existing annotations also get the entered name after a merge, and after opening a copy with all annotations.
    for (incoming, msg) in [
        (file(Some("Carl"), &TEXTS, &[(1, "no")]), Msg::Merge),
        (unlabeled(), Msg::OpenWithMine),
    ] {
        drop_file(&mut state, &incoming);
        act(&mut state, named("Carl", "Dora"));
        act(&mut state, msg.clone());
        assert!(
            question(&state).is_some_and(|question| question.contains("Dora")),
            "{msg:?}"
        );
        assert_eq!(annotator(&state), Some("Bob"));
        // A confirmation applies only to the names that were shown. If the user changes a name, the page asks again.
        act(&mut state, named("Carl", "Emil"));
        act(&mut state, msg.clone());
        assert!(
            question(&state).is_some_and(|question| question.contains("Emil")),
            "{msg:?}"
        );
        act(&mut state, named("Carl", "Bob"));
        act(&mut state, msg);
        assert_eq!((annotator(&state), question(&state)), (Some("Bob"), None));
    }
}

#[test]
fn opening_a_colleagues_project_restores_the_users_labels() {
    let mut bob = state(Some("Bob"), &[(1, "no")]);
    merge(&mut bob, &file(Some("Anna"), &TEXTS, &[(0, "yes")]));
    let mut anna = test_support::state(2);
    anna.team.name = Some("Anna".into());
    drop_file(&mut anna, &written(open_project(&bob)));
    act(&mut anna, Msg::OpenAsNewProject);
    assert!(
        question(&anna).is_some_and(|question| question.contains("Anna")),
        "another annotator may have the name"
    );
    act(&mut anna, Msg::OpenAsNewProject);
    assert_eq!(open_project(&anna).annotations.history.labels().get(0), Some("yes"));
    let others: Vec<&str> = open_project(&anna)
        .annotations
        .team
        .others()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(others, ["Bob"]);
}

/// Spellings of one name that look the same.
/// They differ in white space, normalization form, isolates, and invisible characters.
const SPELLINGS: [&str; 6] = [
    "Zoë",
    " Zoë\t",
    "Zoe\u{308}",
    "\u{2068}Zoë\u{2069}",
    "Z\u{200b}oë\u{feff}",
    "Zo\u{7}ë",
];

#[test]
fn file_of_an_annotator_with_the_users_name_is_not_a_colleagues_file() {
    let markup = "<img src=x onerror=\"window.ran=1\">".repeat(3);
    let spaced = format!(" {markup}");
    let names = SPELLINGS.map(|spelling| ("Zoë", spelling)).into_iter();
    let names = names.chain([(markup.as_str(), markup.as_str()), (markup.as_str(), spaced.as_str())]);
    for (one, other) in names {
        for (own, theirs, msg) in [
            (one, other, Msg::Merge),
            (other, one, Msg::Merge),
            (one, other, Msg::OpenAsNewProject),
            (other, one, Msg::OpenAsNewProject),
        ] {
            let mut state = state(Some("Anna"), &[]);
            drop_file(&mut state, &file(Some(theirs), &TEXTS, &[(0, "yes")]));
            act(&mut state, named(theirs, own));
            assert!(act(&mut state, msg.clone()).is_empty(), "{own:?}, {theirs:?}, {msg:?}");
            let problem = question(&state).expect("the names are the same");
            assert!(problem.contains("too"), "{own:?}, {theirs:?}: {problem}");
            if msg == Msg::Merge {
                act(&mut state, msg);
                assert!(
                    open_project(&state).annotations.team.is_empty(),
                    "{theirs:?} is the user"
                );
                assert_eq!(open_project(&state).annotations.history.labels().get(0), Some("yes"));
            }
        }
    }
}

#[test]
fn colleague_has_one_name_in_all_spellings() {
    for spelling in SPELLINGS {
        let mut state = state(Some("Anna"), &[(1, "yes")]);
        drop_file(&mut state, &file(Some("Zoë"), &TEXTS, &[(0, "yes")]));
        act(&mut state, Msg::Merge);
        drop_file(&mut state, &file(Some(spelling), &TEXTS, &[(0, "yes"), (1, "no")]));
        act(&mut state, Msg::Merge);
        assert_eq!(question(&state), None, "{spelling:?}");
        let others: Vec<&str> = open_project(&state)
            .annotations
            .team
            .others()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(others, ["Zoë"], "{spelling:?}");
        // The user cannot choose the name of a colleague, neither in the panel nor in the dialog about a file.
        act(&mut state, Msg::Name(spelling.into()));
        assert!(state.team.name_problem.is_some(), "{spelling:?}");
        drop_file(&mut state, &file(Some("Bob"), &TEXTS, &[(2, "no")]));
        act(&mut state, named("Bob", spelling));
        assert!(act(&mut state, Msg::Merge).is_empty());
        assert!(question(&state).is_some_and(|problem| problem.contains("name of a colleague")));
        assert_eq!(annotator(&state), Some("Anna"));
    }
}

#[test]
fn users_own_entries_in_a_colleagues_file_are_recognized_in_all_spellings() {
    for spelling in SPELLINGS {
        let mut bob = state(Some("Bob"), &[(1, "no")]);
        merge(&mut bob, &file(Some(spelling), &TEXTS, &[(0, "yes")]));
        let of_bob = settling_in(open_project(&bob), spelling);
        let mut zoe = state(Some("Zoë"), &[]);
        drop_file(&mut zoe, &of_bob);
        act(&mut zoe, Msg::Merge);
        let others: Vec<&str> = open_project(&zoe)
            .annotations
            .team
            .others()
            .map(|(name, _)| name)
            .collect();
        assert_eq!(others, ["Bob"], "{spelling:?}");
        assert!(
            open_project(&zoe).annotations.team.decisions.log().is_empty(),
            "{spelling:?}"
        );
        assert_eq!(
            zoe.team.merged.last().map(|merged| merged.n_own),
            Some(2),
            "{spelling:?}"
        );
        // If the user opens the file as a new project, the user's entries in the file become the user's own annotations.
        let mut zoe = test_support::state(2);
        zoe.team.name = Some("Zoë".into());
        drop_file(&mut zoe, &of_bob);
        act(&mut zoe, Msg::OpenAsNewProject);
        assert!(question(&zoe).is_some_and(|question| question.contains("labels by")));
        act(&mut zoe, Msg::OpenAsNewProject);
        assert_eq!(
            open_project(&zoe).annotations.history.labels().get(0),
            Some("yes"),
            "{spelling:?}"
        );
    }
}

/// In the file, `name` has settled the text in row 0 with the label “no”.
fn settling_in(open: &Project, name: &str) -> ProjectFile {
    let mut written = written(open);
    written.log.push(LogEntry {
        row: 0,
        annotation: Annotation {
            labels: vec!["no".into()],
            ..Annotation::default()
        },
        at_ms: 9,
        by: Some(name.into()),
        is_adjudication: true,
        ..LogEntry::default()
    });
    written
}

#[test]
fn name_that_differs_in_case_needs_confirmation_in_a_new_project() {
    let mut state = test_support::state(2);
    state.team.name = Some("Anna".into());
    drop_file(&mut state, &file(Some("anna"), &TEXTS, &[(0, "yes")]));
    act(&mut state, Msg::OpenAsNewProject);
    assert!(question(&state).is_some_and(|question| question.contains("Anna is here already")));
    act(&mut state, Msg::OpenAsNewProject);
    let others: Vec<&str> = open_project(&state)
        .annotations
        .team
        .others()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(others, ["anna"]);
}

#[test]
fn name_without_visible_characters_is_no_name() {
    let mut state = state(None, &[(0, "yes")]);
    drop_file(&mut state, &file(None, &TEXTS, &[(0, "no")]));
    for (theirs, own, words) in [("\u{200b}", "Anna", "whose"), ("Bob", "\u{2068}\u{2069}", "your name")] {
        act(&mut state, named(theirs, own));
        assert!(act(&mut state, Msg::Merge).is_empty());
        assert!(
            question(&state).is_some_and(|problem| problem.contains(words)),
            "{words}"
        );
    }
    act(&mut state, Msg::Refuse);
    act(&mut state, Msg::Name("\u{200b}".into()));
    assert_eq!(annotator(&state), None);
}

#[test]
fn typed_name_is_applied_before_it_is_used() {
    let typing = |labels: &[(u32, &str)]| {
        let mut state = state(Some("Anna"), labels);
        state.team.name = Some("Anna".into());
        act(&mut state, Msg::TypeName("Zoe ".into()));
        assert_eq!(annotator(&state), Some("Anna"), "the name is applied before it is used");
        state
    };
    let mut state = typing(&[]);
    let cmds = state.apply_now(StateMsg::Persistence(persistence::Msg::BackUp));
    let is_hers = |cmd: &Cmd| matches!(cmd, Cmd::Persistence(persistence::Cmd::WriteProject(file)) if file.file_name() == "texts-Zoe.fastgas");
    assert!(cmds.iter().any(is_hers), "{cmds:?}");
    for labels in [&[][..], &[(0, "yes")]] {
        let mut state = typing(labels);
        drop_file(&mut state, &unlabeled());
        assert_eq!(state.team.incoming.as_ref().map(|incoming| &*incoming.own), Some("Zoe"));
        let mut state = typing(labels);
        crate::test_support::numbered_texts::load(&mut state, 2, test_support::pool(&["review"], &[&["x"], &["y"]]));
        assert_eq!(annotator(&state), Some("Zoe"));
    }
    let mut state = typing(&[(0, "yes")]);
    state.apply_now(StateMsg::Persistence(persistence::Msg::BackUp));
    assert_eq!(
        annotator(&state),
        Some("Anna"),
        "existing labels keep their name unless the user confirms"
    );
    let mut state = typing(&[]);
    state.projects.read_only = true;
    state.apply_now(StateMsg::Persistence(persistence::Msg::BackUp));
    assert_eq!(
        annotator(&state),
        Some("Anna"),
        "another tab has the lock of the project"
    );
}

/// Bob's backup of a project that he made from a spreadsheet with a label column.
fn of_spreadsheet(texts: &[&str], labels: &[&str]) -> ProjectFile {
    let rows = texts.iter().zip(labels).map(|(text, label)| [*text, *label]);
    let mut open = Project::new(
        "bob.csv".into(),
        test_support::pool_of(&["text", "label"], rows),
        0,
        1.0,
    );
    open.set_annotator(Some("Bob".into()));
    open.import_file_labels(1, fastgas_data::LabelCell::One, 3);
    written(&open)
}

#[test]
fn spreadsheet_labels_count_as_the_colleagues_if_the_user_says_so() {
    let mut state = state(Some("Anna"), &[(0, "yes"), (1, "yes")]);
    // A spreadsheet program has changed the white space in two texts.
    let bob = of_spreadsheet(&["a", "b\r\n", "\u{a0}c", "z"], &["yes", "no", "no", "no"]);
    drop_file(&mut state, &bob);
    let incoming = state.team.incoming.as_ref().expect("a question");
    assert_eq!(
        (
            incoming.n_shared(),
            incoming.annotation_count(),
            incoming.project.n_in_file()
        ),
        ((3, 4), 0, 4)
    );
    assert_eq!(incoming.n_tolerated(open_project(&state)), 2);
    assert!(incoming.counts_file, "the user has not changed the setting");
    act(&mut state, Msg::CountFile(false));
    act(&mut state, Msg::Merge);
    assert!(
        open_project(&state).annotations.team.is_empty(),
        "otherwise the labels of a file have no annotator"
    );
    drop_file(&mut state, &bob);
    act(&mut state, Msg::Merge);
    let merged = state.team.merged.last().cloned().expect("a result");
    assert_eq!(
        (merged.n_entries, merged.n_new, &merged.strays[..]),
        (3, 3, &["z".to_owned()][..])
    );
    assert_eq!(in_force(&state), pairs(&[(0, "yes"), (2, "no")]));
    assert_eq!(open_project(&state).n_disputed(), 1);

    // Labels from a spreadsheet that both projects were made from are not the colleague's annotations.
    let mut state = test_support::state(2);
    *state.project = Some(test_support::reopened(&of_spreadsheet(&["a", "b"], &["yes", "no"])).expect("a project"));
    drop_file(&mut state, &of_spreadsheet(&["a", "b"], &["yes", "no"]));
    assert!(
        state
            .team
            .incoming
            .as_ref()
            .is_some_and(|incoming| !incoming.counts_file)
    );
}
