//! State of the answers of a language model. Plain Rust, a part of the application [`state`](crate::state).
//!
//! ```text
//!  Ask ─▶ Retrieve ─▶ Retrieved ─▶ Plan ─▶ Planned ─▶ consent ─▶ Probe ─▶ Probed ─▶ Ask ─▶ Answered, Answered … ─▶ end
//!         (examples)                                (unless          (unless the
//!                                                    agreed)          constraint is known)
//! ```
//!
//! The requests are planned under the known constraint, or as if there was none. They are planned again only if the server obeys
//! another constraint.
//!
//! No text is sent before the user has pressed the button and agreed to the named host. An answer is a suggestion until the
//! user accepts it ([`review`](super::review)).

use std::collections::BTreeMap;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::answers::ConsentRequest;
use crate::answers::{AnswerReview, examples, is_open};
use crate::endpoint::{Consent, RequestFailure};
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::project::Project;
use crate::run::time_estimate::ThroughputEstimator;
use crate::state::{Cmd as StateCmd, Confirmation, Context, Request};
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{Asker, Confidence, Constraint, Entry, Journal, PlannedRequest, Questions, Support};
use fastgas_annotation::confidence::{Endpoint, FailureBudget, Model, QuestionKey};
use fastgas_annotation::label::AnswerType;
use fastgas_annotation::retrieve::{BUILT_IN, DEFAULT_SHOTS, Template};
use fastgas_platform::{ProbedConstraint, Secret, StorageError, StoredAnswer, StoredAnswerForm, StoredAnswers};
use fastgas_protocol::WorkerError;

/// Maximum number of examples in a prompt.
pub const MAX_SHOTS: u32 = 100;

#[derive(Clone, Debug, PartialEq)]
pub struct AnswersState {
    /// The form as typed.
    pub form: Form,
    /// The current run.
    pub run: Option<ActiveRun>,
    /// The last failure.
    pub failure: Option<RequestFailure>,
    /// Why answers are not stored, if storing failed.
    pub storage_problem: Option<String>,
    /// The host that received texts in this session.
    pub sent_to: Option<String>,
    /// The review of answers, while its dialog is open.
    pub review: Option<AnswerReview>,
    /// The latest answer to each text without a label, by row.
    pub(super) answers: BTreeMap<u32, ModelAnswer>,
    /// The latest answer to each labeled text, by row.
    pub(super) checks: BTreeMap<u32, ModelAnswer>,
    /// The constraints that servers were found to obey.
    constraints: BTreeMap<Support, Constraint>,
    /// The run that waits for its examples, for its requests, for consent, or for the constraint.
    prepared: Option<PreparedRun>,
    agreed: Option<Consent>,
    /// True until stored answers were restored.
    restoring: bool,
    last_run: u32,
}

/// The form as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub address: String,
    pub model: String,
    /// The API key of the server, if it needs one.
    pub key: Secret,
    /// The number of examples.
    pub shots: String,
    /// The template for text and label.
    pub template: String,
}

/// Which texts the model answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The labeled texts, each with the other ones as examples, to measure the accuracy in advance.
    Check,
    /// The texts without a label.
    Rest,
}

/// An answer to a text.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelAnswer {
    /// Name of the model.
    pub model: String,
    /// The label that the answer gives, under its name at that time.
    pub label: Option<String>,
    pub entry: Entry,
    /// The number of examples without regard to the context.
    pub shots: u32,
    /// Hash of the text.
    text: String,
    key: QuestionKey,
}

