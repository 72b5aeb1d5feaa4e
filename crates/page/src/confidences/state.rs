//! State of a language model's confidences, which vote-k needs.
//! The module is plain Rust without browser APIs.
//!
//! No text is sent before the user has pressed the button and agreed to send texts to the named host.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::confidences::{ConsentRequest, MissingQuestion};
use crate::endpoint::{Consent, Recipient, RequestCounts, RequestFailure, RunStage, StorageProblems, StoredPart};
use crate::i18n::bidi::isolated;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::project::Project;
use crate::state::{Cmd as StateCmd, Confirmation, Request};
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::PlannedRequest;
use fastgas_annotation::confidence::{Endpoint, MAX_EXAMPLES, QuestionKey, Questions};
use fastgas_annotation::export::{ExportFormat, derived_file_name};
use fastgas_annotation::label::{AnswerType, unify_label_sets};
use fastgas_annotation::retrieve::{BUILT_IN, Template};
use fastgas_data::{LEAST_CONFIDENCE, LabelOrder, LoadError, MissingConfidences, Pool, confidences};
use fastgas_platform::{ConfidenceOrigin, ConfidenceSource, Secret, StorageError, StoredConfidences, StoredEndpoint};
use fastgas_protocol::Error;
use fastgas_protocol::{WorkerError, bytes_of_f32};
use fastgas_select::VOTE_K_FIRST;
use fastgas_select::{Config, Method};

