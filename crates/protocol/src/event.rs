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

/// An event of a job. Exactly one event answers each request; other events precede the answer.
/// The documentation of [`Request`](crate::Request) defines n, d, k and "in pieces", which describe the buffers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A stage of the job has made progress. The event has no buffers.
    Progress { progress: Progress },
    /// The texts of a pool. Buffers: the cells as UTF-8, and the end of each cell, u32.
    /// See [`Pool::into_parts`](fastgas_data::Pool::into_parts).
    Loaded {
        /// The names of the columns of the pool.
        columns: Vec<String>,
    },
    /// A part of the cells of a file that is being read, before the answer `Event::Imported`.
    /// Buffer: the cells as UTF-8. No character is split between two events.
    Cells {
        /// The number of bytes of cells in previous events.
        start: u32,
        /// The total number of bytes of all cells.
        total: u32,
    },
    /// A part of the ends of the cells. The event follows all `Event::Cells`. Buffer: the ends, u32.
    Ends {
        /// The number of cell ends in previous events.
        start: u32,
        /// The total number of ends of all cells.
        total: u32,
    },
    /// The embeddings of some texts of a file that is being read, if a column contains embeddings.
    /// The event precedes `Event::Cells`. Buffer: the f32 unit vectors of the texts.
    Embeddings {
        /// The row index of the first text in this event.
        first_row: u32,
        /// The total number of texts in the file.
        rows: u32,
        dimensions: u32,
    },
    /// The file is read completely. The event follows all `Event::Ends` and has no buffers.
    Imported {
        /// The names of the columns of the file.
        columns: Vec<String>,
        /// The index of the column that contains the texts.
        text_column: u32,
        /// What was detected in the file, for example its format and encoding.
        found: Box<ImportReport>,
    },
    /// The content of a backup. A buffer is empty if the backup lacks the data of the buffer.
    /// Buffers: the end of each cell, u32; n u32 parts; n (x, y) pairs of f32; the edges as in `Event::Joined`.
    Unpacked {
        /// Settings, picks and labels, as JSON.
        project: String,
        /// The names of the columns of the pool.
        columns: Vec<String>,
        /// The number of parts, if the backup contains a partition.
        n_parts: Option<u32>,
        /// Whether the backup contains positions of the texts.
        is_drawn: bool,
        /// Whether the backup contains edges of the kNN graph.
        is_joined: bool,
        /// The byte range of the .npy file of the embeddings in the backup, if the backup contains this file.
        embeddings: Option<(u64, u64)>,
    },
    /// The answer to `Request::Preview`. The event has no buffers.
    Previewed {
        /// The first rows of the file and its format.
        preview: Box<Preview>,
    },
    /// The answer to `Request::Normalize`. Buffers: f32 unit vectors, one for each row of the request.
    Normalized,
    /// The answer to `Request::OpenModel`. The event has no buffers.
    ModelOpened { dimensions: u32 },
    /// The answer to `Request::Report`. The event has no buffers.
    Reported {
        /// The properties of the open model.
        report: Box<EncoderReport>,
    },
    /// The answer to `Request::Embed`. Buffers: f32 embeddings, one for each text, in the order of the request;
    /// for each text, the number of bytes that the model read, u32. See [`Encoded::bytes_read`](fastgas_embedding::Encoded::bytes_read).
    Embedded {
        /// The number `chunk` of the request that this event answers.
        chunk: u32,
    },
    /// The answer to `Request::EmbedOnGpu`. Buffers: as in `Event::Embedded`, or no buffers if the GPU failed.
    GpuEmbedded {
        /// The GPU that was used, and the reason if the GPU failed.
        ended: GpuOutcome,
    },
    /// The answer to `Request::Neighbors`. Buffers: k u32 ids and k f32 similarities for each text of the pairs.
    /// See [`Lists`](fastgas_graph::Lists).
    NeighborsFound {
        /// The number `chunk` of the request that this event answers.
        chunk: u32,
    },
    /// A part of the centered rows, which follows the rows of the previous event. Buffers: the f32 embeddings of the rows.
    Centering {
        /// The index of the first row in this event.
        first_row: u32,
    },
    /// All rows are centered. The event follows all `Event::Centering` and has no buffers.
    Centered,
    /// The answer to `Request::Approximate`. Buffers: u32 words; see [`SearchChunk::answer`](fastgas_graph::SearchChunk::answer).
    Answered {
        /// The number `chunk` of the request that this event answers.
        chunk: u32,
    },
    /// The answer to `Request::Select`. Buffers: n u32 parts; a [`Trace`](fastgas_trace::Trace) as bytes.
    /// The trace is absent unless the request asked for a trace and the selection method records a trace.
    Selected {
        selection: Selection,
        /// The explanation of each pick.
        reasons: Vec<Reason>,
        /// The numbers of parts that were tried, if the number of parts was chosen automatically.
        tried: Vec<EvaluatedK>,
        quality: Quality,
        /// The number of edges of the kNN graph.
        n_edges: u32,
        /// The duration of each stage in milliseconds.
        timings: Vec<(Stage, f64)>,
    },
    /// One run of a comparison of methods. Buffer: the u32 rows of the picks of the run.
    Ran { run: Run },
    /// The comparison is complete. The event follows all `Event::Ran` and has no buffers.
    Compared,
    /// The answer to `Request::Cosines`. Buffer: for each edge, the f32 cosine of the two texts that the edge connects.
    /// Each edge occurs twice, in the order of the neighbor lists.
    CosinesTaken {
        /// The scale of the cosines of all texts.
        scale: CosineScale,
    },
    /// The answer to `Request::Retrieve`. All lists of the answer have the same length.
    /// Buffer: for each query text, the u32 indices of the most similar labeled texts, the most similar text last.
    Retrieved,
    /// The answer to `Request::Cover`. The event has no buffers.
    Covered {
        /// The coverage of the first m picks, for each m.
        curve: CoverageCurve,
    },
    /// The neighbors of some rows, which follow the rows of the previous event.
    /// Buffers: k u32 ids and k f32 similarities for each row.
    GpuFound {
        /// The index of the first row in this event.
        first_row: u32,
    },
    /// The answer to `Request::GpuNeighbors`. The event has no buffers.
    GpuEnded {
        /// The GPU that was used, and the reason if the search stopped early.
        ended: GpuOutcome,
    },
    /// The answer to `Request::Name`. The event has no buffers.
    Named {
        /// The characteristic words of each part.
        names: Vec<Vec<String>>,
    },
    /// The edges of the kNN graph.
    /// Buffers: n + 1 u32 offsets into the last buffer; the u32 ids of the neighbors of each text.
    Joined,
    /// The positions of the texts while the layout is being computed. Buffers: an (x, y) pair of f32 for each text.
    Settling,
    /// The answer to `Request::Map`, the positions of the texts. Buffers: an (x, y) pair of f32 for each text.
    Mapped,
    /// The answer to `Request::Prompt`. The event has no buffers.
    Prompted {
        /// The demonstrations in the prompt, and the query.
        prompt: Prompt,
        tokens: u32,
    },
    /// The answer to `Request::Suggest`. The event has no buffers if the request was for one text.
    /// For all texts, the buffers are the end of each text's labels in the list of labels, u32; the list of labels, u32;
    /// and the confidence of each text's suggestion as one byte.
    /// See [`Suggestions::into_parts`](fastgas_annotation::label::Suggestions::into_parts).
    Suggested {
        /// The suggestion with its explanation, if the request was for one text.
        one: Option<Explained>,
    },
    /// The answer to `Request::Pack`. Buffers: the few-shot pack as a UTF-8 file.
    Packed,
    /// The answer to `Request::WriteTable`. Buffers: the bytes of the table file.
    TableWritten,
    /// The job ended without a result.
    Failed { error: WorkerError },
}
