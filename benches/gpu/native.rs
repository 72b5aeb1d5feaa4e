//! Runs our encoder on a GPU, or on all CPU threads. Requests and answers are lines of JSON.
//! After computing the first vector, the program sends its first answer without waiting for a request.
//! `cargo xtask bench gpu` builds and runs this program.
//!
//! Arguments: the model folder, the JSON file with the texts, and the device (`gpu` or `cpu`).

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use fastgas::embedding::{EmbedError, likely_tokens, text_chunks};
use fastgas::encoder::Encoder;
use fastgas::gpu::{ChunkError, GpuEncoder, block_on};
use serde::Deserialize;
use serde_json::{Value, json};

/// A request to embed the first `first` texts of the list `work`.
#[derive(Deserialize)]
struct Request {
    work: String,
    first: usize,
    /// Maximum number of estimated tokens in a chunk for the GPU. The `fastgas` program uses 1,024.
    size: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [model, texts, device] = &*arguments else {
        return Err("the folder of the model, the file of the texts and the device are needed".into());
    };
    let read = |name: &str| fs::read(Path::new(model).join(name));
    // The multilingual model has tokenizer.bin, a tokenizer in the compact format. Other models have tokenizer.json.
    let tokenizer = read("tokenizer.bin").or_else(|_| read("tokenizer.json"))?;
    let encoder = Encoder::new(read("model.onnx")?, &tokenizer, &read("config.json")?)?;
    let works: BTreeMap<String, Vec<String>> = serde_json::from_slice(&fs::read(texts)?)?;
    let mut gpu = match &**device {
        "gpu" => match block_on(GpuEncoder::open(true, &encoder)) {
            Ok(gpu) => Some(gpu),
            Err(why) => {
                send(&json!({ "skipped": why.to_string() }))?;
                return Ok(());
            }
        },
        "cpu" => None,
        _ => return Err("the device is gpu or cpu".into()),
    };
    let mut embed = |request: &Request| -> Result<Value, Box<dyn Error>> {
        let list = works.get(&request.work).ok_or("no such list")?;
        let texts: Vec<&str> = list.iter().take(request.first).map(String::as_str).collect();
        let begin = Instant::now();
        let embedded = match &mut gpu {
            Some(gpu) => on_gpu(gpu, &encoder, &texts, request.size),
            None => on_cpu(&encoder, &texts).map_err(|error| error.to_string()),
        };
        Ok(match embedded {
            Ok(()) => json!({ "texts": texts.len(), "wall_s": begin.elapsed().as_secs_f64() }),
            Err(reason) => json!({ "failed": reason }),
        })
    };
    let first = Request {
        work: "short".to_owned(),
        first: 1,
        size: 1,
    };
    let answer = embed(&first)?;
    match answer.get("failed") {
        Some(reason) => send(&json!({ "skipped": reason }))?,
        None => send(&json!({ "version": concat!("fastgas ", env!("CARGO_PKG_VERSION")) }))?,
    }
    for line in io::stdin().lock().lines() {
        send(&embed(&serde_json::from_str(&line?)?)?)?;
    }
    Ok(())
}

/// Embeds chunks of similarly long texts. A chunk has at most `budget` estimated tokens.
fn on_gpu(gpu: &mut GpuEncoder, encoder: &Encoder, texts: &[&str], budget: usize) -> Result<(), String> {
    for chunk in chunks(texts, budget) {
        block_on(gpu.encode_checked(encoder, &chunk)).map_err(|error| match error {
            ChunkError::Gpu(why) => why.to_string(),
            ChunkError::Text(error) => error.to_string(),
        })?;
    }
    Ok(())
}

fn chunks<'a>(texts: &[&'a str], budget: usize) -> Vec<Vec<&'a str>> {
    let mut sorted: Vec<(usize, &str)> = texts.iter().map(|&text| (likely_tokens(text.len()), text)).collect();
    sorted.sort_by_key(|&(length, _)| Reverse(length));
    let mut chunks: Vec<Vec<&str>> = Vec::new();
    let mut size = 0;
    for (length, text) in sorted {
        size += length;
        match chunks.last_mut() {
            Some(chunk) if size <= budget => chunk.push(text),
            _ => {
                chunks.push(vec![text]);
                size = length;
            }
        }
    }
    chunks
}

/// Embeds the texts on all CPU threads, in the chunks that the `fastgas` program forms.
fn on_cpu(encoder: &Encoder, texts: &[&str]) -> Result<(), EmbedError> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let lengths: Vec<usize> = texts.iter().map(|text| likely_tokens(text.len())).collect();
    let chunks = text_chunks(&lengths, threads);
    let next = AtomicUsize::new(0);
    let run = || -> Result<(), EmbedError> {
        while let Some(chunk) = chunks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let chunk: Vec<&str> = chunk.iter().map(|&text| texts[text as usize]).collect();
            encoder.encode(&chunk)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let handles: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        handles
            .into_iter()
            .try_for_each(|handle| handle.join().expect("no thread panics"))
    })
}

fn send(answer: &Value) -> io::Result<()> {
    println!("{answer}");
    io::stdout().flush()
}
