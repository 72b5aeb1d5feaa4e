//! `cargo xtask test`: every check and every test, in one order. The first failure ends the run.

use anyhow::Result;

use crate::browser;
use crate::dist;
use crate::project::{cargo, root, run, target};
use crate::times::Times;
use crate::tools;
use crate::vendor;

/// Every crate except the native ones, as the programs of the site use them. One run of clippy lints them all.
const SITE_FEATURES: &str = "app,split,worker,relaxed-simd,worker-gpu";

/// Runs the steps, prints how long each took, and writes the table into `target/test-times.json`.
pub fn all(without_browser: bool, soak: bool) -> Result<()> {
    let mut times = Times::default();
    let result = steps(&mut times, without_browser, soak);
    times.print();
    times.write(&target()?.join("test-times.json"))?;
    result?;
    println!("All steps passed.");
    Ok(())
}

fn steps(times: &mut Times, without_browser: bool, soak: bool) -> Result<()> {
    // Tools that may be missing come first, so that the run fails early.
    times.step("tools", || {
        vendor::restore_times()?;
        tools::wasm_target()?;
        tools::vulkan();
        tools::node_packages(&root())?;
        if !without_browser {
            tools::chromium()?;
        }
        Ok(())
    })?;
    let mut step = |name: &str, arguments: &str| times.step(name, || run(&mut cargo(arguments.split(' '))));
    step("format", "fmt --all --check")?;
    step(
        "clippy, native",
        "clippy --workspace --all-features --all-targets -- -D warnings",
    )?;
    let site = format!(
        "clippy --target {} --package fastgas --features {SITE_FEATURES} --lib --bins -- -D warnings",
        tools::WASM
    );
    step("clippy, site", &site)?;
    // `relaxed-simd` replaces these kernels.
    let encoder = format!(
        "clippy --target {} --package fastgas-encoder -- -D warnings",
        tools::WASM
    );
    step("clippy, encoder without relaxed SIMD", &encoder)?;
    step("compile the tests", "test --workspace --all-features --no-run")?;
    step("tests", "test --workspace --all-features")?;
    // The published build, because that is what users get.
    let site = target()?.join("dist");
    times.step("site", || dist::write(&target()?.join("dist-plain"), &site))?;
    if without_browser {
        println!("\nEnd-to-end tests: skipped, because of --without-browser.");
        return Ok(());
    }
    let fastgas = browser::built_by_tests()?;
    times.end_to_end(|files| browser::end_to_end(&site, &fastgas, &[], soak, files))
}
