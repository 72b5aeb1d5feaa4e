//! Tests of the comparison: form, progress, results, and late messages.

use crate::compare::state::*;
use crate::compare::test_file::{TestContent, TestMsg};
use crate::confidences::ConfidenceSet;
use crate::run;
use crate::run::settings::{PoolSize, Settings};
use crate::state::Msg as StateMsg;
use crate::state::{AppState, Cmd as StateCmd, Context, Request};
use crate::test_support::{self, context};
use fastgas_annotation::export::EscapeFormulas;
use fastgas_data::{Import, LoadError, Loaded, Pool, load_with};
use fastgas_partition::Preset;
use fastgas_platform::{ConfidenceOrigin, ConfidenceSource, EncoderName};
use fastgas_progress::{Progress, Slices, Stage, at_once};
use fastgas_protocol::{Error, JobId, LostReason, Refusal, WorkerError};
use fastgas_select::evaluate::{Coverage, MEASURES};
use fastgas_select::evaluate::{Plan, Run, comparison_table};
use fastgas_select::{Config, Method};
use std::sync::Arc;

const N: u32 = 40;

fn pool(name: &str) -> Pool {
    let row = |row: u32| {
        [
            format!("{name} {row}"),
            (row % 3).to_string(),
            if row == 7 { "" } else { "x" }.into(),
        ]
    };
    test_support::pool_of(&["text", "label", "gap"], (0..N).map(row))
}

fn load(state: &mut AppState, ticket: u32, name: &str) -> Vec<StateCmd> {
    let reading = crate::import::FileRead {
        ticket,
        file_name: format!("{name}.csv"),
        ..Default::default()
    };
    test_support::read_file(state, reading, pool(name), None, Default::default())
}

fn selected() -> AppState {
    let mut state = test_support::state(2);
    load(&mut state, 1, "one");
    let outcome = test_support::outcome(&[3], N as usize, Config::default());
    state.project.get_mut().expect("open").result.outcome = Some(Arc::new(outcome));
    state
}

fn act(state: &mut AppState, msg: Msg) -> Vec<StateCmd> {
    state.apply_now(StateMsg::Compare(msg))
}

fn edit(state: &mut AppState, change: impl FnOnce(&mut Form)) {
    let mut form = state.comparison.form.clone();
    change(&mut form);
    act(state, Msg::Edit(form));
}

fn comparing() -> (AppState, ComparisonTask) {
    let mut state = selected();
    act(&mut state, Msg::Show);
    edit(&mut state, |form| {
        form.methods = vec![Method::Fastgas, Method::Random];
        form.budgets = "4, 8".into();
        form.seeds = "5 6".into();
    });
    act(&mut state, Msg::WithPaper(false));
    let mut cmds = act(&mut state, Msg::Start);
    let Some(StateCmd::Compare(Cmd::Start(task))) = cmds.pop() else {
        panic!("a task")
    };
    (state, *task)
}

fn run(plan: Plan, facility_coverage: f64) -> FinishedRun {
    let run = Run {
        plan,
        seconds: 0.5,
        coverage: Coverage {
            facility_coverage,
            covered_vertices: 9,
            redundant_pairs: 0,
        },
        quality: None,
    };
    FinishedRun { run, picks: vec![0, 1] }
}

fn problem(state: &AppState) -> String {
    state.to_compare().expect_err("the input is invalid").problem
}

