//! Events from the workers to the page.

use fastgas_annotation::label::Explained;
use fastgas_annotation::retrieve::Prompt;
use fastgas_data::{ImportReport, Preview};
use fastgas_embedding::{CosineScale, EncoderReport};
use fastgas_graph::GpuOutcome;
use fastgas_partition::Quality;
use fastgas_progress::{Progress, Stage};
use fastgas_select::evaluate::{CoverageCurve, Reason, Run};
use fastgas_select::{EvaluatedK, Selection};
use serde::{Deserialize, Serialize};

use crate::WorkerError;

/// An event of a job. Exactly one event answers each request; other events precede the answer. Buffers are described as
/// in [`Request`](crate::Request).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A stage has made progress. No buffers.
    Progress { progress: Progress },
    /// Buffers: the cells as UTF-8, and the end of each cell, u32; see [`Pool::into_parts`](fastgas_data::Pool::into_parts).
    Loaded {
        /// The names of the columns.
        columns: Vec<String>,
    },
    /// Some of the cells of a file that is being read; precedes the answer. Buffer: the cells as UTF-8, in whole
    /// characters.
    Cells {
        /// The number of bytes in previous events.
        start: u32,
        /// The number of bytes of all cells.
        total: u32,
    },
    /// Some of the ends of the cells; follows all `Event::Cells`. Buffer: the ends, u32.
    Ends {
        /// The number of ends in previous events.
        start: u32,
        /// The number of ends of all cells.
        total: u32,
    },
    /// The embeddings of some texts of a file that is being read, if a column contains them; precedes `Event::Cells`. Buffer:
    /// their f32 unit vectors.
    Embeddings {
        /// The index of the first of these texts.
        first_row: u32,
        /// The number of all texts.
        rows: u32,
        dimensions: u32,
    },
    /// Follows all `Event::Ends`. No buffers.
    Imported {
        /// The names of the columns.
        columns: Vec<String>,
        /// The index of the column of the texts.
        text_column: u32,
        /// How the file was read.
        found: Box<ImportReport>,
    },
    /// Buffers: the end of each cell, u32; n u32 parts; n (x, y) pairs of f32; the edges as in `Event::Joined`.
    /// A buffer is empty if the bundle does not have its content.
    Unpacked {
        /// Settings, picks and labels, as JSON.
        project: String,
        /// The names of the columns.
        columns: Vec<String>,
        /// The number of parts, if there are parts.
        n_parts: Option<u32>,
        /// Whether there are positions.
        is_drawn: bool,
        /// Whether there are edges.
        is_joined: bool,
        /// The byte range of the .npy file of the embeddings in the bundle, if the bundle has it.
        embeddings: Option<(u64, u64)>,
    },
    /// No buffers.
    Previewed {
        /// The first rows of the file and its format.
        preview: Box<Preview>,
    },
    /// Buffers: f32 unit vectors, one for each row of the request.
    Normalized,
    /// No buffers.
    ModelOpened { dimensions: u32 },
    /// No buffers.
    Reported {
        /// The properties of the open model.
        report: Box<EncoderReport>,
    },
    /// Buffers: f32 embeddings, one for each text, in the request's order; the number of bytes that the model read of
    /// each text, u32, see [`Encoded::ends`](fastgas_embedding::Encoded::ends).
    Embedded {
        /// As in the request.
        portion: u32,
    },
    /// Buffers: k u32 ids and k f32 similarities for each text of the pairs; see [`Lists`](fastgas_graph::Lists).
    Found {
        /// As in the request.
        portion: u32,
    },
    /// Some centered rows, which follow the rows of the previous event. Buffers: their f32 embeddings.
    Centering {
        /// The index of the first of these rows.
        first_row: u32,
    },
    /// Follows all `Event::Centering`. No buffers.
    Centered,
    /// Buffers: u32 words; see [`Portion::answer`](fastgas_graph::Portion::answer).
    Answered {
        /// As in the request.
        portion: u32,
    },
    /// Buffers: n u32 parts; a [`Trace`](fastgas_trace::Trace) as bytes, if the request asked for it and the method
    /// records it.
    Selected {
        selection: Selection,
        /// The reason for each pick.
        reasons: Vec<Reason>,
        /// The numbers of parts that were tried, if the number was to be determined automatically.
        tried: Vec<EvaluatedK>,
        /// The quality of the partition.
        quality: Quality,
        /// The number of edges of the kNN graph.
        n_edges: u32,
        /// The duration of each stage in milliseconds.
        timings: Vec<(Stage, f64)>,
    },
    /// One run of a comparison. Buffer: the u32 rows of its picks.
    Ran { run: Run },
    /// Follows all `Event::Ran`. No buffers.
    Compared,
    /// Buffer: for each edge the f32 cosine of the texts at its ends. Each edge occurs twice, in the order of the
    /// neighbors.
    CosinesTaken {
        /// The scale of the cosines of all texts.
        scale: CosineScale,
    },
    /// Buffer: for each of the other texts, the u32 places of the labeled texts that are most similar to it, the most similar
    /// last. All lists have the same length.
    Retrieved,
    /// No buffers.
    Covered {
        /// The coverage of the first picks, for each number of picks.
        curve: CoverageCurve,
    },
    /// The neighbors of some rows, which follow the rows of the previous event. Buffers: k u32 ids and k f32
    /// similarities for each row.
    GpuFound {
        /// The index of the first of these rows.
        first_row: u32,
    },
    /// No buffers.
    GpuEnded {
        /// The GPU that was used, and the reason if the search stopped early.
        ended: GpuOutcome,
    },
    /// No buffers.
    Named {
        /// The characteristic words of each part.
        names: Vec<Vec<String>>,
    },
    /// The edges of the kNN graph. Buffers: n + 1 u32 offsets into the last buffer; the u32 ids of the neighbors of each
    /// text.
    Joined,
    /// The positions of the texts while the layout is being computed. Buffers: n (x, y) pairs of f32.
    Settling,
    /// Buffers: n (x, y) pairs of f32.
    Mapped,
    /// No buffers.
    Prompted {
        /// The demonstrations in the prompt, and the query.
        prompt: Prompt,
        /// The number of tokens in the prompt.
        tokens: u32,
    },
    /// Buffers: none if the request was for one text; otherwise ends and labels, u32, and the confidence of each label
    /// as one byte; see [`Suggestions::into_parts`](fastgas_annotation::label::Suggestions::into_parts).
    Suggested {
        /// The suggestion, if the request was for one text.
        one: Option<Explained>,
    },
    /// Buffers: the few-shot pack as a UTF-8 file.
    Packed,
    /// Buffers: the file.
    TableWritten,
    /// The job ended without a result.
    Failed { error: WorkerError },
}
