//! Groups of arguments that several commands share.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::error::{CliError, UnusedFlag};
use crate::import_args::ImportArgs;
use crate::neighbors::SearchOptions;
use crate::threads::{self, Threads};
use fastgas_embedding::{ModelConfig, Pooling};
use fastgas_graph::EdgeWeights;
use fastgas_graph::{Device, Search};
use fastgas_partition::Preset;
use fastgas_select::{Config, Method, Parts};

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
    pub import: ImportArgs,
}

impl Pool {
    /// The options `--text` and `--text-template`.
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
    /// Overrides settings of `config` with the given arguments.
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
pub struct Encoding {
    #[command(flatten)]
    pub model: ModelArguments,
    /// Threads that work, at most 64 or the number of cores; the result does not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<Threads>,
    /// Keep embeddings in this folder, and take from it those that an earlier run has kept. The vectors do not depend on it.
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

impl Encoding {
    /// Rejects embedding options if the command does not embed.
    ///
    /// # Errors
    /// [`UnusedFlag::Encoder`] for the first such flag.
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
    /// Threads that search, at most 64 or the number of cores; the neighbors do not depend on it [default: one per core].
    #[arg(long, value_name = "N", value_parser = threads::parse)]
    pub threads: Option<Threads>,
    /// Where to search; the neighbors do not depend on it.
    #[arg(long, value_enum, default_value_t = DeviceName::Auto)]
    pub device: DeviceName,
    /// How to search.
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

/// Parses the name of a file that must not be stdin or stdout. This applies to embeddings, because their size must be
/// known before they are read, and to confidences, because they are read, written and appended to.
pub fn named_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path: PathBuf| match path.to_str() {
        Some("-") => Err("this is neither stdin nor stdout; give the name of a file (`./-` if it is called `-`)"),
        _ => Ok(path),
    })
}

/// Parses `auto` or a number.
pub fn parse_parts(text: &str) -> Result<Parts, String> {
    if text == "auto" {
        return Ok(Parts::Auto);
    }
    text.parse()
        .map(Parts::Count)
        .map_err(|_| format!("`{text}` is neither a number nor `auto`"))
}
