//! `fastgas compare --endpoint`: lets a language model answer the test texts with the picks of each selection as examples.
//!
//! ```text
//!  picks of each plan ──(true labels)──▶ examples ──┐
//!  test texts ──────────────────────────────────────┴▶ ExamQuestions ──asking──▶ right or wrong ──▶ rows: method × budget
//! ```
//!
//! A plan is a selection with a method, a budget and a seed. All plans are processed in one run of the program.
//! Equal prompts, for example from plans with equal picks, are sent only once.
//! The journal stores the answers for later runs.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use crate::args::ModelArguments;
use crate::commands::answer::asking::Answers;
use crate::commands::answer::consent::consent;
use crate::commands::answer::questions::{QuestionSettings, Questions, columns_asked, query};
use crate::commands::answer::{ConstrainName, journal_of, known_answers};
use crate::commands::prompt::{built_in, counter, label_order, read_template};
use crate::error::CliError;
use crate::files::{Files, Output};
use crate::language_model::{LanguageModelArgs, RunState, Server, parse_requests};
use crate::pool::Texts;
use crate::progress::ProgressReporter;
use fastgas_annotation::ConfidenceError;
use fastgas_annotation::answer::{AnswerError, Choices, Journal, LabelSet, most_answer_tokens};
use fastgas_annotation::confidence::{Endpoint, N_REQUESTS};
use fastgas_annotation::label::unify_label_sets;
use fastgas_annotation::retrieve::{BUILT_IN, DEFAULT_SHOTS, Demonstrations, Prompt, Retrieval, Template};
use fastgas_data::{LabelOrder, counted};
use fastgas_embedding::Embeddings;
use fastgas_encoder::TokenCounter;
use fastgas_select::evaluate::Plan;
use fastgas_select::evaluate::answers::{AnswerRow, AnsweredPlan, compare_answers};

const HEADING: &str = "Accuracy of a language model";

#[derive(Debug, Args)]
pub struct ExamArgs {
    /// Address of an OpenAI-compatible server, whose model answers the --test texts; needs --label, --test, --llm and --out.
    ///
    /// The model's examples are the picks with their labels; it chooses among the labels of the picks.
    /// The table has two more measures: the accuracy of the answers,
    /// and the accuracy of the first method minus that of each other method, with its standard error over the test texts.
    /// Answers are kept in a journal, a file with the name of --out and `.journal` at its end:
    /// the same command continues an interrupted run, and no prompt is sent twice.
    /// An address that ends in /completions, but not in /chat/completions, is used without the chat API.
    #[arg(long, help_heading = HEADING, value_name = "URL", requires_all = ["test", "llm", "out"])]
    pub endpoint: Option<String>,
    /// Name of the language model on the server; needs --endpoint.
    #[arg(long, help_heading = HEADING, value_name = "NAME", requires = "endpoint")]
    pub llm: Option<String>,
    /// Environment variable that holds the API key, if the server needs one.
    #[arg(long, help_heading = HEADING, value_name = "VAR", requires = "endpoint")]
    pub api_key_env: Option<String>,
    /// Maximum number of examples in a prompt: the picks that are most similar to the text, the most similar last.
    #[arg(long, help_heading = HEADING, value_name = "N", default_value_t = DEFAULT_SHOTS, requires = "endpoint")]
    pub shots: usize,
    /// Prompt template: a file with placeholders such as {text} and {label}, or a built-in name [default: classification].
    ///
    /// The built-in templates are those of `fastgas answer`.
    #[arg(long, help_heading = HEADING, value_name = "FILE|NAME", requires = "endpoint")]
    pub template: Option<PathBuf>,
    /// How the server limits answers to the labels.
    #[arg(long, help_heading = HEADING, value_enum, default_value_t = ConstrainName::Auto, requires = "endpoint")]
    pub constrain: ConstrainName,
    /// Number of tokens in the model's context, which the prompt and the answer share.
    ///
    /// The least similar examples are left out until the prompt fits. Tokens are counted by the encoder's tokenizer.
    #[arg(long, help_heading = HEADING, value_name = "N", requires = "endpoint")]
    pub context: Option<NonZeroU32>,
    /// Maximum number of concurrent requests, from 1 to 1,000.
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "N",
        default_value_t = NonZeroUsize::new(N_REQUESTS).expect("a result"),
        value_parser = parse_requests,
        requires = "endpoint"
    )]
    pub concurrency: NonZeroUsize,
    /// Maximum number of seconds for one answer.
    #[arg(
        long,
        help_heading = HEADING,
        value_name = "SECONDS",
        default_value_t = NonZeroU64::new(600).expect("a result"),
        requires = "endpoint"
    )]
    pub timeout: NonZeroU64,
    /// Agree in advance that the prompts are sent to a server that is not this machine.
    #[arg(long, help_heading = HEADING, requires = "endpoint")]
    pub yes: bool,
}

impl ExamArgs {
    pub fn template_file(&self) -> Option<&Path> {
        self.template.as_deref().filter(|path| built_in(path).is_none())
    }
}

