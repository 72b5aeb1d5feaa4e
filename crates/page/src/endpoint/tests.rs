//! Tests of the runs that ask a language model. In the tests, each text is a question with two examples.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::endpoint::{EndpointRuns, Form, NewRun, RunCmd, RunContext, RunEvent, RunMsg, RunStage, StoredPart};
use crate::test_support;
use fastgas_annotation::answer::{Constraint, Questions};
use fastgas_annotation::confidence::QuestionKey;
use fastgas_platform::{ProbedConstraint, StorageError};
use fastgas_protocol::WorkerError;

type Event = RunEvent<Questions, ()>;

#[derive(Default)]
struct Feature {
    runs: EndpointRuns<Questions, ()>,
    form: Form,
    answered: BTreeSet<QuestionKey>,
}

impl Feature {
    fn new() -> Feature {
        let mut feature = Feature::default();
        feature.form.address = "http://localhost:8080".into();
        feature.form.model = "tiny".into();
        feature
    }

    fn update(&mut self, msg: RunMsg<Questions>) -> Vec<Event> {
        let answered = || self.answered.clone();
        let context = RunContext {
            form: &self.form,
            answered: &answered,
        };
        self.runs.update(msg, &context)
    }

    fn start(&mut self, rows: &[u32]) -> Vec<Event> {
        let pool = test_support::pool_of(&["text"], ["a", "b", "c", "d", "c"].map(|text| [text]));
        let labeled = [(0, "yes".to_owned()), (1, "no".to_owned())];
        let template = fastgas_annotation::retrieve::BUILT_IN[0].template();
        let questions = Questions::new(Arc::new(pool), 0, &labeled, template, rows.to_vec());
        let (recipient, shots) = self.form.read().expect("a valid form");
        self.runs.start(Ok(NewRun {
            task: (),
            recipient,
            shots,
            questions: questions.expect("all columns"),
        }))
    }

    fn retrieve(&mut self, events: &[Event]) -> Vec<Event> {
        let [
            RunEvent::Perform(RunCmd::Retrieve {
                id,
                questions,
                among,
                shots,
            }),
        ] = events
        else {
            panic!("{events:?}")
        };
        let [(labeled, n_similar)] = &among[..] else {
            panic!("{among:?}")
        };
        // The page retrieves one additional row, because a text cannot be an example for a copy of itself.
        assert_eq!((&labeled[..], *n_similar), (&[0, 1][..], *shots + 1));
        let places: Vec<u32> = questions.rows().iter().flat_map(|_| [0, 1]).collect();
        let questions = Questions::clone(questions).with_examples(&places, *shots);
        let questions = Ok(Arc::new(questions.expect("all columns")));
        let id = *id;
        self.update(RunMsg::Retrieved { id, questions })
    }

    fn plan(&mut self, events: &[Event]) -> (Constraint, Vec<Event>) {
        let [RunEvent::Perform(RunCmd::Plan { id, questions, asker })] = events else {
            panic!("{events:?}")
        };
        let mut planner = questions.planner(asker);
        let requests = (0..questions.rows().len()).map(|place| planner.plan(place).expect("all columns"));
        let (id, constraint, requests) = (*id, asker.constraint(), Ok(requests.collect()));
        let events = self.update(RunMsg::Planned {
            id,
            constraint,
            requests,
        });
        (constraint, events)
    }

    fn ask(&mut self, rows: &[u32]) -> (Constraint, Vec<Event>) {
        let events = self.start(rows);
        let events = self.retrieve(&events);
        self.plan(&events)
    }

    fn agree(&mut self, events: &[Event]) -> Vec<Event> {
        let [RunEvent::Confirm(sending)] = events else {
            panic!("{events:?}")
        };
        assert!(self.runs.current.is_none() && self.runs.sent_to.is_none());
        let answered = || self.answered.clone();
        let context = RunContext {
            form: &self.form,
            answered: &answered,
        };
        let prompts = (&sending.endpoint, &sending.estimate);
        self.runs.agreed(sending.id, prompts, &context)
    }

    fn probe(&mut self, events: &[Event], found: ProbedConstraint) -> Vec<Event> {
        let [RunEvent::Perform(RunCmd::Probe { id, .. })] = events else {
            panic!("{events:?}")
        };
        let (id, found) = (*id, Ok(found));
        self.update(RunMsg::Probed { id, found })
    }
}

fn asked(events: &[Event]) -> &[usize] {
    let places = events.iter().find_map(|event| match event {
        RunEvent::Perform(RunCmd::Ask { places, .. }) => Some(&places[..]),
        _ => None,
    });
    places.unwrap_or_else(|| panic!("no requests: {events:?}"))
}

