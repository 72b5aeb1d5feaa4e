//! Tests of the order, filters and marks of the table, the amounts of review work, and the bulk actions.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::answers::AnswersState;
use crate::labeling;
use crate::labeling::last_step::LastStep;
use crate::project::Project;
use crate::projects;
use crate::review::queue::{Amount, Task, amount};
use crate::review::table::*;
use crate::review::{Msg, TableSettings};
use crate::state::{AppState, Cmd, Msg as StateMsg};
use crate::suggestions;
use crate::test_support::numbered_texts::{finish_run, selected};
use crate::test_support::{self, connected_in_a_row, open_project};
use fastgas_annotation::label::{AnswerType, PassReason};
use fastgas_select::Config;

/// All rows are picks, in the given order. The texts are in the first column.
fn project_of(columns: &[&str], rows: &[&[&str]], picks: &[u32]) -> Project {
    let mut project = Project::new("a.csv".into(), test_support::pool(columns, rows), 0, 0.0);
    project.result.outcome = Some(Arc::new(test_support::outcome(picks, rows.len(), Config::default())));
    project.color_parts();
    project.labels.names = vec!["yes".into(), "no".into()];
    project.labels.assign_keys_and_colors();
    project
}

fn with_cells(cells: &[&str]) -> Project {
    let rows: Vec<[&str; 2]> = cells.iter().map(|&cell| ["text", cell]).collect();
    let rows: Vec<&[&str]> = rows.iter().map(<[_; 2]>::as_slice).collect();
    let picks: Vec<u32> = (0..cells.len() as u32).collect();
    project_of(&["text", "cell"], &rows, &picks)
}

fn rows_of(project: &Project) -> Vec<TableRow> {
    table_rows(project, None, &AnswersState::default())
}

fn order_of<'a>(cells: &[&'a str], descending: bool) -> Vec<&'a str> {
    let project = with_cells(cells);
    let sort = Sort {
        column: Column::File(1),
        descending,
    };
    let order = sorted(&rows_of(&project), Some(sort), &project);
    order.into_iter().map(|index| cells[index]).collect()
}

#[test]
fn numbers_are_sorted_by_value_and_empty_cells_are_last() {
    let cells = ["10", "", "9", "-1.5", " 2 ", "1e3", " "];
    assert_eq!(order_of(&cells, false), ["-1.5", " 2 ", "9", "10", "1e3", "", " "]);
    assert_eq!(order_of(&cells, true), ["1e3", "10", "9", " 2 ", "-1.5", "", " "]);
    assert_eq!(order_of(&["", " "], true), ["", " "]);
}

#[test]
fn column_with_a_text_is_sorted_as_text() {
    assert_eq!(order_of(&["10", "9", "n/a"], false), ["10", "9", "n/a"]);
    assert_eq!(
        order_of(&["10", "9", "inf"], false),
        ["10", "9", "inf"],
        "infinity is no number"
    );
}

#[test]
fn texts_are_sorted_without_regard_to_case_in_any_script() {
    let cells = ["zoo", "éclair", "Beta", "alpha", "Alpha", "Éclair", "東京", "beta"];
    let ascending = ["Alpha", "alpha", "Beta", "beta", "zoo", "Éclair", "éclair", "東京"];
    assert_eq!(order_of(&cells, false), ascending);
    let mut descending = ascending;
    descending.reverse();
    assert_eq!(order_of(&cells, true), descending);
}

#[test]
fn ties_keep_the_order_of_the_picks_in_both_directions() {
    let project = project_of(
        &["text", "kind"],
        &[&["a", "x"], &["b", "0"], &["c", "x"], &["d", "0"], &["e", "-0"]],
        &[4, 3, 0, 2, 1],
    );
    let rows = rows_of(&project);
    let of = |column, descending| {
        let order = sorted(&rows, Some(Sort { column, descending }), &project);
        order.into_iter().map(|index| rows[index].row).collect::<Vec<u32>>()
    };
    assert_eq!(
        of(Column::File(1), false),
        [4, 3, 1, 0, 2],
        "−0 is text here, because the column is not numeric"
    );
    assert_eq!(of(Column::File(1), true), [0, 2, 3, 1, 4]);
    assert_eq!(of(Column::Part, false), [4, 3, 0, 2, 1], "all texts are in one part");
    assert_eq!(of(Column::Part, true), [4, 3, 0, 2, 1]);
    assert_eq!(of(Column::Rank, true), [1, 2, 0, 3, 4]);
    assert_eq!(of(Column::File(9), false), [4, 3, 0, 2, 1], "there is no such column");
    let numeric = with_cells(&["0", "-0", "0.0"]);
    let sort = Some(Sort {
        column: Column::File(1),
        descending: true,
    });
    assert_eq!(sorted(&rows_of(&numeric), sort, &numeric), [0, 1, 2], "−0 equals 0");
}

