//! Tests of the exam: consent, shared prompts, stored answers, failures, and results in the table and the file.

use std::sync::Arc;

use crate::compare::exam::{ExamCmd, ExamForm, ExamMsg, ExamResult, NoExamReason};
use crate::compare::state::*;
use crate::endpoint::{Form as EndpointForm, RequestFailure, RunMsg};
use crate::import;
use crate::projects;
use crate::state::{AppState, Cmd as StateCmd, Confirmation, Msg as StateMsg};
use crate::test_support;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{Answer, Constraint, Entry, Exam, QuestionList};
use fastgas_platform::{ProbedConstraint, Secret, StoredAnswerForm, StoredAnswers, StoredExamAnswer};
use fastgas_protocol::{LostReason, WorkerError};
use fastgas_select::Method;
use fastgas_select::evaluate::{Coverage, Plan, Run};

const N: u32 = 6;
const HERE: &str = "http://localhost:8080";

/// The labels of the texts alternate between `0` and `1`.
fn selected() -> AppState {
    let mut state = test_support::state(2);
    let rows = (0..N).map(|row| [format!("text {row}"), (row % 2).to_string()]);
    let mut project = test_support::labeling(&[0], N as usize);
    project.source.pool = test_support::pool_of(&["text", "label"], rows).into();
    *state.project = Some(project);
    state.run.settings.n_neighbors = "2".into();
    act(&mut state, Msg::Show);
    state
}

fn act(state: &mut AppState, msg: Msg) -> Vec<StateCmd> {
    let mut cmds = state.apply_now(StateMsg::Compare(msg));
    cmds.retain(|cmd| matches!(cmd, StateCmd::Compare(_) | StateCmd::Download { .. }));
    cmds
}

fn exam(state: &mut AppState, msg: ExamMsg) -> Vec<ExamCmd> {
    of_exam(act(state, Msg::Exam(msg)))
}

fn step(state: &mut AppState, msg: RunMsg<Exam>) -> Vec<ExamCmd> {
    exam(state, ExamMsg::Run(msg))
}

fn of_exam(cmds: Vec<StateCmd>) -> Vec<ExamCmd> {
    let own = |cmd| match cmd {
        StateCmd::Compare(Cmd::Exam(cmd)) => Some(*cmd),
        _ => None,
    };
    cmds.into_iter().filter_map(own).collect()
}

/// Compares two methods with two seeds. FastGAS picks the same texts for both seeds.
/// `random` contains the picks of the random method for each seed.
fn compare(state: &mut AppState, label_column: Option<usize>, random: [Vec<u32>; 2]) {
    act(state, Msg::WithPaper(false));
    act(
        state,
        Msg::Edit(Form {
            methods: vec![Method::Fastgas, Method::Random],
            budgets: "2".into(),
            seeds: "0, 1".into(),
            label_column,
        }),
    );
    let cmds = act(state, Msg::Start);
    let [StateCmd::Compare(Cmd::Start(task))] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    let picks = [vec![0, 1], vec![0, 1]].into_iter().chain(random);
    let runs = task.plans.iter().zip(picks);
    let runs = runs.map(|(&plan, picks)| finished(plan, picks)).collect();
    let job = task.job;
    act(state, Msg::Ran { job, runs });
    act(state, Msg::Finished { job });
}

fn finished(plan: Plan, picks: Vec<u32>) -> FinishedRun {
    let coverage = Coverage {
        facility_coverage: 0.5,
        covered_vertices: 4,
        redundant_pairs: 0,
    };
    let run = Run {
        plan,
        seconds: 0.5,
        coverage,
        quality: None,
    };
    FinishedRun { run, picks }
}

fn compared() -> AppState {
    let mut state = selected();
    compare(&mut state, Some(1), [vec![0, 1], vec![2, 3]]);
    state
}

fn form() -> ExamForm {
    ExamForm {
        endpoint: EndpointForm {
            address: HERE.into(),
            model: " tiny ".into(),
            key: Secret("sk-1".into()),
            ..EndpointForm::default()
        },
        ..ExamForm::default()
    }
}

fn ask(state: &mut AppState) -> Vec<ExamCmd> {
    exam(state, ExamMsg::Edit(form()));
    let cmds = exam(state, ExamMsg::Ask);
    let cmds = retrieve(state, &cmds);
    plan(state, &cmds)
}

