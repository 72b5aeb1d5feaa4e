//! State of the exam, which measures the accuracy of a language model.
//! In the exam, the model labels test texts. The examples in the prompts are the picks of a finished run.
//! [`EndpointRuns`] sends the questions of the exam to the language model.
//!
//! No text is sent before the user has pressed the button and agreed to send texts to the named host.
//! Runs with the same prompt share the answer. A later exam sends only prompts that have no answer yet.

use std::collections::{BTreeMap, BTreeSet};

use crate::compare::ExamConsent;
use crate::compare::{Cmd as CompareCmd, Comparison, ComparisonResult};
use crate::endpoint::{
    ActiveRun, EndpointRuns, Form, NewRun, RequestFailure, RunCmd, RunContext, RunEvent, RunMsg, Sending,
};
use crate::i18n::t;
use crate::project::Project;
use crate::run::settings::Settings;
use crate::state::{AppState, Cmd as StateCmd, Confirmation, Context, Request};
use fastgas_annotation::answer::{Entry, Exam, exam_rows};
use fastgas_annotation::confidence::QuestionKey;
use fastgas_annotation::retrieve::Template;
use fastgas_platform::{EncoderName, StorageError, StoredAnswers, StoredExamAnswer};
use fastgas_protocol::JobId;
use fastgas_select::Method;
use fastgas_select::evaluate::Plan;
use fastgas_select::evaluate::answers::{AnswerRow, AnsweredPlan, compare_answers};