#[test]
fn default_form_has_all_methods_at_the_budget_and_at_100_if_the_pool_allows() {
    let mut state = selected();
    state.run.settings.budget = "12".into();
    act(&mut state, Msg::Show);
    let form = &state.comparison.form;
    assert_eq!((form.budgets.as_str(), form.seeds.as_str()), ("12", "0, 1, 2"));
    assert_eq!(form.methods.len(), Method::ALL.len() - 1);
    assert!(!form.methods.contains(&Method::VoteK) && form.label_column.is_none());
    let with_blank = |budget, n_texts, n_blank| Form::of(Some(budget), PoolSize { n_texts, n_blank }, Vec::new());
    let of = |budget, n_texts| with_blank(budget, n_texts, 0);
    assert_eq!(of(18, 101).budgets, "18, 100");
    assert_eq!(of(18, 100).budgets, "18");
    assert_eq!(with_blank(18, 110, 10).budgets, "18", "only 100 texts are not empty");
    assert_eq!(of(100, 3_000).budgets, "100");
    assert_eq!(of(300, 3_000).budgets, "300");

    // Until the user edits the budgets, the form shows the budget from the settings.
    state.run.settings.budget = "13".into();
    act(&mut state, Msg::Show);
    assert_eq!(state.comparison.form.budgets, "13");
    edit(&mut state, |form| form.budgets = "5".into());
    state.run.settings.budget = "14".into();
    act(&mut state, Msg::Show);
    assert_eq!(state.comparison.form.budgets, "5");
}

#[test]
fn empty_texts_are_left_out_of_the_comparison() {
    let mut state = selected();
    // In the column `gap`, only row 7 is empty.
    state.project.get_mut().expect("open").source.text_column = 2;
    act(&mut state, Msg::Show);
    edit(&mut state, |form| {
        form.methods = vec![Method::Random];
        form.budgets = N.to_string();
    });
    let refused = state.to_compare().expect_err("one of the texts is empty");
    assert!(refused.problem.contains("empty"), "{}", refused.problem);
    edit(&mut state, |form| form.budgets = (N - 1).to_string());
    let mut cmds = act(&mut state, Msg::Start);
    let Some(StateCmd::Compare(Cmd::Start(task))) = cmds.pop() else {
        panic!("a task")
    };
    assert_eq!(*task.blank, [7]);
}

#[test]
fn fastgas_as_published_is_compared_with_the_preset_of_the_settings() {
    let mut state = selected();
    act(&mut state, Msg::Show);
    edit(&mut state, |form| {
        form.methods = vec![Method::Fastgas];
        form.budgets = "4".into();
        form.seeds = "5 6".into();
    });
    let presets = |state: &AppState| -> Vec<Option<Preset>> {
        let (_, plans) = state.to_compare().expect("the form is valid");
        plans.iter().map(|plan| plan.preset).collect()
    };
    let paper = Some(Preset::Paper);
    assert_eq!(presets(&state), [None, None, paper, paper], "it is compared by default");
    assert!(state.comparison.with_paper(&state.run.settings));
    edit(&mut state, |form| form.methods.clear());
    assert_eq!(presets(&state), [paper, paper], "it is a method of its own");
    edit(&mut state, |form| form.methods = vec![Method::Fastgas]);
    state.run.settings.preset = Preset::Paper;
    assert_eq!(presets(&state), [None, None], "the settings ask for the same");
    assert!(!state.comparison.with_paper(&state.run.settings));
    state.run.settings.preset = Preset::Best;
    act(&mut state, Msg::WithPaper(false));
    assert_eq!(presets(&state), [None, None], "the user has excluded it");
    act(&mut state, Msg::Show);
    assert_eq!(presets(&state), [None, None]);
    act(&mut state, Msg::WithPaper(true));
    assert_eq!(presets(&state), [None, None, paper, paper]);
}

fn test_file(file: &str) -> Msg {
    let import = Import {
        header: Some(true),
        ..Import::named("test.csv")
    };
    let Loaded { pool, found } = load_with(file.as_bytes(), &import).expect("a table");
    let content = at_once(TestContent::of(pool, found, &mut Slices::whole()));
    Msg::Test(TestMsg::Read {
        file_name: "test.csv".into(),
        content: Ok(content),
    })
}

