//! One function a command.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::{Value, json};

use crate::alike::Alike;
use crate::args::{self, Arguments, Command, edge_weights};
use crate::compare::compare;
use crate::confidences::confidences;
use crate::embedding::Embedded;
use crate::evaluate::evaluate;
use crate::failure::Failure;
use crate::files::{Files, delimiter, open, read};
use crate::model::{Model, lines};
use crate::neighbors::Place;
use crate::pool::{embed as embed_texts, read_confidences, read_pool};
use crate::prompt::prompt;
use crate::stages::Stages;
use crate::stdout::{print, print_line};
use crate::trace::{trace, write_trace};
use crate::{arrays, embedding, flags, model, neighbors};
use fastgas_annotation::export::{Guard, read_picks, write_picks};
use fastgas_embedding::Embeddings;
use fastgas_graph::{CsrGraph, Device, Neighbors, read_metis, read_parts, write_metis, write_parts};
use fastgas_partition::{Partition, partition, quality};
use fastgas_progress::Report;
use fastgas_select::Earlier;
use fastgas_select::pipeline;
use fastgas_select::pipeline::Given;
use fastgas_select::{Config, Method, ValidConfig};
use fastgas_select::{ConfigError, SelectError};
use fastgas_trace::TraceError;

/// Runs the command of `arguments`.
pub fn run(arguments: Arguments) -> Result<(), Failure> {
    let mut stages = Stages::new(arguments.quiet);
    match arguments.command {
        Command::Embed(command) => embed(&command, &mut stages),
        Command::Knn(command) => knn(&command, &mut stages),
        Command::Graph(command) => graph(&command, &mut stages),
        Command::Partition(command) => cut(&command, &mut stages),
        Command::Quality(command) => measure(&command),
        Command::Select(command) => select(&command, &mut stages),
        Command::Evaluate(command) => evaluate(&command, &mut stages),
        Command::Compare(command) => compare(&command, &mut stages),
        Command::Prompt(command) => prompt(&command, &mut stages),
        Command::Confidences(command) => confidences(&command, &mut stages),
        Command::Trace(command) => trace(&command),
        Command::Model(command) => describe(&command),
    }
}

fn embed(command: &args::Embed, stages: &mut Stages) -> Result<(), Failure> {
    let files = Files::read(&[Some(command.pool.pool.as_path())])?;
    let mut files = files.and(model::files(&command.encoding.model));
    let out = files.output(&command.out)?;
    let left_out = files.optional(command.pool.reading.leave_out.as_deref())?;
    let pool = read_pool(&command.pool, left_out.as_ref(), stages)?;
    let texts = pool.table.texts(pool.column).map_err(Failure::of(&command.pool.pool))?;
    let embedded = embedding::embed(&texts, &command.encoding, stages)?;
    arrays::write(&out, embedded.embeddings.as_array())
}

fn knn(command: &args::Knn, stages: &mut Stages) -> Result<(), Failure> {
    let mut files = Files::read(&[Some(command.embeddings.as_path())])?;
    let (ids, similarities) = (files.output(&command.out)?, files.output(&command.similarities)?);
    let neighbors = read_and_join(&command.embeddings, command.neighbors, &command.search, stages)?;
    arrays::write(&ids, &neighbors.ids)?;
    arrays::write(&similarities, &neighbors.similarities)
}

fn graph(command: &args::Graph, stages: &mut Stages) -> Result<(), Failure> {
    let out = Files::read(&[Some(command.embeddings.as_path())])?.output(&command.out)?;
    let neighbors = read_and_join(&command.embeddings, command.neighbors, &command.search, stages)?;
    let graph = CsrGraph::from_neighbors(&neighbors, edge_weights(command.weighted));
    out.write(|file| write_metis(&graph, file))
}

fn cut(command: &args::Partition, stages: &mut Stages) -> Result<(), Failure> {
    if !(0.0..=1.0).contains(&command.imbalance) {
        return Err(ConfigError::Imbalance {
            imbalance: command.imbalance,
        }
        .into());
    }
    let files = Files::read(&[Some(command.graph.as_path())])?;
    let out = files.printing(true).output(&command.out)?;
    let graph = read_graph(&command.graph)?;
    let started = Instant::now();
    let partition = partition(
        &graph,
        command.parts,
        command.preset.into(),
        command.imbalance,
        command.seed,
        &mut |progress| stages.report(progress),
    )?;
    let seconds = started.elapsed().as_secs_f64();
    out.write(|file| write_parts(&partition.part_of, file))?;
    let quality = quality(&graph, &partition);
    let line = json!({
        "cut": quality.cut, "imbalance": quality.imbalance, "parts": quality.n_parts, "seconds": seconds,
    });
    print_line(line)
}

