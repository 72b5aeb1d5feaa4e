//! Simulates a long labeling session in Chromium. The bench fails if a label is lost.
//! Measures the page's memory and the time until a label is on disk, compared with a plain IndexedDB `put`.

use anyhow::Result;
use clap::Args;

use super::Site;
use crate::browser;
use crate::serve;
use crate::workspace;

#[derive(Args)]
pub struct LabelsOptions {
    /// Number of labeling actions.
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..))]
    count: u32,
    #[command(flatten)]
    site: Site,
}

pub fn run(LabelsOptions { count, site }: &LabelsOptions) -> Result<()> {
    let serving = serve::start(&site.path()?, &[], 0)?;
    let mut script = browser::node("tests/e2e/scripts/labels.mjs", &serving.address)?;
    workspace::run(script.env("FASTGAS_LABELS", count.to_string()))
}
