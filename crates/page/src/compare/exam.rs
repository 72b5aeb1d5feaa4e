//! State of the exam of the comparison: a language model answers the same test texts with the picks of each run as its
//! examples.
//!
//! ```text
//!  Ask ─▶ Retrieve ─▶ Retrieved ─▶ Plan ─▶ Planned ─▶ consent ─▶ Probe ─▶ Probed ─▶ Ask ─▶ Answered … ─▶ ExamResult
//!         (examples)                                (unless          (unless the
//!                                                    agreed)          constraint is known)
//! ```
//!
//! The prompts are planned under the known constraint, or as if there was none. They are planned again only if the server obeys
//! another constraint.
//!
//! No text is sent before the user has pressed the button and agreed to the named host. Answers belong to prompts: runs with
//! the same prompt share its answer, and another exam sends only new prompts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::answers::{Form as AnswerForm, MAX_SHOTS};
use crate::compare::ExamConsent;
use crate::compare::{Cmd as CompareCmd, Comparison, ComparisonResult};
use crate::endpoint::{Consent, RequestFailure};
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::project::Project;
use crate::run::settings::Settings;
use crate::run::time_estimate::ThroughputEstimator;
use crate::state::{AppState, Cmd as StateCmd, Confirmation, Context, Request};
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{Asker, Constraint, Entry, Exam, Journal, PlannedRequest, Support, exam_rows};
use fastgas_annotation::confidence::{Endpoint, FailureBudget, Model, QuestionKey};
use fastgas_annotation::retrieve::{BUILT_IN, DEFAULT_SHOTS, Template};
use fastgas_platform::{
    EncoderName, ProbedConstraint, Secret, StorageError, StoredAnswerForm, StoredAnswers, StoredExamAnswer,
};
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::Method;
use fastgas_select::evaluate::Plan;
use fastgas_select::evaluate::answers::{AnswerRow, AnsweredPlan, compare_answers};

/// Maximum number of test texts.
pub const MAX_TEXTS: u32 = 500;
const DEFAULT_TEXTS: u32 = 100;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExamState {
    /// The form as typed.
    pub form: ExamForm,
    /// The current run.
    pub run: Option<ActiveExam>,
    /// The last failure.
    pub failure: Option<RequestFailure>,
    /// Why answers are not stored, if storing failed.
    pub storage_problem: Option<String>,
    /// The host that received texts in this session.
    pub sent_to: Option<String>,
    /// All answers, including answers of earlier sessions.
    answers: BTreeMap<QuestionKey, Entry>,
    /// The constraints that servers were found to obey.
    constraints: BTreeMap<Support, Constraint>,
    /// The run that waits for its examples, for its requests, for consent, or for the constraint.
    prepared: Option<PreparedExam>,
    agreed: Option<Consent>,
    /// Whether the stored answers were requested.
    is_loading: bool,
    /// Whether the user changed the form.
    is_edited: bool,
    last_run: u32,
}

/// The form as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExamForm {
    pub address: String,
    pub model: String,
    /// The API key of the server, if it needs one.
    pub key: Secret,
    /// The number of examples.
    pub shots: String,
    /// The number of test texts.
    pub texts: String,
    /// The template for text and label.
    pub template: String,
}

/// Why no exam is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExamObstacle {
    /// There are no finished runs.
    NoResults,
    /// The methods were compared without true labels.
    NoLabels,
    /// The comparison is running.
    Comparing,
    /// The results belong to other inputs than the current ones.
    Outdated,
}

/// A run in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveExam {
    /// Sequence number. Results of earlier runs are dropped.
    pub id: u32,
    pub host: String,
    pub stage: ExamStage,
    /// True if the user paused it.
    pub paused: bool,
    /// Number of finished requests, including failed ones.
    pub done: u32,
    pub total: u32,
    /// The comparison that the exam belongs to.
    job: JobId,
    plans: Vec<Plan>,
    model: String,
    exam: Option<Arc<Exam>>,
    keys: Vec<QuestionKey>,
    failures: FailureBudget,
    pace: ThroughputEstimator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExamStage {
    /// The examples of each text are being retrieved. Nothing is sent.
    Retrieving,
    /// The prompts are being planned. Nothing is sent.
    Planning,
    /// The server is asked which constraint it obeys, without a text of the user.
    Probing,
    Asking,
}

