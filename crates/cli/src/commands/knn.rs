//! `fastgas knn`: finds the nearest neighbors of each vector.

use std::path::PathBuf;

use clap::Args;

use crate::args::{SearchArgs, named_file};
use crate::error::CliError;
use crate::files::Files;
use crate::progress::ProgressReporter;
use crate::{neighbors, npy};
use fastgas_select::Config;

#[derive(Debug, Args)]
pub struct Knn {
    /// Floats of 16, 32 or 64 bits, n×d; rows of another length than 1 are scaled.
    #[arg(value_name = "emb.npy", value_parser = named_file())]
    pub embeddings: PathBuf,
    /// k.
    #[arg(long, default_value_t = Config::default().n_neighbors)]
    pub neighbors: u32,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Where to write the ids.
    #[arg(long, value_name = "ids.npy")]
    pub out: PathBuf,
    /// Where to write the cosines.
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
