//! `fastgas select`: picks the texts to label.
//!
//! ```text
//!  output checks ──▶ read_pool ──▶ read_earlier ──▶ embed ──▶ search_and_select ──▶ picks.csv, summary
//! ```

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};
use serde_json::{Value, json};

use crate::args::{
    Encoding, GivenEmbeddings, MeasuredArgs, MethodName, MissingConfidencesName, Pool, PresetName, edge_weights,
    named_file, parse_parts, value_name,
};
use crate::commands::trace::write_trace;
use crate::embed_pool::{EmbeddedTexts, EncoderSpeed};
use crate::error::CliError;
use crate::files::{Files, Output, OutputFormat};
use crate::flags::{self, Flag};
use crate::model;
use crate::near_duplicates::NearDuplicates;
use crate::neighbor_lists::NeighborLists;
use crate::neighbors::{self, SearchOptions};
use crate::pool::{Texts, embed_and_estimate, read_confidences, read_pool, read_rows, report_blank};
use crate::progress::ProgressReporter;
use crate::run_estimate::{RunEstimate, Speed, graph_seconds};
use crate::stdout::print_line;
use crate::threads::ThreadWorkers;
use fastgas_annotation::export::picks_table;
use fastgas_embedding::Embeddings;
use fastgas_graph::{Device, Duplicates, Neighbors, SearchBackend};
use fastgas_partition::Preset;
use fastgas_progress::Report;
use fastgas_select::pipeline::{self, Outcome, PipelineInput};
use fastgas_select::{Config, EvaluatedK, Method, Parts, PriorSelection, SelectError, ValidConfig, is_tried_centered};
use fastgas_trace::TraceError;

