//! Partitioning benchmark. Compares our presets with METIS and Mt-KaHyPar, each on one thread.
//! Also compares our presets in Chromium with the same presets in a native program.
//!
//! The graphs are k-nearest-neighbor graphs with k = 10.
//! All contestants get the same files and the same balance tolerance, 3 %. Each round uses one seed.
//! One function computes the edge cuts and part sizes of all contestants from the files and the answers.
//! In Chromium, the page's worker builds the graphs from the neighbor lists of the native graphs.
//! The worker must find the same parts as the native program.
//! The worker's wall-clock seconds are compared with native wall-clock seconds.

use std::collections::BTreeMap;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;
use serde_json::json;

use super::Site;
use super::contestant::{Contestant, Cost};
use super::pools::{self, Pool};
use super::report::{Better, Report, Row};
use crate::browser;
use crate::serve::{self, Serving};
use crate::tools;
use crate::workspace::{self, cargo, root, target};

/// One of our presets, and the peer that the preset is compared with.
const PAIRS: [(&str, &str); 3] = [("fast", METIS), ("best", METIS), ("strong", MT_KAHYPAR)];
const METIS: &str = "metis";
const MT_KAHYPAR: &str = "mt-kahypar";
/// One of our presets in WebAssembly, and the native run that the preset is compared with.
const IN_WASM: [(&str, &str); 3] = [
    ("fast, wasm", "fast"),
    ("best, wasm", "best"),
    ("strong, wasm", "strong"),
];
const IMBALANCE: f64 = 0.03;
const CUT: &str = "cut";
const CPU: &str = "CPU s";
const CLOCK: &str = "s";

/// Options of the partition bench.
#[derive(Args)]
pub struct Options {
    /// Number of random seeds that each contestant uses to partition each graph.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Partition only the smallest graph, with two values of K, to check that everything runs.
    /// The measured values are not meaningful.
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    site: Site,
}

/// Writes target/bench/partition.json.
pub fn run(options: &Options) -> Result<()> {
    let mut arena = BenchInput::prepare(options)?;
    let mut report = Report::new(&arena.versions)?;
    let mut found = Figures::default();
    let mut over: BTreeMap<&str, u32> = BTreeMap::new();
    let works: Vec<Work> = arena
        .graphs
        .iter()
        .enumerate()
        .flat_map(|(graph, about)| about.parts.iter().map(move |&parts| Work { graph, parts }))
        .collect();
    // The warm-up lets the browser compile the hot code before anything is measured.
    for (_, preset) in IN_WASM {
        arena.cut_in_wasm(preset, &works[0], 0)?;
    }
    for (place, work) in works.iter().enumerate() {
        for round in 1..=options.rounds {
            let mut natively: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
            for who in [METIS, "fast", "best", MT_KAHYPAR, "strong"] {
                let PartitionResult {
                    cut,
                    is_over,
                    cost,
                    part_of,
                } = arena.cut(who, work, round)?;
                eprintln!(
                    "{}, round {round}: {who} {cut} in {:.3} CPU s",
                    arena.name(work),
                    cost.cpu_s
                );
                found.entry((place, who, CUT)).or_default().push(cut as f64);
                found.entry((place, who, CPU)).or_default().push(cost.cpu_s);
                found.entry((place, who, CLOCK)).or_default().push(cost.wall_s);
                *over.entry(who).or_default() += u32::from(is_over);
                natively.insert(who, part_of);
            }
            for (who, preset) in IN_WASM {
                let InWasm { part_of, wall_s } = arena.cut_in_wasm(preset, work, round)?;
                eprintln!("{}, round {round}: {who} in {wall_s:.3} s", arena.name(work));
                ensure!(
                    part_of == natively[preset],
                    "{}, round {round}: {who} finds other parts than natively",
                    arena.name(work)
                );
                found.entry((place, who, CLOCK)).or_default().push(wall_s);
            }
        }
    }

    let against_peers = PAIRS.into_iter().flat_map(|pair| [(pair, CUT), (pair, CPU)]);
    for ((ours, peer), unit) in against_peers.chain(IN_WASM.map(|pair| (pair, CLOCK))) {
        let all: Vec<usize> = (0..works.len()).collect();
        let mut groups = vec![("all, geometric mean".to_owned(), all.clone())];
        groups.extend(arena.graphs.iter().enumerate().map(|(graph, about)| {
            let of_graph = all.iter().copied().filter(|&place| works[place].graph == graph);
            (format!("{}, geometric mean", about.name), of_graph.collect())
        }));
        groups.extend(all.iter().map(|&place| (arena.name(&works[place]), vec![place])));
        for (name, places) in groups {
            let means = |who| -> Vec<f64> {
                (0..options.rounds as usize)
                    .map(|round| geometric_mean(places.iter().map(|&place| found[&(place, who, unit)][round])))
                    .collect()
            };
            let (ours, peer) = ((ours, &means(ours)[..]), (peer, &means(peer)[..]));
            report.row(Row::new(&name, unit, Better::Less, ours, peer));
        }
    }
    for who in [METIS, MT_KAHYPAR] {
        report.fact("all rounds", who, "partitions with a part over 3 %", over[who].into());
    }
    report.publish(&target()?.join("bench/partition.json"))
}

