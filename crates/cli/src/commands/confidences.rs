//! `fastgas confidences`: asks a language model for its confidence in the answer for each text.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use ureq::Agent;

use crate::args::{Pool, named_file};
use crate::commands::prompt::{built_in, read_template};
use crate::error::CliError;
use crate::files::{Files, Output, read};
use crate::pool::{Texts, read_labels, read_pool};
use crate::progress::ProgressReporter;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::confidence::{
    Endpoint, HEADER, Key, Model, N_REQUESTS, Questions, Tally, line, read_answer, read_answered, wait_seconds,
};
use fastgas_annotation::retrieve::BUILT_IN;

/// A model on a slow machine may take minutes to process the examples.
const TIMEOUT: Duration = Duration::from_secs(600);
/// A reachable server accepts connections sooner.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// Interval at which a waiting thread checks the stop flag.
const LOOK: Duration = Duration::from_millis(50);

#[derive(Debug, Args)]
pub struct Confidences {
    #[command(flatten)]
    pub pool: Pool,
    /// Labeled picks of fast-vote-k with a budget of 10, as examples for the model.
    ///
    /// A CSV, TSV or JSON lines file as exported by the page, with the column `row` (of the pool, from 0) and a column of
    /// labels. The first ten labeled rows are shown to the model, in the order of the file.
    #[arg(long, value_name = "labeled.csv")]
    pub labeled: PathBuf,
    /// Column of the --labeled file that holds the labels [default: the one that the page writes].
    #[arg(long, value_name = "COLUMN")]
    pub label: Option<String>,
    /// Address of an OpenAI-compatible server that returns log-probabilities, such as http://localhost:11434/v1.
    ///
    /// An address that ends in /completions, but not in /chat/completions, is used without the chat API.
    #[arg(long, value_name = "URL")]
    pub endpoint: String,
    /// Name of the language model on the server.
    #[arg(long, value_name = "NAME")]
    pub llm: String,
    /// Environment variable that holds the API key, if the server needs one.
    #[arg(long, value_name = "VAR")]
    pub api_key_env: Option<String>,
    /// Prompt template: a file with placeholders such as {text} and {label}, or a built-in name [default: classification].
    ///
    /// The built-in templates are classification, mrpc, sst-5, mnli, dbpedia, rte, hellaswag and xsum.
    #[arg(long, value_name = "FILE|NAME")]
    pub template: Option<PathBuf>,
    /// Maximum number of concurrent requests, from 1 to 1,000.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(N_REQUESTS).expect("not none"), value_parser = parse_requests)]
    pub requests: NonZeroUsize,
    /// Output CSV file with the columns `row`, `confidence` and `asked`.
    ///
    /// `confidence` is the mean log-probability of the answer's tokens; `asked` identifies the question. Rows that an
    /// earlier run has answered in this file are not asked again.
    #[arg(long, value_name = "confidences.csv", value_parser = named_file())]
    pub out: PathBuf,
}

fn parse_requests(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 1_000;
    match text.parse::<NonZeroUsize>() {
        Ok(requests) if requests.get() <= MOST => Ok(requests),
        Ok(_) => Err(format!("at most {MOST} requests can run at the same time")),
        Err(_) => Err(format!("give a whole number from 1 to {MOST}")),
    }
}

pub fn run(command: &Confidences, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let endpoint = Endpoint::read(&command.endpoint)?;
    let server = Server::new(&endpoint, command)?;
    let template = command.template.as_deref();
    let mut files = Files::read(&[
        Some(command.pool.pool.as_path()),
        Some(command.labeled.as_path()),
        template.filter(|path| built_in(path).is_none()),
    ])?;
    let out = files.output(&command.out)?;
    let left_out = files.optional(command.pool.import.leave_out.as_deref())?;
    let questions = questions(command, endpoint, left_out.as_ref(), reporter)?;
    let mut answers = Answers::open(out, questions)?;
    let to_ask = answers.to_ask();
    if !to_ask.is_empty() {
        let (texts, host) = (to_ask.len(), &server.host);
        reporter.say(&format!("texts to send to {host}, each with the examples: {texts}"));
    }
    let tally = answers.ask(&server, &to_ask, command.requests.get(), reporter)?;
    answers.finish()?;
    let unanswered = answers.known.iter().filter(|known| known.is_none()).count() as u32;
    match tally.end(unanswered, answers.known.len() as u32) {
        Some(error) => Err(CliError::of(&command.out)(error)),
        None => Ok(()),
    }
}

