//! Tests of consent, requests and answers for the confidences of a language model.

use crate::confidences::state::*;
use crate::confidences::state::{Cmd as ConfidenceCmd, Msg as ConfidenceMsg};
use crate::endpoint::StoredPart;
use crate::import;
use crate::labeling;
use crate::persistence;
use crate::project::Outcome as Picked;
use crate::run;
use crate::state::{AppState, Cmd, Confirmation, Msg, Request};
use crate::test_support;
use crate::test_support::numbered_texts::load;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::confidence::Endpoint;
use fastgas_annotation::label::{AnswerType, LabelOrigin};
use fastgas_data::Pool;
use fastgas_platform::{ConfidenceOrigin, Secret, StorageError, StoredConfidences};
use fastgas_progress::Stage;
use fastgas_protocol::{LostReason, WorkerError};
use fastgas_select::{Config, Method};

const N: usize = 14;

fn texts(n: usize) -> Pool {
    let cells: Vec<String> = (0..n).map(|row| format!("text {row}")).collect();
    let rows: Vec<[&str; 1]> = cells.iter().map(|cell| [cell.as_str()]).collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    test_support::pool(&["text"], &rows)
}

/// In each row, the texts in both columns have the same length.
fn texts_in_two_columns() -> Pool {
    let row = |row: usize| [format!("title {row}"), format!("words {row}")];
    test_support::pool_of(&["title", "body"], (0..N).map(row))
}

fn opened() -> AppState {
    opened_with(texts(N))
}

fn opened_with(pool: Pool) -> AppState {
    let mut state = test_support::state(2);
    state.apply_now(Msg::Persistence(persistence::Msg::Restored(None)));
    state.apply_now(restored(StoredConfidences::default()));
    load(&mut state, 1, pool);
    let mut settings = state.run.settings.clone();
    (settings.method, settings.budget, settings.n_neighbors) = (Method::VoteK, "12".into(), "3".into());
    state.apply_now(Msg::Run(run::Msg::Edit(settings)));
    state
}

fn restored(kept: StoredConfidences) -> Msg {
    Msg::Confidences(ConfidenceMsg::Restored(Ok(Box::new(kept))))
}

fn run_of(cmds: &[Cmd]) -> Option<(fastgas_protocol::JobId, &Config, Option<&ConfidenceSet>)> {
    cmds.iter().find_map(|cmd| match cmd {
        Cmd::Run(run::Cmd::Start {
            job,
            config,
            confidences,
            ..
        }) => Some((*job, config, confidences.as_ref())),
        _ => None,
    })
}

fn selected(state: &mut AppState, cmds: &[Cmd], rows: &[u32]) {
    let (job, config, confidences) = run_of(cmds).expect("a run");
    let outcome = Picked {
        confidences: confidences.map(|given| given.hash.clone()),
        timings: vec![(Stage::Select, 1.0)],
        ..test_support::outcome(rows, N, config.clone())
    };
    let outcome = Box::new(outcome);
    state.apply_now(Msg::Run(run::Msg::Selected { job, outcome }));
    state.apply_now(Msg::Run(run::Msg::Failed {
        job,
        error: WorkerError::Cancelled,
    }));
}

/// The three selected texts are the initial picks of vote-k. Two of the three texts are labeled.
fn labeled() -> AppState {
    labeled_in(texts(N))
}

fn labeled_in(pool: Pool) -> AppState {
    let mut state = opened_with(pool);
    let cmds = state.apply_now(Msg::Run(run::Msg::SelectExamples));
    selected(&mut state, &cmds, &[3, 7, 1]);
    state.apply_now(Msg::Labeling(labeling::Msg::AddLabel("yes".into())));
    for _ in 0..2 {
        state.apply(Msg::Labeling(labeling::Msg::Give { index: 0 }), 1);
    }
    state
}

fn form(address: &str) -> Form {
    Form {
        address: address.into(),
        model: "tiny".into(),
        key: Secret("sk-1".into()),
        ..Form::default()
    }
}

fn act(state: &mut AppState, msg: ConfidenceMsg) -> Vec<ConfidenceCmd> {
    of_confidences(state.apply_now(Msg::Confidences(msg)))
}

fn of_confidences(cmds: Vec<Cmd>) -> Vec<ConfidenceCmd> {
    let own = |cmd| match cmd {
        Cmd::Confidences(cmd) => Some(cmd),
        _ => None,
    };
    cmds.into_iter().filter_map(own).collect()
}