#[test]
fn doubtful_rows_of_a_test_file_are_reported() {
    let (mut state, _) = comparing();
    act(&mut state, Msg::Stop);
    act(&mut state, test_file("text,label\nall is fine,1\nit broke,2\n"));
    assert_eq!(state.comparison.test.remarks(), [] as [String; 0]);
    let joined = "text,label\nall is fine,1\n\"it broke,2\nit works,1\nno way\",2\nall is lost,1\n";
    act(&mut state, test_file(joined));
    let remarks = state.comparison.test.remarks();
    assert!(remarks[0].contains("lines 3–5"), "{remarks:?}");
    assert!(
        remarks[1].contains("3 rows; 5 if quotes belong to the text"),
        "{remarks:?}"
    );
    // The form has no settings for quotes or columns, so no remark may advise the user to change such a setting.
    act(
        &mut state,
        test_file("text,label,Text\n\"a \\\"b\\\" c\",1,x\nit broke,2,y\n"),
    );
    let remarks = state.comparison.test.remarks();
    assert!(remarks[0].contains("Quotes around the beginning"), "{remarks:?}");
    assert!(remarks.iter().all(|remark| !remark.contains("choose")), "{remarks:?}");
    act(&mut state, Msg::Test(TestMsg::Remove));
    assert_eq!(state.comparison.test.remarks(), [] as [String; 0]);
}

#[test]
fn test_file_needs_the_label_column_and_is_part_of_the_comparison() {
    let (mut state, _) = comparing();
    act(&mut state, Msg::Stop);
    let read = |columns: [&str; 2], label: &str| {
        let rows = (0..3).map(|row| format!("test {row},{label}\n"));
        test_file(&format!("{}\n{}", columns.join(","), rows.collect::<String>()))
    };
    act(&mut state, read(["text", "label"], "1"));
    assert!(problem(&state).contains("test file"), "{}", problem(&state));
    edit(&mut state, |form| form.label_column = Some(1));
    let (basis, _) = state.to_compare().expect("the labels are known");
    assert_eq!(basis.test.expect("the file").file_name, "test.csv");
    let mut cmds = act(&mut state, Msg::Start);
    let Some(StateCmd::Compare(Cmd::Start(task))) = cmds.pop() else {
        panic!("a task")
    };
    let test = task.test.expect("the file");
    assert_eq!((test.pool.len(), test.text_column, test.label_column), (3, 0, 1));
    act(&mut state, Msg::Stop);

    act(&mut state, read(["text", "topic"], "1"));
    assert!(problem(&state).contains("“label”"), "{}", problem(&state));
    act(&mut state, read(["text", "label"], ""));
    assert!(problem(&state).contains("test.csv"), "{}", problem(&state));
    act(&mut state, Msg::Test(TestMsg::Remove));
    let (basis, _) = state.to_compare().expect("the rest of the pool is tested");
    assert_eq!(basis.test, None);
}

fn choose_text_column(state: &mut AppState, column: usize) {
    state.apply_now(StateMsg::Import(crate::import::Msg::ChooseTextColumn(column)));
}

/// A page with the picks of a pool that has the columns `title`, `body` and `label`. The texts are titles.
fn selected_of_two_texts() -> AppState {
    let mut state = test_support::state(2);
    let row = |row: u32| [format!("title {row}"), format!("body {row}"), (row % 3).to_string()];
    let pool = test_support::pool_of(&["title", "body", "label"], (0..N).map(row));
    let reading = crate::import::FileRead {
        ticket: 1,
        file_name: "one.csv".into(),
        ..Default::default()
    };
    test_support::read_file(&mut state, reading, pool, None, Default::default());
    choose_text_column(&mut state, 0);
    let outcome = test_support::outcome(&[3], N as usize, Config::default());
    state.project.get_mut().expect("open").result.outcome = Some(Arc::new(outcome));
    act(&mut state, Msg::Show);
    state
}

#[test]
fn test_texts_follow_the_text_column_by_name() {
    let mut state = selected_of_two_texts();
    edit(&mut state, |form| form.label_column = Some(2));
    // The columns of the file are in a different order than the columns of the project.
    act(
        &mut state,
        test_file("label,body,title\n1,long,short\n2,longer,shorter\n"),
    );
    let test_column = |state: &AppState| {
        let set = state.comparison.test.set.clone().expect("a file").expect("it fits");
        set.pool.columns()[set.text_column].clone()
    };
    assert_eq!(test_column(&state), "title");
    choose_text_column(&mut state, 1);
    assert_eq!(test_column(&state), "body");
    let mut cmds = act(&mut state, Msg::Start);
    let Some(StateCmd::Compare(Cmd::Start(task))) = cmds.pop() else {
        panic!("a task")
    };
    assert_eq!(task.test.expect("the file").text_column, 1);
    act(&mut state, Msg::Stop);

    act(&mut state, test_file("body,label\nlong,1\n"));
    assert!(state.to_compare().is_ok());
    choose_text_column(&mut state, 0);
    assert!(problem(&state).contains("title"), "{}", problem(&state));
    choose_text_column(&mut state, 1);
    assert!(state.to_compare().is_ok(), "the file stays chosen");
}

