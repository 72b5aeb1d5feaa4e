//! Measures the frame rates of the moving map in Chromium.

use anyhow::Result;

use super::Site;
use crate::browser;
use crate::serve;
use crate::workspace;

pub fn run(site: &Site) -> Result<()> {
    let serving = serve::start(&site.path()?, &[], 0)?;
    workspace::run(&mut browser::node("benches/map/frames.mjs", &serving.address)?)
}
