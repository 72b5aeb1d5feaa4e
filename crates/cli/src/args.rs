//! The arguments.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::compare::Compare;
use crate::confidences::Confidences;
use crate::evaluate::Evaluate;
use crate::failure::{Failure, Idle};
use crate::flags::{self, Flag};
use crate::neighbors::Place;
use crate::prompt::Prompt;
use crate::reading::Reading;
use crate::trace::Trace;
use fastgas_embedding::{ModelConfig, Pooling};
use fastgas_graph::EdgeWeights;
use fastgas_graph::{Device, Search};
use fastgas_partition::Preset;
use fastgas_select::{Config, Method, Parts};

/// Which of your thousands of unlabeled texts should you label? FastGAS picks them: it embeds the texts with
/// Sentence-BERT, joins each to its nearest neighbors, cuts the graph into balanced parts and takes the most
/// connected texts of each part. Nothing leaves this machine, unless `confidences` is told to ask a language model elsewhere.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Show no progress.
    #[arg(long, global = true)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Texts to unit vectors: a .npy file of float32, n×d.
    Embed(Embed),
    /// The k nearest neighbors of every vector: .npy files of uint32 and float32, n×k, nearest first.
    Knn(Knn),
    /// The kNN graph as a METIS graph file.
    Graph(Graph),
    /// Cuts a METIS graph into parts; prints cut, imbalance, parts and seconds as one line of JSON.
    Partition(Partition),
    /// Counts what anyone's partition of a METIS graph is worth; prints cut, imbalance and parts as one line of JSON.
    Quality(Quality),
    /// Picks the texts to label.
    Select(Select),
    /// Measures what picks are worth; prints it as JSON.
    Evaluate(Evaluate),
    /// Runs every method on a pool and sets side by side what their picks are worth.
    Compare(Compare),
    /// Shows labeled picks to a language model: prints the prompt for a text.
    Prompt(Prompt),
    /// Asks a language model how sure it is of each text, for `select --method vote-k`. Each text is sent to the address
    /// that you give.
    Confidences(Confidences),
    /// Records what the algorithm does with a graph, step by step; prints what it came to as one line of JSON.
    Trace(Trace),
    /// Tells what a model is and how fast it is.
    Model(Model),
}

#[derive(Debug, Args)]
pub struct Pool {
    /// The texts: CSV or TSV with a header line, JSON lines, or plain lines, in any encoding; `-` is stdin.
    #[arg(value_name = "POOL.csv")]
    pub pool: PathBuf,
    /// The column that holds the texts; where there is one column only, it is that.
    #[arg(long, value_name = "COLUMN")]
    pub text: Option<String>,
    /// The texts are several columns put into these words, such as `{premise} … {hypothesis}`; they become one more column.
    #[arg(long, value_name = "TEMPLATE", conflicts_with = "text")]
    pub text_template: Option<String>,
    /// A column that tells the rows apart: refused where a value comes twice or is missing.
    #[arg(long, value_name = "COLUMN")]
    pub id: Option<String>,
    #[command(flatten)]
    pub reading: Reading,
}

impl Pool {
    /// The column of the texts, or the template that joins them.
    pub fn texts(&self) -> (Option<&str>, Option<&str>) {
        (self.text.as_deref(), self.text_template.as_deref())
    }
}

#[derive(Debug, Args)]
pub struct ModelArguments {
    /// A folder with an ONNX file, tokenizer.json and, if there are any, the config files of a hub or a config.json of
    /// our own, instead of the built-in all-MiniLM-L6-v2.
    #[arg(long = "model", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// How the vectors of a text's tokens become one, whatever the config says.
    #[arg(long, value_enum)]
    pub pooling: Option<PoolingName>,
    /// Put before every text, as `query: ` for E5, whatever the config says.
    #[arg(long, value_name = "TEXT")]
    pub prefix: Option<String>,
    /// Put before every text and left out of the pooling, as for Instructor, whatever the config says.
    #[arg(long, value_name = "TEXT")]
    pub instruction: Option<String>,
    /// Tokens of a text that are read, whatever the config says.
    #[arg(long, value_name = "N")]
    pub max_length: Option<NonZeroUsize>,
}

