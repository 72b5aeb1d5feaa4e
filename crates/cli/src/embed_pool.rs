//! Embeds texts on all cores and, if the user requests a GPU, on a GPU. Reuses embeddings from the cache.

use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use ndarray::Array2;

use crate::args::Encoding;
use crate::cache::Cache;
use crate::chunk_queue::{Queue, SendChunk, texts_of};
use crate::error::CliError;
#[cfg(feature = "gpu")]
use crate::gpu_encoder::encode as encode_on_gpu;
use crate::model::Model;
use crate::progress::ProgressReporter;
use crate::run_estimate::RunEstimate;
use crate::threads::Threads;
use fastgas_data::{LanguageCount, TextLanguages, counted, english_name, one_or_many, text_languages};
use fastgas_embedding::cache::{Chunk, TextHash};
use fastgas_embedding::{EmbeddingAssembler, Embeddings, Encoded, TruncatedText, likely_tokens, text_chunks};
use fastgas_encoder::Encoder;
use fastgas_graph::{Device, GpuShare};
use fastgas_progress::{Progress, Stage};

pub struct EmbeddedTexts {
    pub embeddings: Embeddings,
    /// Number of texts whose embeddings were in the cache; `None` without a cache.
    pub from_cache: Option<u32>,
    /// True if the duration of the whole run was estimated before the embedding.
    pub is_estimated: bool,
}

/// Speed of the encoder, measured with a few texts.
#[derive(Clone, Copy)]
pub struct EncoderSpeed {
    pub dimensions: usize,
    /// Duration of the embedding divided by the number of texts, while all threads embed at the same time.
    pub seconds_per_text: f64,
}

pub type EstimateRest<'a> = &'a dyn Fn(EncoderSpeed) -> RunEstimate;

/// Embeds the texts. The unit vectors are in the same order as `texts`. Identical texts are embedded once.
/// The vectors do not depend on the number of threads, on the device or on the content of the cache.
/// The GPU is used only if [`Device::Gpu`] is requested, because its speed is not measured and may be below the CPU's.
pub fn embed(
    texts: &[&str],
    encoding: &Encoding,
    device: Device,
    reporter: &mut ProgressReporter,
) -> Result<EmbeddedTexts, CliError> {
    embed_and_estimate(texts, encoding, device, None, reporter)
}

/// Like [`embed`], but prints the estimated duration of the whole run before it embeds a large pool on the CPU.
pub fn embed_and_estimate(
    texts: &[&str],
    encoding: &Encoding,
    device: Device,
    rest: Option<EstimateRest<'_>>,
    reporter: &mut ProgressReporter,
) -> Result<EmbeddedTexts, CliError> {
    let model = Model::read(&encoding.model)?;
    if model.is_built_in()
        && let Some(warning) = english_only(&text_languages(texts.iter().copied()))
    {
        reporter.warn(&warning);
    }
    let hashes: Vec<TextHash> = texts.iter().map(|text| TextHash::of(text)).collect();
    let mut assembler = EmbeddingAssembler::new(&hashes);
    let mut rows = Vec::new();
    let mut put = |text: usize, row: &[f32]| {
        rows.resize(texts.len() * row.len(), 0.0);
        rows[text * row.len()..][..row.len()].copy_from_slice(row);
    };
    let progress = |done| Progress {
        stage: Stage::Embed,
        done,
        total: texts.len() as u32,
    };
    reporter.report(progress(0));
    let mut cache = match &encoding.cache {
        Some(folder) => {
            let mut cache = Cache::open(folder, model.hash())?;
            cache.gather(&mut assembler, &mut put)?;
            Some(cache)
        }
        None => None,
    };
    let from_cache = cache.as_ref().map(|_| assembler.n_known());
    let missing = assembler.missing();
    let mut is_estimated = false;
    if !missing.is_empty() {
        let encoder = open(&model, reporter)?;
        let threads = Threads::or_cores(encoding.threads);
        if let Some(rest) = rest
            && device != Device::Gpu
            && let Some(seconds) = embedding_seconds(texts, &missing, &encoder, threads)
        {
            let speed = EncoderSpeed {
                dimensions: encoder.dimensions(),
                seconds_per_text: seconds / missing.len() as f64,
            };
            let mut estimate = RunEstimate::default();
            estimate.add(seconds, "the embedding");
            estimate.append(rest(speed));
            estimate.announce(reporter);
            is_estimated = true;
        }
        let done = |chunk: &[u32], Encoded { rows, bytes_read }: Encoded| {
            let cached = Chunk {
                texts: chunk.iter().map(|&text| hashes[text as usize]).collect(),
                rows,
                bytes_read,
            };
            assembler.take(&cached, &mut put);
            reporter.report(progress(assembler.n_known()));
            if let Some(error) = cache.as_mut().and_then(|cache| cache.append(&cached).err()) {
                cache = None;
                reporter.warn(&format!(
                    "the cache cannot be written, so embeddings computed from now on are not kept: {error}"
                ));
            }
        };
        if device == Device::Gpu {
            let share = encode_with_gpu(texts, &missing, &encoder, threads, done)?;
            reporter.print(&format!("embeddings {share}"));
        } else {
            encode(texts, &missing, &encoder, threads, done)?;
        }
    } else {
        reporter.report(progress(texts.len() as u32));
    }
    let beginnings = TruncatedText::among(texts.iter().map(|text| text.len()), assembler.bytes_read());
    if let Some([first, rest @ ..]) = beginnings.as_deref() {
        reporter.warn(&format!(
            "{}; of row {}, the first {} of {} bytes",
            truncated(1 + rest.len() as u64, texts.len() as u64),
            first.row,
            first.bytes,
            texts[first.row as usize].len(),
        ));
    }
    let shape = (texts.len(), rows.len().checked_div(texts.len()).unwrap_or(0));
    let rows = Array2::from_shape_vec(shape, rows).expect("n rows of one length");
    Ok(EmbeddedTexts {
        embeddings: Embeddings::normalized(rows)?,
        from_cache,
        is_estimated,
    })
}

