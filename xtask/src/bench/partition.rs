//! Graphs into parts: our presets beside METIS and Mt-KaHyPar, each on one thread.
//!
//! The graphs are of k = 10 neighbours. All get the same files and the same tolerance of 3 %; cuts and part sizes are
//! counted here, from the files and the answers, by one function for everyone. A round is a seed.

use std::collections::BTreeMap;
use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;
use serde_json::json;

use super::contestant::{Contestant, Cost};
use super::pools::{self, Pool};
use super::report::{Better, Report, Row};
use crate::project::{self, cargo, root, target};
use crate::tools;

/// Our presets, each with the peer that it is held against.
const PAIRS: [(&str, &str); 3] = [("fast", METIS), ("best", METIS), ("strong", MT_KAHYPAR)];
const METIS: &str = "metis";
const MT_KAHYPAR: &str = "mt-kahypar";
const IMBALANCE: f64 = 0.03;

/// What this bench takes.
#[derive(Args)]
pub struct Options {
    /// How many seeds each contestant cuts with.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Two cuts of the smallest graph only, to see that everything runs; the figures mean little.
    #[arg(long)]
    quick: bool,
}

/// Measures, prints the table and writes target/bench/partition.json.
pub fn run(options: &Options) -> Result<()> {
    let mut arena = Arena::prepare(options.quick)?;
    let mut report = Report::new(&arena.versions)?;
    let mut found: BTreeMap<(usize, &str), Vec<Found>> = BTreeMap::new();
    let works: Vec<Work> = arena
        .graphs
        .iter()
        .enumerate()
        .flat_map(|(graph, about)| about.parts.iter().map(move |&parts| Work { graph, parts }))
        .collect();
    for (place, work) in works.iter().enumerate() {
        for round in 1..=options.rounds {
            for who in [METIS, "fast", "best", MT_KAHYPAR, "strong"] {
                let result = arena.cut(who, work, round)?;
                eprintln!(
                    "{}, round {round}: {who} {} in {:.3} CPU s",
                    arena.name(work),
                    result.cut,
                    result.cpu_s
                );
                found.entry((place, who)).or_default().push(result);
            }
        }
    }

    for (ours, peer) in PAIRS {
        let all: Vec<usize> = (0..works.len()).collect();
        let mut groups = vec![("all, geometric mean".to_owned(), all.clone())];
        groups.extend(arena.graphs.iter().enumerate().map(|(graph, about)| {
            let of_graph = all.iter().copied().filter(|&place| works[place].graph == graph);
            (format!("{}, geometric mean", about.name), of_graph.collect())
        }));
        groups.extend(all.iter().map(|&place| (arena.name(&works[place]), vec![place])));
        for (name, places) in groups {
            for (unit, value) in [("cut", Found::cut as fn(&Found) -> f64), ("CPU s", Found::cpu_s)] {
                let means = |who| -> Vec<f64> {
                    (0..options.rounds as usize)
                        .map(|round| geometric_mean(places.iter().map(|&place| value(&found[&(place, who)][round]))))
                        .collect()
                };
                let (ours, peer) = ((ours, &means(ours)[..]), (peer, &means(peer)[..]));
                report.row(Row::new(&name, unit, Better::Less, ours, peer));
            }
        }
    }
    for who in [METIS, MT_KAHYPAR] {
        let over = (0..works.len()).flat_map(|place| &found[&(place, who)]);
        let over = over.filter(|result| result.heaviest > result.limit).count();
        report.fact("all rounds", who, "partitions with a part over 3 %", over as f64);
    }
    report.publish(&target()?.join("bench/partition.json"))
}

/// A graph to cut into so many parts.
struct Work {
    graph: usize,
    parts: u32,
}

/// What a contestant made of a work.
struct Found {
    cut: u64,
    heaviest: u64,
    /// What the heaviest part may hold.
    limit: u64,
    cpu_s: f64,
}

impl Found {
    fn cut(&self) -> f64 {
        self.cut as f64
    }

    fn cpu_s(&self) -> f64 {
        self.cpu_s
    }
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

/// The graphs and who cuts them.
struct Arena {
    graphs: Vec<Graph>,
    ours: Contestant,
    /// METIS and Mt-KaHyPar.
    peers: [Contestant; 2],
    versions: Vec<String>,
}

impl Arena {
    fn prepare(quick: bool) -> Result<Arena> {
        let sources = root().join("benches/partition");
        let folder = target()?.join("bench/partition");
        fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
        let python = tools::python(&folder.join("venv"), &sources.join("requirements.txt"))?;
        let graphs = graphs(&folder, quick)?;
        let build = "build --release --example bench-partition";
        project::run(&mut cargo(build.split(' ')))?;
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
        Ok(Arena {
            graphs,
            ours,
            peers,
            versions,
        })
    }

