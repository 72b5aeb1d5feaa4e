//! `cargo xtask bench`: ours beside the programs that people would use instead, on the same data, in turns.
//!
//! Every contestant is a program of lines ([`contestant::Contestant`]), so that one loop takes turns between a
//! Chromium, a Python and a program of ours. What they measured becomes rows of a [`report::Report`], which is a table
//! in Markdown and a file.

mod agreement;
mod contestant;
mod embed;
mod knn;
mod labels;
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
use crate::project::target;

/// What is measured.
#[derive(Subcommand)]
pub enum Bench {
    /// Texts into vectors: onnxruntime-web, transformers.js and onnxruntime.
    Embed(Options),
    /// Vectors into nearest neighbors: faiss, hnswlib-wasm, voy-search and edgevec.
    Knn(Options),
    /// Graphs into parts: METIS and Mt-KaHyPar.
    Partition(partition::Options),
    /// Pools of 3,000 to 100,000 texts with their embeddings, in the page and in the terminal: seconds and memory.
    Scale(scale::ScaleOptions),
    /// Thousands of labels in the page: from a key to the disk, beside a bare put into IndexedDB, and memory.
    Labels(labels::LabelsOptions),
    /// The map of 100,000 made-up texts: frames a second while it is dragged, zoomed, pointed at and drawn around. With
    /// Chromium's arguments in FASTGAS_CHROMIUM_GPU it finds the machine's GPU.
    Map(Site),
    /// No measurement: makes the pools of Debian descriptions, embedded, that other benches start from.
    Pools,
}

/// What every bench takes.
#[derive(Args)]
pub struct Options {
    /// How often each contestant has its turn.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// A few texts only, to see that everything runs; the figures mean little.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    site: Site,
}

/// The site that is measured.
#[derive(Args)]
pub struct Site {
    /// Measure this site, such as dist, instead of building the one that is published.
    #[arg(long)]
    site: Option<PathBuf>,
}

impl Site {
    /// Where it lies; built where none is given.
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
    /// Runs it, prints its table and writes its file.
    pub fn run(self) -> Result<()> {
        match self {
            Bench::Embed(options) => embed::run(&options),
            Bench::Knn(options) => knn::run(&options),
            Bench::Partition(options) => partition::run(&options),
            Bench::Scale(options) => scale::run(&options),
            Bench::Labels(options) => labels::run(&options),
            Bench::Map(site) => map::run(&site),
            Bench::Pools => pools::make(),
        }
    }
}

/// Name and version of a package of npm.
fn npm_version(node_modules: &Path, name: &str) -> Result<String> {
    let path = node_modules.join(name).join("package.json");
    let package: Value =
        serde_json::from_slice(&fs::read(&path)?).with_context(|| format!("reading {}", path.display()))?;
    Ok(format!(
        "{name} {}",
        package["version"].as_str().unwrap_or("of no version")
    ))
}

/// CPU seconds that this machine's cores have been busy so far, all programs together.
fn busy_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/stat").context("benches run on Linux only")?;
    // The first line: user, nice, system, idle, iowait, irq, softirq, steal, in hundredths on every Linux.
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
