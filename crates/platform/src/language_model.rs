//! Requests to a language model, which send texts to another server.
//! Texts are sent only through the [egress frame](crate::egress_frame), a hidden document.
//! The only recipient is the address that the user entered and confirmed.

use std::cell::Cell;
use std::fmt;
use std::time::Duration;

use futures::stream::{self, StreamExt};
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Headers, ReferrerPolicy, RequestCache, RequestCredentials, RequestInit, RequestRedirect,
};
use web_time::Instant;

use crate::control::{RunControl, sleep};
use crate::egress_frame::{EgressFrame, unreachable};
use crate::workers::unless_cancelled;
use fastgas_annotation::answer::{
    Asker, Choices, Constraint, Entry, LogprobLevel, QuestionList, is_context_exceeded, is_logprobs_refused, probe,
    probe_is_enforced, read_model_answer,
};
use fastgas_annotation::confidence::{Endpoint, Model, N_REQUESTS, Questions, Retries, read_answer, without_key};
use fastgas_annotation::{ConfidenceError, UnreachableReason};
use fastgas_protocol::{Error, Refusal, WorkerError};

/// Time after which a request fails. A model on a small machine may need minutes to process the examples.
const TIMEOUT: Duration = Duration::from_secs(600);

/// An API key or a passphrase. The page never shows and never stores a secret.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(pub String);

impl Secret {
    pub fn fits(&self) -> bool {
        fastgas_cipher::fits(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.is_empty() { "no key" } else { "a key" })
    }
}

pub struct LanguageModel {
    endpoint: Endpoint,
    key: Secret,
}

struct Reply {
    status: u16,
    retry_after: Option<f64>,
    body: Vec<u8>,
    seconds: f64,
}

struct Run<'a> {
    egress_frame: &'a EgressFrame,
    control: &'a RunControl,
    has_answered: Cell<bool>,
    /// Maximum number of retries after an unusable response, if the server has already answered another request.
    garbled_retries: u32,
}

enum Outcome {
    Answer(Entry),
    TooLong,
    FewerLogprobs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbedConstraint {
    pub constraint: Constraint,
    /// False if no supported output constraint was found, but a test request ended with HTTP status 500.
    /// Status 500 may have a cause other than the constraint, so the server must be tested again.
    pub is_certain: bool,
}

impl LanguageModel {
    /// Creates a client for `endpoint`. If `key` is empty, the requests contain no API key.
    pub fn new(endpoint: Endpoint, key: Secret) -> LanguageModel {
        LanguageModel { endpoint, key }
    }

    /// Asks the questions for `rows`, several at the same time. Calls `on_answer` with each answer when it arrives.
    /// Requests with transient errors are repeated.
    /// Stopping the run aborts running requests.
    pub async fn ask(
        &self,
        questions: &Questions,
        rows: &[u32],
        control: &RunControl,
        mut on_answer: impl FnMut(u32, Result<f32, ConfidenceError>),
    ) -> Result<(), WorkerError> {
        let egress_frame = match unless_cancelled(EgressFrame::open(&self.endpoint), control).await? {
            Ok(egress_frame) => egress_frame,
            Err(reason) => {
                rows.iter()
                    .for_each(|&row| on_answer(row, Err(self.unreachable(reason.clone()))));
                return Ok(());
            }
        };
        let run = Run::new(&egress_frame, control, 0);
        let one = |row: u32| {
            let run = &run;
            async move {
                let body = questions.body(row);
                let read = |reply: &Reply| read_answer(row, reply.status, &reply.body);
                Ok::<_, WorkerError>((row, self.ask_one(&body, run, read).await?))
            }
        };
        let mut answers = stream::iter(rows.iter().copied()).map(one).buffer_unordered(N_REQUESTS);
        while let Some(answer) = answers.next().await {
            let (row, asked) = answer?;
            run.has_answered.set(run.has_answered.get() || asked.is_ok());
            on_answer(row, asked);
        }
        Ok(())
    }

