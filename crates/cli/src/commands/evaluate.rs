//! `fastgas evaluate`: measures the quality of picks, or of a language model's answers.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Value, json};

use crate::args::{Encoding, MeasuredArgs, Pool, named_file};
use crate::commands::evaluate_answers::{self, AnswersArgs};
use crate::embed_pool::{EncoderSpeed, EstimateRest};
use crate::error::CliError;
use crate::files::Files;
use crate::import_args::ImportArgs;
use crate::model;
use crate::neighbors::{self, SearchOptions};
use crate::pool::{
    Texts, embed_and_estimate, given_embeddings, read_pool, read_rows, read_table, similar_labels, suggested_labels,
};
use crate::progress::ProgressReporter;
use crate::run_estimate::{RunEstimate, Speed, graph_seconds};
use crate::stdout::print_line;
use crate::threads::ThreadWorkers;
use fastgas_embedding::{CosineScale, Embeddings};
use fastgas_graph::{CsrGraph, Device, EdgeWeights};
use fastgas_select::Config;
use fastgas_select::evaluate::{CoverageCurve, KnownLabels, TrueLabels, check_picks};

#[derive(Debug, Args)]
pub struct Evaluate {
    #[command(flatten)]
    pub pool: PoolOfPicks,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Picks of this pool as written by `fastgas select` or the page, in CSV, TSV, JSON lines, .xlsx or .parquet.
    ///
    /// The column `row` identifies the texts.
    #[arg(long, value_name = "picks.csv", required_unless_present = "answers")]
    pub picks: Option<PathBuf>,
    #[command(flatten)]
    pub truth: TrueLabelArgs,
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// Also print the coverage of the first pick, of the first two, and so on.
    #[arg(long)]
    pub curve: bool,
    #[command(flatten)]
    pub answers: AnswersArgs,
}

#[derive(Debug)]
pub struct PoolOfPicks {
    /// Arguments for the pool, which the measurement of a language model's answers does not need.
    pool: Option<Pool>,
    /// Import settings for the pool file or the answer files.
    import: ImportArgs,
}

/// Id of the positional argument of [`Pool`].
const POOL: &str = "pool";