fn measure(command: &args::Quality) -> Result<(), Failure> {
    Files::read(&[Some(command.graph.as_path()), Some(command.parts.as_path())])?;
    let graph = read_graph(&command.graph)?;
    let path = &command.parts;
    let part_of = read_parts(open(path)?, graph.n_vertices()).map_err(Failure::of(path))?;
    let n_parts = part_of.iter().max().map_or(0, |&last| last + 1);
    let quality = quality(&graph, &Partition { part_of, n_parts });
    let line = json!({ "cut": quality.cut, "imbalance": quality.imbalance, "parts": quality.n_parts });
    print_line(line)
}

fn read_graph(path: &Path) -> Result<CsrGraph, Failure> {
    read_metis(open(path)?).map_err(Failure::of(path))
}

fn select(command: &args::Select, stages: &mut Stages) -> Result<(), Failure> {
    let given_embeddings = command.measured.embeddings.as_deref();
    flags::check(&command.flags(), &[command.method.0])?;
    command.encoding.check(given_embeddings.is_none())?;
    if command.trace.is_some() && command.method.0 != Method::Fastgas {
        return Err(TraceError::Untold.into());
    }
    let delimiter = delimiter(&command.out)?;
    let files = Files::read(&command.reads())?.and(model::files(&command.encoding.model));
    let mut files = files.printing(command.json);
    let out = files.output(&command.out)?;
    let traced = files.optional(command.trace.as_deref())?;
    let left_out = files.optional(command.pool.reading.leave_out.as_deref())?;
    let texts = read_pool(&command.pool, left_out.as_ref(), stages)?;
    let (pool, column) = (&texts.table, texts.column);
    let config = command.config().check(pool.len() as u32)?;
    if given_embeddings.is_none() {
        // Where all are empty, that says more than that none is left to pick.
        pool.texts(column).map_err(Failure::of(&command.pool.pool))?;
    }
    let selection = (command.method.0, command.budget);
    let confidences = read_confidences(command.confidences.as_deref(), pool.len(), [selection])?;
    let rows = |path: &Option<PathBuf>| match path {
        Some(path) => read_picks(pool, &read(path)?).map_err(Failure::of(path)),
        None => Ok(Vec::new()),
    };
    let earlier = Earlier {
        picks: rows(&command.extend)?,
        skipped: rows(&command.skip)?,
    };
    let blank = pool.blank_rows(column);
    let earlier = earlier.passing_over(&blank, command.method.0);
    earlier.check(command.method.0, command.budget, pool.len() as u32)?;
    if !blank.is_empty() {
        let picked = if command.method.0.extends() {
            "are not picked"
        } else {
            "may be picked by this method"
        };
        stages.say(&format!("{} texts are empty, and {picked}", blank.len()));
    }
    let source = (&texts, command.pool.pool.as_path());
    let Embedded { embeddings, from_cache } = embed_texts(source, given_embeddings, &command.encoding, stages)?;
    let failure = |error: SelectError| Failure::Pipeline {
        // Other errors are about the arguments, not about a file.
        path: given_embeddings
            .filter(|_| matches!(error, SelectError::Embeddings(_) | SelectError::Graph(_)))
            .map(PathBuf::from),
        error: error.into(),
    };
    let given = Given {
        embeddings: &embeddings,
        confidences: confidences.as_deref(),
        earlier: &earlier,
    };
    let on = command.measured.place(command.encoding.threads);
    neighbors::estimate(&embeddings, config.n_searched() as usize, on, stages);
    let mut searched = None;
    let mut search = |embeddings: &Embeddings, start: Neighbors, report: Report<'_>| {
        // Among the originals of duplicates only the CPU searches.
        let device = searched.as_ref().map_or(on.device, |_| Device::Cpu);
        let (neighbors, found) = neighbors::search(start, embeddings, Place { device, ..on }, report);
        searched.get_or_insert(found);
        neighbors
    };
    let report = &mut |progress| stages.report(progress);
    let (outcome, duplicates) = match &traced {
        None => pipeline::run_with(given, &mut search, &config, report).map_err(failure)?,
        Some(out) => {
            let mut events = Vec::new();
            let found = pipeline::run_recorded(given, &mut search, &config, report, &mut events).map_err(failure)?;
            write_trace(out, &found.0.graph, events)?;
            found
        }
    };
    let reasons = command.explain.then(|| outcome.reasons(&duplicates));
    let duplicates = Alike::of(&duplicates, pool, column);
    // JSON has them anyway.
    if let Some(line) = duplicates.line(command.fold_duplicates)
        && !command.json
    {
        stages.say(&line);
    }
    let searched = searched.expect("neighbors were searched");
    neighbors::tell(on.device, &searched, stages);
    let guard = if command.guard_formulas { Guard::On } else { Guard::Off };
    let (selection, reasons) = (&outcome.selection, reasons.as_deref());
    out.write(|file| write_picks(pool, selection, reasons, guard, delimiter, file))?;
    if command.json {
        let mut summary = summary(command, &config, &embeddings, from_cache, &outcome, &duplicates, stages);
        summary["neighbors_found"] = json!(searched.to_string());
        print_line(format_args!("{summary:#}"))?;
    }
    Ok(())
}