fn questions(
    command: &Confidences,
    endpoint: Endpoint,
    left_out: Option<&Output>,
    reporter: &mut ProgressReporter,
) -> Result<Questions, CliError> {
    let Texts {
        table: pool, column, ..
    } = read_pool(&command.pool, left_out, reporter)?;
    let labeled = read_labels(&pool, (&command.labeled, command.label.as_deref()), reporter)?;
    let template = match &command.template {
        Some(path) => read_template(path)?,
        None => BUILT_IN[0].template(),
    };
    let model = Model {
        name: command.llm.clone(),
        api: endpoint.api(),
    };
    Ok(Questions::new(Arc::new(pool), column, &labeled, template, model)?)
}

struct Server {
    agent: Agent,
    address: String,
    host: String,
    key: Option<String>,
}

/// The server's response.
struct Reply {
    status: u16,
    retry_after: Option<f64>,
    body: Vec<u8>,
}

impl Server {
    fn new(endpoint: &Endpoint, command: &Confidences) -> Result<Server, CliError> {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            // Texts are sent to the given address only, so redirects are not followed.
            .max_redirects(0)
            .timeout_global(Some(TIMEOUT))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .max_idle_connections_per_host(command.requests.get());
        if endpoint.is_local() {
            config = config.proxy(None);
        }
        Ok(Server {
            agent: config.build().into(),
            address: endpoint.address().into(),
            host: endpoint.host().into(),
            key: command.api_key_env.as_deref().map(key).transpose()?,
        })
    }

    fn post(&self, body: &str) -> Result<Reply, ureq::Error> {
        let mut request = self.agent.post(&self.address).content_type("application/json");
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let mut response = request.send(body)?;
        let retry_after = response.headers().get("retry-after");
        Ok(Reply {
            status: response.status().as_u16(),
            retry_after: retry_after.and_then(|seconds| seconds.to_str().ok()?.trim().parse().ok()),
            body: response.body_mut().read_to_vec()?,
        })
    }

    /// The confidence for `row`. Retries temporary failures, but an unreachable server only if `has_answered` says that it
    /// has answered before. Returns `None` if `stop` is set in the meantime.
    fn ask(&self, row: u32, body: &str, has_answered: &AtomicBool, stop: &AtomicBool) -> Option<Asked> {
        let mut retries = 0;
        loop {
            let reply = self.post(body);
            let (status, retry_after) = match &reply {
                Ok(reply) => (Some(reply.status), reply.retry_after),
                Err(_) => (None, None),
            };
            let is_worth_it = status.is_some() || has_answered.load(Ordering::Relaxed);
            let wait = wait_seconds(status, retries, retry_after).filter(|_| is_worth_it);
            let Some(wait) = wait else {
                return Some(match reply {
                    Ok(reply) => read_answer(row, reply.status, &reply.body),
                    Err(error) => Err(ConfidenceError::Unreachable {
                        host: self.host.clone(),
                        reason: error.to_string(),
                    }),
                });
            };
            retries += 1;
            let until = Instant::now() + Duration::from_secs_f64(wait);
            while Instant::now() < until {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                thread::sleep(LOOK);
            }
        }
    }
}

type Asked = Result<f32, ConfidenceError>;

fn key(variable: &str) -> Result<String, ConfidenceError> {
    let key = env::var(variable).map_err(|_| ConfidenceError::NoKey {
        variable: variable.into(),
    })?;
    let key = key.trim();
    let fits = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
    fits.then(|| key.to_owned()).ok_or(ConfidenceError::BadKey)
}

/// The answers so far, in memory and in the file.
struct Answers {
    questions: Questions,
    out: Output,
    known: Vec<Option<f32>>,
    /// Rows with the same question.
    rows_of: BTreeMap<Key, Vec<u32>>,
}