fn requested(cmds: &[ConfidenceCmd]) -> Option<(u32, &[u32], &Endpoint)> {
    cmds.iter().find_map(|cmd| match cmd {
        ConfidenceCmd::Ask { id, rows, endpoint, .. } => Some((*id, rows.as_slice(), endpoint)),
        _ => None,
    })
}

fn plan(state: &mut AppState) -> Vec<ConfidenceCmd> {
    let cmds = act(state, ConfidenceMsg::Ask);
    let [ConfidenceCmd::Plan { id, questions }] = &cmds[..] else {
        panic!("{cmds:?} {:?}", state.confidences.failure)
    };
    assert!(state.confidences.asking.is_some() && !state.confidences.is_sending());
    let requests = (0..questions.len() as u32).map(|row| questions.plan(row));
    let (id, requests) = (*id, Ok(requests.collect()));
    act(state, ConfidenceMsg::Planned { id, requests })
}

fn ask(state: &mut AppState, address: &str) -> Vec<ConfidenceCmd> {
    act(state, ConfidenceMsg::Edit(form(address)));
    assert_eq!(plan(state), [], "nothing is sent before the user agrees");
    assert!(
        matches!(state.notices.confirmation, Some(Confirmation::Send(_))),
        "{:?}",
        state.confidences.failure
    );
    of_confidences(state.apply(Msg::Answer { yes: true }, 1))
}

/// The user has agreed to send the texts, and has stopped the requests.
fn agreed_to(address: &str) -> AppState {
    let mut state = labeled_in(texts_in_two_columns());
    assert!(requested(&ask(&mut state, address)).is_some());
    act(&mut state, ConfidenceMsg::Stop);
    state
}

/// Whether the page asks for consent before it sends the texts. Stops the requests afterwards.
fn needs_consent(state: &mut AppState) -> bool {
    let cmds = plan(state);
    let is_asked = matches!(state.notices.confirmation.take(), Some(Confirmation::Send(_)));
    assert_eq!(is_asked, requested(&cmds).is_none(), "{cmds:?}");
    act(state, ConfidenceMsg::Stop);
    is_asked
}

fn choose_other_text_column(state: &mut AppState) -> Vec<ConfidenceCmd> {
    let column = 1 - test_support::open_project(state).source.text_column;
    of_confidences(state.apply_now(Msg::Import(import::Msg::ChooseTextColumn(column))))
}

fn answer(id: u32, row: u32, answer: Result<f32, ConfidenceError>) -> ConfidenceMsg {
    let elapsed_ms = f64::from(row) * 500.0;
    ConfidenceMsg::Answered {
        id,
        row,
        answer,
        elapsed_ms,
    }
}

fn confidence(row: u32) -> f32 {
    -(row as f32) / 8.0
}

const HERE: &str = "http://localhost:8080";

#[test]
fn vote_k_needs_confidences_except_for_initial_picks() {
    let mut state = opened();
    let lacking = state.lacks_confidences().expect("there are none");
    assert!(lacking.problem.contains("language model"), "{lacking:?}");
    assert_eq!(state.apply_now(Msg::Run(run::Msg::Select)), []);
    let cmds = state.apply_now(Msg::Run(run::Msg::SelectExamples));
    let (_, config, confidences) = run_of(&cmds).expect("a run");
    assert_eq!((config.budget, config.method, confidences), (10, Method::VoteK, None));
    assert_eq!(state.run.settings.budget, "12", "the settings form is unchanged");
    selected(&mut state, &cmds, &[3, 7]);
    let project = test_support::open_project(&state);
    assert_eq!((examples(project), unlabeled_examples(project)), (Vec::new(), 2));
    let mut settings = state.run.settings.clone();
    settings.budget = "10".into();
    state.apply_now(Msg::Run(run::Msg::Edit(settings)));
    assert_eq!(state.lacks_confidences(), None);
    assert!(!state.is_outdated());
}

#[test]
fn accepted_proposals_are_no_examples() {
    let mut state = labeled();
    let project = state.project.get_mut().expect("a project");
    let before = examples(project);
    assert_eq!(before.len(), 2);
    let of_model = LabelOrigin::Model {
        percent: 93,
        model: "tiny".into(),
        measure: None,
    };
    let accepted = vec![(1, vec!["yes".into()], of_model)];
    assert_eq!(project.annotations.history.accept_answers(accepted, 2), 1);
    assert_eq!(examples(project), before);
}

