//! `cargo xtask test`: runs every check and every test. The first step that fails ends the run.

use std::env;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};

use crate::browser;
use crate::model::multilingual;
use crate::times::Times;
use crate::tools;
use crate::vendor;
use crate::workspace::{cargo, root, run, run_then_print, target};

/// Features of the site's programs, which use all crates except the native crates. One run of clippy lints these crates.
const SITE_FEATURES: &str = "app,split,worker,relaxed-simd,encoder-gpu,worker-gpu,worker-tables";

/// Runs the steps, prints the duration of each step, and writes the table into `target/test-times.json`.
/// The table keeps the durations of end-to-end files that this run did not run.
pub fn all(without_browser: bool, soak: bool) -> Result<()> {
    let path = target()?.join("test-times.json");
    let (mut times, result) = Times::measure(|times| steps(times, without_browser, soak));
    times.keep_end_to_end(Times::read(&path).unwrap_or_default());
    times.write(&path)?;
    result?;
    println!("All steps passed.");
    Ok(())
}

fn steps(times: &mut Times, without_browser: bool, soak: bool) -> Result<()> {
    // Steps with tools that may be missing run first, so that the run fails early.
    times.step("tools", || {
        vendor::restore_times()?;
        tools::wasm_target()?;
        tools::vulkan();
        tools::node_packages(&root())?;
        multilingual::write_if_possible();
        if !without_browser {
            tools::headless_shell(&tools::chromium()?);
        }
        Ok(())
    })?;
    let mut step = |name: &str, arguments: &str| {
        times.step(name, || {
            let mut command = cargo(arguments.split(' '));
            if soak {
                command.env("FASTGAS_SOAK", "1");
            }
            run(&mut command)
        })
    };
    step("format", "fmt --all --check")?;
    // Lints the native programs without the page's library. This run lints the page as a test, the next run as part of the site.
    step(
        "clippy, native",
        "clippy --workspace --all-features --tests --bins --examples -- -D warnings",
    )?;
    let site = format!(
        "clippy --target {} --package fastgas --features {SITE_FEATURES} --lib --bins -- -D warnings",
        tools::WASM
    );
    step("clippy, site", &site)?;
    // The feature `relaxed-simd` replaces some kernels, so the previous run of clippy does not lint these kernels.
    // All other features are the features of the previous run, so that cargo need not compile the dependencies again.
    let encoder = format!(
        "clippy --target {} --package fastgas --features {} --lib -- -D warnings",
        tools::WASM,
        SITE_FEATURES.replace("relaxed-simd", "encoder")
    );
    step("clippy, encoder without relaxed SIMD", &encoder)?;
    // The tests use the published build, because users get the published build.
    // Linking a program of the published build keeps only one core busy. The native tests compile and run at the same time.
    // A separate process writes the site, so that its output can be printed in one piece.
    let site = target()?.join("dist");
    let mut dist = Command::new(env::current_exe().context("this program has no path")?);
    dist.args(["dist", "--out"]).arg(&site).current_dir(root());
    let mut site_times = Times::default();
    let (tested, built) = thread::scope(|scope| {
        let building = scope.spawn(|| site_times.step("site", || run_then_print(&mut dist)));
        let tested = step("compile the tests", "test --workspace --all-features --no-run")
            .and_then(|()| step("tests", "test --workspace --all-features"));
        (tested, building.join().expect("no step panics"))
    });
    times.append(site_times);
    tested?;
    built?;
    if without_browser {
        println!("\nEnd-to-end tests: skipped, because of --without-browser.");
        return Ok(());
    }
    let fastgas = browser::built_by_tests()?;
    times.end_to_end(|files| browser::end_to_end(&site, &fastgas, &[], soak, files))
}
