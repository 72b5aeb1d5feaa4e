//! Sends requests to the server of a language model, several at the same time, and retries failed requests.

use std::env;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use ureq::Agent;

use crate::error::CliError;
use crate::progress::ProgressReporter;
use fastgas_annotation::confidence::{Endpoint, Retries, without_key};
use fastgas_annotation::{ConfidenceError, UnreachableReason};

/// Maximum time for a response. A model on a slow machine may take minutes to process the examples.
pub const TIMEOUT: Duration = Duration::from_secs(600);
/// Maximum time for connecting to the server. A reachable server accepts a connection sooner.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// How often a waiting thread checks whether the run was stopped.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The server, the model and the API key.
#[derive(Debug, Args)]
pub struct LanguageModelArgs {
    /// Address of an OpenAI-compatible server, such as http://localhost:11434/v1.
    ///
    /// Log-probabilities of the answer's tokens give the confidences.
    /// An address that ends in /completions, but not in /chat/completions, is used without the chat API.
    #[arg(long, value_name = "URL")]
    pub endpoint: String,
    /// Name of the language model on the server.
    #[arg(long, value_name = "NAME")]
    pub llm: String,
    /// Environment variable that holds the API key, if the server needs one.
    #[arg(long, value_name = "VAR")]
    pub api_key_env: Option<String>,
}

pub fn parse_requests(text: &str) -> Result<NonZeroUsize, String> {
    const MAX_REQUESTS: usize = 1_000;
    match text.parse::<NonZeroUsize>() {
        Ok(requests) if requests.get() <= MAX_REQUESTS => Ok(requests),
        Ok(_) => Err(format!("at most {MAX_REQUESTS} requests can run at the same time")),
        Err(_) => Err(format!("give a whole number from 1 to {MAX_REQUESTS}")),
    }
}

pub struct Server {
    agent: Agent,
    address: String,
    host: String,
    key: Option<String>,
    /// If a response contains no valid answer, the request is repeated at most this many times.
    garbled_retries: u32,
}

pub struct Reply {
    pub status: u16,
    retry_after: Option<f64>,
    pub body: Vec<u8>,
    /// Seconds from the beginning of the request to the end of the response.
    pub seconds: f64,
}

enum IncompleteReason {
    Unreachable(String),
    Truncated(String),
}

/// State that all requests of a run share.
#[derive(Default)]
pub struct RunState {
    /// True after a failure that affects all requests. The run ends after such a failure.
    pub stop: AtomicBool,
    pub has_answered: AtomicBool,
}

impl Server {
    /// `connections` is the maximum number of concurrent requests.
    pub fn new(
        endpoint: &Endpoint,
        arguments: &LanguageModelArgs,
        connections: NonZeroUsize,
        timeout: Duration,
    ) -> Result<Server, CliError> {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // Texts are sent only to the given address, so redirects are not followed.
            .max_redirects(0)
            .timeout_global(Some(timeout))
            .timeout_connect(Some(CONNECT_TIMEOUT.min(timeout)))
            .max_idle_connections_per_host(connections.get());
        if endpoint.is_local() {
            config = config.proxy(None);
        }
        Ok(Server {
            agent: config.build().into(),
            address: endpoint.address().into(),
            host: endpoint.host().into(),
            key: arguments.api_key_env.as_deref().map(key).transpose()?,
            garbled_retries: 0,
        })
    }

