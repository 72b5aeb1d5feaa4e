//! State of the confidences of a language model. Plain Rust, a part of the application [`state`](crate::state).
//!
//! No text is sent before the user has pressed the button and agreed to the named host.

use std::collections::BTreeMap;
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::confidences::ConsentRequest;
use crate::endpoint::RequestFailure;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::project::Project;
use crate::run::time_estimate::ThroughputEstimator;
use crate::state::{Cmd as StateCmd, Confirmation, Request};
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::confidence::{Endpoint, FailureBudget, MAX_EXAMPLES, Model, QuestionKey, Questions};
use fastgas_annotation::export::{ExportFormat, derived_file_name};
use fastgas_annotation::retrieve::{BUILT_IN, Template};
use fastgas_data::{Pool, confidences};
use fastgas_platform::{ConfidenceSource, Secret, StorageError, StoredConfidences, StoredEndpoint};
use fastgas_protocol::Error;
use fastgas_protocol::{WorkerError, bytes_of_f32};
use fastgas_select::VOTE_K_FIRST;
use fastgas_select::{Config, Method};

#[derive(Clone, Debug, PartialEq)]
pub struct Confidences {
    /// The endpoint form.
    pub form: Form,
    /// The confidences of all texts, once they are known.
    pub given: Option<ConfidenceSet>,
    pub asking: Option<ActiveRequests>,
    /// The last failure.
    pub failure: Option<RequestFailure>,
    /// Why answers are not stored, if storing failed.
    pub storage_problem: Option<String>,
    /// The host that received texts in this session.
    pub sent_to: Option<String>,
    /// All answers, including answers of earlier sessions.
    answers: BTreeMap<QuestionKey, f32>,
    /// The host that the user agreed to.
    agreed: Option<String>,
    /// True until stored confidences were restored, or replaced by newer ones.
    restoring: bool,
    last_asking: u32,
}

