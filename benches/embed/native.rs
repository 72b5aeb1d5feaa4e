//! Runs our encoder on one thread. Requests and answers are lines of JSON.
//! At the start, the program prints its version without waiting for a request.
//! `cargo xtask bench embed` builds and runs this program.
//! A request with `"tokenizer": "library"` measures the encoder with the tokenizers crate instead of our tokenizer.
//!
//! Arguments: the model folder and the JSON file with the texts.

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
    // The multilingual model has tokenizer.bin, a tokenizer in the compact format. Other models have tokenizer.json.
    let tokenizer = read("tokenizer.bin").or_else(|_| read("tokenizer.json"))?;
    let open = |tokenizer: &[u8]| -> Result<Encoder, Box<dyn Error>> {
        Ok(Encoder::new(read("model.onnx")?, tokenizer, &read("config.json")?)?)
    };
    let ours = open(&tokenizer)?;
    let mut with_library = None;
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
        let encoder: &Encoder = match request["tokenizer"] == "library" {
            true => {
                if with_library.is_none() {
                    with_library = Some(open(&for_library(&tokenizer)?)?);
                }
                with_library.as_ref().ok_or("the encoder was not opened")?
            }
            false => &ours,
        };
        let (cpu, wall) = (cpu_seconds()?, Instant::now());
        let tokens = encoder.tokens(&texts)?.0;
        let tokenizer_wall_s = wall.elapsed().as_secs_f64();
        let vectors = encoder.encode_tokens(&tokens)?;
        let mut answer = json!({
            "texts": texts.len(),
            "cpu_s": cpu_seconds()? - cpu,
            "wall_s": wall.elapsed().as_secs_f64(),
            "tokens": tokens.iter().map(|tokens| tokens.ids.len()).sum::<usize>(),
            "tokenizer_wall_s": tokenizer_wall_s,
        });
        if request["vectors"] == true {
            answer["vectors"] = vectors.chunks_exact(encoder.dimensions()).collect();
        }
        send(&answer)?;
    }
    Ok(())
}

/// Returns the content of tokenizer.json with the normalizer wrapped in a sequence, which does not change the tokens.
/// If a tokenizer has a normalizer sequence, the encoder uses the tokenizers crate instead of our tokenizer.
fn for_library(tokenizer: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut file: Value = serde_json::from_slice(tokenizer)?;
    let normalizer = file["normalizer"].take();
    file["normalizer"] = json!({ "type": "Sequence", "normalizers": [normalizer] });
    Ok(serde_json::to_vec(&file)?)
}

fn send(answer: &Value) -> io::Result<()> {
    println!("{answer}");
    io::stdout().flush()
}

/// CPU time used by all threads of this process, in seconds. Linux reports the time in hundredths of a second.
fn cpu_seconds() -> Result<f64, Box<dyn Error>> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The program's name in the second field may contain spaces, so the fields are counted after the parenthesis.
    // Fields 14 and 15 are `utime` and `stime`.
    let (_, fields) = stat.rsplit_once(')').ok_or("/proc/self/stat has no name")?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    Ok(ticks.map(str::parse::<f64>).sum::<Result<f64, _>>()? / 100.0)
}
