//! `fastgas confidences`: asks a language model for its confidence in the answer for each text.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;

use crate::args::{Pool, named_file};
use crate::commands::prompt::{built_in, label_order, read_template};
use crate::error::CliError;
use crate::files::{Files, Output, read};
use crate::interruption::InterruptionMessage;
use crate::language_model::{LanguageModelArgs, RunState, Server, TIMEOUT, parse_requests, run_jobs};
use crate::pool::{Texts, read_labels, read_pool};
use crate::progress::ProgressReporter;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::confidence::{
    Endpoint, FailureBudget, HEADER, Model, N_REQUESTS, QuestionKey, Questions, line, read_answer, read_answered,
};
use fastgas_annotation::label::unify_label_sets;
use fastgas_annotation::retrieve::BUILT_IN;
use fastgas_data::{Confidence, LoadError};

#[derive(Debug, Args)]
pub struct Confidences {
    #[command(flatten)]
    pub pool: Pool,
    /// Labeled picks of fast-vote-k with a budget of 10, as examples for the model.
    ///
    /// A CSV, TSV, JSON lines, .xlsx or .parquet file as exported by the page,
    /// with the column `row` (of the pool, from 0) and a column of labels.
    /// Without the column `row`, rows are matched by an identifier or by their texts.
    /// The first ten labeled rows are shown to the model, in the order of the file.
    #[arg(long, value_name = "labeled.csv")]
    pub labeled: PathBuf,
    /// Column of the --labeled file that holds the labels [default: the one that the page writes].
    #[arg(long, value_name = "COLUMN")]
    pub label: Option<String>,
    #[command(flatten)]
    pub language_model: LanguageModelArgs,
    /// Prompt template: a file with placeholders such as {text} and {label}, or a built-in name [default: classification].
    ///
    /// The built-in templates are classification, mrpc, sst-5, mnli, dbpedia, rte, hellaswag and xsum.
    #[arg(long, value_name = "FILE|NAME")]
    pub template: Option<PathBuf>,
    /// Maximum number of concurrent requests, from 1 to 1,000.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(N_REQUESTS).expect("a result"), value_parser = parse_requests)]
    pub requests: NonZeroUsize,
    /// Output CSV file with the columns `row`, `confidence` and `asked`.
    ///
    /// `confidence` is the mean log-probability of the answer's tokens; `asked` identifies the question.
    /// If the model gives an empty answer for a text three times in succession, `confidence` is empty.
    /// The model is not asked again about rows that already have a confidence in this file.
    #[arg(long, value_name = "confidences.csv", value_parser = named_file())]
    pub out: PathBuf,
}

pub fn run(command: &Confidences, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let endpoint = Endpoint::read(&command.language_model.endpoint)?;
    let server = Server::new(&endpoint, &command.language_model, command.requests, TIMEOUT)?;
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
        let (n, host) = (to_ask.len(), server.host());
        let texts = if n == 1 { "text" } else { "texts" };
        reporter.print(&format!("{n} {texts} to send to {host}, each with the examples"));
    }
    let asked = answers.ask(&server, &to_ask, command.requests, reporter);
    // The output file with all known confidences is written even after failed requests.
    // Otherwise the output file could lose the empty confidences of earlier runs.
    answers.finish()?;
    let failures = asked?;
    answers.report_empty(reporter);
    let unanswered = answers.rows(Confidence::NoRow).count() as u32;
    match failures.end(unanswered, answers.known.len() as u32) {
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
    let texts = read_pool(&command.pool, left_out, reporter)?;
    let id = command.pool.id.as_deref();
    let mut labeled = read_labels(&texts, id, (&command.labeled, command.label.as_deref()), reporter)?;
    unify_label_sets(&mut labeled, label_order(command.template.as_deref()));
    let Texts {
        table: pool, column, ..
    } = texts;
    let template = match &command.template {
        Some(path) => read_template(path)?,
        None => BUILT_IN[0].template(),
    };
    let model = Model {
        name: command.language_model.llm.clone(),
        api: endpoint.api(),
    };
    Ok(Questions::new(Arc::new(pool), column, &labeled, template, model)?)
}

struct Answers {
    questions: Questions,
    out: Output,
    known: Vec<Confidence>,
    /// Rows of each question. Rows with identical texts have the same question.
    rows_of: BTreeMap<QuestionKey, Vec<u32>>,
}