/// Maps a partitioning task, a contestant and a unit to the measured values, one for each round.
/// The first element of the key is the index of the task, which consists of a graph and a number of parts.
type Figures = BTreeMap<(usize, &'static str, &'static str), Vec<f64>>;

struct Work {
    graph: usize,
    parts: u32,
}

struct PartitionResult {
    cut: u64,
    /// True if a part is heavier than the balance tolerance allows.
    is_over: bool,
    cost: Cost,
    part_of: Vec<u32>,
}

#[derive(Deserialize)]
struct Ready {
    version: String,
}

#[derive(Deserialize)]
struct Answer {
    part_of: Vec<u32>,
    #[serde(flatten)]
    cost: Cost,
}

#[derive(Deserialize)]
struct InWasm {
    part_of: Vec<u32>,
    /// Duration of the partitioning stage in seconds, as measured by the worker.
    wall_s: f64,
}

struct BenchInput {
    graphs: Vec<Graph>,
    ours: Contestant,
    peers: [Contestant; 2],
    /// Our presets in Chromium, in the page that `_serving` serves.
    web: Contestant,
    _serving: Serving,
    versions: Vec<String>,
}

impl BenchInput {
    fn prepare(options: &Options) -> Result<BenchInput> {
        let sources = root().join("benches/partition");
        let folder = target()?.join("bench/partition");
        fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        let python = tools::python(&folder.join("venv"), &sources.join("requirements.txt"))?;
        let pools = pools(options.quick)?;
        let graphs = graphs(&pools, &folder, options.quick)?;
        let build = "build --release --example bench-partition";
        workspace::run(&mut cargo(build.split(' ')))?;
        let program = target()?.join("release/examples/bench-partition");

        let paths = || graphs.iter().map(|graph| &graph.path);
        let (ours, ready) = Contestant::start::<Ready>(
            "fastgas",
            Command::new(program.with_extension(EXE_EXTENSION)).args(paths()),
        )?;
        let mut versions = vec![ready.version];
        let mut peer = |name| {
            let mut command = Command::new(&python);
            command.arg(sources.join("peers.py")).arg(name).args(paths());
            let (contestant, ready) = Contestant::start::<Ready>(name, &mut command)?;
            versions.push(ready.version);
            Ok::<_, anyhow::Error>(contestant)
        };
        let peers = [peer(METIS)?, peer(MT_KAHYPAR)?];
        let site = options.site.path()?;
        let (web, serving, version) = in_chromium(&site, &folder, &pools)?;
        versions.push(version);
        Ok(BenchInput {
            graphs,
            ours,
            peers,
            web,
            _serving: serving,
            versions,
        })
    }

    fn name(&self, work: &Work) -> String {
        format!("{}, K = {}", self.graphs[work.graph].name, work.parts)
    }