#[test]
fn failed_read_of_a_test_file_is_reported_until_another_file_is_read() {
    let mut state = selected_of_two_texts();
    edit(&mut state, |form| form.label_column = Some(2));
    let error = LoadError::DamagedTable {
        message: "no end".into(),
    };
    let failed = TestMsg::Read {
        file_name: "test.csv".into(),
        content: Err(WorkerError::Pipeline(Error::from(error))),
    };
    act(&mut state, Msg::Test(failed));
    choose_text_column(&mut state, 1);
    assert!(problem(&state).contains("test.csv"), "{}", problem(&state));
    act(&mut state, test_file("body,label\nlong,1\n"));
    assert!(state.to_compare().is_ok());
}

#[test]
fn results_are_outdated_after_the_test_file_was_corrected() {
    let (mut state, _) = comparing();
    act(&mut state, Msg::Stop);
    edit(&mut state, |form| form.label_column = Some(1));
    let first = "text,label\nall is fine,1\nit broke,2\n";
    act(&mut state, test_file(first));
    act(&mut state, Msg::Start);
    act(&mut state, Msg::Stop);
    for corrected in [
        "text,label\nall is fine,1\nit broke,1\n",
        "text,label\nall is good,1\nit broke,2\n",
    ] {
        act(&mut state, test_file(corrected));
        assert!(state.is_comparison_outdated(), "{corrected}");
        act(&mut state, test_file(first));
        assert!(!state.is_comparison_outdated(), "the results belong to this content");
    }
}

#[test]
fn label_column_is_accepted_after_it_was_the_text_column() {
    let mut state = selected();
    choose_text_column(&mut state, 1);
    act(&mut state, Msg::Show);
    edit(&mut state, |form| form.label_column = Some(1));
    assert!(problem(&state).contains("both as the texts and as the labels"));
    choose_text_column(&mut state, 0);
    assert_eq!(state.to_compare().expect("it fits").0.label_column, Some(1));
}

#[test]
fn vote_k_needs_confidences_and_is_outdated_without_them() {
    let mut state = selected();
    let given = |hash: &str| ConfidenceSet {
        source: ConfidenceSource {
            source: "sure.csv".into(),
            pool: "one".into(),
            origin: ConfidenceOrigin::File,
        },
        values: Arc::new(vec![0.5; N as usize]),
        hash: hash.into(),
        n_missing: 0,
    };
    state.confidences.in_use = Some(given("one"));
    act(&mut state, Msg::Show);
    assert_eq!(state.comparison.form.methods, Method::ALL);

    edit(&mut state, |form| form.methods = vec![Method::Random]);
    let task = |cmds: &[StateCmd]| match cmds {
        [StateCmd::Compare(Cmd::Start(task))] => *task.clone(),
        others => panic!("{others:?}"),
    };
    assert_eq!(task(&act(&mut state, Msg::Start)).confidences, None);
    act(&mut state, Msg::Stop);
    state.confidences.in_use = Some(given("two"));
    assert!(!state.is_comparison_outdated());

    edit(&mut state, |form| *form = form.with(Method::VoteK, true));
    assert_eq!(task(&act(&mut state, Msg::Start)).confidences, Some(given("two")));
    act(&mut state, Msg::Stop);
    assert!(!state.is_comparison_outdated());
    state.confidences.in_use = None;
    assert!(state.is_comparison_outdated());
    act(&mut state, Msg::Show);
    assert_eq!(state.comparison.form.methods, [Method::Random]);
}

