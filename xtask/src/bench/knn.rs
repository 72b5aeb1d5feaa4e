//! Nearest-neighbor benchmark. In Chromium, compares our worker with hnswlib-wasm, voy-search and edgevec.
//! In native programs, compares our search with the exact search of faiss. The worker is also compared with faiss.
//! Our approximate search is compared with the approximate indexes of faiss, which are set to the same recall.
//!
//! The measured time covers everything from the vectors to the neighbor lists of all rows, including building an index.
//! The unit “CPU s” means CPU seconds. In a browser, these are the CPU seconds of all threads of the renderer process.
//! The unit “s” means seconds of wall-clock time.
//! Each contestant first runs once to warm up. The lists of the first run are compared with the exact lists.

use std::collections::BTreeMap;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::json;

use super::contestant::{Contestant, Cost};
use super::pools::Pool;
use super::report::{Better, Report, Row, median};
use super::{Options, busy_seconds, npm_version};
use crate::browser;
use crate::serve::{self, Serving};
use crate::tools;
use crate::workspace::{self, cargo, root, target};

const OURS_WEB: &str = "fastgas-wasm";
const PEERS_WEB: [(&str, &str); 3] = [
    ("hnswlib-wasm", "hnswlib"),
    ("voy-search", "voy"),
    ("edgevec", "edgevec"),
];
const OURS: &str = "fastgas-native";
const FAISS: &str = "faiss-flat";
/// Our approximate native search, which is compared with our exact native search.
const APPROXIMATELY: &str = "fastgas-native, approximately";
/// Approximate indexes of faiss: name, name in native.py, and the parameter that determines the recall.
const INDEXES: [(&str, &str, &str); 2] = [
    ("faiss IndexIVFFlat", "ivf", "nprobe"),
    ("faiss IndexHNSWFlat", "hnsw", "efSearch"),
];
const OF_TEN: &str = "of the ten nearest found";
/// Our search with two workers in Chromium, which is compared with the search with one worker.
const TWO_WORKERS: &str = "fastgas-wasm, two workers";
const NEIGHBORS: usize = 10;
/// Number of searches by a fast contestant in one turn, so that clock resolution does not matter.
const TIMES: u32 = 10;

/// Writes target/bench/knn.json.
pub fn run(options: &Options) -> Result<()> {
    let arena = BenchInput::prepare(options)?;
    let sample = Pool::sample()?;
    let n = if options.quick { 500 } else { sample.n };
    let pools = sample.embeddings.parent().context("a pool lies in a folder")?;
    let benches = root().join("benches");
    let others = [
        ("/bench", &*benches.join("knn")),
        ("/shared", &*benches.join("shared")),
        ("/pools", pools),
    ];
    let serving = serve::start(&arena.site, &others, 0)?;
    let mut searches = vec![
        arena.natively(OURS, &sample, n)?,
        arena.faiss(&sample, n)?,
        arena.web(OURS_WEB, &serving, "fastgas", n)?,
    ];
    for (name, script) in PEERS_WEB {
        searches.push(arena.web(name, &serving, script, n)?);
    }
    let mut report = Report::new(&arena.versions(&searches)?)?;
    let work = format!("{n} texts");
    recall(&work, &mut searches, &mut report)?;
    small(&work, &mut searches, options.rounds, &mut report)?;
    drop(searches);
    let mut large_pools = vec![(sample.clone(), n)];
    if !options.quick {
        let pool = Pool::debian(Some(30_000))?;
        let mut pair = [arena.natively(OURS, &pool, pool.n)?, arena.faiss(&pool, pool.n)?];
        large(&pool, &mut pair, options.rounds, &mut report)?;
        let all = Pool::debian(None)?;
        large_pools = [pool, all].map(|pool| (pool.clone(), pool.n)).into();
    }
    for (pool, n) in large_pools {
        let work = format!("{n} texts");
        let mut ours = arena.natively(OURS, &pool, n)?;
        let recall = approximately(&work, &mut ours, options.rounds, &mut report)?;
        let mut pair = [ours, arena.faiss(&pool, n)?];
        indexes(&work, &mut pair, (recall, options.rounds), &mut report)?;
    }
    report.publish(&target()?.join("bench/knn.json"))
}

