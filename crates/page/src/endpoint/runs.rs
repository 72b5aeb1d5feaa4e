//! State of runs, which send questions with examples to the endpoint of a language model.
//! The module uses no browser APIs.
//!
//! A run retrieves examples, plans the requests, asks for consent, probes the server, and then asks the questions.
//! A run skips the consent if the user has already agreed, and skips the probe if the output constraint is known.
//!
//! The output constraint is the method that the server can use to force the model to answer with one of the labels.
//! If the constraint of the server is not known yet, the requests are planned without a constraint.
//! The requests are planned again if the server supports a constraint.
//!
//! No text is sent before the user has pressed the button of the feature and agreed to send texts to the named host.
//! Each step of a run returns [`RunEvent`]s, which the feature handles in order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::endpoint::{
    Consent, Form, Recipient, RequestCounts, RequestFailure, RunQuestions, StorageProblems, StoredPart,
};
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{Asker, Constraint, Entry, Estimate, Journal, PlannedRequest, Support};
use fastgas_annotation::confidence::{Endpoint, Model, QuestionKey};
use fastgas_platform::{ProbedConstraint, Secret, StorageError, StoredAnswerForm};
use fastgas_protocol::WorkerError;

/// The runs of one feature. At most one run is active.
/// `Q` is the type of the questions, and `T` is the type of the feature's task.
#[derive(Clone, Debug, PartialEq)]
pub struct EndpointRuns<Q, T> {
    pub current: Option<ActiveRun<Q, T>>,
    pub failure: Option<RequestFailure>,
    pub storage_problems: StorageProblems,
    pub sent_to: Option<String>,
    /// The output constraint of each server that the page has already probed.
    constraints: BTreeMap<Support, Constraint>,
    /// A run that waits for examples, planned requests, consent or the output constraint before it sends requests.
    prepared: Option<PreparedRun<Q, T>>,
    agreed: Option<Consent>,
    last_run: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ActiveRun<Q, T> {
    /// Sequence number of the run. The page ignores the results of earlier runs.
    pub id: u32,
    pub task: T,
    pub host: String,
    pub model: String,
    pub stage: RunStage,
    pub counts: RequestCounts,
    /// The questions and their keys. `None` until the run sends requests.
    pub asked: Option<AskedQuestions<Q>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStage {
    /// The page searches for examples. No text is sent in this stage.
    Retrieving,
    /// The page plans the requests. No text is sent in this stage.
    Planning,
    /// The page asks the server which output constraint the server supports. No text of the user is sent in this stage.
    Probing,
    Asking,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AskedQuestions<Q> {
    pub questions: Arc<Q>,
    pub keys: Vec<QuestionKey>,
    pub places: BTreeMap<QuestionKey, Vec<usize>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NewRun<Q, T> {
    pub task: T,
    pub recipient: Recipient,
    pub shots: u32,
    pub questions: Q,
}

#[derive(Clone, Debug, PartialEq)]
struct PreparedRun<Q, T> {
    id: u32,
    task: T,
    recipient: Recipient,
    shots: u32,
    /// The questions, the labels and the settings at the start of the run. Later changes do not affect the run.
    questions: Arc<Q>,
    /// The output constraint that the server supports, if this run has already asked the server.
    probed: Option<Constraint>,
    plan: Option<RequestPlan>,
}

#[derive(Clone, Debug, PartialEq)]
struct RequestPlan {
    constraint: Constraint,
    /// One request per question, in the same order as the questions.
    requests: Vec<PlannedRequest>,
    /// For each distinct question, the index of its first occurrence.
    distinct: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sending<Q, T> {
    pub id: u32,
    pub task: T,
    pub questions: Arc<Q>,
    pub endpoint: Endpoint,
    pub estimate: Estimate,
    /// Number of questions that need no request, because they already have an answer.
    /// 0 if the output constraint of the server is unknown, because an answer is valid for only one constraint.
    pub answered: u32,
    /// Number of distinct questions among the questions that already have an answer.
    pub distinct_answered: u32,
    pub shots: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum RunMsg<Q> {
    Retrieved {
        id: u32,
        questions: Result<Arc<Q>, WorkerError>,
    },
    Planned {
        id: u32,
        constraint: Constraint,
        requests: Result<Vec<PlannedRequest>, WorkerError>,
    },
    Probed {
        id: u32,
        found: Result<ProbedConstraint, ConfidenceError>,
    },
    Answered {
        id: u32,
        place: usize,
        answer: Result<Entry, ConfidenceError>,
        /// Time since the start of the requests, in milliseconds of a monotonic clock.
        elapsed_ms: f64,
    },
    /// An error in the page or in a worker, not in the server, ended the run.
    Failed {
        id: u32,
        error: WorkerError,
    },
    /// Send no new requests until the message `Resume` arrives.
    Pause,
    Resume,
    Stop,
    Stored {
        part: StoredPart,
        written: Result<(), StorageError>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum RunCmd<Q: RunQuestions> {
    Retrieve {
        id: u32,
        questions: Arc<Q>,
        /// Lists of possible example rows, each with the number of rows to find per question.
        among: Vec<(Vec<u32>, u32)>,
        shots: u32,
    },
    Plan {
        id: u32,
        questions: Arc<Q>,
        asker: Asker,
    },
    Probe {
        id: u32,
        endpoint: Endpoint,
        key: Secret,
        model: Model,
    },
    Ask {
        id: u32,
        questions: Arc<Q>,
        asker: Asker,
        places: Vec<usize>,
        endpoint: Endpoint,
        key: Secret,
    },
    Pause,
    Resume,
    Stop,
    StoreAnswers(Vec<Q::Stored>),
    StoreForm(StoredAnswerForm),
}

/// Result of one step of a run. The feature must handle a step's events in order.
#[derive(Clone, Debug, PartialEq)]
pub enum RunEvent<Q: RunQuestions, T> {
    Perform(RunCmd<Q>),
    /// Ask the user for consent. No text is sent until the user agrees.
    Confirm(Sending<Q, T>),
    Started,
    Answered {
        key: QuestionKey,
        entry: Entry,
    },
    /// The run is complete: each question has an answer or has failed. [`EndpointRuns::take_ended`] returns the run.
    Finished,
}

pub(crate) struct RunContext<'a> {
    pub form: &'a Form,
    pub answered: &'a dyn Fn() -> BTreeSet<QuestionKey>,
}

type Step<Q, T> = Result<Vec<RunEvent<Q, T>>, RequestFailure>;

impl<Q> RunMsg<Q> {
    pub(crate) fn is_harmless(&self) -> bool {
        matches!(self, RunMsg::Stored { .. })
    }
}

impl<Q, T> Default for EndpointRuns<Q, T> {
    fn default() -> EndpointRuns<Q, T> {
        EndpointRuns {
            current: None,
            failure: None,
            storage_problems: StorageProblems::default(),
            sent_to: None,
            constraints: BTreeMap::new(),
            prepared: None,
            agreed: None,
            last_run: 0,
        }
    }
}

impl<Q, T> ActiveRun<Q, T> {
    pub fn keys(&self) -> &[QuestionKey] {
        self.asked.as_ref().map_or(&[], |asked| asked.keys.as_slice())
    }
}

impl<Q: RunQuestions, T: Clone> PreparedRun<Q, T> {
    fn activate(&self) -> ActiveRun<Q, T> {
        ActiveRun {
            id: self.id,
            task: self.task.clone(),
            host: self.recipient.endpoint.host().to_owned(),
            model: self.recipient.model.name.clone(),
            stage: RunStage::Retrieving,
            counts: RequestCounts::default(),
            asked: None,
        }
    }

    fn asker(&self, constraint: Constraint) -> Result<Asker, RequestFailure> {
        let asker = self.questions.asker(self.recipient.model.clone(), constraint);
        asker.map_err(RequestFailure::of)
    }
}

impl Recipient {
    fn support(&self) -> Support {
        Support {
            host: self.endpoint.host().to_owned(),
            model: self.model.name.clone(),
            api: self.model.api,
        }
    }
}

impl RequestPlan {
    fn new(constraint: Constraint, requests: Vec<PlannedRequest>) -> RequestPlan {
        let mut seen: BTreeSet<QuestionKey> = BTreeSet::new();
        let is_first = |place: &usize| seen.insert(requests[*place].key);
        let distinct = (0..requests.len()).filter(is_first).collect();
        RequestPlan {
            constraint,
            requests,
            distinct,
        }
    }

    /// For each distinct question without an answer, the index of its first occurrence.
    fn unanswered(&self, answered: &BTreeSet<QuestionKey>) -> Vec<usize> {
        let mut places = self.distinct.clone();
        places.retain(|&place| !answered.contains(&self.requests[place].key));
        places
    }
}

impl<Q> AskedQuestions<Q> {
    fn new(questions: Arc<Q>, requests: &[PlannedRequest]) -> AskedQuestions<Q> {
        let keys: Vec<QuestionKey> = requests.iter().map(|request| request.key).collect();
        let mut places = BTreeMap::<_, Vec<usize>>::new();
        for (place, &key) in keys.iter().enumerate() {
            places.entry(key).or_default().push(place);
        }
        AskedQuestions {
            questions,
            keys,
            places,
        }
    }
}

impl<Q: RunQuestions, T: Clone> EndpointRuns<Q, T> {
    pub fn is_sending(&self) -> bool {
        let is_asking = |run: &ActiveRun<Q, T>| run.stage == RunStage::Asking;
        self.current.as_ref().is_some_and(is_asking)
    }

    /// `None` if the form is invalid or the output constraint of the server is unknown.
    pub fn known_limit(&self, form: &Form) -> Option<(String, Constraint)> {
        let recipient = Recipient::read(&form.address, &Secret::default(), &form.model).ok()?;
        let support = recipient.support();
        let constraint = *self.constraints.get(&support)?;
        Some((support.host, constraint))
    }

    pub(crate) fn start(&mut self, new: Result<NewRun<Q, T>, RequestFailure>) -> Vec<RunEvent<Q, T>> {
        let new = new.and_then(|new| {
            let among = new.questions.to_retrieve(new.shots).map_err(RequestFailure::of)?;
            Ok((among, new))
        });
        let (among, new) = match new {
            Ok(new) => new,
            Err(failure) => return self.fail(failure),
        };
        self.failure = None;
        self.last_run += 1;
        let prepared = PreparedRun {
            id: self.last_run,
            task: new.task,
            recipient: new.recipient,
            shots: new.shots,
            questions: Arc::new(new.questions),
            probed: None,
            plan: None,
        };
        let retrieve = RunCmd::Retrieve {
            id: prepared.id,
            questions: prepared.questions.clone(),
            among,
            shots: prepared.shots,
        };
        self.current = Some(prepared.activate());
        self.prepared = Some(prepared);
        vec![RunEvent::Perform(retrieve)]
    }

    pub(crate) fn update(&mut self, msg: RunMsg<Q>, context: &RunContext<'_>) -> Vec<RunEvent<Q, T>> {
        let step = match msg {
            RunMsg::Retrieved { id, questions } => self.retrieved(id, questions),
            RunMsg::Planned {
                id,
                constraint,
                requests,
            } => self.planned(id, constraint, requests, context),
            RunMsg::Probed { id, found } => self.probed(id, found, context),
            RunMsg::Answered {
                id,
                place,
                answer,
                elapsed_ms,
            } => self.answered(id, (place, answer), elapsed_ms),
            RunMsg::Failed { id, error } => match self.is_current(id) {
                true => Err(RequestFailure::of_worker(&error)),
                false => Ok(Vec::new()),
            },
            RunMsg::Pause => Ok(self.set_paused(true)),
            RunMsg::Resume => Ok(self.set_paused(false)),
            RunMsg::Stop => Ok(self.stop().map(RunEvent::Perform).into_iter().collect()),
            RunMsg::Stored { part, written } => {
                self.storage_problems.written(part, written);
                Ok(Vec::new())
            }
        };
        self.follow(step)
    }

    pub(crate) fn agreed(
        &mut self,
        id: u32,
        (endpoint, estimate): (&Endpoint, &Estimate),
        context: &RunContext<'_>,
    ) -> Vec<RunEvent<Q, T>> {
        let prepared = self.prepared.take_if(|prepared| prepared.id == id);
        let Some(prepared) = prepared.filter(|_| self.current.is_none()) else {
            // The run ended while the page was asking for consent.
            return Vec::new();
        };
        self.agreed = Some(Consent::new(endpoint, estimate));
        self.current = Some(prepared.activate());
        let step = self.proceed(prepared, context);
        self.follow(step)
    }

    pub(crate) fn stop(&mut self) -> Option<RunCmd<Q>> {
        self.prepared = None;
        self.current.take().map(|_| RunCmd::Stop)
    }

    pub(crate) fn fail(&mut self, failure: RequestFailure) -> Vec<RunEvent<Q, T>> {
        self.failure = Some(failure);
        self.stop().map(RunEvent::Perform).into_iter().collect()
    }

    /// The page cannot ask for consent while the user has to answer another question first.
    pub(crate) fn cannot_ask(&mut self) {
        self.prepared = None;
        self.failure = Some(RequestFailure::other_question());
    }

    pub(crate) fn take_ended(&mut self) -> Option<ActiveRun<Q, T>> {
        self.current.take()
    }

    /// Withdraws the consent, so that the page asks again before it sends prompts with different texts.
    pub(crate) fn withdraw_consent(&mut self) {
        self.agreed = None;
    }

    pub(crate) fn leave(&mut self) -> Option<RunCmd<Q>> {
        let stop = self.stop();
        *self = EndpointRuns {
            sent_to: self.sent_to.take(),
            last_run: self.last_run,
            ..EndpointRuns::default()
        };
        stop
    }

    /// `stored` is a [journal](Journal) that contains only output constraints.
    pub(crate) fn restore_constraints(&mut self, stored: &str) {
        // If the stored constraints cannot be read, the server's output constraint is probed again.
        let journal = Journal::read(stored.as_bytes()).unwrap_or_default();
        for (support, constraint) in journal.constraints {
            self.constraints.entry(support).or_insert(constraint);
        }
    }

    fn follow(&mut self, step: Step<Q, T>) -> Vec<RunEvent<Q, T>> {
        step.unwrap_or_else(|failure| self.fail(failure))
    }

    fn is_current(&self, id: u32) -> bool {
        self.current.as_ref().is_some_and(|run| run.id == id)
    }

    fn take_prepared(&mut self, id: u32) -> Option<PreparedRun<Q, T>> {
        match self.is_current(id) {
            true => self.prepared.take(),
            false => None,
        }
    }

    fn set_stage(&mut self, stage: RunStage) {
        if let Some(run) = &mut self.current {
            run.stage = stage;
        }
    }

    fn constraint_of(&self, prepared: &PreparedRun<Q, T>) -> Option<Constraint> {
        let earlier = || self.constraints.get(&prepared.recipient.support()).copied();
        prepared.probed.or_else(earlier)
    }

    fn retrieved(&mut self, id: u32, questions: Result<Arc<Q>, WorkerError>) -> Step<Q, T> {
        let Some(mut prepared) = self.take_prepared(id) else {
            return Ok(Vec::new());
        };
        prepared.questions = questions.map_err(|error| RequestFailure::of_worker(&error))?;
        let constraint = self.constraint_of(&prepared).unwrap_or(Constraint::None);
        self.start_planning(prepared, constraint)
    }

    fn start_planning(&mut self, prepared: PreparedRun<Q, T>, constraint: Constraint) -> Step<Q, T> {
        let plan = RunCmd::Plan {
            id: prepared.id,
            questions: prepared.questions.clone(),
            asker: prepared.asker(constraint)?,
        };
        self.set_stage(RunStage::Planning);
        self.prepared = Some(prepared);
        Ok(vec![RunEvent::Perform(plan)])
    }

    fn planned(
        &mut self,
        id: u32,
        constraint: Constraint,
        requests: Result<Vec<PlannedRequest>, WorkerError>,
        context: &RunContext<'_>,
    ) -> Step<Q, T> {
        let Some(mut prepared) = self.take_prepared(id) else {
            return Ok(Vec::new());
        };
        let requests = requests.map_err(|error| RequestFailure::of_worker(&error))?;
        let plan = RequestPlan::new(constraint, requests);
        let sending = self.sending(&prepared, &plan, &(context.answered)());
        prepared.plan = Some(plan);
        let covers = |agreed: &Consent| agreed.covers(&sending.endpoint, &sending.estimate);
        if sending.estimate.prompts == 0 || self.agreed.as_ref().is_some_and(covers) {
            return self.proceed(prepared, context);
        }
        self.current = None;
        self.prepared = Some(prepared);
        Ok(vec![RunEvent::Confirm(sending)])
    }

    /// Describes what the run would send, so that the page can ask the user for consent.
    /// The server's output constraint is probed only after the user has agreed.
    fn sending(
        &self,
        prepared: &PreparedRun<Q, T>,
        plan: &RequestPlan,
        answered: &BTreeSet<QuestionKey>,
    ) -> Sending<Q, T> {
        let is_known = self.constraint_of(prepared).is_some();
        // While the output constraint is unknown, stored answers are not found, because their keys depend on the constraint.
        let (to_ask, n_answered) = match is_known {
            true => {
                let has_answer = |request: &&PlannedRequest| answered.contains(&request.key);
                (
                    plan.unanswered(answered),
                    plan.requests.iter().filter(has_answer).count(),
                )
            }
            false => (plan.distinct.clone(), 0),
        };
        let requests: Vec<PlannedRequest> = to_ask.iter().map(|&place| plan.requests[place]).collect();
        let mut estimate = prepared.questions.estimate(&requests);
        estimate.is_most = !is_known && !answered.is_empty();
        Sending {
            id: prepared.id,
            task: prepared.task.clone(),
            questions: prepared.questions.clone(),
            endpoint: prepared.recipient.endpoint.clone(),
            estimate,
            answered: n_answered as u32,
            distinct_answered: (plan.distinct.len() - to_ask.len()) as u32,
            shots: prepared.shots,
        }
    }

    /// Sends the prompts, but first asks the server for its output constraint if the constraint is unknown.
    fn proceed(&mut self, prepared: PreparedRun<Q, T>, context: &RunContext<'_>) -> Step<Q, T> {
        if let Some(constraint) = self.constraint_of(&prepared) {
            return self.begin(prepared, constraint, context);
        }
        if prepared.questions.n_questions() == 0 {
            return Ok(vec![RunEvent::Finished]);
        }
        let Recipient { endpoint, key, model } = prepared.recipient.clone();
        let probe = RunCmd::Probe {
            id: prepared.id,
            endpoint,
            key,
            model,
        };
        self.set_stage(RunStage::Probing);
        self.prepared = Some(prepared);
        Ok(vec![RunEvent::Perform(probe)])
    }

    fn probed(
        &mut self,
        id: u32,
        found: Result<ProbedConstraint, ConfidenceError>,
        context: &RunContext<'_>,
    ) -> Step<Q, T> {
        let Some(mut prepared) = self.take_prepared(id) else {
            return Ok(Vec::new());
        };
        let ProbedConstraint { constraint, is_certain } = found.map_err(RequestFailure::of)?;
        if is_certain {
            self.constraints.insert(prepared.recipient.support(), constraint);
        }
        prepared.probed = Some(constraint);
        self.begin(prepared, constraint, context)
    }

    /// Plans the requests again if they were planned for a different output constraint.
    fn begin(
        &mut self,
        mut prepared: PreparedRun<Q, T>,
        constraint: Constraint,
        context: &RunContext<'_>,
    ) -> Step<Q, T> {
        let Some(plan) = prepared.plan.take_if(|plan| plan.constraint == constraint) else {
            return self.start_planning(prepared, constraint);
        };
        let asker = prepared.asker(constraint)?;
        // Answers may have been restored from the storage after the planning. Their questions are left out.
        let places = plan.unanswered(&(context.answered)());
        let store = RunCmd::StoreForm(self.stored_form(context.form));
        let Some(run) = self.current.as_mut() else {
            return Ok(Vec::new());
        };
        let questions = prepared.questions;
        run.stage = RunStage::Asking;
        run.counts.total = places.len() as u32;
        run.asked = Some(AskedQuestions::new(questions.clone(), &plan.requests));
        let mut events = vec![RunEvent::Perform(store), RunEvent::Started];
        if places.is_empty() {
            events.push(RunEvent::Finished);
            return Ok(events);
        }
        let Recipient { endpoint, key, .. } = prepared.recipient;
        self.sent_to = Some(endpoint.host().to_owned());
        events.push(RunEvent::Perform(RunCmd::Ask {
            id: prepared.id,
            questions,
            asker,
            places,
            endpoint,
            key,
        }));
        Ok(events)
    }

    fn stored_form(&self, form: &Form) -> StoredAnswerForm {
        let journal = Journal {
            constraints: self.constraints.clone(),
            ..Journal::default()
        };
        StoredAnswerForm {
            address: form.address.clone(),
            model: form.model.clone(),
            template: form.template.clone(),
            shots: form.shots.clone(),
            constraints: journal.write(),
        }
    }

    fn answered(
        &mut self,
        id: u32,
        (place, answer): (usize, Result<Entry, ConfidenceError>),
        elapsed_ms: f64,
    ) -> Step<Q, T> {
        let Some(run) = self.current.as_mut().filter(|run| run.id == id) else {
            return Ok(Vec::new());
        };
        let Some(&key) = run.keys().get(place) else {
            return Ok(Vec::new());
        };
        let entry = run.counts.finish_one(answer, elapsed_ms)?;
        let mut events: Vec<RunEvent<Q, T>> = Vec::new();
        events.extend(entry.map(|entry| RunEvent::Answered { key, entry }));
        if run.counts.are_finished() {
            events.push(RunEvent::Finished);
        }
        Ok(events)
    }

    fn set_paused(&mut self, paused: bool) -> Vec<RunEvent<Q, T>> {
        let changes = self.current.as_mut().is_some_and(|run| run.counts.set_paused(paused));
        let cmd = || RunEvent::Perform(if paused { RunCmd::Pause } else { RunCmd::Resume });
        changes.then(cmd).into_iter().collect()
    }
}