impl Answers {
    fn open(out: Output, questions: Questions) -> Result<Answers, CliError> {
        let path = out.path();
        let bytes = if path.is_file() { read(path)? } else { Vec::new() };
        let known = read_answered(&bytes, &questions).map_err(CliError::of(path))?;
        let mut rows_of: BTreeMap<Key, Vec<u32>> = BTreeMap::new();
        for row in 0..questions.len() as u32 {
            rows_of.entry(questions.key(row)).or_default().push(row);
        }
        let mut answers = Answers {
            questions,
            out,
            known: vec![None; known.len()],
            rows_of,
        };
        for (row, confidence) in (0..).zip(known) {
            if let Some(confidence) = confidence {
                answers.learn(row, confidence);
            }
        }
        Ok(answers)
    }

    /// The first row of each unanswered question.
    fn to_ask(&self) -> Vec<u32> {
        let firsts = self.rows_of.values().map(|rows| rows[0]);
        let mut rows: Vec<u32> = firsts.filter(|&row| self.known[row as usize].is_none()).collect();
        rows.sort_unstable();
        rows
    }

    /// Stores the answer for `row` and for all rows with the same question. Returns these rows.
    fn learn(&mut self, row: u32, confidence: f32) -> &[u32] {
        let rows = &self.rows_of[&self.questions.key(row)];
        for &row in rows {
            self.known[row as usize] = Some(confidence);
        }
        rows
    }

    /// Sends up to `requests` requests at a time, and appends each answer to the file as it arrives.
    fn ask(
        &mut self,
        server: &Server,
        rows: &[u32],
        requests: usize,
        reporter: &ProgressReporter,
    ) -> Result<Tally, CliError> {
        let mut file = self.rewrite()?;
        reporter.begin("Asking the model", rows.len() as u32);
        let questions = self.questions.clone();
        let (next, stop, has_answered) = (AtomicUsize::new(0), AtomicBool::new(false), AtomicBool::new(false));
        // The channel has no buffer, so each thread waits until its answer is processed. After a failure that affects
        // all requests, each thread sends at most one more.
        let (sender, answers) = mpsc::sync_channel(0);
        thread::scope(|scope| {
            for _ in 0..requests.min(rows.len()) {
                let sender = sender.clone();
                let (questions, next, stop, has_answered) = (&questions, &next, &stop, &has_answered);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && let Some(&row) = rows.get(next.fetch_add(1, Ordering::Relaxed))
                        && let Some(asked) = server.ask(row, &questions.body(row), has_answered, stop)
                        && sender.send((row, asked)).is_ok()
                    {}
                });
            }
            drop(sender);
            // Answers to requests in progress are still processed after a failure.
            let (mut tally, mut failure) = (Tally::default(), None);
            for (done, (row, asked)) in (1..).zip(answers) {
                let taken = match asked {
                    Ok(confidence) => {
                        has_answered.store(true, Ordering::Relaxed);
                        tally.answered();
                        let rows = self.learn(row, confidence).to_vec();
                        let lines: String = rows.iter().map(|&row| self.line(row, confidence)).collect();
                        file.write_all(lines.as_bytes())
                            .map_err(CliError::file(self.out.path()))
                    }
                    Err(error) => tally.failed(error).map_err(CliError::from),
                };
                if let Err(error) = taken {
                    stop.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
                reporter.reach(done);
            }
            failure.map_or(Ok(tally), Err)
        })
    }

    fn line(&self, row: u32, confidence: f32) -> String {
        line(row, confidence, self.questions.key(row))
    }

    /// Rewrites the file with all known answers in row order, and opens it for appending.
    fn rewrite(&self) -> Result<File, CliError> {
        let known = (0..).zip(&self.known).filter_map(|(row, known)| Some((row, (*known)?)));
        let lines: String = known.map(|(row, confidence)| self.line(row, confidence)).collect();
        let table = HEADER.to_owned() + &lines;
        self.out.write(|file| file.write_all(table.as_bytes()))?;
        self.out.append()
    }

    /// Sorts the file by rows.
    fn finish(&self) -> Result<(), CliError> {
        self.rewrite().map(drop)
    }
}