impl Args for PoolOfPicks {
    fn augment_args(command: Command) -> Command {
        Pool::augment_args(command).mut_arg(POOL, |pool| pool.required(false).required_unless_present("answers"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Pool::augment_args_for_update(command)
    }
}

impl FromArgMatches for PoolOfPicks {
    fn from_arg_matches(matches: &ArgMatches) -> Result<PoolOfPicks, clap::Error> {
        let pool = matches.contains_id(POOL).then(|| Pool::from_arg_matches(matches));
        Ok(PoolOfPicks {
            pool: pool.transpose()?,
            import: ImportArgs::from_arg_matches(matches)?,
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = PoolOfPicks::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The arguments for known true labels and for test texts.
#[derive(Debug, Args)]
pub struct TrueLabelArgs {
    /// Column that holds the true labels.
    ///
    /// The labels are used only for measurements; no selection method reads the labels.
    #[arg(long, value_name = "COLUMN")]
    pub label: Option<String>,
    /// Test texts that are not in the pool, with the same column names; needs --label.
    ///
    /// Without test texts, accuracies are measured on the rest of the pool.
    #[arg(long, value_name = "test.csv", requires = "label")]
    pub test: Option<PathBuf>,
    /// Precomputed embeddings of the test texts (.npy); needs --test.
    #[arg(long, value_name = "emb.npy", requires = "test", value_parser = named_file())]
    pub test_embeddings: Option<PathBuf>,
}

pub struct TestData<'a> {
    of_pool: TrueLabels,
    test: Option<Test<'a>>,
}

struct Test<'a> {
    texts: Texts,
    path: &'a Path,
    embeddings: Option<Embeddings>,
    labels: TrueLabels,
}

impl TrueLabelArgs {
    pub fn embeds(&self) -> bool {
        self.test.is_some() && self.test_embeddings.is_none()
    }

    pub fn read(
        &self,
        Texts { table, column, .. }: &Texts,
        arguments: &Pool,
        reporter: &mut ProgressReporter,
    ) -> Result<Option<TestData<'_>>, CliError> {
        let Some(label) = &self.label else {
            return Ok(None);
        };
        let path = &arguments.pool;
        let label_column = table.column(label).map_err(CliError::of(path))?;
        if let Some(words) = suggested_labels(table, label_column) {
            reporter.warn(&format!("{}: {words}", path.display()));
        }
        let pool_labels = || table.instances().map(move |row| row.cell(label_column));
        let similar = similar_labels(pool_labels());
        if let Some(words) = &similar {
            reporter.warn(&format!("{}: {words}", path.display()));
        }
        let of_pool = TrueLabels::of_pool(table, *column, label_column).map_err(CliError::of(path))?;
        let Some(path) = &self.test else {
            return Ok(Some(TestData { of_pool, test: None }));
        };
        let texts = read_table(path, arguments, reporter)?;
        let label_column = texts.table.column(label).map_err(CliError::of(path))?;
        if similar.is_none() {
            let mut labels: Vec<&str> = pool_labels().collect();
            labels.extend(texts.table.instances().map(|row| row.cell(label_column)));
            if let Some(words) = similar_labels(labels.into_iter()) {
                reporter.warn(&format!("{}: {words}", path.display()));
            }
        }
        let labels = of_pool.of_test(&texts.table, texts.column, label_column);
        let labels = labels.map_err(CliError::of(path))?;
        let given = self.test_embeddings.as_deref();
        let test = Test {
            embeddings: given
                .map(|given| given_embeddings(&texts, given, reporter))
                .transpose()?,
            texts,
            path,
            labels,
        };
        Ok(Some(TestData {
            of_pool,
            test: Some(test),
        }))
    }
}

pub type EmbeddedLabels = (KnownLabels, Option<Texts>);

impl TestData<'_> {
    /// Number of texts on which accuracy is measured: the test texts if given, otherwise the pool.
    pub fn n_tested(&self) -> usize {
        self.test.as_ref().map_or(&self.of_pool, |test| &test.labels).len()
    }

    fn n_embedded(&self) -> usize {
        let embedded = self.test.as_ref().filter(|test| test.embeddings.is_none());
        embedded.map_or(0, |test| test.texts.table.len())
    }

    /// Embeds the test texts, unless the user gives their embeddings.
    /// Also returns whether the estimated duration of the whole run was printed.
    fn embedded(
        self,
        encoding: &Encoding,
        device: Device,
        rest: Option<EstimateRest<'_>>,
        reporter: &mut ProgressReporter,
    ) -> Result<(EmbeddedLabels, bool), CliError> {
        let mut is_estimated = false;
        let (test, texts) = match self.test {
            Some(test) => {
                let embeddings = match test.embeddings {
                    Some(embeddings) => embeddings,
                    None => {
                        let source = (&test.texts, test.path);
                        let computed = embed_and_estimate(source, None, encoding, device, rest, reporter)?;
                        is_estimated = computed.is_estimated;
                        computed.embeddings
                    }
                };
                (Some((embeddings, test.labels)), Some(test.texts))
            }
            None => (None, None),
        };
        let known = KnownLabels {
            of_pool: self.of_pool,
            test,
        };
        Ok(((known, texts), is_estimated))
    }
}

/// Function that estimates the durations of all stages after the embedding.
/// The function receives the number of texts, and the number of dimensions per embedding.
pub type EstimateStages<'a> = &'a dyn Fn((usize, usize), Speed) -> RunEstimate;

/// Embeds the pool and the test texts, or reads the embeddings that the user gives.
/// Before many texts are embedded on the CPU, prints the estimated duration of the whole run.
/// If no such estimate was printed and the pool is large, prints the estimated duration of the stages after the embedding.
pub fn embed_and_announce(
    source: (&Texts, &Path),
    labels: Option<TestData<'_>>,
    (measured, encoding): (&MeasuredArgs, &Encoding),
    n_searched: u32,
    stages: EstimateStages<'_>,
    reporter: &mut ProgressReporter,
) -> Result<(Embeddings, Option<EmbeddedLabels>), CliError> {
    let device = measured.device.into();
    let threads = encoding.threads;
    let n_searched = n_searched as usize;
    let n_texts = source.0.table.len();
    let stages_of = |dimensions: usize| {
        let speed = Speed::of_random_rows(dimensions, n_searched, threads);
        speed.map_or_else(RunEstimate::default, |speed| stages((n_texts, dimensions), speed))
    };
    let n_test_texts = labels.as_ref().map_or(0, TestData::n_embedded);
    let rest = |encoder: EncoderSpeed| after_pool(n_test_texts, encoder, stages_of(encoder.dimensions));
    let pool = embed_and_estimate(source, measured.given(), encoding, device, Some(&rest), reporter)?;
    let embeddings = pool.embeddings;
    let dimensions = embeddings.dimensions();
    let mut is_estimated = pool.is_estimated;
    let labels = match labels {
        Some(labels) => {
            let rest = |_: EncoderSpeed| stages_of(dimensions);
            let rest: Option<EstimateRest<'_>> = if is_estimated { None } else { Some(&rest) };
            let (labels, is_estimated_now) = labels.embedded(encoding, device, rest, reporter)?;
            is_estimated |= is_estimated_now;
            Some(labels)
        }
        None => None,
    };
    if !is_estimated && let Some(speed) = Speed::measured(&embeddings, n_searched, threads) {
        stages((n_texts, dimensions), speed).announce(reporter);
    }
    Ok((embeddings, labels))
}

/// The estimate assumes that all test texts must be embedded, even if some of them are in the cache.
fn after_pool(n_test_texts: usize, encoder: EncoderSpeed, stages: RunEstimate) -> RunEstimate {
    let mut rest = RunEstimate::default();
    let seconds = n_test_texts as f64 * encoder.seconds_per_text;
    rest.add(seconds, "the embedding of the test texts");
    rest.append(stages);
    rest
}

pub fn run(command: &Evaluate, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let (measured, truth) = (&command.measured, &command.truth);
    let (arguments, picked) = match (&command.pool.pool, &command.picks, &truth.label) {
        (Some(pool), Some(picks), _) => (pool, picks),
        (_, _, Some(label)) => {
            return evaluate_answers::run(&command.answers, label, &command.pool.import, reporter);
        }
        _ => unreachable!("without answers the parser requires a pool and picks, and with answers a label"),
    };
    command.encoding.check(measured.given().is_none() || truth.embeds())?;
    let reads = [
        Some(arguments.pool.as_path()),
        Some(picked.as_path()),
        measured.embeddings.as_deref(),
        truth.test.as_deref(),
        truth.test_embeddings.as_deref(),
    ];
    let files = Files::read(&reads)?.and(model::files(&command.encoding.model));
    let mut files = files.printing(true);
    let left_out = files.optional(arguments.import.leave_out.as_deref())?;
    let texts = read_pool(arguments, left_out.as_ref(), reporter)?;
    let pool = &texts.table;
    let picks = read_rows(pool, picked, reporter)?;
    check_picks(&picks, pool.len()).map_err(CliError::of(picked))?;
    // Only `n_neighbors` is checked here. The budget of 1 is a placeholder that is valid for every pool.
    let n_neighbors = measured.n_neighbors(pool.len() as u32, reporter);
    let config = Config {
        budget: 1,
        n_neighbors,
        ..Config::default()
    };
    config.check(pool.len() as u32)?;
    let labels = truth.read(&texts, arguments, reporter)?;
    let source = (&texts, arguments.pool.as_path());
    let options = measured.search_options(command.encoding.threads);
    let n_tested = labels.as_ref().map_or(0, TestData::n_tested);
    let stages = |size: (usize, usize), speed: Speed| {
        let numbers = (n_neighbors, picks.len(), n_tested);
        estimate(size, numbers, options, speed)
    };
    let how = (measured, &command.encoding);
    let (embeddings, labels) = embed_and_announce(source, labels, how, n_neighbors, &stages, reporter)?;
    let neighbors = neighbors::find_unannounced(&embeddings, n_neighbors, options, reporter);
    let graph = CsrGraph::from_neighbors(&neighbors, EdgeWeights::Similarity);

    let workers = ThreadWorkers::new(command.encoding.threads);
    let curve = CoverageCurve::of_by(&embeddings, &graph, &picks, &workers).map_err(CliError::of(picked))?;
    let scale = CosineScale::of(&embeddings);
    let mut summary = json!({
        "pool": arguments.pool, "instances": pool.len(), "picks": picks.len(), "neighbors": n_neighbors,
        "last_label": curve.last_gain(), "mean_cosine": scale.mean(),
    });
    let mut add = |value: Value| match (&mut summary, value) {
        (Value::Object(summary), Value::Object(more)) => summary.extend(more),
        _ => unreachable!("both are objects"),
    };
    add(json!(curve.coverage(&embeddings, &picks, scale)));
    if let Some((labels, _)) = labels {
        add(json!({ "label": truth.label, "tested_on": truth.test }));
        add(json!(labels.quality(&embeddings, &graph, &picks)?));
    }
    if command.curve {
        add(json!({ "curve": curve.points }));
    }
    print_line(format_args!("{summary:#}"))
}

/// `n_tested` is the number of texts on which accuracy is measured, or 0 if no labels are known.
fn estimate(
    (n, d): (usize, usize),
    (n_neighbors, n_picks, n_tested): (u32, usize, usize),
    options: SearchOptions,
    speed: Speed,
) -> RunEstimate {
    let search = options.pairs((n, d), n_neighbors as usize);
    let mut estimate = RunEstimate::default();
    estimate.add(speed.seconds(search), options.stage((n, d), n_neighbors as usize));
    estimate.add(graph_seconds(n, n_neighbors), "the graph");
    estimate.add(speed.seconds(n as f64 * n_picks as f64), "the coverage");
    estimate.add(speed.accuracy_seconds(n_tested, n_picks), "the accuracy");
    estimate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimate_contains_search_and_measurements() {
        let options = neighbors::exact_on_cpu();
        let message = |n_tested: usize| {
            let estimate = estimate((40, 2), (5, 4, n_tested), options, Speed::of(0.1, 2));
            estimate.message().expect("it is long")
        };
        assert_eq!(
            message(0),
            "this run will take about 96 s on this CPU: 80 s for the exact neighbor search, 16 s for the coverage"
        );
        // The estimate assumes two threads. The accuracy is measured on one thread, which takes twice as long.
        assert_eq!(
            message(40),
            "this run will take about 2 min on this CPU: 80 s for the exact neighbor search, 16 s for the coverage, \
             32 s for the accuracy"
        );
    }

    #[test]
    fn estimate_contains_the_embedding_of_the_test_texts() {
        let message = |n_test_texts: usize| {
            let encoder = EncoderSpeed {
                dimensions: 2,
                seconds_per_text: 0.5,
            };
            let stages = estimate((40, 2), (5, 4, 0), neighbors::exact_on_cpu(), Speed::of(0.1, 2));
            after_pool(n_test_texts, encoder, stages).message().expect("it is long")
        };
        assert_eq!(
            message(30),
            "this run will take about 2 min on this CPU: 15 s for the embedding of the test texts, \
             80 s for the exact neighbor search, 16 s for the coverage"
        );
        assert_eq!(
            message(0),
            "this run will take about 96 s on this CPU: 80 s for the exact neighbor search, 16 s for the coverage"
        );
    }

    #[test]
    fn accuracy_is_measured_on_the_test_texts_if_there_are_any() {
        let labels = |n: usize| TrueLabels::of_cells(["a", "b", "a"].into_iter().take(n), "label").expect("labels");
        let mut data = TestData {
            of_pool: labels(3),
            test: None,
        };
        assert_eq!((data.n_tested(), data.n_embedded()), (3, 0));
        let table = fastgas_data::Pool::from_parts(vec!["text".into()], "xy".into(), vec![1, 2]).expect("a table");
        let texts = Texts {
            table,
            column: 0,
            left_out: Vec::new(),
        };
        data.test = Some(Test {
            texts,
            path: Path::new("test.csv"),
            embeddings: None,
            labels: labels(2),
        });
        assert_eq!((data.n_tested(), data.n_embedded()), (2, 2));
        let given = Embeddings::normalized(vec![[1.0f32, 0.0], [0.0, 1.0]].into()).expect("no row is zero");
        data.test.as_mut().expect("test texts").embeddings = Some(given);
        assert_eq!((data.n_tested(), data.n_embedded()), (2, 0));
    }
}
