//! Requests to a language model, which send texts to another server: only to the address that the user entered and
//! confirmed, and only through the [way out](crate::way_out).

use std::fmt;
use std::time::Duration;

use futures::stream::{self, StreamExt};
use js_sys::{ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, Headers, ReferrerPolicy, RequestCache, RequestCredentials, RequestInit, RequestRedirect,
};

use crate::control::{RunControl, sleep};
use crate::egress_frame::{EgressFrame, unreachable};
use crate::workers::unless_cancelled;
use fastgas_annotation::confidence::{Endpoint, N_REQUESTS, Questions, backoff_seconds, read_answer};
use fastgas_annotation::{ConfidenceError, UnreachableReason};
use fastgas_protocol::{Refusal, WorkerError};

/// Long, because a model on a small machine may need minutes to process the examples.
const TIMEOUT: Duration = Duration::from_secs(600);

/// An API key or a passphrase. Never shown and never stored.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret(pub String);

impl Secret {
    /// Whether it is long enough for a passphrase.
    pub fn fits(&self) -> bool {
        fastgas_cipher::fits(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.0.is_empty() { "no key" } else { "a key" })
    }
}

/// A language model at an endpoint.
pub struct LanguageModel {
    endpoint: Endpoint,
    key: Secret,
}

struct Reply {
    status: u16,
    retry_after: Option<f64>,
    body: Vec<u8>,
}

impl LanguageModel {
    /// Uses the model at `endpoint`. An empty key means that no key is sent.
    pub fn new(endpoint: Endpoint, key: Secret) -> LanguageModel {
        LanguageModel { endpoint, key }
    }

    /// Asks about the texts in `rows`, several at a time, and calls `tell` with each answer as it arrives. Transient
    /// errors are retried. Ends when all questions are answered or when `control` stops the run; running requests are
    /// aborted then.
    ///
    /// # Errors
    /// [`WorkerError::Cancelled`].
    pub async fn ask(
        &self,
        questions: &Questions,
        rows: &[u32],
        control: &RunControl,
        mut tell: impl FnMut(u32, Result<f32, ConfidenceError>),
    ) -> Result<(), WorkerError> {
        let way_out = match unless_cancelled(EgressFrame::open(&self.endpoint), control).await? {
            Ok(way_out) => way_out,
            Err(reason) => {
                rows.iter()
                    .for_each(|&row| tell(row, Err(self.unreachable(reason.clone()))));
                return Ok(());
            }
        };
        let has_answered = std::cell::Cell::new(false);
        let one = |row: u32| {
            let (has_answered, way_out) = (&has_answered, &way_out);
            async move {
                let body = questions.body(row);
                let asked = self.ask_one(row, &body, way_out, has_answered, control).await?;
                Ok::<_, WorkerError>((row, asked))
            }
        };
        let mut answers = stream::iter(rows.iter().copied()).map(one).buffer_unordered(N_REQUESTS);
        while let Some(answer) = answers.next().await {
            let (row, asked) = answer?;
            has_answered.set(has_answered.get() || asked.is_ok());
            tell(row, asked);
        }
        Ok(())
    }

    async fn ask_one(
        &self,
        row: u32,
        body: &str,
        way_out: &EgressFrame,
        has_answered: &std::cell::Cell<bool>,
        control: &RunControl,
    ) -> Result<Result<f32, ConfidenceError>, WorkerError> {
        let mut retries = 0;
        loop {
            control.wait_while_paused().await?;
            let reply = unless_cancelled(self.post(body, way_out), control).await?;
            let (status, retry_after) = match &reply {
                Ok(reply) => (Some(reply.status), reply.retry_after),
                Err(_) => (None, None),
            };
            // A connection error is retried only if the endpoint has answered before; otherwise it is probably wrong.
            let is_worth_it = status.is_some() || has_answered.get();
            match backoff_seconds(status, retries, retry_after).filter(|_| is_worth_it) {
                Some(seconds) => unless_cancelled(sleep(Duration::from_secs_f64(seconds)), control).await?,
                None => {
                    return Ok(match reply {
                        Ok(reply) => read_answer(row, reply.status, &reply.body),
                        Err(reason) => Err(self.unreachable(reason)),
                    });
                }
            }
            retries += 1;
        }
    }

    fn unreachable(&self, reason: UnreachableReason) -> ConfidenceError {
        ConfidenceError::Unreachable {
            host: self.endpoint.host().into(),
            reason,
        }
    }

    /// Sends one request. Dropping the future aborts it.
    async fn post(&self, body: &str, way_out: &EgressFrame) -> Result<Reply, UnreachableReason> {
        let late = std::pin::pin!(sleep(TIMEOUT));
        match futures::future::select(std::pin::pin!(self.fetch(body, way_out)), late).await {
            futures::future::Either::Left((reply, _)) => reply.map_err(unreachable),
            futures::future::Either::Right(_) => Err(UnreachableReason::TimedOut),
        }
    }

    async fn fetch(&self, body: &str, way_out: &EgressFrame) -> Result<Reply, Refusal> {
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
        // Sends only texts that the user agreed to send, and to no other address.
        init.set_credentials(RequestCredentials::Omit);
        init.set_referrer_policy(ReferrerPolicy::NoReferrer);
        init.set_redirect(RequestRedirect::Error);
        init.set_cache(RequestCache::NoStore);
        let response = way_out.send(&init).await?;
        let body: ArrayBuffer = JsFuture::from(response.array_buffer()?).await?.unchecked_into();
        let retry_after = response.headers().get("retry-after")?;
        Ok(Reply {
            status: response.status(),
            retry_after: retry_after.and_then(|seconds| seconds.trim().parse().ok()),
            body: Uint8Array::new(&body).to_vec(),
        })
    }
}

/// Aborts a request when it is dropped. Has no effect on a completed request.
struct Abort(AbortController);

impl Drop for Abort {
    fn drop(&mut self) {
        self.0.abort();
    }
}