#[derive(Debug, Args)]
pub struct Select {
    #[command(flatten)]
    pub pool: Pool,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Budget: number of texts to label (M), from 1 to the number of texts in the pool.
    #[arg(long, value_name = "M")]
    pub budget: u32,
    #[command(flatten)]
    pub measured: MeasuredArgs,
    /// Neighbor lists from another program: two .npy files with row numbers and cosines,
    /// one row for each text and at least k columns.
    ///
    /// The row numbers are integers of 32 or 64 bits, counted from 0. The cosines are floats, in descending order in each row.
    /// faiss, cuVS and pynndescent can compute such lists from the embeddings.
    /// An id of -1 means no neighbor. The row itself may be among its neighbors and is left out.
    #[arg(
        long,
        num_args = 2,
        action = ArgAction::Set,
        value_names = ["ids.npy", "sims.npy"],
        value_parser = named_file(),
        conflicts_with_all = ["fold_duplicates", "centered", "device", "search"]
    )]
    pub neighbor_lists: Option<Vec<PathBuf>>,
    /// Number of parts for fastgas, or of groups for subclustering (K), or `auto` [default: auto].
    ///
    /// For fastgas, `auto` tries M parts and half as many,
    /// and keeps the number whose picks cover the pool better; it uses no labels.
    /// For subclustering, `auto` is √M groups.
    #[arg(long, value_name = "auto|K", value_parser = parse_parts)]
    pub parts: Option<Parts>,
    /// Weight edges by similarity; for fastgas, pagerank and louvain.
    #[arg(long)]
    pub weighted: bool,
    /// Let one text represent all its near-duplicates (cosine above 0.99999).
    #[arg(long)]
    pub fold_duplicates: bool,
    /// Selection method.
    #[arg(long, value_enum, default_value_t = MethodName(Method::Fastgas))]
    pub method: MethodName,
    /// Partitioning preset of fastgas [default: best].
    ///
    /// With `paper`, fastgas also picks as published, in each part independently.
    /// With the other presets, picks in one part depend on the picks in the other parts.
    #[arg(long, value_enum, alias = "mode")]
    pub preset: Option<PresetName>,
    /// Subtract the mean of all vectors from each vector first, as the published programs of vote-k and ideal do.
    #[arg(long)]
    pub centered: bool,
    /// Number of nearest neighbors for which each text votes; for fast-vote-k and vote-k [default: 150].
    #[arg(long, value_name = "N")]
    pub vote_neighbors: Option<u32>,
    /// Confidence of a language model for each text; needed for vote-k beyond 10 picks.
    ///
    /// A CSV file with the columns `row` (of the pool, from 0) and `confidence`, as written by `fastgas confidences`.
    /// The model's examples are the picks of fast-vote-k with a budget of 10.
    #[arg(long, value_name = "confidences.csv")]
    pub confidences: Option<PathBuf>,
    /// How to treat texts without a confidence, for which the language model gave an empty answer.
    #[arg(long, value_enum, default_value_t = MissingConfidencesName::Refuse, requires = "confidences")]
    pub missing_confidences: MissingConfidencesName,
    /// Earlier picks from the same file to extend; for incremental methods.
    ///
    /// A CSV, TSV, JSON lines, .xlsx or .parquet file as written by `fastgas select` or the page.
    /// The earlier picks count toward the budget and come first.
    /// Incremental methods are fastgas, random, fast-vote-k, top-degree, pagerank, facility-location, k-center and graph-cover.
    #[arg(long, value_name = "picks.csv")]
    pub extend: Option<PathBuf>,
    /// Texts that must not be picked; for the same methods as --extend.
    ///
    /// A CSV, TSV, JSON lines, .xlsx or .parquet file with the column `row` (of the pool, from 0).
    #[arg(long, value_name = "rows.csv")]
    pub skip: Option<PathBuf>,
    /// Run ideal in the same way as its authors' program, which takes minutes for thousands of texts.
    #[arg(long)]
    pub as_published: bool,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Output file for the picks; `-` is stdout.
    ///
    /// The name determines the format: TSV (.tsv or .tab), Excel (.xlsx), Parquet (.parquet), otherwise CSV.
    ///
    /// The columns are `rank` (from 1), `row` (of the pool, from 0), `part`, `degree`, and every column of the pool.
    /// `degree` is the residual degree: the number of edges inside the part that touch no earlier pick.
    /// For methods without parts, a part is the set of texts nearest to the same pick.
    #[arg(long, value_name = "picks.csv")]
    pub out: PathBuf,
    /// Also write why each text was picked, in seven more columns.
    ///
    /// `part_size` is the number of texts of the part, `degree_in_part` counts all edges inside the part,
    /// and `rank_in_part` is the rank by that degree.
    /// With --fold-duplicates, `part_size` includes the duplicates; all other numbers exclude the duplicates.
    /// `newly_covered` counts the neighbors that no earlier pick covers.
    /// `nearest` lists the rows of the three newly covered neighbors that are most similar to the text.
    /// `runner_up` is the next text of the part by `degree`, and `margin` is the lead of the pick over that text.
    #[arg(long)]
    pub explain: bool,
    /// Put an apostrophe before each cell that a spreadsheet would interpret as a formula.
    ///
    /// An additional column counts these cells in each row, so that this program restores them when it reads the file.
    #[arg(long)]
    pub guard_formulas: bool,
    /// Output file for the steps of partitioning and selection, for `fastgas trace`; for fastgas only.
    #[arg(long, value_name = "pool.trace")]
    pub trace: Option<PathBuf>,
    /// Print a summary as JSON.
    ///
    /// The summary contains the settings, seconds per stage, number of texts from the cache,
    /// device of the neighbor search, edge cut, memory and versions.
    ///
    /// The settings are all options that affect the picks.
    /// The options for the encoder and the file format are as given;
    /// null means that the config of the encoder or the contents of the file decide.
    #[arg(long)]
    pub json: bool,
}

impl Select {
    /// The input files of the command, except the files of the model, which are checked separately.
    pub fn reads(&self) -> Vec<Option<&Path>> {
        let files = [
            Some(self.pool.pool.as_path()),
            self.measured.embeddings.as_deref(),
            self.confidences.as_deref(),
            self.extend.as_deref(),
            self.skip.as_deref(),
        ];
        let lists = self.neighbor_lists.iter().flatten().map(|file| Some(file.as_path()));
        files.into_iter().chain(lists).collect()
    }

    /// The flags that only some methods use. The boolean of a flag is true if the user gives the flag.
    pub fn flags(&self) -> [(Flag, bool); 6] {
        [
            (flags::AS_PUBLISHED, self.as_published),
            (flags::CONFIDENCES, self.confidences.is_some()),
            (flags::PRESET, self.preset.is_some()),
            (flags::PARTS, self.parts.is_some()),
            (flags::VOTE_NEIGHBORS, self.vote_neighbors.is_some()),
            (flags::WEIGHTED, self.weighted),
        ]
    }

