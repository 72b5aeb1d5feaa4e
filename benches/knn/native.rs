//! Our neighbors on one thread, as a program of lines: requests and answers are JSON, one a line; the first answer comes
//! by itself. `cargo xtask bench knn` builds and runs it.
//!
//! Argument: the .npy file of the embeddings.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, Write};
use std::time::Instant;

use fastgas::embed::Embeddings;
use fastgas::graph::nearest_neighbors;
use ndarray::Array2;
use ndarray_npy::ReadNpyExt;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("the file of the embeddings is needed")?;
    let rows = Array2::<f32>::read_npy(File::open(path)?)?;
    say(&json!({ "version": format!("fastgas {}", env!("CARGO_PKG_VERSION")) }))?;
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let neighbors = request["neighbors"].as_u64().ok_or("how many neighbors?")? as usize;
        let (cpu, wall) = (cpu_seconds()?, Instant::now());
        let embeddings = Embeddings::normalized(rows.clone())?;
        let found = nearest_neighbors(&embeddings, neighbors, &mut |_| ());
        let mut answer = json!({ "cpu_s": cpu_seconds()? - cpu, "wall_s": wall.elapsed().as_secs_f64() });
        if request["ids"] == true {
            answer["ids"] = found.ids.rows().into_iter().map(|row| row.to_vec()).collect();
        }
        say(&answer)?;
    }
    Ok(())
}

fn say(answer: &Value) -> io::Result<()> {
    println!("{answer}");
    io::stdout().flush()
}

/// What this process's only thread has used so far, to the nanosecond.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let times = fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = times.split_whitespace().next().ok_or("schedstat is empty")?;
    Ok(nanoseconds.parse::<f64>()? / 1e9)
}