impl ModelArguments {
    /// The config with what the arguments say in it.
    pub fn apply(&self, mut config: ModelConfig) -> ModelConfig {
        if let Some(pooling) = self.pooling {
            config.pooling = pooling.into();
        }
        if let Some(prefix) = &self.prefix {
            config.prefix.clone_from(prefix);
        }
        if let Some(instruction) = &self.instruction {
            config.instruction.clone_from(instruction);
        }
        if let Some(max_length) = self.max_length {
            config.max_length = Some(max_length.get());
        }
        config
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PoolingName {
    /// Their mean.
    Mean,
    /// The first one.
    Cls,
    /// The largest number in each dimension.
    Max,
}

impl From<PoolingName> for Pooling {
    fn from(name: PoolingName) -> Pooling {
        match name {
            PoolingName::Mean => Pooling::Mean,
            PoolingName::Cls => Pooling::Cls,
            PoolingName::Max => Pooling::Max,
        }
    }
}

#[derive(Debug, Args)]
pub struct Model {
    #[command(flatten)]
    pub model: ModelArguments,
    /// Print it as JSON.
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Encoding {
    #[command(flatten)]
    pub model: ModelArguments,
    /// Threads that work; the result does not depend on it [default: one per core].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Keep embeddings in this folder, and take from it those that an earlier run has kept. The vectors do not depend on it.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

impl Encoding {
    /// Whether `embeds`, where a flag says how to.
    ///
    /// # Errors
    /// [`Idle::Encoder`] for the first such flag that was given in vain.
    pub fn check(&self, embeds: bool) -> Result<(), Failure> {
        let flags = [
            ("--model", self.model.folder.is_some()),
            ("--pooling", self.model.pooling.is_some()),
            ("--prefix", self.model.prefix.is_some()),
            ("--instruction", self.model.instruction.is_some()),
            ("--max-length", self.model.max_length.is_some()),
            ("--cache", self.cache.is_some()),
        ];
        match flags.into_iter().find(|&(_, is_given)| is_given && !embeds) {
            Some((flag, _)) => Err(Failure::Idle(Idle::Encoder { flag })),
            None => Ok(()),
        }
    }
}

#[derive(Debug, Args)]
pub struct Embed {
    #[command(flatten)]
    pub pool: Pool,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Where to write the vectors; `-` is stdout.
    #[arg(long, value_name = "emb.npy")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct SearchOptions {
    /// Threads that search; the neighbors do not depend on it [default: one per core].
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where to search; the neighbors do not depend on it.
    #[arg(long, value_enum, default_value_t = DeviceName::Auto)]
    pub device: DeviceName,
    /// How to search.
    #[arg(long, value_enum, default_value_t = SearchName::Auto)]
    pub search: SearchName,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SearchName {
    /// Exactly; approximately where n vectors of d dimensions are so many that n²·d is above 10¹² (some 51,000 of 384), unless
    /// more than 20 neighbors are searched.
    Auto,
    /// The nearest and no others.
    Exact,
    /// Nearly always the nearest, in a fraction of the time; on the CPU.
    Approximate,
}

impl From<SearchName> for Search {
    fn from(name: SearchName) -> Search {
        match name {
            SearchName::Auto => Search::Auto,
            SearchName::Exact => Search::Exact,
            SearchName::Approximate => Search::Approximate,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DeviceName {
    /// On the GPU where there is a real one and the vectors are many, if this program is built with GPU support.
    Auto,
    /// On the CPU.
    Cpu,
    /// On the GPU, be it one that software imitates; what it cannot do is done on the CPU, and said.
    Gpu,
}

impl From<DeviceName> for Device {
    fn from(name: DeviceName) -> Device {
        match name {
            DeviceName::Auto => Device::Auto,
            DeviceName::Cpu => Device::Cpu,
            DeviceName::Gpu => Device::Gpu,
        }
    }
}

#[derive(Debug, Args)]
pub struct Knn {
    /// Floats of 16, 32 or 64 bits, n×d; rows of another length than 1 are scaled.
    #[arg(value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: PathBuf,
    /// k.
    #[arg(long, default_value_t = Config::default().n_neighbors)]
    pub neighbors: u32,
    #[command(flatten)]
    pub search: SearchOptions,
    /// Where to write the ids.
    #[arg(long, value_name = "ids.npy")]
    pub out: PathBuf,
    /// Where to write the cosines.
    #[arg(long, value_name = "s.npy")]
    pub similarities: PathBuf,
}

#[derive(Debug, Args)]
pub struct Graph {
    /// Floats of 16, 32 or 64 bits, n×d; rows of another length than 1 are scaled.
    #[arg(value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: PathBuf,
    /// k.
    #[arg(long, default_value_t = Config::default().n_neighbors)]
    pub neighbors: u32,
    #[command(flatten)]
    pub search: SearchOptions,
    /// Weigh each edge by max(1, round(1000 × cosine)) instead of 1.
    #[arg(long)]
    pub weighted: bool,
    /// Where to write the graph.
    #[arg(long, value_name = "g.graph")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct Partition {
    /// A METIS graph file.
    #[arg(value_name = "g.graph")]
    pub graph: PathBuf,
    /// K.
    #[arg(long, value_name = "K")]
    pub parts: u32,
    /// All randomness comes from here.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// How to cut.
    #[arg(long, value_enum, default_value_t = PresetName::Best)]
    pub preset: PresetName,
    /// How much heavier than the mean a part may be.
    #[arg(long, default_value_t = Config::default().imbalance)]
    pub imbalance: f64,
    /// Where to write each vertex's part, one a line.
    #[arg(long, value_name = "g.part")]
    pub out: PathBuf,
}

#[derive(Debug, Args)]
pub struct Quality {
    /// A METIS graph file.
    #[arg(value_name = "g.graph")]
    pub graph: PathBuf,
    /// Each vertex's part, one a line, counted from 0.
    #[arg(value_name = "g.part")]
    pub parts: PathBuf,
}

/// Vectors and neighbors of a pool of which picks are made or measured.
#[derive(Debug, Args)]
pub struct Measured {
    /// Vectors made earlier from this very file, by `fastgas embed` or another encoder.
    #[arg(long, value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: Option<PathBuf>,
    /// k.
    #[arg(long, default_value_t = Config::default().n_neighbors)]
    pub neighbors: u32,
    /// How to search the neighbors.
    #[arg(long, value_enum, default_value_t = SearchName::Auto)]
    pub search: SearchName,
    /// Where to search the neighbors; only the time depends on it.
    #[arg(long, value_enum, default_value_t = DeviceName::Auto)]
    pub device: DeviceName,
}

impl Measured {
    /// How and where the neighbors are searched.
    pub fn place(&self, threads: Option<NonZeroUsize>) -> Place {
        Place {
            how: self.search.into(),
            device: self.device.into(),
            threads,
        }
    }
}

#[derive(Debug, Args)]
pub struct Select {
    #[command(flatten)]
    pub pool: Pool,
    #[command(flatten)]
    pub encoding: Encoding,
    /// M: how many texts to pick.
    #[arg(long, value_name = "M")]
    pub budget: u32,
    #[command(flatten)]
    pub measured: Measured,
    /// K of fastgas and of subclustering, or `auto`: as many parts as picks or half of that, whatever gives picks that cover
    /// the pool better, without a look at any label; for subclustering √M groups [default: auto].
    #[arg(long, value_name = "auto|K", value_parser = parse_parts)]
    pub parts: Option<Parts>,
    /// For fastgas, pagerank and louvain: weigh the edges by similarity.
    #[arg(long)]
    pub weighted: bool,
    /// Let one text stand for all that are the same to the encoder (cosine above 0.99999).
    #[arg(long)]
    pub fold_duplicates: bool,
    /// How to select.
    #[arg(long, value_enum, default_value_t = MethodName(Method::Fastgas))]
    pub method: MethodName,
    /// How fastgas cuts the graph. With `paper` it also picks as published, each part for itself; with the others parts
    /// know of each other [default: best].
    #[arg(long, value_enum)]
    pub mode: Option<PresetName>,
    /// Subtract the mean of all vectors from each before anything is compared, as the programs of vote-k and ideal do.
    #[arg(long)]
    pub centered: bool,
    /// For fast-vote-k and vote-k: how many of its nearest each text votes for [default: 150].
    #[arg(long, value_name = "N")]
    pub vote_neighbors: Option<u32>,
    /// For vote-k, beyond 10 picks: a CSV with the columns `row` (of the pool, from 0) and `confidence`, how sure a
    /// language model is of each text with the picks of fast-vote-k at budget 10 as examples; `fastgas confidences` makes it.
    #[arg(long, value_name = "confidences.csv")]
    pub confidences: Option<PathBuf>,
    /// Picks made earlier from this very file, as `fastgas select` or the page wrote them (CSV, TSV or JSON lines): the new
    /// ones go on from these, which count in the budget and come first. For methods that take one pick after the other:
    /// fastgas, random, fast-vote-k, top-degree, pagerank, facility-location, k-center, graph-cover.
    #[arg(long, value_name = "picks.csv")]
    pub extend: Option<PathBuf>,
    /// Texts that shall not be picked, for the same methods: a CSV, TSV or JSON lines file with the column `row` (of the
    /// pool, from 0).
    #[arg(long, value_name = "rows.csv")]
    pub skip: Option<PathBuf>,
    /// For ideal: as the program of its authors does it, which takes minutes for thousands of texts.
    #[arg(long)]
    pub as_published: bool,
    /// All randomness comes from here.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Where to write the picks, as TSV where the name ends in .tsv or .tab, else as CSV: rank (from 1), row (of the pool,
    /// from 0), part (where the method makes none: the texts nearest to this pick), degree (edges inside the part that touch
    /// no earlier pick), then every column of the pool; `-` is stdout.
    #[arg(long, value_name = "picks.csv")]
    pub out: PathBuf,
    /// Write also why each text was picked: part_size, degree_in_part (all its edges there), rank_in_part (by them),
    /// newly_covered (its neighbors that no earlier pick covers), nearest (the rows of the three most similar of them),
    /// runner_up (the next in its part by `degree`) and margin (how much it is ahead).
    #[arg(long)]
    pub explain: bool,
    /// Put an apostrophe before each cell that a spreadsheet would take for a formula, and say in a column how many those
    /// of each row are; read here again, such a file is as it was.
    #[arg(long)]
    pub guard_formulas: bool,
    /// Write also what partition and selection did, step by step: `fastgas trace` reads it.
    #[arg(long, value_name = "pool.trace")]
    pub trace: Option<PathBuf>,
    /// Print a summary as JSON: settings, seconds of each stage, texts from the cache, where the neighbors were found,
    /// cut, memory, versions.
    #[arg(long)]
    pub json: bool,
}

impl Select {
    /// The files that are read, but for the model's.
    pub fn reads(&self) -> [Option<&Path>; 5] {
        [
            Some(self.pool.pool.as_path()),
            self.measured.embeddings.as_deref(),
            self.confidences.as_deref(),
            self.extend.as_deref(),
            self.skip.as_deref(),
        ]
    }

    /// The flags that only some methods read, and whether they were given.
    pub fn flags(&self) -> [(Flag, bool); 6] {
        [
            (flags::AS_PUBLISHED, self.as_published),
            (flags::CONFIDENCES, self.confidences.is_some()),
            (flags::MODE, self.mode.is_some()),
            (flags::PARTS, self.parts.is_some()),
            (flags::VOTE_NEIGHBORS, self.vote_neighbors.is_some()),
            (flags::WEIGHTED, self.weighted),
        ]
    }

    /// The settings of the pipeline.
    pub fn config(&self) -> Config {
        let default = Config::default();
        Config {
            budget: self.budget,
            n_neighbors: self.measured.neighbors,
            n_parts: self.parts.unwrap_or(default.n_parts),
            preset: self.mode.map_or(default.preset, Preset::from),
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

/// What `--weighted` means.
pub fn edge_weights(weighted: bool) -> EdgeWeights {
    if weighted {
        EdgeWeights::Similarity
    } else {
        EdgeWeights::Unit
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PresetName {
    /// As published.
    Paper,
    /// A low cut in the least time.
    Fast,
    /// A lower cut in little time.
    Best,
    /// The lowest cut, in several times as long.
    Strong,
}

impl From<PresetName> for Preset {
    fn from(name: PresetName) -> Preset {
        match name {
            PresetName::Paper => Preset::Paper,
            PresetName::Fast => Preset::Fast,
            PresetName::Best => Preset::Best,
            PresetName::Strong => Preset::Strong,
        }
    }
}

/// A method as an argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodName(pub Method);

impl ValueEnum for MethodName {
    fn value_variants<'a>() -> &'a [MethodName] {
        const ALL: [MethodName; Method::ALL.len()] = {
            let mut all = [MethodName(Method::Fastgas); Method::ALL.len()];
            let mut index = 0;
            while index < all.len() {
                all[index] = MethodName(Method::ALL[index]);
                index += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}

/// The name of a file that is neither stdin nor stdout: embeddings, whose length is known before they are read, and answers,
/// which are read, written and appended to.
pub fn named_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path: PathBuf| match path.to_str() {
        Some("-") => Err("this is neither stdin nor stdout; give the name of a file (`./-` if it is called `-`)"),
        _ => Ok(path),
    })
}

/// `auto`, or how many.
pub fn parse_parts(text: &str) -> Result<Parts, String> {
    if text == "auto" {
        return Ok(Parts::Auto);
    }
    text.parse()
        .map(Parts::Count)
        .map_err(|_| format!("`{text}` is neither a number nor `auto`"))
}