fn retrieve(state: &mut AppState, cmds: &[ExamCmd]) -> Vec<ExamCmd> {
    let [
        ExamCmd::Retrieve {
            id,
            questions,
            among,
            shots,
        },
    ] = cmds
    else {
        panic!("{cmds:?} {:?}", state.comparison.exam.runs.failure)
    };
    let of_picks = |(picks, _): &(Vec<u32>, u32)| {
        let all = 0..picks.len() as u32;
        questions.rows().iter().flat_map(|_| all.clone()).collect()
    };
    let places: Vec<Vec<u32>> = among.iter().map(of_picks).collect();
    let questions = Exam::clone(questions).with_examples(&places, *shots);
    let retrieved = RunMsg::Retrieved {
        id: *id,
        questions: Ok(Arc::new(questions.expect("all columns"))),
    };
    step(state, retrieved)
}

fn plan(state: &mut AppState, cmds: &[ExamCmd]) -> Vec<ExamCmd> {
    let [ExamCmd::Plan { id, questions, asker }] = cmds else {
        panic!("{cmds:?} {:?}", state.comparison.exam.runs.failure)
    };
    let mut planner = questions.planner(asker);
    let requests = (0..questions.n_questions()).map(|place| planner.plan(place).expect("all columns"));
    let (id, constraint, requests) = (*id, asker.constraint(), Ok(requests.collect()));
    step(
        state,
        RunMsg::Planned {
            id,
            constraint,
            requests,
        },
    )
}

fn confirm(state: &mut AppState, yes: bool) -> Vec<ExamCmd> {
    of_exam(state.apply_now(StateMsg::Answer { yes }))
}

fn probe(state: &mut AppState, cmds: &[ExamCmd]) -> Vec<ExamCmd> {
    let [ExamCmd::Probe { id, .. }] = cmds else {
        panic!("{cmds:?}")
    };
    let found = Ok(ProbedConstraint {
        constraint: Constraint::None,
        is_certain: true,
    });
    let id = *id;
    step(state, RunMsg::Probed { id, found })
}

fn begin(state: &mut AppState) -> (u32, Arc<Exam>, Vec<usize>) {
    assert_eq!(ask(state), [], "nothing before the user agrees");
    let cmds = confirm(state, true);
    let cmds = probe(state, &cmds);
    asked(&cmds)
}

fn asked(cmds: &[ExamCmd]) -> (u32, Arc<Exam>, Vec<usize>) {
    let asked = cmds.iter().find_map(|cmd| match cmd {
        ExamCmd::Ask {
            id, questions, places, ..
        } => Some((*id, questions.clone(), places.clone())),
        _ => None,
    });
    asked.unwrap_or_else(|| panic!("no requests: {cmds:?}"))
}

fn entry(text: &str) -> Entry {
    Entry {
        answer: Answer {
            text: text.into(),
            confidence: None,
            prompt_tokens: None,
            is_cut: false,
        },
        shots: 2,
        seconds: 0.5,
    }
}

fn answered(id: u32, place: usize, answer: Result<Entry, ConfidenceError>) -> ExamMsg {
    ExamMsg::Run(RunMsg::Answered {
        id,
        place,
        answer,
        elapsed_ms: 500.0,
    })
}

/// Answers the questions of the first run with the true labels and all other questions with `0`.
fn answer_all(state: &mut AppState, (id, questions, places): (u32, Arc<Exam>, Vec<usize>)) -> Vec<ExamCmd> {
    let mut cmds = Vec::new();
    for place in places {
        let label = match place < N as usize {
            true => (questions.row_at(place) % 2).to_string(),
            false => "0".to_owned(),
        };
        cmds.extend(exam(state, answered(id, place, Ok(entry(&label)))));
    }
    cmds
}

fn result(state: &AppState) -> Option<&ExamResult> {
    state.comparison.found.as_ref()?.exam.as_ref()
}

fn status(status: u16) -> ConfidenceError {
    let message = String::new();
    ConfidenceError::Status {
        row: 0,
        status,
        message,
    }
}