pub struct Exam<'a> {
    endpoint: Endpoint,
    server: Server,
    form: QuestionForm<'a>,
    counter: Option<TokenCounter>,
    journal: Journal,
    out: Output,
}

struct QuestionForm<'a> {
    arguments: &'a ExamArgs,
    llm: &'a str,
    template: Template,
}

#[derive(Clone, Copy)]
pub struct LabeledTexts<'a> {
    texts: &'a Texts,
    path: &'a Path,
    /// Index of the column with the true labels in `texts`.
    label: usize,
    embeddings: &'a Embeddings,
}

pub struct ExamResult {
    pub rows: Vec<AnswerRow>,
    pub n_right: Vec<u32>,
    pub n_texts: u32,
}

/// One question for each plan and each test text, ordered by plan.
struct ExamQuestions<'a> {
    settings: QuestionSettings,
    shots: usize,
    cue: &'a str,
    tests: LabeledTexts<'a>,
    /// Names and indices of the columns, other than the text column, that the prompt template uses.
    columns: Vec<(String, usize)>,
    examples: Vec<Examples>,
}

struct Examples {
    demonstrations: Demonstrations,
    vectors: Embeddings,
    labels: LabelSet,
}

impl<'a> LabeledTexts<'a> {
    pub fn new(
        (texts, path): (&'a Texts, &'a Path),
        label: &str,
        embeddings: &'a Embeddings,
    ) -> Result<LabeledTexts<'a>, CliError> {
        Ok(LabeledTexts {
            texts,
            path,
            label: texts.table.column(label).map_err(CliError::of(path))?,
            embeddings,
        })
    }

    fn label(&self, row: u32) -> &'a str {
        self.texts.table.instance(row as usize).cell(self.label).trim()
    }

    fn n_rows(&self) -> usize {
        self.texts.table.len()
    }
}

impl<'a> Exam<'a> {
    /// Prepares the comparison of the answers, and reads the journal of earlier runs.
    /// The preparation runs before the selection, because an error after the selection would waste minutes of work.
    /// Returns `None` if the user gives no endpoint.
    pub fn open(
        arguments: &'a ExamArgs,
        out: Option<&Path>,
        encoder: &ModelArguments,
        files: &mut Files,
    ) -> Result<Option<Exam<'a>>, CliError> {
        // The argument parser rejects `--endpoint` without `--llm` and `--out`, so a missing value means no endpoint.
        let (Some(address), Some(llm), Some(out)) = (&arguments.endpoint, &arguments.llm, out) else {
            return Ok(None);
        };
        let endpoint = Endpoint::read(address)?;
        if llm.trim().is_empty() {
            return Err(ConfidenceError::NoModel.into());
        }
        let language_model = LanguageModelArgs {
            endpoint: address.clone(),
            llm: llm.clone(),
            api_key_env: arguments.api_key_env.clone(),
        };
        let timeout = Duration::from_secs(arguments.timeout.get());
        let server = Server::new(&endpoint, &language_model, arguments.concurrency, timeout)?;
        let out = files.output(&journal_of(out))?;
        let template = arguments.template.as_deref().map(read_template).transpose()?;
        let is_counted = arguments.context.is_some() || !endpoint.is_local();
        Ok(Some(Exam {
            server: server.with_garbled_retries(2),
            form: QuestionForm {
                arguments,
                llm,
                template: template.unwrap_or_else(|| BUILT_IN[0].template()),
            },
            counter: is_counted.then(|| counter(None, encoder)).transpose()?,
            journal: known_answers(&out)?,
            out,
            endpoint,
        }))
    }

    /// Measures how well the language model answers the test texts, with the picks of each selection as examples.
    /// Asks the server for all answers that are not in the journal of an earlier run.
    ///
    /// # Errors
    /// Returns [`AnswerError::Unanswered`] if the server has not answered every prompt.
    /// The journal keeps the received answers.
    pub fn compare(
        self,
        selections: &[(Plan, Vec<u32>)],
        pool: LabeledTexts<'_>,
        tests: LabeledTexts<'_>,
        reporter: &ProgressReporter,
    ) -> Result<ExamResult, CliError> {
        let arguments = self.form.arguments;
        let questions = self.form.questions(selections, pool, tests)?;
        let journal = self.out.path().to_owned();
        let kept = (self.journal, self.out);
        let mut answers = Answers::open(&self.endpoint, &questions, self.counter.as_ref(), kept)?;
        let plan = answers.plan()?;
        let estimate = answers.estimate(&plan)?;
        if estimate.prompts > 0 {
            consent(&self.endpoint, estimate, arguments.yes, reporter)?;
        }
        let state = RunState::default();
        let plan = answers.settle(plan, &self.server, &state, reporter)?;
        let failures = answers.ask(&plan, &self.server, &state, arguments.concurrency, reporter)?;
        let answered = answers.answered(&plan);
        let unanswered = answered.iter().filter(|answered| answered.entry.is_none()).count() as u32;
        if let Some(first) = failures.first_failure(unanswered) {
            return Err(CliError::of_answers(&journal)(AnswerError::Unanswered {
                unanswered,
                texts: answered.len() as u32,
                first,
            }));
        }

        let n_shortened = answered
            .iter()
            .enumerate()
            .filter(|(index, answered)| answered.entry.is_some_and(|entry| answers.is_shortened(*index, entry)))
            .count();
        if n_shortened > 0 {
            reporter.warn(&format!(
                "prompts with fewer than {}, because the context is too small: {n_shortened} of {}",
                counted(arguments.shots as u64, "example"),
                answered.len()
            ));
        }
        let n_unmatched = answered.iter().filter(|answered| answered.label.is_none()).count();
        if n_unmatched > 0 {
            reporter.print(&format!(
                "answers that match none of the labels and count as wrong: {n_unmatched} of {}",
                answered.len()
            ));
        }
        let is_right: Vec<bool> = answered
            .iter()
            .enumerate()
            .map(|(index, answered)| {
                let truth = tests.label(answered.row);
                answered
                    .label
                    .is_some_and(|label| questions.choices(index).is_right(label, truth))
            })
            .collect();
        let by_plan = selections.iter().zip(is_right.chunks_exact(tests.n_rows()));
        let by_plan: Vec<AnsweredPlan> = by_plan
            .map(|(&(plan, _), is_right)| AnsweredPlan {
                plan,
                is_right: is_right.to_vec(),
            })
            .collect();
        let n_right = |answered: &AnsweredPlan| answered.is_right.iter().filter(|&&is_right| is_right).count() as u32;
        Ok(ExamResult {
            rows: compare_answers(&by_plan),
            n_right: by_plan.iter().map(n_right).collect(),
            n_texts: tests.n_rows() as u32,
        })
    }
}