#[test]
fn order_of_several_labels_makes_no_other_example() {
    let mut state = labeled();
    let project = state.project.get_mut().expect("a project");
    project.labels.answers = AnswerType::Several;
    let before = examples(project);
    for (row, label) in [(0, "no"), (1, "yes"), (1, "no"), (1, "yes")].map(|(place, label)| (before[place].0, label)) {
        project.annotations.history.toggle(row, label, 9);
    }
    let labels = project.annotations.history.labels();
    assert_eq!(labels.annotation(before[1].0).labels, ["no", "yes"]);
    let labels: Vec<String> = examples(project).into_iter().map(|(_, label)| label).collect();
    assert_eq!(labels, ["yes; no", "yes; no"]);
}

#[test]
fn question_for_consent_replaces_no_other_question() {
    let mut state = labeled();
    act(&mut state, ConfidenceMsg::Edit(form(HERE)));
    let other = Confirmation::SelectAnew;
    state.notices.confirmation = Some(other.clone());
    assert_eq!(plan(&mut state), []);
    assert_eq!(state.notices.confirmation, Some(other));
    let failure = state.confidences.failure.clone().expect("the requests are dropped");
    assert!(failure.problem.contains("another question"), "{failure:?}");
    assert!(state.confidences.asking.is_none());
    state.notices.confirmation = None;
    assert!(requested(&ask(&mut state, HERE)).is_some());
}

#[test]
fn consent_to_dropped_requests_is_no_consent_to_the_next_ones() {
    let mut state = labeled();
    act(&mut state, ConfidenceMsg::Edit(form(HERE)));
    assert_eq!(plan(&mut state), []);
    assert_eq!(state.confidences.invalidate(), []);
    assert_eq!(state.apply(Msg::Answer { yes: true }, 1), []);
    assert_eq!(plan(&mut state), []);
    assert!(matches!(state.notices.confirmation, Some(Confirmation::Send(_))));
}

#[test]
fn nothing_is_sent_before_user_agrees_to_host() {
    let mut state = labeled();
    act(&mut state, ConfidenceMsg::Edit(form("http://models.example:8000/v1")));
    assert_eq!(plan(&mut state), []);
    let Some(Confirmation::Send(sending)) = state.notices.confirmation.clone() else {
        panic!("no question")
    };
    assert_eq!(
        (sending.endpoint.host(), sending.estimate.prompts),
        ("models.example:8000", N as u32)
    );
    assert!(
        sending
            .words()
            .contains("http://models.example:8000/v1/chat/completions with 2 labeled examples")
    );
    assert!(sending.words().contains("not encrypted"), "{}", sending.words());
    assert_eq!(state.apply(Msg::Answer { yes: false }, 1), []);
    assert_eq!(
        (state.confidences.asking.is_some(), &state.confidences.sent_to),
        (false, &None)
    );
    // The consent is valid for one host only. Another host needs a new consent.
    let cmds = ask(&mut state, "http://models.example:8000/v1");
    let (id, rows, endpoint) = requested(&cmds).expect("requests");
    assert_eq!((rows.len(), endpoint.host()), (N, "models.example:8000"));
    assert_eq!(state.confidences.sent_to.as_deref(), Some("models.example:8000"));
    act(&mut state, answer(id, 0, Ok(-1.0)));
    assert_eq!(act(&mut state, ConfidenceMsg::Stop), [ConfidenceCmd::Stop]);
    let again = plan(&mut state);
    assert_eq!(
        requested(&again).map(|(_, rows, _)| rows.len()),
        Some(N - 1),
        "the user has already agreed"
    );
    act(&mut state, ConfidenceMsg::Stop);
    act(&mut state, ConfidenceMsg::Edit(form(HERE)));
    assert_eq!(plan(&mut state), []);
    // The consent does not apply to a form that was changed before the user agreed.
    act(&mut state, ConfidenceMsg::Edit(form("http://third.example")));
    assert_eq!(state.apply(Msg::Answer { yes: true }, 1), []);
    assert_eq!(state.confidences.asking, None);
}

