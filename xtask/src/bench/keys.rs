//! Measures the time from a key press to the next painted frame, while texts are labeled in Chromium. The pools have two sizes.
//!
//! Two times are measured: until the next painted frame, and until the frame that shows the next text.
//! The page shows the next text once the label is saved, so the second time includes the write to disk.

use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use super::Site;
use super::pools::Pool;
use super::report::{Report, median};
use crate::browser;
use crate::serve;
use crate::workspace::target;

/// Pool sizes, in texts. The first one is the size of the sample.
const SIZES: [usize; 2] = [3_000, 30_000];

/// Options of the keys bench.
#[derive(Args)]
pub struct KeysOptions {
    /// Number of times that each pool is opened. Each time, 50 texts are labeled with the keyboard.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Measure only pools of at most this number of texts.
    #[arg(long, default_value_t = usize::MAX)]
    most: usize,
    #[command(flatten)]
    site: Site,
}

/// Times measured in Chromium, one per key press in each list.
#[derive(Deserialize)]
struct InPage {
    chromium: String,
    /// Milliseconds from a key press to the next painted frame.
    frame_ms: Vec<f64>,
    /// Milliseconds from a key press until the next text is painted.
    text_ms: Vec<f64>,
}

/// Writes target/bench/keys.json.
pub fn run(KeysOptions { rounds, most, site }: &KeysOptions) -> Result<()> {
    let serving = serve::start(&site.path()?, &[], 0)?;
    let mut report = None;
    for n in SIZES.into_iter().filter(|n| n <= most) {
        let pool = if n == SIZES[0] {
            Pool::sample()?
        } else {
            Pool::debian(Some(n))?
        };
        let (mut frame_ms, mut text_ms) = (Vec::new(), Vec::new());
        for round in 1..=*rounds {
            eprintln!("round {round} of {rounds}, {n} texts");
            let page = in_page(&pool, &serving.address)?;
            frame_ms.extend(page.frame_ms);
            text_ms.extend(page.text_ms);
            if report.is_none() {
                report = Some(Report::new(&[format!("Chromium {}", page.chromium)])?);
            }
        }
        let report = report.as_mut().context("there is at least one round")?;
        let work = format!("{n} texts, {} keys", frame_ms.len());
        for (what, times) in [("next frame", &frame_ms), ("next text", &text_ms)] {
            report.fact(&work, what, "ms at the median", median(times));
            report.fact(&work, what, "ms at 95 %", at_95_percent(times));
        }
    }
    let report = report.context("no pool is that small")?;
    report.publish(&target()?.join("bench/keys.json"))
}

fn in_page(pool: &Pool, address: &str) -> Result<InPage> {
    let mut command = browser::node("benches/keys/page.mjs", address)?;
    let output = command
        .arg(&pool.texts)
        .arg(&pool.embeddings)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(
        output.status.success(),
        "the page did not get through the keys with {} texts",
        pool.n
    );
    let page: InPage = serde_json::from_slice(&output.stdout).context("reading the times of the page")?;
    ensure!(
        !page.frame_ms.is_empty() && page.frame_ms.len() == page.text_ms.len(),
        "a key has no times"
    );
    Ok(page)
}

/// Returns the 95th percentile: at least 95 % of the times do not exceed the returned time.
fn at_95_percent(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (sorted.len() * 95).div_ceil(100);
    sorted[rank - 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_a_twentieth_of_the_times_is_longer() {
        let times: Vec<f64> = (1..=40).rev().map(f64::from).collect();
        assert_eq!(at_95_percent(&times), 38.0);
        assert_eq!(at_95_percent(&times[..39]), 39.0);
        assert_eq!(at_95_percent(&[7.0]), 7.0);
    }
}
