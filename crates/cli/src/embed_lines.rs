//! Adds an embedding to each JSON line of stdin, for the workers of Spark, Ray or Slurm.
//!
//! ```text
//!  stdin ──batch of lines──▶ texts ──encode, all cores──▶ vectors ──▶ lines with `embedding` ──▶ stdout
//! ```
//!
//! Only one batch is in memory. A batch is large enough to keep all threads busy. The vectors do not depend on the batch size.

use std::fmt;
use std::io::{self, BufRead, BufReader};

use ndarray::Array2;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use crate::args::{Encoding, Pool};
use crate::embed_pool::{encode, english_only, open, truncated};
use crate::error::{CliError, UnusedFlag};
use crate::import_args::FormatName;
use crate::line_error::LineError;
use crate::model::Model;
use crate::progress::ProgressReporter;
use crate::stdout;
use crate::threads::Threads;
use fastgas_data::text_languages;
use fastgas_embedding::cache::{Chunk, TextHash};
use fastgas_embedding::{EmbedError, EmbeddingAssembler, Embeddings, EmbeddingsError, Encoded, TruncatedText};
use fastgas_encoder::Encoder;
use fastgas_graph::Device;
use fastgas_protocol::Error;

const EMBEDDING: &str = "embedding";

/// Default name of the input field with the text. `--text` sets another name.
const TEXT: &str = "text";

/// Maximum size of an input line in bytes. Without a maximum, a file without line ends would fill the memory.
const MAX_LINE_BYTES: usize = 64 << 20;

const MAX_MESSAGE_CHARS: usize = 200;

/// Size of a batch in bytes. The line that reaches this size is the last line of the batch.
const BATCH_BYTES: usize = 32 << 20;

/// Number of lines per thread in a batch.
/// The threads wait for each other at the end of each batch, for about as long as encoding a hundred texts takes.
/// In a large batch, this waiting time is a small share of the total time.
const LINES_PER_THREAD: usize = 2_048;

/// Maximum number of lines in a batch if the program uses one or two threads.
/// With more threads, a batch has at most [`LINES_PER_THREAD`] lines per thread, and at most [`MAX_LINES`] lines.
const MIN_LINES: usize = 4_096;
const MAX_LINES: usize = 32_768;

#[derive(Debug, PartialEq)]
struct Line {
    /// 1-based number of the line in the input.
    number: u64,
    /// The JSON object of the line, without surrounding whitespace.
    json: String,
    text: String,
}

/// Reads JSON lines from stdin, and prints each line with the embedding of its text.
///
/// # Errors
/// Returns [`UnusedFlag::Lines`] for an option that applies only to files.
/// Returns [`CliError::Line`] for a line that cannot be embedded. The lines of earlier batches are already printed.
pub fn run(pool: &Pool, encoding: &Encoding, device: Device, reporter: &ProgressReporter) -> Result<(), CliError> {
    check(pool, encoding, device)?;
    let model = Model::read(&encoding.model)?;
    let encoder = open(&model, reporter)?;
    let field = pool.text.as_deref().unwrap_or(TEXT);
    let threads = Threads::or_cores(encoding.threads);
    let max_lines = (LINES_PER_THREAD * threads).clamp(MIN_LINES, MAX_LINES);
    let mut input = LineReader::new(BufReader::with_capacity(1 << 20, io::stdin().lock()));
    let mut truncated = TruncatedLines::default();
    let mut is_first = true;
    loop {
        let lines = input.batch(field, max_lines)?;
        if lines.is_empty() {
            break;
        }
        if is_first
            && model.is_built_in()
            && let Some(warning) = english_only(&text_languages(lines.iter().map(|line| line.text.as_str())))
        {
            reporter.warn(&warning);
        }
        is_first = false;
        let embedded = embed(&lines, &encoder, threads, &mut truncated)?;
        stdout::write(|out| embedded.iter().try_for_each(|line| out.write_all(line)))?;
    }
    if let Some(warning) = truncated.warning() {
        reporter.warn(&warning);
    }
    Ok(())
}

