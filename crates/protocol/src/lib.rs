//! Everything that crosses a worker boundary.
//!
//! A [`Message`] is a small body, turned into a JavaScript value by serde-wasm-bindgen, and buffers of bytes,
//! which are transferred, not copied. What the buffers of each variant hold stands beside it; numbers are
//! little-endian, as WebAssembly's memory is.

mod error;
#[cfg(feature = "js")]
pub mod transport;

pub use error::Error;

use serde::{Deserialize, Serialize};
use thiserror::Error as ThisError;

use fastgas_annotation::label::Explained;
use fastgas_annotation::retrieve::{Demonstrations, PackModel, Prompt, PromptConfig, Query};
use fastgas_data::{Columns, Found, Import, Preview, Sought};
use fastgas_embedding::EncoderReport;
use fastgas_embedding::npy::Float;
use fastgas_graph::{Ended, Pairs, Step};
use fastgas_partition::Quality;
use fastgas_progress::{Progress, Stage};
use fastgas_select::Config;
use fastgas_select::evaluate::{CoverageCurve, Plan, Reason, Run};
use fastgas_select::{Earlier, SelectError, Selection, Tried};

/// Which job a request or an event belongs to. Events of a job that was cancelled are dropped by this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct JobId(pub u32);

/// A body and its buffers.
#[derive(Clone, Debug, PartialEq)]
pub struct Message<T> {
    /// A [`Request`] or an [`Event`].
    pub body: T,
    /// As the body's variant says.
    pub buffers: Vec<Vec<u8>>,
}

