//! Measures how smoothly the map moves in Chromium.

use anyhow::Result;

use super::Site;
use crate::browser;
use crate::project;
use crate::serve;

/// Measures and prints the table.
pub fn run(site: &Site) -> Result<()> {
    let serving = serve::start(&site.path()?, &[], 0)?;
    project::run(&mut browser::node("benches/map/frames.mjs", &serving.address)?)
}