/// Rejects options that apply only to files. Also rejects the GPU, because each batch would open the GPU again.
fn check(pool: &Pool, encoding: &Encoding, device: Device) -> Result<(), CliError> {
    let is_json_lines = matches!(pool.import.format, None | Some(FormatName::Jsonl));
    let flags = [
        ("--text-template", pool.text_template.is_some()),
        ("--id", pool.id.is_some()),
        ("--cache", encoding.cache.is_some()),
        ("--device", device == Device::Gpu),
        ("--format", !is_json_lines),
        ("an option for the file format", !pool.import.has_only_format()),
    ];
    match flags.into_iter().find(|&(_, is_given)| is_given) {
        Some((flag, _)) => Err(CliError::UnusedFlag(UnusedFlag::Lines { flag })),
        None => Ok(()),
    }
}

/// Returns the lines with their embeddings, in the same order. Identical texts are embedded once.
fn embed(
    lines: &[Line],
    encoder: &Encoder,
    threads: usize,
    truncated: &mut TruncatedLines,
) -> Result<Vec<Vec<u8>>, CliError> {
    let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let hashes: Vec<TextHash> = texts.iter().map(|text| TextHash::of(text)).collect();
    let mut assembler = EmbeddingAssembler::new(&hashes);
    let mut embedded = vec![Vec::new(); lines.len()];
    let mut put = |index: usize, vector: &[f32]| embedded[index] = with_embedding(&lines[index].json, vector);
    let mut without_vector = None;
    let missing = assembler.missing();
    let encoded = encode(
        &texts,
        &missing,
        encoder,
        threads,
        |chunk, Encoded { rows, bytes_read }| {
            let shape = (chunk.len(), rows.len() / chunk.len());
            let rows = Array2::from_shape_vec(shape, rows).expect("n rows of one length");
            // Vectors are normalized as for an embedding file, because both outputs must be bit-identical.
            match Embeddings::normalized(rows) {
                Ok(rows) => {
                    let cached = Chunk {
                        texts: chunk.iter().map(|&text| hashes[text as usize]).collect(),
                        rows: rows.as_slice().to_vec(),
                        bytes_read,
                    };
                    assembler.take(&cached, &mut put);
                }
                Err(error) => {
                    let text = bad_text(chunk, &error);
                    without_vector = Some(without_vector.map_or(text, |other: u32| other.min(text)));
                }
            }
        },
    );
    encoded.map_err(|error| of_line(error, lines))?;
    if let Some(index) = without_vector {
        return Err(line_error(&lines[index as usize], LineError::NoVector));
    }
    truncated.add(lines, assembler.bytes_read());
    Ok(embedded)
}

/// Returns the index of the text whose vector cannot be normalized.
fn bad_text(chunk: &[u32], error: &EmbeddingsError) -> u32 {
    match error {
        EmbeddingsError::BadRow { row, .. } => chunk[*row as usize],
        other => unreachable!("normalizing fails for a row only: {other}"),
    }
}

fn line_error(line: &Line, error: LineError) -> CliError {
    CliError::Line {
        line: line.number,
        error,
    }
}

/// Replaces the index of a text in an encoder error with the number of the input line.
fn of_line(error: CliError, lines: &[Line]) -> CliError {
    match error {
        CliError::Pipeline {
            error: Error::Embed(EmbedError::NotFinite { instance }),
            ..
        } => line_error(&lines[instance as usize], LineError::NoVector),
        CliError::Pipeline {
            error: Error::Embed(EmbedError::TooLong { instance, bytes, limit }),
            ..
        } => line_error(&lines[instance as usize], LineError::LongText { bytes, limit }),
        other => other,
    }
}

/// Adds the embedding to the JSON object as the last field, without changing the other fields.
/// Each number has the fewest digits that are parsed back to the same 32-bit float.
fn with_embedding(json: &str, vector: &[f32]) -> Vec<u8> {
    let fields = json.strip_suffix('}').expect("it is an object");
    let mut line = Vec::with_capacity(json.len() + 16 + 12 * vector.len());
    line.extend_from_slice(fields.as_bytes());
    line.extend_from_slice(format!(",\"{EMBEDDING}\":").as_bytes());
    serde_json::to_writer(&mut line, vector).expect("a vector grows");
    line.extend_from_slice(b"}\n");
    line
}

struct LineReader<R> {
    input: R,
    n_lines: u64,
}

impl<R: BufRead> LineReader<R> {
    fn new(input: R) -> LineReader<R> {
        LineReader { input, n_lines: 0 }
    }