#[test]
fn exam_without_labels_is_refused_with_the_reason() {
    let mut state = selected();
    assert_eq!(state.reason_no_exam(), Some(NoExamReason::NoResults));
    compare(&mut state, None, [vec![0, 1], vec![2, 3]]);
    assert_eq!(state.reason_no_exam(), Some(NoExamReason::NoLabels));
    exam(&mut state, ExamMsg::Edit(form()));
    assert_eq!(exam(&mut state, ExamMsg::Ask), []);
    assert_eq!(state.comparison.exam.runs.current, None);

    compare(&mut state, Some(1), [vec![0, 1], vec![2, 3]]);
    assert_eq!(state.reason_no_exam(), None);
    state.run.settings.n_neighbors = "3".into();
    assert_eq!(state.reason_no_exam(), Some(NoExamReason::Outdated));
    assert_eq!(exam(&mut state, ExamMsg::Ask), []);
}

#[test]
fn nothing_is_sent_before_the_user_agrees() {
    let mut state = compared();
    assert_eq!(ask(&mut state), []);
    let Some(Confirmation::SendExam(sending)) = state.notices.confirmation.clone() else {
        panic!("no question: {:?}", state.comparison.exam.runs.failure)
    };
    assert_eq!(
        (sending.endpoint.host(), sending.n_runs, sending.n_texts, sending.shots),
        ("localhost:8080", 4, N, 8)
    );
    assert_eq!(
        sending.estimate.prompts,
        2 * N,
        "three of four runs have the same picks"
    );
    assert!(
        sending.words().contains("6 test texts with the picks of 4 runs"),
        "{}",
        sending.words()
    );
    assert_eq!(confirm(&mut state, false), []);
    assert_eq!(state.comparison.exam.runs.current, None);
    assert_eq!(ask(&mut state), [], "the answer no is no consent");
    let cmds = confirm(&mut state, true);
    assert!(matches!(cmds[..], [ExamCmd::Probe { .. }]), "{cmds:?}");
}

#[test]
fn question_for_consent_replaces_no_other_question() {
    let mut state = compared();
    state.notices.confirmation = Some(Confirmation::SelectAnew);
    assert_eq!(ask(&mut state), []);
    assert_eq!(state.notices.confirmation, Some(Confirmation::SelectAnew));
    assert!(state.comparison.exam.runs.failure.is_some());
    state.notices.confirmation = None;
    assert_eq!(ask(&mut state), []);
    assert!(matches!(state.notices.confirmation, Some(Confirmation::SendExam(_))));
}

#[test]
fn runs_with_equal_picks_share_answers_and_have_equal_rows() {
    let mut state = compared();
    let requested = begin(&mut state);
    assert_eq!(requested.2.len(), 2 * N as usize);
    assert!(state.comparison.exam.runs.is_sending() && state.has_running_job());
    assert_eq!(act(&mut state, Msg::Start), [], "no comparison starts during an exam");
    answer_all(&mut state, requested);
    let found = result(&state).expect("all are answered");
    let rows: Vec<_> = found
        .rows
        .iter()
        .map(|row| {
            (
                row.method,
                row.accuracy.mean,
                row.difference.map(|difference| difference.mean),
            )
        })
        .collect();
    // FastGAS and the first run of the random method have only correct answers.
    // The second run of the random method has half of the answers correct.
    let expected = [(Method::Fastgas, 1.0, None), (Method::Random, 0.75, Some(0.25))];
    assert_eq!(rows, expected);
    assert_eq!(
        (found.reference, found.n_texts, found.n_answers),
        (Method::Fastgas, N, 4 * N)
    );
    assert_eq!((found.n_unmatched, found.n_shortened), (0, 0));
    assert!(state.comparison.exam.runs.current.is_none() && state.comparison.exam.runs.failure.is_none());

    let cmds = act(&mut state, Msg::Export);
    let [StateCmd::Download { text, .. }] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    let head = text.lines().next().expect("a header");
    assert!(
        head.ends_with("difference_icl_se,accuracy_icl_low,accuracy_icl_high"),
        "{head}"
    );

    // Whichever column the rows are sorted by, a row without a difference from the reference method comes last.
    for (column, descending, first) in [
        (Column::Answers(0), false, Method::Random),
        (Column::Answers(0), true, Method::Fastgas),
        (Column::Answers(1), true, Method::Random),
    ] {
        let order = SortOrder { column, descending };
        let found = state.comparison.found.as_ref().expect("results");
        assert_eq!(found.sorted(Some(order))[0].method, first, "{order:?}");
    }
}