#[test]
fn requests_are_planned_again_only_under_another_constraint() {
    for is_certain in [true, false] {
        let mut feature = Feature::new();
        let (planned, events) = feature.ask(&[2, 3]);
        assert_eq!(planned, Constraint::None);
        let events = feature.agree(&events);
        let constraint = Constraint::Grammar;
        let events = feature.probe(&events, ProbedConstraint { constraint, is_certain });
        let stage = feature.runs.current.as_ref().map(|run| run.stage);
        assert_eq!(stage, Some(RunStage::Planning));
        let (planned, events) = feature.plan(&events);
        assert_eq!((planned, asked(&events)), (Constraint::Grammar, &[0, 1][..]));
        feature.update(RunMsg::Stop);
        // The output constraint is known from the first run. Therefore the requests are planned only once.
        let (planned, events) = feature.ask(&[2, 3]);
        match is_certain {
            true => assert_eq!((planned, asked(&events)), (Constraint::Grammar, &[0, 1][..])),
            false => {
                assert_eq!(planned, Constraint::None);
                assert!(
                    matches!(events[..], [RunEvent::Perform(RunCmd::Probe { .. })]),
                    "{events:?}"
                );
            }
        }
    }
}

#[test]
fn planned_requests_of_a_stopped_run_are_dropped() {
    let mut feature = Feature::new();
    let events = feature.start(&[2, 3]);
    let planning = feature.retrieve(&events);
    let stage = feature.runs.current.as_ref().map(|run| run.stage);
    assert_eq!(stage, Some(RunStage::Planning));
    assert_eq!(feature.update(RunMsg::Stop), [RunEvent::Perform(RunCmd::Stop)]);
    let events = feature.start(&[2, 3]);
    assert_eq!(feature.plan(&planning).1, []);
    let events = feature.retrieve(&events);
    let (_, events) = feature.plan(&events);
    assert!(
        matches!(events[..], [RunEvent::Confirm(_)]),
        "the newer run continues: {events:?}"
    );
}

#[test]
fn run_without_questions_ends_without_a_request() {
    let mut feature = Feature::new();
    let (_, events) = feature.ask(&[]);
    assert_eq!(events, [RunEvent::Finished]);
    assert!(feature.runs.take_ended().is_some_and(|run| run.keys().is_empty()));
}

#[test]
fn questions_with_the_same_words_and_answered_ones_are_not_asked() {
    let mut feature = Feature::new();
    let (_, events) = feature.ask(&[2, 3, 4]);
    let [RunEvent::Confirm(sending)] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!(sending.estimate.prompts, 2, "rows 2 and 4 have the same words");
    let events = feature.agree(&events);
    let constraint = Constraint::None;
    let is_certain = true;
    let events = feature.probe(&events, ProbedConstraint { constraint, is_certain });
    assert_eq!(asked(&events), [0, 1]);
    let run = feature.runs.current.as_ref().expect("a run");
    let key = run.keys()[0];
    let places = run.asked.as_ref().map(|asked| asked.places[&key].clone());
    assert_eq!(places, Some(vec![0, 2]));
    feature.update(RunMsg::Stop);
    feature.answered.insert(key);
    let (_, events) = feature.ask(&[2, 3, 4]);
    assert_eq!(asked(&events), [1], "the user has agreed to more prompts");
}

#[test]
fn failed_write_of_answers_is_reported_until_the_project_is_closed() {
    let mut feature = Feature::new();
    let part = StoredPart::Answers;
    for written in [Err(StorageError::Locked), Ok(())] {
        feature.update(RunMsg::Stored { part, written });
        assert!(feature.runs.storage_problems.shown().is_some());
    }
    feature.runs.leave();
    assert_eq!(feature.runs.storage_problems.shown(), None);
}

#[test]
fn work_that_ends_without_a_result_ends_the_run() {
    for error in [WorkerError::NoProject, WorkerError::Cancelled] {
        let mut feature = Feature::new();
        let id = |feature: &Feature| feature.runs.current.as_ref().map_or(0, |run| run.id);
        let stop: [Event; 1] = [RunEvent::Perform(RunCmd::Stop)];
        let is_reported = |feature: &Feature| feature.runs.failure.is_some() && feature.runs.current.is_none();
        feature.start(&[2]);
        let questions = Err(error.clone());
        let retrieved = RunMsg::Retrieved {
            id: id(&feature),
            questions,
        };
        assert_eq!(feature.update(retrieved), stop);
        assert!(is_reported(&feature));

        let events = feature.start(&[2]);
        assert_eq!(feature.runs.failure, None);
        feature.retrieve(&events);
        let planned = RunMsg::Planned {
            id: id(&feature),
            constraint: Constraint::None,
            requests: Err(error.clone()),
        };
        assert_eq!(feature.update(planned), stop);
        assert!(is_reported(&feature));

        let (_, events) = feature.ask(&[2]);
        feature.agree(&events);
        let failed = RunMsg::Failed {
            id: id(&feature),
            error: error.clone(),
        };
        assert_eq!(feature.update(failed.clone()), stop);
        assert!(is_reported(&feature));
        feature.start(&[2]);
        assert_eq!(feature.update(failed), [], "the run was stopped before");
    }
}