/// Reports the recall of every search except the first one.
/// The first search is our own exact search, which is the reference for the recall.
fn recall(work: &str, searches: &mut [Search], report: &mut Report) -> Result<()> {
    let (ours, others) = searches.split_first_mut().context("ours is the first")?;
    for search in others {
        let lists = search.lists()?;
        let recall = ours.recall(&lists)?;
        report.fact(work, search.contestant.name, OF_TEN, recall);
    }
    Ok(())
}

fn small(work: &str, searches: &mut [Search], rounds: u32, report: &mut Report) -> Result<()> {
    let mut costs: BTreeMap<&str, Vec<Cost>> = BTreeMap::new();
    let mut others = Vec::new();
    for round in 1..=rounds {
        for search in &mut *searches {
            let turns: &[(&'static str, u32)] = match search.contestant.name {
                OURS_WEB => &[(OURS_WEB, 1), (TWO_WORKERS, 2)],
                name => &[(name, 1)],
            };
            for &(name, workers) in turns {
                let busy = busy_seconds()?;
                let cost = search.search(workers)?;
                let times = f64::from(search.times);
                others.push((busy_seconds()? - busy - cost.cpu_s * times) / (cost.wall_s * times));
                eprintln!("round {round} of {rounds}, {work}: {name} {:.4} CPU s", cost.cpu_s);
                costs.entry(name).or_default().push(cost);
            }
        }
    }
    let mut row = |unit, seconds: fn(&Cost) -> f64, ours, peer| {
        let [ours, peer] = [ours, peer].map(|name| (name, costs[name].iter().map(seconds).collect::<Vec<_>>()));
        report.row(Row::new(work, unit, Better::Less, (ours.0, &ours.1), (peer.0, &peer.1)));
    };
    row("CPU s", |cost| cost.cpu_s, OURS, FAISS);
    for ours in [OURS_WEB, TWO_WORKERS] {
        row("CPU s", |cost| cost.cpu_s, ours, FAISS);
    }
    for (peer, _) in PEERS_WEB {
        row("CPU s", |cost| cost.cpu_s, OURS_WEB, peer);
    }
    row("s", |cost| cost.wall_s, OURS, FAISS);
    for (peer, _) in PEERS_WEB {
        row("s", |cost| cost.wall_s, OURS_WEB, peer);
    }
    row("s", |cost| cost.wall_s, TWO_WORKERS, OURS_WEB);
    let unit = "cores kept busy, median";
    report.fact(work, "other programs", unit, median(&others));
    Ok(())
}

fn large(pool: &Pool, pair: &mut [Search; 2], rounds: u32, report: &mut Report) -> Result<()> {
    let work = format!("{} texts", pool.n);
    let mut costs = [const { Vec::new() }; 2];
    for round in 1..=rounds {
        for (search, costs) in pair.iter_mut().zip(&mut costs) {
            search.times = 1;
            let cost = search.search(1)?;
            eprintln!(
                "round {round} of {rounds}, {work}: {} {:.2} CPU s",
                search.contestant.name, cost.cpu_s
            );
            costs.push(cost);
        }
    }
    let [ours, faiss] = costs;
    for (unit, seconds) in [
        ("CPU s", (|cost| cost.cpu_s) as fn(&Cost) -> f64),
        ("s", |cost| cost.wall_s),
    ] {
        let [ours, faiss] = [&ours, &faiss].map(|costs| costs.iter().map(seconds).collect::<Vec<_>>());
        report.row(Row::new(&work, unit, Better::Less, (OURS, &ours), (FAISS, &faiss)));
    }
    Ok(())
}

/// The two searches take turns. Returns the recall of the approximate search.
fn approximately(work: &str, ours: &mut Search, rounds: u32, report: &mut Report) -> Result<f64> {
    let request = json!({ "do": "lists", "neighbors": NEIGHBORS, "approximately": true });
    let SearchResult { ids } = ours.contestant.ask(&request)?;
    let recall = ours.recall(&ids)?;
    report.fact(work, APPROXIMATELY, OF_TEN, recall);
    let mut costs = [const { Vec::new() }; 2];
    for round in 1..=rounds {
        for (approximately, costs) in [true, false].into_iter().zip(&mut costs) {
            let request = json!({ "do": "search", "neighbors": NEIGHBORS, "approximately": approximately });
            let cost: Cost = ours.contestant.ask(&request)?;
            eprintln!(
                "round {round} of {rounds}, {work}: approximately: {approximately}, {:.2} CPU s",
                cost.cpu_s
            );
            costs.push(cost.cpu_s);
        }
    }
    let [approximate, exact] = &costs;
    report.row(Row::new(
        work,
        "CPU s",
        Better::Less,
        (APPROXIMATELY, approximate),
        (OURS, exact),
    ));
    Ok(recall)
}

/// Our search and the indexes take turns.
/// Each index gets the smallest parameter that finds at least the share `recall` of the neighbors.
fn indexes(
    work: &str,
    [ours, faiss]: &mut [Search; 2],
    (recall, rounds): (f64, u32),
    report: &mut Report,
) -> Result<()> {
    let mut tuned = Vec::new();
    for (name, index, parameter) in INDEXES {
        let request = json!({ "do": "tune", "index": index, "neighbors": NEIGHBORS, "recall": recall });
        let found: Tuned = faiss.contestant.ask(&request)?;
        report.fact(work, name, OF_TEN, found.recall);
        match found.parameter {
            Some(value) => {
                report.fact(work, name, parameter, f64::from(value));
                tuned.push((name, index, value));
            }
            None => eprintln!("{work}: {name} does not reach our recall with any {parameter}"),
        }
    }
    let mut our_seconds = Vec::new();
    let mut costs = vec![Vec::new(); tuned.len()];
    for round in 1..=rounds {
        let request = json!({ "do": "search", "neighbors": NEIGHBORS, "approximately": true });
        let cost: Cost = ours.contestant.ask(&request)?;
        our_seconds.push(cost.cpu_s);
        for (&(name, index, value), costs) in tuned.iter().zip(&mut costs) {
            let request = json!({ "do": "indexed", "index": index, "neighbors": NEIGHBORS, "parameter": value });
            let cost: IndexCost = faiss.contestant.ask(&request)?;
            eprintln!(
                "round {round} of {rounds}, {work}: {name} {:.2} + {:.2} CPU s",
                cost.build_cpu_s, cost.search_cpu_s
            );
            costs.push(cost);
        }
    }
    for ((name, ..), costs) in tuned.into_iter().zip(&costs) {
        let seconds = |of: fn(&IndexCost) -> f64| costs.iter().map(of).collect::<Vec<f64>>();
        let all = seconds(|cost| cost.build_cpu_s + cost.search_cpu_s);
        report.row(Row::new(
            work,
            "CPU s",
            Better::Less,
            (APPROXIMATELY, &our_seconds),
            (name, &all),
        ));
        let [build, search] = [seconds(|cost| cost.build_cpu_s), seconds(|cost| cost.search_cpu_s)];
        report.fact(work, name, "CPU s for building", median(&build));
        report.fact(work, name, "CPU s for searching", median(&search));
    }
    Ok(())
}

struct BenchInput {
    site: PathBuf,
    program: PathBuf,
    python: PathBuf,
    node_modules: PathBuf,
}

impl BenchInput {
    fn prepare(options: &Options) -> Result<BenchInput> {
        let sources = root().join("benches/knn");
        let bench = target()?.join("bench");
        fs::create_dir_all(&bench)?;
        // Check the tools first, so that the run fails early.
        tools::chromium()?;
        let node_modules = tools::node_packages(&sources)?;
        let python = tools::python(&bench.join("venv-knn"), &sources.join("requirements.txt"))?;
        workspace::run(&mut cargo("build --release --example bench-knn".split(' ')))?;
        let program = target()?.join("release/examples/bench-knn");
        Ok(BenchInput {
            site: options.site.path()?,
            program: program.with_extension(EXE_EXTENSION),
            python,
            node_modules,
        })
    }

    fn web(&self, name: &'static str, serving: &Serving, script: &str, n: usize) -> Result<Search> {
        let mut command = browser::node("benches/knn/browser.mjs", &serving.address)?;
        command.args([script, "/pools/sample.npy", &n.to_string()]);
        let times = if name == OURS_WEB { TIMES } else { 1 };
        Search::start(name, &mut command, times)
    }

    fn natively(&self, name: &'static str, pool: &Pool, n: usize) -> Result<Search> {
        let mut command = Command::new(&self.program);
        Search::start(name, command.arg(&pool.embeddings).arg(n.to_string()), TIMES)
    }

    fn faiss(&self, pool: &Pool, n: usize) -> Result<Search> {
        let mut command = Command::new(&self.python);
        command
            .arg(root().join("benches/knn/native.py"))
            .arg(&pool.embeddings)
            .arg(n.to_string());
        Search::start(FAISS, &mut command, TIMES)
    }

    fn versions(&self, searches: &[Search]) -> Result<Vec<String>> {
        let version = |name: &str| {
            let search = searches.iter().find(|search| search.contestant.name == name);
            search.map_or(String::new(), |search| search.ready.version.clone())
        };
        let mut versions = vec![version(OURS_WEB), version(FAISS)];
        for (name, _) in PEERS_WEB {
            versions.push(npm_version(&self.node_modules, name)?);
        }
        Ok(versions)
    }
}

struct Search {
    contestant: Contestant,
    ready: Ready,
    times: u32,
}

#[derive(Deserialize)]
struct SearchResult {
    ids: Vec<Vec<u32>>,
}

/// Smallest parameter that gives an index the wanted recall, and the reached recall.
/// If no parameter reaches the wanted recall, `parameter` is `None`, and `recall` belongs to the largest parameter.
#[derive(Deserialize)]
struct Tuned {
    parameter: Option<u32>,
    recall: f64,
}

#[derive(Clone, Deserialize)]
struct IndexCost {
    build_cpu_s: f64,
    search_cpu_s: f64,
}

#[derive(Deserialize)]
struct Ready {
    version: String,
}

impl Search {
    fn start(name: &'static str, command: &mut Command, times: u32) -> Result<Search> {
        let (contestant, ready) = Contestant::start(name, command)?;
        Ok(Search {
            contestant,
            ready,
            times,
        })
    }

    /// Returns the mean cost of one search in a turn.
    fn search(&mut self, workers: u32) -> Result<Cost> {
        let request = json!({ "do": "search", "neighbors": NEIGHBORS, "times": self.times, "workers": workers });
        self.contestant.ask(&request)
    }

    /// Recall of `lists`. Only our own search program computes the recall.
    fn recall(&mut self, lists: &[Vec<u32>]) -> Result<f64> {
        #[derive(Deserialize)]
        struct Recall {
            recall: f64,
        }
        let request = json!({ "do": "recall", "neighbors": NEIGHBORS, "lists": lists });
        let Recall { recall } = self.contestant.ask(&request)?;
        Ok(recall)
    }

    fn lists(&mut self) -> Result<Vec<Vec<u32>>> {
        let request = json!({ "do": "search", "neighbors": NEIGHBORS, "ids": true });
        let found: SearchResult = self.contestant.ask(&request)?;
        Ok(found.ids)
    }
}