/// From the page to a worker. A worker does one request at a time, in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Buffers: the file's bytes. Answered by [`Event::Loaded`].
    Load {
        /// The job.
        job: JobId,
    },
    /// Beside it the file itself, which the worker reads piece by piece. Answered by [`Event::Imported`].
    Import {
        /// The job.
        job: JobId,
        /// What is said of the file.
        import: Import,
        /// What is said of its columns.
        columns: Columns,
    },
    /// Beside it the file itself: a [bundle](fastgas_annotation::bundle). Answered by [`Event::Unpacked`].
    Unpack {
        /// The job.
        job: JobId,
    },
    /// Beside it the file itself. Answered by [`Event::Previewed`].
    Preview {
        /// The job.
        job: JobId,
        /// What is said of the file.
        import: Import,
        /// Which rows are to be shown.
        sought: Sought,
    },
    /// Buffers: some rows of a .npy file. Answered by [`Event::Normalized`].
    Normalize {
        /// The job.
        job: JobId,
        /// Which row of the file is the first of them.
        first_row: u32,
        /// d.
        dimensions: u32,
        /// How their numbers are written.
        float: Float,
    },
    /// Buffers: the ONNX file, tokenizer.json, the model's config.json. Answered by [`Event::ModelOpened`].
    OpenModel {
        /// The job.
        job: JobId,
    },
    /// No buffers. Answered by [`Event::Reported`]. Needs an open model.
    Report {
        /// The job.
        job: JobId,
    },
    /// No buffers. Answered by [`Event::Embedded`]. Needs an open model.
    Embed {
        /// The job.
        job: JobId,
        /// Comes back with the answer.
        portion: u32,
        /// The texts.
        texts: Vec<String>,
    },
    /// Buffers: the f32 embeddings of the pairs' rows, those of their columns (none where these are the same), and for
    /// each of both the least similarity that is of interest, f32. Answered by [`Event::Found`].
    Neighbors {
        /// The job.
        job: JobId,
        /// Comes back with the answer.
        portion: u32,
        /// Who is compared with whom.
        pairs: Pairs,
        /// k.
        n_neighbors: u32,
    },
    /// Buffers: the f32 embeddings of the portion's instances, its words, and the instances, u32; see
    /// [`Portion`](fastgas_graph::Portion). Answered by [`Event::Answered`].
    Approximate {
        /// The job.
        job: JobId,
        /// Comes back with the answer.
        portion: u32,
        /// What is to be done.
        step: Step,
        /// k.
        n_neighbors: u32,
    },
    /// Buffers: n×d f32 embeddings in pieces of whole rows. Answered by [`Event::Centered`], before which comes
    /// [`Event::Centering`].
    Center {
        /// The job.
        job: JobId,
        /// d.
        dimensions: u32,
    },
    /// Buffers: n×d f32 embeddings, centered where the settings say so, in pieces of whole rows; n×k' u32 neighbour ids, n×k' f32 similarities,
    /// k' as [`ValidConfig::n_searched`](fastgas_select::ValidConfig::n_searched) has it; n f32 confidences, or none of
    /// them. Answered by [`Event::Selected`].
    Select {
        /// The job.
        job: JobId,
        /// d.
        dimensions: u32,
        /// k'.
        n_searched: u32,
        /// Checked again by the worker.
        config: Config,
        /// What is settled already.
        earlier: Earlier,
        /// Whether what partition and selection do shall be told.
        record: bool,
    },
    /// Buffers: n×d f32 embeddings as they are, in pieces of whole rows; n×k' u32 neighbor ids, n×k' f32 similarities, k' as
    /// [`Plan::n_searched`] has it; where the settings center, n×k ids and similarities among the embeddings as they are;
    /// where there are labels, their cells as UTF-8, each cell's end as u32; n f32 confidences, or none of them. Each run
    /// is told by [`Event::Ran`], in the order of the plans; answered by [`Event::Compared`].
    Compare {
        /// The job.
        job: JobId,
        /// d.
        dimensions: u32,
        /// k'.
        n_searched: u32,
        /// What all plans have in common; checked again by the worker.
        settings: Config,
        /// What to run.
        plans: Vec<Plan>,
        /// The name of the column of the labels, where there are some. No selector is shown them.
        label_column: Option<String>,
    },
    /// Buffers: n×d f32 embeddings in pieces of whole rows, n×k u32 neighbor ids, n×k f32 similarities, the picks as u32.
    /// Answered by [`Event::Covered`].
    Cover {
        /// The job.
        job: JobId,
        /// d.
        dimensions: u32,
        /// k.
        n_neighbors: u32,
    },
    /// Only to the worker that has the GPU. Buffers: n×d f32 embeddings. Answered by [`Event::GpuEnded`], before which
    /// come [`Event::GpuFound`].
    GpuNeighbors {
        /// The job.
        job: JobId,
        /// d.
        dimensions: u32,
        /// k.
        n_neighbors: u32,
        /// Whether a GPU that software imitates will do.
        software: bool,
    },
    /// Buffers: the cells of a pool of one column as UTF-8, each cell's end as u32, n u32 parts. Answered by
    /// [`Event::Named`].
    Name {
        /// The job.
        job: JobId,
        /// K.
        n_parts: u32,
    },
    /// Buffers: n×k u32 neighbour ids, n×k f32 similarities. Answered by [`Event::Mapped`], before which come
    /// [`Event::Joined`] and several [`Event::Settling`].
    Map {
        /// The job.
        job: JobId,
        /// k.
        n_neighbors: u32,
        /// Where the layout's randomness comes from.
        seed: u64,
    },
    /// Buffers: a tokenizer.json, the query's f32 embedding, those of the demonstrations; the last two are empty where
    /// the demonstrations are random. Answered by [`Event::Prompted`].
    Prompt {
        /// The job.
        job: JobId,
        /// Labeled texts and the template.
        demonstrations: Demonstrations,
        /// What to answer.
        query: Query,
        /// Which demonstrations, and how many.
        config: PromptConfig,
    },
    /// Buffers: the edges of the kNN graph as in [`Event::Joined`]; the labeled rows, the ends of their labels and these, as
    /// [`Sources::parts`](fastgas_annotation::label::Sources::parts) gives them, all u32. Answered by [`Event::Suggested`].
    Suggest {
        /// The job.
        job: JobId,
        /// Whether a text can have several labels.
        several: bool,
        /// For which text, or for all.
        row: Option<u32>,
    },
    /// Buffers: n×d f32 embeddings in pieces of whole rows; the edges of the kNN graph as in [`Event::Joined`]. Answered by
    /// [`Event::CosinesTaken`].
    Cosines {
        /// The job.
        job: JobId,
        /// d.
        dimensions: u32,
    },
    /// Buffers: the f32 embeddings of the demonstrations. Answered by [`Event::Packed`].
    Pack {
        /// The job.
        job: JobId,
        /// Labeled texts and the template.
        demonstrations: Demonstrations,
        /// Who embedded them.
        model: PackModel,
    },
}