#[test]
fn repeated_press_on_a_heading_cycles_ascending_descending_and_pick_order() {
    let text = Column::Text;
    let ascending = Sort::next(None, text);
    assert_eq!(ascending.map(|sort| sort.descending), Some(false));
    let descending = Sort::next(ascending, text);
    assert_eq!(descending.map(|sort| sort.descending), Some(true));
    assert_eq!(Sort::next(descending, text), None);
    assert_eq!(
        Sort::next(descending, Column::Note).map(|sort| sort.column),
        Some(Column::Note)
    );
    let by_rank = Sort::next(None, Column::Rank);
    assert_eq!(
        by_rank.map(|sort| sort.descending),
        Some(true),
        "ascending is the order of the picks"
    );
    assert_eq!(Sort::next(by_rank, Column::Rank), None);
}

#[test]
fn headings_that_do_not_explain_themselves_have_an_explanation() {
    let explained = Column::explained();
    let names: Vec<&str> = explained.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["Rank", "Suggestion", "Model’s answer", "Part", "State"]);
    assert!(explained.iter().all(|(_, meaning)| meaning.ends_with('.')));
    assert_eq!(
        Column::File(0).meaning(),
        None,
        "the user knows the columns of the file"
    );
}

/// Six picks: “yes”, skipped, “cannot tell”, flagged, with a note, and changed from “yes” to “no”.
fn annotated() -> Project {
    let mut project = project_of(
        &["text", "topic", "author"],
        &[
            &["A lost card", "bank", "Ann"],
            &["A recipe", "food", "Bo"],
            &["Pictures of Mars", "space", "Ann"],
            &["Roses", "garden", "Éva"],
            &["Soup", "food", "Bo"],
            &["Another card", "bank", "Éva"],
        ],
        &[0, 1, 2, 3, 4, 5],
    );
    let history = &mut project.annotations.history;
    history.give(0, Some("yes"), 1);
    history.pass(1, PassReason::Skipped, 2);
    history.pass(2, PassReason::CannotTell, 3);
    history.flag(3, 4);
    history.note(4, "Which kitchen?", 5);
    history.give(5, Some("yes"), 6);
    history.give(5, Some("no"), 7);
    project
}

fn shown(project: &Project, filter: &Filter) -> Vec<u32> {
    let rows = rows_of(project);
    let order = sorted(&rows, None, project);
    filtered(&rows, &order, filter, project)
}

#[test]
fn filters_of_label_and_status_are_combined() {
    let project = annotated();
    let of = |label, status| {
        shown(
            &project,
            &Filter {
                label,
                status,
                ..Filter::default()
            },
        )
    };
    assert_eq!(of(LabelFilter::Any, None), [0, 1, 2, 3, 4, 5]);
    assert_eq!(of(LabelFilter::With("no".into()), None), [5]);
    assert_eq!(of(LabelFilter::Without, None), [1, 2, 3, 4]);
    assert_eq!(
        of(LabelFilter::Without, Some(Status::Open)),
        [1, 3, 4],
        "a skipped text is shown again"
    );
    assert_eq!(of(LabelFilter::Any, Some(Status::CannotTell)), [2]);
    assert_eq!(of(LabelFilter::Any, Some(Status::Changed)), [5]);
    assert_eq!(
        of(LabelFilter::With("yes".into()), Some(Status::Flagged)),
        [] as [u32; 0]
    );
    assert_eq!(
        of(LabelFilter::With("removed".into()), None).len(),
        6,
        "a label that is no longer in the set filters nothing"
    );
    let of_part = |part| {
        shown(
            &project,
            &Filter {
                part: Some(part),
                ..Filter::default()
            },
        )
    };
    assert_eq!((of_part(0).len(), of_part(1).len()), (6, 6), "there is only part 0");
}

#[test]
fn search_finds_words_in_all_columns() {
    let project = annotated();
    let find = |typed: &str| {
        shown(
            &project,
            &Filter {
                typed: typed.into(),
                ..Filter::default()
            },
        )
    };
    assert_eq!(find("CARD"), [0, 5]);
    assert_eq!(find("card éva"), [5], "words may be in different columns");
    assert_eq!(find("kitchen"), [4], "a note");
    assert_eq!(find("flagged"), [3], "a state");
    assert_eq!(find("no bank"), [5], "a label");
    assert_eq!(find("bank flower"), [] as [u32; 0]);
    assert_eq!(find("  ").len(), 6);
}

