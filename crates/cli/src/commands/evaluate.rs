//! `fastgas evaluate`: measures the quality of picks, or of a language model's answers.

use std::path::{Path, PathBuf};

use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Value, json};

use crate::args::{Encoding, MeasuredArgs, Pool, named_file};
use crate::commands::evaluate_answers::{self, AnswersArgs};
use crate::error::CliError;
use crate::files::Files;
use crate::import_args::ImportArgs;
use crate::model;
use crate::neighbors::{self, SearchOptions};
use crate::pool::{Texts, embed, given_embeddings, read_pool, read_rows, read_table, similar_labels, suggested_labels};
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

/// The pool that contains the picks.
#[derive(Debug)]
pub struct PoolOfPicks {
    /// The pool. `None` if answers are measured, because the measures of answers need no pool.
    pool: Option<Pool>,
    /// The arguments for reading the file of the pool or of the answers.
    import: ImportArgs,
}

/// The name of the positional argument in [`Pool`].
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

/// The true labels and test texts, read before any text is embedded.
pub struct TestData<'a> {
    of_pool: TrueLabels,
    test: Option<Test<'a>>,
}

/// Texts that are not in the pool, with their labels.
struct Test<'a> {
    texts: Texts,
    path: &'a Path,
    embeddings: Option<Embeddings>,
    labels: TrueLabels,
}

impl TrueLabelArgs {
    /// Whether test texts must be embedded.
    pub fn embeds(&self) -> bool {
        self.test.is_some() && self.test_embeddings.is_none()
    }

    /// Reads the labels of the pool and of the test texts; `None` if the user names no column of labels.
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

impl TestData<'_> {
    /// Adds the embeddings of the test texts, which are given by the user or computed. Also returns the test texts.
    pub fn embedded(
        self,
        encoding: &Encoding,
        device: Device,
        reporter: &mut ProgressReporter,
    ) -> Result<(KnownLabels, Option<Texts>), CliError> {
        let (test, texts) = match self.test {
            Some(test) => {
                let embeddings = match test.embeddings {
                    Some(embeddings) => embeddings,
                    None => embed((&test.texts, test.path), None, encoding, device, reporter)?.embeddings,
                };
                (Some((embeddings, test.labels)), Some(test.texts))
            }
            None => (None, None),
        };
        let known = KnownLabels {
            of_pool: self.of_pool,
            test,
        };
        Ok((known, texts))
    }
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
    // The measures depend only on the number of neighbors. The budget is arbitrary: a budget of 1 is valid for every pool.
    let n_neighbors = measured.n_neighbors(pool.len() as u32, reporter);
    let config = Config {
        budget: 1,
        n_neighbors,
        ..Config::default()
    };
    config.check(pool.len() as u32)?;
    let labels = truth.read(&texts, arguments, reporter)?;
    let source = (&texts, arguments.pool.as_path());
    let device = measured.device.into();
    let embeddings = embed(source, measured.given(), &command.encoding, device, reporter)?.embeddings;
    let labels = labels
        .map(|labels| labels.embedded(&command.encoding, device, reporter))
        .transpose()?;

    let options = measured.search_options(command.encoding.threads);
    if let Some(speed) = Speed::measured(&embeddings, n_neighbors as usize, options.threads) {
        let labels = labels.as_ref().map(|(labels, _)| labels);
        estimate(&embeddings, (n_neighbors, picks.len()), labels, options, speed).announce(reporter);
    }
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

/// Estimates the duration of the search and of the measurements.
fn estimate(
    embeddings: &Embeddings,
    (n_neighbors, n_picks): (u32, usize),
    labels: Option<&KnownLabels>,
    options: SearchOptions,
    speed: Speed,
) -> RunEstimate {
    let n = embeddings.len();
    let search = options.pairs(embeddings, n_neighbors as usize);
    let mut estimate = RunEstimate::default();
    estimate.add(speed.seconds(search), options.stage(embeddings, n_neighbors as usize));
    estimate.add(graph_seconds(n, n_neighbors), "the graph");
    estimate.add(speed.seconds(n as f64 * n_picks as f64), "the coverage");
    estimate.add(speed.accuracy_seconds(labels, n, n_picks), "the accuracy");
    estimate
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimate_contains_search_and_measurements() {
        let (embeddings, options) = neighbors::forty_vectors();
        let cells = (0..40).map(|row| if row < 20 { "a" } else { "b" });
        let labels = KnownLabels {
            of_pool: TrueLabels::of_cells(cells, "label").expect("labels"),
            test: None,
        };
        let message = |labels: Option<&KnownLabels>| {
            let estimate = estimate(&embeddings, (5, 4), labels, options, Speed::of(0.1, 2));
            estimate.message().expect("it is long")
        };
        assert_eq!(
            message(None),
            "this run will take about 96 s on this CPU: 80 s for the exact neighbor search, 16 s for the coverage"
        );
        // The accuracy is measured on only one of the two threads.
        assert_eq!(
            message(Some(&labels)),
            "this run will take about 2 min on this CPU: 80 s for the exact neighbor search, 16 s for the coverage, \
             32 s for the accuracy"
        );
    }
}