fn describe(command: &args::Model) -> Result<(), Failure> {
    let model = Model::read(&command.model)?;
    let report = model.open()?.report()?;
    if command.json {
        print_line(format_args!("{:#}", json!(report)))
    } else {
        print(lines(model.name(), &report))
    }
}

fn summary(
    command: &args::Select,
    config: &ValidConfig,
    embeddings: &Embeddings,
    from_cache: Option<u32>,
    outcome: &pipeline::Outcome,
    duplicates: &Alike,
    stages: &Stages,
) -> Value {
    let model = match (&command.measured.embeddings, &command.encoding.model.folder) {
        (Some(path), _) | (None, Some(path)) => path.display().to_string(),
        (None, None) => "all-MiniLM-L6-v2".into(),
    };
    json!({
        "settings": {
            "pool": command.pool.pool, "text": command.pool.text.as_ref().or(command.pool.text_template.as_ref()),
            "method": config.config().method, "model": model,
            "budget": config.config().budget, "neighbors": config.config().n_neighbors, "parts": outcome.quality.n_parts,
            "preset": config.config().preset, "edge_weights": config.config().edge_weights,
            "centered": config.config().centered, "vote_neighbors": config.config().vote_neighbors,
            "as_published": config.config().as_published, "confidences": command.confidences,
            "extend": command.extend, "skip": command.skip,
            "imbalance": config.config().imbalance, "fold_duplicates": config.config().fold_duplicates,
            "search": config.config().search, "seed": config.config().seed,
        },
        "instances": embeddings.len(),
        "dimensions": embeddings.dimensions(),
        "texts_from_cache": from_cache,
        "duplicates": duplicates,
        "edges": outcome.graph.n_edges(),
        "cut": outcome.quality.cut,
        "imbalance": outcome.quality.imbalance,
        "parts_tried": outcome.tried,
        "picks": outcome.selection.picks.len(),
        "seconds": stages.seconds(),
        "peak_memory_bytes": peak_memory(),
        "versions": { "fastgas": env!("CARGO_PKG_VERSION") },
    })
}

/// The most memory that this process has held, where the system tells (Linux).
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace()
        .next()?
        .parse::<u64>()
        .ok()
        .map(|kibibytes| kibibytes * 1024)
}

fn read_and_join(
    path: &Path,
    n_neighbors: u32,
    search: &args::SearchOptions,
    stages: &mut Stages,
) -> Result<Neighbors, Failure> {
    let embeddings = arrays::read_embeddings(path)?;
    // Only the neighbors matter here; a budget of 1 fits every pool.
    Config {
        budget: 1,
        n_neighbors,
        ..Config::default()
    }
    .check(embeddings.len() as u32)
    .map_err(Failure::of(path))?;
    let on = Place {
        how: search.search.into(),
        device: search.device.into(),
        threads: search.threads,
    };
    Ok(neighbors::find(&embeddings, n_neighbors, on, stages))
}