/// Describes that the encoder reads only the beginnings of `count` of the `n` texts.
pub fn truncated(count: u64, n: u64) -> String {
    format!(
        "{count} of {} {} more tokens than the encoder reads, so only {} embedded",
        counted(n, "text"),
        one_or_many(count, "has", "have"),
        one_or_many(count, "its beginning was", "their beginnings were")
    )
}

/// Estimates the seconds for embedding all `missing` texts from the duration of embedding a sample.
/// All threads embed the sample at the same time.
/// Threads may share cores, so timing one thread alone could overestimate the speed.
/// Returns `None` if there are only a few texts, which need no estimate.
fn embedding_seconds(texts: &[&str], missing: &[u32], encoder: &Encoder, threads: usize) -> Option<f64> {
    /// Number of texts in the sample. Each thread embeds the whole sample. The texts are evenly spaced in `missing`.
    const SAMPLE: usize = 32;
    if missing.len() < 128 * SAMPLE {
        return None;
    }
    let sample = missing.iter().step_by(missing.len() / SAMPLE).take(SAMPLE);
    let sample: Vec<&str> = sample.map(|&text| texts[text as usize]).collect();
    let lengths: Vec<usize> = sample.iter().map(|text| likely_tokens(text.len())).collect();
    let chunks = text_chunks(&lengths, 1);
    let embed_sample = || {
        for chunk in &chunks {
            // Errors are ignored here, because embedding all texts reports the same errors.
            let _ = encoder.encode(&texts_of(chunk, &sample));
        }
    };
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(embed_sample);
        }
        embed_sample();
    });
    let times = missing.len() as f64 / (SAMPLE * threads) as f64;
    Some(started.elapsed().as_secs_f64() * times)
}

/// Opens the encoder. Prints a warning if the model has operators that round differently on other machines.
pub fn open(model: &Model, reporter: &ProgressReporter) -> Result<Encoder, CliError> {
    let encoder = model.open()?;
    if !encoder.operators_left().is_empty() {
        reporter.warn(&format!(
            "vectors may differ in their last bits between machines because of these operators of the model: {}",
            encoder.operators_left().join(", ")
        ));
    }
    Ok(encoder)
}

const MAX_LANGUAGES: usize = 3;