    pub fn config(&self, n: u32, reporter: &ProgressReporter) -> Config {
        let default = Config::default();
        Config {
            budget: self.budget,
            n_neighbors: self.measured.n_neighbors(n, reporter),
            n_parts: self.parts.unwrap_or(default.n_parts),
            preset: self.preset.map_or(default.preset, Preset::from),
            edge_weights: edge_weights(self.weighted),
            method: self.method.0,
            centered: self.centered,
            vote_neighbors: self.vote_neighbors.unwrap_or(default.vote_neighbors),
            as_published: self.as_published,
            fold_duplicates: self.fold_duplicates,
            search: self.measured.search.into(),
            seed: self.seed,
            ..default
        }
    }
}

struct Outputs {
    picks: Output,
    trace: Option<Output>,
    left_out: Option<Output>,
}

struct Selected {
    outcome: Outcome,
    duplicates: Duplicates,
    /// Device of the neighbor search; `None` if the user gives the neighbor lists.
    searched: Option<SearchBackend>,
}

pub fn run(command: &Select, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    check(command)?;
    let format = OutputFormat::of(&command.out)?;
    let guard = format.guard(command.guard_formulas)?;
    let outputs = outputs(command)?;
    let texts = read_pool(&command.pool, outputs.left_out.as_ref(), reporter)?;
    let (pool, column) = (&texts.table, texts.column);
    let n = pool.len() as u32;
    let config = command.config(n, reporter).check(n)?;
    let given_embeddings = command.measured.given();
    if given_embeddings.is_none() {
        // A pool of empty texts is rejected here, because a later check would report too few texts, which is less clear.
        pool.texts(column).map_err(CliError::of(&command.pool.pool))?;
    }
    let selection = (command.method.0, command.budget);
    let missing = command.missing_confidences;
    let confidences = read_confidences(command.confidences.as_deref(), missing, pool.len(), [selection])?;
    let earlier = read_earlier(command, &texts, reporter)?;
    let lists = command.neighbor_lists.as_deref().map(NeighborLists::read).transpose()?;
    let listed = lists
        .as_ref()
        .map(|lists| lists.neighbors(pool.len(), config.n_searched() as usize));
    let listed = listed.transpose()?;
    let source = (&texts, command.pool.pool.as_path());
    let device = command.measured.device.into();
    let options = command.measured.search_options(command.encoding.threads);
    let rest = |EncoderSpeed { dimensions, .. }: EncoderSpeed| {
        let speed = Speed::of_random_rows(dimensions, config.n_searched() as usize, options.threads);
        speed.map_or_else(RunEstimate::default, |speed| {
            estimate((pool.len(), dimensions), &config, options, listed.is_some(), speed)
        })
    };
    let EmbeddedTexts {
        embeddings,
        from_cache,
        is_estimated,
    } = embed_and_estimate(
        source,
        given_embeddings,
        &command.encoding,
        device,
        Some(&rest),
        reporter,
    )?;
    if let Some((lists, listed)) = lists.as_ref().zip(listed.as_ref()) {
        lists.check_embeddings(listed, &embeddings)?;
    }
    drop(lists);
    let workers = ThreadWorkers::new(command.encoding.threads);
    let shape = (embeddings.len(), embeddings.dimensions());
    if !is_estimated && let Some(speed) = Speed::measured(&embeddings, config.n_searched() as usize, options.threads) {
        estimate(shape, &config, options, listed.is_some(), speed).announce(reporter);
    }
    let given = PipelineInput {
        embeddings: Cow::Owned(embeddings),
        confidences: confidences.as_deref(),
        earlier: &earlier,
        has_default_neighbors: command.measured.neighbors.is_none(),
        workers: &workers,
    };
    let selected = search_and_select(command, (given, listed), &config, outputs.trace.as_ref(), reporter)?;
    let Selected {
        outcome,
        duplicates,
        searched,
    } = &selected;
    let n_neighbors = outcome.neighbors.ids.ncols() as u32;
    let n_vertices = outcome.graph.n_vertices();
    neighbors::report_reduced(n_neighbors, config.config().n_neighbors, n_vertices, reporter);
    let reasons = command.explain.then(|| outcome.reasons(duplicates));
    let duplicates = NearDuplicates::of(duplicates, pool, column);
    // With `--json`, no warning about near-duplicates is printed, because the JSON summary contains their numbers.
    if let Some(line) = duplicates.line(command.fold_duplicates, command.neighbor_lists.is_some())
        && !command.json
    {
        reporter.warn(&line);
    }
    if let Some(searched) = searched {
        neighbors::report_backend(device, searched, reporter);
    }
    let picks = picks_table(pool, &outcome.selection, reasons.as_deref());
    outputs.picks.write_table(&picks, (format, guard))?;
    if command.json {
        let numbers = (n_neighbors, outcome.quality.n_parts);
        let settings = settings(command, &pool.columns()[column], config.config(), numbers);
        let mut summary = summary(settings, &config, shape, from_cache, outcome, &duplicates, reporter);
        summary["neighbors_found"] = match searched {
            Some(searched) => json!(searched.to_string()),
            None => json!("in the given lists"),
        };
        print_line(format_args!("{summary:#}"))?;
    }
    Ok(())
}

