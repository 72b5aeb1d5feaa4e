//! All build, test and benchmark commands of the project. Developers need only cargo and Node.

mod bench;
mod browser;
mod chromium_page;
mod dist;
mod docs;
#[cfg(test)]
mod fluent_test;
mod folder;
mod imports;
mod model;
mod offline;
mod pictures;
mod policy;
mod reproduce;
mod sample_data;
mod sentences;
mod serve;
mod site;
#[cfg(test)]
mod supply_chain;
mod test;
mod times;
mod tools;
mod vendor;
mod wasm_split;
mod workspace;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Parser, Subcommand};
use tokio::sync::watch;

use crate::bench::Bench;
use crate::site::Build;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, serves, tests and measures FastGAS.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Builds the page and serves it on this machine.
    Serve {
        /// Port on 127.0.0.1; 0 lets the system choose. Browsers keep the projects of each port apart.
        #[arg(long, default_value_t = serve::PORT)]
        port: u16,
        /// Compile with the dev profile: ready sooner, but slower to run.
        #[arg(long)]
        dev: bool,
    },
    /// Writes the site for any static host into dist/ and prints its sizes.
    Dist {
        /// Build the site a second time from a copy of the sources in another folder without any compiled files.
        /// Fail unless both sites are identical to the last byte.
        #[arg(long)]
        twice: bool,
        /// Write the site into this folder instead of dist/. The folder is emptied first.
        /// Hidden, because a mistake would delete files.
        #[arg(long, hide = true)]
        out: Option<PathBuf>,
    },
    /// Runs every check and every test.
    Test {
        /// Skip the tests in Chromium, and report that they were skipped.
        #[arg(long)]
        without_browser: bool,
        /// Run every repetition of the soak tests instead of a fifth of them.
        #[arg(long)]
        soak: bool,
    },
    /// Runs only the end-to-end tests in Chromium.
    E2e {
        /// Run every repetition of the soak tests instead of a fifth of them.
        #[arg(long)]
        soak: bool,
        /// Test this site, such as dist, instead of building one.
        #[arg(long)]
        site: Option<PathBuf>,
        /// Compare with this native program instead of building one.
        #[arg(long)]
        fastgas: Option<PathBuf>,
        /// Run only these files of tests/e2e, such as `map` and `selection`. Without file names, run all files.
        files: Vec<String>,
    },
    /// Writes screenshots of every screen into target/shots.
    Shots,
    /// Draws the graphs and the screenshots in docs/pictures.
    /// Comments in docs/algorithm.md contain the commands that draw the graphs.
    Pictures,
    /// Measures every stage in Chromium and in the native program, and prints a Markdown table.
    Timings,
    /// Compares our programs with the usual alternatives, and prints a Markdown table.
    Bench {
        #[command(subcommand)]
        bench: Bench,
    },
    /// Writes www/samples/debian-packages.csv from apt's list of packages.
    Sample,
    /// Embeds the twenty example sentences. Writes crates/trace/src/examples/sentences.graph and sentences.i8.
    Sentences,
    /// Writes www/models from the published weights.
    Model {
        /// Download and convert the multilingual encoder instead of the English one. Its large files are not in the repository.
        #[arg(long)]
        multilingual: bool,
    },
    /// Writes docs/cli.md from the help of the command-line program.
    Docs,
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Serve { port, dev } => serve_site(if dev { Build::Dev } else { Build::Serve }, port),
        Command::Dist { twice, out } => {
            let out = out.unwrap_or_else(|| workspace::root().join("dist"));
            model::multilingual::write_if_possible();
            dist::write(&workspace::target()?.join("dist-plain"), &out)?;
            dist::print_sizes(&out)?;
            if twice {
                reproduce::check(&out)?;
            }
            Ok(())
        }
        Command::Test { without_browser, soak } => test::all(without_browser, soak),
        Command::E2e {
            soak,
            site: given,
            fastgas,
            files,
        } => {
            let folder = given.map_or_else(|| site(Build::Serve), Ok)?;
            let fastgas = fastgas.map_or_else(browser::native_program, Ok)?;
            let end_to_end = |times: &mut times::Times| {
                times.end_to_end(|entries| browser::end_to_end(&folder, &fastgas, &files, soak, entries))
            };
            times::Times::measure(end_to_end).1
        }
        Command::Shots => browser::shots(&site(Build::Serve)?),
        Command::Pictures => {
            pictures::draw()?;
            browser::pictures(&site(Build::Serve)?)
        }
        Command::Timings => browser::timings(&site(Build::Serve)?),
        Command::Bench { bench } => bench.run(),
        Command::Sample => sample_data::write(&workspace::root().join("www/samples/debian-packages.csv")),
        Command::Sentences => sentences::write(),
        Command::Docs => docs::write(),
        Command::Model { multilingual: true } => model::multilingual::write(),
        #[cfg(feature = "model")]
        Command::Model { .. } => model::english::write(&workspace::root().join("www/models/all-MiniLM-L6-v2")),
        #[cfg(not(feature = "model"))]
        Command::Model { .. } => with_model_feature(),
    }
}

/// Builds the site and serves it. The server starts as soon as the page can be loaded.
/// The programs that the page needs later, such as the encoder, are built while the server runs.
fn serve_site(how: Build, port: u16) -> Result<()> {
    let folder = workspace::target()?.join("site");
    let unfinished = site::Unfinished::build(&folder, how)?;
    let (completion, receiver) = watch::channel(());
    let serving = serve::start_incomplete(&folder, port, &receiver)?;
    println!("{}", serve::about(&serving.address));
    println!("The encoder and other programs are still being built. The page waits when it needs one of them.");
    unfinished.finish()?;
    drop(completion);
    println!("All programs are built.");
    serving.wait()
}

/// Builds the site with plain file names.
fn site(how: Build) -> Result<PathBuf> {
    let folder = workspace::target()?.join("site");
    site::build_plain(&folder, how)?;
    Ok(folder)
}

/// Only the English model needs additional crates, so this program runs again with the `model` feature.
#[cfg(not(feature = "model"))]
fn with_model_feature() -> Result<()> {
    workspace::run(&mut workspace::cargo([
        "run",
        "--package",
        "xtask",
        "--features",
        "model",
        "--",
        "model",
    ]))
}