/// The results of an exam.
#[derive(Clone, Debug, PartialEq)]
pub struct ExamResult {
    /// One for each method and budget of the comparison.
    pub rows: Vec<AnswerRow>,
    /// Name of the model.
    pub model: String,
    /// The method with which the others are compared.
    pub reference: Method,
    /// Number of test texts.
    pub n_texts: u32,
    /// Number of answers of all runs.
    pub n_answers: u32,
    /// Number of answers that are none of the labels, which count as wrong.
    pub n_unmatched: u32,
    /// Number of answers to prompts with fewer examples, because the context is too small.
    pub n_shortened: u32,
}

/// A run that has not sent anything.
#[derive(Clone, Debug, PartialEq)]
struct PreparedExam {
    id: u32,
    endpoint: Endpoint,
    key: Secret,
    model: Model,
    shots: u32,
    exam: Arc<Exam>,
    job: JobId,
    plans: Vec<Plan>,
    /// The constraint that the server was found to obey in this run.
    probed: Option<Constraint>,
    /// The requests, once they are planned.
    plan: Option<PromptPlan>,
}

/// The requests of a run.
#[derive(Clone, Debug, PartialEq)]
struct PromptPlan {
    /// The constraint of all these requests.
    constraint: Constraint,
    /// The request of each question.
    requests: Vec<PlannedRequest>,
    /// The first place of each distinct question.
    distinct: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExamMsg {
    /// The stored answers were read.
    Loaded(Result<Box<StoredAnswers<StoredExamAnswer>>, StorageError>),
    Edit(ExamForm),
    Ask,
    /// The examples of each question were retrieved.
    Retrieved {
        id: u32,
        /// The exam with its examples.
        exam: Result<Arc<Exam>, WorkerError>,
    },
    /// The requests were planned.
    Planned {
        id: u32,
        constraint: Constraint,
        /// The request of each question.
        requests: Result<Vec<PlannedRequest>, WorkerError>,
    },
    /// The server was asked for its constraint.
    Probed {
        id: u32,
        found: Result<ProbedConstraint, ConfidenceError>,
    },
    Answered {
        id: u32,
        place: usize,
        answer: Result<Entry, ConfidenceError>,
        /// Milliseconds on a monotonic clock.
        elapsed_ms: f64,
    },
    /// The run ended with an error that is not the server's.
    Failed {
        id: u32,
        error: WorkerError,
    },
    /// Start no new requests.
    Pause,
    Resume,
    Stop,
    /// Storing has finished or failed.
    Stored(Result<(), StorageError>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExamCmd {
    /// Read the stored answers; answered by [`ExamMsg::Loaded`].
    Load,
    /// Choose the examples of each question among the picks that are most similar; answered by [`ExamMsg::Retrieved`].
    Retrieve {
        id: u32,
        exam: Arc<Exam>,
        /// For each list of picks its rows, and the number of most similar ones to find per text.
        picks: Vec<(Vec<u32>, u32)>,
        /// The maximum number of examples per question.
        shots: u32,
    },
    /// Plan the request of each question; answered by [`ExamMsg::Planned`].
    Plan {
        id: u32,
        exam: Arc<Exam>,
        asker: Asker,
    },
    /// Find out which constraint the server obeys; answered by [`ExamMsg::Probed`].
    Probe {
        id: u32,
        endpoint: Endpoint,
        key: Secret,
        model: Model,
    },
    /// Send a request for each of the places; answered by [`ExamMsg::Answered`].
    Ask {
        id: u32,
        exam: Arc<Exam>,
        asker: Asker,
        places: Vec<usize>,
        endpoint: Endpoint,
        key: Secret,
    },
    /// Start no new requests.
    Pause,
    Resume,
    /// Abort all requests.
    Stop,
    StoreAnswer(StoredExamAnswer),
    StoreForm(StoredAnswerForm),
}

impl ExamMsg {
    /// Whether the message may be applied in a tab that must not change the project.
    pub(crate) fn is_harmless(&self) -> bool {
        matches!(self, ExamMsg::Loaded(_) | ExamMsg::Stored(_))
    }
}

impl Default for ExamForm {
    fn default() -> ExamForm {
        ExamForm {
            address: String::new(),
            model: String::new(),
            key: Secret::default(),
            shots: DEFAULT_SHOTS.to_string(),
            texts: DEFAULT_TEXTS.to_string(),
            template: BUILT_IN[0].template().to_string(),
        }
    }
}

impl ExamForm {
    /// The number of test texts in a pool of this size. `None` if the number in the form is invalid.
    pub fn n_texts(&self, n_instances: usize) -> Option<u32> {
        let texts = self.texts.trim().parse::<u32>().ok();
        let texts = texts.filter(|texts| (1..=MAX_TEXTS).contains(texts))?;
        Some(texts.min(n_instances as u32))
    }
}

impl ActiveExam {
    fn new(prepared: &PreparedExam) -> ActiveExam {
        ActiveExam {
            id: prepared.id,
            host: prepared.endpoint.host().to_owned(),
            stage: ExamStage::Retrieving,
            paused: false,
            done: 0,
            total: 0,
            job: prepared.job,
            plans: prepared.plans.clone(),
            model: prepared.model.name.clone(),
            exam: None,
            keys: Vec::new(),
            failures: FailureBudget::default(),
            pace: ThroughputEstimator::default(),
        }
    }

    /// Seconds until all requests are finished. `None` if no estimate is possible yet.
    pub fn seconds_left(&self) -> Option<f64> {
        let left = f64::from(self.total - self.done);
        self.pace.seconds_left(left).filter(|_| !self.paused)
    }
}

impl PreparedExam {
    fn asker(&self, constraint: Constraint) -> Result<Asker, RequestFailure> {
        let asker = self.exam.asker(self.model.clone(), constraint);
        asker.map_err(RequestFailure::of)
    }

    fn support(&self) -> Support {
        Support {
            host: self.endpoint.host().to_owned(),
            model: self.model.name.clone(),
            api: self.model.api,
        }
    }
}

impl PromptPlan {
    fn new(constraint: Constraint, requests: Vec<PlannedRequest>) -> PromptPlan {
        let mut seen: BTreeSet<QuestionKey> = BTreeSet::new();
        let is_first = |place: &usize| seen.insert(requests[*place].key);
        let distinct = (0..requests.len()).filter(is_first).collect();
        PromptPlan {
            constraint,
            requests,
            distinct,
        }
    }
}

impl ExamState {
    /// Whether texts are being sent.
    pub fn is_sending(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.stage == ExamStage::Asking)
    }

    /// Offers the endpoint that the user has entered elsewhere, unless the form of the exam has one.
    pub(crate) fn offer(&mut self, other: &AnswerForm) {
        if self.is_edited || !self.form.address.is_empty() {
            return;
        }
        self.form.address.clone_from(&other.address);
        self.form.model.clone_from(&other.model);
        self.form.key = other.key.clone();
        self.form.template.clone_from(&other.template);
        self.form.shots.clone_from(&other.shots);
    }

    /// Reads the stored answers once for each project.
    pub(super) fn load(&mut self) -> Vec<Request> {
        match std::mem::replace(&mut self.is_loading, true) {
            true => Vec::new(),
            false => vec![perform(ExamCmd::Load)],
        }
    }

    /// Drops everything that belongs to the current project, but keeps it stored.
    pub(crate) fn leave(&mut self) -> Vec<StateCmd> {
        let cmds = self.interrupt();
        *self = ExamState {
            sent_to: self.sent_to.take(),
            last_run: self.last_run,
            ..ExamState::default()
        };
        cmds
    }

    /// Asks for consent again before the next prompts, because they may contain other texts.
    pub(crate) fn withdraw_consent(&mut self) {
        self.agreed = None;
    }

    /// Ends the run. Its answers are kept.
    pub(super) fn interrupt(&mut self) -> Vec<StateCmd> {
        self.prepared = None;
        self.failure = None;
        let stops = self.run.take().is_some();
        stops.then(|| command(ExamCmd::Stop)).into_iter().collect()
    }

    fn loaded(&mut self, stored: Result<StoredAnswers<StoredExamAnswer>, StorageError>) {
        let stored = match stored {
            Ok(stored) => stored,
            Err(error) => {
                self.storage_problem = Some(core_messages::translate_core("storage", &error));
                return;
            }
        };
        if let Some(form) = stored.form {
            // Without the constraints, the server is asked for them again.
            let journal = Journal::read(form.constraints.as_bytes()).unwrap_or_default();
            for (support, constraint) in journal.constraints {
                self.constraints.entry(support).or_insert(constraint);
            }
            // What the user has typed in the meantime is newer.
            if !self.is_edited && self.run.is_none() {
                let key = match self.form.address == form.address {
                    true => std::mem::take(&mut self.form.key),
                    false => Secret::default(),
                };
                self.form = ExamForm {
                    address: form.address,
                    model: form.model,
                    template: form.template,
                    shots: form.shots,
                    key,
                    texts: std::mem::take(&mut self.form.texts),
                };
            }
        }
        for StoredExamAnswer { key, entry } in stored.answers {
            if let Some(key) = QuestionKey::read(&key) {
                self.answers.entry(key).or_insert(entry);
            }
        }
    }

    /// Validates the form and collects the questions, which have no examples yet.
    fn prepare(
        &self,
        project: &Project,
        found: &ComparisonResult,
        label_column: usize,
    ) -> Result<PreparedExam, RequestFailure> {
        let form = &self.form;
        let endpoint = Endpoint::read(&form.address).map_err(RequestFailure::of)?;
        let key = form.key.0.trim();
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(RequestFailure::of(ConfidenceError::BadKey));
        }
        let model = Model {
            name: form.model.trim().into(),
            api: endpoint.api(),
        };
        if model.name.is_empty() {
            return Err(RequestFailure::of(ConfidenceError::NoModel));
        }
        let shots = form.shots.trim().parse::<u32>().ok();
        let shots = shots
            .filter(|&shots| shots <= MAX_SHOTS)
            .ok_or_else(|| RequestFailure {
                problem: t!("answers-shots-problem", shots = form.shots.trim()),
                advice: t!("answers-shots-advice", max_shots = MAX_SHOTS),
            })?;
        let pool = &project.source.pool;
        let n_texts = form.n_texts(pool.len()).ok_or_else(|| RequestFailure {
            problem: t!("compare-exam-texts-problem", texts = form.texts.trim()),
            advice: t!("compare-exam-texts-advice", max_texts = MAX_TEXTS),
        })?;
        let template = Template::read(&form.template).map_err(RequestFailure::of)?;
        let columns = (found.basis.text_column, label_column);
        let rows = exam_rows(pool.len() as u32, n_texts);
        let exam = Exam::new(pool, columns, &found.picks, &template, rows).map_err(RequestFailure::of)?;
        Ok(PreparedExam {
            id: self.last_run + 1,
            endpoint,
            key: Secret(key.into()),
            model,
            shots,
            exam: Arc::new(exam),
            job: found.job,
            plans: found.runs.iter().map(|run| run.plan).collect(),
            probed: None,
            plan: None,
        })
    }

    fn is_running(&self, id: u32) -> bool {
        self.run.as_ref().is_some_and(|run| run.id == id)
    }

    fn retrieved(&mut self, id: u32, exam: Result<Arc<Exam>, WorkerError>) -> Result<Step, RequestFailure> {
        let Some(mut prepared) = self.take_prepared(id) else {
            return Ok(Step::default());
        };
        prepared.exam = exam.map_err(|error| RequestFailure::of_worker(&error))?;
        let constraint = self.constraint_of(&prepared).unwrap_or(Constraint::None);
        self.start_planning(prepared, constraint)
    }

    /// The run with this number, if it is the current one and waits.
    fn take_prepared(&mut self, id: u32) -> Option<PreparedExam> {
        match self.is_running(id) {
            true => self.prepared.take(),
            false => None,
        }
    }

    /// The constraint that the server obeys. `None` if that is unknown.
    fn constraint_of(&self, prepared: &PreparedExam) -> Option<Constraint> {
        let earlier = || self.constraints.get(&prepared.support()).copied();
        prepared.probed.or_else(earlier)
    }

    /// Plans the requests under the constraint.
    fn start_planning(&mut self, prepared: PreparedExam, constraint: Constraint) -> Result<Step, RequestFailure> {
        let plan = ExamCmd::Plan {
            id: prepared.id,
            exam: prepared.exam.clone(),
            asker: prepared.asker(constraint)?,
        };
        if let Some(run) = &mut self.run {
            run.stage = ExamStage::Planning;
        }
        self.prepared = Some(prepared);
        Ok(Step::of(perform(plan)))
    }

    fn planned(
        &mut self,
        id: u32,
        constraint: Constraint,
        requests: Result<Vec<PlannedRequest>, WorkerError>,
    ) -> Result<Step, RequestFailure> {
        let Some(mut prepared) = self.take_prepared(id) else {
            return Ok(Step::default());
        };
        let requests = requests.map_err(|error| RequestFailure::of_worker(&error))?;
        let plan = PromptPlan::new(constraint, requests);
        let sending = self.sending(&prepared, &plan);
        prepared.plan = Some(plan);
        let prompts = sending.estimate.prompts;
        let is_agreed = self
            .agreed
            .as_ref()
            .is_some_and(|agreed| agreed.covers(&sending.endpoint, &sending.estimate));
        if prompts == 0 || is_agreed {
            return self.proceed(prepared);
        }
        self.run = None;
        self.prepared = Some(prepared);
        Ok(Step::of(Request::Confirm(Confirmation::SendExam(sending))))
    }

    /// What will be sent, as far as it is known without asking the server.
    fn sending(&self, prepared: &PreparedExam, plan: &PromptPlan) -> ExamConsent {
        let is_known = self.constraint_of(prepared).is_some();
        // The prompts depend on the constraint. While it is unknown, any of them may need a new answer.
        let to_ask = match is_known {
            true => self.unanswered(plan),
            false => plan.distinct.clone(),
        };
        let requests = to_ask.iter().map(|&place| plan.requests[place]);
        let mut estimate = prepared.exam.estimate(requests);
        estimate.is_most = !is_known && !self.answers.is_empty();
        ExamConsent {
            id: prepared.id,
            endpoint: prepared.endpoint.clone(),
            estimate,
            answered: (plan.distinct.len() - to_ask.len()) as u32,
            shots: prepared.shots,
            n_runs: prepared.plans.len() as u32,
            n_texts: prepared.exam.rows().len() as u32,
        }
    }

    /// The first place of each distinct question without an answer.
    fn unanswered(&self, plan: &PromptPlan) -> Vec<usize> {
        let mut places = plan.distinct.clone();
        places.retain(|&place| !self.answers.contains_key(&plan.requests[place].key));
        places
    }

    /// Asks the server for its constraint if it is unknown. Otherwise sends the prompts.
    fn proceed(&mut self, prepared: PreparedExam) -> Result<Step, RequestFailure> {
        if let Some(constraint) = self.constraint_of(&prepared) {
            return self.begin(prepared, constraint);
        }
        let probe = ExamCmd::Probe {
            id: prepared.id,
            endpoint: prepared.endpoint.clone(),
            key: prepared.key.clone(),
            model: prepared.model.clone(),
        };
        if let Some(run) = &mut self.run {
            run.stage = ExamStage::Probing;
        }
        self.prepared = Some(prepared);
        Ok(Step::of(perform(probe)))
    }

    fn probed(&mut self, id: u32, found: Result<ProbedConstraint, ConfidenceError>) -> Result<Step, RequestFailure> {
        let Some(mut prepared) = self.take_prepared(id) else {
            return Ok(Step::default());
        };
        let ProbedConstraint { constraint, is_certain } = found.map_err(RequestFailure::of)?;
        if is_certain {
            self.constraints.insert(prepared.support(), constraint);
        }
        prepared.probed = Some(constraint);
        self.begin(prepared, constraint)
    }

    /// Sends the prompts. Plans the requests again if they were planned under another constraint.
    fn begin(&mut self, mut prepared: PreparedExam, constraint: Constraint) -> Result<Step, RequestFailure> {
        let Some(plan) = prepared.plan.take_if(|plan| plan.constraint == constraint) else {
            return self.start_planning(prepared, constraint);
        };
        let asker = prepared.asker(constraint)?;
        // Answers may have been loaded since the requests were planned.
        let to_ask = self.unanswered(&plan);
        let store = perform(ExamCmd::StoreForm(self.stored_form()));
        let Some(run) = self.run.as_mut() else {
            return Ok(Step::default());
        };
        let exam = prepared.exam;
        run.stage = ExamStage::Asking;
        run.total = to_ask.len() as u32;
        run.exam = Some(exam.clone());
        run.keys = plan.requests.iter().map(|request| request.key).collect();
        if to_ask.is_empty() {
            return Ok(Step {
                requests: vec![store],
                is_last: true,
            });
        }
        self.sent_to = Some(prepared.endpoint.host().to_owned());
        let ask = ExamCmd::Ask {
            id: prepared.id,
            exam,
            asker,
            places: to_ask,
            endpoint: prepared.endpoint,
            key: prepared.key,
        };
        Ok(Step {
            requests: vec![store, perform(ask)],
            is_last: false,
        })
    }

    fn stored_form(&self) -> StoredAnswerForm {
        let journal = Journal {
            constraints: self.constraints.clone(),
            ..Journal::default()
        };
        StoredAnswerForm {
            address: self.form.address.clone(),
            model: self.form.model.clone(),
            template: self.form.template.clone(),
            shots: self.form.shots.clone(),
            constraints: journal.write(),
        }
    }

    /// Records an answer. The result says whether it was the last one.
    fn answered(
        &mut self,
        id: u32,
        (place, answer): (usize, Result<Entry, ConfidenceError>),
        elapsed_ms: f64,
    ) -> Result<Step, RequestFailure> {
        let Some(run) = self.run.as_mut().filter(|run| run.id == id) else {
            return Ok(Step::default());
        };
        let Some(&key) = run.keys.get(place) else {
            return Ok(Step::default());
        };
        run.done += 1;
        if !run.paused {
            run.pace.sample(f64::from(run.done), elapsed_ms);
        }
        let is_last = run.done == run.total;
        let mut requests = Vec::new();
        match answer {
            Ok(entry) => {
                run.failures.answered();
                let stored = StoredExamAnswer {
                    key: key.to_string(),
                    entry: entry.clone(),
                };
                self.answers.insert(key, entry);
                requests.push(perform(ExamCmd::StoreAnswer(stored)));
            }
            Err(error) => run.failures.failed(error).map_err(RequestFailure::of)?,
        }
        Ok(Step { requests, is_last })
    }

    /// The result of the finished run, and the comparison that it belongs to. `None` if an answer is missing, which is
    /// reported.
    fn finish(&mut self) -> Option<(JobId, ExamResult)> {
        let run = self.run.take()?;
        let exam = run.exam?;
        let distinct: BTreeSet<QuestionKey> = run.keys.iter().copied().collect();
        let unanswered = distinct.iter().filter(|key| !self.answers.contains_key(key)).count() as u32;
        if let Some(first) = run.failures.first_failure(unanswered) {
            let RequestFailure { problem, advice } = RequestFailure::of(first);
            let prompts = distinct.len() as u32;
            self.failure = Some(RequestFailure {
                problem: t!("compare-exam-unanswered-problem", unanswered, prompts, problem),
                advice,
            });
            return None;
        }
        let (mut n_answers, mut n_unmatched, mut n_shortened) = (0, 0, 0);
        let mut by_plan = Vec::with_capacity(run.plans.len());
        for (selection, &plan) in run.plans.iter().enumerate() {
            let mut is_right = Vec::with_capacity(exam.rows().len());
            for place in exam.places(selection) {
                let entry = self.answers.get(&run.keys[place])?;
                n_answers += 1;
                n_unmatched += u32::from(exam.matched(place, &entry.answer.text).is_none());
                n_shortened += u32::from(entry.shots < exam.n_examples(place));
                is_right.push(exam.is_right(place, &entry.answer.text));
            }
            by_plan.push(AnsweredPlan { plan, is_right });
        }
        let result = ExamResult {
            rows: compare_answers(&by_plan),
            model: run.model,
            reference: by_plan.first()?.plan.method,
            n_texts: exam.rows().len() as u32,
            n_answers,
            n_unmatched,
            n_shortened,
        };
        Some((run.job, result))
    }

    fn set_paused(&mut self, paused: bool) -> Vec<Request> {
        let Some(run) = self.run.as_mut().filter(|run| run.paused != paused) else {
            return Vec::new();
        };
        run.paused = paused;
        run.pace.pause();
        vec![perform(if paused { ExamCmd::Pause } else { ExamCmd::Resume })]
    }

    fn fail(&mut self, failure: RequestFailure) -> Vec<Request> {
        let cmds = self.interrupt();
        self.failure = Some(failure);
        cmds.into_iter().map(Request::Perform).collect()
    }
}

/// What follows a message about the current run.
#[derive(Default)]
struct Step {
    requests: Vec<Request>,
    /// Whether no prompt is left to send.
    is_last: bool,
}

impl Step {
    fn of(request: Request) -> Step {
        Step {
            requests: vec![request],
            is_last: false,
        }
    }
}

impl Comparison {
    pub(super) fn update_exam(&mut self, msg: ExamMsg, context: &Context<'_>) -> Vec<Request> {
        match msg {
            ExamMsg::Loaded(stored) => self.exam.loaded(stored.map(|stored| *stored)),
            ExamMsg::Edit(form) => {
                // A template can add columns to the prompts.
                if form.template != self.exam.form.template {
                    self.exam.agreed = None;
                }
                self.exam.form = form;
                self.exam.is_edited = true;
                self.exam.failure = None;
            }
            ExamMsg::Ask => return self.ask_exam(context),
            ExamMsg::Retrieved { id, exam } => {
                let retrieved = self.exam.retrieved(id, exam);
                return self.follow(retrieved);
            }
            ExamMsg::Planned {
                id,
                constraint,
                requests,
            } => {
                let planned = self.exam.planned(id, constraint, requests);
                return self.follow(planned);
            }
            ExamMsg::Probed { id, found } => {
                let probed = self.exam.probed(id, found);
                return self.follow(probed);
            }
            ExamMsg::Answered {
                id,
                place,
                answer,
                elapsed_ms,
            } => {
                let answered = self.exam.answered(id, (place, answer), elapsed_ms);
                return self.follow(answered);
            }
            ExamMsg::Failed { id, error } if self.exam.is_running(id) => {
                return self.exam.fail(RequestFailure::of_worker(&error));
            }
            ExamMsg::Failed { .. } => {}
            ExamMsg::Pause => return self.exam.set_paused(true),
            ExamMsg::Resume => return self.exam.set_paused(false),
            ExamMsg::Stop => return self.exam.interrupt().into_iter().map(Request::Perform).collect(),
            ExamMsg::Stored(stored) => {
                let problem = stored.err();
                self.exam.storage_problem = problem.map(|error| core_messages::translate_core("storage", &error));
            }
        }
        Vec::new()
    }