#[test]
fn states_are_named_and_sorted() {
    let project = annotated();
    let rows = rows_of(&project);
    let words: Vec<_> = rows.iter().map(|row| row.cell(Column::Status, &project)).collect();
    assert_eq!(
        words,
        [
            "labeled",
            "skipped",
            "cannot tell",
            "to label, flagged",
            "to label",
            "labeled, changed"
        ]
    );
    let sort = Some(Sort {
        column: Column::Status,
        descending: false,
    });
    assert_eq!(sorted(&rows, sort, &project), [3, 4, 1, 2, 0, 5]);
}

#[test]
fn undone_and_added_labels_are_no_changes() {
    let mut project = annotated();
    let changed = |project: &Project| {
        let rows = rows_of(project).into_iter().filter(|row| row.is_changed);
        rows.map(|row| row.row).collect::<Vec<u32>>()
    };
    assert_eq!(changed(&project), [5]);
    project.annotations.history.undo(8);
    assert_eq!(changed(&project), [] as [u32; 0], "the change was undone");
    project.annotations.history.undo(9);
    project.annotations.history.give(5, Some("no"), 10);
    assert_eq!(changed(&project), [] as [u32; 0], "the first answer was undone");
    project.annotations.history.give(0, Some("no"), 11);
    assert_eq!(changed(&project), [0]);
    project.labels.answers = AnswerType::Several;
    assert_eq!(
        changed(&project),
        [] as [u32; 0],
        "with several labels, each further label would be a change"
    );
}

#[test]
fn id_and_three_further_columns_are_shown_at_first() {
    let mut project = project_of(
        &["text", "a", "b", "c", "d", "id"],
        &[&["t", "1", "2", "3", "4", "5"]],
        &[0],
    );
    let files = |columns: &[usize]| columns.iter().copied().map(Column::File).collect::<Vec<_>>();
    assert_eq!(file_columns(&project, None), files(&[1, 2, 3]));
    project.source.id_column = Some(5);
    assert_eq!(file_columns(&project, None), files(&[5, 1, 2, 3]));
    let chosen = BTreeSet::from([2, 4, 9]);
    assert_eq!(
        file_columns(&project, Some(&chosen)),
        files(&[2, 4]),
        "there is no column 9"
    );
}

fn page() -> AppState {
    let mut state = test_support::state(1);
    *state.project = Some(annotated());
    state
}

fn act(state: &mut AppState, msg: Msg) -> Vec<Cmd> {
    let now_ms = state.labeling.dwell_timer.now_ms() + 100;
    state.apply(StateMsg::Review(msg), now_ms)
}

fn marked(state: &AppState) -> Vec<u32> {
    state.review.marked.iter().copied().collect()
}

#[test]
fn rows_that_a_changed_filter_hides_lose_their_marks() {
    let mut state = page();
    act(&mut state, Msg::MarkOnly(vec![5, 0, 3]));
    act(&mut state, Msg::Search("card".into()));
    assert_eq!(marked(&state), [0, 5]);
    act(&mut state, Msg::FilterLabel(LabelFilter::With("no".into())));
    assert_eq!(marked(&state), [5]);
    act(&mut state, Msg::ResetFilter);
    assert_eq!(marked(&state), [5], "the other marks are gone");
    act(
        &mut state,
        Msg::Mark {
            rows: vec![1, 2],
            on: true,
        },
    );
    act(
        &mut state,
        Msg::Mark {
            rows: vec![5, 2],
            on: false,
        },
    );
    assert_eq!(marked(&state), [1]);
    act(&mut state, Msg::ShowOnly(Status::Flagged));
    assert_eq!(marked(&state), [] as [u32; 0]);
    assert_eq!(state.review.table.filter.status, Some(Status::Flagged));
}

