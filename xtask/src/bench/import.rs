//! Measures how long `fastgas check`, pandas and polars take to load a table, each in a separate process.
//! The programs take turns.
//! With `--large`, the page also loads files that barely fit into the memory of a browser.
//!
//! benches/import/generate.py makes the files with a fixed seed, and the bench keeps the files between runs.
//! The times of pandas and polars exclude the start of the program. The time of fastgas includes the start.
//! All programs must read the same number of rows.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use super::Site;
use super::pools;
use super::report::{Better, Report, Row, median};
use crate::browser;
use crate::serve;
use crate::tools;
use crate::workspace::{root, target};

const OURS: &str = "fastgas";
const PEERS: [&str; 2] = ["pandas", "polars"];

const FORMATS: [&str; 4] = ["csv", "jsonl", "xlsx", "parquet"];

/// File extension and size in MB of each large file.
const LARGE: [(&str, u32); 2] = [("parquet", 200), ("xlsx", 100)];

/// Maximum duration, in milliseconds, of a task of the page's main thread. The bench reports longer tasks.
const MAX_TASK_MS: f64 = 50.0;
/// Maximum memory of the page and its workers, in bytes. The bench reports a higher value.
const MAX_PAGE_BYTES: f64 = 1.5e9;

/// Options of the import bench.
#[derive(Args)]
pub struct ImportOptions {
    /// Number of turns of each program.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Number of rows of each file.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// Use small files, to check that everything runs. The measured values are not meaningful.
    #[arg(long)]
    quick: bool,
    /// Also load a Parquet file of 200 MB and a workbook of 100 MB, once in each program and in the page.
    /// Takes several minutes and needs about 10 GB of memory.
    #[arg(long)]
    large: bool,
    #[command(flatten)]
    site: Site,
}

struct File {
    work: String,
    path: PathBuf,
}

#[derive(Deserialize)]
struct Load {
    rows: u64,
    wall_s: f64,
    cpu_s: f64,
    peak_bytes: f64,
    /// Memory of the process before it loaded the file, in bytes.
    base_bytes: f64,
    version: String,
}

#[derive(Deserialize)]
struct InPage {
    chromium: String,
    seconds: f64,
    longest_task_ms: f64,
    longest_task_cpu_ms: f64,
    /// Peak memory of the page and its workers (`renderer_bytes`), and of all processes of Chromium (`all_bytes`).
    renderer_bytes: f64,
    all_bytes: f64,
    rows: u64,
}

type Figure = fn(&Load) -> f64;

const UNITS: [(&str, Figure); 3] = [
    ("s", |load| load.wall_s),
    ("CPU s", |load| load.cpu_s),
    ("MB at the most", |load| load.peak_bytes / 1e6),
];

struct Bench {
    folder: PathBuf,
    python: PathBuf,
    fastgas: PathBuf,
}

/// Writes target/bench/import.json.
pub fn run(options: &ImportOptions) -> Result<()> {
    let folder = target()?.join("bench/import");
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let bench = Bench {
        python: tools::python(&folder.join("venv"), &root().join("benches/import/requirements.txt"))?,
        fastgas: pools::program()?,
        folder,
    };
    let n_rows = if options.quick { 1_000 } else { options.rows };
    let rounds = if options.quick { 1 } else { options.rounds };
    let mut works = Vec::new();
    for format in FORMATS {
        let file = bench.generated(&format!("{n_rows}.{format}"), &["--rows", &n_rows.to_string()])?;
        works.push((bench.named(format, file)?, rounds));
    }
    let mut large = Vec::new();
    if options.large {
        for (format, megabytes) in LARGE {
            let megabytes = if options.quick { 2 } else { megabytes };
            let name = format!("{megabytes}-mb.{format}");
            let file = bench.generated(&name, &["--megabytes", &megabytes.to_string()])?;
            large.push(bench.named(format, file.clone())?);
            works.push((bench.named(format, file)?, 1));
        }
    }
    let mut versions = BTreeMap::new();
    let mut measured = Vec::new();
    for (file, rounds) in &works {
        measured.push(bench.in_turns(file, *rounds, &mut versions)?);
    }
    let in_page = match options.large {
        true => in_page(&options.site.path()?, &large)?,
        false => Vec::new(),
    };
    let mut versions: Vec<String> = versions.into_values().collect();
    versions.extend(in_page.first().map(|(_, page)| format!("Chromium {}", page.chromium)));
    let mut report = Report::new(&versions)?;
    for ((file, _), loads) in works.iter().zip(&measured) {
        for peer in PEERS {
            for (unit, of) in UNITS {
                let figures = |who: &str| -> Vec<f64> { loads[who].iter().map(of).collect() };
                let (ours, theirs) = (figures(OURS), figures(peer));
                report.row(Row::new(
                    &file.work,
                    unit,
                    Better::Less,
                    (OURS, &ours[..]),
                    (peer, &theirs[..]),
                ));
            }
        }
        for peer in PEERS {
            let base: Vec<f64> = loads[peer].iter().map(|load| load.base_bytes / 1e6).collect();
            report.fact(&file.work, peer, "MB before the file is loaded", median(&base));
        }
    }
    for (work, page) in &in_page {
        let loaded = works.iter().zip(&measured).find(|((file, _), _)| file.work == *work);
        ensure!(
            loaded.is_some_and(|(_, loads)| loads[OURS][0].rows == page.rows),
            "{work}: the page and {OURS} read different numbers of rows"
        );
        report.fact(work, "page", "s until the texts are shown", page.seconds);
        report.fact(work, "page", "ms, the longest task", page.longest_task_ms);
        report.fact(
            work,
            "page",
            "ms, the longest task, in CPU time",
            page.longest_task_cpu_ms,
        );
        report.fact(
            work,
            "page and its workers",
            "MB at the most",
            page.renderer_bytes / 1e6,
        );
        report.fact(work, "all of Chromium", "MB at the most", page.all_bytes / 1e6);
    }
    report.publish(&target()?.join("bench/import.json"))?;
    for (work, page) in &in_page {
        if page.longest_task_ms > MAX_TASK_MS {
            let task = page.longest_task_ms;
            eprintln!("{work}: the longest task of the page took {task:.0} ms, more than {MAX_TASK_MS} ms");
        }
        if page.renderer_bytes > MAX_PAGE_BYTES {
            let [memory, most] = [page.renderer_bytes, MAX_PAGE_BYTES].map(|bytes| bytes / 1e6);
            eprintln!("{work}: the page and its workers took {memory:.0} MB, more than {most} MB");
        }
    }
    Ok(())
}