    /// Continues the exam after the user agreed to send these prompts.
    pub(crate) fn agreed(&mut self, sending: &ExamConsent) -> Vec<Request> {
        self.exam.agreed = Some(Consent::new(&sending.endpoint, &sending.estimate));
        let prepared = self.exam.prepared.take_if(|prepared| prepared.id == sending.id);
        let Some(prepared) = prepared.filter(|_| self.exam.run.is_none()) else {
            return Vec::new();
        };
        self.exam.run = Some(ActiveExam::new(&prepared));
        let proceeded = self.exam.proceed(prepared);
        self.follow(proceeded)
    }

    /// Shows the result after the last answer, or the failure.
    fn follow(&mut self, step: Result<Step, RequestFailure>) -> Vec<Request> {
        let Step { requests, is_last } = match step {
            Ok(step) => step,
            Err(failure) => return self.exam.fail(failure),
        };
        if is_last
            && let Some((job, result)) = self.exam.finish()
            && let Some(found) = self.found.as_mut().filter(|found| found.job == job)
        {
            found.exam = Some(result);
        }
        requests
    }

    /// Why no exam is possible now.
    fn exam_obstacle(
        &self,
        project: Option<&Project>,
        settings: &Settings,
        encoder: &EncoderName,
    ) -> Option<ExamObstacle> {
        let Some(found) = self.found.as_ref().filter(|found| !found.runs.is_empty()) else {
            return Some(ExamObstacle::NoResults);
        };
        if found.basis.label_column.is_none() {
            return Some(ExamObstacle::NoLabels);
        }
        if self.under_way.is_some() {
            return Some(ExamObstacle::Comparing);
        }
        let basis = self.basis(project, settings, encoder);
        let is_current = basis.is_ok_and(|basis| basis == found.basis);
        (!is_current).then_some(ExamObstacle::Outdated)
    }

