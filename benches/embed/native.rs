//! Our encoder on one thread, as a program of lines: requests and answers are JSON, one a line; the first answer comes
//! by itself. `cargo xtask bench embed` builds and runs it.
//!
//! Arguments: the folder of the model, the JSON file of the texts.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::Instant;

use fastgas::encoder::Encoder;
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let (Some(model), Some(texts)) = (arguments.next(), arguments.next()) else {
        return Err("the folder of the model and the file of the texts are needed".into());
    };
    let read = |name: &str| fs::read(model.join(name));
    let encoder = Encoder::new(&read("model.onnx")?, &read("tokenizer.json")?, &read("config.json")?)?;
    let works: Map<String, Value> = serde_json::from_slice(&fs::read(texts)?)?;
    say(&json!({ "version": env!("CARGO_PKG_VERSION") }))?;
    for line in io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let texts = request["work"].as_str().and_then(|work| works.get(work)?.as_array());
        let every = request["every"].as_u64().unwrap_or(1) as usize;
        let texts: Vec<&str> = texts
            .ok_or("no such work")?
            .iter()
            .step_by(every)
            .filter_map(Value::as_str)
            .collect();
        let (cpu, wall) = (cpu_seconds()?, Instant::now());
        let vectors = encoder.encode(&texts)?.rows;
        let mut answer = json!({
            "texts": texts.len(),
            "cpu_s": cpu_seconds()? - cpu,
            "wall_s": wall.elapsed().as_secs_f64(),
        });
        if request["vectors"] == true {
            answer["vectors"] = vectors.chunks_exact(encoder.dimensions()).collect();
        }
        say(&answer)?;
    }
    Ok(())
}

fn say(answer: &Value) -> io::Result<()> {
    println!("{answer}");
    io::stdout().flush()
}

/// What this process, with all of its threads, has used so far; in steps of 10 ms, which are Linux's everywhere.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The second field is the program's name in parentheses and may hold spaces; utime and stime are 14th and 15th.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    Ok(ticks.map(str::parse::<f64>).sum::<Result<f64, _>>()? / 100.0)
}
