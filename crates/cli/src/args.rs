//! Groups of command-line arguments that several commands share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::error::{CliError, UnusedFlag};
use crate::import_args::ImportArgs;
use crate::neighbors::{self, SearchOptions};
use crate::progress::ProgressReporter;
use crate::threads::{self, Threads};
use fastgas_data::MissingConfidences;
use fastgas_embedding::{ModelConfig, Pooling};
use fastgas_graph::EdgeWeights;
use fastgas_graph::{Device, Search};
use fastgas_partition::Preset;
use fastgas_select::{Method, Parts};

#[derive(Debug, Args)]
pub struct Pool {
    /// File with the texts: CSV or TSV with a header line, JSON lines, or plain lines, in any encoding;
    /// a workbook (.xlsx, .xls, .ods); or Parquet.
    /// Also compressed (.gz, .zst, .bz2) or in a ZIP archive; `-` is stdin.
    #[arg(value_name = "POOL.csv")]
    pub pool: PathBuf,
    /// Column that holds the texts [default: the only column].
    #[arg(long, value_name = "COLUMN")]
    pub text: Option<String>,
    /// Template that joins several columns into one text, such as `{premise} … {hypothesis}`.
    ///
    /// The joined texts are added as a column.
    #[arg(long, value_name = "TEMPLATE", conflicts_with = "text")]
    pub text_template: Option<String>,
    /// Column with a unique identifier for each row; a repeated or missing value is an error.
    #[arg(long, value_name = "COLUMN")]
    pub id: Option<String>,
    #[command(flatten)]
    pub import: ImportArgs,
}

impl Pool {
    pub fn texts(&self) -> (Option<&str>, Option<&str>) {
        (self.text.as_deref(), self.text_template.as_deref())
    }
}

#[derive(Debug, Args)]
pub struct ModelArguments {
    /// Folder with the encoder: an ONNX file, tokenizer.json and any config files;
    /// or `multilingual` [default: the built-in all-MiniLM-L6-v2].
    ///
    /// `multilingual` means multilingual-e5-small, for about 100 languages,
    /// which `cargo xtask model --multilingual` downloads; for a folder of this name, give `./multilingual`.
    /// The config files are those of a model hub or a config.json in the format of this program.
    #[arg(long = "model", value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// How to combine the token vectors of a text into one vector; overrides the encoder's config.
    #[arg(long, value_enum)]
    pub pooling: Option<PoolingName>,
    /// Prefix of every text, such as `query: ` for E5; overrides the encoder's config.
    #[arg(long, value_name = "TEXT")]
    pub prefix: Option<String>,
    /// Instruction before every text, excluded from pooling, as for Instructor; overrides the encoder's config.
    #[arg(long, value_name = "TEXT")]
    pub instruction: Option<String>,
    /// Maximum number of tokens to read from each text; overrides the encoder's config.
    #[arg(long, value_name = "N")]
    pub max_length: Option<NonZeroUsize>,
}

