//! `fastgas trace`: records a run on a graph, or reads a trace, and draws one of its steps.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::args::PresetName;
use crate::error::{CliError, UnusedFlag};
use crate::files::{Files, Output, read};
use crate::progress::ProgressReporter;
use crate::run_estimate::{RunEstimate, partition_seconds};
use crate::stdout::print_line;
use fastgas_graph::{CsrGraph, read_metis};
use fastgas_partition::Event;
use fastgas_partition::Preset;
use fastgas_partition::{PartitionConfig, quality};
use fastgas_protocol::Error;
use fastgas_select::Config;
use fastgas_trace::TraceError;
use fastgas_trace::examples::{ExampleGraph, NAMES, places};
use fastgas_trace::{PictureStyle, Player, Trace as Record, View, record_fastgas, shapes, to_svg};

/// Maximum number of vertices of a graph that is drawn. A drawing with more vertices is not legible.
const MAX_DRAWN_VERTICES: usize = 400;

#[derive(Debug, Args)]
pub struct Trace {
    /// METIS graph file, name of a built-in graph, or trace to read.
    ///
    /// The built-in graphs are sentences, grid, karate, cliques and spider.
    #[arg(value_name = "GRAPH")]
    pub graph: PathBuf,
    /// Number of parts (K), from 1 to the number of vertices [default: suited to the built-in graph; 2 for a file].
    #[arg(long, value_name = "K")]
    pub parts: Option<u32>,
    /// Budget: number of vertices to pick (M) [default: suited to the built-in graph; K for a file].
    #[arg(long, value_name = "M")]
    pub budget: Option<u32>,
    /// Partitioning preset; picks are made by residual degree with every preset [default: paper].
    #[arg(long, value_enum, alias = "mode")]
    pub preset: Option<PresetName>,
    /// Random seed [default: 0].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Output file for the trace.
    #[arg(long, value_name = "g.trace")]
    pub out: Option<PathBuf>,
    /// Output file for a drawing of one step; for graphs of at most 400 vertices.
    #[arg(long, value_name = "step.svg")]
    pub svg: Option<PathBuf>,
    /// Step to draw, counted from 0; needs --svg [default: the last].
    #[arg(long, value_name = "N", requires = "svg")]
    pub step: Option<u32>,
    /// Print every step as a sentence.
    #[arg(long)]
    pub tell: bool,
}

impl Trace {
    /// Returns the first given flag that affects only the recording of a trace.
    fn recording(&self) -> Option<&'static str> {
        let flags = [
            ("--parts", self.parts.is_some()),
            ("--budget", self.budget.is_some()),
            ("--preset", self.preset.is_some()),
            ("--seed", self.seed.is_some()),
        ];
        let given = flags.into_iter().find(|&(_, is_given)| is_given);
        given.map(|(flag, _)| flag)
    }
}

/// Replays the trace to verify that it is complete, and then prints one line of JSON.
pub fn run(command: &Trace, reporter: &ProgressReporter) -> Result<(), CliError> {
    let known = command
        .graph
        .to_str()
        .filter(|name| NAMES.contains(name))
        .and_then(ExampleGraph::named);
    let path = known.is_none().then_some(command.graph.as_path());
    let mut files = Files::read(&[path])?.printing(true);
    let out = files.optional(command.out.as_deref())?;
    let drawn = files.optional(command.svg.as_deref())?;
    let started = Instant::now();
    let (trace, example) = match known {
        Some(example) => (
            recorded(command, &example.graph, (example.n_parts, example.budget))?,
            Some(example),
        ),
        None => (read_trace(command, reporter)?, None),
    };
    let seconds = started.elapsed().as_secs_f64();
    let bytes = trace.to_bytes();
    let (n_events, n) = (trace.events.len(), trace.graph.n_vertices());
    let positions = match &example {
        Some(example) => example.positions.clone(),
        None if n <= MAX_DRAWN_VERTICES => places(&trace.graph),
        None => vec![[0.0; 2]; n],
    };
    let texts = example.map_or_else(Vec::new, |example| example.texts);
    let mut player = Player::new(trace, positions, n > MAX_DRAWN_VERTICES).map_err(CliError::of(&command.graph))?;
    let svg = match &drawn {
        Some(_) => drawing(&mut player, command.step, &texts)?,
        None => String::new(),
    };
    // Files are written before the result is printed, because the reader of a pipe may stop reading.
    for (out, bytes) in [(&out, &bytes[..]), (&drawn, svg.as_bytes())] {
        if let Some(out) = out {
            out.write(|file| file.write_all(bytes))?;
        }
    }
    if command.tell {
        for step in 0..=player.end() {
            player.seek(step);
            print_line(format_args!("{step}\t{}", player.sentence(&texts)))?;
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
    print_line(line)
}

/// Draws the given step of the trace as SVG, or the last step if `step` is `None`.
fn drawing(player: &mut Player, step: Option<u32>, texts: &[String]) -> Result<String, CliError> {
    let n = player.graph().n_vertices();
    if n > MAX_DRAWN_VERTICES {
        return Err(CliError::from(Error::from(TraceError::Large {
            n_vertices: n as u64,
            limit: MAX_DRAWN_VERTICES as u64,
        })));
    }
    let last = player.end();
    let step = step.unwrap_or(last);
    if step > last {
        return Err(CliError::UnusedFlag(UnusedFlag::Step { step, last }));
    }
    player.seek(step);
    let title = player.sentence(texts).to_string();
    let drawing = shapes(&player.scene(), View::ALL, texts, PictureStyle::FILE);
    Ok(to_svg(&drawing, &title))
}

pub fn write_trace(out: &Output, graph: &CsrGraph, events: Vec<Event>) -> Result<(), CliError> {
    if events.is_empty() {
        return Err(Error::from(TraceError::Untold).into());
    }
    let graph = graph.clone();
    let bytes = Record { graph, events }.to_bytes();
    out.write(|file| file.write_all(&bytes))
}

/// Reads the trace in the file. If the file contains a graph instead, records a run on the graph.
fn read_trace(command: &Trace, reporter: &ProgressReporter) -> Result<Record, CliError> {
    let path = &command.graph;
    let bytes = read(path)?;
    match Record::from_bytes(&bytes) {
        Ok(trace) => match command.recording() {
            Some(flag) => Err(CliError::UnusedFlag(UnusedFlag::Recorded {
                flag,
                path: path.clone(),
            })),
            None => Ok(trace),
        },
        Err(TraceError::Format) => {
            let graph = read_metis(&bytes[..]).map_err(CliError::of(path))?;
            estimate(&graph).announce(reporter);
            recorded(command, &graph, (2, command.parts.unwrap_or(2)))
        }
        Err(error) => Err(CliError::of(path)(error)),
    }
}

fn estimate(graph: &CsrGraph) -> RunEstimate {
    let mut estimate = RunEstimate::default();
    estimate.add(partition_seconds(graph.n_edges() as f64), "the parts");
    estimate
}

/// `n_parts` and `budget` are the defaults of `--parts` and `--budget`.
fn recorded(command: &Trace, graph: &CsrGraph, (n_parts, budget): (u32, u32)) -> Result<Record, CliError> {
    let cut = PartitionConfig {
        n_parts: command.parts.unwrap_or(n_parts),
        preset: command.preset.map_or(Preset::Paper, Preset::from),
        imbalance: Config::default().imbalance,
        seed: command.seed.unwrap_or(0),
    };
    let recorded = record_fastgas(graph, cut, command.budget.unwrap_or(budget));
    let (trace, ..) = recorded.map_err(CliError::of(&command.graph))?;
    Ok(trace)
}
