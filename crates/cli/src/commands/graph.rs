//! `fastgas graph`: writes the kNN graph as a METIS file.

use std::path::PathBuf;

use clap::Args;

use crate::args::{SearchArgs, edge_weights, named_file};
use crate::error::CliError;
use crate::files::Files;
use crate::neighbors;
use crate::progress::ProgressReporter;
use fastgas_graph::{CsrGraph, write_metis};

#[derive(Debug, Args)]
pub struct Graph {
    /// Vectors: a .npy file of 16-, 32- or 64-bit floats, n×d; rows are scaled to unit length.
    #[arg(value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: PathBuf,
    /// Number of nearest neighbors of each vector (k), at least 1 and less than n [default: 10, or all others if there
    /// are fewer].
    #[arg(long)]
    pub neighbors: Option<u32>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Weight each edge by max(1, round(1000 × cosine)) instead of 1.
    #[arg(long)]
    pub weighted: bool,
    /// Output METIS graph file.
    #[arg(long, value_name = "g.graph")]
    pub out: PathBuf,
}

pub fn run(command: &Graph, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let out = Files::read(&[Some(command.embeddings.as_path())])?.output(&command.out)?;
    let neighbors = neighbors::of_file(
        &command.embeddings,
        command.neighbors,
        (&command.search).into(),
        reporter,
    )?;
    let graph = CsrGraph::from_neighbors(&neighbors, edge_weights(command.weighted));
    out.write(|file| write_metis(&graph, file))
}