impl ModelArguments {
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
    /// Mean of the token vectors.
    Mean,
    /// Vector of the first token.
    Cls,
    /// Maximum of the token vectors in each dimension.
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
pub struct Encoding {
    #[command(flatten)]
    pub model: ModelArguments,
    /// Number of threads, limited to 64 or the number of cores, whichever is greater [default: one per core].
    ///
    /// The result does not depend on this number.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<Threads>,
    /// Folder in which embeddings are kept for later runs.
    ///
    /// Embeddings that an earlier run has kept are read from this folder. The vectors do not depend on the folder.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

impl Encoding {
    /// Rejects embedding options for a command that does not embed.
    pub fn check(&self, embeds: bool) -> Result<(), CliError> {
        let flags = [
            ("--model", self.model.folder.is_some()),
            ("--pooling", self.model.pooling.is_some()),
            ("--prefix", self.model.prefix.is_some()),
            ("--instruction", self.model.instruction.is_some()),
            ("--max-length", self.model.max_length.is_some()),
            ("--cache", self.cache.is_some()),
        ];
        match flags.into_iter().find(|&(_, is_given)| is_given && !embeds) {
            Some((flag, _)) => Err(CliError::UnusedFlag(UnusedFlag::Encoder { flag })),
            None => Ok(()),
        }
    }
}

#[derive(Debug, Args)]
pub struct SearchArgs {
    /// Number of threads for the search, limited to 64 or the number of cores, whichever is greater [default: one per core].
    ///
    /// The neighbors do not depend on this number.
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<Threads>,
    /// Device of the neighbor search; affects only the time, not the neighbors.
    #[arg(long, value_enum, default_value_t = DeviceName::Auto)]
    pub device: DeviceName,
    /// Exact or approximate neighbor search.
    #[arg(long, value_enum, default_value_t = SearchName::Auto)]
    pub search: SearchName,
}

impl From<&SearchArgs> for SearchOptions {
    fn from(args: &SearchArgs) -> SearchOptions {
        SearchOptions {
            search: args.search.into(),
            device: args.device.into(),
            threads: args.threads,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum SearchName {
    /// Approximate if n²·d is above 10¹² for n vectors of d dimensions
    /// (about 51,000 vectors of 384 dimensions) and at most 20 neighbors per vector are requested; otherwise exact.
    Auto,
    /// Exact nearest neighbors.
    Exact,
    /// Nearly always the exact nearest neighbors, in a fraction of the time; on the CPU only.
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
    /// GPU if this program is built with GPU support, there is a hardware GPU, and there are many vectors; otherwise CPU.
    Auto,
    /// CPU.
    Cpu,
    /// GPU, including one emulated in software; work that it cannot do is done on the CPU and reported.
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

#[derive(Clone, Copy, Debug)]
pub enum GivenEmbeddings<'a> {
    File(&'a Path),
    Column(&'a str),
}

/// Embeddings and neighbors of the pool for which picks are made or measured.
#[derive(Debug, Args)]
pub struct MeasuredArgs {
    /// Precomputed embeddings of the same file (.npy), made by `fastgas embed` or another encoder.
    #[arg(long, value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: Option<PathBuf>,
    /// Column of the pool that holds embeddings: a list of numbers in each row, as in JSON lines or Parquet.
    #[arg(long, value_name = "COLUMN", conflicts_with = "embeddings")]
    pub embeddings_column: Option<String>,
    /// Number of nearest neighbors of each text (k),
    /// at least 1 and less than the number of texts [default: 10, or all others if there are fewer].
    #[arg(long)]
    pub neighbors: Option<u32>,
    /// Exact or approximate neighbor search.
    #[arg(long, value_enum, default_value_t = SearchName::Auto)]
    pub search: SearchName,
    /// Device of the neighbor search; affects only the time, not the result. With `gpu`, the GPU also computes embeddings.
    #[arg(long, value_enum, default_value_t = DeviceName::Auto)]
    pub device: DeviceName,
}

impl MeasuredArgs {
    pub fn given(&self) -> Option<GivenEmbeddings<'_>> {
        let column = self.embeddings_column.as_deref().map(GivenEmbeddings::Column);
        self.embeddings.as_deref().map(GivenEmbeddings::File).or(column)
    }

    pub fn n_neighbors(&self, n: u32, reporter: &ProgressReporter) -> u32 {
        neighbors::number(self.neighbors, n, reporter)
    }

    pub fn search_options(&self, threads: Option<Threads>) -> SearchOptions {
        SearchOptions {
            search: self.search.into(),
            device: self.device.into(),
            threads,
        }
    }
}

pub fn edge_weights(weighted: bool) -> EdgeWeights {
    if weighted {
        EdgeWeights::Similarity
    } else {
        EdgeWeights::Unit
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PresetName {
    /// Recursive bisection, as in the FastGAS paper.
    Paper,
    /// Low edge cut in the shortest time.
    Fast,
    /// Lower edge cut than `fast`, still in little time.
    Best,
    /// Lowest edge cut; takes several times as long.
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

/// The name of `value` in the arguments.
pub fn value_name(value: &impl ValueEnum) -> Option<String> {
    value.to_possible_value().map(|value| value.get_name().to_owned())
}

/// How texts without a confidence are treated.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum MissingConfidencesName {
    /// Treat texts without a confidence as the texts that the model is least sure about.
    Least,
    /// Reject the file, and list the rows without a confidence.
    Refuse,
}

impl From<MissingConfidencesName> for MissingConfidences {
    fn from(name: MissingConfidencesName) -> MissingConfidences {
        match name {
            MissingConfidencesName::Least => MissingConfidences::Least,
            MissingConfidencesName::Refuse => MissingConfidences::Refuse,
        }
    }
}

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

/// Parses the name of a file that must not be stdin or stdout.
/// Embeddings must be in a named file, because their size must be known before they are read.
/// Confidences must be in a named file, because the program reads the file and appends to it.
pub fn named_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path: PathBuf| match path.to_str() {
        Some("-") => Err("stdin and stdout cannot be used here; give a file name (`./-` for a file named `-`)"),
        _ => Ok(path),
    })
}

pub fn parse_parts(text: &str) -> Result<Parts, String> {
    if text == "auto" {
        return Ok(Parts::Auto);
    }
    text.parse()
        .map(Parts::Count)
        .map_err(|_| format!("give `auto` or a whole number from 1 to {}", u32::MAX))
}
