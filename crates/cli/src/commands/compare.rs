//! `fastgas compare`: compares all methods on the user's texts.

use std::path::PathBuf;
use std::time::Instant;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::args::{
    Encoding, MeasuredArgs, MethodName, MissingConfidencesName, Pool, PresetName, edge_weights, parse_parts,
};
use crate::commands::compare_answers::{Exam, ExamArgs, ExamResult, LabeledTexts};
use crate::commands::evaluate::{TestData, TrueLabelArgs, embed_and_announce};
use crate::error::CliError;
use crate::files::{Files, OutputFormat};
use crate::flags::{self, Flag};
use crate::model;
use crate::neighbors::{self, SearchOptions};
use crate::pool::{read_confidences, read_pool, report_blank};
use crate::progress::ProgressReporter;
use crate::run_estimate::{RunEstimate, Speed, graph_seconds};
use crate::stdout::{print_line, print_shown};
use crate::table::aligned;
use crate::threads::ThreadWorkers;
use fastgas_data::EscapeFormulas;
use fastgas_partition::Preset;
use fastgas_select::evaluate::answers::AnswerRow;
use fastgas_select::evaluate::{
    ANSWER_MEASURES, Comparison, Estimate, MEASURES, Plan, Row, Run, best_first, compare as summarize, comparison_table,
};
use fastgas_select::{Config, ConfigError, Method, Parts, ValidConfig};

#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    pub pool: Pool,
    #[command(flatten)]
    pub encoding: Encoding,
    #[command(flatten)]
    pub truth: TrueLabelArgs,
    /// Comma-separated budgets: numbers of texts to label.
    #[arg(long, value_name = "M,…", value_delimiter = ',', default_value = "18,100")]
    pub budgets: Vec<u32>,
    /// Comma-separated methods, or `all`; `all` includes vote-k only with --confidences.
    #[arg(long, value_name = "METHOD,…", value_delimiter = ',', default_value = "all", value_parser = parse_method)]
    pub methods: Vec<MethodList>,
    /// Comma-separated random seeds; every method runs once per seed.
    #[arg(long, value_name = "SEED,…", value_delimiter = ',', default_value = "0,1,2")]
    pub seeds: Vec<u64>,
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// Partitioning preset of fastgas; with `paper`, fastgas also picks as published [default: best].
    #[arg(long, value_enum, alias = "mode")]
    pub preset: Option<PresetName>,
    /// Number of parts for fastgas, or of groups for subclustering (K), or `auto` [default: auto].
    #[arg(long, value_name = "auto|K", value_parser = parse_parts)]
    pub parts: Option<Parts>,
    /// Weight edges by similarity; for fastgas, pagerank and louvain.
    #[arg(long)]
    pub weighted: bool,
    /// Subtract the mean of all vectors from each vector before selection.
    #[arg(long)]
    pub centered: bool,
    /// Confidence of a language model for each text, for vote-k; the same file as for `fastgas select`.
    #[arg(long, value_name = "confidences.csv")]
    pub confidences: Option<PathBuf>,
    /// How to treat texts without a confidence, for which the language model gave an empty answer.
    #[arg(long, value_enum, default_value_t = MissingConfidencesName::Refuse, requires = "confidences")]
    pub missing_confidences: MissingConfidencesName,
    /// Output file for the table: TSV (.tsv or .tab), Excel (.xlsx), Parquet (.parquet), otherwise CSV.
    #[arg(long, value_name = "methods.csv")]
    pub out: Option<PathBuf>,
    /// Print every run and every mean as JSON instead of the table.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub exam: ExamArgs,
}

#[derive(Clone, Copy, Debug)]
pub enum MethodList {
    /// All methods. Vote-k is included only with confidences.
    All,
    One(Method),
}

fn parse_method(name: &str) -> Result<MethodList, String> {
    if name == "all" {
        return Ok(MethodList::All);
    }
    let names = || Method::ALL.map(Method::name).join(", ");
    let method = MethodName::from_str(name, false).map(|method| MethodList::One(method.0));
    method.map_err(|_| format!("there is no method `{name}`; choose from all, {}", names()))
}

impl Compare {
    fn settings(&self, n: u32, reporter: &ProgressReporter) -> Config {
        let default = Config::default();
        Config {
            n_neighbors: self.measured.n_neighbors(n, reporter),
            n_parts: self.parts.unwrap_or(default.n_parts),
            preset: self.preset.map_or(default.preset, Preset::from),
            edge_weights: edge_weights(self.weighted),
            centered: self.centered,
            ..default
        }
    }