#[test]
fn repeated_exam_sends_only_new_prompts() {
    let mut state = compared();
    let requested = begin(&mut state);
    answer_all(&mut state, requested);
    compare(&mut state, Some(1), [vec![0, 1], vec![2, 3]]);
    assert_eq!(result(&state), None, "the result belongs to the comparison before");
    let cmds = ask(&mut state);
    assert!(
        matches!(cmds[..], [ExamCmd::StoreForm(_)]),
        "all are answered: {cmds:?}"
    );
    assert!(result(&state).is_some());

    compare(&mut state, Some(1), [vec![4, 5], vec![2, 3]]);
    let cmds = ask(&mut state);
    let (_, exam, places) = asked(&cmds);
    // The user already agreed to more prompts in the previous exam, so no new consent is needed.
    assert_eq!(places, exam.places(2).collect::<Vec<_>>());
}

#[test]
fn stopped_exam_keeps_what_has_been_answered() {
    let mut state = compared();
    let (id, _, places) = begin(&mut state);
    assert_eq!(step(&mut state, RunMsg::Pause), [ExamCmd::Pause]);
    assert_eq!(step(&mut state, RunMsg::Pause), []);
    let cmds = exam(&mut state, answered(id, places[0], Ok(entry("0"))));
    assert!(matches!(cmds[..], [ExamCmd::StoreAnswers(_)]), "{cmds:?}");
    assert_eq!(step(&mut state, RunMsg::Resume), [ExamCmd::Resume]);
    assert_eq!(step(&mut state, RunMsg::Stop), [ExamCmd::Stop]);
    assert_eq!(
        exam(&mut state, answered(id, places[1], Ok(entry("0")))),
        [],
        "it is late"
    );
    assert_eq!(step(&mut state, RunMsg::Stop), []);
    assert_eq!(result(&state), None);
    let cmds = ask(&mut state);
    assert_eq!(asked(&cmds).2, places[1..]);
}

#[test]
fn failure_of_one_prompt_is_reported_and_repeated() {
    let mut state = compared();
    let (id, _, places) = begin(&mut state);
    for &place in &places {
        let answer = match place {
            3 => Err(status(400)),
            _ => Ok(entry("0")),
        };
        exam(&mut state, answered(id, place, answer));
    }
    let RequestFailure { problem, .. } = state.comparison.exam.runs.failure.clone().expect("one is missing");
    assert!(problem.starts_with("1 of 12 prompts has no answer"), "{problem}");
    assert_eq!(result(&state), None);
    let cmds = ask(&mut state);
    let (id, _, places) = asked(&cmds);
    assert_eq!(
        (places.as_slice(), &state.comparison.exam.runs.failure),
        (&[3][..], &None)
    );
    assert_eq!(exam(&mut state, answered(id, 3, Err(status(401)))), [ExamCmd::Stop]);
    assert!(state.comparison.exam.runs.failure.is_some() && state.comparison.exam.runs.current.is_none());
}

#[test]
fn errors_before_the_first_request_end_the_exam() {
    let mut state = compared();
    exam(&mut state, ExamMsg::Edit(form()));
    let cmds = exam(&mut state, ExamMsg::Ask);
    let [ExamCmd::Retrieve { id, .. }] = cmds[..] else {
        panic!("{cmds:?}")
    };
    let lost = WorkerError::Lost {
        times: 3,
        reason: LostReason::Script,
    };
    let retrieved = RunMsg::Retrieved {
        id,
        questions: Err(lost.clone()),
    };
    step(&mut state, retrieved);
    assert!(state.comparison.exam.runs.failure.is_some() && state.comparison.exam.runs.current.is_none());

    let cmds = exam(&mut state, ExamMsg::Ask);
    let cmds = retrieve(&mut state, &cmds);
    let [ExamCmd::Plan { id, .. }] = cmds[..] else {
        panic!("{cmds:?}")
    };
    let planned = RunMsg::Planned {
        id,
        constraint: Constraint::None,
        requests: Err(lost),
    };
    step(&mut state, planned);
    assert!(state.comparison.exam.runs.failure.is_some() && state.comparison.exam.runs.current.is_none());

    let mut problem = |change: fn(&mut ExamForm)| {
        let mut form = form();
        change(&mut form);
        exam(&mut state, ExamMsg::Edit(form));
        assert_eq!(exam(&mut state, ExamMsg::Ask), []);
        state.comparison.exam.runs.failure.clone().expect("a failure").problem
    };
    assert!(problem(|form| form.endpoint.address = "localhost".into()).contains("not the address"));
    assert!(problem(|form| form.endpoint.model = " ".into()).contains("no name"));
    assert!(problem(|form| form.endpoint.shots = "101".into()).contains("“101”"));
    assert!(problem(|form| form.texts = "0".into()).contains("“0” is not a valid number of test texts"));
    assert!(problem(|form| form.texts = "501".into()).contains("“501”"));
    assert!(problem(|form| form.endpoint.template = "{text}".into()).contains("“{label}”"));
}