#[test]
fn other_texts_and_longer_prompts_need_new_consent() {
    let mut state = agreed_to(HERE);
    assert!(!needs_consent(&mut state), "the prompts are the same");
    type Change = fn(&mut AppState);
    let changes: [(&str, Change); 5] = [
        ("a template with another column", |state| {
            let template = "{body}: {label}".into();
            let form = Form { template, ..form(HERE) };
            act(state, ConfidenceMsg::Edit(form));
        }),
        ("another path on the host", |state| {
            act(state, ConfidenceMsg::Edit(form(&format!("{HERE}/other"))));
        }),
        ("another text column", |state| {
            choose_other_text_column(state);
        }),
        ("other texts", |state| {
            state.carry_out(vec![Request::TextsChanged], 2);
        }),
        ("another example in each prompt", |state| {
            state.apply(Msg::Labeling(labeling::Msg::Give { index: 0 }), 2);
        }),
    ];
    for (name, change) in changes {
        let mut state = agreed_to(HERE);
        change(&mut state);
        assert!(needs_consent(&mut state), "{name}");
    }
}

#[test]
fn unencrypted_connection_to_the_same_host_needs_new_consent() {
    let mut state = agreed_to("https://models.example");
    act(&mut state, ConfidenceMsg::Edit(form("http://models.example")));
    assert_eq!(plan(&mut state), []);
    let Some(Confirmation::Send(sending)) = state.notices.confirmation.clone() else {
        panic!("no question")
    };
    assert!(sending.words().contains("not encrypted"), "{}", sending.words());
}

#[test]
fn requests_that_were_stopped_while_being_planned_are_dropped() {
    let mut state = labeled();
    act(&mut state, ConfidenceMsg::Edit(form(HERE)));
    let cmds = act(&mut state, ConfidenceMsg::Ask);
    assert!(matches!(cmds[..], [ConfidenceCmd::Plan { id: 1, .. }]), "{cmds:?}");
    assert_eq!(act(&mut state, ConfidenceMsg::Ask), [], "they are being planned");
    assert_eq!(act(&mut state, ConfidenceMsg::Stop), [ConfidenceCmd::Stop]);
    let late = ConfidenceMsg::Planned {
        id: 1,
        requests: Err(WorkerError::Cancelled),
    };
    assert_eq!(act(&mut state, late), []);
    assert_eq!(
        (&state.confidences.failure, &state.notices.confirmation),
        (&None, &None)
    );
}

#[test]
fn requests_that_cannot_be_planned_or_sent_end_with_a_failure() {
    let lost = || WorkerError::Lost {
        times: 3,
        reason: LostReason::Script,
    };
    let mut state = labeled();
    act(&mut state, ConfidenceMsg::Edit(form(HERE)));
    act(&mut state, ConfidenceMsg::Ask);
    let failed = ConfidenceMsg::Planned {
        id: 1,
        requests: Err(lost()),
    };
    assert_eq!(act(&mut state, failed), [ConfidenceCmd::Stop]);
    assert!(state.confidences.failure.is_some() && state.confidences.asking.is_none());
    let cmds = ask(&mut state, HERE);
    let (id, ..) = requested(&cmds).expect("requests");
    let failed = ConfidenceMsg::Failed { id, error: lost() };
    assert_eq!(act(&mut state, failed), [ConfidenceCmd::Stop]);
    assert!(state.confidences.failure.is_some() && state.confidences.asking.is_none());
}

