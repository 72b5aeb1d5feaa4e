//! Every set-up step, so that the README needs two commands.

mod page;
mod project;
mod serve;
mod site;
mod tools;

use anyhow::Result;
use clap::{Parser, Subcommand};

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
        /// Port on 127.0.0.1; 0 lets the system choose.
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Compile with the dev profile: sooner ready, slower to run.
        #[arg(long)]
        dev: bool,
    },
}

fn main() -> Result<()> {
    match Arguments::parse().command {
        Command::Serve { port, dev } => {
            let folder = project::target()?.join("site");
            site::build_plain(&folder, if dev { site::Build::Dev } else { site::Build::Release })?;
            let serving = serve::start(&folder, port)?;
            println!("FastGAS is at {}", serving.address);
            serving.wait();
            Ok(())
        }
    }
}