fn check(command: &Select) -> Result<(), CliError> {
    flags::check(&command.flags(), &[command.method.0])?;
    command.encoding.check(command.measured.given().is_none())?;
    if command.trace.is_some() && command.method.0 != Method::Fastgas {
        return Err(TraceError::Untold.into());
    }
    Ok(())
}

fn outputs(command: &Select) -> Result<Outputs, CliError> {
    let files = Files::read(&command.reads())?.and(model::files(&command.encoding.model));
    let mut files = files.printing(command.json);
    Ok(Outputs {
        picks: files.output(&command.out)?,
        trace: files.optional(command.trace.as_deref())?,
        left_out: files.optional(command.pool.import.leave_out.as_deref())?,
    })
}

/// Returns the earlier picks and the texts to skip, which include empty texts if the method can skip texts.
fn read_earlier(command: &Select, texts: &Texts, reporter: &ProgressReporter) -> Result<PriorSelection, CliError> {
    let (pool, method) = (&texts.table, command.method.0);
    let rows = |path: &Option<PathBuf>| match path {
        Some(path) => read_rows(pool, path, reporter),
        None => Ok(Vec::new()),
    };
    let earlier = PriorSelection {
        picks: rows(&command.extend)?,
        skipped: rows(&command.skip)?,
    };
    let blank = pool.blank_rows(texts.column);
    // The number of empty texts is printed before the check, because they may be the reason why the budget is refused.
    report_blank(blank.len(), &[method], reporter);
    let earlier = earlier.excluding(&blank, method);
    earlier.check(method, command.budget, pool.len() as u32)?;
    Ok(earlier)
}

fn search_and_select(
    command: &Select,
    (given, listed): (PipelineInput<'_>, Option<Neighbors>),
    config: &ValidConfig,
    trace: Option<&Output>,
    reporter: &mut ProgressReporter,
) -> Result<Selected, CliError> {
    let to_cli_error = |error: SelectError| CliError::Pipeline {
        // Only errors about embeddings or graphs are caused by a file. All other errors are caused by the arguments.
        path: (command.measured.embeddings.clone())
            .or_else(|| {
                command
                    .measured
                    .embeddings_column
                    .as_ref()
                    .map(|_| command.pool.pool.clone())
            })
            .filter(|_| matches!(error, SelectError::Embeddings(_) | SelectError::Graph(_))),
        error: error.into(),
    };
    let options = command.measured.search_options(command.encoding.threads);
    let mut searched = None;
    let mut listed = listed;
    let mut search = |embeddings: &Embeddings, start: Neighbors, report: Report<'_>| {
        // If the user gives the neighbor lists, no search is run.
        // The pipeline requests these lists only once, because near-duplicates are not merged with given lists.
        if let Some(listed) = listed.take() {
            return listed;
        }
        // If near-duplicates are merged, a second search without the merged texts follows, always on the CPU.
        let device = searched.as_ref().map_or(options.device, |_| Device::Cpu);
        let (neighbors, found) = neighbors::search(start, embeddings, SearchOptions { device, ..options }, report);
        searched.get_or_insert(found);
        neighbors
    };
    let report = &mut |progress| reporter.report(progress);
    let (outcome, duplicates) = match trace {
        None => pipeline::run_with(given, &mut search, config, report).map_err(to_cli_error)?,
        Some(out) => {
            let mut events = Vec::new();
            let found =
                pipeline::run_recorded(given, &mut search, config, report, &mut events).map_err(to_cli_error)?;
            write_trace(out, &found.0.graph, events)?;
            found
        }
    };
    Ok(Selected {
        outcome,
        duplicates,
        searched,
    })
}

