//! Scaling benchmark with pools of Debian descriptions and their embeddings.
//! Measures the times from the file to the map in Chromium, and from the file to the picks in the command-line program.
//!
//! Seconds are wall-clock seconds, which users notice. The page and the command-line program must pick the same rows.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use super::Options;
use super::pools::{self, Pool};
use super::report::Report;
use crate::browser;
use crate::serve;
use crate::workspace::target;

/// The numbers of texts in the pools. The first number is the size of the sample.
const SIZES: [usize; 5] = [3_000, 10_000, 30_000, 63_666, 100_000];

/// Options of the scale bench.
#[derive(Args)]
pub struct ScaleOptions {
    /// Measure only pools of at most this number of texts.
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    #[command(flatten)]
    options: Options,
}

/// Measurements of one pool in the page.
#[derive(Deserialize)]
struct InPage {
    chromium: String,
    stages_ms: BTreeMap<String, f64>,
    steps: BTreeMap<String, Step>,
    peak_bytes: f64,
    /// The name of the renderer that draws the map; `canvas` if there is no GPU.
    painter: String,
    frames: Frames,
    picks: Vec<u32>,
    searched: String,
}

#[derive(Deserialize)]
struct Step {
    seconds: f64,
    longest_task_ms: f64,
    longest_task_cpu_ms: f64,
}

/// Frame statistics while the map is dragged.
#[derive(Deserialize)]
struct Frames {
    per_second: f64,
    longest_ms: f64,
}

/// Measurements of one pool in the command-line program.
#[derive(Deserialize)]
struct InTerminal {
    seconds: BTreeMap<String, f64>,
}

/// Runs the bench, prints the tables and writes target/bench/scale.json.
pub fn run(ScaleOptions { most, options }: &ScaleOptions) -> Result<()> {
    let site = options.site.path()?;
    let serving = serve::start(&site, &[], 0)?;
    let fastgas = pools::program()?;
    let mut report = None;
    let mut curves: BTreeMap<(&str, String), Vec<(f64, f64)>> = BTreeMap::new();
    for n in SIZES.into_iter().filter(|n| n <= most) {
        let pool = if n == SIZES[0] {
            Pool::sample()?
        } else {
            Pool::debian(Some(n))?
        };
        let work = format!("{n} texts");
        let mut figures: BTreeMap<(&str, String), Vec<f64>> = BTreeMap::new();
        let mut note = |who, what: &str, value: f64| figures.entry((who, what.to_owned())).or_default().push(value);
        for round in 1..=options.rounds {
            eprintln!("round {round} of {}, {work}: in Chromium", options.rounds);
            let page = in_page(&pool, &serving.address)?;
            eprintln!("round {round} of {}, {work}: in the terminal", options.rounds);
            let (terminal, picks, peak_bytes) = in_terminal(&pool, &fastgas)?;
            ensure!(
                page.picks == picks,
                "{work}: the picks of the page are not those of the terminal"
            );
            eprintln!("{work}: {}", page.searched);
            for (stage, ms) in &page.stages_ms {
                note("page", &format!("{stage}, s"), ms / 1000.0);
            }
            note("page", "memory at the most, MB", page.peak_bytes / 1e6);
            let Frames { per_second, longest_ms } = page.frames;
            let painter = &page.painter;
            note("page", &format!("map by {painter}: frames a second"), per_second);
            note("page", &format!("map by {painter}: longest frame, ms"), longest_ms);
            for (
                step,
                Step {
                    seconds,
                    longest_task_ms,
                    longest_task_cpu_ms,
                },
            ) in &page.steps
            {
                note("page", &format!("{step}: longest task, ms"), *longest_task_ms);
                note(
                    "page",
                    &format!("{step}: longest task, ms of CPU"),
                    *longest_task_cpu_ms,
                );
                note("page", &format!("{step}: all of it, s"), *seconds);
            }
            for (stage, &seconds) in &terminal.seconds {
                note("terminal", &format!("{stage}, s"), seconds);
            }
            note("terminal", "memory at the most, MB", peak_bytes / 1e6);
            if report.is_none() {
                report = Some(Report::new(&[format!("Chromium {}", page.chromium)])?);
            }
        }
        let report = report.as_mut().context("there is at least one round")?;
        for ((who, what), values) in figures {
            let median = super::report::median(&values);
            report.fact(&work, who, &what, median);
            curves.entry((who, what)).or_default().push((n as f64, median));
        }
    }
    let mut report = report.context("no pool is that small")?;
    for ((who, what), curve) in &curves {
        if let Some(exponent) = growth(curve) {
            report.fact(
                "all sizes",
                who,
                &format!("{what}: grows with this power of n"),
                exponent,
            );
        }
    }
    report.publish(&target()?.join("bench/scale.json"))
}

fn in_page(pool: &Pool, address: &str) -> Result<InPage> {
    let mut command = browser::node("benches/scale/page.mjs", address)?;
    let output = command
        .arg(&pool.texts)
        .arg(&pool.embeddings)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "the page did not get through {} texts", pool.n);
    serde_json::from_slice(&output.stdout).context("reading what the page took")
}

/// Runs the command-line program on a pool. Returns the durations, the picks, and the peak memory in bytes.
fn in_terminal(pool: &Pool, fastgas: &Path) -> Result<(InTerminal, Vec<u32>, f64)> {
    let out = target()?.join("bench/scale-picks.csv");
    let mut command = Command::new(fastgas);
    command
        .arg("select")
        .arg(&pool.texts)
        .args(["--text", "text", "--budget", "18", "--embeddings"])
        .arg(&pool.embeddings);
    command
        .args(["--quiet", "--json", "--device", "cpu", "--out"])
        .arg(&out);
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0.0_f64;
    while child.try_wait()?.is_none() {
        // The status file no longer exists if the program has just ended.
        let status = fs::read_to_string(&status).unwrap_or_default();
        let kilobytes = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB")?.trim().parse().ok());
        peak = peak.max(kilobytes.unwrap_or(0.0) * 1024.0);
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output()?;
    ensure!(output.status.success(), "fastgas failed on {} texts", pool.n);
    let mut picks = csv::Reader::from_path(&out)?;
    let rows = picks
        .deserialize()
        .map(|row| row.map(|row: Pick| row.row))
        .collect::<Result<_, _>>()?;
    Ok((serde_json::from_slice(&output.stdout)?, rows, peak))
}

#[derive(Deserialize)]
struct Pick {
    row: u32,
}

/// Slope of the least-squares line through the logarithms of the points.
/// `None` if a value is not positive or if there are fewer than two points.
fn growth(curve: &[(f64, f64)]) -> Option<f64> {
    if curve.len() < 2 || curve.iter().any(|&(_, value)| value <= 0.0) {
        return None;
    }
    let logarithms = || curve.iter().map(|&(n, value)| (n.ln(), value.ln()));
    let count = curve.len() as f64;
    let (mean_x, mean_y) = logarithms().fold((0.0, 0.0), |(x, y), (a, b)| (x + a / count, y + b / count));
    let (products, squares) = logarithms().fold((0.0, 0.0), |(products, squares), (x, y)| {
        let from_mean = x - mean_x;
        (products + from_mean * (y - mean_y), squares + from_mean * from_mean)
    });
    Some(products / squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_of_parabola_is_two() {
        let curve: Vec<_> = [3.0, 10.0, 30.0].map(|n: f64| (n, 0.5 * n * n)).into();
        assert!((growth(&curve).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(growth(&curve[..1]), None);
        assert_eq!(growth(&[(1.0, 0.0), (2.0, 1.0)]), None);
    }
}