#[test]
fn complete_answers_are_used_by_vote_k() {
    let mut state = labeled();
    let cmds = ask(&mut state, HERE);
    let (id, rows, _) = requested(&cmds).expect("requests");
    assert!(matches!(&cmds[0], ConfidenceCmd::StoreForm(kept) if kept.address == HERE));
    let rows = rows.to_vec();
    // The server may answer the requests in any order.
    let (last, others) = rows.split_first().expect("some");
    for &row in others {
        let cmds = act(&mut state, answer(id, row, Ok(confidence(row))));
        assert!(matches!(cmds[..], [ConfidenceCmd::StoreAnswer(_, kept)] if kept == confidence(row)));
    }
    let asking = state.confidences.asking.clone().expect("one is left");
    assert_eq!((asking.counts.done, asking.counts.total), (N as u32 - 1, N as u32));
    assert!(
        asking
            .counts
            .seconds_left()
            .is_some_and(|seconds| (0.4..0.6).contains(&seconds)),
        "{asking:?}"
    );
    let cmds = act(&mut state, answer(id, *last, Ok(confidence(*last))));
    let given = state.confidences.in_use.clone().expect("all are answered");
    assert_eq!(cmds[1..], [ConfidenceCmd::StoreConfidences(Some(given.clone()))]);
    assert_eq!(*given.values, (0..N as u32).map(confidence).collect::<Vec<f32>>());
    assert_eq!(given.source.source, "tiny at localhost:8080");
    assert_eq!(state.lacks_confidences(), None);
    let cmds = state.apply_now(Msg::Run(run::Msg::Select));
    let (_, config, used) = run_of(&cmds).expect("a run");
    assert_eq!((config.budget, used), (12, Some(&given)));
    selected(&mut state, &cmds, &[3, 7, 1, 2]);
    assert!(!state.is_outdated());
    act(&mut state, ConfidenceMsg::Forget);
    assert!(state.is_outdated(), "the picks were selected with other confidences");
}

#[test]
fn paused_requests_are_kept_and_stopped_ones_dropped() {
    let mut state = labeled();
    let cmds = ask(&mut state, HERE);
    let (id, ..) = requested(&cmds).expect("requests");
    assert_eq!(act(&mut state, ConfidenceMsg::Pause), [ConfidenceCmd::Pause]);
    assert_eq!(act(&mut state, ConfidenceMsg::Pause), []);
    assert_eq!(
        act(&mut state, answer(id, 0, Ok(-1.0))).len(),
        1,
        "answers that arrive after the pause are stored"
    );
    assert_eq!(act(&mut state, ConfidenceMsg::Resume), [ConfidenceCmd::Resume]);
    act(&mut state, ConfidenceMsg::Stop);
    assert_eq!(act(&mut state, answer(id, 1, Ok(-1.0))), []);
    assert_eq!(state.confidences.n_answers(), 1);
}

fn run_without_row_5(state: &mut AppState, error: &ConfidenceError) {
    let cmds = ask(state, HERE);
    let (id, rows, _) = requested(&cmds).expect("requests");
    for &row in rows {
        let result = if row == 5 {
            Err(error.clone())
        } else {
            Ok(confidence(row))
        };
        act(state, answer(id, row, result));
    }
}

#[test]
fn missing_answer_is_reported_and_refusal_stops_requests() {
    let mut state = labeled();
    let other = ConfidenceError::NotNumber { row: 5, token: 1 };
    run_without_row_5(&mut state, &other);
    let failure = state.confidences.failure.clone().expect("one is missing");
    assert_eq!(
        failure.problem,
        "1 of 14 texts has no confidence; row 5: the log-probability of token 1 of the answer is not a number"
    );
    assert_eq!(
        (state.confidences.in_use.is_some(), state.confidences.asking.is_some()),
        (false, false)
    );
    assert_eq!(state.notices.confirmation, None);
    let again = plan(&mut state);
    let (id, rows, _) = requested(&again).expect("the one that is missing");
    assert_eq!((rows, &state.confidences.failure), (&[5][..], &None));
    let refused = ConfidenceError::NoLogprobs { row: 5 };
    assert_eq!(act(&mut state, answer(id, 5, Err(refused))), [ConfidenceCmd::Stop]);
    let failure = state.confidences.failure.clone().expect("it was refused");
    assert!(failure.problem.contains("no log-probabilities"), "{failure:?}");
}