    /// The flags that only some methods use. The boolean of a flag is true if the user gives the flag.
    fn flags(&self) -> [(Flag, bool); 4] {
        [
            (flags::CONFIDENCES, self.confidences.is_some()),
            (flags::PRESET, self.preset.is_some()),
            (flags::PARTS, self.parts.is_some()),
            (flags::WEIGHTED, self.weighted),
        ]
    }

    fn methods(&self) -> Vec<Method> {
        let can_run = |method: &Method| *method != Method::VoteK || self.confidences.is_some();
        let named = self.methods.iter().flat_map(|which| match which {
            MethodList::One(method) => vec![*method],
            MethodList::All => Method::ALL.into_iter().filter(can_run).collect(),
        });
        without_repetitions(named)
    }

    /// Plans one run for each method, budget and seed, without repetitions.
    /// Repeated runs would look like independent runs with identical results.
    fn plans(&self, methods: &[Method]) -> Vec<Plan> {
        let budgets = without_repetitions(self.budgets.iter().copied());
        let seeds = without_repetitions(self.seeds.iter().copied());
        Plan::all(methods, &budgets, &seeds)
    }
}

fn without_repetitions<T: PartialEq>(all: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in all {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

pub fn run(command: &Compare, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let (measured, truth, methods) = (&command.measured, &command.truth, command.methods());
    flags::check(&command.flags(), &methods)?;
    command.encoding.check(measured.given().is_none() || truth.embeds())?;
    let reads = [
        Some(command.pool.pool.as_path()),
        measured.embeddings.as_deref(),
        truth.test.as_deref(),
        truth.test_embeddings.as_deref(),
        command.confidences.as_deref(),
        command.exam.template_file(),
    ];
    let files = Files::read(&reads)?.and(model::files(&command.encoding.model));
    let mut files = files.printing(true);
    let format = command.out.as_deref().map(OutputFormat::of).transpose()?;
    let out = files.optional(command.out.as_deref())?;
    let encoder = &command.encoding.model;
    let exam = Exam::open(&command.exam, command.out.as_deref(), encoder, &mut files)?;
    let left_out = files.optional(command.pool.import.leave_out.as_deref())?;
    let texts = read_pool(&command.pool, left_out.as_ref(), reporter)?;
    let pool = &texts.table;
    let plans = command.plans(&methods);
    let n = pool.len() as u32;
    let settings = command.settings(n, reporter);
    let n_searched = Plan::n_searched(&plans, &settings, n)?;
    if measured.given().is_none() {
        // A pool of empty texts is rejected here, because a later check would report too few texts, which is less clear.
        pool.texts(texts.column).map_err(CliError::of(&command.pool.pool))?;
    }
    let blank = pool.blank_rows(texts.column);
    report_blank(blank.len(), &methods, reporter);
    let configs = valid_configs(&plans, &settings, (n, blank.len() as u32))?;
    let labels = truth.read(&texts, &command.pool, reporter)?;
    let selections = plans.iter().map(|plan| (plan.method, plan.budget));
    let missing = command.missing_confidences;
    let confidences = read_confidences(command.confidences.as_deref(), missing, pool.len(), selections)?;
    let source = (&texts, command.pool.pool.as_path());
    let options = measured.search_options(command.encoding.threads);
    let n_tested = labels.as_ref().map_or(0, TestData::n_tested);
    let stages = |size: (usize, usize), speed: Speed| {
        let planned = (&configs[..], &settings, n_searched);
        estimate(planned, size, n_tested, options, speed)
    };
    let how = (measured, &command.encoding);
    let (embeddings, labels) = embed_and_announce(source, labels, how, n_searched, &stages, reporter)?;
    let (labels, tests) = labels.unzip();
    let workers = ThreadWorkers::new(command.encoding.threads);
    let mut comparison = Comparison::new(&settings, n_searched, &embeddings, |embeddings, n_neighbors| {
        neighbors::find_unannounced(embeddings, n_neighbors, options, reporter)
    })?;
    comparison.blank = &blank;
    comparison.labels = labels.as_ref();
    comparison.confidences = confidences.as_deref();
    comparison.workers = &workers;
    let started = Instant::now();
    let clock = || started.elapsed().as_secs_f64();
    let mut selections: Vec<(Plan, Vec<u32>)> = Vec::with_capacity(plans.len());
    let mut runs: Vec<Run> = Vec::with_capacity(plans.len());
    for &plan in &plans {
        let (picks, seconds) = comparison.select(plan, clock, &mut |progress| reporter.report(progress))?;
        runs.push(comparison.measure(plan, &picks, seconds)?);
        selections.push((plan, picks));
    }
    let found = match exam {
        Some(exam) => {
            let (Some(label), Some(path)) = (&truth.label, &truth.test) else {
                unreachable!("the parser requires test texts with labels");
            };
            let (Some(tests), Some((vectors, _))) = (tests.flatten(), labels.as_ref().and_then(|of| of.test.as_ref()))
            else {
                unreachable!("the test texts are read if their file is given");
            };
            let pool = LabeledTexts::new(source, label, &embeddings)?;
            let tests = LabeledTexts::new((&tests, path.as_path()), label, vectors)?;
            Some(exam.compare(&selections, pool, tests, reporter)?)
        }
        None => None,
    };
    let rows = summarize(&runs);
    let answers = found.as_ref().map(|found| &found.rows[..]);
    if let Some((out, format)) = out.as_ref().zip(format) {
        out.write_table(&comparison_table(&rows, answers), (format, EscapeFormulas::Off))?;
    }
    if command.json {
        let all = in_json(command, (n, settings.n_neighbors), &rows, &runs, found.as_ref());
        print_line(format_args!("{all:#}"))
    } else {
        print_shown(&table(rows, answers))
    }
}

fn valid_configs(plans: &[Plan], settings: &Config, (n, n_blank): (u32, u32)) -> Result<Vec<ValidConfig>, ConfigError> {
    let valid = |plan: &Plan| plan.check_with_blank(settings, n, n_blank);
    plans.iter().map(valid).collect()
}

/// The estimate does not include the answers of a language model.
fn estimate(
    (configs, settings, n_searched): (&[ValidConfig], &Config, u32),
    (n, d): (usize, usize),
    n_tested: usize,
    options: SearchOptions,
    speed: Speed,
) -> RunEstimate {
    let (mut pairs, mut measuring, mut n_partitions) = (0.0, 0.0, 0);
    let mut unknown = Vec::new();
    for config in configs {
        let Config { method, budget, .. } = *config.config();
        match config.multiplied_pairs() {
            Some(of_plan) => pairs += of_plan,
            None => unknown.push(method),
        }
        n_partitions += u32::from(matches!(method, Method::Fastgas | Method::Louvain));
        measuring += speed.seconds(n as f64 * f64::from(budget));
        measuring += speed.accuracy_seconds(n_tested, budget as usize);
    }
    // Picks are always measured on the kNN graph of the original embeddings.
    // If the selection uses centered embeddings, the graph of the original embeddings needs a second neighbor search.
    let again = match settings.centered {
        true => options.pairs((n, d), settings.n_neighbors as usize),
        false => 0.0,
    };
    let n_searched = n_searched as usize;
    let mut estimate = RunEstimate::default();
    estimate.add(
        speed.seconds(options.pairs((n, d), n_searched) + again),
        options.stage((n, d), n_searched),
    );
    let graphs = f64::from(n_partitions.max(1)) * graph_seconds(n, settings.n_neighbors);
    estimate.add(graphs, "graph and parts");
    estimate.add(speed.seconds(pairs), "the picks");
    estimate.add(measuring, "the measurements");
    unknown.into_iter().for_each(|method| estimate.add_unknown(method));
    estimate
}

fn in_json(
    command: &Compare,
    (n, n_neighbors): (u32, u32),
    rows: &[Row],
    runs: &[Run],
    found: Option<&ExamResult>,
) -> Value {
    let rows: Vec<Value> = rows
        .iter()
        .map(|row| {
            let mut value = row_in_json(row);
            let answers = found.and_then(|found| answers_of(&found.rows, row));
            if let Some(answers) = answers {
                for (name, estimate) in ANSWER_MEASURES.iter().zip(answers.measures()) {
                    value[name] = json!(estimate);
                }
                value["accuracy_icl_interval"] = json!(answers.interval);
            }
            value
        })
        .collect();
    let mut all = json!({
        "pool": command.pool.pool, "instances": n, "neighbors": n_neighbors, "rows": rows, "runs": runs,
    });
    if let Some(found) = found {
        for (index, n_right) in found.n_right.iter().enumerate() {
            all["runs"][index]["right_answers"] = json!(n_right);
        }
        all["answers"] = json!({
            "llm": command.exam.llm,
            "shots": command.exam.shots,
            "texts": found.n_texts,
            "compared_with": found.rows.first().map(|first| first.method),
        });
    }
    all
}

fn answers_of<'a>(answers: &'a [AnswerRow], row: &Row) -> Option<&'a AnswerRow> {
    answers.iter().find(|answers| answers.is_of(row))
}

