//! The top-level parser, and the dispatch to the commands.

use clap::{Parser, Subcommand};

use crate::commands::answer::{self, Answer};
use crate::commands::check::{self, Check};
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

/// Select the texts most worth labeling from thousands of unlabeled texts.
///
/// FastGAS embeds the texts with Sentence-BERT, connects each text to its nearest neighbors,
/// and cuts the graph into balanced parts.
/// From each part it picks well-connected texts that together cover the pool.
/// No data leaves this machine, except that `confidences`,
/// `answer` and `compare --endpoint` send texts to the language model that you name.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, after_help = EXIT_STATUS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// Hide progress and notes on how results were computed; warnings, such as about a doubtful file format, are still shown.
    #[arg(long, global = true)]
    pub quiet: bool,
}

/// Last section in the help of every command.
const EXIT_STATUS: &str = "\
Exit status:
  0  Success, even if the reader of a pipe closes it early (`| head -1`)
  1  Error, such as a full disk
  2  Invalid arguments

If a signal terminates the program, unfinished output files are removed.
Control characters from files and models are shown as escapes such as \\u{1b} in messages and in output on a terminal. \
Files and pipes receive every byte unchanged.";

const EVALUATE_USAGE: &str = "\
fastgas evaluate [OPTIONS] --picks <picks.csv> <POOL.csv>
       fastgas evaluate [OPTIONS] --label <COLUMN> --answers <answers.csv> [<other.csv>]";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show how a file of texts is read.
    ///
    /// Prints the number of rows, the format, the encoding, and each column with its first cell.
    Check(Check),
    /// Embed texts as vectors of unit length.
    ///
    /// Writes a .npy file of float32, n×d.
    /// With `-` as the file and without --out, reads JSON lines from stdin
    /// and prints each of them with a list `embedding` as its last field, batch by batch.
    /// The text is in the field `text`, or in the field that --text names.
    Embed(Embed),
    /// Find the k nearest neighbors of every vector.
    ///
    /// Writes two .npy files, n×k, nearest neighbor first: ids as uint32 and cosines as float32.
    Knn(Knn),
    /// Build the kNN graph of the vectors as a METIS graph file.
    Graph(Graph),
    /// Partition a METIS graph into balanced parts.
    ///
    /// Prints edge cut, imbalance, number of parts and seconds as one line of JSON.
    Partition(Partition),
    /// Measure a partition of a METIS graph, made by any program.
    ///
    /// Prints edge cut, imbalance and number of parts as one line of JSON.
    Quality(Quality),
    /// Select the texts to label.
    Select(Select),
    /// Measure the quality of picks, or of a language model's answers.
    ///
    /// For picks, prints the coverage and, with --label, accuracies as JSON. For answers, prints accuracies or ROUGE scores.
    #[command(override_usage = EVALUATE_USAGE)]
    Evaluate(Evaluate),
    /// Compare selection methods on a pool.
    ///
    /// Runs each method and prints a table with the measures of its picks.
    Compare(Compare),
    /// Build a prompt for a language model from labeled picks.
    ///
    /// Needs at least one of --query, --queries and --save-pack.
    Prompt(Prompt),
    /// Get the confidence of a language model for each text, for `select --method vote-k`.
    ///
    /// Each text is sent to the address given by --endpoint.
    Confidences(Confidences),
    /// Let a language model label the texts that have no label (in-context learning).
    ///
    /// Each prompt has the most similar labeled texts as examples and is sent to the address given by --endpoint.
    /// The labels are suggestions of the model, not labels by people.
    Answer(Answer),
    /// Record the steps of the algorithm on a graph, or read a recorded trace.
    ///
    /// Prints the result as one line of JSON.
    Trace(Trace),
    /// Show the properties and the speed of an encoder.
    Model(Model),
}

impl Command {
    fn threads(&self) -> Option<Threads> {
        match self {
            Command::Embed(command) => command.encoding.threads,
            Command::Knn(command) => command.search.threads,
            Command::Graph(command) => command.search.threads,
            Command::Select(command) => command.encoding.threads,
            Command::Evaluate(command) => command.encoding.threads,
            Command::Compare(command) => command.encoding.threads,
            Command::Prompt(command) => command.encoding.threads,
            Command::Answer(command) => command.encoding.threads,
            Command::Check(_)
            | Command::Partition(_)
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
        Command::Check(command) => check::run(&command, &reporter),
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
        Command::Answer(command) => answer::run(&command, &mut reporter),
        Command::Trace(command) => trace::run(&command, &reporter),
        Command::Model(command) => model::run(&command),
    }
}