#[derive(Clone, Debug, PartialEq)]
pub struct Confidences {
    pub form: Form,
    pub in_use: Option<ConfidenceSet>,
    pub asking: Option<ActiveRequests>,
    pub failure: Option<RequestFailure>,
    pub storage_problems: StorageProblems,
    pub sent_to: Option<String>,
    answers: BTreeMap<QuestionKey, f32>,
    /// Requests that the page is still planning, or that need the user's consent.
    prepared: Option<PreparedRequests>,
    /// Confidences with missing values, while the page asks the user whether to use them.
    incomplete: Option<ConfidenceSet>,
    agreed: Option<Consent>,
    /// Whether the stored confidences may still replace the current confidences.
    restoring: bool,
    /// True if the text column changed while the stored confidences were read.
    /// Stored confidences of unknown origin are then dropped, because a model may have rated the previous texts.
    drops_unknown: bool,
    last_asking: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub address: String,
    pub model: String,
    /// The API key of the server. Empty if the server needs no key.
    pub key: Secret,
    pub template: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceSet {
    pub source: ConfidenceSource,
    /// One confidence per row of the pool. [`LEAST_CONFIDENCE`] marks a missing confidence.
    pub values: Arc<Vec<f32>>,
    pub n_missing: usize,
    pub hash: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ActiveRequests {
    /// Answers to requests of earlier runs are dropped, because they have another id.
    pub id: u32,
    pub host: String,
    pub stage: RunStage,
    pub counts: RequestCounts,
    model: String,
    questions: Arc<Questions>,
    /// The key of the question about each row of the pool. Empty while the requests are being planned.
    keys: Vec<QuestionKey>,
    /// Questions that the model answered with an empty text. Their texts get the confidence [`LEAST_CONFIDENCE`].
    unanswerable: BTreeSet<QuestionKey>,
}

#[derive(Clone, Debug, PartialEq)]
struct PreparedRequests {
    id: u32,
    recipient: Recipient,
    questions: Arc<Questions>,
    n_examples: u32,
    /// The request about each row of the pool. Empty while the requests are being planned.
    requests: Vec<PlannedRequest>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Restored(Result<Box<StoredConfidences>, StorageError>),
    Edit(Form),
    FileRead {
        file_name: String,
        table: Result<Pool, WorkerError>,
    },
    Ask,
    Planned {
        id: u32,
        requests: Result<Vec<PlannedRequest>, WorkerError>,
    },
    Answered {
        id: u32,
        row: u32,
        answer: Result<f32, ConfidenceError>,
        /// Time since the start of the requests, in milliseconds of a monotonic clock.
        elapsed_ms: f64,
    },
    /// An error in the page or in a worker has ended the requests. The server has not failed.
    Failed {
        id: u32,
        error: WorkerError,
    },
    /// Send no new requests until the message `Resume` arrives.
    Pause,
    Resume,
    Stop,
    Forget,
    Save,
    Stored {
        part: StoredPart,
        written: Result<(), StorageError>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    Plan {
        id: u32,
        questions: Arc<Questions>,
    },
    Ask {
        id: u32,
        questions: Arc<Questions>,
        rows: Vec<u32>,
        endpoint: Endpoint,
        key: Secret,
    },
    Pause,
    Resume,
    Stop,
    StoreAnswer(QuestionKey, f32),
    StoreForm(StoredEndpoint),
    /// `None` deletes the stored confidences.
    StoreConfidences(Option<ConfidenceSet>),
}

impl Default for Form {
    fn default() -> Form {
        Form {
            address: String::new(),
            model: String::new(),
            key: Secret::default(),
            template: BUILT_IN[0].template().to_string(),
        }
    }
}

impl ConfidenceSet {
    /// `source` is the name of the file with the confidences, or of the model that gave the confidences.
    pub fn new(source: String, origin: ConfidenceOrigin, pool: &Pool, values: Vec<f32>) -> ConfidenceSet {
        let pool = name_of(pool);
        ConfidenceSet {
            source: ConfidenceSource { source, pool, origin },
            hash: format!("{:016x}", xxh3_64(&bytes_of_f32(&values))),
            n_missing: values.iter().filter(|value| is_missing(value)).count(),
            values: Arc::new(values),
        }
    }

    fn missing_rows(&self) -> Vec<u64> {
        let rows = (0..).zip(self.values.iter());
        rows.filter(|(_, value)| is_missing(value))
            .map(|(row, _)| row)
            .collect()
    }
}

fn is_missing(value: &f32) -> bool {
    *value == LEAST_CONFIDENCE
}

impl Default for Confidences {
    fn default() -> Confidences {
        Confidences {
            form: Form::default(),
            in_use: None,
            asking: None,
            failure: None,
            storage_problems: StorageProblems::default(),
            sent_to: None,
            answers: BTreeMap::new(),
            prepared: None,
            incomplete: None,
            agreed: None,
            restoring: true,
            drops_unknown: false,
            last_asking: 0,
        }
    }
}

/// Hashes all cells of a pool with 64-bit XXH3, which detects accidental changes, but not deliberate manipulation.
fn name_of(pool: &Pool) -> String {
    let mut hasher = Xxh3::new();
    for cell in pool.instances().flat_map(|instance| instance.cells()) {
        hasher.update(&(cell.len() as u64).to_le_bytes());
        hasher.update(cell.as_bytes());
    }
    format!("{:016x}", hasher.digest())
}

pub fn are_needed(config: &Config) -> bool {
    config.method == Method::VoteK && config.budget > VOTE_K_FIRST
}

pub fn is_table(table: &Pool) -> bool {
    ["row", "confidence"].iter().all(|name| table.column(name).is_ok())
}

/// Returns labeled texts as examples for prompts: first the picks by rank, then the other texts.
/// Labels that a program proposed are excluded. Texts with the same labels in another order have the same example label.
pub fn examples(project: &Project) -> Vec<(u32, String)> {
    let labels = project.annotations.history.labels();
    let rows = project.listed_rows().into_iter();
    let by_person = rows.filter(|row| !labels.annotation(*row).is_proposed());
    let labeled = by_person.filter_map(|row| Some((row, labels.annotation(row).answer()?)));
    let mut examples: Vec<(u32, String)> = labeled.take(MAX_EXAMPLES).collect();
    if project.labels.answers != AnswerType::Text {
        unify_label_sets(&mut examples, LabelOrder::Ignored);
    }
    examples
}

/// Number of vote-k's initial picks that have no label and are not skipped.
pub fn unlabeled_examples(project: &Project) -> usize {
    let labels = project.annotations.history.labels();
    let first = project.picks().iter().take(MAX_EXAMPLES).map(|pick| pick.row);
    let left = first.filter(|&row| labels.get(row).is_none() && labels.passed(row).is_none());
    left.count()
}

impl Confidences {
    pub fn n_answers(&self) -> usize {
        self.answers.len()
    }

    pub fn is_sending(&self) -> bool {
        let is_asking = |asking: &ActiveRequests| asking.stage == RunStage::Asking;
        self.asking.as_ref().is_some_and(is_asking)
    }

    pub fn for_run(&self, config: &Config) -> Option<&ConfidenceSet> {
        self.in_use.as_ref().filter(|_| are_needed(config))
    }

    pub(crate) fn update(&mut self, msg: Msg, project: Option<&Project>) -> Vec<Request> {
        let cmds = match msg {
            Msg::Restored(kept) => self.restored(kept.map(|kept| *kept), project),
            Msg::Edit(form) => {
                // Withdraw the consent, because the new template can add table columns to the prompts.
                if form.template != self.form.template {
                    self.withdraw_consent();
                }
                self.form = form;
                self.failure = None;
                // The user's consent to the previous form does not apply to the edited form, so the page drops the requests.
                if self.asking.is_none() {
                    self.prepared = None;
                }
                Vec::new()
            }
            Msg::FileRead { file_name, table } => return self.file_read(file_name, table, project),
            Msg::Ask => self.ask(project),
            Msg::Planned { id, requests } => return self.planned(id, requests),
            Msg::Answered {
                id,
                row,
                answer,
                elapsed_ms,
            } => return self.answered(id, row, answer, elapsed_ms),
            Msg::Failed { id, error } => match self.is_current(id) {
                true => self.fail(RequestFailure::of_worker(&error)),
                false => Vec::new(),
            },
            Msg::Pause => self.set_paused(true),
            Msg::Resume => self.set_paused(false),
            Msg::Stop => self.stop(),
            Msg::Forget => match self.in_use.take() {
                Some(_) => vec![Cmd::StoreConfidences(None)],
                None => Vec::new(),
            },
            Msg::Save => match &self.in_use {
                Some(given) => {
                    let name = project.map_or("", |project| &project.source.file_name);
                    return vec![Request::Perform(StateCmd::Download {
                        file_name: derived_file_name(name, "confidences.csv"),
                        media_type: ExportFormat::Csv.media_type(),
                        text: table(&given.values),
                    })];
                }
                None => Vec::new(),
            },
            Msg::Stored { part, written } => {
                self.storage_problems.written(part, written);
                Vec::new()
            }
        };
        cmds.into_iter().map(perform).collect()
    }

    pub(crate) fn agreed(&mut self, sending: &ConsentRequest) -> Vec<Request> {
        let prepared = self.prepared.take_if(|prepared| prepared.id == sending.id);
        match prepared.filter(|_| self.asking.is_none()) {
            Some(prepared) => {
                self.agreed = Some(Consent::new(&sending.endpoint, &sending.estimate));
                self.begin(prepared)
            }
            // The requests were dropped while the page was asking for consent.
            None => Vec::new(),
        }
    }

    pub(crate) fn use_incomplete(&mut self) -> Vec<Request> {
        let Some(given) = self.incomplete.take() else {
            // The incomplete confidences were replaced or dropped before the user agreed to use them.
            return Vec::new();
        };
        self.failure = None;
        self.give(given).into_iter().map(perform).collect()
    }

    /// Drops the requests, because the page cannot ask for consent while another question is open.
    pub(crate) fn cannot_ask(&mut self) {
        self.prepared = None;
        self.failure = Some(RequestFailure::other_question());
    }

    pub fn leave(&mut self) -> Vec<Cmd> {
        let cmds = self.stop();
        self.in_use = None;
        self.answers.clear();
        self.agreed = None;
        self.failure = None;
        self.storage_problems = StorageProblems::default();
        self.restoring = true;
        self.drops_unknown = false;
        cmds
    }

    /// The user chose another text column. Confidences of a model are dropped, because they rate the previous texts.
    /// Confidences of a file are kept, because the user chose the file for the rows of the pool.
    pub(crate) fn drop_other_texts(&mut self) -> Vec<Cmd> {
        self.withdraw_consent();
        self.failure = None;
        self.drops_unknown |= self.restoring;
        let mut cmds = self.stop();
        let dropped = self
            .in_use
            .take_if(|given| given.source.origin != ConfidenceOrigin::File);
        cmds.extend(dropped.map(|_| Cmd::StoreConfidences(None)));
        cmds
    }

    /// Withdraws the consent, so that the page asks again before it sends prompts with different texts.
    fn withdraw_consent(&mut self) {
        self.agreed = None;
    }

    /// After texts were appended to the pool, the confidences are incomplete and therefore removed.
    /// The user agreed to send the previous texts of the project, but not the changed texts.
    pub fn invalidate(&mut self) -> Vec<Cmd> {
        self.in_use = None;
        self.failure = None;
        self.withdraw_consent();
        self.stop()
    }

    fn restored(&mut self, kept: Result<StoredConfidences, StorageError>, project: Option<&Project>) -> Vec<Cmd> {
        // Stored confidences must not replace confidences that the user has imported or removed in the meantime.
        if !std::mem::take(&mut self.restoring) {
            return Vec::new();
        }
        let drops_unknown = std::mem::take(&mut self.drops_unknown);
        let kept = match kept {
            Ok(kept) => kept,
            Err(error) => {
                self.storage_problems.not_read(&error);
                return Vec::new();
            }
        };
        // If requests have already begun, their form is newer than the stored form.
        if let Some(StoredEndpoint {
            address,
            model,
            template,
        }) = kept.form.filter(|_| self.asking.is_none())
        {
            self.form = Form {
                address,
                model,
                template,
                key: Secret::default(),
            };
        }
        let Some(project) = project else { return Vec::new() };
        self.answers = kept.answers;
        let pool = &*project.source.pool;
        let mut in_use = kept.in_use;
        let dropped = in_use.take_if(|(source, _)| drops_unknown && source.origin == ConfidenceOrigin::Unknown);
        let given = in_use.filter(|(source, values)| {
            let are_numbers = values.iter().all(|value| value.is_finite());
            let is_about_texts = match source.origin {
                ConfidenceOrigin::Model { text_column } => text_column == project.source.text_column,
                ConfidenceOrigin::File | ConfidenceOrigin::Unknown => true,
            };
            are_numbers && is_about_texts && values.len() == pool.len() && source.pool == name_of(pool)
        });
        self.in_use = given.map(|(source, values)| ConfidenceSet::new(source.source, source.origin, pool, values));
        // The next visit cannot know that the text column has changed.
        dropped.map(|_| Cmd::StoreConfidences(None)).into_iter().collect()
    }

    fn file_read(
        &mut self,
        file_name: String,
        table: Result<Pool, WorkerError>,
        project: Option<&Project>,
    ) -> Vec<Request> {
        let Some(project) = project else { return Vec::new() };
        let read = table.and_then(|table| {
            let values = confidences(&table, project.source.pool.len(), MissingConfidences::Least);
            values.map_err(|error| Error::from(error).into())
        });
        match read {
            Ok(values) => {
                let mut requests: Vec<Request> = self.stop().into_iter().map(perform).collect();
                self.failure = None;
                let given = ConfidenceSet::new(file_name, ConfidenceOrigin::File, &project.source.pool, values);
                requests.extend(self.give_or_ask(given));
                requests
            }
            Err(error) => {
                self.failure = Some(RequestFailure {
                    problem: t!("confidences-file-problem", file_name = isolated(&file_name), error),
                    advice: core_messages::advice(&error, error.advice()),
                });
                Vec::new()
            }
        }
    }

    /// Asks the user before using confidences with missing values.
    /// Until the user agrees, `failure` contains the reason why the confidences are not used.
    fn give_or_ask(&mut self, given: ConfidenceSet) -> Vec<Request> {
        if given.n_missing == 0 {
            return self.give(given).into_iter().map(perform).collect();
        }
        let error = Error::from(LoadError::no_confidence(given.missing_rows()));
        let question = MissingQuestion {
            n: given.n_missing,
            problem: core_messages::problem(&error),
        };
        self.failure = Some(RequestFailure {
            problem: question.problem.clone(),
            advice: t!("confidences-missing-advice"),
        });
        self.incomplete = Some(given);
        vec![Request::Confirm(Confirmation::MissingConfidences(question))]
    }

    fn give(&mut self, given: ConfidenceSet) -> Vec<Cmd> {
        self.restoring = false;
        self.in_use = Some(given.clone());
        vec![Cmd::StoreConfidences(Some(given))]
    }

    fn ask(&mut self, project: Option<&Project>) -> Vec<Cmd> {
        if self.asking.is_some() {
            return Vec::new();
        }
        let prepared = match self.prepare(project) {
            Ok(prepared) => prepared,
            Err(failure) => return self.fail(failure),
        };
        self.failure = None;
        self.incomplete = None;
        self.last_asking = prepared.id;
        let plan = Cmd::Plan {
            id: prepared.id,
            questions: prepared.questions.clone(),
        };
        self.asking = Some(prepared.activate(RunStage::Planning));
        self.prepared = Some(prepared);
        vec![plan]
    }

    fn prepare(&self, project: Option<&Project>) -> Result<PreparedRequests, RequestFailure> {
        let recipient = Recipient::read(&self.form.address, &self.form.key, &self.form.model)?;
        let template = Template::read(&self.form.template).map_err(RequestFailure::of)?;
        let project = project.ok_or(RequestFailure::of(ConfidenceError::NoModel))?;
        let (pool, examples) = (project.source.pool.clone(), examples(project));
        let model = recipient.model.clone();
        let questions =
            Questions::new(pool, project.source.text_column, &examples, template, model).map_err(RequestFailure::of)?;
        Ok(PreparedRequests {
            id: self.last_asking + 1,
            recipient,
            questions: Arc::new(questions),
            n_examples: examples.len() as u32,
            requests: Vec::new(),
        })
    }

    fn planned(&mut self, id: u32, requests: Result<Vec<PlannedRequest>, WorkerError>) -> Vec<Request> {
        if !self.is_current(id) {
            return Vec::new();
        }
        let Some(mut prepared) = self.prepared.take() else {
            return Vec::new();
        };
        match requests {
            Ok(requests) => {
                prepared.requests = requests;
                let sending = prepared.sending(&self.answers);
                let covers = |agreed: &Consent| agreed.covers(&sending.endpoint, &sending.estimate);
                if sending.estimate.prompts == 0 || self.agreed.as_ref().is_some_and(covers) {
                    return self.begin(prepared);
                }
                self.asking = None;
                self.prepared = Some(prepared);
                vec![Request::Confirm(Confirmation::Send(sending))]
            }
            Err(error) => {
                let cmds = self.fail(RequestFailure::of_worker(&error));
                cmds.into_iter().map(perform).collect()
            }
        }
    }

    fn begin(&mut self, prepared: PreparedRequests) -> Vec<Request> {
        // Stored answers may have been restored after the requests were planned.
        let rows = prepared.unanswered(&self.answers);
        self.restoring = false;
        self.failure = None;
        let mut asking = prepared.activate(RunStage::Asking);
        asking.counts.total = rows.len() as u32;
        let PreparedRequests {
            id,
            recipient: Recipient { endpoint, key, .. },
            questions,
            requests: planned,
            ..
        } = prepared;
        asking.keys = planned.iter().map(|request| request.key).collect();
        self.asking = Some(asking);
        let Form {
            address,
            model,
            template,
            ..
        } = self.form.clone();
        let mut requests = vec![perform(Cmd::StoreForm(StoredEndpoint {
            address,
            model,
            template,
        }))];
        if rows.is_empty() {
            requests.extend(self.end());
            return requests;
        }
        self.sent_to = Some(endpoint.host().to_owned());
        requests.push(perform(Cmd::Ask {
            id,
            questions,
            rows,
            endpoint,
            key,
        }));
        requests
    }

    fn is_current(&self, id: u32) -> bool {
        self.asking.as_ref().is_some_and(|asking| asking.id == id)
    }

    fn answered(&mut self, id: u32, row: u32, answer: Result<f32, ConfidenceError>, elapsed_ms: f64) -> Vec<Request> {
        let Some(asking) = self.asking.as_mut().filter(|asking| asking.id == id) else {
            return Vec::new();
        };
        let Some(&key) = asking.keys.get(row as usize) else {
            return Vec::new();
        };
        let mut requests = Vec::new();
        if matches!(answer, Err(ConfidenceError::Empty { .. })) {
            asking.unanswerable.insert(key);
        }
        match asking.counts.finish_one(answer, elapsed_ms) {
            Ok(Some(confidence)) => {
                self.answers.insert(key, confidence);
                requests.push(perform(Cmd::StoreAnswer(key, confidence)));
            }
            Ok(None) => {}
            Err(failure) => return self.fail(failure).into_iter().map(perform).collect(),
        }
        if asking.counts.are_finished() {
            requests.extend(self.end());
        }
        requests
    }

    fn end(&mut self) -> Vec<Request> {
        let Some(asking) = self.asking.take() else {
            return Vec::new();
        };
        let known = asking.keys.iter().map(|key| {
            let least = || asking.unanswerable.contains(key).then_some(LEAST_CONFIDENCE);
            self.answers.get(key).copied().or_else(least)
        });
        let known: Vec<Option<f32>> = known.collect();
        let unanswered = known.iter().filter(|known| known.is_none()).count() as u32;
        let failures = asking.counts.into_failures();
        self.failure = failures.end(unanswered, known.len() as u32).map(RequestFailure::of);
        match known.into_iter().collect::<Option<Vec<f32>>>() {
            Some(values) => {
                let source = t!("confidences-model-source", model = asking.model, host = asking.host);
                let text_column = asking.questions.text_column();
                let origin = ConfidenceOrigin::Model { text_column };
                self.give_or_ask(ConfidenceSet::new(source, origin, asking.questions.pool(), values))
            }
            None => Vec::new(),
        }
    }

    fn set_paused(&mut self, paused: bool) -> Vec<Cmd> {
        let asking = self.asking.as_mut();
        let changes = asking.is_some_and(|asking| asking.counts.set_paused(paused));
        let cmd = || if paused { Cmd::Pause } else { Cmd::Resume };
        changes.then(cmd).into_iter().collect()
    }

    fn stop(&mut self) -> Vec<Cmd> {
        self.prepared = None;
        self.incomplete = None;
        self.asking.take().map(|_| Cmd::Stop).into_iter().collect()
    }

    fn fail(&mut self, failure: RequestFailure) -> Vec<Cmd> {
        self.failure = Some(failure);
        self.stop()
    }
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::Confidences(cmd))
}

impl PreparedRequests {
    fn activate(&self, stage: RunStage) -> ActiveRequests {
        ActiveRequests {
            id: self.id,
            host: self.recipient.endpoint.host().to_owned(),
            stage,
            counts: RequestCounts::default(),
            model: self.recipient.model.name.clone(),
            questions: self.questions.clone(),
            keys: Vec::new(),
            unanswerable: BTreeSet::new(),
        }
    }

    /// Of several rows with the same question, only the first row is included.
    fn unanswered(&self, answers: &BTreeMap<QuestionKey, f32>) -> Vec<u32> {
        let mut seen = BTreeSet::new();
        let rows = (0..).zip(&self.requests);
        let open = rows.filter(|(_, request)| !answers.contains_key(&request.key) && seen.insert(request.key));
        open.map(|(row, _)| row).collect()
    }

    fn sending(&self, answers: &BTreeMap<QuestionKey, f32>) -> ConsentRequest {
        let is_answered = |request: &&PlannedRequest| answers.contains_key(&request.key);
        let rows = self.unanswered(answers).into_iter();
        ConsentRequest {
            id: self.id,
            endpoint: self.recipient.endpoint.clone(),
            estimate: self.questions.estimate(rows.map(|row| self.requests[row as usize])),
            answered: self.requests.iter().filter(is_answered).count() as u32,
            examples: self.n_examples,
        }
    }
}

/// Writes the confidences in the format that the command-line program reads. A missing confidence is an empty cell.
fn table(values: &[f32]) -> String {
    let lines = (0u32..).zip(values).map(|(row, value)| match is_missing(value) {
        true => format!("{row},\n"),
        false => format!("{row},{value}\n"),
    });
    "row,confidence\n".to_owned() + &lines.collect::<String>()
}
