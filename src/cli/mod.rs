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
mod model;
mod neighbors;
mod pool;
mod prompt;
mod reading;
mod stages;
mod trace;

use std::process::ExitCode;

use clap::Parser;

/// Parses the arguments, runs the command, and prints what went wrong with what to do about it.
pub fn main() -> ExitCode {
    match commands::run(args::Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("fastgas: {failure}");
            ExitCode::FAILURE
        }
    }
}
