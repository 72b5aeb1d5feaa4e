//! Runs our neighbor search on one thread. Requests and answers are lines of JSON.
//! At the start, the program prints its version without waiting for a request.
//! `cargo xtask bench knn` builds and runs this program.
//!
//! Arguments: the .npy file with the embeddings and the number of rows to read.

use std::collections::BTreeSet;
use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::time::Instant;

use fastgas::embedding::Embeddings;
use fastgas::embedding::EmbeddingsError;
use fastgas::graph::{Neighbors, approximate, nearest_neighbors};
use ndarray::{Array2, s};
use ndarray_npy::ReadNpyExt;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(path), Some(n)) = (arguments.next(), arguments.next()) else {
        return Err("the file of the embeddings and the number of rows are needed".into());
    };
    let rows = Array2::<f32>::read_npy(File::open(path)?)?;
    let n: usize = n.parse()?;
    let rows = rows.slice(s![..n, ..]);
    send(&json!({ "version": format!("fastgas {}", env!("CARGO_PKG_VERSION")) }))?;
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let neighbors = request["neighbors"].as_u64().ok_or("how many neighbors?")? as usize;
        let approximately = request["approximately"] == true;
        let search = || {
            let embeddings = Embeddings::normalized(rows.to_owned())?;
            let start = Neighbors::empty(n, neighbors);
            let found = approximately.then(|| approximate(start, &embeddings, &mut |_| ()));
            let found = found.flatten();
            let found = found.unwrap_or_else(|| nearest_neighbors(&embeddings, neighbors, &mut |_| ()));
            Ok::<_, EmbeddingsError>((embeddings, found))
        };
        if request["do"] == "lists" {
            let (_, found) = search()?;
            let lists: Vec<Vec<u32>> = found.ids.rows().into_iter().map(|row| row.to_vec()).collect();
            send(&json!({ "ids": lists }))?;
            continue;
        }
        if let Some(lists) = request["lists"].as_array() {
            let (embeddings, found) = search()?;
            send(&json!({ "recall": recall(&embeddings, &found, lists)? }))?;
            continue;
        }
        let times = request["times"].as_u64().unwrap_or(1);
        let (cpu, wall) = (cpu_seconds()?, Instant::now());
        for _ in 0..times {
            search()?;
        }
        let of_each = |seconds: f64| seconds / times as f64;
        send(&json!({
            "cpu_s": of_each(cpu_seconds()? - cpu),
            "wall_s": of_each(wall.elapsed().as_secs_f64()),
        }))?;
    }
    Ok(())
}

/// Returns the recall: the share of listed neighbors that are at least as near as the farthest true neighbor.
/// `lists` contains the neighbor lists of the first rows, and `found` contains the true neighbors.
fn recall(embeddings: &Embeddings, found: &Neighbors, lists: &[Value]) -> Result<f64, Box<dyn Error>> {
    /// Maximum difference between sums of the same numbers in different orders.
    const ROUNDING: f32 = 1e-6;
    let k = found.ids.ncols();
    let mut kept = 0;
    for (row, list) in lists.iter().enumerate() {
        let list: Vec<usize> = serde_json::from_value(list.clone())?;
        let last = found.similarities[[row, k - 1]] - ROUNDING;
        let near = |&other: &usize| other != row && embeddings.row(row).dot(&embeddings.row(other)) >= last;
        kept += list
            .iter()
            .collect::<BTreeSet<_>>()
            .into_iter()
            .filter(|&other| near(other))
            .count();
    }
    Ok(kept as f64 / (k * lists.len()) as f64)
}

fn send(answer: &Value) -> io::Result<()> {
    println!("{answer}");
    io::stdout().flush()
}

/// CPU time of the process in seconds. The process has only one thread.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let times = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = times.split_whitespace().next().ok_or("schedstat is empty")?;
    Ok(nanoseconds.parse::<f64>()? / 1e9)
}