/// A run in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct ActiveRun {
    /// Sequence number. Results of earlier runs are dropped.
    pub id: u32,
    pub purpose: Purpose,
    pub host: String,
    pub stage: RunStage,
    /// True if the user paused it.
    pub paused: bool,
    /// Number of finished requests, including failed ones.
    pub done: u32,
    pub total: u32,
    model: String,
    questions: Option<Arc<Questions>>,
    /// The places of the texts with each question.
    places: BTreeMap<QuestionKey, Vec<usize>>,
    keys: Vec<QuestionKey>,
    failures: FailureBudget,
    pace: ThroughputEstimator,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStage {
    /// The examples of each text are being retrieved. Nothing is sent.
    Retrieving,
    /// The requests are being planned. Nothing is sent.
    Planning,
    /// The server is asked which constraint it obeys, without a text of the user.
    Probing,
    Asking,
}

/// A run that has not sent anything.
#[derive(Clone, Debug, PartialEq)]
struct PreparedRun {
    id: u32,
    purpose: Purpose,
    endpoint: Endpoint,
    key: Secret,
    model: Model,
    shots: u32,
    /// The questions about the labels and the settings at the time of [`Msg::Ask`].
    questions: Arc<Questions>,
    /// The constraint that the server was found to obey in this run.
    probed: Option<Constraint>,
    /// The requests, once they are planned.
    plan: Option<Plan>,
}