/// The endpoint form as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    pub address: String,
    pub model: String,
    /// The API key of the server, if it needs one.
    pub key: Secret,
    /// The template for text and label.
    pub template: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ConfidenceSet {
    /// The source of the confidences and the pool that they belong to.
    pub source: ConfidenceSource,
    /// One value per row.
    pub values: Arc<Vec<f32>>,
    /// Hash of the values.
    pub hash: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ActiveRequests {
    /// Sequence number. Answers to earlier requests are dropped.
    pub id: u32,
    pub host: String,
    /// True if the user paused it.
    pub paused: bool,
    /// Number of finished requests, including failed ones.
    pub done: u32,
    pub total: u32,
    model: String,
    questions: Arc<Questions>,
    failures: FailureBudget,
    pace: ThroughputEstimator,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    /// Stored confidences were read at startup or when a project was opened.
    Restored(Result<Box<StoredConfidences>, StorageError>),
    Edit(Form),
    /// A table of confidences was read, or could not be read.
    FileRead {
        /// The name of the file on the user's disk.
        file_name: String,
        table: Result<Pool, WorkerError>,
    },
    Ask,
    Answered {
        /// The sequence number of the requests.
        id: u32,
        row: u32,
        answer: Result<f32, ConfidenceError>,
        /// Milliseconds on a monotonic clock.
        elapsed_ms: f64,
    },
    /// Start no new requests.
    Pause,
    Resume,
    Stop,
    /// Do not use the current confidences.
    Forget,
    /// Save the confidences to a file.
    Save,
    /// Storing has finished or failed.
    Kept(Result<(), StorageError>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    /// Send a request for each row; answered by [`Msg::Answered`].
    Ask {
        /// The sequence number of the requests.
        id: u32,
        questions: Arc<Questions>,
        rows: Vec<u32>,
        endpoint: Endpoint,
        key: Secret,
    },
    /// Start no new requests.
    Pause,
    Resume,
    /// Abort all requests.
    Stop,
    StoreAnswer(QuestionKey, f32),
    StoreForm(StoredEndpoint),
    /// Store the confidences in use, or their absence.
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
    /// Confidences of the texts of `pool`, from a file or a model.
    pub fn new(source: String, pool: &Pool, values: Vec<f32>) -> ConfidenceSet {
        let pool = name_of(pool);
        ConfidenceSet {
            source: ConfidenceSource { source, pool },
            hash: format!("{:016x}", xxh3_64(&bytes_of_f32(&values))),
            values: Arc::new(values),
        }
    }
}

impl ActiveRequests {
    /// Seconds until all requests are finished. `None` if no estimate is possible yet.
    pub fn seconds_left(&self) -> Option<f64> {
        let left = f64::from(self.total - self.done);
        self.pace.seconds_left(left).filter(|_| !self.paused)
    }
}

impl Default for Confidences {
    fn default() -> Confidences {
        Confidences {
            form: Form::default(),
            given: None,
            asking: None,
            failure: None,
            storage_problem: None,
            sent_to: None,
            answers: BTreeMap::new(),
            agreed: None,
            restoring: true,
            last_asking: 0,
        }
    }
}

/// Hash that identifies a pool: 64-bit XXH3 of all cells. Protects against mistakes, not against attacks.
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

/// True if the table has the columns of a confidence table.
pub fn is_table(table: &Pool) -> bool {
    ["row", "confidence"].iter().all(|name| table.column(name).is_ok())
}

/// The labeled texts that are sent as examples: the picks by rank, then others.
pub fn examples(project: &Project) -> Vec<(u32, String)> {
    let labels = project.annotations.history.labels();
    let rows = project.listed_rows().into_iter();
    let labeled = rows.filter_map(|row| Some((row, labels.annotation(row).answer()?)));
    labeled.take(MAX_EXAMPLES).collect()
}

/// Number of vote-k's initial picks that are neither labeled nor passed.
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

    /// The confidences for a run with `config`. `None` if the run does not need any or no confidences exist.
    pub fn for_run(&self, config: &Config) -> Option<&ConfidenceSet> {
        self.given.as_ref().filter(|_| are_needed(config))
    }

    pub(crate) fn update(&mut self, msg: Msg, project: Option<&Project>) -> Vec<Request> {
        let cmds = match msg {
            Msg::Restored(kept) => {
                self.restored(kept.map(|kept| *kept), project);
                Vec::new()
            }
            Msg::Edit(form) => {
                self.form = form;
                self.failure = None;
                Vec::new()
            }
            Msg::FileRead { file_name, table } => self.file_read(file_name, table, project),
            Msg::Ask => match self.prepare(project) {
                Ok(asking) if asking.rows.is_empty() || self.agreed.as_deref() == Some(asking.endpoint.host()) => {
                    self.begin(asking)
                }
                Ok(asking) => return vec![Request::Confirm(Confirmation::Send(asking.sending()))],
                Err(failure) => {
                    self.failure = Some(failure);
                    Vec::new()
                }
            },
            Msg::Answered {
                id,
                row,
                answer,
                elapsed_ms,
            } => self.answered(id, row, answer, elapsed_ms),
            Msg::Pause => self.set_paused(true),
            Msg::Resume => self.set_paused(false),
            Msg::Stop => self.stop(),
            Msg::Forget => match self.given.take() {
                Some(_) => vec![Cmd::StoreConfidences(None)],
                None => Vec::new(),
            },
            Msg::Save => match &self.given {
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
            Msg::Kept(kept) => {
                self.storage_problem = kept.err().map(|error| core_messages::translate_core("storage", &error));
                Vec::new()
            }
        };
        cmds.into_iter().map(perform).collect()
    }

    /// Starts the requests after the user agreed to send these texts.
    pub(crate) fn agreed(&mut self, sending: &ConsentRequest, project: Option<&Project>) -> Vec<Request> {
        self.agreed = Some(sending.endpoint.host().into());
        // Send only to the address that the user agreed to: the form may have changed in the meantime.
        match self.prepare(project) {
            Ok(asking) if asking.endpoint == sending.endpoint => self.begin(asking).into_iter().map(perform).collect(),
            _ => Vec::new(),
        }
    }

    /// Drops everything that belongs to the current pool, but not from storage. Stored data of the next pool may then
    /// be restored.
    pub fn leave(&mut self) -> Vec<Cmd> {
        let cmds = self.stop();
        self.given = None;
        self.answers.clear();
        self.agreed = None;
        self.failure = None;
        self.restoring = true;
        cmds
    }

    /// Drops the confidences because texts were appended to the pool.
    pub fn invalidate(&mut self) -> Vec<Cmd> {
        self.given = None;
        self.failure = None;
        self.stop()
    }

    fn restored(&mut self, kept: Result<StoredConfidences, StorageError>, project: Option<&Project>) {
        // Imported confidences are newer than stored ones, and dropped ones must not return.
        if !std::mem::take(&mut self.restoring) {
            return;
        }
        let kept = match kept {
            Ok(kept) => kept,
            Err(error) => {
                self.storage_problem = Some(core_messages::translate_core("storage", &error));
                return;
            }
        };
        if let Some(StoredEndpoint {
            address,
            model,
            template,
        }) = kept.form
        {
            self.form = Form {
                address,
                model,
                template,
                key: Secret::default(),
            };
        }
        let Some(project) = project else { return };
        self.answers = kept.answers;
        let pool = &*project.source.pool;
        let given = kept.given.filter(|(source, values)| {
            let are_numbers = values.iter().all(|value| value.is_finite());
            are_numbers && values.len() == pool.len() && source.pool == name_of(pool)
        });
        self.given = given.map(|(source, values)| ConfidenceSet::new(source.source, pool, values));
    }

    fn file_read(
        &mut self,
        file_name: String,
        table: Result<Pool, WorkerError>,
        project: Option<&Project>,
    ) -> Vec<Cmd> {
        let Some(project) = project else { return Vec::new() };
        let read = table.and_then(|table| {
            let values = confidences(&table, project.source.pool.len());
            values.map_err(|error| Error::from(error).into())
        });
        match read {
            Ok(values) => {
                let mut cmds = self.stop();
                self.failure = None;
                cmds.extend(self.give(ConfidenceSet::new(file_name, &project.source.pool, values)));
                cmds
            }
            Err(error) => {
                self.failure = Some(RequestFailure {
                    problem: t!("confidences-file-problem", file_name, error),
                    advice: core_messages::advice(&error, error.advice()),
                });
                Vec::new()
            }
        }
    }

    fn give(&mut self, given: ConfidenceSet) -> Vec<Cmd> {
        self.restoring = false;
        self.given = Some(given.clone());
        vec![Cmd::StoreConfidences(Some(given))]
    }

    /// Validates the form and collects the requests.
    fn prepare(&self, project: Option<&Project>) -> Result<PreparedRequests, RequestFailure> {
        let endpoint = Endpoint::read(&self.form.address).map_err(RequestFailure::of)?;
        let key = self.form.key.0.trim();
        if !key.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(RequestFailure::of(ConfidenceError::BadKey));
        }
        let template = Template::read(&self.form.template).map_err(RequestFailure::of)?;
        let model = Model {
            name: self.form.model.trim().into(),
            api: endpoint.api(),
        };
        let project = project.ok_or(RequestFailure::of(ConfidenceError::NoModel))?;
        let (pool, examples) = (project.source.pool.clone(), examples(project));
        let n_examples = examples.len() as u32;
        let questions =
            Questions::new(pool, project.source.text_column, &examples, template, model).map_err(RequestFailure::of)?;
        let mut answered = 0;
        let mut firsts = BTreeMap::new();
        for row in 0..questions.len() as u32 {
            let key = questions.key(row);
            match self.answers.contains_key(&key) {
                true => answered += 1,
                false => drop(firsts.entry(key).or_insert(row)),
            }
        }
        let mut rows: Vec<u32> = firsts.into_values().collect();
        rows.sort_unstable();
        Ok(PreparedRequests {
            endpoint,
            key: Secret(key.into()),
            questions: Arc::new(questions),
            rows,
            answered,
            n_examples,
        })
    }

    fn begin(&mut self, prepared: PreparedRequests) -> Vec<Cmd> {
        let mut cmds = self.stop();
        let PreparedRequests {
            endpoint,
            key,
            questions,
            rows,
            ..
        } = prepared;
        let host = endpoint.host().to_owned();
        self.restoring = false;
        self.failure = None;
        self.last_asking += 1;
        let id = self.last_asking;
        self.asking = Some(ActiveRequests {
            id,
            host: host.clone(),
            paused: false,
            done: 0,
            total: rows.len() as u32,
            model: self.form.model.trim().into(),
            questions: questions.clone(),
            failures: FailureBudget::default(),
            pace: ThroughputEstimator::default(),
        });
        let Form {
            address,
            model,
            template,
            ..
        } = self.form.clone();
        cmds.push(Cmd::StoreForm(StoredEndpoint {
            address,
            model,
            template,
        }));
        if rows.is_empty() {
            cmds.extend(self.end());
            return cmds;
        }
        self.sent_to = Some(host);
        cmds.push(Cmd::Ask {
            id,
            questions,
            rows,
            endpoint,
            key,
        });
        cmds
    }

    fn answered(&mut self, id: u32, row: u32, answer: Result<f32, ConfidenceError>, elapsed_ms: f64) -> Vec<Cmd> {
        let Some(asking) = self.asking.as_mut().filter(|asking| asking.id == id) else {
            return Vec::new();
        };
        let mut cmds = Vec::new();
        match answer {
            Ok(confidence) => {
                asking.failures.answered();
                let key = asking.questions.key(row);
                self.answers.insert(key, confidence);
                cmds.push(Cmd::StoreAnswer(key, confidence));
            }
            Err(error) => {
                if let Err(error) = asking.failures.failed(error) {
                    self.failure = Some(RequestFailure::of(error));
                    return self.stop();
                }
            }
        }
        asking.done += 1;
        if !asking.paused {
            asking.pace.sample(f64::from(asking.done), elapsed_ms);
        }
        if asking.done == asking.total {
            cmds.extend(self.end());
        }
        cmds
    }

    /// Finishes after the last request.
    fn end(&mut self) -> Vec<Cmd> {
        let Some(asking) = self.asking.take() else {
            return Vec::new();
        };
        let rows = 0..asking.questions.len() as u32;
        let known = rows.map(|row| self.answers.get(&asking.questions.key(row)).copied());
        let known: Vec<Option<f32>> = known.collect();
        let unanswered = known.iter().filter(|known| known.is_none()).count() as u32;
        self.failure = asking
            .failures
            .end(unanswered, known.len() as u32)
            .map(RequestFailure::of);
        match known.into_iter().collect::<Option<Vec<f32>>>() {
            Some(values) => {
                let source = t!("confidences-model-source", model = asking.model, host = asking.host);
                self.give(ConfidenceSet::new(source, asking.questions.pool(), values))
            }
            None => Vec::new(),
        }
    }

    fn set_paused(&mut self, paused: bool) -> Vec<Cmd> {
        let Some(asking) = self.asking.as_mut().filter(|asking| asking.paused != paused) else {
            return Vec::new();
        };
        asking.paused = paused;
        asking.pace.pause();
        vec![if paused { Cmd::Pause } else { Cmd::Resume }]
    }

    fn stop(&mut self) -> Vec<Cmd> {
        self.asking.take().map(|_| Cmd::Stop).into_iter().collect()
    }
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::Confidences(cmd))
}

/// Requests that have not been started.
struct PreparedRequests {
    endpoint: Endpoint,
    key: Secret,
    questions: Arc<Questions>,
    /// One row per distinct question without an answer.
    rows: Vec<u32>,
    answered: u32,
    n_examples: u32,
}

impl PreparedRequests {
    fn sending(self) -> ConsentRequest {
        ConsentRequest {
            endpoint: self.endpoint,
            texts: self.rows.len() as u32,
            answered: self.answered,
            examples: self.n_examples,
        }
    }
}

/// The confidences as CSV, in the format that the command line program reads.
fn table(values: &[f32]) -> String {
    let lines = (0u32..).zip(values).map(|(row, value)| format!("{row},{value}\n"));
    "row,confidence\n".to_owned() + &lines.collect::<String>()
}
