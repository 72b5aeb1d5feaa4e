//! Runs our encoder on one thread. Requests and answers are lines of JSON.
//! The first answer contains the version and needs no request. `cargo xtask bench embed` builds and runs this program.
//!
//! Arguments: the folder of the model and the JSON file of the texts.

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
    // The multilingual encoder has a tokenizer in the compact form.
    let tokenizer = read("tokenizer.bin").or_else(|_| read("tokenizer.json"))?;
    let encoder = Encoder::new(read("model.onnx")?, &tokenizer, &read("config.json")?)?;
    let works: Map<String, Value> = serde_json::from_slice(&fs::read(texts)?)?;
    send(&json!({ "version": env!("CARGO_PKG_VERSION") }))?;
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
        send(&answer)?;
    }
    Ok(())
}

fn send(answer: &Value) -> io::Result<()> {
    println!("{answer}");
    io::stdout().flush()
}

/// CPU time of all threads of this process, in seconds. The resolution is 10 ms, which is Linux's unit on every machine.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The second field is the program's name in parentheses, which may contain spaces.
    // The fields `utime` and `stime` are the 14th and the 15th field.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    Ok(ticks.map(str::parse::<f64>).sum::<Result<f64, _>>()? / 100.0)
}