/// The requests of a run.
#[derive(Clone, Debug, PartialEq)]
struct Plan {
    /// The constraint of all these requests.
    constraint: Constraint,
    requests: Vec<PlannedRequest>,
    /// The places of the texts with each question.
    places: BTreeMap<QuestionKey, Vec<usize>>,
    /// The first place of each question without an answer.
    to_ask: Vec<usize>,
    /// Number of texts whose question has an answer.
    answered: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Stored answers were read when a project was opened.
    Restored(Result<Box<StoredAnswers>, StorageError>),
    Edit(Form),
    Ask(Purpose),
    /// The examples of each text were retrieved.
    Retrieved {
        id: u32,
        /// The questions with their examples.
        questions: Result<Arc<Questions>, WorkerError>,
    },
    /// The requests were planned.
    Planned {
        id: u32,
        constraint: Constraint,
        /// The request of each text.
        requests: Result<Vec<PlannedRequest>, WorkerError>,
    },
    /// The server was asked for its constraint.
    Probed {
        id: u32,
        found: Result<ProbedConstraint, ConfidenceError>,
    },
    Answered {
        id: u32,
        /// The place of the text among those of the run.
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
    /// Accept the answer to the current text.
    Accept,
    /// Go to the text with the least certain answer.
    GoToNext,
    /// Open the review.
    OpenReview,
    /// Close the review without accepting.
    CloseReview,
    /// Change the minimum confidence, in percent.
    ChooseLeast(u8),
    /// Deselect or select a text.
    Tick(u32),
    /// Show more texts.
    ShowMore,
    /// Accept all selected answers.
    AcceptAll,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Choose the examples of each text among the labeled texts that are most similar; answered by [`Msg::Retrieved`].
    Retrieve {
        id: u32,
        questions: Arc<Questions>,
        /// The number of similar labeled texts to find per text.
        n_similar: u32,
        /// The maximum number of examples per text.
        shots: u32,
    },
    /// Plan the request of each text; answered by [`Msg::Planned`].
    Plan {
        id: u32,
        questions: Arc<Questions>,
        asker: Asker,
    },
    /// Find out which constraint the server obeys; answered by [`Msg::Probed`].
    Probe {
        id: u32,
        endpoint: Endpoint,
        key: Secret,
        model: Model,
    },
    /// Send a request for each of the places; answered by [`Msg::Answered`].
    Ask {
        id: u32,
        questions: Arc<Questions>,
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
    StoreAnswers(Vec<StoredAnswer>),
    StoreForm(StoredAnswerForm),
}

impl Msg {
    /// Whether the message may be applied in a tab that must not change the project.
    pub(crate) fn is_harmless(&self) -> bool {
        matches!(
            self,
            Msg::Restored(_)
                | Msg::GoToNext
                | Msg::OpenReview
                | Msg::CloseReview
                | Msg::ChooseLeast(_)
                | Msg::ShowMore
                | Msg::Stored(_)
        )
    }
}

impl Default for Form {
    fn default() -> Form {
        Form {
            address: String::new(),
            model: String::new(),
            key: Secret::default(),
            shots: DEFAULT_SHOTS.to_string(),
            template: BUILT_IN[0].template().to_string(),
        }
    }
}

impl Default for AnswersState {
    fn default() -> AnswersState {
        AnswersState {
            form: Form::default(),
            run: None,
            failure: None,
            storage_problem: None,
            sent_to: None,
            review: None,
            answers: BTreeMap::new(),
            checks: BTreeMap::new(),
            constraints: BTreeMap::new(),
            prepared: None,
            agreed: None,
            restoring: true,
            last_run: 0,
        }
    }
}

impl ModelAnswer {
    /// The confidence in percent, rounded down; `None` if it is unknown.
    pub fn percent(&self) -> Option<u8> {
        self.entry.answer.confidence.map(Confidence::percent)
    }

    /// Whether examples were left out, because the context is too small.
    pub fn is_shortened(&self) -> bool {
        self.entry.shots < self.shots
    }

    fn stored(&self, row: u32, purpose: Purpose) -> StoredAnswer {
        StoredAnswer {
            row,
            is_check: purpose == Purpose::Check,
            text: self.text.clone(),
            key: self.key.to_string(),
            model: self.model.clone(),
            label: self.label.clone(),
            shots: self.shots,
            entry: self.entry.clone(),
        }
    }

    /// The inverse of [`ModelAnswer::stored`]; `None` for an answer to another text than that in the row.
    fn restored(stored: StoredAnswer, project: &Project) -> Option<(u32, ModelAnswer)> {
        let answer = ModelAnswer {
            model: stored.model,
            label: stored.label,
            entry: stored.entry,
            shots: stored.shots,
            text: stored.text,
            key: QuestionKey::read(&stored.key)?,
        };
        answer.belongs_to(stored.row, project).then_some((stored.row, answer))
    }

    fn belongs_to(&self, row: u32, project: &Project) -> bool {
        (row as usize) < project.source.pool.len() && self.text == hash_of(project.text(row))
    }
}

/// Identifies a text: 64-bit XXH3. Protects against mistakes, not against attacks.
fn hash_of(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
}

impl ActiveRun {
    fn new(prepared: &PreparedRun) -> ActiveRun {
        ActiveRun {
            id: prepared.id,
            purpose: prepared.purpose,
            host: prepared.endpoint.host().to_owned(),
            stage: RunStage::Retrieving,
            paused: false,
            done: 0,
            total: 0,
            model: prepared.model.name.clone(),
            questions: None,
            places: BTreeMap::new(),
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

impl PreparedRun {
    fn asker(&self, constraint: Constraint) -> Result<Asker, RequestFailure> {
        let asker = self.questions.asker(self.model.clone(), constraint);
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

impl AnswersState {
    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        let Some(project) = context.project.as_deref() else {
            return Vec::new();
        };
        match msg {
            Msg::Restored(stored) => {
                self.restored(stored.map(|stored| *stored), project);
                Vec::new()
            }
            Msg::Edit(form) => {
                // A template can add columns to the prompts.
                if form.template != self.form.template {
                    self.agreed = None;
                }
                self.form = form;
                self.failure = None;
                Vec::new()
            }
            Msg::Ask(purpose) => self.ask(purpose, project),
            Msg::Retrieved { id, questions } => self.retrieved(id, questions),
            Msg::Planned {
                id,
                constraint,
                requests,
            } => self.planned(id, constraint, requests, project),
            Msg::Probed { id, found } => self.probed(id, found, project),
            Msg::Answered {
                id,
                place,
                answer,
                elapsed_ms,
            } => self.answered(id, (place, answer), elapsed_ms, project),
            Msg::Failed { id, error } => match self.is_running(id) {
                true => self.fail(RequestFailure::of_worker(&error)),
                false => Vec::new(),
            },
            Msg::Pause => self.set_paused(true),
            Msg::Resume => self.set_paused(false),
            Msg::Stop => self.stop(),
            Msg::Stored(stored) => {
                self.storage_problem = stored
                    .err()
                    .map(|error| core_messages::translate_core("storage", &error));
                Vec::new()
            }
            Msg::Accept => self.accept_current(project),
            Msg::GoToNext => self.go_to_next(project),
            Msg::AcceptAll => self.accept_all(project),
            Msg::OpenReview | Msg::CloseReview | Msg::ChooseLeast(_) | Msg::Tick(_) | Msg::ShowMore => {
                self.change_review(&msg);
                Vec::new()
            }
        }
    }

    /// Whether texts are being sent.
    pub fn is_sending(&self) -> bool {
        self.run.as_ref().is_some_and(|run| run.stage == RunStage::Asking)
    }

    /// How the server in the form limits the answers of the model to the labels, and its host. `None` if that is unknown.
    pub fn known_limit(&self) -> Option<(String, Constraint)> {
        let endpoint = Endpoint::read(&self.form.address).ok()?;
        let support = Support {
            host: endpoint.host().to_owned(),
            model: self.form.model.trim().to_owned(),
            api: endpoint.api(),
        };
        let constraint = *self.constraints.get(&support)?;
        Some((support.host, constraint))
    }

    /// Continues the run after the user agreed to send these prompts.
    pub(crate) fn agreed(&mut self, sending: &ConsentRequest, project: Option<&Project>) -> Vec<Request> {
        self.agreed = Some(Consent::new(&sending.endpoint, &sending.estimate));
        let prepared = self.prepared.take_if(|prepared| prepared.id == sending.id);
        match (prepared, project) {
            (Some(prepared), Some(project)) => {
                self.run = Some(ActiveRun::new(&prepared));
                self.proceed(prepared, project)
            }
            _ => Vec::new(),
        }
    }

    /// Drops everything that belongs to the current project, but keeps it stored. Stored answers of the next project may then
    /// be restored.
    pub(crate) fn leave(&mut self) -> Vec<Cmd> {
        let stops = self.run.is_some();
        *self = AnswersState {
            form: self.form.clone(),
            sent_to: self.sent_to.take(),
            last_run: self.last_run,
            ..AnswersState::default()
        };
        stops.then_some(Cmd::Stop).into_iter().collect()
    }

    /// Stops the run, and drops the answers to texts that are no longer in the project.
    pub(crate) fn drop_other_texts(&mut self, project: Option<&Project>) -> Vec<Cmd> {
        let stops = self.run.take().is_some();
        self.prepared = None;
        // The user agreed to send the previous texts.
        self.agreed = None;
        if let Some(project) = project {
            for answers in [&mut self.answers, &mut self.checks] {
                answers.retain(|&row, answer| answer.belongs_to(row, project));
            }
        }
        stops.then_some(Cmd::Stop).into_iter().collect()
    }

    fn restored(&mut self, stored: Result<StoredAnswers, StorageError>, project: &Project) {
        if !std::mem::take(&mut self.restoring) {
            return;
        }
        let stored = match stored {
            Ok(stored) => stored,
            Err(error) => {
                self.storage_problem = Some(core_messages::translate_core("storage", &error));
                return;
            }
        };
        // Settings of a run that has begun in the meantime are newer.
        if let Some(form) = stored.form.filter(|_| self.run.is_none()) {
            // Without the constraints, the server is asked for them again.
            let journal = Journal::read(form.constraints.as_bytes()).unwrap_or_default();
            self.constraints = journal.constraints;
            // A key belongs to its server.
            let key = match self.form.address == form.address {
                true => std::mem::take(&mut self.form.key),
                false => Secret::default(),
            };
            self.form = Form {
                address: form.address,
                model: form.model,
                template: form.template,
                shots: form.shots,
                key,
            };
        }
        // Of two answers to one text the later one counts, and answers of this session are later.
        let (mut answers, mut checks) = (BTreeMap::new(), BTreeMap::new());
        for stored in stored.answers {
            let of_kind = if stored.is_check { &mut checks } else { &mut answers };
            of_kind.extend(ModelAnswer::restored(stored, project));
        }
        answers.append(&mut self.answers);
        checks.append(&mut self.checks);
        (self.answers, self.checks) = (answers, checks);
    }

    fn ask(&mut self, purpose: Purpose, project: &Project) -> Vec<Request> {
        if self.run.is_some() {
            return Vec::new();
        }
        self.failure = None;
        let prepared = self.prepare(purpose, project).and_then(|prepared| {
            let n_similar = prepared.questions.n_to_retrieve(prepared.shots);
            Ok((n_similar.map_err(RequestFailure::of)?, prepared))
        });
        let (n_similar, prepared) = match prepared {
            Ok(prepared) => prepared,
            Err(failure) => return self.fail(failure),
        };
        let retrieve = Cmd::Retrieve {
            id: prepared.id,
            questions: prepared.questions.clone(),
            n_similar,
            shots: prepared.shots,
        };
        self.last_run = prepared.id;
        self.run = Some(ActiveRun::new(&prepared));
        self.prepared = Some(prepared);
        vec![perform(retrieve)]
    }

    /// Validates the form and collects the questions, which have no examples yet.
    fn prepare(&self, purpose: Purpose, project: &Project) -> Result<PreparedRun, RequestFailure> {
        let endpoint = Endpoint::read(&self.form.address).map_err(RequestFailure::of)?;
        let key = self.form.key.0.trim();
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(RequestFailure::of(ConfidenceError::BadKey));
        }
        let model = Model {
            name: self.form.model.trim().into(),
            api: endpoint.api(),
        };
        if model.name.is_empty() {
            return Err(RequestFailure::of(ConfidenceError::NoModel));
        }
        let shots = self.form.shots.trim().parse::<u32>().ok();
        let shots = shots
            .filter(|&shots| shots <= MAX_SHOTS)
            .ok_or_else(|| RequestFailure {
                problem: t!("answers-shots-problem", shots = self.form.shots.trim()),
                advice: t!("answers-shots-advice", max_shots = MAX_SHOTS),
            })?;
        if project.labels.answers == AnswerType::Text {
            return Err(RequestFailure {
                problem: t!("answers-written-problem"),
                advice: t!("answers-written-advice"),
            });
        }
        let template = Template::read(&self.form.template).map_err(RequestFailure::of)?;
        let labeled = examples(project);
        let rows = match purpose {
            Purpose::Check => labeled.iter().map(|(row, _)| *row).collect(),
            Purpose::Rest => (0..project.source.pool.len() as u32)
                .filter(|&row| is_open(project, row))
                .collect(),
        };
        let (pool, text_column) = (project.source.pool.clone(), project.source.text_column);
        let questions = Questions::new(pool, text_column, &labeled, template, rows).map_err(RequestFailure::of)?;
        Ok(PreparedRun {
            id: self.last_run + 1,
            purpose,
            endpoint,
            key: Secret(key.into()),
            model,
            shots,
            questions: Arc::new(questions),
            probed: None,
            plan: None,
        })
    }

    fn is_running(&self, id: u32) -> bool {
        self.run.as_ref().is_some_and(|run| run.id == id)
    }

    fn retrieved(&mut self, id: u32, questions: Result<Arc<Questions>, WorkerError>) -> Vec<Request> {
        if !self.is_running(id) {
            return Vec::new();
        }
        let Some(mut prepared) = self.prepared.take() else {
            return Vec::new();
        };
        prepared.questions = match questions {
            Ok(questions) => questions,
            Err(error) => return self.fail(RequestFailure::of_worker(&error)),
        };
        let constraint = self.constraint_of(&prepared).unwrap_or(Constraint::None);
        self.start_planning(prepared, constraint)
    }

    /// The constraint that the server obeys. `None` if that is unknown.
    fn constraint_of(&self, prepared: &PreparedRun) -> Option<Constraint> {
        let earlier = || self.constraints.get(&prepared.support()).copied();
        prepared.probed.or_else(earlier)
    }

    /// Plans the requests under the constraint.
    fn start_planning(&mut self, prepared: PreparedRun, constraint: Constraint) -> Vec<Request> {
        let plan = match prepared.asker(constraint) {
            Ok(asker) => Cmd::Plan {
                id: prepared.id,
                questions: prepared.questions.clone(),
                asker,
            },
            Err(failure) => return self.fail(failure),
        };
        if let Some(run) = &mut self.run {
            run.stage = RunStage::Planning;
        }
        self.prepared = Some(prepared);
        vec![perform(plan)]
    }

    fn planned(
        &mut self,
        id: u32,
        constraint: Constraint,
        requests: Result<Vec<PlannedRequest>, WorkerError>,
        project: &Project,
    ) -> Vec<Request> {
        if !self.is_running(id) {
            return Vec::new();
        }
        let Some(mut prepared) = self.prepared.take() else {
            return Vec::new();
        };
        let plan = match requests {
            Ok(requests) => self.plan(constraint, requests),
            Err(error) => return self.fail(RequestFailure::of_worker(&error)),
        };
        let sending = self.sending(&prepared, &plan);
        prepared.plan = Some(plan);
        let prompts = sending.estimate.prompts;
        let is_agreed = self
            .agreed
            .as_ref()
            .is_some_and(|agreed| agreed.covers(&sending.endpoint, &sending.estimate));
        if prompts == 0 || is_agreed {
            return self.proceed(prepared, project);
        }
        self.run = None;
        self.prepared = Some(prepared);
        vec![Request::Confirm(Confirmation::SendPrompts(sending))]
    }

    /// What will be sent, as far as it is known without asking the server.
    fn sending(&self, prepared: &PreparedRun, plan: &Plan) -> ConsentRequest {
        let is_known = self.constraint_of(prepared).is_some();
        // The questions depend on the constraint. While it is unknown, any text may need a new answer.
        let to_ask: Vec<usize> = match is_known {
            true => plan.to_ask.clone(),
            false => plan
                .places
                .values()
                .filter_map(|places| places.first().copied())
                .collect(),
        };
        let requests = to_ask.iter().map(|&place| plan.requests[place]);
        let mut estimate = prepared.questions.estimate(requests);
        let has_answers = !self.answers.is_empty() || !self.checks.is_empty();
        estimate.is_most = !is_known && has_answers;
        ConsentRequest {
            id: prepared.id,
            endpoint: prepared.endpoint.clone(),
            estimate,
            answered: if is_known { plan.answered } else { 0 },
            shots: prepared.shots,
        }
    }

    /// The plan with these requests: one for each text, in their order.
    fn plan(&self, constraint: Constraint, requests: Vec<PlannedRequest>) -> Plan {
        let known = self.known();
        let (mut places, mut to_ask, mut answered) = (BTreeMap::<_, Vec<usize>>::new(), Vec::new(), 0);
        for (place, request) in requests.iter().enumerate() {
            let same = places.entry(request.key).or_default();
            if known.contains_key(&request.key) {
                answered += 1;
            } else if same.is_empty() {
                to_ask.push(place);
            }
            same.push(place);
        }
        Plan {
            constraint,
            requests,
            places,
            to_ask,
            answered,
        }
    }

    /// All answers by question.
    fn known(&self) -> BTreeMap<QuestionKey, &ModelAnswer> {
        let answers = self.answers.values().chain(self.checks.values());
        answers.map(|answer| (answer.key, answer)).collect()
    }

    /// Sends the prompts, or first asks the server for its constraint.
    fn proceed(&mut self, prepared: PreparedRun, project: &Project) -> Vec<Request> {
        if let Some(constraint) = self.constraint_of(&prepared) {
            return self.begin(prepared, constraint, project);
        }
        if prepared.questions.rows().is_empty() {
            self.run = None;
            return Vec::new();
        }
        let probe = Cmd::Probe {
            id: prepared.id,
            endpoint: prepared.endpoint.clone(),
            key: prepared.key.clone(),
            model: prepared.model.clone(),
        };
        if let Some(run) = &mut self.run {
            run.stage = RunStage::Probing;
        }
        self.prepared = Some(prepared);
        vec![perform(probe)]
    }

    fn probed(&mut self, id: u32, found: Result<ProbedConstraint, ConfidenceError>, project: &Project) -> Vec<Request> {
        if !self.is_running(id) {
            return Vec::new();
        }
        let Some(mut prepared) = self.prepared.take() else {
            return Vec::new();
        };
        match found {
            Ok(ProbedConstraint { constraint, is_certain }) => {
                if is_certain {
                    self.constraints.insert(prepared.support(), constraint);
                }
                prepared.probed = Some(constraint);
                self.begin(prepared, constraint, project)
            }
            Err(error) => self.fail(RequestFailure::of(error)),
        }
    }

    /// Sends the prompts. Plans the requests again if they were planned under another constraint.
    fn begin(&mut self, mut prepared: PreparedRun, constraint: Constraint, project: &Project) -> Vec<Request> {
        let Some(plan) = prepared.plan.take_if(|plan| plan.constraint == constraint) else {
            return self.start_planning(prepared, constraint);
        };
        let asker = match prepared.asker(constraint) {
            Ok(asker) => asker,
            Err(failure) => return self.fail(failure),
        };
        let mut to_ask = plan.to_ask;
        // Answers may have been restored since the requests were planned.
        let known = self.known();
        to_ask.retain(|&place| !known.contains_key(&plan.requests[place].key));
        let Some(run) = self.run.as_mut() else {
            return Vec::new();
        };
        let questions = prepared.questions;
        run.stage = RunStage::Asking;
        run.total = to_ask.len() as u32;
        run.questions = Some(questions.clone());
        run.places = plan.places;
        run.keys = plan.requests.iter().map(|request| request.key).collect();
        let mut requests = vec![perform(Cmd::StoreForm(self.stored_form()))];
        requests.extend(self.share_known(project));
        if to_ask.is_empty() {
            self.run = None;
            return requests;
        }
        self.sent_to = Some(prepared.endpoint.host().to_owned());
        requests.push(perform(Cmd::Ask {
            id: prepared.id,
            questions,
            asker,
            places: to_ask,
            endpoint: prepared.endpoint,
            key: prepared.key,
        }));
        requests
    }

    fn stored_form(&self) -> StoredAnswerForm {
        let Form {
            address,
            model,
            template,
            shots,
            ..
        } = self.form.clone();
        let journal = Journal {
            constraints: self.constraints.clone(),
            ..Journal::default()
        };
        StoredAnswerForm {
            address,
            model,
            template,
            shots,
            constraints: journal.write(),
        }
    }

    /// Gives texts the known answers to their questions, such as that of a text with the same words.
    fn share_known(&mut self, project: &Project) -> Option<Request> {
        let run = self.run.as_ref()?;
        let (questions, purpose) = (run.questions.clone()?, run.purpose);
        let known = self.known();
        let of_kind = self.of_purpose(purpose);
        let mut shared = Vec::new();
        for (&row, key) in questions.rows().iter().zip(&run.keys) {
            let has_it = of_kind.get(&row).is_some_and(|answer| answer.key == *key);
            if let Some(&answer) = known.get(key).filter(|_| !has_it) {
                let text = hash_of(project.text(row));
                shared.push((row, ModelAnswer { text, ..answer.clone() }));
            }
        }
        self.keep(shared, purpose)
    }

    fn of_purpose(&self, purpose: Purpose) -> &BTreeMap<u32, ModelAnswer> {
        match purpose {
            Purpose::Check => &self.checks,
            Purpose::Rest => &self.answers,
        }
    }

    /// Adds answers and stores them.
    fn keep(&mut self, answers: Vec<(u32, ModelAnswer)>, purpose: Purpose) -> Option<Request> {
        if answers.is_empty() {
            return None;
        }
        let stored = answers.iter().map(|(row, answer)| answer.stored(*row, purpose));
        let store = Cmd::StoreAnswers(stored.collect());
        match purpose {
            Purpose::Check => self.checks.extend(answers),
            Purpose::Rest => self.answers.extend(answers),
        }
        Some(perform(store))
    }

    fn answered(
        &mut self,
        id: u32,
        (place, answer): (usize, Result<Entry, ConfidenceError>),
        elapsed_ms: f64,
        project: &Project,
    ) -> Vec<Request> {
        let Some(run) = self.run.as_mut().filter(|run| run.id == id) else {
            return Vec::new();
        };
        let (Some(questions), Some(&key)) = (run.questions.clone(), run.keys.get(place)) else {
            return Vec::new();
        };
        let mut requests = Vec::new();
        run.done += 1;
        if !run.paused {
            run.pace.sample(f64::from(run.done), elapsed_ms);
        }
        let (purpose, is_last) = (run.purpose, run.done == run.total);
        match answer {
            Ok(entry) => {
                run.failures.answered();
                let label = questions.matched(&entry.answer.text).map(str::to_owned);
                let answer = |&place: &usize| {
                    let row = questions.rows()[place];
                    let answer = ModelAnswer {
                        model: run.model.clone(),
                        label: label.clone(),
                        entry: entry.clone(),
                        shots: questions.n_examples(place),
                        text: hash_of(project.text(row)),
                        key,
                    };
                    (row, answer)
                };
                let answers: Vec<(u32, ModelAnswer)> = run.places.get(&key).into_iter().flatten().map(answer).collect();
                requests.extend(self.keep(answers, purpose));
            }
            Err(error) => {
                if let Err(error) = run.failures.failed(error) {
                    return self.fail(RequestFailure::of(error));
                }
            }
        }
        if is_last {
            self.end();
        }
        requests
    }

    /// Finishes after the last request.
    fn end(&mut self) {
        let Some(run) = self.run.take() else { return };
        let (texts, known) = (run.keys.len() as u32, self.known());
        let unanswered = run.keys.iter().filter(|key| !known.contains_key(key)).count() as u32;
        self.failure = run.failures.first_failure(unanswered).map(|first| {
            let RequestFailure { problem, advice } = RequestFailure::of(first);
            RequestFailure {
                problem: t!("answers-unanswered-problem", unanswered, texts, problem),
                advice,
            }
        });
    }

    fn set_paused(&mut self, paused: bool) -> Vec<Request> {
        let Some(run) = self.run.as_mut().filter(|run| run.paused != paused) else {
            return Vec::new();
        };
        run.paused = paused;
        run.pace.pause();
        vec![perform(if paused { Cmd::Pause } else { Cmd::Resume })]
    }

    fn stop(&mut self) -> Vec<Request> {
        self.prepared = None;
        let stops = self.run.take().is_some();
        stops.then_some(perform(Cmd::Stop)).into_iter().collect()
    }

    fn fail(&mut self, failure: RequestFailure) -> Vec<Request> {
        self.failure = Some(failure);
        self.stop()
    }
}

pub(super) fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::ModelAnswers(cmd))
}
