//! State of the method comparison: the form, the progress, and the results.

use std::cmp::Ordering;
use std::sync::Arc;

use crate::compare::exam::{ExamCmd, ExamMsg, ExamResult, ExamState};
use crate::compare::test_file::{TestIdentity, TestMsg, TestSet, TestState};
use crate::confidences::ConfidenceSet;
use crate::encoder::draft::FormError;
use crate::i18n::core_messages;
use crate::i18n::t;
use crate::project::Project;
use crate::run::settings::{FieldError, METHODS, PoolSize, Settings};
use crate::state::{AppState, Cmd as StateCmd, Context, Notice, Request};
use fastgas_annotation::export::{EscapeFormulas, ExportFormat, derived_file_name};
use fastgas_data::Pool;
use fastgas_graph::Device;
use fastgas_partition::Preset;
use fastgas_platform::{EmbeddingFile, EncoderName};
use fastgas_progress::{Progress, Stage};
use fastgas_protocol::Error;
use fastgas_protocol::{JobId, WorkerError};
use fastgas_select::EvaluateError;
use fastgas_select::evaluate::answers::AnswerRow;
use fastgas_select::evaluate::{Plan, Row, Run, TrueLabels, best_first, compare, comparison_table};
use fastgas_select::{Config, Method};

/// The second default budget shows how the methods compare if the user can label more texts.
const LARGE_BUDGET: u32 = 100;
const DEFAULT_SEEDS: &str = "0, 1, 2";

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Whether the dialog is open. A comparison continues while the dialog is closed.
    pub shown: bool,
    pub form: Form,
    /// Whether the comparison includes FastGAS as published. `None` until the user chooses.
    paper_choice: Option<bool>,
    pub under_way: Option<ActiveComparison>,
    pub found: Option<ComparisonResult>,
    pub problem: Option<Notice>,
    /// Without an order, the rows are sorted by budget, and the rows of each budget from the best to the worst method.
    pub order: Option<SortOrder>,
    pub exam: ExamState,
    /// Without a test file, the picks are evaluated on the rest of the pool.
    pub test: TestState,
    labels_problem: Option<FormError>,
    edited: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    pub methods: Vec<Method>,
    pub budgets: String,
    pub seeds: String,
    pub label_column: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ActiveComparison {
    pub job: JobId,
    pub progress: Option<Progress>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FinishedRun {
    pub run: Run,
    pub picks: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonResult {
    pub job: JobId,
    pub basis: Basis,
    pub plans: Vec<Plan>,
    /// The finished runs, in plan order. Runs of the last plans may be missing.
    pub runs: Vec<Run>,
    pub picks: Vec<Vec<u32>>,
    pub exam: Option<ExamResult>,
    /// Hash of the confidences that vote-k used. `None` if the comparison does not include vote-k.
    pub confidences: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Basis {
    pub settings: Config,
    pub text_column: usize,
    pub embedded_by: EncoderName,
    pub label_column: Option<usize>,
    /// Identity of the test file. `None` if the rest of the pool serves as test texts.
    pub test: Option<TestIdentity>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ComparisonTask {
    pub job: JobId,
    pub pool: Arc<Pool>,
    pub basis: Basis,
    pub plans: Vec<Plan>,
    /// The rows of empty texts, which incremental methods do not pick.
    pub blank: Arc<[u32]>,
    pub encoder: EncoderName,
    pub embeddings: Option<EmbeddingFile>,
    pub confidences: Option<ConfidenceSet>,
    /// The texts and labels of the test file. `None` if the rest of the pool serves as test texts.
    pub test: Option<TestSet>,
    pub workers: usize,
    pub device: Device,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    Method,
    Budget,
    /// Index of a measure in [`MEASURES`](fastgas_select::evaluate::MEASURES).
    Measure(usize),
    /// Index in [`ANSWER_MEASURES`](fastgas_select::evaluate::ANSWER_MEASURES) of a measure of a model's answers.
    Answers(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortOrder {
    pub column: Column,
    pub descending: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Msg {
    Show,
    Hide,
    Edit(Form),
    WithPaper(bool),
    Test(TestMsg),
    Start,
    /// Stops the comparison but keeps the finished runs.
    Stop,
    Ran {
        job: JobId,
        runs: Vec<FinishedRun>,
    },
    Finished {
        job: JobId,
    },
    Failed {
        job: JobId,
        error: WorkerError,
    },
    /// Sorts the table by a column. Sorting by the same column again reverses the order.
    Sort {
        column: Column,
        /// Whether the first click on the column sorts in descending order.
        descending: bool,
    },
    Export,
    Exam(ExamMsg),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Cmd {
    Start(Box<ComparisonTask>),
    Stop,
    LoadExam,
    Exam(Box<ExamCmd>),
}

impl Form {
    /// The default budgets are `budget` and, if the pool has enough texts that are not empty, also a larger budget.
    pub(crate) fn of(budget: Option<u32>, size: PoolSize, methods: Vec<Method>) -> Form {
        let large = Some(LARGE_BUDGET).filter(|&large| (large as usize) < size.n_filled() && budget < Some(large));
        let budgets: Vec<String> = budget
            .into_iter()
            .chain(large)
            .map(|budget| budget.to_string())
            .collect();
        Form {
            methods,
            budgets: budgets.join(", "),
            seeds: DEFAULT_SEEDS.into(),
            label_column: None,
        }
    }

    pub fn with(&self, method: Method, is_chosen: bool) -> Form {
        let chosen = |&other: &Method| match other == method {
            true => is_chosen,
            false => self.methods.contains(&other),
        };
        Form {
            methods: Method::ALL.into_iter().filter(chosen).collect(),
            ..self.clone()
        }
    }

    pub fn has_wrong_budgets(&self) -> bool {
        numbers::<u32>(&self.budgets, "").is_err()
    }

    pub fn has_wrong_seeds(&self) -> bool {
        numbers::<u64>(&self.seeds, "").is_err()
    }

    /// `with_paper` adds runs of FastGAS as published.
    fn plans(&self, with_paper: bool) -> Result<Vec<Plan>, FormError> {
        if self.methods.is_empty() && !with_paper {
            return Err(form_error(
                t!("compare-method-missing-problem"),
                t!("compare-method-missing-advice"),
            ));
        }
        let budgets = numbers(&self.budgets, &t!("compare-budgets-term"))?;
        let seeds = numbers(&self.seeds, &t!("compare-seeds-term"))?;
        let mut plans = Plan::all(&self.methods, &budgets, &seeds);
        if with_paper {
            plans.extend(Plan::all_with_preset(Preset::Paper, &budgets, &seeds));
        }
        Ok(plans)
    }
}

/// Parses whole numbers separated by commas or spaces, without duplicates.
fn numbers<N: std::str::FromStr + PartialEq>(text: &str, what: &str) -> Result<Vec<N>, FormError> {
    let mut numbers = Vec::new();
    for word in text.split([',', ' ', '\u{a0}']).filter(|word| !word.is_empty()) {
        let number = word.parse().map_err(|_| {
            form_error(
                t!("compare-number-invalid-problem", word, what),
                t!("compare-number-invalid-advice"),
            )
        })?;
        if !numbers.contains(&number) {
            numbers.push(number);
        }
    }
    match numbers.is_empty() {
        true => Err(form_error(
            t!("compare-numbers-missing-problem", what),
            t!("compare-numbers-missing-advice"),
        )),
        false => Ok(numbers),
    }
}

fn form_error(problem: String, advice: String) -> FormError {
    FormError { problem, advice }
}

fn refused(error: impl Into<Error>) -> FormError {
    let error = error.into();
    form_error(
        core_messages::problem(&error),
        core_messages::advice(&error, error.advice()),
    )
}

/// Returns why the true labels cannot be used. O(size of the pool).
/// The labels are checked only when the label column or the text column changes, because a large pool has many labels.
fn labels_problem(project: &Project, label_column: Option<usize>) -> Option<FormError> {
    let source = &project.source;
    let labels = TrueLabels::of_pool(&source.pool, source.text_column, label_column?);
    labels.err().map(refused)
}

impl ComparisonResult {
    /// The rows of the table: one row for each method and budget with a finished run, in plan order.
    pub fn rows(&self) -> Vec<Row> {
        compare(&self.runs)
    }

    pub fn sorted(&self, order: Option<SortOrder>) -> Vec<Row> {
        let mut rows = self.rows();
        best_first(&mut rows);
        if let Some(order) = order {
            let answers = self
                .exam
                .as_ref()
                .map_or(&[] as &[AnswerRow], |exam| exam.rows.as_slice());
            rows.sort_by(|a, b| order.of(a, b, answers));
        }
        rows
    }

    /// Number of seeds, which is the number of runs per method and budget.
    pub fn n_seeds(&self) -> u32 {
        let row = |plan: &Plan| (plan.method, plan.preset, plan.budget);
        let same = |plan: &&Plan| self.plans.first().map(row) == Some(row(plan));
        self.plans.iter().take_while(same).count() as u32
    }

    pub fn next(&self) -> Option<&Plan> {
        self.plans.get(self.runs.len())
    }
}

impl SortOrder {
    /// Table rows without a value are last in both sort directions.
    pub(crate) fn of(self, a: &Row, b: &Row, answers: &[AnswerRow]) -> Ordering {
        let estimate = |row: &Row| match self.column {
            Column::Method | Column::Budget => None,
            Column::Measure(measure) => row.estimates[measure],
            Column::Answers(measure) => {
                let answers = answers.iter().find(|answers| answers.is_of(row))?;
                answers.measures()[measure]
            }
        };
        let ascending = match self.column {
            Column::Method => {
                let index = |row: &Row| {
                    let method = METHODS.iter().position(|(method, _)| *method == row.method);
                    (method, row.preset.is_some())
                };
                index(a).cmp(&index(b))
            }
            Column::Budget => a.budget.cmp(&b.budget),
            Column::Measure(_) | Column::Answers(_) => match (estimate(a), estimate(b)) {
                (Some(a), Some(b)) => a.mean.total_cmp(&b.mean),
                (a, b) => return b.is_some().cmp(&a.is_some()),
            },
        };
        if self.descending {
            ascending.reverse()
        } else {
            ascending
        }
    }
}

impl Comparison {
    pub(crate) fn progressed(&mut self, job: JobId, progress: Progress) {
        if let Some(under_way) = self.under_way.as_mut().filter(|under_way| under_way.job == job) {
            under_way.progress = Some(progress);
        }
    }

    /// Discards the results of the comparison, but keeps the form and the answers of the exam.
    /// A later exam can reuse the answers, because an answer depends only on its prompt.
    pub(crate) fn forget(&mut self) -> Vec<StateCmd> {
        let mut exam = std::mem::take(&mut self.exam);
        let mut cmds = exam.interrupt();
        let before = std::mem::replace(
            self,
            Comparison {
                exam,
                ..Comparison::default()
            },
        );
        cmds.extend(before.under_way.map(|_| StateCmd::Compare(Cmd::Stop)));
        cmds
    }

    /// Whether the comparison includes FastGAS as published in addition to FastGAS with the user's preset.
    /// Returns false for the preset `paper`, because both methods would select the same texts.
    pub fn with_paper(&self, settings: &Settings) -> bool {
        settings.preset != Preset::Paper && self.paper_choice.unwrap_or(true)
    }

    /// Returns false during the first stages, which embed the texts and find their nearest neighbors.
    pub fn is_running(&self) -> bool {
        let progress = self.under_way.as_ref().and_then(|under_way| under_way.progress);
        progress.is_some_and(|progress| progress.stage > Stage::Neighbors)
    }

    /// The completed and the total work of the comparison. `None` if no comparison is in progress.
    /// Before the first run, the total is 1. Afterwards, both numbers count runs.
    pub fn share(&self) -> Option<(f64, f64)> {
        let progress = self.under_way.as_ref()?.progress?;
        let part = f64::from(progress.done) / f64::from(progress.total.max(1));
        if !self.is_running() {
            return Some((part, 1.0));
        }
        let found = self.found.as_ref()?;
        // Within a run, only the progress of the selection counts, because the other stages are short.
        let of_run = if progress.stage == Stage::Select {
            part.min(0.99)
        } else {
            0.0
        };
        let done = (found.runs.len() as f64 + of_run).min(found.plans.len() as f64);
        Some((done, found.plans.len() as f64))
    }

    fn is_running_job(&self, job: JobId) -> bool {
        self.under_way.as_ref().is_some_and(|under_way| under_way.job == job)
    }
}

impl Comparison {
    /// Returns an error with the first problem that prevents the comparison. Complexity: O(n) for n runs.
    fn plan(
        &self,
        project: Option<&Project>,
        settings: &Settings,
        encoder: &EncoderName,
    ) -> Result<(Basis, Vec<Plan>), FormError> {
        let plans = self.form.plans(self.with_paper(settings))?;
        let basis = self.basis(project, settings, encoder)?;
        let size = project.map_or_else(PoolSize::default, Project::size);
        let (n_texts, n_blank) = (size.n_texts as u32, size.n_blank as u32);
        for plan in &plans {
            plan.check_with_blank(&basis.settings, n_texts, n_blank)
                .map_err(refused)?;
        }
        Ok((basis, plans))
    }

    pub(super) fn basis(
        &self,
        project: Option<&Project>,
        settings: &Settings,
        encoder: &EncoderName,
    ) -> Result<Basis, FormError> {
        let Some(project) = project else {
            return Err(form_error(
                t!("compare-file-missing-problem"),
                t!("compare-file-missing-advice"),
            ));
        };
        let label_column = self.form.label_column;
        let of_field = |error: FieldError| form_error(error.problem, error.advice);
        let config = settings.config().map_err(of_field)?;
        settings.worker_count().map_err(of_field)?;
        if label_column == Some(project.source.text_column) {
            let column = project.source.pool.columns()[project.source.text_column].clone();
            return Err(refused(EvaluateError::SameColumn { column }));
        }
        if let Some(problem) = &self.labels_problem {
            return Err(problem.clone());
        }
        if let Some(Err(problem)) = &self.test.set {
            return Err(problem.clone());
        }
        let Config {
            budget, method, seed, ..
        } = Config::default();
        let settings = Config {
            budget,
            method,
            seed,
            ..config
        };
        Ok(Basis {
            settings,
            text_column: project.source.text_column,
            embedded_by: project.embedded_by(encoder),
            label_column,
            test: self.test_identity(),
        })
    }

    pub(crate) fn update(&mut self, msg: Msg, context: Context<'_>) -> Vec<Request> {
        match msg {
            Msg::Show => return self.show(&context),
            Msg::Hide => self.shown = false,
            Msg::Edit(form) => return self.edit(form, &context),
            Msg::WithPaper(with_paper) => self.paper_choice = Some(with_paper),
            Msg::Test(msg) => {
                if let Some(project) = context.project.as_deref() {
                    self.test.update(msg, project, self.form.label_column);
                }
            }
            Msg::Start => return self.start(&context),
            Msg::Stop => return self.under_way.take().map(|_| stop()).into_iter().collect(),
            Msg::Ran { job, runs } => {
                let mine = self.is_running_job(job);
                if let Some(found) = self.found.as_mut().filter(|_| mine) {
                    for FinishedRun { run, picks } in runs {
                        found.runs.push(run);
                        found.picks.push(picks);
                    }
                }
            }
            Msg::Finished { job } => drop(self.under_way.take_if(|under_way| under_way.job == job)),
            Msg::Failed { job, error } => {
                let mine = self.under_way.take_if(|under_way| under_way.job == job);
                if mine.is_some() && error != WorkerError::Cancelled {
                    self.problem = Some(Notice::of(&t!("compare-failed-title"), &error));
                }
            }
            Msg::Sort { column, descending } => {
                let before = self.order.filter(|order| order.column == column);
                let descending = before.map_or(descending, |order| !order.descending);
                self.order = Some(SortOrder { column, descending });
            }
            Msg::Export => return self.export(&context).into_iter().collect(),
            Msg::Exam(msg) => return self.update_exam(msg, &context),
        }
        Vec::new()
    }

    fn show(&mut self, context: &Context<'_>) -> Vec<Request> {
        let has_picks = |project: &&Project| project.result.outcome.is_some();
        let Some(project) = context.project.as_deref().filter(has_picks) else {
            return Vec::new();
        };
        let methods = comparable(context.confidences);
        self.shown = true;
        if !self.edited {
            let budget = context.settings.config().ok().map(|config| config.budget);
            self.form = Form::of(budget, project.size(), methods);
        } else {
            // The user may have removed the confidences after choosing vote-k.
            self.form.methods.retain(|method| methods.contains(method));
        }
        self.exam.load()
    }

    fn edit(&mut self, form: Form, context: &Context<'_>) -> Vec<Request> {
        let Some(project) = context.project.as_deref() else {
            return Vec::new();
        };
        let mut stop = Vec::new();
        if self.form.label_column != form.label_column {
            self.labels_problem = labels_problem(project, form.label_column);
            self.test.check(project, form.label_column);
            stop = self.exam.interrupt();
        }
        self.form = form;
        self.edited = true;
        stop.into_iter().map(Request::Perform).collect()
    }

    /// Ends the exam, and repeats the checks of the true labels and of the test file. All depend on the text column.
    pub(crate) fn text_column_changed(&mut self, project: Option<&Project>) -> Vec<StateCmd> {
        if let Some(project) = project {
            self.labels_problem = labels_problem(project, self.form.label_column);
            self.test.check(project, self.form.label_column);
        }
        self.exam.interrupt()
    }

    fn start(&mut self, context: &Context<'_>) -> Vec<Request> {
        let is_free = !context.is_selecting && self.under_way.is_none() && self.exam.runs.current.is_none();
        let Some(project) = context.project.as_deref().filter(|_| is_free) else {
            return Vec::new();
        };
        let plan = self.plan(Some(project), context.settings, &context.encoder);
        let (Ok((basis, plans)), Ok(workers)) = (plan, context.settings.worker_count()) else {
            return Vec::new();
        };
        let votes = plans.iter().any(|plan| plan.method == Method::VoteK);
        let confidences = context.confidences.cloned().filter(|_| votes);
        let job = context.next_job;
        let task = ComparisonTask {
            job,
            pool: project.source.pool.clone(),
            basis: basis.clone(),
            plans: plans.clone(),
            blank: project.blank_rows(),
            encoder: context.encoder.clone(),
            embeddings: project.source.embeddings.clone(),
            confidences: confidences.clone(),
            test: self.test.set.clone().and_then(Result::ok),
            workers,
            device: context.settings.device,
        };
        self.problem = None;
        self.exam.runs.failure = None;
        self.under_way = Some(ActiveComparison { job, progress: None });
        self.found = Some(ComparisonResult {
            job,
            basis,
            plans,
            runs: Vec::new(),
            picks: Vec::new(),
            exam: None,
            confidences: confidences.map(|given| given.hash),
        });
        vec![
            Request::TakeJob(job),
            Request::Perform(StateCmd::Compare(Cmd::Start(Box::new(task)))),
        ]
    }

    fn export(&self, context: &Context<'_>) -> Option<Request> {
        let (project, found) = (context.project.as_deref()?, self.found.as_ref()?);
        let mut csv = Vec::new();
        let answers = found.exam.as_ref().map(|exam| &exam.rows[..]);
        let written = comparison_table(&found.rows(), answers).write_delimited(EscapeFormulas::Off, b',', &mut csv);
        written.expect("memory takes everything");
        Some(Request::Perform(StateCmd::Download {
            file_name: derived_file_name(&project.source.file_name, "methods.csv"),
            media_type: ExportFormat::Csv.media_type(),
            text: String::from_utf8(csv).expect("numbers and names"),
        }))
    }
}

fn stop() -> Request {
    Request::Perform(StateCmd::Compare(Cmd::Stop))
}

/// Vote-k can be compared only if confidences exist.
fn comparable(confidences: Option<&ConfidenceSet>) -> Vec<Method> {
    let can = |method: &Method| confidences.is_some() || *method != Method::VoteK;
    Method::ALL.into_iter().filter(can).collect()
}

impl AppState {
    pub fn to_compare(&self) -> Result<(Basis, Vec<Plan>), FormError> {
        self.comparison
            .plan(self.project.as_ref(), &self.run.settings, &self.encoder.name())
    }

    pub fn comparable(&self) -> Vec<Method> {
        comparable(self.confidences.in_use.as_ref())
    }

    /// Whether the inputs of the displayed results have changed since the results were computed.
    /// Different methods, budgets or seeds in the form do not make the results outdated.
    pub fn is_comparison_outdated(&self) -> bool {
        let Some(found) = &self.comparison.found else {
            return false;
        };
        let confidences = self.confidences.in_use.as_ref().map(|given| &given.hash);
        let others = found.confidences.is_some() && found.confidences.as_ref() != confidences;
        let basis = || {
            self.comparison
                .basis(self.project.as_ref(), &self.run.settings, &self.encoder.name())
        };
        others || basis().is_ok_and(|basis| basis != found.basis)
    }
}
