//! Tests of consent, requests, answers, the review of answers, and the check with the labeled texts.

use std::sync::Arc;

use crate::answers::review::*;
use crate::answers::state::*;
use crate::answers::state::{Cmd as AnswersCmd, Msg as AnswersMsg};
use crate::endpoint::{Form, RunMsg};
use crate::labeling;
use crate::labeling::save_gate::SaveGate;
use crate::persistence;
use crate::state::{AppState, Cmd, Confirmation, Msg};
use crate::test_support::{self, open_project};
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{Answer, Confidence, Constraint, Entry, Questions};
use fastgas_annotation::label::{AnswerType, ConfidenceMeasure, LabelOrigin};
use fastgas_platform::{ProbedConstraint, Secret, StoredAnswer, StoredAnswerForm, StoredAnswers};
use fastgas_protocol::{LostReason, WorkerError};

/// Number of texts in the tests. Three of the texts are labeled.
const N: usize = 8;

const HERE: &str = "http://localhost:8080";

fn opened() -> AppState {
    let mut state = test_support::state(2);
    *state.project = Some(test_support::labeling(&[2, 0, 1], N));
    act(&mut state, AnswersMsg::Restored(Ok(Box::default())));
    for (row, index) in [(2, 0), (0, 1), (1, 1)] {
        label(&mut state, row, index);
    }
    state
}

fn label(state: &mut AppState, row: u32, index: usize) {
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(row)));
    let now_ms = state.labeling.dwell_timer.now_ms() + 1;
    state.apply(Msg::Labeling(labeling::Msg::Give { index }), now_ms);
}

fn form(address: &str) -> Form {
    Form {
        address: address.into(),
        model: " tiny ".into(),
        key: Secret("sk-1".into()),
        ..Form::default()
    }
}

fn of_answers(cmds: Vec<Cmd>) -> Vec<AnswersCmd> {
    let own = |cmd| match cmd {
        Cmd::ModelAnswers(cmd) => Some(cmd),
        _ => None,
    };
    cmds.into_iter().filter_map(own).collect()
}

fn act(state: &mut AppState, msg: AnswersMsg) -> Vec<AnswersCmd> {
    of_answers(state.apply_now(Msg::ModelAnswers(msg)))
}

fn step(state: &mut AppState, msg: RunMsg<Questions>) -> Vec<AnswersCmd> {
    act(state, AnswersMsg::Run(msg))
}

fn confirm(state: &mut AppState, yes: bool) -> Vec<AnswersCmd> {
    of_answers(state.apply_now(Msg::Answer { yes }))
}

/// Simulates a retrieval that finds the labeled texts in the same order for each text.
fn retrieve(state: &mut AppState, cmds: &[AnswersCmd]) -> Vec<AnswersCmd> {
    let [
        AnswersCmd::Retrieve {
            id,
            questions,
            among,
            shots,
        },
    ] = cmds
    else {
        panic!("{cmds:?}")
    };
    let [(labeled, n_similar)] = among.as_slice() else {
        panic!("{among:?}")
    };
    assert_eq!(*labeled, questions.labeled_rows());
    let per_row = labeled.len().min(*n_similar as usize);
    let places: Vec<u32> = questions.rows().iter().flat_map(|_| 0..per_row as u32).collect();
    let questions = Questions::clone(questions).with_examples(&places, *shots);
    let questions = Ok(Arc::new(questions.expect("all columns")));
    let id = *id;
    step(state, RunMsg::Retrieved { id, questions })
}