    /// Like [`LanguageModel::ask`], but asks only the questions at `indices`.
    /// If a prompt is too long for the model's context, the examples that are least similar to the text are removed.
    /// If the server rejects the requested number of log-probabilities, the request is repeated with a smaller number.
    pub async fn answer(
        &self,
        questions: &dyn QuestionList,
        asker: &Asker,
        indices: &[usize],
        control: &RunControl,
        mut on_answer: impl FnMut(usize, Result<Entry, ConfidenceError>),
    ) -> Result<(), WorkerError> {
        /// Maximum number of retries after an unusable response, which a working server may occasionally send.
        const GARBLED_RETRIES: u32 = 2;
        let egress_frame = match unless_cancelled(EgressFrame::open(&self.endpoint), control).await? {
            Ok(egress_frame) => egress_frame,
            Err(reason) => {
                indices
                    .iter()
                    .for_each(|&index| on_answer(index, Err(self.unreachable(reason.clone()))));
                return Ok(());
            }
        };
        let run = Run::new(&egress_frame, control, GARBLED_RETRIES);
        let logprobs = Cell::new(LogprobLevel::Most);
        let one = |index: usize| {
            let (run, logprobs) = (&run, &logprobs);
            async move {
                let answer = self.answer_one((questions, index), asker, run, logprobs).await?;
                Ok::<_, WorkerError>((index, answer))
            }
        };
        let mut answers = stream::iter(indices.iter().copied())
            .map(one)
            .buffer_unordered(N_REQUESTS);
        while let Some(answer) = answers.next().await {
            let (index, answer) = answer?;
            on_answer(index, answer);
        }
        Ok(())
    }