fn estimate(
    (n, d): (usize, usize),
    config: &ValidConfig,
    options: SearchOptions,
    is_listed: bool,
    speed: Speed,
) -> RunEstimate {
    let n_searched = config.n_searched() as usize;
    let mut estimate = RunEstimate::default();
    if !is_listed {
        let seconds = speed.seconds(options.pairs((n, d), n_searched));
        estimate.add(seconds, options.stage((n, d), n_searched));
    }
    let Config {
        n_neighbors,
        method,
        preset,
        ..
    } = *config.config();
    estimate.add(graph_seconds(n, n_neighbors), "graph and parts");
    match config.multiplied_pairs() {
        Some(pairs) => {
            let stage = match (method, preset) {
                (Method::Fastgas, Preset::Fast | Preset::Best | Preset::Strong) => "proposals and coverage",
                _ => "picks",
            };
            estimate.add(speed.seconds(pairs), stage);
        }
        None => estimate.add_unknown(method),
    }
    estimate
}

/// All settings that affect the picks. `text` is the name of the text column.
/// `n_neighbors` and `n_parts` are the numbers that the run has used.
fn settings(command: &Select, text: &str, config: &Config, (n_neighbors, n_parts): (u32, u32)) -> Value {
    let encoder = &command.encoding.model;
    let model = match (command.measured.given(), &encoder.folder) {
        (Some(GivenEmbeddings::File(path)), _) => path.display().to_string(),
        (Some(GivenEmbeddings::Column(name)), _) => format!("column {name}"),
        (None, Some(path)) => path.display().to_string(),
        (None, None) => "all-MiniLM-L6-v2".into(),
    };
    let missing_confidences = value_name(&command.missing_confidences).filter(|_| command.confidences.is_some());
    json!({
        "pool": command.pool.pool, "file_format": command.pool.import.to_json(), "text": text,
        "method": config.method, "model": model, "pooling": encoder.pooling.as_ref().and_then(value_name),
        "prefix": encoder.prefix, "instruction": encoder.instruction, "max_length": encoder.max_length,
        "budget": config.budget, "neighbors": n_neighbors, "parts": n_parts,
        "preset": config.preset, "edge_weights": config.edge_weights,
        "centered": config.centered, "vote_neighbors": config.vote_neighbors,
        "as_published": config.as_published, "confidences": command.confidences,
        "missing_confidences": missing_confidences,
        "extend": command.extend, "skip": command.skip,
        "imbalance": config.imbalance, "fold_duplicates": config.fold_duplicates,
        "search": config.search, "neighbor_lists": command.neighbor_lists, "seed": config.seed,
    })
}

fn summary(
    settings: Value,
    config: &ValidConfig,
    (n, dimensions): (usize, usize),
    from_cache: Option<u32>,
    outcome: &Outcome,
    duplicates: &NearDuplicates,
    reporter: &ProgressReporter,
) -> Value {
    json!({
        "settings": settings,
        "instances": n,
        "dimensions": dimensions,
        "texts_from_cache": from_cache,
        "duplicates": duplicates,
        "edges": outcome.graph.n_edges(),
        "cut": outcome.quality.cut,
        "imbalance": outcome.quality.imbalance,
        "parts_tried": parts_tried(&outcome.tried, is_tried_centered(config.config())),
        "picks": outcome.selection.picks.len(),
        "seconds": reporter.seconds(),
        "peak_memory_bytes": peak_memory(),
        "versions": { "fastgas": env!("CARGO_PKG_VERSION") },
    })
}