#[test]
fn text_without_an_answer_counts_as_least_sure_only_if_the_user_agrees() {
    let mut state = labeled();
    run_without_row_5(&mut state, &ConfidenceError::Empty { row: 5 });
    let Some(Confirmation::MissingConfidences(question)) = state.notices.confirmation.clone() else {
        panic!("no question")
    };
    let problem = "rows without a confidence: 1, namely 5";
    assert_eq!((question.n, question.problem.as_str()), (1, problem));
    assert_eq!(state.apply(Msg::Answer { yes: false }, 1), []);
    let failure = state.confidences.failure.clone().expect("the confidences are not used");
    assert_eq!((failure.problem.as_str(), &state.confidences.in_use), (problem, &None));

    // The next run asks only about the text in row 5, because all other texts have a confidence.
    let again = plan(&mut state);
    let (id, rows, _) = requested(&again).expect("the one that is missing");
    assert_eq!((rows, &state.confidences.failure), (&[5][..], &None));
    act(&mut state, answer(id, 5, Err(ConfidenceError::Empty { row: 5 })));
    let cmds = of_confidences(state.apply(Msg::Answer { yes: true }, 1));
    let given = state.confidences.in_use.clone().expect("the user agreed");
    assert_eq!(cmds, [ConfidenceCmd::StoreConfidences(Some(given.clone()))]);
    assert_eq!((given.n_missing, &state.confidences.failure), (1, &None));
    assert!((0..N).all(|row| row == 5 || given.values[5] < given.values[row]));

    // A missing confidence is an empty cell, because other programs may treat missing values differently.
    let saved = state.apply_now(Msg::Confidences(ConfidenceMsg::Save));
    let [Cmd::Download { text, .. }] = &saved[..] else {
        panic!("{saved:?}")
    };
    assert_eq!(text.lines().nth(6), Some("5,"));
    let cells: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let rows: Vec<&[&str]> = cells.iter().map(Vec::as_slice).collect();
    let mut other = opened();
    let chosen = |other: &mut AppState| {
        let table = Ok(test_support::pool(&["row", "confidence"], &rows));
        let file_name = "sure.csv".to_owned();
        act(other, ConfidenceMsg::FileRead { file_name, table })
    };
    assert_eq!(chosen(&mut other), []);
    assert_eq!(other.confidences.in_use, None);
    other.apply(Msg::Answer { yes: true }, 1);
    assert_eq!(
        other.confidences.in_use.as_ref().map(|given| &given.hash),
        Some(&given.hash)
    );

    // The question about missing confidences must not replace another question.
    let mut other = opened();
    other.notices.confirmation = Some(Confirmation::SelectAnew);
    chosen(&mut other);
    assert_eq!(other.notices.confirmation, Some(Confirmation::SelectAnew));
    assert!(other.confidences.failure.is_some());
}

#[test]
fn invalid_form_is_rejected_before_sending() {
    let mut state = labeled();
    let problem = |state: &mut AppState, change: fn(&mut Form)| {
        let mut form = form(HERE);
        change(&mut form);
        act(state, ConfidenceMsg::Edit(form));
        assert_eq!(act(state, ConfidenceMsg::Ask), []);
        assert_eq!(state.notices.confirmation, None);
        state.confidences.failure.clone().expect("a failure").problem
    };
    assert!(problem(&mut state, |form| form.address = "localhost".into()).contains("not the address"));
    assert!(problem(&mut state, |form| form.model = " ".into()).contains("no name"));
    assert!(problem(&mut state, |form| form.key = Secret("a\nb".into())).contains("key"));
    assert!(problem(&mut state, |form| form.template = "{text}".into()).contains("“{label}”"));
    assert!(problem(&mut state, |form| form.template = "{title}{label}".into()).contains("{title}"));
    let mut unlabeled = opened();
    assert!(problem(&mut unlabeled, |_| ()).contains("no text has a label"));
}

#[test]
fn confidence_table_is_accepted_or_rejected_like_in_cli() {
    let table = |cells: &[[String; 2]]| {
        let rows: Vec<Vec<&str>> = cells
            .iter()
            .map(|row| row.iter().map(String::as_str).collect())
            .collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        test_support::pool(&["row", "confidence"], &rows)
    };
    let cells: Vec<[String; 2]> = (0..N as u32)
        .rev()
        .map(|row| [row.to_string(), confidence(row).to_string()])
        .collect();
    let mut state = opened();
    let chosen = ConfidenceMsg::FileRead {
        file_name: "sure.csv".into(),
        table: Ok(table(&cells)),
    };
    act(&mut state, chosen);
    let given = state.confidences.in_use.clone().expect("a table");
    assert_eq!(*given.values, (0..N as u32).map(confidence).collect::<Vec<f32>>());
    // While vote-k is selected, a dropped confidence table does not replace the pool.
    let mut dropped = opened();
    load(&mut dropped, 2, table(&cells));
    assert_eq!(
        dropped.confidences.in_use.as_ref().map(|given| &given.hash),
        Some(&given.hash)
    );
    assert_eq!(dropped.notices.confirmation, None);
    // A table that does not fit the pool is rejected with the number of the wrong row.
    load(&mut state, 3, table(&cells[1..]));
    let failure = state.confidences.failure.clone().expect("a row is missing");
    assert_eq!(failure.problem, "in file-3.csv, row 13 of the pool is missing");
    assert_eq!(state.confidences.in_use, Some(given));
    let saved = state.apply_now(Msg::Confidences(ConfidenceMsg::Save));
    let [Cmd::Download { file_name, text, .. }] = &saved[..] else {
        panic!("{saved:?}")
    };
    assert_eq!(
        (file_name.as_str(), text.lines().nth(2)),
        ("file-1-confidences.csv", Some("1,-0.125"))
    );
}