    fn ask_exam(&mut self, context: &Context<'_>) -> Vec<Request> {
        let project = context.project.as_deref();
        let is_free = self.exam.run.is_none() && !context.read_only;
        let is_possible = || {
            self.exam_obstacle(project, context.settings, &context.encoder)
                .is_none()
        };
        let Some(project) = project.filter(|_| is_free && is_possible()) else {
            return Vec::new();
        };
        let found = self.found.as_ref();
        let Some((found, label_column)) = found.and_then(|found| Some((found, found.basis.label_column?))) else {
            return Vec::new();
        };
        let prepared = self.exam.prepare(project, found, label_column).and_then(|prepared| {
            let picks = prepared.exam.to_retrieve(prepared.shots);
            Ok((picks.map_err(RequestFailure::of)?, prepared))
        });
        let (picks, prepared) = match prepared {
            Ok(prepared) => prepared,
            Err(failure) => return self.exam.fail(failure),
        };
        let retrieve = ExamCmd::Retrieve {
            id: prepared.id,
            exam: prepared.exam.clone(),
            picks,
            shots: prepared.shots,
        };
        self.exam.failure = None;
        self.exam.last_run = prepared.id;
        self.exam.run = Some(ActiveExam::new(&prepared));
        self.exam.prepared = Some(prepared);
        vec![perform(retrieve)]
    }
}

/// The content of the views, which also depends on the project, the settings and the encoder.
impl AppState {
    /// Why no exam is possible now.
    pub fn exam_obstacle(&self) -> Option<ExamObstacle> {
        self.comparison
            .exam_obstacle(self.project.as_ref(), &self.run.settings, &self.encoder.name())
    }
}

fn command(cmd: ExamCmd) -> StateCmd {
    StateCmd::Compare(CompareCmd::Exam(Box::new(cmd)))
}

fn perform(cmd: ExamCmd) -> Request {
    Request::Perform(command(cmd))
}