#[test]
fn stored_answers_are_read_once_and_used() {
    let mut state = compared();
    let requested = begin(&mut state);
    let places = requested.2.clone();
    let cmds = answer_all(&mut state, requested);
    let answers: Vec<StoredExamAnswer> = cmds
        .into_iter()
        .filter_map(|cmd| match cmd {
            ExamCmd::StoreAnswers(answers) => Some(answers),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(answers.len(), places.len());

    let mut state = selected();
    assert_eq!(
        act(&mut state, Msg::Show),
        [],
        "they were requested when the dialog opened first"
    );
    let constraints = concat!(
        "{\"format\":\"fastgas-answers\",\"version\":1}\n",
        "{\"host\":\"localhost:8080\",\"model\":\"tiny\",\"api\":\"chat\",\"constraint\":\"none\"}\n"
    );
    let stored = StoredAnswers {
        form: Some(StoredAnswerForm {
            address: HERE.into(),
            model: "tiny".into(),
            template: EndpointForm::default().template,
            shots: "8".into(),
            constraints: constraints.into(),
        }),
        answers,
    };
    exam(&mut state, ExamMsg::Loaded(Ok(Box::new(stored))));
    assert_eq!(state.comparison.exam.form.endpoint.address, HERE);
    compare(&mut state, Some(1), [vec![0, 1], vec![2, 3]]);
    let cmds = ask(&mut state);
    assert!(matches!(cmds[..], [ExamCmd::StoreForm(_)]), "{cmds:?}");
    assert!(result(&state).is_some());
}

fn choose_other_texts(state: &mut AppState) -> Vec<StateCmd> {
    state.apply_now(StateMsg::Import(import::Msg::ChooseTextColumn(1)))
}

fn choose_no_labels(state: &mut AppState) -> Vec<StateCmd> {
    let form = Form {
        label_column: None,
        ..state.comparison.form.clone()
    };
    state.apply_now(StateMsg::Compare(Msg::Edit(form)))
}

#[test]
fn exam_ends_when_another_column_is_chosen() {
    for choose in [choose_other_texts, choose_no_labels] {
        let mut state = compared();
        let (id, _, places) = begin(&mut state);
        let cmds = choose(&mut state);
        assert_eq!(of_exam(cmds), [ExamCmd::Stop]);
        assert_eq!(state.comparison.exam.runs.current, None);
        let late = answered(id, places[0], Ok(entry("0")));
        assert_eq!(exam(&mut state, late), []);

        let mut state = compared();
        assert_eq!(ask(&mut state), []);
        choose(&mut state);
        assert_eq!(
            confirm(&mut state, true),
            [],
            "the consent was for the previous columns"
        );
    }
}

#[test]
fn exam_ends_with_the_project() {
    let mut state = compared();
    begin(&mut state);
    let cmds = state.apply_now(StateMsg::Projects(projects::Msg::New));
    let cmds = match state.notices.confirmation.is_some() {
        true => state.apply_now(StateMsg::Answer { yes: true }),
        false => cmds,
    };
    assert!(of_exam(cmds).contains(&ExamCmd::Stop));
    assert_eq!(state.comparison.exam.form, ExamForm::default(), "the key is forgotten");
}

#[test]
fn debug_output_contains_no_key() {
    let mut state = compared();
    ask(&mut state);
    let cmds = confirm(&mut state, true);
    assert!(!format!("{state:?}{cmds:?}").contains("sk-1"));
}

#[test]
fn endpoint_of_the_answers_is_offered() {
    let mut state = selected();
    state.answers.form.address = HERE.into();
    state.answers.form.model = "tiny".into();
    act(&mut state, Msg::Show);
    assert_eq!(state.comparison.exam.form.endpoint.address, HERE);
    exam(&mut state, ExamMsg::Edit(ExamForm::default()));
    act(&mut state, Msg::Show);
    assert_eq!(
        state.comparison.exam.form.endpoint.address, "",
        "the user has removed the address"
    );
}