    /// `who` is the name of a peer or of one of our presets.
    fn cut(&mut self, who: &str, work: &Work, seed: u32) -> Result<PartitionResult> {
        let mut request = json!({ "graph": work.graph, "parts": work.parts, "seed": seed });
        let peer = self.peers.iter_mut().find(|peer| peer.name == who);
        let ours = peer.is_none();
        let Answer { part_of, cost } = match peer {
            Some(peer) => peer.ask(&request)?,
            None => {
                request["preset"] = json!(who);
                self.ours.ask(&request)?
            }
        };
        let graph = &self.graphs[work.graph];
        let (cut, heaviest) = graph.count(&part_of, work.parts)?;
        let limit = limit(graph.n_vertices, work.parts);
        ensure!(
            !ours || heaviest <= limit,
            "{who} made a part of {heaviest} in {}, {limit} are allowed",
            self.name(work)
        );
        Ok(PartitionResult {
            cut,
            is_over: heaviest > limit,
            cost,
            part_of,
        })
    }

    fn cut_in_wasm(&mut self, preset: &str, work: &Work, seed: u32) -> Result<InWasm> {
        let graph = &self.graphs[work.graph];
        let request = json!({
            "do": "partition", "pool": graph.pool, "weighted": graph.weighted,
            "parts": work.parts, "preset": preset, "seed": seed,
        });
        self.web.ask(&request)
    }
}

/// Opens our partitioner in Chromium with the neighbor lists of all `pools`. Computes missing and outdated lists first.
/// Returns the contestant, the server of the page, and the version of Chromium.
fn in_chromium(site: &Path, folder: &Path, pools: &[Pool]) -> Result<(Contestant, Serving, String)> {
    let benches = root().join("benches");
    let embedded = pools[0].embeddings.parent().context("a pool lies in a folder")?;
    let others = [
        ("/bench", &*benches.join("partition")),
        ("/shared", &*benches.join("shared")),
        ("/lists", folder),
        ("/pools", embedded),
    ];
    let serving = serve::start(site, &others, 0)?;
    let mut addresses = Vec::new();
    for pool in pools {
        let [ids, similarities] = ["ids", "similarities"].map(|what| format!("{}-{what}.npy", pool.n));
        if !pools::is_newer(&folder.join(&similarities), &pool.embeddings) {
            let mut knn = Command::new(pools::program()?);
            knn.arg("knn").arg(&pool.embeddings).args(["--neighbors", "10"]);
            knn.arg("--out").arg(folder.join(&ids));
            knn.arg("--similarities").arg(folder.join(&similarities));
            workspace::run(&mut knn)?;
        }
        let embeddings = pool.embeddings.file_name().context("it is a file")?;
        let embeddings = format!("/pools/{}", embeddings.to_string_lossy());
        addresses.push([embeddings, format!("/lists/{ids}"), format!("/lists/{similarities}")]);
    }
    let mut command = browser::node("benches/partition/browser.mjs", &serving.address)?;
    command.arg(json!(addresses).to_string());
    let (contestant, ready) = Contestant::start::<Ready>("fastgas-wasm", &mut command)?;
    Ok((contestant, serving, ready.version))
}

fn pools(quick: bool) -> Result<Vec<Pool>> {
    if quick {
        return Ok(vec![Pool::sample()?]);
    }
    Ok(vec![Pool::sample()?, Pool::debian(Some(30_000))?, Pool::debian(None)?])
}

/// For each pool, builds a graph with edge weights and a graph without edge weights. With `quick`, builds only one graph.
/// A graph is rebuilt if it is older than its embeddings.
fn graphs(pools: &[Pool], folder: &Path, quick: bool) -> Result<Vec<Graph>> {
    if quick {
        return Ok(vec![Graph::of(pools, 0, false, &[6, 50], folder)?]);
    }
    let mut graphs = Vec::new();
    for pool in 0..pools.len() {
        let parts: &[u32] = if pool == 0 {
            &[2, 3, 6, 9, 10, 25, 50]
        } else {
            &[50, 200]
        };
        for weighted in [false, true] {
            graphs.push(Graph::of(pools, pool, weighted, parts, folder)?);
        }
    }
    Ok(graphs)
}

struct Graph {
    name: String,
    path: PathBuf,
    pool: usize,
    weighted: bool,
    parts: Vec<u32>,
    n_vertices: usize,
    /// Edges of the graph. Each edge occurs once.
    edges: Vec<Edge>,
}

type Edge = (u32, u32, u64);