#[test]
fn dialog_does_not_open_before_there_are_picks() {
    let mut state = test_support::state(2);
    act(&mut state, Msg::Show);
    load(&mut state, 1, "one");
    act(&mut state, Msg::Show);
    assert!(!state.comparison.shown);
}

#[test]
fn invalid_form_reports_reason_and_does_not_start() {
    let mut state = selected();
    act(&mut state, Msg::Show);
    act(&mut state, Msg::WithPaper(false));
    let mut says = |change: &dyn Fn(&mut Form), expected: &str| {
        let before = state.comparison.form.clone();
        edit(&mut state, change);
        assert_eq!(problem(&state), expected);
        assert!(act(&mut state, Msg::Start).is_empty());
        act(&mut state, Msg::Edit(before));
        assert!(state.to_compare().is_ok());
    };
    says(&|form| form.methods.clear(), "no method is chosen");
    says(
        &|form| form.budgets = "4, many".into(),
        "“many” among the numbers of texts is not a whole number in range",
    );
    says(&|form| form.budgets = " , ".into(), "no numbers of texts were entered");
    says(
        &|form| form.seeds = "-1".into(),
        "“-1” among the seeds is not a whole number in range",
    );
    says(
        &|form| form.budgets = "4, 41".into(),
        "the budget is 41, but the pool has only 40 texts",
    );
    says(
        &|form| form.label_column = Some(0),
        "column “text” is given both as the texts and as the labels",
    );
    says(
        &|form| form.label_column = Some(2),
        "row 7: column “gap” is empty, so there is no label to compare with",
    );
    state.run.settings.n_neighbors = "many".into();
    assert!(problem(&state).contains("“many”"));
}

#[test]
fn label_column_is_rejected_while_it_is_the_text_column() {
    let mut state = selected();
    act(&mut state, Msg::Show);
    edit(&mut state, |form| form.label_column = Some(1));
    state.apply_now(StateMsg::Import(crate::import::Msg::ChooseTextColumn(1)));
    assert!(problem(&state).contains("both as the texts and as the labels"));
    state.apply_now(StateMsg::Import(crate::import::Msg::ChooseTextColumn(0)));
    assert_eq!(state.to_compare().expect("it fits").0.label_column, Some(1));
}

#[test]
fn results_include_each_run_as_it_finishes() {
    let (mut state, task) = comparing();
    assert_eq!(
        task.plans,
        Plan::all(&[Method::Fastgas, Method::Random], &[4, 8], &[5, 6])
    );
    assert_eq!(
        task.basis.settings,
        Config::default(),
        "the plans contain budget, method and seed"
    );
    assert!(
        act(&mut state, Msg::Start).is_empty(),
        "only one comparison runs at a time"
    );
    let job = task.job;
    let progress = |stage, done| {
        StateMsg::Run(run::Msg::Progressed {
            job,
            progress: Progress { stage, done, total: 4 },
            elapsed_ms: 0.0,
        })
    };
    assert_eq!(state.comparison.share(), None);
    state.apply_now(progress(Stage::Neighbors, 1));
    assert_eq!(
        (state.comparison.is_running(), state.comparison.share()),
        (false, Some((0.25, 1.0)))
    );
    state.apply_now(progress(Stage::Select, 2));
    assert_eq!(
        (state.comparison.is_running(), state.comparison.share()),
        (true, Some((0.5, 8.0)))
    );

    for (number, &plan) in task.plans.iter().enumerate() {
        let found = state.comparison.found.as_ref().expect("it was started");
        assert_eq!((found.next(), found.n_seeds()), (Some(&plan), 2));
        act(
            &mut state,
            Msg::Ran {
                job,
                runs: vec![run(plan, 0.1 * number as f64)],
            },
        );
    }
    act(&mut state, Msg::Finished { job });
    let comparison = &state.comparison;
    let found = comparison.found.as_ref().expect("all");
    assert!(comparison.under_way.is_none() && found.next().is_none() && comparison.problem.is_none());
    let keys: Vec<_> = found
        .rows()
        .iter()
        .map(|row| (row.method, row.budget, row.n_seeds))
        .collect();
    let expected = [
        (Method::Fastgas, 4, 2),
        (Method::Fastgas, 8, 2),
        (Method::Random, 4, 2),
        (Method::Random, 8, 2),
    ];
    assert_eq!(keys, expected);

    let [
        StateCmd::Download {
            file_name,
            media_type,
            text,
        },
    ] = &act(&mut state, Msg::Export)[..]
    else {
        panic!("a file")
    };
    let mut csv = Vec::new();
    let rows = state.comparison.found.as_ref().expect("all").rows();
    comparison_table(&rows, None)
        .write_delimited(EscapeFormulas::Off, b',', &mut csv)
        .expect("memory");
    assert_eq!(
        (file_name.as_str(), *media_type),
        ("one-methods.csv", "text/csv;charset=utf-8")
    );
    assert_eq!(text.as_bytes(), csv);
}