    /// Reads at most `max_lines` nonblank lines. Returns an empty batch at the end of the input.
    fn batch(&mut self, field: &str, max_lines: usize) -> Result<Vec<Line>, CliError> {
        let mut lines = Vec::new();
        let mut bytes = 0;
        while lines.len() < max_lines
            && bytes < BATCH_BYTES
            && let Some(line) = self.line()?
        {
            let number = self.n_lines;
            let fail = |error| CliError::Line { line: number, error };
            let json = str::from_utf8(&line).map_err(|_| fail(LineError::Encoding))?;
            let unmarked = match number {
                1 => json.trim_start_matches('\u{feff}'),
                _ => json,
            };
            let start = json.len() - unmarked.trim_start().len();
            let json = unmarked.trim();
            if json.is_empty() {
                continue;
            }
            bytes += json.len();
            lines.push(Line {
                number,
                json: json.to_owned(),
                text: text_of(json, start, field).map_err(fail)?,
            });
        }
        Ok(lines)
    }

    /// Returns `None` at the end of the input.
    fn line(&mut self) -> Result<Option<Vec<u8>>, CliError> {
        let mut line = Vec::new();
        let mut limited = io::Read::take(&mut self.input, MAX_LINE_BYTES as u64 + 1);
        let read = limited.read_until(b'\n', &mut line);
        if read.map_err(CliError::file("stdin".as_ref()))? == 0 {
            return Ok(None);
        }
        self.n_lines += 1;
        if line.len() > MAX_LINE_BYTES {
            let limit = MAX_LINE_BYTES;
            return Err(CliError::Line {
                line: self.n_lines,
                error: LineError::TooLong { limit },
            });
        }
        Ok(Some(line))
    }
}

/// `start` is the byte offset of the object in its line, for the position in error messages.
fn text_of(json: &str, start: usize, field: &str) -> Result<String, LineError> {
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let found = TextField { field }.deserialize(&mut deserializer);
    let found = found.and_then(|found| deserializer.end().map(|()| found));
    let found = found.map_err(|error| {
        let message = error.to_string();
        // A message from the JSON parser ends with a position relative to the object. The position is removed.
        // The message may quote a string that contains ` at line `, so the last occurrence is used.
        let message = message
            .rsplit_once(" at line ")
            .map_or(&*message, |(message, _)| message);
        LineError::Json {
            message: shortened(message),
            byte: start + error.column(),
        }
    })?;
    let field = || field.to_owned();
    if found.has_embedding {
        return Err(LineError::HasEmbedding);
    }
    if found.n_texts > 1 {
        return Err(LineError::Twice { field: field() });
    }
    let kind = match found.text {
        Some(Value::String(text)) => return Ok(text),
        None => return Err(LineError::NoText { field: field() }),
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "a truth value",
        Some(Value::Number(_)) => "a number",
        Some(Value::Array(_)) => "a list",
        Some(Value::Object(_)) => "an object",
    };
    Err(LineError::NotText { field: field(), kind })
}

/// Shortens a message from the JSON parser, because the message may quote a string as long as the whole line.
fn shortened(message: &str) -> String {
    match message.char_indices().nth(MAX_MESSAGE_CHARS) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

/// Parser of a JSON object that reads only the text field and skips all other fields.
struct TextField<'f> {
    field: &'f str,
}

#[derive(Default)]
struct FoundText {
    text: Option<Value>,
    n_texts: usize,
    has_embedding: bool,
}

