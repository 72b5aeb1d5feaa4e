//! The top-level parser, and the dispatch to the commands.

use clap::{Parser, Subcommand};

use crate::commands::compare::{self, Compare};
use crate::commands::confidences::{self, Confidences};
use crate::commands::embed::{self, Embed};
use crate::commands::evaluate::{self, Evaluate};
use crate::commands::graph::{self, Graph};
use crate::commands::knn::{self, Knn};
use crate::commands::model::{self, Model};
use crate::commands::partition::{self, Partition};
use crate::commands::prompt::{self, Prompt};
use crate::commands::quality::{self, Quality};
use crate::commands::select::{self, Select};
use crate::commands::trace::{self, Trace};
use crate::error::CliError;
use crate::progress::ProgressReporter;
use crate::threads::Threads;

/// Which of your thousands of unlabeled texts should you label? FastGAS picks them: it embeds the texts with
/// Sentence-BERT, joins each to its nearest neighbors, cuts the graph into balanced parts and takes the most
/// connected texts of each part. Nothing leaves this machine, unless `confidences` is told to ask a language model elsewhere.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, after_help = EXIT_STATUS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Show no progress and not how something was computed. Warnings, as about a file that may be read wrongly, are still
    /// shown.
    #[arg(long, global = true)]
    pub quiet: bool,
}

/// Help text about the exit status and escapes.
const EXIT_STATUS: &str = "\
Exit status: 0 if all is done, also where the reader of a pipe has gone (`| head -1`); 1 for an error, such as a full disk; 2 for \
wrong arguments. A signal that ends the program removes what was not written to its end.
Control characters of files and models are shown as escapes such as \\u{1b} in messages, and in all that is printed on a terminal. \
Files and pipes get every byte as it is.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Texts to unit vectors: a .npy file of float32, n×d.
    Embed(Embed),
    /// The k nearest neighbors of every vector: .npy files of uint32 and float32, n×k, nearest first.
    Knn(Knn),
    /// The kNN graph as a METIS graph file.
    Graph(Graph),
    /// Cuts a METIS graph into parts; prints cut, imbalance, parts and seconds as one line of JSON.
    Partition(Partition),
    /// Counts what anyone's partition of a METIS graph is worth; prints cut, imbalance and parts as one line of JSON.
    Quality(Quality),
    /// Picks the texts to label.
    Select(Select),
    /// Measures what picks are worth; prints it as JSON.
    Evaluate(Evaluate),
    /// Runs every method on a pool and sets side by side what their picks are worth.
    Compare(Compare),
    /// Shows labeled picks to a language model: prints the prompt for a text.
    Prompt(Prompt),
    /// Asks a language model how sure it is of each text, for `select --method vote-k`. Each text is sent to the address
    /// that you give.
    Confidences(Confidences),
    /// Records what the algorithm does with a graph, step by step; prints what it came to as one line of JSON.
    Trace(Trace),
    /// Tells what a model is and how fast it is.
    Model(Model),
}

impl Command {
    /// The value of `--threads`, if the command has this option.
    fn threads(&self) -> Option<Threads> {
        match self {
            Command::Embed(command) => command.encoding.threads,
            Command::Knn(command) => command.search.threads,
            Command::Graph(command) => command.search.threads,
            Command::Select(command) => command.encoding.threads,
            Command::Evaluate(command) => command.encoding.threads,
            Command::Compare(command) => command.encoding.threads,
            Command::Prompt(command) => command.encoding.threads,
            Command::Partition(_)
            | Command::Quality(_)
            | Command::Confidences(_)
            | Command::Trace(_)
            | Command::Model(_) => None,
        }
    }
}

pub fn run(arguments: Arguments) -> Result<(), CliError> {
    let mut reporter = ProgressReporter::new(arguments.quiet);
    if let Some(warning) = arguments.command.threads().and_then(Threads::warning) {
        reporter.warn(&warning);
    }
    match arguments.command {
        Command::Embed(command) => embed::run(&command, &mut reporter),
        Command::Knn(command) => knn::run(&command, &mut reporter),
        Command::Graph(command) => graph::run(&command, &mut reporter),
        Command::Partition(command) => partition::run(&command, &mut reporter),
        Command::Quality(command) => quality::run(&command),
        Command::Select(command) => select::run(&command, &mut reporter),
        Command::Evaluate(command) => evaluate::run(&command, &mut reporter),
        Command::Compare(command) => compare::run(&command, &mut reporter),
        Command::Prompt(command) => prompt::run(&command, &mut reporter),
        Command::Confidences(command) => confidences::run(&command, &mut reporter),
        Command::Trace(command) => trace::run(&command),
        Command::Model(command) => model::run(&command),
    }
}