/// Returns a warning that an encoder for English does not suit the texts, if many texts are in other languages.
pub fn english_only(found: &TextLanguages) -> Option<String> {
    if !found.is_not_english() {
        return None;
    }
    let of_language = |language: &LanguageCount| format!("{} {}", english_name(&language.tag), language.n_texts);
    let mut languages: Vec<String> = found.not_english().take(MAX_LANGUAGES).map(of_language).collect();
    let n_others: u32 = found
        .not_english()
        .skip(MAX_LANGUAGES)
        .map(|language| language.n_texts)
        .sum();
    if n_others > 0 {
        languages.push(format!("others {n_others}"));
    }
    let inspected = match found.n_inspected == found.n_texts {
        true => counted(u64::from(found.n_texts), "text"),
        false => format!("{} texts spread evenly over all {}", found.n_inspected, found.n_texts),
    };
    let n = found.n_not_english();
    let are = one_or_many(u64::from(n), "is", "are");
    let their = one_or_many(u64::from(n), "its", "their");
    Some(format!(
        "of {inspected}, {n} {are} not in English ({}), but the built-in encoder was trained on English and would compare \
         {their} spelling rather than {their} meaning; use `--model multilingual`",
        languages.join(", ")
    ))
}

/// Encodes the texts with the indices `missing`, and passes the indices and vectors of each chunk to `done`.
pub fn encode(
    texts: &[&str],
    missing: &[u32],
    encoder: &Encoder,
    threads: usize,
    done: impl FnMut(&[u32], Encoded),
) -> Result<(), CliError> {
    encode_with(texts, missing, encoder, threads, |_, _| (), done)
}

fn encode_with_gpu(
    texts: &[&str],
    missing: &[u32],
    encoder: &Encoder,
    threads: usize,
    done: impl FnMut(&[u32], Encoded),
) -> Result<GpuShare, CliError> {
    let mut share = None;
    let run_gpu = |queue: &Queue, send: SendChunk<'_>| share = Some(encode_on_gpu(texts, encoder, queue, send));
    encode_with(texts, missing, encoder, threads, run_gpu, done)?;
    Ok(share.expect("the GPU's thread has ended"))
}

#[cfg(not(feature = "gpu"))]
fn encode_on_gpu(_: &[&str], _: &Encoder, _: &Queue, _: SendChunk<'_>) -> GpuShare {
    GpuShare {
        why: Some(fastgas_graph::CpuReason::NotBuilt),
        ..GpuShare::default()
    }
}

/// Like [`encode`], but also runs the closure `device` on another thread.
/// `device` may encode chunks from the same queue, for example on a GPU.
fn encode_with(
    texts: &[&str],
    missing: &[u32],
    encoder: &Encoder,
    threads: usize,
    device: impl FnOnce(&Queue, SendChunk<'_>) + Send,
    mut done: impl FnMut(&[u32], Encoded),
) -> Result<(), CliError> {
    let lengths = missing.iter().map(|&text| likely_tokens(texts[text as usize].len()));
    let chunks: Vec<Vec<u32>> = text_chunks(&lengths.collect::<Vec<_>>(), threads)
        .into_iter()
        .map(|chunk| chunk.iter().map(|&index| missing[index as usize]).collect())
        .collect();
    let queue = Queue::new(chunks);
    let (send, receive) = mpsc::channel();
    thread::scope(|scope| {
        let queue = &queue;
        for _ in 0..threads {
            let send = send.clone();
            scope.spawn(move || {
                while let Some(chunk) = queue.first() {
                    let encoded = encoder.encode(&texts_of(&chunk, texts));
                    if send.send((chunk, encoded)).is_err() {
                        break;
                    }
                }
            });
        }
        scope.spawn(move || device(queue, &|chunk, encoded| send.send((chunk, encoded)).is_ok()));
        for (chunk, encoded) in receive {
            done(&chunk, encoded.map_err(|error| error.in_rows(&chunk))?);
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warning_names_languages_and_numbers() {
        let count = |tag: &str, n_texts| LanguageCount {
            tag: tag.to_owned(),
            n_texts,
        };
        let mut found = TextLanguages {
            n_texts: 3_000,
            n_inspected: 3_000,
            languages: vec![count("eng", 1_700), count("hin", 800), count("deu", 400)],
        };
        let warning = english_only(&found).expect("a warning");
        let begin = "of 3000 texts, 1200 are not in English (Hindi 800, German 400), but the built-in encoder";
        assert!(warning.starts_with(begin), "{warning}");
        found.n_texts = 30_000;
        let warning = english_only(&found).expect("a warning");
        assert!(
            warning.starts_with("of 3000 texts spread evenly over all 30000, 1200 are"),
            "{warning}"
        );
        let more = [count("fra", 300), count("ita", 200), count("spa", 100)];
        found.languages.extend(more);
        let warning = english_only(&found).expect("a warning");
        assert!(
            warning.contains("(Hindi 800, German 400, French 300, others 300)"),
            "{warning}"
        );
        found.languages.truncate(1);
        assert_eq!(english_only(&found), None);
    }
}
