//! `cargo xtask test`: everything, in one order, each step with its name and its time; the first failure ends it.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::browser;
use crate::dist;
use crate::project::{cargo, root, run, target};
use crate::tools;

/// Runs the steps.
pub fn all(without_browser: bool) -> Result<()> {
    let mut steps = Steps::default();
    // First what may be missing on this machine, so that nobody waits for it.
    steps.run("tools", || {
        tools::wasm_target()?;
        tools::vulkan();
        tools::node_packages(&root())?;
        if !without_browser {
            tools::chromium()?;
        }
        Ok(())
    })?;
    steps.cargo("format", "fmt --all --check")?;
    steps.cargo("clippy", "clippy --all-targets -- -D warnings")?;
    steps.cargo(
        "clippy, all native features",
        "clippy --features cli,app,gpu --all-targets -- -D warnings",
    )?;
    steps.cargo(
        "clippy, xtask",
        "clippy --package xtask --all-features --all-targets -- -D warnings",
    )?;
    for (program, features) in [
        ("app", "app,split"),
        ("worker", "worker"),
        ("worker-encoder", "encoder"),
        ("worker-encoder-relaxed", "encoder,relaxed-simd"),
        ("worker-gpu", "gpu,web"),
    ] {
        let arguments = format!(
            "clippy --target {} --features {features} --lib --bin {program} -- -D warnings",
            tools::WASM
        );
        steps.cargo(&format!("clippy, {program}"), &arguments)?;
    }
    // The page's store is plain Rust, so its tests run here with all others.
    steps.cargo("tests", "test --features cli,app,gpu")?;
    steps.cargo("tests, xtask", "test --profile xtask --package xtask")?;
    // What people get, not what is sooner built.
    let site = target()?.join("dist");
    steps.run("site", || dist::write(&target()?.join("dist-plain"), &site))?;
    if without_browser {
        println!("\ne2e: left out, because of --without-browser");
    } else {
        steps.run("page in Chromium", || browser::end_to_end(&site, &[]))?;
    }
    steps.print();
    Ok(())
}

#[derive(Default)]
struct Steps {
    done: Vec<(String, Duration)>,
}

impl Steps {
    fn run(&mut self, name: &str, step: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        let result = step();
        let time = start.elapsed();
        let word = if result.is_ok() { "passed" } else { "FAILED" };
        println!("== {name}: {word} after {:.1} s", time.as_secs_f64());
        self.done.push((name.to_owned(), time));
        result.with_context(|| format!("step `{name}`"))
    }

    /// `arguments` are separated by single spaces.
    fn cargo(&mut self, name: &str, arguments: &str) -> Result<()> {
        self.run(name, || run(&mut cargo(arguments.split(' '))))
    }

    fn print(&self) {
        println!("\nAll passed:");
        for (name, time) in &self.done {
            println!("{:>8.1} s  {name}", time.as_secs_f64());
        }
        let sum: Duration = self.done.iter().map(|(_, time)| *time).sum();
        println!("{:>8.1} s  together", sum.as_secs_f64());
    }
}