    fn name(&self, work: &Work) -> String {
        format!("{}, K = {}", self.graphs[work.graph].name, work.parts)
    }

    /// Has `who`, a peer or one of our presets, do the work, and counts what came of it.
    fn cut(&mut self, who: &str, work: &Work, seed: u32) -> Result<Found> {
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
        Ok(Found {
            cut,
            heaviest,
            limit,
            cpu_s: cost.cpu_s,
        })
    }
}

/// The graphs of all pools, with and without weights; made where they are older than their embeddings.
fn graphs(folder: &Path, quick: bool) -> Result<Vec<Graph>> {
    const FEW: [u32; 7] = [2, 3, 6, 9, 10, 25, 50];
    if quick {
        return Ok(vec![Graph::of(&Pool::sample()?, false, &[6, 50], folder)?]);
    }
    let mut graphs = Vec::new();
    for (pool, parts) in [
        (Pool::sample()?, &FEW[..]),
        (Pool::debian(Some(30_000))?, &[50, 200]),
        (Pool::debian(None)?, &[50, 200]),
    ] {
        for weighted in [false, true] {
            graphs.push(Graph::of(&pool, weighted, parts, folder)?);
        }
    }
    Ok(graphs)
}

/// A METIS graph file, and what is in it.
struct Graph {
    name: String,
    path: PathBuf,
    /// Every K that it is cut into.
    parts: Vec<u32>,
    n_vertices: usize,
    /// Each edge once.
    edges: Vec<Edge>,
}

/// Both ends and the weight.
type Edge = (u32, u32, u64);

impl Graph {
    fn of(pool: &Pool, weighted: bool, parts: &[u32], folder: &Path) -> Result<Graph> {
        let kind = if weighted { "weighted" } else { "unweighted" };
        let path = folder.join(format!("{}-{kind}.graph", pool.n));
        let changed = |path: &Path| fs::metadata(path).and_then(|about| about.modified());
        if !matches!((changed(&path), changed(&pool.embeddings)), (Ok(made), Ok(from)) if made >= from) {
            let mut graph = Command::new(pools::program()?);
            graph.arg("graph").arg(&pool.embeddings).args(["--neighbors", "10"]);
            graph.args(weighted.then_some("--weighted")).arg("--out").arg(&path);
            project::run(&mut graph)?;
        }
        let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        let (n_vertices, edges) = read(&text).with_context(|| format!("in {}", path.display()))?;
        Ok(Graph {
            name: format!("{} texts, {kind}", pool.n),
            path,
            parts: parts.to_vec(),
            n_vertices,
            edges,
        })
    }

    /// The cut and the size of the largest part.
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

/// The vertices and edges of a METIS file as `fastgas graph` writes it: no comments, no vertex weights.
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

/// 3 % above the mean, or the mean rounded up.
fn limit(n_vertices: usize, parts: u32) -> u64 {
    let tolerated = (1.0 + IMBALANCE) * n_vertices as f64 / f64::from(parts);
    (n_vertices as u64).div_ceil(u64::from(parts)).max(tolerated as u64)
}

/// `values`: at least one, all above 0.
fn geometric_mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let n = values.clone().count() as f64;
    (values.map(f64::ln).sum::<f64>() / n).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_counted_from_the_file() {
        let (n_vertices, edges) = read("4 4 001\n2 5 3 1\n1 5 3 1\n1 1 2 1 4 7\n3 7\n").unwrap();
        assert_eq!(edges, [(0, 1, 5), (0, 2, 1), (1, 2, 1), (2, 3, 7)]);
        let graph = Graph {
            name: String::new(),
            path: PathBuf::new(),
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
    fn sixty_one_may_stand_in_a_part_of_sixty() {
        assert_eq!(limit(3000, 50), 61);
        assert_eq!(limit(3001, 50), 61);
        assert_eq!(limit(10, 10), 1);
    }

    #[test]
    fn the_geometric_mean_of_ratios_is_the_ratio_of_geometric_means() {
        assert!((geometric_mean([1.0, 4.0, 2.0].into_iter()) - 2.0).abs() < 1e-12);
    }
}
