//! `cargo xtask test`: every check and every test. The first step that fails ends the run.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::browser;
use crate::project::{cargo, root, run, target};
use crate::times::Times;
use crate::tools;
use crate::vendor;

/// Every crate except the native ones, as the programs of the site use them. One run of clippy lints them all.
const SITE_FEATURES: &str = "app,split,worker,relaxed-simd,worker-gpu";

/// Runs the steps, prints how long each took, and writes the table into `target/test-times.json`.
pub fn all(without_browser: bool, soak: bool) -> Result<()> {
    let start = Instant::now();
    let mut times = Times::default();
    let result = steps(&mut times, without_browser, soak);
    times.total_seconds = start.elapsed().as_secs_f64();
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
    // The published build, because that is what users get. Linking each of its programs keeps only one core busy, so the
    // native tests compile and run at the same time.
    let site = target()?.join("dist");
    let mut site_times = Times::default();
    let mut dist = start_dist(&site)?;
    let (tested, built) = thread::scope(|scope| {
        let building = scope.spawn(|| site_times.step("site", || wait(&mut dist)));
        let tested = step("compile the tests", "test --workspace --all-features --no-run")
            .and_then(|()| step("tests", "test --workspace --all-features"));
        (tested, building.join().expect("no step panics"))
    });
    times.append(site_times);
    print_file(&site_log()?)?;
    tested?;
    built?;
    if without_browser {
        println!("\nEnd-to-end tests: skipped, because of --without-browser.");
        return Ok(());
    }
    let fastgas = browser::built_by_tests()?;
    times.end_to_end(|files| browser::end_to_end(&site, &fastgas, &[], soak, files))
}

/// Where the output of the build of the site goes, so that it does not mix with the output of the native tests.
fn site_log() -> Result<PathBuf> {
    Ok(target()?.join("site.log"))
}

/// Starts `cargo xtask dist` as a program of its own, which writes the published site into `out`. It starts before the
/// tests are compiled, because that replaces the file of this program.
fn start_dist(out: &Path) -> Result<Child> {
    let path = site_log()?;
    let log = File::create(&path).with_context(|| format!("creating {}", path.display()))?;
    Command::new(env::current_exe().context("this program has no path")?)
        .args(["dist", "--out"])
        .arg(out)
        .current_dir(root())
        .stdin(Stdio::null())
        .stderr(log.try_clone()?)
        .stdout(log)
        .spawn()
        .context("starting `xtask dist`")
}

fn wait(dist: &mut Child) -> Result<()> {
    let status = dist.wait().context("waiting for `xtask dist`")?;
    ensure!(status.success(), "`xtask dist` failed ({status})");
    Ok(())
}

fn print_file(path: &Path) -> Result<()> {
    print!(
        "{}",
        fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?
    );
    Ok(())
}