impl<'de> DeserializeSeed<'de> for TextField<'_> {
    type Value = FoundText;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<FoundText, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for TextField<'_> {
    type Value = FoundText;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<FoundText, A::Error> {
        let mut found = FoundText::default();
        while let Some(name) = map.next_key::<String>()? {
            found.has_embedding |= name == EMBEDDING;
            if name == self.field {
                found.n_texts += 1;
                found.text = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

#[derive(Default)]
struct TruncatedLines {
    count: u64,
    n_lines: u64,
    first: Option<u64>,
}

impl TruncatedLines {
    /// `bytes_read` contains, for each line, how many bytes of its text the encoder has read.
    fn add(&mut self, lines: &[Line], bytes_read: &[u32]) {
        let truncated = TruncatedText::among(lines.iter().map(|line| line.text.len()), bytes_read).unwrap_or_default();
        self.count += truncated.len() as u64;
        self.n_lines += lines.len() as u64;
        let first = truncated.first().map(|text| lines[text.row as usize].number);
        self.first = self.first.or(first);
    }

    fn warning(&self) -> Option<String> {
        let (count, n_lines) = (self.count, self.n_lines);
        self.first
            .map(|line| format!("{}; the first is in line {line}", truncated(count, n_lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batches(input: &str, max_lines: usize) -> Vec<Vec<Line>> {
        let mut reader = LineReader::new(input.as_bytes());
        let mut batches = Vec::new();
        loop {
            let batch = reader.batch("text", max_lines).expect("the lines are valid");
            if batch.is_empty() {
                return batches;
            }
            batches.push(batch);
        }
    }

    #[test]
    fn lines_are_numbered_across_batches_and_blank_lines() {
        let input = "\u{feff}{\"text\": \"a\"}\r\n\n  {\"n\": 1, \"text\": \"b\"} \n{\"text\": \"\\u00e9\"}";
        let found: Vec<Vec<(u64, String)>> = batches(input, 2)
            .into_iter()
            .map(|batch| batch.into_iter().map(|line| (line.number, line.text)).collect())
            .collect();
        let line = |number, text: &str| (number, text.to_owned());
        assert_eq!(found, [vec![line(1, "a"), line(3, "b")], vec![line(4, "é")]]);
    }

    #[test]
    fn fields_keep_their_text_and_their_order() {
        let json = r#"{"b": 1.50, "text": "x", "a": [1,  2], "b": "\u00e9"}"#;
        let [line] = &batches(json, 9)[0][..] else {
            panic!("one line")
        };
        let embedded = with_embedding(&line.json, &[0.1, -1.0, 1e-7]);
        let expected = r#"{"b": 1.50, "text": "x", "a": [1,  2], "b": "\u00e9","embedding":[0.1,-1.0,1e-7]}"#;
        assert_eq!(String::from_utf8(embedded).expect("UTF-8"), format!("{expected}\n"));
    }

    #[test]
    fn json_error_is_short_and_counts_bytes_from_the_beginning_of_the_line() {
        let refused = |line: &str| match LineReader::new(line.as_bytes()).batch("text", 9) {
            Err(CliError::Line {
                error: LineError::Json { message, byte },
                ..
            }) => (message, byte),
            other => panic!("{other:?}"),
        };
        let (message, byte) = refused("x");
        assert_eq!(refused("\u{feff}  x"), (message, byte + 5));
        let (message, _) = refused("\"look at line 3\"");
        assert_eq!(message, "invalid type: string \"look at line 3\", expected an object");
        let (message, _) = refused(&format!("\"{}\"", "é".repeat(9_000)));
        assert_eq!(message.chars().count(), MAX_MESSAGE_CHARS + 1, "{message}");
    }

    #[test]
    fn zero_vector_is_that_of_its_own_text() {
        let rows = Array2::from_shape_vec((3, 2), vec![1.0, 0.0, 0.0, 1.0, 0.0, 0.0]).expect("six numbers");
        let error = Embeddings::normalized(rows).expect_err("the last row is zero");
        assert_eq!(bad_text(&[9, 4, 7], &error), 7);
    }

    #[test]
    fn malformed_line_is_refused_with_its_number() {
        let refused = |line: &[u8]| {
            let input = [&b"{\"text\": \"a\"}\n\n"[..], line].concat();
            match LineReader::new(&input[..]).batch("text", 9) {
                Err(CliError::Line { line: 3, error }) => error,
                other => panic!("{other:?}"),
            }
        };
        let field = || "text".to_owned();
        assert_eq!(refused(b"{\"text\": \"\xff\"}"), LineError::Encoding);
        assert_eq!(refused(b"{\"t\": \"a\"}"), LineError::NoText { field: field() });
        let kind = "a number";
        assert_eq!(refused(b"{\"text\": 1}"), LineError::NotText { field: field(), kind });
        assert_eq!(
            refused(b"{\"text\": \"a\", \"text\": \"b\"}"),
            LineError::Twice { field: field() }
        );
        assert_eq!(
            refused(b"{\"text\": \"a\", \"embedding\": []}"),
            LineError::HasEmbedding
        );
        for line in [
            &b"{\"text\": \"a\""[..],
            b"[1]",
            b"\"a\"",
            b"{\"text\": \"a\"} {}",
            b"text",
        ] {
            let error = refused(line);
            assert!(matches!(error, LineError::Json { .. }), "{error}");
        }
    }
}