    /// Repeats a request up to `retries` times if the response is not an answer and the server has answered before.
    pub fn with_garbled_retries(self, retries: u32) -> Server {
        Server {
            garbled_retries: retries,
            ..self
        }
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    fn post(&self, body: &str) -> Result<Reply, IncompleteReason> {
        let mut request = self.agent.post(&self.address).content_type("application/json");
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let started = Instant::now();
        let response = request.send(body);
        let mut response = response.map_err(|error| IncompleteReason::Unreachable(error.to_string()))?;
        let retry_after = response.headers().get("retry-after");
        let retry_after = retry_after.and_then(|seconds| seconds.to_str().ok()?.trim().parse().ok());
        let body = response.body_mut().read_to_vec();
        Ok(Reply {
            status: response.status().as_u16(),
            retry_after,
            body: self.without_key(body.map_err(|error| IncompleteReason::Truncated(error.to_string()))?),
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// Removes the API key from a response. A server may repeat the key in an error message, which the user sees.
    fn without_key(&self, body: Vec<u8>) -> Vec<u8> {
        without_key(body, self.key.as_deref().unwrap_or_default())
    }

    /// Sends a request, and repeats the request as [`Retries`] determines.
    /// An unreachable server is retried only if it has answered before in this run.
    /// Returns `None` if the run is stopped before an attempt.
    pub fn ask<T>(
        &self,
        body: &str,
        run: &RunState,
        read: impl Fn(&Reply) -> Result<T, ConfidenceError>,
    ) -> Option<Result<T, ConfidenceError>> {
        let mut retries = Retries::new(self.garbled_retries);
        loop {
            let reply = self.post(body);
            let has_answered = run.has_answered.load(Ordering::Relaxed);
            let (result, wait) = match reply {
                Ok(reply) => {
                    let result = read(&reply);
                    let wait = retries.after_response(&result, reply.status, reply.retry_after, has_answered);
                    (result, wait)
                }
                Err(IncompleteReason::Truncated(reason)) => {
                    (Err(self.unreachable(reason)), retries.after_no_response(true))
                }
                Err(IncompleteReason::Unreachable(reason)) => {
                    (Err(self.unreachable(reason)), retries.after_no_response(has_answered))
                }
            };
            let Some(wait) = wait else {
                return Some(result);
            };
            let until = Instant::now() + Duration::from_secs_f64(wait);
            while Instant::now() < until {
                if run.stop.load(Ordering::Relaxed) {
                    return None;
                }
                thread::sleep(STOP_CHECK_INTERVAL);
            }
        }
    }

    fn unreachable(&self, reason: String) -> ConfidenceError {
        let host = self.host.clone();
        let reason = UnreachableReason::Other(reason.into());
        ConfidenceError::Unreachable { host, reason }
    }
}

fn key(variable: &str) -> Result<String, ConfidenceError> {
    let key = env::var(variable).map_err(|_| ConfidenceError::NoKey {
        variable: variable.into(),
    })?;
    let key = key.trim();
    let fits = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| key.to_owned()).ok_or(ConfidenceError::BadKey)
}

/// Runs `job` for the numbers 0 to `n` - 1 on at most `threads` threads, and passes each result to `take`.
/// `take` runs on the calling thread. After `take` fails, no more jobs begin.
/// Results of jobs in progress are still passed to `take`. Returns the first error from `take`.
pub fn run_jobs<T: Send>(
    n: usize,
    threads: NonZeroUsize,
    state: &RunState,
    reporter: &ProgressReporter,
    job: impl Fn(usize) -> Option<T> + Sync,
    mut take: impl FnMut(usize, T) -> Result<(), CliError>,
) -> Result<(), CliError> {
    reporter.begin("Asking the model", n as u32);
    let next = AtomicUsize::new(0);
    // The channel has no buffer, so each thread waits until its answer is processed.
    // After a failure that affects all requests, each thread therefore sends at most one more request.
    let (sender, results) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        for _ in 0..threads.get().min(n) {
            let sender = sender.clone();
            let (next, job) = (&next, &job);
            scope.spawn(move || {
                while !state.stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let result = if index < n { job(index) } else { None };
                    let Some(result) = result else { break };
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut failure = None;
        for (done, (index, result)) in (1..).zip(results) {
            if let Err(error) = take(index, result) {
                state.stop.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
            reporter.reach(done);
        }
        failure.map_or(Ok(()), Err)
    })
}