#[test]
fn reload_repeats_no_question_and_stores_no_key() {
    let mut state = labeled();
    let cmds = ask(&mut state, HERE);
    let (id, ..) = requested(&cmds).expect("requests");
    let Some(ConfidenceCmd::StoreForm(kept_form)) = cmds.first().cloned() else {
        panic!("no form")
    };
    let mut kept = StoredConfidences {
        form: Some(kept_form),
        ..StoredConfidences::default()
    };
    for row in [2, 9] {
        for cmd in act(&mut state, answer(id, row, Ok(confidence(row)))) {
            let ConfidenceCmd::StoreAnswer(key, confidence) = cmd else {
                panic!("{cmd:?}")
            };
            kept.answers.insert(key, confidence);
        }
    }
    let mut reloaded = state;
    *reloaded.confidences = Confidences::default();
    reloaded.apply_now(restored(kept));
    let form = &reloaded.confidences.form;
    assert_eq!(
        (form.address.as_str(), form.model.as_str(), form.key.0.as_str()),
        (HERE, "tiny", "")
    );
    assert_eq!(reloaded.confidences.n_answers(), 2);
    let cmds = ask(&mut reloaded, HERE);
    let (_, rows, _) = requested(&cmds).expect("requests");
    assert_eq!(rows.len(), N - 2);
    assert!(!rows.contains(&2) && !rows.contains(&9));
    // Another label changes the examples in every prompt, so the stored answers no longer apply.
    act(&mut reloaded, ConfidenceMsg::Stop);
    reloaded.apply(Msg::Labeling(labeling::Msg::Give { index: 0 }), 2);
    assert_eq!(plan(&mut reloaded), [], "the user agreed to shorter prompts");
    let cmds = of_confidences(reloaded.apply(Msg::Answer { yes: true }, 3));
    assert_eq!(requested(&cmds).map(|(_, rows, _)| rows.len()), Some(N));
    assert_eq!(reloaded.confidences.leave(), [ConfidenceCmd::Stop]);
    assert_eq!(
        (reloaded.confidences.leave(), reloaded.confidences.n_answers()),
        (vec![], 0)
    );
}

#[test]
fn confidences_of_another_pool_are_not_restored() {
    let kept = |pool: &Pool| {
        let given = ConfidenceSet::new("sure.csv".into(), ConfidenceOrigin::File, pool, vec![0.5; N]);
        restored(StoredConfidences {
            in_use: Some((given.source, vec![0.5; N])),
            ..StoredConfidences::default()
        })
    };
    let restored_from = |pool: &Pool| {
        let mut state = opened();
        *state.confidences = Confidences::default();
        state.apply_now(kept(pool));
        state.confidences.in_use.is_some()
    };
    assert!(restored_from(&texts(N)));
    let others: Vec<String> = (0..N).map(|row| format!("other {row}")).collect();
    let rows: Vec<[&str; 1]> = others.iter().map(|cell| [cell.as_str()]).collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    assert!(!restored_from(&test_support::pool(&["text"], &rows)));
}

/// A page that has not read the stored confidences yet, and the message with them.
fn reloading_with(origin: ConfidenceOrigin) -> (AppState, Msg) {
    let pool = texts_in_two_columns();
    let values = vec![0.5; N];
    let given = ConfidenceSet::new("sure".into(), origin, &pool, values.clone());
    let mut state = opened_with(pool);
    *state.confidences = Confidences::default();
    let kept = StoredConfidences {
        in_use: Some((given.source, values)),
        ..StoredConfidences::default()
    };
    (state, restored(kept))
}

fn reloaded_with(origin: ConfidenceOrigin) -> AppState {
    let (mut state, restored) = reloading_with(origin);
    state.apply_now(restored);
    state
}