impl Request {
    /// The job that the request belongs to.
    pub fn job(&self) -> JobId {
        match *self {
            Request::Load { job }
            | Request::Import { job, .. }
            | Request::Unpack { job }
            | Request::Preview { job, .. }
            | Request::Normalize { job, .. }
            | Request::OpenModel { job }
            | Request::Report { job }
            | Request::Embed { job, .. }
            | Request::Neighbors { job, .. }
            | Request::Center { job, .. }
            | Request::Approximate { job, .. }
            | Request::Select { job, .. }
            | Request::Compare { job, .. }
            | Request::Cover { job, .. }
            | Request::GpuNeighbors { job, .. }
            | Request::Name { job, .. }
            | Request::Map { job, .. }
            | Request::Prompt { job, .. }
            | Request::Suggest { job, .. }
            | Request::Cosines { job, .. }
            | Request::Pack { job, .. } => job,
        }
    }
}

/// From a worker to the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// The worker listens; messages sent before this are lost.
    Ready,
    /// A stage has come further.
    Progress {
        /// The job.
        job: JobId,
        /// How far.
        progress: Progress,
    },
    /// Buffers: the cells as UTF-8, each cell's end as u32; see [`Pool::into_parts`](fastgas_data::Pool::into_parts).
    Loaded {
        /// The job.
        job: JobId,
        /// Names of the columns.
        columns: Vec<String>,
    },
    /// Some of the cells of a file that is read, on the way to its answer. Buffer: they as UTF-8, whole letters.
    Cells {
        /// The job.
        job: JobId,
        /// Bytes that came before.
        start: u32,
        /// Bytes of all.
        total: u32,
    },
    /// The cells have come as [`Event::Cells`]. Buffer: each cell's end as u32.
    Imported {
        /// The job.
        job: JobId,
        /// Names of the columns.
        columns: Vec<String>,
        /// Index of the column of the texts.
        text_column: u32,
        /// How the file was read.
        found: Box<Found>,
    },
    /// Buffers: as of [`Event::Imported`]; n u32 parts, n (x, y) pairs of f32, and the edges as in [`Event::Joined`], those that
    /// there are not empty.
    Unpacked {
        /// The job.
        job: JobId,
        /// Settings, picks, labels, as JSON.
        project: String,
        /// Names of the columns.
        columns: Vec<String>,
        /// K, where there are parts.
        n_parts: Option<u32>,
        /// Whether there are positions.
        is_drawn: bool,
        /// Whether there are edges.
        is_joined: bool,
        /// Where in the file the .npy file of the embeddings begins and ends, where it has them.
        embeddings: Option<(u64, u64)>,
    },
    /// No buffers.
    Previewed {
        /// The job.
        job: JobId,
        /// What the beginning of the file looks like.
        preview: Box<Preview>,
    },
    /// Buffers: f32 unit vectors, one a row of the request.
    Normalized {
        /// The job.
        job: JobId,
    },
    /// No buffers.
    ModelOpened {
        /// The job.
        job: JobId,
        /// d.
        dimensions: u32,
    },
    /// No buffers.
    Reported {
        /// The job.
        job: JobId,
        /// What the open model turned out to be.
        report: Box<EncoderReport>,
    },
    /// Buffers: f32 embeddings, one row a text, in the request's order; u32 bytes of each that were read, see
    /// [`Encoded::ends`](fastgas_embedding::Encoded::ends).
    Embedded {
        /// The job.
        job: JobId,
        /// As in the request.
        portion: u32,
    },
    /// Buffers: k u32 ids and k f32 similarities for each instance of the pairs; see [`Lists`](fastgas_graph::Lists).
    Found {
        /// The job.
        job: JobId,
        /// As in the request.
        portion: u32,
    },
    /// Some centered rows, those after the rows of the one before. Buffers: their f32 embeddings.
    Centering {
        /// The job.
        job: JobId,
        /// The first of the rows.
        first_row: u32,
    },
    /// All rows were told: no buffers.
    Centered {
        /// The job.
        job: JobId,
    },
    /// Buffers: u32 words; see [`Portion::answer`](fastgas_graph::Portion::answer).
    Answered {
        /// The job.
        job: JobId,
        /// As in the request.
        portion: u32,
    },
    /// Buffers: n u32 parts; where that was asked for and the method tells it, a [`Trace`](fastgas_trace::Trace) as bytes.
    Selected {
        /// The job.
        job: JobId,
        /// The picks.
        selection: Selection,
        /// Why each of them.
        reasons: Vec<Reason>,
        /// The numbers of parts that were tried, where K was to be found.
        tried: Vec<Tried>,
        /// What the partition achieved.
        quality: Quality,
        /// |E| of the kNN graph.
        n_edges: u32,
        /// Milliseconds of each stage.
        timings: Vec<(Stage, f64)>,
    },
    /// One run of a comparison. No buffers.
    Ran {
        /// The job.
        job: JobId,
        /// The run.
        run: Run,
    },
    /// All runs were told. No buffers.
    Compared {
        /// The job.
        job: JobId,
    },
    /// Buffer: of each edge the cosine of the texts at its ends, f32, each edge twice, in the order of the neighbors.
    CosinesTaken {
        /// The job.
        job: JobId,
    },
    /// No buffers.
    Covered {
        /// The job.
        job: JobId,
        /// What the picks cover, one after another.
        curve: CoverageCurve,
    },
    /// The lists of some rows, those after the rows of the one before. Buffers: k u32 ids and k f32 similarities for
    /// each.
    GpuFound {
        /// The job.
        job: JobId,
        /// The first of the rows.
        first_row: u32,
    },
    /// No buffers.
    GpuEnded {
        /// The job.
        job: JobId,
        /// How.
        ended: Ended,
    },
    /// No buffers.
    Named {
        /// The job.
        job: JobId,
        /// Telling words of each part.
        names: Vec<Vec<String>>,
    },
    /// The edges of the kNN graph. Buffers: n + 1 u32 offsets into the last one, u32 ids of the instances that each is joined
    /// with.
    Joined {
        /// The job.
        job: JobId,
    },
    /// Where the instances are on their way to their places. Buffers: n (x, y) pairs of f32.
    Settling {
        /// The job.
        job: JobId,
    },
    /// Buffers: n (x, y) pairs of f32.
    Mapped {
        /// The job.
        job: JobId,
    },
    /// No buffers.
    Prompted {
        /// The job.
        job: JobId,
        /// The demonstrations that are shown, and the query.
        prompt: Prompt,
        /// How many tokens its text has.
        tokens: u32,
    },
    /// Buffers: where it is for all texts, ends and labels, u32, and how sure they are, a byte each; see
    /// [`Suggestions::into_parts`](fastgas_annotation::label::Suggestions::into_parts). Else none.
    Suggested {
        /// The job.
        job: JobId,
        /// Where it is for one.
        one: Option<Explained>,
    },
    /// Buffers: the few-shot pack as a file, in UTF-8.
    Packed {
        /// The job.
        job: JobId,
    },
    /// The job ended without a result.
    Failed {
        /// The job.
        job: JobId,
        /// Why.
        error: WorkerError,
    },
}