#[test]
fn bulk_actions_are_one_step_each() {
    let mut state = page();
    let labels = |state: &AppState| {
        let given = open_project(state).annotations.history.labels().iter();
        given.map(|(row, label)| (row, label.to_owned())).collect::<Vec<_>>()
    };
    let flagged = |state: &AppState| {
        open_project(state)
            .annotations
            .history
            .labels()
            .flagged()
            .collect::<Vec<_>>()
    };
    let undo = |state: &mut AppState| {
        state.apply(StateMsg::Labeling(labeling::Msg::Undo), 5_000);
    };
    let words = |state: &AppState| {
        LastStep::of(open_project(state))
            .map(|step| step.words)
            .unwrap_or_default()
    };
    let before = labels(&state);
    let rows = vec![3, 4];
    let cmds = act(&mut state, Msg::Give { rows, index: 1 });
    assert!(!cmds.is_empty(), "the labels are stored");
    assert_eq!(labels(&state).len(), before.len() + 2);
    let rows = vec![0, 3, 4];
    act(&mut state, Msg::Flag { rows, on: true });
    assert_eq!(flagged(&state), [0, 3, 4]);
    assert_eq!(words(&state), "2 texts flagged", "one was flagged already");
    let rows = vec![0, 1, 3, 4];
    act(&mut state, Msg::Clear { rows });
    assert_eq!(labels(&state), [(5, "no".to_owned())]);
    assert_eq!(flagged(&state), [0, 3, 4], "flags stay");
    assert_eq!(words(&state), "Answers removed from 4 texts");
    undo(&mut state);
    undo(&mut state);
    assert_eq!(flagged(&state), [3]);
    assert_eq!(words(&state), "Undone: 2 texts flagged");
    undo(&mut state);
    assert_eq!(labels(&state), before);
}

#[test]
fn label_that_replaces_others_is_confirmed_first() {
    let mut state = page();
    let rows = vec![0, 3];
    act(&mut state, Msg::Give { rows, index: 1 });
    assert!(state.notices.confirmation.is_some());
    assert_eq!(open_project(&state).annotations.history.labels().get(3), None);
}

#[test]
fn table_of_a_read_only_project_can_be_sorted_but_not_changed() {
    let mut state = page();
    state.apply_now(StateMsg::Projects(projects::Msg::ChangedElsewhere));
    assert!(state.projects.read_only);
    let n = open_project(&state).annotations.history.log().len();
    let rows = vec![0];
    act(&mut state, Msg::Clear { rows });
    assert_eq!(open_project(&state).annotations.history.log().len(), n);
    act(&mut state, Msg::SortBy(Column::Text));
    assert!(state.review.table.sort.is_some());
}

#[test]
fn hidden_column_does_not_sort() {
    let mut state = page();
    act(&mut state, Msg::SortBy(Column::File(2)));
    act(&mut state, Msg::ShowColumn { column: 2, on: false });
    assert_eq!(
        (state.review.table.sort, &state.review.table.columns),
        (None, &Some(BTreeSet::from([1])))
    );
    act(&mut state, Msg::ShowColumn { column: 2, on: true });
    assert_eq!(
        file_columns(open_project(&state), state.review.table.columns.as_ref()).len(),
        2
    );
}

#[test]
fn settings_of_columns_that_do_not_exist_are_not_restored() {
    let mut state = page();
    let stored = TableSettings {
        columns: Some(BTreeSet::from([2, 3])),
        filter: Filter {
            typed: "card".into(),
            ..Filter::default()
        },
        ..TableSettings::default()
    };
    let mut is_sorted = |column, shows_suggestions| {
        let sort = Some(Sort {
            column,
            descending: true,
        });
        let settings = TableSettings {
            sort,
            shows_suggestions,
            ..stored.clone()
        };
        act(&mut state, Msg::Restore(settings));
        assert_eq!(state.review.table.columns, Some(BTreeSet::from([2])));
        assert_eq!(state.review.table.filter, stored.filter);
        state.review.table.sort == sort
    };
    assert!(is_sorted(Column::Note, false));
    assert!(is_sorted(Column::File(2), false));
    assert!(!is_sorted(Column::File(3), false), "there is no such column");
    assert!(!is_sorted(Column::File(1), false), "the column is not shown");
    assert!(is_sorted(Column::Suggestion, true));
    assert!(!is_sorted(Column::Suggestion, false));
}

#[test]
fn new_selection_drops_the_filter_by_part() {
    let mut state = selected();
    act(&mut state, Msg::FilterPart(Some(0)));
    act(&mut state, Msg::Search("card".into()));
    finish_run(&mut state, &[4, 8]);
    assert_eq!(state.review.table.filter.part, None);
    assert_eq!(state.review.table.filter.typed, "card");
}

#[test]
fn another_project_has_its_own_table() {
    let mut state = page();
    act(&mut state, Msg::Opened);
    act(&mut state, Msg::SortBy(Column::Text));
    act(&mut state, Msg::MarkOnly(vec![1]));
    act(&mut state, Msg::Search("card".into()));
    state.replace(with_cells(&["1"]), 0);
    assert_eq!((state.review.table.sort, marked(&state)), (None, Vec::new()));
    assert!(state.review.table.filter.is_empty() && state.review.is_open());
    act(&mut state, Msg::Opened);
    act(&mut state, Msg::Closed);
    assert!(
        state.review.is_open(),
        "the next view appeared before the previous one was removed"
    );
    act(&mut state, Msg::Closed);
    assert!(!state.review.is_open());
}