/// Lists the numbers of parts that `auto` has tried, and the resulting coverage of each number.
fn parts_tried(tried: &[EvaluatedK], is_centered: bool) -> serde_json::Value {
    let measure = if is_centered {
        "centered_coverage"
    } else {
        "facility_coverage"
    };
    tried
        .iter()
        .map(|tried| json!({ "n_parts": tried.n_parts, measure: tried.coverage }))
        .collect()
}

/// Peak memory of the process in bytes. Only Linux reports this number.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace()
        .next()?
        .parse::<u64>()
        .ok()
        .map(|kibibytes| kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Arguments {
        #[command(flatten)]
        select: Select,
    }

    /// Every option that affects the picks, with a value that is not the default.
    const AFFECT_PICKS: [&[&str]; 43] = [
        &["--text", "body"],
        &["--text-template", "{title} {body}"],
        &["--format", "lines"],
        &["--encoding", "cp437"],
        &["--delimiter", ";"],
        &["--lines-above", "1"],
        &["--header", "no"],
        &["--records-below", "1"],
        &["--no-quotes"],
        &["--single-quotes"],
        &["--backslash-quotes"],
        &["--skip-blanks"],
        &["--comment-prefix", "%"],
        &["--lines-not-rows", "keep"],
        &["--records", "data"],
        &["--repair-json"],
        &["--sheet", "Texts"],
        &["--header-row", "2"],
        &["--zip-entry", "a.csv"],
        &["--pad-rows"],
        &["--leave-out", "left-out.csv"],
        &["--model", "folder"],
        &["--pooling", "cls"],
        &["--prefix", "query: "],
        &["--instruction", "Represent the text: "],
        &["--max-length", "64"],
        &["--embeddings", "emb.npy"],
        &["--embeddings-column", "vector"],
        &["--neighbors", "5"],
        &["--search", "exact"],
        &["--neighbor-lists", "ids.npy", "sims.npy"],
        &["--parts", "4"],
        &["--weighted"],
        &["--fold-duplicates"],
        &["--method", "random"],
        &["--preset", "paper"],
        &["--centered"],
        &["--vote-neighbors", "20"],
        &["--confidences", "sure.csv"],
        &["--extend", "earlier.csv"],
        &["--skip", "skip.csv"],
        &["--as-published"],
        &["--seed", "1"],
    ];

    /// Ids of the arguments that are not in `AFFECT_PICKS`.
    /// `missing-confidences` is valid only together with `confidences`, and `budget` is always given.
    const OTHERS: [&str; 11] = [
        "missing-confidences",
        "budget",
        "id",
        "threads",
        "cache",
        "device",
        "out",
        "explain",
        "guard-formulas",
        "trace",
        "json",
    ];

    fn settings_of(options: &[&str]) -> Value {
        let required = ["select", "pool.csv", "--budget", "3", "--out", "picks.csv"];
        let arguments = required.iter().chain(options).copied();
        let Arguments { select } = Arguments::try_parse_from(arguments).expect("valid arguments");
        let text = select.pool.text.as_ref().or(select.pool.text_template.as_ref());
        let config = select.config(1_000, &ProgressReporter::new(true));
        let n_parts = match config.n_parts {
            Parts::Auto => 3,
            Parts::Count(count) => count,
        };
        let text = text.map_or("text", String::as_str);
        settings(&select, text, &config, (config.n_neighbors, n_parts))
    }

    #[test]
    fn settings_differ_by_every_option_that_affects_the_picks() {
        let default = settings_of(&[]);
        for options in AFFECT_PICKS {
            assert_ne!(settings_of(options), default, "{options:?}");
        }
        let least = ["--confidences", "sure.csv", "--missing-confidences", "least"];
        assert_ne!(settings_of(&least), settings_of(&least[..2]));
        assert_ne!(
            settings_of(&["--prefix", "query: "]),
            settings_of(&["--prefix", "passage: "])
        );
    }

    #[test]
    fn every_option_is_known_to_affect_the_picks_or_not() {
        let command = Select::augment_args(clap::Command::new("select"));
        let options: BTreeSet<&str> = command.get_arguments().filter_map(|option| option.get_long()).collect();
        let affect_picks = AFFECT_PICKS.iter().map(|options| options[0].trim_start_matches('-'));
        let known: BTreeSet<&str> = affect_picks.chain(OTHERS).collect();
        assert_eq!(options, known);
    }
}
