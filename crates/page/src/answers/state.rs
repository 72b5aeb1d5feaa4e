//! State of a language model's answers to texts without a label. The module is plain Rust without browser APIs.
//! [`EndpointRuns`] sends the questions to the language model.
//!
//! No text is sent before the user has pressed the button and agreed to send texts to the named host.
//! An answer is a suggestion until the user accepts the answer ([`review`](super::review)).

use std::collections::{BTreeMap, BTreeSet};

use xxhash_rust::xxh3::xxh3_64;

use crate::answers::ConsentRequest;
use crate::answers::{AnswerReview, examples, is_open};
use crate::endpoint::{EndpointRuns, Form, NewRun, RequestFailure, RunCmd, RunContext, RunEvent, RunMsg, Sending};
use crate::i18n::t;
use crate::project::Project;
use crate::state::{Cmd as StateCmd, Confirmation, Context, Request};
use fastgas_annotation::answer::{Confidence, Entry, Questions};
use fastgas_annotation::confidence::QuestionKey;
use fastgas_annotation::label::AnswerType;
use fastgas_annotation::retrieve::Template;
use fastgas_platform::{StorageError, StoredAnswer, StoredAnswers};

#[derive(Clone, Debug, PartialEq)]
pub struct AnswersState {
    pub form: Form,
    pub runs: EndpointRuns<Questions, Purpose>,
    pub review: Option<AnswerReview>,
    /// The latest answer to each unlabeled text, keyed by the row of the text.
    pub(super) answers: BTreeMap<u32, ModelAnswer>,
    /// The latest answer to each labeled text. The page estimates the model's accuracy from these answers.
    pub(super) checks: BTreeMap<u32, ModelAnswer>,
    restoring: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Asks about the labeled texts, in order to estimate the model's accuracy before it answers the other texts.
    /// The prompt for a labeled text contains the other labeled texts as examples.
    Check,
    Rest,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelAnswer {
    pub model: String,
    /// The name of the label at the time of the answer. The user may have renamed the label after the answer.
    pub label: Option<String>,
    pub entry: Entry,
    /// Intended number of examples in the prompt. Fewer examples are used if the context of the model is too small.
    pub shots: u32,
    /// Hash of the text that the model answered.
    text: String,
    key: QuestionKey,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Restored(Result<Box<StoredAnswers>, StorageError>),
    Edit(Form),
    Ask(Purpose),
    Run(RunMsg<Questions>),
    Accept,
    GoToNext,
    OpenReview,
    CloseReview,
    ChooseLeast(u8),
    Tick { rows: Vec<u32>, on: bool },
    ShowMore,
    AcceptAll,
}

pub type Cmd = RunCmd<Questions>;

impl Msg {
    /// Whether a read-only tab, which must not change the project, may handle the message.
    pub(crate) fn is_harmless(&self) -> bool {
        match self {
            Msg::Run(msg) => msg.is_harmless(),
            _ => matches!(
                self,
                Msg::Restored(_)
                    | Msg::GoToNext
                    | Msg::OpenReview
                    | Msg::CloseReview
                    | Msg::ChooseLeast(_)
                    | Msg::ShowMore
            ),
        }
    }
}

impl Default for AnswersState {
    fn default() -> AnswersState {
        AnswersState {
            form: Form::default(),
            runs: EndpointRuns::default(),
            review: None,
            answers: BTreeMap::new(),
            checks: BTreeMap::new(),
            restoring: true,
        }
    }
}

impl ModelAnswer {
    pub fn percent(&self) -> Option<u8> {
        self.entry.answer.confidence.map(Confidence::percent)
    }

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

