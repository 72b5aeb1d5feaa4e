//! `fastgas answer`: lets a language model label the texts that have no label.
//!
//! ```text
//!  pool, labeled ──material──▶ Material: a prompt and the choices for each text ──asking──▶ Answers, journal ──▶ table
//!                                                    └──consent
//! ```

pub(super) mod asking;
pub(super) mod consent;
mod material;
pub(super) mod questions;

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use self::asking::Answers;
use self::consent::consent;
use self::material::Material;
use self::questions::QuestionSettings;
use crate::args::{Encoding, Pool, named_file};
use crate::commands::prompt::{RetrievalArgs, RetrievalName, built_in, counter, label_order, read_template};
use crate::error::CliError;
use crate::files::{Files, Output, OutputFormat, read};
use crate::language_model::{LanguageModelArgs, RunState, Server, parse_requests};
use crate::model;
use crate::progress::ProgressReporter;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{AnswerError, Answered, Constraint, Journal, Summary, answers_table};
use fastgas_annotation::confidence::{Endpoint, N_REQUESTS};
use fastgas_annotation::retrieve::BuiltIn;
use fastgas_data::LabelOrder;

#[derive(Debug, Args)]
pub struct Answer {
    #[command(flatten)]
    pub pool: Pool,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Labeled picks, as exported by the page, in CSV, TSV, JSON lines, .xlsx or .parquet; examples for the model.
    ///
    /// The file has the column `row` (of the pool, from 0) and a column of labels.
    /// Without the column `row`, rows are matched by an identifier or by their texts.
    /// If several annotators gave different answers to a text, the text has no label. The model chooses from the file's labels.
    #[arg(long, value_name = "labeled.csv")]
    pub labeled: PathBuf,
    /// Column of the --labeled file that holds the labels [default: the one that the page writes].
    ///
    /// If the --test file also has a column of this name, that column is used only to count correct answers.
    #[arg(long, value_name = "COLUMN")]
    pub label: Option<String>,
    /// Precomputed embeddings of the pool (.npy), made by `fastgas embed` or another encoder.
    #[arg(long, value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: Option<PathBuf>,
    /// File of texts to answer instead of the rest of the pool, with the same column names.
    #[arg(long, value_name = "test.csv")]
    pub test: Option<PathBuf>,
    /// Precomputed embeddings of the --test file (.npy).
    #[arg(long, value_name = "emb.npy", requires = "test", value_parser = named_file())]
    pub test_embeddings: Option<PathBuf>,
    #[command(flatten)]
    pub language_model: LanguageModelArgs,
    #[command(flatten)]
    pub retrieval: RetrievalArgs,
    /// Prompt template: a file with placeholders such as {text} and {label}, or a built-in name [default: classification].
    ///
    /// The built-in templates are classification, mrpc, sst-5, mnli, dbpedia, rte, hellaswag and xsum.
    /// The template xsum implies --free-text.
    #[arg(long, value_name = "FILE|NAME")]
    pub template: Option<PathBuf>,
    /// Column that holds the options of each text, for multiple choice: a JSON list of strings, or one option per line.
    ///
    /// The model chooses from the options of each text or, without --options, from all labels of the --labeled file.
    #[arg(long, value_name = "COLUMN", conflicts_with = "free_text")]
    pub options: Option<String>,
    /// Let the model write free text, such as a summary, and leave the labels empty.
    #[arg(long)]
    pub free_text: bool,
    /// How the server limits answers to the labels.
    #[arg(long, value_enum, default_value_t = ConstrainName::Auto)]
    pub constrain: ConstrainName,
    /// Maximum number of tokens of an answer [default: 32, or as many as the longest label needs; 128 for free text].
    #[arg(long, value_name = "N")]
    pub max_answer_tokens: Option<NonZeroU32>,
    /// Number of tokens in the model's context, which the prompt and the answer share.
    ///
    /// The least similar demonstrations are left out until the prompt fits, and a message at the end counts these prompts.
    /// The same happens if the server refuses a prompt as too long. Give this option if the server cuts long prompts instead.
    #[arg(long, value_name = "N")]
    pub context: Option<NonZeroU32>,
    /// The tokenizer.json of the language model, with which tokens are counted in advance [default: the encoder's tokenizer].
    #[arg(long, value_name = "tokenizer.json")]
    pub tokenizer: Option<PathBuf>,
    /// Maximum number of concurrent requests, from 1 to 1,000.
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::new(N_REQUESTS).expect("a result"), value_parser = parse_requests)]
    pub concurrency: NonZeroUsize,
    /// Maximum number of seconds for one answer.
    #[arg(long, value_name = "SECONDS", default_value_t = NonZeroU64::new(600).expect("a result"))]
    pub timeout: NonZeroU64,
    /// Agree in advance that the prompts are sent to a server that is not this machine.
    #[arg(long)]
    pub yes: bool,
    /// Put an apostrophe before each cell that a spreadsheet would interpret as a formula.
    ///
    /// An additional column counts these cells in each row, so that this program restores them when it reads the file.
    #[arg(long)]
    pub guard_formulas: bool,
    /// Output file for the answers: TSV (.tsv or .tab), Excel (.xlsx), Parquet (.parquet), otherwise CSV.
    ///
    /// The columns are `row` (of the pool or of the --test file, from 0),
    /// `answer`, `label` (empty if the answer matches no label), `confidence` (from 0 to 1),
    /// `confidence_kind` (label-probability or token-mean), `prompt_tokens`, `seconds`, and every column of the pool.
    /// Answers are kept in a journal, a file of this name with `.journal` at its end:
    /// the same command continues an interrupted run, and no prompt is sent twice.
    #[arg(long, value_name = "answers.csv", value_parser = named_file())]
    pub out: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ConstrainName {
    /// The first of grammar, choice and json-schema that the server obeys, otherwise none; tested with one short request each.
    Auto,
    /// No limit; answers are matched to the labels.
    None,
    /// A JSON schema (OpenAI, Ollama and others).
    JsonSchema,
    /// A grammar (llama.cpp).
    Grammar,
    /// A list of choices (vLLM).
    Choice,
}