fn row_in_json(row: &Row) -> Value {
    let mut value = json!({ "method": row.method, "budget": row.budget, "seeds": row.n_seeds });
    for (name, estimate) in MEASURES.iter().zip(&row.estimates) {
        value[name] = json!(estimate);
    }
    value
}

/// Formats the rows as a text table, grouped by budget.
/// Within a budget, the best method is first: by accuracy or, without labels, by facility coverage.
fn table(mut rows: Vec<Row>, answers: Option<&[AnswerRow]>) -> String {
    best_first(&mut rows);
    let shown: Vec<usize> = (0..MEASURES.len())
        .filter(|&measure| rows.iter().any(|row| row.estimates[measure].is_some()))
        .collect();
    let mut lines = vec![vec!["budget".to_owned(), "method".to_owned()]];
    lines[0].extend(shown.iter().map(|&measure| MEASURES[measure].to_owned()));
    if answers.is_some() {
        lines[0].extend(ANSWER_MEASURES.map(str::to_owned));
    }
    for row in &rows {
        let mut line = vec![row.budget.to_string(), row.method.name().to_owned()];
        line.extend(
            shown
                .iter()
                .map(|&measure| cell(row.estimates[measure], digits(measure))),
        );
        if let Some(answers) = answers.and_then(|answers| answers_of(answers, row)) {
            line.extend(answers.measures().map(|estimate| cell(estimate, 3)));
        }
        lines.push(line);
    }
    aligned(&lines, 0)
}