#[test]
fn amounts_of_work_are_counted() {
    let state = page();
    let rows = rows_of(open_project(&state));
    let amounts = Task::ALL.map(|task| amount(task, &state, &rows));
    assert_eq!(
        amounts,
        [
            // Without a kNN graph, there are no suggestions and no near-duplicates.
            Amount::Known(0),
            Amount::Known(0),
            Amount::Known(0),
            Amount::Known(0),
            Amount::Known(1),
            Amount::Known(1),
            Amount::Known(1),
            Amount::Known(1),
        ]
    );
    assert!(!amounts[0].is_open() && amounts[4].is_open() && Amount::Unknown.is_open());
    let closed = test_support::state(1);
    assert_eq!(amount(Task::Flagged, &closed, &[]), Amount::Known(0));
}

/// Answers all requests for suggestions as the workers would. Returns the number of requests.
fn answer(state: &mut AppState, cmds: Vec<Cmd>) -> usize {
    let mut n = 0;
    for cmd in cmds {
        if let Cmd::Suggest(suggestions::Cmd::MakeAll { ask, basis }) = cmd {
            n += 1;
            let result = Ok(basis.sources.suggest_all(&basis.adjacency));
            state.apply_now(StateMsg::Suggest(suggestions::Msg::AllMade { ask, result }));
        }
    }
    n
}

#[test]
fn suggestions_are_counted_while_the_review_is_open() {
    let mut state = connected_in_a_row(selected());
    let cmds = act(&mut state, Msg::Opened);
    assert_eq!(answer(&mut state, cmds), 0, "nothing is labeled");
    let n = |state: &AppState| amount(Task::Suggestions, state, &[]);
    assert_eq!(n(&state), Amount::Known(0));
    let cmds = act(
        &mut state,
        Msg::Give {
            rows: vec![4],
            index: 0,
        },
    );
    assert_eq!(n(&state), Amount::Pending);
    assert_eq!(answer(&mut state, cmds), 1);
    let all = state.suggestions.all.as_deref().expect("suggestions");
    let suggested = (0..30).filter(|&row| row != 4 && all.get(row).is_some());
    assert_eq!(
        n(&state),
        Amount::Known(suggested.count()),
        "the labeled text needs none"
    );
    let hidden = table_rows(open_project(&state), None, &state.answers);
    assert!(hidden.iter().all(|row| row.suggestion.is_none()));
    let rows = table_rows(open_project(&state), Some(all), &state.answers);
    assert!(rows[0].suggestion.is_none(), "the first pick is labeled");
    let second = rows[1].suggestion.as_ref().expect("a suggestion");
    assert_eq!(second.labels, ["yes"]);
    let sort = |descending| {
        let column = Column::Suggestion;
        sorted(&rows, Some(Sort { column, descending }), open_project(&state))
    };
    let is_after = |order: Vec<usize>| {
        let position = |index| order.iter().position(|&other| other == index);
        position(0) > position(1)
    };
    assert!(is_after(sort(false)) && is_after(sort(true)), "an empty cell is last");
    act(&mut state, Msg::Closed);
    let cmds = act(
        &mut state,
        Msg::Give {
            rows: vec![20],
            index: 1,
        },
    );
    assert_eq!(
        answer(&mut state, cmds),
        0,
        "suggestions are not counted while the review is closed"
    );
}

#[test]
fn texts_whose_suggestions_are_shown_are_not_checked() {
    /// After nine labeled texts, the next text can be a blind check: its suggestion is compared with the user's answer.
    fn is_checked(shows: bool) -> bool {
        let mut state = connected_in_a_row(selected());
        let mut is_made = false;
        let mut step = |msg| {
            let cmds = act(&mut state, msg);
            let is_make = |cmd: &Cmd| matches!(cmd, Cmd::Suggest(suggestions::Cmd::Make { row: 4, .. }));
            is_made |= cmds.iter().any(is_make);
            answer(&mut state, cmds);
        };
        step(Msg::Opened);
        step(Msg::ShowSuggestions(shows));
        for row in 5..14 {
            let rows = vec![row];
            step(Msg::Give { rows, index: 0 });
        }
        step(Msg::ShowSuggestions(false));
        step(Msg::Closed);
        is_made
    }
    assert!(
        is_checked(false),
        "the number of suggestions tells nothing about a text"
    );
    assert!(!is_checked(true));
}
