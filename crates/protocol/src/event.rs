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

/// Exactly one event answers each request; other events may precede the answer.
/// The documentation of [`Request`](crate::Request) defines n, d, k and "in pieces", which describe the buffers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Progress of the job. No buffers.
    Progress {
        progress: Progress,
    },
    /// Answers `Request::Load`. Buffers: the cells as UTF-8, and the end of each cell (u32).
    /// See [`Pool::into_parts`](fastgas_data::Pool::into_parts).
    Loaded {
        columns: Vec<String>,
    },
    /// Some cells of a file that is being read. The event precedes the answer `Event::Imported`.
    /// Buffer: the cells as UTF-8. No character is split between two events.
    Cells {
        /// Number of cell bytes in the previous events for this file.
        start: u32,
        /// Total size of all cells in bytes.
        total: u32,
    },
    /// A chunk of the cells' end offsets, sent after the last `Event::Cells`. Buffer: the end offsets (u32).
    Ends {
        /// Number of cell ends in the previous events for this file.
        start: u32,
        /// Total number of cell ends in the file.
        total: u32,
    },
    /// The embeddings of some texts of a file that is being read, if a column contains embeddings.
    /// Precedes `Event::Cells`. Buffer: the f32 unit vectors of the texts.
    Embeddings {
        /// Row index of the first text in this event.
        first_row: u32,
        rows: u32,
        dimensions: u32,
    },
    /// The file has been read completely. This event follows the last `Event::Ends` and has no buffers.
    Imported {
        columns: Vec<String>,
        text_column: u32,
        found: Box<ImportReport>,
    },
    /// Answers `Request::Unpack` with the content of a backup. A buffer is empty if the backup does not contain its data.
    /// Buffers: the end of each cell (u32); the part of each text (u32); the position (x, y) of each text (f32);
    /// the edges of the kNN graph as in `Event::Joined`.
    Unpacked {
        /// The settings, picks and labels as JSON.
        project: String,
        columns: Vec<String>,
        /// `None` if the backup contains no partition.
        n_parts: Option<u32>,
        /// True if the backup contains map positions of the texts.
        is_drawn: bool,
        /// True if the backup contains edges of the kNN graph.
        is_joined: bool,
        /// Byte range of the embeddings (a .npy file) in the backup, if the backup contains embeddings.
        embeddings: Option<(u64, u64)>,
    },
    /// Answers `Request::Preview`. No buffers.
    Previewed {
        preview: Box<Preview>,
    },
    /// Answers `Request::Normalize`. Buffers: f32 unit vectors, one for each row of the request.
    Normalized,
    /// Answers `Request::OpenModel`. No buffers.
    ModelOpened {
        dimensions: u32,
    },
    /// Answers `Request::Report` with the properties of the open model. No buffers.
    Reported {
        report: Box<EncoderReport>,
    },
    /// Answers `Request::Embed`.
    /// The first buffer contains the f32 embeddings of the texts, in the order of the request.
    /// The second buffer contains the number of bytes (u32) that the model read of each text.
    /// See [`Encoded::bytes_read`](fastgas_embedding::Encoded::bytes_read).
    Embedded {
        /// The number of the answered request within its job.
        chunk: u32,
    },
    /// Answers `Request::EmbedOnGpu`. Buffers: as in `Event::Embedded`, or no buffers if the GPU failed.
    GpuEmbedded {
        ended: GpuOutcome,
    },
    /// Answers `Request::Neighbors`.
    /// Buffers: k u32 ids and k f32 similarities for each text in the `pairs` of the request.
    /// See [`Lists`](fastgas_graph::Lists).
    NeighborsFound {
        /// The number of the answered request within its job.
        chunk: u32,
    },
    /// Centered embeddings of consecutive rows. The rows follow the rows of the previous event.
    /// Buffers: the f32 embeddings of the rows.
    Centering {
        /// Index of the first row in this event.
        first_row: u32,
    },
    /// All rows are centered. This event follows the last `Event::Centering` and has no buffers.
    Centered,
    /// Answers `Request::Approximate`.
    /// Buffers: u32 words; see [`SearchChunk::answer`](fastgas_graph::SearchChunk::answer).
    Answered {
        /// The number of the answered request within its job.
        chunk: u32,
    },
    /// Answers `Request::Select`. Buffers: the part of each text (u32); a serialized [`Trace`](fastgas_trace::Trace).
    /// The second buffer is present only if the request asked for a trace and the selection method records one.
    Selected {
        selection: Selection,
        reasons: Vec<Reason>,
        /// The evaluated numbers of parts. Empty unless the number of parts was chosen automatically.
        tried: Vec<EvaluatedK>,
        quality: Quality,
        n_edges: u32,
        /// Duration of each stage in milliseconds.
        timings: Vec<(Stage, f64)>,
    },
    /// One run of a comparison of methods. Buffer: the u32 rows of the run's picks.
    Ran {
        run: Run,
    },
    /// The comparison is complete. This event follows the last `Event::Ran` and has no buffers.
    Compared,
    /// Answers `Request::Cosines`. Buffer: for each edge, the f32 cosine of the two texts that the edge connects.
    /// Each edge occurs twice, in the order of the neighbor lists.
    CosinesTaken {
        scale: CosineScale,
    },
    /// Answers `Request::Retrieve`. The lists of all query texts have the same length.
    /// Buffer: for each query text, the u32 indices of the most similar labeled texts, the most similar text last.
    Retrieved,
    /// Answers `Request::Cover`. No buffers.
    Covered {
        /// The coverage of the first m picks, for each m.
        curve: CoverageCurve,
    },
    /// The neighbors of consecutive rows. The rows follow the rows of the previous event.
    /// Buffers: k u32 ids and k f32 similarities for each row.
    GpuFound {
        /// Index of the first row in this event.
        first_row: u32,
    },
    /// Answers `Request::GpuNeighbors`. No buffers.
    GpuEnded {
        ended: GpuOutcome,
    },
    /// Answers `Request::Name`. No buffers.
    Named {
        names: Vec<Vec<String>>,
    },
    /// The edges of the kNN graph, as lists of neighbors.
    /// Buffers: n + 1 u32 offsets into the second buffer; the u32 ids of the neighbors of each text.
    Joined,
    /// Positions of the texts in an unfinished layout. Buffers: an (x, y) pair of f32 for each text.
    Settling,
    /// Answers `Request::Map` with the positions of the texts. Buffers: an (x, y) pair of f32 for each text.
    Mapped,
    /// Answers `Request::Prompt`. No buffers.
    Prompted {
        /// The prompt consists of the demonstrations and the query.
        prompt: Prompt,
        tokens: u32,
    },
    /// Answers `Request::Suggest`. If the request was for one text, there are no buffers.
    /// For several texts, the first buffer contains each text's end index in the list of labels (u32).
    /// The second buffer contains the list of labels (u32).
    /// The third buffer contains the confidence of each text's suggestion in percent, as one byte.
    /// See [`Suggestions::into_parts`](fastgas_annotation::label::Suggestions::into_parts).
    Suggested {
        one: Option<Explained>,
    },
    /// Answers `Request::Pack`. Buffers: the labeled texts for prompts, as a UTF-8 file.
    Packed,
    /// Answers `Request::WriteTable`. Buffers: the bytes of the table file.
    TableWritten,
    Failed {
        error: WorkerError,
    },
}
