//! `fastgas graph`: writes the kNN graph as a METIS file.

use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};

use crate::args::{SearchArgs, edge_weights, named_file};
use crate::error::CliError;
use crate::files::Files;
use crate::neighbor_lists::NeighborLists;
use crate::neighbors;
use crate::progress::ProgressReporter;
use fastgas_graph::{CsrGraph, write_metis};

#[derive(Debug, Args)]
pub struct Graph {
    /// Vectors: a .npy file of 16-, 32- or 64-bit floats, n×d; rows are scaled to unit length.
    #[arg(value_name = "emb.npy", value_parser = named_file(), required_unless_present = "neighbor_lists")]
    pub embeddings: Option<PathBuf>,
    /// Number of nearest neighbors of each vector (k),
    /// at least 1 and less than n [default: 10, or all others if there are fewer].
    #[arg(long)]
    pub neighbors: Option<u32>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Neighbor lists from another program, instead of the vectors; see `fastgas select --help`.
    #[arg(
        long,
        num_args = 2,
        action = ArgAction::Set,
        value_names = ["ids.npy", "sims.npy"],
        value_parser = named_file(),
        conflicts_with_all = ["embeddings", "threads", "device", "search"]
    )]
    pub neighbor_lists: Option<Vec<PathBuf>>,
    /// Weight each edge by max(1, round(1000 × cosine)) instead of 1.
    #[arg(long)]
    pub weighted: bool,
    /// Output METIS graph file.
    #[arg(long, value_name = "g.graph")]
    pub out: PathBuf,
}

impl Graph {
    fn reads(&self) -> Vec<Option<&Path>> {
        let lists = self.neighbor_lists.iter().flatten().map(|file| Some(file.as_path()));
        lists.chain([self.embeddings.as_deref()]).collect()
    }
}

pub fn run(command: &Graph, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let out = Files::read(&command.reads())?.output(&command.out)?;
    let neighbors = match (&command.neighbor_lists, &command.embeddings) {
        (Some(files), _) => {
            let lists = NeighborLists::read(files)?;
            let n = lists.n_rows();
            let n_neighbors = neighbors::number(command.neighbors, n as u32, reporter);
            neighbors::check_number(n_neighbors, n as u32)?;
            lists.neighbors(n, n_neighbors as usize)?
        }
        (None, Some(path)) => neighbors::of_file(path, command.neighbors, (&command.search).into(), reporter)?,
        (None, None) => unreachable!("the parser requires one of them"),
    };
    let graph = CsrGraph::from_neighbors(&neighbors, edge_weights(command.weighted));
    out.write(|file| write_metis(&graph, file))
}