#[test]
fn table_sorts_by_any_column_with_missing_values_last() {
    let (mut state, task) = comparing();
    for (&plan, coverage) in task.plans.iter().zip([0.1, 0.1, 0.4, 0.4, 0.3, 0.3, 0.2, 0.2]) {
        act(
            &mut state,
            Msg::Ran {
                job: task.job,
                runs: vec![run(plan, coverage)],
            },
        );
    }
    let keys = |state: &AppState| {
        let found = state.comparison.found.as_ref().expect("all");
        let rows = found.sorted(state.comparison.order);
        rows.iter().map(|row| (row.budget, row.method)).collect::<Vec<_>>()
    };
    let (ours, random) = (Method::Fastgas, Method::Random);
    assert_eq!(
        keys(&state),
        [(4, random), (4, ours), (8, ours), (8, random)],
        "the rows are sorted by the measure, best first"
    );
    let sort = |column| Msg::Sort {
        column,
        descending: true,
    };
    let coverage = MEASURES
        .iter()
        .position(|&name| name == "facility_coverage")
        .expect("a measure");
    act(&mut state, sort(Column::Measure(coverage)));
    assert_eq!(keys(&state), [(8, ours), (4, random), (8, random), (4, ours)]);
    act(&mut state, sort(Column::Measure(coverage)));
    assert_eq!(keys(&state), [(4, ours), (8, random), (4, random), (8, ours)]);
    act(&mut state, sort(Column::Budget));
    assert_eq!(keys(&state)[0].0, 8);
    act(
        &mut state,
        Msg::Sort {
            column: Column::Method,
            descending: false,
        },
    );
    assert_eq!(keys(&state), [(4, ours), (8, ours), (4, random), (8, random)]);
    let found = state.comparison.found.as_mut().expect("all");
    let mut rows = found.rows();
    rows[0].estimates[coverage] = None;
    for descending in [true, false] {
        let order = SortOrder {
            column: Column::Measure(coverage),
            descending,
        };
        let mut sorted = rows.clone();
        sorted.sort_by(|a, b| order.of(a, b, &[]));
        assert_eq!(sorted[3], rows[0]);
    }
}

#[test]
fn stopping_keeps_finished_runs_and_ignores_late_ones() {
    let (mut state, task) = comparing();
    let ran = |number: usize| Msg::Ran {
        job: task.job,
        runs: vec![run(task.plans[number], 0.2)],
    };
    act(&mut state, ran(0));
    assert_eq!(act(&mut state, Msg::Stop), [StateCmd::Compare(Cmd::Stop)]);
    act(&mut state, ran(1));
    act(
        &mut state,
        Msg::Failed {
            job: task.job,
            error: WorkerError::Cancelled,
        },
    );
    assert_eq!(state.comparison.found.as_ref().expect("one run").runs.len(), 1);
    assert!(state.comparison.problem.is_none() && act(&mut state, Msg::Stop).is_empty());

    let [StateCmd::Compare(Cmd::Start(next))] = &act(&mut state, Msg::Start)[..] else {
        panic!("a task")
    };
    assert_ne!(next.job, task.job);
    assert!(state.comparison.found.as_ref().expect("it was started").runs.is_empty());
    act(&mut state, ran(1));
    assert!(
        state.comparison.found.as_ref().expect("it was started").runs.is_empty(),
        "the run belongs to the previous comparison"
    );
}