impl Graph {
    fn of(pools: &[Pool], place: usize, weighted: bool, parts: &[u32], folder: &Path) -> Result<Graph> {
        let pool = &pools[place];
        let kind = if weighted { "weighted" } else { "unweighted" };
        let path = folder.join(format!("{}-{kind}.graph", pool.n));
        if !pools::is_newer(&path, &pool.embeddings) {
            let mut graph = Command::new(pools::program()?);
            graph.arg("graph").arg(&pool.embeddings).args(["--neighbors", "10"]);
            graph.args(weighted.then_some("--weighted")).arg("--out").arg(&path);
            workspace::run(&mut graph)?;
        }
        let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        let (n_vertices, edges) = read(&text).with_context(|| format!("in {}", path.display()))?;
        Ok(Graph {
            name: format!("{} texts, {kind}", pool.n),
            path,
            pool: place,
            weighted,
            parts: parts.to_vec(),
            n_vertices,
            edges,
        })
    }

    fn count(&self, part_of: &[u32], parts: u32) -> Result<(u64, u64)> {
        ensure!(
            part_of.len() == self.n_vertices && part_of.iter().all(|&part| part < parts),
            "that is no partition of {} vertices into {parts} parts",
            self.n_vertices
        );
        let mut sizes = vec![0; parts as usize];
        part_of.iter().for_each(|&part| sizes[part as usize] += 1);
        let crossing = |&&(a, b, _): &&Edge| part_of[a as usize] != part_of[b as usize];
        let cut = self.edges.iter().filter(crossing).map(|(.., weight)| weight).sum();
        Ok((cut, sizes.into_iter().max().unwrap_or(0)))
    }
}

/// Parses a METIS file in the format of `fastgas graph`, without comments and vertex weights.
/// Returns the number of vertices, and the list of edges.
fn read(text: &str) -> Result<(usize, Vec<Edge>)> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().context("it is empty")?.split(' ').collect();
    let n_vertices = header[0].parse()?;
    let step = if header.get(2) == Some(&"001") { 2 } else { 1 };
    let mut edges = Vec::new();
    for (vertex, line) in (1u32..).zip(lines) {
        let numbers: Vec<u32> = line.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
        for edge in numbers.chunks_exact(step).filter(|edge| edge[0] > vertex) {
            edges.push((vertex - 1, edge[0] - 1, edge.get(1).copied().map_or(1, u64::from)));
        }
    }
    Ok((n_vertices, edges))
}

/// Maximum size of a part: 3 % above the mean size, or the mean size rounded up, whichever is larger.
fn limit(n_vertices: usize, parts: u32) -> u64 {
    let tolerated = (1.0 + IMBALANCE) * n_vertices as f64 / f64::from(parts);
    (n_vertices as u64).div_ceil(u64::from(parts)).max(tolerated as u64)
}

/// Geometric mean of one or more positive values.
fn geometric_mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = values.clone().count() as f64;
    (values.map(f64::ln).sum::<f64>() / n).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_cut_is_computed_from_file() {
        let (n_vertices, edges) = read("4 4 001\n2 5 3 1\n1 5 3 1\n1 1 2 1 4 7\n3 7\n").unwrap();
        assert_eq!(edges, [(0, 1, 5), (0, 2, 1), (1, 2, 1), (2, 3, 7)]);
        let graph = Graph {
            name: String::new(),
            path: PathBuf::new(),
            pool: 0,
            weighted: true,
            parts: Vec::new(),
            n_vertices,
            edges,
        };
        assert_eq!(graph.count(&[0, 0, 1, 1], 2).unwrap(), (2, 2));
        assert_eq!(graph.count(&[0, 0, 0, 1], 2).unwrap(), (7, 3));
        assert!(graph.count(&[0, 0, 0], 2).is_err() && graph.count(&[0, 0, 0, 2], 2).is_err());
        assert_eq!(read("3 1\n2\n1\n\n").unwrap(), (3, vec![(0, 1, 1)]));
    }

    #[test]
    fn part_of_sixty_tolerates_sixty_one_vertices() {
        assert_eq!(limit(3000, 50), 61);
        assert_eq!(limit(3001, 50), 61);
        assert_eq!(limit(10, 10), 1);
    }

    #[test]
    fn geometric_mean_of_ratios_equals_ratio_of_geometric_means() {
        assert!((geometric_mean([1.0, 4.0, 2.0].into_iter()) - 2.0).abs() < 1e-12);
    }
}
