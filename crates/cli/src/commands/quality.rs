//! `fastgas quality`: measures a partition of a METIS graph.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use crate::error::CliError;
use crate::files::{Files, open};
use crate::graph_file::read_graph;
use crate::stdout::print_line;
use fastgas_graph::read_parts;
use fastgas_partition::{Partition, quality};

#[derive(Debug, Args)]
pub struct Quality {
    /// METIS graph file.
    #[arg(value_name = "g.graph")]
    pub graph: PathBuf,
    /// File with the part of each vertex, one per line, numbered from 0.
    #[arg(value_name = "g.part")]
    pub parts: PathBuf,
}

pub fn run(command: &Quality) -> Result<(), CliError> {
    Files::read(&[Some(command.graph.as_path()), Some(command.parts.as_path())])?;
    let graph = read_graph(&command.graph)?;
    let path = &command.parts;
    let part_of = read_parts(open(path)?, graph.n_vertices()).map_err(CliError::of(path))?;
    let n_parts = part_of.iter().max().map_or(0, |&last| last + 1);
    let quality = quality(&graph, &Partition { part_of, n_parts });
    let line = json!({ "cut": quality.cut, "imbalance": quality.imbalance, "parts": quality.n_parts });
    print_line(line)
}
