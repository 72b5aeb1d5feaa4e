//! Scaling benchmark with pools of Debian descriptions and their embeddings.
//! Measures the times from the file to the map in Chromium, and from the file to the picks in the command-line program.
//!
//! All times are wall-clock times, because users notice wall-clock time.
//! The page and the command-line program must pick the same rows.
//!
//! With `--texts`, the command-line program selects from generated pools of any size instead, with two presets.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use super::Options;
use super::generated;
use super::pools::{self, Pool};
use super::report::Report;
use crate::browser;
use crate::serve;
use crate::workspace::target;

/// Pool sizes, in texts. The first one is the size of the sample.
const SIZES: [usize; 5] = [3_000, 10_000, 30_000, 63_666, 100_000];

/// Presets for the selection from generated pools.
const PRESETS: [&str; 2] = ["best", "fast"];

/// Options of the scale bench.
#[derive(Args)]
pub struct ScaleOptions {
    /// Measure only pools of at most this number of texts.
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    /// Measure only the terminal, with a generated pool of this number of texts; can be repeated.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1_000..=1_000_000),
        conflicts_with_all = ["most", "site"]
    )]
    texts: Vec<u32>,
    #[command(flatten)]
    options: Options,
}

#[derive(Deserialize)]
struct InPage {
    chromium: String,
    stages_ms: BTreeMap<String, f64>,
    steps: BTreeMap<String, Step>,
    peak_bytes: f64,
    /// Renderer of the map; `canvas` if there is no GPU.
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

#[derive(Deserialize)]
struct Frames {
    per_second: f64,
    longest_ms: f64,
}

#[derive(Deserialize)]
struct InTerminal {
    seconds: BTreeMap<String, f64>,
}

/// Writes target/bench/scale.json or, for generated pools, scale-generated.json.
pub fn run(ScaleOptions { most, texts, options }: &ScaleOptions) -> Result<()> {
    if !texts.is_empty() {
        return of_generated(texts, options.rounds);
    }
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
            let (terminal, picks, peak_bytes) = in_terminal(&pool, &fastgas, &["--budget", "18"])?;
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
    add_growth(&curves, &mut report);
    report.publish(&target()?.join("bench/scale.json"))
}

/// Reports the exponent that describes how each measured value grows with the number of texts.
/// A curve contains the value for each number of texts.
fn add_growth(curves: &BTreeMap<(&str, String), Vec<(f64, f64)>>, report: &mut Report) {
    for ((who, what), curve) in curves {
        if let Some(exponent) = growth(curve) {
            let unit = format!("{what}: grows with this power of n");
            report.fact("all sizes", who, &unit, exponent);
        }
    }
}

/// Every round with a generated pool must give the same picks.
fn of_generated(texts: &[u32], rounds: u32) -> Result<()> {
    let fastgas = pools::program()?;
    let mut report = Report::new(&["fastgas, release profile".to_owned()])?;
    let mut curves: BTreeMap<(&str, String), Vec<(f64, f64)>> = BTreeMap::new();
    let sizes: BTreeSet<u32> = texts.iter().copied().collect();
    for n in sizes {
        let pool = generated::pool(n as usize)?;
        let work = format!("{n} generated texts");
        let mut figures: BTreeMap<(&str, String), Vec<f64>> = BTreeMap::new();
        let mut picks_of: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for round in 1..=rounds {
            for preset in PRESETS {
                eprintln!("round {round} of {rounds}, {work}: preset {preset}");
                let arguments = ["--budget", "100", "--preset", preset];
                let (terminal, picks, peak_bytes) = in_terminal(&pool, &fastgas, &arguments)?;
                let first = picks_of.entry(preset).or_insert_with(|| picks.clone());
                ensure!(
                    *first == picks,
                    "{work}, preset {preset}: two rounds have different picks"
                );
                for (what, value) in terminal_figures(&terminal, peak_bytes, pool.n) {
                    figures.entry((preset, what)).or_default().push(value);
                }
            }
        }
        for ((preset, what), values) in figures {
            let median = super::report::median(&values);
            report.fact(&work, preset, &what, median);
            curves.entry((preset, what)).or_default().push((f64::from(n), median));
        }
    }
    add_growth(&curves, &mut report);
    report.publish(&target()?.join("bench/scale-generated.json"))
}

/// Seconds of each stage and of all stages, peak memory, and peak memory as a multiple of the embeddings' size.
fn terminal_figures(terminal: &InTerminal, peak_bytes: f64, n: usize) -> Vec<(String, f64)> {
    let embeddings = (n * generated::DIMENSIONS * size_of::<f32>()) as f64;
    let stages = terminal.seconds.iter();
    let mut figures: Vec<(String, f64)> = stages
        .map(|(stage, &seconds)| (format!("{stage}, s"), seconds))
        .collect();
    figures.push(("all stages, s".to_owned(), terminal.seconds.values().sum()));
    figures.push(("memory at the most, MB".to_owned(), peak_bytes / 1e6));
    figures.push((
        "memory at the most, times the embeddings".to_owned(),
        peak_bytes / embeddings,
    ));
    figures
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

fn in_terminal(pool: &Pool, fastgas: &Path, arguments: &[&str]) -> Result<(InTerminal, Vec<u32>, f64)> {
    let out = target()?.join("bench/scale-picks.csv");
    let mut command = Command::new(fastgas);
    command
        .arg("select")
        .arg(&pool.texts)
        .args(["--text", "text", "--embeddings"])
        .arg(&pool.embeddings)
        .args(arguments);
    command
        .args(["--quiet", "--json", "--device", "cpu", "--out"])
        .arg(&out);
    let mut child = command.stdout(Stdio::piped()).spawn()?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0.0_f64;
    while child.try_wait()?.is_none() {
        // The file /proc/…/status does not exist if the program has just ended.
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
    fn memory_is_compared_with_the_embeddings() {
        let seconds = [("neighbors", 2.0), ("parts", 3.0)].map(|(stage, seconds)| (stage.to_owned(), seconds));
        let terminal = InTerminal {
            seconds: seconds.into(),
        };
        let figures = terminal_figures(&terminal, 3.0e6, 1_000);
        let expected = [
            ("neighbors, s", 2.0),
            ("parts, s", 3.0),
            ("all stages, s", 5.0),
            ("memory at the most, MB", 3.0),
            ("memory at the most, times the embeddings", 3.0e6 / 1_536_000.0),
        ];
        assert_eq!(figures, expected.map(|(what, value)| (what.to_owned(), value)));
    }

    #[test]
    fn growth_of_parabola_is_two() {
        let curve: Vec<_> = [3.0, 10.0, 30.0].map(|n: f64| (n, 0.5 * n * n)).into();
        assert!((growth(&curve).unwrap() - 2.0).abs() < 1e-9);
        assert_eq!(growth(&curve[..1]), None);
        assert_eq!(growth(&[(1.0, 0.0), (2.0, 1.0)]), None);
    }
}