    /// Returns `None` if the text has changed since the model answered.
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

/// Hashes a text with 64-bit XXH3, which detects accidental changes, but not deliberate manipulation.
fn hash_of(text: &str) -> String {
    format!("{:016x}", xxh3_64(text.as_bytes()))
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
                // Withdraw the consent, because the new template can add table columns to the prompts.
                if form.template != self.form.template {
                    self.runs.withdraw_consent();
                }
                self.form = form;
                self.runs.failure = None;
                Vec::new()
            }
            Msg::Ask(purpose) => self.ask(purpose, project),
            Msg::Run(msg) => {
                let answered = || keys(&self.answers, &self.checks);
                let context = RunContext {
                    form: &self.form,
                    answered: &answered,
                };
                let events = self.runs.update(msg, &context);
                self.follow(events, project)
            }
            Msg::Accept => self.accept_current(project),
            Msg::GoToNext => self.go_to_next(project),
            Msg::AcceptAll => self.accept_all(project),
            Msg::OpenReview | Msg::CloseReview | Msg::ChooseLeast(_) | Msg::Tick { .. } | Msg::ShowMore => {
                self.change_review(&msg);
                Vec::new()
            }
        }
    }

    pub(crate) fn agreed(&mut self, sending: &ConsentRequest, project: Option<&Project>) -> Vec<Request> {
        let Some(project) = project else {
            return Vec::new();
        };
        let answered = || keys(&self.answers, &self.checks);
        let context = RunContext {
            form: &self.form,
            answered: &answered,
        };
        let prompts = (&sending.endpoint, &sending.estimate);
        let events = self.runs.agreed(sending.id, prompts, &context);
        self.follow(events, project)
    }

    pub(crate) fn leave(&mut self) -> Vec<Cmd> {
        let stop = self.runs.leave();
        *self = AnswersState {
            form: self.form.clone(),
            runs: std::mem::take(&mut self.runs),
            ..AnswersState::default()
        };
        stop.into_iter().collect()
    }

    pub(crate) fn drop_other_texts(&mut self, project: Option<&Project>) -> Vec<Cmd> {
        // The user agreed to send the previous texts of the project, but not the changed texts.
        self.runs.withdraw_consent();
        if let Some(project) = project {
            for answers in [&mut self.answers, &mut self.checks] {
                answers.retain(|&row, answer| answer.belongs_to(row, project));
            }
        }
        self.runs.stop().into_iter().collect()
    }

    fn restored(&mut self, stored: Result<StoredAnswers, StorageError>, project: &Project) {
        if !std::mem::take(&mut self.restoring) {
            return;
        }
        let stored = match stored {
            Ok(stored) => stored,
            Err(error) => {
                self.runs.storage_problems.not_read(&error);
                return;
            }
        };
        // The settings of a run that has already begun are newer than the stored settings.
        if let Some(form) = stored.form.filter(|_| self.runs.current.is_none()) {
            self.runs.restore_constraints(&form.constraints);
            self.form.restore(form);
        }
        // If a text has several answers, the latest answer counts.
        // Answers of the current session are later than stored answers.
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
        if self.runs.current.is_some() {
            return Vec::new();
        }
        let events = self.runs.start(new_run(&self.form, purpose, project));
        self.follow(events, project)
    }

    fn follow(&mut self, events: Vec<RunEvent<Questions, Purpose>>, project: &Project) -> Vec<Request> {
        let mut requests = Vec::new();
        for event in events {
            match event {
                RunEvent::Perform(cmd) => requests.push(perform(cmd)),
                RunEvent::Confirm(sending) => {
                    let confirmation = Confirmation::SendPrompts(consent_request(sending));
                    requests.push(Request::Confirm(confirmation));
                }
                RunEvent::Started => requests.extend(self.share_known(project)),
                RunEvent::Answered { key, entry } => requests.extend(self.keep_answer(key, entry, project)),
                RunEvent::Finished => self.end(),
            }
        }
        requests
    }

    /// Records answers that are already known, for example from an equal text.
    fn share_known(&mut self, project: &Project) -> Option<Request> {
        let run = self.runs.current.as_ref()?;
        let (asked, purpose) = (run.asked.as_ref()?, run.task);
        let answers = self.answers.values().chain(self.checks.values());
        let known: BTreeMap<QuestionKey, &ModelAnswer> = answers.map(|answer| (answer.key, answer)).collect();
        let of_kind = match purpose {
            Purpose::Check => &self.checks,
            Purpose::Rest => &self.answers,
        };
        let mut shared = Vec::new();
        for (&row, key) in asked.questions.rows().iter().zip(&asked.keys) {
            let has_it = of_kind.get(&row).is_some_and(|answer| answer.key == *key);
            if let Some(&answer) = known.get(key).filter(|_| !has_it) {
                let text = hash_of(project.text(row));
                shared.push((row, ModelAnswer { text, ..answer.clone() }));
            }
        }
        self.keep(shared, purpose)
    }

    /// Several texts may have the same question. The answer is recorded for each text.
    fn keep_answer(&mut self, key: QuestionKey, entry: Entry, project: &Project) -> Option<Request> {
        let run = self.runs.current.as_ref()?;
        let (asked, purpose) = (run.asked.as_ref()?, run.task);
        let questions = &asked.questions;
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
        let answers: Vec<(u32, ModelAnswer)> = asked.places.get(&key).into_iter().flatten().map(answer).collect();
        self.keep(answers, purpose)
    }

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

    fn end(&mut self) {
        let Some(run) = self.runs.take_ended() else { return };
        let answered = keys(&self.answers, &self.checks);
        let texts = run.keys().len() as u32;
        let unanswered = run.keys().iter().filter(|key| !answered.contains(key)).count() as u32;
        let failures = run.counts.into_failures();
        self.runs.failure = failures.first_failure(unanswered).map(|first| {
            let RequestFailure { problem, advice } = RequestFailure::of(first);
            RequestFailure {
                problem: t!("answers-unanswered-problem", unanswered, texts, problem),
                advice,
            }
        });
    }
}

fn keys(answers: &BTreeMap<u32, ModelAnswer>, checks: &BTreeMap<u32, ModelAnswer>) -> BTreeSet<QuestionKey> {
    let all = answers.values().chain(checks.values());
    all.map(|answer| answer.key).collect()
}

/// The new run has no examples yet. A later step of the run adds the examples to the prompts.
fn new_run(form: &Form, purpose: Purpose, project: &Project) -> Result<NewRun<Questions, Purpose>, RequestFailure> {
    let (recipient, shots) = form.read()?;
    if project.labels.answers == AnswerType::Text {
        return Err(RequestFailure {
            problem: t!("answers-written-problem"),
            advice: t!("answers-written-advice"),
        });
    }
    let template = Template::read(&form.template).map_err(RequestFailure::of)?;
    let labeled = examples(project);
    let rows = match purpose {
        Purpose::Check => labeled.iter().map(|(row, _)| *row).collect(),
        Purpose::Rest => (0..project.source.pool.len() as u32)
            .filter(|&row| is_open(project, row))
            .collect(),
    };
    let (pool, text_column) = (project.source.pool.clone(), project.source.text_column);
    let questions = Questions::new(pool, text_column, &labeled, template, rows).map_err(RequestFailure::of)?;
    Ok(NewRun {
        task: purpose,
        recipient,
        shots,
        questions,
    })
}

fn consent_request(sending: Sending<Questions, Purpose>) -> ConsentRequest {
    ConsentRequest {
        id: sending.id,
        endpoint: sending.endpoint,
        estimate: sending.estimate,
        answered: sending.answered,
        shots: sending.shots,
    }
}

fn perform(cmd: Cmd) -> Request {
    Request::Perform(StateCmd::ModelAnswers(cmd))
}
