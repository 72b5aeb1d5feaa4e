//! Records what the algorithm does with a graph, reads it back, and draws a step of it.

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::cli::args::PresetName;
use crate::cli::failure::Failure;
use crate::config::Config;
use crate::error::{Error, TraceError};
use crate::graph::{CsrGraph, read_metis};
use crate::partition::{Cut, quality};
use crate::trace::{Event, Player, Trace as Record, View, record, shapes, to_svg};
use crate::worlds::{NAMES, World, places};

/// Larger graphs have no places that are worth drawing without a map.
const DRAWN: usize = 400;

#[derive(Debug, Args)]
pub struct Trace {
    /// A METIS graph file, the name of a small world (sentences, grid, karate, cliques, spider), or a trace to read back.
    #[arg(value_name = "GRAPH")]
    pub graph: PathBuf,
    /// K [default: what suits the world; 2 for a file].
    #[arg(long, value_name = "K")]
    pub parts: Option<u32>,
    /// M [default: what suits the world; K for a file].
    #[arg(long, value_name = "M")]
    pub budget: Option<u32>,
    /// How to cut. The picks are by residual degree in every mode.
    #[arg(long, value_enum, default_value_t = PresetName::Paper)]
    pub mode: PresetName,
    /// All randomness comes from here.
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Where to write the trace.
    #[arg(long, value_name = "g.trace")]
    pub out: Option<PathBuf>,
    /// Draw a step of a graph of up to 400 vertices.
    #[arg(long, value_name = "step.svg")]
    pub svg: Option<PathBuf>,
    /// Which step to draw [default: the last].
    #[arg(long, value_name = "N")]
    pub step: Option<u32>,
    /// Print every step as a sentence.
    #[arg(long)]
    pub tell: bool,
}

/// Records or reads; replays, so that what is written is known to lead to its end; prints a line of JSON.
pub fn trace(command: &Trace) -> Result<(), Failure> {
    let known = command
        .graph
        .to_str()
        .filter(|name| NAMES.contains(name))
        .and_then(World::named);
    let started = Instant::now();
    let read = match &known {
        Some(_) => None,
        None => read_trace(command)?,
    };
    let (trace, world) = match read {
        Some(trace) => (trace, None),
        None => recorded(command, known)?,
    };
    let seconds = started.elapsed().as_secs_f64();
    let bytes = trace.to_bytes();
    if let Some(path) = &command.out {
        fs::write(path, &bytes).map_err(Failure::file(path))?;
    }
    let (n_events, n) = (trace.events.len(), trace.graph.n_vertices());
    let positions = match &world {
        Some(world) => world.positions.clone(),
        None if n <= DRAWN => places(&trace.graph),
        None => vec![[0.0; 2]; n],
    };
    let texts = world.map_or_else(Vec::new, |world| world.texts);
    let mut player = Player::new(trace, positions, n > DRAWN).map_err(Failure::of(&command.graph))?;
    if command.tell {
        for step in 0..=player.end() {
            player.seek(step);
            println!("{step}\t{}", player.sentence(&texts));
        }
    }
    player.seek(u32::MAX);
    let (replay, steps) = (player.replay(), player.end());
    let quality = quality(player.graph(), &replay.partition());
    let line = json!({
        "vertices": n, "edges": player.graph().n_edges(), "events": n_events, "steps": steps, "bytes": bytes.len(),
        "cut": quality.cut, "imbalance": quality.imbalance, "parts": quality.n_parts, "picks": replay.rows(),
        "seconds": seconds,
    });
    if let Some(path) = &command.svg {
        if n > DRAWN {
            return Err(Failure::from(Error::from(TraceError::Large {
                n_vertices: n as u64,
                limit: DRAWN as u64,
            })));
        }
        player.seek(command.step.unwrap_or(u32::MAX));
        let title = player.sentence(&texts).to_string();
        let svg = to_svg(&shapes(&player.scene(), View::ALL, &texts), &title);
        fs::write(path, svg).map_err(Failure::file(path))?;
    }
    println!("{line}");
    Ok(())
}

/// Writes what was recorded with a graph.
pub fn write_trace(path: &Path, graph: &CsrGraph, events: Vec<Event>) -> Result<(), Failure> {
    if events.is_empty() {
        return Err(Error::from(TraceError::Untold).into());
    }
    let graph = graph.clone();
    fs::write(path, Record { graph, events }.to_bytes()).map_err(Failure::file(path))
}

/// The trace of a file, where it is one.
fn read_trace(command: &Trace) -> Result<Option<Record>, Failure> {
    let path = &command.graph;
    let bytes = fs::read(path).map_err(Failure::file(path))?;
    match Record::from_bytes(&bytes) {
        Ok(trace) => Ok(Some(trace)),
        // Then it may be a graph.
        Err(TraceError::Format) => Ok(None),
        Err(error) => Err(Failure::of(path)(error)),
    }
}

fn recorded(command: &Trace, world: Option<World>) -> Result<(Record, Option<World>), Failure> {
    let path = &command.graph;
    let read = || -> Result<CsrGraph, Failure> {
        let file = BufReader::new(File::open(path).map_err(Failure::file(path))?);
        read_metis(file).map_err(Failure::of(path))
    };
    let (graph, n_parts, budget) = match &world {
        Some(world) => (world.graph.clone(), world.n_parts, world.budget),
        None => (read()?, 2, command.parts.unwrap_or(2)),
    };
    let cut = Cut {
        n_parts: command.parts.unwrap_or(n_parts),
        preset: command.mode.into(),
        imbalance: Config::default().imbalance,
        seed: command.seed,
    };
    let (trace, ..) = record(&graph, cut, command.budget.unwrap_or(budget)).map_err(Failure::of(path))?;
    Ok((trace, world))
}
