//! Runs our partitioner on one thread. Requests and answers are lines of JSON.
//! At the start, the program prints its version without waiting for a request.
//! `cargo xtask bench partition` builds and runs this program.
//!
//! The arguments are METIS graph files.
//! A request has the format `{"graph": 0, "parts": 50, "preset": "best", "seed": 1}`, where `graph` is the index of the file.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::thread;
use std::time::{Duration, Instant};

use fastgas::graph::{CsrGraph, read_metis};
use fastgas::partition::Preset;
use fastgas::partition::partition;
use serde::Deserialize;
use serde_json::json;

const IMBALANCE: f64 = 0.03;

#[derive(Deserialize)]
struct Request {
    graph: usize,
    parts: u32,
    preset: Preset,
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let graphs: Vec<CsrGraph> = env::args_os()
        .skip(1)
        .map(|path| Ok(read_metis(BufReader::new(File::open(path)?))?))
        .collect::<Result<_, Box<dyn Error>>>()?;
    send(&json!({ "version": concat!("fastgas ", env!("CARGO_PKG_VERSION")) }))?;
    for line in io::stdin().lock().lines() {
        let Request {
            graph,
            parts,
            preset,
            seed,
        } = serde_json::from_str(&line?)?;
        let graph = graphs.get(graph).ok_or("no such graph")?;
        let (cpu, wall) = (cpu_seconds()?, Instant::now());
        let partition = partition(graph, parts, preset, IMBALANCE, seed, &mut |_| {})?;
        let wall_s = wall.elapsed().as_secs_f64();
        send(&json!({
            "cpu_s": cpu_seconds()? - cpu,
            "wall_s": wall_s,
            "part_of": partition.part_of,
        }))?;
    }
    Ok(())
}

fn send(answer: &serde_json::Value) -> io::Result<()> {
    println!("{answer}");
    io::stdout().flush()
}

/// CPU time of the process in seconds. The process has one thread. The function works only on Linux.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    // Linux updates the CPU time of a thread only when the thread leaves its core, so the thread sleeps first.
    thread::sleep(Duration::from_millis(1));
    let stat = fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: u64 = stat.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds as f64 / 1e9)
}
