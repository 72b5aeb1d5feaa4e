//! The native program: the same pipeline, with files, threads and clocks around it.
//!
//! ```text
//!  command ──▶ commands ──▶ pool, embedding, neighbors ──▶ args ──▶ files, progress ──▶ error
//! ```

mod args;
mod cache;
mod command;
mod commands;
mod embedding;
mod error;
mod files;
mod flags;
mod graph_file;
mod import_args;
mod model;
mod near_duplicates;
mod neighbors;
mod npy;
mod pool;
mod progress;
mod stdout;

use std::process::ExitCode;

use clap::Parser;

use crate::command::Arguments;
use crate::error::CliError;

/// Parses the arguments and runs the command. An error is printed with a sentence about what to do. A closed pipe, as
/// behind `| head`, is not an error.
pub fn main() -> ExitCode {
    match command::run(Arguments::parse()) {
        Ok(()) | Err(CliError::BrokenPipe) => ExitCode::SUCCESS,
        Err(error) => {
            stdout::tell(error);
            ExitCode::FAILURE
        }
    }
}
