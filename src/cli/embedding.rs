//! The encoder on every core.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use ndarray::Array2;

use crate::cli::args::Encoding;
use crate::cli::failure::Failure;
use crate::cli::stages::Stages;
use crate::embed::{Embeddings, Encoder, batches};
use crate::error::EmbedError;
use crate::progress::{Progress, Stage};

/// Bytes of text that a thread takes at a time.
const BATCH_BYTES: usize = 8 * 1024;

/// The encoder of `--model`, or the built-in one.
pub fn encoder(encoding: &Encoding) -> Result<Encoder, Failure> {
    let Some(folder) = &encoding.model else {
        return Ok(Encoder::new(
            include_bytes!("../../www/models/all-MiniLM-L6-v2/model.onnx"),
            include_bytes!("../../www/models/all-MiniLM-L6-v2/tokenizer.json"),
            include_bytes!("../../www/models/all-MiniLM-L6-v2/config.json"),
        )?);
    };
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).map_err(Failure::file(&path))
    };
    let encoder = Encoder::new(&read("model.onnx")?, &read("tokenizer.json")?, &read("config.json")?)
        .map_err(Failure::of::<EmbedError>(Path::new(folder)))?;
    if !encoder.operators_left().is_empty() {
        eprintln!(
            "fastgas: these operators of the model may round differently on another machine: {}",
            encoder.operators_left().join(", ")
        );
    }
    Ok(encoder)
}

/// Unit vectors of `texts`, in their order, whatever the number of threads.
pub fn embed(texts: &[&str], encoding: &Encoding, stages: &mut Stages) -> Result<Embeddings, Failure> {
    let encoder = encoder(encoding)?;
    let dimensions = encoder.dimensions();
    let lengths: Vec<usize> = texts.iter().map(|text| text.len()).collect();
    let batches = batches(&lengths, BATCH_BYTES);
    let threads = encoding
        .threads
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, |threads| threads.get());
    let mut rows = Array2::zeros((texts.len(), dimensions));
    let mut done = 0;
    let progress = |done| Progress {
        stage: Stage::Embed,
        done,
        total: texts.len() as u32,
    };
    stages.report(progress(0));
    let next = AtomicUsize::new(0);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (send, next, batches, encoder) = (send.clone(), &next, &batches, &encoder);
            scope.spawn(move || {
                // The longest texts first, so that all threads end together.
                while let Some(index) = batches.len().checked_sub(next.fetch_add(1, Ordering::Relaxed) + 1) {
                    let batch: Vec<&str> = batches[index].iter().map(|&row| texts[row as usize]).collect();
                    if send.send((index, encoder.encode(&batch))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (index, vectors) in receive {
            for (&row, vector) in batches[index].iter().zip(vectors?.chunks_exact(dimensions)) {
                rows.row_mut(row as usize)
                    .as_slice_mut()
                    .expect("row-major")
                    .copy_from_slice(vector);
            }
            done += batches[index].len() as u32;
            stages.report(progress(done));
        }
        Ok::<(), Failure>(())
    })?;
    Ok(Embeddings::normalized(rows)?)
}