impl ConstrainName {
    pub fn required(self) -> Option<Constraint> {
        match self {
            ConstrainName::Auto => None,
            ConstrainName::None => Some(Constraint::None),
            ConstrainName::JsonSchema => Some(Constraint::JsonSchema),
            ConstrainName::Grammar => Some(Constraint::Grammar),
            ConstrainName::Choice => Some(Constraint::Choice),
        }
    }
}

impl Answer {
    fn uses_vectors(&self) -> bool {
        self.retrieval.name != RetrievalName::Random
    }

    fn is_free_text(&self) -> bool {
        let built_in = self.template.as_deref().and_then(built_in);
        self.free_text || built_in.is_some_and(BuiltIn::is_free_text)
    }

    /// Whether the order of the labels in an answer matters.
    fn label_order(&self) -> LabelOrder {
        match self.options.is_some() || self.free_text {
            true => LabelOrder::Significant,
            false => label_order(self.template.as_deref()),
        }
    }

    fn settings(&self) -> QuestionSettings {
        QuestionSettings {
            llm: self.language_model.llm.clone(),
            constraint: self.constrain.required(),
            is_free_text: self.is_free_text(),
            max_answer_tokens: self.max_answer_tokens,
            context: self.context,
        }
    }

    fn reads(&self) -> [Option<&Path>; 7] {
        [
            Some(self.pool.pool.as_path()),
            Some(self.labeled.as_path()),
            self.embeddings.as_deref(),
            self.test.as_deref(),
            self.test_embeddings.as_deref(),
            self.template.as_deref().filter(|path| built_in(path).is_none()),
            self.tokenizer.as_deref(),
        ]
    }

    fn check(&self) -> Result<(), CliError> {
        if self.language_model.llm.trim().is_empty() {
            return Err(ConfidenceError::NoModel.into());
        }
        if self.uses_vectors() {
            let is_test_given = self.test.is_none() || self.test_embeddings.is_some();
            self.encoding.check(self.embeddings.is_none() || !is_test_given)?;
        }
        match self.constrain.required() {
            Some(constraint) if self.is_free_text() && constraint != Constraint::None => {
                Err(CliError::answer(AnswerError::NothingToConstrain { constraint }))
            }
            _ => Ok(()),
        }
    }
}