impl QuestionForm<'_> {
    fn questions<'b>(
        &'b self,
        selections: &[(Plan, Vec<u32>)],
        pool: LabeledTexts<'b>,
        tests: LabeledTexts<'b>,
    ) -> Result<ExamQuestions<'b>, CliError> {
        let order = label_order(self.arguments.template.as_deref());
        let mut examples = Vec::with_capacity(selections.len());
        for (_, picks) in selections {
            let mut labeled: Vec<(u32, String)> = picks.iter().map(|&row| (row, pool.label(row).to_owned())).collect();
            unify_label_sets(&mut labeled, order);
            let Texts { table, column, .. } = pool.texts;
            let demonstrations = Demonstrations::new(table, *column, &labeled, self.template.clone());
            examples.push(Examples {
                demonstrations: demonstrations.map_err(CliError::of(pool.path))?,
                vectors: pool.embeddings.gather(picks),
                labels: LabelSet::new(labeled.into_iter().map(|(_, label)| label), order),
            });
        }
        let columns = match examples.first() {
            Some(first) => columns_asked(&first.demonstrations, (tests.texts, tests.path))?,
            None => Vec::new(),
        };
        // The maximum number of tokens in an answer is part of each request.
        // A later run with different methods finds an answer in the journal only if the requests are equal.
        // The maximum number of tokens is therefore computed from all labels of the pool, not from the labels of the picks.
        // Every spelling of a set of labels counts, because the spelling in a request depends on the picks.
        let all = (0..pool.n_rows() as u32).map(|row| pool.label(row).to_owned());
        let all = LabelSet::new(all, LabelOrder::Significant);
        Ok(ExamQuestions {
            settings: QuestionSettings {
                llm: self.llm.to_owned(),
                constraint: self.arguments.constrain.required(),
                is_free_text: false,
                max_answer_tokens: NonZeroU32::new(most_answer_tokens([Choices::Labels(&all)])),
                context: self.arguments.context,
            },
            shots: self.arguments.shots,
            cue: self.template.cue(),
            tests,
            columns,
            examples,
        })
    }
}

impl ExamQuestions<'_> {
    /// Returns the examples of the question with the given index, and the row of the question's test text.
    fn at(&self, index: usize) -> (&Examples, u32) {
        let n = self.tests.n_rows();
        (&self.examples[index / n], (index % n) as u32)
    }
}

impl Questions for ExamQuestions<'_> {
    fn settings(&self) -> &QuestionSettings {
        &self.settings
    }

    fn n_questions(&self) -> usize {
        self.examples.len() * self.tests.n_rows()
    }

    fn row_of(&self, index: usize) -> u32 {
        self.at(index).1
    }

    fn cue(&self) -> &str {
        self.cue
    }

    fn choices(&self, index: usize) -> Choices<'_> {
        Choices::Labels(&self.at(index).0.labels)
    }

    fn retrieve(&self, index: usize) -> Result<Vec<usize>, CliError> {
        let (examples, row) = self.at(index);
        let retrieval = Retrieval::Similar {
            query: self.tests.embeddings.row(row as usize),
            labeled: &examples.vectors,
        };
        let query = query(self.tests.texts, &self.columns, row);
        Ok(examples.demonstrations.retrieve(&query, retrieval, self.shots)?)
    }

    fn prompt(&self, index: usize, shots: &[usize]) -> Result<Prompt, CliError> {
        let (examples, row) = self.at(index);
        let query = query(self.tests.texts, &self.columns, row);
        Ok(examples.demonstrations.prompt_with(&query, shots)?)
    }
}