#[test]
fn confidences_of_another_text_column_are_not_restored() {
    let opened = opened_with(texts_in_two_columns());
    let text_column = test_support::open_project(&opened).source.text_column;
    for (origin, is_restored) in [
        (ConfidenceOrigin::Model { text_column }, true),
        (
            ConfidenceOrigin::Model {
                text_column: 1 - text_column,
            },
            false,
        ),
        (ConfidenceOrigin::File, true),
        (ConfidenceOrigin::Unknown, true),
    ] {
        let state = reloaded_with(origin);
        let restored = state.confidences.in_use.as_ref().map(|given| given.source.origin);
        assert_eq!(restored, is_restored.then_some(origin));
    }
}

#[test]
fn another_text_column_keeps_only_confidences_of_a_file() {
    let deleted = [ConfidenceCmd::StoreConfidences(None)];
    let mut state = reloaded_with(ConfidenceOrigin::Unknown);
    assert_eq!(choose_other_text_column(&mut state), deleted);
    assert_eq!(state.confidences.in_use, None);

    let mut state = labeled_in(texts_in_two_columns());
    let sent = ask(&mut state, HERE);
    let (id, rows, _) = requested(&sent).expect("requests");
    for &row in rows {
        act(&mut state, answer(id, row, Ok(confidence(row))));
    }
    let of_model = state.confidences.in_use.clone().expect("all are answered");
    assert_eq!(choose_other_text_column(&mut state), deleted);
    assert_eq!(state.confidences.in_use, None);
    assert!(state.lacks_confidences().is_some());
    // The model's answers about the first column are kept, so no text is sent again.
    assert_eq!(choose_other_text_column(&mut state), []);
    assert_eq!(requested(&plan(&mut state)), None);
    assert_eq!(state.confidences.in_use, Some(of_model));

    let cells = (0..N).map(|row| [row.to_string(), "-0.5".to_owned()]);
    let chosen = ConfidenceMsg::FileRead {
        file_name: "sure.csv".into(),
        table: Ok(test_support::pool_of(&["row", "confidence"], cells)),
    };
    act(&mut state, chosen);
    let of_file = state.confidences.in_use.clone();
    assert!(of_file.is_some());
    assert_eq!(choose_other_text_column(&mut state), []);
    assert_eq!(state.confidences.in_use, of_file);
}

#[test]
fn text_column_that_changes_before_the_confidences_are_read_drops_those_of_unknown_origin() {
    let deleted = vec![ConfidenceCmd::StoreConfidences(None)];
    for (origin, is_kept, cmds) in [
        (ConfidenceOrigin::Unknown, false, deleted),
        (ConfidenceOrigin::File, true, Vec::new()),
    ] {
        let (mut state, restored) = reloading_with(origin);
        choose_other_text_column(&mut state);
        assert_eq!(of_confidences(state.apply_now(restored.clone())), cmds);
        assert_eq!(state.confidences.in_use.is_some(), is_kept);
        // The column of this project does not affect the next project.
        state.confidences.leave();
        state.apply_now(restored);
        assert!(state.confidences.in_use.is_some());
    }
}

#[test]
fn another_text_column_stops_requests() {
    let mut state = labeled_in(texts_in_two_columns());
    let sent = ask(&mut state, HERE);
    let (id, ..) = requested(&sent).expect("requests");
    assert_eq!(choose_other_text_column(&mut state), [ConfidenceCmd::Stop]);
    assert_eq!(act(&mut state, answer(id, 0, Ok(-1.0))), []);
    assert_eq!(
        (state.confidences.asking.is_some(), state.confidences.n_answers()),
        (false, 0)
    );
}

#[test]
fn failed_write_of_answers_is_reported_until_the_project_is_closed() {
    let mut state = opened();
    let part = StoredPart::Answers;
    for written in [Err(StorageError::Locked), Ok(())] {
        act(&mut state, ConfidenceMsg::Stored { part, written });
        assert!(state.confidences.storage_problems.shown().is_some());
    }
    state.confidences.leave();
    assert_eq!(state.confidences.storage_problems.shown(), None);
}

#[test]
fn debug_output_contains_no_key() {
    let mut state = labeled();
    let cmds = ask(&mut state, HERE);
    assert!(!format!("{state:?}{cmds:?}").contains("sk-1"));
}
