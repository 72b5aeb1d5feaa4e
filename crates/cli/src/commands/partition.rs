//! `fastgas partition`: partitions a METIS graph.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::args::PresetName;
use crate::error::CliError;
use crate::files::Files;
use crate::graph_file::read_graph;
use crate::progress::ProgressReporter;
use crate::stdout::print_line;
use fastgas_graph::write_parts;
use fastgas_partition::{partition, quality};
use fastgas_select::{Config, ConfigError};

#[derive(Debug, Args)]
pub struct Partition {
    /// METIS graph file.
    #[arg(value_name = "g.graph")]
    pub graph: PathBuf,
    /// Number of parts (K), from 1 to the number of vertices.
    #[arg(long, value_name = "K")]
    pub parts: u32,
    /// Random seed.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Partitioning preset.
    #[arg(long, value_enum, default_value_t = PresetName::Best)]
    pub preset: PresetName,
    /// Maximum imbalance: how much a part may exceed the mean weight, from 0 to 1 (0.03 is 3 %).
    #[arg(long, default_value_t = Config::default().imbalance)]
    pub imbalance: f64,
    /// Output file for the part of each vertex, one per line.
    #[arg(long, value_name = "g.part")]
    pub out: PathBuf,
}

pub fn run(command: &Partition, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    if !(0.0..=1.0).contains(&command.imbalance) {
        return Err(ConfigError::Imbalance {
            imbalance: command.imbalance,
        }
        .into());
    }
    let files = Files::read(&[Some(command.graph.as_path())])?;
    let out = files.printing(true).output(&command.out)?;
    let graph = read_graph(&command.graph)?;
    let started = Instant::now();
    let partition = partition(
        &graph,
        command.parts,
        command.preset.into(),
        command.imbalance,
        command.seed,
        &mut |progress| reporter.report(progress),
    )?;
    let seconds = started.elapsed().as_secs_f64();
    out.write(|file| write_parts(&partition.part_of, file))?;
    let quality = quality(&graph, &partition);
    let line = json!({
        "cut": quality.cut, "imbalance": quality.imbalance, "parts": quality.n_parts, "seconds": seconds,
    });
    print_line(line)
}
