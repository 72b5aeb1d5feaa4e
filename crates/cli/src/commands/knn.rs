//! `fastgas knn`: finds the nearest neighbors of each vector.

use std::path::PathBuf;

use clap::Args;

use crate::args::{SearchArgs, named_file};
use crate::error::CliError;
use crate::files::Files;
use crate::progress::ProgressReporter;
use crate::{neighbors, npy};

#[derive(Debug, Args)]
pub struct Knn {
    /// Vectors: a .npy file of 16-, 32- or 64-bit floats, n×d; rows are scaled to unit length.
    #[arg(value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: PathBuf,
    /// Number of nearest neighbors of each vector (k),
    /// at least 1 and less than n [default: 10, or all others if there are fewer].
    #[arg(long)]
    pub neighbors: Option<u32>,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Output .npy file for the ids of the neighbors.
    #[arg(long, value_name = "ids.npy")]
    pub out: PathBuf,
    /// Output .npy file for the cosines of the neighbors.
    #[arg(long, value_name = "s.npy")]
    pub similarities: PathBuf,
}

pub fn run(command: &Knn, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let mut files = Files::read(&[Some(command.embeddings.as_path())])?;
    let (ids, similarities) = (files.output(&command.out)?, files.output(&command.similarities)?);
    let neighbors = neighbors::of_file(
        &command.embeddings,
        command.neighbors,
        (&command.search).into(),
        reporter,
    )?;
    npy::write(&ids, &neighbors.ids)?;
    npy::write(&similarities, &neighbors.similarities)
}