impl Answers {
    fn open(out: Output, questions: Questions) -> Result<Answers, CliError> {
        let path = out.path();
        let bytes = if path.is_file() { read(path)? } else { Vec::new() };
        let known = read_answered(&bytes, &questions).map_err(CliError::of(path))?;
        let mut rows_of: BTreeMap<QuestionKey, Vec<u32>> = BTreeMap::new();
        for row in 0..questions.len() as u32 {
            rows_of.entry(questions.key(row)).or_default().push(row);
        }
        let mut answers = Answers {
            questions,
            out,
            known: vec![Confidence::NoRow; known.len()],
            rows_of,
        };
        // Rows with the same question share one confidence. An earlier run may have written only some of the rows.
        // Numeric confidences are stored last, so that they replace empty confidences.
        let (numbers, others): (Vec<_>, Vec<_>) = (0..).zip(known).partition(|(_, known)| is_number(*known));
        for (row, confidence) in others.into_iter().chain(numbers) {
            if confidence != Confidence::NoRow {
                answers.learn(row, confidence);
            }
        }
        Ok(answers)
    }

    /// Returns the first row of each question that has no answer or an empty answer.
    fn to_ask(&self) -> Vec<u32> {
        let firsts = self.rows_of.values().map(|rows| rows[0]);
        let mut rows: Vec<u32> = firsts.filter(|&row| !is_number(self.known[row as usize])).collect();
        rows.sort_unstable();
        rows
    }

    /// Stores the confidence for all rows with the same question as `row`, and returns the rows.
    fn learn(&mut self, row: u32, confidence: Confidence) -> &[u32] {
        let rows = &self.rows_of[&self.questions.key(row)];
        for &row in rows {
            self.known[row as usize] = confidence;
        }
        rows
    }

    fn rows(&self, confidence: Confidence) -> impl Iterator<Item = u64> {
        let known = (0..).zip(&self.known);
        known
            .filter(move |(_, known)| **known == confidence)
            .map(|(row, _)| row)
    }

    fn report_empty(&self, reporter: &ProgressReporter) {
        let empty: Vec<u64> = self.rows(Confidence::Empty).collect();
        if !empty.is_empty() {
            let (path, error) = (self.out.path().display(), LoadError::no_confidence(empty));
            let how = "the model gave an empty answer for these texts";
            reporter.warn(&format!("{path}: {error}; {how}. {}", error.advice()));
        }
    }

    /// Sends at most `requests` questions at the same time.
    /// Appends each answer to the file as soon as the answer arrives.
    fn ask(
        &mut self,
        server: &Server,
        rows: &[u32],
        requests: NonZeroUsize,
        reporter: &ProgressReporter,
    ) -> Result<FailureBudget, CliError> {
        // Questions with an empty confidence are asked again, so at first the file contains only numeric confidences.
        let mut file = self.rewrite(is_number)?;
        let _message = InterruptionMessage::of_resumable(self.out.path());
        let questions = self.questions.clone();
        let (state, mut failures) = (RunState::default(), FailureBudget::default());
        let ask = |index: usize| {
            let row = rows[index];
            server.ask(&questions.body(row), &state, |reply| {
                read_answer(row, reply.status, &reply.body)
            })
        };
        run_jobs(rows.len(), requests, &state, reporter, ask, |index, asked| {
            let confidence = match asked {
                Ok(confidence) => {
                    failures.answered();
                    Confidence::Number(confidence)
                }
                Err(error @ ConfidenceError::Empty { .. }) => {
                    failures.failed(error)?;
                    Confidence::Empty
                }
                Err(error) => return Ok(failures.failed(error)?),
            };
            state.has_answered.store(true, Ordering::Relaxed);
            let rows = self.learn(rows[index], confidence).to_vec();
            let lines: String = rows.iter().map(|&row| self.line(row, confidence)).collect();
            file.write_all(lines.as_bytes())
                .map_err(CliError::file(self.out.path()))
        })?;
        Ok(failures)
    }

    fn line(&self, row: u32, confidence: Confidence) -> String {
        line(row, confidence, self.questions.key(row))
    }

    /// Writes the confidences that `is_written` accepts, in row order. Returns the file, open for appending.
    fn rewrite(&self, is_written: impl Fn(Confidence) -> bool) -> Result<File, CliError> {
        let known = (0..).zip(&self.known).filter(|(_, known)| is_written(**known));
        let lines: String = known.map(|(row, known)| self.line(row, *known)).collect();
        let table = HEADER.to_owned() + &lines;
        self.out.write(|file| file.write_all(table.as_bytes()))?;
        self.out.append()
    }

    fn finish(&self) -> Result<(), CliError> {
        self.rewrite(|known| known != Confidence::NoRow).map(drop)
    }
}

fn is_number(confidence: Confidence) -> bool {
    matches!(confidence, Confidence::Number(_))
}