/// Why a job ended without a result.
#[derive(Clone, Debug, PartialEq, ThisError, Serialize, Deserialize)]
pub enum WorkerError {
    /// The work itself was refused.
    #[error(transparent)]
    Pipeline(#[from] Error),
    /// The person stopped it.
    #[error("cancelled")]
    Cancelled,
    /// Workers died again and again on the same work.
    #[error("the worker stopped{}: {reason}", how_often(*times))]
    Lost {
        /// How often.
        times: u32,
        /// What the browser said.
        reason: String,
    },
    /// A file of the page itself could not be had.
    #[error("{url} could not be loaded: {reason}")]
    Asset {
        /// Where it should be.
        url: String,
        /// What the browser said.
        reason: String,
    },
    /// A file of the person's could not be read to its end.
    #[error("the file cannot be read: {reason}")]
    File {
        /// What the browser said.
        reason: String,
    },
    /// The files of the encoder that a person brought are not where they were kept.
    #[error("the encoder’s files are missing from this browser’s storage: {reason}")]
    EncoderFiles {
        /// Why.
        reason: String,
    },
    /// The embeddings that a person brought are not where they were kept.
    #[error("the embeddings are missing from this browser’s storage: {reason}")]
    EmbeddingFile {
        /// Why.
        reason: String,
    },
    /// A message that makes no sense: the page and the worker are of different builds.
    #[error("a worker's message could not be understood: {reason}")]
    Protocol {
        /// What was wrong.
        reason: String,
    },
}

impl From<SelectError> for WorkerError {
    fn from(error: SelectError) -> WorkerError {
        WorkerError::Pipeline(error.into())
    }
}

impl WorkerError {
    /// What the person can do about it, as one sentence.
    pub fn advice(&self) -> &'static str {
        match self {
            WorkerError::Pipeline(error) => error.advice(),
            WorkerError::Cancelled => "Nothing was lost; press Select to go on.",
            WorkerError::Lost { .. } => {
                "The browser may be short of memory: close other tabs, set fewer workers, and try again. If the page was \
                 updated on its server meanwhile, reload it."
            }
            WorkerError::Asset { .. } => {
                "Check the connection to the server that this page came from, and try again. If the page was updated there \
                 meanwhile, reload it."
            }
            WorkerError::File { .. } => {
                "It may have been changed, moved or locked since it was chosen: choose it once more."
            }
            WorkerError::EncoderFiles { .. } => {
                "Go back to the built-in encoder in the settings, or drop the encoder's files again."
            }
            WorkerError::EmbeddingFile { .. } => {
                "Drop the .npy file again, or let the encoder embed the texts (under “Data”)."
            }
            WorkerError::Protocol { .. } => "Reload the page without its cache (Ctrl+Shift+R).",
        }
    }
}

fn how_often(times: u32) -> String {
    if times > 1 {
        format!(" {times} times on the same work")
    } else {
        String::new()
    }
}

/// The bytes of `values`, little-endian.
pub fn bytes_of_f32(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// The numbers in `bytes`, little-endian; none where the length is no multiple of 4.
pub fn f32_of_bytes(bytes: &[u8]) -> Option<Vec<f32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    rest.is_empty()
        .then(|| chunks.iter().map(|&chunk| f32::from_le_bytes(chunk)).collect())
}

/// The bytes of `values`, little-endian.
pub fn bytes_of_u32(values: &[u32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// The numbers in `bytes`, little-endian; none where the length is no multiple of 4.
pub fn u32_of_bytes(bytes: &[u8]) -> Option<Vec<u32>> {
    let (chunks, rest) = bytes.as_chunks::<4>();
    rest.is_empty()
        .then(|| chunks.iter().map(|&chunk| u32::from_le_bytes(chunk)).collect())
}
