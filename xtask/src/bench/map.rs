//! How smoothly the map moves in Chromium.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use super::given_or_published;
use crate::browser;
use crate::project;
use crate::serve;

/// What the bench takes.
#[derive(Args)]
pub struct MapOptions {
    /// Measure this site, such as dist, instead of building the one that is published.
    #[arg(long)]
    site: Option<PathBuf>,
}

/// Measures and prints the table.
pub fn run(MapOptions { site }: &MapOptions) -> Result<()> {
    let serving = serve::start(&given_or_published(site.as_deref())?, &[], 0)?;
    project::run(&mut browser::node("benches/map/frames.mjs", &serving.address)?)
}
