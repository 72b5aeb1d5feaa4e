//! `fastgas embed`: computes embeddings of texts, or of the JSON lines from stdin.

use std::path::PathBuf;

use clap::Args;

use crate::args::{Encoding, Pool};
use crate::error::CliError;
use crate::files::{Files, is_dash};
use crate::pool::read_pool;
use crate::progress::ProgressReporter;
use crate::{embed_lines, embed_pool, model, npy};

#[derive(Debug, Args)]
pub struct Embed {
    #[command(flatten)]
    pub pool: Pool,
    #[command(flatten)]
    pub encoding: Encoding,
    /// Output .npy file for the vectors; `-` is stdout. Required, unless the texts are JSON lines from stdin.
    #[arg(long, value_name = "emb.npy")]
    pub out: Option<PathBuf>,
}

pub fn run(command: &Embed, reporter: &mut ProgressReporter) -> Result<(), CliError> {
    let Some(out) = &command.out else {
        return match is_dash(&command.pool.pool) {
            true => embed_lines::run(&command.pool, &command.encoding, reporter),
            false => Err(CliError::NoOutput),
        };
    };
    let files = Files::read(&[Some(command.pool.pool.as_path())])?;
    let mut files = files.and(model::files(&command.encoding.model));
    let out = files.output(out)?;
    let left_out = files.optional(command.pool.import.leave_out.as_deref())?;
    let pool = read_pool(&command.pool, left_out.as_ref(), reporter)?;
    let texts = pool
        .table
        .texts(pool.column)
        .map_err(CliError::of(&command.pool.pool))?;
    let embedded = embed_pool::embed(&texts, &command.encoding, reporter)?;
    npy::write(&out, embedded.embeddings.as_array())
}