fn plan(state: &mut AppState, cmds: &[AnswersCmd]) -> Vec<AnswersCmd> {
    let [AnswersCmd::Plan { id, questions, asker }] = cmds else {
        panic!("{cmds:?}")
    };
    let mut planner = questions.planner(asker);
    let requests = (0..questions.rows().len()).map(|place| planner.plan(place).expect("all columns"));
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

fn ask(state: &mut AppState, purpose: Purpose, address: &str) -> Vec<AnswersCmd> {
    act(state, AnswersMsg::Edit(form(address)));
    let cmds = act(state, AnswersMsg::Ask(purpose));
    let cmds = retrieve(state, &cmds);
    plan(state, &cmds)
}

fn probe(state: &mut AppState, cmds: &[AnswersCmd]) -> Vec<AnswersCmd> {
    let [AnswersCmd::Probe { id, .. }] = cmds else {
        panic!("{cmds:?}")
    };
    let found = Ok(ProbedConstraint {
        constraint: Constraint::None,
        is_certain: true,
    });
    let id = *id;
    step(state, RunMsg::Probed { id, found })
}

/// Returns the id of the run, and the index and the row of each question that is sent.
fn begin(state: &mut AppState, purpose: Purpose) -> (u32, Vec<(usize, u32)>) {
    assert_eq!(ask(state, purpose, HERE), [], "nothing before the user agrees");
    let cmds = confirm(state, true);
    let cmds = probe(state, &cmds);
    asked(&cmds)
}

fn asked(cmds: &[AnswersCmd]) -> (u32, Vec<(usize, u32)>) {
    let asked = cmds.iter().find_map(|cmd| match cmd {
        AnswersCmd::Ask {
            id, questions, places, ..
        } => Some((
            *id,
            places.iter().map(|&place| (place, questions.rows()[place])).collect(),
        )),
        _ => None,
    });
    asked.unwrap_or_else(|| panic!("no requests: {cmds:?}"))
}

fn entry(text: &str, confidence: Option<f32>) -> Entry {
    Entry {
        answer: Answer {
            text: text.into(),
            confidence: confidence.map(Confidence::OfLabel),
            prompt_tokens: None,
            is_cut: false,
        },
        shots: 3,
        seconds: 0.5,
    }
}

fn answered(id: u32, place: usize, answer: Result<Entry, ConfidenceError>) -> AnswersMsg {
    AnswersMsg::Run(RunMsg::Answered {
        id,
        place,
        answer,
        elapsed_ms: 500.0 * place as f64,
    })
}

/// Row 3 gets an unknown label, and row 4 gets an answer without a confidence.
/// The other rows get the answer `yes`, whose confidence decreases with the row index.
fn answer_all(state: &mut AppState) -> Vec<AnswersCmd> {
    let (id, rows) = begin(state, Purpose::Rest);
    let mut cmds = Vec::new();
    for (place, row) in rows {
        let entry = match row {
            3 => entry("perhaps", Some(0.99)),
            4 => entry("Yes.", None),
            row => entry("yes", Some(1.0 - row as f32 / 20.0)),
        };
        cmds.extend(act(state, answered(id, place, Ok(entry))));
    }
    assert_eq!(state.answers.runs.current, None);
    cmds
}

fn status(row: u32, status: u16) -> ConfidenceError {
    let message = String::new();
    ConfidenceError::Status { row, status, message }
}

#[test]
fn nothing_is_sent_before_the_user_agrees() {
    let mut state = opened();
    assert_eq!(ask(&mut state, Purpose::Rest, "http://models.example:8000/v1"), []);
    let Some(Confirmation::SendPrompts(sending)) = state.notices.confirmation.clone() else {
        panic!("no question: {:?}", state.answers.runs.failure)
    };
    assert_eq!(
        (sending.endpoint.host(), sending.estimate.prompts, sending.shots),
        ("models.example:8000", 5, 8)
    );
    assert!(sending.estimate.prompt_tokens > 0);
    let words = sending.words();
    assert!(
        words.contains("http://models.example:8000/v1/chat/completions") && words.contains("not encrypted"),
        "{words}"
    );
    assert_eq!(confirm(&mut state, false), []);
    assert_eq!(
        (&state.answers.runs.current, &state.answers.runs.sent_to),
        (&None, &None)
    );
    ask(&mut state, Purpose::Rest, HERE);
    let cmds = confirm(&mut state, true);
    assert_eq!(state.answers.runs.sent_to, None, "the probe contains no text");
    assert_eq!(state.answers.runs.known_limit(&state.answers.form), None);
    let cmds = probe(&mut state, &cmds);
    let limit = Some(("localhost:8080".to_owned(), Constraint::None));
    assert_eq!(state.answers.runs.known_limit(&state.answers.form), limit);
    let (_, rows) = asked(&cmds);
    let rows: Vec<u32> = rows.into_iter().map(|(_, row)| row).collect();
    assert_eq!(rows, [3, 4, 5, 6, 7]);
    assert_eq!(state.answers.runs.sent_to.as_deref(), Some("localhost:8080"));
}

#[test]
fn question_for_consent_replaces_no_other_question() {
    let mut state = opened();
    act(&mut state, AnswersMsg::Edit(form(HERE)));
    let cmds = act(&mut state, AnswersMsg::Ask(Purpose::Rest));
    let cmds = retrieve(&mut state, &cmds);
    // The user has opened another confirmation dialog before the page has planned the requests.
    state.notices.confirmation = Some(Confirmation::SelectAnew);
    assert_eq!(plan(&mut state, &cmds), []);
    assert_eq!(state.notices.confirmation, Some(Confirmation::SelectAnew));
    let failure = state.answers.runs.failure.clone().expect("the run has ended");
    assert!(failure.problem.contains("another question"), "{failure:?}");
    confirm(&mut state, false);
    assert_eq!(
        (&state.answers.runs.current, &state.answers.runs.sent_to),
        (&None, &None)
    );
    assert_eq!(ask(&mut state, Purpose::Rest, HERE), []);
    assert!(matches!(state.notices.confirmation, Some(Confirmation::SendPrompts(_))));
}

#[test]
fn consent_to_a_run_that_has_ended_is_no_consent_to_the_next_one() {
    let mut state = opened();
    assert_eq!(ask(&mut state, Purpose::Rest, HERE), []);
    assert_eq!(state.answers.drop_other_texts(None), []);
    assert_eq!(confirm(&mut state, true), []);
    assert_eq!(ask(&mut state, Purpose::Rest, HERE), []);
    assert!(state.notices.confirmation.is_some());
}

#[test]
fn consent_applies_to_one_address_and_at_most_as_many_prompts() {
    let mut state = opened();
    begin(&mut state, Purpose::Check);
    assert_eq!(step(&mut state, RunMsg::Stop), [AnswersCmd::Stop]);
    // The user agreed to send three labeled texts. The five unlabeled texts need a new consent.
    assert_eq!(ask(&mut state, Purpose::Rest, HERE), []);
    assert!(state.notices.confirmation.is_some());
    let cmds = confirm(&mut state, true);
    assert_eq!(asked(&cmds).1.len(), 5, "the constraint is known");
    step(&mut state, RunMsg::Stop);
    let cmds = ask(&mut state, Purpose::Rest, HERE);
    assert_eq!(asked(&cmds).1.len(), 5, "agreed already");
    step(&mut state, RunMsg::Stop);
    assert_eq!(ask(&mut state, Purpose::Rest, "http://localhost:8081"), []);
    assert!(state.notices.confirmation.is_some());
}

fn needs_consent(state: &mut AppState, change: impl FnOnce(&mut Form)) -> bool {
    let mut form = form(HERE);
    change(&mut form);
    act(state, AnswersMsg::Edit(form));
    let cmds = act(state, AnswersMsg::Ask(Purpose::Rest));
    let cmds = retrieve(state, &cmds);
    let cmds = plan(state, &cmds);
    let needs_consent = state.notices.confirmation.take().is_some();
    assert_eq!(needs_consent, cmds.is_empty(), "{cmds:?}");
    step(state, RunMsg::Stop);
    needs_consent
}

#[test]
fn longer_prompts_or_another_template_need_new_consent() {
    let mut state = opened();
    act(
        &mut state,
        AnswersMsg::Edit(Form {
            shots: "0".into(),
            ..form(HERE)
        }),
    );
    let cmds = act(&mut state, AnswersMsg::Ask(Purpose::Rest));
    let cmds = retrieve(&mut state, &cmds);
    assert_eq!(plan(&mut state, &cmds), []);
    let cmds = confirm(&mut state, true);
    probe(&mut state, &cmds);
    step(&mut state, RunMsg::Stop);
    assert!(!needs_consent(&mut state, |form| form.shots = "0".into()));
    assert!(needs_consent(&mut state, |form| form.shots = "3".into()));
    assert!(needs_consent(&mut state, |form| {
        form.shots = "0".into();
        form.template = "{text} is {label}".into();
    }));
}

#[test]
fn key_stays_with_the_server_that_it_was_entered_for() {
    let restored = |address: &str| {
        let mut state = test_support::state(2);
        *state.project = Some(test_support::labeling(&[2, 0, 1], N));
        act(&mut state, AnswersMsg::Edit(form(HERE)));
        let stored = StoredAnswers {
            form: Some(StoredAnswerForm {
                address: address.into(),
                model: "tiny".into(),
                template: "{text}: {label}".into(),
                shots: "8".into(),
                constraints: String::new(),
            }),
            ..StoredAnswers::default()
        };
        act(&mut state, AnswersMsg::Restored(Ok(Box::new(stored))));
        state.answers.form.key.0.clone()
    };
    assert_eq!(restored(HERE), "sk-1");
    assert_eq!(restored("http://localhost:8081"), "");
}

#[test]
fn answers_are_suggestions_until_the_user_accepts_them() {
    let mut state = opened();
    answer_all(&mut state);
    let labels = open_project(&state).annotations.history.labels();
    assert_eq!(labels.len(), 3, "no answer is a label");
    let queue = state.answers.queue(open_project(&state));
    let order: Vec<(u32, bool, Option<u8>)> = queue
        .iter()
        .map(|row| (row.row, row.labels.is_some(), row.percent))
        .collect();
    assert_eq!(
        order,
        [
            (3, false, Some(99)),
            (4, true, None),
            (7, true, Some(65)),
            (6, true, Some(70)),
            (5, true, Some(75))
        ]
    );
    let counts = state.answers.counts(open_project(&state));
    assert_eq!((counts.open, counts.unmatched, counts.shortened), (5, 1, 0));
    assert_eq!(n_open(open_project(&state)), 5);

    act(&mut state, AnswersMsg::OpenReview);
    let rows = |state: &AppState| {
        let rows = state.answers.review_rows(open_project(state));
        rows.into_iter().map(|row| row.row).collect::<Vec<u32>>()
    };
    assert_eq!(rows(&state), [0; 0], "none is that certain");
    act(&mut state, AnswersMsg::ChooseLeast(66));
    assert_eq!(rows(&state), [6, 5]);
    act(&mut state, AnswersMsg::ChooseLeast(0));
    assert_eq!(rows(&state), [4, 7, 6, 5]);
    act(
        &mut state,
        AnswersMsg::Tick {
            rows: vec![7],
            on: false,
        },
    );
    let all = state.answers.review_rows(open_project(&state));
    assert_eq!(state.answers.label_counts(&all, open_project(&state)), [(0, 3)]);
    act(&mut state, AnswersMsg::AcceptAll);
    assert_eq!(state.answers.review, None);
    let origin = |state: &AppState, row| open_project(state).annotations.history.labels().origin(row).cloned();
    let of_model = |percent, measure| {
        let model = "tiny".to_owned();
        Some(LabelOrigin::Model {
            percent,
            model,
            measure,
        })
    };
    assert_eq!(
        origin(&state, 5),
        of_model(75, Some(ConfidenceMeasure::LabelProbability))
    );
    assert_eq!(origin(&state, 4), of_model(0, None));
    let labels = open_project(&state).annotations.history.labels();
    assert_eq!((labels.get(5), labels.get(7), labels.get(3)), (Some("yes"), None, None));
    // A label that the user accepted from the model is not used as an example, so the number of examples stays 3.
    assert_eq!(examples(open_project(&state)).len(), 3);
    state.apply_now(Msg::Labeling(labeling::Msg::Undo));
    assert_eq!(open_project(&state).annotations.history.labels().len(), 3, "one step");
    assert_eq!(state.answers.queue(open_project(&state)).len(), 5);
}

#[test]
fn review_goes_from_the_least_certain_answer_to_the_next() {
    let mut state = opened();
    answer_all(&mut state);
    let current = |state: &AppState| open_project(state).view.current;
    act(&mut state, AnswersMsg::GoToNext);
    assert_eq!(current(&state), Some(3));
    act(&mut state, AnswersMsg::Accept);
    assert_eq!(
        open_project(&state).annotations.history.labels().get(3),
        None,
        "the answer gives no label"
    );
    act(&mut state, AnswersMsg::GoToNext);
    assert_eq!(current(&state), Some(4));
    act(&mut state, AnswersMsg::Accept);
    assert_eq!(open_project(&state).annotations.history.labels().get(4), Some("yes"));
    assert_eq!(current(&state), Some(3), "the next one in the queue");
    label(&mut state, 3, 1);
    let labels = open_project(&state).annotations.history.labels();
    assert_eq!((labels.get(3), labels.origin(3)), (Some("no"), None));
    assert_eq!(state.answers.open_answer(3, open_project(&state)), None);
}

#[test]
fn text_of_an_accepted_answer_stays_until_its_label_is_saved() {
    let mut state = opened();
    answer_all(&mut state);
    label(&mut state, 3, 1);
    let save = |state: &mut AppState| {
        let append = state.persistence.last_append;
        let saved = open_project(state).annotations.history.log().len();
        let error = None;
        state.apply_now(Msg::Persistence(persistence::Msg::Appended { append, saved, error }));
    };
    save(&mut state);
    state.labeling.save_gate = SaveGate::default();
    let current = |state: &AppState| open_project(state).view.current;
    let label_of = |state: &AppState, row| {
        open_project(state)
            .annotations
            .history
            .labels()
            .get(row)
            .map(str::to_owned)
    };
    state.apply_now(Msg::Labeling(labeling::Msg::GoTo(7)));
    act(&mut state, AnswersMsg::Accept);
    assert_eq!((current(&state), label_of(&state, 7)), (Some(7), Some("yes".into())));
    // The first label is still being saved. A second acceptance must label the next text instead of the same text.
    act(&mut state, AnswersMsg::Accept);
    assert_eq!((current(&state), label_of(&state, 4)), (Some(4), Some("yes".into())));
    assert_eq!(label_of(&state, 6), None);
    save(&mut state);
    assert_eq!(current(&state), Some(6), "the next one in the queue");
}

#[test]
fn check_reports_the_expected_accuracy_with_an_interval() {
    let mut state = opened();
    let (id, rows) = begin(&mut state, Purpose::Check);
    assert_eq!(
        rows.iter().map(|&(_, row)| row).collect::<Vec<u32>>(),
        [2, 0, 1],
        "the labeled picks by rank"
    );
    assert_eq!(state.answers.check_summary(open_project(&state)), None);
    for (place, row) in rows {
        let text = if row == 1 { "yes" } else { "no" };
        act(&mut state, answered(id, place, Ok(entry(text, Some(0.5)))));
    }
    // The labels are yes, no, no, and the answers are no, no, yes. Therefore one of the three answers is correct.
    let summary = state
        .answers
        .check_summary(open_project(&state))
        .expect("all are answered");
    assert_eq!((summary.right, summary.total, summary.model.as_str()), (1, 3, "tiny"));
    assert!(summary.interval.low < 1.0 / 3.0 && summary.interval.high > 1.0 / 3.0);
    assert_eq!(
        state.answers.queue(open_project(&state)),
        [],
        "labeled texts are not in the queue"
    );
    label(&mut state, 2, 1);
    let summary = state
        .answers
        .check_summary(open_project(&state))
        .expect("they are kept");
    assert_eq!((summary.right, summary.total), (2, 3));
    act(
        &mut state,
        AnswersMsg::Edit(Form {
            model: "other".into(),
            ..form(HERE)
        }),
    );
    assert_eq!(
        state.answers.check_summary(open_project(&state)),
        None,
        "not of this model"
    );
}

#[test]
fn order_of_several_labels_of_a_text_does_not_matter() {
    let mut state = opened();
    state.project.get_mut().expect("a project").labels.answers = AnswerType::Several;
    label(&mut state, 2, 1);
    label(&mut state, 0, 0);
    let project = open_project(&state);
    let labels = project.annotations.history.labels();
    assert_eq!(labels.annotation(2).labels, ["yes", "no"]);
    assert_eq!(labels.annotation(0).labels, ["no", "yes"]);
    let expected = [(2, "yes; no"), (0, "yes; no"), (1, "no")].map(|(row, label)| (row, label.to_owned()));
    assert_eq!(examples(project), expected, "both sets have the same spelling");
    let (id, rows) = begin(&mut state, Purpose::Check);
    for (place, row) in rows {
        let text = if row == 1 { "yes" } else { "no; yes" };
        act(&mut state, answered(id, place, Ok(entry(text, Some(0.5)))));
    }
    let right = |state: &AppState| {
        let summary = state.answers.check_summary(open_project(state));
        summary.map(|summary| (summary.right, summary.total))
    };
    assert_eq!(right(&state), Some((2, 3)));
    // The labels of row 2 are now in the other order, so that its spelling differs from the spelling of the answers.
    label(&mut state, 2, 0);
    label(&mut state, 2, 0);
    assert_eq!(examples(open_project(&state))[0].1, "no; yes");
    assert_eq!(right(&state), Some((2, 3)));
}

#[test]
fn labeled_text_is_no_example_for_itself() {
    let mut state = opened();
    ask(&mut state, Purpose::Check, HERE);
    let cmds = confirm(&mut state, true);
    let cmds = probe(&mut state, &cmds);
    let questions = cmds.iter().find_map(|cmd| match cmd {
        AnswersCmd::Ask { questions, .. } => Some(questions.clone()),
        _ => None,
    });
    let questions = questions.expect("requests");
    for place in 0..3 {
        let prompt = questions.prompt(place).expect("all columns");
        assert_eq!(prompt.shots.len(), 2);
        assert!(prompt.shots.iter().all(|shot| shot.input != prompt.query), "{prompt:?}");
    }
}

#[test]
fn reload_repeats_no_question_and_stores_no_key() {
    let mut state = opened();
    ask(&mut state, Purpose::Rest, HERE);
    let cmds = confirm(&mut state, true);
    let mut cmds = probe(&mut state, &cmds);
    let (id, rows) = asked(&cmds);
    for &(place, _) in &rows[..2] {
        cmds.extend(act(&mut state, answered(id, place, Ok(entry("yes", Some(0.75))))));
    }
    let (mut kept_form, mut kept_answers): (Option<StoredAnswerForm>, Vec<StoredAnswer>) = (None, Vec::new());
    for cmd in cmds {
        match cmd {
            AnswersCmd::StoreForm(form) => kept_form = Some(form),
            AnswersCmd::StoreAnswers(answers) => kept_answers.extend(answers),
            _ => {}
        }
    }
    let json = serde_json::to_string(&(&kept_form, &kept_answers)).expect("JSON");
    assert!(!json.contains("sk-1"), "{json}");
    let stored = StoredAnswers {
        form: kept_form,
        answers: kept_answers,
    };
    let restore = |state: &mut AppState, stored: StoredAnswers| {
        *state.answers = AnswersState::default();
        act(state, AnswersMsg::Restored(Ok(Box::new(stored))));
    };
    restore(&mut state, stored.clone());
    let restored = &state.answers.form;
    assert_eq!(
        (
            restored.address.as_str(),
            restored.model.as_str(),
            restored.key.0.as_str()
        ),
        (HERE, " tiny ", "")
    );
    assert_eq!(state.answers.queue(open_project(&state)).len(), 2);
    assert_eq!(ask(&mut state, Purpose::Rest, HERE), []);
    let Some(Confirmation::SendPrompts(sending)) = state.notices.confirmation.clone() else {
        panic!("no question")
    };
    assert_eq!(
        (sending.estimate.prompts, sending.answered, sending.estimate.is_most),
        (3, 2, false)
    );
    let cmds = confirm(&mut state, true);
    let (_, rest) = asked(&cmds);
    assert_eq!(rest, rows[2..], "without another probe");
    // An answer is not restored if the hash of its text differs, or if its row does not exist.
    let mut other = stored;
    other.answers[0].text = "0000000000000000".into();
    other.answers[1].row = 99;
    restore(&mut state, other);
    assert_eq!(state.answers.queue(open_project(&state)), []);
}

#[test]
fn other_examples_make_other_questions() {
    let mut state = opened();
    answer_all(&mut state);
    label(&mut state, 7, 0);
    assert_eq!(state.answers.queue(open_project(&state)).len(), 4, "answers stay");
    assert_eq!(
        ask(&mut state, Purpose::Rest, HERE),
        [],
        "four examples make longer prompts"
    );
    let cmds = confirm(&mut state, true);
    assert_eq!(asked(&cmds).1.len(), 4);
}

#[test]
fn texts_with_the_same_words_are_asked_once() {
    let mut state = opened();
    let texts = ["a", "b", "c", "x", "x", "y"].map(|text| [text]);
    let pool = test_support::pool_of(&["text"], texts);
    state.project.get_mut().expect("a project").source.pool = pool.into();
    let (id, rows) = begin(&mut state, Purpose::Rest);
    assert_eq!(rows.iter().map(|&(_, row)| row).collect::<Vec<u32>>(), [3, 5]);
    let cmds = act(&mut state, answered(id, rows[0].0, Ok(entry("no", Some(0.5)))));
    let [AnswersCmd::StoreAnswers(stored)] = &cmds[..] else {
        panic!("{cmds:?}")
    };
    assert_eq!(stored.iter().map(|answer| answer.row).collect::<Vec<u32>>(), [3, 4]);
}

#[test]
fn refusal_stops_the_run_and_failure_of_one_text_is_reported() {
    let mut state = opened();
    let (id, rows) = begin(&mut state, Purpose::Rest);
    for &(place, row) in &rows {
        let answer = match row {
            5 => Err(status(row, 400)),
            _ => Ok(entry("no", Some(0.5))),
        };
        act(&mut state, answered(id, place, answer));
    }
    let failure = state.answers.runs.failure.clone().expect("one is missing");
    assert!(
        failure.problem.starts_with("1 of 5 texts has no answer; row 5"),
        "{failure:?}"
    );
    let cmds = ask(&mut state, Purpose::Rest, HERE);
    let (id, rows) = asked(&cmds);
    assert_eq!((rows.len(), rows[0].1, &state.answers.runs.failure), (1, 5, &None));
    let cmds = act(&mut state, answered(id, rows[0].0, Err(status(5, 401))));
    assert_eq!(cmds, [AnswersCmd::Stop]);
    assert!(state.answers.runs.failure.is_some() && state.answers.runs.current.is_none());
    assert_eq!(
        act(&mut state, answered(id, rows[0].0, Ok(entry("no", None)))),
        [],
        "late answers are dropped"
    );
    assert_eq!(state.answers.queue(open_project(&state)).len(), 4);
}

#[test]
fn errors_before_the_first_request_end_the_run() {
    let mut state = opened();
    act(&mut state, AnswersMsg::Edit(form(HERE)));
    let cmds = act(&mut state, AnswersMsg::Ask(Purpose::Rest));
    assert!(state.has_running_job());
    let [AnswersCmd::Retrieve { id, .. }] = cmds[..] else {
        panic!("{cmds:?}")
    };
    let lost = WorkerError::Lost {
        times: 3,
        reason: LostReason::Script,
    };
    step(
        &mut state,
        RunMsg::Retrieved {
            id,
            questions: Err(lost),
        },
    );
    assert!(state.answers.runs.failure.is_some() && state.answers.runs.current.is_none() && !state.has_running_job());
    ask(&mut state, Purpose::Rest, HERE);
    let cmds = confirm(&mut state, true);
    let [AnswersCmd::Probe { id, .. }] = cmds[..] else {
        panic!("{cmds:?}")
    };
    step(
        &mut state,
        RunMsg::Probed {
            id,
            found: Err(status(0, 401)),
        },
    );
    assert!(state.answers.runs.failure.is_some() && state.answers.runs.current.is_none());
}

#[test]
fn paused_run_keeps_what_arrives() {
    let mut state = opened();
    let (id, rows) = begin(&mut state, Purpose::Rest);
    assert_eq!(step(&mut state, RunMsg::Pause), [AnswersCmd::Pause]);
    assert_eq!(step(&mut state, RunMsg::Pause), []);
    let cmds = act(&mut state, answered(id, rows[0].0, Ok(entry("no", Some(0.5)))));
    assert_eq!(cmds.len(), 1);
    assert_eq!(step(&mut state, RunMsg::Resume), [AnswersCmd::Resume]);
    assert_eq!(step(&mut state, RunMsg::Stop), [AnswersCmd::Stop]);
    assert_eq!(state.answers.queue(open_project(&state)).len(), 1);
}

#[test]
fn invalid_form_is_rejected_before_anything_happens() {
    let mut state = opened();
    let problem = |state: &mut AppState, change: fn(&mut Form)| {
        let mut form = form(HERE);
        change(&mut form);
        act(state, AnswersMsg::Edit(form));
        assert_eq!(act(state, AnswersMsg::Ask(Purpose::Rest)), []);
        assert_eq!(state.answers.runs.current, None);
        state.answers.runs.failure.clone().expect("a failure").problem
    };
    assert!(problem(&mut state, |form| form.address = "localhost".into()).contains("not the address"));
    assert!(problem(&mut state, |form| form.model = " ".into()).contains("no name"));
    assert!(problem(&mut state, |form| form.key = Secret("a\nb".into())).contains("key"));
    assert!(problem(&mut state, |form| form.shots = "many".into()).contains("“many”"));
    assert!(problem(&mut state, |form| form.shots = "101".into()).contains("“101”"));
    assert!(problem(&mut state, |form| form.template = "{text}".into()).contains("“{label}”"));
    let project = state.project.get_mut().expect("a project");
    project.labels.answers = AnswerType::Text;
    assert!(problem(&mut state, |_| ()).contains("written"));
}

#[test]
fn answers_to_removed_texts_are_dropped() {
    let mut state = opened();
    answer_all(&mut state);
    let texts = ["a", "b", "c", "d", "E", "f"].map(|text| [text]);
    let pool = test_support::pool_of(&["text"], texts);
    state.project.get_mut().expect("a project").source.pool = pool.into();
    let project = state.project.clone();
    assert_eq!(state.answers.drop_other_texts(project.as_ref()), []);
    let rows: Vec<u32> = state
        .answers
        .queue(project.as_ref().expect("a project"))
        .iter()
        .map(|row| row.row)
        .collect();
    assert_eq!(rows, [3, 5]);
    assert_eq!(state.answers.leave(), []);
    assert_eq!(state.answers.queue(project.as_ref().expect("a project")), []);
}

#[test]
fn answer_follows_the_renaming_of_its_label() {
    let mut state = opened();
    answer_all(&mut state);
    state.apply_now(Msg::Labeling(labeling::Msg::RenameLabel {
        index: 0,
        name: "sure".into(),
    }));
    let queue = state.answers.queue(open_project(&state));
    let of_row = |row| queue.iter().find(|answer| answer.row == row);
    assert_eq!(
        of_row(5).and_then(|row| row.labels.clone()),
        Some(vec!["sure".to_owned()])
    );
}

#[test]
fn debug_output_contains_no_key() {
    let mut state = opened();
    ask(&mut state, Purpose::Rest, HERE);
    let cmds = confirm(&mut state, true);
    assert!(!format!("{state:?}{cmds:?}").contains("sk-1"));
}