fn digits(measure: usize) -> usize {
    match MEASURES[measure] {
        "covered_vertices" | "redundant_pairs" => 1,
        _ => 3,
    }
}

fn cell(estimate: Option<Estimate>, digits: usize) -> String {
    match estimate {
        None => "–".into(),
        Some(estimate) => match estimate.standard_error {
            Some(standard_error) => format!("{:.digits$} ± {standard_error:.digits$}", estimate.mean),
            None => format!("{:.digits$}", estimate.mean),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimate_contains_each_planned_run() {
        let options = neighbors::exact_on_cpu();
        let mut settings = Config {
            n_neighbors: 5,
            ..Config::default()
        };
        let message = |settings: &Config, methods: &[Method], seeds: &[u64]| {
            let configs = valid_configs(&Plan::all(methods, &[4], seeds), settings, (40, 0)).expect("they fit");
            let found = estimate((&configs[..], settings, 5), (40, 2), 0, options, Speed::of(1.0, 2));
            found.message().expect("it is long")
        };
        // The pool has 40 texts, the budget is 4, and one dot product of two vectors takes one second.
        // The neighbor search computes 40²/2 dot products. In each run, `random` computes 40·4 dot products for its picks.
        // In each run, `fastgas` makes three selections from 32 candidates, with 5 dot products per text and candidate.
        // `fastgas` also computes 3 dot products per text and pick.
        // Each run of `fastgas` needs 40·(3·5·32 + 3·4) dot products.
        // The measurement of each of the six runs (three methods, two seeds) needs 40·4 dot products.
        let methods = [Method::Fastgas, Method::Random, Method::KMeans];
        assert_eq!(
            message(&settings, &methods, &[0, 1]),
            "this run will take at least 11.5 h on this CPU: 13 min for the exact neighbor search, 11.0 h for the picks, \
             16 min for the measurements; the time of k-means depends on the texts"
        );
        let of_random = |settings: &Config, seeds: &[u64]| message(settings, &[Method::Random], seeds);
        let expected = "this run will take about 19 min on this CPU: 13 min for the exact neighbor search, 3 min for the picks, \
                        3 min for the measurements";
        assert_eq!(of_random(&settings, &[0]), expected);
        settings.centered = true;
        assert!(of_random(&settings, &[0]).contains("27 min for the exact neighbor search"));
    }
}