pub fn journal_of(out: &Path) -> PathBuf {
    let mut name = out.to_owned().into_os_string();
    name.push(".journal");
    name.into()
}

pub fn run(command: &Answer, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let endpoint = Endpoint::read(&command.language_model.endpoint)?;
    let timeout = Duration::from_secs(command.timeout.get());
    let server = Server::new(&endpoint, &command.language_model, command.concurrency, timeout)?;
    let server = server.with_garbled_retries(2);
    command.check()?;
    let format = OutputFormat::of(&command.out)?;
    let guard = format.guard(command.guard_formulas)?;
    let mut files = Files::read(&command.reads())?.and(model::files(&command.encoding.model));
    let out = files.output(&command.out)?;
    let journal = files.output(&journal_of(&command.out))?;
    let left_out = files.optional(command.pool.import.leave_out.as_deref())?;
    let template = command.template.as_deref().map(read_template).transpose()?;
    let is_counted = command.context.is_some() || !endpoint.is_local();
    let counter = is_counted
        .then(|| counter(command.tokenizer.as_deref(), &command.encoding.model))
        .transpose()?;
    let known = known_answers(&journal)?;
    let material = Material::read(command, template, left_out.as_ref(), reporter)?;

    let mut answers = Answers::open(&endpoint, &material, counter.as_ref(), (known, journal))?;
    let plan = answers.plan()?;
    let estimate = answers.estimate(&plan)?;
    if estimate.prompts > 0 {
        consent(&endpoint, estimate, command.yes, reporter)?;
    }
    let state = RunState::default();
    let plan = answers.settle(plan, &server, &state, reporter)?;
    let failures = answers.ask(&plan, &server, &state, command.concurrency, reporter)?;

    let answered = answers.answered(&plan);
    out.write_table(&answers_table(material.table(), &answered), (format, guard))?;
    let shots_of = |row| answers.shots_of(row);
    report(
        command,
        &material,
        (&answered[..], shots_of),
        plan.constraint(),
        reporter,
    );
    let unanswered = answered.iter().filter(|answered| answered.entry.is_none()).count() as u32;
    match failures.first_failure(unanswered) {
        Some(first) => Err(CliError::of_answers(&command.out)(AnswerError::Unanswered {
            unanswered,
            texts: answered.len() as u32,
            first,
        })),
        None => Ok(()),
    }
}

pub fn known_answers(journal: &Output) -> Result<Journal, CliError> {
    let path = journal.path();
    let bytes = if path.is_file() { read(path)? } else { Vec::new() };
    Journal::read(&bytes).map_err(CliError::of_answers(path))
}

fn report(
    command: &Answer,
    material: &Material,
    (answered, shots_of): (&[Answered<'_>], impl Fn(u32) -> u32),
    constraint: Constraint,
    reporter: &ProgressReporter,
) {
    let summary = Summary::of(answered, shots_of);
    if let Some(words) = summary.shortened(command.retrieval.shots as u32) {
        reporter.warn(&words);
    }
    if summary.answers > 0 {
        reporter.print(&summary.to_string());
    }
    if command.is_free_text() {
        if summary.cut > 0 {
            reporter.warn(&format!(
                "answers that are cut, because they have the maximum number of tokens (--max-answer-tokens): {} of {}",
                summary.cut, summary.answers
            ));
        }
        return;
    }
    let unmatched = summary.answers - summary.matched;
    if unmatched > 0 {
        let hint = match (constraint, command.constrain) {
            (Constraint::None, ConstrainName::None) => {
                "; leave out `--constrain none`, so that a server that can do so limits its answers to the labels"
            }
            (Constraint::None, _) => {
                "; servers such as llama.cpp, vLLM and Ollama can limit their answers to the labels, and this one did not"
            }
            _ => "",
        };
        reporter.print(&format!(
            "answers that match no label, so that `label` is empty: {unmatched} of {}{hint}",
            summary.answers
        ));
    }
    if let Some((correct, n)) = material.correct(answered) {
        let share = f64::from(correct) / f64::from(n);
        reporter.print(&format!("correct labels: {correct} of {n} ({share:.3})"));
    }
}