impl Bench {
    /// Reuses a file that an earlier run of the same script has generated.
    fn generated(&self, name: &str, size: &[&str]) -> Result<PathBuf> {
        let script = root().join("benches/import/generate.py");
        let path = self.folder.join(name);
        if !pools::is_newer(&path, &script) {
            eprintln!("{} is made", path.display());
            let mut generate = Command::new(&self.python);
            generate.arg(&script).arg(&path).args(size).stdout(Stdio::null());
            let status = generate.status().context("starting Python")?;
            ensure!(status.success(), "{} was not made", path.display());
        }
        Ok(path)
    }

    fn named(&self, format: &str, path: PathBuf) -> Result<File> {
        let bytes = fs::metadata(&path)
            .with_context(|| format!("reading {}", path.display()))?
            .len();
        Ok(File {
            work: format!("{format}, {:.1} MB", bytes as f64 / 1e6),
            path,
        })
    }

    /// The programs take turns. Returns the measurements of each program.
    fn in_turns(
        &self,
        file: &File,
        rounds: u32,
        versions: &mut BTreeMap<&'static str, String>,
    ) -> Result<BTreeMap<&'static str, Vec<Load>>> {
        let mut loads: BTreeMap<&'static str, Vec<Load>> = BTreeMap::new();
        // Read the file once, so that the file is in the system's cache for every program.
        fs::read(&file.path).with_context(|| format!("reading {}", file.path.display()))?;
        for round in 1..=rounds {
            for who in [OURS].into_iter().chain(PEERS) {
                let load = self.load(who, &file.path)?;
                eprintln!("{}, round {round}: {who} {:.3} s", file.work, load.wall_s);
                versions.insert(who, load.version.clone());
                loads.entry(who).or_default().push(load);
            }
        }
        let rows = loads[OURS][0].rows;
        for (who, loads) in &loads {
            ensure!(
                loads.iter().all(|load| load.rows == rows),
                "{}: {who} and {OURS} read different numbers of rows",
                file.work
            );
        }
        Ok(loads)
    }

    fn load(&self, who: &str, file: &Path) -> Result<Load> {
        let mut load = Command::new(&self.python);
        load.arg(root().join("benches/import/load.py")).arg(who);
        if who == OURS {
            load.arg(&self.fastgas);
        }
        let output = load.arg(file).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "{who} did not load {}", file.display());
        serde_json::from_slice(&output.stdout).with_context(|| format!("reading what {who} took"))
    }
}

/// Loads each file in a new Chromium process.
fn in_page(site: &Path, files: &[File]) -> Result<Vec<(String, InPage)>> {
    let serving = serve::start(site, &[], 0)?;
    let mut measured = Vec::new();
    for File { work, path } in files {
        eprintln!("{work}: in Chromium");
        let mut command = browser::node("benches/import/page.mjs", &serving.address)?;
        let output = command.arg(path).stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "the page did not open {}", path.display());
        let page = serde_json::from_slice(&output.stdout).context("reading what the page took")?;
        measured.push((work.clone(), page));
    }
    Ok(measured)
}