pub const MAX_TEXTS: u32 = 500;
const DEFAULT_TEXTS: u32 = 100;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExamState {
    pub form: ExamForm,
    pub runs: EndpointRuns<Exam, ExamTask>,
    /// All known answers to exam questions, including answers from earlier sessions.
    answers: BTreeMap<QuestionKey, Entry>,
    /// True once the stored answers have been requested. They are requested only once per project.
    is_loading: bool,
    is_edited: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExamForm {
    pub endpoint: Form,
    pub texts: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ExamTask {
    job: JobId,
    plans: Vec<Plan>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoExamReason {
    NoResults,
    /// The results have no accuracy, because the methods were compared without true labels.
    NoLabels,
    Comparing,
    Outdated,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ExamResult {
    pub rows: Vec<AnswerRow>,
    pub model: String,
    /// The table shows the difference of each method from the reference method.
    pub reference: Method,
    pub n_texts: u32,
    pub n_answers: u32,
    /// Number of answers that match no label. These answers count as wrong.
    pub n_unmatched: u32,
    /// Number of answers to prompts with fewer examples than intended, because the context of the model is too small.
    pub n_shortened: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExamMsg {
    Loaded(Result<Box<StoredAnswers<StoredExamAnswer>>, StorageError>),
    Edit(ExamForm),
    Ask,
    Run(RunMsg<Exam>),
}

pub type ExamCmd = RunCmd<Exam>;

impl ExamMsg {
    /// Whether a read-only tab, which must not change the project, may handle the message.
    pub(crate) fn is_harmless(&self) -> bool {
        match self {
            ExamMsg::Run(msg) => msg.is_harmless(),
            ExamMsg::Loaded(_) => true,
            ExamMsg::Edit(_) | ExamMsg::Ask => false,
        }
    }
}

impl Default for ExamForm {
    fn default() -> ExamForm {
        ExamForm {
            endpoint: Form::default(),
            texts: DEFAULT_TEXTS.to_string(),
        }
    }
}

impl ExamForm {
    /// Number of test texts, at most the size of the pool. `None` if the form contains an invalid number.
    pub fn n_texts(&self, n_instances: usize) -> Option<u32> {
        let texts = self.texts.trim().parse::<u32>().ok();
        let texts = texts.filter(|texts| (1..=MAX_TEXTS).contains(texts))?;
        Some(texts.min(n_instances as u32))
    }
}

impl ExamState {
    /// Copies the endpoint settings of another form, so that the user need not enter the same server twice.
    /// A form that the user has edited or that already has an address does not change.
    pub(crate) fn offer(&mut self, other: &Form) {
        if self.is_edited || !self.form.endpoint.address.is_empty() {
            return;
        }
        self.form.endpoint = other.clone();
    }

    pub(super) fn load(&mut self) -> Vec<Request> {
        match std::mem::replace(&mut self.is_loading, true) {
            true => Vec::new(),
            false => vec![Request::Perform(StateCmd::Compare(CompareCmd::LoadExam))],
        }
    }

    pub(crate) fn leave(&mut self) -> Vec<StateCmd> {
        let stop = self.runs.leave();
        *self = ExamState {
            runs: std::mem::take(&mut self.runs),
            ..ExamState::default()
        };
        stop.map(command).into_iter().collect()
    }

    /// Ends the run and withdraws the consent, because the user agreed to send other texts or other labels.
    pub(super) fn interrupt(&mut self) -> Vec<StateCmd> {
        self.runs.withdraw_consent();
        self.runs.failure = None;
        self.runs.stop().map(command).into_iter().collect()
    }

    fn loaded(&mut self, stored: Result<StoredAnswers<StoredExamAnswer>, StorageError>) {
        let stored = match stored {
            Ok(stored) => stored,
            Err(error) => {
                self.runs.storage_problems.not_read(&error);
                return;
            }
        };
        if let Some(form) = stored.form {
            self.runs.restore_constraints(&form.constraints);
            // Values that the user has already typed or used in a run are newer than the stored values.
            if !self.is_edited && self.runs.current.is_none() {
                self.form.endpoint.restore(form);
            }
        }
        for StoredExamAnswer { key, entry } in stored.answers {
            if let Some(key) = QuestionKey::read(&key) {
                self.answers.entry(key).or_insert(entry);
            }
        }
    }

    /// The new exam has no examples in the prompts. A later step of the run adds the examples.
    fn new_run(
        &self,
        project: &Project,
        found: &ComparisonResult,
        label_column: usize,
    ) -> Result<NewRun<Exam, ExamTask>, RequestFailure> {
        let form = &self.form;
        let (recipient, shots) = form.endpoint.read()?;
        let pool = &project.source.pool;
        let n_texts = form.n_texts(pool.len()).ok_or_else(|| RequestFailure {
            problem: t!("compare-exam-texts-problem", texts = form.texts.trim()),
            advice: t!("compare-exam-texts-advice", max_texts = MAX_TEXTS),
        })?;
        let template = Template::read(&form.endpoint.template).map_err(RequestFailure::of)?;
        let columns = (found.basis.text_column, label_column);
        let rows = exam_rows(pool.len() as u32, n_texts);
        let questions = Exam::new(pool, columns, &found.picks, &template, rows).map_err(RequestFailure::of)?;
        let task = ExamTask {
            job: found.job,
            plans: found.runs.iter().map(|run| run.plan).collect(),
        };
        Ok(NewRun {
            task,
            recipient,
            shots,
            questions,
        })
    }

    fn update_run(&mut self, msg: RunMsg<Exam>) -> Vec<RunEvent<Exam, ExamTask>> {
        let answered = || -> BTreeSet<QuestionKey> { self.answers.keys().copied().collect() };
        let context = RunContext {
            form: &self.form.endpoint,
            answered: &answered,
        };
        self.runs.update(msg, &context)
    }

    fn keep(&mut self, key: QuestionKey, entry: Entry) -> Request {
        let stored = StoredExamAnswer {
            key: key.to_string(),
            entry: entry.clone(),
        };
        self.answers.insert(key, entry);
        perform(RunCmd::StoreAnswers(vec![stored]))
    }

    /// If an answer is missing, the exam fails without a result.
    fn finish(&mut self) -> Option<(JobId, ExamResult)> {
        let run = self.runs.take_ended()?;
        let distinct: BTreeSet<QuestionKey> = run.keys().iter().copied().collect();
        let unanswered = distinct.iter().filter(|key| !self.answers.contains_key(key)).count() as u32;
        let ActiveRun {
            task,
            model,
            counts,
            asked,
            ..
        } = run;
        if let Some(first) = counts.into_failures().first_failure(unanswered) {
            let RequestFailure { problem, advice } = RequestFailure::of(first);
            let prompts = distinct.len() as u32;
            self.runs.failure = Some(RequestFailure {
                problem: t!("compare-exam-unanswered-problem", unanswered, prompts, problem),
                advice,
            });
            return None;
        }
        let asked = asked?;
        let exam = asked.questions;
        let (mut n_answers, mut n_unmatched, mut n_shortened) = (0, 0, 0);
        let mut by_plan = Vec::with_capacity(task.plans.len());
        for (selection, &plan) in task.plans.iter().enumerate() {
            let mut is_right = Vec::with_capacity(exam.rows().len());
            for place in exam.places(selection) {
                let entry = self.answers.get(&asked.keys[place])?;
                n_answers += 1;
                n_unmatched += u32::from(exam.matched(place, &entry.answer.text).is_none());
                n_shortened += u32::from(entry.shots < exam.n_examples(place));
                is_right.push(exam.is_right(place, &entry.answer.text));
            }
            by_plan.push(AnsweredPlan { plan, is_right });
        }
        let result = ExamResult {
            rows: compare_answers(&by_plan),
            model,
            reference: by_plan.first()?.plan.method,
            n_texts: exam.rows().len() as u32,
            n_answers,
            n_unmatched,
            n_shortened,
        };
        Some((task.job, result))
    }
}

impl Comparison {
    pub(super) fn update_exam(&mut self, msg: ExamMsg, context: &Context<'_>) -> Vec<Request> {
        match msg {
            ExamMsg::Loaded(stored) => self.exam.loaded(stored.map(|stored| *stored)),
            ExamMsg::Edit(form) => {
                // Withdraw the consent, because the new template can add table columns to the prompts.
                if form.endpoint.template != self.exam.form.endpoint.template {
                    self.exam.runs.withdraw_consent();
                }
                self.exam.form = form;
                self.exam.is_edited = true;
                self.exam.runs.failure = None;
            }
            ExamMsg::Ask => return self.ask_exam(context),
            ExamMsg::Run(msg) => {
                let events = self.exam.update_run(msg);
                return self.follow(events);
            }
        }
        Vec::new()
    }

    pub(crate) fn agreed(&mut self, sending: &ExamConsent) -> Vec<Request> {
        let ExamState {
            form, runs, answers, ..
        } = &mut self.exam;
        let answered = || -> BTreeSet<QuestionKey> { answers.keys().copied().collect() };
        let context = RunContext {
            form: &form.endpoint,
            answered: &answered,
        };
        let events = runs.agreed(sending.id, (&sending.endpoint, &sending.estimate), &context);
        self.follow(events)
    }

    fn follow(&mut self, events: Vec<RunEvent<Exam, ExamTask>>) -> Vec<Request> {
        let mut requests = Vec::new();
        for event in events {
            match event {
                RunEvent::Perform(cmd) => requests.push(perform(cmd)),
                RunEvent::Confirm(sending) => {
                    let confirmation = Confirmation::SendExam(consent_request(sending));
                    requests.push(Request::Confirm(confirmation));
                }
                RunEvent::Started => {}
                RunEvent::Answered { key, entry } => requests.push(self.exam.keep(key, entry)),
                RunEvent::Finished => self.show_result(),
            }
        }
        requests
    }

    fn show_result(&mut self) {
        if let Some((job, result)) = self.exam.finish()
            && let Some(found) = self.found.as_mut().filter(|found| found.job == job)
        {
            found.exam = Some(result);
        }
    }

    fn reason_no_exam(
        &self,
        project: Option<&Project>,
        settings: &Settings,
        encoder: &EncoderName,
    ) -> Option<NoExamReason> {
        let Some(found) = self.found.as_ref().filter(|found| !found.runs.is_empty()) else {
            return Some(NoExamReason::NoResults);
        };
        if found.basis.label_column.is_none() {
            return Some(NoExamReason::NoLabels);
        }
        if self.under_way.is_some() {
            return Some(NoExamReason::Comparing);
        }
        let basis = self.basis(project, settings, encoder);
        let is_current = basis.is_ok_and(|basis| basis == found.basis);
        (!is_current).then_some(NoExamReason::Outdated)
    }

    fn ask_exam(&mut self, context: &Context<'_>) -> Vec<Request> {
        let project = context.project.as_deref();
        let is_free = self.exam.runs.current.is_none() && !context.read_only;
        let is_possible = || {
            self.reason_no_exam(project, context.settings, &context.encoder)
                .is_none()
        };
        let Some(project) = project.filter(|_| is_free && is_possible()) else {
            return Vec::new();
        };
        let found = self.found.as_ref();
        let Some((found, label_column)) = found.and_then(|found| Some((found, found.basis.label_column?))) else {
            return Vec::new();
        };
        let new = self.exam.new_run(project, found, label_column);
        let events = self.exam.runs.start(new);
        self.follow(events)
    }
}

impl AppState {
    pub fn reason_no_exam(&self) -> Option<NoExamReason> {
        self.comparison
            .reason_no_exam(self.project.as_ref(), &self.run.settings, &self.encoder.name())
    }
}

fn consent_request(sending: Sending<Exam, ExamTask>) -> ExamConsent {
    ExamConsent {
        id: sending.id,
        endpoint: sending.endpoint,
        estimate: sending.estimate,
        answered: sending.distinct_answered,
        shots: sending.shots,
        n_runs: sending.task.plans.len() as u32,
        n_texts: sending.questions.rows().len() as u32,
    }
}

fn command(cmd: ExamCmd) -> StateCmd {
    StateCmd::Compare(CompareCmd::Exam(Box::new(cmd)))
}

fn perform(cmd: ExamCmd) -> Request {
    Request::Perform(command(cmd))
}

#[cfg(test)]
mod tests;