    async fn answer_one(
        &self,
        (questions, index): (&dyn QuestionList, usize),
        asker: &Asker,
        run: &Run<'_>,
        logprobs: &Cell<LogprobLevel>,
    ) -> Result<Result<Entry, ConfidenceError>, WorkerError> {
        let mut prompt = questions.prompt_at(index).map_err(Error::from)?;
        let (row, choices) = (questions.row_at(index), questions.choices_at(index));
        loop {
            let request = asker.request(&prompt, choices);
            let (level, shots) = (logprobs.get(), prompt.shots.len());
            let read = |reply: &Reply| {
                if shots > 0 && is_context_exceeded(reply.status, &reply.body) {
                    return Ok(Outcome::TooLong);
                }
                if level.less().is_some() && is_logprobs_refused(reply.status, &reply.body, run.has_answered.get()) {
                    return Ok(Outcome::FewerLogprobs);
                }
                let answer = read_model_answer(
                    row,
                    (reply.status, &reply.body),
                    choices,
                    asker,
                    questions.cue_at(index),
                )?;
                Ok(Outcome::Answer(Entry {
                    answer,
                    shots: shots as u32,
                    seconds: reply.seconds,
                }))
            };
            match self.ask_one(&request.body(level), run, read).await? {
                Ok(Outcome::Answer(entry)) => {
                    run.has_answered.set(true);
                    return Ok(Ok(entry));
                }
                Ok(Outcome::TooLong) => {
                    // Remove several examples at a time, because removing single examples could take many requests.
                    prompt.shots.drain(..(shots / 8).max(1));
                }
                Ok(Outcome::FewerLogprobs) => {
                    let less = level.less().unwrap_or(LogprobLevel::None);
                    logprobs.set(logprobs.get().max(less));
                }
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Tests which output constraints the server supports, with one short request per constraint.
    /// The requests contain none of the user's texts.
    /// The outer `Result` is the error [`WorkerError::Cancelled`] if the user stops the run.
    /// The inner `Result` is an error if the server cannot be reached or returns an error.
    pub async fn probe(
        &self,
        model: &Model,
        control: &RunControl,
    ) -> Result<Result<ProbedConstraint, ConfidenceError>, WorkerError> {
        /// Maximum number of tokens in the answer to a test request. All expected answers are shorter.
        const MAX_TOKENS: u32 = 32;
        let egress_frame = match unless_cancelled(EgressFrame::open(&self.endpoint), control).await? {
            Ok(egress_frame) => egress_frame,
            Err(reason) => return Ok(Err(self.unreachable(reason))),
        };
        let asker = match Asker::new(model.clone(), Constraint::None, MAX_TOKENS) {
            Ok(asker) => asker,
            Err(error) => return Ok(Err(error)),
        };
        let run = Run::new(&egress_frame, control, 0);
        let mut is_certain = true;
        for constraint in Constraint::ALL {
            let read = |reply: &Reply| match reply.status {
                400 | 422 | 501 => Ok(Some(false)),
                // Some servers answer unknown parameters with status 500, so status 500 is not retried.
                500 => Ok(None),
                status => {
                    read_model_answer(0, (status, &reply.body), Choices::FreeText, &asker, "")?;
                    Ok(Some(probe_is_enforced(status, &reply.body, constraint)))
                }
            };
            let body = probe(&model.name, model.api, constraint);
            match self.ask_one(&body, &run, read).await? {
                Ok(Some(true)) => {
                    return Ok(Ok(ProbedConstraint {
                        constraint,
                        is_certain: true,
                    }));
                }
                Ok(Some(false)) => {}
                Ok(None) => is_certain = false,
                Err(error) => return Ok(Err(error)),
            }
        }
        Ok(Ok(ProbedConstraint {
            constraint: Constraint::None,
            is_certain,
        }))
    }

    /// Sends one request, and repeats it as [`Retries`] determines.
    /// An unreachable server is only asked again if it has answered another request of this run.
    async fn ask_one<T>(
        &self,
        body: &str,
        run: &Run<'_>,
        read: impl Fn(&Reply) -> Result<T, ConfidenceError>,
    ) -> Result<Result<T, ConfidenceError>, WorkerError> {
        let mut retries = Retries::new(run.garbled_retries);
        loop {
            run.control.wait_while_paused().await?;
            let reply = unless_cancelled(self.post(body, run.egress_frame), run.control).await?;
            let has_answered = run.has_answered.get();
            let (result, wait) = match reply {
                Ok(reply) => {
                    let result = read(&reply);
                    let wait = retries.after_response(&result, reply.status, reply.retry_after, has_answered);
                    (result, wait)
                }
                Err(reason) => (Err(self.unreachable(reason)), retries.after_no_response(has_answered)),
            };
            let Some(seconds) = wait else {
                return Ok(result);
            };
            unless_cancelled(sleep(Duration::from_secs_f64(seconds)), run.control).await?;
        }
    }

    fn unreachable(&self, reason: UnreachableReason) -> ConfidenceError {
        ConfidenceError::Unreachable {
            host: self.endpoint.host().into(),
            reason,
        }
    }

    /// Dropping the future aborts the request.
    async fn post(&self, body: &str, egress_frame: &EgressFrame) -> Result<Reply, UnreachableReason> {
        let late = std::pin::pin!(sleep(TIMEOUT));
        match futures::future::select(std::pin::pin!(self.fetch(body, egress_frame)), late).await {
            futures::future::Either::Left((reply, _)) => reply.map_err(unreachable),
            futures::future::Either::Right(_) => Err(UnreachableReason::TimedOut),
        }
    }

    async fn fetch(&self, body: &str, egress_frame: &EgressFrame) -> Result<Reply, Refusal> {
        let abort = Abort(AbortController::new()?);
        let headers = Headers::new()?;
        headers.set("Content-Type", "application/json")?;
        if !self.key.0.is_empty() {
            headers.set("Authorization", &format!("Bearer {}", self.key.0))?;
        }
        let init = RequestInit::new();
        init.set_method("POST");
        init.set_headers(&headers);
        init.set_body(&body.into());
        init.set_signal(Some(&abort.0.signal()));
        // Only the confirmed address receives the texts, without cookies, referrer or redirects.
        init.set_credentials(RequestCredentials::Omit);
        init.set_referrer_policy(ReferrerPolicy::NoReferrer);
        init.set_redirect(RequestRedirect::Error);
        init.set_cache(RequestCache::NoStore);
        let start = Instant::now();
        let response = egress_frame.send(&init).await?;
        let body: ArrayBuffer = JsFuture::from(response.array_buffer()?).await?.unchecked_into();
        let retry_after = response.headers().get("retry-after")?;
        Ok(Reply {
            status: response.status(),
            retry_after: retry_after.and_then(|seconds| seconds.trim().parse().ok()),
            body: without_key(Uint8Array::new(&body).to_vec(), &self.key.0),
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

impl<'a> Run<'a> {
    fn new(egress_frame: &'a EgressFrame, control: &'a RunControl, garbled_retries: u32) -> Run<'a> {
        Run {
            egress_frame,
            control,
            has_answered: Cell::new(false),
            garbled_retries,
        }
    }
}

/// Dropping this value aborts the request if the request is not complete.
struct Abort(AbortController);

impl Drop for Abort {
    fn drop(&mut self) {
        self.0.abort();
    }
}