#[test]
fn failure_is_reported_and_keeps_finished_runs() {
    let (mut state, task) = comparing();
    act(
        &mut state,
        Msg::Ran {
            job: task.job,
            runs: vec![run(task.plans[0], 0.2)],
        },
    );
    let error = WorkerError::Lost {
        times: 3,
        reason: LostReason::Browser(Refusal::NoMemory),
    };
    act(&mut state, Msg::Failed { job: task.job, error });
    let problem = state.comparison.problem.as_ref().expect("a message");
    assert!(problem.problem.contains("not enough memory") && state.comparison.under_way.is_none());
    assert_eq!(state.comparison.found.as_ref().expect("one run").runs.len(), 1);
    act(&mut state, Msg::Start);
    assert!(state.comparison.problem.is_none());
}

#[test]
fn comparison_continues_when_hidden_and_stops_with_another_pool() {
    let (mut state, task) = comparing();
    act(&mut state, Msg::Hide);
    act(
        &mut state,
        Msg::Ran {
            job: task.job,
            runs: vec![run(task.plans[0], 0.2)],
        },
    );
    assert_eq!(state.comparison.found.as_ref().expect("one run").runs.len(), 1);
    load(&mut state, 2, "two");
    let cmds = state.apply_now(StateMsg::Add(crate::import::append::Msg::OpenAsIs));
    assert!(cmds.contains(&StateCmd::Compare(Cmd::Stop)), "{cmds:?}");
    assert_eq!(*state.comparison, Comparison::default());
}

#[test]
fn changed_settings_outdate_results_unless_plans_set_them() {
    let (mut state, _) = comparing();
    assert!(!state.is_comparison_outdated());
    state.run.settings.budget = "9".into();
    state.run.settings.seed = "9".into();
    state.run.settings.method = Method::Typical;
    assert!(!state.is_comparison_outdated());
    state.run.settings.n_neighbors = "9".into();
    assert!(state.is_comparison_outdated());
    state.run.settings.n_neighbors = "10".into();
    edit(&mut state, |form| form.label_column = Some(1));
    assert!(state.is_comparison_outdated());
}

#[test]
fn comparison_does_not_start_during_a_selection() {
    let mut state = selected();
    act(&mut state, Msg::Show);
    state.apply_now(StateMsg::Run(run::Msg::Select));
    assert!(act(&mut state, Msg::Start).is_empty());
}

#[test]
fn update_requests_a_job_and_its_task() {
    let mut state = selected();
    act(&mut state, Msg::Show);
    edit(&mut state, |form| form.methods = vec![Method::Random]);
    let mut comparison = state.comparison.into_inner();
    let project = state.project.get_mut().expect("open");
    let (pool, settings) = (project.source.pool.clone(), Settings::new(2));
    let selecting = Context {
        is_selecting: true,
        ..context(Some(&mut *project), &settings)
    };
    assert_eq!(comparison.update(Msg::Start, selecting), []);
    let ready = Context {
        next_job: JobId(7),
        ..context(Some(&mut *project), &settings)
    };
    let requests = comparison.update(Msg::Start, ready);
    let found = comparison.found.clone().expect("it was started");
    let task = ComparisonTask {
        job: JobId(7),
        pool,
        basis: found.basis,
        plans: found.plans,
        blank: Arc::new([]),
        encoder: EncoderName::default(),
        embeddings: None,
        confidences: None,
        test: None,
        workers: settings.worker_count().expect("a number"),
        device: settings.device,
    };
    assert_eq!(
        requests,
        [
            Request::TakeJob(JobId(7)),
            Request::Perform(StateCmd::Compare(Cmd::Start(Box::new(task)))),
        ]
    );
    let mut update = |msg| comparison.update(msg, context(Some(&mut *project), &settings));
    assert_eq!(update(Msg::Start), [], "only one comparison runs at a time");
    assert_eq!(update(Msg::Stop), [Request::Perform(StateCmd::Compare(Cmd::Stop))]);
    assert_eq!(update(Msg::Stop), [], "no comparison is running");
}
