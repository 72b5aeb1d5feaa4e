//! The native program: the same pipeline, with files, threads and clocks around it.

mod alike;
mod args;
mod arrays;
mod cache;
mod commands;
mod compare;
mod confidences;
mod embedding;
mod evaluate;
mod failure;
mod files;
mod flags;
mod model;
mod neighbors;
mod pool;
mod prompt;
mod reading;
mod stages;
mod stdout;
mod trace;

use std::process::ExitCode;

use clap::Parser;

use crate::failure::Failure;

/// Parses the arguments, runs the command, and tells what went wrong with what to do about it. Output that nobody reads to
/// its end, as behind `| head`, is nothing that went wrong.
pub fn main() -> ExitCode {
    match commands::run(args::Arguments::parse()) {
        Ok(()) | Err(Failure::Unread) => ExitCode::SUCCESS,
        Err(failure) => {
            stdout::tell(failure);
            ExitCode::FAILURE
        }
    }
}
